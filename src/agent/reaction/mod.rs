//! Reaction (paper, section 4.3.1): what is noticed may change what is done.
//!
//! | file | concern |
//! |---|---|
//! | `select` | what of it is worth a thought, most urgent first |
//! | `ask` | the question: what do I do about it? |
//! | `begin` | the answer is stored, and followed: carry on, an errand, a talk |
//! | `hearsay` | who was told of a danger goes and looks |
//! | `errand` | an errand from stop to stop, and what it leaves |
//! | `deed` | what was done, in words to be remembered |

mod ask;
mod begin;
mod errand;
mod hearsay;
mod outcome;
mod select;

use crate::{agent::prelude::*, mind::question::React};

/// Adds reaction.
pub fn plugin(app: &mut App) {
    app.add_question::<React>().add_observer(begin::store_answer).add_observer(begin::forget_question);
    app.add_systems(
        Tick,
        (
            begin::begin_reactions.in_set(TickStep::BeginReaction),
            hearsay::check_hearsay.in_set(TickStep::CheckHearsay),
            errand::continue_errands.in_set(TickStep::ContinueErrand),
            select::select_percepts.in_set(TickStep::SelectPercepts),
            ask::ask_reactions.in_set(TickStep::AskReaction),
        ),
    );
}
