//! The state of a town in a save: it goes on from there as if it had never stopped, at any moment, in any file.

#[path = "lived/mod.rs"]
mod lived;

use std::{
    collections::BTreeSet,
    path::{Path, PathBuf},
    process::{Command, Output},
};

use bevy::prelude::*;
use flate2::{Compression, read::ZlibDecoder, write::ZlibEncoder};
use jiff::civil::date;
use lived::{live_until_hour, now, open, options, tick, town};
use rusqlite::{Connection, params};
use serde_json::value::RawValue;
use smallville::{
    agent::state::{OF_AGENTS, state_hash},
    clock::Roster,
    journal::Journal,
    save::Save,
    town::{self as towns, Experiment, Options},
};

/// Something of everything that can come into a town: a fire, an avatar who talks, goes and comes back, a thought.
fn eventful() -> Experiment {
    let at = |minutes: i64, line: &str| {
        let begin = date(2023, 2, 13).at(6, 30, 0, 0);
        (begin.saturating_add(jiff::Span::new().minutes(minutes)), line.to_owned())
    };
    let commands = [
        at(31, "join Juno Reed; she; a painter"),
        at(33, "goto Isabella Rodriguez"),
        at(44, "say Good morning. I have just moved here."),
        at(52, "set <Hobbs Cafe: cafe: stove> is burning"),
        at(70, "bye"),
        at(75, "leave"),
        at(95, "voice Klaus Mueller: go to the park"),
        at(130, "join Juno Reed; she; a painter"),
    ];
    Experiment { commands: commands.into(), ..Experiment::default() }
}

fn file(folder: &tempfile::TempDir, name: &str) -> PathBuf {
    folder.path().join(name)
}

fn hashes(app: &mut App) -> (String, String) {
    (state_hash(app.world()), app.world().resource::<Journal>().hash())
}

fn close(mut app: App) {
    towns::finish(app.world_mut()).unwrap_or_else(|why| panic!("{why}"));
}

fn load(path: &Path) -> App {
    open(&Options { load: Some(path.to_path_buf()), threads: 2, ..default() })
}

#[test]
fn a_town_goes_on_from_any_moment_as_if_it_had_never_stopped() {
    const END: f64 = 5.0;
    let folder = tempfile::tempdir().expect("a folder");
    let mut whole = open(&Options { experiment: eventful(), ..options("three_friends", 3) });
    live_until_hour(&mut whole, END);
    let whole = hashes(&mut whole);
    // Ended at odd ticks, so that somebody is in the middle of something.
    for (n, hours) in [0.02, 0.53, 0.75, 0.9, 1.3, 2.2, 3.61].into_iter().enumerate() {
        let path = file(&folder, &format!("{n}.town"));
        let save = Some(path.clone());
        let mut first = open(&Options { experiment: eventful(), save, ..options("three_friends", 3) });
        live_until_hour(&mut first, hours);
        let stood = hashes(&mut first);
        close(first);
        let mut second = load(&path);
        assert_eq!(now(&second), tick(&second, hours), "nothing is lived again");
        assert_eq!(hashes(&mut second), stood, "after {hours} hours it does not stand as it stood");
        live_until_hour(&mut second, END);
        assert_eq!(hashes(&mut second), whole, "after {hours} hours it went on otherwise");
    }
}

#[test]
fn a_town_is_loaded_again_and_again_in_the_same_file() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = file(&folder, "friends.town");
    let mut app = open(&Options { save: Some(path.clone()), ..options("three_friends", 4) });
    live_until_hour(&mut app, 1.0);
    close(app);
    for hours in [1.4, 2.0, 2.6, 4.1] {
        let same = Some(path.clone());
        let mut app = open(&Options { load: same.clone(), save: same, threads: 2, ..default() });
        live_until_hour(&mut app, hours);
        close(app);
    }
    let mut whole = town("three_friends", 4);
    live_until_hour(&mut whole, 4.1);
    let whole = hashes(&mut whole);
    assert_eq!(hashes(&mut load(&path)), whole);
    assert!(replayed(&path).status.success(), "each of its states is lived again");
}

