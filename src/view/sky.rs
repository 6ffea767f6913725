//! The hour's light in the open air.
//!
//! Rule: it follows the town's clock and nothing else, and takes twenty game minutes to turn.

use bevy::prelude::*;

use super::scene::TownState;
use crate::{
    clock::{Calendar, Driver, Now},
    schedule::TownResources,
};

/// Minutes of the day at which the light turns, and to what: 0 day, 1 dusk, 2 night; straight between them.
const TURNS: [(f32, f32); 10] = [
    (0.0, 2.0),
    (390.0, 2.0),
    (410.0, 1.0),
    (420.0, 1.0),
    (440.0, 0.0),
    (1060.0, 0.0),
    (1080.0, 1.0),
    (1100.0, 1.0),
    (1120.0, 2.0),
    (1440.0, 2.0),
];

/// Tint, room, lift of day, dusk, night.
const HOURS: [(Vec3, Vec3, Vec3); 3] = [
    (Vec3::ONE, Vec3::ONE, Vec3::ZERO),
    (Vec3::new(0.94, 0.77, 0.70), Vec3::new(1.0, 0.90, 0.74), Vec3::new(4.0 / 255.0, 0.0, 16.0 / 255.0)),
    (Vec3::new(0.38, 0.44, 0.72), Vec3::new(0.74, 0.58, 0.50), Vec3::new(6.0 / 255.0, 6.0 / 255.0, 18.0 / 255.0)),
];

/// The light of the hour.
#[derive(Resource, Clone, Copy, Debug, PartialEq)]
pub struct Sky {
    /// 0 day, 1 dusk, 2 night.
    pub dark: f32,
    /// What the open air is multiplied by.
    pub tint: Vec3,
    /// What a lit room is multiplied by at least.
    pub room: Vec3,
    /// What is added where no light falls, of 1.
    pub lift: Vec3,
}

impl Default for Sky {
    fn default() -> Self {
        Self::at(720.0)
    }
}

impl Sky {
    /// The light at a minute of the day.
    pub fn at(minute: f32) -> Self {
        let after = TURNS.iter().position(|(at, _)| *at > minute).unwrap_or(TURNS.len() - 1).max(1);
        let ((from, a), (to, b)) = (TURNS[after - 1], TURNS[after]);
        let dark = a + (b - a) * ((minute - from) / (to - from)).clamp(0.0, 1.0);
        let (below, part) = ((dark.floor() as usize).min(1), dark - dark.floor().min(1.0));
        let (a, b) = (HOURS[below], HOURS[below + 1]);
        Self { dark, tint: a.0.lerp(b.0, part), room: a.1.lerp(b.1, part), lift: a.2.lerp(b.2, part) }
    }

    /// How bright lamps burn: 0 by day, 1 at night, in eighths, so that not every tick lights them anew.
    pub fn lamps(&self) -> f32 {
        (self.dark * 4.0).round() / 8.0
    }

    /// Do lamps burn?
    pub fn lit(&self) -> bool {
        self.lamps() > 0.0
    }
}

/// Keeps [`Sky`] with the town's clock.
pub fn plugin(app: &mut App) {
    app.init_town_resource::<Sky>();
    app.add_systems(PostUpdate, turn.before(super::camera::Moved).run_if(in_state(TownState::Open)));
}

fn turn(mut sky: ResMut<Sky>, now: Res<Now>, calendar: Res<Calendar>, driver: Res<Driver>) {
    let time = calendar.date_time(now.0).time();
    let between = driver.owed as f32 * calendar.tick_seconds as f32;
    let seconds = time.hour() as f32 * 3600.0 + time.minute() as f32 * 60.0 + time.second() as f32 + between;
    sky.set_if_neq(Sky::at((seconds / 60.0).rem_euclid(1440.0)));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_hours_have_the_light_of_the_style_guide() {
        assert_eq!((Sky::at(720.0).tint, Sky::at(720.0).lift), (Vec3::ONE, Vec3::ZERO));
        assert_eq!(Sky::at(1090.0).tint, HOURS[1].0);
        assert_eq!((Sky::at(60.0).tint, Sky::at(1439.0).room), (HOURS[2].0, HOURS[2].1));
        assert!(Sky::at(1070.0).dark > 0.4 && Sky::at(1070.0).dark < 0.6);
        assert_eq!((Sky::at(720.0).lit(), Sky::at(0.0).lamps()), (false, 1.0));
    }
}
