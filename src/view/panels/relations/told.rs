//! What lies between two people: as a line that is bent to the middle, thicker for more talks, dashed for dislike; and in
//! words.

use std::collections::BTreeMap;

use bevy_egui::egui;
use egui::{Align2, Color32, Context, Pos2, RichText, Sense, Shape, Stroke, Ui, epaint::QuadraticBezierShape, vec2};

use super::{
    ties::{Tie, Ties},
    web::Look,
};
use crate::{
    clock::AgentId,
    language::tone::Tone,
    view::panels::widgets::{list as rows, *},
};

/// How far lines lean to the middle of the circle: what runs along the rim does not lie under its faces.
const LEAN: f32 = 0.45;

/// The colour of a tone.
fn colour(tone: Option<Tone>, ctx: &Context) -> Color32 {
    match tone {
        Some(Tone::Warm) => palette(ctx).good(),
        Some(Tone::Cold) => palette(ctx).bad(),
        None => FAINT,
    }
}

/// A line through points, dashed where it must be told from others without its colour.
fn line(points: &[Pos2], wide: f32, colour: Color32, dashed: bool) -> Vec<Shape> {
    let stroke = Stroke::new(wide, colour);
    if dashed { Shape::dashed_line(points, stroke, 5.0, 3.0) } else { vec![Shape::line(points.to_vec(), stroke)] }
}

/// A tie between people who sit at `a` and `b`. `dim`: others are looked at.
pub fn bend(tie: &Tie, [a, b]: [Pos2; 2], dim: bool, look: &Look, ctx: &Context) -> Vec<Shape> {
    let points = [a, a.lerp(b, 0.5).lerp(Pos2::ZERO, LEAN), b].map(|at| look.to_screen(at));
    let bent = QuadraticBezierShape::from_points_stroke(points, false, Color32::TRANSPARENT, Stroke::NONE);
    let tone = tie.tone();
    let bright = colour(tone, ctx);
    let colour = if dim { PAPER.lerp_to_gamma(bright, 0.28) } else { bright };
    let cold = tone == Some(Tone::Cold);
    let wide = 0.8 + (1.0 + tie.talks as f32).ln() * 0.9 + if cold { 0.4 } else { 0.0 };
    line(&bent.flatten(Some(0.3)), wide, colour, cold)
}

/// What lines mean.
pub fn legend(ui: &mut Ui) {
    for (tone, words) in [(Some(Tone::Warm), "liking"), (Some(Tone::Cold), "dislike"), (None, "talks only")] {
        let (at, _) = ui.allocate_exact_size(vec2(16.0, 14.0), Sense::hover());
        let ends = [at.left_center(), at.right_center()];
        ui.painter().extend(line(&ends, 2.5, colour(tone, ui.ctx()), tone == Some(Tone::Cold)));
        ui.label(faint(words));
    }
}

/// A tie in words, as the one whose feeling is given first sees it.
fn words(tie: &Tie, [mine, theirs]: [Option<Tone>; 2]) -> String {
    let talks = match tie.talks {
        0 => "no talk yet".to_owned(),
        1 => "1 talk".to_owned(),
        many => format!("{many} talks"),
    };
    let feels = match (mine, theirs) {
        (Some(Tone::Warm), Some(Tone::Warm)) => " · like each other",
        (Some(Tone::Warm), _) => " · likes them",
        (_, Some(Tone::Warm)) if mine.is_none() => " · is liked",
        (Some(Tone::Cold), Some(Tone::Cold)) => " · dislike each other",
        (Some(Tone::Cold), _) => " · dislikes them",
        (_, Some(Tone::Cold)) => " · is disliked",
        _ => "",
    };
    talks + feels
}

/// Under the graph: with whom somebody has to do, most first, in the rest of the panel.
pub fn list(ui: &mut Ui, ties: &Ties, who: AgentId, names: &BTreeMap<AgentId, &str>) {
    let Some(name) = names.get(&who) else { return };
    let mine = ties.of(who);
    if mine.is_empty() {
        ui.label(faint(format!("{name} has talked to nobody yet.")));
        return;
    }
    ui.label(RichText::new(*name).size(13.5).color(INK));
    rows(ui, ("ties", who), 1.0, |ui| {
        for (other, tie) in mine {
            let Some(name) = names.get(&other) else { continue };
            let (at, _) = ui.allocate_exact_size(vec2(ui.available_width(), 18.0), Sense::hover());
            line_under(ui, at.translate(vec2(0.0, 0.5)));
            let mut tones = tie.tones;
            if who > other {
                tones.reverse();
            }
            let end = at.right_center() - vec2(2.0, 0.0);
            let end = write(ui, end, Align2::RIGHT_CENTER, words(tie, tones), SMALL, colour(tie.tone(), ui.ctx()));
            cut(ui, name, 13.0, WORDS, at.width() - end.width() - 10.0, 1).paint(ui.painter(), at.min + vec2(2.0, 0.0));
        }
    });
}
