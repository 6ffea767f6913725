//! Where one looks from: zoom in whole numbers, dragging, keys, the wheel, following somebody.
//!
//! Rule: [`Viewpoint`] is kept exactly and rounded only when a frame is drawn, to whole pixels of the window.

mod follow;

use bevy::{
    input::mouse::{MouseScrollUnit, MouseWheel},
    prelude::*,
    window::PrimaryWindow,
};

use super::{
    Clicked, Following, Pointer, RightClicked, Selected, TILE,
    avatar::PlayerState,
    keys::Keyboard,
    overlays::{Overlay, Overlays},
    people::{Bodies, Overhead, stands},
    scene::{Scene, TownState},
};
pub use follow::SafeArea;
pub(super) use follow::follow;

use crate::{
    clock::AgentId,
    schedule::TownResources,
    world::{Tile, TownMap},
};

/// How far a press may wander, in logical pixels, and still be a click.
const CLICK: f32 = 5.0;
/// Pixels of the window a second that the keys move the view.
const KEYS: f32 = 900.0;
/// Pixels of a touchpad's scrolling that make a step of zoom.
const SCROLL: f32 = 60.0;

/// Where one looks.
#[derive(Resource, Clone, Copy, Debug, PartialEq)]
pub struct Viewpoint {
    /// Above 0: pixels of the window for a world pixel. Below 0: world pixels for a pixel of the window. Never 0 or -1.
    pub zoom: i32,
    /// The middle of the window, in world pixels from the north-west corner of the map, y down.
    pub middle: Vec2,
    /// Size of the window in physical pixels.
    pub window: UVec2,
    /// Physical pixels of a logical one.
    pub scale: f32,
    /// Size of the map in world pixels.
    pub map: UVec2,
}

impl Default for Viewpoint {
    fn default() -> Self {
        Self { zoom: 0, middle: Vec2::ZERO, window: UVec2::ZERO, scale: 1.0, map: UVec2::ONE }
    }
}

impl Viewpoint {
    /// Physical pixels for a world pixel.
    pub fn factor(&self) -> f32 {
        if self.zoom > 0 { self.zoom as f32 } else { 1.0 / -self.zoom.min(-1) as f32 }
    }

    /// World pixels that are averaged to one of the window: 1 from zoom 1 up.
    pub fn blend(&self) -> u32 {
        if self.zoom > 0 { 1 } else { -self.zoom.min(-1) as u32 }
    }

    /// The window's north-west corner in physical pixels from the map's.
    pub fn corner(&self) -> IVec2 {
        (self.middle * self.factor() - self.window.as_vec2() / 2.0).round().as_ivec2()
    }

    /// How much of the world the window shows, in world pixels.
    pub fn extent(&self) -> Vec2 {
        self.window.as_vec2() / self.factor()
    }

    /// The world pixels of the town that are to be drawn: north-west corner and size.
    pub fn drawn(&self) -> (IVec2, UVec2) {
        let size = ((self.extent().ceil().as_uvec2() + 1).min(self.map)).max(UVec2::ONE);
        let corner = (self.corner().as_vec2() / self.factor()).floor().as_ivec2();
        (corner.clamp(IVec2::ZERO, (self.map - size).as_ivec2()), size)
    }

    /// A place in the window (logical pixels) in world pixels from the map's corner, y down.
    pub fn at(&self, cursor: Vec2) -> Vec2 {
        (self.corner().as_vec2() + cursor * self.scale) / self.factor()
    }

    /// Where in the window a place of the world is (world pixels, y up), in physical pixels.
    pub fn on_screen(&self, world: Vec2) -> Vec2 {
        Vec2::new(world.x, -world.y) * self.factor() - self.corner().as_vec2()
    }

    /// The place of the world (world pixels, y up) that is there in the window, in physical pixels.
    pub fn in_world(&self, physical: Vec2) -> Vec2 {
        let at = (physical + self.corner().as_vec2()) / self.factor();
        Vec2::new(at.x, -at.y)
    }

    /// The zoom that shows the whole town, and the greatest.
    fn limits(&self) -> (i32, i32) {
        let fits = |zoom: i32| Self { zoom, ..*self }.extent().cmpge(self.map.as_vec2()).all();
        let least = [1, -2, -3, -4, -5, -6].into_iter().find(|zoom| fits(*zoom)).unwrap_or(-6);
        (least, (6.0 * self.scale).round().max(6.0) as i32)
    }

    /// One step nearer or farther, with `fixed` (logical pixels of the window) staying in place.
    fn step(&mut self, nearer: bool, fixed: Vec2) {
        let (least, most) = self.limits();
        let before = self.at(fixed);
        let next = match (self.zoom, nearer) {
            (-2, true) => 1,
            (1, false) => -2,
            (zoom, true) => zoom + 1,
            (zoom, false) => zoom - 1,
        };
        if (least..=most).contains(&next) {
            self.zoom = next;
            self.middle += before - self.at(fixed);
            self.keep();
        }
    }

