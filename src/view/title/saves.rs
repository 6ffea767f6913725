//! The list of saves: which town, which day and hour, when it was written; opens one, or takes one away if that is
//! meant.

use std::{
    path::{Path, PathBuf},
    time::SystemTime,
};

use bevy::prelude::*;
use bevy_egui::egui;
use egui::{Align, Align2, Button, Key, Label, Layout, Order, RichText, ScrollArea, Ui, Vec2, vec2};
use jiff::{Timestamp, tz::TimeZone};

use super::{
    Page, Title,
    front::words,
    rows::{card, follow},
};
use crate::{
    town::SaveEntry,
    view::{
        Notice,
        home::Home,
        keys::presses,
        panels::{
            Paper, Shown,
            widgets::{INK, RED, WORDS, faint, heavy, page, tame},
        },
        travel::Next,
    },
};

/// Most letters of the folder that are shown whole.
const FOLDER: usize = 24;

/// The page.
#[derive(Default)]
pub(super) struct Saves {
    all: Vec<SaveEntry>,
    chosen: usize,
    /// The one that is to be deleted, if that is meant.
    doomed: Option<PathBuf>,
    scroll: bool,
}

/// What was done on the page.
pub(super) enum Done {
    /// It was left.
    Back,
    /// A save is to be opened.
    Open(SaveEntry),
}

impl Saves {
    /// As the folder is now.
    pub(super) fn look(home: &Home) -> Self {
        Self { all: home.shelf.all(&home.data), ..Self::default() }
    }

    /// Draws the page; keys count only if `keys`.
    pub(super) fn page(
        &mut self,
        ctx: &egui::Context,
        home: &Home,
        keys: bool,
        notices: &mut MessageWriter<Notice>,
    ) -> Option<Done> {
        let whole = ctx.content_rect();
        let mut done = if keys { self.follow(&presses(ctx)) } else { None };
        let (wide, tall) = ((whole.width() - 64.0).min(588.0), (whole.height() - 48.0).min(560.0));
        page(ctx, "saves", (Align2::CENTER_CENTER, Vec2::ZERO, Order::Foreground), wide, |ui| {
            heavy(ui, "Saved towns", 22.0, INK);
            let folder = home.shelf.folder();
            ui.label(faint(format!("In {}", short(folder)))).on_hover_text(folder.display().to_string());
            ui.add_space(6.0);
            if self.all.is_empty() {
                ui.label("Nothing has been saved yet.");
            }
            let mut act = None;
            ScrollArea::vertical().id_salt("saves").max_height(tall - 140.0).show(ui, |ui| {
                ui.set_width(ui.available_width());
                for n in 0..self.all.len() {
                    act = self.row(ui, n).or(act.take());
                }
            });
            match act {
                None => {}
                Some(Act::Open(n)) => done = self.open(n),
                Some(Act::Ask(file)) => self.doomed = file,
                Some(Act::Delete(file)) => {
                    notices.write_batch(home.shelf.remove(&file).err().map(|trouble| Notice(trouble.to_string())));
                    let chosen = self.chosen;
                    *self = Self::look(home);
                    self.chosen = chosen.min(self.all.len().saturating_sub(1));
                }
            }
            ui.add_space(8.0);
            if ui.add(Button::new(RichText::new("Back").size(16.0))).clicked() {
                done = Some(Done::Back);
            }
        });
        done
    }

    /// Does what the keys say, up to the first that leaves the page.
    fn follow(&mut self, keys: &[Key]) -> Option<Done> {
        let before = self.chosen;
        let key = follow(keys, &mut self.chosen, &vec![true; self.all.len()]);
        self.scroll |= self.chosen != before;
        match key? {
            Key::Escape if self.doomed.take().is_none() => Some(Done::Back),
            Key::Enter if self.doomed.is_none() => self.open(self.chosen),
            Key::Delete => {
                self.doomed = self.all.get(self.chosen).map(|kept| kept.file.clone());
                None
            }
            _ => None,
        }
    }

    fn open(&self, n: usize) -> Option<Done> {
        self.all.get(n).filter(|kept| kept.fault.is_none()).cloned().map(Done::Open)
    }

