//! The list of saves: which town, which day and hour, when it was written. Opens one, or deletes one after a
//! confirmation.

use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
    time::SystemTime,
};

use bevy::prelude::*;
use bevy_egui::egui;
use egui::{
    Align, Align2, Button, Image, Key, Label, Layout, Order, RichText, ScrollArea, Sense, TextureHandle,
    TextureOptions, Ui, Vec2, vec2,
};
use jiff::{Timestamp, tz::TimeZone};

use super::{
    Page, Title,
    front::words,
    rows::{choice_card, navigate},
};
use crate::{
    town::SaveEntry,
    view::{
        Notice,
        home::Home,
        keys::presses,
        panels::{Context, Shown, widgets::*},
        thumbnails,
        travel::{Opening, PendingTravel},
    },
};

/// Most letters of the folder that are shown in full.
const FOLDER: usize = 24;

/// How large a thumbnail is drawn.
const THUMBNAIL: Vec2 = vec2(64.0, 36.0);

/// The page.
#[derive(Default)]
pub(super) struct Saves {
    all: Vec<SaveEntry>,
    chosen: usize,
    /// The one that is to be deleted, if that is confirmed.
    doomed: Option<PathBuf>,
    /// The one that is being called something, what is written so far, and whether the words are to have the keys.
    called: Option<(PathBuf, String, bool)>,
    scroll: bool,
    /// Thumbnails that have been looked for; `None`: there is none.
    thumbnails: BTreeMap<PathBuf, Option<TextureHandle>>,
}

/// What was done on the page.
pub(super) enum Done {
    /// It was left.
    Back,
    /// A save is to be opened.
    Open(Box<SaveEntry>, Opening),
}

impl Saves {
    /// The saves in the folder.
    pub(super) fn read(home: &Home) -> Self {
        Self { all: home.shelf.all(), ..Self::default() }
    }

    /// Draws the page; keys count only if `keys`.
    pub(super) fn draw(
        &mut self,
        ctx: &egui::Context,
        home: &Home,
        keys: bool,
        notices: &mut MessageWriter<Notice>,
    ) -> Option<Done> {
        let whole = ctx.content_rect();
        let keys = keys && self.called.is_none();
        let mut done = if keys { self.press(&presses(ctx)) } else { None };
        let (wide, tall) = ((whole.width() - 64.0).min(700.0), (whole.height() - 48.0).min(560.0));
        page(ctx, "saves", (Align2::CENTER_CENTER, Vec2::ZERO, Order::Foreground), wide, |ui| {
            bold(ui, "Saved towns", 22.0, INK);
            let folder = home.shelf.folder();
            ui.label(faint(format!("In {}", short(folder)))).on_hover_text(folder.display().to_string());
            ui.add_space(6.0);
            if self.all.is_empty() {
                ui.label("There are no saves yet.");
            }
            let (mut deleted, mut called) = (None, None);
            ScrollArea::vertical().id_salt("saves").max_height(tall - 140.0).show(ui, |ui| {
                ui.set_width(ui.available_width());
                for n in 0..self.all.len() {
                    let changed = (&mut deleted, &mut called);
                    self.draw_row(ui, (n, home), &mut done, changed);
                }
            });
            let deleted = deleted.map(|file| home.shelf.remove(&file));
            if let Some(changed) = deleted.or(called.map(|(file, label)| home.shelf.call(&file, &label))) {
                notices.write_batch(changed.err().map(|trouble| Notice(trouble.to_string())));
                let chosen = self.chosen;
                *self = Self::read(home);
                self.chosen = chosen.min(self.all.len().saturating_sub(1));
            }
            ui.add_space(8.0);
            if ui.add(Button::new(RichText::new("Back").size(16.0))).clicked() {
                done = Some(Done::Back);
            }
        });
        done
    }

    /// Does what the keys say, up to the first that leaves the page.
    fn press(&mut self, keys: &[Key]) -> Option<Done> {
        let before = self.chosen;
        let key = navigate(keys, &mut self.chosen, &vec![true; self.all.len()]);
        self.scroll |= self.chosen != before;
        match key? {
            Key::Escape if self.doomed.take().is_none() => Some(Done::Back),
            key @ (Key::Enter | Key::W | Key::E) if self.doomed.is_none() => {
                let save = self.all.get(self.chosen).filter(|save| save.fault.is_none()).cloned();
                let how = match key {
                    Key::W => Opening::Watch,
                    Key::E => Opening::Edited,
                    _ => Opening::GoOn,
                };
                save.map(|save| Done::Open(Box::new(save), how))
            }
            Key::Delete => {
                self.doomed = self.all.get(self.chosen).map(|save| save.file.clone());
                None
            }
            _ => None,
        }
    }

