//! F4: the page of settings. Needs no town: the title screen opens it too, by [`Shown::settings`].

use std::path::Path;

use bevy::prelude::*;
use bevy_egui::egui;
use egui::{Align2, RichText, ScrollArea, Sense, Ui, vec2};

use super::{
    Palette, Settings,
    keep::{LETTERS, SIZES},
    rows,
};
use crate::{
    agent::voices::Honest,
    config::{Config, keep},
    mind::language,
    view::{
        keys::bind::Bindings,
        panels::{
            Paper, Shown, Zoomed,
            model::InUse,
            style::{FAINT, INK, bad, faint, good, heavy, sheet},
        },
        speech::kindness::Reading,
    },
};

/// Pages of the page.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
enum Tab {
    #[default]
    Look,
    Keys,
    Minds,
}

/// What the page remembers.
#[derive(Resource, Default)]
pub struct Page {
    tab: Tab,
    /// The row that waits for its new key.
    pub(super) waits: Option<&'static str>,
    /// What came of the last choice of a key: well, and in words.
    pub(super) said: Option<(bool, String)>,
    /// The language, as typed; `None` until it was looked up.
    language: Option<String>,
    /// What came of keeping it.
    kept: Option<(bool, String)>,
}

/// Draws it.
pub(super) fn draw(
    paper: Paper,
    mut shown: ResMut<Shown>,
    mut page: ResMut<Page>,
    mut settings: ResMut<Settings>,
    mut bindings: ResMut<Bindings>,
    (mut zoomed, mut reading): (ResMut<Zoomed>, ResMut<Reading>),
    (in_use, mut honest): (Option<Res<InUse>>, Option<ResMut<Honest>>),
) {
    let Some(mut paper) = paper.filter(|_| shown.settings) else { return };
    let ctx = paper.get_mut().clone();
    let whole = ctx.content_rect();
    // The town steps back; a click beside the page closes it.
    let behind = egui::Area::new("behind settings".into()).fixed_pos(whole.min).order(egui::Order::Foreground);
    let behind = behind.show(&ctx, |ui| {
        let response = ui.allocate_rect(whole, Sense::click());
        ui.painter().rect_filled(whole, 0, egui::Color32::from_rgba_unmultiplied(0x2a, 0x1b, 0x3d, 110));
        response
    });
    let mut shut = behind.inner.clicked();
    let (width, height) = ((whole.width() - 40.0).min(600.0), (whole.height() - 130.0).min(470.0));
    let area = egui::Area::new("settings".into()).anchor(Align2::CENTER_CENTER, vec2(0.0, 0.0));
    area.order(egui::Order::Tooltip).default_size(whole.size()).show(&ctx, |ui| {
        sheet().inner_margin(16).show(ui, |ui| {
            ui.set_width(width);
            ui.horizontal(|ui| {
                heavy(ui, "Settings", 20.0, INK);
                ui.add_space(12.0);
                for (tab, name) in [(Tab::Look, "Look and pace"), (Tab::Keys, "Keys"), (Tab::Minds, "Minds")] {
                    if ui.add(egui::Button::new(name).selected(page.tab == tab)).clicked() {
                        (page.tab, page.waits, page.said) = (tab, None, None);
                    }
                }
                ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                    shut |= ui.button("×").on_hover_text("Close (Esc)").clicked();
                });
            });
            ui.add_space(8.0);
            ui.set_min_height(height);
            match page.tab {
                Tab::Look => {
                    ScrollArea::vertical().id_salt("look").max_height(height).show(ui, |ui| {
                        ui.set_width(ui.available_width());
                        look(ui, &mut settings, &mut zoomed, &mut reading);
                    });
                }
                Tab::Keys => rows::draw(ui, &mut page, &mut bindings, height),
                Tab::Minds => {
                    ScrollArea::vertical().id_salt("minds").max_height(height).show(ui, |ui| {
                        ui.set_width(ui.available_width());
                        let file =
                            in_use.as_deref().map_or_else(|| Config::path(None), |in_use| in_use.file().to_path_buf());
                        speak(ui, &mut page, &file);
                        say_what_one_is(ui, &mut page, &mut honest, &file);
                        if let Some((well, words)) = &page.kept {
                            let colour = if *well { good(ui) } else { bad(ui) };
                            ui.add(egui::Label::new(RichText::new(words.as_str()).color(colour)).wrap());
                        }
                    });
                }
            }
        });
    });
    if shut {
        shown.settings = false;
    }
}

fn title(ui: &mut Ui, words: &str) {
    ui.add_space(6.0);
    heavy(ui, words, 15.0, INK);
}

