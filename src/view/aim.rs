//! Who is meant by a place: whose bubble is there, else who stands nearest.

use bevy::prelude::*;

use super::{Feet, TILE, people::Figure};
use crate::clock::AgentId;

/// How near to somebody's middle, in world pixels.
const REACH: f32 = 14.0;

/// From the top of the head of one who lies, to where their feet would be if they stood with their head there.
const LAID: f32 = 15.0;

/// Everybody by their feet, those who lie by their head, which is all that is seen of them.
pub type Bodies = (&'static AgentId, &'static Feet, &'static Figure);

/// Where somebody stands, for [`Overhead::at`].
pub fn stands((id, feet, figure): (&AgentId, &Feet, &Figure)) -> (AgentId, Vec2) {
    (*id, if figure.lying { feet.0 - Vec2::new(0.0, LAID) } else { feet.0 })
}

/// The bodies of all bubbles, in world pixels (y up), those in front last. Written where bubbles are placed.
#[derive(Resource, Clone, Debug, Default)]
pub struct Overhead(pub Vec<(AgentId, Rect)>);

impl Overhead {
    /// Whom a place means.
    pub fn at(&self, at: Vec2, people: impl Iterator<Item = (AgentId, Vec2)>) -> Option<AgentId> {
        // What lies over the people hides them.
        let bubble = self.0.iter().rev().find(|(_, body)| body.contains(at)).map(|(id, _)| *id);
        bubble.or_else(|| nearest(at, people))
    }
}

/// Who stands nearest to a point, within reach; people by their feet.
fn nearest(at: Vec2, people: impl Iterator<Item = (AgentId, Vec2)>) -> Option<AgentId> {
    let middle = |feet: Vec2| feet + Vec2::new(0.0, TILE * 0.6);
    let all = people.map(|(id, feet)| (middle(feet).distance(at), id));
    all.filter(|(distance, _)| *distance < REACH).min_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, id)| id)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_within_reach_is_meant_unless_a_bubble_is_there() {
        let people = [(AgentId(1), Vec2::new(0.0, 0.0)), (AgentId(2), Vec2::new(10.0, 0.0))];
        let mut overhead = Overhead::default();
        let at = |overhead: &Overhead, x, y| overhead.at(Vec2::new(x, y), people.into_iter());
        assert_eq!(at(&overhead, 2.0, 9.0), Some(AgentId(1)));
        assert_eq!(at(&overhead, 8.0, 9.0), Some(AgentId(2)));
        assert_eq!(at(&overhead, 0.0, 60.0), None);
        let body = Rect::from_corners(Vec2::new(-5.0, 5.0), Vec2::new(5.0, 70.0));
        overhead.0 = vec![(AgentId(7), body), (AgentId(2), body)];
        assert_eq!(at(&overhead, 0.0, 60.0), Some(AgentId(2)));
        assert_eq!(at(&overhead, 2.0, 9.0), Some(AgentId(2)));
    }
}
