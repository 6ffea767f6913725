//! The next line of a talk and, when it is over, what is kept of it: as questions.

use bevy::{ecs::query::QueryData, prelude::*};

use super::recollect::{RecallContext, Rememberer, about};
use crate::{
    agent::{
        ablation::Ablation,
        acquaintances::{Acquaintances, Directory},
        agenda::Agenda,
        components::{
            action::CurrentAction,
            avatar::{Avatar, Newcomer},
            percept::{Percepts, Subject},
            plan::DayPlan,
            reflection::{Relations, SelfImage},
            talk::{Company, EndedTalks, NextLine, Recollection, Talk, Talks, Voice},
        },
        known_places::KnownPlaces,
        persona::{Persona, Whereabouts, WorkLife},
        time_words,
    },
    clock::{Active, AgentId, Calendar, Minute, Now, Roster, Seed},
    exchange::{Answered, AskApp, Thinking, Unanswered},
    memory::{MemoryStream, Retrieved, embedding_store::EmbeddingStore},
    mind::question::{AfterTalk, Me, Moment, Other, Spoken, Stretch, Utter},
    schedule::{Tick, TickStep},
    world::TownMap,
};

/// Ticks until the first line is said.
const FIRST: u64 = 3;
/// Ticks until one knows what is kept of a talk.
const AFTERWARDS: u64 = 6;
/// What goes on for so many minutes or less is no part of the rest of a day.
const OVER: u32 = 2;
/// Ticks after its due at which a line is given up.
const PATIENCE: u64 = 12;

/// Adds the questions.
pub fn plugin(app: &mut App) {
    app.add_question::<Utter>()
        .add_question::<AfterTalk>()
        .add_observer(store_line)
        .add_observer(store_silence)
        .add_systems(Tick, (ask_lines.in_set(TickStep::AskLines), ask_after.in_set(TickStep::AskAfterTalk)));
}

#[derive(QueryData)]
#[query_data(mutable)]
struct Speaker {
    id: &'static AgentId,
    persona: &'static Persona,
    here: &'static Whereabouts,
    action: &'static CurrentAction,
    plan: &'static DayPlan,
    agenda: &'static Agenda,
    known: &'static KnownPlaces,
    acquaintances: &'static Acquaintances,
    relations: &'static Relations,
    image: &'static SelfImage,
    percepts: &'static Percepts,
    company: &'static Company,
    memory: &'static mut MemoryStream,
    voice: &'static mut Voice,
    parted: &'static mut EndedTalks,
    thinking: &'static mut Thinking,
    avatar: Option<&'static Avatar>,
    newcomer: Option<&'static Newcomer>,
}

impl SpeakerItem<'_, '_> {
    fn mine(&self) -> Rememberer<'_> {
        let (persona, acquaintances, known, relations) = (self.persona, self.acquaintances, self.known, self.relations);
        Rememberer { persona, memory: &self.memory, acquaintances, known, relations }
    }

    fn me(&self, seed: Seed) -> Me {
        self.persona.me(self.image.summary.clone(), seed.nature(*self.id))
    }

    /// What one did before the talk, for what is done now may be talking.
    fn was_doing(&self) -> String {
        if self.action.is_unplanned() { self.voice.was.clone() } else { self.action.what.clone() }
    }

    fn moment(&self, calendar: &Calendar, minute: Minute, place: String, doing: String) -> Moment {
        let until = self.plan.part(minute).map(|part| part.until.time_of_day());
        time_words::moment(calendar, minute, place, doing, until)
    }

    /// The rest of today's plan, without what is as good as over.
    fn rest_of_day(&self, minute: Minute, map: &TownMap) -> Vec<Stretch> {
        let parts = self.plan.parts.iter().filter(|part| part.until.0 > minute.0 + OVER);
        parts.map(|part| part.stretch(map)).collect()
    }

    /// Who else is near enough to hear, by name.
    fn hearers(&self, other: AgentId, by: RecallContext) -> Vec<String> {
        let near = self.percepts.0.iter().filter_map(|one| match one.subject {
            Subject::Agent(id) if id != other => Some(id),
            _ => None,
        });
        near.map(|id| by.named(id).name).collect()
    }

    /// What `other` is seen doing.
    fn sees(&self, other: AgentId) -> String {
        let of_them = |subject: Subject| subject == Subject::Agent(other);
        let seen = self.percepts.0.iter().find(|one| of_them(one.subject)).map(|one| one.state.clone());
        seen.filter(|state| state != "walking").unwrap_or_default()
    }
}

