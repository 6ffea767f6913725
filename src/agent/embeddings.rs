//! Embeddings from a server, of memories and of what is searched for: requested in batches, a little later.
//!
//! Whether there is such a server is no part of the town: that it is asked from now on, or no more, comes in as a
//! command like any other ([`crate::command::Command::Embeddings`]), and is journaled.

use crate::{agent::prelude::*, mind::question::Embed};

/// Ticks after which embeddings count.
const DUE: u64 = 6;
/// Ticks after the due tick at which the request is given up.
const GIVE_UP_TICKS: u64 = 60;
/// The most minutes that a text waits for a batch.
const WAITS: u32 = 10;
/// Minutes after which a failed request is repeated.
const AGAIN: u32 = 15;

/// Adds the question.
pub fn plugin(app: &mut App) {
    app.init_town_resource::<EmbeddingStore>().add_question::<Embed>();
    app.add_observer(store_embeddings).add_observer(retry_later);
    app.add_systems(Tick, ask_embeddings.in_set(TickStep::AskEmbeddings));
}

/// Everybody asks for what is theirs: a question is of one person.
fn ask_embeddings(
    (now, active, seed, calendar): (Res<Now>, Res<Active>, Res<Seed>, Res<Calendar>),
    mut embeddings: ResMut<EmbeddingStore>,
    mut people: Query<(&AgentId, &mut MemoryStream, &mut Thinking), Without<Newcomer>>,
) {
    if !embeddings.is_on() {
        return;
    }
    let mut people = people.iter_many_mut(&active.0);
    while let Some((id, mut memory, mut thinking)) = people.fetch_next() {
        if !memory.is_numbered() {
            memory.number(|text| embeddings.text_id(*id, text, now.0));
        }
        if thinking.about::<Embed>() {
            continue;
        }
        if let Some(texts) = embeddings.batch(*id, now.0, calendar.ticks(WAITS)) {
            thinking.ask(*seed, *id, *now, DUE, DUE + GIVE_UP_TICKS, &Embed { texts });
        }
    }
}

fn store_embeddings(
    on: On<Answered<Embed>>,
    (now, calendar): (Res<Now>, Res<Calendar>),
    mut embeddings: ResMut<EmbeddingStore>,
    people: Query<&AgentId>,
) -> Result {
    // A change of model is accepted once a day at most.
    let (later, day) = (calendar.ticks(AGAIN), calendar.ticks(Minute::DAY));
    embeddings.receive(*people.get(on.entity)?, &on.question.texts, &on.answer, now.0, (later, day));
    Ok(())
}

fn retry_later(
    on: On<Unanswered<Embed>>,
    (now, calendar): (Res<Now>, Res<Calendar>),
    mut embeddings: ResMut<EmbeddingStore>,
    people: Query<&AgentId>,
) -> Result {
    embeddings.request_failed(*people.get(on.entity)?, &on.question.texts, now.0, calendar.ticks(AGAIN));
    Ok(())
}
