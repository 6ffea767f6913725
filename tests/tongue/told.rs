//! What is told in a talk is answered as what it is: a danger, news of others; and what was said in it is known.

use super::{
    ask::{LIFE, ask, asked_by, memories},
    follow::{ASKER, utter},
};
use smallville::mind::question::UtterAnswer;

const ANN: &str = "Ann Bell";

fn said(lines: &[(&str, &str)], life: &[&str], dice: u64) -> UtterAnswer {
    ask(&utter(lines, memories(life)), dice)
}

/// A talk in which something was told and agreed to.
const TALK: [(&str, &str); 4] = [
    (ASKER, "Good morning! I build violins."),
    (ANN, "Good morning. I'm Ann."),
    (ASKER, "I am giving a concert at Green Inn at eight tonight, will you come?"),
    (ANN, "I'd love to. I'll be there."),
];

#[test]
fn a_danger_is_seen_to_at_once() {
    for line in [
        "Ann! The hay in your loft is burning!",
        "Fire!",
        "Come quickly, there is a fire at the mill!",
        "Your cellar is flooded, Ann.",
        "Why is nobody putting out the fire?",
        "Why are you not doing anything about the flood?",
    ] {
        for dice in 0..8 {
            for before in [&[][..], &TALK[..]] {
                let answer = said(&[before, &[(ASKER, line)]].concat(), &LIFE, dice);
                let small = answer.words.to_lowercase();
                let goes = ["going", "go and look", "on my way", "see to it"].iter().any(|word| small.contains(word));
                assert!(answer.end && goes, "{line} -> {}", answer.words);
            }
        }
    }
    for line in [
        "The hay was burning last year.",
        "My heart is on fire for Eve.",
        "Is there a fire in your loft?",
        "I like to sit by the fire.",
        "Why do you not water the roses?",
    ] {
        assert!(!said(&[(ASKER, line)], &LIFE, 3).end, "{line}");
    }
}

#[test]
fn news_of_others_is_heard_before_ones_own_errand() {
    let need = [
        "||Cid Dorn mends clocks; they have been good friends for years.",
        "||Ann Bell needs somebody to carry the hives.",
    ];
    for (line, words) in [
        ("Cid Dorn told me that he is selling the clock shop.", "clock"),
        ("Gus Hart is leaving town tomorrow.", "leaving"),
        ("Gus's boat burned last night.", "boat"),
    ] {
        for dice in 0..8 {
            let answer = said(&[TALK[0], TALK[1], (ASKER, line)], &need, dice).words.to_lowercase();
            let heard = answer.contains(words)
                || ["news", "no idea", "hadn't heard", "didn't know"].iter().any(|one| answer.contains(one));
            assert!(heard && !answer.contains("hives"), "{line} -> {answer}");
        }
    }
}

#[test]
fn whether_one_saw_an_event_is_no_question_of_a_person() {
    let seen = ["||Gus Hart sells boats at Green Inn.", "14 Feb 09:10||Gus Hart is painting a boat at Green Inn: bar"];
    for line in ["Gus's shed collapsed at noon, did you see it?", "Gus's shed fell down, did you notice?"] {
        for dice in 0..6 {
            let answer = said(&[(ASKER, "Good morning."), (ANN, "Good morning."), (ASKER, line)], &seen, dice).words;
            assert!(!answer.contains("saw Gus") && !answer.contains("painting"), "{line} -> {answer}");
        }
    }
}

#[test]
fn what_was_said_in_this_talk_is_known() {
    for dice in 0..6 {
        let talk = [&TALK[..], &[(ASKER, "What do you know about me?")]].concat();
        let words = said(&talk, &LIFE, dice).words;
        assert!(words.contains("concert") && words.contains("violins"), "{words}");
        let words = said(&[(ASKER, "Hello."), (ANN, "Hello."), (ASKER, "How do you know me?")], &LIFE, dice).words;
        let small = words.to_lowercase();
        assert!(["know you", "met", "see", "introduced"].iter().any(|one| small.contains(one)), "{words}");
    }
}

#[test]
fn what_shook_ones_day_comes_first_and_no_note_is_read_out() {
    let day = [
        "14 Feb 08:00||Ann Bell managed filling the honey jars as planned.",
        "14 Feb 09:00||Ann Bell put out the fire at the stove.",
    ];
    for dice in 0..8 {
        let said = asked_by("a reporter", "What did you do today?", memories(&day), dice).answer;
        let (fire, jars) = (said.find("fire"), said.find("jars"));
        assert!(fire.is_some() && jars.is_none_or(|jars| fire < Some(jars)), "{said}");
        let why = asked_by("a reporter", "Why did you stop putting out the fire at the stove?", memories(&day), dice);
        assert!(why.answer.contains("put out the fire"), "{why:?}");
        let why = asked_by("a reporter", "Why did you put out the fire at the stove?", memories(&day), dice);
        assert!(why.answer.contains("burning"), "{why:?}");
        assert!(!said.contains("managed") && !said.contains("as planned"), "{said}");
    }
}

#[test]
fn plans_tastes_and_a_life_of_ones_own() {
    let life = [
        "||Ann Bell served nine years in the lifeboat, and retired to the mill.",
        "13 Feb 10:00||Ann Bell spent a quiet while walking round the pond.",
        "13 Feb 10:00||Ann Bell promised Cid Dorn songs for the fair.",
    ];
    for dice in 0..8 {
        let of = |question: &str| asked_by("a reporter", question, memories(&life), dice);
        let plans = of("What are you planning today?");
        assert!(!plans.answer.contains("spent"), "{plans:?}");
        let service = of("Tell me about your time in the lifeboat.");
        assert!(service.known && service.answer.contains("nine years"), "{service:?}");
        let songs = of("What songs do you like?");
        assert!(!songs.known && !songs.answer.contains("promised"), "{songs:?}");
    }
}

#[test]
fn what_somebody_does_for_me_is_said_as_mine() {
    // Ann is she, Cid is he.
    let life = ["||Cid Dorn keeps the shop and brings her clocks before she has asked for them."];
    for dice in 0..6 {
        let words = asked_by("a reporter", "Do you know Cid Dorn?", memories(&life), dice).answer;
        assert!(words.contains("my clocks before I have asked"), "{words}");
    }
}
