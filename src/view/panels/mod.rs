//! Panels: who lives here and what they do, in words on paper. Each is a tab of the [dock](super::dock).
//!
//! To add one, write a file here that draws it, and add its module, a row of the table of tabs and, if it remembers
//! anything, its plugin below. Its key also goes into the table of keys in `docs/playing.md`.
//!
//! | file | content |
//! |---|---|
//! | [`list`], [`town`], [`relations`], [`person`], [`mod@why`], [`news`], [`talks`], … | a panel each |
//! | [`mod@mind`], [`day`] | pages of [`person`] |
//! | [`widgets`] | what panels are made of: rows, lists, cards, bars |
//! | [`style`] | colours, sizes, scale |
//! | [`words`] | text with emoji in it |
//! | [`pictures`] | portraits, emoji, icons |
//! | [`telling`] | people and things described in words (pure) |
//! | [`fonts`] | fonts of this machine for other scripts |

pub mod day;
pub mod fonts;
pub mod help;
pub mod list;
pub mod mind;
pub mod model;
pub mod news;
pub mod person;
pub mod pictures;
pub mod relations;
pub mod settings;
pub mod style;
pub mod talks;
pub mod telling;
pub mod town;
pub mod why;
pub mod widgets;
pub mod words;

use bevy::{
    ecs::system::{InMut, IntoSystem},
    prelude::*,
};
use bevy_egui::{EguiContext, EguiPostUpdateSet, EguiPrimaryContextPass, PrimaryEguiContext, egui};

use crate::{
    schedule::{Teardown, TownResources},
    view::{
        dock::{Place, Spot},
        keys::{Action, Key, key},
        sheets::Sheets,
    },
};

