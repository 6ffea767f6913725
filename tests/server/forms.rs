//! How the form of an answer is asked for, what a server refuses of it, and what is remembered of that.

use serde_json::{Value, json};
use smallville::mind::{Mind, client::By, llm::Settings};

use super::{
    asked::{FITS, ask, block, once, reply, server, settings, why},
    stage::{Act, Heard, Stage, said},
};

fn form(heard: &Heard) -> &str {
    heard.body["response_format"]["type"].as_str().unwrap_or("none")
}

/// Asks `times`, and gives the forms in which the server was asked.
fn forms(times: usize, script: impl Fn(usize, &Heard) -> Act + Send + Sync + 'static) -> Vec<String> {
    let stage = Stage::new(script);
    let server = server(&settings(&stage.url()));
    block(async {
        for _ in 0..times {
            let came = server.answer(&ask("utterance")).await;
            assert_eq!(reply(&came)["words"], "Good morning.");
        }
    });
    let with_schema = |heard: &Heard| if heard.body["response_format"]["schema"].is_null() { "" } else { "+schema" };
    stage.heard().iter().map(|heard| format!("{}{}", form(heard), with_schema(heard))).collect()
}

#[test]
fn a_form_is_asked_for_whole_and_in_the_prompt_too() {
    let stage = Stage::new(|_, _| Act::words(FITS));
    once(&settings(&stage.url()));
    let heard = &stage.heard()[0];
    let asked = &heard.body["response_format"]["json_schema"];
    assert_eq!(asked["strict"], true);
    assert_eq!(asked["name"], "utterance");
    assert_eq!(asked["schema"]["required"], json!(["words", "end", "acts"]));
    assert_eq!(asked["schema"]["additionalProperties"], false);
    let system = heard.body["messages"][0]["content"].as_str().unwrap();
    assert!(system.starts_with("You are a person") && system.contains("JSON"), "{system}");
    let (words, end) = (system.find("\"words\":").unwrap(), system.find("\"end\":").unwrap());
    assert!(words < end, "in the order of the type");
    assert_eq!(heard.body["stream"], false);
    assert_eq!(heard.body["temperature"], 0.7);
    assert_eq!(heard.body["max_tokens"], 300);
    assert_eq!(heard.body["reasoning_effort"], "none");
    assert!(heard.headers.to_lowercase().contains("authorization: bearer none"), "{}", heard.headers);
}

#[test]
fn the_ladder_is_walked_down_once_and_remembered() {
    let takes = |taken: &'static str, status: u16| {
        move |_: usize, heard: &Heard| {
            let form = heard.body["response_format"].clone();
            let kind = match (form["type"].as_str(), form["schema"].is_object()) {
                (Some("json_object"), true) => "json_object+schema",
                (kind, _) => kind.unwrap_or("none"),
            };
            if kind == taken {
                Act::words(FITS)
            } else {
                Act::json(status, json!({ "error": "no such response_format" }))
            }
        }
    };
    let all = ["json_schema", "json_object+schema", "json_object", "none"];
    for (n, taken) in all.into_iter().enumerate() {
        for status in [400, 422] {
            let walked: Vec<_> = all[..=n].iter().chain([&taken; 2]).copied().collect();
            assert_eq!(forms(3, takes(taken, status)), walked, "{status}");
        }
    }
}

#[test]
fn a_fault_of_the_grammar_is_one_of_the_form() {
    let script = |_: usize, heard: &Heard| match form(heard) {
        "json_schema" => Act::json(500, json!({ "error": { "message": "failed to parse grammar" } })),
        _ => Act::words(FITS),
    };
    assert_eq!(forms(2, script), ["json_schema", "json_object+schema", "json_object+schema"]);
}

#[test]
fn a_form_that_worked_is_kept() {
    let script = |n: usize, _: &Heard| match n {
        1 => Act::json(400, json!({ "error": "the moon is full" })),
        _ => Act::words(FITS),
    };
    let stage = Stage::new(script);
    let server = server(&settings(&stage.url()));
    block(async {
        assert!(server.answer(&ask("utterance")).await.outcome.is_ok());
        assert!(why(&server.answer(&ask("utterance")).await).contains("the moon is full"));
        assert!(server.answer(&ask("utterance")).await.outcome.is_ok());
    });
    assert!(stage.heard().iter().all(|heard| form(heard) == "json_schema"));
}

