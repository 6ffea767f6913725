//! Asks for what has to be planned next.

use bevy::ecs::query::QueryData;
use jiff::civil::Date;

use super::{
    Routines,
    answer::store_target,
    routine::free,
    upcoming::{is_single_activity, next_unplaced_step},
    yesterday::yesterday,
};
use crate::{
    agent::{
        agenda::Agenda,
        cast,
        offers::{self, Offers},
        prelude::*,
        recall,
        wording::{self, at_place},
    },
    mind::question::{
        Appointment, Habit, KnownPlace, Meals, PlanDay, PlanHours, PlanSteps, Question, Recalled, Span, Stretch,
        WhereAndLook, Work,
    },
};

/// Minutes before the usual waking at which the day is planned.
const BEFORE_WAKING: u32 = 90;
/// Minutes ahead at which hours and steps are planned.
const AHEAD: u32 = 60;
/// Ticks after its due at which a question is given up.
const GIVE_UP_TICKS: u64 = 60;
/// Minutes of a day for appointments: they may lie in the small hours after it.
const DAY: u32 = Minute::DAY + 180;
/// How many memories that bear on a day's date, and how many heavy ones besides.
const DATED: usize = 24;
const HEAVY: usize = 10;
/// How many memories come to mind about a part or an hour.
const BEARING: usize = 4;
/// Minutes until a day is asked for again that nobody could plan.
const AGAIN: u32 = 30;

/// Adds the questions and the systems that ask them.
pub fn plugin(app: &mut App) {
    app.add_question::<PlanDay>().add_question::<PlanHours>();
    app.add_question::<PlanSteps>().add_question::<WhereAndLook>();
    let asks = (
        ask_day.in_set(TickStep::AskDay),
        ask_hours.in_set(TickStep::AskHours),
        ask_steps.in_set(TickStep::AskSteps),
        ask_place.in_set(TickStep::AskPlace),
    );
    app.add_systems(Tick, asks.distributive_run_if(every_minute));
}

#[derive(QueryData)]
#[query_data(mutable)]
struct Planner {
    person: Person,
    action: &'static CurrentAction,
    memory: &'static MemoryStream,
    agenda: &'static Agenda,
    image: &'static SelfImage,
    routines: &'static mut Routines,
    plan: &'static mut DayPlan,
    thinking: &'static mut Thinking,
}

impl PlannerItem<'_, '_> {
    /// What bears on something planned: what comes to mind about it and what they are after.
    fn on_mind(&self, what: &str, town: &Town) -> Retrieval {
        let about = format!("{what}. {}", self.person.persona.aim);
        // By the built-in embeddings: a day is full of things to be done, and each would be asked of a server.
        town.recall(self.memory, None).bearing(&about, BEARING).into_iter().unzip()
    }

    /// What bears on a day: what falls on it, and what is on their mind anyway.
    fn on_day(&self, date: Date, town: &Town) -> Retrieval {
        let recall = town.recall(self.memory, None);
        recall::together([recall.on_date(date, DATED), recall.heaviest(HEAVY)]).into_iter().unzip()
    }

    /// Asks for something that is needed in so many ticks.
    fn ask<Q: Question>(&mut self, town: &Town, due: u64, question: &Q, came: Vec<Retrieved>) {
        town.ask((&mut self.thinking, *self.person.id), (due, GIVE_UP_TICKS), question, came);
    }
}

/// How each memory was retrieved, and the memories.
type Retrieval = (Vec<Retrieved>, Vec<Recalled>);

/// Ticks from now until `minute`, at least one.
fn due(town: &Town, minute: Minute) -> u64 {
    town.calendar.tick(minute).saturating_sub(town.now.0).max(1)
}

/// Ticks until an answer counts that is needed at `minute` and is better there some time before, so that what is asked
/// next can be asked without haste, and a slow mind keeps nobody waiting.
fn early(town: &Town, minute: Minute, before: u32) -> u64 {
    let (needed, wanted) = (due(town, minute), due(town, Minute(minute.0.saturating_sub(before))));
    if wanted > 1 { wanted } else { needed.min(HASTE) }
}

