//! The fields, the forecast, and what came of what was done.

use bevy_egui::egui;
use egui::{Align, Layout, RichText, ScrollArea, TextEdit, Ui, vec2};

use super::{
    InUse, Page, Wish,
    words::{self, Tone},
};
use crate::{
    mind::{Choice, server::PRESETS},
    thought::{
        Forecast, Minds,
        forecast::{NO_PROMISE, cap_words, count, money},
    },
    town::{Draft, NOT_THE_KEY, Wanted},
    view::{
        panels::{
            style::{BODY, FAINT, GLOW, SHADE, SMALL, WORDS, bad, faint, good},
            telling::sentence,
        },
        tame::tame,
    },
};

/// Which field a list of models is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Listing {
    Small,
    Large,
}

/// Width of what stands before a field, in points.
const LABEL: f32 = 112.0;
/// Width of a field for a number.
const NUMBER: f32 = 92.0;
/// Most letters of a model's name.
const NAME: usize = 60;

/// Who answers, in words.
pub(super) fn who(wanted: &Wanted) -> String {
    match (&wanted.choice, wanted.models.servers.first()) {
        (Choice::Server(_) | Choice::Configured, Some(server)) if server.model.is_empty() => {
            format!("the first model at {}", server.url)
        }
        (Choice::Server(_) | Choice::Configured, Some(server)) => {
            format!("{} at {}", tame(&server.model, NAME), server.url)
        }
        (Choice::Save(_) | Choice::Tape(_), _) => "a recording".into(),
        _ => "the built-in mind".into(),
    }
}

/// Draws it; gives what is to be done.
pub(super) fn draw(
    ui: &mut Ui,
    page: &mut Page,
    in_use: &InUse,
    minds: &Minds,
    people: usize,
    height: f32,
) -> Option<Wish> {
    let mut draft = page.draft.take().unwrap_or_else(|| Draft::of(&in_use.wanted));
    let before = (draft.networked, draft.url.clone());
    // What stands below keeps its room: the fields have what it left them in the last frame.
    let below = ui.id().with("height of what stands below the fields");
    let room = height - 64.0 - ui.data(|data| data.get_temp(below).unwrap_or(130.0));
    let room = room.max(80.0);
    ScrollArea::vertical().id_salt("fields").max_height(room).min_scrolled_height(room).show(ui, |ui| {
        ui.set_width(ui.available_width());
        ui.spacing_mut().item_spacing.y = 5.0;
        ui.label(faint(format!("Who answers now: {}", who(&in_use.wanted))));
        if let Some(why) = minds.budget().ended() {
            let why = format!("{}: the built-in mind carries on.", sentence(why));
            ui.label(RichText::new(why).color(bad(ui)));
        }
        ui.add_space(2.0);
        choose(ui, &mut draft);
        ui.add_space(2.0);
        if draft.networked {
            servers(ui, page, &mut draft);
            costs(ui, &mut draft);
        } else {
            ui.label(
                "Rules of our own: word lists, habits and small grammars, and dice. They need no network and no key, \
                 and cost nothing.",
            );
        }
        ui.add_space(2.0);
        forecast(ui, &draft, people);
    });
    // What was said was said of another server.
    if before != (draft.networked, draft.url.clone()) {
        page.said.clear();
    }
    ui.add_space(8.0);
    let foot = ui.vertical(|ui| buttons(ui, page, &draft, in_use));
    ui.data_mut(|data| data.insert_temp(below, foot.response.rect.height()));
    page.draft = Some(draft);
    foot.inner
}

/// Built-in, the presets, or another server.
fn choose(ui: &mut Ui, draft: &mut Draft) {
    let preset = draft.preset().filter(|_| draft.networked);
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = 4.0;
        if ui.add(egui::Button::new("built-in").selected(!draft.networked)).clicked() {
            draft.networked = false;
        }
        for one in &PRESETS {
            let button = egui::Button::new(one.name).selected(preset == Some(one.name));
            if ui.add(button).on_hover_text(sentence(one.start)).clicked() {
                draft.turn_to(one.name);
            }
        }
        let other = egui::Button::new("another server").selected(draft.networked && preset.is_none());
        if ui.add(other).on_hover_text("Any server that speaks as OpenAI's does, by its URL").clicked()
            && (preset.is_some() || !draft.networked)
        {
            draft.networked = true;
            if draft.preset().is_some() {
                draft.url.clear();
                draft.model.clear();
                draft.large.clear();
            }
        }
    });
}

