//! The key is sent where it belongs and is found nowhere else; addresses and settings that cannot be are refused.

use std::{
    io::Write,
    sync::{Arc, Mutex},
};

use serde_json::json;
use smallville::mind::{
    Mind,
    llm::{Embeddings, Endpoint, Server, Settings, probe},
};
use tracing_subscriber::fmt::MakeWriter;

use super::{
    asked::{FITS, Plain, ask, block, in_a_process_of_its_own, settings},
    stage::{Act, Stage},
};

const CANARY: &str = "sk-canary-7d1f9e3b5a";

fn with_key(settings: &Settings, key: &str) -> Result<Server, String> {
    let mut settings = settings.clone();
    settings.servers[0].key_variable = Some("MY_KEY".into());
    let key = key.to_owned();
    Server::with(&settings, Arc::new(Plain), &move |name| (name == "MY_KEY").then(|| key.clone()))
}

#[test]
fn a_key_with_a_line_end_is_trimmed_and_one_with_another_inside_is_a_plain_fault() {
    let stage = Stage::new(|_, _| Act::words(FITS));
    let settings = settings(&stage.url());
    for key in [CANARY.to_owned(), format!(" {CANARY}\r\n"), format!("\t{CANARY}\n\n")] {
        let server = with_key(&settings, &key).unwrap();
        assert!(block(server.answer(&ask("utterance"))).outcome.is_ok());
    }
    for heard in stage.heard() {
        assert!(heard.headers.contains(&format!("Bearer {CANARY}")), "{}", heard.headers);
    }
    let spoilt = ["sk-canary\r\nX-Evil: 1", "sk-canary\u{0}", "sk-canary\u{1b}[0m", "sk canary", "sk-cänary"];
    for bad in spoilt.into_iter().chain(["", " \r\n", "sk\"canary", "sk\\canary"]) {
        let why = with_key(&settings, bad).expect_err("a bad key");
        assert!(why.contains("MY_KEY") && !why.contains("canary"), "{why}");
    }
}

#[test]
fn the_key_of_openai_goes_to_no_other_server_unless_it_is_named_there() {
    let at = |url: &str| Settings {
        servers: vec![Endpoint { url: url.into(), model: "m".into(), ..Endpoint::default() }],
        ..Settings::default()
    };
    let new = |url: &str| Server::with(&at(url), Arc::new(Plain), &|_| None).map(drop);
    for url in ["http://127.0.0.1:1/v1", "http://localhost:1/v1", "https://[::1]:1/v1", "http://10.0.0.9:11434/v1"] {
        assert_eq!(new(url), Ok(()), "{url}");
    }
    let why = new("https://api.openai.com/v1").expect_err("no key");
    assert!(why.contains("OPENAI_API_KEY"), "{why}");
    let key = |name: &str| (name == "OPENAI_API_KEY").then(|| CANARY.to_owned());
    assert!(Server::with(&at("https://api.openai.com/v1"), Arc::new(Plain), &key).is_ok());
    // What was meant for OpenAI does not go to another server, nor to one whose name begins like its own,
    for url in ["https://far.example/v1", "https://api.openai.com.far.example/v1", "http://api.openai.com/v1"] {
        let asked = |name: &str| panic!("{url} is no place for {name}");
        assert!(Server::with(&at(url), Arc::new(Plain), &asked).is_ok());
    }
    // unless the settings name it there.
    let mut named = at("https://far.example/v1");
    named.servers[0].key_variable = Some("OPENAI_API_KEY".into());
    let why = Server::with(&named, Arc::new(Plain), &|_| None).expect_err("no key");
    assert!(why.contains("far.example wants a key") && why.contains("OPENAI_API_KEY"), "{why}");
    // Nor does it go over an open wire to somebody else.
    let stage = Stage::new(|_, _| Act::words(FITS));
    let server = Server::with(&at(&stage.url()), Arc::new(Plain), &key).unwrap();
    assert!(block(server.answer(&ask("utterance"))).outcome.is_ok());
    assert!(!stage.heard()[0].headers.contains(CANARY));
}

