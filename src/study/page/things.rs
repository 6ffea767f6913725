//! The things of a page, and what is seen of one in a state that is told in words.

use std::collections::{BTreeMap, BTreeSet};

use painter::things::{self, Light};
use serde::Serialize;

use super::{pictures::Pictures, scene::number};
use crate::{
    drawing::{
        sheets::Sheet,
        states,
        things::{Shine, frames, pieces},
    },
    language::condition::ConditionKind,
    world::{TownMap, map::Object},
};

/// An object.
#[derive(Serialize)]
pub(super) struct Thing {
    name: String,
    arena: u16,
    rest: String,
    /// One can sleep there.
    bed: bool,
    cells: Vec<[i32; 2]>,
}

impl Thing {
    /// All objects of a map.
    pub(super) fn all(map: &TownMap) -> Vec<Self> {
        let objects = map.objects.iter().map(|object| Self {
            name: object.name.clone(),
            arena: object.arena.0,
            rest: object.rest.clone(),
            bed: object.affordances.iter().any(|what| what == "sleep"),
            cells: object.cells.iter().map(|cell| [cell.x, cell.y]).collect(),
        });
        objects.collect()
    }
}

/// A picture of an object: one for each group of its cells that hang together.
#[derive(Serialize)]
pub(super) struct Piece {
    object: u16,
    /// Left end of its foot, its south edge, depth.
    at: [i32; 3],
    /// Frames by what can be seen of it.
    looks: BTreeMap<&'static str, Vec<usize>>,
    /// Where it shines while in use: x, y, 1 for a screen, room or -1.
    glow: Option<[i32; 4]>,
}

impl Piece {
    /// The pictures of all objects.
    pub(super) fn all(map: &TownMap, pictures: &mut Pictures) -> Vec<Self> {
        let glow = |Shine { at, light, within }: Shine| {
            let room = within.map_or(-1, |room| i32::from(room.0));
            [at.x, at.y, i32::from(light == Light::Cool), room]
        };
        let pieces = pieces(map).into_iter().map(|piece| {
            let object = map.object(piece.object);
            let own = things::kind(&object.kind).into_iter().flat_map(|kind| &kind.states);
            let states: BTreeSet<&str> = own.map(|state| state.is.as_str()).chain(["idle"]).collect();
            let looks = states.into_iter().filter_map(|state| {
                let places = frames(&pictures.index, object, piece.size, state)?.to_vec();
                Some((state, pictures.numbers(Sheet::Furniture, places)))
            });
            let looks = looks.collect();
            let at = [piece.foot.x, piece.foot.y, number(piece.depth)];
            Self { object: piece.object.0, at, looks, glow: piece.shine.map(glow) }
        });
        pieces.collect()
    }

    /// Is there a picture of it at rest?
    #[cfg(test)]
    pub(super) fn is_painted(&self) -> bool {
        self.looks.contains_key("idle")
    }
}

/// What is seen of an object in a state that is told in words, the best first; and what is the matter with it.
pub(super) fn looks_of(object: &Object, words: &str) -> (Vec<&'static str>, Option<&'static str>) {
    let rests = words.is_empty() || words == object.rest;
    let matter = (!rests).then(|| ConditionKind::of(words));
    let grave =
        |kind: &ConditionKind| kind.is_danger() || matches!(kind, ConditionKind::Broken | ConditionKind::Decorated);
    (states::told(object, words, matter), matter.filter(grave).map(ConditionKind::name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_seen_follows_from_the_words() {
        let stove = states::tests::object("stove", "off");
        let looks = |words| looks_of(&stove, words);
        assert_eq!(looks("off"), (vec!["idle"], None));
        assert_eq!(looks("burning"), (vec!["burning", "idle"], Some("burning")));
        assert!(looks("hot").0.ends_with(&["used", "idle"]) && looks("hot").1.is_none());
        assert_eq!(looks_of(&states::tests::object("fridge", "closed"), "empty").0, ["empty", "idle"]);
    }
}
