//! Whether a town lives again, and goes on, as it was.

use super::{Found, Rack};
use crate::{agent::state_hash, clock::Calendar, headless, journal::Journal, save::Save, town::Options};

/// Lives the journal again and compares every state that was saved.
pub(super) fn replay(rack: &Rack, threads: usize) -> Found {
    let save = Save::read(&rack.town)?;
    let (mut app, end) = headless::replay(&rack.town, threads, rack.data)?;
    let mut same = 0;
    let ticks = save.snapshots()?;
    for tick in &ticks {
        headless::live(&mut app, *tick)?;
        if let Some((owner, part)) = save.state(*tick)?.and_then(|state| state.difference(app.world())) {
            return Ok((format!("at tick {tick} {part} of {owner:?} differs"), "the same".into(), false));
        }
        same += 1;
    }
    headless::live(&mut app, end)?;
    Ok((format!("{same} states and {end} ticks are the same"), "the same".into(), true))
}

/// Forks at each hour, lives an hour more, and compares with the town that never stopped.
pub(super) fn each_hour(rack: &Rack) -> Found {
    let save = Save::read(&rack.town)?;
    let (mut whole, _) = headless::replay(&rack.town, 2, rack.data)?;
    let calendar = *whole.world().resource::<Calendar>();
    let hours = (rack.hours as u64).saturating_sub(1);
    for hour in 1..=hours {
        let [from, until] = [hour as f64, hour as f64 + 1.0].map(|hours| rack.tick(hours, &calendar));
        let (from, until, file) = (from? + 37, until?, rack.file("hour.town"));
        save.fork(from, &file)?;
        let options = Options { load: Some(file.clone()), threads: 2, ..Options::default() };
        let mut part = headless::app(&options, rack.data)?;
        headless::live(&mut part, until)?;
        headless::live(&mut whole, until)?;
        let [one, other] = [&part, &whole]
            .map(|app| (state_hash(app.world()), app.world().resource::<Journal>().before(until).hash()));
        if one != other {
            return Ok((format!("gone on with from hour {hour} it is another town"), "the same".into(), false));
        }
        let _ = std::fs::remove_file(file);
    }
    Ok((format!("the same from each of {hours} hours"), "the same".into(), true))
}
