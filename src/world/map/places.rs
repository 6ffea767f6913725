//! What is drawn: sectors and arenas with their cells, objects, the spots they are used from, and where newcomers
//! enter.

use std::collections::BTreeMap;

use super::{
    TownMap,
    cells::{self, Outline, Size},
    check::Drawn,
    ids::{ArenaId, ObjectId, SectorId},
    item::Item,
    parts::{Arena, Facing, Footing, Holding, Object, Sector, SectorLook, Spot, Tile},
    xml::{Element, Faults, shorten},
};

/// The most sectors of a town.
const MAX_SECTORS: usize = 500;

/// The most arenas of a town.
const MAX_ARENAS: usize = 4000;

const FACING: &str = "up, right, down or left";

/// Reads sectors and arenas.
pub fn places(map: Element, town: &mut TownMap, drawn: &mut Drawn, faults: &mut Faults) {
    // The open air is drawn nowhere.
    drawn.arenas.push(String::new());
    let sectors = Item::all(map, "Sector", faults);
    let arenas = Item::all(map, "Arena", faults);
    for (count, what, most) in [(sectors.len(), "sectors", MAX_SECTORS), (arenas.len(), "arenas", MAX_ARENAS)] {
        if count > most {
            faults.add("", format!("{count} {what}"), format!("at most {most} are read"));
        }
    }
    sectors.iter().take(MAX_SECTORS).for_each(|item| town.read_sector(item, faults));
    for item in arenas.iter().take(MAX_ARENAS) {
        town.read_arena(item, faults);
        drawn.arenas.push(item.place.clone());
    }
}

