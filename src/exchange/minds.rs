//! Where answers come from, and what has come.

use std::{
    collections::{BTreeMap, VecDeque},
    sync::Arc,
    time::Duration,
};

use bevy::prelude::*;

use super::{Budget, Recording, budget::May, fallback::Fallback};
use crate::{
    command::Command,
    journal::{By, Entry, QuestionHash, Tally},
    mind::{
        Ask, Builtin, Caps, MindError, Price, QuestionId, Reply, TokenUsage,
        cassette::Recorder,
        client::{Came, Client, Outcome, StreamedLines},
    },
};

/// Where answers come from.
pub enum Source {
    /// A mind is asked.
    Mind(Box<dyn Client>),
    /// No mind: what was recorded is all that comes, and what was not is an error.
    Cassette(Recording),
    /// What was recorded as far as it goes, and from there a mind.
    Load(Recording, Box<dyn Client>),
}

/// The way to the minds. Holds nothing that has to be saved.
#[derive(Resource, Default)]
pub struct Minds {
    recording: Option<Recording>,
    client: Option<Box<dyn Client>>,
    fallback: Fallback,
    budget: Budget,
    /// Does a question without an answer stop the town?
    strict: bool,
    /// Questions under way (`None`), and what came and is not yet due.
    sent: BTreeMap<QuestionId, Option<Came>>,
    /// Of those under way, the ones that are not sent yet: the budget cannot tell whether they may be, and they stand in
    /// the order in which they were asked, each with the most that it can take.
    unsent: VecDeque<(Ask, TokenUsage)>,
    /// Questions of somebody outside of the town, as `sent`.
    aside: BTreeMap<QuestionId, Option<Came>>,
    /// How many of them there have been.
    asides: u32,
    /// Questions may be open that this mind has never been sent.
    fresh: bool,
    /// The model that gave the last answer.
    named: Option<String>,
    /// Where answers are written down.
    recorder: Option<Recorder>,
}

impl Minds {
    /// Where the mind does not answer, the built-in one does.
    pub fn new(source: Source) -> Self {
        let (recording, client) = match source {
            Source::Mind(client) => (None, Some(client)),
            Source::Cassette(recording) => (Some(recording), None),
            Source::Load(recording, client) => (Some(recording), Some(client)),
        };
        Self { recording, client, fresh: true, ..default() }
    }

    /// Takes another one in place of the built-in mind.
    pub fn with_fallback(mut self, fallback: Builtin) -> Self {
        self.fallback = Fallback::new(fallback);
        self
    }

    /// A question that the client has no answer to stops the town, with that question in words.
    pub fn strictly(mut self) -> Self {
        self.strict = true;
        self
    }

    /// Why there is no answer to a question, if that stops the town.
    pub(super) fn missing(&self, id: QuestionId) -> Option<String> {
        let came = self.sent.get(&id).and_then(Option::as_ref).filter(|_| self.strict)?;
        came.outcome.as_ref().err().map(|why| why.0.clone())
    }

    /// From here on the mind's answers are written down as they count.
    pub fn record_to(&mut self, recorder: Option<Recorder>) {
        self.recorder = recorder;
    }

    /// May spend no more than this.
    pub fn with_budget(mut self, budget: Budget) -> Self {
        self.budget = budget;
        self
    }

    /// The language model that is asked, by name; `None` if none is. A server's first model has no name until it answers.
    pub fn model(&self) -> Option<String> {
        match self.client.as_ref().map(|client| client.by()) {
            Some(By::Model(name)) if name.is_empty() => Some(self.named.clone().unwrap_or_default()),
            Some(By::Model(name)) => Some(name),
            _ => None,
        }
    }

    /// Lines of talk as they come; `None` if this mind gives them whole.
    pub fn streamed(&self) -> Option<Arc<StreamedLines>> {
        self.client.as_ref().and_then(|client| client.streamed())
    }

    /// Questions whose answers have not come yet.
    pub fn under_way(&self) -> usize {
        self.sent.values().chain(self.aside.values()).filter(|came| came.is_none()).count()
    }

    /// Of these, the ones that no server has been asked yet: they wait for a free slot, or for the budget.
    pub fn queued(&self) -> usize {
        self.unsent.len() + self.client.as_ref().map_or(0, |client| client.queued())
    }

