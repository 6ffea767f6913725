//! Nonsense in place of every proper name: people, and places of the map.

use std::collections::BTreeMap;

use super::copied::Copied;

/// Words of the language that names are made of too; they stay what they are.
const COMMON: [&str; 2] = ["of", "and"];

/// Takes every name out of a copied scenario and puts nonsense in its place; ids, and the order of all, stay.
pub fn into_nonsense(copied: &Copied, salt: u64) -> BTreeMap<String, String> {
    let (scenario, map) = (copied.scenario(), copied.map());
    let mut words = Words::new(salt);
    // What is longer goes first: a park may be called after somebody.
    let mut new: Vec<(String, String)> = Vec::new();
    let people: Vec<&str> = scenario.people.iter().map(|one| one.persona.name.as_str()).collect();
    for name in people.iter().flat_map(|name| name.split_whitespace()) {
        if !new.iter().any(|(old, _)| old == name) {
            new.push((name.to_string(), words.next()));
        }
    }
    for sector in &map.sectors {
        let parts = sector.name.split_whitespace().filter(|word| !COMMON.contains(word)).count();
        let fresh: Vec<String> = (0..parts.clamp(1, 2)).map(|_| words.next()).collect();
        new.push((sector.name.clone(), fresh.join(" ")));
    }
    new.sort_by_key(|(old, _)| std::cmp::Reverse(old.len()));
    copied.rewrite(|text| replaced(text, &new));
    new.into_iter().collect()
}

/// `text` with each name in it, as whole words, replaced; names that begin at the same place: the longest.
fn replaced(text: &str, new: &[(String, String)]) -> String {
    let (mut out, mut at) = (String::with_capacity(text.len()), 0);
    let letter = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
    while at < text.len() {
        let rest = &text[at..];
        // In a `.tmx`, an apostrophe or ampersand may be written as an entity.
        let fits =
            |old: &&(String, String)| rest.starts_with(old.0.as_str()) && !letter(rest[old.0.len()..].chars().next());
        let begins = !letter(text[..at].chars().next_back()) && !text[..at].ends_with('_');
        match new.iter().find(fits).filter(|_| begins) {
            Some((old, word)) => {
                out.push_str(word);
                at += old.len();
            }
            None => {
                let c = rest.chars().next().expect("not at the end");
                out.push(c);
                at += c.len_utf8();
            }
        }
    }
    out
}

/// Words that mean nothing, no two alike.
struct Words {
    state: u64,
    given: std::collections::BTreeSet<String>,
}

impl Words {
    fn new(salt: u64) -> Self {
        Self { state: salt.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1, given: Default::default() }
    }

    fn dice(&mut self, sides: usize) -> usize {
        self.state = self.state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.state >> 33) as usize % sides
    }

    fn next(&mut self) -> String {
        const HEADS: [&str; 14] = ["Br", "Z", "Kr", "V", "Gl", "Tw", "Dj", "Pl", "Qu", "Sn", "Fr", "M", "Y", "Skr"];
        const MIDDLES: [&str; 8] = ["olva", "uza", "imbo", "exa", "ado", "yrri", "unqui", "abri"];
        const ENDS: [&str; 8] = ["k", "n", "x", "zt", "m", "dral", "p", "lf"];
        loop {
            let word = [HEADS[self.dice(14)], MIDDLES[self.dice(8)], ENDS[self.dice(8)]].concat();
            if self.given.insert(word.clone()) {
                return word;
            }
        }
    }
}

#[test]
fn no_name_is_left_and_the_town_is_still_good() {
    for id in ["harbour", "the_ville"] {
        let copied = Copied::of(id);
        let new = into_nonsense(&copied, 5);
        let (scenario, map) = (copied.scenario(), copied.map());
        assert_eq!(smallville::town::check_scenario(id, &copied.data()), []);
        for text in copied.texts().iter().map(|file| std::fs::read_to_string(file).expect("a text")) {
            for old in new.keys() {
                assert_eq!(replaced(&text, &[(old.clone(), String::new())]), text, "{old:?} is left");
            }
        }
        assert!(scenario.people.len() > 7 && map.sectors.len() > 9);
    }
}
