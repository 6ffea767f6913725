//! What a study compares: a change of the town, the measure that must tell it, and which way it must go. Named in the
//! scenario before anything is measured; the town never reads it.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use super::{News, Report};

/// One change and what must come of it, seed by seed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Comparison {
    /// What it is called in tables.
    pub id: String,
    /// So much of the usual talk, from 0 to 1.
    pub talk: Option<f64>,
    /// What everybody does without.
    #[serde(default)]
    pub without: BTreeSet<Faculty>,
    /// Who is left out.
    pub absent: Option<AbsentRole>,
    /// What is measured.
    pub measure: Measure,
    /// Of which news alone; if not given, of all of them.
    pub news: Option<String>,
    /// Which way it must go.
    pub goes: Option<Direction>,
    /// Or what it must come to, in a town that otherwise has another figure.
    pub to: Option<f64>,
    /// Or what it must be more than.
    pub over: Option<f64>,
    /// In at least this share of the seeds.
    #[serde(default = "most_pairs")]
    pub seeds: f64,
}

/// Eight of ten.
fn most_pairs() -> f64 {
    0.8
}

/// What people can do without; the command line tells it so.
#[derive(clap::ValueEnum, Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Faculty {
    /// Nobody talks.
    Talk,
    /// What was seen, heard or done is not recalled.
    Observation,
    /// Nothing is concluded.
    Reflection,
    /// What was planned is not recalled.
    Planning,
}

impl Faculty {
    /// As the command line spells it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Talk => "talk",
            Self::Observation => "observation",
            Self::Reflection => "reflection",
            Self::Planning => "planning",
        }
    }
}

/// Who is left out of a town.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum AbsentRole {
    /// Of all who only pass news on, the one with the most people behind them, counted for each news, as the same seed
    /// goes with everybody.
    Carrier,
}

/// What can be measured of a town and compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Measure {
    /// The share of the town that has the news, on average over the whole time: more if it comes sooner.
    Reach,
    /// How many know the news in the end.
    Informed,
    /// Hours until those behind the one who is left out have the news, on average; never is the end. Only with
    /// `absent`.
    Behind,
    /// Of those behind the one who is left out, the share that have the news later than in the town as it is, or never.
    /// Only with `absent`.
    Later,
    /// Guests at events.
    Guests,
    /// Of those who agreed to come to an event, the share that came.
    Kept,
    /// Facts that one has heard from the other when a talk is over, on average.
    Heard,
    /// For how many others one feels something, on average.
    Feelings,
}

/// Which way a measure goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Direction {
    /// Less.
    Down,
    /// More.
    Up,
}

/// Reports what is wrong with comparisons. `news`: all that the scenario has.
pub(super) fn check(all: &[Comparison], news: &[News], report: &mut Report) {
    report.table = "compare";
    let mut ids: BTreeMap<&str, u32> = BTreeMap::new();
    for one in all {
        let share = |share: f64| (0.0..=1.0).contains(&share);
        let times = ids.entry(&one.id).or_default();
        *times += 1;
        let rules = [one.goes.is_some(), one.to.is_some(), one.over.is_some()];
        let checks = [
            (one.id.trim().is_empty() || one.id.len() > 40, "needs an id of 1 to 40 bytes", "write a short id"),
            (*times == 2, "is defined twice", "give each comparison its own id"),
            (
                one.talk.is_none() && one.without.is_empty() && one.absent.is_none(),
                "changes nothing",
                "write talk, without or absent",
            ),
            (one.talk.is_some_and(|talk| !share(talk)), "has an invalid share of talk", "write 0 to 1"),
            (!share(one.seeds), "has an invalid share of seeds", "write 0 to 1, such as 0.8"),
            (
                rules.into_iter().filter(|given| *given).count() != 1,
                "needs exactly one of goes, to and over",
                "say which way the measure must go, or what it must come to or exceed",
            ),
            (
                matches!(one.measure, Measure::Behind | Measure::Later) != one.absent.is_some(),
                "has only one of absent and a measure of the people behind the absent one",
                "write absent = \"carrier\" together with measure = \"behind\" or \"later\"",
            ),
            (
                one.news.as_ref().is_some_and(|id| news.iter().all(|news| news.id != *id)),
                "is about news that does not exist",
                "write the id of a [[news]]",
            ),
        ];
        report.add_all(("comparison", &one.id), &checks);
    }
}
