//! Answers about oneself that have a turn of their own: what one likes, when one goes to bed, what one was before, where
//! one comes from.

use std::collections::BTreeSet;

use super::{
    super::{
        asked::{Matter, enough, facts, share},
        beliefs::Fact,
        frame::{Class, Form, Frame},
    },
    Answer, Respondent,
};
use crate::language::{lexicon::lex, text::content};

/// Most things that are told at once.
const MOST: usize = 2;

impl Respondent<'_, '_> {
    /// What I know of myself, not from what others said.
    fn mine(&self) -> impl Iterator<Item = &Fact> {
        let me = self.head.me.name.as_str();
        facts(self.head).filter(move |fact| fact.f().subj == me && fact.from.is_none() && !fact.outgoing)
    }

    fn fact(&mut self, section: &str, told: Option<Fact>) -> Answer {
        let Some(fact) = told else { return self.surface.say("tell.unknown", &[], false, BTreeSet::new()) };
        let (said, because) = (self.surface.clause(&fact), fact.n.into_iter().collect());
        self.surface.say(section, &[("r", &said)], true, because)
    }

    /// Whether one likes something: yes or no as it is, however it was asked.
    pub fn taste(&mut self, matter: &Matter, pro: bool) -> Answer {
        let touches = |fact: &&Fact| {
            let mut words = fact.f().key();
            words.extend(content(&fact.f().rest));
            let named = matter.named.iter().all(|who| fact.text.contains(who.as_str()));
            named && enough(&matter.stems, share(&matter.stems, &words))
        };
        let told = self.mine().filter(|fact| liking(fact.f()).is_some()).filter(touches).max_by_key(|fact| fact.imp);
        if let Some(fact) = told.cloned() {
            let agrees = liking(fact.f()) == Some(pro);
            return self.fact(if agrees { "tell.agree" } else { "tell.disagree" }, Some(fact));
        }
        match matter.named.iter().find(|name| self.head.names.is_person(name)).cloned() {
            Some(who) if matter.stems.is_empty() => self.opinion(&who),
            _ => self.matter(matter),
        }
    }

    /// What of a kind one likes: a liking, or what else of one's life is of it; else one owns that there is none.
    pub fn fond(&mut self, matter: &Matter) -> Answer {
        let touches = |fact: &&Fact| {
            let mut words = fact.f().key();
            words.extend(content(&fact.f().rest));
            !matter.stems.is_empty() && enough(&matter.stems, share(&matter.stems, &words))
        };
        let liked = self.mine().filter(|fact| liking(fact.f()) == Some(true)).find(touches);
        let told = liked.or_else(|| self.mine().filter(|fact| fact.at == 0).find(touches)).cloned();
        match told {
            Some(fact) => self.fact("tell.fact", Some(fact)),
            None => self.surface.say("tell.fond.none", &[], false, BTreeSet::new()),
        }
    }

    /// What one likes or dislikes.
    pub fn tastes(&mut self, pro: bool) -> Answer {
        let mut told: Vec<&Fact> = self.mine().filter(|fact| liking(fact.f()) == Some(pro)).collect();
        told.dedup_by(|one, other| one.f().same(other.f()));
        told.sort_by_key(|fact| (!fact.f().about.is_empty(), std::cmp::Reverse(fact.imp)));
        told.truncate(MOST);
        if told.is_empty() {
            return self.surface.say("tell.unknown", &[], false, BTreeSet::new());
        }
        let said: Vec<String> = told.iter().map(|fact| self.surface.clause(fact)).collect();
        let because = told.iter().filter_map(|fact| fact.n).collect();
        self.surface.say("tell.fact", &[("r", &said.join(", and "))], true, because)
    }

    /// When one goes to bed, as one's habits are.
    pub fn bed(&mut self) -> Answer {
        let sleeps = |fact: &&Fact| {
            let text = format!(" {} ", fact.text.to_lowercase().replace([',', '.'], ""));
            fact.at == 0 && !text.contains(" out of bed ") && lex().hit("bed.words", &text).is_some()
        };
        let of_life = |fact: &&Fact| self.head.me.lifestyle.contains(&fact.text);
        // What stands last of it is the evening.
        let told = self.mine().filter(of_life).filter(sleeps).last().cloned();
        self.fact("tell.fact", told)
    }

    /// What one was before: what one's story tells as past.
    pub fn before(&mut self) -> Answer {
        let past = |fact: &&Fact| {
            let frame = fact.f();
            let was = frame.aux.as_deref().is_some_and(|aux| matches!(aux, "was" | "were")) || frame.form == Form::Past;
            was && fact.at == 0 && frame.when.is_none() && self.head.me.background.contains(&fact.text)
        };
        let was = |fact: &&Fact| fact.f().verb.is_empty();
        let told = self.mine().filter(past).find(was).or_else(|| self.mine().find(past)).cloned();
        self.fact("tell.fact", told)
    }

    /// Where one comes from.
    pub fn origin(&mut self) -> Answer {
        let comes = |fact: &&Fact| {
            let text = format!(" {} ", fact.text.to_lowercase().replace([',', '.'], ""));
            fact.at == 0 && lex().hit("origin.words", &text).is_some()
        };
        let told = self.mine().find(comes).cloned();
        self.fact("tell.fact", told)
    }
}

/// Whether a frame says that one likes something, or that one dislikes it.
fn liking(frame: &Frame) -> Option<bool> {
    match frame.class {
        Class::Like => Some(!frame.neg),
        Class::Dislike => Some(false),
        _ => None,
    }
}
