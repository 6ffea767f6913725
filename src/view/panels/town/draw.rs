//! Draws the panel of the town.

use std::collections::BTreeMap;

use bevy::{
    ecs::system::{InMut, SystemParam},
    prelude::*,
};
use bevy_egui::egui;
use egui::{Align2, Response, RichText, Sense, Stroke, Ui, vec2};

use super::seen::{House, Occasion, Seen, Trouble};
use crate::{
    agent::agenda::Agenda,
    clock::AgentId,
    view::{
        Selection,
        camera::{Room, Viewpoint},
        names::Folk,
        panels::{
            pictures::{Icons, icon, portrait},
            telling::{briefly, daylight},
            widgets::*,
        },
    },
    world::Tile,
};

/// Side of a face in points, about.
const FACE: f32 = 36.0;

/// Faces, and what is told of whom they belong to.
type Faces<'a> = BTreeMap<AgentId, (egui::Image<'a>, String)>;

/// What the panel reads, and what a click in it changes.
#[derive(SystemParam)]
pub struct Panel<'w, 's> {
    folk: Folk<'w, 's>,
    agendas: Query<'w, 's, (&'static AgentId, &'static Agenda)>,
    icons: ResMut<'w, Icons>,
    selection: Selection<'w>,
    look: ResMut<'w, Viewpoint>,
    room: Res<'w, Room>,
    seen: Local<'s, Seen>,
}

/// Draws it.
pub fn draw(InMut(ui): InMut<Ui>, panel: Panel) {
    let Panel { folk, agendas, mut icons, mut selection, mut look, room, mut seen } = panel;
    seen.look(&folk, agendas.iter().map(|(id, agenda)| (*id, agenda)));
    let at = folk.calendar.date_time(folk.tick());
    ui.horizontal(|ui| {
        let picture = icon(ui, &mut icons, if daylight(at) { "sun" } else { "moon" }, 20.0);
        ui.add(picture);
        heavy(ui, &clock(at), 20.0, INK);
        ui.label(RichText::new(day(at.date())).color(WORDS));
    });
    let people = folk.people.iter().count();
    let awake = match seen.awake {
        0 => "everybody is asleep".to_owned(),
        all if all == people => "everybody is awake".to_owned(),
        1 => format!("one of {people} is awake"),
        some => format!("{some} of {people} are awake"),
    };
    ui.label(faint(format!("{} · {awake}", light(at.hour()))));
    ui.add_space(4.0);
    let faces = folk.people.iter().filter_map(|(id, persona, figure, action, ..)| {
        let face = portrait(ui.ctx(), &icons, figure.portrait, FACE)?;
        Some((*id, (face, format!("{}\n{}", persona.name, briefly(action)))))
    });
    let faces: Faces = faces.collect();
    let (mut who, mut place) = (None, None);
    list(ui, "town", 3.0, |ui| {
        if !seen.troubles.is_empty() {
            title(ui, "Out of order");
        }
        for one in &seen.troubles {
            place = trouble(ui, one, &folk).or(place);
        }
        if !seen.occasions.is_empty() {
            title(ui, "On today");
        }
        for one in &seen.occasions {
            place = occasion(ui, one, &folk).or(place);
            who = crowd(ui, &one.people, &faces, None).or(who);
        }
        title(ui, "Where everybody is");
        for one in &seen.houses {
            place = house(ui, one).or(place);
            who = crowd(ui, &one.people, &faces, selection.who()).or(who);
            let (line, _) = ui.allocate_exact_size(vec2(ui.available_width(), 1.0), Sense::hover());
            line_under(ui, line);
        }
    });
    if let Some(who) = who {
        selection.go_to(who);
    } else if let Some(tile) = place {
        selection.following.0 = false;
        look.bring(tile, *room);
    }
}

