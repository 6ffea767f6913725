//! What comes to mind about the other when a talk begins: out of one's own stream and one's own tree, nothing else.

use crate::{
    agent::{
        components::{Recollection, Relations},
        context::{PersonItem, Town},
        recall::{self, Memories, Recall},
        time_words,
    },
    clock::AgentId,
    memory::{Kind, Memory, MemoryStream, Retrieved, Way, embedding_store::EmbeddingStore},
    mind::question::Recalled,
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
    came.iter().map(|one| one.place).collect()
}

fn retrieved_only(memories: Memories) -> Vec<Retrieved> {
    memories.into_iter().map(|(one, _)| one).collect()
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
            came: [about, weighs, told].concat(),
            known: person.knows(town),
            ..Recollection::default()
        }
    }

    /// One's own memories that satisfy `wanted` and may be recalled: not what others said.
    fn own(&self, wanted: impl Fn(&Memory) -> bool) -> impl DoubleEndedIterator<Item = u32> {
        let kinds = recall::kinds(&self.town.ablation);
        let own = move |memory: &Memory| kinds.has(memory.kind) && memory.source.is_none() && wanted(memory);
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
            memory.kind == Kind::Observation && rest.is_some_and(|rest| !rest.starts_with(" is "))
        });
        came.extend(some.chain(done.rev().take(DONE)).map(|place| Retrieved::by(Way::Life, place)));
        came.sort_by_key(|one| one.place);
        came.dedup_by_key(|one| one.place);
        came
    }

    /// What a text brings back, in order of time: of what it is about, and of those whom it names.
    pub fn brought_up(&self, text: &str) -> Vec<Retrieved> {
        if text.trim().is_empty() {
            return Vec::new();
        }
        let recall = self.town.recall(self.memory, Some(self.embeddings));
        let general = recall.about(text, BROUGHT_UP);
        let named = self.town.directory.named_in(text).into_iter();
        let named = named.map(|other| self.of_person(&recall, other, text, OF_NAMED));
        retrieved_only(recall::together(named.chain([general])))
    }

    /// What a question brings back that was just put to one, as it would for whoever asks from outside: of what it is
    /// about, and of those whom it names. Nothing, if nothing was asked.
    pub fn asked(&self, words: &str) -> Vec<Retrieved> {
        let Some(question) = question_in(words) else { return Vec::new() };
        // There is no time for a server's embedding of it.
        let recall = self.town.recall(self.memory, None);
        let named = recall::called_in(&self.town.directory, self.person.acquaintances, question).into_iter();
        let named = named.map(|other| self.of_person(&recall, other, question, OF_ASKED));
        let general = recall.about(question, ASKED);
        let mut came = retrieved_only(recall::together(named.chain([general])));
        // And what one has lived through oneself, whatever the words: on which day it was is no word of the question.
        let own = self.life().into_iter().take(OWN_LIFE).map(|place| Retrieved::by(Way::Life, place));
        came.extend(own.filter(|one| came.iter().all(|other| other.place != one.place)).collect::<Vec<_>>());
        came.sort_by_key(|one| one.place);
        came
    }

    /// Memories as a question carries them.
    pub fn recalled(&self, places: &[u32]) -> Vec<Recalled> {
        let memories = places.iter().filter_map(|place| self.memory.get(*place));
        memories.map(|memory| time_words::recalled(memory, &self.town.calendar)).collect()
    }
}
