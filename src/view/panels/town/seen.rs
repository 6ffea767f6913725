//! What there is to tell of the town at a tick. Pure, but for reading it.

use std::collections::BTreeMap;

use crate::{
    agent::agenda::Agenda,
    clock::{AgentId, Minute},
    view::{
        names::Folk,
        panels::{
            telling::object,
            widgets::{STATE, sentence, short_place, tame},
        },
    },
    world::{ArenaId, ObjectId, SectorId, Tile, TownMap},
};

/// A place and who is there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct House {
    /// Its name.
    pub name: String,
    /// Its middle; `None`: the outdoors are everywhere.
    pub at: Option<Tile>,
    /// Who, by number.
    pub people: Vec<AgentId>,
}

/// A thing that is out of order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trouble {
    /// `stove: burning`.
    pub what: String,
    /// The room.
    pub place: String,
    /// Since which tick.
    pub since: u64,
    /// Where it stands.
    pub at: Option<Tile>,
}

/// Something that several mean to go to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Occasion {
    /// First minute.
    pub from: Minute,
    /// The minute after the last.
    pub until: Minute,
    /// As most of them put it.
    pub what: String,
    /// Where.
    pub place: ArenaId,
    /// Who, by number.
    pub people: Vec<AgentId>,
}

/// All of it.
#[derive(Clone, Debug, Default)]
pub struct Seen {
    /// The tick it is true of.
    pub tick: Option<u64>,
    /// How many are awake.
    pub awake: usize,
    /// Where everybody is, the fullest place first.
    pub houses: Vec<House>,
    /// What is out of order, the newest first.
    pub troubles: Vec<Trouble>,
    /// What is on today, by its beginning.
    pub occasions: Vec<Occasion>,
    /// Middles of houses, which never change, and of which map.
    middles: (String, BTreeMap<SectorId, Tile>),
}

impl Seen {
    /// Looks again, if a tick has passed.
    pub fn look<'a>(&mut self, folk: &Folk, agendas: impl Iterator<Item = (AgentId, &'a Agenda)>) {
        let map = &*folk.map;
        if self.tick.replace(folk.tick()) == Some(folk.tick()) {
            return;
        }
        if self.middles.0 != map.id {
            self.middles = (map.id.clone(), middles(map));
        }
        self.awake = folk.people.iter().filter(|(_, _, _, action, ..)| action.is_none_or(|a| !asleep(a))).count();
        let whereabouts = folk.people.iter().filter_map(|(id, .., at, _)| Some((*id, at?.0)));
        self.houses = houses(map, &self.middles.1, whereabouts);
        let trouble = |(n, entity): (usize, &bevy::prelude::Entity)| {
            let (id, state) = (ObjectId(n as u16), folk.things.get(*entity).ok()?);
            let since = state.condition.as_ref()?.since;
            let one = map.objects.get(n)?;
            let what = sentence(&tame(&object(map, id, state), STATE));
            Some(Trouble { what, place: short_place(map, one.arena), since, at: one.cells.first().copied() })
        };
        self.troubles = folk.objects.entities.iter().enumerate().filter_map(trouble).collect();
        self.troubles.sort_by(|a, b| b.since.cmp(&a.since).then(a.what.cmp(&b.what)));
        self.occasions = occasions(agendas, folk.calendar.minute(folk.tick()));
    }
}

fn asleep(action: &crate::agent::components::action::CurrentAction) -> bool {
    action.asleep && matches!(action.phase, crate::agent::components::action::Phase::Doing { .. })
}

/// The cell of each house that is nearest to the middle of all its cells.
fn middles(map: &TownMap) -> BTreeMap<SectorId, Tile> {
    let mut cells: BTreeMap<SectorId, Vec<Tile>> = BTreeMap::new();
    for (n, sector) in map.sector_at.iter().enumerate() {
        if let Some(sector) = sector {
            cells.entry(*sector).or_default().push(map.tile(n));
        }
    }
    let middle = |cells: Vec<Tile>| {
        let count = cells.len().max(1) as i32;
        let (x, y) = cells.iter().fold((0, 0), |(x, y), tile| (x + tile.x, y + tile.y));
        cells.into_iter().min_by_key(|tile| ((tile.x - x / count).pow(2) + (tile.y - y / count).pow(2), *tile))
    };
    cells.into_iter().filter_map(|(sector, cells)| Some((sector, middle(cells)?))).collect()
}

