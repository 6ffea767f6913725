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
}

impl LayoutState for Seats {}

/// From one seat to the next of so many: how wide a square may be that stands on each without touching the others.
pub fn apart(count: usize) -> f32 {
    4.0 * SQRT_2 * RADIUS / count.max(1) as f32
}

/// The place of the `n`th of so many. Faces are square, so seats are as far apart across or down, whichever is more: on the
/// slopes of the circle they lie farther from each other than at its top.
pub fn seat(n: usize, count: usize) -> Pos2 {
    let way = apart(count) * n as f32 / RADIUS;
    let quarter = (way / SQRT_2).floor();
    let rest = way - quarter * SQRT_2;
    let turn = if rest <= FRAC_1_SQRT_2 { rest.asin() } else { (SQRT_2 - rest).clamp(0.0, 1.0).acos() };
    let turn = turn + (quarter - 1.0) * FRAC_PI_2;
    Pos2::ZERO + RADIUS * vec2(turn.cos(), turn.sin())
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
            node.set_location(at.unwrap_or_else(|| seat(n, self.0.order.len())));
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
        for count in [3, 8, 25, 100] {
            let seats: Vec<Pos2> = (0..count).map(|n| seat(n, count)).collect();
            for (n, one) in seats.iter().enumerate() {
                assert!((one.to_vec2().length() - RADIUS).abs() < 0.01, "{count} {n}");
                let next = seats[(n + 1) % count];
                let far = (next - *one).abs();
                // Across a corner of the way a little is lost.
                assert!(far.x.max(far.y) > 0.75 * apart(count), "{count} {n} {far}");
            }
        }
        assert!(seat(0, 25).x.abs() < 0.01 && seat(0, 25).y < 0.0 && seat(1, 25).x > 0.0);
    }
}
