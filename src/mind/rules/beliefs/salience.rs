//! What is worth telling to whom.

use std::cmp::Reverse;

use super::{Beliefs, Fact, Kind, Relation};
use crate::{
    language::{
        lexicon::lex,
        text::overlap,
        time::{DAY, When},
    },
    mind::rules::{
        frame::{Class, Form, Frame, event},
        tuning,
    },
};

impl Beliefs<'_> {
    /// Facts whose frame is about a person, newest and heaviest first.
    pub fn about(&self, who: &str) -> Vec<&Fact> {
        let mut about: Vec<&Fact> = self.facts.iter().filter(|fact| fact.f().subj == who && !fact.outgoing).collect();
        let lately = self.now.saturating_sub(5 * DAY);
        about.sort_by_key(|fact| Reverse(u32::from(fact.imp) * 200 + fact.at.saturating_sub(lately) / 8));
        about
    }

    /// Does `you` know this already, as far as I can remember?
    pub fn knows(&self, you: &str, frame: &Frame) -> bool {
        let you_of = |name: &Option<String>| name.as_deref() == Some(you);
        let said = |fact: &Fact| you_of(&fact.from) || you_of(&fact.said.to) || you_of(&fact.said.from);
        let invited = |fact: &Fact| {
            fact.f().verb == "invite"
                && fact.f().persons().iter().any(|who| who == you)
                && overlap(fact.f().of_rest(), &frame.key()) > 0.6
        };
        frame.subj == you
            || self.facts.iter().any(|fact| said(fact) && fact.f().same(frame))
            || frame.event.is_some() && self.facts.iter().any(invited)
    }

    /// Whether the word says of itself that it is an event, or I know of one that is called so.
    pub fn is_event(&self, word: &str) -> bool {
        let ends = |event: &String| event.rsplit(' ').next() == Some(word);
        event::is_event(word) || self.facts.iter().filter_map(|fact| fact.f().event.as_ref()).any(ends)
    }

    /// Events that are not over, each once, as fully as it is known.
    pub fn events(&self) -> Vec<&Fact> {
        let full = |fact: &Fact| {
            let (place, when) = (fact.f().place.is_some(), fact.f().when.is_some());
            u8::from(place) + 2 * u8::from(when) + u8::from(fact.f().subj == self.me.name)
        };
        let over = |frame: &Frame| frame.when.as_ref().and_then(When::end).is_some_and(|end| end < self.now);
        let mut events: Vec<&Fact> = Vec::new();
        let open = |fact: &&Fact| fact.f().class == Class::Event && !fact.f().secret && !over(fact.f());
        for fact in self.facts.iter().filter(open) {
            match events.iter_mut().find(|other| other.f().same(fact.f())) {
                Some(other) if full(fact) > full(other) => *other = fact,
                Some(_) => {}
                None => events.push(fact),
            }
        }
        events
    }

    /// Whether it is over.
    pub fn past(&self, frame: &Frame) -> bool {
        frame.when.as_ref().and_then(When::end).is_some_and(|end| end <= self.now)
    }
    /// Whether it has begun, or is over; a day without an hour has begun with its noon.
    pub fn begun(&self, frame: &Frame) -> bool {
        frame.when.as_ref().and_then(When::start).is_some_and(|start| start <= self.now)
    }
    /// How much a fact presses to be told to `you`: importance x freshness x what is to come x leave to tell x relevance
    /// x how often it was told.
    pub fn salience(&self, fact: &Fact, you: &str, rel: &Relation) -> f32 {
        if self.untold(fact, you, rel) {
            return 0.0;
        }
        let (frame, now) = (fact.f(), self.now);
        let mine = frame.subj == self.me.name;
        let age = now.saturating_sub(fact.at) as f32 / 60.0;
        let stale = fact.at > 0 && frame.class != Class::Event && !mine;
        let fresh = if stale { 0.97f32.powf(age).max(0.25) } else { 0.8 };
        let start = frame.when.as_ref().and_then(When::start);
        let to_come = if start.is_some_and(|start| start > now && start - now < 2 * DAY) { 1.3 } else { 1.0 };
        let leave = self.leave(fact, you, rel);
        let kin = |who: &String| {
            let of_both = |persons: &[String]| persons.contains(who) && persons.iter().any(|other| other == you);
            self.facts.iter().any(|other| other.f().class == Class::Kin && of_both(&other.f().persons()))
        };
        let touches = frame.persons().iter().any(|who| who != you && *who != self.me.name && kin(who));
        let relevant = if touches { 1.5 } else { 1.0 };
        let told = self.facts.iter().filter(|other| other.outgoing && other.f().same(frame)).count();
        let tired = if mine { 0.95f32 } else { 0.8f32 }.powi(told as i32);
        f32::from(fact.imp) / 10.0 * fresh * to_come * leave * relevant * tired
    }

    /// What is nothing to tell: a secret, what the other knows, what is over, what is small.
    fn untold(&self, fact: &Fact, you: &str, rel: &Relation) -> bool {
        let frame = fact.f();
        let mine = frame.subj == self.me.name;
        let of_you = frame.about.iter().any(|about| about == you);
        let noted = matches!(frame.class, Class::Home | Class::Know | Class::Met | Class::Told | Class::Kin)
            || lex().contains("bookkeeping", &frame.verb)
            || frame.verb == "have" && mine && frame.when.is_none();
        // what one thinks of somebody is not told to their face, and "it" alone says nothing to another
        let thought = matches!(frame.class, Class::Think | Class::Dislike | Class::Like | Class::Love);
        let to_face = thought && of_you || bare(frame);
        // nor is what one has concluded about them; and what one feels is for those close to one
        let concluded = fact.kind == Kind::Reflection && fact.at > 0 && frame.event.is_none();
        let over = self.past(frame) || (frame.class == Class::Need || frame.event.is_some()) && self.begun(frame);
        let seen = mine && fact.kind == Kind::Observation && fact.at > 0 && frame.form == Form::Ing;
        let passing = !frame.lasting() && (mine || self.now.saturating_sub(fact.at) > 200);
        // those close to me know what I do and how I live
        let habit = self.me.lifestyle.contains(&fact.text);
        let of_life = fact.kind == Kind::Reflection
            && matches!(frame.class, Class::Work | Class::State | Class::Other | Class::Like | Class::Doing);
        let close = of_life && rel.close >= 1.0 || rel.close >= 2.0 && fact.imp < 7 && frame.event.is_none();
        let small = !mine && !frame.worth_keeping(fact.imp) && frame.class != Class::Doing;
        frame.secret
            || fact.outgoing
            || frame.subj == you
            || noted
            || to_face
            || habit
            || concluded && (rel.close < 2.0 || of_you)
            || over
            || seen
            || passing
            || mine && fact.at == 0 && close
            || small
            || self.knows(you, frame)
    }

    /// How freely a fact is told to `you`: 1 for what anybody may hear.
    fn leave(&self, fact: &Fact, you: &str, rel: &Relation) -> f32 {
        let frame = fact.f();
        let mine = frame.subj == self.me.name;
        let of_you = frame.about.iter().any(|about| about == you);
        let mut leave = match frame.class {
            Class::Love if rel.close >= 2.0 => tuning::TELLS_LOVE,
            Class::Dislike if rel.close >= 1.5 && !of_you => tuning::TELLS_DISLIKE,
            Class::Love | Class::Dislike => 0.0,
            Class::Trouble if mine && rel.close < 1.0 => 0.3,
            Class::Work | Class::State | Class::Like | Class::Doing if mine => 0.45,
            Class::Doing => 0.5,
            _ => 1.0,
        };
        let mut only = |applies: bool, share: f32| leave *= if applies { share } else { 1.0 };
        only(of_you && !mine, 0.4);
        only(rel.warm < -0.5, 0.25);
        only(!frame.person && !matches!(frame.class, Class::Event | Class::Trouble), 0.3);
        // That one goes somewhere oneself is for those who care where one goes; that one may go is nothing to tell.
        let visits = || event::listed(&frame.rest).is_some() || event::visited(&frame.rest).is_some();
        let going = frame.class != Class::Event && visits();
        only(going && frame.aux.as_deref() == Some("may"), 0.0);
        only(going, if rel.close >= tuning::RELAY_CLOSE { tuning::TELLS_GOING } else { tuning::TELLS_GOING / 3.0 });
        if !mine {
            // of somebody whom nobody here knows yet everybody speaks
            only(!self.newcomer(&frame.subj), tuning::RELAY);
            // old knowledge is no news
            only(fact.at == 0, 0.6);
            only(!rel.met, 0.3);
            // not everyone carries tales
            only(self.voice.talkative <= 0, 0.6);
            only(frame.persons().iter().all(|who| !self.relation(who).met), 0.7);
        }
        leave
    }
}

/// Does it speak of something by a bare pronoun, so that it means nothing by itself?
pub fn bare(frame: &Frame) -> bool {
    frame.rest.iter().any(|word| matches!(word.as_str(), "it" | "them")) && frame.event.is_none()
}
