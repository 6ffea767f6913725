//! The servers: all of them by name, the one that is looked at in full; and where embeddings come from.

use bevy_egui::egui;
use egui::{Button, FontId, RichText, ScrollArea, Stroke, Ui, vec2};

use super::{
    Page,
    field::{line, note, number, row, text},
    words::{NAME, Tone, short},
};
use crate::{
    mind::llm::PRESETS,
    view::{
        mind_settings::{Draft, Embedder, Entry, NOT_THE_KEY},
        panels::widgets::*,
    },
};

/// What variables say of embeddings goes before the file.
const VARIABLES: [&str; 2] = ["SMALLVILLE_EMBED_MODEL", "SMALLVILLE_EMBED_BASE_URL"];

/// A field for a model: its label, and what is said in it while it is empty.
type ModelField<'a> = (&'static str, &'static str, &'a mut String);

/// All servers, and the fields of one.
pub(super) fn draw(ui: &mut Ui, page: &mut Page, draft: &mut Draft) {
    all(ui, page, draft);
    let many = draft.servers().len() > 1;
    if many {
        let words = "They share the load: everybody keeps to one of them, and if that one is down, another is asked.";
        note(ui, faint(words));
    }
    // Each has fields of its own, so that none remembers what was typed for another.
    ui.push_id(("server", draft.chosen()), |ui| {
        presets(ui, draft);
        let needs_key = draft.server().key_held().is_some();
        let entry = draft.server_mut();
        url(ui, entry);
        let first = if needs_key { "which of its models" } else { "the first that the server has" };
        let known = page.known(entry).to_vec();
        model(ui, page, ("Model", first, &mut entry.model), &known);
        model(ui, page, ("Larger model", "the same; for plans, talk and reflection", &mut entry.large), &known);
        key(ui, page, entry);
        let words = "Only the name of the variable that holds it: the key itself is never typed, shown or kept here.";
        note(ui, faint(words));
        row(ui, "At a time", |ui| {
            number(ui, &mut draft.server_mut().slots, "8", "requests");
            if many {
                ui.add_space(12.0);
                let words = format!("Remove server {}", draft.chosen() + 1);
                if pick(ui, words, false, "Take it off this list") {
                    draft.remove();
                }
            }
        });
    });
}

/// The field for a URL.
fn url(ui: &mut Ui, entry: &mut Entry) {
    row(ui, "URL", |ui| ui.add(text(&mut entry.url, "http://127.0.0.1:8080/v1", ui.available_width() - 8.0)));
}

/// The field for the name of the variable that holds the key. A key that is written there is not shown and goes at once.
fn key(ui: &mut Ui, page: &mut Page, entry: &mut Entry) {
    let held = entry.key_held();
    let is_key = Entry::is_key(&entry.key);
    let taken = row(ui, "Key", |ui| {
        let mut dotted = |ui: &Ui, words: &dyn egui::TextBuffer, _: f32| {
            let words = words.as_str();
            let shown = if Entry::is_key(words) { "•".repeat(words.chars().count()) } else { words.to_owned() };
            ui.painter().layout_no_wrap(shown, FontId::proportional(BODY), WORDS)
        };
        let wide = (ui.available_width() - 8.0).min(240.0);
        let field = ui.add(text(&mut entry.key, "name of a variable", wide).layouter(&mut dotted));
        field.lost_focus() && Entry::is_key(&entry.key)
    });
    if taken {
        entry.key.clear();
        page.say(Tone::Bad, NOT_THE_KEY);
    }
    let words = match &held {
        None => "a server on this machine needs none".into(),
        Some(_) if is_key => "a name has letters, digits and _ only".into(),
        Some((name, true)) => format!("{} is set", tame(name, 40)),
        Some((name, false)) => format!("{} is not set where this was started", tame(name, 40)),
    };
    let missing = held.as_ref().is_some_and(|(_, held)| !held);
    let colour = if missing { bad(ui) } else { FAINT };
    note(ui, RichText::new(sentence(&words) + ".").color(colour));
}

