//! Somebody in the graph: their face in whole pixels at any zoom, or their initials; framed if lit.

use std::f32::consts::FRAC_1_SQRT_2;

use bevy_egui::egui;
use egui::{Color32, FontId, Pos2, Rect, Shape, Stroke, StrokeKind, TextureId, Vec2, epaint, vec2};
use egui_graphs::{DisplayNode, DrawContext, NodeProps};
use petgraph::{Undirected, stable_graph::DefaultIx};

use super::{bend::Bond, round::RADIUS};
use crate::{
    clock::AgentId,
    view::panels::style::{INK, PAPER},
};

/// What the graph keeps free round people when all of it is shown, in its units: half a face and its frame.
const MARGIN: f32 = 15.0;
/// A face is never smaller than this nor larger than that, in points.
const SIDE: [f32; 2] = [12.0, 128.0];
/// Size of the names, in points.
const NAME: f32 = 10.5;
/// So much of its name's height lies over a face, the rest under it.
const OVER: f32 = 0.8;
/// Where faces are this many times as far apart as they are wide, they do not crowd.
const APART: f32 = 1.03;

/// What is to be drawn of somebody.
#[derive(Clone, Debug)]
pub struct Person {
    /// Who.
    pub who: AgentId,
    /// The picture, where on it the face is, and how many pixels wide that is.
    pub look: Option<(TextureId, Rect, f32)>,
    /// Drawn where there is no picture.
    pub initials: String,
    /// The first of their names.
    pub name: String,
    /// From one to the next round the circle, in units of the graph.
    pub room: f32,
    /// Do they have to do with whom the graph is about?
    pub shown: bool,
    /// Their ties are lit.
    pub lit: bool,
}

impl Person {
    /// How wide their face is in points, at a zoom and so many pixels to a point: a whole multiple of its own pixels
    /// where there is room for that.
    fn side(&self, zoom: f32, per_point: f32) -> f32 {
        let room = (self.room * zoom / APART).min(2.0 * (MARGIN - 2.0) * zoom).min(SIDE[1]);
        let own = self.look.map_or(0.0, |(.., pixels)| pixels / per_point);
        match own > 0.0 && own <= room {
            true => (room / own).floor() * own,
            false => room.max(SIDE[0]).min(if own > 0.0 { own } else { SIDE[1] / 4.0 }),
        }
    }
}

/// Somebody as they are drawn.
#[derive(Clone, Debug)]
pub struct Face {
    person: Person,
    /// Middle, in units of the graph. Edges end here.
    pub at: Pos2,
    /// Where that was on the screen last.
    pub place: Rect,
    zoom: f32,
    /// Selected, pointed at, in the player's hand.
    state: [bool; 3],
    /// From the mouse to the middle, while they are dragged: nobody jumps under the mouse when they are taken up.
    grip: Vec2,
}

impl From<NodeProps<Person>> for Face {
    fn from(of: NodeProps<Person>) -> Self {
        let (at, place) = (of.location(), Rect::NOTHING);
        Self { person: of.payload, at, place, zoom: 1.0, state: [false; 3], grip: Vec2::ZERO }
    }
}

impl DisplayNode<Person, Bond, Undirected, DefaultIx> for Face {
    fn closest_boundary_point(&self, way: Vec2) -> Pos2 {
        self.at + way.normalized() * MARGIN
    }

