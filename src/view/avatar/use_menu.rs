//! What can be done with what one stands before: a small menu, by keys, mouse and wheel.

use bevy::{ecs::system::SystemParam, input::keyboard::KeyboardInput, prelude::*};
use bevy_egui::{EguiPrimaryContextPass, egui};
use egui::{Align2, ScrollArea, Ui, vec2};

use super::{Acting, PlayerState};
use crate::{
    agent::{
        avatar::{Offer, offers},
        persona::Whereabouts,
    },
    command::Command,
    exchange::CommandQueue,
    schedule::TownResources,
    view::{
        Notice,
        keys::Keyboard,
        overlays::{AddOverlay, GAP, Overlay, Overlays},
        panels::{
            PanelsDrawn,
            widgets::{INK, STATE, bold, faint, sentence, sheet, short_line},
        },
        scene::Scene,
        stage::Stage,
    },
    world::{Facing, ObjectId, ObjectState, Objects, Tile, TownMap},
};

/// Things at hand are at most so many tiles away.
const REACH: u32 = 2;
/// Rows that a page is.
const PAGE: usize = 6;
/// Most letters of a row.
const LONG: usize = 60;
/// Width of a row, and what the menu has beside its rows above and below, in points.
const WIDE: f32 = 240.0;
const HEAD: f32 = 84.0;
/// So many rows have a number, from 1 on.
const NUMBERED: usize = 9;
/// Keys that close it beside Esc, by their rows in the table of keys.
const CLOSES: [&str; 6] = ["north", "west", "south", "east", "use", "talk"];

/// The row that a digit chooses.
fn numbered(code: KeyCode) -> Option<usize> {
    let name = format!("{code:?}");
    let digit = name.strip_prefix("Digit").or_else(|| name.strip_prefix("Numpad"))?;
    digit.parse::<usize>().ok()?.checked_sub(1)
}

/// A thing at hand, and what can be done with it.
#[derive(Clone, Debug)]
struct Thing {
    id: ObjectId,
    name: String,
    address: String,
    state: String,
    offers: Vec<Offer>,
}

/// The menu of what can be done, if it is open.
#[derive(Resource, Clone, Debug, Default)]
pub struct UseMenu {
    things: Vec<Thing>,
    /// Which row is chosen, counted through all things.
    at: usize,
    /// It is to be brought into sight.
    scroll: bool,
}

/// What a key does in the menu.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Does {
    /// Nothing that leaves it.
    Stays,
    /// It is closed.
    Closes,
    /// This row is done.
    Row(usize),
}

impl UseMenu {
    /// Is the menu shown?
    pub fn is_open(&self) -> bool {
        !self.things.is_empty()
    }

    /// One with a thing of so many rows.
    #[cfg(test)]
    pub(in crate::view) fn of_rows(rows: usize) -> Self {
        let offer = |n: usize| Offer { deed: n.to_string(), shown: n.to_string(), emoji: String::new() };
        let (name, address, state) = ("stove".into(), "a: b: stove".into(), String::new());
        let thing = Thing { id: ObjectId(0), name, address, state, offers: (0..rows).map(offer).collect() };
        Self { things: vec![thing], ..Self::default() }
    }

    /// Closes it.
    pub(super) fn close(&mut self) {
        self.things.clear();
    }

    /// All rows, in order.
    fn rows(&self) -> impl Iterator<Item = (&Thing, &Offer)> {
        self.things.iter().flat_map(|thing| thing.offers.iter().map(move |offer| (thing, offer)))
    }

    /// A key was pressed; `closes`: is it one that else closes the menu?
    fn press(&mut self, code: KeyCode, closes: bool) -> Does {
        let many = self.rows().count();
        let last = many.saturating_sub(1);
        let to = match code {
            KeyCode::ArrowUp => (self.at + last) % many.max(1),
            KeyCode::ArrowDown => (self.at + 1) % many.max(1),
            KeyCode::PageUp => self.at.saturating_sub(PAGE),
            KeyCode::PageDown => (self.at + PAGE).min(last),
            KeyCode::Home => 0,
            KeyCode::End => last,
            KeyCode::Enter | KeyCode::NumpadEnter if many > 0 => return Does::Row(self.at.min(last)),
            _ => {
                return match numbered(code).filter(|number| *number < many) {
                    Some(number) => Does::Row(number),
                    None if closes => Does::Closes,
                    None => Does::Stays,
                };
            }
        };
        (self.at, self.scroll) = (to, true);
        Does::Stays
    }
}