    /// Spent so far, and the limits.
    pub fn budget(&self) -> &Budget {
        &self.budget
    }

    /// From here on this mind is asked: everything open goes to it, what was under way elsewhere is forgotten, and a
    /// question that it cannot answer stops nothing.
    pub fn connect(&mut self, client: Box<dyn Client>) {
        let Self { mut budget, mut fallback, asides, .. } = std::mem::take(self);
        budget.forgo();
        fallback.clear();
        *self = Self { client: Some(client), budget, fallback, asides, fresh: true, ..default() };
    }

    /// Other limits and another price hold from here on; what was spent stays spent.
    pub fn renew_budget(&mut self, caps: Caps, price: Option<Price>) {
        self.budget.renew(caps, price);
    }

    /// Sleeps until something came; for headless loops.
    pub fn wait(&mut self, at_most: Duration) {
        if self.fallback.is_busy() {
            self.fallback.wait(at_most);
        } else if let Some(client) = &mut self.client {
            client.wait(at_most);
        }
    }

    /// Is a recording being played?
    pub fn recorded(&self) -> Option<&Recording> {
        self.recording.as_ref()
    }

    /// Is this played without a mind?
    pub(super) fn is_cassette(&self) -> bool {
        self.client.is_none()
    }

    pub(super) fn recorded_commands(&self, now: u64) -> Option<Vec<Command>> {
        self.recording.as_ref().filter(|recording| now < recording.end()).map(|recording| recording.commands_at(now))
    }

    /// Fetches what came, counts what came too late, and sends what may be sent now. Never blocks.
    pub(super) fn collect(&mut self, tally: &mut Tally) {
        self.fallback.collect();
        let Some(client) = &mut self.client else { return };
        for (id, came) in client.collect() {
            self.budget.came(id, &came.took);
            if let Some(By::Model(name)) = came.by.as_ref().filter(|_| came.outcome.is_ok()) {
                self.named = Some(name.clone());
            }
            match self.sent.get_mut(&id).or_else(|| self.aside.get_mut(&id)) {
                Some(waiting @ None) => *waiting = Some(came),
                _ => {
                    tally.dropped += 1;
                    tally.lost += &came.took;
                    self.budget.settle_late(id, &came.took);
                }
            }
        }
        for (id, took) in client.lost() {
            tally.lost += &took;
            self.budget.settle_late(id, &took);
        }
        self.send_unsent(tally);
    }

    /// Is there a question of which the budget cannot tell yet whether it may be sent? No tick passes meanwhile where
    /// time waits, since it may be withdrawn in one.
    pub(super) fn is_undecided(&self) -> bool {
        !self.unsent.is_empty()
    }

