//! What is done about each kind of condition, from `data/react.txt`.

use crate::{language::condition::ConditionKind, mind::rules::data};

/// What is done about a condition.
pub(super) struct Recipe {
    /// Is it everybody's business?
    pub all: bool,
    /// What is needed first, best first.
    pub needs: Vec<&'static str>,
    pub minutes: u32,
    pub with: &'static str,
    /// What is done without what is needed; empty: nothing.
    pub without: &'static str,
    pub emoji: &'static str,
}

/// What is done about a kind of condition; smoke is treated as fire.
pub(super) fn recipe(kind: ConditionKind) -> Option<Recipe> {
    let name = if kind.is_fire() { ConditionKind::Burning } else { kind }.name();
    let row = data::react().section("does").iter().find(|row| row.len() == 7 && row[0] == name)?;
    Some(Recipe {
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
    fn every_trouble_has_a_recipe() {
        use ConditionKind::*;
        for kind in [Burning, Smoking, Leaking, Empty, Occupied, Broken, Dirty, Other] {
            let recipe = recipe(kind).unwrap_or_else(|| panic!("{kind:?}"));
            assert!(recipe.minutes > 0 && recipe.with.contains("{thing}") && !recipe.emoji.is_ascii());
        }
    }
}
