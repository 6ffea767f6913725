//! The key of a server that tells it to everybody, through a whole run of the program: it is in no log at its most talkative,
//! no save, no tape, no report, and in nothing that is printed when the mind breaks down.

use std::{
    fs,
    path::Path,
    process::{Command, Output},
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
};

use serde_json::{Value, json};
use smallville::{
    exchange::{Minds, live_until},
    mind::{Ask, Mind, Phrasing, Prompt, llm::Server, rules},
};

use super::{
    oracle::{Oracle, settings},
    stage::{Act, Heard, Stage, said},
    town::{lived, tick},
};

const CANARY: &str = "sk-canary-c3d0a1f2e4b5";
const VARIABLE: &str = "SMALLVILLE_STORM_KEY";

/// What the town would ask if the built-in mind answered, so that the server can say sensible things.
fn foresight(hours: f64) -> Oracle {
    let oracle = Oracle::new();
    let mut app = lived("three_friends", 0.0);
    let knows = oracle.clone();
    let mind = smallville::mind::client::AsyncClient::pool(
        move |ask: &Ask| {
            knows.phrase(ask).map_err(smallville::mind::MindError)?;
            rules::answer(ask)
        },
        2,
    );
    app.world_mut().resource_mut::<Minds>().connect(Box::new(mind));
    let end = tick(&app, hours);
    live_until(app.world_mut(), end).expect("the town goes on");
    oracle
}

/// The key, as a request brings it, told in every way there is.
fn tell(n: usize, heard: &Heard, oracle: &Oracle) -> Act {
    let key = heard.headers.lines().find_map(|line| line.split_once("Bearer ")).map_or("", |(_, key)| key.trim());
    if heard.what.starts_with("GET") {
        return Act::json(200, json!({ "data": [{ "id": key }] })).with("X-Key", key);
    }
    let sensible = oracle.sensible(heard);
    let words = |of: &dyn Fn(&str) -> String| {
        let mut answer = sensible.clone().unwrap_or_default();
        spoil(&mut answer, of);
        Act::words(&answer.to_string())
    };
    match n % 12 {
        0 => Act::text(500, &format!("Authorization: Bearer {key}")),
        1 => Act::json(400, json!({ "error": { "message": key, "code": key } })),
        2 => Act::text(200, &format!("<html>{key}</html>")),
        3 => words(&|_| format!("The key is {key}.")),
        4 => words(&|text| format!("{text} {}", key.chars().flat_map(|c| [c, '\u{200b}']).collect::<String>())),
        5 => Act::words(key),
        6 => Act::json(429, json!({ "error": key })).with("Retry-After", "0").with("Set-Cookie", key),
        7 => {
            let mut body = said(&sensible.unwrap_or_default().to_string(), key);
            (body["id"], body["model"], body["system_fingerprint"]) = (json!(key), json!(key), json!(key));
            body["choices"][0]["message"]["reasoning"] = json!(key);
            Act::json(200, body)
        }
        8 => Act::text(302, "").with("Location", &format!("http://127.0.0.1:1/{key}")),
        _ => words(&str::to_string),
    }
}

fn spoil(value: &mut Value, of: &dyn Fn(&str) -> String) {
    match value {
        Value::String(text) if !text.contains(':') && !text.is_ascii() | text.contains(' ') => *text = of(text),
        Value::Array(list) => list.iter_mut().for_each(|one| spoil(one, of)),
        Value::Object(map) => map.values_mut().for_each(|one| spoil(one, of)),
        _ => {}
    }
}

/// Where the key is found, in these bytes.
fn found(name: &str, bytes: &[u8]) -> Option<String> {
    let at = bytes.windows(CANARY.len()).position(|piece| piece == CANARY.as_bytes())?;
    Some(format!("{name}: {}", String::from_utf8_lossy(&bytes[at.saturating_sub(300)..at])))
}

fn smallville(folder: &Path, url: &str, arguments: &[&str]) -> Output {
    // The user's own file: one of the current folder would not be trusted with servers.
    let config = folder.join("smallville/smallville.toml");
    fs::create_dir_all(folder.join("smallville")).expect("a folder");
    let text = format!(
        "[models]\n[[models.servers]]\nurl = {url:?}\nmodel = \"small\"\nkey_variable = {VARIABLE:?}\n[models.limits]\nwhole_s = \
         10.0\n[models.retry]\ntimes = 1\ndelay_s = 0.02\nmax_delay_s = 0.05\nasked_s = 0.2\n[models.breaker]\nlook_s = 0.2\n"
    );
    fs::write(&config, text).expect("a file");
    let mut command = Command::new(env!("CARGO_BIN_EXE_smallville"));
    command.current_dir(folder).env_remove("DISPLAY").env_remove("WAYLAND_DISPLAY").env_remove("OPENAI_API_KEY");
    command.env("XDG_DATA_HOME", folder).env("XDG_CONFIG_HOME", folder).env("RUST_LOG", "trace");
    command.env("RUST_BACKTRACE", "full").env(VARIABLE, CANARY).args(arguments);
    command.output().expect("the program runs")
}

