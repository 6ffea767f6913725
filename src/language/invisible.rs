//! Signs that nobody sees: one list for whatever is written, read, shown or asked.

/// Is it a sign without a shape of its own that turns, hides, marks or breaks text? The joiners of emoji and of scripts
/// are none.
pub fn is_unseen(c: char) -> bool {
    c.is_control()
        || matches!(c,
            '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fff0}'..='\u{fffb}' | '\u{e0000}'..='\u{e0fff}')
}

/// A text on one line: without invisible characters, with one blank wherever it has blanks, line ends or control characters.
pub fn one_line(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        let c = if c.is_whitespace() || c.is_control() { ' ' } else { c };
        if !is_unseen(c) && (c != ' ' || !(out.is_empty() || out.ends_with(' '))) {
            out.push(c);
        }
    }
    out.truncate(out.trim_end().len());
    out
}
