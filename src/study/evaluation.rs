//! All measures of one town, in one object: the keys are a contract.

use std::collections::BTreeMap;

use bevy::prelude::*;
use jiff::civil;
use serde::Serialize;

use super::{
    acquaintance::{self, Network},
    asking::{Answers, Interviewer},
    events::{Outcome, Records, outcome},
    lines::{self, Lines},
    news::{self, Spread},
    people::Folk,
    stalls::{Going, Still},
    watch::Watched,
};
use crate::{
    agent::scenario::News,
    chronicle::Chronicle,
    clock::{Calendar, Now},
    journal::{Journal, Tally},
    town::TownInfo,
    world::TownMap,
};

/// What is measured of one town.
#[derive(Clone, Debug, Serialize)]
pub struct Evaluation {
    /// The scenario's id.
    pub scenario: String,
    /// The seed.
    pub seed: u64,
    /// How many people.
    pub agents: u32,
    /// Game hours lived.
    pub hours: f64,
    /// How far each piece of news has come.
    pub news: Vec<Spread>,
    /// Density of the mutual network at the start.
    pub density_start: f64,
    /// And in the end.
    pub density_end: f64,
    /// Asking each about each, in the end.
    pub acquaintance: Network,
    /// What came of each event.
    pub events: Vec<Outcome>,
    /// Requests and invitations, and how many were refused.
    pub refusals: Refusals,
    /// Stays in a sector that the person did not know, live, work in or know of from others.
    pub odd_places: u32,
    /// Who, where and when.
    pub odd: Vec<(String, String, String)>,
    /// What was said.
    #[serde(flatten)]
    pub lines: Lines,
    /// For how many others one feels something, liking or dislike, on average.
    pub feelings: f64,
    /// Does the town keep going?
    pub still: Still,
    /// Answers by kind of question.
    pub calls_by_question: BTreeMap<String, u64>,
    /// Answers for each person and day.
    pub calls_per_agent_day: f64,
    /// Tokens for each person and day.
    pub tokens_per_agent_day: f64,
    /// Everybody's number and name, for pictures.
    #[serde(skip)]
    pub people: Vec<(u32, String)>,
    /// The town's time.
    #[serde(skip)]
    pub calendar: Calendar,
    /// When events are: which news, from, until.
    #[serde(skip)]
    pub spans: Vec<(String, civil::DateTime, civil::DateTime)>,
    /// The network at the start, for pictures.
    #[serde(skip)]
    pub network_start: Network,
}

/// Requests and invitations.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Refusals {
    /// To which somebody said yes or no.
    pub asked: u32,
    /// To which they said no.
    pub refused: u32,
}

/// What has to be asked before the town lives its first tick.
pub struct Before {
    informed: Vec<u32>,
    network: Network,
}

/// Asks everybody before the town begins.
pub fn before(app: &mut App, answers: Answers, threads: usize) -> Before {
    let folk = Folk::of(app.world_mut());
    let asker = Interviewer { folk: &folk, answers, threads };
    let news = &app.world().resource::<TownInfo>().news;
    // Only what stands in a stream counts here; inventions are looked for in the end.
    let knows = |news| {
        let holds = |who: &usize| news::evidence(news, &folk.people[*who]).is_some();
        let holders: Vec<usize> = (0..folk.people.len()).filter(holds).collect();
        news::answers(&asker, news, &holders).into_iter().filter(|answer| answer.claims).count() as u32
    };
    Before { informed: news.iter().map(knows).collect(), network: acquaintance::ties(&asker) }
}

/// Measures a town that was watched from its beginning.
pub fn evaluate(app: &mut App, before: Before, answers: Answers, threads: usize) -> Evaluation {
    let folk = Folk::of(app.world_mut());
    let world = app.world();
    let (played, tally) = (world.resource::<TownInfo>(), world.resource::<Tally>());
    let asker = Interviewer { folk: &folk, answers, threads };
    let talks = lines::talks(world);
    let chronicle = world.resource::<Chronicle>();
    let kept = lines::kept(chronicle);
    let words = &kept.words;
    let watched = world.resource::<Watched>();
    let follow = |(news, start): (_, &u32)| news::follow(news, &asker, *start, &talks);
    let spreads: Vec<Spread> = played.news.iter().zip(&before.informed).map(follow).collect();
    let map = world.resource::<TownMap>();
    let records = Records { folk: &folk, watched, chronicle, talks: &talks, words, map };
    let outcome =
        |(n, (news, spread)): (usize, (&News, &Spread))| Some(outcome(news, news.event.as_ref()?, n, spread, &records));
    let events = played.news.iter().zip(&spreads).enumerate().filter_map(outcome).collect();
    let network = acquaintance::ask(&asker);
    let calendar = *world.resource::<Calendar>();
    let hours = calendar.hours(world.resource::<Now>().0);
    let agents = folk.people.len();
    let agent_days = agents.max(1) as f64 * hours.max(0.01) / 24.0;
    let when = |minute| calendar.date_time(calendar.tick(minute)).strftime("%Y-%m-%d %H:%M").to_string();
    let calls: u64 = tally.by_question.values().map(|share| share.answers).sum();
    // As the journal has them: a save that lives again asks nobody.
    let took = world.resource::<Journal>().answers.values().map(|entry| entry.took.tokens_in + entry.took.tokens_out);
    let tokens: u64 = took.sum();
    Evaluation {
        scenario: played.meta.scenario.clone(),
        seed: played.meta.seed,
        agents: agents as u32,
        hours: (hours * 100.0).round() / 100.0,
        news: spreads,
        density_start: before.network.density,
        density_end: network.density,
        acquaintance: network,
        events,
        refusals: Refusals { asked: words.len() as u32, refused: words.iter().filter(|word| word.no).count() as u32 },
        odd_places: watched.odd.len() as u32,
        odd: watched.odd.iter().map(|(who, place, minute)| (who.clone(), place.clone(), when(*minute))).collect(),
        lines: lines::count(&talks, &kept, calendar),
        feelings: folk.people.iter().map(|who| who.feelings).sum::<usize>() as f64 / agents.max(1) as f64,
        still: world.resource::<Going>().worst(),
        calls_by_question: tally.answers_by_question(),
        calls_per_agent_day: calls as f64 / agent_days,
        tokens_per_agent_day: tokens as f64 / agent_days,
        people: folk.people.iter().map(|one| (one.id.0, one.name.clone())).collect(),
        calendar,
        spans: played
            .news
            .iter()
            .filter_map(|news| news.event.as_ref().map(|event| (news.id.clone(), event.from, event.until)))
            .collect(),
        network_start: before.network,
    }
}
