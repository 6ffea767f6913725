//! Answers to what is done to one by a line that neither tells nor asks: hard words, an apology, praise, an offer, a
//! joke, a call for help, an order, noise. Each is answered as what it is.

use super::{
    Turn,
    moves::Line,
    sort::{Sort, Tone, sort_of, tone},
};
use crate::{
    language::{cues::normalize, lexicon::lex},
    mind::rules::{
        beliefs::Fact,
        dialogue_act::{Act, Gesture, Line as Spoken, gesture},
        frame::Class,
        interview,
        need::Need,
    },
};

/// How often one takes what is offered.
const TAKES: f32 = 0.6;
/// What is said through a door is short, in words.
const NAME: usize = 4;

/// What the last line is to me.
#[derive(PartialEq)]
pub(super) enum Came {
    Gesture(Gesture),
    /// Who is at the door of a joke.
    Name(String),
    /// How a joke ends.
    Punchline,
}

/// What is said to the last line if it is something of the kind.
pub(super) fn answer(t: &mut Turn) -> Option<Line> {
    let came = came(t)?;
    let (cold, scolded) = (t.cold(), scolded(t));
    let again = came == Came::Gesture(Gesture::Insult) && (scolded > 1 || cold);
    let words = match came {
        Came::Name(name) => t.p("courtesy.joke.who", &[("ob", &name)]),
        Came::Punchline if cold => t.p("courtesy.joke.flat", &[]),
        Came::Punchline => t.p("courtesy.joke.laugh", &[]),
        Came::Gesture(Gesture::Insult) => t.p(if again { "courtesy.hurt.again" } else { "courtesy.hurt" }, &[]),
        Came::Gesture(gesture) => answer_to(t, &gesture, cold, scolded > 0),
    };
    (!words.is_empty()).then_some(Line { words, end: again })
}

/// What the last line is, by itself and by what came before it.
pub(super) fn came(t: &Turn) -> Option<Came> {
    let me = t.h.me.name.as_str();
    let last = t.last()?;
    let of = |line: &Spoken| gesture(t.h, me, &line.words);
    let now = of(last);
    // Who asks one to come, or for a hand with something, is answered to that.
    let asks = t.does(|act| matches!(act, Act::Invite | Act::Coming)) || Need::heard(t.h, &last.words).is_some();
    if asks && now != Some(Gesture::Insult) {
        return None;
    }
    let before = &t.lines[..t.lines.len() - 1];
    let question = last.words.trim_end().ends_with('?');
    let mut theirs = before.iter().rev().filter(|line| line.who == last.who);
    let (then, earlier) = (theirs.next().and_then(of), theirs.next().and_then(of));
    let answered = before.last().is_some_and(|line| line.who == me && line.words.contains('?'));
    if then == Some(Gesture::Knock) && !question && last.words.split_whitespace().count() <= NAME {
        return Some(Came::Name(last.words.trim_end_matches(['.', '!', ' ']).to_owned()));
    }
    let told = match then {
        Some(Gesture::Riddle(_)) => answered,
        Some(Gesture::JokeAhead) => true,
        None => earlier == Some(Gesture::Knock),
        _ => false,
    };
    let other = matches!(now, Some(Gesture::Riddle(_) | Gesture::Knock | Gesture::Insult));
    if told && !other && !question {
        return Some(Came::Punchline);
    }
    // "I'm sorry", to what I told, is no apology
    let sorry = |gesture: &Gesture| *gesture == Gesture::Apology && scolded(t) == 0 && !t.cold() && told_bad(t);
    now.filter(|gesture| !sorry(gesture))
        .filter(|gesture| !matches!(gesture, Gesture::Riddle(_)) || !knows_the_answer(t))
        .map(Came::Gesture)
}

/// What one knows the answer of is no riddle.
fn knows_the_answer(t: &Turn) -> bool {
    let asked = t.question();
    asked.is_some_and(|asked| interview::reply(t.h, &t.other, &asked, Vec::new(), &mut t.dice.clone()).known)
}

