//! A server's own words about what is wrong, in whichever form it gives them.

use serde_json::Value;

use crate::language::clean;

/// Longer words than this say no more, in letters.
const LONGEST: usize = 300;

/// What a body says about a fault.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Told {
    /// In its words, one line.
    pub says: String,
    /// The account is used up.
    pub used_up: bool,
    /// The request is longer than the model can hold.
    pub too_long: bool,
    /// Something in the request is not taken, whatever the status: llama-cpp-python says so with 500.
    pub of_request: bool,
}

/// Words for what some servers do not take.
const OF_REQUEST: [&str; 8] = [
    "response_format",
    "json_schema",
    "json_object",
    "grammar",
    "reasoning_effort",
    "support thinking",
    "think value",
    "validation error",
];

/// Reads `{"error": {"message", "code"}}`, `{"error": "…"}`, `{"detail": …}`, `{"message": …}`, and plain text.
pub(super) fn error(json: Option<&Value>, body: &[u8]) -> Told {
    let error = json.and_then(|json| json.get("error")).filter(|error| !error.is_null());
    let inner = error.or(json);
    let text = |value: Option<&Value>, name: &str| Some(value?.get(name)?.as_str()?.to_owned());
    let says = error
        .and_then(Value::as_str)
        .map(str::to_owned)
        .or_else(|| text(inner, "message"))
        .or_else(|| Some(inner?.get("detail")?.to_string()))
        .or_else(|| text(json, "message"))
        .unwrap_or_else(|| String::from_utf8_lossy(&body[..body.len().min(4 * LONGEST)]).into_owned());
    let says = line(&says);
    let code = ["code", "type"].map(|name| text(inner, name).unwrap_or_default().to_lowercase());
    let low = says.to_lowercase();
    let used_up = code.iter().any(|code| code.contains("insufficient_quota") || code.contains("billing"))
        || low.contains("insufficient_quota")
        || low.contains("exceeded your current quota");
    let too_long = code.iter().any(|code| code.contains("context_length") || code.contains("exceed_context"))
        || low.contains("context length")
        || low.contains("context window")
        || low.contains("context size")
        || low.contains("maximum context")
        || low.contains("prompt is too long");
    let of_request = OF_REQUEST.iter().any(|word| low.contains(word));
    Told { says: if says.is_empty() { "no words".into() } else { says }, used_up, too_long, of_request }
}

/// On one line, without tags, not longer than says something.
pub(super) fn line(text: &str) -> String {
    let is_page = text.trim_start().starts_with('<');
    let mut in_tag = false;
    let without_tags = text.chars().filter_map(|c| match c {
        '<' if is_page => {
            in_tag = true;
            None
        }
        '>' if in_tag => {
            in_tag = false;
            Some(' ')
        }
        c => (!in_tag).then_some(c),
    });
    clean::line(without_tags, LONGEST)
}
