//! Answers about people: whether one knows them, what one thinks of them, whom one loves.

use std::collections::BTreeSet;

use super::{
    super::{
        asked::{How, facts, open},
        beliefs::{Fact, Kind, Memory},
        frame::{Class, View},
        reflect::speaks,
    },
    Answer, Respondent,
};
use crate::language::{
    lexicon::lex,
    text::{Pron, content, is_punct, split},
};

/// Memories that an opinion is said to rest on, of each sort.
const FEW: usize = 4;

impl Respondent<'_, '_> {
    /// Memories that name somebody, those that may be told.
    fn naming(&self, who: &str) -> Vec<&Memory> {
        let head = self.head;
        let stems = content(&split(who));
        let names = |memory: &&Memory| {
            memory.text.contains(who) || {
                let tokens = head.names.merge(split(&memory.text));
                tokens.iter().any(|word| word == who) || stems.is_empty()
            }
        };
        head.memories.iter().filter(names).filter(|memory| open(head, memory)).collect()
    }

    /// Whether one knows somebody.
    pub fn person(&mut self, who: &str, how: How) -> Answer {
        let head = self.head;
        let (x, he, him) = self.surface.person(who);
        if who == head.me.name {
            return self.surface.say("tell.name", &[("me", &head.me.name)], true, BTreeSet::new());
        }
        let naming = self.naming(who);
        // dealt with: always known, or I was there; not: somebody told me of them, or I only saw them
        let me = head.me.name.as_str();
        let dealt = |memory: &&&Memory| {
            let with_me = memory.at == 0 || memory.text.contains(me) || memory.kind == Kind::Reflection;
            match memory.from.as_deref() {
                Some(from) => from == who,
                None => with_me,
            }
        };
        let seen = naming.iter().any(|memory| memory.from.is_none());
        let met: BTreeSet<u32> = naming.iter().filter(dealt).filter_map(|memory| memory.n).collect();
        // to have heard of somebody is no answer to whether one knows them
        let all = naming.iter().filter_map(|memory| memory.n).filter(|_| how == How::Heard);
        let heard_of: BTreeSet<u32> = all.collect();
        let relation = head.relation(who);
        let told = facts(head).find(|fact| tellable(fact, who));
        let known = View { known: Some(who), ..self.surface.view() };
        let said = told.map(|fact| match head.pron(who) {
            Pron::They => self.surface.clause(fact),
            _ => fact.f().say(&known),
        });
        let said = said.unwrap_or_default();
        let slots = [("x", x.as_str()), ("he", he.as_str()), ("him", him.as_str()), ("r", said.as_str())];
        // in a talk memories have no numbers
        let unmet = !naming.iter().any(|memory| dealt(&memory));
        let section = match (naming.is_empty(), unmet, relation.close >= 1.5 || relation.kin) {
            (true, ..) => return self.surface.say("tell.person.no", &slots, false, BTreeSet::new()),
            (_, true, _) if seen => return self.surface.say("tell.person.seen", &slots, how == How::Heard, heard_of),
            (_, true, _) => {
                let source = naming.iter().find_map(|memory| memory.from.clone()).unwrap_or_default();
                let section = if said.is_empty() { "tell.person.heard" } else { "tell.person.heard.why" };
                let mut slots = slots.to_vec();
                slots.push(("src", &source));
                return self.surface.say(section, &slots, how == How::Heard, heard_of);
            }
            (.., true) if !said.is_empty() => "tell.person.well",
            (.., true) => "tell.person",
            _ if relation.warm < -0.5 => "tell.person.cold",
            _ if !said.is_empty() => "tell.person.some",
            _ => "tell.person",
        };
        let because: BTreeSet<u32> = told.and_then(|fact| fact.n).into_iter().chain(met.into_iter().take(4)).collect();
        self.surface.say(section, &slots, true, because)
    }

    /// What one thinks of somebody, and why.
    pub fn opinion(&mut self, who: &str) -> Answer {
        let head = self.head;
        let (x, he, him) = self.surface.person(who);
        if who == head.me.name {
            return self.yourself();
        }
        let relation = head.relation(who);
        let slots = |why: &str| -> Vec<(String, String)> {
            [("x", &x), ("he", &he), ("him", &him)]
                .into_iter()
                .map(|(k, v)| (k.to_owned(), v.clone()))
                .chain([("r".to_owned(), why.to_owned())])
                .collect()
        };
        let naming: BTreeSet<u32> = self.naming(who).iter().filter_map(|memory| memory.n).take(FEW).collect();
        if self.naming(who).is_empty() {
            let all = slots("");
            return self.surface.say("tell.person.no", &borrowed(&all), false, BTreeSet::new());
        }
        if relation.love && !relation.kin {
            let all = slots("");
            return self.surface.say("tell.love.dodge", &borrowed(&all), false, BTreeSet::new());
        }
        let well = relation.warm > 0.3;
        let cause = facts(head)
            .filter(|fact| fact.from.is_none() && speaks(head, fact, who) == Some(well))
            // that one likes them is no reason for it
            .filter(|fact| fact.f().rest.iter().any(|word| word != who && !is_punct(word)))
            .max_by_key(|fact| fact.imp);
        let why = cause.map(|fact| fact.f().say(&self.surface.view())).unwrap_or_default();
        // All that speaks for it bears it, and then what names them at all.
        let speaking = facts(head).filter(|fact| fact.from.is_none() && speaks(head, fact, who) == Some(well));
        let mut speaking: Vec<&Fact> = speaking.collect();
        speaking.sort_by_key(|fact| std::cmp::Reverse((fact.at, fact.n)));
        let because: BTreeSet<u32> = speaking.iter().filter_map(|fact| fact.n).take(FEW).chain(naming).collect();
        // "I admire Ann" says it all
        let plainly = |fact: &&Fact| {
            let own = fact.f();
            let like = matches!(own.verb.as_str(), "like" | "dislike" | "know");
            own.subj == head.me.name && matches!(own.class, Class::Like | Class::Dislike) && !like
        };
        let speaks = |fact: &&Fact| speaks(head, fact, who) == Some(well);
        let feeling = facts(head).filter(|fact| fact.from.is_none()).filter(speaks).find(plainly);
        if let Some(fact) = feeling.filter(|_| why.is_empty() && (well || relation.warm < -0.3)) {
            let said = fact.f().say(&self.surface.view());
            return self.surface.say("tell.feeling", &[("r", &said)], true, because);
        }
        let section = match (well, relation.warm < -0.3, why.is_empty()) {
            (true, _, false) => "tell.like.why",
            (true, _, true) => "tell.like",
            (_, true, false) => "tell.dislike.why",
            (_, true, true) => "tell.dislike",
            _ => "tell.neutral",
        };
        let all = slots(&why);
        self.surface.say(section, &borrowed(&all), true, because)
    }

    /// Whom one loves is told of one's own family; else it is nobody's business.
    pub fn love(&mut self, who: Option<&str>) -> Answer {
        let head = self.head;
        match who {
            Some(who) if head.relation(who).kin => self.opinion(who),
            Some(who) => {
                let (x, he, him) = self.surface.person(who);
                let section = if head.relation(who).love { "tell.love.dodge" } else { "tell.love.no" };
                self.surface.say(section, &[("x", &x), ("he", &he), ("him", &him)], false, BTreeSet::new())
            }
            None => self.surface.say("tell.dodge", &[], false, BTreeSet::new()),
        }
    }
}

fn borrowed(slots: &[(String, String)]) -> Vec<(&str, &str)> {
    slots.iter().map(|(slot, text)| (slot.as_str(), text.as_str())).collect()
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
