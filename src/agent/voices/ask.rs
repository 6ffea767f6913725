//! Questions to somebody: as a stranger, or as somebody with a role; with a trace in the town or without.

use bevy::prelude::*;

use super::{
    LONGEST,
    whisper::{circle, known, moment},
};
use crate::{
    agent::{
        ablation::{Ablation, ENGLISH},
        acquaintances::Directory,
        components::{plan::DayPlan, reflection::SelfImage},
        persona::Persona,
        recall::{self, Recall},
        resolve::{self, Somebody},
    },
    clock::{AgentId, Calendar, Now, Seed},
    exchange::{Answered, AskApp, Thinking, Unanswered},
    memory::{Kind, Memory, MemoryStream},
    mind::{
        Ask, QuestionId,
        question::{Interview, Other, Question, Recalled},
    },
    schedule::OfTown,
    world::TownMap,
};

/// Memories that a question brings back, and those of each person it names.
const RECALLED: usize = 30;
const OF_PERSON: usize = 6;
/// So many of those it names.
const NAMED: usize = 6;
/// And the heaviest, whatever is asked.
const HEAVIEST: usize = 6;
/// Parts of the day that are told of.
const PARTS: usize = 8;
/// Letters of a role, at most.
const ROLE: usize = 60;
/// Ticks after which an answer counts, and until it is given up.
const DUE: u64 = 3;
const PATIENCE: u64 = 60;
/// How much it matters to have been asked something.
const IMPORTANCE: u8 = 3;
/// So many answers are kept for the screen.
const KEPT: usize = 50;

const USAGE: &str = "ask NAME: a question, or ask NAME as a reporter: a question";

/// A question to somebody, read from a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Inquiry {
    /// To whom.
    pub one: Somebody,
    /// Who asks: `a stranger`, `a news reporter`.
    pub role: String,
    /// Is it remembered?
    pub remembered: bool,
    /// Asked whether they are a human, do they say what they are?
    pub honest: bool,
    /// What is asked.
    pub question: String,
}

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

impl Inquiry {
    /// Reads `NAME [as ROLE] [remembered] [in character|honestly]: question`, these in any order; `usual`: what they say of themselves if
    /// neither is written.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn read(world: &World, rest: &str, usual: Honest) -> Result<Self, String> {
        let (one, mut how, question) = heading(world, rest)?;
        let (mut remembered, Honest(mut honest)) = (false, usual);
        loop {
            let before = how;
            how = how.trim_end().trim_end_matches(',').trim_end();
            if let Some(less) = without(how, "remembered") {
                (remembered, how) = (true, less);
            }
            for (words, so) in [("in character", false), ("honestly", true)] {
                if let Some(less) = without(how, words) {
                    (honest, how) = (so, less);
                }
            }
            if how == before {
                break;
            }
        }
        let role = match how.strip_prefix("as ").map(str::trim) {
            Some(role) if !role.is_empty() && role.chars().nth(ROLE).is_none() => role.to_string(),
            Some(_) => return Err(format!("a role has at most {ROLE} letters: write {USAGE}")),
            None if how.is_empty() => "a stranger".to_string(),
            None => return Err(format!("it is not clear what {how:?} means: write {USAGE}")),
        };
        Ok(Self { one, role, remembered, honest, question: question.to_string() })
    }

    /// As a command that enters the town. It says how it is answered, so that it is lived again the same whatever is set.
    pub fn line(&self) -> String {
        let honest = if self.honest { "" } else { ", in character" };
        format!("ask {} as {}{honest}, remembered: {}", self.one.name, self.role, self.question)
    }
}

/// Who is asked, in which manner, what: `NAME manner: question`, or `NAME question` without a colon.
fn heading<'a>(world: &World, rest: &'a str) -> Result<(Somebody, &'a str, &'a str), String> {
    let Some(at) = super::colon(rest) else {
        let (one, question) = super::addressed(world, rest, USAGE)?;
        return Ok((one, "", question));
    };
    let (head, question) = (rest[..at].trim(), rest[at + 1..].trim());
    if head.is_empty() {
        return Err(format!("it is not said who: write {USAGE}"));
    }
    let question = super::said(question, USAGE)?;
    resolve::leading(world, head).map(|(one, how)| (one, how, question))
}

