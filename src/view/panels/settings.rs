//! What the player sets: text size, time to read, colours, hints and keys of the window; and the language and honesty
//! of the people's minds. A panel in a town (F4), and a page over the title.

use super::{PanelsDrawn, Shown, body, context_of, model::InUse, style, widgets::*};
use crate::{
    agent::voices::Honest,
    config::{Config, edit},
    language::locale,
    view::{
        keys::{
            Action, Key, all,
            bind::{Bindings, Chord, choice, ctrl},
        },
        preferences::{LETTERS, Palette, SIZES, Settings},
        scene::Scene,
    },
};
use bevy::{ecs::system::InMut, prelude::*};
use bevy_egui::{EguiPrimaryContextPass, egui};
use egui::{Align, Align2, Button, Label, Layout, Order, ScrollArea, Sense, Slider, Ui, Vec2, vec2};
use std::path::Path;

/// Adds the settings.
pub fn plugin(app: &mut App) {
    app.init_resource::<Page>().add_systems(PreUpdate, take_key.after(bevy::input::InputSystems)).add_systems(
        EguiPrimaryContextPass,
        draw_over_title.in_set(PanelsDrawn).after(style::apply).run_if(in_state(Scene::Title)),
    );
}

/// Their sections.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
enum Section {
    #[default]
    Look,
    Keys,
    Talk,
}

/// What the panel remembers.
#[derive(Resource, Default)]
pub struct Page {
    section: Section,
    /// Were the keys drawn in the last frame?
    drawn: bool,
    /// The name of the key that is being chosen.
    choosing: Option<&'static str>,
    /// What came of the last change of a key.
    key_outcome: Option<Outcome>,
    /// The language, as typed; `None` until it has been read.
    language: Option<String>,
    /// What came of the last change of the configuration.
    saved: Option<Outcome>,
}

/// Draws the settings: in their panel, or in the page over the title.
pub fn draw(
    InMut(ui): InMut<Ui>,
    mut page: ResMut<Page>,
    mut settings: ResMut<Settings>,
    mut bindings: ResMut<Bindings>,
    (in_use, mut honest): (Option<Res<InUse>>, Option<ResMut<Honest>>),
) {
    page.drawn = true;
    // A click elsewhere cancels the choice of a key.
    if ui.input(|input| input.pointer.any_pressed()) && !ui.rect_contains_pointer(ui.max_rect()) {
        page.choosing = None;
    }
    flow(ui, |ui| {
        let sections = [("Look and pace", Section::Look), ("Keys", Section::Keys), ("Talk", Section::Talk)];
        if choose(ui, &mut page.section, &sections) {
            (page.choosing, page.key_outcome) = (None, None);
        }
    });
    ui.add_space(4.0);
    if page.section == Section::Keys {
        return draw_keys(ui, &mut page, &mut bindings);
    }
    ScrollArea::vertical().id_salt(page.section as u8).auto_shrink(false).show(ui, |ui| {
        if page.section == Section::Look {
            let mut new = *settings;
            draw_look(ui, &mut new);
            settings.set_if_neq(new);
            return;
        }
        let file = in_use.as_deref().map_or_else(|| Config::path(None), |in_use| in_use.file().to_path_buf());
        draw_language(ui, &mut page, &file);
        draw_honesty(ui, &mut page, &mut honest, &file);
        if let Some(saved) = &page.saved {
            ui.add_space(4.0);
            saved.draw(ui);
        }
    });
}

/// The same as a page over the title, where there are no panels.
fn draw_over_title(world: &mut World) {
    let Some(ctx) = context_of(world).filter(|_| world.resource::<Shown>().settings) else { return };
    let whole = ctx.content_rect();
    let mut closed = dim(&ctx, "settings").clicked();
    let size = vec2((whole.width() - 40.0).min(520.0), (whole.height() - 72.0).min(560.0));
    page(&ctx, "settings", (Align2::CENTER_CENTER, Vec2::ZERO, Order::Tooltip), size.x, |ui| {
        ui.horizontal(|ui| {
            bold(ui, "Settings", 20.0, INK);
            closed |= close_button(ui, "Close (Esc)");
        });
        ui.add_space(4.0);
        ui.allocate_ui(size - vec2(0.0, 36.0), |ui| {
            ui.set_min_size(ui.available_size());
            body(ui, world, draw);
        });
    });
    if closed {
        world.resource_mut::<Shown>().settings = false;
    }
}

/// Width of a sample of colour with the gap beside it, and its side, in points.
const SAMPLE: f32 = 18.0;
const SIDE: f32 = 14.0;

