//! Many people and little room: a town of two rooms and one door, made of letters.

use std::collections::BTreeSet;

use bevy::prelude::*;
use rand::{RngExt, SeedableRng};
use smallville::{
    agent::{
        Whereabouts,
        components::action::{CurrentAction, Path, Phase, Using},
        movement,
    },
    clock::{Active, AgentId, Dice, Minute, Now, Roster},
    schedule::{self, Tick},
    world::{
        ArenaId, EndState, Facing, Footing, SectorId, Tile, TownMap, Ways,
        map::{Arena, Drawing, Sector, SectorLook, Wall},
    },
};

const NARROW: [&str; 7] = [
    "###############",
    "#aaaaaa#bbbbbb#",
    "#aaaaaa#bbbbbb#",
    "#aaaaaa+bbbbbb#",
    "#aaaaaa#bbbbbb#",
    "#aaaaaa#bbbbbb#",
    "###############",
];
const CORRIDOR: [&str; 5] =
    ["####       ####", "#aa##########b#", "#aaaaaaaaaaabb#", "#aa##########b#", "###############"];

/// Walls `#`, a door `+`, two rooms `a` and `b`.
fn map(plan: &[&str], capacity: Option<u32>) -> TownMap {
    let letters: Vec<char> = plan.iter().flat_map(|row| row.chars()).collect();
    let room = |name: &str, sector: Option<SectorId>, capacity: Option<u32>| Arena {
        name: name.into(),
        sector,
        owners: vec![],
        capacity,
        indoor: true,
        floor: String::new(),
        paper: String::new(),
    };
    let house = Some(SectorId(0));
    TownMap {
        id: "letters".into(),
        width: plan[0].len() as i32,
        height: plan.len() as i32,
        footing: letters.iter().map(|c| if "ab+".contains(*c) { Footing::Free } else { Footing::Blocked }).collect(),
        arena_at: letters.iter().map(|c| "ab".find(*c).map(|n| ArenaId(n as u16 + 1))).collect(),
        sector_at: letters.iter().map(|_| house).collect(),
        walls: letters
            .iter()
            .map(|c| match c {
                '#' => Some(Wall::Wall),
                '+' => Some(Wall::Door),
                _ => None,
            })
            .collect(),
        sectors: vec![Sector { name: "house".into(), owners: vec![], open: None, look: SectorLook::default() }],
        arenas: vec![room("outdoors", None, None), room("a", house, None), room("b", house, capacity)],
        objects: vec![],
        spots: vec![],
        spawns: vec![],
        drawing: Drawing::default(),
        crowd: 1,
    }
}

/// The free cells of a room.
fn cells(map: &TownMap, arena: u16) -> Vec<Tile> {
    (0..map.footing.len()).filter(|n| map.arena_at[*n] == Some(ArenaId(arena))).map(|n| map.tile(n)).collect()
}

struct Crowd {
    app: App,
    people: Vec<Entity>,
}

impl Crowd {
    /// People who stand somewhere and want to be elsewhere.
    fn new(map: &TownMap, walks: &[(Tile, Tile)]) -> Self {
        let mut app = App::new();
        app.add_plugins((schedule::plugin, movement::plugin));
        app.init_resource::<Now>().init_resource::<Active>().init_resource::<Roster>();
        app.insert_resource(map.clone()).insert_resource(Ways::new(map));
        let people = walks.iter().enumerate().map(|(n, (at, goal))| {
            let arena = map.arena_at(*at).expect("in a room");
            let action = CurrentAction {
                what: "walking".into(),
                arena: map.arena_at(*goal).expect("to a room"),
                object: None,
                spot: None,
                goal: *goal,
                state: String::new(),
                uses: 0,
                leaves: EndState::default(),
                left: None,
                emoji: String::new(),
                from: 0,
                until: 0,
                phase: Phase::Going,
                asleep: false,
                begun: Minute(0),
                fresh: false,
            };
            let body = (*at, Facing::Down, Whereabouts(arena), Path::default(), Using(None), action);
            app.world_mut().spawn((AgentId(n as u32), body)).id()
        });
        let people = people.collect();
        Self { app, people }
    }

    fn at(&self, one: Entity) -> Tile {
        *self.app.world().get::<Tile>(one).expect("somebody")
    }

    fn goal(&self, one: Entity) -> Tile {
        self.app.world().get::<CurrentAction>(one).expect("somebody").goal
    }

