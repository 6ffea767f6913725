//! What a turn of talk stands on: who speaks to whom, what was said so far, what it was understood as.

use std::cmp::Reverse;

use super::{
    sort::{Sort, sort_of, unsaid},
    wording::{by_first_names, doing_said, event_clause, gerund, going, noun, plan_said},
};
use crate::{
    language::{
        lexicon::lex,
        text::{Pronoun, content, first, overlap, tokens},
        time::{DAY, EpochMinute},
    },
    mind::{
        question::{Stretch, Utter},
        rules::{
            asked::Asked,
            beliefs::{Beliefs, Fact, Kind, Relation},
            dialogue_act::{self, Act},
            dice::Dice,
            frame::{Class, Form, Frame, Said, View},
            phrases::pick,
            tuning,
        },
    },
};

/// What is longer is not asked after.
const CONCERN: usize = 44;
/// So many minutes after a talk another one is the same going on.
const JUST: EpochMinute = 20;
/// A plan that begins within so many minutes is a reason to go.
const SOON: EpochMinute = 20;

/// Everything that the next line hangs on. The talk is read once.
pub(super) struct Turn<'h, 'a> {
    /// The question.
    pub q: &'h Utter,
    /// What I have in mind.
    pub h: &'h Beliefs<'a>,
    /// To whom I speak.
    pub other: String,
    /// All lines of this talk.
    pub lines: Vec<dialogue_act::Line>,
    /// My lines of other talks, then all lines of this one.
    pub recent: Vec<String>,
    /// Chance.
    pub dice: Dice,
    /// What they are to me.
    pub rel: Relation,
    /// What was told in this talk, by either.
    pub told: Vec<Frame>,
    /// Whether I can know what they are called.
    pub named: bool,
    /// Whether a small thing of my own was told in this talk.
    pub told_small: bool,
}

impl<'h, 'a> Turn<'h, 'a> {
    /// The talk so far, understood.
    pub fn new(h: &'h Beliefs<'a>, q: &'h Utter, seed: u64) -> Self {
        let other = q.other.name.as_str();
        let lines = dialogue_act::transcript(h, other, &q.lines);
        let says = |name: &str| {
            let name = first(name);
            let theirs = lines.iter().filter(|line| line.who == other);
            { theirs }.any(|line| line.words.split(|c: char| !c.is_alphanumeric()).any(|word| word == name))
        };
        // who calls me by name has met me, whether I remember how or not, and so has who says "again"; of whom I remember
        // nothing at all but the sight is a stranger whatever they call me
        let heard_of = |fact: &Fact| {
            let dealt = fact.kind == Kind::Dialogue || fact.at == 0;
            dealt && (fact.from.as_deref() == Some(other) || fact.f().persons().iter().any(|who| who == other))
        };
        let begins = lines.first().filter(|line| line.who == other).map(|line| line.words.to_lowercase());
        let familiar = says(&h.me.name) || begins.is_some_and(|line| line.contains("again"));
        let mut rel = h.relation(other);
        rel.met |= familiar && h.facts.iter().any(heard_of);
        let named = rel.met || says(other);
        let mut told = Vec::new();
        for said in lines.iter().flat_map(dialogue_act::Line::told) {
            told.push(said.frame.clone());
            // "I'm going to Ann's party": the party is spoken of
            told.extend(said.frame.inner_event(&h.names));
        }
        let mine = lines.iter().filter(|line| line.who == h.me.name).flat_map(dialogue_act::Line::told);
        let told_small = { mine }.any(|said| sort_of(&said.frame) == Sort::Deed);
        let mut recent = q.own_lines.clone();
        recent.extend(lines.iter().map(|line| line.words.clone()));
        let (other, dice) = (other.to_owned(), Dice::new(seed));
        Turn { q, h, other, lines, recent, dice, rel, told, named, told_small }
    }

    /// Their last line, if I did not say it myself.
    pub fn last(&self) -> Option<&dialogue_act::Line> {
        self.lines.last().filter(|line| line.who != self.h.me.name)
    }

    /// Its words; empty before the first.
    pub fn last_words(&self) -> &str {
        self.last().map(|line| line.words.as_str()).unwrap_or_default()
    }

