//! Everything a server may answer instead of an answer: each ends in a plain sentence or in an answer, with as many
//! calls as make sense.

use std::time::{Duration, Instant};

use serde_json::{Value, json};
use smallville::mind::Mind;

use super::{
    asked::{FITS, ask, block, once, reply, server, settings, why},
    stage::{Act, Stage, said},
};

/// Always the same: what comes of it, and how many calls.
fn always(act: Act) -> (Result<Value, String>, usize) {
    let stage = Stage::new(move |_, _| act.clone());
    let began = Instant::now();
    let came = once(&settings(&stage.url()));
    assert!(began.elapsed() < Duration::from_secs(3), "{:?}", began.elapsed());
    assert_eq!(came.usage.calls as usize, stage.calls(), "calls are counted");
    (came.outcome.as_ref().map(|_| reply(&came)).map_err(|why| why.0.clone()), stage.calls())
}

fn error(message: &str, code: &str) -> Value {
    json!({ "error": { "message": message, "type": "x", "param": null, "code": code } })
}

#[test]
fn an_answer_of_any_shape_is_read() {
    let content = |content: Value, finish: Value| json!({ "choices": [{ "finish_reason": finish, "message": { "content": content } }] });
    let ok = json!({ "words": "Good morning.", "end": false, "acts": [] });
    for body in [
        said(FITS, "stop"),
        said(FITS, "eos"),
        said(FITS, ""),
        content(json!(FITS), Value::Null),
        content(json!([{ "type": "text", "text": FITS }]), json!("stop")),
        content(ok.clone(), json!("stop")),
        json!({ "choices": [{ "text": FITS }] }),
        json!({ "id": 7, "created": 1.5, "object": null, "usage": "none", "error": null, "choices":
            [{ "finish_reason": 3, "message": { "content": FITS, "tool_calls": "x", "role": 1 } }] }),
        said(&format!("  {FITS}\n\n\n\n\n"), "length"),
    ] {
        assert_eq!(always(Act::json(200, body)), (Ok(ok.clone()), 1));
    }
}

#[test]
fn no_words_at_all_are_asked_for_once_more_and_then_given_up() {
    let no_words = [
        json!({}),
        json!({ "choices": [] }),
        json!({ "choices": "none" }),
        json!({ "choices": [{ "message": { "content": null } }] }),
        json!({ "choices": [{ "message": { "content": "", "refusal": "I will not." } }] }),
        said("", "stop"),
        said(" \n ", "stop"),
    ];
    for body in no_words {
        let (outcome, calls) = always(Act::json(200, body.clone()));
        assert!(outcome.is_err_and(|why| why.contains("no words")), "{body}");
        assert_eq!(calls, 2, "{body}");
    }
}

#[test]
fn thinking_that_eats_the_answer_is_said_so() {
    let message = |message: Value| json!({ "choices": [{ "finish_reason": "length", "message": message }] });
    for body in [
        message(json!({ "content": "", "reasoning": "Let me see" })),
        message(json!({ "content": null, "reasoning_content": "Let me see" })),
        message(json!({ "content": "<think>Let me see {" })),
        json!({ "choices": [{ "finish_reason": "length", "message": { "content": "" } }],
            "usage": { "completion_tokens": 300 } }),
    ] {
        let (outcome, calls) = always(Act::json(200, body.clone()));
        assert!(outcome.is_err_and(|why| why.contains("think_tokens")), "{body}");
        assert_eq!(calls, 3, "as meant, without thinking, with room for it: {body}");
    }
    let (outcome, calls) = always(Act::json(200, said("", "length")));
    assert!(outcome.is_err_and(|why| why.contains("too long for the model")));
    assert_eq!(calls, 1);
}

