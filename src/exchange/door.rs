//! Questions out, answers and commands in: the only way between the town and everything else.

use std::{
    collections::BTreeMap,
    sync::atomic::{AtomicBool, Ordering},
    time::Duration,
};

use bevy::prelude::*;

use super::{AnsweredQuestions, CommandQueue, Kept, Kinds, Minds, Provenance, Thinking, command_queue::obey};
use crate::{
    clock::{Active, AgentId, Blocked, Calendar, Diverged, Driver, Ended, Minute, Now, Pace, Roster, driver::drive},
    journal::{Journal, Tally},
    mind::{
        Ask, MindError, QuestionId,
        client::{Outcome, Response},
    },
};

/// Ticks before a question is due at which the built-in mind begins to work on it, if time does not wait for the other.
const AHEAD: u64 = 12;

/// Before each tick: fetches what came, holds the tick if something due is missing (lockstep), and stops the
/// town if it has left the recording it plays. Leaves no trace in the town.
pub fn look(
    (now, roster, driver): (Res<Now>, Res<Roster>, Option<Res<Driver>>),
    (thinkers, names): (Query<&Thinking>, Query<&Name>),
    (mut minds, mut queue, mut tally): (ResMut<Minds>, ResMut<CommandQueue>, ResMut<Tally>),
    (mut blocked, mut diverged): (ResMut<Blocked>, ResMut<Diverged>),
) {
    minds.collect(&mut tally);
    if minds.recording_ends(now.0) {
        queue.forget_before(now.0);
    }
    // Everyone by id, so that the same fault is named in every run.
    let everyone = roster.0.values().filter_map(|&entity| thinkers.get(entity).ok());
    if minds.take_unsent_open() {
        everyone.clone().flat_map(Thinking::open).for_each(|ask| minds.send(ask, &mut tally));
    }
    if let Some(recording) = minds.recorded() {
        let open: BTreeMap<QuestionId, &Ask> = everyone.flat_map(Thinking::open).map(|ask| (ask.id, ask)).collect();
        let name = |agent| roster.0.get(&AgentId(agent)).and_then(|&entity| names.get(entity).ok());
        let who = |agent| name(agent).map_or_else(|| format!("agent {agent}"), Name::to_string);
        diverged.0 = recording.fault(now.0, &open, who);
        return;
    }
    let is_due = |ask: &&Ask| ask.due <= now.0;
    if let Some(why) = everyone.clone().flat_map(Thinking::open).filter(is_due).find_map(|ask| minds.missing(ask.id)) {
        diverged.0 = Some(why);
        return;
    }
    let lockstep = is_lockstep(driver.as_deref());
    for ask in everyone.clone().flat_map(Thinking::open) {
        minds.prepare(ask, !lockstep && ask.due <= now.0 + AHEAD);
    }
    let mut due = everyone.flat_map(Thinking::open).filter(is_due);
    if minds.is_cassette() {
        diverged.0 = due.next().map(|ask| {
            format!(
                "nobody is there to answer: agent {} asked {:?}, and no mind is connected; choose one with --mind",
                ask.id.agent, ask.purpose
            )
        });
    } else if lockstep {
        blocked.0 |= minds.is_undecided() || due.any(|ask| !minds.is_ready(ask.id));
    }
}

fn is_lockstep(driver: Option<&Driver>) -> bool {
    driver.is_none_or(|driver| driver.pace == Pace::Lockstep)
}

/// The only door: commands of this tick, then the answers that count now, ordered by (due, agent, count).
pub fn receive(world: &mut World) {
    let now = world.resource::<Now>().0;
    obey(world, now);
    for (_, id, entity) in due_answers(world, now) {
        if let Err(fault) = deliver_answer(world, now, id, entity) {
            // The town is not what it should be: it stops before the next tick, and says why.
            world.resource_mut::<Diverged>().0 = Some(fault);
            return;
        }
    }
}

/// The open questions whose answers count at `now`.
fn due_answers(world: &World, now: u64) -> Vec<(u64, QuestionId, Entity)> {
    let lockstep = is_lockstep(world.get_resource::<Driver>());
    let minds = world.resource::<Minds>();
    let mut counting = Vec::new();
    for &entity in &world.resource::<Active>().0 {
        for ask in world.get::<Thinking>(entity).into_iter().flat_map(Thinking::open) {
            let counts = match minds.recorded() {
                Some(recording) => recording.entry(now, ask.id).is_some(),
                None if minds.has(ask.id) => ask.due <= now,
                None => !lockstep && ask.give_up <= now,
            };
            if counts {
                counting.push((ask.due, ask.id, entity));
            }
        }
    }
    counting.sort_unstable();
    counting
}

