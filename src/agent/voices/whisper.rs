//! What arrives in a head: an inner voice, memories that are given, a plan.

use serde::{Deserialize, Serialize};

use crate::{
    agent::{
        ablation::Ablation,
        access::Visitor,
        acquaintances::{Acquaintances, Directory},
        agenda::{self, Agenda, Engagement},
        offers::places,
        prelude::*,
        recall,
        resolve::{self, Somebody},
        wording,
    },
    language::{importance::importance, inflect},
    mind::{
        inner_voice::{self, InnerThought, Listener},
        question::{Known, Moment, Named, Terms, TimeOfDay},
        resolve::Resolve,
    },
};

/// How much a strong thought of one's own matters.
const STRONG: u8 = 10;
/// How much a memory that is given matters at least.
const GIVEN: u8 = 4;

/// On whose word something is fixed that came into one's head.
const OWN_MIND: &str = "made up their mind";

/// It arrives as that person's own strong thought, is kept as a memory that stays as heavy as it
/// is, and with a time and a place in it they mean to do it then.
///
/// # Errors
/// What is wrong with it.
pub fn voice(world: &mut World, to: &str, words: &str) -> Result<String, String> {
    let one = resolve::person(world, to)?;
    let heard = listen(world, &one, words)?;
    if heard.text.is_empty() {
        return Err("nothing is said: write a sentence, such as you will run for mayor".into());
    }
    // A decision with no hour to it has a free one found for it; what is done at one go is meant for that day then.
    let free = if heard.deed.is_none() { free_hour(world, &one, &heard.text) } else { None };
    let heard = match &free {
        Some((resolve, hour)) if !resolve.lasting => {
            let date = world.resource::<Calendar>().date(hour.from);
            let text = format!("{} on {} {}.", heard.text.trim_end_matches('.'), date.day(), wording::month(date));
            InnerThought { text, ..heard }
        }
        _ => heard,
    };
    let kind = if heard.meant { MemoryKind::Plan } else { MemoryKind::Reflection };
    let place = remember(world, &one, &heard.text, |memory| Memory { kind, importance_fixed: true, ..memory }, STRONG);
    // What others are to be told is known from now on, or it could not be told.
    for news in &heard.news {
        remember(world, &one, news, |memory| Memory { importance_fixed: true, ..memory }, STRONG);
    }
    let planned = heard.deed.as_ref().and_then(|deed| engage(world, &one, deed, place));
    let planned = planned.or_else(|| Some(take_up(world, &one, Engagement { memory: place, ..free?.1 })));
    let answer = format!("{} thinks: {}", one.name, heard.text);
    let answer = planned.as_ref().map_or(answer.clone(), |when| format!("{answer} It is in their plans: {when}."));
    let decided = heard.meant.then_some(heard.text);
    note(world, &one, Whispered::Voice { said: words.to_owned(), planned, decided });
    Ok(answer)
}

/// What arrived in a head.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Whispered {
    /// An inner voice.
    Voice {
        /// What it said.
        said: String,
        /// When and where they mean to do it, if it says enough.
        planned: Option<String>,
        /// What they have decided to do, if it is something to be done.
        decided: Option<String>,
    },
    /// A memory, in the words in which it was given.
    Memory(String),
    /// A plan, as they remember it.
    Plan(String),
}

/// Something that arrived in somebody's head.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Whisper {
    /// In whose.
    pub who: AgentId,
    /// What.
    pub what: Whispered,
}

/// What arrived in heads since the chronicle looked last, oldest first; no part of the state.
#[derive(Resource, Clone, Debug, Default)]
pub struct Whispers(pub Vec<Whisper>);

fn note(world: &mut World, one: &Somebody, what: Whispered) {
    world.resource_mut::<Whispers>().0.push(Whisper { who: one.id, what });
}

