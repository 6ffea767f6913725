//! Objects, the spots they are used from, and where newcomers enter.

use std::collections::{BTreeMap, BTreeSet};

use super::{
    cells::{self, Size},
    ground::Ground,
    item::Item,
    parts::{ArenaId, Footing, Holding, Object, ObjectId, Spot, Wall},
    places::Places,
    prepass::Lines,
    sources::Faults,
    tile::{Facing, Tile},
};

/// Objects, spots and spawns.
#[derive(Default)]
pub struct Things {
    /// By [`ObjectId`].
    pub objects: Vec<Object>,
    /// Where each was drawn, for faults.
    pub object_drawn: Vec<String>,
    /// By `SpotId`.
    pub spots: Vec<Spot>,
    /// Where each was drawn, for faults.
    pub spot_drawn: Vec<String>,
    /// Where newcomers enter.
    pub spawns: Vec<Tile>,
    /// By the id in the file; `None` for one that could not be read.
    by_file_id: BTreeMap<u32, Option<ObjectId>>,
    names: BTreeSet<(ArenaId, String)>,
}

/// Reads the three layers.
pub fn read(
    map: &tiled::Map,
    size: Size,
    places: &Places,
    ground: &Ground,
    lines: &Lines,
    faults: &mut Faults,
) -> Things {
    let mut things = Things::default();
    for item in Item::all(map, "Objects", "Object", lines, faults) {
        let object = things.object(&item, size, places, faults);
        let id = ObjectId(things.objects.len() as u16);
        things.by_file_id.insert(item.data.id(), object.is_some().then_some(id));
        if let Some(object) = object {
            things.objects.push(object);
            things.object_drawn.push(item.place);
        }
    }
    for item in Item::all(map, "Spots", "Spot", lines, faults) {
        if let Some(spot) = things.spot(&item, size, ground, faults) {
            things.spots.push(spot);
            things.spot_drawn.push(item.place);
        }
    }
    for item in Item::all(map, "Spawns", "Spawn", lines, faults) {
        item.knows_only(&[], faults);
        if let Some(at) = walkable(&item, size, ground, faults) {
            things.spawns.push(at);
        }
    }
    things
}

impl Things {
    fn object(&mut self, item: &Item<'_>, size: Size, places: &Places, faults: &mut Faults) -> Option<Object> {
        let known = "kind affordances arena sector capacity rest_state stock stock_full owner facing cells";
        item.knows_only(&known.split(' ').collect::<Vec<_>>(), faults);
        let name = item.name(faults);
        let kind = item.text("kind", "", faults);
        if kind.is_empty() {
            faults.add(&item.place, "it has no kind", "say what it is: the kind names its pictures");
        }
        let capacity = item.whole("capacity", 1, 1, faults);
        let (what, full) = (item.text("stock", "", faults), item.whole("stock_full", 0, 0, faults));
        if what.is_empty() != (full == 0) {
            let advice = "give both or neither";
            faults.add(&item.place, format!("its stock is {what:?} and its stock_full {full}"), advice);
        }
        let affordances = item.list("affordances", faults);
        let owners = item.list("owner", faults);
        let facing = item.facing(faults).unwrap_or_default();
        let rest = item.text("rest_state", "", faults);
        let arena = places.find_arena(item, faults);
        let cells = cells::footprint(item, &item.text("cells", "", faults), size)
            .map_err(|what| faults.add(&item.place, what, "draw it in whole cells, inside the map"));
        let (arena, cells) = (arena?, cells.ok()?);
        let outside = cells.iter().find(|at| size.index(**at).is_none_or(|n| places.arena_at[n] != Some(arena)));
        if let Some(at) = outside {
            let what = format!("it is outside its arena {:?}", places.arenas[usize::from(arena.0)].name);
            faults.add(format!("{}, cell {at}", item.place), what, "move it, or name the arena it stands in");
        }
        if !name.is_empty() && !self.names.insert((arena, name.clone())) {
            let of = &places.arenas[usize::from(arena.0)].name;
            faults.add(&item.place, format!("there is another object {name:?} in {of:?}"), "rename one of them");
        }
        let holds = (full > 0 && !what.is_empty()).then_some(Holding { what, full });
        Some(Object { name, kind, arena, affordances, capacity, rest, holds, owners, facing, cells })
    }

    fn spot(&self, item: &Item<'_>, size: Size, ground: &Ground, faults: &mut Faults) -> Option<Spot> {
        item.knows_only(&["of", "facing", "role"], faults);
        let at = walkable(item, size, ground, faults);
        let (facing, role) = (item.facing(faults), item.role(faults));
        let object = match item.object("of").and_then(|id| self.by_file_id.get(&id)) {
            // The object has faults of its own, named already.
            Some(None) => return None,
            Some(Some(object)) => *object,
            None => {
                faults.add(
                    &item.place,
                    "it belongs to no object",
                    "let its property `of` point to one in the layer Objects",
                );
                return None;
            }
        };
        let at = at?;
        let of = &self.objects[usize::from(object.0)];
        let beside = Facing::ALL.into_iter().find(|facing| of.cells.contains(&at.toward(*facing)));
        if beside.is_none() && !of.cells.contains(&at) {
            let what = format!("it is neither on nor beside its object {:?}", of.name);
            faults.add(format!("{}, cell {at}", item.place), what, "move it, or point it to the object it is beside");
        }
        let on_it = of.cells.contains(&at).then_some(of.facing);
        let facing = facing.or(on_it).or(beside).unwrap_or(of.facing);
        Some(Spot { object, at, facing, role })
    }
}

/// The cell of a point where somebody can stand; what is wrong with it is a fault.
fn walkable(item: &Item<'_>, size: Size, ground: &Ground, faults: &mut Faults) -> Option<Tile> {
    let at = cells::cell_of(item, size)
        .map_err(|what| faults.add(&item.place, what, "draw a point in the middle of a cell"))
        .ok()?;
    let n = size.index(at)?;
    let what = if ground.footing[n] == Footing::Blocked {
        "nobody can stand there: the cell is blocked"
    } else if ground.walls[n] == Some(Wall::Door) {
        "it is in a doorway"
    } else {
        return Some(at);
    };
    faults.add(format!("{}, cell {at}", item.place), what, "move it to a free cell or a seat");
    None
}
