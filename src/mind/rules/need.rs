//! What somebody needs a hand with: the task, where, when. Read from a need that is told or from the request itself.

use super::{
    beliefs::Beliefs,
    dialogue_act::addressed::unaddressed,
    frame::{Class, Frame, spoken},
};
use crate::language::{
    lexicon::lex,
    text::{is_capitalized, is_punct, is_stop_word, join, sentences, split, tokens},
    time::{self, When},
};

/// A task one wants help with.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Need {
    /// A bare verb phrase: `hang lamps`.
    pub task: String,
    /// With its preposition: `at Bell Tavern`; may be empty.
    pub place: String,
    /// When, if that was said.
    pub when: Option<When>,
}

impl Need {
    /// From a frame such as `X needs somebody to help hang lamps at P on D`.
    pub fn of(frame: &Frame) -> Option<Self> {
        let rest = &frame.rest;
        let somebody =
            |word: &String| matches!(word.as_str(), "somebody" | "someone" | "hand" | "hands" | "person" | "people");
        let to = || rest.iter().position(|word| word == "to").filter(|at| rest[..*at].iter().any(somebody));
        let from = rest.iter().position(|word| word == "help").or_else(to)? + 1;
        let task = &rest[from..];
        let task = task.strip_prefix(&["to".to_owned()]).unwrap_or(task);
        let end = task.iter().position(|word| matches!(word.as_str(), ";" | "because" | "," | "so"));
        let task = join(&task[..end.unwrap_or(task.len())]);
        let (place, when) = (frame.place.clone().unwrap_or_default(), frame.when.clone());
        (!task.is_empty()).then_some(Self { task, place, when })
    }

    /// From the words of a request: `Could you help me hang lamps at Bell Tavern tomorrow from three to five?`
    pub fn heard(head: &Beliefs, words: &str) -> Option<Self> {
        let asks = |sentence: &String| {
            let bare: Vec<String> = split(sentence).iter().filter(|w| !is_punct(w)).map(|w| w.to_lowercase()).collect();
            lex().find("helpwords", &format!(" {} ", bare.join(" "))).is_some()
        };
        // "I could use a hand. Could you help me hang lamps?": with what, only the second says
        sentences(&head.names.expand_nicknames(words))
            .iter()
            .filter(|one| asks(one))
            .find_map(|one| Self::asked(head, &unaddressed(&head.names, one)))
    }

    /// From the sentence in which one is asked for a hand.
    fn asked(head: &Beliefs, sentence: &str) -> Option<Self> {
        let mut tokens = head.names.merge(&tokens(sentence));
        let when = time::extract_time(&mut tokens, head.now);
        let mut place = String::new();
        if let Some(at) = tokens.iter().rposition(|word| head.names.is_place(word)) {
            place = format!("at {}", tokens[at]);
            let article = usize::from(at > 0 && tokens[at - 1] == "the");
            let from = at.saturating_sub(1 + article);
            if from > 0 && matches!(tokens[from].as_str(), "at" | "in" | "to") {
                let to = tokens[from] == "to";
                tokens.drain(from..=at);
                if to {
                    tokens.splice(from..from, ["to".to_string(), place.trim_start_matches("at ").to_string()]);
                }
            }
        }
        tokens.retain(|word| !is_punct(word));
        let at = tokens.iter().position(|word| word == "help")?;
        let mut task = &tokens[at + 1..];
        for before in [["me", "us"].as_slice(), &["to"]] {
            task =
                task.split_first().filter(|(word, _)| before.contains(&word.as_str())).map_or(task, |(_, rest)| rest);
        }
        let end = task.windows(2).position(|pair| begins_a_clause(&pair[0], &pair[1]));
        let task = &task[..end.unwrap_or(task.len())];
        // "help me sort drawings" names a task, whatever verb that is; "help me a bit" does not
        let names_one = |word: &String| {
            let more = task.len() > 1 && !is_stop_word(word) && !is_capitalized(word);
            lex().verb(&word.to_lowercase()) || word == "with" || more
        };
        task.first().is_some_and(names_one).then(|| Self { task: join(task), place, when })
    }

    /// The need that a line speaks of: the request's own words first, what is told beside it after.
    pub fn in_line(head: &Beliefs, by: &str, words: &str, told: &[Frame]) -> Option<Self> {
        Self::heard(head, words).or_else(|| {
            let mut needs = told.iter().filter(|frame| frame.subj == by);
            needs.find(|frame| frame.class == Class::Need).and_then(Self::of)
        })
    }

    /// What whoever asks calls theirs, by their name: `carry my bags` of Ann Lee is to carry her bags.
    #[must_use]
    pub fn of_whom(self, by: &str) -> Self {
        let named = |word: String| if word == "my" { vec![by.to_owned(), "'s".to_owned()] } else { vec![word] };
        let task: Vec<String> = split(&self.task).into_iter().flat_map(named).collect();
        Self { task: join(&task), ..self }
    }

    /// `hang lamps at Bell Tavern on 7 May from 15:00 to 17:00`: as it is remembered.
    pub fn write(&self) -> String {
        self.put(&self.place, self.when.as_ref().map(When::write))
    }

    /// The same as it is said now.
    pub fn say(&self, head: &Beliefs) -> String {
        let place = if self.place.is_empty() { String::new() } else { spoken(&self.place, &head.names) };
        self.put(&place, self.when.as_ref().map(|when| when.say(head.now)))
    }

    fn put(&self, place: &str, when: Option<String>) -> String {
        let parts = [self.task.as_str(), place, &when.unwrap_or_default()];
        parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" ")
    }
}

/// `and I` in `help hang lamps and I thought you could help me`: another clause, no part of the task.
fn begins_a_clause(joint: &str, subject: &str) -> bool {
    matches!(joint, "and" | "but" | "so" | "because")
        && matches!(subject, "I" | "i" | "you" | "we" | "he" | "she" | "they" | "it")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn another_clause_is_no_part_of_the_task() {
        assert!(begins_a_clause("and", "I") && begins_a_clause("but", "you"));
        assert!(!begins_a_clause("and", "drinks") && !begins_a_clause("food", "I"));
    }
}
