//! Answers about people: whether one knows them, what one thinks of them, what they said, do and promised.

use std::cmp::Reverse;

use super::{
    super::{
        asked::{Window, facts, open},
        beliefs::{Fact, Kind, Memory},
        dialogue::gerund,
        frame::{Class, Form, View, event::is_event},
        reflect::{list, speaks},
    },
    Answer, Respondent,
};
use crate::language::{
    lexicon::lex,
    text::{Pronoun, is_punct, tokens},
    time::{DAY, When},
};

/// Memories that an opinion is said to rest on, of each sort; and most names that are told at once.
const FEW: usize = 4;

impl<'a> Respondent<'a, '_> {
    /// Memories that name somebody or are of their words and may be told, oldest first.
    fn naming(&self, who: &str) -> Vec<&'a Memory> {
        let head = self.head;
        let names = |memory: &&Memory| {
            memory.by.as_deref() == Some(who)
                || memory.text.contains(who)
                || head.names.merge(&tokens(&memory.text)).iter().any(|word| word == who)
        };
        let mut all: Vec<&Memory> = head.memories.iter().filter(names).filter(|memory| open(head, memory)).collect();
        all.sort_by_key(|memory| memory.made);
        all
    }

    /// Whether one knows somebody; to have `heard` of them is an answer, or none.
    pub fn person(&mut self, who: &str, heard: bool) -> Answer {
        let head = self.head;
        let me = head.me.name.as_str();
        if who == me {
            return self.say("tell.name", &[], None);
        }
        let naming = self.naming(who);
        if naming.is_empty() {
            return self.no("tell.person.no", &[("x", who)]);
        }
        // what somebody is goes before what they do some day and what one has come to think of them
        let passing = |fact: &&Fact| {
            let seen = fact.kind == Kind::Observation && fact.f().form == Form::Ing;
            fact.at > 0 && (seen || fact.kind == Kind::Reflection || fact.f().when.is_some())
        };
        let told = facts(head).filter(|fact| tellable(fact, who)).min_by_key(passing);
        let said = told.map(|fact| match head.pron(who) {
            Pronoun::They => self.clause(fact),
            _ => fact.f().say(&View { known: Some(who), ..head.view(self.by) }),
        });
        let said = said.unwrap_or_default();
        // dealt with: always known, or I was there; not: somebody told me of them, or I only saw them
        let dealt = |memory: &&&Memory| match memory.teller(me) {
            Some(from) => from == who,
            None => memory.made == 0 || memory.text.contains(me) || memory.kind() == Kind::Reflection,
        };
        let mut met = naming.iter().filter(dealt).peekable();
        if met.peek().is_none() {
            let seen = naming.iter().any(|memory| memory.teller(me).is_none());
            let source = naming.iter().find_map(|memory| memory.teller(me)).unwrap_or_default();
            let section = match said.is_empty() {
                _ if seen => "tell.person.seen",
                true => "tell.person.heard",
                false => "tell.person.heard.why",
            };
            let because = naming.iter().filter_map(|memory| memory.n).filter(|_| heard);
            return Answer { known: heard, ..self.say(section, &[("x", who), ("r", &said), ("src", source)], because) };
        }
        let relation = head.relation(who);
        let section = match (relation.close >= 1.5 || relation.kin, said.is_empty()) {
            (true, false) => "tell.person.well",
            (false, _) if relation.warm < -0.5 => "tell.person.cold",
            (false, false) => "tell.person.some",
            (_, true) => "tell.person",
        };
        let met = met.filter_map(|memory| memory.n).take(FEW);
        self.say(section, &[("x", who), ("r", &said)], told.and_then(|fact| fact.n).into_iter().chain(met))
    }

    /// What one thinks of somebody, and why.
    pub fn opinion(&mut self, who: &str) -> Answer {
        let head = self.head;
        if who == head.me.name {
            return self.yourself();
        }
        let (relation, naming) = (head.relation(who), self.naming(who));
        if naming.is_empty() {
            return self.no("tell.person.no", &[("x", who)]);
        }
        if relation.love && !relation.kin {
            return self.no("tell.love.dodge", &[("x", who)]);
        }
        let (well, ill) = (relation.warm > 0.3, relation.warm < -0.3);
        let mut speaking: Vec<&Fact> =
            facts(head).filter(|fact| fact.from.is_none() && speaks(head, fact, who) == Some(well)).collect();
        // that one likes them is no reason for it
        let reason = |fact: &&&Fact| fact.f().rest.iter().any(|word| word != who && !is_punct(word));
        let cause = speaking.iter().filter(reason).max_by_key(|fact| fact.imp);
        // "I admire Ann" says it all
        let plainly = |fact: &&&Fact| {
            let own = fact.f().subj == head.me.name && matches!(fact.f().class, Class::Like | Class::Dislike);
            own && !matches!(fact.f().verb.as_str(), "like" | "dislike" | "know")
        };
        let feeling = speaking.iter().find(plainly).filter(|_| well || ill);
        let section = match (well, ill, cause.is_some()) {
            (.., false) if feeling.is_some() => "tell.feeling",
            (true, _, true) => "tell.like.why",
            (true, _, false) => "tell.like",
            (_, true, true) => "tell.dislike.why",
            (_, true, false) => "tell.dislike",
            _ => "tell.neutral",
        };
        let why = cause.or(feeling).map(|fact| fact.f().say(&head.view(self.by))).unwrap_or_default();
        // All that speaks for it bears it, and then what names them at all.
        speaking.sort_by_key(|fact| Reverse((fact.at, fact.n)));
        let because = speaking.iter().filter_map(|fact| fact.n).take(FEW);
        let because = because.chain(naming.iter().filter_map(|memory| memory.n).take(FEW));
        self.say(section, &[("x", who), ("r", &why)], because)
    }

    /// Whom one loves is told of one's own family; else it is nobody's business.
    pub fn love(&mut self, who: Option<&str>) -> Answer {
        let Some(who) = who else { return self.no("tell.dodge", &[]) };
        let relation = self.head.relation(who);
        match (relation.kin, relation.love) {
            (true, _) => self.opinion(who),
            (_, true) => self.no("tell.love.dodge", &[("x", who)]),
            (_, false) => self.no("tell.love.no", &[("x", who)]),
        }
    }

    /// Whom one is closest to.
    pub fn friend(&mut self) -> Answer {
        let head = self.head;
        let close =
            |who: &&String| **who != head.me.name && head.relation(who).close >= 1.5 && head.relation(who).warm > 0.0;
        let known = head.names.people().iter().filter(close);
        let best = known.max_by(|a, b| head.relation(a).close.total_cmp(&head.relation(b).close));
        let Some(name) = best else { return self.unknown() };
        let because = self.naming(name).into_iter().filter_map(|memory| memory.n).take(3);
        self.say("tell.friend", &[("x", name)], because)
    }

    /// With whom one has talked within some days.
    pub fn talked(&mut self, (first, last): Window) -> Answer {
        let talk = |fact: &&Fact| {
            let noted = fact.f().verb == "talk" || fact.f().rest.iter().any(|word| word == "talk");
            noted && fact.at > 0 && (first..=last).contains(&(fact.at / DAY))
        };
        let talks: Vec<&Fact> = self.mine().filter(talk).collect();
        let mut with: Vec<String> = Vec::new();
        for who in talks.iter().filter_map(|fact| fact.f().about.first()) {
            if with.len() < FEW && !with.contains(who) {
                with.push(who.clone());
            }
        }
        match list(&with) {
            none if none.is_empty() => self.no("tell.talked.none", &[]),
            said => self.say("tell.talked", &[("r", &said)], talks.iter().filter_map(|fact| fact.n)),
        }
    }

    /// What somebody told one.
    pub fn told_by(&mut self, who: &str) -> Answer {
        let theirs = |fact: &&Fact| fact.from.as_deref() == Some(who) && !fact.outgoing;
        let mut told: Vec<&Fact> = facts(self.head).filter(theirs).collect();
        told.sort_by_key(|fact| (lex().contains("bookkeeping", &fact.f().verb), Reverse((fact.imp, fact.at))));
        told.dedup_by(|a, b| a.f().same(b.f()));
        told.truncate(2);
        let said: Vec<String> = told.iter().map(|fact| self.clause(fact)).collect();
        match said.is_empty() {
            true => self.unknown(),
            false => {
                let slots = [("x", who), ("r", &said.join(", and that "))];
                self.say("tell.told", &slots, told.iter().filter_map(|fact| fact.n))
            }
        }
    }

    /// What somebody was at when one saw them last, or when one had to do with them.
    pub fn last_seen(&mut self, who: &str) -> Answer {
        let head = self.head;
        let me = head.me.name.as_str();
        let met = |memory: &&Memory| {
            let seen = memory.teller(me).is_none() && (memory.text.starts_with(who) || memory.text.starts_with(me));
            memory.made > 0 && (seen || memory.by.as_deref() == Some(who))
        };
        let naming = self.naming(who);
        let Some(last) = naming.iter().copied().rfind(met) else {
            let section = if naming.is_empty() { "tell.person.no" } else { "tell.seen.no" };
            return self.no(section, &[("x", who)]);
        };
        let when = When { day: Some(last.made / DAY), from: Some(last.made % DAY), to: None }.say(head.now);
        let of_it = |fact: &&Fact| fact.n == last.n && fact.at == last.made && last.text.contains(&fact.text);
        let seen = facts(head).filter(of_it).find(|fact| fact.f().subj == who && fact.f().form == Form::Ing);
        let doing = seen.and_then(|fact| gerund(fact.f(), &head.view(self.by)));
        let doing = doing.filter(|what| !what.contains(&head.names.short(me))).unwrap_or_default();
        self.say("tell.seen", &[("x", &head.names.short(who)), ("g", &doing), ("when", &when)], last.n)
    }

    /// How somebody is: what one knows them to be at.
    pub fn fares(&mut self, who: &str) -> Answer {
        if self.naming(who).is_empty() {
            return self.no("tell.person.no", &[("x", who)]);
        }
        self.at(who).unwrap_or_else(|| self.no("tell.fares", &[("x", who)]))
    }

    /// What somebody does, as far as one knows; else who they are.
    pub fn theirs(&mut self, who: &str) -> Answer {
        self.at(who).unwrap_or_else(|| self.person(who, true))
    }

    /// What somebody is at, and from whom one has it.
    fn at(&mut self, who: &str) -> Option<Answer> {
        let work = |fact: &&Fact| {
            let f = fact.f();
            !f.secret && matches!(f.class, Class::Work | Class::Doing | Class::Aim) && !f.rest.is_empty()
        };
        let fact = self.head.about(who).into_iter().filter(work).min_by_key(|fact| !fact.f().lasting())?;
        let source = self.source(fact);
        let section = if source.is_some() { "tell.fact.src" } else { "tell.fact" };
        Some(self.say(section, &[("r", &self.clause(fact)), ("src", source.unwrap_or_default())], fact.n))
    }

    /// Who has said that they come to something, or whether somebody does; the last word of each counts.
    pub fn guests(&mut self, who: Option<&str>) -> Answer {
        let me = self.head.me.name.as_str();
        let comes = |word: &String| word == "come" || word == "go" || is_event(word);
        let word = |fact: &&Fact| {
            let f = fact.f();
            f.person && matches!(f.verb.as_str(), "agree" | "decline") && f.rest.iter().any(comes)
        };
        let mut given: Vec<&Fact> = facts(self.head).filter(word).filter(|fact| fact.f().subj != me).collect();
        given.sort_by_key(|fact| Reverse(fact.at));
        let mut known = Vec::new();
        given.retain(|fact| {
            let last = !known.contains(&&fact.f().subj);
            known.push(&fact.f().subj);
            last
        });
        let comes = |fact: &Fact| fact.f().verb == "agree";
        if let Some(who) = who {
            return match given.into_iter().find(|fact| fact.f().subj == who) {
                Some(fact) if comes(fact) => self.say("tell.come.yes", &[("x", who)], fact.n),
                Some(fact) => self.say("tell.come.no", &[("x", who)], fact.n),
                None => self.unknown(),
            };
        }
        given.retain(|fact| comes(fact));
        let names: Vec<String> = given.iter().take(FEW).map(|fact| fact.f().subj.clone()).collect();
        match list(&names) {
            none if none.is_empty() => self.unknown(),
            said => self.say("tell.guests", &[("r", &said)], given.iter().filter_map(|fact| fact.n)),
        }
    }

    /// What one has promised somebody.
    pub fn promised(&mut self, who: &str) -> Answer {
        let to_them = |fact: &&Fact| fact.f().verb == "agree" && fact.text.contains(who);
        self.tell("tell.fact", self.mine().filter(to_them).max_by_key(|fact| fact.at))
    }
}

/// Something of somebody that can be told to anyone.
fn tellable(fact: &Fact, who: &str) -> bool {
    let f = fact.f();
    let kind = matches!(
        f.class,
        Class::Work | Class::State | Class::Kin | Class::Doing | Class::Aim | Class::Other | Class::Home
    );
    let tells = || !lex().contains("bookkeeping", &f.verb) && !f.rest.is_empty();
    f.subj == who && kind && f.lasting() && !fact.outgoing && tells()
}
