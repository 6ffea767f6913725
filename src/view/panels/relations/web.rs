//! The graph as it is kept between frames, and what the mouse does to it: the wheel brings it nearer, an empty place
//! drags all of it, a face is dragged, pointed at, clicked.

use std::collections::BTreeMap;

use bevy::prelude::Resource;
use bevy_egui::egui;
use egui::{Id, Pos2, Rect, Response, Sense, Ui, Vec2, vec2};

use super::{
    face::{MARGIN, Person, seat},
    ties::Ties,
    told::bend,
};
use crate::clock::AgentId;

/// Points of scrolling that bring the graph nearer by a factor of e.
const TURN: f32 = 260.0;
/// The graph is so many times as high as wide at most.
const TALL: f32 = 1.5;
/// How much nearer and farther than all of it one may go.
const REACH: [f32; 2] = [0.5, 8.0];
/// So many points around a face belong to it.
const NEAR: f32 = 2.0;

/// What is seen of the graph.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Look {
    /// Where on the screen it is drawn.
    pub place: Rect,
    /// What of the graph is in the middle of that.
    pub middle: Pos2,
    /// Points to a unit of the graph.
    pub zoom: f32,
}

impl Look {
    /// All of these is seen, with what is kept free round people.
    fn of_all(seats: impl Iterator<Item = Pos2>, place: Rect) -> Self {
        let around = seats.fold(Rect::NOTHING, |around, at| around.union(Rect::from_pos(at)));
        let around = if around.is_positive() || around.is_finite() { around } else { Rect::from_pos(Pos2::ZERO) };
        let room = place.size() / around.expand(MARGIN).size();
        Self { place, middle: around.center(), zoom: room.min_elem() }
    }

    /// From a place of the graph to one of the screen.
    pub fn to_screen(self, at: Pos2) -> Pos2 {
        self.place.center() + (at - self.middle) * self.zoom
    }

    /// From a place of the screen to one of the graph.
    fn to_graph(self, at: Pos2) -> Pos2 {
        self.middle + (at - self.place.center()) / self.zoom
    }

    /// Moved so that what is at a place of the graph is seen at one of the screen.
    fn with(self, at: Pos2, on: Pos2) -> Self {
        Self { middle: at - (on - self.place.center()) / self.zoom, ..self }
    }
}

/// What the mouse has hold of.
#[derive(Clone, Copy, Debug)]
enum Held {
    /// Somebody, and from the mouse to their middle, in units of the graph: nobody jumps under the mouse.
    Face(AgentId, Vec2),
    /// All of it, at this place.
    All(Pos2),
}

/// What the panel remembers of a town.
#[derive(Resource, Default)]
pub struct Web {
    /// What lies between any two.
    pub ties: Ties,
    /// The tick at which they were looked up last.
    pub looked: Option<u64>,
    /// Only those of the selected person.
    pub own: bool,
    people: Vec<Person>,
    selected: Option<AgentId>,
    /// Where the player has put somebody, in units of the graph.
    moved: BTreeMap<AgentId, Pos2>,
    /// Where faces were drawn last.
    places: BTreeMap<AgentId, Rect>,
    /// Who is pointed at.
    under: Option<AgentId>,
    held: Option<Held>,
    /// What the player has chosen to see of it; else all of it is seen.
    chosen: Option<Look>,
}

impl Web {
    /// Who is pointed at.
    pub fn under(&self) -> Option<AgentId> {
        self.under
    }

    /// Is something of it as the player wants it, and not as it was at first?
    pub fn chosen(&self) -> bool {
        self.chosen.is_some() || !self.moved.is_empty()
    }

    /// All of it is seen again, and everybody sits in the circle.
    pub fn back(&mut self) {
        (self.chosen, self.moved) = (None, BTreeMap::new());
    }

    /// Where the face of somebody was drawn.
    pub fn place(&self, who: AgentId) -> Option<Rect> {
        self.places.get(&who).copied()
    }

    /// Everybody as they look now. Whoever is not among them leaves the graph.
    pub fn people(&mut self, people: Vec<Person>, selected: Option<AgentId>) {
        let there = |who: &AgentId| people.iter().any(|one| one.who == *who);
        self.moved.retain(|who, _| there(who));
        self.under = self.under.filter(there);
        (self.people, self.selected) = (people, selected);
    }

    /// Draws it, with the ties of all, or of `only` one; those of who is lit lie over the others, which step back. Gives
    /// who was clicked on.
    pub fn show(&mut self, ui: &mut Ui, place: Rect, lit: Option<AgentId>, only: Option<AgentId>) -> Option<AgentId> {
        let count = self.ties.order.len();
        let circle = self.ties.order.iter().enumerate().map(|(n, who)| (*who, seat(n, count, tall(place.size()))));
        let mut seats: BTreeMap<AgentId, Pos2> = circle.collect();
        seats.extend(&self.moved);
        let response = ui.interact(place, Id::new("ties"), Sense::click_and_drag());
        let all = Look::of_all(self.people.iter().filter_map(|one| seats.get(&one.who).copied()), place);
        let look = self.turned(ui, all);
        let look = self.dragged(ui, &response, look, &mut seats);
        self.draw(ui, look, &seats, (lit, only));
        let clicked = response.clicked().then(|| response.interact_pointer_pos()).flatten();
        self.under = match self.held {
            Some(Held::Face(who, _)) => Some(who),
            _ => response.hover_pos().and_then(|at| self.at(at)),
        };
        clicked.and_then(|at| self.at(at))
    }

