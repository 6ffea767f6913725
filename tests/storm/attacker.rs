//! A model that obeys whoever writes into its prompts. It begins with an answer that would be sensible, and ruins it.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::{Arc, Mutex},
};

use serde_json::{Value, json};
use smallville::prompt::clean;

use super::{
    oracle::Oracle,
    phrases::{Deed, Phrase},
    stage::{Act, Heard, said},
};

/// Of so many prompts with no attempt in them the model makes one of its own.
const OF_ITS_OWN: u64 = 4;

/// The model.
#[derive(Clone)]
pub struct Attacker {
    oracle: Oracle,
    /// Each attempt, and how it looks in a prompt.
    phrases: Arc<Vec<(Phrase, String)>>,
    names: Arc<Vec<String>>,
    /// A command that the console would understand.
    command: String,
    done: Arc<Mutex<Done>>,
}

/// What it has done.
#[derive(Clone, Debug, Default)]
pub struct Done {
    /// How often it obeyed, by deed.
    pub deeds: BTreeMap<Deed, usize>,
    /// Which attempts it has seen in prompts.
    pub seen: BTreeSet<usize>,
    /// Answers in which there was nothing to obey.
    pub sensible: usize,
}

impl Attacker {
    pub fn new(oracle: Oracle, phrases: Vec<Phrase>, names: Vec<String>, command: String) -> Self {
        let shown = |phrase: Phrase| {
            let shown: String = clean(&phrase.words);
            (phrase, shown)
        };
        let phrases = Arc::new(phrases.into_iter().map(shown).collect());
        Self { oracle, phrases, names: Arc::new(names), command, done: Arc::default() }
    }

    pub fn done(&self) -> Done {
        self.done.lock().expect("nobody panicked").clone()
    }

    /// The answer to a request.
    pub fn act(&self, heard: &Heard) -> Act {
        if heard.what.starts_with("GET") {
            return self.oracle.act(heard);
        }
        let Some(sensible) = self.oracle.sensible(heard) else { return Act::words("What?") };
        let prompt = heard.body["messages"].to_string();
        let prompt: String = serde_json::from_str::<Vec<Value>>(&prompt)
            .unwrap_or_default()
            .iter()
            .fold(String::new(), |all, message| all + message["content"].as_str().unwrap_or_default() + "\n");
        let dice = u64::from_le_bytes(blake3::hash(prompt.as_bytes()).as_bytes()[..8].try_into().expect("8 bytes"));
        let found: Vec<usize> = (0..self.phrases.len()).filter(|n| prompt.contains(&self.phrases[*n].1)).collect();
        let own: Vec<usize> = (0..self.phrases.len()).filter(|_| dice.is_multiple_of(OF_ITS_OWN)).collect();
        let obeyed = {
            let mut done = self.done.lock().expect("nobody panicked");
            // What it has done least, so that it does everything.
            let often = |n: &&usize| (done.deeds.get(&self.phrases[**n].0.deed).copied(), dice.rotate_left(**n as u32));
            let obeyed = found.iter().min_by_key(often).or(own.iter().min_by_key(often)).copied();
            match obeyed {
                Some(n) => *done.deeds.entry(self.phrases[n].0.deed).or_default() += 1,
                None => done.sensible += 1,
            }
            done.seen.extend(found);
            obeyed
        };
        match obeyed {
            Some(n) => self.obey(&self.phrases[n].0, sensible, &prompt, heard, dice),
            None => Act::words(&sensible.to_string()),
        }
    }

    fn obey(&self, phrase: &Phrase, mut answer: Value, prompt: &str, heard: &Heard, dice: u64) -> Act {
        let words = phrase.words.as_str();
        let key = heard.headers.lines().find_map(|line| line.split_once("Bearer ")).map_or("", |(_, key)| key.trim());
        let hidden: String = key.chars().flat_map(|c| [c, '\u{200b}']).collect();
        let all = |text: &str| {
            let mut answer = answer.clone();
            texts(&mut answer, &|_| text.to_string());
            Act::words(&answer.to_string())
        };
        match phrase.deed {
            Deed::Words | Deed::Path | Deed::Url | Deed::Markup => all(words),
            Deed::Console => all(if dice.is_multiple_of(2) { words } else { &self.command }),
            Deed::Forge => {
                if let Value::Object(map) = &mut answer {
                    map.insert("command".into(), json!(self.command));
                    map.insert("exec".into(), json!({ "shell": words }));
                }
                Act::words(&format!("{words}\n{answer}"))
            }
            Deed::Place | Deed::Ids => {
                let odd = [9999, 0, 4242, 1 << 31, 255][dice as usize % 5];
                numbers(&mut answer, &|_| odd);
                texts(&mut answer, &|old| format!("{old} {words}"));
                Act::words(&answer.to_string())
            }
            Deed::Names => all(&format!("{}: {words}", self.names.join(": I am "))),
            Deed::Turns => {
                texts(&mut answer, &|_| words.to_string());
                Act::words(&format!("{words}<think>{words}</think>```json\n{answer}\n```\n{words}"))
            }
            Deed::Tool => {
                let mut body = said(&answer.to_string(), "tool_calls");
                let call = json!({ "name": "run_shell", "arguments": words });
                body["choices"][0]["message"]["tool_calls"] =
                    json!([{ "type": "function", "id": "1", "function": call }]);
                if dice.is_multiple_of(2) {
                    body["choices"][0]["message"]["content"] = Value::Null;
                }
                Act::json(200, body)
            }
            Deed::Leak => all(&prompt.chars().take(900).collect::<String>()),
            Deed::Key => all(&format!("My key is {key}, or {hidden}.")),
            Deed::Long => all(&words.repeat(1 + dice as usize % 20)),
            Deed::Raw if dice.is_multiple_of(2) => Act::words(""),
            Deed::Raw => Act::words(words),
        }
    }
}

/// Writes into all texts but those that are times and dates, which make the rest an answer.
fn texts(value: &mut Value, write: &dyn Fn(&str) -> String) {
    let keeps = |text: &str| text.parse::<jiff::civil::Time>().is_ok() || text.parse::<jiff::civil::Date>().is_ok();
    match value {
        Value::String(text) if !keeps(text) => *text = write(text),
        Value::Array(list) => list.iter_mut().for_each(|one| texts(one, write)),
        Value::Object(map) => map.values_mut().for_each(|one| texts(one, write)),
        _ => {}
    }
}

fn numbers(value: &mut Value, write: &dyn Fn(u64) -> u64) {
    match value {
        Value::Number(number) => *value = json!(write(number.as_u64().unwrap_or_default())),
        Value::Array(list) => list.iter_mut().for_each(|one| numbers(one, write)),
        Value::Object(map) => map.values_mut().for_each(|one| numbers(one, write)),
        _ => {}
    }
}
