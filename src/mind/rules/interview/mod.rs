//! Somebody from outside asks. What is answered rests on memories alone; where none bears it out, one says so.
//!
//! A secret is no evidence and is never spoken, whoever asks.

mod about;
mod life;
mod own;
mod people;
mod plain;
mod surface;
mod way;

use std::collections::BTreeSet;

use self::surface::Surface;
use super::{
    asked::{Asked, Matter, bare, read},
    beliefs::Beliefs,
    context::Context,
    dialogue_act::transcript,
    dice::Dice,
    follow_up::follow_up,
};
use crate::language::text::{is_cap, sentences};
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
    let surface = Surface::new(&head, &by, said, dice);
    let mut respondent = Respondent { head: &head, surface, by: by.clone(), honest: ask.honest };
    let answers: Vec<Answer> =
        questions(&ask.question).iter().map(|question| respondent.reply(&read(&head, question, None))).collect();
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
    bare(&ask.question, &[])?;
    let mut lines = ask.lines.clone();
    lines.push(Spoken { who: by.to_owned(), words: ask.question.clone() });
    follow_up(head, by, &transcript(head, by, &lines), &mut dice.clone())
}

/// What one says to a question of somebody one talks with; `said` are one's own lines.
pub fn reply(head: &Beliefs, by: &str, asked: &Asked, said: Vec<String>, dice: &mut Dice) -> Answer {
    let surface = Surface::new(head, by, said, dice);
    Respondent { head, surface, by: by.to_owned(), honest: false }.reply(asked)
}

/// The questions in what was said; all of it if there is no question mark.
fn questions(text: &str) -> Vec<String> {
    let short: String = text.chars().take(600).collect();
    let asked: Vec<String> = sentences(&short).into_iter().filter(|one| one.ends_with('?')).take(MOST).collect();
    if asked.is_empty() { sentences(&short).into_iter().last().into_iter().collect() } else { asked }
}

impl Respondent<'_, '_> {
    fn reply(&mut self, asked: &Asked) -> Answer {
        match asked {
            Asked::Person(who, how) => self.person(who, *how),
            Asked::Opinion(who) => self.opinion(who),
            Asked::Love(who) => self.love(who.as_deref()),
            Asked::Matter(matter) => self.matter(matter),
            Asked::Coming(matter) => self.coming(matter),
            Asked::Done(window) => self.done(*window),
            Asked::Plans(window, hours) => self.plans(*window, *hours),
            Asked::Age => self.age(),
            Asked::Like => self.like(),
            Asked::Home => self.home(),
            Asked::Way(place) => self.way(place),
            Asked::Friend => self.friend(),
            Asked::Talked(window) => self.talked(*window),
            Asked::ToldBy(who) => self.told_by(who),
            Asked::LastSeen(who) => self.last_seen(who),
            Asked::Theirs(who) => self.theirs(who),
            Asked::TheyCome(who) => self.they_come(who),
            Asked::Promised(who) => self.promised(who),
            Asked::Guests => self.guests(),
            Asked::Rise => self.rise(),
            Asked::Studies => self.studies(),
            Asked::Bed => self.bed(),
            Asked::Before => self.before(),
            Asked::Origin => self.origin(),
            Asked::Taste(matter, pro) => self.taste(matter, *pro),
            Asked::Fond(matter) => self.fond(matter),
            Asked::Tastes(pro) => self.tastes(*pro),
            Asked::HowAre => self.how_are_you(),
            Asked::Doing | Asked::Here => self.doing(),
            Asked::Fares(who) => self.theirs(who),
            Asked::Yourself | Asked::Workplace => self.yourself(),
            Asked::Name => self.surface.say("tell.name", &[("me", &self.head.me.name.clone())], true, BTreeSet::new()),
            Asked::Nature => {
                let section = if self.honest { "tell.nature" } else { "tell.nature.odd" };
                self.surface.say(section, &[("me", &self.head.me.name.clone())], true, BTreeSet::new())
            }
            Asked::Progress(stems) if stems.is_empty() => self.how_are_you(),
            Asked::Progress(stems) => self.matter(&Matter::of(stems.clone())),
            Asked::News | Asked::Back | Asked::Small | Asked::Nothing => {
                self.surface.say("tell.nothing", &[], false, BTreeSet::new())
            }
        }
    }
}
