//! Town time, who lives it now, chance, and the driver that runs ticks. Wall clocks only in [`driver`].

pub mod driver;

use std::{collections::BTreeMap, io::BufWriter};

use bevy::{
    ecs::{lifecycle::HookContext, world::DeferredWorld},
    prelude::*,
};
use jiff::{ToSpan, civil};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use serde::{Deserialize, Serialize};

use crate::{mind::question::TimeOfDay, schedule::TownResources};

pub use self::driver::{Blocked, Diverged, Driver, Ended, Pace};

/// The tick being lived; between ticks, the next one to be lived.
#[derive(Resource, Clone, Copy, Default, Debug, PartialEq, Eq)]
pub struct Now(pub u64);

/// Adds time, the roster and the driver.
pub fn plugin(app: &mut App) {
    app.init_town_resource::<Now>().init_town_resource::<Active>().init_town_resource::<Roster>();
    app.init_town_resource::<Blocked>().init_town_resource::<Diverged>().add_plugins(driver::plugin);
}

/// An agent's own number: the same in every save, fork and replay. An `Entity` is not.
#[derive(Component, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[component(immutable, on_insert = add_to_roster, on_discard = remove_from_roster)]
pub struct AgentId(pub u32);

/// Who lives the tick [`Now`], by ascending [`AgentId`]; today always everyone.
///
/// A list and not a marker component: adding and removing a marker moves entities between tables, so the
/// order of iteration would depend on who ran when; `query.iter_many_mut(&active.0)` does not.
#[derive(Resource, Default)]
pub struct Active(pub Vec<Entity>);

/// Everyone, by ascending id; kept by hooks, so it cannot drift from the world.
#[derive(Resource, Default)]
pub struct Roster(pub BTreeMap<AgentId, Entity>);

fn add_to_roster(mut world: DeferredWorld, context: HookContext) {
    let Some(&id) = world.get::<AgentId>(context.entity) else { return };
    let before = world.resource_mut::<Roster>().0.insert(id, context.entity);
    assert!(before.is_none(), "two agents with {id:?}");
}

fn remove_from_roster(mut world: DeferredWorld, context: HookContext) {
    let Some(&id) = world.get::<AgentId>(context.entity) else { return };
    world.resource_mut::<Roster>().0.remove(&id);
    // Who is gone does not live the rest of this tick: nobody need ask whether an entity in the list exists.
    world.resource_mut::<Active>().0.retain(|&one| one != context.entity);
}

/// A stream of chance: ChaCha8, the same in every release of its crate.
pub type Dice = ChaCha8Rng;

/// The scenario's seed.
#[derive(Resource, Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Seed(pub u64);

impl Seed {
    /// A number that belongs to one agent, one tick and one purpose.
    pub fn draw(self, agent: AgentId, tick: u64, purpose: &str) -> u64 {
        let mut hasher = blake3::Hasher::new();
        hasher.update(&self.0.to_le_bytes()).update(&agent.0.to_le_bytes()).update(&tick.to_le_bytes());
        hasher.update(purpose.as_bytes());
        let mut bytes = [0; 8];
        hasher.finalize_xof().fill(&mut bytes);
        u64::from_le_bytes(bytes)
    }

    /// A number of one agent's own that never changes.
    pub fn nature(self, agent: AgentId) -> u64 {
        self.draw(agent, 0, "nature")
    }

    /// A stream of chance that belongs to one agent, one tick and one purpose: nobody else draws from it, so it
    /// cannot matter who drew first.
    pub fn dice(self, agent: AgentId, tick: u64, purpose: &str) -> Dice {
        Dice::seed_from_u64(self.draw(agent, tick, purpose))
    }
}

/// The blake3 hash of `value` written as compact JSON, in hex. The JSON itself is never held in memory.
///
/// # Panics
/// When `value` cannot be written as JSON: a map whose keys are neither text nor numbers. Write such a map as a
/// list of pairs.
pub fn hash_of<T: Serialize + ?Sized>(value: &T) -> String {
    fingerprint_of(value).to_hex().to_string()
}

