//! What is asked for in a talk and how it is answered, line by line: who is asked to come to what, or for a hand with
//! what, and who says yes, no or perhaps to it.

use super::noun;
use crate::{
    language::{
        text::first,
        time::{self, When},
    },
    mind::{
        question::{Doer, Does, ReadAnswer, ReadLine, Spoken, TalkAct},
        rules::{
            beliefs::{Beliefs, Go},
            dialogue_act::{Act, Gesture, Line, gesture, transcript},
            dice::Dice,
            frame::Frame,
            need::Need,
        },
    },
};

/// A question that waits for yes or no.
#[derive(Clone)]
struct Open {
    by: String,
    what: Request,
}

#[derive(Clone)]
enum Request {
    /// To an event: its frame.
    Come(Box<Frame>),
    /// Nobody asked: an event was told of, and one may say that one comes.
    Told(Box<Frame>),
    /// For a hand, as far as it was said with what.
    Help(Option<Need>),
}

/// What a line asks for or answers.
pub enum Step {
    /// Somebody is asked to come to this event, or whether they come.
    Invited(Frame, Act),
    /// Somebody is asked for a hand.
    AskedForHelp(Option<Need>),
    /// Yes, no or perhaps to what was asked before.
    Answered(Act, Asked),
}

/// What was asked and is answered.
pub struct Asked {
    /// `come to Ann Lee's party`.
    pub what: String,
    /// `Bell Tavern`, or empty.
    pub place: String,
    /// When, if that was said.
    pub when: Option<When>,
}

impl Asked {
    /// `come to Ann Lee's party at Bell Tavern on 7 May from 18:00 to 20:00`.
    pub fn write(&self) -> String {
        let place = if self.place.is_empty() { String::new() } else { format!("at {}", self.place) };
        let parts = [self.what.clone(), place, self.when.as_ref().map(When::write).unwrap_or_default()];
        parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" ")
    }

    fn act(&self, does: Does, who: Doer) -> TalkAct {
        let hour = |minute: Option<u32>| minute.map(time::clock).unwrap_or_default();
        let when = self.when.as_ref();
        TalkAct {
            does,
            who,
            what: self.what.clone(),
            place: self.place.clone(),
            date: when.and_then(|when| when.day).map(iso).unwrap_or_default(),
            from: hour(when.and_then(|when| when.from)),
            until: hour(when.and_then(|when| when.to)),
            ..TalkAct::default()
        }
    }
}

/// What waits for an answer, from line to line.
pub struct Requests<'h, 'a> {
    head: &'h Beliefs<'a>,
    events: Vec<Frame>,
    open: Option<Open>,
}

impl<'h, 'a> Requests<'h, 'a> {
    /// Nothing has been said.
    pub fn new(head: &'h Beliefs<'a>) -> Self {
        Self { head, events: Vec::new(), open: None }
    }

    /// Reads the next line, said to `to`.
    pub fn read(&mut self, Line { who: by, words, acts, .. }: &Line, to: &str) -> Vec<Step> {
        let told: Vec<Frame> = acts
            .iter()
            .filter_map(|act| if let Act::Tell(said) = act { Some(said.frame.clone()) } else { None })
            .collect();
        let mut steps = Vec::new();
        for act in acts {
            match act {
                Act::Accept | Act::Decline | Act::Hedge => steps.extend(self.answered(by, act, words)),
                Act::Invite | Act::Coming => {
                    let mut named = told.iter().rev().chain(self.events.iter().rev());
                    let Some(event) = named.find(|frame| frame.event.is_some()) else { continue };
                    let event = self.full(&self.whole(event));
                    self.open = Some(Open { by: by.to_owned(), what: Request::Come(Box::new(event.clone())) });
                    steps.push(Step::Invited(event, act.clone()));
                }
                Act::Help(_) => {
                    let need = Need::in_line(self.head, by, words, &told).map(|need| need.of_whom(by));
                    self.open = Some(Open { by: by.to_owned(), what: Request::Help(need.clone()) });
                    steps.push(Step::AskedForHelp(need));
                }
                _ => {}
            }
        }
        for frame in told {
            let frame = self.whole(&frame);
            let open = self.open.as_ref().is_some_and(|open| open.by == *by && !matches!(open.what, Request::Told(_)));
            if frame.event.is_some() && frame.subj != to && frame.when.is_some() && !open {
                let event = self.full(&frame);
                self.open = Some(Open { by: by.to_owned(), what: Request::Told(Box::new(event)) });
            }
            self.events.push(frame);
        }
        steps
    }

    /// "I'll lend you a hand": yes, if somebody has asked for one. Nothing, if nobody did.
    pub fn offered_help(&mut self, by: &str, words: &str) -> Option<Step> {
        let asked = |open: &Open| open.by != by && matches!(open.what, Request::Help(_));
        self.open.as_ref().is_some_and(asked).then(|| self.answered(by, &Act::Accept, words)).flatten()
    }