#[test]
fn a_fork_stands_at_its_moment_and_goes_on_as_the_town_did() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = file(&folder, "friends.town");
    let mut app = open(&Options { save: Some(path.clone()), ..options("three_friends", 5) });
    live_until_hour(&mut app, 3.0);
    let end = hashes(&mut app);
    close(app);
    let save = Save::read(&path).expect("it is a save");
    for at in [0, 1, 359, 360, 361, 1000, 1080] {
        let fork = file(&folder, &format!("{at}.town"));
        save.fork(at, &fork).unwrap_or_else(|why| panic!("{why}"));
        assert_eq!(Save::read(&fork).expect("it is a save").meta().tick, at);
        let mut app = open(&Options { load: Some(fork.clone()), save: Some(fork.clone()), threads: 2, ..default() });
        live_until_hour(&mut app, 3.0);
        assert_eq!(hashes(&mut app), end, "forked at tick {at}");
        close(app);
        assert_eq!(hashes(&mut load(&fork)), end);
        assert!(save.fork(at, &fork).is_err_and(|why| why.to_string().contains("exists already")));
    }
    let later = save.fork(1081, &file(&folder, "later.town")).expect_err("nobody lived it").to_string();
    assert!(later.contains("up to tick 1080"), "{later}");
    assert!(!file(&folder, "later.town").exists());
}

#[test]
fn every_component_of_a_person_is_saved_or_made_again() {
    let mut app = open(&Options { experiment: eventful(), ..options("three_friends", 3) });
    live_until_hour(&mut app, 2.5);
    let stored: BTreeSet<&str> = OF_AGENTS.iter().map(|one| (one.type_name)()).collect();
    let elsewhere = ["AgentId", "MemoryStream", "Name", "Percepts"];
    let world = app.world();
    for entity in world.resource::<Roster>().0.values() {
        for component in world.inspect_entity(*entity).expect("it is there") {
            let name = component.name().to_string();
            let last = name.rsplit("::").next().unwrap_or_default();
            assert!(
                stored.contains(name.as_str()) || elsewhere.contains(&last),
                "{name} is in no save: give it a row in OF_AGENTS of src/agent/state.rs"
            );
        }
    }
}

fn replayed(path: &Path) -> Output {
    let program = env!("CARGO_BIN_EXE_smallville");
    Command::new(program).arg("replay").arg(path).args(["--headless", "--json"]).output().expect("the program runs")
}

#[test]
fn a_fork_is_one_file() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = file(&folder, "friends.town");
    let mut app = open(&Options { save: Some(path.clone()), ..options("three_friends", 6) });
    live_until_hour(&mut app, 0.5);
    towns::finish(app.world_mut()).expect("written");
    live_until_hour(&mut app, 1.0);
    // Also of a save that is being written.
    Save::read(&path).expect("a save").fork(60, &file(&folder, "other.town")).expect("forked");
    towns::copy(app.world_mut(), &file(&folder, "copy.town")).expect("copied");
    close(app);
    let names = std::fs::read_dir(folder.path()).expect("a folder").map(|one| one.expect("a file").file_name());
    let names: BTreeSet<String> = names.map(|name| name.to_string_lossy().into_owned()).collect();
    let lies = |name: &str| names.contains(name);
    assert!(lies("other.town") && lies("copy.town"));
    assert!(!names.iter().any(|name| name.contains(".new") || name.starts_with("other.town-")), "{names:?}");
}

#[test]
fn a_replay_names_the_first_tick_and_part_that_differ() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = file(&folder, "friends.town");
    let mut app = open(&Options { save: Some(path.clone()), ..options("three_friends", 6) });
    live_until_hour(&mut app, 2.0);
    close(app);
    let out = replayed(&path);
    let said = |out: &Output| serde_json::from_slice::<serde_json::Value>(&out.stdout).expect("an object");
    assert!(out.status.success());
    assert_eq!((&said(&out)["states"], &said(&out)["difference"]), (&3.into(), &serde_json::Value::Null));
    // Somebody remembers something else in the second state.
    let raw = Connection::open(&path).expect("it is a database");
    let sql = "UPDATE memories SET text = 'It was quite different.' WHERE agent = 1 AND saved = 720 AND place = \
               (SELECT max(place) FROM memories WHERE agent = 1)";
    assert_eq!(raw.execute(sql, []).expect("it is written"), 1);
    drop(raw);
    Save::renew_marks(&path).expect("it is what was written");
    let out = replayed(&path);
    let difference = &said(&out)["difference"];
    assert_eq!(out.status.code(), Some(1));
    assert_eq!((&difference["tick"], &difference["owner"]), (&720.into(), &"Klaus Mueller".into()), "{difference}");
    assert_eq!(difference["part"], "memories");
}

/// A part as it stands in a save, each value word for word.
type RawPart = Vec<Box<RawValue>>;

