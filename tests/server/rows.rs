//! Towns that are lived with a server of embeddings of our own, and what becomes of them without it.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::{Path, PathBuf},
    time::Duration,
};

use serde_json::{Value, json};
use smallville::{
    data::Data,
    headless,
    memory::embedding::hash_embedding,
    mind::{
        Caps, Choice, Mind,
        client::By,
        llm::{CompositeMind, Embeddings, Settings},
    },
    save::Save,
    town::{MindOptions, Options},
};

use super::{
    asked::{FITS, ask, block, server, settings},
    stage::{Act, Heard, Stage},
};

/// Rows of `dims` numbers out of our own, so that they make some sense.
fn row(text: &str, dims: usize) -> Vec<f64> {
    let mut sums = vec![0.0; dims];
    hash_embedding(text).iter().enumerate().for_each(|(n, one)| sums[n % dims] += f64::from(*one));
    sums[0] += 0.5;
    sums
}

fn rows(heard: &Heard, dims: usize) -> Value {
    let row = |(n, text): (usize, &Value)| json!({ "index": n, "embedding": row(text.as_str().unwrap(), dims) });
    json!({ "data": texts(heard).iter().enumerate().map(row).collect::<Vec<_>>(), "usage": { "prompt_tokens": 7 } })
}

fn texts(heard: &Heard) -> Vec<Value> {
    heard.body["input"].as_array().cloned().unwrap_or_default()
}

fn good(dims: usize) -> Stage {
    Stage::new(move |_, heard| Act::json(200, rows(heard, dims)))
}

/// A folder with a configuration for these servers.
struct Place(tempfile::TempDir);

impl Place {
    fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }
    fn file(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }
    /// Three people with the built-in mind, and rows from `stage` if there is one.
    fn options(&self, stage: Option<(&Stage, &str)>) -> Options {
        let table = |(stage, model): (&Stage, &str)| {
            format!(
                "[models.embeddings]\nurl = {:?}\nmodel = {model:?}\n[models.retry]\ntimes = 0\n\
                 [models.breaker]\nafter = 1000\n[models.limits]\nwhole_s = 0.5\n",
                stage.url()
            )
        };
        fs::write(self.file("smallville.toml"), stage.map(table).unwrap_or_default()).unwrap();
        let asked = MindOptions {
            mind: Some(Choice::Builtin),
            config: Some(self.file("smallville.toml")),
            ..MindOptions::default()
        };
        Options { scenario: "three_friends".into(), seed: Some(1), threads: 1, asked, ..Options::default() }
    }
}

fn live(options: &Options, hours: f64) -> Value {
    let data = Data::only(Path::new(env!("CARGO_MANIFEST_DIR")));
    headless::run(options, hours, &data).unwrap_or_else(|trouble| panic!("{trouble}"))
}

fn hashes(report: &Value) -> (&Value, &Value) {
    (&report["journal_hash"], &report["state_hash"])
}

#[test]
fn an_hour_with_a_server_of_embeddings_is_the_same_again_without_it() {
    let (place, stage) = (Place::new(), good(64));
    let mut options = place.options(Some((&stage, "little")));
    (options.save, options.asked.record) = (Some(place.file("hour.town")), Some(place.file("hour.jsonl")));
    let lived = live(&options, 1.0);
    let said = |key: &str| lived["embeddings"][key].clone();
    assert_eq!((said("model"), said("dims")), (json!("little"), json!(64)));
    assert!(said("texts").as_u64() > Some(30), "{lived}");
    assert!(lived["calls"].as_u64() > Some(2) && lived["fallbacks"] == 0, "{lived}");
    assert_eq!(lived["tokens_in"], json!(7 * stage.heard().len()), "as the server counts them");
    let asked: Vec<Value> = stage.heard().iter().flat_map(texts).collect();
    let once: BTreeSet<&str> = asked.iter().filter_map(Value::as_str).collect();
    assert_eq!(once.len(), asked.len(), "no text is asked for twice");

    drop(stage);
    let again = live(&Options { cassette: options.save.clone(), ..place.options(None) }, 1.0);
    assert_eq!(hashes(&again), hashes(&lived));
    assert_eq!(again["embeddings"], lived["embeddings"]);

    let mut taped = place.options(None);
    taped.asked.mind = Some(Choice::Tape(place.file("hour.jsonl")));
    let taped = live(&taped, 1.0);
    assert_eq!(taped["state_hash"], lived["state_hash"]);

    let without = live(&place.options(None), 1.0);
    assert_eq!((&without["embeddings"], &without["answers_by_question"]["embedding"]), (&Value::Null, &Value::Null));
    assert_ne!(without["state_hash"], lived["state_hash"]);
}

