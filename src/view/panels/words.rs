//! Words with emoji in them: fonts draw those as boxes, so pictures stand in their places.
//!
//! Rule: whatever comes out of a mind, a file or a player is laid out by [`lay`], tamed before.

use std::sync::{Arc, Mutex};

use bevy_egui::egui;
use egui::{
    Color32, FontId, Painter, Pos2, Rect, Response, Sense, Ui, Vec2,
    text::{LayoutJob, TextFormat, TextWrapping},
    vec2,
};

use crate::view::emoji::{Emoji, pieces};

/// A clear sign of no alphabet stands where a picture will.
const ROOM: char = '\u{f8f0}';

/// Words laid out, and the emoji among them.
pub struct Words {
    galley: Arc<egui::Galley>,
    /// Middles, and which.
    emoji: Vec<(Vec2, String)>,
    side: f32,
    colour: Color32,
}

impl Words {
    /// Of all of it, in points.
    pub fn size(&self) -> Vec2 {
        self.galley.size()
    }

    /// Was something cut off?
    pub fn cut(&self) -> bool {
        self.galley.elided
    }

    /// Paints it with its left upper corner at `at`.
    pub fn paint(&self, painter: &Painter, at: Pos2) {
        painter.galley(at, self.galley.clone(), self.colour);
        if self.emoji.is_empty() {
            return;
        }
        let ctx = painter.ctx();
        let pixels = (self.side * ctx.pixels_per_point()).round().max(4.0);
        let known = ctx.data_mut(|data| {
            data.get_temp_mut_or_default::<Arc<Mutex<Emoji>>>(egui::Id::new("emoji in words")).clone()
        });
        let Ok(mut known) = known.lock() else { return };
        let side = pixels / ctx.pixels_per_point();
        for (middle, one) in &self.emoji {
            if let Some(texture) = known.texture(one, pixels as usize, ctx) {
                let place = Rect::from_center_size(at + *middle, vec2(side, side));
                let whole = Rect::from_min_max(Pos2::ZERO, Pos2::new(1.0, 1.0));
                painter.image(texture, place, whole, Color32::WHITE);
            }
        }
    }

    /// Puts it into a panel, like a label.
    pub fn show(self, ui: &mut Ui) -> Response {
        let (at, response) = ui.allocate_exact_size(self.size(), Sense::hover());
        self.paint(ui.painter(), at.min);
        response
    }
}

/// Lays words out no wider than `width`; of at most so many rows, 0 for any number, cut with a mark.
pub fn lay(painter: &Painter, text: &str, size: f32, colour: Color32, width: f32, rows: usize) -> Words {
    super::fonts::notice(painter.ctx(), text);
    let mut job = LayoutJob { wrap: TextWrapping::wrap_at_width(width), ..Default::default() };
    if rows == 1 {
        job.wrap = TextWrapping::truncate_at_width(width);
    } else if rows > 0 {
        job.wrap.max_rows = rows;
    }
    let font = FontId::proportional(size);
    let mut emoji = Vec::new();
    for (piece, picture) in pieces(text) {
        if picture {
            let clear = TextFormat::simple(FontId::proportional(size * 1.12), Color32::TRANSPARENT);
            job.append(ROOM.encode_utf8(&mut [0; 4]), 0.0, clear);
            emoji.push(piece);
        } else {
            job.append(&piece.replace(ROOM, " "), 0.0, TextFormat::simple(font.clone(), colour));
        }
    }
    let galley = painter.layout_job(job);
    let rooms = galley.rows.iter().flat_map(|row| {
        let glyphs = row.glyphs.iter().filter(|glyph| glyph.chr == ROOM);
        glyphs.map(|glyph| row.pos.to_vec2() + vec2(glyph.pos.x + glyph.advance_width / 2.0, row.size.y / 2.0))
    });
    let placed = rooms.zip(emoji).collect();
    Words { galley, emoji: placed, side: size * 1.12, colour }
}
