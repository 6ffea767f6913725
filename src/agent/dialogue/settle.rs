//! What a line asks for, promises or settles reaches those who hear it, each as a record of their own; when the talk is
//! over, it is remembered, and what has an hour and a place enters the agenda. A player's line is read once, by their
//! mind, into the same acts.

use super::{Participant, ParticipantItem};
use crate::{
    agent::{
        access::Visitor,
        acquaintances::Acquaintances,
        agenda::{self, Agenda, Agreement, Engagement, Heard, LineId, Standing},
        prelude::*,
    },
    language::text::{content, overlap, tokens},
    memory::MemoryStream,
    mind::question::{Does, Moment, Other, ReadLine, Spoken, TalkAct},
};

/// A text that has so much of another's words speaks of the same.
const SAME: f32 = 0.6;
/// Ticks after its due at which the reading of a line is given up.
const GIVE_UP_TICKS: u64 = 12;

/// Adds the reading of a player's lines.
pub fn plugin(app: &mut App) {
    app.add_question::<ReadLine>().add_observer(store_reading).add_observer(skip_reading);
    app.add_systems(Tick, ask_reading.in_set(TickStep::AskReading));
}

/// A line that has been said, and is or is to be understood.
pub(super) struct Line<'a> {
    pub talk: TalkId,
    pub n: u32,
    pub by: AgentId,
    pub words: &'a str,
    /// Whom it is said to, unless an act names another.
    pub to: AgentId,
    /// Who hears it, whoever says it included.
    pub hearers: &'a [AgentId],
}

impl Line<'_> {
    /// What it does reaches those who hear it.
    pub fn settles(&self, acts: &[TalkAct], town: &Town, people: &mut Query<Participant>) {
        let agenda = |who: AgentId, people: &Query<Participant>| {
            let entity = town.entity(who)?;
            people.get(entity).ok().map(|one| one.agenda.clone())
        };
        for (n, act) in (0..).zip(acts) {
            let Some(own) = agenda(self.by, people) else { return };
            let named = |id: &AgentId| *id != self.by && is_called(town.names.get(*id), &act.to);
            let to = self.hearers.iter().copied().find(named).unwrap_or(self.to);
            let about = match act.about {
                0 => own.meant(self.by, to, act.does, self.talk),
                n => own.agreement(n),
            };
            let (about, doers) = (about.map(|one| one.origin), agenda::doers(act.who, self.by, to));
            let need = own.needs.iter().find(|need| need.n == act.need);
            let line = LineId { talk: self.talk, line: self.n, act: n };
            let said = act.terms();
            // Whoever needs something knows of it what they need not say.
            let mut known =
                need.map(|need| need.terms.clone()).filter(|_| act.does == Does::Propose).unwrap_or_default();
            known.merge(&said);
            for who in self.hearers {
                let mine = *who == self.by;
                let heard = Heard {
                    does: act.does,
                    line,
                    about,
                    by: self.by,
                    to,
                    doers: &doers,
                    terms: if mine { &known } else { &said },
                    need: if mine { act.need } else { 0 },
                    words: self.words,
                    at: town.now.0,
                };
                if let Some(mut one) = town.entity(*who).and_then(|entity| people.get_mut(entity).ok()) {
                    one.agenda.hear(&heard);
                }
            }
        }
    }
}

/// Is somebody called so: in full, or by one of their names?
fn is_called(name: &str, called: &str) -> bool {
    let (name, called) = (name.to_lowercase(), called.trim().to_lowercase());
    !called.is_empty() && (name == called || name.split(' ').any(|part| part == called))
}

/// A line of a player is read as soon as it is said.
fn ask_reading(town: Town, mut people: Query<Participant>) {
    let mut people = people.iter_many_mut(&town.active.0);
    while let Some(mut one) = people.fetch_next() {
        let Some(unread) = one.avatar.as_ref().and_then(|avatar| avatar.unread.first().cloned()) else { continue };
        if one.thinking.about::<ReadLine>() {
            continue;
        }
        let they = town.named(unread.to);
        let question = ReadLine {
            language: town.language(),
            me: one.person.me(one.image, &town),
            now: Moment { doing: String::new(), ..one.person.moment(&one.action, &town) },
            other: Other { name: they.name, pronouns: they.pronouns, ..Other::default() },
            known: one.person.knows(&town),
            agreements: one.agenda.settled(*one.person.id, unread.talk, town.minute(), &town.names),
            needs: one.agenda.open_needs(*one.person.id, town.minute(), &town.calendar, &town.names),
            lines: unread.lines,
        };
        let ParticipantItem { thinking, person, .. } = &mut one;
        town.ask((thinking, *person.id), (1, GIVE_UP_TICKS), &question, Vec::new());
    }
}

