//! Keys: one table, from which they act and from which the help page is made.
//!
//! Rule: while somebody types into a field, keys belong to the field; only those marked `always` reach the town.

use bevy::{
    prelude::*,
    window::{MonitorSelection, PrimaryWindow, WindowMode},
};
use bevy_egui::{EguiInput, EguiPreUpdateSet, egui, input::EguiWantsInput};

use super::{
    Following, Selected,
    avatar::You,
    keeping::{Wish, Wishes},
    panels::{Shown, Zoomed},
    paper::Page,
    scene::Scene,
    speed::Tempo,
    story::Story,
    title::Menu,
};
use crate::clock::{Calendar, Driver};

/// What a key does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Deed {
    /// Time stands, or goes on.
    Pause,
    /// By its place in [`super::speed::SPEEDS`].
    Speed(usize),
    /// Opens or closes the list.
    List,
    /// Opens the list and types into its search.
    Find,
    /// Tells all of what happens in the town, or only the last.
    Ticker,
    /// Folds the panel of who is selected, or opens it again.
    Fold,
    /// Keeps the camera on who is selected, or lets go.
    Follow,
    /// The camera goes by itself to what is worth seeing, or stays.
    Story,
    /// Opens or closes the evening paper.
    Paper,
    /// Closes what is open, else deselects.
    Close,
    /// Opens or closes the help page.
    Help,
    /// Opens or closes the page of who answers.
    Minds,
    /// Opens or closes the numbers.
    Debug,
    /// Full screen or window.
    Full,
    /// Saves the town as it stands, over the last time.
    QuickSave,
    /// Goes back to that.
    QuickLoad,
    /// Panels larger or smaller, in tenths; 0 as usual.
    Scale(i8),
    /// Not ours: the camera and the picture of the screen see to it.
    Elsewhere,
}

/// A row of the table.
#[derive(Clone, Copy, Debug)]
pub struct Key {
    /// As written on the help page.
    pub label: &'static str,
    /// Any of these.
    pub codes: &'static [KeyCode],
    /// Together with Ctrl, or without.
    pub ctrl: bool,
    /// Even while somebody types.
    pub always: bool,
    /// What it does.
    pub deed: Deed,
    /// As told on the help page; empty: told by the row before.
    pub does: &'static str,
}

const fn key(label: &'static str, codes: &'static [KeyCode], deed: Deed, does: &'static str) -> Key {
    Key { label, codes, ctrl: false, always: false, deed, does }
}

/// All keys, in the order of the help page.
pub const KEYS: &[Key] = &[
    key("Space", &[KeyCode::Space], Deed::Pause, "Pause, and go on"),
    key("1 … 5", &[KeyCode::Digit1, KeyCode::Numpad1], Deed::Speed(0), "Speed: 1, 2, 4, 16, 60 game minutes a second"),
    key("2", &[KeyCode::Digit2, KeyCode::Numpad2], Deed::Speed(1), ""),
    key("3", &[KeyCode::Digit3, KeyCode::Numpad3], Deed::Speed(2), ""),
    key("4", &[KeyCode::Digit4, KeyCode::Numpad4], Deed::Speed(3), ""),
    key("5", &[KeyCode::Digit5, KeyCode::Numpad5], Deed::Speed(4), ""),
    key("Click", &[], Deed::Elsewhere, "On a person: their day. Again: follow them. On nothing: let go"),
    Key { always: true, ..key("Tab, L", &[KeyCode::Tab], Deed::List, "The list of people") },
    key("L", &[KeyCode::KeyL], Deed::List, ""),
    Key { ctrl: true, ..key("Ctrl F", &[KeyCode::KeyF], Deed::Find, "Find somebody by name") },
    key("F", &[KeyCode::KeyF], Deed::Follow, "Keep the camera on who is selected, or let go"),
    key("O", &[KeyCode::KeyO], Deed::Story, "Follow the story: the camera goes by itself to what is worth seeing"),
    key("P", &[KeyCode::KeyP], Deed::Fold, "More or less of the panel of who is selected"),
    key("J", &[], Deed::Elsewhere, "Come to town as somebody, or leave"),
    key(
        "W A S D, arrows",
        &[],
        Deed::Elsewhere,
        "Walk, if you are in town; a click on the ground too. Else: move over the town",
    ),
    key("T, Enter", &[], Deed::Elsewhere, "Talk to who is near"),
    key("E", &[], Deed::Elsewhere, "Use what you stand before"),
    key("N", &[KeyCode::KeyN], Deed::Paper, "The evening paper, of today so far or of any day"),
    key("H", &[KeyCode::KeyH], Deed::Ticker, "More or less of what happens in the town"),
    key("Esc", &[KeyCode::Escape], Deed::Close, "Close what is open, then deselect; then the menu"),
    key("Drag", &[], Deed::Elsewhere, "Move over the town"),
    key("Wheel, + -", &[], Deed::Elsewhere, "Nearer and farther"),
    Key { ctrl: true, ..key("Ctrl + -", PLUS, Deed::Scale(1), "Larger and smaller words; Ctrl 0: as usual") },
    Key { ctrl: true, ..key("Ctrl -", MINUS, Deed::Scale(-1), "") },
    Key { ctrl: true, ..key("Ctrl 0", &[KeyCode::Digit0, KeyCode::Numpad0], Deed::Scale(0), "") },
    Key { always: true, ..key("F1", &[KeyCode::F1], Deed::Help, "This page") },
    Key { always: true, ..key("F2", &[KeyCode::F2], Deed::Minds, "Which mind answers, and what that takes") },
    Key { always: true, ..key("F3", &[KeyCode::F3], Deed::Debug, "Numbers about the machine") },
    Key { always: true, ..key("F5", &[KeyCode::F5], Deed::QuickSave, "Quick save: the town as it stands") },
    Key { always: true, ..key("F9", &[KeyCode::F9], Deed::QuickLoad, "Back to the quick save") },
    Key { always: true, ..key("F11", &[KeyCode::F11], Deed::Full, "Full screen, and back") },
    key("F12", &[], Deed::Elsewhere, "Save a picture of the screen"),
];
const PLUS: &[KeyCode] = &[KeyCode::Equal, KeyCode::NumpadAdd];
const MINUS: &[KeyCode] = &[KeyCode::Minus, KeyCode::NumpadSubtract];

