//! The panel that answers *why?*: what somebody does, said or remembers, back to what led to it; and any past moment.
//!
//! | file | concern |
//! |---|---|
//! | `glass` | what is looked at, and what was found |
//! | `thought` | a question: what came to mind, the prompt, the answer, who gave it; all that a memory rests on |
//!
//! Rule: what is asked here is no question to anybody in the town: it reads, and changes nothing.

mod glass;
mod thought;

pub use self::glass::Glass;
use super::{
    Selection,
    panels::widgets::{small, *},
};
use crate::{
    clock::AgentId,
    data::Data,
    mind::Phrasing,
    prompt::Prompts,
    schedule::TownResources,
    town::{
        ActivePrompts,
        why::{Explainer, Link, Moment, Of},
    },
};
use bevy::{ecs::system::InMut, prelude::*};
use bevy_egui::egui;
use egui::{Frame, Layout, ScrollArea, Slider, Stroke, Ui, vec2};
use std::sync::Arc;

/// The prompts by which questions are put into words here, whoever answers in the town; `None` if they are at fault.
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
    app.init_town_resource::<Glass>().init_resource::<Phrases>();
}

/// Draws the panel.
pub fn draw(
    InMut(ui): InMut<Ui>,
    looking: Explainer,
    phrases: Res<Phrases>,
    mut glass: ResMut<Glass>,
    mut selection: Selection,
    mut told: Local<Option<(AgentId, String)>>,
) {
    glass.follow(selection.who());
    let seconds = ui.input(|input| input.time);
    let under = ui.rect_contains_pointer(ui.max_rect());
    if under && ui.input(|input| input.pointer.any_pressed()) {
        glass.hold();
    }
    glass.look(&looking, seconds, under);
    let Some(who) = glass.who() else {
        let hint = "Choose somebody, and this tells why they do what they do: what they noticed, what came to mind, what \
                    they asked themselves, and what the answer was. Looking changes nothing.";
        nothing(ui, hint);
        return;
    };
    ui.horizontal(|ui| {
        if ui.add_enabled(glass.came_from_elsewhere(), egui::Button::new("Back").small()).clicked() {
            glass.back();
        }
        if ui.add(small(tame(looking.name(who), 40))).on_hover_text("Go to this person").clicked() {
            selection.go_to(who);
        }
        if let Some(why) = &glass.why {
            let hint = "All of it as text, with the prompts";
            copies(ui, ("Copy all", hint), || looking.tell(why, phrases.phrasing()));
        }
    });
    steps(ui, &mut glass, &looking);
    if let Some(words) = gone(&looking) {
        ui.label(faint(words));
    }
    let Some(why) = glass.why.clone() else {
        ui.label(faint("Nothing is known of this moment."));
        return;
    };
    ui.add_space(2.0);
    let what = sentence(&tame(&plain(&why.what), WHOLE));
    heavy(ui, &what, 15.0, INK);
    if told.as_ref() != Some(&(who, what.clone())) {
        // For whoever tries the window from outside.
        tracing::info!(target: "screen", who = looking.name(who), what, "why");
        *told = Some((who, what));
    }
    ui.add_space(2.0);
    let mut area = ScrollArea::vertical().id_salt(("why", who, glass.of())).auto_shrink(false);
    if std::mem::take(&mut glass.top) {
        area = area.vertical_scroll_offset(0.0);
    }
    let area = area.show(ui, |ui| {
        if let Of::Memory(place) = why.of {
            thought::roots_of(ui, why.who, place, &mut glass, &looking);
        }
        for (n, link) in why.links.iter().enumerate() {
            link_card(ui, (n, link), &mut glass, &looking, phrases.phrasing());
        }
        ui.add_space(8.0);
    });
    glass.scrolled = area.state.offset.y > 1.0;
}

/// Without emoji: a heading has none.
fn plain(text: &str) -> String {
    super::emoji::pieces(text).into_iter().filter(|(_, picture)| !picture).map(|(piece, _)| piece).collect()
}

/// That the oldest questions had to go, if so.
fn gone(looking: &Explainer) -> Option<String> {
    let at = looking.provenance.as_ref()?.gone()?;
    Some(format!(
        "Questions up to {} had to go, for want of room: of those only the answers are left.",
        looking.when(at)
    ))
}

/// The moment that is looked at: the one itself, else the last before it.
fn place(moments: &[Moment], of: Option<Of>, tick: u64) -> Option<usize> {
    let last = moments.len().checked_sub(1)?;
    let Some(of) = of else { return Some(last) };
    let exact = moments.iter().position(|one| one.of == of);
    Some(exact.unwrap_or_else(|| moments.partition_point(|one| one.tick <= tick).saturating_sub(1)))
}

