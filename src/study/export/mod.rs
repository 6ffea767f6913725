//! `smallville export F.town --out DIR`, or `--html F.html` ([`super::page`]): a save for other programs: tables as CSV and lines of JSON, a graph of relations,
//! who went where.
//!
//! | file | concern |
//! |---|---|
//! | `sheet` | rows as CSV and as lines of JSON |
//! | `graph` | relations as GraphML |

mod graph;
mod sheet;

use std::{collections::BTreeMap, fs, path::Path};

use bevy::prelude::App;

use self::sheet::{Sheet, csv_row, header, json_row};
use super::unwritten;
use crate::{
    cli,
    clock::Calendar,
    data::Data,
    headless,
    save::{Cell, Column, Kind, POSITIONS, Save, TABLES},
    town::TownError,
    world::{Tile, TownMap},
};

/// Who went where: one row for each step.
const MOVEMENT: [Column; 5] = [
    Column { name: "tick", kind: Kind::Tick, about: "from when on" },
    Column { name: "person", kind: Kind::Plain, about: "full name" },
    Column { name: "x", kind: Kind::Plain, about: "cells from the left edge of the map" },
    Column { name: "y", kind: Kind::Plain, about: "cells from its upper edge" },
    Column { name: "place", kind: Kind::Plain, about: "sector and room" },
];

const ADVICE: &str = "name another folder with --out";

/// Runs the command.
///
/// # Errors
/// Why the save cannot be read, or which file cannot be written.
pub fn command(args: &cli::Export, data: &Data) -> Result<bool, TownError> {
    if let Some(folder) = &args.out {
        export(args, folder, data)?;
    }
    if let Some(page) = &args.html {
        super::page::write(&args.save, page, data)?;
    }
    Ok(true)
}

fn export(args: &cli::Export, folder: &Path, data: &Data) -> Result<(), TownError> {
    let save = Save::read(&args.save)?;
    let calendar = save.calendar()?;
    let all = !(args.csv || args.jsonl || args.graphml || args.movement);
    let (csv, jsonl, graphml, movement) =
        (all || args.csv, all || args.jsonl, all || args.graphml, all || args.movement);
    // Before anything is written: it may fail.
    let app =
        (graphml || movement).then(|| headless::recorded_at(&args.save, save.meta().tick, 1, data)).transpose()?;
    let is_new = begin(folder)?;
    let written = write_all(&save, folder, calendar, (csv, jsonl), (graphml, movement), app);
    if written.is_err() {
        // Half of it would pass for all of it, and stand in the way of the next try.
        fs::read_dir(folder).into_iter().flatten().flatten().for_each(|file| drop(fs::remove_file(file.path())));
        if is_new {
            let _ = fs::remove_dir(folder);
        }
    }
    crate::say!("{}: {}", folder.display(), written?.join(", "));
    Ok(())
}

/// Writes what is wanted into an empty folder; gives what that is.
fn write_all(
    save: &Save,
    folder: &Path,
    calendar: Calendar,
    (csv, jsonl): (bool, bool),
    (graphml, movement): (bool, bool),
    app: Option<App>,
) -> Result<Vec<String>, TownError> {
    let mut files = Vec::new();
    let mut about = about(save, calendar);
    for table in TABLES.iter().filter(|_| csv || jsonl) {
        let mut sheets = Vec::new();
        for (ending, row, wanted) in [("csv", csv_row as sheet::Format, csv), ("jsonl", json_row, jsonl)] {
            if wanted {
                sheets.push((Sheet::create(folder, &format!("{}.{ending}", table.name))?, row));
            }
        }
        if csv && let Some((sheet, _)) = sheets.first_mut() {
            sheet.write(&header(table.columns))?;
        }
        let mut count = 0_u64;
        save.rows(table, |cells| {
            count += 1;
            sheets.iter_mut().try_for_each(|(sheet, row)| sheet.write(&row(table.columns, cells, calendar)))
        })?;
        let names: Result<Vec<String>, TownError> = sheets.into_iter().map(|(sheet, _)| sheet.finish()).collect();
        let names = names?.join("`, `");
        about += &described(&names, &format!("One row is {}; {count} rows.", table.about), table.columns);
        files.push(format!("{} {count}", table.name));
    }
    if let Some(app) = app {
        let world = app.world();
        if graphml {
            let mut sheet = Sheet::create(folder, "relations.graphml")?;
            sheet.write(&graph::graphml(world))?;
            let name = sheet.finish()?;
            about += &described(&name, graph::ABOUT, &graph::COLUMNS);
            files.push(name);
        }
        if movement {
            let (name, count) = write_movement(save, folder, calendar, world.resource())?;
            let words = format!("Where everybody was: one row for each step; {count} rows.");
            about += &described(&name, &words, &MOVEMENT);
            files.push(format!("{name} {count}"));
        }
    }
    let mut sheet = Sheet::create(folder, "README.md")?;
    sheet.write(&about)?;
    sheet.finish()?;
    Ok(files)
}

