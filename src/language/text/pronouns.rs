//! Pronouns.

use std::collections::BTreeMap;

/// Which pronoun somebody goes by.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Pron {
    /// He.
    He,
    /// She.
    She,
    /// They, or not known.
    They,
}

impl Pron {
    /// Its form: 0 `she`, 1 `her`, 2 `her` as owner, 3 `herself`.
    pub fn of(self, case: usize) -> &'static str {
        let forms = match self {
            Pron::He => ["he", "him", "his", "himself"],
            Pron::She => ["she", "her", "her", "herself"],
            Pron::They => ["they", "them", "their", "themselves"],
        };
        forms[case.min(3)]
    }
}

/// Pronouns by full name.
pub type Prons = BTreeMap<String, Pron>;
