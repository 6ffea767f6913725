//! What the player has set about the window: size of words, time to read, colours, hints, keys; and the language of
//! the people's minds. A panel in a town (F4), a page over the title.

use super::{
    keys::{
        Action, Key, all,
        bind::{Bindings, Chord, choice, ctrl},
    },
    panels::{
        PanelsDrawn, Shown, body,
        model::InUse,
        style::{self, FAINT, SMALL, bad, faint, good},
        telling::sentence,
        widgets::{self, INK, choose, dim, heavy},
    },
    preferences::{LETTERS, Palette, SIZES, Settings},
    scene::Scene,
};
use crate::{
    agent::voices::Honest,
    config::{Config, edit},
    language::locale,
};
use bevy::{ecs::system::InMut, prelude::*};
use bevy_egui::{EguiContext, EguiPrimaryContextPass, PrimaryEguiContext, egui};
use egui::{Align, Align2, Button, Label, Layout, RichText, ScrollArea, Sense, Ui, Vec2, vec2};
use std::path::Path;

/// Adds the settings and what they set.
pub fn plugin(app: &mut App) {
    app.init_resource::<Page>().add_systems(PreUpdate, listen.after(bevy::input::InputSystems)).add_systems(
        EguiPrimaryContextPass,
        over_title.in_set(PanelsDrawn).after(style::apply).run_if(in_state(Scene::Title)),
    );
}

/// Their parts.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
enum Tab {
    #[default]
    Look,
    Keys,
    Talk,
}

/// What is remembered of who looks at them.
#[derive(Resource, Default)]
pub struct Page {
    tab: Tab,
    /// Were they drawn in the last frame?
    pub(super) drawn: bool,
    /// The row that waits for its new key.
    pub(super) waits: Option<&'static str>,
    /// What came of the last choice of a key: well, and in words.
    pub(super) said: Option<(bool, String)>,
    /// The language, as typed; `None` until it was looked up.
    language: Option<String>,
    /// What came of keeping it.
    kept: Option<(bool, String)>,
}

/// Draws them: inside of their panel, or of the page over the title.
pub fn draw(
    InMut(ui): InMut<Ui>,
    mut page: ResMut<Page>,
    mut settings: ResMut<Settings>,
    mut bindings: ResMut<Bindings>,
    (in_use, mut honest): (Option<Res<InUse>>, Option<ResMut<Honest>>),
) {
    page.drawn = true;
    // Who presses elsewhere has not chosen a key.
    if page.waits.is_some() && ui.input(|input| input.pointer.any_pressed()) && !ui.rect_contains_pointer(ui.max_rect())
    {
        page.waits = None;
    }
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = vec2(4.0, 4.0);
        let tabs = [("Look and pace", Tab::Look), ("Keys", Tab::Keys), ("Talk", Tab::Talk)];
        if choose(ui, &mut page.tab, &tabs) {
            (page.waits, page.said) = (None, None);
        }
    });
    ui.add_space(4.0);
    if page.tab == Tab::Keys {
        rows(ui, &mut page, &mut bindings);
        return;
    }
    ScrollArea::vertical().id_salt(page.tab as u8).auto_shrink(false).show(ui, |ui| {
        if page.tab == Tab::Look {
            let mut new = *settings;
            look(ui, &mut new);
            settings.set_if_neq(new);
            return;
        }
        let file = in_use.as_deref().map_or_else(|| Config::path(None), |in_use| in_use.file().to_path_buf());
        speak(ui, &mut page, &file);
        say_what_one_is(ui, &mut page, &mut honest, &file);
        if let Some((well, words)) = &page.kept {
            let colour = if *well { good(ui) } else { bad(ui) };
            ui.add_space(4.0);
            ui.add(egui::Label::new(RichText::new(words.as_str()).color(colour)).wrap());
        }
    });
}

/// The same as a page over the title, where there are no panels.
pub(super) fn over_title(world: &mut World) {
    if !world.resource::<Shown>().settings {
        return;
    }
    let mut contexts = world.query_filtered::<&mut EguiContext, With<PrimaryEguiContext>>();
    let Ok(mut context) = contexts.single_mut(world) else { return };
    let ctx = context.get_mut().clone();
    let whole = ctx.content_rect();
    let mut shut = dim(&ctx, "settings").clicked();
    let size = vec2((whole.width() - 40.0).min(520.0), (whole.height() - 72.0).min(560.0));
    let middle = (Align2::CENTER_CENTER, Vec2::ZERO, egui::Order::Tooltip);
    widgets::page(&ctx, "settings", middle, size.x, |ui| {
        ui.horizontal(|ui| {
            heavy(ui, "Settings", 20.0, INK);
            ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                shut |= ui.button("×").on_hover_text("Close (Esc)").clicked();
            });
        });
        ui.add_space(4.0);
        ui.allocate_ui(size - vec2(0.0, 36.0), |ui| {
            ui.set_min_size(ui.available_size());
            body(ui, world, draw);
        });
    });
    if shut {
        world.resource_mut::<Shown>().settings = false;
    }
}

