//! What a newcomer tells is kept, and told on by people who live here.

use smallville::{memory::MemoryStream, world::Tile};

use crate::town::{Town, beside};

/// What somebody remembers, by its words.
pub fn remembers(town: &Town, name: &str) -> Vec<String> {
    town.of::<MemoryStream>(town.find(name)).all().iter().map(|one| one.text.clone()).collect()
}

/// Walks up to somebody and tells them, line by line, until the talk is over.
fn tells(town: &mut Town, name: &str, lines: &[&str]) {
    let other = town.find(name);
    for _ in 0..60 {
        let at = *town.of::<Tile>(other);
        let near = beside(town, at).unwrap_or(at);
        town.put("Maya Chen", near);
        if town.does(&format!("say to {name}: {}", lines[0])).is_ok() {
            break;
        }
        town.live(30);
    }
    for line in &lines[1..] {
        town.live(12);
        let _ = town.does(&format!("say {line}"));
    }
    town.live(12);
    let _ = town.does("bye");
    town.live(60);
}

/// A newcomer has told two people the same, and has left; who they are, and a third.
fn two_were_told() -> (Town, Vec<String>) {
    let mut town = Town::at(9.0);
    let names: Vec<String> = town.names().into_values().collect();
    assert!(town.does("join Maya Chen; she; a painter").is_ok());
    for name in &names[..2] {
        let lines = ["Hello! I am Maya Chen.", "I will open a gallery in Johnson Park.", "It was good to meet you."];
        tells(&mut town, name, &lines);
        let kept = remembers(&town, name);
        assert!(kept.iter().any(|text| text.contains("gallery") && text.contains("Maya Chen")), "{kept:?}");
        assert!(kept.iter().any(|text| text == "Maya Chen is new in town."), "{kept:?}");
    }
    assert!(town.does("leave").is_ok());
    (town, names)
}

#[test]
fn what_a_newcomer_tells_is_kept() {
    let (town, names) = two_were_told();
    assert!(names.len() > 2 && remembers(&town, &names[2]).iter().all(|text| !text.contains("gallery")));
}

#[test]
fn news_of_a_newcomer_goes_round() {
    let mut town = Town::of_all("the_ville", 9.0);
    let names: Vec<String> = town.names().into_values().collect();
    assert!(town.does("join Maya Chen; she; a painter").is_ok());
    for name in names.iter().step_by(3) {
        tells(&mut town, name, &["Hello! I am Maya Chen.", "I will open a gallery in Johnson Park."]);
    }
    assert!(town.does("leave").is_ok());
    // Whoever was not told by her has it from one who lives here, before the day is over.
    let path = |town: &Town, name: &String| {
        let all = town.of::<MemoryStream>(town.find(name)).all();
        let told = all.iter().filter(|one| one.text.contains("Maya Chen") && one.text.contains("gallery"));
        let mut sources = told.filter_map(|one| one.source.clone());
        sources.find(|from| names.contains(from) && from != name)
    };
    let told = (0..50).any(|_| {
        town.live(60);
        names.iter().any(|name| path(&town, name).is_some())
    });
    assert!(told, "nobody told anybody of her");
}
