//! Commands on their way in, and what came of them; a journal that is played again.

use std::{
    collections::BTreeMap,
    path::{Path, PathBuf},
    sync::Arc,
};

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use super::{Minds, QuestionArchive, difference::difference};
use crate::{
    command::Command,
    journal::{Entry, Journal, QuestionHash},
    mind::{Ask, QuestionId},
};

/// Which asking a result belongs to. No part of the town.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Ticket(u64);

/// Commands on their way in: given by a person, or set down for a tick beforehand. While a recording plays, its own
/// commands enter and these wait for its end.
#[derive(Resource, Clone, Default, Debug, PartialEq, Serialize, Deserialize)]
pub struct CommandQueue {
    given: Vec<(Ticket, Command)>,
    at: BTreeMap<u64, Vec<Command>>,
    tickets: u64,
}

/// Does a command; the town above sets it. The words that come back, of success or refusal, are for the person.
/// Must depend on the town and the command only: a replay calls it again.
#[derive(Resource, Clone, Copy)]
pub struct CommandHandler(pub fn(&mut World, &Command) -> Result<String, String>);

impl Default for CommandHandler {
    fn default() -> Self {
        Self(|_, command| Err(format!("nobody here knows what to do about {command}")))
    }
}

/// A command has been done or refused. Triggered for whoever shows it, once for each, and again where more comes of it
/// later: the answer to a question, somebody who cannot be reached. No part of the town.
#[derive(Event, Clone, Debug)]
pub struct CommandResult {
    /// The tick.
    pub tick: u64,
    /// Who asked for it; `None`: a recording, a script, or the town itself.
    pub ticket: Option<Ticket>,
    /// What was asked for.
    pub command: Command,
    /// What came of it.
    pub result: Result<String, String>,
}

/// The commands of this tick, done one after the other. Each is done as its line reads, which is what a replay has; one
/// whose line makes no sense is not done at all.
pub(super) fn obey(world: &mut World, now: u64) {
    let commands: Vec<(Option<Ticket>, Command)> = match world.resource::<Minds>().recorded_commands(now) {
        Some(recorded) => recorded.into_iter().map(|command| (None, command)).collect(),
        None => world.resource_mut::<CommandQueue>().take(now),
    };
    let CommandHandler(handle) = *world.resource::<CommandHandler>();
    for (ticket, command) in commands {
        let result = match command.to_string().parse() {
            Ok(command) => {
                let result = handle(world, &command);
                world.flush();
                world.resource_mut::<Journal>().commands.entry(now).or_default().push(command);
                result
            }
            Err(why) => Err(why),
        };
        tracing::info!(target: "journal", tick = now, command = command.to_string(), ?result, "command");
        world.trigger(CommandResult { tick: now, ticket, command, result });
    }
}

impl CommandQueue {
    /// To be done at the first tick that nobody has lived.
    pub fn push(&mut self, command: Command) -> Ticket {
        let ticket = Ticket(self.tickets);
        self.tickets += 1;
        self.given.push((ticket, command));
        ticket
    }

    /// To be done at a tick; if that is past, as soon as may be.
    pub fn set_down(&mut self, tick: u64, command: Command) {
        self.at.entry(tick).or_default().push(command);
    }

    /// What was given and waits for the next tick.
    pub fn waiting(&self) -> impl Iterator<Item = &Command> {
        self.given.iter().map(|(_, command)| command)
    }

    /// Takes out what was given and waits for the next tick.
    pub fn take_given(&mut self) -> Vec<(Ticket, Command)> {
        std::mem::take(&mut self.given)
    }

    fn take(&mut self, now: u64) -> Vec<(Option<Ticket>, Command)> {
        let later = self.at.split_off(&(now + 1));
        let due = std::mem::replace(&mut self.at, later);
        let given = self.given.drain(..).map(|(ticket, command)| (Some(ticket), command));
        due.into_values().flatten().map(|command| (None, command)).chain(given).collect()
    }

