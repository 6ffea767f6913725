//! Pictures of the window: F12 for people, [`at_frame`] for machines.

use std::path::{Path, PathBuf};

use bevy::{
    prelude::*,
    render::view::screenshot::{Screenshot, ScreenshotCaptured, save_to_disk},
};
use bevy_egui::EguiContexts;

use super::{Notice, keys::bind::Bindings, scene::Scene};
use crate::{
    clock::{Calendar, Now},
    data::home,
};

/// Frames after a picture was asked for until the program ends: writing it takes a few.
const AFTER: u32 = 30;

/// Takes a picture when F12 is pressed.
pub fn plugin(app: &mut App) {
    app.add_systems(Update, on_key);
}

/// Takes a picture of the window after so many frames of a town, not of the curtain before it, then ends the program.
pub fn at_frame(app: &mut App, frames: u32, path: impl AsRef<Path>) {
    let path = path.as_ref().to_path_buf();
    let mut frame = 0;
    let take = move |mut commands: Commands, mut exit: MessageWriter<AppExit>| {
        frame += 1;
        if frame == frames.max(1) {
            commands.spawn(Screenshot::primary_window()).observe(save_to_disk(path.clone()));
        }
        if frame == frames.max(1) + AFTER {
            exit.write(if path.exists() { AppExit::Success } else { AppExit::error() });
        }
    };
    app.add_systems(Last, take.run_if(not(in_state(Scene::Loading))));
}

/// A name that is not taken yet.
fn free_name(folder: &Path, stamp: &str) -> PathBuf {
    let name =
        |n: u32| if n == 0 { format!("smallville {stamp}.png") } else { format!("smallville {stamp} ({n}).png") };
    (0..).map(|n| folder.join(name(n))).find(|path| !path.exists()).unwrap_or_default()
}

fn on_key(
    mut commands: Commands,
    (keys, bindings): (Res<ButtonInput<KeyCode>>, Res<Bindings>),
    now: Option<Res<Now>>,
    calendar: Option<Res<Calendar>>,
    mut egui: EguiContexts,
) {
    let typing = egui.ctx_mut().is_ok_and(|ctx| ctx.egui_wants_keyboard_input());
    if typing || !bindings.just_pressed(&keys, "picture") {
        return;
    }
    let when =
        now.zip(calendar).map(|(now, calendar)| calendar.date_time(now.0).strftime("%Y-%m-%d %H.%M").to_string());
    let path = free_name(&home::pictures(), &when.unwrap_or_default());
    let shown = std::path::absolute(&path).unwrap_or(path.clone());
    // Whether the file could be written is said by the log; the folder was looked for and is there.
    // The note comes when the picture has been taken, or it would be in it.
    commands.spawn(Screenshot::primary_window()).observe(save_to_disk(path)).observe(
        move |_: On<ScreenshotCaptured>, mut notices: MessageWriter<Notice>| {
            notices.write(Notice(format!("Picture saved: {}", shown.display())));
        },
    );
}
