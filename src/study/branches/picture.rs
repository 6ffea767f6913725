//! A comparison as a picture: how each piece of news spread in both, and below it who did something else when.

use super::{
    super::{
        drawing::{COLOURS, Drawing, FAINT, GRID, Hold, INK, Shape},
        pictures::Time,
    },
    Comparison,
};

const LEFT: f32 = 220.0;
const RIGHT: f32 = 980.0;
const TOP: f32 = 110.0;
/// The height of the curves, and of somebody's row.
const CURVES: f32 = 220.0;
const ROW: f32 = 18.0;

/// Draws it.
pub fn draw(all: &Comparison) -> Drawing {
    let rows = TOP + CURVES + 40.0;
    let bottom = rows + ROW * all.people.len().max(1) as f32;
    let below = format!("A (full lines) {} · B (broken lines) {}", all.a.save, all.b.save);
    let mut on = Drawing::new(1180.0, bottom + 70.0, "What came of it", &below);
    let minutes = |when: jiff::civil::DateTime| when.duration_since(all.calendar.start).as_secs_f64() / 60.0;
    let time = Time::new((all.calendar.start, minutes(all.until) / 60.0), (LEFT, RIGHT), (TOP, bottom));
    time.draw(&mut on);
    let x = |minute: f64| time.x(minute / 60.0);
    curves(all, &mut on, &x, minutes(all.until));
    on.words((LEFT, rows - 12.0), "did something else", 13.0, INK, Hold::Start);
    for (n, one) in all.people.iter().enumerate() {
        let y = rows + ROW * n as f32;
        on.words((LEFT - 10.0, y + 12.0), &one.name, 12.0, INK, Hold::End);
        for (from, until) in runs(&one.at) {
            let (from, until) = (x(from as f64), x(until as f64));
            let place = (from, y + 2.0, (until - from).max(0.5), ROW - 4.0);
            on.shapes.push(Shape::Area { place, colour: COLOURS[3], opacity: 0.8 });
        }
        let total = format!("{} min", one.at.len());
        on.words((RIGHT + 12.0, y + 12.0), total, 11.0, FAINT, Hold::Start);
    }
    if let Some(parting) = &all.parting {
        let x = x(minutes(parting.time));
        on.line(&[(x, TOP - 6.0), (x, bottom)], INK, 1.4);
        on.words((x, TOP - 10.0), "they part", 12.0, INK, Hold::Middle);
    }
    on
}

/// How many know each piece of news over time.
fn curves(all: &Comparison, on: &mut Drawing, x: &dyn Fn(f64) -> f32, end: f64) {
    let most = all.a.people.max(all.b.people).max(1) as f32;
    let y = |known: usize| TOP + CURVES - CURVES * (known as f32 / most).min(1.0);
    for part in [0.0, 0.5, 1.0] {
        let known = (most * part) as usize;
        on.line(&[(LEFT, y(known)), (RIGHT, y(known))], GRID, 1.0);
        on.words((LEFT - 10.0, y(known) + 4.0), format!("{known} know it"), 12.0, FAINT, Hold::End);
    }
    for (n, news) in all.news.iter().enumerate() {
        let colour = COLOURS[n % COLOURS.len()];
        for (since, dashed) in news.since.iter().zip([false, true]) {
            let mut points = vec![(x(0.0), y(0))];
            for (known, minute) in since.iter().enumerate() {
                points.push((x(*minute as f64), y(known)));
                points.push((x(*minute as f64), y(known + 1)));
            }
            points.push((x(end), y(since.len())));
            on.stroke(&points, colour, 2.0, 1.0, dashed);
        }
        let [a, b] = &news.since;
        let label = format!("{}: A {}, B {}", news.id, a.len(), b.len());
        on.words((RIGHT + 12.0, TOP + 14.0 + 20.0 * n as f32), label, 13.0, colour, Hold::Start);
    }
}

/// Minutes in a row, as first and one behind the last.
fn runs(minutes: &[u64]) -> Vec<(u64, u64)> {
    let mut runs: Vec<(u64, u64)> = Vec::new();
    for minute in minutes {
        match runs.last_mut() {
            Some((_, until)) if *until == *minute => *until += 1,
            _ => runs.push((*minute, *minute + 1)),
        }
    }
    runs
}
