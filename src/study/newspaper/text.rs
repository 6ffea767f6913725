//! The paper as plain text, for a terminal.

use super::Paper;
use crate::agent::time_words::date;

/// Letters of a line.
const WIDE: usize = 78;

/// Wraps a text; each line begins with `before`, the first with `first`.
fn wrap(text: &str, first: &str, before: &str) -> String {
    let mut lines = String::new();
    let mut line = first.to_owned();
    let mut empty = true;
    for word in text.split_whitespace() {
        if !empty && line.chars().count() + 1 + word.chars().count() > WIDE {
            lines += line.trim_end();
            lines.push('\n');
            line = before.to_owned();
            empty = true;
        }
        if !empty {
            line.push(' ');
        }
        line += word;
        empty = false;
    }
    lines += line.trim_end();
    lines.push('\n');
    lines
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
