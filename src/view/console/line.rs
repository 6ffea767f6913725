//! What is typed, earlier lines, what may follow.

use std::collections::VecDeque;

use bevy::prelude::*;

use crate::console::{LONGEST, Offer};

/// So many answers are kept, and so many earlier lines.
const KEPT: usize = 120;
/// Letters of an answer that are shown, at most.
const SHOWN: usize = 8000;

/// A line that was done, and what came of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Past {
    /// As it was typed; empty: the town says something of itself.
    pub line: String,
    /// What came of it; `None`: not known yet.
    pub answer: Option<Result<String, String>>,
}

/// The line.
#[derive(Resource, Clone, Debug, Default)]
pub struct Line {
    /// Is it shown?
    pub open: bool,
    /// What is typed.
    pub text: String,
    /// What was done, oldest first.
    pub past: VecDeque<Past>,
    /// What may follow.
    pub offers: Vec<Offer>,
    /// Which of the offers is taken next.
    pub chosen: usize,
    /// For what text they were made.
    pub offered_for: Option<String>,
    /// A line that is to be done.
    pub wish: Option<String>,
    /// It wants the keys with the next frame, with the mark at its end.
    pub focus: bool,
    earlier: Vec<String>,
    /// Which of the earlier lines is shown, counted from the last.
    back: usize,
    /// What was being typed before one went back.
    draft: String,
}

impl Line {
    /// Shows it.
    pub fn show(&mut self) {
        (self.open, self.focus) = (true, true);
    }

    /// Hides it; what was typed is gone, what was answered stays.
    pub fn hide(&mut self) {
        self.open = false;
        self.text.clear();
        self.offers.clear();
        (self.offered_for, self.back) = (None, 0);
    }

    /// The text is now this, and the mark stands at its end.
    fn put(&mut self, text: String) {
        self.text = text.chars().take(LONGEST).collect();
        self.focus = true;
    }

    /// Does what is typed.
    pub fn enter(&mut self) {
        let line = self.text.trim().to_string();
        self.put(String::new());
        (self.back, self.offered_for) = (0, None);
        if line.is_empty() {
            return;
        }
        if self.earlier.last() != Some(&line) {
            self.earlier.push(line.clone());
            let more = self.earlier.len().saturating_sub(KEPT);
            self.earlier.drain(..more);
        }
        self.wish = Some(line);
    }

    /// An earlier line, or a later one.
    pub fn go_back(&mut self, older: bool) {
        if self.back == 0 && older {
            self.draft.clone_from(&self.text);
        }
        let back = if older { (self.back + 1).min(self.earlier.len()) } else { self.back.saturating_sub(1) };
        if back == self.back {
            return;
        }
        self.back = back;
        let text = match back {
            0 => self.draft.clone(),
            back => self.earlier[self.earlier.len() - back].clone(),
        };
        self.put(text);
    }

    /// Takes an offer: this one, else the chosen one.
    pub fn take(&mut self, which: Option<usize>) {
        if let Some(offer) = self.offers.get(which.unwrap_or(self.chosen)) {
            let line = offer.line.clone();
            self.put(line);
        }
        self.focus = true;
    }

    /// New offers.
    pub fn offer(&mut self, offers: Vec<Offer>) {
        self.offered_for = Some(self.text.clone());
        (self.offers, self.chosen) = (offers, 0);
    }

    /// Notes what came of a line; `None`: it is not known yet.
    pub fn note(&mut self, line: impl Into<String>, answer: Option<Result<String, String>>) {
        let cut = |text: String| text.chars().take(SHOWN).collect::<String>();
        let answer = answer.map(|answer| answer.map(cut).map_err(cut));
        self.past.push_back(Past { line: line.into(), answer });
        if self.past.len() > KEPT {
            self.past.pop_front();
        }
    }

    /// What came of the oldest line that waits and begins so.
    pub fn answer(&mut self, line: &str, answer: Result<String, String>) {
        let waits = |past: &&mut Past| past.answer.is_none() && past.line == line;
        match self.past.iter_mut().find(waits) {
            Some(past) => past.answer = Some(answer),
            None => self.note(line, Some(answer)),
        }
    }

    /// A thing that was clicked on.
    pub fn put_thing(&mut self, address: &str) {
        let text = match self.head() {
            head if head.trim().is_empty() => format!("set {address} is "),
            head => format!("{head}{address} "),
        };
        self.put(text);
    }

    /// Somebody who was clicked on.
    pub fn put_person(&mut self, name: &str) {
        let head = self.head();
        let verb = head.split_whitespace().next().unwrap_or_default().to_string();
        let text = match verb.as_str() {
            "" => format!("where {name}"),
            "voice" | "tell" | "ask" | "give-plan" if head.trim() == verb => format!("{head}{name}: "),
            _ => format!("{head}{name} "),
        };
        self.put(text);
    }

    /// A cell that was clicked on.
    pub fn put_tile(&mut self, x: i32, y: i32) {
        let text = match self.head() {
            head if head.trim().is_empty() => format!("tile {x} {y}"),
            head => format!("{head}{x} {y} "),
        };
        self.put(text);
    }

    /// What is typed, without an address that was begun, and with a gap at its end.
    fn head(&self) -> String {
        let whole = self.text.as_str();
        let begun = whole.rfind('<').filter(|at| !whole[*at..].contains('>'));
        let head = begun.map_or(whole, |at| &whole[..at]).trim();
        if head.is_empty() { String::new() } else { format!("{head} ") }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(text: &str) -> Line {
        Line { text: text.into(), open: true, ..Line::default() }
    }

    #[test]
    fn earlier_lines_come_back() {
        let mut line = line("time");
        line.enter();
        assert_eq!((line.wish.take().as_deref(), line.text.as_str()), (Some("time"), ""));
        line.text = "where".into();
        line.enter();
        line.text = "he".into();
        line.go_back(true);
        line.go_back(true);
        line.go_back(true);
        assert_eq!(line.text, "time");
        line.go_back(false);
        line.go_back(false);
        assert_eq!(line.text, "he");
    }

    #[test]
    fn what_is_clicked_on_is_named() {
        let mut one = line("set <old m");
        one.put_thing("<Old Mill: loft: stove>");
        assert_eq!(one.text, "set <Old Mill: loft: stove> ");
        let mut one = line("");
        one.put_thing("<A: b: c>");
        assert_eq!(one.text, "set <A: b: c> is ");
        for (text, after) in [("", "where Ann Lee"), ("voice", "voice Ann Lee: "), ("schedule", "schedule Ann Lee ")] {
            let mut one = line(text);
            one.put_person("Ann Lee");
            assert_eq!(one.text, after);
        }
        let mut one = line("tile");
        one.put_tile(3, 4);
        assert_eq!(one.text, "tile 3 4 ");
    }

    #[test]
    fn an_answer_finds_its_line() {
        let mut line = line("");
        line.note("a", None);
        line.note("b", None);
        line.answer("b", Ok("done".into()));
        assert_eq!(line.past[1].answer, Some(Ok("done".into())));
        assert_eq!(line.past[0].answer, None);
        for n in 0..500 {
            line.note(n.to_string(), Some(Ok("x".repeat(20_000))));
        }
        assert_eq!(line.past.len(), KEPT);
        assert!(
            line.past
                .iter()
                .all(|past| past.answer.as_ref().is_some_and(|one| one.as_ref().is_ok_and(|one| one.len() <= SHOWN)))
        );
    }
}
