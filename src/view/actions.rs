//! What the keys of the town and the window do; which key that is stands in [`super::keys`].

use bevy::{
    prelude::*,
    window::{MonitorSelection, PrimaryWindow, WindowMode},
};
use bevy_egui::{EguiInput, EguiPreUpdateSet as Pre, egui, input::EguiWantsInput};

use super::{
    Selection,
    autosave::{SaveRequest, SaveRequests},
    avatar::join_page::JoinPage,
    console::ConsoleInput,
    dock::Dock,
    keys::{
        Action,
        bind::{self, Bindings},
        pressed_actions,
    },
    newspaper,
    overlays::Overlays,
    panels::{Context, Shown, Tab},
    preferences::Settings,
    scene::Scene,
    speed::TimeControl,
    story::Story,
    title::Menu,
};
/// Does a key do something while a page lies over the town and its panels?
fn over_page(action: Action) -> bool {
    let time = matches!(action, Action::Pause | Action::Speed(_) | Action::QuickSave | Action::QuickLoad);
    time || anywhere(action) || matches!(action, Action::Close | Action::Paper)
}

/// Does a key do something before the title, or while the menu is open?
fn anywhere(action: Action) -> bool {
    matches!(action, Action::Full | Action::Scale(_))
}

/// Closes the uppermost thing that is open; else the panel that was looked at last; false: there was nothing to close.
fn close(shown: &mut Shown, dock: &mut Dock) -> bool {
    if shown.settings {
        shown.settings = false;
    } else if let Some(tab) = dock.open().last().copied() {
        dock.close(tab);
    } else {
        return std::mem::take(&mut shown.debug);
    }
    true
}

fn act(
    keys: Res<ButtonInput<KeyCode>>,
    (wants, overlays, arrive, mut line): (Res<EguiWantsInput>, Res<Overlays>, Res<JoinPage>, ResMut<ConsoleInput>),
    bindings: Res<Bindings>,
    (mut shown, mut dock): (ResMut<Shown>, ResMut<Dock>),
    mut settings: ResMut<Settings>,
    mut selection: Selection,
    mut window: Option<Single<&mut Window, With<PrimaryWindow>>>,
    (scene, mut menu, mut requests): (Res<State<Scene>>, ResMut<Menu>, ResMut<SaveRequests>),
    (mut story, mut paper): (ResMut<Story>, ResMut<newspaper::Page>),
    mut context: Option<Context>,
) {
    let ctrl = bind::ctrl(&keys);
    let typing = wants.wants_keyboard_input();
    // There Tab goes from field to field.
    let walks = line.open || arrive.open || dock.form().is_some();
    let pressed = |code| keys.just_pressed(code) && !(walks && code == KeyCode::Tab);
    // Boxes wait behind a page.
    let actions = pressed_actions(&bindings, pressed, ctrl, overlays.busy() && !overlays.covered() || typing);
    // Of what is full of fields one shall get out with one key.
    if typing && keys.just_pressed(KeyCode::Escape) {
        shown.settings = false;
        if let Some(tab) = dock.form() {
            dock.close(tab);
        }
    }
    let elsewhere = menu.open || *scene == Scene::Title;
    let page = overlays.shuts_panels();
    let over = *scene == Scene::Title && shown.settings;
    for action in actions {
        if elsewhere && !anywhere(action) && !(over && action == Action::Close) {
            continue;
        }
        if page && !over_page(action) {
            continue;
        }
        match action {
            Action::Open(tab) => dock.toggle(tab),
            Action::Find => {
                dock.unfold(Tab::People);
                shown.search.clear();
                shown.seek = true;
            }
            Action::Fold => {
                let place = dock.spot(Tab::Person).place;
                dock.fold(place);
            }
            Action::Ticker => shown.quiet = !shown.quiet,
            Action::Follow => selection.following.0 = selection.who().is_some() && !selection.following.0,
            // It closes itself.
            Action::Close if overlays.covered() => {}
            // A list that has dropped down closes by itself, and nothing else with it.
            Action::Close if context.as_mut().is_some_and(|ctx| egui::Popup::is_any_open(ctx.get_mut())) => {}
            Action::Close => {
                let person = dock.is_open(Tab::Person);
                if !close(&mut shown, &mut dock) && !elsewhere {
                    menu.show();
                } else if person && !dock.is_open(Tab::Person) {
                    selection.clear();
                }
            }
            Action::Story => story.toggle(),
            Action::Paper => paper.toggle(),
            Action::QuickSave => requests.0.push(SaveRequest::Quick),
            Action::QuickLoad => requests.0.push(SaveRequest::Back),
            Action::Console => line.show(),
            Action::Debug => shown.debug = !shown.debug,
            Action::Full => {
                let Some(window) = window.as_mut() else { continue };
                window.mode = match window.mode {
                    WindowMode::Windowed => WindowMode::BorderlessFullscreen(MonitorSelection::Current),
                    _ => WindowMode::Windowed,
                };
            }
            Action::Scale(0) => settings.size = 1.0,
            Action::Scale(steps) => settings.resize(f32::from(steps) * 0.125),
            Action::Pause | Action::Speed(_) | Action::HandledElsewhere => {}
        }
    }
}

