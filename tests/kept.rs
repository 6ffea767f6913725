//! Saves that earlier builds wrote: each is shown to its end, and goes on or says in one sentence why it cannot.

#[path = "lived/mod.rs"]
mod lived;

use std::{fs, path::PathBuf};

use bevy::prelude::*;
use smallville::{
    agent::{components::Talks, state::Part},
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
