//! Free text made fit to be kept, shown and sent: on one line, with nothing invisible in it.

/// Whether a character has no shape of its own and controls, hides, turns or breaks text, or stands for nothing at all.
/// The joiners of emoji and of scripts are not among them.
pub fn is_invisible(c: char) -> bool {
    c.is_control()
        || matches!(c,
            '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fff0}'..='\u{fffb}' | '\u{e0000}'..='\u{e0fff}')
}

/// The text on one line: runs of blanks, line breaks and control characters become one blank, what is invisible goes.
pub fn one_line(text: &str) -> String {
    line(text.chars(), usize::MAX)
}

/// The same, cut after `most` characters; what is cut off leaves a `…`.
pub fn short_line(text: &str, most: usize) -> String {
    line(text.chars(), most)
}

/// The same for characters that somebody has replaced on the way.
pub fn line(chars: impl Iterator<Item = char>, most: usize) -> String {
    let mut out = String::new();
    let (mut length, mut blank) = (0, false);
    for c in chars {
        if c.is_whitespace() || c.is_control() {
            blank = !out.is_empty();
            continue;
        }
        if is_invisible(c) {
            continue;
        }
        if length + usize::from(blank) >= most {
            // Nothing is cut between an emoji and what belongs to it.
            out.truncate(out.trim_end_matches(['\u{200d}', '\u{fe0f}']).len());
            out.push('…');
            return out;
        }
        if std::mem::take(&mut blank) {
            out.push(' ');
            length += 1;
        }
        out.push(c);
        length += 1;
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_long_is_cut_with_a_mark() {
        let shown = short_line(&"burning ".repeat(2000), 90);
        assert!(shown.chars().count() <= 91 && shown.ends_with('…'), "{shown}");
        for (text, cut) in [("burning", "burning"), ("burning ", "burning"), ("burning x", "burning…"), ("", "")] {
            assert_eq!(short_line(text, 7), cut);
        }
        assert_eq!(short_line("ab👩\u{200d}🍳", 4), "ab👩…");
    }

    #[test]
    fn a_text_is_one_line_of_what_is_seen() {
        assert_eq!(one_line("a\r\n\tb\u{7}c\u{1b}[31m \u{2028}d "), "a b c [31m d");
        assert_eq!(one_line("\u{202e}dr\u{200b}ow\u{202c}"), "drow");
        // Emoji and markup are words like any others.
        assert_eq!(one_line("<b>🔥</b> **x** 👩‍👧"), "<b>🔥</b> **x** 👩‍👧");
    }
}
