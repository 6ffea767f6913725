//! Where a step is done, and how that looks (paper, section 4.3).

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Me, Moment, Question, Stretch, common::is_emoji};

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
    #[serde(default)]
    pub then: Vec<Stretch>,
}

/// Where a step is done.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct WhereAnswer {
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
    /// The same for the steps after it, in order; what is missing is asked for when it comes.
    #[serde(default)]
    pub then: Vec<Placed>,
}

/// Where a later step is done; as in [`WhereAnswer`].
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
    /// What the object is from then on, 1 to 4 words; empty: as before.
    #[serde(default)]
    pub leaves: String,
}

impl WhereAnswer {
    /// The first of what is answered, in the form of the rest.
    pub fn first(&self) -> Placed {
        let Self { place, uses, .. } = *self;
        Placed { place, uses, state: self.state.clone(), emoji: self.emoji.clone(), leaves: self.leaves.clone() }
    }
}

impl Question for WhereAndLook {
    const PURPOSE: &'static str = "where_and_look";
    type Answer = WhereAnswer;
    fn admits(&self, answer: &WhereAnswer) -> Result<(), String> {
        if answer.then.len() > self.then.len() {
            return Err(format!(
                "{} steps are placed after the first, and there are {}",
                answer.then.len(),
                self.then.len()
            ));
        }
        std::iter::once(&answer.first()).chain(&answer.then).try_for_each(|placed| self.admits_one(placed))
    }
}

impl WhereAndLook {
    fn admits_one(&self, answer: &Placed) -> Result<(), String> {
        let offered = self.places.iter().flat_map(|place| &place.objects).find(|object| object.n == answer.place);
        if answer.place != 0 && offered.is_none() {
            return Err(format!("there is no object {}", answer.place));
        }
        let left = offered.and_then(|object| object.stock.as_ref()).map_or(0, |stock| stock.left);
        if answer.uses > left {
            return Err(format!("it uses up {} where {left} are left", answer.uses));
        }
        if answer.state.chars().count() > 60 || answer.leaves.chars().count() > 60 {
            return Err("the state is longer than four words".into());
        }
        if !is_emoji(&answer.emoji) {
            return Err(format!("{:?} is not one or two emoji", answer.emoji));
        }
        Ok(())
    }
}
