//! A scenario from its folder: map, people, start, seed. Every fault of every file is found in one run.
//!
//! A scenario reaches its own folder, and by id other scenarios and maps; it names no path.

mod compare;
mod crowd;
mod file;
mod goal;
mod news;

use std::path::Path;

use jiff::civil;
use serde::Deserialize;

use self::file::{parse, read_cast, read_text};
pub use self::{
    compare::{AbsentRole, Comparison, Direction, Faculty, Measure},
    crowd::repeat,
    file::{CastMember, line_of, plain},
    goal::{Fulfils, Goal, Opinion},
    news::{Expect, News, NewsEvent, check_places, mentions, nearest},
};
use crate::{
    data::{Data, File, Folder, is_id},
    language::clean::short_line,
    world::Fault,
};

/// A town set up to begin, before its map is read.
#[derive(Clone, Debug, PartialEq)]
pub struct Scenario {
    /// The folder's name.
    pub id: String,
    /// For people.
    pub name: String,
    /// For people, a sentence or two.
    pub about: String,
    /// The `.tmx`.
    pub map: File,
    /// Town time at tick 0.
    pub start: civil::DateTime,
    /// The seed if no other is given.
    pub seed: u64,
    /// Game seconds of a tick.
    pub tick_seconds: u32,
    /// The people, by file name; their place here is their number.
    pub people: Vec<CastMember>,
    /// What travels, for measures; the town knows nothing of it.
    pub news: Vec<News>,
    /// What a study expects of the town.
    pub expect: Expect,
    /// What a study compares.
    pub compare: Vec<Comparison>,
    /// What is offered a player to try.
    pub goals: Vec<Goal>,
    /// The `scenario.toml`.
    pub file: File,
    /// Changes when any file of the scenario changes.
    pub hash: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ScenarioFile {
    name: String,
    #[serde(default)]
    about: String,
    map: Option<String>,
    start: Option<String>,
    seed: Option<u64>,
    tick_seconds: Option<u32>,
    extends: Option<String>,
    people: Option<Vec<String>>,
    #[serde(default)]
    news: Vec<News>,
    expect: Option<Expect>,
    compare: Option<Vec<Comparison>>,
    goal: Option<Vec<Goal>>,
}

/// A map longer than this is looked at by the map's reader alone, which refuses it.
const LONGEST_MAP: u64 = 64 * 1024 * 1024;
/// More people than this are a mistake.
const MOST_PEOPLE: usize = 1000;

impl Scenario {
    /// Finds a scenario by id or by the path of its folder, and reads it.
    ///
    /// # Errors
    /// All faults of all its files.
    pub fn open(which: &str, data: &Data) -> Result<Self, Vec<Fault>> {
        match Self::look(which, data) {
            (Some(scenario), faults) if faults.is_empty() => Ok(scenario),
            (_, faults) => Err(faults),
        }
    }

    /// As [`Scenario::open`], with all its faults, and as far as it could be read in spite of them: so that the rest
    /// can be checked too.
    pub fn look(which: &str, data: &Data) -> (Option<Self>, Vec<Fault>) {
        let folder = if is_id(which) { data.scenario(which) } else { None };
        let named = || Some(Folder::on_disk(which)).filter(|folder| folder.file("scenario.toml").exists());
        let folder = folder.or_else(named);
        let Some(folder) = folder else {
            let known = data.scenarios().join(", ");
            let advice = format!("name a folder with a scenario.toml, or one of: {known}");
            let shown = short_line(which, 200);
            return (None, vec![Fault::new(shown, "", "there is no such scenario", advice)]);
        };
        let mut faults = Vec::new();
        let scenario = Self::read(&folder, data, &mut faults, &mut Vec::new());
        (scenario, faults)
    }

