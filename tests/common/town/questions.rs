//! The three questions, when they are asked, and where their answers are kept.

use bevy::prelude::*;
use rand::RngExt;
use serde::{Deserialize, Serialize};

use super::{Doing, Memory, Places, Thing, Tile, Travel, Wish, senses::Percepts};
use smallville::{
    clock::{Active, AgentId, Now, Seed},
    exchange::{Answered, AskApp, Thinking, Unanswered},
    mind::question::{Listed, Question},
    schedule::{Tick, TickSystems},
};

/// Ticks a person may take to react.
const REACTION: u64 = 3;
/// Characters spoken in a tick.
const SPEECH: usize = 40;
/// Ticks beyond the due one after which nobody waits (live).
const PATIENCE: u64 = 12;

/// Where do I go next?
#[derive(Serialize, Deserialize, Debug)]
pub struct Where {
    /// What I can choose from.
    pub options: Vec<Tile>,
    /// How much I know.
    pub news: usize,
}
impl Listed for Where {}
impl Question for Where {
    const PURPOSE: &'static str = "where";
    const LABEL: &'static str = "where";
    type Answer = usize;
    fn admits(&self, answer: &usize) -> Result<(), String> {
        (*answer < self.options.len()).then_some(()).ok_or_else(|| format!("{answer} was not offered"))
    }
}

/// What do I do about this?
#[derive(Serialize, Deserialize, Debug)]
pub enum React {
    /// Somebody is near.
    Person(AgentId, u64),
    /// Something burns.
    Fire(Thing, u64),
}
/// What can be done about it.
#[derive(Serialize, Deserialize, Clone, Debug, PartialEq)]
pub enum Reaction {
    /// Nothing.
    CarryOn,
    /// Talk to the one seen.
    TalkTo(AgentId),
    /// Put it out.
    Fix(Thing),
}
impl Listed for React {}
impl Question for React {
    const PURPOSE: &'static str = "react";
    const LABEL: &'static str = "react";
    type Answer = Reaction;
    fn admits(&self, answer: &Reaction) -> Result<(), String> {
        match (self, answer) {
            (_, Reaction::CarryOn) => Ok(()),
            (React::Person(seen, _), Reaction::TalkTo(one)) if seen == one => Ok(()),
            (React::Fire(seen, _), Reaction::Fix(one)) if seen == one => Ok(()),
            _ => Err(format!("{answer:?} was not offered")),
        }
    }
}

/// What do I say?
#[derive(Serialize, Deserialize, Debug)]
pub struct Utter {
    /// To whom.
    pub to: AgentId,
    /// After what.
    pub heard: Option<String>,
    /// The how-manieth line this is.
    pub turn: u32,
    /// What I could tell.
    pub news: Vec<String>,
}
/// A line of talk.
#[derive(Serialize, Deserialize, Clone, Debug, PartialEq)]
pub struct Utterance {
    /// Said.
    pub words: String,
    /// Told; one of what was offered.
    pub news: Option<String>,
    /// And goodbye.
    pub end: bool,
}
impl Utterance {
    /// Ticks to speak it.
    pub fn ticks(&self) -> u64 {
        self.words.chars().count().div_ceil(SPEECH).max(3) as u64
    }
}
impl Listed for Utter {}
impl Question for Utter {
    const PURPOSE: &'static str = "utter";
    const LABEL: &'static str = "utter";
    type Answer = Utterance;
    fn admits(&self, answer: &Utterance) -> Result<(), String> {
        let known = answer.news.iter().all(|told| self.news.contains(told));
        known.then_some(()).ok_or_else(|| "tells what it does not know".into())
    }
}