/// Keys that let time stand, go on, or go faster; not while the menu is open.
fn time(
    (keys, bindings): (Res<ButtonInput<KeyCode>>, Res<Bindings>),
    (wants, overlays, menu): (Res<EguiWantsInput>, Res<Overlays>, Res<Menu>),
    mut time: TimeControl,
) {
    let typing = overlays.busy() && !overlays.covered() || wants.wants_keyboard_input();
    for action in pressed_actions(&bindings, |code| keys.just_pressed(code), bind::ctrl(&keys), typing || menu.open) {
        match action {
            Action::Speed(place) => time.choose(place),
            Action::Pause => time.toggle_pause(),
            _ => {}
        }
    }
}

/// Keeps the Tab key from egui, except in forms: egui would move the focus from button to button and then swallow every
/// other key.
fn keep_tab(mut inputs: Query<&mut EguiInput>, shown: Res<Shown>, arrive: Res<JoinPage>, dock: Res<Dock>) {
    if shown.settings || arrive.open || dock.form().is_some() {
        return;
    }
    let is_tab = |event: &egui::Event| matches!(event, egui::Event::Key { key: egui::Key::Tab, .. });
    for mut input in &mut inputs {
        if input.events.iter().any(is_tab) {
            input.events.retain(|event| !is_tab(event));
        }
    }
}

/// Adds what keys do.
pub fn plugin(app: &mut App) {
    app.add_systems(Update, (act, time.run_if(in_state(Scene::Town))).run_if(not(in_state(Scene::Loading))))
        .add_systems(PreUpdate, keep_tab.after(Pre::ProcessInput).before(Pre::BeginPass));
}

#[cfg(test)]
mod tests {
    use super::*;

    fn opened() -> Dock {
        let mut dock = Dock::default();
        dock.show(Tab::People);
        dock.show(Tab::Person);
        dock
    }

    #[test]
    fn panels_close_one_after_another() {
        let (mut shown, mut dock) = (Shown::default(), opened());
        dock.show(Tab::Minds);
        dock.show(Tab::Help);
        assert!(close(&mut shown, &mut dock) && !dock.is_open(Tab::Help) && dock.is_open(Tab::Minds));
        assert!(close(&mut shown, &mut dock) && !dock.is_open(Tab::Minds) && dock.is_open(Tab::Person));
    }

    #[test]
    fn escape_closes_one_thing_at_a_time() {
        let (mut shown, mut dock) = (Shown { settings: true, ..Shown::default() }, opened());
        assert!(close(&mut shown, &mut dock) && !shown.settings && dock.open().len() == 2);
        assert!(close(&mut shown, &mut dock) && dock.open() == [Tab::People]);
        assert!(close(&mut shown, &mut dock) && dock.open().is_empty());
        assert!(!close(&mut shown, &mut dock), "there is nothing left to close");
    }

    #[test]
    fn panels_stay_shut_while_a_page_covers_them() {
        let opens =
            [Action::Open(Tab::News), Action::Open(Tab::Settings), Action::Console, Action::Find, Action::Follow];
        assert!(opens.into_iter().all(|action| !over_page(action)));
        assert!([Action::Close, Action::Paper, Action::Pause, Action::Full].into_iter().all(over_page));
    }
}