/// Who is where: the fullest place first, then by name; who is outdoors last.
fn houses(
    map: &TownMap,
    middles: &BTreeMap<SectorId, Tile>,
    people: impl Iterator<Item = (AgentId, ArenaId)>,
) -> Vec<House> {
    let mut inside: BTreeMap<Option<SectorId>, Vec<AgentId>> = BTreeMap::new();
    for (who, arena) in people {
        inside.entry(map.arena(arena).sector).or_default().push(who);
    }
    let house = |(sector, mut people): (Option<SectorId>, Vec<AgentId>)| {
        people.sort_unstable();
        let name = sector.map_or_else(|| "Out of doors".to_owned(), |id| map.sector(id).name.clone());
        House { name, at: sector.and_then(|id| middles.get(&id).copied()), people }
    };
    let mut all: Vec<House> = inside.into_iter().map(house).collect();
    all.sort_by(|a, b| {
        let key = |house: &House| (house.at.is_none(), std::cmp::Reverse(house.people.len()));
        key(a).cmp(&key(b)).then_with(|| a.name.cmp(&b.name))
    });
    all
}

/// What two or more mean to go to on the day of `now` and is not over: the same place at about the same time.
fn occasions<'a>(agendas: impl Iterator<Item = (AgentId, &'a Agenda)>, now: Minute) -> Vec<Occasion> {
    let midnight = Minute(now.day() * 1440);
    let mut all: BTreeMap<(ArenaId, Minute), BTreeMap<AgentId, (&str, Minute)>> = BTreeMap::new();
    for (who, agenda) in agendas {
        for one in agenda.on(midnight).filter(|one| one.until > now) {
            let known = all.entry((one.place, one.from)).or_default();
            known.entry(who).or_insert((&one.what, one.until));
        }
    }
    let occasion = |((place, from), people): ((ArenaId, Minute), BTreeMap<AgentId, (&str, Minute)>)| {
        let mut wordings: BTreeMap<&str, usize> = BTreeMap::new();
        people.values().for_each(|(what, _)| *wordings.entry(what).or_default() += 1);
        let what = wordings.into_iter().max_by_key(|(what, count)| (*count, std::cmp::Reverse(*what)))?.0;
        let until = people.values().map(|(_, until)| *until).max()?;
        let what = sentence(&tame(what, STATE));
        (people.len() > 1).then(|| Occasion { from, until, what, place, people: people.into_keys().collect() })
    };
    let mut all: Vec<Occasion> = all.into_iter().filter_map(occasion).collect();
    all.sort_by_key(|one| (one.from, one.place));
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::agent::agenda::Engagement;

    #[test]
    fn what_several_mean_to_go_to_is_on() {
        let engaged = |from: u32, what: &str, place| Engagement {
            from: Minute(from),
            until: Minute(from + 60),
            what: what.into(),
            place: ArenaId(place),
            how: String::new(),
            memory: 0,
        };
        let mut agendas = [Agenda::default(), Agenda::default(), Agenda::default()];
        agendas[0].take_up(engaged(1440 + 900, "give a party", 3));
        agendas[1].take_up(engaged(1440 + 900, "come to the party", 3));
        agendas[2].take_up(engaged(1440 + 900, "come to the party", 3));
        agendas[2].take_up(engaged(1440 + 100, "see a doctor", 4));
        let at = |now: u32| occasions((0..).map(AgentId).zip(&agendas), Minute(1440 + now));
        assert_eq!(at(50).len(), 1);
        let party = &at(50)[0];
        assert_eq!((party.what.as_str(), party.people.len(), party.from.0), ("Come to the party", 3, 1440 + 900));
        assert!(at(1000).is_empty(), "what is over is not on");
        assert!(occasions((0..).map(AgentId).zip(&agendas), Minute(30)).is_empty(), "nor what is on tomorrow");
    }
}
