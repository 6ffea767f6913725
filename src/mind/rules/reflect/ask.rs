//! Three questions to oneself, looking back: about whom and what one's memories are, heaviest first.

use std::collections::BTreeMap;

use super::{
    super::{
        beliefs::{Beliefs, Kind},
        dice::Dice,
        frame::Class,
    },
    facts, heart, lasting, mine, people,
    wording::{end, gerund},
};
use crate::language::time::When;
use crate::mind::{
    question::{AskMyself, MyQuestions},
    rules::phrases::{Voice, pick},
};

/// What may be asked: the section of wordings, what fills them, how much it presses.
struct Doubt {
    section: &'static str,
    who: String,
    what: String,
    weight: f32,
}

/// The questions.
pub fn ask_myself(ask: &AskMyself, dice: &mut Dice) -> MyQuestions {
    let head = Beliefs::new(&ask.me, &ask.now, &ask.known).remembering(&ask.memories).read();
    let mut doubts = about_people(&head);
    doubts.extend(about_life(&head));
    for doubt in &mut doubts {
        doubt.weight *= 0.8 + 0.4 * dice.unit();
    }
    doubts.sort_by(|a, b| b.weight.total_cmp(&a.weight));
    let mut questions: Vec<String> = Vec::new();
    let mut asked: Vec<(&str, &str)> = Vec::new();
    for doubt in &doubts {
        // three questions of three kinds: not all about one person, nor the same of three people
        let again = |(section, who): &(&str, &str)| *section == doubt.section || !who.is_empty() && *who == doubt.who;
        if questions.len() == 3 || asked.iter().any(again) {
            continue;
        }
        asked.push((doubt.section, doubt.who.as_str()));
        questions.extend(put(&head, doubt, dice));
    }
    for plain in ["What have I been spending my days on?", "Who matters to me at present?", "What do I want next?"] {
        if questions.len() < 3 && !questions.iter().any(|question| question == plain) {
            questions.push(plain.to_owned());
        }
    }
    MyQuestions { questions }
}

rule!(AskMyself, ask_myself);

fn put(head: &Beliefs, doubt: &Doubt, dice: &mut Dice) -> Option<String> {
    let slots = [("x", doubt.who.as_str()), ("g", doubt.what.as_str()), ("me", head.me.name.as_str())];
    let lately: Vec<String> = head.memories.iter().rev().take(40).map(|memory| memory.text.clone()).collect();
    let voice = Voice { nature: head.voice.nature, age: 40, ..Voice::default() };
    pick(doubt.section, &slots, &voice, &lately, dice).map(|question| end(head, &question)).filter(|q| !q.is_empty())
}

/// Whom the memories are about, how heavy they are together, and whether good and bad is said of them.
fn about_people(head: &Beliefs) -> Vec<Doubt> {
    let mut out = Vec::new();
    for who in people(head) {
        let about: Vec<_> = facts(head).filter(|fact| fact.f().persons().contains(&who)).collect();
        if about.len() < 2 {
            continue;
        }
        let weight = about.iter().map(|fact| f32::from(fact.imp)).sum::<f32>().min(60.0) / 20.0;
        let spoken: Vec<bool> = about.iter().filter_map(|fact| heart::speaks(head, fact, &who)).collect();
        let torn = spoken.contains(&true) && spoken.contains(&false);
        let fresh = about.iter().all(|fact| fact.at > 0);
        let at =
            about.iter().find(|fact| fact.f().subj == who && lasting(fact)).and_then(|fact| gerund(head, fact.f()));
        let section = match (torn, fresh, &at) {
            (true, ..) => "reflect.torn",
            (_, true, _) => "reflect.new",
            (.., Some(_)) => "reflect.common",
            _ => "reflect.who",
        };
        let what = at.unwrap_or_default();
        out.push(Doubt { section, who: who.clone(), what, weight: weight + if torn { 1.0 } else { 0.0 } });
        if weight > 1.0 {
            out.push(Doubt { section: "reflect.feel", who, what: String::new(), weight: weight * 0.7 });
        }
    }
    out
}

/// What I am at, what is coming, what is needed, what has been concluded.
fn about_life(head: &Beliefs) -> Vec<Doubt> {
    let nobody = |section, what, weight| Doubt { section, who: String::new(), what, weight };
    let mut out = vec![nobody("reflect.days", String::new(), 1.2)];
    let mut work: BTreeMap<String, f32> = BTreeMap::new();
    for fact in mine(head).filter(|fact| lasting(fact)) {
        if let Some(what) = gerund(head, fact.f()).filter(|what| what.len() < 60) {
            *work.entry(what).or_default() += f32::from(fact.imp) / 4.0;
        }
    }
    if let Some((what, weight)) = work.into_iter().max_by(|a, b| a.1.total_cmp(&b.1).then_with(|| b.0.cmp(&a.0))) {
        out.push(nobody("reflect.work", what, 0.8 + weight.min(2.0)));
    }
    for event in head.events() {
        let f = event.f();
        let ahead = f.when.as_ref().and_then(When::start).is_some_and(|start| start > head.sit.now);
        if let Some(name) = f.event.as_ref().filter(|_| ahead && f.person) {
            let bare = ["a ", "an ", "the "].iter().find_map(|article| name.strip_prefix(article)).unwrap_or(name);
            let who = if f.subj == head.me.name { String::new() } else { f.subj.clone() };
            let section = if who.is_empty() { "reflect.event.mine" } else { "reflect.event" };
            out.push(Doubt { section, who, what: bare.to_owned(), weight: 2.2 });
        }
    }
    for need in facts(head).filter(|fact| fact.f().class == Class::Need && !fact.f().secret && fact.f().person) {
        if need.f().subj != head.me.name {
            out.push(Doubt { section: "reflect.need", who: need.f().subj.clone(), what: String::new(), weight: 1.8 });
        }
    }
    let concluded = head.memories.iter().filter(|memory| memory.kind == Kind::Reflection && memory.n.is_some()).count();
    if concluded >= 2 {
        out.push(nobody("reflect.tree", String::new(), 1.0 + (concluded as f32).min(6.0) * 0.15));
    }
    out
}
