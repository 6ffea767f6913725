//! What comes to mind about the other when a talk begins: out of one's own stream and one's own tree, nothing else.

use crate::{
    agent::{
        ablation::Ablation,
        acquaintances::{Acquaintances, Directory},
        components::{reflection::Relations, talk::Recollection},
        known_places::KnownPlaces,
        persona::Persona,
        recall::{self, Memories, Recall},
        time_words,
    },
    clock::{AgentId, Calendar},
    memory::{Kind, Memory, MemoryStream, Retrieved, Way, embedding_store::EmbeddingStore},
    mind::question::{Named, Recalled},
    world::TownMap,
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

/// Whose mind it is.
pub struct Rememberer<'a> {
    /// Who.
    pub persona: &'a Persona,
    /// All they remember.
    pub memory: &'a MemoryStream,
    /// Whom they know.
    pub acquaintances: &'a Acquaintances,
    /// All they know of the town.
    pub known: &'a KnownPlaces,
    /// What others are to them.
    pub relations: &'a Relations,
}

/// What this is looked at by.
#[derive(Clone, Copy)]
pub struct RecallContext<'a> {
    /// The tick.
    pub now: u64,
    /// Its date.
    pub calendar: Calendar,
    /// What an experiment leaves out.
    pub ablation: &'a Ablation,
    /// The map, for names of places one knows.
    pub map: &'a TownMap,
    /// The town's rows from a server.
    pub embeddings: &'a EmbeddingStore,
    /// What people are called, for those whom one knows or stands before.
    pub directory: &'a Directory,
}

/// What one looks for in oneself when somebody stands there.
pub fn about(name: &str) -> String {
    format!("What about {name}?")
}

impl RecallContext<'_> {
    /// Name and pronouns of whoever stands there.
    pub fn named(&self, id: AgentId) -> Named {
        let nobody = || Named { name: "somebody".into(), pronouns: "they".into() };
        self.directory.get(id).cloned().unwrap_or_else(nobody)
    }
}

/// The last thing asked in these words, if any.
fn question_in(words: &str) -> Option<&str> {
    let ends = |c: char| matches!(c, '.' | '!' | '?' | '\u{ff1f}' | '\u{3002}');
    let mut parts = words.trim().split_inclusive(ends).map(str::trim);
    let asks = |part: &&str| part.ends_with(['?', '\u{ff1f}']) || part.to_lowercase().starts_with("tell me");
    parts.rfind(asks)
}

/// Minutes.
const DAY: u32 = 1440;

fn places(came: &[Retrieved]) -> Vec<u32> {
    came.iter().map(|one| one.place).collect()
}

fn retrieved_only(memories: Memories) -> Vec<Retrieved> {
    memories.into_iter().map(|(one, _)| one).collect()
}

