//! Routines: decisions that are reused without a question, such as where a step is done and how an hour is split. They
//! save questions, and are off in studies.

use rand::{Rng, RngExt};
use serde::{Deserialize, Serialize};

use crate::{
    agent::{access::Visitor, prelude::*},
    mind::question::TimeOfDay,
};

/// The most routines of each kind; the least recently used one is dropped.
const KEPT: usize = 64;
/// Uses after which the mind is asked again.
const TIMES: u8 = 4;

/// What somebody does without thinking.
#[derive(Component, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Routines {
    places: Vec<Memo<PlaceRoutine>>,
    hours: Vec<Memo<HourRoutine>>,
}

/// Where a step is done.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct PlaceRoutine {
    what: String,
    meant: ArenaId,
    target: Target,
    /// How the object looked then.
    looked: String,
    times: u8,
}

/// Into which steps an hour falls.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct HourRoutine {
    what: String,
    place: ArenaId,
    /// Minutes and what is done in them.
    steps: Vec<(u32, String)>,
    /// The day on which it was last lived.
    day: u32,
    times: u8,
}

fn store<T>(all: &mut Vec<Memo<T>>, same: impl Fn(&T) -> bool, new: T) {
    all.retain(|one| !same(one));
    if all.len() >= KEPT {
        all.remove(0);
    }
    all.push(Memo::new(new));
}

fn reuse<T: Clone>(all: &mut Vec<Memo<T>>, at: usize, next: impl FnOnce(&mut T) -> bool) {
    let mut one = all.remove(at);
    if next(Memo::make_mut(&mut one)) {
        all.push(one);
    }
}

impl Routines {
    /// A step's place was thought out.
    pub(super) fn store_place(&mut self, what: &str, meant: ArenaId, target: &Target, known: &KnownPlaces) {
        let looked = target.object.and_then(|object| last_seen_state(known, object)).unwrap_or_default();
        let new = PlaceRoutine { what: what.into(), meant, target: target.clone(), looked, times: 0 };
        store(&mut self.places, |one| one.what == what && one.meant == meant, new);
    }

    /// Where the step is done as always, if everything there is as it was: nobody in the way, enough left, open.
    pub(super) fn place(
        &mut self,
        (what, meant): (&str, ArenaId),
        visitor: &Visitor,
        known: &KnownPlaces,
        (at_time, now): ((TimeOfDay, u16), u64),
    ) -> Option<Target> {
        let at = self.places.iter().position(|one| one.what == what && one.meant == meant)?;
        let one = &self.places[at];
        let looked = one.target.object.and_then(|object| last_seen_state(known, object)).unwrap_or_default();
        if looked != one.looked || !free(&one.target, visitor, known, (at_time, now)) {
            return None;
        }
        let target = Target { ahead: false, ..one.target.clone() };
        reuse(&mut self.places, at, |one| {
            one.times += 1;
            one.times < TIMES
        });
        Some(target)
    }

    /// An hour's steps were thought out.
    pub(super) fn store_hour(&mut self, hour: &Hour, place: ArenaId) {
        let steps = hour.steps.iter().map(|step| (step.until.0 - step.from.0, step.what.clone())).collect();
        let new = HourRoutine { what: hour.what.clone(), place, steps, day: hour.from.day(), times: 0 };
        store(&mut self.hours, |one| one.what == hour.what && one.place == place, new);
    }

    /// The steps of an hour as on an earlier day: the same things in the same order, a little longer or shorter.
    pub(super) fn steps(&mut self, hour: &Hour, place: ArenaId, dice: &mut impl Rng) -> Option<Vec<Step>> {
        let (whole, day) = (hour.until.0 - hour.from.0, hour.from.day());
        let at = self.hours.iter().position(|one| {
            let minutes: u32 = one.steps.iter().map(|(minutes, _)| minutes).sum();
            one.what == hour.what && one.place == place && one.day < day && minutes == whole
        })?;
        let mut pieces = self.hours[at].steps.clone();
        vary(&mut pieces, dice);
        reuse(&mut self.hours, at, |one| {
            (one.times, one.day) = (one.times + 1, day);
            one.times < TIMES
        });
        let mut until = hour.from;
        let step = |(minutes, what): (u32, String)| {
            let from = until;
            until.0 += minutes;
            Step::new(from, until, &what)
        };
        Some(pieces.into_iter().map(step).collect())
    }
}

