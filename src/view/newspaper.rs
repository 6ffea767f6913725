//! The evening paper as a page: columns, a headline, a quote; each item leads to whom or what it is about.

use super::{
    Selection,
    camera::Viewpoint,
    dock::Dock,
    keys::bind::Bindings,
    overlays::{AddOverlay, GAP, Overlay, Overlays},
    panels::{
        PanelsDrawn, Paper as Sheet,
        style::{GLOW, INK, dim, sheet},
        widgets::*,
    },
    scene::Scene,
    title::Menu,
};
use crate::{
    clock::{Calendar, Minute, Now, driver::drive},
    schedule::TownResources,
    study::newspaper::{HOUR, Item, Paper, Section, today},
};
use bevy::prelude::*;
use bevy_egui::{EguiPrimaryContextPass, egui};
use egui::{Align, Align2, Button, Layout, Order, RichText, Sense, Stroke, Ui, vec2};

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
                clicked = draw_paper(ui, &paper);
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

/// Least width of a column, in points.
const COLUMN: f32 = 230.0;
/// What a heading counts for, in letters.
const HEADING: usize = 60;

/// How long something is, in letters.
fn length(section: &Section) -> usize {
    HEADING + section.items.iter().map(|item| item.text.chars().count() + 30).sum::<usize>()
}

/// Which sections go into which column: in their order, and none much longer than the others.
fn columns(sections: &[Section], many: usize) -> Vec<std::ops::Range<usize>> {
    let whole: usize = sections.iter().map(length).sum();
    let (mut all, mut from, mut so_far) = (Vec::new(), 0, 0);
    for column in 1..=many {
        let goal = whole * column / many;
        let mut until = from;
        while until < sections.len() {
            let next = so_far + sections.get(until).map_or(0, length);
            // The one that reaches over the end goes where more of it lies.
            let over = next > goal && next - goal > goal.saturating_sub(so_far);
            if column < many && over && until > from {
                break;
            }
            (so_far, until) = (next, until + 1);
            if column < many && so_far >= goal {
                break;
            }
        }
        all.push(from..until);
        from = until;
    }
    all
}

fn rule(ui: &mut Ui, thick: f32) {
    let (place, _) = ui.allocate_exact_size(vec2(ui.available_width(), thick + 4.0), Sense::hover());
    ui.painter().hline(place.x_range(), place.center().y, Stroke::new(thick, INK));
}

fn middle(ui: &mut Ui, text: &str, size: f32) {
    ui.with_layout(Layout::top_down(Align::Center), |ui| {
        // Heavy words take the place they need and no more, or they would not stand in the middle.
        let font = egui::FontId::proportional(size);
        let galley = ui.painter().layout(text.to_owned(), font, INK, ui.available_width());
        ui.scope(|ui| {
            ui.set_max_width(galley.size().x + 2.0);
            heavy(ui, text, size, INK);
        });
    });
}

/// Draws it; gives what was clicked.
fn draw_paper(ui: &mut Ui, paper: &Paper) -> Option<Item> {
    let mut clicked = None;
    middle(ui, &format!("{} Evening Paper", tame(&paper.town, 40)), 30.0);
    rule(ui, 1.0);
    ui.horizontal(|ui| {
        ui.label(RichText::new(format!("Day {}", paper.day)).color(FAINT));
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            let so_far =
                if paper.out { "evening edition".into() } else { format!("up to {}", paper.until.strftime("%H:%M")) };
            ui.label(RichText::new(format!("{}, {so_far}", day(paper.date))).color(FAINT));
        });
    });
    rule(ui, 2.5);
    ui.add_space(4.0);
    middle(ui, &tame(&paper.headline, 90), 25.0);
    ui.add_space(2.0);
    if item(ui, &paper.lead, BODY + 1.5) {
        clicked = Some(paper.lead.clone());
    }
    if let Some((said, by)) = &paper.quote {
        ui.add_space(6.0);
        card(ui, SHADE, |ui| {
            let words = Item { text: format!("“{}”", said.text), ..said.clone() };
            if item(ui, &words, BODY + 1.0) {
                clicked = Some(said.clone());
            }
            ui.label(RichText::new(tame(by, 160)).color(PLUM).size(12.5));
        });
    }
    ui.add_space(8.0);
    let many = ((ui.available_width() / COLUMN) as usize).clamp(1, 3).min(paper.sections.len().max(1));
    let ranges = columns(&paper.sections, many);
    // Room between columns, as a paper has it.
    ui.spacing_mut().item_spacing.x = 20.0;
    ui.columns(many, |all| {
        for (ui, range) in all.iter_mut().zip(ranges) {
            for section in paper.sections.get(range).unwrap_or_default() {
                // Ragged: columns would have lines drawn apart, letter by letter, to one width.
                let told = ui.with_layout(Layout::top_down(Align::Min), |ui| told(ui, section)).inner;
                clicked = told.or(clicked.take());
            }
        }
    });
    clicked
}

/// A heading and what stands under it; gives what was clicked.
fn told(ui: &mut Ui, section: &Section) -> Option<Item> {
    let mut clicked = None;
    heavy(ui, &section.title, 16.5, INK);
    let (place, _) = ui.allocate_exact_size(vec2(ui.available_width(), 3.0), Sense::hover());
    ui.painter().hline(place.x_range(), place.top(), Stroke::new(1.0, LINE));
    for one in &section.items {
        if item(ui, one, BODY) {
            clicked = Some(one.clone());
        }
        ui.add_space(3.0);
    }
    ui.add_space(6.0);
    clicked
}

/// A paragraph; true: it was clicked and leads somewhere.
fn item(ui: &mut Ui, item: &Item, size: f32) -> bool {
    let leads = item.who.is_some() || item.tile.is_some();
    let words = RichText::new(tame(&item.text, WHOLE)).size(size).color(WORDS);
    let response = ui.add(egui::Label::new(words).wrap().sense(if leads { Sense::click() } else { Sense::hover() }));
    if leads && response.hovered() {
        let under = response.rect;
        ui.painter().vline(under.left() - 5.0, under.y_range(), Stroke::new(2.0, PLUM));
    }
    leads && response.on_hover_cursor(egui::CursorIcon::PointingHand).clicked()
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
                all[0].with_layout(Layout::top_down(Align::Min), |ui| told(ui, &section));
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
