//! What somebody is to one, and an honest picture of oneself: nature as it shows, what fills the days, how life is going.
//! Both rest on memories; where they say nothing, the persona's own words stand.

use std::{cmp::Reverse, collections::BTreeSet};

use super::{
    super::{
        beliefs::{Beliefs, Fact, Kind, Relation},
        dice::Dice,
        frame::{Class, Form},
    },
    Mirror, about_known, ahead, clause, end, gerund, group, lasting, list, mine, names, speaks, timeless, warmth,
};
use crate::{
    language::{
        lexicon::lex,
        text::Pronoun,
        time::{DAY, date},
    },
    mind::question::{Other, Relate, RelateAnswer, Summarise, SummaryAnswer},
};

/// Most memories that are cited.
const MAX: usize = 6;
/// What was seen longer ago, in minutes, says nothing of what they do now.
const LATELY: u32 = 90;
/// How far back one looks for how life is going.
const DAYS: u32 = 3;

/// Something said, and the facts that bear it out.
type Statement<'h> = (String, Vec<&'h Fact>);

/// The relation.
pub fn relate(ask: &Relate, dice: &mut Dice) -> RelateAnswer {
    let other = Other { relation: String::new(), ..ask.other.clone() };
    let head = &Beliefs::new(&ask.me, &ask.now, &ask.known).meeting(&other).remembering(&ask.memories).read();
    let who = ask.other.name.as_str();
    let about = head.facts.iter().filter(|fact| names(fact, who) && !fact.outgoing);
    // at first hand, or not: nobody becomes a friend by saying so
    let (own, heard): (Vec<&Fact>, Vec<&Fact>) = about.partition(|fact| fact.from.is_none());
    let mut mirror = Mirror::new(head, dice);
    let (relation, from) = mirror.what_they_are(who, &own, &heard, &head.relation(who));
    let (feeling, causes) = mirror.felt_for(who, &own);
    let (doing, seen) = doing(head, who, &own, &ask.other.doing);
    let numbers = group(from.into_iter().chain(causes).chain(seen).filter_map(|fact| fact.n).map(|n| (n, ())));
    let evidence: BTreeSet<u32> = numbers.into_iter().map(|(n, _)| n).take(MAX).collect();
    RelateAnswer { relation, feeling, doing, evidence: evidence.into_iter().collect() }
}

rule!(Relate, relate);

/// The picture.
pub fn summarise(ask: &Summarise, dice: &mut Dice) -> SummaryAnswer {
    let head = Beliefs::new(&ask.me, &ask.now, &ask.known).remembering(&ask.memories).read();
    let mut mirror = Mirror::new(&head, dice);
    let (core, shown) = mirror.core();
    let (occupation, done) = mirror.occupation();
    let (feeling, felt) = mirror.mood();
    let evidence: BTreeSet<u32> = shown.into_iter().chain(done).chain(felt).filter_map(|fact| fact.n).collect();
    SummaryAnswer { core, occupation, feeling, evidence: evidence.into_iter().collect() }
}

rule!(Summarise, summarise);

/// A note that one has talked with somebody.
fn is_talk(fact: &&Fact) -> bool {
    let f = fact.f();
    f.verb == "talk" || f.class == Class::Met || f.verb == "have" && f.rest.iter().any(|word| word == "talk")
}

/// What they are doing: as it is seen now, or was lately.
fn doing<'h>(head: &Beliefs, who: &str, own: &[&'h Fact], seen: &str) -> (String, Option<&'h Fact>) {
    let seen = seen.trim().trim_end_matches('.');
    if !seen.is_empty() {
        let pronoun = head.pron(who);
        let is = if pronoun == Pronoun::They { who } else { pronoun.of(0) };
        let text = if seen.contains(who) { seen.to_owned() } else { format!("{is} is {seen}") };
        return (end(head, &text), None);
    }
    let fresh = |fact: &&&Fact| {
        let lately = fact.at > 0 && fact.at.saturating_add(LATELY) >= head.now;
        lately && fact.f().class == Class::Doing && fact.f().subj == who
    };
    match own.iter().filter(fresh).max_by_key(|fact| fact.at) {
        Some(fact) => (end(head, &clause(head, fact)), Some(*fact)),
        None => ("Not known.".to_owned(), None),
    }
}

