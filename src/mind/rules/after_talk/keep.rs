//! Going through the lines: what was told, what was asked and answered, and in which line.

use super::super::{
    beliefs::Beliefs,
    dialogue::{Requests, Sort, Step, event_clause, gerund, noun, object, sort_of},
    dialogue_act::{self, Act, Gesture, Line},
    frame::{Class, Form, Frame, Said},
    need::Need,
    reflect::record,
};
use crate::language::{
    importance::importance,
    lexicon::lex,
    text::{content, ing, split},
    time::{self, When},
};
use crate::mind::question::{AfterAnswer, Gleaned};

/// So many topics stand in the note on a talk.
const TOPICS: usize = 2;
/// A longer topic is none.
const LONG_TOPIC: usize = 48;

/// What has been noted so far.
pub struct Ledger<'h, 'a> {
    head: &'h Beliefs<'a>,
    other: String,
    answer: AfterAnswer,
    told: Vec<Frame>,
    topics: Vec<String>,
    requests: Requests<'h, 'a>,
}

impl<'h, 'a> Ledger<'h, 'a> {
    /// Nothing noted.
    pub fn new(head: &'h Beliefs<'a>, other: &str) -> Self {
        Self {
            head,
            other: other.to_owned(),
            answer: AfterAnswer::default(),
            told: Vec::new(),
            topics: Vec::new(),
            requests: Requests::new(head),
        }
    }

    /// What was done to me by line `n` that tells and asks nothing.
    /// `hurt`: they had hard words for me before.
    pub fn gesture(&mut self, n: u32, by: &str, words: &str, hurt: bool) -> Option<Gesture> {
        let me = self.head.me.name.clone();
        // "I'm sorry" to what one is told is no apology
        let gesture = dialogue_act::gesture(self.head, &me, words).filter(|one| *one != Gesture::Apology || hurt)?;
        if gesture == Gesture::OffersHelp && self.requests.offered_help(by, words).is_some() {
            return Some(gesture);
        }
        let fact = match &gesture {
            Gesture::Insult => format!("{by} insulted {me}."),
            Gesture::Apology => format!("{by} apologised to {me}."),
            Gesture::Praise => format!("{by} praised {me}."),
            Gesture::OffersHelp => format!("{by} offered {me} help."),
            Gesture::Offers(thing) if !thing.starts_with("my ") => format!("{by} offered {me} {thing}."),
            Gesture::Riddle(_) | Gesture::JokeAhead | Gesture::Joke | Gesture::Knock => {
                format!("{by} told {me} a joke.")
            }
            _ => return Some(gesture),
        };
        self.note(false, n, fact);
        Some(gesture)
    }

    /// One line, number `n`.
    pub fn line(&mut self, n: u32, line: &Line) {
        let (me, by) = (self.head.me.name.clone(), line.who.as_str());
        let mine = by == me;
        let to = if mine { self.other.clone() } else { me };
        for step in self.requests.read(line, &to) {
            match step {
                Step::Invited(event, Act::Invite) => {
                    self.note(mine, n, format!("{by} invited {to} to {}.", event_at(&event)));
                }
                Step::AskedForHelp(Some(need)) => {
                    self.note(mine, n, format!("{by} asked {to} to help {}.", need.write()));
                }
                Step::AskedForHelp(None) => self.note(mine, n, format!("{by} asked {to} for help.")),
                // What was agreed or declined is settled with the line.
                Step::Answered(Act::Hedge, asked) => {
                    let may = format!("{by} may or may not {}.", asked.write());
                    if mine { self.answer.unsure = may } else { self.note(false, n, may) }
                }
                _ => {}
            }
        }
        for act in &line.acts {
            match act {
                Act::Remark(said) if !mine => self.remark(n, by, said),
                Act::Tell(said) => {
                    let frame = self.requests.whole(&said.frame);
                    self.tell(n, by, &to, Said { frame, ..said.clone() });
                }
                _ => {}
            }
        }
    }

    fn note(&mut self, mine: bool, line: u32, fact: String) {
        let list = if mine { &mut self.answer.told } else { &mut self.answer.heard };
        if !list.iter().any(|gleaned| gleaned.fact == fact) {
            list.push(Gleaned { line, fact });
        }
    }

    /// No frame to be had of it, yet it names somebody: the sentence itself is kept.
    fn remark(&mut self, n: u32, by: &str, said: &str) {
        let (me, words) = (self.head.me.name.as_str(), split(said));
        let names_a_third = |words: Vec<String>| {
            self.head.names.merge(&words).iter().any(|word| self.head.names.is_person(word) && word != me && word != by)
        };
        // a guess or a call says nothing
        let idle = said.ends_with('!') || words.iter().any(|word| word == "wonder" || word == "if");
        if !idle && content(&words).len() >= 4 && names_a_third(words) {
            let quote = dialogue_act::relay(self.head, by, me, said);
            self.note(false, n, format!("{by} said to {me}: {quote}"));
        }
    }

