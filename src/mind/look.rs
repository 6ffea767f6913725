//! What others see: the state of an object in use, what it uses up, the emoji of a step.

use std::sync::LazyLock;

use crate::{
    language::{condition::ConditionKind, inflect, table::table, text::stem},
    mind::{
        dice::Dice,
        question::{OfferedObject, Placed},
    },
};

table!(
    /// How objects in use look, and what is used up.
    looks, "rules/data/looks.txt");
table!(
    /// Emoji by stem.
    emojis, "rules/data/emoji.txt");

/// How something done at an object looks to others: `step` with the -ing word first.
pub fn look(object: &OfferedObject, step: &str, dice: &mut Dice) -> Placed {
    let placed = placed(object, step, dice);
    Placed { emoji: emoji(step, "", dice), ..placed }
}

/// The same but for the emoji.
pub fn placed(object: &OfferedObject, step: &str, dice: &mut Dice) -> Placed {
    let (leaves, leaves_kind) = leaves(object, step);
    let uses = takes(object, step).min(object.stock.as_ref().map_or(0, |stock| stock.left as i32));
    Placed { place: object.n, state: state(object, step, dice), uses, emoji: String::new(), leaves, leaves_kind }
}

/// The states of a section that fit best, in one to four words each.
fn states(section: &str, object: &OfferedObject, step: &str) -> Option<&'static str> {
    let stems = inflect::stems(step);
    let mut name = inflect::stems(&object.name);
    // A bed in a garden is no bed.
    let has = |what: &str| object.affordances.iter().any(|a| a == what);
    if has("garden") {
        name = inflect::stems("garden");
    }
    let rows = looks().section(section).iter().filter(|row| row.len() > 2).enumerate();
    let fit = rows.filter(|(_, row)| {
        let own = inflect::stems(row[0]);
        own.iter().all(|word| name.contains(word)) && (row[1] == "-" || stems.contains(&stem(row[1])))
    });
    let best = fit.min_by_key(|(i, row)| (usize::MAX - inflect::stems(row[0]).len(), row[1] == "-", *i));
    best.map(|(_, row)| row[2])
}

/// How the object looks while the step is done at it.
fn state(object: &OfferedObject, step: &str, dice: &mut Dice) -> String {
    let Some(states) = states("states", object, step) else { return "in use".into() };
    let choices: Vec<&str> = states.split('/').map(str::trim).collect();
    let chosen = dice.pick(&choices).copied().unwrap_or("in use");
    if chosen.contains("{does}") { does(step) } else { chosen.to_owned() }
}

/// What a step does, without where: `frying eggs at the stove` gives `frying eggs`.
fn does(step: &str) -> String {
    let mut text = step.to_lowercase();
    for cut in [" at ", " on ", " in ", " from ", " for ", " and ", ",", " with "] {
        if let Some(at) = text.find(cut) {
            text.truncate(at);
        }
    }
    let text = text.split_whitespace().take(3).collect::<Vec<_>>().join(" ");
    if text.is_empty() || text.chars().count() > 40 { "in use".into() } else { text }
}

/// What stays when the step is done, and of what kind that is; mostly nothing.
fn leaves(object: &OfferedObject, step: &str) -> (String, ConditionKind) {
    let goes_on = states("goes on", object, step).map(|state| (state.to_owned(), ConditionKind::Lit));
    let stems = inflect::stems(step);
    let rows = looks().section("leaves").iter().filter(|row| row.len() == 2);
    let mut fit = rows.filter(|row| inflect::stems(row[0]).iter().all(|word| stems.contains(word)));
    let stays = fit.next().map(|row| (row[1].to_owned(), ConditionKind::of(row[1])));
    stays.or(goes_on).unwrap_or_default()
}

/// How much of what runs out there the step takes, whatever is left; less than nothing: how much it puts in.
pub fn takes(object: &OfferedObject, step: &str) -> i32 {
    let Some(stock) = &object.stock else { return 0 };
    let step = inflect::stems(step);
    let lead = step.first().map_or("", String::as_str);
    if let Some(row) = looks().section("puts").iter().find(|row| stem(row[0]) == lead) {
        // Somebody who fills a glass at it does not fill it.
        let filled = inflect::stems(&object.name).iter().all(|word| step.contains(word));
        return if filled { row.get(1).and_then(|much| much.parse().ok()).map_or(0, |much: i32| -much) } else { 0 };
    }
    let what = inflect::stems(&stock.what);
    let rows = looks().section("uses").iter().filter(|row| row.len() > 2);
    let mut fit = rows.filter(|row| what.contains(&stem(row[0])) && step.contains(&stem(row[1])));
    fit.next().and_then(|row| row[2].parse().ok()).unwrap_or(0)
}

