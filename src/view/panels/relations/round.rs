//! Where people sit: round a circle, in the order in which they came. No forces: a new tie moves nobody, and where
//! somebody sits is learned once.

use std::f32::consts::{FRAC_1_SQRT_2, FRAC_PI_2, SQRT_2};

use bevy_egui::egui::{Pos2, vec2};

/// The circle, in units of the graph; its middle is at zero.
pub const RADIUS: f32 = 100.0;

/// From one seat to the next of so many: how wide a square may be that stands on each without touching the others.
pub fn apart(count: usize, tall: f32) -> f32 {
    2.0 * SQRT_2 * RADIUS * (1.0 + tall) / count.max(1) as f32
}

/// The place of the `n`th of so many. Faces are square, so seats are as far apart across or down, whichever is more: on the
/// slopes of the circle they lie farther from each other than at its top.
pub fn seat(n: usize, count: usize, tall: f32) -> Pos2 {
    // In turns of an eighth: across at the top, then down the slope, which is longer where the circle is high.
    let (across, down) = (FRAC_1_SQRT_2, FRAC_1_SQRT_2 * tall);
    let (mut way, mut eighth) = (apart(count, tall) * n as f32 / RADIUS, 0u8);
    let long = |eighth: u8| if matches!(eighth % 4, 0 | 3) { across } else { down };
    while eighth < 7 && way >= long(eighth) {
        way -= long(eighth);
        eighth += 1;
    }
    let done = (way / long(eighth)).clamp(0.0, 1.0) * FRAC_1_SQRT_2;
    // From the top (or a side) on it is told by how far it has gone, towards one by how far there is still to go.
    let even = eighth.is_multiple_of(2);
    let turn = if even { done.asin() } else { FRAC_PI_2 - (FRAC_1_SQRT_2 - done).asin() };
    let turn = turn + (f32::from(eighth / 2) - 1.0) * FRAC_PI_2;
    Pos2::ZERO + RADIUS * vec2(turn.cos(), turn.sin() * tall)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn squares_on_neighbouring_seats_do_not_touch() {
        for (count, tall) in [(3, 1.0), (8, 1.0), (25, 1.0), (25, 1.3), (40, 1.5), (100, 1.0)] {
            let seats: Vec<Pos2> = (0..count).map(|n| seat(n, count, tall)).collect();
            for (n, one) in seats.iter().enumerate() {
                let round = vec2(one.x, one.y / tall);
                assert!((round.length() - RADIUS).abs() < 0.01, "{count} {n}");
                let next = seats[(n + 1) % count];
                let far = (next - *one).abs();
                // Across a corner of the way a little is lost.
                assert!(far.x.max(far.y) > 0.75 * apart(count, tall), "{count} {n} {far}");
            }
        }
        assert!(seat(0, 25, 1.0).x.abs() < 0.01 && seat(0, 25, 1.0).y < 0.0 && seat(1, 25, 1.0).x > 0.0);
    }
}
