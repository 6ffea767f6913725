//! A town that is lived while everything it asks its mind is written down.

use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex},
    time::Duration,
};

use bevy::prelude::*;
use smallville::{
    agent::{Persona, components::talk::Talks},
    clock::{AgentId, Calendar},
    data::Data,
    exchange::{Minds, live_until},
    headless,
    journal::By,
    memory::{Memory, MemoryStream},
    mind::{
        Ask, QuestionId,
        client::{AsyncClient, Client, Response},
        rules,
    },
    town::{Experiment, Options, TownInfo},
};

/// Everything that was asked.
type Asked = Arc<Mutex<Vec<Ask>>>;

/// The built-in mind, and somebody who reads every question on its way to it.
struct Overheard {
    asked: Asked,
    mind: AsyncClient,
}

impl Client for Overheard {
    fn by(&self) -> By {
        self.mind.by()
    }
    fn send_within(&mut self, ask: Ask, _: u32) {
        self.asked.lock().expect("nobody panicked").push(ask.clone());
        self.mind.send(ask);
    }
    fn cancel(&mut self, id: QuestionId) {
        self.mind.cancel(id);
    }
    fn collect(&mut self) -> Vec<(QuestionId, Response)> {
        self.mind.collect()
    }
    fn wait(&mut self, at_most: Duration) {
        self.mind.wait(at_most);
    }
}

/// A town that lives.
pub struct Lived {
    /// With all that is in it.
    pub app: App,
    asked: Asked,
}

/// How to live.
#[derive(Clone, Copy)]
pub struct How {
    /// Takes the place of the scenario's seed.
    pub seed: u64,
    /// How much of the usual talk.
    pub talk: f64,
}

impl Lived {
    /// The scenario of this id, about to live.
    pub fn new(id: &str, data: &Data, how: How) -> Self {
        let options = Options {
            scenario: id.into(),
            seed: Some(how.seed),
            threads: 2,
            experiment: Experiment { talk: Some(how.talk), ..default() },
            ..default()
        };
        let mut app = headless::app(&options, data).unwrap_or_else(|why| panic!("{id} cannot be opened: {why}"));
        let asked = Asked::default();
        let line = Overheard { asked: asked.clone(), mind: AsyncClient::pool(rules::answer, 2) };
        app.world_mut().resource_mut::<Minds>().connect(Box::new(line));
        Self { app, asked }
    }

    /// The tick that ends so many hours.
    pub fn end(&self, hours: f64) -> u64 {
        headless::ticks(hours, self.app.world().resource::<Calendar>()).expect("hours to live")
    }

    /// Lives up to this tick.
    pub fn until(&mut self, tick: u64) {
        live_until(self.app.world_mut(), tick).unwrap_or_else(|why| panic!("it went astray: {why}"));
    }

    /// What has been asked since this was looked at last.
    pub fn asked(&mut self) -> Vec<Ask> {
        std::mem::take(&mut *self.asked.lock().expect("nobody panicked"))
    }

    /// Names and all that each remembers.
    pub fn minds(&mut self) -> BTreeMap<u32, (String, Vec<Memory>)> {
        let world = self.app.world_mut();
        let mut all = world.query::<(&AgentId, &Persona, &MemoryStream)>();
        all.iter(world).map(|(id, who, stream)| (id.0, (who.name.clone(), stream.all().to_vec()))).collect()
    }

    /// What was said in all talks, with who said it.
    pub fn said(&self) -> Vec<Said> {
        let talks = self.app.world().resource::<Talks>();
        let talks = talks.over.iter().map(|(_, talk)| talk).chain(talks.open.values());
        let line = |talk: &smallville::agent::components::talk::Talk| {
            let said = |line: &smallville::agent::components::talk::Utterance| Said {
                by: line.by.0,
                words: line.words.clone(),
                until: line.until,
            };
            talk.lines.iter().map(said).collect::<Vec<_>>()
        };
        let mut lines: Vec<Said> = talks.flat_map(line).collect();
        lines.sort_by_key(|line| (line.until, line.by));
        lines
    }

    /// The scenario's news.
    pub fn played(&self) -> &TownInfo {
        self.app.world().resource::<TownInfo>()
    }
}

/// A line of talk.
#[derive(Clone, Debug)]
pub struct Said {
    /// Who said it.
    pub by: u32,
    /// In these words.
    pub words: String,
    /// The tick at which it had been said.
    pub until: u64,
}
