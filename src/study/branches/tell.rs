//! A comparison as text: short enough to be read; `--json` has all of it.

use std::fmt::Write;

use super::{Comparison, Difference, Doings, KnownNews, Which, lived::Feeling, parting::Parting};
use crate::{console::ToldTalk, language::clean::short_line};

/// So many people are told.
const MOST: usize = 12;
/// So many relations that are seen otherwise, and talks of each.
const FEW: usize = 5;
/// Characters of an answer, of a feeling and of an activity.
const LETTERS: usize = 70;

/// All of it, section by section.
pub fn text(all: &Comparison) -> String {
    let mut text = String::new();
    // Writing into memory cannot fail.
    for (letter, Which { save, scenario, seed, people, end }) in [("A", &all.a), ("B", &all.b)] {
        _ = writeln!(
            text,
            "{letter}  {save}: {scenario}, seed {seed}, {people} people, up to {end}",
            end = end.strftime(WHEN)
        );
    }
    if let Some(why) = &all.towns {
        _ = writeln!(text, "not the same town: {why}; what can be compared is");
    }
    let until = all.until.strftime(WHEN);
    _ = match &all.parting {
        None => writeln!(text, "the same up to the end of the shorter, {until}"),
        Some(parting) => writeln!(text, "{}\ncompared up to {until}", parted(parting)),
    };
    if all.parting.is_none() && all.towns.is_none() {
        return text;
    }
    for (letter, people) in ["A", "B"].iter().zip(&all.people_only).filter(|(_, people)| !people.is_empty()) {
        _ = writeln!(text, "only {letter} has {}", some(people));
    }
    text += &news(all);
    text += &relations(all);
    text += &people(all);
    text += &talks(all);
    text
}

const WHEN: &str = "%a %-d %b %Y %H:%M";

fn parted(Parting { tick, time, what, who, a, b }: &Parting) -> String {
    let both = [("A", a), ("B", b)].map(|(letter, it)| match it {
        None => format!("\n  {letter}: nothing"),
        Some(it) => format!("\n  {letter}: {}", short_line(it, LETTERS * 2)),
    });
    let what = who.as_ref().map_or_else(|| "a command".into(), |who| format!("{what} of {who}"));
    format!("they part at {} (tick {tick}) by {what}{}", time.strftime(WHEN), both.concat())
}

/// The first names of a list.
fn some(names: &[String]) -> String {
    let more = if names.len() > MOST { format!(" and {} more", names.len() - MOST) } else { String::new() };
    names[..names.len().min(MOST)].join(", ") + &more
}

fn news(all: &Comparison) -> String {
    let mut text = String::new();
    for KnownNews { id, days, .. } in &all.news {
        _ = writeln!(text, "\nnews {id}: who knows it at the end of the day");
        for (date, [a, b]) in all.days.iter().zip(days) {
            _ = write!(text, "  {}  A {:>3}  B {:>3}", date.strftime("%a %-d %b"), a.len(), b.len());
            let only = |own: &[String], other: &[String]| -> Vec<String> {
                own.iter().filter(|name| !other.contains(name)).cloned().collect()
            };
            for (letter, only) in [("A", only(a, b)), ("B", only(b, a))] {
                if !only.is_empty() {
                    _ = write!(text, "; only in {letter}: {}", some(&only));
                }
            }
            text.push('\n');
        }
    }
    text
}

fn relations(all: &Comparison) -> String {
    let Some(at) = all.relations_at else { return "\nno hour of both is saved whole: no relations\n".into() };
    let only = |is: fn(&Difference) -> bool| -> Vec<String> {
        all.relations
            .iter()
            .filter(|one| is(one))
            .map(|Difference { of, about, .. }| format!("{of} of {about}"))
            .collect()
    };
    let (only_a, only_b) = (only(|one| one.b.is_none()), only(|one| one.a.is_none()));
    let both = all.relations.iter().filter_map(|one| Some((one, one.a.as_ref()?, one.b.as_ref()?)));
    let (at, count) = (at.strftime(WHEN), both.clone().count());
    let (a, b) = (only_a.len(), only_b.len());
    let mut text = format!("\nrelations at {at}: {a} people known only in A, {b} only in B, {count} seen otherwise\n");
    for (letter, only) in [("A", only_a), ("B", only_b)] {
        if !only.is_empty() {
            _ = writeln!(text, "  known only in {letter}: {}", some(&only));
        }
    }
    for (Difference { of, about, .. }, a, b) in both.take(FEW) {
        _ = writeln!(text, "  {of} of {about}");
        for (letter, one) in [("A", a), ("B", b)] {
            _ = writeln!(text, "    {letter}: {}", short_line(&thought(one), LETTERS * 2));
        }
    }
    text + &more(count, FEW)
}

fn thought(Feeling { relation, feeling }: &Feeling) -> String {
    format!("{relation} {feeling}").trim().to_owned()
}

/// That only `most` of so many are told.
fn more(count: usize, most: usize) -> String {
    if count > most { format!("  and {} more, see --json\n", count - most) } else { String::new() }
}

fn people(all: &Comparison) -> String {
    let mut text = format!("\npeople who did something else: {}\n", all.people.len());
    let wide = all.people.iter().take(MOST).map(|one| one.name.chars().count()).max().unwrap_or(0);
    for Doings { name, minutes, first, did: [a, b], .. } in all.people.iter().take(MOST) {
        let minutes: Vec<String> = minutes.iter().map(|count| format!("{count:>5}")).collect();
        let [a, b] = [a, b].map(|did| short_line(did, LETTERS));
        let first = first.strftime("%a %H:%M");
        _ = writeln!(text, "  {name:wide$}{} min; first {first}  A: {a} | B: {b}", minutes.concat());
    }
    if all.days.len() > 1 && !all.people.is_empty() {
        let days: Vec<String> = all.days.iter().map(|day| day.strftime("%a %-d %b").to_string()).collect();
        _ = writeln!(text, "  (minutes of {})", days.join(", "));
    }
    text + &more(all.people.len(), MOST)
}

fn talks(all: &Comparison) -> String {
    let [only_a, only_b] = &all.talks_only;
    let mut text =
        format!("\ntalks: {} in both, {} only in A, {} only in B\n", all.talks_in_both, only_a.len(), only_b.len());
    for (letter, talks) in [("A", only_a), ("B", only_b)] {
        // The first are those nearest to what made them.
        for talk in talks.iter().take(FEW) {
            let ToldTalk { lines, .. } = talk;
            let first = lines.first().map_or_else(String::new, |line| short_line(&line.words, LETTERS));
            _ = writeln!(text, "  {letter}: {}, {} lines: {first}", talk.head(), lines.len());
        }
    }
    text
}
