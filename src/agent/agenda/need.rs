//! What somebody needs others for, and how far that is met by what was agreed.

use serde::{Deserialize, Serialize};

use super::{
    Agenda, Engagement, Standing,
    hours::{hours_said, resolve},
};
use crate::{
    agent::prelude::*,
    mind::question::{Appointment, OpenNeed, Terms},
};

/// Something that somebody needs others for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Need {
    /// The owner's number for it, from 1.
    pub n: u32,
    /// What a helper is to do, a verb phrase: `carry chairs`; where and when.
    pub terms: Terms,
    /// The place in the stream of the memory that tells of it.
    pub memory: u32,
}

/// Whom somebody may count on for a need, and what of its time nobody has promised.
pub struct Met {
    /// Who comes, from when until when; without hours for all of it.
    pub by: Vec<(AgentId, Option<(Minute, Minute)>)>,
    /// What of it is still open; all of it, where it has no hours and nobody comes.
    pub open: Vec<(Minute, Minute)>,
    /// Whether somebody comes for all of it.
    pub whole: bool,
}

impl Agenda {
    /// How far a need is met.
    pub fn met(&self, need: &Need, now: Minute, calendar: &Calendar) -> Met {
        let hours = hours_said(&need.terms, now, calendar).and_then(|(from, until)| Some((from, until?)));
        let helps = |standing| matches!(standing, Standing::Agreed | Standing::Kept);
        let helpers = self.agreements.iter().filter(|one| one.need == need.n && helps(one.standing));
        let by: Vec<_> = helpers
            .flat_map(|one| one.doers.iter().map(|who| (*who, one.hours.map(|(from, until, _)| (from, until)))))
            .collect();
        let mut open: Vec<(Minute, Minute)> = hours.into_iter().collect();
        for (_, taken) in &by {
            let Some((from, until)) = *taken else {
                open.clear();
                continue;
            };
            let cut = |(begins, ends): (Minute, Minute)| [(begins, ends.min(from)), (begins.max(until), ends)];
            open = open.into_iter().flat_map(cut).filter(|(from, until)| from < until).collect();
        }
        Met { whole: !by.is_empty() && open.is_empty(), by, open }
    }

    /// All needs of which not all is over, as a question carries them.
    pub fn open_needs(&self, me: AgentId, now: Minute, calendar: &Calendar, names: &Names) -> Vec<OpenNeed> {
        let past = |need: &&Need| {
            let day = need.terms.date.parse::<jiff::civil::Date>().ok();
            day.is_some_and(|day| day < calendar.date(now))
                || hours_said(&need.terms, now, calendar).is_some_and(|(from, until)| until.unwrap_or(from) <= now)
        };
        let told = self.needs.iter().filter(|need| !past(need)).map(|need| {
            let met = self.met(need, now, calendar);
            let span = |(from, until): (Minute, Minute)| format!("{}-{}", from.time_of_day(), until.time_of_day());
            let by = met.by.iter().map(|(who, hours)| match hours {
                Some(hours) => format!("{} {}", names.get(*who), span(*hours)),
                None => names.name(*who),
            });
            let open = met.open.iter().filter(|_| !met.by.is_empty()).map(|open| format!("{} still open", span(*open)));
            let met = by.chain(open).collect::<Vec<_>>().join("; ");
            let what = super::words::terms(&need.terms);
            OpenNeed { n: need.n, what, met, sentence: super::words::needed(names.get(me), &need.terms) }
        });
        told.collect()
    }

    /// Needs between two minutes as a day is planned with them: whoever needs a hand has to be there.
    pub fn needed(
        &self,
        me: AgentId,
        (from, until): (Minute, Minute),
        known: &KnownPlaces,
        town: &Town,
    ) -> Vec<Appointment> {
        let all = self.open_needs(me, from, &town.calendar, &town.names);
        let needed = self.needs.iter().filter_map(|need| {
            let told = all.iter().find(|one| one.n == need.n)?;
            let when = (from, &*town.calendar);
            let (begins, ends, place) = resolve(&need.terms, when, (known, &town.map), false, |_, _| None)?;
            let what = need.terms.what.strip_prefix("help ").unwrap_or(&need.terms.what).to_owned();
            let met = if told.met.is_empty() { "nobody yet" } else { &told.met };
            let how = format!("needs a hand with it: {met}");
            let one = Engagement { from: begins, until: ends, what, place, how, memory: need.memory };
            (begins < until).then(|| one.appointment(&town.map))
        });
        needed.collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        agent::agenda::{Heard, LineId},
        mind::question::Does,
    };

    #[test]
    fn a_need_is_met_in_parts() {
        let calendar = Calendar { start: "2024-05-13T06:00".parse().expect("a date"), tick_seconds: 10 };
        let said = |from: &str, until: &str| Terms {
            what: "carry chairs".into(),
            place: "Inn".into(),
            date: "2024-05-13".into(),
            from: from.into(),
            until: until.into(),
            ..Terms::default()
        };
        let need = Need { n: 1, terms: said("08:00", "09:00"), memory: 0 };
        let mut agenda = Agenda { needs: vec![need], ..Agenda::default() };
        let names = Names([(AgentId(1), "Ann Lee".to_owned()), (AgentId(2), "Bo Carr".to_owned())].into());
        let now = calendar.minute(60);
        let open = |agenda: &Agenda| agenda.open_needs(AgentId(1), now, &calendar, &names)[0].clone();
        assert_eq!(open(&agenda).met, "");
        assert_eq!(open(&agenda).what, "carry chairs at Inn on Monday 13 May, 08:00-09:00");
        let (talk, terms) = (TalkId { by: AgentId(1), count: 0 }, said("08:00", "08:45"));
        let line = LineId { talk, line: 0, act: 0 };
        let (by, to, words) = (AgentId(2), AgentId(1), "Yes.");
        let heard =
            Heard { does: Does::Accept, line, about: None, by, to, doers: &[by], terms: &terms, need: 1, words, at: 9 };
        agenda.hear(&heard);
        let at = |text: &str| Minute(u32::from(text.parse::<crate::mind::question::TimeOfDay>().expect("a time").0));
        agenda.agreements[0].hours = Some((at("08:00"), at("08:45"), ArenaId(1)));
        assert_eq!(open(&agenda).met, "Bo Carr 08:00-08:45; 08:45-09:00 still open");
        assert!(!agenda.met(&agenda.needs[0], now, &calendar).whole);
        agenda.agreements[0].hours = None;
        assert_eq!(open(&agenda).met, "Bo Carr", "who comes and said no hour comes for all of it");
        assert!(agenda.met(&agenda.needs[0], now, &calendar).whole);
        assert!(agenda.open_needs(AgentId(1), Minute(now.0 + 600), &calendar, &names).is_empty(), "its time is over");
    }
}