fn raw(json: &str) -> Box<RawValue> {
    RawValue::from_string(json.into()).expect("JSON")
}

/// Changes the parts of each state of a save.
fn edit_states(save: &Path, edit: impl Fn(&mut Vec<RawPart>)) {
    let raw = Connection::open(save).expect("it is a database");
    for (table, key) in [("snapshots", "tick"), ("changes", "last")] {
        let sql = format!("SELECT {key}, body FROM {table}");
        let mut all = raw.prepare(&sql).expect("a table");
        let rows = all.query_map([], |row| Ok((row.get::<_, i64>(0)?, row.get::<_, Vec<u8>>(1)?))).expect("rows");
        let rows: Vec<(i64, Vec<u8>)> = rows.collect::<Result<_, _>>().expect("rows");
        for (tick, body) in rows {
            let mut parts: Vec<RawPart> =
                serde_json::from_reader(ZlibDecoder::new(&body[..])).expect("an array of parts");
            edit(&mut parts);
            let mut packed = ZlibEncoder::new(Vec::new(), Compression::fast());
            serde_json::to_writer(&mut packed, &parts).expect("written");
            let sql = format!("UPDATE {table} SET body = ?2 WHERE {key} = ?1");
            raw.execute(&sql, params![tick, packed.finish().expect("packed")]).expect("changed");
        }
    }
}

#[test]
fn a_replay_that_leaves_its_journal_says_in_a_line_who_asked_what_otherwise() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = file(&folder, "friends.town");
    let mut app = open(&Options { save: Some(path.clone()), ..options("three_friends", 6) });
    live_until_hour(&mut app, 1.0);
    close(app);
    for (sql, told) in [
        ("DELETE FROM answers WHERE agent = 1 AND purpose = 'steps'", "has no recorded answer"),
        (
            "UPDATE answers SET reply = replace(reply, 'breakfast', 'soup') WHERE agent = 1 AND purpose = 'day_plan'",
            "soup",
        ),
        ("UPDATE answers SET count = count + 50 WHERE agent = 1 AND purpose = 'steps'", "is not asked now"),
    ] {
        let other = file(&folder, "other.town");
        std::fs::copy(&path, &other).expect("it is copied");
        assert!(Connection::open(&other).expect("a database").execute(sql, []).expect("changed") > 0, "{sql}");
        Save::renew_marks(&other).expect("it is what was written");
        let out = replayed(&other);
        let words = String::from_utf8_lossy(&out.stderr).into_owned();
        println!("{words}");
        assert!(out.status.code() == Some(1) && words.lines().count() == 1 && words.len() < 700, "{words}");
        assert!(
            words.contains("Klaus Mueller") && words.contains("diverged at tick") && words.contains(told),
            "{words}"
        );
        assert!(!words.contains("go no further"), "{words}");
    }
}

#[test]
fn a_state_that_this_version_cannot_read_is_refused_in_one_sentence() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = file(&folder, "friends.town");
    let mut app = open(&Options { save: Some(path.clone()), ..options("three_friends", 6) });
    live_until_hour(&mut app, 1.0);
    close(app);
    let sql = |sql: &'static str| {
        move |save: &Path| {
            let raw = Connection::open(save).expect("it is a database");
            raw.execute_batch(sql).unwrap_or_else(|why| panic!("{sql}: {why}"));
        }
    };
    type Change = Box<dyn Fn(&Path)>;
    let paths = |n: usize, value: &'static str| -> Change {
        Box::new(move |save| {
            edit_states(save, |parts| {
                let paths = parts.iter_mut().filter(|part| part[3].get() == "\"path\"");
                paths.for_each(|part| part[n] = raw(value));
            });
        })
    };
    let changes: [(Change, &str); 7] = [
        (paths(4, "99"), "the path of Isabella Rodriguez is of version 99"),
        (paths(3, "\"wings\""), "wings"),
        (paths(5, "true"), "the path of person 0 is missing or cannot be unpacked"),
        (Box::new(sql("UPDATE snapshots SET body = x'0080'")), "cannot be unpacked"),
        (Box::new(sql("UPDATE memories SET kind = 'dream' WHERE place = 3")), "makes no sense"),
        (Box::new(sql("DELETE FROM memories WHERE agent = 2 AND place = 3")), "makes no sense"),
        (Box::new(sql("INSERT INTO memory_changes VALUES (0, 10, 0, '[[77, 1, 1, 1, 0]]')")), "there is none"),
    ];
    for (change, says) in changes {
        let other = file(&folder, "other.town");
        std::fs::copy(&path, &other).expect("it is copied");
        change(&other);
        Save::renew_marks(&other).expect("it is what was written");
        let options = Options { load: Some(other), ..default() };
        let why = smallville::headless::app(&options, &lived::data()).expect_err(says).to_string();
        assert!(why.contains(says) && why.contains("damaged") && !why.contains('\n'), "{says}: {why}");
    }
}

