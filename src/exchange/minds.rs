//! Where answers come from, and the answers that are not due yet.

use std::{
    collections::{BTreeMap, VecDeque},
    sync::Arc,
    time::Duration,
};

use bevy::prelude::*;

use super::{Budget, Recording, budget::Reservation, fallback::Fallback};
use crate::{
    command::Command,
    journal::{By, Entry, QuestionHash, Tally},
    mind::{
        Ask, Builtin, Caps, MindError, Price, QuestionId, Reply, TokenUsage,
        cassette::Recorder,
        client::{Client, Outcome, Response, StreamedLines},
        question::Checked,
    },
};

/// Where answers come from.
pub enum Source {
    /// A mind is asked.
    Mind(Box<dyn Client>),
    /// No mind: only recorded answers count, and a question without one is an error.
    Cassette(Recording),
    /// Recorded answers to the end of the recording, and a mind from there on.
    Load(Recording, Box<dyn Client>),
}

/// The way to the minds. Holds nothing that has to be saved.
#[derive(Resource, Default)]
pub struct Minds {
    recording: Option<Recording>,
    client: Option<Box<dyn Client>>,
    fallback: Fallback,
    budget: Budget,
    /// Whether a question without an answer stops the town.
    strict: bool,
    /// Questions under way (`None`), and responses that are not due yet.
    sent: BTreeMap<QuestionId, Option<Response>>,
    /// Of those under way, the ones that are not sent yet: the budget cannot tell whether they may be, and they stand in
    /// the order in which they were asked, each with the most that it can take.
    unsent: VecDeque<(Ask, TokenUsage)>,
    /// Questions from outside the town, as in `sent`.
    out_of_band: BTreeMap<QuestionId, Option<Response>>,
    /// How many of those there have been.
    out_of_band_count: u32,
    /// Whether questions may be open that this mind was never sent.
    fresh: bool,
    /// The model that gave the last answer.
    named: Option<String>,
    /// Where answers are written down.
    recorder: Option<Recorder>,
    /// Why they no longer are.
    unrecorded: Option<String>,
}

impl Minds {
    /// A way to this source, with the built-in mind as the fallback.
    pub fn new(source: Source) -> Self {
        let (recording, client) = match source {
            Source::Mind(client) => (None, Some(client)),
            Source::Cassette(recording) => (Some(recording), None),
            Source::Load(recording, client) => (Some(recording), Some(client)),
        };
        Self { recording, client, fresh: true, ..default() }
    }

    /// With another fallback than the built-in mind.
    pub fn with_fallback(mut self, fallback: Builtin) -> Self {
        self.fallback = Fallback::new(fallback);
        self
    }

    /// With no fallback: a question without an answer stops the town and is shown.
    pub fn strict(mut self) -> Self {
        self.strict = true;
        self
    }

    /// Why a question has no answer, if that stops the town.
    pub(super) fn missing(&self, id: QuestionId) -> Option<String> {
        let why = &self.sent.get(&id)?.as_ref()?.outcome.as_ref().err()?.0;
        (self.strict || self.budget.stopped() == Some(why)).then(|| why.clone())
    }

    /// Records the mind's answers from here on, as they count.
    pub fn record_to(&mut self, recorder: Option<Recorder>) {
        self.recorder = recorder;
    }

    /// Why answers are not recorded any more; told once.
    pub fn take_unrecorded(&mut self) -> Option<String> {
        self.unrecorded.take()
    }

