//! What a save tells other programs and people: talks, tables, a graph, and how two branches differ.

#[path = "lived/mod.rs"]
mod lived;

use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
    process::Output,
};

use assert_cmd::Command;
use lived::{live_until_hour, open, options};
use roxmltree::Document;
use rusqlite::{Connection, OpenFlags, types::Value};
use serde_json::Value as Json;
use smallville::{
    headless,
    save::{Kind, Save, TABLES},
    town::{self as towns, Experiment, Options},
};

const HOURS: f64 = 6.0;
const FIRE: &str = "set <Hobbs Cafe: cafe: stove> is burning";

/// A town lived for some hours, and a branch of it with a fire in the fourth.
struct Saves {
    folder: tempfile::TempDir,
}

impl Saves {
    fn lived() -> Self {
        let saves = Self { folder: tempfile::tempdir().expect("a folder") };
        let mut app = open(&Options { save: Some(saves.path("a.town")), ..options("three_friends", 3) });
        live_until_hour(&mut app, HOURS);
        towns::finish(app.world_mut()).expect("written");
        saves
    }

    /// Forks the first save, lives it on with a fire, and gives the tick of that.
    fn branch(&self) -> u64 {
        let save = Save::read(&self.path("a.town")).expect("a save");
        let calendar = save.calendar().expect("a calendar");
        let at = lived_tick(&save, 3.0);
        save.fork(at, &self.path("b.town")).expect("forked");
        let when = calendar.date_time(at + calendar.ticks(5));
        let experiment = Experiment { commands: vec![(when, FIRE.to_owned())], ..Experiment::default() };
        let file = Some(self.path("b.town"));
        let branch = Options { load: file.clone(), save: file, experiment, threads: 2, ..Options::default() };
        let mut app = open(&branch);
        live_until_hour(&mut app, HOURS - 1.0);
        towns::finish(app.world_mut()).expect("written");
        at + calendar.ticks(5)
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn run(&self, args: &[&str]) -> Output {
        let mut command = Command::cargo_bin("smallville").expect("built");
        command.current_dir(self.folder.path()).args(args).output().expect("run")
    }

    /// What is printed by a command that succeeds.
    #[track_caller]
    fn said(&self, args: &[&str]) -> String {
        let output = self.run(args);
        assert!(output.status.success(), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).expect("text")
    }

    /// The one line that a command complains in.
    #[track_caller]
    fn refused(&self, args: &[&str]) -> String {
        let output = self.run(args);
        let why = String::from_utf8(output.stderr).expect("text");
        assert!(output.status.code() == Some(1) && why.lines().count() == 1, "{args:?}: {why}");
        why
    }
}

fn lived_tick(save: &Save, hours: f64) -> u64 {
    headless::ticks(hours, &save.calendar().expect("a calendar")).expect("hours")
}

/// The records of a CSV file, read by the letter of RFC 4180; the text of a field, or none if it is empty.
fn records(text: &str) -> Vec<Vec<Option<String>>> {
    let (mut all, mut record, mut rest) = (Vec::new(), Vec::new(), text);
    while !rest.is_empty() {
        let field;
        (field, rest) = match rest.strip_prefix('"') {
            Some(mut quoted) => {
                let mut text = String::new();
                loop {
                    let (part, after) = quoted.split_once('"').expect("a closing quote");
                    text += part;
                    match after.strip_prefix('"') {
                        Some(more) => {
                            text.push('"');
                            quoted = more;
                        }
                        None => break (Some(text), after),
                    }
                }
            }
            None => {
                let (field, after) = rest.split_at(rest.find([',', '\r']).expect("an end"));
                assert!(!field.contains(['"', '\n']), "{field:?} has to be quoted");
                ((!field.is_empty()).then(|| field.to_owned()), after)
            }
        };
        record.push(field);
        rest = match rest.strip_prefix(',') {
            Some(after) => after,
            None => {
                all.push(std::mem::take(&mut record));
                rest.strip_prefix("\r\n").expect("the end of a record")
            }
        };
    }
    all
}

/// The rows of a table of the database, as far as the columns of these names are its own.
fn rows(path: &Path, table: &str, columns: &[(&str, &str)], order: &str) -> Vec<Vec<Option<String>>> {
    let database = Connection::open_with_flags(path, OpenFlags::SQLITE_OPEN_READ_ONLY).expect("a database");
    let names: Vec<&str> = columns.iter().map(|(_, own)| *own).collect();
    let sql = format!("SELECT {} FROM {table} ORDER BY {order}", names.join(", "));
    let mut rows = database.prepare(&sql).expect("columns");
    let row = |row: &rusqlite::Row<'_>| {
        let text = |n| match row.get::<_, Value>(n).expect("a value") {
            Value::Null => None,
            Value::Integer(number) => Some(number.to_string()),
            Value::Text(text) => Some(text),
            other => panic!("{other:?}"),
        };
        Ok((0..columns.len()).map(text).collect())
    };
    rows.query_map([], row).expect("rows").map(|row| row.expect("a row")).collect()
}

