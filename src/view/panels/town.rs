//! The town at a glance: the hour and its light, who is awake, where everybody is, what is out of order, what is on.

use super::{
    pictures::{Icons, icon, portrait},
    telling::{briefly, daylight, object},
    widgets::*,
};
use crate::{
    agent::{agenda::Agenda, components::action::CurrentAction},
    clock::{AgentId, Minute},
    view::{
        Selection,
        camera::{SafeArea, Viewpoint},
        names::TownView,
    },
    world::{ArenaId, ObjectId, SectorId, Tile, TownMap},
};
use bevy::{
    ecs::system::{InMut, SystemParam},
    prelude::*,
};
use bevy_egui::egui;
use egui::{Align2, Response, Sense, Stroke, Ui, vec2};
use std::{cmp::Reverse, collections::BTreeMap};

/// Side of a face in points, about.
const FACE: f32 = 36.0;

/// Faces, and what is told at the cursor.
type Faces<'a> = BTreeMap<AgentId, (egui::Image<'a>, String)>;

/// What the panel reads, and what a click in it changes.
#[derive(SystemParam)]
pub struct Panel<'w, 's> {
    folk: TownView<'w, 's>,
    agendas: Query<'w, 's, (&'static AgentId, &'static Agenda)>,
    icons: ResMut<'w, Icons>,
    selection: Selection<'w>,
    viewpoint: ResMut<'w, Viewpoint>,
    room: Res<'w, SafeArea>,
}

/// Draws the panel.
pub fn draw(InMut(ui): InMut<Ui>, panel: Panel) {
    let Panel { folk, agendas, mut icons, mut selection, mut viewpoint, room } = panel;
    let map = &*folk.map;
    let at = folk.calendar.date_time(folk.tick());
    ui.horizontal(|ui| {
        let picture = icon(ui, &mut icons, if daylight(at) { "sun" } else { "moon" }, 20.0);
        ui.add(picture);
        bold(ui, &clock(at), 20.0, INK);
        ui.label(day(at.date()));
    });
    let people = folk.people.iter().count();
    let asleep = folk.people.iter().filter(|(_, _, _, action, ..)| action.is_some_and(CurrentAction::is_sleeping));
    let awake = match people - asleep.count() {
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
        let troubles = troubles(&folk);
        if !troubles.is_empty() {
            section_title(ui, "Out of order");
        }
        for one in &troubles {
            place = draw_trouble(ui, one, &folk).or(place);
        }
        let agendas = agendas.iter().map(|(id, agenda)| (*id, agenda));
        let occasions = occasions(agendas, folk.calendar.minute(folk.tick()));
        if !occasions.is_empty() {
            section_title(ui, "On today");
        }
        for one in &occasions {
            place = draw_occasion(ui, one, &folk).or(place);
            who = draw_faces(ui, &one.people, &faces, None).or(who);
        }
        section_title(ui, "Where everybody is");
        let whereabouts = folk.people.iter().filter_map(|(id, .., at, _)| Some((*id, at?.0)));
        for (sector, people) in whereabouts_by_house(map, whereabouts) {
            place = draw_house(ui, map, sector, people.len()).or(place);
            who = draw_faces(ui, &people, &faces, selection.who()).or(who);
            let (line, _) = ui.allocate_exact_size(vec2(ui.available_width(), 1.0), Sense::hover());
            line_under(ui, line);
        }
    });
    if let Some(who) = who {
        selection.go_to(who);
    } else if let Some(tile) = place {
        selection.following.0 = false;
        viewpoint.bring(tile, *room);
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
        20 | 21 => "Evening, the lamps are lit",
        _ => "Night",
    }
}

/// A row of two lines, so many points from the left.
fn two_lines(ui: &mut Ui, left: f32, what: &str, under: &str, paint: impl FnOnce(&Ui, egui::Rect)) -> Response {
    row(ui, 36.0, Sense::click(), |ui, at| {
        paint(ui, at);
        let wide = at.width() - left - 2.0;
        truncated(ui, what, BODY, WORDS, wide, 1).paint(ui.painter(), at.min + vec2(left, 1.0));
        truncated(ui, under, SMALL, FAINT, wide, 1).paint(ui.painter(), at.min + vec2(left, 19.0));
    })
}

