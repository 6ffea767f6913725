//! A drawing as SVG.

use tiny_skia::{Path, PathSegment};

use super::{Colour, Drawing, Hold, PAPER, Shape};

/// The file's text.
pub fn write(drawing: &Drawing) -> String {
    let (width, height, paper) = (drawing.width, drawing.height, hex(PAPER));
    let shapes: String = drawing.shapes.iter().map(one).collect();
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\" \
         font-family=\"Ubuntu, 'Segoe UI', 'Helvetica Neue', Arial, sans-serif\" font-weight=\"300\">\n\
         <rect width=\"{width}\" height=\"{height}\" fill=\"{paper}\"/>\n{shapes}</svg>\n"
    )
}

fn one(shape: &Shape) -> String {
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
            let anchor = match hold {
                Hold::Start => "start",
                Hold::Middle => "middle",
                Hold::End => "end",
            };
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
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
