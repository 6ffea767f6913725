//! How far a piece of news has spread: who claims to know it, who does, and from whom each has it.

use std::collections::BTreeMap;

use serde::Serialize;

use super::asking::{Folk, Inhabitant, InterviewReply, Interviewer};
use crate::agent::{
    prelude::*,
    scenario::{News, mentions},
};

pub use crate::memory::memory_of_origin;

/// One piece of news.
#[derive(Clone, Debug, Serialize)]
pub struct Spread {
    /// As the scenario calls it.
    pub id: String,
    /// The fact.
    pub text: String,
    /// Who alone knew it.
    pub source: String,
    /// How many knew it at the start: they claimed to, and it stood in their stream.
    pub informed_start: u32,
    /// How many know it in the end.
    pub informed_end: u32,
    /// How many claim to know it in the end.
    pub claims: u32,
    /// How many of these have nothing of the kind in their stream.
    pub invented: u32,
    /// Who they are, and what they said.
    pub inventors: Vec<Answer>,
    /// Who has it in their stream and does not say so, and what they said.
    pub silent: Vec<Answer>,
    /// How it came to each who has it, by time.
    pub path: Vec<Handing>,
    /// To whom no way leads back to the source.
    pub untraced: Vec<String>,
    /// The share of the town that has it, by game hours: it rises at each of these.
    pub curve: Vec<(f64, f64)>,
}

/// How the news came to somebody.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Handing {
    /// When.
    pub tick: u64,
    /// From whom; empty: nobody can be named.
    pub from: String,
    /// To whom.
    pub to: String,
    /// Told, or seen oneself.
    pub how: How,
    /// In these words; of what was seen, as it is remembered.
    pub words: String,
}

/// What somebody said when they were asked.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Answer {
    /// Who.
    pub agent: String,
    /// To which question.
    pub question: String,
    /// In which words.
    pub words: String,
    /// Is it a claim to know the news?
    #[serde(skip)]
    pub claims: bool,
}

/// The ways of news.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum How {
    /// Somebody said it, to them or to others.
    Talk,
    /// Seen.
    Sight,
}

/// What those at these places say, in this order: the answer that claims to know it, or the last one.
pub fn answers(asker: &Interviewer, news: &News, people: &[usize]) -> Vec<Answer> {
    let questions: Vec<(usize, String)> =
        people.iter().flat_map(|who| news.ask.iter().map(move |ask| (*who, ask.clone()))).collect();
    let said = asker.ask_all(&questions);
    let mut answers = vec![Answer::default(); people.len()];
    for (n, ((who, question), said)) in questions.into_iter().zip(said).enumerate() {
        let answer = &mut answers[n / news.ask.len().max(1)];
        if !answer.claims {
            let (agent, claims) = (asker.folk.people[who].name.clone(), claimed(news, &question, &said));
            *answer = Answer { agent, question, words: said.words, claims };
        }
    }
    answers
}

/// Is this answer a claim to know the news? To say yes is one if the question is about it; who was asked something
/// wider has to say it themselves. Also one that tells more of it than the question did, whatever the mark.
fn claimed(news: &News, question: &str, said: &InterviewReply) -> bool {
    let told = news.told_in(&format!("{question} {}", said.words));
    let more = news.must.iter().any(|group| {
        let has = |text: &str| group.iter().any(|words| mentions(text, words));
        has(&said.words) && !has(question)
    });
    said.claims() && (told || news.touched_in(question) > 0) || told && more && !said.denies()
}

/// The first memory that tells the news.
pub fn evidence<'w>(news: &News, who: &Inhabitant<'w>) -> Option<&'w Memory> {
    memory_of_origin(who.memories.iter().filter(|memory| news.told_in(&memory.text)))
}

