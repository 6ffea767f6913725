//! Repairs that need the question: what an answer says twice, counts where nothing is counted, or gives away.

use serde_json::{Map, Value};

use crate::mind::{
    Ask,
    question::{AfterTalk, Question, React, Relate, WhereAndLook},
};

/// A fact with more than this of its own beside a promise is more than the promise said again, in words.
const OF_ITS_OWN: usize = 3;
/// Words that say nothing of what is promised.
const EMPTY: [&str; 34] = [
    "the", "and", "for", "that", "with", "from", "his", "her", "she", "him", "they", "them", "their", "will", "would",
    "told", "said", "says", "agreed", "agrees", "promised", "promises", "tell", "means", "meant", "plans", "going",
    "also", "own", "this", "today", "tomorrow", "until", "about",
];
/// Words after which it is not the same any more.
const OTHERWISE: [&str; 13] = [
    "not", "cannot", "never", "before", "after", "only", "unless", "may", "might", "maybe", "perhaps", "late",
    "instead",
];
/// Names that every fact with a date has.
const OF_DATES: [&str; 19] = [
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
    "monday",
    "tuesday",
    "wednesday",
    "thursday",
    "friday",
    "saturday",
    "sunday",
];
/// As a memory kept to oneself is marked in prompts.
const SECRET: &str = "(kept to oneself)";

/// Repairs what can be told from the question without a doubt.
pub(super) fn mend(ask: &Ask, value: &mut Value) {
    let Value::Object(answer) = value else { return };
    let inputs = || serde_json::from_str::<Value>(&ask.inputs).unwrap_or_default();
    match ask.purpose.as_str() {
        WhereAndLook::PURPOSE => places(&inputs(), answer),
        React::PURPOSE => looks(answer),
        AfterTalk::PURPOSE => promises(&inputs(), answer),
        Relate::PURPOSE => secrets(&inputs(), answer),
        _ => {}
    }
}

/// Nothing is used up where nothing is counted, and a look fits after "it is".
fn places(inputs: &Value, answer: &mut Map<String, Value>) {
    let objects = list(&inputs["places"]).flat_map(|place| list(&place["objects"]));
    let counted: Vec<&Value> = objects.filter(|one| !one["stock"].is_null()).map(|one| &one["n"]).collect();
    let one = |placed: &mut Map<String, Value>| {
        let here = placed.get("place").unwrap_or(&Value::Null);
        if !counted.contains(&here)
            && let Some(uses) = placed.get_mut("uses").filter(|uses| uses.is_u64())
        {
            *uses = 0.into();
        }
        looks(placed);
    };
    one(answer);
    if let Some(Value::Array(then)) = answer.get_mut("then") {
        then.iter_mut().filter_map(Value::as_object_mut).for_each(one);
    }
}

fn looks(answer: &mut Map<String, Value>) {
    for field in ["state", "leaves"] {
        if let Some(Value::String(text)) = answer.get_mut(field) {
            let small = text.to_lowercase();
            let front = ["it is ", "it's ", "is ", "are "].into_iter().find(|front| small.starts_with(front));
            let rest = text.get(front.map_or(0, str::len)..).unwrap_or(text);
            *text = rest.trim_end_matches('.').trim().to_owned();
        }
    }
}

/// A promise stands under `agreed`; what only says it again is no memory of its own.
fn promises(inputs: &Value, answer: &mut Map<String, Value>) {
    let names: Vec<String> = [&inputs["me"]["name"], &inputs["other"]["name"]].into_iter().flat_map(words_of).collect();
    let agreed = answer.get("agreed").cloned().unwrap_or_default();
    let again = |text: &Value| list(&agreed).any(|promise| says_again(text, promise, &names));
    if let Some(Value::Array(told)) = answer.get_mut("told") {
        told.retain(|fact| !again(&fact["fact"]));
    }
    if let Some(changes) = answer.get_mut("changes").filter(|changes| again(changes)) {
        *changes = "".into();
    }
}

fn says_again(text: &Value, promise: &Value, names: &[String]) -> bool {
    let small = |word: &String| word.to_lowercase();
    let tells = |word: &String| {
        word.len() > 2 && !EMPTY.contains(&small(word).as_str()) && !word.contains(|c: char| c.is_ascii_digit())
    };
    let what: Vec<String> = words_of(&promise["what"]).filter(tells).map(|word| small(&word)).collect();
    let place: Vec<String> = words_of(&promise["place"]).map(|word| small(&word)).collect();
    let words: Vec<String> = words_of(text).filter(|word| tells(word) && !names.contains(word)).collect();
    let same = |a: &str, b: &str| a.starts_with(b) || b.starts_with(a);
    let found = what.iter().filter(|one| words.iter().any(|word| same(&small(word), one))).count();
    let rest = words.iter().filter(|word| {
        let word = small(word);
        !what.iter().chain(&place).any(|one| same(&word, one)) && !OF_DATES.contains(&word.as_str())
    });
    let rest: Vec<&String> = rest.collect();
    let is_name = |word: &&String| word.starts_with(char::is_uppercase);
    let otherwise = |word: String| OTHERWISE.contains(&small(&word).as_str());
    !what.is_empty()
        && 3 * found >= 2 * what.len()
        && rest.len() <= OF_ITS_OWN
        && !rest.iter().any(is_name)
        && !words_of(text).any(otherwise)
}

