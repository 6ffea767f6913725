//! Answers about a matter: whether it is so, who, when, where, and whether one means to come.

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
    text::{Pron, content, finite, join, overlap, split, tokens, unthird},
    time::say_hour,
};

/// So much of what was asked must stand in what is told instead of a reason.
const HALF: f32 = 0.5;

impl<'a> Respondent<'a, '_> {
    /// What one knows of a matter.
    pub fn matter(&mut self, matter: &Matter) -> Answer {
        let head = self.head;
        let found = search(head, matter);
        if found.hidden {
            return self.no("tell.dodge", &[]);
        }
        let why = matter.point == Point::Why && matter.mine;
        // what was done against something is done because of it
        let deed = self.best(matter).filter(|_| why && !matter.words.contains(" stop"));
        let cause = deed.and_then(|deed| cause(head, deed));
        if let (Some(deed), None) = (deed, cause)
            && let Some(reason) = needed(deed)
        {
            return self.say("tell.fact", &[("r", reason)], deed.n);
        }
        let because = cause.map_or_else(|| found.because(), |cause| cause.n.into_iter().collect());
        let fact = match cause.or(found.fact) {
            Some(fact) => fact,
            // of what one did without a reason that one knows: what one remembers of it
            None if why && found.memories.is_empty() => match self.best(matter) {
                Some(fact) => return self.unsure(fact, fact.n),
                None => return self.unknown(),
            },
            None if bound(matter) => return self.unknown(),
            None => return self.unparsed(&found, matter),
        };
        // what was seen once may be over since
        let ended = ended(head, fact);
        let said = Said { frame: was(fact.f()), ..(*fact.said).clone() };
        let over = Fact { said: said.into(), ..fact.clone() };
        let fact = match (ended, matter.point) {
            (Some(deed), Point::Whether) if matter.words.starts_with(" is ") => {
                let said = self.clause(deed);
                return self.say("tell.disagree", &[("r", &said)], because.into_iter().chain(deed.n));
            }
            (Some(deed), Point::Whether | Point::All | Point::Who) => deed,
            (Some(_), _) => &over,
            (None, _) => fact,
        };
        let said = self.clause(fact);
        let whole = match (matter.point, &fact.f().when, &fact.f().place) {
            (Point::When, Some(when), _) => when.say(head.sit.now),
            (Point::Where, _, Some(place)) => place.clone(),
            (Point::When, None, _) if !tells_time(&said) => return self.unsure(fact, because),
            (Point::Where, _, None) if !tells_place(fact) => return self.unsure(fact, because),
            _ => said,
        };
        let source = self.source(fact);
        let section = match (matter.point, source.is_some()) {
            (Point::Whether, false) if unsound(fact, &matter.words) => "tell.disagree",
            (Point::Whether, false) => "tell.yes",
            (Point::Whether, true) => "tell.yes.src",
            (_, true) => "tell.fact.src",
            (_, false) => "tell.fact",
        };
        self.say(section, &[("r", &whole), ("src", source.unwrap_or_default())], because)
    }

    /// What is remembered of a matter, if it is half of what was asked: the nearest, and the newest of those.
    fn best(&self, matter: &Matter) -> Option<&'a Fact> {
        let touches = |fact: &Fact| {
            let mut words = fact.f().key();
            words.extend(content(&plain(fact.f().rest.clone())));
            share(&matter.stems, &words)
        };
        let of_it = facts(self.head).filter(|fact| !fact.outgoing && !matter.stems.is_empty());
        let best = of_it.map(|fact| (touches(fact), fact)).filter(|(share, _)| *share >= HALF);
        best.max_by(|(a, one), (b, other)| a.total_cmp(b).then(one.at.cmp(&other.at))).map(|(_, fact)| fact)
    }

    /// Something is remembered, but not the point that is asked for.
    fn unsure(&mut self, fact: &Fact, because: impl IntoIterator<Item = u32>) -> Answer {
        let said = self.clause(fact);
        Answer { known: false, ..self.say("tell.part", &[("r", &said)], because) }
    }

    /// A memory that could not be read as a fact is still a memory: it is told as it stands.
    fn unparsed(&mut self, found: &Found, matter: &Matter) -> Answer {
        let Some(memory) = found.memories.first() else {
            let own = lex().opens("ask.own", &matter.words);
            return self.no(
                match matter.point {
                    Point::Whether if own => "tell.no.own",
                    Point::Whether => "tell.no",
                    _ => "tell.unknown",
                },
                &[],
            );
        };
        let own = self.first_person(&memory.text).filter(|_| memory.from.is_none());
        let (section, said) = match &own {
            Some(own) => ("tell.fact", own.as_str()),
            None if memory.from.is_some() => ("tell.memory.src", memory.text.trim_end_matches('.')),
            None => ("tell.memory", memory.text.trim_end_matches('.')),
        };
        let source = memory.from.as_deref().unwrap_or_default();
        self.say(section, &[("r", said), ("src", source)], found.because())
    }

    /// A memory of what I did or am, as I say it: "Ann Lee once sang in Rome." is "I once sang in Rome". `None`: it is
    /// not about me, or about others too, so that "she" might be somebody else.
    fn first_person(&self, text: &str) -> Option<String> {
        let (names, me) = (&self.head.names, self.head.me.name.as_str());
        let tokens = names.merge(split(text.trim_end_matches('.')));
        let others = tokens.iter().any(|word| names.is_person(word) && word != me);
        if tokens.first().is_none_or(|word| word != me) || tokens.get(1).is_none_or(|word| word == "'s") || others {
            return None;
        }
        // "they" might be others
        let pronoun = Some(self.head.pron(me)).filter(|pronoun| *pronoun != Pron::They);
        let is = |word: &str, case: usize| pronoun.is_some_and(|pronoun| pronoun.of(case) == word);
        let mut said = vec!["I".to_owned()];
        let mut agrees = true;
        for (at, word) in tokens.iter().enumerate().skip(1) {
            let own = word == me && tokens.get(at + 1).is_some_and(|next| next == "'s");
            let verb = agrees && !lex().is("adverbs", word) && word != "once";
            agrees &= !verb;
            let plain =
                || unthird(word).into_iter().find(|plain| lex().verb(plain) && finite(word).is_some_and(|it| !it.1));
            said.push(match word.as_str() {
                "'s" if tokens[at - 1] == me => continue,
                one if own || is(one, 2) => "my".into(),
                one if one == me || is(one, 0) => "I".into(),
                one if is(one, 3) => "myself".into(),
                one if is(one, 1) => "me".into(),
                "is" if verb => "am".into(),
                "has" if verb => "have".into(),
                one if verb => plain().unwrap_or_else(|| one.into()),
                one => one.into(),
            });
        }
        Some(join(&said))
    }

    /// Whether one means to be there.
    pub fn coming(&mut self, matter: &Matter) -> Answer {
        let head = self.head;
        let me = head.me.name.as_str();
        let touches = |fact: &&Fact| {
            let mut words = fact.f().words();
            words.extend(fact.f().event.as_deref().map(|event| content(&tokens(event))).unwrap_or_default());
            matter.stems.is_empty() || overlap(&matter.stems, &words) >= HALF
        };
        let word = |verb: &str| {
            let given = facts(head).filter(|fact| fact.f().subj == me && fact.f().verb == verb && fact.from.is_none());
            given.filter(touches).max_by_key(|fact| fact.at)
        };
        let (agreed, declined) = (word("agree"), word("decline"));
        if agreed.is_some() || declined.is_some() {
            let yes = agreed.is_some_and(|yes| declined.is_none_or(|no| no.at <= yes.at));
            let because = agreed.into_iter().chain(declined).filter_map(|fact| fact.n);
            return self.say(if yes { "tell.going.yes" } else { "tell.going.no" }, &[], because);
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
