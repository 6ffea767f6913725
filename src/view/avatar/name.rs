//! The name that a newcomer writes: whose it is already, how long it is, what is wrong with it.

use crate::{
    agent::{
        avatar::{Departed, LONGEST_NAME},
        persona::Names,
    },
    language::clean::one_line,
};

/// Letters that can be written, at most: of a name that is too long one sees how it is cut.
pub(super) const MOST: usize = 2 * LONGEST_NAME;
/// Letters from which on it is told how many there are.
const LONG: usize = LONGEST_NAME - 10;

/// Whose name it is that was written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Namesake {
    /// They came before, and left.
    Earlier(String),
    /// They live here.
    Resident(String),
}

/// Who is called as somebody writes, in small or capital letters.
pub(super) fn namesake(written: &str, names: &Names, departed: &Departed) -> Option<Namesake> {
    let written = one_line(written).to_lowercase();
    let gone = departed.named(&written).and_then(|id| departed.0.get(&id));
    if let Some(gone) = gone {
        return Some(Namesake::Earlier(gone.persona.name.clone()));
    }
    let name = names.0.values().find(|name| name.to_lowercase() == written)?;
    Some(Namesake::Resident(name.clone()))
}

/// What of it becomes the name: whole words, as many as fit, and no mark after the last.
pub(super) fn cut(written: &str) -> String {
    let written = one_line(written);
    let Some((end, _)) = written.char_indices().nth(LONGEST_NAME) else { return written };
    // A word that ends just there fits.
    let after = written[end..].chars().next().map_or(end, |next| end + next.len_utf8());
    let words = written[..after].rfind([' ', '-']).filter(|at| *at > 0);
    written[..words.unwrap_or(end)].trim_end_matches(|c: char| !c.is_alphanumeric()).to_string()
}

/// How long it is, once that matters.
pub(super) fn length(written: &str) -> Option<String> {
    let letters = one_line(written).chars().count();
    match letters {
        0..=LONG => None,
        _ if letters <= LONGEST_NAME => Some(format!("{letters} of {LONGEST_NAME} letters")),
        _ => Some(format!("{LONGEST_NAME} letters at most, and these are {letters}: you are called {}.", cut(written))),
    }
}

/// Why nobody can be called so, as far as it is seen here.
pub(super) fn fault(written: &str) -> Option<&'static str> {
    match written.trim() {
        "" => Some("Write a name first."),
        // It parts what is said of a newcomer.
        name if name.contains(';') => Some("A name has no ; in it."),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clock::AgentId;

    #[test]
    fn whose_name_it_is_is_told_before_anybody_comes() {
        let names = Names([(AgentId(3), "Ann Lee".to_owned())].into());
        let nobody = Departed::default();
        assert_eq!(namesake(" ann  lee ", &names, &nobody), Some(Namesake::Resident("Ann Lee".into())));
        assert_eq!(namesake("Ann Le", &names, &nobody), None);
        assert_eq!(namesake("", &names, &nobody), None);
    }

    #[test]
    fn a_long_name_is_cut_at_a_word_and_says_so() {
        let long = "Maximiliana Wilhelmina von Hohenzollern-Sigmaringen";
        assert_eq!(cut(long), "Maximiliana Wilhelmina von Hohenzollern");
        assert!(length(long).is_some_and(|told| told.contains("40 letters at most, and these are 51")));
        assert_eq!(cut("Maximiliana Wilhelmina von Hohenzollerns x"), "Maximiliana Wilhelmina von Hohenzollerns");
        assert_eq!(cut("Maximiliana Wilhelmina von Hohenzollernsx"), "Maximiliana Wilhelmina von");
        assert_eq!(cut(&"é".repeat(50)), "é".repeat(LONGEST_NAME));
        assert_eq!((cut(" Juno  Reed ").as_str(), length("Juno Reed")), ("Juno Reed", None));
        assert_eq!(length(&"a".repeat(34)).as_deref(), Some("34 of 40 letters"));
    }

    #[test]
    fn a_form_speaks_of_its_field() {
        assert_eq!(fault("  "), Some("Write a name first."));
        assert!(fault("Ann; Lee").is_some() && fault("Ann Lee").is_none());
    }
}
