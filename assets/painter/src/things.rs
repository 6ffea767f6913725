//! Kinds of things and what stands about, from `assets/things.toml`: read by the painter and by the game.

use std::sync::LazyLock;

use serde::{Deserialize, de::IgnoredAny};
use toml::Spanned;

use crate::catalogue;
use crate::furniture::Facing;
use crate::palette::{Ramp, STONE, WOOD};

/// What the file says. What it says of deeds concerns the game alone.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Things {
    kinds: Vec<Kind>,
    decor: Vec<Decor>,
    #[serde(rename = "actions")]
    _actions: IgnoredAny,
}

/// A kind of object.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Kind {
    /// As the map calls it.
    pub name: Spanned<String>,
    /// What there are pictures for.
    pub sizes: Vec<Size>,
    /// What can be seen of it besides `idle`.
    #[serde(default)]
    pub states: Vec<State>,
    /// How it shines while it is used.
    pub shines: Option<Light>,
    /// Who uses it stands on it.
    #[serde(default)]
    pub stood_on: bool,
    /// Its back hides the laps of those who look north.
    #[serde(default)]
    pub hides_sitters: bool,
    /// What it is painted from if there is no drawing of it.
    pub shape: Option<Shape>,
    /// What it is made of.
    #[serde(default = "wood")]
    pub material: Ramp,
    /// The colour of its cloth, wares, lamps or flowers.
    #[serde(default = "stone")]
    pub accent: Ramp,
    /// What people say and do of it concerns the game alone.
    #[serde(default, rename = "words")]
    _words: IgnoredAny,
}

/// A size in tiles, `2x1` or `2x1 left`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(try_from = "String")]
pub struct Size {
    /// From west to east.
    pub width: i32,
    /// From north to south.
    pub depth: i32,
    /// Where its users look, if that changes the picture.
    pub facing: Option<Facing>,
}

/// A state in which a thing can be seen.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct State {
    /// `used`, `burning`, or any words.
    pub is: String,
    /// Pictures in turn.
    #[serde(default = "one")]
    pub frames: i32,
    /// Another accent.
    pub accent: Option<Ramp>,
    /// What is added.
    #[serde(default)]
    pub with: Vec<Effect>,
    /// A pixel map drawn over the middle.
    #[serde(default)]
    pub art: Vec<String>,
}

/// How a thing shines.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Light {
    /// As a screen.
    Cool,
    /// As a lamp or a fire.
    Warm,
}

/// What a kind without a drawing of its own is painted from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Shape {
    /// A chest with a lid.
    Box,
    /// A top on four legs.
    Table,
    /// Boards with wares.
    Shelf,
    /// A case with lamps and a panel.
    Machine,
    /// A bench with cushions.
    Seat,
    /// With a pillow for each tile of its width.
    Bed,
    /// In a pot.
    Plant,
    /// A sheet on two legs.
    Board,
    /// Posts and beams with something strung between them.
    Frame,
}

/// What a state adds to the picture of a thing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Effect {
    /// Fire.
    Flames,
    /// Dark puffs.
    Smoke,
    /// White wisps.
    Steam,
    /// A puddle.
    Water,
    /// Rays of light.
    Glow,
    /// Notes of music.
    Notes,
}

/// What stands about and is not used.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Decor {
    /// The name of its picture.
    pub picture: String,
    /// Tiles of it, one a frame.
    #[serde(default = "one")]
    pub frames: i32,
    /// Its back hides the lap of who sits there.
    #[serde(default)]
    pub hides_sitters: bool,
    /// It lies on the ground.
    #[serde(default)]
    pub flat: bool,
}

fn one() -> i32 {
    1
}

fn wood() -> Ramp {
    WOOD
}

fn stone() -> Ramp {
    STONE
}

impl TryFrom<String> for Size {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        let (size, way) = text.split_once(' ').unwrap_or((&text, ""));
        let facing = Facing::ALL.into_iter().find(|facing| facing.name() == way);
        let tiles = |text: &str| text.parse().ok().filter(|tiles| (1..=16).contains(tiles));
        match size.split_once('x').and_then(|(width, depth)| Some((tiles(width)?, tiles(depth)?))) {
            Some((width, depth)) if facing.is_some() || way.is_empty() => Ok(Self { width, depth, facing }),
            _ => Err(format!("{text:?} is no size: write `2x1` for two tiles wide and one deep, or `2x1 left`")),
        }
    }
}

