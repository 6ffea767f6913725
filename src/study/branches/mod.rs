//! `smallville compare A.town B.town`: where two saves part, and what came of it.
//!
//! | file | concern |
//! |---|---|
//! | `lived` | what is compared of one save |
//! | `parting` | the first thing that came into one of them and not into the other |
//! | `tell` | all of it as text |
//! | `picture` | all of it as a picture |
//!
//! Both are compared up to the end of the shorter, by game time since the beginning. People are known by their names, news
//! by their ids. Nobody is asked anything: what somebody knows is what stands in their memory.

mod lived;
mod parting;
mod picture;
mod tell;

use std::collections::{BTreeMap, BTreeSet};

use jiff::civil::{Date, DateTime};
use serde::Serialize;

use self::{
    lived::{Feeling, Lived},
    parting::Parting,
};
use super::{each, unwritten};
use crate::{cli, clock::Calendar, console::ToldTalk, data::Data, headless, save::Save, town::TownError};

/// What two saves have in common and what not; `a` and `b` stand for the first and the second.
#[derive(Clone, Debug, Serialize)]
pub struct Comparison {
    /// The first save.
    pub a: Which,
    /// The second.
    pub b: Which,
    /// How the towns are not the same from the beginning; `None`: they are.
    pub towns: Option<String>,
    /// Date and time up to which they are compared: the end of the shorter.
    pub until: DateTime,
    /// Where they part; `None`: they are the same up to there.
    pub parting: Option<Parting>,
    /// Who knows each piece of news at the end of each day.
    pub news: Vec<KnownNews>,
    /// Date and time at which relations are compared: the last at which both have saved all of their state; `None`: there
    /// is none.
    pub relations_at: Option<DateTime>,
    /// Relations that are not the same then.
    pub relations: Vec<Difference>,
    /// Who did something else, most minutes first.
    pub people: Vec<Doings>,
    /// Who is in the first alone, and who in the second.
    pub people_only: [Vec<String>; 2],
    /// Talks that both have: the same people on the same day, with the same words.
    pub talks_in_both: usize,
    /// Talks that the first has alone, and the second.
    pub talks_only: [Vec<ToldTalk>; 2],
    /// The days that are compared, the first in full from the beginning.
    pub days: Vec<Date>,
    #[serde(skip)]
    calendar: Calendar,
}

/// A save that is compared.
#[derive(Clone, Debug, Serialize)]
pub struct Which {
    /// Its file.
    pub save: String,
    /// The scenario's id.
    pub scenario: String,
    /// The seed.
    pub seed: u64,
    /// How many people there are at the end of the shorter.
    pub people: usize,
    /// Date and time of its end.
    pub end: DateTime,
}

/// Who knows a piece of news.
#[derive(Clone, Debug, Serialize)]
pub struct KnownNews {
    /// As the scenario calls it.
    pub id: String,
    /// The fact.
    pub text: String,
    /// For each day, at its end or at the end of the shorter: who knows it in the first and in the second.
    pub days: Vec<[Vec<String>; 2]>,
    /// Minutes since the beginning at which one more knows it, in each: for pictures.
    #[serde(skip)]
    pub since: [Vec<u64>; 2],
}

/// What somebody thinks of somebody else, in each town.
#[derive(Clone, Debug, Serialize)]
pub struct Difference {
    /// Whose feeling it is.
    pub of: String,
    /// About whom.
    pub about: String,
    /// In the first town; `None`: they do not know them.
    pub a: Option<Feeling>,
    /// In the second.
    pub b: Option<Feeling>,
}

/// Where somebody's days differ.
#[derive(Clone, Debug, Serialize)]
pub struct Doings {
    /// Full name.
    pub name: String,
    /// For each day the minutes at which they did something else.
    pub minutes: Vec<u32>,
    /// When first.
    pub first: DateTime,
    /// What they did then, in the first town and in the second.
    pub did: [String; 2],
    /// Each minute since the beginning at which they did something else: for pictures.
    #[serde(skip)]
    pub at: Vec<u64>,
}

