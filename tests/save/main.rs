//! Saves: nothing is lost, and nothing that is read is believed.
#[path = "../common/mod.rs"]
mod common;
mod copy;
mod hostile;

use std::{
    fs,
    path::{Path, PathBuf},
    process::{Command as Process, Stdio},
};

use bevy::prelude::*;
use common::{
    town::{Plan, builtin},
    *,
};
use rand::{RngExt, SeedableRng};
use rusqlite::Connection;
use smallville::{
    clock::Dice,
    data::Files,
    exchange::{Source, run_until},
    journal::Journal,
    mind::client::AsyncClient,
    save::{Meta, Pending, Save, SaveError},
};

/// Ticks between two appends: 15 game minutes.
const OFTEN: u64 = 90;

fn meta() -> Meta {
    Meta {
        scenario: "toy".into(),
        scenario_hash: "abc".into(),
        seed: u64::MAX,
        agents: 25,
        version: env!("CARGO_PKG_VERSION").into(),
        name: "Toy".into(),
        start: "2023-02-13T06:00:00".into(),
        tick_seconds: 10,
        tick: 0,
        label: None,
        settings: [("talk".into(), "0.5".into())].into(),
    }
}

fn folder() -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a town.town");
    (folder, path)
}

/// Lives and saves up to `end`.
fn live(app: &mut App, save: &mut Save, end: u64) {
    while now(app) < end {
        let next = (now(app) / OFTEN + 1) * OFTEN;
        run_until(app, next.min(end)).unwrap();
        save.append(app.world().resource::<Journal>(), now(app), &Pending::default()).unwrap();
    }
}

fn saved(path: &Path, end: u64) -> (String, Journal) {
    let mut app = usual(lockstep(), wire(Slow { fails: 10, ..Slow::up_to(1, 5) }, 16));
    live(&mut app, &mut Save::create(path, &meta()).unwrap(), end);
    outcome(&mut app)
}

fn words(fault: impl std::fmt::Debug + std::fmt::Display) -> String {
    let words = fault.to_string();
    assert!(words.contains(".town") && !words.contains("SqliteFailure"), "{fault:?}: {words}");
    words
}

#[test]
fn a_journal_comes_back_from_disk_as_it_was() {
    let (_folder, path) = folder();
    let run = saved(&path, 300);
    let save = Save::read(&path).unwrap();
    assert_eq!(save.meta(), &Meta { tick: 300, ..meta() });
    let journal = save.journal().unwrap();
    assert_eq!(journal, run.1);
    assert_eq!(journal.hash(), run.1.hash());
    assert_eq!(
        (journal.before(300), journal.before(120).answers.len()),
        (run.1.clone(), run.1.answers_between(0, 120).count())
    );
    // Lived again without any mind.
    let mut app = peopled(&Plan::default(), lockstep(), Source::Cassette(save.recording().unwrap()));
    run_until(&mut app, 300).unwrap();
    assert_eq!(outcome(&mut app), run);
}

#[test]
fn a_load_goes_on_in_the_same_file() {
    let (_folder, path) = folder();
    let mut app = usual(lockstep(), pool(1));
    live(&mut app, &mut Save::create(&path, &meta()).unwrap(), 200);
    drop(app);
    let mut save = Save::open(&path).unwrap();
    let source = Source::Load(save.recording().unwrap(), Box::new(AsyncClient::pool(builtin::answer, 2)));
    let mut app = usual(lockstep(), source);
    live(&mut app, &mut save, END);
    let reference = finish(usual(lockstep(), pool(1)), END);
    assert_eq!(outcome(&mut app), reference);
    assert_eq!(Save::read(&path).unwrap().journal().unwrap(), reference.1);
}

#[cfg(unix)]
#[test]
fn a_file_with_two_names_is_not_written() {
    let (folder, path) = folder();
    saved(&path, 120);
    let other = folder.path().join("other name.town");
    std::fs::hard_link(&path, &other).unwrap();
    for name in [&path, &other] {
        let why = Save::open(name).unwrap_err().to_string();
        assert!(why.contains("second name") && why.contains(&name.display().to_string()), "{why}");
        assert_eq!(Save::read(name).unwrap().meta().tick, 120, "it can be looked at");
    }
    std::fs::remove_file(&other).unwrap();
    Save::open(&path).unwrap();
}

