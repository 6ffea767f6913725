//! What is seen of an object as it is now: names of states, the best first. Which of them is painted, the sheets know.

use painter::things;

use crate::language::condition::ConditionKind;
use crate::world::{ObjectState, TownMap, map::Object};

/// States that every kind may have; all others are conditions or states of its own.
const COMMON: [&str; 5] = ["idle", "used", "used left", "used right", "empty"];

/// The state that `assets/things.toml` gives to this kind alone and that these words tell.
pub fn own(kind: &str, words: &str) -> Option<&'static str> {
    let words = format!(" {} ", words.to_lowercase());
    let states = things::kind(kind).into_iter().flat_map(|kind| &kind.states).map(|state| state.is.as_str());
    let mut own = states.filter(|state| !COMMON.contains(state) && ConditionKind::named(state).is_none());
    own.find(|state| words.contains(&format!(" {state} ")) && !words.contains(" not "))
}

/// The states of an object that these words tell of: what is the matter with it, or `None` as it rests.
pub fn told(object: &Object, words: &str, matter: Option<ConditionKind>) -> Vec<&'static str> {
    let mut states: Vec<_> = own(&object.kind, words).into_iter().collect();
    match matter {
        None => {}
        Some(ConditionKind::Empty) => states.push("empty"),
        Some(kind @ (ConditionKind::Broken | ConditionKind::Dirty)) => states.extend([kind.name(), "broken", "used"]),
        Some(kind) if kind.is_danger() => states.push(kind.name()),
        Some(kind) => states.extend([kind.name(), "used"]),
    }
    states.push("idle");
    states
}

/// The states of an object as it is.
pub fn seen(map: &TownMap, object: &Object, state: &ObjectState) -> Vec<&'static str> {
    let words = state.shows(object);
    if let Some(condition) = &state.condition {
        return told(object, words, Some(condition.kind));
    }
    let usual: &[&str] = match &state.uses[..] {
        // Of two that share it only one is there.
        [one] if object.capacity == 2 => {
            let at = map.spot(one.spot).at;
            let first = object.cells.iter().map(|cell| cell.x).min().unwrap_or_default();
            &[if at.x > first { "used right" } else { "used left" }, "used", "idle"]
        }
        [_, ..] => &["used", "idle"],
        [] if state.left == 0 && object.holds.as_ref().is_some_and(|holds| holds.full > 0) => &["empty", "idle"],
        [] => &["idle"],
    };
    own(&object.kind, words).into_iter().chain(usual.iter().copied()).collect()
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::{
        data::Data,
        drawing::{
            sheets::{Index, Packed, Sheet},
            things,
        },
        world::{ArenaId, Facing},
    };
    use bevy::math::{IVec2, Vec2};

    pub(crate) fn object(kind: &str, rest: &str) -> Object {
        Object {
            name: kind.into(),
            kind: kind.into(),
            arena: ArenaId(0),
            affordances: vec![],
            capacity: 1,
            rest: rest.into(),
            holds: None,
            owners: vec![],
            facing: Facing::Down,
            cells: vec![],
        }
    }

    #[test]
    fn a_state_is_painted_as_the_kind_has_it() {
        let mut index = Index::default();
        let sheet = Packed::read(&Data::built_in(), "furniture").expect("a sheet");
        index.add(Sheet::Furniture, Vec2::ZERO, sheet.frames);
        let painted = |kind, width, state: &str| {
            things::picture(&index, &object(kind, ""), IVec2::new(width, 1), &[state]).is_some()
        };
        assert!(painted("sink", 1, "leaking") && !painted("sink", 1, "burning"), "a sink on fire is not painted wet");
        assert!(painted("stove", 2, "burning") && !painted("stove", 2, "leaking"));
        assert!(painted("television", 2, "broken") && !painted("television", 2, "burning"));
        assert_eq!(own("stove", "burning"), None, "anything can burn");
        assert_eq!((own("loom", "threaded"), own("stove", "not threaded")), (None, None));
    }

    #[test]
    fn what_is_seen_follows_from_the_state() {
        let [stove, fridge] = [object("stove", "off"), object("fridge", "closed")];
        assert_eq!(told(&stove, "hot", Some(ConditionKind::Other)), ["other", "used", "idle"]);
        assert_eq!(seen(&TownMap::default(), &fridge, &ObjectState::rested(&fridge)), ["idle"]);
    }
}
