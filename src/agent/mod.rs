//! What an agent is: components that can all be written down, and one file for each concern of its life.
//!
//! | file | concern |
//! |---|---|
//! | [`persona`] | the written identity |
//! | [`known`] | the agent's own tree of places, with what was last seen there |
//! | [`plan`] | day > hours > steps |
//! | [`action`] | what is done now, at which object |

pub mod action;
pub mod known;
pub mod persona;
pub mod plan;

pub use self::{
    action::{CurrentAction, Phase, Posture},
    known::KnownPlaces,
    persona::{Home, Persona, Whereabouts},
    plan::DayPlan,
};
