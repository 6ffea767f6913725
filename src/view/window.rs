//! The window, or a good reason why there is none.
//!
//! Rule: what could go wrong is looked at before anything is built; a machine without display or graphics gets one
//! sentence and never a panic.

use std::{
    env,
    panic::{AssertUnwindSafe, catch_unwind, set_hook, take_hook},
    time::Duration,
};

use bevy::{
    app::TaskPoolOptions,
    asset::{AssetMetaCheck, AssetPlugin},
    log::LogPlugin,
    prelude::*,
    render::{renderer::initialize_renderer, settings::WgpuSettings},
    window::{PresentMode, WindowResolution},
    winit::{UpdateMode, WinitSettings},
};
use bevy_ecs_tilemap::TilemapPlugin;
use bevy_egui::EguiPlugin;

use super::home::Home;

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

#[cfg(all(unix, not(target_os = "macos")))]
fn display() -> Result<String, String> {
    let set = |name| env::var(name).ok().filter(|value| !value.is_empty());
    let mut tried = Vec::new();
    if set("WAYLAND_SOCKET").is_some() {
        return Ok("Wayland".into());
    }
    // The windowing library tries Wayland first and never both.
    if let Some(name) = set("WAYLAND_DISPLAY") {
        let folder = set("XDG_RUNTIME_DIR").unwrap_or_default();
        let path = std::path::Path::new(&folder).join(&name);
        match std::os::unix::net::UnixStream::connect(&path) {
            Ok(_) => return Ok(format!("Wayland {name}")),
            Err(error) => tried.push(format!("WAYLAND_DISPLAY={name} does not answer ({error})")),
        }
    } else if let Some(name) = set("DISPLAY") {
        match answers(&name) {
            Ok(()) => return Ok(format!("X11 {name}")),
            Err(error) => tried.push(format!("DISPLAY={name} does not answer ({error})")),
        }
    } else {
        tried.push("there is no display (neither DISPLAY nor WAYLAND_DISPLAY is set)".into());
    }
    Err(tried.join(" and "))
}

/// Does somebody listen on an X11 display such as `:0` or `host:10.0`?
#[cfg(all(unix, not(target_os = "macos")))]
fn answers(name: &str) -> Result<(), String> {
    use std::{
        net::{TcpStream, ToSocketAddrs},
        os::unix::net::UnixStream,
    };
    let (host, rest) = name.rsplit_once(':').ok_or("it is no display's name")?;
    let number: u16 = rest.split('.').next().and_then(|number| number.parse().ok()).ok_or("it has no number")?;
    if host.is_empty() || host == "unix" {
        let path = format!("/tmp/.X11-unix/X{number}");
        #[cfg(target_os = "linux")]
        {
            use std::os::{linux::net::SocketAddrExt, unix::net::SocketAddr};
            let hidden = SocketAddr::from_abstract_name(&path).and_then(|at| UnixStream::connect_addr(&at));
            if hidden.is_ok() {
                return Ok(());
            }
        }
        return UnixStream::connect(path).map(|_| ()).map_err(|error| error.to_string());
    }
    let port = 6000u16.checked_add(number).ok_or("its number is too large")?;
    let mut found = (host, port).to_socket_addrs().map_err(|error| error.to_string())?;
    let at = found.next().ok_or("its host is not known")?;
    TcpStream::connect_timeout(&at, Duration::from_secs(2)).map(|_| ()).map_err(|error| error.to_string())
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_has_no_window_is_told_what_works() {
        let probe = Probe { display: Err("there is no display".into()), adapter: Err(String::new()) };
        let said = probe.check().unwrap_err().to_string();
        assert!(said.contains("there is no display") && said.contains("`smallville run`"), "{said}");
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_display_that_is_not_there_does_not_answer() {
        assert!(answers(":4711").is_err() && answers("nonsense").is_err() && answers(":x").is_err());
    }
}
