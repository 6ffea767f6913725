//! Which tabs are open, and where in the window they lie. Pure.
//!
//! Rule: two sides, each with an upper and a lower stack; between them the town stays free. Where the window is too
//! narrow for both sides and the town, the side that was looked at last is shown and the other one waits.

use std::collections::{BTreeMap, BTreeSet};

use bevy::prelude::Resource;
use bevy_egui::egui::{Rect, pos2, vec2};

use super::tabs::{self, Place, Spot, Tab};

/// Points between the window's edge, stacks and the town.
pub const GAP: f32 = 8.0;
/// The narrowest panel, in points.
pub const NARROW: f32 = 210.0;
/// The widest.
const WIDE: f32 = 2000.0;
/// So much of the window's width is never taken by panels, in points.
pub const TOWN: f32 = 300.0;
/// The flattest stack where two share a side, in points.
const FLAT: f32 = 130.0;

/// A stack as it is to be drawn.
#[derive(Clone, Debug, PartialEq)]
pub struct Stack {
    /// Where.
    pub place: Place,
    /// With its frame, in points. Of a folded one only the upper edge and the width hold.
    pub rect: Rect,
    /// All that is open in it, in the order of the table.
    pub tabs: Vec<Tab>,
    /// The one that is shown.
    pub front: Tab,
    /// Only the head of it is shown.
    pub folded: bool,
}

/// Which tabs are open and where, and what they leave free.
#[derive(Resource, Clone, Debug, PartialEq)]
pub struct Dock {
    spots: BTreeMap<Tab, Spot>,
    /// What is open, the one that was looked at last at the end.
    open: Vec<Tab>,
    folded: BTreeSet<Place>,
    /// The share of a side's height that its upper stack has: left, right.
    shares: [f32; 2],
    /// Heights of folded stacks as they were drawn last.
    pub(super) heads: BTreeMap<Place, f32>,
    /// The stack under the cursor.
    pub(super) under: Option<Place>,
    /// Sides that waited for want of room as it was drawn last: left, right.
    pub(super) waits: [bool; 2],
    /// The tab in whose panel somebody types.
    pub(super) typed: Option<Tab>,
    /// What the panels leave of the window, in points, as it was drawn last.
    pub free: Rect,
    /// The same without what folded panels cover: where plates may stand.
    pub clear: Rect,
}

impl Default for Dock {
    fn default() -> Self {
        let nothing = Rect::from_min_size(pos2(0.0, 0.0), vec2(1.0, 1.0));
        Self {
            spots: tabs::TABS.iter().map(|row| (row.tab, row.spot)).collect(),
            open: vec![],
            folded: BTreeSet::new(),
            shares: [0.5; 2],
            heads: BTreeMap::new(),
            under: None,
            waits: [false; 2],
            typed: None,
            free: nothing,
            clear: nothing,
        }
    }
}

impl Dock {
    /// Where a tab belongs.
    pub fn spot(&self, tab: Tab) -> Spot {
        self.spots.get(&tab).copied().unwrap_or(Spot { place: Place::Left, width: NARROW })
    }

    /// Is it open? It may lie behind another one.
    pub fn is_open(&self, tab: Tab) -> bool {
        self.open.contains(&tab)
    }

    /// Open, the one that was looked at last at the end.
    pub fn open(&self) -> &[Tab] {
        &self.open
    }

    /// Opens it, before all others of its stack.
    pub fn show(&mut self, tab: Tab) {
        self.open.retain(|one| *one != tab);
        self.open.push(tab);
    }

    /// Opens it behind what is looked at.
    pub fn show_behind(&mut self, tab: Tab) {
        if !self.is_open(tab) {
            self.open.insert(self.open.len().saturating_sub(1), tab);
        }
    }

    /// Closes it; it will open again where it was.
    pub fn close(&mut self, tab: Tab) {
        self.open.retain(|one| *one != tab);
    }

    /// What a key does: what is seen is closed, all else comes to the front, unfolded.
    pub fn toggle(&mut self, tab: Tab) {
        let waits = self.waits[usize::from(self.spot(tab).place.right())];
        if self.seen(tab) && !waits && !self.folded(tab) { self.close(tab) } else { self.unfold(tab) }
    }

