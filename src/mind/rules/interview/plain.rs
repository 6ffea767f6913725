//! Short answers: how old one is and what one is like, where one lives, with whom one talked, what somebody told one or
//! does, when one saw them last.

use std::collections::BTreeSet;

use super::{
    super::{
        asked::{How, Window, facts, open},
        beliefs::{Fact, Kind, Memory},
        frame::Class,
    },
    Answer, Respondent,
};
use crate::language::{
    lexicon::lex,
    time::{DAY, When},
};

/// Most names that are told at once.
const MOST: usize = 4;

impl Respondent<'_, '_> {
    pub fn age(&mut self) -> Answer {
        let age = self.head.me.age.to_string();
        self.surface.say("tell.age", &[("n", &age)], true, BTreeSet::new())
    }

    pub fn like(&mut self) -> Answer {
        let traits = self.head.me.traits.trim().trim_end_matches('.').to_owned();
        if traits.is_empty() {
            return self.yourself();
        }
        let said = traits.rsplit_once(", ").map(|(most, last)| format!("{most} and {last}")).unwrap_or(traits);
        self.surface.say("tell.like.me", &[("r", &said)], true, BTreeSet::new())
    }

    /// Where one lives: a place that bears one's name, or what one remembers of it.
    pub fn home(&mut self) -> Answer {
        let head = self.head;
        let me = head.me.name.as_str();
        let own = facts(head).find(|fact| fact.f().subj == me && fact.from.is_none() && fact.f().class == Class::Home);
        if let Some(fact) = own {
            let (said, because) = (self.surface.clause(fact), fact.n.into_iter().collect());
            return self.surface.say("tell.fact", &[("r", &said)], true, because);
        }
        let last = me.rsplit(' ').next().unwrap_or(me);
        let names = |place: &&String| {
            !place.contains(": ") && (place.contains(me) || place.contains(&format!("{last} family")))
        };
        match head.places.iter().find(names).cloned() {
            Some(place) => self.surface.say("tell.home", &[("r", &place)], true, BTreeSet::new()),
            None => self.surface.say("tell.dodge", &[], false, BTreeSet::new()),
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
        let Some((_, name)) = best else { return self.surface.say("tell.unknown", &[], false, BTreeSet::new()) };
        let name = name.clone();
        let because = self.of(&name).iter().filter_map(|memory| memory.n).take(3).collect();
        self.surface.say("tell.friend", &[("x", &name)], true, because)
    }

    /// Memories that name somebody and may be told, oldest first.
    fn of(&self, who: &str) -> Vec<&Memory> {
        let head = self.head;
        let names = |memory: &&Memory| memory.text.contains(who) || memory.from.as_deref() == Some(who);
        let mut all: Vec<&Memory> = head.memories.iter().filter(names).filter(|memory| open(head, memory)).collect();
        all.sort_by_key(|memory| memory.at);
        all
    }

    /// With whom one has talked within some days.
    pub fn talked(&mut self, window: Window) -> Answer {
        let head = self.head;
        let mut with: Vec<String> = Vec::new();
        let mut because = BTreeSet::new();
        for memory in head.memories.iter().filter(|memory| (window.0..=window.1).contains(&(memory.at / DAY))) {
            let talk = memory.text.contains(" talk with ") || memory.text.contains(" talked with ");
            let own = memory.text.starts_with(head.me.name.as_str());
            let named = head.names.people().iter().filter(|name| **name != head.me.name);
            let other = match &memory.from {
                Some(from) if memory.kind == Kind::Dialogue => Some(from.clone()),
                _ if talk && own => {
                    let after = memory.text.find("with ").map_or("", |at| &memory.text[at + 5..]);
                    named.filter(|name| after.starts_with(name.as_str())).max_by_key(|name| name.len()).cloned()
                }
                _ => None,
            };
            let Some(other) = other else { continue };
            because.extend(memory.n);
            if !with.contains(&other) {
                with.push(other);
            }
        }
        if with.is_empty() {
            return self.surface.say("tell.talked.none", &[], false, BTreeSet::new());
        }
        with.truncate(MOST);
        let said = match with.split_last() {
            Some((last, rest)) if !rest.is_empty() => format!("{} and {last}", rest.join(", ")),
            _ => with.join(""),
        };
        self.surface.say("tell.talked", &[("r", &said)], true, because)
    }

    /// What somebody told one.
    pub fn told_by(&mut self, who: &str) -> Answer {
        let head = self.head;
        let theirs = |fact: &&Fact| fact.from.as_deref() == Some(who) && !fact.outgoing;
        let kept = |fact: &&Fact| !lex().is("bookkeeping", &fact.f().verb);
        let mut told: Vec<&Fact> = facts(head).filter(theirs).collect();
        if told.iter().any(kept) {
            told.retain(|fact| kept(fact));
        }
        told.sort_by_key(|fact| std::cmp::Reverse((fact.imp, fact.at)));
        told.dedup_by(|a, b| a.f().same(b.f()));
        told.truncate(2);
        if told.is_empty() {
            return self.surface.say("tell.unknown", &[], false, BTreeSet::new());
        }
        let said: Vec<String> = told.iter().map(|fact| self.surface.clause(fact)).collect();
        let because = told.iter().filter_map(|fact| fact.n).collect();
        self.surface.say("tell.told", &[("x", who), ("r", &said.join(", and that "))], true, because)
    }

    /// When one saw somebody last, or talked with them.
    pub fn last_seen(&mut self, who: &str) -> Answer {
        let me = self.head.me.name.clone();
        let met = |memory: &&&Memory| {
            let seen = memory.from.is_none() && (memory.text.starts_with(who) || memory.text.starts_with(&me));
            memory.at > 0 && (seen || memory.from.as_deref() == Some(who))
        };
        let last = self.of(who).iter().filter(met).map(|memory| (memory.at, memory.n)).next_back();
        let Some((at, n)) = last else {
            return self.surface.say("tell.seen.no", &[("x", who)], false, BTreeSet::new());
        };
        let when = When { day: Some(at / DAY), from: Some(at % DAY), to: None }.say(self.head.sit.now);
        self.surface.say("tell.seen", &[("x", who), ("when", &when)], true, n.into_iter().collect())
    }

    /// What somebody does, as far as one knows.
    pub fn theirs(&mut self, who: &str) -> Answer {
        let head = self.head;
        let work = |fact: &&&Fact| {
            !fact.f().secret
                && matches!(fact.f().class, Class::Work | Class::Doing | Class::Aim)
                && !fact.f().rest.is_empty()
        };
        let about = head.about(who);
        let lasting = about.iter().find(|fact| work(fact) && fact.f().lasting());
        let Some(fact) = lasting.or_else(|| about.iter().find(work)).copied() else {
            return self.person(who, How::Heard);
        };
        let source = self.surface.source(fact).filter(|source| *source != fact.f().subj).unwrap_or_default();
        let section = if source.is_empty() { "tell.fact" } else { "tell.fact.src" };
        let (said, because) = (self.surface.clause(fact), fact.n.into_iter().collect());
        self.surface.say(section, &[("r", &said), ("src", &source)], true, because)
    }

    /// Words given on coming to something: who, whether it was yes, and the number of the memory; the last of each.
    fn words_given(&self) -> Vec<(String, bool, Option<u32>)> {
        let mut given: Vec<(String, bool, Option<u32>)> = Vec::new();
        let mut all: Vec<&Fact> = facts(self.head).filter(|fact| fact.f().person).collect();
        all.sort_by_key(|fact| fact.at);
        for fact in all {
            let yes = fact.f().verb == "agree";
            let comes = fact.f().rest.iter().any(|word| word == "come" || word == "go" || lex().is("events", word));
            if comes && (yes || fact.f().verb == "decline") {
                given.retain(|(who, ..)| *who != fact.f().subj);
                given.push((fact.f().subj.clone(), yes, fact.n));
            }
        }
        given
    }

    /// Whether somebody comes, by what they have said.
    pub fn they_come(&mut self, who: &str) -> Answer {
        let given = self.words_given().into_iter().find(|(other, ..)| other == who);
        let Some((_, yes, n)) = given else { return self.surface.say("tell.unknown", &[], false, BTreeSet::new()) };
        let section = if yes { "tell.come.yes" } else { "tell.come.no" };
        self.surface.say(section, &[("x", who)], true, n.into_iter().collect())
    }

    /// Who has said that they come.
    pub fn guests(&mut self) -> Answer {
        let me = self.head.me.name.clone();
        let (mut names, mut because) = (Vec::new(), BTreeSet::new());
        for (who, _, n) in self.words_given().into_iter().filter(|(who, yes, _)| *yes && *who != me) {
            names.push(who);
            because.extend(n);
        }
        names.truncate(MOST);
        match names.split_last() {
            None => self.surface.say("tell.unknown", &[], false, BTreeSet::new()),
            Some((last, [])) => {
                let last = last.clone();
                self.surface.say("tell.guests", &[("r", &last)], true, because)
            }
            Some((last, rest)) => {
                let said = format!("{} and {last}", rest.join(", "));
                self.surface.say("tell.guests", &[("r", &said)], true, because)
            }
        }
    }

    /// What one has promised somebody.
    pub fn promised(&mut self, who: &str) -> Answer {
        let me = self.head.me.name.as_str();
        let mine = |fact: &&Fact| fact.f().subj == me && fact.f().verb == "agree" && fact.from.is_none();
        let theirs = |fact: &&Fact| fact.f().about.iter().any(|about| about == who) || fact.text.contains(who);
        let Some(fact) = facts(self.head).filter(mine).filter(theirs).max_by_key(|fact| fact.at) else {
            return self.surface.say("tell.unknown", &[], false, BTreeSet::new());
        };
        let (said, because) = (self.surface.clause(fact), fact.n.into_iter().collect());
        self.surface.say("tell.fact", &[("r", &said)], true, because)
    }

    /// What one studies, as one tells it of oneself.
    pub fn studies(&mut self) -> Answer {
        let me = self.head.me.name.as_str();
        let own = || facts(self.head).filter(|fact| fact.f().subj == me && fact.from.is_none() && !fact.outgoing);
        let of_it = |fact: &&Fact| {
            let text = fact.text.to_lowercase();
            let says = [" year of ", "student", "course in", "degree"].iter().any(|word| text.contains(word));
            fact.at == 0 && (says || fact.f().verb == "study")
        };
        let Some(fact) = own().find(of_it).or_else(|| own().find(|fact| fact.f().verb == "study")) else {
            return self.surface.say("tell.unknown", &[], false, BTreeSet::new());
        };
        let (said, because) = (self.surface.clause(fact), fact.n.into_iter().collect());
        self.surface.say("tell.fact", &[("r", &said)], true, because)
    }

    /// When one gets up, as one's habits are.
    pub fn rise(&mut self) -> Answer {
        let me = self.head.me.name.as_str();
        let rises = |fact: &&Fact| {
            let text = fact.text.to_lowercase();
            let up = [" up ", " wakes", " awake", " rises", " out of bed"].iter().any(|word| text.contains(word));
            fact.f().subj == me && fact.at == 0 && up
        };
        let Some(fact) = facts(self.head).find(rises) else {
            return self.surface.say("tell.unknown", &[], false, BTreeSet::new());
        };
        let said = self.surface.clause(fact);
        self.surface.say("tell.fact", &[("r", &said)], true, BTreeSet::new())
    }
}
