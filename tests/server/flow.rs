//! Words that come one by one: heard as they come, believed when all are there.

use std::time::{Duration, Instant};

use serde_json::json;
use smallville::mind::{
    Mind,
    client::Response,
    llm::{Server, Settings},
};

use super::{
    asked::{FITS, ask, block, reply, server, settings, why},
    stage::{Act, Stage},
};

/// A server whose lines of talk are read while they are written.
fn streaming(settings: &Settings) -> Server {
    let server = server(settings);
    server.streamed().listen_to([ask("utterance").id.agent].into());
    server
}

/// What comes of a line of talk there.
fn line(stage: &Stage) -> Response {
    block(streaming(&settings(&stage.url())).answer(&ask("utterance")))
}

/// These words in pieces of three letters, as a server sends them that was asked to.
fn pieces(words: &str, end: &str) -> Act {
    let letters: Vec<char> = words.chars().collect();
    let event = |piece: &[char]| {
        let delta = json!({ "choices": [{ "delta": { "content": piece.iter().collect::<String>() } }] });
        format!("data: {delta}\n\n")
    };
    let body: String = letters.chunks(3).map(event).collect();
    Act::Say(200, vec![("Content-Type", "text/event-stream; charset=utf-8".into())], (body + end).into_bytes())
}

const END: &str = "data: {\"choices\":[{\"delta\":{},\"finish_reason\":\"stop\"}]}\n\n\
    data: {\"choices\":[],\"usage\":{\"prompt_tokens\":70,\"completion_tokens\":9}}\n\ndata: [DONE]\n\n";

#[test]
fn words_are_heard_as_they_come_and_the_whole_is_checked() {
    let stage = Stage::new(|n, heard| match heard.body["stream"] == true {
        true => pieces(if n == 0 { r#"{"words":"","end":false}"# } else { FITS }, END),
        false => Act::words(r#"{"insights":[]}"#),
    });
    let server = streaming(&settings(&stage.url()));
    block(async {
        let came = server.answer(&ask("utterance")).await;
        assert_eq!(reply(&came)["words"], "Good morning.");
        assert_eq!((came.usage.calls, came.usage.tokens_in, came.usage.tokens_out), (2, 140, 18));
        assert!(server.answer(&ask("insights")).await.outcome.is_ok(), "nobody wants to hear that");
    });
    assert_eq!(stage.heard()[0].body["stream_options"], json!({ "include_usage": true }));
    assert_eq!(server.streamed().so_far(ask("utterance").id).as_deref(), Some("Good morning."));
}

#[test]
fn what_breaks_off_or_falls_silent_is_no_answer_and_who_cannot_flow_is_asked_whole() {
    let came = line(&Stage::new(|_, _| pieces(FITS, "")));
    assert!(why(&came).contains("broke off"), "{}", why(&came));

    let came = line(&Stage::new(|_, _| pieces("{", "data: {\"error\":{\"message\":\"the runner died\"}}\n\n")));
    assert!(why(&came).contains("the runner died"), "{}", why(&came));

    let came = line(&Stage::new(|_, heard| match heard.body.get("stream_options") {
        Some(_) => Act::json(400, json!({ "error": "stream_options is not supported" })),
        None => Act::Late(Duration::from_millis(10), Box::new(Act::words(FITS))),
    }));
    assert_eq!((reply(&came)["end"].clone(), came.usage.calls), (json!(false), 2));
}

#[test]
fn a_stream_without_its_content_type_is_read_all_the_same() {
    let came = line(&Stage::new(|_, _| match pieces(FITS, END) {
        Act::Say(status, _, body) => Act::Say(status, vec![], body),
        other => other,
    }));
    assert_eq!((reply(&came)["words"].clone(), came.usage.calls), (json!("Good morning."), 1));
}

#[test]
fn whoever_only_pings_or_says_nothing_is_given_up_before_the_question_is() {
    let every = Duration::from_millis(50);
    let begun = "data: {\"choices\":[{\"delta\":{\"content\":\"{\"}}]}\n\n";
    let ping = |kind: &'static str, first: &'static str, ping: &'static str| Act::Ping { every, kind, first, ping };
    for act in [
        ping("text/event-stream", "", ": keep-alive\n\n"),
        ping("text/event-stream", "", "\n"),
        ping("text/event-stream", begun, ": keep-alive\n\n"),
        ping("text/event-stream", begun, "event: ping\ndata: {\"type\": \"ping\"}\n\n"),
        ping("text/plain", "", ": keep-alive\n\n"),
        ping("application/json", "", "\n"),
        Act::Hang,
    ] {
        let stage = Stage::new(move |_, _| act.clone());
        let began = Instant::now();
        let came = line(&stage);
        assert!(why(&came).contains("fell silent"), "{}", why(&came));
        assert!(began.elapsed() < Duration::from_millis(1500), "{:?}", began.elapsed());
    }
}

#[test]
fn a_stream_that_nobody_asked_for_is_no_reason_to_wait_longer() {
    let every = Duration::from_millis(50);
    let act = Act::Ping { every, kind: "text/event-stream", first: "", ping: ": keep-alive\n\n" };
    let stage = Stage::new(move |_, _| act.clone());
    let began = Instant::now();
    let came = block(server(&settings(&stage.url())).answer(&ask("utterance")));
    assert!(why(&came).contains("fell silent"), "{}", why(&came));
    assert!(began.elapsed() < Duration::from_millis(1500), "{:?}", began.elapsed());
}
