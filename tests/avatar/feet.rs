//! Going after people, using things by their bare names, getting up and not.

use bevy::prelude::World;
use smallville::{
    agent::components::{
        Avatar,
        action::{CurrentAction, Path, Posture},
        talk::{InTalk, Talk, TalkId, Talks},
    },
    clock::{AgentId, Roster},
    memory::MemoryStream,
    world::{Footing, ObjectId, Tile, TownMap},
};

use super::town::Town;

/// Somebody who has walked for eight ticks and has a good way to go, and where they were then.
fn walker(town: &mut Town) -> (AgentId, String, Tile) {
    let walks = |town: &Town, id: AgentId, far: usize| {
        town.of::<Path>(id).cells.len() > far && town.of::<InTalk>(id).0.is_none()
    };
    for _ in 0..300 {
        let all: Vec<_> = town.names().into_iter().filter(|(id, _)| walks(town, *id, 20)).collect();
        let before: Vec<_> = all.into_iter().map(|(id, name)| (id, name, *town.of::<Tile>(id))).collect();
        town.live(8);
        let on = |(id, _, at): &(AgentId, String, Tile)| town.of::<Tile>(*id).steps(*at) > 2 && walks(town, *id, 8);
        if let Some(found) = before.into_iter().find(on) {
            return found;
        }
    }
    panic!("nobody walks far")
}

#[test]
fn who_walks_is_gone_after_and_reached() {
    let mut town = Town::at(7.0);
    let (who, name, at) = walker(&mut town);
    town.does(&format!("join Nora Quist; she; at {} {}", at.x, at.y)).expect("she comes");
    let me = town.find("Nora Quist");
    assert_eq!(town.does(&format!("goto {name}")), Ok(format!("on the way to {name}")));
    assert_eq!(town.of::<Avatar>(me).after.expect("she goes after them").who, who);
    town.until(300, |town| town.of::<Avatar>(me).after.is_none());
    let apart = town.of::<Tile>(me).steps(*town.of::<Tile>(who));
    assert!(apart <= 4, "{apart} tiles from them");
    assert_eq!(town.does(&format!("say to {name} Wait for me!")), Ok(format!("to {name}")));
    town.live(2);
    let talk = town.of::<InTalk>(me).0.expect("they talk");
    let talks = town.app.world().resource::<Talks>();
    assert!(talks.open[&talk].members.contains(&who));
}

#[test]
fn who_stands_where_somebody_is_hidden_goes_on_to_where_all_are_seen() {
    let mut town = Town::at(1.0);
    let map = town.app.world().resource::<TownMap>().clone();
    let stays = |town: &Town| {
        town.names().into_iter().find_map(|(id, name)| {
            let (at, action) = (*town.of::<Tile>(id), town.of::<CurrentAction>(id));
            let below = Tile::new(at.x, at.y + 1);
            let room = map.footing(below) == Footing::Free && map.arena_at(below) == map.arena_at(at);
            let stays = action.is_doing() && action.until > town.now() + 20 && !map.is_door(below);
            (room && stays).then_some((id, name, at))
        })
    };
    town.until(2000, |town| stays(town).is_some());
    let (id, name, at) = stays(&town).expect("somebody stays where there is room before them");
    town.does(&format!("join Nora Quist; she; at {} {}", at.x, at.y + 1)).expect("she comes");
    let me = town.find("Nora Quist");
    town.does(&format!("goto {name}")).expect("she sets out");
    town.until(60, |town| town.of::<Avatar>(me).after.is_none());
    let (own, there) = (*town.of::<Tile>(me), *town.of::<Tile>(id));
    assert!((1..=4).contains(&own.steps(there)), "{own:?} is beside {there:?}");
    assert!(own.x != there.x || own.y.abs_diff(there.y) > 1, "{own:?} hides {there:?}");
}

#[test]
fn what_is_meant_for_one_is_not_said_to_another_who_speaks_first() {
    let mut town = Town::at(3.0);
    let names: Vec<(AgentId, String)> = town.names().into_iter().collect();
    let (first, second) = (&names[0], &names[1]);
    let at = *town.of::<Tile>(second.0);
    town.does(&format!("join Nora Quist; she; at {} {}", at.x, at.y + 1)).expect("she comes");
    let me = town.find("Nora Quist");
    // She has a line for the first; the second begins to talk with her.
    let talk = TalkId { by: second.0, count: 900 };
    let now = town.now();
    let world = town.app.world_mut();
    let of = |world: &World, id: AgentId| world.resource::<Roster>().0[&id];
    for id in [me, second.0] {
        let entity = of(world, id);
        world.entity_mut(entity).insert(InTalk(Some(talk)));
    }
    let entity = of(world, me);
    let mut avatar = world.get_mut::<Avatar>(entity).expect("she is one");
    (avatar.to, avatar.lines) = (Some(first.0), ["I was joking.".to_string()].into());
    let members = vec![second.0, me];
    world.resource_mut::<Talks>().open.insert(talk, Talk { members, began: now, ..Talk::default() });
    town.live(1);
    let said = |town: &Town| {
        let talks = town.app.world().resource::<Talks>();
        let all = talks.open.values().chain(talks.over.iter().map(|(_, talk)| talk));
        all.flat_map(|talk| &talk.lines).any(|line| line.words == "I was joking.")
    };
    assert!(!said(&town) && town.of::<Avatar>(me).lines.is_empty());
    let came = town.came().expect("it is told");
    assert!(came.is_err_and(|why| why.contains(&first.1)));
    town.live(30);
    assert!(!said(&town));
}

