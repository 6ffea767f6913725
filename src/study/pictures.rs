//! Pictures of an evaluation: how news spread, who knows whom, and the way of each piece of news. SVG and PNG.

use std::{collections::BTreeMap, f32::consts::TAU, path::Path};

use jiff::{ToSpan, civil};

use super::{
    asking::Network,
    drawing::{COLOURS, Drawing, FAINT, GRID, Hold, INK, PAPER, Shape, width_of},
    evaluation::Evaluation,
    news::{Handing, How},
    unwritten,
};
use crate::town::TownError;

/// All of them, each with its name.
pub fn all(all: &Evaluation) -> Vec<(String, Drawing)> {
    let mut pictures = vec![("spread".to_string(), spread(all)), ("network".to_string(), network(all))];
    pictures.extend(all.news.iter().enumerate().map(|(n, news)| (format!("way-{}", news.id), way(all, n))));
    pictures
}

/// Whether there can be such a folder: said before anything is lived for it.
///
/// # Errors
/// One sentence about what is there in its place.
pub fn may_be_written(folder: Option<&Path>) -> Result<(), TownError> {
    match folder.filter(|folder| folder.exists() && !folder.is_dir()) {
        Some(file) => Err(unwritten(file, &"there is a file of that name", "name another folder with --out")),
        None => Ok(()),
    }
}

/// Writes all of them into a folder.
///
/// # Errors
/// One sentence about a folder that cannot be written.
pub fn write(evaluation: &Evaluation, folder: &Path) -> Result<(), TownError> {
    let failed = |path: &Path, why: &dyn std::fmt::Display| unwritten(path, why, "name another folder with --out");
    std::fs::create_dir_all(folder).map_err(|why| failed(folder, &why))?;
    for (name, drawing) in all(evaluation) {
        for (ending, bytes) in [("svg", Ok(drawing.svg().into_bytes())), ("png", drawing.png())] {
            let path = folder.join(format!("{name}.{ending}"));
            let bytes = bytes.map_err(|why| failed(&path, &why))?;
            super::write_file(&path, bytes, "name another folder with --out")?;
        }
    }
    Ok(())
}

/// `the_ville, seed 1, 25 people`.
fn about(all: &Evaluation) -> String {
    format!("{}, seed {}, {} people", all.scenario, all.seed, all.agents)
}

/// More names than this are not written.
const NAMED: usize = 80;
const RADIUS: f32 = 190.0;

/// Who knows whom, before and after.
fn network(all: &Evaluation) -> Drawing {
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

/// The share of the town that has each piece of news, over time.
fn spread(all: &Evaluation) -> Drawing {
    let mut on = Drawing::new(1000.0, 560.0, "How the news spread", &about(all));
    let (top, bottom) = (110.0, 480.0);
    let time = Time::new((all.calendar.start, all.hours), (90.0, 850.0), (top, bottom));
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
fn colour_of(all: &Evaluation, id: &str) -> u32 {
    COLOURS[all.news.iter().position(|news| news.id == id).unwrap_or(0) % COLOURS.len()]
}

/// The axis of time under a picture.
pub(super) struct Time {
    /// Left and right.
    across: (f32, f32),
    /// Top and bottom.
    down: (f32, f32),
    start: civil::DateTime,
    hours: f64,
}

impl Time {
    /// So many hours from a date and time on.
    pub(super) fn new((start, hours): (civil::DateTime, f64), across: (f32, f32), down: (f32, f32)) -> Self {
        Self { across, down, start, hours: hours.max(0.1) }
    }

    /// Where an hour lies.
    pub(super) fn x(&self, hours: f64) -> f32 {
        let (left, right) = self.across;
        left + (right - left) * (hours / self.hours).clamp(0.0, 1.0) as f32
    }

    /// Game hours from the beginning to a date and time.
    fn hours_to(&self, when: civil::DateTime) -> f64 {
        when.duration_since(self.start).as_secs_f64() / 3600.0
    }

    /// Draws it: a line for every midnight and thinner ones between, with clock and day below.
    pub(super) fn draw(&self, on: &mut Drawing) {
        let every = match self.hours {
            hours if hours <= 14.0 => 1,
            hours if hours <= 60.0 => 3,
            hours if hours <= 100.0 => 6,
            _ => 12,
        };
        let (top, bottom) = self.down;
        let mut named = None;
        let midnight = self.start.date().at(0, 0, 0, 0);
        for n in 0..=(self.hours as i64 / every + 24) {
            let when = midnight.saturating_add((n * every).hours());
            let hours = self.hours_to(when);
            if hours < -0.01 || hours > self.hours + 0.01 {
                continue;
            }
            let (x, new) = (self.x(hours), when.hour() == 0);
            on.line(&[(x, top), (x, bottom)], if new { FAINT } else { GRID }, if new { 1.2 } else { 1.0 });
            on.words((x, bottom + 18.0), when.strftime("%H:%M").to_string(), 12.0, FAINT, Hold::Middle);
            // Once a day, at noon or where the last day breaks off.
            let noon = when.hour() == 12 || when.hour() < 12 && hours + 13.0 > self.hours;
            if noon && named.replace(when.date()) != Some(when.date()) {
                on.words((x, bottom + 38.0), when.strftime("%A %-d %B").to_string(), 13.0, INK, Hold::Middle);
            }
        }
    }
}

const LINE: f32 = 36.0;

/// The way of the `n`-th piece of news as a tree over time: each who has it on a line of their own, and from whom.
fn way(all: &Evaluation, n: usize) -> Drawing {
    let news = &all.news[n];
    let colour = colour_of(all, &news.id);
    let rows = rows(&news.source, &news.path);
    let (top, left, right) = (110.0, 60.0, 960.0);
    let bottom = top + LINE * (rows.len() as f32 + 0.5);
    let title = format!("The way of the news: {}", news.id);
    let mut on = Drawing::new(1160.0, bottom + 90.0, &title, &format!("{} · {}", news.text, about(all)));
    let time = Time::new((all.calendar.start, all.hours), (left, right), (top, bottom));
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
