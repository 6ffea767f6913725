//! Every question that an agent can ask its mind: inputs and answer as plain data (design: "The questions").

mod common;
mod embed;
mod form;
mod place;
mod plan;
mod react;
mod reflect;
mod talk;
mod time;

use serde::{Serialize, de::DeserializeOwned};

pub use self::{common::*, embed::*, form::*, place::*, plan::*, react::*, reflect::*, talk::*, time::*};

/// One kind of thing to think about: its inputs are the fields, its answer a type.
pub trait Question: Serialize + DeserializeOwned + Send + Sync + 'static {
    /// Its name; one in flight per agent and purpose.
    const PURPOSE: &'static str;
    /// What is hoped for.
    type Answer: Serialize + DeserializeOwned + Send + Sync + 'static;
    /// Whether an answer makes sense for these inputs; the error says what is wrong, for the model to mend.
    ///
    /// # Errors
    /// One sentence about the first thing that is wrong.
    fn admits(&self, answer: &Self::Answer) -> Result<(), String>;
}
