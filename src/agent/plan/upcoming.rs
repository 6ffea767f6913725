//! Which step needs a place next, and which parts need no plan of their own.

use crate::agent::prelude::*;

/// Steps that are placed with the one that comes first.
const MAX_THEN: usize = 6;

/// Minutes of a part that is an hour by itself if it is one thing.
const ONE_HOUR: u32 = 60;
/// The most words that describe a single activity, and the characters and words that join several.
const MAX_WORDS: usize = 9;
const BETWEEN: [char; 7] = [',', ';', '、', '，', '；', '/', '+'];
const AND: [&str; 3] = ["and", "then", "&"];

/// Is this part a single activity of an hour at most? Then no question is asked about how to split it.
pub(super) fn is_single_activity(part: &Part) -> bool {
    let mut words = part.what.split_whitespace();
    let short = part.until.0 - part.from.0 <= ONE_HOUR && words.clone().count() <= MAX_WORDS;
    short && !part.what.contains(BETWEEN) && !words.any(|word| AND.contains(&word))
}

/// A step whose place has to be asked for.
pub(super) struct UnplacedStep {
    pub(super) step: Step,
    /// What its hour is about.
    pub(super) part_of: String,
    /// Where the plan puts its part; `None`: in the own room.
    pub(super) place: Option<ArenaId>,
    /// The steps after it in the same hour that have no place yet.
    pub(super) then: Vec<Step>,
}

/// The step being lived if its place is not known, else the one after it, else the night.
pub(super) fn next_unplaced_step(plan: &DayPlan, minute: Minute, persona: &Persona) -> Option<UnplacedStep> {
    let (wake, bedtime) = (plan.wake()?, plan.bedtime()?);
    if minute >= bedtime || minute.0 + 15 >= bedtime.0 && plan.step(minute).is_none_or(|step| step.target.is_some()) {
        let step = Step::new(bedtime, bedtime.next(persona.wake), "sleeping");
        let night = UnplacedStep { step, part_of: "the night".into(), place: None, then: Vec::new() };
        return plan.night.is_none().then_some(night);
    }
    let step = match plan.step(minute) {
        Some(step) if step.target.is_none() => step,
        Some(step) => plan.next_step(step.until).filter(|step| step.target.is_none())?,
        None if minute < wake => plan.next_step(wake).filter(|step| step.target.is_none())?,
        None => return None,
    };
    let part = plan.part(step.from)?;
    let hour = plan.hour(step.from);
    let part_of = hour.map(|hour| hour.what.clone()).unwrap_or_default();
    let after = hour.into_iter().flat_map(|hour| &hour.steps).filter(|one| one.from >= step.until);
    let then = after.filter(|one| one.target.is_none()).take(MAX_THEN).cloned().collect();
    Some(UnplacedStep { step: step.clone(), part_of, place: Some(part.place), then })
}
