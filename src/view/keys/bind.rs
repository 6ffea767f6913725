//! Keys as the player wants them: for each row of the table another key may be chosen.
//!
//! Rule: what was not chosen is as in the table; a row has the key that was chosen for it and no other.

use std::collections::BTreeMap;

use bevy::prelude::*;

use super::{Key, all, called};
use crate::view::preferences::PreferencesFile;

/// Keys that can be chosen; Esc is no such key, since one leaves with it.
pub fn choice() -> impl Iterator<Item = KeyCode> {
    use KeyCode::*;
    let usual = [
        KeyA, KeyB, KeyC, KeyD, KeyE, KeyF, KeyG, KeyH, KeyI, KeyJ, KeyK, KeyL, KeyM, KeyN, KeyO, KeyP, KeyQ, KeyR,
        KeyS, KeyT, KeyU, KeyV, KeyW, KeyX, KeyY, KeyZ, Digit0, Digit1, Digit2, Digit3, Digit4, Digit5, Digit6, Digit7,
        Digit8, Digit9, F1, F2, F3, F4, F5, F6, F7, F8, F9, F10, F11, F12, Space, Tab, Enter, Backspace, Insert,
        Delete, Home, End, PageUp, PageDown, ArrowUp, ArrowRight, ArrowDown, ArrowLeft, Minus, Equal, Comma, Period,
        Slash, Semicolon, Quote, Backslash, Backquote, Numpad0, Numpad1, Numpad2, Numpad3, Numpad4, Numpad5, Numpad6,
        Numpad7, Numpad8, Numpad9, NumpadAdd,
    ];
    let others = [
        BracketLeft,
        BracketRight,
        IntlBackslash,
        NumpadSubtract,
        NumpadMultiply,
        NumpadDivide,
        NumpadEnter,
        NumpadDecimal,
    ];
    usual.into_iter().chain(others)
}

/// A key, alone or with Ctrl.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Chord {
    /// Which.
    pub code: KeyCode,
    /// Together with Ctrl.
    pub ctrl: bool,
}

impl Chord {
    /// `Ctrl F`.
    pub fn label(self) -> String {
        format!("{}{}", if self.ctrl { "Ctrl " } else { "" }, called(self.code))
    }

    /// As it is kept: `Ctrl KeyF`.
    fn kept(self) -> String {
        format!("{}{:?}", if self.ctrl { "Ctrl " } else { "" }, self.code)
    }

    fn read(text: &str) -> Option<Self> {
        let (ctrl, name) = text.strip_prefix("Ctrl ").map_or((false, text), |rest| (true, rest));
        let code = choice().find(|code| format!("{code:?}") == name)?;
        Some(Self { code, ctrl })
    }
}

/// Is Ctrl held, or was it in a slow frame, in which both keys may be up again already?
pub fn ctrl(keys: &ButtonInput<KeyCode>) -> bool {
    let controls = [KeyCode::ControlLeft, KeyCode::ControlRight, KeyCode::SuperLeft];
    keys.any_pressed(controls) || keys.any_just_released(controls)
}

impl Key {
    /// Its keys while none was chosen.
    fn usual(&self) -> impl Iterator<Item = Chord> {
        self.codes.iter().map(|code| Chord { code: *code, ctrl: self.ctrl })
    }
}

fn row(name: &str) -> Option<&'static Key> {
    all().find(|key| key.name == name)
}