/// Answers are stored by observers, and asked for by a chain of systems: the chain gives the counts.
pub fn plugin(app: &mut App) {
    app.add_question::<Where>()
        .add_question::<React>()
        .add_question::<Utter>()
        .add_observer(|on: On<Answered<Where>>, mut wishes: Query<&mut Wish>| -> Result {
            wishes.get_mut(on.entity)?.place = Some(on.question.options[on.answer]);
            Ok(())
        })
        .add_observer(|on: On<Answered<React>>, mut wishes: Query<&mut Wish>| -> Result {
            wishes.get_mut(on.entity)?.reaction = Some(on.answer.clone());
            Ok(())
        })
        .add_observer(|on: On<Answered<Utter>>, mut wishes: Query<&mut Wish>| -> Result {
            wishes.get_mut(on.entity)?.line = Some(on.answer.clone());
            Ok(())
        })
        .add_observer(|on: On<Unanswered<Utter>>, mut wishes: Query<&mut Wish>| -> Result {
            let words = String::from("...");
            wishes.get_mut(on.entity)?.line = Some(Utterance { words, news: None, end: true });
            Ok(())
        })
        .add_systems(Tick, (ask_where, ask_react, ask_utter).chain().in_set(TickSystems::Ask));
}

fn ask_where(
    (now, active, seed): (Res<Now>, Res<Active>, Res<Seed>),
    (travel, places): (Res<Travel>, Res<Places>),
    mut people: Query<(&AgentId, &Tile, &Doing, &Wish, &Memory, &mut Thinking)>,
) {
    let mut people = people.iter_many_mut(&active.0);
    while let Some((id, at, doing, wish, memory, mut thinking)) = people.fetch_next() {
        let Doing::Dwell { until } = doing else {
            continue;
        };
        if wish.place.is_some() || thinking.about::<Where>() {
            continue;
        }
        let mut dice = seed.dice(*id, now.0, "where");
        let quarter = (0..places.0.len()).min_by_key(|n| places.0[*n].distance(*at)).unwrap_or(0) / 8;
        let near = &places.0[quarter * 8..quarter * 8 + 8];
        let mut options: Vec<Tile> = (0..3).map(|_| near[dice.random_range(0..8)]).collect();
        if travel.0 > 0 && dice.random_range(0..travel.0) == 0 {
            options = vec![places.0[dice.random_range(0..places.0.len())]];
        }
        let question = Where { options, news: memory.news.len() };
        // One step ahead: the whole stay is there to think about the next.
        let stay = until.saturating_sub(now.0);
        thinking.ask(*seed, *id, *now, stay, stay + PATIENCE, &question);
    }
}

fn ask_react(
    (now, active, seed): (Res<Now>, Res<Active>, Res<Seed>),
    mut people: Query<(&AgentId, &Percepts, &Doing, &Memory, &mut Thinking)>,
) {
    let mut people = people.iter_many_mut(&active.0);
    while let Some((id, percepts, doing, memory, mut thinking)) = people.fetch_next() {
        let busy = matches!(doing, Doing::Talk { .. } | Doing::Walk { errand: Some(_), .. });
        if busy || thinking.about::<React>() {
            continue;
        }
        let mut dice = seed.dice(*id, now.0, "notice");
        let fire = percepts.fires.first().map(|(thing, _)| React::Fire(*thing, now.0));
        let person = percepts
            .people
            .iter()
            .find(|(other, _, talking)| !talking && memory.met.get(other).is_none_or(|met| met + 120 < now.0));
        let person = person.filter(|_| dice.random_range(0..4) == 0).map(|(other, ..)| React::Person(*other, now.0));
        if let Some(question) = fire.or(person) {
            thinking.ask(*seed, *id, *now, REACTION, REACTION + PATIENCE, &question);
        }
    }
}

fn ask_utter(
    (now, active, seed): (Res<Now>, Res<Active>, Res<Seed>),
    mut people: Query<(&AgentId, &Doing, &Wish, &Memory, &mut Thinking)>,
) {
    let mut people = people.iter_many_mut(&active.0);
    while let Some((id, doing, wish, memory, mut thinking)) = people.fetch_next() {
        let Doing::Talk { with, turn, mine: true, heard, until, over: false } = doing else {
            continue;
        };
        if wish.line.is_some() {
            continue;
        }
        // Asked when the other begins to speak, due when that line has been spoken.
        let due = until.saturating_sub(now.0).max(3);
        let news = memory.news.iter().cloned().collect();
        let question = Utter { to: *with, heard: heard.clone(), turn: *turn, news };
        thinking.ask(*seed, *id, *now, due, due + PATIENCE, &question);
    }
}
