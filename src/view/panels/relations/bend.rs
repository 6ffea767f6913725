//! What lies between two people, drawn: bent to the middle, thicker for more talks, dashed for dislike.

use bevy_egui::egui;
use egui::{Color32, Context, Pos2, Shape, Stroke, epaint::QuadraticBezierShape};

use super::{ties::Tie, web::Look};
use crate::{
    language::tone::Tone,
    view::{
        panels::style::{FAINT, PAPER, palette},
        preferences::Palette,
    },
};

/// How far lines lean to the middle of the circle: what runs along the rim does not lie under its faces.
const LEAN: f32 = 0.45;

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

/// A tie between people who sit at `a` and `b`. `dim`: others are looked at.
pub fn bend(tie: &Tie, [a, b]: [Pos2; 2], dim: bool, look: &Look, ctx: &Context) -> Vec<Shape> {
    let points = [a, a.lerp(b, 0.5).lerp(Pos2::ZERO, LEAN), b].map(|at| look.to_screen(at));
    let bent = QuadraticBezierShape::from_points_stroke(points, false, Color32::TRANSPARENT, Stroke::NONE);
    let tone = tie.tone();
    let bright = colour(tone, palette(ctx));
    let colour = if dim { PAPER.lerp_to_gamma(bright, 0.28) } else { bright };
    let cold = tone == Some(Tone::Cold);
    let wide = 0.8 + (1.0 + tie.talks as f32).ln() * 0.9 + if cold { 0.4 } else { 0.0 };
    line(&bent.flatten(Some(0.3)), wide, colour, cold)
}