/// Gives where the thing stands if it was clicked.
fn draw_trouble(ui: &mut Ui, one: &Trouble, folk: &TownView) -> Option<Tile> {
    let [now, since] = [folk.tick(), one.since].map(|tick| folk.calendar.date_time(tick));
    let date = if now.date() == since.date() { String::new() } else { format!("{}, ", day(since.date())) };
    let under = format!("{} · since {date}{}", one.place, clock(since));
    let response = two_lines(ui, 18.0, &one.what, &under, |ui, at| {
        ui.painter().circle_filled(at.left_top() + vec2(7.0, 10.0), 4.0, bad(ui));
    });
    one.at.filter(|_| response.on_hover_text("Go there").clicked())
}

/// Gives where it takes place if it was clicked.
fn draw_occasion(ui: &mut Ui, one: &Occasion, folk: &TownView) -> Option<Tile> {
    let (map, calendar) = (&*folk.map, &*folk.calendar);
    let [from, until] = [one.from, one.until].map(|minute| clock(calendar.date_time(calendar.tick(minute))));
    let under = format!("{from} to {until} · {} · {} people", short_place(map, one.place), one.people.len());
    let clicked = two_lines(ui, 2.0, &one.what, &under, |_, _| {}).on_hover_text(&one.what).clicked();
    let cell = map.arena_at.iter().position(|arena| clicked && *arena == Some(one.place));
    cell.map(|cell| map.tile(cell))
}

/// Gives the middle of the house if it was clicked; the outdoors are everywhere.
fn draw_house(ui: &mut Ui, map: &TownMap, sector: Option<SectorId>, people: usize) -> Option<Tile> {
    let response = row(ui, 21.0, Sense::click(), |ui, at| {
        paint_text(ui, at.right_center() - vec2(4.0, 0.0), Align2::RIGHT_CENTER, people, SMALL, FAINT);
        let name = house_name(map, sector);
        truncated(ui, name, 13.5, WORDS, at.width() - 30.0, 1).paint(ui.painter(), at.min + vec2(2.0, 1.0));
    });
    let sector = sector?;
    if response.on_hover_text("Go there").clicked() { middle(map, sector) } else { None }
}

/// Faces beside each other; gives whose was clicked.
fn draw_faces(ui: &mut Ui, people: &[AgentId], faces: &Faces, selected: Option<AgentId>) -> Option<AgentId> {
    let mut clicked = None;
    flow(ui, |ui| {
        for who in people {
            let Some((face, hint)) = faces.get(who) else { continue };
            let side = face.size().unwrap_or(vec2(FACE, FACE));
            let (at, response) = ui.allocate_exact_size(side + vec2(2.0, 2.0), Sense::click());
            paint_face(ui, face, at.min + vec2(1.0, 1.0));
            if response.hovered() || selected == Some(*who) {
                ui.painter().rect_stroke(at, 2, Stroke::new(2.0, INK), egui::StrokeKind::Outside);
            }
            if response.on_hover_text(hint).clicked() {
                clicked = Some(*who);
            }
        }
    });
    clicked
}

/// A thing that is out of order.
struct Trouble {
    /// `Stove: burning`.
    what: String,
    /// The room.
    place: String,
    /// Since which tick.
    since: u64,
    /// Where it stands.
    at: Option<Tile>,
}

/// What is out of order, the newest first.
fn troubles(folk: &TownView) -> Vec<Trouble> {
    let map = &*folk.map;
    let trouble = |(n, entity): (usize, &Entity)| {
        let (id, state) = (ObjectId(n as u16), folk.things.get(*entity).ok()?);
        let since = state.condition.as_ref()?.since;
        let one = map.objects.get(n)?;
        let what = sentence(&short_line(&object(map, id, state), STATE));
        Some(Trouble { what, place: short_place(map, one.arena), since, at: one.cells.first().copied() })
    };
    let mut all: Vec<_> = folk.objects.entities.iter().enumerate().filter_map(trouble).collect();
    all.sort_by(|a, b| b.since.cmp(&a.since).then_with(|| a.what.cmp(&b.what)));
    all
}

fn house_name(map: &TownMap, sector: Option<SectorId>) -> &str {
    sector.map_or("Outdoors", |id| &map.sector(id).name)
}