/// Width of a patch of colour and what is left beside it, in points.
const PATCH: f32 = 18.0;

/// What belongs together: on one line if there is room.
fn line<R>(ui: &mut Ui, all: impl FnOnce(&mut Ui) -> R) {
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = vec2(5.0, 4.0);
        all(ui);
    });
}

fn title(ui: &mut Ui, words: &str) {
    ui.add_space(6.0);
    heavy(ui, words, 15.0, INK);
}

fn look(ui: &mut Ui, settings: &mut Settings) {
    title(ui, "Size of words and panels");
    line(ui, |ui| {
        let step = 0.125;
        for (words, by) in [("smaller", -step), ("larger", step)] {
            let able = if by < 0.0 { settings.size > SIZES.0 } else { settings.size < SIZES.1 };
            if ui.add_enabled(able, egui::Button::new(words)).clicked() {
                settings.resize(by);
            }
        }
        ui.label(format!("{:.0} %", settings.size * 100.0));
        if settings.size != 1.0 && ui.button("as usual").clicked() {
            settings.size = 1.0;
        }
    });
    title(ui, "Time to read");
    ui.label(faint("At speed 1 a line of talk on the screen stays until it has been read."));
    line(ui, |ui| {
        let paces = [("never wait", 0.0), ("quick", 25.0), ("usual", 15.0), ("slow", 10.0), ("very slow", 6.0)];
        choose(ui, &mut settings.letters, &paces);
    });
    if settings.letters > 0.0 {
        line(ui, |ui| {
            ui.spacing_mut().slider_width = (ui.available_width() - 60.0).clamp(60.0, 200.0);
            let slider = egui::Slider::new(&mut settings.letters, LETTERS.0..=LETTERS.1);
            ui.add(slider.step_by(1.0).fixed_decimals(0));
            ui.label("letters a second");
        });
    }
    title(ui, "Colours");
    ui.label(faint("Of marks, graphs and days. Nothing is said by colour alone."));
    for palette in Palette::ALL {
        ui.add_space(2.0);
        line(ui, |ui| {
            let button = egui::Button::new(palette.title()).selected(settings.palette == palette);
            if ui.add_sized([150.0, 24.0], button).clicked() {
                settings.palette = palette;
            }
            // All on one line, be it the next one.
            let all = [palette.good(), palette.bad(), palette.special()];
            let all: Vec<_> = all.into_iter().chain((0..6).map(|n| palette.row(n))).collect();
            let (at, _) = ui.allocate_exact_size(vec2(PATCH * all.len() as f32, 24.0), Sense::hover());
            for (n, colour) in all.into_iter().enumerate() {
                let middle = at.left_center() + vec2(PATCH * (n as f32 + 0.5), 0.0);
                let patch = egui::Rect::from_center_size(middle, vec2(14.0, 14.0));
                ui.painter().rect(patch, 2, colour, egui::Stroke::new(1.0, INK), egui::StrokeKind::Inside);
            }
        });
        ui.label(faint(palette.hint()));
    }
    title(ui, "Pace");
    ui.label(faint("Is it said on the screen why time stands, waits or is slowed down?"));
    line(ui, |ui| choose(ui, &mut settings.hints, &[("say it", true), ("be quiet", false)]));
}

/// What came of keeping something in the configuration: in a sentence.
fn told(done: Result<String, String>) -> Option<(bool, String)> {
    Some(match done {
        Ok(words) => (true, words),
        Err(why) => (false, format!("{}.", sentence(why.trim_end_matches('.')))),
    })
}

/// Whether people who are asked from outside whether they are human say what they are.
fn say_what_one_is(ui: &mut Ui, page: &mut Page, honest: &mut Option<ResMut<Honest>>, file: &Path) {
    title(ui, "Honesty");
    ui.label(
        "You ask somebody, from outside of the town, whether they are human. If your question leaves it open, they …",
    );
    ui.add_space(2.0);
    let read = || Honest(Config::find(Some(file)).ok().and_then(|found| found.config.honest).unwrap_or(true));
    let mut now = honest.as_deref().copied().unwrap_or_else(read);
    let ways = [("say what they are", Honest(true)), ("stay in character", Honest(false))];
    let mut chosen = false;
    line(ui, |ui| chosen = choose(ui, &mut now, &ways));
    if chosen {
        if let Some(honest) = honest {
            **honest = now;
        }
        let what = if now.0 { "they say what they are" } else { "they stay in character" };
        let kept = edit::keep_honest(now.0, file);
        page.kept = told(kept.map(|()| format!("Kept in {}: {what}.", file.display())));
    }
    ui.label(faint("Each question can say otherwise. In talk among themselves nobody speaks of it."));
}