#[test]
fn addresses_that_cannot_be_are_refused_in_words() {
    for url in [
        "",
        " ",
        "ollama",
        "localhost:11434",
        "ftp://localhost/v1",
        "file:///etc/passwd",
        "http://",
        "http:///v1",
        "http://user:pass@localhost/v1",
        "http://localhost/v1?key=1",
        "http://localhost/v1#x",
        "http://[::1",
        "//x/v1",
        "http://a b/v1",
        "http://localhost:99999/v1",
        "javascript:alert(1)",
    ] {
        let why = Server::with(&settings(url), Arc::new(Plain), &|_| None).expect_err(url);
        assert!(why.contains("URL") && !why.contains("pass@"), "{url}: {why}");
    }
    assert!(Server::with(&Settings::default(), Arc::new(Plain), &|_| None).is_err(), "no server at all");
    let no_model = Settings {
        servers: vec![Endpoint { url: "https://x.test/v1".into(), ..Endpoint::default() }],
        ..Settings::default()
    };
    let why = Server::with(&no_model, Arc::new(Plain), &|_| Some("k".into())).expect_err("no model");
    assert!(why.contains("name a model"), "{why}");
}

#[test]
fn settings_are_read_from_a_file_and_a_key_in_it_is_a_fault() {
    let read = |text: &str| toml::from_str::<Settings>(text);
    let good = read(
        "think_tokens = 500\n[[servers]]\nurl = 'http://127.0.0.1:1/v1'\nmodel = 'm'\nslots = 2\n[limits]\nidle_s = 5",
    );
    assert_eq!(good.map(|it| (it.slots(), it.think_tokens, it.limits.idle_s)), Ok((2, 500, 5.0)));
    for bad in ["[[servers]]\nkey = 'sk-1'", "api_key = 'sk-1'", "[limits]\nidle = 1", "[[servers]]\nslots = -1"] {
        assert!(read(bad).is_err(), "{bad}");
    }
    // Figures that make no sense are no panic.
    let odd = "[[servers]]\nurl = 'http://127.0.0.1:9/v1'\nmodel = 'm'\nslots = 0\n[limits]\nconnect_s = -1.0\nidle_s = nan\nwhole_s = inf\n[retry]\ntimes = 1\ndelay_s = nan\nmax_delay_s = -inf\nasked_s = 1e300\n[breaker]\nafter = 0\nlook_s = -1";
    let odd = read(odd).unwrap();
    let server = Server::with(&odd, Arc::new(Plain), &|_| None).unwrap();
    assert!(block(server.answer(&ask("utterance"))).outcome.is_err());
}

#[test]
fn presets_and_addresses_are_settings_and_the_usual_variables_count() {
    let none = |_: &str| None;
    for (name, port) in [("ollama", "11434"), ("lmstudio", "1234"), ("llamacpp", "8080"), ("vllm", "8000")] {
        let settings = Settings::named(name, none).unwrap();
        assert_eq!(settings.servers[0].url, format!("http://127.0.0.1:{port}/v1"));
        assert!(Server::with(&settings, Arc::new(Plain), &none).is_ok(), "no key, no model needed");
    }
    let variable = |name: &str| {
        let value = match name {
            "OPENAI_BASE_URL" => "http://127.0.0.1:7/v1/",
            "SMALLVILLE_MODEL" => " qwen ",
            "SMALLVILLE_EMBED_MODEL" => "nomic",
            "SMALLVILLE_EMBED_BASE_URL" => "http://127.0.0.1:8/v1",
            _ => return None,
        };
        Some(value.to_owned())
    };
    let settings = Settings::named("openai", variable).unwrap();
    assert_eq!(settings.servers[0].model, "qwen");
    assert_eq!(settings.servers[0].url, "http://127.0.0.1:7/v1/");
    assert_eq!(
        settings.embeddings.map(|it| (it.url, it.model)),
        Some(("http://127.0.0.1:8/v1".into(), "nomic".into()))
    );
    let by_url =
        Settings::named("http://127.0.0.1:9/v1", |name| variable(name).filter(|_| name.ends_with("EMBED_MODEL")));
    assert_eq!(by_url.unwrap().embeddings.map(|it| it.url), Some("http://127.0.0.1:9/v1".into()), "the same server");
    for bad in ["", "gpt", "builtin", "http//x", "ftp://x"] {
        assert!(Settings::named(bad, none).is_err(), "{bad}");
    }
    // A variable that is set to nothing is not set.
    let empty = Settings::named("openai", |_| Some(String::new())).unwrap();
    assert_eq!(empty.servers[0].url, "https://api.openai.com/v1");
    assert_eq!(empty.embeddings, None);
}

