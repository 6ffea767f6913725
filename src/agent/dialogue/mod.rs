//! Talk in world time (paper, section 4.3.2).
//!
//! | file | concern |
//! |---|---|
//! | `approach` | walking up to somebody, and the opening of a talk |
//! | `turns` | whose turn it is, lines that take their time, and the end |
//! | `body` | how one stands while one talks |
//! | `recollect` | what comes to mind about the other |
//! | `ask` | the next line and what is kept, as questions |
//! | `keep` | what is kept of a talk, once that is answered |
//! | `promise` | a promise becomes an engagement |
//!
//! Rules: whoever is asleep talks to nobody, nobody is in two talks at once, a line takes its time, and pairs cool down.

mod approach;
mod ask;
mod keep;
mod posture;
pub(super) mod promise;
mod recollect;
mod turns;

pub use self::{
    posture::{apart, free},
    turns::is_due,
};

use bevy::prelude::*;

use crate::{
    agent::components::talk::{Company, Talks},
    clock::{AgentId, Now},
    schedule::{OfTown, Tick, TickStep},
};

/// So many lines a talk has at most; longer than that nobody listens.
pub const MOST_LINES: usize = 30;
/// Lines of one's own that one remembers the very words of.
pub const OWN_LINES: usize = 30;

/// Adds talk.
pub fn plugin(app: &mut App) {
    app.of_town::<Talks>().add_plugins((ask::plugin, keep::plugin)).add_systems(
        Tick,
        (
            turns::go_on.in_set(TickStep::ContinueTalks),
            approach::hail.in_set(TickStep::AnswerHail),
            approach::walk_up.in_set(TickStep::ApproachPartner),
        ),
    );
}

/// Somebody leaves the talk they are in without a word; was there one?
pub fn walk_off(world: &mut World, entity: Entity) -> bool {
    let now = world.resource::<Now>().0;
    let (Some(Company(Some(id))), Some(&me)) = (world.get::<Company>(entity).copied(), world.get::<AgentId>(entity))
    else {
        return false;
    };
    let mut talks = world.resource_mut::<Talks>();
    let Some(talk) = talks.open.get_mut(&id) else { return false };
    if talk.ended.is_some() || !talk.stays(me) {
        return false;
    }
    talk.leave(me, now);
    true
}
