//! What is asked for, promised and settled: what a line does beside its words, and what stands between people.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::{Field, TimeOfDay, common::row};

/// What stands for a condition that is fulfilled, and holds no more.
const GRANTED: &str = "met";

/// What somebody is to do, as far as it was said; what was not is empty.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Terms {
    /// A verb phrase with full names: `help Maria Lopez carry chairs`.
    pub what: String,
    /// Where, as named.
    pub place: String,
    /// `2023-02-14`.
    pub date: String,
    /// `17:00`.
    pub from: String,
    /// `19:00`.
    pub until: String,
    /// What it hangs on: `the snow holds`.
    #[serde(rename = "if", skip_serializing_if = "String::is_empty")]
    pub condition: String,
}

impl Terms {
    /// What `later` says in place of what these say; where it says nothing they stay.
    pub fn merge(&mut self, later: &Self) {
        if later.condition.eq_ignore_ascii_case(GRANTED) {
            self.condition.clear();
            return self.merge(&Self { condition: String::new(), ..later.clone() });
        }
        let Self { what, place, date, from, until, condition } = self;
        // An hour that is moved takes its end along, unless a new one was said.
        if !later.from.is_empty() && later.from != *from && later.until.is_empty() {
            until.clear();
        }
        let all = [(what, &later.what), (place, &later.place), (date, &later.date)];
        let more = [(from, &later.from), (until, &later.until), (condition, &later.condition)];
        for (mine, new) in all.into_iter().chain(more).filter(|(_, new)| !new.is_empty()) {
            mine.clone_from(new);
        }
    }
}

/// What is done by a line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Does {
    /// Asks for something, offers or invites: it waits for an answer.
    #[default]
    Propose,
    /// Says yes, or promises unasked.
    Accept,
    /// Says no.
    Decline,
    /// Settles something otherwise that was settled: an hour, a place.
    Change,
    /// Takes back what was promised or asked for.
    Cancel,
}

/// Who is to do it, as the speaker sees it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Doer {
    /// The speaker.
    Me,
    /// Whoever is spoken to.
    #[default]
    You,
    /// Both.
    Both,
}

/// What a line does beside its words. What it leaves unsaid is empty, or 0.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct TalkAct {
    /// What.
    pub does: Does,
    /// What it is about, by its number among what stands between people; 0: nothing that stands there.
    pub about: u32,
    /// To whom it is said, by name; empty: the other.
    pub to: String,
    /// Who is to do it.
    pub who: Doer,
    /// A verb phrase with full names.
    pub what: String,
    /// Where, as named.
    pub place: String,
    /// `2023-02-14`.
    pub date: String,
    /// `17:00`.
    pub from: String,
    /// `19:00`.
    pub until: String,
    /// What it hangs on.
    #[serde(rename = "if")]
    pub condition: String,
    /// Which of the speaker's needs it is about, by its number; 0: none.
    pub need: u32,
}

impl TalkAct {
    /// What it says of what is to be done.
    pub fn terms(&self) -> Terms {
        let Self { what, place, date, from, until, condition, .. } = self.clone();
        let what = what.trim().trim_start_matches("to ").trim_end_matches('.').to_owned();
        Terms { what, place, date, from, until, condition }
    }

    /// What it does, and about what.
    pub(super) fn in_words(&self) -> Field {
        let does = match self.does {
            Does::Propose => "asks",
            Does::Accept => "agrees",
            Does::Decline => "declines",
            Does::Change => "changes",
            Does::Cancel => "calls off",
        };
        let Self { what, place, date, from, until, condition, .. } = self;
        let condition = if condition.is_empty() { String::new() } else { format!("if {condition}") };
        let said: Vec<&str> = { [what, place, date, from, until, &condition] }
            .into_iter()
            .map(|text| text.trim())
            .filter(|text| !text.is_empty())
            .collect();
        row(does, if said.is_empty() { "to what was asked".to_owned() } else { said.join(", ") })
    }

