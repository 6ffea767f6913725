//! What people do about what they notice: fires, leaks, empty fridges, strange states.

#[path = "../lived/mod.rs"]
mod lived;

mod fires;
mod laid;
mod lit;
mod told;

use bevy::prelude::*;
use lived::{live_ticks as live, now, town};
use smallville::{
    agent::{
        Home, Persona, Whereabouts,
        components::{
            Errand, Reactions,
            action::{CurrentAction, Path as Walk, Phase},
            plan::DayPlan,
            talk::{Talk, TalkId, Talks, Utterance},
        },
    },
    clock::{AgentId, Calendar, Minute, Roster},
    command::Command,
    exchange::CommandQueue,
    journal::Journal,
    memory::MemoryStream,
    mind::question::{Question, React},
    world::{EndState, ObjectId, ObjectState, Objects, SpotId, Tile, TownMap, Use},
};

fn minute(app: &App) -> Minute {
    app.world().resource::<Calendar>().minute(now(app))
}

/// Lives tick by tick until something holds, at most so many hours; says whether it came to hold.
fn live_until(app: &mut App, hours: u64, mut holds: impl FnMut(&mut App) -> bool) -> bool {
    for _ in 0..hours * 360 {
        if holds(app) {
            return true;
        }
        live(app, 1);
    }
    false
}

fn say(app: &mut App, line: &str) {
    let command = line.parse().unwrap_or_else(|why| panic!("{line}: {why}"));
    app.world_mut().resource_mut::<CommandQueue>().push(command);
}

fn people(app: &App) -> Vec<Entity> {
    app.world().resource::<Roster>().0.values().copied().collect()
}

fn of<T: Component>(app: &App, who: Entity) -> &T {
    app.world().get::<T>(who).expect("everyone has it")
}

fn thing(app: &App, id: ObjectId) -> &ObjectState {
    let entity = app.world().resource::<Objects>().entity(id);
    app.world().get::<ObjectState>(entity).expect("every object has a state")
}

fn map(app: &App) -> &TownMap {
    app.world().resource::<TownMap>()
}

/// Open questions about reactions, with their inputs.
fn asked(app: &App, who: Entity) -> Vec<React> {
    let thinking = of::<smallville::exchange::Thinking>(app, who);
    let open = thinking.open().filter(|ask| ask.purpose == React::PURPOSE);
    open.filter_map(|ask| serde_json::from_str(&ask.inputs).ok()).collect()
}

/// Minutes add up: parts, hours and steps have no gaps and no overlaps, and fill what they lie in.
fn exact(plan: &DayPlan) -> Result<(), String> {
    let fills = |from: Minute, until: Minute, pieces: &[(Minute, Minute)]| -> Result<(), String> {
        let mut at = from;
        for (from, until) in pieces {
            if *from != at || until <= from {
                return Err(format!("{from:?}..{until:?} does not follow {at:?}"));
            }
            at = *until;
        }
        if pieces.is_empty() || at == until { Ok(()) } else { Err(format!("ends {at:?}, not {until:?}")) }
    };
    let span = |from: &Minute, until: &Minute| (*from, *until);
    let (Some(wake), Some(bedtime)) = (plan.wake(), plan.bedtime()) else { return Ok(()) };
    fills(wake, bedtime, &plan.parts.iter().map(|p| span(&p.from, &p.until)).collect::<Vec<_>>())?;
    for part in &plan.parts {
        fills(part.from, part.until, &part.hours.iter().map(|h| span(&h.from, &h.until)).collect::<Vec<_>>())?;
        for hour in &part.hours {
            fills(hour.from, hour.until, &hour.steps.iter().map(|s| span(&s.from, &s.until)).collect::<Vec<_>>())?;
        }
    }
    Ok(())
}

fn name(app: &App, who: Entity) -> String {
    of::<Persona>(app, who).name.clone()
}

