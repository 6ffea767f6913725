//! Where people sit: round a circle, in the order in which they came. No forces: a new tie moves nobody, and where
//! somebody sits is learned once. And how they are drawn: their face in whole pixels at any zoom, or their initials.

use std::f32::consts::{FRAC_1_SQRT_2, FRAC_PI_2, SQRT_2};

use bevy_egui::egui;
use egui::{Color32, Context, FontId, Pos2, Rect, Shape, Stroke, StrokeKind, TextureId, Vec2, epaint, vec2};

use super::web::Look;
use crate::{
    clock::AgentId,
    view::panels::widgets::{INK, PAPER},
};

/// What the graph keeps free round people when all of it is shown, in its units: half a face and its frame.
pub const MARGIN: f32 = 15.0;
/// A face is never smaller than this nor larger than that, in points.
const SIDE: [f32; 2] = [12.0, 128.0];
/// Size of the names, in points.
const NAME: f32 = 10.5;
/// So much of its name's height lies over a face, the rest under it.
const OVER: f32 = 0.8;
/// Where faces are this many times as far apart as they are wide, they do not crowd.
const APART: f32 = 1.03;

/// The circle, in units of the graph; its middle is at zero.
pub const RADIUS: f32 = 100.0;

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

    /// Where their face is on the screen, in whole pixels, if they sit at this place of the graph.
    pub fn place(&self, at: Pos2, look: &Look, per_point: f32) -> Rect {
        let side = self.side(look.zoom, per_point);
        let corner = look.to_screen(at) - Vec2::splat(side / 2.0);
        let whole = |points: f32| (points * per_point).round() / per_point;
        Rect::from_min_size(Pos2::new(whole(corner.x), whole(corner.y)), vec2(side, side))
    }

    /// Their face at this place of the screen. `frame`: how thick, if there is one.
    pub fn shapes(&self, place: Rect, frame: Option<f32>, ctx: &Context) -> Vec<Shape> {
        let mut shapes = vec![];
        match self.look {
            Some((texture, on, _)) => shapes.push(Shape::image(texture, place, on, self.faint(Color32::WHITE))),
            None => {
                let (middle, radius, ink) = (place.center(), place.width() / 2.0, self.faint(INK));
                shapes.push(Shape::circle_filled(middle, radius, PAPER));
                shapes.push(Shape::circle_stroke(middle, radius, Stroke::new(1.0, ink)));
                let font = FontId::proportional(place.width() * 0.45);
                let words = ctx.fonts_mut(|fonts| fonts.layout_no_wrap(self.initials.clone(), font, ink));
                shapes.push(Shape::galley(middle - words.size() / 2.0, words, INK));
            }
        }
        if let Some(wide) = frame {
            let stroke = Stroke::new(wide, INK);
            shapes.push(epaint::RectShape::stroke(place.expand(1.0), 3, stroke, StrokeKind::Outside).into());
        }
        shapes
    }

    /// Their name, where it does not lie over the next face: below the face if there is room, else over its foot. They
    /// sit at `at` of the graph.
    pub fn name(&self, at: Pos2, (place, frame): (Rect, Option<f32>), zoom: f32, ctx: &Context) -> Vec<Shape> {
        let (font, ink) = (FontId::proportional(NAME), self.faint(INK));
        let words = ctx.fonts_mut(|fonts| fonts.layout_no_wrap(self.name.clone(), font, ink));
        let (size, apart) = (words.size(), self.room * zoom);
        // At the sides people sit one below the other, and there is more room across.
        let aside = at.x.abs() > RADIUS * FRAC_1_SQRT_2;
        let wide = apart * if aside { 1.6 } else { 1.0 };
        let under = size.y * (1.0 - OVER);
        if size.x + 3.0 > wide || place.height() + under > apart * APART.max(1.1) {
            return vec![];
        }
        let under = match frame {
            Some(wide) => 1.0 + wide + size.y,
            None if place.height() + size.y <= apart => 1.0 + size.y,
            None => under,
        };
        let middle = Pos2::new(place.center().x, place.bottom() + under - size.y / 2.0);
        let plate = Rect::from_center_size(middle, vec2(size.x + 3.0, size.y - 2.0));
        let ground = Shape::rect_filled(plate, 2, PAPER.gamma_multiply(0.92));
        vec![ground, Shape::galley(middle - size / 2.0, words, ink)]
    }

    /// Who has nothing to do with whom the graph is about steps back.
    fn faint(&self, colour: Color32) -> Color32 {
        if self.shown { colour } else { colour.gamma_multiply(0.28) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn person(count: usize) -> Person {
        let look = Some((TextureId::default(), Rect::NOTHING, 32.0));
        let room = apart(count, 1.0);
        Person { who: AgentId(0), look, initials: String::new(), name: String::new(), room, shown: true }
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
