//! A town saved as it stands: whole or not at all.

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
    sync::atomic::{AtomicBool, Ordering},
    thread,
};

use rusqlite::{Connection, OpenFlags};
use smallville::{
    data::Files,
    journal::Journal,
    save::{Pending, Save, SaveError, write_copy},
};

use super::{END, finish, folder, lockstep, meta, pool, usual};

fn lived() -> Journal {
    finish(usual(lockstep(), pool(1)), END).1
}

/// The file alone, as somebody else gets it: how far it was lived, and that what it holds is `journal`.
#[track_caller]
fn holds(path: &Path, journal: &Journal) -> u64 {
    let folder = tempfile::tempdir().unwrap();
    let alone = folder.path().join("alone.town");
    fs::copy(path, &alone).unwrap();
    let save = Save::read(&alone).unwrap();
    assert_eq!(save.journal().unwrap(), journal.before(save.meta().tick));
    save.meta().tick
}

fn files(path: &Path) -> Vec<PathBuf> {
    let mut all: Vec<PathBuf> = fs::read_dir(path.parent().unwrap()).unwrap().map(|one| one.unwrap().path()).collect();
    all.sort();
    all
}

#[test]
fn a_snapshot_is_one_whole_file_and_takes_the_place_of_the_last() {
    let (_folder, path) = folder();
    let journal = lived();
    for tick in [0, 90, 300, 120] {
        write_copy(&path, (&meta(), &Files::new()), &journal, tick, &Pending::default()).unwrap();
        assert_eq!(holds(&path, &journal), tick);
        assert_eq!(files(&path), std::slice::from_ref(&path));
    }
    // A town may go on in it all the same.
    let save = Save::create_or_resume(&path, &meta(), &Files::new(), &journal, END).unwrap();
    assert_eq!(save.meta().tick, 120);
}

#[cfg(unix)]
#[test]
fn what_a_killed_process_has_left_beside_a_file_goes_and_what_others_make_stays() {
    let (_folder, path) = folder();
    let beside = |ending: &str| path.with_file_name(format!("a town.town{ending}"));
    let long_ago = std::time::SystemTime::now() - std::time::Duration::from_secs(3600);
    let left = |ending: &str, when| {
        let file = fs::File::create(beside(ending)).unwrap();
        file.set_modified(when).unwrap();
    };
    // No process has such a number.
    left(".new-999999999", long_ago);
    left(".new-999999998", std::time::SystemTime::now());
    left(".new-mine", long_ago);
    left(".new-1", long_ago);
    write_copy(&path, (&meta(), &Files::new()), &lived(), 90, &Pending::default()).unwrap();
    assert!(!beside(".new-999999999").exists());
    assert!(beside(".new-999999998").exists() && beside(".new-mine").exists());
    assert!(cfg!(not(target_os = "linux")) || beside(".new-1").exists(), "that one runs");
}

/// Ends a thread also when its test fails.
struct Stop<'a>(&'a AtomicBool);

impl Drop for Stop<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

#[test]
fn what_keeps_the_new_file_from_being_whole_leaves_the_old_one() {
    let (_folder, path) = folder();
    let journal = lived();
    write_copy(&path, (&meta(), &Files::new()), &journal, 90, &Pending::default()).unwrap();
    let done = AtomicBool::new(false);
    let refused = thread::scope(|scope| {
        // Somebody who reads the new file as it is made, so that nothing more can be brought into it.
        scope.spawn(|| {
            let flags = OpenFlags::SQLITE_OPEN_READ_ONLY;
            while !done.load(Ordering::Relaxed) {
                for name in ["a town.town.new", "a town.new", "a town.town"] {
                    let Ok(reader) = Connection::open_with_flags(path.with_file_name(name), flags) else { continue };
                    let read = reader.execute_batch("BEGIN; SELECT count(*) FROM sqlite_schema");
                    if read.is_ok() {
                        thread::sleep(std::time::Duration::from_millis(20));
                    }
                }
            }
        });
        let (_stop, mut refused) = (Stop(&done), 0);
        for n in 1..=20 {
            let before = holds(&path, &journal);
            let tick = 90 + 10 * n;
            match write_copy(&path, (&meta(), &Files::new()), &journal, tick, &Pending::default()) {
                Ok(()) => assert_eq!(holds(&path, &journal), tick),
                Err(fault) => {
                    assert!(matches!(fault, SaveError::Busy(_)), "{fault}");
                    assert_eq!(holds(&path, &journal), before);
                    refused += 1;
                }
            }
        }
        refused
    });
    assert!(refused < 20, "somebody who reads is waited for");
}

#[cfg(unix)]
#[test]
fn where_nothing_has_room_a_save_can_still_be_read() {
    let (_folder, path) = folder();
    write_copy(&path, (&meta(), &Files::new()), &lived(), 90, &Pending::default()).unwrap();
    // As a run leaves it: of the kind that has files beside it.
    let raw = Connection::open(&path).unwrap();
    raw.pragma_update_and_check(None, "journal_mode", "WAL", |_| Ok(())).unwrap();
    drop(raw);
    let script = "trap '' XFSZ; ulimit -f 0; exec \"$0\" talks \"$1\" 2>&1";
    let run = Command::new("sh").args(["-c", script, env!("CARGO_BIN_EXE_smallville")]).arg(&path).output().unwrap();
    let said = String::from_utf8_lossy(&run.stdout).into_owned();
    assert!(run.status.success() && said.contains("nobody has talked"), "{:?} {said}", run.status);
}

/// Not a test of its own: what the next one runs where no file may grow beyond a size.
#[test]
#[ignore = "run by another test"]
fn under_a_limit() {
    let Some(path) = std::env::var_os("TOY_SAVE").map(PathBuf::from) else { return };
    let journal = lived();
    match write_copy(&path, (&meta(), &Files::new()), &journal, END, &Pending::default()) {
        Ok(()) => println!("snapshot: whole"),
        Err(fault) => println!("snapshot: {fault}"),
    }
}

#[cfg(unix)]
#[test]
fn a_disk_that_is_full_at_any_point_leaves_the_old_file() {
    let (_folder, path) = folder();
    let journal = lived();
    let (mut whole, mut refused) = (0, 0);
    for blocks in [1, 16, 48, 80, 112, 160, 100_000] {
        write_copy(&path, (&meta(), &Files::new()), &journal, 90, &Pending::default()).unwrap();
        let test = std::env::current_exe().unwrap();
        // In blocks of 512 bytes; whoever writes beyond is told so instead of killed.
        let script = format!("trap '' XFSZ; ulimit -f {blocks}; exec \"$0\" --ignored --exact copy::under_a_limit");
        let run =
            Command::new("sh").args(["-c", &format!("{script} --nocapture")]).arg(test).env("TOY_SAVE", &path).output();
        let said = String::from_utf8_lossy(&run.unwrap().stdout).into_owned();
        if said.contains("snapshot: whole") {
            assert_eq!(holds(&path, &journal), END);
            whole += 1;
        } else {
            assert!(said.contains(".town"), "{said}");
            assert_eq!((holds(&path, &journal), files(&path)), (90, vec![path.clone()]));
            refused += 1;
        }
    }
    assert!(whole > 0 && refused > 2, "{whole} whole, {refused} refused");
}
