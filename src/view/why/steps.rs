//! Earlier, later, now: through all that somebody decided.

use bevy_egui::egui;
use egui::{Slider, Ui, vec2};

use super::Glass;
use crate::{
    town::why::{Explainer, Moment, Of},
    view::panels::widgets::*,
};

/// The moment that is looked at: the one itself, else the last before it.
fn place(moments: &[Moment], of: Option<Of>, tick: u64) -> Option<usize> {
    let last = moments.len().checked_sub(1)?;
    let Some(of) = of else { return Some(last) };
    let exact = moments.iter().position(|one| one.of == of);
    Some(exact.unwrap_or_else(|| moments.partition_point(|one| one.tick <= tick).saturating_sub(1)))
}

/// Draws buttons and slider; a click goes to that moment.
pub fn draw(ui: &mut Ui, glass: &mut Glass, looking: &Explainer) {
    let tick = glass.why.as_ref().map_or(looking.now.0, |why| why.tick);
    let Some(at) = place(&glass.moments, glass.of(), tick) else { return };
    let last = glass.moments.len() - 1;
    let mut to = None;
    ui.horizontal(|ui| {
        if ui.add_enabled(at > 0, small("Earlier")).on_hover_text("What they decided before this").clicked() {
            to = Some(at - 1);
        }
        let mut slid = at;
        let wide = ui.available_width() - 104.0;
        ui.spacing_mut().slider_width = wide.max(40.0);
        if last > 0 && ui.add(Slider::new(&mut slid, 0..=last).show_value(false)).changed() {
            to = Some(slid);
        }
        if ui.add_enabled(at < last, small("Later")).on_hover_text("What they decided next").clicked() {
            to = Some(at + 1);
        }
        let now = small("Now").selected(glass.of().is_none() && !glass.holds());
        if ui.add(now).on_hover_text("What they do now, and on as the town goes on").clicked() {
            glass.step(None);
        }
    });
    if let Some(moment) = to.and_then(|to| glass.moments.get(to)) {
        let of = moment.of;
        glass.step(Some(of));
    }
    let (when, holds) = (looking.when(tick), glass.holds());
    let line = match glass.of() {
        None if holds => format!("{when} · stays while you read"),
        None => format!("Now · {when}"),
        Some(of) => {
            let sort = match of {
                Of::Memory(_) => "remembered",
                Of::Moment(_) => "done",
                Of::Line(..) => "said",
                Of::Question(_) => "thought",
            };
            format!("{when} · {sort} · {} of {}", at + 1, last + 1)
        }
    };
    let colour = if glass.of().is_none() { WORDS } else { FAINT };
    // As high with the button as without it, or what is read would jump.
    let size = vec2(ui.available_width(), 20.0);
    ui.allocate_ui_with_layout(size, egui::Layout::right_to_left(egui::Align::Center), |ui| {
        if holds {
            let newer = glass.newer().map(|newer| format!("The town has gone on: {}", tame(newer, WHOLE)));
            let on = small("Follow again").selected(newer.is_some());
            let hint = newer.unwrap_or_else(|| "On to what they do next, as the town goes on".into());
            if ui.add(on).on_hover_text(hint).clicked() {
                glass.step(None);
            }
        }
        ui.with_layout(egui::Layout::left_to_right(egui::Align::Center), |ui| {
            cut(ui, &line, SMALL, colour, ui.available_width(), 1).show(ui);
        });
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_moment_is_found_or_the_one_before_it() {
        let moment = |tick| Moment { tick, of: Of::Moment(tick), text: String::new() };
        let all = [moment(1), moment(5), moment(9)];
        assert_eq!(place(&all, None, 0), Some(2));
        assert_eq!(place(&all, Some(Of::Moment(5)), 5), Some(1));
        assert_eq!(place(&all, Some(Of::Memory(3)), 7), Some(1));
        assert_eq!(place(&all, Some(Of::Memory(3)), 0), Some(0));
        assert_eq!(place(&[], None, 0), None);
    }
}
