//! The lines at the head of a prompt's file: for which model, how freely, how long.

use std::str::FromStr;

use crate::mind::{Class, Reasoning};

/// A list of the inputs that may be cut, and how many of it stay as long as others can be cut.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cut {
    /// Which.
    pub list: String,
    /// How many.
    pub keep: usize,
}

/// What the head says.
#[derive(Clone, Debug, PartialEq)]
pub struct Front {
    /// For which kind of model.
    pub class: Class,
    /// 0 to 2.
    pub temperature: f32,
    /// The longest answer, in tokens.
    pub max_tokens: u32,
    /// How much it should think first.
    pub reasoning: Reasoning,
    /// The most tokens of the whole prompt, one for 4 bytes.
    pub bound: u32,
    /// Of these, tokens that the lists in `grows` get for themselves.
    pub reserve: u32,
    /// What is cut to keep the bound, first to last; a list may stand here again, with less to keep.
    pub trim: Vec<Cut>,
    /// Lists that grow from one question to the next of the same talk. `trim` is cut as if they were empty, so that it
    /// is the same each time and a server that keeps beginnings has it.
    pub grows: Vec<Cut>,
}

/// All keys, for whoever misspells one.
const KEYS: &str = "class, temperature, max_tokens, reasoning, bound, reserve, trim, grows";

impl Front {
    /// Reads `key: value` lines; `#` begins a remark.
    ///
    /// # Errors
    /// Everything that is wrong, with lines counted from 1.
    pub fn read(text: &str) -> Result<Self, Vec<(usize, String)>> {
        let (mut front, mut faults) = (Self::nothing(), Vec::new());
        let mut given: Vec<&str> = Vec::new();
        for (n, line) in text.lines().enumerate() {
            let line = line.split('#').next().unwrap_or_default().trim();
            if line.is_empty() {
                continue;
            }
            let Some((key, value)) = line.split_once(':').map(|(key, value)| (key.trim(), value.trim())) else {
                faults.push((n + 1, format!("{line:?} is no setting; write `key: value`")));
                continue;
            };
            if given.contains(&key) {
                faults.push((n + 1, format!("{key} is given twice")));
            }
            given.push(key);
            if let Err(what) = front.set(key, value) {
                faults.push((n + 1, what));
            }
        }
        for key in ["class", "temperature", "max_tokens", "bound"] {
            if !given.contains(&key) {
                faults.push((1, format!("{key} is not given")));
            }
        }
        if front.reserve > 0 && front.reserve >= front.bound {
            faults.push((1, format!("a reserve of {} leaves nothing of a bound of {}", front.reserve, front.bound)));
        }
        if front.grows.is_empty() != (front.reserve == 0) {
            faults.push((1, "reserve and grows belong together: give both or none".into()));
        }
        if faults.is_empty() { Ok(front) } else { Err(faults) }
    }

    fn nothing() -> Self {
        Self {
            class: Class::Small,
            temperature: 0.0,
            max_tokens: 0,
            reasoning: Reasoning::Low,
            bound: 0,
            reserve: 0,
            trim: Vec::new(),
            grows: Vec::new(),
        }
    }

    fn set(&mut self, key: &str, value: &str) -> Result<(), String> {
        match key {
            "class" => self.class = one_of(key, value, &[("small", Class::Small), ("large", Class::Large)])?,
            "reasoning" => {
                let all = [("none", Reasoning::None), ("low", Reasoning::Low), ("medium", Reasoning::Medium)];
                self.reasoning = one_of(key, value, &all)?;
            }
            "temperature" => self.temperature = number(key, value, 0.0, 2.0)?,
            "max_tokens" => self.max_tokens = number(key, value, 1, 8192)?,
            "bound" => self.bound = number(key, value, 100, 100_000)?,
            "reserve" => self.reserve = number(key, value, 0, 100_000)?,
            "trim" => self.trim = cuts(key, value)?,
            "grows" => self.grows = cuts(key, value)?,
            _ => return Err(format!("{key:?} is no setting; there are {KEYS}")),
        }
        Ok(())
    }
}

fn one_of<T: Copy>(key: &str, value: &str, all: &[(&str, T)]) -> Result<T, String> {
    let names = all.iter().map(|(name, _)| *name).collect::<Vec<_>>().join(" or ");
    let found = all.iter().find(|(name, _)| *name == value).map(|(_, one)| *one);
    found.ok_or_else(|| format!("{key} is {names}, not {value:?}"))
}

fn number<T: FromStr + PartialOrd + std::fmt::Display>(key: &str, value: &str, least: T, most: T) -> Result<T, String> {
    let bad = format!("{key} is a number from {least} to {most}, not {value:?}");
    value.parse().ok().filter(|number| (&least..=&most).contains(&number)).ok_or(bad)
}

/// `[memories 3, places 2]`.
fn cuts(key: &str, value: &str) -> Result<Vec<Cut>, String> {
    let bad = || format!("{key} is a list such as [memories 3, places 2], not {value:?}");
    let inner = value.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')).ok_or_else(bad)?;
    let cut = |item: &str| {
        let (list, keep) = item.trim().split_once(' ').ok_or_else(bad)?;
        Ok(Cut { list: list.to_string(), keep: keep.trim().parse().map_err(|_| bad())? })
    };
    inner.split(',').filter(|item| !item.trim().is_empty()).map(cut).collect()
}
