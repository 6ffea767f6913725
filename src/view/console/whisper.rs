//! A small box for somebody: ask them, speak in their head, give them a memory. It makes a command for the console.

use std::path::Path;

use bevy::prelude::*;
use bevy_egui::egui;
use egui::{Align2, RichText, ScrollArea, TextEdit, Ui};

use super::{ConsoleInput, line::ConsoleRequest};
use crate::{
    agent::voices::Honest,
    clock::Driver,
    command::{Command, Inquiry},
    language::clean::one_line,
    view::{
        overlays::{GAP, Overlay},
        panels::widgets::{FAINT, INK, RED, SMALL, TEAL, choose, faint, sheet, show_name, text_entry},
        speed::paused,
        stage::Stage,
    },
};

/// Letters that are taken, at most.
const LONGEST: usize = 1500;
/// So many of the last lines are shown.
const SHOWN: usize = 12;
/// Height of what was said, in points, at most.
const TALL: f32 = 150.0;
/// How far above the window's foot the box begins, in points.
const ROOM: f32 = 330.0;
/// Width of what stands beside the name, in points.
const BUTTONS: f32 = 250.0;
/// Width of the words before a choice, in points.
const BEFORE: f32 = 128.0;

/// What is done.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum WhisperKind {
    /// A question.
    #[default]
    Ask,
    /// A thought that arrives in the head.
    Voice,
    /// A memory that is given.
    Tell,
}

impl WhisperKind {
    /// All, as their buttons stand.
    pub const ALL: [(&'static str, Self); 3] = [("Ask", Self::Ask), ("Inner voice", Self::Voice), ("Tell", Self::Tell)];

    /// What it does, in a line; and what stands in the empty field.
    pub fn hint(self) -> (&'static str, &'static str) {
        match self {
            Self::Ask => {
                ("A question from outside; it leaves no trace unless you want it to.", "What did you do today?")
            }
            Self::Voice => (
                "It arrives as their own strong thought, and they heed it. For example: “You will run for mayor.”",
                "You will …",
            ),
            Self::Tell => (
                "They remember it as something they have known: one memory, or a text file with one per line. For \
                 example: “The bridge is closed”, or “memories.txt”, with lines like “Juno Reed: The bridge is closed”.",
                "Something they know from now on, or a file",
            ),
        }
    }
}

/// The box.
#[derive(Resource, Clone, Debug, Default)]
pub struct Whisper {
    /// To whom, if it is open.
    to: Option<String>,
    kind: WhisperKind,
    text: String,
    /// Who asks; empty: a stranger.
    role: String,
    remembered: bool,
    /// Do they say what they are? `None`: as it is set.
    honest: Option<bool>,
    focus: bool,
    /// What was said since it was opened, oldest first: as it was typed, and the number of the console's note on it.
    said: Vec<(String, u64)>,
}

impl Whisper {
    /// Is it shown?
    pub(super) fn is_open(&self) -> bool {
        self.to.is_some()
    }

    /// Closes it.
    pub(super) fn close(&mut self) {
        self.to = None;
    }

    /// Opens it.
    pub fn to(&mut self, name: &str, kind: WhisperKind) {
        if self.to.as_deref() != Some(name) {
            self.said.clear();
        }
        (self.to, self.kind, self.focus, self.remembered) = (Some(name.into()), kind, true, false);
        self.text.clear();
    }

    /// What it asks for; `usual`: what is said of themselves where the question leaves it open.
    fn request(&self, name: &str, usual: Honest) -> ConsoleRequest {
        let (to, words) = (name.to_string(), self.text.clone());
        ConsoleRequest::Command(match self.kind {
            WhisperKind::Ask => {
                let plain = Inquiry::new(name, words);
                let role = one_line(&self.role.replace(':', ""));
                let role = if role.is_empty() { plain.role } else { role };
                let honest = self.honest.filter(|kind| *kind != usual.0);
                Command::Ask(Inquiry { role, honest, remembered: self.remembered, ..plain })
            }
            WhisperKind::Voice => Command::Voice { to, words },
            WhisperKind::Tell if Path::new(self.text.trim()).is_file() => {
                return ConsoleRequest::Memories(self.text.trim().into());
            }
            WhisperKind::Tell => Command::Tell { to, memory: words },
        })
    }

    fn send(&mut self, name: &str, usual: Honest, line: &mut ConsoleInput) {
        self.focus = true;
        if self.text.trim().is_empty() {
            return;
        }
        let number = line.ask_for(self.request(name, usual));
        self.said.push((self.text.trim().to_string(), number));
        if self.said.len() > SHOWN {
            self.said.remove(0);
        }
        self.text.clear();
    }
}

/// Draws it.
pub fn draw(
    mut stage: Stage,
    (mut whisper, mut line): (ResMut<Whisper>, ResMut<ConsoleInput>),
    (honest, driver): (Res<Honest>, Res<Driver>),
) {
    let (Some(ctx), Some(name)) = (stage.context(), whisper.to.clone()) else { return };
    let mine = stage.overlays.has_keys(Overlay::Whisper);
    let clear = stage.clear();
    let wide = (clear.width() - 40.0).clamp(220.0, 480.0);
    // Low, where whoever is spoken to stays in sight, and growing downwards, so that no button moves from under the
    // mouse; elsewhere, if the console lies there. It does not make way for the player's figure, which moves whenever the
    // camera does.
    let (head, _) = stage.overlays.between(clear);
    let low = (clear.bottom() - ROOM).max(head);
    let at = (Align2::RIGHT_TOP, egui::pos2(clear.right() - 12.0, low));
    let (mut shut, mut send) = (false, false);
    stage.overlays.show(&ctx, Overlay::Whisper, at, (clear.shrink(GAP), &[]), |ui| {
        sheet().show(ui, |ui| {
            ui.set_width(wide);
            ui.horizontal(|ui| {
                show_name(ui, &name, 16.0, INK, (wide - BUTTONS).max(60.0));
                ui.add_space(8.0);
                let chosen = choose(ui, &mut whisper.kind, &WhisperKind::ALL);
                whisper.focus |= chosen;
                ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                    shut |= ui.button("×").on_hover_text("Close (Esc)").clicked();
                });
            });
            let (hint, example) = whisper.kind.hint();
            ui.label(faint(hint));
            if whisper.kind == WhisperKind::Ask {
                who_asks(ui, &mut whisper, *honest);
            }
            said(ui, &whisper, &line, &name, paused(&driver));
            ui.horizontal(|ui| {
                ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                    send |= ui.button("Say it").on_hover_text("Enter").clicked();
                    let Whisper { text, focus, .. } = &mut *whisper;
                    let example = RichText::new(example).color(FAINT);
                    let field = TextEdit::singleline(text).char_limit(LONGEST).hint_text(example);
                    send |= text_entry(ui, field, focus, mine).1;
                });
            });
        });
    });
    if shut {
        whisper.close();
    } else if send {
        whisper.send(&name, *honest, &mut line);
    }
}

