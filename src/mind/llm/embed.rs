//! Embeddings of texts from a server, which may stand beside the one for words.

use std::sync::Arc;

use async_openai::types::embeddings::{CreateEmbeddingRequest, EmbeddingInput, EncodingFormat};
use serde_json::{Value, json};
use tokio::time::Instant;

use super::{
    Endpoint, Fault, Limits, Settings,
    connection::{Connection, is_for_embedding},
    limits::RequestBudget,
    settings::seconds,
    transport::Request,
};
use crate::mind::{
    Ask, Class, Mind, MindError, Reply, TokenUsage,
    client::{By, Response, StreamedLines},
    question::{Embed, EmbedAnswer, MAX_DIMS, MAX_TEXTS, Question, Row, asked},
};

/// The longest answer with the embeddings of one request, whose numbers are written at full length: 16 MiB.
const BODY_BYTES: usize = MAX_TEXTS * MAX_DIMS * 32;
/// Embeddings are quickly made; the time that a model takes to find words, in seconds, is not waited for them.
const LONGEST_S: f64 = 30.0;
/// So much of a text is sent, in bytes; no model reads more of it at a time.
const SENT: usize = 4000;
/// The texts of one request are no longer than this together, in bytes of JSON: many servers refuse a body of 100 kB.
const BATCH_BYTES: usize = 64 << 10;
/// The length to which an embedding is scaled: the largest number that an `i8` can hold.
const LENGTH: f64 = 127.0;

/// A server that makes embeddings.
#[derive(Clone)]
pub struct Embeddings {
    connection: Arc<Connection>,
    whole_s: f64,
}

/// Embeddings of texts, in their order.
#[derive(Clone, Debug, PartialEq)]
pub struct Embedded {
    /// The model: embeddings of different ones cannot be compared.
    pub model: String,
    /// Numbers in an embedding.
    pub dims: usize,
    /// An embedding for each text.
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
        let connection = Arc::new(Connection::new(endpoint, &settings, variable)?);
        Ok(Self { connection, whole_s: settings.limits.whole_s.min(LONGEST_S) })
    }

    /// An embedding for each text. Within a tokio runtime.
    ///
    /// # Errors
    /// Whatever can go wrong with a server; embeddings that are too few, too many, of unlike length or of no numbers.
    pub async fn embed(&self, texts: &[String]) -> Result<Embedded, Fault> {
        self.fetch(texts, &RequestBudget::of(u32::MAX), &mut TokenUsage::default()).await
    }

    async fn fetch(&self, texts: &[String], budget: &RequestBudget, usage: &mut TokenUsage) -> Result<Embedded, Fault> {
        let (connection, deadline) = (&*self.connection, Instant::now() + seconds(self.whole_s));
        let model = match connection.named_model(Class::Small) {
            name if name.is_empty() => self.any_model(deadline).await?,
            name => name,
        };
        let mut rows: Vec<Vec<f32>> = Vec::new();
        for batch in batches(texts) {
            let (count, sent) = (batch.len(), tokens(&batch));
            let _slot = connection.slots.acquire().await.map_err(|_| Fault::Internal("no slot".into()))?;
            let body = CreateEmbeddingRequest {
                model: model.clone(),
                input: EmbeddingInput::StringArray(batch),
                encoding_format: Some(EncodingFormat::Float),
                ..CreateEmbeddingRequest::default()
            };
            let body = serde_json::to_string(&body).map_err(|error| Fault::Internal(error.to_string()))?;
            let (path, body) = ("/embeddings", Some(body));
            let answer = Request { connection, path, body, budget, deadline, on_words: None }.send().await;
            usage.calls = budget.sent();
            let counted = answer.as_ref().ok().and_then(|answer| answer["usage"]["prompt_tokens"].as_u64());
            usage.tokens_in += counted.unwrap_or(sent);
            usage.tokens_new += sent;
            rows.extend(read(&answer?, count).map_err(Fault::Unexpected)?);
        }
        let dims = rows.first().map_or(0, Vec::len);
        if rows.iter().any(|row| row.len() != dims) {
            return Err(Fault::Unexpected("its rows are of unlike length".into()));
        }
        Ok(Embedded { model, dims, rows })
    }

    async fn reply(&self, ask: &Ask, budget: &RequestBudget, usage: &mut TokenUsage) -> Result<Reply, Fault> {
        let question: Embed = asked(ask).map_err(Fault::Prompt)?;
        let Embedded { model, dims, rows } = self.fetch(&question.texts, budget, usage).await?;
        let answer = EmbedAnswer { model, dims, rows: rows.iter().map(|row| Row(quantised(row))).collect() };
        serde_json::to_string(&answer).map(Reply).map_err(|error| Fault::Internal(error.to_string()))
    }

    /// Requests that it takes at a time.
    pub fn slots(&self) -> usize {
        self.connection.slots.available_permits()
    }

    async fn any_model(&self, deadline: Instant) -> Result<String, Fault> {
        let found = self.connection.models(deadline).await?.into_iter().find(|name| is_for_embedding(name));
        found.ok_or_else(|| Fault::NotFound("none of its models looks like one for embeddings; name one".into()))
    }
}