    fn draw_row(
        &mut self,
        ui: &mut Ui,
        (n, home): (usize, &Home),
        done: &mut Option<Done>,
        (deleted, called): (&mut Option<PathBuf>, &mut Option<(PathBuf, String)>),
    ) {
        let Self { all, chosen, doomed, called: naming, scroll, thumbnails } = self;
        let save = &all[n];
        let is_named = naming.as_ref().is_some_and(|(file, ..)| *file == save.file);
        let (is_chosen, is_doomed) = (n == *chosen, doomed.as_ref() == Some(&save.file));
        let card = choice_card(ui, is_chosen, scroll, |ui| {
            let size = vec2(ui.available_width(), THUMBNAIL.y);
            let thumbnail = thumbnails.entry(save.file.clone()).or_insert_with(|| {
                let image = thumbnails::read(&fs::read(home.shelf.thumbnail(&save.file)).ok()?)?;
                Some(ui.ctx().load_texture(save.file.display().to_string(), image, TextureOptions::LINEAR))
            });
            ui.allocate_ui_with_layout(size, Layout::right_to_left(Align::Center), |ui| {
                if is_doomed {
                    if ui.button("Keep").clicked() {
                        *doomed = None;
                    }
                    if ui.button(RichText::new("Delete").color(RED)).clicked() {
                        *deleted = Some(save.file.clone());
                    }
                    coloured(ui, "Delete for good?", RED);
                } else if is_named {
                    if ui.button("Cancel").clicked() || ui.input(|input| input.key_pressed(Key::Escape)) {
                        *naming = None;
                    } else if let Some((file, label, focus)) = naming {
                        let kept = ui.button("Keep").clicked();
                        let entry = field(label, "A name for this save").char_limit(60);
                        let (_, entered) = text_entry(ui, entry, focus, true);
                        if kept || entered {
                            *called = Some((file.clone(), label.clone()));
                            *naming = None;
                        }
                    }
                    return;
                } else {
                    if ui.button("×").on_hover_text("Delete (Del)").clicked() {
                        *doomed = Some(save.file.clone());
                    }
                    let name = ui.add_enabled(save.fault.is_none(), Button::new("Name"));
                    if name.on_hover_text("Call this save something").clicked() {
                        *naming = Some((save.file.clone(), save.label.clone().unwrap_or_default(), true));
                    }
                    let open = ui.add_enabled(save.fault.is_none(), Button::new("Open"));
                    let hint = "Go on (Enter). With Shift: with people, map and prompts as they are now, in a save of its \
                                own (E)";
                    if open.on_hover_text(hint).clicked() {
                        let edited = ui.input(|input| input.modifiers.shift);
                        let how = if edited { Opening::Edited } else { Opening::GoOn };
                        *done = Some(Done::Open(Box::new(save.clone()), how));
                    }
                    if let Some(copy) = &save.copy
                        && ui.button("Open an older copy").clicked()
                    {
                        *done = Some(Done::Open(Box::new(home.shelf.look(copy.clone())), Opening::GoOn));
                    }
                    let watch = ui.add_enabled(save.fault.is_none(), Button::new("Watch"));
                    let hint = "See again what happened, at any speed and any moment (W)";
                    if watch.on_hover_text(hint).clicked() {
                        *done = Some(Done::Open(Box::new(save.clone()), Opening::Watch));
                    }
                }
                let (left, below) = (Layout::left_to_right(Align::Center), Layout::top_down(Align::Min));
                ui.with_layout(left, |ui| {
                    let place = ui.allocate_exact_size(THUMBNAIL, Sense::hover()).0;
                    match thumbnail {
                        Some(texture) => Image::new((texture.id(), THUMBNAIL)).paint_at(ui, place),
                        None => drop(ui.painter().rect_filled(place, 2.0, SHADE)),
                    }
                    ui.with_layout(below, |ui| draw_words(ui, save, is_chosen));
                });
            });
        });
        if ui.rect_contains_pointer(card.rect) && ui.input(|input| input.pointer.primary_pressed()) {
            *chosen = n;
        }
    }
}

