//! What the scenario offers to try, on a small plate: how far it has come, ticked off when it is reached.

use std::collections::BTreeMap;

use bevy::{prelude::*, time::Real};
use bevy_egui::{EguiPrimaryContextPass, egui};
use egui::{Align2, RichText, ScrollArea, Sense, Stroke, Ui, vec2};

use super::{
    Notice, hud,
    overlays::Overlay,
    panels::{
        PanelsDrawn,
        pictures::{Icons, icon},
        widgets::{FAINT, GLOW, INK, LINE, TEAL, WORDS, faint, short_line},
    },
    scene::Scene,
    stage::Stage,
    title::Menu,
};
use crate::{
    agent::scenario::{Fulfils, Goal},
    clock::Now,
    schedule::Teardown,
    study::goals::{Goals, Standing},
    town::TownInfo,
};

/// Width of the plate, in points.
const WIDTH: f32 = 236.0;
/// Where the panels leave less than this, it is folded unless the player has it otherwise; in points.
const ROOMY: f32 = 1000.0;
/// What the plate has above and below its goals, in points.
const HEAD: f32 = 52.0;
/// Most letters of a goal.
const LONG: usize = 160;

/// Seconds for which a goal shines that has just been reached.
const SHINES: f32 = 12.0;

/// What has been told.
#[derive(Resource, Default)]
pub(super) struct ShownGoals {
    /// Goals that were reached before this tick; `None`: it has not been looked yet.
    until: Option<u64>,
    /// Which shine, and for how long still.
    shine: BTreeMap<usize, f32>,
    /// As the player has it; `None`: as there is room for.
    folded: Option<bool>,
}

/// The town has been left; the plate stays as the player has it.
fn forget(mut told: ResMut<ShownGoals>) {
    *told = ShownGoals { folded: told.folded, ..ShownGoals::default() };
}

/// Says once that something was reached, and not of what was reached before one looked.
fn tell(
    (goals, played, now): (Res<Goals>, Res<TownInfo>, Res<Now>),
    time: Res<Time<Real>>,
    mut told: ResMut<ShownGoals>,
    mut notices: MessageWriter<Notice>,
) {
    told.shine.retain(|_, left| {
        *left -= time.delta_secs();
        *left > 0.0
    });
    let since = told.until.replace(now.0).unwrap_or(now.0);
    for (n, (goal, standing)) in played.goals.iter().zip(&goals.all).enumerate() {
        if standing.reached.is_some_and(|at| at >= since) {
            told.shine.insert(n, SHINES);
            notices.write(Notice(format!("Reached: {}", short_line(&goal.text, LONG))));
        }
    }
}

/// What is counted for a goal, and how one comes nearer to it.
fn how(goal: &Goal) -> &'static str {
    match goal.fulfils() {
        Some(Fulfils::Known(_)) => {
            "Counts people who have heard of it. Talk spreads it, and so does a memory that you give."
        }
        Some(Fulfils::Guests(_)) => {
            "Counts people who have heard of it and stay for ten minutes. Invite them, or put it into their heads."
        }
        Some(Fulfils::Helpers(_)) => "Counts people who help for ten minutes. Ask them, or put it into their heads.",
        Some(Fulfils::Turned(_)) => "Counts people who said no and come anyway.",
        Some(Fulfils::Minds(_)) => {
            "Counts people who were against it and praise it when a stranger asks. One reason is rarely enough: give \
             them several, each of its own, by inner voices or as their guest."
        }
        None => "",
    }
}

