//! What many questions carry.

use serde::{Deserialize, Serialize};

use super::TimeOfDay;

/// Who is asked: the persona, in words.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
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
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Recalled {
    /// Its number, where evidence is asked for.
    pub n: Option<u32>,
    /// `13 Feb 12:35`, or a date alone.
    pub when: String,
    /// What is remembered.
    pub text: String,
    /// Who said it, if it was said.
    pub by: Option<String>,
    /// Kept to oneself.
    pub secret: bool,
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
