//! The panel that answers *why?*: what somebody does, said or remembers, back to what led to it; and any past moment.
//!
//! | file | concern |
//! |---|---|
//! | `glass` | what is looked at, and what was found |
//! | `steps` | earlier, later, now |
//! | `cards` | links as cards |
//! | `copied` | words for the clipboard |
//! | `roots` | all that a memory rests on at once |
//! | `thought` | a question: what came to mind, the prompt, the answer, who gave it |
//!
//! Rule: what is asked here is no question to anybody in the town: it reads, and changes nothing.

mod cards;
mod copied;
mod glass;
mod roots;
mod steps;
mod thought;

use crate::schedule::TownResources;
use std::sync::Arc;

use bevy::{ecs::system::InMut, prelude::*};
use bevy_egui::egui;
use egui::{ScrollArea, Ui};

pub use self::glass::Glass;
use super::{Selection, panels::widgets::*};
use crate::{
    clock::AgentId,
    data::Data,
    mind::Phrasing,
    prompt::Prompts,
    town::{
        ActivePrompts,
        why::{Explainer, Of},
    },
};

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
            copied::copies(ui, ("Copy all", hint), || looking.tell(why, phrases.phrasing()));
        }
    });
    steps::draw(ui, &mut glass, &looking);
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
            roots::draw(ui, why.who, place, &mut glass, &looking);
        }
        for (n, link) in why.links.iter().enumerate() {
            cards::draw(ui, (n, link), &mut glass, &looking, phrases.phrasing());
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
    let trail = looking.trail.as_ref()?;
    let at = trail.gone()?;
    Some(format!(
        "Questions up to {} had to go, for want of room: of those only the answers are left.",
        looking.when(at)
    ))
}
