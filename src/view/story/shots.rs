//! What there is to be seen: talks, things out of order, people; where time goes so fast that nobody could see those,
//! the places where the town is.

use std::collections::{BTreeMap, BTreeSet};

use bevy::prelude::*;

use super::pick::{self, Shot, What};
use crate::{
    agent::{
        Persona,
        components::{
            action::{CurrentAction, Phase},
            reaction::Errand,
            talk::{Talk, Talks},
        },
        persona::Whereabouts,
        scenario::News,
    },
    clock::AgentId,
    mind::rules::dialogue_act::Deed,
    view::{
        Feet,
        drama::{Deeds, Drama},
        panels::telling::short_place,
        sanitize::tame,
    },
    world::{ArenaId, ObjectId, ObjectState, TownMap},
};

/// For how many ticks it is worth seeing how somebody parted from another.
const FRESH: u64 = 90;

/// What of people is looked at.
pub(super) type Watched = (
    &'static AgentId,
    &'static Persona,
    &'static Feet,
    &'static Whereabouts,
    Option<&'static Errand>,
    Option<&'static CurrentAction>,
);

/// `Ada`.
fn first(id: AgentId, people: &Query<Watched>) -> Option<String> {
    let found = people.iter().find(|(one, ..)| **one == id);
    found.and_then(|(_, persona, ..)| persona.name.split_whitespace().next().map(str::to_owned))
}

/// `Ada and Carl talk`, or what the last of them did by a line: `Ada invites Carl`, `Ada has news for Carl`.
fn told(talk: &Talk, deeds: &[Deeds], news: &[News], people: &Query<Watched>) -> String {
    let named = |without: Option<AgentId>| {
        let members = talk.members.iter().filter(|id| Some(**id) != without);
        members.filter_map(|id| first(*id, people)).collect::<Vec<_>>().join(" and ")
    };
    let Some((last, by)) = deeds.last().and_then(|last| Some((last, first(last.by, people)?))) else {
        let teller = talk.lines.iter().rev().find(|line| news.iter().any(|one| one.told_in(&line.words)));
        return match teller.and_then(|line| Some((line.by, first(line.by, people)?))) {
            Some((id, by)) => format!("{by} has news for {}", named(Some(id))),
            None => format!("{} talk", named(None)),
        };
    };
    let others = named(Some(last.by));
    match last.deed {
        Deed::Asks => format!("{by} asks {others} for help"),
        Deed::Invites => format!("{by} invites {others}"),
        Deed::Declines => format!("{by} says no to {others}"),
        Deed::Dislikes => format!("{by} speaks ill of somebody, to {others}"),
        Deed::Scolds => format!("{by} has hard words for {others}"),
    }
}

/// How much a talk is worth: it carries news, or an invitation to what the news is about; the two have never talked;
/// somebody is invited, refused, spoken ill of.
fn worth(talk: &Talk, deeds: &[Deeds], news: &[News], met: &BTreeSet<Vec<AgentId>>) -> f32 {
    let told = |one: &News| talk.lines.iter().any(|line| one.told_in(&line.words));
    let tells = news.iter().filter(|one| told(one)).map(|one| if one.event.is_some() { 35.0 } else { 30.0 });
    let new = if met.contains(&pair(talk)) { 0.0 } else { 12.0 };
    let deeds = deeds.iter().map(|one| pick::deed(one.deed)).fold(0.0, f32::max);
    pick::TALK + tells.fold(0.0, f32::max) + new + deeds
}

fn pair(talk: &Talk) -> Vec<AgentId> {
    let mut members = talk.members.clone();
    members.extend(talk.lines.iter().map(|line| line.by));
    members.sort();
    members.dedup();
    members
}

/// The town as one looks round in it.
pub(super) struct Town<'a> {
    pub now: u64,
    pub map: &'a TownMap,
    pub talks: &'a Talks,
    pub drama: &'a Drama,
    pub news: &'a [News],
}