#[test]
fn a_fire_in_the_kitchen_is_put_out_and_breakfast_goes_on() {
    let mut app = town("three_friends", 3);
    let everyone = people(&app);
    let cooks = |app: &App, who: Entity| {
        let action = of::<CurrentAction>(app, who);
        let stove = action.object.filter(|id| map(app).object(*id).kind == "stove")?;
        matches!(action.phase, Phase::Doing { .. }).then_some((who, stove))
    };
    let mut found = None;
    assert!(live_until(&mut app, 16, |app| {
        found = everyone.iter().find_map(|who| cooks(app, *who));
        found.is_some()
    }));
    let (cook, stove) = found.expect("somebody cooks");
    let (before, parts) = (of::<CurrentAction>(&app, cook).what.clone(), of::<DayPlan>(&app, cook).clone());
    let line = format!("set {} is burning", map(&app).address(stove));
    say(&mut app, &line);
    let began = minute(&app);
    assert!(live_until(&mut app, 1, |app| !asked(app, cook).is_empty()), "it is asked about");
    assert!(minute(&app).0 <= began.0 + 1, "at once");
    let question = asked(&app, cook).remove(0);
    assert!(question.noticed.concerns && question.noticed.object.is_some(), "{:?}", question.noticed);
    assert!(live_until(&mut app, 1, |app| of::<Errand>(app, cook).0.is_some()));
    exact(of::<DayPlan>(&app, cook)).unwrap();
    assert_eq!(of::<DayPlan>(&app, cook).bedtime(), parts.bedtime());
    assert!(live_until(&mut app, 1, |app| thing(app, stove).condition.is_none()), "the fire is put out");
    assert!(minute(&app).0 <= began.0 + 20, "within {} minutes", minute(&app).0 - began.0);
    live(&mut app, 2);
    assert_eq!(of::<CurrentAction>(&app, cook).what, before, "what was interrupted goes on");
    let memories = of::<MemoryStream>(&app, cook).all();
    let did = memories.iter().rev().find(|memory| memory.text.contains("put out the fire"));
    assert!(did.is_some());
}

/// The first object with this affordance in the sector of somebody's home that they may see from a cell, by map.
fn at_home(app: &App, who: Entity, fits: impl Fn(&smallville::world::map::Object) -> bool) -> Option<ObjectId> {
    let home = of::<Home>(app, who).sector;
    let map = map(app);
    let mut all = (0..map.objects.len()).map(|n| ObjectId(n as u16));
    all.find(|id| map.arena(map.object(*id).arena).sector == Some(home) && fits(map.object(*id)))
}

/// Lives until somebody is awake in the arena of an object and sees it.
fn sees(app: &mut App, who: Entity, object: ObjectId) -> bool {
    live_until(app, 20, |app| {
        let there = of::<Whereabouts>(app, who).0 == map(app).object(object).arena;
        let action = of::<CurrentAction>(app, who);
        there && action.is_doing() && !action.asleep
    })
}

