//! The title, with the town alive behind it, and the menu in a town.
//!
//! | file | concern |
//! |---|---|
//! | `rows` | a list of choices, by keys and by mouse; a question before something is lost |
//! | `front` | the first page |
//! | `new_town` | a new town |
//! | `saves` | the list of saves |
//! | `pause` | the menu in a town |
//! | `drift` | the camera over the town behind the title |

mod drift;
mod front;
mod new_town;
mod pause;
mod rows;
mod saves;

use bevy::prelude::*;
use bevy_egui::EguiPrimaryContextPass;

pub use self::rows::{Confirmation, ConfirmedAction};
use self::{new_town::NewTown, saves::Saves};
use super::{
    avatar::Acting,
    camera::at_hand,
    overlays::{AddOverlay, Overlay},
    panels::PanelsDrawn,
    scene::{Scene, TownState},
};
use crate::{clock::Driver, schedule::TownResources, town::SaveEntry};

/// The page of the title that is open.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Page {
    #[default]
    Front,
    NewTown,
    Saves,
}

/// What the title remembers, until a town is left.
#[derive(Resource, Default)]
struct Title {
    page: Page,
    /// The row of the front page that is chosen.
    row: usize,
    /// The save to continue with; `None` until it has been looked for.
    newest: Option<Option<SaveEntry>>,
    new_town: NewTown,
    saves: Saves,
}

/// The menu in a town.
#[derive(Resource, Default)]
pub struct Menu {
    /// Is it open? Time is paused while it is.
    pub open: bool,
    /// Has it been drawn since it was opened? Otherwise the key that opened it would close it.
    drawn: bool,
    row: usize,
    /// The list of saves is open in it.
    loading: bool,
    /// A question that lies over it, and whether the menu was opened for that alone.
    asks: Option<(Confirmation, bool)>,
}

impl Menu {
    /// Opens it.
    pub fn show(&mut self) {
        *self = Self { open: true, ..Self::default() };
    }

    /// Asks before something is lost.
    pub fn ask(&mut self, question: Confirmation) {
        let alone = !self.open;
        if alone {
            self.show();
        }
        (self.asks, self.row, self.drawn) = (Some((question, alone)), 0, false);
    }

    /// Esc closes the question, else the menu; the list of saves reads its keys itself.
    fn escape(&mut self) {
        match self.asks.take() {
            Some((_, alone)) => (self.open, self.drawn) = (!alone, false),
            None => self.open = self.loading,
        }
    }
}

/// Time is paused while the menu is open.
fn pause_time(menu: Res<Menu>, driver: Option<ResMut<Driver>>) {
    if let Some(mut driver) = driver.filter(|_| menu.open) {
        driver.ease = 0.0;
    }
}

/// Logs which page is open, for tests that play the window.
fn log_page(title: Res<Title>, mut before: Local<Option<Page>>) {
    if before.replace(title.page) != Some(title.page) {
        tracing::info!(target: "screen", page = ?title.page, "title");
    }
}

/// Adds the title and the menu.
pub fn plugin(app: &mut App) {
    // There may be new saves: the title looks for them when a town has been left.
    app.init_town_resource::<Title>().init_resource::<Menu>().add_overlay(
        Overlay::Menu,
        |menu: &Menu| menu.open,
        Menu::escape,
    );
    app.add_systems(Update, (drift::drift.run_if(in_state(TownState::Open)), log_page).run_if(in_state(Scene::Title)));
    app.add_systems(PostUpdate, pause_time).configure_sets(Update, Acting.run_if(at_hand));
    // The front page last, so that a key that turns the page does nothing on the next one.
    let pages = (saves::draw, new_town::draw, front::draw).chain().run_if(in_state(Scene::Title));
    let pause = pause::draw.run_if(in_state(Scene::Town));
    app.add_systems(EguiPrimaryContextPass, (pages, pause).after(PanelsDrawn));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::schedule::Teardown;

    #[test]
    fn saves_are_looked_for_anew_when_a_town_has_been_left() {
        let mut app = App::new();
        app.init_schedule(Teardown);
        plugin(&mut app);
        let mut title = app.world_mut().resource_mut::<Title>();
        (title.page, title.newest) = (Page::Saves, Some(None));
        app.world_mut().run_schedule(Teardown);
        let title = app.world().resource::<Title>();
        assert!(title.newest.is_none() && title.page == Page::Front, "there was no save before; now there may be");
    }
}
