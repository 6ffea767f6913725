//! What things are until someone acts on them, on the map: flames and smoke, a puddle, a garland, a little sign.
//!
//! Rule: drawn over whatever picture the thing has, from the words of its condition alone; words that nobody foresaw
//! get a sign with `!`, and the cursor on the thing says them.

use std::collections::{BTreeMap, BTreeSet};

use bevy::{prelude::*, sprite::Anchor};

use super::{
    STEP, TILE, Z_LABELS, labels,
    light::{Glow, Lamp, WARM},
    pixels::{image, ink, painted},
    scene::{TownState, init_town_resource},
    sheets::Sheets,
    standing_z,
    things::{own_state, picture, pieces, tall},
    walls::foot_of,
};
use crate::language::condition::ConditionKind;
use crate::schedule::TownResources;
use crate::world::{ObjectId, ObjectState, Tile, TownMap, map::Object, object::Condition};

/// The pictures of conditions, in the town's own pixels and colours.
#[derive(Resource, Clone, Debug)]
struct Art {
    /// Fire.
    flames: Vec<Handle<Image>>,
    /// Smoke.
    puff: Handle<Image>,
    /// Water on the floor.
    puddle: Vec<Handle<Image>>,
    /// Little flags on a string.
    garland: Handle<Image>,
    /// Something is not as it should be.
    sign: Handle<Image>,
    /// An empty basket.
    empty: Handle<Image>,
}

impl FromWorld for Art {
    fn from_world(world: &mut World) -> Self {
        let mut images = world.resource_mut::<Assets<Image>>();
        let mut add = |name: &str| images.add(image(painted(name, ink)));
        Self {
            flames: ["flames 0", "flames 1", "flames 2"].map(&mut add).into(),
            puff: add("puff"),
            puddle: ["puddle 0", "puddle 1"].map(&mut add).into(),
            garland: add("garland"),
            sign: add("sign"),
            empty: add("empty"),
        }
    }
}

/// Depth order of what burns or hangs on a thing: over all else in its row.
const OVER: f32 = 45.0;
/// Real seconds that a puff of smoke takes to rise, and how far, in world pixels.
const PUFF: (f32, f32) = (2.4, 20.0);

/// Something drawn for the condition of an object.
#[derive(Component, Clone, Copy, Debug)]
struct ConditionSprite(ObjectId);

/// Pictures in turn, so many a second.
#[derive(Component, Clone, Debug)]
struct Flicker {
    frames: Vec<Handle<Image>>,
    speed: f32,
    /// Where in the turn it began, so that not all flames lick alike.
    ahead: f32,
}

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

/// The conditions that are shown, by object.
#[derive(Resource, Default)]
struct Painted(BTreeMap<ObjectId, Condition>);

fn show(
    map: Res<TownMap>,
    (art, sheets): (Res<Art>, Res<Sheets>),
    changed: Query<(&ObjectId, &ObjectState), Changed<ObjectState>>,
    old: Query<(Entity, &ConditionSprite)>,
    mut shown: ResMut<Painted>,
    mut commands: Commands,
) {
    let mut anew = BTreeSet::new();
    for (id, state) in &changed {
        let is = state.condition.as_ref();
        if is != shown.0.get(id) {
            anew.insert(*id);
            match is {
                Some(condition) => shown.0.insert(*id, condition.clone()),
                None => shown.0.remove(id),
            };
        }
    }
    if anew.is_empty() {
        return;
    }
    for (entity, _) in old.iter().filter(|(_, overlay)| anew.contains(&overlay.0)) {
        commands.entity(entity).despawn();
    }
    for (id, condition) in anew.iter().filter_map(|id| Some((*id, shown.0.get(id)?))) {
        let object = map.object(id);
        for (tile, size) in pieces(object) {
            let foot = foot_of(Tile::new(tile.x, tile.y + size.y - 1));
            let painted = picture(&sheets, object, size, &[condition.kind.name()]).is_some();
            let place = Place { foot, size, tall: tall(&sheets, object, size) };
            draw(&mut commands, &art, (id, object, &map), place, condition, painted);
        }
    }
}

