//! Objects, the spots they are used from, and where newcomers enter.

use std::collections::BTreeMap;

use super::{
    TownMap, cells,
    check::Drawn,
    item::Item,
    parts::{Footing, Holding, Object, ObjectId, Spot},
    sources::Faults,
    tile::{Facing, Tile},
    xml::Element,
};

/// Reads the three layers.
pub fn read(map: Element, town: &mut TownMap, drawn: &mut Drawn, faults: &mut Faults) {
    // By the id in the file; `None` for one that could not be read.
    let mut ids = BTreeMap::new();
    for item in Item::all(map, "Object", faults) {
        let object = town.read_object(&item, faults);
        ids.insert(item.id, object.is_some().then_some(ObjectId(town.objects.len() as u16)));
        if let Some(object) = object {
            town.objects.push(object);
            drawn.objects.push(item.place);
        }
    }
    for item in Item::all(map, "Spot", faults) {
        if let Some(spot) = town.read_spot(&item, &ids, faults) {
            town.spots.push(spot);
            drawn.spots.push(item.place);
        }
    }
    for item in Item::all(map, "Spawn", faults) {
        item.knows_only(&[], faults);
        town.spawns.extend(town.walkable(&item, faults));
    }
}

impl TownMap {
    fn read_object(&self, item: &Item, faults: &mut Faults) -> Option<Object> {
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
        let arena = self.arena_of(item, faults);
        let cells = cells::footprint(item, &item.text("cells", "", faults), self.size())
            .map_err(|what| faults.add(&item.place, what, "draw it in whole cells, inside the map"));
        let (arena, cells) = (arena?, cells.ok()?);
        let outside = cells.iter().find(|at| self.arena_at(**at) != Some(arena));
        if let Some(at) = outside {
            let what = format!("it is outside its arena {:?}", self.arena(arena).name);
            faults.add(format!("{}, cell {at}", item.place), what, "move it, or name the arena it stands in");
        }
        if !name.is_empty() && self.objects.iter().any(|other| other.arena == arena && other.name == name) {
            let of = &self.arena(arena).name;
            faults.add(&item.place, format!("there is another object {name:?} in {of:?}"), "rename one of them");
        }
        let holds = (full > 0 && !what.is_empty()).then_some(Holding { what, full });
        Some(Object { name, kind, arena, affordances, capacity, rest, holds, owners, facing, cells })
    }

    fn read_spot(&self, item: &Item, ids: &BTreeMap<&str, Option<ObjectId>>, faults: &mut Faults) -> Option<Spot> {
        item.knows_only(&["of", "facing", "role"], faults);
        let at = self.walkable(item, faults);
        let (facing, role) = (item.facing(faults), item.role(faults));
        let Some(object) = item.object("of").and_then(|id| ids.get(id)) else {
            let advice = "let its property `of` point to one in the layer Objects";
            faults.add(&item.place, "it belongs to no object", advice);
            return None;
        };
        // An object that could not be read has faults of its own, named already.
        let object = (*object)?;
        let at = at?;
        let of = self.object(object);
        let beside = Facing::ALL.into_iter().find(|facing| of.cells.contains(&at.toward(*facing)));
        if beside.is_none() && !of.cells.contains(&at) {
            let what = format!("it is neither on nor beside its object {:?}", of.name);
            faults.add(format!("{}, cell {at}", item.place), what, "move it, or point it to the object it is beside");
        }
        let on_it = of.cells.contains(&at).then_some(of.facing);
        let facing = facing.or(on_it).or(beside).unwrap_or(of.facing);
        Some(Spot { object, at, facing, role })
    }

    /// The cell of a point where somebody can stand; what is wrong with it is a fault.
    fn walkable(&self, item: &Item, faults: &mut Faults) -> Option<Tile> {
        let at = cells::cell_of(item, self.size())
            .map_err(|what| faults.add(&item.place, what, "draw a point in the middle of a cell"))
            .ok()?;
        let what = if self.footing(at) == Footing::Blocked {
            "nobody can stand there: the cell is blocked"
        } else if self.is_door(at) {
            "it is in a doorway"
        } else {
            return Some(at);
        };
        faults.add(format!("{}, cell {at}", item.place), what, "move it to a free cell or a seat");
        None
    }
}