/// What the keys just pressed ask for.
pub fn deeds(pressed: impl Fn(KeyCode) -> bool, ctrl: bool, typing: bool) -> Vec<Deed> {
    let asked = |key: &&Key| key.ctrl == ctrl && (key.always || !typing) && key.codes.iter().any(|code| pressed(*code));
    KEYS.iter().filter(asked).map(|key| key.deed).collect()
}

/// Closes the uppermost thing that is open; else deselects; false: there was nothing to close.
fn close(shown: &mut Shown, selected: &mut Selected, following: &mut Following) -> bool {
    if shown.help {
        shown.help = false;
    } else if shown.model {
        shown.model = false;
    } else if selected.0.is_some() {
        selected.0 = None;
        following.0 = false;
    } else if shown.list {
        shown.list = false;
    } else {
        return std::mem::take(&mut shown.debug);
    }
    true
}

/// Does a key do something before the title, or while the menu is open?
fn anywhere(deed: Deed) -> bool {
    matches!(deed, Deed::Full | Deed::Scale(_))
}

fn act(
    keys: Res<ButtonInput<KeyCode>>,
    wants: Res<EguiWantsInput>,
    you: Res<You>,
    mut shown: ResMut<Shown>,
    mut zoomed: ResMut<Zoomed>,
    mut selected: ResMut<Selected>,
    mut following: ResMut<Following>,
    mut tempo: ResMut<Tempo>,
    driver: Option<ResMut<Driver>>,
    calendar: Option<Res<Calendar>>,
    window: Option<Single<&mut Window, With<PrimaryWindow>>>,
    (scene, mut menu, mut wishes): (Res<Scene>, ResMut<Menu>, ResMut<Wishes>),
    (mut story, mut paper): (ResMut<Story>, ResMut<Page>),
) {
    let controls = [KeyCode::ControlLeft, KeyCode::ControlRight, KeyCode::SuperLeft];
    // In a slow frame both keys may be up again already.
    let ctrl = keys.any_pressed(controls) || keys.any_just_released(controls);
    let deeds = deeds(|code| keys.just_pressed(code), ctrl, you.busy || wants.wants_keyboard_input());
    let (mut driver, mut window) = (driver, window);
    // Of a page full of fields one shall get out with one key.
    if shown.model && !shown.help && wants.wants_keyboard_input() && keys.just_pressed(KeyCode::Escape) {
        shown.model = false;
    }
    let (elsewhere, over) = (menu.open || *scene == Scene::Title, shown.model || shown.help);
    for deed in deeds {
        if elsewhere && !anywhere(deed) && !(over && deed == Deed::Close) {
            continue;
        }
        match deed {
            // There Tab goes from field to field.
            Deed::List if shown.model => {}
            Deed::Pause | Deed::Speed(_) => {
                let (Some(driver), Some(calendar)) = (driver.as_deref_mut(), calendar.as_deref()) else { continue };
                match deed {
                    Deed::Speed(place) => tempo.choose(place, driver, calendar),
                    _ => tempo.toggle_pause(driver, calendar),
                }
            }
            Deed::List => shown.list = !shown.list,
            Deed::Find => {
                shown.list = true;
                shown.seek = true;
            }
            Deed::Fold => shown.folded = !shown.folded,
            Deed::Ticker => shown.quiet = !shown.quiet,
            Deed::Follow => following.0 = selected.0.is_some() && !following.0,
            // It lies over everything.
            Deed::Close if paper.open => paper.open = false,
            Deed::Close => {
                if !close(&mut shown, &mut selected, &mut following) && !elsewhere {
                    menu.show();
                }
            }
            Deed::Story => story.toggle(),
            Deed::Paper => paper.toggle(),
            Deed::QuickSave => wishes.0.push(Wish::Quick),
            Deed::QuickLoad => wishes.0.push(Wish::Back),
            Deed::Help => shown.help = !shown.help,
            Deed::Minds => {
                shown.model = !shown.model;
                shown.help = false;
            }
            Deed::Debug => shown.debug = !shown.debug,
            Deed::Full => {
                let Some(window) = window.as_mut() else { continue };
                window.mode = match window.mode {
                    WindowMode::Windowed => WindowMode::BorderlessFullscreen(MonitorSelection::Current),
                    _ => WindowMode::Windowed,
                };
            }
            Deed::Scale(0) => zoomed.0 = 1.0,
            Deed::Scale(tenths) => zoomed.0 = (zoomed.0 + f32::from(tenths) * 0.125).clamp(0.5, 2.5),
            Deed::Elsewhere => {}
        }
    }
}