/// Follows a piece of news: asks everybody at the end, and counts. `informed_start`: how many knew it when the town began.
pub fn follow(news: &News, asker: &Interviewer, informed_start: u32, talks: &[Talk]) -> Spread {
    let folk = asker.folk;
    let everybody: Vec<usize> = (0..folk.people.len()).collect();
    let answers = answers(asker, news, &everybody);
    let has: Vec<Option<&Memory>> = folk.people.iter().map(|who| evidence(news, who)).collect();
    let those = |claims: bool, holds: bool| -> Vec<Answer> {
        let all = answers.iter().zip(&has);
        all.filter(|(one, has)| one.claims == claims && has.is_some() == holds).map(|(one, _)| one.clone()).collect()
    };
    let (inventors, silent) = (those(true, false), those(false, true));
    let informed = those(true, true).len() as u32;
    let talks: Vec<&Talk> = talks.iter().collect();
    let path = path(news, folk, &has, &talks);
    let untraced = untraced(news, &path);
    Spread {
        id: news.id.clone(),
        text: news.text.clone(),
        source: news.source.clone(),
        informed_start,
        informed_end: informed,
        claims: informed + inventors.len() as u32,
        invented: inventors.len() as u32,
        inventors,
        silent,
        curve: curve(&path, has.iter().flatten().count() - path.len(), folk),
        path,
        untraced,
    }
}

/// How the news came to each who has it but the source, by time; nobody is asked.
pub fn handings(news: &News, folk: &Folk, talks: &[Talk]) -> Vec<Handing> {
    let has: Vec<Option<&Memory>> = folk.people.iter().map(|who| evidence(news, who)).collect();
    path(news, folk, &has, &talks.iter().collect::<Vec<_>>())
}

/// How it came to each but the source, by time.
fn path(news: &News, folk: &Folk, has: &[Option<&Memory>], talks: &[&Talk]) -> Vec<Handing> {
    let names: BTreeMap<AgentId, &str> = folk.people.iter().map(|who| (who.id, who.name.as_str())).collect();
    let since: BTreeMap<&str, u64> =
        folk.people.iter().zip(has).filter_map(|(who, has)| Some((who.name.as_str(), has.as_ref()?.created))).collect();
    let others = folk.people.iter().zip(has).filter(|(who, _)| who.name != news.source);
    let handed =
        |(who, has): (&Inhabitant, &Option<&Memory>)| Some(handing(news, &names, who.id, (*has)?, &since, talks));
    let mut path: Vec<Handing> = others.filter_map(handed).collect();
    path.sort_by(|a, b| (a.tick, &a.to).cmp(&(b.tick, &b.to)));
    path
}

/// How it came to somebody who has it by this memory. `since`: when others came to have it, by name.
pub fn handing(
    news: &News,
    names: &BTreeMap<AgentId, &str>,
    to: AgentId,
    memory: &Memory,
    since: &BTreeMap<&str, u64>,
    talks: &[&Talk],
) -> Handing {
    let heard = heard(news, names, to, memory, talks);
    let own = names.get(&to).copied().unwrap_or_default();
    // Whoever was there to be seen and had it before.
    let seen = || {
        let others = names.values().copied().filter(|name| *name != own && memory.text.contains(name));
        others.filter(|name| since.get(name).is_some_and(|then| *then <= memory.created)).map(str::to_string).next()
    };
    let told = memory.source.is_some() || memory.kind == MemoryKind::Dialogue;
    let (from, how) = match (&memory.source, &heard) {
        (Some(source), _) => (source.clone(), How::Talk),
        (None, Some((by, _))) if told => (by.clone(), How::Talk),
        (None, _) if told => (seen().unwrap_or_default(), How::Talk),
        (None, _) => (seen().unwrap_or_default(), How::Sight),
    };
    let words = heard.filter(|(by, _)| how == How::Talk && *by == from).map(|(_, words)| words);
    Handing { tick: memory.created, from, to: own.to_string(), how, words: words.unwrap_or(memory.text.clone()) }
}

