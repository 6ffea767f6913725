//! Reflection (paper, section 4.2), the self summary, relations, and the importance of memories. Here: relations to
//! others, asked for on meeting somebody known only by hearsay, and after each talk that told something new.
//!
//! | file | concern |
//! |---|---|
//! | `importance` | how much new memories matter: counted at once, judged by the mind a little later |
//! | `insight` | enough has come: three questions to oneself, and what one concludes; the self summary |

mod importance;
mod insight;

use bevy::ecs::query::QueryData;

use crate::{
    agent::{
        acquaintances::{Acquaintances, Directory},
        prelude::*,
        recall,
    },
    mind::question::{AskMyself, Conclude, Other, Question, Recalled, Relate, Summarise, Weigh},
};

/// When an agent reflects, and on how much (paper, section 4.2).
#[derive(Resource, Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReflectionSettings {
    /// The sum of importance over which one reflects.
    pub threshold: u32,
    /// How many of the last memories one looks at.
    pub last: usize,
    /// How many memories a question to oneself brings back.
    pub retrieved: usize,
}

impl Default for ReflectionSettings {
    fn default() -> Self {
        Self { threshold: 150, last: 100, retrieved: 20 }
    }
}

/// Ticks after which a reflection, a summary or a judgement counts.
const SLOW: u64 = 60;
/// Ticks after which a relation counts.
const SOON: u64 = 6;
/// Ticks after its due at which a question is given up.
const GIVE_UP_TICKS: u64 = 60;

/// Somebody who looks at what they remember.
#[derive(QueryData)]
#[query_data(mutable)]
struct Thinker {
    person: Person,
    action: &'static CurrentAction,
    memory: &'static mut MemoryStream,
    drive: &'static mut ReflectionDrive,
    image: &'static mut SelfImage,
    relations: &'static mut Relations,
    thinking: &'static mut Thinking,
}

impl ThinkerItem<'_, '_> {
    /// Memories as a question carries them, numbered, and how each came to mind. They are thought of, so they are
    /// touched.
    fn think_of(&mut self, memories: recall::Memories, now: Now) -> (Vec<Retrieved>, Vec<Recalled>) {
        let came: Vec<Retrieved> = memories.iter().map(|(one, _)| *one).collect();
        let places: Vec<u32> = came.iter().map(|one| one.index).collect();
        self.memory.touch(&places, now.0);
        (came, recall::numbered(memories))
    }

    fn ask<Q: Question>(&mut self, town: &Town, due: u64, question: &Q, came: Vec<Retrieved>) {
        town.ask((&mut self.thinking, *self.person.id), (due, GIVE_UP_TICKS), question, came);
    }
}

/// Adds judging, summing up and reflecting.
pub fn plugin(app: &mut App) {
    app.init_town_resource::<ReflectionSettings>()
        .add_question::<Weigh>()
        .add_question::<AskMyself>()
        .add_question::<Conclude>()
        .add_question::<Summarise>()
        .add_question::<Relate>()
        .add_observer(importance::store_scores)
        .add_observer(store_relation)
        .add_plugins(insight::plugin)
        .add_systems(Tick, importance::count_importance.in_set(TickStep::CountImportance))
        .add_systems(
            Tick,
            (
                importance::ask_importance.in_set(TickStep::AskImportance),
                insight::ask_myself.in_set(TickStep::AskReflection),
                insight::conclude.in_set(TickStep::AskInsights),
                insight::ask_self_image.in_set(TickStep::AskSelfImage),
                ask_relation.in_set(TickStep::AskRelation),
            )
                .distributive_run_if(every_minute),
        );
}

/// How many memories of the other it is made from.
const RETRIEVED: usize = 16;
/// Minutes for which it is left alone once it was thought about.
const LASTS: u32 = 30;
/// To have seen somebody do something that weighs less tells nothing of them.
const TELLING: u8 = 5;

type Meeting<'a> = (&'a Approach, &'a InTalk, &'a Percepts);

