//! Looks at the town at the end of each tick and notes what cannot be.

use std::collections::BTreeMap;

use bevy::prelude::*;
use smallville::{
    agent::{
        Home, Persona, Whereabouts,
        components::{
            action::{CurrentAction, Path, Phase, Using},
            plan::{DayPlan, Part},
        },
    },
    clock::{AgentId, Calendar, Minute, Now},
    schedule::{Tick, TickSystems},
    world::{ArenaId, Footing, ObjectId, ObjectState, Objects, SpotId, Tile, TownMap},
};

/// Ticks that nobody stands before an obstacle: ten minutes.
const PATIENCE: u16 = 60;
/// A step takes so many minutes at most: as long as the longest errand, and some more if the way was long.
const LONGEST: u32 = 120;
/// So many minutes has a step as it is planned; what comes between, and what it cuts, has others.
const PLANNED: std::ops::RangeInclusive<u32> = 5..=15;
/// Ticks that nobody waits for a thing or a room.
const WAIT: u64 = 91;

/// What was seen.
#[derive(Resource, Default)]
pub struct Watch {
    faults: BTreeMap<String, String>,
    before: BTreeMap<AgentId, Tile>,
    steps: u64,
    looks: u64,
    blocked: u16,
    /// Steps of plans whenever one changed: as they are planned, and all.
    usual: [u64; 2],
}

impl Watch {
    /// Fails with what was seen; of each kind the first.
    pub fn judge(&self, seed: u64) {
        println!("seed {seed}: {} looks, {} steps, blocked at most {} ticks", self.looks, self.steps, self.blocked);
        assert!(self.looks > 1000 && self.steps > 500, "hardly anything happened");
        let [usual, all] = self.usual;
        println!("seed {seed}: {usual} of {all} steps take 5 to 15 minutes");
        assert!(usual * 10 >= all * 9, "seed {seed}: only {usual} of {all} steps take 5 to 15 minutes");
        let faults: Vec<String> = self.faults.iter().map(|(kind, what)| format!("{kind}: {what}")).collect();
        assert!(faults.is_empty(), "seed {seed}:\n{}", faults.join("\n"));
    }
}

/// Adds the look.
pub fn plugin(app: &mut App) {
    app.init_resource::<Watch>();
    app.add_systems(Tick, (bodies, things, plans).chain().in_set(TickSystems::Record).ambiguous_with_all());
}

struct Say<'a>(&'a mut BTreeMap<String, String>, String);

impl Say<'_> {
    /// Notes the first of its kind.
    fn fault(&mut self, kind: &str, what: impl FnOnce() -> String) {
        if !self.0.contains_key(kind) {
            self.0.insert(kind.into(), format!("{} {}", self.1, what()));
        }
    }
}

type Body<'a> = (&'a AgentId, &'a Persona, &'a Home, &'a Tile, &'a Whereabouts, &'a Path, &'a CurrentAction);

fn bodies(
    (now, calendar, map): (Res<Now>, Res<Calendar>, Res<TownMap>),
    people: Query<Body>,
    mut watch: ResMut<Watch>,
) {
    let Watch { faults, before, steps, looks, blocked, .. } = &mut *watch;
    let mut say = Say(faults, calendar.date_time(now.0).to_string());
    let mut standing: BTreeMap<Tile, &str> = BTreeMap::new();
    let mut inside: BTreeMap<ArenaId, u32> = BTreeMap::new();
    for (id, persona, home, at, here, path, action) in &people {
        let name = persona.name.as_str();
        *looks += 1;
        if let Some(other) = standing.insert(*at, name) {
            say.fault("two in one cell", || format!("{name} and {other} at {at}"));
        }
        if map.footing(*at) == Footing::Blocked {
            say.fault("on a blocked cell", || format!("{name} at {at}"));
        }
        match before.insert(*id, *at).map_or(0, |was| was.steps(*at)) {
            0 => {}
            1 => *steps += 1,
            far => say.fault("more than a step", || format!("{name} went {far} cells to {at}")),
        }
        let arena = map.arena_at(*at);
        if arena.is_some_and(|arena| arena != here.0) || arena.is_none() && !map.is_door(*at) {
            say.fault("not where one is", || format!("{name} at {at} counts to {}", map.arena_name(here.0)));
        }
        *inside.entry(here.0).or_default() += u32::from(arena.is_some());
        let owners = &map.arena(here.0).owners;
        let own = home.rooms.contains(&here.0) || home.work.contains(&here.0) || owners.contains(&persona.name);
        if !owners.is_empty() && !own {
            say.fault("in another's room", || format!("{name} in {}: {}", map.arena_name(here.0), action.what));
        }
        *blocked = path.blocked.max(*blocked);
        // Who waits before a full room is not stuck; how long they wait is looked at below.
        if path.blocked > PATIENCE && action.phase == Phase::Going {
            let next = path.cells.front().copied().unwrap_or(*at);
            say.fault("stuck", || format!("{name} at {at} cannot go on to {next}, {:?}", action.phase));
        }
        if matches!(action.phase, Phase::Waiting { since } if now.0 - since > WAIT) {
            say.fault("waits for ever", || format!("{name} at {at}: {}", action.what));
        }
        // Who has stepped aside for somebody goes back to the thing they were at.
        if action.is_doing() && action.object.is_some() && path.cells.back().copied().unwrap_or(*at) != action.goal {
            say.fault("does it elsewhere", || format!("{name} at {at}, {} is at {}", action.what, action.goal));
        }
        if let Some(spot) = action.spot
            && (Some(map.spot(spot).object) != action.object || map.spot(spot).at != action.goal)
        {
            say.fault("spot of another thing", || format!("{name}: {}", action.what));
        }
    }
    for (arena, count) in inside {
        if map.arena(arena).capacity.is_some_and(|capacity| count > capacity) {
            say.fault("a full room", || format!("{count} in {}", map.arena_name(arena)));
        }
    }
}