pub(super) fn draw(
    mut stage: Stage,
    (goals, played, menu): (Res<Goals>, Res<TownInfo>, Res<Menu>),
    (mut told, mut icons): (ResMut<ShownGoals>, ResMut<Icons>),
) {
    if goals.all.is_empty() || menu.open {
        return;
    }
    let clear = stage.clear();
    let narrow = clear.width() < ROOMY;
    // What has just been reached is seen, if there is room at all.
    let folded = told.folded.unwrap_or(narrow) && (told.shine.is_empty() || narrow);
    let (low, high) = stage.overlays.between(clear);
    let at = (Align2::LEFT_TOP, stage.room().left_top());
    let clicked = stage.plate(Overlay::Goals, at, |ui| {
        let reached = goals.all.iter().filter(|one| one.reached.is_some()).count();
        let head = format!("Goals: {reached} of {}", goals.all.len());
        let clicked = ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = 5.0;
            let sign = icon(ui, &mut icons, if folded { "down" } else { "up" }, 9.0);
            let sign = ui.add(sign.sense(Sense::click())).clicked();
            let head = RichText::new(head).color(INK).size(13.0);
            let head = ui.add(egui::Label::new(head).sense(Sense::click()).extend());
            head.on_hover_cursor(egui::CursorIcon::PointingHand).clicked() || sign
        });
        if !folded {
            ui.set_width(WIDTH);
            let tall = (high - low - HEAD).max(HEAD);
            ScrollArea::vertical().id_salt("goals").max_height(tall).min_scrolled_height(tall).show(ui, |ui| {
                for (n, (goal, standing)) in played.goals.iter().zip(&goals.all).enumerate() {
                    let shine = told.shine.get(&n).map_or(0.0, |left| (left / 2.0).min(1.0));
                    row(ui, &short_line(&goal.text, LONG), standing, shine).on_hover_text(how(goal));
                }
            });
        }
        clicked.inner
    });
    if clicked.inner {
        told.folded = Some(!folded);
    }
}

fn row(ui: &mut Ui, text: &str, standing: &Standing, shine: f32) -> egui::Response {
    let behind = ui.painter().add(egui::Shape::Noop);
    let row = ui.horizontal_top(|ui| {
        let (place, _) = ui.allocate_exact_size(vec2(15.0, 16.0), Sense::hover());
        let place = egui::Rect::from_min_size(place.min + vec2(1.0, 3.0), vec2(11.0, 11.0));
        let done = standing.reached.is_some();
        let painter = ui.painter();
        let edge = Stroke::new(1.2, if standing.missed { LINE } else { INK });
        painter.rect_stroke(place, 2, edge, egui::StrokeKind::Inside);
        if done {
            let at = |x: f32, y: f32| place.min + vec2(x, y);
            painter.line(vec![at(2.0, 5.0), at(5.0, 9.0), at(12.0, -2.0)], Stroke::new(2.2, TEAL));
        }
        ui.vertical(|ui| {
            ui.spacing_mut().item_spacing.y = 0.0;
            let ink = if (standing.missed || done) && shine <= 0.0 { FAINT } else { WORDS };
            ui.add(egui::Label::new(RichText::new(text).size(13.0).color(ink)).wrap());
            let note = match (done, standing.missed) {
                (true, _) => "reached".into(),
                (_, true) => format!("too late, with {} of {}", standing.now, standing.wanted),
                _ => format!("{} of {}", standing.now, standing.wanted),
            };
            ui.label(faint(note));
        });
    });
    if shine > 0.0 {
        let place = row.response.rect.expand2(vec2(4.0, 2.0));
        ui.painter().set(behind, egui::Shape::rect_filled(place, 4, GLOW.gamma_multiply(shine)));
    }
    row.response
}

/// Adds the plate. What it shows is counted by [`crate::study::goals::plugin`].
pub fn plugin(app: &mut App) {
    app.init_resource::<Goals>().init_resource::<ShownGoals>().add_systems(Teardown, forget);
    app.add_systems(Update, tell.run_if(in_state(Scene::Town))).add_systems(
        EguiPrimaryContextPass,
        draw.after(PanelsDrawn).after(hud::draw_notes).before(hud::draw_model).run_if(in_state(Scene::Town)),
    );
}

#[cfg(test)]
mod tests {
    use super::*;
    use bevy::ecs::system::RunSystemOnce;

    #[test]
    fn a_plate_that_was_folded_is_folded_in_the_next_town() {
        let mut world = World::new();
        world.insert_resource(ShownGoals { until: Some(3), folded: Some(true), ..ShownGoals::default() });
        assert!(world.run_system_once(forget).is_ok());
        let told = world.resource::<ShownGoals>();
        assert!(told.folded == Some(true) && told.until.is_none());
    }
}