#[test]
fn what_another_process_has_written_since_is_no_damage() {
    let (_folder, path) = folder();
    let journal = saved(&path, 300).1;
    let early = Save::open(&path).unwrap();
    let mut late = Save::open(&path).unwrap();
    let id = smallville::mind::QuestionId { agent: 1, count: 9999 };
    let entry = journal.answers.values().next().unwrap().clone();
    let mut more = journal;
    more.answers.insert((310, id), entry);
    late.append(&more, 320, &Pending::default()).unwrap();
    assert_eq!(early.journal().unwrap_err(), SaveError::Overtaken(path.display().to_string(), 320, 300));
}

#[test]
fn a_town_that_says_it_is_older_than_a_century_is_refused() {
    let (_folder, path) = folder();
    saved(&path, 120);
    let raw = Connection::open(&path).unwrap();
    raw.execute("UPDATE meta SET value = '9223372036854775807' WHERE key = 'tick'", []).unwrap();
    drop(raw);
    Save::renew_marks(&path).unwrap();
    assert!(words(Save::read(&path).unwrap_err()).contains("longer than a century"));
}

#[test]
fn a_save_that_there_was_no_room_for_leaves_no_file() {
    let (folder, path) = folder();
    let mut save = Save::create(&path, &meta()).unwrap();
    save.limit_pages(1).unwrap();
    let run = usual(lockstep(), pool(1));
    let lived = finish(run, 300).1;
    assert!(matches!(save.append(&lived, 300, &Pending::default()), Err(SaveError::NoRoom(_))));
    save.discard_if_empty();
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
    // One that holds something stays.
    saved(&path, 120);
    Save::open(&path).unwrap().discard_if_empty();
    assert_eq!(Save::read(&path).unwrap().meta().tick, 120);
}

#[test]
fn existing_saves_are_never_overwritten() {
    let (folder, path) = folder();
    let town = meta();
    drop(Save::create(&path, &town).unwrap());
    Save::create(&path, &town).expect("nothing lived in it yet");
    let others = [
        (Meta { scenario: "other".into(), ..town.clone() }, "scenario toy, not other"),
        (Meta { seed: 3, ..town.clone() }, "not 3"),
        (Meta { agents: 3, ..town.clone() }, "agents 25, not 3"),
        (Meta { scenario_hash: "d".into(), ..town.clone() }, "other content"),
        (Meta { settings: default(), ..town.clone() }, "setting talk 0.5, not unset"),
    ];
    for (other, what) in others {
        let words = words(Save::create(&path, &other).unwrap_err());
        assert!(words.contains("another town") && words.contains(what), "{words}");
    }
    Save::open(&path).unwrap().append(&Journal::default(), 90, &Pending::default()).unwrap();
    assert_eq!(Save::create(&path, &town).unwrap_err(), SaveError::Lived(path.display().to_string(), 90));
    let nowhere = folder.path().join("no/where/a.town");
    assert!(matches!(Save::create(&nowhere, &town), Err(SaveError::NoFolder(..))));
    assert!(matches!(Save::open(&folder.path().join("b.town")), Err(SaveError::Missing(_))));
    assert!(matches!(Save::create(folder.path(), &town), Err(SaveError::NotATown(_))));
}

#[test]
fn a_town_goes_on_only_in_a_save_that_is_its_own_beginning() {
    let (folder, path) = folder();
    let lived = saved(&path, 300).1;
    let at = |name: &str| folder.path().join(name);
    let resume =
        |path: &Path| Save::create_or_resume(path, &meta(), &Files::new(), &lived, 300).map(|save| save.meta().tick);
    assert_eq!(resume(&path), Ok(300));
    assert_eq!(resume(&at("new.town")), Ok(0));
    drop(Save::create(&at("short.town"), &meta()).unwrap().append(&lived, 90, &Pending::default()));
    assert_eq!(resume(&at("short.town")), Ok(90), "a beginning of it");
    let others = [
        ("longer.town", meta(), lived.clone(), 301, "lived up to tick 301"),
        ("other.town", Meta { seed: 3, ..meta() }, lived.clone(), 90, "another town"),
        ("otherwise.town", meta(), Journal::default(), 90, "another past"),
    ];
    for (name, meta, journal, tick, what) in others {
        Save::create(&at(name), &meta).unwrap().append(&journal, tick, &Pending::default()).unwrap();
        let before = fs::read(at(name)).unwrap();
        let words = words(resume(&at(name)).unwrap_err());
        assert!(words.contains(what) && words.contains("never overwritten"), "{words}");
        assert_eq!(fs::read(at(name)).unwrap(), before);
    }
}

