//! Made-up questions, one of each kind with all that can be in it and one with as little as can be, about a lighthouse
//! that is in no town. A prompt that can be filled in with these has no slot that its question lacks.

use serde_json::Value;

use crate::language::condition::ConditionKind;
use crate::mind::{
    Ask, QuestionId,
    question::{
        AfterTalk, Appointment, AskMyself, AtHand, Choice, Conclude, Habit, Interview, Known, KnownPlace, Me, Meals,
        Moment, Named, Noticed, OfferedObject, OfferedPlace, Other, PlanDay, PlanHours, PlanSteps, Question, React,
        Recalled, Relate, Sort, Span, Spoken, Stock, Stretch, Summarise, TimeOfDay, Utter, Way, Weigh, WhereAndLook,
        Work,
    },
};

/// All of them: first the full ones, then the bare ones.
pub fn all() -> Vec<Ask> {
    let full: Vec<(&str, Value)> = [
        asked(&day_plan()),
        asked(&hours()),
        asked(&steps()),
        asked(&place()),
        asked(&reaction()),
        asked(&utterance()),
        asked(&after_talk()),
        asked(&Weigh { language: language(), me: me(), close: "Jon Wick (his brother)".into(), memories: memories() }),
        asked(&Summarise { language: language(), me: me(), now: now(), known: known(), memories: memories() }),
        asked(&Relate {
            language: language(),
            me: me(),
            now: now(),
            other: other(),
            known: known(),
            memories: memories(),
        }),
        asked(&AskMyself { language: language(), me: me(), now: now(), known: known(), memories: memories() }),
        asked(&Conclude {
            language: language(),
            me: me(),
            now: now(),
            known: known(),
            ask: "Why does the lamp smoke?".into(),
            memories: memories(),
        }),
        asked(&Interview {
            language: language(),
            me: me(),
            now: now(),
            known: known(),
            memories: memories(),
            asker: other(),
            plan: vec![stretch(18, 20, "clean the lamp")],
            honest: true,
            lines: lines(),
            question: "Who fetched the oil?".into(),
        }),
    ]
    .into_iter()
    .flatten()
    .collect();
    let mut bare = full.clone();
    bare.iter_mut().for_each(|(_, inputs)| empty(inputs));
    let whole = |(purpose, inputs): (&str, Value)| Ask {
        id: QuestionId { agent: 0, count: 0 },
        purpose: purpose.into(),
        inputs: inputs.to_string(),
        asked: 0,
        due: 1,
        give_up: 1,
        dice: 0,
    };
    full.into_iter().chain(bare).map(whole).collect()
}

/// As it goes out. Plain data can always be written.
fn asked<Q: Question>(question: &Q) -> Option<(&'static str, Value)> {
    serde_json::to_value(question).ok().map(|inputs| (Q::PURPOSE, inputs))
}

/// Lists without anything in them, nothing where nothing can be.
fn empty(inputs: &mut Value) {
    const MAY_LACK: [&str; 9] = ["summary", "until", "work", "talk", "topic", "object", "stock", "taken_by", "open"];
    let Value::Object(fields) = inputs else { return };
    for (key, value) in fields {
        match value {
            Value::Array(list) => list.clear(),
            // The ends of what is planned are always there.
            Value::String(_) if key == "until" => {}
            value if MAY_LACK.contains(&key.as_str()) => *value = Value::Null,
            Value::Object(_) => empty(value),
            _ => {}
        }
    }
}

fn language() -> String {
    "English".into()
}

fn time(hour: u16) -> TimeOfDay {
    TimeOfDay(hour * 60)
}

fn me() -> Me {
    Me {
        name: "Ada Wick".into(),
        age: 52,
        pronouns: "she".into(),
        traits: "stubborn, exact".into(),
        background: "Ada Wick keeps the lighthouse.".into(),
        lifestyle: "Ada Wick is up at five.".into(),
        aim: "Ada Wick wants the lamp to burn clean.".into(),
        voice: "Short and dry.".into(),
        summary: Some("Tired of the fog.".into()),
        nature: 7,
    }
}

fn now() -> Moment {
    Moment {
        date: "Friday 3 March".into(),
        iso: "2023-03-03".into(),
        time: time(9),
        place: "lighthouse: lamp room".into(),
        doing: "cleaning the glass".into(),
        until: Some(time(10)),
    }
}

fn memories() -> Vec<Recalled> {
    let memory = |n: u32, text: &str, by: Option<&str>, secret: bool, own: bool| Recalled {
        n: Some(n),
        when: if n == 1 { String::new() } else { "2 Mar 17:00".into() },
        text: text.into(),
        by: by.map(str::to_string),
        secret,
        own,
        importance: 4,
        bears: n == 2,
        at: Some(60 * n),
    };
    vec![
        memory(1, "Ada Wick fears the stairs.", None, true, false),
        memory(2, "The lamp smokes.", None, false, false),
        memory(3, "Jon Wick says that the oil is old.", Some("Jon Wick"), false, false),
        memory(4, "Jon Wick blames the oil for what he forgot.", None, false, true),
    ]
}

fn on(when: &str) -> Vec<Recalled> {
    memories().into_iter().map(|memory| Recalled { when: when.into(), ..memory }).collect()
}

fn other() -> Other {
    Other {
        name: "Jon Wick".into(),
        pronouns: "he".into(),
        relation: "Her brother.".into(),
        doing: "carrying oil".into(),
    }
}

fn known() -> Known {
    let person = Named { name: "Jon Wick".into(), pronouns: "he".into() };
    Known { people: vec![person], places: vec!["lighthouse: lamp room".into()] }
}