    /// Forgets what was set down for ticks before `tick`: those have been lived.
    pub(super) fn forget_before(&mut self, tick: u64) {
        self.at = self.at.split_off(&tick);
    }
}

/// A journal and the tick up to which it was lived.
#[derive(Clone, Debug, Default)]
pub struct Recording {
    journal: Journal,
    end: u64,
    when: BTreeMap<QuestionId, u64>,
    /// Where it stands, for people.
    file: PathBuf,
    /// Who has the questions, if anybody has.
    asked: Option<Arc<dyn QuestionArchive>>,
}

impl Recording {
    /// `end` is the first tick that was not lived.
    pub fn new(journal: Journal, end: u64) -> Self {
        let when = journal.answers.keys().map(|(tick, id)| (*id, *tick)).collect();
        Self { journal, end, when, file: "the recording".into(), asked: None }
    }

    /// The same, of this file.
    pub fn of(self, file: &Path) -> Self {
        Self { file: file.to_path_buf(), ..self }
    }

    /// The same, whose questions can be looked up.
    pub fn asked_in(self, archive: Arc<dyn QuestionArchive>) -> Self {
        Self { asked: Some(archive), ..self }
    }

    /// The first tick that was not lived.
    pub fn end(&self) -> u64 {
        self.end
    }

    /// What came in, in full.
    pub fn journal(&self) -> &Journal {
        &self.journal
    }

    /// Every command in it, in order.
    pub fn commands(&self) -> impl Iterator<Item = &Command> {
        self.journal.commands.values().flatten()
    }

    pub(super) fn entry(&self, now: u64, id: QuestionId) -> Option<&Entry> {
        self.journal.answers.get(&(now, id)).map(|entry| &**entry)
    }

    pub(super) fn commands_at(&self, now: u64) -> Vec<Command> {
        self.journal.commands.get(&now).cloned().unwrap_or_default()
    }

    /// What is wrong at the beginning of tick `now`, if anything: a sentence for people. `who`: how somebody is called.
    pub(super) fn fault(
        &self,
        now: u64,
        open: &BTreeMap<QuestionId, &Ask>,
        who: impl Fn(u32) -> String,
    ) -> Option<String> {
        let file = self.file.display();
        let diverged = |id: QuestionId, purpose: &str, what: &str| {
            let who = who(id.agent);
            format!(
                "{file}: the replay has diverged at tick {now}: the question {purpose:?} of {who} {what}. Something is not as it \
                 was when this was recorded: the scenario, the seed, the settings, the prompts or the version of the game"
            )
        };
        let then = |id| self.asked.as_ref().and_then(|archive| archive.question(id));
        let differs = |ask: &Ask| then(ask.id).and_then(|then| difference(ask, &then.ask));
        let other = |ask: &Ask| differs(ask).map_or_else(String::new, |how| format!(": {how}"));
        for ((_, id), entry) in self.journal.answers_between(now, now + 1) {
            let Some(ask) = open.get(id) else {
                return Some(diverged(*id, &entry.purpose, "was answered then, and is not asked now"));
            };
            if QuestionHash::of(ask) != entry.question {
                let what = format!("is not the one that was asked then{}", other(ask));
                return Some(diverged(*id, &ask.purpose, &what));
            }
        }
        let missing = open.values().find(|ask| match self.when.get(&ask.id) {
            Some(&then) => then < now,
            None => ask.due <= now && (now >= self.end || now >= ask.give_up),
        })?;
        let QuestionId { agent, .. } = missing.id;
        if now >= self.end {
            let (who, purpose, end) = (who(agent), &missing.purpose, self.end);
            return Some(format!(
                "{file} has no answer for tick {now}, because it ends at tick {end}: go no further, or go on from it with --load. \
                 The question {purpose:?} of {who} is open"
            ));
        }
        let what = format!("has no recorded answer{}", other(missing));
        Some(diverged(missing.id, &missing.purpose, &what))
    }
}
