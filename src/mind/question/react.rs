//! Reaction (paper, section 4.3.1): something is noticed; what is done about it?

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use serde_json::{Map, Value, json};

use super::{
    Field, Known, Me, Moment, OfferedObject, OfferedPlace, Other, Question, Recalled, Spoken, Stretch,
    common::{filled, is_emoji, refuse_if, row, trim_look},
    list, near,
    place::find_object,
};
use crate::language::condition::{ConditionKind, said};

/// Sorts of things one can do about what is noticed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ReactionKind {
    /// Nothing.
    CarryOn,
    /// Something for some minutes, at one place or several in turn.
    Act,
    /// Talk to somebody; in a talk: leave it for them.
    Talk,
    /// Stand and wait.
    Wait,
}

/// One of the things offered.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Choice {
    /// Its number, from 1.
    pub n: u32,
    /// Which sort.
    pub kind: ReactionKind,
    /// To whom, for talk.
    pub with: Option<String>,
    /// In words: `leave the talk and do something about the stove`.
    pub text: String,
}

/// Sorts of things that are noticed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Sort {
    /// A person and what they do.
    Person,
    /// An object and how it looks.
    Object,
    /// Words overheard.
    Speech,
}

/// What is noticed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Noticed {
    /// `the stove in the kitchen of Hobbs Cafe is burning`.
    pub text: String,
    /// Which sort.
    pub sort: Sort,
    /// The person or the object: `Maria Lopez`, `stove`.
    pub subject: String,
    /// What is to be seen of it: `burning`, `drinking coffee`; the words if overheard.
    pub state: String,
    /// What is the matter with the object, whatever the words.
    pub kind: ConditionKind,
    /// The number of the object among the places offered, if one can get at it.
    pub object: Option<u32>,
    /// Is it where one lives or works, or one's own?
    pub concerns: bool,
    /// Is this person just now trying to use it?
    pub needs: bool,
}

/// What to do about something noticed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct React {
    /// The language to think in.
    pub language: String,
    /// Who.
    pub me: Me,
    /// When it is asked.
    pub now: Moment,
    /// The rest of today's plan.
    pub plan: Vec<Stretch>,
    /// The names one knows.
    pub known: Known,
    /// Who is here.
    pub people: Vec<Other>,
    /// What is at hand, from the agent's own tree; objects are numbered from 11.
    pub places: Vec<OfferedPlace>,
    /// What comes to mind.
    pub memories: Vec<Recalled>,
    /// The last line of the talk one is in, if one is in a talk.
    pub talk: Option<Spoken>,
    /// What is noticed.
    pub noticed: Noticed,
    /// What can be done.
    pub options: Vec<Choice>,
}

/// What is done about it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ReactAnswer {
    /// In a few words.
    pub why: String,
    /// The number of an option.
    pub option: u32,
    /// To act or wait: what, the -ing word first. To talk: about what. Else empty.
    pub what: String,
    /// Objects by number, in the order in which one goes to them; empty: on the spot.
    pub places: Vec<u32>,
    /// How long, 1 to 60; 0 for carrying on and talking.
    pub minutes: u32,
    /// How the noticed object looks once it is done, in 1 to 4 words; empty: as before.
    pub leaves: String,
    /// What kind of state that is.
    #[serde(default, with = "said")]
    #[schemars(with = "ConditionKind")]
    pub leaves_kind: ConditionKind,
    /// One or two emoji.
    pub emoji: String,
}

/// The row of an answer in words in which the reason stands.
pub const BECAUSE: &str = "because";

impl React {
    /// The option of an answer.
    pub fn chosen(&self, answer: &ReactAnswer) -> Option<&Choice> {
        self.options.iter().find(|option| option.n == answer.option)
    }

    /// All objects offered.
    pub fn objects(&self) -> impl Iterator<Item = &OfferedObject> {
        self.places.iter().flat_map(|place| &place.objects)
    }
}

impl Question for React {
    const PURPOSE: &'static str = "reaction";
    const LABEL: &'static str = "what to do about what was seen";
    type Answer = ReactAnswer;

    fn admits(&self, answer: &ReactAnswer) -> Result<(), String> {
        let Some(option) = self.chosen(answer) else {
            return Err(format!("there is no option {}", answer.option));
        };
        refuse_if(answer.places.len() > 4, || "more than 4 places".into())?;
        if let Some(n) = answer.places.iter().find(|n| self.objects().all(|object| object.n != **n)) {
            return Err(format!("there is no place {n}"));
        }
        if matches!(option.kind, ReactionKind::Act | ReactionKind::Wait) {
            refuse_if(!(1..=60).contains(&answer.minutes), || format!("{} minutes are not 1 to 60", answer.minutes))?;
            refuse_if(answer.what.trim().is_empty(), || "it is not said what is done".into())?;
            refuse_if(!answer.emoji.trim().is_empty() && !is_emoji(&answer.emoji), || {
                format!("{:?} is not one or two emoji", answer.emoji)
            })?;
        }
        refuse_if(answer.leaves.chars().count() > 60, || "how it looks afterwards is longer than four words".into())
    }

    fn repair(&self, answer: &mut ReactAnswer) {
        trim_look(&mut answer.leaves, answer.leaves_kind);
    }

    fn leave_out(inputs: &mut Map<String, Value>) {
        near::leave_out(inputs);
    }

    fn in_words(&self, answer: &ReactAnswer) -> Vec<Field> {
        let chosen = self.chosen(answer).map_or("", |option| &option.text);
        let others = self.options.iter().filter(|option| option.n != answer.option);
        let others: Vec<&str> = others.map(|option| option.text.as_str()).collect();
        let places = answer.places.iter().filter_map(|n| find_object(&self.places, *n));
        let places: Vec<String> = places.map(|(place, object)| format!("{} ({})", object.name, place.name)).collect();
        let minutes = if answer.minutes > 0 { format!("{} minutes", answer.minutes) } else { String::new() };
        filled(vec![
            row("chose", chosen),
            row(BECAUSE, &answer.why),
            row("what", format!("{} {}", answer.what, answer.emoji)),
            row("at", places.join(", then ")),
            row("for", minutes),
            row("leaves it", &answer.leaves),
            row("could also have", others.join("; ")),
        ])
    }

    fn specimen() -> Value {
        json!({
            "talk": { "who": "Ada Wick", "words": "It is not." },
            "noticed": {
                "text": "the lamp in the lamp room is smoking", "sort": "object", "subject": "lamp", "state": "smoking",
                "kind": ConditionKind::Smoking, "object": 11, "concerns": true, "needs": true,
            },
            "options": [
                { "n": 1, "kind": "carry_on", "text": "carry on" },
                { "n": 2, "kind": "act", "text": "do something about the lamp" },
                { "n": 3, "kind": "talk", "with": "Jon Wick", "text": "talk to Jon Wick" },
                { "n": 4, "kind": "wait", "text": "wait" },
            ],
        })
    }
}

list![React];