    fn shapes(&mut self, ctx: &DrawContext) -> Vec<Shape> {
        let per_point = ctx.ctx.pixels_per_point();
        self.zoom = ctx.meta.zoom;
        let side = self.person.side(self.zoom, per_point);
        let corner = ctx.meta.canvas_to_screen_pos(self.at) - Vec2::splat(side / 2.0);
        let whole = |points: f32| (points * per_point).round() / per_point;
        self.place = Rect::from_min_size(Pos2::new(whole(corner.x), whole(corner.y)), vec2(side, side));
        let faint = |colour: Color32| if self.person.shown { colour } else { colour.gamma_multiply(0.28) };
        let mut shapes = vec![];
        match self.person.look {
            Some((texture, on, _)) => shapes.push(Shape::image(texture, self.place, on, faint(Color32::WHITE))),
            None => {
                let (middle, radius) = (self.place.center(), side / 2.0);
                shapes.push(Shape::circle_filled(middle, radius, PAPER));
                shapes.push(Shape::circle_stroke(middle, radius, Stroke::new(1.0, faint(INK))));
                let font = FontId::proportional(side * 0.45);
                let initials = self.person.initials.clone();
                let words = ctx.ctx.fonts_mut(|fonts| fonts.layout_no_wrap(initials, font, faint(INK)));
                shapes.push(Shape::galley(middle - words.size() / 2.0, words, INK));
            }
        }
        shapes.extend(self.name(ctx, faint(INK)));
        let [selected, pointed, held] = self.state;
        if selected || pointed || held || self.person.lit {
            let stroke = Stroke::new(if selected { 3.0 } else { 2.0 }, INK);
            let frame = epaint::RectShape::stroke(self.place.expand(1.0), 3, stroke, StrokeKind::Outside);
            shapes.push(frame.into());
        }
        shapes
    }

    fn update(&mut self, of: &NodeProps<Person>) {
        let was_held = self.state[2];
        self.person = of.payload.clone();
        self.state = [of.selected, of.hovered, of.dragged];
        match (was_held, of.dragged) {
            // The library lays the middle under the mouse.
            (false, true) => self.grip = self.at - of.location(),
            (true, true) => self.at = of.location() + self.grip,
            // Let go: here they are until the layout has heard of it.
            (true, false) => {}
            (false, false) => self.at = of.location(),
        }
    }

    fn is_inside(&self, at: Pos2) -> bool {
        let near = (self.place.width() / 2.0 + 2.0) / self.zoom.max(0.01);
        let far = (at - self.at).abs();
        far.x < near && far.y < near
    }
}

impl Face {
    /// Their name at the foot of the face, where it does not lie over the next one.
    fn name(&self, ctx: &DrawContext, ink: Color32) -> Vec<Shape> {
        let font = FontId::proportional(NAME);
        let words = ctx.ctx.fonts_mut(|fonts| fonts.layout_no_wrap(self.person.name.clone(), font, ink));
        let (size, apart) = (words.size(), self.person.room * self.zoom);
        // At the sides people sit one below the other, and there is more room across.
        let aside = self.at.x.abs() > RADIUS * FRAC_1_SQRT_2;
        let wide = apart * if aside { 1.6 } else { 1.0 };
        let under = size.y * (1.0 - OVER);
        if size.x + 3.0 > wide || self.place.height() + under > apart * APART.max(1.1) {
            return vec![];
        }
        let middle = Pos2::new(self.place.center().x, self.place.bottom() + under - size.y / 2.0);
        let plate = Rect::from_center_size(middle, vec2(size.x + 3.0, size.y - 2.0));
        let ground = Shape::rect_filled(plate, 2, PAPER.gamma_multiply(0.92));
        vec![ground, Shape::galley(middle - size / 2.0, words, ink)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn person(count: usize) -> Person {
        let look = Some((TextureId::default(), Rect::NOTHING, 32.0));
        let room = super::super::round::apart(count, 1.0);
        Person { who: AgentId(0), look, initials: String::new(), name: String::new(), room, shown: true, lit: false }
    }

    #[test]
    fn faces_are_whole_multiples_of_their_pixels_where_there_is_room() {
        let town = person(25);
        for (zoom, side) in [(1.5, 32.0), (2.0, 32.0), (3.0, 64.0), (30.0, 128.0)] {
            assert_eq!(town.side(zoom, 1.0), side, "{zoom}");
        }
        // On a screen of two pixels to a point the same picture is half as many points wide.
        assert_eq!(town.side(1.5, 2.0), 32.0);
        assert!(town.side(0.8, 1.0) < 32.0 && town.side(0.01, 1.0) == SIDE[0]);
        let nobody = Person { look: None, ..town };
        assert!((SIDE[0]..=32.0).contains(&nobody.side(1.5, 1.0)));
    }
}
