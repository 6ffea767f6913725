//! What is changed about a town before it lives, to see what comes of it. It stands in the save, so that a save lives
//! again as the town it was.

use std::collections::{BTreeMap, BTreeSet};

use bevy::prelude::*;
use jiff::civil;

use super::TownError;
use crate::{
    agent::{
        Scenario,
        ablation::{Ablation, ENGLISH},
        resolve::Known,
        scenario::{nearest, plain, repeat},
    },
    clock::Calendar,
    command::Command,
    exchange::CommandQueue,
    memory::Kind,
    world::TownMap,
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
const WITHOUT: [(&str, Kind); 3] =
    [("observation", Kind::Observation), ("reflection", Kind::Reflection), ("planning", Kind::Plan)];

impl Experiment {
    /// As a save keeps it. Commands are not among it: the journal has them.
    pub fn settings(&self) -> BTreeMap<String, String> {
        let list = |names: &mut dyn Iterator<Item = &String>| names.cloned().collect::<Vec<_>>().join(", ");
        let absent: BTreeSet<&String> = self.absent.iter().collect();
        let all = [
            ("agents", self.agents.map(|agents| agents.to_string()).unwrap_or_default()),
            ("talk", self.talk.filter(|talk| *talk < 1.0).map(|talk| talk.to_string()).unwrap_or_default()),
            ("absent", list(&mut absent.into_iter())),
            ("without", list(&mut self.without.iter())),
            ("routines", self.routines.filter(|on| *on).map(|_| "on".to_string()).unwrap_or_default()),
            ("together", self.together.filter(|most| *most != 2).map(|most| most.to_string()).unwrap_or_default()),
            ("language", self.language.clone().filter(|language| language != ENGLISH).unwrap_or_default()),
        ];
        all.into_iter().filter(|(_, value)| !value.is_empty()).map(|(key, value)| (key.to_string(), value)).collect()
    }

    /// With what a save has and this does not say.
    pub fn or_as(&self, settings: &BTreeMap<String, String>) -> Self {
        let list = |key: &str| settings.get(key).into_iter().flat_map(|all| all.split(", ")).map(str::to_string);
        let number = |key: &str| settings.get(key).map(String::as_str);
        let mut whole = self.clone();
        whole.agents = self.agents.or(number("agents").and_then(|text| text.parse().ok()));
        whole.talk = self.talk.or(number("talk").and_then(|text| text.parse().ok()));
        whole.routines = self.routines.or(settings.get("routines").map(|text| text == "on"));
        whole.together = self.together.or(number("together").and_then(|text| text.parse().ok()));
        whole.language = self.language.clone().or(settings.get("language").cloned());
        if self.absent.is_empty() {
            whole.absent = list("absent").collect();
        }
        if self.without.is_empty() {
            whole.without = list("without").collect();
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
                let near = nearest(name, people()).map(|near| format!("; did you mean {near:?}?"));
                let why = format!("there is nobody called {name:?} to be absent{}", near.unwrap_or_default());
                return Err(TownError::Message(plain(&why)));
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
            let tick = calendar.minute_at(*when).map(|minute| calendar.tick(minute));
            let tick = tick.filter(|tick| *tick >= begins && *when >= calendar.start);
            let Some(tick) = tick else {
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
