//! The people of a town as they stand, and what they say when somebody from outside asks them: an interview leaves no
//! trace. Who knows whom is found by asking each about each; what nobody can have from anywhere counts as invented.

use serde::Serialize;

use super::each;
use crate::{
    agent::{prelude::*, resolve, voices},
    command::Inquiry,
    mind::{
        Ask, MindError, Reply,
        question::{Interview, InterviewAnswer, read},
    },
};

/// Somebody, with all they remember.
pub struct Inhabitant<'w> {
    /// Their number.
    pub id: AgentId,
    /// Full name.
    pub name: String,
    /// All they remember, oldest first.
    pub memories: &'w [Memory],
}

/// Everybody in a town at one moment.
pub struct Folk<'w> {
    /// By number.
    pub people: Vec<Inhabitant<'w>>,
    /// The tick.
    pub now: u64,
    /// The town's time.
    pub calendar: Calendar,
    /// The town.
    pub world: &'w World,
}

impl<'w> Folk<'w> {
    /// As they stand now.
    pub fn of(world: &'w World) -> Self {
        let people = resolve::everybody(world).into_iter().filter_map(|one| {
            let memories = world.get::<MemoryStream>(one.entity)?.all();
            Some(Inhabitant { id: one.id, name: one.name, memories })
        });
        let (now, calendar) = (world.resource::<Now>().0, *world.resource::<Calendar>());
        Self { people: people.collect(), now, calendar, world }
    }

    /// The one of this number.
    pub fn get(&self, id: AgentId) -> Option<&Inhabitant<'w>> {
        self.people.iter().find(|one| one.id == id)
    }
}

/// Who answers for the people: a mind, asked from outside.
pub type Answers<'a> = &'a (dyn Fn(&Ask) -> Result<Reply, MindError> + Sync);

/// What somebody says to a stranger, and where it stands in their memory.
pub fn interview(world: &World, name: &str, question: &str, answers: Answers) -> Option<InterviewAnswer> {
    let inquiry = Inquiry { honest: Some(true), ..Inquiry::new(name, question) };
    let ask = voices::traceless(world, &inquiry).ok()?;
    let reply = answers(&ask).ok()?;
    read::<Interview>(&ask, &reply).ok().map(|(_, answer)| answer)
}

/// What somebody said to a question.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct InterviewReply {
    /// In these words; empty: no answer came.
    pub words: String,
    /// As the mind marks it: they know the main thing asked.
    pub known: bool,
}

/// Puts questions to people.
pub struct Interviewer<'a> {
    /// To whom.
    pub folk: &'a Folk<'a>,
    /// Who answers for them.
    pub answers: Answers<'a>,
    /// How many at a time.
    pub threads: usize,
}

impl Interviewer<'_> {
    /// Puts all of `questions` (to whom, what) and gives what was said, in their order.
    pub fn ask_all(&self, questions: &[(usize, String)]) -> Vec<InterviewReply> {
        let said = each(questions, self.threads, |(who, question)| {
            let answer = interview(self.folk.world, &self.folk.people[*who].name, question, self.answers);
            Ok(answer.map(|one| InterviewReply { words: one.answer, known: one.known }).unwrap_or_default())
        });
        said.unwrap_or_default()
    }
}

/// How a yes and a no begin.
const YES: &str = "yes|of course|sure|certainly|i do,|i do.|i know |oh yes|i have heard";
const NO: &str = "no,|no.|no |i don't know|i do not know|i don't think i know|never heard|not that i know|i have no idea|\
                  i haven't heard|i have not heard|i couldn't say|i wouldn't know";

impl InterviewReply {
    /// Do they claim to know what was asked? The mark counts unless the words take it back, and words that say so
    /// count without the mark.
    pub fn claims(&self) -> bool {
        !self.words.is_empty() && (self.begins(YES) || self.known && !self.denies())
    }

    /// Do the words say that they do not know?
    pub fn denies(&self) -> bool {
        self.begins(NO)
    }

    fn begins(&self, with: &str) -> bool {
        let words = self.words.to_lowercase();
        with.split('|').any(|start| words.starts_with(start))
    }
}

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
    let named = who.memories.iter().filter(|one| one.source.as_deref() == Some(other) || one.text.contains(other));
    let seen = |one: &Memory| one.kind == MemoryKind::Observation && one.source.is_none() && one.created > 0;
    named.map(|one| if seen(one) { Trace::Seen } else { Trace::Known }).max().unwrap_or(Trace::None)
}

/// Asks each about each; in a large town about those they have something of.
pub fn network(asker: &Interviewer) -> Network {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_claim_is_what_says_so() {
        let said = |words: &str, known| InterviewReply { words: words.into(), known }.claims();
        assert!(said("Yes, it is on Tuesday.", false), "the words say it whatever the mark");
        assert!(said("It is on Tuesday at five.", true));
        assert!(!said("I don't know of any.", true), "the words take the mark back");
        assert!(!said("It could be anything.", false) && !said("", true));
    }
}