#[test]
fn a_save_that_is_taken_away_while_it_is_kept_is_missed() {
    let (folder, path) = folder();
    for replaced in [false, true] {
        let mut save = Save::create(&path, &meta()).unwrap();
        assert!(Save::is_in_use(&path));
        fs::remove_file(&path).unwrap();
        if replaced {
            fs::copy(folder.path().join("old.town"), &path).unwrap();
        } else {
            drop(Save::create(&folder.path().join("old.town"), &meta()).unwrap());
        }
        let words = words(save.append(&Journal::default(), 90, &Pending::default()).unwrap_err());
        assert!(words.contains("deleted, moved or replaced"), "{words}");
    }
    assert!(!Save::is_in_use(&folder.path().join("old.town")));
}

#[test]
fn a_save_that_is_being_written_is_read_as_of_one_moment() {
    let (_folder, path) = folder();
    let (_, journal) = finish(usual(lockstep(), pool(1)), END);
    let mut save = Save::create(&path, &meta()).unwrap();
    for tick in 1..40 {
        let read = Save::read(&path).unwrap();
        save.append(&journal, tick * 10, &Pending::default()).unwrap();
        let seen = read.journal().unwrap();
        assert_eq!(seen, journal.before(read.meta().tick));
    }
}

#[test]
fn what_is_no_save_is_left_alone() {
    let (folder, path) = folder();
    let other = folder.path().join("other.town");
    Connection::open(&other).unwrap().execute_batch("CREATE TABLE shopping (what TEXT)").unwrap();
    fs::write(&path, "Dear diary, ".repeat(1000)).unwrap();
    let empty = folder.path().join("empty.town");
    fs::write(&empty, "").unwrap();
    for path in [&path, &other, &empty] {
        let before = fs::read(path).unwrap();
        for fault in [Save::open(path).err(), Save::read(path).err()] {
            assert!(words(fault.unwrap()).contains("no save of a town"));
        }
        assert_eq!(fs::read(path).unwrap(), before);
    }
    let words = words(Save::create(&other, &meta()).unwrap_err());
    assert!(words.contains("no save of a town"), "{words}");
}

#[test]
fn what_a_process_killed_at_once_leaves_is_no_obstacle() {
    let (_folder, path) = folder();
    Connection::open(&path).unwrap().pragma_update_and_check(None, "journal_mode", "WAL", |_| Ok(())).unwrap();
    assert!(fs::metadata(&path).unwrap().len() > 0);
    drop(Save::create(&path, &meta()).unwrap());
    assert_eq!(Save::read(&path).unwrap().meta(), &meta());
}

#[test]
fn a_newer_format_says_so() {
    let (_folder, path) = folder();
    drop(Save::create(&path, &meta()).unwrap());
    let raw = Connection::open(&path).unwrap();
    raw.execute_batch("PRAGMA user_version = 99; UPDATE meta SET value = '7.1.0' WHERE key = 'version'").unwrap();
    drop(raw);
    let words = words(Save::open(&path).unwrap_err());
    assert!(words.contains("newer version") && words.contains("7.1.0"), "{words}");
}

#[test]
fn an_older_format_is_refused_in_one_sentence_and_stays_as_it_is() {
    let (_folder, path) = folder();
    let raw = Connection::open(&path).unwrap();
    let old = "CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
        PRAGMA application_id = 1416591214; PRAGMA user_version = 1";
    raw.execute_batch(old).unwrap();
    drop(raw);
    let before = fs::read(&path).unwrap();
    for fault in [Save::open(&path).err(), Save::read(&path).err(), Save::create(&path, &meta()).err()] {
        let words = words(fault.unwrap());
        assert!(words.contains("older version") && words.contains("format 1"), "{words}");
    }
    assert_eq!(fs::read(&path).unwrap(), before);
}

#[test]
fn another_program_in_the_file_is_noticed() {
    let (_folder, path) = folder();
    let mut save = Save::create(&path, &meta()).unwrap();
    let other = Connection::open(&path).unwrap();
    other.execute_batch("BEGIN IMMEDIATE").unwrap();
    let busy = save.append(&Journal::default(), 90, &Pending::default()).unwrap_err();
    assert!(words(busy).contains("in use"));
    other.execute_batch("ROLLBACK").unwrap();
    save.append(&Journal::default(), 90, &Pending::default()).expect("tried again with what is missing");
    // A second run of the same save.
    let mut second = Save::open(&path).unwrap();
    second.append(&Journal::default(), 180, &Pending::default()).unwrap();
    let overtaken = save.append(&Journal::default(), 180, &Pending::default()).unwrap_err();
    assert!(words(overtaken).contains("another run"));
}

