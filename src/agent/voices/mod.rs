//! Voices from outside: a thought that arrives in a head, memories that are given, questions: as a stranger, or as
//! somebody with a role; with a trace in the town or without.
//!
//! | file | concern |
//! |---|---|
//! | `whisper` | an inner voice, memories, a plan: what is remembered of it, what enters the agenda; a decision without an hour |
//! | `history` | a file of memories, as commands |
//!
//! Rules: what was said is turned into a memory as all memories are, in the third person with full names and absolute
//! dates; it is heeded by what everybody heeds, recall and agenda, and by nothing else. A question without a trace gets
//! the town to read and no more.

pub mod history;
mod whisper;

use std::collections::BTreeMap;

use self::whisper::{acquaintances, known, minute, moment};
use crate::{
    agent::{
        ablation::{Ablation, ENGLISH},
        acquaintances::Directory,
        prelude::*,
        recall::{self, Recall},
        resolve::{self, Somebody},
    },
    command::{Command, Inquiry, LONGEST_WORDS},
    exchange::{CommandResult, Ticket},
    mind::{
        Ask, QuestionId,
        question::{Interview, Other, Question},
    },
};

pub use self::whisper::{Whisper, Whispered, Whispers, give_plan, place_of_plan, tell, voice};

/// Adds what interviews and whispers leave.
pub fn plugin(app: &mut App) {
    app.init_town_resource::<Whispers>();
    app.init_town_resource::<Askers>().add_question::<Interview>();
    app.add_observer(keep).add_observer(miss).add_observer(note_asker);
}

/// Memories that a question brings back, and those of each person it names.
const RECALLED: usize = 30;
const OF_PERSON: usize = 6;
/// So many of those it names.
const NAMED: usize = 6;
/// And the heaviest, whatever is asked.
const HEAVIEST: usize = 6;
/// Parts of the day that are told of.
const PARTS: usize = 8;
/// Ticks after which an answer counts, and until it is given up.
const DUE: u64 = 3;
const GIVE_UP_TICKS: u64 = 60;
/// How much it matters to have been asked something.
const IMPORTANCE: u8 = 3;

/// Does whoever is asked from outside whether they are a human say what they are, where the question leaves it open? As
/// the configuration has it; no part of the town: a question that enters it says so itself.
#[derive(Resource, Clone, Copy, Debug, PartialEq, Eq)]
pub struct Honest(pub bool);

impl Honest {
    /// As it is set in this program.
    pub fn of(world: &World) -> Self {
        world.get_resource::<Self>().copied().unwrap_or(Self(true))
    }
}

/// The question as a mind gets it, from nothing but what this person remembers, knows and plans.
fn interview(world: &World, one: &Somebody, inquiry: &Inquiry, honest: bool) -> Option<Interview> {
    let (map, directory, ablation) =
        (world.resource::<TownMap>(), world.resource::<Directory>(), world.resource::<Ablation>());
    let (persona, stream) = (world.get::<Persona>(one.entity)?, world.get::<MemoryStream>(one.entity)?);
    let summary = world.get::<SelfImage>(one.entity)?.summary.clone();
    let known_people = acquaintances(world, one)?;
    let plan = world.get::<DayPlan>(one.entity).filter(|_| ablation.allow(MemoryKind::Plan));
    let minute = minute(world);
    let to_come = plan.into_iter().flat_map(|plan| &plan.parts).filter(|part| part.until > minute).take(PARTS);
    let about = inquiry.question.as_str();
    // What a stranger asks has no embedding from a server.
    let (now, calendar) = (world.resource::<Now>().0, *world.resource::<Calendar>());
    let recall = Recall { stream, embeddings: None, now, calendar, ablation };
    let named = recall::called_in(directory, &known_people, about).into_iter().filter(|id| *id != one.id).take(NAMED);
    let named = named.map(|other| recall.of_person(&known_people, other, about, OF_PERSON));
    let general = [recall.about(about, RECALLED), recall.heaviest(HEAVIEST)];
    let memories = recall::numbered(recall::together(named.chain(general)));
    Some(Interview {
        language: ablation.language.clone(),
        me: persona.me(summary, world.resource::<Seed>().nature(one.id)),
        now: moment(world, one)?,
        known: known(world, one)?,
        memories,
        plan: to_come.map(|part| part.stretch(map)).collect(),
        asker: Other { name: inquiry.role.clone(), pronouns: "they".into(), ..Other::default() },
        lines: Vec::new(),
        question: inquiry.question.clone(),
        honest,
    })
}

