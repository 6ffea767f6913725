//! The box as it is seen: with whom, the last lines, what they are about to say, and the field.

use bevy::prelude::*;
use bevy_egui::egui;
use egui::{Align, Align2, Id, Layout, RichText, ScrollArea, TextEdit, Ui, vec2};

use super::{Speak, wait};
use crate::{
    agent::{
        components::{
            avatar::Avatar,
            talk::{Company, Talk, Talks},
        },
        persona::Names,
    },
    clock::{AgentId, Now},
    command::Command,
    exchange::CommandQueue,
    view::{
        avatar::You,
        console::Line,
        overlays::{GAP, Overlay},
        panels::{
            style::{FAINT, INK, RED, SMALL, TEAL, sheet},
            words::show_name,
        },
        sanitize::{WHOLE, tame},
        speech::Speech,
        stage::Stage,
        widgets::written,
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
    (you, mut speak, speech, console): (Res<You>, ResMut<Speak>, Res<Speech>, Res<Line>),
    (names, talks, now): (Res<Names>, Res<Talks>, Res<Now>),
    companies: Query<(&Company, &Avatar)>,
    mut queue: ResMut<CommandQueue>,
) {
    let Some(ctx) = stage.context().filter(|_| !console.open) else { return };
    let (Some(id), Some(entity)) = (you.id, you.entity) else { return };
    let own = companies.get(entity).ok();
    let open = own.and_then(|(company, _)| talks.open.get(&company.0?));
    let over = || talks.over.iter().rev().find(|(id, _)| speak.parted.is_some_and(|(parted, _)| parted == *id));
    let talk = open.or_else(|| over().map(|(_, talk)| talk));
    if !speak.open && talk.is_none() {
        return;
    }
    let clear = stage.clear();
    let wide = (clear.width() - 60.0).clamp(240.0, 620.0);
    let at = (Align2::CENTER_BOTTOM, clear.center_bottom() - vec2(0.0, 14.0));
    let awaited = open.and_then(|talk| wait::awaited(talk, id, &names));
    let speaks = open.and_then(|talk| wait::speaks(talk, id, now.0));
    let talk_id = own.and_then(|(company, _)| company.0);
    // What the town has and they have not said yet is said as soon as nobody speaks.
    let next: Vec<&str> = own.iter().flat_map(|(_, avatar)| &avatar.lines).map(String::as_str).collect();
    let (mut said, mine) = (None, stage.overlays.has_keys(Overlay::Speech));
    stage.overlays.show(&ctx, Overlay::Speech, at, (clear.shrink(GAP), &[]), |ui| {
        sheet().show(ui, |ui| {
            ui.set_width(wide);
            head(ui, &speak, (talk, open.is_some()), &names, id);
            if let Some(talk) = talk {
                let tall = (ctx.content_rect().height() * SHARE).max(SEEN);
                let area = ScrollArea::vertical().id_salt("lines said").max_height(tall).auto_shrink([false, true]);
                area.stick_to_bottom(true).show(ui, |ui| lines(ui, talk, &names, id));
            }
            let drafted = open.is_some_and(|talk| drafts(ui, talk, &speech, &names, id));
            waits(ui, &speak, (awaited.filter(|_| !drafted), speaks), &next, &names);
            if speak.open {
                if let Some(other) = unheard(ui, &speak, &names) {
                    speak.turn_to(other, talk_id);
                }
                let entered = field(ui, &mut speak, (mine, open.is_some()));
                said = entered.then(|| speak.enter(awaited.is_some() || !next.is_empty())).flatten();
            }
        });
    });
    if let Some((to, words)) = said
        && let Some(name) = names.0.get(&to)
    {
        queue.push(Command::Say { to: Some(name.clone()), words: words.clone() });
        speak.pending = Some((words, now.0));
    }
}

/// With whom, and what the keys do.
fn head(ui: &mut Ui, speak: &Speak, (talk, goes_on): (Option<&Talk>, bool), names: &Names, you: AgentId) {
    let name = |id: &AgentId| names.0.get(id).map_or("somebody", String::as_str);
    // Of a talk that is over, or of another one, nobody but whom it is written for hears what is written.
    let shown = talk.filter(|_| if goes_on { speak.lost.is_none() } else { !speak.writes() });
    let members = shown.map(|talk| &talk.members[..]).unwrap_or_default();
    let mut others: Vec<&str> = members.iter().filter(|one| **one != you).map(name).collect();
    if others.is_empty() {
        others.extend(speak.to.as_ref().map(name));
    }
    let note = match (speak.open, goes_on) {
        (true, false) if talk.is_some() && !speak.writes() => "the talk is over · Enter or Esc closes",
        (true, true) if speak.lost.is_some() => "what you write stays for them · Esc closes",
        (true, _) if speak.whom().is_none() => "click where to go, or wait for somebody · Esc closes",
        (true, true) => "Enter says it · Esc closes, then walk on to leave",
        (true, false) => "time stands while you write · Enter says it · Esc closes",
        (false, true) => "T or Enter: answer · walk on to leave",
        (false, false) => "the talk is over",
    };
    ui.horizontal_wrapped(|ui| {
        let nobody = || speak.alone.clone().unwrap_or_else(|| "Nobody is near".into());
        let whom = if others.is_empty() { nobody() } else { others.join(", ") };
        // What the keys do stands beside it, or below where both do not fit.
        let font = egui::FontId::proportional(SMALL);
        let wide = ui.painter().layout_no_wrap(note.into(), font, FAINT).size().x;
        let room = ui.available_width();
        let named = show_name(ui, &whom, 15.0, INK, room).rect.width();
        if named + wide + 12.0 > room {
            ui.end_row();
            ui.label(RichText::new(note).size(SMALL).color(FAINT));
            return;
        }
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            ui.label(RichText::new(note).size(SMALL).color(FAINT));
        });
    });
}

