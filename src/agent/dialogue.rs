//! The room of dialogue (paper, section 4.3.2): talk between two or more, turn by turn, in world time.
//!
//! Nothing lives here yet. Its place in the tick: turns are taken in `Decide`, lines are asked for in `Ask` when the
//! other begins to speak and due when that line has been spoken, and what was said goes into
//! [`crate::memory::MemoryStream`].
