//! The form: who answers, what it may cost, a forecast, and messages; and the fields that it is made of.

use bevy_egui::egui;
use egui::{Align, FontId, Frame, Layout, Panel, RichText, ScrollArea, TextEdit, Ui, vec2};

use super::{InUse, Page, servers, who_answers};
use crate::{
    exchange::{
        Budget, Minds,
        forecast::{NO_PROMISE, cap_words, count, forecast as forecast_of, money},
    },
    mind::TokenUsage,
    view::{
        mind_settings::{Draft, Embedder},
        panels::widgets::*,
    },
};

/// The greatest part of the height that messages take.
const MESSAGES: f32 = 0.4;
/// Width of a label before a field, in points.
const LABEL: f32 = 84.0;
/// In a narrower panel it stands above the field.
const NARROW: f32 = 320.0;
/// Width of a field for a number.
const NUMBER: f32 = 74.0;
/// Height of a field.
const HIGH: f32 = 24.0;

/// Draws the form.
pub(super) fn draw(ui: &mut Ui, page: &mut Page, in_use: &InUse, minds: &Minds, people: usize) {
    let mut draft = page.draft.take().unwrap_or_else(|| Draft::of(&in_use.wanted));
    let before = subject(&draft);
    let most = ui.available_height() * MESSAGES;
    let foot = Panel::bottom("foot of the form").frame(Frame::NONE).show_separator_line(false).resizable(false);
    foot.show(ui, |ui| {
        ui.add_space(6.0);
        draw_buttons(ui, page, &draft, in_use);
        let messages = ScrollArea::vertical().id_salt("messages").auto_shrink([false, true]).max_height(most);
        messages.show(ui, |ui| page.messages.iter().for_each(|message| message.draw(ui)));
    });
    ScrollArea::vertical().id_salt("fields").auto_shrink(false).show(ui, |ui| {
        ui.spacing_mut().item_spacing.y = 5.0;
        ui.label(faint(who_answers(&in_use.wanted)));
        budget_end(ui, minds.budget());
        ui.add_space(2.0);
        let rules = "Word lists, habits, small grammars and dice. They need no network and no key, and cost nothing.";
        row(ui, "Who answers", |ui| {
            let ways =
                [(false, "built-in", rules), (true, "language models", "On servers on this machine or elsewhere")];
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
            note(ui, faint(rules));
        }
        servers::draw_embeddings(ui, page, &mut draft);
        if draft.asks_somebody() {
            line(ui);
            draw_costs(ui, &mut draft);
        }
        ui.add_space(2.0);
        if draft.networked {
            draw_forecast(ui, &draft, people);
        }
    });
    // Messages are about the servers before.
    if before != subject(&draft) {
        page.messages.clear();
    }
    page.draft = Some(draft);
}

/// Says that a cap has been reached, if so.
pub(super) fn budget_end(ui: &mut Ui, budget: &Budget) {
    if let Some(why) = budget.ended() {
        coloured(ui, format!("{}. The built-in mind carries on.", sentence(why)), bad(ui));
    }
}

/// What a test or a change is about.
fn subject(draft: &Draft) -> (bool, Vec<String>, Embedder) {
    let entries = draft.servers.iter().chain([&draft.embeddings]);
    (draft.networked, entries.map(|entry| entry.base().to_owned()).collect(), draft.embedder)
}

fn draw_costs(ui: &mut Ui, draft: &mut Draft) {
    row(ui, "Price", |ui| {
        for (text, unit) in draft.price.iter_mut().zip(["sent", "received"]) {
            number(ui, text, "none", unit);
        }
    });
    note(ui, faint("In US dollars for a million tokens."));
    row(ui, "At most", |ui| {
        for (text, unit) in draft.caps.iter_mut().zip(["calls", "tokens", "US dollars"]) {
            number(ui, text, "no limit", unit);
        }
    });
}

fn draw_forecast(ui: &mut Ui, draft: &Draft, people: usize) {
    let price = draft.price().unwrap_or_default();
    let days = [people, 1].map(|people| forecast_of(people, 24.0));
    let cost = |day: &TokenUsage| price.map_or_else(|| "no price".into(), |price| money(price.of(day)));
    let figures: [(&str, &dyn Fn(&TokenUsage) -> String); 5] = [
        ("calls", &|day| count(day.calls.into())),
        ("tokens sent", &|day| count(day.tokens_in as f64)),
        ("tokens received", &|day| count(day.tokens_out as f64)),
        ("of all, uncached", &|day| count(day.tokens_new as f64)),
        ("cost", &cost),
    ];
    card(ui, GLOW, |ui| {
        ui.spacing_mut().item_spacing.y = 3.0;
        ScrollArea::horizontal().id_salt("forecast").show(ui, |ui| {
            egui::Grid::new("forecast").num_columns(3).spacing(vec2(16.0, 2.0)).show(ui, |ui| {
                for head in ["Forecast of a day".into(), format!("{people} people"), "one person".into()] {
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
        if let Some(words) = draft.caps().ok().and_then(|caps| cap_words(&days[0], caps, price, false)) {
            coloured(ui, words, bad(ui));
        }
        ui.label(faint(NO_PROMISE));
    });
}

fn draw_buttons(ui: &mut Ui, page: &mut Page, draft: &Draft, in_use: &InUse) {
    flow(ui, |ui| {
        let name = match draft.servers.len() {
            _ if !draft.networked => "Test embeddings".to_owned(),
            1 => "Test".to_owned(),
            _ => format!("Test server {}", draft.at + 1),
        };
        if page.test.is_some() {
            if pick(ui, "Stop", false, "Stop waiting for the test") {
                (page.test, page.messages) = (None, vec![]);
            }
        } else if draft.asks_somebody() && pick(ui, name, false, "Ask for its models, for an answer and an embedding") {
            page.start_test(draft, in_use);
        }
        let is_free = page.change.is_none();
        let change = ui.add_enabled(is_free, egui::Button::new("Use it now"));
        if change.on_hover_text("In this town, from this moment on").clicked() {
            page.start_change(draft, in_use);
        }
        let hint = format!("Write it into {}, for the next start", in_use.file.display());
        if pick(ui, "Save", false, &hint) {
            page.save(draft, &in_use.file);
        }
        if let Some((what, test)) = &page.test {
            ui.label(faint(format!("{what} {} s", test.elapsed().as_secs())));
        }
        if !is_free {
            ui.label(faint("Connecting …"));
        }
    });
}

/// A label and a field beside it, in as many lines as it needs; below it in a narrow panel.
pub(super) fn row<T>(ui: &mut Ui, label: &str, field: impl FnOnce(&mut Ui) -> T) -> T {
    let before = |ui: &mut Ui| {
        if !label.is_empty() {
            coloured(ui, RichText::new(label).size(13.0), FAINT);
        }
    };
    side_by_side(ui, (vec2(LABEL, HIGH), NARROW), before, |ui| flow(ui, field))
}

/// Words under a field.
pub(super) fn note(ui: &mut Ui, words: impl Into<RichText>) {
    let indent = if ui.available_width() < NARROW { 0.0 } else { LABEL + ui.spacing().item_spacing.x };
    ui.horizontal_top(|ui| {
        ui.add_space(indent);
        ui.add(egui::Label::new(words.into().size(SMALL)).wrap());
    });
}

/// A line between two parts of the form.
pub(super) fn line(ui: &mut Ui) {
    ui.add(egui::Separator::default().spacing(6.0));
}

/// A field for text.
pub(super) fn text<'a>(words: &'a mut String, hint: &str, width: f32) -> TextEdit<'a> {
    TextEdit::singleline(words)
        .hint_text(RichText::new(hint).color(FAINT.gamma_multiply(0.75)))
        .desired_width(width)
        .margin(egui::Margin::symmetric(6, 3))
        .char_limit(300)
}

/// A field for a number, and its unit: they stay together when the line is full.
pub(super) fn number(ui: &mut Ui, words: &mut String, hint: &str, unit: &str) {
    let unit_width = ui.painter().layout_no_wrap(unit.to_owned(), FontId::proportional(SMALL), FAINT).size().x;
    // A field is as wide as its text, and its margins.
    let wide = NUMBER + 12.0 + ui.spacing().item_spacing.x + unit_width;
    ui.allocate_ui_with_layout(vec2(wide, HIGH), Layout::left_to_right(Align::Center), |ui| {
        ui.set_min_width(wide);
        ui.add(text(words, hint, NUMBER));
        ui.add(egui::Label::new(faint(unit)).extend());
    });
}
