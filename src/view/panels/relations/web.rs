//! The graph of relations. People stand in a circle, in the order in which they came to town; nothing moves them, so
//! everybody keeps their place. The graph can be zoomed and dragged; faces are drawn in whole pixels at any zoom.

use std::{
    collections::BTreeMap,
    f32::consts::{FRAC_1_SQRT_2, FRAC_PI_2, SQRT_2},
};

use bevy::prelude::Resource;
use bevy_egui::egui;
use egui::{
    Color32, FontId, Id, Painter, Pos2, Rect, Response, Sense, Shape, Stroke, StrokeKind, TextureId, Ui, Vec2,
    emath::TSTransform, epaint::QuadraticBezierShape, vec2,
};

use super::ties::{Tie, Ties};
use crate::{
    clock::AgentId,
    language::importance::Sentiment,
    view::panels::widgets::{FAINT, INK, PAPER, palette},
};

/// The circle, in units of the graph; its middle is at zero.
const RADIUS: f32 = 100.0;
/// The graph is so many times as high as wide at most.
const TALL: f32 = 1.5;
/// What is kept free round people when all of it is shown, in its units: half a face and its frame.
const MARGIN: f32 = 15.0;
/// A face is never smaller than this nor larger than that, in points.
const SIDE: [f32; 2] = [12.0, 128.0];
/// Where faces are this many times as far apart as they are wide, they do not crowd.
const APART: f32 = 1.03;
/// Size of the names, in points.
const NAME: f32 = 10.5;
/// How much of its height a name is below a face that it has to lie over.
const BELOW: f32 = 0.2;
/// Points of scrolling that bring the graph nearer by a factor of e.
const TURN: f32 = 260.0;
/// How much nearer and farther than all of it one may go.
const REACH: [f32; 2] = [0.5, 8.0];
/// So many points around a face belong to it.
const NEAR: f32 = 2.0;
/// How far lines lean to the middle of the circle: what runs along the rim does not lie under its faces.
const LEAN: f32 = 0.45;

/// What the panel remembers of a town.
#[derive(Resource, Default)]
pub struct Web {
    /// The ties between people.
    pub ties: Ties,
    /// The tick at which they were updated last.
    pub updated: Option<u64>,
    /// Only those of the selected person.
    pub own: bool,
    /// Who is pointed at.
    pub under: Option<AgentId>,
    /// The part that the player has zoomed to, from the graph to points from the middle of the panel; `None`: all of
    /// it.
    pub chosen: Option<TSTransform>,
}

/// Whose graph it is.
#[derive(Clone, Copy, Default)]
pub struct About {
    /// Who is selected.
    pub selected: Option<AgentId>,
    /// Whose ties are drawn over the others, which are dimmed.
    pub lit: Option<AgentId>,
    /// Only the ties of this one are drawn.
    pub only: Option<AgentId>,
}

/// What is to be drawn of somebody.
#[derive(Clone, Debug)]
pub struct Person {
    /// Who.
    pub who: AgentId,
    /// The picture, where on it the face is, and how many pixels wide that is.
    pub face: (TextureId, Rect, f32),
    /// The first of their names.
    pub name: String,
    /// Do they have a tie with whom the graph is about?
    pub shown: bool,
}

impl Web {
    /// Draws it; gives who was clicked on.
    pub fn show(&mut self, ui: &mut Ui, place: Rect, people: &[Person], about: About) -> Option<AgentId> {
        let tall = (place.height() / place.width().max(1.0)).clamp(1.0, TALL);
        let (count, response) = (self.ties.order.len(), ui.interact(place, Id::new("ties"), Sense::click_and_drag()));
        let look = self.turned(ui, &response, tall);
        let order = self.ties.order.iter().enumerate();
        let seats: BTreeMap<AgentId, Pos2> = order.map(|(n, who)| (*who, look * seat(n, count, tall))).collect();
        let painter = ui.painter().with_clip_rect(place.intersect(ui.clip_rect()));
        let of = |who: Option<AgentId>, pair: (AgentId, AgentId)| who.is_some_and(|who| who == pair.0 || who == pair.1);
        for front in [false, true] {
            for (pair, tie) in self.ties.all.iter().filter(|(pair, _)| about.only.is_none() || of(about.only, **pair)) {
                let (Some(a), Some(b)) = (seats.get(&pair.0), seats.get(&pair.1)) else { continue };
                if of(about.lit, *pair) == front {
                    let bent = [*a, a.lerp(*b, 0.5).lerp(look * Pos2::ZERO, LEAN), *b];
                    bend(&painter, tie, bent, about.lit.is_some() && !front);
                }
            }
        }
        let (room, per_point, mouse) = (apart(count, tall) * look.scaling, ui.pixels_per_point(), response.hover_pos());
        self.under = None;
        for person in people {
            let Some(at) = seats.get(&person.who) else { continue };
            let side = side(room, look.scaling, person.face.2 / per_point);
            let corner = ((*at - Vec2::splat(side / 2.0)) * per_point).round() / per_point;
            let face = Rect::from_min_size(corner, Vec2::splat(side));
            let frame = match Some(person.who) {
                who if who == about.selected => 3.0,
                who if who == about.lit => 2.0,
                _ => 0.0,
            };
            let aside = (at.x - (look * Pos2::ZERO).x).abs() > RADIUS * FRAC_1_SQRT_2 * look.scaling;
            person.paint(&painter, (face, frame), room, aside);
            if mouse.is_some_and(|mouse| face.expand(NEAR).contains(mouse)) {
                self.under = Some(person.who);
            }
        }
        self.under.filter(|_| response.clicked())
    }

