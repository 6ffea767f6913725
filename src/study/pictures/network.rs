//! Who knows whom, before and after.

use std::f32::consts::TAU;

use super::about;
use crate::study::{
    acquaintance::Network,
    drawing::{COLOURS, Drawing, FAINT, Hold, INK},
    evaluation::Evaluation,
};

/// More names than this are not written.
const NAMED: usize = 80;
const RADIUS: f32 = 190.0;

/// The picture.
pub fn draw(all: &Evaluation) -> Drawing {
    let mut on = Drawing::new(1240.0, 780.0, "Who knows whom", &about(all));
    let (before, after) = (&all.network_start, &all.acquaintance);
    ring(&mut on, (320.0, 420.0), all, before, None, &format!("at the start: density {:.2}", before.density));
    let title = format!("after {} hours: density {:.2}", all.hours, after.density);
    ring(&mut on, (920.0, 420.0), all, after, Some(before), &title);
    on.line(&[(970.0, 66.0), (1000.0, 66.0)], INK, 1.5);
    on.words((1008.0, 70.0), "before", 13.0, FAINT, Hold::Start);
    on.line(&[(1080.0, 66.0), (1110.0, 66.0)], COLOURS[1], 1.5);
    on.words((1118.0, 70.0), "new", 13.0, FAINT, Hold::Start);
    on
}

fn ring(on: &mut Drawing, centre: (f32, f32), all: &Evaluation, network: &Network, old: Option<&Network>, title: &str) {
    let count = all.people.len().max(1);
    let place = |id: u32| all.people.iter().position(|one| one.0 == id).unwrap_or(0);
    let angle = |n: usize| TAU * n as f32 / count as f32 - TAU / 4.0;
    let at = |n: usize, radius: f32| (centre.0 + radius * angle(n).cos(), centre.1 + radius * angle(n).sin());
    // Old ties lie over new ones.
    let mut edges: Vec<(bool, usize, usize)> = network
        .edges
        .iter()
        .map(|(one, two)| (old.is_none_or(|old| old.edges.contains(&(*one, *two))), place(*one), place(*two)))
        .collect();
    edges.sort_unstable();
    let faint = (40.0 / network.edges.len().max(40) as f32).max(0.12);
    for (old, one, two) in edges {
        let (from, to) = (at(one, RADIUS), at(two, RADIUS));
        let middle = ((from.0 + to.0) / 2.0, (from.1 + to.1) / 2.0);
        let bend = (middle.0 + (centre.0 - middle.0) * 0.45, middle.1 + (centre.1 - middle.1) * 0.45);
        let (colour, opacity, width) = if old { (INK, 0.75, 1.3) } else { (COLOURS[1], faint.max(0.35), 1.0) };
        on.bow([from, bend, to], colour, width, opacity);
    }
    for (n, (id, name)) in all.people.iter().enumerate() {
        let ties = network.edges.iter().filter(|(one, two)| one == id || two == id).count();
        let size = 3.0 + 5.0 * (ties as f32 / count as f32).sqrt();
        on.disc(at(n, RADIUS), size, COLOURS[0], format!("{name} knows {ties}"));
        if count > NAMED {
            continue;
        }
        let degrees = angle(n).to_degrees();
        let left = angle(n).cos() < -0.001;
        let (turned, hold) = if left { (degrees + 180.0, Hold::End) } else { (degrees, Hold::Start) };
        // The base line lies a little below the middle of the letters.
        let (x, y) = at(n, RADIUS + 14.0);
        let (sin, cos) = turned.to_radians().sin_cos();
        on.turned((x - sin * 4.0, y + cos * 4.0), name, 12.5, INK, hold, turned);
    }
    on.words((centre.0, 740.0), title, 16.0, INK, Hold::Middle);
}