    /// Opens it before all others of its stack, and all of it.
    pub fn unfold(&mut self, tab: Tab) {
        self.folded.remove(&self.spot(tab).place);
        self.show(tab);
    }

    /// The tab in whose panel somebody types.
    pub fn typed(&self) -> Option<Tab> {
        self.typed
    }

    /// The form whose fields have the keys: Tab goes from one to the next, and Esc closes it.
    pub fn form(&self) -> Option<Tab> {
        self.typed.filter(|tab| tab.is_form() && self.is_open(*tab))
    }

    /// The one of a stack that is shown.
    pub fn front(&self, place: Place) -> Option<Tab> {
        self.open.iter().rev().copied().find(|tab| self.spot(*tab).place == place)
    }

    /// Is it open and before all others of its stack? Its side may wait for want of room.
    pub fn seen(&self, tab: Tab) -> bool {
        self.front(self.spot(tab).place) == Some(tab)
    }

    /// Only the head of a stack is shown, or all of it.
    pub fn fold(&mut self, place: Place) {
        if !self.folded.remove(&place) {
            self.folded.insert(place);
        }
    }

    /// Is only the head of the stack of this tab shown?
    pub fn folded(&self, tab: Tab) -> bool {
        self.folded.contains(&self.spot(tab).place)
    }

    /// Is only the head of this stack shown?
    pub fn is_folded(&self, place: Place) -> bool {
        self.folded.contains(&place)
    }

    /// Where a tab belongs, as it was kept.
    pub fn settle(&mut self, tab: Tab, Spot { place, width }: Spot) {
        let width = if width.is_finite() { width } else { self.spot(tab).width };
        self.spots.insert(tab, Spot { place, width: width.clamp(NARROW, WIDE) });
    }

    /// Puts a tab into another stack.
    pub fn put(&mut self, tab: Tab, place: Place) {
        let width = self.spot(tab).width;
        self.spots.insert(tab, Spot { place, width });
        // Alone on its side it stands above, so that another one can go below it.
        let above = Place::of(place.right(), false);
        if self.front(above).is_none() {
            let alone: Vec<Tab> = self.open.iter().copied().filter(|one| self.spot(*one).place == place).collect();
            for one in alone {
                let width = self.spot(one).width;
                self.spots.insert(one, Spot { place: above, width });
            }
        }
        self.show(tab);
    }

    /// Gives the panels of a side a width in points.
    pub fn widen(&mut self, right: bool, width: f32) {
        let width = if width.is_finite() { width.clamp(NARROW, WIDE) } else { NARROW };
        for front in [self.front(Place::of(right, false)), self.front(Place::of(right, true))].into_iter().flatten() {
            let place = self.spot(front).place;
            self.spots.insert(front, Spot { place, width });
        }
    }

    /// Gives the upper stack of a side a share of its height.
    pub fn share(&mut self, right: bool, share: f32) {
        self.shares[usize::from(right)] = if share.is_finite() { share.clamp(0.1, 0.9) } else { 0.5 };
    }

    /// The share that the upper stack of a side has.
    pub fn shared(&self, right: bool) -> f32 {
        self.shares[usize::from(right)]
    }

    /// How wide a side wants to be; `None`: nothing is open there.
    fn wanted(&self, right: bool) -> Option<f32> {
        let fronts = [self.front(Place::of(right, false)), self.front(Place::of(right, true))];
        fronts.into_iter().flatten().map(|tab| self.spot(tab).width).reduce(f32::max)
    }

    /// Widths of both sides in a window so wide; `None`: not shown.
    fn widths(&self, whole: f32) -> [Option<f32>; 2] {
        let room = whole - TOWN - 2.0 * GAP;
        let most = room.max(whole.min(NARROW + 2.0 * GAP) - 2.0 * GAP);
        match [self.wanted(false), self.wanted(true)] {
            [Some(left), Some(right)] => {
                let both = room - GAP;
                if left + right <= both {
                    [Some(left), Some(right)]
                } else if both >= 2.0 * NARROW {
                    // Each gives of what it has above the least.
                    let share = (both - 2.0 * NARROW) / (left + right - 2.0 * NARROW).max(1.0);
                    [left, right].map(|wide| Some(NARROW + (wide - NARROW) * share))
                } else {
                    let last = self.open.last().is_some_and(|tab| self.spot(*tab).place.right());
                    if last { [None, Some(right.min(most))] } else { [Some(left.min(most)), None] }
                }
            }
            one => one.map(|wide| wide.map(|wide| wide.min(most))),
        }
    }

