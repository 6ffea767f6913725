//! What the player has set about the window: size of words, time to read, colours, hints, keys; and the language of
//! the people's minds.
//!
//! | file | concern |
//! |---|---|
//! | [`colours`] | palettes for all eyes |
//! | `page` | F4: the page, with a town behind it or none |
//! | `rows` | its rows of keys |
//! | `keep` | in the player's file |

pub mod colours;
mod keep;
mod page;
mod rows;

use bevy::prelude::*;
use bevy_egui::EguiPrimaryContextPass;

pub use self::{colours::Palette, page::Page};
use super::panels::{PanelsDrawn, style};

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

/// Adds the page and what it sets.
pub fn plugin(app: &mut App) {
    app.init_resource::<Settings>()
        .init_resource::<Page>()
        .add_systems(Startup, keep::read)
        .add_systems(PreUpdate, rows::listen.after(bevy::input::InputSystems))
        .add_systems(Update, keep::write)
        .add_systems(EguiPrimaryContextPass, page::draw.in_set(PanelsDrawn).after(style::apply));
}
