//! Whether one means to go to an event.

use super::{Beliefs, Fact};
use crate::{
    language::{lexicon::lex, text::overlap},
    mind::rules::{
        frame::{Class, Frame},
        tuning,
    },
};

/// So many of an event's words in a sentence of mine: it speaks of that event.
const SPEAKS_OF: f32 = 0.6;

impl Beliefs<'_> {
    /// Do I mean to go? Decided from plan, feeling and nature; the same answer whenever asked about the same event.
    /// With the reason, if there is one.
    pub fn go(&self, ev: &Frame) -> (Go, String) {
        let (host, me) = (&ev.subj, &self.me.name);
        let speaks = |fact: &&Fact| overlap(fact.f().of_rest(), &ev.key()) >= SPEAKS_OF;
        let said = |verb: &str| self.own().filter(|fact| fact.f().verb == verb).any(|fact| speaks(&fact));
        if host == me || said("agree") {
            return (Go::Agreed, String::new());
        }
        if self.begun(ev) {
            return (Go::Over, String::new());
        }
        let declined = said("decline");
        if let Some(why) = self.conflict(ev) {
            return (Go::Conflict, why);
        }
        let relation = self.relation(host);
        if relation.warm < tuning::COLD {
            return (Go::Dislike, host.clone());
        }
        if declined {
            return (Go::Busy, self.me.aim.clone());
        }
        let going = |fact: &&Fact| {
            matches!(fact.f().verb.as_str(), "go" | "come" | "attend")
                || fact.f().rest.iter().take(2).any(|word| matches!(word.as_str(), "go" | "come" | "attend"))
        };
        if self.own().filter(|fact| speaks(fact)).any(|fact| going(&fact)) {
            return (Go::Yes, String::new());
        }
        // whom one loves will be there
        let goes = |who: &String| self.facts.iter().any(|fact| fact.f().verb == "go" && fact.f().subj == *who);
        let love = self.own().any(|fact| fact.f().class == Class::Love && fact.f().about.first().is_some_and(goes));
        let chance = self.steady(&[self.number(ev)]).unit() - 0.5;
        let voice = &self.voice;
        let wish = tuning::SOCIABLE
            + relation.close * tuning::GOES_CLOSE
            + relation.warm * tuning::GOES_WARM
            + voice.talkative as f32 * 0.25
            + voice.warm as f32 * 0.15
            - voice.shy as f32 * 0.5
            + if love { 2.0 } else { 0.0 }
            + chance * tuning::GOES_CHANCE;
        match () {
            () if wish > tuning::GOES => (Go::Yes, String::new()),
            () if wish > tuning::MAY_GO => (Go::Maybe, String::new()),
            () if voice.shy >= 2 => (Go::Shy, String::new()),
            () if !relation.met => (Go::Stranger, host.clone()),
            () => (Go::Busy, self.me.aim.clone()),
        }
    }

    /// What of mine lies in those hours.
    fn conflict(&self, ev: &Frame) -> Option<String> {
        let hours = |frame: &Frame| {
            let when = frame.when.as_ref().filter(|when| when.from.is_some())?;
            Some((when.start()?, when.end()?))
        };
        let (from, until) = hours(ev)?;
        let mine = self.own().filter(|fact| {
            let frame = fact.f();
            !frame.same(ev)
                && overlap(frame.of_rest(), &ev.key()) < SPEAKS_OF
                && !lex().contains("bookkeeping", &frame.verb)
                && frame.lasting()
        });
        let mut at_once = mine.filter(|fact| hours(fact.f()).is_some_and(|(start, end)| start < until && from < end));
        at_once.next().map(|fact| fact.f().say(&self.view("")))
    }
}

/// Whether one goes, and why not.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Go {
    /// It is promised already, or one's own.
    Agreed,
    /// Yes.
    Yes,
    /// Perhaps.
    Maybe,
    /// Something else lies in those hours.
    Conflict,
    /// Not to that host.
    Dislike,
    /// Not among so many people.
    Shy,
    /// Not to somebody one hardly knows.
    Stranger,
    /// Not now.
    Busy,
    /// It has begun, or is over.
    Over,
}
