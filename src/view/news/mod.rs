//! What is spreading: each piece of news of the scenario and whatever the player follows, how many have it, its curve,
//! and the way it took to each.
//!
//! | file | concern |
//! |---|---|
//! | `follow` | who has it and from whom, found a little in each frame; who told whom, as a tree |
//! | `wish` | the field in which one says what else to follow |
//! | `hours` | the marks of the time axis (pure) |
//!
//! Rule: this looks at memories as a measure does afterwards. Nobody in the town reads any of it.

mod follow;
mod hours;

mod wish;

use std::collections::BTreeMap;

use bevy::{ecs::system::InMut, prelude::*};
use bevy_egui::egui;
use egui::{CollapsingHeader, Color32, Pos2, Rect, RichText, Sense, Stroke, Ui, vec2};
use egui_plot::{AxisHints, Line, Plot, PlotPoints};

pub use self::follow::Spreading;
use self::follow::{Branch, Spread, Told, rows};
use self::wish::Wish;
use super::{
    Selection,
    names::Folk,
    panels::{mind::row::when, widgets::*},
    why::Glass,
};
use crate::{
    agent::components::talk::Talks,
    chronicle::Chronicle,
    clock::{AgentId, Calendar},
    memory::MemoryStream,
    schedule::TownResources,
    study::news::{Handing, How},
    town::{TownInfo, why::Of},
};

/// Colours of curves, in the order of the news.
const CURVES: [Color32; 6] =
    [PLUM, TEAL, GOLD, RED, Color32::from_rgb(0xd8, 0x75, 0x9a), Color32::from_rgb(0x3d, 0x4c, 0x97)];
/// Height of the picture in points.
const HIGH: f32 = 130.0;

/// Adds what the panel remembers.
pub fn plugin(app: &mut App) {
    app.init_town_resource::<Spreading>().init_town_resource::<Wish>();
    app.add_systems(Update, wish::grant.run_if(resource_exists::<TownInfo>));
}

/// Draws the panel.
pub fn draw(
    InMut(ui): InMut<Ui>,
    folk: Folk,
    streams: Query<(&AgentId, &MemoryStream)>,
    (played, talks, chronicle): (Res<TownInfo>, Res<Talks>, Res<Chronicle>),
    (mut spreading, mut wish): (ResMut<Spreading>, ResMut<Wish>),
    (mut selection, mut glass): (Selection, ResMut<Glass>),
) {
    let calendar = &*folk.calendar;
    let (names, streams) = (folk.names(), streams.iter().map(|(id, stream)| (*id, stream)).collect());
    let told = Told { streams: &streams, names: &names, talks: &talks, now: folk.tick() };
    spreading.look(&played.news, &chronicle, &told);
    let people = names.len().max(1);
    if spreading.all.is_empty() {
        ui.label(faint("This scenario names no news. Whatever is talked about can be followed:"));
    } else {
        picture(ui, &spreading, calendar, folk.tick(), people);
    }
    wish::draw(ui, &mut wish);
    let mut gone = None;
    list(ui, "news", ui.spacing().item_spacing.y, |ui| {
        for (n, one) in spreading.all.iter().enumerate() {
            let (colour, own) = (CURVES[n % CURVES.len()], spreading.is_own(&one.news));
            if head(ui, one, colour, own, people) {
                gone = Some(one.news.id.clone());
            }
            match piece(ui, (one, colour), &names, calendar) {
                Some(Asked::Person(who)) => selection.go_to(who),
                Some(Asked::Why(who, place)) => glass.ask(who, Some(Of::Memory(place))),
                None => {}
            }
            ui.add_space(4.0);
        }
    });
    if let Some(id) = gone {
        spreading.let_go(&id);
    }
}

/// What a click on somebody leads to: to them, or to the memory by which they have it.
enum Asked {
    Person(AgentId),
    Why(AgentId, u32),
}

/// All curves in one picture: how many have each, over the hours.
fn picture(ui: &mut Ui, spreading: &Spreading, calendar: &Calendar, now: u64, people: usize) {
    let hours = |tick: u64| tick as f64 * f64::from(calendar.tick_seconds) / 3600.0;
    let start = calendar.start;
    let first = f64::from(start.hour()) + f64::from(start.minute()) / 60.0;
    let axis = AxisHints::new_x().formatter(move |mark, _| hours::label(start.date(), first + mark.value));
    // All of them are wanted: there are few.
    let axis = axis.label_spacing(egui::Rangef::new(1.0, 2.0)).tick_label_font(egui::FontId::proportional(SMALL - 1.0));
    let plot = Plot::new("spread of news").height(HIGH).show_x(false).show_y(false).include_y(0.0).include_x(0.0);
    let plot = plot.allow_drag(false).allow_zoom(false).allow_scroll(false).allow_boxed_zoom(false);
    let plot = plot.include_y(people as f64).custom_x_axes(vec![axis]);
    let plot = plot.x_grid_spacer(move |input| hours::marks(input.bounds, first));
    plot.grid_color(LINE).show_background(false).show(ui, |plot| {
        for (n, one) in spreading.all.iter().enumerate() {
            let mut points: Vec<[f64; 2]> = Vec::new();
            for (known, tick) in one.ticks().into_iter().enumerate() {
                points.push([hours(tick), known as f64]);
                points.push([hours(tick), known as f64 + 1.0]);
            }
            points.push([hours(now), one.has.len() as f64]);
            let line = Line::new(one.news.text.clone(), PlotPoints::from(points));
            plot.line(line.color(CURVES[n % CURVES.len()]).width(2.0));
        }
    });
}