    /// One tick, and what must hold at its end.
    fn tick(&mut self) {
        let before: Vec<Tile> = self.people.iter().map(|one| self.at(*one)).collect();
        let world = self.app.world_mut();
        let everyone = self.people.clone();
        world.resource_scope(|world, ways: Mut<Ways>| {
            for one in &everyone {
                let at = *world.get::<Tile>(*one).expect("one");
                let mut action = world.get_mut::<CurrentAction>(*one).expect("one");
                if at == action.goal {
                    action.phase = Phase::Doing { since: 0 }; // As hands do.
                }
                let (goal, going) = (action.goal, action.phase == Phase::Going);
                let mut path = world.get_mut::<Path>(*one).expect("one");
                if path.cells.is_empty() && at != goal && going {
                    path.cells = ways.route(at, goal, |_| false).expect("a way").into();
                }
            }
        });
        world.resource_mut::<Active>().0 = everyone;
        world.run_schedule(Tick);
        world.resource_mut::<Now>().0 += 1;
        let after: Vec<Tile> = self.people.iter().map(|one| self.at(*one)).collect();
        let map = self.app.world().resource::<TownMap>();
        assert_eq!(after.iter().collect::<BTreeSet<_>>().len(), after.len(), "two in one cell");
        for (was, is) in before.iter().zip(&after) {
            assert!(was.steps(*is) <= 1 && map.footing(*is) == Footing::Free, "from {was} to {is}");
        }
        for (n, arena) in map.arenas.iter().enumerate() {
            let count = after.iter().filter(|at| map.arena_at(**at) == Some(ArenaId(n as u16))).count();
            assert!(
                arena.capacity.is_none_or(|most| count <= most as usize),
                "{count} in a room for {:?}",
                arena.capacity
            );
        }
    }

    /// Has this one been where it wanted to be? Afterwards it may have been asked aside.
    fn arrived(&self, one: Entity) -> bool {
        self.app.world().get::<CurrentAction>(one).is_some_and(CurrentAction::is_doing)
    }

    /// Ticks until all have been where they want to be.
    fn arrive(&mut self, most: u64) -> u64 {
        for tick in 0..most {
            if self.people.iter().all(|one| self.arrived(*one)) {
                return tick;
            }
            self.tick();
        }
        let late = self.people.iter().filter(|one| !self.arrived(**one));
        let late: Vec<String> = late.map(|one| format!("{} to {}", self.at(*one), self.goal(*one))).collect();
        panic!("after {most} ticks there are still on the way: {late:?}");
    }
}

#[test]
fn many_pass_one_door_both_ways() {
    let map = map(&NARROW, None);
    let (a, b) = (cells(&map, 1), cells(&map, 2));
    let walks: Vec<(Tile, Tile)> = (0..12).flat_map(|n| [(a[n], b[n]), (b[n], a[n])]).collect();
    let ticks = Crowd::new(&map, &walks).arrive(400);
    println!("24 people through one door in {ticks} ticks");
}

#[test]
fn a_full_house_still_moves() {
    // Every cell but two is taken, and everybody wants to be where another stands.
    let map = map(&NARROW, None);
    let mut all = [cells(&map, 1), cells(&map, 2)].concat();
    all.pop();
    let goals: Vec<Tile> = all.iter().cycle().skip(7).take(all.len()).copied().collect();
    let walks: Vec<(Tile, Tile)> = all.into_iter().zip(goals).collect();
    let mut crowd = Crowd::new(&map, &walks);
    for _ in 0..300 {
        crowd.tick();
    }
}

#[test]
fn a_corridor_one_cell_wide_is_passed_both_ways() {
    let map = map(&CORRIDOR, None);
    let [west, east] = [1, 13].map(|x| [1, 2, 3].map(|y| Tile::new(x, y)));
    let walks: Vec<(Tile, Tile)> = west.into_iter().zip(east).flat_map(|(a, b)| [(a, b), (b, a)]).collect();
    let ticks = Crowd::new(&map, &walks).arrive(200);
    println!("6 people through a corridor in {ticks} ticks");
}

#[test]
fn a_room_for_one_holds_one() {
    let map = map(&NARROW, Some(1));
    let (a, b) = (cells(&map, 1), cells(&map, 2));
    let walks: Vec<(Tile, Tile)> = (0..8).map(|n| (a[n], b[n])).collect();
    let mut crowd = Crowd::new(&map, &walks);
    for _ in 0..900 {
        crowd.tick();
    }
    let inside = crowd.people.iter().filter(|one| map.arena_at(crowd.at(**one)) == Some(ArenaId(2))).count();
    assert_eq!(inside, 1, "one is in");
    let idle = |one: &&Entity| crowd.app.world().get::<Path>(**one).is_some_and(|path| path.cells.is_empty());
    assert_eq!(crowd.people.iter().filter(idle).count(), 8, "and the others have given up");
}

#[test]
fn crowds_by_lot() {
    for seed in 0..20 {
        let map = map(&NARROW, None);
        let mut dice = Dice::seed_from_u64(seed);
        let mut draw = |mut from: Vec<Tile>, many: usize| -> Vec<Tile> {
            (0..many).map(|_| from.swap_remove(dice.random_range(0..from.len()))).collect()
        };
        let all = [cells(&map, 1), cells(&map, 2)].concat();
        let walks: Vec<(Tile, Tile)> = draw(all.clone(), 30).into_iter().zip(draw(all, 30)).collect();
        Crowd::new(&map, &walks).arrive(600);
    }
}