    /// Puts a cell into the middle of the window.
    pub fn go_to(&mut self, tile: Tile) {
        self.aim(middle(tile));
    }

    /// Puts a place (world pixels from the map's corner, y down) into the middle of the window, as near as the map has it.
    pub fn aim(&mut self, middle: Vec2) {
        self.middle = middle;
        self.keep();
    }

    /// Puts a cell into the middle of what the panels leave free.
    pub fn bring(&mut self, tile: Tile, room: SafeArea) {
        self.aim(middle(tile) - (room.0.center() - self.window.as_vec2() / 2.0) / self.factor());
    }

    /// Keeps the window on the map; where the map is smaller, in its middle.
    fn keep(&mut self) {
        let (half, map) = (self.extent() / 2.0, self.map.as_vec2());
        let axis =
            |at: f32, half: f32, map: f32| if half * 2.0 >= map { map / 2.0 } else { at.clamp(half, map - half) };
        self.middle = Vec2::new(axis(self.middle.x, half.x, map.x), axis(self.middle.y, half.y, map.y));
    }
}

/// The middle of a cell, in world pixels from the map's corner, y down.
pub(super) fn middle(tile: Tile) -> Vec2 {
    (Vec2::new(tile.x as f32, tile.y as f32) + 0.5) * TILE
}

/// A press of a button that may become a click.
#[derive(Default)]
struct Press {
    began: Option<Vec2>,
    dragging: bool,
    right: bool,
}

/// Adds the camera's ways.
pub fn plugin(app: &mut App) {
    app.init_town_resource::<Viewpoint>().init_resource::<SafeArea>();
    app.add_systems(PreUpdate, measure.after(bevy::input::InputSystems).run_if(in_state(TownState::Open)));
    app.add_systems(Update, (zoom, drag, keys).chain().run_if(at_hand).run_if(in_state(TownState::Open)));
    app.add_systems(PostUpdate, follow.run_if(in_state(TownState::Open)).in_set(Moved));
}

/// Are camera and feet the player's? No page lies over the town.
pub(super) fn at_hand(scene: Res<State<Scene>>, overlays: Res<Overlays>) -> bool {
    *scene == Scene::Town && !overlays.covered()
}

/// When [`Viewpoint`] is final for the frame.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Moved;

/// Where the first look goes: to where it meets most people, whose middle it takes; without people to the map's.
fn first_look(people: &[Vec2], extent: Vec2, map: Vec2) -> Vec2 {
    let seen = |at: Vec2| people.iter().copied().filter(move |other| (*other - at).abs().cmplt(extent / 2.5).all());
    let best = people.iter().copied().rev().max_by_key(|at| seen(*at).count());
    best.map_or(map / 2.0, |at| seen(at).sum::<Vec2>() / seen(at).count().max(1) as f32)
}

fn measure(
    mut look: ResMut<Viewpoint>,
    window: Single<&Window, With<PrimaryWindow>>,
    map: Res<TownMap>,
    people: Query<(&AgentId, &Tile)>,
) {
    let mut now = *look;
    now.window = window.physical_size().max(UVec2::ONE);
    now.scale = window.scale_factor();
    now.map = UVec2::new(map.width as u32, map.height as u32) * TILE as u32;
    if now.zoom == 0 {
        // About 40 cells across: 2x in a small window, 3x in a large one.
        now.zoom = (now.window.x as f32 / 640.0).round().max(1.0) as i32;
        let mut people: Vec<(&AgentId, &Tile)> = people.iter().collect();
        people.sort_unstable();
        let people: Vec<Vec2> = people.into_iter().map(|(_, tile)| middle(*tile)).collect();
        now.middle = first_look(&people, now.extent(), now.map.as_vec2());
    }
    now.keep();
    look.set_if_neq(now);
}

pub(super) fn zoom(
    mut look: ResMut<Viewpoint>,
    (pointer, mut scrolled): (Res<Pointer>, Local<f32>),
    mut wheel: MessageReader<MouseWheel>,
    window: Single<&Window, With<PrimaryWindow>>,
) {
    let way = |wheel: &MouseWheel| match wheel.unit {
        MouseScrollUnit::Line => wheel.y * SCROLL,
        MouseScrollUnit::Pixel => wheel.y,
    };
    let turned: f32 = wheel.read().map(way).sum();
    let Some(cursor) = window.cursor_position().filter(|_| pointer.world.is_some()) else {
        *scrolled = 0.0;
        return;
    };
    *scrolled += turned;
    while scrolled.abs() >= SCROLL {
        look.step(*scrolled > 0.0, cursor);
        *scrolled -= SCROLL.copysign(*scrolled);
    }
}

