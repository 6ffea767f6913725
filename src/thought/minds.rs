//! Where answers come from, and what has come.

use std::{collections::BTreeMap, sync::Arc, time::Duration};

use bevy::prelude::*;

use super::{Budget, Recording};
use crate::{
    journal::{By, Command, Entry, QuestionHash, Tally},
    mind::{
        Ask, Builtin, Caps, MindError, Price, QuestionId, Reply, builtin,
        line::{Came, Ear, Line, Outcome, guarded},
    },
};

/// Where answers come from.
pub enum Source {
    /// A mind is asked.
    Mind(Box<dyn Line>),
    /// No mind: what was recorded is all that comes, and what was not is an error.
    Cassette(Recording),
    /// What was recorded as far as it goes, and from there a mind.
    Load(Recording, Box<dyn Line>),
}

/// The way to the minds. Holds nothing that has to be saved.
#[derive(Resource, Default)]
pub struct Minds {
    recording: Option<Recording>,
    line: Option<Box<dyn Line>>,
    fallback: Option<Builtin>,
    budget: Budget,
    /// Does a question without an answer stop the town?
    strict: bool,
    /// Questions under way (`None`), and what came and is not yet due.
    sent: BTreeMap<QuestionId, Option<Came>>,
    /// Questions may be open that this mind has never been sent.
    fresh: bool,
}

impl Minds {
    /// Where the mind does not answer, the built-in one does.
    pub fn new(source: Source) -> Self {
        let (recording, line) = match source {
            Source::Mind(line) => (None, Some(line)),
            Source::Cassette(recording) => (Some(recording), None),
            Source::Load(recording, line) => (Some(recording), Some(line)),
        };
        Self { recording, line, fresh: true, ..default() }
    }

    /// Takes another one in place of the built-in mind.
    pub fn with_fallback(mut self, fallback: Builtin) -> Self {
        self.fallback = Some(fallback);
        self
    }

    /// A question that the line has no answer to stops the town, with that question in words.
    pub fn strictly(mut self) -> Self {
        self.strict = true;
        self
    }

    /// Why there is no answer to a question, if that stops the town.
    pub(super) fn missing(&self, id: QuestionId) -> Option<String> {
        let came = self.sent.get(&id).and_then(Option::as_ref).filter(|_| self.strict)?;
        came.outcome.as_ref().err().map(|why| why.0.clone())
    }

    /// May spend no more than this.
    pub fn with_budget(mut self, budget: Budget) -> Self {
        self.budget = budget;
        self
    }

    /// The language model that is asked, by name; `None` if none is. A server's first model has no name until it answers.
    pub fn model(&self) -> Option<String> {
        match self.line.as_ref().map(|line| line.by()) {
            Some(By::Model(name)) => Some(name),
            _ => None,
        }
    }

    /// Where lines of talk can be heard as they come; `None` if this mind gives them whole.
    pub fn ear(&self) -> Option<Arc<Ear>> {
        self.line.as_ref().and_then(|line| line.ear())
    }

    /// Questions whose answers have not come yet.
    pub fn under_way(&self) -> usize {
        self.sent.values().filter(|came| came.is_none()).count()
    }

    /// Spent so far, and the limits.
    pub fn budget(&self) -> &Budget {
        &self.budget
    }

    /// From here on this mind is asked: everything open goes to it, what was under way elsewhere is forgotten, and a
    /// question that it cannot answer stops nothing.
    pub fn connect(&mut self, line: Box<dyn Line>) {
        self.recording = None;
        self.strict = false;
        self.line = Some(line);
        self.sent.clear();
        self.fresh = true;
    }

    /// Other limits and another price hold from here on; what was spent stays spent.
    pub fn renew_budget(&mut self, caps: Caps, price: Option<Price>) {
        self.budget.renew(caps, price);
    }

    /// Sleeps until something came; for headless loops.
    pub fn wait(&mut self, at_most: Duration) {
        if let Some(line) = &mut self.line {
            line.wait(at_most);
        }
    }

    /// Is a recording being played?
    pub fn recorded(&self) -> Option<&Recording> {
        self.recording.as_ref()
    }

    /// Is this played without a mind?
    pub(super) fn is_cassette(&self) -> bool {
        self.line.is_none()
    }

