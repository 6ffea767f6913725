//! What boxes over the town are drawn with.

use bevy::{ecs::system::SystemParam, prelude::*};
use bevy_egui::egui;

use super::{dock::Dock, overlays::Overlays, panels::Paper};

/// The window, the part of it that panels leave free, and what else lies over the town.
#[derive(SystemParam)]
pub struct Stage<'w, 's> {
    paper: Paper<'w, 's>,
    /// The panels.
    pub dock: ResMut<'w, Dock>,
    /// What lies over the town.
    pub overlays: ResMut<'w, Overlays>,
}

impl Stage<'_, '_> {
    /// What to draw in, unless a page covers all boxes.
    pub fn context(&mut self) -> Option<egui::Context> {
        let paper = self.paper.as_mut().filter(|_| !self.overlays.covered())?;
        Some(paper.get_mut().clone())
    }

    /// The part of the window that panels leave free.
    pub fn clear(&self) -> egui::Rect {
        self.dock.clear
    }
}
