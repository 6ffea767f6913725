//! A prompt's file, cut into its parts before anything is filled in: what is filled in can forge no part.

use super::{Fault, front::Front};

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
    pub front: Front,
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
        let whole = |line: usize, what: &str| vec![Fault::new(name, line, what)];
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
        let front = Front::read(&lines[1..end].join("\n"));
        let front = front.map_err(|all| -> Vec<Fault> {
            all.into_iter().map(|(line, what)| Fault::new(name, line + 1, what)).collect()
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
