//! Reads an object out of text that is nearly JSON: other quotation marks, names without any, commas too many or
//! missing, remarks, Python's words, an end that is missing.
//!
//! Of our own, since the crates that repair JSON overflow the stack on deep input or never end: `jsonrepair` 0.1.0 takes
//! memory without end over `{"why": "It burns."<`. Here each step goes forward in the text, and depth has a limit.

use serde_json::{Map, Value};

/// No form is nested deeper.
const DEEPEST: usize = 32;
/// A name in front of a colon is not longer.
const NAME: usize = 40;

/// The object at the beginning of the text; what follows it is not looked at. `None`: none, or too deep.
pub(super) fn object(text: &str) -> Option<Map<String, Value>> {
    let signs: Vec<char> = text.chars().collect();
    match (Reader { signs: &signs, at: 0 }).value(0)? {
        Value::Object(map) => Some(map),
        _ => None,
    }
}

struct Reader<'a> {
    signs: &'a [char],
    at: usize,
}

/// What closes a text that this sign opens.
fn closing(open: char) -> Option<char> {
    match open {
        '"' | '\'' | '`' => Some(open),
        '“' | '„' => Some('”'),
        '‘' => Some('’'),
        _ => None,
    }
}

impl Reader<'_> {
    fn sign(&self, n: usize) -> Option<char> {
        self.signs.get(n).copied()
    }

    /// The first place from `n` on that is no blank.
    fn past_blanks(&self, mut n: usize) -> usize {
        while self.sign(n).is_some_and(|c| c.is_whitespace() || c == '\u{FEFF}') {
            n += 1;
        }
        n
    }

    /// Goes to the next sign that is neither blank nor remark.
    fn next(&mut self) -> Option<char> {
        loop {
            self.at = self.past_blanks(self.at);
            let line = |reader: &mut Self| {
                while reader.sign(reader.at).is_some_and(|c| c != '\n') {
                    reader.at += 1;
                }
            };
            match (self.sign(self.at)?, self.sign(self.at + 1)) {
                ('#', _) | ('/', Some('/')) => line(self),
                ('/', Some('*')) => {
                    self.at += 2;
                    while self.at < self.signs.len() && self.signs[self.at..].iter().take(2).ne(&['*', '/']) {
                        self.at += 1;
                    }
                    self.at += 2;
                }
                (c, _) => return Some(c),
            }
        }
    }

    fn value(&mut self, depth: usize) -> Option<Value> {
        if depth > DEEPEST {
            return None;
        }
        match self.next()? {
            '{' => self.map(depth),
            '[' => self.list(depth),
            open => match closing(open) {
                Some(close) => Some(Value::String(self.text(close, |reader, n| reader.may_end(n)))),
                None => Some(self.word()),
            },
        }
    }

    fn map(&mut self, depth: usize) -> Option<Value> {
        self.at += 1;
        let mut map = Map::new();
        while let Some(c) = self.next() {
            match c {
                '}' => {
                    self.at += 1;
                    break;
                }
                ',' | ';' | ':' | ']' | '{' | '[' => self.at += 1,
                _ => {
                    let name = match closing(c) {
                        Some(close) => self
                            .text(close, |reader, n| reader.sign(n).is_none_or(|c| matches!(c, ':' | '=' | ',' | '}'))),
                        None => self.up_to(&[':', '=', ',', '{', '}', '[', ']']),
                    };
                    if !matches!(self.next(), Some(':' | '=')) {
                        continue;
                    }
                    self.at += 1;
                    match self.next() {
                        None | Some(',' | '}' | ']') => {}
                        Some(_) => drop(map.insert(name, self.value(depth + 1)?)),
                    }
                }
            }
        }
        Some(Value::Object(map))
    }

    fn list(&mut self, depth: usize) -> Option<Value> {
        self.at += 1;
        let mut list = Vec::new();
        while let Some(c) = self.next() {
            match c {
                ']' => {
                    self.at += 1;
                    break;
                }
                // Its own end is missing, and that of what it is in has come.
                '}' => break,
                ',' | ';' | ':' => self.at += 1,
                _ => list.push(self.value(depth + 1)?),
            }
        }
        Some(Value::Array(list))
    }

    /// Text between marks, of which the first is here. `ends`: whether it may end before the sign at this place.
    fn text(&mut self, close: char, ends: impl Fn(&Self, usize) -> bool) -> String {
        self.at += 1;
        // As it stands in JSON.
        let mut text = String::new();
        while let Some(c) = self.sign(self.at) {
            self.at += 1;
            match c {
                '\\' => {
                    let escaped = self.sign(self.at).into_iter();
                    self.at += 1;
                    escaped.for_each(|c| if "\"\\/bfnrtu".contains(c) { text.extend(['\\', c]) } else { text.push(c) });
                }
                // A mark within marks, which should have been escaped, is one of the text.
                _ if c == close && ends(self, self.past_blanks(self.at)) => break,
                '"' => text.push_str("\\\""),
                _ => text.push(if c.is_control() { ' ' } else { c }),
            }
        }
        serde_json::from_str(&format!("\"{text}\"")).unwrap_or_else(|_| text.replace('\\', ""))
    }

    /// Whether a value may end before the sign at this place, and not just a quotation in it.
    fn may_end(&self, n: usize) -> bool {
        match self.sign(n) {
            None | Some('}' | ']' | '/' | '#') => true,
            Some(',') => {
                let after = self.past_blanks(n + 1);
                let begins = |c: char| {
                    closing(c).is_some() || c.is_ascii_digit() || matches!(c, '}' | ']' | '{' | '[' | '-' | '/' | '#')
                };
                self.sign(after).is_none_or(begins) || self.is_name(after) || self.is_word(after)
            }
            // The comma is missing.
            Some(c) if closing(c).is_some() => self.is_name(n + 1),
            Some(_) => false,
        }
    }

    /// Whether a name with a colon after it stands here.
    fn is_name(&self, n: usize) -> bool {
        let rest = &self.signs[n.min(self.signs.len())..];
        let length = rest.iter().take(NAME).take_while(|c| c.is_alphanumeric() || **c == '_').count();
        let past = rest.get(length).copied().and_then(closing).map_or(n + length, |_| n + length + 1);
        length > 0 && self.sign(self.past_blanks(past)) == Some(':')
    }

    /// Whether one of the words for yes, no and nothing stands here.
    fn is_word(&self, n: usize) -> bool {
        let word: String = self.signs.iter().skip(n).take(6).take_while(|c| c.is_alphanumeric()).collect();
        ["true", "false", "null", "True", "False", "None"].contains(&word.as_str())
    }

    /// What stands up to one of these signs, or a line's end; at least one sign is taken.
    fn up_to(&mut self, ends: &[char]) -> String {
        let start = self.at;
        self.at += 1;
        while self.sign(self.at).is_some_and(|c| c != '\n' && !ends.contains(&c)) {
            self.at += 1;
        }
        self.signs[start..self.at].iter().collect::<String>().trim().to_owned()
    }

    /// A value without marks: a number, a word, or text up to where something else begins.
    fn word(&mut self) -> Value {
        let word = self.up_to(&[',', '}', ']']);
        match word.as_str() {
            "true" | "True" | "TRUE" => Value::Bool(true),
            "false" | "False" | "FALSE" => Value::Bool(false),
            "null" | "None" | "undefined" | "NaN" => Value::Null,
            _ => match serde_json::from_str(&word) {
                Ok(number @ Value::Number(_)) => number,
                _ => Value::String(word),
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn what_is_nearly_json_is_read() {
        for (text, read) in [
            (r#"{"a":1}"#, json!({ "a": 1 })),
            (r"{'a':'it\'s',}", json!({ "a": "it's" })),
            ("{a: True, b: None, c: word of two\n}", json!({ "a": true, "b": null, "c": "word of two" })),
            (r#"{"a":"x" "b":[1 , 2,],"c":{"d":1}"#, json!({ "a": "x", "b": [1, 2], "c": { "d": 1 } })),
            (r#"{"a":[1,2"#, json!({ "a": [1, 2] })),
            (r#"{"a":"cut of"#, json!({ "a": "cut of" })),
            (r#"{"a":"he said "no", and left","b":false}"#, json!({ "a": "he said \"no\", and left", "b": false })),
            (r#"{"a":"he said "no"","b":2}"#, json!({ "a": "he said \"no\"", "b": 2 })),
            ("{\"a\": 1, // one\n # two\n \"b\": /* three */ 2}", json!({ "a": 1, "b": 2 })),
            (r#"{"a":"\ud83d\ude00x\u00e9"}"#, json!({ "a": "😀xé" })),
            (r#"{“a”: “b”}"#, json!({ "a": "b" })),
            (r#"{"why": "It burns."<"#, json!({ "why": "It burns.\"<" })),
            (r#"{"a":[{"b":1,"c":"x"},{"b":2}}"#, json!({ "a": [{ "b": 1, "c": "x" }, { "b": 2 }] })),
            ("{maybe}", json!({})),
            ("{:,:}", json!({})),
        ] {
            assert_eq!(object(text).map(Value::Object), Some(read), "{text}");
        }
    }

    #[test]
    fn depth_ends_and_so_does_everything() {
        assert_eq!(object(&"{\"a\":".repeat(100_000)), None);
        assert_eq!(object(&format!("{{\"a\":{}", "[".repeat(100_000))), None);
        assert!(object("[1]").is_none() && object("").is_none() && object("\"a\"").is_none());
    }
}