#[test]
fn what_is_no_answer_of_such_a_server_is_not_asked_for_again() {
    let page = "<!DOCTYPE html><html><body><h1>It works!</h1></body></html>";
    let whole = said(FITS, "stop").to_string();
    for act in [
        Act::text(200, page),
        Act::text(200, &whole[..whole.len() / 2]),
        Act::text(200, ""),
        Act::text(200, "[1, 2]"),
        Act::text(200, "null"),
        Act::Say(200, vec![], vec![0xFF, 0xFE, 0x00]),
        Act::Say(200, vec![], vec![b'['; 100_000]),
        Act::Say(200, vec![], br#"{"choices":[{"message":{"content":"\ud800"}}]}"#.to_vec()),
        Act::json(200, error("model runner has gone", "x")),
        Act::json(200, json!({ "error": "model runner has gone" })),
        Act::text(302, "").with("Location", "http://127.0.0.1:1/v1/chat/completions"),
        Act::text(204, ""),
    ] {
        let (outcome, calls) = always(act);
        let why = outcome.expect_err("no answer");
        assert!(why.contains("no answer of such a server"), "{why}");
        assert!(why.chars().count() < 500 && !why.contains("<html>"), "{why}");
        assert_eq!(calls, 1, "{why}");
    }
}

#[test]
fn who_is_busy_or_broken_is_tried_again_whatever_the_form_of_its_words() {
    for status in [429, 500, 502, 503, 504, 408] {
        for body in [error("try later", "rate_limit_exceeded").to_string(), "Slow down".into(), "<h1>No</h1>".into()] {
            let act = Act::text(status, &body);
            let stage = Stage::new(move |n, _| if n < 2 { act.clone() } else { Act::words(FITS) });
            let came = once(&settings(&stage.url()));
            assert_eq!(reply(&came)["words"], "Good morning.", "{status} {body}");
            assert_eq!(came.usage.calls, 3);
        }
        let (outcome, calls) = always(Act::text(status, "Slow <b>down</b>"));
        let why = outcome.expect_err("no answer");
        assert!(why.contains(&status.to_string()) && why.contains("Slow"), "{why}");
        assert_eq!(calls, 4, "one and three more");
    }
}

#[test]
fn a_server_that_asks_to_wait_is_waited_for_but_not_longer_than_allowed() {
    let waits = [("0", 0.0), ("1", 0.4), ("3600", 0.4), ("Fri, 31 Dec 2100 23:59:59 GMT", 0.4), ("soon", 0.0)];
    for (asked, least) in waits.into_iter().chain([("Wed, 21 Oct 2015 07:28:00 GMT", 0.0), ("-1", 0.0), ("1e99", 0.0)])
    {
        let act = Act::json(429, error("slow down", "rate_limit_exceeded")).with("Retry-After", asked);
        let stage = Stage::new(move |n, _| if n == 0 { act.clone() } else { Act::words(FITS) });
        let began = Instant::now();
        let came = once(&settings(&stage.url()));
        let waited = began.elapsed().as_secs_f64();
        assert_eq!(reply(&came)["end"], false, "{asked}");
        assert!((least..1.5).contains(&waited), "{asked}: {waited}");
    }
}

#[test]
fn a_wait_that_the_question_has_no_time_for_ends_it_at_once() {
    let act = Act::text(429, "").with("Retry-After", "3600");
    let stage = Stage::new(move |_, _| act.clone());
    let mut settings = settings(&stage.url());
    (settings.retry.asked_s, settings.limits.whole_s) = (60.0, 0.5);
    let began = Instant::now();
    let came = once(&settings);
    assert!(why(&came).contains("429"), "{}", why(&came));
    assert!(began.elapsed() < Duration::from_millis(500));
}

#[test]
fn rate_headers_slow_the_next_question_down() {
    let stage = Stage::new(|n, _| match n {
        0 => Act::words(FITS).with("x-ratelimit-remaining-requests", "0").with("x-ratelimit-reset-requests", "600ms"),
        _ => Act::words(FITS).with("x-ratelimit-remaining-requests", "9").with("x-ratelimit-reset-requests", "9s"),
    });
    let mut settings = settings(&stage.url());
    settings.retry.asked_s = 60.0;
    let server = server(&settings);
    block(async {
        let mut times = Vec::new();
        for _ in 0..3 {
            let began = Instant::now();
            assert!(server.answer(&ask("utterance")).await.outcome.is_ok());
            times.push(began.elapsed().as_secs_f64());
        }
        assert!(times[0] < 0.4 && times[1] > 0.5 && times[2] < 0.4, "{times:?}");
    });
}

#[test]
fn a_refused_key_and_a_used_up_account_stop_at_once_with_one_plain_message() {
    let cases = [
        (Act::json(401, error("Incorrect API key provided", "invalid_api_key")), "refuses the key"),
        (Act::text(401, "nope"), "refuses the key"),
        (Act::json(403, json!({ "error": "forbidden" })), "refuses the key"),
        (Act::json(429, error("You exceeded your current quota", "insufficient_quota")), "used up"),
        (Act::json(402, json!({ "message": "Payment required" })), "used up"),
    ];
    for (act, words) in cases {
        let stage = Stage::new(move |_, _| act.clone());
        let server = server(&settings(&stage.url()));
        block(async {
            for _ in 0..4 {
                let came = server.answer(&ask("utterance")).await;
                assert!(why(&came).contains(words), "{}", why(&came));
            }
        });
        assert_eq!(stage.calls(), 1, "{words}");
    }
}

#[test]
fn a_wrong_path_gets_a_hint_and_a_missing_model_its_name() {
    let stage = Stage::new(|_, heard| match heard.what.as_str() {
        "POST /v1/chat/completions" => Act::json(404, error("model \"small\" not found, try pulling it", "x")),
        _ => Act::text(404, "404 page not found"),
    });
    let bare = stage.url().replace("/v1", "");
    assert!(why(&once(&settings(&bare))).contains("perhaps end in /v1"), "with the hint");
    let slashes = format!(" {}// ", stage.url());
    let why = why(&once(&settings(&slashes)));
    assert!(why.contains("model \"small\" not found") && !why.contains("perhaps"), "{why}");
    assert!(stage.heard().iter().all(|heard| !heard.what.contains("//")));
}

#[test]
fn a_declined_request_keeps_its_words_and_a_long_one_its_name() {
    for body in [json!({ "error": "no such template" }), json!({ "detail": [{ "msg": "no such template" }] })] {
        let (outcome, _) = always(Act::json(400, body));
        let why = outcome.expect_err("declined");
        assert!(why.contains("400") && why.contains("no such template"), "{why}");
    }
    let (outcome, calls) = always(Act::json(400, error("maximum context length is 4096", "context_length_exceeded")));
    assert!(outcome.expect_err("too long").contains("too long for the model"));
    assert_eq!(calls, 1);
}

#[test]
fn a_question_that_cannot_be_worded_is_never_sent() {
    let stage = Stage::new(|_, _| Act::words(FITS));
    let mut ask = ask("utterance");
    ask.inputs = "unspeakable".into();
    let came = block(server(&settings(&stage.url())).answer(&ask));
    assert!(why(&came).contains("prompts/utterance.md:3"));
    ask.purpose = "no such thing".into();
    assert!(why(&block(server(&settings(&stage.url())).answer(&ask))).contains("no such thing"));
    assert_eq!(stage.calls(), 0);
}