    /// Reservation spend no more than this.
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
        self.sent.values().chain(self.out_of_band.values()).filter(|came| came.is_none()).count()
    }

    /// Of these, the ones that no server has been asked yet: they wait for a free slot, or for the budget.
    pub fn queued(&self) -> usize {
        self.unsent.len() + self.client.as_ref().map_or(0, |client| client.queued())
    }

    /// Spent so far, and the limits.
    pub fn budget(&self) -> &Budget {
        &self.budget
    }

    /// Asks this mind from here on: all open questions go to it, what was under way elsewhere is forgotten, and a question
    /// without an answer stops nothing.
    pub fn connect(&mut self, client: Box<dyn Client>) {
        let Self { mut budget, mut fallback, out_of_band_count, .. } = std::mem::take(self);
        budget.charge_reserved();
        fallback.clear();
        *self = Self { client: Some(client), budget, fallback, out_of_band_count, fresh: true, ..default() };
    }

    /// Sets other limits and another price; what was spent stays spent.
    pub fn renew_budget(&mut self, caps: Caps, price: Option<Price>) {
        self.budget.renew(caps, price);
    }

    /// Sleeps until there is a response; for headless loops.
    pub fn wait(&mut self, at_most: Duration) {
        if self.fallback.is_busy() {
            self.fallback.wait(at_most);
        } else if let Some(client) = &mut self.client {
            client.wait(at_most);
        }
    }

    /// The town stops for good: answers that have come and count for nothing any more have been paid for.
    pub fn abandon(&mut self, tally: &mut Tally) {
        std::mem::take(&mut self.sent).into_values().flatten().for_each(|came| tally.lost += &came.usage);
        self.budget.charge_reserved();
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

    /// Fetches responses, counts those that nobody waits for, and sends what may be sent now. Never blocks.
    pub(super) fn collect(&mut self, tally: &mut Tally) {
        self.fallback.collect();
        let Some(client) = &mut self.client else { return };
        for (id, came) in client.collect() {
            self.budget.note_usage(id, &came.usage);
            if let Some(By::Model(name)) = came.by.as_ref().filter(|_| came.outcome.is_ok()) {
                self.named = Some(name.clone());
            }
            match self.sent.get_mut(&id).or_else(|| self.out_of_band.get_mut(&id)) {
                Some(waiting @ None) => *waiting = Some(came),
                _ => {
                    tally.dropped += u64::from(came.outcome.is_ok());
                    tally.lost += &came.usage;
                    self.budget.settle_late(id, &came.usage);
                }
            }
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
    pub(super) fn take_unsent_open(&mut self) -> bool {
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
        if needed && self.missing(ask.id).is_none() {
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
            self.unsent.push_back((ask.clone(), client.max_usage(ask)));
            self.send_unsent(tally);
        }
    }

    /// Sends what the budget allows, in the order in which it was asked.
    fn send_unsent(&mut self, tally: &mut Tally) {
        let Some(client) = &mut self.client else { return };
        while let Some((ask, most)) = self.unsent.front() {
            let id = ask.id;
            match self.budget.reserve(id, most.clone()) {
                Reservation::Undecided => return,
                Reservation::Granted(requests) => {
                    tally.sent += 1;
                    self.unsent.pop_front().into_iter().for_each(|(ask, _)| client.send_within(ask, requests));
                }
                Reservation::Refused(why) => {
                    self.unsent.pop_front();
                    let refused = Some(Outcome::Err(MindError(why)).into());
                    if let Some(waiting) = self.sent.get_mut(&id).or_else(|| self.out_of_band.get_mut(&id)) {
                        *waiting = refused;
                    }
                }
            }
        }
    }

    /// Asks the mind a question from outside the town, in the same way and on the same budget; `None`: there is no language
    /// model, and the caller may ask the built-in mind.
    pub(super) fn ask_out_of_band(&mut self, mut ask: Ask, tally: &mut Tally) -> Option<QuestionId> {
        self.model()?;
        // From the end: no agent of a town ever asks so much.
        ask.id.count = u32::MAX - self.out_of_band_count;
        self.out_of_band_count += 1;
        self.out_of_band.insert(ask.id, None);
        let (id, most) = (ask.id, self.client.as_ref()?.max_usage(&ask));
        self.unsent.push_back((ask, most));
        self.send_unsent(tally);
        Some(id)
    }

    /// The response to a question from outside; `None`: there is none yet.
    pub(super) fn take_out_of_band(&mut self, id: QuestionId) -> Option<Response> {
        match self.out_of_band.get(&id) {
            Some(None) => return None,
            Some(Some(_)) => {}
            None => return Some(Outcome::Err(MindError("nobody is there to answer any more".into())).into()),
        }
        let came = self.out_of_band.remove(&id).flatten()?;
        self.budget.settle(id, &came.usage);
        Some(came)
    }

    /// Forgets what nobody waits for. `lockstep`: time stands still while answers are missing.
    pub(super) fn keep(&mut self, lockstep: bool, waited_for: impl Fn(QuestionId) -> bool, tally: &mut Tally) {
        let Self { sent, unsent, client, budget, fallback, .. } = self;
        for (id, came) in sent.extract_if(.., |id, _| !waited_for(*id)) {
            fallback.forget(id);
            unsent.retain(|(ask, _)| ask.id != id);
            match came {
                Some(came) => {
                    tally.dropped += 1;
                    tally.lost += &came.usage;
                    budget.settle_late(id, &came.usage);
                }
                // What it takes must not depend on how far it had come: where there is a limit, it is brought to its end.
                None if lockstep && budget.is_bounded() => {}
                None => client.iter_mut().for_each(|client| client.cancel(id)),
            }
        }
    }

    /// Nobody waits for this any more: its place is free for a question that somebody waits for, and what was set aside
    /// for it is settled when it is known what it took.
    fn give_up(&mut self, id: QuestionId, tally: &mut Tally) {
        tally.given_up += 1;
        self.unsent.retain(|(ask, _)| ask.id != id);
        self.client.iter_mut().for_each(|client| client.cancel(id));
    }

    /// Which answer counts: the recorded one; else the mind's if it is one; else the built-in mind's, and why. The error:
    /// the recorded one cannot be read.
    pub(super) fn settle(
        &mut self,
        ask: &Ask,
        now: u64,
        read: fn(&Ask, &Reply) -> Result<Checked, String>,
        tally: &mut Tally,
    ) -> Result<(Entry, Option<Checked>), String> {
        if let Some(entry) = self.recording.as_ref().and_then(|recording| recording.entry(now, ask.id)) {
            let checked = entry.reply.as_ref().map(|reply| read(ask, reply)).transpose()?;
            return Ok((entry.clone(), checked));
        }
        let came = self.sent.remove(&ask.id).flatten();
        match &came {
            Some(came) => self.budget.settle(ask.id, &came.usage),
            // Only where time does not wait.
            None => self.give_up(ask.id, tally),
        }
        let late = || Outcome::Err(MindError("no answer came in time".into())).into();
        let Response { outcome, by, usage, checked } = came.unwrap_or_else(late);
        let entry = |reply, by, why| Entry {
            asked: ask.asked,
            question: QuestionHash::of(ask),
            purpose: ask.purpose.clone(),
            reply,
            by,
            why,
            usage: usage.clone(),
        };
        let fit = |reply: Reply| read(ask, &reply).map(|checked| (reply, checked));
        let asked = by.unwrap_or_else(|| self.client.as_ref().map_or(By::Builtin, |client| client.by()));
        if let (Some(recorder), Ok(reply)) = (&mut self.recorder, &outcome)
            && let Err(why) = recorder.keep(ask, &QuestionHash::of(ask).to_string(), reply, asked.name())
        {
            self.unrecorded = Some(format!("{why}; the answers before this are recorded, and no more are"));
            self.recorder = None;
        }
        let first = outcome.map_err(|error| error.0).and_then(|reply| match checked {
            Some(checked) => Ok((reply, checked)),
            None => fit(reply),
        });
        match first {
            Ok((reply, checked)) => {
                self.fallback.forget(ask.id);
                Ok((entry(Some(reply), asked, None), Some(checked)))
            }
            Err(why) => {
                let second = self.fallback.answer(ask).map_err(|error| error.0).and_then(fit);
                let mut why: String = why.chars().take(LONGEST_WHY).collect();
                if let Err(also) = &second {
                    let also: String = also.chars().take(LONGEST_WHY).collect();
                    why = format!("{why}; and the built-in mind: {also}");
                }
                let (reply, checked) = second.ok().unzip();
                Ok((entry(reply, By::Builtin, Some(why)), checked))
            }
        }
    }
}

/// Characters of a reason that are kept: a provider's error may be a whole page.
const LONGEST_WHY: usize = 500;
