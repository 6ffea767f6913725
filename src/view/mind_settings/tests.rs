//! From settings to fields to settings to a file, and back.

use super::*;
use crate::{
    config::Config,
    mind::llm::{Limits, Settings},
};

fn draft() -> Draft {
    let mut draft = Draft { networked: true, ..Draft::default() };
    draft.server().turn_to("ollama");
    draft
}

fn endpoint(url: &str, model: &str) -> Endpoint {
    Endpoint { url: url.into(), model: model.into(), ..Endpoint::default() }
}

/// Two servers of unlike models, and embeddings at a third.
fn several() -> MindSetup {
    let near = Endpoint { large_model: Some("big".into()), slots: 3, ..endpoint("http://10.0.0.1:1/v1", "small") };
    let far = Endpoint { key_variable: Some("FAR_KEY".into()), ..endpoint("https://far.example/v1", "other") };
    let models = Settings {
        servers: vec![near, far],
        embeddings: Some(Endpoint { slots: 2, ..endpoint("http://10.0.0.3:3/v1", "rows") }),
        limits: Limits { whole_s: 300.0, ..Limits::default() },
        think_tokens: 7,
        ..Settings::default()
    };
    MindSetup { choice: Choice::Configured, models, ..MindSetup::default() }
}

#[test]
fn what_was_shown_is_read_again() {
    let mut draft = draft();
    (draft.server().model, draft.server().large) = ("small".into(), "big".into());
    let wanted = draft.read().unwrap();
    let mut again = Draft::of(&wanted);
    assert_eq!((again.networked, again.server().preset()), (true, Some("ollama")));
    assert_eq!((&again.servers, again.read().unwrap().models), (&draft.servers, wanted.models));
    draft.networked = false;
    assert!(!draft.read().unwrap().is_networked());
}

#[test]
fn numbers_are_read_as_people_write_them() {
    let draft = Draft {
        price: ["0.2".into(), " $0.80 ".into()],
        caps: ["2,000".into(), "1 000 000".into(), "1.5".into()],
        ..draft()
    };
    assert_eq!(draft.price(), Ok(Some(Price { input: 0.2, output: 0.8 })));
    assert_eq!(draft.caps(), Ok(Caps { calls: Some(2000), tokens: Some(1_000_000), usd: Some(1.5) }));
}

#[test]
fn each_fault_is_a_sentence() {
    let told = |draft: Draft| draft.read().unwrap_err();
    let caps = |calls: &str, usd: &str| [calls.into(), String::new(), usd.into()];
    assert!(told(Draft { caps: caps("many", ""), ..draft() })[0].contains("cap on calls is not a number"));
    assert!(told(Draft { caps: caps("-3", ""), ..draft() })[0].contains("not a number"));
    assert!(told(Draft { caps: caps("", "1"), ..draft() })[0].contains("needs a price"));
    assert!(told(Draft { caps: caps("$", ""), ..draft() })[0].contains("not a number"));
    assert!(told(Draft { price: ["1".into(), String::new()], ..draft() }).len() == 1, "said once");
    assert!(told(Draft { price: ["-1".into(), "1".into()], ..draft() })[0].contains("negative"));
    assert!(told(Draft { price: ["NaN".into(), "1".into()], ..draft() })[0].contains("negative"));
    let mut blank = Draft { caps: caps("x", ""), ..draft() };
    blank.server().url = " ".into();
    assert!(told(blank).len() == 2);
}

#[test]
fn a_fault_says_which_server_it_is_of() {
    let mut draft = draft();
    draft.add();
    draft.embed_by(Embedder::Server(1));
    assert_eq!(draft.read().unwrap_err(), ["Server 2: Choose a server, or write its URL."], "said once");
    draft.embed_by(Embedder::Elsewhere);
    let told = draft.read().unwrap_err();
    assert!(told.len() == 2 && told[1].starts_with("Embeddings: Choose"), "{told:?}");
    draft.remove();
    draft.embed_by(Embedder::Builtin);
    assert!(draft.read().is_ok());
}

#[test]
fn servers_come_and_go() {
    let mut draft = Draft::of(&several());
    assert_eq!((draft.servers.len(), draft.at, draft.embedder), (2, 0, Embedder::Elsewhere));
    draft.add();
    draft.at = 0;
    draft.add();
    assert_eq!((draft.servers.len(), draft.at), (3, 2), "one blank server is enough");
    draft.server().turn_to("vllm");
    draft.embed_by(Embedder::Server(2));
    draft.embeddings.model = "rows".into();
    draft.at = 0;
    draft.remove();
    assert_eq!((draft.at, draft.embedder), (0, Embedder::Server(1)), "it is still the same one");
    draft.at = 1;
    draft.remove();
    assert_eq!((draft.at, draft.embedder), (0, Embedder::Builtin), "it is gone, and with it what it was for");
    draft.remove();
    assert_eq!((draft.servers.len(), draft.at, draft.server().model.as_str()), (1, 0, "other"));
}

#[test]
fn embeddings_come_from_where_it_was_said() {
    let mut wanted = several();
    wanted.models.embeddings = Some(endpoint("http://10.0.0.1:1/v1/", "rows"));
    let mut draft = Draft::of(&wanted);
    assert_eq!(draft.embedder, Embedder::Server(0));
    let made = |draft: &Draft| draft.embeddings().unwrap().map(|one| (one.url, one.model, one.key_variable));
    assert_eq!(made(&draft), Some(("http://10.0.0.1:1/v1".into(), "rows".into(), None)));
    // The server moves, and they with it.
    draft.server().url = "http://10.0.0.9:1/v1".into();
    assert_eq!(made(&draft).map(|one| one.0), Some("http://10.0.0.9:1/v1".into()));
    // Rules ask no server, but may have embeddings.
    draft.networked = false;
    assert_eq!(draft.read().unwrap().models.embeddings.map(|one| one.model), Some("rows".into()));
    draft.embed_by(Embedder::Server(1));
    assert_eq!(
        made(&draft),
        Some(("https://far.example/v1".into(), String::new(), Some("FAR_KEY".into()))),
        "with its key, and without the other's model"
    );
    draft.embed_by(Embedder::Builtin);
    assert_eq!(draft.read().unwrap().models.embeddings, None);
}

