//! Whoever is asked about something they know says it; whoever does not know says so. In talk, spoken to by the avatar,
//! on the built-in mind.

use smallville::agent::{
    CurrentAction,
    dialogue::{Company, Talks},
    reaction::Errand,
};

use crate::{town::Town, town::beside};

/// To whom, what, and words one of which must be in the answer.
const ASKED: &[(&str, &str, &[&str])] = &[
    ("Klaus Mueller", "What do you study?", &["sociology"]),
    ("Klaus Mueller", "What are you writing at the moment?", &["paper", "chapter"]),
    ("Klaus Mueller", "What is your paper about?", &["gentrification"]),
    ("Klaus Mueller", "Where do you study?", &["Oak Hill", "library", "college"]),
    ("Klaus Mueller", "Where do you live?", &["dorm", "Dorm"]),
    ("Klaus Mueller", "What do you worry about?", &["rent"]),
    ("Klaus Mueller", "Do you know Maria Lopez?", &["physics", "Maria"]),
    ("Klaus Mueller", "Who is Mei Lin?", &["teaches", "course", "essays", "professor"]),
    ("Klaus Mueller", "What do you think of Mei Lin?", &["admire", "Mei"]),
    (
        "Klaus Mueller",
        "What are you going to do today?",
        &["chapter", "library", "study", "lunch", "notes", "read", "lecture", "interview"],
    ),
    ("Klaus Mueller", "What is on the 15th of February?", &["proofread", "chapter"]),
    ("Klaus Mueller", "Do you need help with anything?", &["proofread"]),
    ("Klaus Mueller", "What is your name?", &["Klaus"]),
    ("Klaus Mueller", "What did you finish yesterday?", &["census"]),
    ("Klaus Mueller", "Who is Wolfgang Schulz?", &["dorm", "run", "chemistry"]),
    ("Maria Lopez", "What do you study?", &["physics"]),
    ("Maria Lopez", "Do you know Isabella Rodriguez?", &["Isabella", "cafe", "friend"]),
    ("Maria Lopez", "What do you think of Klaus Mueller?", &["Klaus", "like"]),
    ("Maria Lopez", "Where do you live?", &["dorm", "Dorm"]),
    ("Maria Lopez", "What are you doing?", &["ing "]),
    ("Isabella Rodriguez", "Is there anything going on on Valentine's Day?", &["party"]),
    ("Isabella Rodriguez", "Where is the party?", &["Hobbs Cafe", "at the cafe"]),
    ("Isabella Rodriguez", "When does the party begin?", &["17:00", "five"]),
    ("Isabella Rodriguez", "What do you do for a living?", &["cafe", "Cafe"]),
    ("Isabella Rodriguez", "What did you bake on Saturday?", &["almond", "cake"]),
    ("Isabella Rodriguez", "What do you need help with?", &["decorat"]),
    ("Isabella Rodriguez", "Who is Tom Moreno?", &["flour", "butter", "sells", "market"]),
    ("Isabella Rodriguez", "What do you think of the oven?", &["old"]),
    ("Isabella Rodriguez", "Where do you work?", &["Hobbs Cafe", "cafe"]),
    ("Isabella Rodriguez", "Tell me about Eddy Lin.", &["piano", "chocolate"]),
];

/// What nobody there can know.
const UNKNOWN: &[(&str, &str)] = &[
    ("Klaus Mueller", "Who won the regatta in Valparaiso?"),
    ("Klaus Mueller", "Do you know Quentin Farrow?"),
    ("Maria Lopez", "When does the ferry to Ostend leave?"),
    ("Isabella Rodriguez", "What do you think of Hortensia Blix?"),
    ("Isabella Rodriguez", "Where is the observatory?"),
];

/// How one says that one does not know.
const UNSURE: &[&str] = &[
    "don't know",
    "do not know",
    "no idea",
    "never heard",
    "not sure",
    "couldn't say",
    "couldn't tell",
    "wouldn't know",
    "haven't heard",
    "doesn't ring",
    "don't think i know",
    "can't say",
    "can't help",
    "nothing about",
    "have not heard",
    "heard nothing",
];

/// Goes to somebody and asks; what they say to it.
fn ask(town: &mut Town, name: &str, question: &str) -> String {
    let who = town.find(name);
    for _ in 0..200 {
        let alone = town.of::<Company>(who).0.is_none() && town.of::<Errand>(who).0.is_none();
        if !alone || town.of::<CurrentAction>(who).asleep {
            town.live(6);
            continue;
        }
        let at = *town.of(who);
        let near = beside(town, at).unwrap_or(at);
        town.put("Nils Holm", near);
        if town.does(&format!("say to {name}: {question}")).is_ok() {
            break;
        }
        town.live(30);
    }
    let me = town.find("Nils Holm");
    for _ in 0..60 {
        let talks = town.app.world().resource::<Talks>();
        let talk = town.of::<Company>(me).0.and_then(|id| talks.open.get(&id));
        let lines = talk.map(|talk| talk.lines.clone()).unwrap_or_default();
        let asked = lines.iter().position(|line| line.by == me && line.words == question);
        let answer = asked.and_then(|n| lines[n..].iter().find(|line| line.by == who));
        if let Some(answer) = answer {
            let words = answer.words.clone();
            town.live(3);
            let _ = town.does("bye");
            town.live(3);
            return words;
        }
        town.live(1);
    }
    String::new()
}

#[test]
fn a_spoken_question_is_answered_with_what_is_known() {
    let mut town = Town::of_all("the_ville", 3.0);
    town.does("join Nils Holm; he; new in town").expect("he comes");
    let mut wrong = Vec::new();
    for (who, question, wanted) in ASKED {
        let said = ask(&mut town, who, question);
        if !wanted.iter().any(|word| said.contains(word)) {
            wrong.push(format!("{who}, {question} -> {said}"));
        }
    }
    for (who, question) in UNKNOWN {
        let said = ask(&mut town, who, question);
        if !UNSURE.iter().any(|words| said.to_lowercase().contains(words)) {
            wrong.push(format!("{who}, {question} -> {said}"));
        }
    }
    assert!(wrong.is_empty(), "{} of {} went wrong:\n{}", wrong.len(), ASKED.len() + UNKNOWN.len(), wrong.join("\n"));
}
