//! One observer for each answer stores it. It is acted on later in the tick.

use super::{Routines, follow::planned_with};
use crate::{
    agent::{agenda::Agenda, prelude::*},
    mind::question::{Piece, Placed, PlanDay, PlanHours, PlanSteps, TimeOfDay, WhereAndLook},
};

/// Adds the observers.
pub fn plugin(app: &mut App) {
    app.add_observer(store_day).add_observer(store_hours).add_observer(store_steps).add_observer(store_place);
    app.add_observer(plan_one_hour).add_observer(plan_one_step).add_observer(stay_on_the_spot);
}

/// Steps are multiples of five minutes, so all that they lie in is.
fn snap(minute: Minute) -> Minute {
    Minute((minute.0 + 2) / 5 * 5)
}

/// The moment after `from` at which the clock shows `until`.
fn end(from: Minute, until: TimeOfDay) -> Minute {
    Minute(from.0 + 1).next(until)
}

/// Beginnings and ends of pieces, snapped; what snaps to nothing is left out, and the last end is `until`.
fn spans(from: Minute, until: Minute, pieces: &[Piece]) -> Vec<(Minute, Minute, &str)> {
    let (mut exact, mut before) = (from, from);
    let mut spans = Vec::new();
    for (n, piece) in pieces.iter().enumerate() {
        exact = end(exact, piece.until);
        let last = n + 1 == pieces.len();
        let after = if last { until } else { snap(exact).min(until) };
        if after > before {
            spans.push((before, after, piece.what.as_str()));
            before = after;
        }
    }
    spans
}

fn store_day(on: On<Answered<PlanDay>>, map: Res<TownMap>, mut plans: Query<(&mut DayPlan, &Agenda)>) -> Result {
    let (mut plan, agenda) = plans.get_mut(on.entity)?;
    let Some((midnight, _)) = plan.asked.day else { return Ok(()) };
    let mut exact = Minute(midnight.0 + u32::from(on.answer.wake.0));
    let mut before = snap(exact);
    let mut parts = Vec::new();
    for part in &on.answer.parts {
        exact = end(exact, part.until);
        let named = on.question.places.iter().find(|place| place.n == part.place);
        let Some(place) = named.and_then(|place| map.find_arena(&place.name)) else { continue };
        let (from, until) = (before, snap(exact));
        if until > from {
            parts.push(Memo::new(Part { from, until, what: part.what.clone(), place, hours: Vec::new() }));
            before = until;
        }
    }
    plan.parts = parts;
    plan.drops.clone_from(&on.answer.drops);
    planned_with(&mut plan, agenda, &on.question.appointments);
    (plan.night, plan.asked.hours, plan.asked.steps, plan.asked.place) = (None, None, None, None);
    Ok(())
}

fn store_hours(on: On<Answered<PlanHours>>, mut plans: Query<&mut DayPlan>) -> Result {
    let mut plan = plans.get_mut(on.entity)?;
    let wanted = plan.asked.hours.take();
    let Some(part) = wanted.and_then(|from| plan.part_mut(from)) else { return Ok(()) };
    let pieces = spans(part.from, part.until, &on.answer.hours);
    part.hours = pieces.into_iter().map(|(from, until, what)| Hour::new(from, until, what)).collect();
    Ok(())
}

fn store_steps(on: On<Answered<PlanSteps>>, mut plans: Query<(&mut DayPlan, &mut Routines)>) -> Result {
    let (mut plan, mut routines) = plans.get_mut(on.entity)?;
    let wanted = plan.asked.steps.take();
    let part = plan.parts.iter().find(|part| part.hours.iter().any(|hour| Some(hour.from) == wanted));
    let Some(place) = part.map(|part| part.place) else { return Ok(()) };
    let Some(hour) = wanted.and_then(|from| plan.hour_mut(from)) else { return Ok(()) };
    let pieces = spans(hour.from, hour.until, &on.answer.steps);
    hour.steps = pieces.into_iter().map(|(from, until, what)| Step::new(from, until, what)).collect();
    hour.result.clone_from(&on.answer.result);
    routines.store_hour(hour, place);
    Ok(())
}

fn store_place(
    on: On<Answered<WhereAndLook>>,
    mut plans: Query<(&mut DayPlan, &mut Routines, &KnownPlaces)>,
) -> Result {
    let (mut plan, mut routines, known) = plans.get_mut(on.entity)?;
    let offered = std::mem::take(&mut plan.asked.offered);
    let target = |placed: &Placed, ahead: bool| Target {
        object: placed.place.checked_sub(1).and_then(|n| offered.get(n as usize)).copied(),
        state: placed.state.clone(),
        uses: placed.uses,
        emoji: placed.emoji.clone(),
        leaves: EndState::of(&placed.leaves, placed.leaves_kind),
        ahead,
    };
    let first = target(&on.answer.first, false);
    if let Some(meant) = plan.asked.meant {
        routines.store_place(&on.question.step.what, meant, &first, known);
        let asked = plan.asked.place;
        for (step, placed) in on.question.then.iter().zip(&on.answer.then) {
            let target = target(placed, true);
            routines.store_place(&step.what, meant, &target, known);
            let mut hours = plan.parts.iter().flat_map(|part| &part.hours);
            let hour = hours.find(|hour| hour.steps.iter().any(|one| Some(one.from) == asked)).map(|hour| hour.from);
            let hour = hour.and_then(|from| plan.hour_mut(from));
            let mut steps = hour.into_iter().flat_map(|hour| &mut hour.steps);
            let open = |one: &Step| one.target.is_none() && one.what == step.what;
            if let Some(one) = steps.find(|one| open(one) && one.from.time_of_day() == step.from) {
                one.target = Some(target);
            }
        }
    }
    store_target(&mut plan, first);
    Ok(())
}

/// Stores where the step that was asked about is done.
pub(super) fn store_target(plan: &mut DayPlan, target: Target) {
    let wanted = plan.asked.place.take();
    plan.asked.offered.clear();
    if plan.bedtime() == wanted {
        plan.night = Some(target);
    } else if let Some(step) = wanted.and_then(|from| plan.step_mut(from)) {
        step.target = Some(target);
    }
}

// Nobody had an answer: a person without a plan carries on as well as they can.

fn plan_one_hour(on: On<Unanswered<PlanHours>>, mut plans: Query<&mut DayPlan>) -> Result {
    let mut plan = plans.get_mut(on.entity)?;
    let wanted = plan.asked.hours.take();
    if let Some(part) = wanted.and_then(|from| plan.part_mut(from)) {
        part.hours = vec![Hour::new(part.from, part.until, &part.what)];
    }
    Ok(())
}

fn plan_one_step(on: On<Unanswered<PlanSteps>>, mut plans: Query<&mut DayPlan>) -> Result {
    let mut plan = plans.get_mut(on.entity)?;
    let wanted = plan.asked.steps.take();
    if let Some(hour) = wanted.and_then(|from| plan.hour_mut(from)) {
        hour.steps = vec![Step::new(hour.from, hour.until, &hour.what)];
    }
    Ok(())
}

fn stay_on_the_spot(on: On<Unanswered<WhereAndLook>>, mut plans: Query<&mut DayPlan>) -> Result {
    let mut plan = plans.get_mut(on.entity)?;
    store_target(&mut plan, Target { emoji: "💭".into(), ..Target::default() });
    Ok(())
}
