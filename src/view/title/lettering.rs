//! The name of the game, in letters of our own pixels: painted wood in the evening sun, and a roof over each pair of
//! tall letters, as over a house.

use bevy::prelude::Resource;
use bevy_egui::egui;
use egui::{Color32, ColorImage, Rect, TextureHandle, TextureOptions, Ui, vec2};

use crate::view::{panels::style::whole_pixels, pixels};

/// How far the roof reaches west of the first of its letters.
const EAVES: usize = 3;
/// Between two letters, and between the two under a roof.
const GAP: usize = 2;
/// Under the roof.
const COURT: usize = 3;

const NAME: &str = "Smallville";
/// Height of the tall letters.
const TALL: usize = 12;
/// Rows above them, and below for the shadow.
const ABOVE: usize = 8;
const BELOW: usize = 4;
const SIDE: usize = 3;

/// From the top of the tall letters down: sun on the upper edge, shade at the foot.
const WOOD: [[u8; 3]; TALL] = [
    [0xff, 0xf8, 0xe4],
    [0xff, 0xe8, 0x92],
    [0xff, 0xe8, 0x92],
    [0xff, 0xe8, 0x92],
    [0xf7, 0xd0, 0x6c],
    [0xef, 0xb8, 0x45],
    [0xef, 0xb8, 0x45],
    [0xef, 0xb8, 0x45],
    [0xef, 0xb8, 0x45],
    [0xd8, 0x9b, 0x3b],
    [0xc0, 0x7d, 0x31],
    [0xc0, 0x7d, 0x31],
];
const TILES: [u8; 3] = [0xca, 0x50, 0x46];
const EDGE: [u8; 3] = [0xf0, 0x8e, 0x68];
const BRICK: [u8; 3] = [0x94, 0x31, 0x3f];
const INK: [u8; 3] = [0x3a, 0x24, 0x50];
/// Of the shadow on whatever lies behind.
const SHADE: [u8; 4] = [0x2a, 0x1b, 0x3d, 0x90];

/// A picture: rows of colours, `None` is clear.
struct Drawn {
    wide: usize,
    rows: Vec<Vec<Option<[u8; 3]>>>,
}

/// Each letter stands on the line of its foot: `#` is wood.
fn letter(c: char) -> &'static [&'static str] {
    pixels::rows(&format!("letter {c}"))
}

/// Where each letter begins, and how wide all are.
fn places() -> (Vec<usize>, usize) {
    let (mut at, mut all) = (SIDE, Vec::new());
    let letters: Vec<char> = NAME.chars().collect();
    for (n, c) in letters.iter().enumerate() {
        all.push(at);
        let tight = *c == 'l' && letters.get(n + 1) == Some(&'l');
        at += letter(*c).first().map_or(0, |row| row.len()) + if tight { COURT } else { GAP };
    }
    (all, at - GAP + SIDE)
}

fn drawn() -> Drawn {
    let (places, wide) = places();
    let tall = ABOVE + TALL + BELOW;
    let mut rows = vec![vec![None; wide]; tall];
    let letters: Vec<char> = NAME.chars().collect();
    for (n, (c, left)) in letters.iter().zip(&places).enumerate() {
        let shape = letter(*c);
        let top = TALL - shape.len();
        for (y, row) in shape.iter().enumerate() {
            for (x, _) in row.bytes().enumerate().filter(|(_, byte)| *byte == b'#') {
                // The first row of each letter has the sun on it, whatever its height.
                let colour = if y == 0 { WOOD[0] } else { WOOD[top + y] };
                rows[ABOVE + top + y][left + x] = Some(colour);
            }
        }
        if *c == 'l' && letters.get(n + 1) == Some(&'l') {
            // As wide as two tall letters and its eaves; `#` tiles, `+` their lit edge, `c` chimney.
            for (y, row) in pixels::rows("roof").iter().enumerate() {
                for (x, byte) in row.bytes().enumerate() {
                    let colour = match byte {
                        b'#' => TILES,
                        b'+' => EDGE,
                        b'c' => BRICK,
                        _ => continue,
                    };
                    if let Some(cell) = (left + x).checked_sub(EAVES).and_then(|x| rows[y + 1].get_mut(x)) {
                        *cell = Some(colour);
                    }
                }
            }
        }
    }
    Drawn { wide, rows }
}

/// With an outline, and a shadow that falls south-east.
fn image() -> ColorImage {
    let Drawn { wide, rows } = drawn();
    let tall = rows.len();
    let solid = |x: i32, y: i32| {
        let cell = usize::try_from(x).ok().zip(usize::try_from(y).ok());
        cell.is_some_and(|(x, y)| rows.get(y).and_then(|row| row.get(x)).is_some_and(Option::is_some))
    };
    let near = |x: i32, y: i32| (-1..=1).any(|dy| (-1..=1).any(|dx| solid(x + dx, y + dy)));
    let mut painted = Vec::with_capacity(wide * tall);
    for (y, row) in rows.iter().enumerate() {
        for (x, cell) in row.iter().enumerate() {
            let at = (x as i32, y as i32);
            painted.push(match cell {
                Some([r, g, b]) => Color32::from_rgb(*r, *g, *b),
                None if near(at.0, at.1) => Color32::from_rgb(INK[0], INK[1], INK[2]),
                None if near(at.0 - 1, at.1 - 2) => {
                    Color32::from_rgba_unmultiplied(SHADE[0], SHADE[1], SHADE[2], SHADE[3])
                }
                None => Color32::TRANSPARENT,
            });
        }
    }
    ColorImage::new([wide, tall], painted)
}

/// The picture, once it is at hand.
#[derive(Resource, Default)]
pub(super) struct Board(Option<TextureHandle>);

impl Board {
    /// Draws it, about so many points wide; whole pixels only.
    pub(super) fn draw(&mut self, ui: &mut Ui, wide: f32) {
        let board = self
            .0
            .get_or_insert_with(|| ui.ctx().load_texture("the name of the game", image(), TextureOptions::NEAREST));
        let size = board.size_vec2();
        let shown = whole_pixels(ui.ctx(), size.x, wide.min(ui.available_width()) - size.x / 2.0);
        let (place, _) = ui.allocate_exact_size(vec2(shown, shown * size.y / size.x), egui::Sense::hover());
        let per_point = ui.ctx().pixels_per_point();
        let place = Rect::from_min_size((place.min * per_point).round() / per_point, place.size());
        let whole = Rect::from_min_max(egui::Pos2::ZERO, egui::pos2(1.0, 1.0));
        ui.painter().image(board.id(), place, whole, Color32::WHITE);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_letter_is_there_and_on_its_line() {
        for c in NAME.chars() {
            let shape = letter(c);
            assert!((8..=TALL).contains(&shape.len()), "{c} is missing, or of another height");
            assert!(shape.iter().all(|row| row.len() == shape[0].len()), "{c} is ragged");
            assert!(shape.last().is_some_and(|row| row.contains('#')), "{c} hangs in the air");
        }
        let (places, wide) = places();
        assert_eq!(places.len(), NAME.len());
        assert!(image().size[0] == wide && image().pixels.iter().any(|pixel| *pixel != Color32::TRANSPARENT));
    }
}
