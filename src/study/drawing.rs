//! A flat drawing: lines, discs, words. The same one is written as SVG and painted as PNG.

use ab_glyph::{Font, FontRef, OutlineCurve};
use tiny_skia::{
    Color, FillRule, LineJoin, Paint, Path, PathBuilder, PathSegment, Pixmap, Rect, Stroke, StrokeDash, Transform,
};

use crate::language::clean::one_line;

/// Pixels to a unit.
const SCALE: f32 = 2.0;

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

impl Hold {
    /// Its name in SVG, and the share of a text's width that lies before the point.
    fn anchor(self) -> (&'static str, f32) {
        match self {
            Self::Start => ("start", 0.0),
            Self::Middle => ("middle", 0.5),
            Self::End => ("end", 1.0),
        }
    }
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
        self.turned(at, &text.into(), size, colour, hold, 0.0);
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
        let (width, height, paper) = (self.width, self.height, hex(PAPER));
        let shapes: String = self.shapes.iter().map(as_svg).collect();
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
             viewBox=\"0 0 {width} {height}\" font-family=\"Ubuntu, 'Segoe UI', 'Helvetica Neue', Arial, sans-serif\" \
             font-weight=\"300\">\n\
             <rect width=\"{width}\" height=\"{height}\" fill=\"{paper}\"/>\n{shapes}</svg>\n"
        )
    }

    /// As a PNG file, twice as large. Letters are outlines of a font that comes with the program, so nothing has to be
    /// installed.
    ///
    /// # Errors
    /// One sentence, for a drawing too large to paint.
    pub fn png(&self) -> Result<Vec<u8>, String> {
        let (width, height) = ((self.width * SCALE) as u32, (self.height * SCALE) as u32);
        let too_large = || format!("a picture of {width} x {height} cannot be painted");
        let mut pixels =
            Pixmap::new(width, height).filter(|_| width < 20_000 && height < 20_000).ok_or_else(too_large)?;
        let [_, red, green, blue] = PAPER.to_be_bytes();
        pixels.fill(Color::from_rgba8(red, green, blue, 255));
        let font = FontRef::try_from_slice(epaint_default_fonts::UBUNTU_LIGHT).map_err(|error| error.to_string())?;
        for shape in &self.shapes {
            draw(&mut pixels, shape, Transform::from_scale(SCALE, SCALE), &font);
        }
        encode(&pixels)
    }
}

fn encode(pixels: &Pixmap) -> Result<Vec<u8>, String> {
    // The paper covers everything, so that no pixel is transparent.
    let rgb: Vec<u8> = pixels.pixels().iter().flat_map(|pixel| [pixel.red(), pixel.green(), pixel.blue()]).collect();
    let mut file = Vec::new();
    let mut encoder = png::Encoder::new(&mut file, pixels.width(), pixels.height());
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_depth(png::BitDepth::Eight);
    let written = encoder.write_header().and_then(|mut writer| writer.write_image_data(&rgb));
    written.map_err(|error| error.to_string())?;
    Ok(file)
}

fn paint(colour: Colour, opacity: f32) -> Paint<'static> {
    let [_, red, green, blue] = colour.to_be_bytes();
    let mut paint = Paint { anti_alias: true, ..Paint::default() };
    paint.set_color_rgba8(red, green, blue, (opacity.clamp(0.0, 1.0) * 255.0).round() as u8);
    paint
}

fn draw(pixels: &mut Pixmap, shape: &Shape, view: Transform, font: &FontRef) {
    match shape {
        Shape::Line { path, colour, width, opacity, dashed } => {
            let dash = if *dashed { StrokeDash::new(vec![5.0, 4.0], 0.0) } else { None };
            let (width, line_join) = (*width, LineJoin::Round);
            let stroke = Stroke { width, dash, line_join, ..Stroke::default() };
            pixels.stroke_path(path, &paint(*colour, *opacity), &stroke, view, None);
        }
        Shape::Area { place: (x, y, width, height), colour, opacity } => {
            if let Some(area) = Rect::from_xywh(*x, *y, *width, *height) {
                pixels.fill_rect(area, &paint(*colour, *opacity), view, None);
            }
        }
        Shape::Disc { at, radius, colour, rim, .. } => {
            for (radius, colour) in [(*radius + 1.5, *rim), (*radius, *colour)] {
                if let Some(path) = PathBuilder::from_circle(at.0, at.1, radius) {
                    pixels.fill_path(&path, &paint(colour, 1.0), FillRule::Winding, view, None);
                }
            }
        }
        Shape::Words { at, text, size, colour, hold, turned } => {
            let left = at.0 - hold.anchor().1 * width_of(text, *size);
            let place = view.pre_concat(Transform::from_rotate_at(*turned, at.0, at.1));
            let has_area = |path: &Path| path.bounds().width() > 0.0 && path.bounds().height() > 0.0;
            if let Some(path) = letters(font, text, *size, (left, at.1)).filter(has_area) {
                pixels.fill_path(&path, &paint(*colour, 1.0), FillRule::Winding, place, None);
            }
        }
    }
}

