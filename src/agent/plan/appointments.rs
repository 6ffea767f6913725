//! What is fixed for a time enters the plan of its day: as an appointment when the day is planned, and of itself if it
//! is agreed upon later.

use bevy::prelude::*;

use crate::{
    agent::{
        agenda::{Agenda, Engagement},
        components::DayPlan,
        context::Town,
    },
    clock::Minute,
    memory::Kind,
    mind::question::Appointment,
};

/// Notes that the day was planned with what was fixed for it.
pub fn planned_with(plan: &mut DayPlan, agenda: &Agenda, appointments: &[Appointment]) {
    let known = |one: &&Engagement| {
        let same = |other: &Appointment| other.from == one.from.time_of_day() && other.how == one.how;
        appointments.iter().any(same)
    };
    plan.entered = agenda.0.iter().filter(known).map(|one| (one.from, one.what.clone())).collect();
}

/// What was agreed upon after the day was planned takes its place in it.
pub fn enter_appointments(town: Town, mut people: Query<(&Agenda, &mut DayPlan)>) {
    if !town.ablation.allow(Kind::Plan) {
        return;
    }
    let minute = town.minute();
    let mut people = people.iter_many_mut(&town.active.0);
    while let Some((agenda, mut plan)) = people.fetch_next() {
        let Some((wake, bedtime)) = plan.wake().zip(plan.bedtime()) else { continue };
        for one in &agenda.0 {
            let today = one.until > minute.max(wake) && one.from <= bedtime;
            if !today || plan.entered.iter().any(|(from, what)| *from == one.from && *what == one.what) {
                continue;
            }
            // Steps are multiples of five minutes, so all that they lie in is; nothing is changed that has been lived.
            let from = round_up(one.from).max(round_up(Minute(minute.0 + 1)));
            plan.insert(from, round_up(one.until), &one.what, one.place);
            plan.entered.push((one.from, one.what.clone()));
        }
    }
}

/// The next multiple of five minutes.
fn round_up(minute: Minute) -> Minute {
    Minute(minute.0.div_ceil(5) * 5)
}