/// Runs the command.
///
/// # Errors
/// Why a save cannot be read, or the picture not be written.
pub fn command(args: &cli::Compare, data: &Data) -> Result<bool, TownError> {
    let [a, b] = [Save::read(&args.a)?, Save::read(&args.b)?];
    let seconds = |save: &Save| save.meta().tick * u64::from(save.meta().tick_seconds);
    let calendars = [a.calendar()?, b.calendar()?];
    let end = seconds(&a).min(seconds(&b));
    let at = |save: &Save| end / u64::from(save.meta().tick_seconds.max(1));
    // Relations stand in what is saved each hour alone.
    let hours = |save: &Save| -> Result<BTreeSet<u64>, TownError> {
        let ticks = save.snapshots()?.into_iter().filter(|tick| *tick <= at(save));
        Ok(ticks.map(|tick| tick * u64::from(save.meta().tick_seconds)).collect())
    };
    let whole = hours(&a)?.intersection(&hours(&b)?).max().copied();
    let saves = [(&args.a, calendars[0], at(&a)), (&args.b, calendars[1], at(&b))];
    let lived = each(&saves, 2, |(path, calendar, end)| {
        let whole = whole.map(|seconds| seconds / u64::from(calendar.tick_seconds));
        Lived::read(path, *calendar, (*end, whole), data)
    })?;
    let [one, other] = lived.as_slice() else { return Err("two saves are compared".to_owned().into()) };
    let which = |path: &std::path::Path, save: &Save, lived: &Lived| Which {
        save: path.display().to_string(),
        scenario: save.meta().scenario.clone(),
        seed: save.meta().seed,
        people: lived.people.len(),
        end: lived.calendar.date_time(save.meta().tick),
    };
    let relations_at = whole.map(|seconds| calendars[0].date_time(seconds / u64::from(calendars[0].tick_seconds)));
    let all = Comparison {
        towns: a.meta().differs(b.meta()),
        relations_at,
        ..Comparison::of([one, other], [which(&args.a, &a, one), which(&args.b, &b, other)], end)
    };
    if let Some(path) = &args.picture {
        let failed = |why: &dyn std::fmt::Display| unwritten(path, why, "name another file with --picture");
        let drawing = picture::draw(&all);
        let svg = path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("svg"));
        let bytes = if svg { Ok(drawing.svg().into_bytes()) } else { drawing.png() };
        super::write_file(path, bytes.map_err(|why| failed(&why))?, "name another file with --picture")?;
    }
    headless::print(args.json, &all, || tell::text(&all))?;
    Ok(true)
}

impl Comparison {
    /// Of two towns, up to so many seconds since their beginning.
    fn of([a, b]: [&Lived; 2], which: [Which; 2], end: u64) -> Self {
        let calendar = a.calendar;
        let until = calendar.date_time(end / u64::from(calendar.tick_seconds));
        let days: Vec<Date> =
            calendar.start.date().series(jiff::Span::new().days(1)).take_while(|day| *day <= until.date()).collect();
        // What ends at midnight is over with the day before.
        let days: Vec<Date> =
            days.into_iter().filter(|day| day.at(0, 0, 0, 0) < until || *day == calendar.start.date()).collect();
        let [which_a, which_b] = which;
        let (talks_in_both, talks_only) = talks(a, b);
        let missing = |from: &Lived, in_: &Lived| -> Vec<String> {
            from.people.iter().filter(|name| !in_.people.contains(*name)).cloned().collect()
        };
        Self {
            towns: None,
            until,
            parting: parting::find(a, b),
            news: news(a, b, &days, until),
            relations_at: None,
            relations: relations(a, b),
            people: doings(a, b, &days, end / 60),
            people_only: [missing(a, b), missing(b, a)],
            talks_in_both,
            talks_only,
            days,
            a: which_a,
            b: which_b,
            calendar,
        }
    }
}

