//! The menu in a town: Esc with nothing open.

use bevy::prelude::*;
use bevy_egui::egui;
use egui::{Align2, Order, Vec2};
use jiff::civil::DateTime;

use super::{
    Confirmation, ConfirmedAction, Menu, Title,
    rows::{self, Row},
    saves::{Done, Saves},
};
use crate::{
    clock::{Calendar, Now},
    town::{OpenSave, TownInfo},
    view::{
        Notice,
        autosave::{LastManualSave, SaveRequest, SaveRequests, unsaved},
        dock::Dock,
        home::Home,
        panels::{
            Context, Tab,
            widgets::{INK, bold, clock, day, dim, faint, page, short_line},
        },
        travel::{PendingTravel, TravelTarget},
    },
};

const ROWS: [&str; 6] = ["Resume", "Save", "Load", "Settings", "To the title", "Quit"];

pub(super) fn draw(
    mut context: Context,
    mut menu: ResMut<Menu>,
    mut title: ResMut<Title>,
    (mut dock, mut requests, mut next): (ResMut<Dock>, ResMut<SaveRequests>, ResMut<PendingTravel>),
    (home, played, keeping): (Res<Home>, Res<TownInfo>, Option<Res<OpenSave>>),
    (now, calendar, by_hand): (Res<Now>, Res<Calendar>, Res<LastManualSave>),
    mut notices: MessageWriter<Notice>,
    mut exit: MessageWriter<AppExit>,
) {
    if !menu.open {
        return;
    }
    let ctx = context.get_mut().clone();
    dim(&ctx, "menu");
    let keys = std::mem::replace(&mut menu.drawn, true);
    // The time since which the town is not saved, if it is not.
    let lost = unsaved(keeping.as_deref(), by_hand.0, played.begins, now.0).map(|tick| calendar.date_time(tick));
    let mut go = None;
    if let Some((question, _)) = menu.asks.clone() {
        match question.draw(&ctx, &mut menu.row, keys) {
            None => return,
            Some(true) => go = Some(question.then),
            Some(false) => return menu.escape(),
        }
        (menu.asks, menu.loading) = (None, false);
    }
    if menu.loading {
        match title.saves.draw(&ctx, &home, keys, &mut notices) {
            None => {}
            Some(Done::Back) => menu.loading = false,
            Some(Done::Open(kept, how)) => {
                go = leave(&mut menu, lost, ("Open another town?", "Open it"), ConfirmedAction::Open(kept, how))
            }
        }
    }
    if !menu.loading && menu.asks.is_none() && go.is_none() && menu.open {
        let town = (&*played, calendar.date_time(now.0), keeping.as_deref());
        match rows(&ctx, &mut menu, keys, town) {
            Some(0) => menu.open = false,
            Some(1) => requests.0.push(SaveRequest::Save),
            Some(2) => {
                title.saves = Saves::read(&home);
                menu.loading = true;
            }
            Some(3) => {
                // In a town they are a panel.
                menu.open = false;
                dock.unfold(Tab::Settings);
            }
            Some(4) => go = leave(&mut menu, lost, ("To the title?", "Leave this town"), ConfirmedAction::Title),
            Some(5) => go = leave(&mut menu, lost, ("Quit?", "Quit"), ConfirmedAction::Quit),
            _ => {}
        }
    }
    let Some(go) = go else { return };
    menu.open = false;
    match go {
        ConfirmedAction::Back => requests.0.push(SaveRequest::Again),
        ConfirmedAction::Open(kept, how) => next.open(&kept, how, &home),
        ConfirmedAction::Title => next.to(TravelTarget::Title),
        ConfirmedAction::Quit => drop(exit.write(AppExit::Success)),
    }
}

/// Gives what to do if nothing is lost by it, and asks otherwise.
fn leave(
    menu: &mut Menu,
    lost: Option<DateTime>,
    (head, yes): (&str, &'static str),
    then: ConfirmedAction,
) -> Option<ConfirmedAction> {
    let Some(since) = lost else { return Some(then) };
    let words =
        format!("This town is not saved: everything since {}, {} will be lost.", day(since.date()), clock(since));
    menu.ask(Confirmation { head: head.into(), words, yes, then });
    None
}

/// The head of the menu: which town, when, how it is saved.
type Town<'a> = (&'a TownInfo, DateTime, Option<&'a OpenSave>);

/// Draws the menu; gives the row that was chosen.
fn rows(ctx: &egui::Context, menu: &mut Menu, keys: bool, (played, at, keeping): Town) -> Option<usize> {
    let mut chosen = None;
    let front = page(ctx, "menu", (Align2::CENTER_CENTER, Vec2::ZERO, Order::Foreground), 268.0, |ui| {
        bold(ui, &short_line(&played.name, 30), 20.0, INK);
        ui.label(faint(format!("{}, {} · paused", day(at.date()), clock(at))));
        ui.label(faint(match keeping {
            Some(keeping) if keeping.trouble.is_some() => "It cannot be saved at the moment.",
            Some(_) => "It saves itself every minute, and when you leave.",
            None => "It does not save itself: use Save.",
        }));
        ui.add_space(8.0);
        ui.spacing_mut().item_spacing.y = 6.0;
        chosen = rows::draw(ui, &ROWS.map(Row::plain), &mut menu.row, keys);
    });
    ctx.move_to_top(front.layer_id);
    chosen
}