/// A label and what stands beside it.
fn row<T>(ui: &mut Ui, label: &str, field: impl FnOnce(&mut Ui) -> T) -> T {
    ui.horizontal(|ui| {
        ui.allocate_ui_with_layout(vec2(LABEL, 22.0), Layout::right_to_left(Align::Center), |ui| {
            ui.set_min_width(LABEL);
            ui.label(RichText::new(label).size(13.0).color(FAINT));
        });
        field(ui)
    })
    .inner
}

fn text<'a>(words: &'a mut String, hint: &str, width: f32) -> TextEdit<'a> {
    TextEdit::singleline(words)
        .hint_text(RichText::new(hint).color(FAINT.gamma_multiply(0.75)))
        .desired_width(width)
        .margin(egui::Margin::symmetric(6, 3))
        .char_limit(300)
}

fn servers(ui: &mut Ui, page: &mut Page, draft: &mut Draft) {
    row(ui, "Server", |ui| ui.add(text(&mut draft.url, "http://127.0.0.1:8080/v1", ui.available_width() - 8.0)));
    let known = page.models.0 == draft.url.trim().trim_end_matches('/') && !page.models.1.is_empty();
    let first = if draft.key_held().is_some() { "which of its models" } else { "the first that the server has" };
    for (listing, label, hint) in
        [(Listing::Small, "Model", first), (Listing::Large, "Larger model", "the same; for plans, talk and reflection")]
    {
        let name = if listing == Listing::Small { &mut draft.model } else { &mut draft.large };
        row(ui, label, |ui| {
            let room = if known { 48.0 } else { 8.0 };
            ui.add(text(name, hint, ui.available_width() - room));
            let open = page.listing == Some(listing);
            if known && ui.add(egui::Button::new("list").selected(open)).on_hover_text("The server's models").clicked()
            {
                page.listing = (!open).then_some(listing);
            }
        });
        if known
            && page.listing == Some(listing)
            && let Some(chosen) = models(ui, &page.models.1, name)
        {
            *name = chosen;
            page.listing = None;
        }
    }
    let held = draft.key_held();
    row(ui, "Key", |ui| {
        // What looks like a key is not shown while it is typed, and gone as soon as it was.
        let is_key = Draft::is_key(&draft.key);
        let mut dotted = |ui: &Ui, words: &dyn egui::TextBuffer, _: f32| {
            let words = words.as_str();
            let shown = if Draft::is_key(words) { "•".repeat(words.chars().count()) } else { words.to_owned() };
            ui.painter().layout_no_wrap(shown, egui::FontId::proportional(BODY), WORDS)
        };
        let field = ui.add(text(&mut draft.key, "name of a variable", 210.0).layouter(&mut dotted));
        if field.lost_focus() && Draft::is_key(&draft.key) {
            draft.key.clear();
            page.said = vec![(Tone::Bad, NOT_THE_KEY.into())];
        }
        let words = match &held {
            None => "a server on this machine needs none".into(),
            Some(_) if is_key => "a name has letters, digits and _ only".into(),
            Some((name, true)) => format!("{} is set", tame(name, 40)),
            Some((name, false)) => format!("{} is not set where this was started", tame(name, 40)),
        };
        let missing = held.as_ref().is_some_and(|(_, held)| !held);
        ui.add(
            egui::Label::new(RichText::new(words).size(SMALL).color(if missing { bad(ui) } else { FAINT })).truncate(),
        );
    });
    row(ui, "", |ui| {
        ui.label(faint(
            "Only the name of the variable that holds it: the key itself is never typed, shown or kept here.",
        ));
    });
    let others = draft.others();
    if others > 0 {
        let plural = if others == 1 { "server of smallville.toml shares" } else { "servers of smallville.toml share" };
        row(ui, "", |ui| ui.label(faint(format!("{others} more {plural} the load."))));
    }
}