/// Delivers one answer, and journals it.
fn deliver_answer(world: &mut World, now: u64, id: QuestionId, entity: Entity) -> Result<(), String> {
    // The answer before may have withdrawn this question, or removed who asked it.
    let Some((ask, came)) = world.get_mut::<Thinking>(entity).and_then(|mut thinking| thinking.close(id)) else {
        return match world.resource::<Minds>().recorded() {
            Some(_) => Err(format!(
                "the replay has diverged at tick {now}: question {} of agent {} was withdrawn, and when this was \
                 recorded it was answered",
                id.count, id.agent
            )),
            None => Ok(()),
        };
    };
    let purpose = &ask.purpose;
    let unknown = || {
        format!(
            "at tick {now} agent {} has a question open that this version of the game does not know, {purpose:?}; load the \
             town with the version that wrote it",
            id.agent
        )
    };
    let kind = world.resource::<Kinds>().0.get(purpose.as_str()).copied().ok_or_else(unknown)?;
    let unfit = |why| format!("at tick {now}, agent {}, question {purpose:?}: {why}", id.agent);
    let (recorded, cassette, settled) = world.resource_scope(|world, mut minds: Mut<Minds>| {
        let recorded = minds.recorded().is_some();
        let settled = minds.settle(&ask, now, kind.read, &mut world.resource_mut::<Tally>());
        (recorded, recorded && minds.is_cassette(), settled)
    });
    let (entry, checked) = settled.map_err(unfit)?;
    (kind.deliver)(world, entity, &ask, checked).map_err(unfit)?;
    let minute = world.get_resource::<Calendar>().map_or_else(Minute::default, |calendar| calendar.minute(now));
    let mut tally = world.resource_mut::<Tally>();
    tally.count(id.agent, minute, &entry, cassette);
    if let (Some(why), false) = (&entry.why, recorded) {
        tally.trouble = Some((now, why.clone()));
    }
    let reply = entry.reply.as_ref().map_or("", |reply| reply.0.as_str());
    tracing::debug!(target: "journal", tick = now, agent = id.agent, purpose = entry.purpose, reply, "answer");
    world.resource_mut::<Journal>().answers.insert((now, id), entry.into());
    if let Some(mut provenance) = world.get_resource_mut::<Provenance>() {
        provenance.keep(&ask, came.clone());
    }
    if let Some(mut answered) = world.get_resource_mut::<AnsweredQuestions>() {
        answered.0.push(Kept { ask, came });
    }
    Ok(())
}

/// Sends what was asked this tick, and forgets answers that nobody waits for.
pub fn send(
    (active, roster, driver): (Res<Active>, Res<Roster>, Option<Res<Driver>>),
    thinkers: Query<&Thinking>,
    (mut minds, mut tally): (ResMut<Minds>, ResMut<Tally>),
) {
    for thinking in thinkers.iter_many(&active.0) {
        // By their count, not by their names: what a budget can still pay for goes by the order of questions.
        let mut open: Vec<_> = thinking.open().collect();
        open.sort_unstable_by_key(|ask| ask.id);
        open.into_iter().for_each(|ask| minds.send(ask, &mut tally));
    }
    let waited_for = |id: QuestionId| {
        let owner = roster.0.get(&AgentId(id.agent)).and_then(|&entity| thinkers.get(entity).ok());
        owner.is_some_and(|thinking| thinking.waits_for(id))
    };
    minds.keep(is_lockstep(driver.as_deref()), waited_for, &mut tally);
}

/// Asks the town's mind a question from outside: in the same way and on the same budget, without a trace in the town.
/// `None`: there is no language model, and the caller may ask the built-in mind.
pub fn ask_out_of_band(world: &mut World, ask: Ask) -> Option<QuestionId> {
    world.get_resource::<Minds>()?;
    world.resource_scope(|world, mut minds: Mut<Minds>| minds.ask_out_of_band(ask, &mut world.resource_mut::<Tally>()))
}

/// The response to a question from outside; `None`: there is none yet. Never blocks.
pub fn poll_out_of_band(world: &mut World, ask: &Ask, id: QuestionId) -> Option<Response> {
    if !world.contains_resource::<Minds>() {
        return Some(Outcome::Err(MindError("the town has been left".into())).into());
    }
    world.resource_scope(|world, mut minds: Mut<Minds>| {
        let now = world.resource::<Now>().0;
        let minute = world.get_resource::<Calendar>().map_or_else(Minute::default, |calendar| calendar.minute(now));
        let mut tally = world.resource_mut::<Tally>();
        minds.collect(&mut tally);
        let came = minds.take_out_of_band(id)?;
        tally.count_out_of_band(ask, minute, &came);
        Some(came)
    })
}

/// Set by whoever wants the program to end: [`run_until`] returns at the next tick or moment of waiting.
pub static STOP: AtomicBool = AtomicBool::new(false);

/// Runs until tick `tick` is the next to be lived. This loop may sleep; the driver never does.
///
/// # Errors
/// When the town cannot go on, as [`Diverged`] says; it stays as it stands.
pub fn run_until(app: &mut App, tick: u64) -> Result<(), String> {
    app.world_mut().resource_mut::<Driver>().until = tick;
    loop {
        app.update();
        if went_on(app.world_mut())? || STOP.load(Ordering::Relaxed) {
            return Ok(());
        }
    }
}

/// The same without the app's frames: ticks only, for a system that runs a town.
///
/// # Errors
/// As [`run_until`].
pub fn live_until(world: &mut World, tick: u64) -> Result<(), String> {
    world.resource_mut::<Driver>().until = tick;
    loop {
        drive(world);
        if went_on(world)? {
            return Ok(());
        }
    }
}

/// Whether the end is reached; if not, waits for what the driver waits for.
fn went_on(world: &mut World) -> Result<bool, String> {
    match world.resource::<Driver>().ended {
        Ended::Done => return Ok(true),
        Ended::Diverged => return Err(world.resource::<Diverged>().0.clone().unwrap_or_default()),
        Ended::Waiting => world.resource_mut::<Minds>().wait(Duration::from_millis(50)),
        Ended::Early => std::thread::sleep(Duration::from_millis(1)),
        Ended::OutOfBudget => {}
    }
    Ok(false)
}
