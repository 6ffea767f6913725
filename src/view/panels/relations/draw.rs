//! The panel: faces round a circle, a line where two have talked or feel something, and in words what the lines say.

use std::collections::BTreeSet;

use bevy::{ecs::system::InMut, prelude::*};
use bevy_egui::egui;
use egui::{Rect, Sense, Stroke, Ui, pos2, vec2};

use super::{
    face::{Person, apart},
    ties::Ties,
    told,
    web::{Web, room, tall},
};
use crate::{
    agent::components::{Relations, talk::Talks},
    clock::AgentId,
    view::{
        Selection,
        initials::Initials,
        names::Folk,
        panels::{
            pictures::{Icons, on_sheet},
            widgets::{INK, PAPER, faint, lay_name},
        },
    },
};

/// Ticks between two looks: lines do not change by the second.
const AGAIN: u64 = 6;

/// Said where nobody is pointed at.
const HINT: &str = "Point at a face; a click selects. The wheel brings it nearer, and all of it can be dragged.";

/// Draws it.
pub fn draw(
    InMut(ui): InMut<Ui>,
    folk: Folk,
    relations: Query<(&AgentId, &Relations)>,
    talks: Res<Talks>,
    (icons, initials): (Res<Icons>, Res<Initials>),
    mut selection: Selection,
    mut web: ResMut<Web>,
) {
    let web = &mut *web;
    if web.looked.is_none_or(|tick| folk.tick() >= tick + AGAIN) {
        web.looked = Some(folk.tick());
        let homes = folk.people.iter().map(|(id, persona, ..)| (*id, persona.home.as_str()));
        web.ties.look(&talks, relations.iter().map(|(id, one)| (*id, one)), homes);
    }
    head(ui, web);
    let selected = selection.who();
    let only = selected.filter(|_| web.own);
    let lit = web.under().or(selected);
    let names = folk.names();
    let panel = ui.available_size();
    // The same whoever is pointed at, or faces would move under the mouse.
    let below = (panel.y * 0.22).clamp(60.0, 130.0);
    let (place, _) = ui.allocate_exact_size(room(panel, below + 6.0), Sense::hover());
    let apart = apart(web.ties.order.len(), tall(place.size()));
    let everybody = everybody(&folk, (&icons, &initials), (&web.ties, apart), only);
    web.people(everybody, selected);
    if let Some(who) = web.show(ui, place, lit, only) {
        selection.go_to(who);
    }
    if let Some((name, face)) = web.under().and_then(|who| Some((*names.get(&who)?, web.place(who)?))) {
        plate(ui, name, face, place);
    }
    ui.add_space(4.0);
    match web.under().or(selected).filter(|who| names.contains_key(who)) {
        Some(who) => told::list(ui, &web.ties, who, &names),
        None => _ = ui.label(faint(HINT)),
    }
}

/// What is shown, and what lines mean.
fn head(ui: &mut Ui, web: &mut Web) {
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = 5.0;
        let button = egui::Button::new("Only of who is selected").selected(web.own).small();
        if ui.add(button).clicked() {
            web.own = !web.own;
        }
        let back = ui.add_enabled(web.chosen(), egui::Button::new("See all").small());
        if back.on_hover_text("See all of it, everybody back in the circle").clicked() {
            web.back();
        }
        told::legend(ui);
    });
}

/// Everybody who sits in the circle, as they look now.
fn everybody(
    folk: &Folk,
    (icons, initials): (&Icons, &Initials),
    (ties, room): (&Ties, f32),
    only: Option<AgentId>,
) -> Vec<Person> {
    let sits: BTreeSet<AgentId> = ties.order.iter().copied().collect();
    let people = folk.people.iter().filter(|one| sits.contains(one.0));
    people
        .map(|(id, persona, figure, ..)| Person {
            who: *id,
            look: on_sheet(icons, figure.portrait).map(|(texture, on)| (texture, on, figure.portrait.width().max(1.0))),
            initials: initials.of(*id).to_owned(),
            name: persona.name.split_whitespace().next().unwrap_or_default().to_owned(),
            room,
            shown: only.is_none_or(|who| who == *id || ties.between(who, *id).is_some()),
        })
        .collect()
}

/// The name of who is pointed at, beside the face and inside of the panel.
fn plate(ui: &Ui, name: &str, face: Rect, place: Rect) {
    let painter = ui.painter().with_clip_rect(place.expand(2.0).intersect(ui.clip_rect()));
    let words = lay_name(&painter, name, 13.0, INK, place.width() - 10.0);
    let size = words.size() + vec2(10.0, 4.0);
    let under = face.center().y < place.center().y;
    let y = if under { face.bottom() + 4.0 } else { face.top() - 4.0 - size.y };
    let x = (face.center().x - size.x / 2.0).clamp(place.left(), (place.right() - size.x).max(place.left()));
    let at = Rect::from_min_size(pos2(x, y), size);
    painter.rect(at, 3, PAPER, Stroke::new(1.0, INK), egui::StrokeKind::Inside);
    words.paint(&painter, at.min + vec2(5.0, 2.0));
}
