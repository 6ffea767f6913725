//! What somebody has made up their mind to without naming an hour finds a free one in what is left of their day.

use bevy::prelude::*;

use super::whisper;
use crate::{
    agent::{
        ablation::Ablation,
        access::Visitor,
        agenda::{Agenda, Engagement},
        components::{DayPlan, Part},
        known_places::KnownPlaces,
        offers::places,
        resolve::Somebody,
    },
    clock::Minute,
    memory::Kind,
    mind::{question::Span, rules::Resolve},
};

/// Minutes from now in which nothing new is begun.
const SOON: u32 = 15;
/// Minutes before bedtime that belong to going to bed.
const TO_BED: u32 = 30;
/// Minutes that it takes, at least and at most.
const LEAST: u32 = 30;
const MOST: u32 = 60;

/// Words of what is not put off.
const NEEDS: [&str; 10] = ["breakfast", "brunch", "lunch", "dinner", "supper", "eat", "meal", "wash", "sleep", "bed"];

/// From when until when today, what and where; the memory of it is not known yet. `None`: it is for another day or
/// nothing one can do, or there is no time left.
pub fn free_hour(world: &World, one: &Somebody, text: &str) -> Option<(Resolve, Engagement)> {
    let ablation = world.resource::<Ablation>();
    let now = whisper::minute(world);
    // Days count from any: what is said is no date but today's or another.
    let resolve = Resolve::read(text, &one.name, 0)?;
    if resolve.not || resolve.day.is_some() || !ablation.allow(Kind::Plan) || !ablation.english() {
        return None;
    }
    let visitor = whisper::visitor(world, one)?;
    let Visitor { persona, home, .. } = visitor;
    let (known, plan) = (world.get::<KnownPlaces>(one.entity)?, world.get::<DayPlan>(one.entity)?);
    let agenda = world.get::<Agenda>(one.entity)?;
    let (arenas, offered): (Vec<_>, Vec<_>) = places(&visitor, known).into_iter().unzip();
    let bedtime = plan.bedtime()?;
    // Work goes on, meals are eaten, and what is fixed stays.
    let busy = |part: &Part| {
        let works = persona.work.as_ref().is_some_and(|work| part.what.contains(work.what.as_str()));
        let fixed = agenda.0.iter().any(|one| one.from < part.until && one.until > part.from);
        home.work.contains(&part.place) && persona.work.is_some() || works || fixed || by_need(&part.what)
    };
    let up = |minute: u32| minute.div_ceil(5) * 5;
    for part in plan.parts.iter().filter(|part| part.from < bedtime && !busy(part)) {
        let from = up(part.from.0.max(now.0 + SOON));
        let until = part.until.0.min(bedtime.0.saturating_sub(TO_BED)) / 5 * 5;
        let long = until.saturating_sub(from).min(MOST);
        if long < LEAST {
            continue;
        }
        let (begins, ends) = (Minute(from), Minute(from + long));
        let open = |span: Span| span.from.until(begins.time_of_day()) + long as u16 <= whole(span);
        let can = |n: &u32| offered.iter().any(|place| place.n == *n && place.open.is_none_or(open));
        let Some(n) = resolve.places(&offered).into_iter().find(can) else { continue };
        let Some(place) = arenas.get((n as usize).saturating_sub(1)).copied() else { continue };
        let (what, how) = (resolve.what.clone(), whisper::OWN_MIND.to_owned());
        return Some((resolve, Engagement { from: begins, until: ends, what, place, how, memory: 0 }));
    }
    None
}

/// Is it a meal, getting up or rest, by its words?
fn by_need(what: &str) -> bool {
    what.to_lowercase().split(|c: char| !c.is_alphanumeric()).any(|word| NEEDS.contains(&word))
}

/// Minutes for which it is open; a day if it never closes.
fn whole(span: Span) -> u16 {
    match span.from.until(span.until) {
        0 => 1440,
        minutes => minutes,
    }
}
