//! A line of talk as a bubble holds it: most stand whole, a long one is turned over as it is said, and no word is lost.
//! Pure.

use crate::language::script::{char_width, is_of_word, is_unspaced, text_width};

/// Letters of a line.
const WIDE: usize = 32;
/// Lines of a page.
const LINES: usize = 5;

/// Lines of at most `wide` letters, broken between words where that is possible; a letter of Chinese counts twice, and a
/// line may end after it.
fn wrap(text: &str, wide: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        for (n, piece) in pieces(word).iter().enumerate() {
            let blank = if n == 0 { " " } else { "" };
            if let Some(line) =
                lines.last_mut().filter(|line| text_width(line) + blank.len() + text_width(piece) <= wide)
            {
                *line += blank;
                *line += piece;
                continue;
            }
            let mut rest = piece.as_str();
            while !rest.is_empty() {
                // Of a word longer than a line as much as fits.
                let (now, later) = rest.split_at(fitting(rest, wide));
                lines.push(now.to_owned());
                rest = later;
            }
        }
    }
    lines
}

/// Where a line may end within a word: before and after each letter of a script without spaces, points and closing
/// brackets staying with what they follow.
fn pieces(word: &str) -> Vec<String> {
    const OPENING: &str = "「『（《〈【〔";
    let mut found: Vec<String> = Vec::new();
    for c in word.chars() {
        let before = found.last().and_then(|piece| piece.chars().next_back());
        let begins = before.is_none_or(|before| {
            let opens = OPENING.contains(before);
            !opens && (OPENING.contains(c) || is_unspaced(c) || is_of_word(c) && is_unspaced(before))
        });
        match found.last_mut() {
            Some(piece) if !begins => piece.push(c),
            _ => found.push(c.to_string()),
        }
    }
    found
}

/// The end, in bytes, of as much of a text as fits into so many letters; at least of its first.
fn fitting(text: &str, wide: usize) -> usize {
    let (mut taken, mut end) = (0, 0);
    for (at, c) in text.char_indices() {
        taken += char_width(c);
        if taken > wide && end > 0 {
            break;
        }
        end = at + c.len_utf8();
    }
    end
}

/// The pages of a text, lines parted by line breaks; where it goes on, a page ends with `…`. The lines of a page are
/// about equally long, and so are the pages.
pub fn pages(text: &str) -> Vec<String> {
    let lines = wrap(text, WIDE);
    let count = lines.len().div_ceil(LINES).max(1);
    if count == 1 {
        let letters = text_width(text);
        // As narrow as it can be without another line, so that no word stands alone in the last one.
        let least = letters.div_ceil(lines.len().max(1)).min(WIDE);
        let even = (least..=WIDE).map(|wide| wrap(text, wide)).find(|even| even.len() <= lines.len());
        return vec![even.unwrap_or(lines).join("\n")];
    }
    // All pages but the last have to have room for the mark.
    let lines = wrap(text, WIDE - 2);
    let count = lines.len().div_ceil(LINES);
    // About as many lines on each, so that no word stands alone on the last.
    let page = |n: usize| {
        let mark = if n + 1 < count { " …" } else { "" };
        lines[n * lines.len() / count..(n + 1) * lines.len() / count].join("\n") + mark
    };
    (0..count).map(page).collect()
}

/// Which page is shown when a share of the line (0 to 1) has been said.
pub fn page_at(pages: &[String], share: f64) -> usize {
    let letters = |page: &String| page.chars().count() as f64;
    let all: f64 = pages.iter().map(letters).sum();
    let mut said = 0.0;
    for (n, page) in pages.iter().enumerate() {
        said += letters(page);
        if share * all < said {
            return n;
        }
    }
    pages.len().saturating_sub(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wide(page: &str) -> usize {
        page.lines().map(|line| line.chars().count()).max().unwrap_or(0)
    }

    #[test]
    fn a_short_line_is_one_page_of_even_lines() {
        assert_eq!(pages("Good morning, Ada!"), ["Good morning, Ada!"]);
        let two = pages("Good morning, Ada! How is the engine?");
        assert_eq!(two, ["Good morning, Ada!\nHow is the engine?"]);
        assert_eq!(pages(""), [""]);
    }

    #[test]
    fn a_long_line_is_turned_over() {
        let text = "one two three four five six seven eight nine ten ".repeat(12);
        let pages = pages(&text);
        assert!(pages.len() > 2);
        for (n, page) in pages.iter().enumerate() {
            assert!(page.lines().count() <= LINES && wide(page) <= WIDE, "{page}");
            assert_eq!(page.ends_with('…'), n + 1 < pages.len());
        }
        let whole = pages.join(" ").replace(" …", "").replace('\n', " ");
        assert_eq!(whole, text.trim());
        assert_eq!(page_at(&pages, 0.0), 0);
        assert_eq!(page_at(&pages, 0.99), pages.len() - 1);
        assert_eq!(page_at(&pages, 7.0), pages.len() - 1);
    }

    #[test]
    fn lines_of_scripts_without_spaces_end_anywhere_but_before_a_point() {
        let text = "真的吗？我还没听说过，多告诉我一点Maria Lopez的事。";
        let pages = pages(text);
        let lines: Vec<&str> = pages.iter().flat_map(|page| page.lines()).collect();
        assert!(lines.len() > 1 && lines.iter().all(|line| text_width(line) <= WIDE), "{lines:?}");
        assert!(lines.iter().all(|line| !line.starts_with(['，', '。', '？'])), "{lines:?}");
        assert_eq!(lines.concat().replace(' ', ""), text.replace(' ', ""));
    }

    #[test]
    fn a_word_without_end_is_broken() {
        let pages = pages(&"x".repeat(10_000));
        assert!(pages.iter().all(|page| wide(page) <= WIDE));
        assert!(pages.len() >= 10_000 / (WIDE * LINES));
    }
}
