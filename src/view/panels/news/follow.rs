//! Who knows a piece of news and from whom, updated a little in each frame from the memories in the chronicle.

use crate::{
    agent::{
        components::talk::{Talk, Talks},
        scenario::News,
    },
    chronicle::{Chronicle, EventKind},
    clock::AgentId,
    memory::MemoryStream,
    study::news::{Handing, handing, memory_of_origin},
};
use bevy::prelude::*;
use std::collections::BTreeMap;

/// Events read in a frame.
const AT_ONCE: usize = 2000;
/// Ticks in which it may still become clearer how it came: what was said is kept when the talk is over.
const SETTLES: u64 = 240;

/// So much can be followed besides the scenario's news: more is not told apart by colours.
const MAX: usize = 12;
/// Ticks after which ways are looked for again.
const OFTEN: u64 = 6;

/// What is looked at to find it.
pub struct Sources<'a> {
    /// What each remembers.
    pub streams: &'a BTreeMap<AgentId, &'a MemoryStream>,
    /// Full names.
    pub names: &'a BTreeMap<AgentId, &'a str>,
    /// What was said.
    pub talks: &'a Talks,
    /// The tick.
    pub now: u64,
}

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
    /// Have all events been read?
    pub caught_up: bool,
    /// Memories that tell it.
    telling: BTreeMap<AgentId, Vec<u32>>,
    /// Events of the chronicle before this place have been read.
    read: usize,
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
    fn new(news: News) -> Self {
        let (has, path, telling) = default();
        Self { news, has, path, caught_up: false, telling, read: 0 }
    }

    /// When each came to have it, by time.
    pub fn ticks(&self) -> Vec<u64> {
        let mut ticks: Vec<u64> = self.has.values().map(|found| found.tick).collect();
        ticks.sort_unstable();
        ticks
    }

    /// Reads so many events; gives how many there were.
    fn read_on(&mut self, chronicle: &Chronicle, streams: &BTreeMap<AgentId, &MemoryStream>, most: usize) -> usize {
        let new = chronicle.events().get(self.read..).unwrap_or_default();
        self.caught_up = new.len() <= most;
        let new = &new[..new.len().min(most)];
        self.read += new.len();
        for event in new {
            let (Some(who), EventKind::Remembered(place)) = (event.who, &event.kind) else { continue };
            let Some(stream) = streams.get(&who) else { continue };
            if !stream.get(*place).is_some_and(|memory| self.news.told_in(&memory.text)) {
                continue;
            }
            let telling = self.telling.entry(who).or_default();
            telling.push(*place);
            let Some(memory) = memory_of_origin(telling.iter().filter_map(|at| stream.get(*at))) else { continue };
            let same = |place: &u32| stream.get(*place).is_some_and(|one| std::ptr::eq(one, memory));
            let place = telling.iter().copied().find(same).unwrap_or_default();
            if self.has.get(&who).is_none_or(|old| !old.settled && old.place != place) {
                self.has.insert(who, Found { place, tick: memory.created, ..default() });
            }
        }
        new.len()
    }

    /// Finds who told whom, of what is not settled.
    fn find_paths(&mut self, sources: &Sources, talks: &[&Talk]) {
        let names = sources.names;
        let since: BTreeMap<&str, u64> =
            self.has.iter().filter_map(|(id, found)| Some((*names.get(id)?, found.tick))).collect();
        for (who, found) in self.has.iter_mut().filter(|(_, found)| !found.settled) {
            let memory = sources.streams.get(who).and_then(|stream| stream.get(found.place));
            let is_source = names.get(who).is_some_and(|name| *name == self.news.source);
            if let Some(memory) = memory.filter(|_| !is_source) {
                found.handing = Some(handing(&self.news, names, *who, memory, &since, talks));
            }
            found.settled = is_source || found.tick + SETTLES < sources.now;
        }
        self.path = self.has.values().filter_map(|found| found.handing.clone()).collect();
        self.path.sort_by(|a, b| (a.tick, &a.to).cmp(&(b.tick, &b.to)));
    }
}

impl Spreading {
    /// Follows something else, too; the same words again begin anew.
    ///
    /// # Errors
    /// There is no room for more, in a sentence.
    pub fn follow(&mut self, news: News) -> Result<(), String> {
        self.let_go(&news.id);
        if self.followed.len() >= MAX {
            return Err(format!("you follow {MAX} pieces of news already: remove one in the panel of news first"));
        }
        self.followed.push(news);
        Ok(())
    }

    /// Stops following it.
    pub fn let_go(&mut self, id: &str) {
        self.followed.retain(|one| one.id != id);
    }

    /// Is it followed because the player wants it?
    pub fn is_own(&self, news: &News) -> bool {
        self.followed.contains(news)
    }

    /// Reads new events, and looks for who told whom.
    pub fn update(&mut self, news: &[News], chronicle: &Chronicle, sources: &Sources) {
        let wanted = || news.iter().chain(&self.followed);
        if !self.all.iter().map(|one| &one.news).eq(wanted()) {
            // What was found of the others still holds.
            let mut before = std::mem::take(&mut self.all);
            let mut known = |news: &News| {
                let at = before.iter().position(|one| one.news == *news);
                at.map_or_else(|| Spread::new(news.clone()), |at| before.swap_remove(at))
            };
            self.all = wanted().map(&mut known).collect();
        }
        let mut rest = AT_ONCE;
        for one in &mut self.all {
            rest -= one.read_on(chronicle, sources.streams, rest);
        }
        // Looking for the lines that told it is dear: only when something may have come.
        let mut found = self.all.iter().flat_map(|one| one.has.values());
        let fresh = found.any(|found| found.handing.is_none() && !found.settled);
        if sources.now >= self.looked + OFTEN || fresh {
            let over = sources.talks.over.iter().map(|(_, talk)| talk);
            let talks: Vec<&Talk> = over.chain(sources.talks.open.values()).collect();
            self.all.iter_mut().for_each(|one| one.find_paths(sources, &talks));
            self.looked = sources.now;
        }
    }
}

