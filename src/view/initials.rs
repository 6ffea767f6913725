//! Two letters for everybody, in bubbles and wherever there is no room for a name: the first letters of the first and
//! the last name; where several have the same, others of their letters tell them apart.

use std::collections::{BTreeMap, BTreeSet};

use bevy::prelude::*;

use crate::{agent::Persona, clock::AgentId};

/// Everybody's letters.
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq)]
pub struct Initials(BTreeMap<AgentId, String>);

impl Initials {
    /// Theirs; empty for somebody who is not in town.
    pub fn of(&self, who: AgentId) -> &str {
        self.0.get(&who).map_or("", String::as_str)
    }
}

/// `AB`, as they are written: capitals, one for each letter.
fn pair(first: char, second: char) -> String {
    [first, second].into_iter().map(|c| c.to_uppercase().next().unwrap_or(c)).collect()
}

/// What somebody may be called in two letters, what is most like them first: `Isabella Rodriguez`: IR, then IS, IO, IA ...
fn ways(name: &str) -> impl Iterator<Item = String> {
    let words: Vec<Vec<char>> =
        name.split_whitespace().map(|word| word.chars().filter(|c| c.is_alphanumeric()).collect()).collect();
    let words: Vec<Vec<char>> = words.into_iter().filter(|word| !word.is_empty()).collect();
    let first = words.first().and_then(|word| word.first().copied());
    let own = words.first().cloned().unwrap_or_default();
    let last = if words.len() > 1 { words.last().cloned().unwrap_or_default() } else { Vec::new() };
    // The second letter of the first name, then those of the last name, then all that is left of the first, then numbers.
    let second = own.get(1).copied();
    let others = second.into_iter().chain(last.clone().into_iter().skip(1)).chain(own.into_iter().skip(2));
    let others = others.chain('2'..='9');
    last.first()
        .copied()
        .into_iter()
        .chain(others)
        .zip(std::iter::repeat(first))
        .filter_map(|(second, first)| Some(pair(first?, second)))
}

/// Letters for all of them. Who has theirs alone keeps them; of those who share them nobody does.
fn apart(names: &BTreeMap<AgentId, &str>) -> BTreeMap<AgentId, String> {
    let usual = |name: &str| {
        let mut words = name.split_whitespace();
        let first = words.next().and_then(|word| word.chars().next());
        match (first, words.next_back().and_then(|word| word.chars().next())) {
            (Some(first), Some(last)) => pair(first, last),
            (Some(first), None) => first.to_uppercase().take(1).collect(),
            _ => String::new(),
        }
    };
    let mut shared: BTreeMap<String, Vec<AgentId>> = BTreeMap::new();
    for (id, name) in names {
        shared.entry(usual(name)).or_default().push(*id);
    }
    // The letters that several share mean nobody.
    let mut taken: BTreeSet<String> = shared.keys().cloned().collect();
    let mut all = BTreeMap::new();
    for (letters, of) in shared {
        for id in &of {
            let name = names.get(id).copied().unwrap_or_default();
            let free = || ways(name).find(|way| !taken.contains(way));
            let own = if of.len() == 1 { letters.clone() } else { free().unwrap_or_else(|| letters.clone()) };
            taken.insert(own.clone());
            all.insert(*id, own);
        }
    }
    all
}

fn name(
    people: Query<(&AgentId, &Persona)>,
    (new, mut gone): (Query<(), Added<Persona>>, RemovedComponents<Persona>),
    mut initials: ResMut<Initials>,
) {
    if gone.read().count() > 0 || !new.is_empty() {
        let names = people.iter().map(|(id, persona)| (*id, persona.name.as_str())).collect();
        initials.set_if_neq(Initials(apart(&names)));
    }
}

/// Names everybody who comes.
pub fn plugin(app: &mut App) {
    app.init_resource::<Initials>().add_systems(PreUpdate, name);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn letters(names: &[&'static str]) -> Vec<String> {
        let names = names.iter().enumerate().map(|(n, name)| (AgentId(n as u32), *name)).collect();
        apart(&names).into_values().collect()
    }

    #[test]
    fn who_has_their_own_keeps_them() {
        assert_eq!(letters(&["Ann Lee", "Bo de Carr", "Zoë", "élan vital", ""]), ["AL", "BC", "Z", "ÉV", ""]);
    }

    #[test]
    fn where_initials_collide_they_tell_apart() {
        assert_eq!(letters(&["Isabella Rodriguez", "Irene Ross", "Ann Lee"]), ["IS", "IO", "AL"]);
        assert_eq!(letters(&["Ann Lee", "Ann Lee", "Ann Lee"]), ["AN", "AE", "A2"]);
        // What somebody else has already is not taken.
        assert_eq!(letters(&["Ida Stone", "Isabella Rodriguez", "Ilja Rau"]), ["IS", "IO", "IL"]);
    }

    #[test]
    fn a_town_of_many_has_no_two_alike() {
        let names: Vec<String> = (0..26 * 8).map(|n| format!("{}na Bo{}", (b'A' + n % 26) as char, n / 26)).collect();
        let names: BTreeMap<AgentId, &str> =
            names.iter().enumerate().map(|(n, name)| (AgentId(n as u32), name.as_str())).collect();
        let all = apart(&names);
        let mut seen: Vec<&String> = all.values().collect();
        seen.sort();
        seen.dedup();
        assert_eq!(seen.len(), all.len());
        assert!(all.values().all(|letters| letters.chars().count() == 2));
    }
}
