//! Words of minds, of players and of scenarios as the screen may show them: on one line, cut with a mark.
//!
//! Rule: whatever comes out of a mind or a file goes through [`tame`] before it is drawn. It is only shown: nothing
//! in it is markup, and nothing in it can break a panel.

/// Most letters of what an object is, on a plate.
pub const STATE: usize = 90;
/// Most letters of a line of talk or a memory, where all of it is asked for.
pub const WHOLE: usize = 1200;

/// Turns the direction of what follows, or is drawn as nothing at all.
fn is_trick(c: char) -> bool {
    matches!(c, '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}')
}

/// One line of at most `most` letters; what is cut off leaves a `…`. Control characters and line breaks become
/// blanks, several blanks one.
pub fn tame(text: &str, most: usize) -> String {
    let mut tamed = String::with_capacity(text.len().min(4 * most + 4));
    let (mut letters, mut blank) = (0, false);
    for c in text.chars() {
        if c.is_whitespace() || c.is_control() || is_trick(c) {
            blank = !tamed.is_empty();
            continue;
        }
        if letters + usize::from(blank) >= most {
            tamed.push('…');
            return tamed;
        }
        if std::mem::take(&mut blank) {
            tamed.push(' ');
            letters += 1;
        }
        tamed.push(c);
        letters += 1;
    }
    tamed
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_long_is_cut_with_a_mark() {
        let long = "burning ".repeat(2000);
        let shown = tame(&long, STATE);
        assert!(shown.chars().count() <= STATE + 1 && shown.ends_with('…'), "{shown}");
        assert_eq!(tame("burning", 7), "burning");
        assert_eq!(tame("burning ", 7), "burning");
        assert_eq!(tame("burning x", 7), "burning…");
        assert_eq!(tame("", 7), "");
    }

    #[test]
    fn control_characters_are_blanks() {
        assert_eq!(tame("a\r\n\tb\u{7}c\u{1b}[31m", 99), "a b c [31m");
        assert_eq!(tame("\u{202e}drow\u{202c}", 99), "drow");
        // Emoji and markup are words like any others.
        assert_eq!(tame("<b>🔥</b> **x** 👩‍👧", 99), "<b>🔥</b> **x** 👩‍👧");
    }
}
