//! However much a question carries, its prompt keeps its bound, and loses what weighs least.

use serde_json::Value;
use smallville::mind::{
    Ask, Phrasing,
    question::{kinds, specimens},
};

use super::prompts;

/// The inputs of the full made-up question of this kind.
fn full(purpose: &str) -> (Ask, Value) {
    let ask = specimens().into_iter().find(|ask| ask.purpose == purpose).expect("one");
    let inputs = serde_json::from_str(&ask.inputs).expect("JSON");
    (ask, inputs)
}

/// So many things like the first of a list, each with a text of its own.
fn many(list: &mut Value, count: usize) {
    let Some(first) = list.get(0).cloned() else { panic!("an empty list") };
    let fill = |n: usize| {
        let mut one = first.clone();
        let words = format!("number {n} {}", "and so on ".repeat(20));
        match &mut one {
            Value::String(text) => *text = words,
            Value::Object(fields) => {
                let slot = ["text", "words", "what", "note", "state"].into_iter().find(|key| fields.contains_key(*key));
                fields.insert(slot.unwrap_or("name").into(), words.into());
                if fields.contains_key("importance") {
                    fields.insert("importance".into(), (n % 10 + 1).into());
                }
                for stays in ["here", "meant"] {
                    fields.entry(stays).and_modify(|value| *value = (n == 0).into());
                }
                fields.entry("objects").and_modify(|objects| objects[0]["n"] = (11 + n).into());
            }
            _ => {}
        }
        one
    };
    *list = (0..count).map(fill).collect();
}

#[test]
fn every_prompt_keeps_its_bound() {
    let prompts = prompts();
    for kind in kinds() {
        let front = prompts.front_matter(kind.purpose).expect("a prompt");
        let lists: Vec<&str> = front.trim.iter().chain(&front.grows).map(|cut| cut.list.as_str()).collect();
        let (ask, whole) = full(kind.purpose);
        for lists in lists.iter().map(|list| vec![*list]).chain([lists.clone()]) {
            let mut inputs = whole.clone();
            lists.iter().for_each(|list| many(&mut inputs[*list], 200));
            let prompt = prompts.phrase(&Ask { inputs: inputs.to_string(), ..ask.clone() }).expect("a prompt");
            let tokens = prompt.tokens();
            assert!(tokens <= u64::from(front.bound), "{}: {tokens} with many {lists:?}", kind.purpose);
        }
    }
    // Never cut: each memory has its score. Ten are the most that are asked for at a time.
    let (ask, mut inputs) = full("importance");
    many(&mut inputs["memories"], 10);
    let prompt = prompts.phrase(&Ask { inputs: inputs.to_string(), ..ask }).expect("a prompt");
    assert!(prompt.user.contains("10. ") && prompt.tokens() <= 1500, "{}", prompt.tokens());
}

#[test]
fn the_heaviest_memories_stay_and_talk_loses_its_beginning() {
    let prompts = prompts();
    let (ask, mut inputs) = full("ask_myself");
    many(&mut inputs["memories"], 300);
    let user = prompts.phrase(&Ask { inputs: inputs.to_string(), ..ask }).expect("a prompt").user;
    // Those with a number that ends in 9 weigh 10.
    assert!(user.contains("number 299 ") && user.contains("number 9 ") && !user.contains("number 0 "), "{user}");

    let (ask, mut inputs) = full("after_talk");
    many(&mut inputs["lines"], 100);
    let user = prompts.phrase(&Ask { inputs: inputs.to_string(), ..ask }).expect("a prompt").user;
    assert!(!user.contains("number 0 ") && user.contains("number 99 "), "{user}");
    let last = user.lines().rev().find(|line| line.contains("number 99 ")).expect("the last line");
    assert!(last.trim_start().starts_with("100 "), "lines keep their numbers: {last}");
}

