//! Keys in words.

use bevy::prelude::*;

use super::{Key, all, bind::Bindings};

impl Key {
    /// Its keys in words: `Tab, L`, `Ctrl F`.
    pub fn label(&self) -> String {
        if self.codes.is_empty() {
            return self.label.into();
        }
        let ctrl = if self.ctrl { "Ctrl " } else { "" };
        // What the block of digits does too goes without saying.
        let plain = self.codes.iter().filter(|code| !format!("{code:?}").starts_with("Numpad"));
        let words: Vec<String> = plain.map(|code| format!("{ctrl}{}", called(*code))).collect();
        words.join(", ")
    }
}

/// Keys in words and what they do, as the help tells it; keys that do much the same on one line.
pub fn told(bindings: &Bindings) -> Vec<(String, &'static str)> {
    let mut groups: Vec<Vec<&Key>> = vec![];
    for key in all() {
        match groups.last_mut() {
            Some(group) if key.does.is_empty() => group.push(key),
            _ => groups.push(vec![key]),
        }
    }
    let words = |group: Vec<&Key>| {
        let usual = group.iter().all(|key| bindings.usual(key));
        let label = group[0].label;
        let each = || group.iter().map(|key| bindings.label(key)).collect::<Vec<_>>().join(", ");
        (if usual && !label.is_empty() { label.into() } else { each() }, group[0].does)
    };
    groups.into_iter().map(words).collect()
}

/// What a key is called.
pub fn called(code: KeyCode) -> String {
    match code {
        KeyCode::Escape => "Esc".into(),
        KeyCode::Equal => "+".into(),
        KeyCode::Minus => "-".into(),
        KeyCode::Backquote => "`".into(),
        KeyCode::Slash => "/".into(),
        KeyCode::ArrowUp => "Up".into(),
        KeyCode::ArrowRight => "Right".into(),
        KeyCode::ArrowDown => "Down".into(),
        KeyCode::ArrowLeft => "Left".into(),
        code => {
            let name = format!("{code:?}");
            let short = name.strip_prefix("Key").or_else(|| name.strip_prefix("Digit"));
            short.map_or(name.clone(), str::to_owned)
        }
    }
}
