//! What many questions and answers carry: people, moments, memories, times on the clock, and how an answer is told.

use std::{fmt, str::FromStr};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::Piece;
use crate::language::condition::ConditionKind;

/// More signs than this are more than two emoji, however they are joined.
const LONGEST_EMOJI: usize = 16;
/// Letters that are emoji too.
const LETTERS: [char; 2] = ['ℹ', 'Ⓜ'];

/// The fault, if an answer has it.
pub(super) fn refuse_if(wrong: bool, fault: impl FnOnce() -> String) -> Result<(), String> {
    if wrong { Err(fault()) } else { Ok(()) }
}

/// May this be one or two emoji? No text, nothing long; more a bubble need not know.
pub(super) fn is_emoji(text: &str) -> bool {
    let letter = |c: char| c.is_alphabetic() && !LETTERS.contains(&c) && c < '\u{1F000}';
    !text.trim().is_empty() && !text.is_ascii() && text.chars().count() <= LONGEST_EMOJI && !text.chars().any(letter)
}

/// Makes a look fit after "it is": `is wiped.` becomes `wiped`. Only what is said to be on fire burns; else it is lit.
pub(super) fn trim_look(text: &mut String, kind: ConditionKind) {
    let small = text.to_lowercase();
    let front = ["it is ", "it's ", "is ", "are "].into_iter().find(|front| small.starts_with(front));
    let rest = text.get(front.map_or(0, str::len)..).unwrap_or(text);
    *text = rest.trim_end_matches('.').trim().to_owned();
    if !kind.is_fire() && ConditionKind::of(text).is_fire() {
        *text = ConditionKind::Lit.name().to_owned();
    }
}

/// Who is asked: the persona, in words.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Me {
    /// Full name.
    pub name: String,
    /// Years.
    pub age: u32,
    /// `she`, `he` or `they`.
    pub pronouns: String,
    /// Innate traits.
    pub traits: String,
    /// What this person is and has been.
    pub background: String,
    /// When they get up, eat, rest.
    pub lifestyle: String,
    /// What they are after at present.
    pub aim: String,
    /// How they talk.
    pub voice: String,
    /// The last self summary, if one was made.
    pub summary: Option<String>,
    /// A number of this person's own, the same in every question: what must fall the same way whenever it is asked
    /// hangs on it, and not on how a name is spelt. No prompt shows it.
    pub nature: u64,
}

/// The moment at which a question is asked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Moment {
    /// `Monday 13 February`.
    pub date: String,
    /// `2023-02-13`.
    pub iso: String,
    /// On the clock.
    pub time: TimeOfDay,
    /// Where: `sector: arena`.
    pub place: String,
    /// What the person is doing.
    pub doing: String,
    /// Until when, if that is known.
    pub until: Option<TimeOfDay>,
}

/// A memory as it is shown to a mind.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Recalled {
    /// Its number, where evidence is asked for.
    pub n: Option<u32>,
    /// `13 Feb 12:35`, or a date alone; empty: long known.
    pub when: String,
    /// What is remembered.
    pub text: String,
    /// Who said it, if it was said.
    pub by: Option<String>,
    /// Kept to oneself.
    pub secret: bool,
    /// Concluded by oneself.
    pub own: bool,
    /// 1 to 10.
    pub importance: u8,
    /// It came to mind by what the question is about, and not by its weight alone: it stays longest in a prompt.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub bears: bool,
    /// Minutes since the midnight before the town began; seed memories have none.
    pub at: Option<u32>,
}

/// A person one has to do with.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Other {
    /// Full name.
    pub name: String,
    /// `she`, `he` or `they`.
    pub pronouns: String,
    /// What they are to oneself, in a sentence; empty: a stranger.
    pub relation: String,
    /// What they are doing, as seen; may be empty.
    pub doing: String,
}

/// A line of talk.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Spoken {
    /// By whom.
    pub who: String,
    /// In these words.
    pub words: String,
}

/// A person by name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Named {
    /// Full name.
    pub name: String,
    /// `she`, `he` or `they`; `they` too for those one has never seen.
    pub pronouns: String,
}

/// The names one knows: they tell a person or a place from a common word.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Known {
    /// People, by name.
    pub people: Vec<Named>,
    /// Sectors and arenas of the own tree: `Hobbs Cafe`, `Hobbs Cafe: kitchen`.
    pub places: Vec<String>,
}

/// Something with a time that was agreed or is meant.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Appointment {
    /// Beginning.
    pub from: TimeOfDay,
    /// End.
    pub until: TimeOfDay,
    /// What, and where.
    pub what: String,
    /// On whose word: `agreed with Maria Lopez`, `she is the host`.
    pub how: String,
}