/// Can a step be done there, as far as is known: nobody in the way, enough left, open?
pub(super) fn free(
    target: &Target,
    visitor: &Visitor,
    known: &KnownPlaces,
    ((from, minutes), now): ((TimeOfDay, u16), u64),
) -> bool {
    target.object.is_none_or(|id| {
        let arena = visitor.map.object(id).arena;
        let seen = known.0.get(&arena).and_then(|objects| objects.get(&id));
        seen.is_some_and(|seen| seen.in_the_way(now).is_none() && i64::from(seen.left) >= i64::from(target.uses))
            && visitor.may_enter(arena)
            && visitor.may_use(id)
            && visitor.open_for(arena, from, minutes.min(15))
    })
}

fn last_seen_state(known: &KnownPlaces, object: ObjectId) -> Option<String> {
    known.0.values().find_map(|objects| objects.get(&object)).map(|seen| seen.state.clone())
}

/// Gives five minutes of one step to its neighbour, where both stay of 5 to 15 minutes.
fn vary(pieces: &mut [(u32, String)], dice: &mut impl Rng) {
    if pieces.len() < 2 {
        return;
    }
    let at = dice.random_range(0..pieces.len() - 1);
    let (less, more) = if dice.random_bool(0.5) { (at, at + 1) } else { (at + 1, at) };
    if pieces[less].0 >= 10 && pieces[more].0 <= 10 {
        pieces[less].0 -= 5;
        pieces[more].0 += 5;
    }
}

#[cfg(test)]
mod tests {
    use rand_chacha::{ChaCha8Rng, rand_core::SeedableRng};

    use super::*;
    use crate::clock::Minute;

    fn hour(day: u32, minutes: &[u32]) -> Hour {
        let from = Minute(day * Minute::DAY + 600);
        let mut at = from;
        let step = |minutes: &u32| {
            let until = Minute(at.0 + minutes);
            let step = Step::new(at, until, &format!("at {}", at.0 % Minute::DAY));
            at = until;
            step
        };
        let steps: Vec<Step> = minutes.iter().map(step).collect();
        Hour { steps, ..Hour::new(from, at, "tidy up") }
    }

    #[test]
    fn an_hour_is_lived_as_on_an_earlier_day_and_its_minutes_still_add_up() {
        let (mut routines, place) = (Routines::default(), ArenaId(3));
        routines.store_hour(&hour(1, &[15, 10, 5, 15, 15]), place);
        let mut dice = ChaCha8Rng::seed_from_u64(1);
        assert_eq!(routines.steps(&hour(1, &[60]), place, &mut dice), None, "not twice on one day");
        for day in 2..2 + u32::from(TIMES) {
            let steps = routines.steps(&hour(day, &[60]), place, &mut dice);
            let steps = steps.unwrap_or_default();
            assert_eq!(steps.len(), 5, "day {day}");
            assert_eq!(steps.last().map(|step| step.until.0), Some(day * Minute::DAY + 660));
            assert!(steps.iter().all(|step| (5..=15).contains(&(step.until.0 - step.from.0))));
        }
        assert_eq!(routines.steps(&hour(9, &[60]), place, &mut dice), None, "it is thought about again");
        assert_eq!(routines.steps(&hour(9, &[60]), ArenaId(4), &mut dice), None);
    }

    #[test]
    fn only_so_many_are_kept() {
        let mut routines = Routines::default();
        for n in 0..200 {
            let target = Target::default();
            routines.store_place(&format!("step {n}"), ArenaId(0), &target, &KnownPlaces::default());
        }
        assert_eq!(routines.places.len(), KEPT);
    }
}
