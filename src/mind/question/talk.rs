//! Talk (paper, section 4.3.2): one line at a time, and what is kept when it is over.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use serde_json::{Value, json};

use super::{
    Appointment, Field, Known, Me, Moment, OpenNeed, Other, Question, Recalled, Settled, Spoken, Stretch, TalkAct,
    TimeOfDay,
    common::{refuse_if, row},
    list,
    settle::{need, settled},
};
use crate::language::{
    text::{is_stop_word, words},
    time::is_date_name,
};

/// More letters than this are no line of talk.
const LONGEST_LINE: usize = 600;

/// The next thing to say aloud.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Utter {
    /// The language to think in.
    pub language: String,
    /// Who.
    pub me: Me,
    /// When it is asked; `doing` is what was done before the talk began.
    pub now: Moment,
    /// Since when they talk.
    pub talk_began: TimeOfDay,
    /// To whom.
    pub other: Other,
    /// The rest of today's plan.
    pub plan: Vec<Stretch>,
    /// The names one knows.
    pub known: Known,
    /// What is remembered of the other, in order of time.
    pub about: Vec<Recalled>,
    /// What the last lines bring back.
    pub brought_up: Vec<Recalled>,
    /// What the question brings back that was just put, by its own words alone; empty if nothing was asked.
    pub asked: Vec<Recalled>,
    /// What weighs on one's mind, whoever stands there: the heaviest and the newest.
    pub weighs: Vec<Recalled>,
    /// What one has already told this very person.
    pub told: Vec<Recalled>,
    /// One's own last lines in other talks, oldest first.
    pub own_lines: Vec<String>,
    /// The talk so far.
    pub lines: Vec<Spoken>,
    /// What one came to talk about; only before the first line.
    pub topic: Option<String>,
    /// Who else can hear it, by name.
    pub within_hearing: Vec<String>,
    /// What one does on usual days: `study physics, 09:15-16:30, mon tue`; empty: no work.
    pub usual: String,
    /// What is fixed for tomorrow and was settled with nobody.
    pub tomorrow: Vec<Appointment>,
    /// What was asked, promised or settled, with the other and with anybody.
    #[serde(default)]
    pub agreements: Vec<Settled>,
    /// What one needs somebody for.
    #[serde(default)]
    pub needs: Vec<OpenNeed>,
    /// Where one lives; empty: nowhere in town.
    pub home: String,
    /// Where one works most; empty: nowhere.
    pub workplace: String,
}

/// Marks around what is said, as languages have them.
const QUOTES: [(char, char); 7] =
    [('"', '"'), ('“', '”'), ('«', '»'), ('»', '«'), ('„', '“'), ('「', '」'), ('『', '』')];

/// Something said.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct UtterAnswer {
    /// In these words.
    pub words: String,
    /// Does the speaker stop talking after it?
    pub end: bool,
    /// What it asks for, promises or settles.
    #[serde(default)]
    pub acts: Vec<TalkAct>,
}

impl Question for Utter {
    const PURPOSE: &'static str = "utterance";
    const LABEL: &'static str = "a line of talk";
    type Answer = UtterAnswer;

    fn admits(&self, answer: &UtterAnswer) -> Result<(), String> {
        let letters = answer.words.chars().count();
        match () {
            () if answer.words.trim().is_empty() => Err("nothing is said".into()),
            () if letters > LONGEST_LINE => Err(format!("{letters} letters are more than {LONGEST_LINE}")),
            () => Ok(()),
        }
    }

    /// Takes off the speaker's own name in front and quotation marks around it all.
    fn repair(&self, answer: &mut UtterAnswer) {
        let (name, mut rest) = (self.me.name.as_str(), answer.words.as_str());
        let first = name.split_whitespace().next().unwrap_or_default();
        for name in [name, first].into_iter().filter(|name| !name.is_empty()) {
            let front = rest.get(..name.len()).filter(|front| front.to_lowercase() == name.to_lowercase());
            if let Some(after) = front.and_then(|_| rest[name.len()..].trim_start().strip_prefix([':', '：'])) {
                rest = after.trim_start();
                break;
            }
        }
        for (open, close) in QUOTES {
            let inner = rest.strip_prefix(open).and_then(|rest| rest.strip_suffix(close));
            if let Some(inner) = inner.filter(|inner| !inner.contains([open, close])) {
                rest = inner.trim();
            }
        }
        answer.words = rest.to_owned();
        let numbers = (&self.agreements[..], &self.needs[..]);
        answer.acts.retain_mut(|act| act.repair(numbers));
    }

    fn in_words(&self, answer: &UtterAnswer) -> Vec<Field> {
        let said = [row("words", &answer.words), row("end", answer.end.to_string())];
        said.into_iter().chain(answer.acts.iter().map(TalkAct::in_words)).collect()
    }

