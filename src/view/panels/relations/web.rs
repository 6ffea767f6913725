//! The graph as it is kept between frames, and what the mouse does to it: the wheel brings it nearer, an empty place
//! drags all of it, a face is dragged, pointed at, clicked.

use std::collections::BTreeMap;

use bevy::prelude::Resource;
use bevy_egui::egui;
use egui::{Id, Pos2, Rect, Ui, UiBuilder, Vec2, vec2};
use egui_graphs::{
    Graph, GraphChange, GraphView, MetadataFrame, SettingsInteraction, SettingsNavigation, set_layout_state,
};
use petgraph::{
    Undirected,
    stable_graph::{DefaultIx, NodeIndex},
};

use super::{
    bend::{Bend, Bond},
    face::{Face, Person},
    round::{Round, Seats},
    ties::Ties,
};
use crate::clock::AgentId;

/// By this the library keeps where one looks.
const KEPT: &str = "ties";
/// Points of scrolling that bring the graph nearer by a factor of e.
const TURN: f32 = 260.0;
/// The graph is so many times as high as wide at most.
const TALL: f32 = 1.5;
/// How much nearer and farther than all of it one may go.
const REACH: [f32; 2] = [0.5, 8.0];

/// What the panel remembers of a town.
#[derive(Resource, Default)]
pub struct Web {
    /// What lies between any two.
    pub ties: Ties,
    /// The tick at which they were looked up last.
    pub looked: Option<u64>,
    /// Only those of the selected person.
    pub own: bool,
    graph: Graph<Person, Bond, Undirected, DefaultIx, Face, Bend>,
    nodes: BTreeMap<AgentId, NodeIndex>,
    /// Where the player has put somebody, in units of the graph.
    moved: BTreeMap<AgentId, Pos2>,
    /// When and for whom lines were put in last.
    bound: Option<(Option<u64>, Option<AgentId>, Option<AgentId>, usize)>,
    /// Who is pointed at.
    under: Option<AgentId>,
    /// The player has chosen what is seen of it; else all of it is.
    chosen: bool,
    /// Whoever is held has been dragged since.
    pulled: bool,
    /// The zoom at which all of it was seen.
    whole: f32,
    /// Where it was drawn last.
    place: Option<Rect>,
}

impl Web {
    /// Who is pointed at.
    pub fn under(&self) -> Option<AgentId> {
        self.under
    }

    /// Is something of it as the player wants it, and not as it was at first?
    pub fn chosen(&self) -> bool {
        self.chosen || !self.moved.is_empty()
    }

    /// All of it is seen again, and everybody sits in the circle.
    pub fn back(&mut self) {
        (self.chosen, self.moved) = (false, BTreeMap::new());
    }

    /// Where the face of somebody was drawn.
    pub fn place(&self, who: AgentId) -> Option<Rect> {
        self.graph.node(*self.nodes.get(&who)?).map(|node| node.display().place)
    }

    /// Everybody as they look now. Whoever is not among them leaves the graph.
    pub fn people(&mut self, people: Vec<Person>, selected: Option<AgentId>) {
        let mut gone = std::mem::take(&mut self.nodes);
        for person in people {
            let who = person.who;
            let known = gone.remove(&who);
            let node = known.unwrap_or_else(|| self.graph.add_node(person.clone()));
            if let Some(node) = self.graph.node_mut(node) {
                *node.payload_mut() = person;
                node.set_selected(selected == Some(who));
            }
            self.nodes.insert(who, node);
        }
        for (who, node) in gone {
            self.graph.remove_node(node);
            self.moved.remove(&who);
            self.under = self.under.filter(|one| *one != who);
        }
    }

