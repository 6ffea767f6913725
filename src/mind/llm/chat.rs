//! A request for an answer, and what comes back, read without believing any of it.

use serde::Serialize;
use serde_json::Value;

use super::{
    capabilities::{Capabilities, ROOM, ResponseFormat, Thinking},
    schema::Ordered,
};
use crate::mind::Prompt;

/// No model takes or gives more tokens at once.
const MOST_TOKENS: u64 = 1 << 24;

/// One message of a talk with a model.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Message {
    pub role: &'static str,
    pub content: String,
}

/// A request as it is sent.
#[derive(Serialize)]
pub(super) struct Body<'a> {
    model: &'a str,
    messages: &'a [Message],
    stream: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    stream_options: Option<Flow>,
    #[serde(skip_serializing_if = "Option::is_none")]
    temperature: Option<f32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    max_tokens: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    max_completion_tokens: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reasoning_effort: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    response_format: Option<Format<'a>>,
}

#[derive(Serialize)]
struct Flow {
    include_usage: bool,
}

#[derive(Serialize)]
struct Format<'a> {
    r#type: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    schema: Option<Ordered<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    json_schema: Option<Named<'a>>,
}

#[derive(Serialize)]
struct Named<'a> {
    name: &'a str,
    strict: bool,
    schema: Ordered<'a>,
}

impl<'a> Body<'a> {
    /// A request in the manner that this model wants. `purpose` names the form, `room`: tokens for thinking, `stream`: to
    /// be answered word by word.
    pub fn new(
        model: &'a str,
        messages: &'a [Message],
        prompt: &Prompt,
        (purpose, schema): (&'a str, &'a Value),
        room: u32,
        capabilities: &Capabilities,
        stream: bool,
    ) -> Self {
        let format = |r#type, schema, json_schema| Some(Format { r#type, schema, json_schema });
        let room = if capabilities.thinking == Thinking::WithRoom { room.max(ROOM) } else { room };
        let longest = Some(prompt.max_tokens.saturating_add(room));
        Self {
            model,
            messages,
            stream,
            stream_options: stream.then_some(Flow { include_usage: true }),
            temperature: (!capabilities.no_temperature).then_some(prompt.temperature),
            max_tokens: longest.filter(|_| !capabilities.completion_tokens),
            max_completion_tokens: longest.filter(|_| capabilities.completion_tokens),
            reasoning_effort: capabilities.effort(prompt.reasoning),
            response_format: match capabilities.format {
                ResponseFormat::Schema => {
                    format("json_schema", None, Some(Named { name: purpose, strict: true, schema: Ordered(schema) }))
                }
                ResponseFormat::ObjectWithSchema => format("json_object", Some(Ordered(schema)), None),
                ResponseFormat::Object => format("json_object", None, None),
                ResponseFormat::Prompt => None,
            },
        }
    }
}

/// What a model said.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Completion {
    /// Its words; thinking that the server kept apart is not among them.
    pub content: String,
    /// It stopped because it had said as much as it may.
    pub cut: bool,
    /// It thought first, and the server kept that apart.
    pub thought: bool,
    /// Tokens sent, as the server counts.
    pub tokens_in: Option<u64>,
    /// Of these, those it had read before.
    pub tokens_cached: Option<u64>,
    /// Tokens that came back, as the server counts.
    pub tokens_out: Option<u64>,
}

impl Completion {
    /// Out of a server's answer; what is missing or of another type is taken for absent.
    pub fn read(answer: &Value) -> Self {
        let choice = &answer["choices"][0];
        let message = &choice["message"];
        let content = match &message["content"] {
            Value::String(text) => text.clone(),
            Value::Array(parts) => {
                let text = |part: &Value| part.as_str().or_else(|| part["text"].as_str()).map(str::to_owned);
                parts.iter().filter_map(text).collect()
            }
            // Some put what fits a form here as it is.
            it @ Value::Object(_) => it.to_string(),
            _ => choice["text"].as_str().unwrap_or_default().to_owned(),
        };
        let thought = |name: &str| message[name].as_str().is_some_and(|text| !text.trim().is_empty());
        let usage = &answer["usage"];
        // A count that cannot be is none: sums of it must not run over.
        let count = |value: &Value| value.as_u64().filter(|n| (1..=MOST_TOKENS).contains(n));
        Self {
            content,
            cut: choice["finish_reason"] == "length",
            thought: thought("reasoning") || thought("reasoning_content"),
            tokens_in: count(&usage["prompt_tokens"]),
            tokens_cached: count(&usage["prompt_tokens_details"]["cached_tokens"]),
            tokens_out: count(&usage["completion_tokens"]),
        }
    }
}
