//! Two servers as one mind: one for what is asked in words, one for rows.

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
    /// Who is asked for rows.
    pub embeddings: Embeddings,
}

impl<M: Mind> Mind for CompositeMind<M> {
    async fn answer(&self, ask: &Ask) -> Came {
        match ask.purpose.as_str() {
            Embed::PURPOSE => self.embeddings.answer(ask).await,
            _ => self.mind.answer(ask).await,
        }
    }

    async fn answer_within(&self, ask: &Ask, requests: u32) -> Came {
        match ask.purpose.as_str() {
            Embed::PURPOSE => self.embeddings.answer_within(ask, requests).await,
            _ => self.mind.answer_within(ask, requests).await,
        }
    }
}

/// What a question can take at most of the two together, if `words` says it of those in words.
pub fn either(
    embeddings: Embeddings,
    words: impl Fn(&Ask) -> TokenUsage + Send + Sync + 'static,
) -> impl Fn(&Ask) -> TokenUsage + Send + Sync + 'static {
    move |ask| match ask.purpose.as_str() {
        Embed::PURPOSE => embeddings.at_most(ask),
        _ => words(ask),
    }
}

/// A mind that only computes, on a way made for one that takes its time.
impl Mind for Builtin {
    async fn answer(&self, ask: &Ask) -> Came {
        guarded(self, ask).into()
    }
}
