//! The panel on the right: who is selected, what they do, and their day.

use bevy::{ecs::system::InMut, prelude::*};
use bevy_egui::egui;
use egui::{ScrollArea, Ui};

use super::{
    Shown, day,
    mind::{self, Inner, Inside, Tab},
    pictures::{Icons, emoji, icon, portrait},
    style::{self, FAINT, GLOW, INK, WORDS, faint},
    telling::{clock, doing, place_of, sentence, short_place, spoken_place, until, weekdays},
    timeline,
    words::{lay, show_name},
};
use crate::{
    agent::{
        Persona,
        components::{action::CurrentAction, plan::DayPlan},
    },
    chronicle::Chronicle,
    clock::{AgentId, Calendar},
    mind::question::{TimeOfDay, label},
    town::why::Of,
    view::{
        Following, Selection,
        avatar::seek::Seek,
        bubbles::says,
        console::whisper::{Way, Whisper},
        dock::{Dock, Tab as DockTab},
        emoji::Emoji,
        fallback::{SIGN, lately},
        names::Folk,
        sanitize::tame,
        why::Glass,
    },
};

/// Widest words of a hint in points.
const WIDE: f32 = 324.0;
/// Most letters of why a mind has not answered.
const REASON: usize = 160;

/// What the panel showed last: a new person or a new step brings the present into view.
#[derive(Default)]
pub struct Last {
    who: Option<AgentId>,
    here: Option<timeline::Key>,
    tab: Tab,
}

/// Draws it.
pub fn draw(
    InMut(ui): InMut<Ui>,
    folk: Folk,
    mut selection: Selection,
    mut shown: ResMut<Shown>,
    mut icons: ResMut<Icons>,
    mut pictures: ResMut<Emoji>,
    (inside, mut inner, mut glass): (Inside, ResMut<Inner>, ResMut<Glass>),
    (chronicle, dock, mut whisper, mut seek): (Res<Chronicle>, Res<Dock>, ResMut<Whisper>, Seek),
    mut last: Local<Last>,
) {
    let Some((id, persona, figure, action, plan, whereabouts, _)) =
        folk.people.iter().find(|(id, ..)| selection.who() == Some(**id))
    else {
        last.who = None;
        return;
    };
    let ctx = ui.ctx().clone();
    if last.who != Some(*id) {
        shown.turned.clear();
        last.here = None;
    }
    last.who = Some(*id);
    inner.turn_to(*id);
    let mut gone_to = None;
    let folded = dock.folded(DockTab::Person);
    let face = portrait(&ctx, &icons, figure.portrait, 64.0);
    head(ui, persona, face, &mut selection.following, &mut icons, |ui| {
        stood_in(ui, &chronicle, *id, folk.tick(), &folk.calendar);
    });
    ui.horizontal(|ui| {
        // Nobody asks themselves from outside.
        if seek.is_you(*id) {
            ui.label(faint("This is you"));
        }
        for way in Way::ALL.into_iter().filter(|_| !seek.is_you(*id)) {
            if ui.add(egui::Button::new(way.name()).small()).on_hover_text(way.hint()).clicked() {
                whisper.to(&persona.name, way);
            }
        }
        let hint = "You go after them until you stand beside them";
        if seek.can(*id) && ui.add(egui::Button::new("Go to them").small()).on_hover_text(hint).clicked() {
            seek.go_to(&persona.name);
            // The camera goes with you and not with them.
            selection.following.0 = false;
        }
    });
    ui.add_space(4.0);
    let here = whereabouts.map(|at| short_place(&folk.map, at.0));
    if now(ui, (action, plan, persona.wake), here, &folk, &mut pictures) {
        glass.ask(*id, None);
    }
    if folded {
        return;
    }
    ui.add_space(4.0);
    tabs(ui, &mut shown.tab);
    ui.separator();
    match shown.tab {
        Tab::Today => today(ui, plan, &folk, &mut shown, &mut last),
        Tab::About => {
            ScrollArea::vertical().id_salt("about").auto_shrink(false).show(ui, |ui| about(ui, persona));
        }
        tab => gone_to = page(ui, tab, *id, &folk, &inside, &mut inner, &icons),
    }
    last.tab = shown.tab;
    if let Some((who, of)) = inner.why.take() {
        glass.ask(who, Some(of));
    }
    if let Some(other) = gone_to {
        selection.go_to(other);
    }
}