/// Declares [`Tab`] and [`TABS`]: each row has the tab, its title, where it opens and how wide it is, what draws it,
/// and the key that opens it: its name in the player's file, its codes and what the help says about it.
macro_rules! tabs {
    ($($(#[$doc:meta])+ $tab:ident $title:literal $place:ident $width:literal $draw:path $(, $key:expr)?;)+) => {
        /// A panel that can be opened.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum Tab {
            $($(#[$doc])+ $tab,)+
        }

        /// All tabs, in the order of menus and stacks.
        pub const TABS: &[Panel] = &[$(Panel {
            tab: Tab::$tab,
            title: $title,
            spot: Spot { place: Place::$place, width: $width },
            keys: &[$(Key { action: Action::Open(Tab::$tab), ..$key })?],
            show: |ui, world| body(ui, world, $draw),
        }),+];
    };
}

tabs! {
    /// Who lives here.
    People "People" Left 244.0 list::draw,
        opens("people", &[KeyCode::Tab, KeyCode::KeyL], "Who lives here").while_typing();
    /// The hour, who is where, what is out of order and what is on.
    Town "Town" Left 290.0 town::draw,
        opens("town", &[KeyCode::KeyO], "The town: where everybody is, what is on");
    /// Who knows and likes whom.
    Relations "Relations" Left 440.0 relations::draw,
        opens("relations", &[KeyCode::KeyR], "Who knows and likes whom");
    /// The selected person: open as long as somebody is selected.
    Person "Person" Right 332.0 person::draw;
    /// Why somebody does something.
    Why "Why?" Left 390.0 why::draw,
        opens("why", &[KeyCode::KeyY], "Why they do that: the selected person, now and before");
    /// What is spreading.
    News "News" Left 330.0 news::draw,
        opens("spreading", &[KeyCode::KeyN], "What is spreading, and from whom to whom");
    /// All conversations.
    Conversations "Conversations" Left 360.0 talks::draw,
        opens("conversations", &[KeyCode::KeyC], "Everything that was said, with a search");
    /// Which mind answers, and what that costs.
    Minds "Minds" Right 480.0 model::draw,
        opens("minds", &[KeyCode::F2], "Which mind answers, and what it costs").while_typing();
    /// What the player can set.
    Settings "Settings" Right 400.0 settings::draw,
        opens("settings", &[KeyCode::F4], "Text size, colours, keys, language").while_typing();
    /// All keys, and how the people think.
    Help "Help" Right 400.0 help::draw,
        opens("help", &[KeyCode::F1], "All keys, and how the people think").while_typing();
}

/// A row of [`TABS`].
#[derive(Clone, Copy, Debug)]
pub struct Panel {
    /// Which tab.
    pub tab: Tab,
    /// What is written on it.
    pub title: &'static str,
    /// Where it opens before anybody moves it.
    pub spot: Spot,
    /// The key that opens and closes it, if it has one.
    pub keys: &'static [Key],
    /// Draws the panel, whose size is given: taller content needs a scroll area. Called only while the panel is
    /// visible.
    pub show: fn(&mut egui::Ui, &mut World),
}

/// A key of a panel. Which panel it opens is filled in where the table is made.
const fn opens(name: &'static str, codes: &'static [KeyCode], does: &'static str) -> Key {
    key(name, codes, Action::HandledElsewhere, does)
}

impl Tab {
    /// Its row in the table.
    pub fn panel(self) -> &'static Panel {
        &TABS[self as usize]
    }

    /// Its name in the player's file.
    pub fn name(self) -> String {
        format!("{self:?}").to_lowercase()
    }

    /// The tab of this name.
    pub fn named(name: &str) -> Option<Self> {
        TABS.iter().map(|row| row.tab).find(|tab| tab.name() == name)
    }

    /// Is it a form? Then Esc closes it while somebody types, and the Tab key goes from field to field.
    pub fn is_form(self) -> bool {
        matches!(self, Self::Minds | Self::Settings)
    }
}

/// What panels remember about the player's choices.
#[derive(Resource, Clone, Debug, Default)]
pub struct Shown {
    /// Are the settings open over the title? In a town they are a panel.
    pub settings: bool,
    /// Are the numbers about the machine shown?
    pub debug: bool,
    /// The search text of the list of people.
    pub search: String,
    /// The search field takes the focus in the next frame.
    pub seek: bool,
    /// Does the ticker show only the latest event?
    pub quiet: bool,
    /// The page of the person panel.
    pub page: mind::PersonPage,
}

/// The egui context that panels are drawn in. A system that takes it is skipped while there is none.
pub type Context<'w, 's> = Single<'w, 's, &'static mut EguiContext, With<PrimaryEguiContext>>;

/// The same in an exclusive system.
pub fn context_of(world: &mut World) -> Option<egui::Context> {
    let mut contexts = world.query_filtered::<&mut EguiContext, With<PrimaryEguiContext>>();
    contexts.single_mut(world).ok().map(|mut context| context.get_mut().clone())
}

/// Adds the panels.
pub fn plugin(app: &mut App) {
    app.add_plugins((relations::plugin, why::plugin, news::plugin, talks::plugin, model::plugin, settings::plugin));
    app.add_systems(Teardown, |mut shown: ResMut<Shown>| shown.search.clear());
    app.add_systems(Update, list::clear_search);
    app.init_resource::<Shown>()
        .init_resource::<pictures::Icons>()
        .init_town_resource::<mind::PageState>()
        .init_resource::<fonts::Search>()
        // Again when somebody was painted: the picture may have grown.
        .add_systems(
            PostUpdate,
            pictures::share_sheets.run_if(resource_exists_and_changed::<Sheets>).before(EguiPostUpdateSet::EndPass),
        )
        .add_systems(EguiPrimaryContextPass, (style::apply, fonts::search).chain().in_set(PanelsDrawn));
}

/// Draws a panel with a system: `fn draw(InMut(ui): InMut<egui::Ui>, ...)`. Its `Local`s survive closing the panel.
pub fn body<M>(
    ui: &mut egui::Ui,
    world: &mut World,
    system: impl IntoSystem<InMut<'static, egui::Ui>, (), M> + 'static,
) {
    if let Err(error) = world.run_system_cached_with(system, ui) {
        ui.label("This panel cannot be drawn. The terminal says why.");
        warn_once!("a panel cannot be drawn: {error}");
    }
}

/// When the panels are drawn; what lies over them goes after it.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PanelsDrawn;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_tab_has_one_row_and_a_name_of_its_own() {
        for row in TABS {
            assert_eq!(Tab::named(&row.tab.name()), Some(row.tab));
            assert_eq!(TABS.iter().filter(|other| other.tab == row.tab).count(), 1, "{}", row.title);
            assert_eq!(row.tab.panel().title, row.title);
            for key in row.keys {
                assert_eq!(key.action, Action::Open(row.tab));
            }
        }
    }
}
