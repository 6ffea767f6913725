//! Talk in world time (paper, section 4.3.2).
//!
//! | file | concern |
//! |---|---|
//! | `approach` | walking up to somebody, and the opening of a talk |
//! | `turns` | whose turn it is, lines that take their time, and the end |
//! | `recollect` | what comes to mind about the other |
//! | `ask` | the next line and what is kept, as questions |
//! | `after_talk` | what is kept of a talk, once that is answered |
//!
//! Rules: whoever is asleep talks to nobody, nobody is in two talks at once, a line takes its time, and pairs cool down.

mod after_talk;
mod approach;
mod ask;
mod recollect;
mod turns;

use bevy::prelude::*;

use crate::{
    agent::components::Talks,
    schedule::{Tick, TickStep, TownResources},
};

/// So many lines a talk has at most; longer than that nobody listens.
pub const MOST_LINES: usize = 30;
/// Lines of one's own that one remembers the very words of.
pub const OWN_LINES: usize = 150;

/// Adds talk.
pub fn plugin(app: &mut App) {
    app.init_town_resource::<Talks>()
        .add_observer(after_talk::store_talk)
        .add_observer(after_talk::store_bare_talk)
        .add_plugins(ask::plugin)
        .add_systems(
            Tick,
            (
                turns::continue_talks.in_set(TickStep::ContinueTalks),
                approach::answer_hail.in_set(TickStep::AnswerHail),
                approach::approach_partner.in_set(TickStep::ApproachPartner),
            ),
        );
}
