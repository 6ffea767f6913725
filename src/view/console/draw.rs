//! The line at the lower edge, what may follow it, and what came of earlier lines. A right click on a thing begins
//! the line that changes it.

use super::{ConsoleInput, line::Past};
use crate::{
    clock::Driver,
    command::{LONGEST, lacks_state},
    view::{
        Notice, RightClicked,
        avatar::PlayerState,
        overlays::{GAP, Overlay},
        panels::style::{FAINT, INK, RED, SMALL, TEAL, WORDS, bold, faint, sheet},
        speed::paused,
        stage::Stage,
    },
    world::TownMap,
};
use bevy::prelude::*;
use bevy_egui::egui;
use egui::{Align2, Button, Key, Modifiers, RichText, ScrollArea, TextEdit, Ui, text::CCursor, vec2};

/// Widest in points.
const WIDE: f32 = 900.0;
/// Of the window's height, what answers may take.
const TALL: f32 = 0.42;
/// Height of an offer in points.
const ROW: f32 = 22.0;
/// Offers that are listed at once.
const OFFERS: usize = 6;

/// Draws it.
pub fn draw(mut stage: Stage, mut line: ResMut<ConsoleInput>, driver: Res<Driver>) {
    let Some(ctx) = stage.context().filter(|_| line.open) else { return };
    let (mine, stands) = (stage.overlays.has_keys(Overlay::Console), paused(&driver));
    let room = stage.clear();
    let wide = (room.width() - 36.0).clamp(220.0, WIDE);
    let at = (Align2::LEFT_BOTTOM, room.left_bottom() + vec2(GAP, -GAP));
    let listed = line.offers.len().min(OFFERS + 1) as f32 * ROW;
    let tall = (ctx.content_rect().height() * TALL - listed).max(3.0 * ROW);
    stage.overlays.show(&ctx, Overlay::Console, at, (room.shrink(GAP), &[]), |ui| {
        sheet().show(ui, |ui| {
            ui.set_width(wide);
            ui.horizontal(|ui| {
                bold(ui, "Console", 15.0, INK);
                ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                    let hint = "Tab completes · arrows: earlier lines · click a thing to name it · Esc closes";
                    ui.label(faint(hint));
                });
            });
            let area = ScrollArea::vertical().id_salt("console past").max_height(tall).auto_shrink([false, true]);
            area.stick_to_bottom(true).show(ui, |ui| line.past.iter().for_each(|past| told(ui, past, stands)));
            if line.past.iter().all(|past| past.line.is_empty()) {
                let hint = "For example: help · set <…: stove> is burning · schedule NAME · voice NAME: you will …";
                ui.label(faint(hint));
            }
            offers(ui, &mut line);
            states(ui, &mut line);
            field(ui, &mut line, mine);
        });
    });
}

fn told(ui: &mut egui::Ui, past: &Past, stands: bool) {
    let words = |ui: &mut egui::Ui, text: &str, colour| {
        ui.add(egui::Label::new(RichText::new(text).monospace().color(colour)).selectable(true).wrap());
    };
    if !past.line.is_empty() {
        words(ui, &format!("> {}", past.line), TEAL);
    }
    match &past.answer {
        None if stands => words(ui, "  … when time goes on: it is paused", FAINT),
        None => words(ui, "  …", FAINT),
        Some(Ok(text)) if text.is_empty() => {}
        Some(Ok(text)) => words(ui, text, WORDS),
        Some(Err(why)) => words(ui, why, RED),
    }
}

/// What may follow, each to be clicked on.
fn offers(ui: &mut egui::Ui, line: &mut ConsoleInput) {
    let first = line.chosen.saturating_sub(OFFERS - 1);
    let mut taken = None;
    for (n, offer) in line.offers.iter().enumerate().skip(first).take(OFFERS) {
        ui.horizontal(|ui| {
            let name = RichText::new(&offer.shown).monospace();
            if ui.add(egui::Button::new(name).small().selected(n == line.chosen)).clicked() {
                taken = Some(n);
            }
            ui.label(faint(&offer.about));
        });
    }
    let more = line.offers.len().saturating_sub(first + OFFERS);
    if more > 0 {
        ui.label(faint(format!("and {more} more")));
    }
    if taken.is_some() {
        line.take(taken);
    }
}

