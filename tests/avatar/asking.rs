//! Asking residents something in talk, as a player does, and judging what they say to it.

use smallville::agent::components::{
    Errand,
    action::CurrentAction,
    talk::{InTalk, Talks, Utterance},
};

use crate::{town::Town, town::beside};

/// How one says that one does not know. An answer that has any of it tells nothing.
const UNSURE: &[&str] = &[
    "don't know",
    "do not know",
    "no idea",
    "not know",
    "know nothing",
    "never heard",
    "haven't heard",
    "have not heard",
    "heard nothing",
    "couldn't say",
    "couldn't tell",
    "can't say",
    "wouldn't know",
    "not sure",
    "more than i know",
    "doesn't ring",
];

/// What is said before what matters, so that it comes late in a talk.
pub const BEFORE: [&str; 5] = [
    "Hello! How are you today?",
    "What is your name?",
    "What do you do for a living?",
    "I walked along the river this morning.",
    "Where do you live?",
];

/// So many questions fit into one talk after [`BEFORE`].
const IN_ONE_TALK: usize = 8;

/// Whole words in small letters, between spaces.
fn plain(text: &str) -> String {
    let small = text.to_lowercase().replace('\u{2019}', "'");
    let words = small.split(|c: char| !c.is_alphanumeric() && c != '\'' && c != ':');
    let words = words.map(|word| word.trim_matches(':')).filter(|word| !word.is_empty());
    format!(" {} ", words.collect::<Vec<_>>().join(" "))
}

fn has(said: &str, phrase: &str) -> bool {
    plain(said).contains(&plain(phrase))
}

/// It says that one does not know.
pub fn unsure(said: &str) -> bool {
    UNSURE.iter().any(|words| has(said, words))
}

/// It says one of these in whole words, and nothing of not knowing.
pub fn tells(said: &str, wanted: &[&str]) -> bool {
    !unsure(said) && wanted.iter().any(|phrase| has(said, phrase))
}

/// Somebody new comes up to `name`, who is awake and has time: what they are called. They go by a name nobody had before.
pub fn come(town: &mut Town, name: &str, n: &mut u32) -> Option<String> {
    let who = town.find(name);
    for _ in 0..400 {
        let busy = town.of::<InTalk>(who).0.is_some() || town.of::<Errand>(who).0.is_some();
        let near = beside(town, *town.of(who));
        if let Some(near) = near.filter(|_| !busy && !town.of::<CurrentAction>(who).asleep) {
            *n += 1;
            let letter = |n: u32| char::from(b'a' + (n % 26) as u8);
            let me = format!("Nils Holm{}{}", letter(*n / 26), letter(*n));
            town.does(&format!("join {me}; he; new in town; at {} {}", near.x, near.y)).expect("he comes");
            return Some(me);
        }
        town.live(6);
    }
    None
}

/// The lines of the talk that this guest is in, or was in last.
fn lines(town: &Town, me: &str) -> Vec<Utterance> {
    let me = town.find(me);
    let talks = town.app.world().resource::<Talks>();
    let open = talks.open.values().find(|talk| talk.members.contains(&me));
    let over = || talks.over.iter().rev().map(|(_, talk)| talk).find(|talk| talk.lines.iter().any(|l| l.by == me));
    open.or_else(over).map(|talk| talk.lines.clone()).unwrap_or_default()
}

/// Says something and hears what `name` says to it; `None`: nothing, or they could not be spoken to.
pub fn exchange(town: &mut Town, (me, name): (&str, &str), command: &str, words: &str) -> Option<String> {
    town.does(&format!("{command}{words}")).ok()?;
    let (guest, who) = (town.find(me), town.find(name));
    for _ in 0..80 {
        let all = lines(town, me);
        // The last time: it may be asked again.
        let asked = all.iter().rposition(|line| line.by == guest && line.words == words);
        if let Some(answer) = asked.and_then(|at| all[at..].iter().find(|line| line.by == who)) {
            let (words, rest) = (answer.words.clone(), answer.until.saturating_sub(town.now()));
            town.live(rest);
            return Some(words);
        }
        town.live(1);
    }
    None
}

pub fn go(town: &mut Town) {
    let _ = town.does("bye");
    town.live(2);
    let _ = town.does("leave");
    town.live(2);
}

/// What `name` says to this from somebody they have never seen before, as the first words of a talk.
pub fn at_once(town: &mut Town, name: &str, question: &str, n: &mut u32) -> String {
    for _ in 0..6 {
        let Some(me) = come(town, name, n) else { return String::new() };
        let said = exchange(town, (&me, name), &format!("say to {name}: "), question);
        go(town);
        if let Some(said) = said {
            return said;
        }
    }
    String::new()
}

/// What `name` says to each of these late in a talk, after five other exchanges.
pub fn late(town: &mut Town, name: &str, questions: &[&str], n: &mut u32) -> Vec<String> {
    let mut answers: Vec<String> = Vec::new();
    // Life may call them away from a talk: then there is another.
    for _ in 0..10 {
        if answers.len() == questions.len() {
            break;
        }
        let Some(me) = come(town, name, n) else { break };
        let to = format!("say to {name}: ");
        let warm = BEFORE.iter().enumerate().all(|(at, words)| {
            let command = if at == 0 { to.as_str() } else { "say " };
            exchange(town, (&me, name), command, words).is_some()
        });
        let mut left = IN_ONE_TALK;
        while warm && left > 0 && answers.len() < questions.len() {
            let question = questions[answers.len()];
            let Some(said) = exchange(town, (&me, name), "say ", question) else { break };
            answers.push(said);
            left -= 1;
        }
        go(town);
    }
    answers.resize(questions.len(), String::new());
    answers
}
