//! Looking at the town: `events`, `time`, `seed`, `cost`, `doctor`.

use std::collections::BTreeMap;

use bevy::prelude::*;

use super::{
    Outcome,
    execute::embeddings,
    table::{Arguments, Town, resource, said},
};
use crate::{
    agent::{agenda::Agenda, components::talk::Talks, resolve, wording},
    clock::{Diverged, Driver, Minute, Seed},
    command::Command,
    exchange::Minds,
    journal::{Journal, Tally},
    language::clean::short_line,
    memory::embedding_store::EmbeddingStore,
    town::{OpenSave, RefusedCommands, TownInfo},
};

/// So many of a kind are told.
const MAX: usize = 20;

/// `Monday 13 February, 08:10`, and how fast it goes.
///
/// # Errors
/// There is no town.
pub fn time(world: &World) -> Result<String, String> {
    let Town { now, calendar, minute, .. } = Town::of(world)?;
    let date = wording::date(calendar.date(minute));
    let pace = match world.get_resource::<Driver>().and_then(|driver| driver.speed) {
        Some(speed) if speed <= 0.0 => "; paused".to_string(),
        Some(speed) => {
            let minutes = speed * f64::from(calendar.tick_seconds) / 60.0;
            format!("; {} game minutes a second", (minutes * 100.0).round() / 100.0)
        }
        None => String::new(),
    };
    Ok(format!("{date}, {} (tick {now}){pace}", minute.time_of_day()))
}

/// Current events: things out of order, conversations, appointments for today, recent commands.
pub(super) fn events(town: &Town, _: &Arguments) -> Result<Outcome, String> {
    let (world, map) = (town.world, town.map);
    let mut lines = Vec::new();
    for id in town.things() {
        let Some(condition) = town.state(id).and_then(|thing| thing.condition.as_ref()) else { continue };
        let since = town.calendar.date_time(condition.since).strftime("%H:%M");
        lines.push(format!("  {} is {} (since {since})", map.address(id), condition.what));
    }
    for talk in resource::<Talks>(world)?.open.values() {
        let members: Vec<&str> = talk.members.iter().map(|id| town.name(*id)).collect();
        let place = map.arena_name(talk.arena);
        lines.push(format!("  {} talk at {place} ({} lines)", members.join(" and "), talk.lines.len()));
    }
    let mut fixed: BTreeMap<(Minute, Minute, String), Vec<String>> = BTreeMap::new();
    for one in resolve::everybody(world) {
        let Ok(agenda) = town.part::<Agenda>(&one) else { continue };
        for engagement in agenda.on(town.minute) {
            let what = format!("{} at {}", engagement.what, map.arena_name(engagement.place));
            fixed.entry((engagement.from, engagement.until, what)).or_default().push(one.name.clone());
        }
    }
    for ((from, until, what), who) in fixed.iter().take(MAX) {
        lines.push(format!("  today {}-{}: {what}: {}", from.time_of_day(), until.time_of_day(), who.join(", ")));
    }
    let entered = resource::<Journal>(world)?.commands.range(..=town.now).rev();
    let entered = entered.flat_map(|(at, all)| all.iter().rev().map(move |one| (at, one)));
    let entered = entered.filter(|(_, command)| !matches!(command, Command::Embeddings(_)));
    for (at, command) in entered.take(MAX / 2).collect::<Vec<_>>().into_iter().rev() {
        lines.push(format!("  {}, by command: {}", town.when(*at), short_line(&command.to_string(), 120)));
    }
    if lines.is_empty() {
        lines.push("nothing out of the ordinary".into());
    }
    said(&lines)
}

/// Which town this is.
///
/// # Errors
/// There is no town.
pub fn seed(world: &World) -> Result<String, String> {
    let played = resource::<TownInfo>(world)?;
    let seed = world.get_resource::<Seed>().map_or(played.meta.seed, |seed| seed.0);
    let people = resolve::everybody(world).len();
    Ok(format!("{} ({}), seed {seed}, {people} people, begun {}", played.name, played.meta.scenario, played.meta.start))
}

/// What answers have taken so far.
pub(super) fn cost(town: &Town, _: &Arguments) -> Result<Outcome, String> {
    let (tally, minds) = (resource::<Tally>(town.world)?, resource::<Minds>(town.world)?);
    let spent = tally.spent();
    let who = minds.model().unwrap_or_else(|| "the built-in mind, which costs nothing".into());
    let mut lines = vec![format!(
        "asked: {who}. {} answers of the built-in mind, {} of a model, {} recorded; {} times the built-in mind stood in",
        tally.builtin, tally.model, tally.cassette, tally.fallbacks
    )];
    if spent.calls > 0 {
        let (calls, sent, back) = (spent.calls, spent.tokens_in, spent.tokens_out);
        lines.push(format!(
            "{calls} requests, {sent} tokens sent, {back} received, {:.4} US dollars",
            minds.budget().usd()
        ));
    }
    let mut kinds: Vec<(&String, u64)> = tally.by_question.iter().map(|(kind, share)| (kind, share.answers)).collect();
    kinds.sort_by_key(|(kind, answers)| (std::cmp::Reverse(*answers), *kind));
    let kinds: Vec<String> = kinds.iter().take(8).map(|(kind, answers)| format!("{answers} {kind}")).collect();
    if !kinds.is_empty() {
        lines.push(format!("answers by question: {}", kinds.join(", ")));
    }
    said(&lines)
}

/// What is wrong with this town, if anything. (`smallville doctor` looks at the machine.)
pub(super) fn doctor(town: &Town, _: &Arguments) -> Result<Outcome, String> {
    let (world, tally, minds) = (town.world, resource::<Tally>(town.world)?, resource::<Minds>(town.world)?);
    let mut lines = vec![format!("smallville {}", env!("CARGO_PKG_VERSION"))];
    if let Some(why) = world.get_resource::<Diverged>().and_then(|astray| astray.0.as_ref()) {
        lines.push(format!("the town cannot go on: {why}"));
    }
    match world.get_resource::<OpenSave>() {
        None => lines.push("this town is not being saved; `save F.town` saves it".into()),
        Some(keeping) => match &keeping.trouble {
            Some(why) => lines.push(format!("the save cannot be written: {why}")),
            None => lines.push("the save is written every quarter of a game hour, without trouble".into()),
        },
    }
    let who = minds.model().unwrap_or_else(|| "the built-in mind".into());
    lines.push(format!("mind: {who}; {} questions under way", minds.under_way()));
    lines.push(match &tally.trouble {
        Some((tick, why)) => format!("the last failure of a mind, at tick {tick}: {}", short_line(why, 300)),
        None => "no mind has failed".into(),
    });
    lines.push(embeddings(resource::<EmbeddingStore>(world)?.is_on()));
    let refused = world.get_resource::<RefusedCommands>().map_or(&[][..], |refused| &refused.0);
    if let Some(last) = refused.last() {
        let last = short_line(&last.to_string(), 300);
        lines.push(format!("{} commands were refused; the last: {last}", refused.len()));
    }
    lines.push("what works on this machine: `smallville doctor` in a terminal".into());
    said(&lines)
}