/// A question that leaves no trace, for whoever answers outside of the town. It touches nothing.
///
/// # Errors
/// They are not there any more.
pub fn traceless(world: &World, inquiry: &Inquiry) -> Result<Ask, String> {
    let one = resolve::person(world, &inquiry.to)?;
    let honest = inquiry.honest.unwrap_or(Honest::of(world).0);
    let inputs = interview(world, &one, inquiry, honest);
    let inputs = inputs.ok_or_else(|| format!("{} is not there any more", one.name))?;
    let (now, seed) = (world.resource::<Now>().0, world.resource::<Seed>());
    Ok(Ask {
        id: QuestionId { agent: one.id.0, count: u32::MAX },
        purpose: Interview::PURPOSE.into(),
        inputs: serde_json::to_string(&inputs).map_err(|why| format!("it cannot be asked: {why}"))?,
        asked: now,
        due: now,
        give_up: now,
        dice: seed.draw(one.id, now, &inquiry.question),
    })
}

/// Goes through the town's own questions, and both are kept.
///
/// # Errors
/// What is wrong with it.
pub fn ask(world: &mut World, inquiry: &Inquiry) -> Result<String, String> {
    let one = resolve::person(world, &inquiry.to)?;
    if !inquiry.remembered {
        return Err("a question that is not remembered changes nothing in the town: it is for the console alone".into());
    }
    let question = interview(world, &one, inquiry, inquiry.honest.unwrap_or(true))
        .ok_or_else(|| format!("{} is not there", one.name))?;
    let (now, seed) = (*world.resource::<Now>(), *world.resource::<Seed>());
    let places: Vec<u32> = question.memories.iter().filter_map(|memory| memory.n?.checked_sub(1)).collect();
    let Some(mut thinking) = world.get_mut::<Thinking>(one.entity) else {
        return Err(format!("{} is not there", one.name));
    };
    if !thinking.ask(seed, one.id, now, DUE, DUE + GIVE_UP_TICKS, &question) {
        return Err(format!("{} is still thinking about the last question", one.name));
    }
    if let Some(mut stream) = world.get_mut::<MemoryStream>(one.entity) {
        stream.touch(&places, now.0);
    }
    world.resource_mut::<Askers>().asked = Some(one.id);
    Ok(format!("{} is asked by {}", one.name, inquiry.role))
}

/// Who waits for whose answer. No part of the town.
#[derive(Resource, Default)]
struct Askers {
    /// Who was asked by the command that is being done.
    asked: Option<AgentId>,
    waiting: BTreeMap<AgentId, (Ticket, Inquiry)>,
}

impl Askers {
    /// Hands an answer to who asked for it.
    fn answer(&mut self, commands: &mut Commands, tick: u64, (id, name): (AgentId, &str), answer: &str) {
        if let Some((ticket, inquiry)) = self.waiting.remove(&id) {
            let (result, command) = (Ok(format!("{name}: {answer}")), Command::Ask(inquiry));
            commands.trigger(CommandResult { tick, ticket: Some(ticket), command, result });
        }
    }
}

fn note_asker(done: On<CommandResult>, mut askers: ResMut<Askers>) {
    if let (Command::Ask(inquiry), Some(id)) = (&done.command, askers.asked.take()) {
        match done.ticket {
            Some(ticket) => drop(askers.waiting.insert(id, (ticket, inquiry.clone()))),
            None => drop(askers.waiting.remove(&id)),
        }
    }
}

fn keep(
    on: On<Answered<Interview>>,
    now: Res<Now>,
    mut askers: ResMut<Askers>,
    mut people: Query<(&AgentId, &Persona, &mut MemoryStream)>,
    mut commands: Commands,
) -> Result {
    let (id, persona, mut stream) = people.get_mut(on.entity)?;
    let (question, name) = (&on.question, &persona.name);
    let role = question.asker.name.clone();
    let asker = crate::language::text::capitalize(&role);
    let quoted = |text: &str| text.chars().take(LONGEST_WORDS).collect::<String>().replace('"', "'");
    let (asked, answered) = if question.language == ENGLISH { ("asked", "told") } else { ("→", "→") };
    for text in [
        format!("{asker} {asked} {name}: \"{}\"", quoted(&question.question)),
        format!("{name} {answered} {role}: \"{}\"", quoted(&on.answer.answer)),
    ] {
        remember_interview(&mut stream, text, &role, *now);
    }
    askers.answer(&mut commands, now.0, (*id, name), &on.answer.answer);
    Ok(())
}

fn remember_interview(stream: &mut MemoryStream, text: String, role: &str, now: Now) {
    let memory = Memory::observed(text, now.0, IMPORTANCE);
    stream.remember(Memory { kind: MemoryKind::Dialogue, with: Some(role.to_owned()), ..memory });
}

/// Nobody had an answer: that one was asked is remembered all the same.
fn miss(
    on: On<Unanswered<Interview>>,
    now: Res<Now>,
    mut askers: ResMut<Askers>,
    mut people: Query<(&AgentId, &Persona, &mut MemoryStream)>,
    mut commands: Commands,
) -> Result {
    let (id, persona, mut stream) = people.get_mut(on.entity)?;
    let role = &on.question.asker.name;
    let text = format!("{} was asked something by {role} and had no answer.", persona.name);
    remember_interview(&mut stream, text, role, *now);
    askers.answer(&mut commands, now.0, (*id, &persona.name), "has no answer");
    Ok(())
}
