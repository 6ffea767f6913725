//! What lies over the town and wants keys, in the order in which it was opened: the last one has them, and Esc closes it
//! and nothing else.
//!
//! Rule: who reads Esc, Enter or arrows for a box asks here first. Pages cover all there is, also other boxes, which wait
//! behind them unseen.

use bevy::prelude::*;

use super::Action;

/// Something that wants keys.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Layer {
    /// What can be done with what one stands before.
    Hand,
    /// The box one speaks from.
    Speech,
    /// Coming to town, or leaving it.
    Arrival,
    /// The console.
    Console,
    /// The small box for whoever is selected.
    Whisper,
    /// The evening paper: a page.
    Paper,
    /// The menu: a page.
    Menu,
}

impl Layer {
    fn is_page(self) -> bool {
        matches!(self, Self::Paper | Self::Menu)
    }
}

/// What is open, as the frame began.
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq)]
pub struct Layers {
    open: Vec<Layer>,
    /// Somebody types in a panel: their keys, Esc too, are for its field.
    panel: bool,
}

impl Layers {
    /// Notes what is open now, and whether somebody types in a panel.
    pub fn keep(&mut self, all: &[(Layer, bool)], panel: bool) {
        self.panel = panel;
        self.open.retain(|layer| all.contains(&(*layer, true)));
        for (layer, _) in all.iter().filter(|(_, open)| *open) {
            if !self.open.contains(layer) {
                self.open.push(*layer);
            }
        }
        // Pages lie over boxes, whichever came first.
        self.open.sort_by_key(|layer| layer.is_page());
    }

    /// What lies over all others.
    pub fn top(&self) -> Option<Layer> {
        self.open.last().copied()
    }

    /// Are keys that no field takes meant for this one?
    pub fn has_keys(&self, layer: Layer) -> bool {
        self.top() == Some(layer) && !self.panel
    }

    /// Is a box open? Then letters are no keys of the town.
    pub fn busy(&self) -> bool {
        self.open.iter().any(|layer| !layer.is_page())
    }

    /// Do panels stay as they are? A page covers them, and so does coming to town.
    pub fn shuts_panels(&self) -> bool {
        self.covered() || self.open.contains(&Layer::Arrival)
    }

    /// Does a page cover the town, its panels and all boxes?
    pub fn covered(&self) -> bool {
        self.top().is_some_and(Layer::is_page)
    }
}

/// Does a key do something while a page lies over the town and its panels?
pub fn over_page(deed: Action) -> bool {
    let time = matches!(deed, Action::Pause | Action::Speed(_) | Action::QuickSave | Action::QuickLoad);
    time || anywhere(deed) || matches!(deed, Action::Close | Action::Paper)
}

/// Does a key do something before the title, or while the menu is open?
pub fn anywhere(deed: Action) -> bool {
    matches!(deed, Action::Full | Action::Scale(_))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::view::dock::tabs::Tab;
    use Layer::{Arrival, Console, Hand, Menu, Paper, Speech, Whisper};

    fn keep(layers: &mut Layers, open: &[Layer]) {
        let all = [Hand, Speech, Arrival, Console, Whisper, Paper, Menu].map(|layer| (layer, open.contains(&layer)));
        layers.keep(&all, false);
    }

    #[test]
    fn the_last_that_was_opened_has_the_keys() {
        let mut layers = Layers::default();
        keep(&mut layers, &[Whisper]);
        keep(&mut layers, &[Whisper, Speech]);
        assert!(layers.has_keys(Speech) && !layers.has_keys(Whisper) && layers.busy());
        keep(&mut layers, &[Whisper]);
        assert!(layers.has_keys(Whisper));
        keep(&mut layers, &[]);
        assert!(layers.top().is_none() && !layers.busy());
    }

    #[test]
    fn a_page_covers_what_is_open() {
        let mut layers = Layers::default();
        keep(&mut layers, &[Menu]);
        assert!(layers.covered() && !layers.busy());
        keep(&mut layers, &[Menu, Console]);
        assert!(layers.has_keys(Menu) && layers.covered() && layers.busy());
        keep(&mut layers, &[Console]);
        assert!(layers.has_keys(Console) && !layers.covered());
    }

    #[test]
    fn a_page_keeps_panels_shut() {
        let mut layers = Layers::default();
        for page in [Arrival, Paper, Menu] {
            keep(&mut layers, &[Whisper, page]);
            assert!(layers.shuts_panels(), "{page:?}");
        }
        keep(&mut layers, &[Whisper, Speech]);
        assert!(!layers.shuts_panels());
        let opens =
            [Action::Open(Tab::News), Action::Open(Tab::Settings), Action::Console, Action::Find, Action::Follow];
        assert!(opens.into_iter().all(|deed| !over_page(deed)));
        assert!([Action::Close, Action::Paper, Action::Pause, Action::Full].into_iter().all(over_page));
    }

    #[test]
    fn a_field_of_a_panel_keeps_its_keys() {
        let mut layers = Layers::default();
        layers.keep(&[(Hand, true)], true);
        assert!(!layers.has_keys(Hand) && layers.busy());
    }
}
