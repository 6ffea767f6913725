//! A flat drawing: lines, discs, words. The same one is written as SVG and painted as PNG.

mod paint;
mod svg;

use tiny_skia::{Path, PathBuilder};

use crate::language::clean::one_line;

/// A colour, `#rrggbb` as a number.
pub type Colour = u32;

/// Where a text is held.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hold {
    /// At its beginning.
    Start,
    /// In its middle.
    Middle,
    /// At its end.
    End,
}

/// One thing drawn.
#[derive(Clone, Debug)]
pub enum Shape {
    /// Along a path.
    Line { path: Path, colour: Colour, width: f32, opacity: f32, dashed: bool },
    /// A filled rectangle: left, top, width, height.
    Area { place: (f32, f32, f32, f32), colour: Colour, opacity: f32 },
    /// A disc with a rim; `tip` is what a viewer of the SVG shows under the cursor.
    Disc { at: (f32, f32), radius: f32, colour: Colour, rim: Colour, tip: String },
    /// Words; turned by degrees around where they are held.
    Words { at: (f32, f32), text: String, size: f32, colour: Colour, hold: Hold, turned: f32 },
}

/// A whole drawing on paper.
#[derive(Clone, Debug)]
pub struct Drawing {
    /// Width.
    pub width: f32,
    /// Height.
    pub height: f32,
    /// From the ground up.
    pub shapes: Vec<Shape>,
}

/// The paper.
pub const PAPER: Colour = 0xfb_f8_f2;
/// What is written.
pub const INK: Colour = 0x2b_2a_33;
/// What is written small.
pub const FAINT: Colour = 0x8a_84_7a;
/// Lines of the ground.
pub const GRID: Colour = 0xe6_df_d2;
/// Colours of things that are told apart.
pub const COLOURS: [Colour; 6] = [0xd1_49_5b, 0x00_79_8c, 0xc9_8a_1b, 0x66_50_a4, 0x4f_8a_43, 0x8c_5a_3c];

impl Drawing {
    /// Empty, with a title.
    pub fn new(width: f32, height: f32, title: &str, below: &str) -> Self {
        let mut drawing = Self { width, height, shapes: Vec::new() };
        drawing.words((40.0, 46.0), title, 24.0, INK, Hold::Start);
        drawing.words((40.0, 70.0), below, 14.0, FAINT, Hold::Start);
        drawing
    }

    /// Writes words.
    pub fn words(&mut self, at: (f32, f32), text: impl Into<String>, size: f32, colour: Colour, hold: Hold) {
        self.shapes.push(Shape::Words { at, text: one_line(&text.into()), size, colour, hold, turned: 0.0 });
    }

    /// Writes words turned by degrees.
    pub fn turned(&mut self, at: (f32, f32), text: &str, size: f32, colour: Colour, hold: Hold, turned: f32) {
        self.shapes.push(Shape::Words { at, text: one_line(text), size, colour, hold, turned });
    }

    /// Draws a line from point to point.
    pub fn line(&mut self, points: &[(f32, f32)], colour: Colour, width: f32) {
        self.stroke(points, colour, width, 1.0, false);
    }

    /// Draws a line from point to point that may be faint or broken.
    pub fn stroke(&mut self, points: &[(f32, f32)], colour: Colour, width: f32, opacity: f32, dashed: bool) {
        let mut path = PathBuilder::new();
        for (n, (x, y)) in points.iter().enumerate() {
            if n == 0 { path.move_to(*x, *y) } else { path.line_to(*x, *y) }
        }
        self.shapes.extend(path.finish().map(|path| Shape::Line { path, colour, width, opacity, dashed }));
    }

    /// Draws a line from the first point to the last, bent towards the second.
    pub fn bow(&mut self, [from, bend, to]: [(f32, f32); 3], colour: Colour, width: f32, opacity: f32) {
        let mut path = PathBuilder::new();
        path.move_to(from.0, from.1);
        path.quad_to(bend.0, bend.1, to.0, to.1);
        self.shapes.extend(path.finish().map(|path| Shape::Line { path, colour, width, opacity, dashed: false }));
    }

    /// Draws a disc.
    pub fn disc(&mut self, at: (f32, f32), radius: f32, colour: Colour, tip: impl Into<String>) {
        self.shapes.push(Shape::Disc { at, radius, colour, rim: PAPER, tip: one_line(&tip.into()) });
    }

    /// As an SVG file.
    pub fn svg(&self) -> String {
        svg::write(self)
    }

    /// As a PNG file, twice as large.
    ///
    /// # Errors
    /// One sentence, for a drawing too large to paint.
    pub fn png(&self) -> Result<Vec<u8>, String> {
        paint::png(self, 2.0)
    }
}

/// How wide words are.
pub fn width_of(text: &str, size: f32) -> f32 {
    paint::width_of(text, size)
}
