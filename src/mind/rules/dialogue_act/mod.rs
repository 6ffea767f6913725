//! Listening: from the words of a line to acts. It knows nothing of the grammar that made the line; a person may have
//! typed it. What is not understood is a remark.

mod addressed;
mod assent;
mod babble;
mod deeds;
mod gesture;
mod invitation;
mod question;
mod reported_speech;

pub use self::{
    assent::assent,
    deeds::{Deed, deeds},
    gesture::{Gesture, gesture},
    invitation::{Open, asks_to_event, hour_named},
    reported_speech::relay,
};

use super::{
    beliefs::Beliefs,
    frame::{Deixis, Said, parse},
};
use crate::language::{
    cues,
    lexicon::lex,
    text::{Toks, clauses, content, is_punct, sentences, split},
};

/// More letters of a line are not listened to.
const LONGEST: usize = 2000;
/// More clauses of a line are not listened to.
const MOST: usize = 24;
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
    /// Asks for help, in these words.
    Help(String),
    /// Asks something.
    Ask(Ask),
    /// Tells something.
    Tell(Said),
    /// Says something that was not understood.
    Remark(String),
    /// Says something that means nothing but goodwill.
    Phatic,
}

/// What one asks. Stems and names say what about.
#[derive(Clone, Debug)]
pub enum Ask {
    /// How are you?
    HowAre,
    /// What are you doing?
    Doing,
    /// What have you got on?
    Plans,
    /// What do you think of ..?
    Opinion(Vec<String>),
    /// Have you heard of ..?
    Heard(Vec<String>),
    /// Who ..?
    Who(Vec<String>),
    /// When ..?
    When(Vec<String>),
    /// Where ..?
    Where(Vec<String>),
    /// Are you coming?
    Coming,
    /// Who are you?
    Yourself,
    /// What is your name?
    Name,
    /// What did you do?
    Past,
    /// How is .. coming along?
    Progress(Vec<String>),
    /// Why?
    Why,
    /// Do you like ..?
    Like(Vec<String>),
    /// Are you in love with ..?
    Love(Vec<String>),
    /// Do you know somebody?
    Know(String),
    /// What brings you here?
    Here,
    /// Is it hard?
    Hard,
    /// Is it any better?
    Better,
    /// How did that happen?
    Story,
    /// Have you seen somebody?
    Seen(String),
    /// How is somebody?
    Fares(String),
    /// And you?
    Back,
    /// A question that only keeps the talk going.
    Small,
    /// Any other.
    Other(Vec<String>),
}

/// A clause as it is listened to.
struct Heard {
    /// As it was said.
    text: String,
    /// Small words without marks, with a space at both ends.
    small: String,
    words: usize,
    /// Names joined, without marks.
    merged: Toks,
    asks: bool,
}

impl Heard {
    fn new(h: &Beliefs, text: String) -> Self {
        let merged = h.names.merge(split(&text)).into_iter().filter(|word| !is_punct(word)).collect();
        let words: Vec<String> =
            split(&text).iter().filter(|word| !is_punct(word)).map(|word| word.to_lowercase()).collect();
        let small = format!(" {} ", words.join(" "));
        let asks = text.ends_with('?') || lex().opens("askimperative", &small);
        Self { small, words: words.len(), merged, asks, text }
    }

    fn says(&self, section: &str) -> bool {
        lex().hit(section, &self.small).is_some()
    }

    /// Whether it means nothing but goodwill. What leads up to a colon or names a source is not what is said.
    fn phatic(&self) -> bool {
        let told = self.text.rsplit_once(": ").map(|(_, told)| format!(" {} ", split(told).join(" ").to_lowercase()));
        match told {
            _ if self.says("sourcemark") => false,
            Some(told) => lex().hit("phatic", &told).is_some(),
            None => self.says("phatic"),
        }
    }

    /// "going to Ann's party", and not "going to be late".
    fn to_event(&self) -> bool {
        self.small.split(' ').any(|word| lex().is("events", word))
    }

    /// Whom and what it is about: names first, then stems.
    fn topic(&self, h: &Beliefs, by: &str, to: &str) -> Vec<String> {
        let (people, words): (Toks, Toks) = self.merged.iter().cloned().partition(|word| h.names.is_person(word));
        let mut topic: Vec<String> = people.into_iter().filter(|who| who != by && who != to).collect();
        topic.extend(content(&words));
        topic
    }

