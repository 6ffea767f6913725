//! Texts as rows of numbers, from a server, which may stand beside the one for words.

use std::sync::Arc;

use serde_json::{Value, json};
use tokio::time::Instant;

use super::{Endpoint, Fault, Limits, Settings, connection::Connection, limits::RequestBudget, settings::seconds};
use crate::mind::{
    Ask, Mind, MindError, Reply, TokenUsage,
    client::{By, Came},
    question::{Embed, EmbedAnswer, MOST_DIMS, MOST_TEXTS, Question, Row, asked},
};

/// The longest answer with the rows of one request, whose numbers are written at full length: 16 MiB.
const BODY_BYTES: usize = MOST_TEXTS * MOST_DIMS * 32;
/// Rows are quickly made; the time that a model takes to find words, in seconds, is not waited for them.
const LONGEST_S: f64 = 30.0;
/// So much of a text is sent, in bytes; no model reads more of it at a time.
const SENT: usize = 4000;
/// The length to which a row is scaled: the largest number that an `i8` can hold.
const LENGTH: f64 = 127.0;

/// A server that turns texts into rows.
#[derive(Clone)]
pub struct Embeddings {
    host: Arc<Connection>,
    whole_s: f64,
    times: usize,
}

/// Rows for texts, in their order.
#[derive(Clone, Debug, PartialEq)]
pub struct Embedded {
    /// The model: rows of different ones cannot be compared.
    pub model: String,
    /// Numbers in a row.
    pub dims: usize,
    /// A row for each text.
    pub rows: Vec<Vec<f32>>,
}

impl Embeddings {
    /// The server that `settings` name for it, keys from the environment; `None` if they name none.
    ///
    /// # Errors
    /// One sentence, as for a mind's server.
    pub fn new(settings: &Settings) -> Result<Option<Self>, String> {
        let variable = |name: &str| std::env::var(name).ok();
        settings.embeddings.as_ref().map(|endpoint| Self::at(endpoint, settings, &variable)).transpose()
    }

    /// This server. `variable` gives a variable's value.
    ///
    /// # Errors
    /// As [`Embeddings::new`].
    pub fn at(
        endpoint: &Endpoint,
        settings: &Settings,
        variable: &dyn Fn(&str) -> Option<String>,
    ) -> Result<Self, String> {
        let body_bytes = settings.limits.body_bytes.max(BODY_BYTES);
        let settings = Settings { limits: Limits { body_bytes, ..settings.limits.clone() }, ..settings.clone() };
        let host = Arc::new(Connection::new(endpoint, &settings, variable)?);
        Ok(Self { host, whole_s: settings.limits.whole_s.min(LONGEST_S), times: settings.retry.times })
    }

    /// A row for each text. Within a tokio runtime.
    ///
    /// # Errors
    /// Whatever can go wrong with a server; rows that are too few, too many, of unlike length or of no numbers.
    pub async fn embed(&self, texts: &[String]) -> Result<Embedded, Fault> {
        self.fetch(texts, &RequestBudget::of(u32::MAX), &mut TokenUsage::default()).await
    }

    async fn fetch(&self, texts: &[String], budget: &RequestBudget, took: &mut TokenUsage) -> Result<Embedded, Fault> {
        let deadline = Instant::now() + seconds(self.whole_s);
        let model = match self.host.named_model(crate::mind::Class::Small) {
            name if name.is_empty() => self.any_model(deadline).await?,
            name => name,
        };
        let mut rows = Vec::new();
        for batch in texts.chunks(MOST_TEXTS) {
            let _slot = self.host.slots.acquire().await.map_err(|_| Fault::Internal("no slot".into()))?;
            let input: Vec<&str> = batch.iter().map(|text| &text[..text.floor_char_boundary(SENT)]).collect();
            let request = json!({ "model": model, "input": input, "encoding_format": "float" });
            let client = self.host.client(budget, deadline, None);
            let answer = client.embeddings().create_byot::<_, Value>(request).await;
            took.calls = budget.sent();
            let said = answer.as_ref().ok().and_then(|answer| answer["usage"]["prompt_tokens"].as_u64());
            took.tokens_in += said.unwrap_or_else(|| tokens(batch));
            took.tokens_new += tokens(batch);
            rows.extend(
                read(&answer.map_err(|error| self.host.fault(error))?, batch.len()).map_err(Fault::Unexpected)?,
            );
        }
        let dims = rows.first().map_or(0, Vec::len);
        if rows.iter().any(|row: &Vec<f32>| row.len() != dims) {
            return Err(Fault::Unexpected("its rows are of unlike length".into()));
        }
        Ok(Embedded { model, dims, rows })
    }

    async fn rows(&self, ask: &Ask, budget: &RequestBudget, took: &mut TokenUsage) -> Result<Reply, Fault> {
        let question: Embed = asked(ask).map_err(Fault::Prompt)?;
        let Embedded { model, dims, rows } = self.fetch(&question.texts, budget, took).await?;
        let answer = EmbedAnswer { model, dims, rows: rows.iter().map(|row| Row(quantised(row))).collect() };
        serde_json::to_string(&answer).map(Reply).map_err(|error| Fault::Internal(error.to_string()))
    }

