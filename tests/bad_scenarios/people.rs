//! People against the map, and what they are said to be.

use super::town::{Town, has, list, person};

/// Changes in Ada's file, each of them one fault: old, new, line, what is said.
const ADA: [(&str, &str, usize, &str); 37] = [
    ("name = \"Ada One\"", "name = \"\"", 1, "name is empty"),
    ("name = \"Ada One\"", "name = \"Ada: One\"", 1, "is not a valid name"),
    ("name = \"Ada One\"", "name = \"Ada\\nOne\"", 1, "is not a valid name"),
    ("name = \"Ada One\"", "name = \" Ada One\"", 1, "is not a valid name"),
    ("age = 34", "age = 0", 2, "age 0 is not"),
    ("age = 34", "age = 4000000000", 2, "age 4000000000 is not"),
    ("pronouns = \"she\"", "pronouns = \"\"", 3, "pronouns"),
    ("traits = \"friendly\"", "traits = \"\"", 4, "traits is empty"),
    ("aim = \"", "aim = \"\"#", 6, "aim is empty"),
    ("lifestyle = \"", "lifestyle = \"\"#", 7, "lifestyle is empty"),
    ("home = \"Ada's house\"", "home = \"Bo's house\"", 10, "no sector"),
    ("home = \"Ada's house\"", "home = \"\"", 10, "no sector"),
    ("rooms = [\"Ada's house: bedroom\"]", "rooms = [\"Yard: lawn\"]", 11, "no room"),
    ("rooms = [\"Ada's house: bedroom\"]", "rooms = []", 11, "no bed"),
    ("rooms = [\"Ada's house: bedroom\"]", "rooms = [\"Ada's house: bathroom\"]", 11, "no bed"),
    ("wake = \"07:00\"", "wake = \"11:00\"", 13, "of sleep"),
    ("sleep = \"23:00\"", "sleep = \"07:00\"", 13, "of sleep"),
    ("places = [\"Yard\"]", "places = [\"Moon\"]", 14, "no place \"Moon\""),
    ("what = \"keep the yard\"", "what = \"\"", 17, "is empty"),
    ("places = [\"Yard: lawn\"]", "places = []", 16, "no place to work"),
    ("places = [\"Yard: lawn\"]", "places = [\"Yard: pond\"]", 18, "no place \"Yard: pond\""),
    ("until = \"17:00\"", "until = \"09:10\"", 19, "10 minutes"),
    ("\"mon\"", "\"moon\"", 21, "not a day of the week"),
    ("\"rake the leaves\"", "\" \"", 22, "is empty"),
    ("what = \"sit on the bench\"", "what = \"sit\\ron the bench\"", 24, "line break"),
    ("minutes = 45", "minutes = 0", 25, "0 minutes"),
    ("minutes = 45", "minutes = 4000", 25, "4000 minutes"),
    ("often = 60", "often = 101", 25, "101 percent"),
    ("breakfast = [\"home\"]", "breakfast = [\"Cafe: bar\"]", 32, "no place \"Cafe: bar\""),
    ("name = \"Cy Three\"", "name = \"\"", 36, "is empty"),
    ("text = \"Ada One saw a fox on 10 February 2023.\"", "text = \"\"", 40, "is empty"),
    ("text = \"Ada One saw a fox", "text = \"Ada One saw a \\u202Efox", 39, "invisible character, U+202E"),
    ("name = \"Ada One\"", "name = \"Ada\\u200B One\"", 1, "is not a valid name"),
    ("aim = \"", "aim = \"\\uFEFF", 6, "invisible character, U+FEFF"),
    ("importance = 3", "importance = 0", 40, "importance 0"),
    ("look = \"", "look = \"hair=beehive\" # ", 9, "no hair \"beehive\"; there are short"),
    ("look = \"", "look = \"hat=cap:red nose=long\" # ", 9, "no \"nose\" to choose"),
];

