//! Names are sounds: under others the same is known, and the same memories are cited.

use super::ask::{LIFE, ask, known, me, memories, now};
use smallville::mind::question::{AskMyself, Conclude, Interview, Known, Me, Named, Other};

const OTHERS: [(&str, &str); 8] = [
    ("Ann Bell", "Qua Zub"),
    ("Cid Dorn", "Wek Pfil"),
    ("Eve Fox", "Oro Nix"),
    ("Gus Hart", "Yth Blorg"),
    ("Lin Moss", "Vee Krunt"),
    ("Old Mill", "Squeb Dro"),
    ("Green Inn", "Floo Gak"),
    ("Ann", "Qua"),
];

fn nonsense(text: &str) -> String {
    OTHERS.iter().fold(text.to_owned(), |text, (from, to)| text.replace(from, to))
}

fn renamed_me() -> Me {
    let me = me();
    Me {
        name: nonsense(&me.name),
        background: nonsense(&me.background),
        aim: nonsense(&me.aim),
        lifestyle: nonsense(&me.lifestyle),
        ..me
    }
}

fn renamed_known() -> Known {
    let known = known();
    let people = known.people.into_iter().map(|one| Named { name: nonsense(&one.name), ..one });
    Known { people: people.collect(), places: known.places.iter().map(|place| nonsense(place)).collect() }
}

#[test]
fn questions_come_out_the_same_under_other_names() {
    let life: Vec<String> = LIFE.iter().map(|line| nonsense(line)).collect();
    let life: Vec<&str> = life.iter().map(String::as_str).collect();
    for question in [
        "Do you know Cid Dorn?",
        "Do you know of Lin Moss?",
        "Do you know Lin Moss?",
        "Who is running for mayor?",
        "Did you know there is a garden party?",
        "Is there a garden party at Green Inn?",
        "What do you think of Gus Hart?",
        "Are you in love with Cid Dorn?",
        "What did you do yesterday?",
        "Do you know Zork Blimp?",
    ] {
        let interview = |me, known, memories, question: String| Interview {
            language: "English".into(),
            me,
            now: now(),
            known,
            memories,
            asker: Other { name: "a reporter".into(), ..Other::default() },
            plan: Vec::new(),
            honest: true,
            lines: Vec::new(),
            question,
        };
        let here = ask(&interview(me(), known(), memories(&LIFE), question.into()), 9);
        let there = ask(&interview(renamed_me(), renamed_known(), memories(&life), nonsense(question)), 9);
        assert_eq!((here.known, &here.evidence), (there.known, &there.evidence), "{here:?} {there:?}");
        assert_eq!(nonsense(&here.answer), there.answer);
    }
}

#[test]
fn conclusions_come_out_the_same_under_other_names() {
    let life: Vec<String> = LIFE.iter().map(|line| nonsense(line)).collect();
    let life: Vec<&str> = life.iter().map(String::as_str).collect();
    let (english, now) = ("English".to_owned(), now());
    let here =
        AskMyself { language: english.clone(), me: me(), now: now.clone(), known: known(), memories: memories(&LIFE) };
    let there = AskMyself { me: renamed_me(), known: renamed_known(), memories: memories(&life), ..here.clone() };
    let (here_asked, there_asked) = (ask(&here, 4).questions, ask(&there, 4).questions);
    assert_eq!(here_asked.iter().map(|question| nonsense(question)).collect::<Vec<_>>(), there_asked);
    for (one, other) in here_asked.into_iter().zip(there_asked) {
        let conclude = Conclude {
            language: english.clone(),
            me: me(),
            now: now.clone(),
            known: known(),
            ask: one,
            memories: memories(&LIFE),
        };
        let renamed = Conclude {
            me: renamed_me(),
            known: renamed_known(),
            ask: other,
            memories: memories(&life),
            ..conclude.clone()
        };
        let because = |insights: &smallville::mind::question::Insights| -> Vec<Vec<u32>> {
            let mut all: Vec<Vec<u32>> = insights.insights.iter().map(|insight| insight.because.clone()).collect();
            all.sort();
            all
        };
        let (here, there) = (ask(&conclude, 6), ask(&renamed, 6));
        assert_eq!(because(&here), because(&there), "{here:?} {there:?}");
    }
}
