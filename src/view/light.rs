//! The hour's light in the open air, which follows the town's clock and takes twenty game minutes to turn; and lamps, lit
//! rooms, screens and stoves: a map of how much darkness is left, two world pixels a texel.
//!
//! Rule: light falls off in four flat steps with a checkered seam, and a room's light stays in the room. The map is
//! drawn anew only when somebody enters or leaves a room, a thing is switched, or lamps turn.

use bevy::{prelude::*, render::render_resource::TextureFormat};

use super::{camera, pixels::image, rooms::Occupied, scene::TownState};
use crate::{
    clock::{Calendar, Driver, Now},
    drawing::rooms::RoomPlan,
    schedule::TownResources,
    world::{ArenaId, TownMap},
};

/// Minutes of the day at which the light turns, and to what: 0 day, 1 dusk, 2 night; straight between them.
const TURNS: [(f32, f32); 10] = [
    (0.0, 2.0),
    (390.0, 2.0),
    (410.0, 1.0),
    (420.0, 1.0),
    (440.0, 0.0),
    (1060.0, 0.0),
    (1080.0, 1.0),
    (1100.0, 1.0),
    (1120.0, 2.0),
    (1440.0, 2.0),
];

/// Tint, room, lift of day, dusk, night.
const LIGHT: [(Vec3, Vec3, Vec3); 3] = [
    (Vec3::ONE, Vec3::ONE, Vec3::ZERO),
    (Vec3::new(0.94, 0.77, 0.70), Vec3::new(1.0, 0.90, 0.74), Vec3::new(4.0 / 255.0, 0.0, 16.0 / 255.0)),
    (Vec3::new(0.38, 0.44, 0.72), Vec3::new(0.74, 0.58, 0.50), Vec3::new(6.0 / 255.0, 6.0 / 255.0, 18.0 / 255.0)),
];

/// The light of the hour.
#[derive(Resource, Clone, Copy, Debug, PartialEq)]
pub struct Sky {
    /// 0 day, 1 dusk, 2 night.
    pub dark: f32,
    /// What the open air is multiplied by.
    pub tint: Vec3,
    /// What a lit room is multiplied by at least.
    pub room: Vec3,
    /// What is added where no light falls, of 1.
    pub lift: Vec3,
}

impl Default for Sky {
    fn default() -> Self {
        Self::at(720.0)
    }
}

impl Sky {
    /// The light at a minute of the day.
    pub fn at(minute: f32) -> Self {
        let after = TURNS.iter().position(|(at, _)| *at > minute).unwrap_or(TURNS.len() - 1).max(1);
        let ((from, a), (to, b)) = (TURNS[after - 1], TURNS[after]);
        let dark = a + (b - a) * ((minute - from) / (to - from)).clamp(0.0, 1.0);
        let (below, part) = ((dark.floor() as usize).min(1), dark - dark.floor().min(1.0));
        let (a, b) = (LIGHT[below], LIGHT[below + 1]);
        Self { dark, tint: a.0.lerp(b.0, part), room: a.1.lerp(b.1, part), lift: a.2.lerp(b.2, part) }
    }

    /// How bright lamps burn: 0 by day, 1 at night, in eighths, so that not every tick lights them anew.
    pub fn lamps(&self) -> f32 {
        (self.dark * 4.0).round() / 8.0
    }

    /// Do lamps burn?
    pub fn lit(&self) -> bool {
        self.lamps() > 0.0
    }
}

fn turn(mut sky: ResMut<Sky>, now: Res<Now>, calendar: Res<Calendar>, driver: Res<Driver>) {
    let time = calendar.date_time(now.0).time();
    let between = driver.owed as f32 * calendar.tick_seconds as f32;
    let seconds = time.hour() as f32 * 3600.0 + time.minute() as f32 * 60.0 + time.second() as f32 + between;
    sky.set_if_neq(Sky::at((seconds / 60.0).rem_euclid(1440.0)));
}

/// World pixels of a texel.
const GRAIN: i32 = 2;
/// Seconds between two drawings at the least.
const PAUSE: f32 = 0.25;
/// Lamp and window light.
pub const WARM: Vec3 = Vec3::new(1.0, 0.78, 0.42);
/// Screens.
pub const COOL: Vec3 = Vec3::new(0.55, 0.85, 1.0);
/// Lamps of rooms.
const HOME: Vec3 = Vec3::new(1.0, 0.88, 0.66);

