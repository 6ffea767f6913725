//! Panels at the window's edges: tabs in stacks, moved and widened with the mouse, and remembered.
//!
//! | file | concern |
//! |---|---|
//! | [`tabs`] | the table of tabs, and where each belongs: a newcomer adds a row |
//! | [`layout`] | which are open and where they lie (pure) |
//! | `draw` | stacks, tabs, edges that are dragged |
//!
//! Rule: panels never cover the middle of the window, and are asked to draw only while they are seen. Whoever draws
//! over the town stays inside [`Dock::clear`].

mod draw;
pub mod layout;
pub mod tabs;

use self::tabs::TABS;
pub use self::{
    layout::Dock,
    tabs::{Place, Spot, Tab},
};
use super::{
    Selected,
    overlays::{Overlays, OverlaysNoted},
    panels::{PanelsDrawn, style},
    preferences::PreferencesFile,
    scene::Scene,
    why::Glass,
};
use bevy::prelude::*;
use bevy_egui::EguiPrimaryContextPass;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

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
        .add_systems(Startup, read_kept)
        .add_systems(PreUpdate, note_typing.in_set(OverlaysNoted))
        .add_systems(Update, (select, open_why, keep.run_if(resource_exists_and_changed::<Dock>), tell))
        .add_systems(
            EguiPrimaryContextPass,
            draw::draw.in_set(PanelsDrawn).after(style::apply).run_if(in_state(Scene::Town)),
        );
}

/// The table in the file.
const SECTION: &str = "panels";

/// The dock as it stands there.
#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(default)]
struct Kept {
    /// By their names, the one that was looked at last at the end.
    open: Vec<String>,
    folded: Vec<Place>,
    /// Of the left side and the right.
    #[serde(rename = "upper share")]
    shares: Option<[f32; 2]>,
    /// What was moved or widened, by names of tabs.
    #[serde(flatten)]
    moved: BTreeMap<String, Spot>,
}

/// As the window was left.
fn read_kept(own: Res<PreferencesFile>, mut dock: ResMut<Dock>) {
    *dock = own.section::<Kept>(SECTION).into();
}

/// Keeps what was changed.
fn keep(mut own: ResMut<PreferencesFile>, dock: Res<Dock>) {
    own.put(SECTION, Kept::from(&*dock));
}

impl From<Kept> for Dock {
    fn from(kept: Kept) -> Self {
        let mut dock = Self::default();
        for (name, spot) in kept.moved {
            if let Some(tab) = Tab::named(&name) {
                dock.settle(tab, spot);
            }
        }
        let open = kept.open.iter().filter_map(|name| Tab::named(name));
        open.filter(|tab| *tab != Tab::Person).for_each(|tab| dock.show(tab));
        kept.folded.into_iter().collect::<BTreeSet<_>>().into_iter().for_each(|place| dock.fold(place));
        for (right, share) in [false, true].into_iter().zip(kept.shares.into_iter().flatten()) {
            dock.share(right, share);
        }
        dock
    }
}

impl From<&Dock> for Kept {
    fn from(dock: &Dock) -> Self {
        let name = |tab: &Tab| tab.row().name.to_owned();
        let moved = TABS.iter().map(|row| (row, dock.spot(row.tab))).filter(|(row, spot)| *spot != row.spot);
        Self {
            // Who is selected is of the town, not of the window.
            open: dock.open().iter().filter(|tab| **tab != Tab::Person).map(name).collect(),
            folded: Place::ALL.into_iter().filter(|place| dock.is_folded(*place)).collect(),
            shares: Some([false, true].map(|right| dock.shared(right))),
            moved: moved.map(|(row, spot)| (row.name.to_owned(), spot)).collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn from(text: &str) -> Dock {
        toml::from_str::<Kept>(text).unwrap_or_default().into()
    }

    #[test]
    fn the_window_is_found_as_it_was_left() {
        let mut dock = Dock::default();
        dock.show(Tab::People);
        dock.put(Tab::People, Place::Right);
        dock.widen(true, 280.0);
        dock.fold(Place::Right);
        dock.share(true, 0.25);
        let text = toml::to_string(&Kept::from(&dock)).unwrap();
        let again = from(&text);
        assert_eq!(again, dock);
        // Nobody is selected at the start.
        dock.show(Tab::Person);
        assert!(!Dock::from(Kept::from(&dock)).is_open(Tab::Person));
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
        assert!(open.lay(whole).0.iter().all(|stack| stack.rect.is_finite() && whole.contains_rect(stack.rect)));
    }
}
