//! The fields, the forecast, and what came of what was done.

use bevy_egui::egui;
use egui::{RichText, ScrollArea, Ui, vec2};

use super::{
    InUse, Page,
    field::{self, number, row},
    servers,
    words::{self, Tone},
};
use crate::{
    exchange::{
        Forecast, Minds,
        forecast::{NO_PROMISE, cap_words, count, money},
    },
    view::{
        mind_settings::{Draft, Embedder},
        panels::widgets::*,
    },
};

/// Of the height, the most that what was said may take.
const SAID: f32 = 0.4;

/// Draws it.
pub(super) fn draw(ui: &mut Ui, page: &mut Page, in_use: &InUse, minds: &Minds, people: usize) {
    let mut draft = page.draft.take().unwrap_or_else(|| Draft::of(&in_use.wanted));
    let before = about(&draft);
    // What stands below keeps its room: the fields have what it left them in the last frame.
    let height = ui.available_height();
    let below = ui.id().with("height of what stands below the fields");
    let room = height - 12.0 - ui.data(|data| data.get_temp(below).unwrap_or(30.0));
    let room = room.max(80.0);
    let fields = ScrollArea::vertical().id_salt("fields").auto_shrink([false, true]);
    fields.max_height(room).min_scrolled_height(room).show(ui, |ui| {
        ui.spacing_mut().item_spacing.y = 5.0;
        ui.label(faint(words::now(&in_use.wanted)));
        if let Some(why) = minds.budget().ended() {
            let why = format!("{}: the built-in mind carries on.", sentence(why));
            ui.label(RichText::new(why).color(bad(ui)));
        }
        ui.add_space(2.0);
        choose_mind(ui, &mut draft);
        if draft.is_networked() {
            field::line(ui);
            servers::draw(ui, page, &mut draft);
        } else {
            let words = "Rules of our own: word lists, habits and small grammars, and dice. They need no network and no \
                         key, and cost nothing.";
            field::note(ui, faint(words));
        }
        servers::embeddings(ui, page, &mut draft);
        if asks_somebody(&draft) {
            field::line(ui);
            costs(ui, &mut draft);
        }
        ui.add_space(2.0);
        forecast(ui, &draft, people);
    });
    // What was said was said of other servers.
    if before != about(&draft) {
        page.said.clear();
    }
    ui.add_space(6.0);
    let foot = ui.vertical(|ui| {
        buttons(ui, page, &draft, in_use);
        said(ui, page, height * SAID);
    });
    ui.data_mut(|data| data.insert_temp(below, foot.response.rect.height()));
    page.draft = Some(draft);
}

/// Rules, or servers.
fn choose_mind(ui: &mut Ui, draft: &mut Draft) {
    row(ui, "Who answers", |ui| {
        let now = draft.is_networked();
        if pick(ui, "built-in", !now, "Rules of our own: no network, no key, no cost") && now {
            draft.ask_models(false);
        }
        if pick(ui, "language models", now, "At servers on this machine or elsewhere") && !now {
            draft.ask_models(true);
        }
    });
}

/// What a test or a change was about: what was said of it goes when this is no longer so.
fn about(draft: &Draft) -> (bool, Vec<String>, Option<String>) {
    let urls = draft.servers().iter().map(|entry| entry.base().to_owned()).collect();
    let rows = match draft.embedder() {
        Embedder::Builtin => None,
        Embedder::Server(n) => Some(n.to_string()),
        Embedder::Elsewhere => Some(draft.embeddings.base().to_owned()),
    };
    (draft.is_networked(), urls, rows)
}

fn costs(ui: &mut Ui, draft: &mut Draft) {
    let [sent, received] = &mut draft.price;
    row(ui, "Price", |ui| {
        number(ui, sent, "none", "sent");
        number(ui, received, "none", "received");
    });
    field::note(ui, faint("In US dollars for a million tokens."));
    let [calls, tokens, usd] = &mut draft.caps;
    row(ui, "At most", |ui| {
        number(ui, calls, "no limit", "calls");
        number(ui, tokens, "no limit", "tokens");
        number(ui, usd, "no limit", "US dollars");
    });
}

