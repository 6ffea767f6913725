//! What the player has set about the window: size of words, time to read, colours, hints, keys; and the language of
//! the people's minds.
//!
//! | file | concern |
//! |---|---|
//! | `page` | F4: a panel in a town, a page over the title |
//! | `rows` | its rows of keys |

mod page;
mod rows;

use bevy::prelude::*;
use bevy_egui::EguiPrimaryContextPass;

pub use self::page::{Page, draw};
use super::{
    panels::{PanelsDrawn, style},
    scene::Scene,
};

/// Adds the settings and what they set.
pub fn plugin(app: &mut App) {
    app.init_resource::<Page>().add_systems(PreUpdate, rows::listen.after(bevy::input::InputSystems)).add_systems(
        EguiPrimaryContextPass,
        page::over_title.in_set(PanelsDrawn).after(style::apply).run_if(in_state(Scene::Title)),
    );
}
