//! The moves that one may make with a line. Each says how pressing it is here, if it applies at all; the most pressing that
//! finds words is made, and no other.

use super::{
    Turn,
    answer::answer_asked,
    closing, courtesy, deeds, going, news,
    opening::{self, introduces},
    raise, react, told,
};
use crate::mind::rules::{dialogue_act::Act, tuning};

/// What is said.
pub struct Line {
    pub words: String,
    /// Whether the speaker leaves.
    pub end: bool,
}

/// Words after which the talk goes on.
pub fn goes_on(words: String) -> Option<Line> {
    (!words.trim().is_empty()).then_some(Line { words, end: false })
}

/// Words with which one goes.
pub fn ends(words: String) -> Option<Line> {
    (!words.trim().is_empty()).then_some(Line { words, end: true })
}

/// One thing that may be said.
struct Move {
    name: &'static str,
    when: Trigger,
    /// In words; `None` if there are none after all.
    say: fn(&mut Turn) -> Option<Line>,
}

/// What makes one make it.
enum Trigger {
    /// It answers the other's line: the first of the table that applies is made.
    Answers(fn(&mut Turn) -> bool),
    /// It brings up something of one's own: the one that presses most is made, where nothing has to be answered.
    Own(fn(&mut Turn) -> Option<f32>),
}

const fn answer(name: &'static str, applies: fn(&mut Turn) -> bool, say: fn(&mut Turn) -> Option<Line>) -> Move {
    Move { name, when: Trigger::Answers(applies), say }
}

const fn own(name: &'static str, presses: fn(&mut Turn) -> Option<f32>, say: fn(&mut Turn) -> Option<Line>) -> Move {
    Move { name, when: Trigger::Own(presses), say }
}

/// The move before which nothing but a danger is seen to.
const GOODBYE: &str = "say goodbye";

/// Among moves of one's own that press alike the first is made.
const MOVES: &[Move] = &[
    // what cannot wait
    answer("see to a danger", |t| told::danger(t).is_some(), told::see_to_danger),
    answer(GOODBYE, |t| t.is_parting(), closing::last_word),
    answer("answer a bare question", |t| told::is_bare_question(t), told::follow_up),
    answer("answer a gesture", |t| courtesy::came(t).is_some(), courtesy::answer),
    answer("open the talk", |t| t.lines.is_empty(), opening::open),
    // what the other's line asks for
    answer("answer a request", |t| t.does(|act| matches!(act, Act::Help(_))), going::answer_request),
    answer(
        "answer an invitation",
        |t| t.does(|act| matches!(act, Act::Invite | Act::Coming)),
        going::answer_invitation,
    ),
    answer("tell what one knows of them", |t| told::of_them(t).is_some(), told::tell_of_them),
    answer("introduce oneself", introduces, opening::introduce),
    answer("answer a question", |t| t.question().is_some(), answer_asked),
    answer("take yes or no", |t| t.was_answered().is_some(), going::take_answer),
    answer("feel with them", |t| told::grave(t).is_some(), told::feel_with_them),
    answer("take what they think of oneself", |t| told::of_me(t).is_some(), told::take_view_of_me),
    answer("react to what was told", |t| t.last_told().is_some(), react::react),
    // what one brings up
    own("invite", |t| raise::own_event(t).map(|_| tuning::OWN_EVENT), raise::invite),
    own(
        "tell what shook one",
        |t| news::shaken(t).filter(|_| !t.cold()).map(|_| tuning::SHAKEN),
        news::tell_what_shook,
    ),
    own(
        "tell what all are to hear",
        |t| news::meant_for_all(t).filter(|_| !t.cold()).map(|_| tuning::SHAKEN),
        news::tell_all,
    ),
    own("ask for a hand", |t| raise::need(t).map(|_| tuning::OWN_NEED), raise::ask_for_help),
    own("speak of an event", |t| raise::others_event(t).map(|(_, weight)| weight), raise::speak_of_event),
    own("tell news", |t| news::news(t).map(|(_, weight)| weight), news::tell_news),
    own("leave", |t| t.leaves().then_some(tuning::LEAVES), closing::leave),
    own("speak of what lies between", |t| t.at_ease(0.3, 0.6), deeds::tell_shared),
    own("tell a story", |t| t.at_ease(0.35, 0.6).filter(|_| !t.told_small), deeds::tell_story),
    own("tell what one got done", |t| t.at_ease(0.15, 0.4).filter(|_| !t.told_small), deeds::tell_done),
    own("tell what they touched on", |t| t.at_ease(0.5, 0.0), raise::tell_related),
    own("ask how something of theirs goes", |t| t.at_ease(0.35, 0.4).filter(|_| t.asks() < 2), raise::ask_progress),
    own("ask how they are", |t| t.at_ease(0.3, 0.3).filter(|_| t.has_just_begun()), raise::ask_how),
    own("ask after somebody", |t| t.at_ease(0.15, 0.45).filter(|_| t.asks() < 2), raise::ask_after),
    own("ask what they think of somebody", |t| t.at_ease(0.2, 0.3).filter(|_| t.asks() < 2), raise::ask_opinion),
    own("ask who they are", |t| t.is_stranger().then_some(0.6), raise::ask_who),
    own("return thanks", |t| t.does(|act| matches!(act, Act::Thanks)).then_some(0.1), |t| goes_on(t.p("welcome", &[]))),
    // who has nothing to say says little, and goes
    own("go", |_| Some(0.0), closing::leave),
];

/// The line that is said.
pub fn choose(t: &mut Turn) -> Line {
    let said = first_answer(t, 0).or_else(|| of_ones_own(t));
    said.unwrap_or_else(|| Line { words: t.p("bye", &[]), end: true })
}

/// What answers their line though one of us is going.
pub fn answer_in_parting(t: &mut Turn) -> Option<Line> {
    let goodbye = MOVES.iter().position(|one| one.name == GOODBYE)?;
    first_answer(t, goodbye + 1)
}

fn first_answer(t: &mut Turn, from: usize) -> Option<Line> {
    MOVES[from..].iter().find_map(|one| match one.when {
        Trigger::Answers(applies) if applies(t) => (one.say)(t),
        _ => None,
    })
}

/// What one brings up: what presses most and finds words.
pub fn of_ones_own(t: &mut Turn) -> Option<Line> {
    let mut mine: Vec<(f32, &Move)> = Vec::new();
    for one in MOVES {
        if let Trigger::Own(presses) = one.when {
            mine.extend(presses(t).map(|weight| (weight, one)));
        }
    }
    mine.sort_by(|(one, _), (other, _)| other.total_cmp(one));
    mine.iter().find_map(|(_, one)| (one.say)(t))
}