    /// "Did you know that P?" is news: P, said plainly.
    fn news(&self) -> Option<String> {
        if !self.asks || !lex().opens("newsquestion", &self.small) {
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
    let line = h.names.unnick(&line);
    let mut out = Vec::new();
    let mut spoken: Vec<String> = Vec::new();
    for text in sentences(&line).iter().flat_map(|sentence| clauses(sentence)).take(MOST) {
        let mut heard = Heard::new(h, addressed::unaddressed(&h.names, &text));
        let news = heard.news();
        let asked_as_news = news.is_some();
        if let Some(news) = news {
            heard.text = news;
            heard.asks = false;
        }
        let topic = heard.topic(h, by, to);
        if lex().opens("greetwords", &heard.small) {
            out.push(Act::Greet);
            if heard.words <= 4 {
                continue;
            }
        }
        let d = Deixis { me: by, you: to, now: h.sit.now, names: &h.names, prons: &h.prons, last: last.clone() };
        let polite = manners(&heard, asked_as_news);
        if let Some(event) = invited(h, &d, &heard, polite.as_ref()) {
            spoken = event.frame.key();
            out.push(Act::Tell(event));
            out.push(polite.filter(|act| matches!(act, Act::Ask(_))).unwrap_or(Act::Invite));
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
            out.extend(asked(h, &heard, topic, &spoken, last));
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
                spoken = said.frame.key();
                out.push(Act::Tell(said));
            }
            None => {
                if let Some(who) = topic.first().filter(|who| h.names.is_person(who)) {
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
        Some(act) => matches!(act, Act::Invite | Act::Ask(Ask::Coming)),
        None => heard.asks && heard.says("invitemore") || lex().opens("invitemore", &heard.small),
    };
    asks.then(|| invitation::event(h, d, heard)).flatten()
}

/// What is known by its wording: goodbyes, thanks, invitations, answers to them.
fn manners(heard: &Heard, news: bool) -> Option<Act> {
    if news {
        return None;
    }
    let bye = cues::leaves(&heard.small);
    let short = heard.small.len() < SHORT;
    match () {
        () if bye => Some(Act::Bye),
        () if heard.says("helpwords") => Some(Act::Help(heard.small.trim().to_owned())),
        () if heard.says("invitewords") => Some(Act::Invite),
        () if heard.asks && heard.says("comingwords") && (heard.to_event() || !heard.small.contains(" going to ")) => {
            Some(Act::Ask(Ask::Coming))
        }
        () if !heard.asks && heard.small.len() < 2 * SHORT && heard.says("hedgefirst") => Some(Act::Hedge),
        () if !heard.asks && heard.says("declinewords") => Some(Act::Decline),
        () if !heard.asks && heard.says("acceptwords") => Some(Act::Accept),
        // "I'm in": alone, for "I'm in my third year" is no yes
        () if !heard.asks && lex().is("acceptshort", heard.small.trim()) => Some(Act::Accept),
        () if !heard.asks && short && heard.says("hedgewords") => Some(Act::Hedge),
        () if heard.says("thankwords") => Some(Act::Thanks),
        () => None,
    }
}

/// A question; nothing, if it is a mere roll of the drum.
fn asked(h: &Beliefs, heard: &Heard, mut topic: Vec<String>, spoken: &[String], last: &Option<String>) -> Option<Act> {
    // "Sam?" is an echo
    if heard.words <= 2 && heard.merged.iter().any(|word| h.names.is_person(word)) {
        return Some(Act::Phatic);
    }
    if lex().is("drumroll", heard.small.trim()) {
        return None;
    }
    let points = [" it ", " that ", " this "].iter().any(|word| heard.small.contains(word));
    if points && topic.iter().all(|word| lex().is("empty", word)) {
        topic = spoken.to_vec();
    }
    let mut person = topic.iter().find(|word| h.names.is_person(word)).cloned();
    let pronoun = [" him ", " her ", " them "].iter().any(|word| heard.small.contains(word));
    if person.is_none() && pronoun && last.is_some() {
        topic.splice(0..0, last.clone());
        person = last.clone();
    }
    Some(Act::Ask(question::kind(&heard.small, topic, person)))
}