    /// What lies between them; of one person alone, or all. Those of who is lit lie over the others, which step back.
    pub fn bonds(&mut self, lit: Option<AgentId>, only: Option<AgentId>) {
        let of = |who: Option<AgentId>, (a, b): (AgentId, AgentId)| who.is_some_and(|who| who == a || who == b);
        let now = (self.looked, lit, only, self.nodes.len());
        if self.bound.replace(now) == Some(now) {
            return;
        }
        // They are drawn in the order in which they are put in.
        self.graph.g_mut().clear_edges();
        for front in [false, true] {
            for (pair, tie) in &self.ties.all {
                let bright = of(lit, *pair);
                if bright != front || only.is_some() && !of(only, *pair) {
                    continue;
                }
                let (Some(a), Some(b)) = (self.nodes.get(&pair.0), self.nodes.get(&pair.1)) else { continue };
                self.graph.add_edge(*a, *b, Bond::of(tie, lit.is_some() && !bright));
            }
        }
    }

    /// Draws it; gives who was clicked on.
    pub fn show(&mut self, ui: &mut Ui, place: Rect) -> Option<AgentId> {
        self.look(ui, place);
        let number = |who: &AgentId| self.nodes.get(who).map(|node| node.index());
        let order = self.ties.order.iter().filter_map(number).collect();
        let moved = self.moved.iter().filter_map(|(who, at)| Some((number(who)?, *at))).collect();
        set_layout_state(ui, Seats { order, moved, tall: tall(place.size()) }, Some(KEPT.into()));
        let hands = SettingsInteraction::new().with_dragging_enabled(true).with_node_clicking_enabled(true);
        // Bounds change under who is dragged; how near one is, is ours.
        let all = !self.chosen && self.graph.dragged_node().is_none();
        let ways = SettingsNavigation::new().with_zoom_and_pan_enabled(true).with_zoom_speed(0.0);
        let ways = ways.with_fit_to_screen_enabled(all).with_fit_to_screen_padding(0.0);
        let view = GraphView::<Seats, Round>::new().with_id(Some(KEPT.into()));
        let view = view.with_interactions(&hands).with_navigations(&ways);
        // By an id of its own: it must not change while somebody is dragged.
        let mut inner = ui.new_child(UiBuilder::new().max_rect(place).id(Id::new(KEPT)));
        let shown = view.show(&mut inner, &mut self.graph);
        if all {
            self.whole = MetadataFrame::new(Some(KEPT.into())).load(ui).zoom;
        }
        if shown.response.dragged() {
            self.chosen = true;
            self.pulled |= self.graph.dragged_node().is_some();
        }
        let mut clicked = None;
        for change in shown.changes {
            match change {
                GraphChange::NodeHoverEntered { node } => self.under = self.who(node),
                GraphChange::NodeHoverExited { .. } => self.under = None,
                GraphChange::NodeClicked { node } | GraphChange::NodeDoubleClicked { node } => clicked = self.who(node),
                GraphChange::NodeDragEnded { node } => {
                    // A click takes hold of a face too, and moves nobody.
                    if std::mem::take(&mut self.pulled)
                        && let Some((who, at)) =
                            self.graph.node(node).map(|node| (node.payload().who, node.display().at))
                    {
                        self.moved.insert(who, at);
                    }
                }
                _ => {}
            }
        }
        clicked
    }

    fn who(&self, node: NodeIndex) -> Option<AgentId> {
        self.graph.node(node).map(|node| node.payload().who)
    }

