//! The console in the window: a line at the lower edge, what came of earlier lines above it.
//!
//! | file | concern |
//! |---|---|
//! | [`mod@line`] | what is typed, earlier lines, what may follow (pure) |
//! | `change` | a right click on a thing begins the line that changes it |
//! | `carry` | what is asked for is done: looked up, given to the town, steered, asked |
//! | `draw` | the line, its offers, the answers |
//! | [`whisper`] | a small box for whoever is selected: ask, inner voice, tell |
//!
//! Rule: what a line means is known by [`crate::console`] alone, and what changes the town goes through
//! [`crate::exchange::CommandQueue`]. While the line is open, keys belong to it.

mod carry;
mod change;
mod draw;
pub mod line;
pub mod whisper;

use bevy::prelude::*;
use bevy_egui::EguiPrimaryContextPass;

pub use self::line::Line;
use super::{
    Clicked,
    avatar::Acting,
    overlays::{AddOverlay, Overlay, Overlays, TakesKeys},
    panels::PanelsDrawn,
};
use crate::{
    agent::persona::Names,
    schedule::{Teardown, TownResources},
    world::TownMap,
};

impl TakesKeys for Line {
    const OVERLAY: Overlay = Overlay::Console;

    fn is_open(&self) -> bool {
        self.open
    }
}

/// Tab takes what is offered; egui never gets it. With the next frame: what was typed before it may have come with this
/// one, and is not in the line yet.
fn take(keys: Res<ButtonInput<KeyCode>>, overlays: Res<Overlays>, mut line: ResMut<Line>) {
    if line.open && overlays.has_keys(Overlay::Console) && keys.just_pressed(KeyCode::Tab) {
        line.completes = true;
    }
}

/// Who or what is clicked on while the line is open is named in it.
fn pick(
    mut clicked: MessageReader<Clicked>,
    mut line: ResMut<Line>,
    (map, names): (Option<Res<TownMap>>, Option<Res<Names>>),
) {
    for click in clicked.read() {
        if !line.open {
            continue;
        }
        let (Some(map), Some(names)) = (map.as_deref(), names.as_deref()) else { continue };
        let name = click.on.and_then(|id| names.0.get(&id));
        match (name, click.thing, click.tile) {
            (Some(name), ..) => line.put_person(name),
            (None, Some(id), _) => line.put_thing(&map.address(id)),
            (None, None, Some(tile)) => line.put_tile(tile.x, tile.y),
            _ => {}
        }
    }
}

/// Adds the console.
pub fn plugin(app: &mut App) {
    app.add_overlay::<Line>().add_overlay::<whisper::Whisper>();
    app.init_resource::<Line>().init_town_resource::<whisper::Whisper>().init_town_resource::<carry::Until>();
    app.init_town_resource::<carry::Under>().add_observer(carry::hear);
    app.add_systems(Teardown, carry::forget);
    app.add_systems(
        Update,
        (pick, change::begin, carry::carry, take).chain().after(Acting).run_if(resource_exists::<TownMap>),
    );
    app.add_systems(EguiPrimaryContextPass, (draw::draw, whisper::draw).after(PanelsDrawn));
}