/// Ticks for an answer that comes late already, if it is not needed before.
const HASTE: u64 = 6;
/// Minutes before they begin at which hours and steps are there.
const HOURS_BEFORE: u32 = 40;
const STEPS_BEFORE: u32 = 20;

fn ask_day(town: Town, mut people: Query<Planner, Without<Avatar>>) {
    let minute = town.minute();
    let mut people = people.iter_many_mut(&town.active.0);
    while let Some(mut one) = people.fetch_next() {
        let usual = one.person.persona.wake;
        let midnight = if one.plan.parts.is_empty() {
            Minute(minute.day() * Minute::DAY)
        } else {
            // Asleep, and the usual hour of the next day is near.
            let next = minute.next(usual);
            let asleep = one.plan.bedtime().is_some_and(|bedtime| bedtime <= minute);
            if !asleep || next.0 - minute.0 > BEFORE_WAKING {
                continue;
            }
            Minute(next.day() * Minute::DAY)
        };
        let again = |(day, at): (Minute, Minute)| day != midnight || at.0 + AGAIN <= minute.0;
        if one.thinking.about::<PlanDay>() || !one.plan.asked.day.is_none_or(again) {
            continue;
        }
        let wake = Minute(midnight.0 + u32::from(usual.0));
        let first = one.plan.parts.is_empty();
        let due = if first { 1 } else { due(&town, Minute(wake.0.saturating_sub(AHEAD).max(minute.0))) };
        let (came, memories) = one.on_day(town.calendar.date(midnight), &town);
        let question = PlanDay { memories, ..day_question(&one, &town, midnight) };
        one.ask(&town, due, &question, came);
        one.plan.asked.day = Some((midnight, minute));
    }
}

/// All but the memories.
fn day_question(one: &PlannerItem, town: &Town, midnight: Minute) -> PlanDay {
    let persona = one.person.persona;
    let date = town.calendar.date(midnight);
    let on = |days: &[String]| cast::is_on(days, date);
    let known = offers::places(&one.person.visitor(town), one.person.known);
    let number = |arena: ArenaId| known.iter().find(|(id, _)| *id == arena).map(|(_, place)| place.n);
    let numbers = |names: &[String]| -> Vec<u32> {
        names.iter().flat_map(|name| cast::arenas(name, persona, &town.map)).filter_map(number).collect()
    };
    // At home one eats where there is something to eat.
    let eats = |n: &u32| known.iter().any(|(_, place)| place.n == *n && place.offers.iter().any(|what| what == "eat"));
    let tables = |names: &[String]| -> Vec<u32> { numbers(names).into_iter().filter(eats).collect() };
    let work = persona.work.as_ref().filter(|work| on(&work.days)).map(|work| Work {
        what: work.what.clone(),
        hours: Span { from: work.from, until: work.until },
        places: numbers(&work.places),
        tasks: work.tasks.clone(),
    });
    let habits = persona.habits.iter().filter(|habit| on(&habit.days)).map(|habit| Habit {
        what: habit.what.clone(),
        places: numbers(&habit.places),
        at: habit.at,
        minutes: habit.minutes,
        often: habit.often,
    });
    let meals = Meals {
        breakfast: tables(&persona.meals.breakfast),
        lunch: tables(&persona.meals.lunch),
        dinner: tables(&persona.meals.dinner),
    };
    let day_before = Minute(midnight.0.saturating_sub(Minute::DAY));
    PlanDay {
        language: town.language(),
        me: one.person.me(one.image, town),
        now: one.person.moment(one.action, town),
        date: wording::date(date),
        usual_wake: persona.wake,
        usual_sleep: persona.sleep,
        work: work.filter(|work| !work.places.is_empty()),
        habits: habits.filter(|habit| !habit.places.is_empty()).collect(),
        meals,
        places: known.iter().map(|(_, place): &(ArenaId, KnownPlace)| place.clone()).collect(),
        yesterday: yesterday(one.memory, (day_before, midnight), town),
        memories: Vec::new(),
        appointments: appointments(one, town, (midnight, Minute(midnight.0 + DAY))),
    }
}

