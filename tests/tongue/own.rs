//! Questions about oneself that have a turn of their own.

use super::ask::{asked_by, memories};

const OWN: [&str; 6] = [
    "||Ann Bell hates politics.",
    "||Ann Bell likes dogs.",
    "||Ann Bell lost eleven customers to the big shop in 2022.",
    "||Ann Bell worries that the lamp of the loft is broken.",
    "||Ann Bell is learning Portuguese from records.",
    "||Ann Bell owes Cid Dorn money for a bicycle.",
];

#[test]
fn yes_and_no_are_as_it_is() {
    for (question, yes, words) in [
        ("Do you like politics?", false, "hate politics"),
        ("Do you hate politics?", true, "hate politics"),
        ("Do you like dogs?", true, "like dogs"),
        ("Is the lamp of the loft all right?", false, "broken"),
    ] {
        for dice in 0..8 {
            let said = asked_by("a reporter", question, memories(&OWN), dice).answer;
            let small = format!(" {} ", said.to_lowercase().replace(['.', ',', '!', ':'], " "));
            let other = if yes { " no " } else { " yes " };
            assert!(small.contains(words) && !small.contains(other), "{question} {said}");
        }
    }
}

#[test]
fn numbers_kinds_and_people() {
    for (question, words) in [
        ("How many customers did you lose?", "eleven"),
        ("Which language are you learning?", "Portuguese"),
        ("To whom do you owe money?", "Cid Dorn"),
        ("What do you dislike?", "politics"),
    ] {
        let answer = asked_by("a reporter", question, memories(&OWN), 3);
        assert!(answer.known && answer.answer.contains(words), "{question} {answer:?}");
    }
    for question in
        ["How many horses do you have?", "What colour is your hat?", "Do you like Portugal?", "Where are you from?"]
    {
        let answer = asked_by("a reporter", question, memories(&OWN), 3);
        assert!(!answer.known, "{question} {answer:?}");
    }
}
