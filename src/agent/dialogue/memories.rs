//! The memories retrieved about the other when a talk begins, from the agent's own stream; and the memories stored
//! after it: what was heard, what was told, and promises as plans.

use super::settle::Keeper;
use crate::{
    agent::{
        access::Visitor,
        acquaintances::Acquaintances,
        agenda::Agenda,
        prelude::*,
        recall::{self, Memories, Recall},
        wording,
    },
    memory::FoundBy,
    mind::question::{AfterTalk, Recalled, Spoken},
};

/// How many memories of the other, and of what was just said.
const ABOUT: usize = 16;
const BROUGHT_UP: usize = 8;
const OF_NAMED: usize = 3;
/// And of what was just asked, and of each person named in it.
const ASKED: usize = 30;
const OF_ASKED: usize = 6;
const OWN_LIFE: usize = 24;
/// How many of the heaviest and of the newest, whoever stands there.
const HEAVIEST: usize = 10;
const NEWEST: usize = 6;
/// How much of what is to come today and tomorrow.
const AHEAD: usize = 6;
/// How much of what was said with the other is looked through for what one has told them.
const SAID: usize = 60;
const TOLD: usize = 24;
/// How much of what one brought along into the town's first day, others with each person and on each day.
const LIFE: usize = 7;
/// How much of what one got done of late.
const DONE: usize = 5;

/// Somebody who has to think of something to say.
pub struct Rememberer<'a, 'w, 's> {
    /// Who.
    pub person: &'a PersonItem<'w, 's>,
    /// All they remember.
    pub memory: &'a MemoryStream,
    /// What others are to them.
    pub relations: &'a Relations,
    /// The town.
    pub town: &'a Town<'a>,
    /// Its embeddings from a server.
    pub embeddings: &'a EmbeddingStore,
}

/// What one looks for in oneself when somebody stands there.
pub fn about(name: &str) -> String {
    format!("What about {name}?")
}

/// The last thing asked in these words, if any.
fn question_in(words: &str) -> Option<&str> {
    let ends = |c: char| matches!(c, '.' | '!' | '?' | '\u{ff1f}' | '\u{3002}');
    let mut parts = words.trim().split_inclusive(ends).map(str::trim);
    let asks = |part: &&str| part.ends_with(['?', '\u{ff1f}']) || part.to_lowercase().starts_with("tell me");
    parts.rfind(asks)
}

fn places(came: &[Retrieved]) -> Vec<u32> {
    came.iter().map(|one| one.index).collect()
}

fn retrieved_only(memories: Memories) -> Vec<Retrieved> {
    memories.into_iter().map(|(one, _)| one).collect()
}

/// In order of time, each memory once; of several ways to one the first counts.
pub fn each_once(mut came: Vec<Retrieved>) -> Vec<Retrieved> {
    came.sort_by_key(|one| one.index);
    came.dedup_by_key(|one| one.index);
    came
}

