//! A day in parts.
//!
//! What is fixed comes first, then getting up and meals, work in its hours, what one has newly decided to do, and habits
//! as the dice draw them; what is left is home life and ways out. At the end it is made into as many parts as a day may
//! have and put into words.

mod events;
mod fill;
mod line;
mod meals;
mod resolves;
pub(super) mod wording;

use self::line::{Kind, Line, up};
use crate::{
    language::inflect,
    mind::{
        dice::Dice,
        places::Places,
        question::{Appointment, DayAnswer, PartAnswer, PlanDay, TimeOfDay},
    },
};

/// At most so much earlier than usual does one get up for an appointment, in minutes.
const EARLIER: i32 = 120;
/// From getting up to the first appointment.
const READY: i32 = 45;

/// Plans the day.
pub fn plan(question: &PlanDay, dice: &mut Dice) -> DayAnswer {
    let day = events::day(question);
    let resolves = resolves::of(question, day);
    let question = &resolves::without(question, &resolves);
    let (mut fixed, mut drops) = events::on(question, &Places::of(question), day);
    resolves::drop_barred(&resolves, &mut fixed, &mut drops);
    let mut draft = Draft::new(question, &fixed, dice, &mut drops);
    draft.meals();
    draft.work();
    draft.resolves(&resolves);
    draft.habits();
    draft.rest();
    draft.line.split_into_parts(&draft.places);
    draft.word_work();
    let clock = |minutes: i32| TimeOfDay(minutes.rem_euclid(1440) as u16);
    let part = |block: &line::Block| PartAnswer {
        until: clock(block.until),
        what: wording::join(&block.what),
        place: block.place,
    };
    DayAnswer {
        wake: clock(draft.line.wake),
        parts: draft.line.blocks.iter().map(part).collect(),
        drops: drops.join("; "),
    }
}

rule!(PlanDay, plan);

/// A day that is being planned.
struct Draft<'a> {
    question: &'a PlanDay,
    places: Places<'a>,
    dice: &'a mut Dice,
    line: Line,
    /// From when until when one works, if one does.
    hours: Option<(i32, i32)>,
}

impl<'a> Draft<'a> {
    /// A day with what is fixed for it, as far as there is room; the rest goes to `drops`.
    fn new(question: &'a PlanDay, fixed: &[Appointment], dice: &'a mut Dice, drops: &mut Vec<String>) -> Self {
        let usual = up(i32::from(question.usual_wake.0 % 1440));
        let mut fixed: Vec<(i32, i32, &Appointment)> = fixed.iter().filter_map(|one| on_line(one, usual)).collect();
        fixed.sort_by_key(|(from, until, one)| (-weight(one), *from, *until));

        let wake = usual + [-10, -5, 0, 0, 5, 10, 15][dice.below(7)];
        let first = fixed.iter().map(|(from, ..)| from - READY).min().unwrap_or(wake);
        let wake = wake.min(up(first - 4)).max(usual - EARLIER);
        // Asleep 6 to 9 hours until the usual next waking, and not longer awake than a day allows.
        let (least, most) = ((usual + 900).max(wake + 780), (usual + 1080).min(wake + 1140));
        let awake = i32::from(question.usual_wake.until(question.usual_sleep));
        let last = fixed.iter().map(|(_, until, _)| until + 20).max().unwrap_or(0);
        let bed = (usual + up(awake) + dice.minutes(-15, 15)).max(up(last)).clamp(least, most);

        let line = Line { wake, bed, blocks: Vec::new() };
        let hours = question.work.as_ref().and_then(|work| line.hours(work.hours));
        let mut draft = Self { question, places: Places::of(question), dice, line, hours };
        fixed.into_iter().for_each(|(from, until, one)| drops.extend(draft.fix(one, from, until)));
        draft
    }

    /// Lays one appointment down, or what is left of it beside those that matter more. Says what was given up.
    fn fix(&mut self, one: &Appointment, from: i32, until: i32) -> Option<String> {
        let what = inflect::truncate_words(subject(&one.what, &self.places), 11);
        let (begin, end) = (from.max(self.line.wake + 10), until.max(from + 10).min(self.line.bed));
        let gaps = self.line.gaps().into_iter().map(|(a, b)| (a.max(begin), b.min(end)));
        let Some((from, until)) = gaps.max_by_key(|(a, b)| b - a).filter(|(a, b)| b - a >= 10) else {
            return Some(format!("{what}: no time left"));
        };
        self.line.put(Kind::Fixed, (from, until, self.places.named(&one.what)), vec![what.clone()]);
        (until - from < end - begin).then(|| format!("part of {what}: something else is fixed at that hour"))
    }
}

/// When an appointment lies on the line; `None` if it lies in the night.
fn on_line(one: &Appointment, usual: i32) -> Option<(i32, i32, &Appointment)> {
    let from = i32::from(one.from.0 % 1440);
    let from = if from < usual - EARLIER + READY { from + 1440 } else { from };
    (from < usual + 1070).then(|| (from, from + i32::from(one.from.until(one.until)), one))
}

/// How much it counts when two clash.
fn weight(one: &Appointment) -> i32 {
    let how = one.how.to_lowercase();
    let says = |list: &[&str]| list.iter().any(|word| how.contains(word));
    match () {
        () if says(&["host"]) => 4,
        () if says(&["if ", "perhaps", "maybe", "unsure", "might"]) => 1,
        () if says(&["fixed", "cannot", "must"]) => 3,
        () => 2,
    }
}

/// What an appointment is about, without the place at its end.
fn subject<'a>(what: &'a str, places: &Places) -> &'a str {
    let place = |name: &str| [" at ", " in ", ", "].iter().find_map(|before| what.find(&format!("{before}{name}")));
    let at = places.all.iter().filter(|place| !place.name.is_empty()).find_map(|one| place(&one.name));
    match what[..at.unwrap_or(what.len())].trim() {
        "" => "keep an appointment",
        subject => subject,
    }
}
