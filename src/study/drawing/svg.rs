//! A drawing as SVG.

use std::fmt::Write;

use super::{Colour, Drawing, Hold, PAPER, Shape};

/// The file's text.
pub fn write(drawing: &Drawing) -> String {
    let mut out = String::new();
    // Writing into a text cannot fail.
    let _ = all(&mut out, drawing);
    out
}

fn all(out: &mut String, drawing: &Drawing) -> std::fmt::Result {
    let (width, height) = (drawing.width, drawing.height);
    writeln!(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\" \
         font-family=\"Ubuntu, 'Segoe UI', 'Helvetica Neue', Arial, sans-serif\" font-weight=\"300\">"
    )?;
    writeln!(out, "<rect width=\"{width}\" height=\"{height}\" fill=\"{}\"/>", hex(PAPER))?;
    drawing.shapes.iter().try_for_each(|shape| one(out, shape))?;
    writeln!(out, "</svg>")
}

fn one(out: &mut String, shape: &Shape) -> std::fmt::Result {
    match shape {
        Shape::Line { points, colour, width, opacity, dashed } => {
            let points: Vec<String> = points.iter().map(|(x, y)| format!("{x:.1},{y:.1}")).collect();
            let dashes = if *dashed { " stroke-dasharray=\"5 4\"" } else { "" };
            writeln!(
                out,
                "<polyline points=\"{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"{width}\" stroke-opacity=\"{opacity}\" \
                 stroke-linejoin=\"round\"{dashes}/>",
                points.join(" "),
                hex(*colour),
            )
        }
        Shape::Bow { from, bend, to, colour, width, opacity } => writeln!(
            out,
            "<path d=\"M{:.1} {:.1}Q{:.1} {:.1} {:.1} {:.1}\" fill=\"none\" stroke=\"{}\" stroke-width=\"{width}\" \
             stroke-opacity=\"{opacity}\"/>",
            from.0,
            from.1,
            bend.0,
            bend.1,
            to.0,
            to.1,
            hex(*colour),
        ),
        Shape::Area { place: (x, y, width, height), colour, opacity } => writeln!(
            out,
            "<rect x=\"{x:.1}\" y=\"{y:.1}\" width=\"{width:.1}\" height=\"{height:.1}\" fill=\"{}\" \
             fill-opacity=\"{opacity}\"/>",
            hex(*colour),
        ),
        Shape::Disc { at, radius, colour, rim, tip } => writeln!(
            out,
            "<circle cx=\"{:.1}\" cy=\"{:.1}\" r=\"{radius:.1}\" fill=\"{}\" stroke=\"{}\" stroke-width=\"1.5\">\
             <title>{}</title></circle>",
            at.0,
            at.1,
            hex(*colour),
            hex(*rim),
            escaped(tip),
        ),
        Shape::Words { at, text, size, colour, hold, turned } => {
            let anchor = match hold {
                Hold::Start => "start",
                Hold::Middle => "middle",
                Hold::End => "end",
            };
            let turn = match *turned {
                0.0 => String::new(),
                degrees => format!(" transform=\"rotate({degrees:.1} {:.1} {:.1})\"", at.0, at.1),
            };
            writeln!(
                out,
                "<text x=\"{:.1}\" y=\"{:.1}\" font-size=\"{size}\" fill=\"{}\" text-anchor=\"{anchor}\"{turn}>{}</text>",
                at.0,
                at.1,
                hex(*colour),
                escaped(text),
            )
        }
    }
}

fn hex(colour: Colour) -> String {
    format!("#{colour:06x}")
}

/// What people are called and say is text, never markup.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