#[test]
fn a_town_goes_on_with_what_it_began_with_or_with_what_was_edited_since() {
    let folder = tempfile::tempdir().expect("a folder");
    let (old, new) = (file(&folder, "old.town"), file(&folder, "new.town"));
    let mut app = open(&Options { save: Some(old.clone()), ..options("three_friends", 6) });
    live_until_hour(&mut app, 1.0);
    close(app);
    let bytes = std::fs::read(&old).expect("a save");
    // A persona and a prompt are edited; and a bed is called otherwise, which is for later.
    let edited = |path: &str, from: &str, to: &str| {
        let text = std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(path)).expect("a file");
        assert!(text.contains(from), "{path} has {from:?}");
        let at = folder.path().join("data").join(path);
        std::fs::create_dir_all(at.parent().expect("a folder")).expect("made");
        std::fs::write(at, text.replace(from, to)).expect("written");
    };
    edited(
        "assets/scenarios/the_ville/cast/isabella_rodriguez.toml",
        "a borrowed oven",
        "what she got to dive for pearls",
    );
    edited("prompts/reaction.md", "{", "A word more. {");
    let run = |arguments: &[&str]| {
        let data = folder.path().join("data");
        let mut command = Command::new(env!("CARGO_BIN_EXE_smallville"));
        command.current_dir(folder.path()).env("XDG_DATA_HOME", folder.path()).env("XDG_CONFIG_HOME", folder.path());
        let out = command.args(arguments).arg("--data").arg(data).output().expect("the program runs");
        (out.status.success(), String::from_utf8_lossy(&out.stderr).into_owned())
    };
    let is_edited = |path: &Path| {
        let save = Save::read(path).expect("a save");
        let parts = save.standing(save.meta().tick).expect("a state").parts;
        let persona = |body: &[u8]| String::from_utf8_lossy(body).contains("dive for pearls");
        let prompt = save.files().expect("files")["prompts/reaction.md"].clone();
        let prompt = String::from_utf8_lossy(&prompt).contains("A word more.");
        (parts.iter().any(|part| part.name == "persona" && persona(&part.body)), prompt)
    };
    // Not asked for, nothing that was edited counts.
    assert_eq!(run(&["run", "--load", "old.town", "--save", "same.town", "--hours", "2"]), (true, String::new()));
    assert_eq!(is_edited(&file(&folder, "same.town")), (false, false));
    let (well, why) = run(&["run", "--load", "old.town", "--scenario", "three_friends", "--hours", "2"]);
    assert!(!well && why.contains("--edited"), "{why}");
    let (well, why) = run(&["run", "--load", "old.town", "--edited", "--save", "old.town", "--hours", "2"]);
    assert!(!well && why.contains("another file"), "{why}");
    assert_eq!(std::fs::read(&old).expect("a save"), bytes, "the save is as it was");
    // Asked for, it counts from here on, in a save of its own that goes on and remembers what was before.
    assert_eq!(
        run(&["run", "--load", "old.town", "--edited", "--save", "new.town", "--hours", "2"]),
        (true, String::new())
    );
    assert_eq!(is_edited(&new), (true, true));
    assert_eq!(run(&["run", "--load", "new.town", "--save", "new.town", "--hours", "3"]), (true, String::new()));
    assert_eq!(is_edited(&new), (true, true));
    let save = Save::read(&new).expect("a save");
    assert!(save.standing(60).expect("a state").parts.len() > 60, "what was before can still be seen");
    let (well, why) = run(&["replay", "new.town", "--headless"]);
    assert!(!well && why.contains("edited files from tick 360"), "{why}");
    // The rooms and things of a town have to be there.
    edited("maps/the_ville.tmx", "name=\"stove\"", "name=\"hearth\"");
    let (well, why) = run(&["run", "--load", "old.town", "--edited", "--hours", "2"]);
    assert!(!well && why.contains("hearth"), "{why}");
}

