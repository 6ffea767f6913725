//! Which step needs a place next, and which parts need no plan of their own.

use crate::{
    agent::{
        components::{DayPlan, Hour, Part},
        persona::Persona,
    },
    clock::Minute,
    world::ArenaId,
};

/// Steps that are placed with the one that comes first.
const MOST_THEN: usize = 6;

/// Minutes of a part that is an hour by itself if it is one thing.
const ONE_HOUR: u32 = 60;
/// Words of something that is one thing, at most; and signs and words that stand between several.
const MOST_WORDS: usize = 9;
const BETWEEN: [char; 7] = [',', ';', '、', '，', '；', '/', '+'];
const AND: [&str; 3] = ["and", "then", "&"];

/// Is this part one thing, and no longer than an hour? Then nobody need think about how to split it.
pub(super) fn is_single_activity(part: &Part) -> bool {
    let mut words = part.what.split_whitespace();
    let short = part.until.0 - part.from.0 <= ONE_HOUR && words.clone().count() <= MOST_WORDS;
    short && !part.what.contains(BETWEEN) && !words.any(|word| AND.contains(&word))
}

/// A part that is an hour as it is.
pub(super) fn as_one_hour(part: &Part) -> Vec<Hour> {
    let Part { from, until, ref what, .. } = *part;
    vec![Hour { from, until, what: what.clone(), steps: Vec::new(), result: String::new() }]
}

/// A step whose place has to be asked for.
pub(super) struct UnplacedStep {
    pub(super) from: Minute,
    pub(super) until: Minute,
    pub(super) what: String,
    pub(super) part_of: String,
    pub(super) place: Option<ArenaId>,
    /// The steps after it in the same hour that have no place yet: beginning, end, what.
    pub(super) then: Vec<(Minute, Minute, String)>,
}

/// The step being lived if its place is not known, else the one after it, else the night.
pub(super) fn next_unplaced_step(plan: &DayPlan, minute: Minute, persona: &Persona) -> Option<UnplacedStep> {
    let (wake, bedtime) = (plan.wake()?, plan.bedtime()?);
    if minute >= bedtime || minute.0 + 15 >= bedtime.0 && plan.step(minute).is_none_or(|step| step.target.is_some()) {
        let until = bedtime.next(persona.wake);
        let (what, part_of) = ("sleeping".to_string(), "the night".to_string());
        let then = Vec::new();
        return plan.night.is_none().then_some(UnplacedStep { from: bedtime, until, what, part_of, place: None, then });
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
    let (from, until, what) = (step.from, step.until, step.what.clone());
    let after = hour.into_iter().flat_map(|hour| &hour.steps).filter(|step| step.from >= until);
    let then = after.filter(|step| step.target.is_none()).take(MOST_THEN);
    let then = then.map(|step| (step.from, step.until, step.what.clone())).collect();
    Some(UnplacedStep { from, until, what, part_of, place: Some(part.place), then })
}
