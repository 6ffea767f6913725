//! The page of who is in town already: a look at oneself, and the way out.

use bevy_egui::egui;
use egui::RichText;

use crate::view::panels::style::{FAINT, GLOW, INK, heavy};

/// What one may do about oneself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Own {
    /// See one's own panel.
    Look,
    /// Leave town, or let a resident go.
    Leave,
    /// Go on.
    Stay,
}

/// The page of who is in town, a newcomer or not. Enter looks at oneself, unless another button has the keys.
pub(super) fn own(ui: &mut egui::Ui, name: &str, new: bool, mine: bool) -> Option<Own> {
    heavy(ui, &format!("You are {name}"), 19.0, INK);
    let (what, how) = match new {
        true => ("If you leave town, people remember you; you may come back later as who you are.", "Leave town"),
        false => ("Let go, and they go back to their own day and remember what they did.", "Let them go"),
    };
    ui.label(RichText::new(what).color(FAINT));
    ui.add_space(6.0);
    let look = egui::Button::new(RichText::new("Look at yourself").color(INK)).fill(GLOW);
    let hint = "What you have agreed to, remember, and think of others (Enter)";
    let all = [
        (Own::Look, look, hint),
        (Own::Leave, egui::Button::new(how), ""),
        (Own::Stay, egui::Button::new("Stay"), "Esc"),
    ];
    let (mut done, mut held) = (None, false);
    ui.horizontal(|ui| {
        for (what, button, hint) in all {
            let button = ui.add(button);
            held |= button.has_focus();
            done = done.or(button.clicked().then_some(what));
            if !hint.is_empty() {
                button.on_hover_text(hint);
            }
        }
    });
    let entered = mine && !held && ui.input(|input| input.key_pressed(egui::Key::Enter));
    done.or(entered.then_some(Own::Look))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn enter_looks_at_oneself() {
        let pass = |mine: bool| {
            let (key, modifiers) = (egui::Key::Enter, egui::Modifiers::NONE);
            let enter = egui::Event::Key { key, physical_key: None, pressed: true, repeat: false, modifiers };
            let (ctx, mut done) = (egui::Context::default(), None);
            ctx.run_ui(egui::RawInput { events: vec![enter], ..Default::default() }, |ui| {
                done = own(ui, "Juno Reed", true, mine);
            })
            .drop_without_applying_deltas();
            done
        };
        assert_eq!([pass(true), pass(false)], [Some(Own::Look), None]);
    }
}