    fn read(folder: &Folder, data: &Data, faults: &mut Vec<Fault>, above: &mut Vec<Folder>) -> Option<Self> {
        let source = folder.file("scenario.toml");
        let file = source.path();
        if above.contains(folder) {
            let advice = "a scenario cannot extend itself, not even through others";
            faults.push(Fault::new(file, "extends", "the scenarios extend each other in a ring", advice));
            return None;
        }
        above.push(folder.clone());
        let sheet: Option<(String, ScenarioFile)> =
            read_text(&source, faults).and_then(|text| parse(file, &text, faults).map(|sheet| (text, sheet)));
        let needed = sheet.as_ref().is_some_and(|(_, sheet)| sheet.extends.is_none());
        let mut people = read_cast(&folder.sub("cast"), needed, faults);
        let (text, sheet) = sheet?;
        check_name(&sheet.name, file, &text, faults);
        let id = folder.path().file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        let base = sheet.extends.as_deref().map(|other| {
            let found = data.scenario(other);
            if found.is_none() {
                let what = plain(&format!("there is no scenario {other:?} to extend"));
                faults.push(Fault::new(file, line_of(&text, "extends"), what, "name another scenario by its id"));
            }
            found.and_then(|folder| Self::read(&folder, data, faults, above))
        });
        if sheet.extends.is_some() && !matches!(base, Some(Some(_))) {
            return None;
        }
        let base = base.flatten();
        let map = find_map(&sheet, folder, file, &text, data, faults).or_else(|| base.as_ref().map(|b| b.map.clone()));
        if map.is_none() && faults.is_empty() {
            let advice = "write map = \"ID\" of a map in maps/, or put a map.tmx beside scenario.toml";
            faults.push(Fault::new(file, "", "the scenario names no map", advice));
        }
        let usual = base.as_ref().map_or(civil::date(2023, 2, 13).at(6, 30, 0, 0), |base| base.start);
        let start = sheet.start.as_ref().map_or(usual, |start| {
            start.parse().unwrap_or_else(|_| {
                let what = plain(&format!("{start:?} is no date and time"));
                faults.push(Fault::new(file, line_of(&text, "start"), what, "write it as 2023-02-13T06:30"));
                usual
            })
        });
        let tick_seconds = sheet.tick_seconds.or(base.as_ref().map(|base| base.tick_seconds)).unwrap_or(10);
        if !(1..=60).contains(&tick_seconds) || 60 % tick_seconds != 0 {
            let what = format!("a tick cannot be {tick_seconds} seconds");
            faults.push(Fault::new(file, line_of(&text, "tick_seconds"), what, "take a divisor of 60; 10 is usual"));
        }
        let mut hash = blake3::Hasher::new();
        hash.update(text.as_bytes());
        if let Some(base) = &base {
            hash.update(base.hash.as_bytes());
            people.extend(base.people.iter().cloned());
        }
        if let Some(chosen) = &sheet.people {
            for name in chosen.iter().filter(|name| people.iter().all(|one| one.persona.name != **name)) {
                let what = plain(&format!("there is nobody called {name:?} to take over"));
                faults.push(Fault::new(file, line_of(&text, name), what, "write the name as in the cast file"));
            }
            people.retain(|one| chosen.contains(&one.persona.name));
            if chosen.is_empty() {
                let advice = "name some, or take the line out to have them all";
                faults.push(Fault::new(file, line_of(&text, "people"), "there are no people", advice));
            }
        }
        if people.len() > MOST_PEOPLE {
            let what = format!("{} people are more than {MOST_PEOPLE}", people.len());
            faults.push(Fault::new(file, "", what, "take some out"));
            people.truncate(MOST_PEOPLE);
        }
        people.iter().for_each(|one| {
            hash.update(one.text.as_bytes());
        });
        // The map too: on another map the same answers lead elsewhere.
        hash.update(&map.as_ref().and_then(|map| map.bytes(LONGEST_MAP).ok()).unwrap_or_default());
        let own = sheet.news.clone();
        news::check(&own, file, &text, &people, faults);
        // News of the scenario below whose source has been left out, or that is told anew, is none here.
        let mut news: Vec<News> = base.iter().flat_map(|base| base.news.clone()).collect();
        news.retain(|one| people.iter().any(|who| who.persona.name == one.source));
        news.retain(|one| own.iter().all(|mine| mine.id != one.id));
        news.extend(own);
        let expect = sheet.expect.clone().or(base.as_ref().map(|base| base.expect.clone())).unwrap_or_default();
        check_expectations(&expect, file, &text, faults);
        compare::check(sheet.compare.as_deref().unwrap_or_default(), &news, file, &text, faults);
        let mut compare = sheet.compare.clone().or(base.as_ref().map(|base| base.compare.clone())).unwrap_or_default();
        // What was to be seen in news that is not told here cannot be seen.
        compare.retain(|one| one.news.as_ref().is_none_or(|id| news.iter().any(|news| news.id == *id)));
        goal::check(sheet.goal.as_deref().unwrap_or_default(), &news, people.len(), file, &text, faults);
        let mut goals = sheet.goal.clone().or(base.as_ref().map(|base| base.goals.clone())).unwrap_or_default();
        let lives = |name: &str| sheet.goal.is_some() || people.iter().any(|who| who.persona.name == name);
        goals.retain(|one| one.fits(&news, lives));
        let (name, about) = (sheet.name, sheet.about);
        let seed = sheet.seed.or(base.as_ref().map(|base| base.seed)).unwrap_or(1);
        let hash = hash.finalize().to_hex()[..32].to_string();
        let map = map?;
        let file = source;
        Some(Self { id, name, about, map, start, seed, tick_seconds, people, news, expect, compare, goals, file, hash })
    }
}

fn check_name(name: &str, file: &Path, text: &str, faults: &mut Vec<Fault>) {
    let what = if name.trim().is_empty() {
        "the name is empty"
    } else if name.len() > 80 || name.chars().any(char::is_control) {
        "the name is longer than 80 bytes, or has a line break"
    } else {
        return;
    };
    faults.push(Fault::new(file, line_of(text, "name"), what, "write a short name for the town"));
}

fn check_expectations(expect: &Expect, file: &Path, text: &str, faults: &mut Vec<Fault>) {
    let share = |share: f64| (0.0..=1.0).contains(&share);
    let bad = [
        ("hours", !(expect.hours > 0.0 && expect.hours <= 8784.0), "write game hours, as 48"),
        ("seeds", !share(expect.seeds), "write a share of the seeds, as 0.85"),
        ("density", expect.density.is_some_and(|range| !news::is_range(range)), "two shares, as [0.5, 0.9]"),
        ("repeated_lines", expect.repeated_lines.is_some_and(|most| !share(most)), "a share of the lines, as 0.02"),
    ];
    for (key, _, advice) in bad.into_iter().filter(|(_, bad, _)| *bad) {
        faults.push(Fault::new(file, line_of(text, key), format!("the expected {key} cannot be"), advice));
    }
}

fn find_map(
    sheet: &ScenarioFile,
    folder: &Folder,
    file: &Path,
    text: &str,
    data: &Data,
    faults: &mut Vec<Fault>,
) -> Option<File> {
    match sheet.map.as_deref() {
        None | Some("") => Some(folder.file("map.tmx")).filter(File::exists),
        Some(id) if !is_id(id) => {
            let what = plain(&format!("{id:?} is no id of a map"));
            let advice = "a scenario names its map by id, not by path: letters, digits, _ and -";
            faults.push(Fault::new(file, line_of(text, "map"), what, advice));
            None
        }
        Some(id) => data.map(id).or_else(|| {
            let what = format!("there is no map {id:?}");
            faults.push(Fault::new(file, line_of(text, "map"), what, format!("put it at maps/{id}.tmx")));
            None
        }),
    }
}