/// Asks about one of those whom one has to do with.
fn ask_relation(
    town: Town,
    (talks, mut embeddings): (Res<Talks>, ResMut<EmbeddingStore>),
    mut people: Query<(Thinker, Meeting), Without<Newcomer>>,
) {
    let lasts = town.ticks(LASTS);
    let mut people = people.iter_many_mut(&town.active.0);
    while let Some((mut one, (approach, in_talk, percepts))) = people.fetch_next() {
        let talk = in_talk.0.and_then(|talk| talks.open.get(&talk));
        let partners = talk.into_iter().flat_map(|talk| &talk.members).filter(|id| *id != one.person.id);
        for other in approach.0.iter().map(|approach| &approach.with).chain(partners) {
            // Whom one has thought about is thought about again after the talk; of some one's own papers tell before.
            let name = town.names.get(*other);
            let told = || one.person.persona.people.iter().any(|own| own.name == name);
            if !one.relations.0.contains_key(other) && !told() {
                one.relations.want(*other);
            }
        }
        if one.thinking.about::<Relate>() || one.relations.0.values().all(|relation| !relation.wanted) {
            continue;
        }
        // Only the first whom it is time to think about; whoever is not worth it is not wanted any longer.
        let mut chosen = None;
        let wanted: Vec<AgentId> = one.relations.0.iter().filter(|(_, r)| r.wanted).map(|(id, _)| *id).collect();
        for other in wanted {
            let evidence = informative(&one.memory, one.person.acquaintances, other).len() as u32;
            let Some(relation) = one.relations.0.get_mut(&other) else { continue };
            relation.wanted = false;
            let again = relation.since == 0 || relation.since + lasts <= town.now.0;
            if again && evidence > relation.evidence {
                (relation.evidence, relation.since) = (evidence, town.now.0.max(1));
                chosen = Some(other);
                break;
            }
        }
        let Some((other, named)) = chosen.and_then(|other| Some((other, town.directory.get(other)?))) else { continue };
        let about = format!("What is {} to {}?", named.name, one.person.persona.name);
        let places = informative(&one.memory, one.person.acquaintances, other);
        embeddings.request(*one.person.id, &about, town.now.0);
        let found = town.recall(&one.memory, Some(&embeddings)).among(&places, &about, RETRIEVED);
        let (came, memories) = one.think_of(found, *town.now);
        let before = one.relations.0.get(&other).map(|relation| relation.relation.clone());
        let seen = percepts.0.iter().find(|percept| percept.subject == Subject::Agent(other));
        let met = one.person.acquaintances.get(other).is_some_and(|familiar| familiar.met);
        let question = Relate {
            language: town.language(),
            me: one.person.me(&one.image, &town),
            now: one.person.moment(one.action, &town),
            other: Other {
                name: named.name.clone(),
                pronouns: if met || seen.is_some() { named.pronouns.clone() } else { "they".into() },
                relation: before.unwrap_or_default(),
                doing: seen.map(|percept| percept.state.clone()).unwrap_or_default(),
            },
            known: one.person.knows(&town),
            memories,
        };
        one.ask(&town, SOON, &question, came);
    }
}

/// The places of the memories that tell something of them: not that they walked by.
fn informative(memory: &MemoryStream, acquaintances: &Acquaintances, other: AgentId) -> Vec<u32> {
    let places = acquaintances.get(other).map_or(&[][..], |familiar| &familiar.places);
    let tells = |memory: &Memory| {
        let sight = memory.kind == MemoryKind::Observation && memory.source.is_none() && memory.created > 0;
        !sight || memory.importance >= TELLING
    };
    places.iter().copied().filter(|place| memory.get(*place).is_some_and(tells)).collect()
}

fn store_relation(on: On<Answered<Relate>>, directory: Res<Directory>, mut people: Query<&mut Relations>) -> Result {
    let mut relations = people.get_mut(on.entity)?;
    let Some(other) = directory.find(&on.question.other.name) else { return Ok(()) };
    let relation = relations.0.entry(other).or_default();
    on.answer.relation.trim().clone_into(&mut relation.relation);
    let feeling = Some(on.answer.feeling.trim()).filter(|feeling| *feeling != "No particular feeling.");
    feeling.unwrap_or_default().clone_into(&mut relation.feeling);
    Ok(())
}
