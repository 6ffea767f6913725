//! What things are until someone acts on them, on the map: flames and smoke, a puddle, a garland, a little sign.
//!
//! Rule: drawn over whatever picture the thing has, from the words of its condition alone; words that nobody foresaw
//! get a sign with `!`, and the cursor on the thing says them.

use bevy::{prelude::*, sprite::Anchor};

use super::{
    STEP, TILE, Z_LABELS, labels,
    light::{Glow, Lamp, WARM},
    scene::{TownState, of_town},
    sheets::{Sheet, Sheets},
    standing_z,
    things::Moving,
    world_at,
};
use crate::{
    drawing::{
        foot_of, states,
        things::{groups, picture, tall},
    },
    language::condition::ConditionKind,
    world::{ObjectId, ObjectState, Tile, TownMap, map::Object, object::Condition},
};

/// Depth order of what burns or hangs on a thing: over all else in its row.
const OVER: f32 = 45.0;
/// Real seconds that a puff of smoke takes to rise, and how far, in world pixels.
const PUFF: (f32, f32) = (2.4, 20.0);

/// A puff that rises from `from`; `ahead` of the others by a share of its way.
#[derive(Component, Clone, Copy, Debug)]
struct Puff {
    from: Vec3,
    ahead: f32,
}

/// Where the parts of an overlay stand on a piece of a thing, in world pixels.
#[derive(Clone, Copy)]
struct Place {
    /// The south-west corner.
    foot: Vec2,
    /// Cells.
    size: IVec2,
    /// Height of the thing's picture.
    tall: f32,
}

impl Place {
    fn columns(self) -> impl Iterator<Item = f32> {
        (0..self.size.x).map(move |n| self.foot.x + n as f32 * TILE)
    }

    fn middle(self) -> f32 {
        self.foot.x + self.size.x as f32 * TILE / 2.0
    }

    fn over(self) -> f32 {
        standing_z(-self.foot.y) + OVER * STEP
    }
}

/// What an object's condition is drawn by: the parent of all that is drawn for it.
#[derive(Component)]
struct Drawn(ObjectId, Condition);

fn show(
    (map, sheets): (Res<TownMap>, Res<Sheets>),
    changed: Query<(&ObjectId, &ObjectState), Changed<ObjectState>>,
    drawn: Query<(Entity, &Drawn)>,
    mut commands: Commands,
) {
    for (id, state) in &changed {
        let old = drawn.iter().find(|(_, one)| one.0 == *id);
        if old.map(|(_, one)| &one.1) == state.condition.as_ref() {
            continue;
        }
        if let Some((entity, _)) = old {
            commands.entity(entity).despawn();
        }
        let Some(condition) = &state.condition else { continue };
        let parent = (of_town(), Drawn(*id, condition.clone()), Transform::default(), Visibility::default());
        commands.spawn(parent).with_children(|parent| {
            let object = map.object(*id);
            for (tile, size) in groups(object) {
                let foot = world_at(foot_of(Tile::new(tile.x, tile.y + size.y - 1)));
                let place = Place { foot, size, tall: tall(&sheets, object, size) };
                draw(parent, (&sheets, &map), object, place, condition);
            }
        });
    }
}

fn draw(
    parent: &mut ChildSpawnerCommands,
    (sheets, map): (&Sheets, &TownMap),
    object: &Object,
    place: Place,
    condition: &Condition,
) {
    let painted = picture(sheets, object, place.size, &[condition.kind.name()]).is_some();
    let still = |name: &str, at: Vec3, anchor: Anchor| {
        let sprite = sheets.named(Sheet::Signs, name, 0).unwrap_or_default();
        (sprite, anchor, Transform::from_translation(at))
    };
    let moving = |names: &[&str], speed: f32, ahead: f32| {
        let places = names.iter().filter_map(|name| sheets.frame(Sheet::Signs, name, 0)).collect();
        Moving { places, speed, ahead }
    };
    let puffs = |parent: &mut ChildSpawnerCommands, up: f32| {
        for n in 0..3 {
            let from = Vec3::new(place.middle() + n as f32 * 2.0 - 2.0, place.foot.y + up, place.over() + STEP);
            let puff = Puff { from, ahead: n as f32 / 3.0 };
            parent.spawn((still("puff", from, Anchor::CENTER), puff));
        }
    };
    match condition.kind {
        ConditionKind::Burning => {
            for (n, left) in place.columns().enumerate().filter(|_| !painted) {
                let up = (place.tall - 13.0).clamp(3.0, place.size.y as f32 * TILE);
                let at = Vec3::new(left + TILE / 2.0, place.foot.y + up, place.over());
                // Not all flames lick alike.
                let flames = moving(&["flames 0", "flames 1", "flames 2"], 7.0, n as f32 * 1.3);
                parent.spawn((still("flames 0", at, Anchor::BOTTOM_CENTER), flames));
            }
            puffs(parent, place.tall - 2.0);
            let at = IVec2::new(place.middle() as i32, -place.foot.y as i32 - 10);
            let within = map.arena(object.arena).indoor.then_some(object.arena);
            let lamp = Lamp { at, reach: Vec2::new(52.0, 44.0), colour: WARM, power: 0.8, within };
            parent.spawn(Glow { on: true, lamp });
        }
        ConditionKind::Smoking => puffs(parent, place.tall - 4.0),
        ConditionKind::Leaking if painted => {}
        ConditionKind::Leaking => {
            // About its foot: what stands at a wall has no floor before it.
            let at = Vec3::new(place.middle(), place.foot.y - 2.0, place.over());
            let puddle = moving(&["puddle 0", "puddle 1"], 1.5, 0.0);
            parent.spawn((still("puddle 0", at, Anchor::BOTTOM_CENTER), puddle));
        }
        ConditionKind::Decorated => {
            for left in place.columns() {
                let at = Vec3::new(left, place.foot.y + 7.0, place.over());
                parent.spawn(still("garland", at, Anchor::BOTTOM_LEFT));
            }
        }
        ConditionKind::AtRest | ConditionKind::Lit => {}
        // A state of its own is painted and needs no sign.
        _ if states::own(&object.kind, &condition.what).is_some() => {}
        kind => {
            let name = if kind == ConditionKind::Empty { "empty" } else { "sign" };
            let at = Vec3::new(place.middle(), place.foot.y + place.tall + 1.0, Z_LABELS - 6.0);
            parent.spawn((still(name, at, Anchor::BOTTOM_CENTER), labels()));
        }
    }
}

fn rise(time: Res<Time<Real>>, mut all: Query<(&Puff, &mut Transform, &mut Sprite)>) {
    for (puff, mut at, sprite) in &mut all {
        let share = (time.elapsed_secs() / PUFF.0 + puff.ahead).fract();
        let aside = (share * std::f32::consts::TAU).sin() * 2.0;
        // On whole world pixels, as all of the town.
        let by = Vec3::new(aside.round(), (share * PUFF.1).round(), 0.0);
        at.set_if_neq(Transform::from_translation(puff.from + by));
        // In steps: a fade has no place among flat colours.
        let solid = if !(0.1..=0.9).contains(&share) {
            0.3
        } else if share > 0.6 {
            0.55
        } else {
            0.85
        };
        sprite.map_unchanged(|sprite| &mut sprite.color).set_if_neq(Color::WHITE.with_alpha(solid));
    }
}

/// Adds what shows conditions.
pub fn plugin(app: &mut App) {
    app.add_systems(PostUpdate, (show.run_if(in_state(TownState::Open)), rise).chain());
}
