//! What stands in the town and is no object: walls, doors, windows, awnings, signs, trees, lamps. Doors open to who is
//! near, lamps burn by night, panes tell the hour and who is home.
//!
//! Rule: all of it comes from the lists of `src/drawing/`; here it becomes sprites.

use bevy::{prelude::*, sprite::Anchor};

use super::{
    Feet, TILE, Z_FLAT, depth_z,
    light::Sky,
    rooms::Occupied,
    scene::{TownState, of_town},
    sheets::Sheets,
    world_at,
};
use crate::{
    drawing::{Drawn, Look, Standing, decor::decor, walls::walls},
    world::{ArenaId, TownMap},
};

/// Colour of shadows.
const SHADE: Color = Color::srgba(0.165, 0.106, 0.239, 0.58);

/// How near somebody's feet open a door, in world pixels from its middle.
const OPENS: f32 = 20.0;

/// A window.
#[derive(Component, Clone, Debug)]
struct Pane {
    /// The room whose light shows; `None`: seen from inside, it shows the hour.
    room: Option<ArenaId>,
    /// Day, dark, lit.
    places: [Rect; 3],
}

/// A door.
#[derive(Component, Clone, Debug)]
struct Door {
    /// Middle of its threshold in world pixels.
    at: Vec2,
    /// Closed, open.
    places: [Rect; 2],
}

/// A street lamp's two pictures: out, lit.
#[derive(Component, Clone, Copy, Debug)]
struct StreetLamp([Rect; 2]);

/// Builds all that, and keeps what turns.
pub fn plugin(app: &mut App) {
    app.add_systems(OnEnter(TownState::Open), build);
    app.add_systems(PostUpdate, (open, light, switch));
}

fn build(mut commands: Commands, map: Res<TownMap>, sheets: Res<Sheets>) {
    for one in walls(&map, &sheets) {
        draw(&mut commands, &sheets, one, Z_FLAT);
    }
    for one in decor(&map, &sheets) {
        draw(&mut commands, &sheets, one, Z_FLAT + 1.5);
    }
}

/// Makes a sprite of what is drawn; `flat`: the depth of what lies flat.
fn draw(commands: &mut Commands, sheets: &Sheets, one: Drawn, flat: f32) {
    let (sprite, anchor, at) = match one {
        Drawn::Shade(area) => {
            let size = Some(area.size().as_vec2());
            let sprite = Sprite { color: SHADE, custom_size: size, ..sheets.sprite(sheets.white()) };
            (sprite, Anchor::TOP_LEFT, world_at(area.min).extend(Z_FLAT + 0.5))
        }
        Drawn::Flat { place, at, .. } => (sheets.sprite(place), Anchor::TOP_LEFT, world_at(at).extend(flat)),
        Drawn::Standing(Standing { look, foot, depth, .. }) => {
            (sheets.sprite(look.first()), Anchor::BOTTOM_LEFT, world_at(foot).extend(depth_z(depth)))
        }
    };
    let mut drawn = commands.spawn((of_town(), sprite, anchor, Transform::from_translation(at)));
    let Drawn::Standing(Standing { look, .. }) = one else { return };
    match look {
        Look::Still(_) => {}
        Look::Door { closed, open, at } => _ = drawn.insert(Door { at: world_at(at), places: [closed, open] }),
        Look::Pane { day, dark, lit, room } => _ = drawn.insert(Pane { room, places: [day, dark, lit] }),
        Look::Lamp { out, lit, .. } => _ = drawn.insert(StreetLamp([out, lit])),
    }
}

fn open(people: Query<&Feet>, mut doors: Query<(&Door, &mut Sprite)>) {
    for (door, sprite) in &mut doors {
        let near = people.iter().any(|feet| (feet.0 + Vec2::new(0.0, TILE / 2.0)).distance(door.at) < OPENS);
        sprite.map_unchanged(|sprite| &mut sprite.rect).set_if_neq(Some(door.places[usize::from(near)]));
    }
}

fn light(sky: Res<Sky>, occupied: Res<Occupied>, mut panes: Query<(&Pane, &mut Sprite)>) {
    if !sky.is_changed() && !occupied.is_changed() {
        return;
    }
    for (pane, sprite) in &mut panes {
        let home = pane.room.is_some_and(|room| occupied.is_lit(room));
        let place = match (sky.lit(), home) {
            (false, _) => pane.places[0],
            // Outside it is still bright at dusk: only at night panes seen from inside turn dark.
            (true, false) if pane.room.is_none() && sky.dark < 1.5 => pane.places[0],
            (true, false) => pane.places[1],
            (true, true) => pane.places[2],
        };
        sprite.map_unchanged(|sprite| &mut sprite.rect).set_if_neq(Some(place));
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
