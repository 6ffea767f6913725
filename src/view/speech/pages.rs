//! A line of talk as a bubble holds it: most stand whole, a long one is turned over as it is said, and no word is lost.
//! Pure.

/// Letters of a line.
pub const WIDE: usize = 32;
/// Lines of a page.
pub const LINES: usize = 5;

/// Lines of at most `wide` letters, broken between words where that is possible.
pub fn wrap(text: &str, wide: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    let mut room = wide;
    for word in text.split_whitespace() {
        let mut rest: Vec<char> = word.chars().collect();
        while !rest.is_empty() {
            let fresh = room == wide;
            let blank = usize::from(!fresh);
            if rest.len() + blank <= room {
                if !fresh {
                    lines.last_mut().into_iter().for_each(|line| line.push(' '));
                }
                room -= rest.len() + blank;
                lines.last_mut().into_iter().for_each(|line| line.extend(rest.drain(..)));
            } else {
                if fresh {
                    // A word longer than a line.
                    lines.last_mut().into_iter().for_each(|line| line.extend(rest.drain(..wide.max(1))));
                }
                lines.push(String::new());
                room = wide;
            }
        }
    }
    lines.retain(|line| !line.is_empty());
    lines
}

/// The pages of a text, lines parted by line breaks; where it goes on, a page ends with `…`. The lines of a page are
/// about equally long, and so are the pages.
pub fn pages(text: &str) -> Vec<String> {
    let lines = wrap(text, WIDE);
    let count = lines.len().div_ceil(LINES).max(1);
    if count == 1 {
        let letters = text.chars().count();
        // As narrow as it can be without another line, so that no word stands alone in the last one.
        let least = letters.div_ceil(lines.len().max(1)).min(WIDE);
        let even = (least..=WIDE).map(|wide| wrap(text, wide)).find(|even| even.len() <= lines.len());
        return vec![even.unwrap_or(lines).join("\n")];
    }
    // All pages but the last have to have room for the mark.
    let lines = wrap(text, WIDE - 2);
    let count = lines.len().div_ceil(LINES);
    let page = |(n, lines): (usize, &[String])| {
        let mark = if n + 1 < count { " …" } else { "" };
        lines.join("\n") + mark
    };
    // About as many lines on each, so that no word stands alone on the last.
    lines.chunks(lines.len().div_ceil(count).max(1)).enumerate().map(page).collect()
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
    fn a_word_without_end_is_broken() {
        let pages = pages(&"x".repeat(10_000));
        assert!(pages.iter().all(|page| wide(page) <= WIDE));
        assert!(pages.len() > 100);
    }
}