#[test]
fn nobody_is_gone_after_for_ever() {
    let mut town = Town::at(9.0);
    let (id, name) = town.names().into_iter().next().expect("somebody");
    town.does("join Nora Quist; she").expect("she comes");
    let me = town.find("Nora Quist");
    town.does(&format!("goto {name}")).expect("she sets out");
    // Whatever they do, it ends; and another walk is no walk after them.
    town.live(1);
    town.does("walk 3 3").expect("she goes elsewhere");
    assert_eq!(town.of::<Avatar>(me).after, None);
    town.does(&format!("goto {name}")).expect("she sets out");
    town.live(6 * 46);
    assert_eq!(town.of::<Avatar>(me).after, None, "{:?}", town.of::<Tile>(id));
}

#[test]
fn a_thing_is_used_by_its_bare_name_and_mending_ends() {
    let mut town = Town::at(3.0);
    let stove = town.object("stove");
    let (address, spot) = {
        let map = town.app.world().resource::<TownMap>();
        (map.address(stove), map.spot(map.spots_of(stove).next().unwrap()).at)
    };
    town.does(&format!("join Nora Quist; at {} {}", spot.x, spot.y)).expect("she comes");
    let me = town.find("Nora Quist");
    let cooks = town.does("use stove cook").expect("the nearest");
    assert!(cooks.starts_with("cooking at the stove") && cooks.contains(&address), "{cooks}");
    assert_eq!(town.of::<CurrentAction>(me).object, Some(stove));
    assert!(town.does("use the stove").is_ok() && town.does("use stove fly").is_err());
    assert!(town.does("use zeppelin").is_err_and(|why| why.contains("zeppelin")));
    town.does(&format!("set {address} is smoking")).expect("it smokes");
    town.does("use stove mend").expect("she sees to it");
    town.until(60, |town| town.state(stove).condition.is_none());
    town.live(2);
    assert_eq!(town.of::<CurrentAction>(me).what, "looking about");
    assert!(town.state(stove).uses.is_empty(), "nobody is at it any more");
    assert!(town.of::<MemoryStream>(me).all().iter().any(|one| one.text.contains("which was smoking")));
}

#[test]
fn a_step_into_a_wall_leaves_one_in_bed() {
    let mut town = Town::at(1.0);
    let map = town.app.world().resource::<TownMap>().clone();
    let beds = (0..map.objects.len()).map(|n| ObjectId(n as u16));
    let beds = beds.filter(|id| map.object(*id).affordances.iter().any(|what| what == "sleep"));
    let ways = [(0, -1, "north"), (1, 0, "east"), (0, 1, "south"), (-1, 0, "west")];
    let (address, way) = beds
        .flat_map(|id| map.spots_of(id).map(move |spot| (id, spot)))
        .filter(|(id, spot)| map.footing(map.spot(*spot).at) == Footing::End && map.spots_of(*id).count() == 1)
        .find_map(|(id, spot)| {
            let at = map.spot(spot).at;
            let wall = ways.iter().find(|(dx, dy, _)| map.footing(Tile::new(at.x + dx, at.y + dy)) == Footing::Blocked);
            wall.map(|(.., way)| (map.address(id), *way))
        })
        .expect("a bed at a wall");
    let at = map.spot(map.spots_of(smallville::agent::resolve::thing(&map, &address).unwrap()).next().unwrap()).at;
    town.does(&format!("join Nora Quist; at {} {}", at.x, at.y)).expect("she comes");
    let me = town.find("Nora Quist");
    town.does(&format!("use {address} sleep")).expect("she lies down");
    town.until(300, |town| *town.of::<Posture>(me) != Posture::Stand);
    let before = town.of::<CurrentAction>(me).what.clone();
    assert_eq!(town.does(&format!("step {way}")), Ok("there is no way through".into()));
    town.live(2);
    assert!(*town.of::<Posture>(me) != Posture::Stand && town.of::<CurrentAction>(me).what == before);
}
