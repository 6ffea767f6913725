//! Files of rows: CSV as RFC 4180 has it, and lines of JSON.

use std::{
    fs::File,
    io::{BufWriter, Write},
    path::{Path, PathBuf},
};

use serde::de::IgnoredAny;

use super::{super::unwritten, ADVICE};
use crate::{
    clock::Calendar,
    save::{Cell, Column, Kind},
    town::TownError,
};

/// Writes a row of these columns as a line.
pub type Format = fn(&[Column], &[Cell], Calendar) -> String;

/// A file that is being written.
pub struct Sheet {
    path: PathBuf,
    name: String,
    out: BufWriter<File>,
}

impl Sheet {
    /// A new file in a folder.
    pub fn create(folder: &Path, name: &str) -> Result<Self, TownError> {
        let path = folder.join(name);
        let file = File::create(&path).map_err(|why| unwritten(&path, &why, ADVICE))?;
        Ok(Self { path, name: name.to_owned(), out: BufWriter::new(file) })
    }

    /// Writes some text.
    pub fn write(&mut self, text: &str) -> Result<(), TownError> {
        self.out.write_all(text.as_bytes()).map_err(|why| unwritten(&self.path, &why, ADVICE))
    }

    /// Brings all of it into the file, and gives its name.
    pub fn finish(mut self) -> Result<String, TownError> {
        // What is dropped is flushed too, but nobody would hear that there was no room.
        self.out.flush().map_err(|why| unwritten(&self.path, &why, ADVICE))?;
        Ok(self.name)
    }
}

/// The name of the column with date and time beside one with a tick.
pub fn time_of(tick: &str) -> String {
    if tick == "tick" { "time".into() } else { format!("{tick}_time") }
}

/// Date and time of a tick.
fn time(cell: &Cell, calendar: Calendar) -> Cell {
    match cell {
        Cell::Number(tick) => Cell::Text(calendar.date_time(tick.unsigned_abs()).to_string()),
        _ => Cell::Null,
    }
}

/// The names of columns as a row of CSV.
pub fn header(columns: &[Column]) -> String {
    let names = columns.iter().flat_map(|column| {
        let time = (column.kind == Kind::Tick).then(|| time_of(column.name));
        [column.name.to_owned()].into_iter().chain(time)
    });
    names.collect::<Vec<_>>().join(",") + "\r\n"
}

/// A row as CSV.
pub fn csv_row(columns: &[Column], cells: &[Cell], calendar: Calendar) -> String {
    let fields = columns.iter().zip(cells).flat_map(|(column, cell)| {
        let time = (column.kind == Kind::Tick).then(|| field(&time(cell, calendar)));
        [field(cell)].into_iter().chain(time)
    });
    fields.collect::<Vec<_>>().join(",") + "\r\n"
}

fn field(cell: &Cell) -> String {
    match cell {
        Cell::Null => String::new(),
        Cell::Number(number) => number.to_string(),
        // A text without letters is told from none.
        Cell::Text(text) if text.is_empty() || text.contains([',', '"', '\r', '\n']) => {
            format!("\"{}\"", text.replace('"', "\"\""))
        }
        Cell::Text(text) => text.clone(),
    }
}

/// A row as a line of JSON.
pub fn json_row(columns: &[Column], cells: &[Cell], calendar: Calendar) -> String {
    let fields = columns.iter().zip(cells).flat_map(|(column, cell)| {
        let time = (column.kind == Kind::Tick).then(|| pair(&time_of(column.name), &time(cell, calendar), false));
        [pair(column.name, cell, column.kind == Kind::Json)].into_iter().chain(time)
    });
    format!("{{{}}}\n", fields.collect::<Vec<_>>().join(","))
}

fn pair(name: &str, cell: &Cell, is_json: bool) -> String {
    let value = match cell {
        Cell::Null => "null".into(),
        Cell::Number(number) => number.to_string(),
        // As it is, if it is JSON and stays on one line.
        Cell::Text(text)
            if is_json && !text.contains(['\n', '\r']) && serde_json::from_str::<IgnoredAny>(text).is_ok() =>
        {
            text.clone()
        }
        Cell::Text(text) => serde_json::Value::from(text.as_str()).to_string(),
    };
    format!("\"{name}\":{value}")
}

#[cfg(test)]
mod tests {
    use super::*;

    const COLUMNS: [Column; 3] = [
        Column { name: "tick", kind: Kind::Tick, about: "" },
        Column { name: "text", kind: Kind::Plain, about: "" },
        Column { name: "more", kind: Kind::Json, about: "" },
    ];

    #[test]
    fn a_row_is_quoted_where_it_must_be() {
        let calendar = Calendar { start: jiff::civil::date(2023, 2, 13).at(6, 30, 0, 0), tick_seconds: 10 };
        let text = |text: &str| Cell::Text(text.into());
        let row =
            |format: Format, more: Cell| format(&COLUMNS, &[Cell::Number(6), text("a, \"b\"\n=c"), more], calendar);
        assert_eq!(header(&COLUMNS), "tick,time,text,more\r\n");
        assert_eq!(row(csv_row, text("")), "6,2023-02-13T06:31:00,\"a, \"\"b\"\"\n=c\",\"\"\r\n");
        assert_eq!(row(csv_row, Cell::Null), "6,2023-02-13T06:31:00,\"a, \"\"b\"\"\n=c\",\r\n");
        let line = |more: &str| {
            format!("{{\"tick\":6,\"time\":\"2023-02-13T06:31:00\",\"text\":\"a, \\\"b\\\"\\n=c\",\"more\":{more}}}\n")
        };
        assert_eq!(row(json_row, text("[1,{}]")), line("[1,{}]"));
        assert_eq!(row(json_row, text("[1,")), line("\"[1,\""), "what is no JSON is a text");
        assert_eq!(row(json_row, Cell::Null), line("null"));
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_full_disk_is_one_sentence() {
        let full = |sheet: Result<Sheet, TownError>| {
            let mut sheet = sheet?;
            sheet.write("x")?;
            sheet.finish()
        };
        let why = full(Sheet::create(Path::new("/dev"), "full")).expect_err("no room").to_string();
        assert!(why.starts_with("/dev/full cannot be written: ") && why.contains("--out"), "{why}");
    }
}
