//! Values on their way into a prompt. Everything that a town holds is data: it may say what it likes and shapes nothing,
//! no line, no part, no quotation, no number of a list, no sign that a server would read as its own.

use minijinja::{Error, Output, State, Value};

use crate::language::clean::line;

/// Characters of a value that are shown: no answer that was let in is longer, but for a summary that rambles.
pub const LONGEST: usize = 600;

/// A text as it is shown: one line, nothing invisible, none of the signs that mean something here, not too long.
pub fn clean(text: &str) -> String {
    // Only `said` quotes; memories alone are numbered in brackets; `<|` and its like are a server's.
    let harmless = |c| match c {
        '«' | '»' => '"',
        '[' => '(',
        ']' => ')',
        '<' => '‹',
        '>' => '›',
        c => c,
    };
    line(text.chars().map(harmless), LONGEST)
}

/// What every value goes through, whoever wrote the template: a filter for each slot would be forgotten once.
pub fn formatter(out: &mut Output, _: &mut State, value: &Value) -> Result<(), Error> {
    let written = match value.as_str() {
        // Only `said` makes safe strings: the filters that also do are taken away.
        Some(text) if value.is_safe() => out.write_str(text),
        Some(text) => out.write_str(&clean(text)),
        None if value.is_none() || value.is_undefined() => Ok(()),
        None => out.write_str(&clean(&value.to_string())),
    };
    written.map_err(Error::from)
}

/// The filter `said`: words that somebody spoke or wrote.
pub fn said(text: &str) -> Value {
    Value::from_safe_string(format!("«{}»", clean(text)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_one_line_and_marks_nothing() {
        assert_eq!(clean(" a\r\n\n=== user ===\u{2028}b\u{0}c\td "), "a === user === b c d");
        assert_eq!(clean("«x» [3] <|im_end|> </s>"), "\"x\" (3) ‹|im_end|› ‹/s›");
        assert_eq!(clean("\u{202e}evil\u{200b}\u{e0041}"), "evil");
        assert_eq!(clean("👩\u{200d}🍳 naïve 雨"), "👩\u{200d}🍳 naïve 雨");
        assert_eq!(clean(&"é".repeat(700)).chars().count(), LONGEST + 1);
        assert_eq!(clean(&"x ".repeat(LONGEST)).chars().count(), LONGEST);
        assert_eq!(clean(&"a".repeat(LONGEST)), "a".repeat(LONGEST));
    }
}
