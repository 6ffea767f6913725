//! Behind the title one looks slowly over the town; it begins at dawn, and the morning goes by until people are about.

use bevy::prelude::*;

use crate::{
    clock::{Calendar, Driver, Now},
    view::{
        TILE,
        camera::Viewpoint,
        speed::{BUDGET, SPEEDS, ticks_per_second},
    },
    world::Tile,
};

/// Hours after the town's beginning at which time begins to walk.
const MORNING: u32 = 3 * 60;
/// Game minutes a second until then.
const DAWN: u32 = 30;
/// Time of a frame for ticks until then.
const HASTE: std::time::Duration = std::time::Duration::from_millis(12);
/// Seconds for one round over the town, west and east; north and south it takes another time.
const ROUND: (f32, f32) = (97.0, 61.0);
/// How far it goes from the middle, of what there is.
const REACH: Vec2 = Vec2::new(0.30, 0.26);

/// Where one looks after so many seconds, about `middle`, in a town of this size.
fn way(seconds: f32, middle: Vec2, map: Vec2) -> Vec2 {
    let turn = |round: f32| (seconds / round * std::f32::consts::TAU).sin();
    middle + Vec2::new(turn(ROUND.0), turn(ROUND.1)) * map * REACH
}

/// Moves the look, and time.
pub(super) fn drift(
    mut look: ResMut<Viewpoint>,
    time: Res<Time<bevy::time::Real>>,
    homes: Query<&Tile>,
    (now, calendar, mut driver): (Res<Now>, Res<Calendar>, ResMut<Driver>),
    mut since: Local<f32>,
) {
    if now.0 == 0 {
        *since = 0.0;
    }
    *since += time.delta_secs().min(0.1);
    let minutes = if now.0 < calendar.ticks(MORNING) { DAWN } else { SPEEDS[0] };
    driver.speed = Some(ticks_per_second(minutes, &calendar));
    driver.budget = Some(if minutes == DAWN { HASTE } else { BUDGET });
    if look.zoom == 0 {
        return;
    }
    let many = homes.iter().count().max(1) as f32;
    let middle = homes.iter().map(|tile| Vec2::new(tile.x as f32, tile.y as f32) * TILE).sum::<Vec2>() / many;
    // Where everyone is moves by itself: only a little of it counts, or the look would jerk after each step.
    let map = look.map.as_vec2();
    let goal = way(*since, middle.lerp(map / 2.0, 0.5), map);
    let eased = look.middle.lerp(goal, 1.0 - (-0.6 * time.delta_secs().min(0.1)).exp());
    look.aim(eased);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_looks_round_and_comes_back() {
        let (middle, map) = (Vec2::splat(500.0), Vec2::splat(1000.0));
        assert_eq!(way(0.0, middle, map), middle);
        let far = way(ROUND.0 / 4.0, middle, map);
        assert!(far.x > 700.0 && far.distance(middle) < 600.0, "{far}");
        // Never faster than a slow walk of the eye.
        let step =
            (0..970).map(|n| way(n as f32 / 10.0 + 0.1, middle, map).distance(way(n as f32 / 10.0, middle, map)));
        assert!(step.fold(0.0, f32::max) < 5.0);
    }
}
