//! Near the player time is kind: at speed 1 a line of talk on the screen takes as long as it takes to read. Pure.
//!
//! Rule: this changes when ticks run, never what they do.

use crate::language::script;

/// Seconds that a text needs of somebody who reads so many letters a second; 0: it never waits for them.
pub fn seconds(letters: f64, text: &str) -> f64 {
    if letters > 0.0 { script::letters(text) as f64 / letters } else { 0.0 }
}

/// The least share of its speed at which the town still goes on.
const LEAST: f64 = 0.01;

/// How much of `speed` (ticks a second) is wanted so that every line ends no sooner than it has been read; of each
/// the ticks that it still takes, and the seconds that it still needs.
pub fn ease(lines: impl Iterator<Item = (f64, f64)>, speed: f64) -> f64 {
    let needed = |(ticks, seconds): (f64, f64)| if seconds > 0.0 { ticks.max(0.0) / seconds / speed } else { 1.0 };
    lines.map(needed).fold(1.0, f64::min).clamp(LEAST, 1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_fifteen_letters_are_a_second() {
        let line = "x".repeat(60);
        let needs = seconds(15.0, &line);
        assert_eq!(needs, 4.0);
        // Three ticks at six a second would be over in half a second.
        assert_eq!(ease([(3.0, needs)].into_iter(), 6.0), 0.125);
        // However the frames fall, the line takes what it needs.
        let (mut ticks, mut seconds, mut took) = (3.0, needs, 0.0);
        while ticks > 1e-9 {
            let frame = 1.0 / 60.0;
            ticks -= 6.0 * ease([(ticks, seconds)].into_iter(), 6.0) * frame;
            (seconds, took) = (seconds - frame, took + frame);
        }
        assert!((needs - 0.1..needs + 0.5).contains(&took), "{took}");
    }

    #[test]
    fn the_line_that_needs_most_decides() {
        assert_eq!(ease([(3.0, 1.0), (3.0, 6.0), (9.0, -1.0)].into_iter(), 1.0), 0.5);
        assert_eq!(ease([].into_iter(), 6.0), 1.0);
        assert_eq!(ease([(0.0, 5.0)].into_iter(), 6.0), LEAST);
        assert_eq!(seconds(0.0, "words"), 0.0);
    }
}
