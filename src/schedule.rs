//! The order of one tick, declared once.
//!
//! Two schedules, both run by the driver only and never by Bevy's own loop: [`PreTick`] before each tick looks
//! whether what the tick needs has come, [`Tick`] is the tick.

use bevy::{
    ecs::schedule::{LogLevel, ScheduleBuildSettings, ScheduleLabel, SingleThreadedExecutor},
    prelude::*,
};

/// Before each tick: what came from outside is fetched, and whether something due is missing is noted in
/// [`crate::clock::Blocked`]. Leaves no trace in the town.
#[derive(ScheduleLabel, Clone, Debug, PartialEq, Eq, Hash)]
pub struct PreTick;

/// One tick of town life.
#[derive(ScheduleLabel, Clone, Debug, PartialEq, Eq, Hash)]
pub struct Tick;

/// When a town has been left: whatever was its own is made new, so that the next one finds nothing of it. What belongs
/// to one town says so with [`OfTown::of_town`].
#[derive(ScheduleLabel, Clone, Debug, PartialEq, Eq, Hash)]
pub struct Left;

/// Resources that belong to one town and not to the program.
pub trait OfTown {
    /// As `init_resource`; and as new when a town is left ([`Left`]).
    fn of_town<R: Resource + Default>(&mut self) -> &mut Self;
}

impl OfTown for App {
    fn of_town<R: Resource + Default>(&mut self) -> &mut Self {
        self.init_resource::<R>().add_systems(Left, |world: &mut World| world.insert_resource(R::default()))
    }
}

/// The phases of a tick, in order.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TickSystems {
    /// What changes by the mere passing of time.
    Clock,
    /// What came from outside: commands, then answers. The only door.
    Receive,
    /// What each agent notices, as things stood when the tick began.
    Perceive,
    /// What of it is kept.
    Remember,
    /// What each agent means to do.
    Decide,
    /// Hands: things change.
    Act,
    /// Feet: one tile.
    Move,
    /// What each agent has to think about; the chain of systems here gives questions their count.
    Ask,
    /// What could be seen from outside, and the sending of what was asked.
    Record,
}

/// Declares the tick; an ambiguous pair of systems panics when the schedule is first built.
///
/// The systems run one after the other: at 25 people the multi-threaded executor costs ten times what it
/// saves. What is heavy goes parallel inside its own system.
pub fn plugin(app: &mut App) {
    use TickSystems::*;
    app.init_schedule(Left)
        .init_schedule(PreTick)
        .init_schedule(Tick)
        .configure_sets(Tick, (Clock, Receive, Perceive, Remember, Decide, Act, Move, Ask, Record).chain());
    for schedule in [PreTick.intern(), Tick.intern()] {
        app.edit_schedule(schedule, |schedule| {
            let settings = ScheduleBuildSettings { ambiguity_detection: LogLevel::Error, ..default() };
            schedule.set_build_settings(settings).set_executor(SingleThreadedExecutor::new());
        });
    }
}
