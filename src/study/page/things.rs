//! The furniture of a page and what stands about, and what is seen of a thing in a state.

use std::collections::{BTreeMap, BTreeSet};

use painter::things::{self, Light};

use super::{
    pictures::{FURNITURE, OUTDOORS},
    rooms::is_wall,
    scene::{Lamp, Piece, STEPS, Thing},
    walls::{Site, foot_of},
};
use crate::{
    language::condition::ConditionKind,
    world::{
        Facing, Tile,
        map::{Object, Picture},
    },
};

/// Depth of a chair whose sitter looks north: over the sitter, who is over all else in that row.
const OVER_SITTER: i32 = 40;
/// States that every kind may have; all others are conditions or states of its own.
const COMMON: [&str; 6] = ["idle", "used", "used left", "used right", "empty", "occupied"];

/// Groups of an object's cells that hang together: north-west cell, width, depth.
fn pieces(object: &Object) -> Vec<(Tile, i32, i32)> {
    let mut left: BTreeSet<Tile> = object.cells.iter().copied().collect();
    let mut found = Vec::new();
    while let Some(first) = left.pop_first() {
        let (mut low, mut high) = (first, first);
        let mut edge = vec![first];
        while let Some(tile) = edge.pop() {
            low = Tile::new(low.x.min(tile.x), low.y.min(tile.y));
            high = Tile::new(high.x.max(tile.x), high.y.max(tile.y));
            edge.extend(Facing::ALL.map(|way| tile.toward(way)).into_iter().filter(|next| left.remove(next)));
        }
        found.push((low, high.x - low.x + 1, high.y - low.y + 1));
    }
    found
}

/// Places all objects.
pub(super) fn place(site: &mut Site) {
    for (n, object) in site.map.objects.iter().enumerate() {
        site.scene.things.push(Thing {
            name: object.name.clone(),
            arena: object.arena.0,
            rest: object.rest.clone(),
            bed: object.affordances.iter().any(|what| what == "sleep"),
            cells: object.cells.iter().map(|cell| [cell.x, cell.y]).collect(),
        });
        let kind = things::kind(&object.kind);
        let own = kind.into_iter().flat_map(|kind| kind.states.iter().map(|state| state.is.as_str()));
        let states: BTreeSet<&str> = own.chain(["idle"]).collect();
        for (tile, wide, deep) in pieces(object) {
            let (x, south) = foot_of(Tile::new(tile.x, tile.y + deep - 1));
            let depth = match kind {
                Some(kind) if kind.stood_on => (tile.y + 1) * 16 * STEPS - OVER_SITTER,
                Some(kind) if kind.hides_sitters && object.facing == Facing::Up => south * STEPS + OVER_SITTER,
                _ => south * STEPS,
            };
            let name = object.kind.replace(' ', "_");
            let way = format!("{:?}", object.facing).to_lowercase();
            let mut looks = BTreeMap::new();
            for state in &states {
                let plain = format!("{name}/{wide}x{deep}/{}", state.replace(' ', "_"));
                let turned = site.pictures.numbers(FURNITURE, &format!("{plain}/{way}"));
                if let Some(frames) = turned.or_else(|| site.pictures.numbers(FURNITURE, &plain)) {
                    looks.insert((*state).to_owned(), frames);
                }
            }
            let glow = kind.and_then(|kind| kind.shines).map(|light| {
                let indoor = site.map.arena(object.arena).indoor;
                let room = if indoor { i32::from(object.arena.0) } else { -1 };
                [x + wide * 8, south - 14, i32::from(light == Light::Cool), room]
            });
            site.scene.pieces.push(Piece { object: n, at: [x, south, depth], looks, glow });
        }
    }
}

/// Places what stands about.
pub(super) fn scatter(site: &mut Site) {
    for (tile, Picture { name, frame }) in &site.map.drawing.decor {
        let found = [OUTDOORS, FURNITURE]
            .into_iter()
            .find_map(|sheet| Some((sheet, site.pictures.frame(sheet, name, *frame as usize)?)));
        let Some((sheet, at)) = found else { continue };
        let (x, south) = foot_of(*tile);
        // Wide pictures stand centred on their cell.
        let left = x + (16 - at[2]).div_euclid(2);
        let kind = things::decor().iter().find(|decor| decor.picture == *name);
        if kind.is_some_and(|kind| kind.flat) {
            let number = site.pictures.number(sheet, at) as i32;
            site.scene.flats.push([number, left, south - 3 - at[3]]);
            continue;
        }
        let hides = kind.is_some_and(|kind| kind.hides_sitters);
        let order = if hides { OVER_SITTER } else { 0 } + if is_wall(site.map, *tile) { 3 } else { 0 };
        let still = site.still(sheet, at, (left, south), order, 0);
        match site.pictures.frames(OUTDOORS, name).map(<[_]>::to_vec) {
            Some(frames) if name == "lamp" && frames.len() == 2 => {
                let looks = [frames[0], frames[1]].map(|place| site.still(sheet, place, (left, south), order, 0));
                site.scene.lamps.push(Lamp { looks, foot: [x + 8, south] });
            }
            _ => site.scene.stills.push(still),
        }
    }
}

/// What is seen of an object in a state that is told in words, the best first; and what is the matter with it.
pub(super) fn looks_of(object: &Object, words: &str) -> (Vec<String>, Option<&'static str>) {
    let own = own_state(&object.kind, words);
    let rests = words.is_empty() || words == object.rest;
    let kind = if rests { ConditionKind::AtRest } else { ConditionKind::of(words) };
    let usual: &[&str] = match kind {
        _ if rests => &["idle"],
        ConditionKind::Empty => &["empty", "idle"],
        ConditionKind::Broken | ConditionKind::Dirty => &[kind.name(), "broken", "used", "idle"],
        _ if kind.is_danger() => &[kind.name(), "idle"],
        _ => &[kind.name(), "used", "idle"],
    };
    let marked = kind.is_danger() || matches!(kind, ConditionKind::Broken | ConditionKind::Decorated);
    let all = own.into_iter().chain(usual.iter().copied()).map(str::to_owned);
    (all.collect(), marked.then_some(kind.name()))
}

/// The state that the kinds of things give to this kind alone and that these words tell.
fn own_state<'a>(kind: &str, words: &str) -> Option<&'a str> {
    let words = format!(" {} ", words.to_lowercase());
    let states = things::kind(kind).into_iter().flat_map(|kind| &kind.states).map(|state| state.is.as_str());
    let mut own = states.filter(|state| !COMMON.contains(state) && ConditionKind::named(state).is_none());
    own.find(|state| words.contains(&format!(" {state} ")) && !words.contains(" not "))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::world::ArenaId;

    #[test]
    fn what_is_seen_follows_from_the_words() {
        let object = |kind: &str, rest: &str| Object {
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
        };
        let stove = object("stove", "off");
        let looks = |words| looks_of(&stove, words);
        assert_eq!(looks("off"), (vec!["idle".to_owned()], None));
        assert_eq!(looks("burning"), (vec!["burning".to_owned(), "idle".to_owned()], Some("burning")));
        assert_eq!(looks("hot").0.last().map(String::as_str), Some("idle"));
        assert!(looks("hot").0.contains(&"used".to_owned()) && looks("hot").1.is_none());
        assert_eq!(looks_of(&object("fridge", "closed"), "empty").0, ["empty", "idle"]);
    }
}
