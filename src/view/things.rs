//! Objects as they are now, and what stands about: the picture by kind, size and look, moving where it works.
//!
//! Rule: what a thing shows comes from its [`ObjectState`] alone; a picture that is missing is a plain box, said once.

use std::collections::BTreeSet;

use bevy::{prelude::*, sprite::Anchor};

use painter::things::{self, Light};

use super::{
    STEP, TILE, Z_FLAT,
    light::{COOL, Glow, Lamp, Sky, WARM},
    rooms::is_wall,
    scene::{TownState, of_town},
    sheets::{Sheet, Sheets},
    standing_z,
    walls::foot_of,
};
use crate::language::condition::ConditionKind;
use crate::world::{
    Facing, ObjectId, ObjectState, Objects, Tile, TownMap,
    map::{Object, Picture},
};

/// Depth order of a chair whose sitter looks north: over the sitter, who is over all else in that row.
const OVER_SITTER: f32 = 40.0;
/// Pictures a second of what works, and of what burns.
const SPEED: (f32, f32) = (4.0, 8.0);
/// States that every kind may have; all others are conditions or states of its own.
const COMMON_STATES: [&str; 5] = ["idle", "used", "used left", "used right", "empty"];
/// One picture of an object: one for each group of cells that hang together.
#[derive(Component, Clone, Copy, Debug)]
pub(super) struct Piece {
    /// Whose.
    pub(super) object: ObjectId,
    size: IVec2,
}

/// A picture that moves.
#[derive(Component, Clone, Debug)]
pub struct Moving {
    /// Its frames.
    pub places: Vec<Rect>,
    /// Frames a second.
    pub speed: f32,
    /// Frames by which it is ahead of others.
    pub ahead: f32,
}

/// A street lamp's two pictures: out, lit.
#[derive(Component, Clone, Copy, Debug)]
struct StreetLamp([Rect; 2]);

/// Places things and keeps them.
pub fn plugin(app: &mut App) {
    app.add_systems(OnEnter(TownState::Open), (place, scatter));
    app.add_systems(PostUpdate, (show.run_if(in_state(TownState::Open)), move_on, switch).chain());
}

/// Groups of an object's cells that hang together, each with its north-west cell and size.
pub(super) fn pieces(object: &Object) -> Vec<(Tile, IVec2)> {
    let mut left: BTreeSet<Tile> = object.cells.iter().copied().collect();
    let mut found = Vec::new();
    while let Some(first) = left.pop_first() {
        let (mut low, mut high) = (IVec2::new(first.x, first.y), IVec2::new(first.x, first.y));
        let mut edge = vec![first];
        while let Some(tile) = edge.pop() {
            (low, high) = (low.min(IVec2::new(tile.x, tile.y)), high.max(IVec2::new(tile.x, tile.y)));
            edge.extend(Facing::ALL.map(|way| tile.toward(way)).into_iter().filter(|next| left.remove(next)));
        }
        found.push((Tile::new(low.x, low.y), high - low + 1));
    }
    found
}

fn place(mut commands: Commands, map: Res<TownMap>, sheets: Res<Sheets>) {
    for (n, object) in map.objects.iter().enumerate() {
        for (tile, size) in pieces(object) {
            let south = Tile::new(tile.x, tile.y + size.y - 1);
            let foot = foot_of(south);
            let piece = Piece { object: ObjectId(n as u16), size };
            let places = picture(&sheets, object, size, &["idle"]).map(|(_, places)| places).unwrap_or_default();
            let kind = things::kind(&object.kind);
            // What is stood on lies before whoever is on it. A bench seen from behind hides laps.
            let depth = match kind {
                Some(kind) if kind.stood_on => standing_z((tile.y + 1) as f32 * TILE) - OVER_SITTER * STEP,
                Some(kind) if kind.hides_sitters && object.facing == Facing::Up => {
                    standing_z(-foot.y) + OVER_SITTER * STEP
                }
                _ => standing_z(-foot.y),
            };
            let mut sprite = sheets.sprite(places.first().copied().unwrap_or(sheets.white()));
            if places.is_empty() {
                // Plain and visible, so that a missing picture is seen but nothing falls over.
                warn!("no picture for a {} of {} x {}", object.kind, size.x, size.y);
                sprite.color = Color::srgb(0.62, 0.43, 0.71);
                sprite.custom_size = Some(size.as_vec2() * TILE - 2.0);
            }
            let mut spawned = commands.spawn((
                of_town(),
                piece,
                sprite,
                Anchor::BOTTOM_LEFT,
                Transform::from_translation(foot.extend(depth)),
            ));
            if !places.is_empty() {
                spawned.insert(Moving { places, speed: SPEED.0, ahead: 0.0 });
            }
            if let Some(light) = kind.and_then(|kind| kind.shines) {
                let colour = if light == Light::Cool { COOL } else { WARM };
                let at = IVec2::new(tile.x * 16 + size.x * 8, (south.y + 1) * 16 - 14);
                let within = map.arena(object.arena).indoor.then_some(object.arena);
                let lamp = Lamp { at, reach: Vec2::new(30.0, 26.0), colour, power: 0.5, within };
                spawned.insert(Glow { on: false, lamp });
            }
        }
    }
}

