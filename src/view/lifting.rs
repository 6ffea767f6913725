//! Bubbles that would cover one another are lifted, the northern above the southern. Pure.

use bevy::math::{Rect, Vec2};

/// A crowd's pile ends here; above it bubbles may cover one another again.
const HIGHEST: f32 = 4.0;

/// How far each box has to be lifted, in the boxes' own units (y up), in the order given. `above`: those that are
/// lifted over all others, whoever stands south: speech, which has a tail to its head.
pub fn lifts(boxes: &[Rect], above: impl Fn(usize) -> bool) -> Vec<f32> {
    let mut order: Vec<usize> = (0..boxes.len()).collect();
    // From south to north; of two on one row the western stays.
    order.sort_by(|a, b| {
        let key = |n: usize| (boxes[n].min.y, boxes[n].min.x);
        let (first, second) = (key(*a), key(*b));
        above(*a).cmp(&above(*b)).then(first.0.total_cmp(&second.0)).then(first.1.total_cmp(&second.1))
    });
    let mut lifted = vec![0.0; boxes.len()];
    let mut settled: Vec<Rect> = Vec::with_capacity(boxes.len());
    for n in order {
        let mut at = boxes[n];
        let most = at.min.y + HIGHEST * at.height();
        while let Some(below) = settled.iter().find(|one| overlap(one, &at)) {
            let next = below.max.y.max(at.min.y + 1.0);
            if next > most {
                break;
            }
            at = Rect::from_corners(Vec2::new(at.min.x, next), Vec2::new(at.max.x, next + at.height()));
        }
        lifted[n] = at.min.y - boxes[n].min.y;
        settled.push(at);
    }
    lifted
}

fn overlap(a: &Rect, b: &Rect) -> bool {
    a.min.x < b.max.x && b.min.x < a.max.x && a.min.y < b.max.y && b.min.y < a.max.y
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(x: f32, y: f32) -> Rect {
        Rect::from_corners(Vec2::new(x, y), Vec2::new(x + 20.0, y + 22.0))
    }

    #[test]
    fn the_northern_one_is_lifted_clear() {
        assert_eq!(lifts(&[at(0.0, 10.0), at(5.0, 0.0)], |_| false), [12.0, 0.0]);
        assert_eq!(lifts(&[at(0.0, 0.0), at(20.0, 0.0)], |_| false), [0.0, 0.0]);
        // Three in a row: a stair.
        assert_eq!(lifts(&[at(0.0, 0.0), at(16.0, 0.0), at(8.0, 0.0)], |_| false), [0.0, 44.0, 22.0]);
    }

    #[test]
    fn speech_goes_over_all_others() {
        let words = Rect::from_corners(Vec2::new(-40.0, 0.0), Vec2::new(60.0, 30.0));
        assert_eq!(lifts(&[words, at(5.0, 8.0)], |n| n == 0), [30.0, 0.0]);
    }

    #[test]
    fn a_crowd_does_not_pile_up_to_the_sky() {
        let crowd: Vec<Rect> = (0..25).map(|n| at(n as f32, 0.0)).collect();
        assert!(lifts(&crowd, |_| false).iter().all(|lift| *lift <= HIGHEST * 22.0));
    }
}
