//! A sentence said to oneself, kept as one keeps memories: in the third person, with full names and absolute dates.
//!
//! "you will run against Bo" becomes "Ann Lee has decided to run against Bo Ek.": what one is told one will do, one has
//! made up one's mind to. Words that are not understood stay as they are.

#[cfg(test)]
mod tests;

use crate::language::{
    lexicon::lex,
    text::{Names, Pronoun, Tokens, capitalize, is_capitalized, is_punct, join, sentences, third, tokens},
    time::{self, DAY, When, clock, day_of_iso},
};
use crate::mind::question::{Known, Moment, Terms, TimeOfDay};

/// Minutes in which one drops what one is at.
const AT_ONCE: u32 = 2;
/// More sentences are not taken in at once.
const MAX: usize = 12;

/// What becomes of it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct InnerThought {
    /// As it is remembered.
    pub text: String,
    /// What is to be done at a time, if that was said.
    pub deed: Option<Terms>,
    /// Is something meant to be done, at whatever time?
    pub meant: bool,
    /// What others are to be told, as what one knows oneself: "the mill is closed" of "tell everybody that the mill is
    /// closed".
    pub news: Vec<String>,
}

/// Whose head it arrives in.
pub struct Listener<'a> {
    /// Full name.
    pub name: &'a str,
    /// `she`, `he` or `they`.
    pub pronouns: &'a str,
    /// When.
    pub now: &'a Moment,
    /// The names they know.
    pub known: &'a Known,
}

/// Turns what was said to `ear`.
pub fn think(said: &str, ear: &Listener) -> InnerThought {
    let mut names = Names::default();
    names.person(ear.name);
    ear.known.people.iter().for_each(|one| names.person(&one.name));
    for place in &ear.known.places {
        names.place(place);
        names.place(place.split(':').next().unwrap_or_default().trim());
    }
    let now = day_of_iso(&ear.now.iso).unwrap_or_default() * DAY + u32::from(ear.now.time.0);
    let mut whole = InnerThought::default();
    let mut lines = Vec::new();
    for sentence in sentences(&names.expand_nicknames(said)).into_iter().take(MAX) {
        let mut tokens = names.merge(&tokens(&sentence));
        let end = tokens.iter().rposition(|word| !is_punct(word)).map_or(0, |last| last + 1);
        let end = if tokens.split_off(end).first().is_some_and(|mark| mark == "?") { "?" } else { "." };
        let turn = Turn { ear, names: &names, now };
        let turned = turn.to_be_told(&tokens).unwrap_or_else(|| turn.sentence(tokens));
        if !turned.text.is_empty() {
            lines.push(format!("{}{end}", turned.text));
        }
        whole.meant |= turned.meant;
        whole.news.extend(turned.news);
        whole.deed = whole.deed.or(turned.deed);
    }
    whole.text = lines.join(" ");
    whole
}

struct Turn<'a> {
    ear: &'a Listener<'a>,
    names: &'a Names,
    now: time::EpochMinute,
}

