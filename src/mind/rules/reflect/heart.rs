//! What one feels for somebody, and why; what has changed; where what one was told does not fit together.

use super::{
    super::{
        beliefs::{Beliefs, Fact},
        frame::{Class, Form},
    },
    Mirror, facts, lasting, mine, names, people,
    wording::{about_known, clause, gerund},
};
use crate::language::{lexicon::lex, text::overlap, time::When};

/// Whether a fact speaks well of `who` (true), badly (false), or neither.
pub fn speaks(head: &Beliefs, fact: &Fact, who: &str) -> Option<bool> {
    let f = fact.f();
    let mine = f.subj == head.me.name && f.about.iter().any(|name| name == who);
    if !mine && f.subj != who {
        return None;
    }
    let words = format!(" {} {} ", f.verb, f.rest.join(" ").to_lowercase());
    let hit = |section: &str| lex().hit(section, &words).is_some();
    // "is a good neighbour" speaks of them; "sees good in everyone" does not
    let judges = f.form == Form::Copula || f.class == Class::Think;
    match f.class {
        Class::Like | Class::Love if mine => Some(true),
        Class::Dislike if mine => Some(false),
        _ if judges && hit("bad") || hit("badly.done") => Some(false),
        _ if judges && hit("good") || hit("well.done") => Some(true),
        _ => None,
    }
}

/// How warm one feels towards somebody: the relation, and what one knows at first hand that speaks for or against them.
pub fn warmth(head: &Beliefs, who: &str) -> f32 {
    let first_hand = facts(head).filter(|fact| fact.from.is_none());
    let spoken = first_hand.filter_map(|fact| speaks(head, fact, who)).map(|well| if well { 0.4 } else { -0.6 });
    head.relation(who).warm + spoken.sum::<f32>().clamp(-1.5, 1.2)
}

impl Mirror<'_, '_> {
    /// What one feels for each, and what has changed.
    pub fn heart(&mut self) {
        people(self.head).iter().for_each(|who| self.feeling(who));
        self.turned();
        self.moved_on();
    }

    /// A feeling with its cause: at first hand only, so that nobody is talked into it.
    fn feeling(&mut self, who: &str) {
        let head = self.head;
        let warm = warmth(head, who);
        let well = warm > 0.9;
        if !well && warm >= -0.5 {
            return;
        }
        let told_me = |fact: &Fact| fact.from.as_deref() == Some(who) && fact.f().subj != who;
        let causes: Vec<&Fact> = facts(head)
            .filter(|fact| fact.from.is_none() || told_me(fact))
            .filter(|fact| speaks(head, fact, who) == Some(well) && !fact.f().secret)
            .collect();
        let about = facts(head).filter(|fact| names(fact, who) && fact.from.is_none() && !fact.f().secret);
        let told = |fact: &&&Fact| fact.f().subj == who && fact.f().class != Class::Dislike;
        let why = causes.iter().filter(told).max_by_key(|fact| fact.imp).map(|fact| about_known(head, fact.f()));
        let section = match (well, why.is_some()) {
            (true, true) => "insight.fond.why",
            (true, false) => "insight.fond",
            (false, true) => "insight.cold.why",
            (false, false) => "insight.cold",
        };
        let because = causes.iter().map(|fact| fact.n).chain(about.map(|fact| fact.n).take(3));
        let weight = 0.75 + warm.abs().min(3.0) * 0.1;
        self.think(section, &[("x", who), ("why", &why.unwrap_or_default())], because, weight);
    }

    /// What somebody wanted, liked or agreed to, and does no longer.
    fn turned(&mut self) {
        let head = self.head;
        let all: Vec<&Fact> = facts(head).filter(|fact| fact.f().person && !fact.f().secret).collect();
        for (i, before) in all.iter().enumerate() {
            let later = |now: &&&Fact| now.at > before.at && before.n != now.n && before.at / 60 != now.at / 60;
            for now in all.iter().skip(i + 1).filter(|now| now.f().subj == before.f().subj).filter(later) {
                let (old, new) = (before.f(), now.f());
                let classes = (old.class, new.class);
                let liking = matches!(classes, (Class::Like, Class::Dislike) | (Class::Dislike, Class::Like));
                let word = matches!((&*old.verb, &*new.verb), ("agree", "decline") | ("decline", "agree"));
                if (liking || word) && overlap(old.of_rest(), new.of_rest()) >= 0.6 {
                    let (was, is) = (clause(head, old), about_known(head, new));
                    let slots = [("was", was.as_str()), ("is", is.as_str()), ("x", old.subj.as_str())];
                    self.think("insight.turned", &slots, [before.n, now.n], 1.0);
                }
            }
        }
    }

