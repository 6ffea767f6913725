//! Starts the step of the plan that the clock has reached, or the night's sleep.

use crate::{
    agent::{
        access::{Entrances, Visitor},
        agenda::{Agenda, Engagement},
        prelude::*,
    },
    clock::Dice,
    language::condition::ConditionKind,
    mind::question::Appointment,
};

use std::sync::LazyLock;

/// How much one's own finished activities matter, until somebody judges.
const IMPORTANCE: u8 = 2;

/// Adds remembering what was done and beginning what is next.
pub fn plugin(app: &mut App) {
    app.add_systems(
        Tick,
        (
            remember_hours.in_set(TickStep::RememberHours).run_if(every_minute),
            enter_appointments.in_set(TickStep::EnterAppointments),
            follow_plan.in_set(TickStep::FollowPlan),
        ),
    );
}

/// When an hour is over, what came of it is remembered.
fn remember_hours(town: Town, mut people: Query<(&Persona, &mut DayPlan, &mut MemoryStream), Without<Avatar>>) {
    let minute = town.minute();
    let mut people = people.iter_many_mut(&town.active.0);
    while let Some((persona, mut plan, mut memory)) = people.fetch_next() {
        let before = plan.remembered;
        let over = |hour: &&Hour| hour.until <= minute && hour.until > before;
        let mut latest = before;
        for hour in plan.parts.iter().flat_map(|part| &part.hours).filter(over) {
            latest = latest.max(hour.until);
            let text = match hour.result.trim() {
                "" => format!("{} took time to {}.", persona.name, hour.what),
                result => result.to_string(),
            };
            memory.remember(Memory::observed(text, town.now.0, IMPORTANCE));
        }
        if latest > before {
            plan.remembered = latest;
        }
    }
}

/// What the clock says is to be done.
struct PlannedAction<'a> {
    /// When it began; by this a new thing is told from the one being done.
    from: Minute,
    until: Minute,
    what: String,
    place: ArenaId,
    target: &'a Target,
    asleep: bool,
}

fn planned_action<'a>(
    plan: &'a DayPlan,
    minute: Minute,
    (persona, home, action): (&Persona, &Home, &CurrentAction),
    walk: &dyn Fn(ArenaId) -> u32,
) -> Option<PlannedAction<'a>> {
    let (wake, bedtime) = (plan.wake()?, plan.bedtime()?);
    if minute < wake {
        return None; // Still in bed.
    }
    if let Some(way) = on_the_way(plan, minute, action, walk) {
        return Some(way);
    }
    if minute >= bedtime {
        let (from, until, target) = (bedtime, bedtime.next(persona.wake), plan.night.as_ref()?);
        let place = home.rooms.first().copied().unwrap_or_default();
        return Some(PlannedAction { from, until, what: "sleeping".into(), place, target, asleep: true });
    }
    let (part, step) = (plan.part(minute)?, plan.step(minute)?);
    let (target, what) = (step.target.as_ref()?, step.what.clone());
    Some(PlannedAction { from: step.from, until: step.until, what, place: part.place, target, asleep: false })
}

/// Whoever has far to go to the next part of the day leaves in time to be there when it begins. `walk` says how many
/// minutes it is to a place at least.
fn on_the_way<'a>(
    plan: &'a DayPlan,
    minute: Minute,
    action: &CurrentAction,
    walk: &dyn Fn(ArenaId) -> u32,
) -> Option<PlannedAction<'a>> {
    let next = plan.parts.iter().find(|part| part.from > minute && part.from.0 <= minute.0 + MAX_WALK)?;
    let minutes = walk(next.place);
    // Who is under way goes on; nobody leaves a part before its last quarter, nor without having come to it.
    let spent = plan.part(minute).is_some_and(|part| {
        let last = (part.until.0 - minute.0) * 4 <= part.until.0 - part.from.0;
        last && action.is_doing() && walk(part.place) < MIN_WALK
    });
    let under_way = action.begun == next.from;
    if !under_way && (!spent || minutes < MIN_WALK || minute.0 + minutes < next.from.0) {
        return None;
    }
    let what = format!("{ON_THE_WAY}{}", next.what);
    Some(PlannedAction { from: next.from, until: next.from, what, place: next.place, target: &ON_FOOT, asleep: false })
}

/// A walk of less than this many minutes is begun when the next thing begins, and none longer than this before.
const MIN_WALK: u32 = 3;
const MAX_WALK: u32 = 30;

static ON_FOOT: LazyLock<Target> = LazyLock::new(Target::default);

type Wish<'a> = (&'a DayPlan, &'a Errand, &'a InTalk, &'a Approach);