/// A text without words that it begins or ends with.
fn without<'a>(text: &'a str, words: &str) -> Option<&'a str> {
    let begins = || {
        let less = text.strip_prefix(words)?;
        (less.is_empty() || less.starts_with([' ', ','])).then(|| less.trim_start_matches([' ', ',']))
    };
    ends_in(text, words).or_else(begins)
}

fn ends_in<'a>(text: &'a str, words: &str) -> Option<&'a str> {
    let less = text.strip_suffix(words)?;
    (less.is_empty() || less.ends_with([' ', ','])).then(|| less.trim_end().trim_end_matches(',').trim_end())
}

/// The question as a mind gets it, from nothing but what this person remembers, knows and plans.
fn interview(world: &World, inquiry: &Inquiry) -> Option<Interview> {
    let one = &inquiry.one;
    let (calendar, seed) = (world.get_resource::<Calendar>()?, world.get_resource::<Seed>()?);
    let (map, directory) = (world.get_resource::<TownMap>()?, world.get_resource::<Directory>()?);
    let conditions = world.get_resource::<Ablation>()?;
    let now = world.get_resource::<Now>()?.0;
    let (persona, stream) = (world.get::<Persona>(one.entity)?, world.get::<MemoryStream>(one.entity)?);
    let summary = world.get::<SelfImage>(one.entity)?.summary.clone();
    let circle = circle(world, one)?;
    let minute = calendar.minute(now);
    let plan = world.get::<DayPlan>(one.entity).filter(|_| conditions.allow(Kind::Plan));
    let to_come = plan.into_iter().flat_map(|plan| &plan.parts).filter(|part| part.until > minute).take(PARTS);
    let about = inquiry.question.as_str();
    // What a stranger asks has no row of a server.
    let recall = Recall { stream, embeddings: None, now, calendar: *calendar, ablation: conditions };
    let of = |other: AgentId| recall.of_person(&circle, other, about, OF_PERSON);
    let named = recall::called_in(directory, &circle, about).into_iter().filter(|id| *id != one.id).take(NAMED).map(of);
    let general = recall.about(about, RECALLED);
    let heavy = recall.heaviest(HEAVIEST);
    let memories: Vec<Recalled> = recall::numbered(recall::together(named.chain([general, heavy])));
    Some(Interview {
        language: conditions.language.clone(),
        me: persona.me(summary, seed.nature(one.id)),
        now: moment(world, one)?,
        known: known(world, one)?,
        memories,
        plan: to_come.map(|part| part.stretch(map)).collect(),
        asker: Other { name: inquiry.role.clone(), pronouns: "they".into(), ..Other::default() },
        lines: Vec::new(),
        question: inquiry.question.clone(),
        honest: inquiry.honest,
    })
}

/// A question that leaves no trace, for whoever answers outside of the town. It touches nothing.
///
/// # Errors
/// They are not there any more.
pub fn traceless(world: &World, inquiry: &Inquiry) -> Result<Ask, String> {
    let gone = || format!("{} is not there any more", inquiry.one.name);
    let inputs = interview(world, inquiry).ok_or_else(gone)?;
    let (now, seed) = (world.resource::<Now>().0, world.resource::<Seed>());
    Ok(Ask {
        id: QuestionId { agent: inquiry.one.id.0, count: u32::MAX },
        purpose: Interview::PURPOSE.into(),
        inputs: serde_json::to_string(&inputs).map_err(|why| format!("it cannot be asked: {why}"))?,
        asked: now,
        due: now,
        give_up: now,
        dice: seed.draw(inquiry.one.id, now, &inquiry.question),
    })
}

