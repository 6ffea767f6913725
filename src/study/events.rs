//! Measures of talk and of events: repeated lines, refused requests; and for each event who was told, who planned to
//! come, who came, and why the others did not.

use std::{
    collections::{BTreeMap, BTreeSet},
    ops::Range,
};

use serde::Serialize;

use super::{
    asking::{Folk, Inhabitant},
    news::{How, Spread, evidence},
    watch::{Watched, helps_from, is_at, time_of},
};
use crate::{
    agent::{
        agenda::Engagement,
        prelude::*,
        scenario::{News, NewsEvent, mentions},
    },
    chronicle::{Chronicle, EventKind},
};

/// How a line asks for something; that somebody helps is told without.
const ASKS: [&str; 4] = ["?", "need", "could use", "favour"];

/// One event.
#[derive(Clone, Debug, Serialize)]
pub struct Outcome {
    /// The news it is about.
    pub id: String,
    /// Has its time come?
    pub over: bool,
    /// Who was told of it by somebody.
    pub invited: Vec<String>,
    /// Who agreed to come.
    pub agreed: Vec<String>,
    /// Who knew of it before and was there for ten minutes or more; without the one who gives it.
    pub attended: Vec<String>,
    /// Who was there so long and knew nothing of it when they came.
    pub by_chance: Vec<String>,
    /// Who was invited and did not come.
    pub absent: Vec<Absent>,
    /// Those who were asked for help.
    pub helpers: Helpers,
}

/// Somebody who did not come.
#[derive(Clone, Debug, Serialize)]
pub struct Absent {
    /// Who.
    pub agent: String,
    /// Why.
    pub reason: Reason,
    /// What they did instead, most of the time.
    pub instead: String,
}

/// Reasons to stay away.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub enum Reason {
    /// Something else at that time: work, sleep, another engagement.
    #[serde(rename = "conflict")]
    Conflict,
    /// They had agreed, and did something else.
    #[serde(rename = "forgot")]
    Forgot,
    /// They said no.
    #[serde(rename = "declined")]
    Declined,
    /// They knew, and never meant to.
    #[serde(rename = "no plan")]
    NoPlan,
}

/// Help with an event.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Helpers {
    /// How many were asked.
    pub asked: u32,
    /// How many agreed.
    pub agreed: u32,
    /// How many came.
    pub came: u32,
    /// Who came.
    pub who: Vec<String>,
}

/// All that an event can be judged by.
pub struct Records<'a> {
    /// The people in the end.
    pub folk: &'a Folk<'a>,
    /// What was seen.
    pub watched: &'a Watched,
    /// What happened.
    pub chronicle: &'a Chronicle,
    /// What was said.
    pub talks: &'a [Talk],
    /// What was promised and refused.
    pub words: &'a [Commitment],
    /// The map.
    pub map: &'a TownMap,
}

/// What came of the event of `news`, the `n`-th of the scenario.
pub fn outcome(news: &News, event: &NewsEvent, n: usize, spread: &Spread, records: &Records) -> Outcome {
    let Records { folk, watched, chronicle, map, .. } = records;
    let calendar = folk.calendar;
    let Range { start: from, end: until } = time_of(event, &calendar);
    let end = calendar.tick(until);
    let guests = || folk.people.iter().filter(|who| who.name != news.source);
    let attendance = |who: &Inhabitant| watched.lives.get(&who.id).and_then(|life| life.attendance.get(n));
    let overlaps = |one: &Engagement| one.from < until && one.until > from;
    let going = |one: &Engagement| overlaps(one) && (is_at(&event.place, one.place, map) || news.told_in(&one.what));
    let engaged =
        |who: &Inhabitant, fits: &dyn Fn(&Engagement) -> bool| chronicle.engagements(who.id).any(|(_, one)| fits(one));
    let words: Vec<&Commitment> =
        records.words.iter().filter(|word| word.tick < end && about(news, &word.what)).collect();
    let word = |who: &Inhabitant, no: bool| words.iter().any(|word| word.by == who.id && word.is_refusal == no);
    let knows = |id| folk.get(id).and_then(|who| evidence(news, who)).map(|one| one.created);
    let there: BTreeMap<AgentId, bool> = watched.guests(n, knows).collect();
    let told: BTreeSet<&str> =
        spread.path.iter().filter(|one| one.how == How::Talk && one.tick < end).map(|one| one.to.as_str()).collect();
    let agrees = |who: &Inhabitant| engaged(who, &going) || word(who, false);
    let (mut attended, mut by_chance, mut absent) = (Vec::new(), Vec::new(), Vec::new());
    for who in guests() {
        match there.get(&who.id) {
            Some(true) => attended.push(who.name.clone()),
            Some(false) => by_chance.push(who.name.clone()),
            None if told.contains(who.name.as_str()) && folk.now >= end => {
                let other = |one: &Engagement| overlaps(one) && !going(one);
                let bound = attendance(who).is_some_and(|one| one.bound * 2 > until.0 - from.0);
                let reason = match () {
                    () if word(who, true) => Reason::Declined,
                    () if engaged(who, &other) || bound => Reason::Conflict,
                    () if agrees(who) => Reason::Forgot,
                    () => Reason::NoPlan,
                };
                let doings = attendance(who).and_then(|one| one.doings.iter().max_by_key(|(_, minutes)| **minutes));
                let instead = doings.map(|(what, _)| what.clone()).unwrap_or_default();
                absent.push(Absent { agent: who.name.clone(), reason, instead });
            }
            None => {}
        }
    }
    let names = |wanted: &dyn Fn(&Inhabitant) -> bool| -> Vec<String> {
        guests().filter(|who| wanted(who)).map(|who| who.name.clone()).collect()
    };
    Outcome {
        id: news.id.clone(),
        over: folk.now >= end,
        invited: names(&|who| told.contains(who.name.as_str())),
        agreed: names(&agrees),
        attended,
        by_chance,
        absent,
        helpers: helpers(news, event, n, records),
    }
}

