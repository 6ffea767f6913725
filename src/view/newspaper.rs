//! The evening paper as a page: columns, a headline, a quote. Each item leads to whom or what it is about.

use super::{
    Selection,
    camera::Viewpoint,
    keys::bind::Bindings,
    overlays::{AddOverlay, Overlay},
    panels::{
        PanelsDrawn,
        widgets::{self, *},
    },
    scene::Scene,
    stage::Stage,
    title::Menu,
};
use crate::{
    clock::{Calendar, Minute, Now, driver::drive},
    schedule::TownResources,
    study::newspaper::{HOUR, Item, Paper, Section, today},
};
use bevy::prelude::*;
use bevy_egui::{EguiPrimaryContextPass, egui};
use egui::{
    Align, Align2, Button, Color32, CursorIcon, Key, Label, Layout, Order, RichText, ScrollArea, Sense, Stroke, Ui,
    Vec2, vec2,
};

/// Seconds for which the new paper is announced.
const ANNOUNCED: f32 = 45.0;

/// The page.
#[derive(Resource, Default)]
pub struct Page {
    /// Is it open?
    pub open: bool,
    /// Which day's, from 1; 0: today's.
    day: u32,
    paper: Option<Paper>,
    /// The last day whose paper was announced, and seconds for which it still is.
    announced: u32,
    left: f32,
}

impl Page {
    /// Opens today's, or closes it.
    pub fn toggle(&mut self) {
        (self.open, self.day, self.paper, self.left) = (!self.open, 0, None, 0.0);
    }
}

/// Writes the wanted paper when the page is opened; it does not change while it is read.
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

/// Announces the paper, once a day.
fn announce(mut page: ResMut<Page>, now: Res<Now>, calendar: Res<Calendar>, time: Res<Time<bevy::time::Real>>) {
    let day = today(&calendar, now.0);
    let out = calendar.tick(Minute((day - 1) * Minute::DAY + HOUR * 60));
    page.left -= time.delta_secs();
    if now.0 >= out && page.announced != day {
        // Not in a town that was opened late in the evening.
        page.left = if now.0 < out + calendar.ticks(30) { ANNOUNCED } else { 0.0 };
        page.announced = day;
    }
}

fn draw(
    mut stage: Stage,
    mut page: ResMut<Page>,
    (menu, bindings): (Res<Menu>, Res<Bindings>),
    (mut viewpoint, mut selection): (ResMut<Viewpoint>, Selection),
    (now, calendar): (Res<Now>, Res<Calendar>),
) {
    if menu.open {
        return;
    }
    let ctx = stage.ctx();
    if !page.open {
        if page.left > 0.0 {
            draw_announcement(&mut stage, &mut page, &bindings.named("paper"));
        }
        return;
    }
    let Some(paper) = page.paper.clone() else { return };
    let last = today(&calendar, now.0.saturating_sub(1)).max(page.day);
    let whole = ctx.content_rect();
    let mut closed = dim(&ctx, "paper").clicked();
    let (mut clicked, mut turn): (Option<Item>, i32) = (None, 0);
    let (wide, tall) = ((whole.width() - 36.0).min(880.0) - 36.0, whole.height() - 120.0);
    widgets::page(&ctx, "paper", (Align2::CENTER_CENTER, Vec2::ZERO, Order::Tooltip), wide, |ui| {
        ui.horizontal(|ui| {
            if ui.add_enabled(page.day > 1, Button::new("‹ The day before")).clicked() {
                turn = -1;
            }
            if ui.add_enabled(page.day < last, Button::new("The day after ›")).clicked() {
                turn = 1;
            }
            closed |= close_button(ui, "Close (Esc)");
        });
        ScrollArea::vertical().id_salt("paper").max_height(tall).min_scrolled_height(tall).show(ui, |ui| {
            ui.set_width(ui.available_width());
            clicked = draw_paper(ui, &paper);
        });
    });
    closed |= clicked.is_some();
    match clicked {
        Some(Item { who: Some(who), .. }) => selection.go_to(who),
        Some(Item { tile: Some(tile), .. }) => {
            selection.following.0 = false;
            viewpoint.go_to(tile);
        }
        _ => {}
    }
    let times = |key| ctx.input(|input| input.num_presses(key)) as i32;
    turn += times(Key::ArrowRight) - times(Key::ArrowLeft);
    let day = page.day.saturating_add_signed(turn).clamp(1, last);
    if day != page.day {
        (page.day, page.paper) = (day, None);
    }
    if closed {
        page.open = false;
    }
}

