//! Where a body is drawn between two ticks.
//!
//! Rule: the town steps from cell to cell; the view glides over the step just taken while the next one is earned
//! ([`crate::clock::Driver::owed`]), and when many steps were taken at once it catches up.

use bevy::prelude::*;

use super::{TILE, foot};
use crate::world::Tile;

/// Beyond this distance in pixels a body jumps to its place instead of walking there.
const LEAP: f32 = 40.0 * TILE;
/// Pixels of ground per picture of the walk: 8 pictures a second at walking pace (6 cells a second).
const STRIDE: f32 = 12.0;
/// World pixels a second of whom the player leads: a little faster than the town's walk, so that no step waits for another.
const PACE: f32 = 6.4 * TILE;
/// Pictures of the walk per second at most, however fast the town goes.
const FASTEST: f32 = 14.0;

/// The way a body is drawn.
#[derive(Component, Clone, Copy, Debug, PartialEq)]
pub struct Gait {
    /// Where it set out, in world pixels.
    from: Vec2,
    /// The cell it goes to or is in.
    to: Tile,
    /// Where it is drawn, in world pixels, not rounded.
    pub at: Vec2,
    /// Pictures of the walk so far.
    walked: f32,
}

impl Gait {
    /// A body that stands in a cell.
    pub fn standing(tile: Tile) -> Self {
        Self { from: foot(tile), to: tile, at: foot(tile), walked: 0.0 }
    }

    /// One frame. `tile`: where the town has it; `share`: how much of the step just taken is over, 0 to 1;
    /// `seconds`: since the frame before. Says whether it moved.
    pub fn glide(&mut self, tile: Tile, share: f32, seconds: f32) -> bool {
        let before = self.at;
        if tile != self.to {
            let arrived = foot(self.to);
            // One ordinary step: begin it at the cell just reached, or the pace would falter at each tick.
            let ordinary = self.at.distance(arrived) <= TILE && self.to.steps(tile) == 1;
            self.from = if ordinary { arrived } else { self.at };
            self.to = tile;
        }
        let goal = foot(self.to);
        let way = self.from.distance(goal);
        if way > LEAP {
            self.from = goal;
            self.at = goal;
            return false;
        }
        self.at = if way <= 1.5 * TILE {
            self.from.lerp(goal, share.clamp(0.0, 1.0))
        } else {
            // Behind by several steps: close in quickly, but be seen on the way.
            let closed = self.at.lerp(goal, 1.0 - (-14.0 * seconds).exp());
            if closed.distance(goal) < 1.0 { goal } else { closed }
        };
        if self.at == goal {
            self.from = goal;
        }
        let moved = self.at.distance(before);
        self.walked += (moved / STRIDE).min(FASTEST * seconds);
        moved > 0.01
    }

    /// One frame of whom the player leads: evenly toward the cell, whatever the town's time does.
    pub fn chase(&mut self, tile: Tile, seconds: f32) {
        let (before, goal) = (self.at, foot(tile));
        let far = before.distance(goal);
        if far > LEAP {
            *self = Self::standing(tile);
            return;
        }
        // Behind by more than a step or two, one hurries.
        let pace = PACE * (far / (1.5 * TILE)).max(1.0);
        self.at = before.move_towards(goal, pace * seconds);
        self.to = tile;
        self.from = if self.at == goal { goal } else { before };
        self.walked += (before.distance(self.at) / STRIDE).min(FASTEST * seconds);
    }

    /// Is the step to the cell still going on?
    pub fn underway(&self) -> bool {
        self.from != foot(self.to)
    }

    /// Which of the four pictures of the walk; 0 stands.
    pub fn picture(&self) -> usize {
        if self.underway() { self.walked as usize % 4 } else { 0 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_step_is_walked_evenly() {
        let mut gait = Gait::standing(Tile::new(2, 3));
        assert!(gait.glide(Tile::new(3, 3), 0.5, 0.08));
        assert_eq!(gait.at, Vec2::new(48.0, -64.0));
        gait.glide(Tile::new(3, 3), 0.9, 0.08);
        // The next tick comes before the step was drawn to its end: no time is lost.
        gait.glide(Tile::new(4, 3), 0.25, 0.08);
        assert_eq!(gait.at, Vec2::new(60.0, -64.0));
        gait.glide(Tile::new(4, 3), 1.0, 0.08);
        assert!(!gait.glide(Tile::new(4, 3), 0.3, 0.08));
        assert!(!gait.underway());
        assert_eq!(gait.at, foot(Tile::new(4, 3)));
    }

    #[test]
    fn many_steps_at_once_are_caught_up_with() {
        let mut gait = Gait::standing(Tile::new(0, 0));
        gait.glide(Tile::new(6, 0), 0.1, 0.016);
        assert!(gait.at.x > 8.0 && gait.at.x < 104.0);
        for _ in 0..120 {
            gait.glide(Tile::new(6, 0), 0.1, 0.016);
        }
        assert_eq!(gait.at, foot(Tile::new(6, 0)));
        assert_eq!(gait.picture(), 0);
    }

    #[test]
    fn a_player_moves_in_the_frame_of_the_key() {
        let mut gait = Gait::standing(Tile::new(2, 3));
        gait.chase(Tile::new(3, 3), 1.0 / 60.0);
        assert!(gait.at.x > 40.5 && gait.underway(), "{:?}", gait.at);
        (0..12).for_each(|_| gait.chase(Tile::new(3, 3), 1.0 / 60.0));
        assert!(gait.at == foot(Tile::new(3, 3)) && !gait.underway());
    }

    #[test]
    fn nobody_flies_over_the_whole_town() {
        let mut gait = Gait::standing(Tile::new(0, 0));
        assert!(!gait.glide(Tile::new(90, 60), 0.1, 0.016));
        assert_eq!(gait.at, foot(Tile::new(90, 60)));
    }

    #[test]
    fn the_walk_has_a_pace_that_can_be_seen() {
        let mut gait = Gait::standing(Tile::new(0, 0));
        let mut pictures = 0.0;
        for frame in 0..60 {
            // 60 game minutes a second: six cells a frame.
            gait.glide(Tile::new((frame + 1) * 6, 0), 0.5, 1.0 / 60.0);
            pictures = gait.walked;
        }
        assert!(pictures <= FASTEST + 0.1, "{pictures}");
    }
}