/// A light.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Lamp {
    /// In world pixels from the north-west corner of the map, y down.
    pub at: IVec2,
    /// Reach to the sides and up-down, in world pixels.
    pub reach: Vec2,
    /// Its colour.
    pub colour: Vec3,
    /// Strength of its heart.
    pub power: f32,
    /// The room it stays in.
    pub within: Option<ArenaId>,
}

/// A thing that shines when it is on.
#[derive(Component, Clone, Copy, Debug)]
pub struct Glow {
    /// Does it shine now?
    pub on: bool,
    /// Its light.
    pub lamp: Lamp,
}

/// How much darkness is left, as a picture for the shader: rgb what all lamps leave of it, alpha a lit room.
#[derive(Resource, Clone, Debug, Default)]
pub struct LightMap {
    /// The picture.
    pub image: Handle<Image>,
    /// World pixels of a texel.
    pub grain: i32,
}

/// What the map was last drawn from, and when.
#[derive(Default)]
struct Drawn {
    lamps: Vec<Lamp>,
    rooms: Vec<bool>,
    at: f32,
}

/// Adds the light map.
pub fn plugin(app: &mut App) {
    let image = match app.world_mut().get_resource_mut::<Assets<Image>>() {
        Some(mut images) => images.add(sheet(UVec2::ONE, vec![255, 255, 255, 0])),
        None => Handle::default(),
    };
    app.insert_resource(LightMap { image, grain: GRAIN }).init_town_resource::<Sky>();
    app.add_systems(PostUpdate, turn.before(camera::Moved).run_if(in_state(TownState::Open)));
    app.add_systems(Update, draw.run_if(in_state(TownState::Open)));
}

fn sheet(size: UVec2, texels: Vec<u8>) -> Image {
    let mut image = image((size.x as usize, size.y as usize, texels));
    image.texture_descriptor.format = TextureFormat::Rgba8Unorm;
    image
}

/// Lamps that stand in the street.
fn street(map: &TownMap) -> impl Iterator<Item = Lamp> {
    let lamps = map.drawing.decor.iter().filter(|(_, picture)| picture.name == "lamp");
    lamps.flat_map(|(tile, _)| {
        let foot = IVec2::new(tile.x * 16 + 8, tile.y * 16 + 16);
        let light = |up, reach, power| Lamp { at: foot - IVec2::new(0, up), reach, colour: WARM, power, within: None };
        [light(16, Vec2::new(64.0, 46.0), 0.75), light(36, Vec2::new(10.0, 10.0), 1.0)]
    })
}

fn draw(
    map: Res<TownMap>,
    plan: Res<RoomPlan>,
    occupied: Res<Occupied>,
    sky: Res<Sky>,
    (glows, time): (Query<&Glow>, Res<Time<Real>>),
    mut drawn: Local<Drawn>,
    mut lights: ResMut<LightMap>,
    mut images: ResMut<Assets<Image>>,
) {
    if !sky.lit() || time.elapsed_secs() < drawn.at + PAUSE {
        return;
    }
    let mut lamps: Vec<Lamp> = street(&map).collect();
    lamps.extend(glows.iter().filter(|glow| glow.on).map(|glow| glow.lamp));
    for arena in occupied.lit() {
        lamps.extend(plan.lamps(arena).iter().map(|at| Lamp {
            at: *at,
            reach: Vec2::new(92.0, 80.0),
            colour: HOME,
            power: 0.55,
            within: Some(arena),
        }));
    }
    for opening in plan.openings.iter().filter(|opening| occupied.is_lit(opening.room)) {
        let light = |down, reach, power| {
            let at = opening.at + IVec2::new(0, down);
            Lamp { at, reach, colour: WARM, power, within: None }
        };
        match opening.door {
            true => lamps.push(light(6, Vec2::new(24.0, 22.0), 0.6)),
            false => {
                lamps.extend([light(-6, Vec2::new(9.0, 8.0), 1.0), light(10, Vec2::new(18.0, 14.0), 0.45)]);
            }
        }
    }
    for lamp in &mut lamps {
        lamp.power *= sky.lamps();
    }
    // The order of a query is no reason to draw anew.
    lamps.sort_by_key(|lamp| (lamp.at.y, lamp.at.x, (lamp.reach.x * 16.0) as i32));
    let rooms: Vec<bool> = (0..map.arenas.len()).map(|n| occupied.is_lit(ArenaId(n as u16))).collect();
    if drawn.lamps == lamps && drawn.rooms == rooms {
        return;
    }
    let size = UVec2::new(map.width as u32, map.height as u32) * 16 / GRAIN as u32;
    let texels = paint(size, &lamps, &plan, &rooms);
    lights.image = images.add(sheet(size, texels));
    *drawn = Drawn { lamps, rooms, at: time.elapsed_secs() };
}