/// One emoji, sometimes two.
pub fn emoji(step: &str, part_of: &str, dice: &mut Dice) -> String {
    let mut rows = matches(step);
    if rows.is_empty() {
        rows = matches(part_of);
    }
    let mut choose = |choices: &&'static str| {
        let choices: Vec<&str> = choices.split_whitespace().collect();
        dice.pick(&choices).copied().unwrap_or("🙂")
    };
    let first = rows.first().map_or("🙂", &mut choose);
    let second = rows.get(1).map(choose).filter(|second| *second != first);
    match second {
        Some(second) if dice.chance(30) => format!("{first}{second}"),
        _ => first.to_owned(),
    }
}

/// The choices of emoji that the words of a text call for.
fn matches(text: &str) -> Vec<&'static str> {
    /// Stems that must all occur, and the choices that they call for.
    type Row = (Vec<Vec<String>>, &'static str);
    static ROWS: LazyLock<Vec<Row>> = LazyLock::new(|| {
        let calls = |row: &str| row.split_whitespace().map(|call| call.split('+').map(stem).collect()).collect();
        let rows = emojis().section("").iter().filter(|row| row.len() > 1);
        rows.map(|row| (calls(row[0]), row[1])).collect()
    });
    let stems = inflect::stems(text);
    let says = |call: &Vec<String>| call.iter().all(|word| stems.contains(word));
    ROWS.iter().filter(|(calls, _)| calls.iter().any(says)).map(|(_, choices)| *choices).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mind::question::Stock;

    #[test]
    fn there_is_an_emoji_for_most_of_life() {
        let rows = emojis().section("");
        let stems: usize = rows.iter().map(|row| row[0].split_whitespace().count()).sum();
        assert!(stems >= 150, "{stems}");
        for row in rows {
            assert_eq!(row.len(), 2, "{row:?}");
            for one in row[1].split_whitespace() {
                let known = |c: char| matches!(c as u32, 0x1F300..=0x1FAF8 | 0x2600..=0x27BF | 0x231A..=0x23F3 | 0x2B50 | 0x1F0CF | 0x200D | 0xFE0F);
                assert!(one.chars().all(known) && one.chars().count() <= 5, "{one}");
            }
        }
    }

    #[test]
    fn what_a_step_leaves_is_of_a_kind() {
        let [bar, stove] = ["bar", "stove"].map(|name| OfferedObject { name: name.into(), ..OfferedObject::default() });
        assert_eq!(leaves(&bar, "hanging decorations at the bar"), ("decorated".into(), ConditionKind::Decorated));
        assert_eq!(leaves(&bar, "reading at the bar"), (String::new(), ConditionKind::Other));
        assert_eq!(leaves(&stove, "stirring the soup"), ("on".into(), ConditionKind::Lit));
        for row in looks().section("leaves") {
            assert_ne!(
                leaves(&bar, row[0]).1,
                ConditionKind::Other,
                "{row:?}: give its words a kind in [conditions.kinds]"
            );
        }
    }

    #[test]
    fn looks_are_short_and_uses_are_numbers() {
        for row in looks().section("states") {
            for state in row[2].split('/') {
                assert!(state.split_whitespace().count() <= 5, "{row:?}");
            }
        }
        assert!(looks().section("uses").iter().all(|row| row[2].parse::<u32>().is_ok()));
        assert!(looks().section("puts").iter().flat_map(|row| row.get(1)).all(|much| much.parse::<u32>().is_ok()));
    }

    #[test]
    fn who_fills_a_thing_up_puts_in() {
        let stock = Some(Stock { what: "cakes".into(), left: 16 });
        let stand = OfferedObject { name: "cake stand".into(), stock, ..OfferedObject::default() };
        assert!(takes(&stand, "filling up the cake stand") < 0);
        assert_eq!(takes(&stand, "filling a plate"), 0);
        assert_eq!(takes(&stand, "serving cake"), 1);
    }
}
