//! Are the people's days sensible? Sleep in one's own bed, work at work, meals where there is food; counted.

use bevy::prelude::*;
use serde::Serialize;

use crate::{
    agent::{
        Home, Persona, Whereabouts,
        access::Visitor,
        cast,
        components::{
            Avatar,
            action::{CurrentAction, Using},
            plan::{DayPlan, Timed},
        },
    },
    clock::{AgentId, Calendar, Minute, Now, Roster},
    schedule::{Tick, TickStep},
    world::{ArenaId, ObjectState, Objects, TownMap},
};

/// What was counted of one person.
#[derive(Clone, Debug, Default, Serialize)]
struct Life {
    /// Minutes asleep in a bed of their own, by the day whose morning ends the night.
    slept: Vec<u32>,
    /// Minutes of their usual work hours on days on which they work, and how many of them at a place of work.
    work: (u32, u32),
    /// Meals begun, and how many where there was food.
    meals: (u32, u32),
    /// Minutes in a closed place, in another's room or in another's bed.
    astray: u32,
    /// What went wrong, in words.
    notes: Vec<String>,
    /// The beginning of the meal that is under way, and whether it has been one so far.
    #[serde(skip)]
    meal: Option<(Minute, bool)>,
}

#[derive(Resource, Default)]
struct Lives(Vec<Life>);

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

/// Counts from now on.
pub fn plugin(app: &mut App) {
    app.init_resource::<Lives>().add_systems(Tick, count.in_set(TickStep::CountDays));
}

/// What became of the days of a town that was lived up to tick `end`.
pub fn judge(app: &App, seed: u64, end: u64) -> Count {
    let calendar = *app.world().resource::<Calendar>();
    let lives = &app.world().resource::<Lives>().0;
    // A night is whole if it begins and ends within the run; the first one has begun before it.
    let whole = 1..(calendar.minute(end).0.saturating_sub(600) / 1440 + 1) as usize;
    let nights: Vec<u32> =
        lives.iter().flat_map(|life| whole.clone().map(|day| life.slept.get(day).copied().unwrap_or(0))).collect();
    let good = nights.iter().filter(|minutes| (360..=540).contains(*minutes)).count() as u32;
    let sum = |pick: fn(&Life) -> (u32, u32)| lives.iter().map(pick).fold((0, 0), |(a, b), (c, d)| (a + c, b + d));
    let (all, at) = sum(|life| life.work);
    let (eaten, fed) = sum(|life| life.meals);
    let workers = lives.iter().filter(|life| life.work.0 > 0);
    let least = workers.map(|life| f64::from(life.work.1) / f64::from(life.work.0)).fold(1.0, f64::min);
    let astray: u32 = lives.iter().map(|life| life.astray).sum();
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

type Body<'a> = (&'a AgentId, &'a Persona, &'a Home, &'a Whereabouts, &'a CurrentAction, &'a Using, &'a DayPlan);

/// Looks once a minute.
fn count(
    (now, calendar, map, objects, roster): (Res<Now>, Res<Calendar>, Res<TownMap>, Res<Objects>, Res<Roster>),
    // What a player does is no measure of how people live.
    people: Query<Body, Without<Avatar>>,
    things: Query<&ObjectState>,
    mut lives: ResMut<Lives>,
) {
    if !calendar.begins_minute(now.0) {
        return;
    }
    let minute = calendar.minute(now.0);
    for (id, persona, home, here, action, using, plan) in people.iter_many(roster.0.values()) {
        let place = id.0 as usize;
        if lives.0.len() <= place {
            lives.0.resize_with(place + 1, Life::default);
        }
        let life = &mut lives.0[place];
        let visitor = Visitor { persona, home, map: &map };
        if action.asleep && action.doing() {
            let own =
                using.0.is_some_and(|(object, _)| visitor.may_use(object) && cast::bed(persona, &map) == Some(object));
            // A night belongs to the day it ends on: from six in the evening on it is the next day's.
            let day = ((minute.0 + 360) / 1440) as usize;
            life.slept.resize(life.slept.len().max(day + 1), 0);
            life.slept[day] += u32::from(own);
            life.astray += u32::from(!own);
        }
        // Lunch is no work.
        if plan.part(minute).is_none_or(|part| !is_meal(&part.what)) {
            work(life, persona, home, here, minute, &calendar);
        }
        let time = minute.time_of_day();
        let inside = !visitor.open_for(here.0, time, 0) && map.arena(here.0).indoor && action.doing();
        if !visitor.may_enter(here.0) || inside {
            life.astray += 1;
            if life.astray % 10 == 1 {
                let (what, place) = (&action.what, map.arena_name(here.0));
                life.notes.push(format!("at {time} {} was {what} in {place}", persona.name));
            }
        }
        let eats = action.doing() && food(here.0, &map, &objects, &things);
        meal(life, plan, minute, calendar.minute(0), eats, || {
            format!("{} was {} in {}", persona.name, action.what, map.arena_name(here.0))
        });
    }
}

/// Is there anything to eat in `arena`?
fn food(arena: ArenaId, map: &TownMap, objects: &Objects, things: &Query<&ObjectState>) -> bool {
    map.objects_in(arena).any(|id| {
        let serves = |what: &String| ["eat", "buy", "order"].contains(&what.as_str());
        let left = things.get(objects.entity(id)).is_ok_and(|thing| thing.left > 0);
        map.object(id).affordances.iter().any(serves) && (left || map.object(id).holds.is_none())
    })
}

/// A meal counts when its hour is over: it was one if at some minute of it the person was at it where there is food.
/// One that was under way when the town began is nobody's fault.
fn meal(life: &mut Life, plan: &DayPlan, minute: Minute, first: Minute, eats: bool, note: impl Fn() -> String) {
    let now = plan.hour(minute).filter(|hour| is_meal(&hour.what) && hour.from() > first).map(|hour| hour.from());
    if let Some((begun, eaten)) = life.meal.filter(|(begun, _)| Some(*begun) != now) {
        life.meals.0 += 1;
        life.meals.1 += u32::from(eaten);
        if !eaten {
            life.notes.push(format!("the meal of {} was none; then {}", begun.time_of_day(), note()));
        }
    }
    let before = life.meal.is_some_and(|(begun, eaten)| Some(begun) == now && eaten);
    life.meal = now.map(|begun| (begun, before || eats));
}

fn work(life: &mut Life, persona: &Persona, home: &Home, here: &Whereabouts, minute: Minute, calendar: &Calendar) {
    let Some(work) = &persona.work else { return };
    let weekday = calendar.date(minute).weekday().to_monday_one_offset();
    let on = work.days.is_empty() || work.days.iter().any(|day| cast::weekday(day) == Some(weekday));
    let within = work.from.until(minute.time_of_day()) < work.from.until(work.until);
    if on && within {
        life.work.0 += 1;
        life.work.1 += u32::from(home.work.contains(&here.0));
    }
}

fn is_meal(what: &str) -> bool {
    ["breakfast", "lunch", "dinner", "supper"].iter().any(|meal| what.to_lowercase().contains(meal))
}