#[test]
fn a_key_in_the_place_of_a_variable_is_never_said() {
    let keys = [
        "sk-canary-7d1f9e3b5a",
        "sk_live_canary77",
        "gsk_canary",
        "canaryABCDEFGH12345678",
        "a94a8fe5ccb19ba61c4c0873d391e987",
        "CANARY1234567890ABCD",
        "AKIAIOSFODNN7EXAMPLE",
        "abcdefghijklmnop",
        "two words",
        "känary",
    ];
    for key in keys {
        let mut settings = settings("https://far.example/v1");
        settings.servers[0].key_variable = Some(key.into());
        for value in [None, Some(String::new()), Some("bad value".into())] {
            let server = Server::with(&settings, Arc::new(Plain), &|_| value.clone());
            let embeddings = Embeddings::at(&settings.servers[0], &settings, &|_| value.clone());
            for why in [server.map(drop).expect_err("no key"), embeddings.map(drop).expect_err("no key")] {
                assert!(!why.contains(key) && why.contains("key_variable"), "{why}");
            }
        }
        let found = block(probe("server", &settings.servers[0], &settings)).to_string();
        assert!(!found.contains(key) && found.contains("key_variable"), "{found}");
    }
}

#[test]
fn nothing_of_a_url_is_said_but_where_it_leads() {
    let token = "canary-7d1f9e3b5a";
    let acts = |n: usize| match n {
        0 => Act::json(404, json!({ "error": format!("no POST /{}/v1/chat/completions here", "canary-7d1f9e3b5a") })),
        1 => Act::text(500, "see http://me:canary-7d1f9e3b5a@far.example:8/canary-7d1f9e3b5a?key=canary-7d1f9e3b5a."),
        2 => Act::text(200, "this is no JSON"),
        3 => Act::BreakOff(10),
        _ => Act::json(401, json!({ "error": "who is canary-7d1f9e3b5a?" })),
    };
    let log = Log::default();
    let subscriber = tracing_subscriber::fmt().with_max_level(tracing::Level::WARN).with_writer(log.clone()).finish();
    let mut said = String::new();
    tracing::subscriber::with_default(subscriber, || {
        for n in 0..6 {
            let stage = Stage::new(move |_, _| acts(n));
            let base = if n < 5 { stage.url().replace("/v1", "") } else { "http://127.0.0.1:9".into() };
            let mut settings = settings(&format!("{base}/{token}/v1"));
            (settings.retry.times, settings.breaker.after) = (0, 1);
            let server = Server::with(&settings, Arc::new(Plain), &|_| None).unwrap();
            for _ in 0..2 {
                let why = block(server.answer(&ask("utterance"))).outcome.expect_err("no answer").0;
                assert!(!why.contains("://"), "{why}");
                said += &format!("{why}\n{server:?}\n");
            }
            said += &format!("{}\n", block(probe("server", &settings.servers[0], &settings)));
        }
    });
    let log = String::from_utf8_lossy(&log.0.lock().unwrap()).into_owned();
    assert!(said.contains("(path)") && said.contains("far.example:8.") && log.contains("looking again"), "{said}{log}");
    assert!(!said.contains(token) && !log.contains(token), "{said}{log}");
}

/// Everything that is logged.
#[derive(Clone, Default)]
struct Log(Arc<Mutex<Vec<u8>>>);

impl Write for Log {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap().extend_from_slice(bytes);
        Ok(bytes.len())
    }
    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

impl<'a> MakeWriter<'a> for Log {
    type Writer = Self;
    fn make_writer(&'a self) -> Self {
        self.clone()
    }
}

