//! Panels at the window's edges: tabs in stacks, moved and widened with the mouse, and remembered.
//!
//! | file | concern |
//! |---|---|
//! | [`layout`] | which tabs are open and where they lie (pure) |
//! | `place` | the stacks |
//! | `draw` | stacks, tabs, edges that can be dragged |
//!
//! Which tabs there are is declared in [`super::panels`].
//!
//! Rule: panels never cover the middle of the window, and draw only while they are visible. What is drawn over the town
//! stays inside [`Dock::clear`].

mod draw;
pub mod layout;
mod place;

pub use self::{
    layout::Dock,
    place::{Place, Spot},
};
use super::{
    Selected,
    overlays::{Overlays, OverlaysNoted},
    panels::{PanelsDrawn, TABS, Tab, style, why::Inspector},
    preferences::PreferencesFile,
    scene::Scene,
};
use bevy::prelude::*;
use bevy_egui::EguiPrimaryContextPass;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

/// The person panel is open while somebody is selected.
fn show_selected(selected: Res<Selected>, mut dock: ResMut<Dock>) {
    if selected.0.is_none() {
        if dock.is_open(Tab::Person) {
            dock.close(Tab::Person);
        }
    } else if selected.is_changed() {
        if dock.under == Some(dock.spot(Tab::Person).place) && !dock.is_front(Tab::Person) {
            // The panel in which somebody was clicked stays in front.
            dock.show_behind(Tab::Person);
        } else {
            dock.show(Tab::Person);
        }
    }
}

/// Opens the panel *Why?* when something is asked; closing it ends the inspection.
fn show_why(mut inspector: ResMut<Inspector>, mut dock: ResMut<Dock>, selected: Res<Selected>) {
    let inspector = inspector.bypass_change_detection();
    if inspector.take_request() {
        dock.unfold(Tab::Why);
    } else if !dock.is_open(Tab::Why) {
        inspector.reset(selected.0);
    }
}

fn note_typing(dock: Res<Dock>, mut overlays: ResMut<Overlays>) {
    overlays.type_in_panel(dock.typed().is_some());
}

/// Logs which panels are open, for tests that play the window.
fn log_open(dock: Res<Dock>, mut before: Local<Vec<Tab>>) {
    if dock.open() != before.as_slice() {
        before.clear();
        before.extend_from_slice(dock.open());
        tracing::info!(target: "screen", open = ?dock.open(), "panels");
    }
}

/// Adds the dock.
pub fn plugin(app: &mut App) {
    app.init_resource::<Dock>()
        .add_systems(Startup, load)
        .add_systems(PreUpdate, note_typing.in_set(OverlaysNoted))
        .add_systems(Update, (show_selected, show_why, save.run_if(resource_exists_and_changed::<Dock>), log_open))
        .add_systems(
            EguiPrimaryContextPass,
            draw::draw.in_set(PanelsDrawn).after(style::apply).run_if(in_state(Scene::Town)),
        );
}

/// The table in the player's file.
const SECTION: &str = "panels";

/// The dock as it is saved there.
#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(default)]
struct SavedDock {
    /// Names of tabs, the last used at the end.
    open: Vec<String>,
    folded: BTreeSet<Place>,
    /// Left and right.
    #[serde(rename = "upper share")]
    shares: Option<[f32; 2]>,
    /// What was moved or widened, by names of tabs.
    #[serde(flatten)]
    moved: BTreeMap<String, Spot>,
}

fn load(own: Res<PreferencesFile>, mut dock: ResMut<Dock>) {
    *dock = own.section::<SavedDock>(SECTION).into();
}

fn save(mut own: ResMut<PreferencesFile>, dock: Res<Dock>) {
    own.put(SECTION, SavedDock::from(&*dock));
}

impl From<SavedDock> for Dock {
    fn from(saved: SavedDock) -> Self {
        let mut dock = Self::default();
        for (name, spot) in saved.moved {
            if let Some(tab) = Tab::named(&name) {
                dock.restore(tab, spot);
            }
        }
        let open = saved.open.iter().filter_map(|name| Tab::named(name));
        open.filter(|tab| *tab != Tab::Person).for_each(|tab| dock.show(tab));
        saved.folded.into_iter().for_each(|place| dock.fold(place));
        for (right, share) in [false, true].into_iter().zip(saved.shares.into_iter().flatten()) {
            dock.share(right, share);
        }
        dock
    }
}

impl From<&Dock> for SavedDock {
    fn from(dock: &Dock) -> Self {
        let moved = TABS.iter().map(|panel| (panel, dock.spot(panel.tab)));
        let moved = moved.filter(|(panel, spot)| *spot != panel.spot).map(|(panel, spot)| (panel.tab.name(), spot));
        // The selection belongs to the town, not to the window.
        let open = dock.open().iter().filter(|tab| **tab != Tab::Person).map(|tab| tab.name());
        Self {
            open: open.collect(),
            folded: dock.folded().clone(),
            shares: Some(dock.shares()),
            moved: moved.collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn from(text: &str) -> Dock {
        toml::from_str::<SavedDock>(text).unwrap_or_default().into()
    }

    #[test]
    fn the_window_is_found_as_it_was_left() {
        let mut dock = Dock::default();
        dock.show(Tab::People);
        dock.put(Tab::People, Place::Right);
        dock.widen(true, 280.0);
        dock.fold(Place::Right);
        dock.share(true, 0.25);
        let text = toml::to_string(&SavedDock::from(&dock)).unwrap();
        let again = from(&text);
        assert_eq!(again, dock);
        // Nobody is selected at the start.
        dock.show(Tab::Person);
        assert!(!Dock::from(SavedDock::from(&dock)).is_open(Tab::Person));
    }

    #[test]
    fn nonsense_is_as_at_first() {
        for bad in [
            "",
            "open = 7",
            "open = ['', 'nothing', 3]\nfolded = ['up']",
            "people = 3",
            "[people]\nplace = 'ceiling'\nwidth = 'wide'",
            "'upper share' = ['x']",
        ] {
            assert_eq!(from(bad), Dock::default(), "{bad}");
        }
        let odd = "'upper share' = [nan, -7]\n[people]\nplace = 'left'\nwidth = -1e300\n[person]\nplace = 'right'\nwidth = inf";
        let dock = from(odd);
        let whole = bevy_egui::egui::Rect::from_min_size(Default::default(), bevy_egui::egui::vec2(900.0, 600.0));
        let mut open = dock.clone();
        open.show(Tab::People);
        open.show(Tab::Person);
        assert!(open.layout(whole).0.iter().all(|stack| stack.rect.is_finite() && whole.contains_rect(stack.rect)));
    }
}
