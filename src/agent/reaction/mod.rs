//! Reaction (paper, section 4.3.1): what is noticed may change what is done.
//!
//! | file | concern |
//! |---|---|
//! | `notice` | what of it is worth a thought, most urgent first |
//! | `ask` | the question: what do I do about it? |
//! | `offer` | what is at hand to do something with |
//! | `heed` | the answer is stored, and followed: carry on, an errand, a talk |
//! | `hearsay` | who was told of a danger goes and looks |
//! | `proceed` | an errand from stop to stop, and what it leaves |
//! | `deed` | what was done, in words to be remembered |

mod ask;
mod hearsay;
mod heed;
mod notice;
mod offer;
mod outcome;
mod proceed;

use bevy::prelude::*;

use crate::{
    exchange::AskApp,
    mind::question::React,
    schedule::{Tick, TickStep},
};

/// Adds reaction.
pub fn plugin(app: &mut App) {
    app.add_question::<React>().add_plugins(heed::plugin);
    app.add_systems(
        Tick,
        (
            heed::heed.in_set(TickStep::BeginReaction),
            hearsay::hear.in_set(TickStep::CheckHearsay),
            proceed::proceed.in_set(TickStep::ContinueErrand),
            notice::notice.in_set(TickStep::SelectPercepts),
            ask::ask.in_set(TickStep::AskReaction),
        ),
    );
}
