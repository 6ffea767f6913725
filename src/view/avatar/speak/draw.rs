//! The box as it is seen: with whom, the last lines, what they are about to say, and the field.

use bevy::prelude::*;
use bevy_egui::egui;
use egui::{Align2, Id, RichText, ScrollArea, Sides, TextEdit, Ui, vec2};

use super::{SpeechBox, awaited};
use crate::{
    agent::{
        components::{
            Avatar,
            talk::{InTalk, Talk, Talks},
        },
        persona::Names,
    },
    clock::{AgentId, Now},
    command::Command,
    exchange::CommandQueue,
    view::{
        avatar::PlayerState,
        console::ConsoleInput,
        overlays::{GAP, Overlay},
        panels::widgets::{FAINT, INK, RED, SMALL, TEAL, WHOLE, sheet, short_line, show_name, text_entry},
        speech::Speech,
        stage::Stage,
    },
};

/// Lines of the talk that can be scrolled back to, and how much of them is seen at once in a low window, in points.
const LINES: usize = 40;
const SEEN: f32 = 104.0;
/// The share of the window that the lines may take: one's question and the whole answer.
const SHARE: f32 = 1.0 / 3.0;
/// Letters that are taken, at most.
const LONGEST: usize = 600;

/// Draws the box.
pub(super) fn draw(
    mut stage: Stage,
    (you, mut speak, speech, console): (Res<PlayerState>, ResMut<SpeechBox>, Res<Speech>, Res<ConsoleInput>),
    (names, talks, now): (Res<Names>, Res<Talks>, Res<Now>),
    companies: Query<(&AgentId, &InTalk, &Avatar)>,
    mut queue: ResMut<CommandQueue>,
) {
    let Some(ctx) = stage.context().filter(|_| !console.open) else { return };
    let Some((&id, company, avatar)) = you.entity.and_then(|entity| companies.get(entity).ok()) else { return };
    let open = company.0.and_then(|id| talks.open.get(&id));
    let parted = speak.parted.map(|(parted, _)| parted);
    let over = talks.over.iter().rev().find(|(id, _)| parted == Some(*id)).map(|(_, talk)| talk);
    let talk = open.or(over);
    if !speak.open && talk.is_none() {
        return;
    }
    let clear = stage.clear();
    let at = (Align2::CENTER_BOTTOM, clear.center_bottom() - vec2(0.0, 14.0));
    let awaited = open.and_then(|talk| awaited(talk, id, &names));
    let (mut said, mine) = (None, stage.overlays.has_keys(Overlay::Speech));
    stage.overlays.show(&ctx, Overlay::Speech, at, (clear.shrink(GAP), &[]), |ui| {
        sheet().show(ui, |ui| {
            ui.set_width((clear.width() - 60.0).clamp(240.0, 620.0));
            head(ui, &speak, (talk, open.is_some()), &names, id);
            if let Some(talk) = talk {
                let tall = (ctx.content_rect().height() * SHARE).max(SEEN);
                let area = ScrollArea::vertical().id_salt("lines said").max_height(tall).auto_shrink([false, true]);
                area.stick_to_bottom(true).show(ui, |ui| {
                    for line in &talk.lines[talk.lines.len().saturating_sub(LINES)..] {
                        let name = if line.by == id { "You".into() } else { names.first_name(line.by) };
                        let colour = if line.by == id { TEAL } else { INK };
                        spoken(ui, &format!("{name}:"), RichText::new(short_line(&line.words, WHOLE)), colour);
                    }
                });
            }
            if let Some(talk) = open {
                about_to_speak(ui, talk, (&speech, &names), (id, awaited, now.0));
            }
            // What the town has and they have not said yet is said as soon as nobody speaks.
            let next = avatar.lines.iter().map(|words| ("You, next:".into(), words));
            let held = speak.held.iter();
            let held = held.map(|(to, words)| (format!("You, once {} has answered:", names.first_name(*to)), words));
            for (who, words) in next.chain(held) {
                spoken(ui, &who, RichText::new(short_line(words, WHOLE)).color(FAINT).italics(), FAINT);
            }
            if speak.open {
                unheard(ui, &mut speak, &names);
                if field(ui, &mut speak, (mine, open.is_some())) {
                    said = speak.enter(awaited.is_some() || !avatar.lines.is_empty());
                }
            }
        });
    });
    if let Some((to, words)) = said {
        queue.push(Command::Say { to: Some(names.name(to)), words: words.clone() });
        speak.pending = Some((words, now.0));
    }
}