    fn tell(&mut self, n: u32, by: &str, to: &str, said: Said) {
        let frame = said.frame;
        if self.told.iter().any(|told| told.same(&frame)) {
            self.told.push(frame);
            return;
        }
        let clause = self.record(&frame);
        let worth = frame.worth_keeping(importance(&clause, "")) || self.makes_known(by, &frame);
        if worth
            && let Some(topic) = self.topic(&frame)
            && !self.topics.contains(&topic)
        {
            self.topics.push(topic);
        }
        // to be told what one does oneself is no news
        let of_the_two = frame.about.iter().any(|who| who == to || who == by) && frame.when.is_none();
        let small = matches!(frame.class, Class::Other | Class::Work | Class::State | Class::Doing);
        // "I'm mending nets at ten to one": an hour with no day is gone with the day
        let hour = frame.when.is_none() && time::extract_time(&mut frame.rest.clone(), self.head.now).is_some();
        let passing = small && of_the_two || matches!(sort_of(&frame), Sort::Plan | Sort::Deed) && frame.when.is_none();
        let passing = passing && !self.is_stranger(by, &frame);
        let manners = hour || sort_of(&frame) == Sort::Progress || passing && !frame.grave();
        if frame.subj != *to && said.from.as_deref() != Some(to) && worth && !manners {
            let secretly = if frame.secret && by != self.head.me.name { " in confidence" } else { "" };
            self.note(by == self.head.me.name, n, format!("{by} told {to}{secretly} that {clause}."));
        }
        self.told.push(frame);
    }

    /// Is it news that one could not have: what a stranger is, what becomes of a place one knows, or of anything on a day
    /// that is named?
    fn makes_known(&self, by: &str, frame: &Frame) -> bool {
        let is = frame.form == Form::Copula && frame.rest.first().is_some_and(|word| word == "a" || word == "an");
        let stranger = self.is_stranger(by, frame);
        let place = self.head.names.is_place(&frame.subj) && !frame.verb.is_empty();
        let dated = frame.when.is_some() && !frame.person && frame.event.is_none() && !frame.verb.is_empty();
        (is || sort_of(frame) == Sort::Plan) && stranger || place || dated
    }

    /// Does somebody speak of themselves whom one has not met before?
    fn is_stranger(&self, by: &str, frame: &Frame) -> bool {
        frame.subj == by && by != self.head.me.name && !self.head.relation(by).met
    }

    /// As it is remembered: full names, absolute dates.
    fn record(&self, frame: &Frame) -> String {
        event_clause(frame).unwrap_or_else(|| promised(frame)).say(&record(self.head))
    }

    /// What was spoken of, as one notes it: `Ann Lee's party`, `the third chapter`, `singing in the choir`.
    fn topic(&self, frame: &Frame) -> Option<String> {
        let view = record(self.head);
        if frame.event.is_some() {
            return Some(if frame.person {
                format!("{}'s {}", frame.subj, noun(frame))
            } else {
                format!("the {}", noun(frame))
            });
        }
        let pair = frame.subj == self.head.me.name || frame.subj == self.other;
        if !frame.person {
            return None;
        }
        match sort_of(frame) {
            Sort::Going => {
                frame.inner_event(&self.head.names).map(|event| format!("{}'s {}", event.subj, noun(&event)))
            }
            Sort::Helping | Sort::View | Sort::Plan => None,
            Sort::Need => Need::of(frame).and_then(|need| doing(&need.task)),
            _ if !pair => Some(frame.subj.clone()),
            _ => object(frame, &view)
                .map(|thing| match thing.split_once(' ') {
                    Some(("their" | "his" | "her", rest)) => format!("{}'s {rest}", frame.subj),
                    _ => thing,
                })
                .or_else(|| gerund(frame, &view).filter(|gerund| gerund.len() < LONG_TOPIC)),
        }
    }

    /// All that was noted; the topics stand in the summary.
    pub fn close(mut self) -> AfterAnswer {
        self.topics.truncate(TOPICS);
        self.answer.summary = match self.topics.split_last() {
            None => "this and that".into(),
            Some((only, [])) => only.clone(),
            Some((last, rest)) => format!("{} and {last}", rest.join(", ")),
        };
        self.answer
    }
}

/// `counting the lamps` of `count the lamps`.
fn doing(task: &str) -> Option<String> {
    let (verb, rest) = task.split_once(' ')?;
    lex().verb(verb).then(|| format!("{} {rest}", ing(verb))).filter(|topic| topic.len() < LONG_TOPIC)
}

/// `X's harvest supper at Bell Tavern on 7 May from 18:00 to 20:00`.
fn event_at(event: &Frame) -> String {
    let when = event.when.as_ref().map(When::write).unwrap_or_default();
    let parts = [format!("{}'s {}", event.subj, noun(event)), event.place.clone().unwrap_or_default(), when];
    parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" ")
}

/// `agreed to help X because X needs somebody to carry lamps`: what was agreed to, and no reason.
fn promised(frame: &Frame) -> Frame {
    let mut frame = frame.clone();
    let reason = frame.rest.iter().position(|word| word == "because").filter(|_| frame.verb == "agree");
    if let Some(at) = reason {
        let task = Need::of(&Frame { rest: frame.rest.split_off(at + 1), ..frame.clone() }).map(|need| need.task);
        frame.rest.truncate(at);
        frame.rest.extend(task.map(|task| split(&task)).unwrap_or_default());
    }
    frame
}