    /// The wheel, and a panel that was moved or made larger: what is in its middle stays there.
    fn look(&mut self, ui: &mut Ui, place: Rect) {
        let mut meta = MetadataFrame::new(Some(KEPT.into())).load(ui);
        let before = self.place.replace(place).unwrap_or(place);
        if self.chosen {
            // The library moves it by as much as the panel was moved, but where one looks is told from its corner.
            meta.pan += (place.size() - before.size()) / 2.0 - (place.min - before.min);
        }
        let cursor = ui.input(|input| input.pointer.hover_pos()).filter(|_| ui.rect_contains_pointer(place));
        if let Some(cursor) = cursor {
            let (turned, pinched) = ui.input(|input| (input.smooth_scroll_delta.y, input.zoom_delta()));
            // Whatever lies around is not scrolled by it.
            ui.input_mut(|input| input.smooth_scroll_delta = Vec2::ZERO);
            let nearer = pinched * (turned / TURN).exp();
            if nearer != 1.0 && self.whole > 0.0 {
                let zoom = (meta.zoom * nearer).clamp(self.whole * REACH[0], self.whole * REACH[1]);
                let at = cursor - place.min;
                meta.pan = at - (at - meta.pan) * (zoom / meta.zoom);
                meta.zoom = zoom;
                self.chosen = true;
            }
        }
        meta.save(ui);
    }
}

/// The room of the graph in a panel so large: higher than wide only so far, with what is told under it.
pub fn room(panel: Vec2, below: f32) -> Vec2 {
    vec2(panel.x, (panel.x * TALL).min(panel.y - below).max(120.0))
}

