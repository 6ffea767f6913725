//! Which tabs are open, and where in the window they lie. Pure.
//!
//! Rule: two sides, each with an upper and a lower stack; the town between them stays free. Where the window is too
//! narrow for both sides and the town, only the last used side is visible.

use std::collections::{BTreeMap, BTreeSet};

use bevy::prelude::Resource;
use bevy_egui::egui::{Rect, pos2, vec2};

use super::place::{Place, Spot};
use crate::view::panels::{TABS, Tab};

/// Points between the window's edge, stacks and the town.
pub const GAP: f32 = 8.0;
/// The least width of a panel, in points.
pub const NARROW: f32 = 210.0;
/// The greatest.
const WIDE: f32 = 2000.0;
/// Panels always leave this much of the window's width to the town, in points.
pub const TOWN: f32 = 300.0;
/// The least height of a stack where two share a side, in points.
const FLAT: f32 = 130.0;
/// Height of a folded stack that has not been drawn yet, in points.
const HEAD: f32 = 60.0;

/// A stack as it is to be drawn.
#[derive(Clone, Debug, PartialEq)]
pub struct Stack {
    /// Where.
    pub place: Place,
    /// With its frame, in points.
    pub rect: Rect,
    /// Everything open in it, in the order of the table.
    pub tabs: Vec<Tab>,
    /// The visible one.
    pub front: Tab,
    /// Is only its head visible?
    pub folded: bool,
}

/// Which tabs are open and where, and what they leave free.
#[derive(Resource, Clone, Debug, PartialEq)]
pub struct Dock {
    spots: BTreeMap<Tab, Spot>,
    /// What is open, the last used at the end.
    open: Vec<Tab>,
    folded: BTreeSet<Place>,
    /// The upper stack's share of a side's height: left, right.
    shares: [f32; 2],
    /// Heights of folded stacks in the last frame.
    pub(super) heads: BTreeMap<Place, f32>,
    /// The stack under the cursor.
    pub(super) under: Option<Place>,
    /// Sides that had no room in the last frame: left, right.
    pub(super) hidden: [bool; 2],
    /// The tab in whose panel somebody types.
    pub(super) typed: Option<Tab>,
    /// What the panels left of the window in the last frame, in points.
    pub free: Rect,
    /// How much of the window's foot is somebody else's, in points.
    pub foot: f32,
    /// The same without what folded panels cover: where plates may stand.
    pub clear: Rect,
}

impl Default for Dock {
    fn default() -> Self {
        let nothing = Rect::from_min_size(pos2(0.0, 0.0), vec2(1.0, 1.0));
        Self {
            spots: TABS.iter().map(|panel| (panel.tab, panel.spot)).collect(),
            open: vec![],
            folded: BTreeSet::new(),
            shares: [0.5; 2],
            heads: BTreeMap::new(),
            under: None,
            hidden: [false; 2],
            typed: None,
            free: nothing,
            foot: 0.0,
            clear: nothing,
        }
    }
}

impl Dock {
    /// Where a tab belongs.
    pub fn spot(&self, tab: Tab) -> Spot {
        self.spots.get(&tab).copied().unwrap_or(tab.panel().spot)
    }

    /// Is it open? It may lie behind another one.
    pub fn is_open(&self, tab: Tab) -> bool {
        self.open.contains(&tab)
    }

    /// What is open, the last used at the end.
    pub fn open(&self) -> &[Tab] {
        &self.open
    }

    /// Opens it at the front of its stack.
    pub fn show(&mut self, tab: Tab) {
        self.open.retain(|one| *one != tab);
        self.open.push(tab);
    }

    /// Opens it behind the last used.
    pub fn show_behind(&mut self, tab: Tab) {
        if !self.is_open(tab) {
            self.open.insert(self.open.len().saturating_sub(1), tab);
        }
    }

    /// Closes it; it will open again at the same spot.
    pub fn close(&mut self, tab: Tab) {
        self.open.retain(|one| *one != tab);
    }

    /// What a key does: closes a visible panel, and brings any other to the front, unfolded.
    pub fn toggle(&mut self, tab: Tab) {
        let hidden = self.hidden[usize::from(self.spot(tab).place.is_right())];
        if self.is_front(tab) && !hidden && !self.is_folded(tab) { self.close(tab) } else { self.unfold(tab) }
    }

    /// Opens it at the front of its stack, and unfolds the stack.
    pub fn unfold(&mut self, tab: Tab) {
        self.folded.remove(&self.spot(tab).place);
        self.show(tab);
    }

    /// The tab in whose panel somebody types.
    pub fn typed(&self) -> Option<Tab> {
        self.typed
    }

    /// The form in which somebody types: the Tab key goes from field to field, and Esc closes it.
    pub fn form(&self) -> Option<Tab> {
        self.typed.filter(|tab| tab.is_form() && self.is_open(*tab))
    }

    /// The visible tab of a stack.
    pub fn front(&self, place: Place) -> Option<Tab> {
        self.open.iter().rev().copied().find(|tab| self.spot(*tab).place == place)
    }