/// It is remembered as something known oneself.
///
/// # Errors
/// What is wrong with it.
pub fn tell(world: &mut World, to: &str, memory: &str) -> Result<String, String> {
    let one = resolve::person(world, to)?;
    let heard = listen(world, &one, memory)?;
    // What would be a decision if an inner voice said it is here no more than what it says.
    let text = if heard.text.is_empty() { memory.to_string() } else { heard.text };
    let weight = importance(&text, &one.name).max(GIVEN);
    remember(world, &one, &text, |memory| memory, weight);
    note(world, &one, Whispered::Memory(memory.to_owned()));
    Ok(format!("{} remembers: {text}", one.name))
}

/// They mean to do that today, or tomorrow if it is past.
///
/// # Errors
/// What is wrong with it.
pub fn give_plan(
    world: &mut World,
    to: &str,
    (from, until): (TimeOfDay, TimeOfDay),
    what: &str,
) -> Result<String, String> {
    let (one, what, place) = place_of_plan(world, to, what)?;
    let begins = Minute(minute(world).0 + 1).next(from);
    let ends = Minute(begins.0 + 1).next(until);
    let date = world.resource::<Calendar>().date(begins);
    let map = world.resource::<TownMap>();
    let (room, text) = (map.arena_name(place), format!("{} {}", date.day(), wording::month(date)));
    let at = if what.contains(room.as_str()) { String::new() } else { format!(" at {room}") };
    let text = format!("{} means to {what}{at} on {text} from {from} to {until}.", one.name);
    let map = world.resource::<TownMap>().clone();
    if let Some(mut known) = world.get_mut::<KnownPlaces>(one.entity) {
        known.learn(place, &map);
    }
    let fixed = |memory| Memory { kind: MemoryKind::Plan, importance_fixed: true, ..memory };
    let memory = remember(world, &one, &text, fixed, STRONG);
    let how = OWN_MIND.to_string();
    let before = make_room(world, &one, (begins, ends));
    take_up(world, &one, Engagement { from: begins, until: ends, what, place, how, memory });
    let text = before.map_or(text.clone(), |before| format!("{text} That takes the place of: {before}."));
    note(world, &one, Whispered::Plan(text.clone()));
    Ok(text)
}

/// What was fixed for the time of a new plan is not to be any more; in words what it was.
fn make_room(world: &mut World, one: &Somebody, (from, until): (Minute, Minute)) -> Option<String> {
    let out = world.get_mut::<Agenda>(one.entity)?.make_room(from, until);
    if let Some(mut stream) = world.get_mut::<MemoryStream>(one.entity) {
        out.iter().filter(|old| old.how == OWN_MIND).for_each(|old| stream.abandon_plan(old.memory));
    }
    let map = world.resource::<TownMap>();
    let told = |old: &Engagement| {
        let (from, until) = (old.from.time_of_day(), old.until.time_of_day());
        format!("{} at {}, {from}-{until}", old.what, map.arena_name(old.place))
    };
    (!out.is_empty()).then(|| out.iter().map(told).collect::<Vec<_>>().join("; "))
}

/// Who is given a plan, what of `what at PLACE` is to be done, and where; without a place it is at home.
///
/// # Errors
/// There is no such person or place, or they may not go there.
pub fn place_of_plan(world: &World, to: &str, what: &str) -> Result<(Somebody, String, ArenaId), String> {
    let one = resolve::person(world, to)?;
    let (map, visitor) = (world.resource::<TownMap>(), visitor(world, &one).ok_or("they are not there any more")?);
    let split = what.rmatch_indices(" at ").find_map(|(at, _)| {
        let place = resolve::place(map, what[at + 4..].trim_matches(['<', '>'])).ok()?;
        Some((what[..at].trim(), place))
    });
    let (what, place) = match (split, what.rsplit_once(" at ")) {
        (Some((what, place)), _) => (what, place),
        (None, Some((_, unknown))) => {
            return Err(resolve::place(map, unknown).err().unwrap_or_else(|| "it is not said what".into()));
        }
        (None, None) => (what, visitor.home.rooms.first().copied().ok_or("it is not said where")?),
    };
    if what.is_empty() {
        return Err("it is not said what they are to do".into());
    }
    if !visitor.may_enter(place) {
        return Err(format!("{} may not go to {}: it is somebody's own", one.name, map.arena_name(place)));
    }
    let what = what.to_string();
    Ok((one, what, place))
}

