//! All keys of a frame, in their order: where frames are slow, several come with one.

use bevy_egui::egui;
use egui::{Context, Event, Key};

/// The keys pressed since the last frame, in the order in which they were, each as often as it was.
pub fn presses(ctx: &Context) -> Vec<Key> {
    ctx.input(|input| input.events.iter().filter_map(pressed).collect())
}

fn pressed(event: &Event) -> Option<Key> {
    match event {
        Event::Key { key, pressed: true, modifiers, .. } if !modifiers.ctrl && !modifiers.alt => Some(*key),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use egui::{Modifiers, RawInput};

    #[test]
    fn two_presses_in_one_frame_are_two() {
        let ctx = Context::default();
        let press =
            |key, pressed| Event::Key { key, physical_key: None, pressed, repeat: false, modifiers: Modifiers::NONE };
        let (down, enter) = (Key::ArrowDown, Key::Enter);
        let events = vec![press(down, true), press(down, false), press(down, true), press(enter, true)];
        let mut seen = vec![];
        let mut output = ctx.run_ui(RawInput { events, ..RawInput::default() }, |ui| seen = presses(ui.ctx()));
        output.textures_delta.clear();
        assert_eq!(seen, [down, down, enter]);
    }
}
