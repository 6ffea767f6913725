//! What is concluded from memories.

use std::collections::BTreeSet;

use super::ask::{LIFE, ask, known, me, memories, now};
use smallville::mind::question::{AskMyself, Conclude, Insight, Other, Recalled, Relate, Summarise, Weigh};

fn conclude(question: &str, memories: Vec<Recalled>) -> Vec<Insight> {
    let conclude =
        Conclude { language: "English".into(), me: me(), now: now(), known: known(), ask: question.into(), memories };
    let mut all = Vec::new();
    for dice in 0..4 {
        all.extend(ask(&conclude, dice).insights);
    }
    all
}

/// Some wording of an insight has all these words, and rests on these memories.
fn there_is(insights: &[Insight], words: &[&str], numbers: &[u32]) {
    let fits = |insight: &&Insight| {
        words.iter().all(|word| insight.text.contains(word)) && numbers.iter().all(|n| insight.because.contains(n))
    };
    assert!(insights.iter().any(|insight| fits(&insight)), "{words:?} {numbers:?} {insights:#?}");
}

#[test]
fn what_two_share_is_common_ground() {
    there_is(&conclude("What do Eve Fox and I have in common?", memories(&LIFE)), &["Eve Fox", "bees"], &[3, 8]);
}

#[test]
fn what_comes_every_morning_is_a_habit() {
    there_is(&conclude("What recurs with Eve Fox?", memories(&LIFE)), &["Eve Fox", "morning"], &[6, 13]);
}

#[test]
fn an_event_ahead_is_seen_with_those_who_come() {
    there_is(
        &conclude("What will the garden party of Cid Dorn be like?", memories(&LIFE)),
        &["Cid Dorn", "garden party"],
        &[9, 10],
    );
}

#[test]
fn a_need_that_nobody_meets_is_seen() {
    let lines = [
        "13 Feb 11:00|Eve Fox|Eve Fox told Ann Bell that Eve Fox needs somebody to carry the hives.",
        "13 Feb 11:10||Eve Fox wants to move the hives before spring.",
    ];
    there_is(&conclude("What does Eve Fox need?", memories(&lines)), &["Eve Fox", "carry the hives"], &[1, 2]);
}

#[test]
fn two_sources_that_differ_are_seen() {
    let lines = [
        "13 Feb 11:00|Eve Fox|Eve Fox told Ann Bell that Gus Hart is kind.",
        "13 Feb 12:10|Cid Dorn|Cid Dorn told Ann Bell that Gus Hart is arrogant.",
    ];
    there_is(&conclude("What am I to think of Gus Hart?", memories(&lines)), &["Gus Hart"], &[1, 2]);
}

#[test]
fn a_change_of_mind_is_seen() {
    let lines = [
        "12 Feb 11:00||Eve Fox agreed to come to Cid Dorn's garden party at Green Inn on 15 February from 17:00 to 19:00.",
        "13 Feb 12:10||Eve Fox declined to come to Cid Dorn's garden party at Green Inn on 15 February from 17:00 to 19:00.",
    ];
    there_is(
        &conclude("Is Eve Fox coming to the garden party?", memories(&lines)),
        &["Eve Fox", "agreed", "declined"],
        &[1, 2],
    );
}

#[test]
fn conclusions_grow_from_conclusions() {
    let lines = [
        "12 Feb 11:00|own|Ann Bell and Eve Fox share an interest in writing about bees.",
        "13 Feb 12:10|own|Ann Bell is fond of Cid Dorn.",
        "13 Feb 13:10|own|Ann Bell likes Eve Fox because she is kind.",
    ];
    let insights = conclude("What have I understood about the people around me?", memories(&lines));
    there_is(&insights, &["Eve Fox"], &[1, 3]);
}

