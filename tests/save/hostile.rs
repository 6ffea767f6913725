//! A save that somebody made on purpose: nothing in it runs, and it takes neither time nor memory.

use std::{
    fs,
    path::Path,
    time::{Duration, Instant},
};

use rusqlite::Connection;
use smallville::{
    data::Files,
    save::{Save, SaveError},
};

use super::{folder, meta, saved, words};

/// A file that calls itself a save.
fn forged(path: &Path, sql: &str) {
    let raw = Connection::open(path).unwrap();
    raw.execute_batch("PRAGMA application_id = 1416591214; PRAGMA user_version = 6").unwrap();
    raw.execute_batch(sql).unwrap();
}

/// Each way to look at it refuses it, soon.
#[track_caller]
fn refused(path: &Path) -> String {
    let began = Instant::now();
    let faults = [
        Save::glance(path).err(),
        Save::read(path).err(),
        Save::open(path).err(),
        Save::create(path, &meta()).err(),
        Save::create_or_resume(path, &meta(), &Files::new(), &Default::default(), 1).err(),
    ];
    assert!(began.elapsed() < Duration::from_secs(20), "it took {:?}", began.elapsed());
    let said: Vec<String> = faults.into_iter().map(|fault| words(fault.expect("it is refused"))).collect();
    assert!(said.iter().all(|words| words == &said[0]), "{said:?}");
    said[0].clone()
}

/// The rows of `meta` that a save has.
const ROWS: &str = "VALUES('scenario','toy'),('scenario_hash','abc'),('seed','1'),('agents','25'),('version','0'),\
    ('start','2023-02-13T06:00:00'),('name','Toy'),('tick_seconds','10'),('tick','0')";

/// The tables of a save but for `meta`, as a save has them.
fn tables() -> String {
    let (_folder, path) = folder();
    drop(Save::create(&path, &meta()).unwrap());
    let save = Connection::open(&path).unwrap();
    let mut rows = save.prepare("SELECT sql FROM sqlite_schema WHERE name <> 'meta'").unwrap();
    let all: Vec<String> = rows.query_map([], |row| row.get(0)).unwrap().map(Result::unwrap).collect();
    all.join(";\n") + ";"
}

#[test]
fn a_view_in_place_of_a_table_is_never_read() {
    let (_folder, path) = folder();
    forged(&path, &format!("{} CREATE VIEW meta(mark, key, value) AS SELECT 0, * FROM ({ROWS})", tables()));
    let words = refused(&path);
    assert!(words.contains("the view \"meta\""), "{words}");
    let (_folder, path) = folder();
    let endless = "CREATE VIEW meta AS WITH RECURSIVE c(n) AS (VALUES(1) UNION ALL SELECT n + 1 FROM c) \
        SELECT 'k' || n AS key, hex(zeroblob(4000)) AS value FROM c";
    forged(&path, endless);
    refused(&path);
    // Nor for the version that a newer file says it is of.
    Connection::open(&path).unwrap().execute_batch("PRAGMA user_version = 99").unwrap();
    assert!(refused(&path).contains("does not say which"));
}

#[test]
fn whatever_is_not_of_a_save_is_refused_by_name() {
    let cases = [
        ("CREATE TABLE more (x)", "the table \"more\""),
        ("CREATE VIEW seen AS SELECT 1", "the view \"seen\""),
        ("CREATE INDEX fast ON answers (asked)", "the index \"fast\""),
        ("CREATE TRIGGER lose BEFORE INSERT ON commands BEGIN SELECT RAISE(IGNORE); END", "the trigger \"lose\""),
        ("ALTER TABLE commands ADD COLUMN x INTEGER GENERATED ALWAYS AS (length(hex(line)))", "the table \"commands\""),
        ("DROP TABLE commands; CREATE TABLE commands (tick, nth, line)", "the table \"commands\""),
        ("CREATE TABLE '\u{1b}[2J' (x)", "the table \"\\u{1b}[2J\""),
    ];
    for (sql, what) in cases {
        let (_folder, path) = folder();
        drop(Save::create(&path, &meta()).unwrap());
        Connection::open(&path).unwrap().execute_batch(sql).unwrap();
        let words = refused(&path);
        assert!(words.contains(what), "{sql}: {words}");
    }
}

