//! What is done to whoever is spoken to by a line that neither tells nor asks for anything to be known: hard words, an
//! apology, praise, an offer, a joke, a call for help, an order, noise. It is read from the words alone.
//!
//! The phrases that people here have for each other are none of these: only somebody who types does it, so residents'
//! talk is as if this were not here.

use super::{super::beliefs::Beliefs, babble::babble};
use crate::language::{
    lexicon::lex,
    speech_act::scolds,
    text::{is_punct, is_stop_word, sentences, split},
};

/// More sentences, or more words in one, are no mere gesture.
const SENTENCES: usize = 5;
const WORDS: usize = 16;
/// Praise in more words than this is something told.
const BRIEF: usize = 10;

/// What is done by a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Gesture {
    /// Hard words to one's face.
    Insult,
    /// Tells one what to do or to be, as if one were a machine.
    Order,
    /// Is sorry.
    Apology,
    /// Knocks, as jokes do.
    Knock,
    /// Asks a riddle; with the question word that asks for its answer.
    Riddle(String),
    /// Means to tell a joke.
    JokeAhead,
    /// Has told one.
    Joke,
    /// Laughs.
    Laughs,
    /// Says they love one.
    Loves,
    /// Needs help, with what is not said.
    Help,
    /// Wants to ask something, or asks a favour, without saying what.
    Favour,
    /// Offers a hand.
    OffersHelp,
    /// Offers a thing, `some coffee`.
    Offers(String),
    /// Says something nice of one.
    Praise,
    /// Bids one do something for them, or proposes it.
    Bids,
    /// Nothing that could be understood.
    Babble,
}

/// What is done by a line to `to`; nothing, if it tells or asks something.
pub fn gesture(h: &Beliefs, to: &str, line: &str) -> Option<Gesture> {
    if scolds(line) {
        return Some(Gesture::Insult);
    }
    let all = sentences(line);
    if all.len() > SENTENCES {
        return None;
    }
    if babble(h, line) {
        return Some(Gesture::Babble);
    }
    let called: Vec<String> = to.to_lowercase().split(' ').map(str::to_owned).collect();
    let mut found: Option<Gesture> = None;
    let mut alone = true;
    for sentence in &all {
        let words = words(sentence, &called);
        // "Why did the hen cross the road? To get away!": it was told to its end
        if matches!(found, Some(Gesture::Riddle(_))) && !sentence.ends_with('?') {
            return Some(Gesture::Joke);
        }
        match one(&words, sentence).filter(|_| !words.is_empty()) {
            Some(gesture) => found = Some(gesture),
            None if light(&words) => {}
            // What is told or asked after it is what wants an answer.
            None => (alone, found) = (false, None),
        }
    }
    found.filter(|gesture| alone || gesture.wants_an_answer())
}

impl Gesture {
    /// Whether it is answered whatever was said before it; any other is nothing beside something that is told.
    fn wants_an_answer(&self) -> bool {
        matches!(
            self,
            Self::Order
                | Self::Knock
                | Self::Riddle(_)
                | Self::JokeAhead
                | Self::Favour
                | Self::OffersHelp
                | Self::Offers(_)
        )
    }
}

/// Small words without marks and without the names of whoever is spoken to.
fn words(sentence: &str, called: &[String]) -> Vec<String> {
    let words = split(sentence).into_iter().filter(|word| !is_punct(word)).map(|word| word.to_lowercase());
    let mut words: Vec<String> = words.filter(|word| !called.contains(word)).collect();
    while words.len() > 1 && lex().contains("gesture.before", &words[0]) {
        words.remove(0);
    }
    words
}

/// Says nothing but hello, thanks or a filler.
fn light(words: &[String]) -> bool {
    let small = format!(" {} ", words.join(" "));
    words.len() <= 4
        && (words.iter().all(|word| lex().contains("gesture.before", word))
            || lex().starts_with("greetwords", &small)
            || lex().find("thankwords", &small).is_some())
}

/// What one sentence does.
fn one(words: &[String], sentence: &str) -> Option<Gesture> {
    let asks = sentence.ends_with('?');
    if words.is_empty() || words.len() > WORDS {
        return None;
    }
    let small = format!(" {} ", words.join(" "));
    let opens = |section: &str| lex().starts_with(section, &small);
    let is = |section: &str| lex().contains(section, small.trim());
    match () {
        () if lex().find("order.words", &small).is_some() => Some(Gesture::Order),
        () if !asks && apologises(sentence) => Some(Gesture::Apology),
        () if is("joke.knock") => Some(Gesture::Knock),
        () if lex().find("joke.ahead", &small).is_some() => Some(Gesture::JokeAhead),
        () if asks && riddle(&small) => Some(Gesture::Riddle(ask_word(words))),
        () if is("loves") => Some(Gesture::Loves),
        () if is("laughs") => Some(Gesture::Laughs),
        () if is("joke.said") || opens("joke.opens") => Some(Gesture::Joke),
        () if opens("offer.help") => Some(Gesture::OffersHelp),
        () if is("help.vague") => Some(Gesture::Help),
        () if is("help.favour") => Some(Gesture::Favour),
        () if praises(words, &small, asks) => Some(Gesture::Praise),
        () => offered(&small, asks).map(Gesture::Offers).or_else(|| bids(words, &small, asks).then_some(Gesture::Bids)),
    }
}

