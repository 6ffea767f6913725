//! The panel *Why?*: what somebody does, said or remembers, back to what led to it; and any past moment.
//!
//! | file | content |
//! |---|---|
//! | `inspector` | what is inspected, and what was found |
//! | `thought` | a question: retrieved memories, the prompt, the answer and who gave it; the evidence under a memory |
//!
//! Rule: this reads the town and changes nothing. It asks nobody anything.

mod inspector;
mod thought;

pub use self::inspector::Inspector;
use super::widgets::*;
use crate::{
    clock::AgentId,
    data::Data,
    mind::Phrasing,
    prompt::Prompts,
    schedule::TownResources,
    town::{
        ActivePrompts,
        why::{Explainer, Link, Moment, Topic},
    },
    view::{Selection, emoji::pieces},
};
use bevy::{ecs::system::InMut, prelude::*};
use bevy_egui::egui;
use egui::{Align, Frame, Layout, ScrollArea, Slider, Stroke, Ui, vec2};
use std::sync::Arc;

/// The prompts that put questions into words here, whoever answers in the town; `None` if they have faults.
#[derive(Resource, Clone, Default)]
pub struct Phrases(pub Option<Arc<Prompts>>);

impl Phrases {
    /// Those by which a language model is asked, else those among the data.
    pub fn of(wording: &ActivePrompts, data: &Data) -> Self {
        Self(wording.0.clone().or_else(|| Prompts::open(data).ok().map(Arc::new)))
    }

    fn phrasing(&self) -> Option<&dyn Phrasing> {
        self.0.as_deref().map(|prompts| prompts as &dyn Phrasing)
    }
}

/// Adds what the panel remembers.
pub fn plugin(app: &mut App) {
    app.init_town_resource::<Inspector>().init_resource::<Phrases>();
}

/// Draws the panel.
pub fn draw(
    InMut(ui): InMut<Ui>,
    explainer: Explainer,
    phrases: Res<Phrases>,
    mut inspector: ResMut<Inspector>,
    mut selection: Selection,
    mut logged: Local<Option<(AgentId, String)>>,
) {
    inspector.follow_selection(selection.who());
    let seconds = ui.input(|input| input.time);
    let under = ui.rect_contains_pointer(ui.max_rect());
    if under && ui.input(|input| input.pointer.any_pressed()) {
        inspector.pin();
    }
    inspector.update(&explainer, seconds, under);
    let Some(who) = inspector.who() else {
        let hint = "Select somebody to see why they do what they do: what they noticed, what came to mind, what they \
                    were asked, and what they answered. Looking changes nothing.";
        empty_note(ui, hint);
        return;
    };
    ui.horizontal(|ui| {
        if ui.add_enabled(inspector.can_go_back(), small("Back")).clicked() {
            inspector.go_back();
        }
        if ui.add(small(short_line(explainer.name(who), 40))).on_hover_text("Go to this person").clicked() {
            selection.go_to(who);
        }
        if let Some(why) = &inspector.why {
            copy_button(ui, ("Copy all", "Everything as text, with the prompts"), || {
                explainer.tell(why, phrases.phrasing())
            });
        }
    });
    draw_steps(ui, &mut inspector, &explainer);
    if let Some(at) = explainer.provenance.as_ref().and_then(|one| one.gone()) {
        let when = explainer.when(at);
        ui.label(faint(format!("Questions up to {when} are no longer in memory: only their answers are left.")));
    }
    let Some(why) = inspector.why.clone() else {
        ui.label(faint("Nothing is known about this moment."));
        return;
    };
    ui.add_space(2.0);
    let what = sentence(&short_line(&plain(&why.what), WHOLE));
    bold(ui, &what, 15.0, INK);
    if logged.as_ref() != Some(&(who, what.clone())) {
        // For tests that play the window.
        tracing::info!(target: "screen", who = explainer.name(who), what, "why");
        *logged = Some((who, what));
    }
    ui.add_space(2.0);
    let mut area = ScrollArea::vertical().id_salt(("why", who, inspector.of())).auto_shrink(false);
    if std::mem::take(&mut inspector.top) {
        area = area.vertical_scroll_offset(0.0);
    }
    let area = area.show(ui, |ui| {
        if let Topic::Memory(place) = why.of {
            thought::draw_evidence(ui, why.who, place, &mut inspector, &explainer);
        }
        for (n, link) in why.links.iter().enumerate() {
            draw_link(ui, (n, link), &mut inspector, &explainer, phrases.phrasing());
        }
        ui.add_space(8.0);
    });
    inspector.scrolled = area.state.offset.y > 1.0;
}

