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
    world::TownMap,
};

/// Colour of shadows.
const SHADE: Color = Color::srgba(0.165, 0.106, 0.239, 0.58);
/// How near somebody's feet open a door, in world pixels from its middle.
const OPENS: f32 = 20.0;

/// What turns: a door, a window, a street lamp.
#[derive(Component, Clone, Copy, Debug)]
struct Turning(Look);

/// Builds all that, and keeps what turns.
pub fn plugin(app: &mut App) {
    app.add_systems(OnEnter(TownState::Open), build);
    app.add_systems(PostUpdate, turn);
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
    match one {
        Drawn::Standing(Standing { look: Look::Still(_), .. }) | Drawn::Shade(_) | Drawn::Flat { .. } => {}
        Drawn::Standing(Standing { look, .. }) => _ = drawn.insert(Turning(look)),
    }
}

fn turn((sky, occupied): (Res<Sky>, Res<Occupied>), people: Query<&Feet>, mut all: Query<(&Turning, &mut Sprite)>) {
    for (Turning(look), sprite) in &mut all {
        let place = match *look {
            Look::Still(place) => place,
            Look::Door(places, at) => {
                let middle = |feet: &Feet| feet.0 + Vec2::new(0.0, TILE / 2.0);
                places[usize::from(people.iter().any(|feet| middle(feet).distance(world_at(at)) < OPENS))]
            }
            Look::Lamp(places, _) => places[usize::from(sky.lit())],
            Look::Pane(places, room) => match (sky.lit(), room.is_some_and(|room| occupied.is_lit(room))) {
                (false, _) => places[0],
                // Outside it is still bright at dusk: only at night panes seen from inside turn dark.
                (true, false) if room.is_none() && sky.dark < 1.5 => places[0],
                (true, false) => places[1],
                (true, true) => places[2],
            },
        };
        sprite.map_unchanged(|sprite| &mut sprite.rect).set_if_neq(Some(place));
    }
}
