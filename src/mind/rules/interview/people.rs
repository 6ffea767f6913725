//! Answers about people: whether one knows them, what one thinks of them, what they said, do and promised.

use std::{cmp::Reverse, collections::BTreeSet};

use super::{
    super::{
        asked::{How, Window, facts, open},
        beliefs::{Fact, Kind, Memory},
        frame::{Class, View},
        reflect::{list, speaks},
    },
    Answer, Respondent,
};
use crate::language::{
    lexicon::lex,
    text::{Pron, is_punct, split},
    time::{DAY, When},
};

/// Memories that an opinion is said to rest on, of each sort; and most names that are told at once.
const FEW: usize = 4;

impl<'a> Respondent<'a, '_> {
    /// Memories that name somebody or are of their words and may be told, oldest first.
    fn naming(&self, who: &str) -> Vec<&'a Memory> {
        let head = self.head;
        let names = |memory: &&Memory| {
            memory.text.contains(who)
                || memory.from.as_deref() == Some(who)
                || head.names.merge(split(&memory.text)).iter().any(|word| word == who)
        };
        let mut all: Vec<&Memory> = head.memories.iter().filter(names).filter(|memory| open(head, memory)).collect();
        all.sort_by_key(|memory| memory.at);
        all
    }

    /// The slots of a wording about somebody.
    fn about<'s>(&self, who: &'s str, said: &'s str) -> [(&'static str, &'s str); 4] {
        let pronoun = self.head.pron(who);
        [("x", who), ("he", pronoun.of(0)), ("him", pronoun.of(1)), ("r", said)]
    }

    /// Whether one knows somebody.
    pub fn person(&mut self, who: &str, how: How) -> Answer {
        let head = self.head;
        let me = head.me.name.as_str();
        if who == me {
            return self.say("tell.name", &[("me", me)], None);
        }
        let naming = self.naming(who);
        if naming.is_empty() {
            return self.no("tell.person.no", &self.about(who, ""));
        }
        // what somebody is goes before what one has come to think of them
        let thought = |fact: &&Fact| fact.at > 0 && fact.kind == Kind::Reflection;
        let told = facts(head).filter(|fact| tellable(fact, who)).min_by_key(thought);
        let said = told.map(|fact| match head.pron(who) {
            Pron::They => self.clause(fact),
            _ => fact.f().say(&View { known: Some(who), ..head.view(self.by) }),
        });
        let said = said.unwrap_or_default();
        let slots = self.about(who, &said);
        // dealt with: always known, or I was there; not: somebody told me of them, or I only saw them
        let dealt = |memory: &&&Memory| match memory.from.as_deref() {
            Some(from) => from == who,
            None => memory.at == 0 || memory.text.contains(me) || memory.kind == Kind::Reflection,
        };
        if !naming.iter().any(|memory| dealt(&memory)) {
            // to have heard of somebody is no answer to whether one knows them
            let known = how == How::Heard;
            let heard_of = naming.iter().filter_map(|memory| memory.n).filter(|_| known);
            let answer = if naming.iter().any(|memory| memory.from.is_none()) {
                self.say("tell.person.seen", &slots, heard_of)
            } else {
                let source = naming.iter().find_map(|memory| memory.from.as_deref()).unwrap_or_default();
                let section = if said.is_empty() { "tell.person.heard" } else { "tell.person.heard.why" };
                self.say(section, &[slots.as_slice(), &[("src", source)]].concat(), heard_of)
            };
            return Answer { known, ..answer };
        }
        let relation = head.relation(who);
        let section = match (relation.close >= 1.5 || relation.kin, said.is_empty()) {
            (true, false) => "tell.person.well",
            (false, _) if relation.warm < -0.5 => "tell.person.cold",
            (false, false) => "tell.person.some",
            (_, true) => "tell.person",
        };
        let met: BTreeSet<u32> = naming.iter().filter(dealt).filter_map(|memory| memory.n).collect();
        self.say(section, &slots, told.and_then(|fact| fact.n).into_iter().chain(met.into_iter().take(FEW)))
    }

    /// What one thinks of somebody, and why.
    pub fn opinion(&mut self, who: &str) -> Answer {
        let head = self.head;
        if who == head.me.name {
            return self.yourself();
        }
        let relation = head.relation(who);
        let naming: BTreeSet<u32> = self.naming(who).iter().filter_map(|memory| memory.n).take(FEW).collect();
        if self.naming(who).is_empty() {
            return self.no("tell.person.no", &self.about(who, ""));
        }
        if relation.love && !relation.kin {
            return self.no("tell.love.dodge", &self.about(who, ""));
        }
        let well = relation.warm > 0.3;
        let mut speaking: Vec<&Fact> =
            facts(head).filter(|fact| fact.from.is_none() && speaks(head, fact, who) == Some(well)).collect();
        // that one likes them is no reason for it
        let reason = |fact: &&&Fact| fact.f().rest.iter().any(|word| word != who && !is_punct(word));
        let cause = speaking.iter().filter(reason).max_by_key(|fact| fact.imp);
        let why = cause.map(|fact| fact.f().say(&head.view(self.by))).unwrap_or_default();
        // "I admire Ann" says it all
        let plainly = |fact: &&&Fact| {
            let own = fact.f();
            let like = matches!(own.verb.as_str(), "like" | "dislike" | "know");
            own.subj == head.me.name && matches!(own.class, Class::Like | Class::Dislike) && !like
        };
        let feeling = speaking.iter().find(plainly).copied();
        // All that speaks for it bears it, and then what names them at all.
        speaking.sort_by_key(|fact| Reverse((fact.at, fact.n)));
        let because = speaking.iter().filter_map(|fact| fact.n).take(FEW).chain(naming);
        let ill = relation.warm < -0.3;
        if let Some(fact) = feeling.filter(|_| why.is_empty() && (well || ill)) {
            return self.say("tell.feeling", &[("r", &fact.f().say(&head.view(self.by)))], because);
        }
        let section = match (well, ill, why.is_empty()) {
            (true, _, false) => "tell.like.why",
            (true, _, true) => "tell.like",
            (_, true, false) => "tell.dislike.why",
            (_, true, true) => "tell.dislike",
            _ => "tell.neutral",
        };
        self.say(section, &self.about(who, &why), because)
    }

    /// Whom one loves is told of one's own family; else it is nobody's business.
    pub fn love(&mut self, who: Option<&str>) -> Answer {
        let Some(who) = who else { return self.no("tell.dodge", &[]) };
        let relation = self.head.relation(who);
        match (relation.kin, relation.love) {
            (true, _) => self.opinion(who),
            (_, true) => self.no("tell.love.dodge", &self.about(who, "")),
            (_, false) => self.no("tell.love.no", &self.about(who, "")),
        }
    }

    /// Whom one is closest to.
    pub fn friend(&mut self) -> Answer {
        let head = self.head;
        let known = head.names.people().iter().filter(|name| **name != head.me.name);
        let close = known
            .map(|name| (head.relation(name), name))
            .filter(|(relation, _)| relation.close >= 1.5 && relation.warm > 0.0);
        let best = close.max_by(|(a, one), (b, other)| a.close.total_cmp(&b.close).then_with(|| other.cmp(one)));
        let Some((_, name)) = best else { return self.unknown() };
        let because = self.naming(name).into_iter().filter_map(|memory| memory.n).take(3);
        self.say("tell.friend", &[("x", name)], because)
    }

    /// With whom one has talked within some days.
    pub fn talked(&mut self, (first, last): Window) -> Answer {
        let head = self.head;
        let me = head.me.name.as_str();
        let mut with: Vec<String> = Vec::new();
        let mut because = BTreeSet::new();
        for memory in head.memories.iter().filter(|memory| (first..=last).contains(&(memory.at / DAY))) {
            let talk = || [" talk with ", " talked with "].iter().find_map(|talk| memory.text.split_once(talk));
            let other = match &memory.from {
                Some(from) if memory.kind == Kind::Dialogue => Some(from),
                _ if memory.text.starts_with(me) => talk().and_then(|(_, after)| {
                    let named =
                        head.names.people().iter().filter(|name| *name != me && after.starts_with(name.as_str()));
                    named.max_by_key(|name| name.len())
                }),
                _ => None,
            };
            let Some(other) = other else { continue };
            because.extend(memory.n);
            if !with.contains(other) {
                with.push(other.clone());
            }
        }
        if with.is_empty() {
            return self.no("tell.talked.none", &[]);
        }
        with.truncate(FEW);
        self.say("tell.talked", &[("r", &list(&with))], because)
    }

    /// What somebody told one.
    pub fn told_by(&mut self, who: &str) -> Answer {
        let kept = |fact: &&Fact| !lex().is("bookkeeping", &fact.f().verb);
        let theirs = |fact: &&Fact| fact.from.as_deref() == Some(who) && !fact.outgoing;
        let mut told: Vec<&Fact> = facts(self.head).filter(theirs).collect();
        if told.iter().any(kept) {
            told.retain(kept);
        }
        told.sort_by_key(|fact| Reverse((fact.imp, fact.at)));
        told.dedup_by(|a, b| a.f().same(b.f()));
        told.truncate(2);
        if told.is_empty() {
            return self.unknown();
        }
        let said: Vec<String> = told.iter().map(|fact| self.clause(fact)).collect();
        let because = told.iter().filter_map(|fact| fact.n);
        self.say("tell.told", &[("x", who), ("r", &said.join(", and that "))], because)
    }

    /// When one saw somebody last, or talked with them.
    pub fn last_seen(&mut self, who: &str) -> Answer {
        let me = self.head.me.name.as_str();
        let met = |memory: &&Memory| {
            let seen = memory.from.is_none() && (memory.text.starts_with(who) || memory.text.starts_with(me));
            memory.at > 0 && (seen || memory.from.as_deref() == Some(who))
        };
        let Some(last) = self.naming(who).into_iter().rfind(met) else {
            return self.no("tell.seen.no", &[("x", who)]);
        };
        let when = When { day: Some(last.at / DAY), from: Some(last.at % DAY), to: None }.say(self.head.sit.now);
        self.say("tell.seen", &[("x", who), ("when", &when)], last.n)
    }

    /// What somebody does, as far as one knows.
    pub fn theirs(&mut self, who: &str) -> Answer {
        let work = |fact: &&&Fact| {
            let f = fact.f();
            !f.secret && matches!(f.class, Class::Work | Class::Doing | Class::Aim) && !f.rest.is_empty()
        };
        let about = self.head.about(who);
        let lasting = about.iter().find(|fact| work(fact) && fact.f().lasting());
        match lasting.or_else(|| about.iter().find(work)) {
            Some(fact) => self.sourced(fact),
            None => self.person(who, How::Heard),
        }
    }

    /// Words given on coming to something: who, whether it was yes, and the number of the memory; the last of each.
    fn words_given(&self) -> Vec<(&'a str, bool, Option<u32>)> {
        let comes = |word: &String| word == "come" || word == "go" || lex().is("events", word);
        let word = |fact: &&Fact| {
            let f = fact.f();
            f.person && matches!(f.verb.as_str(), "agree" | "decline") && f.rest.iter().any(comes)
        };
        let mut all: Vec<&Fact> = facts(self.head).filter(word).collect();
        all.sort_by_key(|fact| fact.at);
        let mut given: Vec<(&str, bool, Option<u32>)> = Vec::new();
        for fact in all {
            given.retain(|(who, ..)| *who != fact.f().subj);
            given.push((&fact.f().subj, fact.f().verb == "agree", fact.n));
        }
        given
    }

    /// Whether somebody comes, by what they have said.
    pub fn they_come(&mut self, who: &str) -> Answer {
        match self.words_given().into_iter().find(|(other, ..)| *other == who) {
            Some((_, true, n)) => self.say("tell.come.yes", &[("x", who)], n),
            Some((_, false, n)) => self.say("tell.come.no", &[("x", who)], n),
            None => self.unknown(),
        }
    }

    /// Who has said that they come.
    pub fn guests(&mut self) -> Answer {
        let me = self.head.me.name.as_str();
        let coming: Vec<_> = self.words_given().into_iter().filter(|(who, yes, _)| *yes && *who != me).collect();
        let names: Vec<String> = coming.iter().take(FEW).map(|(who, ..)| (*who).to_owned()).collect();
        match list(&names) {
            none if none.is_empty() => self.unknown(),
            said => self.say("tell.guests", &[("r", &said)], coming.into_iter().filter_map(|(.., n)| n)),
        }
    }

    /// What one has promised somebody.
    pub fn promised(&mut self, who: &str) -> Answer {
        let me = self.head.me.name.as_str();
        let mine = |fact: &&Fact| fact.f().subj == me && fact.f().verb == "agree" && fact.from.is_none();
        let theirs = |fact: &&Fact| fact.f().about.iter().any(|about| about == who) || fact.text.contains(who);
        self.fact("tell.fact", facts(self.head).filter(mine).filter(theirs).max_by_key(|fact| fact.at))
    }
}

/// Something of somebody that can be told to anyone.
fn tellable(fact: &Fact, who: &str) -> bool {
    let f = fact.f();
    let kind = matches!(
        f.class,
        Class::Work | Class::State | Class::Kin | Class::Doing | Class::Aim | Class::Other | Class::Home
    );
    f.subj == who && kind && f.lasting() && !fact.outgoing && !lex().is("bookkeeping", &f.verb) && !f.rest.is_empty()
}