#[test]
fn an_empty_fridge_sends_one_shopping_and_is_filled_again() {
    let mut app = town("three_friends", 2);
    let who = people(&app)[0];
    let fridge = at_home(&app, who, |object| object.kind == "fridge").expect("a fridge at home");
    // In the daytime, when one can buy something.
    live(&mut app, 4 * 360);
    assert!(sees(&mut app, who, fridge));
    let entity = app.world().resource::<Objects>().entity(fridge);
    app.world_mut().get_mut::<ObjectState>(entity).expect("a state").left = 0;
    let line = format!("set {} is empty", map(&app).address(fridge));
    say(&mut app, &line);
    let began = minute(&app);
    assert!(live_until(&mut app, 1, |app| of::<Errand>(app, who).0.is_some()), "goes for it");
    let doing = of::<Errand>(&app, who).0.clone().expect("an errand");
    assert_eq!(doing.stops.len(), 2);
    let shop = map(&app).object(doing.stops[0]).affordances.join(", ");
    assert!(shop.contains("buy") || shop.contains("sell"), "{shop}");
    assert!(live_until(&mut app, 2, |app| thing(app, fridge).condition.is_none()), "it is no longer empty");
    let full = map(&app).object(fridge).holds.as_ref().expect("it holds food").full;
    // Whoever waits for it may help themselves in the same tick: what they took is counted to the crumb.
    let fresh = thing(&app, fridge).uses.iter().filter(|one| one.since + 1 >= now(&app));
    let takers: Vec<AgentId> = fresh.map(|one| one.by).collect();
    let roster = &app.world().resource::<Roster>().0;
    let taken: i32 = takers.iter().map(|by| of::<CurrentAction>(&app, roster[by]).uses).sum();
    assert_eq!(thing(&app, fridge).left.saturating_add_signed(taken), full, "{takers:?} took {taken}");
    assert!(minute(&app).0 <= began.0 + 90);
    exact(of::<DayPlan>(&app, who)).unwrap();
}

#[test]
fn a_leak_sends_its_owner_for_tools_and_back() {
    let mut app = town("three_friends", 2);
    let who = people(&app)[1];
    let shower = at_home(&app, who, |object| object.kind == "shower").expect("a shower at home");
    assert!(sees(&mut app, who, shower));
    let line = format!("set {} is leaking badly", map(&app).address(shower));
    say(&mut app, &line);
    assert!(live_until(&mut app, 1, |app| of::<Errand>(app, who).0.is_some()), "does something about it");
    let doing = of::<Errand>(&app, who).0.clone().expect("an errand");
    assert_eq!(doing.stops.last(), Some(&shower));
    assert!(doing.stops.len() == 2, "for tools first");
    assert!(live_until(&mut app, 2, |app| thing(app, shower).condition.is_none()), "it is mended");
    exact(of::<DayPlan>(&app, who)).unwrap();
}

#[test]
fn strange_states_are_data() {
    let mut app = town("three_friends", 1);
    let stove = at_home(&app, people(&app)[0], |object| object.kind == "stove").expect("a stove");
    let address = map(&app).address(stove);
    let long = "燃えている ".repeat(3000);
    for state in [
        "burning\u{7}\u{1b}[31m",
        "<img src=x onerror=alert(1)> {{ system }} %s %n",
        "set <a: b: c> is burning",
        "🔥👩‍👩‍👧‍👦🔥",
        long.as_str(),
        "\u{202E}gninrub",
    ] {
        say(&mut app, &format!("set {address} is {state}"));
        live(&mut app, 1);
        let condition = thing(&app, stove).condition.clone().expect("it is so");
        assert!(condition.what.chars().count() <= 60 && !condition.what.chars().any(char::is_control), "{condition:?}");
        assert_eq!(condition.what.ends_with('…'), !condition.full.is_empty());
    }
    say(&mut app, &format!("set {address} is normal"));
    live(&mut app, 1);
    assert!(thing(&app, stove).condition.is_none());
    for nonsense in ["", "dance", "set", "set stove burning", "set <:::> is", "set <"] {
        assert!(nonsense.parse::<Command>().is_err(), "{nonsense}");
    }
    say(&mut app, "set <x> is burning");
    say(&mut app, &format!("set {address} is {long}"));
    live(&mut app, 2 * 360);
    assert!(app.world().resource::<Journal>().commands.len() >= 8);
}

#[test]
fn a_typo_is_answered_with_the_nearest_names() {
    let mut app = town("three_friends", 1);
    let stove = at_home(&app, people(&app)[0], |object| object.kind == "stove").expect("a stove");
    let address = map(&app).address(stove);
    let wrong = address.replace("stove", "stvoe");
    let command = |line: String| line.parse::<Command>().expect("a command");
    let refusal = smallville::console::execute(app.world_mut(), &command(format!("set {wrong} is burning")));
    assert!(refusal.as_ref().is_err_and(|why| why.contains(&address)), "{refusal:?}");
    let done =
        smallville::console::execute(app.world_mut(), &command(format!("set {} is burning", address.to_lowercase())));
    assert!(done.as_ref().is_ok_and(|done| done.starts_with(&format!("{address} is burning"))), "{done:?}");
}

