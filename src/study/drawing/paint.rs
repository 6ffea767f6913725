//! A drawing as PNG, painted here: letters are outlines of a font that comes with the program, so nothing has to be
//! installed.

use ab_glyph::{Font, FontRef, OutlineCurve};
use tiny_skia::{FillRule, LineJoin, Paint, Path, PathBuilder, Pixmap, Rect, Stroke, StrokeDash, Transform};

use super::{Colour, Drawing, Hold, PAPER, Shape};

/// The file's bytes, so many pixels to a unit.
///
/// # Errors
/// One sentence.
pub fn png(drawing: &Drawing, scale: f32) -> Result<Vec<u8>, String> {
    let (width, height) = ((drawing.width * scale) as u32, (drawing.height * scale) as u32);
    let too_large = || format!("a picture of {width} x {height} cannot be painted");
    let mut pixels = Pixmap::new(width, height).filter(|_| width < 20_000 && height < 20_000).ok_or_else(too_large)?;
    let whole = paint(PAPER, 1.0);
    if let Some(sheet) = Rect::from_xywh(0.0, 0.0, width as f32, height as f32) {
        pixels.fill_rect(sheet, &whole, Transform::identity(), None);
    }
    let font = FontRef::try_from_slice(epaint_default_fonts::UBUNTU_LIGHT).map_err(|error| error.to_string())?;
    for shape in &drawing.shapes {
        one(&mut pixels, shape, Transform::from_scale(scale, scale), &font);
    }
    encode(&pixels)
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

fn one(pixels: &mut Pixmap, shape: &Shape, view: Transform, font: &FontRef) {
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
            let shift = match hold {
                Hold::Start => 0.0,
                Hold::Middle => -width_of(text, *size) / 2.0,
                Hold::End => -width_of(text, *size),
            };
            let place = view.pre_concat(Transform::from_rotate_at(*turned, at.0, at.1));
            if let Some(path) = letters(font, text, *size, (at.0 + shift, at.1)).filter(has_area) {
                pixels.fill_path(&path, &paint(*colour, 1.0), FillRule::Winding, place, None);
            }
        }
    }
}

fn has_area(path: &Path) -> bool {
    path.bounds().width() > 0.0 && path.bounds().height() > 0.0
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
