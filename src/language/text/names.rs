//! Proper names one has come across, in memories, in one's own tree of places, or in talk; and the pronouns for them.

use std::collections::BTreeMap;

use super::{
    super::{cache::Table, kin::is_kin, lexicon::lex},
    tokens::{Tokens, first, is_capitalized, join, tokens},
    verbs::{lemma_and_tense, plain_of_ing},
};

/// The people and places one knows by name.
#[derive(Clone, Default, Debug)]
pub struct Names {
    people: Vec<String>,
    places: Vec<String>,
    /// Where in the two lists the names stand that begin with a word.
    by_word: Table<String, [Vec<u32>; 2]>,
    /// Places that have a common noun for a name, and how many have each.
    nouns: (Vec<(u32, String)>, BTreeMap<String, u32>),
    /// People of whom one has only read: they are called by their full names, and so is a place taken for one of them.
    strange: Vec<String>,
    /// Whether any name begins small: else only words with a capital need be looked at.
    any_small: bool,
}

const PEOPLE: usize = 0;
const PLACES: usize = 1;

/// The letters and digits that a name or a word begins with.
fn opening(name: &str) -> &str {
    name.split(|letter: char| !letter.is_alphanumeric()).next().unwrap_or_default()
}

/// How many tokens from `at` make up `name`, if they do.
fn words_of(name: &str, tokens: &[String], at: usize) -> Option<usize> {
    let mut rest = name;
    let mut used = 0;
    loop {
        rest = rest.strip_prefix(tokens.get(at + used)?.as_str())?;
        used += 1;
        match rest.strip_prefix(' ') {
            _ if rest.is_empty() => return Some(used),
            Some(tail) => rest = tail,
            // "Ann's", "Cafe:" are two tokens with no space between
            None if rest.starts_with(['\'', ':', ',', '.']) => {}
            None => return None,
        }
    }
}

/// "Reading is nice": a capital, and no name.
fn gerund(word: &str) -> bool {
    word.ends_with("ing") && lex().verb(&plain_of_ing(word))
}

/// The common noun at the end of a place's name, if it is one that can stand for the place.
fn place_noun(place: &str) -> Option<String> {
    let plain = !place.contains(": ") && !place.contains(" for ") && place.contains(' ');
    let noun = place.rsplit(' ').next()?.to_lowercase();
    (plain && lex().contains("nicknouns", &noun)).then_some(noun)
}

fn is_name_word(word: &str) -> bool {
    let letters = |word: &str| word.chars().all(|letter| letter.is_alphabetic() || letter == '-');
    let other = || lex().contains("notname", &word.to_lowercase());
    is_capitalized(word) && word.chars().count() > 1 && !other() && letters(word)
}

impl Names {
    /// These people and places.
    pub fn of(people: &[impl AsRef<str>], places: &[impl AsRef<str>]) -> Self {
        let mut names = Self::default();
        people.iter().for_each(|name| names.person(name.as_ref()));
        places.iter().for_each(|name| names.place(name.as_ref()));
        names
    }

    /// Full names of people; a first name alone where no more is known.
    pub fn people(&self) -> &[String] {
        &self.people
    }

    /// Names of places: `Hobbs Cafe`, `Hobbs Cafe: kitchen`.
    pub fn places(&self) -> &[String] {
        &self.places
    }

    /// Adds somebody.
    pub fn person(&mut self, name: &str) {
        self.strange.retain(|strange| strange != name);
        if name.len() > 1 && !self.is_person(name) {
            self.add(PEOPLE, name);
        }
    }

    /// Adds a place.
    pub fn place(&mut self, name: &str) {
        if !name.is_empty() && !self.is_place(name) {
            self.add(PLACES, name);
        }
    }

    fn add(&mut self, kind: usize, name: &str) {
        let list = if kind == PEOPLE { &mut self.people } else { &mut self.places };
        self.by_word.entry(opening(name).to_owned()).or_default()[kind].push(list.len() as u32);
        if let Some(noun) = place_noun(name).filter(|_| kind == PLACES) {
            *self.nouns.1.entry(noun.clone()).or_default() += 1;
            self.nouns.0.push((list.len() as u32, noun));
        }
        list.push(name.to_owned());
        self.any_small |= !is_capitalized(name);
    }

    /// The names of one kind that begin with the same letters as `word`, in the order in which they were learnt.
    fn beginning(&self, kind: usize, word: &str) -> impl Iterator<Item = &String> {
        let list = if kind == PEOPLE { &self.people } else { &self.places };
        let found = self.by_word.get(opening(word)).map_or(&[][..], |found| &found[kind]);
        found.iter().map(|at| &list[*at as usize])
    }

