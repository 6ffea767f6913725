//! Three questions to oneself, looking back: about whom and what one's memories are, heaviest first.

use super::{
    super::{
        beliefs::{Beliefs, Fact, Kind},
        dice::Dice,
        frame::Class,
    },
    Mirror, coming, facts, gerund, group, lasting, mine, names, people, speaks,
};
use crate::mind::question::{AskMyself, MyQuestions};

/// What may be asked: the section of wordings, whom and what it is about, how much it presses.
type Doubt = (&'static str, String, String, f32);

/// The questions.
pub fn ask_myself(ask: &AskMyself, dice: &mut Dice) -> MyQuestions {
    let head = Beliefs::new(&ask.me, &ask.now, &ask.known).remembering(&ask.memories).read();
    let mut doubts = about_people(&head);
    doubts.extend(about_life(&head));
    for (.., weight) in &mut doubts {
        *weight *= 0.8 + 0.4 * dice.unit();
    }
    doubts.sort_by(|a, b| b.3.total_cmp(&a.3));
    let mut mirror = Mirror::new(&head, dice);
    let mut asked: Vec<&Doubt> = Vec::new();
    let mut questions: Vec<String> = Vec::new();
    for doubt in &doubts {
        let (section, who, what, _) = doubt;
        // three questions of three kinds: not all about one person, nor the same of three people
        let again = |other: &&Doubt| other.0 == *section || !who.is_empty() && other.1 == *who;
        if questions.len() < 3 && !asked.iter().any(again) {
            asked.push(doubt);
            questions.push(mirror.word(section, &[("x", who), ("g", what)]));
            questions.retain(|question| !question.is_empty());
        }
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
        let about: Vec<&Fact> = facts(head).filter(|fact| names(fact, &who)).collect();
        if about.len() < 2 {
            continue;
        }
        let weight = about.iter().map(|fact| f32::from(fact.imp)).sum::<f32>().min(60.0) / 20.0;
        let says = |well: bool| about.iter().any(|fact| speaks(head, fact, &who) == Some(well));
        let at = about.iter().copied().filter(lasting).find(|fact| fact.f().subj == who);
        let (section, more) = match at {
            _ if says(true) && says(false) => ("reflect.torn", 1.0),
            _ if about.iter().all(|fact| fact.at > 0) => ("reflect.new", 0.0),
            Some(_) => ("reflect.common", 0.0),
            None => ("reflect.who", 0.0),
        };
        let what = at.and_then(|fact| gerund(head, fact)).unwrap_or_default();
        let section = if section == "reflect.common" && what.is_empty() { "reflect.who" } else { section };
        out.push((section, who.clone(), what, weight + more));
        if weight > 1.0 {
            out.push(("reflect.feel", who, String::new(), weight * 0.7));
        }
    }
    out
}

/// What I am at, what is coming, what is needed, what has been concluded.
fn about_life(head: &Beliefs) -> Vec<Doubt> {
    let mut out = vec![("reflect.days", String::new(), String::new(), 1.2)];
    let work = mine(head).filter(lasting).filter_map(|fact| Some((gerund(head, fact)?, f32::from(fact.imp) / 4.0)));
    let work = group(work).into_iter().map(|(what, weights)| (what, weights.iter().sum::<f32>()));
    if let Some((what, weight)) = work.max_by(|a, b| a.1.total_cmp(&b.1)) {
        out.push(("reflect.work", String::new(), what, 0.8 + weight.min(2.0)));
    }
    for (event, bare) in coming(head) {
        out.push(match event.f().subj == head.me.name {
            true => ("reflect.event.mine", String::new(), bare, 2.2),
            false => ("reflect.event", event.f().subj.clone(), bare, 2.2),
        });
    }
    let needs = facts(head).map(|fact| fact.f()).filter(|f| f.class == Class::Need && !f.secret && f.person);
    let theirs = needs.filter(|f| f.subj != head.me.name);
    out.extend(theirs.map(|f| ("reflect.need", f.subj.clone(), String::new(), 1.8)));
    let concluded =
        head.memories.iter().filter(|memory| memory.kind() == Kind::Reflection && memory.n.is_some()).count();
    if concluded >= 2 {
        out.push(("reflect.tree", String::new(), String::new(), 1.0 + (concluded as f32).min(6.0) * 0.15));
    }
    out
}
