//! What one has made up one's mind to, with no hour to it: `Ann Lee has decided to learn to play the guitar.` It gets a
//! part of the day where there is time, in one's own words, and at a place that suits.

use super::{places::Places, question::KnownPlace};
use crate::language::{
    inflect,
    lexicon::lex,
    text::{join, split, stem},
    time::{self, EpochMinute},
};

/// Words of a part, at most.
const WORDS: usize = 11;

/// Where it is done.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum At {
    /// At the place that it names, and nowhere else: one goes there.
    Named,
    /// Where people are.
    People,
    /// Wherever it suits, else in one's own room.
    Suits,
}

/// Something one has made up one's mind to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Resolve {
    /// As a part of a day, a verb phrase: `tell people about running for mayor`.
    pub what: String,
    /// It is not to be done.
    pub not: bool,
    /// It takes more than one go.
    pub lasting: bool,
    /// The day that was named, in days since the first of 1970.
    pub day: Option<u32>,
    pub(super) about: Vec<String>,
    at: At,
}

impl Resolve {
    /// Reads a memory of `name`'s, made at `made`: `NAME has decided to ..`. `None`: it says no such thing, names an hour
    /// (then it is an appointment), or is nothing one can do.
    pub fn read(text: &str, name: &str, made: EpochMinute) -> Option<Self> {
        let said = text.trim().strip_prefix(name)?.trim_start().strip_prefix("has decided ")?;
        let said = said.split(['.', '!', '?', ';']).next().unwrap_or_default();
        let (mut not, said) = match said.strip_prefix("not to ") {
            Some(rest) => (true, rest),
            None => (false, said.strip_prefix("to ")?),
        };
        let mut tokens = split(said);
        let when = time::extract_time(&mut tokens, made);
        if when.as_ref().is_some_and(|when| when.from.is_some()) {
            return None;
        }
        let mut deed = join(&tokens).trim_end_matches([',', ' ']).to_owned();
        let mut small = inflect::tokens(&deed);
        // "stop smoking" is not to smoke
        if small.first().is_some_and(|verb| lex().contains("resolve.stops", verb)) {
            not = !not;
            deed = deed.split_once(' ')?.1.to_owned();
            small.remove(0);
        }
        let verb = small.first()?.clone();
        if !not
            && (lex().contains("resolve.not", &verb) || !inflect::is_verb(&verb) || small.len() < 2 && verb != "run")
        {
            return None;
        }
        let goes = lex().contains("resolve.goes", &verb);
        let stands = verb == "run" && small.get(1).is_some_and(|next| matches!(next.as_str(), "for" | "against"));
        let tells = lex().contains("resolve.tells", &verb);
        let about = inflect::content(&deed).filter(|word| !goes || *word != stem(&verb)).collect();
        let what = if stands { format!("tell people about {}", inflect::ing(&deed)) } else { deed };
        Some(Self {
            what: inflect::truncate_words(&what, WORDS),
            not,
            lasting: when.is_none() && (stands || lex().contains("resolve.lasts", &verb)),
            day: when.and_then(|when| when.day),
            about,
            at: match () {
                () if goes => At::Named,
                () if stands || tells => At::People,
                () => At::Suits,
            },
        })
    }

    /// Does a text speak of just this?
    pub fn touches(&self, text: &str) -> bool {
        let has: Vec<String> = inflect::content(text).collect();
        !self.about.is_empty() && self.about.iter().all(|word| has.contains(word))
    }

    /// Where it may be done, by number among `places`, the best first; none: it names a place that one does not know.
    pub fn places(&self, places: &[KnownPlace]) -> Vec<u32> {
        let all = Places { all: places, work: &[] };
        let suits = all.suits(&self.what);
        match self.at {
            At::Named => suits.into_iter().collect(),
            At::People => {
                let mut met: Vec<&KnownPlace> =
                    places.iter().filter(|place| place.note.is_empty() && !place.offers.is_empty()).collect();
                // Where one can eat and drink there are always some.
                let feeds = |place: &KnownPlace| place.offers.iter().any(|offer| offer == "eat" || offer == "drink");
                met.sort_by_key(|place| (!feeds(place), place.open.is_none(), place.n));
                met.into_iter().map(|place| place.n).collect()
            }
            At::Suits => {
                let free = |n: &u32| all.get(*n).is_some_and(|place| place.note != "work");
                suits.filter(free).into_iter().chain([all.own()]).filter(|n| all.get(*n).is_some()).collect()
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::language::time::DAY;

    fn read(deed: &str) -> Option<Resolve> {
        Resolve::read(&format!("Ann Lee has decided {deed}."), "Ann Lee", 19_400 * DAY)
    }

    fn place(n: u32, name: &str, note: &str, offers: &[&str]) -> KnownPlace {
        let offers = offers.iter().map(|one| (*one).to_owned()).collect();
        KnownPlace { n, name: name.into(), note: note.into(), offers, open: None }
    }

    #[test]
    fn a_decision_becomes_a_part_in_its_own_words() {
        for (deed, part, lasting) in [
            ("to run for mayor against Bo Ek", "tell people about running for mayor against Bo Ek", true),
            ("to run against Bo Ek", "tell people about running against Bo Ek", true),
            ("to learn to play the guitar", "learn to play the guitar", true),
            ("to visit the pharmacy", "visit the pharmacy", false),
            ("to write a letter to Bo Ek on 14 February", "write a letter to Bo Ek", false),
        ] {
            let one = read(deed).unwrap_or_else(|| panic!("{deed}"));
            assert_eq!((one.what.as_str(), one.lasting, one.not), (part, lasting, false), "{deed}");
        }
    }

    #[test]
    fn what_cannot_be_done_or_has_an_hour_is_no_part() {
        for deed in [
            "to flurb the gronk",
            "to trust Bo Ek",
            "to be happy",
            "to ignore her instructions",
            "to meet Bo Ek at 15:00",
            "nothing",
            "to",
        ] {
            assert_eq!(read(deed), None, "{deed}");
        }
        assert_eq!(Resolve::read("Bo Ek has decided to visit Rome.", "Ann Lee", 0), None);
    }

    #[test]
    fn it_is_done_where_it_can_be() {
        let places = [
            place(1, "Lee House: room", "own room", &["sleep", "play music"]),
            place(2, "Store: pharmacy", "", &["buy"]),
            place(3, "Green Inn: bar", "", &["drink", "eat"]),
            place(4, "Mill: loft", "work", &["mill"]),
        ];
        let at = |deed: &str| read(deed).and_then(|one| one.places(&places).first().copied());
        assert_eq!(at("to visit the pharmacy"), Some(2));
        assert_eq!(at("to run for mayor"), Some(3));
        assert_eq!(at("to visit Rome"), None, "nobody knows the way");
        assert_eq!(at("to learn to whistle"), Some(1));
    }
}
