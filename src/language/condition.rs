//! What a state *is*, whatever its wording: `on fire`, `ablaze` and `burning` are one kind.
//!
//! The only place where the words of a state are read, and only those that a person typed: a mind says the kind of a
//! state with its words, and everybody else asks for the kind.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{inflect, table::table};

table!(
    /// Which words mean which kind.
    conditions, "data/conditions.txt");

/// What is the matter with a thing, or with what somebody says of it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ConditionKind {
    /// In flames.
    Burning,
    /// Smoke and no flames yet.
    Smoking,
    /// Water where none should be.
    Leaking,
    /// Nothing is left in it.
    Empty,
    /// Somebody has it, or it is locked.
    Occupied,
    /// It does not work.
    Broken,
    /// It should be cleaned.
    Dirty,
    /// Made festive.
    Decorated,
    /// Nothing is the matter: `clean`, `repaired`, `not burning any more`.
    AtRest,
    /// Words that nobody foresaw.
    #[default]
    Other,
}

impl ConditionKind {
    /// Reads free words. Of several known words the longest counts; a negation turns trouble into rest.
    pub fn of(state: &str) -> Self {
        let small = state.to_lowercase();
        let stems = inflect::stems(state);
        let says = |word: &&str| match word.is_ascii() {
            true => {
                let own = inflect::stems(word);
                !own.is_empty() && stems.windows(own.len()).any(|some| *some == *own)
            }
            false => small.contains(*word),
        };
        let known = conditions().section("kinds").iter().filter_map(|row| {
            let words = row[1].split(',').map(str::trim).filter(says);
            Some((words.map(|word| word.chars().count()).max()?, Self::named(row[0])?))
        });
        let found = known.max_by_key(|(longest, _)| *longest).map_or(Self::Other, |(_, kind)| kind);
        let negated = || inflect::tokens(state).iter().any(|word| ["not", "no", "never"].contains(&word.as_str()));
        // "not working" is broken by its words alone.
        match found {
            Self::Broken | Self::Decorated | Self::AtRest | Self::Other => found,
            _ if negated() => Self::AtRest,
            _ => found,
        }
    }

    /// The kind by the name that data files call it by.
    pub fn named(name: &str) -> Option<Self> {
        use ConditionKind::*;
        let all = [Burning, Smoking, Leaking, Empty, Occupied, Broken, Dirty, Decorated, AtRest, Other];
        all.into_iter().find(|kind| kind.name() == name)
    }

    /// `burning`, `at rest`: as data files call it.
    pub fn name(self) -> &'static str {
        const NAMES: [&str; 10] =
            ["burning", "smoking", "leaking", "empty", "occupied", "broken", "dirty", "decorated", "at rest", "other"];
        NAMES[self as usize]
    }

    /// Fire, or smoke that may become one.
    pub fn is_fire(self) -> bool {
        matches!(self, Self::Burning | Self::Smoking)
    }

    /// Everybody's business: it gets worse while nobody sees to it.
    pub fn is_danger(self) -> bool {
        self.is_fire() || self == Self::Leaking
    }

    /// Something is known to be wrong. `Other` is unknown: neither trouble nor harmless.
    pub fn is_trouble(self) -> bool {
        !matches!(self, Self::Decorated | Self::AtRest | Self::Other)
    }

    /// Known to need no care.
    pub fn is_harmless(self) -> bool {
        matches!(self, Self::Decorated | Self::AtRest)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_wording_is_understood() {
        use ConditionKind::*;
        for (state, kind) in [
            ("burning", Burning),
            ("ON FIRE!!!", Burning),
            ("flames are coming out of it", Burning),
            ("steht in Flammen und brennt", Burning),
            ("燃えている", Burning),
            ("🔥🔥", Burning),
            ("smoking a little", Smoking),
            ("leaking", Leaking),
            ("dripping slowly", Leaking),
            ("empty", Empty),
            ("no longer working", Other),
            ("out of order", Broken),
            ("covered in filthy rags", Dirty),
            ("not burning any more", AtRest),
            ("no longer leaking", AtRest),
            ("decorated", Decorated),
            ("singing a song", Other),
            ("", Other),
        ] {
            assert_eq!(ConditionKind::of(state), kind, "{state}");
        }
    }

    #[test]
    fn kinds_have_their_names() {
        use ConditionKind::*;
        for (kind, name) in [(Burning, "burning"), (Broken, "broken"), (AtRest, "at rest"), (Other, "other")] {
            assert_eq!((kind.name(), ConditionKind::named(name)), (name, Some(kind)));
        }
    }

    #[test]
    fn every_row_names_a_kind() {
        for row in conditions().section("kinds") {
            assert!(row.len() == 2 && ConditionKind::named(row[0]).is_some(), "{row:?}");
        }
    }
}
