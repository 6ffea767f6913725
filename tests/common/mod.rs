//! Towns and minds for tests: a toy town on the real seam.
#![allow(dead_code, reason = "each test takes what it needs")]

pub mod town;

use std::time::Duration;

use bevy::prelude::*;
use rand::{RngExt, SeedableRng};
use smallville::{
    clock::{Dice, Driver, Ended, Now, Pace},
    command::Command,
    exchange::{CommandQueue, Minds, Recording, Source, run_until},
    journal::{By, Journal},
    mind::{
        Ask, Mind, MindError, QuestionId, Reply,
        client::{AsyncClient, Client, Outcome, Response},
    },
};
use town::{Plan, builtin, snapshot::Snapshot};

/// Ticks of the usual test: 100 game minutes.
pub const END: u64 = 600;

/// Answers as the built-in mind does, after a while; some fail, some babble, some never come, some break down.
/// The figures are per cent.
#[derive(Clone, Default)]
pub struct Slow {
    pub salt: u64,
    pub most: Duration,
    pub fails: u64,
    pub babbles: u64,
    pub silent: u64,
    pub panics: u64,
}

impl Slow {
    pub fn up_to(ms: u64, salt: u64) -> Self {
        Self { salt, most: Duration::from_millis(ms), ..default() }
    }
}

impl Mind for Slow {
    async fn answer_within(&self, ask: &Ask, _: u32) -> Response {
        let mut dice = Dice::seed_from_u64(self.salt << 40 ^ u64::from(ask.id.agent) << 20 ^ u64::from(ask.id.count));
        tokio::time::sleep(self.most.mul_f64(dice.random_range(0.0..1.0))).await;
        let mut luck = dice.random_range(0..100);
        let mut falls = |share: u64| {
            let falls = luck < share;
            luck = luck.wrapping_sub(share);
            falls
        };
        if falls(self.fails) {
            return Outcome::Err(MindError("overloaded".into())).into();
        }
        if falls(self.babbles) {
            return Outcome::Ok(Reply("as a language model".into())).into();
        }
        if falls(self.silent) {
            return std::future::pending().await;
        }
        if falls(self.panics) {
            panic!("a hole in the mind");
        }
        builtin::answer(ask).into()
    }
}

/// A mind that is late by a number of looks, not of milliseconds: the same in every run, on any machine.
/// The figures are per cent.
pub struct Late {
    pub most: u64,
    pub fails: u64,
    pub babbles: u64,
    pub silent: u64,
    pub looks: u64,
    pub coming: Vec<(u64, Ask)>,
}

impl Late {
    pub fn up_to(looks: u64) -> Self {
        Self { most: looks, fails: 0, babbles: 0, silent: 0, looks: 0, coming: vec![] }
    }
}

impl Client for Late {
    fn by(&self) -> By {
        By::Model("late".into())
    }
    fn send_within(&mut self, ask: Ask, _: u32) {
        self.coming.push((self.looks + 1 + ask.dice % self.most, ask));
    }
    fn collect(&mut self) -> Vec<(QuestionId, Response)> {
        self.looks += 1;
        let come: Vec<_> = self.coming.extract_if(.., |(when, _)| *when <= self.looks).collect();
        let outcome = |(_, ask): (u64, Ask)| {
            let luck = ask.dice / 1000 % 100;
            let outcome = match luck {
                _ if luck < self.silent => return None,
                _ if luck < self.silent + self.fails => Err(MindError("overloaded".into())),
                _ if luck < self.silent + self.fails + self.babbles => Ok(Reply("as a language model".into())),
                _ => builtin::answer(&ask),
            };
            Some((ask.id, outcome.into()))
        };
        come.into_iter().rev().filter_map(outcome).collect()
    }
    fn wait(&mut self, _: Duration) {}
}

/// The built-in mind of the toy town on some threads.
pub fn pool(threads: usize) -> Source {
    Source::Mind(Box::new(AsyncClient::pool(builtin::answer, threads)))
}
pub fn model(mind: impl Mind, slots: usize) -> AsyncClient {
    AsyncClient::open(mind, By::Model("toy".into()), slots)
}
pub fn wire(mind: impl Mind, slots: usize) -> Source {
    Source::Mind(Box::new(model(mind, slots)))
}

/// A command from its line.
pub fn command(line: &str) -> Command {
    line.parse().unwrap_or_else(|why| panic!("{line}: {why}"))
}

/// Three fires and a rumour, at three ticks, and something that nobody knows how to do.
pub fn commands() -> CommandQueue {
    let mut queue = CommandQueue::default();
    for (tick, line) in [
        (100, "set <0> is burning"),
        (100, "set <16> is burning"),
        (230, "tell 3: the well is dry"),
        (230, "bye"),
        (400, "set <8> is burning"),
    ] {
        queue.set_down(tick, command(line));
    }
    queue
}

pub fn empty(plan: &Plan, driver: Driver, source: Source) -> App {
    town::app(plan, driver, Minds::new(source).with_fallback(builtin::answer))
}
pub fn peopled(plan: &Plan, driver: Driver, source: Source) -> App {
    let mut app = empty(plan, driver, source);
    plan.people(&mut app);
    app
}
/// With the usual commands.
pub fn usual(driver: Driver, source: Source) -> App {
    let mut app = peopled(&Plan::default(), driver, source);
    app.insert_resource(commands());
    app
}
pub fn lockstep() -> Driver {
    Driver::new(Pace::Lockstep)
}
/// The hash of the town's state, and the journal.
pub fn outcome(app: &mut App) -> (String, Journal) {
    let world = app.world_mut();
    (state_hash(world), world.resource::<Journal>().clone())
}
pub fn state_hash(world: &mut World) -> String {
    Snapshot::take(world).hash()
}
pub fn finish(mut app: App, tick: u64) -> (String, Journal) {
    run_until(&mut app, tick).expect("the town goes on");
    outcome(&mut app)
}
/// The same town with no mind, from what came in.
pub fn replay(plan: &Plan, journal: &Journal, end: u64) -> App {
    peopled(plan, lockstep(), Source::Cassette(Recording::new(journal.clone(), end)))
}
pub fn ended(app: &App) -> Ended {
    app.world().resource::<Driver>().ended
}
pub fn now(app: &App) -> u64 {
    app.world().resource::<Now>().0
}
