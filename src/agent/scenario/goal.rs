//! What a scenario offers a player to try: something that can come of its news, and when it has. The town never reads
//! it.

use std::collections::BTreeSet;

use jiff::civil;
use serde::{Deserialize, Serialize};

use super::{News, Report, mentions};

/// A goal. Exactly one of `known`, `guests`, `helpers`, `turned` and `minds` says what fulfils it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Goal {
    /// What it is called in files and tables.
    pub id: String,
    /// What is to be reached, in a sentence for the player.
    pub text: String,
    /// The news that it is about, by id; empty only with `minds`.
    #[serde(default)]
    pub news: String,
    /// At least so many know the news, the source included.
    pub known: Option<u32>,
    /// At least so many who had heard of it come to its event.
    pub guests: Option<u32>,
    /// At least so many help with its event.
    pub helpers: Option<u32>,
    /// At least so many who had said no to it come all the same.
    pub turned: Option<u32>,
    /// At least so many come to think well of what they were against, as `opinion` says.
    pub minds: Option<u32>,
    /// How it is found out what somebody thinks; with `minds` alone.
    pub opinion: Option<Opinion>,
    /// By when; if not given, there is time.
    pub by: Option<civil::DateTime>,
}

/// How it is found out what somebody thinks: they are asked, and their words tell.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Opinion {
    /// Names or words: whoever remembers one of them may have an opinion, and is asked.
    pub of: Vec<String>,
    /// The questions; each is a matter of its own.
    pub ask: Vec<String>,
    /// An answer with one of these, at the beginning of a word, is against it.
    pub against: Vec<String>,
    /// An answer with one of these and none of the others is in favour of it.
    pub favour: Vec<String>,
}

impl Opinion {
    /// What an answer says: in favour or not; `None`: neither.
    pub fn says(&self, answer: &str) -> Option<bool> {
        let has = |words: &[String]| words.iter().any(|words| mentions(answer, words));
        if has(&self.against) { Some(false) } else { has(&self.favour).then_some(true) }
    }

    /// Does a memory bear on it?
    pub fn touched_in(&self, text: &str) -> bool {
        self.of.iter().any(|words| mentions(text, words))
    }

    fn is_whole(&self) -> bool {
        let good = |words: &[String]| !words.is_empty() && words.iter().all(|words| !words.trim().is_empty());
        [&self.of, &self.ask, &self.against, &self.favour].into_iter().all(|words| good(words))
    }
}

/// What is counted, and how far it must come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fulfils {
    /// Who knows the news.
    Known(u32),
    /// Guests who had heard of it.
    Guests(u32),
    /// Helpers.
    Helpers(u32),
    /// Guests who had said no.
    Turned(u32),
    /// Who thinks well of what they were against.
    Minds(u32),
}

impl Goal {
    /// What fulfils it; `None`: it does not say so, or says several things.
    pub fn fulfils(&self) -> Option<Fulfils> {
        let all = [
            self.known.map(Fulfils::Known),
            self.guests.map(Fulfils::Guests),
            self.helpers.map(Fulfils::Helpers),
            self.turned.map(Fulfils::Turned),
            self.minds.map(Fulfils::Minds),
        ];
        let mut said = all.into_iter().flatten();
        said.next().filter(|_| said.next().is_none())
    }

    /// Has it a place in a town that takes it over from another: are its news there, or else those whom it is about?
    pub(super) fn fits(&self, news: &[News], lives: impl Fn(&str) -> bool) -> bool {
        match &self.opinion {
            Some(opinion) if self.news.is_empty() => opinion.of.iter().all(|name| lives(name)),
            _ => news.iter().any(|one| one.id == self.news),
        }
    }
}

impl Fulfils {
    /// How many there must be.
    pub fn wanted(self) -> u32 {
        match self {
            Self::Known(n) | Self::Guests(n) | Self::Helpers(n) | Self::Turned(n) | Self::Minds(n) => n,
        }
    }

    fn needs_event(self) -> bool {
        !matches!(self, Self::Known(_) | Self::Minds(_))
    }
}

/// Longest text of a goal, in bytes.
const LONGEST: usize = 160;
/// Most goals that a scenario offers.
const MAX: usize = 12;