impl Rememberer<'_, '_, '_> {
    fn of_person(&self, recall: &Recall, other: AgentId, about: &str, most: usize) -> Memories {
        recall.of_person(self.person.acquaintances, other, about, most)
    }

    /// What comes to mind of `other`, and what weighs on one's mind whoever stands there.
    pub fn recollect(&self, other: AgentId) -> Recollection {
        let Self { person, town, .. } = *self;
        let they = town.named(other);
        let recall = town.recall(self.memory, Some(self.embeddings));
        let about = self.of_person(&recall, other, &about(&they.name), ABOUT);
        let mine = format!("{} told ", person.persona.name);
        let mut told = recall.said_with(&they.name, SAID);
        // In another language it cannot be told from the words: what one keeps of it that nobody else has said.
        let english = town.ablation.english();
        told.retain(|(_, memory)| memory.text.starts_with(&mine) || !english && memory.by.is_none());
        let older = told.len().saturating_sub(TOLD);
        let today = town.calendar.date(town.minute());
        let dates: Vec<_> = [Some(today), today.tomorrow().ok()].into_iter().flatten().collect();
        let (about, told) = (retrieved_only(about), retrieved_only(told.split_off(older)));
        let weighs = [recall.heaviest(HEAVIEST), recall.newest(NEWEST), recall.ahead(&dates, AHEAD)];
        let weighs = self.with_own_life(retrieved_only(recall::together(weighs)), other);
        Recollection {
            relation: recall::relation_to(person.persona, self.relations, other, &they.name),
            about: places(&about),
            weighs: places(&weighs),
            told: places(&told),
            retrieved: [about, weighs, told].concat(),
            known: person.knows(town),
            ..Recollection::default()
        }
    }

    /// One's own memories that satisfy `wanted` and may be recalled: not what others said.
    fn own(&self, wanted: impl Fn(&Memory) -> bool) -> impl DoubleEndedIterator<Item = u32> {
        let kinds = recall::kinds(&self.town.ablation);
        let own = move |memory: &Memory| {
            kinds.has(memory.kind) && memory.source.is_none() && !memory.is_superseded() && wanted(memory)
        };
        self.memory.all().iter().enumerate().filter(move |(_, memory)| own(memory)).map(|(place, _)| place as u32)
    }

    /// What one brought along into the town's first day that names oneself.
    fn life(&self) -> Vec<u32> {
        let name = self.person.persona.name.as_str();
        self.own(|memory| memory.created == 0 && memory.text.contains(name)).collect()
    }

    /// With some of what one has lived through oneself: small things weigh little and are what people talk of.
    fn with_own_life(&self, mut came: Vec<Retrieved>, other: AgentId) -> Vec<Retrieved> {
        let life = self.life();
        let first = (other.0 as usize * 3 + self.town.minute().day() as usize * 5) % life.len().max(1);
        let some = life.iter().copied().cycle().skip(first).take(LIFE.min(life.len()));
        let name = self.person.persona.name.as_str();
        let done = self.own(|memory| {
            let rest = memory.text.strip_prefix(name).filter(|_| memory.created > 0);
            memory.kind == MemoryKind::Observation && rest.is_some_and(|rest| !rest.starts_with(" is "))
        });
        came.extend(some.chain(done.rev().take(DONE)).map(|place| Retrieved::by(FoundBy::Life, place)));
        each_once(came)
    }

    /// What a text brings back, in order of time: of what it is about, and of those whom it names.
    pub fn brought_up(&self, text: &str) -> Vec<Retrieved> {
        if text.trim().is_empty() {
            return Vec::new();
        }
        let recall = self.town.recall(self.memory, Some(self.embeddings));
        self.of_all(&recall, text, BROUGHT_UP, (self.town.directory.named_in(text), OF_NAMED))
    }

    /// What a question brings back that was just put to one, as it would for whoever asks from outside: of what it is
    /// about, and of those whom it names. Nothing, if nothing was asked.
    pub fn asked(&self, words: &str) -> Vec<Retrieved> {
        let Some(question) = question_in(words) else { return Vec::new() };
        // There is no time for a server's embedding of it.
        let recall = self.town.recall(self.memory, None);
        let named = recall::called_in(&self.town.directory, self.person.acquaintances, question);
        let mut came = self.of_all(&recall, question, ASKED, (named, OF_ASKED));
        // And what one has lived through oneself, whatever the words: on which day it was is no word of the question.
        came.extend(self.life().into_iter().take(OWN_LIFE).map(|place| Retrieved::by(FoundBy::Life, place)));
        each_once(came)
    }

    /// So much of what a text is about, and so much of each of these people.
    fn of_all(&self, recall: &Recall, text: &str, most: usize, of: (Vec<AgentId>, usize)) -> Vec<Retrieved> {
        let (named, most_of_each) = of;
        let named = named.into_iter().map(|other| self.of_person(recall, other, text, most_of_each));
        retrieved_only(recall::together(named.chain([recall.about(text, most)])))
    }

    /// Memories as a question carries them.
    pub fn recalled(&self, places: &[u32]) -> Vec<Recalled> {
        let memories = places.iter().filter_map(|place| self.memory.get(*place));
        memories.map(|memory| wording::recalled(memory, &self.town.calendar)).collect()
    }
}

/// How much it matters that somebody has come to town.
const NEW_IN_TOWN: u8 = 6;

type Member<'a> = (
    (&'a AgentId, &'a Persona, &'a Home, &'a Acquaintances),
    (&'a mut EndedTalks, &'a mut MemoryStream, &'a mut KnownPlaces, &'a mut SelfImage, &'a mut Relations),
    &'a mut Agenda,
);

