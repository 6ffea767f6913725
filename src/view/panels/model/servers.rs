//! The servers: all of them by name, and one in full; and where embeddings come from. The page of a new town uses
//! [`presets`], too.

use bevy_egui::egui;
use egui::{Button, FontId, RichText, ScrollArea, Stroke, Ui, vec2};

use super::{
    NAME, Page,
    form::{line, note, number, row, text},
};
use crate::{
    mind::llm::PRESETS,
    view::{
        mind_settings::{Draft, Embedder, Entry, NOT_THE_KEY},
        panels::widgets::*,
    },
};

/// Variables that take precedence over the file for embeddings.
const VARIABLES: [&str; 2] = ["SMALLVILLE_EMBED_MODEL", "SMALLVILLE_EMBED_BASE_URL"];

/// All servers, and the fields of one.
pub(super) fn draw(ui: &mut Ui, page: &mut Page, draft: &mut Draft) {
    draw_servers(ui, page, draft);
    let many = draft.servers.len() > 1;
    if many {
        let words = "They share the load. Each person keeps to one of them; if it is down, another one is asked.";
        note(ui, faint(words));
    }
    // Each has its own fields, so that undo does not bring back text of another one.
    ui.push_id(("server", draft.at), |ui| {
        let entry = draft.server();
        row(ui, "Server", |ui| presets(ui, entry));
        row(ui, "URL", |ui| url(ui, entry));
        let first = if entry.key_held().is_some() { "which of its models" } else { "the first that the server has" };
        let known = page.models(entry).to_vec();
        model(ui, page, ("Model", first, &mut entry.model), &known);
        model(ui, page, ("Larger model", "the same; for plans, talk and reflection", &mut entry.large), &known);
        key(ui, page, entry);
        let words = "Only the name of the environment variable: the key itself is never typed, shown or saved here.";
        note(ui, faint(words));
        row(ui, "At a time", |ui| {
            number(ui, &mut draft.server().slots, "8", "requests");
            if many {
                ui.add_space(12.0);
                if pick(ui, format!("Remove server {}", draft.at + 1), false, "Remove it from this list") {
                    draft.remove();
                }
            }
        });
    });
}

/// Servers known by name, or another one.
pub fn presets(ui: &mut Ui, entry: &mut Entry) {
    let preset = entry.preset();
    for one in &PRESETS {
        if pick(ui, one.name, preset == Some(one.name), &sentence(one.start)) {
            entry.turn_to(one.name);
        }
    }
    if pick(ui, "another server", preset.is_none(), "Any server with an OpenAI-compatible API, by its URL") {
        entry.turn_elsewhere();
    }
}

/// The field for a URL.
fn url(ui: &mut Ui, entry: &mut Entry) {
    ui.add(text(&mut entry.url, "http://127.0.0.1:8080/v1", ui.available_width() - 8.0));
}

/// The field for the name of the variable that holds the key. A key that is typed there is not shown, and is deleted at
/// once.
fn key(ui: &mut Ui, page: &mut Page, entry: &mut Entry) {
    row(ui, "Key", |ui| {
        let mut masked = |ui: &Ui, words: &dyn egui::TextBuffer, _: f32| {
            let words = words.as_str();
            let shown = if Entry::is_key(words) { "•".repeat(words.chars().count()) } else { words.to_owned() };
            ui.painter().layout_no_wrap(shown, FontId::proportional(BODY), WORDS)
        };
        let wide = (ui.available_width() - 8.0).min(240.0);
        let field = ui.add(text(&mut entry.key, "name of a variable", wide).layouter(&mut masked));
        if field.lost_focus() && Entry::is_key(&entry.key) {
            entry.key.clear();
            page.messages = vec![Outcome::bad(NOT_THE_KEY)];
        }
    });
    let held = entry.key_held();
    let words = match &held {
        None => "A server on this machine needs none.".into(),
        Some(_) if Entry::is_key(&entry.key) => "A name has only letters, digits and _.".into(),
        Some((name, true)) => format!("{} is set.", short_line(name, 40)),
        Some((name, false)) => format!("{} is not set in the environment.", short_line(name, 40)),
    };
    let missing = held.is_some_and(|(_, held)| !held);
    note(ui, RichText::new(words).color(if missing { bad(ui) } else { FAINT }));
}

