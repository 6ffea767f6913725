//! Objects as they are now: the picture by kind, size and look, moving where it works.
//!
//! Rule: what a thing shows comes from its [`ObjectState`] alone; a picture that is missing is a plain box, said once.

use std::collections::BTreeSet;

use bevy::{prelude::*, sprite::Anchor};

use painter::things::Light;

use super::{
    TILE, depth_z,
    light::{COOL, Glow, Lamp, WARM},
    scene::{TownState, of_town},
    sheets::Sheets,
    world_at,
};
use crate::{
    drawing::{
        states,
        things::{Shine, picture, pieces},
    },
    world::{ObjectId, ObjectState, Objects, TownMap},
};

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
    /// Frames by which it is ahead of others.
    pub ahead: f32,
}

/// Places things and keeps them.
pub fn plugin(app: &mut App) {
    app.add_systems(OnEnter(TownState::Open), place);
    app.add_systems(PostUpdate, (show.run_if(in_state(TownState::Open)), move_on).chain());
}

fn place(mut commands: Commands, map: Res<TownMap>, sheets: Res<Sheets>) {
    for piece in pieces(&map) {
        let (object, size) = (map.object(piece.object), piece.size);
        let places = picture(&sheets, object, size, &["idle"]).map_or_else(Vec::new, |(_, places)| places.to_vec());
        let mut sprite = sheets.sprite(places.first().copied().unwrap_or(sheets.white()));
        if places.is_empty() {
            // Plain and visible, so that a missing picture is seen but nothing falls over.
            warn!("no picture for a {} of {} x {}", object.kind, size.x, size.y);
            sprite.color = Color::srgb(0.62, 0.43, 0.71);
            sprite.custom_size = Some(size.as_vec2() * TILE - 2.0);
        }
        let at = Transform::from_translation(world_at(piece.foot).extend(depth_z(piece.depth)));
        let piece_of = Piece { object: piece.object, size };
        let mut spawned = commands.spawn((of_town(), piece_of, sprite, Anchor::BOTTOM_LEFT, at));
        if !places.is_empty() {
            spawned.insert(Moving { places, speed: SPEED.0, ahead: 0.0 });
        }
        if let Some(Shine { at, light, within }) = piece.shine {
            let colour = if light == Light::Cool { COOL } else { WARM };
            let lamp = Lamp { at, reach: Vec2::new(30.0, 26.0), colour, power: 0.5, within };
            spawned.insert(Glow { on: false, lamp });
        }
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
        let Some(state) = objects.entities.get(usize::from(piece.object.0)).and_then(|entity| states.get(*entity).ok())
        else {
            continue;
        };
        let object = map.object(piece.object);
        let states = states::seen(&map, object, state);
        let (shown, places) = picture(&sheets, object, piece.size, &states).unwrap_or_default();
        let speed = if state.kind().is_trouble() { SPEED.1 } else { SPEED.0 };
        if let Some(mut moving) = moving
            && moving.places != places
        {
            (moving.places, moving.speed) = (places.to_vec(), speed);
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