#[test]
fn a_full_disk_loses_nothing_that_was_saved() {
    let (_folder, path) = folder();
    let (_, journal) = finish(usual(lockstep(), pool(1)), END);
    let mut save = Save::create(&path, &meta()).unwrap();
    save.append(&journal, 90, &Pending::default()).unwrap();
    save.limit_pages(20).unwrap();
    let full = save.append(&journal, END, &Pending::default()).unwrap_err();
    assert!(words(full).contains("the disk is full"));
    assert_eq!(Save::read(&path).unwrap().meta().tick, 90);
    save.limit_pages(1_000_000).unwrap();
    save.append(&journal, END, &Pending::default()).unwrap();
    assert_eq!(Save::read(&path).unwrap().journal().unwrap(), journal);
}

/// Not a test of its own: the process that [`a_killed_process_leaves_a_whole_save`] kills.
#[test]
#[ignore = "run by another test"]
fn lives_until_killed() {
    let Some(path) = std::env::var_os("TOY_SAVE") else { return };
    let mut app = usual(lockstep(), pool(1));
    let mut save = Save::create(Path::new(&path), &meta()).unwrap();
    for tick in 1.. {
        run_until(&mut app, tick).unwrap();
        save.append(app.world().resource::<Journal>(), tick, &Pending::default()).unwrap();
    }
}

#[test]
fn a_killed_process_leaves_a_whole_save() {
    let reference = finish(usual(lockstep(), pool(1)), END);
    for least in [3, 60] {
        let (_folder, path) = folder();
        let mut child = Process::new(std::env::current_exe().unwrap())
            .args(["--ignored", "--exact", "lives_until_killed"])
            .env("TOY_SAVE", &path)
            .stdout(Stdio::null())
            .spawn()
            .unwrap();
        let lived = |save: &Save| save.meta().tick;
        while Save::read(&path).map_or(0, |save| lived(&save)) < least {
            assert!(child.try_wait().unwrap().is_none(), "it ended by itself");
            std::thread::yield_now();
        }
        child.kill().unwrap(); // SIGKILL: no goodbye, mid-transaction as likely as not
        child.wait().unwrap();
        let mut save = Save::open(&path).unwrap();
        assert!(lived(&save) >= least);
        let source = Source::Load(save.recording().unwrap(), Box::new(AsyncClient::pool(builtin::answer, 1)));
        let mut app = usual(lockstep(), source);
        let end = END.max(lived(&save));
        live(&mut app, &mut save, end);
        if end == END {
            assert_eq!(outcome(&mut app), reference);
        }
    }
}

#[test]
fn a_copy_taken_at_any_time_loads() {
    let (folder, path) = folder();
    let mut app = usual(lockstep(), pool(1));
    let mut save = Save::create(&path, &meta()).unwrap();
    for n in 1..=4 {
        live(&mut app, &mut save, n * OFTEN);
        // The file alone, while it is open, without what lies beside it.
        let copy = folder.path().join(format!("copy{n}.town"));
        fs::copy(&path, &copy).unwrap();
        let copy = Save::read(&copy).unwrap();
        assert_eq!(copy.meta().tick, n * OFTEN);
        assert_eq!(copy.journal().unwrap(), *app.world().resource::<Journal>());
    }
}

#[test]
fn no_damage_is_a_panic() {
    let (folder, path) = folder();
    saved(&path, 120);
    let whole = fs::read(&path).unwrap();
    let mut dice = Dice::seed_from_u64(1);
    let (mut refused, mut kept) = (0, 0);
    for n in 0..150 {
        let mut bytes = whole.clone();
        match n % 3 {
            0 => bytes.truncate(dice.random_range(0..whole.len())),
            1 => (0..1 + n / 10).for_each(|_| bytes[dice.random_range(0..whole.len())] = dice.random_range(0..=255)),
            _ => {
                let from = dice.random_range(0..whole.len());
                let until = (from + dice.random_range(1..5000)).min(whole.len());
                bytes[from..until].iter_mut().for_each(|byte| *byte = dice.random_range(0..=255));
            }
        }
        let path = folder.path().join(format!("{n}.town"));
        fs::write(&path, bytes).unwrap();
        match Save::read(&path).and_then(|save| save.recording()) {
            Err(fault) => {
                words(fault);
                refused += 1;
            }
            Ok(recording) => {
                // Perhaps a byte in a reason or a reply: the replay goes through, or says where it is astray.
                let end = recording.end().min(150);
                let mut app = peopled(&Plan::default(), lockstep(), Source::Cassette(recording));
                if let Err(fault) = run_until(&mut app, end) {
                    assert!(fault.contains("tick"), "{fault}");
                }
                kept += 1;
            }
        }
        let _ = Save::open(&path);
    }
    assert!(refused > 50, "{refused} refused, {kept} kept");
}

