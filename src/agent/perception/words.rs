//! What is noticed, in words.

use crate::world::{ArenaId, ObjectId, TownMap};

/// `at Hobbs Cafe: cafe`, or `outdoors`.
pub fn at_place(arena: ArenaId, map: &TownMap) -> String {
    match map.arena(arena).sector {
        Some(_) => format!("at {}", map.arena_name(arena)),
        None => "outdoors".into(),
    }
}

/// `the stove in the kitchen of Hobbs Cafe`, or `the fountain outdoors`.
pub fn thing(id: ObjectId, map: &TownMap) -> String {
    let object = map.object(id);
    let arena = map.arena(object.arena);
    match arena.sector {
        Some(sector) => format!("the {} in the {} of {}", object.name, arena.name, map.sector(sector).name),
        None => format!("the {} outdoors", object.name),
    }
}

/// Does `text` name this person, in full or by the first name, as a word of its own?
pub fn names(text: &str, person: &str) -> bool {
    let first = person.split_whitespace().next().unwrap_or(person);
    !first.is_empty() && stands_in(text, first)
}

/// Does `name` stand in `text` as words of its own? Capitals count: a name is no common word.
pub fn stands_in(text: &str, name: &str) -> bool {
    text.match_indices(name).any(|(at, _)| {
        let before = text[..at].chars().next_back();
        let after = text[at + name.len()..].chars().next();
        !before.is_some_and(char::is_alphanumeric) && !after.is_some_and(char::is_alphanumeric)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_a_word_of_its_own() {
        assert!(names("Have you seen Ann?", "Ann Lee") && names("Ann Lee's cake", "Ann Lee"));
        assert!(!names("an Annual fair", "Ann Lee") && !names("nothing", ""));
    }
}
