//! Planning (paper, section 4.3): a day in parts, a part in hours, an hour in steps.
//!
//! Times are ends: rising, and the last one given, so that minutes always add up.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use serde_json::{Value, json};

use super::{
    Appointment, Field, Me, Moment, Question, Recalled, Span, Stock, TimeOfDay,
    common::{filled, pieces, refuse_if, row},
    list,
};

/// A place that a day can be planned with.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct KnownPlace {
    /// Its number in this question, from 1.
    pub n: u32,
    /// `sector: arena`.
    pub name: String,
    /// `home`, `own room`, `work`, or empty.
    pub note: String,
    /// What can be done there, as far as is known.
    pub offers: Vec<String>,
    /// When it is open to this person; `None`: always.
    pub open: Option<Span>,
}

/// What somebody does for a living, on a day on which they do it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Work {
    /// A verb phrase: `run the cafe`.
    pub what: String,
    /// Usual hours.
    pub hours: Span,
    /// Where, by number; the first is the usual one.
    pub places: Vec<u32>,
    /// What it consists of, verb phrases.
    pub tasks: Vec<String>,
}

/// What somebody likes to do.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Habit {
    /// A verb phrase.
    pub what: String,
    /// Where, by number.
    pub places: Vec<u32>,
    /// Usual time.
    pub at: TimeOfDay,
    /// Usual length.
    pub minutes: u32,
    /// Percent of the days.
    pub often: u32,
}

/// Where meals are usually taken, by number of the place.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Meals {
    /// In the morning.
    pub breakfast: Vec<u32>,
    /// At noon.
    pub lunch: Vec<u32>,
    /// In the evening.
    pub dinner: Vec<u32>,
}

/// The plan of one day, from waking to sleeping.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlanDay {
    /// The language to think in.
    pub language: String,
    /// Who.
    pub me: Me,
    /// When it is asked; the day planned is `date`.
    pub now: Moment,
    /// The day planned: `Tuesday 14 February`.
    pub date: String,
    /// When they usually get up.
    pub usual_wake: TimeOfDay,
    /// When they usually go to bed; may be after midnight.
    pub usual_sleep: TimeOfDay,
    /// Their work, if they work on this day.
    pub work: Option<Work>,
    /// What they like to do.
    pub habits: Vec<Habit>,
    /// Where they eat.
    pub meals: Meals,
    /// Where they can go.
    pub places: Vec<KnownPlace>,
    /// What they did the day before, in a sentence or more; empty if nothing is remembered.
    pub yesterday: String,
    /// What is on their mind.
    pub memories: Vec<Recalled>,
    /// What is fixed for the day.
    pub appointments: Vec<Appointment>,
}

/// One part of a day, as answered.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct PartAnswer {
    /// End.
    pub until: TimeOfDay,
    /// What is done.
    pub what: String,
    /// At which numbered place.
    pub place: u32,
}

/// How many parts a day has: the paper asks for five to eight (section 4.3); a day with errands and an evening out
/// takes a few more.
pub const PARTS: std::ops::RangeInclusive<usize> = 5..=10;

/// A planned day.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct DayAnswer {
    /// When they get up.
    pub wake: TimeOfDay,
    /// As many as [`PARTS`], without gaps; the first begins at `wake`, the last ends at bedtime, perhaps after midnight.
    pub parts: Vec<PartAnswer>,
    /// What is given up and why, or empty.
    pub drops: String,
}

impl Question for PlanDay {
    const PURPOSE: &'static str = "day_plan";
    const LABEL: &'static str = "the day's plan";
    const MOMENT: Option<&'static str> = Some("planned the day");
    type Answer = DayAnswer;

    fn admits(&self, answer: &DayAnswer) -> Result<(), String> {
        if !PARTS.contains(&answer.parts.len()) {
            let (least, most) = (PARTS.start(), PARTS.end());
            return Err(format!("a day has {least} to {most} parts, not {}", answer.parts.len()));
        }
        let mut awake = 0;
        let mut before = answer.wake;
        for part in &answer.parts {
            let minutes = before.until(part.until);
            refuse_if(minutes < 10, || format!("the part that ends {} is shorter than 10 minutes", part.until))?;
            refuse_if(part.what.trim().is_empty(), || format!("the part that ends {} says nothing", part.until))?;
            // Whoever knows no place stays where they are, and says 0.
            let nowhere = self.places.is_empty() && part.place == 0;
            refuse_if(!nowhere && self.places.iter().all(|place| place.n != part.place), || {
                format!("there is no place {}", part.place)
            })?;
            (awake, before) = (awake + minutes, part.until);
        }
        let asleep =
            1440_u16.checked_sub(awake).ok_or("the parts are longer than a day: each must end after the one before")?;
        refuse_if(!(300..=660).contains(&asleep), || {
            format!("that leaves {} hours and {} minutes of sleep", asleep / 60, asleep % 60)
        })
    }

    fn in_words(&self, answer: &DayAnswer) -> Vec<Field> {
        let mut from = answer.wake;
        let mut rows = vec![row("rises", from.to_string())];
        for part in &answer.parts {
            let place = self.places.iter().find(|place| place.n == part.place);
            let at = place.map_or_else(String::new, |place| format!(" · {}", place.name));
            rows.push(row(format!("{from}–{}", part.until), format!("{}{at}", part.what)));
            from = part.until;
        }
        rows.push(row("gives up", &answer.drops));
        filled(rows)
    }