    /// From the graph to the screen, once the wheel has been turned, which keeps in place what is under the mouse, or
    /// all of it has been dragged.
    fn turned(&mut self, ui: &Ui, response: &Response, tall: f32) -> TSTransform {
        let (size, middle) = (response.rect.size(), response.rect.center().to_vec2());
        let all = (size / (2.0 * vec2(RADIUS + MARGIN, RADIUS * tall + MARGIN))).min_elem();
        let mut look = self.chosen.unwrap_or(TSTransform::from_scaling(all));
        if let Some(mouse) = response.hover_pos() {
            // Whatever lies around is not scrolled by it.
            let turned = ui.input_mut(|input| std::mem::take(&mut input.smooth_scroll_delta)).y;
            let nearer = ui.input(|input| input.zoom_delta()) * (turned / TURN).exp();
            let nearer = (look.scaling * nearer).clamp(all * REACH[0], all * REACH[1]) / look.scaling;
            let mouse = mouse.to_vec2() - middle;
            let moved = mouse + (look.translation - mouse) * nearer + response.drag_delta();
            if (nearer, moved) != (1.0, look.translation) {
                look = TSTransform::new(moved, look.scaling * nearer);
                self.chosen = Some(look);
            }
        }
        TSTransform::from_translation(middle) * look
    }
}

/// How wide a face is in points, where there is so much room from one to the next and its own pixels are so wide: a
/// whole multiple of these if it can be.
fn side(room: f32, zoom: f32, own: f32) -> f32 {
    let room = (room / APART).min(2.0 * (MARGIN - 2.0) * zoom).min(SIDE[1]);
    if own <= room { (room / own).floor() * own } else { room.max(SIDE[0]).min(own) }
}

impl Person {
    /// Paints their face in a frame so thick, and their name where it does not lie over the next face: below the face
    /// if there is room, else over its foot. `aside`: they sit one below the other there, with more room across.
    fn paint(&self, painter: &Painter, (face, frame): (Rect, f32), room: f32, aside: bool) {
        let faint = |colour: Color32| if self.shown { colour } else { colour.gamma_multiply(0.28) };
        painter.image(self.face.0, face, self.face.1, faint(Color32::WHITE));
        if frame > 0.0 {
            painter.rect_stroke(face.expand(1.0), 3, Stroke::new(frame, INK), StrokeKind::Outside);
        }
        let words = painter.layout_no_wrap(self.name.clone(), FontId::proportional(NAME), faint(INK));
        let size = words.size();
        let wide = if aside { room * 1.6 } else { room };
        if size.x + 3.0 > wide || face.height() + size.y * BELOW > room * 1.1 {
            return;
        }
        let below = if face.height() + size.y <= room { size.y + 1.0 + frame } else { size.y * BELOW };
        let middle = face.center_bottom() + vec2(0.0, below - size.y / 2.0);
        let plate = Rect::from_center_size(middle, vec2(size.x + 3.0, size.y - 2.0));
        painter.rect_filled(plate, 2, PAPER.gamma_multiply(0.92));
        painter.galley(middle - size / 2.0, words, INK);
    }
}

/// The colour of a sentiment.
pub fn colour(painter: &Painter, sentiment: Option<Sentiment>) -> Color32 {
    match sentiment {
        Some(Sentiment::Warm) => palette(painter.ctx()).good(),
        Some(Sentiment::Cold) => palette(painter.ctx()).bad(),
        None => FAINT,
    }
}

/// A line through points: dashed for dislike, not told by its colour alone.
pub fn line(painter: &Painter, points: Vec<Pos2>, wide: f32, sentiment: Option<Sentiment>, colour: Color32) {
    let stroke = Stroke::new(wide, colour);
    if sentiment == Some(Sentiment::Cold) {
        painter.extend(Shape::dashed_line(&points, stroke, 5.0, 3.0));
    } else {
        painter.line(points, stroke);
    }
}

/// A tie, bent over these points, thicker for more talks. `dim`: others are looked at.
fn bend(painter: &Painter, tie: &Tie, points: [Pos2; 3], dim: bool) {
    let bent = QuadraticBezierShape::from_points_stroke(points, false, Color32::TRANSPARENT, Stroke::NONE);
    let bright = colour(painter, tie.sentiment());
    let colour = if dim { PAPER.lerp_to_gamma(bright, 0.28) } else { bright };
    let cold = if tie.sentiment() == Some(Sentiment::Cold) { 0.4 } else { 0.0 };
    let wide = 0.8 + (1.0 + tie.talks as f32).ln() * 0.9 + cold;
    line(painter, bent.flatten(Some(0.3)), wide, tie.sentiment(), colour);
}

