//! A newcomer before they come: whose name it is that was written, what is wrong with it, and where they arrive.

use crate::{
    agent::{
        avatar::{Departed, LONGEST_NAME},
        persona::Names,
    },
    language::clean::one_line,
    world::{Footing, Tile, TownMap, map::widest_ground},
};

/// Maximum number of letters that can be typed: longer than a name, to show how it will be cut.
pub(super) const MAX: usize = 2 * LONGEST_NAME;
/// Names longer than this show their number of letters.
const LONG: usize = LONGEST_NAME - 10;

/// Whose name it is that was written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Namesake {
    /// They came before, and left.
    Earlier(String),
    /// They live here.
    Resident(String),
}

/// Who is called as somebody writes, in small or capital letters.
pub(super) fn namesake(written: &str, names: &Names, departed: &Departed) -> Option<Namesake> {
    let written = one_line(written).to_lowercase();
    if let Some(gone) = departed.named(&written).and_then(|id| departed.0.get(&id)) {
        return Some(Namesake::Earlier(gone.persona.name.clone()));
    }
    names.0.values().find(|name| name.to_lowercase() == written).cloned().map(Namesake::Resident)
}

/// What of it becomes the name: whole words, as many as fit, and no mark after the last.
pub(super) fn cut(written: &str) -> String {
    let written = one_line(written);
    let Some((end, _)) = written.char_indices().nth(LONGEST_NAME) else { return written };
    // A word that ends just there fits.
    let after = written[end..].chars().next().map_or(end, |next| end + next.len_utf8());
    let words = written[..after].rfind([' ', '-']).filter(|at| *at > 0);
    written[..words.unwrap_or(end)].trim_end_matches(|c: char| !c.is_alphanumeric()).to_string()
}

/// How long it is, once that matters.
pub(super) fn length(written: &str) -> Option<String> {
    let letters = one_line(written).chars().count();
    match letters {
        0..=LONG => None,
        _ if letters <= LONGEST_NAME => Some(format!("{letters} of {LONGEST_NAME} letters")),
        _ => Some(format!("{LONGEST_NAME} letters at most, and these are {letters}: you are called {}.", cut(written))),
    }
}

/// The open ground next to a place: nobody comes to town in somebody's bedroom, nor in a garden that only its house
/// leads to; nor where they would hide one of the `people`, or be hidden, if there is room elsewhere.
pub(super) fn gate(map: &TownMap, at: Tile, people: &[Tile]) -> Tile {
    let outside = |cell: Tile| !map.is_door(cell) && map.arena_at(cell).is_none_or(|id| !map.arena(id).indoor);
    // Not behind a house either, where nobody would see them.
    let seen = |cell: &Tile| (1..3).all(|dy| map.footing(Tile::new(cell.x, cell.y + dy)) == Footing::Free);
    nearest(widest_ground(map, outside).into_iter().filter(seen), at, people).unwrap_or(at)
}

/// Of some cells the nearest to a place, where nobody stands on it or next to it if there is such a one.
fn nearest(cells: impl Iterator<Item = Tile>, at: Tile, people: &[Tile]) -> Option<Tile> {
    let near = |cell: Tile, one: &Tile| one.x.abs_diff(cell.x) <= 1 && one.y.abs_diff(cell.y) <= 1;
    cells.min_by_key(|cell| (people.iter().any(|one| near(*cell, one)), cell.steps(at), *cell))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clock::AgentId;

    #[test]
    fn whose_name_it_is_is_told_before_anybody_comes() {
        let names = Names([(AgentId(3), "Ann Lee".to_owned())].into());
        let nobody = Departed::default();
        assert_eq!(namesake(" ann  lee ", &names, &nobody), Some(Namesake::Resident("Ann Lee".into())));
        assert_eq!(namesake("Ann Le", &names, &nobody), None);
        assert_eq!(namesake("", &names, &nobody), None);
    }

    #[test]
    fn a_long_name_is_cut_at_a_word_and_says_so() {
        let long = "Maximiliana Wilhelmina von Hohenzollern-Sigmaringen";
        assert_eq!(cut(long), "Maximiliana Wilhelmina von Hohenzollern");
        assert!(length(long).is_some_and(|told| told.contains("40 letters at most, and these are 51")));
        assert_eq!(cut("Maximiliana Wilhelmina von Hohenzollerns x"), "Maximiliana Wilhelmina von Hohenzollerns");
        assert_eq!(cut("Maximiliana Wilhelmina von Hohenzollernsx"), "Maximiliana Wilhelmina von");
        assert_eq!(cut(&"é".repeat(50)), "é".repeat(LONGEST_NAME));
        assert_eq!((cut(" Juno  Reed ").as_str(), length("Juno Reed")), ("Juno Reed", None));
        assert_eq!(length(&"a".repeat(34)).as_deref(), Some("34 of 40 letters"));
    }

    #[test]
    fn one_arrives_where_nobody_stands() {
        let all = || (0..81).map(|n| Tile::new(n % 9, n / 9));
        let middle = Tile::new(4, 4);
        assert_eq!(nearest(all(), middle, &[]), Some(middle));
        for one in [middle, Tile::new(4, 3), Tile::new(5, 5)] {
            let far = nearest(all(), middle, &[one]).map(|at| at.x.abs_diff(one.x).max(at.y.abs_diff(one.y)));
            assert_eq!(far, Some(2), "beside {one:?}");
        }
        let everywhere: Vec<Tile> = all().collect();
        assert_eq!(nearest(all(), middle, &everywhere), Some(middle), "where all is full there is no choice");
    }
}