fn draw_announcement(stage: &mut Stage, page: &mut Page, key: &str) {
    let (ctx, room) = (stage.ctx(), stage.room());
    let at = (Align2::RIGHT_BOTTOM, room.right_bottom());
    stage.overlays.show(&ctx, Overlay::Called, at, (room, &[]), |ui| {
        let words = RichText::new(format!("The evening paper is out ({key})")).color(INK);
        if ui.add(Button::new(words).fill(GLOW)).clicked() {
            page.toggle();
        }
    });
}

/// Adds the page. The facts are collected by [`crate::study::newspaper::plugin`].
pub fn plugin(app: &mut App) {
    app.init_town_resource::<Page>().add_overlay(Overlay::Paper, |page: &Page| page.open, |page| page.open = false);
    app.add_systems(Update, (announce, write).chain().after(drive).run_if(in_state(Scene::Town))).add_systems(
        EguiPrimaryContextPass,
        draw.after(PanelsDrawn).after(super::story::draw).run_if(in_state(Scene::Town)),
    );
}

/// Least width of a column, in points.
const COLUMN: f32 = 230.0;
/// What a heading counts for, in letters.
const HEADING: usize = 60;

/// Length of a section, in letters.
fn length(section: &Section) -> usize {
    HEADING + section.items.iter().map(|item| item.text.chars().count() + 30).sum::<usize>()
}

/// Which sections go into which column: in their order, and no column much longer than the others.
fn columns(sections: &[Section], count: usize) -> Vec<std::ops::Range<usize>> {
    let whole: usize = sections.iter().map(length).sum();
    let (mut all, mut from, mut so_far) = (Vec::new(), 0, 0);
    for column in 1..=count {
        let goal = whole * column / count;
        let mut until = from;
        while let Some(section) = sections.get(until) {
            let next = so_far + length(section);
            // A section that reaches over the end goes where more of it lies; the last column takes all the rest.
            let is_full = so_far >= goal || next > goal && next - goal > goal - so_far;
            if column < count && until > from && is_full {
                break;
            }
            (so_far, until) = (next, until + 1);
        }
        all.push(from..until);
        from = until;
    }
    all
}

/// A line across the page.
fn rule(ui: &mut Ui, thick: f32, colour: Color32) {
    let (place, _) = ui.allocate_exact_size(vec2(ui.available_width(), thick + 4.0), Sense::hover());
    ui.painter().hline(place.x_range(), place.center().y, Stroke::new(thick, colour));
}

fn centred(ui: &mut Ui, text: &str, size: f32) {
    ui.vertical_centered(|ui| bold(ui, text, size, INK));
}

