//! What burns: it is noticed from the rooms beside it, nobody rests on it, and who put it out can say why.

use smallville::{
    agent::{
        Whereabouts,
        avatar::offers,
        components::{Errand, action::CurrentAction, talk::InTalk},
    },
    clock::AgentId,
    language::condition::ConditionKind,
    memory::MemoryStream,
    world::{EndState, ObjectId, ObjectState, Tile, TownMap},
};

use crate::{asking::at_once, town::Town};

/// Somebody awake and free, and a thing in another room of the same house, near them; nobody else is in that room.
fn next_door(town: &Town) -> (String, AgentId, ObjectId) {
    let map = town.app.world().resource::<TownMap>();
    let names = town.names();
    let rooms: Vec<_> = names.keys().map(|who| town.of::<Whereabouts>(*who).0).collect();
    let found = names.iter().find_map(|(who, name)| {
        let who = *who;
        let (here, at) = (town.of::<Whereabouts>(who).0, *town.of::<Tile>(who));
        let free = town.of::<InTalk>(who).0.is_none() && town.of::<Errand>(who).0.is_none();
        let sector = map.arena(here).sector.filter(|_| free && town.of::<CurrentAction>(who).is_doing())?;
        let near = |cell: &Tile| at.x.abs_diff(cell.x).max(at.y.abs_diff(cell.y)) <= 6;
        let thing = (0..map.objects.len()).map(|n| ObjectId(n as u16)).find(|id| {
            let (object, arena) = (map.object(*id), map.object(*id).arena);
            let room = map.arena(arena);
            let empty = arena != here && !rooms.contains(&arena);
            empty && room.sector == Some(sector) && room.capacity.is_none() && object.cells.iter().any(near)
        })?;
        (!town.of::<CurrentAction>(who).asleep).then(|| (name.clone(), who, thing))
    });
    found.expect("somebody with a room beside theirs")
}

#[test]
fn a_fire_next_door_is_noticed_put_out_and_explained() {
    let mut town = Town::of_all("the_ville", 3.0);
    let (name, who, thing) = next_door(&town);
    let address = town.address(thing);
    let told = town.does(&format!("set {address} is burning")).expect("it burns");
    assert!(told.contains(&name), "{name} is near enough: {told}");
    town.until(120, |town| {
        town.of::<MemoryStream>(who).all().iter().rev().take(9).any(|one| one.text.contains("is burning"))
    });
    town.until(600, |town| town.state(thing).condition.is_none());
    town.until(300, |town| town.of::<Errand>(who).0.is_none() && town.of::<InTalk>(who).0.is_none());
    let did = |one: &str| one.starts_with(&name) && one.contains(" the fire at ") && !one.contains(" is ");
    let deed = town.of::<MemoryStream>(who).all().iter().find(|one| did(&one.text)).map(|one| one.text.clone());
    let deed = deed.unwrap_or_else(|| panic!("{name} put it out"));
    // As they call it themselves: they may have put it out or smothered it.
    let verb = deed.strip_prefix(&name).and_then(|rest| rest.split(" the fire").next()).unwrap_or_default();
    let words = format!("Why did you {} the fire?", verb.trim().trim_end_matches("ed"));
    let said = at_once(&mut town, &name, &words, &mut 0);
    assert!(said.contains("burning"), "{name}: {said}");
}

#[test]
fn nobody_rests_on_what_burns() {
    let town = Town::of_all("the_ville", 0.01);
    let map = town.app.world().resource::<TownMap>();
    for n in 0..map.objects.len() {
        let (id, thing) = (ObjectId(n as u16), &map.objects[n]);
        let mut state = ObjectState::rested(thing);
        state.set(thing, EndState::of("burning", ConditionKind::Burning), None, 1);
        let deeds: Vec<String> = offers(map, id, &state).into_iter().map(|one| one.deed).collect();
        assert_eq!(deeds, ["mend"], "{}", thing.name);
    }
}