    pub(super) fn recorded_commands(&self, now: u64) -> Option<Vec<Command>> {
        self.recording.as_ref().filter(|recording| now < recording.end()).map(|recording| recording.commands(now))
    }

    /// Fetches what came. Never blocks. Gives the number of answers that nobody waits for any more.
    pub(super) fn collect(&mut self) -> u64 {
        let mut dropped = 0;
        for (id, came) in self.line.iter_mut().flat_map(|line| line.collect()) {
            match self.sent.get_mut(&id) {
                Some(waiting @ None) => *waiting = Some(came),
                _ => dropped += 1,
            }
        }
        dropped
    }

    /// The recording is over at `now`, and there is a mind to go on with.
    pub(super) fn recording_ends(&mut self, now: u64) -> bool {
        let over = self.line.is_some() && self.recording.as_ref().is_some_and(|recording| recording.end() <= now);
        if over {
            self.recording = None;
        }
        over
    }

    /// Whether questions may be open that have not been sent; only once true.
    pub(super) fn take_fresh(&mut self) -> bool {
        self.recording.is_none() && std::mem::take(&mut self.fresh)
    }

    /// Has something come for this question?
    pub(super) fn has(&self, id: QuestionId) -> bool {
        matches!(self.sent.get(&id), Some(Some(_)))
    }

    /// Sends it, unless it was sent before or a recording plays.
    pub(super) fn send(&mut self, ask: &Ask, tally: &mut Tally) {
        if self.recording.is_some() || self.sent.contains_key(&ask.id) {
            return;
        }
        let Some(line) = &mut self.line else { return };
        if let Err(why) = self.budget.reserve(ask.id, line.at_most(ask)) {
            self.sent.insert(ask.id, Some(Outcome::Err(MindError(why)).into()));
            return;
        }
        self.sent.insert(ask.id, None);
        tally.sent += 1;
        line.send(ask.clone());
    }

    /// Forgets what nobody waits for. Gives the number of answers dropped.
    pub(super) fn keep(&mut self, waited_for: impl Fn(QuestionId) -> bool) -> u64 {
        let Self { sent, line, budget, .. } = self;
        let gone = sent.extract_if(.., |id, _| !waited_for(*id));
        let mut dropped = 0;
        for (id, came) in gone {
            budget.forgo(id);
            match came {
                Some(_) => dropped += 1,
                None => line.iter_mut().for_each(|line| line.let_go(id)),
            }
        }
        dropped
    }

    /// Which answer counts: the recorded one; else the mind's if it is one; else the built-in mind's, and why.
    pub(super) fn settle(&mut self, ask: &Ask, now: u64, check: fn(&Ask, &Reply) -> Result<(), String>) -> Entry {
        if let Some(entry) = self.recording.as_ref().and_then(|recording| recording.entry(now, ask.id)) {
            return entry.clone();
        }
        let came = self.sent.remove(&ask.id).flatten();
        match &came {
            Some(came) => self.budget.settle(ask.id, &came.took),
            None => self.budget.forgo(ask.id),
        }
        let late = || Outcome::Err(MindError("no answer came in time".into())).into();
        let Came { outcome, by, took } = came.unwrap_or_else(late);
        let entry = |reply, by, why| Entry {
            asked: ask.asked,
            question: QuestionHash::of(ask),
            purpose: ask.purpose.clone(),
            reply,
            by,
            why,
            took: took.clone(),
        };
        let fit = |reply: Reply| check(ask, &reply).map(|()| reply);
        let asked = by.unwrap_or_else(|| self.line.as_ref().map_or(By::Builtin, |line| line.by()));
        match outcome.map_err(|error| error.0).and_then(fit) {
            Ok(reply) => entry(Some(reply), asked, None),
            Err(why) => {
                let fallback = self.fallback.unwrap_or(builtin::answer);
                let second = guarded(fallback, ask).map_err(|error| error.0).and_then(fit);
                let mut why: String = why.chars().take(LONGEST_WHY).collect();
                if let Err(also) = &second {
                    let also: String = also.chars().take(LONGEST_WHY).collect();
                    why = format!("{why}; and the built-in mind: {also}");
                }
                entry(second.ok(), By::Builtin, Some(why))
            }
        }
    }
}

/// Characters of a reason that are kept: a provider's error may be a whole page.
const LONGEST_WHY: usize = 300;