/// Two rows of equal tabs.
fn tabs(ui: &mut Ui, chosen: &mut Tab) {
    ui.spacing_mut().button_padding.x = 2.0;
    let gap = 4.0;
    let wide = (ui.available_width() - 3.0 * gap) / 4.0;
    for row in Tab::ALL.chunks(4) {
        ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = gap;
            for tab in row {
                let (name, hint) = tab.words();
                let words = egui::RichText::new(name).size(13.0);
                let button = egui::Button::new(words).selected(*chosen == *tab);
                if ui.add_sized([wide, 24.0], button).on_hover_text(hint).clicked() {
                    *chosen = *tab;
                }
            }
        });
    }
}

/// A page of what goes on in somebody; gives whom it leads to.
fn page(
    ui: &mut Ui,
    tab: Tab,
    who: AgentId,
    folk: &Folk,
    inside: &Inside,
    inner: &mut Inner,
    icons: &Icons,
) -> Option<AgentId> {
    let calendar = &*folk.calendar;
    let (_, stream, relations, agenda, errand, drive) = inside.minds.iter().find(|(id, ..)| **id == who)?;
    let talks = inside.talks.as_deref();
    match tab {
        Tab::Memory => {
            let place = mind::memory::draw(ui, &mut inner.memory, stream?, calendar);
            inner.why = place.map(|place| (who, Of::Memory(place)));
        }
        Tab::Retrieval => {
            let remembered = (stream?, inside.rows.as_deref());
            mind::retrieval::draw(ui, &mut inner.retrieval, remembered, calendar, folk.tick());
        }
        Tab::Reflections => {
            let drive = drive.map(|drive| (drive, inside.reflecting.as_deref()));
            let place = mind::reflections::draw(ui, &mut inner.reflections, stream?, calendar, drive);
            inner.why = place.map(|place| (who, Of::Memory(place)));
        }
        Tab::Relations => {
            let face = |place| portrait(ui.ctx(), icons, place, 32.0);
            let others = folk.people.iter().map(|(id, persona, figure, ..)| {
                (*id, mind::relations::Other { name: &persona.name, face: face(figure.portrait) })
            });
            let others = others.collect();
            let known =
                folk.people.iter().find(|(id, ..)| **id == who).map_or(&[][..], |(_, persona, ..)| &persona.people);
            let (before, counts) = (mind::relations::before(known, &others), mind::relations::counts(talks, who));
            return mind::relations::draw(ui, relations, &before, &counts, &others);
        }
        Tab::Talks => {
            let place = |talk: &crate::agent::components::talk::Talk| short_place(&folk.map, talk.arena);
            let (names, at) = (folk.names(), (calendar, folk.tick()));
            let line = mind::talks::draw(ui, &mut inner.talks, talks, who, (&names, &place), at);
            inner.why = line.map(|(talk, n)| (who, Of::Line(talk, n)));
        }
        _ => {
            let now = calendar.minute(folk.tick());
            let name = folk.people.iter().find(|(id, ..)| **id == who).map(|(_, persona, ..)| persona.name.as_str());
            let others = || inside.minds.iter().filter_map(|(_, stream, ..)| stream);
            let own = stream.zip(name).map(|(stream, name)| match inside.newcomers.iter().any(|one| *one == who) {
                true => mind::agenda::agreed(others(), name, calendar, now),
                false => mind::agenda::own(stream, name, calendar, now),
            });
            mind::agenda::draw(ui, (agenda, errand, &own.unwrap_or_default()), &folk.map, calendar, now);
        }
    }
    None
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
            let traits = Some(&persona.traits).filter(|traits| !traits.is_empty());
            let traits = traits.map_or(String::new(), |traits| format!(" · {traits}"));
            ui.label(faint(format!("{} years{traits}", persona.age)));
            let words = if following.0 { "Following" } else { "Follow" };
            let eye = icon(ui, icons, "eye", 12.0);
            let button = egui::Button::image_and_text(eye, words);
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

/// Marks whom the built-in mind has answered for within the last hour; the cursor on it tells for what, and why.
fn stood_in(ui: &mut Ui, chronicle: &Chronicle, who: AgentId, now: u64, calendar: &Calendar) {
    if lately(chronicle, who, now, calendar).next().is_none() {
        return;
    }
    let text = format!("{SIGN} built-in mind");
    let mark = lay(ui.painter(), &text, style::SMALL, FAINT, ui.available_width(), 1).show(ui);
    mark.on_hover_ui(|ui| {
        ui.set_max_width(WIDE);
        ui.label("In the last hour the built-in mind has answered in the language model's place:");
        for (at, purpose, why) in lately(chronicle, who, now, calendar).take(4) {
            let line = format!("{} {}: {}", clock(calendar.date_time(at)), label(purpose), tame(why, REASON));
            ui.label(faint(line));
        }
    });
}

fn now(
    ui: &mut Ui,
    (action, plan, usual): (Option<&CurrentAction>, Option<&DayPlan>, TimeOfDay),
    here: Option<String>,
    folk: &Folk,
    pictures: &mut Emoji,
) -> bool {
    let (map, calendar) = (&*folk.map, &*folk.calendar);
    let frame = egui::Frame::new().fill(GLOW).corner_radius(3).inner_margin(8).show(ui, |ui| {
        ui.set_width(ui.available_width());
        // As high whatever is done, or the tabs under it would jump about.
        ui.set_min_height(66.0);
        ui.horizontal_top(|ui| {
            for one in &says("", action, None).emoji {
                emoji(ui, pictures, one, 26.0);
            }
            ui.vertical(|ui| {
                let what = mind::row::cut(ui, &sentence(&doing(action, map)), 15.0, INK, ui.available_width(), 2);
                let tall = what.size().y > 24.0;
                what.show(ui);
                let place = action.map(|action| place_of(action, map)).or(here);
                let end = action.and_then(|action| {
                    let now = calendar.minute(folk.tick());
                    // A plan that is over says nothing of the next waking; the usual hour does.
                    let wakes = plan.and_then(DayPlan::wake).filter(|wake| *wake > now);
                    until(action, wakes.or(Some(now.next(usual))), folk.tick(), calendar)
                });
                let line: Vec<String> = end.into_iter().chain(place).collect();
                let line = line.join(" · ");
                // With four rows the last one has the button beside it.
                let wide = ui.available_width() - if tall { 44.0 } else { 0.0 };
                let short = mind::row::cut(ui, &line, style::SMALL, WORDS, wide, 2);
                let cut = short.cut();
                let short = short.show(ui);
                if cut {
                    short.on_hover_text(line);
                }
            });
        });
    });
    let at = frame.response.rect;
    mind::row::why(ui, at.right_bottom() - egui::vec2(5.0, 5.0), true, "now")
}

fn today(ui: &mut Ui, plan: Option<&DayPlan>, folk: &Folk, shown: &mut Shown, last: &mut Last) {
    let Some(plan) = plan.filter(|plan| !plan.parts.is_empty()) else {
        ui.label(faint("No plan yet: it is made on waking."));
        return;
    };
    let now = folk.calendar.minute(folk.tick());
    day::bar(ui, plan, now);
    ui.add_space(2.0);
    let rows = timeline::rows(plan, now, &shown.turned);
    let here = rows.iter().find(|row| row.here).map(|row| row.key);
    let seek = here != last.here || last.tab != Tab::Today;
    last.here = here;
    ScrollArea::vertical().id_salt("today").auto_shrink(false).show(ui, |ui| {
        if let Some(key) = day::rows(ui, &rows, &folk.map, seek)
            && !shown.turned.remove(&key)
        {
            shown.turned.insert(key);
        }
        if !plan.drops.is_empty() {
            ui.add_space(6.0);
            ui.label(faint(format!("Given up: {}", plan.drops)));
        }
    });
}

fn about(ui: &mut Ui, persona: &Persona) {
    let mut say = |title: &str, text: &str| {
        if !text.trim().is_empty() {
            ui.add_space(4.0);
            ui.label(egui::RichText::new(title).size(style::SMALL).color(FAINT));
            ui.label(sentence(text.trim()));
        }
    };
    say("Background", &persona.background);
    say("Aim", &persona.aim);
    say("Days", &persona.lifestyle);
    let said = |places: &[String]| places.iter().map(|place| spoken_place(place)).collect::<Vec<_>>().join("; ");
    let rooms = said(&persona.rooms);
    say("Lives at", &if rooms.is_empty() { persona.home.clone() } else { rooms });
    if let Some(work) = &persona.work {
        let (days, places) = (weekdays(&work.days), said(&work.places));
        say("Work", &format!("{} ({places}; {} to {}, {days})", work.what, work.from, work.until));
    }
    say("Sleeps", &format!("from {} to {}", persona.sleep, persona.wake));
    let likes: Vec<&str> = persona.habits.iter().map(|habit| habit.what.as_str()).collect();
    say("Likes", &likes.join(", "));
    let known: Vec<&str> = persona.people.iter().map(|one| one.name.as_str()).collect();
    say("Knew at the start", &known.join(", "));
}
