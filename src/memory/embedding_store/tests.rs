//! Rows that come, do not come, and come from elsewhere.

use proptest::prelude::*;

use super::*;
use crate::memory::{Memory, MemoryKind, MemoryKinds, MemoryStream, Query, embedding::hash_embedding};

const ADA: AgentId = AgentId(0);
const BO: AgentId = AgentId(1);
const WAITS: u64 = 60;
const LATER: u64 = 90;
const DAY: u64 = 8640;

fn on() -> EmbeddingStore {
    let mut rows = EmbeddingStore::default();
    rows.switch(true);
    rows
}

/// What a model says that turns our own rows round: as near to each other, and none near to ours.
fn answer(model: &str, texts: &[String]) -> EmbedAnswer {
    let row = |text: &String| Row(hash_embedding(text).into_iter().rev().collect());
    EmbedAnswer { model: model.into(), dims: crate::memory::embedding::DIMS, rows: texts.iter().map(row).collect() }
}

/// Everything that `who` asks for from `now` on is answered by `model`; gives the number of questions.
fn answered(rows: &mut EmbeddingStore, who: AgentId, now: u64, model: &str) -> usize {
    let mut questions = 0;
    while let Some(texts) = rows.batch(who, now, 0) {
        rows.receive(who, &texts, &answer(model, &texts), now, (LATER, DAY));
        questions += 1;
    }
    questions
}

fn name(rows: &EmbeddingStore) -> &str {
    rows.model().map_or("", |(model, _)| model)
}

#[test]
fn a_text_is_asked_for_once_in_company_and_by_whoever_had_it_first() {
    let mut rows = on();
    let number = |rows: &mut EmbeddingStore, who, n: usize| rows.text_id(who, &format!("text {n}"), 5);
    let first: Vec<u32> = (0..40).map(|n| number(&mut rows, ADA, n)).collect();
    let again: Vec<u32> = (0..40).map(|n| number(&mut rows, BO, n)).collect();
    assert_eq!(first, again);
    rows.text_id(BO, " \t", 5);
    assert_eq!(rows.batch(BO, 500, WAITS), None, "nothing is left to ask for, and what is blank never is");
    let batch = rows.batch(ADA, 5, WAITS).unwrap();
    assert_eq!((batch.len(), batch[0].as_str()), (MAX_TEXTS, "text 0"));
    assert_eq!(rows.batch(ADA, 6, WAITS), None, "eight wait for company");
    assert_eq!(rows.batch(ADA, 5 + WAITS, WAITS).map(|few| few.len()), Some(8));
    rows.text_id(BO, "alone", 600);
    assert!(rows.request_urgently(BO, "What is it?", 600) && rows.request_urgently(ADA, "What is it?", 600));
    assert_eq!(rows.batch(BO, 600, WAITS).unwrap(), ["What is it?", "alone"], "what somebody waits for goes first");
}

#[test]
fn a_town_without_a_server_keeps_nothing() {
    let mut rows = EmbeddingStore::default();
    rows.request(ADA, "stove", 1);
    assert!(!rows.request_urgently(ADA, "stove", 1) && !rows.is_used() && rows.of("stove").is_none());
}

#[test]
fn another_model_is_asked_for_everything_again() {
    let mut rows = on();
    for n in 0..50 {
        rows.text_id(ADA, &format!("text {n}"), 0);
    }
    answered(&mut rows, ADA, 0, "old");
    assert_eq!((name(&rows), rows.len()), ("old", 50));
    rows.text_id(ADA, "new", 100);
    let new = rows.batch(ADA, 200, WAITS).unwrap();
    rows.receive(ADA, &new, &answer("other", &new), 200, (LATER, DAY));
    assert!(name(&rows) == "other" && rows.of("new").is_some() && rows.of("text 3").is_none());
    assert_eq!(answered(&mut rows, ADA, 300, "other"), 2, "50 texts in two batches");
    assert_eq!((name(&rows), rows.len()), ("other", 51));
}

#[test]
fn a_server_that_changes_its_model_all_the_time_is_not_followed() {
    let mut rows = on();
    for n in 0..200_u64 {
        rows.text_id(ADA, &format!("text {n}"), n);
    }
    let mut questions = 0;
    for now in (200..200 + DAY).step_by(10) {
        if let Some(texts) = rows.batch(ADA, now, WAITS) {
            let model = ["a", "b"][questions % 2];
            questions += 1;
            rows.receive(ADA, &texts, &answer(model, &texts), now, (LATER, DAY));
        }
    }
    assert!(questions < 120, "{questions}");
    assert_eq!((name(&rows), rows.len()), ("b", 200), "it is followed once a day");
}

#[test]
fn what_no_server_takes_does_not_stand_in_the_way_of_the_rest() {
    let mut rows = on();
    for n in 0..100_u64 {
        rows.text_id(ADA, &format!("text {n}"), 0);
    }
    let (mut now, mut questions) = (0, 0);
    while now < 5000 {
        if let Some(texts) = rows.batch(ADA, now, WAITS) {
            questions += 1;
            match texts.iter().any(|text| text == "text 17") {
                true => rows.request_failed(ADA, &texts, now, LATER),
                false => rows.receive(ADA, &texts, &answer("m", &texts), now, (LATER, DAY)),
            }
        }
        now += 1;
    }
    assert_eq!(rows.len(), 99);
    assert!(questions < 30 && rows.of("text 17").is_none(), "{questions}");
    assert!(!rows.request_urgently(ADA, "text 17", now), "and nobody waits for it");
}

