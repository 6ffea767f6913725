//! A request for an answer, and what comes back, read without believing any of it. The form of an answer as servers take
//! it: flat, closed, without what some of them stumble over.

use async_openai::types::chat::{
    ChatCompletionRequestAssistantMessage, ChatCompletionRequestAssistantMessageContent as AssistantContent,
    ChatCompletionRequestMessage, ChatCompletionRequestSystemMessage,
    ChatCompletionRequestSystemMessageContent as SystemContent, ChatCompletionRequestUserMessage,
    ChatCompletionRequestUserMessageContent as UserContent, ChatCompletionStreamOptions,
};
use schemars::Schema;
use serde::{Serialize, Serializer, ser::SerializeMap};
use serde_json::{Map, Value, json};

use super::capabilities::{Capabilities, ROOM, ResponseFormat, Thinking};
use crate::mind::Prompt;

/// No model takes or gives more tokens at once.
const MAX_TOKENS: u64 = 1 << 24;

/// The words of a message of ours.
pub(super) fn text(message: &ChatCompletionRequestMessage) -> &str {
    use ChatCompletionRequestMessage::{Assistant, System, User};
    match message {
        System(ChatCompletionRequestSystemMessage { content: SystemContent::Text(text), .. })
        | User(ChatCompletionRequestUserMessage { content: UserContent::Text(text), .. })
        | Assistant(ChatCompletionRequestAssistantMessage { content: Some(AssistantContent::Text(text)), .. }) => text,
        _ => "",
    }
}

/// A request as it is sent.
#[derive(Serialize)]
pub(super) struct Body<'a> {
    model: &'a str,
    messages: &'a [ChatCompletionRequestMessage],
    stream: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    stream_options: Option<ChatCompletionStreamOptions>,
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
#[serde(tag = "type", rename_all = "snake_case")]
enum Format<'a> {
    JsonSchema {
        json_schema: Named<'a>,
    },
    JsonObject {
        #[serde(skip_serializing_if = "Option::is_none")]
        schema: Option<Ordered<'a>>,
    },
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
        messages: &'a [ChatCompletionRequestMessage],
        prompt: &Prompt,
        (purpose, schema): (&'a str, &'a Value),
        room: u32,
        capabilities: &Capabilities,
        stream: bool,
    ) -> Self {
        let room = if capabilities.thinking == Thinking::WithRoom { room.max(ROOM) } else { room };
        let longest = Some(prompt.max_tokens.saturating_add(room));
        Self {
            model,
            messages,
            stream,
            stream_options: stream
                .then_some(ChatCompletionStreamOptions { include_usage: Some(true), include_obfuscation: None }),
            temperature: (!capabilities.no_temperature).then_some(prompt.temperature),
            max_tokens: longest.filter(|_| !capabilities.completion_tokens),
            max_completion_tokens: longest.filter(|_| capabilities.completion_tokens),
            reasoning_effort: capabilities.effort(prompt.reasoning),
            response_format: match capabilities.format {
                ResponseFormat::Schema => Some(Format::JsonSchema {
                    json_schema: Named { name: purpose, strict: true, schema: Ordered(schema) },
                }),
                ResponseFormat::ObjectWithSchema => Some(Format::JsonObject { schema: Some(Ordered(schema)) }),
                ResponseFormat::Object => Some(Format::JsonObject { schema: None }),
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
        let count = |value: &Value| value.as_u64().filter(|n| (1..=MAX_TOKENS).contains(n));
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

/// The flat form: every field required and no other, nothing but types and names.
pub fn flat(schema: &Schema) -> Value {
    part(schema.as_value())
}

fn part(of: &Value) -> Value {
    let mut out = Map::new();
    for name in ["type", "enum"] {
        if let Some(value) = of.get(name) {
            out.insert(name.into(), value.clone());
        }
    }
    if let Some(one) = of.get("const") {
        out.insert("enum".into(), json!([one]));
        out.insert("type".into(), json!("string"));
    }
    if let Some(items) = of.get("items") {
        out.insert("items".into(), part(items));
    }
    if let Some(fields) = of.get("properties").and_then(Value::as_object) {
        // `required` keeps the order in which the type declares its fields: what is to be thought of first is
        // answered first. What may be left out comes after.
        let first = of.get("required").and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_str);
        let mut order: Vec<&str> = first.collect();
        order.extend(fields.keys().map(String::as_str).filter(|name| !order.contains(name)).collect::<Vec<_>>());
        let fields: Map<_, _> = fields.iter().map(|(name, it)| (name.clone(), part(it))).collect();
        out.insert("type".into(), json!("object"));
        out.insert("properties".into(), Value::Object(fields));
        out.insert("required".into(), json!(order));
        out.insert("additionalProperties".into(), json!(false));
    }
    for choice in ["anyOf", "oneOf", "allOf"] {
        let Some(all) = of.get(choice).and_then(Value::as_array) else { continue };
        let all: Vec<_> = all.iter().map(part).collect();
        let words: Option<Vec<_>> = all.iter().map(|one| one.get("enum")?.as_array().cloned()).collect();
        match words {
            Some(words) => {
                out.insert("type".into(), json!("string"));
                out.insert("enum".into(), json!(words.concat()));
            }
            None => drop(out.insert("anyOf".into(), json!(all))),
        }
    }
    Value::Object(out)
}

/// A form written with its fields in the order of `required`: models answer in the order in which they read, and JSON
/// objects here are otherwise sorted.
pub(super) struct Ordered<'a>(pub &'a Value);

impl Serialize for Ordered<'_> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let Value::Object(map) = self.0 else { return self.0.serialize(to) };
        let order = map.get("required").and_then(Value::as_array);
        let mut out = to.serialize_map(None)?;
        for (name, value) in map {
            match (name.as_str(), value, order) {
                ("properties", Value::Object(fields), Some(order)) => {
                    out.serialize_entry(name, &Fields(fields, order))?;
                }
                _ => out.serialize_entry(name, &Ordered(value))?,
            }
        }
        out.end()
    }
}