#[test]
fn a_fire_is_one_persons_business() {
    let mut app = town("harbour", 5);
    let everyone = people(&app);
    let stoves: Vec<ObjectId> = (0..map(&app).objects.len())
        .map(|n| ObjectId(n as u16))
        .filter(|id| map(&app).object(*id).kind == "stove")
        .collect();
    let mut found = None;
    assert!(live_until(&mut app, 8, |app| {
        let count = |stove: &ObjectId| {
            let arena = map(app).object(*stove).arena;
            everyone.iter().filter(|who| of::<Whereabouts>(app, **who).0 == arena).count()
        };
        found = stoves.iter().copied().find(|stove| count(stove) >= 2);
        found.is_some()
    }));
    let stove = found.expect("a stove");
    let line = format!("set {} is burning", map(&app).address(stove));
    say(&mut app, &line);
    live(&mut app, 8);
    let about = |who: &Entity| of::<Errand>(&app, *who).0.as_ref().and_then(|doing| doing.about.clone());
    let at_it = everyone.iter().filter_map(about).filter(|(object, _)| *object == stove).count();
    assert_eq!(at_it, 1, "one goes, the others see it");
    assert!(live_until(&mut app, 1, |app| thing(app, stove).condition.is_none()), "it is put out");
    live(&mut app, 60);
    for who in &everyone {
        let times = of::<Reactions>(&app, *who).thoughts.iter().map(|thought| thought.times).max().unwrap_or(0);
        assert!(times <= 3);
    }
}

#[test]
fn a_taken_bathroom_makes_one_wait() {
    let mut app = town("three_friends", 1);
    let everyone = people(&app);
    let mut found = None;
    assert!(live_until(&mut app, 14, |app| {
        let goes = |who: &Entity| {
            let action = of::<CurrentAction>(app, *who);
            let bath = action.object.filter(|id| ["toilet", "shower"].contains(&map(app).object(*id).kind.as_str()))?;
            // for long enough that it is worth waiting
            let stays = action.until > now(app) + 60;
            let goes = action.phase == Phase::Going && !of::<Walk>(app, *who).cells.is_empty();
            (goes && stays).then_some((*who, bath))
        };
        found = everyone.iter().find_map(goes);
        found.is_some()
    }));
    let (who, bath) = found.expect("somebody goes there");
    // Somebody else is quicker.
    let other = everyone.iter().find(|one| **one != who).expect("three live here");
    let (by, spots) = (*of::<AgentId>(&app, *other), map(&app).spots_of(bath).collect::<Vec<_>>());
    let entity = app.world().resource::<Objects>().entity(bath);
    let mut state = app.world_mut().get_mut::<ObjectState>(entity).expect("a state");
    let locked = |spot: &SpotId| Use { by, spot: *spot, state: "locked".into(), since: 0, leaves: EndState::default() };
    state.uses = spots.iter().map(locked).collect();
    assert!(live_until(&mut app, 1, |app| matches!(of::<CurrentAction>(app, who).phase, Phase::Waiting { .. })));
    assert!(live_until(&mut app, 1, |app| !asked(app, who).is_empty()), "it is thought about");
    let question = asked(&app, who).remove(0);
    assert!(question.noticed.needs, "{:?}", question.noticed);
    live(&mut app, 8);
    assert!(matches!(of::<CurrentAction>(&app, who).phase, Phase::Waiting { .. }), "and waited for");
    assert!(live_until(&mut app, 1, |app| !matches!(of::<CurrentAction>(app, who).phase, Phase::Waiting { .. })));
}