/// The light of an hour, in words.
fn light(hour: i8) -> &'static str {
    match hour {
        5 | 6 => "Dawn",
        7..=10 => "Morning light",
        11..=14 => "Broad daylight",
        15..=17 => "Afternoon light",
        18 | 19 => "Dusk",
        20 | 21 => "Evening, lamps are lit",
        _ => "Night",
    }
}

fn title(ui: &mut Ui, words: &str) {
    ui.add_space(4.0);
    heavy(ui, words, 14.0, INK);
}

/// A row of two lines, so far from the left.
fn two_lines(ui: &mut Ui, left: f32, what: &str, under: &str, paint: impl FnOnce(&Ui, egui::Rect)) -> Response {
    row(ui, 36.0, Sense::click(), |ui, at| {
        paint(ui, at);
        let wide = at.width() - left - 2.0;
        cut(ui, what, BODY, WORDS, wide, 1).paint(ui.painter(), at.min + vec2(left, 1.0));
        cut(ui, under, SMALL, FAINT, wide, 1).paint(ui.painter(), at.min + vec2(left, 19.0));
    })
}

/// A thing that is out of order; gives where it stands if it was clicked.
fn trouble(ui: &mut Ui, one: &Trouble, folk: &Folk) -> Option<Tile> {
    let [now, since] = [folk.tick(), one.since].map(|tick| folk.calendar.date_time(tick));
    let date = if now.date() == since.date() { String::new() } else { format!("{}, ", day(since.date())) };
    let under = format!("{} · since {date}{}", one.place, clock(since));
    let response = two_lines(ui, 18.0, &one.what, &under, |ui, at| {
        ui.painter().circle_filled(at.left_top() + vec2(7.0, 10.0), 4.0, bad(ui));
    });
    one.at.filter(|_| response.on_hover_text("Go there").clicked())
}

/// Something that is on; gives where if it was clicked.
fn occasion(ui: &mut Ui, one: &Occasion, folk: &Folk) -> Option<Tile> {
    let (map, calendar) = (&*folk.map, &*folk.calendar);
    let [from, until] = [one.from, one.until].map(|minute| clock(calendar.date_time(calendar.tick(minute))));
    let under = format!("{from} to {until} · {} · {} people", short_place(map, one.place), one.people.len());
    let clicked = two_lines(ui, 2.0, &one.what, &under, |_, _| {}).on_hover_text(&one.what).clicked();
    let cell = map.arena_at.iter().position(|arena| clicked && *arena == Some(one.place));
    cell.map(|cell| map.tile(cell))
}

/// A place; gives its middle if it was clicked.
fn house(ui: &mut Ui, one: &House) -> Option<Tile> {
    let response = row(ui, 21.0, Sense::click(), |ui, at| {
        write(ui, at.right_center() - vec2(4.0, 0.0), Align2::RIGHT_CENTER, one.people.len(), SMALL, FAINT);
        cut(ui, &one.name, 13.5, WORDS, at.width() - 30.0, 1).paint(ui.painter(), at.min + vec2(2.0, 1.0));
    });
    let response = if one.at.is_some() { response.on_hover_text("Go there") } else { response };
    one.at.filter(|_| response.clicked())
}

/// Faces beside each other; gives whose was clicked.
fn crowd(ui: &mut Ui, people: &[AgentId], faces: &Faces, selected: Option<AgentId>) -> Option<AgentId> {
    let mut gone = None;
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = vec2(4.0, 3.0);
        for who in people {
            let Some((face, hint)) = faces.get(who) else { continue };
            let side = face.size().unwrap_or(vec2(FACE, FACE));
            let (at, response) = ui.allocate_exact_size(side + vec2(2.0, 2.0), Sense::click());
            paint_face(ui, face, at.min + vec2(1.0, 1.0));
            if response.hovered() || selected == Some(*who) {
                ui.painter().rect_stroke(at, 2, Stroke::new(2.0, INK), egui::StrokeKind::Outside);
            }
            if response.on_hover_text(hint).clicked() {
                gone = Some(*who);
            }
        }
    });
    gone
}