    /// Who is drawn at a place of the screen.
    fn at(&self, at: Pos2) -> Option<AgentId> {
        let faces = self.people.iter().rev().filter_map(|one| Some((one.who, self.place(one.who)?)));
        faces.into_iter().find(|(_, place)| place.expand(NEAR).contains(at)).map(|(who, _)| who)
    }

    /// What is seen once the wheel has been turned: what is under the mouse stays there.
    fn turned(&mut self, ui: &Ui, all: Look) -> Look {
        let look = self.chosen.map_or(all, |chosen| Look { place: all.place, ..chosen });
        let cursor = ui.input(|input| input.pointer.hover_pos()).filter(|_| ui.rect_contains_pointer(all.place));
        let Some(cursor) = cursor else { return look };
        let (turned, pinched) = ui.input(|input| (input.smooth_scroll_delta.y, input.zoom_delta()));
        // Whatever lies around is not scrolled by it.
        ui.input_mut(|input| input.smooth_scroll_delta = Vec2::ZERO);
        let nearer = pinched * (turned / TURN).exp();
        if nearer == 1.0 {
            return look;
        }
        let zoom = (look.zoom * nearer).clamp(all.zoom * REACH[0], all.zoom * REACH[1]);
        *self.chosen.insert(Look { zoom, ..look }.with(look.to_graph(cursor), cursor))
    }

    /// What is seen once the mouse has dragged it, or somebody in it.
    fn dragged(&mut self, ui: &Ui, response: &Response, look: Look, seats: &mut BTreeMap<AgentId, Pos2>) -> Look {
        if !response.dragged() {
            self.held = None;
            return look;
        }
        let Some(mouse) = response.interact_pointer_pos() else { return look };
        let held = self.held.unwrap_or_else(|| {
            let from = ui.input(|input| input.pointer.press_origin()).unwrap_or(mouse);
            let (who, at) = (self.at(from), look.to_graph(from));
            let face = who.and_then(|who| Some(Held::Face(who, *seats.get(&who)? - at)));
            face.unwrap_or(Held::All(at))
        });
        self.held = Some(held);
        // What is seen stays, though where people sit is other than before.
        let look = match held {
            Held::Face(who, grip) => {
                let at = look.to_graph(mouse) + grip;
                self.moved.insert(who, at);
                seats.insert(who, at);
                look
            }
            Held::All(at) => look.with(at, mouse),
        };
        *self.chosen.insert(look)
    }

    fn draw(
        &mut self,
        ui: &Ui,
        look: Look,
        seats: &BTreeMap<AgentId, Pos2>,
        (lit, only): (Option<AgentId>, Option<AgentId>),
    ) {
        let painter = ui.painter().with_clip_rect(look.place.intersect(ui.clip_rect()));
        let of = |who: Option<AgentId>, (a, b): (AgentId, AgentId)| who.is_some_and(|who| who == a || who == b);
        for front in [false, true] {
            for (pair, tie) in self.ties.all.iter().filter(|(pair, _)| only.is_none() || of(only, **pair)) {
                let bright = of(lit, *pair);
                let sits = |who: AgentId| seats.get(&who).filter(|_| self.people.iter().any(|one| one.who == who));
                if let (Some(a), Some(b), true) = (sits(pair.0), sits(pair.1), bright == front) {
                    painter.extend(bend(tie, [*a, *b], lit.is_some() && !bright, &look, ui.ctx()));
                }
            }
        }
        self.places.clear();
        for person in &self.people {
            let Some(at) = seats.get(&person.who) else { continue };
            let place = person.place(*at, &look, ui.pixels_per_point());
            let frame = match Some(person.who) {
                who if who == self.selected => Some(3.0),
                who => (who == lit).then_some(2.0),
            };
            painter.extend(person.shapes(place, frame, ui.ctx()));
            painter.extend(person.name(*at, (place, frame), look.zoom, ui.ctx()));
            self.places.insert(person.who, place);
        }
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
    use crate::view::panels::relations::ties::Tie;
    use egui::{Event, Modifiers, PointerButton, RawInput};

    const PLACE: Rect = Rect { min: Pos2::new(20.0, 30.0), max: Pos2::new(320.0, 330.0) };

    fn person(n: u32) -> Person {
        Person { who: AgentId(n), look: None, initials: "AB".into(), name: "Ada".into(), room: 100.0, shown: true }
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
            let drawn = self.ctx.run_ui(RawInput { screen_rect, events, ..RawInput::default() }, |ui| {
                clicked = self.web.show(ui, PLACE, None, None);
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
        assert_eq!(desk.web.places.len(), 2);
        assert!(desk.web.place(AgentId(2)).is_none());
    }
}
