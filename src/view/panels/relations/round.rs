//! Where people sit: round a circle, in the order in which they came. No forces: a new tie moves nobody, and where
//! somebody sits is learned once. Whom the player has dragged stays where they were put.

use std::{
    collections::BTreeMap,
    f32::consts::{FRAC_1_SQRT_2, FRAC_PI_2, SQRT_2},
};

use bevy_egui::egui::{Pos2, Ui, vec2};
use egui_graphs::{DisplayEdge, DisplayNode, Graph, Layout, LayoutState};
use petgraph::{
    EdgeType,
    stable_graph::{IndexType, NodeIndex},
};
use serde::{Deserialize, Serialize};

/// The circle, in units of the graph; its middle is at zero.
pub const RADIUS: f32 = 100.0;

/// Who sits where, each by the number of their node.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Seats {
    /// Everybody, in the order in which they sit.
    pub order: Vec<usize>,
    /// Those who were dragged, and to where.
    pub moved: BTreeMap<usize, Pos2>,
    /// How many times as high as wide the circle is: a panel that is high is made use of.
    pub tall: f32,
}

impl LayoutState for Seats {}

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

/// The layout.
#[derive(Debug, Default)]
pub struct Round(Seats);

impl Layout<Seats> for Round {
    fn from_state(state: Seats) -> impl Layout<Seats> {
        Self(state)
    }

    fn next<N, E, Ty, Ix, Dn, De>(&mut self, graph: &mut Graph<N, E, Ty, Ix, Dn, De>, _: &Ui)
    where
        N: Clone,
        E: Clone,
        Ty: EdgeType,
        Ix: IndexType,
        Dn: DisplayNode<N, E, Ty, Ix>,
        De: DisplayEdge<N, E, Ty, Ix, Dn>,
    {
        for (n, index) in self.0.order.iter().enumerate() {
            // Who is in the player's hand is not taken out of it.
            let Some(node) = graph.node_mut(NodeIndex::new(*index)).filter(|node| !node.dragged()) else { continue };
            let at = self.0.moved.get(index).copied();
            node.set_location(at.unwrap_or_else(|| seat(n, self.0.order.len(), self.0.tall)));
        }
    }

    fn state(&self) -> Seats {
        self.0.clone()
    }
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
