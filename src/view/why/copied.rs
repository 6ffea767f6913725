//! A button that copies words, and says that it did.

use bevy_egui::egui;
use egui::Ui;

use crate::view::panels::widgets::small;

/// Seconds for which it says so.
const SAYS_SO: f64 = 2.0;

/// A small button `label`: what `words` are goes to the clipboard.
pub(super) fn copies(ui: &mut Ui, (label, hint): (&str, &str), words: impl FnOnce() -> String) {
    let id = ui.id().with(("copied", label));
    let now = ui.input(|input| input.time);
    let since = ui.data(|data| data.get_temp::<f64>(id)).map(|at| now - at).filter(|since| *since < SAYS_SO);
    let said = if since.is_some() { "Copied" } else { label };
    if let Some(since) = since {
        ui.ctx().request_repaint_after_secs((SAYS_SO - since) as f32);
    }
    if ui.add(small(said)).on_hover_text(hint).clicked() {
        ui.ctx().copy_text(words());
        ui.data_mut(|data| data.insert_temp(id, now));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use egui::{Event, Modifiers, OutputCommand, PointerButton, Pos2, RawInput};

    /// A frame at `time` with `events`: where the button is, what it says, and what went to the clipboard.
    fn frame(ctx: &egui::Context, time: f64, events: Vec<Event>) -> (Pos2, Vec<String>) {
        let mut at = Pos2::ZERO;
        let input = RawInput { time: Some(time), events, ..RawInput::default() };
        let mut output = ctx.run_ui(input, |ui| {
            copies(ui, ("Copy all", "All of it"), || "the whole of it".into());
            at = ui.min_rect().left_top() + egui::vec2(8.0, 8.0);
        });
        let commands = std::mem::take(&mut output.platform_output.commands);
        output.drop_without_applying_deltas();
        let copied = commands.into_iter().filter_map(|command| match command {
            OutputCommand::CopyText(text) => Some(text),
            _ => None,
        });
        (at, copied.collect())
    }

    #[test]
    fn a_click_copies_and_says_so() {
        let ctx = egui::Context::default();
        let (pos, none) = frame(&ctx, 0.0, vec![]);
        assert!(none.is_empty());
        let button = |pressed| {
            let (button, modifiers) = (PointerButton::Primary, Modifiers::NONE);
            Event::PointerButton { pos, button, pressed, modifiers }
        };
        frame(&ctx, 0.1, vec![Event::PointerMoved(pos)]);
        let mut copied = frame(&ctx, 0.2, vec![button(true)]).1;
        copied.extend(frame(&ctx, 0.3, vec![button(false)]).1);
        assert_eq!(copied, ["the whole of it"]);
    }
}
