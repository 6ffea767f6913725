//! How one stands while one talks: turned to each other; whoever has something in use keeps it.

use crate::{
    agent::components::action::{CurrentAction, Path, Phase, Posture},
    clock::Minute,
    world::{ArenaId, Facing, Tile, TownMap},
};

/// No step of a plan begins at this minute: what is done for the sake of a talk is told by it from what the plan says.
const UNPLANNED: Minute = Minute(u32::MAX);

/// Is this done for the sake of a talk?
pub fn for_a_talk(action: &CurrentAction) -> bool {
    action.begun == UNPLANNED
}

/// The way one looks to see `there` from `here`.
pub fn toward(here: Tile, there: Tile) -> Option<Facing> {
    let (dx, dy) = (there.x - here.x, there.y - here.y);
    match () {
        () if dx == 0 && dy == 0 => None,
        () if dx.abs() > dy.abs() => Some(if dx > 0 { Facing::Right } else { Facing::Left }),
        () => Some(if dy > 0 { Facing::Down } else { Facing::Up }),
    }
}

/// Tiles between, diagonals counting as one.
pub fn apart(a: Tile, b: Tile) -> u32 {
    a.x.abs_diff(b.x).max(a.y.abs_diff(b.y))
}

/// Stops and stands where one is, doing nothing but `what`.
pub fn stand(action: &mut CurrentAction, path: &mut Path, what: String, at: Tile, arena: ArenaId, now: u64) {
    *action = free(what, at, arena, now);
    action.emoji = "💬".into();
    action.phase = Phase::Doing { since: now };
    *path = Path::default();
}

/// Leaves what one does and goes to `goal`.
pub fn go(action: &mut CurrentAction, path: &mut Path, what: String, goal: Tile, arena: ArenaId, now: u64) {
    *action = free(what, goal, arena, now);
    action.emoji = "🚶".into();
    *path = Path::default();
}

/// Something done of one's own accord and by no plan: on the spot, or on the way to `goal`.
pub fn free(what: String, goal: Tile, arena: ArenaId, now: u64) -> CurrentAction {
    CurrentAction {
        what,
        arena,
        object: None,
        spot: None,
        goal,
        state: String::new(),
        uses: 0,
        leaves: String::new(),
        left: None,
        emoji: String::new(),
        from: now,
        until: now,
        phase: Phase::Going,
        asleep: false,
        begun: UNPLANNED,
        fresh: true,
    }
}

/// Turns to `there`; whoever sits or lies stays as they are.
pub fn turn(facing: &mut Facing, posture: Posture, here: Tile, there: Tile) {
    if posture == Posture::Stand
        && let Some(way) = toward(here, there)
    {
        *facing = way;
    }
}

/// Turns back to what one has in hand.
pub fn turn_back(facing: &mut Facing, action: &CurrentAction, map: &TownMap) {
    if let Some(spot) = action.spot.filter(|_| action.doing()) {
        *facing = map.spot(spot).facing;
    }
}
