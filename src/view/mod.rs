//! The window: what the town looks like. Reads the simulation and never writes to it, but for `Driver.speed` and, where
//! the player changes it, the mind that is asked.
//!
//! Rule: nobody imports this module except `main`. How a frame comes about:
//!
//! 1. Everything of the town (ground, walls, things, people) is drawn by the *world camera* into a picture of one
//!    texel a world pixel; so nothing can flicker, gape or lie between pixels, and it costs little at any zoom.
//! 2. The *window camera* lays that picture over the window by whole numbers, tints it by the hour
//!    ([`light`]) and then draws what the night must not tint: bubbles and labels, on [`labels`].
//!
//! Coordinates: cell (x, y) has its north-west corner at world pixel (16 x, -16 y). Both cameras share them.

pub mod actions;
pub mod autosave;
pub mod avatar;
pub mod bubbles;
pub mod camera;
pub mod conditions;
pub mod console;
pub mod debug;
pub mod dock;
pub mod emoji;
pub mod goals;
pub mod ground;
pub mod hints;
pub mod home;
pub mod hover;
pub mod hud;
pub mod initials;
pub mod keys;
pub mod light;
pub mod marks;
pub mod mind_settings;
pub mod motion;
pub mod names;
pub mod newspaper;
pub mod overlays;
pub mod pacing;
pub mod panels;
pub mod people;
pub mod picking;
pub mod picture;
pub mod pixels;
pub mod play;
pub mod preferences;
pub mod rooms;
pub mod scene;
pub mod scenery;
pub mod sheets;
pub mod speech;
pub mod speed;
pub mod stage;
pub mod story;
pub mod things;
pub mod thumbnails;
pub mod ticker;
pub mod timeline;
pub mod title;
pub mod travel;
pub mod ui_probe;
pub mod window;

use bevy::{camera::visibility::RenderLayers, ecs::system::SystemParam, prelude::*};

use crate::{
    clock::AgentId,
    drawing::Depth,
    schedule::TownResources,
    world::{ObjectId, Tile},
};

/// World pixels of a cell's side.
pub const TILE: f32 = 16.0;
/// Depth of the lowest ground layer; the next ones lie above it by less than 1 in all.
pub const Z_GROUND: f32 = 0.0;
/// Depth of what lies flat on the ground: shadows, floors under walls, lilies.
pub const Z_FLAT: f32 = 5.0;
/// Depth of the picture of the town in the window: what shall not be tinted lies above, on [`labels`].
pub const Z_NIGHT: f32 = 900.0;
/// Depth of bubbles and labels.
pub const Z_LABELS: f32 = 910.0;

/// Depth of what stands with its foot so many pixels south of the town's north edge. What stands on the same row is
/// ordered by `standing_z(foot) + n * STEP`.
pub fn standing_z(foot_px: f32) -> f32 {
    10.0 + foot_px * 0.05
}

/// The least difference in depth between two things on one row; less than a quarter of a pixel's row.
pub const STEP: f32 = 0.001;

/// Depth of what stands in a drawing.
pub fn depth_z(depth: Depth) -> f32 {
    standing_z(depth.row as f32) + depth.order as f32 * STEP
}

/// A place in a drawing, where y runs down, as a place in the world.
pub fn world_at(at: IVec2) -> Vec2 {
    Vec2::new(at.x as f32, -at.y as f32)
}

/// The layer of bubbles, labels and all else that is drawn sharp in the window and never tinted: give it to each
/// such entity (it is not inherited), with a depth of [`Z_LABELS`] or more. Without it a sprite belongs to the town.
pub fn labels() -> RenderLayers {
    RenderLayers::layer(1)
}

/// The north-west corner of a cell, in world pixels.
pub fn corner(tile: Tile) -> Vec2 {
    Vec2::new(tile.x as f32 * TILE, -(tile.y as f32) * TILE)
}

/// The middle of a cell's south edge, in world pixels: where the feet of who stands there are.
pub fn foot(tile: Tile) -> Vec2 {
    corner(tile) + Vec2::new(TILE / 2.0, -TILE)
}

/// Whose life the panels tell, whom the camera follows.
#[derive(Resource, Clone, Copy, Default, Debug, PartialEq, Eq)]
pub struct Selected(pub Option<AgentId>);

