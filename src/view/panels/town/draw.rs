//! Draws the panel of the town.

use std::collections::BTreeMap;

use bevy::{ecs::system::InMut, prelude::*};
use bevy_egui::egui;
use egui::{Align2, FontId, RichText, ScrollArea, Sense, Stroke, Ui, vec2};

use super::seen::{House, Occasion, Seen, TownError};
use crate::{
    agent::agenda::Agenda,
    clock::{AgentId, Calendar},
    view::{
        Selection,
        camera::{Look, Room},
        names::Folk,
        panels::{
            pictures::{Icons, icon, portrait},
            style::{BODY, FAINT, INK, LINE, SMALL, WORDS, bad, faint, heavy},
            telling::{briefly, clock, day, daylight, short_place},
            widgets::cut,
            widgets::row,
        },
    },
    world::Tile,
};

/// Side of a face in points, about.
const FACE: f32 = 36.0;

/// Where a click leads.
enum Gone {
    Person(AgentId),
    Place(Tile),
}

/// Draws it.
pub fn draw(
    InMut(ui): InMut<Ui>,
    folk: Folk,
    agendas: Query<(&AgentId, &Agenda)>,
    mut icons: ResMut<Icons>,
    mut selection: Selection,
    (mut look, room): (ResMut<Look>, Res<Room>),
    mut seen: Local<Seen>,
) {
    seen.look(&folk, agendas.iter().map(|(id, agenda)| (*id, agenda)));
    let calendar = &*folk.calendar;
    let at = calendar.date_time(folk.tick());
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
    let faces: BTreeMap<AgentId, (egui::Image, String)> = folk
        .people
        .iter()
        .filter_map(|(id, persona, figure, action, ..)| {
            let face = portrait(ui.ctx(), &icons, figure.portrait, FACE)?;
            Some((*id, (face, format!("{}\n{}", persona.name, briefly(action)))))
        })
        .collect();
    let mut gone = None;
    ScrollArea::vertical().id_salt("town").auto_shrink(false).show(ui, |ui| {
        ui.spacing_mut().item_spacing.y = 3.0;
        if !seen.troubles.is_empty() {
            title(ui, "Out of order");
            for one in &seen.troubles {
                trouble(ui, one, (calendar, folk.tick()), &mut gone);
            }
        }
        if !seen.occasions.is_empty() {
            title(ui, "On today");
            for one in &seen.occasions {
                occasion(ui, one, &folk, calendar, &faces, &mut gone);
            }
        }
        title(ui, "Where everybody is");
        for one in &seen.houses {
            house(ui, one, &faces, selection.who(), &mut gone);
        }
    });
    match gone {
        Some(Gone::Person(who)) => selection.go_to(who),
        Some(Gone::Place(tile)) => {
            selection.following.0 = false;
            look.bring(tile, *room);
        }
        None => {}
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

fn trouble(ui: &mut Ui, one: &TownError, (calendar, now): (&Calendar, u64), gone: &mut Option<Gone>) {
    let today = calendar.date_time(now).date() == calendar.date_time(one.since).date();
    let since = calendar.date_time(one.since);
    let since = if today { clock(since) } else { format!("{}, {}", day(since.date()), clock(since)) };
    let response = row(ui, 36.0, Sense::click(), |ui, at| {
        ui.painter().circle_filled(at.left_top() + vec2(7.0, 10.0), 4.0, bad(ui));
        let wide = at.width() - 20.0;
        cut(ui, &one.what, BODY, WORDS, wide, 1).paint(ui.painter(), at.min + vec2(18.0, 1.0));
        let under = format!("{} · since {since}", one.place);
        cut(ui, &under, SMALL, FAINT, wide, 1).paint(ui.painter(), at.min + vec2(18.0, 19.0));
    });
    if response.on_hover_text("Go there").clicked() {
        *gone = one.at.map(Gone::Place);
    }
}

fn occasion(
    ui: &mut Ui,
    one: &Occasion,
    folk: &Folk,
    calendar: &Calendar,
    faces: &BTreeMap<AgentId, (egui::Image, String)>,
    gone: &mut Option<Gone>,
) {
    let map = &*folk.map;
    let time = |minute| clock(calendar.date_time(calendar.tick(minute)));
    let place = short_place(map, one.place);
    let response = row(ui, 36.0, Sense::click(), |ui, at| {
        let wide = at.width() - 4.0;
        cut(ui, &one.what, BODY, WORDS, wide, 1).paint(ui.painter(), at.min + vec2(2.0, 1.0));
        let under = format!("{} to {} · {place} · {} people", time(one.from), time(one.until), one.people.len());
        cut(ui, &under, SMALL, FAINT, wide, 1).paint(ui.painter(), at.min + vec2(2.0, 19.0));
    });
    if response.on_hover_text(&one.what).clicked() {
        let cell = map.arena_at.iter().position(|arena| *arena == Some(one.place));
        *gone = cell.map(|cell| Gone::Place(map.tile(cell)));
    }
    crowd(ui, &one.people, faces, None, gone);
}

fn house(
    ui: &mut Ui,
    one: &House,
    faces: &BTreeMap<AgentId, (egui::Image, String)>,
    selected: Option<AgentId>,
    gone: &mut Option<Gone>,
) {
    let response = row(ui, 21.0, Sense::click(), |ui, at| {
        let count = one.people.len().to_string();
        ui.painter().text(
            at.right_center() + vec2(-4.0, 0.0),
            Align2::RIGHT_CENTER,
            count,
            FontId::proportional(SMALL),
            FAINT,
        );
        cut(ui, &one.name, 13.5, WORDS, at.width() - 30.0, 1).paint(ui.painter(), at.min + vec2(2.0, 1.0));
    });
    let response = if one.at.is_some() { response.on_hover_text("Go there") } else { response };
    if response.clicked() {
        *gone = one.at.map(Gone::Place);
    }
    crowd(ui, &one.people, faces, selected, gone);
    let (line, _) = ui.allocate_exact_size(vec2(ui.available_width(), 1.0), Sense::hover());
    ui.painter().hline(line.x_range(), line.center().y, Stroke::new(1.0, LINE));
}

/// Faces beside each other; a click selects.
fn crowd(
    ui: &mut Ui,
    people: &[AgentId],
    faces: &BTreeMap<AgentId, (egui::Image, String)>,
    selected: Option<AgentId>,
    gone: &mut Option<Gone>,
) {
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = vec2(4.0, 3.0);
        for who in people {
            let Some((face, hint)) = faces.get(who) else { continue };
            let side = face.size().unwrap_or(vec2(FACE, FACE));
            let (at, response) = ui.allocate_exact_size(side + vec2(2.0, 2.0), Sense::click());
            face.paint_at(ui, egui::Rect::from_center_size(at.center(), side));
            if response.hovered() || selected == Some(*who) {
                ui.painter().rect_stroke(at, 2, Stroke::new(2.0, INK), egui::StrokeKind::Outside);
            }
            if response.on_hover_text(hint).clicked() {
                *gone = Some(Gone::Person(*who));
            }
        }
    });
}