    /// All names of either kind that may stand in a text, since their first word does; in the order of those words.
    pub fn may_stand_in(&self, text: &str) -> impl Iterator<Item = (bool, &str)> {
        let words = text.split(|letter: char| !letter.is_alphanumeric()).filter(|word| !word.is_empty());
        words.chain([""]).flat_map(move |word| {
            let people = self.beginning(PEOPLE, word).map(|name| (true, name.as_str()));
            people.chain(self.beginning(PLACES, word).map(|name| (false, name.as_str())))
        })
    }

    /// Learns people from a text: two words with capitals in a row that are no known place, day or month, and that
    /// act, own something, or are met, told, liked. A title does none of it.
    pub fn learn(&mut self, text: &str) {
        let tokens = tokens(text);
        let small = self.any_small;
        let mut at = 0;
        while at < tokens.len() {
            if !small && !is_capitalized(&tokens[at]) {
                at += 1;
                continue;
            }
            if let Some(used) = self.place_at(&tokens, at) {
                at += used;
                continue;
            }
            let two = tokens.get(at..at + 2).filter(|two| two.iter().all(|word| is_name_word(word)));
            let acts = |at: usize| {
                tokens.get(at).is_some_and(|word| {
                    let verb = || !is_capitalized(word) && lemma_and_tense(word).is_some();
                    word == "'s" || lex().contains("aux", word) || lex().contains("adverbs", word) || verb()
                })
            };
            let before = at.checked_sub(1).map(|before| tokens[before].to_lowercase()).unwrap_or_default();
            let named = || lex().contains("person.before", &before) || is_kin(&before);
            // "over Hollow Pass", "the Hollow Pass": a place, but for "in Ann Bell's shop"
            let owns = tokens.get(at + 2).is_some_and(|next| next == "'s");
            let place = || !owns && (before == "the" || lex().contains("locative", &before));
            match two {
                Some(two) if (acts(at + 2) || named()) && !place() => {
                    let name = two.join(" ");
                    if !self.is_person(&name) {
                        self.person(&name);
                        self.strange.push(name);
                    }
                    at += 2;
                }
                _ => at += 1,
            }
        }
    }

    /// Learns a lone first name that nobody here goes by: "Rosa lost a ring". Only from talk.
    pub fn learn_first(&mut self, line: &str) {
        let tokens = tokens(line);
        for (at, word) in tokens.iter().enumerate() {
            let acts = |next: &String| {
                let form = next.ends_with('s') || next.ends_with("ed") || lex().map("past").contains_key(next);
                let verb = || lex().contains("aux", next) || form && lemma_and_tense(next).is_some();
                next.len() > 1 && !is_capitalized(next) && verb()
            };
            let taken = |names: &[String]| names.iter().any(|name| name.split(' ').any(|part| part == word));
            if is_name_word(word)
                && self.place_at(&tokens, at).is_none()
                && tokens.get(at + 1).is_some_and(acts)
                && (at == 0 || !is_capitalized(&tokens[at - 1]))
                && lemma_and_tense(&word.to_lowercase()).is_none()
                && !gerund(&word.to_lowercase())
                && !taken(&self.people)
                && !taken(&self.places)
            {
                self.person(word);
            }
        }
    }

    /// How many tokens make up the longest place that begins at `at`.
    fn place_at(&self, tokens: &[String], at: usize) -> Option<usize> {
        self.beginning(PLACES, tokens.get(at)?).filter_map(|place| words_of(place, tokens, at)).max()
    }

    /// Joins the words of names to single tokens, and gives a first name its full form when only one person has it.
    pub fn merge(&self, tokens: &[String]) -> Tokens {
        let mut out = Tokens::with_capacity(tokens.len());
        let small = self.any_small;
        let mut at = 0;
        while at < tokens.len() {
            let word = &tokens[at];
            if !small && !is_capitalized(word) {
                out.push(word.clone());
                at += 1;
                continue;
            }
            if let Some(used) = self.place_at(tokens, at) {
                out.push(join(&tokens[at..at + used]));
                at += used;
                continue;
            }
            let whole = |person: &&String| words_of(person, tokens, at).is_some();
            if let Some(person) = self.beginning(PEOPLE, word).filter(whole).max_by_key(|person| person.len()) {
                at += words_of(person, tokens, at).unwrap_or(1);
                out.push(person.clone());
                continue;
            }
            let mut called = self.beginning(PEOPLE, word).filter(|person| first(person) == word);
            match (called.next(), called.next()) {
                (Some(person), None) if is_capitalized(word) && !lex().contains("notname", &word.to_lowercase()) => {
                    out.push(person.clone())
                }
                _ => out.push(word.clone()),
            }
            at += 1;
        }
        out
    }

    /// Whether it is somebody's full name.
    pub fn is_person(&self, name: &str) -> bool {
        self.beginning(PEOPLE, name).any(|person| person == name)
    }

