//! As many parts as a day may have: what is next to each other and least missed is joined, what is long is halved.

use super::{
    line::{Block, Kind, Line},
    places::Places,
};
use crate::mind::question::PARTS;

/// Joins and halves blocks until there are neither too few nor too many.
pub fn to_parts(line: &mut Line, places: &Places) {
    // What belongs together anyway.
    while let Some(i) = (1..line.blocks.len())
        .find(|&i| line.blocks.len() > *PARTS.start() && alike(&line.blocks[i - 1], &line.blocks[i], places))
    {
        join(line, i, places);
    }
    while line.blocks.len() > *PARTS.end() {
        let cheapest = (1..line.blocks.len()).min_by_key(|&i| (cost(line, i, places), i));
        let Some(i) = cheapest else { break };
        join(line, i, places);
    }
    while line.blocks.len() < *PARTS.start() {
        let halves = |b: &Block| b.len() >= 20;
        let long = (0..line.blocks.len()).filter(|&i| halves(&line.blocks[i]));
        let Some(i) = long.max_by_key(|&i| (line.blocks[i].kind != Kind::Fixed, line.blocks[i].len())) else { break };
        halve(line, i);
    }
}

/// Two stretches of home life in the same room.
fn alike(a: &Block, b: &Block, places: &Places) -> bool {
    let easy = |block: &Block| matches!(block.kind, Kind::Home | Kind::Habit) && places.is_home(block.place);
    let one = a.kind == Kind::Home || b.kind == Kind::Home;
    easy(a) && easy(b) && one && (a.len() + b.len() <= 160 || a.len().min(b.len()) < 30)
}

/// How much would be missed if the block and the one before it were one.
fn cost(line: &Line, i: usize, places: &Places) -> i32 {
    let (a, b) = (&line.blocks[i - 1], &line.blocks[i]);
    let (strong, weak) = if keeps(a, b) { (a, b) } else { (b, a) };
    let dear = match weak.kind {
        Kind::Home => 1,
        Kind::Outing | Kind::Habit => 2,
        Kind::Work => 12,
        Kind::Rise | Kind::Meal => 60,
        Kind::Fixed => 300,
    };
    let swells = match strong.kind {
        Kind::Fixed => 5000,
        Kind::Meal | Kind::Rise => 400,
        // Nobody works on for an hour to fill the plan.
        Kind::Work if weak.len() > 30 => 250,
        _ => 0,
    };
    // Nobody is to stand before a closed door, whatever else gets lost.
    let closed = if places.open(strong.place, a.from, b.until) { 0 } else { 100_000 };
    let abroad = if b.until == line.bed && !places.is_home(strong.place) { 2500 } else { 0 };
    let same = if strong.place == weak.place || alike(a, b, places) { 4 } else { 1 };
    weak.len() * dear / same + swells + closed + abroad
}

fn join(line: &mut Line, i: usize, places: &Places) {
    let b = line.blocks.remove(i);
    let a = &mut line.blocks[i - 1];
    let keeps = keeps(a, &b);
    let both = a.place == b.place || (places.is_home(a.place) && places.is_home(b.place));
    match (both, keeps) {
        // A habit is not cut off for what only fills the time.
        (true, _) if a.kind == Kind::Home && b.kind == Kind::Habit => {
            a.what.truncate(1);
            a.what.extend(b.what);
        }
        (true, _) => a.what.extend(b.what),
        (false, true) => {}
        (false, false) => a.what = b.what,
    }
    a.until = b.until;
    if !keeps {
        (a.place, a.kind) = (b.place, b.kind);
    }
}

/// Which of two gives the joined block its place: the more important, of leisure the longer.
fn keeps(a: &Block, b: &Block) -> bool {
    if a.kind <= Kind::Habit && b.kind <= Kind::Habit { a.len() >= b.len() } else { a.kind >= b.kind }
}

fn halve(line: &mut Line, i: usize) {
    let mut second = line.blocks[i].clone();
    let half = (second.len() / 2 / 5 * 5).max(10);
    line.blocks[i].until = second.from + half;
    second.from += half;
    if second.what.len() > 1 {
        let rest = second.what.split_off(1);
        line.blocks[i].what = second.what;
        second.what = rest;
    }
    line.blocks.insert(i + 1, second);
}