#[test]
fn what_lacks_or_makes_no_sense_is_told_and_nothing_panics() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = file(&folder, "friends.town");
    let mut app = open(&Options { save: Some(path.clone()), ..options("three_friends", 6) });
    live_until_hour(&mut app, 1.0);
    close(app);
    let damaged = |sql: &str| {
        let path = file(&folder, "damaged.town");
        std::fs::copy(path.with_file_name("friends.town"), &path).expect("copied");
        Connection::open(&path).expect("a database").execute_batch(sql).expect("changed");
        Save::renew_marks(&path).expect("it is what was written");
    };
    let run = |arguments: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_smallville"));
        let out = command.current_dir(folder.path()).args(arguments).output().expect("the program runs");
        (out.status.code(), String::from_utf8_lossy(&out.stderr).into_owned())
    };
    for part in ["home", "persona", "relations"] {
        damaged("");
        let path = file(&folder, "damaged.town");
        let lost = ["\"agent\"", "1", &format!("{part:?}")];
        edit_states(&path, |parts| parts.retain(|part| (1..4).any(|n| part[n].get() != lost[n - 1])));
        Save::renew_marks(&path).expect("it is what was written");
        let (code, why) = run(&["run", "--load", "damaged.town", "--hours", "2"]);
        assert!(code == Some(1) && why.contains("damaged.town") && why.contains(part), "{code:?} {why}");
    }
    damaged("");
    let path = file(&folder, "damaged.town");
    edit_states(&path, |parts| {
        let of_it = parts.iter_mut().filter(|part| part[3].get() == "\"using\"");
        of_it.for_each(|part| part[6] = raw("[65535,0]"));
    });
    Save::renew_marks(&path).expect("it is what was written");
    let (code, why) = run(&["run", "--load", "damaged.town", "--hours", "2"]);
    assert!(code == Some(1) && why.contains("there is no object 65535"), "{code:?} {why}");
    let foreign = r#"{"count":5,"open":[{"id":{"agent":9,"count":1},"purpose":"steps","inputs":"{}","asked":1,"due":2,"give_up":3,"dice":0}]}"#;
    for (part, body, told) in [
        ("thinking", foreign, "a question that they did not ask"),
        ("home", r#"{"sector":60000,"rooms":[],"work":[]}"#, "there is no sector 60000"),
        ("tile", r#"{"x":60000,"y":3}"#, "there is no cell"),
        ("tile", r#"{"x":-1,"y":3}"#, "there is no cell"),
        ("", "", "nobody is in"),
    ] {
        damaged("");
        edit_states(&path, |parts| {
            parts.retain(|_| !part.is_empty());
            for one in parts.iter_mut().filter(|one| one[3].get() == format!("{part:?}")) {
                (one[5], one[6]) = (raw("false"), raw(body));
            }
        });
        Save::renew_marks(&path).expect("it is what was written");
        let (code, why) = run(&["run", "--load", "damaged.town", "--hours", "2"]);
        assert!(code == Some(1) && why.contains(told) && !why.contains("column"), "{part}: {code:?} {why}");
    }
    for sql in [
        "UPDATE events SET place = 60000",
        "UPDATE events SET body = replace(body, '\"object\":', '\"object\":6') WHERE kind = 'Did'",
    ] {
        damaged(sql);
        for arguments in [
            &["evaluate", "damaged.town"][..],
            &["paper", "damaged.town"],
            &["run", "--load", "damaged.town", "--hours", "2"],
        ] {
            let (code, why) = run(arguments);
            assert!(code == Some(1) && why.contains("makes no sense") && !why.contains("panicked"), "{code:?} {why}");
        }
    }
    for (table, column) in [
        ("answers", "tick"),
        ("commands", "tick"),
        ("events", "tick"),
        ("lines", "tick"),
        ("questions", "tick"),
        ("positions", "tick"),
        ("actions", "tick"),
        ("states", "tick"),
        ("talks", "tick"),
        ("memories", "tick"),
        ("memories", "saved"),
        ("memory_changes", "tick"),
        ("changes", "last"),
        ("snapshots", "tick"),
    ] {
        let newest = format!("(SELECT max({column}) FROM {table})");
        damaged(&format!(
            "INSERT OR IGNORE INTO commands VALUES (0, 5, 9, 'pause'); INSERT OR IGNORE INTO talks SELECT 0, 'x', 5, '' \
             WHERE NOT EXISTS (SELECT * FROM talks); INSERT INTO lines SELECT 0, 'x', 0, 5, 6, 0, '', '' \
             WHERE NOT EXISTS (SELECT * FROM lines); INSERT INTO memory_changes SELECT 0, 5, 0, '' \
             WHERE NOT EXISTS (SELECT * FROM memory_changes); \
             UPDATE OR REPLACE {table} SET {column} = 361 WHERE {column} = {newest}"
        ));
        let (code, why) = run(&["talks", "damaged.town"]);
        let told = format!("tick 361, in its table {table}, but says it was lived only up to tick 360");
        assert!(code == Some(1) && why.contains(&told), "{table} {column}: {code:?} {why}");
    }
    damaged("UPDATE meta SET value = '315000000' WHERE key = 'tick'");
    for arguments in [&["evaluate", "damaged.town"][..], &["paper", "damaged.town"], &["run", "--load", "damaged.town"]]
    {
        let (code, why) = run(arguments);
        assert!(code == Some(1) && why.contains("all that it holds is of tick 360"), "{code:?} {why}");
    }
    damaged("DELETE FROM snapshots");
    let (code, why) = run(&["replay", "damaged.town", "--headless"]);
    assert!(code == Some(1) && why.contains("damaged.town"), "{code:?} {why}");
    for sql in ["UPDATE events SET body = 'nonsense'", "UPDATE events SET kind = 'Nothing' WHERE tick > 100"] {
        damaged(sql);
        for arguments in [&["evaluate", "damaged.town"][..], &["paper", "damaged.town"]] {
            let (code, why) = run(arguments);
            assert!(code == Some(1) && why.contains("damaged.town") && !why.contains("panicked"), "{code:?} {why}");
        }
    }
    // What somebody who looked on has noted is no part of the town.
    damaged("");
    let path = file(&folder, "damaged.town");
    edit_states(&path, |parts| {
        if parts.iter().all(|part| part[0].get() == "360") {
            parts.push(["360", "\"town\"", "0", "\"goals\"", "1", "false", "{}"].map(raw).into());
        }
    });
    Save::renew_marks(&path).expect("it is what was written");
    let out = replayed(&path);
    assert!(out.status.success(), "{out:?}");
}

/// What a save tells of all the time up to its end: each thing once.
fn told(path: &Path) -> (Vec<String>, String, usize) {
    let save = Save::read(path).unwrap_or_else(|why| panic!("{why}"));
    let end = save.meta().tick;
    let talks = save.talks(0, end).expect("talks").into_iter().map(|(_, id, _)| format!("{id:?}")).collect();
    let events = format!("{:?}", save.events(0, end).expect("events"));
    (talks, events, save.history().lines().expect("lines").len())
}

#[test]
fn a_save_tells_everything_once_wherever_a_town_was_kept_in_between() {
    let folder = tempfile::tempdir().expect("a folder");
    let [straight, first, other] = ["straight.town", "first.town", "other.town"].map(|name| file(&folder, name));
    let mut app = open(&Options { save: Some(straight.clone()), ..options("harbour", 1) });
    live_until_hour(&mut app, 5.0);
    let is = hashes(&mut app);
    close(app);
    let whole = told(&straight);
    assert!(whole.0.len() > 1 && whole.2 > 5, "{whole:?}");
    let mut app = open(&Options { save: Some(first.clone()), ..options("harbour", 1) });
    live_until_hour(&mut app, 2.0);
    close(app);
    // Gone on with in the same file.
    let same = file(&folder, "same.town");
    std::fs::copy(&first, &same).expect("copied");
    let mut app = open(&Options { load: Some(same.clone()), save: Some(same.clone()), threads: 2, ..default() });
    live_until_hour(&mut app, 5.0);
    close(app);
    assert_eq!(told(&same), whole);
    // Gone on with and kept nowhere for an hour; then in a file of its own, and then in another one.
    let mut app = load(&first);
    for (hours, path) in [(3.0, &other), (4.0, &file(&folder, "third.town"))] {
        live_until_hour(&mut app, hours);
        towns::save_as(app.world_mut(), path).unwrap_or_else(|why| panic!("{why}"));
    }
    live_until_hour(&mut app, 5.0);
    assert_eq!(hashes(&mut app), is);
    close(app);
    let (talks, events, lines) = told(&file(&folder, "third.town"));
    let sorted = |mut talks: Vec<String>| {
        talks.sort();
        talks
    };
    assert_eq!((sorted(talks), events, lines), (sorted(whole.0), whole.1, whole.2));
    let save = Save::read(&file(&folder, "third.town")).expect("a save");
    assert!(save.standing(60).expect("a state").parts.len() > 60, "what was before can still be seen");
    let out = replayed(&file(&folder, "third.town"));
    assert!(out.status.success(), "{}", String::from_utf8_lossy(&out.stdout));
}

#[test]
fn two_who_fork_into_one_file_get_one_and_a_sentence() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = file(&folder, "friends.town");
    let mut app = open(&Options { save: Some(path.clone()), ..options("three_friends", 6) });
    live_until_hour(&mut app, 1.0);
    close(app);
    for n in 0..5 {
        let to = file(&folder, &format!("fork {n}.town"));
        let fork = |at: u64| Save::read(&path).and_then(|save| save.fork(at, &to)).map(|()| at);
        let begun = [180, 300].map(|at| {
            let mut command = Command::new(env!("CARGO_BIN_EXE_smallville"));
            let when = if at == 180 { "2023-02-13 07:00" } else { "2023-02-13 07:20:00" };
            command.arg("fork").arg(&path).args(["--at", when, "--out"]).arg(&to);
            (at, command.stderr(std::process::Stdio::piped()).spawn().expect("it runs"))
        });
        let done = begun.map(|(at, child)| (at, child.wait_with_output().expect("it ends")));
        let won: Vec<u64> = done.iter().filter(|(_, out)| out.status.success()).map(|(at, _)| *at).collect();
        assert_eq!(won.len(), 1, "{done:?}");
        assert_eq!(Save::read(&to).expect("a save").meta().tick, won[0]);
        assert!(fork(200).is_err(), "nothing is overwritten");
        let left = std::fs::read_dir(folder.path()).expect("a folder").flatten().map(|one| one.file_name());
        assert!(left.into_iter().all(|name| !name.to_string_lossy().contains(".new")));
    }
}

#[test]
fn names_that_mean_something_to_a_database_are_files() {
    let folder = tempfile::tempdir().expect("a folder");
    for name in [":memory:", "file:a.town", "file:b.town?mode=memory"] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_smallville"));
        command.current_dir(folder.path()).args([
            "run",
            "--scenario",
            "three_friends",
            "--hours",
            "0.1",
            "--save",
            name,
        ]);
        assert!(command.output().expect("it runs").status.success(), "{name}");
        assert_eq!(Save::read(&folder.path().join(name)).expect(name).meta().tick, 36);
    }
}

