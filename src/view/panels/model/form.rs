//! Who answers and what that may cost, with the forecast; and what came of what was done. The fields that the form is
//! made of stand below it.

use bevy_egui::egui;
use egui::{Align, FontId, Frame, Layout, Panel, RichText, ScrollArea, TextEdit, Ui, vec2};

use super::{InUse, Page, Tone, servers, who_answers};
use crate::{
    exchange::{
        Minds,
        forecast::{NO_PROMISE, cap_words, count, forecast as forecast_of, money},
    },
    mind::TokenUsage,
    view::{
        mind_settings::{Draft, Embedder},
        panels::widgets::*,
    },
};

/// Of the height, the most that what was said may take.
const SAID: f32 = 0.4;
/// Width of what stands before a field, in points.
const LABEL: f32 = 84.0;
/// In less than this it stands above the field.
const NARROW: f32 = 320.0;
/// Width of a field for a number.
const NUMBER: f32 = 74.0;
/// Height of a field.
const HIGH: f32 = 24.0;

/// Draws it.
pub(super) fn draw(ui: &mut Ui, page: &mut Page, in_use: &InUse, minds: &Minds, people: usize) {
    let mut draft = page.draft.take().unwrap_or_else(|| Draft::of(&in_use.wanted));
    let before = about(&draft);
    let most = ui.available_height() * SAID;
    let foot = Panel::bottom("foot of the form").frame(Frame::NONE).show_separator_line(false).resizable(false);
    foot.show(ui, |ui| {
        ui.add_space(6.0);
        buttons(ui, page, &draft, in_use);
        said(ui, page, most);
    });
    ScrollArea::vertical().id_salt("fields").auto_shrink(false).show(ui, |ui| {
        ui.spacing_mut().item_spacing.y = 5.0;
        ui.label(faint(who_answers(&in_use.wanted)));
        if let Some(why) = minds.budget().ended() {
            let why = format!("{}: the built-in mind carries on.", sentence(why));
            ui.label(RichText::new(why).color(bad(ui)));
        }
        ui.add_space(2.0);
        row(ui, "Who answers", |ui| {
            let rules = "Rules of our own: no network, no key, no cost";
            let ways = [(false, "built-in", rules), (true, "language models", "At servers on this machine or elsewhere")];
            for (networked, name, hint) in ways {
                if pick(ui, name, draft.networked == networked, hint) {
                    draft.networked = networked;
                }
            }
        });
        if draft.networked {
            line(ui);
            servers::draw(ui, page, &mut draft);
        } else {
            let words = "Rules of our own: word lists, habits and small grammars, and dice. They need no network and no \
                         key, and cost nothing.";
            note(ui, faint(words));
        }
        servers::embeddings(ui, page, &mut draft);
        if draft.asks_somebody() {
            line(ui);
            costs(ui, &mut draft);
        }
        ui.add_space(2.0);
        if draft.networked {
            forecast(ui, &draft, people);
        }
    });
    // What was said was said of other servers.
    if before != about(&draft) {
        page.said.clear();
    }
    page.draft = Some(draft);
}

/// What a test or a change was about.
fn about(draft: &Draft) -> (bool, Vec<String>, Embedder) {
    let entries = draft.servers.iter().chain([&draft.embeddings]);
    (draft.networked, entries.map(|entry| entry.base().to_owned()).collect(), draft.embedder)
}

fn costs(ui: &mut Ui, draft: &mut Draft) {
    row(ui, "Price", |ui| {
        for (words, of) in draft.price.iter_mut().zip(["sent", "received"]) {
            number(ui, words, "none", of);
        }
    });
    note(ui, faint("In US dollars for a million tokens."));
    row(ui, "At most", |ui| {
        for (words, of) in draft.caps.iter_mut().zip(["calls", "tokens", "US dollars"]) {
            number(ui, words, "no limit", of);
        }
    });
}

