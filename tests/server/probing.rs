//! What the doctor finds at a server, in words that help.

use serde_json::json;
use smallville::mind::llm::{Endpoint, Finding, probe, probe_all};

use super::{
    asked::{block, settings},
    stage::{Act, Stage},
};

fn look(name: &str, stage: &Stage) -> Finding {
    let settings = settings(&stage.url());
    let endpoint = Endpoint { url: stage.url(), ..Endpoint::default() };
    block(probe(name, &endpoint, &settings))
}

#[test]
fn a_good_server_is_praised() {
    let stage = Stage::new(|_, heard| match heard.what.as_str() {
        "GET /v1/models" => Act::json(200, json!({ "data": [{ "id": "nomic-embed" }, { "id": "qwen3:8b" }] })),
        "POST /v1/embeddings" => Act::json(200, json!({ "data": [{ "index": 0, "embedding": [0.1, 0.2] }] })),
        _ => Act::words(r#"{"scores":[1,9]}"#),
    });
    let found = look("ollama", &stage);
    assert!(found.there);
    assert_eq!(found.models, ["nomic-embed", "qwen3:8b"]);
    assert_eq!(found.answer, Some(Ok("qwen3:8b".into())));
    assert_eq!(found.embedding, Some(Ok(("nomic-embed".into(), 2))));
    let advice = found.to_string();
    assert!(advice.starts_with("ollama    http://127") && advice.contains("models nomic-embed, qwen3:8b"), "{advice}");
    assert_eq!(advice.lines().count(), 3, "{advice}");
    assert!(advice.contains("--mind ollama") && advice.contains("SMALLVILLE_EMBED_MODEL=nomic-embed"), "{advice}");
}

#[test]
fn a_bad_one_is_told_apart_from_none() {
    let stage = Stage::new(|_, heard| match heard.what.starts_with("GET") {
        true => Act::json(200, json!({ "data": [{ "id": "babbler" }] })),
        false => Act::words("As an AI, I have no feelings about kettles."),
    });
    let found = look("vllm", &stage);
    assert!(found.there && found.answer.is_some_and(|answer| answer.is_err()) && found.embedding.is_none());
    assert!(found.advice.iter().any(|line| line.contains("not answered")), "{:?}", found.advice);

    let stage = Stage::new(|_, _| Act::json(200, json!({ "data": [] })));
    let found = look("ollama", &stage);
    assert!(found.there && found.advice.iter().any(|line| line.contains("ollama pull")), "{:?}", found.advice);

    let stage = Stage::new(|_, _| Act::text(200, "<html>a printer</html>"));
    let found = look("llamacpp", &stage);
    assert!(found.there && found.advice[0].contains("lists no models"), "{:?}", found.advice);

    let gone = Stage::new(|_, _| Act::Hang).url();
    std::thread::sleep(std::time::Duration::from_millis(50));
    let endpoint = Endpoint { url: gone.clone(), ..Endpoint::default() };
    let found = block(probe("lmstudio", &endpoint, &settings(&gone)));
    assert!(!found.there && found.advice[0].contains("LM Studio"), "{:?}", found.advice);
}

#[test]
fn all_presets_of_this_machine_and_the_named_servers_are_looked_at() {
    let stage = Stage::new(|_, _| Act::text(401, "who are you?"));
    let found = probe_all(&settings(&stage.url())).unwrap();
    let names: Vec<_> = found.iter().map(|one| one.name.as_str()).collect();
    assert_eq!(names, ["ollama", "lmstudio", "llamacpp", "vllm", "server"]);
    assert!(found[4].there && found[4].advice.iter().any(|line| line.contains("key")), "{:?}", found[4]);
}
