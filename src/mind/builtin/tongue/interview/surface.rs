//! In one's own voice, to the one who asks.

use std::collections::BTreeSet;

use super::{
    super::{
        Dice,
        frame::View,
        grammar::{finish, pick},
        head::{Fact, Head},
        text::first,
    },
    Answer,
};

/// The means to put an answer.
pub struct Surface<'a, 'h> {
    head: &'a Head<'h>,
    by: String,
    said: Vec<String>,
    dice: &'a mut Dice,
}

impl<'a, 'h> Surface<'a, 'h> {
    pub fn new(head: &'a Head<'h>, by: &str, said: Vec<String>, dice: &'a mut Dice) -> Self {
        Self { head, by: by.to_owned(), said, dice }
    }

    /// A wording of a section, filled in.
    pub fn say(&mut self, section: &str, slots: &[(&str, &str)], known: bool, because: BTreeSet<u32>) -> Answer {
        let words = pick(section, slots, &self.head.voice, &self.said, self.dice).unwrap_or_default();
        Answer { words: finish(&words, &self.head.voice), known, because }
    }

    /// A fact as I say it to the one who asks: people in full, since they may not know them.
    pub fn clause(&self, fact: &Fact) -> String {
        let view = View { record: false, ..self.view() };
        let mut said = fact.f().say(&view);
        for who in fact.f().persons() {
            let short = self.head.names.short(&who);
            let stranger = who != self.head.me.name && who != self.by && short != who && !said.contains(&who);
            if stranger && let Some(at) = said.find(&short) {
                said.replace_range(at..at + short.len(), &who);
            }
        }
        said
    }

    pub fn view(&self) -> View<'_> {
        View {
            me: &self.head.me.name,
            you: &self.by,
            now: self.head.sit.now,
            names: &self.head.names,
            prons: &self.head.prons,
            record: false,
            local: false,
            known: None,
        }
    }

    /// `x` in full, `he`, `him`.
    pub fn person(&self, who: &str) -> (String, String, String) {
        let pronoun = self.head.pron(who);
        (who.to_owned(), pronoun.of(0).to_owned(), pronoun.of(1).to_owned())
    }

    /// Who told it, by first name if that is enough.
    pub fn source(&self, fact: &Fact) -> Option<String> {
        let from = self.head.source(fact).filter(|from| *from != self.by)?;
        Some(if self.head.names.is_person(from) { from.to_owned() } else { first(from).to_owned() })
    }
}