#[test]
fn a_server_that_is_down_is_asked_now_and_then_and_nearly_nothing_is_lost() {
    let mut rows = on();
    for n in 0..200_u64 {
        rows.text_id(ADA, &format!("text {n}"), 0);
    }
    let mut questions = 0;
    for now in 0..4320 {
        if let Some(texts) = rows.batch(ADA, now, WAITS) {
            questions += 1;
            rows.request_failed(ADA, &texts, now, LATER);
        }
    }
    assert!(questions <= 4320 / 90 + 1, "{questions}");
    answered(&mut rows, ADA, 5000, "m");
    assert!(rows.len() > 180, "{}", rows.len());
}

fn stream(rows: &mut EmbeddingStore, memories: &[Memory], with: usize) -> MemoryStream {
    let mut stream = MemoryStream::default();
    for memory in memories.iter().take(with) {
        stream.remember(memory.clone());
        stream.number(|text| rows.text_id(ADA, text, 0));
    }
    answered(rows, ADA, 0, "m");
    for memory in memories.iter().skip(with) {
        stream.remember(memory.clone());
    }
    stream
}

fn query<'a>(about: &'a str, rows: Option<&'a EmbeddingStore>) -> Query<'a> {
    Query { about, now: 50, tick_seconds: 10, limit: 9, kinds: MemoryKinds::ALL, rows }
}

fn any_memory() -> impl Strategy<Value = Memory> {
    let words = prop::sample::select(vec!["stove", "Una", "burning", "party", "Bo", "the cafe", "火"]);
    (prop::collection::vec(words, 1..5), 1..=10_u8, 0..40_u64, any::<bool>()).prop_map(
        |(words, importance, tick, said)| Memory {
            kind: if said { MemoryKind::Dialogue } else { MemoryKind::Observation },
            ..Memory::observed(words.join(" "), tick, importance)
        },
    )
}

proptest! {
    /// Rows turned round are as near to each other as ours are, so whichever are compared the same comes to mind: all,
    /// some places, some kinds, with some rows still to come.
    #[test]
    fn rows_that_are_ours_turned_round_bring_the_same_to_mind(
        memories in prop::collection::vec(any_memory(), 1..60),
        about in "(Una|stove|burning) (party|Bo| ){0,3}",
        late in 0..20_usize,
    ) {
        let mut rows = on();
        rows.text_id(ADA, &about, 0);
        let stream = stream(&mut rows, &memories, memories.len().saturating_sub(late));
        let ours = Query { rows: None, ..query(&about, None) };
        let theirs = query(&about, Some(&rows));
        let some: Vec<u32> = (0..memories.len() as u32).filter(|n| n % 3 != 1).collect();
        prop_assert!(rows.of(&about).is_some());
        for kinds in [MemoryKinds::ALL, MemoryKinds::only(MemoryKind::Dialogue)] {
            let (ours, theirs) = (Query { kinds, ..ours }, Query { kinds, ..theirs });
            prop_assert_eq!(stream.retrieve_among(&ours, &some).len(), stream.retrieve_among(&theirs, &some).len());
            if late == 0 {
                prop_assert_eq!(stream.retrieve(&ours), stream.retrieve(&theirs));
                prop_assert_eq!(stream.retrieve_among(&ours, &some), stream.retrieve_among(&theirs, &some));
            }
        }
    }
}

#[test]
fn the_rows_of_the_server_decide_and_what_has_none_yet_stands_by_ours() {
    // To this model a dog is a hound; ours sees nothing in common.
    let row =
        |text: &str| Row(if text.contains("hound") || text.contains("dog") { vec![127, 0] } else { vec![0, 127] });
    let mut rows = on();
    let mut stream = MemoryStream::default();
    for text in ["Ada has a hound", "the stove is cold", "the bus was late", "it rained"] {
        stream.remember(Memory::observed(text, 0, 3));
    }
    stream.number(|text| rows.text_id(ADA, text, 0));
    rows.request(ADA, "whose dog is it", 0);
    let texts = rows.batch(ADA, 0, 0).unwrap();
    let answer = EmbedAnswer { model: "m".into(), dims: 2, rows: texts.iter().map(|text| row(text)).collect() };
    rows.receive(ADA, &texts, &answer, 0, (LATER, DAY));
    let nearest = |stream: &MemoryStream, about: &str| {
        let hits = stream.retrieve(&query(about, Some(&rows)));
        hits.iter().find(|hit| hit.relevance == 1.0).map(|hit| hit.index)
    };
    assert_eq!(nearest(&stream, "whose dog is it"), Some(0));
    assert_ne!(nearest(&stream, "whose dog was it"), Some(0), "a question that the server has not seen goes by ours");
    stream.remember(Memory::observed("whose dog is it", 0, 3));
    let hits = stream.retrieve(&query("whose dog is it", Some(&rows)));
    let relevance = |place: u32| hits.iter().find(|hit| hit.index == place).map(|hit| hit.relevance);
    assert_eq!((relevance(4), relevance(0)), (Some(1.0), Some(1.0)), "new, and by ours the nearest of all");
    for n in 0..3 {
        stream.remember(Memory::observed(format!("new {n}"), 0, 3));
    }
    assert_eq!(nearest(&stream, "whose dog is it"), Some(4), "too much has no row yet: all goes by ours");
}
