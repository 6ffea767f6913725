//! `ask`: a question to somebody, as a stranger or as somebody with a role, with a trace in the town or without.

use std::fmt;

use super::{
    Names, Usage,
    read::{addressed, colon, said},
};

/// Letters of a role, at most.
const LONGEST_ROLE: usize = 60;
/// Who asks, if it is not said.
const STRANGER: &str = "a stranger";
const REMEMBERED: &str = "remembered";
const IN_CHARACTER: &str = "in character";
const HONESTLY: &str = "honestly";

/// A question to somebody.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Inquiry {
    /// To whom.
    pub to: String,
    /// Who asks: `a stranger`, `a news reporter`.
    pub role: String,
    /// Is it remembered? If not, it is no part of the town.
    pub remembered: bool,
    /// Asked whether they are a human, do they say what they are? `None`: as it is set; in the town, yes.
    pub honest: Option<bool>,
    /// What is asked.
    pub question: String,
}

impl Inquiry {
    /// A question of a stranger that leaves no trace.
    pub fn new(to: impl Into<String>, question: impl Into<String>) -> Self {
        Self { to: to.into(), role: STRANGER.into(), remembered: false, honest: None, question: question.into() }
    }

    /// Reads `NAME [as ROLE] [remembered] [in character|honestly]: question`, these in any order.
    pub(super) fn read(names: &dyn Names, usage: &Usage, rest: &str) -> Result<Self, String> {
        let Some(at) = colon(rest) else {
            let (to, question) = addressed(names, usage, rest)?;
            return Ok(Self::new(to, question));
        };
        let (head, question) = (rest[..at].trim(), said(usage, rest[at + 1..].trim())?);
        let mut inquiry = Self::new("", question);
        let (before, role) = head.split_once(" as ").map_or((head, None), |(name, role)| (name, Some(role)));
        let before = inquiry.manner(before);
        if let Some(role) = role {
            inquiry.role = inquiry.manner(role).to_string();
        }
        if inquiry.role.is_empty() || inquiry.role.chars().nth(LONGEST_ROLE).is_some() || before.ends_with(" as") {
            return Err(format!("a role has 1 to {LONGEST_ROLE} letters: write {usage}"));
        }
        inquiry.to = match names.person(before)? {
            Some((name, "")) => name,
            Some((_, more)) => return Err(format!("it is not clear what {more:?} means: write {usage}")),
            None => before.to_string(),
        };
        if inquiry.to.is_empty() { Err(format!("it is not said who: write {usage}")) } else { Ok(inquiry) }
    }

    /// Takes in how it is asked, where a text begins or ends with that; what is left of the text.
    fn manner<'a>(&mut self, mut text: &'a str) -> &'a str {
        loop {
            text = text.trim_matches([' ', ',']);
            let found = [REMEMBERED, IN_CHARACTER, HONESTLY].into_iter().find_map(|words| {
                let less = text.strip_suffix(words).filter(|less| less.is_empty() || less.ends_with([' ', ',']));
                let least = || text.strip_prefix(words).filter(|less| less.starts_with([' ', ',']));
                less.or_else(least).map(|less| (words, less))
            });
            let Some((words, less)) = found else { return text };
            match words {
                REMEMBERED => self.remembered = true,
                words => self.honest = Some(words == HONESTLY),
            }
            text = less;
        }
    }
}

impl fmt::Display for Inquiry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} as {}", self.to, self.role)?;
        let honest = self.honest.map(|honest| if honest { HONESTLY } else { IN_CHARACTER });
        for words in honest.into_iter().chain(self.remembered.then_some(REMEMBERED)) {
            write!(f, ", {words}")?;
        }
        write!(f, ": {}", self.question)
    }
}