    /// Takes out what cannot be: numbers that nothing has, times that are none. Whether something is left.
    pub(super) fn repair(&mut self, (agreements, needs): (&[Settled], &[OpenNeed])) -> bool {
        if agreements.iter().all(|one| one.n != self.about) {
            self.about = 0;
        }
        if needs.iter().all(|one| one.n != self.need) {
            self.need = 0;
        }
        for time in [&mut self.from, &mut self.until] {
            match time.parse::<TimeOfDay>() {
                Ok(good) => *time = good.to_string(),
                Err(_) => time.clear(),
            }
        }
        if self.date.parse::<jiff::civil::Date>().is_err() {
            self.date.clear();
        }
        let known = self.about > 0 || !self.what.trim().is_empty() || self.need > 0;
        known || !matches!(self.does, Does::Propose | Does::Change)
    }
}

/// Something that was asked, promised or settled, as a question carries it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Settled {
    /// Its number.
    pub n: u32,
    /// Who is to do it, by full name.
    pub who: String,
    /// What.
    pub what: String,
    /// Where; empty: not agreed.
    pub place: String,
    /// `Tuesday 14 February, 15:00-16:00`; empty: not agreed.
    pub when: String,
    /// What it hangs on, or empty.
    pub condition: String,
    /// `agreed with Maria Lopez`, `Maria Lopez asks, not answered yet`.
    pub how: String,
    /// As it is remembered, once it is answered; no prompt shows it.
    #[serde(default)]
    pub sentence: String,
}

/// What somebody needs others for, as a question carries it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OpenNeed {
    /// Its number.
    pub n: u32,
    /// `carry chairs, at Hobbs Cafe, Tuesday 14 February 15:00-17:00`.
    pub what: String,
    /// How far it is met: `Klaus Mueller 15:00-16:00; 16:00-17:00 still open`; empty: not at all.
    pub met: String,
    /// As it is remembered; no prompt shows it.
    #[serde(default)]
    pub sentence: String,
}

pub(super) fn need() -> Value {
    json!({ "n": 1, "what": "carry oil, at Boat Yard, 4 March 10:00-12:00", "met": "10:00-11:00 still open" })
}

pub(super) fn settled() -> Value {
    json!({
        "n": 2, "who": "Jon Wick", "what": "bring oil", "place": "Boat Yard", "when": "Thursday 4 March, 10:00-11:00",
        "condition": "the boat comes", "how": "agreed with Jon Wick",
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_said_later_counts_and_what_is_not_said_stays() {
        let said = |from: &str, until: &str, place: &str| Terms {
            what: "fetch rope".into(),
            place: place.into(),
            from: from.into(),
            until: until.into(),
            ..Terms::default()
        };
        let mut terms = said("14:00", "15:00", "");
        terms.merge(&Terms { place: "the hut".into(), ..Terms::default() });
        assert_eq!(terms, said("14:00", "15:00", "the hut"));
        terms.merge(&Terms { from: "16:00".into(), ..Terms::default() });
        assert_eq!(terms, said("16:00", "", "the hut"), "the old end is no end of the new hour");
        terms.merge(&Terms { condition: "it is dry".into(), ..Terms::default() });
        assert_eq!(terms.condition, "it is dry");
        terms.merge(&Terms { condition: "met".into(), ..Terms::default() });
        assert_eq!(terms, said("16:00", "", "the hut"), "it is dry");
    }

    #[test]
    fn what_cannot_be_is_taken_out() {
        let mut act =
            TalkAct { about: 7, need: 3, from: "half past".into(), what: "sing".into(), ..TalkAct::default() };
        assert!(act.repair((&[], &[])));
        assert_eq!(act, TalkAct { what: "sing".into(), ..TalkAct::default() });
        assert!(!TalkAct::default().repair((&[], &[])), "nothing is asked for");
        assert!(TalkAct { does: Does::Accept, ..TalkAct::default() }.repair((&[], &[])), "yes, to what was just asked");
    }
}
