//! Objects as they are now, and what stands about: the picture by kind, size and look, moving where it works.
//!
//! Rule: what a thing shows comes from its [`ObjectState`] alone; a picture that is missing is a plain box, said once.

use std::collections::BTreeSet;

use bevy::{prelude::*, sprite::Anchor};

use super::{
    STEP, TILE, Z_FLAT, conditions,
    light::{COOL, Lamp, WARM},
    rooms::is_wall,
    scene::{TownState, of_town},
    sheets::{Sheet, Sheets},
    sky::Sky,
    standing_z,
    walls::foot_of,
};
use crate::language::condition::ConditionKind;
use crate::world::{
    Facing, ObjectId, ObjectState, Objects, Tile, TownMap,
    kind::{self, Light},
    map::{Object, Picture},
};

/// Depth order of a chair whose sitter looks north: over the sitter, who is over all else in that row.
const OVER_SITTER: f32 = 40.0;
/// Pictures a second of what works, and of what burns.
const SPEED: (f32, f32) = (4.0, 8.0);
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
}

/// A thing that shines when it is on.
#[derive(Component, Clone, Copy, Debug)]
pub struct Glow {
    /// Does it shine now?
    pub on: bool,
    /// Its light.
    pub lamp: Lamp,
}

/// A street lamp's two pictures: out, lit.
#[derive(Component, Clone, Copy, Debug)]
struct StreetLamp([Rect; 2]);

/// How a thing looks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Look {
    Idle,
    Used,
    /// By one of two, on the western or eastern side.
    Half(bool),
    Trouble,
    Empty,
}

/// Places things and keeps them.
pub fn plugin(app: &mut App) {
    app.add_systems(OnEnter(TownState::Open), (place, scatter));
    app.add_systems(
        PostUpdate,
        (show.run_if(resource_exists::<TownMap>.and_then(resource_exists::<Objects>)), move_on, switch).chain(),
    );
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
            let (places, speed) = picture(&sheets, object, size, Look::Idle);
            // Piers and stands are stood on: they lie before whoever is on them. A bench seen from behind hides laps.
            let depth = match (object.kind.as_str(), object.facing) {
                ("pier" | "bandstand", _) => standing_z((tile.y + 1) as f32 * TILE) - OVER_SITTER * STEP,
                ("bench", Facing::Up) => standing_z(-foot.y) + OVER_SITTER * STEP,
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
                spawned.insert(Moving { places, speed });
            }
            if let Some(light) = kind::light(&object.kind) {
                let colour = if light == Light::Cool { COOL } else { WARM };
                let at = IVec2::new(tile.x * 16 + size.x * 8, (south.y + 1) * 16 - 14);
                let within = map.arena(object.arena).indoor.then_some(object.arena);
                let lamp = Lamp { at, reach: Vec2::new(30.0, 26.0), colour, power: 0.5, within };
                spawned.insert(Glow { on: false, lamp });
            }
        }
    }
}

/// The frames of a look and their speed; none if there is no such picture at all.
fn picture(sheets: &Sheets, object: &Object, size: IVec2, look: Look) -> (Vec<Rect>, f32) {
    let kind = object.kind.replace(' ', "_");
    let way = match object.facing {
        Facing::Up => "up",
        Facing::Right => "right",
        Facing::Down => "down",
        Facing::Left => "left",
    };
    let looks: &[&str] = match look {
        Look::Idle => &["idle"],
        Look::Used => &["used", "idle"],
        Look::Half(false) => &["used_left", "used", "idle"],
        Look::Half(true) => &["used_right", "used", "idle"],
        Look::Trouble => &["trouble", "used", "idle"],
        Look::Empty => &["empty", "idle"],
    };
    let names = looks.iter().flat_map(|look| {
        let plain = format!("{kind}/{}x{}/{look}", size.x, size.y);
        [format!("{plain}/{way}"), plain]
    });
    let names: Vec<String> = names.collect();
    let places = sheets.first_of(Sheet::Furniture, names.iter().map(String::as_str)).unwrap_or_default();
    (places.to_vec(), if look == Look::Trouble { SPEED.1 } else { SPEED.0 })
}

