//! Which talks and lines answer to what is searched for. Pure.

use crate::{agent::components::talk::Talk, clock::AgentId};

/// What is searched for.
pub struct Sought {
    who: Option<AgentId>,
    words: Vec<String>,
}

impl Sought {
    /// Talks of this person in which all of these words are said, in any letters.
    pub fn new(who: Option<AgentId>, words: &str) -> Self {
        Self { who, words: words.to_lowercase().split_whitespace().map(str::to_string).collect() }
    }

    /// Are there words?
    pub fn has_words(&self) -> bool {
        !self.words.is_empty()
    }

    /// Does a talk answer to it: by who takes part, and by one of its lines, or by the names of who takes part?
    pub fn fits<'a>(&self, talk: &Talk, name: impl Fn(AgentId) -> Option<&'a str>) -> bool {
        let members = || talk.members.iter().copied().chain(talk.lines.iter().map(|line| line.by));
        self.who.is_none_or(|who| members().any(|one| one == who))
            && (self.words.is_empty()
                || talk.lines.iter().any(|line| self.in_line(&line.words))
                || self.in_line(&members().filter_map(name).collect::<Vec<_>>().join(" ")))
    }

    /// Are all the words in this line? No words are in none.
    pub fn in_line(&self, line: &str) -> bool {
        let line = line.to_lowercase();
        self.has_words() && self.words.iter().all(|word| line.contains(word))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::agent::components::talk::Utterance;

    #[test]
    fn by_person_and_by_words() {
        let line = |by, words: &str| Utterance { by: AgentId(by), words: words.into(), from: 1, until: 4 };
        let talk = Talk {
            members: vec![AgentId(1), AgentId(2)],
            lines: vec![line(1, "There is a Party on Tuesday."), line(2, "Who comes?")],
            began: 1,
            ..Talk::default()
        };
        let name = |who: AgentId| if who == AgentId(1) { Some("Ada Byron") } else { Some("Carl Gauss") };
        let fits = |who: Option<u32>, words: &str| Sought::new(who.map(AgentId), words).fits(&talk, name);
        assert!(fits(None, "") && fits(Some(2), " ") && fits(Some(1), "party tues"));
        assert!(!fits(Some(3), "") && !fits(None, "party comes"), "both words in one line");
        assert!(fits(None, "carl ada") && fits(Some(1), "carl") && !fits(None, "grace"));
        let sought = Sought::new(None, "WHO");
        assert!(sought.in_line("Who comes?") && !sought.in_line("Nobody.") && !Sought::new(None, "").in_line("x"));
    }
}
