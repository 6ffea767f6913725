//! A bare question after what somebody has just said is answered from that, and from what they remember of it.

use super::ask::{LIFE, ask, known, me, memories, now};
use smallville::mind::question::{Interview, Other, Recalled, Spoken, Stretch, TimeOfDay, Utter};

/// Who asks.
pub const ASKER: &str = "Nils Holm";

pub fn utter(lines: &[(&str, &str)], about: Vec<Recalled>) -> Utter {
    Utter {
        language: "English".into(),
        me: me(),
        now: now(),
        talk_began: TimeOfDay(590),
        other: Other { name: ASKER.into(), pronouns: "he".into(), ..Other::default() },
        plan: vec![Stretch {
            from: TimeOfDay(660),
            until: TimeOfDay(720),
            what: "painting the hives".into(),
            place: "Old Mill: yard".into(),
        }],
        known: known(),
        about,
        brought_up: Vec::new(),
        asked: Vec::new(),
        weighs: Vec::new(),
        told: Vec::new(),
        own_lines: Vec::new(),
        lines: lines.iter().map(|(who, words)| Spoken { who: (*who).into(), words: (*words).into() }).collect(),
        topic: None,
        within_hearing: Vec::new(),
        usual: String::new(),
        tomorrow: Vec::new(),
        agreements: Vec::new(),
        needs: Vec::new(),
        home: "Old Mill".into(),
        workplace: String::new(),
    }
}

fn life() -> Vec<Recalled> {
    memories(&LIFE)
}

/// What is said to `question` after `said`, with several dice, in small letters.
fn after(said: &str, question: &str, about: &[Recalled]) -> Vec<String> {
    let lines = [(ASKER, "Good morning! Any news?"), ("Ann Bell", said), (ASKER, question)];
    let say = |dice| ask(&utter(&lines, about.to_vec()), dice).words.to_lowercase();
    (0..6).map(say).collect()
}

/// Each answer has one of these words in it.
#[track_caller]
fn has(said: &str, question: &str, about: &[Recalled], words: &[&str]) {
    for answer in after(said, question, about) {
        assert!(words.iter().any(|word| answer.contains(word)), "{said} / {question} -> {answer}; wanted {words:?}");
    }
}

const MAYOR: &str = "Lin Moss has decided to run for mayor.";
const PARTY: &str = "Cid Dorn is holding a garden party at Green Inn tomorrow.";
const BOOK: &str = "I'm writing a book about bees.";

#[test]
fn who_told_it_is_named() {
    for question in ["Who told you?", "Who told you that?", "Who said so?", "How do you know?", "Says who?"] {
        has(MAYOR, question, &life(), &["cid"]);
    }
    has(PARTY, "Oh! Where did you hear that, Ann?", &life(), &["cid"]);
}

#[test]
fn what_is_ones_own_nobody_told() {
    has(BOOK, "Who told you?", &life(), &["own affair", "myself", "if not i"]);
}

#[test]
fn what_was_seen_was_seen() {
    has("Eve Fox is reading a paper about bees.", "How do you know?", &life(), &["saw"]);
}

#[test]
fn what_was_always_known_has_no_teller() {
    has("Gus Hart is rude to everyone.", "Who told you that?", &life(), &["known"]);
}

#[test]
fn whoever_asks_may_have_told_it() {
    let lines = [
        (ASKER, "Gus Hart has won the boat race."),
        ("Ann Bell", "Gus Hart has won the boat race!"),
        (ASKER, "Who told you?"),
    ];
    for dice in 0..6 {
        let answer = ask(&utter(&lines, life()), dice).words.to_lowercase();
        assert!(answer.contains("you"), "{answer}");
        assert!(!answer.contains("cid"), "{answer}");
    }
}

#[test]
fn when_is_answered_from_memory() {
    for question in ["When?", "When is that?", "And when exactly?", "At what time?"] {
        has("Cid Dorn is holding a garden party.", question, &life(), &["tomorrow", "five", "15"]);
    }
}

#[test]
fn when_of_what_has_no_time_is_not_known() {
    has(MAYOR, "When?", &memories(&[]), &["don't know", "do not know"]);
}