fn drag(
    mut look: ResMut<Viewpoint>,
    mut press: Local<Press>,
    (mut selected, mut following): (ResMut<Selected>, ResMut<Following>),
    buttons: Res<ButtonInput<MouseButton>>,
    (pointer, overhead): (Res<Pointer>, Res<Overhead>),
    window: Single<&Window, With<PrimaryWindow>>,
    people: Query<Bodies>,
    (mut you, overlays, story): (ResMut<PlayerState>, Res<Overlays>, Res<super::story::Story>),
    (mut clicked, mut meant): (MessageWriter<Clicked>, MessageWriter<RightClicked>),
) {
    let all = [MouseButton::Left, MouseButton::Middle, MouseButton::Right];
    let cursor = window.cursor_position();
    if buttons.any_just_pressed(all) && pointer.world.is_some() {
        let [_, dragging, right] = all.map(|button| buttons.just_pressed(button));
        *press = Press { began: cursor, dragging, right };
    }
    if let (Some(began), true) = (press.began, buttons.any_pressed(all)) {
        press.dragging |= cursor.is_some_and(|cursor| cursor.distance(began) > CLICK);
        if press.dragging {
            // The town stays under the hand: by where the hand is, not by how far the device says it went.
            following.set_if_neq(Following(false));
            you.camera_follows = false;
            if let Some(cursor) = cursor.filter(|cursor| *cursor != began) {
                let moved = (cursor - began) * look.scale / look.factor();
                let middle = look.middle - moved;
                look.aim(middle);
                press.began = Some(cursor);
            }
        }
        return;
    }
    if press.began.take().is_some() && !press.dragging {
        let Some(at) = pointer.world else { return };
        let hit = overhead.at(at, people.iter().map(stands));
        let elsewhere = story.is_on() || following.0 && selected.0 != you.id;
        let click = Clicked { tile: pointer.tile, on: hit, thing: pointer.thing, elsewhere };
        if press.right {
            meant.write(RightClicked(click));
            return;
        }
        clicked.write(click);
        // Whoever types a command names things with a click, and selects nothing.
        if overlays.open().contains(&Overlay::Console) {
            return;
        }
        if hit.is_none() || selected.0 == hit {
            following.set_if_neq(Following(hit.is_some()));
        }
        selected.set_if_neq(Selected(hit));
    }
    press.dragging = false;
}

fn keys(
    (mut look, mut following): (ResMut<Viewpoint>, ResMut<Following>),
    keyboard: Keyboard,
    (you, time): (Res<PlayerState>, Res<Time<Real>>),
) {
    if you.busy || keyboard.typing() || keyboard.ctrl() || keyboard.keys.pressed(KeyCode::AltLeft) {
        return;
    }
    let held = |name: &str| i8::from(keyboard.held(name));
    let (x, y) = (f32::from(held("east") - held("west")), f32::from(held("south") - held("north")));
    let middle = look.window.as_vec2() / 2.0 / look.scale;
    for (nearer, name) in [(true, "nearer"), (false, "farther")] {
        if keyboard.just_pressed(name) {
            look.step(nearer, middle);
        }
    }
    // Whoever is in town walks with these keys.
    if (x != 0.0 || y != 0.0) && you.id.is_none() {
        following.set_if_neq(Following(false));
        let by = KEYS * look.scale / look.factor() * time.delta_secs().min(0.1);
        let middle = look.middle + Vec2::new(x, y) * by;
        look.aim(middle);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn look(zoom: i32) -> Viewpoint {
        Viewpoint {
            zoom,
            middle: Vec2::splat(600.0),
            window: UVec2::new(1280, 720),
            scale: 1.0,
            map: UVec2::new(2240, 1600),
        }
    }

    #[test]
    fn the_wheel_keeps_the_place_under_the_cursor() {
        let mut one = look(3);
        let cursor = Vec2::new(200.0, 500.0);
        let before = one.at(cursor);
        one.step(true, cursor);
        assert_eq!(one.zoom, 4);
        assert!(one.at(cursor).distance(before) < 0.5);
    }

    #[test]
    fn zoom_ends_at_the_whole_town_and_at_six() {
        let mut one = look(1);
        for _ in 0..20 {
            one.step(false, Vec2::ZERO);
        }
        assert!(one.extent().cmpge(Vec2::new(2240.0, 1600.0)).all());
        assert_eq!(one.middle, Vec2::new(1120.0, 800.0));
        for _ in 0..20 {
            one.step(true, Vec2::ZERO);
        }
        assert_eq!(one.zoom, 6);
    }

    #[test]
    fn what_is_drawn_lies_on_the_map_and_covers_the_window() {
        for zoom in [-3, -2, 1, 2, 5] {
            let mut one = look(zoom);
            one.middle = Vec2::new(3000.0, -100.0);
            one.keep();
            let (corner, size) = one.drawn();
            assert!(corner.cmpge(IVec2::ZERO).all() && (corner + size.as_ivec2()).cmple(IVec2::new(2240, 1600)).all());
            let seen = (one.corner().as_vec2() / one.factor()).max(Vec2::ZERO);
            assert!(corner.as_vec2().cmple(seen).all());
        }
    }
}
