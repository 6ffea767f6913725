//! Lines that are nearly right: what they are taken for, or what is said about them.

use smallville::{
    agent::{agenda::Agenda, components::Newcomer, resolve},
    clock::AgentId,
    console::{self, Outcome},
    memory::{MemoryKind, MemoryStream},
};

use super::{voices::answered, *};

/// An object that is the only one of its name in its sector, and that address with a room that is not there.
fn astray(app: &App) -> (ObjectId, String, String) {
    let map = app.world().resource::<TownMap>();
    let all = (0..map.objects.len()).map(|n| ObjectId(n as u16));
    let sector = |id: ObjectId| map.arena(map.object(id).arena).sector;
    let alone = |id: &ObjectId| {
        let same = (0..map.objects.len()).map(|n| ObjectId(n as u16));
        let name = &map.object(*id).name;
        let same = same.filter(|other| sector(*other) == sector(*id) && map.object(*other).name == *name).count();
        map.object(*id).kind == "stove" && same == 1 && sector(*id).is_some()
    };
    let id = all.into_iter().find(alone).expect("a stove of its own");
    let sector = &map.sector(sector(id).expect("in a house")).name;
    (id, format!("<{sector}: nowhere room: {}>", map.object(id).name), map.address(id))
}

#[test]
fn a_wrong_room_of_the_right_house_is_forgiven() {
    let mut app = town("three_friends", 1);
    let (_, wrong, right) = astray(&app);
    let answer = done(&mut app, &format!("set {wrong} is burning")).expect("it is plain what is meant");
    assert!(answer.starts_with(&format!("{right} is burning")), "{answer}");
    assert_eq!(done(&mut app, &format!("reset {wrong}")), Ok(format!("{right} is as it was")));
    assert!(said(&app, &format!("tile {wrong} details")).contains(&right));
    assert!(refused(&app, "set <Nowhere: kitchen: stove> is burning").contains("nearest"));
}

#[test]
fn the_line_of_the_issue_works() {
    let mut app = town("the_ville", 1);
    let name = app.world().resource::<TownMap>().sectors.iter().find(|one| one.name.ends_with("'s apartment"));
    let name = name.expect("there is an apartment").name.clone();
    let answer = done(&mut app, &format!("set <{name}: kitchen: stove> is burning")).expect("it burns");
    assert!(answer.starts_with(&format!("<{name}: ")) && answer.contains("stove> is burning"), "{answer}");
}

#[test]
fn surplus_words_are_refused_with_the_usage() {
    let app = town("three_friends", 1);
    let (_, name) = first_person(&app);
    for line in [
        "seed 4",
        "cost now",
        "doctor x",
        "time x",
        "events x",
        "all-schedules x",
        "pause x",
        "quit x",
        "leave x",
        "bye x",
        "speed 4 5",
        "step north north",
        "help set x",
        "until 09:00 now then",
        &format!("schedule {name} day x"),
    ] {
        let why = refused(&app, line);
        assert!(why.contains("too much: write ") && why.len() < 300, "{line}: {why}");
    }
    for verb in ["tree", "chats", "relations", "where", "follow"] {
        let why = refused(&app, &format!("{verb} {name} x"));
        assert!(why.contains(&name) && why.contains(&format!("write {verb}")), "{why}");
    }
}

#[test]
fn a_search_finds_what_has_the_words_first() {
    let mut app = town("three_friends", 1);
    let (_, name) = first_person(&app);
    for n in 0..3 {
        done(&mut app, &format!("tell {name}: Zebulon Quark bought {n} lamps")).expect("given");
    }
    let found = said(&app, &format!("memory {name} observations zebulon QUA"));
    let lines: Vec<&str> = found.lines().collect();
    assert!(lines[0].contains("3 with the words"), "{found}");
    assert!(lines[1].contains("2 lamps") && lines[3].contains("0 lamps"), "the newest first: {found}");
    assert!(
        lines[4] == "comes to mind:" && !found.split("comes to mind:").nth(1).unwrap().contains("Zebulon"),
        "{found}"
    );
    assert!(said(&app, &format!("memory {name} qwertyuiop")).contains("none has the words"));
    assert!(said(&app, &format!("memory {name} all dialouge")).contains("none has the words"));
}

#[test]
fn a_name_needs_no_colon_and_a_time_is_none() {
    let app = town("three_friends", 1);
    let (_, name) = first_person(&app);
    let first = name.split(' ').next().unwrap_or_default();
    let enters = |line: &str| match console::read(app.world(), line) {
        Ok(Outcome::Enters(commands)) => commands.iter().map(Command::to_string).collect::<Vec<_>>().join("|"),
        other => panic!("{line}: {other:?}"),
    };
    let whole = format!("voice {name}: go to the park at 16:00");
    assert_eq!(enters(&format!("voice {name} \"go to the park at 16:00\"")), whole);
    assert_eq!(enters(&format!("voice {first} go to the park at 16:00")), whole);
    assert_eq!(enters(&format!("voice {name}: go to the park at 16:00")), whole);
    assert_eq!(
        enters(&format!("tell {first} the shop opens at 08:30")),
        format!("tell {name}: the shop opens at 08:30")
    );
    assert!(refused(&app, "voice nobody at all \"go at 16:00\"").contains("name"));
    let ask = |how: &str| enters(&format!("ask {name} {how}: Who are you?"));
    assert_eq!(ask("remembered as a reporter"), ask("as a reporter remembered"));
    assert_eq!(ask("remembered, in character, as a reporter"), ask("as a reporter, in character, remembered"));
    let (words, _) = answered(&app, &format!("ask {first} What do you do at 16:00?"));
    assert!(!words.is_empty());
}