/// `I am sorry, I take that back`: between the commas nothing else.
fn apologises(sentence: &str) -> bool {
    let parts: Vec<Vec<String>> =
        sentence.split(',').map(|part| words(part, &[])).filter(|part| !part.is_empty()).collect();
    let sorry = |part: &Vec<String>| {
        let small = format!(" {} ", part.join(" "));
        lex().contains("apology.all", small.trim()) || lex().starts_with("apology.opens", &small)
    };
    parts.iter().any(sorry) && parts.iter().all(|part| sorry(part) || part.len() == 1 || light(part))
}

/// `Why did the hen cross the road?`: in the words in which jokes ask.
fn riddle(small: &str) -> bool {
    lex().starts_with("joke.riddle", small) || lex().find("joke.riddle.in", small).is_some()
}

/// `Why` of a question that begins so.
fn ask_word(words: &[String]) -> String {
    let many = words.get(1).filter(|word| words[0] == "how" && matches!(word.as_str(), "many" | "much"));
    many.map_or_else(|| words[0].clone(), |many| format!("how {many}"))
}

/// `some coffee` of `would you like some coffee`.
fn offered(small: &str, asks: bool) -> Option<String> {
    let opener = |section: &str| {
        let all = lex().list(section).iter();
        all.filter(|opener| small.starts_with(&format!(" {opener} "))).max_by_key(|opener| opener.len())
    };
    let asked = || opener("offer.thing").filter(|_| asks);
    let opener = opener("offer.gift").or_else(asked)?;
    let rest: Vec<&str> = small.trim().strip_prefix(opener.as_str())?.split_whitespace().collect();
    let plain = |word: &str| !lex().verb(word) && !lex().contains("vague", word) && !is_stop_word(word);
    let noun = |word: &&str| lex().contains("offer.before", word) || rest.len() == 1 && plain(word);
    rest.first().filter(|word| noun(word))?;
    let end = rest.iter().position(|word| lex().contains("offer.ends", word)).unwrap_or(rest.len());
    (end > 0).then(|| rest[..end].join(" "))
}

/// `You are very kind`, `I like your hat`, `Nice hat`, `Your garden is lovely`.
fn praises(words: &[String], small: &str, asks: bool) -> bool {
    if asks || words.len() > BRIEF || words.iter().any(|word| matches!(word.as_str(), "not" | "if" | "never")) {
        return false;
    }
    let good = |word: &String| lex().contains("praise.words", word);
    if lex().contains("praise.all", small.trim()) {
        return true;
    }
    let from = |opener: &String| small.starts_with(&format!(" {opener} ")).then(|| opener.split(' ').count());
    // after "you are", some small words, and then the praise
    let after = |section: &str| {
        let at = lex().list(section).iter().filter_map(from).max()?;
        words.iter().skip(at).find(|word| !lex().contains("praise.between", word))
    };
    // "what a day" is no praise of anybody
    let of_you = words.iter().any(|word| matches!(word.as_str(), "you" | "your"));
    let thing = || words.last().is_some_and(|word| lex().contains("praise.things", word));
    match () {
        () if after("praise.what").is_some_and(good) => of_you || thing(),
        () if after("praise.you").is_some_and(good) => true,
        () if lex().starts_with("praise.like", small) => true,
        () if words[0] == "your" => {
            let is = words.iter().position(|word| matches!(word.as_str(), "is" | "are" | "looks" | "look"));
            is.is_some_and(|is| is > 1 && words[is + 1..].iter().any(good))
        }
        // "nice hat"
        () => good(&words[0]) && (2..=3).contains(&words.len()) && thing(),
    }
}

/// `Sing a song`, `Follow me`, `Shall we dance?`: a verb with nobody before it, or a proposal.
fn bids(words: &[String], small: &str, asks: bool) -> bool {
    if lex().starts_with("bid.propose", small) {
        return !lex().starts_with("bid.not", small);
    }
    !asks && words.len() > 1 && lex().contains("bid.verbs", &words[0]) && !lex().starts_with("bid.not", small)
}
