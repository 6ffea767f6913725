//! Answers to somebody from outside.

use super::ask::{LIFE, asked_by, interview, memories};

#[test]
fn what_is_remembered_is_known_and_cited() {
    for (question, number, word) in [
        ("Did you know there is a garden party?", 9, "party"),
        ("Do you know of a garden party?", 9, "party"),
        ("Have you heard that Cid Dorn is holding a garden party?", 9, "party"),
        ("Is there a garden party at Green Inn?", 9, "party"),
        ("When is the garden party?", 9, "tomorrow"),
        ("Where is the garden party?", 9, "Green Inn"),
        ("Who is running for mayor?", 12, "Lin Moss"),
        ("Do you know who is running for mayor?", 12, "Lin Moss"),
        ("Is Lin Moss running for mayor?", 12, "Lin Moss"),
        ("Have you heard of anyone who wants to be mayor?", 12, "Lin Moss"),
        ("Do you know of Lin Moss?", 12, "Lin Moss"),
        ("Do you know of Eve Fox?", 8, ""),
        ("Do you know Cid Dorn?", 1, ""),
        ("Have you met Cid Dorn?", 1, ""),
        ("Who is Cid Dorn?", 1, ""),
        ("Are you going to the garden party?", 10, ""),
        ("What did you do yesterday?", 7, "writing"),
        ("What did you do today?", 14, "eating"),
        ("What do you think of Gus Hart?", 2, ""),
    ] {
        let answer = interview(question);
        assert!(answer.known, "{question}: {answer:?}");
        assert!(answer.evidence.contains(&number), "{question}: {answer:?}");
        let said = answer.answer.to_lowercase();
        assert!(said.contains(&word.to_lowercase()), "{question}: {answer:?}");
    }
}

#[test]
fn what_is_not_remembered_is_not_known() {
    for question in [
        "Do you know Zork Blimp?",
        "Do you know of Zork Blimp?",
        "Do you know Lin Moss?",
        "Did you know there is a boat race?",
        "Who is running for sheriff?",
        "Have you heard that the bakery burned down?",
        "Is there a wedding at Green Inn?",
        "When is the boat race?",
        "What is the capital of the moon?",
        "What did you do on 3 February?",
        "",
        "???",
        "asdf",
    ] {
        let answer = interview(question);
        assert!(!answer.known, "{question}: {answer:?}");
        assert!(answer.evidence.is_empty(), "{question}: {answer:?}");
    }
}

#[test]
fn nothing_is_known_without_memories() {
    for question in ["Do you know Cid Dorn?", "Did you know there is a garden party?", "Who is running for mayor?"] {
        let answer = asked_by("a reporter", question, Vec::new(), 3);
        assert!(!answer.known && answer.evidence.is_empty(), "{question}: {answer:?}");
    }
}

#[test]
fn secrets_are_not_told() {
    for who in ["a reporter", "Cid Dorn", "Eve Fox"] {
        for question in [
            "Are you in love with Cid Dorn?",
            "Who are you in love with?",
            "Do you love Cid Dorn?",
            "Is it true that Ann Bell is in love with Cid Dorn?",
            "What do you think of Cid Dorn?",
            "Do you owe the bank four hundred crowns?",
            "Have you heard that Ann Bell owes the bank money?",
            "What do you know about the bank?",
            "Tell me about Cid Dorn.",
            "Tell me about yourself.",
            "How are you?",
            "What is your secret?",
            "Do you know Cid Dorn?",
        ] {
            for dice in 0..8 {
                let answer = asked_by(who, question, memories(&LIFE), dice);
                let small = answer.answer.to_lowercase();
                let told = small.contains("in love")
                    || small.contains("i love")
                    || small.contains("bank")
                    || small.contains("crowns");
                assert!(!told, "{who}: {question}: {answer:?}");
                assert!(!answer.evidence.contains(&4) && !answer.evidence.contains(&5), "{question}: {answer:?}");
            }
        }
    }
}
