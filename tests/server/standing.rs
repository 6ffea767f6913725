//! Servers that fail, stay away, come back and flap; several of them.

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::{Duration, Instant},
};

use serde_json::json;
use smallville::mind::{
    Mind,
    client::{AsyncClient, Client},
    llm::{Endpoint, Server},
};

use super::{
    asked::{FITS, ask, block, server, settings, why},
    stage::{Act, Stage},
};

#[test]
fn after_five_failures_questions_fail_at_once_and_the_server_is_looked_at_now_and_then() {
    let stage = Stage::new(|_, _| Act::text(503, "loading model"));
    let server = server(&settings(&stage.url()));
    block(async {
        assert!(why(&server.answer(&ask("utterance")).await).contains("503"));
        assert!(why(&server.answer(&ask("utterance")).await).contains("left alone"), "the fifth call was its last");
        assert_eq!(stage.calls(), 5);
        let began = Instant::now();
        while began.elapsed() < Duration::from_millis(1100) {
            let came = server.answer(&ask("utterance")).await;
            assert!(why(&came).contains("left alone") && came.usage.calls == 0, "{}", why(&came));
            assert!(came.usage.millis < 200, "at once");
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    });
    assert_eq!(stage.calls(), 5);
    let looks = stage.heard().len() - 5;
    assert!((2..=3).contains(&looks), "{looks} looks in 1.1 s, one each 0.4 s");
}

/// Asks until there is an answer, and says after how many seconds.
async fn until_answered(server: &Server) -> f64 {
    let began = Instant::now();
    while server.answer(&ask("utterance")).await.outcome.is_err() {
        assert!(began.elapsed() < Duration::from_secs(5), "it is not used again");
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    began.elapsed().as_secs_f64()
}

#[test]
fn a_server_that_was_down_from_the_start_is_used_soon_after_it_comes() {
    let at = Stage::new(|_, _| Act::HangUp).at;
    std::thread::sleep(Duration::from_millis(50));
    let server = server(&settings(&format!("http://{at}/v1")));
    block(async {
        for _ in 0..5 {
            assert!(server.answer(&ask("utterance")).await.outcome.is_err());
        }
        let stage = Stage::at(at, |_, heard| match heard.what.starts_with("GET") {
            true => Act::json(200, json!({ "data": [] })),
            false => Act::words(FITS),
        });
        let seconds = until_answered(&server).await;
        // A look each 15 s that takes 4 s at most: used within 20 s. Here 0.4 s and 0.3 s.
        assert!(seconds < 0.4 + 0.3 + 0.1, "{seconds}");
        drop(stage);
    });
}

#[test]
fn a_server_that_hangs_and_comes_back_is_used_again_and_on_trust_only_once() {
    let well = Arc::new(AtomicBool::new(true));
    let is_well = well.clone();
    let stage = Stage::new(move |_, heard| match (is_well.load(Ordering::SeqCst), heard.what.starts_with("GET")) {
        // It looks well, and is not.
        (_, true) => Act::json(200, json!({ "data": [] })),
        (true, false) => Act::words(FITS),
        (false, false) => Act::text(500, "the runner has died"),
    });
    let mut settings = settings(&stage.url());
    settings.retry.times = 0;
    let server = server(&settings);
    block(async {
        assert!(server.answer(&ask("utterance")).await.outcome.is_ok());
        well.store(false, Ordering::SeqCst);
        for _ in 0..5 {
            assert!(why(&server.answer(&ask("utterance")).await).contains("500"));
        }
        let calls = stage.calls();
        let began = Instant::now();
        while began.elapsed() < Duration::from_secs(1) {
            assert!(server.answer(&ask("utterance")).await.outcome.is_err());
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        let tried = stage.calls() - calls;
        assert!((1..=3).contains(&tried), "one question at each look, not five: {tried}");
        well.store(true, Ordering::SeqCst);
        let seconds = until_answered(&server).await;
        assert!(seconds < 0.4 + 0.3 + 0.1, "{seconds}");
    });
}

#[test]
fn a_flapping_server_answers_nearly_everything() {
    // Three of ten requests fail, in all ways.
    let stage = Stage::new(|n, heard| match n % 10 {
        _ if heard.what.starts_with("GET") => Act::json(200, json!({ "data": [] })),
        2 => Act::HangUp,
        5 => Act::text(502, "Bad Gateway"),
        8 => Act::BreakOff(200),
        _ => Act::words(FITS),
    });
    let server = server(&settings(&stage.url()));
    let answered = block(async {
        let mut answered = 0;
        for _ in 0..100 {
            answered += u32::from(server.answer(&ask("utterance")).await.outcome.is_ok());
        }
        answered
    });
    assert_eq!(answered, 100);
}

#[test]
fn several_servers_share_the_load_and_one_takes_over_for_another() {
    let good = || Stage::new(|_, _| Act::Late(Duration::from_millis(20), Box::new(Act::words(FITS))));
    let (one, two) = (good(), good());
    let bad = Stage::new(|_, _| Act::json(401, json!({ "error": "who are you?" })));
    let mut settings = settings(&one.url());
    for stage in [&two, &bad] {
        settings.servers.push(Endpoint { url: stage.url(), model: "m".into(), slots: 2, ..Endpoint::default() });
    }
    assert_eq!(settings.slots(), 12);
    let server = server(&settings);
    block(async {
        for agent in 0..30 {
            let mut ask = ask("utterance");
            ask.id.agent = agent;
            let came = server.answer(&ask).await;
            assert!(came.outcome.is_ok(), "{:?}", came.outcome);
        }
    });
    assert_eq!(bad.calls(), 1, "whoever refuses the key is left alone");
    let (one, two) = (one.calls(), two.calls());
    assert_eq!(one + two, 30);
    assert!(one >= 10 && two >= 10, "{one} and {two}");
}

#[test]
fn a_panic_costs_one_answer() {
    use smallville::mind::{Ask, Phrasing, Prompt};
    struct Stumbles;
    impl Phrasing for Stumbles {
        fn phrase(&self, ask: &Ask) -> Result<Prompt, String> {
            assert!(ask.id.count != 1, "stumbled");
            super::asked::Plain.phrase(ask)
        }
    }
    let stage = Stage::new(|_, _| Act::words(FITS));
    let server = Server::with(&settings(&stage.url()), Arc::new(Stumbles), &|_| None).unwrap();
    let mut client = AsyncClient::open(server.clone(), server.by(), 1);
    for count in 0..3 {
        let mut ask = ask("utterance");
        ask.id.count = count;
        client.send(ask);
    }
    let (mut came, began) = (Vec::new(), Instant::now());
    while came.len() < 3 {
        client.wait(Duration::from_millis(50));
        came.extend(client.collect());
        assert!(began.elapsed() < Duration::from_secs(20), "{} came", came.len());
    }
    for (id, response) in came {
        match id.count {
            1 => assert!(why(&response).contains("stumbled"), "{}", why(&response)),
            _ => assert!(response.outcome.is_ok()),
        }
    }
}