/// Minutes since midnight, below 1440 as read; written `HH:MM`. `24:00` is read as the last midnight, 1440.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(try_from = "String", into = "String")]
pub struct TimeOfDay(pub u16);

impl TimeOfDay {
    /// Minutes from `self` forward to `other`, over midnight if need be; 0 when equal.
    pub fn until(self, other: TimeOfDay) -> u16 {
        (other.0 + 1440 - self.0 % 1440) % 1440
    }
}

impl fmt::Display for TimeOfDay {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let minutes = if self.0 == 1440 { 1440 } else { self.0 % 1440 };
        write!(f, "{:02}:{:02}", minutes / 60, minutes % 60)
    }
}

impl FromStr for TimeOfDay {
    type Err = String;
    fn from_str(text: &str) -> Result<Self, String> {
        let bad = || format!("{text:?} is no time of day; write it as HH:MM, such as 07:30");
        let (hours, minutes) = text.trim().split_once(':').ok_or_else(bad)?;
        let digits = |part: &str| (1..=2).contains(&part.len()) && part.bytes().all(|b| b.is_ascii_digit());
        if !digits(hours) || minutes.len() != 2 || !digits(minutes) {
            return Err(bad());
        }
        let (hours, minutes): (u16, u16) = (hours.parse().map_err(|_| bad())?, minutes.parse().map_err(|_| bad())?);
        let whole = hours * 60 + minutes;
        if minutes > 59 || whole > 1440 { Err(bad()) } else { Ok(Self(whole)) }
    }
}

impl TryFrom<String> for TimeOfDay {
    type Error = String;
    fn try_from(text: String) -> Result<Self, String> {
        text.parse()
    }
}

impl From<TimeOfDay> for String {
    fn from(time: TimeOfDay) -> Self {
        time.to_string()
    }
}

/// From one time to another.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Span {
    /// Beginning.
    pub from: TimeOfDay,
    /// End.
    pub until: TimeOfDay,
}

/// A field of an answer: what it is about, and what it says.
pub type Field = (String, String);

/// A row.
pub(super) fn row(about: impl Into<String>, text: impl Into<String>) -> Field {
    (about.into(), text.into())
}

/// Those rows that say something.
pub(super) fn filled(mut rows: Vec<Field>) -> Vec<Field> {
    rows.retain(|(_, text)| !text.trim().is_empty());
    rows
}

/// `09:00–09:10`: what is done then.
pub(super) fn pieces(mut from: TimeOfDay, all: &[Piece]) -> Vec<Field> {
    let told =
        |piece: &Piece| row(format!("{}–{}", std::mem::replace(&mut from, piece.until), piece.until), &piece.what);
    all.iter().map(told).collect()
}

/// Any JSON, field by field; empty fields are left out.
pub fn fields(answer: &Value) -> Vec<Field> {
    let Value::Object(fields) = answer else { return vec![row("answer", line(answer))] };
    let told = fields.iter().flat_map(|(name, value)| {
        let name = name.replace('_', " ");
        match value {
            Value::Array(all) if all.iter().any(Value::is_object) => {
                all.iter().map(|one| row(name.clone(), line(one))).collect()
            }
            _ => vec![row(name, line(value))],
        }
    });
    filled(told.collect())
}

fn line(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(text) => text.clone(),
        Value::Array(all) => all.iter().map(line).collect::<Vec<_>>().join(", "),
        Value::Object(_) => {
            let told = fields(value).into_iter().map(|(name, text)| format!("{name}: {text}"));
            told.collect::<Vec<_>>().join(" · ")
        }
        other => other.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn one_or_two_emoji_and_no_text() {
        for good in ["🍳", "📖☕", "👩\u{200d}🍳", "✏️", "🇬🇧", "1️⃣", "ℹ️", "🅰️", "💬 👀"]
        {
            assert!(is_emoji(good), "{good}");
        }
        for bad in ["", " ", "ok", ":-)", "é", "set 🍳", "火", "🍳🍳🍳🍳🍳🍳🍳🍳🍳🍳🍳🍳🍳🍳🍳🍳🍳"]
        {
            assert!(!is_emoji(bad), "{bad}");
        }
    }

    #[test]
    fn any_answer_is_told() {
        let rows = fields(&json!({ "steps": [{ "until": "08:05", "what": "rising" }], "so_far": "", "n": 3 }));
        let rows: Vec<(&str, &str)> = rows.iter().map(|(a, b)| (a.as_str(), b.as_str())).collect();
        assert_eq!(rows, [("n", "3"), ("steps", "until: 08:05 · what: rising")]);
        assert_eq!(fields(&"no JSON".into()), [row("answer", "no JSON")]);
    }
}