    /// The recording is over at `now`, and there is a mind to go on with.
    pub(super) fn recording_ends(&mut self, now: u64) -> bool {
        let over = self.client.is_some() && self.recording.as_ref().is_some_and(|recording| recording.end() <= now);
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

    /// Can it be answered without anybody having to think now?
    pub(super) fn is_ready(&self, id: QuestionId) -> bool {
        let came = self.sent.get(&id).and_then(Option::as_ref);
        came.is_some_and(|came| came.outcome.is_ok() || self.fallback.is_ready(id))
    }

    /// Asks the built-in mind beforehand where it will be needed, or `soon` may be.
    pub(super) fn prepare(&mut self, ask: &Ask, soon: bool) {
        let needed = match self.sent.get(&ask.id) {
            Some(Some(came)) => came.outcome.is_err(),
            Some(None) => soon,
            None => false,
        };
        if needed && !self.strict {
            self.fallback.ask(ask);
        }
    }

    /// Sends it, unless it was sent before or a recording plays.
    pub(super) fn send(&mut self, ask: &Ask, tally: &mut Tally) {
        if self.recording.is_some() || self.sent.contains_key(&ask.id) {
            return;
        }
        if let Some(client) = &self.client {
            self.sent.insert(ask.id, None);
            self.unsent.push_back((ask.clone(), client.at_most(ask)));
            self.send_unsent(tally);
        }
    }

    /// Sends what the budget allows, in the order in which it was asked.
    fn send_unsent(&mut self, tally: &mut Tally) {
        let Some(client) = &mut self.client else { return };
        while let Some((ask, most)) = self.unsent.front() {
            let id = ask.id;
            match self.budget.reserve(id, most.clone()) {
                May::Wait => return,
                May::Go(requests) => {
                    tally.sent += 1;
                    self.unsent.pop_front().into_iter().for_each(|(ask, _)| client.send_within(ask, requests));
                }
                May::Never(why) => {
                    self.unsent.pop_front();
                    let refused = Some(Outcome::Err(MindError(why)).into());
                    if let Some(waiting) = self.sent.get_mut(&id).or_else(|| self.aside.get_mut(&id)) {
                        *waiting = refused;
                    }
                }
            }
        }
    }

    /// Asks the mind something for somebody outside of the town, by the same way and out of the same budget; `None`: no
    /// language model is asked, so that whoever wants to know may ask the built-in mind.
    pub(super) fn ask_aside(&mut self, mut ask: Ask, tally: &mut Tally) -> Option<QuestionId> {
        self.model()?;
        // From the end: no agent of a town ever asks so much.
        ask.id.count = u32::MAX - self.asides;
        self.asides += 1;
        self.aside.insert(ask.id, None);
        let (id, most) = (ask.id, self.client.as_ref()?.at_most(&ask));
        self.unsent.push_back((ask, most));
        self.send_unsent(tally);
        Some(id)
    }

    /// What came of a question from outside; `None`: nothing yet.
    pub(super) fn take_aside(&mut self, id: QuestionId) -> Option<Came> {
        match self.aside.get(&id) {
            Some(None) => return None,
            Some(Some(_)) => {}
            None => return Some(Outcome::Err(MindError("nobody is there to answer any more".into())).into()),
        }
        let came = self.aside.remove(&id).flatten()?;
        self.budget.settle(id, &came.took);
        Some(came)
    }

    /// Forgets what nobody waits for. `patient`: time stands while answers are missing.
    pub(super) fn keep(&mut self, patient: bool, waited_for: impl Fn(QuestionId) -> bool, tally: &mut Tally) {
        let Self { sent, unsent, client, budget, fallback, .. } = self;
        for (id, came) in sent.extract_if(.., |id, _| !waited_for(*id)) {
            fallback.forget(id);
            unsent.retain(|(ask, _)| ask.id != id);
            match came {
                Some(came) => {
                    tally.dropped += 1;
                    tally.lost += &came.took;
                    budget.settle_late(id, &came.took);
                }
                // What it takes must not depend on how far it had come: where there is a limit, it is brought to its end.
                None if patient && budget.is_bounded() => {}
                None => client.iter_mut().for_each(|client| client.let_go(id)),
            }
        }
    }

    /// Nobody waits for this any more: its place is free for a question that somebody waits for, and what was set aside
    /// for it is settled when it is known what it took.
    fn give_up(&mut self, id: QuestionId, tally: &mut Tally) {
        tally.given_up += 1;
        self.unsent.retain(|(ask, _)| ask.id != id);
        self.client.iter_mut().for_each(|client| client.let_go(id));
    }

    /// Which answer counts: the recorded one; else the mind's if it is one; else the built-in mind's, and why.
    pub(super) fn settle(
        &mut self,
        ask: &Ask,
        now: u64,
        check: fn(&Ask, &Reply) -> Result<(), String>,
        tally: &mut Tally,
    ) -> Entry {
        if let Some(entry) = self.recording.as_ref().and_then(|recording| recording.entry(now, ask.id)) {
            return entry.clone();
        }
        let came = self.sent.remove(&ask.id).flatten();
        match &came {
            Some(came) => self.budget.settle(ask.id, &came.took),
            // Only where time does not wait.
            None => self.give_up(ask.id, tally),
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
        let asked = by.unwrap_or_else(|| self.client.as_ref().map_or(By::Builtin, |client| client.by()));
        if let (Some(recorder), Ok(reply)) = (&mut self.recorder, &outcome)
            && let Err(why) = recorder.keep(ask, &QuestionHash::of(ask).to_string(), reply, asked.name())
        {
            tracing::warn!("answers are not recorded any more: {why}");
            self.recorder = None;
        }
        match outcome.map_err(|error| error.0).and_then(fit) {
            Ok(reply) => {
                self.fallback.forget(ask.id);
                entry(Some(reply), asked, None)
            }
            Err(why) => {
                let second = self.fallback.answer(ask).map_err(|error| error.0).and_then(fit);
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
