//! Getting up, going to bed, and what is fixed in between.

use super::{
    events,
    line::{Block, Kind, Line, up},
    places::Places,
};
use crate::{
    language::inflect,
    mind::{
        question::{Appointment, PlanDay},
        rules::{dice::Dice, sector},
    },
};

/// At most so much earlier than usual does one get up for an appointment, in minutes.
const EARLIER: i32 = 120;
/// From getting up to the first appointment.
const READY: i32 = 45;

/// An empty day: when it begins and ends, with room for what is fixed. Also says what had to be given up.
pub fn day(question: &PlanDay, places: &Places, dice: &mut Dice) -> (Line, String) {
    let usual = up(i32::from(question.usual_wake.0 % 1440));
    let fixtures = events::on(question, places);
    let mut fixed: Vec<(i32, i32, &Appointment)> = fixtures.list.iter().filter_map(|a| on_line(a, usual)).collect();
    fixed.sort_by_key(|(from, until, a)| (-weight(a), *from, *until));

    let wake = usual + [-10, -5, 0, 0, 5, 10, 15][dice.below(7)];
    let first = fixed.iter().map(|(from, ..)| from - READY).min().unwrap_or(wake);
    let wake = wake.min(up(first - 4)).max(usual - EARLIER);

    // Asleep 6 to 9 hours until the usual next waking, and not longer awake than a day allows.
    let (least, most) = ((usual + 900).max(wake + 780), (usual + 1080).min(wake + 1140));
    let awake = i32::from(question.usual_wake.until(question.usual_sleep));
    let last = fixed.iter().map(|(_, until, _)| until + 20).max().unwrap_or(0);
    let bed = (usual + up(awake) + dice.minutes(-15, 15)).max(up(last)).clamp(least, most);

    let mut line = Line { wake, bed, blocks: Vec::new() };
    let mut drops: Vec<String> = fixtures.drops.clone();
    for (from, until, a) in fixed {
        if let Some(lost) = fix(&mut line, places, a, from, until) {
            drops.push(lost);
        }
    }
    (line, drops.join("; "))
}

/// Lays one appointment down, or what is left of it beside those that matter more. Says what was given up.
fn fix(line: &mut Line, places: &Places, a: &Appointment, from: i32, until: i32) -> Option<String> {
    let what = inflect::at_most(&subject(&a.what, places), 11);
    let (begin, end) = (from.max(line.wake + 10), until.max(from + 10).min(line.bed));
    let left = line.gaps().into_iter().map(|(a, b)| (a.max(begin), b.min(end))).max_by_key(|(a, b)| b - a);
    let Some((a_from, a_until)) = left.filter(|(a, b)| b - a >= 10) else {
        return Some(format!("{what}: no time left"));
    };
    let rest = a_until - a_from < end - begin;
    let place = places.named(&a.what);
    line.put(Block { from: a_from, until: a_until, place, kind: Kind::Fixed, what: vec![what.clone()] });
    rest.then(|| format!("part of {what}: something else is fixed at that hour"))
}

/// When an appointment lies on the line; `None` if it lies in the night.
fn on_line(a: &Appointment, usual: i32) -> Option<(i32, i32, &Appointment)> {
    let mut from = i32::from(a.from.0 % 1440);
    if from < usual - EARLIER + READY {
        from += 1440;
    }
    (from < usual + 1070).then(|| (from, from + i32::from(a.from.until(a.until)), a))
}

/// How much it counts when two clash.
fn weight(a: &Appointment) -> i32 {
    let says = |list: &[&str]| list.iter().any(|word| a.how.to_lowercase().contains(word));
    match () {
        () if says(&["host"]) => 4,
        () if says(&["if ", "perhaps", "maybe", "unsure", "might"]) => 1,
        () if says(&["fixed", "cannot", "must"]) => 3,
        () => 2,
    }
}

/// What an appointment is about, without the place at its end.
fn subject(what: &str, places: &Places) -> String {
    let low = what.to_lowercase();
    for place in places.all() {
        let name = place.name.to_lowercase();
        let Some(at) = low.find(&name).filter(|&at| at > 3 && what.is_char_boundary(at)) else { continue };
        // "go to the park: lawn": without its end it would be no sentence
        let last = what[..at].trim_end().rsplit(' ').next().unwrap_or_default();
        if matches!(
            last,
            "to" | "for" | "of" | "from" | "with" | "around" | "through" | "by" | "near" | "into" | "about"
        ) {
            return what.get(..at + sector(&place.name).len()).unwrap_or(what).trim().to_owned();
        }
        let head = what[..at].trim_end().trim_end_matches(',').trim_end_matches(" at").trim_end_matches(" in");
        if !head.trim().is_empty() {
            return head.trim().to_owned();
        }
    }
    let plain = what.trim();
    if plain.is_empty() { "keep an appointment".into() } else { plain.to_owned() }
}
