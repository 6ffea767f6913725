//! The panel of news: each piece of news of the scenario and those that the player follows, how many people know it,
//! its curve, and who told whom.
//!
//! | file | content |
//! |---|---|
//! | `follow` | who knows it and from whom, updated a little in each frame; who told whom, as a tree |
//! | `wish` | the field in which the player follows something else |
//! | `hours` | the marks of the time axis (pure) |
//!
//! Rule: this looks at memories as a measure does afterwards. Nothing in the town reads it.

mod follow;
mod hours;
mod wish;

use bevy::{ecs::system::InMut, prelude::*};
use bevy_egui::egui;
use egui::{Color32, Pos2, Rect, Sense, Stroke, Ui, vec2};
use egui_plot::{AxisHints, Line, Plot, PlotPoints};

pub use self::follow::Spreading;
use self::{
    follow::{Branch, Sources, Spread, rows},
    wish::Wish,
};
use super::{mind::row::when, why::Inspector, widgets::*};
use crate::{
    agent::components::talk::Talks,
    chronicle::Chronicle,
    clock::{AgentId, Calendar},
    memory::MemoryStream,
    schedule::TownResources,
    study::news::{Handing, How},
    town::{TownInfo, why::Topic},
    view::{Selection, names::TownView},
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
    folk: TownView,
    streams: Query<(&AgentId, &MemoryStream)>,
    (played, talks, chronicle): (Res<TownInfo>, Res<Talks>, Res<Chronicle>),
    (mut spreading, mut wish): (ResMut<Spreading>, ResMut<Wish>),
    (mut selection, mut inspector): (Selection, ResMut<Inspector>),
) {
    let calendar = &*folk.calendar;
    let (names, streams) = (folk.names(), streams.iter().map(|(id, stream)| (*id, stream)).collect());
    let sources = Sources { streams: &streams, names: &names, talks: &talks, now: folk.tick() };
    spreading.update(&played.news, &chronicle, &sources);
    let people = names.len().max(1);
    if spreading.all.is_empty() {
        ui.label(faint("This scenario has no news of its own. Anything people talk about can be followed:"));
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
            draw_path(ui, (one, colour), &folk, &mut selection, &mut inspector);
            ui.add_space(4.0);
        }
    });
    if let Some(id) = gone {
        spreading.let_go(&id);
    }
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

/// The head of a piece of news: how many know it, and what it is; true: the player no longer follows it.
fn head(ui: &mut Ui, one: &Spread, colour: Color32, own: bool, people: usize) -> bool {
    let mut closed = false;
    ui.horizontal(|ui| {
        let (at, _) = ui.allocate_exact_size(vec2(10.0, 10.0), Sense::hover());
        dot(ui, at.center(), 10.0, colour);
        let verb = if own { "remember" } else { "know" };
        coloured(ui, format!("{} of {people} {verb} it", one.has.len()), INK);
        if !one.caught_up {
            ui.label(faint("still searching memories …"));
        }
        closed = own && close_button(ui, "Stop following it");
    });
    let text = if own { format!("“{}”", one.news.text) } else { one.news.text.clone() };
    paragraph(ui, &text, 13.5, WORDS);
    closed
}

/// From whom to whom a piece of news went.
fn draw_path(
    ui: &mut Ui,
    (one, colour): (&Spread, Color32),
    folk: &TownView,
    selection: &mut Selection,
    inspector: &mut Inspector,
) {
    let source = &one.news.source;
    let title = if source.is_empty() { "From whom to whom".into() } else { format!("From {}", short_line(source, 40)) };
    part(ui, ("path", &one.news.id, &one.news.text), title, true, |ui| {
        ui.spacing_mut().item_spacing.y = 0.0;
        let rows = rows(source, &one.path);
        let nobody = match (source.is_empty(), rows.len()) {
            (true, 0) => Some("Nobody remembers any of it yet."),
            (false, ..=1) => Some("Nobody has passed it on yet."),
            _ => None,
        };
        for branch in rows {
            let how = branch.handing.map(|n| how_it_came(&one.path[n], &folk.calendar));
            let response = person_row(ui, &branch, how.as_deref().unwrap_or("knew it from the start"), colour);
            let at = response.rect;
            let is_asked = why_button(ui, at.right_top() + vec2(-3.0, 19.0), ui.rect_contains_pointer(at), branch.who);
            let Some(who) = folk.people.iter().find(|(_, who, ..)| who.name == branch.who).map(|(id, ..)| *id) else {
                continue;
            };
            if let Some(found) = one.has.get(&who).filter(|_| is_asked) {
                inspector.ask(who, Some(Topic::Memory(found.place)));
            } else if response.clicked() {
                selection.go_to(who);
            }
        }
        if let Some(words) = nobody {
            ui.label(faint(words));
        }
    });
}

/// How it came to somebody, in words.
fn how_it_came(handing: &Handing, calendar: &Calendar) -> String {
    let how = match (handing.how, handing.from.is_empty()) {
        (How::Talk, false) => "told",
        (How::Talk, true) => "heard it, from whom is not known",
        (How::Sight, _) => "saw it",
    };
    match (handing.tick, handing.from.is_empty()) {
        // What was known at the start has no time.
        (0, true) => format!("from before: {}", handing.words),
        _ => format!("{} · {how}: {}", when(calendar, handing.tick), handing.words),
    }
}

/// Somebody in the tree, with how it came to them.
fn person_row(ui: &mut Ui, branch: &Branch, how: &str, colour: Color32) -> egui::Response {
    let indent = 10.0 + branch.depth.min(8) as f32 * 12.0;
    let width = ui.available_width() - indent;
    let name = truncated(ui, branch.who, 13.5, INK, width - 44.0, 1);
    let text = truncated(ui, how, SMALL - 0.5, FAINT, width - 6.0, 2);
    let response = text_row(ui, Sense::click(), (indent + 3.0, 2.0, 3.0), &[name, text], |ui, at| {
        tree_lines(ui, at, branch.depth.min(8), 12.0);
        let mark = Rect::from_center_size(Pos2::new(at.left() + indent - 5.0, at.top() + 10.0), vec2(6.0, 6.0));
        let (fill, edge) = (if branch.depth == 0 { colour } else { GLOW }, Stroke::new(1.0, colour));
        ui.painter().rect(mark, 1, fill, edge, egui::StrokeKind::Outside);
    });
    response.on_hover_ui(|ui| {
        ui.set_max_width(320.0);
        paragraph(ui, how, 13.0, WORDS);
        ui.label(faint("Click to go to this person"));
    })
}