/// What can be seen as it happens.
pub(super) fn near(town: &Town, people: &Query<Watched>, things: &Query<(&ObjectId, &ObjectState)>) -> Vec<Shot> {
    let met: BTreeSet<Vec<AgentId>> = town.talks.over.iter().map(|(_, talk)| pair(talk)).collect();
    let mut shots = Vec::new();
    for (id, talk) in &town.talks.open {
        if talk.lines.iter().any(|line| line.from <= town.now) {
            let deeds = town.drama.of(*id);
            let worth = worth(talk, deeds, town.news, &met);
            shots.push(Shot { what: What::Talk(*id), worth, words: told(talk, deeds, town.news, people) });
        }
    }
    for after in town.drama.since(0).0.filter(|after| after.tick + FRESH > town.now) {
        shots.push(Shot { what: What::Person(after.who), worth: pick::parted(after.sort), words: after.words.clone() });
    }
    for (id, state) in things {
        let Some(condition) = &state.condition else { continue };
        let object = town.map.object(*id);
        let place = short_place(town.map, object.arena);
        let words = format!("{}: {}, {place}", object.name, tame(&condition.what, 30));
        shots.push(Shot { what: What::Thing(*id), worth: pick::danger(condition.kind), words });
    }
    for (id, persona, _, _, errand, _) in people {
        if let Some(doing) = errand.and_then(|errand| errand.0.as_ref()) {
            let words = format!("{}: {}", persona.name, doing.what);
            shots.push(Shot { what: What::Person(*id), worth: pick::ERRAND, words });
        }
    }
    // Where nothing is on one looks at where most people are, and says so.
    shots.extend(places(town, people).into_iter().map(pick::quiet));
    shots
}

/// Where the town is: each place with those who are awake in it.
pub(super) fn places(town: &Town, people: &Query<Watched>) -> Vec<Shot> {
    let mut awake: BTreeMap<ArenaId, usize> = BTreeMap::new();
    for (.., here, _, action) in people {
        let settled = action.is_some_and(|action| !action.asleep && !matches!(action.phase, Phase::Going));
        if settled && here.0 != ArenaId::OUTDOORS {
            *awake.entry(here.0).or_default() += 1;
        }
    }
    let talks = |arena: ArenaId| town.talks.open.values().filter(|talk| talk.arena == arena).count();
    let shot = |(arena, many): (&ArenaId, &usize)| {
        let talks = talks(*arena);
        let people = if *many == 1 { "one person".to_owned() } else { format!("{many} people") };
        let talk = if talks > 0 { ", and talk" } else { "" };
        let words = format!("{}: {people}{talk}", short_place(town.map, *arena));
        Shot { what: What::Place(*arena), worth: pick::crowd(*many, talks), words }
    };
    awake.iter().map(shot).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::agent::components::talk::Utterance;

    #[test]
    fn a_talk_that_carries_news_is_worth_more_and_so_is_a_first_one() {
        let news = News {
            id: "fox".into(),
            text: "There is a fox.".into(),
            source: "Ann".into(),
            ask: vec![],
            must: vec![vec!["fox".into()]],
            known: None,
            event: None,
        };
        let line = |words: &str| Utterance { by: AgentId(1), words: words.into(), from: 1, until: 2 };
        let talk =
            |words: &str| Talk { members: vec![AgentId(2), AgentId(1)], lines: vec![line(words)], ..Talk::default() };
        let met = BTreeSet::from([vec![AgentId(1), AgentId(2)]]);
        let (plain, told) = (talk("Good morning."), talk("There is a fox."));
        assert_eq!(worth(&plain, &[], std::slice::from_ref(&news), &met), pick::TALK);
        assert!(worth(&told, &[], std::slice::from_ref(&news), &met) > worth(&plain, &[], &[news], &BTreeSet::new()));
        assert!(worth(&plain, &[], &[], &BTreeSet::new()) > pick::TALK);
        let no = Deeds { by: AgentId(1), line: 0, deed: Deed::Declines };
        assert!(worth(&plain, &[no], &[], &met) > pick::parted(crate::view::drama::Sort::Cold));
    }
}
