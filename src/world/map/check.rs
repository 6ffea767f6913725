//! Reachability: there must be a way on foot from where newcomers enter to every room and every spot.

use std::collections::VecDeque;

use super::{
    TownMap,
    ids::{ArenaId, ObjectId, SectorId},
    parts::{Facing, Footing, Tile},
    xml::Faults,
};

/// Where things were drawn, to name them in faults; by their numbers.
#[derive(Default)]
pub struct Drawn {
    /// Arenas.
    pub arenas: Vec<String>,
    /// Objects.
    pub objects: Vec<String>,
    /// Spots.
    pub spots: Vec<String>,
}

/// All checks.
pub fn all(town: &TownMap, drawn: &Drawn, faults: &mut Faults) {
    if town.spawns.is_empty() {
        faults.add("layer \"Spawns\"", "nobody can enter: it has no point", "add one of class Spawn on a free cell");
    }
    check_gaps(town, faults);
    check_spots(town, drawn, faults);
    let reached = reached(town);
    check_arenas(town, &drawn.arenas, &reached, faults);
    for (n, spot) in town.spots.iter().enumerate() {
        if !town.index(spot.at).is_some_and(|n| reached[n]) {
            let of = town.address(spot.object);
            let what = format!("there is no way on foot to this spot of {of}");
            faults.add(format!("{}, cell {}", drawn.spots[n], spot.at), what, "open a way of free cells to it");
        }
    }
}

/// Free cells in a sector that are in none of its arenas: whoever stands there is nowhere.
fn check_gaps(town: &TownMap, faults: &mut Faults) {
    let mut first: Vec<Option<usize>> = vec![None; town.sectors.len()];
    for n in 0..town.footing.len() {
        if let Some(sector) = town.sector_at[n]
            && town.footing[n] != Footing::Blocked
            && town.walls[n].is_none()
            && town.arena_at[n].is_none()
        {
            first[usize::from(sector.0)].get_or_insert(n);
        }
    }
    for (sector, n) in first.iter().enumerate() {
        let Some(n) = n else { continue };
        let what = format!("it is walkable and lies in {:?}, but in none of its arenas", town.sectors[sector].name);
        faults.add(format!("cell {}", town.tile(*n)), what, "draw an arena over it, or block it");
    }
}

fn check_spots(town: &TownMap, drawn: &Drawn, faults: &mut Faults) {
    let mut has = vec![false; town.objects.len()];
    town.spots.iter().for_each(|spot| has[usize::from(spot.object.0)] = true);
    for (n, _) in has.iter().enumerate().filter(|(_, has)| !**has) {
        let what = format!("{} has no spot to use it from", town.address(ObjectId(n as u16)));
        faults.add(&drawn.objects[n], what, "add a point of class Spot beside or on it whose `of` points to it");
    }
}

/// There is room in each arena, and a way to it.
fn check_arenas(town: &TownMap, places: &[String], reached: &[bool], faults: &mut Faults) {
    let mut found = vec![(false, false); town.arenas.len()];
    for (n, arena) in town.arena_at.iter().enumerate().filter(|(n, _)| free(town, *n)) {
        if let Some(arena) = arena {
            let (room, way) = &mut found[usize::from(arena.0)];
            (*room, *way) = (true, *way || reached[n]);
        }
    }
    for (n, found) in found.into_iter().enumerate().skip(1) {
        let name = town.arena_name(ArenaId(n as u16));
        let (what, advice) = match found {
            (false, _) => (format!("{name} has no free cell"), "leave at least one cell free"),
            (_, false) => (format!("there is no way on foot to {name}"), "give it a door or an open side"),
            _ => continue,
        };
        faults.add(&places[n], what, advice);
    }
}

/// Which cells can be reached from where newcomers enter, each by a walk that leads through no strange building.
fn reached(town: &TownMap) -> Vec<bool> {
    let cells = town.footing.len();
    let mut open = vec![false; cells];
    let Some(start) = town.spawns.first().copied().or_else(|| widest_ground(town, |_| true).first().copied()) else {
        return open;
    };
    let own = town.index(start).and_then(|n| town.sector_at[n]);
    let buildings: Vec<Option<SectorId>> = (0..cells).map(|n| town.building_at(town.tile(n))).collect();
    flood(town, [start], &mut open, |n| buildings[n].is_none() || buildings[n] == own);
    // Into each building from what is open to all, and on to what lies behind it.
    let mut doors: Vec<Vec<Tile>> = vec![Vec::new(); town.sectors.len()];
    for (n, building) in buildings.iter().enumerate() {
        let at = town.tile(n);
        let beside = |way: Facing| town.index(at.toward(way)).is_some_and(|n| open[n] && free(town, n));
        if let Some(sector) = building
            && !open[n]
            && town.footing[n] != Footing::Blocked
            && Facing::ALL.into_iter().any(beside)
        {
            doors[usize::from(sector.0)].push(at);
        }
    }
    let mut reached = open.clone();
    for (sector, doors) in doors.into_iter().enumerate() {
        let sector = Some(SectorId(sector as u16));
        for n in flood(town, doors, &mut open, |n| buildings[n].is_none() || buildings[n] == sector) {
            open[n] = false;
            reached[n] |= town.sector_at[n] == sector;
        }
    }
    reached
}

fn free(town: &TownMap, n: usize) -> bool {
    town.footing[n] == Footing::Free
}

/// Marks the cells that a walk from `starts` through cells that `may` reaches, and lists those it was first at.
fn flood(
    town: &TownMap,
    starts: impl IntoIterator<Item = Tile>,
    seen: &mut [bool],
    may: impl Fn(usize) -> bool,
) -> Vec<usize> {
    let mut marked = Vec::new();
    let mut ahead = VecDeque::new();
    for n in starts.into_iter().filter_map(|at| town.index(at)).filter(|n| may(*n)) {
        if !std::mem::replace(&mut seen[n], true) {
            marked.push(n);
            ahead.push_back((n, true));
        }
    }
    while let Some((n, first)) = ahead.pop_front() {
        // The end of a walk leads nowhere, unless the walk begins there.
        if !(free(town, n) || first && marked.len() == 1) {
            continue;
        }
        for next in Facing::ALL.into_iter().filter_map(|way| town.index(town.tile(n).toward(way))) {
            if !seen[next] && town.footing[next] != Footing::Blocked && may(next) {
                seen[next] = true;
                marked.push(next);
                ahead.push_back((next, false));
            }
        }
    }
    marked
}

/// The cells of the widest open ground that hangs together, of those that `may` be of it.
pub fn widest_ground(town: &TownMap, may: impl Fn(Tile) -> bool) -> Vec<Tile> {
    let mut seen = vec![false; town.footing.len()];
    let open = |n: usize| free(town, n) && may(town.tile(n));
    let mut best = Vec::new();
    for n in 0..town.footing.len() {
        if !seen[n] && open(n) {
            let ground = flood(town, [town.tile(n)], &mut seen, open);
            if ground.len() > best.len() {
                best = ground;
            }
        }
    }
    best.into_iter().map(|n| town.tile(n)).collect()
}
