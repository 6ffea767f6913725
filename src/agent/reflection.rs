//! The room of reflection (paper, section 4.2): what an agent concludes when enough has mattered.
//!
//! Nothing lives here yet. Its place in the tick: the drive grows in `Remember` with the importance of what is
//! remembered, the questions go out in `Ask`, and insights come back as memories that point to their evidence.