#[test]
fn where_is_answered_from_memory() {
    for question in ["Where?", "Where is that?", "where exactly"] {
        let question = format!("{question}?");
        has("Cid Dorn is holding a garden party.", &question, &life(), &["inn"]);
    }
    has(MAYOR, "Where?", &life(), &["don't know", "do not know"]);
}

#[test]
fn a_reason_that_is_remembered_is_given() {
    let shop = memories(&["13 Feb 09:00||Eve Fox closed the shop early because Gus Hart had a cold."]);
    for question in ["Why?", "How come?", "Why is that?", "Oh. Why did she?"] {
        has("Eve Fox closed the shop early.", question, &shop, &["because gus", "a cold"]);
    }
}

#[test]
fn what_one_wants_is_a_reason() {
    has("I'm writing about bees.", "Why?", &memories(&[]), &["book"]);
}

#[test]
fn a_reason_that_nobody_gave_is_not_known() {
    for question in ["Why?", "How come?", "What for?"] {
        has(MAYOR, question, &life(), &["don't know", "do not know", "only know"]);
        has("Gus Hart sells boats.", question, &memories(&[]), &["don't know", "do not know"]);
    }
}

#[test]
fn one_is_as_sure_as_one_can_be() {
    for question in ["Really?", "Are you sure?", "Is that true?", "Seriously?"] {
        has(MAYOR, question, &life(), &["cid"]);
        has(BOOK, question, &life(), &["yes", "sure"]);
        has("Gus Hart sells boats.", question, &memories(&[]), &["think so", "believe so"]);
    }
}

#[test]
fn what_is_meant_is_said_again() {
    for question in ["What do you mean?", "What does that mean?", "I don't understand.", "Pardon?"] {
        has(MAYOR, question, &life(), &["mayor"]);
    }
}

#[test]
fn who_is_meant_is_said_by_the_whole_name() {
    has("Eve is writing a paper about bees.", "Who is that?", &life(), &["eve fox"]);
    has("I met Cid Dorn at the mill.", "With whom?", &life(), &["cid dorn"]);
    has(BOOK, "With whom?", &life(), &["nobody"]);
}

#[test]
fn nothing_was_said_so_nothing_is_meant() {
    for question in ["Why?", "Who told you?", "Where?"] {
        has(
            "Good morning!",
            question,
            &life(),
            &["don't know what you mean", "do not know what you mean", "do you mean"],
        );
    }
}

#[test]
fn a_bare_question_may_open_a_talk() {
    for question in ["Why?", "Really?", "Who told you?", "What do you mean?"] {
        for dice in 0..4 {
            assert!(!ask(&utter(&[(ASKER, question)], life()), dice).words.trim().is_empty());
        }
    }
}

#[test]
fn secrets_stay_secrets() {
    for said in ["I like Cid Dorn.", "I know the bank.", "I owe nobody anything.", BOOK, MAYOR] {
        for question in ["Why?", "Who told you?", "What do you mean?", "Really?", "Who?", "With whom?", "When?"] {
            for answer in after(said, question, &life()) {
                let told = ["in love", "i love", "bank", "crowns"].iter().any(|word| answer.contains(word));
                assert!(
                    !told || said.contains("bank") && !answer.contains("crowns"),
                    "{said} / {question} -> {answer}"
                );
            }
        }
    }
}

#[test]
fn the_same_dice_say_the_same_and_nothing_breaks() {
    let life = life();
    for question in ["Why?", "why", "Why why why?", "Really? Really? Why?", "How come???", "Who?!", "w\u{202E}hy?"] {
        for said in [MAYOR, "…", "", "?", "Well. So. There."] {
            assert_eq!(after(said, question, &life), after(said, question, &life));
        }
    }
}

#[test]
fn somebody_from_outside_may_ask_on() {
    let spoken = |who: &str, words: &str| Spoken { who: who.into(), words: words.into() };
    let interview = Interview {
        language: "English".into(),
        me: me(),
        now: now(),
        known: known(),
        memories: life(),
        asker: Other { name: "a reporter".into(), ..Other::default() },
        plan: Vec::new(),
        honest: true,
        lines: vec![spoken("a reporter", "Is there any news?"), spoken("Ann Bell", MAYOR)],
        question: "Who told you?".into(),
    };
    for dice in 0..6 {
        let answer = ask(&interview, dice).answer;
        assert!(answer.contains("Cid"), "{answer}");
    }
}