/// As [`hash_of`], as bytes.
pub(crate) fn fingerprint_of<T: Serialize + ?Sized>(value: &T) -> blake3::Hash {
    let mut hasher = blake3::Hasher::new();
    // JSON is written a few letters at a time, and the hash takes them by the block
    let mut written = BufWriter::new(&mut hasher);
    serde_json::to_writer(&mut written, value).expect("plain data, with text or numbers for keys");
    drop(written);
    hasher.finalize()
}

/// Run condition: a new minute begins with this tick. For what hangs on the clock and on plans, and may be seconds late.
pub fn every_minute(now: Res<Now>, calendar: Res<Calendar>) -> bool {
    calendar.begins_minute(now.0)
}

/// Minutes since the midnight with which the scenario's first day began.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize)]
pub struct Minute(pub u32);

impl Minute {
    /// Minutes of a day.
    pub const DAY: u32 = 1440;

    /// Which day of the scenario, from 0.
    pub fn day(self) -> u32 {
        self.0 / Self::DAY
    }

    /// The time on the clock.
    pub fn time_of_day(self) -> TimeOfDay {
        TimeOfDay((self.0 % Self::DAY) as u16)
    }

    /// The first moment at or after `self` at which the clock shows `time`.
    pub fn next(self, time: TimeOfDay) -> Minute {
        let today = Minute(self.day() * Self::DAY + u32::from(time.0) % Self::DAY);
        if today < self { Minute(today.0 + Self::DAY) } else { today }
    }
}

/// The calendar ends before this many seconds are over.
const LAST_SECOND: u64 = 400_000_000_000;

/// When the scenario begins and how long a tick is.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Calendar {
    /// Town time at tick 0.
    pub start: civil::DateTime,
    /// Game seconds of a tick.
    pub tick_seconds: u32,
}

impl Calendar {
    fn first_second(self) -> u64 {
        let time = self.start.time();
        time.hour() as u64 * 3600 + time.minute() as u64 * 60 + time.second() as u64
    }

    /// The minute that `tick` lies in.
    pub fn minute(self, tick: u64) -> Minute {
        Minute(((self.first_second() + tick * u64::from(self.tick_seconds)) / 60) as u32)
    }

    /// Does a new minute begin with `tick`?
    pub fn begins_minute(self, tick: u64) -> bool {
        tick == 0 || self.minute(tick - 1) != self.minute(tick)
    }

    /// The first tick at or after the beginning of `minute`; 0 for what was before the town began.
    pub fn tick(self, minute: Minute) -> u64 {
        let seconds = (u64::from(minute.0) * 60).saturating_sub(self.first_second());
        seconds.div_ceil(u64::from(self.tick_seconds))
    }

    /// Ticks in so many minutes, at least one.
    pub fn ticks(self, minutes: u32) -> u64 {
        (u64::from(minutes) * 60).div_ceil(u64::from(self.tick_seconds)).max(1)
    }

    /// Game hours in so many ticks.
    pub fn hours(self, ticks: u64) -> f64 {
        ticks as f64 * f64::from(self.tick_seconds) / 3600.0
    }

    /// Date and time at the beginning of `tick`.
    pub fn date_time(self, tick: u64) -> civil::DateTime {
        // A tick that a file names may be any number.
        let seconds = tick.saturating_mul(self.tick_seconds.into()).min(LAST_SECOND);
        self.start.saturating_add((seconds as i64).seconds())
    }

    /// The date of a minute.
    pub fn date(self, minute: Minute) -> civil::Date {
        self.start.date().saturating_add(i64::from(minute.day()).days())
    }

    /// The minute of a date and time; `None` before the scenario's first day.
    pub fn minute_at(self, when: civil::DateTime) -> Option<Minute> {
        let days = (when.date() - self.start.date()).get_days();
        let minutes = i64::from(days) * i64::from(Minute::DAY) + i64::from(when.hour()) * 60 + i64::from(when.minute());
        u32::try_from(minutes).ok().map(Minute)
    }

    /// The first tick at or after a date and time; `None` before the town begins.
    pub fn tick_at(self, when: civil::DateTime) -> Option<u64> {
        self.minute_at(when).filter(|minute| *minute >= self.minute(0)).map(|minute| self.tick(minute))
    }
}