/// Does the camera follow [`Selected`]? Ends when somebody moves the camera by hand.
#[derive(Resource, Clone, Copy, Default, Debug, PartialEq, Eq)]
pub struct Following(pub bool);

/// Who is selected, and whether the camera stays with them.
#[derive(SystemParam)]
pub struct Selection<'w> {
    /// Who.
    pub selected: ResMut<'w, Selected>,
    /// Does the camera?
    pub following: ResMut<'w, Following>,
}

impl Selection<'_> {
    /// Who is selected.
    pub fn who(&self) -> Option<AgentId> {
        self.selected.0
    }

    /// Selects somebody, and the camera goes to them.
    pub fn go_to(&mut self, who: AgentId) {
        (self.selected.0, self.following.0) = (Some(who), true);
    }

    /// Nobody is selected any more.
    pub fn clear(&mut self) {
        (self.selected.0, self.following.0) = (None, false);
    }
}

/// On an agent: where its feet are drawn this frame, in world pixels (y up). Written by the folk's half of the view;
/// the camera follows it, a click selects by it, doors open to it.
#[derive(Component, Clone, Copy, Default, Debug, PartialEq)]
pub struct Feet(pub Vec2);

/// When [`Feet`] are written, in `Update`; what follows people goes after it, or it trails by a frame.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct FeetPlaced;

/// Where the mouse is over the town; `None` outside the window or over a panel.
#[derive(Resource, Clone, Copy, Default, Debug, PartialEq)]
pub struct Pointer {
    /// In world pixels, y up.
    pub world: Option<Vec2>,
    /// The cell there.
    pub tile: Option<Tile>,
    /// The thing whose picture is there.
    pub thing: Option<ObjectId>,
}

/// A click on the town that was no drag.
#[derive(Message, Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clicked {
    /// The cell; `None`: beside the map.
    pub tile: Option<Tile>,
    /// Who stands there.
    pub on: Option<AgentId>,
    /// The thing whose picture is there.
    pub thing: Option<ObjectId>,
    /// Was the camera with somebody else than the player, or with the story?
    pub elsewhere: bool,
}

/// The same with the right button: a thing that somebody wants to change.
#[derive(Message, Clone, Copy, Debug, PartialEq, Eq)]
pub struct RightClicked(pub Clicked);

/// Something to say on the screen for a few seconds: where a picture was saved, for example.
#[derive(Message, Clone, Debug, PartialEq, Eq)]
pub struct Notice(pub String);

/// Marks the camera that draws the town into its picture. Its transform is in world pixels.
#[derive(Component, Clone, Copy, Default, Debug)]
pub struct WorldCamera;

/// Marks the camera that draws the window: use this one for `viewport_to_world` and for egui.
#[derive(Component, Clone, Copy, Default, Debug)]
pub struct WindowCamera;

/// All of the town's half of the window. Wants `DefaultPlugins`, `EguiPlugin`, `TilemapPlugin` and, before the first
/// frame, the [`crate::world::TownMap`].
pub fn plugin(app: &mut App) {
    app.init_town_resource::<Selected>().init_town_resource::<Following>().init_town_resource::<Pointer>();
    app.add_message::<Clicked>().add_message::<RightClicked>().add_message::<Notice>();
    // Pictures, the town, and how it is looked at.
    app.add_plugins((
        scene::plugin,
        sheets::plugin,
        camera::plugin,
        picking::plugin,
        rooms::plugin,
        light::plugin,
        picture::plugin,
        ground::plugin,
        scenery::plugin,
        things::plugin,
        conditions::plugin,
        window::plugin,
    ));
    // The people, and what is known of what happens to them.
    app.add_plugins((
        people::plugin,
        bubbles::plugin,
        initials::plugin,
        speech::plugin,
        marks::plugin,
        pacing::plugin,
        speed::plugin,
        avatar::plugin,
    ));
    // What stands in the window: panels, boxes, keys.
    app.add_plugins((
        preferences::plugin,
        overlays::plugin,
        dock::plugin,
        panels::plugin,
        hud::plugin,
        hover::plugin,
        keys::plugin,
        actions::plugin,
    ));
    app.add_plugins((
        (ticker::plugin, timeline::plugin),
        console::plugin,
        hints::plugin,
        story::plugin,
        newspaper::plugin,
        goals::plugin,
        travel::plugin,
        autosave::plugin,
        title::plugin,
        debug::plugin,
        ui_probe::plugin,
    ));
}
