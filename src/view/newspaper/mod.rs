//! The evening paper as a page: columns, a headline, a quote; each item leads to whom or what it is about.
//!
//! | file | concern |
//! |---|---|
//! | `set` | how a page is set: columns of about the same length (pure), and drawn |

mod set;

use bevy::prelude::*;
use bevy_egui::{EguiPrimaryContextPass, egui};
use egui::{Align2, Button, Order, RichText, vec2};

use super::{
    Selection,
    camera::Viewpoint,
    dock::Dock,
    keys::bind::Bindings,
    overlays::{AddOverlay, GAP, Overlay, Overlays},
    panels::{
        PanelsDrawn, Paper as Sheet,
        style::{GLOW, INK, dim, sheet},
    },
    scene::Scene,
    title::Menu,
};
use crate::{
    clock::{Calendar, Minute, Now, driver::drive},
    schedule::TownResources,
    study::newspaper::{HOUR, Item, Paper, today},
};

/// Seconds for which it is said that the paper is out.
const CALLED: f32 = 45.0;

/// The page.
#[derive(Resource, Default)]
pub struct Page {
    /// Is it open?
    pub open: bool,
    /// Which day's, from 1.
    day: u32,
    paper: Option<Paper>,
    /// The last day whose paper was called out.
    called: u32,
    /// Seconds for which it is still called out.
    left: f32,
}

impl Page {
    /// Opens today's, or closes it.
    pub fn toggle(&mut self) {
        (self.open, self.day, self.paper, self.left) = (!self.open, 0, None, 0.0);
    }
}

/// Writes the paper that is wanted; it is told anew when it is opened, not while it is read.
fn write(world: &mut World) {
    let page = world.resource::<Page>();
    if !page.open || page.paper.is_some() {
        return;
    }
    let day = if page.day == 0 { today(world.resource(), world.resource::<Now>().0) } else { page.day };
    let paper = Paper::of(world, day);
    let mut page = world.resource_mut::<Page>();
    (page.open, page.day, page.paper) = (paper.is_some(), day, paper);
}

/// Says that the paper is out, once a day.
fn call(mut page: ResMut<Page>, now: Res<Now>, calendar: Res<Calendar>, time: Res<Time<bevy::time::Real>>) {
    let day = today(&calendar, now.0);
    let out = calendar.tick(Minute((day - 1) * 1440 + HOUR * 60));
    page.left -= time.delta_secs();
    if now.0 >= out && page.called != day {
        // Of a town that was opened late in the evening nothing is called out.
        page.left = if now.0 < out + calendar.ticks(30) { CALLED } else { 0.0 };
        page.called = day;
    }
}

fn draw(
    paper: Sheet,
    mut page: ResMut<Page>,
    (menu, dock, bindings, mut plates): (Res<Menu>, Res<Dock>, Res<Bindings>, ResMut<Overlays>),
    (mut look, mut selection): (ResMut<Viewpoint>, Selection),
    (now, calendar): (Res<Now>, Res<Calendar>),
) {
    let Some(mut sheet_of) = paper.filter(|_| !menu.open) else { return };
    let ctx = sheet_of.get_mut().clone();
    if !page.open {
        if page.left > 0.0 {
            offer(&ctx, &mut page, &dock, &mut plates, &bindings.named("paper"));
        }
        return;
    }
    let Some(paper) = page.paper.clone() else { return };
    let last = today(&calendar, now.0.saturating_sub(1)).max(page.day);
    let whole = ctx.content_rect();
    let mut shut = dim(&ctx, "paper").clicked();
    let (mut clicked, mut turn): (Option<Item>, i32) = (None, 0);
    let after = page.day < last;
    let area = egui::Area::new("paper".into()).anchor(Align2::CENTER_CENTER, vec2(0.0, 0.0)).order(Order::Tooltip);
    let (wide, tall) = ((whole.width() - 36.0).min(880.0), whole.height() - 36.0);
    area.default_size(whole.size()).show(&ctx, |ui| {
        sheet().inner_margin(18).show(ui, |ui| {
            ui.set_width(wide - 36.0);
            ui.horizontal(|ui| {
                if ui.add_enabled(page.day > 1, Button::new("‹ The day before")).clicked() {
                    turn = -1;
                }
                if ui.add_enabled(after, Button::new("The day after ›")).clicked() {
                    turn = 1;
                }
                ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                    shut |= ui.button("×").on_hover_text("Close (Esc)").clicked();
                });
            });
            let area = egui::ScrollArea::vertical().id_salt("paper").max_height(tall - 84.0);
            area.min_scrolled_height(tall - 84.0).show(ui, |ui| {
                ui.set_width(ui.available_width());
                clicked = set::draw(ui, &paper);
            });
        });
    });
    if let Some(item) = clicked {
        shut = true;
        if let Some(who) = item.who {
            selection.go_to(who);
        } else if let Some(tile) = item.tile {
            selection.following.0 = false;
            look.go_to(tile);
        }
    }
    let times = |key| ctx.input(|input| input.num_presses(key)) as i32;
    turn += times(egui::Key::ArrowRight) - times(egui::Key::ArrowLeft);
    // There is none of tomorrow, and none before the first.
    let day = page.day.saturating_add_signed(turn).clamp(1, last);
    if day != page.day {
        (page.day, page.paper) = (day, None);
    }
    if shut {
        page.open = false;
    }
}

fn offer(ctx: &egui::Context, page: &mut Page, dock: &Dock, plates: &mut Overlays, key: &str) {
    let at = (Align2::RIGHT_BOTTOM, dock.clear.right_bottom() - vec2(GAP, GAP));
    plates.show(ctx, Overlay::Called, at, (dock.clear.shrink(GAP), &[]), |ui| {
        let words = RichText::new(format!("The evening paper is out ({key})")).color(INK);
        if ui.add(Button::new(words).fill(GLOW)).clicked() {
            page.toggle();
        }
    });
}

/// Adds the page. The facts are noted by [`crate::study::newspaper::plugin`].
pub fn plugin(app: &mut App) {
    app.init_town_resource::<Page>().add_overlay(Overlay::Paper, |page: &Page| page.open, |page| page.open = false);
    app.add_systems(Update, (call, write).chain().after(drive).run_if(in_state(Scene::Town))).add_systems(
        EguiPrimaryContextPass,
        draw.after(PanelsDrawn).after(super::story::draw).run_if(in_state(Scene::Town)),
    );
}