#[test]
fn a_trigger_of_a_stranger_never_runs() {
    let (_folder, path) = folder();
    saved(&path, 120);
    let before = Save::glance(&path).unwrap();
    let hang = "CREATE TRIGGER hang AFTER UPDATE ON meta BEGIN INSERT OR REPLACE INTO meta
        WITH RECURSIVE c(n) AS (VALUES(1) UNION ALL SELECT n + 1 FROM c) SELECT 'k', n FROM c; END";
    Connection::open(&path).unwrap().execute_batch(hang).unwrap();
    refused(&path);
    Connection::open(&path).unwrap().execute_batch("DROP TRIGGER hang").unwrap();
    assert_eq!(Save::glance(&path).unwrap(), before, "without it the save is as it was");
}

#[test]
fn values_beyond_all_measure_are_not_read() {
    let many = "WITH RECURSIVE c(n) AS (VALUES(1) UNION ALL SELECT n + 1 FROM c LIMIT 100000)";
    let cases = [
        "UPDATE answers SET reply = hex(zeroblob(20000000)) WHERE rowid_is = 1",
        "INSERT INTO meta VALUES (0, 'setting.x', hex(zeroblob(20000000)))",
        "INSERT INTO meta VALUES (0, 'setting.x', hex(zeroblob(600000)))",
        &format!("INSERT INTO meta {many} SELECT 0, 'setting.' || n, '' FROM c"),
        "INSERT INTO commands VALUES (0, 1, 100, hex(zeroblob(20000000)))",
    ];
    for sql in cases {
        let (_folder, path) = folder();
        saved(&path, 120);
        let first = "(tick, agent, count) = (SELECT tick, agent, count FROM answers LIMIT 1)";
        Connection::open(&path).unwrap().execute_batch(&sql.replace("rowid_is = 1", first)).unwrap();
        let fault = Save::read(&path).and_then(|save| save.journal()).expect_err(sql);
        assert!(matches!(fault, SaveError::Damaged(..)), "{sql}: {fault}");
    }
}

#[test]
fn pages_that_lead_back_to_themselves_are_no_endless_way() {
    // Every page that is no leaf points at one and the same page below it.
    let (_folder, path) = folder();
    drop(Save::create(&path, &meta()).unwrap());
    let raw = Connection::open(&path).unwrap();
    let many = "WITH RECURSIVE c(n) AS (VALUES(1) UNION ALL SELECT n + 1 FROM c LIMIT 3000)";
    raw.execute_batch(&format!("INSERT INTO meta {many} SELECT 0, 'setting.' || n, hex(zeroblob(100)) FROM c"))
        .unwrap();
    raw.execute_batch("PRAGMA wal_checkpoint(TRUNCATE)").unwrap();
    let root: u32 =
        raw.query_row("SELECT rootpage FROM sqlite_schema WHERE name = 'meta'", [], |row| row.get(0)).unwrap();
    drop(raw);
    let mut bytes = fs::read(&path).unwrap();
    let start = (root as usize - 1) * 4096;
    let page = &mut bytes[start..start + 4096];
    assert_eq!(page[0], 2, "a page of an index that is no leaf");
    let cells = usize::from(u16::from_be_bytes([page[3], page[4]]));
    for n in 0..cells {
        let cell = usize::from(u16::from_be_bytes([page[12 + 2 * n], page[13 + 2 * n]]));
        page[cell..cell + 4].copy_from_slice(&root.to_be_bytes());
    }
    fs::write(&path, bytes).unwrap();
    refused(&path);
}

#[test]
fn a_fifo_and_a_device_are_no_saves() {
    let words = words(Save::read(Path::new("/dev/zero.town")).map(drop).unwrap_err());
    assert!(words.contains("there is no save"), "{words}");
    for path in ["/dev/zero", "/dev/null"].map(Path::new).into_iter().filter(|path| path.exists()) {
        for fault in [Save::glance(path).err(), Save::create(path, &meta()).err()] {
            assert!(matches!(fault, Some(SaveError::NotATown(_))), "{fault:?}");
        }
    }
}
