//! The paper as plain text, for a terminal.

use super::Paper;
use crate::agent::time_words::date;

/// Letters of a line.
const WIDE: usize = 78;

/// Wraps a text; each line begins with `before`, the first with `first`.
fn wrap(text: &str, first: &str, before: &str) -> String {
    let (mut all, mut width) = (first.to_owned(), first.len());
    for (n, word) in text.split_whitespace().enumerate() {
        let letters = word.chars().count();
        if n > 0 && width + 1 + letters > WIDE {
            all = all + "\n" + before;
            width = before.len();
        } else if n > 0 {
            all.push(' ');
            width += 1;
        }
        all += word;
        width += letters;
    }
    all + "\n"
}

fn middle(text: &str) -> String {
    let room = WIDE.saturating_sub(text.chars().count()) / 2;
    format!("{}{text}\n", " ".repeat(room))
}

/// `THE VILLE EVENING PAPER`, and all below it.
pub(super) fn text(paper: &Paper) -> String {
    let rule = "-".repeat(WIDE) + "\n";
    let so_far = if paper.out { String::new() } else { format!(", up to {}", paper.until.strftime("%H:%M")) };
    let mut all = middle(&format!("{} EVENING PAPER", paper.town.to_uppercase()));
    all += &middle(&format!("Day {}, {}{so_far}", paper.day, date(paper.date)));
    all += &rule;
    all += &middle(&paper.headline.to_uppercase());
    all.push('\n');
    all += &wrap(&paper.lead.text, "", "");
    if let Some((line, by)) = &paper.quote {
        all.push('\n');
        all += &wrap(&format!("“{}”", line.text), "    ", "    ");
        all += &wrap(&format!("- {by}"), "    ", "      ");
    }
    for section in &paper.sections {
        all.push('\n');
        all += &format!("{}\n", section.title.to_uppercase());
        for item in &section.items {
            all += &wrap(&item.text, "* ", "  ");
        }
    }
    all + &rule
}
