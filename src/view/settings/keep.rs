//! What was set, in the player's file.

use bevy::prelude::*;
use toml::{Table, Value};

use super::{Palette, Settings};
use crate::view::{keys::bind::Bindings, panels::Zoomed, preferences::Own, speech::kindness::Reading};

/// Tables in the file.
const LOOK: &str = "look";
const KEYS: &str = "keys";

/// The least and the most that panels are enlarged.
pub const SIZES: (f32, f32) = (0.5, 2.5);
/// The least and the most letters a second that somebody reads, if time waits for it.
pub const LETTERS: (f64, f64) = (4.0, 60.0);

fn number(table: &Table, key: &str) -> Option<f64> {
    let value = table.get(key)?;
    value.as_float().or_else(|| value.as_integer().map(|n| n as f64)).filter(|number| number.is_finite())
}

pub(super) fn read(
    own: Option<Res<Own>>,
    mut settings: ResMut<Settings>,
    mut bindings: ResMut<Bindings>,
    mut zoomed: ResMut<Zoomed>,
    mut reading: ResMut<Reading>,
) {
    let Some(own) = own else { return };
    let look = own.section(LOOK);
    *settings = from(&look);
    *bindings = Bindings::read(&own.section(KEYS));
    if let Some(size) = number(&look, "size") {
        zoomed.0 = (size as f32).clamp(SIZES.0, SIZES.1);
    }
    if let Some(letters) = number(&look, "letters a second") {
        reading.letters = if letters <= 0.0 { 0.0 } else { letters.clamp(LETTERS.0, LETTERS.1) };
    }
}

fn from(look: &Table) -> Settings {
    let usual = Settings::default();
    let palette = look.get("colours").and_then(Value::as_str);
    let palette = Palette::ALL.into_iter().find(|one| Some(one.name()) == palette).unwrap_or(usual.palette);
    Settings { palette, hints: look.get("hints").and_then(Value::as_bool).unwrap_or(usual.hints) }
}

pub(super) fn write(
    own: Option<ResMut<Own>>,
    settings: Res<Settings>,
    bindings: Res<Bindings>,
    zoomed: Res<Zoomed>,
    reading: Res<Reading>,
) {
    let changed = settings.is_changed() || bindings.is_changed() || zoomed.is_changed() || reading.is_changed();
    let Some(mut own) = own.filter(|_| changed) else { return };
    own.put(KEYS, bindings.kept());
    own.put(LOOK, to(*settings, zoomed.0, reading.letters));
}

fn to(settings: Settings, size: f32, letters: f64) -> Table {
    let two = |number: f64| Value::Float((number * 1000.0).round() / 1000.0);
    let all = [
        ("colours", Value::String(settings.palette.name().into())),
        ("hints", Value::Boolean(settings.hints)),
        ("letters a second", two(letters)),
        ("size", two(f64::from(size))),
    ];
    all.into_iter().map(|(key, value)| (key.to_string(), value)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_set_is_found_again() {
        let set = Settings { palette: Palette::Plain, hints: false };
        let look = to(set, 1.25, 0.0);
        assert_eq!(from(&look), set);
        assert_eq!((number(&look, "size"), number(&look, "letters a second")), (Some(1.25), Some(0.0)));
        for bad in ["colours = 7", "colours = 'none'\nhints = 'yes'", ""] {
            assert_eq!(from(&bad.parse().unwrap()), Settings::default(), "{bad}");
        }
    }
}
