//! How fast the town goes: the speeds one can choose, in game minutes per second, and how much of a frame they may take.

use std::time::Duration;

use bevy::{ecs::system::SystemParam, prelude::*, time::Real};

use super::scene::Scene;
use crate::{
    clock::{Calendar, Driver, driver::drive},
    schedule::TownResources,
};

/// Time of a frame that ticks may take.
pub(super) const BUDGET: Duration = Duration::from_millis(3);
/// A frame that is drawn within this is quick.
const QUICK: Duration = Duration::from_millis(20);
/// The share of what a frame takes beyond that which ticks may take too, and how long they may take at most.
const SHARE: f64 = 0.5;
const MAX: Duration = Duration::from_millis(100);

/// The time that ticks may take in a frame whose other work takes `rest`. Where frames are slow anyway, ticks get more
/// of it, so that a slow machine comes closer to the chosen speed; the window stays responsive.
fn budget(rest: Duration) -> Duration {
    rest.saturating_sub(QUICK).mul_f64(SHARE).clamp(BUDGET, MAX)
}

/// Measures the last frame. What plays as fast as it goes has its own measure.
fn make_room(mut driver: ResMut<Driver>, time: Res<Time<Real>>, mut spent: Local<Duration>) {
    if driver.speed.is_some() {
        // One slow frame is no slow machine.
        let wanted = budget(time.delta().saturating_sub(*spent));
        let now = driver.budget.unwrap_or(BUDGET);
        driver.budget = Some((now * 3 + wanted) / 4);
    }
    *spent = driver.spent;
}

/// Game minutes per second, slowest first.
pub const SPEEDS: [u32; 5] = [1, 2, 4, 16, 60];

/// The speed to go back to after a pause, by its place in [`SPEEDS`].
#[derive(Resource, Clone, Copy, Debug, Default)]
struct Tempo {
    last: usize,
}

/// Ticks per second at a speed of so many game minutes per second.
pub fn ticks_per_second(minutes: u32, calendar: &Calendar) -> f64 {
    f64::from(minutes) * 60.0 / f64::from(calendar.tick_seconds.max(1))
}

/// Which of [`SPEEDS`] the driver runs at; `None`: paused, or a speed of somebody else's.
pub fn chosen(driver: &Driver, calendar: &Calendar) -> Option<usize> {
    let speed = driver.speed?;
    SPEEDS.iter().position(|minutes| (ticks_per_second(*minutes, calendar) - speed).abs() < 1e-6)
}

/// Does time stand by the player's wish?
pub fn paused(driver: &Driver) -> bool {
    driver.speed == Some(0.0)
}

/// How fast the town goes, for whoever changes that.
#[derive(SystemParam)]
pub struct TimeControl<'w> {
    tempo: ResMut<'w, Tempo>,
    /// What runs the ticks.
    pub driver: ResMut<'w, Driver>,
    /// How long a tick is.
    pub calendar: Res<'w, Calendar>,
}

impl TimeControl<'_> {
    /// Does time stand by the player's wish?
    pub fn paused(&self) -> bool {
        paused(&self.driver)
    }

    /// Which of [`SPEEDS`] it is; `None`: paused, or a speed of somebody else's.
    pub fn chosen(&self) -> Option<usize> {
        chosen(&self.driver, &self.calendar)
    }

    /// Sets a speed by its place in [`SPEEDS`]; places past the end are the fastest.
    pub fn choose(&mut self, place: usize) {
        self.tempo.last = place.min(SPEEDS.len() - 1);
        self.driver.speed = Some(ticks_per_second(SPEEDS[self.tempo.last], &self.calendar));
    }

    /// Pauses, or goes on as fast as before.
    pub fn toggle_pause(&mut self) {
        if self.paused() {
            self.choose(self.tempo.last);
        } else {
            self.tempo.last = self.chosen().unwrap_or(self.tempo.last);
            self.driver.speed = Some(0.0);
        }
    }

    /// At most as fast as one walks; `even` a pause ends.
    pub fn at_walking_pace(&mut self, even: bool) {
        let walking = ticks_per_second(SPEEDS[0], &self.calendar);
        if self.driver.speed.is_none_or(|speed| speed > walking) || even && self.paused() {
            self.choose(0);
        }
    }
}

/// Adds the memory of the last speed.
pub fn plugin(app: &mut App) {
    app.init_town_resource::<Tempo>();
    app.add_systems(Update, make_room.after(drive).run_if(in_state(Scene::Town)));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clock::Pace;
    use bevy::ecs::system::RunSystemOnce;

    fn calendar() -> Calendar {
        Calendar { start: jiff::civil::date(2023, 2, 13).at(0, 0, 0, 0), tick_seconds: 10 }
    }

    #[test]
    fn speeds_are_game_minutes_per_second() {
        let ticks: Vec<f64> = SPEEDS.iter().map(|minutes| ticks_per_second(*minutes, &calendar())).collect();
        assert_eq!(ticks, [6.0, 12.0, 24.0, 96.0, 360.0]);
    }

    #[test]
    fn where_frames_are_slow_ticks_have_more_of_them() {
        let of = |frame| budget(Duration::from_millis(frame)).as_millis();
        assert_eq!([of(4), of(16), of(26)], [3, 3, 3], "a quick machine draws as before");
        assert_eq!([of(60), of(120), of(2000)], [20, 50, 100]);
    }

    #[test]
    fn a_pause_goes_back_to_the_speed_before() {
        let mut world = World::new();
        world.init_resource::<Tempo>();
        world.insert_resource(Driver::new(Pace::Lockstep));
        world.insert_resource(calendar());
        let chosen = |mut time: TimeControl| {
            time.choose(3);
            time.toggle_pause();
            assert!(time.paused() && time.chosen().is_none());
            time.toggle_pause();
            let before = time.chosen();
            time.choose(99);
            (before, time.chosen())
        };
        assert_eq!(world.run_system_once(chosen).ok(), Some((Some(3), Some(4))));
    }
}