/// Is a promise or refusal about this news? It names the thing, or whose it is.
fn about(news: &News, what: &str) -> bool {
    news.touched_in(what) > 0
}

fn helpers(news: &News, event: &NewsEvent, n: usize, records: &Records) -> Helpers {
    let Records { folk, watched, chronicle, talks, words, map } = records;
    let name = |id: AgentId| folk.get(id).map_or("", |who| who.name.as_str());
    let helping = |text: &str| event.helps.iter().any(|help| mentions(text, help));
    // Many things want help; this one is known by its words or its place.
    let with_it = |text: &str| about(news, text) || mentions(text, &event.place);
    let asks = |text: &str| ASKS.iter().any(|ask| text.contains(ask));
    let from = helps_from(event, &folk.calendar);
    let begins = time_of(event, &folk.calendar).start;
    let came: BTreeSet<AgentId> = watched.helpers(n).collect();
    let mut helpers = Helpers::default();
    for who in folk.people.iter().filter(|who| who.name != news.source) {
        let asked =
            talks.iter().filter(|talk| talk.members.contains(&who.id)).flat_map(|talk| &talk.lines).any(|line| {
                name(line.by) == news.source && helping(&line.words) && with_it(&line.words) && asks(&line.words)
            });
        let in_time = |one: &Engagement| {
            one.from < begins
                && one.until > from
                && helping(&one.what)
                && (is_at(&event.place, one.place, map) || with_it(&one.what))
        };
        let meant = chronicle.engagements(who.id).any(|(_, one)| in_time(one));
        let promised = words
            .iter()
            .any(|word| word.by == who.id && !word.is_refusal && helping(&word.what) && with_it(&word.what));
        helpers.asked += u32::from(asked || meant || promised);
        helpers.agreed += u32::from(meant || promised);
        if came.contains(&who.id) {
            helpers.came += 1;
            helpers.who.push(who.name.clone());
        }
    }
    helpers
}

/// Everything said, counted.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Lines {
    /// Talks, those under way included.
    pub talks: u32,
    /// Lines said.
    pub lines: u32,
    /// The share of them that had been said before, word for word.
    pub repeated_lines: f64,
    /// Lines of the longest talk.
    pub longest_talk: u32,
    /// What one keeps of a talk as heard from the other: facts, on average.
    pub heard_in_a_talk: f64,
    /// Talks that began in each 24 hours.
    pub talks_by_day: Vec<u32>,
}

/// All talks, by their beginning.
pub fn talks(world: &World) -> Vec<Talk> {
    let Some(talks) = world.get_resource::<Talks>() else { return Vec::new() };
    let over = talks.over.iter().map(|(id, talk)| (*id, talk.clone()));
    let open = talks.open.iter().map(|(id, talk)| (*id, talk.clone()));
    let mut all: Vec<_> = over.chain(open).collect();
    all.sort_by_key(|(id, talk)| (talk.began, *id));
    all.into_iter().map(|(_, talk)| talk).collect()
}

/// Counts what was said.
pub fn count(talks: &[Talk], kept: &AfterTalks, calendar: Calendar) -> Lines {
    let all = || talks.iter().flat_map(|talk| &talk.lines).map(|line| line.words.trim());
    let lines = all().count();
    let different: BTreeSet<&str> = all().collect();
    let repeated = lines - different.len();
    let mut by_day = Vec::new();
    for talk in talks {
        let day = (talk.began * u64::from(calendar.tick_seconds) / 86_400) as usize;
        by_day.resize(by_day.len().max(day + 1), 0);
        by_day[day] += 1;
    }
    Lines {
        talks: talks.len() as u32,
        lines: lines as u32,
        repeated_lines: repeated as f64 / lines.max(1) as f64,
        longest_talk: talks.iter().map(|talk| talk.lines.len()).max().unwrap_or(0) as u32,
        heard_in_a_talk: f64::from(kept.facts) / f64::from(kept.talks.max(1)),
        talks_by_day: by_day,
    }
}

/// What somebody promised or refused in a talk.
#[derive(Clone, Debug)]
pub struct Commitment {
    /// Whose.
    pub by: AgentId,
    /// When.
    pub tick: u64,
    /// A sentence, with place and date.
    pub what: String,
    /// Refused.
    pub is_refusal: bool,
}

/// What people kept of their talks.
#[derive(Clone, Debug, Default)]
pub struct AfterTalks {
    /// All promises and refusals, in order of time.
    pub words: Vec<Commitment>,
    /// Facts heard from the other.
    facts: u32,
    /// Talks that somebody looked back on, counted for each who did.
    talks: u32,
}

/// What people settled in their talks, and kept of those that they have looked back on.
pub fn kept(chronicle: &Chronicle) -> AfterTalks {
    let mut kept = AfterTalks::default();
    for event in chronicle.events() {
        match (event.who, &event.kind) {
            (Some(by), EventKind::Settled { what, refused }) => {
                kept.words.push(Commitment { by, tick: event.at, what: what.clone(), is_refusal: *refused });
            }
            (Some(_), EventKind::LookedBack(answer)) => {
                kept.facts += answer.heard.len() as u32;
                kept.talks += 1;
            }
            _ => {}
        }
    }
    kept
}
