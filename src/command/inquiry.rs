//! The commands with many parts. `ask`: a question to somebody, as a stranger or as somebody with a role, with a trace in
//! the town or without. `join`: who comes to town.

use std::fmt;

use super::read::{Names, Usage, addressed, colon, quoted, said, tile};
use crate::{language::clean::one_line, world::Tile};

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
        let (mut head, question) = (one_line(&rest[..at]), said(usage, rest[at + 1..].trim())?);
        let mut inquiry = Self::new("", question);
        // How it is asked may stand before the role or behind it.
        let mut takes = |words: &str| {
            let written = format!(" {words}");
            let whole = |at: &usize| !head[at + written.len()..].starts_with(char::is_alphanumeric);
            let all: Vec<usize> = head.match_indices(&written).map(|(at, _)| at).filter(whole).collect();
            for at in all.iter().rev() {
                // A comma keeps what stood on either side from reading as one.
                head.replace_range(*at..at + written.len(), ",");
            }
            !all.is_empty()
        };
        inquiry.remembered = takes(REMEMBERED);
        inquiry.honest =
            [(HONESTLY, true), (IN_CHARACTER, false)].into_iter().find(|(words, _)| takes(words)).map(|one| one.1);
        let bare = |text: &str| one_line(text.trim_matches([' ', ',']));
        let (before, role) =
            head.split_once(" as ").map_or((bare(&head), None), |(name, role)| (bare(name), Some(bare(role))));
        inquiry.role = role.unwrap_or(inquiry.role);
        let before = before.as_str();
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

/// Letters of what somebody says they are, at most.
const LONGEST_STORY: usize = 400;

/// Who comes to town.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Arrival {
    /// Full name.
    pub name: String,
    /// `she`, `he` or `they`; empty: not said.
    pub pronouns: String,
    /// A sentence on who they are; may be empty.
    pub story: String,
    /// A person of the painter's sheet, or parts as [`painter::people::Look`] writes them; empty: drawn by lot.
    pub look: String,
    /// Where they arrive; `None`: where one comes into town.
    pub at: Option<Tile>,
}

impl Arrival {
    /// Reads `Ann Lee; she; a painter who has just moved here; look hair=bob:black top=coat:red; at 40 30`: the name
    /// first, the rest in any order or not at all.
    pub(super) fn read(text: &str) -> Result<Self, String> {
        let mut parts = text.split(';').map(|part| part.split_whitespace().collect::<Vec<_>>().join(" "));
        let mut arrival = Self { name: parts.next().unwrap_or_default(), ..Self::default() };
        if arrival.name.is_empty() {
            return Err("a newcomer needs a name: write join Ann Lee; who you are".into());
        }
        for part in parts.filter(|part| !part.is_empty()) {
            let at = part.strip_prefix("at ").and_then(tile);
            match part.strip_prefix("look ") {
                _ if ["she", "he", "they"].contains(&part.as_str()) => arrival.pronouns = part,
                _ if at.is_some() => arrival.at = at,
                Some(look) if look.contains('=') || !look.contains(' ') => arrival.look = look.into(),
                _ if arrival.story.is_empty() => {
                    arrival.story = part.chars().take(LONGEST_STORY).collect::<String>().trim_end().into();
                }
                _ => {
                    let part = quoted(&part);
                    return Err(format!("it is not clear what {part} means: a story has no semicolon in it"));
                }
            }
        }
        Ok(arrival)
    }
}

impl fmt::Display for Arrival {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name.replace(';', ","))?;
        let look = if self.look.is_empty() { String::new() } else { format!("look {}", self.look) };
        for part in [&self.pronouns, &self.story, &look].into_iter().filter(|part| !part.trim().is_empty()) {
            write!(f, "; {}", part.replace(';', ","))?;
        }
        self.at.map_or(Ok(()), |at| write!(f, "; at {} {}", at.x, at.y))
    }
}
