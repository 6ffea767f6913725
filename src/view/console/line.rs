//! What is typed, earlier lines, what may follow.

use std::collections::VecDeque;

use bevy::prelude::*;

use crate::{
    command::{Command, LONGEST, Takes, set_line},
    console::{Suggestion, usage},
    exchange::Ticket,
};

/// So many answers are kept, and so many earlier lines.
const KEPT: usize = 120;
/// Letters of an answer that are shown, at most.
const SHOWN: usize = 8000;

/// What is to be done.
#[derive(Clone, Debug, PartialEq)]
pub enum ConsoleRequest {
    /// What somebody typed.
    Typed(String),
    /// A command.
    Command(Command),
    /// The memories of this file are given.
    Memories(String),
}

/// A line that was done, and what came of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Past {
    /// Its number: who asked for it finds it by this.
    pub number: u64,
    /// If it entered the town: by this its result is known.
    pub ticket: Option<Ticket>,
    /// As it was typed; empty: the town says something of itself.
    pub line: String,
    /// What came of it; `None`: not known yet.
    pub answer: Option<Result<String, String>>,
}

/// The input of the console.
#[derive(Resource, Clone, Debug, Default)]
pub struct ConsoleInput {
    /// Is it shown?
    pub open: bool,
    /// What is typed.
    pub text: String,
    /// What was done, oldest first.
    pub past: VecDeque<Past>,
    /// What may follow.
    pub offers: Vec<Suggestion>,
    /// Which of the suggestions is taken next.
    pub chosen: usize,
    /// For what text they were made.
    pub offered_for: Option<String>,
    /// The chosen suggestion is to be taken as soon as it is there for what is typed.
    pub completes: bool,
    /// It is told which town this is.
    pub greeted: bool,
    /// What is to be done, and the number of the note on it.
    pub request: Option<(u64, ConsoleRequest)>,
    numbers: u64,
    /// It wants the keys with the next frame.
    pub focus: bool,
    /// Where the mark stands in it, in letters.
    pub mark: usize,
    earlier: Vec<String>,
    /// Which of the earlier lines is shown, counted from the last.
    back: usize,
    /// What was being typed before one went back.
    draft: String,
}

impl ConsoleInput {
    /// Shows it.
    pub fn show(&mut self) {
        (self.open, self.focus) = (true, true);
        self.mark = self.text.chars().count();
    }

    /// Hides it; what was typed is gone, what was answered stays.
    pub fn hide(&mut self) {
        self.open = false;
        self.text.clear();
        self.offers.clear();
        (self.offered_for, self.back, self.completes) = (None, 0, false);
    }

    /// Another town: what was answered was answered by the one before. What was typed can be had back.
    pub fn turn(&mut self) {
        self.past.clear();
        (self.greeted, self.request, self.offered_for) = (false, None, None);
    }

    /// The text is now this, and the mark stands at its end.
    pub(super) fn put(&mut self, text: String) {
        self.text = text.chars().take(LONGEST).collect();
        self.mark = self.text.chars().count();
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
        self.ask_for(ConsoleRequest::Typed(line));
    }

    /// Asks for something; the number of the note on it.
    pub fn ask_for(&mut self, request: ConsoleRequest) -> u64 {
        self.numbers += 1;
        self.request = Some((self.numbers, request));
        self.numbers
    }

    /// An arrow key: with several ways to go on it chooses among them; else it goes through earlier lines.
    pub fn arrow(&mut self, up: bool) {
        let choosing = self.offers.len() > 1 && !self.text.is_empty() && self.is_offered();
        match up {
            true if choosing && self.chosen > 0 => self.chosen -= 1,
            false if choosing && self.chosen + 1 < self.offers.len() => self.chosen += 1,
            up => self.go_back(up),
        }
    }