/// The field for a model, with those that the server is known to have.
fn model(ui: &mut Ui, page: &mut Page, (label, hint, name): ModelField, known: &[String]) {
    let id = ui.id().with(label);
    row(ui, label, |ui| {
        let room = if known.is_empty() { 8.0 } else { 56.0 };
        ui.add(text(name, hint, ui.available_width() - room));
        let open = page.listing == Some(id);
        if !known.is_empty() && pick(ui, "list", open, "The server's models") {
            page.listing = (!open).then_some(id);
        }
    });
    if page.listing != Some(id) || known.is_empty() {
        return;
    }
    row(ui, "", |ui| {
        egui::Frame::new().fill(SHADE).corner_radius(CORNER).inner_margin(6).show(ui, |ui| {
            ui.vertical(|ui| {
                ui.set_width(ui.available_width() - 8.0);
                ScrollArea::vertical().id_salt("models").max_height(92.0).show(ui, |ui| {
                    ui.horizontal_wrapped(|ui| {
                        for one in known {
                            if pick(ui, RichText::new(tame(one, NAME)).size(13.0), one == name, "") {
                                name.clone_from(one);
                                page.listing = None;
                            }
                        }
                    });
                });
            });
        });
    });
}

/// A button for each server, marked by what its last test has shown; one that adds another.
fn all(ui: &mut Ui, page: &Page, draft: &mut Draft) {
    let mut chosen = None;
    row(ui, "Servers", |ui| {
        for (n, entry) in draft.servers().iter().enumerate() {
            let works = page.met.get(entry.base()).map(|met| met.well);
            let gap = if works.is_some() { "     " } else { "" };
            let name = format!("{}  {}{gap}", n + 1, short(entry));
            let response = ui.add(Button::new(name).selected(n == draft.chosen()));
            let mark = response.rect.right_center() - vec2(10.0, 0.0);
            let hint = match works {
                None => "Not tested yet",
                Some(true) => {
                    ui.painter().circle_filled(mark, 3.5, good(ui));
                    "The last test went well"
                }
                // Not by colour alone.
                Some(false) => {
                    ui.painter().circle_stroke(mark, 3.5, Stroke::new(2.0, bad(ui)));
                    "The last test went wrong"
                }
            };
            if response.on_hover_text(hint).clicked() {
                chosen = Some(n);
            }
        }
        if pick(ui, "add another", false, "One more server, to share the load") {
            draft.add();
        }
    });
    if let Some(n) = chosen {
        draft.choose(n);
    }
}

/// Servers known by name, or another one.
fn presets(ui: &mut Ui, draft: &mut Draft) {
    let preset = draft.server().preset();
    row(ui, "Server", |ui| {
        for one in &PRESETS {
            if pick(ui, one.name, preset == Some(one.name), &sentence(one.start)) {
                draft.turn_to(one.name);
            }
        }
        if pick(ui, "another server", preset.is_none(), "Any server that speaks as OpenAI's does, by its URL") {
            draft.server_mut().turn_elsewhere();
        }
    });
}

/// Where embeddings come from.
pub(super) fn embeddings(ui: &mut Ui, page: &mut Page, draft: &mut Draft) {
    line(ui);
    let now = draft.embedder();
    let mut ways = vec![(Embedder::Builtin, "built-in".to_owned())];
    if draft.is_networked() {
        let many = draft.servers().len() > 1;
        let name = |n: usize| if many { format!("server {}", n + 1) } else { "the same server".into() };
        ways.extend((0..draft.servers().len()).map(|n| (Embedder::Server(n), name(n))));
    }
    ways.push((Embedder::Elsewhere, "another server".into()));
    row(ui, "Embeddings", |ui| {
        for (way, name) in ways {
            if pick(ui, name, way == now, "") {
                draft.embed_by(way);
                page.listing = None;
            }
        }
    });
    let also = match now {
        Embedder::Builtin => "Ours know words, and not what they mean.",
        _ => "The texts of memories go there, secrets too.",
    };
    note(ui, faint(format!("They say how near a memory is to what is looked for. {also}")));
    let hint = "the first that the server has for embeddings";
    ui.push_id("embeddings", |ui| match draft.embedder() {
        Embedder::Builtin => {}
        Embedder::Server(n) => {
            let known = draft.servers().get(n).map(|entry| page.known(entry).to_vec()).unwrap_or_default();
            model(ui, page, ("Model", hint, &mut draft.embeddings.model), &known);
        }
        Embedder::Elsewhere => {
            let entry = &mut draft.embeddings;
            url(ui, entry);
            let known = page.known(entry).to_vec();
            model(ui, page, ("Model", hint, &mut entry.model), &known);
            key(ui, page, entry);
            row(ui, "At a time", |ui| number(ui, &mut entry.slots, "8", "requests"));
        }
    });
    if let Some(name) = VARIABLES.iter().find(|name| draft.is_networked() && std::env::var_os(name).is_some()) {
        note(ui, faint(format!("{name} is set where this was started, and goes before what is kept here.")));
    }
}