    fn specimen() -> Value {
        // Of several days, since a memory is shown once.
        let on = |when: &str| {
            let said = "Jon Wick says that the oil is old.";
            json!([
                { "n": 1, "when": when, "text": "Ada Wick fears the stairs.", "secret": true, "own": false, "importance": 4 },
                { "n": 2, "when": when, "text": "The lamp smokes.", "secret": false, "own": false, "importance": 4 },
                { "n": 3, "when": when, "text": said, "by": "Jon Wick", "secret": false, "own": false, "importance": 4 },
            ])
        };
        let fetch = json!({ "from": "14:00", "until": "15:00", "what": "fetch oil", "how": "agreed with Jon Wick" });
        json!({
            "about": on("2 Mar 17:00"), "brought_up": on("1 Mar 10:00"), "asked": on("26 Feb 10:00"),
            "weighs": on("28 Feb 11:00"), "told": on("27 Feb 12:00"), "own_lines": ["No boat today."],
            "topic": "the oil", "within_hearing": ["Mo Reed"], "usual": "keep the light, 08:00-16:00, every day",
            "tomorrow": [fetch], "home": "Ferry House", "workplace": "Boat Yard: slip",
            "agreements": [settled()],
            "needs": [need()],
        })
    }
}

/// What a line asks for, promises or settles that a player has typed: it is read once, and then means the same to all who
/// heard it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReadLine {
    /// The language to think in.
    pub language: String,
    /// Who said it.
    pub me: Me,
    /// When it was said.
    pub now: Moment,
    /// To whom.
    pub other: Other,
    /// The names one knows.
    pub known: Known,
    /// What was asked, promised or settled before.
    pub agreements: Vec<Settled>,
    /// What one needs somebody for.
    pub needs: Vec<OpenNeed>,
    /// The talk; the last line is the one to be read.
    pub lines: Vec<Spoken>,
}

/// What a line does.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ReadAnswer {
    /// What it asks for, promises or settles.
    pub acts: Vec<TalkAct>,
}

impl Question for ReadLine {
    const PURPOSE: &'static str = "read_line";
    const LABEL: &'static str = "what a player's line settles";
    const RARE: bool = true;
    type Answer = ReadAnswer;

    fn admits(&self, _: &ReadAnswer) -> Result<(), String> {
        Ok(())
    }

    fn repair(&self, answer: &mut ReadAnswer) {
        answer.acts.retain_mut(|act| act.repair((&self.agreements, &self.needs)));
    }

    fn in_words(&self, answer: &ReadAnswer) -> Vec<Field> {
        match answer.acts.is_empty() {
            true => vec![row("settles", "nothing")],
            false => answer.acts.iter().map(TalkAct::in_words).collect(),
        }
    }

    fn specimen() -> Value {
        json!({ "agreements": [settled()], "needs": [need()] })
    }
}

/// What is kept of a talk that is over.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AfterTalk {
    /// The language to think in.
    pub language: String,
    /// Who.
    pub me: Me,
    /// When it is asked.
    pub now: Moment,
    /// Since when they talked.
    pub talk_began: TimeOfDay,
    /// With whom.
    pub other: Other,
    /// The rest of today's plan.
    pub plan: Vec<Stretch>,
    /// The names one knows.
    pub known: Known,
    /// What was known before and bears on it.
    pub memories: Vec<Recalled>,
    /// What was asked, promised or settled in it: that is kept already.
    #[serde(default)]
    pub agreements: Vec<Settled>,
    /// All that was said; line numbers in the answer begin at 1.
    pub lines: Vec<Spoken>,
}

/// A fact and the line it comes from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Gleaned {
    /// Its line, from 1.
    pub line: u32,
    /// Full names, absolute dates; what the other said begins with who said it.
    pub fact: String,
}

/// What is kept.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct AfterAnswer {
    /// One sentence.
    pub summary: String,
    /// New facts from the other, at most 6.
    pub heard: Vec<Gleaned>,
    /// News one gave, at most 6.
    pub told: Vec<Gleaned>,
    /// What was left open, or empty.
    pub unsure: String,
    /// What changes in one's own plan, or empty.
    pub changes: String,
    /// What one now thinks of the other, or empty.
    pub opinion: String,
}

impl Question for AfterTalk {
    const PURPOSE: &'static str = "after_talk";
    const LABEL: &'static str = "what to keep of a talk";
    const MOMENT: Option<&'static str> = Some("thought a talk over");
    type Answer = AfterAnswer;

    fn admits(&self, answer: &AfterAnswer) -> Result<(), String> {
        refuse_if(answer.summary.trim().is_empty(), || "the summary is empty".into())?;
        let by = |line: u32| line.checked_sub(1).and_then(|n| self.lines.get(n as usize)).map(|line| &line.who);
        for (gleaned, mine) in answer.heard.iter().map(|g| (g, false)).chain(answer.told.iter().map(|g| (g, true))) {
            let who = by(gleaned.line).ok_or_else(|| format!("there is no line {}", gleaned.line))?;
            refuse_if((*who == self.me.name) != mine, || format!("line {} was said by {who}", gleaned.line))?;
        }
        refuse_if(answer.heard.len() > 6 || answer.told.len() > 6, || {
            "too much is kept: at most 6 heard, 6 told".into()
        })
    }

