//! A small box for somebody: ask them, speak in their head, give them a memory. It makes a line of the console.

use bevy::prelude::*;
use bevy_egui::egui;
use egui::{Align2, Key, Order, RichText, TextEdit, vec2};

use super::Line;
use crate::view::{
    dock::Dock,
    panels::{
        Paper,
        style::{FAINT, INK, RED, SMALL, heavy, sheet},
    },
};

/// Letters that are taken, at most.
const LONGEST: usize = 1500;

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
            Self::Ask => "A question from outside; it leaves no trace unless you want it to",
            Self::Voice => "It arrives as their own strong thought, and they heed it: you will run for mayor",
            Self::Tell => "They remember it as something they have known",
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
    focus: bool,
    /// The line whose answer is shown, and how many had been noted before it.
    said: Option<String>,
}

impl Whisper {
    /// Opens it.
    pub fn to(&mut self, name: &str, way: Way) {
        *self =
            Self { to: Some(name.into()), way, focus: true, role: std::mem::take(&mut self.role), ..Self::default() };
    }

    /// Is it open?
    pub fn is_open(&self) -> bool {
        self.to.is_some()
    }

    /// The line that it makes.
    fn line(&self, name: &str) -> String {
        let text = self.text.split_whitespace().collect::<Vec<_>>().join(" ");
        let role: String = self.role.split_whitespace().collect::<Vec<_>>().join(" ").replace(':', "");
        let role = if role.is_empty() { String::new() } else { format!(" as {role}") };
        let remembered = if self.remembered { ", remembered" } else { "" };
        match self.way {
            Way::Ask => format!("ask {name}{role}{remembered}: {text}"),
            Way::Voice => format!("voice {name}: {text}"),
            Way::Tell => format!("tell {name}: {text}"),
        }
    }
}

/// Draws it.
pub fn draw(paper: Paper, mut whisper: ResMut<Whisper>, mut line: ResMut<Line>, dock: Res<Dock>) {
    let (Some(mut paper), Some(name)) = (paper, whisper.to.clone()) else { return };
    let ctx = paper.get_mut().clone();
    let wide = (dock.clear.width() - 60.0).clamp(220.0, 460.0);
    let at = dock.clear.center_top() + vec2(0.0, 70.0);
    let area = egui::Area::new("whisper".into()).pivot(Align2::CENTER_TOP).fixed_pos(at).order(Order::Foreground);
    let (mut shut, mut send) = (ctx.input(|input| input.key_pressed(Key::Escape)), false);
    area.show(&ctx, |ui| {
        sheet().show(ui, |ui| {
            ui.set_width(wide);
            ui.horizontal(|ui| {
                heavy(ui, &name, 16.0, INK);
                ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                    shut |= ui.small_button("Close").clicked();
                });
            });
            ui.horizontal(|ui| {
                for way in Way::ALL {
                    if ui.add(egui::Button::new(way.name()).selected(whisper.way == way)).clicked() {
                        (whisper.way, whisper.focus, whisper.said) = (way, true, None);
                    }
                }
            });
            ui.label(RichText::new(whisper.way.hint()).size(SMALL).color(FAINT));
            if whisper.way == Way::Ask {
                ui.horizontal(|ui| {
                    ui.label("You ask as");
                    let role = TextEdit::singleline(&mut whisper.role).char_limit(50).hint_text("a stranger");
                    ui.add(role.desired_width(150.0));
                    ui.checkbox(&mut whisper.remembered, "they remember it");
                });
            }
            let hint = match whisper.way {
                Way::Ask => "What did you do today?",
                Way::Voice => "You will …",
                Way::Tell => "Something they know from now on",
            };
            let field = TextEdit::singleline(&mut whisper.text).char_limit(LONGEST).hint_text(hint);
            let field = ui.add(field.desired_width(f32::INFINITY));
            if std::mem::take(&mut whisper.focus) {
                field.request_focus();
            }
            send = field.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter));
            ui.horizontal(|ui| {
                send |= ui.button("Say it").clicked();
                ui.label(RichText::new("Enter says it · Esc closes").size(SMALL).color(FAINT));
            });
            answer(ui, &whisper, &line, &name);
        });
    });
    if shut {
        whisper.to = None;
    } else if send && !whisper.text.trim().is_empty() {
        let made = whisper.line(&name);
        whisper.said = Some(made.clone());
        whisper.text.clear();
        whisper.focus = true;
        line.wish = Some(made);
    } else if send {
        whisper.focus = true;
    }
}

/// What came of it: the last that was noted for this line, or said by whom one asked.
fn answer(ui: &mut egui::Ui, whisper: &Whisper, line: &Line, name: &str) {
    let Some(said) = &whisper.said else { return };
    let begins = format!("{name}: ");
    let told = |past: &&super::line::Past| {
        past.line == *said
            || past.line.is_empty() && matches!(&past.answer, Some(Ok(text)) if text.starts_with(&begins))
    };
    ui.separator();
    match line.past.iter().rev().find(told).and_then(|past| past.answer.as_ref()) {
        None => ui.label(RichText::new("…").color(FAINT)),
        Some(Ok(text)) => ui.label(text.strip_prefix(&begins).unwrap_or(text)),
        Some(Err(why)) => ui.label(RichText::new(why).color(RED)),
    };
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_box_makes_a_line() {
        let mut whisper = Whisper { text: " who  are\nyou? ".into(), role: "a: reporter".into(), ..Whisper::default() };
        assert_eq!(whisper.line("Ann Lee"), "ask Ann Lee as a reporter: who are you?");
        whisper.remembered = true;
        assert_eq!(whisper.line("Ann Lee"), "ask Ann Lee as a reporter, remembered: who are you?");
        whisper.way = Way::Voice;
        assert_eq!(whisper.line("Ann Lee"), "voice Ann Lee: who are you?");
    }
}
