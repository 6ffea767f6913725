//! Who knows whom when the town begins, beside those whom a cast file names: said in one line of the scenario.

use serde::Deserialize;

use super::CastMember;
use crate::agent::persona::{Acquaintance, Persona};

/// Who knows whom from the start.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Acquainted {
    /// Nobody but those whom cast files name.
    #[default]
    Named,
    /// Also those who live or work in the same house.
    Sector,
    /// Everybody.
    All,
}

/// Whoever is acquainted has a sentence for the other, as if the cast file had it.
pub(super) fn introduce(people: &mut [CastMember], acquainted: Acquainted) {
    let all: Vec<Persona> = people.iter().map(|one| one.persona.clone()).collect();
    for one in people.iter_mut().map(|one| &mut one.persona) {
        let knows = |other: &&Persona| match acquainted {
            Acquainted::Named => false,
            Acquainted::Sector => meets(one, other),
            Acquainted::All => true,
        };
        let new = |other: &&Persona| {
            other.name != one.name && !one.people.iter().any(|known| known.name == other.name) && knows(other)
        };
        let told = all.iter().filter(new).map(|other| Acquaintance {
            name: other.name.clone(),
            knows: format!("{} knows {}.", one.name, other.name),
        });
        let told: Vec<Acquaintance> = told.collect();
        one.people.extend(told);
    }
}

/// Do they live or work in the same house?
fn meets(one: &Persona, other: &Persona) -> bool {
    let houses = |one: &Persona| -> Vec<String> {
        let work = one.work.iter().flat_map(|work| &work.places).map(String::as_str);
        let house = |place: &str| place.split(':').next().unwrap_or(place).trim().to_owned();
        work.chain([one.home.as_str()]).map(house).collect()
    };
    let theirs = houses(other);
    houses(one).iter().any(|house| theirs.contains(house))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn town() -> Vec<CastMember> {
        let member = |name: &str, home: &str, knows: Option<&str>| {
            let people =
                knows.map(|other| format!("[[people]]\nname = \"{other}\"\nknows = \"{name} likes {other}.\"\n"));
            let text = format!(
                "name = \"{name}\"\nage = 40\npronouns = \"they\"\ntraits = \"\"\nbackground = \"\"\naim = \"\"\n\
                 lifestyle = \"\"\nhome = \"{home}\"\nwake = \"07:00\"\nsleep = \"22:00\"\n{}",
                people.unwrap_or_default()
            );
            let persona = toml::from_str(&text).expect("a persona");
            CastMember { file: name.into(), text, persona }
        };
        vec![member("Ann Lee", "Mill", Some("Bo Carr")), member("Bo Carr", "Mill", None), member("Cy Dun", "Inn", None)]
    }

    #[test]
    fn a_line_says_who_knows_whom() {
        let known = |acquainted| {
            let mut people = town();
            introduce(&mut people, acquainted);
            let told = people.iter().map(|one| one.persona.people.iter().map(|one| one.knows.clone()).collect());
            told.collect::<Vec<Vec<String>>>()
        };
        let none: Vec<String> = Vec::new();
        assert_eq!(known(Acquainted::Named), [vec!["Ann Lee likes Bo Carr.".to_owned()], none.clone(), none.clone()]);
        assert_eq!(known(Acquainted::Sector)[1], ["Bo Carr knows Ann Lee."]);
        assert_eq!(known(Acquainted::Sector)[2], none);
        let all = known(Acquainted::All);
        assert_eq!(all[0], ["Ann Lee likes Bo Carr.", "Ann Lee knows Cy Dun."], "what is written stays");
        assert_eq!(all[2].len(), 2);
    }
}