    fn row(&mut self, ui: &mut Ui, n: usize) -> Option<Act> {
        let kept = &self.all[n];
        let (here, doomed) = (n == self.chosen, self.doomed.as_ref() == Some(&kept.file));
        let mut act = None;
        let mut scroll = std::mem::take(&mut self.scroll);
        let card = card(ui, here, &mut scroll, |ui| {
            let size = vec2(ui.available_width(), 36.0);
            ui.allocate_ui_with_layout(size, Layout::right_to_left(Align::Center), |ui| {
                if doomed {
                    if ui.button("Keep it").clicked() {
                        act = Some(Act::Ask(None));
                    }
                    if ui.button(RichText::new("Delete").color(RED)).clicked() {
                        act = Some(Act::Delete(kept.file.clone()));
                    }
                    ui.label(RichText::new("For ever?").color(RED));
                } else {
                    if ui.button("×").on_hover_text("Delete (Del)").clicked() {
                        act = Some(Act::Ask(Some(kept.file.clone())));
                    }
                    if ui.add_enabled(kept.fault.is_none(), Button::new("Open")).clicked() {
                        act = Some(Act::Open(n));
                    }
                }
                ui.with_layout(Layout::top_down(Align::Min), |ui| {
                    let (name, note) = match &kept.fault {
                        Some(why) => (tame(&kept.name, 60), RichText::new(tame(why, 200)).small().color(RED)),
                        None => (words(kept), faint(about(kept))),
                    };
                    ui.add(Label::new(RichText::new(name).color(if here { INK } else { WORDS })).truncate());
                    ui.add(Label::new(note).truncate()).on_hover_text(kept.file.display().to_string());
                });
            });
        });
        self.scroll = scroll;
        if ui.rect_contains_pointer(card.rect) && ui.input(|input| input.pointer.primary_pressed()) {
            self.chosen = n;
        }
        act
    }
}

enum Act {
    /// The save at this place.
    Open(usize),
    /// Whether this one is to be deleted; `None`: no longer.
    Ask(Option<PathBuf>),
    Delete(PathBuf),
}

/// The second line: what sort of save, how many people, when it was written.
fn about(kept: &SaveEntry) -> String {
    let sort = match (kept.quick, kept.still) {
        (true, _) => "quick save · ".into(),
        // Of the same minute of a town there may be several: to the second they differ.
        (_, true) => on(kept.saved, "%-d %B, %H:%M:%S").map_or(String::new(), |when| format!("by hand on {when} · ")),
        _ => String::new(),
    };
    format!("{sort}{} people · seed {} · {}", kept.people, kept.seed, ago(kept.saved, SystemTime::now()))
}

/// The end of a long path: `… / smallville / saves`.
fn short(path: &Path) -> String {
    let whole = path.display().to_string();
    let names: Vec<_> = path.components().map(|part| part.as_os_str().to_string_lossy()).collect();
    if whole.chars().count() <= FOLDER || names.len() < 3 {
        return tame(&whole, 2 * FOLDER);
    }
    tame(&format!("… / {}", names[names.len() - 2..].join(" / ")), 2 * FOLDER)
}

/// `3 minutes ago`, else the date.
fn ago(then: SystemTime, now: SystemTime) -> String {
    let seconds = now.duration_since(then).map_or(0, |since| since.as_secs());
    let some = |n: u64, what: &str| format!("{n} {what}{} ago", if n == 1 { "" } else { "s" });
    match seconds {
        0..60 => "just now".into(),
        60..3600 => some(seconds / 60, "minute"),
        3600..86400 => some(seconds / 3600, "hour"),
        _ => on(then, "%-d %B %Y, %H:%M").unwrap_or_else(|| "long ago".into()),
    }
}

/// The date and the time of the clock, here.
fn on(then: SystemTime, as_this: &str) -> Option<String> {
    let then = Timestamp::try_from(then).ok()?.to_zoned(TimeZone::system());
    Some(then.strftime(as_this).to_string())
}

/// Draws the page of the title.
pub(super) fn draw(
    paper: Paper,
    mut title: ResMut<Title>,
    mut next: ResMut<Next>,
    (shown, home): (Res<Shown>, Res<Home>),
    mut notices: MessageWriter<Notice>,
) {
    let Some(mut paper) = paper.filter(|_| title.page == Page::Saves) else { return };
    match title.saves.page(paper.get_mut(), &home, !shown.settings, &mut notices) {
        None => {}
        Some(Done::Back) => {
            title.page = Page::Front;
            // One of them may be gone.
            title.newest = None;
        }
        Some(Done::Open(kept)) => next.open(&kept, &home),
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
            when: None,
            day: 1,
            scenario: "a".into(),
            seed: 1,
            people: 3,
            saved: saved + Duration::from_secs(later),
            still: true,
            quick: false,
            fault: None,
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