fn others(talk: &Talk, you: AgentId) -> impl Iterator<Item = AgentId> {
    talk.members.iter().copied().filter(move |one| *one != you)
}

/// With whom, and what the keys do.
fn head(ui: &mut Ui, speak: &SpeechBox, (talk, goes_on): (Option<&Talk>, bool), names: &Names, you: AgentId) {
    // Of a talk that is over, or of another one, nobody but whom it is written for hears what is written.
    let lost = speak.to.is_some() && speak.unheard.is_some();
    let shown = talk.filter(|_| if goes_on { !lost } else { !speak.writes() });
    let mut others: Vec<&str> =
        shown.into_iter().flat_map(|talk| others(talk, you)).map(|one| names.get(one)).collect();
    if others.is_empty() {
        others.extend(speak.to.map(|to| names.get(to)));
    }
    let nobody = || speak.unheard.clone().unwrap_or_else(|| "Nobody is near".into());
    let whom = if others.is_empty() { nobody() } else { others.join(", ") };
    let note = match (speak.open, goes_on, speak.whom()) {
        (true, _, None) => "click where to go, or wait for somebody · Esc closes",
        (true, true, _) => "Enter says it · Esc closes, then walk on to leave",
        (true, false, _) if talk.is_some() && !speak.writes() => "the talk is over · Enter or Esc closes",
        (true, false, _) => "time is paused while you write · Enter says it · Esc closes",
        (false, true, _) => "T or Enter: answer · walk on to leave",
        (false, false, _) => "the talk is over",
    };
    let note = RichText::new(note).size(SMALL).color(FAINT);
    Sides::new().shrink_left().show(
        ui,
        |ui| show_name(ui, &whom, 15.0, INK, ui.available_width()),
        |ui| ui.label(note),
    );
}

/// Words and whose they are.
fn spoken(ui: &mut Ui, who: &str, words: RichText, colour: egui::Color32) {
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = 4.0;
        ui.label(RichText::new(who).color(colour).strong());
        ui.label(words);
    });
}

/// What the others are about to say, word by word, as long as it is not accepted; else who is about to speak, or does.
fn about_to_speak(
    ui: &mut Ui,
    talk: &Talk,
    (speech, names): (&Speech, &Names),
    (you, awaited, now): (AgentId, Option<AgentId>, u64),
) {
    let drafts = others(talk, you).filter_map(|one| Some(format!("{}: {}", names.first_name(one), speech.draft(one)?)));
    let mut told: Vec<String> = drafts.collect();
    if told.is_empty() {
        let speaks = talk.lines.last().filter(|line| line.by != you && now < line.until);
        let awaited = awaited.map(|who| format!("{} is about to answer …", names.first_name(who)));
        told.extend(awaited.or(speaks.map(|line| format!("{} is speaking …", names.first_name(line.by)))));
    }
    for words in told {
        ui.label(RichText::new(words).color(FAINT).italics());
    }
}

/// Why what is written is not said, beside the field, and who could hear it instead.
fn unheard(ui: &mut Ui, speak: &mut SpeechBox, names: &Names) {
    let lost = speak.unheard.as_ref().filter(|_| speak.to.is_some() && speak.stays());
    let why = match (&speak.told, lost) {
        (Some(told), _) => format!("Not said yet. {told}."),
        (None, Some(why)) => format!("{why}."),
        (None, None) => return,
    };
    let other = speak.instead.filter(|_| lost.is_some());
    ui.horizontal_wrapped(|ui| {
        ui.label(RichText::new(why).color(RED));
        if other.is_some_and(|other| ui.button(format!("Turn to {}", names.get(other))).clicked()) {
            speak.turn_to(other);
        }
    });
}

/// The field one writes in, to which keys are meant or not, while a talk goes on or not; is what is written to be said?
fn field(ui: &mut Ui, speak: &mut SpeechBox, (mine, goes_on): (bool, bool)) -> bool {
    // A name of its own: the lines above it come and go, and the keys must not go with them.
    let edit = TextEdit::singleline(&mut speak.text).id(Id::new("what is said")).char_limit(LONGEST);
    let (field, entered) = text_entry(ui, edit.hint_text("Say something"), &mut speak.focus, mine);
    if field.changed() {
        speak.told = None;
    }
    let said = entered && speak.writes();
    if entered && !said && !goes_on {
        speak.close();
        field.surrender_focus();
    } else if entered {
        // As long as the talk lasts it stays, with the keys.
        field.request_focus();
    }
    said
}