impl Turn<'_> {
    /// One sentence, without the mark at its end.
    fn sentence(&self, mut tokens: Tokens) -> InnerThought {
        while tokens.first().is_some_and(|word| is_punct(word)) {
            tokens.remove(0);
        }
        let when = self.when(&mut tokens);
        while tokens.last().is_some_and(|word| is_punct(word)) {
            tokens.pop();
        }
        if tokens.is_empty() {
            return InnerThought::default();
        }
        let deed = deed(&tokens, self.ear.name);
        let harm = deed.as_ref().is_some_and(|(not, what)| !not && harms(what));
        let text = match &deed {
            Some((not, what)) => {
                let means = match (harm, not) {
                    (true, _) => "is secretly afraid of a thought: to",
                    (_, true) => "has decided not to",
                    (_, false) => "has decided to",
                };
                format!("{} {means} {}", self.ear.name, join(&self.turned(what.clone(), true)))
            }
            None => capitalize(&join(&self.turned(tokens, false))),
        };
        let meant = deed.is_some() && !harm;
        let text = format!("{text} {}", when.as_ref().map(When::write).unwrap_or_default()).trim_end().to_owned();
        let deed = deed.filter(|(not, _)| !not && !harm).zip(when.filter(|when| when.from.is_some()));
        let deed = deed.and_then(|((_, what), when)| self.promise(what, &when));
        InnerThought { text, deed, meant, ..InnerThought::default() }
    }

    /// The time in it; a time on the clock alone is the next one.
    fn when(&self, tokens: &mut Tokens) -> Option<When> {
        if let Some(when) = self.at_once(tokens) {
            return Some(when);
        }
        let mut when = time::extract_time(tokens, self.now)?;
        if let (None, Some(from)) = (when.day, when.from) {
            let today = self.now / DAY;
            // "at five" of an afternoon is five in the afternoon
            let late = from < 12 * 60 && from <= self.now % DAY && from + 12 * 60 > self.now % DAY;
            if late {
                when.from = Some(from + 12 * 60);
                when.to = when.to.map(|to| if to < from + 12 * 60 { to + 12 * 60 } else { to });
            }
            when.day = Some(if when.from > Some(self.now % DAY) { today } else { today + 1 });
        }
        Some(when)
    }

    /// "at once", "right now": this very minute.
    fn at_once(&self, tokens: &mut Tokens) -> Option<When> {
        let small: Vec<String> = tokens.iter().map(|word| word.to_lowercase()).collect();
        let (at, long) = lex().list("at.once").iter().find_map(|said| {
            let words: Vec<&str> = said.split(' ').collect();
            small.windows(words.len()).position(|window| window == words).map(|at| (at, words.len()))
        })?;
        tokens.drain(at..at + long);
        let from = self.now + AT_ONCE;
        Some(When { day: Some(from / DAY), from: Some(from % DAY), to: None })
    }

    /// Words turned from the one spoken to, or from oneself, to a name. `named`: it has been named already.
    fn turned(&self, tokens: Tokens, mut named: bool) -> Tokens {
        let others = tokens.iter().any(|word| self.names.is_person(word) && word != self.ear.name);
        let mut out = Tokens::with_capacity(tokens.len());
        let mut follows = false;
        for (at, word) in tokens.iter().enumerate() {
            let small = word.to_lowercase();
            let small = small.as_str();
            let mut call = |form: usize| {
                let name = !std::mem::replace(&mut named, true) || others;
                out.push(if name {
                    self.ear.name.to_owned()
                } else {
                    Pronoun::named(self.ear.pronouns).of(form).to_owned()
                });
                out.extend((name && form == 2).then(|| "'s".to_owned()));
            };
            match small {
                "i" => {
                    call(0);
                    follows = true;
                }
                "you" => {
                    let subject = is_subject(&tokens, at);
                    call(usize::from(!subject));
                    follows = subject;
                }
                "me" => call(1),
                "your" | "my" => call(2),
                "yours" | "mine" => out.extend([self.ear.name.to_owned(), "'s".to_owned()]),
                "yourself" | "myself" => out.push(Pronoun::named(self.ear.pronouns).of(3).to_owned()),
                _ if follows && lex().contains("adverbs", small) => out.push(word.clone()),
                _ if follows => {
                    follows = false;
                    out.push(agrees(small, word));
                }
                _ => out.push(word.clone()),
            }
        }
        out
    }

    /// Who makes up their mind to tell others that something is so takes it for so, and knows it from then on: "tell
    /// everybody that the mill is closed". A time in it says when that is, and not when it is told. `None`: nothing is to
    /// be told.
    fn to_be_told(&self, tokens: &[String]) -> Option<InnerThought> {
        let at = tokens.iter().position(|word| word.eq_ignore_ascii_case("that"))?;
        let (first, rest) = (&tokens[..at], tokens.get(at + 1..).filter(|rest| rest.len() > 1)?);
        let (not, what) = deed(first, self.ear.name).unwrap_or_else(|| (false, first.to_vec()));
        if not || !lex().contains("passes.on", &what.first()?.to_lowercase()) {
            return None;
        }
        let what = join(&self.turned(what, true));
        let news = self.sentence(rest.to_vec());
        if news.text.is_empty() {
            return None;
        }
        let named = is_capitalized(&rest[0]) || news.text.starts_with(self.ear.name);
        let said = if named { news.text.clone() } else { lower(&news.text) };
        let text = format!("{} has decided to {} that {said}", self.ear.name, lower(&what));
        Some(InnerThought { text, deed: None, meant: true, news: vec![news.text + "."] })
    }

    fn promise(&self, mut what: Tokens, when: &When) -> Option<Terms> {
        let named = what.iter().filter(|word| self.names.is_place(word));
        let place = named.max_by_key(|name| name.len()).cloned().unwrap_or_default();
        let day = when.day?;
        let hour = |minute: Option<u32>| minute.map(clock).unwrap_or_default();
        let today = day_of_iso(&self.ear.now.iso)?;
        let date: jiff::civil::Date = self.ear.now.iso.parse().ok()?;
        let date = date.checked_add(jiff::Span::new().days(i64::from(day) - i64::from(today))).ok()?;
        // Where is said apart from what.
        if let Some(at) = what.iter().position(|word| *word == place).filter(|at| *at > 2) {
            let before = usize::from(matches!(what[at - 1].as_str(), "at" | "in" | "to" | "on"));
            what.drain(at - before..=at);
        }
        let what = join(&self.turned(what, true));
        let (from, until) = (hour(when.from), hour(when.to));
        debug_assert!(from.is_empty() || from.parse::<TimeOfDay>().is_ok());
        Some(Terms { what, place, date: date.to_string(), from, until, ..Terms::default() })
    }
}