fn things(
    (now, calendar, map, objects): (Res<Now>, Res<Calendar>, Res<TownMap>, Res<Objects>),
    people: Query<(&AgentId, &Persona, &Tile, &Using)>,
    states: Query<&ObjectState>,
    mut watch: ResMut<Watch>,
) {
    let mut say = Say(&mut watch.faults, calendar.date_time(now.0).to_string());
    let mut used: BTreeMap<AgentId, (ObjectId, SpotId)> = BTreeMap::new();
    for (n, entity) in objects.entities.iter().enumerate() {
        let (id, state) = (ObjectId(n as u16), states.get(*entity).expect("an object"));
        if state.uses.len() > map.object(id).capacity as usize {
            say.fault("more users than room", || format!("{} at {}", state.uses.len(), map.address(id)));
        }
        for (n, one) in state.uses.iter().enumerate() {
            if state.uses[..n].iter().any(|other| other.spot == one.spot) {
                say.fault("two at one spot", || map.address(id));
            }
            if let Some((other, _)) = used.insert(one.by, (id, one.spot)) {
                say.fault("two things in one's hands", || format!("{} and {}", map.address(id), map.address(other)));
            }
        }
    }
    for (id, persona, at, using) in &people {
        let name = &persona.name;
        let held = used.remove(id);
        if held != using.0 {
            let thing = held.or(using.0).map_or(String::new(), |(object, _)| map.address(object));
            say.fault("in use without a user", || format!("{name} {:?}, {thing} {held:?}", using.0));
        }
        let Some((object, spot)) = using.0 else { continue };
        if at.steps(map.spot(spot).at) > 1 {
            say.fault("used from afar", || format!("{name} at {at}: {}", map.address(object)));
        }
        let owners = &map.object(object).owners;
        if !owners.is_empty() && !owners.contains(name) {
            say.fault("another's thing", || format!("{name}: {}", map.address(object)));
        }
    }
    if let Some((by, (object, _))) = used.pop_first() {
        say.fault("used by nobody", || format!("{by:?} {}", map.address(object)));
    }
}

/// Stretches follow each other without a gap from `from` until `until`. What comes between takes as long as it takes.
fn fills(pieces: impl Iterator<Item = (Minute, Minute)>, from: Minute, until: Minute) -> bool {
    let mut at = from;
    for (begins, ends) in pieces {
        if begins != at || ends <= at {
            return false;
        }
        at = ends;
    }
    at == until
}

fn plans(
    (now, calendar, map): (Res<Now>, Res<Calendar>, Res<TownMap>),
    people: Query<(&Persona, &DayPlan), Changed<DayPlan>>,
    mut watch: ResMut<Watch>,
) {
    let Watch { faults, usual, .. } = &mut *watch;
    let mut say = Say(faults, calendar.date_time(now.0).to_string());
    for (persona, plan) in &people {
        let name = &persona.name;
        let (Some(wake), Some(bedtime)) = (plan.wake(), plan.bedtime()) else { continue };
        let day =
            |part: &Part| format!("{}-{} {} at {}", part.from.0, part.until.0, part.what, map.arena_name(part.place));
        if !fills(plan.parts.iter().map(|part| (part.from, part.until)), wake, bedtime) {
            say.fault("a day with gaps", || {
                format!("{name}: {:?}", plan.parts.iter().map(|part| day(part)).collect::<Vec<_>>())
            });
        }
        if !(600..=1260).contains(&(bedtime.0 - wake.0)) {
            say.fault("a day too short or too long", || format!("{name}: from {} to {}", wake.0, bedtime.0));
        }
        for part in &plan.parts {
            let hours = part.hours.iter().map(|hour| (hour.from, hour.until));
            if !part.hours.is_empty() && !fills(hours, part.from, part.until) {
                let hours: Vec<_> = part.hours.iter().map(|hour| (hour.from.0, hour.until.0)).collect();
                say.fault("hours do not fill their part", || format!("{name}: {}: {hours:?}", day(part)));
            }
            for hour in part.hours.iter().filter(|hour| !hour.steps.is_empty()) {
                let steps: Vec<_> = hour.steps.iter().map(|step| (step.from.0, step.until.0, &step.what)).collect();
                let planned = |step: &&(u32, u32, &String)| PLANNED.contains(&step.1.saturating_sub(step.0));
                usual[0] += steps.iter().filter(planned).count() as u64;
                usual[1] += steps.len() as u64;
                if !fills(hour.steps.iter().map(|step| (step.from, step.until)), hour.from, hour.until) {
                    say.fault("steps do not fill their hour", || format!("{name}: {}: {steps:?}", hour.what));
                }
                if hour.steps.iter().any(|step| !(1..=LONGEST).contains(&(step.until.0.saturating_sub(step.from.0)))) {
                    say.fault("a step too short or too long", || format!("{name}: {}: {steps:?}", hour.what));
                }
                if hour.steps.iter().any(|step| step.what.trim().is_empty()) {
                    say.fault("a step without words", || format!("{name}: {}", hour.what));
                }
            }
        }
    }
}