#[test]
fn what_people_are_said_to_be() {
    let mut wrong = Vec::new();
    for (old, new, line, what) in ADA {
        let town = Town::new();
        town.ada(old, new);
        let faults = town.faults();
        if faults.len() != 1 || !has(&faults, "cast/ada.toml", line, what) {
            wrong.push(format!("{new}: wanted line {line}: {what}; got {}", list(&faults)));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn words_without_end() {
    for (old, line) in
        [("background = \"", 5), ("voice = \"", 8), ("what = \"keep", 17), ("knows = \"", 37), ("text = \"", 40)]
    {
        let town = Town::new();
        let (before, after) = old.split_once('"').unwrap_or((old, ""));
        town.ada(old, &format!("{before}\"{} {after}", "x".repeat(5000)));
        town.one("cast/ada.toml", line, "bytes");
    }
}

#[test]
fn two_of_one_name() {
    let town = Town::new();
    town.write("small/cast/zoe.toml", person("Ada One"));
    assert!(
        has(&town.faults(), "cast/zoe.toml", 1, "\"Ada One\" is also the name of the person in"),
        "{}",
        list(&town.faults())
    );
}

#[test]
fn two_in_a_bed_for_one() {
    let town = Town::new();
    town.write("small/cast/bo.toml", person("Bo Two"));
    town.one("cast/bo.toml", 11, "Ada One and Bo Two share <Ada's house: bedroom: bed>, a bed for 1");
    // A bed that takes two, with one place to lie in it, takes one: nobody is left out of the town in silence.
    town.map(
        "<property name=\"kind\" value=\"bed\"/>",
        "<property name=\"kind\" value=\"bed\"/><property name=\"capacity\" type=\"int\" value=\"2\"/>",
    );
    town.one("cast/bo.toml", 11, "Ada One and Bo Two share <Ada's house: bedroom: bed>, a bed for 1");
}

#[test]
fn rooms_and_beds_of_others() {
    let owner = r#"<property name="sector" value="Ada's house"/></properties>
  </object>
  <object id="4""#;
    let others = |who: &str| owner.replacen("/></p", &format!("/><property name=\"owner\" value=\"{who}\"/></p"), 1);
    let town = Town::new();
    town.map(owner, &others("Ada One"));
    assert_eq!(town.faults(), [], "it is her own");
    let town = Town::new();
    town.map(owner, &others("Bo Two"));
    town.one("cast/ada.toml", 11, "somebody else's room");
    // A bed that is somebody else's is no bed of hers.
    let town = Town::new();
    town.map(
        "<property name=\"kind\" value=\"bed\"/>",
        "<property name=\"kind\" value=\"bed\"/><property name=\"owner\" value=\"Bo Two\"/>",
    );
    town.one("cast/ada.toml", 11, "no bed");
    // Work in another's room.
    let town = Town::new();
    town.map("<property name=\"capacity\" type=\"int\" value=\"1\"/>", "<property name=\"owner\" value=\"Bo Two\"/>");
    town.ada("places = [\"Yard: lawn\"]", "places = [\"Ada's house: bathroom\"]");
    let faults = town.faults();
    assert!(has(&faults, "cast/ada.toml", 18, "somebody else's room"), "{}", list(&faults));
}

#[test]
fn work_at_a_place_that_is_closed() {
    let town = Town::new();
    town.ada("places = [\"Yard: lawn\"]", "places = [\"Ada's house: bathroom\"]");
    assert_eq!(town.faults(), [], "open from eight to eight");
    town.ada("until = \"17:00\"", "until = \"22:00\"");
    town.one("cast/ada.toml", 19, "at a place open 08:00 to 20:00");
    town.ada("from = \"09:00\"", "from = \"21:00\"");
    town.ada("until = \"22:00\"", "until = \"23:30\"");
    town.one("cast/ada.toml", 19, "at a place open 08:00 to 20:00");
}

#[test]
fn who_knows_themselves() {
    let town = Town::new();
    town.ada("name = \"Cy Three\"", "name = \"Ada One\"");
    town.one("cast/ada.toml", 37, "lists themselves");
}
