//! Sectors and arenas, and which cells are whose.

use std::collections::BTreeMap;

use super::{
    cells::{Outline, Size},
    item::Item,
    parts::{Arena, ArenaId, Sector, SectorId, SectorLook},
    prepass::{Lines, shorten},
    sources::Faults,
    tile::Tile,
};

/// The most sectors of a town.
const MOST_SECTORS: usize = 500;

/// The most arenas of a town.
const MOST_ARENAS: usize = 4000;

/// Sectors and arenas.
pub struct Places {
    /// By [`SectorId`].
    pub sectors: Vec<Sector>,
    /// By [`ArenaId`].
    pub arenas: Vec<Arena>,
    /// Where each arena was drawn, for faults; that of the outdoors is empty.
    pub drawn: Vec<String>,
    /// Per cell.
    pub sector_at: Vec<Option<SectorId>>,
    /// Per cell, walls and doors included.
    pub arena_at: Vec<Option<ArenaId>>,
    /// By sector and name.
    pub arena_named: BTreeMap<(SectorId, String), ArenaId>,
    /// By name.
    pub sector_named: BTreeMap<String, SectorId>,
}

/// Reads both layers.
pub fn read(map: &tiled::Map, size: Size, lines: &Lines, faults: &mut Faults) -> Places {
    let outdoors = Arena {
        name: "outdoors".to_owned(),
        sector: None,
        owners: Vec::new(),
        capacity: None,
        indoor: false,
        floor: String::new(),
        paper: String::new(),
    };
    let mut places = Places {
        sectors: Vec::new(),
        arenas: vec![outdoors],
        drawn: vec![String::new()],
        sector_at: vec![None; size.cells()],
        arena_at: vec![None; size.cells()],
        arena_named: BTreeMap::new(),
        sector_named: BTreeMap::new(),
    };
    let sectors = Item::all(map, "Sectors", "Sector", lines, faults);
    if sectors.len() > MOST_SECTORS {
        faults.add("", format!("{} sectors", sectors.len()), format!("at most {MOST_SECTORS} are read"));
    }
    sectors.iter().take(MOST_SECTORS).for_each(|item| places.sector(item, size, faults));
    let arenas = Item::all(map, "Arenas", "Arena", lines, faults);
    if arenas.len() > MOST_ARENAS {
        faults.add("", format!("{} arenas", arenas.len()), format!("at most {MOST_ARENAS} are read"));
    }
    arenas.iter().take(MOST_ARENAS).for_each(|item| places.arena(item, size, faults));
    places
}

impl Places {
    fn sector(&mut self, item: &Item<'_>, size: Size, faults: &mut Faults) {
        item.knows_only(&["opening_hours", "owner", "cap", "front", "door", "sign"], faults);
        let id = SectorId(self.sectors.len() as u16);
        let name = item.name(faults);
        if !name.is_empty() && self.sector_named.contains_key(&name) {
            faults.add(&item.place, format!("there is another sector {name:?}"), "rename one of them");
        }
        self.sector_named.entry(name.clone()).or_insert(id);
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
        let fill = |at: Tile| match size.index(at).map(|n| &mut self.sector_at[n]) {
            Some(cell @ None) => {
                *cell = Some(id);
                None
            }
            Some(Some(other)) => Some(format!("it overlaps the sector {:?}", self.sectors[usize::from(other.0)].name)),
            None => Some("it is outside the map".to_owned()),
        };
        cover(item, size, faults, fill);
    }

    fn arena(&mut self, item: &Item<'_>, size: Size, faults: &mut Faults) {
        item.knows_only(&["sector", "owner", "capacity", "floor", "indoor", "paper"], faults);
        let id = ArenaId(self.arenas.len() as u16);
        let name = item.name(faults);
        let sector = self.find_sector(item, faults);
        if let Some(sector) = sector
            && !name.is_empty()
            && self.arena_named.insert((sector, name.clone()), id).is_some()
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
        self.drawn.push(item.place.clone());
        let fill = |at: Tile| {
            let Some(n) = size.index(at) else { return Some("it is outside the map".to_owned()) };
            if let Some(other) = self.arena_at[n] {
                return Some(format!("it overlaps the arena {:?}", self.arenas[usize::from(other.0)].name));
            }
            self.arena_at[n] = Some(id);
            let outside = sector.filter(|_| self.sector_at[n] != sector)?;
            Some(format!("it is outside its sector {:?}", self.sectors[usize::from(outside.0)].name))
        };
        cover(item, size, faults, fill);
    }

    /// The sector that an item's property names.
    pub fn find_sector(&self, item: &Item<'_>, faults: &mut Faults) -> Option<SectorId> {
        let name = item.text("sector", "", faults);
        let found = self.sector_named.get(&name).copied().filter(|_| !name.is_empty());
        if found.is_none() {
            let what = format!("its sector {:?} is not on this map", shorten(&name));
            faults.add(&item.place, what, "write the name of a sector in full");
        }
        found
    }

    /// The arena that an item's properties name.
    pub fn find_arena(&self, item: &Item<'_>, faults: &mut Faults) -> Option<ArenaId> {
        let sector = self.find_sector(item, faults)?;
        let name = item.text("arena", "", faults);
        let found = self.arena_named.get(&(sector, name.clone())).copied();
        if found.is_none() {
            let of = &self.sectors[usize::from(sector.0)].name;
            let names: Vec<&str> =
                self.arena_named.keys().filter(|key| key.0 == sector).map(|key| key.1.as_str()).collect();
            let what = format!("its arena {:?} is not in {of:?}", shorten(&name));
            faults.add(&item.place, what, format!("the arenas there are: {}", names.join(", ")));
        }
        found
    }
}

/// Fills the cells of a shape until `fill` finds something wrong with one of them.
fn cover(item: &Item<'_>, size: Size, faults: &mut Faults, mut fill: impl FnMut(Tile) -> Option<String>) {
    let outline = match Outline::of(item, size) {
        Ok(outline) => outline,
        Err(what) => {
            faults.add(&item.place, what, "draw it along the borders of cells, inside the map");
            return;
        }
    };
    let mut covered = false;
    for at in outline.cells() {
        covered = true;
        if let Some(what) = fill(at) {
            faults.add(format!("{}, cell {at}", item.place), what, "move its edge");
            return;
        }
    }
    if !covered {
        faults.add(&item.place, "it covers no cell", "draw it again, or remove it");
    }
}