/// As whom one asks, whether it is remembered, and what they say of themselves.
fn who_asks(ui: &mut Ui, whisper: &mut Whisper, usual: Honest) {
    let row = |ui: &mut Ui, words: &str, add: &mut dyn FnMut(&mut Ui)| {
        ui.horizontal(|ui| {
            let place = ui.available_rect_before_wrap();
            ui.label(words);
            ui.add_space((place.left() + BEFORE - ui.cursor().left()).max(0.0));
            add(ui);
        });
    };
    row(ui, "You ask as", &mut |ui| {
        let stranger = RichText::new("a stranger").color(FAINT);
        let role = TextEdit::singleline(&mut whisper.role).char_limit(50).hint_text(stranger);
        ui.add(role.desired_width(180.0)).on_hover_text("Such as: a news reporter, their doctor");
    });
    row(ui, "Afterwards", &mut |ui| {
        choose(ui, &mut whisper.remembered, &[("no trace of it", false), ("they remember it", true)]);
    });
    row(ui, "Are they human?", &mut |ui| {
        let mut honest = whisper.honest.unwrap_or(usual.0);
        if choose(ui, &mut honest, &[("they say what they are", true), ("they stay in character", false)]) {
            whisper.honest = Some(honest);
        }
    });
}

/// What was said, and what came of it.
fn said(ui: &mut Ui, whisper: &Whisper, line: &ConsoleInput, name: &str, stands: bool) {
    if whisper.said.is_empty() {
        return;
    }
    ui.separator();
    let begins = format!("{name}: ");
    let area = ScrollArea::vertical().id_salt("whispered").max_height(TALL).auto_shrink([false, true]);
    area.stick_to_bottom(true).show(ui, |ui| {
        for (typed, number) in &whisper.said {
            ui.add(egui::Label::new(RichText::new(format!("You: {typed}")).color(TEAL)).wrap());
            let past = line.past.iter().find(|past| past.number == *number);
            match past.and_then(|past| past.answer.as_ref()) {
                None if stands => ui.label(RichText::new("… when time goes on").color(FAINT)),
                None => ui.label(RichText::new("…").color(FAINT)),
                Some(Ok(text)) => ui.add(egui::Label::new(text.strip_prefix(&begins).unwrap_or(text)).wrap()),
                Some(Err(why)) => ui.add(egui::Label::new(RichText::new(why).size(SMALL).color(RED)).wrap()),
            };
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_box_makes_a_command() {
        let mut whisper = Whisper { text: "who are you?".into(), role: "a: reporter".into(), ..Whisper::default() };
        let command = |whisper: &Whisper, usual| match whisper.request("Ann Lee", Honest(usual)) {
            ConsoleRequest::Command(command) => command.to_string(),
            other => panic!("{other:?}"),
        };
        assert_eq!(command(&whisper, true), "ask Ann Lee as a reporter: who are you?");
        whisper.remembered = true;
        assert_eq!(command(&whisper, true), "ask Ann Lee as a reporter, remembered: who are you?");
        whisper.honest = Some(false);
        assert_eq!(command(&whisper, true), "ask Ann Lee as a reporter, in character, remembered: who are you?");
        whisper.honest = Some(true);
        assert_eq!(command(&whisper, false), "ask Ann Lee as a reporter, honestly, remembered: who are you?");
        whisper.kind = WhisperKind::Voice;
        assert_eq!(command(&whisper, true), "voice Ann Lee: who are you?");
        whisper.kind = WhisperKind::Tell;
        let file = tempfile::NamedTempFile::new().expect("there is a file");
        whisper.text = format!(" {} ", file.path().display());
        let memories = ConsoleRequest::Memories(file.path().display().to_string());
        assert_eq!(whisper.request("Ann Lee", Honest(true)), memories);
    }

    #[test]
    fn an_example_reads_as_one_and_a_file_is_told_of() {
        assert!(WhisperKind::Voice.hint().0.contains("For example: “You will"));
        assert!(WhisperKind::Tell.hint().0.contains("a text file with one per line. For example: “"));
    }
}
