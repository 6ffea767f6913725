//! Reads a file of memories into commands: `Name: text`, CSV with a name and memories in each row, or one JSON object
//! per line. All faults are reported at once, with their lines.

use serde::Deserialize;

use crate::{
    agent::{prelude::*, resolve},
    command::{Command, LONGEST_WORDS},
    language::clean::one_line,
};

/// Larger files are not read, in bytes.
const LARGEST: usize = 4_000_000;
/// More memories are not given at once.
const MAX: usize = 10_000;
/// So many faults are told.
const FAULTS: usize = 20;

/// The commands that give the memories of a file.
///
/// # Errors
/// Every fault with its line; then nothing enters.
pub fn commands(world: &World, text: &[u8]) -> Result<Vec<Command>, String> {
    if text.len() > LARGEST {
        return Err(format!("the file is too large: at most {} MB are read", LARGEST / 1_000_000));
    }
    let text = plain(text)?;
    let (mut commands, mut faults) = (Vec::new(), Vec::new());
    for (n, row) in rows(text) {
        let read = if row.trim_start().starts_with('{') { of_json(&row) } else { of_text(&row) };
        let entry = read.and_then(|(name, memories)| resolve::person(world, &name).map(|one| (one, memories)));
        match entry {
            Ok((_, memories)) if memories.iter().any(|one| one.chars().nth(LONGEST_WORDS).is_some()) => {
                faults.push(format!("line {n}: a memory has at most {LONGEST_WORDS} letters"));
            }
            Ok((one, memories)) => {
                commands.extend(memories.into_iter().map(|memory| Command::Tell { to: one.name.clone(), memory }));
            }
            Err(why) if n == 1 && is_heading(&row) => drop(why),
            Err(why) => faults.push(format!("line {n}: {why}")),
        }
        if commands.len() > MAX {
            return Err(format!("more than {MAX} memories are too many at once"));
        }
    }
    if faults.is_empty() {
        return if commands.is_empty() { Err("there is no memory in it".into()) } else { Ok(commands) };
    }
    let more = faults.len().saturating_sub(FAULTS);
    faults.truncate(FAULTS);
    if more > 0 {
        faults.push(format!("and {more} more"));
    }
    Err(faults.join("\n"))
}

/// Bytes as text.
///
/// # Errors
/// Each line that is none, or has signs in it that no text has.
fn plain(bytes: &[u8]) -> Result<&str, String> {
    let odd = |byte: &&u8| byte.is_ascii_control() && !matches!(byte, b'\t' | b'\r');
    let lines = bytes.split(|byte| *byte == b'\n').zip(1..);
    let faults = lines.filter_map(|(line, n)| match (std::str::from_utf8(line), line.iter().find(odd)) {
        (Err(_), _) => Some(format!("line {n}: it is not written in UTF-8: save the file as UTF-8")),
        (Ok(_), Some(byte)) => Some(format!("line {n}: the sign {byte:#04x} is no text")),
        (Ok(_), None) => None,
    });
    let mut faults: Vec<String> = faults.take(FAULTS).collect();
    if faults.is_empty() {
        return std::str::from_utf8(bytes).map_err(|why| why.to_string());
    }
    faults.push("nothing of the file was given".into());
    Err(faults.join("\n"))
}

/// Rows with the line they begin at: a quotation may go over several lines.
fn rows(text: &str) -> Vec<(usize, String)> {
    let (mut rows, mut row, mut begins, mut open) = (Vec::new(), String::new(), 1, false);
    for (n, line) in text.lines().enumerate() {
        if row.is_empty() {
            begins = n + 1;
        } else {
            row.push(' ');
        }
        row.push_str(line);
        // In plain text a quotation mark is a quotation mark: only a field that begins with one may go on.
        open = !row.trim_start().starts_with('{') && cells(&row).1;
        if !open {
            let whole = std::mem::take(&mut row);
            if !whole.trim().trim_start_matches('\u{feff}').is_empty() && !whole.trim_start().starts_with('#') {
                rows.push((begins, whole.trim_start_matches('\u{feff}').to_string()));
            }
        }
    }
    if open {
        rows.push((begins, row));
    }
    rows
}

