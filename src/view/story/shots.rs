//! What there is to be seen: talks, things out of order, people; where time goes so fast that nobody could see those,
//! the places where the town is.

use std::collections::{BTreeMap, BTreeSet};

use bevy::{ecs::system::SystemParam, prelude::*};

use super::pick::{self, Shot, What};
use crate::{
    agent::{
        Persona,
        components::{
            Errand,
            action::{CurrentAction, Phase},
            talk::{Talk, Talks},
        },
        persona::{Names, Whereabouts},
    },
    chronicle::{Act, Chronicle},
    clock::{AgentId, Now},
    language::speech_act::SpeechAct,
    study::watch::{Carried, Watched},
    view::{
        Feet,
        panels::widgets::{short_line, short_place},
        ticker::tell::Telling,
    },
    world::{ArenaId, ObjectId, ObjectState, TownMap},
};

/// For how many ticks it is worth seeing how somebody parted from another.
const FRESH: u64 = 90;

/// What of people is looked at.
pub(super) type Someone = (
    &'static AgentId,
    &'static Persona,
    &'static Feet,
    &'static Whereabouts,
    Option<&'static Errand>,
    Option<&'static CurrentAction>,
);

/// `Ada and Carl talk`, or what the last of them did by a line: `Ada invites Carl`, `Ada has news for Carl`.
fn told(talk: &Talk, acts: &[Act], news: Option<&Carried>, names: &Names) -> String {
    let named = |without: Option<AgentId>| {
        let members = talk.members.iter().filter(|id| Some(**id) != without);
        members.map(|id| names.first_name(*id)).collect::<Vec<_>>().join(" and ")
    };
    let by = |id| (names.first_name(id), named(Some(id)));
    match (acts.last(), news) {
        (Some(Act { by: id, act, .. }), _) => {
            let (by, others) = by(*id);
            match act {
                SpeechAct::Asks => format!("{by} asks {others} for help"),
                SpeechAct::Invites => format!("{by} invites {others}"),
                SpeechAct::Declines => format!("{by} says no to {others}"),
                SpeechAct::Dislikes => format!("{by} speaks ill of somebody, to {others}"),
                SpeechAct::Scolds => format!("{by} has hard words for {others}"),
            }
        }
        (None, Some(news)) => {
            let (by, others) = by(news.by);
            format!("{by} has news for {others}")
        }
        (None, None) => format!("{} talk", named(None)),
    }
}

/// How much a talk is worth: it carries news, or an invitation to what the news is about; the two have never talked;
/// somebody is invited, refused, spoken ill of.
fn worth(talk: &Talk, acts: &[Act], news: Option<&Carried>, met: &BTreeSet<BTreeSet<AgentId>>) -> f32 {
    let tells = news.map_or(0.0, |news| if news.event { 35.0 } else { 30.0 });
    let new = if met.contains(&talk.participants()) { 0.0 } else { 12.0 };
    pick::TALK + tells + new + acts.iter().map(|one| pick::act(one.act)).fold(0.0, f32::max)
}

/// The town as one looks round in it.
#[derive(SystemParam)]
pub(super) struct Town<'w, 's> {
    now: Res<'w, Now>,
    pub map: Res<'w, TownMap>,
    names: Res<'w, Names>,
    pub talks: Res<'w, Talks>,
    chronicle: Res<'w, Chronicle>,
    watched: Option<Res<'w, Watched>>,
    pub people: Query<'w, 's, Someone>,
    things: Query<'w, 's, (&'static ObjectId, &'static ObjectState)>,
}

impl Town<'_, '_> {
    /// What can be seen as it happens.
    pub(super) fn near(&self) -> Vec<Shot> {
        let met: BTreeSet<_> = self.talks.over.iter().map(|(_, talk)| talk.participants()).collect();
        let mut shots = Vec::new();
        for (id, talk) in &self.talks.open {
            if talk.lines.iter().any(|line| line.from <= self.now.0) {
                let (acts, news) =
                    (self.chronicle.acts(*id), self.watched.as_ref().and_then(|all| all.carried.get(id)));
                let worth = worth(talk, acts, news, &met);
                shots.push(Shot { what: What::Talk(*id), worth, words: told(talk, acts, news, &self.names) });
            }
        }
        let telling = Telling { names: &self.names, map: &self.map };
        for event in self.chronicle.from_tick(self.now.0.saturating_sub(FRESH)) {
            if let Some((worth, who)) = pick::parted(&event.kind).zip(event.who) {
                let words = telling.told(event, None).pop().map(|(_, words)| words).unwrap_or_default();
                shots.push(Shot { what: What::Person(who), worth, words });
            }
        }
        for (id, state) in &self.things {
            let Some(condition) = &state.condition else { continue };
            let object = self.map.object(*id);
            let place = short_place(&self.map, object.arena);
            let words = format!("{}: {}, {place}", object.name, short_line(&condition.what, 30));
            shots.push(Shot { what: What::Thing(*id), worth: pick::danger(condition.kind), words });
        }
        for (id, persona, _, _, errand, _) in &self.people {
            if let Some(doing) = errand.and_then(|errand| errand.0.as_ref()) {
                let words = format!("{}: {}", persona.name, doing.what);
                shots.push(Shot { what: What::Person(*id), worth: pick::ERRAND, words });
            }
        }
        // Where nothing is on one looks at where most people are, and says so.
        shots.extend(self.places().into_iter().map(pick::quiet));
        shots
    }

    /// Where the town is: each place with those who are awake in it.
    pub(super) fn places(&self) -> Vec<Shot> {
        let mut awake: BTreeMap<ArenaId, usize> = BTreeMap::new();
        for (.., here, _, action) in &self.people {
            let settled = action.is_some_and(|action| !action.asleep && !matches!(action.phase, Phase::Going));
            if settled && here.0 != ArenaId::OUTDOORS {
                *awake.entry(here.0).or_default() += 1;
            }
        }
        let talks = |arena: ArenaId| self.talks.open.values().filter(|talk| talk.arena == arena).count();
        let shot = |(arena, many): (&ArenaId, &usize)| {
            let talks = talks(*arena);
            let people = if *many == 1 { "one person".to_owned() } else { format!("{many} people") };
            let talk = if talks > 0 { ", and talk" } else { "" };
            let words = format!("{}: {people}{talk}", short_place(&self.map, *arena));
            Shot { what: What::Place(*arena), worth: pick::crowd(*many, talks), words }
        };
        awake.iter().map(shot).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_talk_that_carries_news_is_worth_more_and_so_is_a_first_one() {
        let talk = Talk { members: vec![AgentId(2), AgentId(1)], ..Talk::default() };
        let met = BTreeSet::from([talk.participants()]);
        let news = Carried { by: AgentId(1), event: false };
        assert_eq!(worth(&talk, &[], None, &met), pick::TALK);
        let first = worth(&talk, &[], None, &BTreeSet::new());
        assert!(first > pick::TALK && worth(&talk, &[], Some(&news), &met) > first);
        let no = Act { by: AgentId(1), line: 0, act: SpeechAct::Declines };
        let cold = crate::chronicle::EventKind::Resents { whom: None, words: String::new() };
        assert!(Some(worth(&talk, &[no], None, &met)) > pick::parted(&cold));
    }
}