/// The first of these states that there is a picture of, and its frames.
pub(super) fn picture<'a>(
    sheets: &Sheets,
    object: &Object,
    size: IVec2,
    states: &[&'a str],
) -> Option<(&'a str, Vec<Rect>)> {
    let kind = object.kind.replace(' ', "_");
    let way = format!("{:?}", object.facing).to_lowercase();
    states.iter().find_map(|state| {
        let plain = format!("{kind}/{}x{}/{}", size.x, size.y, state.replace(' ', "_"));
        let places = sheets.first_of(Sheet::Furniture, [format!("{plain}/{way}").as_str(), &plain])?;
        Some((*state, places.to_vec()))
    })
}

/// How many world pixels an object's picture is high where it takes `size` cells.
pub(super) fn tall(sheets: &Sheets, object: &Object, size: IVec2) -> f32 {
    let idle = picture(sheets, object, size, &["idle"]).and_then(|(_, places)| places.first().copied());
    idle.map_or(size.y as f32 * TILE, |place| place.height())
}

/// The state that `assets/things.toml` gives to this kind alone and that these words tell.
pub(super) fn own_state(kind: &str, words: &str) -> Option<&'static str> {
    let words = format!(" {} ", words.to_lowercase());
    let states = things::kind(kind).into_iter().flat_map(|kind| &kind.states).map(|state| state.is.as_str());
    let mut own = states.filter(|state| !COMMON_STATES.contains(state) && ConditionKind::named(state).is_none());
    own.find(|state| words.contains(&format!(" {state} ")) && !words.contains(" not "))
}

/// The states in which an object can be seen, the best first.
fn states_of(map: &TownMap, object: &Object, state: &ObjectState) -> Vec<&'static str> {
    let own = own_state(&object.kind, state.shows(object));
    let usual: &[&str] = match &state.condition {
        Some(condition) => match condition.kind {
            ConditionKind::Empty => &["empty", "idle"],
            ConditionKind::Broken | ConditionKind::Dirty => &[condition.kind.name(), "broken", "used", "idle"],
            kind if kind.is_danger() => &[kind.name(), "idle"],
            kind => &[kind.name(), "used", "idle"],
        },
        None if state.uses.len() == 1 && object.capacity == 2 => {
            let at = map.spot(state.uses[0].spot).at;
            let first = object.cells.iter().map(|cell| cell.x).min().unwrap_or_default();
            &[if at.x > first { "used right" } else { "used left" }, "used", "idle"]
        }
        None if !state.uses.is_empty() => &["used", "idle"],
        None if object.holds.as_ref().is_some_and(|holds| holds.full > 0) && state.left == 0 => &["empty", "idle"],
        None => &["idle"],
    };
    own.into_iter().chain(usual.iter().copied()).collect()
}

fn show(
    map: Res<TownMap>,
    objects: Res<Objects>,
    sheets: Res<Sheets>,
    changed: Query<(&ObjectId, &ObjectState), Changed<ObjectState>>,
    states: Query<&ObjectState>,
    mut pieces: Query<(&Piece, Option<&mut Moving>, Option<&mut Glow>)>,
) {
    let changed: BTreeSet<ObjectId> = changed.iter().map(|(id, _)| *id).collect();
    if changed.is_empty() {
        return;
    }
    for (piece, moving, glow) in pieces.iter_mut().filter(|(piece, ..)| changed.contains(&piece.object)) {
        let Some(state) = objects.entities.get(usize::from(piece.object.0)).and_then(|entity| states.get(*entity).ok())
        else {
            continue;
        };
        let object = map.object(piece.object);
        let states = states_of(&map, object, state);
        let (shown, places) = picture(&sheets, object, piece.size, &states).unwrap_or_default();
        let speed = if state.kind().is_trouble() { SPEED.1 } else { SPEED.0 };
        if let Some(mut moving) = moving
            && moving.places != places
        {
            (moving.places, moving.speed) = (places, speed);
        }
        if let Some(mut glow) = glow {
            glow.on = !["idle", "empty"].contains(&shown);
        }
    }
}

