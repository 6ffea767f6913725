//! Texts become rows of numbers, or there is a reason why not.

use serde_json::{Value, json};
use smallville::mind::{
    Ask, Mind,
    llm::{Embedded, Embeddings, Fault, Refusal},
    question::{Embed, Question},
};

use super::{
    asked::{ask, block, settings},
    stage::{Act, Heard, Stage},
};

fn embed(stage: &Stage, texts: usize, model: &str) -> Result<Embedded, Fault> {
    let settings = settings(&stage.url());
    let mut endpoint = settings.servers[0].clone();
    endpoint.model = model.into();
    let texts: Vec<_> = (0..texts).map(|n| format!("text {n}")).collect();
    block(Embeddings::at(&endpoint, &settings, &|_| None).unwrap().embed(&texts))
}

/// A row of three numbers for each text, the text's own number in the first; in the wrong order.
fn rows(heard: &Heard) -> Value {
    let texts = heard.body["input"].as_array().unwrap();
    let number = |text: &Value| text.as_str().unwrap().trim_start_matches("text ").parse::<f64>().unwrap();
    let row = |(n, text): (usize, &Value)| json!({ "index": n, "embedding": [number(text), 1, 0.5] });
    json!({ "data": texts.iter().enumerate().rev().map(row).collect::<Vec<_>>() })
}

#[test]
fn rows_come_in_the_order_of_the_texts_in_batches() {
    let stage = Stage::new(|n, heard| if n == 1 { Act::text(503, "busy") } else { Act::json(200, rows(heard)) });
    let came = embed(&stage, 150, "nomic").unwrap();
    assert_eq!((came.model.as_str(), came.dims, came.rows.len()), ("nomic", 3, 150));
    for (n, row) in (0_u16..).zip(&came.rows) {
        assert_eq!(row, &[f32::from(n), 1.0, 0.5]);
    }
    assert_eq!(stage.heard().len(), 6, "five batches, one of them twice");
    assert_eq!(embed(&stage, 0, "nomic").unwrap().rows.len(), 0);
}

#[test]
fn a_model_for_embeddings_is_found_by_its_name() {
    let models = json!({ "data": [{ "id": "qwen3" }, { "id": "text-embedding-nomic" }] });
    let stage = Stage::new(move |_, heard| match heard.what.starts_with("GET") {
        true => Act::json(200, models.clone()),
        false => Act::json(200, rows(heard)),
    });
    assert_eq!(embed(&stage, 2, "").unwrap().model, "text-embedding-nomic");
    let stage = Stage::new(|_, _| Act::json(200, json!({ "data": [{ "id": "qwen3" }] })));
    assert!(matches!(embed(&stage, 2, ""), Err(Fault::NotFound(_))));
}

#[test]
fn every_fault_has_its_kind() {
    type Is = fn(&Fault) -> bool;
    let cases: [(Act, Is); 9] = [
        (Act::text(404, "no such path"), |fault| matches!(fault, Fault::NotFound(_))),
        (Act::text(401, ""), |fault| matches!(fault, Fault::Unauthorized(_))),
        (Act::text(500, ""), |fault| matches!(fault, Fault::Down(Refusal { status: 500, .. }))),
        (Act::text(400, "this model makes no embeddings"), |fault| matches!(fault, Fault::Rejected(_))),
        (Act::text(200, "<html>"), |fault| matches!(fault, Fault::Unexpected(_))),
        (Act::json(200, json!({ "data": [] })), |fault| matches!(fault, Fault::Unexpected(_))),
        (Act::Flood(20 << 20), |fault| matches!(fault, Fault::TooLarge(_))),
        (Act::Hang, |fault| matches!(fault, Fault::TimedOut(_))),
        (Act::json(200, json!({ "data": [{ "embedding": [1, 2] }, { "embedding": [1] }] })), |fault| {
            matches!(fault, Fault::Unexpected(_))
        }),
    ];
    for (act, is) in cases {
        let stage = Stage::new(move |_, _| act.clone());
        let fault = embed(&stage, 2, "nomic").expect_err("no rows");
        assert!(is(&fault), "{fault:?}");
    }
}

#[test]
fn a_batch_of_the_longest_rows_fits_into_an_answer() {
    let stage = Stage::new(|_, heard| {
        let row = vec!["-0.123456789012345678"; 8192].join(",");
        let texts = heard.body["input"].as_array().unwrap().len();
        let rows: Vec<String> = (0..texts).map(|n| format!("{{\"index\":{n},\"embedding\":[{row}]}}")).collect();
        Act::text(200, &format!("{{\"data\":[{}]}}", rows.join(",")))
    });
    assert_eq!(embed(&stage, 32, "large").map(|came| (came.rows.len(), came.dims)), Ok((32, 8192)));
}

#[test]
fn long_texts_go_in_requests_that_a_server_takes() {
    // Many servers refuse a body of 100 kB.
    let stage = Stage::new(|_, heard| match heard.length() {
        0..100_000 => {
            let row = json!({ "embedding": [1, 0.5] });
            Act::json(200, json!({ "data": vec![row; heard.body["input"].as_array().unwrap().len()] }))
        }
        _ => Act::text(413, "Payload Too Large"),
    });
    let settings = settings(&stage.url());
    let texts: Vec<_> = (0..32).map(|n| format!("{n} {}", "\"\u{1}".repeat(2000))).collect();
    let server = Embeddings::at(&settings.servers[0], &settings, &|_| None).unwrap();
    let question = serde_json::to_string(&Embed { texts: texts.clone() }).unwrap();
    let most = server.max_usage(&Ask { purpose: Embed::PURPOSE.into(), inputs: question, ..ask("utterance") });
    let rows = block(server.embed(&texts)).map(|came| came.rows.len());
    assert_eq!(rows, Ok(32));
    let requests = stage.heard().len();
    assert!((2..20).contains(&requests), "{requests}");
    assert_eq!(most.calls as usize, requests * (1 + settings.retry.times), "what a budget sets aside");
}
