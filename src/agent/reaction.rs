//! The room of reaction (paper, section 4.3.1): what an agent does about what it has just noticed.
//!
//! Nothing lives here yet. Its place in the tick: what [`super::perception`] finds is judged in `Decide`, asked about
//! in `Ask` through [`crate::thought::Thinking`], and an answer re-lays the rest of [`super::plan::DayPlan`].
