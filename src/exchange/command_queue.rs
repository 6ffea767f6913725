//! Commands on their way in.

use std::collections::BTreeMap;

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use super::Minds;
use crate::journal::{Command, Journal};

/// Commands on their way in: told by a person, or set down for a tick beforehand. While a recording plays, its
/// own commands enter and these wait for its end.
#[derive(Resource, Clone, Default, Debug, PartialEq, Serialize, Deserialize)]
pub struct CommandQueue {
    /// As soon as may be: at the first tick that nobody has lived.
    pub said: Vec<Command>,
    /// At a tick; if that is past, as soon as may be.
    pub at: BTreeMap<u64, Vec<Command>>,
}

/// Does a command; the town above sets it. The words that come back, of success or refusal, are for the person.
/// Must depend on the town and the command only: a replay calls it again.
#[derive(Resource, Clone, Copy)]
pub struct CommandHandler(pub fn(&mut World, &Command) -> Result<String, String>);

impl Default for CommandHandler {
    fn default() -> Self {
        Self(|_, command| Err(format!("nobody here knows what to do about {:?}", command.line)))
    }
}

/// A command has been done or refused. Triggered once for each, for whoever shows it; no part of the town.
#[derive(Event)]
pub struct Obeyed {
    /// The tick.
    pub tick: u64,
    /// What was asked for.
    pub command: Command,
    /// What came of it.
    pub result: Result<String, String>,
}

/// The commands of this tick, done one after the other.
pub(super) fn obey(world: &mut World, now: u64) {
    let commands = match world.resource::<Minds>().recorded_commands(now) {
        Some(recorded) => recorded,
        None => world.resource_mut::<CommandQueue>().take(now),
    };
    if commands.is_empty() {
        return;
    }
    let CommandHandler(obey) = *world.resource::<CommandHandler>();
    for command in &commands {
        let result = obey(world, command);
        world.flush();
        tracing::info!(target: "journal", tick = now, line = command.line, ?result, "command");
        world.trigger(Obeyed { tick: now, command: command.clone(), result });
    }
    world.resource_mut::<Journal>().commands.insert(now, commands);
}

impl CommandQueue {
    fn take(&mut self, now: u64) -> Vec<Command> {
        let later = self.at.split_off(&(now + 1));
        let due = std::mem::replace(&mut self.at, later);
        due.into_values().flatten().chain(self.said.drain(..)).collect()
    }

    /// Forgets what was set down for ticks before `tick`: those have been lived.
    pub(super) fn forget_before(&mut self, tick: u64) {
        self.at = self.at.split_off(&tick);
    }
}
