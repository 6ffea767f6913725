//! Where people sit: round a circle, in the order in which they came. No forces: a new tie moves nobody, and where
//! somebody sits is learned once. Whom the player has dragged stays where they were put.

use std::{
    collections::BTreeMap,
    f32::consts::{FRAC_PI_2, TAU},
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

/// The place of the `n`th of so many.
pub fn seat(n: usize, count: usize) -> Pos2 {
    let turn = TAU * n as f32 / count.max(1) as f32 - FRAC_PI_2;
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