/// Of each table the order of its rows, and columns that are called otherwise in the database or made from others.
const OWN: [(&str, &str, &[(&str, &str)]); 12] = [
    ("people", "agent", &[]),
    ("places", "place", &[]),
    ("things", "object", &[("address", "")]),
    ("positions", "tick, agent", &[("name", "")]),
    ("actions", "tick, agent", &[("name", ""), ("thing", "")]),
    ("states", "tick, object", &[("thing", "")]),
    (
        "talks",
        "rowid",
        &[
            ("began", "json_extract(body, '$[1].began')"),
            ("over", "tick"),
            ("place", "json_extract(body, '$[1].arena')"),
            ("address", ""),
            ("members", "json_extract(body, '$[1].members')"),
            ("topic", "json_extract(body, '$[1].topic')"),
            ("line_count", "json_array_length(body, '$[1].lines')"),
            ("ending", "json_extract(body, '$[2]')"),
        ],
    ),
    ("lines", "tick, talk, nth", &[("speaker_name", ""), ("hearer_names", "")]),
    ("events", "tick, nth", &[("name", ""), ("address", "")]),
    (
        "memories",
        "agent, place",
        &[("name", ""), ("nth", "place"), ("importance", ""), ("accessed", ""), ("fixed", "")],
    ),
    ("answers", "tick, agent, count", &[("name", ""), ("mind", "who")]),
    ("commands", "tick, nth", &[]),
];

#[test]
fn tables_are_what_is_in_the_save() {
    let saves = Saves::lived();
    saves.branch();
    let said = saves.said(&["export", "b.town", "--out", "deep/b"]);
    assert!(said.contains("people 3"), "{said}");
    let folder = saves.path("deep/b");
    let save = Save::read(&saves.path("b.town")).expect("a save");
    let calendar = save.calendar().expect("a calendar");
    let readme = fs::read_to_string(folder.join("README.md")).expect("a page");
    let docs = fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/saves.md")).expect("a page");
    for (table, (name, order, own)) in TABLES.iter().zip(OWN) {
        assert_eq!(table.name, name);
        let mut csv = records(&fs::read_to_string(folder.join(format!("{name}.csv"))).expect("a file"));
        let head: Vec<String> = csv.remove(0).into_iter().map(|name| name.expect("a name")).collect();
        let told = docs.lines().find(|line| line.starts_with(&format!("| `{name}` | `")) && line.contains("`, `"));
        assert_eq!(
            told,
            Some(
                format!("| `{name}` | {} |", head.iter().map(|one| format!("`{one}`")).collect::<Vec<_>>().join(", "))
                    .as_str()
            )
        );
        assert!(head.iter().all(|column| readme.contains(&format!("`{column}`"))), "{name}");
        let place = |column: &str| head.iter().position(|one| one == column).expect("a column");
        // What is the database's own is there row for row.
        let columns: Vec<(&str, &str)> = (table.columns.iter())
            .map(|column| {
                own.iter().copied().find(|(name, _)| *name == column.name).unwrap_or((column.name, column.name))
            })
            .filter(|(_, own)| !own.is_empty())
            .collect();
        let mine: Vec<Vec<Option<String>>> =
            csv.iter().map(|row| columns.iter().map(|(column, _)| row[place(column)].clone()).collect()).collect();
        assert_eq!(mine, rows(&saves.path("b.town"), name, &columns, order), "{name}");
        assert!(!mine.is_empty(), "{name} has nothing in it");
        // Lines of JSON say the same.
        let lines = fs::read_to_string(folder.join(format!("{name}.jsonl"))).expect("a file");
        assert_eq!(lines.lines().count(), csv.len());
        for (line, row) in lines.lines().zip(&csv) {
            let line: serde_json::Map<String, Json> = serde_json::from_str(line).expect("JSON");
            assert_eq!(line.len(), head.len());
            for column in table.columns {
                let field = &row[place(column.name)];
                match (&line[column.name], column.kind) {
                    (Json::String(text), _) => assert_eq!(Some(text), field.as_ref()),
                    (Json::Null, _) => assert!(field.as_ref().is_none_or(|field| field == "null")),
                    (value, Kind::Json) => {
                        assert_eq!(Some(value), serde_json::from_str(field.as_deref().expect("JSON")).ok().as_ref());
                    }
                    (value, _) => assert_eq!(Some(value.to_string()), *field),
                }
                if column.kind == Kind::Tick {
                    let tick = field.as_deref().expect("a tick").parse().expect("a number");
                    assert_eq!(row[place(column.name) + 1], Some(calendar.date_time(tick).to_string()));
                }
            }
        }
    }
}

