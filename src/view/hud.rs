//! The plate at the top: date and time, pause and speeds; and notes that pass.

use bevy::prelude::*;
use bevy_egui::{EguiPrimaryContextPass, egui};
use egui::{Align2, Order, RichText, vec2};

use super::{
    Notice, Selected,
    camera::Aside,
    names::Folk,
    panels::{
        PanelsDrawn, Paper, Shown, list, person,
        pictures::{Icons, icon},
        style::{FAINT, INK, SMALL, WORDS, heavy, plate},
        telling::{clock, day, daylight},
        words::lay,
    },
    scene::in_town,
    speed::{SPEEDS, Tempo, chosen, paused},
};
use crate::clock::{Driver, Ended};

/// Where a plate below those under the clock begins, in points from the upper edge.
pub const BELOW: f32 = 88.0;
/// Seconds that a note stays.
const STAYS: f32 = 5.0;
/// Seconds of standing still before the plate says why.
const PATIENCE: f32 = 0.7;

/// Below this share of its speed the town is said to be slowed down.
const SLOWED: f64 = 0.8;

/// Notes on the screen, and how long each still stays.
#[derive(Resource, Default)]
pub struct Notes(Vec<(String, f32)>);

fn listen(mut notices: MessageReader<Notice>, mut notes: ResMut<Notes>, time: Res<Time<Real>>) {
    for (_, left) in &mut notes.0 {
        *left -= time.delta_secs();
    }
    notes.0.retain(|(_, left)| *left > 0.0);
    notes.0.extend(notices.read().map(|notice| (notice.0.clone(), STAYS)));
    let many = notes.0.len().saturating_sub(4);
    notes.0.drain(..many);
}

/// Width of the plate in the corner in points, before it was drawn once.
const CORNER: f32 = 190.0;

/// How far from the window's middle a plate `wide` is to stand so that it covers no panel: not at all if it fits
/// there. All in points; `left`, `right`: what the panels take of `whole`.
fn off_middle(whole: f32, left: f32, right: f32, wide: f32) -> f32 {
    let (low, high) = (left + wide / 2.0, whole - right - wide / 2.0);
    let middle = if low > high { (low + high) / 2.0 } else { (whole / 2.0).clamp(low, high) };
    middle - whole / 2.0
}

