//! What a line of talk does, as an onlooker understands it. For what looks on and remembers: no answer and no decision
//! depends on it. English only, since it is read from the words with the parser of the rules.

pub use super::rules::dialogue_act::{Deed as LineAct, deeds as line_acts};
