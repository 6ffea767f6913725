//! The share of the town that has each piece of news, over time.

use jiff::civil;

use super::{about, time::Time};
use crate::study::{
    drawing::{COLOURS, Drawing, FAINT, GRID, Hold, PAPER, Shape},
    evaluation::Evaluation,
};

/// The picture.
pub fn draw(all: &Evaluation) -> Drawing {
    let mut on = Drawing::new(1000.0, 560.0, "How the news spread", &about(all));
    let (top, bottom) = (110.0, 480.0);
    let time = Time::new(all, (90.0, 850.0), (top, bottom));
    let y = |share: f64| bottom - (bottom - top) * share.clamp(0.0, 1.0) as f32;
    let within = |event: &&(String, civil::DateTime, civil::DateTime)| time.hours_to(event.1) < all.hours;
    for event in all.spans.iter().filter(within) {
        let (from, until) = (time.x(time.hours_to(event.1)), time.x(time.hours_to(event.2)));
        let colour = colour_of(all, &event.0);
        on.shapes.push(Shape::Area { place: (from, top, until - from, bottom - top), colour, opacity: 0.12 });
        on.words(((from + until) / 2.0, top - 8.0), event.0.clone(), 12.0, colour, Hold::Middle);
    }
    for tenth in 0..=4 {
        let share = f64::from(tenth) / 4.0;
        on.line(&[(90.0, y(share)), (850.0, y(share))], GRID, 1.0);
        on.words((80.0, y(share) + 4.0), format!("{:.0} %", 100.0 * share), 12.0, FAINT, Hold::End);
    }
    time.draw(&mut on);
    // Labels keep clear of each other, the highest first.
    let mut order: Vec<usize> = (0..all.news.len()).collect();
    let last = |n: usize| all.news[n].curve.last().map_or(0.0, |(_, share)| *share);
    order.sort_by(|a, b| last(*b).total_cmp(&last(*a)));
    let mut free = f32::MIN;
    for n in order {
        let (news, colour) = (&all.news[n], COLOURS[n % COLOURS.len()]);
        let mut points: Vec<(f32, f32)> = Vec::new();
        for (hours, share) in &news.curve {
            if let Some((_, before)) = points.last().copied() {
                points.push((time.x(*hours), before));
            }
            points.push((time.x(*hours), y(*share)));
        }
        let end = points.last().copied().unwrap_or((850.0, bottom));
        on.line(&points, PAPER, 6.0);
        on.line(&points, colour, 2.6);
        on.disc(end, 4.5, colour, &news.text);
        let label = (end.1 + 5.0).max(free);
        free = label + 34.0;
        on.words((end.0 + 14.0, label), &news.id, 16.0, colour, Hold::Start);
        let known = format!("{:.0} % have it", 100.0 * last(n));
        on.words((end.0 + 14.0, label + 15.0), known, 11.0, FAINT, Hold::Start);
    }
    on
}

/// The colour of a piece of news in all pictures.
pub fn colour_of(all: &Evaluation, id: &str) -> u32 {
    COLOURS[all.news.iter().position(|news| news.id == id).unwrap_or(0) % COLOURS.len()]
}