fn draw(
    paper: Paper,
    folk: Folk,
    mut driver: Option<ResMut<Driver>>,
    mut tempo: ResMut<Tempo>,
    mut shown: ResMut<Shown>,
    mut icons: ResMut<Icons>,
    selected: Res<Selected>,
    mut aside: ResMut<Aside>,
    notes: Res<Notes>,
    time: Res<Time<Real>>,
    (mut stood, mut wide, mut slow): (Local<f32>, Local<f32>, Local<f32>),
) {
    let Some(mut paper) = paper else { return };
    let ctx = paper.get_mut().clone();
    let left = if shown.list { list::WIDTH } else { CORNER };
    let right = if selected.0.is_some() { person::WIDTH } else { 0.0 };
    // Folded, the panel leaves the town all of its height.
    let (west, east) = (if shown.list { left } else { 0.0 }, if shown.folded { 0.0 } else { right });
    aside.set_if_neq(Aside((west - east) / 2.0 * ctx.pixels_per_point()));
    let middle = off_middle(ctx.content_rect().width(), left + 14.0, right + 14.0, *wide);
    let top = egui::Area::new("clock".into()).anchor(Align2::CENTER_TOP, vec2(middle, 8.0)).order(Order::Middle);
    let drawn = top.show(&ctx, |ui| {
        plate().show(ui, |ui| {
            ui.horizontal(|ui| {
                if let Some(calendar) = folk.calendar.as_deref() {
                    let at = calendar.date_time(folk.tick());
                    let name = if daylight(at) { "sun" } else { "moon" };
                    if let Some(picture) = icon(ui, &mut icons, name, 20.0) {
                        ui.add(picture);
                    }
                    ui.label(RichText::new(format!("{} · ", day(at.date()))).color(WORDS).size(15.0));
                    ui.spacing_mut().item_spacing.x = 6.0;
                    heavy(ui, &clock(at), 18.0, INK);
                }
                let Some(calendar) = folk.calendar.as_deref() else { return };
                let Some(driver) = driver.as_deref_mut() else { return };
                ui.separator();
                let still = paused(driver);
                if let Some(picture) = icon(ui, &mut icons, if still { "play" } else { "pause" }, 12.0) {
                    let button = egui::Button::image(picture).selected(still);
                    let hint = if still { "Go on (Space)" } else { "Pause (Space)" };
                    if ui.add(button).on_hover_text(hint).clicked() {
                        tempo.toggle_pause(driver, calendar);
                    }
                }
                let now = chosen(driver, calendar);
                ui.spacing_mut().item_spacing.x = 3.0;
                ui.spacing_mut().button_padding.x = 5.0;
                for (place, minutes) in SPEEDS.iter().enumerate() {
                    let button = egui::Button::new(format!("{minutes}×")).selected(now == Some(place));
                    let plural = if *minutes == 1 { "" } else { "s" };
                    let hint = format!("{minutes} game minute{plural} a second ({})", place + 1);
                    if ui.add(button).on_hover_text(hint).clicked() {
                        tempo.choose(place, driver, calendar);
                    }
                }
                // Its room is kept, or the plate would grow and shrink with every line.
                ui.add_space(3.0);
                let (slot, response) = ui.allocate_exact_size(vec2(18.0, 18.0), egui::Sense::hover());
                if *slow > 0.0 && !still {
                    let talk = lay(ui.painter(), "💬", 14.0, INK, f32::INFINITY, 0);
                    talk.paint(ui.painter(), slot.center() - talk.size() / 2.0);
                    response.on_hover_text("Slowed down while somebody near you speaks");
                }
            });
        });
    });
    *wide = drawn.response.rect.width();
    let waiting = driver.as_deref().is_some_and(|driver| driver.ended == Ended::Waiting);
    *stood = if waiting { *stood + time.delta_secs() } else { 0.0 };
    // Stays over the pauses between two lines, or it would come and go.
    let eased = driver.as_deref().is_some_and(|driver| driver.ease < SLOWED);
    *slow = if eased { PATIENCE * 2.0 } else { *slow - time.delta_secs() };
    let why = match driver.as_deref() {
        Some(_) if *stood > PATIENCE => Some("Time stands: somebody's answer is awaited".to_owned()),
        Some(driver) if paused(driver) => Some("Paused — Space goes on".to_owned()),
        Some(driver) if driver.ended == Ended::Done => Some("The end of this run is reached".to_owned()),
        _ => None,
    };
    if let Some(why) = why {
        let area = egui::Area::new("why".into()).anchor(Align2::CENTER_TOP, vec2(middle, 52.0)).order(Order::Middle);
        area.show(&ctx, |ui| {
            plate().show(ui, |ui| ui.add(egui::Label::new(RichText::new(why).size(SMALL).color(FAINT)).extend()));
        });
    }
    if !shown.list {
        let corner = egui::Area::new("corner".into()).anchor(Align2::LEFT_TOP, vec2(8.0, 8.0)).order(Order::Middle);
        corner.show(&ctx, |ui| {
            plate().show(ui, |ui| {
                ui.horizontal(|ui| {
                    if ui.button("People").on_hover_text("Who lives here (Tab)").clicked() {
                        shown.list = true;
                    }
                    if ui.button("Minds").on_hover_text("Which mind answers, and what that takes (F2)").clicked() {
                        shown.model = true;
                    }
                    if ui.button("Help").on_hover_text("All keys (F1)").clicked() {
                        shown.help = !shown.help;
                    }
                });
            });
        });
    }
    let foot = egui::Area::new("notes".into()).anchor(Align2::CENTER_BOTTOM, vec2(middle, -12.0)).interactable(false);
    foot.order(Order::Tooltip).show(&ctx, |ui| {
        ui.vertical(|ui| {
            for (text, left) in &notes.0 {
                ui.set_opacity(left.min(1.0));
                let wide = ctx.content_rect().width() * 0.6;
                plate().show(ui, |ui| {
                    ui.set_max_width(wide);
                    let colour = if *left > 0.0 { INK } else { FAINT };
                    // Wrapped words take all the room they may; short ones shall not.
                    let label = egui::Label::new(RichText::new(text).color(colour));
                    ui.add(if text.chars().count() > 80 { label.wrap() } else { label.extend() });
                });
            }
        });
    });
}

/// Adds the plate at the top and the notes.
pub fn plugin(app: &mut App) {
    app.init_resource::<Notes>()
        .add_systems(Update, listen)
        .add_systems(EguiPrimaryContextPass, draw.after(PanelsDrawn).run_if(in_town));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_clock_stands_between_the_panels() {
        assert_eq!(off_middle(1280.0, 130.0, 0.0, 450.0), 0.0);
        assert_eq!(off_middle(1280.0, 250.0, 310.0, 450.0), 0.0);
        assert_eq!(off_middle(1000.0, 130.0, 310.0, 450.0), -35.0);
        // No room at all: in the middle of what there is.
        assert_eq!(off_middle(800.0, 250.0, 310.0, 450.0), -30.0);
    }
}
