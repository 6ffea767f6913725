//! What can be chosen of a person: parts, their kinds and colours, and what each choice means to the brush.
//!
//! A row added here is all that a new kind takes: text, dice and whoever offers a choice go by this table.

use super::{Bottom, Build, Extra, Fringe, Knot, Top};
use crate::palette::*;

/// A part of a person that can be chosen.
pub struct Part {
    /// The word before the `=`.
    pub key: &'static str,
    /// Word and meaning of each kind; the first is taken where nothing is said.
    pub kinds: &'static [(&'static str, Kind)],
    /// What it can be coloured in; may be none.
    pub colours: &'static [Colour],
}

/// A colour by its word: the ramp, and the step that stands for it.
pub type Colour = (&'static str, Ramp, i32);

/// What a kind means to the brush.
#[derive(Clone, Copy)]
pub enum Kind {
    /// The colour is that of the skin.
    Skin,
    /// Width of the body.
    Build(Build),
    /// Pixels added to the legs.
    Height(i32),
    /// Shape of the hair.
    Hair(Fringe, i32, i32, Knot),
    /// Upper body.
    Top(Top),
    /// Legs.
    Legs(Bottom),
    /// The colour is that of the shoes.
    Shoes,
    /// Nothing of that sort.
    Nothing,
    /// Something that has its own colours.
    Worn(Extra),
    /// Something in any colour.
    Dyed(fn(Ramp) -> Extra),
}

impl Kind {
    /// Does the colour of the part count for this kind?
    pub fn is_coloured(self) -> bool {
        !matches!(self, Self::Build(_) | Self::Height(_) | Self::Nothing | Self::Worn(_))
    }
}

const SKINS: &[Colour] = &[("deep", SKIN, 2), ("brown", SKIN, 3), ("tan", SKIN, 4), ("fair", SKIN, 5)];

const HAIRS: &[Colour] = &[
    ("black", NIGHT, 1),
    ("brown", WOOD, 1),
    ("chestnut", WOOD, 2),
    ("auburn", RED, 1),
    ("ginger", GOLD, 1),
    ("sandy", EARTH, 2),
    ("blond", GOLD, 2),
    ("grey", STONE, 3),
    ("white", LINEN, 2),
    ("plum", PLUM, 2),
    ("rose", ROSE, 1),
    ("teal", TEAL, 2),
    ("blue", BLUE, 2),
];
/// So many of them grow by themselves.
pub(super) const NATURAL: usize = 9;

const CLOTH: &[Colour] = &[
    ("red", RED, 2),
    ("rose", ROSE, 2),
    ("gold", GOLD, 2),
    ("tan", EARTH, 2),
    ("brown", WOOD, 2),
    ("green", LEAF, 2),
    ("teal", TEAL, 2),
    ("sky", WATER, 2),
    ("blue", BLUE, 2),
    ("plum", PLUM, 2),
    ("black", NIGHT, 1),
    ("grey", STONE, 2),
    ("cream", LINEN, 2),
];

const LEATHER: &[Colour] = &[
    ("brown", WOOD, 1),
    ("black", NIGHT, 1),
    ("tan", GOLD, 1),
    ("red", RED, 1),
    ("plum", PLUM, 1),
    ("blue", BLUE, 1),
    ("teal", TEAL, 1),
    ("white", LINEN, 1),
];

/// All that can be chosen, from head to foot and then what is worn over it.
pub const PARTS: [Part; 11] = [
    Part { key: "skin", kinds: &[("skin", Kind::Skin)], colours: SKINS },
    Part {
        key: "build",
        kinds: &[
            ("usual", Kind::Build(Build::Usual)),
            ("slim", Kind::Build(Build::Slim)),
            ("stout", Kind::Build(Build::Stout)),
        ],
        colours: &[],
    },
    Part {
        key: "height",
        kinds: &[("usual", Kind::Height(0)), ("short", Kind::Height(-1)), ("tall", Kind::Height(1))],
        colours: &[],
    },
    Part {
        key: "hair",
        kinds: &[
            ("short", Kind::Hair(Fringe::Swept, 8, 0, Knot::Loose)),
            ("buzzed", Kind::Hair(Fringe::Buzzed, 8, 0, Knot::Loose)),
            ("parted", Kind::Hair(Fringe::Parted, 9, 0, Knot::Loose)),
            ("tousled", Kind::Hair(Fringe::Swept, 9, 1, Knot::Loose)),
            ("spiky", Kind::Hair(Fringe::Spiky, 9, 1, Knot::Loose)),
            ("mohawk", Kind::Hair(Fringe::Mohawk, 8, 0, Knot::Loose)),
            ("curly", Kind::Hair(Fringe::Curls, 10, 1, Knot::Loose)),
            ("afro", Kind::Hair(Fringe::Parted, 10, 2, Knot::Loose)),
            ("bob", Kind::Hair(Fringe::Straight, 12, 0, Knot::Loose)),
            ("wavy", Kind::Hair(Fringe::Swept, 15, 1, Knot::Loose)),
            ("long", Kind::Hair(Fringe::Straight, 16, 0, Knot::Loose)),
            ("ponytail", Kind::Hair(Fringe::Swept, 9, 0, Knot::Tail)),
            ("pigtails", Kind::Hair(Fringe::Parted, 11, 0, Knot::Pigtails)),
            ("braid", Kind::Hair(Fringe::Parted, 11, 0, Knot::Braid)),
            ("bun", Kind::Hair(Fringe::Straight, 9, 0, Knot::Bun)),
            ("buns", Kind::Hair(Fringe::Straight, 10, 0, Knot::Buns)),
            ("receding", Kind::Hair(Fringe::Receding, 8, 0, Knot::Loose)),
            ("bald", Kind::Hair(Fringe::Bald, 8, 0, Knot::Loose)),
        ],
        colours: HAIRS,
    },
    Part {
        key: "face",
        kinds: &[
            ("plain", Kind::Nothing),
            ("freckles", Kind::Worn(Extra::Freckles)),
            ("moustache", Kind::Worn(Extra::Moustache)),
            ("goatee", Kind::Worn(Extra::Goatee)),
            ("beard", Kind::Worn(Extra::Beard)),
        ],
        colours: &[],
    },
    Part {
        key: "glasses",
        kinds: &[("none", Kind::Nothing), ("clear", Kind::Worn(Extra::Glasses)), ("dark", Kind::Worn(Extra::Shades))],
        colours: &[],
    },
    Part {
        key: "hat",
        kinds: &[
            ("none", Kind::Nothing),
            ("cap", Kind::Dyed(Extra::Cap)),
            ("beanie", Kind::Dyed(Extra::Beanie)),
            ("beret", Kind::Dyed(Extra::Beret)),
            ("straw", Kind::Worn(Extra::StrawHat)),
            ("headband", Kind::Dyed(Extra::Headband)),
            ("headscarf", Kind::Dyed(Extra::Headscarf)),
            ("bow", Kind::Dyed(Extra::Bow)),
            ("flower", Kind::Worn(Extra::Flower)),
            ("headphones", Kind::Dyed(Extra::Headphones)),
        ],
        colours: CLOTH,
    },
    Part {
        key: "top",
        kinds: &[
            ("jumper", Kind::Top(Top::Plain)),
            ("tee", Kind::Top(Top::Tee)),
            ("stripes", Kind::Top(Top::Stripes)),
            ("check", Kind::Top(Top::Check)),
            ("hoodie", Kind::Top(Top::Hoodie)),
            ("cardigan", Kind::Top(Top::Cardigan)),
            ("vest", Kind::Top(Top::Vest)),
            ("suit", Kind::Top(Top::Suit)),
            ("coat", Kind::Top(Top::Coat)),
            ("tunic", Kind::Top(Top::Tunic)),
            ("dungarees", Kind::Top(Top::Dungarees)),
            ("dress", Kind::Top(Top::Dress)),
        ],
        colours: CLOTH,
    },
    Part {
        key: "legs",
        kinds: &[
            ("trousers", Kind::Legs(Bottom::Trousers)),
            ("shorts", Kind::Legs(Bottom::Shorts)),
            ("skirt", Kind::Legs(Bottom::Skirt)),
            ("long-skirt", Kind::Legs(Bottom::LongSkirt)),
        ],
        colours: CLOTH,
    },
    Part { key: "shoes", kinds: &[("shoes", Kind::Shoes)], colours: LEATHER },
    Part {
        key: "with",
        kinds: &[
            ("nothing", Kind::Nothing),
            ("scarf", Kind::Dyed(Extra::Scarf)),
            ("apron", Kind::Dyed(Extra::Apron)),
            ("satchel", Kind::Worn(Extra::Satchel)),
            ("book", Kind::Worn(Extra::Book)),
            ("earrings", Kind::Worn(Extra::Earrings)),
        ],
        colours: CLOTH,
    },
];

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
