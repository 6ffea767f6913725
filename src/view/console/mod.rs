//! The console in the window: a line at the lower edge, what came of earlier lines above it.
//!
//! | file | concern |
//! |---|---|
//! | [`mod@line`] | what is typed, earlier lines, what may follow (pure) |
//! | `carry` | what is asked for is done: looked up, given to the town, steered, asked |
//! | `draw` | the line, its offers, the answers |
//! | [`whisper`] | a small box for whoever is selected: ask, inner voice, tell |
//!
//! Rule: what a line means is known by [`crate::console`] alone, and what changes the town goes through
//! [`crate::exchange::CommandQueue`]. While the line is open, keys belong to it.

mod carry;
mod draw;
pub mod line;
pub mod whisper;

use bevy::prelude::*;
use bevy_egui::EguiPrimaryContextPass;

pub use self::line::ConsoleInput;
use self::whisper::Whisper;
use super::{
    Clicked,
    avatar::Acting,
    overlays::{AddOverlay, Overlay, Overlays},
    panels::PanelsDrawn,
    scene::Scene,
};
use crate::{
    agent::persona::Names,
    schedule::{Teardown, TownResources},
    world::TownMap,
};

/// Tab takes what is offered; egui never gets it. With the next frame: what was typed before it may have come with this
/// one, and is not in the line yet.
fn take(keys: Res<ButtonInput<KeyCode>>, overlays: Res<Overlays>, mut line: ResMut<ConsoleInput>) {
    if line.open && overlays.has_keys(Overlay::Console) && keys.just_pressed(KeyCode::Tab) {
        line.completes = true;
    }
}

/// Who or what is clicked on while the line is open is named in it.
fn pick(mut clicked: MessageReader<Clicked>, mut line: ResMut<ConsoleInput>, map: Res<TownMap>, names: Res<Names>) {
    for click in clicked.read().filter(|_| line.open).collect::<Vec<_>>() {
        match (click.on.and_then(|id| names.0.get(&id)), click.thing, click.tile) {
            (Some(name), ..) => line.put_person(name),
            (None, Some(id), _) => line.put_thing(&map.address(id)),
            (None, None, Some(tile)) => line.put_tile(tile.x, tile.y),
            _ => {}
        }
    }
}

/// Adds the console.
pub fn plugin(app: &mut App) {
    app.add_overlay(Overlay::Console, |line: &ConsoleInput| line.open, ConsoleInput::hide);
    app.add_overlay(Overlay::Whisper, Whisper::is_open, Whisper::close);
    app.init_resource::<ConsoleInput>().init_town_resource::<Whisper>().init_town_resource::<carry::Until>();
    app.init_town_resource::<carry::Under>().add_observer(carry::hear);
    app.add_systems(Teardown, carry::forget);
    app.add_systems(
        Update,
        (pick, draw::begin_change, carry::run_requests, take).chain().after(Acting).run_if(resource_exists::<TownMap>),
    );
    let drawn = (draw::draw, whisper::draw).after(PanelsDrawn).run_if(in_state(Scene::Town));
    app.add_systems(EguiPrimaryContextPass, drawn);
}
