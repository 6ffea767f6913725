//! What plates and boxes over the town are drawn with.

use bevy::{ecs::system::SystemParam, prelude::*};
use bevy_egui::egui;
use egui::{Align2, InnerResponse, Pos2, Rect, Ui};

use super::{
    dock::Dock,
    overlays::{GAP, Overlay, Overlays},
    panels::{Context, style::plate},
};

/// The window, the part of it that panels leave free, and what else lies over the town.
#[derive(SystemParam)]
pub struct Stage<'w, 's> {
    context: Context<'w, 's>,
    /// The panels.
    pub dock: ResMut<'w, Dock>,
    /// What lies over the town.
    pub overlays: ResMut<'w, Overlays>,
}

impl Stage<'_, '_> {
    /// What to draw in.
    pub fn ctx(&mut self) -> egui::Context {
        self.context.get_mut().clone()
    }

    /// The same for a box: not while a page covers all of them.
    pub fn context(&mut self) -> Option<egui::Context> {
        (!self.overlays.covered()).then(|| self.ctx())
    }

    /// The part of the window that panels leave free.
    pub fn clear(&self) -> Rect {
        self.dock.clear
    }

    /// The same without a gap at its edges.
    pub fn room(&self) -> Rect {
        self.clear().shrink(GAP)
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
