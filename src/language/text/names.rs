//! Proper names one has come across: in memories, in one's own tree of places, or in talk.

use super::{
    super::lexicon::lex,
    tokens::{Toks, first, is_cap, join, split},
    verbs::{finite, plain_of_ing},
};

/// The people and places one knows by name.
#[derive(Clone, Default, Debug)]
pub struct Names {
    /// Full names; a first name alone where no more is known.
    pub people: Vec<String>,
    /// `Hobbs Cafe`, `Hobbs Cafe: kitchen`.
    pub places: Vec<String>,
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
    (plain && lex().is("nicknouns", &noun)).then_some(noun)
}

fn is_name_word(word: &str) -> bool {
    let letters = |word: &str| word.chars().all(|letter| letter.is_alphabetic() || letter == '-');
    is_cap(word) && word.chars().count() > 1 && !lex().is("notname", &word.to_lowercase()) && letters(word)
}

impl Names {
    /// Adds somebody.
    pub fn person(&mut self, name: &str) {
        if name.len() > 1 && !self.people.iter().any(|known| known == name) {
            self.people.push(name.to_owned());
        }
    }

    /// Learns people from a text: two words with capitals in a row that are no known place, day or month, and that
    /// act, own something, or are met, told, liked. A title does none of it.
    pub fn learn(&mut self, text: &str) {
        let tokens = split(text);
        let small = self.any_small();
        let mut at = 0;
        while at < tokens.len() {
            if !small && !is_cap(&tokens[at]) {
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
                    let verb = || !is_cap(word) && finite(word).is_some();
                    word == "'s" || lex().is("aux", word) || lex().is("adverbs", word) || verb()
                })
            };
            let named = || at > 0 && lex().is("person.before", &tokens[at - 1].to_lowercase());
            match two {
                Some(two) if acts(at + 2) || named() => {
                    let name = two.join(" ");
                    self.person(&name);
                    at += 2;
                }
                _ => at += 1,
            }
        }
    }

    /// Learns a lone first name that nobody here goes by: "Rosa lost a ring". Only from talk.
    pub fn learn_first(&mut self, line: &str) {
        let tokens = split(line);
        for (at, word) in tokens.iter().enumerate() {
            let acts = |next: &String| {
                let form = next.ends_with('s') || next.ends_with("ed") || lex().map("past").contains_key(next);
                next.len() > 1 && !is_cap(next) && (lex().is("aux", next) || form && finite(next).is_some())
            };
            let taken = |names: &[String]| names.iter().any(|name| name.split(' ').any(|part| part == word));
            if is_name_word(word)
                && self.place_at(&tokens, at).is_none()
                && tokens.get(at + 1).is_some_and(acts)
                && (at == 0 || !is_cap(&tokens[at - 1]))
                && finite(&word.to_lowercase()).is_none()
                && !gerund(&word.to_lowercase())
                && !taken(&self.people)
                && !taken(&self.places)
            {
                self.person(word);
            }
        }
    }

    /// Whether any name begins small: else only words with a capital need be looked at.
    fn any_small(&self) -> bool {
        self.people.iter().chain(&self.places).any(|name| !is_cap(name))
    }

    /// How many tokens make up the longest place that begins at `at`.
    fn place_at(&self, tokens: &[String], at: usize) -> Option<usize> {
        self.places.iter().filter_map(|place| words_of(place, tokens, at)).max()
    }

    /// Joins the words of names to single tokens, and gives a first name its full form when only one person has it.
    pub fn merge(&self, tokens: Toks) -> Toks {
        let mut out = Toks::with_capacity(tokens.len());
        let small = self.any_small();
        let mut at = 0;
        while at < tokens.len() {
            let word = &tokens[at];
            if !small && !is_cap(word) {
                out.push(word.clone());
                at += 1;
                continue;
            }
            if let Some(used) = self.place_at(&tokens, at) {
                out.push(join(&tokens[at..at + used]));
                at += used;
                continue;
            }
            let whole = |person: &&String| words_of(person, &tokens, at).is_some();
            if let Some(person) = self.people.iter().filter(whole).max_by_key(|person| person.len()) {
                at += words_of(person, &tokens, at).unwrap_or(1);
                out.push(person.clone());
                continue;
            }
            let mut called = self.people.iter().filter(|person| first(person) == word);
            match (called.next(), called.next()) {
                (Some(person), None) if is_cap(word) && !lex().is("notname", &word.to_lowercase()) => {
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
        self.people.iter().any(|person| person == name)
    }

    /// Whether it is a place.
    pub fn is_place(&self, name: &str) -> bool {
        self.places.iter().any(|place| place == name)
    }

    /// What a place is called among those who know it: "the cafe" of a place whose name ends so, if there is only one.
    pub fn nick(&self, place: &str) -> Option<String> {
        let noun = place_noun(place)?;
        let alone = self.places.iter().filter(|known| place_noun(known).as_deref() == Some(noun.as_str())).count() <= 1;
        alone.then(|| format!("the {noun}"))
    }

    /// "at the cafe" back to "at Old Cafe", where only one place can be meant.
    pub fn unnick(&self, line: &str) -> String {
        let mut line = line.to_owned();
        for place in &self.places {
            if !line.contains(" the ") {
                break;
            }
            let Some(nick) = self.nick(place) else { continue };
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
                    && !lex().is("afterplace", &goes_on.trim_matches(['.', ',', '?', '!']).to_lowercase());
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
        let alone = self.people.iter().filter(|person| first(person) == called).count() <= 1;
        if alone { called.to_owned() } else { name.to_owned() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_become_one_word() {
        let names = Names {
            people: vec!["Ann Bell".into(), "Cid Dorn".into()],
            places: vec!["Old Mill".into(), "Old Mill: loft".into(), "Bell family's house".into()],
        };
        let merged = |text: &str| names.merge(split(text)).join("|");
        assert_eq!(merged("Ann is at Old Mill: loft."), "Ann Bell|is|at|Old Mill: loft|.");
        assert_eq!(merged("Cid Dorn's dog is in Bell family's house."), "Cid Dorn|'s|dog|is|in|Bell family's house|.");
        assert_eq!(merged("Old Millers"), "Old|Millers");
        assert_eq!(names.nick("Old Mill").as_deref(), Some("the mill"));
        assert_eq!(names.unnick("I'm at the mill."), "I'm at Old Mill.");
        assert_eq!(names.unnick("A party at the mill tomorrow."), "A party at Old Mill tomorrow.");
        assert_eq!(names.unnick("I look at the mill wheel."), "I look at the mill wheel.");
    }

    #[test]
    fn people_are_learnt_by_what_they_do() {
        let mut names = Names { places: vec!["Old Mill".into()], ..Names::default() };
        names.learn("Ann Bell is reading Twelfth Night at Old Mill and told Cid Dorn of it.");
        assert_eq!(names.people, ["Ann Bell", "Cid Dorn"]);
        names.learn_first("Rosa lost a ring.");
        names.learn_first("Reading is nice.");
        assert_eq!(names.people, ["Ann Bell", "Cid Dorn", "Rosa"]);
    }
}
