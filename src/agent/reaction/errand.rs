//! Continues errands from stop to stop. After the last stop the object is as the errand leaves it, and the plan goes
//! on.

use super::{
    begin::{interruption, target},
    outcome,
};
use crate::{
    agent::{prelude::*, wording::thing},
    language::condition::ConditionKind,
};

/// Minutes more for a stop that was not reached in time, and how often.
const LONGER: u32 = 5;
const TIMES: u8 = 3;
/// How much what one did about something matters, until somebody judges.
const IMPORTANCE: u8 = 4;

type Who<'a> = (&'a AgentId, &'a Persona, &'a Whereabouts, &'a CurrentAction, &'a InTalk, &'a Approach);

pub(super) fn continue_errands(
    (town, objects): (Town, Res<Objects>),
    mut things: Query<&mut ObjectState>,
    mut people: Query<(Who, &mut Errand, &mut DayPlan, &mut MemoryStream)>,
) -> Result {
    let (now, minute, map) = (town.now.0, town.minute(), &town.map);
    let mut people = people.iter_many_mut(&town.active.0);
    while let Some(((id, persona, here, action, in_talk, approach), mut errand, mut plan, mut memory)) =
        people.fetch_next()
    {
        if in_talk.0.is_some() || approach.0.is_some() {
            continue;
        }
        let Some(doing) = &errand.0 else { continue };
        if minute < doing.ends.first().copied().unwrap_or(doing.until) {
            continue;
        }
        let Some(mut doing) = errand.0.take() else { continue };
        let at = doing.stops.first().copied();
        let reached = at.is_none_or(|stop| action.is_doing() && action.object == Some(stop));
        if !reached && doing.longer < TIMES {
            extend(&mut doing, minute, here, &mut plan, map);
            errand.0 = Some(doing);
            continue;
        }
        if !doing.stops.is_empty() {
            doing.stops.remove(0);
            doing.ends.remove(0);
        }
        if let Some(next) = doing.stops.first() {
            doing.fetched |= reached;
            doing.begun = minute;
            doing.target = target(Some(*next), &doing.emoji);
            errand.0 = Some(doing);
            continue;
        }
        if !reached {
            continue; // It could not be got at: the plan goes on.
        }
        if let Some((object, leaves)) = &doing.about {
            let mut thing = things.get_mut(objects.entity(*object))?;
            let out = !doing.danger && map.object(*object).holds.is_some() && thing.left == 0;
            apply_outcome(&mut thing, *object, (leaves, *id), (out, doing.fetched), map, now);
        }
        if let Some(stop) = at {
            let about = doing.about.as_ref().map_or(stop, |about| about.0);
            let text = match town.ablation.english() {
                true => format!("{} {}.", persona.name, past_with_place(&doing.what, about, map)),
                false => format!("{}: {} {}", persona.name, doing.what, map.address(about)),
            };
            memory.remember(Memory::observed(text, now, IMPORTANCE));
        }
    }
    Ok(())
}

/// Extends an errand whose walk takes longer than expected, and interrupts the plan for that time too.
fn extend(doing: &mut ActiveErrand, minute: Minute, here: &Whereabouts, plan: &mut DayPlan, map: &TownMap) {
    let more = Minute(minute.0 + LONGER);
    let by = more.0 - doing.ends.first().map_or(minute.0, |end| end.0).min(more.0);
    doing.ends.iter_mut().for_each(|end| end.0 += by);
    let before = doing.until;
    doing.until = Minute(doing.until.0 + by);
    doing.longer += 1;
    plan.interrupt(&Interruption { from: before.max(minute), ..interruption(doing, here.0, map) });
}

/// How a thing is once it has been seen to. What was `out` of what it holds is filled if something has been fetched for
/// it, and else stays as it is; a danger is over either way.
fn apply_outcome(
    thing: &mut ObjectState,
    id: ObjectId,
    (leaves, by): (&EndState, AgentId),
    (out, fetched): (bool, bool),
    map: &TownMap,
    now: u64,
) {
    let object = map.object(id);
    if out && fetched {
        thing.refill(object);
    }
    // What somebody has seen to by the way and is lit is as it usually is.
    match leaves.is_empty() || leaves.kind == ConditionKind::Lit {
        true if out && !fetched => {}
        true => thing.condition = None,
        false => thing.set(object, leaves.clone(), Some(by), now),
    }
}

/// `put out the fire at the stove in the kitchen of Hobbs Cafe`.
fn past_with_place(what: &str, about: ObjectId, map: &TownMap) -> String {
    let deed = outcome::past(what);
    let (name, place) = (&map.object(about).name, thing(about, map));
    match deed.ends_with(name.as_str()) {
        true => format!("{}{place}", deed[..deed.len() - name.len()].trim_end_matches("the ")),
        false => format!("{deed}: {place}"),
    }
}
