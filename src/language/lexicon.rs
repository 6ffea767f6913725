//! Word lists, read once from a data file: `[section]` heads, `key = value` lines make maps, other lines word lists.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::OnceLock,
};

use super::{cache::Table, text::stem};

/// One section.
#[derive(Default)]
struct Section {
    list: Vec<String>,
    words: Table<&'static str, ()>,
    /// The list again, each entry between spaces, to be looked for in a text between spaces.
    padded: Vec<String>,
    /// Where the entries stand that begin with a word, in the order of the list.
    by_word: Table<&'static str, Vec<u32>>,
    map: BTreeMap<String, String>,
    pairs: Vec<(String, String)>,
    /// The stems of the list, made when they are first asked for.
    stems: OnceLock<BTreeSet<String>>,
}

/// All word lists, in hash tables: every rule looks here all the time.
pub struct Lexicon {
    sections: Table<&'static str, Section>,
    /// All words that are verbs in their plain form.
    verbs: Table<&'static str, ()>,
}

/// The file of the word lists, as it stands.
pub const TEXT: &str = include_str!("data/words.txt");

/// The word lists of English.
pub fn lex() -> &'static Lexicon {
    static LEXICON: OnceLock<Lexicon> = OnceLock::new();
    LEXICON.get_or_init(|| Lexicon::read(TEXT))
}

impl Lexicon {
    fn read(text: &'static str) -> Self {
        let mut all = Self { sections: Table::default(), verbs: Table::default() };
        let (mut head, mut section) = ("", Section::default());
        for line in text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#')) {
            if let Some(name) = line.strip_prefix('[') {
                all.sections.insert(head, section);
                head = name.trim_end_matches(']');
                section = all.sections.remove(head).unwrap_or_default();
                continue;
            }
            if let Some((keys, value)) = line.split_once(" = ") {
                for key in keys.split(", ").map(str::trim) {
                    section.map.insert(key.to_owned(), value.trim().to_owned());
                    section.pairs.push((key.to_owned(), value.trim().to_owned()));
                    all.verbs.extend((head == "class").then_some((key, ())));
                }
                continue;
            }
            for word in line.split(',').map(str::trim).filter(|word| !word.is_empty()) {
                let first = word.split(' ').next().unwrap_or_default();
                section.by_word.entry(first).or_default().push(section.list.len() as u32);
                section.list.push(word.to_owned());
                section.padded.push(format!(" {word} "));
                section.words.insert(word, ());
                all.verbs.extend((head == "verbs").then_some((word, ())));
            }
        }
        all.sections.insert(head, section);
        all
    }

    fn section(&self, name: &str) -> Option<&Section> {
        self.sections.get(name)
    }

    /// Whether the word stands in that list.
    pub fn contains(&self, section: &str, word: &str) -> bool {
        self.section(section).is_some_and(|section| section.words.contains_key(word))
    }

    /// Whether it is the stem of a word of that list.
    pub fn has_stem(&self, section: &str, of: &str) -> bool {
        let stems = |section: &Section| section.list.iter().map(|word| stem(word)).collect();
        self.section(section).is_some_and(|section| section.stems.get_or_init(|| stems(section)).contains(of))
    }

    /// A list, in its order.
    pub fn list(&self, section: &str) -> &[String] {
        self.section(section).map_or(&[], |section| &section.list)
    }

    /// A map.
    pub fn map(&self, section: &str) -> &BTreeMap<String, String> {
        static NONE: BTreeMap<String, String> = BTreeMap::new();
        self.section(section).map_or(&NONE, |section| &section.map)
    }

    /// A map's pairs in the order of the file.
    pub fn pairs(&self, section: &str) -> &[(String, String)] {
        self.section(section).map_or(&[], |section| &section.pairs)
    }

    /// Whether the word is a verb in its plain form.
    pub fn verb(&self, word: &str) -> bool {
        self.verbs.contains_key(word)
    }

    /// The first phrase of the list that occurs in the text, which must be in lower case with a space at both ends.
    pub fn find(&self, section: &str, text: &str) -> Option<&str> {
        let section = self.section(section)?;
        let begin = |(at, _): (usize, &str)| {
            let word = text[at + 1..].split(' ').next().unwrap_or_default();
            let there = section.by_word.get(word)?;
            there.iter().find(|n| text[at..].starts_with(section.padded[**n as usize].as_str()))
        };
        let first = text.match_indices(' ').filter_map(begin).min()?;
        section.list.get(*first as usize).map(String::as_str)
    }

    /// Whether a phrase of the list begins the text, which is small and has a space at both ends.
    pub fn starts_with(&self, section: &str, text: &str) -> bool {
        let word = text.strip_prefix(' ').and_then(|text| text.split(' ').next()).unwrap_or_default();
        self.section(section).is_some_and(|section| {
            let there = section.by_word.get(word).map_or(&[][..], Vec::as_slice);
            there.iter().any(|n| text.starts_with(section.padded[*n as usize].as_str()))
        })
    }

    /// Whether there is such a section.
    pub fn has(&self, section: &str) -> bool {
        self.section(section).is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_and_phrases_are_found() {
        let all = Lexicon::read("[one]\nred, big red dog, big\n# no\n[two]\nbig, a = b, c\n[class]\nrun, walk = go\n");
        assert!(all.contains("one", "red") && all.contains("one", "big red dog") && !all.contains("one", "dog"));
        assert!(!all.contains("two", "red") && !all.contains("none", "red") && all.verb("walk") && !all.verb("big"));
        assert_eq!(all.find("one", " a big red dog "), Some("red"));
        assert_eq!(all.find("one", " a big dog "), Some("big"));
        assert_eq!(all.find("one", " bigger reds "), None);
        let begins = |text| all.starts_with("one", text);
        assert!(begins(" big cat ") && !begins(" a big cat ") && all.has("two"));
    }
}