/// The fields of a row, and whether a quotation is open at its end.
fn cells(row: &str) -> (Vec<String>, bool) {
    let (mut cells, mut cell, mut quoted) = (Vec::new(), String::new(), false);
    let mut letters = row.chars().peekable();
    while let Some(letter) = letters.next() {
        match letter {
            '"' if quoted && letters.peek() == Some(&'"') => {
                letters.next();
                cell.push('"');
            }
            '"' if quoted => quoted = false,
            '"' if cell.trim().is_empty() => {
                cell.clear();
                quoted = true;
            }
            ',' if !quoted => cells.push(std::mem::take(&mut cell)),
            letter => cell.push(letter),
        }
    }
    cells.push(cell);
    (cells, quoted)
}

fn is_heading(row: &str) -> bool {
    let first = cells(row).0.first().map(|cell| cell.trim().to_lowercase()).unwrap_or_default();
    matches!(first.as_str(), "name" | "names" | "person" | "agent" | "who")
}

/// Several memories of one field are set apart by semicolons.
fn memories<'a>(fields: impl IntoIterator<Item = &'a str>) -> Vec<String> {
    let all = fields.into_iter().flat_map(|field| field.split(';'));
    all.map(one_line).filter(|memory| !memory.is_empty()).collect()
}

type Read = Result<(String, Vec<String>), String>;

fn of_text(row: &str) -> Read {
    let (name, memories) = match row.find([':', ',']) {
        Some(colon) if row[colon..].starts_with(':') => (row[..colon].to_string(), memories([&row[colon + 1..]])),
        _ => {
            let (cells, open) = cells(row);
            if open {
                return Err("a quotation mark is not closed".into());
            }
            (cells[0].clone(), memories(cells[1..].iter().map(String::as_str)))
        }
    };
    match memories.is_empty() {
        true => Err("there is a name and no memory: write Name: memory, or Name,memory".into()),
        false => Ok((name.trim().to_string(), memories)),
    }
}

/// A line of JSON.
#[derive(Deserialize)]
struct Line {
    #[serde(alias = "person", alias = "agent")]
    name: String,
    #[serde(default, alias = "text", alias = "whisper")]
    memory: String,
    #[serde(default)]
    memories: Vec<String>,
}

fn of_json(row: &str) -> Read {
    let Line { name, memory, memories: more } =
        serde_json::from_str(row).map_err(|why| format!("this is no memory in JSON: {why}"))?;
    let found = memories([memory.as_str()].into_iter().chain(more.iter().map(String::as_str)));
    match found.is_empty() {
        true => Err("there is no \"memory\" and no \"memories\" in it".into()),
        false => Ok((name, found)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_text_is_told_with_its_line() {
        let why = plain(b"Ann: one\nAnn: t\0wo\nAnn: thr\xffee\n").expect_err("it is none");
        assert!(why.contains("line 2: the sign 0x00") && why.contains("line 3: it is not written in UTF-8"), "{why}");
        assert_eq!(plain("Ann: é\r\n\tx".as_bytes()), Ok("Ann: é\r\n\tx"));
    }

    #[test]
    fn rows_and_fields_come_apart() {
        let text = "Name,Whisper\nAnn,\"one; two\nthree\"\n\n# a note\nBo: said \"so\"; and so\n";
        let rows = rows(text);
        assert_eq!(rows.iter().map(|(n, _)| *n).collect::<Vec<_>>(), [1, 2, 6]);
        assert!(is_heading(&rows[0].1));
        let of = |row: &str| of_text(row).map(|(name, all)| format!("{name}={}", all.join("|")));
        assert_eq!(of(&rows[1].1).as_deref(), Ok("Ann=one|two three"));
        assert_eq!(of(&rows[2].1).as_deref(), Ok("Bo=said \"so\"|and so"));
        assert!(of("Ann").is_err() && of("Ann,\"x").is_err() && of(":").is_err());
        let json = of_json("{\"name\":\"Ann\",\"memories\":[\"a\",\"b; c\"]}").expect("it is one");
        assert_eq!(json.1, ["a", "b", "c"]);
        assert!(of_json("{").is_err() && of_json("{\"name\":1}").is_err());
    }
}
