//! A scenario from its folder: map, people, start, seed. Every fault of every file is found in one run.
//!
//! A scenario reaches its own folder, and by id other scenarios and maps; it names no path.

mod acquainted;
mod compare;
mod crowd;
mod file;
mod goal;
mod news;

use std::path::Path;

use jiff::civil;
use serde::Deserialize;

use self::{
    acquainted::{Acquainted, introduce},
    file::{read_cast, read_text},
};
pub use self::{
    compare::{AbsentRole, Comparison, Direction, Faculty, Measure},
    crowd::repeat,
    file::{CastMember, Report, plain},
    goal::{Fulfils, Goal, Opinion},
    news::{Expect, News, NewsEvent, check_places, mentions},
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
    acquainted: Acquainted,
    #[serde(default)]
    news: Vec<News>,
    expect: Option<Expect>,
    compare: Option<Vec<Comparison>>,
    goal: Option<Vec<Goal>>,
}

/// A map longer than this is looked at by the map's reader alone, which refuses it.
const LONGEST_MAP: u64 = 64 * 1024 * 1024;
/// So many scenarios may extend one another.
const MAX_BASES: usize = 16;
/// More people than this are a mistake.
const MAX_PEOPLE: usize = 1000;

impl Scenario {
    /// Finds a scenario by id or by the path of its folder, and reads it.
    ///
    /// # Errors
    /// All faults of all its files.
    pub fn open(which: &str, data: &Data) -> Result<Self, Vec<Fault>> {
        let (scenario, faults) = Self::look(which, data);
        scenario.filter(|_| faults.is_empty()).ok_or(faults)
    }

    /// As [`Scenario::open`], with all its faults, and as far as it could be read in spite of them: so that the rest
    /// can be checked too.
    pub fn look(which: &str, data: &Data) -> (Option<Self>, Vec<Fault>) {
        let folder = if is_id(which) { data.scenario(which) } else { None };
        let named = || {
            Some(data.as_scenario(Path::new(which), &id_of(which)))
                .filter(|folder| folder.file("scenario.toml").exists())
        };
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
        if above.contains(folder) {
            let what = "this scenario extends itself, directly or through others";
            faults.push(Fault::new(source.path(), "extends", what, "remove one of the `extends` lines"));
            return None;
        }
        if above.len() > MAX_BASES {
            let what = format!("this is the end of a row of more than {MAX_BASES} scenarios that extend one another");
            faults.push(Fault::new(source.path(), "extends", what, "write what they say into fewer scenarios"));
            return None;
        }
        above.push(folder.clone());
        let text = read_text(&source, faults);
        let sheet = text.as_ref().and_then(|text| Report::new(source.path(), text, faults).parse::<ScenarioFile>());
        let needed = sheet.as_ref().is_some_and(|sheet| sheet.extends.is_none());
        let mut people = read_cast(&folder.sub("cast"), needed, faults);
        let (text, sheet) = text.zip(sheet)?;
        let mut report = Report::new(source.path(), &text, faults);
        check_name(&sheet.name, &mut report);
        let base = match sheet.extends.as_deref() {
            None => None,
            Some(other) => {
                let found = data.scenario(other);
                if found.is_none() {
                    report.add(
                        "extends",
                        format!("there is no scenario {other:?} to extend"),
                        "use the id of another one",
                    );
                }
                Some(Self::read(&found?, data, report.faults, above)?)
            }
        };
        let base = base.as_ref();
        let map = find_map(&sheet, folder, data, &mut report).or_else(|| base.map(|base| base.map.clone()));
        if map.is_none() && report.faults.is_empty() {
            let advice = "write map = \"ID\" of a map in maps/, or put a map.tmx beside scenario.toml";
            report.add_for_file("the scenario has no map", advice);
        }
        let usual = base.map_or(civil::date(2023, 2, 13).at(6, 30, 0, 0), |base| base.start);
        let start = sheet.start.as_ref().map_or(usual, |start| {
            start.parse().unwrap_or_else(|_| {
                report.add("start", format!("{start:?} is not a date and time"), "write it like 2023-02-13T06:30");
                usual
            })
        });
        let tick_seconds = sheet.tick_seconds.or(base.map(|base| base.tick_seconds)).unwrap_or(10);
        if !(1..=60).contains(&tick_seconds) || 60 % tick_seconds != 0 {
            let what = format!("tick_seconds cannot be {tick_seconds}");
            report.add("tick_seconds", what, "use a divisor of 60; 10 is usual");
        }
        let mut hash = blake3::Hasher::new();
        hash.update(text.as_bytes());
        if let Some(base) = base {
            hash.update(base.hash.as_bytes());
            people.extend(base.people.iter().cloned());
        }
        if let Some(chosen) = &sheet.people {
            for name in chosen.iter().filter(|name| people.iter().all(|one| one.persona.name != **name)) {
                report.add(name, format!("there is nobody called {name:?}"), "write the full name from the cast file");
            }
            people.retain(|one| chosen.contains(&one.persona.name));
            if chosen.is_empty() {
                report.add("people", "the list of people is empty", "list some, or remove the line to include all");
            }
        }
        if people.len() > MAX_PEOPLE {
            let what = format!("there are {} people; the maximum is {MAX_PEOPLE}", people.len());
            report.add_for_file(what, "remove some");
            people.truncate(MAX_PEOPLE);
        }
        introduce(&mut people, sheet.acquainted);
        people.iter().for_each(|one| {
            hash.update(one.text.as_bytes());
        });
        // The map too: on another map the same answers lead elsewhere.
        hash.update(&map.as_ref().and_then(|map| map.bytes(LONGEST_MAP).ok()).unwrap_or_default());
        let expect = sheet.expect.or(base.map(|base| base.expect.clone())).unwrap_or_default();
        check_expectations(&expect, &mut report);
        news::check(&sheet.news, &people, &mut report);
        // News of the base scenario is dropped if its source is left out or if this scenario redefines it.
        let mut news: Vec<News> = base.map(|base| base.news.clone()).unwrap_or_default();
        news.retain(|one| people.iter().any(|who| who.persona.name == one.source));
        news.retain(|one| sheet.news.iter().all(|own| own.id != one.id));
        news.extend(sheet.news);
        compare::check(sheet.compare.as_deref().unwrap_or_default(), &news, &mut report);
        let mut compare = sheet.compare.or(base.map(|base| base.compare.clone())).unwrap_or_default();
        // A comparison about news that this scenario does not have cannot be measured.
        compare.retain(|one| one.news.as_ref().is_none_or(|id| news.iter().any(|news| news.id == *id)));
        goal::check(sheet.goal.as_deref().unwrap_or_default(), &news, people.len(), &mut report);
        let own_goals = sheet.goal.is_some();
        let mut goals = sheet.goal.or(base.map(|base| base.goals.clone())).unwrap_or_default();
        let lives = |name: &str| own_goals || people.iter().any(|who| who.persona.name == name);
        goals.retain(|one| one.fits(&news, lives));
        let id = id_of(&folder.path().to_string_lossy());
        let (name, about) = (sheet.name, sheet.about);
        let seed = sheet.seed.or(base.map(|base| base.seed)).unwrap_or(1);
        let hash = hash.finalize().to_hex()[..32].to_string();
        let (map, file) = (map?, source);
        Some(Self { id, name, about, map, start, seed, tick_seconds, people, news, expect, compare, goals, file, hash })
    }
}

