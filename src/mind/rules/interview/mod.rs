//! Somebody from outside asks. What is answered rests on memories alone; where none bears it out, one says so.
//!
//! A secret is no evidence and is never spoken, whoever asks.

mod about;
mod asked;
mod life;
mod own;
mod people;
mod plain;
mod points;
mod search;
mod surface;
mod way;

use std::collections::BTreeSet;

use self::{
    asked::{Wanted, wanted},
    surface::Surface,
};
use super::{beliefs::Beliefs, context::Context, dice::Dice, follow_up::follow_up};
use crate::language::text::{is_cap, sentences};
use crate::mind::question::{Interview, InterviewAnswer, Known, Me, Moment, Other};

/// Most questions that are answered at once.
const MOST: usize = 2;

/// What is said to one question.
#[derive(Default)]
struct Answer {
    words: String,
    known: bool,
    because: BTreeSet<u32>,
}

/// Who is asked, by whom, and the means to answer.
struct Asked<'a, 'h> {
    head: &'a Beliefs<'h>,
    /// Who asks; empty if they have no name.
    by: String,
    surface: Surface<'a, 'h>,
    /// Says what one is, if asked.
    honest: bool,
}

/// The answer.
pub fn answer(ask: &Interview, dice: &mut Dice) -> InterviewAnswer {
    // "a reporter" is nobody one could know
    let named = is_cap(&ask.asker.name) && ask.asker.name != ask.me.name;
    let asker = Other { name: if named { ask.asker.name.clone() } else { String::new() }, ..ask.asker.clone() };
    let mindset =
        Context::new(&ask.me, &ask.now, &ask.known).meeting(&asker).remembering(&ask.memories).planning(&ask.plan);
    let head = mindset.head();
    if let Some(answer) = after_what_was_said(ask, &head, &asker.name, dice) {
        return InterviewAnswer { answer, known: false, evidence: Vec::new() };
    }
    let said: Vec<String> =
        { ask.lines.iter() }.filter(|line| line.who == ask.me.name).map(|line| line.words.clone()).collect();
    let by = asker.name;
    let mut asked =
        Asked { head: &head, surface: Surface::new(&head, &by, said, dice), by: by.clone(), honest: ask.honest };
    let answers: Vec<Answer> =
        questions(&ask.question).iter().map(|question| asked.reply(&wanted(&head, question))).collect();
    let words: Vec<&str> =
        answers.iter().map(|answer| answer.words.as_str()).filter(|words| !words.is_empty()).collect();
    let numbers: BTreeSet<u32> =
        ask.memories.iter().filter(|memory| !memory.secret).filter_map(|memory| memory.n).collect();
    let known = answers.first().is_some_and(|answer| answer.known);
    let because = answers.iter().flat_map(|answer| answer.because.iter().copied()).filter(|n| numbers.contains(n));
    let evidence: BTreeSet<u32> = because.collect();
    let answer = match words.join(" ") {
        none if none.trim().is_empty() => "I don't know.".to_owned(),
        words => words,
    };
    InterviewAnswer { answer, known, evidence: evidence.into_iter().take(8).collect() }
}

rule!(Interview, answer);

/// The answer to a bare question: "Why?".
fn after_what_was_said(ask: &Interview, head: &Beliefs, by: &str, dice: &Dice) -> Option<String> {
    let line = |who: &str, words: &str| (who.to_owned(), words.to_owned());
    let mut lines: Vec<(String, String)> = ask.lines.iter().map(|one| line(&one.who, &one.words)).collect();
    lines.push(line(by, &ask.question));
    follow_up(head, by, &lines, &mut dice.clone())
}

/// One plain thing, in somebody's own voice.
pub fn plainly(section: &str, what: &str, (me, now, known): (&Me, &Moment, &Known), dice: &mut Dice) -> String {
    let mindset = Context::new(me, now, known);
    let head = mindset.head();
    let mut surface = Surface::new(&head, "", Vec::new(), dice);
    surface.say(section, &[("r", what)], true, BTreeSet::new()).words
}

/// Whether a question has anything in it that could be known.
pub fn wants(head: &Beliefs, question: &str) -> bool {
    !matches!(wanted(head, question), Wanted::Nothing)
}

/// The questions in what was said; all of it if there is no question mark.
fn questions(text: &str) -> Vec<String> {
    let short: String = text.chars().take(600).collect();
    let asked: Vec<String> = sentences(&short).into_iter().filter(|one| one.ends_with('?')).take(MOST).collect();
    if asked.is_empty() { sentences(&short).into_iter().last().into_iter().collect() } else { asked }
}

impl Asked<'_, '_> {
    fn reply(&mut self, wanted: &Wanted) -> Answer {
        match wanted {
            Wanted::Person(who, how) => self.person(who, *how),
            Wanted::Opinion(who) => self.opinion(who),
            Wanted::Love(who) => self.love(who.as_deref()),
            Wanted::Matter(matter) => self.matter(matter),
            Wanted::Coming(matter) => self.coming(matter),
            Wanted::Done(window) => self.done(*window),
            Wanted::Plans(window, hours) => self.plans(*window, *hours),
            Wanted::Age => self.age(),
            Wanted::Like => self.like(),
            Wanted::Home => self.home(),
            Wanted::Way(place) => self.way(place),
            Wanted::Friend => self.friend(),
            Wanted::Talked(window) => self.talked(*window),
            Wanted::ToldBy(who) => self.told_by(who),
            Wanted::LastSeen(who) => self.last_seen(who),
            Wanted::Theirs(who) => self.theirs(who),
            Wanted::TheyCome(who) => self.they_come(who),
            Wanted::Promised(who) => self.promised(who),
            Wanted::Guests => self.guests(),
            Wanted::Rise => self.rise(),
            Wanted::Studies => self.studies(),
            Wanted::Bed => self.bed(),
            Wanted::Before => self.before(),
            Wanted::Origin => self.origin(),
            Wanted::Taste(matter, pro) => self.taste(matter, *pro),
            Wanted::Fond(matter) => self.fond(matter),
            Wanted::Tastes(pro) => self.tastes(*pro),
            Wanted::HowAre => self.how_are_you(),
            Wanted::Doing => self.doing(),
            Wanted::Yourself => self.yourself(),
            Wanted::Name => self.surface.say("tell.name", &[("me", &self.head.me.name.clone())], true, BTreeSet::new()),
            Wanted::Nature => {
                let section = if self.honest { "tell.nature" } else { "tell.nature.odd" };
                self.surface.say(section, &[("me", &self.head.me.name.clone())], true, BTreeSet::new())
            }
            Wanted::Nothing => self.surface.say("tell.nothing", &[], false, BTreeSet::new()),
        }
    }
}
