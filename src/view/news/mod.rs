//! What is spreading: each piece of news of the scenario and whatever the player follows, how many have it, its curve,
//! and the way it took to each.
//!
//! | file | concern |
//! |---|---|
//! | `follow` | who has it and from whom, found a little in each frame |
//! | `wish` | the field in which one says what else to follow |
//! | `hours` | the marks of the time axis (pure) |
//! | `tree` | who told whom, as a tree (pure) |
//!
//! Rule: this looks at memories as a measure does afterwards. Nobody in the town reads any of it.

mod follow;
mod hours;
mod tree;
mod wish;

use crate::{agent::components::talk::Talks, schedule::TownResources};
use std::collections::BTreeMap;

use bevy::{ecs::system::InMut, prelude::*};
use bevy_egui::egui;
use egui::{CollapsingHeader, Color32, CornerRadius, Pos2, Rect, RichText, ScrollArea, Sense, Ui, vec2};
use egui_plot::{AxisHints, Line, Plot, PlotPoints};

use self::follow::Spread;
pub use self::follow::Spreading;
use self::wish::Wish;
use super::{
    Following, Selected,
    names::Folk,
    panels::{
        mind::row,
        style::{FAINT, GLOW, GOLD, INK, LINE, PLUM, RED, SHADE, SMALL, TEAL, WORDS, faint},
        widgets,
        words::lay,
    },
    sanitize::{WHOLE, tame},
    why::Glass,
};
use crate::{
    clock::{AgentId, Calendar},
    memory::MemoryStream,
    study::news::How,
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
    (played, talks): (Res<TownInfo>, Res<Talks>),
    (mut spreading, mut wish): (ResMut<Spreading>, ResMut<Wish>),
    (mut selected, mut following, mut glass): (ResMut<Selected>, ResMut<Following>, ResMut<Glass>),
) {
    let calendar = &*folk.calendar;
    let names = folk.names();
    spreading.look(&played.news, &streams, &names, &talks, folk.tick());
    let people = names.len().max(1);
    if spreading.all.is_empty() {
        ui.label(faint("This scenario names no news. Whatever is talked about can be followed:"));
    } else {
        picture(ui, &spreading, calendar, folk.tick(), people);
    }
    wish::field(ui, &mut wish);
    let (mut chosen, mut gone) = (None, None);
    ScrollArea::vertical().id_salt("news").auto_shrink(false).show(ui, |ui| {
        for (n, one) in spreading.all.iter().enumerate() {
            let (colour, own) = (CURVES[n % CURVES.len()], spreading.is_own(&one.news));
            if head(ui, one, colour, own, people) {
                gone = Some(one.news.id.clone());
            }
            piece(ui, (one, colour), &names, calendar, (&mut chosen, &mut glass));
            ui.add_space(4.0);
        }
    });
    if let Some(id) = gone {
        spreading.let_go(&id);
    }
    if let Some(who) = chosen {
        selected.0 = Some(who);
        following.0 = true;
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

/// The head of a piece: how many have it, and what it is. True: it shall be followed no more.
fn head(ui: &mut Ui, one: &Spread, colour: Color32, own: bool, people: usize) -> bool {
    let mut gone = false;
    ui.horizontal(|ui| {
        let (dot, _) = ui.allocate_exact_size(vec2(10.0, 10.0), Sense::hover());
        ui.painter().rect_filled(dot, CornerRadius::same(2), colour);
        let known = one.has.len();
        let words = if own { format!("{known} of {people} have it") } else { format!("{known} of {people} know it") };
        ui.label(RichText::new(words).color(INK));
        if !one.caught_up() {
            ui.label(faint("still looking through memories …"));
        }
        if own {
            ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                gone = ui.add(egui::Button::new("×").small()).on_hover_text("Follow it no more").clicked();
            });
        }
    });
    let text = tame(&one.news.text, WHOLE);
    let text = if own { format!("“{text}”") } else { text };
    lay(ui.painter(), &text, 13.5, WORDS, ui.available_width(), 0).show(ui);
    gone
}

