//! Who knows whom, by asking each about each; what nobody can have from anywhere counts as invented.

use serde::Serialize;

use super::asking::{Inhabitant, Interviewer};
use crate::{clock::AgentId, memory::Kind};

/// In a town of more people than this each is asked only about those they have something of.
const ALL: usize = 80;

/// Who knows whom at one moment.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Network {
    /// Pairs that know each other, by number, the smaller first.
    #[serde(skip)]
    pub edges: Vec<(u32, u32)>,
    /// Edges of all that there could be: 2E/(V(V-1)).
    #[serde(skip)]
    pub density: f64,
    /// Answers that were given.
    pub answers: u32,
    /// Answers that claim to know somebody of whom nothing stands in the stream.
    pub invented: u32,
    /// Who invented whom.
    pub inventions: Vec<(String, String)>,
    /// Answers that claim to know somebody who was only ever seen; they make no edge.
    pub by_sight: u32,
}

/// What somebody has of another in their stream.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Trace {
    None,
    /// Seen doing something, and no more.
    Seen,
    /// Known from before, spoken with, told of, thought about.
    Known,
}

fn trace(who: &Inhabitant, other: &str) -> Trace {
    let mut best = Trace::None;
    for memory in who.memories {
        let named = memory.source.as_deref() == Some(other) || memory.text.contains(other);
        if !named {
            continue;
        }
        let seen = memory.kind == Kind::Observation && memory.source.is_none() && memory.created > 0;
        best = best.max(if seen { Trace::Seen } else { Trace::Known });
        if best == Trace::Known {
            break;
        }
    }
    best
}

/// Asks each about each; in a large town about those they have something of.
pub fn ask(asker: &Interviewer) -> Network {
    let people = &asker.folk.people;
    among(asker, |one, other| people.len() <= ALL || trace(one, &other.name) > Trace::None)
}

/// Asks only where both have something that a tie can rest on: the same ties, and nothing else of a network.
pub fn ties(asker: &Interviewer) -> Network {
    let rests = |one: &Inhabitant, other: &Inhabitant| trace(one, &other.name) == Trace::Known;
    among(asker, |one, other| rests(one, other) && rests(other, one))
}

fn among(asker: &Interviewer, asks: impl Fn(&Inhabitant, &Inhabitant) -> bool) -> Network {
    let folk = asker.folk;
    let (people, all) = (&folk.people, 0..folk.people.len());
    let pairs = all.clone().flat_map(|who| all.clone().map(move |other| (who, other)));
    let pairs: Vec<(usize, usize)> =
        pairs.filter(|(who, other)| who != other && asks(&people[*who], &people[*other])).collect();
    let question = |(who, other): &(usize, usize)| (*who, format!("Do you know of {}?", folk.people[*other].name));
    let questions: Vec<(usize, String)> = pairs.iter().map(question).collect();
    let said = asker.ask_all(&questions);
    let mut network = Network::default();
    let mut knows = std::collections::BTreeSet::new();
    for ((who, other), said) in pairs.iter().zip(&said) {
        network.answers += u32::from(!said.words.is_empty());
        if !said.claims() {
            continue;
        }
        let (one, two) = (&folk.people[*who], &folk.people[*other]);
        match trace(one, &two.name) {
            Trace::Known => _ = knows.insert((one.id, two.id)),
            Trace::Seen => network.by_sight += 1,
            Trace::None => network.inventions.push((one.name.clone(), two.name.clone())),
        }
    }
    network.invented = network.inventions.len() as u32;
    let mutual = |(one, two): &&(AgentId, AgentId)| one < two && knows.contains(&(*two, *one));
    network.edges = knows.iter().filter(mutual).map(|(one, two)| (one.0, two.0)).collect();
    let all = folk.people.len() as f64;
    network.density = 2.0 * network.edges.len() as f64 / (all * (all - 1.0)).max(1.0);
    network
}