/// The language of the people's minds.
fn speak(ui: &mut Ui, page: &mut Page, file: &Path) {
    let Page { language: typed, kept, .. } = page;
    let typed = typed.get_or_insert_with(|| {
        Config::find(Some(file)).ok().and_then(|found| found.config.language).unwrap_or_default()
    });
    title(ui, "Language");
    ui.label(
        "People think and talk in this language, if a language model answers for them. The built-in mind and the \
        words on the screen are English.",
    );
    ui.add_space(6.0);
    line(ui, |ui| {
        for name in ["English", "German", "Spanish", "French", "Chinese", "Japanese", "Hindi", "Arabic"] {
            let chosen = typed == name || (typed.is_empty() && name == "English");
            if ui.add(egui::Button::new(name).selected(chosen)).clicked() {
                *typed = name.into();
            }
        }
    });
    let hint = RichText::new("English").color(FAINT);
    let wide = ui.available_width().min(240.0);
    ui.add(egui::TextEdit::singleline(typed).hint_text(hint).char_limit(60).desired_width(wide - 8.0));
    ui.label(faint("or any other, by its name or a code such as zh"));
    ui.add_space(6.0);
    if ui.button("Keep").on_hover_text(format!("Write it into {}", file.display())).clicked() {
        let named = Some(typed.trim()).filter(|text| !text.is_empty()).map(locale::named).transpose();
        let done = named.and_then(|name| {
            let name = name.filter(|name| name != "English");
            edit::keep_language(name.as_deref(), file).map(|()| name.unwrap_or_else(|| "English".into()))
        });
        let words = |name| format!("{name} is kept in {}: it counts for towns that are begun anew.", file.display());
        *kept = told(done.map(words));
    }
}

/// Width of a deed's name, in points.
const NAME: f32 = 104.0;

/// Takes the key that is pressed while a row waits for one; Esc leaves it as it was. Nobody else hears of it.
fn listen(mut page: ResMut<Page>, mut bindings: ResMut<Bindings>, mut keys: ResMut<ButtonInput<KeyCode>>) {
    if page.waits.is_none() {
        return;
    }
    if !std::mem::take(&mut page.drawn) {
        page.waits = None;
        return;
    }
    heard(&mut page, &mut bindings, &keys);
    keys.clear();
}

fn heard(page: &mut Page, bindings: &mut Bindings, keys: &ButtonInput<KeyCode>) {
    let Some(key) = page.waits.and_then(|name| all().find(|key| key.name == name)) else { return };
    if keys.just_pressed(KeyCode::Escape) {
        page.waits = None;
        return;
    }
    let Some(code) = choice().find(|code| keys.just_pressed(*code)) else { return };
    let chord = Chord { code, ctrl: ctrl(keys) };
    page.waits = None;
    page.said = Some(match bindings.choose(key, chord) {
        Ok(()) => (true, format!("{}: {}", sentence(key.name), chord.label())),
        Err(why) => (false, why),
    });
}

/// Draws them.
fn rows(ui: &mut Ui, page: &mut ResMut<Page>, bindings: &mut ResMut<Bindings>) {
    let words = match (&page.waits, &page.said) {
        (Some(name), _) => RichText::new(format!("Press the new key for “{name}”. Esc leaves it as it is.")),
        (None, Some((true, said))) => RichText::new(said).color(good(ui)),
        (None, Some((false, said))) => RichText::new(said).color(bad(ui)),
        (None, None) => faint("Click a key, then press another one. Esc always closes what is open."),
    };
    ui.label(words);
    ui.add_space(2.0);
    ScrollArea::vertical().id_salt("keys").auto_shrink(false).show(ui, |ui| {
        for key in all().filter(|key| !key.name.is_empty() && key.deed != Action::Close) {
            row(ui, key, page, bindings);
        }
        ui.add_space(6.0);
        if ui.add_enabled(!bindings.all_usual(), Button::new("All as at first")).clicked() {
            bindings.back_all();
            (page.waits, page.said) = (None, None);
        }
    });
}

/// A deed, its key, and what it is; rows that do much the same have that under the first of them.
fn row(ui: &mut Ui, key: &'static Key, page: &mut ResMut<Page>, bindings: &mut ResMut<Bindings>) {
    if !key.does.is_empty() {
        ui.add_space(4.0);
        ui.add(Label::new(RichText::new(key.does).size(SMALL).color(FAINT)).wrap());
    }
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = vec2(6.0, 3.0);
        ui.allocate_ui_with_layout(vec2(NAME, 24.0), Layout::left_to_right(Align::Center), |ui| {
            ui.set_min_width(NAME);
            ui.label(sentence(key.name));
        });
        let waits = page.waits == Some(key.name);
        let words = if waits { "press a key".to_string() } else { bindings.label(key) };
        let button = ui.add_sized([118.0, 24.0], Button::new(words).selected(waits));
        if button.on_hover_text("Choose another key").clicked() {
            page.waits = (!waits).then_some(key.name);
            page.said = None;
        }
        if !bindings.usual(key)
            && ui.small_button("as at first").on_hover_text(key.label()).clicked()
            && let Err(why) = bindings.back(key)
        {
            page.said = Some((false, why));
        }
    });
}
