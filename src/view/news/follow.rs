//! Who has a piece of news and from whom, found a little in each frame: memories are looked through once as they come.

use std::collections::BTreeMap;

use bevy::prelude::*;

use crate::{
    agent::{
        dialogue::{Talk, Talks},
        scenario::News,
    },
    clock::AgentId,
    memory::MemoryStream,
    study::news::{Handing, handing, how_it_came},
};

/// Memories looked through in a frame.
const AT_ONCE: usize = 2000;
/// Ticks in which it may still become clearer how it came: what was said is kept when the talk is over.
const SETTLES: u64 = 240;

/// Ticks after which ways are looked for again.
const OFTEN: u64 = 6;

/// What somebody has of a piece of news.
#[derive(Clone, Debug, Default)]
pub struct Found {
    /// The memory by which they have it.
    pub place: u32,
    /// The tick of it.
    pub tick: u64,
    /// How it came; `None`: not looked for yet, or they are the source.
    handing: Option<Handing>,
    /// Nothing about it will change any more.
    settled: bool,
}

/// One piece of news.
pub struct Spread {
    /// Which.
    pub news: News,
    /// Who has it.
    pub has: BTreeMap<AgentId, Found>,
    /// How it came to each but the source, by time.
    pub path: Vec<Handing>,
    /// How many memories of each were looked through, and those that tell it.
    seen: BTreeMap<AgentId, (usize, Vec<u32>)>,
    behind: bool,
}

/// All news of the scenario.
#[derive(Resource, Default)]
pub struct Spreading {
    /// In its order.
    pub all: Vec<Spread>,
    /// The tick at which ways were looked for last.
    looked: u64,
}

impl Spread {
    fn new(news: &News) -> Self {
        let (has, path, seen) = (BTreeMap::new(), Vec::new(), BTreeMap::new());
        Self { news: news.clone(), has, path, seen, behind: true }
    }

    /// When each came to have it, by time.
    pub fn ticks(&self) -> Vec<u64> {
        let mut ticks: Vec<u64> = self.has.values().map(|found| found.tick).collect();
        ticks.sort_unstable();
        ticks
    }

    /// Has all been looked through?
    pub fn caught_up(&self) -> bool {
        !self.behind
    }

    /// Looks through what is new in somebody's memory; gives how many memories that were.
    fn sift(&mut self, who: AgentId, stream: &MemoryStream, most: usize) -> usize {
        let all = stream.all();
        let (seen, telling) = self.seen.entry(who).or_default();
        if *seen > all.len() {
            (*seen, *telling) = (0, Vec::new()); // Another town, or another time of it.
            self.has.remove(&who);
        }
        let until = all.len().min(*seen + most);
        let new = (*seen..until).filter(|place| self.news.told_in(&all[*place].text)).map(|place| place as u32);
        let before = telling.len();
        telling.extend(new);
        let looked = until - *seen;
        *seen = until;
        self.behind |= until < all.len();
        if telling.len() > before && !self.has.get(&who).is_some_and(|found| found.settled) {
            let memories = telling.iter().filter_map(|place| stream.get(*place));
            if let Some(memory) = how_it_came(memories) {
                let same = |place: &&u32| stream.get(**place).is_some_and(|one| std::ptr::eq(one, memory));
                let place = telling.iter().find(same).copied().unwrap_or_default();
                let (tick, old) = (memory.created, self.has.get(&who));
                if old.is_none_or(|old| old.place != place) {
                    self.has.insert(who, Found { place, tick, handing: None, settled: false });
                }
            }
        }
        looked
    }

    /// Finds the ways of what is not settled.
    fn ways(
        &mut self,
        streams: &BTreeMap<AgentId, &MemoryStream>,
        names: &BTreeMap<AgentId, &str>,
        talks: &[&Talk],
        now: u64,
    ) {
        let since: BTreeMap<&str, u64> =
            self.has.iter().filter_map(|(id, found)| Some((*names.get(id)?, found.tick))).collect();
        for (who, found) in self.has.iter_mut().filter(|(_, found)| !found.settled) {
            let memory = streams.get(who).and_then(|stream| stream.get(found.place));
            let is_source = names.get(who).is_some_and(|name| *name == self.news.source);
            if let Some(memory) = memory.filter(|_| !is_source) {
                found.handing = Some(handing(&self.news, names, *who, memory, &since, talks));
            }
            found.settled = is_source || found.tick + SETTLES < now;
        }
        self.path = self.has.values().filter_map(|found| found.handing.clone()).collect();
        self.path.sort_by(|a, b| (a.tick, &a.to).cmp(&(b.tick, &b.to)));
    }
}

impl Spreading {
    /// Looks on.
    pub fn look(
        &mut self,
        news: &[News],
        streams: &Query<(&AgentId, &MemoryStream)>,
        names: &BTreeMap<AgentId, &str>,
        talks: &Talks,
        now: u64,
    ) {
        let same = self.all.len() == news.len() && self.all.iter().zip(news).all(|(one, news)| one.news == *news);
        if !same || now < self.looked {
            self.all = news.iter().map(Spread::new).collect();
            self.looked = 0;
        }
        let streams: BTreeMap<AgentId, &MemoryStream> = streams.iter().map(|(id, stream)| (*id, stream)).collect();
        let mut rest = AT_ONCE;
        for one in &mut self.all {
            one.behind = false;
            for (who, stream) in &streams {
                rest -= one.sift(*who, stream, rest);
            }
        }
        // Looking for the lines that told it is dear: only when something may have come.
        if now >= self.looked + OFTEN || self.fresh() {
            let talks: Vec<&Talk> = talks.over.iter().map(|(_, talk)| talk).chain(talks.open.values()).collect();
            for one in &mut self.all {
                one.ways(&streams, names, &talks, now);
            }
            self.looked = now;
        }
    }

    /// Is there somebody whose way has never been looked for?
    fn fresh(&self) -> bool {
        let found = self.all.iter().flat_map(|one| one.has.values());
        found.into_iter().any(|found| found.handing.is_none() && !found.settled)
    }
}
