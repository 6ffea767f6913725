//! Answers that mean harm or mean nothing: none panics, none hangs, and only what has been checked comes through.
//!
//! `hostile.jsonl` holds them, one a line: `for` which question, `says` the model's words (or `repeat`: a piece and how
//! often), `comes` what is made of it, or null.

use std::{
    panic::catch_unwind,
    sync::{Arc, Mutex},
    time::{Duration, Instant},
};

use rand::{RngExt, SeedableRng, seq::IndexedRandom};
use rand_chacha::ChaCha8Rng;
use serde_json::Value;
use smallville::mind::{Ask, Mind, llm::read, question::kind_of};

use super::{
    asked::{FITS, ask, block, server, settings},
    stage::{Act, Stage, said},
};

struct Case {
    purpose: String,
    says: String,
    comes: Value,
}

fn cases() -> Vec<Case> {
    let text = include_str!("hostile.jsonl");
    let case = |line: &str| {
        let it: Value = serde_json::from_str(line).unwrap();
        let repeated = it["repeat"][0].as_str().map(|piece| piece.repeat(it["repeat"][1].as_u64().unwrap() as usize));
        Case {
            purpose: it["for"].as_str().unwrap().into(),
            says: repeated.unwrap_or_else(|| it["says"].as_str().unwrap_or_default().into()),
            comes: it["comes"].clone(),
        }
    };
    text.lines().map(case).collect()
}

/// What is made of these words: checked once more if anything is.
fn read(ask: &Ask, says: &str) -> Result<Value, String> {
    let kind = kind_of(&ask.purpose).unwrap();
    let began = Instant::now();
    let outcome = catch_unwind(|| read::answer(ask, kind, says));
    let start: String = says.chars().take(200).collect();
    let outcome = outcome.unwrap_or_else(|_| panic!("a panic over {start:?}"));
    assert!(began.elapsed() < Duration::from_secs(2), "{:?} over {start:?}", began.elapsed());
    let reply = outcome?;
    (kind.read)(ask, &reply).unwrap_or_else(|why| panic!("{why}: {reply:?} out of {start:?}"));
    assert!(!reply.0.chars().any(|c| c.is_control() || ('\u{202A}'..='\u{202E}').contains(&c)), "{reply:?}");
    Ok(serde_json::from_str(&reply.0).unwrap())
}

#[test]
fn of_hand_made_answers_only_those_that_fit_come_through() {
    let cases = cases();
    assert!(cases.len() >= 200, "{}", cases.len());
    let mut wrong = Vec::new();
    for case in &cases {
        let came = read(&ask(&case.purpose), &case.says);
        let well = match &came {
            Ok(came) => *came == case.comes,
            Err(why) => case.comes.is_null() && !why.is_empty() && why.len() < 1000,
        };
        if !well {
            let start: String = case.says.chars().take(120).collect();
            wrong.push(format!("{} {start:?}\n   came {came:?}", case.purpose));
        }
    }
    assert!(wrong.is_empty(), "{} of {}:\n{}", wrong.len(), cases.len(), wrong.join("\n"));
}

#[test]
fn through_a_server_they_do_no_harm_either() {
    let cases = Arc::new(cases());
    let at = Arc::new(Mutex::new(0));
    let (now, all) = (at.clone(), cases.clone());
    let stage = Stage::new(move |_, _| Act::json(200, said(&all[*now.lock().unwrap()].says, "stop")));
    let mut settings = settings(&stage.url());
    settings.limits.whole_s = 10.0;
    let server = server(&settings);
    block(async {
        for (n, case) in cases.iter().enumerate() {
            *at.lock().unwrap() = n;
            let came = server.answer(&ask(&case.purpose)).await;
            assert!(came.usage.calls <= 4, "two tries, and what is learnt about its thinking");
            match (&came.outcome, read(&ask(&case.purpose), &case.says)) {
                (Ok(reply), Ok(one)) => assert_eq!(serde_json::from_str::<Value>(&reply.0).unwrap(), one),
                (Err(_), Err(_)) => {}
                (came, read) => panic!("{:?}: {came:?} and {read:?}", case.says),
            }
        }
    });
}

/// A text made of pieces of good answers and of things that answers are broken by.
fn made_up(dice: &mut ChaCha8Rng, cases: &[Case]) -> (String, String) {
    const PIECES: [&str; 36] = [
        "{",
        "}",
        "[",
        "]",
        "\"",
        "'",
        ",",
        ":",
        "\\",
        "\n",
        "\u{0}",
        "\u{202E}",
        "<think>",
        "</think>",
        "```json",
        "```",
        "//",
        "/*",
        "*/",
        "#",
        "\"words\":",
        "\"end\":",
        "false",
        "null",
        "1e9",
        "-",
        "0",
        "\\u",
        "\\ud800",
        "é",
        "😀",
        "(",
        ")",
        "callback(",
        "\u{FEFF}",
        "...",
    ];
    let case = cases.choose(dice).unwrap();
    let (purpose, says) = if dice.random_bool(0.3) { ("utterance", FITS) } else { (&*case.purpose, &*case.says) };
    let mut text: Vec<char> = says.chars().take(2000).collect();
    for _ in 0..dice.random_range(1..5) {
        let at = dice.random_range(0..=text.len());
        match dice.random_range(0..5) {
            0 => drop(text.splice(at..at, PIECES.choose(dice).unwrap().chars())),
            1 => text.truncate(at),
            2 => {
                let until = (at + dice.random_range(0..8)).min(text.len());
                text.drain(at..until);
            }
            3 => {
                let until = (at + dice.random_range(0..40)).min(text.len());
                let again: Vec<_> = text[at..until].to_vec();
                text.splice(at..at, again);
            }
            _ => text.insert(at, char::from_u32(dice.random_range(0..0x11_0000)).unwrap_or('\u{FFFD}')),
        }
    }
    (purpose.to_owned(), text.into_iter().collect())
}

#[test]
fn ten_thousand_made_up_answers_do_no_harm() {
    let cases = cases();
    let mut dice = ChaCha8Rng::seed_from_u64(7);
    let mut fit = 0;
    // On a stack smaller than any thread has here.
    let run = move || {
        for _ in 0..10_000 {
            let (purpose, says) = made_up(&mut dice, &cases);
            fit += u32::from(read(&ask(&purpose), &says).is_ok());
        }
        fit
    };
    let fit = std::thread::Builder::new().stack_size(1 << 20).spawn(run).unwrap().join().unwrap();
    assert!((500..9_000).contains(&fit), "{fit} of 10,000 fit: the mix is no test");
}