/// How many times as high as wide the circle is in such a room; a flat one does not make it flatter.
pub fn tall(room: Vec2) -> f32 {
    (room.y / room.x.max(1.0)).clamp(1.0, TALL)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::view::panels::relations::{round::seat, ties::Tie};
    use egui::{Event, Modifiers, PointerButton, RawInput};

    const PLACE: Rect = Rect { min: Pos2::new(20.0, 30.0), max: Pos2::new(320.0, 330.0) };

    fn person(n: u32) -> Person {
        Person {
            who: AgentId(n),
            look: None,
            initials: "AB".into(),
            name: "Ada".into(),
            room: 100.0,
            shown: true,
            lit: false,
        }
    }

    /// So many people and their ties, drawn once more after each of these.
    struct Desk {
        ctx: egui::Context,
        web: Web,
        count: u32,
    }

    impl Desk {
        fn new(count: u32) -> Self {
            let mut desk = Self { ctx: egui::Context::default(), web: Web::default(), count };
            desk.web.ties.order = (0..count).map(AgentId).collect();
            desk.does(vec![]);
            desk.does(vec![]);
            desk
        }

        fn does(&mut self, events: Vec<Event>) -> Option<AgentId> {
            let screen_rect = Some(Rect::from_min_size(Pos2::ZERO, vec2(400.0, 400.0)));
            let mut clicked = None;
            self.web.people((0..self.count).map(person).collect(), None);
            self.web.bonds(None, None);
            let drawn = self.ctx.run_ui(RawInput { screen_rect, events, ..RawInput::default() }, |ui| {
                clicked = self.web.show(ui, PLACE);
            });
            drawn.drop_without_applying_deltas();
            clicked
        }

        fn at(&self, n: u32) -> Pos2 {
            self.web.place(AgentId(n)).map_or(Pos2::ZERO, |place| place.center())
        }

        fn button(&mut self, at: Pos2, pressed: bool) -> Option<AgentId> {
            let modifiers = Modifiers::default();
            let press = Event::PointerButton { pos: at, button: PointerButton::Primary, pressed, modifiers };
            self.does(vec![Event::PointerMoved(at), press])
        }

        fn drags(&mut self, from: Pos2, to: Pos2) {
            self.does(vec![Event::PointerMoved(from)]);
            self.button(from, true);
            self.does(vec![Event::PointerMoved(from.lerp(to, 0.5))]);
            self.does(vec![Event::PointerMoved(to)]);
            self.button(to, false);
            self.does(vec![]);
        }
    }

    fn near(a: Pos2, b: Pos2) -> bool {
        a.distance(b) < 1.5
    }

    #[test]
    fn a_new_tie_moves_nobody_and_all_are_seen() {
        let mut desk = Desk::new(5);
        let before: Vec<Pos2> = (0..5).map(|n| desk.at(n)).collect();
        for (n, at) in before.iter().enumerate() {
            assert!(PLACE.contains_rect(desk.web.place(AgentId(n as u32)).unwrap()), "{n}");
            let from_middle = seat(n, 5, 1.0) - Pos2::ZERO;
            assert!((*at - PLACE.center()).normalized().dot(from_middle.normalized()) > 0.99, "{n}");
        }
        desk.web.ties.all.insert((AgentId(0), AgentId(3)), Tie { talks: 7, ..Tie::default() });
        desk.web.looked = Some(1);
        desk.does(vec![]);
        assert_eq!(desk.web.graph.edge_count(), 1);
        assert_eq!((0..5).map(|n| desk.at(n)).collect::<Vec<_>>(), before);
    }

    #[test]
    fn whom_the_player_drags_stays_there_and_a_click_moves_nobody() {
        let mut desk = Desk::new(4);
        let (first, second) = (desk.at(0), desk.at(1));
        // Not by the middle: they do not jump under the mouse.
        let by = first + vec2(5.0, -3.0);
        desk.does(vec![Event::PointerMoved(by)]);
        assert_eq!(desk.web.under(), Some(AgentId(0)));
        desk.button(by, true);
        assert!(near(desk.at(0), first));
        assert_eq!(desk.button(by, false), Some(AgentId(0)));
        desk.does(vec![]);
        assert!(near(desk.at(0), first) && !desk.web.chosen());
        desk.drags(by, by + vec2(40.0, 60.0));
        assert!(near(desk.at(0), first + vec2(40.0, 60.0)), "{} {first}", desk.at(0));
        assert!(near(desk.at(1), second));
        // Also when somebody comes, and the others make room.
        desk.count = 5;
        desk.web.ties.order.push(AgentId(4));
        desk.does(vec![]);
        assert!(near(desk.at(0), first + vec2(40.0, 60.0)) && !near(desk.at(1), second));
        desk.web.back();
        desk.does(vec![]);
        desk.does(vec![]);
        let anew = Desk::new(5);
        assert!((0..5).all(|n| near(desk.at(n), anew.at(n))) && !desk.web.chosen());
    }

    #[test]
    fn the_wheel_brings_it_nearer_and_an_empty_place_drags_all_of_it() {
        let mut desk = Desk::new(4);
        let (first, middle) = (desk.at(0), PLACE.center());
        desk.does(vec![Event::PointerMoved(middle)]);
        let turn = Event::MouseWheel {
            unit: egui::MouseWheelUnit::Point,
            delta: vec2(0.0, 60.0),
            phase: egui::TouchPhase::Move,
            modifiers: Modifiers::default(),
        };
        desk.does(vec![turn]);
        for _ in 0..30 {
            desk.does(vec![]);
        }
        assert!(desk.at(0).y < first.y - 10.0 && (desk.at(0).x - first.x).abs() < 2.0, "{} {first}", desk.at(0));
        let (before, other) = (desk.at(0), desk.at(2));
        desk.drags(middle, middle + vec2(30.0, 20.0));
        assert!(near(desk.at(0), before + vec2(30.0, 20.0)) && near(desk.at(2), other + vec2(30.0, 20.0)));
        // Nobody was moved in the graph itself.
        assert!(desk.web.moved.is_empty());
        desk.web.back();
        desk.does(vec![]);
        assert!(near(desk.at(0), first));
    }

    #[test]
    fn who_leaves_is_gone_with_their_ties() {
        let mut desk = Desk::new(3);
        desk.web.ties.all.insert((AgentId(0), AgentId(2)), Tie::default());
        desk.web.looked = Some(1);
        desk.does(vec![]);
        desk.count = 2;
        desk.web.ties.order.pop();
        desk.does(vec![]);
        assert_eq!((desk.web.graph.node_count(), desk.web.graph.edge_count()), (2, 0));
        assert!(desk.web.place(AgentId(2)).is_none());
    }
}