#[test]
fn nobody_is_named_who_is_not_in_the_memories() {
    let lines: Vec<&str> = LIFE.iter().copied().filter(|line| !line.contains("Gus Hart")).collect();
    let given = memories(&lines);
    let numbers: BTreeSet<u32> = given.iter().filter_map(|memory| memory.n).collect();
    for question in ["What is Cid Dorn to me?", "What recurs?", "How do I feel about Gus Hart?"] {
        for insight in conclude(question, given.clone()) {
            assert!(!insight.text.contains("Gus"), "{insight:?}");
            assert!(!insight.text.contains(" I ") && insight.text.ends_with('.'), "{insight:?}");
            assert!(insight.because.len() >= 2 && insight.because.iter().all(|n| numbers.contains(n)), "{insight:?}");
        }
    }
}

#[test]
fn an_insight_is_not_had_twice() {
    let mut given = memories(&LIFE);
    let first = conclude("What is Eve Fox to me?", given.clone());
    for (n, insight) in first.iter().enumerate() {
        let text = insight.text.clone();
        given.push(Recalled { n: Some(100 + n as u32), own: true, text, ..given[0].clone() });
    }
    for insight in conclude("What is Eve Fox to me?", given) {
        assert!(first.iter().all(|had| had.text != insight.text), "{insight:?}");
    }
}

#[test]
fn three_questions_name_whom_they_mean() {
    for dice in 0..20 {
        let question =
            AskMyself { language: "English".into(), me: me(), now: now(), known: known(), memories: memories(&LIFE) };
        let questions = ask(&question, dice).questions;
        let different: BTreeSet<&String> = questions.iter().collect();
        assert_eq!(different.len(), 3, "{questions:?}");
        assert!(questions.iter().all(|question| question.ends_with('?') && !question.contains('{')), "{questions:?}");
        assert!(
            questions
                .iter()
                .any(|question| ["Cid Dorn", "Eve Fox", "Gus Hart"].iter().any(|who| question.contains(who))),
            "{questions:?}"
        );
    }
}

#[test]
fn a_relation_rests_on_first_hand() {
    let relate = |who: &str, lines: &[&str]| {
        let other = Other { name: who.into(), pronouns: "he".into(), ..Other::default() };
        let relate = Relate {
            language: "English".into(),
            me: me(),
            now: now(),
            other,
            known: known(),
            memories: memories(lines),
        };
        ask(&relate, 2)
    };
    let friend = relate("Cid Dorn", &[LIFE[0], LIFE[10]]);
    assert!(friend.relation.contains("friend") && friend.evidence.contains(&1), "{friend:?}");
    let rude = relate("Gus Hart", &[LIFE[1]]);
    assert!(rude.feeling.contains("Gus Hart") && rude.evidence == [1], "{rude:?}");
    let liar = relate(
        "Gus Hart",
        &["13 Feb 12:05|Gus Hart|Gus Hart told Ann Bell that Gus Hart is Ann Bell's oldest friend."],
    );
    assert!(!liar.relation.contains("friend"), "{liar:?}");
    let stranger = relate("Gus Hart", &[]);
    assert!(stranger.relation.contains("not know") && stranger.evidence.is_empty(), "{stranger:?}");
}

#[test]
fn a_picture_of_oneself_cites() {
    let summarise =
        Summarise { language: "English".into(), me: me(), now: now(), known: known(), memories: memories(&LIFE) };
    let picture = ask(&summarise, 1);
    assert!(picture.core.contains("Ann Bell") && picture.core.contains("warm"), "{picture:?}");
    assert!(picture.occupation.contains("bees") || picture.occupation.contains("writing"), "{picture:?}");
    assert!(!picture.evidence.is_empty(), "{picture:?}");
    let bare = ask(&Summarise { memories: Vec::new(), ..summarise }, 1);
    assert!(bare.evidence.is_empty() && bare.feeling == "Not known.", "{bare:?}");
}

#[test]
fn weights_are_one_to_ten_for_each() {
    let weigh =
        Weigh { language: "English".into(), me: me(), close: "Cid Dorn (a friend)".into(), memories: memories(&LIFE) };
    let scores = ask(&weigh, 0).scores;
    assert!(scores[3] >= 8 && scores[13] <= 3, "{scores:?}");
}
