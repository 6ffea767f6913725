//! Prompts of real towns, at least two of each kind, answered from their text alone as a model would: each answer is one.
//! `tests/prompts/played/` has them, a question and its answer a line.

use std::collections::BTreeMap;

use serde::Deserialize;
use smallville::mind::{Ask, Phrasing, Reply, question::kind_of};

use super::prompts;

#[derive(Deserialize)]
struct TownInfo {
    ask: Ask,
    answer: serde_json::Value,
}

const PLAYED: [&str; 4] = [
    include_str!("played/innkeeper.jsonl"),
    include_str!("played/cafe_owner.jsonl"),
    // With who hears it, what is counted and what is fixed for tomorrow.
    include_str!("played/regulars.jsonl"),
    // Somebody who gives orders to the model, a fire, two promises at one time.
    include_str!("played/awkward.jsonl"),
];

#[test]
fn every_prompt_was_played_and_its_answers_are_taken() {
    let prompts = prompts();
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    let mut faults = Vec::new();
    for line in PLAYED.iter().flat_map(|file| file.lines()) {
        let TownInfo { ask, answer } = serde_json::from_str(line).expect("a question and its answer");
        let kind = kind_of(&ask.purpose).expect("a kind");
        *counts.entry(kind.purpose).or_default() += 1;
        let prompt = prompts.phrase(&ask).unwrap_or_else(|why| panic!("{why}"));
        let bound = prompts.front_matter(&ask.purpose).expect("a prompt").bound;
        assert!(prompt.tokens() <= bound.into(), "{}: {} tokens", ask.purpose, prompt.tokens());
        let answer = answer.to_string();
        assert!(answer.len() / 4 < prompt.max_tokens as usize, "{}: no room for {answer}", ask.purpose);
        if let Err(why) = (kind.read)(&ask, &Reply(answer)) {
            faults.push(format!("{}: {why}", ask.purpose));
        }
    }
    assert!(faults.is_empty(), "{faults:#?}");
    assert!(counts.len() >= 13 && counts.values().all(|count| *count >= 2), "{counts:?}");
}
