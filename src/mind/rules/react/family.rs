//! Families of conditions, whatever the wording: `on fire`, `ablaze` and `burning` are one.

use super::super::{data, words};

/// What is done about a family of conditions.
pub(super) struct Recipe {
    /// `fire`.
    pub family: &'static str,
    /// Is it everybody's business?
    pub all: bool,
    /// What is needed first, best first.
    pub needs: Vec<&'static str>,
    /// In how many minutes.
    pub minutes: u32,
    /// What is done.
    pub with: &'static str,
    /// What is done without what is needed; empty: nothing.
    pub without: &'static str,
    /// Emoji.
    pub emoji: &'static str,
}

/// The family that a state belongs to, if any word of it is known: the one whose longest words stand in it.
pub(super) fn family(state: &str) -> Option<&'static str> {
    let small = state.to_lowercase();
    let stems = words::stems(state);
    let called = data::react().section("families").iter().filter(|row| row.len() == 2).filter_map(|row| {
        let says = |word: &&str| match word.is_ascii() {
            true => {
                let own = words::stems(word);
                !own.is_empty() && stems.windows(own.len()).any(|some| some == own)
            }
            false => small.contains(*word),
        };
        let longest = row[1].split(',').map(str::trim).filter(says).map(|word| word.chars().count()).max()?;
        Some((longest, row[0]))
    });
    // A negation turns it round: what is "not burning" or "no longer broken" is nobody's trouble.
    let not = words::tokens(state).iter().any(|word| ["not", "no", "never"].contains(&word.as_str()));
    let found = called.max_by_key(|(longest, _)| *longest).map(|(_, family)| family);
    match found {
        Some("broken" | "harmless") => found,
        Some(_) if not => Some("harmless"),
        _ => found,
    }
}

/// Is there danger in this state?
pub fn alarms(state: &str) -> bool {
    matches!(family(state), Some("fire" | "water"))
}

/// Is something known to be wrong in this state?
pub fn trouble(state: &str) -> bool {
    family(state).is_some_and(|family| family != "harmless")
}

/// Is this state nobody's trouble?
pub fn harmless(state: &str) -> bool {
    family(state) == Some("harmless")
}

/// What is done about a family.
pub(super) fn recipe(family: &str) -> Option<Recipe> {
    let row = data::react().section("does").iter().find(|row| row.len() == 7 && row[0] == family)?;
    Some(Recipe {
        family: row[0],
        all: row[1] == "all",
        needs: row[2].split(',').map(str::trim).filter(|need| !need.is_empty()).collect(),
        minutes: row[3].parse().unwrap_or(10),
        with: row[4],
        without: if row[5] == "-" { "" } else { row[5] },
        emoji: row[6],
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_wording_is_understood() {
        for (state, of) in [
            ("burning", Some("fire")),
            ("ON FIRE!!!", Some("fire")),
            ("flames are coming out of it", Some("fire")),
            ("steht in Flammen und brennt", Some("fire")),
            ("燃えている", Some("fire")),
            ("🔥🔥", Some("fire")),
            ("leaking", Some("water")),
            ("dripping slowly", Some("water")),
            ("empty", Some("empty")),
            ("no longer working", None),
            ("out of order", Some("broken")),
            ("covered in filthy rags", Some("dirty")),
            ("not burning any more", Some("harmless")),
            ("decorated", Some("harmless")),
            ("singing a song", None),
            ("", None),
        ] {
            assert_eq!(family(state), of, "{state}");
        }
        assert!(alarms("ablaze") && !alarms("clean") && harmless("freshly painted"));
    }

    #[test]
    fn every_family_has_a_recipe() {
        for row in data::react().section("families").iter().filter(|row| row[0] != "harmless") {
            let recipe = recipe(row[0]).unwrap_or_else(|| panic!("{}", row[0]));
            assert!(recipe.minutes > 0 && recipe.with.contains("{thing}") && !recipe.emoji.is_ascii());
        }
    }
}
