//! Text with emoji in it: fonts draw them as boxes, so pictures take their place.
//!
//! Rule: whatever comes from a mind, a file or a player is laid out by [`layout_text`], cleaned before.

use std::sync::{Arc, Mutex};

use bevy_egui::egui;
use egui::{
    Color32, FontId, Painter, Pos2, Rect, Response, Sense, Ui, Vec2,
    text::{LayoutJob, TextFormat, TextWrapping},
    vec2,
};

use crate::view::emoji::{Emoji, pieces};

/// An invisible character stands where a picture will.
const ROOM: char = '\u{f8f0}';

/// The least share of the width that a name fills after losing words; otherwise it is cut within a word.
const ENOUGH: f32 = 0.45;

/// Text laid out, and the emoji in it.
pub struct Words {
    galley: Arc<egui::Galley>,
    /// Middles, and which.
    emoji: Vec<(Vec2, String)>,
    side: f32,
    colour: Color32,
}

impl Words {
    /// Its size in points.
    pub fn size(&self) -> Vec2 {
        self.galley.size()
    }

    /// Was the end cut off?
    pub fn cut(&self) -> bool {
        self.galley.elided
    }

    /// The whole text, before its end was cut off.
    pub fn text(&self) -> &str {
        self.galley.text()
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

    /// Adds it like a label.
    pub fn show(self, ui: &mut Ui) -> Response {
        let (at, response) = ui.allocate_exact_size(self.size(), Sense::hover());
        self.paint(ui.painter(), at.min);
        response
    }
}

/// A name on one line no wider than `width`: cut after a word if what is left is long enough, else within a word.
pub fn layout_name(painter: &Painter, name: &str, size: f32, colour: Color32, width: f32) -> Words {
    let whole = layout_text(painter, name, size, colour, width, 1);
    if !whole.cut() {
        return whole;
    }
    let mut shorter = shorter(name).into_iter().map(|name| layout_text(painter, &name, size, colour, width, 1));
    shorter.find(|words| !words.cut()).filter(|words| words.size().x > width * ENOUGH).unwrap_or(whole)
}

/// Is it in a script that is written from right to left?
fn leftward(name: &str) -> bool {
    let script = |c| matches!(c, '\u{590}'..='\u{8ff}' | '\u{fb1d}'..='\u{fdff}' | '\u{fe70}'..='\u{fefc}');
    name.chars().find(|c| c.is_alphabetic()).is_some_and(script)
}

/// A name with fewer and fewer of its words, and an ellipsis.
fn shorter(name: &str) -> Vec<String> {
    let words: Vec<&str> = name.split_whitespace().collect();
    let cut = |words: String| if leftward(name) { format!("… {words}") } else { format!("{words} …") };
    (1..words.len()).rev().map(|many| cut(words[..many].join(" "))).collect()
}

/// A name as a bold label no wider than `width`, shown in full at the cursor if it was cut.
pub fn show_name(ui: &mut Ui, name: &str, size: f32, colour: Color32, width: f32) -> Response {
    let words = layout_name(ui.painter(), name, size, colour, width);
    let nudge = 0.5 / ui.ctx().pixels_per_point();
    let (at, response) = ui.allocate_exact_size(words.size() + vec2(nudge, 0.0), Sense::hover());
    response.widget_info(|| egui::WidgetInfo::labeled(egui::WidgetType::Label, true, name));
    words.paint(ui.painter(), at.min);
    words.paint(ui.painter(), at.min + vec2(nudge, 0.0));
    if words.cut() || words.text() != name { response.on_hover_text(name) } else { response }
}

/// Lays words out no wider than `width`; of at most so many rows, 0 for any number, cut with a mark.
pub fn layout_text(painter: &Painter, text: &str, size: f32, colour: Color32, width: f32, rows: usize) -> Words {
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

#[cfg(test)]
mod tests {
    use super::*;

    fn laid(name: &str, width: f32) -> (String, bool, f32) {
        let ctx = egui::Context::default();
        let mut told = (String::new(), false, 0.0);
        let mut output = ctx.run_ui(egui::RawInput::default(), |ui| {
            let words = layout_name(ui.painter(), name, 14.0, Color32::BLACK, width);
            told = (words.text().to_owned(), words.cut(), words.size().x);
        });
        output.textures_delta.clear();
        told
    }

    #[test]
    fn the_mark_stands_where_the_name_goes_on() {
        assert_eq!(shorter("Ann de Lee"), ["Ann de …", "Ann …"]);
        // On the left of what is read from the right.
        assert_eq!(shorter("אברהם הכהן"), ["… אברהם"]);
        assert!(shorter("Ann").is_empty());
    }

    #[test]
    fn names_are_cut_behind_a_word_if_that_says_enough_and_never_overflow() {
        assert_eq!(laid("Ann Lee", 200.0).0, "Ann Lee");
        let (text, cut, _) = laid("Bartholomew Maximilian Featherstonehaughs", 200.0);
        assert_eq!((text.as_str(), cut), ("Bartholomew Maximilian …", false));
        let (text, cut, _) = laid("Al Featherstonehaughcholmondeleyofnowhere", 160.0);
        assert!(cut && text.starts_with("Al Feather"), "two letters would say too little: {text}");
        for name in ["W".repeat(40), "אברהם בן יצחק הכהן מירושלים ומתל אביב".into(), "名".repeat(40)]
        {
            for width in [60.0, 120.0, 240.0] {
                let (text, _, wide) = laid(&name, width);
                assert!(wide <= width + 0.5, "{text} takes {wide} of {width}");
            }
        }
    }
}
