//! At which object a step is done.
//!
//! Words of the step call for senses (`data/senses.txt`), senses want affordances. Of all that fits well enough the
//! meant place comes first, then here, then elsewhere.

use std::sync::OnceLock;

use super::look;
use crate::mind::question::{OfferedObject, OfferedPlace, Placed, TimeOfDay, WhereAndLook, WhereAnswer};
use crate::{
    language::{inflect, text::stem},
    mind::rules::{data, dice::Dice, sector},
};

/// Below this nothing fits.
const FITS: i32 = 8;
/// From here on one goes to another house for it.
const SURE: i32 = 20;
/// Affordances whose word alone says too little: floors are washed too, and arms stretched anywhere.
const VAGUE: [&str; 2] = ["wash", "stretch"];
/// Verbs of going about.
const MOVES: [&str; 8] = ["walk", "stroll", "run", "wander", "pace", "jog", "hike", "march"];
/// Done on the spot, whatever else the part is about.
const ON_THE_SPOT: [&str; 7] = ["dress", "setting", "window", "curtain", "clothes", "sky", "breath"];

/// How far a step may take one from where one is or means to be.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Reach {
    /// No further than the houses that one is in or means to be in.
    House,
    /// Further only for what fits without doubt.
    Sure,
    Anywhere,
}

struct Sense {
    wants: Vec<&'static str>,
    wrong: Vec<&'static str>,
    /// Each the stems that must all occur.
    calls: Vec<Vec<String>>,
}

fn senses() -> &'static [Sense] {
    static SENSES: OnceLock<Vec<Sense>> = OnceLock::new();
    SENSES.get_or_init(|| {
        let list = |rows: &[Vec<&'static str>], head: &str| -> Vec<&'static str> {
            let texts = rows.iter().filter(|row| row[0] == head).filter_map(|row| row.get(1).copied());
            texts.flat_map(|text| text.split(',')).map(str::trim).collect()
        };
        let sense = |(_, rows): (&'static str, &[Vec<&'static str>])| Sense {
            wants: list(rows, "for"),
            wrong: list(rows, "not"),
            calls: list(rows, "by").iter().map(|by| by.split('+').map(|word| stem(word.trim())).collect()).collect(),
        };
        data::senses().sections().map(sense).collect()
    })
}

/// How well something with these affordances suits a text; 0: not at all.
pub fn fits(text: &str, affordances: &[String]) -> i32 {
    let stems = inflect::stems(text);
    fit(&stems, &called(&stems), affordances)
}

/// A sense that the words of a step call for, how strongly, and whether its first word does.
type Called = (&'static Sense, i32, bool);

fn called(stems: &[String]) -> Vec<Called> {
    let lead = stems.first();
    let strength =
        |call: &Vec<String>| (10 * call.len() as i32 + 6 * i32::from(lead == call.first()), lead == call.first());
    let call = |sense: &'static Sense| {
        let calls = sense.calls.iter().filter(|call| call.iter().all(|word| stems.contains(word)));
        calls.map(strength).max_by_key(|(strength, _)| *strength).map(|(strength, led)| (sense, strength, led))
    };
    senses().iter().filter_map(call).collect()
}

fn fit(stems: &[String], called: &[Called], affordances: &[String]) -> i32 {
    let has = |word: &str| affordances.iter().any(|a| a == word);
    let lead = stems.first();
    // What the verb calls for goes before what the nouns call for: soup is cooked at a stove, not eaten.
    let led = called.iter().any(|(.., led)| *led);
    let barred = |sense: &Sense| sense.wrong.iter().any(|word| has(word));
    let wanted = called.iter().filter(|(sense, ..)| !barred(sense)).filter_map(|(sense, strength, leads)| {
        let rank = sense.wants.iter().position(|want| has(want))?;
        let strength = if led && !leads { strength / 2 } else { *strength };
        Some(strength * (10 - rank.min(6) as i32) / 10)
    });
    let wrong = |affordance: &str| {
        VAGUE.contains(&affordance)
            || called.iter().any(|(sense, ..)| sense.wants.contains(&affordance) && barred(sense))
    };
    let direct = affordances.iter().filter(|affordance| !wrong(affordance)).filter_map(|affordance| {
        let own = inflect::stems(affordance);
        let all = !own.is_empty() && own.iter().all(|word| stems.contains(word));
        all.then(|| 10 + 4 * (own.len() as i32 - 1) + if own.first() == lead { 6 } else { 0 })
    });
    wanted.chain(direct).max().unwrap_or(0).max(0)
}

/// Chooses where a step and those after it are done, and how that looks.
pub fn choose(question: &WhereAndLook, dice: &mut Dice) -> WhereAnswer {
    let first = one(question, dice);
    let mut then = Vec::new();
    if !question.then.is_empty() {
        // Whoever is in the way now need not be by then, and one is where one has gone.
        let mut next = question.clone();
        let mut at = first.place;
        use_up(&mut next, &first);
        next.places.iter_mut().flat_map(|place| &mut place.objects).for_each(|object| object.taken_by = None);
        for step in &question.then {
            next.step.clone_from(step);
            if at != 0 {
                let has = |place: &OfferedPlace| place.objects.iter().any(|object| object.n == at);
                next.places.iter_mut().for_each(|place| place.here = has(place));
            }
            let placed = one(&next, dice);
            at = placed.place;
            use_up(&mut next, &placed);
            then.push(placed);
        }
    }
    WhereAnswer { first, then }
}

rule!(WhereAndLook, choose);

fn use_up(question: &mut WhereAndLook, placed: &Placed) {
    let objects = question.places.iter_mut().flat_map(|place| &mut place.objects);
    if let Some(stock) = { objects }.find(|object| object.n == placed.place).and_then(|object| object.stock.as_mut()) {
        stock.left = stock.left.saturating_sub(placed.uses);
    }
}