/// What is wrong with goals. `news`: all that the scenario has; `people`: how many live in it.
pub(super) fn check(all: &[Goal], news: &[News], people: usize, report: &mut Report) {
    report.table = "goal";
    let mut ids = BTreeSet::new();
    if all.len() > MAX {
        report.add("goal", format!("there are {} goals; the maximum is {MAX}", all.len()), "remove some");
    }
    for goal in all {
        let about = news.iter().find(|one| one.id == goal.news);
        let fulfils = goal.fulfils();
        let wanted = fulfils.map_or(1, Fulfils::wanted);
        let late = goal.by.zip(about.and_then(|one| one.event.as_ref())).is_some_and(|(by, event)| by < event.from);
        let of_event = fulfils.is_some_and(Fulfils::needs_event);
        let is_one_line = goal.text.len() <= LONGEST && !goal.text.chars().any(char::is_control);
        let checks = [
            (goal.id.trim().is_empty() || goal.id.len() > 40, "needs an id of 1 to 40 bytes", "write a short id"),
            (!ids.insert(&goal.id), "is defined twice", "give each goal its own id"),
            (
                goal.text.trim().is_empty() || !is_one_line,
                "needs a text of 1 to 160 bytes on one line",
                "say in a sentence what the player has to reach",
            ),
            (
                about.is_none() && !(goal.news.is_empty() && goal.minds.is_some()),
                "is about news that does not exist",
                "write the id of a [[news]]",
            ),
            (
                goal.opinion.is_some() != goal.minds.is_some(),
                "has only one of minds and [goal.opinion]",
                "write both or neither",
            ),
            (
                goal.opinion.as_ref().is_some_and(|opinion| !opinion.is_whole()),
                "has an incomplete [goal.opinion]",
                "write of, ask, against and favour, none of them empty",
            ),
            (fulfils.is_none(), "needs exactly one condition", "write one of known, guests, helpers, turned and minds"),
            (wanted == 0, "asks for 0, so it is reached at once", "write 1 or more"),
            (wanted as usize > people.max(1), "asks for more people than live here", "write a smaller number"),
            (
                of_event && about.is_some_and(|one| one.event.is_none()),
                "needs an event, and its news has none",
                "give the news a [news.event], or write known",
            ),
            (late && of_event, "must be reached before its event begins", "write a later time in by"),
        ];
        report.add_all(("goal", &goal.id), &checks);
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    fn faults(goal: &str) -> Vec<String> {
        let goal: Goal = toml::from_str(goal).expect("it is TOML");
        let event = super::super::NewsEvent {
            place: "Hall".into(),
            from: civil::date(2024, 5, 2).at(18, 0, 0, 0),
            until: civil::date(2024, 5, 2).at(20, 0, 0, 0),
            helps: vec![],
            helps_from: None,
            guests: None,
            helpers: None,
            reasons: None,
        };
        let news = |id: &str, event| News {
            id: id.into(),
            text: String::new(),
            source: String::new(),
            ask: vec![],
            must: vec![],
            known: None,
            event,
        };
        let mut faults = Vec::new();
        let all = [news("fox", None), news("ball", Some(event))];
        let mut report = Report::new(Path::new("scenario.toml"), "", &mut faults);
        check(&[goal], &all, 8, &mut report);
        faults.iter().map(ToString::to_string).collect()
    }

    const OPINION: &str = "[opinion]\nof = [\"Bo Carr\"]\nask = [\"What do you think of Bo Carr?\"]\n\
                           against = [\"dislike\", \"not much\"]\nfavour = [\"like\", \"think well\"]";

    #[test]
    fn an_answer_is_for_it_or_against_it_or_neither() {
        let goal: Goal =
            toml::from_str(&format!("id = \"a\"\ntext = \"b\"\nminds = 1\n{OPINION}")).expect("it is TOML");
        let opinion = goal.opinion.expect("it has one");
        assert_eq!(opinion.says("I like Bo."), Some(true));
        assert_eq!(opinion.says("Not much. He likes the sound of himself."), Some(false));
        assert_eq!(opinion.says("I dislike Bo."), Some(false));
        assert_eq!(opinion.says("I hardly know him."), None);
        assert!(opinion.touched_in("Bo Carr helped Ann Lee.") && !opinion.touched_in("It rains."));
    }

    #[test]
    fn good_goals_have_no_fault() {
        for what in ["news = \"fox\"\nknown = 3", "news = \"ball\"\nguests = 8", "news = \"ball\"\nturned = 1"] {
            assert_eq!(faults(&format!("id = \"a\"\ntext = \"b\"\n{what}")), Vec::<String>::new());
        }
        assert_eq!(faults(&format!("id = \"a\"\ntext = \"b\"\nminds = 1\n{OPINION}")), Vec::<String>::new());
        assert_eq!(
            faults(&format!("id = \"a\"\ntext = \"b\"\nnews = \"fox\"\nminds = 1\n{OPINION}")),
            Vec::<String>::new()
        );
    }

    #[test]
    fn each_fault_is_told() {
        let bad = [
            ("id = \"\"\ntext = \"b\"\nnews = \"fox\"\nknown = 3", "needs an id"),
            ("id = \"a\"\ntext = \"\"\nnews = \"fox\"\nknown = 3", "needs a text"),
            ("id = \"a\"\ntext = \"b\"\nnews = \"cat\"\nknown = 3", "news that does not exist"),
            ("id = \"a\"\ntext = \"b\"\nnews = \"fox\"", "exactly one condition"),
            ("id = \"a\"\ntext = \"b\"\nnews = \"ball\"\nknown = 3\nguests = 2", "exactly one condition"),
            ("id = \"a\"\ntext = \"b\"\nnews = \"fox\"\nknown = 0", "asks for 0"),
            ("id = \"a\"\ntext = \"b\"\nnews = \"fox\"\nknown = 9", "more people"),
            ("id = \"a\"\ntext = \"b\"\nnews = \"fox\"\nguests = 2", "its news has none"),
            ("id = \"a\"\ntext = \"b\"\nminds = 1", "only one of minds"),
            ("id = \"a\"\ntext = \"b\"\nminds = 1\n[opinion]\nof = [\"Bo\"]\nask = [\"Well?\"]", "incomplete"),
            ("id = \"a\"\ntext = \"b\"\nnews = \"ball\"\nguests = 2\nby = \"2024-05-01T10:00:00\"", "before its event"),
        ];
        for (goal, why) in bad {
            let told = faults(goal);
            assert!(told.len() == 1 && told[0].contains(why), "{goal}: {told:?}");
        }
    }
}
