//! Who has a piece of news and from whom, found a little in each frame: memories are looked through once as they come.

use std::collections::BTreeMap;

use bevy::prelude::*;

use crate::{
    agent::{
        components::talk::{Talk, Talks},
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

/// So much can be followed besides the scenario's news: more is not told apart by colours.
const MOST: usize = 12;
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

/// All news of the scenario, and what the player follows besides.
#[derive(Resource, Default)]
pub struct Spreading {
    /// In the scenario's order, then what is followed.
    pub all: Vec<Spread>,
    /// What the player follows, by its words.
    followed: Vec<News>,
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
    /// Follows something else, too; what is followed by the same words already is followed anew.
    ///
    /// # Errors
    /// There is no room for more, in a sentence.
    pub fn follow(&mut self, news: News) -> Result<(), String> {
        self.let_go(&news.id);
        if self.followed.len() >= MOST {
            return Err(format!("the panel of news has {MOST} of yours already: let go of one there first"));
        }
        self.followed.push(news);
        Ok(())
    }

    /// Follows it no more.
    pub fn let_go(&mut self, id: &str) {
        self.followed.retain(|one| one.id != id);
    }

    /// Is it followed because the player wants it?
    pub fn is_own(&self, news: &News) -> bool {
        self.followed.contains(news)
    }

    /// Looks on.
    pub fn look(
        &mut self,
        news: &[News],
        streams: &Query<(&AgentId, &MemoryStream)>,
        names: &BTreeMap<AgentId, &str>,
        talks: &Talks,
        now: u64,
    ) {
        if now < self.looked {
            (self.all, self.looked) = (Vec::new(), 0);
        }
        let wanted = || news.iter().chain(&self.followed);
        if !self.all.iter().map(|one| &one.news).eq(wanted()) {
            // What was found of the others still holds.
            let mut before = std::mem::take(&mut self.all);
            let mut known = |news: &News| {
                let at = before.iter().position(|one| one.news == *news);
                at.map_or_else(|| Spread::new(news), |at| before.swap_remove(at))
            };
            self.all = wanted().map(&mut known).collect();
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

#[cfg(test)]
mod tests {
    use super::*;

    fn news(words: &str) -> News {
        let must = words.split(' ').map(|word| vec![word.to_string()]).collect();
        let (id, text, source) = (words.to_string(), words.to_string(), String::new());
        News { id, text, source, ask: vec![], must, known: None, event: None }
    }

    fn look(spreading: &mut Spreading, of_scenario: &[News], world: &mut World, now: u64) {
        let mut streams = world.query::<(&AgentId, &MemoryStream)>();
        let names = BTreeMap::from([(AgentId(1), "Ann Lee"), (AgentId(2), "Bo Ek")]);
        spreading.look(of_scenario, &streams.query(world), &names, &Talks::default(), now);
    }

    #[test]
    fn what_is_followed_stands_behind_the_news_and_can_be_let_go() {
        let mut world = World::new();
        world.init_resource::<crate::clock::Roster>();
        for (who, text) in [(1, "Bo Ek keeps a circus."), (2, "The Circus of Zebulon comes to town.")] {
            let mut stream = MemoryStream::default();
            stream.remember(crate::memory::Memory::observed(text, 3, 5));
            world.spawn((AgentId(who), stream));
        }
        let party = [news("party")];
        let mut spreading = Spreading::default();
        look(&mut spreading, &party, &mut world, 10);
        assert_eq!(spreading.all.len(), 1);
        assert_eq!(spreading.follow(news("circus")), Ok(()));
        assert_eq!(spreading.follow(news("circus zebulon")), Ok(()));
        assert_eq!(spreading.follow(news("circus")), Ok(()));
        look(&mut spreading, &party, &mut world, 11);
        let found: Vec<(&str, usize)> = spreading.all.iter().map(|one| (&*one.news.id, one.has.len())).collect();
        assert_eq!(found, [("party", 0), ("circus zebulon", 1), ("circus", 2)]);
        assert!(!spreading.is_own(&party[0]) && spreading.is_own(&spreading.all[1].news));
        spreading.let_go("circus zebulon");
        look(&mut spreading, &party, &mut world, 12);
        assert_eq!(spreading.all.iter().map(|one| one.has.len()).collect::<Vec<_>>(), [0, 2]);
        let refused = (0..30).map(|n| spreading.follow(news(&format!("w{n}")))).filter(Result::is_err).count();
        assert_eq!(refused, 30 + 1 - MOST);
    }
}