impl Rememberer<'_> {
    fn recall<'a>(&'a self, embeddings: Option<&'a EmbeddingStore>, by: RecallContext<'a>) -> Recall<'a> {
        let RecallContext { now, calendar, ablation, .. } = by;
        Recall { stream: self.memory, embeddings, now, calendar, ablation }
    }

    /// What comes to mind of `other`, and what weighs on one's mind whoever stands there.
    pub fn recollect(&self, other: AgentId, by: RecallContext) -> Recollection {
        let RecallContext { now, calendar, ablation, .. } = by;
        let they = by.named(other);
        let about = about(&they.name);
        let recall = self.recall(Some(by.embeddings), by);
        let about = recall.of_person(self.acquaintances, other, &about, ABOUT);
        let mine = format!("{} told ", self.persona.name);
        let mut told = recall.said_with(&they.name, SAID);
        // In another language it cannot be told from the words: what one keeps of it that nobody else has said.
        let english = ablation.english();
        told.retain(|(_, memory)| memory.text.starts_with(&mine) || !english && memory.by.is_none());
        let older = told.len().saturating_sub(TOLD);
        let today = calendar.date(calendar.minute(now));
        let dates = [Some(today), today.tomorrow().ok()];
        let dates: Vec<_> = dates.into_iter().flatten().collect();
        let (about, told) = (retrieved_only(about), retrieved_only(told.split_off(older)));
        let weighs = [recall.heaviest(HEAVIEST), recall.newest(NEWEST), recall.ahead(&dates, AHEAD)];
        let weighs = self.with_own_life(retrieved_only(recall::together(weighs)), other, by);
        Recollection {
            relation: recall::relation_to(self.persona, self.relations, other, &they.name),
            about: places(&about),
            weighs: places(&weighs),
            told: places(&told),
            came: [about, weighs, told].concat(),
            known: recall::known(self.acquaintances, self.known, by.directory, by.map),
            ..Recollection::default()
        }
    }

    /// What one brought along into the town's first day that names oneself.
    fn life(&self, by: RecallContext) -> Vec<u32> {
        let (name, kinds) = (self.persona.name.as_str(), recall::kinds(by.ablation));
        let of_it = |memory: &Memory| {
            memory.created == 0 && kinds.has(memory.kind) && memory.source.is_none() && memory.text.contains(name)
        };
        let all = self.memory.all().iter().enumerate();
        all.filter(|(_, memory)| of_it(memory)).map(|(place, _)| place as u32).collect()
    }

    /// With some of what one has lived through oneself: small things weigh little and are what people talk of.
    fn with_own_life(&self, mut came: Vec<Retrieved>, other: AgentId, by: RecallContext) -> Vec<Retrieved> {
        let name = &self.persona.name;
        let kinds = recall::kinds(by.ablation);
        let all = || self.memory.all().iter().enumerate().map(|(place, memory)| (place as u32, memory));
        let allowed = |memory: &Memory| kinds.has(memory.kind) && memory.source.is_none();
        let life = self.life(by);
        let day = by.calendar.minute(by.now).0 / DAY;
        let first = (other.0 as usize * 3 + day as usize * 5) % life.len().max(1);
        let own = |place: u32| Retrieved::by(Way::Life, place);
        came.extend(life.iter().cycle().skip(first).take(LIFE.min(life.len())).map(|place| own(*place)));
        let done = |memory: &Memory| {
            let rest = memory.text.strip_prefix(name.as_str()).filter(|_| memory.created > 0 && allowed(memory));
            memory.kind == Kind::Observation && rest.is_some_and(|rest| !rest.starts_with(" is "))
        };
        came.extend(all().rev().filter(|(_, memory)| done(memory)).map(|(place, _)| own(place)).take(DONE));
        came.sort_by_key(|one| one.place);
        came.dedup_by_key(|one| one.place);
        came
    }

    /// What a text brings back, in order of time: of what it is about, and of those whom it names.
    pub fn brought_up(&self, text: &str, by: RecallContext) -> Vec<Retrieved> {
        if text.trim().is_empty() {
            return Vec::new();
        }
        let recall = self.recall(Some(by.embeddings), by);
        let general = recall.about(text, BROUGHT_UP);
        let of = |other| recall.of_person(self.acquaintances, other, text, OF_NAMED);
        let named = by.directory.named_in(text).into_iter().map(of);
        retrieved_only(recall::together(named.chain([general])))
    }

    /// What a question brings back that was just put to one, as it would for whoever asks from outside: of what it is
    /// about, and of those whom it names. Nothing, if nothing was asked.
    pub fn asked(&self, words: &str, by: RecallContext) -> Vec<Retrieved> {
        let Some(question) = question_in(words) else { return Vec::new() };
        // There is no time for a server's row of it.
        let recall = self.recall(None, by);
        let of = |other| recall.of_person(self.acquaintances, other, question, OF_ASKED);
        let named = recall::called_in(by.directory, self.acquaintances, question).into_iter().map(of);
        let general = recall.about(question, ASKED);
        let mut came = retrieved_only(recall::together(named.chain([general])));
        // And what one has lived through oneself, whatever the words: on which day it was is no word of the question.
        let own = self.life(by).into_iter().take(OWN_LIFE).map(|place| Retrieved::by(Way::Life, place));
        came.extend(own.filter(|one| came.iter().all(|other| other.place != one.place)).collect::<Vec<_>>());
        came.sort_by_key(|one| one.place);
        came
    }

    /// Memories as a question carries them.
    pub fn recalled(&self, places: &[u32], by: RecallContext) -> Vec<Recalled> {
        let memories = places.iter().filter_map(|place| self.memory.get(*place));
        memories.map(|memory| time_words::recalled(memory, &by.calendar)).collect()
    }
}
