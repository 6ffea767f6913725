//! Words that come one by one: heard as they come, believed when all are there.

use std::{
    sync::{Arc, Mutex},
    time::{Duration, Instant},
};

use serde_json::json;
use smallville::mind::{Ask, Mind, client::StreamListener};

use super::{
    asked::{FITS, ask, block, reply, server, settings, why},
    stage::{Act, Stage},
};

/// Writes down what it hears of talk.
#[derive(Default)]
struct Ear(Mutex<Vec<String>>);

impl StreamListener for Ear {
    fn wants(&self, ask: &Ask) -> bool {
        ask.purpose == "utterance"
    }
    fn hears(&self, _: &Ask, so_far: &str) {
        self.0.lock().unwrap().push(so_far.into());
    }
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
    let ear = Arc::new(Ear::default());
    let server = server(&settings(&stage.url())).with_listener(ear.clone());
    block(async {
        let came = server.answer(&ask("utterance")).await;
        assert_eq!(reply(&came)["words"], "Good morning.");
        assert_eq!((came.took.calls, came.took.tokens_in, came.took.tokens_out), (2, 140, 18));
        assert!(server.answer(&ask("insights")).await.outcome.is_ok(), "nobody wants to hear that");
    });
    assert_eq!(stage.heard()[0].body["stream_options"], json!({ "include_usage": true }));
    assert_eq!(ear.0.lock().unwrap().last().map(String::as_str), Some("Good morning."));
}

#[test]
fn what_breaks_off_or_falls_silent_is_no_answer_and_who_cannot_flow_is_asked_whole() {
    let stage = Stage::new(|_, _| pieces(FITS, ""));
    let ear = Arc::new(Ear::default());
    let came = block(server(&settings(&stage.url())).with_listener(ear).answer(&ask("utterance")));
    assert!(why(&came).contains("broke off"), "{}", why(&came));

    let stage = Stage::new(|_, _| pieces("{", "data: {\"error\":{\"message\":\"the runner died\"}}\n\n"));
    let came = block(server(&settings(&stage.url())).with_listener(Arc::new(Ear::default())).answer(&ask("utterance")));
    assert!(why(&came).contains("the runner died"), "{}", why(&came));

    let stage = Stage::new(|_, heard| match heard.body.get("stream_options") {
        Some(_) => Act::json(400, json!({ "error": "stream_options is not supported" })),
        None => Act::Late(Duration::from_millis(10), Box::new(Act::words(FITS))),
    });
    let came = block(server(&settings(&stage.url())).with_listener(Arc::new(Ear::default())).answer(&ask("utterance")));
    assert_eq!((reply(&came)["end"].clone(), came.took.calls), (json!(false), 2));
}

#[test]
fn whoever_only_pings_or_says_nothing_is_given_up_before_the_question_is() {
    for act in [Act::Ping(Duration::from_millis(50)), Act::Hang] {
        let stage = Stage::new(move |_, _| act.clone());
        let began = Instant::now();
        let server = server(&settings(&stage.url())).with_listener(Arc::new(Ear::default()));
        let came = block(server.answer(&ask("utterance")));
        assert!(why(&came).contains("fell silent"), "{}", why(&came));
        assert!(began.elapsed() < Duration::from_millis(1500), "{:?}", began.elapsed());
    }
}