/// The id of the scenario in a folder: the folder's name, if it can be one.
fn id_of(folder: &str) -> String {
    let name = Path::new(folder).canonicalize().ok();
    let name = name.as_deref().unwrap_or(Path::new(folder)).file_name().map(|name| name.to_string_lossy().into_owned());
    name.filter(|name| is_id(name)).unwrap_or_else(|| "scenario".into())
}

fn check_name(name: &str, report: &mut Report) {
    let what = if name.trim().is_empty() {
        "the name is empty"
    } else if name.len() > 80 || name.chars().any(char::is_control) {
        "the name is longer than 80 bytes or contains a line break"
    } else {
        return;
    };
    report.add("name", what, "give the town a short name");
}

fn check_expectations(expect: &Expect, report: &mut Report) {
    let share = |share: f64| (0.0..=1.0).contains(&share);
    let bad = [
        ("hours", !(expect.hours > 0.0 && expect.hours <= 8784.0), "write a number of game hours, such as 48"),
        ("seeds", !share(expect.seeds), "write a share of the seeds, such as 0.85"),
        ("density", expect.density.is_some_and(|range| !news::is_range(range)), "write two shares, such as [0.5, 0.9]"),
        ("repeated_lines", expect.repeated_lines.is_some_and(|most| !share(most)), "write a share, such as 0.02"),
    ];
    for (key, _, advice) in bad.into_iter().filter(|(_, bad, _)| *bad) {
        report.add(key, format!("the expected {key} is out of range"), advice);
    }
}

fn find_map(sheet: &ScenarioFile, folder: &Folder, data: &Data, report: &mut Report) -> Option<File> {
    let map = match sheet.map.as_deref() {
        None | Some("") => Some(folder.file("map.tmx")).filter(File::exists),
        Some(id) if !is_id(id) => {
            let advice = "name the map by its id, not by a path: letters, digits, _ and - only";
            report.add("map", format!("{id:?} is not a valid map id"), advice);
            None
        }
        Some(id) => data.map(id).or_else(|| {
            let advice = format!("add maps/{id}.tmx, or use the id of another map");
            report.add("map", format!("there is no map {id:?}"), advice);
            None
        }),
    }?;
    map.stays_inside().inspect_err(|why| report.faults.push(Fault::unread(&map, why))).ok().map(|()| map)
}