    /// An earlier line, or a later one.
    fn go_back(&mut self, older: bool) {
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

    /// Takes a suggestion: this one, else the chosen one. What was offered for another text is not taken.
    pub fn take(&mut self, which: Option<usize>) {
        let offer = self.offers.get(which.unwrap_or(self.chosen)).filter(|_| self.is_offered());
        if let Some(line) = offer.map(|offer| offer.line.clone()) {
            self.put(line);
        }
        self.focus = true;
    }

    /// Was what is offered made for the text that stands there?
    pub fn is_offered(&self) -> bool {
        self.offered_for.as_ref() == Some(&self.text)
    }

    /// New suggestions.
    pub fn offer(&mut self, offers: Vec<Suggestion>) {
        self.offered_for = Some(self.text.clone());
        (self.offers, self.chosen) = (offers, 0);
    }

    /// Notes what came of a line; `None`: it is not known yet.
    pub fn note(&mut self, number: u64, line: impl Into<String>, answer: Option<Result<String, String>>) {
        self.past.push_back(Past { number, ticket: None, line: line.into(), answer: answer.map(shown) });
        if self.past.len() > KEPT {
            self.past.pop_front();
        }
    }

    /// The town says something of itself.
    pub fn tell(&mut self, words: String) {
        self.note(0, "", Some(Ok(words)));
    }

    /// What came of the line of this number.
    pub fn answer(&mut self, number: u64, answer: Result<String, String>) {
        if let Some(past) = self.past.iter_mut().find(|past| past.number == number) {
            past.answer = Some(shown(answer));
        }
    }

    /// A thing that was clicked on.
    pub fn put_thing(&mut self, address: &str) {
        if self.is_blank() {
            self.put(set_line(address.trim_matches(['<', '>'])));
        } else {
            self.insert(address, " ");
        }
    }

    /// Somebody who was clicked on.
    pub fn put_person(&mut self, name: &str) {
        if self.is_blank() {
            return self.put(format!("where {name}"));
        }
        let colon = usage(self.text.trim()).is_some_and(|usage| usage.takes.first() == Some(&Takes::Named));
        self.insert(name, if colon { ": " } else { " " });
    }

    /// A cell that was clicked on.
    pub fn put_tile(&mut self, x: i32, y: i32) {
        if self.is_blank() {
            self.put(format!("tile {x} {y}"));
        } else {
            self.insert(&format!("{x} {y}"), " ");
        }
    }

    fn is_blank(&self) -> bool {
        let (head, tail) = self.around();
        head.is_empty() && tail.is_empty()
    }

    /// Puts a name in where the mark stands, apart from what is before and behind it, with the mark behind it.
    fn insert(&mut self, name: &str, apart: &str) {
        let (mut head, tail) = self.around();
        if !head.is_empty() && !head.ends_with('(') {
            head.push(' ');
        }
        head.push_str(name);
        // What stands behind it may bring its own mark.
        let tied = tail.starts_with([':', ',', '.', '?', '!', ';']);
        if !tied {
            head.push_str(apart);
        }
        let mark = head.chars().count();
        self.put(format!("{head}{tail}"));
        self.mark = mark.min(self.mark);
    }

    /// What stands before the mark and what behind it, without an address that the mark stands in, and without gaps.
    fn around(&self) -> (String, String) {
        let at = self.text.char_indices().nth(self.mark).map_or(self.text.len(), |(at, _)| at);
        let (mut head, mut tail) = self.text.split_at(at);
        if let Some(begun) = head.rfind('<').filter(|begun| !head[*begun..].contains('>')) {
            head = &head[..begun];
            let end = tail.find('>').filter(|end| !tail[..*end].contains('<'));
            tail = end.map_or(tail, |end| &tail[end + 1..]);
        }
        (head.trim().to_string(), tail.trim().to_string())
    }
}

fn shown(answer: Result<String, String>) -> Result<String, String> {
    let cut = |text: String| text.chars().take(SHOWN).collect::<String>();
    answer.map(cut).map_err(cut)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(text: &str) -> ConsoleInput {
        ConsoleInput { text: text.into(), open: true, mark: text.chars().count(), ..ConsoleInput::default() }
    }

    #[test]
    fn earlier_lines_come_back() {
        let mut line = line("time");
        line.enter();
        assert_eq!((line.request.take(), line.text.as_str()), (Some((1, ConsoleRequest::Typed("time".into()))), ""));
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
    fn an_offer_for_another_text_is_not_taken() {
        let offer = |line: &str| Suggestion { line: line.into(), shown: line.into(), about: String::new() };
        let mut line = line("he");
        line.offer(vec![offer("help "), offer("hear ")]);
        line.text = "hea".into();
        line.take(None);
        assert_eq!(line.text, "hea");
        line.offer(vec![offer("hear ")]);
        line.take(None);
        assert_eq!(line.text, "hear ");
        line.text = "wh".into();
        line.take(Some(0));
        assert_eq!(line.text, "wh");
    }

    #[test]
    fn another_town_has_an_empty_page_and_the_same_earlier_lines() {
        let mut line = line("time");
        line.enter();
        line.note(1, "time", Some(Ok("06:30".into())));
        line.greeted = true;
        line.turn();
        assert!(line.past.is_empty() && line.request.is_none() && !line.greeted);
        line.go_back(true);
        assert_eq!(line.text, "time");
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
    fn it_is_named_where_the_mark_stands() {
        let put = |text: &str, mark: usize| {
            let mut one = ConsoleInput { mark, ..line(text) };
            one.put_thing("<A: b: c>");
            (one.text, one.mark)
        };
        assert_eq!(put("set is burning", 4), ("set <A: b: c> is burning".into(), 14));
        assert_eq!(put("set  is burning", 4), ("set <A: b: c> is burning".into(), 14));
        assert_eq!(put("set <Old Mill: loft: stove> is on", 12), ("set <A: b: c> is on".into(), 14));
        assert_eq!(put("is on", 0), ("<A: b: c> is on".into(), 10));
        // A mark that is out of date is the end.
        assert_eq!(put("use", 900).0, "use <A: b: c> ");
        let mut one = ConsoleInput { mark: 4, ..line("ask : how are you?") };
        one.put_person("Zo\u{eb} Lee");
        assert_eq!((one.text.as_str(), one.mark), ("ask Zo\u{eb} Lee: how are you?", 11));
    }

    #[test]
    fn an_answer_finds_its_line() {
        let mut line = line("");
        line.note(1, "a", None);
        line.note(2, "a", None);
        line.answer(2, Ok("done".into()));
        assert_eq!(line.past[1].answer, Some(Ok("done".into())));
        assert_eq!(line.past[0].answer, None);
        for n in 0..500 {
            line.note(n, "a", Some(Ok("x".repeat(20_000))));
        }
        assert_eq!(line.past.len(), KEPT);
        assert!(
            line.past
                .iter()
                .all(|past| past.answer.as_ref().is_some_and(|one| one.as_ref().is_ok_and(|one| one.len() <= SHOWN)))
        );
    }
}