/// What is fixed between two minutes: what was promised, and what one needs others for oneself.
fn appointments(one: &PlannerItem, town: &Town, (from, until): (Minute, Minute)) -> Vec<Appointment> {
    let mut all = one.agenda.appointments(from, until, &town.map, &town.ablation);
    all.extend(one.agenda.needed(*one.person.id, (from, until), one.person.known, town));
    all.sort_by_key(|one| one.from);
    all
}

fn ask_hours(town: Town, mut people: Query<Planner, Without<Avatar>>) {
    let minute = town.minute();
    let mut people = people.iter_many_mut(&town.active.0);
    while let Some(mut one) = people.fetch_next() {
        let near = |part: &&Memo<Part>| part.until > minute && part.from.0 <= minute.0 + AHEAD;
        let Some(part) = one.plan.parts.iter().filter(near).find(|part| part.hours.is_empty()) else { continue };
        if one.thinking.about::<PlanHours>() && !outdated(one.plan.asked.hours, part.from) {
            continue;
        }
        one.thinking.withdraw::<PlanHours>();
        let work = one.person.home.work.contains(&part.place);
        let tasks = one.person.persona.work.as_ref().filter(|_| work).map(|work| work.tasks.clone());
        let fixed = one.agenda.appointments(part.from, part.until, &town.map, &town.ablation);
        let last = one.plan.bedtime() == Some(part.until);
        if fixed.is_empty() && tasks.is_none() && !last && is_single_activity(part) {
            let (from, whole) = (part.from, Hour::new(part.from, part.until, &part.what));
            if let Some(part) = one.plan.part_mut(from) {
                part.hours = vec![whole];
            }
            one.plan.asked.hours = None;
            continue;
        }
        let (from, due) = (part.from, early(&town, part.from, HOURS_BEFORE));
        let (came, memories) = one.on_mind(&part.what, &town);
        let question = PlanHours {
            language: town.language(),
            me: one.person.me(one.image, &town),
            now: one.person.moment(one.action, &town),
            day: one.plan.parts.iter().map(|p| p.stretch(&town.map)).collect(),
            appointments: fixed,
            tasks: tasks.unwrap_or_default(),
            offers: offers::affordances(&one.person.visitor(&town), one.person.known, part.place),
            memories,
            part: part.stretch(&town.map),
        };
        one.ask(&town, due, &question, came);
        one.plan.asked.hours = Some(from);
    }
}

fn ask_steps(town: Town, mut people: Query<Planner, Without<Avatar>>) {
    let minute = town.minute();
    let mut people = people.iter_many_mut(&town.active.0);
    while let Some(mut one) = people.fetch_next() {
        let hours: Vec<(ArenaId, &Hour)> =
            one.plan.parts.iter().flat_map(|part| part.hours.iter().map(|hour| (part.place, hour))).collect();
        let near = |hour: &Hour| hour.until > minute && hour.from.0 <= minute.0 + AHEAD;
        let Some(at) = hours.iter().position(|(_, hour)| near(hour) && hour.steps.is_empty()) else { continue };
        let (place, hour) = hours[at];
        if one.thinking.about::<PlanSteps>() && !outdated(one.plan.asked.steps, hour.from) {
            continue;
        }
        one.thinking.withdraw::<PlanSteps>();
        if town.ablation.routines {
            let mut dice = town.seed.dice(*one.person.id, town.now.0, "routine");
            if let Some(steps) = one.routines.steps(hour, place, &mut dice) {
                let from = hour.from;
                if let Some(hour) = one.plan.hour_mut(from) {
                    hour.steps = steps;
                }
                continue;
            }
        }
        let what = |at: Option<usize>| at.and_then(|at| hours.get(at)).map(|(_, hour)| hour.what.clone());
        // The last thing done, so that nobody does it a second time.
        let last_step = |at: usize| hours.get(at)?.1.steps.last().map(|step| step.what.clone());
        let before = at.checked_sub(1).and_then(|at| last_step(at).or_else(|| what(Some(at))));
        // Not split yet: then what the day says of it.
        let until = hour.until;
        let next_part = || {
            let next = one.plan.parts.iter().find(|part| part.from >= until)?;
            let there = Some(next.place).filter(|there| *there != place).map(|there| at_place(there, &town.map));
            Some(there.map_or(next.what.clone(), |there| format!("{} {there}", next.what)))
        };
        let (from, due) = (hour.from, early(&town, hour.from, STEPS_BEFORE));
        let (came, memories) = one.on_mind(&hour.what, &town);
        let question = PlanSteps {
            language: town.language(),
            me: one.person.me(one.image, &town),
            now: one.person.moment(one.action, &town),
            at_hand: Offers::of(&one.person, &town).at_hand(place),
            before: before.unwrap_or_else(|| "sleeping".into()),
            after: what(Some(at + 1)).or_else(next_part).unwrap_or_default(),
            memories,
            part: Stretch::between(hour.from, hour.until, &hour.what, place, &town.map),
        };
        one.ask(&town, due, &question, came);
        one.plan.asked.steps = Some(from);
    }
}

