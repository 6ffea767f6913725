//! What is under the cursor: a person and what they do, else a thing and its state, else the place.

use bevy::{prelude::*, window::PrimaryWindow};
use bevy_egui::{EguiPrimaryContextPass, egui};
use egui::{RichText, vec2};

use super::{
    Pointer,
    console::Line,
    fallback::{self, SIGN},
    names::Folk,
    panels::{
        Context, PanelsDrawn,
        style::{FAINT, INK, SMALL, WORDS, heavy, plate},
        telling::{doing, object, sentence, short_place, users},
        words::lay,
    },
    people::{Bodies, Overhead, stands},
    sanitize::{STATE, tame},
    speech::Speech,
};
use crate::{agent::components::talk::Talks, chronicle::Chronicle, clock::AgentId, world::ArenaId};

/// Seconds the cursor rests before a place is named.
const REST: f32 = 0.35;
/// How a thing is changed.
const CHANGE: &str = "right click: change it";
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

/// The words of the plate: a headline and lines under it.
#[derive(Debug, Default, PartialEq, Eq)]
struct Words {
    head: String,
    lines: Vec<String>,
    place: bool,
    thing: bool,
}

fn draw(
    mut context: Context,
    (pointer, overhead): (Res<Pointer>, Res<Overhead>),
    folk: Folk,
    feet: Query<Bodies>,
    window: Single<&Window, With<PrimaryWindow>>,
    (speech, talks, chronicle): (Res<Speech>, Res<Talks>, Res<Chronicle>),
    console: Res<Line>,
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
    let speaker = speech.painted.iter().filter(|(_, body)| body.contains(at)).map(|(who, _)| *who).next_back();
    let person = speaker.or_else(|| overhead.at(world, feet.iter().map(stands)));
    let words = if let Some((_, persona, _, action, ..)) = folk.people.iter().find(|(id, ..)| person == Some(**id)) {
        let does = Some(sentence(&tame(&doing(action, map), SAID))).filter(|_| speaker.is_none());
        let said = person.and_then(|who| last_said(&talks, who, folk.tick()));
        let said = said.map(|words| format!("“{}”", tame(words, SAID)));
        let line = speaker.and_then(|who| speech.of(who).and_then(|line| fallback::line(&chronicle, who, line.from)));
        let line = line.map(|why| format!("{SIGN} The built-in mind's words: {}", tame(why, SAID)));
        Words {
            head: persona.name.clone(),
            lines: does.into_iter().chain(said).chain(line).collect(),
            ..Words::default()
        }
    } else if let Some(id) = pointer.thing {
        let state = folk.objects.entities.get(usize::from(id.0));
        let Some(state) = state.and_then(|entity| folk.things.get(*entity).ok()) else { return };
        let text = object(map, id, state);
        let (name, state_words) = text.split_once(": ").unwrap_or((&text, ""));
        let by = users(state, &folk.names());
        let lines = [tame(state_words, STATE), by].into_iter().filter(|line| !line.is_empty()).collect();
        Words { head: sentence(name), lines, thing: true, ..Words::default() }
    } else {
        let arena = pointer.tile.and_then(|tile| map.arena_at(tile));
        let named = arena.filter(|arena| *arena != ArenaId::OUTDOORS && rested.1 > REST);
        let Some(arena) = named else { return };
        Words { head: short_place(map, arena), place: true, ..Words::default() }
    };
    let whole = ctx.content_rect();
    // Beside the cursor, and on the other side of it near the right and the lower edge.
    let left = at.x > whole.right() - WIDE - 30.0;
    let up = at.y > whole.bottom() - 90.0;
    let pivot = match (left, up) {
        (false, false) => egui::Align2::LEFT_TOP,
        (true, false) => egui::Align2::RIGHT_TOP,
        (false, true) => egui::Align2::LEFT_BOTTOM,
        (true, true) => egui::Align2::RIGHT_BOTTOM,
    };
    let nudge = vec2(if left { -12.0 } else { 14.0 }, if up { -8.0 } else { 16.0 });
    let area = egui::Area::new("hover".into()).fixed_pos(at + nudge).pivot(pivot).interactable(false);
    area.order(egui::Order::Foreground).constrain(true).show(&ctx, |ui| {
        plate().show(ui, |ui| {
            ui.set_max_width(WIDE);
            ui.spacing_mut().item_spacing.y = 1.0;
            if words.place {
                ui.add(egui::Label::new(RichText::new(&words.head).size(SMALL).color(FAINT)).extend());
                return;
            }
            heavy(ui, &words.head, 14.0, INK);
            for line in &words.lines {
                lay(ui.painter(), line, SMALL + 0.5, WORDS, ui.available_width(), 0).show(ui);
            }
            if words.thing && !console.open {
                ui.add(egui::Label::new(RichText::new(CHANGE).size(SMALL - 1.0).color(FAINT)).extend());
            }
        });
    });
}

/// Adds the plate at the cursor.
pub fn plugin(app: &mut App) {
    app.add_systems(EguiPrimaryContextPass, draw.after(PanelsDrawn).run_if(in_state(super::scene::Scene::Town)));
}