/// What somebody makes of words that arrive in their head.
fn listen(world: &World, one: &Somebody, said: &str) -> Result<InnerThought, String> {
    let gone = || format!("{} is not there any more", one.name);
    let persona = world.get::<Persona>(one.entity).ok_or_else(gone)?;
    let now = moment(world, one).ok_or_else(gone)?;
    let mut known = known(world, one).ok_or_else(gone)?;
    // Those of whom one has only ever heard have a name all the same.
    for other in &persona.people {
        if known.people.iter().all(|one| one.name != other.name) {
            known.people.push(Named { name: other.name.clone(), pronouns: "they".into() });
        }
    }
    Ok(inner_voice::think(
        said,
        &Listener { name: &persona.name, pronouns: &persona.pronouns, now: &now, known: &known },
    ))
}

/// Somebody with regard to the places of the town.
fn visitor<'a>(world: &'a World, one: &Somebody) -> Option<Visitor<'a>> {
    let (persona, home) = (world.get(one.entity)?, world.get(one.entity)?);
    Some(Visitor { persona, home, map: world.resource::<TownMap>() })
}

/// The minute of this tick.
pub(super) fn minute(world: &World) -> Minute {
    world.resource::<Calendar>().minute(world.resource::<Now>().0)
}

/// When and where somebody is, as a question carries it.
pub(super) fn moment(world: &World, one: &Somebody) -> Option<Moment> {
    let (calendar, now) = (world.resource::<Calendar>(), minute(world));
    let (here, action) = (world.get::<Whereabouts>(one.entity)?, world.get::<CurrentAction>(one.entity)?);
    let place = world.resource::<TownMap>().arena_name(here.0);
    Some(wording::moment(calendar, now, place, action.what.clone(), action.ends(calendar, now)))
}

/// Whom somebody knows, with all they remember by now.
pub(super) fn acquaintances(world: &World, one: &Somebody) -> Option<Acquaintances> {
    let mut known = world.get::<Acquaintances>(one.entity)?.clone();
    let (persona, stream) = (world.get::<Persona>(one.entity)?, world.get::<MemoryStream>(one.entity)?);
    known.read(one.id, persona, stream, world.resource::<Directory>());
    Some(known)
}

/// The names somebody knows.
pub(super) fn known(world: &World, one: &Somebody) -> Option<Known> {
    let (directory, map) = (world.resource::<Directory>(), world.resource::<TownMap>());
    Some(recall::known(&acquaintances(world, one)?, world.get::<KnownPlaces>(one.entity)?, directory, map))
}

fn remember(world: &mut World, one: &Somebody, text: &str, as_what: impl FnOnce(Memory) -> Memory, weight: u8) -> u32 {
    let now = world.resource::<Now>().0;
    let map = world.resource::<TownMap>().clone();
    if let Some(mut known) = world.get_mut::<KnownPlaces>(one.entity) {
        known.hear_of(text, &map);
    }
    let memory = as_what(Memory::observed(text, now, weight));
    world.get_mut::<MemoryStream>(one.entity).map_or(0, |mut stream| stream.remember(memory))
}

/// What is meant for a time at a place they know enters the agenda; says what and when.
fn engage(world: &mut World, one: &Somebody, deed: &Terms, memory: u32) -> Option<String> {
    let (calendar, visitor) = (world.resource::<Calendar>(), visitor(world, one)?);
    let known = world.get::<KnownPlaces>(one.entity)?;
    let (from, until, place) =
        agenda::hours::resolve(deed, (minute(world), calendar), (known, visitor.map), true, |_, _| None)?;
    if !world.resource::<Ablation>().allow(MemoryKind::Plan) || !visitor.may_enter(place) {
        return None;
    }
    let what = deed.what.clone();
    Some(take_up(world, one, Engagement { from, until, what, place, how: OWN_MIND.into(), memory }))
}

