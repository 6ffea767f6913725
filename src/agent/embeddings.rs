//! Embeddings from a server, of memories and of what is searched for: requested in batches, a little later.
//!
//! Whether there is such a server is no part of the town: that it is asked from now on, or no more, comes in as a command
//! ([`switched`]) like any other, and is journaled.

use bevy::prelude::*;

use crate::{
    agent::components::avatar::Newcomer,
    clock::{Active, AgentId, Calendar, Now, Seed},
    exchange::{Answered, AskApp, Thinking, Unanswered},
    memory::{MemoryStream, embedding_store::EmbeddingStore},
    mind::question::Embed,
    schedule::{OfTown, Tick, TickStep},
};

/// Ticks after which embeddings count.
const DUE: u64 = 6;
/// Ticks after the due tick at which the request is given up.
const PATIENCE: u64 = 60;
/// The most minutes that a text waits for a batch.
const WAITS: u32 = 10;
/// Minutes after which a failed request is repeated.
const AGAIN: u32 = 15;
/// Minutes from one change of model to the next, at least.
const DAY: u32 = 1440;

/// The command, before `on` or `off`.
pub const COMMAND: &str = "embeddings";

/// Adds the question.
pub fn plugin(app: &mut App) {
    app.of_town::<EmbeddingStore>()
        .add_question::<Embed>()
        .add_observer(store_embeddings)
        .add_observer(retry_later)
        .add_systems(Tick, ask_embeddings.in_set(TickStep::AskEmbeddings));
}

/// Whether a command says that a server is asked from now on, or none; `None`: it is another command.
pub fn switched(line: &str) -> Option<bool> {
    let mut words = line.split_whitespace();
    match (words.next(), words.next(), words.next()) {
        (Some(COMMAND), Some("on"), None) => Some(true),
        (Some(COMMAND), Some("off"), None) => Some(false),
        _ => None,
    }
}

/// The same as a command.
pub fn switch(on: bool) -> String {
    format!("{COMMAND} {}", if on { "on" } else { "off" })
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
            memory.number(|text| embeddings.number(*id, text, now.0));
        }
        if thinking.about::<Embed>() {
            continue;
        }
        if let Some(texts) = embeddings.batch(*id, now.0, calendar.ticks(WAITS)) {
            thinking.ask(*seed, *id, *now, DUE, DUE + PATIENCE, &Embed { texts });
        }
    }
}

fn store_embeddings(
    on: On<Answered<Embed>>,
    (now, calendar): (Res<Now>, Res<Calendar>),
    mut embeddings: ResMut<EmbeddingStore>,
    people: Query<&AgentId>,
) -> Result {
    let (later, day) = (calendar.ticks(AGAIN), calendar.ticks(DAY));
    embeddings.take(*people.get(on.entity)?, &on.question.texts, &on.answer, now.0, (later, day));
    Ok(())
}

fn retry_later(
    on: On<Unanswered<Embed>>,
    (now, calendar): (Res<Now>, Res<Calendar>),
    mut embeddings: ResMut<EmbeddingStore>,
    people: Query<&AgentId>,
) -> Result {
    embeddings.miss(*people.get(on.entity)?, &on.question.texts, now.0, calendar.ticks(AGAIN));
    Ok(())
}
