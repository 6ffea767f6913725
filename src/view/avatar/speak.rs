//! The box one speaks from, with the last lines of the talk one is in.

use bevy::prelude::*;
use bevy_egui::{EguiPrimaryContextPass, egui, input::EguiWantsInput};
use egui::{Align2, Key, Order, RichText, vec2};

use super::{Acting, You, tell};
use crate::{
    agent::{
        avatar::{Avatar, hears},
        dialogue::{Company, Talk, TalkId, Talks},
        persona::Names,
    },
    clock::{AgentId, Calendar, Driver, Now},
    schedule::OfTown,
    thought::Doorstep,
    view::scene::in_town,
    view::{
        Notice,
        console::Line,
        dock::Dock,
        hud::Plates,
        keys::bind::Bindings,
        panels::{
            PanelsDrawn, Paper,
            style::{FAINT, INK, SMALL, TEAL, heavy, sheet},
        },
        speech::{Heard, Speech},
        speed::Tempo,
        tame::{WHOLE, tame},
    },
};

/// Lines of the talk that are shown.
const LINES: usize = 4;
/// Letters that are taken, at most.
const LONGEST: usize = 600;

/// The box one speaks from.
#[derive(Resource, Clone, Debug, Default)]
pub struct Speak {
    /// Is it shown?
    pub open: bool,
    /// What has been written.
    pub text: String,
    /// It wants the keys with the next frame.
    focus: bool,
    /// To whom it would be said.
    to: Option<AgentId>,
    /// Words that the town has not said yet, and the tick in which they were written.
    pending: Option<(String, u64)>,
    /// The talk of the frame before.
    talk: Option<TalkId>,
}

/// Opens the box, closes it with its talk, and notes to whom one would speak.
fn keys(world: &mut World) {
    let you = *world.resource::<You>();
    let Some(entity) = you.entity else {
        let mut speak = world.resource_mut::<Speak>();
        (speak.open, speak.pending) = (false, None);
        return;
    };
    let pressed = |world: &World| {
        let keys = world.resource::<ButtonInput<KeyCode>>();
        world.resource::<Bindings>().just_pressed(keys, "talk")
    };
    let wanted = !you.busy && !world.resource::<EguiWantsInput>().wants_keyboard_input();
    let asked = wanted && pressed(world);
    let talk = world.get::<Company>(entity).and_then(|company| company.0);
    let to = (asked || world.resource::<Speak>().open).then(|| hears(world, entity, None));
    let now = world.resource::<Now>().0;
    let mut speak = world.resource_mut::<Speak>();
    speak.pending.take_if(|(_, at)| now > *at + 1);
    // With a talk that ended, the box goes too, unless somebody is writing.
    if speak.open && speak.talk.is_some() && talk.is_none() && speak.text.trim().is_empty() {
        speak.open = false;
    }
    speak.talk = talk;
    match to {
        Some(Ok(to)) => {
            speak.to = Some(to);
            if asked {
                (speak.open, speak.focus) = (true, true);
                at_walking_pace(world);
                tracing::info!(target: "screen", "speech box");
            }
        }
        Some(Err(why)) if asked => {
            world.write_message(Notice(format!("You cannot talk now: {why}.")));
        }
        Some(Err(_)) => speak.to = None,
        None => {}
    }
}

/// Nobody can be talked to at sixty minutes a second.
fn at_walking_pace(world: &mut World) {
    let Some(calendar) = world.get_resource::<Calendar>().copied() else { return };
    world.resource_scope(|world, mut tempo: Mut<Tempo>| {
        if let Some(mut driver) = world.get_resource_mut::<Driver>() {
            tempo.choose(0, &mut driver, &calendar);
        }
    });
}

/// What the player said is seen over their head before the town has it.
fn echo(
    you: Res<You>,
    speak: Res<Speak>,
    avatars: Query<(&Avatar, &Company)>,
    mut speech: ResMut<Speech>,
    now: Res<Now>,
) {
    let Some(((avatar, company), id)) = you.entity.and_then(|entity| avatars.get(entity).ok()).zip(you.id) else {
        return;
    };
    let waiting = avatar.lines.front().or(speak.pending.as_ref().map(|(words, _)| words));
    let talk = company.0.unwrap_or(TalkId { by: id, count: u32::MAX });
    if let Some(words) = waiting {
        speech.murmur(id, talk, &tame(words, WHOLE), now.0);
    }
}

