//! Emoji as pictures: any of Unicode's, by whatever spelling of it a mind uses.
//!
//! Rule: a text is cut into emoji ([`split`]), each is looked up under its possible spellings ([`spellings`]), and
//! what is still unknown is no picture but a neutral mark. Pictures are unpacked when first wanted, at the size at
//! which they will be drawn, so they are sharp at any zoom.
//!
//! The pictures are Twemoji's (see the README for the credit).

use std::collections::BTreeMap;

use bevy::{
    asset::RenderAssetUsages,
    image::{CompressedImageFormats, ImageSampler, ImageType},
    prelude::*,
};
use bevy_egui::egui;
use twemoji_assets::png::PngTwemojiAsset;
use unicode_segmentation::UnicodeSegmentation;

use super::pixels;

const JOINER: char = '\u{200d}';
const PLAIN: char = '\u{fe0e}';
const COLOUR: char = '\u{fe0f}';
const KEYCAP: char = '\u{20e3}';

fn is_tone(c: char) -> bool {
    ('\u{1f3fb}'..='\u{1f3ff}').contains(&c)
}

fn is_tag(c: char) -> bool {
    ('\u{e0020}'..='\u{e007f}').contains(&c)
}

/// Can it be no emoji: a letter, a blank, a sign that nothing is drawn for?
fn is_word(cluster: &str) -> bool {
    let Some(c) = cluster.chars().next() else { return true };
    let keycap_base = c.is_ascii_digit() || c == '#' || c == '*';
    let word = if c.is_ascii() { !(keycap_base && cluster.contains(KEYCAP)) } else { c.is_alphanumeric() };
    // A few emoji are letters to Unicode (Ⓜ, ℹ, 🅰); then the collection knows them.
    let known_letter = word && !c.is_ascii() && file(cluster).is_some();
    (word && !known_letter) || c.is_whitespace() || c.is_control() || c == JOINER
}

/// Cuts a text into its emoji; what cannot be one (letters, blanks, commas) is left out.
pub fn split(text: &str) -> Vec<String> {
    text.graphemes(true).filter(|one| !is_word(one)).map(str::to_owned).collect()
}

/// A text cut into words and emoji that there are pictures of, in order; `true`: an emoji.
pub fn pieces(text: &str) -> Vec<(String, bool)> {
    let mut all: Vec<(String, bool)> = Vec::new();
    for one in text.graphemes(true) {
        // Signs of old that fonts have, like ©, stay letters unless colour is asked for.
        let letter = one.chars().next().is_none_or(|c| c < '\u{2190}') && one.chars().count() == 1;
        let picture = !letter && !is_word(one) && file(one).is_some();
        match all.last_mut() {
            Some((words, false)) if !picture => words.push_str(one),
            _ => all.push((one.to_owned(), picture)),
        }
    }
    all
}

/// How one emoji may be spelled in the collection, likeliest first: as it is; with and without the colour mark
/// at each joint; in the end without skin tones, and then its first joint alone.
pub fn spellings(emoji: &str) -> Vec<String> {
    let bare: String = emoji.chars().filter(|c| *c != COLOUR && *c != PLAIN).collect();
    let toneless: String = bare.chars().filter(|c| !is_tone(*c)).collect();
    let first = |text: &str| text.split(JOINER).next().unwrap_or_default().to_owned();
    let mut all = vec![emoji.to_owned()];
    for one in [bare.clone(), toneless.clone(), first(&bare), first(&toneless)] {
        let joints: Vec<&str> = one.split(JOINER).collect();
        // Which of the joints carry the colour mark differs from emoji to emoji; few have more than three.
        let ways = 1u32 << joints.len().min(5);
        for way in 0..ways {
            let marked = joints.iter().enumerate().map(|(n, joint)| {
                let mark = way & (1 << n.min(31)) != 0;
                if mark { format!("{joint}{COLOUR}") } else { (*joint).to_owned() }
            });
            all.push(marked.collect::<Vec<_>>().join("\u{200d}"));
        }
    }
    let untagged: String = toneless.chars().filter(|c| !is_tag(*c)).collect();
    all.push(untagged);
    all
}