    /// The visible tabs of a side: above, below.
    fn fronts(&self, right: bool) -> [Option<Tab>; 2] {
        Place::of_side(right).map(|place| self.front(place))
    }

    /// Is it at the front of its stack? Its side may have no room.
    pub fn is_front(&self, tab: Tab) -> bool {
        self.front(self.spot(tab).place) == Some(tab)
    }

    /// Folds a stack to its head, or unfolds it.
    pub fn fold(&mut self, place: Place) {
        if !self.folded.remove(&place) {
            self.folded.insert(place);
        }
    }

    /// Is the stack of this tab folded?
    pub fn is_folded(&self, tab: Tab) -> bool {
        self.folded.contains(&self.spot(tab).place)
    }

    /// The folded stacks.
    pub fn folded(&self) -> &BTreeSet<Place> {
        &self.folded
    }

    /// Puts a tab where the player's file has it.
    pub fn restore(&mut self, tab: Tab, Spot { place, width }: Spot) {
        let width = if width.is_finite() { width } else { self.spot(tab).width };
        self.spots.insert(tab, Spot { place, width: width.clamp(NARROW, WIDE) });
    }

    /// Moves a tab into another stack.
    pub fn put(&mut self, tab: Tab, place: Place) {
        self.spots.insert(tab, Spot { place, ..self.spot(tab) });
        // Alone on its side a stack stands above, so that another one can go below it.
        let [above, _] = Place::of_side(place.is_right());
        if self.front(above).is_none() {
            for one in self.open.clone().into_iter().filter(|one| self.spot(*one).place == place).collect::<Vec<_>>() {
                self.spots.insert(one, Spot { place: above, ..self.spot(one) });
            }
        }
        self.show(tab);
    }

    /// Gives the panels of a side a width in points.
    pub fn widen(&mut self, right: bool, width: f32) {
        let width = if width.is_finite() { width.clamp(NARROW, WIDE) } else { NARROW };
        for front in self.fronts(right).into_iter().flatten() {
            self.spots.insert(front, Spot { width, ..self.spot(front) });
        }
    }

    /// Gives the upper stack of a side a share of its height.
    pub fn share(&mut self, right: bool, share: f32) {
        self.shares[usize::from(right)] = if share.is_finite() { share.clamp(0.1, 0.9) } else { 0.5 };
    }

    /// The upper stacks' shares of the height: left, right.
    pub fn shares(&self) -> [f32; 2] {
        self.shares
    }

    /// How wide a side wants to be; `None`: nothing is open there.
    fn wanted(&self, right: bool) -> Option<f32> {
        self.fronts(right).into_iter().flatten().map(|tab| self.spot(tab).width).reduce(f32::max)
    }

    /// Widths of both sides in a window of this width; `None`: not shown.
    fn widths(&self, whole: f32) -> [Option<f32>; 2] {
        let room = whole - TOWN - 2.0 * GAP;
        let most = room.max(whole.min(NARROW + 2.0 * GAP) - 2.0 * GAP);
        let [Some(left), Some(right)] = [false, true].map(|right| self.wanted(right)) else {
            return [false, true].map(|right| self.wanted(right).map(|width| width.min(most)));
        };
        let both = room - GAP;
        if left + right <= both {
            return [Some(left), Some(right)];
        }
        if both >= 2.0 * NARROW {
            // Each gives some of what it has above the minimum.
            let share = (both - 2.0 * NARROW) / (left + right - 2.0 * NARROW).max(1.0);
            return [left, right].map(|width| Some(NARROW + (width - NARROW) * share));
        }
        let last_is_right = self.open.last().is_some_and(|tab| self.spot(*tab).place.is_right());
        if last_is_right { [None, Some(right.min(most))] } else { [Some(left.min(most)), None] }
    }