type Town<'w> = (Res<'w, Now>, Res<'w, Seed>, Res<'w, Calendar>, Res<'w, TownMap>, Res<'w, Ablation>);

fn by<'a>(
    (now, calendar, map, ablation): (&Now, &Calendar, &'a TownMap, &'a Ablation),
    directory: &'a Directory,
    embeddings: &'a EmbeddingStore,
) -> RecallContext<'a> {
    RecallContext { now: now.0, calendar: *calendar, ablation, map, embeddings, directory }
}

/// Whoever's turn is next thinks of something while the other speaks.
fn ask_lines(
    (now, seed, calendar, map, ablation): Town,
    (talks, directory, roster, mut embeddings): (Res<Talks>, Res<Directory>, Res<Roster>, ResMut<EmbeddingStore>),
    mut people: Query<Speaker>,
) {
    if talks.open.is_empty() {
        return;
    }
    let mut looked_for = Vec::new();
    let by = by((&now, &calendar, &map, &ablation), &directory, &embeddings);
    let first = |id: AgentId| by.named(id).name.split_whitespace().next().unwrap_or_default().to_string();
    let minute = calendar.minute(now.0);
    for (id, talk) in talks.open.iter().filter(|(_, talk)| talk.ended.is_none()) {
        let guided = |id: AgentId| {
            let one = roster.0.get(&id).and_then(|entity| people.get(*entity).ok());
            one.is_some_and(|one| one.avatar.is_some())
        };
        // Nobody thinks for whom a player guides; whoever would go on without them thinks of it beforehand.
        let Some(speaker) = talk.next(first, guided, false).filter(|speaker| !guided(*speaker)) else { continue };
        let Some(mut one) = roster.0.get(&speaker).and_then(|entity| people.get_mut(*entity).ok()) else { continue };
        let ready = one.company.0 != Some(*id) || one.voice.next.is_some() || one.thinking.about::<Utter>();
        let Some(other) = talk.partner(speaker).filter(|_| !ready) else { continue };
        // Who is spoken to again at once has first to take in what was said before.
        if one.voice.recollection.is_none() && one.parted.0.iter().any(|past| past.with == other) {
            continue;
        }
        if one.voice.recollection.is_none() {
            looked_for.push((speaker, about(&by.named(other).name)));
            let (doing, other_doing) = (one.was_doing(), one.sees(other));
            let recollection = Recollection { doing, other_doing, ..one.mine().recollect(other, by) };
            one.memory.touch(&recollection.about, now.0);
            one.memory.touch(&recollection.weighs, now.0);
            one.voice.recollection = Some(recollection);
        }
        let last = talk.lines.iter().rev().take(2).rev().map(|line| line.words.as_str());
        let came = one.mine().brought_up(&last.collect::<Vec<_>>().join(" "), by);
        let brought_up: Vec<u32> = came.iter().map(|one| one.place).collect();
        one.memory.touch(&brought_up, now.0);
        // What is asked outright is thought back for by its own words; that alone makes nothing come to mind more easily.
        let heard = talk.lines.last().filter(|line| line.by != speaker);
        let asked = heard.map(|line| one.mine().asked(&line.words, by)).unwrap_or_default();
        let places: Vec<u32> = asked.iter().map(|one| one.place).collect();
        let question = line_question(&one, (talk, other), (&brought_up, &places), (*seed, minute), by);
        let due = if talk.lines.is_empty() { FIRST } else { talk.said().saturating_sub(now.0).max(1) };
        one.thinking.ask(*seed, speaker, *now, due, due + PATIENCE, &question);
        let kept = one.voice.recollection.as_ref().map_or(&[][..], |mind| &mind.came);
        let came = together(&[came, asked].concat(), kept);
        one.thinking.brings::<Utter>(came);
    }
    for (who, about) in looked_for {
        embeddings.want(who, &about, now.0);
    }
}

/// What the last words bring back, and what came to mind when the talk began, each memory once.
fn together(new: &[Retrieved], kept: &[Retrieved]) -> Vec<Retrieved> {
    let mut all = [new, kept].concat();
    all.sort_by_key(|one| one.place);
    all.dedup_by_key(|one| one.place);
    all
}

