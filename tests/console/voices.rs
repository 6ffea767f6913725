//! Voices in a real town: a thought that is heeded, memories from a file, questions with and without a trace.

use std::{fs, path::PathBuf};

use smallville::{
    agent::{agenda::Agenda, resolve, state_hash, voices::Honest},
    clock::{Calendar, Now},
    console::{self, Outcome},
    exchange::{Recording, run_until},
    journal::Journal,
    memory::{MemoryKind, MemoryStream},
    mind::question::{Interview, PlanDay, Question, asked},
};

use super::*;

/// Asks without a trace; what is said, and whether they know.
pub fn answered(app: &App, line: &str) -> (String, bool) {
    match console::read(app.world(), line) {
        Ok(Outcome::Asks(ask, _)) => {
            let spoken = console::answer(&ask, None).unwrap_or_else(|why| panic!("{line}: {why}"));
            (spoken.words, spoken.known)
        }
        other => panic!("{line}: {other:?}"),
    }
}

fn memories(app: &App, name: &str) -> Vec<smallville::memory::Memory> {
    let one = resolve::person(app.world(), name).expect("somebody");
    app.world().get::<MemoryStream>(one.entity).expect("a memory").all().to_vec()
}

#[test]
fn an_inner_voice_is_remembered_heeded_and_said() {
    let mut app = town("three_friends", 1);
    until(&mut app, "09:00");
    let (who, name) = first_person(&app);
    let answer = done(&mut app, &format!("voice {name}: you will run for mayor against Tom Moreno")).expect("heard");
    let thought = format!("{name} has decided to run for mayor against Tom Moreno.");
    assert!(answer.contains(&thought), "{answer}");
    let kept = memories(&app, &name).pop().expect("it is kept");
    assert_eq!((kept.text.as_str(), kept.importance, kept.kind), (thought.as_str(), 10, MemoryKind::Plan));
    assert!(kept.importance_fixed);
    let (words, known) = answered(&app, &format!("ask {name}: What are your plans?"));
    assert!(known && words.contains("run for mayor"), "{words}");
    // The rest of this day has it, in a free hour, and it is done.
    let tells = "tell people about running for mayor against Tom Moreno";
    assert!(answer.contains("It is in their plans: Monday 13 February"), "{answer}");
    let part = |app: &App| {
        let plan = app.world().get::<DayPlan>(who).expect("a plan");
        plan.parts
            .iter()
            .find(|part| part.what.contains("running for mayor"))
            .map(|part| (part.from, part.what.clone()))
    };
    let today = part(&app).expect("it is in the plan");
    assert_eq!(today.1, tells);
    // Whatever is judged meanwhile, it weighs as much; and the next day is planned with it.
    let mut planned = None;
    for _ in 0..150 {
        let next = app.world().resource::<Now>().0 + 60;
        run_until(&mut app, next).unwrap_or_else(|why| panic!("{why}"));
        let thinking = app.world().get::<smallville::exchange::Thinking>(who).expect("it thinks");
        let open = thinking.open().find(|ask| ask.purpose == PlanDay::PURPOSE).cloned();
        planned = planned.or(open);
        if planned.is_some() {
            break;
        }
    }
    let question: PlanDay = asked(&planned.expect("the next day is planned")).expect("it is one");
    assert!(question.memories.iter().any(|memory| memory.text == thought && memory.importance == 10));
    // And its plan has it.
    for _ in 0..150 {
        if part(&app).is_some_and(|(from, _)| from.day() > today.0.day()) {
            break;
        }
        let next = app.world().resource::<Now>().0 + 60;
        run_until(&mut app, next).unwrap_or_else(|why| panic!("{why}"));
    }
    let tomorrow = part(&app).expect("it is in the next plan");
    assert!(tomorrow.0.day() == today.0.day() + 1 && tomorrow.1 == tells, "{tomorrow:?}");
}

/// Lives a day and more, and says what each planned for the second day and what they remember of it.
fn lived(voices: &[(&str, &str)]) -> Vec<(Vec<String>, Vec<String>)> {
    let mut app = town("three_friends", 2);
    until(&mut app, "21:30");
    for (name, voice) in voices {
        done(&mut app, &format!("voice {name}: {voice}")).expect("heard");
    }
    until(&mut app, "23:00");
    let end = app.world().resource::<Now>().0 + 8640 - 720;
    run_until(&mut app, end).unwrap_or_else(|why| panic!("{why}"));
    let one = |name: &str| {
        let who = resolve::person(app.world(), name).expect("somebody").entity;
        let plan = app.world().get::<DayPlan>(who).expect("a plan");
        let parts = plan.parts.iter().map(|part| part.what.clone()).collect();
        (parts, memories(&app, name).into_iter().filter(|one| one.created > 6000).map(|one| one.text).collect())
    };
    ["Klaus", "Isabella", "Maria"].map(one).to_vec()
}

