//! `smallville fork` and `smallville replay`: a save gone on from at any moment, and proved to live again as it was.

use serde::Serialize;

use super::{cores, live, print, replay};
use crate::{
    agent::{persona::Names, state::Owner},
    cli,
    clock::Calendar,
    data::Data,
    save::Save,
    town::TownError,
    world::TownMap,
};

/// Runs `smallville fork`.
///
/// # Errors
/// Why there is nothing of that moment, or why the new save cannot be written.
pub fn fork(args: &cli::Fork) -> Result<bool, TownError> {
    let save = Save::read(&args.save)?;
    let meta = save.meta();
    let calendar = save.calendar()?;
    let tick = args.at.map_or(Some(meta.tick), |at| calendar.tick_at(at));
    let tick = tick.filter(|tick| *tick <= meta.tick).ok_or_else(|| {
        let [first, last] = [0, meta.tick].map(|tick| calendar.date_time(tick).strftime("%Y-%m-%d %H:%M"));
        format!("{} goes from {first} to {last}: take a time in between for --at", args.save.display())
    })?;
    save.fork(tick, &args.out)?;
    let when = calendar.date_time(tick).strftime("%Y-%m-%d %H:%M");
    crate::say!("{} begins where {} stood at {when}", args.out.display(), args.save.display());
    Ok(true)
}

/// What came of a replay.
#[derive(Serialize)]
struct Replayed {
    /// Ticks that were lived again.
    ticks: u64,
    /// Saved states that were compared.
    states: usize,
    /// The first difference, if there is one.
    difference: Option<Difference>,
}

/// Where a replay is not as it was saved.
#[derive(Serialize)]
struct Difference {
    tick: u64,
    when: String,
    /// A person, an object, or the town.
    owner: String,
    /// The component or resource.
    part: String,
}

/// Runs `smallville replay --headless`. Says whether all was as it was saved.
///
/// # Errors
/// Why the save cannot be opened, or where its journal no longer fits the town.
pub fn replay_and_compare(args: &cli::Replay, data: &Data) -> Result<bool, TownError> {
    let save = Save::read(&args.save)?;
    let snapshots = save.snapshots()?;
    if snapshots.is_empty() {
        let file = args.save.display();
        return Err(TownError::Message(format!("{file} holds no saved state, so there is nothing to compare with")));
    }
    let (mut app, end) = replay(&args.save, cores(), data)?;
    let (mut difference, mut states) = (None, 0);
    for tick in snapshots {
        live(&mut app, tick)?;
        let world = app.world();
        states += 1;
        if let Some((owner, part)) = save.state(tick)?.and_then(|state| state.difference(world)) {
            let owner = match owner {
                Owner::Town => "the town".into(),
                Owner::Object(id) => world.resource::<TownMap>().address(id),
                Owner::Agent(id) => world.resource::<Names>().name(id),
            };
            let when = world.resource::<Calendar>().date_time(tick).to_string();
            difference = Some(Difference { tick, when, owner, part });
            break;
        }
    }
    if difference.is_none() {
        live(&mut app, end)?;
    }
    let replayed = Replayed { ticks: end, states, difference };
    print(args.json, &replayed, || match &replayed.difference {
        None => format!("{end} ticks lived again: all {states} saved states are the same\n"),
        Some(Difference { tick, when, owner, part }) => {
            let part = part.replace('_', " ");
            format!("at {when} (tick {tick}) the {part} of {owner} is not as it was saved\n")
        }
    })?;
    Ok(replayed.difference.is_none())
}
