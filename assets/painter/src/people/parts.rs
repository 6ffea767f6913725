//! What can be chosen of a person: parts, their kinds and colours, and what each choice means to the brush; and the people
//! of the sheet. All of it is read from `people.toml`.

use std::{collections::BTreeMap, sync::LazyLock};

use serde::Deserialize;

use super::{Bottom, Build, Cut, Extra, Person, Top, worn};
use crate::palette::Ramp;

/// A part of a person that can be chosen.
#[derive(Debug)]
pub struct Part {
    /// The word before the `=`.
    pub key: &'static str,
    /// Word and meaning of each kind; the first is taken where nothing is said.
    pub kinds: Vec<(&'static str, Kind)>,
    /// What it can be coloured in; may be none.
    pub colours: Vec<Colour>,
}

/// A colour by its word: the ramp, and the step that stands for it.
pub type Colour = (&'static str, Ramp, i32);

/// What a kind means to the brush.
#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// The colour is that of the skin.
    Skin,
    /// Width of the body.
    Build(Build),
    /// Pixels added to the legs.
    Height(i32),
    /// Shape of the hair.
    Hair(Cut),
    /// Upper body.
    Top(Top),
    /// Legs.
    Legs(Bottom),
    /// The colour is that of the shoes.
    Shoes,
    /// Nothing of that sort.
    #[default]
    Nothing,
    /// Something that has its own colours.
    Worn(#[serde(deserialize_with = "worn")] Extra),
    /// Something in any colour.
    Dyed(#[serde(deserialize_with = "worn")] Extra),
}

impl Kind {
    /// Does the colour of the part count for this kind?
    pub fn is_coloured(self) -> bool {
        !matches!(self, Self::Build(_) | Self::Height(_) | Self::Nothing | Self::Worn(_))
    }
}

/// So many colours of hair grow by themselves: the first ones.
pub(super) const NATURAL: usize = 9;

/// So many parts there are.
pub(super) const COUNT: usize = 11;

/// All that can be chosen, from head to foot and then what is worn over it.
pub static PARTS: LazyLock<&[Part; COUNT]> = LazyLock::new(|| &PEOPLE.1);
/// The people of the town. No two share both silhouette and main colour.
pub static CAST: LazyLock<&[Person]> = LazyLock::new(|| &PEOPLE.0.cast);
/// Strangers: for players and for people whom nobody has painted.
pub static GUESTS: LazyLock<&[Person]> = LazyLock::new(|| &PEOPLE.0.guests);

static PEOPLE: LazyLock<(People, [Part; COUNT])> = LazyLock::new(|| {
    read(include_str!("../../people.toml"))
        .unwrap_or_else(|why| panic!("assets/painter/people.toml cannot be used: {why}"))
});

/// The file `people.toml`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct People {
    cast: Vec<Person>,
    guests: Vec<Person>,
    colours: BTreeMap<String, Vec<(String, Ramp, i32)>>,
    parts: [Row; COUNT],
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Row {
    key: String,
    kinds: Vec<KindRow>,
    #[serde(default)]
    colours: String,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct KindRow {
    word: String,
    #[serde(default)]
    is: Kind,
}

fn read(text: &str) -> Result<(People, [Part; COUNT]), String> {
    let people: People = toml::from_str(text).map_err(|why| why.to_string())?;
    let mut parts = Vec::new();
    for row in &people.parts {
        let key: &'static str = row.key.clone().leak();
        let known = || people.colours.keys().cloned().collect::<Vec<_>>().join(", ");
        let colours = match people.colours.get(&row.colours) {
            Some(colours) => colours.iter().map(|(word, ramp, step)| (&*word.clone().leak(), *ramp, *step)).collect(),
            None if row.colours.is_empty() => Vec::new(),
            None => return Err(format!("the part {key:?} has the colours {:?}; there are {}", row.colours, known())),
        };
        let kinds: Vec<(&'static str, Kind)> =
            row.kinds.iter().map(|one| (&*one.word.clone().leak(), one.is)).collect();
        if let Some((word, _)) = kinds.iter().find(|(_, kind)| kind.is_coloured() && colours.is_empty()) {
            return Err(format!("{word:?} of the part {key:?} is dyed, and the part has no colours: give it some"));
        }
        if kinds.is_empty() {
            return Err(format!("the part {key:?} has no kinds: give it one"));
        }
        parts.push(Part { key, kinds, colours });
    }
    let parts = parts.try_into().map_err(|_| format!("there must be {COUNT} parts"))?;
    Ok((people, parts))
}

/// What was chosen of one part: places in its lists.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Choice {
    /// Place in [`Part::kinds`].
    pub kind: usize,
    /// Place in [`Part::colours`]; kept, but of no meaning, where the kind is not coloured.
    pub colour: usize,
}

impl Part {
    /// Word and meaning of the kind that was chosen.
    pub fn kind(&self, choice: Choice) -> (&'static str, Kind) {
        self.kinds.get(choice.kind).copied().unwrap_or(self.kinds[0])
    }

    /// The colour that was chosen; `None`: the kind has none.
    pub fn colour(&self, choice: Choice) -> Option<Colour> {
        let (_, kind) = self.kind(choice);
        self.colours.get(choice.colour).or(self.colours.first()).copied().filter(|_| kind.is_coloured())
    }

    /// Reads a kind, a colour, or `kind:colour`.
    pub(super) fn read(&self, value: &str) -> Result<Choice, String> {
        // Where there is one kind only, it need not be said.
        let (kind, colour) = match value.split_once(':') {
            _ if self.kinds.len() == 1 => (self.kinds[0].0, Some(value)),
            Some((kind, colour)) => (kind, Some(colour)),
            None => (value, None),
        };
        let among = |words: Vec<&str>| words.join(", ");
        let key = self.key;
        let Some(n) = self.kinds.iter().position(|(word, _)| *word == kind) else {
            let words = among(self.kinds.iter().map(|(word, _)| *word).collect());
            return Err(format!("there is no {key} {kind:?}; there are {words}"));
        };
        let Some(wanted) = colour else { return Ok(Choice { kind: n, colour: 0 }) };
        if !self.kinds[n].1.is_coloured() {
            return Err(format!("{key}={kind} comes in no other colour: leave out :{wanted}"));
        }
        let Some(colour) = self.colours.iter().position(|(word, ..)| *word == wanted) else {
            let words = among(self.colours.iter().map(|(word, ..)| *word).collect());
            return Err(format!("{key} comes in no colour {wanted:?}, but in {words}"));
        };
        Ok(Choice { kind: n, colour })
    }
}

#[cfg(test)]
mod tests {
    use super::read;

    #[test]
    fn faults_say_what_to_do() {
        let good = include_str!("../../people.toml");
        for (from, to, said) in [
            ("dyed = \"cap\"", "dyed = \"bowler\"", "unknown variant `bowler`"),
            ("colours = \"cloth\"", "colours = \"wool\"", "there are cloth, hair, leather, skin"),
            ("key = \"face\"", "key = \"face\"\ncolour = \"skin\"", "unknown field `colour`"),
            ("worn = \"goatee\"", "dyed = \"goatee\"", "the part has no colours"),
            ("apron linen", "apron snow", "there is no colour \"snow\""),
            ("[\"deep\", \"skin\", 2]", "[\"deep\", \"hide\", 2]", "there is no colour \"hide\""),
        ] {
            assert!(good.contains(from), "{from}");
            let why = read(&good.replace(from, to)).map(|_| ()).expect_err(to);
            assert!(why.contains(said), "{to}: {why}");
        }
    }
}
