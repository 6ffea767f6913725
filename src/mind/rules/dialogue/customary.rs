//! Which questions are customary: those that the phrases have people here put to each other. They are small talk, and
//! get its answers. Any other question wants to know something.

use std::sync::OnceLock;

use super::super::phrases::asked;
use crate::language::text::{first, is_cap, is_punct, sentences, split};

/// A name has at most so many words.
const NAME: usize = 3;
/// A phrase with open places has at least so many words of its own: fewer would be anybody's.
const OWN: usize = 2;

/// Slots of pronouns, as choices.
const PRONOUNS: [(&str, &str); 3] =
    [("{he}", "[he|she|they]"), ("{him}", "[him|her|them]"), ("{his}", "[his|her|their]")];

/// A piece of a question.
#[derive(Clone, PartialEq)]
enum Piece {
    /// This word.
    Word(String),
    /// Somebody's name.
    Name,
    /// Any words, one at least.
    Words,
}

/// A customary question, and the section of phrases it stands in.
struct Custom {
    section: &'static str,
    pieces: Vec<Piece>,
}

/// Whether it is customary to ask `me` so; `begins`: of strangers who begin a talk.
pub(super) fn customary(question: &str, me: &str, begins: bool) -> bool {
    let words = words_of(question, me);
    let fits = |custom: &&Custom| !begins || custom.section.starts_with("intro") || custom.section == "ask.yourself";
    customs().iter().filter(fits).any(|custom| stands(&custom.pieces, &words))
}

/// Its words, without the name of whoever is asked.
fn words_of(question: &str, me: &str) -> Vec<String> {
    let mine = |word: &String| first(me) == word || me.split(' ').any(|part| part == word);
    let words: Vec<String> = split(question).into_iter().filter(|word| !is_punct(word) && !mine(word)).collect();
    // What some say instead of a name.
    let dear = words.windows(2).position(|two| two[0].eq_ignore_ascii_case("my") && two[1] == "dear");
    match dear {
        Some(at) => [&words[..at], &words[at + 2..]].concat(),
        None => words,
    }
}

fn customs() -> &'static [Custom] {
    static CUSTOMS: OnceLock<Vec<Custom>> = OnceLock::new();
    CUSTOMS.get_or_init(|| {
        let mut all = Vec::new();
        for (section, phrase) in asked() {
            // Pronouns are words, and no open places.
            let phrase = PRONOUNS.iter().fold(phrase.to_owned(), |phrase, (slot, all)| phrase.replace(slot, all));
            for text in chosen(&phrase) {
                let questions = sentences(&text).into_iter().filter(|one| one.ends_with('?'));
                all.extend(questions.map(|one| Custom { section, pieces: pieces(&one) }).filter(is_own));
            }
        }
        all
    })
}

fn is_own(custom: &Custom) -> bool {
    let own = custom.pieces.iter().filter(|piece| matches!(piece, Piece::Word(_))).count();
    own > 0 && (own == custom.pieces.len() || own >= OWN)
}

/// Each way to read its choices `[a|b]`.
fn chosen(text: &str) -> Vec<String> {
    let parts = text.split_once('[').and_then(|(before, rest)| Some((before, rest.split_once(']')?)));
    let Some((before, (choices, after))) = parts else { return vec![text.to_owned()] };
    choices.split('|').flat_map(|choice| chosen(&format!("{before}{choice}{after}"))).collect()
}

/// Marks that no phrase has, for its open places.
const SOMEBODY: &str = "Qqsomebody";
const SOMETHING: &str = "qqsomething";

fn pieces(question: &str) -> Vec<Piece> {
    let mut text = String::new();
    let mut rest = question;
    while let Some((before, (slot, after))) =
        rest.split_once('{').and_then(|(b, tail)| Some((b, tail.split_once('}')?)))
    {
        text += before;
        text += match slot {
            "o" | "O" => "",
            "x" | "X" => SOMEBODY,
            _ => SOMETHING,
        };
        rest = after;
    }
    text += rest;
    let piece = |word: String| match word.as_str() {
        SOMEBODY => Piece::Name,
        SOMETHING => Piece::Words,
        _ => Piece::Word(word.to_lowercase()),
    };
    split(&text).into_iter().filter(|word| !is_punct(word)).map(piece).collect()
}

/// Whether these words are just these pieces.
fn stands(pieces: &[Piece], words: &[String]) -> bool {
    match (pieces.first(), words.first()) {
        (None, None) => true,
        (Some(Piece::Word(own)), Some(word)) => own.eq_ignore_ascii_case(word) && stands(&pieces[1..], &words[1..]),
        (Some(Piece::Name), Some(_)) => {
            let most = words.iter().take(NAME).take_while(|word| is_cap(word)).count();
            (1..=most).any(|used| stands(&pieces[1..], &words[used..]))
        }
        (Some(Piece::Words), Some(_)) => (1..=words.len()).any(|used| stands(&pieces[1..], &words[used..])),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::customary;

    #[test]
    fn what_people_here_ask_each_other() {
        for question in
            ["How are you?", "How are you, Ann?", "What's new?", "What do you think of Cid Dorn?", "And you?"]
        {
            assert!(customary(question, "Ann Bell", false), "{question}");
        }
        for question in ["How old are you?", "How many books have you read?", "What do you think of the oven?"] {
            assert!(!customary(question, "Ann Bell", false), "{question}");
        }
        assert!(!customary("What are you working on?", "Ann Bell", true));
    }
}
