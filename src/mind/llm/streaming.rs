//! Answers that come word by word (server-sent events), put together into one as if it had come whole.

use serde_json::{Value, json};

use super::{
    lenient_json,
    read::{line, stripped},
};

/// A longer answer is not shown while it is written, in bytes.
const SHOWN: usize = 4096;

/// The pieces of one answer.
#[derive(Debug, Default)]
pub(super) struct StreamedAnswer {
    rest: Vec<u8>,
    content: String,
    reasoning: bool,
    finish: Value,
    usage: Value,
    error: Option<Value>,
    /// The server said that this was all.
    pub done: bool,
}

impl StreamedAnswer {
    /// Whether a body that begins so is a stream, whatever its content type.
    pub fn begins(body: &[u8]) -> bool {
        let start = body.trim_ascii_start();
        [&b":"[..], b"data:", b"event:"].iter().any(|field| start.starts_with(field))
    }

    /// Adds what has come; whether there is content in it.
    pub fn take(&mut self, bytes: &[u8]) -> bool {
        let mut has_content = false;
        for piece in bytes.split_inclusive(|byte| *byte == b'\n') {
            self.rest.extend_from_slice(piece);
            if piece.ends_with(b"\n") {
                let line = std::mem::take(&mut self.rest);
                has_content |= self.line(String::from_utf8_lossy(&line).trim());
            }
        }
        has_content
    }

    fn line(&mut self, line: &str) -> bool {
        let Some(data) = line.strip_prefix("data:").map(str::trim) else { return false };
        if data == "[DONE]" {
            self.done = true;
            return true;
        }
        let Ok(event) = serde_json::from_str::<Value>(data) else { return false };
        if event.get("error").is_some_and(|error| !error.is_null()) {
            (self.error, self.done) = (Some(event), true);
            return true;
        }
        let choice = &event["choices"][0];
        let text = |name: &str| choice["delta"][name].as_str().unwrap_or_default();
        let thinks = !text("reasoning").is_empty() || !text("reasoning_content").is_empty();
        self.content += text("content");
        self.reasoning |= thinks;
        for (kept, new) in [(&mut self.finish, &choice["finish_reason"]), (&mut self.usage, &event["usage"])] {
            if !new.is_null() {
                kept.clone_from(new);
            }
        }
        thinks || !text("content").is_empty() || !choice["finish_reason"].is_null()
    }

    /// The words so far.
    pub fn words(&self) -> &str {
        &self.content
    }

    /// All of it as one answer; `None`: it broke off.
    pub fn whole(mut self) -> Option<Value> {
        let rest = std::mem::take(&mut self.rest);
        self.line(String::from_utf8_lossy(&rest).trim());
        if self.error.is_some() || !self.done && self.finish.is_null() {
            return self.error;
        }
        let reasoning = self.reasoning.then_some("(thought)");
        let message = json!({ "content": self.content, "reasoning": reasoning });
        Some(json!({ "choices": [{ "finish_reason": self.finish, "message": message }], "usage": self.usage }))
    }
}

/// The text of a field in words of which more may come; `None` before it has begun.
pub(super) fn so_far(words: &str, field: &str) -> Option<String> {
    // It is read anew with each piece.
    if words.len() > SHOWN {
        return None;
    }
    let bare = stripped(words);
    let map = lenient_json::object(&bare[bare.find('{')?..])?;
    Some(line(map.get(field)?.as_str()?)).filter(|text| !text.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_cut_anywhere_make_the_same_whole() {
        let events = "data: {\"choices\":[{\"delta\":{\"role\":\"assistant\",\"content\":\"{\\\"wo\"}}]}\r\n\r\n: ping\n\n\
            data: {\"choices\":[{\"delta\":{\"content\":\"rds\\\": \\\"é\\\"}\"}}]}\n\ndata: nonsense\n\n\
            data: {\"choices\":[{\"delta\":{},\"finish_reason\":\"stop\"}]}\n\n\
            data: {\"choices\":[],\"usage\":{\"prompt_tokens\":7}}\n\ndata: [DONE]\n\n";
        for size in [1, 2, 7, 1000] {
            let mut gathered = StreamedAnswer::default();
            let says = events.as_bytes().chunks(size).filter(|piece| gathered.take(piece)).count();
            assert!(says > 0 && !gathered.take(b": ping\n\ndata: {}\n\n"), "pings are no content");
            assert!(gathered.done);
            let whole = gathered.whole().unwrap_or_default();
            assert_eq!(whole["choices"][0]["message"]["content"], "{\"words\": \"é\"}");
            assert_eq!(
                (&whole["choices"][0]["finish_reason"], &whole["usage"]["prompt_tokens"]),
                (&json!("stop"), &json!(7))
            );
        }
        let mut broken = StreamedAnswer::default();
        broken.take(b"data: {\"choices\":[{\"delta\":{\"content\":\"{\"}}]}\n\ndata: {\"cho");
        assert_eq!(broken.whole(), None);
        let mut error = StreamedAnswer::default();
        error.take(b"data: {\"error\":{\"message\":\"gone\"}}\n\n");
        assert!(error.done && error.whole().is_some_and(|whole| whole["error"]["message"] == "gone"));
    }

    #[test]
    fn words_are_heard_as_they_come() {
        let heard = |words: &str| so_far(words, "words");
        assert_eq!(heard(""), None);
        assert_eq!(heard("<think>{\"words\":\"no\""), None);
        assert_eq!(heard("{\"wor"), None);
        assert_eq!(heard("{\"words\":\"Good mor").as_deref(), Some("Good mor"));
        assert_eq!(heard("```json\n{\"words\":\"Good morning.\",\"end\":fal").as_deref(), Some("Good morning."));
    }
}
