//! A talk so far, each line of it understood once: what the next line hangs on, and what is kept when it is over.

use super::{Act, acts, assent, invitation::hour_named};
use crate::{
    language::text::{content, tokens},
    mind::{
        question::Spoken,
        rules::{asked::Asked, beliefs::Beliefs, frame::Said},
    },
};

/// A line of talk, understood.
pub struct Line {
    /// Who said it.
    pub who: String,
    /// In these words.
    pub words: String,
    /// The stems of its words.
    pub stems: Vec<String>,
    /// What was done by it.
    pub acts: Vec<Act>,
}

impl Line {
    /// What it tells.
    pub fn told(&self) -> impl DoubleEndedIterator<Item = &Said> {
        self.acts.iter().filter_map(|act| if let Act::Tell(said) = act { Some(said) } else { None })
    }

    /// What it asks.
    pub fn asked(&self) -> impl DoubleEndedIterator<Item = &Asked> {
        self.acts.iter().filter_map(|act| if let Act::Ask(asked) = act { Some(asked) } else { None })
    }
}

/// All lines of a talk with `other`, in order. A bare yes answers what was asked just before it; an hour that is named
/// later belongs to what one was asked to come to; a goodbye to or of a third is none to the two who stay.
pub fn transcript(h: &Beliefs, other: &str, spoken: &[Spoken]) -> Vec<Line> {
    let me = h.me.name.as_str();
    let mut lines: Vec<Line> = Vec::with_capacity(spoken.len());
    let (mut topic, mut open, mut asked_by, mut parts) = (None, None, None, false);
    for Spoken { who, words } in spoken {
        let to = if who == me { other } else { me };
        let mut acts = acts(h, who, to, words, &mut topic);
        if hour_named(&mut acts, (who, words), &mut open, h.now) {
            // yes to no hour is not yet yes to this one
            for line in lines.iter_mut().filter(|line| line.who != *who) {
                line.acts.retain(|act| !matches!(act, Act::Accept));
            }
        }
        let answers = |act: &Act| matches!(act, Act::Accept | Act::Decline | Act::Hedge);
        if asked_by.is_some_and(|by: &String| by != who) && !acts.iter().any(answers) {
            acts.extend(assent(words, to));
        }
        let asks = |act: &Act| matches!(act, Act::Help(_) | Act::Invite | Act::Coming);
        asked_by = acts.iter().any(asks).then_some(who);
        // a third who takes leave leaves the two of us to it, and so does a goodbye to them
        let third = who != me && who != other;
        let bye = |act: &Act| matches!(act, Act::Bye);
        let left = third && acts.iter().any(bye);
        acts.retain(|act| !bye(act) || !third && !parts);
        parts = left;
        lines.push(Line { who: who.clone(), words: words.clone(), stems: content(&tokens(words)), acts });
    }
    lines
}
