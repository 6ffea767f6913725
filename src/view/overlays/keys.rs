//! Which overlays are open that take keys: the last that was opened has them.

use bevy::{ecs::component::Mutable, input::common_conditions::input_just_pressed, prelude::*};

use super::{Keys, Overlay, Overlays};

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

/// Adds the reading of who has the keys.
pub(super) fn plugin(app: &mut App) {
    app.configure_sets(PreUpdate, OverlaysNoted.after(bevy::input::InputSystems));
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
