//! Two servers as one mind: one for what is asked in words, one for embeddings.

use super::Embeddings;
use crate::mind::{
    Ask, Builtin, Mind, TokenUsage,
    client::{Came, guarded},
    question::{Embed, Question},
};

/// A mind with a server of embeddings beside it: each gets the questions that are for it.
pub struct CompositeMind<M> {
    /// Who is asked in words.
    pub mind: M,
    /// Who is asked for embeddings.
    pub embeddings: Embeddings,
}

impl<M: Mind> Mind for CompositeMind<M> {
    async fn answer_within(&self, ask: &Ask, requests: u32) -> Came {
        match ask.purpose.as_str() {
            Embed::PURPOSE => self.embeddings.answer_within(ask, requests).await,
            _ => self.mind.answer_within(ask, requests).await,
        }
    }

    fn at_most(&self, ask: &Ask) -> TokenUsage {
        match ask.purpose.as_str() {
            Embed::PURPOSE => self.embeddings.at_most(ask),
            _ => self.mind.at_most(ask),
        }
    }

    fn broken_off(&self, ask: &Ask) -> TokenUsage {
        self.mind.broken_off(ask)
    }
}

/// A mind that only computes, behind a client made for one that takes its time.
impl Mind for Builtin {
    async fn answer_within(&self, ask: &Ask, _: u32) -> Came {
        guarded(self, ask).into()
    }
}