#[test]
fn a_graph_has_everybody_and_movement_each_step() {
    let saves = Saves::lived();
    saves.said(&["export", "a.town", "--out", "out", "--graphml", "--movement"]);
    let mut files: Vec<_> =
        fs::read_dir(saves.path("out")).expect("a folder").map(|file| file.expect("a file").file_name()).collect();
    files.sort();
    assert_eq!(files, ["README.md", "movement.csv", "relations.graphml"]);
    let text = fs::read_to_string(saves.path("out/relations.graphml")).expect("a file");
    let graph = Document::parse(&text).expect("well-formed");
    let save = Save::read(&saves.path("a.town")).expect("a save");
    let people = save.people().expect("people");
    let data = |node: roxmltree::Node<'_, '_>, key: &str| {
        node.children().find(|one| one.attribute("key") == Some(key)).and_then(|one| one.text()).map(str::to_owned)
    };
    let labels: BTreeMap<&str, String> = (graph.descendants().filter(|one| one.has_tag_name("node")))
        .map(|node| (node.attribute("id").expect("an id"), data(node, "label").expect("a label")))
        .collect();
    assert_eq!(labels.values().collect::<Vec<_>>(), people.values().collect::<Vec<_>>());
    let keys: Vec<&str> =
        graph.descendants().filter_map(|one| one.has_tag_name("key").then(|| one.attribute("id"))?).collect();
    let edges: Vec<_> = graph.descendants().filter(|one| one.has_tag_name("edge")).collect();
    assert!(edges.iter().any(|edge| data(*edge, "talks").is_some_and(|count| count != "0")), "they have talked");
    assert!(edges.iter().any(|edge| data(*edge, "relation").is_some()), "they think something of each other");
    for edge in edges {
        assert!(["source", "target"].iter().all(|end| labels.contains_key(edge.attribute(*end).expect("an end"))));
        assert!(edge.children().all(|data| keys.contains(&data.attribute("key").expect("a key"))));
    }
    let steps = records(&fs::read_to_string(saves.path("out/movement.csv")).expect("a file"));
    let columns = [("tick", "tick"), ("x", "x"), ("y", "y")];
    let own = rows(&saves.path("a.town"), "positions", &columns, "tick, agent");
    let told = |row: &Vec<Option<String>>| [0, 3, 4].map(|n| row[n].clone()).to_vec();
    assert_eq!(steps[1..].iter().map(told).collect::<Vec<_>>(), own);
    let places = save.places().expect("places");
    assert!(steps[1..].iter().all(|row| places.values().any(|place| row[5].as_ref() == Some(place))));
}

