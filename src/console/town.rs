//! Looking at the town: `events`, `time`, `seed`, `cost`, `doctor`.

use bevy::prelude::*;

use crate::{
    agent::{acquaintances::Directory, agenda::Agenda, components::talk::Talks, resolve as near, time_words},
    clock::{Calendar, Diverged, Driver, Minute, Now, Seed},
    command::Command,
    exchange::Minds,
    journal::{Journal, Tally},
    memory::embedding_store::EmbeddingStore,
    town::{OpenSave, Played, RefusedCommands},
    world::{ObjectId, ObjectState, Objects, TownMap},
};

/// So many of a kind are told.
const MOST: usize = 20;

fn clock(world: &World) -> Result<(u64, Calendar, Minute), String> {
    let calendar = *world.get_resource::<Calendar>().ok_or("there is no town yet")?;
    let now = world.get_resource::<Now>().map_or(0, |now| now.0);
    Ok((now, calendar, calendar.minute(now)))
}

/// `Monday 13 February, 08:10`, and how fast it goes.
///
/// # Errors
/// There is no town.
pub fn time(world: &World) -> Result<String, String> {
    let (now, calendar, minute) = clock(world)?;
    let date = time_words::date(calendar.date(minute));
    let pace = match world.get_resource::<Driver>().and_then(|driver| driver.speed) {
        Some(speed) if speed <= 0.0 => "; time stands".to_string(),
        Some(speed) => {
            let minutes = speed * f64::from(calendar.tick_seconds) / 60.0;
            format!("; {} game minutes a second", (minutes * 100.0).round() / 100.0)
        }
        None => String::new(),
    };
    Ok(format!("{date}, {} (tick {now}){pace}", minute.time_of_day()))
}

/// What is on: things out of their rest, talks, what is fixed for today, what was done by commands.
///
/// # Errors
/// There is no town.
pub fn events(world: &World) -> Result<String, String> {
    let (now, calendar, minute) = clock(world)?;
    let (Some(map), Some(objects)) = (world.get_resource::<TownMap>(), world.get_resource::<Objects>()) else {
        return Err("there is no town yet".into());
    };
    let mut lines = Vec::new();
    for (n, entity) in objects.0.iter().enumerate() {
        let condition = world.get::<ObjectState>(*entity).and_then(|thing| thing.condition.as_ref());
        let Some(condition) = condition else { continue };
        let since = calendar.date_time(condition.since).strftime("%H:%M");
        lines.push(format!("  {} is {} (since {since})", map.address(ObjectId(n as u16)), condition.what));
    }
    let directory = world.get_resource::<Directory>();
    let name = |id| directory.and_then(|all| all.get(id)).map_or("somebody", |one| one.name.as_str());
    for talk in world.get_resource::<Talks>().into_iter().flat_map(|talks| talks.open.values()) {
        let members: Vec<&str> = talk.members.iter().map(|id| name(*id)).collect();
        let place = map.arena_name(talk.arena);
        lines.push(format!("  {} talk at {place} ({} lines)", members.join(" and "), talk.lines.len()));
    }
    let mut fixed: Vec<(Minute, Minute, String, Vec<String>)> = Vec::new();
    for one in near::everybody(world) {
        let Some(agenda) = world.get::<Agenda>(one.entity) else { continue };
        for engagement in agenda.on(minute) {
            let what = format!("{} at {}", engagement.what, map.arena_name(engagement.place));
            let same = fixed.iter_mut().find(|(from, _, other, _)| *from == engagement.from && *other == what);
            match same {
                Some((.., who)) => who.push(one.name.clone()),
                None => fixed.push((engagement.from, engagement.until, what, vec![one.name.clone()])),
            }
        }
    }
    fixed.sort();
    for (from, until, what, who) in fixed.iter().take(MOST) {
        lines.push(format!("  today {}-{}: {what}: {}", from.time_of_day(), until.time_of_day(), who.join(", ")));
    }
    let journal = world.get_resource::<Journal>();
    let said = journal.into_iter().flat_map(|journal| journal.commands.range(..=now).rev());
    let said = said.flat_map(|(at, all)| all.iter().rev().map(move |one| (at, one)));
    let said = said.filter(|(_, command)| !matches!(command, Command::Embeddings(_)));
    for (at, command) in said.take(MOST / 2).collect::<Vec<_>>().into_iter().rev() {
        let when = calendar.date_time(*at).strftime("%-d %b %H:%M");
        lines.push(format!("  {when}, by command: {}", near::short(&command.to_string(), 120)));
    }
    if lines.is_empty() {
        return Ok("nothing out of the ordinary".into());
    }
    Ok(lines.join("\n"))
}

/// Which town this is.
///
/// # Errors
/// There is no town.
pub fn seed(world: &World) -> Result<String, String> {
    let played = world.get_resource::<Played>().ok_or("there is no town yet")?;
    let seed = world.get_resource::<Seed>().map_or(played.meta.seed, |seed| seed.0);
    let people = near::everybody(world).len();
    Ok(format!("{} ({}), seed {seed}, {people} people, begun {}", played.name, played.meta.scenario, played.meta.start))
}

/// What answers have taken so far.
///
/// # Errors
/// Never.
pub fn cost(world: &World) -> Result<String, String> {
    let (Some(tally), Some(minds)) = (world.get_resource::<Tally>(), world.get_resource::<Minds>()) else {
        return Err("there is no town yet".into());
    };
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
    Ok(lines.join("\n"))
}

/// What is wrong with this town, if anything. (`smallville doctor` looks at the machine.)
///
/// # Errors
/// Never.
pub fn doctor(world: &World) -> Result<String, String> {
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
    if let Some(minds) = world.get_resource::<Minds>() {
        let who = minds.model().unwrap_or_else(|| "the built-in mind".into());
        lines.push(format!("mind: {who}; {} questions under way", minds.under_way()));
    }
    match world.get_resource::<Tally>().and_then(|tally| tally.trouble.as_ref()) {
        Some((tick, why)) => {
            lines.push(format!("the last failure of a mind, at tick {tick}: {}", near::short(why, 300)))
        }
        None => lines.push("no mind has failed".into()),
    }
    let rows = world.get_resource::<EmbeddingStore>().is_some_and(EmbeddingStore::is_on);
    lines.push(format!(
        "memories are compared by {}",
        if rows { "a server's embeddings" } else { "our own embeddings" }
    ));
    let refused = world.get_resource::<RefusedCommands>().map_or(&[][..], |refused| &refused.0);
    if let Some(last) = refused.last() {
        lines.push(format!(
            "{} commands were refused; the last: {}",
            refused.len(),
            near::short(&last.to_string(), 300)
        ));
    }
    lines.push("what works on this machine: `smallville doctor` in a terminal".into());
    Ok(lines.join("\n"))
}
