//! The table of tabs, and where each belongs: whoever adds a panel adds a name to [`Tab`] and a row to
//! [`TABS`] beside the file that draws it.

use bevy::prelude::*;
use bevy_egui::egui;
use serde::{Deserialize, Serialize};

use crate::view::{
    keys::{Action, Key, key},
    news,
    panels::{body, help, list, model, person, relations, town},
    settings, talks, why,
};

/// Where a stack of tabs stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Place {
    /// At the left edge; above, if there is one below.
    #[serde(rename = "left")]
    Left,
    /// At the left edge, below.
    #[serde(rename = "left below")]
    LeftBelow,
    /// At the right edge; above, if there is one below.
    #[serde(rename = "right")]
    Right,
    /// At the right edge, below.
    #[serde(rename = "right below")]
    RightBelow,
}

impl Place {
    /// All of them.
    pub const ALL: [Place; 4] = [Place::Left, Place::LeftBelow, Place::Right, Place::RightBelow];

    /// At the right edge?
    pub fn right(self) -> bool {
        matches!(self, Place::Right | Place::RightBelow)
    }

    /// Below another one?
    pub fn below(self) -> bool {
        matches!(self, Place::LeftBelow | Place::RightBelow)
    }

    /// By side and height.
    pub fn of(right: bool, below: bool) -> Place {
        Place::ALL[usize::from(right) * 2 + usize::from(below)]
    }
}

/// Where a tab belongs, open or not.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Spot {
    /// In which stack.
    pub place: Place,
    /// Width of its panel in points.
    pub width: f32,
}

/// A panel that can be opened.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Tab {
    /// Who lives here.
    People,
    /// The hour, who is where, what is out of order and what is on.
    Town,
    /// Who knows and likes whom.
    Relations,
    /// Who is selected: open as long as somebody is.
    Person,
    /// Why somebody does that.
    Why,
    /// What is spreading.
    News,
    /// All that was said.
    Conversations,
    /// Which mind answers, and what that takes.
    Minds,
    /// What the player can set.
    Settings,
    /// All keys, and how the people think.
    Help,
}

/// A row of the table.
#[derive(Clone, Copy, Debug)]
pub struct Row {
    /// Which.
    pub tab: Tab,
    /// As it is kept in the player's file: never changed.
    pub name: &'static str,
    /// As it stands on the tab.
    pub title: &'static str,
    /// Where it opens before anybody moved it, and how wide.
    pub spot: Spot,
    /// Keys that open and close it.
    pub keys: &'static [Key],
    /// Draws its inside, which is as large as the panel is: what is higher wants a scroll area of its own. Called only
    /// while it is seen. Most are [`body`] of a system.
    pub show: fn(&mut egui::Ui, &mut World),
}

/// The key of a panel.
const fn opens(tab: Tab, name: &'static str, codes: &'static [KeyCode], does: &'static str) -> Key {
    key(name, codes, Action::Open(tab), does)
}

/// The same, even while somebody types.
const fn always(tab: Tab, name: &'static str, codes: &'static [KeyCode], does: &'static str) -> Key {
    Key { always: true, ..opens(tab, name, codes, does) }
}

/// A panel that opens at the left edge or the right, so wide.
const fn left(width: f32) -> Spot {
    Spot { place: Place::Left, width }
}

const fn right(width: f32) -> Spot {
    Spot { place: Place::Right, width }
}

/// All tabs, in the order of menus and of the tabs of a panel.
pub const TABS: &[Row] = &[
    Row {
        tab: Tab::People,
        name: "people",
        title: "People",
        spot: left(244.0),
        keys: &[always(Tab::People, "people", &[KeyCode::Tab, KeyCode::KeyL], "Who lives here")],
        show: |ui, world| body(ui, world, list::draw),
    },
    Row {
        tab: Tab::Town,
        name: "town",
        title: "Town",
        spot: left(290.0),
        keys: &[opens(Tab::Town, "town", &[KeyCode::KeyO], "The town: where everybody is, what is on")],
        show: |ui, world| body(ui, world, town::draw),
    },
    Row {
        tab: Tab::Relations,
        name: "relations",
        title: "Relations",
        spot: left(440.0),
        keys: &[opens(Tab::Relations, "relations", &[KeyCode::KeyR], "Who knows and likes whom")],
        show: |ui, world| body(ui, world, relations::draw),
    },
    Row {
        tab: Tab::Person,
        name: "person",
        title: "Person",
        spot: right(332.0),
        keys: &[],
        show: |ui, world| body(ui, world, person::draw),
    },
    Row {
        tab: Tab::Why,
        name: "why",
        title: "Why?",
        spot: left(390.0),
        keys: &[opens(Tab::Why, "why", &[KeyCode::KeyY], "Why they do that: who is selected, now and before")],
        show: |ui, world| body(ui, world, why::draw),
    },
    Row {
        tab: Tab::News,
        name: "news",
        title: "News",
        spot: left(330.0),
        keys: &[opens(Tab::News, "spreading", &[KeyCode::KeyN], "What is spreading, and from whom to whom")],
        show: |ui, world| body(ui, world, news::draw),
    },
    Row {
        tab: Tab::Conversations,
        name: "conversations",
        title: "Conversations",
        spot: left(360.0),
        keys: &[opens(Tab::Conversations, "conversations", &[KeyCode::KeyC], "All that was said, to be searched")],
        show: |ui, world| body(ui, world, talks::draw),
    },
    Row {
        tab: Tab::Minds,
        name: "minds",
        title: "Minds",
        spot: right(480.0),
        keys: &[always(Tab::Minds, "minds", &[KeyCode::F2], "Which mind answers, and what that takes")],
        show: |ui, world| body(ui, world, model::draw),
    },
    Row {
        tab: Tab::Settings,
        name: "settings",
        title: "Settings",
        spot: right(400.0),
        keys: &[always(Tab::Settings, "settings", &[KeyCode::F4], "Words, colours, keys, language")],
        show: |ui, world| body(ui, world, settings::draw),
    },
    Row {
        tab: Tab::Help,
        name: "help",
        title: "Help",
        spot: right(400.0),
        keys: &[always(Tab::Help, "help", &[KeyCode::F1], "All keys, and how the people think")],
        show: |ui, world| body(ui, world, help::draw),
    },
];

impl Tab {
    /// Its row.
    pub fn row(self) -> &'static Row {
        TABS.iter().find(|row| row.tab == self).unwrap_or(&TABS[0])
    }

    /// Is it full of fields? Then one gets out of it with one key, and Tab goes from field to field in it.
    pub fn is_form(self) -> bool {
        matches!(self, Tab::Minds | Tab::Settings)
    }

    /// By the name that is kept.
    pub fn named(name: &str) -> Option<Tab> {
        TABS.iter().find(|row| row.name == name).map(|row| row.tab)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_tab_has_one_row_and_a_name_of_its_own() {
        for row in TABS {
            assert_eq!(Tab::named(row.name), Some(row.tab));
            assert_eq!(TABS.iter().filter(|other| other.tab == row.tab).count(), 1, "{}", row.name);
            assert_eq!(row.tab.row().name, row.name);
            for key in row.keys {
                assert_eq!(key.deed, Action::Open(row.tab));
            }
        }
    }
}