#[cfg(unix)]
#[test]
fn a_run_that_is_interrupted_writes_what_it_has_lived() {
    let folder = tempfile::tempdir().expect("a folder");
    for (n, signal) in ["INT", "TERM", "HUP"].into_iter().enumerate() {
        let path = file(&folder, &format!("{n}.town"));
        let mut command = Command::new(env!("CARGO_BIN_EXE_smallville"));
        command.args(["run", "--scenario", "three_friends", "--hours", "8000", "--save"]).arg(&path);
        let run = command.stderr(std::process::Stdio::piped()).spawn().expect("it runs");
        while Save::glance(&path).map_or(0, |meta| meta.tick) == 0 {
            std::thread::sleep(std::time::Duration::from_millis(20));
        }
        let kill = Command::new("kill").args(["-s", signal, &run.id().to_string()]).status().expect("kill");
        assert!(kill.success());
        let out = run.wait_with_output().expect("it ends");
        let said = String::from_utf8_lossy(&out.stderr).into_owned();
        assert!(out.status.code() == Some(1) && said.contains("interrupted"), "{signal}: {:?} {said}", out.status);
        let save = Save::read(&path).expect("a save");
        assert_eq!(save.snapshots().expect("states").last(), Some(&save.meta().tick), "{signal}: the end is written");
    }
}

