//! Somebody from outside asks. What is answered rests on memories alone; where none bears it out, one says so.
//!
//! A secret is no evidence and is never spoken, whoever asks.

mod about;
mod life;
mod people;

use std::collections::BTreeSet;

use super::{
    asked::{Asked, Matter, bare, read},
    beliefs::{Beliefs, Fact},
    dialogue_act::transcript,
    dice::Dice,
    follow_up::follow_up,
    phrases::{finish, pick},
};
use crate::language::text::{first, is_cap, sentences};
use crate::mind::question::{Interview, InterviewAnswer, Other, Spoken};

/// Most questions that are answered at once.
const MOST: usize = 2;

/// What is said to one question.
#[derive(Default)]
pub struct Answer {
    /// In these words.
    pub words: String,
    /// Whether it is known.
    pub known: bool,
    because: BTreeSet<u32>,
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
    let named = is_cap(&ask.asker.name) && ask.asker.name != ask.me.name;
    let by = if named { ask.asker.name.as_str() } else { "" };
    let asker = Other { name: by.to_owned(), ..ask.asker.clone() };
    let head = &Beliefs::new(&ask.me, &ask.now, &ask.known)
        .meeting(&asker)
        .remembering(&ask.memories)
        .planning(&ask.plan)
        .read();
    if let Some(answer) = after_what_was_said(ask, head, by, dice) {
        return InterviewAnswer { answer, known: false, evidence: Vec::new() };
    }
    let own = ask.lines.iter().filter(|line| line.who == ask.me.name);
    let said = own.map(|line| line.words.clone()).collect();
    let mut respondent = Respondent { head, by, said, dice, honest: ask.honest };
    let answers: Vec<Answer> =
        questions(&ask.question).iter().map(|question| respondent.reply(&read(head, question, None))).collect();
    let words: Vec<&str> =
        answers.iter().map(|answer| answer.words.as_str()).filter(|words| !words.is_empty()).collect();
    let open = |n: &u32| ask.memories.iter().any(|memory| !memory.secret && memory.n == Some(*n));
    let evidence: BTreeSet<u32> =
        answers.iter().flat_map(|answer| answer.because.iter().copied()).filter(open).collect();
    let answer = match words.join(" ") {
        none if none.trim().is_empty() => "I don't know.".to_owned(),
        words => words,
    };
    let known = answers.first().is_some_and(|answer| answer.known);
    InterviewAnswer { answer, known, evidence: evidence.into_iter().take(8).collect() }
}

rule!(Interview, answer);

/// The answer to a bare question: "Why?".
fn after_what_was_said(ask: &Interview, head: &Beliefs, by: &str, dice: &Dice) -> Option<String> {
    bare(&ask.question, &[])?;
    let mut lines = ask.lines.clone();
    lines.push(Spoken { who: by.to_owned(), words: ask.question.clone() });
    follow_up(head, by, &transcript(head, by, &lines), &mut dice.clone())
}

/// What one says to a question of somebody one talks with; `said` are one's own lines.
pub fn reply(head: &Beliefs, by: &str, asked: &Asked, said: Vec<String>, dice: &mut Dice) -> Answer {
    Respondent { head, by, said, dice, honest: false }.reply(asked)
}

/// The questions in what was said; all of it if there is no question mark.
fn questions(text: &str) -> Vec<String> {
    let short: String = text.chars().take(600).collect();
    let asked: Vec<String> = sentences(&short).into_iter().filter(|one| one.ends_with('?')).take(MOST).collect();
    if asked.is_empty() { sentences(&short).into_iter().last().into_iter().collect() } else { asked }
}