/// The picture file of an emoji under any of its spellings.
fn file(emoji: &str) -> Option<&'static [u8]> {
    spellings(emoji).iter().find_map(|one| PngTwemojiAsset::from_emoji(one)).map(|asset| asset.data.0)
}

/// Unpacks the picture of an emoji; `None`: there is none.
fn unpack(emoji: &str) -> Option<Image> {
    let (kind, usage) = (ImageType::Extension("png"), RenderAssetUsages::MAIN_WORLD);
    let formats = CompressedImageFormats::NONE;
    Image::from_buffer(file(emoji)?, kind, formats, true, ImageSampler::Default, usage).ok()
}

/// A picture so many pixels wide and high, red green blue alpha, with a dark line round it: what is white or yellow would
/// be lost on paper.
fn outlined(from: &Image, side: usize) -> Option<Vec<u8>> {
    let edge = (side / 22).max(1);
    let small = side.saturating_sub(2 * edge).max(1);
    let shrunk =
        from.clone().try_into_dynamic().ok()?.thumbnail_exact(small as u32, small as u32).into_rgba8().into_raw();
    let pixel = |x: usize, y: usize| -> [u8; 4] {
        let inside = (edge..edge + small).contains(&x) && (edge..edge + small).contains(&y);
        let at = || ((y - edge) * small + x - edge) * 4;
        if inside { std::array::from_fn(|n| shrunk[at() + n]) } else { [0; 4] }
    };
    let mut rgba = Vec::with_capacity(side * side * 4);
    for (x, y) in (0..side * side).map(|n| (n % side, n / side)) {
        let [ink @ .., solid] = pixel(x, y);
        let own = f32::from(solid) / 255.0;
        let rows = y.saturating_sub(edge)..(y + edge + 1).min(side);
        let near = rows.flat_map(|row| (x.saturating_sub(edge)..(x + edge + 1).min(side)).map(move |at| (at, row)));
        let round = |(at, row): &(usize, usize)| at.abs_diff(x) + row.abs_diff(y) <= edge + edge / 2;
        let line = near.filter(round).map(|(at, row)| pixel(at, row)[3]).max().unwrap_or(0);
        let line = f32::from(line) / 255.0 * LINE.1 * (1.0 - own);
        let mixed = |(ink, line_ink)| (f32::from(ink) * own + f32::from(line_ink) * line) / (own + line).max(1e-6);
        rgba.extend(std::iter::zip(ink, LINE.0).map(|both: (u8, u8)| mixed(both).round() as u8));
        rgba.push(((own + line) * 255.0).round() as u8);
    }
    Some(rgba)
}

/// Colour of the line round an emoji, and how solid it is.
const LINE: ([u8; 3], f32) = ([0x3a, 0x24, 0x50], 0.8);

/// All emoji pictures unpacked so far, at the sizes asked for.
#[derive(Resource, Default)]
pub struct Emoji {
    whole: BTreeMap<String, Option<Image>>,
    sprites: BTreeMap<(String, usize), Handle<Image>>,
    textures: BTreeMap<(String, usize), egui::TextureHandle>,
}

impl Emoji {
    fn at(&mut self, emoji: &str, side: usize) -> Option<Vec<u8>> {
        outlined(self.whole.entry(emoji.to_owned()).or_insert_with(|| unpack(emoji)).as_ref()?, side)
    }

    /// The picture as an image for sprites, `side` pixels a side; `None`: unknown.
    pub fn sprite(&mut self, emoji: &str, side: usize, images: &mut Assets<Image>) -> Option<Handle<Image>> {
        let key = (emoji.to_owned(), side);
        if let Some(known) = self.sprites.get(&key) {
            return Some(known.clone());
        }
        let pixels = self.at(emoji, side)?;
        let mut image = pixels::image((side, side, pixels));
        image.sampler = ImageSampler::linear();
        let handle = images.add(image);
        self.sprites.insert(key, handle.clone());
        Some(handle)
    }

