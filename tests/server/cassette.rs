//! Recorded answers: read, found, written; every fault names file and line.

use std::fs;

use serde_json::json;
use smallville::mind::{
    Reply,
    cassette::{Cassette, Recorder},
};

use super::asked::{FITS, ask};

#[test]
fn answers_are_found_by_what_was_asked_and_else_by_who_asked() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("three.jsonl");
    let text = [
        "# by hand",
        "",
        r#"{"purpose":"utterance","agent":3,"count":0,"answer":{"words":"By place.","end":false}}"#,
        r#"{"question":"abc","purpose":"utterance","agent":9,"count":9,"answer":"{\"words\":\"By hash.\",\"end\":true}","by":"m"}"#,
        r#"{"question":"abc","purpose":"utterance","agent":9,"count":9,"answer":"second"}"#,
    ];
    fs::write(&path, text.join("\r\n")).unwrap();
    let cassette = Cassette::read(&path).unwrap();
    assert_eq!(cassette.len(), 3);
    let ask = ask("utterance");
    assert_eq!(cassette.answer(&ask, "abc").unwrap().0, r#"{"words":"By hash.","end":true}"#);
    assert_eq!(cassette.answer(&ask, "other").unwrap().0, r#"{"end":false,"words":"By place."}"#);
    assert_eq!(cassette.find(&ask, "abc").unwrap().by.as_deref(), Some("m"));

    let why = cassette.answer(&super::asked::ask("importance"), "abc").expect_err("not recorded").0;
    assert!(why.contains("three.jsonl") && why.contains(r#""question":"abc","purpose":"importance""#), "{why}");
    assert!(why.contains("Maria Lopez"), "the beginning of the question itself: {why}");
    let long = smallville::mind::Ask { inputs: "tea ".repeat(2000), ..super::asked::ask("importance") };
    let why = cassette.answer(&long, "abc").expect_err("not recorded").0;
    assert!(why.contains("tea tea") && why.len() < 600, "its beginning alone: {why}");
}

#[test]
fn what_is_recorded_is_found_again_and_goes_on_at_the_end() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("tape.jsonl");
    for (n, words) in [FITS, "no JSON \u{0}\u{202E}\n at all", "{\"words\":\"lone"].into_iter().enumerate() {
        let mut recorder = Recorder::append(&path).unwrap();
        let mut ask = ask("utterance");
        ask.id.count = u32::try_from(n).unwrap();
        recorder.keep(&ask, &format!("hash{n}"), &Reply(words.into()), "qwen").unwrap();
    }
    let cassette = Cassette::read(&path).unwrap();
    assert_eq!(cassette.len(), 3);
    let answer = |n: usize| cassette.answer(&ask("utterance"), &format!("hash{n}")).unwrap().0;
    assert_eq!(
        serde_json::from_str::<serde_json::Value>(&answer(0)).unwrap(),
        json!({ "words": "Good morning.", "end": false })
    );
    assert_eq!(answer(1), "no JSON \u{0}\u{202E}\n at all");
    assert_eq!(answer(2), "{\"words\":\"lone");
}

#[test]
fn a_bad_line_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("bad.jsonl");
    let good = r#"{"purpose":"utterance","agent":3,"count":0,"answer":{}}"#;
    let bad: [&[u8]; 8] = [
        b"[]",
        b"hello",
        b"\xff\xfe",
        br#"{"purpose":"utterance","agent":3,"answer":{}}"#,
        br#"{"purpose":"utterance","agent":-3,"count":0,"answer":{}}"#,
        br#"{"purpose":"utterance","agent":3,"count":0,"answer":[1]}"#,
        br#"{"purpose":"utterance","agent":3,"count":0,"answer":{},"key":"sk-1"}"#,
        br#"{"purpose":"utterance","agent":3,"count":0,"answer":{}} {}"#,
    ];
    for line in bad {
        fs::write(&path, [good.as_bytes(), b"\n", line, b"\n"].concat()).unwrap();
        let why = Cassette::read(&path).expect_err("a bad line");
        assert!(why.contains("bad.jsonl:2:"), "{why}");
    }
    let ends: [&[u8]; 9] = [
        b"",
        b"\n",
        b"\n\n \n",
        b"\n{\"purpose\":\"utter",
        b"\n{\"purpose\":\"\xc3",
        b"\n{\"purpose\":\"utter\n",
        b"\n{\"purpose\":\"utter\0\0\0\0",
        b"\0\0\0",
        b"\n\0\0\0\n",
    ];
    for end in ends {
        fs::write(&path, [good.as_bytes(), end].concat()).unwrap();
        assert_eq!(Cassette::read(&path).map(|whole| whole.len()), Ok(1), "what was written before it is played");
        // Whoever goes on writing leaves whole lines alone.
        for (n, count) in [(1, 2), (2, 3)] {
            let mut ask = ask("utterance");
            ask.id.count = n;
            Recorder::append(&path).unwrap().keep(&ask, &format!("hash{n}"), &Reply(FITS.into()), "qwen").unwrap();
            assert_eq!(Cassette::read(&path).map(|whole| whole.len()), Ok(count), "{end:?}");
        }
        let text = fs::read_to_string(&path).unwrap();
        let is_whole = |line: &str| line.trim().is_empty() || serde_json::from_str::<serde_json::Value>(line).is_ok();
        assert!(text.starts_with(good) && text.ends_with("}\n") && text.lines().all(is_whole), "{end:?}: {text:?}");
    }
    assert!(Cassette::read(folder.path()).expect_err("a folder").contains("cannot be read"));
    assert!(Recorder::append(folder.path()).expect_err("a folder").contains("cannot be written"));
    fs::write(&path, "").unwrap();
    assert!(Cassette::read(&path).unwrap().is_empty());
}
