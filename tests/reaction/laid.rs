//! Whatever comes between and is fixed, a day's minutes add up.

use proptest::prelude::*;
use smallville::{
    agent::components::{
        Memo,
        plan::{DayPlan, Hour, Interruption, Part, Step, Target},
    },
    clock::Minute,
    world::{ArenaId, ObjectId},
};

use super::exact;

/// A day from the lengths of steps, by hour and part; some hours and parts are not planned any further yet.
fn day(parts: &[Vec<Vec<u32>>], bare: u32) -> DayPlan {
    let mut at = 420;
    let mut plan = DayPlan::default();
    let mut count = 0;
    for (n, hours) in parts.iter().enumerate() {
        let from = Minute(at);
        let mut part = Part { from, until: from, what: format!("part {n}"), place: ArenaId(n as u16), hours: vec![] };
        for steps in hours {
            let from = Minute(at);
            let mut hour = Hour { from, until: from, what: "an hour".into(), steps: vec![], result: String::new() };
            for minutes in steps {
                count += 1;
                let (from, until) = (Minute(at), Minute(at + minutes));
                let target = Target { object: Some(ObjectId(count)), uses: 1, ..Target::default() };
                hour.steps.push(Step { from, until, what: format!("step {count}"), target: Some(target) });
                at += minutes;
            }
            hour.until = Minute(at);
            if u32::from(count) % 5 == bare % 5 {
                hour.steps.clear();
            }
            part.hours.push(hour);
        }
        part.until = Minute(at);
        if n as u32 % 4 == bare % 4 + 1 {
            part.hours.clear();
        }
        plan.parts.push(Memo::new(part));
    }
    plan
}

fn parts() -> impl Strategy<Value = Vec<Vec<Vec<u32>>>> {
    let steps = prop::collection::vec(1_u32..=15, 1..6);
    prop::collection::vec(prop::collection::vec(steps, 1..5), 2..8)
}

fn between(from: u32, minutes: u32) -> Interruption {
    let (from, until) = (Minute(from), Minute(from + minutes));
    Interruption { from, until, what: "an errand".into(), place: ArenaId(77), target: Target::default() }
}

/// What is planned for a minute, as far as it is planned.
fn at(plan: &DayPlan, minute: u32) -> String {
    let minute = Minute(minute);
    let step = plan.step(minute).map(|step| step.what.clone());
    let hour = || plan.hour(minute).map(|hour| hour.what.clone());
    step.or_else(hour).or_else(|| plan.part(minute).map(|part| part.what.clone())).unwrap_or_default()
}

proptest! {
    #[test]
    fn minutes_add_up(
        parts in parts(),
        bare in 0_u32..5,
        changes in prop::collection::vec((0_u32..900, 1_u32..150, any::<bool>()), 1..8),
    ) {
        let mut plan = day(&parts, bare);
        prop_assert_eq!(exact(&plan), Ok(()));
        for (from, minutes, fixed) in changes {
            let (wake, bedtime) = (plan.wake().unwrap(), plan.bedtime().unwrap());
            let from = 380 + from;
            if fixed {
                let room = plan.insert(Minute(from), Minute(from + minutes), "a party", ArenaId(5));
                prop_assert!(plan.bedtime().unwrap() >= bedtime);
                if room {
                    for minute in [from.max(wake.0), from + minutes - 1] {
                        prop_assert_eq!(plan.part(Minute(minute)).map(|part| part.what.as_str()), Some("a party"));
                    }
                }
            } else {
                let earlier: Vec<String> = (wake.0..from.min(bedtime.0)).map(|minute| at(&plan, minute)).collect();
                plan.interrupt(&between(from, minutes));
                prop_assert_eq!(plan.bedtime(), Some(bedtime));
                for minute in from.max(wake.0)..(from + minutes).min(bedtime.0) {
                    prop_assert_eq!(at(&plan, minute), "an errand");
                }
                let now: Vec<String> = (wake.0..from.min(bedtime.0)).map(|minute| at(&plan, minute)).collect();
                prop_assert_eq!(earlier, now, "what is past stays");
            }
            prop_assert_eq!(plan.wake(), Some(wake));
            prop_assert_eq!(exact(&plan), Ok(()));
        }
    }
}

#[test]
fn what_was_interrupted_is_taken_up_again() {
    let mut plan = day(&[vec![vec![10, 15, 15, 15]], vec![vec![15; 4]]], 3);
    plan.interrupt(&between(420 + 13, 10));
    let steps: Vec<(u32, u32, &str)> = { &plan.parts[0].hours[0].steps }
        .iter()
        .map(|step| (step.from.0 - 420, step.until.0 - 420, step.what.as_str()))
        .collect();
    let laid = [(0, 10, "step 1"), (10, 13, "step 2"), (13, 23, "an errand"), (23, 35, "step 2"), (35, 50, "step 3")];
    assert_eq!(steps, [&laid[..], &[(50, 55, "step 4")]].concat());
    let again = plan.parts[0].hours[0].steps[3].target.as_ref().map(|target| target.uses);
    assert_eq!(again, Some(0), "what it uses up has been taken");
}

#[test]
fn what_an_hour_was_to_come_to_is_not_claimed_of_a_piece_of_it() {
    let mut plan = day(&[vec![vec![15; 4], vec![15; 4]], vec![vec![15; 4]]], 3);
    for hour in plan.parts.iter_mut().flat_map(|part| &mut Memo::make_mut(part).hours) {
        hour.result = "It is done.".into();
    }
    assert!(plan.insert(Minute(420 + 45), Minute(420 + 60), "a party", ArenaId(5)));
    let results: Vec<&str> = plan.parts.iter().flat_map(|part| &part.hours).map(|hour| hour.result.as_str()).collect();
    assert_eq!(results, ["", "It is done.", "It is done."]);
}