/// Reads objects, their spots and the spawns.
pub fn objects(map: Element, town: &mut TownMap, drawn: &mut Drawn, faults: &mut Faults) {
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
    fn read_sector(&mut self, item: &Item, faults: &mut Faults) {
        item.knows_only(&["opening_hours", "owner", "cap", "front", "door", "sign"], faults);
        let id = SectorId(self.sectors.len() as u16);
        let name = item.name(faults);
        if !name.is_empty() && self.find_sector(&name).is_some() {
            faults.add(&item.place, format!("there is another sector {name:?}"), "rename one of them");
        }
        self.sectors.push(Sector {
            name,
            owners: item.list("owner", faults),
            open: item.span("opening_hours", faults),
            look: SectorLook {
                cap: item.one_of("cap", "red", &["", "red", "teal", "blue", "wood"], faults),
                front: item.one_of("front", "plaster", &["", "brick", "plaster", "boards"], faults),
                door: item.one_of("door", "red", &["", "red", "blue", "teal", "plum"], faults),
                sign: item.one_of("sign", "", &["", "cup", "mug", "basket", "cross", "hammer", "book"], faults),
            },
        });
        cover(item, self.size(), faults, |n| match self.sector_at[n] {
            None => {
                self.sector_at[n] = Some(id);
                Ok(())
            }
            Some(other) => Err(format!("it overlaps the sector {:?}", self.sectors[usize::from(other.0)].name)),
        });
    }

    fn read_arena(&mut self, item: &Item, faults: &mut Faults) {
        item.knows_only(&["sector", "owner", "capacity", "floor", "indoor", "paper"], faults);
        let id = ArenaId(self.arenas.len() as u16);
        let name = item.name(faults);
        let sector = self.sector_of(item, faults);
        if let Some(sector) = sector
            && !name.is_empty()
            && self.arena_named(sector, &name).is_some()
        {
            let of = &self.sectors[usize::from(sector.0)].name;
            faults.add(&item.place, format!("there is another arena {name:?} in {of:?}"), "rename one of them");
        }
        let papers =
            ["", "paper_blue", "paper_teal", "paper_gold", "paper_rose", "brick", "boards", "tiles", "plaster"];
        self.arenas.push(Arena {
            name,
            sector,
            owners: item.list("owner", faults),
            capacity: Some(item.whole("capacity", 0, 0, faults)).filter(|capacity| *capacity > 0),
            indoor: item.yes("indoor", true, faults),
            floor: item.text("floor", "planks", faults),
            paper: item.one_of("paper", "", &papers, faults),
        });
        cover(item, self.size(), faults, |n| {
            if let Some(other) = self.arena_at[n] {
                return Err(format!("it overlaps the arena {:?}", self.arenas[usize::from(other.0)].name));
            }
            self.arena_at[n] = Some(id);
            let outside = sector.filter(|_| self.sector_at[n] != sector);
            let fault = |of: SectorId| Err(format!("it is outside its sector {:?}", self.sector(of).name));
            outside.map_or(Ok(()), fault)
        });
    }

    fn arena_named(&self, sector: SectorId, name: &str) -> Option<ArenaId> {
        self.arenas_of(sector).find(|id| self.arena(*id).name == name)
    }

    /// The sector that an item's property names.
    fn sector_of(&self, item: &Item, faults: &mut Faults) -> Option<SectorId> {
        let name = item.text("sector", "", faults);
        let found = self.find_sector(&name).filter(|_| !name.is_empty());
        if found.is_none() {
            let what = format!("its sector {:?} is not on this map", shorten(&name));
            faults.add(&item.place, what, "write the name of a sector in full");
        }
        found
    }

    /// The arena that an item's properties name.
    fn arena_of(&self, item: &Item, faults: &mut Faults) -> Option<ArenaId> {
        let sector = self.sector_of(item, faults)?;
        let name = item.text("arena", "", faults);
        let found = self.arena_named(sector, &name);
        if found.is_none() {
            let mut names: Vec<&str> = self.arenas_of(sector).map(|id| self.arena(id).name.as_str()).collect();
            names.sort_unstable();
            let what = format!("its arena {:?} is not in {:?}", shorten(&name), self.sector(sector).name);
            faults.add(&item.place, what, format!("the arenas there are: {}", names.join(", ")));
        }
        found
    }

    fn read_object(&self, item: &Item, faults: &mut Faults) -> Option<Object> {
        let known = "kind affordances arena sector capacity rest_state stock stock_full owner facing cells";
        item.knows_only(&known.split(' ').collect::<Vec<_>>(), faults);
        let name = item.name(faults);
        let kind = item.text("kind", "", faults);
        if kind.is_empty() {
            faults.add(&item.place, "it has no kind", "set `kind`, which names its pictures");
        }
        let capacity = item.whole("capacity", 1, 1, faults);
        let (what, full) = (item.text("stock", "", faults), item.whole("stock_full", 0, 0, faults));
        if what.is_empty() != (full == 0) {
            let advice = "set both or neither";
            faults.add(&item.place, format!("its stock is {what:?} and its stock_full {full}"), advice);
        }
        let affordances = item.list("affordances", faults);
        let owners = item.list("owner", faults);
        let facing = item.named("facing", FACING, faults).unwrap_or_default();
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
        let facing = item.named::<Facing>("facing", FACING, faults);
        let role = item.named("role", "any, guest or staff", faults).unwrap_or_default();
        let Some(object) = item.object("of").and_then(|id| ids.get(id)) else {
            let advice = "set its property `of` to an object of the layer Objects";
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

/// Gives `fill` the places of the cells of a shape until something is wrong with one of them.
fn cover(item: &Item, size: Size, faults: &mut Faults, mut fill: impl FnMut(usize) -> Result<(), String>) {
    let outline = match Outline::of(item, size) {
        Ok(outline) => outline,
        Err(what) => return faults.add(&item.place, what, "draw it along cell borders, inside the map"),
    };
    let mut covered = false;
    for at in outline.cells() {
        covered = true;
        let filled = size.index(at).ok_or_else(|| "it is outside the map".to_owned()).and_then(&mut fill);
        if let Err(what) = filled {
            return faults.add(format!("{}, cell {at}", item.place), what, "move its edges");
        }
    }
    if !covered {
        faults.add(&item.place, "it covers no cell", "enlarge it, or remove it");
    }
}
