//! The player's own file: how the window was left, and what is set about it. Beside `smallville.toml` in the user's
//! folder, never in the project's.
//!
//! Rule: nothing in it can stop the game. What cannot be read is left out, and said once; a file that is no TOML is
//! put aside before another one is written.

mod colours;

use std::path::PathBuf;

use bevy::{app::AppExit, prelude::*};
use serde::{Deserialize, Serialize, de::DeserializeOwned};
use toml::{Table, Value};

pub use self::colours::Palette;

use super::Notice;
use crate::data::home;

/// The least and the most that panels are enlarged.
pub const SIZES: (f32, f32) = (0.5, 2.5);
/// The least and the most letters a second that somebody reads, if time waits for it.
pub const LETTERS: (f64, f64) = (4.0, 60.0);

/// What the player has set about the look of the window and its pace.
#[derive(Resource, Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Settings {
    /// Colours of marks, graphs and rings.
    #[serde(rename = "colours")]
    pub palette: Palette,
    /// Is it said why time stands, waits or is slowed down?
    pub hints: bool,
    /// How much larger than usual panels are; 1 is usual.
    pub size: f32,
    /// How fast the player reads, in letters a second; 0: no line waits until it has been read.
    #[serde(rename = "letters a second")]
    pub reading_speed: f64,
}

impl Default for Settings {
    fn default() -> Self {
        Self { palette: Palette::Usual, hints: true, size: 1.0, reading_speed: 15.0 }
    }
}

impl Settings {
    /// The table in the file.
    const SECTION: &'static str = "look";

    /// Makes the panels so much larger, within [`SIZES`].
    pub fn resize(&mut self, by: f32) {
        self.size = (self.size + by).clamp(SIZES.0, SIZES.1);
    }

    /// Nothing in it is out of bounds.
    fn sane(mut self) -> Self {
        let usual = Self::default();
        self.size = if self.size.is_finite() { self.size.clamp(SIZES.0, SIZES.1) } else { usual.size };
        self.reading_speed = match self.reading_speed {
            letters if letters.is_nan() => usual.reading_speed,
            letters if letters <= 0.0 => 0.0,
            letters => letters.clamp(LETTERS.0, LETTERS.1),
        };
        self
    }
}

fn read(own: Res<PreferencesFile>, mut settings: ResMut<Settings>) {
    *settings = own.section::<Settings>(Settings::SECTION).sane();
}

fn keep(mut own: ResMut<PreferencesFile>, settings: Res<Settings>) {
    own.put(Settings::SECTION, *settings);
}

/// Larger files than this, in bytes, are no such files.
const LARGEST: u64 = 1 << 18;
/// Seconds from a change to writing it.
const LATER: f32 = 1.0;

/// What the file says, one table for each concern.
#[derive(Resource, Clone, Debug, Default)]
pub struct PreferencesFile {
    file: Option<PathBuf>,
    table: Table,
    /// What stood there was no TOML.
    damaged: bool,
    /// Seconds until it is written.
    due: Option<f32>,
    /// To be said once.
    said: Option<String>,
}

impl PreferencesFile {
    /// From its file in the user's folder; empty if there is none.
    pub fn find() -> Self {
        home::config().map_or_else(Self::default, |folder| Self::read(folder.join("window.toml")))
    }

    /// From this file.
    pub fn read(file: PathBuf) -> Self {
        let mut own = Self { file: Some(file.clone()), ..Self::default() };
        let long = std::fs::metadata(&file).is_ok_and(|meta| meta.len() > LARGEST);
        let text = if long { Err("it is much too long".to_string()) } else { text(&file) };
        let table = text.and_then(|text| text.parse::<Table>().map_err(|error| error.message().to_string()));
        match table {
            Ok(table) => own.table = table,
            Err(why) => {
                own.damaged = true;
                let why = why.lines().next().unwrap_or_default().to_string();
                own.said = Some(format!("{} cannot be read ({why}); the defaults are used.", file.display()));
            }
        }
        own
    }

    /// What is kept for a concern; as at first if nothing is, or what makes no sense.
    pub fn section<T: DeserializeOwned + Default>(&self, name: &str) -> T {
        self.table.get(name).cloned().and_then(|section| section.try_into().ok()).unwrap_or_default()
    }

