//! The self summary: renewed each night before the day is planned, and after each reflection.

use bevy::prelude::*;

use super::{SLOW, Thinker};
use crate::{
    agent::{
        components::{Newcomer, SelfImage},
        context::Town,
    },
    clock::Now,
    exchange::Answered,
    memory::embedding_store::EmbeddingStore,
    mind::question::{Me, Summarise},
};

/// How many memories it is made from.
const RETRIEVED: usize = 30;
/// Minutes for which a picture holds, whatever one concludes meanwhile.
const LASTS: u32 = 240;
/// Minutes after midnight at which a new day begins for this: before anybody plans theirs.
const DAY_BEGINS: u32 = 180;

/// Adds the observers.
pub fn plugin(app: &mut App) {
    app.add_observer(store_summary);
}

/// Asks for it when there is none, when one has looked back, and once a day.
pub fn ask_self_image(
    town: Town,
    mut embeddings: ResMut<EmbeddingStore>,
    mut people: Query<Thinker, Without<Newcomer>>,
) {
    let day = |tick: u64| town.calendar.minute(tick).0.saturating_sub(DAY_BEGINS) / 1440;
    let lasts = town.ticks(LASTS);
    let mut people = people.iter_many_mut(&town.active.0);
    while let Some(mut one) = people.fetch_next() {
        let none = one.image.summary.is_none() && one.image.since == 0;
        let old = day(one.image.since) < day(town.now.0);
        let stale = one.image.stale && one.image.since + lasts <= town.now.0;
        if one.thinking.about::<Summarise>() || !(none || old || stale) {
            continue;
        }
        let about = about(&one.person.persona.name, &one.person.persona.aim);
        if embeddings.awaits(*one.person.id, &about, town.now.0) {
            continue;
        }
        let found = town.recall(&one.memory, Some(&embeddings)).about(&about, RETRIEVED);
        let (came, memories) = one.think_of(found, *town.now);
        let question = Summarise {
            language: town.language(),
            me: Me { summary: None, ..one.person.me(&one.image, &town) },
            now: one.person.moment(one.action, &town),
            known: one.person.knows(&town),
            memories,
        };
        one.ask(&town, SLOW, &question, came);
        one.image.since = town.now.0.max(1);
        one.image.stale = false;
    }
}

/// What is looked for: the paper's three searches as one (appendix A).
fn about(name: &str, aim: &str) -> String {
    format!("{name}'s core characteristics. {name}'s daily occupation. {name}'s feeling about how life is going. {aim}")
}

fn store_summary(on: On<Answered<Summarise>>, now: Res<Now>, mut people: Query<&mut SelfImage>) -> Result {
    let mut image = people.get_mut(on.entity)?;
    let parts = [&on.answer.core, &on.answer.occupation, &on.answer.feeling];
    let told = parts.into_iter().map(|part| part.trim()).filter(|part| !part.is_empty() && *part != "Not known.");
    image.summary = Some(told.collect::<Vec<_>>().join(" "));
    image.since = now.0;
    Ok(())
}