#[test]
fn rows_that_make_no_sense_are_named() {
    let (folder, path) = folder();
    saved(&path, 120);
    let cases = [
        ("UPDATE meta SET value = 'many' WHERE key = 'seed'", "its seed is \"many\""),
        ("DELETE FROM meta WHERE key = 'tick'", "its tick"),
        ("UPDATE meta SET value = '5' WHERE key = 'tick'", "only up to tick 5"),
        ("UPDATE answers SET who = 'the cat'", "the cat"),
        ("UPDATE answers SET question = 'none'", "no hash"),
        ("UPDATE answers SET asked = -4", ""),
        ("UPDATE answers SET agent = 99999999999 WHERE agent = 3", ""),
        ("DROP TABLE commands", "tables are missing"),
    ];
    for (n, (statement, what)) in cases.into_iter().enumerate() {
        let copy = folder.path().join(format!("{n}.town"));
        fs::copy(&path, &copy).unwrap();
        Connection::open(&copy).unwrap().execute_batch(statement).unwrap();
        if !statement.starts_with("DROP") {
            Save::renew_marks(&copy).unwrap();
        }
        let words = words(Save::read(&copy).and_then(|save| save.journal()).unwrap_err());
        assert!(words.contains("damaged") && words.contains(what), "{statement}: {words}");
    }
}

#[test]
fn a_letter_that_is_another_one_is_noticed() {
    let (folder, path) = folder();
    saved(&path, 120);
    let reply: String = Connection::open(&path)
        .unwrap()
        .query_row("SELECT reply FROM answers WHERE length(reply) > 8 LIMIT 1", [], |row| row.get(0))
        .unwrap();
    let (bytes, copy) = (fs::read(&path).unwrap(), folder.path().join("copy.town"));
    let at = bytes.windows(reply.len()).position(|here| here == reply.as_bytes()).expect("it stands in the file");
    let letter = at + reply.find(|c: char| c.is_ascii_lowercase()).expect("a letter");
    let mut other = bytes.clone();
    other[letter] ^= 1;
    fs::write(&copy, &other).unwrap();
    let why = words(Save::read(&copy).and_then(|save| save.journal()).unwrap_err());
    assert!(why.contains("damaged") && why.contains("answers"), "{why}");
    // In whatever column of whatever table; reading all of it finds it.
    for sql in [
        "UPDATE meta SET value = 'Toyz' WHERE key = 'name'",
        "UPDATE commands SET line = upper(line)",
        "UPDATE answers SET millis = millis + 1",
        "UPDATE answers SET why = ''",
    ] {
        fs::copy(&path, &copy).unwrap();
        assert!(Connection::open(&copy).unwrap().execute(sql, []).unwrap() > 0, "{sql}");
        let why = words(Save::read(&copy).and_then(|save| save.journal()).expect_err(sql));
        assert!(why.contains("is not what was written"), "{sql}: {why}");
    }
}

#[test]
fn of_those_who_begin_one_file_at_the_same_time_one_gets_it() {
    let (_folder, path) = folder();
    let begun: Vec<Result<Save, SaveError>> = std::thread::scope(|scope| {
        let all: Vec<_> = (0..6).map(|_| scope.spawn(|| Save::create(&path, &meta()))).collect();
        all.into_iter().map(|one| one.join().expect("nobody panics")).collect()
    });
    let refused: Vec<String> = begun.iter().filter_map(|one| one.as_ref().err()).map(ToString::to_string).collect();
    assert!(refused.len() < 6, "{refused:?}");
    assert!(refused.iter().all(|why| why.contains("exists already") || why.contains("in use")), "{refused:?}");
}