    /// Keeps something for a concern; it is written a little later, if it is new.
    pub fn put(&mut self, name: &str, section: impl Serialize) {
        let Ok(section) = Value::try_from(section) else { return };
        if self.table.get(name) != Some(&section) {
            self.table.insert(name.into(), section);
            self.due.get_or_insert(LATER);
        }
    }

    /// Writes it now.
    ///
    /// # Errors
    /// One sentence that names the file.
    pub fn write(&mut self) -> Result<(), String> {
        self.due = None;
        let Some(file) = &self.file else { return Ok(()) };
        if std::mem::take(&mut self.damaged) {
            // Somebody may want to mend it.
            let _ = std::fs::rename(file, file.with_extension("toml.damaged"));
        }
        let put = home::replace(file, self.table.to_string());
        put.map_err(|error| format!("{} cannot be written: {}.", file.display(), error.kind()))
    }
}

fn text(file: &PathBuf) -> Result<String, String> {
    match std::fs::read_to_string(file) {
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(String::new()),
        read => read.map_err(|error| error.kind().to_string()),
    }
}

fn write(
    mut own: ResMut<PreferencesFile>,
    time: Res<Time<Real>>,
    mut leaving: MessageReader<AppExit>,
    mut notices: MessageWriter<Notice>,
    mut told: Local<bool>,
) {
    if let Some(said) = own.said.take() {
        notices.write(Notice(said));
    }
    let Some(due) = own.due else { return };
    if due > 0.0 && leaving.read().next().is_none() {
        own.due = Some(due - time.delta_secs());
    } else if let Err(why) = own.write()
        && !std::mem::replace(&mut *told, true)
    {
        notices.write(Notice(why));
    }
}

/// Adds the file. What reads it at the start does so in `Startup`, and what changes it in `Update`.
pub fn plugin(app: &mut App) {
    app.insert_resource(PreferencesFile::find()).init_resource::<Settings>();
    app.add_systems(Startup, read).add_systems(Update, keep.run_if(resource_changed::<Settings>));
    app.add_systems(Last, write.after(bevy::window::exit_on_all_closed));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_kept_is_found_again() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("deep/window.toml");
        let mut own = PreferencesFile::read(file.clone());
        assert!(own.said.is_none() && own.section::<Settings>("look") == Settings::default());
        let set = Settings { palette: Palette::RedGreen, hints: false, size: 1.25, reading_speed: 0.0 };
        own.put("look", set);
        own.write().unwrap();
        assert_eq!(PreferencesFile::read(file).section::<Settings>("look").sane(), set);
    }

    #[test]
    fn nonsense_is_as_at_first() {
        let read = |text: &str| {
            PreferencesFile { table: text.parse().unwrap(), ..PreferencesFile::default() }
                .section::<Settings>("look")
                .sane()
        };
        let odd = "[look]\nsize = nan\n'letters a second' = nan";
        for bad in ["look = 3", "[look]\ncolours = 7", "[look]\ncolours = 'none'\nhints = 'yes'", "", odd] {
            assert_eq!(read(bad), Settings::default(), "{bad}");
        }
        let wide = read("[look]\nsize = 900\n'letters a second' = -2\ncolours = 'blue-yellow'");
        assert_eq!((wide.size, wide.reading_speed, wide.palette), (2.5, 0.0, Palette::BlueYellow));
    }

    #[test]
    fn a_damaged_file_is_put_aside() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("window.toml");
        for bad in ["text = ", "\u{0}\u{1}", "[[a]]\n[a]"] {
            std::fs::write(&file, bad).unwrap();
            let mut own = PreferencesFile::read(file.clone());
            assert!(own.said.as_ref().is_some_and(|said| said.contains("cannot be read")), "{bad:?}");
            own.put("a", Table::new());
            own.write().unwrap();
            assert_eq!(std::fs::read_to_string(folder.path().join("window.toml.damaged")).unwrap(), bad);
            assert!(PreferencesFile::read(file.clone()).said.is_none());
        }
    }

    #[test]
    fn what_cannot_be_written_is_said() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("a file");
        std::fs::write(&file, "").unwrap();
        let mut own = PreferencesFile::read(file.join("window.toml"));
        own.put("a", Table::new());
        assert!(own.write().is_err());
        assert!(PreferencesFile::default().write().is_ok());
    }
}
