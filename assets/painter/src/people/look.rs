//! A person in a line of words, as `skin=tan hair=bob:black top=coat:red legs=trousers:blue`.
//!
//! One table, [`PARTS`], holds what there is to choose, in which colours, and what each choice means to the brush.
//! Text, dice and whoever offers a choice go by it: a row added there is all that a new kind takes.

use std::{borrow::Cow, fmt};

use super::{Bottom, Build, Cut, Extra, Fringe, Knot, Person, Top};
use crate::canvas::chance;
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
const NATURAL: usize = 9;

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

/// A person composed of parts: a choice of each, in the order of [`PARTS`]. Written and read as text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Look(pub [Choice; PARTS.len()]);

/// Colours nearer than this melt into each other at a glance.
const NEAR: u32 = 70;

/// How far two colours are from each other, roughly as eyes see it.
fn apart(a: [u8; 4], b: [u8; 4]) -> u32 {
    let by = |n: usize| u32::from(a[n].abs_diff(b[n]));
    by(0) + by(1) + by(2) / 2
}

/// Where in [`PARTS`] a part stands.
fn place(key: &str) -> usize {
    PARTS.iter().position(|part| part.key == key).unwrap_or_default()
}

impl Look {
    /// Reads parts in any order; what is not said is the first of its list.
    ///
    /// # Errors
    /// A sentence on the first word that does not fit, with what there is to choose from.
    pub fn read(text: &str) -> Result<Self, String> {
        let (mut look, mut said) = (Self::default(), [false; PARTS.len()]);
        for word in text.split_whitespace() {
            let example = "such as hair=bob:black";
            let (key, value) = word
                .split_once('=')
                .ok_or_else(|| format!("{word:?} is not PART=KIND or PART=KIND:COLOUR, {example}"))?;
            let n = PARTS.iter().position(|part| part.key == key).ok_or_else(|| {
                let keys: Vec<&str> = PARTS.iter().map(|part| part.key).collect();
                format!("people have no {key:?} to choose; they have {}", keys.join(", "))
            })?;
            if std::mem::replace(&mut said[n], true) {
                return Err(format!("{key} is said twice"));
            }
            look.0[n] = PARTS[n].read(value)?;
        }
        Ok(look)
    }

    /// A person by chance: the same number gives the same one.
    pub fn rolled(throw: u64) -> Self {
        let dice = |what: usize, sides: usize| {
            let (low, high) = (throw as u32 as i32, (throw >> 32) as i32);
            chance(low, high, what as i32, sides.max(1) as u32) as usize
        };
        let mut look = Self::default();
        for (n, (part, choice)) in PARTS.iter().zip(&mut look.0).enumerate() {
            // What need not be is there on every third; else nobody would be plain.
            let bare = matches!(part.kinds[0].1, Kind::Nothing) && dice(3 * n, 3) > 0;
            choice.kind = if bare { 0 } else { dice(3 * n + 1, part.kinds.len()) };
            let natural = part.key == "hair" && dice(3 * n, 6) > 0;
            choice.colour = dice(3 * n + 2, if natural { NATURAL } else { part.colours.len() });
        }
        // What lies side by side must not be of one colour: hair on skin, cloth on skin, cloth on cloth.
        let [skin, hair, top, legs] = ["skin", "hair", "top", "legs"].map(place);
        let near = |a: Colour, b: Colour| apart(rgba(a.1.s(a.2)), rgba(b.1.s(b.2))) < NEAR;
        for (one, others) in [(hair, [skin, skin]), (top, [skin, skin]), (legs, [skin, top])] {
            let colours = PARTS[one].colours;
            let clashes = |look: &Self| {
                let mine = colours[look.0[one].colour];
                others.iter().any(|other| near(mine, PARTS[*other].colours[look.0[*other].colour]))
            };
            let first = look.0[one].colour;
            for turn in 1..colours.len() {
                if !clashes(&look) {
                    break;
                }
                look.0[one].colour = (first + turn * 5) % colours.len();
            }
        }
        look
    }

    /// The parts as the brush takes them.
    pub fn person(&self) -> Person {
        let mut extras = Vec::new();
        let mut p = Person {
            name: "",
            skin: 4,
            hair: (NIGHT, 1),
            cut: Cut { fringe: Fringe::Swept, length: 8, volume: 0, knot: Knot::Loose },
            top: (Top::Plain, RED),
            bottom: (Bottom::Trousers, BLUE),
            shoes: WOOD,
            build: Build::Usual,
            height: 0,
            extras: Cow::Borrowed(&[]),
        };
        for (part, choice) in PARTS.iter().zip(&self.0) {
            let (_, kind) = part.kind(*choice);
            let (_, ramp, step) = part.colour(*choice).unwrap_or(("", LINEN, 2));
            match kind {
                Kind::Skin => p.skin = step,
                Kind::Build(build) => p.build = build,
                Kind::Height(height) => p.height = height,
                Kind::Hair(fringe, length, volume, knot) => {
                    (p.cut, p.hair) = (Cut { fringe, length, volume, knot }, (ramp, step));
                }
                Kind::Top(top) => p.top = (top, ramp),
                Kind::Legs(bottom) => p.bottom = (bottom, ramp),
                Kind::Shoes => p.shoes = ramp,
                Kind::Nothing => {}
                Kind::Worn(extra) => extras.push(extra),
                Kind::Dyed(extra) => extras.push(extra(ramp)),
            }
        }
        p.extras = Cow::Owned(extras);
        p
    }
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

    fn read(&self, value: &str) -> Result<Choice, String> {
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

impl fmt::Display for Look {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut gap = "";
        for (part, choice) in PARTS.iter().zip(&self.0) {
            let (word, kind) = part.kind(*choice);
            let first = choice.kind == 0 && !kind.is_coloured();
            match part.colour(*choice) {
                _ if first => continue,
                Some((colour, ..)) if part.kinds.len() == 1 => write!(f, "{gap}{}={colour}", part.key)?,
                Some((colour, ..)) => write!(f, "{gap}{}={word}:{colour}", part.key)?,
                None => write!(f, "{gap}{}={word}", part.key)?,
            }
            gap = " ";
        }
        Ok(())
    }
}