/// The distance between neighbouring seats: the widest square that fits on each of `count` seats without overlap.
fn apart(count: usize, tall: f32) -> f32 {
    2.0 * SQRT_2 * RADIUS * (1.0 + tall) / count.max(1) as f32
}

/// The place of the `n`th of so many. Faces are square, so seats are as far apart across or down, whichever is more: on
/// the slopes of the circle they lie farther from each other than at its top.
fn seat(n: usize, count: usize, tall: f32) -> Pos2 {
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

/// The room of the graph in a panel so large: higher than wide only so far, with what is told under it.
pub fn room(panel: Vec2, below: f32) -> Vec2 {
    vec2(panel.x, (panel.x * TALL).min(panel.y - below).max(120.0))
}

#[cfg(test)]
mod tests {
    use super::*;
    use egui::{Event, Modifiers, PointerButton, RawInput};

    const PLACE: Rect = Rect { min: Pos2::new(20.0, 30.0), max: Pos2::new(320.0, 330.0) };

    /// So many people, drawn once more after each of these.
    struct Graph {
        ctx: egui::Context,
        web: Web,
    }

    impl Graph {
        fn new(count: u32) -> Self {
            let mut graph = Self { ctx: egui::Context::default(), web: Web::default() };
            graph.web.ties.order = (0..count).map(AgentId).collect();
            graph.does(vec![]);
            graph.does(vec![]);
            graph
        }

        fn does(&mut self, events: Vec<Event>) -> Option<AgentId> {
            let screen_rect = Some(Rect::from_min_size(Pos2::ZERO, vec2(400.0, 400.0)));
            let face = (TextureId::default(), Rect::NOTHING, 32.0);
            let person = |who: &AgentId| Person { who: *who, face, name: "Ada".into(), shown: true };
            let people: Vec<Person> = self.web.ties.order.iter().map(person).collect();
            let mut clicked = None;
            let drawn = self.ctx.run_ui(RawInput { screen_rect, events, ..RawInput::default() }, |ui| {
                clicked = self.web.show(ui, PLACE, &people, About::default());
            });
            drawn.drop_without_applying_deltas();
            clicked
        }

        /// Who is at a place.
        fn at(&mut self, at: Pos2) -> Option<u32> {
            self.does(vec![Event::PointerMoved(at)]);
            self.does(vec![]);
            self.web.under.map(|who| who.0)
        }

        fn button(&mut self, pos: Pos2, pressed: bool) -> Option<AgentId> {
            let (button, modifiers) = (PointerButton::Primary, Modifiers::default());
            self.does(vec![Event::PointerMoved(pos), Event::PointerButton { pos, button, pressed, modifiers }])
        }
    }

    #[test]
    fn a_click_selects_and_the_graph_is_dragged_and_seen_whole_again() {
        let mut graph = Graph::new(4);
        let first = PLACE.center_top() + vec2(0.0, 20.0);
        assert_eq!(graph.at(first), Some(0));
        graph.button(first, true);
        assert_eq!(graph.button(first, false), Some(AgentId(0)));
        assert!(graph.web.chosen.is_none());
        let (from, by) = (PLACE.center(), vec2(30.0, 60.0));
        graph.button(from, true);
        graph.does(vec![Event::PointerMoved(from + by / 2.0)]);
        graph.does(vec![Event::PointerMoved(from + by)]);
        graph.button(from + by, false);
        assert_eq!((graph.at(first + by), graph.at(first)), (Some(0), None));
        graph.web.chosen = None;
        assert_eq!(graph.at(first), Some(0));
    }

    #[test]
    fn the_wheel_brings_it_nearer() {
        let mut graph = Graph::new(4);
        graph.does(vec![Event::PointerMoved(PLACE.center())]);
        let (unit, phase) = (egui::MouseWheelUnit::Point, egui::TouchPhase::Move);
        graph.does(vec![Event::MouseWheel { unit, delta: vec2(0.0, 60.0), phase, modifiers: Modifiers::default() }]);
        for _ in 0..30 {
            graph.does(vec![]);
        }
        assert!(graph.web.chosen.is_some_and(|look| look.scaling > 1.4 && look.translation.length() < 1.0));
    }

    #[test]
    fn faces_are_whole_multiples_of_their_pixels_where_there_is_room() {
        let of_town = |zoom: f32, own| side(apart(25, 1.0) * zoom, zoom, own);
        for (zoom, wide) in [(1.5, 32.0), (2.0, 32.0), (3.0, 64.0), (30.0, 128.0)] {
            assert_eq!(of_town(zoom, 32.0), wide, "{zoom}");
        }
        // On a screen of two pixels to a point the same picture is half as many points wide.
        assert_eq!(of_town(1.5, 16.0), 32.0);
        assert!(of_town(0.8, 32.0) < 32.0 && of_town(0.01, 32.0) == SIDE[0]);
    }

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
