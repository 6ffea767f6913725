//! Sectors and arenas, and which cells are whose.

use super::{
    TownMap,
    cells::{Outline, Size},
    check::Drawn,
    item::Item,
    parts::{Arena, ArenaId, Sector, SectorId, SectorLook},
    sources::Faults,
    xml::{Element, shorten},
};

/// The most sectors of a town.
const MOST_SECTORS: usize = 500;

/// The most arenas of a town.
const MOST_ARENAS: usize = 4000;

/// Reads both layers.
pub fn read(map: Element, town: &mut TownMap, drawn: &mut Drawn, faults: &mut Faults) {
    // The open air is drawn nowhere.
    drawn.arenas.push(String::new());
    let sectors = Item::all(map, "Sector", faults);
    let arenas = Item::all(map, "Arena", faults);
    for (count, what, most) in [(sectors.len(), "sectors", MOST_SECTORS), (arenas.len(), "arenas", MOST_ARENAS)] {
        if count > most {
            faults.add("", format!("{count} {what}"), format!("at most {most} are read"));
        }
    }
    sectors.iter().take(MOST_SECTORS).for_each(|item| town.read_sector(item, faults));
    for item in arenas.iter().take(MOST_ARENAS) {
        town.read_arena(item, faults);
        drawn.arenas.push(item.place.clone());
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
    pub(super) fn arena_of(&self, item: &Item, faults: &mut Faults) -> Option<ArenaId> {
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
}

/// Gives `fill` the places of the cells of a shape until something is wrong with one of them.
fn cover(item: &Item, size: Size, faults: &mut Faults, mut fill: impl FnMut(usize) -> Result<(), String>) {
    let outline = match Outline::of(item, size) {
        Ok(outline) => outline,
        Err(what) => return faults.add(&item.place, what, "draw it along the borders of cells, inside the map"),
    };
    let mut covered = false;
    for at in outline.cells() {
        covered = true;
        let filled = size.index(at).ok_or_else(|| "it is outside the map".to_owned()).and_then(&mut fill);
        if let Err(what) = filled {
            return faults.add(format!("{}, cell {at}", item.place), what, "move its edge");
        }
    }
    if !covered {
        faults.add(&item.place, "it covers no cell", "draw it again, or remove it");
    }
}
