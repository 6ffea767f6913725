//! Two letters for everybody, in bubbles and wherever there is no room for a name: the first letters of the first and
//! the last name; where somebody has them already, others of their letters. In bubbles they are capitals of 5 x 7
//! pixels: the town's own pixels, not a font's. Accents are left off, and letters of other scripts become a small square.

use std::collections::{BTreeMap, BTreeSet};

use bevy::prelude::*;
use unicode_normalization::UnicodeNormalization;

use super::sheets::{Sheet, Sheets};
use crate::{agent::Persona, clock::AgentId};

/// Height of a letter in pixels.
pub const HEIGHT: f32 = 7.0;
/// From one letter to the next in pixels: its width and a clear pixel.
const STEP: f32 = 6.0;

/// Everybody's letters.
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq)]
pub struct Initials(BTreeMap<AgentId, String>);

impl Initials {
    /// Theirs; empty for somebody who is not in town.
    pub fn of(&self, who: AgentId) -> &str {
        self.0.get(&who).map_or("", String::as_str)
    }
}

/// What somebody may be called in two letters, what is most like them first: `Isabella Rodriguez`: IR, then IS, IO, IA ...
fn ways(name: &str) -> Vec<String> {
    let letters = |word: &str| word.chars().filter(|c| c.is_alphanumeric()).collect::<Vec<_>>();
    let words: Vec<Vec<char>> = name.split_whitespace().map(letters).filter(|word| !word.is_empty()).collect();
    let Some((own, others)) = words.split_first() else { return Vec::new() };
    let last = others.last().map_or(&[][..], Vec::as_slice);
    // The last name's first letter, the own name's second, then what is left of both, then numbers.
    let (next, left) = (own.iter().skip(1).take(1), last.iter().skip(1).chain(own.iter().skip(2)));
    let second = last.iter().take(1).chain(next).chain(left).copied().chain('2'..='9');
    let pairs = second.map(|second| format!("{}{second}", own[0]));
    let alone = last.is_empty().then(|| own[0].to_string());
    alone.into_iter().chain(pairs).map(|pair| pair.chars().flat_map(|c| c.to_uppercase().take(1)).collect()).collect()
}

/// Letters for all of them: whoever came first has the likeliest.
fn apart(names: &BTreeMap<AgentId, &str>) -> BTreeMap<AgentId, String> {
    let mut taken = BTreeSet::new();
    let own = |(id, name): (&AgentId, &&str)| {
        let ways = ways(name);
        let free = ways.iter().find(|way| !taken.contains(*way)).or(ways.first()).cloned().unwrap_or_default();
        taken.insert(free.clone());
        (*id, free)
    };
    names.iter().map(own).collect()
}

fn name(
    people: Query<(&AgentId, &Persona)>,
    (new, mut gone): (Query<(), Added<Persona>>, RemovedComponents<Persona>),
    mut initials: ResMut<Initials>,
) {
    if gone.read().count() > 0 || !new.is_empty() {
        let names = people.iter().map(|(id, persona)| (*id, persona.name.as_str())).collect();
        initials.set_if_neq(Initials(apart(&names)));
    }
}

/// A letter as a capital without its accent.
fn plain(letter: char) -> char {
    let big = letter.to_uppercase().next().unwrap_or(letter);
    match std::iter::once(big).nfd().next().unwrap_or(big) {
        'Æ' => 'A',
        'Ð' | 'Đ' => 'D',
        'Ł' | 'Ŀ' => 'L',
        'Ø' | 'Œ' => 'O',
        'Ŧ' | 'Þ' => 'T',
        other => other,
    }
}

/// Width of a text in pixels.
pub fn width(text: &str) -> f32 {
    (text.chars().count() as f32 * STEP - 1.0).max(0.0)
}

/// The picture of each letter of a text, and its left lower corner from that of the text.
pub fn letters(sheets: &Sheets, text: &str) -> Vec<(Rect, Vec2)> {
    let picture = |letter: char| {
        let known = sheets.frame(Sheet::Signs, &format!("capital {}", plain(letter)), 0);
        known.or_else(|| sheets.frame(Sheet::Signs, "capital strange", 0))
    };
    let all = text.chars().enumerate();
    all.filter_map(|(n, letter)| Some((picture(letter)?, Vec2::new(n as f32 * STEP, 0.0)))).collect()
}

/// Names everybody who comes.
pub fn plugin(app: &mut App) {
    app.init_resource::<Initials>().add_systems(PreUpdate, name);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(names: &[&'static str]) -> Vec<String> {
        let names = names.iter().enumerate().map(|(n, name)| (AgentId(n as u32), *name)).collect();
        apart(&names).into_values().collect()
    }

    #[test]
    fn who_has_their_own_keeps_them() {
        assert_eq!(all(&["Ann Lee", "Bo de Carr", "Zoë", "élan vital", ""]), ["AL", "BC", "Z", "ÉV", ""]);
    }

    #[test]
    fn where_initials_collide_they_tell_apart() {
        // The own name's second letter, then those of the last name.
        assert_eq!(all(&["Isabella Rodriguez", "Irene Ross", "Ira Rau"]), ["IR", "IO", "IA"]);
    }

    #[test]
    fn a_town_of_many_has_no_two_alike() {
        let names: Vec<String> = (0..26 * 8).map(|n| format!("{}na Bo{}", (b'A' + n % 26) as char, n / 26)).collect();
        let names: BTreeMap<AgentId, &str> =
            names.iter().enumerate().map(|(n, name)| (AgentId(n as u32), name.as_str())).collect();
        let seen: BTreeSet<String> = apart(&names).into_values().collect();
        assert_eq!(seen.len(), names.len());
        assert!(seen.iter().all(|letters| letters.chars().count() == 2));
    }

    #[test]
    fn accents_are_left_off_and_strange_letters_draw() {
        let (sheets, _) = crate::view::sheets::pack(&crate::data::Data::built_in());
        let picture = |letter: char| letters(&sheets, &letter.to_string())[0].0;
        assert_eq!((picture('é'), picture('Ø')), (picture('E'), picture('o')));
        assert_eq!(Some(picture('李')), sheets.frame(Sheet::Signs, "capital strange", 0));
        assert!(('A'..='Z').chain('0'..='9').all(|c| picture(c).height() == HEIGHT && picture(c) != picture('李')));
        let (place, at) = letters(&sheets, "WM")[1];
        assert_eq!((width("WM"), at.x + place.width()), (11.0, 11.0));
    }
}