/// How often they have had hard words for me in this talk.
pub(super) fn scolded(t: &Turn) -> usize {
    let theirs = t.lines.iter().filter(|line| line.who != t.h.me.name);
    theirs.filter(|line| gesture(t.h, &t.h.me.name, &line.words) == Some(Gesture::Insult)).count()
}

fn answer_to(t: &mut Turn, gesture: &Gesture, cold: bool, hurt: bool) -> String {
    let section = match gesture {
        Gesture::Insult => return String::new(),
        Gesture::OffersHelp => return to_offer_of_help(t, cold),
        Gesture::Offers(thing) => return to_offer(t, thing, cold),
        Gesture::Riddle(word) => return t.p("courtesy.joke.why", &[("ob", word)]),
        Gesture::Order => "courtesy.order",
        Gesture::Apology if hurt || cold => "courtesy.forgiven",
        Gesture::Apology => "courtesy.noharm",
        Gesture::Knock => "courtesy.joke.door",
        Gesture::JokeAhead if cold => "courtesy.joke.cold",
        Gesture::JokeAhead => "courtesy.joke.ahead",
        Gesture::Joke | Gesture::Laughs if cold => "courtesy.joke.flat",
        Gesture::Joke => "courtesy.joke.laugh",
        Gesture::Laughs => "courtesy.smile",
        Gesture::Loves | Gesture::Praise if cold => "courtesy.praise.cold",
        Gesture::Loves if t.rel.love => "courtesy.love.too",
        Gesture::Loves => "courtesy.love",
        Gesture::Praise => "courtesy.praise",
        Gesture::Help if cold => "help.cold",
        Gesture::Help => "courtesy.help",
        Gesture::Favour => "courtesy.favour",
        Gesture::Bids if cold => "courtesy.bid.cold",
        Gesture::Bids => "courtesy.bid",
        Gesture::Babble => "courtesy.babble",
    };
    t.p(section, &[])
}

/// Whether my last line told of something bad: "I'm sorry" is no apology then.
fn told_bad(t: &Turn) -> bool {
    let mine = t.told.iter().rev().take(2);
    { mine }.any(|frame| {
        frame.subj == t.h.me.name && (tone(frame) == Tone::Bad || matches!(sort_of(frame), Sort::Loss | Sort::Worry))
    })
}

/// A hand is offered: where I need one I say with what.
fn to_offer_of_help(t: &mut Turn, cold: bool) -> String {
    if cold {
        return t.p("courtesy.offer.cold", &[]);
    }
    // "Do you need help with anything?" wants to know with what, even if one has spoken of it
    let asks_what = t.last_words().ends_with('?') && lex().find("offer.what", &normalize(t.last_words())).is_some();
    if !asks_what && t.acts(true).any(|act| matches!(act, Act::Help(_))) {
        return t.p("help.thanks", &[]);
    }
    let h = t.h;
    let open = |fact: &&Fact| fact.f().class == Class::Need && !h.begun(fact.f());
    let need = h.own_open().filter(open).find_map(|fact| Need::of(fact.f()));
    match need.map(|need| need.say(h)) {
        Some(need) => t.p("courtesy.offer.need", &[("need", &need)]),
        None => t.p("courtesy.offer.none", &[]),
    }
}

/// A thing is offered, or given.
fn to_offer(t: &mut Turn, thing: &str, cold: bool) -> String {
    let given = lex().starts_with("offer.gift", &normalize(t.last_words()));
    let vague = thing.split(' ').all(|word| lex().contains("offer.vague", word));
    let thing = match thing.split_once(' ') {
        Some(("my", rest)) => format!("your {rest}"),
        _ if vague => String::new(),
        _ => thing.to_owned(),
    };
    let section = match () {
        () if cold => "courtesy.offer.cold",
        () if given => "courtesy.gift",
        () if t.dice.unit() < TAKES => "courtesy.take",
        () => "courtesy.take.no",
    };
    t.p(section, &[("ob", &thing)])
}