fn follow_plan(
    town: Town,
    entrances: Res<Entrances>,
    mut people: Query<(Person, Wish, (&mut CurrentAction, &mut Path, &mut Facing)), Without<Avatar>>,
) {
    let (minute, map) = (town.minute(), &town.map);
    let mut people = people.iter_many_mut(&town.active.0);
    while let Some((one, wish, (mut action, mut path, mut facing))) = people.fetch_next() {
        let ((plan, Errand(errand), in_talk, approach), at, here) = (wish, *one.at, one.here.0);
        if in_talk.0.is_some() || approach.0.is_some() {
            continue; // Who talks, or goes to talk, stays with what they do until that is over.
        }
        let walk = |place: ArenaId| match map.arena_at(at) {
            Some(arena) if arena == place => 0,
            // Walls and hedges make a way about a quarter longer.
            _ => entrances.get(place).map_or(0, |door| at.steps(door) * 5 / 4 / town.ticks(1) as u32),
        };
        let errand = errand.as_ref().filter(|doing| minute < doing.until).map(|doing| {
            let (from, until, what) = (doing.begun, doing.until, doing.what.clone());
            PlannedAction { from, until, what, place: here, target: &doing.target, asleep: false }
        });
        let hour = plan.hour(minute);
        let plan = || planned_action(plan, minute, (one.persona, one.home, &action), &walk);
        let Some(meant) = errand.or_else(plan) else { continue };
        if action.begun == meant.from && action.what == meant.what {
            // An errand whose walk takes longer is given more time.
            let until = town.calendar.tick(meant.until);
            if action.until != until {
                action.until = until;
            }
            continue;
        }
        let mut dice = town.seed.dice(*one.id, town.now.0, "spot");
        let (spot, goal) = choose_spot(&one.visitor(&town), &meant, &action, (at, here), &mut dice);
        let stays = spot.is_some() && spot == action.spot && action.is_doing();
        let arena = meant.target.object.map_or(map.arena_at(goal).unwrap_or(here), |id| map.object(id).arena);
        let (done, left) = (town.calendar.minute(action.until) <= minute && action.is_doing(), action.left.take());
        let left = left
            .or_else(|| action.object.filter(|_| done && !action.leaves.is_empty()).zip(Some(action.leaves.clone())));
        // What is lit is lit for all that this hour is about.
        let over = hour.map(|hour| town.calendar.tick(hour.until));
        let leaves = EndState {
            until: over.filter(|_| meant.target.leaves.kind == ConditionKind::Lit),
            ..meant.target.leaves.clone()
        };
        let emoji = if meant.target.emoji.is_empty() { "🚶" } else { &meant.target.emoji };
        *action = CurrentAction {
            object: meant.target.object.filter(|_| spot.is_some()),
            spot,
            state: meant.target.state.clone(),
            uses: meant.target.uses,
            leaves,
            left,
            until: town.calendar.tick(meant.until),
            phase: if stays { Phase::Doing { since: town.now.0 } } else { Phase::Going },
            asleep: meant.asleep,
            begun: meant.from,
            ..CurrentAction::unplanned(meant.what.clone(), emoji, goal, arena, town.now.0)
        };
        *path = Path::default();
        if let Some(spot) = spot.filter(|_| stays) {
            *facing = map.spot(spot).facing;
        }
    }
}

/// From which spot the step is done, and in which cell. Where no object is needed: on the spot if that lies in the
/// place that is meant, else anywhere in it; in the open, people stroll.
fn choose_spot(
    visitor: &Visitor,
    meant: &PlannedAction,
    action: &CurrentAction,
    (at, here): (Tile, ArenaId),
    dice: &mut Dice,
) -> (Option<SpotId>, Tile) {
    let map = visitor.map;
    if let Some(object) = meant.target.object {
        if action.object == Some(object) && action.spot.is_some_and(|spot| map.spot(spot).at == at) {
            return (action.spot, at);
        }
        let nearest = visitor.spots(object).min_by_key(|spot| (map.spot(*spot).at.steps(at), *spot));
        if let Some(spot) = nearest {
            return (Some(spot), map.spot(spot).at);
        }
    }
    let open = !map.arena(meant.place).indoor;
    let upright = map.footing(at) == Footing::Free;
    if here == meant.place && upright && !open || meant.place == ArenaId::OUTDOORS {
        return (None, at);
    }
    let spots: std::collections::BTreeSet<Tile> = map.spots.iter().map(|spot| spot.at).collect();
    let free = |n: &usize| map.arena_at[*n] == Some(meant.place) && map.footing[*n] == Footing::Free;
    let cells = (0..map.footing.len()).filter(free).map(|n| map.tile(n));
    let cells: Vec<Tile> = cells.filter(|cell| !spots.contains(cell)).collect();
    if cells.is_empty() {
        return (None, at);
    }
    (None, cells[rand::RngExt::random_range(dice, 0..cells.len())])
}

/// Notes that the day was planned with what was fixed for it.
pub(super) fn planned_with(plan: &mut DayPlan, agenda: &Agenda, appointments: &[Appointment]) {
    let same = |one: &Engagement, other: &Appointment| other.from == one.from.time_of_day() && other.how == one.how;
    let known = |one: &&Engagement| appointments.iter().any(|other| same(one, other));
    plan.entered = agenda.engagements.iter().filter(known).map(|one| (one.from, one.what.clone())).collect();
}

/// What was agreed upon after the day was planned takes its place in it.
fn enter_appointments(town: Town, mut people: Query<(&Agenda, &mut DayPlan)>) {
    if !town.ablation.allow(MemoryKind::Plan) {
        return;
    }
    let minute = town.minute();
    let mut people = people.iter_many_mut(&town.active.0);
    while let Some((agenda, mut plan)) = people.fetch_next() {
        let Some((wake, bedtime)) = plan.wake().zip(plan.bedtime()) else { continue };
        // What was called off or is at another hour now leaves the day to what is planned around it.
        let stands = |(from, what): &(Minute, String)| {
            agenda.engagements.iter().any(|one| one.from == *from && one.what == *what)
        };
        let gone: Vec<(Minute, String)> =
            plan.entered.iter().filter(|entered| entered.0 > minute && !stands(entered)).cloned().collect();
        for entered in gone {
            plan.withdraw(round_up(entered.0), &entered.1);
            plan.entered.retain(|one| *one != entered);
        }
        for one in &agenda.engagements {
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