/// Whether "you" at this place does what follows, and is not what is done to.
fn is_subject(tokens: &[String], at: usize) -> bool {
    let Some(next) = tokens.get(at + 1).map(|word| word.to_lowercase()) else { return false };
    let after = tokens.get(at + 2).map(|word| word.to_lowercase()).unwrap_or_default();
    let verb = |word: &str| lex().contains("aux", word) || lex().verb(word) || lex().map("past").contains_key(word);
    verb(&next) || lex().contains("adverbs", &next) && verb(&after) || next.ends_with("ed")
}

/// The verb after a name: "you are" and "I am" to "is", "you like" to "likes".
fn agrees(small: &str, word: &str) -> String {
    match small {
        "are" | "am" => "is".into(),
        "were" => "was".into(),
        "have" => "has".into(),
        "do" => "does".into(),
        _ if lex().contains("aux", small) || lex().map("past").contains_key(small) || !lex().verb(small) => {
            word.to_owned()
        }
        _ => third(small),
    }
}

/// What one is told to do, or will do, and whether it is not to be done: `you will ..`, `I am going to ..`, `run ..`.
fn deed(tokens: &[String], me: &str) -> Option<(bool, Tokens)> {
    let small: Vec<String> = tokens.iter().map(|word| word.to_lowercase()).collect();
    let is = |at: usize, word: &str| small.get(at).is_some_and(|other| other == word);
    let self_said = is(0, "you") || is(0, "i") || tokens.first().is_some_and(|word| word == me);
    let (mut at, mut not) = (0, false);
    if self_said {
        let plain = |word: &String| match word.as_str() {
            "are" | "am" => "is".to_owned(),
            "has" => "have".to_owned(),
            "wants" | "needs" => word.trim_end_matches('s').to_owned(),
            _ => word.clone(),
        };
        let said = format!("{} ", small[1..].iter().map(plain).collect::<Vec<_>>().join(" "));
        let led = |section: &str| {
            let leads = |lead: &&String| said.strip_prefix(lead.as_str()).is_some_and(|rest| rest.starts_with(' '));
            lex().list(section).iter().find(leads)
        };
        // "you should be careful" is no deed
        let should = || led("led.should").filter(|lead| !said[lead.len()..].starts_with(" be "));
        let will_not = led("led.not");
        let lead = will_not.or_else(|| led("led.will")).or_else(should)?;
        (at, not) = (1 + lead.split(' ').count(), will_not.is_some());
    } else if is(0, "do") && is(1, "not") || is(0, "never") {
        not = true;
        at = if is(0, "never") { 1 } else { 2 };
    } else if is(0, "please") {
        at = 1;
    }
    if is(at, "not") || is(at, "never") {
        not = true;
        at += 1;
    }
    at += small.iter().skip(at).take_while(|word| lex().contains("adverbs", word)).count();
    let verb = small.get(at)?;
    // "you will be happy" is nothing one can decide; "be at the mill at five" is
    let place = ["at", "in", "on", "there", "nice", "kind"].iter().any(|word| is(at + 1, word));
    let does = lex().verb(verb) && !lex().contains("aux", verb) || verb == "be" && place || self_said && verb != "be";
    // "Sam runs" and "Help is near" are no orders: an order's verb stands plain, and no other follows it
    let told = self_said || !is_capitalized(&tokens[at]) || at == 0;
    let statement = !self_said && small.get(at + 1).is_some_and(|word| lex().contains("aux", word));
    (does && told && !statement && at + usize::from(self_said) < small.len()).then(|| {
        let mut what = tokens[at..].to_vec();
        what[0] = verb.clone();
        (not, what)
    })
}

/// What nobody here does because a voice said so, a bare verb phrase: harm to oneself, to others, to a house. It is a
/// thought one is afraid of and tells nobody, and no plan.
fn harms(what: &[String]) -> bool {
    let small = format!(" {} ", what.join(" ").to_lowercase());
    lex().find("harm", &small).is_some() && lex().find("harm.not", &small).is_none()
}

fn lower(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |first| first.to_lowercase().chain(chars).collect())
}