#[test]
fn a_later_plan_takes_the_place_of_an_earlier_one() {
    let mut app = town("three_friends", 1);
    until(&mut app, "10:00");
    let (who, name) = first_person(&app);
    let first = done(&mut app, &format!("give-plan {name}: 14:00-15:30 read at Hobbs Cafe: cafe")).expect("given");
    assert!(!first.contains("takes the place"), "{first}");
    let second = done(&mut app, &format!("give-plan {name}: 15:00-16:00 read the papers")).expect("given");
    assert!(second.contains("takes the place of: read at Hobbs Cafe"), "{second}");
    let agenda = &app.world().get::<Agenda>(who).expect("an agenda").engagements;
    let there = agenda.iter().filter(|one| one.what.contains("read")).count();
    assert_eq!(there, 1, "{agenda:?}");
    let stream = app.world().get::<MemoryStream>(who).expect("a memory");
    let plans: Vec<u8> = (stream.all().iter())
        .filter(|one| one.kind == MemoryKind::Plan && one.text.contains("means to read"))
        .map(|one| one.importance)
        .collect();
    assert_eq!(plans, [1, 10]);
    assert!(said(&app, &format!("schedule {name}")).contains("read the papers"));
}

#[test]
fn names_of_newcomers_are_nobody_elses() {
    let mut app = town("three_friends", 1);
    let (_, name) = first_person(&app);
    let words: Vec<&str> = name.split(' ').collect();
    let [first, family] = words[..] else { panic!("{name} has two names") };
    let accents = name.replacen('e', "é", 1);
    let cyrillic = name.replacen('a', "а", 1).replacen('e', "е", 1);
    let alike = [format!("{name}."), accents, cyrillic, name.replace(' ', "  - "), name.replace(' ', "")];
    for alike in alike.iter().filter(|alike| **alike != name) {
        let why = done(&mut app, &format!("join {alike}")).expect_err(alike);
        assert!(why.contains(&name) && why.contains("another name"), "{why}");
    }
    let why = done(&mut app, &format!("join {}", first.to_uppercase())).expect_err("a first name");
    assert!(why.contains("is what people call") && why.contains("add a family name"), "{why}");
    assert!(done(&mut app, &format!("join {family}")).is_err_and(|why| why.contains("add a first name")));
    for bad in ["%s%n", "a\\b", "!!!", "Ann Ann Ann Ann Ann Ann Ann"] {
        assert!(done(&mut app, &format!("join {bad}")).is_err(), "{bad}");
    }
    // Who shares a first name comes; once they are gone, the name is that of who is there.
    done(&mut app, &format!("join {first} Zylberstein")).expect("another family");
    assert!(refused(&app, &format!("where {first}")).contains("may be"));
    done(&mut app, "leave").expect("they go");
    let one = resolve::person(app.world(), first).expect("one is left");
    assert_eq!(one.name, name);
    assert_eq!(done(&mut app, &format!("possess {first}")), Ok(format!("you are {name} now")));
    let mut left = app.world_mut().query_filtered::<&AgentId, With<Newcomer>>();
    assert_eq!(left.iter(app.world()).count(), 0);
}

#[test]
fn what_somebody_begins_to_tell_is_followed() {
    let mut app = town("three_friends", 1);
    let (_, name) = first_person(&app);
    done(&mut app, &format!("tell {name}: Zebulon Quark opens a circus")).expect("given");
    let told = said(&app, &format!("news follow \"the circus of Zebulon\" from {name}"));
    assert!(told.starts_with("circus zebulon: 1 of ") && told.contains(&format!("{name}, seen or thought")), "{told}");
    assert!(told.ends_with(&format!("every way leads back to {name}")), "{told}");
    assert!(said(&app, "news follow zeppelins").contains("0 of "));
    // Whoever shows news shows this too, by its words alone.
    let Ok(Outcome::Program(ProgramCommand::Watch(news), _)) =
        console::read(app.world(), "news follow the circus of Zebulon")
    else {
        panic!("it is followed from here on")
    };
    assert_eq!((news.text.as_str(), news.source.as_str()), ("circus zebulon", ""));
    assert!(news.told_in("Zebulon Quark opens a circus.") && !news.told_in("Zebulon Quark sings."));
    assert!(refused(&app, "news x").contains("too much") && refused(&app, "news follow the").contains("follow"));
}