#[test]
fn what_is_kept_is_what_is_shown() {
    let mut draft = draft();
    draft.server().model = " small ".into();
    let kept = draft.saved().unwrap();
    assert_eq!((kept.mind.as_str(), kept.servers[0].model.as_str()), ("configured", "small"));
    draft.networked = false;
    let kept = draft.saved().unwrap();
    assert_eq!((kept.mind.as_str(), kept.servers, kept.embeddings), ("builtin", Vec::new(), None));
}

#[test]
fn several_servers_come_back_from_the_file_as_they_were() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("smallville.toml");
    let own = "[models]\nthink_tokens = 7\n[models.limits]\nwhole_s = 300.0 # slow\n";
    let again = |draft: &Draft| {
        draft.saved().unwrap().write(&file).unwrap();
        let config = Config::find(Some(&file)).unwrap().config;
        assert_eq!(config.mind.as_deref(), Some(if draft.networked { "configured" } else { "builtin" }));
        config.models.unwrap()
    };
    std::fs::write(&file, own).unwrap();
    let mut draft = Draft::of(&several());
    assert_eq!(draft.read().unwrap().models, several().models);
    assert_eq!(again(&draft), several().models);
    // One more, one less, embeddings at a server that answers too.
    draft.add();
    draft.server().turn_to("llamacpp");
    draft.embed_by(Embedder::Server(2));
    draft.embeddings.model = "bge".into();
    draft.at = 0;
    draft.remove();
    let models = again(&draft);
    assert_eq!(models, draft.read().unwrap().models);
    let urls: Vec<_> = models.servers.iter().map(|one| one.url.as_str()).collect();
    assert_eq!(urls, ["https://far.example/v1", "http://127.0.0.1:8080/v1"]);
    assert_eq!(models.embeddings.as_ref().map(|one| one.url.as_str()), Some("http://127.0.0.1:8080/v1"));
    let shown = Draft::of(&MindSetup { choice: Choice::Configured, models, ..MindSetup::default() });
    assert_eq!((shown.servers, shown.embedder), (draft.servers.clone(), Embedder::Server(1)));
    // Our own embeddings: what was said of others goes, and the servers of rules stay for another time.
    draft.embed_by(Embedder::Builtin);
    draft.networked = false;
    let models = again(&draft);
    assert_eq!((models.servers.len(), models.embeddings, models.think_tokens), (2, None, 7));
}

fn entry() -> Entry {
    let mut entry = Entry::default();
    entry.turn_to("ollama");
    entry
}

#[test]
fn each_fault_of_a_server_is_a_sentence() {
    let told = |entry: Entry| entry.read().unwrap_err();
    assert!(told(Entry::default()).contains("write its URL"));
    assert!(told(Entry { url: "localhost:8080".into(), ..entry() }).contains("begins with http://"));
    assert!(told(Entry { url: "http://me:word@host/v1".into(), ..entry() }).contains("a name or a password"));
    assert!(told(Entry { slots: "0".into(), ..entry() }).contains("At least one"));
    assert!(told(Entry { slots: "many".into(), ..entry() }).contains("“At a time” is not a number"));
    assert_eq!(Entry { slots: " ".into(), ..entry() }.read().unwrap().slots, Endpoint::default().slots);
}

#[test]
fn a_key_is_no_name() {
    for key in ["sk-abcdefgh", "sk_live_12345678", "abc def", "0123456789abcdef0123456789abcdef", &"A".repeat(60)] {
        assert!(Entry::is_key(key), "{key}");
        let why = Entry { key: key.into(), ..entry() }.read().unwrap_err();
        assert!(!why.contains(key), "the key is not said again");
    }
    for name in ["", "OPENAI_API_KEY", "my_key2"] {
        assert!(!Entry::is_key(name), "{name}");
    }
}

#[test]
fn a_key_is_wanted_by_its_own_server_or_where_its_variable_is_named() {
    assert_eq!(entry().key_held(), None);
    let mut far = Entry { url: "https://api.example.com/v1".into(), ..entry() };
    assert_eq!(far.key_held(), None);
    far.turn_to("openai");
    assert_eq!(far.key_held().map(|(name, _)| name), Some("OPENAI_API_KEY".into()));
    far.key = "NOBODY_HAS_SET_THIS_ONE".into();
    assert_eq!(far.key_held(), Some(("NOBODY_HAS_SET_THIS_ONE".into(), false)));
}

#[test]
fn another_server_has_other_models_and_another_key() {
    let mut one = Entry { model: "small".into(), large: "big".into(), key: "MINE".into(), ..entry() };
    one.turn_to("ollama");
    assert_eq!((one.model.as_str(), one.key.as_str()), ("small", "MINE"), "it was this one already");
    one.turn_elsewhere();
    assert_eq!(one, Entry::default());
    one.url = "http://10.0.0.9:1/v1".into();
    one.turn_elsewhere();
    assert_eq!(one.base(), "http://10.0.0.9:1/v1", "it is elsewhere already");
}
