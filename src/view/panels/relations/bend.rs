//! What lies between two people, drawn: bent to the middle, thicker for more talks, dashed for dislike.

use bevy_egui::egui;
use egui::{Color32, Pos2, Shape, Stroke, epaint::QuadraticBezierShape};
use egui_graphs::{DisplayEdge, DrawContext, EdgeProps, Node};
use petgraph::{Undirected, stable_graph::DefaultIx};

use super::{
    face::{Face, Person},
    ties::{Tie, Tone},
};
use crate::view::{
    panels::style::{FAINT, PAPER, palette},
    settings::Palette,
};

/// How far lines lean to the middle of the circle: what runs along the rim does not lie under its faces.
const LEAN: f32 = 0.45;

/// What is to be drawn of a tie.
#[derive(Clone, Debug, PartialEq)]
pub struct Bond {
    /// How often they have talked.
    pub talks: u32,
    /// What both make of it.
    pub tone: Option<Tone>,
    /// Others are looked at.
    pub dim: bool,
}

impl Bond {
    /// A tie as it is drawn.
    pub fn of(tie: &Tie, dim: bool) -> Self {
        Self { talks: tie.talks, tone: tie.tone(), dim }
    }
}

/// The colour of a tone.
pub fn colour(tone: Option<Tone>, palette: Palette) -> Color32 {
    match tone {
        Some(Tone::Warm) => palette.good(),
        Some(Tone::Cold) => palette.bad(),
        None => FAINT,
    }
}

/// A line through points, dashed where it must be told from others without its colour.
pub fn line(points: &[Pos2], wide: f32, colour: Color32, dashed: bool) -> Vec<Shape> {
    let stroke = Stroke::new(wide, colour);
    if dashed { Shape::dashed_line(points, stroke, 5.0, 3.0) } else { vec![Shape::line(points.to_vec(), stroke)] }
}

/// A tie as it is drawn.
#[derive(Clone, Debug)]
pub struct Bend(Bond);

impl From<EdgeProps<Bond>> for Bend {
    fn from(of: EdgeProps<Bond>) -> Self {
        Self(of.payload)
    }
}

type End = Node<Person, Bond, Undirected, DefaultIx, Face>;

impl DisplayEdge<Person, Bond, Undirected, DefaultIx, Face> for Bend {
    fn shapes(&mut self, start: &End, end: &End, ctx: &DrawContext) -> Vec<Shape> {
        let (a, b) = (start.display().at, end.display().at);
        let points = [a, a.lerp(b, 0.5).lerp(Pos2::ZERO, LEAN), b].map(|at| ctx.meta.canvas_to_screen_pos(at));
        let bent = QuadraticBezierShape::from_points_stroke(points, false, Color32::TRANSPARENT, Stroke::NONE);
        let bright = colour(self.0.tone, palette(ctx.ctx));
        let colour = if self.0.dim { PAPER.lerp_to_gamma(bright, 0.28) } else { bright };
        let cold = self.0.tone == Some(Tone::Cold);
        let wide = 0.8 + (1.0 + self.0.talks as f32).ln() * 0.9 + if cold { 0.4 } else { 0.0 };
        line(&bent.flatten(Some(0.3)), wide, colour, cold)
    }

    fn update(&mut self, of: &EdgeProps<Bond>) {
        self.0 = of.payload.clone();
    }

    fn is_inside(&self, _: &End, _: &End, _: Pos2) -> bool {
        // Only people are clicked on.
        false
    }
}
