//! Where a step is done, and how that looks (paper, section 4.3).

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use serde_json::{Map, Value, json};

use super::{
    Field, Me, Moment, Question, Stretch,
    common::{is_emoji, refuse_if, row, trim_look},
    list, near,
};
use crate::language::condition::ConditionKind;

/// An object that a step can be done at.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
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
    /// How much of what is left there the step uses up.
    pub uses: u32,
    /// One or two emoji that show the step.
    pub emoji: String,
    /// What the object is from then on, 1 to 4 words: `decorated`; empty: as before.
    #[serde(default)]
    pub leaves: String,
    /// What kind of state that is.
    #[serde(default)]
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

    /// Nothing is used up where nothing is counted.
    fn repair(&self, answer: &mut WhereAnswer) {
        for placed in std::iter::once(&mut answer.first).chain(&mut answer.then) {
            if self.object(placed.place).is_none_or(|(_, object)| object.stock.is_none()) {
                placed.uses = 0;
            }
            [&mut placed.state, &mut placed.leaves].into_iter().for_each(trim_look);
        }
    }

    fn leave_out(inputs: &mut Map<String, Value>) {
        near::for_steps(inputs);
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
        if let Some((object, stock)) = counted.filter(|(_, stock)| answer.uses > stock.left) {
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
}