/// Without emoji, which a heading cannot show.
fn plain(text: &str) -> String {
    pieces(text).into_iter().filter(|(_, picture)| !picture).map(|(piece, _)| piece).collect()
}

/// The place of the inspected moment, else of the last one before it.
fn place(moments: &[Moment], of: Option<Topic>, tick: u64) -> Option<usize> {
    let last = moments.len().checked_sub(1)?;
    let Some(of) = of else { return Some(last) };
    let exact = moments.iter().position(|one| one.of == of);
    Some(exact.unwrap_or_else(|| moments.partition_point(|one| one.tick <= tick).saturating_sub(1)))
}

/// Draws buttons and a slider that go to another moment, and the time of this one.
fn draw_steps(ui: &mut Ui, inspector: &mut Inspector, explainer: &Explainer) {
    let tick = inspector.why.as_ref().map_or(explainer.now.0, |why| why.tick);
    let Some(at) = place(&inspector.moments, inspector.of(), tick) else { return };
    let last = inspector.moments.len() - 1;
    let mut to = at;
    ui.horizontal(|ui| {
        if ui.add_enabled(at > 0, small("Earlier")).on_hover_text("What they decided before this").clicked() {
            to = at - 1;
        }
        ui.spacing_mut().slider_width = (ui.available_width() - 104.0).max(40.0);
        if last > 0 {
            ui.add(Slider::new(&mut to, 0..=last).show_value(false));
        }
        if ui.add_enabled(at < last, small("Later")).on_hover_text("What they decided next").clicked() {
            to = at + 1;
        }
        let now = small("Now").selected(inspector.of().is_none() && !inspector.is_pinned());
        if ui.add(now).on_hover_text("Follow what they do as the town goes on").clicked() {
            inspector.inspect(None);
        }
    });
    if to != at {
        inspector.inspect(inspector.moments.get(to).map(|moment| moment.of));
    }
    let (when, is_pinned) = (explainer.when(tick), inspector.is_pinned());
    let line = match inspector.of() {
        None if is_pinned => format!("{when} · stays while you read"),
        None => format!("Now · {when}"),
        Some(of) => {
            let sort = match of {
                Topic::Memory(_) => "remembered",
                Topic::Moment(_) => "done",
                Topic::Line(..) => "said",
                Topic::Question(_) => "thought",
            };
            format!("{when} · {sort} · {} of {}", at + 1, last + 1)
        }
    };
    let colour = if inspector.of().is_none() { WORDS } else { FAINT };
    // Always of the same height, or what is read would jump.
    let size = vec2(ui.available_width(), 20.0);
    ui.allocate_ui_with_layout(size, Layout::right_to_left(Align::Center), |ui| {
        if is_pinned {
            let newer = inspector.newer().map(|newer| format!("The town has gone on: {}", short_line(newer, WHOLE)));
            let button = small("Follow again").selected(newer.is_some());
            let hint = newer.unwrap_or_else(|| "Follow what they do as the town goes on".into());
            if ui.add(button).on_hover_text(hint).clicked() {
                inspector.inspect(None);
            }
        }
        ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
            truncated(ui, &line, SMALL, colour, ui.available_width(), 1).show(ui);
        });
    });
}