#[test]
fn a_server_that_tells_the_key_is_not_heard() {
    let oracle = foresight(2.5);
    let stage = Stage::new(move |n, heard| tell(n, heard, &oracle));
    let folder = tempfile::tempdir().expect("a folder");
    let run = [
        "run",
        "--scenario",
        "three_friends",
        "--hours",
        "2.5",
        "--mind",
        "configured",
        "--save",
        "day.town",
        "--record",
        "day.jsonl",
        "--json",
        "--routines",
        "off",
    ];
    let ran = smallville(folder.path(), &stage.url(), &run);
    let told = String::from_utf8_lossy(&ran.stdout).into_owned();
    assert!(
        ran.status.success(),
        "{told} {}",
        String::from_utf8_lossy(&ran.stderr[ran.stderr.len().saturating_sub(2000)..])
    );
    let report: Value = serde_json::from_str(&told).expect("a report");
    println!(
        "{} requests, {} bytes of log, answered by {}, {} in its place",
        stage.calls(),
        ran.stderr.len(),
        report["answered_by"],
        report["fallbacks"],
    );
    assert!(report["answered_by"]["model"].as_u64() > Some(5) && report["fallbacks"].as_u64() > Some(2), "{report}");
    assert!(stage.heard().iter().any(|heard| heard.headers.contains(CANARY)), "it was sent");
    assert!(ran.stderr.len() > 10_000, "the log is talkative");

    // The same town again from its save and from its tape, and what is printed of it.
    let again: [&[&str]; 4] = [
        &["run", "--scenario", "three_friends", "--hours", "2.5", "--mind", "cassette:day.town", "--json"],
        &[
            "run",
            "--scenario",
            "three_friends",
            "--hours",
            "1",
            "--mind",
            "cassette:day.jsonl",
            "--fall-through",
            "--json",
        ],
        &["prompts", "--agent", "Maria", "--load", "day.town", "--json"],
        &["evaluate", "day.town", "--json", "--out", "pictures"],
    ];
    let mut outputs = vec![("run".to_string(), ran)];
    for arguments in again {
        outputs.push((arguments.join(" "), smallville(folder.path(), &stage.url(), arguments)));
    }
    for (name, output) in &outputs {
        assert!(
            output.status.success(),
            "{name}: {}",
            String::from_utf8_lossy(&output.stderr).lines().last().unwrap_or("")
        );
        assert_eq!(found(&format!("stdout of {name}"), &output.stdout), None);
        assert_eq!(found(&format!("stderr of {name}"), &output.stderr), None);
    }
    let mut looked = 0;
    let mut folders = vec![folder.path().to_path_buf()];
    while let Some(inner) = folders.pop() {
        for entry in fs::read_dir(inner).expect("a folder").flatten() {
            match entry.path() {
                path if path.is_dir() => folders.push(path),
                path => {
                    looked += 1;
                    assert_eq!(found(&path.display().to_string(), &fs::read(&path).expect("a file")), None);
                }
            }
        }
    }
    println!("{looked} files without it");
    assert!(looked >= 4, "configuration, save, tape, pictures: {looked}");
}

/// A phrasing that breaks down at every third question, on the mind's thread.
struct Stumbles(Oracle, Arc<AtomicUsize>);

impl Phrasing for Stumbles {
    fn phrase(&self, ask: &Ask) -> Result<Prompt, String> {
        assert!(!self.1.fetch_add(1, Ordering::SeqCst).is_multiple_of(3), "stumbled over {}", ask.purpose);
        self.0.phrase(ask)
    }
}

/// A mind that breaks down outside of what the client catches, with its server in its hands.
struct Falls(Server);

impl Mind for Falls {
    async fn answer_within(&self, ask: &Ask, _: u32) -> smallville::mind::client::Response {
        let came = self.0.answer(ask).await;
        assert!(!ask.id.count.is_multiple_of(4), "fell with {:?} and {came:?}", self.0);
        came
    }
}

/// Run in a process of its own by the test below.
#[test]
#[ignore = "run by when_the_mind_breaks_down_the_key_is_not_printed"]
fn a_mind_that_breaks_down() {
    tracing_subscriber::fmt().with_max_level(tracing::Level::TRACE).with_writer(std::io::stderr).init();
    let oracle = Oracle::new();
    let knows = oracle.clone();
    let stage = Stage::new(move |n, heard| tell(n, heard, &knows));
    let mut settings = settings(&stage.url());
    settings.servers[0].key_variable = Some(VARIABLE.into());
    let server = Server::new(&settings, Arc::new(Stumbles(oracle, Arc::default()))).expect("a server");
    let (by, slots) = (server.by(), settings.slots());
    let line = smallville::mind::client::AsyncClient::open(Falls(server), by, slots);
    let mut app = lived("three_friends", 0.0);
    app.world_mut().resource_mut::<Minds>().connect(Box::new(line));
    let end = tick(&app, 2.0);
    live_until(app.world_mut(), end).expect("the town goes on");
    let journal = app.world().resource::<smallville::journal::Journal>();
    let whys: Vec<&str> = journal.answers.values().filter_map(|entry| entry.why.as_deref()).collect();
    assert!(whys.iter().any(|why| why.contains("stumbled")) && whys.iter().any(|why| why.contains("fell")), "{whys:?}");
    println!("{}", serde_json::to_string(journal).expect("plain data"));
}

#[test]
fn when_the_mind_breaks_down_the_key_is_not_printed() {
    let mut command = Command::new(std::env::current_exe().expect("this test"));
    command.args(["--exact", "key::a_mind_that_breaks_down", "--ignored", "--nocapture"]);
    let ran = command.env(VARIABLE, CANARY).env("RUST_BACKTRACE", "full").output().expect("it runs");
    let out = String::from_utf8_lossy(&ran.stdout);
    assert!(ran.status.success() && out.contains("1 passed"), "{}", &out[out.len().saturating_sub(3000)..]);
    let err = String::from_utf8_lossy(&ran.stderr);
    assert!(err.contains("stumbled over") && err.contains("stack backtrace"), "there was a crash");
    assert_eq!(found("stdout", &ran.stdout), None);
    assert_eq!(found("stderr", &ran.stderr), None);
}