/// The outlines of words from a point on their base line.
fn letters(font: &FontRef, text: &str, size: f32, (mut x, y): (f32, f32)) -> Option<Path> {
    let units = font.units_per_em().unwrap_or(1000.0);
    let scale = size / units;
    let mut path = PathBuilder::new();
    let mut last = None;
    for letter in text.chars() {
        let id = font.glyph_id(letter);
        x += last.map_or(0.0, |last| font.kern_unscaled(last, id) * scale);
        let at = |point: ab_glyph::Point| (x + point.x * scale, y - point.y * scale);
        let mut end = None;
        for curve in font.outline(id).into_iter().flat_map(|outline| outline.curves) {
            let (from, to) = match &curve {
                OutlineCurve::Line(from, to) => (*from, *to),
                OutlineCurve::Quad(from, _, to) => (*from, *to),
                OutlineCurve::Cubic(from, _, _, to) => (*from, *to),
            };
            if end != Some(from) {
                let (x, y) = at(from);
                path.move_to(x, y);
            }
            let (to_x, to_y) = at(to);
            match curve {
                OutlineCurve::Line(..) => path.line_to(to_x, to_y),
                OutlineCurve::Quad(_, bend, _) => path.quad_to(at(bend).0, at(bend).1, to_x, to_y),
                OutlineCurve::Cubic(_, one, two, _) => {
                    path.cubic_to(at(one).0, at(one).1, at(two).0, at(two).1, to_x, to_y);
                }
            }
            end = Some(to);
        }
        x += font.h_advance_unscaled(id) * scale;
        last = Some(id);
    }
    path.finish()
}

/// How wide words are.
pub fn width_of(text: &str, size: f32) -> f32 {
    let Ok(font) = FontRef::try_from_slice(epaint_default_fonts::UBUNTU_LIGHT) else { return 0.0 };
    let units = font.units_per_em().unwrap_or(1000.0);
    text.chars().map(|letter| font.h_advance_unscaled(font.glyph_id(letter))).sum::<f32>() * size / units
}

fn as_svg(shape: &Shape) -> String {
    match shape {
        Shape::Line { path, colour, width, opacity, dashed } => {
            let dashes = if *dashed { " stroke-dasharray=\"5 4\"" } else { "" };
            let (path, colour) = (data(path), hex(*colour));
            format!(
                "<path d=\"{path}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"{width}\" \
                 stroke-opacity=\"{opacity}\" stroke-linejoin=\"round\"{dashes}/>\n"
            )
        }
        Shape::Area { place: (x, y, width, height), colour, opacity } => format!(
            "<rect x=\"{x:.1}\" y=\"{y:.1}\" width=\"{width:.1}\" height=\"{height:.1}\" fill=\"{}\" \
             fill-opacity=\"{opacity}\"/>\n",
            hex(*colour),
        ),
        Shape::Disc { at: (x, y), radius, colour, rim, tip } => {
            let (colour, rim, tip) = (hex(*colour), hex(*rim), escaped(tip));
            format!(
                "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{radius:.1}\" fill=\"{colour}\" stroke=\"{rim}\" \
                 stroke-width=\"1.5\"><title>{tip}</title></circle>\n"
            )
        }
        Shape::Words { at: (x, y), text, size, colour, hold, turned } => {
            let anchor = hold.anchor().0;
            let turn = match *turned {
                0.0 => String::new(),
                degrees => format!(" transform=\"rotate({degrees:.1} {x:.1} {y:.1})\""),
            };
            let (colour, text) = (hex(*colour), escaped(text));
            format!(
                "<text x=\"{x:.1}\" y=\"{y:.1}\" font-size=\"{size}\" fill=\"{colour}\" \
                 text-anchor=\"{anchor}\"{turn}>{text}</text>\n"
            )
        }
    }
}

/// A path as SVG writes it: `M0.0 1.0L2.0 3.0`.
fn data(path: &Path) -> String {
    let segment = |segment: PathSegment| match segment {
        PathSegment::MoveTo(to) => format!("M{:.1} {:.1}", to.x, to.y),
        PathSegment::LineTo(to) => format!("L{:.1} {:.1}", to.x, to.y),
        PathSegment::QuadTo(bend, to) => format!("Q{:.1} {:.1} {:.1} {:.1}", bend.x, bend.y, to.x, to.y),
        // Nothing that is drawn here has such a part.
        PathSegment::CubicTo(..) | PathSegment::Close => String::new(),
    };
    path.segments().map(segment).collect()
}

fn hex(colour: Colour) -> String {
    format!("#{colour:06x}")
}

/// What people are called and say is text, never markup.
pub fn escaped(text: &str) -> String {
    // The two signs of `one_line` that no XML may hold.
    let text = text.replace(['\u{fffe}', '\u{ffff}'], "");
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
