//! Where plates are drawn: over the window, in what its panels leave free, and beside the other plates.

use bevy::{ecs::system::SystemParam, prelude::*};
use bevy_egui::{EguiContext, PrimaryEguiContext, egui};
use egui::{Align2, InnerResponse, Pos2, Rect, Ui};

use super::{
    dock::Dock,
    overlays::{GAP, Overlay, Overlays},
    panels::style::plate,
};

/// What draws in the window. A system that wants it waits for the window.
pub type Context<'w, 's> = Single<'w, 's, &'static mut EguiContext, With<PrimaryEguiContext>>;

/// What a plate is drawn with.
#[derive(SystemParam)]
pub struct Canvas<'w, 's> {
    context: Context<'w, 's>,
    /// The panels.
    pub dock: ResMut<'w, Dock>,
    /// All plates and boxes.
    pub overlays: ResMut<'w, Overlays>,
}

impl Canvas<'_, '_> {
    /// What draws.
    pub fn ctx(&mut self) -> egui::Context {
        self.context.get_mut().clone()
    }

    /// What the panels leave free, less a gap.
    pub fn room(&self) -> Rect {
        self.dock.clear.shrink(GAP)
    }

    /// Draws a plate with its corner or middle `pivot` at `at`, or near it.
    pub fn plate<R>(
        &mut self,
        overlay: Overlay,
        at: (Align2, Pos2),
        add: impl FnOnce(&mut Ui) -> R,
    ) -> InnerResponse<R> {
        let (ctx, room) = (self.ctx(), self.room());
        self.overlays.show(&ctx, overlay, at, (room, &[]), |ui| plate().show(ui, add).inner)
    }
}
