//! The maps that come with the game are read without a fault.

use smallville::{
    data::{Data, File},
    world::{
        TownMap,
        map::{ArenaId, check_map},
    },
};

fn here() -> Data {
    Data::only(env!("CARGO_MANIFEST_DIR"))
}

fn map(id: &str) -> File {
    here().map(id).expect("a map of ours")
}

fn the_ville() -> TownMap {
    let read = TownMap::read(&map("the_ville"), &here());
    read.unwrap_or_else(|faults| {
        faults.iter().for_each(|fault| println!("{fault}"));
        panic!("{} faults", faults.len())
    })
}

#[test]
fn no_map_has_a_fault() {
    for id in ["the_ville", "harbour"] {
        assert_eq!(check_map(&map(id), &here()), [], "{id}");
    }
}

#[test]
fn the_harbour_has_things_that_the_ville_has_not() {
    let read = |id: &str| TownMap::read(&map(id), &here()).expect("a good map");
    let (harbour, ville) = (read("harbour"), read("the_ville"));
    assert_eq!((harbour.width, harbour.height, harbour.sectors.len()), (72, 46, 10));
    let sectors: Vec<&str> = ville.sectors.iter().map(|sector| sector.name.as_str()).collect();
    assert!(harbour.sectors.iter().all(|sector| !sectors.contains(&sector.name.as_str())));
    let things: Vec<&str> = ville.objects.iter().map(|object| object.name.as_str()).collect();
    let new = harbour.objects.iter().filter(|object| !things.contains(&object.name.as_str())).count();
    assert!(new >= 15, "{new} things of its own");
}

#[test]
fn the_ville_is_what_it_should_be() {
    let town = the_ville();
    assert_eq!((town.id.as_str(), town.width, town.height), ("the_ville", 140, 100));
    assert_eq!(town.sectors.len(), 20);
    assert_eq!(town.arena_name(ArenaId::OUTDOORS), "outdoors");
    assert!(town.arenas.len() > 60 && town.objects.len() > 200 && town.spots.len() > 300);
    assert_eq!(town.drawing.ground.first().map(|(name, _)| name.as_str()), Some("grass"));
    let doors: Vec<usize> = (0..town.walls.len()).filter(|n| town.is_door(town.tile(*n))).collect();
    assert!(doors.len() >= 20 && doors.iter().all(|n| town.arena_at[*n].is_none()));
    assert!(town.spawns.iter().all(|at| town.arena_at(*at).is_some()));
}