    /// The picture as a texture for panels, `side` real pixels a side; `None`: unknown.
    pub fn texture(&mut self, emoji: &str, side: usize, ctx: &egui::Context) -> Option<egui::TextureId> {
        let key = (emoji.to_owned(), side);
        if let Some(known) = self.textures.get(&key) {
            return Some(known.id());
        }
        let pixels = self.at(emoji, side)?;
        let image = egui::ColorImage::from_rgba_unmultiplied([side, side], &pixels);
        let texture = ctx.load_texture(format!("{emoji} {side}"), image, egui::TextureOptions::LINEAR);
        let id = texture.id();
        self.textures.insert(key, texture);
        Some(id)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_cut_into_emoji() {
        assert_eq!(split("☕📰"), ["☕", "📰"]);
        assert_eq!(split(" ☕, 📰 and so on"), ["☕", "📰"]);
        assert_eq!(split("👩🏽‍🍳❤️🇫🇷🇩🇪1️⃣"), ["👩🏽‍🍳", "❤️", "🇫🇷", "🇩🇪", "1️⃣"]);
        assert_eq!(split("🏴󠁧󠁢󠁥󠁮󠁧󠁿🏳️‍🌈"), ["🏴󠁧󠁢󠁥󠁮󠁧󠁿", "🏳️‍🌈"]);
        assert_eq!(split("ⓂℹⓂ️©™"), ["Ⓜ", "ℹ", "Ⓜ️", "©", "™"]);
        assert!(split("plain words, 12:30!").is_empty());
    }

    #[test]
    fn words_and_pictures_are_told_apart() {
        let cut: Vec<(String, bool)> = pieces("on fire 🔥🔥, très 1 © ok");
        let short: Vec<(&str, bool)> = cut.iter().map(|(text, picture)| (text.as_str(), *picture)).collect();
        assert_eq!(short, [("on fire ", false), ("🔥", true), ("🔥", true), (", très 1 © ok", false)]);
        let joined: String = pieces("a👩‍👧\u{200d}b").into_iter().map(|(text, _)| text).collect();
        assert_eq!(joined, "a👩‍👧\u{200d}b");
        assert!(pieces("").is_empty());
    }

    #[test]
    fn a_line_goes_round_a_picture() {
        let white = pixels::image((8, 8, [255; 256].to_vec()));
        let out = outlined(&white, 10).expect("it has pixels");
        // Corners stay clear, edges are ink, the middle is as it was.
        assert_eq!((out.len(), out[3]), (400, 0));
        assert_eq!(out[5 * 4..5 * 4 + 4], [0x3a, 0x24, 0x50, 204]);
        assert_eq!(out[(5 * 10 + 5) * 4..(5 * 10 + 5) * 4 + 4], [255; 4]);
    }

    #[test]
    fn every_spelling_finds_its_picture() {
        for emoji in [
            "☕",
            "❤",
            "❤️",
            "❤︎",
            "🏃‍♀",
            "🏃‍♀️",
            "🏃🏾‍♀️‍➡️",
            "🏋‍♂",
            "🏋️‍♂️",
            "🏳‍🌈",
            "🏳️‍🌈",
            "👁‍🗨",
            "👁️‍🗨️",
            "🕵🏿‍♀️",
            "1️⃣",
            "1⃣",
            "#️⃣",
            "*⃣",
            "🇫🇷",
            "🏴󠁧󠁢󠁥󠁮󠁧󠁿",
            "👨🏻‍❤️‍💋‍👨🏿",
            "👨‍👩‍👧‍👦",
            "🧑🏽‍🍳",
            "⛹🏿",
            "⛹️‍♀️",
            "☺",
            "✍🏽",
            "🛏",
            "🛏️",
            "🧗",
            "©",
            "™",
            "ℹ",
            "Ⓜ️",
            "〰",
            "㊙",
        ] {
            assert!(file(emoji).is_some(), "{emoji} has no picture");
        }
        // A tone that an emoji cannot have is left out; an unknown joint falls back to the first.
        assert_eq!(file("☕🏽"), file("☕"));
        assert_eq!(file("🐈‍☕"), file("🐈"));
        assert_eq!(file("⌘"), None);
        assert_eq!(file(""), None);
    }

    #[test]
    fn pictures_are_unpacked_whole() {
        let cup = outlined(&unpack("☕").expect("there is a cup"), 72).expect("it has pixels");
        assert!(cup.len() == 72 * 72 * 4 && cup.chunks_exact(4).any(|pixel| pixel[3] == 255));
    }
}
