//! Word lists, read once from a data file: `[section]` heads, `key = value` lines make maps, other lines word lists.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::OnceLock,
};

/// One section.
#[derive(Default)]
struct Section {
    list: Vec<String>,
    /// The list again, each entry between spaces, to be looked for in a text between spaces.
    padded: Vec<String>,
    set: BTreeSet<String>,
    map: BTreeMap<String, String>,
    pairs: Vec<(String, String)>,
}

/// All word lists.
pub struct Lexicon(BTreeMap<String, Section>);

/// The file of the word lists, as it stands.
pub const TEXT: &str = include_str!("data/words.txt");

/// The word lists of the built-in mind.
pub fn lex() -> &'static Lexicon {
    static LEXICON: OnceLock<Lexicon> = OnceLock::new();
    LEXICON.get_or_init(|| Lexicon::read(TEXT))
}

impl Lexicon {
    fn read(text: &str) -> Self {
        let mut sections: BTreeMap<String, Section> = BTreeMap::new();
        let mut head = String::new();
        for line in text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#')) {
            if let Some(name) = line.strip_prefix('[') {
                head = name.trim_end_matches(']').to_owned();
                continue;
            }
            let section = sections.entry(head.clone()).or_default();
            if let Some((keys, value)) = line.split_once(" = ") {
                for key in keys.split(", ") {
                    section.map.insert(key.trim().to_owned(), value.trim().to_owned());
                    section.pairs.push((key.trim().to_owned(), value.trim().to_owned()));
                }
                continue;
            }
            for word in line.split(',').map(str::trim).filter(|word| !word.is_empty()) {
                section.list.push(word.to_owned());
                section.padded.push(format!(" {word} "));
                section.set.insert(word.to_owned());
            }
        }
        Self(sections)
    }

    /// Whether the word stands in that list.
    pub fn is(&self, section: &str, word: &str) -> bool {
        self.0.get(section).is_some_and(|section| section.set.contains(word))
    }

    /// A list, in its order.
    pub fn list(&self, section: &str) -> &[String] {
        self.0.get(section).map_or(&[], |section| &section.list)
    }

    /// A map.
    pub fn map(&self, section: &str) -> &BTreeMap<String, String> {
        static NONE: BTreeMap<String, String> = BTreeMap::new();
        self.0.get(section).map_or(&NONE, |section| &section.map)
    }

    /// A map's pairs in the order of the file.
    pub fn pairs(&self, section: &str) -> &[(String, String)] {
        self.0.get(section).map_or(&[], |section| &section.pairs)
    }

    /// Whether the word is a verb in its plain form.
    pub fn verb(&self, word: &str) -> bool {
        self.is("verbs", word) || self.map("class").contains_key(word)
    }

    /// The first phrase of the list that stands in the text, which is small and has a space at both ends.
    pub fn hit(&self, section: &str, text: &str) -> Option<&str> {
        let section = self.0.get(section)?;
        let at = section.padded.iter().position(|phrase| text.contains(phrase.as_str()))?;
        section.list.get(at).map(String::as_str)
    }

    /// Whether a phrase of the list begins the text, which is small and has a space at both ends.
    pub fn opens(&self, section: &str, text: &str) -> bool {
        self.0.get(section).is_some_and(|section| section.padded.iter().any(|phrase| text.starts_with(phrase.as_str())))
    }

    /// Whether there is such a section.
    pub fn has(&self, section: &str) -> bool {
        self.0.contains_key(section)
    }
}
