//! A real town to act in.

use std::collections::BTreeMap;

use bevy::prelude::*;
use smallville::{
    agent::{
        Whereabouts,
        components::{
            action::CurrentAction,
            talk::{Approach, Approaching},
        },
        persona::Names,
        resolve::Known,
    },
    clock::{AgentId, Roster},
    command::Command,
    exchange::{CommandQueue, CommandResult, Minds, Recording, Source},
    headless,
    journal::Journal,
    town::Options,
    world::{Footing, ObjectId, ObjectState, Objects, Tile, TownMap},
};

use super::lived;

/// What came of the last command.
#[derive(Resource, Default)]
struct Came(Option<Result<String, String>>);

pub struct Town {
    pub app: App,
}

fn opened(scenario: &str) -> App {
    let mut app = lived::open(&Options { threads: 1, ..lived::options(scenario, 4) });
    app.init_resource::<Came>().add_observer(|done: On<CommandResult>, mut came: ResMut<Came>| {
        came.0 = Some(done.result.clone());
    });
    app
}

impl Town {
    /// Three people, after so many hours.
    pub fn at(hours: f64) -> Self {
        Self::of_all("three_friends", hours)
    }

    /// Another town, after so many hours.
    pub fn of_all(scenario: &str, hours: f64) -> Self {
        let mut app = opened(scenario);
        lived::live_until_hour(&mut app, hours);
        Self { app }
    }

    /// The same as was written down, up to a tick.
    pub fn again(journal: Journal, end: u64) -> Self {
        let mut app = opened("three_friends");
        app.insert_resource(Minds::new(Source::Cassette(Recording::new(journal, end))));
        headless::live(&mut app, end).unwrap_or_else(|trouble| panic!("{trouble}"));
        Self { app }
    }

    pub fn now(&self) -> u64 {
        lived::now(&self.app)
    }

    pub fn live(&mut self, ticks: u64) {
        lived::live_ticks(&mut self.app, ticks);
    }

    pub fn until(&mut self, ticks: u64, is: impl Fn(&Self) -> bool) {
        for _ in 0..ticks {
            if is(self) {
                return;
            }
            self.live(1);
        }
        panic!("it did not come about in {ticks} ticks");
    }

    /// Types a line, and lives the tick in which it counts.
    pub fn does(&mut self, line: &str) -> Result<String, String> {
        let command = Command::read(line, &Known(self.app.world()))?;
        self.app.world_mut().resource_mut::<CommandQueue>().push(command);
        self.live(1);
        self.app.world_mut().resource_mut::<Came>().0.take().expect("something came of it")
    }

    /// What came of the last command, if it was not asked for yet.
    pub fn came(&mut self) -> Option<Result<String, String>> {
        self.app.world_mut().resource_mut::<Came>().0.take()
    }

    pub fn names(&self) -> BTreeMap<AgentId, String> {
        self.app.world().resource::<Names>().0.clone()
    }

    pub fn find(&self, name: &str) -> AgentId {
        self.names().into_iter().find(|(_, one)| one == name).expect("they are here").0
    }

    pub fn of<T: Component>(&self, id: AgentId) -> &T {
        let entity = self.app.world().resource::<Roster>().0[&id];
        self.app.world().get::<T>(entity).expect("they have it")
    }

    /// The first thing of a name.
    pub fn object(&self, name: &str) -> ObjectId {
        let map = self.app.world().resource::<TownMap>();
        let at = map.objects.iter().position(|one| one.name == name).expect("there is one");
        ObjectId(at as u16)
    }

    pub fn address(&self, id: ObjectId) -> String {
        self.app.world().resource::<TownMap>().address(id)
    }

    pub fn state(&self, id: ObjectId) -> ObjectState {
        let entity = self.app.world().resource::<Objects>().entity(id);
        self.app.world().get::<ObjectState>(entity).cloned().expect("it is there")
    }

    /// Puts somebody somewhere, on the spot.
    pub fn put(&mut self, name: &str, at: Tile) {
        let entity = self.app.world().resource::<Roster>().0[&self.find(name)];
        let arena = self.app.world().resource::<TownMap>().arena_at(at).unwrap_or_default();
        self.app.world_mut().entity_mut(entity).insert((at, Whereabouts(arena)));
        let mut action = self.app.world_mut().get_mut::<CurrentAction>(entity).expect("they do something");
        (action.goal, action.arena) = (at, arena);
    }

    /// Puts somebody beside a place, awake, on their way to talk to another.
    pub fn bring(&mut self, who: AgentId, at: Tile, with: AgentId) {
        let entity = self.app.world().resource::<Roster>().0[&who];
        let (cell, now) = (beside(self, at).unwrap_or(at), self.now());
        let arena = self.app.world().resource::<TownMap>().arena_at(at).unwrap_or_default();
        let mut one = self.app.world_mut().entity_mut(entity);
        one.insert((cell, Whereabouts(arena)));
        one.insert(Approach(Some(Approaching { with, topic: String::new(), since: now })));
        let mut action = one.get_mut::<CurrentAction>().expect("they do something");
        (action.asleep, action.object, action.spot, action.goal) = (false, None, None, cell);
    }
}

/// A free cell beside another, in the same arena.
pub fn beside(town: &Town, at: Tile) -> Option<Tile> {
    let map = town.app.world().resource::<TownMap>();
    let cells = [(1, 0), (-1, 0), (0, 1), (0, -1)].map(|(dx, dy)| Tile::new(at.x + dx, at.y + dy));
    let free = |cell: &Tile| map.footing(*cell) == Footing::Free && map.arena_at(*cell) == map.arena_at(at);
    cells.into_iter().find(|cell| free(cell) && !map.is_door(*cell))
}