impl<'a> Respondent<'a, '_> {
    fn reply(&mut self, asked: &Asked) -> Answer {
        let me = self.head.me.name.as_str();
        match asked {
            Asked::Person(who, how) => self.person(who, *how),
            Asked::Opinion(who) => self.opinion(who),
            Asked::Love(who) => self.love(who.as_deref()),
            Asked::Matter(matter) => self.matter(matter),
            Asked::Coming(matter) => self.coming(matter),
            Asked::Done(window) => self.done(*window),
            Asked::Plans(window, hours) => self.plans(*window, *hours),
            Asked::Age => self.say("tell.age", &[("n", &self.head.me.age.to_string())], None),
            Asked::Like => self.like(),
            Asked::Home => self.home(),
            Asked::Way(place) => self.way(place),
            Asked::Friend => self.friend(),
            Asked::Talked(window) => self.talked(*window),
            Asked::ToldBy(who) => self.told_by(who),
            Asked::LastSeen(who) => self.last_seen(who),
            Asked::Theirs(who) | Asked::Fares(who) => self.theirs(who),
            Asked::TheyCome(who) => self.they_come(who),
            Asked::Promised(who) => self.promised(who),
            Asked::Guests => self.guests(),
            Asked::Rise => self.fact("tell.fact", self.always("rise.words").first().copied()),
            Asked::Origin => self.fact("tell.fact", self.always("origin.words").first().copied()),
            Asked::Studies => self.studies(),
            Asked::Bed => self.bed(),
            Asked::Before => self.before(),
            Asked::Taste(matter, pro) => self.taste(matter, *pro),
            Asked::Fond(matter) => self.fond(matter),
            Asked::Tastes(pro) => self.tastes(*pro),
            Asked::HowAre => self.how_are_you(),
            Asked::Doing | Asked::Here => self.doing(),
            Asked::Yourself | Asked::Workplace => self.yourself(),
            Asked::Name => self.say("tell.name", &[("me", me)], None),
            Asked::Nature => self.say(if self.honest { "tell.nature" } else { "tell.nature.odd" }, &[("me", me)], None),
            Asked::Progress(stems) if stems.is_empty() => self.how_are_you(),
            Asked::Progress(stems) => self.matter(&Matter::of(stems.clone())),
            Asked::News | Asked::Back | Asked::Small | Asked::Nothing => self.no("tell.nothing", &[]),
        }
    }

    /// A wording of a section for what is known, and the memories that bear it out.
    fn say(&mut self, section: &str, slots: &[(&str, &str)], because: impl IntoIterator<Item = u32>) -> Answer {
        let voice = &self.head.voice;
        let words = pick(section, slots, voice, &self.said, self.dice).unwrap_or_default();
        Answer { words: finish(&words, voice), known: true, because: because.into_iter().collect() }
    }

    /// A wording of a section for what is not known, or not told.
    fn no(&mut self, section: &str, slots: &[(&str, &str)]) -> Answer {
        Answer { known: false, ..self.say(section, slots, None) }
    }

    fn unknown(&mut self) -> Answer {
        self.no("tell.unknown", &[])
    }

    /// A fact in a wording of a section.
    fn fact(&mut self, section: &str, fact: Option<&Fact>) -> Answer {
        match fact {
            Some(fact) => self.tell(section, &[fact], ""),
            None => self.unknown(),
        }
    }

    /// Facts, one after the other, in a wording of a section.
    fn tell(&mut self, section: &str, facts: &[&Fact], joint: &str) -> Answer {
        let said: Vec<String> = facts.iter().map(|fact| self.clause(fact)).collect();
        self.say(section, &[("r", &said.join(joint))], facts.iter().filter_map(|fact| fact.n))
    }

    /// A fact with who told it, if that was not whom it is about.
    fn sourced(&mut self, fact: &Fact) -> Answer {
        match self.source(fact) {
            Some(source) => self.say("tell.fact.src", &[("r", &self.clause(fact)), ("src", source)], fact.n),
            None => self.fact("tell.fact", Some(fact)),
        }
    }

    /// A fact as I say it to the one who asks: people in full, since they may not know them.
    fn clause(&self, fact: &Fact) -> String {
        let mut said = fact.f().finished().say(&self.head.view(self.by));
        for who in fact.f().persons() {
            let short = self.head.names.short(&who);
            let stranger = who != self.head.me.name && who != self.by && short != who && !said.contains(&who);
            if stranger && let Some(at) = said.find(&short) {
                said.replace_range(at..at + short.len(), &who);
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
