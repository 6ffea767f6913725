//! A piece of news that goes from mouth to mouth keeps who, what, where and when.

use super::ask::{known, me, memories, now};
use smallville::mind::{
    question::Me,
    rules::{
        beliefs::Beliefs,
        dialogue_act::{self, Act},
        frame::{Frame, View},
    },
};

const NEWS: [&str; 8] = [
    "Cid Dorn is holding a garden party at Green Inn on 15 February from 17:00 to 19:00.",
    "Gus Hart has decided to run for mayor.",
    "Eve Fox is writing a paper about bees.",
    "Eve Fox needs somebody to carry the hives on 15 February from 10:00 to 12:00.",
    "Gus Hart lost a silver watch.",
    "Cid Dorn wants to mend the clock of the town hall.",
    "Gus Hart dislikes Cid Dorn.",
    "Eve Fox agreed to come to Cid Dorn's garden party at Green Inn on 15 February from 17:00 to 19:00.",
];

/// What is told to the next one, as a line, and as it is kept by them.
fn handed_on(frame: &Frame, by: &str, to: &str) -> Option<Frame> {
    let teller =
        Me { name: by.into(), background: String::new(), aim: String::new(), lifestyle: String::new(), ..me() };
    let (who, now) = (teller.clone(), now());
    let head = Beliefs::new(&who, &now, &known()).remembering(&[]).read();
    let line = format!("{}.", frame.say(&head.view(to)));
    let listener = Me { name: to.into(), ..teller.clone() };
    let who = listener.clone();
    let head = Beliefs::new(&who, &now, &known()).read();
    let heard = dialogue_act::acts(&head, by, to, &line, &mut None).into_iter().find_map(|act| match act {
        Act::Tell(said) => Some(said.frame),
        _ => None,
    })?;
    let record = View {
        me: "",
        you: "",
        now: head.now,
        names: &head.names,
        prons: &head.prons,
        record: true,
        local: false,
        known: None,
    };
    let kept = format!("13 Feb 12:00|{by}|{by} told {to} that {}.", heard.say(&record));
    let who = listener.clone();
    let head = Beliefs::new(&who, &now, &known()).remembering(&memories(&[kept.as_str()])).read();
    head.facts
        .iter()
        .rev()
        .find(|fact| fact.from.as_deref() == Some(by) && fact.f().same(&heard))
        .map(|fact| fact.f().clone())
}

#[test]
fn five_mouths_change_nothing() {
    for news in NEWS {
        let line = format!("||{news}");
        let start = memories(&[line.as_str()]);
        let (who, now) = (me(), now());
        let head = Beliefs::new(&who, &now, &known()).remembering(&start).read();
        let first = head.facts.iter().rev().find(|fact| fact.n.is_some()).map(|fact| fact.f().clone());
        let first = first.unwrap_or_else(|| panic!("{news} is understood"));
        let mut frame = first.clone();
        for (by, to) in [
            ("Ann Bell", "Cid Dorn"),
            ("Cid Dorn", "Gus Hart"),
            ("Gus Hart", "Eve Fox"),
            ("Eve Fox", "Ann Bell"),
            ("Ann Bell", "Gus Hart"),
        ] {
            frame =
                handed_on(&frame, by, to).unwrap_or_else(|| panic!("{news}: lost between {by} and {to}, {frame:?}"));
        }
        assert_eq!(
            (&frame.subj, &frame.verb, &frame.place, &frame.when),
            (&first.subj, &first.verb, &first.place, &first.when),
            "{news}"
        );
        assert_eq!((&frame.event, frame.class, frame.neg), (&first.event, first.class, first.neg), "{news}");
        assert!(frame.same(&first), "{news}: {frame:?}");
    }
}