/// From whom to whom a piece went.
fn piece(
    ui: &mut Ui,
    (one, colour): (&Spread, Color32),
    names: &BTreeMap<AgentId, &str>,
    calendar: &Calendar,
    (chosen, glass): (&mut Option<AgentId>, &mut Glass),
) {
    let source = &one.news.source;
    let title = if source.is_empty() { "From whom to whom".into() } else { format!("From {} on", tame(source, 40)) };
    let title = RichText::new(title).size(13.0).color(INK);
    CollapsingHeader::new(title).id_salt(("path", &one.news.id, &one.news.text)).default_open(true).show(ui, |ui| {
        ui.spacing_mut().item_spacing.y = 0.0;
        let rows = tree::rows(source, &one.path);
        let nobody = match (source.is_empty(), rows.len()) {
            (true, 0) => Some("Nobody remembers anything of it yet."),
            (false, ..=1) => Some("Nobody has passed it on yet."),
            _ => None,
        };
        for branch in rows {
            let who = names.iter().find(|(_, name)| **name == branch.who).map(|(id, _)| *id);
            let handing = branch.handing.map(|n| &one.path[n]);
            let how = handing.map(|handing| {
                let how = match (handing.how, handing.from.is_empty()) {
                    (How::Talk, false) => "told",
                    (How::Talk, true) => "overheard, from whom is not known",
                    (How::Sight, _) => "saw it",
                };
                match (handing.tick, handing.from.is_empty()) {
                    // What was there at the start has no hour.
                    (0, true) => format!("from before: {}", handing.words),
                    _ => format!("{} · {how}: {}", row::when(calendar, handing.tick), handing.words),
                }
            });
            let response = person_row(ui, &branch, how.as_deref().unwrap_or("knew it from the start"), colour);
            let at = response.rect;
            let place = who.and_then(|who| one.has.get(&who)).map(|found| found.place);
            if widgets::why(ui, at.right_top() + vec2(-3.0, 19.0), ui.rect_contains_pointer(at), branch.who) {
                if let Some((who, place)) = who.zip(place) {
                    glass.ask(who, Some(Of::Memory(place)));
                }
            } else if response.clicked() {
                *chosen = who.or(*chosen);
            }
        }
        if let Some(words) = nobody {
            ui.label(faint(words));
        }
    });
}

/// Somebody in the tree, with how it came to them.
fn person_row(ui: &mut Ui, branch: &tree::Branch, how: &str, colour: Color32) -> egui::Response {
    let indent = 10.0 + branch.depth.min(8) as f32 * 12.0;
    let width = ui.available_width();
    let name = widgets::cut(ui, branch.who, 13.5, INK, width - indent - 44.0, 1);
    let text = widgets::cut(ui, how, SMALL - 0.5, FAINT, width - indent - 6.0, 2);
    let (at, response) = ui.allocate_exact_size(vec2(width, name.size().y + text.size().y + 5.0), Sense::click());
    if !ui.is_rect_visible(at) {
        return response;
    }
    if response.hovered() {
        ui.painter().rect_filled(at, CornerRadius::same(3), SHADE);
        ui.ctx().set_cursor_icon(egui::CursorIcon::PointingHand);
    }
    for level in 0..branch.depth.min(8) {
        let x = at.left() + 6.0 + level as f32 * 12.0;
        ui.painter().vline(x, at.y_range(), egui::Stroke::new(1.0, LINE));
    }
    let dot = Rect::from_center_size(Pos2::new(at.left() + indent - 5.0, at.top() + 10.0), vec2(6.0, 6.0));
    ui.painter().rect_filled(dot, CornerRadius::same(1), if branch.depth == 0 { colour } else { GLOW });
    ui.painter().rect_stroke(dot, CornerRadius::same(1), egui::Stroke::new(1.0, colour), egui::StrokeKind::Outside);
    let below = at.top() + 2.0 + name.size().y;
    name.paint(ui.painter(), at.min + vec2(indent + 3.0, 2.0));
    text.paint(ui.painter(), Pos2::new(at.left() + indent + 3.0, below));
    response.on_hover_ui(|ui| {
        ui.set_max_width(320.0);
        lay(ui.painter(), &tame(how, WHOLE), 13.0, WORDS, 320.0, 0).show(ui);
        ui.label(faint("Click: go to this person"));
    })
}
