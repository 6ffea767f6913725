//! What can be done with what one stands before: a small menu.

use bevy::prelude::*;
use bevy_egui::{EguiPrimaryContextPass, egui, input::EguiWantsInput};
use egui::{Order, RichText, vec2};

use super::{Acting, You, tell};
use crate::{
    agent::{
        avatar::{Offer, offers},
        persona::Whereabouts,
    },
    schedule::OfTown,
    thought::Doorstep,
    view::scene::in_town,
    view::{
        Notice,
        dock::Dock,
        keys::{
            bind::Bindings,
            layers::{Layer, Layers},
        },
        panels::{
            PanelsDrawn, Paper,
            style::{FAINT, INK, SMALL, heavy, sheet},
        },
        tame::{STATE, tame},
    },
    world::{Facing, ObjectId, ObjectState, Objects, Tile, TownMap, place::Furnishing},
};

/// Things at hand are at most so many tiles away.
const REACH: u32 = 2;
/// So many things and so many deeds are shown.
const THINGS: usize = 3;
const DEEDS: usize = 9;
const DIGITS: [KeyCode; DEEDS] = [
    KeyCode::Digit1,
    KeyCode::Digit2,
    KeyCode::Digit3,
    KeyCode::Digit4,
    KeyCode::Digit5,
    KeyCode::Digit6,
    KeyCode::Digit7,
    KeyCode::Digit8,
    KeyCode::Digit9,
];

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
pub struct Hand {
    things: Vec<Thing>,
}

impl Hand {
    /// Is the menu shown?
    pub fn is_open(&self) -> bool {
        !self.things.is_empty()
    }

    /// The commands of all rows, in order.
    fn rows(&self) -> Vec<(&Thing, &Offer)> {
        self.things.iter().flat_map(|thing| thing.offers.iter().map(move |offer| (thing, offer))).take(DEEDS).collect()
    }
}

fn line(thing: &Thing, offer: &Offer) -> String {
    format!("use {} {}", thing.address, offer.deed)
}

/// The things one can reach from `at`, what one looks at first.
fn at_hand(
    map: &TownMap,
    furnishing: &Furnishing,
    (at, arena, facing): (Tile, crate::world::ArenaId, Facing),
) -> Vec<ObjectId> {
    let step = facing.step();
    let near = furnishing.of(arena).iter().filter_map(|id| {
        let spots = map.spots_of(*id).map(|spot| map.spot(spot).at);
        let cells = map.object(*id).cells.iter().copied();
        let far = |cell: Tile| cell.x.abs_diff(at.x).max(cell.y.abs_diff(at.y));
        let before = cells.clone().any(|cell| (cell.x - at.x, cell.y - at.y) == step);
        let least = cells.chain(spots).map(far).min()?;
        (least <= REACH).then_some((!before, least, *id))
    });
    let mut near: Vec<_> = near.collect();
    near.sort_unstable();
    near.into_iter().map(|(.., id)| id).collect()
}

fn keys(
    (keys, wants, bindings): (Res<ButtonInput<KeyCode>>, Res<EguiWantsInput>, Res<Bindings>),
    (you, mut hand, layers): (Res<You>, ResMut<Hand>, Res<Layers>),
    (map, furnishing, objects): (Res<TownMap>, Res<Furnishing>, Res<Objects>),
    things: Query<&ObjectState>,
    bodies: Query<(&Whereabouts, &Facing)>,
    mut doorstep: ResMut<Doorstep>,
    mut notices: MessageWriter<Notice>,
) {
    let Some((arena, facing)) = you.entity.and_then(|entity| bodies.get(entity).ok()) else {
        hand.things.clear();
        return;
    };
    let look = |id: ObjectId| {
        let state = things.get(objects.entity(id)).ok()?;
        let (object, offers) = (map.object(id), offers(&map, id, state));
        let state = tame(state.shows(object), STATE);
        let (name, address) = (object.name.clone(), map.address(id));
        (!offers.is_empty()).then_some(Thing { id, name, address, state, offers })
    };
    let near = at_hand(&map, &furnishing, (you.at, arena.0, *facing));
    if hand.is_open() {
        let closes = ["north", "west", "south", "east", "close", "use", "talk"];
        // What is typed into a field, or meant for a box that was opened later, picks nothing here.
        let mine = layers.has_keys(Layer::Hand);
        let picked = DIGITS.iter().position(|code| mine && keys.just_pressed(*code));
        let picked = picked.and_then(|n| hand.rows().get(n).map(|(thing, offer)| line(thing, offer)));
        if let Some(line) = picked {
            tell(Some(&mut doorstep), line);
            hand.things.clear();
        } else if mine && closes.iter().any(|name| bindings.just_pressed(&keys, name)) {
            hand.things.clear();
        } else {
            // As they are now, in the order in which they were found; what is out of reach goes.
            let still = hand.things.iter().filter(|thing| near.contains(&thing.id));
            hand.things = still.filter_map(|thing| look(thing.id)).collect();
        }
        return;
    }
    if you.busy || wants.wants_keyboard_input() || !bindings.just_pressed(&keys, "use") {
        return;
    }
    hand.things = near.into_iter().filter_map(look).take(THINGS).collect();
    if hand.things.is_empty() {
        notices.write(Notice("There is nothing to use within reach.".into()));
    }
}

fn draw(
    paper: Paper,
    (dock, layers): (Res<Dock>, Res<Layers>),
    mut hand: ResMut<Hand>,
    mut doorstep: Option<ResMut<Doorstep>>,
) {
    let Some(mut paper) = paper.filter(|_| hand.is_open() && !layers.covered()) else { return };
    let ctx = paper.get_mut().clone();
    let mut chosen = None;
    // Beside whom the camera keeps in the middle.
    let at = dock.clear.center() + vec2((dock.clear.width() / 4.0).min(60.0), -90.0);
    let area = egui::Area::new("hand".into()).fixed_pos(at).order(Order::Foreground);
    area.show(&ctx, |ui| {
        sheet().show(ui, |ui| {
            ui.set_min_width(230.0);
            let mut number = 0;
            for (n, thing) in hand.things.iter().enumerate() {
                if number >= DEEDS {
                    break;
                }
                if n > 0 {
                    ui.separator();
                }
                ui.horizontal(|ui| {
                    let mut name = thing.name.chars();
                    let first = name.next().map(|c| c.to_uppercase().to_string()).unwrap_or_default();
                    heavy(ui, &format!("{first}{}", name.as_str()), 15.0, INK);
                    ui.label(RichText::new(&thing.state).size(SMALL).color(FAINT));
                });
                for offer in &thing.offers {
                    number += 1;
                    if number > DEEDS {
                        break;
                    }
                    let button = egui::Button::new(format!("{number}   {}", offer.shown)).min_size(vec2(220.0, 24.0));
                    if ui.add(button).clicked() {
                        chosen = Some(line(thing, offer));
                    }
                }
            }
            ui.label(RichText::new("A number does it, Esc leaves it").size(SMALL).color(FAINT));
        });
    });
    if let Some(line) = chosen {
        tell(doorstep.as_deref_mut(), line);
        hand.things.clear();
    }
}

/// Adds the hand.
pub fn plugin(app: &mut App) {
    app.of_town::<Hand>()
        .add_systems(Update, self::keys.in_set(Acting).run_if(resource_exists::<Furnishing>))
        .add_systems(EguiPrimaryContextPass, draw.after(PanelsDrawn).run_if(in_town));
}