#[test]
fn a_run_that_is_refused_leaves_no_save() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut command = Command::new(env!("CARGO_BIN_EXE_smallville"));
    command.current_dir(folder.path()).args(["run", "--scenario", "three_friends", "--hours", "0", "--save", "a.town"]);
    assert!(!command.output().expect("it runs").status.success());
    assert!(!file(&folder, "a.town").exists());
}

/// Runs the program where no file may grow beyond so many blocks of 512 bytes, with these lines typed.
#[cfg(unix)]
fn without_room(folder: &Path, blocks: u32, arguments: &[&str], typed: &str) -> (Option<i32>, String) {
    let script = format!("trap '' XFSZ; ulimit -f {blocks}; printf '{typed}' | \"$0\" \"$@\" 2>&1");
    let mut command = Command::new("sh");
    command.current_dir(folder).args(["-c", &script, env!("CARGO_BIN_EXE_smallville")]).args(arguments);
    let out = command.output().expect("it runs");
    (out.status.code(), String::from_utf8_lossy(&out.stdout).into_owned())
}

#[cfg(unix)]
#[test]
fn where_there_is_no_room_for_a_past_nothing_is_left_and_nobody_says_saved() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = file(&folder, "friends.town");
    let mut app = open(&Options { save: Some(path.clone()), ..options("three_friends", 6) });
    live_until_hour(&mut app, 3.0);
    close(app);
    let blocks = (std::fs::metadata(&path).expect("a save").len() / 512 / 2) as u32;
    let (code, said) = without_room(folder.path(), blocks, &["console", "--load", "friends.town"], "save new.town\\n");
    assert!(said.contains("the disk is full") && !said.contains("saved"), "{code:?} {said}");
    assert!(!said.contains("what was saved before"), "{said}");
    let run = ["run", "--load", "friends.town", "--save", "new.town", "--hours", "4"];
    let (code, said) = without_room(folder.path(), blocks, &run, "");
    assert!(code == Some(1) && said.contains("the disk is full"), "{code:?} {said}");
    let left = std::fs::read_dir(folder.path()).expect("a folder").map(|one| one.expect("a file").file_name());
    let left: Vec<_> = left.filter(|name| name.to_string_lossy().starts_with("new")).collect();
    assert!(left.is_empty(), "{left:?}");
}