fn store_reading(on: On<Answered<ReadLine>>, town: Town, mut people: Query<Participant>) -> Result {
    let mut one = people.get_mut(on.entity)?;
    let by = *one.person.id;
    let Some(avatar) = one.avatar.as_mut().filter(|avatar| !avatar.unread.is_empty()) else { return Ok(()) };
    let UnreadLine { talk, n, to, hearers, lines } = avatar.unread.remove(0);
    let words = lines.last().map(|line| line.words.as_str()).unwrap_or_default();
    Line { talk, n, by, words, to, hearers: &hearers }.settles(&on.answer.acts, &town, &mut people);
    Ok(())
}

fn skip_reading(on: On<Unanswered<ReadLine>>, mut avatars: Query<&mut Avatar>) -> Result {
    let mut avatar = avatars.get_mut(on.entity)?;
    if !avatar.unread.is_empty() {
        avatar.unread.remove(0);
    }
    Ok(())
}

/// The last line of a talk, for its speaker's mind to read.
pub(super) fn unread(talk: &Talk, id: TalkId, to: AgentId, names: &Names) -> UnreadLine {
    let lines = talk.lines.iter().map(|line| Spoken { who: names.name(line.by), words: line.words.clone() });
    UnreadLine { talk: id, n: talk.lines.len() as u32 - 1, to, hearers: talk.members.clone(), lines: lines.collect() }
}

/// Somebody who has thought a talk over.
pub(super) struct Keeper<'a> {
    pub me: AgentId,
    pub visitor: Visitor<'a>,
    pub known: &'a KnownPlaces,
    pub acquaintances: &'a Acquaintances,
    pub agenda: &'a mut Agenda,
    pub stream: &'a mut MemoryStream,
    pub town: &'a Town<'a>,
}

