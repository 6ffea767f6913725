//! What nobody here does because a voice said so: harm to oneself, to others, to a house. It is a thought one is afraid
//! of and tells nobody, and no plan.

use super::lex;

/// Would this do harm? A bare verb phrase: `set yourself on fire`.
pub(super) fn harms(what: &[String]) -> bool {
    let small: Vec<String> = what.iter().map(|word| word.to_lowercase()).collect();
    let small = format!(" {} ", small.join(" "));
    lex().hit("harm", &small).is_some() && lex().hit("harm.not", &small).is_none()
}
