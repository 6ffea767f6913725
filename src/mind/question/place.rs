//! Where a step is done, and how that looks (paper, section 4.3).

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use serde_json::{Map, Value, json};

use super::{
    Field, Me, Moment, Question, Stretch, TimeOfDay,
    common::{is_emoji, refuse_if, row, trim_look},
    list, near,
};
use crate::language::condition::{ConditionKind, said};

/// An object that a step can be done at.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct OfferedObject {
    /// Its number in this question, from 1.
    pub n: u32,
    /// Its name.
    pub name: String,
    /// What it is for.
    pub affordances: Vec<String>,
    /// How it looks, as last seen.
    pub state: String,
    /// What runs out there, and how much is left, as last seen.
    pub stock: Option<Stock>,
    /// Who uses it, as last seen, if nobody else can.
    pub taken_by: Option<String>,
    /// Does the person who is asked use it?
    #[serde(default)]
    pub own: bool,
    /// Until when it is in use, as it seemed.
    #[serde(default)]
    pub until: Option<TimeOfDay>,
    /// Is it on fire?
    #[serde(default)]
    pub on_fire: bool,
    /// Is it of no use for what is asked? It comes after all others, and no prompt lists it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub apart: bool,
}

/// What is held and runs out.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Stock {
    /// `food`.
    pub what: String,
    /// How much is left.
    pub left: u32,
}

/// An arena with what is offered in it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OfferedPlace {
    /// `sector: arena`.
    pub name: String,
    /// Is the person in it now?
    pub here: bool,
    /// Is it the place that the plan names?
    pub meant: bool,
    /// `for one person; Wolfgang Schulz is in it`, or empty.
    pub note: String,
    /// Its objects.
    pub objects: Vec<OfferedObject>,
}

/// At which object a step is done, and how that looks.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct WhereAndLook {
    /// The language to think in.
    pub language: String,
    /// Who.
    pub me: Me,
    /// When it is asked.
    pub now: Moment,
    /// What is offered, from the agent's own tree.
    pub places: Vec<OfferedPlace>,
    /// The step.
    pub step: Stretch,
    /// What it is part of.
    pub part_of: String,
    /// The steps after it that are part of the same, to be placed with it.
    pub then: Vec<Stretch>,
}

/// Where a step is done, and where those after it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct WhereAnswer {
    /// The step that was asked about.
    #[serde(flatten)]
    pub first: Placed,
    /// The same for the steps after it, in order; what is missing is asked for when it comes.
    #[serde(default)]
    pub then: Vec<Placed>,
}

/// Where one step is done.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Placed {
    /// The number of an object, or 0: on the spot.
    pub place: u32,
    /// What others see of the object meanwhile, 1 to 4 words; empty for 0.
    pub state: String,
    /// How much of what is left there the step uses up; less than 0: puts in.
    pub uses: i32,
    /// One or two emoji that show the step.
    pub emoji: String,
    /// What the object is from then on, 1 to 4 words: `decorated`; empty: as before.
    #[serde(default)]
    pub leaves: String,
    /// What kind of state that is.
    #[serde(default, with = "said")]
    #[schemars(with = "ConditionKind")]
    pub leaves_kind: ConditionKind,
}

impl Question for WhereAndLook {
    const PURPOSE: &'static str = "where_and_look";
    const LABEL: &'static str = "where to do it, and how it looks";
    type Answer = WhereAnswer;

    fn admits(&self, answer: &WhereAnswer) -> Result<(), String> {
        let (placed, asked) = (answer.then.len(), self.then.len());
        refuse_if(placed > asked, || format!("{placed} steps are placed after the first, and there are {asked}"))?;
        self.placed(answer).try_for_each(|(step, placed)| {
            self.admits_one(placed).map_err(|what| format!("for the step {:?}, {what}", step.what))
        })
    }

    /// Nothing is used up where nothing is counted, and what was not listed cannot be meant. What burns while somebody is
    /// at it is lit.
    fn repair(&self, answer: &mut WhereAnswer) {
        for placed in std::iter::once(&mut answer.first).chain(&mut answer.then) {
            let object = self.object(placed.place).map(|(_, object)| object);
            if object.is_some_and(|object| object.apart) {
                placed.place = 0;
            }
            if object.is_none_or(|object| object.stock.is_none() || object.apart) {
                placed.uses = 0;
            }
            trim_look(&mut placed.state, ConditionKind::Lit);
            trim_look(&mut placed.leaves, placed.leaves_kind);
        }
    }

    fn leave_out(inputs: &mut Map<String, Value>) {
        near::leave_out(inputs);
    }

    fn in_words(&self, answer: &WhereAnswer) -> Vec<Field> {
        let english = self.language == "English";
        let (meanwhile, afterwards) = if english { (", meanwhile ", ", afterwards ") } else { (": ", " → ") };
        let quoted =
            |before: &str, said: &str| if said.is_empty() { String::new() } else { format!("{before}“{said}”") };
        let told = self.placed(answer).map(|(step, one)| {
            let at = self.object(one.place);
            let at = at.map_or("on the spot".into(), |(place, object)| format!("{} ({})", object.name, place.name));
            let (state, leaves) = (quoted(meanwhile, &one.state), quoted(afterwards, &one.leaves));
            let text = format!("{}: {at}{state}{leaves} {}", step.what, one.emoji);
            row(format!("{}–{}", step.from, step.until), text)
        });
        told.collect()
    }

    fn specimen() -> Value {
        let step = |what: &str| json!({ "from": "09:00", "until": "10:00", "what": what, "place": "" });
        json!({ "step": step("trimming the wick"), "part_of": "keep the light", "then": [step("polishing the glass")] })
    }
}