impl Mind for Embeddings {
    async fn answer_within(&self, ask: &Ask, requests: u32) -> Response {
        let (began, mut usage) = (Instant::now(), TokenUsage::default());
        let reply = self.reply(ask, &RequestBudget::of(requests), &mut usage).await;
        usage.millis = u64::try_from(began.elapsed().as_millis()).unwrap_or(u64::MAX);
        let by = By::Model(self.connection.named_model(Class::Small));
        Response { outcome: reply.map_err(|fault| MindError(fault.to_string())), by: Some(by), usage, checked: None }
    }

    fn max_usage(&self, ask: &Ask) -> TokenUsage {
        let texts = asked::<Embed>(ask).map(|question| question.texts).unwrap_or_default();
        let batches = batches(&texts);
        let requests = u32::try_from(batches.len()).unwrap_or(u32::MAX).max(1);
        let calls = requests.saturating_mul(self.connection.retry.most_calls());
        let tokens_new = batches.iter().map(|batch| tokens(batch)).sum();
        // A token for two bytes: servers count more of them than we do.
        TokenUsage { calls, tokens_in: 2 * tokens_new, tokens_new, ..TokenUsage::default() }
    }
}

/// The texts as they are sent: cut to length, and so many at a time that neither their number nor their size is too much
/// for a server.
fn batches(texts: &[String]) -> Vec<Vec<String>> {
    let (mut batches, mut bytes) = (Vec::<Vec<String>>::new(), 0);
    for text in texts.iter().map(|text| &text[..text.floor_char_boundary(SENT)]) {
        let size = json!(text).to_string().len() + 1;
        match batches.last_mut().filter(|batch| batch.len() < MAX_TEXTS && bytes + size <= BATCH_BYTES) {
            Some(batch) => batch.push(text.into()),
            None => {
                batches.push(vec![text.into()]);
                bytes = 0;
            }
        }
        bytes += size;
    }
    batches
}

/// One for 4 bytes.
fn tokens(texts: &[String]) -> u64 {
    texts.iter().map(|text| text.len().div_ceil(4) as u64).sum()
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
        if !row.is_empty() || numbers.is_empty() || numbers.len() > MAX_DIMS {
            return Err("a row is there twice, empty or too long".into());
        }
        #[expect(clippy::cast_possible_truncation, reason = "rows are kept as f32")]
        let number = |n: &Value| n.as_f64().map(|n| n as f32).filter(|n| n.is_finite());
        *row = numbers.iter().map(number).collect::<Option<_>>().ok_or("a row holds what is no number")?;
    }
    Ok(rows)
}

/// The embedding as a unit vector, scaled to 127 and rounded, as memories keep it. Nothing but zeros stays so.
pub fn quantised(row: &[f32]) -> Vec<i8> {
    let squares: f64 = row.iter().map(|n| f64::from(*n).powi(2)).sum();
    let scale = if squares > 0.0 && squares.is_finite() { LENGTH / squares.sqrt() } else { 0.0 };
    #[expect(clippy::cast_possible_truncation, reason = "within 127 by construction, and `as` holds it there")]
    let small = |n: &f32| (f64::from(*n) * scale).round() as i8;
    row.iter().map(small).collect()
}

/// A mind and a server of embeddings: each gets the questions that are for it.
pub struct CompositeMind<M> {
    /// Who is asked in words.
    pub mind: M,
    /// Who is asked for embeddings.
    pub embeddings: Embeddings,
}

impl<M: Mind> Mind for CompositeMind<M> {
    async fn answer_within(&self, ask: &Ask, requests: u32) -> Response {
        match ask.purpose.as_str() {
            Embed::PURPOSE => self.embeddings.answer_within(ask, requests).await,
            _ => self.mind.answer_within(ask, requests).await,
        }
    }

    fn max_usage(&self, ask: &Ask) -> TokenUsage {
        match ask.purpose.as_str() {
            Embed::PURPOSE => self.embeddings.max_usage(ask),
            _ => self.mind.max_usage(ask),
        }
    }

    fn cancelled_usage(&self, ask: &Ask) -> TokenUsage {
        self.mind.cancelled_usage(ask)
    }

    fn streamed(&self) -> Arc<StreamedLines> {
        self.mind.streamed()
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
