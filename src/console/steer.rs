//! Commands that steer the program and not the town: how fast time goes, where the camera looks, saves.

use std::path::PathBuf;

use bevy::prelude::*;
use jiff::civil;

use super::{Outcome, things};
use crate::{
    agent::{resolve as near, resolve::Somebody, scenario::News},
    clock::{Calendar, Minute, Now},
    mind::question::TimeOfDay,
    world::Tile,
};

/// What the program is to do. Whoever reads the line does it: the window, or the loop without one.
#[derive(Clone, Debug, PartialEq)]
pub enum Steer {
    /// Time stands, or goes on.
    Pause,
    /// So many game minutes a second.
    Speed(f64),
    /// Time goes on up to this tick, then stands.
    Until(u64),
    /// The camera keeps to somebody; `None`: it is let go.
    Follow(Option<Somebody>),
    /// The camera looks at a cell.
    Show(Tile),
    /// Writes the save; with a path, a new one there.
    Save(Option<PathBuf>),
    /// Opens a save in place of this town.
    Load(PathBuf),
    /// Whoever shows what travels shows this too.
    Watch(Box<News>),
    /// The end.
    Quit,
}

/// The fastest that time goes in the window, in game minutes a second.
const FASTEST: f64 = 600.0;
/// The longest that is lived at a word, in minutes.
const LONGEST: u32 = 366 * 1440;

/// What is to be done, and what is said about it.
pub type Steered = Result<(Steer, String), String>;

/// `speed N`.
///
/// # Errors
/// It is no speed.
pub fn speed(rest: &str) -> Steered {
    let minutes = rest.trim().parse::<f64>().ok().filter(|minutes| *minutes > 0.0 && *minutes <= FASTEST);
    let minutes = minutes.ok_or("write speed and game minutes a second, such as speed 4, at most 600")?;
    Ok((Steer::Speed(minutes), format!("{minutes} game minutes a second")))
}

fn clock(world: &World) -> Result<(Calendar, u64, Minute), String> {
    let calendar = *world.get_resource::<Calendar>().ok_or("there is no town yet")?;
    let now = world.get_resource::<Now>().map_or(0, |now| now.0);
    Ok((calendar, now, calendar.minute(now)))
}

fn up_to(calendar: Calendar, now: u64, tick: u64) -> Steered {
    if tick <= now {
        return Err(format!("that is past: it is {}", calendar.date_time(now).strftime("%a %-d %b %H:%M")));
    }
    let when = calendar.date_time(tick).strftime("%a %-d %b %H:%M");
    Ok((Steer::Until(tick), format!("up to {when}")))
}

/// `until 09:00`, or `until 2023-02-14 09:00`.
///
/// # Errors
/// It is no time, or past.
pub fn until(world: &World, rest: &str) -> Steered {
    let (calendar, now, minute) = clock(world)?;
    let text = rest.trim();
    let usage = || "write until and a time, such as until 09:00 or until 2023-02-14 09:00".to_string();
    if let Ok(time) = text.parse::<TimeOfDay>() {
        return up_to(calendar, now, calendar.tick(Minute(minute.0 + 1).next(time)));
    }
    let when: civil::DateTime = text.replacen(' ', "T", 1).parse().map_err(|_| usage())?;
    let minute = calendar.minute_at(when).ok_or("that is before the town began")?;
    if minute.0 > LONGEST {
        return Err("that is more than a year off".into());
    }
    up_to(calendar, now, calendar.tick(minute))
}

/// `run 10m`, `run 2h`, `run 90s`, `run 60` (ticks).
///
/// # Errors
/// It is no length of time.
pub fn run(world: &World, rest: &str) -> Steered {
    let (calendar, now, _) = clock(world)?;
    let text = rest.trim();
    let digits = text.trim_end_matches(|c: char| c.is_alphabetic() || c.is_whitespace());
    let number = digits.parse::<u64>().ok().filter(|number| *number > 0);
    let per = match text.get(digits.len()..).unwrap_or_default().trim() {
        "" | "tick" | "ticks" | "steps" | "step" => None,
        "s" | "sec" | "seconds" => Some(1),
        "m" | "min" | "minute" | "minutes" => Some(60),
        "h" | "hour" | "hours" => Some(3600),
        "d" | "day" | "days" => Some(86_400),
        _ => return Err(RUN.into()),
    };
    let number = number.ok_or(RUN)?;
    let seconds = u64::from(calendar.tick_seconds.max(1));
    let ticks = per.map_or(Some(number), |per: u64| number.checked_mul(per).map(|all| all.div_ceil(seconds)));
    let ticks = ticks.filter(|ticks| *ticks <= calendar.ticks(LONGEST)).ok_or("that is more than a year")?;
    up_to(calendar, now, now + ticks)
}

const RUN: &str = "write run and how long, such as run 10m, run 2h, or run 60 for 60 ticks";

/// `follow [NAME]`.
///
/// # Errors
/// Nobody is called so.
pub fn follow(world: &World, rest: &str) -> Steered {
    if rest.trim().is_empty() {
        return Ok((Steer::Follow(None), "nobody is followed".into()));
    }
    let one = near::person(world, rest)?;
    let words = format!("following {}", one.name);
    Ok((Steer::Follow(Some(one)), words))
}

/// `find WORDS`: tells where it is, and looks there.
///
/// # Errors
/// Nothing is called so.
pub fn find(world: &World, rest: &str) -> Result<Outcome, String> {
    let hits = things::look_for(world, rest)?;
    let found = things::found(&hits);
    Ok(match hits.first().and_then(|hit| hit.at) {
        Some(at) => Outcome::Steers(Steer::Show(at), found),
        None => Outcome::Said(found),
    })
}