fn draw_look(ui: &mut Ui, settings: &mut Settings) {
    section_title(ui, "Text size");
    flow(ui, |ui| {
        for (words, by, able) in
            [("smaller", -0.125, settings.size > SIZES.0), ("larger", 0.125, settings.size < SIZES.1)]
        {
            if ui.add_enabled(able, Button::new(words)).clicked() {
                settings.resize(by);
            }
        }
        ui.label(format!("{:.0} %", settings.size * 100.0));
        if settings.size != 1.0 && ui.button("default").clicked() {
            settings.size = 1.0;
        }
    });
    section_title(ui, "Time to read");
    ui.label(faint("At speed 1 a line of talk stays on the screen until it has been read."));
    let paces = [("never wait", 0.0), ("quick", 25.0), ("usual", 15.0), ("slow", 10.0), ("very slow", 6.0)];
    flow(ui, |ui| choose(ui, &mut settings.reading_speed, &paces));
    if settings.reading_speed > 0.0 {
        flow(ui, |ui| {
            ui.spacing_mut().slider_width = (ui.available_width() - 60.0).clamp(60.0, 200.0);
            let slider = Slider::new(&mut settings.reading_speed, LETTERS.0..=LETTERS.1);
            ui.add(slider.step_by(1.0).fixed_decimals(0));
            ui.label("letters a second");
        });
    }
    section_title(ui, "Colours");
    ui.label(faint("Of marks, graphs and days. Nothing is told by colour alone."));
    for palette in Palette::ALL {
        ui.add_space(2.0);
        flow(ui, |ui| {
            let button = Button::new(palette.title()).selected(settings.palette == palette);
            if ui.add_sized([150.0, 24.0], button).clicked() {
                settings.palette = palette;
            }
            let colours = [palette.good(), palette.bad(), palette.special()];
            let colours: Vec<_> = colours.into_iter().chain((0..6).map(|n| palette.row(n))).collect();
            // Allocated at once, to keep them on one line.
            let (at, _) = ui.allocate_exact_size(vec2(SAMPLE * colours.len() as f32, 24.0), Sense::hover());
            for (n, colour) in colours.into_iter().enumerate() {
                let middle = at.left_center() + vec2(SAMPLE * (n as f32 + 0.5), 0.0);
                let sample = egui::Rect::from_center_size(middle, Vec2::splat(SIDE));
                ui.painter().rect(sample, 2, colour, egui::Stroke::new(1.0, INK), egui::StrokeKind::Inside);
            }
        });
        ui.label(faint(palette.hint()));
    }
    section_title(ui, "Pace");
    ui.label(faint("Should the screen say why time is paused, waits or is slowed down?"));
    flow(ui, |ui| choose(ui, &mut settings.hints, &[("yes", true), ("no", false)]));
}

/// What came of a change of the configuration.
fn saved(result: Result<String, String>) -> Option<Outcome> {
    Some(match result {
        Ok(words) => Outcome::good(words),
        Err(why) => Outcome::bad(format!("{}.", sentence(why.trim_end_matches('.')))),
    })
}

/// Whether people who are asked from outside the town whether they are human say what they are.
fn draw_honesty(ui: &mut Ui, page: &mut Page, honest: &mut Option<ResMut<Honest>>, file: &Path) {
    section_title(ui, "Honesty");
    ui.label(
        "When you ask somebody from outside the town whether they are human, and your question leaves it open, they …",
    );
    ui.add_space(2.0);
    let read = || Honest(Config::find(Some(file)).ok().and_then(|found| found.config.honest).unwrap_or(true));
    let mut now = honest.as_deref().copied().unwrap_or_else(read);
    let ways = [("say what they are", Honest(true)), ("stay in character", Honest(false))];
    if flow(ui, |ui| choose(ui, &mut now, &ways)) {
        if let Some(honest) = honest {
            **honest = now;
        }
        let what = if now.0 { "they say what they are" } else { "they stay in character" };
        let result = edit::keep_honest(now.0, file);
        page.saved = saved(result.map(|()| format!("Saved in {}: {what}.", file.display())));
    }
    ui.label(faint("A question can say otherwise. Among themselves people never speak of it."));
}