    /// My own aim, once I have worked on it for a while and wanted something else since.
    fn moved_on(&mut self) {
        let aim = |fact: &&Fact| fact.f().class == Class::Aim && lasting(fact) && fact.n.is_some();
        let aims = || mine(self.head).filter(aim);
        let (Some(old), Some(new)) = (aims().min_by_key(|fact| fact.at), aims().max_by_key(|fact| fact.at)) else {
            return;
        };
        if old.at != new.at
            && overlap(old.f().of_rest(), new.f().of_rest()) <= 0.4
            && let (Some(was), Some(is)) = (gerund(self.head, old.f()), gerund(self.head, new.f()))
        {
            self.think("insight.moved", &[("was", &was), ("is", &is)], [old.n, new.n], 0.8);
        }
    }

    /// Where what one was told does not fit together.
    pub fn doubt(&mut self) {
        people(self.head).iter().for_each(|who| self.doubt_of(who));
        self.doubt_when();
    }

    /// One speaks well of somebody, another badly.
    fn doubt_of(&mut self, who: &str) {
        let head = self.head;
        let said = |well: bool| {
            let fits = |fact: &&Fact| judged(head, fact, who) == Some(well) && !fact.f().secret;
            facts(head).filter(fits).max_by_key(|fact| fact.at)
        };
        let (Some(good), Some(bad)) = (said(true), said(false)) else { return };
        let (a, b) = (source(head, good), source(head, bad));
        if a != b && a != who && b != who {
            let (pro, con) = (clause(head, good.f()), clause(head, bad.f()));
            let slots = [("a", a), ("b", b), ("x", who), ("pro", &pro), ("con", &con)];
            self.think("insight.doubt", &slots, [good.n, bad.n], 1.0);
        }
    }

    /// The same event at two times or two places.
    fn doubt_when(&mut self) {
        let head = self.head;
        let start = |fact: &Fact| fact.f().when.as_ref().and_then(When::start);
        let dated = |fact: &&Fact| fact.f().event.is_some() && fact.f().person && start(fact).is_some();
        let events: Vec<&Fact> = facts(head).filter(dated).collect();
        for (i, a) in events.iter().enumerate() {
            let differs = |b: &&&Fact| {
                a.f().subj == b.f().subj
                    && a.f().same(b.f())
                    && source(head, a) != source(head, b)
                    && start(a) != start(b)
            };
            let Some(b) = events.iter().skip(i + 1).find(differs) else { continue };
            let when = |fact: &Fact| fact.f().when.as_ref().map(When::write).unwrap_or_default();
            let (x, event) = (a.f().subj.as_str(), a.f().event.as_deref().unwrap_or_default());
            let (one, two) = (when(a), when(b));
            let slots = [
                ("a", source(head, a)),
                ("b", source(head, b)),
                ("x", x),
                ("evn", event),
                ("one", &one),
                ("two", &two),
            ];
            self.think("insight.doubt.when", &slots, [a.n, b.n], 1.1);
        }
    }
}

/// Who says so: somebody else, or I myself.
fn source<'f>(head: &'f Beliefs, fact: &'f Fact) -> &'f str {
    fact.from.as_deref().unwrap_or(&head.me.name)
}

/// What a fact says of somebody, whoever says it.
fn judged(head: &Beliefs, fact: &Fact, who: &str) -> Option<bool> {
    let f = fact.f();
    let of_them = fact.from.is_some() && f.about.iter().any(|name| name == who);
    match f.class {
        _ if f.subj == head.me.name || f.subj == who => speaks(head, fact, who),
        Class::Like | Class::Love if of_them => Some(true),
        Class::Dislike if of_them => Some(false),
        _ => None,
    }
}
