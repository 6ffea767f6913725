//! The window, or a good reason why there is none; and pictures of it: by a key for people, [`at_frame`] for machines.
//!
//! Rule: what could go wrong is looked at before anything is built; a machine without display or graphics gets one
//! sentence and never a panic.

use std::{
    env,
    panic::{AssertUnwindSafe, catch_unwind, set_hook, take_hook},
    path::{Path, PathBuf},
    time::Duration,
};

use bevy::{
    app::TaskPoolOptions,
    asset::{AssetMetaCheck, AssetPlugin},
    log::LogPlugin,
    prelude::*,
    render::{
        renderer::initialize_renderer,
        settings::WgpuSettings,
        view::screenshot::{Screenshot, ScreenshotCaptured, save_to_disk},
    },
    window::{PresentMode, WindowResolution},
    winit::{UpdateMode, WinitSettings},
};
use bevy_ecs_tilemap::TilemapPlugin;
use bevy_egui::EguiPlugin;

use super::{Notice, home::Home, keys::Keyboard, scene::Scene};
use crate::{
    clock::{Calendar, Now},
    data::home,
};

/// Frames a second while another window is in front.
const BEHIND: f64 = 20.0;

/// Why there is no window.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no window can be opened here, because {why}; `smallville run` lives the town without one")]
pub struct NoWindow {
    /// What is missing.
    pub why: String,
}

/// What a window would stand on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Probe {
    /// The display, or why there is none.
    pub display: Result<String, String>,
    /// Name and backend of the graphics adapter, or why there is none.
    pub adapter: Result<(String, String), String>,
}

impl Probe {
    /// Can a window be opened?
    ///
    /// # Errors
    /// What is missing.
    pub fn check(&self) -> Result<(), NoWindow> {
        let missing = |why: &String| NoWindow { why: why.clone() };
        self.display.as_ref().map_err(missing)?;
        self.adapter.as_ref().map(|_| ()).map_err(missing)
    }
}

/// Looks for a display and a graphics adapter. Opens nothing; takes a fraction of a second.
pub fn probe() -> Probe {
    let display = display();
    let adapter = match &display {
        Ok(_) => adapter(),
        Err(_) => Err("there is no display to draw on".into()),
    };
    Probe { display, adapter }
}

fn adapter() -> Result<(String, String), String> {
    let settings = WgpuSettings::default();
    let backends = settings.backends.ok_or("the environment forbids every graphics backend (WGPU_BACKEND)")?;
    let found = quietly(|| bevy::tasks::block_on(initialize_renderer(backends, None, &settings)));
    let found = found.map_err(|_| "no graphics adapter was found (Vulkan or OpenGL, software is enough)")?;
    Ok((found.2.name.clone(), format!("{:?}", found.2.backend)))
}

/// Runs what may panic on a poor machine, without a word on the terminal.
fn quietly<T>(risky: impl FnOnce() -> T) -> Result<T, ()> {
    let hook = take_hook();
    set_hook(Box::new(|_| {}));
    let result = catch_unwind(AssertUnwindSafe(risky));
    set_hook(hook);
    result.map_err(|_| ())
}

#[cfg(not(all(unix, not(target_os = "macos"))))]
fn display() -> Result<String, String> {
    Ok("the desktop".into())
}

/// The windowing library tries Wayland first and never both.
#[cfg(all(unix, not(target_os = "macos")))]
fn display() -> Result<String, String> {
    let set = |name| env::var(name).ok().filter(|value| !value.is_empty());
    if set("WAYLAND_SOCKET").is_some() {
        return Ok("Wayland".into());
    }
    if let Some(name) = set("WAYLAND_DISPLAY") {
        let path = Path::new(&set("XDG_RUNTIME_DIR").unwrap_or_default()).join(&name);
        let answers = std::os::unix::net::UnixStream::connect(&path);
        return answers.map(|_| format!("Wayland {name}")).map_err(|why| format!("Wayland {name} is silent ({why})"));
    }
    let name = set("DISPLAY").ok_or("there is no display (neither DISPLAY nor WAYLAND_DISPLAY is set)")?;
    Ok(format!("X11 {name}"))
}

/// An app with a window, all that draws in it, and no town yet: add the simulation, and the
/// [`crate::world::TownMap`] before the first frame.
///
/// # Errors
/// When there is no display or nothing to draw with.
pub fn open(home: Home) -> Result<App, NoWindow> {
    probe().check()?;
    quietly(|| build(home)).map_err(|()| NoWindow { why: "the display is there but would not open a window".into() })
}

fn build(home: Home) -> App {
    let mut app = App::new();
    let window = Window {
        title: "Smallville".into(),
        name: Some("smallville".into()),
        resolution: WindowResolution::new(1280, 720),
        present_mode: PresentMode::AutoVsync,
        resize_constraints: WindowResizeConstraints { min_width: 480.0, min_height: 320.0, ..default() },
        ..default()
    };
    // Bevy loads no file of ours: see the sheets.
    let assets =
        AssetPlugin { watch_for_changes_override: Some(false), meta_check: AssetMetaCheck::Never, ..default() };
    let plugins = DefaultPlugins
        .set(WindowPlugin { primary_window: Some(window), ..default() })
        .set(ImagePlugin::default_nearest())
        .set(assets)
        .set(TaskPoolPlugin { task_pool_options: TaskPoolOptions::with_num_threads(home.options.threads.max(2)) })
        .disable::<LogPlugin>();
    app.add_plugins(plugins).add_plugins((EguiPlugin::default(), TilemapPlugin));
    app.insert_resource(WinitSettings {
        focused_mode: UpdateMode::Continuous,
        unfocused_mode: UpdateMode::reactive_low_power(Duration::from_secs_f64(1.0 / BEHIND)),
    });
    // A fault in the view is written down; the town lives on.
    app.set_error_handler(bevy::ecs::error::error);
    app.insert_resource(home).add_plugins(super::plugin);
    app
}

/// Frames after a picture was asked for until the program ends: writing it takes a few.
const AFTER: u32 = 30;

/// Takes a picture when its key is pressed.
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

fn on_key(mut commands: Commands, keyboard: Keyboard, (now, calendar): (Option<Res<Now>>, Option<Res<Calendar>>)) {
    if !keyboard.just_pressed("picture") {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_has_no_window_is_told_what_works() {
        let probe = Probe { display: Err("there is no display".into()), adapter: Err(String::new()) };
        let said = probe.check().unwrap_err().to_string();
        assert!(said.contains("there is no display") && said.contains("`smallville run`"), "{said}");
    }
}
