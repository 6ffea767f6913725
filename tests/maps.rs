//! The maps that come with the game are read without a fault.

use std::path::{Path, PathBuf};

use smallville::world::{
    TownMap,
    map::{ArenaId, MapRoots, check_map},
};

fn here(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}

fn the_ville() -> TownMap {
    let read = TownMap::read(&here("maps/the_ville.tmx"), &MapRoots::new(here("assets")));
    read.unwrap_or_else(|faults| {
        faults.iter().for_each(|fault| println!("{fault}"));
        panic!("{} faults", faults.len())
    })
}

#[test]
fn the_ville_has_no_fault() {
    assert_eq!(check_map(&here("maps/the_ville.tmx"), &MapRoots::new(here("assets"))), []);
}

#[test]
fn the_ville_is_what_it_should_be() {
    let town = the_ville();
    assert_eq!((town.id.as_str(), town.width, town.height), ("the_ville", 140, 100));
    assert_eq!(town.sectors.len(), 20);
    assert_eq!(town.arena_name(ArenaId::OUTDOORS), "outdoors");
    println!("{} arenas, {} objects, {} spots", town.arenas.len(), town.objects.len(), town.spots.len());
    for sector in &town.sectors {
        println!("{} {:?} {:?}", sector.name, sector.owners, sector.open.map(|span| (span.from, span.until)));
    }
    assert!(town.arenas.len() > 60 && town.objects.len() > 200 && town.spots.len() > 300);
    assert_eq!(town.drawing.ground.first().map(|(name, _)| name.as_str()), Some("grass"));
}