/// The field for a model: its label, its hint while it is empty, its text; with the models that the server is known to
/// have.
fn model(ui: &mut Ui, page: &mut Page, (label, hint, name): (&str, &str, &mut String), known: &[String]) {
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
        card(ui, SHADE, |ui| {
            ScrollArea::vertical().id_salt("models").max_height(92.0).show(ui, |ui| {
                ui.horizontal_wrapped(|ui| {
                    for one in known {
                        if pick(ui, RichText::new(short_line(one, NAME)).size(13.0), one == name, "") {
                            name.clone_from(one);
                            page.listing = None;
                        }
                    }
                });
            });
        });
    });
}

/// A button for each server, marked by the result of its last test; and one that adds a server.
fn draw_servers(ui: &mut Ui, page: &Page, draft: &mut Draft) {
    row(ui, "Servers", |ui| {
        for (n, entry) in draft.servers.iter().enumerate() {
            let works = page.tested.get(entry.base()).map(|tested| tested.works);
            let gap = if works.is_some() { "     " } else { "" };
            let response = ui.add(Button::new(format!("{}{gap}", named(n, entry))).selected(n == draft.at));
            let mark = response.rect.right_center() - vec2(10.0, 0.0);
            let hint = match works {
                None => "Not tested yet",
                Some(true) => {
                    ui.painter().circle_filled(mark, 3.5, good(ui));
                    "It passed the last test"
                }
                // Not by colour alone.
                Some(false) => {
                    ui.painter().circle_stroke(mark, 3.5, Stroke::new(2.0, bad(ui)));
                    "It failed the last test"
                }
            };
            if response.on_hover_text(hint).clicked() {
                draft.at = n;
            }
        }
        if pick(ui, "add another", false, "One more server, to share the load") {
            draft.add();
        }
    });
}

/// A server by its number and in a word: its preset's name, or host and port.
fn named(n: usize, entry: &Entry) -> String {
    let bare = entry.base().split_once("://").map_or(entry.base(), |(_, rest)| rest);
    let short = match entry.preset() {
        Some(name) => name.to_owned(),
        None if entry.is_blank() => "new".into(),
        None => short_line(bare.split('/').next().unwrap_or(bare), 28),
    };
    format!("{}  {short}", n + 1)
}

/// Where embeddings come from.
pub(super) fn draw_embeddings(ui: &mut Ui, page: &mut Page, draft: &mut Draft) {
    line(ui);
    let servers = draft.servers.iter().enumerate().filter(|(_, entry)| !entry.is_blank());
    let servers = servers.map(|(n, entry)| (Embedder::Server(n), named(n, entry)));
    let ways = [(Embedder::Builtin, "built-in".to_owned())].into_iter().chain(servers);
    let ways: Vec<_> = ways.chain([(Embedder::Elsewhere, "another server".to_owned())]).collect();
    row(ui, "Embeddings", |ui| {
        for (way, name) in ways {
            if pick(ui, name, way == draft.embedder, "") {
                draft.embed_by(way);
                page.listing = None;
            }
        }
    });
    let also = match draft.embedder {
        Embedder::Builtin => "The built-in ones know words, but not what they mean.",
        _ => "The texts of all memories are sent there, secrets too.",
    };
    note(ui, faint(format!("They tell how relevant a memory is. {also}")));
    ui.push_id("embeddings", |ui| {
        let at = match draft.embedder {
            Embedder::Builtin => return,
            Embedder::Server(n) => draft.servers[n].clone(),
            Embedder::Elsewhere => draft.embeddings.clone(),
        };
        let (elsewhere, known) = (draft.embedder == Embedder::Elsewhere, page.models(&at).to_vec());
        let entry = &mut draft.embeddings;
        if elsewhere {
            row(ui, "URL", |ui| url(ui, entry));
        }
        model(ui, page, ("Model", "the first that the server has for embeddings", &mut entry.model), &known);
        if elsewhere {
            key(ui, page, entry);
            row(ui, "At a time", |ui| number(ui, &mut entry.slots, "8", "requests"));
        }
    });
    if let Some(name) = VARIABLES.iter().find(|name| draft.networked && std::env::var_os(name).is_some()) {
        note(ui, faint(format!("{name} is set in the environment, and takes precedence over what is saved here.")));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn servers_have_short_names() {
        let named = |url: &str| named(0, &Entry { url: url.into(), ..Entry::default() });
        assert_eq!(named(""), "1  new");
        assert_eq!(named("http://127.0.0.1:11434/v1"), "1  ollama");
        assert_eq!(named("https://api.far.example/openai/v1"), "1  api.far.example");
    }
}
