//! What one concludes about a question to oneself: all that can be concluded, and of it what answers the question.

use std::collections::BTreeSet;

use super::{
    super::{
        beliefs::{Beliefs, Fact, Kind},
        dice::Dice,
        frame::{Class, Form},
        sector,
    },
    Mirror, about_known, clause, coming, facts, gerund, group, lasting, list, matter, mine, names, others, people,
    speaks, warmth,
};
use crate::language::{
    text::{content, overlap, tokens},
    time::{DAY, When},
};
use crate::mind::question::{Conclude, Insight, Insights};

/// Most insights of one question.
const MAX: usize = 5;
/// What does not answer the question is worth that much less.
const BESIDE: f32 = 0.25;
/// What answers an open question is worth that much.
const OPEN: f32 = 0.7;
/// Below it a thought is not worth keeping.
const MIN: f32 = 0.3;
/// Most people that are named at once.
const CIRCLE: usize = 3;

/// Something that may be concluded.
struct Thought {
    text: String,
    /// The numbers of the memories it rests on.
    because: BTreeSet<u32>,
    /// How much it says: the higher, the sooner it is said.
    weight: f32,
}

/// The insights.
pub fn conclude(ask: &Conclude, dice: &mut Dice) -> Insights {
    let head = &Beliefs::new(&ask.me, &ask.now, &ask.known).remembering(&ask.memories).read();
    let mut thinker = Thinker { mirror: Mirror::new(head, dice), head, me: &head.me.name, thoughts: Vec::new() };
    thinker.in_common();
    thinker.habits();
    people(head).iter().for_each(|who| thinker.feeling(who));
    thinker.turned();
    thinker.coming();
    thinker.needs();
    thinker.next();
    people(head).iter().for_each(|who| thinker.doubt(who));
    thinker.conclusions();
    let mut thoughts = thinker.thoughts;
    // what a question turns on: names in full, and words that carry meaning
    let me = content(&tokens(&head.me.name));
    let without_me = |stems: Vec<String>| stems.into_iter().filter(|stem| !me.contains(stem)).collect::<Vec<_>>();
    let asked = without_me(content(&head.names.merge(&tokens(&ask.ask))));
    // how far a thought answers it: 1 wholly
    let answers = |thought: &Thought| {
        let words = without_me(content(&tokens(&thought.text)));
        let shared = asked.iter().filter(|stem| words.contains(stem)).count() as f32;
        if asked.is_empty() { 1.0 } else { BESIDE + (1.0 - BESIDE) * (shared / asked.len().min(3) as f32).min(1.0) }
    };
    let share: Vec<f32> = thoughts.iter().map(answers).collect();
    // "What have I been spending my days on?" has no word that an answer would have: then all count
    let open = share.iter().all(|share| *share <= BESIDE);
    for (thought, share) in thoughts.iter_mut().zip(share) {
        thought.weight *= if open { OPEN } else { share };
    }
    // nothing is concluded twice, in whatever words
    let held: Vec<&str> = { head.memories.iter() }
        .filter(|memory| memory.kind() == Kind::Reflection)
        .map(|memory| memory.text.as_str())
        .collect();
    let stems = |text: &str| content(&head.names.merge(&tokens(text)));
    let alike = |a: &str, b: &str| {
        let (one, other) = (stems(a), stems(b));
        a == b || one.len().min(other.len()) >= 2 && overlap(&one, &other) >= 0.85
    };
    thoughts.retain(|thought| thought.weight >= MIN && !held.iter().any(|held| alike(held, &thought.text)));
    thoughts.sort_by(|a, b| b.weight.total_cmp(&a.weight));
    let mut insights: Vec<Insight> = Vec::new();
    for Thought { text, because, .. } in thoughts {
        if insights.len() < MAX && !insights.iter().any(|other| alike(&other.text, &text)) {
            insights.push(Insight { text, because: because.into_iter().take(8).collect() });
        }
    }
    Insights { insights }
}

rule!(Conclude, conclude);

/// Somebody who thinks about what they remember.
struct Thinker<'a, 'h> {
    mirror: Mirror<'a, 'h>,
    head: &'a Beliefs<'h>,
    me: &'a str,
    /// What may be concluded so far.
    thoughts: Vec<Thought>,
}

