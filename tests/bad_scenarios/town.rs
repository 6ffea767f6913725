//! A small good scenario in a folder of its own, to be broken in one place at a time.

use std::{fs, path::PathBuf};

use smallville::{data::Data, town::check_scenario, world::Fault};

use super::small::Small;

/// `assets/scenarios/small` on the small map, with Ada One.
pub struct Town {
    small: Small,
}

/// What is written at first.
pub const SCENARIO: &str = r#"name = "Small"
about = "One house."
map = "small"
start = "2023-02-13T06:30"
seed = 1
tick_seconds = 10
"#;

/// Somebody who lives in the house.
pub fn person(name: &str) -> String {
    format!(
        r#"name = "{name}"
age = 34
pronouns = "she"
traits = "friendly"
background = "{name} has always lived here."
aim = "{name} wants to plant a tree."
lifestyle = "Up at seven, to bed at eleven."
voice = "Short."
look = "isabella_rodriguez"
home = "Ada's house"
rooms = ["Ada's house: bedroom"]
wake = "07:00"
sleep = "23:00"
places = ["Yard"]

[work]
what = "keep the yard"
places = ["Yard: lawn"]
from = "09:00"
until = "17:00"
days = ["mon", "tue"]
tasks = ["rake the leaves", "look at the sky"]

[[habits]]
what = "sit on the bench"
places = ["Yard: lawn"]
at = "18:00"
minutes = 45
often = 60

[meals]
breakfast = ["home"]
dinner = ["home"]

[[people]]
name = "Cy Three"
knows = "Cy Three is the neighbour."

[[memories]]
text = "{name} saw a fox on 10 February 2023."
importance = 3
"#
    )
}

impl Town {
    /// Written anew, without a fault.
    pub fn new() -> Self {
        let town = Self { small: Small::new() };
        town.write("small/scenario.toml", SCENARIO);
        town.write("small/cast/ada.toml", person("Ada One"));
        town
    }

    /// A path below `assets/scenarios`.
    pub fn at(&self, path: &str) -> PathBuf {
        self.small.at("assets/scenarios").join(path)
    }

    /// The data folder.
    pub fn root(&self) -> PathBuf {
        self.small.at("")
    }

    /// The map's text can be changed too.
    pub fn map(&self, old: &str, new: &str) {
        self.small.change("maps/small.tmx", old, new);
    }

    /// Puts a file below `assets/scenarios`.
    pub fn write(&self, path: &str, bytes: impl AsRef<[u8]>) {
        let path = self.at(path);
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        fs::write(path, bytes).expect("a file");
    }

    /// Changes the first place in Ada's file where `old` stands.
    pub fn ada(&self, old: &str, new: &str) {
        self.change("small/cast/ada.toml", old, new);
    }

    /// Changes the first place in the scenario's file where `old` stands.
    pub fn scenario(&self, old: &str, new: &str) {
        self.change("small/scenario.toml", old, new);
    }

    fn change(&self, path: &str, old: &str, new: &str) {
        let text = fs::read_to_string(self.at(path)).expect("a text");
        assert!(text.contains(old), "{path} does not hold {old:?}");
        self.write(path, text.replacen(old, new, 1));
    }

    /// All that is wrong with it.
    pub fn faults(&self) -> Vec<Fault> {
        self.faults_of("small")
    }

    /// All that is wrong with another.
    pub fn faults_of(&self, which: &str) -> Vec<Fault> {
        let data = Data::only(self.root());
        let faults = check_scenario(which, &data);
        for fault in &faults {
            let words = fault.to_string();
            assert!(!fault.what.is_empty() && !fault.advice.is_empty(), "{words}");
            assert!(words.len() < 1500 && !words.chars().any(char::is_control), "{words}");
        }
        // Whoever plays it is told too, and the town never begins.
        if !faults.is_empty() {
            let options = smallville::town::Options {
                scenario: which.into(),
                threads: 1,
                ..smallville::town::Options::default()
            };
            assert!(smallville::headless::app(&options, &data).is_err(), "{which}: faults, and yet it opens");
        }
        faults
    }

    /// Exactly one fault, in this file and at this line (0: in no line), and it says `what`.
    #[track_caller]
    pub fn one(&self, file: &str, line: usize, what: &str) {
        let faults = self.faults();
        assert_eq!(faults.len(), 1, "{what}: {}", list(&faults));
        assert!(has(&faults, file, line, what), "wanted {file}, line {line}: {what}; got {}", list(&faults));
    }
}

/// Is there such a fault?
pub fn has(faults: &[Fault], file: &str, line: usize, what: &str) -> bool {
    let place = if line == 0 { String::new() } else { format!("line {line}") };
    let fits = |fault: &&Fault| fault.file.ends_with(file) && fault.place == place && fault.what.contains(what);
    faults.iter().any(|fault| fits(&fault))
}

/// For messages.
pub fn list(faults: &[Fault]) -> String {
    faults.iter().map(|fault| format!("\n  {fault}")).collect()
}
