//! At which object a step is done.
//!
//! Words of the step call for senses (`data/senses.txt`), senses want affordances. Of all that fits well enough the
//! meant place comes first, then here, then elsewhere.

use std::sync::OnceLock;

use crate::mind::look;
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
    let mut next = question.clone();
    // Whoever is in the way now need not be by then.
    next.places.iter_mut().flat_map(|place| &mut place.objects).for_each(|object| object.taken_by = None);
    let mut before = first.clone();
    let then = question.then.iter().map(|step| {
        // One is where one has gone, and what one has used up is gone.
        let went = next.places.iter().position(|place| place.objects.iter().any(|object| object.n == before.place));
        if let Some(went) = went {
            next.places.iter_mut().enumerate().for_each(|(n, place)| place.here = n == went);
            let mut objects = next.places[went].objects.iter_mut().filter(|object| object.n == before.place);
            let stock = objects.next().and_then(|object| object.stock.as_mut());
            stock.into_iter().for_each(|stock| stock.left = stock.left.saturating_add_signed(-before.uses));
        }
        next.step.clone_from(step);
        before = one(&next, dice);
        before.clone()
    });
    WhereAnswer { then: then.collect(), first }
}

rule!(WhereAndLook, choose);

fn one(question: &WhereAndLook, dice: &mut Dice) -> Placed {
    let step = inflect::stems(&question.step.what);
    let part = inflect::stems(&question.part_of);
    let says = |list: &[&str], at: usize| list.iter().any(|word| step.iter().take(at).any(|s| *s == stem(word)));
    // What is nobody else's business is done where it is done, or not at all.
    let private = says(&["toilet", "shower", "teeth"], usize::MAX);
    let tries: &[(&[String], Option<i32>)] = match () {
        () if says(&MOVES, 1) => &[],
        () if private => &[(&step, None), (&step, Some(FITS))],
        () if says(&ON_THE_SPOT, usize::MAX) => &[(&step, None), (&step, Some(SURE))],
        // A step that names nothing is done where the rest of its part is done.
        () => &[(&step, None), (&step, Some(SURE)), (&part, None), (&step, Some(FITS))],
    };
    let found = tries.iter().find_map(|(words, away)| best(question, words, *away));
    let stays = private || says(&["dress", "clothes"], usize::MAX);
    let found = found.or_else(|| if stays { None } else { arrive(question) });
    let emoji = look::emoji(&question.step.what, &question.part_of, dice);
    let placed = found.map(|object| look::placed(object, &question.step.what, dice));
    Placed { emoji, ..placed.unwrap_or_default() }
}

/// The best object for what these words say. `away`: how well one must fit in another house than those that one is in or
/// means to be in; `None`: one goes to none.
fn best<'a>(question: &'a WhereAndLook, words: &[String], away: Option<i32>) -> Option<&'a OfferedObject> {
    let called = called(words);
    let mut found: Vec<(i32, &OfferedPlace, &OfferedObject)> = Vec::new();
    for place in question.places.iter().filter(|place| enter(place, question.step.from)) {
        let house = sector(&place.name);
        let near = question.places.iter().any(|other| (other.meant || other.here) && sector(&other.name) == house);
        let Some(least) = (if near { Some(FITS) } else { away }) else { continue };
        for object in &place.objects {
            let gone = object.stock.as_ref().is_some_and(|stock| stock.left == 0);
            let gone = gone && look::takes(object, &question.step.what) > 0;
            let other = object.taken_by.as_ref().is_some_and(|who| *who != question.me.name);
            let score = worth(object, words, &called);
            if !gone && !other && score >= least {
                // A little more for one's own, and for the house one is in or means to be in.
                let own = place.name.contains(&question.me.name);
                found.push((score + 2 * i32::from(near) + i32::from(own), place, object));
            }
        }
    }
    // Of all that fits well enough: the meant place, here, elsewhere.
    let top = found.iter().map(|(score, ..)| *score).max()?;
    found.retain(|(score, ..)| score * 10 >= top * 6);
    let chosen = found.into_iter().min_by_key(|(score, place, _)| (!place.meant, !place.here, -score));
    chosen.map(|(.., object)| object)
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
