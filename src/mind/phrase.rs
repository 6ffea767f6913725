//! A question as a language model gets it. How it is worded is for the layer above: files that people edit.

use serde::{Deserialize, Serialize};

use super::Ask;

/// Which kind of model a question is for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Class {
    /// A small, quick one will do.
    #[default]
    Small,
    /// The bigger one, if there is one.
    Large,
}

/// How much a model that can think before it answers should.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Reasoning {
    /// Not at all.
    None,
    /// A little.
    #[default]
    Low,
    /// Some.
    Medium,
}

/// A question in words.
#[derive(Clone, Debug, PartialEq)]
pub struct Prompt {
    /// The system message: rules, task, form of the answer, person.
    pub system: String,
    /// The user message: what lasts before what changes, the question last.
    pub user: String,
    /// For which kind of model.
    pub class: Class,
    /// How freely the model chooses its words, 0 to 2.
    pub temperature: f32,
    /// The longest answer, in tokens.
    pub max_tokens: u32,
    /// How much it should think first.
    pub reasoning: Reasoning,
    /// Content hash of the template with all it includes, 16 hex digits.
    pub template: String,
}

impl Prompt {
    /// Tokens of it, one for 4 bytes.
    pub fn tokens(&self) -> u64 {
        ((self.system.len() + self.user.len()) as u64).div_ceil(4)
    }
}

/// Puts questions into words.
pub trait Phrasing: Send + Sync + 'static {
    /// The prompt for this question.
    ///
    /// # Errors
    /// One sentence that names the file and the line at fault.
    fn phrase(&self, ask: &Ask) -> Result<Prompt, String>;
}