struct Fields<'a>(&'a Map<String, Value>, &'a [Value]);

impl Serialize for Fields<'_> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let mut out = to.serialize_map(None)?;
        for name in self.1.iter().filter_map(Value::as_str) {
            if let Some(field) = self.0.get(name) {
                out.serialize_entry(name, &Ordered(field))?;
            }
        }
        out.end()
    }
}

/// The names of the fields of a form, in their order.
pub(super) fn fields(schema: &Value) -> impl Iterator<Item = &str> {
    schema.get("required").and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_str)
}

/// The line about the form that goes to the end of the rules if they do not speak of it.
pub(super) fn line(schema: &Value) -> String {
    let form = serde_json::to_string(&Ordered(schema)).unwrap_or_default();
    format!("\nAnswer with one JSON object of this form and nothing else: {form}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mind::question::{kind_of, kinds};

    /// Words that no server need understand.
    const BANNED: [&str; 14] = [
        "$ref",
        "$defs",
        "$schema",
        "oneOf",
        "anyOf",
        "allOf",
        "format",
        "minimum",
        "maximum",
        "pattern",
        "minItems",
        "title",
        "description",
        "default",
    ];

    fn look(at: &Value, path: &str) {
        if let Value::Object(map) = at {
            for (name, value) in map {
                let is_name = path.ends_with(".properties");
                assert!(is_name || !BANNED.contains(&name.as_str()), "{path}.{name}");
                look(value, &format!("{path}.{name}"));
            }
            if let Some(fields) = map.get("properties").and_then(Value::as_object).filter(|_| map.contains_key("type"))
            {
                assert_eq!(map["additionalProperties"], false, "{path}");
                assert_eq!(map["required"].as_array().map(Vec::len), Some(fields.len()), "{path}");
            }
        }
    }

    #[test]
    fn every_form_is_flat_and_closed() {
        for kind in kinds() {
            look(&flat(&(kind.schema)()), kind.purpose);
        }
    }

    #[test]
    fn fields_come_in_the_order_of_the_type() {
        let form = kind_of("reaction").map(|kind| flat(&(kind.schema)())).unwrap_or_default();
        let text = serde_json::to_string(&Ordered(&form)).unwrap_or_default();
        let at = |name: &str| text.find(&format!("\"{name}\":{{")).unwrap_or(usize::MAX);
        assert!(at("why") < at("option") && at("option") < at("what") && at("what") < at("emoji"), "{text}");
    }
}
