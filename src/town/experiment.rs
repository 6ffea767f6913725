//! An experiment: changes to a scenario before it runs. They are stored in the save, so that a replay is the same town.

use std::collections::{BTreeMap, BTreeSet};

use jiff::civil;

use super::TownError;
use crate::{
    agent::{
        Scenario,
        ablation::{Ablation, ENGLISH},
        prelude::*,
        resolve::{self, Known},
        scenario::{plain, repeat},
    },
    command::Command,
    exchange::CommandQueue,
};

/// Changes to a scenario; what is not given is as the scenario has it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Experiment {
    /// How many people.
    pub agents: Option<u32>,
    /// How much of the usual talk, 0 to 1.
    pub talk: Option<f64>,
    /// Who is left out, by full name.
    pub absent: Vec<String>,
    /// What people do without: `talk`, `observation`, `reflection`, `planning`.
    pub without: BTreeSet<String>,
    /// Whether routines save questions.
    pub routines: Option<bool>,
    /// How many residents at most stand in one talk.
    pub together: Option<u32>,
    /// The language that people think and talk in.
    pub language: Option<String>,
    /// Commands, and when they are given.
    pub commands: Vec<(civil::DateTime, String)>,
}

/// What can be done without, and the kind of memory that is.
const WITHOUT: [(&str, MemoryKind); 3] =
    [("observation", MemoryKind::Observation), ("reflection", MemoryKind::Reflection), ("planning", MemoryKind::Plan)];

/// How a save keeps one change: its name, what is usual and not kept, and how it is read from an experiment and into
/// one.
type Setting = (&'static str, &'static str, fn(&Experiment) -> String, fn(&mut Experiment, &str));

fn text<T: ToString>(value: &Option<T>) -> String {
    value.as_ref().map_or_else(String::new, T::to_string)
}

fn list<'a>(names: impl IntoIterator<Item = &'a String>) -> String {
    names.into_iter().cloned().collect::<BTreeSet<_>>().into_iter().collect::<Vec<_>>().join(", ")
}

fn listed<C: FromIterator<String>>(names: &str) -> C {
    names.split(", ").map(String::from).collect()
}

const SETTINGS: [Setting; 7] = [
    ("agents", "", |all| text(&all.agents), |all, text| all.agents = text.parse().ok()),
    ("talk", "1", |all| text(&all.talk), |all, text| all.talk = text.parse().ok()),
    ("absent", "", |all| list(&all.absent), |all, text| all.absent = listed(text)),
    ("without", "", |all| list(&all.without), |all, text| all.without = listed(text)),
    (
        "routines",
        "off",
        |all| text(&all.routines.map(|on| if on { "on" } else { "off" })),
        |all, text| all.routines = Some(text == "on"),
    ),
    ("together", "2", |all| text(&all.together), |all, text| all.together = text.parse().ok()),
    ("language", ENGLISH, |all| text(&all.language), |all, text| all.language = Some(text.into())),
];

impl Experiment {
    /// As a save keeps it. Commands are not among it: the journal has them.
    pub fn settings(&self) -> BTreeMap<String, String> {
        let all = SETTINGS.iter().map(|(key, usual, get, _)| (key, usual, get(self)));
        let changed = all.filter(|(_, usual, text)| !text.is_empty() && text != *usual);
        changed.map(|(key, _, text)| (key.to_string(), text)).collect()
    }

    /// With what a save has and this does not say.
    pub fn or_as(&self, settings: &BTreeMap<String, String>) -> Self {
        let mut whole = self.clone();
        for (key, _, get, set) in &SETTINGS {
            if let Some(text) = settings.get(*key).filter(|_| get(self).is_empty()) {
                set(&mut whole, text);
            }
        }
        whole
    }

    /// Changes the scenario and its map.
    ///
    /// # Errors
    /// One sentence about people that are not there, or a number of them that cannot be.
    pub fn apply(&self, scenario: &mut Scenario, map: &mut TownMap) -> Result<Ablation, TownError> {
        if let Some(agents) = self.agents {
            repeat(scenario, map, agents as usize)?;
        }
        for name in &self.absent {
            let people = || scenario.people.iter().map(|one| one.persona.name.as_str());
            if people().all(|other| other != name) {
                let near = resolve::nearest(name, people().map(str::to_owned));
                let why = format!("there is nobody called {name:?} to leave out{}", resolve::or_near(&near));
                return Err(plain(&why).into());
            }
        }
        scenario.people.retain(|one| !self.absent.contains(&one.persona.name));
        if scenario.people.is_empty() {
            return Err(TownError::Message("nobody is left to live here".into()));
        }
        let language = self.language.clone().unwrap_or_else(|| ENGLISH.into());
        let talk = if self.without.contains("talk") { 0.0 } else { self.talk.unwrap_or(1.0) };
        let kinds = WITHOUT.iter().filter(|(name, _)| self.without.contains(*name));
        let without = kinds.map(|(_, kind)| *kind).collect();
        let routines = self.routines.unwrap_or(false);
        Ok(Ablation { talk, without, routines, together: self.together.unwrap_or(2) as usize, language })
    }

    /// Sets the commands down for their ticks; `begins` is the first tick that is lived anew.
    ///
    /// # Errors
    /// One sentence about a command that is none, or for a time that is past.
    pub fn set_down(&self, world: &mut World, calendar: Calendar, begins: u64) -> Result<(), TownError> {
        for (when, line) in &self.commands {
            let Some(tick) = calendar.tick_at(*when).filter(|tick| *tick >= begins) else {
                let first = calendar.date_time(begins);
                let first = first.strftime("%Y-%m-%d %H:%M");
                let why =
                    format!("{line:?} is to be done at {when}, and that is past: what is lived anew begins {first}");
                return Err(TownError::Message(plain(&why)));
            };
            let command = Command::read(line, &Known(world))
                .map_err(|why| TownError::Message(plain(&format!("{line:?} cannot be done at {when}: {why}"))))?;
            world.resource_mut::<CommandQueue>().set_down(tick, command);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_save_keeps_is_read_again() {
        let given = Experiment {
            agents: Some(7),
            talk: Some(0.5),
            absent: vec!["Bo Ek".into(), "Ann Vale".into()],
            without: BTreeSet::from(["reflection".into(), "talk".into()]),
            routines: Some(true),
            together: Some(3),
            language: Some("Chinese".into()),
            commands: Vec::new(),
        };
        let settings = given.settings();
        let read = Experiment::default().or_as(&settings);
        assert_eq!(read.settings(), settings);
        assert_eq!(
            (read.agents, read.talk, read.without, read.routines, read.together, read.language),
            (given.agents, given.talk, given.without, given.routines, given.together, given.language)
        );
        let other = Experiment { talk: Some(0.25), ..Experiment::default() }.or_as(&settings);
        assert_eq!((other.talk, other.agents), (Some(0.25), Some(7)), "what is said counts, the rest is as it was");
        assert_eq!(Experiment { talk: Some(1.0), ..Experiment::default() }.settings(), BTreeMap::new());
    }
}
