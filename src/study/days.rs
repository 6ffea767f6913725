//! Are the people's days sensible? Sleep in one's own bed, work at work, meals where there is food; counted.

use serde::{Deserialize, Serialize};

use super::watch::{ObservedItem, Watched};
use crate::agent::{access::Visitor, cast, prelude::*};

/// What was counted of one person.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Days {
    /// When they slept in a bed of their own, from tick to tick.
    slept: Vec<(u64, u64)>,
    /// Minutes of their usual work hours on days on which they work, and how many of them at a place of work.
    work: (u32, u32),
    /// Meals begun, and how many where there was food.
    meals: (u32, u32),
    /// Minutes in a closed place or in another's room.
    astray: u32,
    /// Nights in another's bed.
    strange_beds: Vec<(u64, u64)>,
    /// What went wrong, in words.
    notes: Vec<String>,
    /// The beginning of the meal that is under way, and whether it has been one so far.
    meal: Option<(Minute, bool)>,
}

/// What was counted of one seed.
#[derive(Clone, Debug, Serialize)]
pub struct Count {
    /// The seed.
    pub seed: u64,
    /// Nights with 6 to 9 hours in one's own bed, of all whole nights.
    nights: (u32, u32),
    /// Fewest and most minutes of a night.
    sleep_minutes: (u32, u32),
    /// Minutes at work, of the usual work hours without planned meals.
    work: (u32, u32),
    /// The smallest share of anybody.
    work_least: f64,
    /// Meals where there was food, of all.
    meals: (u32, u32),
    /// Minutes in a closed place, another's room or another's bed.
    astray_minutes: u32,
    /// What went wrong, in words.
    notes: Vec<String>,
    /// As they should be.
    pub pass: bool,
}

/// A line for each seed.
pub fn table<'a>(counts: impl Iterator<Item = &'a Count>) -> String {
    let mut text = String::from("seed  nights 6-9 h  sleep min-max  at work  least  meals with food  astray min\n");
    let share = |(part, whole): (u32, u32)| 100.0 * f64::from(part) / f64::from(whole.max(1));
    for Count { seed, nights, sleep_minutes: sleep, work, work_least, meals, astray_minutes, notes, pass } in counts {
        let (work, least, verdict) = (share(*work), 100.0 * work_least, if *pass { "pass" } else { "FAIL" });
        text += &format!("{seed:>4}  {:>5} of {:<4}  {:>5}-{:<7}  ", nights.0, nights.1, sleep.0, sleep.1);
        text += &format!("{work:>6.1}%  {least:>4.0}%  {:>6} of {:<6}  ", meals.0, meals.1);
        text += &format!("{astray_minutes:>10}  {verdict}\n");
        text.extend(notes.iter().map(|note| format!("      {note}\n")));
    }
    text
}

/// What became of the days of a town that ran up to tick `end`.
pub fn judge(watched: &Watched, calendar: Calendar, seed: u64, end: u64) -> Count {
    let lives: Vec<&Days> = watched.lives.values().map(|life| &life.days).collect();
    let minutes = |(from, until): &(u64, u64)| calendar.minute(*until).0 - calendar.minute(*from).0;
    // A night is whole if it begins and ends within the run; the first one has begun before it. It belongs to the day
    // on which it ends: sleep that ends after six in the evening is the next day's.
    let whole = 1..calendar.minute(end).0.saturating_sub(600) / Minute::DAY + 1;
    let day = |(_, until): &(u64, u64)| (calendar.minute(*until).0 + 360) / Minute::DAY;
    let night = |life: &Days, of: u32| life.slept.iter().filter(|one| day(one) == of).map(minutes).sum::<u32>();
    let nights: Vec<u32> = lives.iter().flat_map(|life| whole.clone().map(|day| night(life, day))).collect();
    let good = nights.iter().filter(|minutes| (360..=540).contains(*minutes)).count() as u32;
    let sum = |pick: fn(&Days) -> (u32, u32)| {
        lives.iter().map(|life| pick(life)).fold((0, 0), |(a, b), (c, d)| (a + c, b + d))
    };
    let (all, at) = sum(|life| life.work);
    let (eaten, fed) = sum(|life| life.meals);
    let workers = lives.iter().filter(|life| life.work.0 > 0);
    let least = workers.map(|life| f64::from(life.work.1) / f64::from(life.work.0)).fold(1.0, f64::min);
    let astray = lives.iter().map(|life| life.astray + life.strange_beds.iter().map(minutes).sum::<u32>()).sum();
    let sleep = (nights.iter().copied().min().unwrap_or(0), nights.iter().copied().max().unwrap_or(0));
    // A meal in fifty may be lost: to a talk that would not end, or to what was agreed for its time.
    let pass = good == nights.len() as u32 && at * 5 >= all * 4 && fed * 50 >= eaten * 49 && astray == 0;
    Count {
        seed,
        nights: (good, nights.len() as u32),
        sleep_minutes: sleep,
        work: (at, all),
        work_least: least,
        meals: (fed, eaten),
        astray_minutes: astray,
        notes: lives.iter().flat_map(|life| life.notes.iter().cloned()).collect(),
        pass,
    }
}