fn command(thing: &Thing, offer: &Offer) -> Command {
    Command::Use { thing: thing.address.clone(), deed: offer.deed.clone() }
}

/// What is around whoever stands before things.
#[derive(SystemParam)]
struct Around<'w, 's> {
    map: Res<'w, TownMap>,
    objects: Res<'w, Objects>,
    things: Query<'w, 's, &'static ObjectState>,
    bodies: Query<'w, 's, (&'static Whereabouts, &'static Facing)>,
}

impl Around<'_, '_> {
    /// The things the player can reach, what they look at first; `None`: they are not in town.
    fn at_hand(&self, you: &PlayerState) -> Option<Vec<ObjectId>> {
        let (arena, facing) = self.bodies.get(you.entity?).ok()?;
        let (at, step) = (you.at, facing.step());
        let near = self.objects.in_arena(arena.0).iter().filter_map(|id| {
            let spots = self.map.spots_of(*id).map(|spot| self.map.spot(spot).at);
            let cells = self.map.object(*id).cells.iter().copied();
            let far = |cell: Tile| cell.x.abs_diff(at.x).max(cell.y.abs_diff(at.y));
            let before = cells.clone().any(|cell| (cell.x - at.x, cell.y - at.y) == step);
            let least = cells.chain(spots).map(far).min()?;
            (least <= REACH).then_some((!before, least, *id))
        });
        let mut near: Vec<_> = near.collect();
        near.sort_unstable();
        Some(near.into_iter().map(|(.., id)| id).collect())
    }

    /// What can be done with a thing, if anything can.
    fn look(&self, id: ObjectId) -> Option<Thing> {
        let state = self.things.get(self.objects.entity(id)).ok()?;
        let (object, offers) = (self.map.object(id), offers(&self.map, id, state));
        let state = short_line(state.shows(object), STATE);
        let (name, address) = (sentence(&object.name), self.map.address(id).trim_matches(['<', '>']).to_string());
        (!offers.is_empty()).then_some(Thing { id, name, address, state, offers })
    }
}

fn keys(
    (mut typed, keyboard): (MessageReader<KeyboardInput>, Keyboard),
    (you, mut hand, overlays): (Res<PlayerState>, ResMut<UseMenu>, Res<Overlays>),
    around: Around,
    mut queue: ResMut<CommandQueue>,
    mut notices: MessageWriter<Notice>,
) {
    // Each of them: in a slow frame several are pressed.
    let pressed: Vec<KeyboardInput> = typed.read().filter(|key| key.state.is_pressed()).cloned().collect();
    let Some(near) = around.at_hand(&you) else {
        hand.close();
        return;
    };
    // As they are now, in the order in which they were found; what is out of reach goes.
    let still = hand.things.iter().filter(|thing| near.contains(&thing.id));
    hand.things = still.filter_map(|thing| around.look(thing.id)).collect();
    let free = !you.busy && !keyboard.typing() && !keyboard.ctrl();
    for KeyboardInput { key_code: code, repeat: held, .. } in pressed {
        if hand.is_open() {
            // What is typed into a field, or meant for a box that was opened later, picks nothing here.
            if !overlays.has_keys(Overlay::Hand) {
                continue;
            }
            let closes = !held && CLOSES.iter().any(|name| keyboard.bindings.means(name, code));
            match hand.press(code, closes) {
                Does::Stays => {}
                Does::Closes => hand.close(),
                Does::Row(n) => {
                    if let Some((thing, offer)) = hand.rows().nth(n) {
                        queue.push(command(thing, offer));
                    }
                    hand.close();
                }
            }
        } else if free && !held && keyboard.bindings.means("use", code) {
            *hand = UseMenu { things: near.iter().filter_map(|id| around.look(*id)).collect(), ..UseMenu::default() };
            if !hand.is_open() {
                notices.write(Notice("There is nothing to use within reach.".into()));
            }
        }
    }
}

