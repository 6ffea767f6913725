//! What a state *is*, whatever its wording: `on fire`, `ablaze` and `burning` are one kind.
//!
//! The only place where the words of a state are read, and only those that a person typed: a mind says the kind of a
//! state with its words, and everybody else asks for the kind.

use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de::IntoDeserializer};

use super::{inflect, table::table};

table!(
    /// Which words mean which kind.
    conditions, "data/conditions.txt");

/// What is the matter with a thing, or with what somebody says of it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ConditionKind {
    /// In flames, and not in its place. An answer has a word of its own for it: see [`said`].
    #[schemars(rename = "on_fire")]
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
    /// It does its work, as a stove does under a pot: harmless, and over when its user is done.
    Lit,
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
            Self::Broken | Self::Decorated | Self::Lit | Self::AtRest | Self::Other => found,
            _ if negated() => Self::AtRest,
            _ => found,
        }
    }

    /// The kind by the name that data files call it by.
    pub fn named(name: &str) -> Option<Self> {
        use ConditionKind::*;
        let all = [Burning, Smoking, Leaking, Empty, Occupied, Broken, Dirty, Decorated, Lit, AtRest, Other];
        all.into_iter().find(|kind| kind.name() == name)
    }

    /// `burning`, `at rest`: as data files call it.
    pub fn name(self) -> &'static str {
        use ConditionKind::*;
        match self {
            Burning => "burning",
            Smoking => "smoking",
            Leaking => "leaking",
            Empty => "empty",
            Occupied => "occupied",
            Broken => "broken",
            Dirty => "dirty",
            Decorated => "decorated",
            Lit => "lit",
            AtRest => "at rest",
            Other => "other",
        }
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
        !self.is_harmless() && self != Self::Other
    }

    /// Known to need no care.
    pub fn is_harmless(self) -> bool {
        matches!(self, Self::Decorated | Self::Lit | Self::AtRest)
    }
}

/// Does a state say only that somebody is at it, as `being wiped` does? Then it is over when they are done.
pub fn is_in_use(state: &str) -> bool {
    let small = state.trim().to_lowercase();
    let begins = |words: &str| small.strip_prefix(words).is_some_and(|rest| rest.is_empty() || rest.starts_with(' '));
    conditions().section("in use").iter().flatten().flat_map(|row| row.split(',')).any(|words| begins(words.trim()))
}

/// How an answer names a kind. A fire is `on_fire`: what a mind calls `burning` may be a stove under a pot.
pub mod said {
    use super::*;

    /// Writes it as an answer has it.
    ///
    /// # Errors
    /// Those of the format.
    pub fn serialize<S: Serializer>(kind: &ConditionKind, to: S) -> Result<S::Ok, S::Error> {
        match kind {
            ConditionKind::Burning => to.serialize_str("on_fire"),
            kind => kind.serialize(to),
        }
    }

    /// Reads what an answer says.
    ///
    /// # Errors
    /// It is the name of no kind.
    pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<ConditionKind, D::Error> {
        match String::deserialize(from)?.trim().to_lowercase().replace(' ', "_").as_str() {
            "on_fire" => Ok(ConditionKind::Burning),
            "burning" => Ok(ConditionKind::Lit),
            other => ConditionKind::deserialize(other.into_deserializer()),
        }
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
            ("lit", Lit),
            ("a candle, burning", Burning),
            ("singing a song", Other),
            ("", Other),
        ] {
            assert_eq!(ConditionKind::of(state), kind, "{state}");
        }
    }

    #[test]
    fn kinds_have_their_names() {
        use ConditionKind::*;
        for (kind, name) in
            [(Burning, "burning"), (Broken, "broken"), (Lit, "lit"), (AtRest, "at rest"), (Other, "other")]
        {
            assert_eq!((kind.name(), ConditionKind::named(name)), (name, Some(kind)));
        }
    }

    #[test]
    fn in_an_answer_only_a_fire_is_called_one() {
        #[derive(Debug, PartialEq, Serialize, Deserialize)]
        struct Answer(#[serde(with = "said")] ConditionKind);
        let read = |word: &str| serde_json::from_value::<Answer>(word.into()).map(|answer| answer.0).ok();
        assert_eq!([read("on_fire"), read("burning")], [Some(ConditionKind::Burning), Some(ConditionKind::Lit)]);
        assert_eq!([read("at rest"), read("glowing")], [Some(ConditionKind::AtRest), None]);
        let written = serde_json::to_value(Answer(ConditionKind::Burning)).ok();
        assert_eq!(written, Some("on_fire".into()));
        assert!(ConditionKind::Lit.is_harmless() && !ConditionKind::Lit.is_trouble());
    }

    #[test]
    fn what_is_being_done_is_over_when_it_is_done() {
        for (state, over) in [
            ("being mopped", true),
            ("Being stacked", true),
            ("taken", true),
            ("in use", true),
            ("beings of clay on it", false),
            ("locked", false),
            ("decorated", false),
        ] {
            assert_eq!(is_in_use(state), over, "{state}");
        }
    }

    #[test]
    fn every_row_names_a_kind() {
        for row in conditions().section("kinds") {
            assert!(row.len() == 2 && ConditionKind::named(row[0]).is_some(), "{row:?}");
        }
    }
}
