//! Saves that earlier builds wrote: each is shown to its end, and goes on or says in one sentence why it cannot.

#[path = "lived/mod.rs"]
mod lived;

use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
};

use bevy::prelude::*;
use smallville::{
    agent::{
        components::Talks,
        state::{Owner, Part},
    },
    chronicle::Chronicle,
    clock::{Calendar, Now, Roster},
    headless,
    memory::MemoryStream,
    save::Save,
    town::{self as towns, Options},
};

/// Copies of all of them: opening a save may write beside it.
fn kept(folder: &tempfile::TempDir) -> Vec<PathBuf> {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    let files = ["tests/kept", "assets/recordings"].into_iter().flat_map(|name| {
        let all = fs::read_dir(root.join(name)).unwrap_or_else(|why| panic!("{name}: {why}"));
        all.map(|one| one.expect("a file").path()).filter(|path| path.extension().is_some_and(|end| end == "town"))
    });
    let copy = |path: PathBuf| {
        let to = folder.path().join(path.file_name().expect("a name"));
        fs::copy(&path, &to).unwrap_or_else(|why| panic!("{}: {why}", path.display()));
        to
    };
    let mut all: Vec<PathBuf> = files.map(copy).collect();
    all.sort();
    all
}

#[test]
fn every_kept_save_is_shown_to_its_end() {
    let folder = tempfile::tempdir().expect("a folder");
    let all = kept(&folder);
    assert!(all.len() >= 2, "{all:?}");
    for path in all {
        let name = path.display();
        let (mut app, end) = headless::recorded(&path, 2, &lived::data()).unwrap_or_else(|why| panic!("{name}: {why}"));
        let people = app.world().resource::<Roster>().0.len();
        headless::live(&mut app, end).unwrap_or_else(|why| panic!("{name}: {why}"));
        assert_eq!(
            (app.world().resource::<Now>().0, app.world().resource::<Roster>().0.len()),
            (end, people),
            "{name}"
        );
        let (talks, events) =
            (app.world().resource::<Talks>().over.len(), app.world().resource::<Chronicle>().events());
        assert!(talks > 0 && events.len() > 100, "{name}: {talks} talks, {} events", events.len());
        let mut streams = app.world_mut().query::<&MemoryStream>();
        assert!(streams.iter(app.world()).all(|stream| stream.all().len() > 10), "{name}: nobody remembers anything");
        // Every part that is shown can still be read, or its version says that it is of another build.
        let save = Save::read(&path).expect("it was read before");
        let state = save.standing(end).unwrap_or_else(|why| panic!("{name}: {why}"));
        let unread = |part: &Part| smallville::agent::state::apply(app.world_mut(), part).err();
        let faults: Vec<String> = state.parts.iter().filter_map(unread).collect();
        assert!(faults.iter().all(|why| why.contains("of version")), "{name}: {faults:#?}");
        // And any moment of it.
        for tick in [end / 2, 7, end - 1] {
            towns::seek(app.world_mut(), tick).unwrap_or_else(|why| panic!("{name}: {why}"));
        }
    }
}

#[test]
fn every_kept_save_goes_on_or_says_why_not() {
    let folder = tempfile::tempdir().expect("a folder");
    for path in kept(&folder) {
        let name = path.display().to_string();
        let options = Options { load: Some(path), threads: 2, ..default() };
        match headless::app(&options, &lived::data()) {
            Ok(mut app) => {
                let end = app.world().resource::<Now>().0 + app.world().resource::<Calendar>().ticks(30);
                headless::live(&mut app, end).unwrap_or_else(|why| panic!("{name}: {why}"));
            }
            Err(why) => {
                let why = why.to_string();
                assert!(why.contains("of version") && !why.contains('\n'), "{name}: {why}");
            }
        }
    }
}

#[test]
fn a_save_of_an_older_format_becomes_one_of_today_when_it_is_gone_on_with() {
    let format = |path: &Path| -> i64 {
        let raw = rusqlite::Connection::open(path).expect("a database");
        raw.pragma_query_value(None, "user_version", |row| row.get(0)).expect("a number")
    };
    let content = |save: &Save| {
        let end = save.meta().tick;
        let (journal, files) = (save.journal().expect("a journal").hash(), save.files().expect("files"));
        let seen = (save.events(0, end).expect("events"), save.talks(0, end).expect("talks"));
        let state = (save.standing(end / 2).expect("a state"), save.memories(0, end).expect("memories"));
        let rows = save.history().steps().expect("steps").len();
        (save.meta().clone(), journal, files, format!("{seen:?} {state:?} {rows}"))
    };
    for old in [4, 5] {
        let folder = tempfile::tempdir().expect("a folder");
        let name = format!("format-{old}.town");
        let path = kept(&folder).into_iter().find(|path| path.ends_with(&name)).expect("it is kept");
        let (bytes, fork) = (fs::read(&path).expect("a file"), folder.path().join("fork.town"));
        let (is, end) = {
            let old = Save::read(&path).expect("it can be looked at");
            old.fork(old.meta().tick, &fork).expect("it can be forked");
            for tick in [0, 77, old.meta().tick / 2, old.meta().tick] {
                assert_eq!(short_parts(&old, tick), short_parts_before(&path, tick), "{name} at {tick}");
            }
            (content(&old), old.meta().tick)
        };
        assert_eq!((format(&path), fs::read(&path).expect("a file") == bytes), (old, true), "looking changes nothing");
        assert!(is.3.len() > 10_000 && end > 0);
        drop(Save::open(&path).expect("it can be gone on with"));
        for path in [&path, &fork] {
            assert_eq!(format(path), 6, "{}", path.display());
            assert!(content(&Save::read(path).expect("it is of today's format")) == is, "{}", path.display());
        }
    }
}

/// Parts whose words fit into a row, by what they are called in one.
type Short = BTreeSet<(String, u32, String, Vec<u8>)>;

const SHORT: [&str; 5] = ["tile", "facing", "whereabouts", "posture", "using"];

fn short_parts(save: &Save, tick: u64) -> Short {
    let parts = save.standing(tick).expect("a state").parts.into_iter();
    let short = parts.filter(|part| SHORT.contains(&part.name.as_str()));
    let named = short.map(|Part { owner, name, body, .. }| match owner {
        Owner::Agent(id) => ("agent".to_owned(), id.0, name, body),
        owner => panic!("{name} of {owner:?}"),
    });
    named.collect()
}

/// As formats 4 and 5 have them: each in a row of its own.
fn short_parts_before(path: &Path, tick: u64) -> Short {
    let raw = rusqlite::Connection::open(path).expect("a database");
    let sql = "SELECT owner, number, part, body, max(tick) FROM parts WHERE tick <= ?1 GROUP BY owner, number, part";
    let mut all = raw.prepare(sql).expect("a table");
    let rows = all.query_map([tick as i64], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?)));
    let rows = rows.expect("rows").map(|row| row.expect("a row"));
    rows.filter(|(_, _, part, _): &(_, _, String, _)| SHORT.contains(&part.as_str())).collect()
}