/// The cell of a house that is nearest to the middle of all its cells.
fn middle(map: &TownMap, sector: SectorId) -> Option<Tile> {
    let inside = map.sector_at.iter().enumerate().filter(|(_, one)| **one == Some(sector));
    let cells: Vec<Tile> = inside.map(|(cell, _)| map.tile(cell)).collect();
    let count = cells.len().max(1) as i32;
    let (x, y) = cells.iter().fold((0, 0), |(x, y), tile| (x + tile.x, y + tile.y));
    cells.into_iter().min_by_key(|tile| ((tile.x - x / count).pow(2) + (tile.y - y / count).pow(2), *tile))
}

/// Who is where: the fullest house first, then by name; the outdoors, `None`, last.
fn whereabouts_by_house(
    map: &TownMap,
    people: impl Iterator<Item = (AgentId, ArenaId)>,
) -> Vec<(Option<SectorId>, Vec<AgentId>)> {
    let mut inside: BTreeMap<Option<SectorId>, Vec<AgentId>> = BTreeMap::new();
    for (who, arena) in people {
        inside.entry(map.arena(arena).sector).or_default().push(who);
    }
    inside.values_mut().for_each(|people| people.sort_unstable());
    let mut all: Vec<_> = inside.into_iter().collect();
    all.sort_by_key(|(sector, people)| (sector.is_none(), Reverse(people.len()), house_name(map, *sector)));
    all
}

/// Something that several people plan to go to.
struct Occasion {
    /// First minute.
    from: Minute,
    /// The minute after the last.
    until: Minute,
    /// As most of them put it.
    what: String,
    place: ArenaId,
    people: Vec<AgentId>,
}

/// What two or more people plan to go to on the day of `now` and is not over, at the same place and time.
fn occasions<'a>(agendas: impl Iterator<Item = (AgentId, &'a Agenda)>, now: Minute) -> Vec<Occasion> {
    let midnight = Minute(now.day() * Minute::DAY);
    let mut all: BTreeMap<(Minute, ArenaId), BTreeMap<AgentId, (&str, Minute)>> = BTreeMap::new();
    for (who, agenda) in agendas {
        for one in agenda.on(midnight).filter(|one| one.until > now) {
            let known = all.entry((one.from, one.place)).or_default();
            known.entry(who).or_insert((&one.what, one.until));
        }
    }
    let occasion = |((from, place), people): ((Minute, ArenaId), BTreeMap<AgentId, (&str, Minute)>)| {
        let mut wordings: BTreeMap<&str, usize> = BTreeMap::new();
        people.values().for_each(|(what, _)| *wordings.entry(what).or_default() += 1);
        let what = wordings.into_iter().max_by_key(|(what, count)| (*count, Reverse(*what)))?.0;
        let until = people.values().map(|(_, until)| *until).max()?;
        let what = sentence(&short_line(what, STATE));
        (people.len() > 1).then(|| Occasion { from, until, what, place, people: people.into_keys().collect() })
    };
    all.into_iter().filter_map(occasion).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::agent::agenda::Engagement;

    #[test]
    fn what_several_mean_to_go_to_is_on() {
        let engaged = |from: u32, what: &str, place| Engagement {
            from: Minute(from),
            until: Minute(from + 60),
            what: what.into(),
            place: ArenaId(place),
            how: String::new(),
            memory: 0,
        };
        let mut agendas = [Agenda::default(), Agenda::default(), Agenda::default()];
        agendas[0].take_up(engaged(1440 + 900, "give a party", 3));
        agendas[1].take_up(engaged(1440 + 900, "come to the party", 3));
        agendas[2].take_up(engaged(1440 + 900, "come to the party", 3));
        agendas[2].take_up(engaged(1440 + 100, "see a doctor", 4));
        let at = |now: u32| occasions((0..).map(AgentId).zip(&agendas), Minute(1440 + now));
        assert_eq!(at(50).len(), 1);
        let party = &at(50)[0];
        assert_eq!((party.what.as_str(), party.people.len(), party.from.0), ("Come to the party", 3, 1440 + 900));
        assert!(at(1000).is_empty(), "what is over is not on");
        assert!(occasions((0..).map(AgentId).zip(&agendas), Minute(30)).is_empty(), "nor what is on tomorrow");
    }
}
