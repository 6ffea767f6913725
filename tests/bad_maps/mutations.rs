//! Good maps with random damage: whatever comes, it is read or refused, in good time.

use std::{fs, path::Path, time::Instant};

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use smallville::{
    data::{Data, File},
    world::{TownMap, Ways, map::check_map},
};

use super::Small;

/// One random piece of damage.
fn damage(bytes: &mut Vec<u8>, dice: &mut ChaCha8Rng) {
    let words: [&[u8]; 20] = [
        b"4294967295",
        b"-1",
        b"nan",
        b"\"",
        b"<",
        b">",
        b"&#0;",
        b"<group>",
        b"</layer>",
        b"",
        b"1e38",
        b"<object id=\"1\"/>",
        b"\xC3\x28",
        b"infinite=\"1\"",
        b"template=\"a\"",
        b"encoding=\"base64\"",
        b"0",
        b"../",
        b"<point/>",
        b"2147483649",
    ];
    let at = dice.random_range(0..bytes.len());
    let to = (at + dice.random_range(1..40)).min(bytes.len());
    match dice.random_range(0..6) {
        0 => bytes[at] = dice.random_range(0..=255_u8),
        1 => bytes[at] ^= 1 << dice.random_range(0..8),
        2 => _ = bytes.drain(at..to),
        3 => {
            let piece = bytes[at..to].to_vec();
            let into = dice.random_range(0..bytes.len());
            bytes.splice(into..into, piece);
        }
        4 => _ = bytes.splice(at..at, words[dice.random_range(0..words.len())].iter().copied()),
        // A number or word between quotes, which hits the meaning more often than the form.
        _ => {
            let quotes: Vec<usize> = (0..bytes.len()).filter(|n| bytes[*n] == b'"').collect();
            if quotes.len() > 1 {
                let n = dice.random_range(0..quotes.len() - 1);
                let word = words[dice.random_range(0..words.len())];
                bytes.splice(quotes[n] + 1..quotes[n + 1], word.iter().copied());
            }
        }
    }
    if bytes.is_empty() {
        bytes.push(b' ');
    }
}

/// How many towns are damaged; more by the environment variable, for a long run by hand.
fn seeds() -> u64 {
    std::env::var("SMALLVILLE_MUTATIONS").ok().and_then(|count| count.parse().ok()).unwrap_or(1000)
}

#[test]
fn a_small_town_damaged_at_random() {
    let small = Small::new();
    let files = ["maps/small.tmx", "maps/small.tmx", "maps/small.tmx", "maps/ground.tsx", "maps/decor.tsx"];
    let (mut good, mut bad) = (0, 0);
    for seed in 0..seeds() {
        let mut dice = ChaCha8Rng::seed_from_u64(seed);
        let file = files[dice.random_range(0..files.len())];
        let whole = fs::read(small.at(file)).expect("a file");
        let mut bytes = whole.clone();
        for _ in 0..dice.random_range(1..4) {
            damage(&mut bytes, &mut dice);
        }
        small.write(file, &bytes);
        let begun = Instant::now();
        match TownMap::read(&small.file(), &small.data()) {
            Ok(town) => {
                _ = Ways::new(&town);
                good += 1;
            }
            Err(faults) => {
                assert!(!faults.is_empty(), "seed {seed}: refused without a word");
                bad += 1;
            }
        }
        assert!(begun.elapsed().as_secs() < 5, "seed {seed} took {:?}", begun.elapsed());
        small.write(file, &whole);
    }
    println!("{good} were still good, {bad} refused");
    assert!(bad > 400, "{bad} refused");
}

#[test]
fn the_ville_damaged_at_random() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folder = tempfile::tempdir().expect("a folder");
    let copy = folder.path().join("maps");
    fs::create_dir(&copy).expect("a folder");
    for entry in fs::read_dir(root.join("maps")).expect("maps").flatten() {
        fs::copy(entry.path(), copy.join(entry.file_name())).expect("a copy");
    }
    let pictures = folder.path().join("assets/pictures");
    fs::create_dir_all(&pictures).expect("a folder");
    for entry in fs::read_dir(root.join("assets/pictures")).expect("pictures").flatten() {
        fs::write(pictures.join(entry.file_name()), b"not looked at").expect("a picture");
    }
    let (map, data) = (copy.join("the_ville.tmx"), Data::only(folder.path()));
    assert_eq!(check_map(&File::on_disk(&map), &data), []);
    let whole = fs::read(&map).expect("the map");
    for seed in 0..24 {
        let mut dice = ChaCha8Rng::seed_from_u64(seed);
        let mut bytes = whole.clone();
        damage(&mut bytes, &mut dice);
        fs::write(&map, &bytes).expect("a file");
        let begun = Instant::now();
        _ = check_map(&File::on_disk(&map), &data);
        assert!(begun.elapsed().as_secs() < 10, "seed {seed} took {:?}", begun.elapsed());
    }
}
