//! Faults of news: what nobody could know, find again or go to.

use super::town::{SCENARIO, Town, has, list};

const NEWS: &str = r#"
[[news]]
id = "fox"
text = "Ada One saw a fox."
source = "Ada One"
ask = ["Do you know of a fox?"]
must = [["fox"], ["Ada"]]

[news.event]
place = "Yard"
from = "2023-02-14T17:00"
until = "2023-02-14T19:00"
"#;

fn with(old: &str, new: &str) -> Town {
    let town = Town::new();
    let text = format!("{SCENARIO}{NEWS}");
    assert!(text.contains(old), "{old:?} is not there");
    town.write("small/scenario.toml", text.replacen(old, new, 1));
    town
}

#[test]
fn good_news_is_no_fault() {
    let town = with("fox", "fox");
    assert_eq!(town.faults(), [], "{}", list(&town.faults()));
}

#[test]
fn every_fault_of_news_has_its_line() {
    let cases: [(&str, &str, usize, &str); 10] = [
        ("id = \"fox\"", "id = \"a fox\"", 9, "is not a valid news id"),
        ("source = \"Ada One\"", "source = \"Ada Own\"", 11, "nobody called \"Ada Own\""),
        ("Ada One saw a fox.", "Ada One saw it.", 10, "lacks a word"),
        ("ask = [\"Do you know of a fox?\"]", "ask = []", 12, "has no questions"),
        ("must = [[\"fox\"], [\"Ada\"]]", "must = [[]]", 13, "no words to recognise the news by"),
        ("must = [[\"fox\"], [\"Ada\"]]", "must = [[\"saw\"], [\"Ada One saw a fox.\"]]", 11, "no memory that tells"),
        ("must = [[\"fox\"], [\"Ada\"]]", "must = [[\"fox\"]]\nknown = [0.9, 0.3]", 14, "is not a range"),
        ("place = \"Yard\"", "place = \"Moon\"", 16, "there is no place \"Moon\""),
        ("until = \"2023-02-14T19:00\"", "until = \"2023-02-14T16:00\"", 18, "ends at"),
        ("until = \"2023-02-14T19:00\"", "until = \"at nine\"", 18, ""),
    ];
    for (old, new, line, what) in cases {
        let town = with(old, new);
        let faults = town.faults();
        assert!(has(&faults, "small/scenario.toml", line, what), "{new}: line {line}: {what} in {}", list(&faults));
    }
    with("[[news]]", "[expect]\ndensity = [0.5, 9.0]\n\n[[news]]").one("scenario.toml", 9, "expected density");
    with("[[news]]", "[[gossip]]").one("scenario.toml", 8, "gossip");
}

#[test]
fn one_knows_it_and_nobody_else() {
    let town = with("fox", "fox");
    let other = super::town::person("Bo Two").replace("Bo Two saw a fox", "Bo Two heard that Ada One saw a fox");
    town.write("small/cast/bo.toml", other);
    let faults = town.faults();
    assert!(has(&faults, "small/scenario.toml", 11, "Bo Two knows \"fox\" at the start too"), "{}", list(&faults));
}