#[test]
fn what_cannot_be_written_is_said() {
    let saves = Saves { folder: tempfile::tempdir().expect("a folder") };
    let mut app = open(&Options { save: Some(saves.path("a.town")), ..options("three_friends", 3) });
    live_until_hour(&mut app, 0.1);
    towns::finish(app.world_mut()).expect("written");
    let why = saves.refused(&["export", "a.town", "--out", "."]);
    assert!(why.contains("has files in it already"), "{why}");
    fs::write(saves.path("file"), "x").expect("written");
    for folder in ["file", "file/in"] {
        let why = saves.refused(&["export", "a.town", "--out", folder]);
        assert!(why.contains("file") && why.contains("cannot be written"), "{why}");
    }
    let why = saves.refused(&["export", "none.town", "--out", "out"]);
    assert!(why.contains("there is no save none.town") && !saves.path("out").exists(), "{why}");
    // Where the room ends on the way, nothing of it stays: neither in a new folder nor in an empty one.
    fs::create_dir(saves.path("empty")).expect("made");
    for folder in ["new", "empty"] {
        let script = "trap '' XFSZ; ulimit -f 8; exec \"$0\" export a.town --out \"$1\"";
        let mut command = Command::new("sh");
        let program = env!("CARGO_BIN_EXE_smallville");
        let out =
            command.args(["-c", script, program, folder]).current_dir(saves.folder.path()).output().expect("it runs");
        let why = String::from_utf8_lossy(&out.stderr).into_owned();
        assert!(out.status.code() == Some(1) && why.contains("cannot be written"), "{why}");
    }
    let left = fs::read_dir(saves.path("empty")).expect("it was there before").count();
    assert!(left == 0 && !saves.path("new").exists());
    let why = saves.refused(&["compare", "a.town", "a.town", "--picture", "none/p.svg"]);
    assert!(why.contains("none/p.svg cannot be written"), "{why}");
    for args in [&["export", "a.town"][..], &["compare", "a.town", "a.town", "--picture", "p.gif"]] {
        assert_eq!(saves.run(args).status.code(), Some(2), "{args:?}");
    }
}

#[test]
fn talks_are_told_and_chosen() {
    let saves = Saves::lived();
    let talks = |more: &[&str]| -> Vec<Json> {
        let said = saves.said(&[&["talks", "a.town", "--json"], more].concat());
        let all: Json = serde_json::from_str(&said).expect("JSON");
        all["talks"].as_array().expect("an array").clone()
    };
    let all = talks(&[]);
    let lines = |talks: &[Json]| talks.iter().map(|talk| talk["lines"].as_array().expect("lines").len()).sum::<usize>();
    let own = rows(&saves.path("a.town"), "lines", &[("words", "words")], "tick");
    assert!(all.len() > 1 && lines(&all) == own.len(), "{} talks", all.len());
    let text = saves.said(&["talks", "a.town"]);
    for line in all.iter().flat_map(|talk| talk["lines"].as_array().expect("lines")) {
        let [speaker, hearer] = [&line["speaker"], &line["hearers"][0]].map(|name| name.as_str().expect("a name"));
        let line = format!("  {speaker} to {hearer}: {}\n", line["words"].as_str().expect("words"));
        assert!(text.contains(&line), "{line}");
    }
    let last = all.last().expect("a talk");
    let [one, other] = [0, 1].map(|n| last["people"][n].as_str().expect("a name"));
    let has = |talk: &Json, name: &str| talk["people"].as_array().expect("people").iter().any(|one| one == name);
    let chosen = talks(&["--person", one, "--person", other]);
    assert_eq!(chosen, all.iter().filter(|talk| has(talk, one) && has(talk, other)).cloned().collect::<Vec<_>>());
    let first_name = one.split(' ').next().expect("a name").to_lowercase();
    assert_eq!(
        talks(&["--person", &first_name]),
        all.iter().filter(|talk| has(talk, one)).cloned().collect::<Vec<_>>()
    );
    let place = last["place"].as_str().expect("a place");
    assert_eq!(
        talks(&["--place", &place.to_uppercase()]),
        all.iter().filter(|talk| talk["place"] == place).cloned().collect::<Vec<_>>()
    );
    let words = last["lines"][1]["words"].as_str().expect("words").to_uppercase();
    assert!(talks(&["--words", &words]).contains(last));
    let time = last["time"].as_str().expect("a time");
    let (date, clock) = (time[..16].replace('T', " "), &time[11..16]);
    for from in [date.as_str(), clock] {
        let (before, after) = (talks(&["--until", from]), talks(&["--from", from]));
        assert!(after.contains(last) && !before.contains(last));
        assert_eq!([before, after].concat(), all);
    }
    let none = saves.run(&["talks", "a.town", "--words", "xyzzy"]);
    assert!(none.status.success() && none.stdout.is_empty() && !none.stderr.is_empty());
    fs::copy(saves.path("a.town"), saves.path("lost.town")).expect("a copy");
    let lost = Connection::open(saves.path("lost.town")).expect("a save");
    lost.execute("DELETE FROM events", []).expect("deleted");
    drop(lost);
    assert!(saves.refused(&["talks", "lost.town"]).contains("lost.town is damaged: people have talked"));
    assert!(saves.refused(&["talks", "a.town", "--person", "Nobody"]).contains("there is nobody called"));
    assert!(saves.refused(&["talks", "a.town", "--place", "xyzzy"]).contains("there is no place"));
    let mut app = open(&Options { load: Some(saves.path("a.town")), threads: 1, ..Options::default() });
    let mut chats = |line: &str| match smallville::console::read(app.world_mut(), line) {
        Ok(smallville::console::Outcome::Said(words)) => words,
        other => panic!("{line}: {other:?}"),
    };
    let head = text.lines().rfind(|line| !line.is_empty() && !line.starts_with(' ')).expect("a talk");
    assert!(chats("chats").contains(head) && chats(&format!("talks {one}")).contains(head));
}

