//! A small box for somebody: ask them, speak in their head, give them a memory. It makes a command for the console.

use std::path::Path;

use bevy::prelude::*;
use bevy_egui::egui;
use egui::{Align2, Key, RichText, ScrollArea, TextEdit, Ui};

use super::{Line, line::Wish};
use crate::{
    agent::voices::Honest,
    clock::Driver,
    command::{Command, Inquiry},
    view::{
        dock::Dock,
        overlays::{GAP, Overlay, Overlays, TakesKeys},
        panels::{
            Paper,
            style::{FAINT, INK, RED, SMALL, TEAL, faint, sheet},
            words::show_name,
        },
        speed::paused,
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
pub enum Way {
    /// A question.
    #[default]
    Ask,
    /// A thought that arrives in the head.
    Voice,
    /// A memory that is given.
    Tell,
}

impl Way {
    /// All, as their buttons stand.
    pub const ALL: [Self; 3] = [Self::Ask, Self::Voice, Self::Tell];

    /// On the button.
    pub fn name(self) -> &'static str {
        match self {
            Self::Ask => "Ask",
            Self::Voice => "Inner voice",
            Self::Tell => "Tell",
        }
    }

    /// What it does, in a line.
    pub fn hint(self) -> &'static str {
        match self {
            Self::Ask => "A question from outside; it leaves no trace unless you want it to.",
            Self::Voice => {
                "It arrives as their own strong thought, and they heed it. For example: “You will run for mayor.”"
            }
            Self::Tell => {
                "They remember it as something they have known: one memory, or a text file with one per line. For example: \
                 “The bridge is closed”, or “memories.txt”, with lines like “Juno Reed: The bridge is closed”."
            }
        }
    }

    /// In the empty field.
    fn example(self) -> &'static str {
        match self {
            Self::Ask => "What did you do today?",
            Self::Voice => "You will …",
            Self::Tell => "Something they know from now on, or a file",
        }
    }
}

/// The box.
#[derive(Resource, Clone, Debug, Default)]
pub struct Whisper {
    /// To whom, if it is open.
    to: Option<String>,
    way: Way,
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
    /// Opens it.
    pub fn to(&mut self, name: &str, way: Way) {
        let same = self.to.as_deref() == Some(name);
        let (role, said) = (std::mem::take(&mut self.role), std::mem::take(&mut self.said));
        let said = if same { said } else { Vec::new() };
        let honest = self.honest;
        *self = Self { to: Some(name.into()), way, focus: true, role, said, honest, ..Self::default() };
    }

    /// What it asks for; `usual`: what is said of themselves where the question leaves it open.
    fn wish(&self, name: &str, usual: Honest) -> Wish {
        let (to, words) = (name.to_string(), self.text.clone());
        Wish::Command(match self.way {
            Way::Ask => {
                let plain = Inquiry::new(name, words);
                let role = self.role.split_whitespace().collect::<Vec<_>>().join(" ").replace(':', "");
                let role = if role.is_empty() { plain.role } else { role };
                let honest = self.honest.filter(|way| *way != usual.0);
                Command::Ask(Inquiry { role, honest, remembered: self.remembered, ..plain })
            }
            Way::Voice => Command::Voice { to, words },
            Way::Tell if Path::new(self.text.trim()).is_file() => return Wish::Memories(self.text.trim().into()),
            Way::Tell => Command::Tell { to, memory: words },
        })
    }

    fn send(&mut self, name: &str, usual: Honest, line: &mut Line) {
        self.focus = true;
        if self.text.trim().is_empty() {
            return;
        }
        let number = line.ask_for(self.wish(name, usual));
        self.said.push((self.text.trim().to_string(), number));
        if self.said.len() > SHOWN {
            self.said.remove(0);
        }
        self.text.clear();
    }
}

impl TakesKeys for Whisper {
    const OVERLAY: Overlay = Overlay::Whisper;

    fn is_open(&self) -> bool {
        self.to.is_some()
    }

    fn escape(&mut self) {
        self.to = None;
    }
}