    /// Requests that it takes at a time.
    pub fn slots(&self) -> usize {
        self.host.slots.available_permits()
    }

    async fn any_model(&self, deadline: Instant) -> Result<String, Fault> {
        let models = self.host.models(deadline).await?;
        let found = models.into_iter().find(|name| super::connection::is_for_embedding(name));
        found.ok_or_else(|| Fault::NotFound("no model of it looks like one for embeddings; name one".into()))
    }
}

impl Mind for Embeddings {
    async fn answer_within(&self, ask: &Ask, requests: u32) -> Came {
        let (began, mut took) = (Instant::now(), TokenUsage::default());
        let outcome =
            self.rows(ask, &RequestBudget::of(requests), &mut took).await.map_err(|fault| MindError(fault.to_string()));
        took.millis = u64::try_from(began.elapsed().as_millis()).unwrap_or(u64::MAX);
        let by = By::Model(self.host.named_model(crate::mind::Class::Small));
        Came { outcome, by: Some(by), took }
    }

    fn at_most(&self, ask: &Ask) -> TokenUsage {
        let texts = asked::<Embed>(ask).map(|question| question.texts).unwrap_or_default();
        let calls = u32::try_from(self.times).unwrap_or(u32::MAX).saturating_add(1);
        let tokens_in = 2 * tokens(&texts); // A token for two bytes: servers count more of them than we do.
        TokenUsage { calls, tokens_in, tokens_new: tokens(&texts), ..TokenUsage::default() }
    }
}

/// One for 4 bytes.
fn tokens(texts: &[String]) -> u64 {
    texts.iter().map(|text| text.len().min(SENT).div_ceil(4) as u64).sum()
}

fn read(answer: &Value, texts: usize) -> Result<Vec<Vec<f32>>, String> {
    let data = answer["data"].as_array().ok_or("there are no rows")?;
    if data.len() != texts {
        return Err(format!("{} rows for {texts} texts", data.len()));
    }
    let mut rows = vec![Vec::new(); texts];
    for (n, one) in data.iter().enumerate() {
        let index = one["index"].as_u64().map_or(Some(n), |index| usize::try_from(index).ok());
        let row = index.and_then(|index| rows.get_mut(index)).ok_or("a row is of no text")?;
        let numbers = one["embedding"].as_array().ok_or("a row is no list")?;
        if !row.is_empty() || numbers.is_empty() || numbers.len() > MOST_DIMS {
            return Err("a row is there twice, empty or too long".into());
        }
        #[expect(clippy::cast_possible_truncation, reason = "rows are kept as f32")]
        let number = |n: &Value| n.as_f64().map(|n| n as f32).filter(|n| n.is_finite());
        *row = numbers.iter().map(number).collect::<Option<_>>().ok_or("a row holds what is no number")?;
    }
    Ok(rows)
}

/// The row as a unit vector, scaled to 127 and rounded, as memories keep it. What says nothing stays all zeros.
pub fn quantised(row: &[f32]) -> Vec<i8> {
    let squares: f64 = row.iter().map(|n| f64::from(*n).powi(2)).sum();
    let scale = if squares > 0.0 && squares.is_finite() { LENGTH / squares.sqrt() } else { 0.0 };
    #[expect(clippy::cast_possible_truncation, reason = "within 127 by construction, and `as` holds it there")]
    let small = |n: &f32| (f64::from(*n) * scale).round() as i8;
    row.iter().map(small).collect()
}

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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_unit_vectors_of_small_numbers() {
        assert_eq!(quantised(&[3.0, -4.0]), [76, -102]);
        assert_eq!(quantised(&[0.0, 0.0]), [0, 0]);
        assert_eq!(quantised(&[1e30, 0.0]), [127, 0]);
        assert_eq!(quantised(&[f32::MAX, f32::MIN]), [90, -90]);
        assert_eq!(quantised(&[]), [0_i8; 0]);
    }

    #[test]
    fn rows_that_do_not_fit_are_refused() {
        let row = |index: u64| json!({ "index": index, "embedding": [0.5, 1] });
        assert_eq!(read(&json!({ "data": [row(1), row(0)] }), 2).map(|rows| rows.len()), Ok(2));
        for bad in [
            json!({}),
            json!({ "data": "x" }),
            json!({ "data": [row(0)] }),
            json!({ "data": [row(0), row(0)] }),
            json!({ "data": [row(0), row(7)] }),
            json!({ "data": [row(0), { "index": 1, "embedding": [] }] }),
            json!({ "data": [row(0), { "index": 1, "embedding": ["x", 1] }] }),
            json!({ "data": [row(0), { "index": 1, "embedding": [1e300, 1] }] }),
            json!({ "data": [row(0), { "index": 1, "embedding": "AAAA" }] }),
        ] {
            assert!(read(&bad, 2).is_err(), "{bad}");
        }
    }
}
