//! What is worn on the head, drawn by the rows of `hats.toml`.

use std::{collections::BTreeMap, sync::LazyLock};

use serde::Deserialize;

use super::Dir;
use crate::canvas::Canvas;
use crate::palette::{Ink, Ramp};

/// Something worn on the head, as a pixel map.
#[derive(Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Hat {
    #[serde(default)]
    all: Vec<String>,
    #[serde(default)]
    south: Vec<String>,
    #[serde(default)]
    east: Vec<String>,
    #[serde(default)]
    north: Vec<String>,
    /// Letters with a colour of their own.
    #[serde(default)]
    inks: BTreeMap<char, Shade>,
    /// It stays on in bed.
    #[serde(default)]
    pub(super) asleep: bool,
}

/// A step of a ramp, as `gold 2`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(try_from = "String")]
struct Shade(Ink);

impl TryFrom<String> for Shade {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        let (ramp, step) = text.split_once(' ').ok_or_else(|| format!("{text:?} is not like \"gold 2\""))?;
        let step = step.parse().map_err(|_| format!("{step:?} is no step of a colour: 0 is the darkest"))?;
        Ok(Self(Ramp::try_from(ramp.to_string())?.s(step)))
    }
}

static HATS: LazyLock<BTreeMap<String, Hat>> = LazyLock::new(|| {
    let text = include_str!("../../hats.toml");
    toml::from_str(text).unwrap_or_else(|why| panic!("assets/painter/hats.toml cannot be used: {why}"))
});

/// The hat of this name.
pub(super) fn hat(name: &str) -> Option<&'static Hat> {
    HATS.get(name)
}

impl Hat {
    /// Draws it on a head.
    pub(super) fn draw(&self, c: &mut Canvas, dir: Dir, dyed: Ramp) {
        let side = match dir {
            _ if !self.all.is_empty() => &self.all,
            Dir::South => &self.south,
            Dir::North => &self.north,
            Dir::East | Dir::West => &self.east,
        };
        let rows: Vec<&str> = side.iter().map(String::as_str).collect();
        let mut inks = vec![('l', dyed.s(3)), ('m', dyed.s(2)), ('d', dyed.s(1)), ('o', dyed.s(0))];
        inks.extend(self.inks.iter().map(|(letter, shade)| (*letter, shade.0)));
        c.art(0, 0, &rows, &inks);
    }
}

#[cfg(test)]
mod tests {
    use super::HATS;

    #[test]
    fn every_side_is_drawn_with_known_letters() {
        for (name, hat) in HATS.iter() {
            let sides = [&hat.south, &hat.east, &hat.north];
            let drawn = sides.map(|rows| !rows.is_empty());
            let which = "give it `all`, or `south`, `east` and `north`";
            assert!(drawn == [hat.all.is_empty(); 3], "assets/painter/hats.toml: {name}: {which}");
            for row in sides.into_iter().flatten().chain(&hat.all) {
                assert!(row.len() <= 16, "assets/painter/hats.toml: {name}: {row:?} is wider than the figure, 16");
                let known = |letter: char| ".lmdo".contains(letter) || hat.inks.contains_key(&letter);
                assert!(
                    row.chars().all(known),
                    "assets/painter/hats.toml: {name}: {row:?} has a letter without a colour"
                );
            }
        }
    }
}
