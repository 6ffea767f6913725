//! Agreements in sentences: as they are remembered, and as a question carries them. Where people speak another language
//! than our own sentences, in symbols.

use jiff::civil::Date;

use super::{Agenda, Agreement, Standing};
use crate::{
    agent::{prelude::*, wording},
    mind::question::{Settled, Terms, TimeOfDay},
};

/// `carry chairs at Inn on Monday 13 May, 08:00-09:00, if it is dry`.
pub fn terms(terms: &Terms) -> String {
    let mut text = terms.what.clone();
    if !terms.place.is_empty() && !text.contains(&terms.place) {
        text.push_str(&format!(" at {}", terms.place));
    }
    let when = when(terms);
    if !when.is_empty() {
        text.push_str(&format!(" on {when}"));
    }
    if !terms.condition.is_empty() {
        text.push_str(&format!(", if {}", terms.condition));
    }
    text
}

/// `Monday 13 May, 08:00-09:00`, as far as it was said.
fn when(terms: &Terms) -> String {
    let date = terms.date.parse::<Date>().map(wording::date).unwrap_or_default();
    let hours = match (terms.from.as_str(), terms.until.as_str()) {
        (from, "") => from.to_owned(),
        (from, until) => format!("{from}-{until}"),
    };
    [date, hours].into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(", ")
}

/// ` at Hobbs Cafe on 14 February from 17:00 to 19:00, if it is dry.`: with absolute dates, as memories have them.
fn absolute(terms: &Terms) -> String {
    let mut text = String::new();
    if !terms.place.is_empty() && !terms.what.contains(&terms.place) {
        text.push_str(&format!(" at {}", terms.place));
    }
    if let Ok(date) = terms.date.parse::<Date>() {
        text.push_str(&format!(" on {} {}", date.day(), wording::month(date)));
    }
    match (terms.from.parse::<TimeOfDay>(), terms.until.parse::<TimeOfDay>()) {
        (Ok(from), Ok(until)) => text.push_str(&format!(" from {from} to {until}")),
        (Ok(from), Err(_)) => text.push_str(&format!(" at {from}")),
        _ => {}
    }
    if !terms.condition.is_empty() {
        text.push_str(&format!(", if {}", terms.condition));
    }
    text + "."
}

/// `Ann Lee needs somebody to help carry chairs at Inn on 13 May 2024 from 08:00 to 09:00.`
pub fn needed(name: &str, terms: &Terms) -> String {
    let (date, year) = (terms.date.parse::<Date>(), |date: Date| format!(" on {}", date.strftime("%-d %B %Y")));
    let [at, on] =
        [Some(&terms.place).filter(|place| !place.is_empty()).map(|place| format!(" at {place}")), date.ok().map(year)];
    let hours = match (terms.from.as_str(), terms.until.as_str()) {
        ("", _) => String::new(),
        (from, "") => format!(" at {from}"),
        (from, until) => format!(" from {from} to {until}"),
    };
    format!("{name} needs somebody to {}{}{}{hours}.", terms.what, at.unwrap_or_default(), on.unwrap_or_default())
}

/// `Ann Lee still needs somebody to carry chairs at Inn on 13 May from 08:45 to 09:00.`: what is left of a need.
pub fn still_needed(name: &str, terms: &Terms, open: &[(Minute, Minute)]) -> String {
    let rest = open.first().map(|(from, until)| Terms {
        from: from.time_of_day().to_string(),
        until: until.time_of_day().to_string(),
        ..terms.clone()
    });
    let rest = rest.as_ref().unwrap_or(terms);
    format!("{name} still needs somebody to {}{}", terms.what, absolute(rest))
}

impl Agreement {
    fn doers(&self, names: &Names) -> String {
        self.doers.iter().map(|who| names.get(*who)).collect::<Vec<_>>().join(" and ")
    }

    /// What is to be done, as said of those who do it: `walk to the mill` of `walk to the mill with Ann Lee`, if both do.
    fn what(&self, names: &Names) -> String {
        let mut what = self.terms.what.clone();
        for who in self.doers.iter().filter(|_| self.doers.len() > 1) {
            what = what.trim_end_matches(&format!(" with {}", names.get(*who))).to_owned();
        }
        what
    }

    /// As it is remembered; nothing of what waits for an answer.
    /// `Maria Lopez agreed to come to Isabella Rodriguez's party at Hobbs Cafe on 14 February from 17:00 to 19:00.`
    pub fn sentence(&self, names: &Names, english: bool) -> Option<String> {
        let (who, what, rest) = (self.doers(names), self.what(names), absolute(&self.terms));
        if !english {
            let [by, to] = [self.by, self.to].map(|id| names.get(id));
            let mark = match self.standing {
                Standing::Agreed => '=',
                Standing::Declined | Standing::Cancelled(_) => '-',
                _ => return None,
            };
            return Some(format!("{mark} {by} → {to}: {} ({who})", terms(&self.terms)));
        }
        Some(match self.standing {
            Standing::Agreed => format!("{who} agreed to {what}{rest}"),
            Standing::Declined => format!("{} declined to {what}{rest}", names.get(self.said.0)),
            Standing::Cancelled(by) => {
                let other = names.get(self.other(by));
                format!("{} told {other} that {who} will not {what} after all{rest}", names.get(by))
            }
            Standing::Open | Standing::Kept | Standing::Broken(_) => return None,
        })
    }

    /// As a question of `me` carries it.
    pub fn settled(&self, me: AgentId, names: &Names) -> Settled {
        let other = names.get(self.other(me));
        let how = match self.standing {
            Standing::Open if self.by == me => format!("asked of {}, not answered yet", names.get(self.to)),
            Standing::Open => format!("{} asks, not answered yet", names.get(self.by)),
            Standing::Agreed if self.is_party(me) => format!("agreed with {other}"),
            Standing::Agreed => format!("agreed between {} and {}", names.get(self.by), names.get(self.to)),
            Standing::Declined => format!("{} said no", names.get(self.said.0)),
            Standing::Cancelled(by) => format!("{} called it off", names.get(by)),
            Standing::Kept => "done as agreed".into(),
            Standing::Broken(by) => format!("{} was not there", names.get(by)),
        };
        let (who, what, place) = (self.doers(names), self.what(names), self.terms.place.clone());
        let (when, condition) = (when(&self.terms), self.terms.condition.clone());
        let sentence = self.sentence(names, true).unwrap_or_default();
        Settled { n: self.n, who, what, place, when, condition, how, sentence }
    }
}

/// Agreements that a question carries at most, beside those of the talk itself.
const SHOWN: usize = 8;

impl Agenda {
    /// What a talk stands on: what is pending between the two, what was said of in this talk, and what else somebody is
    /// bound by; what is over is left out.
    pub fn settled(&self, me: AgentId, talk: TalkId, now: Minute, names: &Names) -> Vec<Settled> {
        let here = |one: &Agreement| one.origin.talk == talk;
        let counts = |one: &&Agreement| here(one) || one.is_pending() && !one.is_over(now) && one.is_party(me);
        let all: Vec<&Agreement> = self.agreements.iter().filter(counts).collect();
        let others = all.iter().filter(|one| !here(one)).count();
        let mut skip = others.saturating_sub(SHOWN);
        let newest = all.into_iter().filter(|one| {
            let out = !here(one) && skip > 0;
            skip -= usize::from(out);
            !out
        });
        newest.map(|one| one.settled(me, names)).collect()
    }
}
