//! The person panel: who is selected, what they do, and pages about their day and mind.

use bevy::{
    ecs::system::{InMut, SystemParam},
    prelude::*,
};
use bevy_egui::egui;
use egui::{Button, Ui};

use super::{
    Shown, Tab,
    mind::{Minds, PAGES, PageContext, PageState, PersonPage},
    pictures::{Icons, emoji, icon, portrait},
    telling::{doing, place_of, spoken_place, until, weekdays},
    why::Inspector,
    widgets::*,
};
use crate::{
    agent::{
        Persona,
        components::{action::CurrentAction, plan::DayPlan},
    },
    chronicle::Chronicle,
    clock::AgentId,
    mind::question::{TimeOfDay, label},
    view::{
        Following, Selection,
        avatar::walk::Seek,
        bubbles::says,
        console::whisper::{Whisper, WhisperKind},
        dock::Dock,
        emoji::Emoji,
        names::{FALLBACK_SIGN, TownView, recent_fallbacks},
    },
};

/// Greatest width of a hint, in points.
const WIDE: f32 = 324.0;
/// Most letters of why a mind has not answered.
const REASON: usize = 160;

/// What the panel reads, and what clicks in it change.
#[derive(SystemParam)]
pub struct Panel<'w, 's> {
    folk: TownView<'w, 's>,
    minds: Minds<'w, 's>,
    chronicle: Res<'w, Chronicle>,
    dock: Res<'w, Dock>,
    selection: Selection<'w>,
    shown: ResMut<'w, Shown>,
    state: ResMut<'w, PageState>,
    icons: ResMut<'w, Icons>,
    pictures: ResMut<'w, Emoji>,
    inspector: ResMut<'w, Inspector>,
    whisper: ResMut<'w, Whisper>,
    seek: Seek<'w>,
}

/// Draws the panel.
pub fn draw(InMut(ui): InMut<Ui>, panel: Panel) {
    let Panel { folk, minds, chronicle, dock, mut selection, mut shown, mut state, mut icons, .. } = panel;
    let (mut pictures, mut inspector, mut whisper, mut seek) =
        (panel.pictures, panel.inspector, panel.whisper, panel.seek);
    let someone = folk.people.iter().find(|(id, ..)| selection.who() == Some(**id));
    let Some((id, persona, figure, action, plan, whereabouts, _)) = someone else {
        state.day.here = None;
        return;
    };
    let who = *id;
    state.turn_to(who);
    let face = portrait(ui.ctx(), &icons, figure.portrait, 64.0);
    head(ui, persona, face, &mut selection.following, &mut icons, |ui| {
        fallback_mark(ui, &chronicle, who, &folk);
    });
    ui.horizontal(|ui| {
        // Nobody asks themselves from outside.
        if seek.is_you(who) {
            ui.label(faint("This is you"));
        }
        for (name, kind) in WhisperKind::ALL.into_iter().filter(|_| !seek.is_you(who)) {
            if ui.add(Button::new(name).small()).on_hover_text(kind.hint().0).clicked() {
                whisper.to(&persona.name, kind);
            }
        }
        let hint = "You walk after them until you stand beside them";
        if seek.can(who) && ui.add(Button::new("Go to them").small()).on_hover_text(hint).clicked() {
            seek.go_to(&persona.name);
            // The camera goes with you and not with them.
            selection.following.0 = false;
        }
    });
    ui.add_space(4.0);
    let here = whereabouts.map(|at| short_place(&folk.map, at.0));
    if now(ui, (action, plan, persona.wake), here, &folk, &mut pictures) {
        inspector.ask(who, None);
    }
    let Some(mind) = minds.all.iter().find(|mind| mind.id == id).filter(|_| !dock.is_folded(Tab::Person)) else {
        return;
    };
    ui.add_space(4.0);
    tabs(ui, &mut shown.page);
    ui.separator();
    let (folk, minds, mind, icons) = (&folk, &minds, &mind, &*icons);
    let (state, selection, inspector) = (&mut *state, &mut selection, &mut *inspector);
    let mut page = PageContext { who, persona, plan, folk, minds, mind, icons, state, selection, inspector };
    if let Some((.., draw)) = PAGES.iter().find(|(page, ..)| *page == shown.page) {
        draw(ui, &mut page);
    }
    page.state.last = shown.page;
}

/// Two rows of equal tabs.
fn tabs(ui: &mut Ui, chosen: &mut PersonPage) {
    ui.spacing_mut().button_padding.x = 2.0;
    let gap = 4.0;
    let wide = (ui.available_width() - 3.0 * gap) / 4.0;
    for row in PAGES.chunks(4) {
        ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = gap;
            for (page, name, hint, _) in row {
                let words = egui::RichText::new(*name).size(13.0);
                let button = Button::new(words).selected(chosen == page);
                if ui.add_sized([wide, 24.0], button).on_hover_text(*hint).clicked() {
                    *chosen = *page;
                }
            }
        });
    }
}