fn draw(mut stage: Stage, mut hand: ResMut<UseMenu>, mut queue: ResMut<CommandQueue>) {
    let Some(ctx) = stage.context().filter(|_| hand.is_open()) else { return };
    let mut chosen = None;
    // Beside whom one is.
    let (clear, own) = (stage.clear(), stage.overlays.own);
    let (head, foot) = stage.overlays.between(clear);
    let beside = own.map_or(clear.center(), |own| own.right_center()) + vec2(3.0 * GAP, 0.0);
    let at = (Align2::LEFT_CENTER, beside);
    stage.overlays.show(&ctx, Overlay::Hand, at, (clear.shrink(GAP), own.as_slice()), |ui| {
        sheet().show(ui, |ui| {
            ui.set_width(WIDE + 14.0);
            let tall = (foot - head - HEAD).max(60.0);
            let area = ScrollArea::vertical().id_salt("hand").max_height(tall).min_scrolled_height(tall);
            let area = area.auto_shrink([false, true]);
            chosen = area.show(ui, |ui| rows(ui, &mut hand)).inner;
            ui.label(faint("Arrows and Enter, or a number · Esc leaves it"));
        });
    });
    if let Some(command) = chosen {
        queue.push(command);
        hand.close();
    }
}

/// Things and their rows; gives the command of the row that was clicked.
fn rows(ui: &mut Ui, hand: &mut UseMenu) -> Option<Command> {
    let (mut chosen, mut row) = (None, 0);
    let scroll = std::mem::take(&mut hand.scroll);
    for (n, thing) in hand.things.iter().enumerate() {
        if n > 0 {
            ui.separator();
        }
        ui.horizontal(|ui| {
            bold(ui, &thing.name, 15.0, INK);
            ui.add(egui::Label::new(faint(&thing.state)).truncate()).on_hover_text(&thing.state);
        });
        for offer in &thing.offers {
            let number = if row < NUMBERED { format!("{}", row + 1) } else { " ".into() };
            let words = format!("{number}   {}", short_line(&offer.shown, LONG));
            let button = egui::Button::new(words).truncate().selected(row == hand.at).min_size(vec2(WIDE - 10.0, 24.0));
            let button = ui.add(button);
            if scroll && row == hand.at {
                button.scroll_to_me(None);
            }
            if button.clicked() {
                chosen = Some(command(thing, offer));
            }
            row += 1;
        }
    }
    chosen
}

/// Adds the hand.
pub fn plugin(app: &mut App) {
    app.init_town_resource::<UseMenu>()
        .add_overlay(Overlay::Hand, UseMenu::is_open, UseMenu::close)
        .add_systems(Update, self::keys.in_set(Acting).run_if(resource_exists::<Objects>))
        .add_systems(EguiPrimaryContextPass, draw.after(PanelsDrawn).run_if(in_state(Scene::Town)));
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hand(rows: &[usize]) -> UseMenu {
        UseMenu { things: rows.iter().flat_map(|rows| UseMenu::of_rows(*rows).things).collect(), ..UseMenu::default() }
    }

    #[test]
    fn every_row_is_reached_by_keys() {
        let mut hand = hand(&[5, 4, 6]);
        assert_eq!(hand.press(KeyCode::Digit9, false), Does::Row(8));
        for _ in 0..11 {
            assert_eq!(hand.press(KeyCode::ArrowDown, true), Does::Stays, "an arrow chooses, also where it walks");
        }
        assert_eq!(hand.press(KeyCode::Enter, true), Does::Row(11));
        hand.press(KeyCode::End, false);
        assert_eq!(hand.press(KeyCode::NumpadEnter, true), Does::Row(14));
        hand.press(KeyCode::ArrowDown, false);
        assert_eq!(hand.at, 0);
        hand.press(KeyCode::ArrowUp, false);
        hand.press(KeyCode::PageUp, false);
        assert_eq!(hand.at, 14 - PAGE);
        assert_eq!(hand.press(KeyCode::KeyW, true), Does::Closes);
        assert_eq!(hand.press(KeyCode::KeyW, false), Does::Stays);
    }

    #[test]
    fn a_number_without_a_row_does_nothing() {
        let mut few = hand(&[2]);
        assert_eq!(few.press(KeyCode::Digit2, false), Does::Row(1));
        assert_eq!(few.press(KeyCode::Digit3, false), Does::Stays);
        assert_eq!(UseMenu::default().press(KeyCode::Enter, true), Does::Closes);
    }
}