pub(super) fn store_talk(
    on: On<Answered<AfterTalk>>,
    town: Town,
    homeless: Query<(&AgentId, &Home)>,
    mut people: Query<Member>,
) -> Result {
    let ((me, persona, home, acquaintances), heads, mut agenda) = people.get_mut(on.entity)?;
    let (mut ended_talks, mut memory, mut known, mut image, mut relations) = heads;
    let Town { ref ablation, ref map, ref names, .. } = town;
    if ended_talks.0.is_empty() {
        return Ok(());
    }
    let past = ended_talks.0.remove(0);
    relations.renew(past.with);
    let with = names.name(past.with);
    let mut memories = TalkMemories { me: &persona.name, with: &with, stream: &mut memory, town: &town };
    let (answer, lines) = (&on.answer, &on.question.lines);
    // Who lives nowhere in town has come of late; that is noticed once.
    let fresh = |name: &str| {
        homeless.iter().any(|(id, home)| home.rooms.is_empty() && names.0.get(id).is_some_and(|one| one == name))
    };
    for who in others(lines, &persona.name).into_iter().filter(|_| ablation.english()) {
        if fresh(who) && memories.stream.with(who).is_empty() {
            let memory = Memory::observed(format!("{who} is new in town."), town.now.0, NEW_IN_TOWN);
            memories.stream.remember(Memory { importance_fixed: true, ..memory });
        }
        if who != with {
            memories.with = who;
            memories.said(&format!("{} had a talk with {who} in company.", persona.name), None);
        }
    }
    memories.with = &with;
    let summary = memories.said(&answer.summary, None);
    for fact in &answer.heard {
        let by = fact.line.checked_sub(1).and_then(|n| lines.get(n as usize)).map_or(&with, |line| &line.who);
        known.hear_of(&fact.fact, map);
        memories.said(&fact.fact, Some(by.clone()));
    }
    let told = answer.told.iter().map(|fact| &fact.fact);
    for text in told.chain([&answer.unsure, &answer.changes]) {
        memories.said(text, None);
    }
    if !answer.opinion.trim().is_empty() && ablation.allow(MemoryKind::Reflection) {
        let opinion = memories.memory(MemoryKind::Reflection, &answer.opinion);
        memories.stream.remember(Memory { evidence: vec![summary], ..opinion });
        image.stale = true;
    }
    let visitor = Visitor { persona, home, map };
    let (known, stream, agenda) = (&*known, &mut *memory, &mut *agenda);
    Keeper { me: *me, visitor, known, acquaintances, agenda, stream, town: &town }.keep(past.ended, Some(summary));
    Ok(())
}

/// Nobody knew what to keep: that there was a talk is remembered all the same.
pub(super) fn store_bare_talk(on: On<Unanswered<AfterTalk>>, town: Town, mut people: Query<Member>) -> Result {
    let ((me, persona, home, acquaintances), (mut ended_talks, mut memory, known, ..), mut agenda) =
        people.get_mut(on.entity)?;
    if ended_talks.0.is_empty() {
        return Ok(());
    }
    let past = ended_talks.0.remove(0);
    let with = town.names.name(past.with);
    let text = format!("{} talked with {with}.", persona.name);
    let said = TalkMemories { me: &persona.name, with: &with, stream: &mut memory, town: &town }.said(&text, None);
    let (visitor, agenda) = (Visitor { persona, home, map: &town.map }, &mut *agenda);
    let (known, stream) = (&*known, &mut *memory);
    Keeper { me: *me, visitor, known, acquaintances, agenda, stream, town: &town }.keep(past.ended, Some(said));
    Ok(())
}

/// Who else spoke, each once.
fn others<'a>(lines: &'a [Spoken], me: &str) -> Vec<&'a str> {
    let mut others: Vec<&str> = Vec::new();
    for line in lines.iter().filter(|line| line.who != me) {
        if !others.contains(&line.who.as_str()) {
            others.push(&line.who);
        }
    }
    others
}

/// One's own stream, open at a talk with somebody.
struct TalkMemories<'a> {
    me: &'a str,
    with: &'a str,
    stream: &'a mut MemoryStream,
    town: &'a Town<'a>,
}

impl TalkMemories<'_> {
    /// Something said, by the other if `source` says so; nothing if the text is empty.
    fn said(&mut self, text: &str, source: Option<String>) -> u32 {
        if text.trim().is_empty() {
            return 0;
        }
        let memory = self.memory(MemoryKind::Dialogue, text);
        self.stream.remember(Memory { source, with: Some(self.with.into()), ..memory })
    }

    fn memory(&self, kind: MemoryKind, text: &str) -> Memory {
        let weight = self.town.ablation.weight(text.trim(), self.me);
        Memory { kind, ..Memory::observed(text.trim(), self.town.now.0, weight) }
    }
}