fn look(ui: &mut Ui, settings: &mut ResMut<Settings>, zoomed: &mut ResMut<Zoomed>, reading: &mut ResMut<Reading>) {
    title(ui, "Size of words and panels");
    ui.horizontal(|ui| {
        let step = 0.125;
        for (words, by) in [("smaller", -step), ("larger", step)] {
            let next = (zoomed.0 + by).clamp(SIZES.0, SIZES.1);
            if ui.add_enabled(next != zoomed.0, egui::Button::new(words)).clicked() {
                zoomed.0 = next;
            }
        }
        ui.label(format!("{:.0} %", zoomed.0 * 100.0));
        if zoomed.0 != 1.0 && ui.button("as usual").clicked() {
            zoomed.0 = 1.0;
        }
    });
    title(ui, "Time to read");
    ui.label(faint("At speed 1 a line of talk on the screen stays until it has been read."));
    ui.horizontal(|ui| {
        let paces = [("never wait", 0.0), ("quick", 25.0), ("usual", 15.0), ("slow", 10.0), ("very slow", 6.0)];
        for (words, letters) in paces {
            if ui.add(egui::Button::new(words).selected(reading.letters == letters)).clicked() {
                reading.letters = letters;
            }
        }
    });
    if reading.letters > 0.0 {
        ui.horizontal(|ui| {
            let mut letters = reading.letters;
            ui.spacing_mut().slider_width = 220.0;
            let slider = egui::Slider::new(&mut letters, LETTERS.0..=LETTERS.1)
                .step_by(1.0)
                .suffix(" letters a second")
                .fixed_decimals(0);
            if ui.add(slider).changed() {
                reading.letters = letters;
            }
        });
    }
    title(ui, "Colours");
    ui.label(faint("Of marks, graphs and days. Nothing is said by colour alone."));
    for palette in Palette::ALL {
        ui.horizontal(|ui| {
            let button = egui::Button::new(palette.title()).selected(settings.palette == palette);
            if ui.add_sized([150.0, 26.0], button).clicked() {
                settings.palette = palette;
            }
            for colour in
                [palette.good(), palette.bad(), palette.special()].into_iter().chain((0..6).map(|n| palette.row(n)))
            {
                let (at, _) = ui.allocate_exact_size(vec2(15.0, 15.0), Sense::hover());
                ui.painter().rect(at, 2, colour, egui::Stroke::new(1.0, INK), egui::StrokeKind::Inside);
            }
            ui.label(faint(palette.hint()));
        });
    }
    title(ui, "Pace");
    ui.label(faint("Is it said on the screen why time stands, waits or is slowed down?"));
    ui.horizontal(|ui| {
        for (words, hints) in [("say it", true), ("be quiet", false)] {
            if ui.add(egui::Button::new(words).selected(settings.hints == hints)).clicked() {
                settings.hints = hints;
            }
        }
    });
}

/// What came of keeping something in the configuration: in a sentence.
fn told(done: Result<String, String>) -> Option<(bool, String)> {
    Some(match done {
        Ok(words) => (true, words),
        Err(why) => (false, format!("{}.", crate::view::panels::telling::sentence(why.trim_end_matches('.')))),
    })
}

/// Whether people who are asked from outside whether they are human say what they are.
fn say_what_one_is(ui: &mut Ui, page: &mut Page, honest: &mut Option<ResMut<Honest>>, file: &Path) {
    title(ui, "Honesty");
    ui.label(
        "You ask somebody, from outside of the town, whether they are human. If your question leaves it open, they …",
    );
    ui.add_space(2.0);
    let read = || Honest(Config::find(Some(file)).ok().and_then(|config| config.honest).unwrap_or(true));
    let now = honest.as_deref().copied().unwrap_or_else(read);
    ui.horizontal(|ui| {
        for (words, way) in [("say what they are", true), ("stay in character", false)] {
            if ui.add(egui::Button::new(words).selected(now.0 == way)).clicked() && now.0 != way {
                if let Some(honest) = honest {
                    **honest = Honest(way);
                }
                let what = if way { "they say what they are" } else { "they stay in character" };
                let kept = keep::keep_honest(way, file);
                page.kept = told(kept.map(|()| format!("Kept in {}: {what}.", file.display())));
            }
        }
    });
    ui.label(faint("Each question can say otherwise. In talk among themselves nobody speaks of it."));
}

/// The language of the people's minds.
fn speak(ui: &mut Ui, page: &mut Page, file: &Path) {
    let Page { language: typed, kept, .. } = page;
    let typed = typed.get_or_insert_with(|| Config::find(Some(file)).ok().and_then(|c| c.language).unwrap_or_default());
    title(ui, "Language");
    ui.label(
        "People think and talk in this language, if a language model answers for them. The built-in mind and the \
        words on the screen are English.",
    );
    ui.add_space(6.0);
    ui.horizontal_wrapped(|ui| {
        for name in ["English", "German", "Spanish", "French", "Chinese", "Japanese", "Hindi", "Arabic"] {
            let chosen = typed == name || (typed.is_empty() && name == "English");
            if ui.add(egui::Button::new(name).selected(chosen)).clicked() {
                *typed = name.into();
            }
        }
    });
    ui.horizontal(|ui| {
        let hint = RichText::new("English").color(FAINT);
        ui.add(egui::TextEdit::singleline(typed).hint_text(hint).char_limit(60).desired_width(220.0));
        ui.label(faint("or any other, by its name or a code such as zh"));
    });
    ui.add_space(6.0);
    if ui.button("Keep").on_hover_text(format!("Write it into {}", file.display())).clicked() {
        let named = Some(typed.trim()).filter(|text| !text.is_empty()).map(language::named).transpose();
        let done = named.and_then(|name| {
            let name = name.filter(|name| name != "English");
            keep::keep_language(name.as_deref(), file).map(|()| name.unwrap_or_else(|| "English".into()))
        });
        let words = |name| format!("{name} is kept in {}: it counts for towns that are begun anew.", file.display());
        *kept = told(done.map(words));
    }
}
