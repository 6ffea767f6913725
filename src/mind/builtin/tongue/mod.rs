//! A mind by rules: understanding, news sense, talk, what is kept of a talk, importance, interviews.
//! Every entry point takes one question of one agent and nothing else.
pub mod after;
mod follow;
pub mod frame;
pub mod grammar;
pub mod head;
pub mod hear;
pub mod interview;
pub mod inward;
pub mod lexicon;
pub mod mindset;
pub mod need;
pub mod overheard;
pub mod reflect;
pub(crate) mod talk;
pub mod temper;
pub mod text;
pub mod time;
pub mod weigh;

pub use self::talk::cries;
pub use super::dice::Dice;
