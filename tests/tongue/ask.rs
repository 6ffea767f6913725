//! A made-up person and questions to them.

use smallville::mind::{
    Ask, QuestionId,
    question::{Interview, InterviewAnswer, Known, Me, Moment, Named, Other, Question, Recalled, TimeOfDay},
    rules,
};

/// The answer, which must make sense.
pub fn ask<Q: Question>(question: &Q, dice: u64) -> Q::Answer {
    let inputs = serde_json::to_string(question).expect("inputs are data");
    let id = QuestionId { agent: 0, count: 0 };
    let ask = Ask { id, purpose: Q::PURPOSE.into(), inputs, asked: 0, due: 0, give_up: 0, dice };
    let reply = rules::answer(&ask).expect("there is a rule");
    let answer = serde_json::from_str(&reply.0).expect("the answer is as declared");
    question.admits(&answer).expect("the answer makes sense");
    answer
}

pub fn me() -> Me {
    Me {
        name: "Ann Bell".into(),
        age: 30,
        pronouns: "she".into(),
        traits: "warm, curious".into(),
        background: "Ann Bell keeps bees behind the mill.".into(),
        lifestyle: "Ann Bell gets up at six.".into(),
        aim: "Ann Bell wants to write a book about bees.".into(),
        voice: String::new(),
        summary: None,
        nature: 7,
    }
}

pub fn now() -> Moment {
    Moment {
        date: "Tuesday 14 February".into(),
        iso: "2023-02-14".into(),
        time: TimeOfDay(600),
        place: "Old Mill: loft".into(),
        doing: "sorting frames".into(),
        until: None,
    }
}

pub fn known() -> Known {
    let person = |name: &str, pronouns: &str| Named { name: name.into(), pronouns: pronouns.into() };
    let people = [("Ann Bell", "she"), ("Cid Dorn", "he"), ("Eve Fox", "she"), ("Gus Hart", "he")];
    Known {
        people: people.iter().map(|(name, pronouns)| person(name, pronouns)).collect(),
        places: vec!["Old Mill: loft".into(), "Old Mill: yard".into(), "Green Inn: bar".into()],
    }
}

/// Memories as `when|by|text`; a `!` before the text makes a secret, `own` as who said it a conclusion.
pub fn memories(lines: &[&str]) -> Vec<Recalled> {
    let read = |(n, line): (usize, &&str)| {
        let mut fields = line.splitn(3, '|').map(str::trim);
        let mut next = || fields.next().unwrap_or_default().to_owned();
        let (when, by, text) = (next(), next(), next());
        let (secret, text) = text.strip_prefix('!').map_or((false, text.clone()), |text| (true, text.to_owned()));
        let own = by == "own";
        Recalled {
            n: Some(n as u32 + 1),
            at: (!when.is_empty()).then_some(1),
            when,
            importance: smallville::language::importance::importance(&text, "Ann Bell"),
            text,
            by: Some(by).filter(|by| !by.is_empty() && !own),
            secret,
            own,
            bears: false,
        }
    };
    lines.iter().enumerate().map(read).collect()
}

/// What a town's person may remember.
pub const LIFE: [&str; 14] = [
    "||Cid Dorn mends clocks; they have been good friends for years.",
    "||Gus Hart is rude to everyone, and he once insulted Ann Bell at the mill.",
    "||Ann Bell is writing a book about bees.",
    "||!Ann Bell is in love with Cid Dorn.",
    "||!Ann Bell owes the bank four hundred crowns.",
    "13 Feb 09:00||Eve Fox is reading a paper about bees at Old Mill: yard",
    "13 Feb 10:00||Ann Bell is writing at Old Mill: loft",
    "13 Feb 11:00|Eve Fox|Eve Fox told Ann Bell that Eve Fox is writing a paper about bees.",
    "13 Feb 12:00|Cid Dorn|Cid Dorn told Ann Bell that Cid Dorn is holding a garden party at Green Inn on 15 February from 17:00 to 19:00.",
    "13 Feb 12:01||Ann Bell agreed to come to Cid Dorn's garden party at Green Inn on 15 February from 17:00 to 19:00.",
    "13 Feb 12:05||Ann Bell had a pleasant talk with Cid Dorn about the garden party.",
    "13 Feb 15:00|Cid Dorn|Cid Dorn told Ann Bell that Lin Moss has decided to run for mayor.",
    "14 Feb 09:00||Eve Fox is reading a paper about bees at Old Mill: yard",
    "14 Feb 09:30||Ann Bell is eating an apple at Old Mill: loft",
];

pub fn asked_by(who: &str, question: &str, memories: Vec<Recalled>, dice: u64) -> InterviewAnswer {
    let asker = Other { name: who.into(), pronouns: "they".into(), ..Other::default() };
    let interview = Interview {
        language: "English".into(),
        me: me(),
        now: now(),
        known: known(),
        memories,
        asker,
        plan: Vec::new(),
        honest: true,
        lines: Vec::new(),
        question: question.into(),
    };
    ask(&interview, dice)
}

pub fn interview(question: &str) -> InterviewAnswer {
    asked_by("a reporter", question, memories(&LIFE), 5)
}
