//! Answers about a matter: whether it is so, who, when, where, why, and whether one means to come.

use super::{
    super::{
        asked::{Found, Matter, Point, bound, facts, search, share},
        beliefs::{Beliefs, Fact, Go, Kind},
        frame::{Class, Deixis, Frame, parse, shift},
    },
    Answer, Respondent,
};
use crate::language::{
    lexicon::lex,
    text::{content, overlap, split, statements, tokens},
    time::{self, DAY, When, say_hour},
};

/// So much of what was asked must stand in what is told of one's going, or instead of a reason.
const HALF: f32 = 0.5;
/// So much of the words of a reason must stand in what it is a reason for.
const BEARS_ON: f32 = 0.34;

impl<'a> Respondent<'a, '_> {
    /// What one knows of a matter.
    pub fn matter(&mut self, matter: &Matter) -> Answer {
        let head = self.head;
        let found = search(head, matter);
        if found.hidden {
            return self.no("tell.dodge", &[]);
        }
        let because = found.because();
        let Some(fact) = found.fact else {
            return match self.half(matter).filter(|_| matter.point == Point::Why && matter.mine) {
                Some(fact) if found.memories.is_empty() => self.part(fact, fact.n),
                _ if bound(matter) => self.unknown(),
                _ => self.unparsed(&found, matter),
            };
        };
        // what was seen once may be over since
        if let Some(deed) =
            ended(head, fact).filter(|_| matches!(matter.point, Point::Whether | Point::All | Point::Who))
        {
            let is = matter.point == Point::Whether && matter.words.starts_with(" is ");
            return self.tell(if is { "tell.disagree" } else { "tell.fact" }, [deed]);
        }
        let Some(said) = self.on(matter.point, fact) else { return self.part(fact, because) };
        let source = self.source(fact);
        // was it asked whether something is in order that is not?
        let amiss =
            || fact.f().class == Class::Trouble || fact.f().rest.iter().any(|one| lex().contains("trouble", one));
        let unsound = lex().find("ask.sound", &matter.words).is_some() && amiss();
        let section = match (matter.point, source.is_some()) {
            (Point::Whether, false) if unsound => "tell.disagree",
            (Point::Whether, false) => "tell.yes",
            (Point::Whether, true) => "tell.yes.src",
            (_, true) => "tell.fact.src",
            (_, false) => "tell.fact",
        };
        self.say(section, &[("r", &said), ("src", source.unwrap_or_default())], because)
    }

    /// What a fact says to the point that is asked for; nothing, if it does not.
    pub fn on(&self, point: Point, fact: &Fact) -> Option<String> {
        let (f, now) = (fact.f(), self.head.now);
        let said = self.clause(fact);
        match point {
            Point::When => {
                // what was seen or done was so when it came to be remembered
                let seen = fact.at > 0 && fact.from.is_none() && fact.kind == Kind::Observation;
                let seen = seen.then_some(When { day: Some(fact.at / DAY), from: Some(fact.at % DAY), to: None });
                // a habit says when, too: "in bed by ten"
                let mut words = split(&said);
                let tells = words.iter().any(|word| word == "ago") || time::extract_time(&mut words, now).is_some();
                f.when.clone().or(seen).map(|when| when.say(now)).or_else(|| tells.then_some(said))
            }
            // "stuck at bar 61" is no name of a place
            Point::Where => f
                .place
                .clone()
                .or_else(|| f.rest.iter().rev().skip(1).any(|word| lex().contains("locative", word)).then_some(said)),
            Point::Why => Some(match self.reason(fact) {
                Some(reason) => format!("{said} because {reason}"),
                None => said,
            }),
            _ => Some(said),
        }
    }

    /// What is remembered of a matter, if it is half of what was asked: the nearest, and the newest of those.
    fn half(&self, matter: &Matter) -> Option<&'a Fact> {
        let of_it = facts(self.head).filter(|fact| !fact.outgoing && !matter.stems.is_empty());
        let shares = of_it.map(|fact| (share(&matter.stems, &fact.f().words()), fact));
        let best = shares.filter(|(share, _)| *share >= HALF);
        best.max_by(|(a, one), (b, other)| a.total_cmp(b).then(one.at.cmp(&other.at))).map(|(_, fact)| fact)
    }

    /// Something is remembered, but not the point that is asked for.
    pub fn part(&mut self, fact: &Fact, because: impl IntoIterator<Item = u32>) -> Answer {
        let said = self.clause(fact);
        Answer { known: false, ..self.say("tell.part", &[("r", &said)], because) }
    }

    /// A memory that could not be read as a fact is still a memory: it is told as it stands.
    fn unparsed(&mut self, found: &Found, matter: &Matter) -> Answer {
        let Some(memory) = found.memories.first() else {
            let section = match matter.point {
                Point::Whether if lex().starts_with("ask.own", &matter.words) => "tell.no.own",
                Point::Whether => "tell.no",
                _ => "tell.unknown",
            };
            return self.no(section, &[]);
        };
        let words = self.head.names.merge(&tokens(memory.text.trim_end_matches('.')));
        let said = shift(&words, &Frame::default(), &self.head.view(self.by));
        let source = memory.teller(&self.head.me.name);
        let section = if source.is_some() { "tell.memory.src" } else { "tell.memory" };
        self.say(section, &[("r", &said), ("src", source.unwrap_or_default())], found.because())
    }

    /// Why it is so: what is put out was burning; as it was said; or what somebody wants.
    pub fn reason(&self, fact: &Fact) -> Option<String> {
        let frame = fact.f();
        let open = || facts(self.head).filter(|fact| !fact.outgoing);
        let said = format!(" {} ", fact.text.trim_end_matches('.').to_lowercase());
        let ended = lex().map("ends.why").iter().find(|(ends, _)| said.contains(&format!(" {ends} ")));
        // "... because Ann has lost the key": of a memory that says the same
        let because = || {
            let alike = |fact: &&Fact| likeness(frame, fact.f()) >= BEARS_ON;
            open().filter(alike).find_map(|fact| {
                let (_, reason) = fact.text.split_once(" because ")?;
                self.retold(statements(reason).first()?, &fact.f().subj)
            })
        };
        // what whoever does it is after, if that bears on it; to do it because one wants to do it is no reason
        let key = |frame: &Frame| {
            let name = |stem: &String| self.head.names.is_person(stem) || self.head.names.is_place(stem);
            content(&frame.rest).into_iter().filter(|stem| !name(stem)).collect::<Vec<_>>()
        };
        let done = key(frame);
        let bears = |fact: &&Fact| {
            let aim = key(fact.f());
            let of_it =
                aim.len() > 1 && overlap(&aim, &done) >= BEARS_ON && aim.iter().any(|stem| !done.contains(stem));
            of_it && fact.f().class == Class::Aim && fact.f().subj == frame.subj && frame.class != Class::Aim
        };
        let wish = || open().filter(bears).max_by_key(|fact| fact.imp).map(|fact| self.clause(fact));
        ended.map(|(_, why)| why.clone()).or_else(because).or_else(wish)
    }

    /// A sentence of memory as I say it; nothing if it is not understood.
    fn retold(&self, sentence: &str, about: &str) -> Option<String> {
        let head = self.head;
        let last = Some(about.to_owned()).filter(|who| head.names.is_person(who));
        let me = head.me.name.as_str();
        let deixis = Deixis { me, you: "", now: head.now, names: &head.names, prons: &head.prons, last };
        parse(sentence, &deixis).filter(|said| !said.frame.secret).map(|said| said.frame.say(&head.view(self.by)))
    }

    /// Whether one means to be there.
    pub fn coming(&mut self, matter: &Matter) -> Answer {
        let head = self.head;
        let me = head.me.name.as_str();
        let touches = |fact: &&Fact| matter.stems.is_empty() || overlap(&matter.stems, &fact.f().words()) >= HALF;
        let given = facts(head).filter(|fact| fact.f().subj == me && fact.from.is_none()).filter(touches);
        let given =
            given.filter(|fact| matches!(fact.f().verb.as_str(), "agree" | "decline")).max_by_key(|fact| fact.at);
        if let Some(fact) = given {
            let section = if fact.f().verb == "agree" { "tell.going.yes" } else { "tell.going.no" };
            return self.say(section, &[], fact.n);
        }
        let Some(event) = head.events().into_iter().find(touches) else { return self.no("tell.no", &[]) };
        let section = match head.go(event.f()).0 {
            _ if event.f().subj == me => "tell.going.host",
            Go::Agreed | Go::Yes => "tell.going.likely",
            Go::Maybe => "tell.going.maybe",
            _ => "tell.going.unlikely",
        };
        let when = event.f().when.as_ref().and_then(|when| when.from).map(say_hour).unwrap_or_default();
        self.say(section, &[("when", &when)], event.n)
    }
}

/// How much two frames say the same, 0 to 1.
pub fn likeness(one: &Frame, other: &Frame) -> f32 {
    match one.same(other) {
        true => 1.0,
        false if one.subj == other.subj => overlap(&one.words(), &other.words()),
        false => 0.0,
    }
}

/// What was done since about a thing of which it was seen how it was: by whomever.
fn ended<'h>(head: &'h Beliefs, seen: &Fact) -> Option<&'h Fact> {
    let thing = seen.text.split(" in the ").next().filter(|thing| thing.starts_with("the "))?.to_lowercase();
    let ends = |fact: &&Fact| {
        let text = fact.text.to_lowercase();
        fact.at >= seen.at && text.contains(&thing) && lex().find("ends", &format!(" {text} ")).is_some()
    };
    let state = !seen.f().person && seen.f().aux.as_deref() == Some("is");
    facts(head).filter(|_| state).filter(ends).max_by_key(|fact| (fact.f().subj == head.me.name, fact.at))
}
