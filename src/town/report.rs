//! What a town that has been lived comes to, in figures.

use serde_json::json;

use super::{Refusal, RefusedCommands, TownInfo};
use crate::{
    agent::{prelude::*, state_hash},
    exchange::Minds,
    journal::{Journal, Share, Tally},
    mind::Price,
};

/// What `--json` prints of a town that has been lived.
pub fn report(world: &mut World, wall: std::time::Duration) -> serde_json::Value {
    let state = state_hash(world);
    let played = world.resource::<TownInfo>().clone();
    let (now, calendar) = (world.resource::<Now>().0, *world.resource::<Calendar>());
    let rows = world.resource::<EmbeddingStore>();
    let embeddings = rows.model().map(|(model, dims)| json!({ "model": model, "dims": dims, "texts": rows.len() }));
    let (journal, tally, minds) = (world.resource::<Journal>(), world.resource::<Tally>(), world.resource::<Minds>());
    let spent = tally.spent();
    json!({
        "scenario": played.meta.scenario,
        "agents": played.meta.agents,
        "ticks": now,
        "seed": played.meta.seed,
        "start": calendar.date_time(0).to_string(),
        "end": calendar.date_time(now).to_string(),
        "journal_hash": journal.hash(),
        "state_hash": state,
        "wall_s": (wall.as_secs_f64() * 1000.0).round() / 1000.0,
        "peak_mb": peak_mb(),
        "calls": spent.calls,
        "tokens_in": spent.tokens_in,
        "tokens_out": spent.tokens_out,
        "tokens_cached": spent.tokens_cached,
        "tokens_new": spent.tokens_new,
        "usd": minds.budget().usd(),
        "answered_by": { "builtin": tally.builtin, "model": tally.model, "cassette": tally.cassette },
        "answers_by_question": tally.answers_by_question(),
        "took_by_question": usage_by_question(tally, minds.budget().price),
        "fallbacks": tally.fallbacks,
        "embeddings": embeddings,
        "given_up": tally.given_up,
        "stopped": minds.budget().stopped(),
        "faults": world.resource::<RefusedCommands>().0.iter().map(Refusal::to_string).collect::<Vec<_>>(),
    })
}

fn usage_by_question(tally: &Tally, price: Option<Price>) -> serde_json::Map<String, serde_json::Value> {
    let told = |(question, share): (&String, &Share)| {
        let took = &share.usage;
        let told = serde_json::json!({
            "answers": share.answers,
            "fallbacks": share.fallbacks,
            "calls": took.calls,
            "tokens_in": took.tokens_in,
            "tokens_out": took.tokens_out,
            "tokens_new": took.tokens_new,
            "usd": price.map_or(0.0, |price| price.of(took)),
        });
        (question.clone(), told)
    };
    tally.by_question.iter().map(told).collect()
}

/// The most memory this process has had, in MB; `None` where the system does not say.
fn peak_mb() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("VmHWM:"))?;
    line.split_whitespace().nth(1)?.parse::<u64>().ok().map(|kb| kb.div_ceil(1024))
}