#[test]
fn a_form_that_brings_prose_is_left_for_the_next() {
    let script = |_: usize, heard: &Heard| match form(heard) {
        "json_schema" => Act::words("Good morning to you!"),
        _ => Act::words(FITS),
    };
    assert_eq!(forms(2, script), ["json_schema", "json_object+schema", "json_object+schema"]);
}

#[test]
fn what_a_server_refuses_by_name_is_left_out_from_then_on() {
    let script = |_: usize, heard: &Heard| {
        let fault = |what: &str| Act::json(400, json!({ "error": { "message": what } }));
        match &heard.body {
            body if body.get("reasoning_effort").is_some() => fault("Unrecognized request argument: reasoning_effort"),
            body if body.get("max_tokens").is_some() => fault("'max_tokens' is gone. Use 'max_completion_tokens'."),
            body if body.get("temperature").is_some() => fault("Unsupported value: 'temperature' must be 1."),
            _ => Act::words(FITS),
        }
    };
    let stage = Stage::new(script);
    let server = server(&settings(&stage.url()));
    block(async {
        assert_eq!(server.answer(&ask("utterance")).await.usage.calls, 4);
        assert_eq!(server.answer(&ask("utterance")).await.usage.calls, 1);
    });
    let heard = stage.heard();
    let last = &heard.last().unwrap().body;
    assert_eq!(last["max_completion_tokens"], 300);
    assert_eq!(form(heard.last().unwrap()), "json_schema", "the form was not at fault");
}

#[test]
fn a_word_for_thinking_that_is_not_known_is_replaced_by_the_next() {
    let script = |_: usize, heard: &Heard| match heard.body["reasoning_effort"].as_str() {
        Some("none") => Act::json(
            400,
            json!({ "error": { "message":
            "Unsupported value: 'reasoning_effort' does not support 'none' with this model." } }),
        ),
        Some("minimal") => Act::words(FITS),
        _ => Act::words("no"),
    };
    assert_eq!(forms(2, script).len(), 3);
}