fn one(question: &WhereAndLook, dice: &mut Dice) -> Placed {
    let step = inflect::stems(&question.step.what);
    let part = inflect::stems(&question.part_of);
    let says = |list: &[&str], at: usize| list.iter().any(|word| step.iter().take(at).any(|s| *s == stem(word)));
    // What is nobody else's business is done where it is done, or not at all.
    let private = says(&["toilet", "shower", "teeth"], usize::MAX);
    let best = |words: &[String], reach: Reach| best(question, words, reach);
    let found = match () {
        () if says(&MOVES, 1) => None,
        () if private => best(&step, Reach::House).or_else(|| best(&step, Reach::Anywhere)),
        () => best(&step, Reach::House)
            .or_else(|| best(&step, Reach::Sure))
            // A step that names nothing is done where the rest of its part is done.
            .or_else(|| if says(&ON_THE_SPOT, usize::MAX) { None } else { best(&part, Reach::House) })
            .or_else(|| if says(&ON_THE_SPOT, usize::MAX) { None } else { best(&step, Reach::Anywhere) }),
    };
    let stays = private || says(&["dress", "clothes"], usize::MAX);
    let found = found.or_else(|| if stays { None } else { arrive(question) });
    let emoji = look::emoji(&question.step.what, &question.part_of, dice);
    match found {
        Some(object) => Placed { emoji, ..look::placed(object, &question.step.what, dice) },
        None => Placed { emoji, ..Placed::default() },
    }
}

fn best<'a>(question: &'a WhereAndLook, step: &[String], reach: Reach) -> Option<&'a OfferedObject> {
    let mut found: Vec<(i32, &OfferedPlace, &OfferedObject)> = Vec::new();
    let called = called(step);
    for place in question.places.iter().filter(|place| enter(place, question.step.from)) {
        let house = same_house(question, place);
        if reach == Reach::House && !house {
            continue;
        }
        let least = if reach == Reach::Sure && !house { SURE } else { FITS };
        for object in &place.objects {
            let gone =
                object.stock.as_ref().is_some_and(|stock| stock.left == 0) && look::wants(object, &question.step.what);
            let other = object.taken_by.as_ref().is_some_and(|who| *who != question.me.name);
            let score = worth(object, step, &called);
            if !gone && !other && score >= least {
                found.push((score + near(question, place), place, object));
            }
        }
    }
    let top = found.iter().map(|(score, ..)| *score).max()?;
    let enough = |score: i32| score * 10 >= top * 6;
    let rank = |place: &OfferedPlace| match (place.meant, place.here) {
        (true, _) => 0,
        (false, true) => 1,
        _ => 2,
    };
    let good = found.iter().enumerate().filter(|(_, (score, ..))| enough(*score));
    let chosen = good.min_by_key(|(i, (score, place, _))| (rank(place), -score, *i));
    chosen.map(|(_, (.., object))| *object)
}

/// How well an object suits a step: by what it is for, and by its name if the step names it.
fn worth(object: &OfferedObject, step: &[String], called: &[Called]) -> i32 {
    let fit = fit(step, called, &object.affordances);
    let name = inflect::stems(&object.name);
    // What is done "for the counter" is not done at it.
    let at = name.last().and_then(|head| step.iter().position(|word| word == head));
    let named = at.is_some_and(|at| !step[at.saturating_sub(2)..at].iter().any(|word| word == "for"));
    match (named, fit) {
        (true, 0) => 12,
        (true, fit) => fit + 14 + 2 * name.iter().filter(|word| step.contains(word)).count() as i32,
        (false, fit) => fit,
    }
}

/// Whether one can go in: not another's, not taken, not shut.
fn enter(place: &OfferedPlace, at: TimeOfDay) -> bool {
    let note = place.note.to_lowercase();
    if ["not hers", "not his", "not theirs", "is in it", "closed", "shut"].iter().any(|no| note.contains(no)) {
        return place.here && !note.contains("not ");
    }
    let times: Vec<TimeOfDay> =
        note.split(|c: char| !c.is_ascii_digit() && c != ':').filter_map(|word| word.parse().ok()).collect();
    match times[..] {
        [opens] if note.contains("opens") => at >= opens,
        [from, until] if note.contains("open") => from.until(at) < from.until(until).max(1),
        _ => true,
    }
}

/// A little more for one's own, and for the house one is in or means to be in.
fn near(question: &WhereAndLook, place: &OfferedPlace) -> i32 {
    2 * i32::from(same_house(question, place)) + i32::from(place.name.contains(&question.me.name))
}

/// Whether one is in this house or means to be.
fn same_house(question: &WhereAndLook, place: &OfferedPlace) -> bool {
    let house = sector(&place.name);
    question.places.iter().any(|other| (other.meant || other.here) && sector(&other.name) == house)
}

/// Nothing fits, and the meant place is not here: what one goes to, to have come there.
fn arrive(question: &WhereAndLook) -> Option<&OfferedObject> {
    if question.places.iter().any(|place| place.here && place.meant) {
        return None;
    }
    let meant = question.places.iter().filter(|place| place.meant && enter(place, question.step.from));
    let free = |object: &&OfferedObject| {
        let seat = |a: &String| ["rest", "talk", "eat", "browse", "look at the water"].contains(&a.as_str());
        object.taken_by.is_none()
            && object.affordances.iter().any(seat)
            && !object.affordances.iter().any(|a| ["sleep", "fetch food", "use toilet"].contains(&a.as_str()))
    };
    meant.flat_map(|place| &place.objects).find(free)
}
