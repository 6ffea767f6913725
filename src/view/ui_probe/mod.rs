//! Tells the log what is on the screen, for whoever tries the window from outside (`tests/play`): each change once, under
//! the target `screen`, and never what somebody types.
//!
//! | file | concern |
//! |---|---|
//! | `people` | where the player is in the town, and who talks with whom |
//! | `parts` | at the level `debug` also where everything is that can be clicked |

mod parts;
mod people;

use bevy::{prelude::*, window::PrimaryWindow};

use super::{
    Following, Selected,
    keys::{all, bind::Bindings},
    overlays::Overlays,
    preferences::Settings,
    scene::Scene,
    speed::{chosen, paused},
    story::Story,
};
use crate::{
    agent::persona::Names,
    clock::{Calendar, Driver, Now},
};

/// Who is selected, and whether the camera stays with them.
fn whom(
    (selected, following): (Res<Selected>, Res<Following>),
    names: Res<Names>,
    mut before: Local<Option<(Selected, Following)>>,
) {
    let now = (*selected, *following);
    if before.replace(now) != Some(now) {
        let who = selected.0.and_then(|id| names.0.get(&id).cloned());
        tracing::info!(target: "screen", who = who.unwrap_or_default(), follows = following.0, "selected");
    }
}

/// What lies over the town beside panels.
fn boxes((overlays, story, now): (Res<Overlays>, Res<Story>, Res<Now>), mut before: Local<Vec<String>>) {
    let mut open: Vec<String> = overlays.open().iter().map(|one| format!("{one:?}").to_lowercase()).collect();
    open.extend(story.is_on().then(|| "story".into()));
    if *before != open {
        tracing::info!(target: "screen", ?open, tick = now.0, "boxes");
        *before = open;
    }
}

/// How fast time goes.
fn pace(driver: Res<Driver>, calendar: Res<Calendar>, mut before: Local<Option<(bool, Option<usize>)>>) {
    let now = (paused(&driver), chosen(&driver, &calendar));
    if before.replace(now) != Some(now) {
        let speed = now.1.map_or(0, |place| place + 1);
        tracing::info!(target: "screen", stands = now.0, speed, "time");
    }
}

/// The window: in pixels, and whether it has the keys.
fn window(window: Option<Single<&Window, With<PrimaryWindow>>>, mut before: Local<(UVec2, bool)>) {
    let Some(window) = window else { return };
    let now = (window.physical_size(), window.focused);
    if *before != now {
        tracing::info!(target: "screen", width = now.0.x, height = now.0.y, focused = now.1, "window");
        *before = now;
    }
}

/// What the player has set.
fn set(settings: Res<Settings>, bindings: Res<Bindings>) {
    if settings.is_changed() || bindings.is_changed() {
        let own = all().filter(|key| !bindings.usual(key));
        let keys: Vec<_> = own.map(|key| format!("{}: {}", key.name, bindings.label(key))).collect();
        tracing::info!(target: "screen", words = settings.size, palette = ?settings.palette, ?keys, "settings");
    }
}

/// Adds the witness.
pub fn plugin(app: &mut App) {
    app.add_systems(Last, ((whom, boxes, pace).run_if(in_state(Scene::Town)), window, set));
    parts::plugin(app);
    people::plugin(app);
}
