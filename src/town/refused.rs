//! Commands that the town refused: for reports and panels, no part of the town.

use std::fmt;

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use crate::{agent::state::SaveApp, command::Command, exchange::CommandResult, schedule::TownResources};

/// Notes each command that is refused.
pub fn plugin(app: &mut App) {
    app.init_town_resource::<RefusedCommands>().add_observer(record_refusal);
    app.save_resource::<RefusedCommands>("refused_commands", 1);
}

fn record_refusal(done: On<CommandResult>, mut refused: ResMut<RefusedCommands>) {
    if let Err(why) = &done.result {
        refused.0.push(Refusal { tick: done.tick, command: done.command.clone(), why: why.clone() });
    }
}

/// Commands that were refused; for the report, no part of the town.
#[derive(Resource, Clone, Debug, Default, Serialize, Deserialize)]
pub struct RefusedCommands(pub Vec<Refusal>);

/// A command that was refused.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Refusal {
    /// When.
    pub tick: u64,
    /// What was to be done.
    pub command: Command,
    /// Why it was not.
    pub why: String,
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { tick, command, why } = self;
        write!(f, "{:?} at tick {tick} was refused: {why}", command.to_string())
    }
}
