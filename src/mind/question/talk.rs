//! Talk (paper, section 4.3.2): one line at a time, and what is kept when it is over.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Appointment, Known, Me, Moment, Other, Question, Recalled, Spoken, Stretch, TimeOfDay};

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
    #[serde(default)]
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
    #[serde(default)]
    pub within_hearing: Vec<String>,
    /// What one does on usual days: `study physics, 09:15-16:30, mon tue`; empty: no work.
    #[serde(default)]
    pub usual: String,
    /// What is fixed for tomorrow.
    #[serde(default)]
    pub tomorrow: Vec<Appointment>,
    /// Where one lives; empty: nowhere in town.
    #[serde(default)]
    pub home: String,
    /// Where one works most; empty: nowhere.
    #[serde(default)]
    pub workplace: String,
}

/// Something said.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct UtterAnswer {
    /// In these words.
    pub words: String,
    /// Does the speaker stop talking after it?
    pub end: bool,
}

impl Question for Utter {
    const PURPOSE: &'static str = "utterance";
    type Answer = UtterAnswer;
    fn admits(&self, answer: &UtterAnswer) -> Result<(), String> {
        let letters = answer.words.chars().count();
        match () {
            () if answer.words.trim().is_empty() => Err("nothing is said".into()),
            () if letters > LONGEST_LINE => Err(format!("{letters} letters are more than {LONGEST_LINE}")),
            () => Ok(()),
        }
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

/// A promise of one's own.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Promise {
    /// The line of one's own in which it was given, from 1.
    pub line: u32,
    /// `come to Isabella Rodriguez's party`: a verb phrase.
    pub what: String,
    /// As named in the talk, or empty.
    pub place: String,
    /// `2023-02-14`, or empty.
    pub date: String,
    /// `17:00`, or empty.
    pub from: String,
    /// `19:00`, or empty.
    pub until: String,
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
    /// What one promised, at most 4.
    pub agreed: Vec<Promise>,
    /// What one said no to, or empty.
    pub refused: String,
    /// What was left open, or empty.
    pub unsure: String,
    /// What changes in one's own plan, or empty.
    pub changes: String,
    /// What one now thinks of the other, or empty.
    pub opinion: String,
}

impl Question for AfterTalk {
    const PURPOSE: &'static str = "after_talk";
    type Answer = AfterAnswer;
    fn admits(&self, answer: &AfterAnswer) -> Result<(), String> {
        if answer.summary.trim().is_empty() {
            return Err("the summary is empty".into());
        }
        let by = |line: u32| line.checked_sub(1).and_then(|n| self.lines.get(n as usize)).map(|line| &line.who);
        for (gleaned, mine) in answer.heard.iter().map(|g| (g, false)).chain(answer.told.iter().map(|g| (g, true))) {
            let who = by(gleaned.line).ok_or_else(|| format!("there is no line {}", gleaned.line))?;
            if (*who == self.me.name) != mine {
                return Err(format!("line {} was said by {who}", gleaned.line));
            }
        }
        for promise in &answer.agreed {
            let who = by(promise.line).ok_or_else(|| format!("there is no line {}", promise.line))?;
            if *who != self.me.name {
                return Err(format!(
                    "line {} was said by {who}, who cannot promise for {}",
                    promise.line, self.me.name
                ));
            }
            let times = [&promise.from, &promise.until].into_iter().filter(|time| !time.is_empty());
            if let Some(bad) = { times }.find(|time| time.parse::<TimeOfDay>().is_err()) {
                return Err(format!("{bad:?} is no time; write HH:MM or \"\""));
            }
            if !promise.date.is_empty() && promise.date.parse::<jiff::civil::Date>().is_err() {
                return Err(format!("{:?} is no date; write YYYY-MM-DD or \"\"", promise.date));
            }
        }
        if answer.heard.len() > 6 || answer.told.len() > 6 || answer.agreed.len() > 4 {
            return Err("too much is kept: at most 6 heard, 6 told, 4 agreed".into());
        }
        Ok(())
    }
}
