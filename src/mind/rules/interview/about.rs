//! Answers about a matter: whether it is so, who, when, where, and whether one means to come.

use std::collections::BTreeSet;

use super::{
    super::{
        asked::{Found, Matter, Point, bound, facts, plain, search, share},
        beliefs::{Beliefs, Fact, Go},
        frame::{Class, Frame, Said},
    },
    Answer, Respondent,
};
use crate::language::{
    lexicon::lex,
    text::{content, overlap, split},
    time::{When, say_hour},
};

/// So much of what was asked must stand in what is told instead of a reason.
const HALF: f32 = 0.5;

impl<'a> Respondent<'a, '_> {
    /// What one knows of a matter.
    pub fn matter(&mut self, matter: &Matter) -> Answer {
        let head = self.head;
        let found = search(head, matter);
        if found.hidden {
            return self.surface.say("tell.dodge", &[], false, BTreeSet::new());
        }
        // what was done against something is done because of it
        let begun = matter.point == Point::Why && matter.mine && !matter.words.contains(" stop");
        let deed = self.best(matter).filter(|_| begun);
        let cause = deed.and_then(|deed| cause(head, deed));
        if let Some((deed, reason)) = deed.filter(|_| cause.is_none()).and_then(|deed| Some((deed, needed(deed)?))) {
            return self.surface.say("tell.fact", &[("r", reason)], true, deed.n.into_iter().collect());
        }
        let because = cause.map_or_else(|| found.because(), |cause| cause.n.into_iter().collect());
        let fact = match cause.or(found.fact) {
            Some(fact) => fact,
            None if matter.point == Point::Why && matter.mine && found.memories.is_empty() => {
                return self.without_reason(matter);
            }
            None if bound(matter) => return self.surface.say("tell.unknown", &[], false, BTreeSet::new()),
            None => return self.unparsed(&found, matter),
        };
        // what was seen once may be over since
        let ended = ended(head, fact);
        let said = Said { frame: was(fact.f()), ..(*fact.said).clone() };
        let over = Fact { said: said.into(), ..fact.clone() };
        let fact = match (ended, matter.point) {
            (Some(deed), Point::Whether) if matter.words.starts_with(" is ") => {
                let (said, because) = (self.surface.clause(deed), because.into_iter().chain(deed.n).collect());
                return self.surface.say("tell.disagree", &[("r", &said)], true, because);
            }
            (Some(deed), Point::Whether | Point::All | Point::Who) => deed,
            (Some(_), _) => &over,
            (None, _) => fact,
        };
        let said = self.surface.clause(fact);
        let part = match matter.point {
            Point::When => match fact.f().when.as_ref() {
                Some(when) => Some(when.say(head.sit.now)),
                None if tells_time(&said) => None,
                None => return self.unsure(&said, because),
            },
            Point::Where => match fact.f().place.clone() {
                Some(place) => Some(place),
                None if tells_place(fact) => None,
                None => return self.unsure(&said, because),
            },
            _ => None,
        };
        let whole = part.unwrap_or(said);
        let source = self.surface.source(fact).filter(|source| *source != fact.f().subj);
        let section = match (matter.point, source.is_some()) {
            (Point::Whether, false) if unsound(fact, &matter.words) => "tell.disagree",
            (Point::Whether, false) => "tell.yes",
            (Point::Whether, true) => "tell.yes.src",
            (_, true) => "tell.fact.src",
            (_, false) => "tell.fact",
        };
        let source = source.unwrap_or_default();
        self.surface.say(section, &[("r", &whole), ("src", &source)], true, because)
    }

    /// Why one did something, of which one knows no reason: what one remembers of it, if it is half of what was asked.
    fn without_reason(&mut self, matter: &Matter) -> Answer {
        let Some(fact) = self.best(matter) else {
            return self.surface.say("tell.unknown", &[], false, BTreeSet::new());
        };
        let (said, because) = (self.surface.clause(fact), fact.n.into_iter().collect());
        self.unsure(&said, because)
    }

    /// What is remembered of a matter, if it is half of what was asked: the nearest, and the newest of those.
    fn best(&self, matter: &Matter) -> Option<&'a Fact> {
        let touches = |fact: &Fact| {
            let mut words = fact.f().key();
            words.extend(content(&plain(fact.f().rest.clone())));
            share(&matter.stems, &words)
        };
        let head: &'a Beliefs = self.head;
        let of_it = facts(head).filter(|fact| !fact.outgoing && !matter.stems.is_empty());
        let best = of_it.map(|fact| (touches(fact), fact)).filter(|(share, _)| *share >= HALF);
        best.max_by(|(a, one), (b, other)| a.total_cmp(b).then(one.at.cmp(&other.at))).map(|(_, fact)| fact)
    }

    /// Something is remembered, but not the point that is asked for.
    fn unsure(&mut self, said: &str, because: BTreeSet<u32>) -> Answer {
        self.surface.say("tell.part", &[("r", said)], false, because)
    }

    /// A memory that could not be read as a fact is still a memory: it is told as it stands.
    fn unparsed(&mut self, found: &Found, matter: &Matter) -> Answer {
        let Some(memory) = found.memories.first() else {
            let own = lex().list("ask.own").iter().any(|opener| matter.words.starts_with(&format!(" {opener} ")));
            let section = match matter.point {
                Point::Whether if own => "tell.no.own",
                Point::Whether => "tell.no",
                _ => "tell.unknown",
            };
            return self.surface.say(section, &[], false, BTreeSet::new());
        };
        let source = memory.from.clone().unwrap_or_default();
        let because = found.because();
        if let Some(own) = self.surface.first_person(&memory.text).filter(|_| source.is_empty()) {
            return self.surface.say("tell.fact", &[("r", &own)], true, because);
        }
        let text = memory.text.trim_end_matches('.').to_owned();
        let section = if source.is_empty() { "tell.memory" } else { "tell.memory.src" };
        self.surface.say(section, &[("r", &text), ("src", &source)], true, because)
    }

    /// Whether one means to be there.
    pub fn coming(&mut self, matter: &Matter) -> Answer {
        let head = self.head;
        let me = head.me.name.as_str();
        let touches = |fact: &&Fact| {
            let mut words = fact.f().key();
            words.extend(content(&fact.f().rest));
            words.extend(fact.f().event.as_deref().map(|event| content(&split(event))).unwrap_or_default());
            matter.stems.is_empty() || overlap(&matter.stems, &words) >= 0.5
        };
        let word = |verb: &str| {
            facts(head)
                .filter(|fact| fact.f().subj == me && fact.f().verb == verb && fact.from.is_none())
                .filter(touches)
                .max_by_key(|fact| fact.at)
        };
        let (agreed, declined) = (word("agree"), word("decline"));
        let section = match (agreed, declined) {
            (Some(yes), Some(no)) if no.at > yes.at => "tell.going.no",
            (Some(_), _) => "tell.going.yes",
            (None, Some(_)) => "tell.going.no",
            (None, None) => "",
        };
        let because: BTreeSet<u32> = [agreed, declined].into_iter().flatten().filter_map(|fact| fact.n).collect();
        if !section.is_empty() {
            return self.surface.say(section, &[], true, because);
        }
        let event = head.events().into_iter().find(|fact| touches(fact)).cloned();
        let Some(event) = event else { return self.surface.say("tell.no", &[], false, BTreeSet::new()) };
        let because: BTreeSet<u32> = event.n.into_iter().collect();
        let section = match head.go(event.f()).0 {
            _ if event.f().subj == me => "tell.going.host",
            Go::Agreed | Go::Yes => "tell.going.likely",
            Go::Maybe => "tell.going.maybe",
            _ => "tell.going.unlikely",
        };
        let when = event.f().when.as_ref().and_then(|when: &When| when.from).map(say_hour).unwrap_or_default();
        self.surface.say(section, &[("when", &when)], true, because)
    }
}