/// Draws it.
pub fn draw(
    paper: Paper,
    mut whisper: ResMut<Whisper>,
    mut line: ResMut<Line>,
    (dock, mut plates): (Res<Dock>, ResMut<Overlays>),
    (honest, driver): (Option<Res<Honest>>, Option<Res<Driver>>),
) {
    let (Some(mut paper), Some(name)) = (paper.filter(|_| !plates.covered()), whisper.to.clone()) else { return };
    let mine = plates.has_keys(Overlay::Whisper);
    let ctx = paper.get_mut().clone();
    let usual = honest.map_or(Honest(true), |honest| *honest);
    let stands = driver.is_some_and(|driver| paused(&driver));
    let wide = (dock.clear.width() - 40.0).clamp(220.0, 480.0);
    // Low, where whoever is spoken to stays in sight, and growing downwards, so that no button moves from under the
    // mouse; elsewhere, if the console lies there.
    let (head, _) = plates.between(dock.clear);
    let low = (dock.clear.bottom() - ROOM).max(head);
    let (at, own) = ((Align2::RIGHT_TOP, egui::pos2(dock.clear.right() - 12.0, low)), plates.own);
    let (mut shut, mut send) = (false, false);
    plates.show(&ctx, Overlay::Whisper, at, (dock.clear.shrink(GAP), own.as_slice()), |ui| {
        sheet().show(ui, |ui| {
            ui.set_width(wide);
            ui.horizontal(|ui| {
                show_name(ui, &name, 16.0, INK, (wide - BUTTONS).max(60.0));
                ui.add_space(8.0);
                for way in Way::ALL {
                    if ui.add(egui::Button::new(way.name()).selected(whisper.way == way)).clicked() {
                        (whisper.way, whisper.focus) = (way, true);
                    }
                }
                ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                    shut |= ui.button("×").on_hover_text("Close (Esc)").clicked();
                });
            });
            ui.label(faint(whisper.way.hint()));
            if whisper.way == Way::Ask {
                who_asks(ui, &mut whisper, usual);
            }
            said(ui, &whisper, &line, &name, stands);
            ui.horizontal(|ui| {
                ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                    send |= ui.button("Say it").on_hover_text("Enter").clicked();
                    let example = RichText::new(whisper.way.example()).color(FAINT);
                    let field = TextEdit::singleline(&mut whisper.text).char_limit(LONGEST).hint_text(example);
                    let field = ui.add(field.desired_width(f32::INFINITY));
                    let entered = field.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter));
                    let nobody_has_the_keys = ui.memory(|memory| memory.focused().is_none());
                    if std::mem::take(&mut whisper.focus) || mine && nobody_has_the_keys {
                        field.request_focus();
                    }
                    send |= entered;
                });
            });
        });
    });
    if shut {
        whisper.to = None;
    } else if send {
        whisper.send(&name, usual, &mut line);
    }
}

/// As whom one asks, whether it is remembered, and what they say of themselves.
fn who_asks(ui: &mut Ui, whisper: &mut Whisper, usual: Honest) {
    let before = |ui: &mut Ui, words: &str| {
        let place = ui.available_rect_before_wrap();
        ui.label(words);
        ui.add_space((place.left() + BEFORE - ui.cursor().left()).max(0.0));
    };
    ui.horizontal(|ui| {
        before(ui, "You ask as");
        let stranger = RichText::new("a stranger").color(FAINT);
        let role = TextEdit::singleline(&mut whisper.role).char_limit(50).hint_text(stranger);
        ui.add(role.desired_width(180.0)).on_hover_text("Such as: a news reporter, their doctor");
    });
    ui.horizontal(|ui| {
        before(ui, "Afterwards");
        for (words, way) in [("no trace of it", false), ("they remember it", true)] {
            if ui.add(egui::Button::new(words).small().selected(whisper.remembered == way)).clicked() {
                whisper.remembered = way;
            }
        }
    });
    ui.horizontal(|ui| {
        before(ui, "Are they human?");
        let honest = whisper.honest.unwrap_or(usual.0);
        for (words, way) in [("they say what they are", true), ("they stay in character", false)] {
            if ui.add(egui::Button::new(words).small().selected(honest == way)).clicked() {
                whisper.honest = Some(way);
            }
        }
    });
}

/// What was said, and what came of it.
fn said(ui: &mut Ui, whisper: &Whisper, line: &Line, name: &str, stands: bool) {
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
        let command = |whisper: &Whisper, usual| match whisper.wish("Ann Lee", Honest(usual)) {
            Wish::Command(command) => command.to_string(),
            other => panic!("{other:?}"),
        };
        assert_eq!(command(&whisper, true), "ask Ann Lee as a reporter: who are you?");
        whisper.remembered = true;
        assert_eq!(command(&whisper, true), "ask Ann Lee as a reporter, remembered: who are you?");
        whisper.honest = Some(false);
        assert_eq!(command(&whisper, true), "ask Ann Lee as a reporter, in character, remembered: who are you?");
        whisper.honest = Some(true);
        assert_eq!(command(&whisper, false), "ask Ann Lee as a reporter, honestly, remembered: who are you?");
        whisper.way = Way::Voice;
        assert_eq!(command(&whisper, true), "voice Ann Lee: who are you?");
        whisper.way = Way::Tell;
        let file = tempfile::NamedTempFile::new().expect("there is a file");
        whisper.text = format!(" {} ", file.path().display());
        assert_eq!(whisper.wish("Ann Lee", Honest(true)), Wish::Memories(file.path().display().to_string()));
    }

    #[test]
    fn an_example_reads_as_one_and_a_file_is_told_of() {
        assert!(Way::Voice.hint().contains("For example: “You will"));
        assert!(Way::Tell.hint().contains("a text file with one per line. For example: “"));
    }
}