    fn specimen() -> Value {
        json!({
            "date": "Saturday 4 March", "usual_wake": "05:00", "usual_sleep": "21:00", "yesterday": "Cleaned glass.",
            "work": {
                "what": "keep the light", "hours": { "from": "08:00", "until": "16:00" }, "places": [1],
                "tasks": ["trim the wick"],
            },
            "habits": [{ "what": "watch the gulls", "places": [2], "at": "17:00", "minutes": 30, "often": 60 }],
            "meals": { "breakfast": [1], "lunch": [1, 2], "dinner": [1] },
        })
    }
}

/// A stretch of time with what is done in it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Stretch {
    /// Beginning.
    pub from: TimeOfDay,
    /// End.
    pub until: TimeOfDay,
    /// What is done.
    pub what: String,
    /// Where: `sector: arena`.
    pub place: String,
}

/// One piece of an answer; its beginning is the end of the piece before.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Piece {
    /// End.
    pub until: TimeOfDay,
    /// What is done.
    pub what: String,
}

/// Checks that `pieces` fill `whole` exactly, each between `least` and `most` minutes.
fn fills(pieces: &[Piece], whole: &Stretch, least: u16, most: u16) -> Result<(), String> {
    let mut before = whole.from;
    let mut sum = 0;
    // What is shorter than a piece may be is one piece.
    let least = least.min(whole.from.until(whole.until));
    for piece in pieces {
        let minutes = before.until(piece.until);
        refuse_if(minutes < least || minutes > most, || {
            format!("the piece that ends {} has {minutes} minutes, not {least} to {most}", piece.until)
        })?;
        refuse_if(piece.what.trim().is_empty(), || format!("the piece that ends {} says nothing", piece.until))?;
        (sum, before) = (sum + u32::from(minutes), piece.until);
    }
    if sum == u32::from(whole.from.until(whole.until)) {
        Ok(())
    } else {
        Err(format!("the last piece must end exactly at {}", whole.until))
    }
}

/// A part of the day in pieces of about an hour.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlanHours {
    /// The language to think in.
    pub language: String,
    /// Who.
    pub me: Me,
    /// When it is asked.
    pub now: Moment,
    /// All parts of the day.
    pub day: Vec<Stretch>,
    /// What is fixed within the part.
    pub appointments: Vec<Appointment>,
    /// What the work of this person consists of, if the part is work; verb phrases.
    pub tasks: Vec<String>,
    /// What can be done at the part's place, as far as is known.
    pub offers: Vec<String>,
    /// Memories that bear on it.
    pub memories: Vec<Recalled>,
    /// The part to split.
    pub part: Stretch,
}

/// A part split.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct HoursAnswer {
    /// In order, without gaps; the last ends with the part.
    pub hours: Vec<Piece>,
}

impl Question for PlanHours {
    const PURPOSE: &'static str = "hours";
    const LABEL: &'static str = "the hours of a part of the day";
    type Answer = HoursAnswer;

    fn admits(&self, answer: &HoursAnswer) -> Result<(), String> {
        fills(&answer.hours, &self.part, 5, 120)
    }

    fn in_words(&self, answer: &HoursAnswer) -> Vec<Field> {
        pieces(self.part.from, &answer.hours)
    }

    fn specimen() -> Value {
        let stretch =
            |from: &str, until: &str| json!({ "from": from, "until": until, "what": "keep the light", "place": "" });
        json!({ "day": [stretch("05:00", "09:00"), stretch("09:00", "10:00")], "tasks": ["trim the wick"] })
    }
}

/// An object at hand.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct AtHand {
    /// Its name.
    pub name: String,
    /// What it is for.
    pub affordances: Vec<String>,
    /// How it looks, as last seen.
    pub state: String,
    /// What runs out there, and how much is left, as last seen.
    pub stock: Option<Stock>,
    /// Who uses it, as last seen, if nobody else can.
    #[serde(default)]
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
}

/// An hour or so in steps of 5, 10 or 15 minutes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlanSteps {
    /// The language to think in.
    pub language: String,
    /// Who.
    pub me: Me,
    /// When it is asked.
    pub now: Moment,
    /// What is at hand at the place.
    pub at_hand: Vec<AtHand>,
    /// What comes just before.
    pub before: String,
    /// What comes next.
    pub after: String,
    /// Memories that bear on it.
    pub memories: Vec<Recalled>,
    /// The piece to split; its length is a multiple of five minutes.
    pub part: Stretch,
}

/// An hour split.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct StepsAnswer {
    /// In order, without gaps; each 5, 10 or 15 minutes.
    pub steps: Vec<Piece>,
    /// How far it came by the end, one sentence to be remembered.
    pub result: String,
}

impl Question for PlanSteps {
    const PURPOSE: &'static str = "steps";
    const LABEL: &'static str = "the steps of an hour";
    type Answer = StepsAnswer;

    fn admits(&self, answer: &StepsAnswer) -> Result<(), String> {
        fills(&answer.steps, &self.part, 5, 15)?;
        // The last one ends with the piece, even if that is no multiple of five long.
        let inner = &answer.steps[..answer.steps.len().saturating_sub(1)];
        match inner.iter().find(|step| !self.part.from.until(step.until).is_multiple_of(5)) {
            Some(step) => Err(format!("{} is not a multiple of five minutes after {}", step.until, self.part.from)),
            None => Ok(()),
        }
    }

    fn in_words(&self, answer: &StepsAnswer) -> Vec<Field> {
        let mut rows = pieces(self.part.from, &answer.steps);
        rows.push(row("by the end", &answer.result));
        filled(rows)
    }

    fn specimen() -> Value {
        let stock = json!({ "what": "oil", "left": 3 });
        let lamp = json!({ "name": "lamp", "affordances": ["give light"], "state": "smoking", "stock": stock });
        json!({ "at_hand": [lamp], "before": "fetching oil", "after": "writing the log" })
    }
}

list![PlanDay, PlanHours, PlanSteps];