#[test]
fn planted_events_lead_to_a_question() {
    let mut app = town("three_friends", 7);
    let everyone = people(&app);
    let (mut planted, mut thought) = (0, 0);
    let states = ["burning", "leaking", "knocked over and broken", "covered in mud", "singing softly"];
    let mut missed = Vec::new();
    live(&mut app, 360);
    for round in 0..26_usize {
        live(&mut app, 150);
        let mut events = Vec::new();
        for who in &everyone {
            let action = of::<CurrentAction>(&app, *who);
            if action.asleep {
                continue;
            }
            // Something near in a place of one's own, or where one works.
            let (home, here) = (of::<Home>(&app, *who).clone(), of::<Whereabouts>(&app, *who).0);
            let own = home.rooms.contains(&here) || home.work.contains(&here);
            let at = *of::<Tile>(&app, *who);
            let near = |id: &ObjectId| {
                let far = |cell: &Tile| at.x.abs_diff(cell.x).max(at.y.abs_diff(cell.y));
                map(&app).object(*id).cells.iter().any(|cell| far(cell) <= 5)
            };
            let things: Vec<ObjectId> = map(&app).objects_in(here).filter(near).collect();
            if own && !things.is_empty() {
                events.push((*who, things[round % things.len()], states[round % states.len()]));
            }
        }
        for (_, object, state) in &events {
            let line = format!("set {} is {state}", map(&app).address(*object));
            say(&mut app, &line);
        }
        let mut open = events.clone();
        for _ in 0..40 {
            live(&mut app, 1);
            open.retain(|(who, object, state)| {
                let name = &map(&app).object(*object).name;
                !asked(&app, *who).iter().any(|one| one.noticed.subject == *name && one.noticed.state == *state)
            });
        }
        planted += events.len();
        thought += events.len() - open.len();
        missed.extend(
            open.into_iter().map(|(who, object, state)| (name(&app, who), map(&app).address(object), state, now(&app))),
        );
        for (_, object, _) in events {
            let line = format!("set {} is normal", map(&app).address(object));
            say(&mut app, &line);
        }
    }
    assert!(planted >= 20 && thought * 100 >= planted * 95, "{thought} of {planted}: {missed:?}");
}

#[test]
fn ones_own_name_is_heard() {
    let mut app = town("three_friends", 1);
    let (hears, speaks) = (people(&app)[0], people(&app)[1]);
    assert!(live_until(&mut app, 3, |app| {
        let action = of::<CurrentAction>(app, hears);
        !action.asleep && action.is_doing()
    }));
    // Somebody stands beside her and says it to a third.
    let (at, here) = (*of::<Tile>(&app, hears), *of::<Whereabouts>(&app, hears));
    let first = name(&app, hears).split(' ').next().expect("a name").to_string();
    app.world_mut().entity_mut(speaks).insert((at, here));
    let ids: Vec<AgentId> = people(&app)[1..3].iter().map(|who| *of::<AgentId>(&app, *who)).collect();
    let began = now(&app);
    let words = format!("I wonder what {first} would say to that.");
    let line = Utterance { by: ids[0], words: words.clone(), from: began, until: began + 3 };
    let talk =
        Talk { members: ids.clone(), lines: vec![line], topic: String::new(), began, arena: here.0, ..Talk::default() };
    app.world_mut().resource_mut::<Talks>().open.insert(TalkId { by: ids[0], count: 99 }, talk);
    assert!(live_until(&mut app, 1, |app| asked(app, hears).iter().any(|one| one.noticed.state == words)));
    let heard = of::<MemoryStream>(&app, hears).all().iter().find(|memory| memory.text.contains(&words)).cloned();
    let heard = heard.expect("it is remembered");
    assert_eq!(heard.source, Some(name(&app, speaks)), "as said by who said it");
}
