//! What others are to oneself: thought about when one meets somebody one has only heard of, and after each talk, if it
//! told something new about them.

use bevy::prelude::*;

use super::{SOON, Thinker};
use crate::{
    agent::{
        acquaintances::{Acquaintances, Directory},
        components::{Approach, Company, Newcomer, Percepts, Relations, Subject, Talks},
        context::Town,
    },
    clock::AgentId,
    exchange::Answered,
    memory::{Kind, Memory, MemoryStream, embedding_store::EmbeddingStore},
    mind::question::{Other, Relate},
};

/// How many memories of the other it is made from.
const RETRIEVED: usize = 16;
/// Minutes for which it is left alone once it was thought about.
const LASTS: u32 = 30;
/// To have seen somebody do something that weighs less tells nothing of them.
const TELLING: u8 = 5;

type Meeting<'a> = (&'a Approach, &'a Company, &'a Percepts);

/// Asks about one of those whom one has to do with.
pub fn ask_relation(
    town: Town,
    (talks, mut embeddings): (Res<Talks>, ResMut<EmbeddingStore>),
    mut people: Query<(Thinker, Meeting), Without<Newcomer>>,
) {
    let lasts = town.ticks(LASTS);
    let mut people = people.iter_many_mut(&town.active.0);
    while let Some((mut one, (approach, company, percepts))) = people.fetch_next() {
        let talk = company.0.and_then(|talk| talks.open.get(&talk));
        let partners = talk.into_iter().flat_map(|talk| &talk.members).filter(|id| *id != one.person.id);
        for other in approach.0.iter().map(|approach| &approach.with).chain(partners) {
            // Whom one has thought about is thought about again after the talk; of some one's own papers tell before.
            let told = || {
                one.person
                    .persona
                    .people
                    .iter()
                    .any(|own| Some(&own.name) == town.directory.get(*other).map(|o| &o.name))
            };
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
        embeddings.want(*one.person.id, &about, town.now.0);
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
        let sight = memory.kind == Kind::Observation && memory.source.is_none() && memory.created > 0;
        !sight || memory.importance >= TELLING
    };
    places.iter().copied().filter(|place| memory.get(*place).is_some_and(tells)).collect()
}

pub(super) fn store_relation(
    on: On<Answered<Relate>>,
    directory: Res<Directory>,
    mut people: Query<&mut Relations>,
) -> Result {
    let mut relations = people.get_mut(on.entity)?;
    let Some(other) = directory.find(&on.question.other.name) else { return Ok(()) };
    let relation = relations.0.entry(other).or_default();
    on.answer.relation.trim().clone_into(&mut relation.relation);
    let feeling = Some(on.answer.feeling.trim()).filter(|feeling| *feeling != "No particular feeling.");
    feeling.unwrap_or_default().clone_into(&mut relation.feeling);
    Ok(())
}
