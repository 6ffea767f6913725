//! What can be seen of what somebody does: `writing` of `writing about the rents`. What it is about, what it is for and why it
//! is done stands in nobody's face.

use super::table::table;

table!(
    /// Words from which on nothing can be seen.
    sights, "data/sights.txt");

/// Signs behind which somebody's own words stand.
const WORDS: [char; 6] = ['"', '“', '„', '«', '「', ':'];

/// What somebody watching could see of it.
pub fn visible(what: &str) -> &str {
    let small = what.to_ascii_lowercase();
    let hides = sights().section("hides").iter().flatten().flat_map(|row| row.split(',')).map(str::trim);
    let words = hides.filter_map(|words| small.find(&format!(" {words} ")));
    let cut = words.chain(small.find(WORDS)).min().unwrap_or(small.len());
    match what[..cut].trim_end_matches([' ', ',', ';', '-', '–']) {
        "" => what,
        seen => seen,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_an_act_is_about_is_not_to_be_seen() {
        for (what, seen) in [
            ("writing the first questions about rent", "writing the first questions"),
            ("crossing out a question that sounds rude", "crossing out a question"),
            ("looking round for a shopkeeper, paper in hand", "looking round"),
            ("sitting by Maria to ask her about the loan", "sitting by Maria"),
            ("hiding the letter so that nobody reads it", "hiding the letter"),
            ("Pacing because of the bank", "Pacing"),
            ("writing \"I am sorry\" on a card", "writing"),
            ("walking to the counter", "walking to the counter"),
            ("frying two eggs", "frying two eggs"),
            ("about to go", "about to go"),
            ("燃えている", "燃えている"),
        ] {
            assert_eq!(visible(what), seen);
        }
    }
}
