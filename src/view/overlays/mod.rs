//! What lies over the town: plates and boxes that cover none of one another, and which of them has the keys.
//!
//! Of what is open the last has the keys, and Esc closes it; `place` says where each stands.
//!
//! Rule: each is a row of [`Overlay`] and gives way to all rows before its own. It says where it would like to stand, and
//! stands at the nearest place that is free; where there is none it waits unseen, unless it was asked for. Whoever reads
//! keys for one asks [`Overlays::has_keys`] first.

mod place;

use std::collections::BTreeMap;

use bevy::{ecs::component::Mutable, input::common_conditions::input_just_pressed, prelude::*};
use bevy_egui::egui;
use egui::{Order, Rect};

pub use self::place::{GAP, free};

/// All of them; whatever is named earlier goes before.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Overlay {
    /// Menu, panels, coming to town.
    Corner,
    /// Date, time, speeds.
    Clock,
    /// The time of a recorded town.
    Timeline,
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
            Self::Corner | Self::Clock | Self::Timeline => Row { room: Room::Must, ..plate },
            Self::Arrival | Self::Console | Self::Speech => open,
            Self::Whisper | Self::Hand => Row { stays: true, ..open },
            Self::Happenings => Row { room: Room::Corner, ..plate },
            Self::Pace | Self::Goals | Self::Minds | Self::Called => plate,
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

/// Adds what takes keys.
pub trait AddOverlay {
    /// From now on the keys go to it while it is open and lies over the others; Esc closes it then.
    fn add_overlay<T: Resource<Mutability = Mutable>>(
        &mut self,
        overlay: Overlay,
        is_open: fn(&T) -> bool,
        close: fn(&mut T),
    ) -> &mut Self;
}

impl AddOverlay for App {
    fn add_overlay<T: Resource<Mutability = Mutable>>(
        &mut self,
        overlay: Overlay,
        is_open: fn(&T) -> bool,
        close: fn(&mut T),
    ) -> &mut Self {
        let note = move |one: Res<T>, mut overlays: ResMut<Overlays>| overlays.note(overlay, is_open(&one));
        let escape = move |mut one: ResMut<T>, overlays: Res<Overlays>| {
            if overlays.has_keys(overlay) {
                close(&mut one);
            }
        };
        self.add_systems(PreUpdate, note.in_set(OverlaysNoted))
            .add_systems(Update, escape.run_if(input_just_pressed(KeyCode::Escape)))
    }
}

/// When it is noted what is open, in `PreUpdate`.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct OverlaysNoted;

impl Overlays {
    /// Whether somebody types in a panel: their keys, Esc too, are for its field.
    pub fn type_in_panel(&mut self, typed: bool) {
        self.panel = typed;
    }

    /// Notes whether one is open now.
    fn note(&mut self, one: Overlay, open: bool) {
        if !open {
            self.open.retain(|other| *other != one);
        } else if !self.open.contains(&one) {
            self.open.push(one);
            // Pages lie over boxes, whichever came first.
            self.open.sort_by_key(|one| one.row().keys == Keys::Page);
        }
    }

    /// All that take keys and are open, the last that was opened at the end.
    pub fn open(&self) -> &[Overlay] {
        &self.open
    }

    /// What lies over all others.
    pub fn top(&self) -> Option<Overlay> {
        self.open.last().copied()
    }

    /// Are keys that no field takes meant for this one?
    pub fn has_keys(&self, one: Overlay) -> bool {
        self.top() == Some(one) && !self.panel
    }

    /// Is a box open? Then letters are no keys of the town.
    pub fn busy(&self) -> bool {
        self.open.iter().any(|one| one.row().keys == Keys::Box)
    }

    /// Do panels stay as they are? A page covers them, and so does coming to town.
    pub fn shuts_panels(&self) -> bool {
        self.covered() || self.open.contains(&Overlay::Arrival)
    }

    /// Does a page cover the town, its panels and all boxes?
    pub fn covered(&self) -> bool {
        self.top().is_some_and(|one| one.row().keys == Keys::Page)
    }
}

/// Adds what all overlays share.
pub fn plugin(app: &mut App) {
    app.init_resource::<Overlays>();
    app.configure_sets(PreUpdate, OverlaysNoted.after(bevy::input::InputSystems));
    place::plugin(app);
}

#[cfg(test)]
mod tests {
    use super::*;
    use Overlay::{Arrival, Console, Hand, Menu, Paper, Speech, Whisper};

    fn keep(overlays: &mut Overlays, open: &[Overlay]) {
        for one in [Hand, Speech, Arrival, Console, Whisper, Paper, Menu] {
            overlays.note(one, open.contains(&one));
        }
    }

    #[test]
    fn the_last_that_was_opened_has_the_keys() {
        let mut overlays = Overlays::default();
        keep(&mut overlays, &[Whisper]);
        keep(&mut overlays, &[Whisper, Speech]);
        assert!(overlays.has_keys(Speech) && !overlays.has_keys(Whisper) && overlays.busy());
        keep(&mut overlays, &[Whisper]);
        assert!(overlays.has_keys(Whisper));
        keep(&mut overlays, &[]);
        assert!(overlays.top().is_none() && !overlays.busy());
    }

    #[test]
    fn a_page_covers_what_is_open() {
        let mut overlays = Overlays::default();
        keep(&mut overlays, &[Menu]);
        assert!(overlays.covered() && !overlays.busy());
        keep(&mut overlays, &[Menu, Console]);
        assert!(overlays.has_keys(Menu) && overlays.covered() && overlays.busy());
        keep(&mut overlays, &[Console]);
        assert!(overlays.has_keys(Console) && !overlays.covered());
    }

    #[test]
    fn a_page_keeps_panels_shut() {
        let mut overlays = Overlays::default();
        for page in [Arrival, Paper, Menu] {
            keep(&mut overlays, &[Whisper, page]);
            assert!(overlays.shuts_panels(), "{page:?}");
        }
        keep(&mut overlays, &[Whisper, Speech]);
        assert!(!overlays.shuts_panels());
    }

    #[test]
    fn esc_closes_the_last_that_was_opened_and_not_while_somebody_types_in_a_panel() {
        #[derive(Resource)]
        struct Open<const N: usize>(bool);
        let mut app = App::new();
        app.init_resource::<Overlays>().insert_resource(Open::<0>(true)).insert_resource(Open::<1>(false));
        app.add_overlay(Whisper, |one: &Open<0>| one.0, |one| one.0 = false);
        app.add_overlay(Speech, |one: &Open<1>| one.0, |one| one.0 = false).init_resource::<ButtonInput<KeyCode>>();
        app.update();
        app.world_mut().resource_mut::<Open<1>>().0 = true;
        app.world_mut().resource_mut::<ButtonInput<KeyCode>>().press(KeyCode::Escape);
        let open = |app: &App| [app.world().resource::<Open<0>>().0, app.world().resource::<Open<1>>().0];
        app.world_mut().resource_mut::<Overlays>().panel = true;
        app.update();
        assert_eq!(open(&app), [true, true]);
        app.world_mut().resource_mut::<Overlays>().panel = false;
        app.update();
        assert_eq!(open(&app), [true, false]);
    }
}