/// Draws a step back; its *Why?* goes on from there.
fn draw_link(
    ui: &mut Ui,
    (n, link): (usize, &Link),
    inspector: &mut Inspector,
    explainer: &Explainer,
    phrasing: Option<&dyn Phrasing>,
) {
    let ground = if link.thought.is_some() { PAPER } else { SHADE };
    let frame = Frame::new().fill(ground).stroke(Stroke::new(1.0, LINE)).corner_radius(CORNER);
    frame.inner_margin(7).show(ui, |ui| {
        ui.set_width(ui.available_width());
        ui.horizontal(|ui| {
            let title =
                layout_text(ui.painter(), &sentence(&link.title), SMALL + 0.5, TEAL, ui.available_width() - 130.0, 1);
            title.show(ui);
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                if let Some((who, of)) = link.on
                    && ui.add(small("Why?")).on_hover_text("What led to this").clicked()
                {
                    inspector.ask(who, Some(of));
                }
                if let Some(tick) = link.tick {
                    ui.label(faint(explainer.when(tick)));
                }
            });
        });
        if !link.text.is_empty() {
            paragraph(ui, &link.text, 13.5, WORDS);
        }
        if let Some(one) = &link.thought {
            ui.push_id((n, one.id.agent, one.id.count), |ui| thought::draw(ui, one, inspector, explainer, phrasing));
        }
    });
    if n == 0 {
        ui.label(faint("because"));
    }
}

/// Seconds for which a button says *Copied*.
const COPIED: f64 = 2.0;

/// A small button that copies a text to the clipboard.
pub(super) fn copy_button(ui: &mut Ui, (label, hint): (&str, &str), words: impl FnOnce() -> String) {
    let id = ui.id().with(("copied", label));
    let now = ui.input(|input| input.time);
    let since = ui.data(|data| data.get_temp::<f64>(id)).map(|at| now - at).filter(|since| *since < COPIED);
    if let Some(since) = since {
        ui.ctx().request_repaint_after_secs((COPIED - since) as f32);
    }
    if ui.add(small(if since.is_some() { "Copied" } else { label })).on_hover_text(hint).clicked() {
        ui.ctx().copy_text(words());
        ui.data_mut(|data| data.insert_temp(id, now));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use egui::{Event, Modifiers, OutputCommand, PointerButton, Pos2, RawInput};

    #[test]
    fn a_moment_is_found_or_the_one_before_it() {
        let moment = |tick| Moment { tick, of: Topic::Moment(tick), text: String::new() };
        let all = [moment(1), moment(5), moment(9)];
        assert_eq!(place(&all, None, 0), Some(2));
        assert_eq!(place(&all, Some(Topic::Moment(5)), 5), Some(1));
        assert_eq!(place(&all, Some(Topic::Memory(3)), 7), Some(1));
        assert_eq!(place(&all, Some(Topic::Memory(3)), 0), Some(0));
        assert_eq!(place(&[], None, 0), None);
    }

    /// A frame at `time` with `events`: where the button is, what it says, and what went to the clipboard.
    fn frame(ctx: &egui::Context, time: f64, events: Vec<Event>) -> (Pos2, Vec<String>) {
        let mut at = Pos2::ZERO;
        let input = RawInput { time: Some(time), events, ..RawInput::default() };
        let mut output = ctx.run_ui(input, |ui| {
            copy_button(ui, ("Copy all", "All of it"), || "the whole of it".into());
            at = ui.min_rect().left_top() + egui::vec2(8.0, 8.0);
        });
        let commands = std::mem::take(&mut output.platform_output.commands);
        output.drop_without_applying_deltas();
        let copied = commands.into_iter().filter_map(|command| match command {
            OutputCommand::CopyText(text) => Some(text),
            _ => None,
        });
        (at, copied.collect())
    }

    #[test]
    fn a_click_copies_and_says_so() {
        let ctx = egui::Context::default();
        let (pos, none) = frame(&ctx, 0.0, vec![]);
        assert!(none.is_empty());
        let button = |pressed| {
            let (button, modifiers) = (PointerButton::Primary, Modifiers::NONE);
            Event::PointerButton { pos, button, pressed, modifiers }
        };
        frame(&ctx, 0.1, vec![Event::PointerMoved(pos)]);
        let mut copied = frame(&ctx, 0.2, vec![button(true)]).1;
        copied.extend(frame(&ctx, 0.3, vec![button(false)]).1);
        assert_eq!(copied, ["the whole of it"]);
    }
}
