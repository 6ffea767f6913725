//! The town that a line is about, as those who look at it need it.

use bevy::prelude::*;

use super::Outcome;
use crate::{
    agent::{acquaintances::Directory, resolve::Somebody},
    clock::{AgentId, Calendar, Minute, Now},
    world::{ObjectId, ObjectState, Objects, TownMap},
};

/// A town to be looked at.
pub(super) struct Town<'a> {
    pub world: &'a World,
    pub map: &'a TownMap,
    pub calendar: Calendar,
    pub now: u64,
    pub minute: Minute,
}

impl<'a> Town<'a> {
    /// The town that is open.
    pub fn of(world: &'a World) -> Result<Self, String> {
        let (map, calendar) = (resource::<TownMap>(world)?, *resource::<Calendar>(world)?);
        let now = world.get_resource::<Now>().map_or(0, |now| now.0);
        Ok(Self { world, map, calendar, now, minute: calendar.minute(now) })
    }

    /// A component of somebody, who may have left.
    pub fn part<T: Component>(&self, one: &Somebody) -> Result<&'a T, String> {
        self.world.get::<T>(one.entity).ok_or_else(|| format!("{} is not there any more", one.name))
    }

    /// Somebody's name.
    pub fn name(&self, id: AgentId) -> &'a str {
        let directory = self.world.get_resource::<Directory>();
        directory.and_then(|all| all.get(id)).map_or("somebody", |one| one.name.as_str())
    }

    /// How a thing is.
    pub fn state(&self, id: ObjectId) -> Option<&'a ObjectState> {
        let entity = self.world.get_resource::<Objects>()?.entities.get(usize::from(id.0))?;
        self.world.get(*entity)
    }

    /// All things there are.
    pub fn things(&self) -> impl Iterator<Item = ObjectId> + use<> {
        (0..self.map.objects.len()).map(|n| ObjectId(n as u16))
    }

    /// The date and the time of a tick: `13 Feb 08:10`.
    pub fn when(&self, tick: u64) -> String {
        self.calendar.date_time(tick).strftime("%-d %b %H:%M").to_string()
    }
}

/// What every town has.
pub(super) fn resource<T: Resource>(world: &World) -> Result<&T, String> {
    world.get_resource().ok_or_else(|| "there is no town yet".into())
}

/// An answer of several lines.
pub(super) fn said(lines: &[String]) -> Result<Outcome, String> {
    Ok(Outcome::Said(lines.join("\n")))
}