/// The language of the people's minds.
fn draw_language(ui: &mut Ui, page: &mut Page, file: &Path) {
    let read = || Config::find(Some(file)).ok().and_then(|found| found.config.language).unwrap_or_default();
    let typed = page.language.get_or_insert_with(read);
    section_title(ui, "Language");
    ui.label(
        "People think and talk in this language if a language model answers for them. The built-in mind and the text \
         on the screen are English.",
    );
    ui.add_space(6.0);
    flow(ui, |ui| {
        for name in ["English", "German", "Spanish", "French", "Chinese", "Japanese", "Hindi", "Arabic"] {
            if pick(ui, name, typed == name || typed.is_empty() && name == "English", "") {
                *typed = name.into();
            }
        }
    });
    let wide = ui.available_width().min(240.0);
    ui.add(field(typed, "English").char_limit(60).desired_width(wide - 8.0));
    ui.label(faint("or any other, by its name or a code such as zh"));
    ui.add_space(6.0);
    if ui.button("Save").on_hover_text(format!("Write it into {}", file.display())).clicked() {
        let named = Some(typed.trim()).filter(|text| !text.is_empty()).map(locale::named).transpose();
        let result = named.and_then(|name| {
            let name = name.filter(|name| name != "English");
            edit::keep_language(name.as_deref(), file).map(|()| name.unwrap_or_else(|| "English".into()))
        });
        let words = |name| format!("{name} is saved in {}. New towns will use it.", file.display());
        page.saved = saved(result.map(words));
    }
}

/// Width of a key's name and of its button, in points.
const NAME: f32 = 104.0;
const KEY: f32 = 118.0;

/// Takes the key that is pressed while one is being chosen, so that nothing else reacts to it; Esc cancels.
fn take_key(mut page: ResMut<Page>, mut bindings: ResMut<Bindings>, mut keys: ResMut<ButtonInput<KeyCode>>) {
    if page.choosing.is_none() {
        return;
    }
    if std::mem::take(&mut page.drawn) {
        bind(&mut page, &mut bindings, &keys);
        keys.clear();
    } else {
        page.choosing = None;
    }
}

fn bind(page: &mut Page, bindings: &mut Bindings, keys: &ButtonInput<KeyCode>) {
    let Some(key) = page.choosing.and_then(|name| all().find(|key| key.name == name)) else { return };
    if keys.just_pressed(KeyCode::Escape) {
        page.choosing = None;
        return;
    }
    let Some(code) = choice().find(|code| keys.just_pressed(*code)) else { return };
    let chord = Chord { code, ctrl: ctrl(keys) };
    page.choosing = None;
    page.key_outcome = Some(match bindings.choose(key, chord) {
        Ok(()) => Outcome::good(format!("{}: {}", sentence(key.name), chord.label())),
        Err(why) => Outcome::bad(why),
    });
}

fn draw_keys(ui: &mut Ui, page: &mut Page, bindings: &mut ResMut<Bindings>) {
    match (&page.choosing, &page.key_outcome) {
        (Some(name), _) => _ = ui.label(format!("Press the new key for “{name}”, or Esc to keep the old one.")),
        (None, Some(message)) => message.draw(ui),
        (None, None) => _ = ui.label(faint("Click a key, then press another one. Esc always closes what is open.")),
    }
    ui.add_space(2.0);
    ScrollArea::vertical().id_salt("keys").auto_shrink(false).show(ui, |ui| {
        for key in all().filter(|key| !key.name.is_empty() && key.action != Action::Close) {
            draw_key(ui, key, page, bindings);
        }
        ui.add_space(6.0);
        if ui.add_enabled(!bindings.all_usual(), Button::new("Reset all")).clicked() {
            bindings.back_all();
            (page.choosing, page.key_outcome) = (None, None);
        }
    });
}

/// A key: what it does, unless the key before it says so, its name, and the button that changes it.
fn draw_key(ui: &mut Ui, key: &'static Key, page: &mut Page, bindings: &mut ResMut<Bindings>) {
    if !key.does.is_empty() {
        ui.add_space(4.0);
        ui.add(Label::new(faint(key.does)).wrap());
    }
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = vec2(6.0, 3.0);
        ui.allocate_ui_with_layout(vec2(NAME, 24.0), Layout::left_to_right(Align::Center), |ui| {
            ui.set_min_width(NAME);
            ui.label(sentence(key.name));
        });
        let choosing = page.choosing == Some(key.name);
        let words = if choosing { "press a key".to_string() } else { bindings.label(key) };
        let button = ui.add_sized([KEY, 24.0], Button::new(words).selected(choosing));
        if button.on_hover_text("Choose another key").clicked() {
            page.choosing = (!choosing).then_some(key.name);
            page.key_outcome = None;
        }
        if !bindings.usual(key)
            && ui.small_button("reset").on_hover_text(key.label()).clicked()
            && let Err(why) = bindings.back(key)
        {
            page.key_outcome = Some(Outcome::bad(why));
        }
    });
}