fn lines(ui: &mut Ui, talk: &Talk, names: &Names, you: AgentId) {
    let first = talk.lines.len().saturating_sub(LINES);
    for line in &talk.lines[first..] {
        let (name, colour) =
            if line.by == you { ("You".into(), TEAL) } else { (wait::first_name(names, line.by), INK) };
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing.x = 4.0;
            ui.label(RichText::new(format!("{name}:")).color(colour).strong());
            ui.label(RichText::new(tame(&line.words, WHOLE)));
        });
    }
}

/// What the others are about to say, word by word, as long as it is not accepted; is there anything?
fn drafts(ui: &mut Ui, talk: &Talk, speech: &Speech, names: &Names, you: AgentId) -> bool {
    let mut any = false;
    for one in talk.members.iter().filter(|one| **one != you) {
        let Some(words) = speech.draft(*one) else { continue };
        let name = wait::first_name(names, *one);
        ui.label(RichText::new(format!("{name}: {words}")).color(FAINT).italics());
        any = true;
    }
    any
}

/// Who is about to answer, or speaks, and what waits until they have.
fn waits(
    ui: &mut Ui,
    speak: &Speak,
    (awaited, speaks): (Option<AgentId>, Option<AgentId>),
    next: &[&str],
    names: &Names,
) {
    let first = |id: AgentId| wait::first_name(names, id);
    let faint = |words: String| RichText::new(words).color(FAINT);
    match (awaited, speaks) {
        (Some(who), _) if speak.writes() => {
            ui.label(faint(format!("{} is about to answer · what you write waits for that", first(who))));
        }
        (Some(who), _) => drop(ui.label(faint(format!("{} is about to answer …", first(who))))),
        (None, Some(who)) => drop(ui.label(faint(format!("{} is speaking …", first(who))))),
        (None, None) => {}
    }
    let next = next.iter().map(|words| ("You, next:".to_string(), *words));
    let held = speak.held.iter().map(|(to, words)| (format!("You, once {} has answered:", first(*to)), words.as_str()));
    for (who, words) in next.chain(held) {
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing.x = 4.0;
            ui.label(faint(who).strong());
            ui.label(faint(tame(words, WHOLE)).italics());
        });
    }
}

/// Why what is written is not said, beside the field; gives to whom the player turns instead, if they do.
fn unheard(ui: &mut Ui, speak: &Speak, names: &Names) -> Option<AgentId> {
    let lost = speak.lost.filter(|_| speak.stays());
    let why = match &speak.told {
        Some(told) => format!("Not said yet. {told}."),
        None if lost.is_some() => format!("{}.", speak.alone.as_deref().unwrap_or("They cannot hear you")),
        None => return None,
    };
    let mut turned = None;
    ui.horizontal_wrapped(|ui| {
        ui.label(RichText::new(why).color(RED));
        if let Some(other) = lost.flatten()
            && let Some(name) = names.0.get(&other)
            && ui.button(format!("Turn to {name}")).clicked()
        {
            turned = Some(other);
        }
    });
    turned
}

/// The field one writes in, to which keys are meant or not, while a talk goes on or not; is what is written to be said?
fn field(ui: &mut Ui, speak: &mut Speak, (mine, goes_on): (bool, bool)) -> bool {
    // A name of its own: the lines above it come and go, and the keys must not go with them.
    let id = Id::new("what is said");
    let edit = TextEdit::singleline(&mut speak.text).id(id).char_limit(LONGEST).hint_text("Say something");
    let (field, entered) = written(ui, edit, &mut speak.focus, mine);
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