/// What was done since about a thing of which it was seen how it was: by whomever.
fn ended<'h>(head: &'h Beliefs, seen: &Fact) -> Option<&'h Fact> {
    let thing = seen.text.split(" in the ").next().filter(|thing| thing.starts_with("the "))?.to_lowercase();
    let ends = |fact: &&Fact| {
        let text = fact.text.to_lowercase();
        fact.at >= seen.at && text.contains(&thing) && lex().hit("ends", &format!(" {text} ")).is_some()
    };
    let state = !seen.f().person && seen.f().aux.as_deref() == Some("is");
    facts(head).filter(|_| state).filter(ends).max_by_key(|fact| (fact.f().subj == head.me.name, fact.at))
}

/// What made one do this: a thing was seen, or is said, to be as it should not be, and this put an end to it.
fn cause<'h>(head: &'h Beliefs, deed: &Fact) -> Option<&'h Fact> {
    let done = deed.text.trim_end_matches('.').to_lowercase();
    lex().hit("ends", &format!(" {done} "))?;
    let of_it = |fact: &&Fact| {
        let thing = fact.f().subj.to_lowercase();
        let amiss = fact.f().class == Class::Trouble || fact.f().rest.iter().any(|word| lex().is("trouble", word));
        let state = amiss && !fact.f().person && fact.f().aux.as_deref() == Some("is") && fact.at <= deed.at;
        let thing = thing.strip_prefix("the ").unwrap_or(&thing).split(" in ").next().unwrap_or_default().to_owned();
        state && !thing.is_empty() && format!(" {done} ").contains(&format!(" {thing} "))
    };
    facts(head).filter(|fact| fact.at > 0).filter(of_it).max_by_key(|fact| fact.at)
}

/// Why such a thing is done at all: what is put out was burning.
fn needed(deed: &Fact) -> Option<&'static str> {
    let done = format!(" {} ", deed.text.trim_end_matches('.').to_lowercase());
    let why = lex().map("ends.why").iter().find(|(ends, _)| done.contains(&format!(" {ends} ")));
    why.map(|(_, why)| why.as_str())
}

/// The same as it was.
fn was(frame: &Frame) -> Frame {
    Frame { aux: frame.aux.as_ref().map(|aux| if aux == "is" { "was".into() } else { aux.clone() }), ..frame.clone() }
}

/// Was it asked whether something is in order that is not?
fn unsound(fact: &Fact, asked: &str) -> bool {
    let trouble = fact.f().class == Class::Trouble || fact.f().rest.iter().any(|word| lex().is("trouble", word));
    trouble && lex().hit("ask.sound", asked).is_some()
}

/// Does it say where, though not by the name of a place: "stuck at bar 61"?
fn tells_place(fact: &Fact) -> bool {
    let before_last = fact.f().rest.split_last().map(|(_, before)| before).unwrap_or_default();
    before_last.iter().any(|word| lex().is("locative", word))
}

/// Does a clause say when, though as a habit and not as a date: "in bed by ten"?
fn tells_time(said: &str) -> bool {
    let words = split(&said.to_lowercase());
    words.iter().any(|word| word == "ago")
        || words.windows(2).any(|two| {
            let number =
                lex().list("numbers").contains(&two[1]) || two[1].chars().next().is_some_and(|c| c.is_ascii_digit());
            let hour = number || matches!(two[1].as_str(), "noon" | "midnight" | "dawn" | "half" | "quarter");
            matches!(two[0].as_str(), "at" | "by" | "before" | "after" | "until" | "from" | "about" | "around") && hour
        })
}
