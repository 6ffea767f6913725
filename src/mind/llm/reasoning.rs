//! What a model thought aloud before it answered is taken off.

use std::borrow::Cow;

/// How thinking is marked by those who do not keep it apart.
const MARKS: [(&str, &str); 4] =
    [("<think>", "</think>"), ("<thinking>", "</thinking>"), ("<thought>", "</thought>"), ("[think]", "[/think]")];

/// The words without thinking: without what is between marks, before a closing mark that nothing opened, and after an
/// opening one that nothing closes.
pub(super) fn stripped(words: &str) -> Cow<'_, str> {
    let mut text = Cow::Borrowed(words);
    for (open, close) in MARKS {
        // Lower case letter for letter, so that places are the same in both.
        let mut low = text.to_ascii_lowercase();
        if let Some(end) = low.rfind(close) {
            // All up to the last closing mark, unless an answer stands before the opening one.
            let start = low.find(open).filter(|start| *start < end && low[..*start].contains('{')).unwrap_or(0);
            let (before, after) = (text[..start].to_owned(), text[end + close.len()..].to_owned());
            text = Cow::Owned(before + &after);
            low = text.to_ascii_lowercase();
        }
        if let Some(start) = low.find(open) {
            text = Cow::Owned(text[..start].to_owned());
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::stripped;

    #[test]
    fn thinking_goes_and_the_answer_stays() {
        for (words, left) in [
            ("<think>I {maybe}</think>{\"a\":1}", "{\"a\":1}"),
            ("I {maybe}\n</think>\n{\"a\":1}", "\n{\"a\":1}"),
            ("<THINK>one</think> <think>two</Think>{\"a\":1}", "{\"a\":1}"),
            ("{\"a\":1}<think>was that right?", "{\"a\":1}"),
            ("{\"a\":1}<think>was it?</think>", "{\"a\":1}"),
            ("[THINK]well[/THINK]{}", "{}"),
            ("<think>never done", ""),
            ("no thinking here", "no thinking here"),
            ("é<think>é", "é"),
        ] {
            assert_eq!(stripped(words), left, "{words}");
        }
    }
}
