//! Dialogue acts: from the words of a line to what is done by it. The reader knows nothing of the grammar that made the
//! line; a person or a model may have written it. What is not understood is a remark.

pub mod addressed;
mod babble;
mod gesture;
mod invitation;
mod transcript;

pub use self::{
    gesture::{Gesture, gesture},
    transcript::{Line, transcript},
};

use super::{
    asked::{self, Asked},
    beliefs::Beliefs,
    frame::{Deixis, Said, event, parse, strip_leadins},
};
use crate::language::{
    cues,
    lexicon::lex,
    text::{Tokens, clauses, is_punct, join, sentences, split, tokens},
};

/// More letters of a line are not listened to.
const LONGEST: usize = 2000;
/// More clauses of a line are not listened to.
const MAX: usize = 24;
/// A doubt is short; a long sentence with "maybe" in it is something else.
const SHORT: usize = 60;

/// What one does by saying something.
#[derive(Clone, Debug)]
#[allow(clippy::large_enum_variant, reason = "a line has a handful of acts, and most of them tell something")]
pub enum Act {
    /// Says hello.
    Greet,
    /// Says goodbye.
    Bye,
    /// Thanks.
    Thanks,
    /// Says yes to an invitation or a request.
    Accept,
    /// Says no to one.
    Decline,
    /// Leaves it open.
    Hedge,
    /// Invites.
    Invite,
    /// Asks whether one comes.
    Coming,
    /// Asks for help, in these words.
    Help(String),
    /// Asks something.
    Ask(Asked),
    /// Tells something.
    Tell(Said),
    /// Says something that was not understood.
    Remark(String),
    /// Says something that means nothing but goodwill.
    Phatic,
}

/// A clause as it is listened to.
struct Heard {
    /// As it was said.
    text: String,
    /// Small words without marks, with a space at both ends.
    small: String,
    words: usize,
    /// Names joined, without marks.
    merged: Tokens,
    asks: bool,
}

impl Heard {
    fn new(h: &Beliefs, text: String) -> Self {
        let merged = h.names.merge(&tokens(&text)).into_iter().filter(|word| !is_punct(word)).collect();
        let words: Vec<String> =
            split(&text).iter().filter(|word| !is_punct(word)).map(|word| word.to_lowercase()).collect();
        let small = format!(" {} ", words.join(" "));
        let asks = text.ends_with('?') || lex().starts_with("askimperative", &small);
        Self { small, words: words.len(), merged, asks, text }
    }

    fn says(&self, section: &str) -> bool {
        lex().find(section, &self.small).is_some()
    }

    /// Whether it means nothing but goodwill. What leads up to a colon or names a source is not what is said.
    fn phatic(&self) -> bool {
        let told = self.text.rsplit_once(": ").map(|(_, told)| format!(" {} ", split(told).join(" ").to_lowercase()));
        match told {
            _ if self.says("sourcemark") => false,
            Some(told) => lex().find("phatic", &told).is_some(),
            None => self.says("phatic"),
        }
    }

    /// "Did you know that P?" is news: P, said plainly.
    fn news(&self) -> Option<String> {
        if !self.asks || !lex().starts_with("newsquestion", &self.small) {
            return None;
        }
        let mut words = self.text.split_whitespace();
        words.by_ref().find(|word| word.eq_ignore_ascii_case("that"))?;
        let rest: Vec<&str> = words.collect();
        Some(format!("{}.", rest.join(" ").trim_end_matches('?')))
    }
}

/// All acts of a line said `by` somebody `to` somebody. `last` is whom they spoke of before.
pub fn acts(h: &Beliefs, by: &str, to: &str, line: &str, last: &mut Option<String>) -> Vec<Act> {
    let line: String =
        line.chars().filter(|letter| !letter.is_control() || letter.is_whitespace()).take(LONGEST).collect();
    let line = h.names.expand_nicknames(&line);
    let mut out = Vec::new();
    for text in sentences(&line).iter().flat_map(|sentence| clauses(sentence)).take(MAX) {
        let mut heard = Heard::new(h, addressed::unaddressed(&h.names, &text));
        let news = heard.news();
        let asked_as_news = news.is_some();
        if let Some(news) = news {
            heard.text = news;
            heard.asks = false;
        }
        if lex().starts_with("greetwords", &heard.small) {
            out.push(Act::Greet);
            if heard.words <= 4 {
                continue;
            }
        }
        let d = Deixis { me: by, you: to, now: h.now, names: &h.names, prons: &h.prons, last: last.clone() };
        let polite = manners(&heard, asked_as_news);
        if let Some(event) = invited(h, &d, &heard, polite.as_ref()) {
            out.push(Act::Tell(event));
            out.push(polite.filter(|act| matches!(act, Act::Coming)).unwrap_or(Act::Invite));
            continue;
        }
        if let Some(act) = polite {
            let done = !matches!(act, Act::Thanks);
            out.push(act);
            if done {
                continue;
            }
        }
        if heard.asks {
            out.extend(question(h, &heard, last.as_deref()));
            continue;
        }
        if heard.phatic() && !asked_as_news {
            out.push(Act::Phatic);
            continue;
        }
        match parse(&heard.text, &d).filter(says_something) {
            Some(said) => {
                let third = |who: &&String| *who != by && *who != to;
                let subject = Some(&said.frame.subj).filter(|who| said.frame.person && third(who));
                if let Some(who) = subject.or_else(|| said.frame.about.iter().find(third)) {
                    *last = Some(who.clone());
                }
                out.push(Act::Tell(said));
            }
            None => {
                if let Some(who) = heard.merged.iter().find(|who| h.names.is_person(who) && *who != by && *who != to) {
                    *last = Some(who.clone());
                }
                out.push(Act::Remark(heard.text));
            }
        }
    }
    invitation::gathering(&mut out, by);
    out
}