fn ask_place(town: Town, mut people: Query<Planner, Without<Avatar>>) {
    let minute = town.minute();
    let mut people = people.iter_many_mut(&town.active.0);
    while let Some(mut one) = people.fetch_next() {
        recheck_target(&mut one, minute, &town);
        let Some(wanted) = next_unplaced_step(&one.plan, minute, one.person.persona) else { continue };
        let step = &wanted.step;
        if one.plan.asked.place == Some(step.from) {
            continue; // Asked; or nobody had an answer, and it is done on the spot.
        }
        if one.thinking.about::<WhereAndLook>() && !outdated(one.plan.asked.place, step.from) {
            continue;
        }
        one.thinking.withdraw::<WhereAndLook>();
        let due = due(&town, step.from);
        let meant = wanted.place.unwrap_or_else(|| one.person.home.rooms.first().copied().unwrap_or(one.person.here.0));
        let visitor = one.person.visitor(&town);
        let when = (step.from.time_of_day(), (step.until.0 - step.from.0) as u16);
        if town.ablation.routines
            && let Some(target) =
                one.routines.place((&step.what, meant), &visitor, one.person.known, (when, town.now.0))
        {
            one.plan.asked.place = Some(step.from);
            store_target(&mut one.plan, target);
            continue;
        }
        let steps = std::iter::once(step).chain(&wanted.then).map(|step| step.what.as_str());
        let (places, offered) = Offers::of(&one.person, &town).for_step((one.person.here.0, meant), when, steps);
        let question = WhereAndLook {
            language: town.language(),
            me: one.person.me(one.image, &town),
            now: one.person.moment(one.action, &town),
            places,
            step: step.stretch(meant, &town.map),
            part_of: wanted.part_of,
            then: wanted.then.iter().map(|step| step.stretch(meant, &town.map)).collect(),
        };
        one.ask(&town, due, &question, Vec::new());
        one.plan.asked.place = Some(step.from);
        one.plan.asked.offered = offered;
        one.plan.asked.meant = Some(meant);
    }
}

/// Is what an open question is about no longer so, or not what comes first any more? Then it is let go, or its answer,
/// due when that begins, would keep whoever asked standing still until then.
fn outdated(asked: Option<Minute>, wanted: Minute) -> bool {
    asked.is_none_or(|asked| asked > wanted)
}

/// Where the coming step is done may have been chosen an hour ago: if somebody is in the way now, it is chosen again.
fn recheck_target(one: &mut PlannerItem, minute: Minute, town: &Town) {
    let ahead = |step: &&Step| step.target.as_ref().is_some_and(|target| target.ahead);
    let current = one.plan.step(minute);
    let next = current.map(|step| step.until).or(one.plan.wake()).and_then(|from| one.plan.next_step(from));
    let Some(step) = current.filter(ahead).or(next.filter(ahead)) else { return };
    let at = (step.from.time_of_day(), (step.until.0 - step.from.0) as u16);
    let visitor = one.person.visitor(town);
    let still = step.target.as_ref().is_some_and(|target| free(target, &visitor, one.person.known, (at, town.now.0)));
    let from = step.from;
    if let Some(step) = one.plan.step_mut(from) {
        step.target = step.target.take().filter(|_| still).map(|target| Target { ahead: false, ..target });
    }
}
