//! A prompt file, split into its parts before values are filled in, so that no value can forge a part.
//! Its front matter sets the class of model, the temperature and the length limits.

use std::str::FromStr;

use serde::de::{
    DeserializeOwned,
    value::{Error as ValueError, StrDeserializer},
};

use super::{Fault, fault};
use crate::mind::{Class, Reasoning};

/// Begins the system message.
const SYSTEM: &str = "=== system ===";
/// Begins the user message.
const USER: &str = "=== user ===";

/// A part with the number of lines that stand before it in its file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// Its text.
    pub text: String,
    /// Lines before.
    pub before: usize,
}

/// A file of one question.
#[derive(Clone, Debug, PartialEq)]
pub struct PromptFile {
    /// Its head.
    pub front: FrontMatter,
    /// Rules, task, form of the answer, person.
    pub system: Part,
    /// What lasts before what changes, the question last.
    pub user: Part,
}

impl PromptFile {
    /// Cuts the text of the file `name`.
    ///
    /// # Errors
    /// Everything that is wrong with the head and the parts.
    pub fn read(name: &str, text: &str) -> Result<Self, Vec<Fault>> {
        let lines: Vec<&str> = text.lines().collect();
        let whole = |line: usize, what: &str| vec![fault(name, line, what)];
        if lines.first().map(|line| line.trim_end()) != Some("---") {
            return Err(whole(1, "the file begins with a line `---`, settings, and a line `---`"));
        }
        let end = lines.iter().skip(1).position(|line| line.trim_end() == "---").map(|at| at + 1);
        let end = end.ok_or_else(|| whole(1, "the settings do not end; close them with a line `---`"))?;
        let marks = |mark: &str| -> Vec<usize> {
            lines.iter().enumerate().filter(|(_, line)| line.trim_end() == mark).map(|(at, _)| at).collect()
        };
        let only = |mark: &str| match marks(mark)[..] {
            [at] if at > end => Ok(at),
            [] => Err(whole(0, &format!("there is no line `{mark}`"))),
            [at] => Err(whole(at + 1, &format!("`{mark}` stands before the end of the settings"))),
            [_, second, ..] => Err(whole(second + 1, &format!("`{mark}` stands here a second time"))),
        };
        let (system, user) = (only(SYSTEM)?, only(USER)?);
        if user < system {
            return Err(whole(user + 1, "the system part comes first"));
        }
        if let Some(at) = (end + 1..system).find(|at| !lines[*at].trim().is_empty()) {
            return Err(whole(at + 1, "this stands in no part: it is before `=== system ===`"));
        }
        let part = |from: usize, to: usize| Part { text: lines[from + 1..to].join("\n"), before: from + 1 };
        let front = FrontMatter::read(&lines[1..end].join("\n"));
        let front = front.map_err(|all| -> Vec<Fault> {
            all.into_iter().map(|(line, what)| fault(name, line + 1, what)).collect()
        })?;
        Ok(Self { front, system: part(system, user), user: part(user, lines.len()) })
    }
}

/// The files that a template's text includes, with their lines.
///
/// # Errors
/// An include that does not name its file in quotes: which files belong to a prompt is known before it is filled in.
pub fn included(text: &str) -> Result<Vec<(usize, String)>, (usize, String)> {
    let mut found = Vec::new();
    for (n, line) in text.lines().enumerate() {
        for tag in line.split("{%").skip(1).filter_map(|rest| rest.split("%}").next()) {
            let words = tag.trim().trim_start_matches('-').trim_start();
            let verb = words.split_whitespace().next().unwrap_or_default();
            if !["include", "import", "from", "extends"].contains(&verb) {
                continue;
            }
            let named = words[verb.len()..].trim().trim_end_matches('-').trim();
            let quoted = named.strip_prefix('"').and_then(|rest| rest.strip_suffix('"'));
            match quoted.filter(|name| verb == "include" && !name.contains('"')) {
                Some(name) => found.push((n + 1, name.to_string())),
                None => return Err((n + 1, format!("`{}`: write {{% include \"_name.md\" %}}", tag.trim()))),
            }
        }
    }
    Ok(found)
}

/// A list of the inputs that may be cut, and how many of it stay as long as others can be cut.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cut {
    /// Which.
    pub list: String,
    /// How many.
    pub keep: usize,
}

/// What the head says.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct FrontMatter {
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

impl FrontMatter {
    /// Reads `key: value` lines; `#` begins a remark.
    ///
    /// # Errors
    /// Everything that is wrong, with lines counted from 1.
    pub fn read(text: &str) -> Result<Self, Vec<(usize, String)>> {
        let (mut front, mut faults) = (Self::default(), Vec::new());
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

    fn set(&mut self, key: &str, value: &str) -> Result<(), String> {
        match key {
            "class" => self.class = one_of(key, value)?,
            "reasoning" => self.reasoning = one_of(key, value)?,
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

fn one_of<T: DeserializeOwned>(key: &str, value: &str) -> Result<T, String> {
    T::deserialize(StrDeserializer::new(value)).map_err(|why: ValueError| format!("{key}: {why}"))
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