impl<'a> Thinker<'a, '_> {
    /// A thought in a wording of a section, if it rests on two memories at least.
    fn think(
        &mut self,
        section: &str,
        slots: &[(&str, &str)],
        because: impl IntoIterator<Item = Option<u32>>,
        weight: f32,
    ) {
        let text = self.mirror.word(section, slots);
        let because: BTreeSet<u32> = because.into_iter().flatten().collect();
        if because.len() >= 2 && !text.trim().is_empty() {
            self.thoughts.push(Thought { text, because, weight });
        }
    }

    /// The same thing done or wanted by me and by somebody else: the best way to say it, and all memories of it.
    fn in_common(&mut self) {
        let head = self.head;
        let own: Vec<&Fact> = mine(head).filter(lasting).collect();
        let with = |theirs: &'a Fact| {
            let same = own.iter().filter_map(|ours| Some((shared(head, ours, theirs)?, [ours.n, theirs.n])));
            same.map(|found| (theirs.f().subj.as_str(), found)).collect::<Vec<_>>()
        };
        for (who, all) in group(others(head).filter(lasting).flat_map(with)) {
            let best = all.iter().map(|(shared, _)| shared).max_by(|a, b| a.1.total_cmp(&b.1));
            if let Some((what, weight)) = best {
                let because = all.iter().flat_map(|(_, numbers)| *numbers);
                self.think("insight.common", &[("x", who), ("g", what)], because, *weight);
            }
        }
    }

    /// The same thing at the same place on other days.
    fn habits(&mut self) {
        let head = self.head;
        let seen = |fact: &&Fact| {
            let f = fact.f();
            fact.at > 0 && f.person && fact.kind == Kind::Observation && f.form == Form::Ing && f.class == Class::Doing
        };
        let of = |fact: &'a Fact| {
            let f = fact.f();
            let thing = matter(head, fact).into_iter().next().or_else(|| f.place.clone())?;
            Some(((&*f.subj, &*f.verb, thing), fact))
        };
        let part = |fact: &Fact| match fact.at % DAY / 60 {
            4..12 => "morning",
            12..17 => "afternoon",
            _ => "evening",
        };
        for ((who, ..), all) in group(facts(head).filter(seen).filter_map(of)) {
            let days: BTreeSet<u32> = all.iter().map(|fact| fact.at / DAY).collect();
            let what = all.iter().filter_map(|fact| gerund(head, fact)).min_by_key(String::len);
            let Some(what) = what.filter(|_| days.len() >= 2) else { continue };
            let place = all.iter().rev().find_map(|fact| fact.f().place.as_deref()).map(sector).unwrap_or_default();
            let what = if what.contains(place) { what } else { format!("{what} {place}") };
            let section = match all.iter().all(|fact| part(fact) == part(all[0])) {
                _ if who == self.me => "insight.habit.me",
                true => "insight.habit.when",
                false => "insight.habit",
            };
            let weight = 0.45 + 0.15 * days.len().min(4) as f32 + 0.05 * all.len().min(6) as f32;
            let slots = [("x", who), ("g", what.trim()), ("when", part(all[0]))];
            self.think(section, &slots, all.iter().map(|fact| fact.n), weight);
        }
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
        let open = || facts(head).filter(|fact| !fact.f().secret);
        let causes: Vec<&Fact> = open()
            .filter(|fact| fact.from.is_none() || told_me(fact))
            .filter(|fact| speaks(head, fact, who) == Some(well))
            .collect();
        let about = open().filter(|fact| names(fact, who) && fact.from.is_none());
        let told = |fact: &&&Fact| fact.f().subj == who && fact.f().class != Class::Dislike;
        let why = causes.iter().filter(told).max_by_key(|fact| fact.imp).map(|fact| about_known(head, fact));
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

    /// What somebody liked or agreed to, and does no longer.
    fn turned(&mut self) {
        let head = self.head;
        let all: Vec<&Fact> = facts(head).filter(|fact| fact.f().person && !fact.f().secret).collect();
        for (i, before) in all.iter().enumerate() {
            let later = |now: &&&Fact| {
                now.at > before.at
                    && now.at / 60 != before.at / 60
                    && now.n != before.n
                    && now.f().subj == before.f().subj
            };
            for now in all.iter().skip(i + 1).filter(later) {
                let (old, new) = (before.f(), now.f());
                let classes = (old.class, new.class);
                let liking = matches!(classes, (Class::Like, Class::Dislike) | (Class::Dislike, Class::Like));
                let word = matches!((&*old.verb, &*new.verb), ("agree", "decline") | ("decline", "agree"));
                if (liking || word) && overlap(old.of_rest(), new.of_rest()) >= 0.6 {
                    let (was, is) = (clause(head, before), about_known(head, now));
                    let slots = [("was", was.as_str()), ("is", is.as_str()), ("x", old.subj.as_str())];
                    self.think("insight.turned", &slots, [before.n, now.n], 1.0);
                }
            }
        }
    }

    /// One speaks well of somebody, another badly.
    fn doubt(&mut self, who: &str) {
        let head = self.head;
        // what a fact says of them, whoever says it
        let judged = |fact: &Fact| {
            let f = fact.f();
            let of_them = fact.from.is_some() && f.subj != head.me.name && f.about.iter().any(|name| name == who);
            match f.class {
                Class::Like | Class::Love if of_them => Some(true),
                Class::Dislike if of_them => Some(false),
                _ => speaks(head, fact, who),
            }
        };
        let said = |well: bool| {
            facts(head).filter(|fact| judged(fact) == Some(well) && !fact.f().secret).max_by_key(|fact| fact.at)
        };
        let (Some(good), Some(bad)) = (said(true), said(false)) else { return };
        let source = |fact: &'a Fact| fact.from.as_deref().unwrap_or(&head.me.name);
        let (a, b) = (source(good), source(bad));
        if a != b && a != who && b != who {
            let slots = [("a", a), ("b", b), ("x", who), ("pro", &clause(head, good)), ("con", &clause(head, bad))];
            self.think("insight.doubt", &slots, [good.n, bad.n], 1.0);
        }
    }

    /// What is going to happen, whom it touches, and who comes.
    fn coming(&mut self) {
        let (head, me) = (self.head, self.me);
        for (event, bare) in coming(head) {
            let f = event.f();
            let words = content(&tokens(&bare));
            // who said that they will come to it, at first hand or by hearsay
            let will = |fact: &&Fact| {
                let other = fact.f();
                other.person && other.verb == "agree" && other.subj != f.subj && overlap(&words, other.of_rest()) >= 0.6
            };
            let comers = group(head.facts.iter().filter(will).map(|fact| (fact.f().subj.clone(), fact.n)));
            let (names, numbers): (Vec<String>, Vec<_>) = comers.into_iter().unzip();
            let section = match (f.subj == me, names.as_slice()) {
                (true, []) => "insight.event.mine.alone",
                (true, _) => "insight.event.mine",
                (false, [one]) if one == me => "insight.event.going",
                (false, [_, ..]) => "insight.event.comers",
                (false, []) => "insight.event",
            };
            let slots = [
                ("x", &*f.subj),
                ("evn", &format!("the {bare}")),
                ("bare", &bare),
                ("when", &f.when.as_ref().map(When::write).unwrap_or_default()),
                ("names", &list(&names)),
                ("mean", if names.len() == 1 { "means" } else { "mean" }),
            ];
            let told = head.facts.iter().filter(|fact| fact.f().same(f)).map(|fact| fact.n);
            let because = numbers.into_iter().flatten().chain(told);
            self.think(section, &slots, because, 0.8 + 0.1 * names.len().min(4) as f32);
        }
    }

    /// What somebody needs and nobody has promised.
    fn needs(&mut self) {
        let head = self.head;
        for need in facts(head).filter(|fact| fact.f().class == Class::Need && fact.f().person && !fact.f().secret) {
            let f = need.f();
            let words = matter(head, need);
            let touches = |fact: &&Fact| overlap(&words, fact.f().of_rest()) >= 0.5;
            let promised = |fact: &Fact| fact.f().verb == "agree" && fact.f().subj != f.subj;
            if head.past(f) || words.is_empty() || head.facts.iter().filter(touches).any(promised) {
                continue;
            }
            let said = clause(head, &super::timeless(need));
            let Some((_, what)) = said.split_once(" needs ") else { continue };
            let what = what.split([',']).next().and_then(|what| what.split(" because ").next()).unwrap_or(what);
            let of_life = |fact: &Fact| matches!(fact.f().class, Class::Aim | Class::Event | Class::Trouble);
            let bears = |fact: &&Fact| fact.f().subj == f.subj && (touches(fact) || of_life(fact));
            let because = std::iter::once(need).chain(head.facts.iter().filter(bears)).map(|fact| fact.n).take(4);
            let section = if f.subj == self.me { "insight.need.mine" } else { "insight.need" };
            self.think(section, &[("x", &f.subj), ("what", what)], because, 0.95);
        }
    }

    /// What I want next: it grows out of what I have been at most, and whom I share it with.
    fn next(&mut self) {
        let head = self.head;
        let stems = |fact: &'a Fact| matter(head, fact).into_iter().map(move |stem| (stem, fact));
        let at_it = group(mine(head).filter(lasting).flat_map(stems));
        let often = |all: &[&Fact]| all.iter().filter(|fact| fact.n.is_some()).count() >= 2;
        let most = at_it.into_iter().rev().filter(|(_, all)| often(all)).max_by_key(|(_, all)| all.len());
        let Some((stem, own)) = most else { return };
        let works = own.iter().filter_map(|fact| gerund(head, fact));
        let Some(work) = works.min_by_key(String::len) else { return };
        let akin = others(head).filter(lasting).filter(|fact| matter(head, fact).contains(&stem));
        let akin = akin.max_by_key(|fact| fact.imp);
        let close: Vec<String> = people(head).into_iter().filter(|who| head.relation(who).close >= 1.5).collect();
        let (section, who) = match (akin, self.mirror.dice.pick(&close)) {
            (Some(fact), _) => ("insight.want.with", fact.f().subj.as_str()),
            (None, Some(who)) => ("insight.want.show", who.as_str()),
            (None, None) => ("insight.want", ""),
        };
        let because = own.iter().copied().chain(akin).map(|fact| fact.n).take(6);
        self.think(section, &[("x", who), ("g", &work)], because, 0.7);
    }

    /// Conclusions from conclusions: what several insights come to when they are seen together.
    fn conclusions(&mut self) {
        let head = self.head;
        let own = head.memories.iter().filter(|one| one.kind() == Kind::Reflection && one.n.is_some() && !one.secret);
        let named = own.flat_map(|memory| {
            let words = head.names.merge(&tokens(&memory.text)).into_iter();
            words.filter(|word| head.names.is_person(word) && *word != head.me.name).map(|who| (who, memory.n))
        });
        let people = group(named);
        // several people of whom one has concluded something and whom one does not dislike: a circle
        let liked = people.iter().filter(|(who, _)| warmth(head, who) > 0.3).take(CIRCLE);
        let (names, numbers): (Vec<String>, Vec<_>) = liked.cloned().unzip();
        if names.len() >= 2 {
            self.think("insight.circle", &[("names", &list(&names))], numbers.into_iter().flatten(), 0.75);
        }
        // several conclusions about the same person: that person matters
        if let Some((who, because)) = people.into_iter().rev().max_by_key(|(_, numbers)| numbers.len()) {
            let ill = warmth(head, &who) < -0.5;
            let section = if ill { "insight.matters.ill" } else { "insight.matters" };
            self.think(section, &[("x", &who)], because, 0.7);
        }
    }
}

/// What two facts share, in words, and how much that is.
fn shared(head: &Beliefs, a: &Fact, b: &Fact) -> Option<(String, f32)> {
    let (ours, theirs) = (matter(head, a), matter(head, b));
    let same = ours.iter().filter(|stem| theirs.contains(stem)).count();
    let verb = a.f().verb == b.f().verb && !a.f().verb.is_empty();
    if same == 0 || (!verb && same < 2 && a.f().class != b.f().class) {
        return None;
    }
    let what = [a, b].into_iter().filter_map(|fact| gerund(head, fact)).min_by_key(String::len)?;
    let own_names = |name: &String| *name == a.f().subj || *name == b.f().subj;
    let of_us = a.f().about.iter().chain(&b.f().about).any(own_names);
    (!of_us).then_some((what, 0.7 + 0.2 * same as f32 + if verb { 0.3 } else { 0.0 }))
}