impl<'a> Mirror<'a, '_> {
    fn what_they_are<'f>(
        &mut self,
        who: &str,
        own: &[&'f Fact],
        heard: &[&'f Fact],
        relation: &Relation,
    ) -> Statement<'f> {
        let (head, me) = (self.head, self.me);
        let of_me: Vec<&Fact> = own.iter().copied().filter(|fact| names(fact, me)).collect();
        if let Some(fact) = of_me.iter().find(|fact| fact.f().class == Class::Kin) {
            return (end(head, &clause(head, &timeless(fact))), vec![fact]);
        }
        let talks: Vec<&Fact> = of_me.into_iter().filter(is_talk).collect();
        let theirs = |fact: &&&Fact| {
            let f = fact.f();
            let noted = matches!(f.class, Class::Know | Class::Met | Class::Told | Class::Event)
                || lex().contains("bookkeeping", &f.verb);
            f.subj == who && f.lasting() && !noted && !f.secret
        };
        let known = own.iter().filter(theirs).max_by_key(|fact| (fact.f().form != Form::Past, fact.imp)).copied();
        let said = known.map(|fact| about_known(head, &timeless(fact))).unwrap_or_default();
        let source = heard.iter().find_map(|fact| fact.from.as_deref()).unwrap_or_default();
        let mut seen = own.iter().copied().filter(|fact| fact.at > 0 && fact.f().form == Form::Ing).peekable();
        let (section, from): (_, Vec<&Fact>) = match (talks.len(), known) {
            (0, Some(fact)) => ("relate.known", vec![fact]),
            (0, None) if relation.met => ("relate.met", own.iter().copied().take(2).collect()),
            (0, None) if source == who => ("relate.met", heard.iter().copied().take(2).collect()),
            (0, None) if !source.is_empty() => ("relate.heard", heard.iter().copied().take(2).collect()),
            (0, None) if seen.peek().is_some() => ("relate.seen", seen.take(2).collect()),
            (0, None) => ("relate.stranger", Vec::new()),
            (talked, known) => {
                let section = match (talked, relation.close >= 1.5, known.is_some()) {
                    (1, _, _) => "relate.talked.once",
                    (_, true, _) => "relate.talked.friend",
                    (_, _, true) => "relate.talked.known",
                    _ => "relate.talked",
                };
                (section, talks.iter().rev().copied().take(3).chain(known).collect())
            }
        };
        let last = talks.iter().map(|fact| fact.at).max().map(|at| date(at / DAY)).unwrap_or_default();
        (self.word(section, &[("x", who), ("r", &said), ("src", source), ("date", &last)]), from)
    }

    fn felt_for<'f>(&mut self, who: &str, own: &[&'f Fact]) -> Statement<'f> {
        let (head, me) = (self.head, self.me);
        let loves = |f: &&&Fact| f.f().class == Class::Love && f.f().subj == me && f.f().about.iter().any(|x| x == who);
        if let Some(fact) = own.iter().find(loves) {
            let section = if fact.f().secret { "relate.love.secret" } else { "relate.love" };
            return (self.word(section, &[("x", who)]), vec![fact]);
        }
        let warm = warmth(head, who);
        let well = warm > 0.4;
        let speaks = |fact: &&Fact| speaks(head, fact, who) == Some(well) && !fact.f().secret;
        let causes: Vec<&Fact> = own.iter().copied().filter(speaks).collect();
        let talks: Vec<&Fact> = own.iter().copied().filter(is_talk).collect();
        let why =
            causes.iter().max_by_key(|fact| fact.imp).map(|fact| (clause(head, &timeless(fact)), fact.f().subj == me));
        let (section, why) = match why {
            _ if !well && warm >= -0.4 => return ("No particular feeling.".to_owned(), Vec::new()),
            Some((why, true)) => return (end(head, &why), causes),
            Some((why, _)) => (if well { "relate.fond.why" } else { "relate.cold.why" }, why),
            None if talks.is_empty() => return ("No particular feeling.".to_owned(), Vec::new()),
            None => (if well { "relate.fond" } else { "relate.cold" }, String::new()),
        };
        (self.word(section, &[("x", who), ("why", &why)]), if causes.is_empty() { talks } else { causes })
    }

    /// Facts of oneself that are numbered, open and not too old.
    fn recent(&self) -> impl Iterator<Item = &'a Fact> + use<'a> {
        let now = self.head.now;
        let recent = move |fact: &&Fact| fact.at == 0 || fact.at.saturating_add(DAYS * DAY) >= now;
        mine(self.head).filter(recent).filter(|fact| fact.n.is_some() && !fact.f().secret)
    }

    /// The traits, and a deed or an opinion that shows them.
    fn core(&mut self) -> Statement<'a> {
        let head = self.head;
        let traits = head.me.traits.split(',').map(|word| word.trim().to_owned()).filter(|word| !word.is_empty());
        let traits = match list(&traits.collect::<Vec<_>>()) {
            none if none.is_empty() => "hard to describe".to_owned(),
            traits => traits,
        };
        let shows = |fact: &&Fact| {
            let f = fact.f();
            let view = matches!(f.class, Class::Like | Class::Dislike | Class::Think | Class::Other);
            let word = matches!(f.verb.as_str(), "agree" | "decline");
            fact.kind == Kind::Reflection || view && !lex().contains("bookkeeping", &f.verb) || word
        };
        match self.recent().filter(shows).max_by_key(|fact| (fact.imp, fact.at)) {
            Some(fact) => {
                let deed = about_known(head, &timeless(fact));
                (self.word("summary.core.shown", &[("traits", &traits), ("r", &deed)]), vec![fact])
            }
            None => (self.word("summary.core", &[("traits", &traits)]), Vec::new()),
        }
    }

    /// What one was seen at, most of all, before what one says one does.
    fn occupation(&mut self) -> Statement<'a> {
        let (head, me) = (self.head, self.me);
        let at_it = |fact: &&Fact| {
            let f = fact.f();
            f.form == Form::Ing && f.class == Class::Doing && !lex().contains("light", &f.verb) && fact.imp > 2
        };
        let done = self.recent().filter(at_it).filter_map(|fact| Some((gerund(head, fact)?, fact)));
        let mut done = group(done);
        done.sort_by_key(|(_, facts)| Reverse(facts.len()));
        done.truncate(3);
        let (what, facts): (Vec<String>, Vec<Vec<&Fact>>) = done.into_iter().unzip();
        let works = mine(head).filter(lasting).filter(|fact| fact.f().class == Class::Work);
        let work = works.max_by_key(|fact| (fact.n.is_some(), fact.imp));
        let said = work.map(|fact| about_known(head, fact)).unwrap_or_default();
        let slots = [("g", &*list(&what)), ("r", &said)];
        let words = match (what.is_empty(), work) {
            (true, None) => "Not known.".to_owned(),
            (true, Some(_)) => end(head, &said.replacen(head.pron(me).of(0), me, 1)),
            (false, None) => self.word("summary.days", &slots),
            (false, Some(_)) => self.word("summary.days.work", &slots),
        };
        (words, facts.into_iter().flat_map(|facts| facts.into_iter().take(2)).chain(work).collect())
    }

    /// Trouble weighs most, then what one is looking forward to, then what one is after.
    fn mood(&mut self) -> Statement<'a> {
        let head = self.head;
        let hard = |fact: &&Fact| {
            let f = fact.f();
            matches!(f.class, Class::Trouble | Class::Need) || f.class == Class::Think && f.verb == "worry"
        };
        let to_come = |fact: &&Fact| ahead(head, fact) && (fact.f().event.is_some() || fact.f().verb == "agree");
        let trouble = self.recent().filter(hard).max_by_key(|fact| (fact.imp, fact.at));
        let good = self.recent().filter(to_come).max_by_key(|fact| fact.imp);
        let aim = self.recent().filter(|fact| fact.f().class == Class::Aim).max_by_key(|fact| fact.at);
        let (section, fact) = match (trouble, good, aim) {
            (Some(hard), Some(_), _) => ("summary.mixed", hard),
            (Some(hard), None, _) => ("summary.hard", hard),
            (None, Some(good), _) => ("summary.glad", good),
            (None, None, Some(aim)) => ("summary.aim", aim),
            (None, None, None) => return ("Not known.".to_owned(), Vec::new()),
        };
        let also = good.map(|fact| about_known(head, fact)).unwrap_or_default();
        let words = self.word(section, &[("r", &about_known(head, fact)), ("s", &also)]);
        (words, [trouble, good, aim].into_iter().flatten().collect())
    }
}