fn draw(
    commands: &mut Commands,
    art: &Art,
    (id, object, map): (ObjectId, &Object, &TownMap),
    place: Place,
    condition: &Condition,
    painted: bool,
) {
    let still = |picture: &Handle<Image>, at: Vec3, anchor| {
        let sprite = Sprite::from_image(picture.clone());
        (init_town_resource(), ConditionSprite(id), sprite, anchor, Transform::from_translation(at))
    };
    let puffs = |commands: &mut Commands, up: f32| {
        for n in 0..3 {
            let from = Vec3::new(place.middle() + n as f32 * 2.0 - 2.0, place.foot.y + up, place.over() + STEP);
            let puff = Puff { from, ahead: n as f32 / 3.0 };
            commands.spawn((still(&art.puff, from, Anchor::CENTER), puff));
        }
    };
    match condition.kind {
        ConditionKind::Burning => {
            for (n, left) in place.columns().enumerate().filter(|_| !painted) {
                let up = (place.tall - 13.0).clamp(3.0, place.size.y as f32 * TILE);
                let at = Vec3::new(left + TILE / 2.0, place.foot.y + up, place.over());
                let flicker = Flicker { frames: art.flames.clone(), speed: 7.0, ahead: n as f32 * 1.3 };
                commands.spawn((still(&art.flames[0], at, Anchor::BOTTOM_CENTER), flicker));
            }
            puffs(commands, place.tall - 2.0);
            let at = IVec2::new(place.middle() as i32, -place.foot.y as i32 - 10);
            let within = map.arena(object.arena).indoor.then_some(object.arena);
            let lamp = Lamp { at, reach: Vec2::new(52.0, 44.0), colour: WARM, power: 0.8, within };
            commands.spawn((init_town_resource(), ConditionSprite(id), Glow { on: true, lamp }));
        }
        ConditionKind::Smoking => puffs(commands, place.tall - 4.0),
        ConditionKind::Leaking if painted => {}
        ConditionKind::Leaking => {
            // About its foot: what stands at a wall has no floor before it.
            let at = Vec3::new(place.middle(), place.foot.y - 2.0, place.over());
            let flicker = Flicker { frames: art.puddle.clone(), speed: 1.5, ahead: 0.0 };
            commands.spawn((still(&art.puddle[0], at, Anchor::BOTTOM_CENTER), flicker));
        }
        ConditionKind::Decorated => {
            for left in place.columns() {
                let at = Vec3::new(left, place.foot.y + 7.0, place.over());
                commands.spawn(still(&art.garland, at, Anchor::BOTTOM_LEFT));
            }
        }
        ConditionKind::AtRest => {}
        // A state of its own is painted and needs no sign.
        _ if own_state(&object.kind, &condition.what).is_some() => {}
        kind => {
            let image = if kind == ConditionKind::Empty { &art.empty } else { &art.sign };
            let up = place.tall + 1.0;
            let at = Vec3::new(place.middle(), place.foot.y + up, Z_LABELS - 6.0);
            commands.spawn((still(image, at, Anchor::BOTTOM_CENTER), labels()));
        }
    }
}

fn flicker(time: Res<Time<Real>>, mut all: Query<(&Flicker, &mut Sprite)>) {
    for (flicker, mut sprite) in &mut all {
        let n = (time.elapsed_secs() * flicker.speed + flicker.ahead) as usize % flicker.frames.len().max(1);
        if let Some(image) = flicker.frames.get(n).filter(|image| **image != sprite.image) {
            sprite.image = image.clone();
        }
    }
}

fn rise(time: Res<Time<Real>>, mut all: Query<(&Puff, &mut Transform, &mut Sprite)>) {
    for (puff, mut at, mut sprite) in &mut all {
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
        let colour = Color::WHITE.with_alpha(solid);
        if sprite.color != colour {
            sprite.color = colour;
        }
    }
}

/// Adds what shows conditions.
pub fn plugin(app: &mut App) {
    app.init_resource::<Art>().init_town_resource::<Painted>();
    app.add_systems(PostUpdate, (show.run_if(in_state(TownState::Open)), flicker, rise).chain());
}