impl Keeper<'_> {
    /// What was settled up to this tick is remembered, one memory for each; what has an hour and a place enters the
    /// agenda. `summary`: the memory of the talk.
    pub fn keep(&mut self, until: u64, summary: Option<u32>) {
        let now = self.town.minute();
        let fresh = |one: &Agreement| !one.told && one.at <= until && one.standing != Standing::Open;
        let fresh: Vec<u32> = self.agenda.agreements.iter().filter(|one| fresh(one)).map(|one| one.n).collect();
        for n in fresh {
            self.drop_same(n);
            if let Some(at) = self.agenda.agreements.iter().position(|one| one.n == n) {
                self.guess_need(at);
                let one = self.agenda.agreements[at].clone();
                let hours = self.hours(&one);
                let memory = self.remember(&one, summary);
                self.retire_told(at);
                let one = &mut self.agenda.agreements[at];
                (one.told, one.hours) = (true, hours);
                let old = std::mem::replace(&mut one.memory, memory);
                self.engage(at, old);
            }
        }
        // What was replaced goes with what took its place.
        let gone: Vec<u32> =
            { self.agenda.agreements.iter() }.filter(|one| !one.is_pending()).filter_map(|one| one.memory).collect();
        self.agenda.engagements.retain(|one| !gone.contains(&one.memory) || !one.how.starts_with(AGREED));
        self.agenda.forget(now);
    }

    /// What was agreed before in the same words and is agreed again is one thing.
    fn drop_same(&mut self, n: u32) {
        let (names, english) = (self.town.names.as_ref(), self.town.ablation.english());
        let Some(sentence) = self.agenda.agreement(n).and_then(|one| one.sentence(names, english)) else { return };
        let same = |one: &Agreement| {
            one.n != n
                && one.standing == Standing::Agreed
                && one.told
                && one.sentence(names, english).as_ref() == Some(&sentence)
        };
        let Some(other) = self.agenda.agreements.iter().position(same) else { return };
        let old = self.agenda.agreements.remove(other);
        old.memory.into_iter().for_each(|place| self.stream.supersede(place));
        self.agenda.engagements.retain(|one| Some(one.memory) != old.memory);
    }

    /// Of the owner's needs, the one that this is a hand with.
    fn guess_need(&mut self, at: usize) {
        let one = &self.agenda.agreements[at];
        let binds = one.binds(self.me) && one.need == 0 && one.doers != [self.me];
        let words = content(&tokens(&one.terms.what));
        let meets = |need: &&agenda::Need| overlap(&words, &content(&tokens(&need.terms.what))) >= SAME;
        let need = self.agenda.needs.iter().find(meets).map(|need| (need.n, need.terms.clone()));
        if let Some((n, mut terms)) = need.filter(|_| binds) {
            let one = &mut self.agenda.agreements[at];
            terms.merge(&one.terms);
            (one.need, one.terms) = (n, terms);
        }
    }

    /// When and where it is. No place was named: where one would look for the other, by what was always known or has
    /// been said.
    fn hours(&self, one: &Agreement) -> Option<(Minute, Minute, ArenaId)> {
        let Town { calendar, map, names, .. } = self.town;
        let (now, other) = (self.town.minute(), one.other(self.me));
        let (me, with) = (names.get(self.me), names.get(other));
        if !one.binds(self.me) {
            return None;
        }
        let likely = |from: Minute, until: Minute| {
            let places = self.acquaintances.get(other).map_or(&[][..], |one| &one.places);
            let of_them = places.iter().filter_map(|place| self.stream.get(*place));
            let of_them = of_them.filter(|memory| memory.created == 0 || memory.kind != MemoryKind::Observation);
            let people = self.visitor.persona.people.iter();
            let of_them = of_them
                .map(|memory| memory.text.as_str())
                .chain(people.filter_map(|one| (one.name == with).then_some(one.knows.as_str())));
            let place = agenda::hours::most_mentioned_place(of_them, self.known, map);
            let place = place.filter(|_| one.terms.place.trim().is_empty())?;
            // Nobody waits for them behind a locked door.
            let minutes = u16::try_from(until.0 - from.0).unwrap_or(u16::MAX / 2);
            self.visitor.open_for(place, from.time_of_day(), minutes).then_some(place)
        };
        let theirs = done_with(&one.terms.what, with, me, names);
        agenda::hours::resolve(&one.terms, (now, calendar), (self.known, map), theirs, likely)
    }

    fn remember(&mut self, one: &Agreement, summary: Option<u32>) -> Option<u32> {
        let Town { ablation, now, names, .. } = self.town;
        let Some(text) = one.sentence(names, ablation.english()) else { return one.memory };
        let (mine, speaker) = (one.doers.contains(&self.me), one.said.0);
        let kind = if mine && one.standing == Standing::Agreed { MemoryKind::Plan } else { MemoryKind::Dialogue };
        let weight = ablation.weight(&text, names.get(self.me));
        let observed = Memory::observed(text, now.0, weight);
        let source = (speaker != self.me && kind == MemoryKind::Dialogue).then(|| names.name(speaker));
        let with = (kind == MemoryKind::Dialogue).then(|| names.name(one.other(self.me)));
        let place =
            self.stream.remember(Memory { kind, source, with, evidence: summary.into_iter().collect(), ..observed });
        if let Some(old) = one.memory {
            self.stream.supersede(old);
        }
        Some(place)
    }

    /// A need that is met is told of no more: the owner's memory of it gives way to what was agreed, or to what is still
    /// open; whoever helps no longer remembers that somebody is needed.
    fn retire_told(&mut self, at: usize) {
        let one = self.agenda.agreements[at].clone();
        if one.standing != Standing::Agreed {
            return;
        }
        let Town { calendar, names, now, ablation, .. } = self.town;
        if let Some(need) = self.agenda.needs.iter().position(|need| need.n == one.need) {
            let met = self.agenda.met(&self.agenda.needs[need], self.town.minute(), calendar);
            let old = self.agenda.needs[need].memory;
            self.stream.supersede(old);
            if !met.whole && ablation.english() {
                let terms = &self.agenda.needs[need].terms;
                let text = agenda::words::still_needed(names.get(self.me), terms, &met.open);
                let weight = ablation.weight(&text, names.get(self.me));
                self.agenda.needs[need].memory = self.stream.remember(Memory::observed(text, now.0, weight));
            }
            return;
        }
        let other = names.name(one.other(self.me));
        let words = content(&tokens(&one.terms.what));
        let needs = format!("{other} needs ");
        let told =
            |memory: &Memory| memory.text.contains(&needs) && overlap(&words, &content(&tokens(&memory.text))) >= SAME;
        let places = self.acquaintances.get(one.other(self.me)).map_or(&[][..], |one| &one.places);
        for place in places {
            if self.stream.get(*place).is_some_and(told) {
                self.stream.supersede(*place);
            }
        }
    }

    /// What one is to do at an hour and place enters the agenda, and leaves it when it is called off.
    fn engage(&mut self, at: usize, old: Option<u32>) {
        let one = &self.agenda.agreements[at];
        let Town { ablation, names, .. } = self.town;
        let how = format!("{AGREED}{}", names.get(one.other(self.me)));
        let mine = one.binds(self.me) && one.doers.contains(&self.me) && ablation.allow(MemoryKind::Plan);
        let hours = one.hours.filter(|(.., arena)| mine && self.visitor.may_enter(*arena));
        let new = hours.zip(one.memory).map(|((from, until, place), memory)| Engagement {
            from,
            until,
            what: one.terms.what.clone(),
            place,
            how,
            memory,
        });
        self.agenda.engagements.retain(|one| Some(one.memory) != old);
        let fixed =
            |new: &Engagement| self.agenda.engagements.iter().any(|old| (old.place, old.from) == (new.place, new.from));
        // It enters the day with what else is fixed for it: see `plan/follow.rs`.
        if let Some(new) = new.filter(|new| !fixed(new)) {
            self.agenda.take_up(new);
        }
    }
}

/// On whose word something stands in the agenda that was settled.
pub(super) const AGREED: &str = "agreed with ";

/// Is something promised that is done for or with `other`, and not to somebody else? Then it names them and nobody
/// else.
fn done_with(what: &str, other: &str, me: &str, names: &Names) -> bool {
    let named = |name: &str| what.contains(name) || crate::agent::wording::names(what, name);
    let mut others = names.0.values().filter(|name| *name != other && *name != me);
    named(other) && !others.any(|name| named(name))
}