#[test]
fn what_was_decided_without_an_hour_is_in_the_next_plan_and_is_done() {
    let voices = [
        ("Klaus", "you will run for mayor against Sam Moore"),
        ("Isabella", "you will learn to play the guitar"),
        ("Maria", "you must visit the pharmacy tomorrow"),
    ];
    let (without, with) = (lived(&[]), lived(&voices));
    for (n, words) in ["running for mayor against Sam Moore", "learn to play the guitar", "visit the pharmacy"]
        .into_iter()
        .enumerate()
    {
        let has = |day: &[(Vec<String>, Vec<String>)]| day[n].0.iter().any(|part| part.contains(words));
        assert!(has(&with) && !has(&without), "{words}: {:?}", with[n].0);
        let last = words.rsplit(' ').next().unwrap_or_default();
        let done = with[n].1.iter().filter(|text| text.contains(last) && !text.contains(" has decided "));
        assert!(done.count() > 0, "{words}: {:?}", with[n].1);
    }
}

#[test]
fn a_voice_with_a_time_and_a_place_enters_todays_plan() {
    let mut app = town("three_friends", 1);
    until(&mut app, "10:00");
    let (who, name) = first_person(&app);
    let answer = done(&mut app, &format!("voice {name}: you will have a rest in Johnson Park at four")).expect("heard");
    assert!(answer.contains("It is in their plans: Monday 13 February, 16:00"), "{answer}");
    let calendar = *app.world().resource::<Calendar>();
    let agenda = app.world().get::<Agenda>(who).expect("an agenda");
    let one = agenda.engagements.iter().find(|one| one.from.time_of_day().to_string() == "16:00").expect("it is there");
    assert_eq!(calendar.date(one.from).to_string(), "2023-02-13");
    let plan = app.world().get::<DayPlan>(who).expect("a plan");
    assert!(plan.parts.iter().any(|part| part.from == one.from && part.what.contains("rest")), "{:?}", plan.parts);
    done(&mut app, &format!("give-plan {name}: 17:00-17:30 read the papers at Hobbs Cafe: cafe")).expect("given");
    assert!(said(&app, &format!("schedule {name}")).contains("read the papers"));
    for bad in ["17:00 read", "17:00-17:00 read at Hobbs Cafe", "17:00-18:00 read at Nowhere Hall", "x-y z", ""] {
        assert!(console::read(app.world(), &format!("give-plan {name}: {bad}")).is_err(), "{bad}");
    }
}

fn file(name: &str, text: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::write(&path, text).expect("it can be written");
    path
}

#[test]
fn memories_are_given_by_a_file_and_a_replay_needs_none() {
    let mut app = town("three_friends", 1);
    until(&mut app, "07:00");
    let (_, name) = first_person(&app);
    let text = format!(
        "Name,Whisper\n{name},\"Tom Moreno lost a key; You once sang in Rome\"\nKlaus: Klaus Mueller has a cold\n{{\"name\":\"Maria\",\"memories\":[\"Maria Lopez won a chess game\"]}}\n"
    );
    let path = file("history.csv", &text);
    let Ok(Outcome::Enters(commands)) = console::read(app.world(), &format!("tell {}", path.display())) else {
        panic!("the file is read")
    };
    assert_eq!(commands.len(), 4, "{commands:?}");
    fs::remove_file(&path).expect("it was there");
    for command in &commands {
        done(&mut app, &command.to_string()).expect("it is remembered");
    }
    assert!(memories(&app, &name).iter().any(|memory| memory.text == format!("{name} once sang in Rome.")));
    let (words, known) = answered(&app, &format!("ask {name}: Who lost a key?"));
    assert!(known && words.contains("Tom Moreno"), "{words}");
    let bad = file("bad.csv", "Isabella,one\nNobody Known,two\n\nKlaus\n{\n");
    let why = refused(&app, &format!("tell {}", bad.display()));
    for line in ["line 2:", "line 4:", "line 5:"] {
        assert!(why.contains(line), "{why}");
    }
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("odd.csv");
    fs::write(&path, b"Isabella: one\nIsabella: t\0wo\nIsabella: thr\xffee\n").expect("it can be written");
    let why = refused(&app, &format!("tell {}", path.display()));
    assert!(why.contains("line 2:") && why.contains("line 3:") && !why.contains("line 1:"), "{why}");
    assert!(refused(&app, "tell no_such_file.csv").contains("no file"));
    assert!(refused(&app, "tell Nobody: something").contains("nobody"));
    // The same again from the journal alone.
    until(&mut app, "08:00");
    let (hash, journal) = (state_hash(app.world_mut()), app.world().resource::<Journal>().clone());
    let mut again = town("three_friends", 1);
    let end = app.world().resource::<Now>().0;
    let recording = Recording::new(journal, end);
    again.insert_resource(smallville::exchange::Minds::new(smallville::exchange::Source::Cassette(recording)));
    run_until(&mut again, end).unwrap_or_else(|why| panic!("{why}"));
    assert_eq!(hash, state_hash(again.world_mut()));
}

