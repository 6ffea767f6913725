//! Word lists, read once from a data file: `[section]` heads, `key = value` lines make maps, other lines word lists.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::OnceLock,
};

use super::text::stem;

/// One section.
#[derive(Default)]
struct Section {
    list: Vec<String>,
    /// The list again, each entry between spaces, to be looked for in a text between spaces.
    padded: Vec<String>,
    /// Where the entries stand that begin with a word, in the order of the list.
    by_word: BTreeMap<&'static str, Vec<u32>>,
    map: BTreeMap<String, String>,
    pairs: Vec<(String, String)>,
    /// The stems of the list, made when they are first asked for.
    stems: OnceLock<BTreeSet<String>>,
}

/// All word lists.
pub struct Lexicon {
    sections: Vec<Section>,
    words: Words,
}

/// The file of the word lists, as it stands.
pub const TEXT: &str = include_str!("data/words.txt");

/// The word lists of English.
pub fn lex() -> &'static Lexicon {
    static LEXICON: OnceLock<Lexicon> = OnceLock::new();
    LEXICON.get_or_init(|| Lexicon::read(TEXT))
}

/// The number under which all words are kept that are verbs in their plain form.
const VERBS: u32 = u32::MAX;
/// The number under which the names of the sections are kept.
const NAMES: u32 = u32::MAX - 1;

/// A word, the number of its section, and what is kept of it.
type Entry = (&'static str, u32, u32);

/// The words of all sections in a hash table: every rule looks here all the time.
struct Words(Vec<Option<Entry>>);

impl Words {
    fn of(entries: Vec<Entry>) -> Self {
        let mut words = Self(vec![None; (4 * entries.len()).next_power_of_two()]);
        for one in entries {
            let at = words.slot(one.0, one.1);
            words.0[at] = Some(one);
        }
        words
    }

    /// Where the word stands, or where there is room for it.
    fn slot(&self, word: &str, section: u32) -> usize {
        let start = 0xcbf2_9ce4_8422_2325_u64 ^ u64::from(section);
        let hash = word.bytes().fold(start, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3));
        let last = self.0.len() - 1;
        let mut at = (hash ^ (hash >> 32)) as usize & last;
        while self.0[at].is_some_and(|(other, of, _)| (of, other) != (section, word)) {
            at = (at + 1) & last;
        }
        at
    }

    fn get(&self, word: &str, section: u32) -> Option<u32> {
        self.0[self.slot(word, section)].map(|(.., value)| value)
    }
}

impl Lexicon {
    fn read(text: &'static str) -> Self {
        let (mut sections, mut words) = (vec![Section::default()], vec![("", NAMES, 0)]);
        let mut numbers = BTreeMap::from([("", 0)]);
        let (mut head, mut at) = ("", 0);
        for line in text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#')) {
            if let Some(name) = line.strip_prefix('[') {
                head = name.trim_end_matches(']');
                at = *numbers.entry(head).or_insert_with(|| {
                    sections.push(Section::default());
                    words.push((head, NAMES, sections.len() as u32 - 1));
                    sections.len() as u32 - 1
                });
                continue;
            }
            let section = &mut sections[at as usize];
            if let Some((keys, value)) = line.split_once(" = ") {
                for key in keys.split(", ").map(str::trim) {
                    section.map.insert(key.to_owned(), value.trim().to_owned());
                    section.pairs.push((key.to_owned(), value.trim().to_owned()));
                    if head == "class" {
                        words.push((key, VERBS, 0));
                    }
                }
                continue;
            }
            for word in line.split(',').map(str::trim).filter(|word| !word.is_empty()) {
                let first = word.split(' ').next().unwrap_or_default();
                section.by_word.entry(first).or_default().push(section.list.len() as u32);
                section.list.push(word.to_owned());
                section.padded.push(format!(" {word} "));
                words.push((word, at, 0));
                if head == "verbs" {
                    words.push((word, VERBS, 0));
                }
            }
        }
        Self { sections, words: Words::of(words) }
    }

    fn section(&self, name: &str) -> Option<&Section> {
        self.words.get(name, NAMES).map(|at| &self.sections[at as usize])
    }

    /// Whether the word stands in that list.
    pub fn is(&self, section: &str, word: &str) -> bool {
        self.words.get(section, NAMES).is_some_and(|at| self.words.get(word, at).is_some())
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
        self.words.get(word, VERBS).is_some()
    }

    /// The first phrase of the list that stands in the text, which is small and has a space at both ends.
    pub fn hit(&self, section: &str, text: &str) -> Option<&str> {
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
    pub fn opens(&self, section: &str, text: &str) -> bool {
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
        let lexicon =
            Lexicon::read("[one]\nred, big red dog, big\n# no\n[two]\nbig, a = b, c\n[class]\nrun, walk = go\n");
        assert!(lexicon.is("one", "red") && lexicon.is("one", "big red dog") && !lexicon.is("one", "dog"));
        assert!(
            !lexicon.is("two", "red") && !lexicon.is("none", "red") && lexicon.verb("walk") && !lexicon.verb("big")
        );
        assert_eq!(lexicon.hit("one", " a big red dog "), Some("red"));
        assert_eq!(lexicon.hit("one", " a big dog "), Some("big"));
        assert_eq!(lexicon.hit("one", " bigger reds "), None);
        assert!(lexicon.opens("one", " big cat ") && !lexicon.opens("one", " a big cat ") && lexicon.has("two"));
    }
}
