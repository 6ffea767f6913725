//! The built-in mind: rules over a question's inputs, and nothing else.

use super::{Ask, MindError, Reply};

/// Answers at once. The same question with the same dice gets the same answer, whoever runs it and when.
///
/// # Errors
/// When there is no rule for the question, or its inputs cannot be read.
pub fn answer(ask: &Ask) -> Result<Reply, MindError> {
    Err(MindError(format!("the built-in mind has no rule for {:?}", ask.purpose)))
}
