//! What to do about a thing that is not as it should be: fetch what is needed, then see to it.

use super::{carry_on, option, speak};
use crate::language::condition::ConditionKind;
use crate::mind::{
    question::{OfferedObject, OfferedPlace, React, ReactAnswer, ReactionKind},
    rules::{data, dice::Dice, sector},
};

/// About an object and its condition.
pub fn about(question: &React, dice: &mut Dice) -> ReactAnswer {
    let noticed = &question.noticed;
    let kind = noticed.kind;
    let mine = noticed.concerns || noticed.needs;
    if kind.is_harmless() {
        return carry_on(question, "Nothing is wrong with it.");
    }
    if noticed.needs && kind == ConditionKind::Occupied {
        return wait(question, dice);
    }
    let Some(recipe) = recipe(kind) else { return carry_on(question, "That is as it is.") };
    if !recipe.all && !mine {
        return carry_on(question, "That is no business of mine.");
    }
    if let Some(who) = seen_to(question) {
        return carry_on(question, &format!("{who} sees to it."));
    }
    let Some(own) = noticed.object.and_then(|n| question.objects().find(|object| object.n == n)) else {
        return tell(question).unwrap_or_else(|| carry_on(question, "I cannot get at it."));
    };
    let Some(act) = option(question, ReactionKind::Act) else {
        return carry_on(question, "I can do nothing about it.");
    };
    let source = source(question, own, &recipe.needs, kind);
    let what = if source.is_some() || recipe.needs.is_empty() { recipe.with } else { recipe.without };
    if what.is_empty() {
        return carry_on(question, "There is nowhere to get it now.");
    }
    let stops: Vec<u32> = source.into_iter().map(|object| object.n).chain([own.n]).collect();
    // To look at something changes nothing.
    let leaves = if kind == ConditionKind::Other { noticed.state.chars().take(60).collect() } else { String::new() };
    ReactAnswer {
        why: why(kind).into(),
        option: act.n,
        what: what.replace("{thing}", &noticed.subject),
        places: stops,
        minutes: recipe.minutes + dice.below(3) as u32,
        leaves,
        leaves_kind: ConditionKind::Other,
        emoji: recipe.emoji.into(),
    }
}

/// What is done about a condition.
struct Recipe {
    /// Is it everybody's business?
    all: bool,
    /// What is needed first, best first.
    needs: Vec<&'static str>,
    minutes: u32,
    with: &'static str,
    /// What is done without what is needed; empty: nothing.
    without: &'static str,
    emoji: &'static str,
}

/// What is done about a kind of condition, by `data/react.txt`; smoke is treated as fire.
fn recipe(kind: ConditionKind) -> Option<Recipe> {
    let name = if kind.is_fire() { ConditionKind::Burning } else { kind }.name();
    let row = data::react().section("does").iter().find(|row| row[0] == name)?;
    let &[_, whose, needs, minutes, with, without, emoji] = row.as_slice() else { return None };
    Some(Recipe {
        all: whose == "all",
        needs: needs.split(',').map(str::trim).filter(|need| !need.is_empty()).collect(),
        minutes: minutes.parse().unwrap_or(10),
        with,
        without: if without == "-" { "" } else { without },
        emoji,
    })
}

fn why(kind: ConditionKind) -> &'static str {
    match kind {
        kind if kind.is_fire() => "Somebody must put that out at once.",
        ConditionKind::Leaking => "That will get worse if nobody mends it.",
        ConditionKind::Empty => "I need something in it.",
        ConditionKind::Broken => "It has to be mended.",
        ConditionKind::Dirty => "I cannot leave it like that.",
        _ => "What is that?",
    }
}

/// One waits a little for what is taken.
fn wait(question: &React, dice: &mut Dice) -> ReactAnswer {
    let Some(wait) = option(question, ReactionKind::Wait) else { return carry_on(question, "It will be free soon.") };
    ReactAnswer {
        why: "It will be free soon.".into(),
        option: wait.n,
        what: format!("waiting for the {}", question.noticed.subject),
        minutes: 3 + dice.below(5) as u32,
        emoji: "⌛".into(),
        ..ReactAnswer::default()
    }
}

/// Who sees to it already, by what they do or because they are at it: to be at what burns is not to put it out.
fn seen_to(question: &React) -> Option<&str> {
    let noticed = &question.noticed;
    let name = noticed.subject.to_lowercase();
    let about = |doing: &str| {
        let doing = doing.to_lowercase();
        let seeing = data::react().section("seeing to it").iter().flatten().flat_map(|row| row.split(','));
        doing.contains(&name) && { seeing }.map(str::trim).any(|what| doing.contains(what))
    };
    let busy = question.people.iter().find(|one| about(&one.doing)).map(|one| one.name.as_str());
    let object = question.objects().find(|object| Some(object.n) == noticed.object && !noticed.kind.is_danger());
    busy.or(object.and_then(|object| object.taken_by.as_deref()).filter(|who| *who != question.me.name))
}

/// Somebody else is told who may do something about it.
fn tell(question: &React) -> Option<ReactAnswer> {
    let to = option(question, ReactionKind::Talk)?.with.as_deref()?;
    if !question.noticed.kind.is_danger() {
        return None;
    }
    speak(question, to, "Somebody has to see to that.", question.noticed.text.clone())
}

/// Where what is needed can be had: the best in the order of needs, of equal ones the nearest place as offered.
fn source<'a>(
    question: &'a React,
    own: &OfferedObject,
    needs: &[&str],
    kind: ConditionKind,
) -> Option<&'a OfferedObject> {
    let house = |place: &OfferedPlace| sector(&place.name).to_owned();
    let here = question.places.iter().find(|place| place.objects.iter().any(|object| object.n == own.n));
    let here = here.map(house).unwrap_or_default();
    let held = own.stock.as_ref().map_or("", |stock| stock.what.as_str());
    let mut best: Option<((usize, usize), &OfferedObject)> = None;
    for (far, place) in question.places.iter().enumerate() {
        // Water is near, or it is too late; what a house has run out of is not in the same room.
        if kind.is_fire() && house(place) != here {
            continue;
        }
        for object in place.objects.iter().filter(|object| object.n != own.n && object.taken_by.is_none()) {
            let gone = object.stock.as_ref().is_some_and(|stock| stock.left == 0);
            let same = kind == ConditionKind::Empty && object.name == own.name;
            let rank = needs.iter().position(|need| {
                // What one's own house sells it does not get there.
                let sold = house(place) == here && ["sell", "buy"].contains(need);
                let need = need.replace('*', held);
                !sold && object.affordances.contains(&need)
            });
            let Some(rank) = rank.filter(|_| !gone && !same) else { continue };
            // The house itself goes before a better place further away, except for what has to be bought.
            let away = usize::from(kind != ConditionKind::Empty && house(place) != here);
            let worth = (away * 100 + rank * 10 + far.min(9), far);
            if best.is_none_or(|(known, _)| worth < known) {
                best = Some((worth, object));
            }
        }
    }
    best.map(|(_, object)| object)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_trouble_has_a_recipe() {
        use ConditionKind::*;
        for kind in [Burning, Smoking, Leaking, Empty, Occupied, Broken, Dirty, Other] {
            let recipe = recipe(kind).unwrap_or_else(|| panic!("{kind:?}"));
            assert!(recipe.minutes > 0 && recipe.with.contains("{thing}") && !recipe.emoji.is_ascii());
        }
    }
}
