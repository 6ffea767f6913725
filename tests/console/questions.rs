//! Thirty questions to somebody of a real town, who has lived most of a day: what they know is in the answer, and where
//! they know nothing they say so.

use super::{voices::answered, *};

/// What is asked, and words of which one must be in the answer; `None`: they cannot know it.
const QUESTIONS: &[(&str, Option<&[&str]>)] = &[
    // oneself
    ("What is your name?", Some(&["Isabella Rodriguez"])),
    ("How old are you?", Some(&["34"])),
    ("Where do you live?", Some(&["Isabella Rodriguez's apartment"])),
    ("What are you like?", Some(&["friendly"])),
    ("What do you do for a living?", Some(&["cafe", "Cafe"])),
    ("Who are you?", Some(&["Isabella Rodriguez"])),
    ("When do you go to bed?", Some(&["ten"])),
    ("When did you buy the cafe?", Some(&["seven years ago"])),
    ("Who is your best friend?", Some(&["Maria Lopez"])),
    // plans
    ("Are you planning a party?", Some(&["Valentine's Day party"])),
    ("When is the Valentine's Day party?", Some(&["five"])),
    ("Where is the party?", Some(&["Hobbs Cafe"])),
    ("What are your plans for today?", Some(&["dinner"])),
    ("What are you doing this evening?", Some(&["dinner"])),
    ("What will you do tomorrow?", Some(&["party"])),
    ("What will you do at six o'clock?", Some(&["menu", "cafe", "serve"])),
    ("Are you running for mayor?", Some(&["mayor"])),
    ("What are your plans?", Some(&["mayor"])),
    // memories
    ("What did you do today?", Some(&["cake", "coffee", "lunch", "menu", "talk"])),
    ("Who did you talk to today?", Some(&["Klaus Mueller"])),
    ("Where did Maria lose her keys?", Some(&["Johnson Park"])),
    ("What do you know about Maria's keys?", Some(&["lost"])),
    ("Did you ever sing at the opera?", Some(&["sang"])),
    // others
    ("Do you know Maria Lopez?", Some(&["Maria", "physics"])),
    ("Who is Klaus Mueller?", Some(&["sociology"])),
    ("What is Klaus studying?", Some(&["sociology"])),
    ("What do you think of Maria?", Some(&["think well", "like"])),
    ("What does Tom Moreno sell?", Some(&["flour"])),
    ("Who repaired the till?", Some(&["Ryan Park"])),
    ("What did Klaus tell you?", Some(&["sociology", "Klaus"])),
    // nothing is known
    ("What is the capital of France?", None),
    ("Is there a boat race?", None),
    ("Do you know Zork Blimp?", None),
    ("Who is the king of Spain?", None),
    ("What is your favourite food?", None),
    ("What did Tom Moreno tell you?", None),
    ("When did you last see Ryan Park?", None),
    ("Where did Klaus lose his hat?", None),
];

#[test]
fn what_is_known_is_in_the_answer() {
    let name = "Isabella Rodriguez";
    // A day on which she has talked with Klaus Mueller.
    let talked = |seed| {
        let mut app = town("three_friends", seed);
        until(&mut app, "15:00");
        let (words, _) = answered(&app, &format!("ask {name}: Who did you talk to today?"));
        let (_, told) = answered(&app, &format!("ask {name}: What did Klaus tell you?"));
        (told && words.contains("Klaus Mueller")).then_some(app)
    };
    let mut app = (1..=8).find_map(talked).expect("on one of eight days they talk, and of something");
    for line in [
        "tell NAME: Klaus Mueller studies sociology at the college",
        "tell NAME: Maria Lopez lost her keys in Johnson Park yesterday",
        "tell NAME: you once sang at the opera in Rome",
        "voice NAME: you will run for mayor",
    ] {
        done(&mut app, &line.replace("NAME", name)).unwrap_or_else(|why| panic!("{line}: {why}"));
    }
    let mut wrong = Vec::new();
    for (question, wanted) in QUESTIONS {
        let (words, known) = answered(&app, &format!("ask {name}: {question}"));
        let right = match wanted {
            Some(any) => known && any.iter().any(|one| words.contains(one)),
            None => !known && ["know", "haven't heard", "couldn't tell"].iter().any(|one| words.contains(one)),
        };
        if !right {
            wrong.push(format!("{question}\n    {words} (known: {known})"));
        }
    }
    assert!(QUESTIONS.iter().filter(|(_, wanted)| wanted.is_some()).count() >= 30);
    assert!(wrong.is_empty(), "{} of {} are wrong:\n{}", wrong.len(), QUESTIONS.len(), wrong.join("\n"));
}