/// `ask NAME as ROLE, remembered: question`: goes through the town's own questions, and both are kept.
///
/// # Errors
/// What is wrong with it.
pub fn ask(world: &mut World, rest: &str) -> Result<String, String> {
    let inquiry = Inquiry::read(world, rest, Honest(true))?;
    if !inquiry.remembered {
        return Err("a question that is not remembered changes nothing in the town: it is for the console alone".into());
    }
    let question = interview(world, &inquiry).ok_or_else(|| format!("{} is not there", inquiry.one.name))?;
    let (now, seed) = (*world.resource::<Now>(), *world.resource::<Seed>());
    let Inquiry { one, role, .. } = inquiry;
    let places: Vec<u32> = question.memories.iter().filter_map(|memory| memory.n?.checked_sub(1)).collect();
    let Some(mut thinking) = world.get_mut::<Thinking>(one.entity) else {
        return Err(format!("{} is not there", one.name));
    };
    if !thinking.ask(seed, one.id, now, DUE, DUE + PATIENCE, &question) {
        return Err(format!("{} is still thinking about the last question", one.name));
    }
    if let Some(mut stream) = world.get_mut::<MemoryStream>(one.entity) {
        stream.touch(&places, now.0);
    }
    Ok(format!("{} is asked by {role}", one.name))
}

/// An answer to a question that was asked in the town.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Told {
    /// The tick of the answer.
    pub tick: u64,
    /// Who was asked.
    pub name: String,
    /// By whom.
    pub role: String,
    /// What.
    pub question: String,
    /// And what they said; empty: nothing.
    pub answer: String,
}

/// The last answers, oldest first, for whoever shows them. Nothing in the town reads it.
#[derive(Resource, Clone, Debug, Default)]
pub struct Answers {
    /// How many there have been.
    pub count: usize,
    /// The last of them.
    pub last: Vec<Told>,
}

impl Answers {
    fn add(&mut self, told: Told) {
        self.count += 1;
        self.last.push(told);
        if self.last.len() > KEPT {
            self.last.remove(0);
        }
    }
}

pub(super) fn plugin(app: &mut App) {
    app.of_town::<Answers>().add_question::<Interview>().add_observer(keep).add_observer(miss);
}

fn told(question: &Interview, tick: u64, answer: &str) -> Told {
    let (name, role) = (question.me.name.clone(), question.asker.name.clone());
    Told { tick, name, role, question: question.question.clone(), answer: answer.to_string() }
}

fn keep(
    on: On<Answered<Interview>>,
    now: Res<Now>,
    mut answers: ResMut<Answers>,
    mut people: Query<(&Persona, &mut MemoryStream)>,
) -> Result {
    let (persona, mut stream) = people.get_mut(on.entity)?;
    let (question, name) = (&on.question, &persona.name);
    let role = question.asker.name.clone();
    let asker = crate::language::text::cap(&role);
    let quoted = |text: &str| text.chars().take(LONGEST).collect::<String>().replace('"', "'");
    let (asked, answered) = if question.language == ENGLISH { ("asked", "told") } else { ("→", "→") };
    for text in [
        format!("{asker} {asked} {name}: \"{}\"", quoted(&question.question)),
        format!("{name} {answered} {role}: \"{}\"", quoted(&on.answer.answer)),
    ] {
        let memory = Memory::observed(text, now.0, IMPORTANCE);
        stream.remember(Memory { kind: Kind::Dialogue, with: Some(role.clone()), ..memory });
    }
    answers.add(told(question, now.0, &on.answer.answer));
    Ok(())
}

/// Nobody had an answer: that one was asked is remembered all the same.
fn miss(
    on: On<Unanswered<Interview>>,
    now: Res<Now>,
    mut answers: ResMut<Answers>,
    mut people: Query<(&Persona, &mut MemoryStream)>,
) -> Result {
    let (persona, mut stream) = people.get_mut(on.entity)?;
    let role = on.question.asker.name.clone();
    let text = format!("{} was asked something by {role} and had no answer.", persona.name);
    stream.remember(Memory { kind: Kind::Dialogue, with: Some(role), ..Memory::observed(text, now.0, IMPORTANCE) });
    answers.add(told(&on.question, now.0, ""));
    Ok(())
}
