//! All texts that a town holds, and what none of them may be.

use bevy::prelude::*;
use serde::Serialize;
use serde_json::Value;
use smallville::{
    agent::{
        Persona,
        agenda::Agenda,
        components::{
            Errand, Reactions, ReflectionDrive, Relations, SelfImage,
            action::CurrentAction,
            plan::DayPlan,
            talk::{Approach, DialogueState, EndedTalks, Talks},
        },
        known_places::KnownPlaces,
        plan::Routines,
    },
    memory::MemoryStream,
    world::ObjectState,
};

/// No text is longer, in letters: an answer's texts have 600 at most, a picture of oneself is made of three of them, and a
/// scenario's own texts have 2000 bytes.
const LONGEST: usize = 2000;
/// Nor is what stands in a bubble.
const LINE: usize = 600;
const EMOJI: usize = 16;
const STATE: usize = 60;

/// Signs that are not seen, turn writing round, or break lines.
pub fn is_hidden(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fff0}'..='\u{fffb}' | '\u{e0000}'..='\u{e0fff}')
}

/// Where a text stands, and the text.
pub type Text = (String, String);

fn gather(place: &str, value: &Value, all: &mut Vec<Text>) {
    match value {
        Value::String(text) => all.push((place.into(), text.clone())),
        Value::Array(list) => list.iter().for_each(|one| gather(place, one, all)),
        Value::Object(map) => map.iter().for_each(|(key, one)| gather(&format!("{place}.{key}"), one, all)),
        _ => {}
    }
}

fn of(place: &str, thing: &impl Serialize, all: &mut Vec<Text>) {
    gather(place, &serde_json::to_value(thing).expect("plain data"), all);
}

type Will<'a> = (&'a DayPlan, &'a Routines, &'a Agenda, &'a Errand, &'a Reactions, &'a CurrentAction);
type Beliefs<'a> = (&'a KnownPlaces, &'a MemoryStream, &'a ReflectionDrive, &'a SelfImage, &'a Relations);
type Tongue<'a> = (&'a Approach, &'a DialogueState, &'a EndedTalks);

/// All texts of people, talks and things.
pub fn all(world: &mut World) -> Vec<Text> {
    let mut found = Vec::new();
    let mut people = world.query::<(&Persona, Will, Beliefs, Tongue)>();
    for (who, will, head, tongue) in people.iter(world) {
        let of = |part: &str, thing: &dyn erased::Plain, all: &mut Vec<Text>| {
            gather(&format!("{}: {part}", who.name), &thing.value(), all);
        };
        of("plan", will.0, &mut found);
        of("routines", will.1, &mut found);
        of("agenda", will.2, &mut found);
        of("errand", will.3, &mut found);
        of("reactions", will.4, &mut found);
        of("action", will.5, &mut found);
        of("places", head.0, &mut found);
        of("memory", head.1, &mut found);
        of("drive", head.2, &mut found);
        of("picture", head.3, &mut found);
        of("relations", head.4, &mut found);
        of("approach", tongue.0, &mut found);
        of("voice", tongue.1, &mut found);
        of("parted", tongue.2, &mut found);
    }
    let mut things = world.query::<&ObjectState>();
    things.iter(world).for_each(|thing| of("thing", thing, &mut found));
    let talks = world.resource::<Talks>();
    talks.open.values().chain(talks.over.iter().map(|(_, talk)| talk)).for_each(|talk| of("talk", talk, &mut found));
    found
}

/// Anything that is plain data.
mod erased {
    use serde_json::Value;
    pub trait Plain {
        fn value(&self) -> Value;
    }
    impl<T: serde::Serialize> Plain for T {
        fn value(&self) -> Value {
            serde_json::to_value(self).expect("plain data")
        }
    }
}

/// What is wrong with a text, if anything.
pub fn fault((place, text): &Text) -> Option<String> {
    let letters = text.chars().count();
    let most = match place {
        // What a thing is, in full, is what a person typed.
        place if place.ends_with(".full") => 10_000,
        place if place.ends_with(".emoji") => EMOJI,
        place if place.ends_with(".words") => LINE,
        place if place.starts_with("thing") => STATE,
        _ => LONGEST,
    };
    let shown: String = text.chars().take(120).collect();
    if letters > most {
        return Some(format!("{place}: {letters} letters are more than {most}: {shown:?}"));
    }
    if place.ends_with(".emoji") && !text.is_empty() && text.is_ascii() {
        return Some(format!("{place}: no emoji: {shown:?}"));
    }
    text.chars().find(|c| is_hidden(*c)).map(|c| format!("{place}: {c:?} in {shown:?}"))
}