#[test]
fn the_place_of_what_is_noticed_stays() {
    let (ask, mut inputs) = full("reaction");
    many(&mut inputs["places"], 60);
    inputs["noticed"]["object"] = 64.into();
    let user = prompts().phrase(&Ask { inputs: inputs.to_string(), ..ask }).expect("a prompt").user;
    assert!(user.contains(" 64 lamp") && user.contains(" 11 lamp"), "{user}");
}

#[test]
fn a_talk_that_grows_keeps_its_beginning() {
    let prompts = prompts();
    let (ask, mut inputs) = full("utterance");
    ["about", "weighs", "told"].into_iter().for_each(|list| many(&mut inputs[list], 60));
    let mut texts: Vec<String> = Vec::new();
    for lines in 1..=30 {
        let mut inputs = inputs.clone();
        many(&mut inputs["lines"], lines);
        for line in inputs["lines"].as_array_mut().expect("lines") {
            line["words"] = format!("Line {}", line["words"].as_str().unwrap_or_default().split_at(10).0).into();
        }
        texts.push(prompts.phrase(&Ask { inputs: inputs.to_string(), ..ask.clone() }).expect("a prompt").user);
    }
    let before = |text: &str| text[..text.find("\nTALK").expect("a talk")].to_string();
    assert!(texts.iter().all(|text| before(text) == before(&texts[0])), "what stands before the talk changes");
}

/// The text of the one thing of a list that is marked, if it is still there.
fn shown(purpose: &str, change: impl Fn(&mut Value), marked: &str) -> bool {
    let (ask, mut inputs) = full(purpose);
    change(&mut inputs);
    let user = prompts().phrase(&Ask { inputs: inputs.to_string(), ..ask }).expect("a prompt").user;
    user.contains(marked)
}

#[test]
fn what_bears_on_the_question_stays_before_what_only_weighs() {
    let light = |bears: bool, weight: u8| {
        move |inputs: &mut Value| {
            many(&mut inputs["memories"], 100);
            for memory in inputs["memories"].as_array_mut().expect("memories") {
                (memory["importance"], memory["bears"]) = (7.into(), false.into());
            }
            let one = &mut inputs["memories"][50];
            (one["text"], one["importance"], one["bears"]) = ("The lost sheet.".into(), weight.into(), bears.into());
        }
    };
    assert!(shown("reaction", light(true, 4), "The lost sheet."));
    assert!(!shown("reaction", light(false, 4), "The lost sheet."));
    assert!(!shown("reaction", light(true, 1), "The lost sheet."), "a mere glance");
}

#[test]
fn a_day_that_is_split_keeps_the_part_that_is() {
    let many_parts = |inputs: &mut Value| {
        many(&mut inputs["day"], 60);
        for (n, part) in inputs["day"].as_array_mut().expect("parts").iter_mut().enumerate() {
            part["from"] = format!("{:02}:{:02}", n / 6, n % 6 * 10).into();
        }
        inputs["part"]["from"] = inputs["day"][40]["from"].clone();
    };
    assert!(shown("hours", many_parts, "number 40 ") && !shown("hours", many_parts, "number 0 "));
}

#[test]
fn what_the_other_is_stands_once() {
    let known = |inputs: &mut Value| {
        inputs["about"][0]["text"] = "Jon Wick is her brother.".into();
        inputs["about"][0]["n"] = Value::Null;
        inputs["other"]["relation"] = "Jon Wick is her brother. Fond of him.".into();
    };
    assert!(!shown("utterance", known, "- Jon Wick is her brother.") && shown("utterance", known, "Fond of him."));
}

#[test]
fn a_memory_is_shown_once() {
    let (ask, mut inputs) = full("utterance");
    for list in ["weighs", "told", "brought_up"] {
        inputs[list] = inputs["about"].clone();
    }
    let user = prompts().phrase(&Ask { inputs: inputs.to_string(), ..ask }).expect("a prompt").user;
    assert_eq!(user.matches("The lamp smokes.").count(), 1, "{user}");
}