    /// Whether they did such a thing by it.
    pub fn does(&self, act: fn(&Act) -> bool) -> bool {
        self.last().is_some_and(|line| line.acts.iter().any(act))
    }

    /// What was done by my lines, or by those of others.
    pub fn acts(&self, mine: bool) -> impl DoubleEndedIterator<Item = &Act> {
        self.lines.iter().filter(move |line| (line.who == self.h.me.name) == mine).flat_map(|line| &line.acts)
    }

    /// The question of their last line that wants an answer: a real one before one that only keeps the talk going.
    pub fn question(&self) -> Option<Asked> {
        let asked = || self.last().into_iter().flat_map(dialogue_act::Line::asked);
        let real = asked().find(|asked| !matches!(asked, Asked::Small | Asked::Nothing | Asked::Matter(_)));
        real.or_else(|| asked().rfind(|asked| matches!(asked, Asked::Matter(_)))).or_else(|| asked().next()).cloned()
    }

    /// What of all that their last line tells matters most.
    pub fn last_told(&self) -> Option<Said> {
        let told = self.last().into_iter().flat_map(dialogue_act::Line::told);
        let weight = |said: &&Said| {
            let frame = &said.frame;
            u8::from(frame.event.is_some()) * 3 + u8::from(frame.worth_keeping(5)) * 4 + frame.persons().len() as u8
        };
        // of those that matter alike the first
        told.min_by_key(|said| Reverse(weight(said))).cloned()
    }

    /// Their yes, no or perhaps to what I asked, and whether I asked for a hand.
    pub fn was_answered(&self) -> Option<(Act, bool)> {
        let asked = |act: &&Act| matches!(act, Act::Help(_) | Act::Invite | Act::Coming);
        let help = matches!(self.acts(true).rfind(asked)?, Act::Help(_));
        let answer = |act: &&Act| matches!(act, Act::Accept | Act::Decline | Act::Hedge);
        Some((self.last()?.acts.iter().find(answer)?.clone(), help))
    }

    /// Whether such a thing was asked in this talk, by either.
    pub fn was_asked(&self, kind: fn(&Asked) -> bool) -> bool {
        self.lines.iter().flat_map(dialogue_act::Line::asked).any(kind)
    }

    /// How many questions I have put in this talk.
    pub fn asks(&self) -> usize {
        self.acts(true).filter(|act| matches!(act, Act::Ask(asked) if !matches!(asked, Asked::Back))).count()
    }

    /// One does not care for them.
    pub fn cold(&self) -> bool {
        self.rel.warm < tuning::COLD
    }

    /// One has not met them.
    pub fn is_stranger(&self) -> bool {
        !self.rel.met
    }

    /// Whether a talk of two has only been begun by the other, or a third has just been heard for the first time.
    pub fn is_second(&self) -> bool {
        self.lines.len() == 1 || self.joined() + 1 == self.lines.len()
    }

    /// Where the other came to a talk of others; 0 in a talk of two.
    fn joined(&self) -> usize {
        let third = self.lines.iter().any(|line| line.who != self.h.me.name && line.who != self.other);
        self.lines.iter().position(|line| third && line.who == self.other).unwrap_or(0)
    }

    /// How many lines of mine there are since the other is there.
    pub fn my_lines(&self) -> usize {
        self.lines[self.joined()..].iter().filter(|line| line.who == self.h.me.name).count()
    }

    /// Whether one of us has said that they must go.
    pub fn is_parting(&self) -> bool {
        let bye = |act: &Act| matches!(act, Act::Bye);
        self.does(bye) || self.acts(true).any(bye)
    }