/// Makes the folder, unless it is there and has nothing in it; says whether it did.
fn begin(folder: &Path) -> Result<bool, TownError> {
    let is_new = !folder.exists();
    let failed = |why: std::io::Error| unwritten(folder, &why, ADVICE);
    fs::create_dir_all(folder).map_err(failed)?;
    match fs::read_dir(folder).map_err(failed)?.next() {
        None => Ok(is_new),
        Some(_) => Err(format!("{} has files in it already; {ADVICE}", folder.display()).into()),
    }
}

fn write_movement(save: &Save, folder: &Path, calendar: Calendar, map: &TownMap) -> Result<(String, u64), TownError> {
    let mut sheet = Sheet::create(folder, "movement.csv")?;
    sheet.write(&header(&MOVEMENT))?;
    let (mut count, mut last) = (0, BTreeMap::new());
    save.rows(&POSITIONS, |cells| {
        let [tick, Cell::Number(agent), name, Cell::Number(x), Cell::Number(y)] = cells else { return Ok(()) };
        let at = Tile::new(*x as i32, *y as i32);
        // Who stands in a door is still where they come from.
        let place = last.entry(*agent).or_insert(Cell::Null);
        if let Some(id) = map.arena_at(at) {
            *place = Cell::Text(map.arena_name(id));
        }
        count += 1;
        let cells = [tick.clone(), name.clone(), Cell::Number(*x), Cell::Number(*y), place.clone()];
        sheet.write(&csv_row(&MOVEMENT, &cells, calendar))
    })?;
    Ok((sheet.finish()?, count))
}

/// The head of the page about all files.
fn about(save: &Save, calendar: Calendar) -> String {
    let meta = save.meta();
    let (first, last) = (calendar.date_time(0), calendar.date_time(meta.tick));
    format!(
        "# {}\n\nScenario `{}`, seed {}, {} people at the beginning, from {first} to {last}: {} ticks of {} seconds.\n\n\
         Beside each tick stands its date and time in the town. CSV is as RFC 4180 has it, in UTF-8: what is unknown or does \
         not apply is empty, and a text without letters is `\"\"`. In lines of JSON (`.jsonl`) the keys are the names of the \
         columns, and what is JSON in a column is JSON there too.\n",
        meta.name, meta.scenario, meta.seed, meta.agents, meta.tick, meta.tick_seconds
    )
}

/// What is said of a file.
fn described(file: &str, about: &str, columns: &[Column]) -> String {
    let rows = columns.iter().map(|Column { name, kind, about }| match kind {
        Kind::Tick => format!("| `{name}`, `{}` | {about}: tick; date and time |\n", sheet::time_of(name)),
        Kind::Plain => format!("| `{name}` | {about} |\n"),
        Kind::Json => format!("| `{name}` | {about} (JSON) |\n"),
    });
    format!("\n## `{file}`\n\n{about}\n\n| column | what it is |\n|---|---|\n{}", rows.collect::<String>())
}