/// How many world pixels an object's picture is high where it takes `size` cells.
pub(super) fn tall(sheets: &Sheets, object: &Object, size: IVec2) -> f32 {
    let (places, _) = picture(sheets, object, size, Look::Idle);
    places.first().map_or(size.y as f32 * TILE, Rect::height)
}

fn look_of(map: &TownMap, object: &Object, state: &ObjectState) -> Look {
    match &state.condition {
        Some(condition) => match condition.kind {
            ConditionKind::Empty => Look::Empty,
            ConditionKind::Occupied | ConditionKind::Decorated | ConditionKind::AtRest | ConditionKind::Other => {
                Look::Used
            }
            kind if conditions::fits(&object.kind, kind) => Look::Trouble,
            _ => Look::Idle,
        },
        None if state.uses.len() == 1 && object.capacity == 2 => {
            let at = map.spot(state.uses[0].spot).at;
            let first = object.cells.iter().map(|cell| cell.x).min().unwrap_or_default();
            Look::Half(at.x > first)
        }
        None if !state.uses.is_empty() => Look::Used,
        None if object.holds.as_ref().is_some_and(|holds| holds.full > 0) && state.left == 0 => Look::Empty,
        None => Look::Idle,
    }
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
        let Some(state) = objects.0.get(usize::from(piece.object.0)).and_then(|entity| states.get(*entity).ok()) else {
            continue;
        };
        let object = map.object(piece.object);
        let look = look_of(&map, object, state);
        let (places, speed) = picture(&sheets, object, piece.size, look);
        if let Some(mut moving) = moving
            && moving.places != places
        {
            *moving = Moving { places, speed };
        }
        if let Some(mut glow) = glow {
            glow.on = matches!(look, Look::Used | Look::Half(_) | Look::Trouble);
        }
    }
}

fn move_on(time: Res<Time>, mut all: Query<(&Moving, &mut Sprite)>) {
    let seconds = time.elapsed_secs();
    for (moving, mut sprite) in &mut all {
        let frame = (seconds * moving.speed) as usize % moving.places.len().max(1);
        let place = moving.places.get(frame).copied();
        if sprite.rect != place {
            sprite.rect = place;
        }
    }
}

/// What stands about.
fn scatter(mut commands: Commands, map: Res<TownMap>, sheets: Res<Sheets>) {
    let mut missing = BTreeSet::new();
    for (tile, Picture { name, frame }) in &map.drawing.decor {
        let found = [Sheet::Outdoors, Sheet::Furniture]
            .into_iter()
            .find_map(|sheet| sheets.frame(sheet, name, *frame as usize));
        let Some(place) = found else {
            if missing.insert(name.as_str()) {
                warn!("no picture for the decor {name}");
            }
            continue;
        };
        // Wide pictures stand centred on their cell.
        let mut foot = foot_of(*tile) + Vec2::new((TILE - place.width()) / 2.0, 0.0);
        let row = -foot.y;
        let depth = match name.as_str() {
            "lily" => Z_FLAT + 1.5,
            "chair/north" | "garden_chair/north" | "stool" => standing_z(row) + OVER_SITTER * STEP,
            _ => standing_z(row),
        };
        if name == "lily" {
            foot.y += 3.0;
        }
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
    for (StreetLamp(places), mut sprite) in &mut lamps {
        let place = Some(places[usize::from(sky.lit())]);
        if sprite.rect != place {
            sprite.rect = place;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_of_cells_are_told_apart() {
        let cells = [(1, 1), (2, 1), (1, 2), (2, 2), (5, 1), (6, 1)].map(|(x, y)| Tile::new(x, y)).to_vec();
        let object = Object {
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
        };
        assert_eq!(pieces(&object), [(Tile::new(1, 1), IVec2::new(2, 2)), (Tile::new(5, 1), IVec2::new(2, 1))]);
    }
}
