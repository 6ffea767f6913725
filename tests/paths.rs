//! Walks are never longer than they need be, and never lead where nobody may walk.

use std::collections::VecDeque;

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use smallville::{
    data::Data,
    world::{Facing, Footing, Tile, TownMap, Ways, map::SectorId},
};

fn the_ville() -> TownMap {
    let data = Data::only(env!("CARGO_MANIFEST_DIR"));
    TownMap::read(&data.map("the_ville").expect("the town's own map"), &data).expect("no fault")
}

fn sector(map: &TownMap, at: Tile) -> Option<SectorId> {
    map.sector_at[map.index(at).expect("a cell of the map")]
}

/// The rules, said plainly.
fn may(map: &TownMap, from: Tile, to: Tile, at: Tile, taken: &[Tile]) -> bool {
    if at == to {
        return map.footing(at) != Footing::Blocked;
    }
    let building = map.building_at(at);
    let strange = building.is_some() && building != sector(map, from) && building != sector(map, to);
    map.footing(at) == Footing::Free && !strange && !taken.contains(&at)
}

/// The length of the shortest walk, by looking at every cell.
fn plainly(map: &TownMap, from: Tile, to: Tile, taken: &[Tile]) -> Option<usize> {
    if map.footing(from) == Footing::Blocked {
        return None;
    }
    let mut steps = vec![usize::MAX; map.footing.len()];
    steps[map.index(from)?] = 0;
    let mut ahead = VecDeque::from([from]);
    while let Some(at) = ahead.pop_front() {
        let so_far = steps[map.index(at)?];
        if at == to {
            return Some(so_far);
        }
        for near in Facing::ALL.map(|way| at.toward(way)) {
            if let Some(n) = map.index(near)
                && steps[n] == usize::MAX
                && may(map, from, to, near, taken)
            {
                steps[n] = so_far + 1;
                ahead.push_back(near);
            }
        }
    }
    None
}

#[test]
fn routes_are_as_short_as_a_plain_search_finds_them() {
    let map = the_ville();
    let ways = Ways::new(&map);
    let mut dice = ChaCha8Rng::seed_from_u64(7);
    let spots: Vec<Tile> = map.spots.iter().map(|spot| spot.at).collect();
    let (mut found, mut none, mut turns, mut length) = (0, 0, 0, 0);
    for round in 0..1500 {
        let any = |dice: &mut ChaCha8Rng| match round % 3 {
            0 => map.tile(dice.random_range(0..map.footing.len())),
            _ => spots[dice.random_range(0..spots.len())],
        };
        let (from, to) = (any(&mut dice), any(&mut dice));
        let crowd = if round % 2 == 0 { 0 } else { 400 };
        let taken: Vec<Tile> = (0..crowd).map(|_| map.tile(dice.random_range(0..map.footing.len()))).collect();
        let walk = ways.route(from, to, |at| taken.contains(&at));
        assert_eq!(walk.as_ref().map(Vec::len), plainly(&map, from, to, &taken), "{from} to {to}");
        assert_eq!(walk, ways.route(from, to, |at| taken.contains(&at)), "always the same");
        let Some(walk) = walk else {
            none += 1;
            continue;
        };
        found += 1;
        let mut at = from;
        let mut before = None;
        for next in walk {
            assert_eq!(at.steps(next), 1, "{from} to {to}: from {at} to {next}");
            assert!(may(&map, from, to, next, &taken), "{from} to {to} through {next}");
            let way = (next.x - at.x, next.y - at.y);
            turns += usize::from(before.is_some_and(|before| before != way));
            (at, before) = (next, Some(way));
            length += 1;
        }
        assert_eq!(at, to);
    }
    println!("{found} found, {none} without a way; a turn every {:.1} steps", length as f64 / turns as f64);
    assert!(found > 500 && none > 100, "{found} found, {none} without a way");
}

#[test]
fn who_is_walled_in_by_others_has_no_way() {
    let map = the_ville();
    let ways = Ways::new(&map);
    let from = map.spawns[0];
    let to = map.spots.last().expect("a spot").at;
    assert!(ways.route(from, to, |_| false).is_some());
    assert_eq!(ways.route(from, to, |at| to.steps(at) == 1), None);
    assert_eq!(ways.route(from, to, |at| from.steps(at) == 1), None);
    assert_eq!(ways.route(from, from, |_| true), Some(Vec::new()));
    assert_eq!(ways.route(from, Tile::new(-1, 5), |_| false), None);
}