#[test]
fn a_save_goes_on_with_another_model_or_with_none() {
    let (place, stage) = (Place::new(), good(64));
    let mut options = place.options(Some((&stage, "little")));
    options.save = Some(place.file("hour.town"));
    live(&options, 0.5);
    drop(stage);

    let stage = good(96);
    let mut options = place.options(Some((&stage, "larger")));
    (options.load, options.save) = (Some(place.file("hour.town")), Some(place.file("hour.town")));
    let lived = live(&options, 1.25);
    assert_eq!(lived["embeddings"]["model"], "larger");
    assert_eq!(lived["embeddings"]["dims"], 96);
    let asked: usize = stage.heard().iter().map(|heard| texts(heard).len()).sum();
    assert!(asked as u64 >= lived["embeddings"]["texts"].as_u64().unwrap(), "everything is asked for again");
    drop(stage);
    let again = live(&Options { cassette: options.save.clone(), ..place.options(None) }, 1.25);
    assert_eq!((hashes(&again), &again["embeddings"]), (hashes(&lived), &lived["embeddings"]));

    let mut alone = place.options(None);
    (alone.load, alone.save) = (options.save.clone(), Some(place.file("alone.town")));
    let lived = live(&alone, 1.75);
    assert_eq!(lived["embeddings"], Value::Null);
    let journal = Save::read(&place.file("alone.town")).unwrap().journal().unwrap();
    let said: Vec<String> = journal.commands.values().flatten().map(ToString::to_string).collect();
    assert_eq!(said, ["embeddings on", "embeddings off"]);
    let last = journal.answers.iter().filter(|(_, entry)| entry.purpose == "embedding").map(|((tick, _), _)| *tick);
    assert!(last.max() < Some(450 + 70), "nobody is asked who is not there");
    let again = live(&Options { cassette: alone.save.clone(), ..place.options(None) }, 1.75);
    assert_eq!(hashes(&again), hashes(&lived));
}

#[test]
fn a_server_that_misbehaves_is_asked_again_and_the_town_goes_on() {
    let place = Place::new();
    let stage = Stage::new(|n, heard| {
        let few = |count: usize| {
            let row = |n: usize| json!({ "index": n, "embedding": [1, 2, n] });
            json!({ "data": (0..count).map(row).collect::<Vec<_>>() })
        };
        let each = |one: &dyn Fn(usize) -> Value| {
            let data = (0..texts(heard).len()).map(|n| json!({ "index": n, "embedding": one(n) }));
            json!({ "data": data.collect::<Vec<_>>() })
        };
        match n {
            0 => Act::json(200, few(texts(heard).len() + 1)),
            1 => Act::json(200, each(&|_| json!([1, "NaN", 3]))),
            2 => Act::json(200, each(&|n| json!(vec![1.0; 3 + n % 2]))),
            3 => Act::json(200, each(&|_| json!([0, 0, 0]))),
            4 => Act::json(200, json!({ "error": "out of memory" })),
            5 => Act::text(500, "<html>"),
            6 => Act::text(400, "the input is too long"),
            7 => Act::Late(Duration::from_secs(2), Box::new(Act::HangUp)),
            _ => Act::json(200, rows(heard, 32)),
        }
    });
    let lived = live(&place.options(Some((&stage, "little"))), 2.0);
    assert_eq!((&lived["embeddings"]["dims"], &lived["faults"]), (&json!(32), &json!([])));
    assert!(lived["fallbacks"].as_u64() >= Some(8), "{lived}");
    assert!(stage.heard().len() < 60, "{}", stage.heard().len());
    let mut often = BTreeMap::<String, usize>::new();
    let asked = stage.heard().iter().flat_map(texts).collect::<Vec<_>>();
    asked.iter().filter_map(Value::as_str).for_each(|text| *often.entry(text.into()).or_default() += 1);
    assert!(often.values().all(|times| *times <= 9), "{often:?}");

    let stage = Stage::new(|_, _| Act::HangUp);
    let lived = live(&place.options(Some((&stage, "little"))), 1.0);
    assert_eq!((&lived["embeddings"], &lived["faults"]), (&Value::Null, &json!([])));
    assert!(stage.heard().len() < 20, "{}", stage.heard().len());
}

