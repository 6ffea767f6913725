//! Times and sizes.

use std::{
    fs,
    sync::LazyLock,
    time::{Duration, Instant},
};

use super::{Found, Rack, SHORT};
use crate::{
    clock::{Calendar, Now},
    headless,
    mind::dice::Dice,
    save::Save,
    town::{self, Options, TownError},
};

/// Lives the towns that the others work with.
pub(super) fn live(rack: &Rack) -> Result<(), TownError> {
    for (file, hours) in [(&rack.town, rack.hours), (&rack.short, rack.hours.min(SHORT))] {
        headless::run(&Options { save: Some(file.clone()), ..rack.options() }, hours, rack.data)?;
    }
    Ok(())
}

/// In turn with and without a save, so that what else the machine does is in both; of each the quickest. A tick is what its
/// own thread does; another one writes, and a run as fast as it goes waits for that too if there is no core to spare.
pub(super) fn cost(rack: &Rack) -> Found {
    let hours = rack.hours.min(24.0);
    let (mut ticks, mut runs) = ([f64::INFINITY; 2], [f64::INFINITY; 2]);
    for n in 0..3 {
        for (which, save) in [None, Some(rack.file(&format!("cost {n}.town")))].into_iter().enumerate() {
            let (began, worked) = (Instant::now(), worked());
            headless::run(&Options { save, ..rack.options() }, hours, rack.data)?;
            let (took, worked) = (began.elapsed(), self::worked().saturating_sub(worked));
            runs[which] = runs[which].min(took.as_secs_f64());
            ticks[which] = ticks[which].min(worked.as_secs_f64());
        }
    }
    let share = |[without, with]: [f64; 2]| 100.0 * (with / without - 1.0);
    let whole = format!("run {:.0} %, {:.2} s, {:.2} s", share(runs), runs[0], runs[1]);
    let tick = share(ticks);
    Ok((format!("{tick:.1} % ({:.2} s, {:.2} s; {whole})", ticks[0], ticks[1]), "under 5 %".into(), tick < 5.0))
}

/// How long this thread has been at work; where the system does not say, waiting counts too.
fn worked() -> Duration {
    static BEGAN: LazyLock<Instant> = LazyLock::new(Instant::now);
    let told = fs::read_to_string("/proc/thread-self/schedstat").ok();
    let nanos = told.and_then(|told| told.split_whitespace().next()?.parse().ok());
    nanos.map_or_else(|| BEGAN.elapsed(), Duration::from_nanos)
}

pub(super) fn size(rack: &Rack) -> Found {
    let size = fs::metadata(&rack.town).map_or(0, |about| about.len()) as f64 / 1e6;
    let most = 60.0 * rack.hours / 48.0;
    Ok((format!("{size:.1} MB for {} hours", rack.hours), format!("under {most:.0} MB"), size < most))
}

pub(super) fn open(rack: &Rack) -> Found {
    let began = Instant::now();
    let app = headless::app(&Options { load: Some(rack.town.clone()), threads: 2, ..Options::default() }, rack.data)?;
    let seconds = began.elapsed().as_secs_f64();
    drop(app);
    Ok((format!("{seconds:.2} s"), "under 1 s".into(), seconds < 1.0))
}

/// From one end to the other, and to moments by chance.
pub(super) fn seek(rack: &Rack) -> Found {
    let (mut app, end) = headless::recorded(&rack.town, 2, rack.data)?;
    let mut dice = Dice::new(rack.seed);
    let mut worst: f64 = 0.0;
    for n in 0..30 + rack.times {
        let tick = match n {
            0 => end,
            1 => 0,
            _ => dice.below(end.max(1) as usize) as u64,
        };
        let began = Instant::now();
        town::seek(app.world_mut(), tick)?;
        worst = worst.max(began.elapsed().as_secs_f64());
    }
    Ok((format!("{worst:.2} s at worst"), "under 1 s".into(), worst < 1.0))
}

pub(super) fn fork(rack: &Rack) -> Found {
    let save = Save::read(&rack.town)?;
    let (mut dice, mut worst, mut good) = (Dice::new(rack.seed), 0.0_f64, true);
    for n in 0..5 {
        let (at, file) = (dice.below(save.meta().tick.max(1) as usize) as u64, rack.file(&format!("fork {n}.town")));
        let began = Instant::now();
        save.fork(at, &file)?;
        worst = worst.max(began.elapsed().as_secs_f64());
        let app = headless::app(&Options { load: Some(file), threads: 2, ..Options::default() }, rack.data)?;
        good &= app.world().resource::<Now>().0 <= at && app.world().contains_resource::<Calendar>();
    }
    Ok((format!("{worst:.2} s at worst"), "under 1 s, and it opens".into(), good && worst < 1.0))
}