#[test]
fn two_branches_are_compared() {
    let saves = Saves::lived();
    let parted = saves.branch();
    let said = saves.said(&["compare", "a.town", "b.town", "--json", "--picture", "p.svg"]);
    assert_eq!(said, saves.said(&["compare", "a.town", "b.town", "--json", "--picture", "p.png"]));
    let all: Json = serde_json::from_str(&said).expect("JSON");
    let parting = &all["parting"];
    assert_eq!((parting["tick"].as_u64(), parting["what"].as_str()), (Some(parted), Some("command")));
    assert_eq!((&parting["a"], parting["b"].as_str()), (&Json::Null, Some(FIRE)));
    assert_eq!(all["towns"], Json::Null);
    // Up to the end of the shorter, which has been lived for an hour less.
    let save = Save::read(&saves.path("b.town")).expect("a save");
    let end = save.calendar().expect("a calendar").date_time(save.meta().tick).to_string();
    assert_eq!((all["until"].as_str(), all["b"]["end"].as_str()), (Some(end.as_str()), Some(end.as_str())));
    let people = all["people"].as_array().expect("people");
    assert!(!people.is_empty(), "a fire is something to do");
    let time = parting["time"].as_str().expect("a time");
    assert!(people.iter().all(|one| one["first"].as_str() >= Some(time) && one["did"][0] != one["did"][1]));
    let only = all["talks_only"].as_array().expect("both").iter().flat_map(|talks| talks.as_array().expect("talks"));
    assert!(
        only.into_iter().all(|talk| talk["lines"]
            .as_array()
            .expect("lines")
            .iter()
            .any(|line| line["time"].as_str() >= Some(time)))
    );
    let svg = fs::read_to_string(saves.path("p.svg")).expect("a picture");
    assert!(Document::parse(&svg).is_ok() && svg.contains("they part"));
    assert!(fs::read(saves.path("p.png")).expect("a picture").starts_with(b"\x89PNG"));
    let text = saves.said(&["compare", "a.town", "b.town"]);
    assert!(text.contains(&format!("(tick {parted}) by a command")) && text.contains(FIRE), "{text}");
    assert!(text.lines().count() < 90 && text.lines().all(|line| line.chars().count() < 240), "{text}");

    // The same town, once shorter: nothing to tell.
    save.fork(parted, &saves.path("c.town")).expect("forked");
    let text = saves.said(&["compare", "a.town", "c.town"]);
    assert!(text.contains("the same up to the end of the shorter") && text.lines().count() == 3, "{text}");

    // Another seed is another town.
    let mut app = open(&Options { save: Some(saves.path("d.town")), ..options("three_friends", 4) });
    live_until_hour(&mut app, 1.0);
    towns::finish(app.world_mut()).expect("written");
    let text = saves.said(&["compare", "a.town", "d.town"]);
    assert!(text.contains("not the same town: seed 3, not 4") && text.contains("they part at"), "{text}");
}