#[test]
fn a_question_leaves_a_trace_only_if_it_is_to_be_remembered() {
    let mut app = town("three_friends", 1);
    until(&mut app, "10:00");
    let (_, name) = first_person(&app);
    let before = (state_hash(app.world_mut()), app.world().resource::<Journal>().hash());
    for line in ["ask NAME: Who are you?", "ask NAME as a news reporter: What do you think of Maria?"] {
        let (words, _) = answered(&app, &line.replace("NAME", &name));
        assert!(!words.is_empty());
    }
    assert_eq!(before, (state_hash(app.world_mut()), app.world().resource::<Journal>().hash()));
    let line = format!("ask {name} as a news reporter remembered: How old are you?");
    let Ok(Outcome::Enters(commands)) = console::read(app.world(), &line) else { panic!("it enters") };
    assert_eq!(commands[0].to_string(), format!("ask {name} as a news reporter, remembered: How old are you?"));
    let ticket = app.world_mut().resource_mut::<CommandQueue>().push(commands[0].clone());
    let next = app.world().resource::<Now>().0 + 7;
    run_until(&mut app, next).unwrap_or_else(|why| panic!("{why}"));
    // First that they are asked, then what they answer, to who asked.
    let results = [(); 3].map(|()| app.world_mut().resource_mut::<Results>().take(ticket));
    assert_eq!(results[0], Some(Ok(format!("{name} is asked by a news reporter"))));
    assert!(matches!(&results[1], Some(Ok(words)) if words.starts_with(&format!("{name}: "))), "{results:?}");
    assert_eq!(results[2], None);
    let kept: Vec<String> = memories(&app, &name).into_iter().rev().take(4).map(|memory| memory.text).collect();
    assert!(kept.iter().any(|text| *text == format!("A news reporter asked {name}: \"How old are you?\"")), "{kept:?}");
    assert!(kept.iter().any(|text| text.starts_with(&format!("{name} told a news reporter: "))), "{kept:?}");
    let journal = app.world().resource::<Journal>();
    assert!(journal.answers.values().any(|entry| entry.purpose == Interview::PURPOSE));
    // By a script without the word it changes nothing, and says so.
    let traceless = format!("ask {name}: Who are you?").parse().expect("a command");
    assert!(console::execute(app.world_mut(), &traceless).is_err());
}

#[test]
fn asked_what_they_are_they_say_so_and_nobody_else_is_told() {
    let mut app = town("three_friends", 1);
    until(&mut app, "07:00");
    let (_, name) = first_person(&app);
    for question in ["Are you human?", "Are you an AI?", "Am I talking to a real person or a machine?", "Are you real?"]
    {
        for role in ["", " as a news reporter"] {
            let (words, _) = answered(&app, &format!("ask {name}{role}: {question}"));
            let small = words.to_lowercase();
            assert!(small.contains("character") && small.contains("comput"), "{question}: {words}");
        }
        let (words, _) = answered(&app, &format!("ask {name}, in character: {question}"));
        assert!(!words.to_lowercase().contains("program"), "{words}");
    }
}

#[test]
fn what_they_say_of_themselves_is_a_setting_and_a_question_that_enters_says_it() {
    let mut app = town("three_friends", 1);
    until(&mut app, "07:00");
    let (_, name) = first_person(&app);
    app.insert_resource(Honest(false));
    let honest = |app: &App, how: &str| {
        let (words, _) = answered(app, &format!("ask {name}{how}: Are you human?"));
        words.to_lowercase().contains("character")
    };
    assert!(!honest(&app, "") && honest(&app, " as a reporter, honestly") && !honest(&app, ", in character"));
    // What enters the town carries it, and is the same whatever is set when it is lived again.
    let enters = |app: &App, how: &str| match console::read(app.world(), &format!("ask {name}{how}: Are you human?")) {
        Ok(Outcome::Enters(commands)) => commands[0].to_string(),
        other => panic!("{other:?}"),
    };
    assert!(enters(&app, " remembered").contains(", in character, remembered: "));
    assert!(!enters(&app, " honestly remembered").contains("character"));
    app.insert_resource(Honest(true));
    assert!(!enters(&app, " remembered").contains("character"));
}
