//! What lies over the town: plates and boxes that cover none of one another, and which of them has the keys.
//!
//! | file | concern |
//! |---|---|
//! | `place` | where each stands |
//! | `keys` | which is open, the last of them with the keys; Esc closes it |
//!
//! Rule: each is a row of [`Overlay`] and gives way to all rows before its own. It says where it would like to stand, and
//! stands at the nearest place that is free; where there is none it waits unseen, unless it was asked for. Whoever reads
//! keys for one asks [`Overlays::has_keys`] first.

mod keys;
mod place;

use std::collections::BTreeMap;

use bevy::prelude::*;
use bevy_egui::egui;
use egui::{Order, Rect};

pub use self::{
    keys::{AddOverlay, OverlaysNoted},
    place::GAP,
};

/// All of them; whatever is named earlier goes before.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Overlay {
    /// Menu, panels, coming to town.
    Corner,
    /// Date, time, speeds.
    Clock,
    /// The page on which one comes to town.
    Arrival,
    /// The console.
    Console,
    /// The box to speak from.
    Speech,
    /// The box to ask somebody, to speak in their head.
    Whisper,
    /// What happens in the town.
    Happenings,
    /// Why time stands, or goes slowly.
    Pace,
    /// What can be tried.
    Goals,
    /// The language model.
    Minds,
    /// What can be done with what one stands before.
    Hand,
    /// What the story camera looks at.
    Story,
    /// That the evening paper is out.
    Called,
    /// Notes that pass.
    Notes,
    /// A hint.
    Hint,
    /// Numbers about the machine.
    Numbers,
    /// The evening paper.
    Paper,
    /// The menu.
    Menu,
}

/// What an overlay does with keys.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Keys {
    /// Nothing: they are the town's.
    None,
    /// They are its own while it lies over the others.
    Box,
    /// The same; and it covers all there is, also boxes, which wait behind it unseen.
    Page,
}

/// Where an overlay stands that has no room where it would like to stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Room {
    /// At the nearest place that is free; it waits unseen where there is none.
    Near,
    /// Nowhere else: what is read all the time and is large would lie over what one looks at.
    Corner,
    /// At the nearest place, else over others: it was asked for, or must be read.
    Must,
}

/// A row of the table.
#[derive(Clone, Copy, Debug)]
struct Row {
    order: Order,
    keys: Keys,
    room: Room,
    /// Stays where it has once found its place: what it makes room for may walk to and fro.
    stays: bool,
    /// There is nothing in it to be clicked.
    only_read: bool,
}

impl Overlay {
    fn row(self) -> Row {
        let plate = Row { order: Order::Middle, keys: Keys::None, room: Room::Near, stays: false, only_read: false };
        let open = Row { order: Order::Foreground, keys: Keys::Box, room: Room::Must, ..plate };
        match self {
            Self::Corner | Self::Clock => Row { room: Room::Must, ..plate },
            Self::Arrival | Self::Console | Self::Speech | Self::Whisper => open,
            Self::Happenings => Row { room: Room::Corner, ..plate },
            Self::Pace | Self::Goals | Self::Minds | Self::Called => plate,
            Self::Hand => Row { stays: true, ..open },
            Self::Story | Self::Numbers => Row { only_read: true, ..plate },
            // Of what is open over everything it may be told that it failed.
            Self::Notes => Row { order: Order::Tooltip, room: Room::Must, only_read: true, ..plate },
            Self::Hint => Row { stays: true, ..plate },
            Self::Paper | Self::Menu => Row { keys: Keys::Page, ..open },
        }
    }
}

/// Where each lies, in points: in this frame as far as it has been drawn, and in the last; and which are open that take
/// keys.
#[derive(Resource, Clone, Debug, Default)]
pub struct Overlays {
    now: BTreeMap<Overlay, Rect>,
    before: BTreeMap<Overlay, Rect>,
    /// The player's own figure and what stands over its head, if they are in sight.
    pub own: Option<Rect>,
    /// What takes keys and is open, as the frame began, in the order in which it was opened.
    open: Vec<Overlay>,
    /// Somebody types in a panel: their keys, Esc too, are for its field.
    panel: bool,
}

/// Adds what all overlays share.
pub fn plugin(app: &mut App) {
    app.init_resource::<Overlays>();
    place::plugin(app);
    keys::plugin(app);
}
