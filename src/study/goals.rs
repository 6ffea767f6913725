//! How far the goals of a scenario have come: counted once a game minute while the town lives, or lives again. Reads
//! only.

use std::collections::{BTreeMap, BTreeSet};

use bevy::prelude::*;

use super::{
    lines,
    opinions::{self, Leanings},
    watch::Watched,
};
use crate::{
    agent::scenario::{Fulfils, Goal},
    chronicle::{Chronicle, EventKind},
    clock::{AgentId, Calendar, Now, Roster},
    memory::MemoryStream,
    schedule::{Tick, TickStep, TownResources},
    town::TownInfo,
};

/// How far a goal has come.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Standing {
    /// So many.
    pub now: u32,
    /// Of so many.
    pub wanted: u32,
    /// The tick at which it was reached.
    pub reached: Option<u64>,
    /// Its time is over and it was not.
    pub missed: bool,
}

/// All goals, in the order of the scenario.
#[derive(Resource, Clone, Debug, Default)]
pub struct Goals {
    /// How far each has come.
    pub all: Vec<Standing>,
    /// Events of the chronicle before this place have been read.
    read: usize,
    /// By news: who knows it, since when.
    knows: Vec<BTreeMap<AgentId, u64>>,
    /// By news: who had said no, as of so many guests.
    turned: Vec<(BTreeSet<AgentId>, u32)>,
}

fn count(
    (now, calendar, roster, played): (Res<Now>, Res<Calendar>, Res<Roster>, Res<TownInfo>),
    (chronicle, watched, leanings): (Res<Chronicle>, Res<Watched>, Res<Leanings>),
    people: Query<&MemoryStream>,
    mut goals: ResMut<Goals>,
) {
    if played.goals.is_empty() || !calendar.begins_minute(now.0) {
        return;
    }
    let Goals { all, read, knows, turned } = &mut *goals;
    knows.resize_with(played.news.len(), BTreeMap::new);
    turned.resize_with(played.news.len(), Default::default);
    all.resize_with(played.goals.len(), Standing::default);
    for event in chronicle.since(read) {
        let (Some(id), EventKind::Remembered(place)) = (event.who, &event.kind) else { continue };
        let stream = roster.0.get(&id).and_then(|entity| people.get(*entity).ok());
        let Some(memory) = stream.and_then(|stream| stream.get(*place)) else { continue };
        for (news, knows) in played.news.iter().zip(knows.iter_mut()) {
            if !knows.contains_key(&id) && news.told_in(&memory.text) {
                knows.insert(id, memory.created);
            }
        }
    }
    for (place, (goal, standing)) in played.goals.iter().zip(all.iter_mut()).enumerate() {
        let Some(fulfils) = goal.fulfils() else { continue };
        if let Fulfils::Minds(wanted) = fulfils {
            (standing.wanted, standing.now) = (wanted, leanings.changed(place));
            settle(goal, standing, now.0, &calendar);
            continue;
        }
        let Some(n) = played.news.iter().position(|one| one.id == goal.news) else { continue };
        let (news, knows) = (&played.news[n], &knows[n]);
        let source = played.named(&news.source);
        let guests = || {
            let there = watched.guests(n, |id| knows.get(&id).copied());
            there.filter(|(id, knew)| *knew && Some(*id) != source).map(|(id, _)| id)
        };
        standing.wanted = fulfils.wanted();
        standing.now = match fulfils {
            Fulfils::Known(_) => knows.len() as u32,
            Fulfils::Guests(_) => guests().count() as u32,
            Fulfils::Helpers(_) => watched.helpers(n).filter(|id| Some(*id) != source).count() as u32,
            Fulfils::Minds(_) => standing.now,
            Fulfils::Turned(_) => {
                let (no, as_of) = &mut turned[n];
                let there = guests().count() as u32;
                // Who has said what is read only when somebody else has come.
                if there != *as_of {
                    *as_of = there;
                    let said = lines::kept(&chronicle).words;
                    let said = said.into_iter().filter(|word| word.no && news.touched_in(&word.what) > 0);
                    *no = said.map(|word| word.by).collect();
                }
                guests().filter(|id| no.contains(id)).count() as u32
            }
        };
        settle(goal, standing, now.0, &calendar);
    }
}

/// What has once been reached stays so.
fn settle(goal: &Goal, standing: &mut Standing, now: u64, calendar: &Calendar) {
    let late = goal.by.is_some_and(|by| calendar.date_time(now) > by);
    if standing.reached.is_none() && standing.now >= standing.wanted && !late {
        standing.reached = Some(now);
    }
    standing.missed = late && standing.reached.is_none();
}

/// Counts from now on. [`super::watch`] must watch too, for what is about events.
pub fn plugin(app: &mut App) {
    app.init_town_resource::<Goals>()
        .init_town_resource::<Leanings>()
        .add_systems(Tick, (opinions::listen.in_set(TickStep::AskOpinions), count.in_set(TickStep::CountGoals)));
}

#[cfg(test)]
mod tests {
    use super::*;
    use jiff::civil::date;

    #[test]
    fn what_was_reached_stays_and_what_is_late_is_missed() {
        let calendar = Calendar { start: date(2024, 5, 13).at(6, 0, 0, 0), tick_seconds: 10 };
        let text = "id = \"a\"\ntext = \"b\"\nnews = \"c\"\nknown = 3\nby = \"2024-05-13T07:00:00\"";
        let goal: Goal = toml::from_str(text).expect("it is TOML");
        let at = |now, tick| {
            let mut standing = Standing { now, wanted: 3, ..Standing::default() };
            settle(&goal, &mut standing, tick, &calendar);
            standing
        };
        assert_eq!((at(2, 10).reached, at(3, 10).reached), (None, Some(10)));
        assert!(at(3, 400).missed && at(3, 400).reached.is_none() && !at(2, 10).missed);
        let mut standing = Standing { now: 1, reached: Some(9), wanted: 3, missed: false };
        settle(&goal, &mut standing, 400, &calendar);
        assert_eq!((standing.reached, standing.missed), (Some(9), false));
    }
}
