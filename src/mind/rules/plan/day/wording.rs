//! The words of a plan's parts.

use std::cmp::Reverse;

use super::{Draft, line::Kind};
use crate::{
    language::inflect,
    mind::rules::data::{self, day},
};

/// Which third of the day a time lies in, as the data files write it.
pub fn third(minute: i32) -> char {
    match minute.rem_euclid(1440) {
        240..=719 => 'm',
        720..=1049 => 'a',
        _ => 'e',
    }
}

/// What one may do at a place in an idle hour: phrases of a section for this time of day, not yet used.
/// `plain`: also what can be done anywhere.
pub fn idle(section: &str, offers: &[String], minute: i32, plain: bool, used: &[String]) -> Vec<&'static str> {
    let rows = data::day().section(section).iter();
    rows.filter(|row| row.len() > 2 && row[1].contains(third(minute)))
        .filter(|row| (plain && row[0] == "-") || offers.iter().any(|offer| offer == row[0]))
        .map(|row| row[2])
        .filter(|what| !used.iter().any(|before| before == what))
        .collect()
}

/// One text of all that a block is about, under twelve words.
pub fn join(what: &[String]) -> String {
    let mut text = String::new();
    for next in what.iter().map(|what| what.trim()).filter(|what| !what.is_empty()) {
        let longer = if text.is_empty() { next.to_owned() } else { format!("{text}, then {next}") };
        if text.is_empty() || (count(&longer) < 12 && text.matches(", then").count() < 2) {
            text = longer;
        }
    }
    let text = inflect::truncate_words(&text, 11);
    if text.trim().is_empty() { "see to this and that".into() } else { text }
}

fn count(text: &str) -> usize {
    text.split_whitespace().count()
}

impl Draft<'_> {
    /// A phrase of a section that the place allows; those that need something of the place are liked best.
    pub fn phrase(&mut self, section: &str, place: u32) -> String {
        let offers = self.places.offers(place);
        let (plain, mut rows): (Vec<_>, Vec<_>) = day().section(section).iter().partition(|row| row[0] == "-");
        rows.retain(|row| offers.iter().any(|offer| offer == row[0]));
        if rows.is_empty() || !self.dice.chance(40) {
            rows = plain;
        }
        self.dice.pick(&rows).map_or("see to this and that", |row| row[1]).to_owned()
    }

    /// Words for each block of work: the work itself, with tasks that suit the place.
    pub fn word_work(&mut self) {
        let Some(work) = &self.question.work else { return };
        let mut tasks: Vec<&String> = work.tasks.iter().filter(|task| !task.trim().is_empty()).collect();
        self.dice.shuffle(&mut tasks);
        let blocks = self.line.blocks.iter_mut().filter(|block| block.kind == Kind::Work);
        for (done, block) in blocks.enumerate() {
            let offers = self.places.offers(block.place);
            let suits = |task: &str| offers.iter().map(|offer| inflect::shared_stems(offer, task)).max().unwrap_or(0);
            tasks.sort_by_key(|task| Reverse(suits(task)));
            let mut text = work.what.trim().to_owned();
            if let [first, second, ..] = *tasks.as_slice() {
                if let Some(row) = self.dice.pick(day().section(if done == 0 { "work" } else { "work again" })) {
                    let whole = row[1].replace("{work}", &text).replace("{task}", first).replace("{other}", second);
                    text = if count(&whole) < 12 { whole } else { first.clone() };
                }
                tasks.rotate_left(1);
            }
            block.what = vec![text];
        }
    }
}