    /// What was settled is kept already; what only says it again is no memory of its own.
    fn repair(&self, answer: &mut AfterAnswer) {
        let AfterAnswer { heard, told, changes, unsure, .. } = answer;
        let names = [&self.me.name, &self.other.name];
        let again = |text: &str| self.agreements.iter().any(|settled| says_again(text, settled, names));
        heard.retain(|gleaned| !again(&gleaned.fact));
        told.retain(|gleaned| !again(&gleaned.fact));
        [changes, unsure].into_iter().filter(|text| again(text)).for_each(String::clear);
    }

    fn specimen() -> Value {
        json!({ "agreements": [settled()] })
    }
}

list![Utter, ReadLine, AfterTalk];

/// A fact with more than this of its own beside a promise is more than the promise said again, in words.
const OF_ITS_OWN: usize = 3;
/// Words of any promise, that say nothing of what is promised.
const OF_PROMISES: &str = "agreed agrees promised promises means meant plans";
/// Words after which it is not the same any more.
const OTHERWISE: &str = "not cannot never before after only unless may might maybe perhaps late instead";

/// Does a text say what was settled and nothing else? Names of those who talk say nothing.
fn says_again(text: &str, settled: &Settled, names: [&String; 2]) -> bool {
    let small = |word: &String| word.to_lowercase();
    let is_of = |list: &str, word: &String| list.split(' ').any(|one| one == small(word));
    let empty = |word: &String| is_stop_word(&small(word)) || is_of(OF_PROMISES, word);
    let tells = |word: &String| word.len() > 2 && !empty(word) && !word.contains(|c: char| c.is_ascii_digit());
    let names: Vec<String> = names.into_iter().flat_map(|name| words(name)).collect();
    let what: Vec<String> = words(&settled.what).iter().filter(|word| tells(word)).map(small).collect();
    let place: Vec<String> = words(&settled.place).iter().map(small).collect();
    let all = words(text);
    let told: Vec<&String> = all.iter().filter(|word| tells(word) && !names.contains(word)).collect();
    let same = |a: &str, b: &str| a.starts_with(b) || b.starts_with(a);
    let found = what.iter().filter(|one| told.iter().any(|word| same(&small(word), one))).count();
    let is_new = |word: &&&String| !what.iter().chain(&place).any(|one| same(&small(word), one)) && !is_date_name(word);
    let rest: Vec<&&String> = told.iter().filter(is_new).collect();
    !what.is_empty()
        && 3 * found >= 2 * what.len()
        && rest.len() <= OF_ITS_OWN
        && !rest.iter().any(|word| word.starts_with(char::is_uppercase))
        && !all.iter().any(|word| is_of(OTHERWISE, word))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mind::question::specimens;

    fn specimen<Q: Question>() -> Q {
        let ask = specimens().into_iter().find(|ask| ask.purpose == Q::PURPOSE).unwrap();
        serde_json::from_str(&ask.inputs).unwrap()
    }

    #[test]
    fn a_line_of_talk_has_no_name_and_no_marks_around_it() {
        let mut question: Utter = specimen();
        question.me.name = "Ünal Kaya".into();
        let said = |words: &str| {
            let mut answer = UtterAnswer { words: words.into(), end: false, acts: Vec::new() };
            question.repair(&mut answer);
            answer.words
        };
        assert_eq!(said("Ünal Kaya: Hello."), "Hello.");
        assert_eq!(said("ünal: \"Hello.\""), "Hello.");
        assert_eq!(said("“Hello.”"), "Hello.");
        assert_eq!(said("Unal Kaya: Hello."), "Unal Kaya: Hello.");
        assert_eq!(said("\"Hi\" is what \"Bo\""), "\"Hi\" is what \"Bo\"");
        assert_eq!(said("**Hello.** Meet me at 5: sharp"), "**Hello.** Meet me at 5: sharp");
    }

    #[test]
    fn what_was_settled_is_not_kept_again() {
        let mut question: AfterTalk = specimen();
        (question.me.name, question.other.name) = ("Ann Bell".into(), "Cid Dorn".into());
        question.agreements[0].what = "ask Gus Hart to the fair".into();
        question.agreements[0].place = "the mill".into();
        let told = |facts: &[&str]| {
            let mut answer = AfterAnswer {
                told: facts.iter().map(|fact| Gleaned { line: 2, fact: (*fact).into() }).collect(),
                changes: "Ann Bell will ask Gus Hart today.".into(),
                ..AfterAnswer::default()
            };
            question.repair(&mut answer);
            (answer.told.len(), answer.changes.is_empty())
        };
        let said_again = "Ann Bell told Cid Dorn that she will ask Gus Hart to the fair on 3 March.";
        assert_eq!(told(&[said_again]), (0, true), "nor is it a change beside");
        for stays in [
            "Ann Bell told Cid Dorn that Flo Marsh will ask Gus Hart to the fair.",
            "Ann Bell told Cid Dorn that she may not ask Gus Hart to the fair.",
            "Ann Bell told Cid Dorn that she asks Gus Hart to the fair since his dog bit the baker's boy.",
            "Ann Bell told Cid Dorn that the mill is shut.",
        ] {
            assert_eq!(told(&[stays]).0, 1, "{stays}");
        }
    }
}