/// Draws the paper; gives what was clicked.
fn draw_paper(ui: &mut Ui, paper: &Paper) -> Option<Item> {
    let mut clicked = None;
    centred(ui, &format!("{} Evening Paper", short_line(&paper.town, 40)), 30.0);
    rule(ui, 1.0, INK);
    ui.horizontal(|ui| {
        coloured(ui, format!("Day {}", paper.day), FAINT);
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            let so_far = format!("up to {}", paper.until.strftime("%H:%M"));
            let edition = if paper.out { "evening edition" } else { &so_far };
            coloured(ui, format!("{}, {edition}", day(paper.date)), FAINT);
        });
    });
    rule(ui, 2.5, INK);
    ui.add_space(4.0);
    centred(ui, &short_line(&paper.headline, 90), 25.0);
    ui.add_space(2.0);
    draw_item(ui, &paper.lead, BODY + 1.5, &mut clicked);
    if let Some((quote, by)) = &paper.quote {
        ui.add_space(6.0);
        card(ui, SHADE, |ui| {
            let quote = Item { text: format!("“{}”", quote.text), ..quote.clone() };
            draw_item(ui, &quote, BODY + 1.0, &mut clicked);
            coloured(ui, RichText::new(short_line(by, 160)).size(12.5), PLUM);
        });
    }
    ui.add_space(8.0);
    let count = ((ui.available_width() / COLUMN) as usize).clamp(1, 3).min(paper.sections.len().max(1));
    let ranges = columns(&paper.sections, count);
    // Room between columns, as a newspaper has it.
    ui.spacing_mut().item_spacing.x = 20.0;
    ui.columns(count, |all| {
        for (ui, range) in all.iter_mut().zip(ranges) {
            for section in paper.sections.get(range).unwrap_or_default() {
                draw_section(ui, section, &mut clicked);
            }
        }
    });
    clicked
}

/// A heading and its items.
fn draw_section(ui: &mut Ui, section: &Section, clicked: &mut Option<Item>) {
    // A layout of its own: columns would justify the lines.
    ui.with_layout(Layout::top_down(Align::Min), |ui| {
        bold(ui, &section.title, 16.5, INK);
        rule(ui, 1.0, LINE);
        for item in &section.items {
            draw_item(ui, item, BODY, clicked);
            ui.add_space(3.0);
        }
        ui.add_space(6.0);
    });
}

/// A paragraph that can be clicked if it leads somewhere.
fn draw_item(ui: &mut Ui, item: &Item, size: f32, clicked: &mut Option<Item>) {
    let words = RichText::new(short_line(&item.text, WHOLE)).size(size);
    if item.who.is_none() && item.tile.is_none() {
        ui.label(words);
        return;
    }
    let response = ui.add(Label::new(words).sense(Sense::click())).on_hover_cursor(CursorIcon::PointingHand);
    if response.hovered() {
        let at = response.rect;
        ui.painter().vline(at.left() - 5.0, at.y_range(), Stroke::new(2.0, PLUM));
    }
    if response.clicked() {
        *clicked = Some(item.clone());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn section(letters: usize) -> Section {
        Section { title: "x".into(), items: vec![Item { text: "y".repeat(letters), ..Item::default() }] }
    }

    #[test]
    fn columns_hold_everything_once_and_none_is_much_longer() {
        for lengths in [vec![], vec![500], vec![100, 900], vec![300, 300, 300], vec![900, 50, 50, 50, 400, 100]] {
            let all: Vec<Section> = lengths.iter().map(|letters| section(*letters)).collect();
            for many in 1..=3 {
                let ranges = columns(&all, many);
                assert_eq!(ranges.len(), many);
                let flat: Vec<usize> = ranges.iter().cloned().flatten().collect();
                assert_eq!(flat, (0..all.len()).collect::<Vec<_>>(), "{lengths:?} in {many}");
            }
        }
        let three: Vec<Section> = [300, 300, 300].map(section).into();
        assert_eq!(columns(&three, 3), [0..1, 1..2, 2..3]);
    }

    #[test]
    fn lines_of_a_column_are_ragged() {
        let words = "three short words and a much longer one at the end of it, so that lines break".to_owned();
        let section = Section { title: "x".into(), items: vec![Item { text: words, ..Item::default() }] };
        let mut shapes = vec![];
        let ctx = egui::Context::default();
        let mut output = ctx.run_ui(egui::RawInput::default(), |ui| {
            ui.set_width(460.0);
            ui.columns(2, |all| {
                draw_section(&mut all[0], &section, &mut None);
            });
        });
        output.textures_delta.clear();
        for shape in output.shapes {
            if let egui::Shape::Text(text) = shape.shape {
                shapes.push(text.galley.clone());
            }
        }
        let long = shapes.iter().find(|galley| galley.rows.len() > 1).expect("it takes several lines");
        assert!(!long.job.justify);
    }
}