    /// All visible stacks in a window, and what they leave free: for the town, and for plates.
    pub fn layout(&self, whole: Rect) -> (Vec<Stack>, [Rect; 2]) {
        let mut stacks = vec![];
        let (mut free, mut clear) = (whole, whole);
        for (right, width) in [false, true].into_iter().zip(self.widths(whole.width())) {
            let Some(width) = width else { continue };
            let left = if right { whole.right() - GAP - width } else { whole.left() + GAP };
            let column = Rect::from_min_size(pos2(left, whole.top() + GAP), vec2(width, whole.height() - 2.0 * GAP));
            let places = Place::of_side(right);
            let fronts = self.fronts(right);
            let folded = places.map(|place| self.folded.contains(&place));
            let heads = places.map(|place| self.heads.get(&place).copied().unwrap_or(HEAD));
            let edge = match (fronts, folded) {
                ([Some(_), None], _) => column.bottom() + GAP / 2.0,
                ([None, _], _) => column.top() - GAP / 2.0,
                (_, [true, _]) => column.top() + heads[0] + GAP / 2.0,
                (_, [_, true]) => column.bottom() - heads[1] - GAP / 2.0,
                _ => {
                    let low = column.top() + FLAT.min(column.height() / 2.0);
                    let edge = column.top() + column.height() * self.shares[usize::from(right)];
                    edge.clamp(low, (column.bottom() - FLAT).max(low))
                }
            };
            let spans = [(column.top(), edge - GAP / 2.0), (edge + GAP / 2.0, column.bottom())];
            for (n, (top, bottom)) in spans.into_iter().enumerate() {
                let (place, folded) = (places[n], folded[n]);
                let Some(front) = fronts[n] else { continue };
                let bottom = if folded { bottom.min(top + heads[n]) } else { bottom };
                let rect = Rect::from_min_max(pos2(left, top), pos2(left + width, bottom));
                let inside = |tab: &Tab| self.is_open(*tab) && self.spot(*tab).place == place;
                let tabs = TABS.iter().map(|panel| panel.tab).filter(inside).collect();
                stacks.push(Stack { place, rect, tabs, front, folded });
            }
            let all_folded = (0..2).all(|n| fronts[n].is_none() || folded[n]);
            for (room, is_taken) in [(&mut free, !all_folded), (&mut clear, true)] {
                match (is_taken, right) {
                    (false, _) => {}
                    (_, true) => room.max.x = left - 2.0,
                    (_, false) => room.min.x = left + width + 2.0,
                }
            }
        }
        (stacks, [free, clear])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn window(wide: f32, high: f32) -> Rect {
        Rect::from_min_size(pos2(0.0, 0.0), vec2(wide, high))
    }

    #[test]
    fn the_town_keeps_its_middle() {
        let mut dock = Dock::default();
        dock.show(Tab::People);
        dock.show(Tab::Person);
        for (wide, high) in [(1280.0, 720.0), (731.0, 549.0), (640.0, 480.0), (2560.0, 1440.0), (300.0, 200.0)] {
            let (stacks, [free, _]) = dock.layout(window(wide, high));
            assert!(!stacks.is_empty());
            assert!(free.width() >= TOWN.min(wide - NARROW - 2.0 * GAP), "{wide}: {free}");
            for stack in &stacks {
                assert!(!stack.rect.intersects(free) && stack.rect.width() >= NARROW - 1.0, "{wide}: {stack:?}");
                assert!(stack.rect.left() >= 0.0 && stack.rect.right() <= wide, "{wide}: {stack:?}");
            }
        }
    }

    #[test]
    fn where_it_is_narrow_the_newest_side_is_shown() {
        let mut dock = Dock::default();
        dock.show(Tab::People);
        dock.show(Tab::Person);
        let places = |dock: &Dock| dock.layout(window(640.0, 480.0)).0.iter().map(|s| s.place).collect::<Vec<_>>();
        assert_eq!(places(&dock), [Place::Right]);
        dock.show(Tab::People);
        assert_eq!(places(&dock), [Place::Left]);
    }

    #[test]
    fn a_hidden_side_comes_by_its_key() {
        let mut dock = Dock::default();
        dock.show(Tab::Minds);
        dock.show(Tab::People);
        dock.hidden = [false, true];
        dock.toggle(Tab::Minds);
        assert_eq!(dock.layout(window(640.0, 480.0)).0[0].front, Tab::Minds);
        dock.hidden = [true, false];
        dock.toggle(Tab::Minds);
        assert!(!dock.is_open(Tab::Minds));
        dock.typed = Some(Tab::Minds);
        assert_eq!(dock.form(), None, "it is closed");
        dock.show(Tab::Person);
        dock.fold(Place::Right);
        dock.hidden = [false; 2];
        dock.toggle(Tab::Minds);
        assert!(dock.is_front(Tab::Minds) && !dock.is_folded(Tab::Minds));
    }

    #[test]
    fn a_tab_opens_where_it_was() {
        let mut dock = Dock::default();
        dock.show(Tab::People);
        dock.put(Tab::People, Place::Right);
        dock.widen(true, 300.0);
        dock.close(Tab::People);
        dock.toggle(Tab::People);
        assert_eq!(dock.spot(Tab::People), Spot { place: Place::Right, width: 300.0 });
    }

    #[test]
    fn two_stacks_share_a_side() {
        let mut dock = Dock::default();
        dock.show(Tab::Person);
        dock.put(Tab::People, Place::RightBelow);
        let (stacks, _) = dock.layout(window(1280.0, 720.0));
        assert_eq!(stacks.len(), 2);
        assert!(stacks[0].rect.bottom() < stacks[1].rect.top());
        assert_eq!(stacks[0].rect.width(), stacks[1].rect.width());
        // Alone, it goes above.
        dock.close(Tab::Person);
        dock.put(Tab::People, Place::LeftBelow);
        assert_eq!(dock.spot(Tab::People).place, Place::Left);
    }

    #[test]
    fn what_is_folded_leaves_the_town_its_room() {
        let mut dock = Dock::default();
        dock.show(Tab::Person);
        dock.fold(Place::Right);
        let (_, [free, clear]) = dock.layout(window(1280.0, 720.0));
        assert_eq!(free.width(), 1280.0);
        assert!(clear.width() < 1000.0);
    }
}