fn forecast(ui: &mut Ui, draft: &Draft, people: usize) {
    if !draft.is_networked() {
        return;
    }
    let price = draft.price().unwrap_or_default();
    let days = [Forecast::of(people, 24.0), Forecast::of(1, 24.0)];
    let figures: [(&str, fn(&Forecast) -> f64); 4] = [
        ("calls", |day| day.calls),
        ("tokens sent", |day| day.tokens_in),
        ("tokens received", |day| day.tokens_out),
        ("of all, new to it", |day| day.tokens_new),
    ];
    card(ui, GLOW, |ui| {
        ui.spacing_mut().item_spacing.y = 3.0;
        ScrollArea::horizontal().id_salt("forecast").show(ui, |ui| {
            egui::Grid::new("forecast").num_columns(3).spacing(vec2(16.0, 2.0)).show(ui, |ui| {
                for head in ["Forecast of a day".into(), format!("{people} people"), "one of them".into()] {
                    ui.label(faint(head));
                }
                ui.end_row();
                for (what, of) in figures {
                    ui.label(what);
                    days.iter().for_each(|day| _ = ui.label(count(of(day))));
                    ui.end_row();
                }
                ui.label("cost");
                let cost = |day: &Forecast| price.map_or_else(|| "no price".into(), |price| money(day.usd(price)));
                days.iter().for_each(|day| _ = ui.label(cost(day)));
                ui.end_row();
            });
        });
        if let Some(words) = draft.caps().ok().and_then(|caps| cap_words(&days[0], caps, price)) {
            ui.label(RichText::new(words).color(bad(ui)));
        }
        ui.label(faint(NO_PROMISE));
    });
}

fn buttons(ui: &mut Ui, page: &mut Page, draft: &Draft, in_use: &InUse) {
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = vec2(6.0, 4.0);
        let name = match draft.servers().len() {
            _ if !draft.is_networked() => "Test embeddings".to_owned(),
            1 => "Test".to_owned(),
            _ => format!("Test server {}", draft.chosen() + 1),
        };
        let hint = "Ask for its models, for one answer and for one embedding";
        if page.test.is_some() {
            if pick(ui, "Stop", false, "Wait for the test no longer") {
                (page.test, page.said) = (None, vec![]);
            }
        } else if asks_somebody(draft) && pick(ui, name, false, hint) {
            page.test(draft, in_use);
        }
        let free = page.change.is_none();
        let hint = "This town, from this moment on";
        if ui.add_enabled(free, egui::Button::new("Use it now")).on_hover_text(hint).clicked() {
            page.change(draft, in_use);
        }
        let hint = format!("Write it into {}: it counts from the next start", in_use.file.display());
        if pick(ui, "Keep", false, &hint) {
            page.keep(draft, &in_use.file);
        }
        if let Some((what, test)) = &page.test {
            ui.label(faint(format!("{what} {} s", test.since().as_secs())));
        }
        if !free {
            ui.label(faint("Connecting …"));
        }
    });
}

/// Is any server asked for anything?
fn asks_somebody(draft: &Draft) -> bool {
    draft.is_networked() || draft.embedder() != Embedder::Builtin
}

/// What came of what was done.
fn said(ui: &mut Ui, page: &Page, most: f32) {
    if page.said.is_empty() {
        return;
    }
    ScrollArea::vertical().id_salt("said").auto_shrink([false, true]).max_height(most).show(ui, |ui| {
        for (tone, words) in &page.said {
            let colour = match tone {
                Tone::Good => good(ui),
                Tone::Plain => WORDS,
                Tone::Bad => bad(ui),
            };
            ui.add(egui::Label::new(RichText::new(tame(words, 500)).color(colour)).wrap());
        }
    });
}
