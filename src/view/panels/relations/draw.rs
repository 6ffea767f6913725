//! Draws the graph: faces round a circle, a line where two have talked or feel something; thicker for more talks.

use std::{collections::BTreeMap, f32::consts::TAU};

use bevy::{ecs::system::InMut, prelude::*};
use bevy_egui::egui;
use egui::{Align2, FontId, Painter, Pos2, Rect, RichText, Sense, Stroke, Ui, pos2, vec2};

use super::ties::{Ties, Tone};
use crate::{
    agent::{dialogue::Talks, reflection::Relations},
    clock::AgentId,
    view::{
        Following, Selected,
        initials::Initials,
        names::Folk,
        panels::{
            mind::row::cut,
            pictures::{Icons, portrait},
            style::{FAINT, INK, LINE, PAPER, SMALL, WORDS, faint, palette},
            words::lay_name,
        },
    },
};

/// Ticks between two looks: lines do not change by the second.
const AGAIN: u64 = 6;

/// What the panel remembers.
#[derive(Default)]
pub struct Graph {
    ties: Ties,
    looked: Option<u64>,
    /// Only those of the selected person.
    own: bool,
}

struct Node<'a> {
    name: &'a str,
    initials: &'a str,
    face: Option<egui::Image<'static>>,
    at: Pos2,
}

/// Draws it.
pub fn draw(
    InMut(ui): InMut<Ui>,
    folk: Folk,
    relations: Query<(&AgentId, &Relations)>,
    talks: Option<Res<Talks>>,
    (icons, initials): (Res<Icons>, Res<Initials>),
    (mut selected, mut following): (ResMut<Selected>, ResMut<Following>),
    mut graph: Local<Graph>,
) {
    let Graph { ties, looked, own } = &mut *graph;
    if looked.is_none_or(|tick| folk.tick() < tick || folk.tick() >= tick + AGAIN) {
        *looked = Some(folk.tick());
        let homes = folk.people.iter().map(|(id, persona, ..)| (*id, persona.home.as_str()));
        ties.look(talks.as_deref(), relations.iter().map(|(id, one)| (*id, one)), homes);
    }
    ui.horizontal_wrapped(|ui| {
        let button = egui::Button::new("Only of who is selected").selected(*own).small();
        if ui.add(button).clicked() {
            *own = !*own;
        }
        legend(ui);
    });
    let only = selected.0.filter(|_| *own);
    let room = ui.available_size();
    let details = if selected.0.is_some() { (room.y * 0.3).clamp(60.0, 170.0) } else { 18.0 };
    let side = room.x.min(room.y - details - 6.0).max(120.0);
    let (place, response) = ui.allocate_exact_size(vec2(room.x, side), Sense::click());
    let count = ties.order.len().max(1);
    // Faces neither touch each other nor the names at the rim.
    let radius = side / 2.0 - 24.0;
    let face = (TAU * radius / count as f32 * 0.8).clamp(14.0, 34.0);
    let nodes: BTreeMap<AgentId, Node> = folk
        .people
        .iter()
        .filter_map(|(id, persona, figure, ..)| {
            let n = ties.order.iter().position(|one| one == id)?;
            let turn = TAU * n as f32 / count as f32 - TAU / 4.0;
            let at = place.center() + radius * vec2(turn.cos(), turn.sin());
            let face = portrait(ui.ctx(), &icons, figure.portrait, face);
            Some((*id, Node { name: &persona.name, initials: initials.of(*id), face, at }))
        })
        .collect();
    let cursor = response.hover_pos();
    let near = |at: Pos2| nodes.iter().find(|(_, node)| node.at.distance(at) < face * 0.62).map(|(id, _)| *id);
    let under = cursor.and_then(near);
    let lit = under.or(selected.0);
    let painter = ui.painter().with_clip_rect(place.expand(2.0).intersect(ui.clip_rect()));
    lines(ui, &painter, ties, &nodes, (place.center(), lit, only));
    for (id, node) in &nodes {
        let shown = only.is_none_or(|who| who == *id || ties.all.contains_key(&(who.min(*id), who.max(*id))));
        one(ui, &painter, node, (face, lit == Some(*id), selected.0 == Some(*id), shown));
    }
    if let Some(node) = under.and_then(|who| nodes.get(&who)) {
        ui.ctx().set_cursor_icon(egui::CursorIcon::PointingHand);
        plate(&painter, node, face, place);
    }
    if let Some(who) = under.filter(|_| response.clicked()) {
        selected.0 = Some(who);
        following.0 = true;
    }
    ui.add_space(4.0);
    let Some((who, node)) = lit.and_then(|who| Some((who, nodes.get(&who)?))) else {
        ui.label(faint("Point at a face; a click selects."));
        return;
    };
    told(ui, ties, (who, node.name), &nodes, details);
}

/// What lines mean.
fn legend(ui: &mut Ui) {
    let palette = palette(ui.ctx());
    for (colour, words) in [(palette.good(), "liking"), (palette.bad(), "dislike"), (FAINT, "talks only")] {
        let (at, _) = ui.allocate_exact_size(vec2(16.0, 14.0), Sense::hover());
        line(ui.painter(), [at.left_center(), at.right_center()], 2.5, colour, words == "dislike");
        ui.label(RichText::new(words).size(SMALL).color(FAINT));
    }
}

/// A straight line, dashed where it must be told from others without its colour.
fn line(painter: &Painter, ends: [Pos2; 2], wide: f32, colour: egui::Color32, dashed: bool) {
    if dashed {
        painter.extend(egui::Shape::dashed_line(&ends, Stroke::new(wide, colour), 4.0, 3.0));
    } else {
        painter.line_segment(ends, Stroke::new(wide, colour));
    }
}

