//! The components that several parts of an agent's life read or write, and their types. Nothing here knows a system,
//! so perception, plan, reaction, dialogue, reflection and the avatar meet here and do not import each other.

pub mod action;
pub mod memo;
pub mod percept;
pub mod plan;
pub mod talk;

pub use self::{action::*, memo::*, percept::*, plan::*, talk::*};
