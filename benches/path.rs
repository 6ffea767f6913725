//! A route against a plain breadth-first search over an array, on the town's own map.

use std::{collections::VecDeque, hint::black_box};

use criterion::{Criterion, criterion_group, criterion_main};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use smallville::{
    data::Data,
    world::{Footing, Tile, TownMap, Ways},
};

/// Everything a plain search wants ready in arrays.
struct Plain {
    width: usize,
    footing: Vec<Footing>,
    sector: Vec<u16>,
    building: Vec<u16>,
}

impl Plain {
    fn of(map: &TownMap) -> Self {
        let number = |sector: Option<smallville::world::SectorId>| sector.map_or(u16::MAX, |sector| sector.0);
        Self {
            width: map.width as usize,
            footing: map.footing.clone(),
            sector: map.sector_at.iter().map(|sector| number(*sector)).collect(),
            building: (0..map.footing.len()).map(|n| number(map.building_at(map.tile(n)))).collect(),
        }
    }

    fn route(&self, from: usize, to: usize) -> Option<Vec<u32>> {
        let mut came = vec![u32::MAX; self.footing.len()];
        came[from] = from as u32;
        let mut ahead = VecDeque::from([from]);
        while let Some(at) = ahead.pop_front() {
            if at == to {
                let mut walk = vec![at as u32];
                while walk[walk.len() - 1] != from as u32 {
                    walk.push(came[walk[walk.len() - 1] as usize]);
                }
                walk.reverse();
                return Some(walk);
            }
            let x = at % self.width;
            let near = [
                (at >= self.width, at.wrapping_sub(self.width)),
                (x + 1 < self.width, at + 1),
                (at + self.width < self.footing.len(), at + self.width),
                (x > 0, at.wrapping_sub(1)),
            ];
            for next in near.into_iter().filter(|(inside, _)| *inside).map(|(_, next)| next) {
                let building = self.building[next];
                let own = building == u16::MAX || building == self.sector[from] || building == self.sector[to];
                if came[next] == u32::MAX && (next == to || own && self.footing[next] == Footing::Free) {
                    came[next] = at as u32;
                    ahead.push_back(next);
                }
            }
        }
        None
    }
}

fn routes(criterion: &mut Criterion) {
    let data = Data::built_in();
    let map = TownMap::read(&data.map("the_ville").expect("the map"), &data).expect("no fault");
    let (ways, plain) = (Ways::new(&map), Plain::of(&map));
    let mut dice = ChaCha8Rng::seed_from_u64(60);
    let mut pairs = Vec::new();
    while pairs.len() < 60 {
        let mut room = || map.spots[dice.random_range(0..map.spots.len())].at;
        let (from, to) = (room(), room());
        if map.arena_at(from) != map.arena_at(to) && ways.route(from, to, |_| false).is_some() {
            pairs.push((from, to));
        }
    }
    let free = |n: &usize| map.footing[*n] == Footing::Free && map.building_at(map.tile(*n)).is_none();
    let corners: Option<(usize, usize)> = (0..map.footing.len()).find(free).zip((0..map.footing.len()).rfind(free));
    let corners: Vec<(Tile, Tile)> = corners.into_iter().map(|(a, b)| (map.tile(a), map.tile(b))).collect();
    for (name, pairs) in [("60 pairs of rooms", pairs), ("corner to corner", corners)] {
        let steps: usize = pairs.iter().filter_map(|(a, b)| ways.route(*a, *b, |_| false)).map(|walk| walk.len()).sum();
        println!("{name}: {} steps in the mean", steps / pairs.len().max(1));
        let mut group = criterion.benchmark_group(name);
        group.throughput(criterion::Throughput::Elements(pairs.len() as u64));
        group.bench_function("route", |bench| {
            bench.iter(|| pairs.iter().for_each(|(a, b)| _ = black_box(ways.route(*a, *b, |_| false))));
        });
        let numbers: Vec<_> = pairs.iter().filter_map(|(a, b)| map.index(*a).zip(map.index(*b))).collect();
        group.bench_function("plain", |bench| {
            bench.iter(|| numbers.iter().for_each(|(a, b)| _ = black_box(plain.route(*a, *b))));
        });
        group.finish();
    }
    criterion.bench_function("survey of the town", |bench| bench.iter(|| Ways::new(black_box(&map))));
}

criterion_group!(benches, routes);
criterion_main!(benches);