/// The ties: those of who is pointed at or selected over all others, which step back.
fn lines(
    ui: &Ui,
    painter: &Painter,
    ties: &Ties,
    nodes: &BTreeMap<AgentId, Node>,
    (middle, lit, only): (Pos2, Option<AgentId>, Option<AgentId>),
) {
    let palette = palette(ui.ctx());
    let of = |who: Option<AgentId>, (a, b): (AgentId, AgentId)| who.is_some_and(|who| who == a || who == b);
    for front in [false, true] {
        for (pair, tie) in &ties.all {
            let bright = of(lit, *pair);
            if bright != front || (only.is_some() && !of(only, *pair)) {
                continue;
            }
            let (Some(a), Some(b)) = (nodes.get(&pair.0), nodes.get(&pair.1)) else { continue };
            let colour = match tie.tone() {
                Some(Tone::Warm) => palette.good(),
                Some(Tone::Cold) => palette.bad(),
                None => FAINT,
            };
            let colour = if bright || lit.is_none() { colour } else { PAPER.lerp_to_gamma(colour, 0.28) };
            let wide = 0.8 + (1.0 + tie.talks as f32).ln() * 0.9;
            // Bent to the middle: what runs along the rim does not lie under its faces.
            let mid = a.at.lerp(b.at, 0.5).lerp(middle, 0.45);
            let bend = egui::epaint::QuadraticBezierShape {
                points: [a.at, mid, b.at],
                closed: false,
                fill: egui::Color32::TRANSPARENT,
                stroke: Stroke::new(wide, colour).into(),
            };
            if tie.tone() == Some(Tone::Cold) {
                let points = bend.flatten(Some(0.5));
                painter.extend(egui::Shape::dashed_line(&points, Stroke::new(wide + 0.4, colour), 5.0, 3.0));
            } else {
                painter.add(bend);
            }
        }
    }
}

fn one(ui: &Ui, painter: &Painter, node: &Node, (face, lit, selected, shown): (f32, bool, bool, bool)) {
    let at = Rect::from_center_size(node.at, vec2(face, face));
    match &node.face {
        Some(image) => {
            let side = image.size().unwrap_or(vec2(face, face));
            let at = Rect::from_center_size(node.at, side * (face / side.x.max(1.0)).min(1.0));
            let tint = if shown { egui::Color32::WHITE } else { egui::Color32::from_white_alpha(70) };
            image.clone().tint(tint).paint_at(ui, at);
        }
        None => {
            painter.circle(node.at, face / 2.0, PAPER, Stroke::new(1.0, INK));
            painter.text(node.at, Align2::CENTER_CENTER, node.initials, FontId::proportional(face * 0.45), INK);
        }
    }
    if lit || selected {
        let wide = if selected { 3.0 } else { 2.0 };
        painter.rect_stroke(at.expand(1.0), 3, Stroke::new(wide, INK), egui::StrokeKind::Outside);
    }
}

/// The name of who is pointed at, beside the face and inside of the panel.
fn plate(painter: &Painter, node: &Node, face: f32, place: Rect) {
    let words = lay_name(painter, node.name, 13.0, INK, place.width() - 10.0);
    let size = words.size() + vec2(10.0, 4.0);
    let below = node.at.y < place.center().y;
    let y = if below { node.at.y + face / 2.0 + 4.0 } else { node.at.y - face / 2.0 - 4.0 - size.y };
    let x = (node.at.x - size.x / 2.0).clamp(place.left(), (place.right() - size.x).max(place.left()));
    let at = Rect::from_min_size(pos2(x, y), size);
    painter.rect(at, 3, PAPER, Stroke::new(1.0, INK), egui::StrokeKind::Inside);
    words.paint(painter, at.min + vec2(5.0, 2.0));
}

/// Under the graph: with whom somebody has to do, most first.
fn told(ui: &mut Ui, ties: &Ties, (who, name): (AgentId, &str), nodes: &BTreeMap<AgentId, Node>, high: f32) {
    let mine = ties.of(who);
    let palette = palette(ui.ctx());
    if mine.is_empty() {
        ui.label(faint(format!("{name} has talked to nobody yet.")));
        return;
    }
    ui.label(RichText::new(name).size(13.5).color(INK));
    egui::ScrollArea::vertical().id_salt(("ties", who)).max_height(high - 20.0).auto_shrink(false).show(ui, |ui| {
        ui.spacing_mut().item_spacing.y = 1.0;
        for (other, tie) in mine {
            let Some(node) = nodes.get(&other) else { continue };
            let (at, _) = ui.allocate_exact_size(vec2(ui.available_width(), 18.0), Sense::hover());
            ui.painter().hline(at.x_range(), at.bottom(), Stroke::new(1.0, LINE));
            let (mine, theirs) = if who < other { (tie.tones[0], tie.tones[1]) } else { (tie.tones[1], tie.tones[0]) };
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
            let colour = match tie.tone() {
                Some(Tone::Warm) => palette.good(),
                Some(Tone::Cold) => palette.bad(),
                None => FAINT,
            };
            let words = format!("{talks}{feels}");
            let words = ui.painter().layout_no_wrap(words, FontId::proportional(SMALL), colour);
            let wide = at.width() - words.size().x - 10.0;
            cut(ui, node.name, 13.0, WORDS, wide, 1).paint(ui.painter(), at.min + vec2(2.0, 0.0));
            let place = at.right_center() - vec2(words.size().x + 2.0, words.size().y / 2.0);
            ui.painter().galley(place, words, colour);
        }
    });
}
