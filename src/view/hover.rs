//! What is under the cursor: a person and what they do, else a thing and its state, else the place.

use bevy::{prelude::*, window::PrimaryWindow};
use bevy_egui::{EguiPrimaryContextPass, egui};
use egui::{Popup, PopupKind};

use super::{
    Pointer,
    console::ConsoleInput,
    names::{FALLBACK_SIGN, TownView, line_fallback},
    panels::{
        Context, PanelsDrawn,
        telling::{doing, object, users},
        widgets::{INK, SMALL, STATE, WORDS, bold, faint, layout_text, plate, sentence, short_line, short_place},
    },
    people::{Bodies, Overhead, stands},
    speech::Speech,
};
use crate::{agent::components::talk::Talks, chronicle::Chronicle, clock::AgentId, world::ArenaId};

/// Seconds the cursor rests before a place is named.
const REST: f32 = 0.35;
/// Widest line in points.
const WIDE: f32 = 260.0;
/// Most letters of a line of talk on the plate.
const SAID: usize = 700;

/// What somebody said last in the talk they are in.
fn last_said(talks: &Talks, who: AgentId, now: u64) -> Option<&str> {
    let talk = talks.open.values().find(|talk| talk.members.contains(&who))?;
    let said = talk.lines.iter().rev().find(|line| line.by == who && line.from <= now);
    said.map(|line| line.words.as_str())
}

fn draw(
    mut context: Context,
    (pointer, overhead): (Res<Pointer>, Res<Overhead>),
    folk: TownView,
    feet: Query<Bodies>,
    window: Single<&Window, With<PrimaryWindow>>,
    (speech, talks, chronicle): (Res<Speech>, Res<Talks>, Res<Chronicle>),
    console: Res<ConsoleInput>,
    time: Res<Time<Real>>,
    mut rested: Local<(Option<Vec2>, f32)>,
) {
    let Some(world) = pointer.world else { return };
    if rested.0 == Some(world) {
        rested.1 += time.delta_secs();
    } else {
        *rested = (Some(world), 0.0);
    }
    let map = &*folk.map;
    let Some(cursor) = window.cursor_position() else { return };
    let ctx = context.get_mut().clone();
    // The cursor is in logical pixels, egui in its own points.
    let at = egui::pos2(cursor.x, cursor.y) / ctx.zoom_factor();
    // A bubble of words lies over what is behind it.
    let speaker = speech.painted_at(at);
    let person = speaker.or_else(|| overhead.at(world, feet.iter().map(stands)));
    // A headline, lines under it, and a small word.
    let (head, lines, small) = if let Some((_, persona, _, action, ..)) =
        folk.people.iter().find(|(id, ..)| person == Some(**id))
    {
        let does = Some(sentence(&short_line(&doing(action, map), SAID))).filter(|_| speaker.is_none());
        let said = person.and_then(|who| last_said(&talks, who, folk.tick()));
        let said = said.map(|words| format!("“{}”", short_line(words, SAID)));
        let line = speaker.and_then(|who| speech.of(who).and_then(|line| line_fallback(&chronicle, who, line.from)));
        let line = line.map(|why| format!("{FALLBACK_SIGN} The built-in mind's words: {}", short_line(why, SAID)));
        (persona.name.clone(), does.into_iter().chain(said).chain(line).collect(), String::new())
    } else if let Some(id) = pointer.thing {
        let state = folk.objects.entities.get(usize::from(id.0));
        let Some(state) = state.and_then(|entity| folk.things.get(*entity).ok()) else { return };
        let text = object(map, id, state);
        let (name, state_words) = text.split_once(": ").unwrap_or((&text, ""));
        let lines = vec![short_line(state_words, STATE), users(state, &folk.names())];
        let change = if console.open { "" } else { "right click: change it" };
        (sentence(name), lines, change.to_owned())
    } else {
        let arena = pointer.tile.and_then(|tile| map.arena_at(tile));
        let named = arena.filter(|arena| *arena != ArenaId::OUTDOORS && rested.1 > REST);
        let Some(arena) = named else { return };
        (String::new(), Vec::new(), short_place(map, arena))
    };
    let popup = Popup::new(egui::Id::new("hover"), ctx, at, egui::LayerId::background()).kind(PopupKind::Tooltip);
    popup.interactable(false).gap(14.0).frame(plate()).show(|ui| {
        ui.set_max_width(WIDE);
        ui.spacing_mut().item_spacing.y = 1.0;
        if !head.is_empty() {
            bold(ui, &head, 14.0, INK);
        }
        for line in lines.iter().filter(|line| !line.is_empty()) {
            layout_text(ui.painter(), line, SMALL + 0.5, WORDS, ui.available_width(), 0).show(ui);
        }
        if !small.is_empty() {
            ui.add(egui::Label::new(faint(small)).extend());
        }
    });
}

/// Adds the plate at the cursor.
pub fn plugin(app: &mut App) {
    app.add_systems(EguiPrimaryContextPass, draw.after(PanelsDrawn).run_if(in_state(super::scene::Scene::Town)));
}