    /// A part of my plan that begins soon.
    pub fn soon(&self) -> Option<&'h Stretch> {
        self.ahead().find(|part| self.h.today_at(part.from) <= self.h.now + SOON)
    }

    /// What I still mean to do today.
    pub fn ahead(&self) -> impl Iterator<Item = &'h Stretch> {
        self.h.plan.iter().filter(|part| self.h.today_at(part.from) > self.h.now)
    }

    /// Whether I have said as much as this talk is worth to me.
    pub fn leaves(&self) -> bool {
        self.my_lines() as f32 + 1.0 >= self.worth()
    }

    /// How many lines of mine this talk is worth to me.
    fn worth(&self) -> f32 {
        if self.cold() {
            return tuning::COLD_LINES;
        }
        let (voice, soon) = (&self.h.voice, self.soon().is_some());
        let chance = self.h.steady(&[u64::from(self.h.now / 30)]).unit() * tuning::TALK_CHANCE;
        let worth = tuning::TALK_LINES
            + self.rel.close * 0.6
            + voice.talkative as f32 * 0.25
            + self.rel.warm.clamp(0.0, 2.0) * 0.3
            - voice.shy as f32 * 0.15
            + chance;
        let worth = worth - if soon { 1.2 } else { 0.0 } + if self.rel.love { 1.0 } else { 0.0 };
        worth.clamp(if soon { 3.0 } else { tuning::TALK_LINES }, tuning::LONGEST_CHAT)
    }

    /// How much one cares to bring up something small, between two who know each other: `least`, and up to `more` by
    /// chance.
    pub fn at_ease(&mut self, least: f32, more: f32) -> Option<f32> {
        let drawn = least + more * self.dice.unit();
        (self.rel.met && !self.cold()).then_some(drawn).filter(|weight| *weight >= tuning::BRINGS_UP)
    }

    /// What I call them.
    pub fn o(&self) -> String {
        self.h.names.short(&self.other)
    }

    /// Whether we have talked before today.
    pub fn greeted_today(&self) -> bool {
        self.rel.last_talk.is_some_and(|last| last / DAY == self.h.now / DAY)
    }

    /// Whether a first talk of today has only been greeted with: later "how are you" comes too late.
    pub fn has_just_begun(&self) -> bool {
        self.my_lines() < 2 && self.asks() < 1 && !self.greeted_today()
    }

    /// Whether we have only just stopped talking: then nobody greets anew.
    pub fn just_parted(&self) -> bool {
        self.rel.last_talk.is_some_and(|last| self.h.now.saturating_sub(last) < JUST)
    }

    /// A phrase of a section.
    pub fn p(&mut self, section: &str, slots: &[(&str, &str)]) -> String {
        let tod = match self.h.now % DAY / 60 {
            0..12 => "morning",
            12..18 => "afternoon",
            _ => "evening",
        };
        let (name, doing, other_doing) =
            (self.o(), self.doing(), by_first_names(self, &doing_said(self.h.other_doing)));
        let me = first(&self.h.me.name);
        let mut all = slots.to_vec();
        all.extend([("tod", tod), ("me", me), ("d", &doing), ("od", &other_doing), ("p", self.h.place)]);
        let o = if self.named { name.as_str() } else { "" };
        let mut say = |o| {
            let all = [&all[..], &[("o", o)]].concat();
            pick(section, &all, &self.h.voice, &self.recent, &mut self.dice)
        };
        // where nothing can be said without a name, the name is said
        say(o).or_else(|| say(&name)).unwrap_or_default()
    }

    /// A phrase in which a frame stands as the clause `{f}`.
    pub fn tell(&mut self, section: &str, frame: &Frame) -> String {
        let clause = self.clause(frame);
        self.p(section, &[("f", &clause)])
    }

    /// A phrase about somebody, who is `{x}`, `{he}` and `{him}` in it.
    pub fn speak_of(&mut self, section: &str, who: &str, slots: &[(&str, &str)]) -> String {
        let (x, he, him) = self.x(who);
        self.p(section, &[slots, &[("x", &x), ("he", &he), ("him", &him)]].concat())
    }

    /// What I am at, as I would say it: the hour's work, and not the hand's; nothing where it is nobody's business.
    pub fn doing(&self) -> String {
        let h = self.h;
        let now = |part: &&Stretch| h.today_at(part.from) <= h.now && h.now < h.today_at(part.until);
        let part = h.plan.iter().find(now).filter(|_| !h.doing.starts_with("on the way"));
        let said = part.and_then(|part| plan_said(&part.what)).unwrap_or_else(|| doing_said(h.doing));
        let body = said.split(' ').any(|word| lex().contains("body", word));
        if body { String::new() } else { by_first_names(self, &said) }
    }

    /// Whether it was said in this talk: as a frame, or in whatever form, all its words in one line.
    pub fn said(&self, f: &Frame) -> bool {
        let plain: Vec<String> = f.rest.iter().filter(|word| !self.h.names.is_person(word)).cloned().collect();
        let stems = content(&plain);
        let falls = |line: &Vec<String>| {
            stems.iter().filter(|stem| line.contains(stem)).count() as f32 >= 0.8 * stems.len() as f32
        };
        self.told.iter().any(|told| told.same(f))
            || stems.len() >= 2 && self.lines.iter().any(|line| falls(&line.stems))
    }

    /// Whether all of it stands in a line of this talk.
    pub fn said_here(&self, text: &str) -> bool {
        let stems = content(&tokens(text));
        self.lines.iter().any(|line| overlap(&line.stems, &stems) >= 0.8)
    }

    /// Whether I have said it in one of my last lines, to whomever.
    pub fn uttered(&self, frame: &Frame) -> bool {
        let stems = content(&frame.rest);
        self.recent.iter().any(|line| overlap(&content(&tokens(line)), &stems) >= 0.8)
    }

    /// A frame as a clause of mine; a name that the other may not know is said in full the first time.
    pub fn clause(&self, f: &Frame) -> String {
        let mut clause = self.plain_clause(f);
        for person in f.persons() {
            if person == self.h.me.name || person == self.other || !person.contains(' ') {
                continue;
            }
            let short = self.h.names.short(&person);
            // in a story of one's own it matters little who that is
            if f.subj == self.h.me.name && f.form == Form::Past && self.rel.met {
                continue;
            }
            if !self.knows_name(f, &person)
                && short != person
                && let Some(at) = clause.find(&short)
            {
                clause.replace_range(at..at + short.len(), &person);
            }
        }
        clause
    }

    /// Whether I have reason to think that they know somebody by first name.
    fn knows_name(&self, f: &Frame, person: &String) -> bool {
        let linked = |fact: &Fact| {
            let persons = fact.f().persons();
            let other = Some(self.other.as_str());
            persons.contains(person)
                && (persons.contains(&self.other) || fact.from.as_deref() == other || fact.said.to.as_deref() == other)
        };
        let named = self.recent.iter().rev().take(self.lines.len().min(8)).any(|line| line.contains(person.as_str()));
        f.event.is_none() && self.h.facts.iter().any(linked) || named
    }

    fn plain_clause(&self, f: &Frame) -> String {
        let view = View { local: true, ..self.h.view(&self.other) };
        event_clause(f).or_else(|| going(f)).unwrap_or_else(|| f.clone()).say(&view)
    }

    /// Somebody's first name, "she" and "her".
    fn x(&self, who: &str) -> (String, String, String) {
        let name = self.h.names.short(who);
        match self.h.pron(who) {
            // of whom one does not know whether he or she, one speaks by name
            Pronoun::They => (name, String::new(), String::new()),
            known => (name, known.of(0).into(), known.of(1).into()),
        }
    }

    /// An event by whose it is: `Ann's party`.
    pub fn event_said(&self, event: &Frame) -> String {
        match () {
            () if event.subj == self.h.me.name => format!("my {}", noun(event)),
            () if event.subj == self.other => format!("your {}", noun(event)),
            () if event.person => format!("{}'s {}", self.h.names.short(&event.subj), noun(event)),
            () => format!("the {}", noun(event)),
        }
    }

    /// What the other is at, from what I know of them: a frame that can be asked after.
    pub fn concern(&self) -> Option<Frame> {
        let view = self.h.view(&self.other);
        let fits = |fact: &&Fact| {
            let frame = fact.f();
            let project = frame.class == Class::Work && lex().contains("project", &frame.verb);
            !frame.secret
                && !frame.neg
                && frame.lasting()
                && (fact.kind != Kind::Observation || fact.at == 0)
                && frame.when.is_none()
                && !unsaid(frame)
                && (matches!(frame.class, Class::Aim | Class::Doing) || project)
                && frame.form != Form::Past
                && !self.said(frame)
                && gerund(frame, &view).is_some_and(|gerund| gerund.len() < CONCERN)
        };
        let concerns: Vec<&Fact> = self.h.about(&self.other).into_iter().filter(fits).collect();
        let first = self.h.number(concerns.first()?.f());
        let mut dice = self.h.steady(&[first, u64::from(self.h.now / 120)]);
        concerns.get(dice.below(concerns.len().min(4))).map(|fact| fact.f().clone())
    }
}
