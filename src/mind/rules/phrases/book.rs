//! The phrases: `[[section]]` heads, a phrase a line, marks of voice before it.

use std::{collections::BTreeMap, sync::OnceLock};

use crate::mind::dice::mix;

/// A phrase.
pub struct Phrase {
    /// Marks of voice that it wants.
    pub want: Vec<&'static str>,
    /// Marks of voice that it will not have.
    pub not: Vec<&'static str>,
    /// With slots in braces and choices in brackets.
    pub text: &'static str,
    /// A number made of its text: which phrases somebody leans to does not hang on what stands beside them.
    pub id: u64,
}

const FILES: [&str; 7] = [
    include_str!("../data/phrases.txt"),
    include_str!("../data/insights.txt"),
    include_str!("../data/answers.txt"),
    include_str!("../data/follow_up.txt"),
    include_str!("../data/newcomers.txt"),
    include_str!("../data/own.txt"),
    include_str!("../data/courtesy.txt"),
];

/// All phrases by section.
pub fn book() -> &'static BTreeMap<&'static str, Vec<Phrase>> {
    static BOOK: OnceLock<BTreeMap<&'static str, Vec<Phrase>>> = OnceLock::new();
    BOOK.get_or_init(|| {
        let mut book: BTreeMap<&str, Vec<Phrase>> = BTreeMap::new();
        let mut head = "";
        for line in FILES.into_iter().flat_map(str::lines).map(str::trim) {
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            if let Some(name) = line.strip_prefix("[[") {
                head = name.trim_end_matches("]]");
                book.entry(head).or_default();
                continue;
            }
            let (marks, text) = line.strip_prefix('<').and_then(|rest| rest.split_once('>')).unwrap_or(("", line));
            let marks = marks.split(',').map(str::trim).filter(|mark| !mark.is_empty());
            let (not, want): (Vec<&str>, Vec<&str>) = marks.partition(|mark| mark.starts_with('-'));
            let not = not.into_iter().map(|mark| mark.trim_start_matches('-')).collect();
            let id = text.bytes().fold(0, |id, byte| mix(id ^ u64::from(byte)));
            book.entry(head).or_default().push(Phrase { want, not, text: text.trim(), id });
        }
        book
    })
}

/// All sections with the text of their phrases, for checks.
pub fn sections() -> impl Iterator<Item = (&'static str, Vec<&'static str>)> {
    book().iter().map(|(name, phrases)| (*name, phrases.iter().map(|phrase| phrase.text).collect()))
}

/// The slots of a phrase, in order, as they stand there: `o`, `Src`.
pub fn slots_of(text: &str) -> impl Iterator<Item = &str> {
    text.split('{').skip(1).map(|rest| rest.split_once('}').map_or(rest, |(slot, _)| slot))
}