fn line_question(
    one: &SpeakerItem,
    (talk, other): (&Talk, AgentId),
    (brought_up, asked): (&[u32], &[u32]),
    (seed, minute): (Seed, Minute),
    by: RecallContext,
) -> Utter {
    let mind = one.voice.recollection.clone().unwrap_or_default();
    let they = by.named(other);
    let lines = talk.lines.iter().map(|line| Spoken { who: by.named(line.by).name, words: line.words.clone() });
    let mine = one.mine();
    let place = by.map.arena_name(one.here.0);
    let begins = talk.lines.is_empty() && talk.members.first() == Some(one.id) && !talk.topic.is_empty();
    Utter {
        language: by.ablation.language.clone(),
        me: one.me(seed),
        now: one.moment(&by.calendar, minute, place, mind.doing),
        talk_began: by.calendar.minute(talk.began).time_of_day(),
        other: Other { name: they.name, pronouns: they.pronouns, relation: mind.relation, doing: mind.other_doing },
        plan: one.rest_of_day(minute, by.map),
        known: mind.known,
        about: mine.recalled(&mind.about, by),
        brought_up: mine.recalled(brought_up, by),
        asked: mine.recalled(asked, by),
        weighs: mine.recalled(&mind.weighs, by),
        told: mine.recalled(&mind.told, by),
        own_lines: one.voice.lines.clone(),
        lines: lines.collect(),
        topic: begins.then(|| talk.topic.clone()),
        within_hearing: one.hearers(other, by),
        usual: one.persona.work.as_ref().map(WorkLife::usual).unwrap_or_default(),
        tomorrow: one.agenda.tomorrow(minute, by.map, by.ablation),
        home: one.persona.home.clone(),
        workplace: one.persona.work.as_ref().and_then(|work| work.places.first()).cloned().unwrap_or_default(),
    }
}

/// What is kept of the talk that ended first.
fn ask_after(
    (now, seed, calendar, map, ablation): Town,
    (active, directory, embeddings): (Res<Active>, Res<Directory>, Res<EmbeddingStore>),
    mut people: Query<Speaker>,
) {
    let waits = |entity: &&Entity| {
        let open = |one: SpeakerReadOnlyItem| one.newcomer.is_none() && one.parted.0.iter().any(|past| !past.asked);
        people.get(**entity).is_ok_and(open)
    };
    let waiting: Vec<Entity> = active.0.iter().filter(waits).copied().collect();
    if waiting.is_empty() {
        return;
    }
    let by = by((&now, &calendar, &map, &ablation), &directory, &embeddings);
    let minute = calendar.minute(now.0);
    for entity in waiting {
        let Ok(mut one) = people.get_mut(entity) else { continue };
        let Some(past) = one.parted.0.first().filter(|past| !past.asked).cloned() else { continue };
        if one.thinking.about::<AfterTalk>() {
            continue;
        }
        let mind = past.recollection;
        let came = together(&[], &mind.came);
        let mut places: Vec<u32> = [&mind.about, &mind.weighs, &mind.told].into_iter().flatten().copied().collect();
        places.sort_unstable();
        places.dedup();
        let they = by.named(past.with);
        let question = AfterTalk {
            language: by.ablation.language.clone(),
            me: one.me(*seed),
            now: one.moment(&calendar, minute, map.arena_name(past.arena), mind.doing),
            talk_began: calendar.minute(past.began).time_of_day(),
            other: Other { name: they.name, pronouns: they.pronouns, relation: mind.relation, doing: mind.other_doing },
            plan: one.rest_of_day(minute, &map),
            known: mind.known,
            memories: one.mine().recalled(&places, by),
            lines: past.lines,
        };
        if one.thinking.ask(*seed, *one.id, *now, AFTERWARDS, AFTERWARDS + PATIENCE, &question)
            && let Some(past) = one.parted.0.first_mut()
        {
            past.asked = true;
            one.thinking.brings::<AfterTalk>(came);
        }
    }
}

fn store_line(on: On<Answered<Utter>>, mut voices: Query<&mut Voice>) -> Result {
    let (words, end) = (on.answer.words.trim().to_string(), on.answer.end);
    voices.get_mut(on.entity)?.next = Some(NextLine::Line { words, end });
    Ok(())
}

fn store_silence(on: On<Unanswered<Utter>>, mut voices: Query<&mut Voice>) -> Result {
    voices.get_mut(on.entity)?.next = Some(NextLine::Silence);
    Ok(())
}