fn lines() -> Vec<Spoken> {
    let line = |who: &str, words: &str| Spoken { who: who.into(), words: words.into() };
    vec![line("Jon Wick", "The oil is old."), line("Ada Wick", "It is not.")]
}

fn stretch(from: u16, until: u16, what: &str) -> Stretch {
    Stretch { from: time(from), until: time(until), what: what.into(), place: "lighthouse: lamp room".into() }
}

fn appointment() -> Appointment {
    Appointment {
        from: time(14),
        until: time(15),
        what: "fetch oil at the pier".into(),
        how: "agreed with Jon Wick".into(),
    }
}

fn object(n: u32) -> OfferedObject {
    OfferedObject {
        n,
        name: "lamp".into(),
        affordances: vec!["give light".into()],
        state: "smoking".into(),
        stock: Some(Stock { what: "oil".into(), left: 3 }),
        taken_by: Some("Jon Wick".into()),
    }
}

fn offered(n: u32) -> Vec<OfferedPlace> {
    let place = |name: &str, here: bool, n: u32| OfferedPlace {
        name: name.into(),
        here,
        meant: here,
        note: "for one person".into(),
        objects: vec![object(n)],
    };
    vec![place("lighthouse: lamp room", true, n), place("lighthouse: cellar", false, n + 1)]
}

fn day_plan() -> PlanDay {
    let place = |n: u32, name: &str, note: &str| KnownPlace {
        n,
        name: name.into(),
        note: note.into(),
        offers: vec!["give light".into()],
        open: Some(Span { from: time(8), until: time(18) }),
    };
    PlanDay {
        language: language(),
        me: me(),
        now: now(),
        date: "Saturday 4 March".into(),
        usual_wake: time(5),
        usual_sleep: time(21),
        work: Some(Work {
            what: "keep the light".into(),
            hours: Span { from: time(8), until: time(16) },
            places: vec![1],
            tasks: vec!["trim the wick".into()],
        }),
        habits: vec![Habit { what: "watch the gulls".into(), places: vec![2], at: time(17), minutes: 30, often: 60 }],
        meals: Meals { breakfast: vec![1], lunch: vec![1, 2], dinner: vec![1] },
        places: vec![place(1, "lighthouse: lamp room", "work"), place(2, "pier: bench", "")],
        yesterday: "Cleaned the glass.".into(),
        memories: memories(),
        appointments: vec![appointment()],
    }
}

fn hours() -> PlanHours {
    PlanHours {
        language: language(),
        me: me(),
        now: now(),
        day: vec![stretch(5, 8, "breakfast"), stretch(8, 16, "keep the light")],
        appointments: vec![appointment()],
        tasks: vec!["trim the wick".into()],
        offers: vec!["give light".into()],
        memories: memories(),
        part: stretch(8, 16, "keep the light"),
    }
}

fn steps() -> PlanSteps {
    let at_hand = AtHand {
        name: "lamp".into(),
        affordances: vec!["give light".into()],
        state: "smoking".into(),
        stock: Some(Stock { what: "oil".into(), left: 3 }),
    };
    PlanSteps {
        language: language(),
        me: me(),
        now: now(),
        at_hand: vec![at_hand],
        before: "fetching oil".into(),
        after: "writing the log".into(),
        memories: memories(),
        part: stretch(9, 10, "trim the wick"),
    }
}

fn place() -> WhereAndLook {
    WhereAndLook {
        language: language(),
        me: me(),
        now: now(),
        places: offered(1),
        step: stretch(9, 10, "trimming the wick"),
        part_of: "keep the light".into(),
        then: vec![stretch(10, 11, "polishing the glass")],
    }
}

fn reaction() -> React {
    let choice = |n: u32, way: Way, with: Option<&str>, text: &str| Choice {
        n,
        way,
        with: with.map(str::to_string),
        text: text.into(),
    };
    React {
        language: language(),
        me: me(),
        now: now(),
        plan: vec![stretch(10, 12, "write the log")],
        known: known(),
        people: vec![other()],
        places: offered(11),
        memories: memories(),
        talk: lines().pop(),
        noticed: Noticed {
            text: "the lamp in the lamp room is smoking".into(),
            sort: Sort::Object,
            subject: "lamp".into(),
            state: "smoking".into(),
            kind: ConditionKind::Smoking,
            object: Some(11),
            concerns: true,
            needs: true,
        },
        options: vec![
            choice(1, Way::CarryOn, None, "carry on"),
            choice(2, Way::Act, None, "do something about the lamp"),
            choice(3, Way::Talk, Some("Jon Wick"), "talk to Jon Wick"),
            choice(4, Way::Wait, None, "wait"),
        ],
    }
}

fn utterance() -> Utter {
    Utter {
        language: language(),
        me: me(),
        now: now(),
        talk_began: time(9),
        other: other(),
        plan: vec![stretch(10, 12, "write the log")],
        known: known(),
        about: memories(),
        // Of other days, since a memory is shown once.
        brought_up: on("1 Mar 10:00"),
        asked: on("26 Feb 10:00"),
        weighs: on("28 Feb 11:00"),
        told: on("27 Feb 12:00"),
        own_lines: vec!["No boat today.".into()],
        lines: lines(),
        topic: Some("the oil".into()),
        within_hearing: vec!["Mo Reed".into()],
        usual: "keep the light, 08:00-16:00, every day".into(),
        tomorrow: vec![appointment()],
        home: "Ferry House".into(),
        workplace: "Boat Yard: slip".into(),
    }
}

fn after_talk() -> AfterTalk {
    AfterTalk {
        language: language(),
        me: me(),
        now: now(),
        talk_began: time(9),
        other: other(),
        plan: vec![stretch(10, 12, "write the log")],
        known: known(),
        memories: memories(),
        lines: lines(),
    }
}
