//! Somebody asks, from outside or in a talk. What is answered rests on memories alone; where none bears it out, one says
//! so.
//!
//! A secret is no evidence and is never spoken, whoever asks.

mod about;
mod follow_up;
mod life;
mod people;

use std::collections::BTreeSet;

pub use self::follow_up::follow_up;
use super::{
    asked::{Asked, Matter, read},
    beliefs::{Beliefs, Fact},
    dialogue_act::transcript,
    dice::Dice,
    phrases::{finish, pick},
};
use crate::language::text::{first, is_capitalized, sentences};
use crate::mind::question::{Interview, InterviewAnswer, Other, Spoken};

/// Most questions that are answered at once.
const MAX: usize = 2;
/// More letters of a question are not read.
const LONGEST: usize = 600;

/// What is said to one question.
#[derive(Default)]
pub struct Answer {
    /// In these words.
    pub words: String,
    /// Whether it is known.
    pub known: bool,
    because: Vec<u32>,
}

/// Who is asked, by whom, and the means to answer.
struct Respondent<'a, 'h> {
    head: &'a Beliefs<'h>,
    /// Who asks; empty if they have no name.
    by: &'a str,
    /// What one has said already.
    said: Vec<String>,
    dice: &'a mut Dice,
    /// Says what one is, if asked.
    honest: bool,
}

/// The answer.
pub fn answer(ask: &Interview, dice: &mut Dice) -> InterviewAnswer {
    // "a reporter" is nobody one could know
    let named = is_capitalized(&ask.asker.name) && ask.asker.name != ask.me.name;
    let by = if named { ask.asker.name.as_str() } else { "" };
    let asker = Other { name: by.to_owned(), ..ask.asker.clone() };
    let head = Beliefs::new(&ask.me, &ask.now, &ask.known).meeting(&asker).remembering(&ask.memories);
    let head = &head.planning(&ask.plan).read();
    let asked = Spoken { who: by.to_owned(), words: ask.question.clone() };
    let lines = transcript(head, by, &[ask.lines.as_slice(), &[asked]].concat());
    if let Some(answer) = follow_up(head, by, &lines, &mut dice.clone()) {
        return InterviewAnswer { answer, known: false, evidence: Vec::new() };
    }
    let own = ask.lines.iter().filter(|line| line.who == ask.me.name);
    let said = own.map(|line| line.words.clone()).collect();
    let mut respondent = Respondent { head, by, said, dice, honest: ask.honest };
    // the questions in what was said; the last sentence if there is none
    let said = sentences(&ask.question.chars().take(LONGEST).collect::<String>());
    let asked: Vec<&String> = said.iter().filter(|one| one.ends_with('?')).take(MAX).collect();
    let asked = if asked.is_empty() { said.last().into_iter().collect() } else { asked };
    let answers: Vec<Answer> = asked.iter().map(|one| respondent.reply(&read(head, one, None))).collect();
    let words: Vec<&str> = answers.iter().map(|one| one.words.as_str()).filter(|words| !words.is_empty()).collect();
    let open = |n: &u32| ask.memories.iter().any(|memory| !memory.secret && memory.n == Some(*n));
    let evidence: BTreeSet<u32> = answers.iter().flat_map(|one| one.because.iter().copied()).filter(open).collect();
    InterviewAnswer {
        answer: if words.is_empty() { "I don't know.".to_owned() } else { words.join(" ") },
        known: answers.first().is_some_and(|one| one.known),
        evidence: evidence.into_iter().take(8).collect(),
    }
}

rule!(Interview, answer);

/// What one says to a question of somebody one talks with; `said` are one's own lines.
pub fn reply(head: &Beliefs, by: &str, asked: &Asked, said: Vec<String>, dice: &mut Dice) -> Answer {
    Respondent { head, by, said, dice, honest: false }.reply(asked)
}