#[test]
fn the_key_is_found_in_no_log_no_error_and_no_answer() {
    // Servers that say the key back, wherever they can.
    let acts = |n: usize| match n % 9 {
        0 => Act::json(401, json!({ "error": { "message": format!("Incorrect API key provided: {CANARY}") } })),
        1 => Act::text(500, &format!("Authorization: Bearer {CANARY}")),
        2 => Act::text(200, &format!("<html>{CANARY}</html>")),
        3 => Act::json(400, json!({ "error": CANARY })),
        4 => Act::json(404, json!({ "detail": { "headers": { "authorization": CANARY } } })),
        5 => Act::json(429, json!({ "error": { "message": CANARY, "code": CANARY } })),
        6 => Act::text(302, "").with("Location", &format!("http://127.0.0.1:1/{CANARY}")),
        7 => Act::BreakOff(200),
        _ => Act::words(FITS),
    };
    let log = Log::default();
    let subscriber = tracing_subscriber::fmt().with_max_level(tracing::Level::TRACE).with_writer(log.clone()).finish();
    let mut said = String::new();
    tracing::subscriber::with_default(subscriber, || {
        tracing::trace!("the log is open");
        for n in 0..18 {
            let stage = Stage::new(move |_, _| acts(n));
            let mut settings = settings(&stage.url());
            settings.retry.times = 1;
            let server = with_key(&settings, CANARY).unwrap();
            for _ in 0..2 {
                let came = block(server.answer(&ask("utterance")));
                said += &format!("{came:?} {server:?} {settings:?}\n");
            }
            assert!(stage.heard()[0].headers.contains(CANARY), "it was sent");
            settings.servers[0].key_variable = Some("MY_KEY".into());
            let key = |_: &str| Some(CANARY.to_owned());
            let rows = Embeddings::at(&settings.servers[0], &settings, &key).unwrap();
            said += &format!("{:?}\n", block(rows.embed(&["a text".into()])));
            said += &toml::to_string(&settings).unwrap();
        }
        said += &format!(
            "{:?}",
            block(probe("server", &settings("http://127.0.0.1:9/v1").servers[0], &Settings::default()))
        );
    });
    let log = String::from_utf8_lossy(&log.0.lock().unwrap()).into_owned();
    assert!(log.contains("the log is open"));
    for (name, text) in [("what was said", &said), ("the log", &log)] {
        let at = text.find(CANARY).map(|at| &text[at.saturating_sub(200)..at]);
        assert_eq!(at, None, "{name}");
    }
    assert!(said.contains("(key)"), "it stood there");
}

#[test]
fn no_part_of_a_key_is_left_where_words_are_cut_off() {
    for before in (270..310).step_by(3) {
        let words = format!("{} {CANARY} is no key of ours", "x".repeat(before));
        for act in [Act::text(400, &words), Act::json(401, json!({ "error": words }))] {
            let stage = Stage::new(move |_, _| act.clone());
            let server = with_key(&settings(&stage.url()), CANARY).unwrap();
            let why = block(server.answer(&ask("utterance"))).outcome.expect_err("no answer").0;
            assert!(!why.contains(&CANARY[..4]), "{why}");
        }
    }
}

/// Run in a process of its own by the test below, in which there are no certificates.
#[test]
#[ignore = "run by no_certificates_are_no_panic"]
fn without_certificates() {
    let stage = Stage::new(|_, _| Act::words(FITS));
    let server = with_key(&settings(&stage.url()), CANARY).unwrap();
    assert!(block(server.answer(&ask("utterance"))).outcome.is_ok());
    let port = stage.at.port();
    let server = with_key(&settings(&format!("https://127.0.0.1:{port}/v1")), CANARY).unwrap();
    let why = block(server.answer(&ask("utterance"))).outcome.expect_err("no TLS there").0;
    assert!(why.contains("ca-certificates"), "{why}");
}

#[test]
fn no_certificates_are_no_panic() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("none.pem");
    std::fs::write(&file, "").unwrap();
    let variables = [("SSL_CERT_FILE", file.as_path()), ("SSL_CERT_DIR", folder.path())];
    in_a_process_of_its_own("keys::without_certificates", &variables);
}