/// What a save is called, and what else there is to know of it.
fn draw_words(ui: &mut Ui, save: &SaveEntry, is_chosen: bool) {
    let (name, note) = match (&save.fault, &save.label) {
        (Some(why), _) => (short_line(&save.name, 60), RichText::new(short_line(why, 200)).small().color(RED)),
        (None, Some(label)) => (short_line(label, 60), faint(format!("{} · {}", words(save), about(save)))),
        (None, None) => (words(save), faint(about(save))),
    };
    let ink = if is_chosen { INK } else { WORDS };
    ui.add(Label::new(RichText::new(name).color(ink)).truncate());
    ui.add(Label::new(note).truncate()).on_hover_text(save.file.display().to_string());
}

/// The second line: the sort of save, how many people, when it was written.
fn about(save: &SaveEntry) -> String {
    let sort = match (save.quick, save.still) {
        (true, _) => "quick save · ".into(),
        // There may be several of the same minute of a town, so this has seconds.
        (_, true) => {
            local(save.saved, "%-d %B, %H:%M:%S").map_or(String::new(), |when| format!("by hand on {when} · "))
        }
        _ => String::new(),
    };
    format!("{sort}{} people · seed {} · {}", save.people, save.seed, ago(save.saved, SystemTime::now()))
}

/// The end of a long path: `… / smallville / saves`.
fn short(path: &Path) -> String {
    let whole = path.display().to_string();
    let names: Vec<_> = path.components().map(|part| part.as_os_str().to_string_lossy()).collect();
    if whole.chars().count() <= FOLDER || names.len() < 3 {
        return short_line(&whole, 2 * FOLDER);
    }
    short_line(&format!("… / {}", names[names.len() - 2..].join(" / ")), 2 * FOLDER)
}

/// `3 minutes ago`, else the date.
fn ago(then: SystemTime, now: SystemTime) -> String {
    let seconds = now.duration_since(then).map_or(0, |since| since.as_secs() as usize);
    match seconds {
        0..60 => "just now".into(),
        60..3600 => format!("{} ago", counted(seconds / 60, "minute")),
        3600..86400 => format!("{} ago", counted(seconds / 3600, "hour")),
        _ => local(then, "%-d %B %Y, %H:%M").unwrap_or_else(|| "long ago".into()),
    }
}

/// Date and time in the local time zone.
fn local(then: SystemTime, format: &str) -> Option<String> {
    let then = Timestamp::try_from(then).ok()?.to_zoned(TimeZone::system());
    Some(then.strftime(format).to_string())
}

/// Draws the page of the title.
pub(super) fn draw(
    mut context: Context,
    mut title: ResMut<Title>,
    mut next: ResMut<PendingTravel>,
    (shown, home): (Res<Shown>, Res<Home>),
    mut notices: MessageWriter<Notice>,
) {
    if title.page != Page::Saves {
        return;
    }
    match title.saves.draw(context.get_mut(), &home, !shown.settings, &mut notices) {
        None => {}
        Some(Done::Back) => {
            title.page = Page::Front;
            // One of them may have been deleted.
            title.newest = None;
        }
        Some(Done::Open(save, how)) => next.open(&save, how, &home),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn of_a_long_folder_its_end_is_told() {
        assert_eq!(short(Path::new("/home/ann/.local/share/smallville/saves")), "… / smallville / saves");
        assert_eq!(short(Path::new("saves")), "saves");
    }

    #[test]
    fn two_saves_by_hand_of_the_same_hour_differ() {
        let saved = SystemTime::UNIX_EPOCH + Duration::from_secs(1_700_000_000);
        let kept = |later: u64| SaveEntry {
            file: PathBuf::new(),
            name: "A".into(),
            label: None,
            when: None,
            day: 1,
            scenario: "a".into(),
            seed: 1,
            people: 3,
            saved: saved + Duration::from_secs(later),
            still: true,
            quick: false,
            fault: None,
            copy: None,
        };
        let told = [about(&kept(0)), about(&kept(4))];
        assert!(told[0].starts_with("by hand on 1") && told[0].contains(" November, "), "{told:?}");
        assert_ne!(told[0], told[1]);
        assert!(!about(&SaveEntry { still: false, ..kept(0) }).contains("by hand"));
    }

    #[test]
    fn when_a_save_was_written_is_told_by_how_long_ago() {
        let now = SystemTime::UNIX_EPOCH + Duration::from_secs(1_700_000_000);
        let told = |seconds| ago(now - Duration::from_secs(seconds), now);
        assert_eq!([told(5), told(60), told(7300)], ["just now", "1 minute ago", "2 hours ago"]);
        assert!(told(200_000).contains("2023"), "{}", told(200_000));
        assert_eq!(ago(now + Duration::from_secs(9), now), "just now");
    }
}