/// The field, to which keys are meant or not.
fn field(ui: &mut egui::Ui, line: &mut ConsoleInput, mine: bool) {
    let times = |ui: &mut egui::Ui, key| match mine {
        true => ui.input_mut(|input| input.count_and_consume_key(Modifiers::NONE, key)),
        false => 0,
    };
    let (up, down) = (times(ui, Key::ArrowUp), times(ui, Key::ArrowDown));
    (0..up).for_each(|_| line.arrow(true));
    (0..down).for_each(|_| line.arrow(false));
    let id = egui::Id::new("console line");
    let edit = TextEdit::singleline(&mut line.text).id(id).char_limit(LONGEST).hint_text("a command, or help");
    let mut output = edit.font(egui::TextStyle::Monospace).desired_width(f32::INFINITY).show(ui);
    // Only now: in a slow frame what was typed before it came with the same frame.
    if output.response.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter)) {
        line.enter();
    }
    if std::mem::take(&mut line.focus) {
        output.response.request_focus();
        let mark = CCursor::new(line.mark.min(line.text.chars().count()));
        output.state.cursor.set_char_range(Some(egui::text::CCursorRange::one(mark)));
        output.state.store(ui.ctx(), id);
    } else if mine && ui.memory(|memory| memory.focused().is_none()) {
        line.focus = true;
    } else if let Some(range) = output.cursor_range {
        line.mark = range.primary.index.into();
    }
}

/// What somebody who has never done it may want a thing to be.
const STATES: [&str; 4] = ["burning", "leaking", "empty", "out of order"];

/// Begins it. A line that somebody writes is left alone.
pub(super) fn begin_change(
    mut meant: MessageReader<RightClicked>,
    mut line: ResMut<ConsoleInput>,
    (map, you): (Res<TownMap>, Res<PlayerState>),
    mut notices: MessageWriter<Notice>,
) {
    for RightClicked(click) in meant.read() {
        if (click.thing.is_none() || click.on.is_some()) && !line.open && !you.busy {
            // Else what is written next would be taken for keys, and nobody knew why.
            notices.write(Notice("Right click a thing to change it: a stove, a sofa.".into()));
        }
        let Some(thing) = click.thing.filter(|_| click.on.is_none() && !you.busy || line.open) else { continue };
        if !line.open || line.text.trim().is_empty() || lacks_state(&line.text) {
            line.text.clear();
            line.show();
            line.put_thing(&map.address(thing));
        }
    }
}

/// What may be written, each word to be clicked on.
fn states(ui: &mut Ui, line: &mut ConsoleInput) {
    if !lacks_state(&line.text) {
        return;
    }
    ui.horizontal_wrapped(|ui| {
        ui.label(faint("Write what it shall be:"));
        for state in STATES {
            if ui.add(Button::new(RichText::new(state).size(SMALL)).small()).clicked() {
                line.put(format!("{} {state}", line.text.trim_end()));
            }
        }
        ui.label(faint("or any words, then Enter. Whoever is near notices."));
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{agent::Scenario, data::Data, view::Clicked};
    use bevy::ecs::system::RunSystemOnce;
    use egui::{Context, Event, RawInput};

    #[test]
    fn what_is_pasted_is_cut_to_what_a_line_may_be() {
        let (ctx, mut line) = (Context::default(), ConsoleInput::default());
        (line.open, line.focus) = (true, true);
        let odd: String = "set a\tb\u{7}漢\u{202e}😀\n".chars().cycle().take(1_000_000).collect();
        for events in [vec![], vec![Event::Paste(odd.clone())], vec![Event::Paste(odd)]] {
            ctx.run_ui(RawInput { events, ..RawInput::default() }, |ui| field(ui, &mut line, true))
                .drop_without_applying_deltas();
        }
        assert_eq!(line.text.chars().count(), LONGEST);
        assert!(line.text.starts_with("set a") && !line.text.contains('\n'), "{}", line.text);
    }

    #[test]
    fn a_right_click_on_bare_ground_tells_what_it_is_for() {
        let mut world = World::new();
        world.init_resource::<Messages<RightClicked>>();
        world.init_resource::<Messages<Notice>>();
        world.init_resource::<ConsoleInput>();
        world.init_resource::<PlayerState>();
        let data = Data::only(std::path::Path::new(env!("CARGO_MANIFEST_DIR")));
        let scenario = Scenario::open("harbour", &data).unwrap_or_else(|faults| panic!("{faults:?}"));
        world.insert_resource(TownMap::read(&scenario.map, &data).unwrap_or_else(|faults| panic!("{faults:?}")));
        let ground = Clicked { tile: None, on: None, thing: None, elsewhere: false };
        world.write_message(RightClicked(ground));
        assert!(world.run_system_once(begin_change).is_ok() && !world.resource::<ConsoleInput>().open);
        let told: Vec<Notice> = world.resource_mut::<Messages<Notice>>().drain().collect();
        assert!(told.len() == 1 && told[0].0.starts_with("Right click a thing"));
    }
}
