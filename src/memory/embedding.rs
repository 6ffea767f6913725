//! Text embeddings: a text becomes a vector of `i8`, and vectors that point the same way have similar meanings.
//!
//! The built-in embedding downloads nothing and knows no language: it counts words, pairs of words and pieces of
//! words, each at places of its own; in scripts without spaces, letters two by two. Alike are therefore texts that speak
//! of the same things in the same words or in other forms of them. It is whole numbers up to the last step, so it is the
//! same on every machine.

use crate::language::text::{is_stop_word, stem, terms};

/// Numbers in a built-in row.
pub const DIMS: usize = 384;
/// The length to which a row is scaled: the largest number that an `i8` can hold.
const LENGTH: f64 = 127.0;

/// What is counted, and how much it weighs.
const NAME: i32 = 96;
const WORD: i32 = 64;
const LITTLE_WORD: i32 = 6;
const PAIR: i32 = 32;
const PIECE: i32 = 12;

/// The row of a text.
pub fn hash_embedding(text: &str) -> [i8; DIMS] {
    let mut sums = [0_i32; DIMS];
    let mut before: Option<u64> = None;
    for word in terms(text) {
        let name = word.chars().next().is_some_and(char::is_uppercase);
        let lower = word.to_lowercase();
        if is_stop_word(&lower) {
            add(&mut sums, hash(1, lower.bytes()), LITTLE_WORD);
            continue; // "the party of Maria" and "Maria's party" have the same pairs.
        }
        let stem = stem(&lower);
        let this = hash(1, stem.bytes());
        add(&mut sums, this, if name { NAME } else { WORD });
        if let Some(before) = before.replace(this) {
            // The same pair in either order: "help Maria", "Maria helps".
            add(&mut sums, mix(before.wrapping_add(this)), PAIR);
        }
        let letters: Vec<char> = std::iter::once('^').chain(stem.chars()).chain(std::iter::once('$')).collect();
        for piece in letters.windows(3) {
            add(&mut sums, hash(2, piece.iter().flat_map(|c| u32::from(*c).to_le_bytes())), PIECE);
        }
    }
    scaled(&sums)
}

/// FNV-1a, mixed at the end: the same in every release of everything.
fn hash(sort: u64, bytes: impl IntoIterator<Item = u8>) -> u64 {
    let start = 0xcbf2_9ce4_8422_2325_u64 ^ sort;
    mix(bytes.into_iter().fold(start, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)))
}

/// A bit mixer: every bit of the result depends on every bit of the input.
fn mix(hash: u64) -> u64 {
    let hash = (hash ^ (hash >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let hash = (hash ^ (hash >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    hash ^ (hash >> 31)
}

/// Feature hashing: adds a feature at four signed positions, so that two features sharing one of them stay distinct.
fn add(sums: &mut [i32; DIMS], hash: u64, weight: i32) {
    for n in 0..4 {
        let part = (hash >> (16 * n)) as usize & 0xffff;
        let sign = if part & 1 == 0 { 1 } else { -1 };
        sums[(part >> 1) % DIMS] += sign * weight;
    }
}

/// To unit length, times 127.
fn scaled(sums: &[i32; DIMS]) -> [i8; DIMS] {
    let square: i64 = sums.iter().map(|n| i64::from(*n) * i64::from(*n)).sum();
    if square == 0 {
        return [0; DIMS];
    }
    let scale = LENGTH / (square as f64).sqrt();
    sums.map(|n| (f64::from(n) * scale).round() as i8)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn alike(one: &str, other: &str) -> i32 {
        hash_embedding(one).iter().zip(hash_embedding(other)).map(|(a, b)| i32::from(*a) * i32::from(b)).sum()
    }

    #[test]
    fn what_speaks_of_the_same_is_nearer() {
        let party = "Ada Byron is giving a birthday party at the Mill on 14 February from 17:00 to 19:00.";
        assert!(
            alike(party, "Who comes to the party of Ada Byron?") > 3 * alike(party, "The stove is burning.").max(100)
        );
        assert!(alike(party, "parties on 14 February") > alike(party, "reading in the park").max(0));
        let (near, far) = ("Tom is decorating the cafe.", "Tom is mending the roof.");
        assert!(alike("help to decorate a cafe", near) > alike("help to decorate a cafe", far));
    }

    #[test]
    fn scripts_without_spaces_fall_into_pairs() {
        let fire = "厨房的炉子着火了，Maria Lopez去灭火。";
        assert!(alike("炉子着火", fire) > 2 * alike("炉子着火", "今天天气很好，大家去公园。").max(100));
        assert!(alike("Maria Lopez说了什么", fire) > alike("Maria Lopez说了什么", "Klaus Mueller在看书。").max(100));
        let cake = "Isabella Rodriguez backt am Montag einen Mandelkuchen.";
        assert!(alike("Wer backt den Kuchen?", cake) > alike("Wer backt den Kuchen?", "Der Regen hört auf.").max(0));
    }

    #[test]
    fn rows_have_one_length_and_no_text_is_too_odd() {
        for text in
            ["stove", "The stove in the kitchen is burning.", "火事だ", "17:00", "🔥", "a", &"x y ".repeat(5000)]
        {
            let row = hash_embedding(text);
            let length = row.iter().map(|n| f64::from(*n) * f64::from(*n)).sum::<f64>().sqrt();
            let nothing = row.iter().all(|n| *n == 0);
            assert!(nothing || (length - LENGTH).abs() < 8.0, "{text:.20}: {length}");
            assert_eq!(nothing, text == "🔥", "{text:.20}");
        }
        assert_eq!(hash_embedding(""), [0; DIMS]);
        // Fixed for good: streams are rebuilt from their texts and must rank as they did.
        let sum: i64 = hash_embedding("The stove is burning.").iter().zip(1..).map(|(n, at)| i64::from(*n) * at).sum();
        assert_eq!(sum, FIXED);
    }

    const FIXED: i64 = -22_325;
}
