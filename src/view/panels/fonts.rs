//! Fonts of this machine for scripts that our own font lacks: it has Latin, Greek and Cyrillic. They are searched when
//! the first letter of another script is drawn. A letter that no font has is drawn as a box.

use std::{
    borrow::Cow,
    sync::{Mutex, mpsc},
    thread,
};

use ab_glyph::{Font, FontRef};
use bevy::prelude::*;
use bevy_egui::egui;
use egui::{
    FontData, FontFamily,
    epaint::text::{FontInsert, FontPriority, InsertFontFamily},
};
use fontdb::{Database, FaceInfo, Style};

use super::Context;

/// A text for each script, the more demanding first: a font is added if it has all its letters and no font before it
/// does.
const SCRIPTS: [&str; 12] = [
    "漢字简体ひらがなカタカナ",
    "漢字简体",
    "漢字",
    "ひらがなカタカナ",
    "한글",
    "العربية",
    "עברית",
    "हिन्दी",
    "বাংলা",
    "தமிழ்",
    "ไทย",
    "ქართული",
];

/// Fonts above this size, in bytes, are left alone.
const LARGEST: usize = 64 << 20;

/// Kept in the context: has a letter been drawn that our own font lacks?
#[derive(Clone, Copy, Default)]
struct Wanted(bool);

/// Notes that a text with letters of other scripts is drawn.
pub fn notice(ctx: &egui::Context, text: &str) {
    if !text.is_ascii() && text.chars().any(foreign) {
        ctx.data_mut(|data| data.insert_temp(egui::Id::NULL, Wanted(true)));
    }
}

/// Is this a letter that our own font lacks? Signs, emoji and invisible characters are not.
fn foreign(c: char) -> bool {
    let script = matches!(c, '\u{530}'..='\u{1dff}' | '\u{2e80}'..='\u{d7ff}' | '\u{f900}'..='\u{fdff}'
        | '\u{fe30}'..='\u{fefe}' | '\u{ff00}'..='\u{ffef}' | '\u{20000}'..='\u{3ffff}');
    script && c.is_alphanumeric()
}

/// A font found: its name, its file whole, which face of it.
type Found = (String, Vec<u8>, u32);

/// The search, once it has begun.
#[derive(Resource, Default)]
pub struct Search(Option<Mutex<mpsc::Receiver<Found>>>);

/// Starts the search when it is wanted, and adds the fonts that it finds.
pub fn search(mut context: Context, mut search: ResMut<Search>) {
    let ctx = context.get_mut();
    let Some(found) = &search.0 else {
        let typed = |event: &egui::Event| matches!(event, egui::Event::Text(text) if text.chars().any(foreign));
        let wanted = ctx.data(|data| data.get_temp::<Wanted>(egui::Id::NULL)).unwrap_or_default().0;
        if wanted || ctx.input(|input| input.events.iter().any(typed)) {
            let (send, receive) = mpsc::channel();
            // It reads every font of the machine, which takes a second or so.
            let begun = thread::Builder::new().name("fonts".into()).spawn(move || find(&send));
            if let Err(error) = begun {
                warn!("no thread to look for fonts with: {error}");
            }
            search.0 = Some(Mutex::new(receive));
        }
        return;
    };
    let Ok(found) = found.lock() else { return };
    for (name, bytes, index) in found.try_iter() {
        info!("letters of other scripts are drawn with {name}");
        let data = FontData { index, ..FontData::from_owned(bytes) };
        let last = |family| InsertFontFamily { family, priority: FontPriority::Lowest };
        let families = vec![last(FontFamily::Proportional), last(FontFamily::Monospace)];
        ctx.add_font(FontInsert::new(&name, data, families));
    }
}

fn find(found: &mpsc::Sender<Found>) {
    let mut fonts = Database::new();
    fonts.load_system_fonts();
    let mut faces: Vec<&FaceInfo> = fonts.faces().collect();
    faces.sort_by_key(|face| plainness(face));
    let mut taken: Vec<&FaceInfo> = Vec::new();
    for script in SCRIPTS {
        let has_it =
            |face: &&FaceInfo| fonts.with_face_data(face.id, |data, index| has(data, index, script)) == Some(true);
        if taken.iter().any(has_it) {
            continue;
        }
        let Some(face) = faces.iter().copied().find(has_it) else { continue };
        let bytes = fonts.with_face_data(face.id, |data, _| Cow::Borrowed(data).into_owned());
        let Some(bytes) = bytes.filter(|bytes| bytes.len() <= LARGEST) else { continue };
        taken.push(face);
        if found.send((face.post_script_name.clone(), bytes, face.index)).is_err() {
            return;
        }
    }
}

/// Plain upright letters of usual weight first, then by name, so that the same machine always takes the same.
fn plainness(face: &FaceInfo) -> (bool, bool, u16, bool, String) {
    let family = face.families.first().map(|(family, _)| family.clone()).unwrap_or_default();
    let bold = face.weight.0.abs_diff(400);
    (face.style != Style::Normal, face.monospaced, bold, !family.contains("Sans"), family + &face.post_script_name)
}

/// Has the font all these letters?
fn has(data: &[u8], index: u32, letters: &str) -> bool {
    FontRef::try_from_slice_and_index(data, index)
        .is_ok_and(|font| letters.chars().all(|letter| font.glyph_id(letter).0 != 0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_of_other_scripts_are_foreign() {
        assert!("字한はกק".chars().all(foreign));
        assert!(!"Żółć Ωμέγα Жук “…” ☕🔥 1½ \u{f8f0}\u{200d}".chars().any(foreign));
    }

    #[test]
    fn a_font_has_its_own_letters_only() {
        let own = epaint_default_fonts::UBUNTU_LIGHT;
        assert!(has(own, 0, "Żółć Ωμέγα Жук") && !has(own, 0, "漢"));
        assert!(!has(b"no font", 0, "a"));
    }
}