#[test]
fn a_new_save_takes_over_what_the_one_before_has_and_could_not_take_any_more() {
    let folder = tempfile::tempdir().expect("a folder");
    let [straight, first, second, third] =
        ["straight.town", "first.town", "second.town", "third.town"].map(|name| file(&folder, name));
    let mut app = open(&Options { save: Some(straight.clone()), ..options("three_friends", 6) });
    live_until_hour(&mut app, 1.5);
    close(app);
    let mut app = open(&Options { save: Some(first.clone()), ..options("three_friends", 6) });
    live_until_hour(&mut app, 1.0);
    towns::finish(app.world_mut()).expect("written");
    live_until_hour(&mut app, 1.1);
    let other = Connection::open(&first).expect("a database");
    other.execute_batch("BEGIN IMMEDIATE").expect("nobody else can write");
    live_until_hour(&mut app, 1.5);
    assert_eq!(towns::save_as(app.world_mut(), &second).map_err(|why| why.to_string()), Ok(None));
    let steps = |path: &Path| Save::read(path).expect("a save").history().steps().expect("steps").len();
    assert_eq!((told(&second), steps(&second)), (told(&straight), steps(&straight)), "nothing is missing");
    // Taken away, with all that was in it.
    live_until_hour(&mut app, 2.0);
    std::fs::remove_file(&second).expect("it was there");
    let lacks =
        towns::save_as(app.world_mut(), &third).unwrap_or_else(|why| panic!("{why}")).expect("something is missing");
    assert!(lacks.contains("from 2023-02-13 0") && lacks.contains("second.town"), "{lacks}");
    let is = hashes(&mut app);
    close(app);
    assert_eq!(hashes(&mut load(&third)), is);
}

#[test]
fn a_save_in_which_a_town_is_kept_is_not_replaced() {
    let folder = tempfile::tempdir().expect("a folder");
    let [day, kept] = ["day.town", "kept.town"].map(|name| file(&folder, name));
    let mut app = open(&Options { save: Some(day.clone()), ..options("three_friends", 6) });
    live_until_hour(&mut app, 1.0);
    close(app);
    Save::read(&day).expect("a save").fork(180, &kept).expect("forked");
    let mut app = open(&Options { load: Some(kept.clone()), save: Some(kept.clone()), threads: 2, ..default() });
    let mut run = Command::new(env!("CARGO_BIN_EXE_smallville"));
    run.current_dir(folder.path()).args(["run", "--load", "day.town", "--save", "kept.town", "--hours", "2"]);
    let out = run.output().expect("it runs");
    let why = String::from_utf8_lossy(&out.stderr).into_owned();
    assert!(out.status.code() == Some(1) && why.contains("in use by another Smallville"), "{why}");
    live_until_hour(&mut app, 1.0);
    close(app);
    assert_eq!(Save::read(&kept).expect("a save").meta().tick, 360);
    assert!(run.output().expect("it runs").status.success(), "nobody has it any more");
}