/// Draws the map.
fn paint(size: UVec2, lamps: &[Lamp], plan: &RoomPlan, rooms: &[bool]) -> Vec<u8> {
    let mut texels = [255, 255, 255, 0].repeat((size.x * size.y) as usize);
    for (n, _) in rooms.iter().enumerate().filter(|(_, lit)| **lit) {
        for area in plan.areas(ArenaId(n as u16)) {
            let (from, to) = (area.min / GRAIN, (area.max / GRAIN).min(size.as_ivec2()));
            for y in from.y.max(0)..to.y {
                for x in from.x.max(0)..to.x {
                    texels[(y as usize * size.x as usize + x as usize) * 4 + 3] = 255;
                }
            }
        }
    }
    for lamp in lamps {
        let whole = IRect::from_corners(IVec2::ZERO, size.as_ivec2() * GRAIN);
        match lamp.within {
            Some(room) => plan.areas(room).iter().for_each(|area| shine(&mut texels, size, lamp, *area)),
            None => shine(&mut texels, size, lamp, whole),
        }
    }
    texels
}

/// Takes from the darkness what one lamp takes, within an area of world pixels.
fn shine(texels: &mut [u8], size: UVec2, lamp: &Lamp, area: IRect) {
    let reach = lamp.reach.ceil().as_ivec2();
    let box_of = area.intersect(IRect::from_corners(lamp.at - reach, lamp.at + reach));
    if box_of.is_empty() {
        return;
    }
    // By the power of each of the four steps, what is left of the darkness.
    let left: [[u16; 3]; 4] = std::array::from_fn(|step| {
        let power = lamp.power * (step as f32 + 1.0) / 4.0;
        (Vec3::ONE - lamp.colour * power).clamp(Vec3::ZERO, Vec3::ONE).to_array().map(|part| (part * 256.0) as u16)
    });
    let (from, to) = (box_of.min / GRAIN, ((box_of.max + GRAIN - 1) / GRAIN).min(size.as_ivec2()));
    for y in from.y.max(0)..to.y {
        for x in from.x.max(0)..to.x {
            let off = (IVec2::new(x, y) * GRAIN + GRAIN / 2 - lamp.at).as_vec2() / lamp.reach;
            let d = off.length();
            if d >= 1.0 {
                continue;
            }
            let raw = (1.0 - d) * 4.0;
            let seam = raw.fract() > 0.8 && (x + y) % 2 == 0;
            let step = (raw as usize + usize::from(seam)).min(3);
            let at = (y as usize * size.x as usize + x as usize) * 4;
            for (value, left) in texels[at..at + 3].iter_mut().zip(left[step]) {
                *value = ((u16::from(*value) * left) >> 8) as u8;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_hours_have_the_light_of_the_style_guide() {
        assert_eq!((Sky::at(720.0).tint, Sky::at(720.0).lift), (Vec3::ONE, Vec3::ZERO));
        assert_eq!(Sky::at(1090.0).tint, LIGHT[1].0);
        assert_eq!((Sky::at(60.0).tint, Sky::at(1439.0).room), (LIGHT[2].0, LIGHT[2].1));
        assert!(Sky::at(1070.0).dark > 0.4 && Sky::at(1070.0).dark < 0.6);
        assert_eq!((Sky::at(720.0).lit(), Sky::at(0.0).lamps()), (false, 1.0));
    }
}