impl WhereAndLook {
    /// The step and those to be placed with it, each with where it is done.
    fn placed<'a>(&'a self, answer: &'a WhereAnswer) -> impl Iterator<Item = (&'a Stretch, &'a Placed)> {
        let steps = std::iter::once(&self.step).chain(&self.then);
        steps.zip(std::iter::once(&answer.first).chain(&answer.then))
    }

    /// The object of this number, and where it is.
    fn object(&self, n: u32) -> Option<(&OfferedPlace, &OfferedObject)> {
        find_object(&self.places, n)
    }

    fn admits_one(&self, answer: &Placed) -> Result<(), String> {
        let offered = self.object(answer.place).map(|(_, object)| object);
        refuse_if(answer.place != 0 && offered.is_none(), || format!("there is no object {}", answer.place))?;
        // Where nothing is counted, nothing is used up, whatever was answered.
        let counted = offered.and_then(|object| object.stock.as_ref().map(|stock| (object, stock)));
        let too_much = |stock: &Stock| i64::from(answer.uses) > i64::from(stock.left);
        if let Some((object, stock)) = counted.filter(|(_, stock)| too_much(stock)) {
            let Stock { what, left } = stock;
            return Err(format!("uses is {} and {left} {what} are left at {} {}", answer.uses, object.n, object.name));
        }
        refuse_if(answer.state.chars().count() > 60 || answer.leaves.chars().count() > 60, || {
            "the state is longer than four words".into()
        })?;
        refuse_if(!is_emoji(&answer.emoji), || format!("{:?} is not one or two emoji", answer.emoji))
    }
}

/// The object of this number among the places offered, and where it is.
pub(super) fn find_object(places: &[OfferedPlace], n: u32) -> Option<(&OfferedPlace, &OfferedObject)> {
    places.iter().flat_map(|place| place.objects.iter().map(move |object| (place, object))).find(|(_, one)| one.n == n)
}

list![WhereAndLook];

#[cfg(test)]
mod tests {
    use serde_json::json;

    use crate::mind::question::{kind_of, specimens};

    #[test]
    fn nothing_is_used_up_where_nothing_is_counted() {
        let mut ask = specimens().into_iter().find(|ask| ask.purpose == "where_and_look").unwrap();
        ask.inputs = ask.inputs.replacen(r#"{"left":3,"what":"oil"}"#, "null", 1);
        let look = json!({ "state": "It is wiped.", "emoji": "🧽", "leaves": "" });
        let placed = |place: u32, uses: u32| {
            let mut placed = look.clone();
            (placed["place"], placed["uses"]) = (place.into(), uses.into());
            placed
        };
        let mut answer = placed(11, 1);
        answer["then"] = json!([placed(12, 3)]);
        let reply = (kind_of(&ask.purpose).unwrap().repair)(&ask, answer).unwrap();
        let answer: serde_json::Value = serde_json::from_str(&reply.0).unwrap();
        assert_eq!([&answer["uses"], &answer["then"][0]["uses"]], [0, 3]);
        assert_eq!(answer["state"], "wiped");
    }

    fn repaired(answer: serde_json::Value) -> Result<serde_json::Value, String> {
        let ask = specimens().into_iter().find(|ask| ask.purpose == "where_and_look").unwrap();
        let reply = (kind_of(&ask.purpose).unwrap().repair)(&ask, answer)?;
        serde_json::from_str(&reply.0).map_err(|why| why.to_string())
    }

    #[test]
    fn what_burns_in_its_place_is_lit() {
        let look = |leaves: &str, kind: &str| {
            let look = json!({ "place": 11, "state": "burning", "uses": 0, "emoji": "🍲", "leaves": leaves,
                "leaves_kind": kind });
            repaired(look).map(|one| [&one["state"], &one["leaves"], &one["leaves_kind"]].map(ToString::to_string))
        };
        let quoted = |words: [&str; 3]| Ok(words.map(|word| format!("{word:?}")));
        assert_eq!(look("burning", "burning"), quoted(["lit", "lit", "lit"]));
        assert_eq!(look("burning", "other"), quoted(["lit", "lit", "other"]));
        assert_eq!(look("in flames", "on_fire"), quoted(["lit", "in flames", "on_fire"]));
    }

    #[test]
    fn what_is_filled_up_gains() {
        let look =
            |uses: i32| json!({ "place": 11, "state": "being filled", "uses": uses, "emoji": "🛢️", "leaves": "" });
        assert_eq!(repaired(look(-6)).unwrap()["uses"], -6);
        assert!(repaired(look(4)).unwrap_err().contains("3 oil are left"));
    }

    #[test]
    fn what_is_not_listed_cannot_be_meant() {
        let mut ask = specimens().into_iter().find(|ask| ask.purpose == "where_and_look").unwrap();
        let mut inputs: serde_json::Value = serde_json::from_str(&ask.inputs).unwrap();
        inputs["places"][1]["objects"][0]["apart"] = true.into();
        ask.inputs = inputs.to_string();
        let kind = kind_of(&ask.purpose).unwrap();
        let answer = json!({ "place": 12, "state": "", "uses": 1, "emoji": "🛢️", "leaves": "" });
        let reply = (kind.repair)(&ask, answer).unwrap();
        let answer: serde_json::Value = serde_json::from_str(&reply.0).unwrap();
        assert_eq!([&answer["place"], &answer["uses"]], [0, 0]);
        let mut inputs = inputs.as_object().cloned().unwrap();
        (kind.leave_out)(&mut inputs);
        assert_eq!(inputs["places"].as_array().map(Vec::len), Some(1));
    }
}