/// It enters the agenda; says when and where it is.
fn take_up(world: &mut World, one: &Somebody, new: Engagement) -> String {
    let (begins, ends) = (new.from.time_of_day(), new.until.time_of_day());
    let (date, place) =
        (world.resource::<Calendar>().date(new.from), world.resource::<TownMap>().arena_name(new.place));
    let now = minute(world);
    if let Some(mut agenda) = world.get_mut::<Agenda>(one.entity) {
        agenda.forget(now);
        agenda.take_up(new);
    }
    format!("{}, {begins}-{ends} at {place}", wording::date(date))
}

/// Minutes from now in which nothing new is begun.
const SOON: u32 = 15;
/// Minutes before bedtime that belong to going to bed.
const TO_BED: u32 = 30;
/// Minutes that it takes, at least and at most.
const MIN: u32 = 30;
const MAX: u32 = 60;

/// Words of what is not put off.
const NEEDS: [&str; 10] = ["breakfast", "brunch", "lunch", "dinner", "supper", "eat", "meal", "wash", "sleep", "bed"];

/// From when until when today, what and where; the memory of it is not known yet. `None`: it is for another day or
/// nothing one can do, or there is no time left.
fn free_hour(world: &World, one: &Somebody, text: &str) -> Option<(Resolve, Engagement)> {
    let ablation = world.resource::<Ablation>();
    let now = minute(world);
    // Days count from any: what is said is no date but today's or another.
    let resolve = Resolve::read(text, &one.name, 0)?;
    if resolve.not || resolve.day.is_some() || !ablation.allow(MemoryKind::Plan) || !ablation.english() {
        return None;
    }
    let visitor = visitor(world, one)?;
    let Visitor { persona, home, .. } = visitor;
    let (known, plan) = (world.get::<KnownPlaces>(one.entity)?, world.get::<DayPlan>(one.entity)?);
    let agenda = world.get::<Agenda>(one.entity)?;
    let (arenas, offered): (Vec<_>, Vec<_>) = places(&visitor, known).into_iter().unzip();
    let bedtime = plan.bedtime()?;
    // Work goes on, meals are eaten, and what is fixed stays.
    let busy = |part: &Part| {
        let works = persona.work.as_ref().is_some_and(|work| part.what.contains(work.what.as_str()));
        let fixed = agenda.engagements.iter().any(|one| one.from < part.until && one.until > part.from);
        home.work.contains(&part.place) && persona.work.is_some() || works || fixed || by_need(&part.what)
    };
    let up = |minute: u32| minute.div_ceil(5) * 5;
    for part in plan.parts.iter().filter(|part| part.from < bedtime && !busy(part)) {
        let from = up(part.from.0.max(now.0 + SOON));
        let until = part.until.0.min(bedtime.0.saturating_sub(TO_BED)) / 5 * 5;
        let long = until.saturating_sub(from).min(MAX);
        if long < MIN {
            continue;
        }
        let (begins, ends) = (Minute(from), Minute(from + long));
        let known =
            resolve.places(&offered).into_iter().filter_map(|n| arenas.get((n as usize).checked_sub(1)?).copied());
        let mut open = known.filter(|arena| visitor.open_for(*arena, begins.time_of_day(), long as u16));
        let Some(place) = open.next() else { continue };
        let (what, how) = (resolve.what.clone(), OWN_MIND.to_owned());
        return Some((resolve, Engagement { from: begins, until: ends, what, place, how, memory: 0 }));
    }
    None
}

/// Is it a meal, getting up or rest, by its words?
fn by_need(what: &str) -> bool {
    inflect::tokens(what).iter().any(|word| NEEDS.contains(&word.as_str()))
}