/// The line that told it, and by whom: the one with most of its words in the last talk that can have been the one. What
/// was said shortly before it was remembered goes before what was said to others long ago.
fn heard(
    news: &News,
    names: &BTreeMap<AgentId, &str>,
    to: AgentId,
    memory: &Memory,
    talks: &[&Talk],
) -> Option<(String, String)> {
    let name = |id: AgentId| names.get(&id).map(|name| name.to_string());
    let lines = talks.iter().flat_map(|talk| {
        let member = talk.members.contains(&to);
        talk.lines.iter().map(move |line| (member, line))
    });
    let fits = |line: &Utterance| {
        let by = name(line.by);
        line.by != to && line.from <= memory.created && (memory.source.is_none() || by == memory.source)
    };
    lines
        .filter(|(_, line)| fits(line))
        .map(|(member, line)| {
            let lately = line.from + LONGEST_TALK >= memory.created;
            ((lately, news.touched_in(&line.words), member, line.from), line)
        })
        .filter(|((_, touched, ..), _)| *touched > 0)
        .max_by_key(|(key, _)| *key)
        .and_then(|(_, line)| Some((name(line.by)?, line.words.clone())))
}

/// Ticks by which a teller may have a thing in memory later than who hears it: what is said in a talk is remembered
/// when it is over, what is overheard at once.
const LONGEST_TALK: u64 = 180;

/// Those to whom no way leads from the source.
fn untraced(news: &News, path: &[Handing]) -> Vec<String> {
    let mut reached: BTreeMap<&str, u64> = BTreeMap::from([(news.source.as_str(), 0)]);
    let mut rest: Vec<&Handing> = path.iter().collect();
    loop {
        let before = rest.len();
        rest.retain(|one| match reached.get(one.from.as_str()) {
            Some(since) if *since <= one.tick + LONGEST_TALK => {
                reached.insert(&one.to, one.tick);
                false
            }
            _ => true,
        });
        if rest.len() == before {
            return rest.into_iter().map(|one| one.to.clone()).collect();
        }
    }
}

/// The share of those who have it over time, in game hours; `first` had it from the start.
fn curve(path: &[Handing], first: usize, folk: &Folk) -> Vec<(f64, f64)> {
    let share = |known: usize| known as f64 / folk.people.len().max(1) as f64;
    let hours = |tick: u64| folk.calendar.hours(tick);
    let mut curve = vec![(0.0, share(first))];
    curve.extend(path.iter().enumerate().map(|(n, one)| (hours(one.tick), share(first + n + 1))));
    curve.push((hours(folk.now), share(first + path.len())));
    curve
}

#[cfg(test)]
mod tests {
    use super::*;

    fn news() -> News {
        News {
            id: "concert".into(),
            text: "Bo Ek gives a concert.".into(),
            source: "Bo Ek".into(),
            ask: vec!["Do you know of a concert?".into()],
            must: vec![vec!["concert".into()], vec!["Bo".into()]],
            known: None,
            event: None,
        }
    }

    #[test]
    fn a_claim_is_about_the_news() {
        let claims = |question: &str, words: &str, known| {
            claimed(&news(), question, &InterviewReply { words: words.into(), known })
        };
        assert!(claims("Do you know of a concert?", "Yes.", false));
        assert!(claims("What is on at the hall?", "Bo gives a concert.", true));
        assert!(claims("Who gives a concert?", "That would be Bo, I hear.", false), "it tells more than was asked");
        assert!(!claims("What is on at the hall?", "Bo repaired the door there.", true), "that is something else");
        assert!(!claims("Who gives a concert?", "I don't know, ask Bo.", false));
    }

    fn handing(from: &str, to: &str, tick: u64) -> Handing {
        let (from, to) = (from.to_string(), to.to_string());
        Handing { tick, from, to, how: How::Talk, words: String::new() }
    }

    #[test]
    fn a_way_that_does_not_come_from_the_source_is_none() {
        let path = [
            handing("Bo Ek", "Ann Vale", 10),
            handing("Ann Vale", "Cy Holt", 20),
            handing("Di Lund", "Ed Moss", 30),
            handing("Ed Moss", "Di Lund", 30),
            handing("Fay Orr", "Gil Pye", 40),
        ];
        assert_eq!(untraced(&news(), &path), ["Ed Moss", "Di Lund", "Gil Pye"]);
        assert_eq!(untraced(&news(), &path[..2]), Vec::<String>::new());
        assert_eq!(untraced(&news(), &path[1..2]), ["Cy Holt"], "nobody told the one who told it");
    }
}