#[test]
fn rows_count_in_the_budget() {
    let (place, stage) = (Place::new(), good(16));
    let mut options = place.options(Some((&stage, "little")));
    options.asked.caps = Caps { calls: Some(2), ..Caps::default() };
    let lived = live(&options, 1.0);
    assert_eq!((&lived["calls"], stage.heard().len()), (&json!(2), 2));
    assert_eq!(lived["faults"], json!([]));
}

#[test]
fn words_and_rows_may_be_of_different_servers() {
    let (chat, stage) = (Stage::new(|_, _| Act::words(FITS)), good(16));
    let settings = settings(&chat.url());
    let endpoint = |settings: &Settings| settings.servers[0].clone();
    let rows = smallville::mind::llm::Endpoint { url: stage.url(), model: "little".into(), ..endpoint(&settings) };
    let embeddings = Embeddings::at(&rows, &settings, &|_| None).unwrap();
    let both = CompositeMind { mind: server(&settings), embeddings };
    let mut row = ask("utterance");
    (row.purpose, row.inputs) = ("embedding".into(), json!({ "texts": ["stove", "fire"] }).to_string());
    let (said, came) = block(async { (both.answer(&ask("utterance")).await, both.answer(&row).await) });
    assert!(said.outcome.is_ok() && (chat.calls(), stage.heard().len()) == (1, 1));
    assert_eq!(came.by, Some(By::Model("little".into())));
    assert_eq!((came.usage.calls, came.usage.tokens_in, came.usage.tokens_out), (1, 7, 0));
    let reply: Value = serde_json::from_str(&came.outcome.unwrap().0).unwrap();
    assert_eq!((&reply["model"], &reply["dims"]), (&json!("little"), &json!(16)));
    assert_eq!(reply["rows"][0].as_str().map(str::len), Some(22), "16 bytes in base 64");
}

#[test]
fn variables_name_the_server_of_embeddings() {
    let of = |settings: Settings, said: &[(&str, &str)]| {
        let said: BTreeMap<String, String> =
            said.iter().map(|(k, v)| (format!("SMALLVILLE_EMBED_{k}"), v.to_string())).collect();
        let found = settings.with_embeddings(|name| said.get(name).cloned()).embeddings;
        found.map(|one| (one.url, one.model))
    };
    let pair = |url: &str, model: &str| Some((url.to_owned(), model.to_owned()));
    let chat = || settings("http://127.0.0.1:1/v1");
    let mut written = chat();
    written.embeddings = Some(smallville::mind::llm::Endpoint {
        url: "http://127.0.0.1:2/v1".into(),
        model: "a".into(),
        ..chat().servers[0].clone()
    });
    let model = [("MODEL", "b")];
    let both = [("BASE_URL", "http://127.0.0.1:3/v1"), ("MODEL", "b")];
    assert_eq!(of(chat(), &[]), None);
    assert_eq!(of(written.clone(), &[]), pair("http://127.0.0.1:2/v1", "a"));
    assert_eq!(of(chat(), &model), pair("http://127.0.0.1:1/v1", "b"));
    assert_eq!(of(written.clone(), &model), pair("http://127.0.0.1:2/v1", "b"));
    assert_eq!(of(written, &both), pair("http://127.0.0.1:3/v1", "b"));
    assert_eq!(of(Settings::default(), &model), None, "a model of no server");
    assert_eq!(of(Settings::default(), &both), pair("http://127.0.0.1:3/v1", "b"));
}
