//! A toy town, just rich enough to test the seam: people walk, notice, talk, pass on news, put out fires.

pub mod body;
pub mod builtin;
pub mod questions;
pub mod senses;
pub mod snapshot;
pub mod will;

use std::collections::{BTreeMap, BTreeSet};

use bevy::prelude::*;
use rand::RngExt;
use serde::{Deserialize, Serialize};

use questions::{Reaction, Utterance};
use smallville::{
    clock::{self, AgentId, Driver, Roster, Seed},
    command::Command,
    exchange::{self, CommandHandler, Minds, Thinking},
    schedule,
};

/// How far people see and hear, in tiles.
pub const RADIUS: i32 = 8;

/// Where.
#[derive(Component, Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Tile {
    /// To the right.
    pub x: i32,
    /// Downwards.
    pub y: i32,
}

impl Tile {
    /// Tiles on the longer side.
    pub fn distance(self, other: Tile) -> i32 {
        (self.x - other.x).abs().max((self.y - other.y).abs())
    }
}

/// Ticks a fire burns if nobody comes.
pub const FIRE: u64 = 600;

/// What an agent does.
#[derive(Component, Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Doing {
    /// Stays.
    Dwell {
        /// Until this tick at least.
        until: u64,
    },
    /// Goes somewhere.
    Walk {
        /// Where.
        to: Tile,
        /// To put this out.
        errand: Option<Thing>,
    },
    /// Talks with one other; both carry the same figures, mirrored.
    Talk {
        /// Whom.
        with: AgentId,
        /// Lines spoken so far.
        turn: u32,
        /// Is the next line mine?
        mine: bool,
        /// What the other said last.
        heard: Option<String>,
        /// When the line being spoken has been spoken.
        until: u64,
        /// That line is the last.
        over: bool,
    },
}

/// Answers that wait for their moment. Observers write here; `Decide` reads.
#[derive(Component, Clone, Default, Debug, PartialEq, Serialize, Deserialize)]
pub struct Wish {
    /// Where to go next.
    pub place: Option<Tile>,
    /// What to do about what was seen.
    pub reaction: Option<Reaction>,
    /// What to say.
    pub line: Option<Utterance>,
}

/// What an agent remembers.
#[derive(Component, Clone, Default, Debug, PartialEq, Serialize, Deserialize)]
pub struct Memory {
    /// News it knows.
    pub news: BTreeSet<String>,
    /// When it last had to do with somebody.
    pub met: BTreeMap<AgentId, u64>,
    /// What was said in its hearing: when, by whom, what.
    pub lines: Vec<(u64, AgentId, String)>,
    /// Fires noticed: when, which.
    pub fires: Vec<(u64, Thing)>,
    /// A running figure of everyone seen each tick: any slip in who saw whom when shows in the hash.
    pub glimpses: String,
}

/// A thing that can burn, by number.
#[derive(Component, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[component(immutable)]
pub struct Thing(pub u32);

/// Set at one tick; what it is later follows from the time. No system sweeps over things: whose tick would it be?
#[derive(Component, Clone, Copy, Default, Debug, PartialEq, Serialize, Deserialize)]
pub struct Condition {
    /// Set on fire.
    pub lit: bool,
    /// When this was set.
    pub since: u64,
    /// By whom; `None`: from outside.
    pub by: Option<AgentId>,
}

impl Condition {
    /// Does it burn now?
    pub fn burning(self, now: u64) -> bool {
        self.lit && now < self.since + FIRE
    }
}

/// Where people can go.
#[derive(Resource, Clone, Default)]
pub struct Places(pub Vec<Tile>);

/// What to build.
#[derive(Clone, Debug)]
pub struct Plan {
    /// How many people.
    pub agents: u32,
    /// Neighbourhoods in a row, this many tiles apart.
    pub quarters: i32,
    /// See `quarters`.
    pub apart: i32,
    /// One choice in this many is in another quarter; 0: never.
    pub travel: u64,
    /// The seed.
    pub seed: u64,
}

impl Default for Plan {
    fn default() -> Self {
        Self { agents: 25, quarters: 5, apart: 28, travel: 12, seed: 7 }
    }
}

/// A town without people: systems, questions, places. People come from [`Plan::people`] or a snapshot.
pub fn app(plan: &Plan, driver: Driver, minds: Minds) -> App {
    let mut app = App::new();
    let places = (0..plan.quarters).flat_map(|quarter| {
        (0..8).map(move |n| Tile { x: quarter * plan.apart + (n % 4) * 6, y: (n / 4) * 11 + (n % 3) * 2 })
    });
    app.add_plugins(MinimalPlugins)
        .insert_resource(Places(places.collect()))
        .insert_resource(Seed(plan.seed))
        .insert_resource(Travel(plan.travel))
        .insert_resource(CommandHandler(obey))
        .add_plugins((schedule::plugin, clock::plugin, exchange::plugin))
        .add_plugins((questions::plugin, senses::plugin, will::plugin, body::plugin))
        .insert_resource(minds)
        .insert_resource(driver);
    app
}

/// See [`Plan::travel`].
#[derive(Resource)]
pub struct Travel(pub u64);

impl Plan {
    /// Puts people and things into the town.
    pub fn people(&self, app: &mut App) {
        let places = app.world().resource::<Places>().0.clone();
        for n in 0..self.agents {
            let mut dice = Seed(self.seed).dice(AgentId(n), 0, "birth");
            let home = (n as usize % self.quarters as usize) * 8;
            let at = places[home + dice.random_range(0..8)];
            let mut memory = Memory::default();
            if n % 7 == 0 {
                memory.news.insert(format!("news {n}"));
            }
            let doing = Doing::Dwell { until: dice.random_range(0..20) };
            app.world_mut().spawn((AgentId(n), at, doing, Wish::default(), memory, Thinking::default()));
        }
        for (n, at) in places.iter().enumerate().step_by(8) {
            app.world_mut().spawn((Thing(n as u32), *at, Condition::default()));
        }
    }
}

fn obey(world: &mut World, command: &Command) -> Result<String, String> {
    let now = world.resource::<clock::Now>().0;
    let number = |text: &str| text.parse::<u32>().map_err(|_| format!("{text:?} is no number"));
    match command {
        Command::Set { thing, kind, .. } => {
            let thing = number(thing)?;
            let mut things = world.query::<(&Thing, &mut Condition)>();
            let (_, mut condition) =
                things.iter_mut(world).find(|(one, _)| one.0 == thing).ok_or("there is no such thing")?;
            *condition = Condition { lit: kind.is_fire(), since: now, by: None };
            Ok("done".into())
        }
        Command::Tell { to, memory: words } => {
            let entity = world.resource::<Roster>().0.get(&AgentId(number(to)?)).copied();
            let mut memory = entity.and_then(|entity| world.get_mut::<Memory>(entity)).ok_or("nobody there")?;
            memory.news.insert(words.to_owned());
            Ok("told".into())
        }
        // Whoever is possessed vanishes.
        Command::Possess(agent) => {
            let entity = world.resource::<Roster>().0.get(&AgentId(number(agent)?)).copied();
            world.despawn(entity.ok_or("nobody there")?);
            Ok("gone".into())
        }
        _ => Err("this is no command".into()),
    }
}