impl<'a> Respondent<'a, '_> {
    fn reply(&mut self, asked: &Asked) -> Answer {
        match asked {
            Asked::Person(who, heard) => self.person(who, *heard),
            Asked::Opinion(who) => self.opinion(who),
            Asked::Love(who) => self.love(who.as_deref()),
            Asked::Matter(matter) => self.matter(matter),
            Asked::Coming(matter) => self.coming(matter),
            Asked::Done(window) => self.done(*window),
            Asked::Plans(window, hours) => self.plans(*window, *hours),
            Asked::Home => self.home(),
            Asked::Directions(place) => self.way(place),
            Asked::Friend => self.friend(),
            Asked::Talked(window) => self.talked(*window),
            Asked::ToldBy(who) => self.told_by(who),
            Asked::LastSeen(who) => self.last_seen(who),
            Asked::Theirs(who) => self.theirs(who),
            Asked::Fares(who) => self.fares(who),
            Asked::Promised(who) => self.promised(who),
            Asked::Guests(who) => self.guests(who.as_deref()),
            Asked::Life(words) => self.life(words),
            Asked::Taste(matter, pro) => self.taste(matter, *pro),
            Asked::HowAre => self.how_are_you(),
            Asked::Doing | Asked::Here => self.doing(),
            Asked::Yourself | Asked::Workplace => self.yourself(),
            Asked::Age => self.say("tell.age", &[], None),
            Asked::Like => self.say("tell.like.me", &[("r", &self.head.me.traits.to_lowercase())], None),
            Asked::Name => self.say("tell.name", &[], None),
            Asked::Nature => self.say(if self.honest { "tell.nature" } else { "tell.nature.odd" }, &[], None),
            Asked::Progress(stems) if stems.is_empty() => self.how_are_you(),
            Asked::Progress(stems) => self.matter(&Matter { stems: stems.clone(), mine: true, ..Matter::default() }),
            Asked::News | Asked::Back | Asked::Small | Asked::Nothing => self.no("tell.nothing", &[]),
        }
    }

    /// A wording of a section for what is known, and the memories that bear it out. `{me}` and `{n}`, one's age, are
    /// always filled; where somebody is spoken of as `{x}`, so are `{he}` and `{him}`.
    fn say(&mut self, section: &str, slots: &[(&str, &str)], because: impl IntoIterator<Item = u32>) -> Answer {
        let (me, voice) = (self.head.me, &self.head.voice);
        let age = me.age.to_string();
        let mut slots = [&[("me", me.name.as_str()), ("n", &age)], slots].concat();
        if let Some((_, who)) = slots.iter().find(|(slot, _)| *slot == "x") {
            let pronoun = self.head.pron(who);
            slots.extend([("he", pronoun.of(0)), ("him", pronoun.of(1))]);
        }
        let words = pick(section, &slots, voice, &self.said, self.dice).unwrap_or_default();
        Answer { words: finish(&words, voice), known: true, because: because.into_iter().collect() }
    }

    /// A wording of a section for what is not known, or not told.
    fn no(&mut self, section: &str, slots: &[(&str, &str)]) -> Answer {
        Answer { known: false, ..self.say(section, slots, None) }
    }

    fn unknown(&mut self) -> Answer {
        self.no("tell.unknown", &[])
    }

    /// Facts, one after the other, in a wording of a section; that one does not know, without any.
    fn tell<'f>(&mut self, section: &str, facts: impl IntoIterator<Item = &'f Fact>) -> Answer {
        let facts: Vec<&Fact> = facts.into_iter().collect();
        if facts.is_empty() {
            return self.unknown();
        }
        let said: Vec<String> = facts.iter().map(|fact| self.clause(fact)).collect();
        self.say(section, &[("r", &said.join(", and "))], facts.iter().filter_map(|fact| fact.n))
    }

    /// A fact as I say it to the one who asks: people in full, since they may not know them.
    fn clause(&self, fact: &Fact) -> String {
        let mut said = fact.f().finished().say(&self.head.view(self.by));
        for who in fact.f().persons() {
            let short = self.head.names.short(&who);
            let stranger = who != self.head.me.name && who != self.by && short != who && !said.contains(&who);
            if stranger {
                said = said.replacen(&short, &who, 1);
            }
        }
        said
    }

    /// Who told it, if neither the one who asks nor the one it is about; by first name if that is enough.
    fn source<'f>(&self, fact: &'f Fact) -> Option<&'f str> {
        let from = self.head.source(fact).filter(|from| *from != self.by)?;
        let from = if self.head.names.is_person(from) { from } else { first(from) };
        (from != fact.f().subj).then_some(from)
    }
}