    /// Yes, no or perhaps, to what was asked before this line.
    fn answered(&mut self, by: &str, act: &Act, words: &str) -> Option<Step> {
        let open = self.open.clone().filter(|open| open.by != by)?;
        let asked = match &open.what {
            // "I'd help" and "I can't just now" answer nobody who has only told of it
            Request::Told(_) if words.contains("help") || !matches!(act, Act::Accept | Act::Hedge) => return None,
            Request::Come(event) | Request::Told(event) => {
                let mine = by == self.head.me.name;
                let promised = mine && event.subj != by && self.head.go(event).0 == Go::Agreed;
                if self.head.past(event) || promised {
                    self.open = None;
                    return None;
                }
                come_to(event)
            }
            Request::Help(need) => help(&open.by, need.as_ref()),
        };
        self.open = None;
        Some(Step::Answered(act.clone(), asked))
    }

    /// With the full name of whom it is about, if only one goes by that first name.
    pub fn whole(&self, frame: &Frame) -> Frame {
        Frame { subj: self.full_name(&frame.subj), ..frame.clone() }
    }

    fn full_name(&self, name: &str) -> String {
        let mut called = self.head.names.people().iter().filter(|person| person.contains(' ') && first(person) == name);
        match (called.next(), called.next()) {
            (Some(full), None) if !name.contains(' ') => full.clone(),
            _ => name.to_owned(),
        }
    }

    /// What was said of an event, made whole from what is remembered of it.
    fn full(&self, event: &Frame) -> Frame {
        let known = self.head.events().into_iter().map(|fact| fact.f()).find(|known| known.same(event));
        match known {
            Some(known) => Frame {
                subj: if known.person && event.subj == first(&known.subj) { &known.subj } else { &event.subj }.clone(),
                when: event.when.clone().filter(|when| when.from.is_some()).or_else(|| known.when.clone()),
                place: event.place.clone().or_else(|| known.place.clone()),
                ..event.clone()
            },
            None => event.clone(),
        }
    }
}

fn come_to(event: &Frame) -> Asked {
    let what = format!("come to {}'s {}", event.subj, noun(event));
    Asked { what, place: bare_place(event.place.as_deref()), when: event.when.clone() }
}

fn help(who: &str, need: Option<&Need>) -> Asked {
    let task = need.map(|need| format!(" {}", need.task)).unwrap_or_default();
    let place = need.map(|need| need.place.as_str());
    Asked { what: format!("help {who}{task}"), place: bare_place(place), when: need.and_then(|need| need.when.clone()) }
}

/// The answer to what a player's line settles.
fn read_line(question: &ReadLine, _: &mut Dice) -> ReadAnswer {
    let head = Beliefs::new(&question.me, &question.now, &question.known).meeting(&question.other);
    ReadAnswer { acts: settled_by(&head.hearing(&question.lines).read(), &question.other.name, &question.lines) }
}

rule!(ReadLine, read_line);

/// What the last of these lines asks for, promises or declines, said by `by`; the talk is with `other`.
pub fn settled_by(head: &Beliefs, other: &str, lines: &[Spoken]) -> Vec<TalkAct> {
    let (mut requests, mut steps, mut by) = (Requests::new(head), Vec::new(), String::new());
    let me = head.me.name.as_str();
    for line in transcript(head, other, lines) {
        let to = if line.who == me { other } else { me };
        steps = requests.read(&line, to);
        let offers = gesture(head, to, &line.words) == Some(Gesture::OffersHelp);
        if offers && !steps.iter().any(|step| matches!(step, Step::Answered(..))) {
            steps.extend(requests.offered_help(&line.who, &line.words));
        }
        by = line.who;
    }
    let acts = steps.into_iter().filter_map(|step| match step {
        // Of somebody else's one may be asked whether one comes; it is promised to whose it is.
        Step::Invited(event, Act::Invite) => Some(come_to(&event).act(Does::Propose, Doer::You)),
        Step::Invited(..) => None,
        Step::AskedForHelp(need) => Some(help(&by, need.as_ref()).act(Does::Propose, Doer::You)),
        Step::Answered(Act::Accept, asked) => Some(asked.act(Does::Accept, Doer::Me)),
        Step::Answered(Act::Decline, asked) => Some(asked.act(Does::Decline, Doer::Me)),
        Step::Answered(..) => None,
    });
    acts.collect()
}

/// `Bell Tavern` of `at Bell Tavern`.
fn bare_place(place: Option<&str>) -> String {
    let place = place.unwrap_or_default();
    let bare = ["at ", "in ", "inside "].into_iter().find_map(|before| place.strip_prefix(before)).unwrap_or(place);
    bare.to_owned()
}

/// `2024-05-07`.
fn iso(day: u32) -> String {
    let first = jiff::civil::date(1970, 1, 1);
    first.checked_add(jiff::Span::new().days(i64::from(day))).map(|date| date.to_string()).unwrap_or_default()
}