/// Somebody in the tree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Branch<'a> {
    /// Full name.
    pub who: &'a str,
    /// How far from the source; those whom nobody can be named for stand beside it.
    pub depth: usize,
    /// The handing that brought it, by its place in the path.
    pub handing: Option<usize>,
}

/// The tree in the order in which it is drawn: whom one told follow below, each with theirs, by time. Where no source
/// is named, whoever has it from nobody begins a tree of their own.
pub fn rows<'a>(source: &'a str, path: &'a [Handing]) -> Vec<Branch<'a>> {
    let mut under: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    for (n, one) in path.iter().enumerate() {
        under.entry(one.from.as_str()).or_default().push(n);
    }
    let mut rows = Vec::new();
    let mut done = vec![false; path.len()];
    below(Branch { who: source, depth: 0, handing: None }, path, &under, &mut done, &mut rows);
    if source.is_empty() {
        rows.remove(0);
        rows.iter_mut().for_each(|row| row.depth -= 1);
    }
    // Whoever has it from somebody that the source does not lead to; a circle is begun anywhere.
    let led_to = |n: &usize| path.iter().any(|one| one.to == path[*n].from);
    let (later, first): (Vec<usize>, Vec<usize>) = (0..path.len()).partition(led_to);
    for n in first.into_iter().chain(later) {
        if !std::mem::replace(&mut done[n], true) {
            below(Branch { who: &path[n].to, depth: 0, handing: Some(n) }, path, &under, &mut done, &mut rows);
        }
    }
    rows
}

fn below<'a>(
    top: Branch<'a>,
    path: &'a [Handing],
    under: &BTreeMap<&str, Vec<usize>>,
    done: &mut [bool],
    rows: &mut Vec<Branch<'a>>,
) {
    // Without recursion: news may go through a thousand people one after the other.
    let mut open = vec![top];
    while let Some(one) = open.pop() {
        let (who, depth) = (one.who, one.depth);
        rows.push(one);
        let mut next: Vec<Branch> = Vec::new();
        for &n in under.get(who).into_iter().flatten() {
            if !std::mem::replace(&mut done[n], true) {
                next.push(Branch { who: &path[n].to, depth: depth + 1, handing: Some(n) });
            }
        }
        open.extend(next.into_iter().rev());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{chronicle::Event, study::news::How, world::ArenaId};

    fn news(words: &str) -> News {
        let must = words.split(' ').map(|word| vec![word.to_string()]).collect();
        let (id, text, source) = (words.to_string(), words.to_string(), String::new());
        News { id, text, source, ask: vec![], must, known: None, event: None }
    }

    fn look(spreading: &mut Spreading, of_scenario: &[News], world: &mut World, now: u64) {
        let mut streams = world.query::<(&AgentId, &MemoryStream)>();
        let streams: BTreeMap<_, _> = streams.iter(world).map(|(id, stream)| (*id, stream)).collect();
        let names = BTreeMap::from([(AgentId(1), "Ann Lee"), (AgentId(2), "Bo Ek")]);
        let remembered = [1, 2].map(|who| Event {
            at: 3,
            who: Some(AgentId(who)),
            place: ArenaId(0),
            kind: EventKind::Remembered(0),
        });
        let sources = Sources { streams: &streams, names: &names, talks: &Talks::default(), now };
        spreading.update(of_scenario, &Chronicle::of_events(remembered), &sources);
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
        assert_eq!(refused, 30 + 1 - MAX);
    }

    fn handing(from: &str, to: &str, tick: u64) -> Handing {
        let (from, to) = (from.to_string(), to.to_string());
        Handing { tick, from, to, how: How::Talk, words: String::new() }
    }

    fn short<'a>(source: &'a str, path: &'a [Handing]) -> Vec<(&'a str, usize)> {
        rows(source, path).into_iter().map(|one| (one.who, one.depth)).collect()
    }

    #[test]
    fn everybody_stands_under_who_told_them() {
        let path = [
            handing("Ann", "Bo", 1),
            handing("Ann", "Cy", 2),
            handing("Bo", "Di", 3),
            handing("", "Ed", 4),
            handing("Ed", "Fay", 5),
            handing("Gil", "Hal", 6),
            handing("Hal", "Gil", 6),
        ];
        let tree = short("Ann", &path);
        assert_eq!(tree, [("Ann", 0), ("Bo", 1), ("Di", 2), ("Cy", 1), ("Ed", 0), ("Fay", 1), ("Hal", 0), ("Gil", 1)]);
        assert_eq!(short("Ann", &[]), [("Ann", 0)]);
        // Of what is followed by its words alone nobody is the source.
        let path = [handing("", "Ann", 1), handing("Ann", "Bo", 2), handing("", "Cy", 3), handing("Di", "Ed", 4)];
        assert_eq!(short("", &path), [("Ann", 0), ("Bo", 1), ("Cy", 0), ("Ed", 0)]);
        assert_eq!(short("", &[]), []);
    }
}
