//! A bare question after what one has just said: "Why?", "Who told you that?", "Really?". It is answered from the line it
//! follows and from what one remembers of that, or plainly not.

use std::rc::Rc;

use super::{
    super::{
        asked::{Point, bare, facts},
        beliefs::{Beliefs, Fact, Kind},
        dialogue_act::{Act, Line},
        dice::Dice,
        frame::{Class, Frame, Said},
    },
    Answer, Respondent,
    about::likeness,
};
use crate::language::{
    text::{content, overlap, tokens},
    time::{DAY, When},
};

/// One looks back over so many of one's own lines for something that was said.
const LOOKS_BACK: usize = 3;
/// A remark of so many words told something.
const WORDY: usize = 5;
/// So much of its words must stand in a memory of it.
const ALIKE: f32 = 0.6;

/// The answer to the last line if that is a bare question to what was said before; `None`: it is not.
pub fn follow_up(head: &Beliefs, other: &str, lines: &[Line], dice: &mut Dice) -> Option<String> {
    let me = head.me.name.as_str();
    let (last, before) = lines.split_last().filter(|(last, _)| last.who != me)?;
    let names: Vec<String> = me.to_lowercase().split_whitespace().map(str::to_owned).collect();
    let point = bare(&last.words, &names)?;
    // Who has said nothing yet is not asked about it.
    before.iter().find(|line| line.who == me)?;
    let said = before.iter().map(|line| line.words.clone()).collect();
    let mut respondent = Respondent { head, by: other, said, dice, honest: false };
    let answer = match told(head, other, before) {
        Ok(fact) => respondent.follow_up(point, &fact),
        Err(told) => {
            let section = match point {
                Point::Sure => "follow.sure.known",
                Point::Meaning => "follow.mean.none",
                _ if told => "follow.said",
                _ => "follow.none",
            };
            respondent.no(section, &[])
        }
    };
    Some(answer.words)
}

/// What one said last and may say more of, with what one remembers of it and whom one has it from. The error is whether
/// one told something all the same that was not understood.
fn told(head: &Beliefs, other: &str, lines: &[Line]) -> Result<Fact, bool> {
    for line in lines.iter().rev().filter(|line| line.who == head.me.name).take(LOOKS_BACK) {
        if let Some(said) = line.told().rfind(|said| !said.frame.secret) {
            return Ok(remembered(head, other, lines, said));
        }
        // What was said before something else is not what is asked about.
        if line.acts.iter().any(|act| matches!(act, Act::Remark(text) if text.split(' ').count() >= WORDY)) {
            return Err(true);
        }
    }
    Err(false)
}

/// Something said as the fact of memory that says it and knows most: who told it, when, where.
fn remembered(head: &Beliefs, other: &str, lines: &[Line], said: &Said) -> Fact {
    let frame = &said.frame;
    let score = |fact: &&Fact| {
        let known = fact.f();
        let more = f32::from(u8::from(known.when.is_some()) + u8::from(known.place.is_some()));
        let sourced = if head.source(fact).is_some() { 0.15 } else { 0.0 };
        let verb = if known.verb == frame.verb && known.form == frame.form { 0.3 } else { 0.0 };
        likeness(frame, known) + verb + sourced + more * 0.05 + f32::from(fact.imp) * 0.001
    };
    let like = facts(head).filter(|fact| !fact.outgoing && likeness(frame, fact.f()) >= ALIKE);
    let nearest = like.max_by(|a, b| score(a).total_cmp(&score(b)));
    let theirs = lines.iter().filter(|line| line.who == other).flat_map(Line::told);
    let theirs = { theirs }.any(|told| told.frame.same(frame)).then(|| other.to_owned());
    let source = said.from.clone().filter(|from| *from != head.me.name);
    let source = source.or_else(|| nearest.and_then(|fact| head.source(fact)).map(str::to_owned)).or(theirs);
    let known = nearest.map(Fact::f);
    let frame = Frame {
        place: frame.place.clone().or_else(|| known?.place.clone()),
        when: frame.when.clone().or_else(|| known?.when.clone()),
        ..frame.clone()
    };
    let from = source.filter(|_| frame.subj != head.me.name);
    let said = Rc::new(Said { frame, ..said.clone() });
    match nearest {
        Some(fact) => Fact { said, from, ..fact.clone() },
        None => {
            let (kind, text) = (Kind::Reflection, String::new());
            Fact { n: None, said, at: 0, imp: 0, from, kind, text, outgoing: false }
        }
    }
}

impl Respondent<'_, '_> {
    /// The answer to a bare question about a fact that one has spoken of.
    fn follow_up(&mut self, point: Point, fact: &Fact) -> Answer {
        let (now, mine) = (self.head.now, fact.f().subj == self.head.me.name);
        let name = fact.from.as_deref().map(|who| self.head.names.short(who)).unwrap_or_default();
        // how one knows it
        let known = match &fact.from {
            _ if mine => "own",
            Some(source) if source == self.by => "you",
            Some(_) => "told",
            None if fact.text.is_empty() => "none",
            None if fact.kind == Kind::Observation && fact.at > 0 => "seen",
            None => "known",
        };
        // everybody named in it but the two who talk
        let people: Vec<String> =
            fact.f().persons().into_iter().filter(|who| *who != self.head.me.name && *who != self.by).collect();
        match point {
            Point::When | Point::Where => match self.on(point, fact) {
                Some(said) => self.say("tell.fact", &[("r", &said)], fact.n),
                None => self.part(fact, fact.n),
            },
            Point::Who => match people.first() {
                Some(who) => self.say("follow.who", &[("x", who)], fact.n),
                None => self.no(if mine { "follow.who.me" } else { "follow.who.none" }, &[]),
            },
            Point::With if people.is_empty() => self.no("follow.with.none", &[]),
            Point::With => self.say("follow.with", &[("x", &people.join(" and "))], fact.n),
            Point::Meaning => self.say("follow.mean", &[("r", &self.clause(fact))], fact.n),
            Point::Source => {
                let when = When { day: Some(fact.at / DAY), from: None, to: None };
                let when = if fact.at > 0 { when.say(now) } else { String::new() };
                self.say(&format!("follow.source.{known}"), &[("src", &name), ("when", &when)], fact.n)
            }
            Point::Sure => self.say(&format!("follow.sure.{known}"), &[("src", &name)], fact.n),
            Point::Why => match self.reason(fact) {
                Some(reason) => self.say("follow.why", &[("r", &reason)], fact.n),
                None => self.no_reason(fact.f(), known, &name),
            },
            _ => self.no("follow.said", &[]),
        }
    }

    /// That there is no reason which one knows.
    fn no_reason(&mut self, frame: &Frame, known: &str, name: &str) -> Answer {
        let key = content(&frame.rest);
        let planned = self.head.plan.iter().any(|part| overlap(&content(&tokens(&part.what)), &key) >= ALIKE);
        let section = match (known, frame.class) {
            ("own", _) if planned => "follow.why.plan",
            ("own", Class::Aim) => "ans.why.aim",
            ("own", Class::Work) => "ans.why",
            ("own", Class::Think | Class::Like | Class::Dislike) => "follow.why.view",
            ("own", _) => "follow.why.own",
            ("told", _) => "follow.why.told",
            ("seen", _) => "follow.why.seen",
            _ => "follow.why.none",
        };
        self.no(section, &[("src", name)])
    }
}