fn lines(ui: &mut egui::Ui, talk: &Talk, names: &Names, you: AgentId) {
    let first = talk.lines.len().saturating_sub(LINES);
    for line in &talk.lines[first..] {
        let name = names.0.get(&line.by).and_then(|name| name.split_whitespace().next()).unwrap_or("Somebody");
        let (name, colour) = if line.by == you { ("You", TEAL) } else { (name, INK) };
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing.x = 4.0;
            ui.label(RichText::new(format!("{name}:")).color(colour).strong());
            ui.label(RichText::new(tame(&line.words, WHOLE)));
        });
    }
}

fn draw(
    paper: Paper,
    (you, mut speak, speech): (Res<You>, ResMut<Speak>, Res<Speech>),
    (names, talks, now): (Option<Res<Names>>, Option<Res<Talks>>, Option<Res<Now>>),
    companies: Query<&Company>,
    (dock, mut plates, console): (Res<Dock>, ResMut<Plates>, Res<Line>),
    mut doorstep: Option<ResMut<Doorstep>>,
) {
    let (Some(mut paper), Some(names), Some(talks), Some(now)) = (paper, names, talks, now) else { return };
    let (Some(id), Some(entity)) = (you.id, you.entity) else { return };
    let talk = companies.get(entity).ok().and_then(|company| talks.open.get(&company.0?));
    // The console lies at this place; what is said stands in bubbles.
    if !speak.open && (talk.is_none() || console.open) {
        return;
    }
    let ctx = paper.get_mut().clone();
    let wide = (dock.clear.width() - 60.0).clamp(240.0, 620.0);
    let foot = dock.clear.center_bottom() - vec2(0.0, 14.0);
    let area = egui::Area::new("speak".into()).pivot(Align2::CENTER_BOTTOM).fixed_pos(foot).order(Order::Foreground);
    let drawn = area.show(&ctx, |ui| {
        sheet().show(ui, |ui| {
            ui.set_width(wide);
            let others = talk.map(|talk| talk.members.iter().copied().filter(|one| *one != id).collect::<Vec<_>>());
            let others = others.unwrap_or_else(|| speak.to.into_iter().collect());
            let others: Vec<&str> = others.iter().filter_map(|one| names.0.get(one).map(String::as_str)).collect();
            ui.horizontal(|ui| {
                let whom = if others.is_empty() { "Nobody is near".to_string() } else { others.join(", ") };
                heavy(ui, &whom, 15.0, INK);
                let note = match speak.open {
                    true => "Enter says it · Esc closes · walk on to leave",
                    false => "T or Enter: answer · walk on to leave",
                };
                ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                    ui.label(RichText::new(note).size(SMALL).color(FAINT));
                });
            });
            if let Some(talk) = talk {
                lines(ui, talk, &names, id);
                let drafts = talk.members.iter().filter(|one| **one != id).filter_map(|one| {
                    let line = speech.draft(*one)?;
                    Some((names.0.get(one)?, line))
                });
                for (name, words) in drafts {
                    let name = name.split_whitespace().next().unwrap_or_default();
                    ui.label(RichText::new(format!("{name}: {words}")).color(FAINT).italics());
                }
            }
            if !speak.open {
                return;
            }
            let Speak { text, focus, .. } = &mut *speak;
            let field = egui::TextEdit::singleline(text).char_limit(LONGEST).hint_text("Say something");
            let field = ui.add(field.desired_width(f32::INFINITY));
            if std::mem::take(focus) {
                field.request_focus();
            }
            let entered = field.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter));
            if entered && !speak.text.trim().is_empty() {
                let words = std::mem::take(&mut speak.text);
                tell(doorstep.as_deref_mut(), format!("say {}", words.trim()));
                speak.pending = Some((words.trim().to_string(), now.0));
                speak.focus = true;
            } else if entered || ui.input(|input| input.key_pressed(Key::Escape)) {
                speak.open = false;
                speak.text.clear();
            } else if field.lost_focus() {
                speak.focus = true;
            }
        });
    });
    plates.foot = drawn.response.rect.top();
}

/// Adds speaking.
pub fn plugin(app: &mut App) {
    app.of_town::<Speak>()
        .add_systems(Update, keys.in_set(Acting).run_if(resource_exists::<Talks>))
        .add_systems(
            Update,
            echo.in_set(Heard).after(crate::view::speech::draft::overhear).run_if(resource_exists::<Now>),
        )
        .add_systems(EguiPrimaryContextPass, draw.after(PanelsDrawn).run_if(in_town));
}