/// Draws buttons and slider; a click goes to that moment.
fn steps(ui: &mut Ui, glass: &mut Glass, looking: &Explainer) {
    let tick = glass.why.as_ref().map_or(looking.now.0, |why| why.tick);
    let Some(at) = place(&glass.moments, glass.of(), tick) else { return };
    let last = glass.moments.len() - 1;
    let mut to = None;
    ui.horizontal(|ui| {
        if ui.add_enabled(at > 0, small("Earlier")).on_hover_text("What they decided before this").clicked() {
            to = Some(at - 1);
        }
        let mut slid = at;
        let wide = ui.available_width() - 104.0;
        ui.spacing_mut().slider_width = wide.max(40.0);
        if last > 0 && ui.add(Slider::new(&mut slid, 0..=last).show_value(false)).changed() {
            to = Some(slid);
        }
        if ui.add_enabled(at < last, small("Later")).on_hover_text("What they decided next").clicked() {
            to = Some(at + 1);
        }
        let now = small("Now").selected(glass.of().is_none() && !glass.holds());
        if ui.add(now).on_hover_text("What they do now, and on as the town goes on").clicked() {
            glass.step(None);
        }
    });
    if let Some(moment) = to.and_then(|to| glass.moments.get(to)) {
        let of = moment.of;
        glass.step(Some(of));
    }
    let (when, holds) = (looking.when(tick), glass.holds());
    let line = match glass.of() {
        None if holds => format!("{when} · stays while you read"),
        None => format!("Now · {when}"),
        Some(of) => {
            let sort = match of {
                Of::Memory(_) => "remembered",
                Of::Moment(_) => "done",
                Of::Line(..) => "said",
                Of::Question(_) => "thought",
            };
            format!("{when} · {sort} · {} of {}", at + 1, last + 1)
        }
    };
    let colour = if glass.of().is_none() { WORDS } else { FAINT };
    // As high with the button as without it, or what is read would jump.
    let size = vec2(ui.available_width(), 20.0);
    ui.allocate_ui_with_layout(size, egui::Layout::right_to_left(egui::Align::Center), |ui| {
        if holds {
            let newer = glass.newer().map(|newer| format!("The town has gone on: {}", tame(newer, WHOLE)));
            let on = small("Follow again").selected(newer.is_some());
            let hint = newer.unwrap_or_else(|| "On to what they do next, as the town goes on".into());
            if ui.add(on).on_hover_text(hint).clicked() {
                glass.step(None);
            }
        }
        ui.with_layout(egui::Layout::left_to_right(egui::Align::Center), |ui| {
            cut(ui, &line, SMALL, colour, ui.available_width(), 1).show(ui);
        });
    });
}

/// Draws it; a click on its *Why?* goes on from there.
pub(super) fn link_card(
    ui: &mut Ui,
    (n, link): (usize, &Link),
    glass: &mut Glass,
    looking: &Explainer,
    phrasing: Option<&dyn Phrasing>,
) {
    let ground = if link.thought.is_some() { PAPER } else { SHADE };
    let frame = Frame::new().fill(ground).stroke(Stroke::new(1.0, LINE)).corner_radius(CORNER);
    frame.inner_margin(7).show(ui, |ui| {
        ui.set_width(ui.available_width());
        ui.horizontal(|ui| {
            let title = lay(ui.painter(), &sentence(&link.title), SMALL + 0.5, TEAL, ui.available_width() - 130.0, 1);
            title.show(ui);
            ui.with_layout(Layout::right_to_left(egui::Align::Center), |ui| {
                if let Some((who, of)) = link.on
                    && ui.add(small("Why?")).on_hover_text("What led to this").clicked()
                {
                    glass.ask(who, Some(of));
                }
                if let Some(tick) = link.tick {
                    ui.label(faint(looking.when(tick)));
                }
            });
        });
        if !link.text.is_empty() {
            paragraph(ui, &link.text, 13.5, WORDS);
        }
        if let Some(one) = &link.thought {
            ui.push_id((n, one.id.agent, one.id.count), |ui| thought::draw(ui, one, glass, looking, phrasing));
        }
    });
    if n == 0 {
        ui.label(faint("because"));
    }
}

/// Seconds for which it says so.
const SAYS_SO: f64 = 2.0;

/// A small button `label`: what `words` are goes to the clipboard.
pub(super) fn copies(ui: &mut Ui, (label, hint): (&str, &str), words: impl FnOnce() -> String) {
    let id = ui.id().with(("copied", label));
    let now = ui.input(|input| input.time);
    let since = ui.data(|data| data.get_temp::<f64>(id)).map(|at| now - at).filter(|since| *since < SAYS_SO);
    let said = if since.is_some() { "Copied" } else { label };
    if let Some(since) = since {
        ui.ctx().request_repaint_after_secs((SAYS_SO - since) as f32);
    }
    if ui.add(small(said)).on_hover_text(hint).clicked() {
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
        let moment = |tick| Moment { tick, of: Of::Moment(tick), text: String::new() };
        let all = [moment(1), moment(5), moment(9)];
        assert_eq!(place(&all, None, 0), Some(2));
        assert_eq!(place(&all, Some(Of::Moment(5)), 5), Some(1));
        assert_eq!(place(&all, Some(Of::Memory(3)), 7), Some(1));
        assert_eq!(place(&all, Some(Of::Memory(3)), 0), Some(0));
        assert_eq!(place(&[], None, 0), None);
    }

    /// A frame at `time` with `events`: where the button is, what it says, and what went to the clipboard.
    fn frame(ctx: &egui::Context, time: f64, events: Vec<Event>) -> (Pos2, Vec<String>) {
        let mut at = Pos2::ZERO;
        let input = RawInput { time: Some(time), events, ..RawInput::default() };
        let mut output = ctx.run_ui(input, |ui| {
            copies(ui, ("Copy all", "All of it"), || "the whole of it".into());
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