/// The server's models to choose from.
fn models(ui: &mut Ui, all: &[String], now: &str) -> Option<String> {
    let mut chosen = None;
    row(ui, "", |ui| {
        egui::Frame::new().fill(SHADE).corner_radius(3).inner_margin(6).show(ui, |ui| {
            ui.vertical(|ui| {
                ui.set_width(ui.available_width() - 8.0);
                ScrollArea::vertical().id_salt("models").max_height(92.0).show(ui, |ui| {
                    ui.horizontal_wrapped(|ui| {
                        for name in all {
                            let words = RichText::new(tame(name, NAME)).size(13.0);
                            if ui.add(egui::Button::new(words).selected(name == now)).clicked() {
                                chosen = Some(name.clone());
                            }
                        }
                    });
                });
            });
        });
    });
    chosen
}

fn costs(ui: &mut Ui, draft: &mut Draft) {
    let number = |ui: &mut Ui, words: &mut String, hint: &str, after: &str| {
        ui.add(text(words, hint, NUMBER));
        ui.label(faint(after));
    };
    let [sent, received] = &mut draft.price;
    row(ui, "Price", |ui| {
        number(ui, sent, "none", "sent");
        number(ui, received, "none", "received, in US dollars for a million tokens");
    });
    let [calls, tokens, usd] = &mut draft.caps;
    row(ui, "At most", |ui| {
        number(ui, calls, "no limit", "calls");
        number(ui, tokens, "no limit", "tokens");
        number(ui, usd, "no limit", "US dollars");
    });
}

fn forecast(ui: &mut Ui, draft: &Draft, people: usize) {
    if !draft.networked {
        return;
    }
    let price = draft.price().unwrap_or_default();
    let day = Forecast::of(people, 24.0);
    egui::Frame::new().fill(GLOW).corner_radius(3).inner_margin(8).show(ui, |ui| {
        ui.set_width(ui.available_width());
        ui.spacing_mut().item_spacing.y = 3.0;
        egui::Grid::new("forecast").num_columns(6).spacing(vec2(22.0, 2.0)).show(ui, |ui| {
            for head in ["Forecast", "calls", "tokens sent", "received", "new to it", "cost"] {
                ui.label(faint(head));
            }
            ui.end_row();
            for (whose, day) in [
                (format!("A day of this town, {people} people"), day),
                ("A day of one of them".to_owned(), Forecast::of(1, 24.0)),
            ] {
                ui.label(whose);
                for figure in [day.calls, day.tokens_in, day.tokens_out, day.tokens_new] {
                    ui.label(count(figure));
                }
                ui.label(price.map_or_else(|| "?".to_owned(), |price| money(day.usd(price))));
                ui.end_row();
            }
        });
        if let Some(words) = draft.caps().ok().and_then(|caps| cap_words(&day, caps, price)) {
            ui.label(RichText::new(words).color(bad(ui)));
        }
        ui.label(faint(NO_PROMISE));
    });
}

fn buttons(ui: &mut Ui, page: &mut Page, draft: &Draft, in_use: &InUse) -> Option<Wish> {
    let mut wish = None;
    ui.horizontal(|ui| {
        if page.test.is_some() {
            if ui.button("Stop").on_hover_text("Wait for the test no longer").clicked() {
                wish = Some(Wish::StopTest);
            }
        } else {
            let hint = "Ask for its models, for one answer and for one embedding";
            if draft.networked && ui.button("Test").on_hover_text(hint).clicked() {
                wish = Some(Wish::Test);
            }
        }
        let free = page.change.is_none();
        let hint = "This town, from this moment on";
        if ui.add_enabled(free, egui::Button::new("Use it now")).on_hover_text(hint).clicked() {
            wish = Some(Wish::Use);
        }
        let hint = format!("Write it into {}: it counts from the next start", in_use.file.display());
        if ui.button("Keep").on_hover_text(hint).clicked() {
            wish = Some(Wish::Keep);
        }
        if let Some(test) = &page.test {
            ui.label(faint(format!("Testing: its models, one question, one embedding … {} s", test.since().as_secs())));
        }
        if !free {
            ui.label(faint("Connecting …"));
        }
    });
    for (tone, words) in &page.said {
        let colour = match tone {
            Tone::Good => good(ui),
            Tone::Plain => WORDS,
            Tone::Bad => bad(ui),
        };
        ui.add(egui::Label::new(RichText::new(tame(words, 500)).color(colour)).wrap());
    }
    wish
}

/// So that a question's name is found beside what it took.
pub(super) fn question(purpose: &str) -> String {
    sentence(&words::question(purpose))
}