/// Who knows what at the end of each day, or at `until`.
fn news(a: &Lived, b: &Lived, days: &[Date], until: DateTime) -> Vec<KnownNews> {
    let ids: BTreeSet<&String> = a.news.keys().chain(b.news.keys()).collect();
    let known = |id: &String| {
        let both = [a, b].map(|lived| lived.news.get(id));
        let text = both.iter().flatten().map(|news| news.text.clone()).next().unwrap_or_default();
        let by = |lived: &Lived, before: DateTime| -> Vec<String> {
            let since = lived.news.get(id).into_iter().flat_map(|news| &news.since);
            since.filter(|(tick, _)| lived.calendar.date_time(*tick) < before).map(|(_, name)| name.clone()).collect()
        };
        // Days are those of the first town; the second may have begun on another one.
        let far = b.calendar.start.duration_since(a.calendar.start);
        let ends = days.iter().map(|day| day.saturating_add(jiff::Span::new().days(1)).at(0, 0, 0, 0).min(until));
        let days = ends.map(|end| [by(a, end), by(b, end.saturating_add(far))]).collect();
        let since = [a, b].map(|lived| {
            let since = lived.news.get(id).into_iter().flat_map(|news| &news.since);
            since.map(|(tick, _)| tick * u64::from(lived.calendar.tick_seconds) / 60).collect()
        });
        KnownNews { id: id.clone(), text, days, since }
    };
    ids.into_iter().map(known).collect()
}

/// Pairs of which one thinks otherwise of the other: who is known in one town alone, then those for whom they feel
/// otherwise, then the rest.
fn relations(a: &Lived, b: &Lived) -> Vec<Difference> {
    let pairs: BTreeSet<&(String, String)> = a.relations.keys().chain(b.relations.keys()).collect();
    let both = |pair: &&(String, String)| [a, b].map(|lived| lived.relations.get(*pair).cloned());
    let mut all: Vec<Difference> = pairs
        .into_iter()
        .filter_map(|pair| {
            let [a, b] = both(&pair);
            (a != b).then(|| Difference { of: pair.0.clone(), about: pair.1.clone(), a, b })
        })
        .collect();
    let feelings = |one: &Difference| Some((one.a.as_ref()?.feeling.clone(), one.b.as_ref()?.feeling.clone()));
    all.sort_by_key(|one| feelings(one).map(|(a, b)| a == b));
    all
}

/// At which minutes, counted from the beginning, each who is in both did something else.
fn doings(a: &Lived, b: &Lived, days: &[Date], minutes: u64) -> Vec<Doings> {
    let mut all = Vec::new();
    for name in a.people.iter().filter(|name| b.people.contains(*name)) {
        let [mut one, mut other] = [a, b].map(|lived| lived.doing(name));
        let mut found: Option<Doings> = None;
        for minute in 0..minutes {
            let did = [one(minute), other(minute)];
            if did[0] == did[1] {
                continue;
            }
            let when = a.calendar.date_time(minute * 60 / u64::from(a.calendar.tick_seconds));
            let differs = found.get_or_insert_with(|| Doings {
                name: name.clone(),
                minutes: vec![0; days.len()],
                first: when,
                did: did.map(str::to_owned),
                at: Vec::new(),
            });
            if let Some(count) =
                days.iter().position(|day| *day == when.date()).and_then(|n| differs.minutes.get_mut(n))
            {
                *count += 1;
            }
            differs.at.push(minute);
        }
        all.extend(found);
    }
    all.sort_by_key(|one| std::cmp::Reverse(one.at.len()));
    all
}

/// How many talks both have, and which each has alone.
fn talks(a: &Lived, b: &Lived) -> (usize, [Vec<ToldTalk>; 2]) {
    type Key<'a> = (Date, BTreeSet<&'a str>, Vec<&'a str>);
    fn key(talk: &ToldTalk) -> Key<'_> {
        let people = talk.people.iter().map(String::as_str).collect();
        (talk.time.date(), people, talk.lines.iter().map(|line| line.words.as_str()).collect())
    }
    let mut count: BTreeMap<Key, usize> = BTreeMap::new();
    b.talks.iter().for_each(|talk| *count.entry(key(talk)).or_default() += 1);
    let mut only_a = Vec::new();
    for talk in &a.talks {
        match count.get_mut(&key(talk)) {
            Some(left) if *left > 0 => *left -= 1,
            _ => only_a.push(talk.clone()),
        }
    }
    // Of talks that say the same, the last are left over.
    let mut only_b: Vec<ToldTalk> = Vec::new();
    for talk in b.talks.iter().rev() {
        if let Some(left) = count.get_mut(&key(talk)).filter(|left| **left > 0) {
            *left -= 1;
            only_b.push(talk.clone());
        }
    }
    only_b.reverse();
    (a.talks.len() - only_a.len(), [only_a, only_b])
}
