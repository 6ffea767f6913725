//! Panels: who lives here and what they are about, in words on paper.
//!
//! | file | concern |
//! |---|---|
//! | [`style`] | colours, sizes, scale |
//! | [`pictures`] | portraits, emoji, icons |
//! | [`telling`] | what is said about people and things (pure) |
//! | [`person`] | the panel on the right |
//! | [`mod@mind`] | what goes on in the person: memories, others, talks |
//! | [`list`] | the list on the left |
//! | [`town`] | the hour, who is where, what is out of order and what is on |
//! | [`relations`] | who knows and likes whom |
//! | [`widgets`] | what panels are made of: rows, lists, cards, bars |
//! | [`fonts`] | letters of other scripts, from this machine |
//! | [`words`] | words with emoji in them |
//! | [`model`] | which mind answers, and what that takes |
//! | [`help`] | all keys, and how the people think |
//! | [`mod@debug`] | F3 |

pub mod day;
pub mod debug;
pub mod fonts;
pub mod help;
pub mod list;
pub mod mind;
pub mod model;
pub mod person;
pub mod pictures;
pub mod relations;
pub mod style;
pub mod telling;
pub mod town;
pub mod widgets;
pub mod words;

use crate::{
    schedule::{Teardown, TownResources},
    view::{scene::TownState, sheets::Sheets},
};
use bevy::{
    ecs::system::{InMut, IntoSystem},
    prelude::*,
};
use bevy_egui::{EguiContext, EguiPostUpdateSet, EguiPrimaryContextPass, PrimaryEguiContext, egui};

/// What panels remember of who looks at them.
#[derive(Resource, Clone, Debug, Default)]
pub struct Shown {
    /// Do the settings lie over the title? In a town they are a panel.
    pub settings: bool,
    /// Numbers about the machine.
    pub debug: bool,
    /// What is searched for in the list.
    pub search: String,
    /// The search field wants the keys with the next frame.
    pub seek: bool,
    /// Only the last of what happens in the town is told.
    pub quiet: bool,
    /// The page of the person panel.
    pub tab: mind::Tab,
}

/// The context that panels are drawn in; a system that wants it is skipped while there is none.
pub type Context<'w, 's> = Single<'w, 's, &'static mut EguiContext, With<PrimaryEguiContext>>;

/// The same for a system that has more to do.
pub type Paper<'w, 's> = Option<Context<'w, 's>>;

/// Adds the panels.
pub fn plugin(app: &mut App) {
    model::plugin(app);
    relations::plugin(app);
    app.add_systems(Teardown, |mut shown: ResMut<Shown>| shown.search.clear());
    app.add_systems(Update, list::forget);
    app.init_resource::<Shown>()
        .init_resource::<pictures::Icons>()
        .init_town_resource::<mind::Inner>()
        .init_resource::<fonts::Search>()
        // Again when somebody was painted: the picture may have grown.
        .add_systems(
            PostUpdate,
            pictures::share_sheets.run_if(resource_exists_and_changed::<Sheets>).before(EguiPostUpdateSet::EndPass),
        )
        .add_systems(
            EguiPrimaryContextPass,
            (style::apply, fonts::search, debug::draw.run_if(in_state(TownState::Open))).chain().in_set(PanelsDrawn),
        );
}

/// Draws the inside of a panel by a system: `fn draw(InMut(ui): InMut<egui::Ui>, ...)`. What it keeps in a `Local`
/// stays while the panel is closed.
pub fn body<M>(
    ui: &mut egui::Ui,
    world: &mut World,
    system: impl IntoSystem<InMut<'static, egui::Ui>, (), M> + 'static,
) {
    if let Err(error) = world.run_system_cached_with(system, ui) {
        ui.label("This panel cannot be drawn; more is on the terminal.");
        warn_once!("a panel cannot be drawn: {error}");
    }
}

/// When the panels are drawn; what lies over them goes after it.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PanelsDrawn;