/// What was chosen, by the names of rows.
#[derive(Resource, Clone, Debug, Default, PartialEq)]
pub struct Bindings(BTreeMap<&'static str, Chord>);

impl Bindings {
    /// The keys of a row.
    pub fn of(&self, key: &Key) -> Vec<Chord> {
        match self.0.get(key.name) {
            Some(chosen) => vec![*chosen],
            None => key.usual().collect(),
        }
    }

    fn chords(&self, name: &str) -> impl Iterator<Item = Chord> {
        row(name).into_iter().flat_map(|key| self.of(key))
    }

    /// The keys of a row in words: `Tab, L`.
    pub fn label(&self, key: &Key) -> String {
        self.0.get(key.name).map_or_else(|| key.label(), |chosen| chosen.label())
    }

    /// The keys of the row of this name in words; empty if there is none.
    pub fn named(&self, name: &str) -> String {
        row(name).map_or(String::new(), |key| self.label(key))
    }

    /// Was one of the keys of the row of this name just pressed, without Ctrl if it has none?
    pub fn just_pressed(&self, keys: &ButtonInput<KeyCode>, name: &str) -> bool {
        let ctrl = ctrl(keys);
        self.chords(name).any(|chord| chord.ctrl == ctrl && keys.just_pressed(chord.code))
    }

    /// Is this one of the keys of the row of this name, without Ctrl?
    pub fn means(&self, name: &str, code: KeyCode) -> bool {
        self.chords(name).any(|chord| chord == Chord { code, ctrl: false })
    }

    /// Is one of the keys of the row of this name held, or was it in a slow frame?
    pub fn held(&self, keys: &ButtonInput<KeyCode>, name: &str) -> bool {
        self.chords(name).any(|chord| keys.pressed(chord.code) || keys.just_pressed(chord.code))
    }

    /// Is a row as at first?
    pub fn usual(&self, key: &Key) -> bool {
        !self.0.contains_key(key.name)
    }

    /// Gives a row another key, if nothing else has it.
    ///
    /// # Errors
    /// What has it, in a few words.
    pub fn choose(&mut self, key: &Key, chord: Chord) -> Result<(), String> {
        if self.of(key).contains(&chord) {
            return Ok(());
        }
        if !choice().any(|code| code == chord.code) {
            return Err(format!("{} is reserved and cannot be chosen.", chord.label()));
        }
        let clash = all().find(|other| other.name != key.name && self.of(other).contains(&chord));
        if let Some(other) = clash {
            return Err(format!("{} is already the key for “{}”.", chord.label(), other.name));
        }
        if key.usual().eq([chord]) {
            self.0.remove(key.name);
        } else {
            self.0.insert(key.name, chord);
        }
        Ok(())
    }

    /// Makes a row as at first, if nothing else has its keys by now.
    ///
    /// # Errors
    /// What has them, in a few words.
    pub fn back(&mut self, key: &Key) -> Result<(), String> {
        let usual: Vec<Chord> = key.usual().collect();
        let clash = all().find(|other| {
            other.name != key.name && !self.usual(other) && self.of(other).iter().any(|chord| usual.contains(chord))
        });
        if let Some(other) = clash {
            return Err(format!("{} is now the key for “{}”.", key.label(), other.name));
        }
        self.0.remove(key.name);
        Ok(())
    }

    /// Resets all keys to their defaults.
    pub fn back_all(&mut self) {
        self.0.clear();
    }

    /// Do all rows have their default keys?
    pub fn all_usual(&self) -> bool {
        self.0.is_empty()
    }

    /// From the player's file; what makes no sense, or has two meanings, is as in the table.
    pub fn read(kept: &BTreeMap<String, String>) -> Self {
        let mut bindings = Self::default();
        for key in all().filter(|key| !key.name.is_empty()) {
            if let Some(chord) = kept.get(key.name).and_then(|text| Chord::read(text)) {
                bindings.0.insert(key.name, chord);
            }
        }
        // Keys may have changed places, so clashes are looked for when all are read.
        let twice = |bindings: &Self, key: &Key| {
            let mine = bindings.of(key);
            let others = all().filter(|other| other.name != key.name);
            others.flat_map(|other| bindings.of(other)).any(|chord| mine.contains(&chord))
        };
        for key in all() {
            if !bindings.usual(key) && twice(&bindings, key) {
                bindings.0.remove(key.name);
            }
        }
        bindings
    }

    /// For the player's file.
    pub fn kept(&self) -> BTreeMap<String, String> {
        self.0.iter().map(|(name, chord)| ((*name).to_string(), chord.kept())).collect()
    }
}

/// The table of the player's file.
const SECTION: &str = "keys";

pub(super) fn read(own: Res<PreferencesFile>, mut bindings: ResMut<Bindings>) {
    *bindings = Bindings::read(&own.section(SECTION));
}

pub(super) fn keep(mut own: ResMut<PreferencesFile>, bindings: Res<Bindings>) {
    own.put(SECTION, bindings.kept());
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(name: &str) -> &'static Key {
        super::row(name).unwrap()
    }

    #[test]
    fn a_key_is_chosen_unless_another_has_it() {
        let mut bindings = Bindings::default();
        let chord = |code| Chord { code, ctrl: false };
        let follow = row("follow");
        assert!(bindings.choose(follow, chord(KeyCode::KeyP)).unwrap_err().contains("fold"));
        assert!(bindings.choose(follow, chord(KeyCode::KeyW)).unwrap_err().contains("north"));
        assert!(bindings.choose(follow, chord(KeyCode::Escape)).is_err());
        bindings.choose(follow, chord(KeyCode::KeyB)).unwrap();
        assert_eq!(bindings.label(follow), "B");
        // What was its key is free now.
        bindings.choose(row("fold"), chord(KeyCode::KeyF)).unwrap();
        assert!(bindings.back(follow).is_err());
        bindings.back(row("fold")).unwrap();
        bindings.back(follow).unwrap();
        assert!(bindings.all_usual());
    }

    #[test]
    fn what_was_chosen_is_found_again() {
        let mut bindings = Bindings::default();
        bindings.choose(row("find"), Chord { code: KeyCode::KeyK, ctrl: true }).unwrap();
        bindings.choose(row("pause"), Chord { code: KeyCode::Pause, ctrl: false }).unwrap_err();
        assert_eq!(Bindings::read(&bindings.kept()), bindings);
        let of = |all: &[(&str, &str)]| {
            Bindings::read(&all.iter().map(|(name, key)| ((*name).to_string(), (*key).to_string())).collect())
        };
        for bad in [("find", "KeyNone"), ("find", "KeyP"), ("pause", "KeyW"), ("nothing", "KeyB")] {
            assert!(of(&[bad]).all_usual(), "{bad:?}");
        }
        // Two that changed places are well.
        let swapped = of(&[("follow", "KeyP"), ("fold", "KeyF")]);
        assert_eq!((swapped.named("follow"), swapped.named("fold")), ("P".into(), "F".into()));
    }

    #[test]
    fn names_of_rows_are_their_own() {
        for key in all().filter(|key| !key.name.is_empty()) {
            assert_eq!(all().filter(|other| other.name == key.name).count(), 1, "{}", key.name);
            assert!(
                key.codes.iter().all(|code| choice().any(|one| one == *code) || *code == KeyCode::Escape),
                "{}",
                key.name
            );
        }
        for code in choice() {
            assert_eq!(Chord::read(&format!("{code:?}")).map(|chord| chord.code), Some(code));
        }
    }

    #[test]
    fn ctrl_and_plus_is_no_plus_however_slow_a_frame_is() {
        let (bindings, mut keys) = (Bindings::default(), ButtonInput::default());
        keys.press(KeyCode::ControlLeft);
        keys.press(KeyCode::Equal);
        assert!(!bindings.just_pressed(&keys, "nearer") && bindings.just_pressed(&keys, "larger"));
        keys.release(KeyCode::Equal);
        keys.release(KeyCode::ControlLeft);
        assert!(!bindings.just_pressed(&keys, "nearer") && bindings.just_pressed(&keys, "larger"));
        keys.clear();
        keys.press(KeyCode::Equal);
        assert!(bindings.just_pressed(&keys, "nearer") && !bindings.just_pressed(&keys, "larger"));
    }
}