fn head(
    ui: &mut Ui,
    persona: &Persona,
    face: Option<egui::Image>,
    following: &mut Following,
    icons: &mut Icons,
    beside: impl FnOnce(&mut Ui),
) {
    ui.horizontal_top(|ui| {
        if let Some(face) = face {
            ui.add(face);
        }
        ui.vertical(|ui| {
            let room = ui.available_width();
            show_name(ui, &persona.name, 18.0, INK, room);
            let traits = if persona.traits.is_empty() { String::new() } else { format!(" · {}", persona.traits) };
            ui.label(faint(format!("{} years old{traits}", persona.age)));
            let words = if following.0 { "Following" } else { "Follow" };
            let button = Button::image_and_text(icon(ui, icons, "eye", 12.0), words);
            let hint = "Keep the camera on this person (F)";
            ui.horizontal(|ui| {
                if ui.add(button.selected(following.0).small()).on_hover_text(hint).clicked() {
                    following.0 = !following.0;
                }
                beside(ui);
            });
        });
    });
}

/// Marks for whom the built-in mind has answered within the last hour; at the cursor it tells what, and why.
fn fallback_mark(ui: &mut Ui, chronicle: &Chronicle, who: AgentId, folk: &TownView) {
    let mut answers = recent_fallbacks(chronicle, who, folk.tick(), &folk.calendar).peekable();
    if answers.peek().is_none() {
        return;
    }
    let text = format!("{FALLBACK_SIGN} built-in mind");
    let mark = truncated(ui, &text, SMALL, FAINT, ui.available_width(), 1).show(ui);
    mark.on_hover_ui(|ui| {
        ui.set_max_width(WIDE);
        ui.label("In the last hour the built-in mind has answered in place of the language model:");
        for (at, purpose, why) in answers.take(4) {
            let when = clock(folk.calendar.date_time(at));
            ui.label(faint(format!("{when} {}: {}", label(purpose), short_line(why, REASON))));
        }
    });
}

/// What they do, where, and until when; true: *Why?* was clicked.
fn now(
    ui: &mut Ui,
    (action, plan, usual): (Option<&CurrentAction>, Option<&DayPlan>, TimeOfDay),
    here: Option<String>,
    folk: &TownView,
    pictures: &mut Emoji,
) -> bool {
    let (map, calendar) = (&*folk.map, &*folk.calendar);
    let frame = card(ui, GLOW, |ui| {
        // Always of the same height, or the tabs under it would jump.
        ui.set_min_height(66.0);
        ui.horizontal_top(|ui| {
            for one in &says("", action, None).emoji {
                emoji(ui, pictures, one, 26.0);
            }
            ui.vertical(|ui| {
                let what = truncated(ui, &sentence(&doing(action, map)), 15.0, INK, ui.available_width(), 2);
                let tall = what.size().y > 24.0;
                what.show(ui);
                let place = action.map(|action| place_of(action, map)).or(here);
                let end = action.and_then(|action| {
                    let now = calendar.minute(folk.tick());
                    // A plan that is over does not know the next waking; the usual hour does.
                    let wakes = plan.and_then(DayPlan::wake).filter(|wake| *wake > now);
                    until(action, wakes.or(Some(now.next(usual))), folk.tick(), calendar)
                });
                let line = end.into_iter().chain(place).collect::<Vec<_>>().join(" · ");
                // With four rows the last one has the button beside it.
                let wide = ui.available_width() - if tall { 44.0 } else { 0.0 };
                let short = truncated(ui, &line, SMALL, WORDS, wide, 2);
                let cut = short.cut();
                let short = short.show(ui);
                if cut {
                    short.on_hover_text(line);
                }
            });
        });
    });
    why_button(ui, frame.response.rect.right_bottom() - egui::vec2(5.0, 5.0), true, "now")
}

/// The page about the persona.
pub fn about(ui: &mut Ui, page: &mut PageContext) {
    let persona = page.persona;
    let said = |places: &[String]| places.iter().map(|place| spoken_place(place)).collect::<Vec<_>>().join("; ");
    let work = persona.work.as_ref().map(|work| {
        let (days, places) = (weekdays(&work.days), said(&work.places));
        format!("{} ({places}; {} to {}, {days})", work.what, work.from, work.until)
    });
    let likes: Vec<&str> = persona.habits.iter().map(|habit| habit.what.as_str()).collect();
    let known: Vec<&str> = persona.people.iter().map(|one| one.name.as_str()).collect();
    let all = [
        ("Background", persona.background.clone()),
        ("Aim", persona.aim.clone()),
        ("Lifestyle", persona.lifestyle.clone()),
        ("Lives at", if persona.rooms.is_empty() { persona.home.clone() } else { said(&persona.rooms) }),
        ("Work", work.unwrap_or_default()),
        ("Sleeps", format!("from {} to {}", persona.sleep, persona.wake)),
        ("Likes", likes.join(", ")),
        ("Knew at the start", known.join(", ")),
    ];
    list(ui, "about", ui.spacing().item_spacing.y, |ui| {
        for (title, text) in all.iter().filter(|(_, text)| !text.trim().is_empty()) {
            ui.add_space(4.0);
            ui.label(faint(*title));
            ui.label(sentence(text.trim()));
        }
    });
}
