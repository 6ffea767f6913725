//! From a well-formed map file to a town.

use super::{
    TownMap,
    cells::Size,
    check, ground, objects,
    parts::{ArenaId, Footing},
    places,
    prepass::Lines,
    sources::Faults,
};

/// Reads what the layers mean, and checks it.
pub fn town(id: String, map: &tiled::Map, lines: &Lines, faults: &mut Faults) -> TownMap {
    let size = Size { width: map.width as i32, height: map.height as i32 };
    for layer in map.layers() {
        let known = ["Sectors", "Arenas", "Objects", "Spots", "Spawns"];
        if layer.as_object_layer().is_some() && !known.contains(&layer.name.as_str()) {
            let what =
                format!("an object layer {:?}, which the town does not know", super::prepass::shorten(&layer.name));
            faults.add("", what, format!("remove it or give it one of the names {}", known.join(", ")));
        }
    }
    let ground = ground::read(map, faults);
    let places = places::read(map, size, lines, faults);
    let things = objects::read(map, size, &places, &ground, lines, faults);
    let arena_at = (0..size.cells()).map(|n| match (ground.walls[n], places.sector_at[n]) {
        (Some(_), _) => None,
        (None, None) => (ground.footing[n] != Footing::Blocked).then_some(ArenaId::OUTDOORS),
        (None, Some(_)) => places.arena_at[n],
    });
    let town = TownMap {
        id,
        width: size.width,
        height: size.height,
        arena_at: arena_at.collect(),
        footing: ground.footing,
        sector_at: places.sector_at,
        walls: ground.walls,
        sectors: places.sectors,
        arenas: places.arenas,
        objects: things.objects,
        spots: things.spots,
        spawns: things.spawns,
        drawing: ground.drawing,
        crowd: 1,
    };
    let drawn = check::Drawn { arenas: &places.drawn, objects: &things.object_drawn, spots: &things.spot_drawn };
    check::all(&town, &drawn, faults);
    town
}
