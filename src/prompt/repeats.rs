//! What a memory says that stands in a prompt anyway: in a longer memory, in who somebody is, in what was agreed. It is
//! left out, since what a model reads three times it says three times.

use std::collections::BTreeSet;

use serde_json::Value;

use super::trim::Inputs;
use crate::language::text::{is_stop_word, stem};

/// Words that turn a sentence into its opposite.
const NOT: [&str; 6] = ["not", "no", "never", "nobody", "n't", "without"];
/// What has fewer words of its own than this says too little to be told again.
const LEAST: usize = 2;

/// What a text says.
struct Said {
    stems: BTreeSet<String>,
    negated: bool,
    secret: bool,
}

impl Said {
    fn new(text: &str, secret: bool) -> Self {
        let small = text.to_lowercase().replace("n't", " n't");
        let words = small.split(|c: char| !c.is_alphanumeric() && c != '\'').map(|word| word.trim_matches('\''));
        let words: Vec<&str> = words.map(|word| word.trim_end_matches("'s")).filter(|word| !word.is_empty()).collect();
        let negated = words.iter().any(|word| NOT.contains(word));
        // Digits count: the same on another day is something else.
        let stems = words.into_iter().filter(|word| !is_stop_word(word)).map(stem).collect();
        Self { stems, negated, secret }
    }

    /// Whether all of it stands in `other`. A secret is not told by what is none.
    fn is_in(&self, other: &Self) -> bool {
        let kept = !self.secret || other.secret;
        kept && self.negated == other.negated && self.stems.len() >= LEAST && self.stems.is_subset(&other.stems)
    }
}

/// Leaves out each memory whose words all stand in another text of the inputs; of two that say the same, the later.
pub fn leave_out(inputs: &mut Inputs) {
    let me = |field: &str| inputs.get("me").and_then(|me| me[field].as_str()).unwrap_or_default();
    let sentences = ["background", "aim"].into_iter().flat_map(|field| me(field).split_inclusive(". "));
    let settled = ["agreements", "needs"].into_iter().filter_map(|list| inputs.get(list)?.as_array());
    let settled = settled.flatten().filter_map(|one| one["sentence"].as_str());
    let known: Vec<Said> = sentences.chain(settled).map(|text| Said::new(text, false)).collect();
    let memory = |one: &Value| {
        let text = one.get("text").filter(|_| one.get("when").is_some())?.as_str()?;
        Some(Said::new(text, one["secret"] == true))
    };
    let lists = |value: &Value| value.as_array().is_some_and(|list| list.iter().any(|one| memory(one).is_some()));
    let names: Vec<String> = inputs.iter().filter(|(_, value)| lists(value)).map(|(name, _)| name.clone()).collect();
    // The same memory may stand in several lists; it is one text here.
    let texts: BTreeSet<String> = names.iter().flat_map(|name| memories(&inputs[name])).map(str::to_owned).collect();
    let secret = |text: &str| {
        let all = names.iter().filter_map(|name| inputs[name].as_array()).flatten();
        { all }.any(|one| one["text"].as_str() == Some(text) && one["secret"] == true)
    };
    let all: Vec<(String, Said)> =
        texts.into_iter().map(|text| (text.clone(), Said::new(&text, secret(&text)))).collect();
    let told = |at: usize| {
        let said = &all[at].1;
        let longer =
            |(n, (_, other)): (usize, &(String, Said))| n != at && said.is_in(other) && (n < at || !other.is_in(said));
        known.iter().any(|other| said.is_in(other)) || all.iter().enumerate().any(longer)
    };
    let gone: BTreeSet<&str> = (0..all.len()).filter(|at| told(*at)).map(|at| all[at].0.as_str()).collect();
    for name in &names {
        if let Some(Value::Array(list)) = inputs.get_mut(name) {
            list.retain(|one| one["text"].as_str().is_none_or(|text| !gone.contains(text)));
        }
    }
}

fn memories(list: &Value) -> impl Iterator<Item = &str> {
    list.as_array().into_iter().flatten().filter_map(|one| one["text"].as_str())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn left(me: &Value, texts: &[(&str, bool)], settled: &[&str]) -> Vec<String> {
        let list: Vec<Value> =
            texts.iter().map(|(text, secret)| json!({ "when": "", "text": text, "secret": secret })).collect();
        let settled: Vec<Value> = settled.iter().map(|text| json!({ "sentence": text })).collect();
        let Value::Object(mut inputs) = json!({ "me": me, "weighs": list, "agreements": settled }) else {
            unreachable!("an object")
        };
        leave_out(&mut inputs);
        memories(&inputs["weighs"]).map(str::to_owned).collect()
    }

    #[test]
    fn what_stands_there_anyway_is_left_out() {
        let me =
            json!({ "background": "Ann Lee keeps bees. Ann Lee lives by the mill.", "aim": "Ann Lee wants honey." });
        let plain = |texts: &[&str]| left(&me, &texts.iter().map(|text| (*text, false)).collect::<Vec<_>>(), &[]);
        let long = "Ann Lee has lost her grey dog on the quay on 12 May.";
        assert_eq!(plain(&["Ann Lee has lost her grey dog.", long]), [long]);
        assert_eq!(plain(&["Bo is an old friend", "Bo is Ann Lee's old friend."]), ["Bo is Ann Lee's old friend."]);
        assert!(plain(&["Ann Lee keeps bees.", "Ann Lee wants honey."]).is_empty(), "it is who she is");
        for both in [
            ["Ann Lee rows on 12 May.", "Ann Lee rows on 13 May."],
            ["Ann Lee likes Bo.", "Ann Lee does not like Bo."],
            ["Bo saw Ann Lee.", "Bo likes Ann Lee."],
        ] {
            assert_eq!(plain(&both), both);
        }
    }

    #[test]
    fn a_secret_is_not_told_by_what_is_none() {
        let both = [("Bo loves Ann Lee.", true), ("Bo loves Ann Lee and the sea.", false)];
        assert_eq!(left(&json!({}), &both, &[]).len(), 2);
    }

    #[test]
    fn what_is_settled_is_told_once() {
        let told = [("Bo agreed to help Ann Lee row at Quay.", false)];
        assert!(left(&json!({}), &told, &["Bo agreed to help Ann Lee row at Quay on 12 May from 10:00."]).is_empty());
    }
}