/// The head of a piece: how many have it, and what it is. True: it shall be followed no more.
fn head(ui: &mut Ui, one: &Spread, colour: Color32, own: bool, people: usize) -> bool {
    let mut gone = false;
    ui.horizontal(|ui| {
        let (at, _) = ui.allocate_exact_size(vec2(10.0, 10.0), Sense::hover());
        dot(ui, at.center(), 10.0, colour);
        let known = one.has.len();
        let words = if own { format!("{known} of {people} have it") } else { format!("{known} of {people} know it") };
        ui.label(RichText::new(words).color(INK));
        if !one.caught_up {
            ui.label(faint("still looking through memories …"));
        }
        if own {
            ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                gone = ui.add(egui::Button::new("×").small()).on_hover_text("Follow it no more").clicked();
            });
        }
    });
    let text = if own { format!("“{}”", one.news.text) } else { one.news.text.clone() };
    paragraph(ui, &text, 13.5, WORDS);
    gone
}

/// From whom to whom a piece went.
fn piece(
    ui: &mut Ui,
    (one, colour): (&Spread, Color32),
    names: &BTreeMap<AgentId, &str>,
    calendar: &Calendar,
) -> Option<Asked> {
    let source = &one.news.source;
    let title = if source.is_empty() { "From whom to whom".into() } else { format!("From {} on", tame(source, 40)) };
    let title = RichText::new(title).size(13.0).color(INK);
    let header = CollapsingHeader::new(title).id_salt(("path", &one.news.id, &one.news.text)).default_open(true);
    let tree = header.show(ui, |ui| {
        ui.spacing_mut().item_spacing.y = 0.0;
        let (rows, mut asked) = (rows(source, &one.path), None);
        let nobody = match (source.is_empty(), rows.len()) {
            (true, 0) => Some("Nobody remembers anything of it yet."),
            (false, ..=1) => Some("Nobody has passed it on yet."),
            _ => None,
        };
        for branch in rows {
            let how = branch.handing.map(|n| how_it_came(&one.path[n], calendar));
            let response = person_row(ui, &branch, how.as_deref().unwrap_or("knew it from the start"), colour);
            let at = response.rect;
            let who = names.iter().find(|(_, name)| **name == branch.who).map(|(id, _)| *id);
            if why(ui, at.right_top() + vec2(-3.0, 19.0), ui.rect_contains_pointer(at), branch.who) {
                asked = who.and_then(|who| Some(Asked::Why(who, one.has.get(&who)?.place)));
            } else if response.clicked() {
                asked = who.map(Asked::Person);
            }
        }
        if let Some(words) = nobody {
            ui.label(faint(words));
        }
        asked
    });
    tree.body_returned.flatten()
}

/// How it came to somebody, in words.
fn how_it_came(handing: &Handing, calendar: &Calendar) -> String {
    let how = match (handing.how, handing.from.is_empty()) {
        (How::Talk, false) => "told",
        (How::Talk, true) => "overheard, from whom is not known",
        (How::Sight, _) => "saw it",
    };
    match (handing.tick, handing.from.is_empty()) {
        // What was there at the start has no hour.
        (0, true) => format!("from before: {}", handing.words),
        _ => format!("{} · {how}: {}", when(calendar, handing.tick), handing.words),
    }
}

/// Somebody in the tree, with how it came to them.
fn person_row(ui: &mut Ui, branch: &Branch, how: &str, colour: Color32) -> egui::Response {
    let indent = 10.0 + branch.depth.min(8) as f32 * 12.0;
    let width = ui.available_width() - indent;
    let name = cut(ui, branch.who, 13.5, INK, width - 44.0, 1);
    let text = cut(ui, how, SMALL - 0.5, FAINT, width - 6.0, 2);
    let response = lines(ui, Sense::click(), (indent + 3.0, 2.0, 3.0), &[name, text], |ui, at| {
        rails(ui, at, branch.depth.min(8), 12.0);
        let mark = Rect::from_center_size(Pos2::new(at.left() + indent - 5.0, at.top() + 10.0), vec2(6.0, 6.0));
        let (fill, edge) = (if branch.depth == 0 { colour } else { GLOW }, Stroke::new(1.0, colour));
        ui.painter().rect(mark, 1, fill, edge, egui::StrokeKind::Outside);
    });
    response.on_hover_ui(|ui| {
        ui.set_max_width(320.0);
        paragraph(ui, how, 13.0, WORDS);
        ui.label(faint("Click: go to this person"));
    })
}