    /// Whether it is a place.
    pub fn is_place(&self, name: &str) -> bool {
        self.beginning(PLACES, name).any(|place| place == name)
    }

    /// What a place is called among those who know it: "the cafe" of a place whose name ends so, if there is only one.
    pub fn nickname(&self, place: &str) -> Option<String> {
        let noun = place_noun(place)?;
        self.is_one(&noun).then(|| format!("the {noun}"))
    }

    fn is_one(&self, noun: &str) -> bool {
        self.nouns.1.get(noun).is_none_or(|count| *count <= 1)
    }

    /// "at the cafe" back to "at Old Cafe", where only one place can be meant.
    pub fn expand_nicknames(&self, line: &str) -> String {
        let mut line = line.to_owned();
        for (at, noun) in self.nouns.0.iter().filter(|(_, noun)| self.is_one(noun)) {
            if !line.contains(" the ") {
                break;
            }
            let (place, nick) = (&self.places[*at as usize], format!("the {noun}"));
            for before in ["at", "in", "to", "on", "inside"] {
                let (short, whole) =
                    (format!(" {before} {nick}"), format!(" {} {place}", if before == "on" { "at" } else { before }));
                let Some(at) = line.find(&short) else { continue };
                let ends = line[at + short.len()..]
                    .chars()
                    .next()
                    .is_none_or(|next| !next.is_alphanumeric() && next != '-' && next != '\'');
                // "to the shop door" is no walk to the shop
                let goes_on = line[at + short.len()..].trim_start().split(' ').next().unwrap_or_default();
                let noun_follows = !goes_on.is_empty()
                    && !line[at + short.len()..].starts_with(['.', ',', '?', '!', ':', ';'])
                    && !lex().contains("afterplace", &goes_on.trim_matches(['.', ',', '?', '!']).to_lowercase());
                if ends && !noun_follows {
                    line.replace_range(at..at + short.len(), &whole);
                }
            }
        }
        line
    }

    /// How one calls somebody: by first name, unless two share it.
    pub fn short(&self, name: &str) -> String {
        let called = first(name);
        if self.strange.iter().any(|strange| strange == name) {
            return name.to_owned();
        }
        let alone = self.beginning(PEOPLE, called).filter(|person| first(person) == called).count() <= 1;
        if alone { called.to_owned() } else { name.to_owned() }
    }
}

/// Which pronoun somebody goes by.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Pronoun {
    /// He.
    He,
    /// She.
    She,
    /// They, or not known.
    They,
}

impl Pronoun {
    /// That of somebody who goes by `she`, `he` or `they`.
    pub fn named(pronouns: &str) -> Self {
        match pronouns {
            "he" => Self::He,
            "she" => Self::She,
            _ => Self::They,
        }
    }

    /// Its form: 0 `she`, 1 `her`, 2 `her` as owner, 3 `herself`.
    pub fn of(self, case: usize) -> &'static str {
        let forms = match self {
            Pronoun::He => ["he", "him", "his", "himself"],
            Pronoun::She => ["she", "her", "her", "herself"],
            Pronoun::They => ["they", "them", "their", "themselves"],
        };
        forms[case.min(3)]
    }
}

/// Pronouns by full name.
pub type PronounMap = BTreeMap<String, Pronoun>;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_become_one_word() {
        let names = Names::of(&["Ann Bell", "Cid Dorn"], &["Old Mill", "Old Mill: loft", "Bell family's house"]);
        let merged = |text: &str| names.merge(&tokens(text)).join("|");
        assert_eq!(merged("Ann is at Old Mill: loft."), "Ann Bell|is|at|Old Mill: loft|.");
        assert_eq!(merged("Cid Dorn's dog is in Bell family's house."), "Cid Dorn|'s|dog|is|in|Bell family's house|.");
        assert_eq!(merged("Old Millers"), "Old|Millers");
        assert_eq!(names.nickname("Old Mill").as_deref(), Some("the mill"));
        assert_eq!(names.expand_nicknames("I'm at the mill."), "I'm at Old Mill.");
        assert_eq!(names.expand_nicknames("A party at the mill tomorrow."), "A party at Old Mill tomorrow.");
        assert_eq!(names.expand_nicknames("I look at the mill wheel."), "I look at the mill wheel.");
    }

    #[test]
    fn people_are_learnt_by_what_they_do() {
        let mut names = Names::of(&[""; 0], &["Old Mill"]);
        names.learn("Ann Bell is reading Twelfth Night at Old Mill and told Cid Dorn of it.");
        assert_eq!(names.people(), ["Ann Bell", "Cid Dorn"]);
        names.learn_first("Rosa lost a ring.");
        names.learn_first("Reading is nice.");
        assert_eq!(names.people(), ["Ann Bell", "Cid Dorn", "Rosa"]);
    }
}