#[test]
fn a_fault_is_shown_to_the_model_once() {
    let stage =
        Stage::new(|n, _| Act::words(if n == 0 { r#"<think>hm</think>{"words":"","end":false}"# } else { FITS }));
    let came = once(&settings(&stage.url()));
    assert_eq!(reply(&came)["words"], "Good morning.");
    assert_eq!(came.usage.calls, 2);
    let messages = &stage.heard()[1].body["messages"];
    assert_eq!(messages.as_array().unwrap().len(), 4);
    assert_eq!(messages[2], json!({ "role": "assistant", "content": r#"{"words":"","end":false}"# }));
    assert!(messages[3]["content"].as_str().unwrap().contains("nothing is said"), "{messages}");

    let stage = Stage::new(|_, _| Act::words(r#"{"words":"","end":false}"#));
    let came = once(&settings(&stage.url()));
    assert!(why(&came).contains("nothing is said"), "{}", why(&came));
    assert_eq!(stage.calls(), 2);
}

#[test]
fn what_was_cut_off_is_not_believed() {
    let cut = r#"{"end":true,"words":"I think we should"#;
    let stage = Stage::new(move |n, _| Act::json(200, if n == 0 { said(cut, "length") } else { said(FITS, "stop") }));
    let came = once(&settings(&stage.url()));
    assert_eq!(reply(&came)["words"], "Good morning.");
    let told = stage.heard()[1].body["messages"][3]["content"].clone();
    assert!(told.as_str().unwrap().contains("cut off"), "{told}");
}

#[test]
fn big_questions_go_to_the_big_model_and_each_learns_for_itself() {
    let stage = Stage::new(|_, heard| match heard.body["model"].as_str() {
        Some("large") if form(heard) == "json_schema" => Act::json(400, json!({ "error": "response_format" })),
        Some("large") => Act::words(r#"{"insights":[]}"#),
        _ => Act::words(FITS),
    });
    let mut settings = settings(&stage.url());
    settings.servers[0].large_model = Some("large".into());
    let server = server(&settings);
    block(async {
        let came = server.answer(&ask("insights")).await;
        assert_eq!(came.by, Some(By::Model("large".into())));
        assert!(came.outcome.is_ok(), "{:?}", came.outcome);
        let came = server.answer(&ask("utterance")).await;
        assert_eq!((came.by, came.usage.calls), (Some(By::Model("small".into())), 1));
    });
}

#[test]
fn a_server_of_this_machine_is_asked_which_model_it_has() {
    let stage = Stage::new(|_, heard| match heard.what.as_str() {
        "GET /v1/models" => Act::json(200, json!({ "data": [{ "id": "nomic-embed" }, { "id": "qwen" }] })),
        _ => Act::words(FITS),
    });
    let mut settings: Settings = settings(&stage.url());
    settings.servers[0].model.clear();
    let server = server(&settings);
    block(async {
        for _ in 0..2 {
            assert_eq!(server.answer(&ask("utterance")).await.by, Some(By::Model("qwen".into())));
        }
    });
    let asked: Vec<_> = stage.heard().iter().map(|heard| heard.body["model"].clone()).collect();
    assert_eq!(asked, [Value::Null, json!("qwen"), json!("qwen")]);
}

#[test]
fn a_model_that_thinks_its_words_away_is_asked_not_to_and_else_gets_room() {
    let thinks = || {
        Act::json(
            200,
            json!({ "choices":
        [{ "finish_reason": "length", "message": { "content": "", "reasoning": "Let me see" } }] }),
        )
    };
    let insights = || Act::words(r#"{"insights":[]}"#);
    let ask_twice = |script: fn(&Heard) -> bool| {
        let stage = Stage::new(move |_, heard| if script(heard) { insights() } else { thinks() });
        let server = server(&settings(&stage.url()));
        block(async {
            for _ in 0..2 {
                let came = server.answer(&ask("insights")).await;
                assert!(came.outcome.is_ok(), "{:?}", came.outcome);
            }
        });
        let told = |heard: &Heard| (heard.body["reasoning_effort"].to_string(), heard.body["max_tokens"].to_string());
        stage.heard().iter().map(told).collect::<Vec<_>>()
    };
    let pairs =
        |all: &[(&str, u32)]| all.iter().map(|(word, n)| (format!("{word:?}"), n.to_string())).collect::<Vec<_>>();
    let obeys = ask_twice(|heard| heard.body["reasoning_effort"] == "none");
    assert_eq!(obeys, pairs(&[("low", 300), ("none", 300), ("none", 300)]));
    let must = ask_twice(|heard| heard.body["max_tokens"].as_u64() > Some(1000));
    assert_eq!(must, pairs(&[("low", 300), ("none", 300), ("none", 1324), ("none", 1324)]));
}

/// As llama-cpp-python does, word for word.
#[test]
fn many_at_once_at_a_server_that_calls_a_form_a_fault_of_its_own() {
    let says = "1 validation error:\n  {'type': 'literal_error', 'loc': ('body', 'response_format', 'type'), 'msg': \
        \"Input should be 'text' or 'json_object'\", 'input': 'json_schema'}";
    let stage = Stage::new(move |_, heard| match form(heard) {
        "json_schema" => Act::json(500, json!({ "error": { "message": says, "type": "internal_server_error" } })),
        _ => Act::words(FITS),
    });
    let server = server(&settings(&stage.url()));
    block(async {
        let mut tasks = tokio::task::JoinSet::new();
        for _ in 0..16 {
            let server = server.clone();
            tasks.spawn(async move { server.answer(&ask("utterance")).await.outcome.is_ok() });
        }
        assert!(tasks.join_all().await.into_iter().all(|well| well), "it is not left alone for that");
    });
}
