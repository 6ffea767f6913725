//! In one's own voice, to the one who asks.

use std::collections::BTreeSet;

use super::{
    super::{
        beliefs::{Beliefs, Fact},
        dice::Dice,
        frame::View,
        phrases::{finish, pick},
    },
    Answer,
};
use crate::language::{
    lexicon::lex,
    text::{Pron, finite, first, join, split, unthird},
};

/// The means to put an answer.
pub struct Surface<'a, 'h> {
    head: &'a Beliefs<'h>,
    by: String,
    said: Vec<String>,
    dice: &'a mut Dice,
}

impl<'a, 'h> Surface<'a, 'h> {
    pub fn new(head: &'a Beliefs<'h>, by: &str, said: Vec<String>, dice: &'a mut Dice) -> Self {
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
        let mut said = fact.f().finished().say(&view);
        for who in fact.f().persons() {
            let short = self.head.names.short(&who);
            let stranger = who != self.head.me.name && who != self.by && short != who && !said.contains(&who);
            if stranger && let Some(at) = said.find(&short) {
                said.replace_range(at..at + short.len(), &who);
            }
        }
        said
    }

    /// A memory of what I did or am, as I say it: "Ann Lee once sang in Rome." is "I once sang in Rome". `None`: it is
    /// not about me, or about others too, so that "she" might be somebody else.
    pub fn first_person(&self, text: &str) -> Option<String> {
        let names = &self.head.names;
        let me = self.head.me.name.as_str();
        let tokens = names.merge(split(text.trim_end_matches('.')));
        let others = tokens.iter().any(|word| names.is_person(word) && word != me);
        if tokens.first().is_none_or(|word| word != me) || tokens.get(1).is_none_or(|word| word == "'s") || others {
            return None;
        }
        // "they" might be others
        let pronoun = Some(self.head.pron(me)).filter(|pronoun| *pronoun != Pron::They);
        let is = |word: &str, case: usize| pronoun.is_some_and(|pronoun| pronoun.of(case) == word);
        let mut said = vec!["I".to_owned()];
        let mut agrees = true;
        for (at, word) in tokens.iter().enumerate().skip(1) {
            let own = word == me && tokens.get(at + 1).is_some_and(|next| next == "'s");
            let verb = agrees && !lex().is("adverbs", word) && word != "once";
            match word.as_str() {
                "'s" if tokens.get(at - 1).is_some_and(|before| before == me) => {}
                _ if own => said.push("my".into()),
                one if one == me => said.push("I".into()),
                "is" if verb => said.push("am".into()),
                "has" if verb => said.push("have".into()),
                one if is(one, 0) => said.push("I".into()),
                one if is(one, 2) => said.push("my".into()),
                one if is(one, 3) => said.push("myself".into()),
                one if is(one, 1) => said.push("me".into()),
                one if verb => {
                    let plain = unthird(one).into_iter().find(|plain| lex().verb(plain));
                    said.push(
                        plain.filter(|_| finite(one).is_some_and(|(_, past)| !past)).unwrap_or_else(|| one.into()),
                    );
                }
                one => said.push(one.into()),
            }
            agrees &= !verb;
        }
        Some(join(&said))
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