fn forecast(ui: &mut Ui, draft: &Draft, people: usize) {
    let price = draft.price().unwrap_or_default();
    let days = [people, 1].map(|people| forecast_of(people, 24.0));
    let cost = |day: &TokenUsage| price.map_or_else(|| "no price".into(), |price| money(price.of(day)));
    let figures: [(&str, &dyn Fn(&TokenUsage) -> String); 5] = [
        ("calls", &|day| count(day.calls.into())),
        ("tokens sent", &|day| count(day.tokens_in as f64)),
        ("tokens received", &|day| count(day.tokens_out as f64)),
        ("of all, new to it", &|day| count(day.tokens_new as f64)),
        ("cost", &cost),
    ];
    card(ui, GLOW, |ui| {
        ui.spacing_mut().item_spacing.y = 3.0;
        ScrollArea::horizontal().id_salt("forecast").show(ui, |ui| {
            egui::Grid::new("forecast").num_columns(3).spacing(vec2(16.0, 2.0)).show(ui, |ui| {
                for head in ["Forecast of a day".into(), format!("{people} people"), "one of them".into()] {
                    ui.label(faint(head));
                }
                ui.end_row();
                for (what, words) in figures {
                    ui.label(what);
                    days.iter().for_each(|day| _ = ui.label(words(day)));
                    ui.end_row();
                }
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
        let name = match draft.servers.len() {
            _ if !draft.networked => "Test embeddings".to_owned(),
            1 => "Test".to_owned(),
            _ => format!("Test server {}", draft.at + 1),
        };
        if page.test.is_some() {
            if pick(ui, "Stop", false, "Wait for the test no longer") {
                (page.test, page.said) = (None, vec![]);
            }
        } else if draft.asks_somebody()
            && pick(ui, name, false, "Ask for its models, for one answer and for one embedding")
        {
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

/// What came of what was done.
fn said(ui: &mut Ui, page: &Page, most: f32) {
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

/// A label and what stands beside it, in as many lines as it needs; below it where there is little room.
pub(super) fn row<T>(ui: &mut Ui, label: &str, field: impl FnOnce(&mut Ui) -> T) -> T {
    let before = |ui: &mut Ui| {
        if !label.is_empty() {
            ui.label(RichText::new(label).size(13.0).color(FAINT));
        }
    };
    beside(ui, (vec2(LABEL, HIGH), NARROW), before, |ui| {
        let wrapped = ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing = vec2(4.0, 4.0);
            field(ui)
        });
        wrapped.inner
    })
}

/// Words under a field.
pub(super) fn note(ui: &mut Ui, words: impl Into<RichText>) {
    let indent = if ui.available_width() < NARROW { 0.0 } else { LABEL + ui.spacing().item_spacing.x };
    ui.horizontal_top(|ui| {
        ui.add_space(indent);
        ui.add(egui::Label::new(words.into().size(SMALL)).wrap());
    });
}

/// A line between two things that have nothing to do with each other.
pub(super) fn line(ui: &mut Ui) {
    ui.add(egui::Separator::default().spacing(6.0));
}

/// A field for words.
pub(super) fn text<'a>(words: &'a mut String, hint: &str, width: f32) -> TextEdit<'a> {
    TextEdit::singleline(words)
        .hint_text(RichText::new(hint).color(FAINT.gamma_multiply(0.75)))
        .desired_width(width)
        .margin(egui::Margin::symmetric(6, 3))
        .char_limit(300)
}

/// A field for a number, and what it is of: they stay together when the line is full.
pub(super) fn number(ui: &mut Ui, words: &mut String, hint: &str, after: &str) {
    let of = ui.painter().layout_no_wrap(after.to_owned(), FontId::proportional(SMALL), FAINT).size().x;
    // A field is as wide as its words may be, and its margins.
    let wide = NUMBER + 12.0 + ui.spacing().item_spacing.x + of;
    ui.allocate_ui_with_layout(vec2(wide, HIGH), Layout::left_to_right(Align::Center), |ui| {
        ui.set_min_width(wide);
        ui.add(text(words, hint, NUMBER));
        ui.add(egui::Label::new(faint(after)).extend());
    });
}
