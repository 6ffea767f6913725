//! How the camera gets from one thing to the next: it sets off gently, and comes to rest gently. Pure.

use bevy::math::Vec2;

/// Seconds of the shortest way, of the longest, and for a way as long as the window is wide.
const SHORTEST: f32 = 0.8;
const LONGEST: f32 = 2.6;
const ACROSS: f32 = 1.4;
/// How fast it goes after what walks, a second; where time goes so many times as fast, so many times as fast.
const GENTLY: f32 = 1.6;

/// A way of the camera.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Glide {
    from: Vec2,
    seconds: f32,
    whole: f32,
}

impl Glide {
    /// Begins one that is so many windows long.
    pub fn new(from: Vec2, windows: f32) -> Self {
        Self { from, seconds: 0.0, whole: (windows * ACROSS).clamp(SHORTEST, LONGEST) }
    }

    /// Where it is, so many seconds later, on its way to a goal that may move; `None`: it has arrived.
    pub fn pass(&mut self, goal: Vec2, seconds: f32) -> Option<Vec2> {
        self.seconds += seconds;
        let share = self.seconds / self.whole;
        (share < 1.0).then(|| self.from.lerp(goal, share * share * (3.0 - 2.0 * share)))
    }
}

/// Where it is after so many seconds of going after something; `minutes`: game minutes a second.
pub(super) fn after(from: Vec2, goal: Vec2, seconds: f32, minutes: f32) -> Vec2 {
    from.lerp(goal, 1.0 - (-GENTLY * minutes.max(1.0) * seconds).exp())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_sets_off_and_arrives_gently_and_never_turns_back() {
        let (goal, mut glide) = (Vec2::new(1000.0, 0.0), Glide::new(Vec2::ZERO, 1.0));
        let places: Vec<f32> = std::iter::from_fn(|| glide.pass(goal, 0.05)).map(|at| at.x).collect();
        let steps: Vec<f32> = places.windows(2).map(|two| two[1] - two[0]).collect();
        assert!(steps.iter().all(|step| *step > 0.0));
        let most = steps.iter().copied().fold(0.0, f32::max);
        assert!(places[0] < most / 3.0 && 1000.0 - places[places.len() - 1] < most, "{places:?}");
        assert!((27..=28).contains(&places.len()), "a window's width takes so long: {}", places.len());
    }

    #[test]
    fn no_way_takes_long() {
        let long = |windows| Glide::new(Vec2::ZERO, windows).whole;
        assert_eq!([long(0.0), long(1.0), long(99.0)], [SHORTEST, ACROSS, LONGEST]);
    }

    #[test]
    fn who_walks_where_time_goes_fast_stays_in_sight() {
        for minutes in [1.0f32, 2.0, 4.0] {
            // Six tiles a second at one game minute a second.
            let (speed, mut at, mut goal) = (96.0 * minutes, 0.0, 0.0);
            for _ in 0..200 {
                goal += speed * 0.05;
                at = after(Vec2::new(at, 0.0), Vec2::new(goal, 0.0), 0.05, minutes).x;
            }
            assert!(goal - at < 70.0, "{} pixels behind at {minutes}", goal - at);
        }
    }
}
