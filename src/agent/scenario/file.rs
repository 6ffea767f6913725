//! Text files of a scenario: read with care, and every fault given its line.

use std::path::Path;

use crate::world::Fault;

/// A file longer than this is none of ours.
const LONGEST: u64 = 256 * 1024;

/// Reads a text file that lies in `folder` for real, links followed.
pub(super) fn read_text(file: &Path, folder: &Path, faults: &mut Vec<Fault>) -> Option<String> {
    let fault = |what: String, mend: &str| Fault::new(file, "", what, mend);
    let inside = match (file.canonicalize(), folder.canonicalize()) {
        (Ok(file), Ok(folder)) => file.starts_with(folder),
        (Err(error), _) | (_, Err(error)) => {
            faults.push(fault(format!("cannot be read: {error}"), "check the name and the rights"));
            return None;
        }
    };
    if !inside {
        faults.push(fault("leads out of the scenario's folder".into(), "put the file itself there, not a link"));
        return None;
    }
    let about = std::fs::metadata(file);
    if about.as_ref().is_ok_and(|about| !about.is_file()) {
        faults.push(fault("is no file".into(), "put a text file there, or take it out"));
        return None;
    }
    let length = about.map_or(0, |about| about.len());
    if length > LONGEST {
        let what = format!("has {length} bytes; more than {LONGEST} are not read");
        faults.push(fault(what, "shorten it"));
        return None;
    }
    match std::fs::read(file).map(String::from_utf8) {
        Ok(Ok(text)) => Some(text),
        Ok(Err(error)) => {
            let at = error.utf8_error().valid_up_to();
            let line = error.as_bytes()[..at].iter().filter(|byte| **byte == b'\n').count() + 1;
            faults.push(Fault::new(file, format!("line {line}"), "is not UTF-8 text", "save it as UTF-8"));
            None
        }
        Err(error) => {
            faults.push(fault(format!("cannot be read: {error}"), "check the rights"));
            None
        }
    }
}

/// What a file says, as data.
pub(super) fn parse<T: serde::de::DeserializeOwned>(file: &Path, text: &str, faults: &mut Vec<Fault>) -> Option<T> {
    toml::from_str(text)
        .inspect_err(|error: &toml::de::Error| {
            let line = error.span().map_or(1, |span| text[..span.start.min(text.len())].matches('\n').count() + 1);
            let what = plain(error.message().lines().next().unwrap_or("cannot be understood"));
            faults.push(Fault::new(file, format!("line {line}"), what, "see the other cast files for the form"));
        })
        .ok()
}

/// One line of at most 400 letters, without what a terminal would obey.
pub fn plain(words: &str) -> String {
    let mut letters = words.chars().map(|c| if c.is_control() { '\u{fffd}' } else { c });
    let short: String = letters.by_ref().take(400).collect();
    if letters.next().is_some() { format!("{short} …") } else { short }
}

/// `line 12`: the first on which `needle` is a key or a table's head, else stands between quotes, else stands at all;
/// empty if it stands nowhere.
pub fn line_of(text: &str, needle: &str) -> String {
    let key = |line: &str| {
        let line = line.trim_start();
        let after = line.trim_start_matches('[').strip_prefix(needle);
        after.is_some_and(|rest| rest.trim_start().starts_with(if line.starts_with('[') { ']' } else { '=' }))
    };
    let (quoted, empty) = (format!("\"{needle}\""), needle.trim().is_empty());
    let ways: [&dyn Fn(&str) -> bool; 3] =
        [&|line| !empty && key(line), &|line| line.contains(&quoted), &|line| !empty && line.contains(needle)];
    let found = ways.into_iter().find_map(|way| text.lines().position(way));
    found.map(|line| format!("line {}", line + 1)).unwrap_or_default()
}
