//! The way of one piece of news as a tree over time: each who has it on a line of their own, and from whom.

use std::collections::BTreeMap;

use super::{about, spread::colour_of, time::Time};
use crate::study::{
    drawing::{Drawing, FAINT, GRID, Hold, INK, PAPER, Shape, width_of},
    evaluation::Evaluation,
    news::{Handing, How},
};

const LINE: f32 = 36.0;

/// The picture of the `n`-th piece of news.
pub fn draw(all: &Evaluation, n: usize) -> Drawing {
    let news = &all.news[n];
    let colour = colour_of(all, &news.id);
    let rows = rows(&news.source, &news.path);
    let (top, left, right) = (110.0, 60.0, 960.0);
    let bottom = top + LINE * (rows.len() as f32 + 0.5);
    let title = format!("The way of the news: {}", news.id);
    let mut on = Drawing::new(1160.0, bottom + 90.0, &title, &format!("{} · {}", news.text, about(all)));
    let time = Time::new(all, (left, right), (top, bottom));
    time.draw(&mut on);
    let hours = |tick: u64| all.calendar.hours(tick);
    let y = |row: usize| top + LINE * (row as f32 + 0.75);
    let row_of: BTreeMap<&str, usize> = rows.iter().enumerate().map(|(row, (name, _))| (*name, row)).collect();
    let since = |name: &str| news.path.iter().find(|one| one.to == name).map_or(0.0, |one| hours(one.tick));
    // Each carries it along until the last to whom they handed it.
    for (row, (name, _)) in rows.iter().enumerate() {
        let last = news.path.iter().filter(|one| one.from == *name).map(|one| hours(one.tick)).fold(0.0, f64::max);
        if last > since(name) {
            on.line(&[(time.x(since(name)), y(row)), (time.x(last), y(row))], colour, 1.6);
        }
    }
    for one in &news.path {
        let (Some(from), Some(to)) = (row_of.get(one.from.as_str()), row_of.get(one.to.as_str())) else { continue };
        let x = time.x(hours(one.tick));
        on.stroke(&[(x, y(*from)), (x, y(*to))], colour, 1.3, 0.8, one.how == How::Sight);
    }
    for (row, (name, handing)) in rows.iter().enumerate() {
        let x = time.x(since(name));
        let tip = handing.map_or_else(|| format!("{name} knew it"), |one| format!("{}: {}", one.from, one.words));
        let seen = handing.is_some_and(|one| one.how == How::Sight);
        on.disc((x, y(row)), 5.5, if seen { GRID } else { colour }, tip);
        let words = handing.map_or_else(String::new, |one| shortened(&one.words, 10.5, on.width - x - 40.0));
        for (text, size, colour, below) in [((*name).to_string(), 13.0, INK, -5.0), (words, 10.5, FAINT, 13.0)] {
            let place = (x + 9.0, y(row) + below - size + 2.0, width_of(&text, size) + 4.0, size + 1.0);
            on.shapes.push(Shape::Area { place, colour: PAPER, opacity: 0.8 });
            on.words((x + 10.0, y(row) + below), text, size, colour, Hold::Start);
        }
    }
    let count = news.path.iter().filter(|one| one.how == How::Talk).count();
    let told = format!("{count} were told, {} saw it themselves (broken lines)", news.path.len() - count);
    on.words((left, bottom + 66.0), told, 13.0, FAINT, Hold::Start);
    on
}

/// Who has it, each below whoever they have it from; the latest first, so that lines do not cross.
fn rows<'a>(source: &'a str, path: &'a [Handing]) -> Vec<(&'a str, Option<&'a Handing>)> {
    let mut rows = Vec::new();
    let mut stack: Vec<(&str, Option<&Handing>)> = vec![(source, None)];
    while let Some((name, handing)) = stack.pop() {
        if rows.iter().any(|(other, _)| *other == name) {
            continue;
        }
        rows.push((name, handing));
        let mut next: Vec<&Handing> = path.iter().filter(|one| one.from == name).collect();
        next.sort_by_key(|one| one.tick);
        stack.extend(next.into_iter().map(|one| (one.to.as_str(), Some(one))));
    }
    // Those to whom no way leads stand at the end.
    let lost =
        path.iter().filter(|one| rows.iter().all(|(name, _)| *name != one.to)).map(|one| (one.to.as_str(), Some(one)));
    let lost: Vec<_> = lost.collect();
    rows.extend(lost);
    rows
}

/// As much of the words as there is room for.
fn shortened(words: &str, size: f32, room: f32) -> String {
    let most = 90;
    let mut text: String = words.chars().take(most).collect();
    let mut cut = text.len() < words.len();
    while width_of(&text, size) > room && text.pop().is_some() {
        cut = true;
    }
    match cut {
        true => format!("{}…", text.trim_end()),
        false => text,
    }
}