fn move_on(time: Res<Time>, mut all: Query<(&Moving, &mut Sprite)>) {
    let seconds = time.elapsed_secs();
    for (moving, sprite) in &mut all {
        let frame = (seconds * moving.speed + moving.ahead) as usize % moving.places.len().max(1);
        sprite.map_unchanged(|sprite| &mut sprite.rect).set_if_neq(moving.places.get(frame).copied());
    }
}

/// What stands about.
fn scatter(mut commands: Commands, map: Res<TownMap>, sheets: Res<Sheets>) {
    let mut missing = BTreeSet::new();
    for (tile, Picture { name, frame }) in &map.drawing.decor {
        let frame = |sheet: Sheet| sheets.frame(sheet, name, *frame as usize);
        let found = [Sheet::Outdoors, Sheet::Furniture].into_iter().find_map(frame);
        let Some(place) = found else {
            if missing.insert(name.as_str()) {
                warn!("no picture for the decor {name}");
            }
            continue;
        };
        // Wide pictures stand centred on their cell.
        let mut foot = foot_of(*tile) + Vec2::new((TILE - place.width()) / 2.0, 0.0);
        let row = -foot.y;
        let kind = things::decor().iter().find(|decor| decor.picture == *name);
        let depth = match kind {
            Some(kind) if kind.flat => {
                foot.y += 3.0;
                Z_FLAT + 1.5
            }
            Some(kind) if kind.hides_sitters => standing_z(row) + OVER_SITTER * STEP,
            _ => standing_z(row),
        };
        let depth = if is_wall(&map, *tile) { depth + 3.0 * STEP } else { depth };
        let sprite = sheets.sprite(place);
        let mut spawned =
            commands.spawn((of_town(), sprite, Anchor::BOTTOM_LEFT, Transform::from_translation(foot.extend(depth))));
        if let (true, Some(&[out, lit])) = (name == "lamp", sheets.frames(Sheet::Outdoors, name)) {
            spawned.insert(StreetLamp([out, lit]));
        }
    }
}

fn switch(sky: Res<Sky>, mut lamps: Query<(&StreetLamp, &mut Sprite)>) {
    if !sky.is_changed() {
        return;
    }
    for (StreetLamp(places), sprite) in &mut lamps {
        sprite.map_unchanged(|sprite| &mut sprite.rect).set_if_neq(Some(places[usize::from(sky.lit())]));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_state_is_painted_as_the_kind_has_it() {
        let (sheets, _) = crate::view::sheets::pack(&crate::data::Data::built_in());
        let painted = |kind: &str, width, state: &str| {
            let object = Object { kind: kind.into(), ..object(vec![]) };
            picture(&sheets, &object, IVec2::new(width, 1), &[state]).is_some()
        };
        assert!(painted("sink", 1, "leaking") && !painted("sink", 1, "burning"), "a sink on fire is not painted wet");
        assert!(painted("stove", 2, "burning") && !painted("stove", 2, "leaking"));
        assert!(painted("television", 2, "broken") && !painted("television", 2, "burning"));
        assert_eq!(own_state("stove", "burning"), None, "anything can burn");
        assert_eq!((own_state("loom", "threaded"), own_state("stove", "not threaded")), (None, None));
    }

    fn object(cells: Vec<Tile>) -> Object {
        Object {
            name: String::new(),
            kind: String::new(),
            arena: default(),
            affordances: vec![],
            capacity: 1,
            rest: String::new(),
            holds: None,
            owners: vec![],
            facing: Facing::Down,
            cells,
        }
    }

    #[test]
    fn groups_of_cells_are_told_apart() {
        let cells = [(1, 1), (2, 1), (1, 2), (2, 2), (5, 1), (6, 1)].map(|(x, y)| Tile::new(x, y)).to_vec();
        assert_eq!(pieces(&object(cells)), [(Tile::new(1, 1), IVec2::new(2, 2)), (Tile::new(5, 1), IVec2::new(2, 1))]);
    }
}