/// Tab is ours, but on the page full of fields: egui would walk from button to button with it, and then swallow every
/// other key.
fn keep_tab(mut inputs: Query<&mut EguiInput>, shown: Res<Shown>) {
    if shown.model {
        return;
    }
    let is_tab = |event: &egui::Event| matches!(event, egui::Event::Key { key: egui::Key::Tab, .. });
    for mut input in &mut inputs {
        if input.events.iter().any(is_tab) {
            input.events.retain(|event| !is_tab(event));
        }
    }
}

/// Adds the keys.
pub fn plugin(app: &mut App) {
    app.add_systems(Update, act)
        .add_systems(PreUpdate, keep_tab.after(EguiPreUpdateSet::ProcessInput).before(EguiPreUpdateSet::BeginPass));
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(code: KeyCode, ctrl: bool, typing: bool) -> Vec<Deed> {
        deeds(|one| one == code, ctrl, typing)
    }

    #[test]
    fn each_key_does_one_thing() {
        for key in KEYS {
            for code in key.codes {
                assert_eq!(of(*code, key.ctrl, false), [key.deed], "{}", key.label);
            }
        }
    }

    #[test]
    fn a_field_keeps_its_keys() {
        assert!(of(KeyCode::Space, false, true).is_empty());
        assert!(of(KeyCode::KeyL, false, true).is_empty());
        assert_eq!(of(KeyCode::Tab, false, true), [Deed::List]);
        assert_eq!(of(KeyCode::F1, false, true), [Deed::Help]);
    }

    #[test]
    fn help_lies_over_the_page_of_minds() {
        let mut shown = Shown { help: true, model: true, ..Default::default() };
        let (mut selected, mut following) = (Selected(Some(crate::clock::AgentId(1))), Following(true));
        close(&mut shown, &mut selected, &mut following);
        assert!(!shown.help && shown.model);
        close(&mut shown, &mut selected, &mut following);
        assert!(!shown.model && selected.0.is_some());
    }

    #[test]
    fn ctrl_makes_another_key() {
        assert_eq!(of(KeyCode::KeyF, true, false), [Deed::Find]);
        assert_eq!(of(KeyCode::KeyF, false, false), [Deed::Follow]);
        assert!(of(KeyCode::Space, true, false).is_empty());
    }

    #[test]
    fn escape_closes_one_thing_at_a_time() {
        let mut shown = Shown { help: true, list: true, ..Default::default() };
        let (mut selected, mut following) = (Selected(Some(crate::clock::AgentId(1))), Following(true));
        close(&mut shown, &mut selected, &mut following);
        assert!(!shown.help && shown.list && selected.0.is_some());
        close(&mut shown, &mut selected, &mut following);
        assert!(selected.0.is_none() && !following.0 && shown.list);
        close(&mut shown, &mut selected, &mut following);
        assert!(!shown.list);
    }
}
