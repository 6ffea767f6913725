//! The first page: the name of the game, and where to go from here.

use bevy::prelude::*;
use bevy_egui::egui;
use egui::{Align2, Order, Rect, Ui, vec2};

use super::{
    Page, Title,
    new_town::NewTown,
    rows::{self, Row},
    saves::Saves,
};
use crate::{
    town::SaveEntry,
    view::{
        Notice,
        home::Home,
        panels::{
            Context, Shown,
            pictures::{Icons, icon},
            widgets::{PAPER, clock, day, faint, plate, short_line},
        },
        pixels,
        travel::{Opening, PendingTravel, TravelTarget},
    },
};

/// Width of the list, in points.
const WIDTH: f32 = 300.0;

/// `The Ville · day 2 · Tuesday 14 February, 09:20`.
pub(super) fn words(kept: &SaveEntry) -> String {
    let name = short_line(&kept.name, 40);
    match kept.when {
        Some(when) => format!("{name} · day {} · {}, {}", kept.day, day(when.date()), clock(when)),
        None => name,
    }
}

/// The name of the game in our own pixels, at most so wide, on whole pixels.
fn draw_name(ui: &mut Ui, icons: &mut Icons, width: f32) {
    let rows = pixels::rows("Smallville");
    let (wide, tall) = (rows[0].len() as f32, rows.len() as f32);
    // Half a pixel less, so that it is not rounded up.
    let name = icon(ui, icons, "Smallville", (width.min(ui.available_width()) / wide - 0.5) * tall);
    let (place, _) = ui.allocate_exact_size(name.size().unwrap_or_default(), egui::Sense::hover());
    let per_point = ui.ctx().pixels_per_point();
    name.paint_at(ui, Rect::from_min_size((place.min * per_point).round() / per_point, place.size()));
}

/// The choices of the page, in order.
const ROWS: [&str; 6] = ["Continue", "New town", "Load", "Watch a recorded day", "Settings", "Quit"];

pub(super) fn draw(
    mut context: Context,
    mut title: ResMut<Title>,
    mut icons: ResMut<Icons>,
    (mut shown, mut next): (ResMut<Shown>, ResMut<PendingTravel>),
    home: Res<Home>,
    (mut exit, mut notices): (MessageWriter<AppExit>, MessageWriter<Notice>),
) {
    if title.page != Page::Front {
        return;
    }
    let ctx = context.get_mut().clone();
    let whole = ctx.content_rect();
    let newest = title.newest.get_or_insert_with(|| home.shelf.newest()).clone();
    let small = whole.height() < 560.0;
    let over = egui::Area::new("name".into()).anchor(Align2::CENTER_TOP, vec2(0.0, whole.height() * 0.07));
    over.order(Order::Middle).interactable(false).show(&ctx, |ui| {
        ui.set_width(whole.width());
        ui.vertical_centered(|ui| draw_name(ui, &mut icons, whole.width() * if small { 0.72 } else { 0.62 }));
    });
    let mut rows = ROWS.map(Row::plain);
    rows[0].note = newest.as_ref().map_or("nothing has been saved yet".into(), words);
    (rows[0].enabled, rows[2].enabled) = (newest.is_some(), newest.is_some());
    let covered = shown.settings;
    let mut chosen = None;
    let low = if small { -26.0 } else { -whole.height() * 0.1 };
    let list = egui::Area::new("title".into()).anchor(Align2::CENTER_BOTTOM, vec2(0.0, low)).order(Order::Middle);
    list.show(&ctx, |ui| {
        ui.set_width(WIDTH);
        ui.spacing_mut().item_spacing.y = if small { 4.0 } else { 8.0 };
        chosen = rows::draw(ui, &rows, &mut title.row, !covered);
    });
    let foot = egui::Area::new("version".into()).anchor(Align2::RIGHT_BOTTOM, vec2(-8.0, -6.0));
    foot.order(Order::Background).show(&ctx, |ui| {
        plate().fill(PAPER).show(ui, |ui| {
            ui.add(egui::Label::new(faint(concat!("version ", env!("CARGO_PKG_VERSION")))).extend());
        });
    });
    match chosen {
        Some(0) => newest.iter().for_each(|kept| next.open(kept, Opening::GoOn, &home)),
        Some(1) => (title.new_town, title.page) = (NewTown::new(&home), Page::NewTown),
        Some(2) => (title.saves, title.page) = (Saves::read(&home), Page::Saves),
        Some(3) => match home.recorded_day() {
            Ok(file) => next.to(TravelTarget::Town(Box::new(home.watch(file)), "A recorded day".into())),
            Err(trouble) => drop(notices.write(Notice(trouble.to_string()))),
        },
        Some(4) => shown.settings = true,
        Some(5) => drop(exit.write(AppExit::Success)),
        _ => {}
    }
}