fn says_something(said: &Said) -> bool {
    !said.frame.rest.is_empty() || said.frame.event.is_some() || said.frame.when.is_some()
}

/// To what one is asked to come, if that stands in the question itself.
fn invited(h: &Beliefs, d: &Deixis, heard: &Heard, polite: Option<&Act>) -> Option<Said> {
    let asks = match polite {
        Some(act) => matches!(act, Act::Invite | Act::Coming),
        None => heard.asks && heard.says("invitemore") || lex().starts_with("invitemore", &heard.small),
    };
    asks.then(|| invitation::event(h, d, heard)).flatten()
}

/// What is known by its wording: goodbyes, thanks, invitations, answers to them.
fn manners(heard: &Heard, news: bool) -> Option<Act> {
    if news {
        return None;
    }
    let bye = cues::is_goodbye_clause(&heard.small);
    let short = heard.small.len() < SHORT;
    match () {
        () if bye => Some(Act::Bye),
        () if heard.says("helpwords") => Some(Act::Help(heard.small.trim().to_owned())),
        () if heard.says("invitewords") => Some(Act::Invite),
        // "going to Ann's party", and not "going to be late"
        () if heard.asks
            && heard.says("comingwords")
            && (event::is_visited(&heard.merged) || !heard.small.contains(" going to ")) =>
        {
            Some(Act::Coming)
        }
        () if !heard.asks && heard.small.len() < 2 * SHORT && heard.says("hedgefirst") => Some(Act::Hedge),
        () if !heard.asks && heard.says("declinewords") => Some(Act::Decline),
        () if !heard.asks && heard.says("acceptwords") => Some(Act::Accept),
        // "I'm in": alone, for "I'm in my third year" is no yes
        () if !heard.asks && lex().contains("acceptshort", heard.small.trim()) => Some(Act::Accept),
        () if !heard.asks && short && heard.says("hedgewords") => Some(Act::Hedge),
        () if heard.says("thankwords") => Some(Act::Thanks),
        () => None,
    }
}

/// A question; nothing, if it is a mere roll of the drum.
fn question(h: &Beliefs, heard: &Heard, last: Option<&str>) -> Option<Act> {
    // "Sam?" is an echo
    if heard.words <= 2 && heard.merged.iter().any(|word| h.names.is_person(word)) {
        return Some(Act::Phatic);
    }
    (!lex().contains("drumroll", heard.small.trim())).then(|| Act::Ask(asked::read(h, &heard.text, last)))
}

/// Yes or no, if that is what a line begins with, to somebody who is called `to`. It says something only to whoever has
/// just asked for something.
fn assent(line: &str, to: &str) -> Option<Act> {
    let first = sentences(line).into_iter().next().filter(|one| !one.ends_with('?'))?;
    let called = |word: &String| to.split(' ').any(|part| part == word);
    let words = split(&first).into_iter().filter(|word| !is_punct(word) && !called(word));
    let small = words.map(|word| word.to_lowercase()).collect::<Vec<_>>().join(" ");
    match () {
        () if lex().contains("yes.bare", &small) => Some(Act::Accept),
        () if lex().contains("no.bare", &small) => Some(Act::Decline),
        () => None,
    }
}

/// A sentence that gave no frame, in the third person, to be kept as it is: "my mother was a baker" becomes
/// "X's mother was a baker".
pub fn relay(h: &Beliefs, by: &str, to: &str, sentence: &str) -> String {
    let mut tokens = h.names.merge(&tokens(sentence));
    strip_leadins(&mut tokens);
    let mut out = Tokens::with_capacity(tokens.len());
    for word in tokens {
        let owner = |name: &str| [name.to_owned(), "'s".to_owned()];
        match word.to_lowercase().as_str() {
            "i" | "me" | "myself" => out.push(by.to_owned()),
            "my" | "mine" => out.extend(owner(by)),
            "am" => out.push("is".to_owned()),
            "you" | "yourself" => out.push(to.to_owned()),
            "your" | "yours" => out.extend(owner(to)),
            _ => out.push(word),
        }
    }
    join(&out)
}
