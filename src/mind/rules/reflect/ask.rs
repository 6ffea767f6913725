//! Three questions to oneself, looking back: about whom and what one's memories are, heaviest first.

use std::collections::BTreeMap;

use super::{
    super::{
        beliefs::{Beliefs, Kind},
        dice::Dice,
        frame::Class,
        phrases::{Voice, pick},
    },
    ahead::coming,
    facts, heart, lasting, mine, names, people,
    wording::{end, gerund},
};
use crate::mind::question::{AskMyself, MyQuestions};

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
    let lately: Vec<String> = head.memories.iter().rev().take(40).map(|memory| memory.text.clone()).collect();
    let voice = Voice { nature: head.voice.nature, age: 40, ..Voice::default() };
    let mut questions: Vec<String> = Vec::new();
    let mut asked: Vec<&Doubt> = Vec::new();
    for doubt in &doubts {
        // three questions of three kinds: not all about one person, nor the same of three people
        let again = |one: &&Doubt| one.section == doubt.section || !one.who.is_empty() && one.who == doubt.who;
        if questions.len() == 3 || asked.iter().any(again) {
            continue;
        }
        asked.push(doubt);
        let slots = [("x", doubt.who.as_str()), ("g", doubt.what.as_str()), ("me", head.me.name.as_str())];
        let question = pick(doubt.section, &slots, &voice, &lately, dice).map(|question| end(&head, &question));
        questions.extend(question.filter(|question| !question.is_empty()));
    }
    for plain in ["What have I been spending my days on?", "Who matters to me at present?", "What do I want next?"] {
        if questions.len() < 3 && !questions.iter().any(|question| question == plain) {
            questions.push(plain.to_owned());
        }
    }
    MyQuestions { questions }
}

rule!(AskMyself, ask_myself);

/// Whom the memories are about, how heavy they are together, and whether good and bad is said of them.
fn about_people(head: &Beliefs) -> Vec<Doubt> {
    let mut out = Vec::new();
    for who in people(head) {
        let about: Vec<_> = facts(head).filter(|fact| names(fact, &who)).collect();
        if about.len() < 2 {
            continue;
        }
        let weight = about.iter().map(|fact| f32::from(fact.imp)).sum::<f32>().min(60.0) / 20.0;
        let spoken: Vec<bool> = about.iter().filter_map(|fact| heart::speaks(head, fact, &who)).collect();
        let torn = spoken.contains(&true) && spoken.contains(&false);
        let at = about.iter().find(|fact| fact.f().subj == who && lasting(fact));
        let at = at.and_then(|fact| gerund(head, fact.f()));
        let section = match &at {
            _ if torn => "reflect.torn",
            _ if about.iter().all(|fact| fact.at > 0) => "reflect.new",
            Some(_) => "reflect.common",
            None => "reflect.who",
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
    let doubt = |section, who: &str, what: &str, weight| Doubt { section, who: who.into(), what: what.into(), weight };
    let mut out = vec![doubt("reflect.days", "", "", 1.2)];
    let mut work: BTreeMap<String, f32> = BTreeMap::new();
    for fact in mine(head).filter(|fact| lasting(fact)) {
        if let Some(what) = gerund(head, fact.f()).filter(|what| what.len() < 60) {
            *work.entry(what).or_default() += f32::from(fact.imp) / 4.0;
        }
    }
    if let Some((what, weight)) = work.into_iter().max_by(|a, b| a.1.total_cmp(&b.1).then_with(|| b.0.cmp(&a.0))) {
        out.push(doubt("reflect.work", "", &what, 0.8 + weight.min(2.0)));
    }
    for (event, bare) in coming(head) {
        let host = event.f().subj.as_str();
        out.push(match host == head.me.name {
            true => doubt("reflect.event.mine", "", bare, 2.2),
            false => doubt("reflect.event", host, bare, 2.2),
        });
    }
    let needs = facts(head).map(|fact| fact.f()).filter(|f| f.class == Class::Need && !f.secret && f.person);
    out.extend(needs.filter(|f| f.subj != head.me.name).map(|f| doubt("reflect.need", &f.subj, "", 1.8)));
    let concluded = head.memories.iter().filter(|memory| memory.kind == Kind::Reflection && memory.n.is_some()).count();
    if concluded >= 2 {
        out.push(doubt("reflect.tree", "", "", 1.0 + (concluded as f32).min(6.0) * 0.15));
    }
    out
}
