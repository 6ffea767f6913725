//! When ticks run. The only place that looks at a wall clock, and it decides *when*, never *what*.

use std::time::{Duration, Instant};

use bevy::{prelude::*, time::Real};

use super::{Active, Now, Roster};
use crate::schedule::{PreTick, Tick};

/// What a late answer does to time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pace {
    /// Time stands until the answers due have come. Repeatable.
    Lockstep,
    /// Time goes on; a late answer counts when it comes. Repeatable from the journal.
    Live,
}

/// How the last frame ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Ended {
    /// Nothing to do yet: the speed asks for no tick.
    #[default]
    Early,
    /// The frame's budget was spent.
    OutOfBudget,
    /// An answer that is due is missing.
    Waiting,
    /// `until` is reached.
    Done,
    /// The town cannot go on; [`Diverged`] says why.
    Diverged,
}

/// Whether the next tick may run; set in [`PreTick`] by whoever has to wait for something.
#[derive(Resource, Clone, Copy, Default, Debug, PartialEq, Eq)]
pub struct Blocked(pub bool);

/// Why the town cannot go on at all: a sentence for people. No tick runs while it is set; whoever sets it leaves
/// the town as it stands, to be looked at.
#[derive(Resource, Clone, Default, Debug, PartialEq, Eq)]
pub struct Diverged(pub Option<String>);

/// Runs ticks.
#[derive(Resource, Clone, Debug)]
pub struct Driver {
    /// What a late answer does.
    pub pace: Pace,
    /// Ticks per second of real time; `None`: as fast as it goes. 0: paused.
    pub speed: Option<f64>,
    /// How much of the speed is wanted at the moment, 0 to 1: less while somebody reads what is being said.
    pub ease: f64,
    /// Time of a frame for ticks; `None`: all of it. At least one tick runs per frame that owes one.
    pub budget: Option<Duration>,
    /// No tick from this one on.
    pub until: u64,
    /// How the last frame ended.
    pub ended: Ended,
    /// Ticks that the speed has earned and that have not run yet; at most one is kept. The view uses it as the
    /// fraction of the way from the last tick to the next.
    pub owed: f64,
    /// Wall time spent in ticks during the last frame.
    pub spent: Duration,
}

impl Driver {
    /// As fast as it goes.
    pub fn new(pace: Pace) -> Self {
        Self {
            pace,
            speed: None,
            ease: 1.0,
            budget: None,
            until: 0,
            ended: Ended::Early,
            owed: 0.0,
            spent: Duration::ZERO,
        }
    }
}

/// Lets ticks run from `Update`, once a [`Driver`] is there.
pub fn plugin(app: &mut App) {
    app.add_systems(Update, drive.run_if(resource_exists::<Driver>));
}

/// One frame's worth of ticks.
pub fn drive(world: &mut World) {
    let began = Instant::now();
    let elapsed = world.get_resource::<Time<Real>>().map_or(0.0, |time| time.delta_secs_f64());
    let mut owed = {
        let driver = world.resource::<Driver>();
        driver.owed + driver.speed.unwrap_or(0.0) * driver.ease.clamp(0.0, 1.0) * elapsed
    };
    let ended = loop {
        if world.resource::<Diverged>().0.is_some() {
            break Ended::Diverged;
        }
        // Read anew for each tick: a tick may have changed how they run.
        let &Driver { speed, budget, until, .. } = world.resource::<Driver>();
        if speed.is_some_and(|speed| speed <= 0.0 || owed < 1.0) {
            break Ended::Early;
        }
        if world.resource::<Now>().0 >= until {
            break Ended::Done;
        }
        world.resource_mut::<Blocked>().0 = false;
        world.run_schedule(PreTick);
        if world.resource::<Diverged>().0.is_some() {
            break Ended::Diverged;
        }
        if world.resource::<Blocked>().0 {
            break Ended::Waiting;
        }
        run_tick(world);
        owed -= 1.0;
        if budget.is_some_and(|budget| began.elapsed() >= budget) {
            break Ended::OutOfBudget;
        }
    };
    let mut driver = world.resource_mut::<Driver>();
    // Skipped ticks are not caught up: the town does not rush after a slow answer or a slow frame.
    driver.owed = owed.clamp(0.0, 1.0);
    driver.ended = ended;
    driver.spent = began.elapsed();
}

/// One tick, lived by everyone.
fn run_tick(world: &mut World) {
    let everyone: Vec<Entity> = world.resource::<Roster>().0.values().copied().collect();
    world.resource_mut::<Active>().0 = everyone;
    world.run_schedule(Tick);
    world.resource_mut::<Now>().0 += 1;
}
