//! Whose pictures somebody wears: those of a name on the sheet, or their own, composed of parts.

use painter::{
    people::{Look, WIDTH, entries},
    sheet::Sheet as Painted,
};

use super::sheets::{Frames, Index, Sheet};

/// The parts of a look, and the name of its pictures; `None`: it is a name.
pub fn parts(look: &str) -> Option<(String, Look)> {
    let look = Look::read(look).ok().filter(|_| look.contains('='))?;
    Some((look.to_string(), look))
}

/// Paints people who are composed of parts on one sheet.
pub fn paint<'a>(looks: impl IntoIterator<Item = (&'a str, &'a Look)>) -> Painted {
    let all: Vec<_> = looks.into_iter().flat_map(|(key, look)| entries(key, &look.person())).collect();
    Painted::pack("look", &all, WIDTH)
}

/// The pixels of a sheet that was painted just now: red, green, blue, alpha.
pub fn pixels(sheet: &Painted) -> Vec<u8> {
    let (wide, tall) = (sheet.picture.w, sheet.picture.h);
    (0..wide * tall).map(|n| sheet.picture.get(n % wide, n / wide)).flat_map(painter::palette::rgba).collect()
}

/// What lies where on a sheet that was painted just now.
pub fn frames(sheet: &Painted) -> Frames {
    let places = |all: &Vec<[i32; 4]>| all.iter().map(|at| at.map(|side| side as f32)).collect();
    sheet.places.iter().map(|(name, all)| (name.clone(), places(all))).collect()
}

/// The names of all people on their sheet, in order.
pub fn known(index: &Index) -> Vec<&str> {
    index.names(Sheet::People).filter_map(|name| name.strip_suffix("/portrait")).collect()
}

/// The name of somebody's pictures: the one of their look if there is such a name, else one chosen by their number.
pub fn named(look: &str, number: u32, known: &[&str]) -> String {
    let key = look.trim().to_lowercase().replace([' ', '-'], "_");
    let lot = || known.get(number as usize % known.len().max(1)).copied().unwrap_or_default();
    known.iter().find(|name| **name == key).copied().unwrap_or_else(lot).to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_look_names_a_person_of_the_sheet() {
        let known = ["ada_byron", "carl_gauss", "emmy_noether"];
        assert_eq!(named("Carl Gauss", 0, &known), "carl_gauss");
        assert_eq!(named("emmy_noether", 0, &known), "emmy_noether");
        assert_eq!(named("", 4, &known), "carl_gauss");
        assert_eq!(named("nobody", 5, &known), "emmy_noether");
        assert_eq!(named("nobody", 5, &[]), "");
    }
}
