//! Panels at the window's edges: tabs in stacks, moved and widened with the mouse, and remembered.
//!
//! | file | concern |
//! |---|---|
//! | [`tabs`] | the table of tabs, and where each belongs: a newcomer adds a row |
//! | [`layout`] | which are open and where they lie (pure) |
//! | `draw` | stacks, tabs, edges that are dragged |
//! | `keep` | in the player's file |
//!
//! Rule: panels never cover the middle of the window, and are asked to draw only while they are seen. Whoever draws
//! over the town stays inside [`Dock::clear`].

mod draw;
mod keep;
pub mod layout;
pub mod tabs;

use bevy::prelude::*;
use bevy_egui::EguiPrimaryContextPass;

pub use self::{
    layout::Dock,
    tabs::{Place, Spot, Tab},
};
use super::{
    Selected,
    overlays::{Overlays, OverlaysNoted},
    panels::{PanelsDrawn, style},
    scene::Scene,
    why::Glass,
};

/// Who is selected has a panel.
fn select(selected: Res<Selected>, mut dock: ResMut<Dock>) {
    if selected.0.is_none() {
        if dock.is_open(Tab::Person) {
            dock.close(Tab::Person);
        }
        return;
    }
    let place = dock.spot(Tab::Person).place;
    if !selected.is_changed() {
        return;
    }
    if dock.under == Some(place) && !dock.seen(Tab::Person) {
        // Whoever clicks through a panel is not to lose it.
        dock.show_behind(Tab::Person);
    } else {
        dock.show(Tab::Person);
    }
}

/// Whoever asks why sees the answer; whoever closes that panel has done with it.
fn open_why(mut glass: ResMut<Glass>, mut dock: ResMut<Dock>, selected: Res<Selected>) {
    let glass = glass.bypass_change_detection();
    if glass.take_wanted() {
        dock.unfold(Tab::Why);
    } else if !dock.is_open(Tab::Why) {
        glass.let_go(selected.0);
    }
}

fn note_typing(dock: Res<Dock>, mut overlays: ResMut<Overlays>) {
    overlays.type_in_panel(dock.typed().is_some());
}

/// Tells the log which panels are open, for whoever tries the window from outside.
fn tell(dock: Res<Dock>, mut before: Local<Vec<Tab>>) {
    if dock.open() != before.as_slice() {
        before.clear();
        before.extend_from_slice(dock.open());
        tracing::info!(target: "screen", open = ?dock.open(), "panels");
    }
}

/// Adds the dock.
pub fn plugin(app: &mut App) {
    app.init_resource::<Dock>()
        .add_systems(Startup, keep::read)
        .add_systems(PreUpdate, note_typing.in_set(OverlaysNoted))
        .add_systems(Update, (select, open_why, keep::write.run_if(resource_exists_and_changed::<Dock>), tell))
        .add_systems(
            EguiPrimaryContextPass,
            draw::draw.in_set(PanelsDrawn).after(style::apply).run_if(in_state(Scene::Town)),
        );
}