    /// All stacks that are shown in a window, and what they leave free: for the town, and for plates.
    pub fn lay(&self, whole: Rect) -> (Vec<Stack>, [Rect; 2]) {
        let mut stacks = vec![];
        let (mut free, mut clear) = (whole, whole);
        for (right, width) in [false, true].into_iter().zip(self.widths(whole.width())) {
            let Some(width) = width else { continue };
            let left = if right { whole.right() - GAP - width } else { whole.left() + GAP };
            let column = Rect::from_min_size(pos2(left, whole.top() + GAP), vec2(width, whole.height() - 2.0 * GAP));
            let fronts = [false, true].map(|below| self.front(Place::of(right, below)));
            let folded = [false, true].map(|below| self.folded.contains(&Place::of(right, below)));
            let head = |below: bool| self.heads.get(&Place::of(right, below)).copied().unwrap_or(60.0);
            let edge = match (fronts, folded) {
                ([Some(_), None], _) => column.bottom() + GAP / 2.0,
                ([None, _], _) => column.top() - GAP / 2.0,
                (_, [true, _]) => column.top() + head(false) + GAP / 2.0,
                (_, [_, true]) => column.bottom() - head(true) - GAP / 2.0,
                _ => {
                    let low = column.top() + FLAT.min(column.height() / 2.0);
                    let edge = column.top() + column.height() * self.shares[usize::from(right)];
                    edge.clamp(low, (column.bottom() - FLAT).max(low))
                }
            };
            let spans = [(column.top(), edge - GAP / 2.0), (edge + GAP / 2.0, column.bottom())];
            for (below, (top, bottom)) in [false, true].into_iter().zip(spans) {
                let Some(front) = fronts[usize::from(below)] else { continue };
                let place = Place::of(right, below);
                let inside = |row: &&tabs::Row| self.is_open(row.tab) && self.spot(row.tab).place == place;
                stacks.push(Stack {
                    place,
                    rect: Rect::from_min_max(pos2(left, top), pos2(left + width, bottom)),
                    tabs: tabs::TABS.iter().filter(inside).map(|row| row.tab).collect(),
                    front,
                    folded: folded[usize::from(below)],
                });
            }
            let all_folded = (0..2).all(|n| fronts[n].is_none() || folded[n]);
            for (room, takes) in [(&mut free, !all_folded), (&mut clear, true)] {
                match (takes, right) {
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
            let (stacks, [free, _]) = dock.lay(window(wide, high));
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
        let places = |dock: &Dock| dock.lay(window(640.0, 480.0)).0.iter().map(|s| s.place).collect::<Vec<_>>();
        assert_eq!(places(&dock), [Place::Right]);
        dock.show(Tab::People);
        assert_eq!(places(&dock), [Place::Left]);
    }

    #[test]
    fn what_waits_for_room_comes_by_its_key() {
        let mut dock = Dock::default();
        dock.show(Tab::Minds);
        dock.show(Tab::People);
        dock.waits = [false, true];
        dock.toggle(Tab::Minds);
        assert_eq!(dock.lay(window(640.0, 480.0)).0[0].front, Tab::Minds);
        dock.waits = [true, false];
        dock.toggle(Tab::Minds);
        assert!(!dock.is_open(Tab::Minds));
        dock.typed = Some(Tab::Minds);
        assert_eq!(dock.form(), None, "it is closed");
        dock.show(Tab::Person);
        dock.fold(Place::Right);
        dock.waits = [false; 2];
        dock.toggle(Tab::Minds);
        assert!(dock.seen(Tab::Minds) && !dock.folded(Tab::Minds));
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
        let (stacks, _) = dock.lay(window(1280.0, 720.0));
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
        let (_, [free, clear]) = dock.lay(window(1280.0, 720.0));
        assert_eq!(free.width(), 1280.0);
        assert!(clear.width() < 1000.0);
    }
}