impl Days {
    /// Notes that they slept in this bed, from tick to tick.
    pub(super) fn note_sleep(&mut self, bed: Option<ObjectId>, time: (u64, u64), visitor: &Visitor) {
        let own = bed.is_some_and(|bed| visitor.may_use(bed)) && cast::bed(visitor.persona, visitor.map) == bed;
        if own { self.slept.push(time) } else { self.strange_beds.push(time) }
    }

    /// Notes one minute of somebody who is awake or asleep in `here`.
    pub(super) fn note_minute(
        &mut self,
        ObservedItem { persona, home, action, plan, .. }: &ObservedItem,
        visitor: &Visitor,
        here: ArenaId,
        minute: Minute,
        calendar: &Calendar,
        has_food: bool,
    ) {
        let place = || format!("{} in {}", action.what, visitor.map.arena_name(here));
        // Lunch is no work.
        if plan.part(minute).is_none_or(|part| !is_meal(&part.what)) {
            self.work(persona, home.work.contains(&here), minute, calendar);
        }
        let time = minute.time_of_day();
        let inside = !visitor.open_for(here, time, 0) && visitor.map.arena(here).indoor && action.is_doing();
        if !visitor.may_enter(here) || inside {
            self.astray += 1;
            if self.astray % 10 == 1 {
                self.notes.push(format!("at {time} {} was {}", persona.name, place()));
            }
        }
        let eats = action.is_doing() && has_food;
        self.meal(plan, minute, calendar.minute(0), eats, || format!("{} was {}", persona.name, place()));
    }

    /// A meal counts when its hour is over: it was one if at some minute of it the person was at it where there is
    /// food. One that was under way when the town began is nobody's fault.
    fn meal(&mut self, plan: &DayPlan, minute: Minute, first: Minute, eats: bool, note: impl Fn() -> String) {
        let now = plan.hour(minute).filter(|hour| is_meal(&hour.what) && hour.from > first).map(|hour| hour.from);
        if let Some((begun, eaten)) = self.meal.filter(|(begun, _)| Some(*begun) != now) {
            self.meals.0 += 1;
            self.meals.1 += u32::from(eaten);
            if !eaten {
                self.notes.push(format!("the meal of {} was none; then {}", begun.time_of_day(), note()));
            }
        }
        let before = self.meal.is_some_and(|(begun, eaten)| Some(begun) == now && eaten);
        self.meal = now.map(|begun| (begun, before || eats));
    }

    fn work(&mut self, persona: &Persona, is_there: bool, minute: Minute, calendar: &Calendar) {
        let Some(work) = &persona.work else { return };
        let within = work.from.until(minute.time_of_day()) < work.from.until(work.until);
        if cast::is_on(&work.days, calendar.date(minute)) && within {
            self.work.0 += 1;
            self.work.1 += u32::from(is_there);
        }
    }
}

/// Is there anything to eat in `arena`?
pub(super) fn has_food(arena: ArenaId, map: &TownMap, objects: &Objects, things: &Query<&ObjectState>) -> bool {
    map.objects_in(arena).any(|id| {
        let serves = |what: &String| ["eat", "buy", "order"].contains(&what.as_str());
        let left = things.get(objects.entity(id)).is_ok_and(|thing| thing.left > 0);
        map.object(id).affordances.iter().any(serves) && (left || map.object(id).holds.is_none())
    })
}

fn is_meal(what: &str) -> bool {
    ["breakfast", "lunch", "dinner", "supper"].iter().any(|meal| what.to_lowercase().contains(meal))
}
