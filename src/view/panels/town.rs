//! The town at a glance: the hour and its light, who is awake, where everybody is, what is out of order, what is on.

use super::{
    pictures::{Icons, icon, portrait},
    telling::{briefly, daylight, object},
    widgets::{STATE, sentence, short_place, tame, *},
};
use crate::{
    agent::agenda::Agenda,
    clock::{AgentId, Minute},
    view::{
        Selection,
        camera::{Room, Viewpoint},
        names::Folk,
    },
    world::{ArenaId, ObjectId, SectorId, Tile, TownMap},
};
use bevy::{
    ecs::system::{InMut, SystemParam},
    prelude::*,
};
use bevy_egui::egui;
use egui::{Align2, Response, RichText, Sense, Stroke, Ui, vec2};
use std::collections::BTreeMap;

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

/// A place and who is there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct House {
    /// Its name.
    pub name: String,
    /// Its middle; `None`: the outdoors are everywhere.
    pub at: Option<Tile>,
    /// Who, by number.
    pub people: Vec<AgentId>,
}

/// A thing that is out of order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trouble {
    /// `stove: burning`.
    pub what: String,
    /// The room.
    pub place: String,
    /// Since which tick.
    pub since: u64,
    /// Where it stands.
    pub at: Option<Tile>,
}

/// Something that several mean to go to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Occasion {
    /// First minute.
    pub from: Minute,
    /// The minute after the last.
    pub until: Minute,
    /// As most of them put it.
    pub what: String,
    /// Where.
    pub place: ArenaId,
    /// Who, by number.
    pub people: Vec<AgentId>,
}

/// All of it.
#[derive(Clone, Debug, Default)]
pub struct Seen {
    /// The tick it is true of.
    pub tick: Option<u64>,
    /// How many are awake.
    pub awake: usize,
    /// Where everybody is, the fullest place first.
    pub houses: Vec<House>,
    /// What is out of order, the newest first.
    pub troubles: Vec<Trouble>,
    /// What is on today, by its beginning.
    pub occasions: Vec<Occasion>,
    /// Middles of houses, which never change, and of which map.
    middles: (String, BTreeMap<SectorId, Tile>),
}

impl Seen {
    /// Looks again, if a tick has passed.
    pub fn look<'a>(&mut self, folk: &Folk, agendas: impl Iterator<Item = (AgentId, &'a Agenda)>) {
        let map = &*folk.map;
        if self.tick.replace(folk.tick()) == Some(folk.tick()) {
            return;
        }
        if self.middles.0 != map.id {
            self.middles = (map.id.clone(), middles(map));
        }
        self.awake = folk.people.iter().filter(|(_, _, _, action, ..)| action.is_none_or(|a| !asleep(a))).count();
        let whereabouts = folk.people.iter().filter_map(|(id, .., at, _)| Some((*id, at?.0)));
        self.houses = houses(map, &self.middles.1, whereabouts);
        let trouble = |(n, entity): (usize, &bevy::prelude::Entity)| {
            let (id, state) = (ObjectId(n as u16), folk.things.get(*entity).ok()?);
            let since = state.condition.as_ref()?.since;
            let one = map.objects.get(n)?;
            let what = sentence(&tame(&object(map, id, state), STATE));
            Some(Trouble { what, place: short_place(map, one.arena), since, at: one.cells.first().copied() })
        };
        self.troubles = folk.objects.entities.iter().enumerate().filter_map(trouble).collect();
        self.troubles.sort_by(|a, b| b.since.cmp(&a.since).then(a.what.cmp(&b.what)));
        self.occasions = occasions(agendas, folk.calendar.minute(folk.tick()));
    }
}

fn asleep(action: &crate::agent::components::action::CurrentAction) -> bool {
    action.is_sleeping()
}

/// The cell of each house that is nearest to the middle of all its cells.
fn middles(map: &TownMap) -> BTreeMap<SectorId, Tile> {
    let mut cells: BTreeMap<SectorId, Vec<Tile>> = BTreeMap::new();
    for (n, sector) in map.sector_at.iter().enumerate() {
        if let Some(sector) = sector {
            cells.entry(*sector).or_default().push(map.tile(n));
        }
    }
    let middle = |cells: Vec<Tile>| {
        let count = cells.len().max(1) as i32;
        let (x, y) = cells.iter().fold((0, 0), |(x, y), tile| (x + tile.x, y + tile.y));
        cells.into_iter().min_by_key(|tile| ((tile.x - x / count).pow(2) + (tile.y - y / count).pow(2), *tile))
    };
    cells.into_iter().filter_map(|(sector, cells)| Some((sector, middle(cells)?))).collect()
}

/// Who is where: the fullest place first, then by name; who is outdoors last.
fn houses(
    map: &TownMap,
    middles: &BTreeMap<SectorId, Tile>,
    people: impl Iterator<Item = (AgentId, ArenaId)>,
) -> Vec<House> {
    let mut inside: BTreeMap<Option<SectorId>, Vec<AgentId>> = BTreeMap::new();
    for (who, arena) in people {
        inside.entry(map.arena(arena).sector).or_default().push(who);
    }
    let house = |(sector, mut people): (Option<SectorId>, Vec<AgentId>)| {
        people.sort_unstable();
        let name = sector.map_or_else(|| "Out of doors".to_owned(), |id| map.sector(id).name.clone());
        House { name, at: sector.and_then(|id| middles.get(&id).copied()), people }
    };
    let mut all: Vec<House> = inside.into_iter().map(house).collect();
    all.sort_by(|a, b| {
        let key = |house: &House| (house.at.is_none(), std::cmp::Reverse(house.people.len()));
        key(a).cmp(&key(b)).then_with(|| a.name.cmp(&b.name))
    });
    all
}

/// What two or more mean to go to on the day of `now` and is not over: the same place at about the same time.
fn occasions<'a>(agendas: impl Iterator<Item = (AgentId, &'a Agenda)>, now: Minute) -> Vec<Occasion> {
    let midnight = Minute(now.day() * 1440);
    let mut all: BTreeMap<(ArenaId, Minute), BTreeMap<AgentId, (&str, Minute)>> = BTreeMap::new();
    for (who, agenda) in agendas {
        for one in agenda.on(midnight).filter(|one| one.until > now) {
            let known = all.entry((one.place, one.from)).or_default();
            known.entry(who).or_insert((&one.what, one.until));
        }
    }
    let occasion = |((place, from), people): ((ArenaId, Minute), BTreeMap<AgentId, (&str, Minute)>)| {
        let mut wordings: BTreeMap<&str, usize> = BTreeMap::new();
        people.values().for_each(|(what, _)| *wordings.entry(what).or_default() += 1);
        let what = wordings.into_iter().max_by_key(|(what, count)| (*count, std::cmp::Reverse(*what)))?.0;
        let until = people.values().map(|(_, until)| *until).max()?;
        let what = sentence(&tame(what, STATE));
        (people.len() > 1).then(|| Occasion { from, until, what, place, people: people.into_keys().collect() })
    };
    let mut all: Vec<Occasion> = all.into_iter().filter_map(occasion).collect();
    all.sort_by_key(|one| (one.from, one.place));
    all
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
