//! What the player has set about the window: size of words, time to read, colours, hints, keys; and the language of
//! the people's minds.
//!
//! | file | concern |
//! |---|---|
//! | [`colours`] | palettes for all eyes |
//! | `page` | F4: a panel in a town, a page over the title |
//! | `rows` | its rows of keys |
//! | `keep` | in the player's file |

pub mod colours;
mod keep;
mod page;
mod rows;

use bevy::prelude::*;
use bevy_egui::EguiPrimaryContextPass;

pub use self::{
    colours::Palette,
    page::{Page, draw},
};
use super::{
    panels::{PanelsDrawn, style},
    scene::Scene,
};

/// What was set and is kept nowhere else.
#[derive(Resource, Clone, Copy, Debug, PartialEq)]
pub struct Settings {
    /// Colours of marks, graphs and rings.
    pub palette: Palette,
    /// Is it said why time stands, waits or is slowed down?
    pub hints: bool,
}

impl Default for Settings {
    fn default() -> Self {
        Self { palette: Palette::Usual, hints: true }
    }
}

/// Adds the settings and what they set.
pub fn plugin(app: &mut App) {
    app.init_resource::<Settings>()
        .init_resource::<Page>()
        .add_systems(Startup, keep::read)
        .add_systems(PreUpdate, rows::listen.after(bevy::input::InputSystems))
        .add_systems(Update, keep::write)
        .add_systems(
            EguiPrimaryContextPass,
            page::over_title.in_set(PanelsDrawn).after(style::apply).run_if(in_state(Scene::Title)),
        );
}
