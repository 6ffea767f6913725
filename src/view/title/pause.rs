//! The menu in a town: Esc with nothing open.

use bevy::prelude::*;
use bevy_egui::egui;
use egui::{Align2, Color32, Key, Order, vec2};

use super::{
    Menu, Title,
    rows::{self, Row},
    saves::{Done, Saves},
};
use crate::{
    clock::{Calendar, Now},
    town::{Keeping, Played},
    view::{
        Notice,
        dock::{Dock, Tab},
        keeping::{Wish, Wishes},
        panels::{
            Paper,
            style::{INK, faint, heavy, sheet},
            telling::{clock, day},
        },
        tame::tame,
        travel::{Go, Home, Next},
    },
};

const ROWS: [&str; 6] = ["Resume", "Save", "Load", "Settings", "To the title", "Quit"];

pub(super) fn draw(
    paper: Paper,
    mut menu: ResMut<Menu>,
    mut title: ResMut<Title>,
    (mut dock, mut wishes, mut next): (ResMut<Dock>, ResMut<Wishes>, ResMut<Next>),
    (home, played, keeping): (Option<Res<Home>>, Option<Res<Played>>, Option<Res<Keeping>>),
    (now, calendar): (Option<Res<Now>>, Option<Res<Calendar>>),
    mut notices: MessageWriter<Notice>,
    mut exit: MessageWriter<AppExit>,
) {
    let (Some(mut paper), Some(home), true) = (paper, home, menu.open) else { return };
    let ctx = paper.get_mut().clone();
    let whole = ctx.content_rect();
    let behind = egui::Area::new("behind menu".into()).fixed_pos(whole.min).order(Order::Foreground);
    behind.show(&ctx, |ui| {
        ui.allocate_rect(whole, egui::Sense::click());
        ui.painter().rect_filled(whole, 0, Color32::from_rgba_unmultiplied(0x2a, 0x1b, 0x3d, 110));
    });
    let keys = std::mem::replace(&mut menu.drawn, true);
    if menu.loading {
        let (done, said) = title.saves.page(&ctx, &home, keys);
        if let Some(said) = said {
            notices.write(Notice(said));
        }
        match done {
            Done::Not => {}
            Done::Back => menu.loading = false,
            Done::Open(kept) => {
                menu.open = false;
                next.open(&kept, &home);
            }
        }
        return;
    }
    let mut chosen = None;
    let area = egui::Area::new("menu".into()).anchor(Align2::CENTER_CENTER, vec2(0.0, 0.0)).order(Order::Foreground);
    let front = area.show(&ctx, |ui| {
        sheet().inner_margin(16).show(ui, |ui| {
            ui.set_width(268.0);
            if let (Some(played), Some(now), Some(calendar)) = (&played, now, calendar) {
                heavy(ui, &tame(&played.name, 30), 20.0, INK);
                let at = calendar.date_time(now.0);
                ui.label(faint(format!("{}, {} · time stands", day(at.date()), clock(at))));
                ui.label(faint(match &keeping {
                    Some(keeping) if keeping.trouble.is_some() => "It cannot be saved at the moment.",
                    Some(_) => "It is saved by itself, each minute and when you go.",
                    None => "It is not saved by itself: Save keeps it.",
                }));
            }
            ui.add_space(8.0);
            ui.spacing_mut().item_spacing.y = 6.0;
            let rows: Vec<Row> = ROWS.iter().map(|name| Row::plain(name)).collect();
            chosen = rows::draw(ui, &rows, &mut menu.row, keys);
        });
    });
    ctx.move_to_top(front.response.layer_id);
    if keys && ctx.input(|input| input.key_pressed(Key::Escape)) {
        menu.open = false;
    }
    match chosen {
        Some(0) => menu.open = false,
        Some(1) => wishes.0.push(Wish::Save),
        Some(2) => {
            title.saves = Saves::look(&home);
            menu.loading = true;
        }
        Some(3) => {
            // They are a panel, beside which the town is seen.
            menu.open = false;
            dock.unfold(Tab::Settings);
        }
        Some(4) => {
            menu.open = false;
            *title = Title::default();
            next.to(Go::Title);
        }
        Some(5) => drop(exit.write(AppExit::Success)),
        _ => {}
    }
}
