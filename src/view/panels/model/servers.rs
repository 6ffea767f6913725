//! The servers: all of them by name, the one that is looked at in full; and where embeddings come from.

use bevy_egui::egui;
use egui::{Button, Stroke, Ui, vec2};

use super::{
    Page,
    field::{key, line, model, note, number, row, url},
    words::{Tone, short},
};
use crate::{
    mind::llm::PRESETS,
    town::{Draft, Embedder, Entry, NOT_THE_KEY},
    view::panels::{
        style::{bad, faint, good},
        telling::sentence,
    },
};

/// Which field a list of models is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Listing {
    Small,
    Large,
    Rows,
}

/// What variables say of embeddings goes before the file.
const VARIABLES: [&str; 2] = ["SMALLVILLE_EMBED_MODEL", "SMALLVILLE_EMBED_BASE_URL"];

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
        let larger = "the same; for plans, talk and reflection";
        let known = page.known(entry);
        listed(ui, page, Listing::Small, ("Model", first), &mut entry.model, &known);
        listed(ui, page, Listing::Large, ("Larger model", larger), &mut entry.large, &known);
        if key(ui, entry) {
            page.said = vec![(Tone::Bad, NOT_THE_KEY.into())];
        }
        let words = "Only the name of the variable that holds it: the key itself is never typed, shown or kept here.";
        note(ui, faint(words));
        row(ui, "At a time", |ui| {
            number(ui, &mut draft.server_mut().slots, "8", "requests");
            if many {
                ui.add_space(12.0);
                let words = format!("Remove server {}", draft.chosen() + 1);
                if ui.button(words).on_hover_text("Take it off this list").clicked() {
                    draft.remove();
                }
            }
        });
    });
}

/// The field for a model, its list open or not.
fn listed(ui: &mut Ui, page: &mut Page, which: Listing, says: (&str, &str), name: &mut String, known: &[String]) {
    let mut open = page.listing == Some(which);
    let before = open;
    model(ui, says, name, known, &mut open);
    if open != before {
        page.listing = open.then_some(which);
    }
}

/// A button for each server, marked by what its last test has shown; one that adds another.
fn all(ui: &mut Ui, page: &mut Page, draft: &mut Draft) {
    let mut chosen = None;
    row(ui, "Servers", |ui| {
        for (n, entry) in draft.servers().iter().enumerate() {
            let works = page.met.get(entry.base()).map(|met| met.well);
            let gap = if works.is_some() { "     " } else { "" };
            let name = format!("{}  {}{gap}", n + 1, short(entry));
            let response = ui.add(Button::new(name).selected(n == draft.chosen()));
            let mark = response.rect.right_center() - vec2(10.0, 0.0);
            match works {
                Some(true) => {
                    ui.painter().circle_filled(mark, 3.5, good(ui));
                }
                // Not by colour alone.
                Some(false) => {
                    ui.painter().circle_stroke(mark, 3.5, Stroke::new(2.0, bad(ui)));
                }
                None => {}
            }
            let hint = match works {
                None => "Not tested yet",
                Some(true) => "The last test went well",
                Some(false) => "The last test went wrong",
            };
            if response.on_hover_text(hint).clicked() {
                chosen = Some(n);
            }
        }
        if ui.button("add another").on_hover_text("One more server, to share the load").clicked() {
            draft.add();
            page.listing = None;
        }
    });
    if let Some(n) = chosen {
        draft.choose(n);
        page.listing = None;
    }
}

/// Servers known by name, or another one.
fn presets(ui: &mut Ui, draft: &mut Draft) {
    let preset = draft.server().preset();
    row(ui, "Server", |ui| {
        for one in &PRESETS {
            let button = Button::new(one.name).selected(preset == Some(one.name));
            if ui.add(button).on_hover_text(sentence(one.start)).clicked() {
                draft.turn_to(one.name);
            }
        }
        let other = Button::new("another server").selected(preset.is_none());
        if ui.add(other).on_hover_text("Any server that speaks as OpenAI's does, by its URL").clicked() {
            draft.server_mut().turn_elsewhere();
        }
    });
}

/// Where embeddings come from.
pub(super) fn embeddings(ui: &mut Ui, page: &mut Page, draft: &mut Draft) {
    line(ui);
    let now = draft.embedder();
    row(ui, "Embeddings", |ui| {
        let mut ways = vec![(Embedder::Builtin, "built-in".to_owned())];
        if draft.is_networked() {
            let many = draft.servers().len() > 1;
            let name = |n: usize| if many { format!("server {}", n + 1) } else { "the same server".into() };
            ways.extend((0..draft.servers().len()).map(|n| (Embedder::Server(n), name(n))));
        }
        ways.push((Embedder::Elsewhere, "another server".into()));
        for (way, name) in ways {
            if ui.add(Button::new(name).selected(way == now)).clicked() {
                draft.embed_by(way);
                page.listing = None;
            }
        }
    });
    note(
        ui,
        faint(match now {
            Embedder::Builtin => {
                "They say how near a memory is to what is looked for. Ours know words, and not what they mean."
            }
            _ => "They say how near a memory is to what is looked for. The texts of memories go there, secrets too.",
        }),
    );
    let hint = "the first that the server has for embeddings";
    match draft.embedder() {
        Embedder::Builtin => {}
        Embedder::Server(n) => {
            let known = draft.servers().get(n).map(|entry| page.known(entry)).unwrap_or_default();
            listed(ui, page, Listing::Rows, ("Model", hint), &mut draft.embeddings.model, &known);
        }
        Embedder::Elsewhere => elsewhere(ui, page, &mut draft.embeddings, hint),
    }
    if let Some(name) = VARIABLES.iter().find(|name| draft.is_networked() && std::env::var_os(name).is_some()) {
        note(ui, faint(format!("{name} is set where this was started, and goes before what is kept here.")));
    }
}

fn elsewhere(ui: &mut Ui, page: &mut Page, entry: &mut Entry, hint: &str) {
    ui.push_id("embeddings", |ui| {
        url(ui, entry);
        let known = page.known(entry);
        listed(ui, page, Listing::Rows, ("Model", hint), &mut entry.model, &known);
        if key(ui, entry) {
            page.said = vec![(Tone::Bad, NOT_THE_KEY.into())];
        }
        row(ui, "At a time", |ui| number(ui, &mut entry.slots, "8", "requests"));
    });
}