static THINGS: LazyLock<Things> = LazyLock::new(|| {
    parse(include_str!("../../things.toml"))
        .unwrap_or_else(|faults| panic!("assets/things.toml cannot be used:\n{faults}"))
});

/// Every kind of object, in the order of the sheet.
pub fn kinds() -> &'static [Kind] {
    &THINGS.kinds
}

/// The kind that the map calls so.
pub fn kind(name: &str) -> Option<&'static Kind> {
    kinds().iter().find(|kind| kind.name.get_ref() == name)
}

/// All that stands about, in the order of its tiles.
pub fn decor() -> &'static [Decor] {
    &THINGS.decor
}

/// The kinds of a file such as `assets/things.toml`.
///
/// # Errors
/// Every fault on a line of its own, with the line of the file and what to do.
pub fn read(text: &str) -> Result<Vec<Kind>, String> {
    parse(text).map(|things| things.kinds)
}

fn parse(text: &str) -> Result<Things, String> {
    let things: Things = toml::from_str(text).map_err(|why| why.to_string())?;
    let mut faults = Vec::new();
    for (n, kind) in things.kinds.iter().enumerate() {
        let name = kind.name.get_ref();
        let line = text[..kind.name.span().start].lines().count();
        let mut say = |what: &str| faults.push(format!("line {line}: the kind {name:?} {what}"));
        let drawn = catalogue::drawing(name).is_some();
        if things.kinds[..n].iter().any(|other| other.name.get_ref() == name) {
            say("is there twice: leave one row");
        }
        if kind.sizes.is_empty() {
            say("has no sizes: say how many tiles it takes, such as sizes = [\"2x1\"]");
        }
        if !drawn && kind.shape.is_none() {
            say("has no drawing of its own: give it a shape, such as shape = \"table\"");
        }
        if kind.shape == Some(Shape::Bed) && kind.sizes.iter().any(|size| size.depth != 2) {
            say("is a bed: those are two tiles deep, such as sizes = [\"1x2\"]");
        }
        for state in &kind.states {
            if !(1..=8).contains(&state.frames) {
                say(&format!("has {} frames in the state {:?}: give it 1 to 8", state.frames, state.is));
            }
            let changes = state.accent.is_some() || !state.with.is_empty() || !state.art.is_empty();
            if drawn && changes {
                say(&format!("has a drawing of its own: what {:?} looks like is said there", state.is));
            }
            if !drawn && !changes && !["idle", "empty"].contains(&state.is.as_str()) && !state.is.starts_with("used") {
                say(&format!("looks in the state {:?} as it does at rest: give it an accent, with or art", state.is));
            }
        }
    }
    if faults.is_empty() { Ok(things) } else { Err(faults.join("\n")) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn faults_are_told_by_line_with_what_to_do() {
        let good =
            r#"{ name = "loom", sizes = ["2x1"], shape = "frame", states = [{ is = "threaded", accent = "red" }] }"#;
        let file = |row: &str| format!("actions = []\ndecor = []\nkinds = [\n    {row},\n]\n");
        assert_eq!(read(&file(good)).map(|kinds| kinds.len()), Ok(1));
        for (from, to, said) in [
            ("2x1", "2", "\"2\" is no size"),
            ("2x1", "2x1 east", "2x1 left"),
            ("[\"2x1\"]", "[]", "line 4: the kind \"loom\" has no sizes"),
            (", shape = \"frame\"", "", "line 4: the kind \"loom\" has no drawing of its own: give it a shape"),
            ("\"frame\"", "\"chair\"", "expected one of `box`, `table`"),
            ("\"red\"", "\"scarlet\"", "there is no colour \"scarlet\"; there are grass"),
            (", accent = \"red\"", "", "looks in the state \"threaded\" as it does at rest"),
            ("accent = \"red\"", "with = [\"snow\"]", "expected one of `flames`"),
            ("accent = \"red\"", "accent = \"red\", frames = 0", "0 frames"),
            ("name = \"loom\"", "name = \"stove\"", "has a drawing of its own"),
            ("sizes", "size", "unknown field `size`"),
            (good, &format!("{good}, {good}"), "is there twice"),
        ] {
            assert!(good.contains(from), "{from}");
            let why = read(&file(&good.replace(from, to))).map(|_| ()).expect_err(to);
            assert!(why.contains(said) && why.contains("line 4"), "{to}: {why}");
        }
    }
}