/// What rests on something kept to oneself is marked as that is.
fn secrets(inputs: &Value, answer: &mut Map<String, Value>) {
    let cited: Vec<&Value> = answer.get("evidence").map(list).into_iter().flatten().collect();
    let hidden = list(&inputs["memories"]).filter(|memory| memory["secret"] == true && cited.contains(&&memory["n"]));
    let hidden: Vec<String> = hidden.flat_map(|memory| words_of(&memory["text"])).collect();
    if hidden.is_empty() {
        return;
    }
    let names: Vec<String> = [&inputs["me"]["name"], &inputs["other"]["name"]].into_iter().flat_map(words_of).collect();
    let shared = |field: &str| {
        let words = words_of(answer.get(field).unwrap_or(&Value::Null));
        words.filter(|word| word.len() > 2 && !names.contains(word) && hidden.contains(word)).count()
    };
    let nothing = answer.get("feeling").is_none_or(|feeling| feeling == "" || feeling == "No particular feeling.");
    let gives_away = if nothing || shared("relation") > shared("feeling") { "relation" } else { "feeling" };
    if let Some(Value::String(text)) = answer.get_mut(gives_away)
        && !text.is_empty()
        && !text.starts_with(SECRET)
    {
        *text = format!("{SECRET} {text}");
    }
}

fn list(value: &Value) -> impl Iterator<Item = &Value> {
    value.as_array().into_iter().flatten()
}

fn words_of(text: &Value) -> impl Iterator<Item = String> {
    let text = text.as_str().unwrap_or_default();
    let words = text.split(|c: char| !c.is_alphanumeric() && c != '\'').filter(|word| !word.is_empty());
    words.map(|word| word.trim_end_matches("'s").to_owned())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::mind::QuestionId;

    fn mended(purpose: &str, inputs: &Value, mut answer: Value) -> Value {
        let (id, purpose) = (QuestionId { agent: 0, count: 0 }, purpose.into());
        let ask = Ask { id, purpose, inputs: inputs.to_string(), asked: 0, due: 0, give_up: 0, dice: 0 };
        mend(&ask, &mut answer);
        answer
    }

    #[test]
    fn a_promise_is_kept_once() {
        let inputs = json!({ "me": { "name": "Ann Bell" }, "other": { "name": "Cid Dorn" } });
        let told = |facts: &[&str]| {
            let told: Vec<Value> = facts.iter().map(|fact| json!({ "line": 2, "fact": fact })).collect();
            let agreed = json!([{ "line": 2, "what": "ask Gus Hart to the fair", "place": "the mill" }]);
            let changes = "Ann Bell will ask Gus Hart today.";
            let answer = mended("after_talk", &inputs, json!({ "told": told, "agreed": agreed, "changes": changes }));
            assert_eq!(answer["agreed"], agreed);
            (answer["told"].as_array().map_or(0, Vec::len), answer["changes"] == "")
        };
        assert_eq!(told(&["Ann Bell told Cid Dorn that she will ask Gus Hart to the fair on 3 March."]).0, 0);
        for stays in [
            "Ann Bell told Cid Dorn that Flo Marsh will ask Gus Hart to the fair.",
            "Ann Bell told Cid Dorn that she may not ask Gus Hart to the fair.",
            "Ann Bell told Cid Dorn that she asks Gus Hart to the fair since his dog bit the baker's boy.",
            "Ann Bell told Cid Dorn that the mill is shut.",
        ] {
            assert_eq!(told(&[stays]).0, 1, "{stays}");
        }
        assert!(told(&[]).1, "nor is it a change beside");
    }

    #[test]
    fn nothing_is_used_up_where_nothing_is_counted() {
        let objects = json!([{ "n": 1, "stock": null }, { "n": 2, "stock": { "what": "tea", "left": 4 } }]);
        let inputs = json!({ "places": [{ "objects": objects }] });
        let placed =
            |place: u32, uses: u32| json!({ "place": place, "uses": uses, "state": "Is wiped.", "leaves": "" });
        let mut answer = placed(1, 1);
        answer["then"] = json!([placed(2, 3), placed(0, 2)]);
        let answer = mended("where_and_look", &inputs, answer);
        assert_eq!([&answer["uses"], &answer["then"][0]["uses"], &answer["then"][1]["uses"]], [0, 3, 0]);
        assert_eq!(answer["state"], "wiped");
    }

    #[test]
    fn what_rests_on_a_secret_is_one() {
        let memories = json!([
            { "n": 1, "text": "Ann Bell is in love with Cid Dorn.", "secret": true },
            { "n": 2, "text": "Cid Dorn mends clocks.", "secret": false },
        ]);
        let inputs = json!({ "me": { "name": "Ann Bell" }, "other": { "name": "Cid Dorn" }, "memories": memories });
        let relate = |feeling: &str, evidence: Value| {
            let answer = json!({ "relation": "Mends her clocks.", "feeling": feeling, "evidence": evidence });
            let answer = mended("relationship", &inputs, answer);
            [&answer["relation"], &answer["feeling"]]
                .map(|text| text.as_str().is_some_and(|text| text.contains("kept")))
        };
        assert_eq!(relate("Secretly in love with him.", json!([1, 2])), [false, true]);
        assert_eq!(relate("Likes him.", json!([2])), [false, false]);
        assert_eq!(relate("No particular feeling.", json!([1])), [true, false]);
    }
}
