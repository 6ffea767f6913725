//! What was recorded of a town is what was: shown tick by tick, at any tick, and to all who measure and explain.

#[path = "lived/mod.rs"]
mod lived;

use std::{collections::BTreeMap, path::Path};

use assert_cmd::Command;
use bevy::prelude::*;
use lived::{live_until_hour, now, open, options, tick};
use smallville::{
    agent::{
        components::Talks,
        state::{Owner, Parts, for_each_part},
    },
    chronicle::{Chronicle, Event},
    clock::{AgentId, Roster},
    exchange::Provenance,
    headless,
    memory::{MemoryKind, MemoryStream},
    mind::rules,
    save::Save,
    study::{evaluation, newspaper},
    town::{self as towns, Experiment, Options},
};

/// A fire, an avatar who talks, goes and comes back, a thought that was not one's own.
fn eventful() -> Experiment {
    let at = |minutes: i64, line: &str| {
        let begin = jiff::civil::date(2023, 2, 13).at(6, 30, 0, 0);
        (begin.saturating_add(jiff::Span::new().minutes(minutes)), line.to_owned())
    };
    let commands = [
        at(31, "join Juno Reed; she; a painter"),
        at(33, "goto Isabella Rodriguez"),
        at(44, "say Good morning. I have just moved here."),
        at(52, "set <Hobbs Cafe: cafe: stove> is burning"),
        at(75, "leave"),
        at(95, "voice Klaus Mueller: go to the park"),
    ];
    Experiment { commands: commands.into(), ..Experiment::default() }
}

/// All that can be seen of a town.
#[derive(Debug, PartialEq)]
struct Seen {
    parts: BTreeMap<(Owner, &'static str), String>,
    memories: BTreeMap<AgentId, Vec<(MemoryKind, String)>>,
    talks: usize,
    events: Vec<Event>,
}

fn seen(world: &World) -> Seen {
    let mut parts = BTreeMap::new();
    for_each_part(world, Parts::Seen, None, |part| {
        let mut body = Vec::new();
        part.value.expect("all of them are asked for").write(&mut body);
        parts.insert((part.owner, part.name), String::from_utf8(body).expect("text"));
    });
    let memories = world.resource::<Roster>().0.iter().map(|(id, entity)| {
        let stream = world.get::<MemoryStream>(*entity).expect("everybody remembers").all();
        (*id, stream.iter().map(|memory| (memory.kind, memory.text.clone())).collect())
    });
    let (talks, chronicle) = (world.resource::<Talks>().over.len(), world.resource::<Chronicle>());
    Seen { parts, memories: memories.collect(), talks, events: chronicle.events().to_vec() }
}

fn lived_day(save: &Path, hours: f64) -> App {
    let save = Some(save.to_path_buf());
    let mut app = open(&Options { experiment: eventful(), save, ..options("three_friends", 3) });
    live_until_hour(&mut app, hours);
    app
}

#[test]
fn every_tick_is_shown_as_it_was() {
    const HOURS: f64 = 2.0;
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("a.town");
    let mut live = lived_day(&path, HOURS);
    towns::finish(live.world_mut()).expect("written");
    drop(live);

    let mut live = open(&Options { experiment: eventful(), ..options("three_friends", 3) });
    let (mut shown, end) = headless::recorded(&path, 2, &lived::data()).expect("a recorded town");
    let mut at = BTreeMap::new();
    while now(&live) < end {
        let (one, other) = (seen(live.world()), seen(shown.world()));
        assert_eq!(one.events, other.events, "tick {}", now(&live));
        assert_eq!(one.talks, other.talks, "tick {}", now(&live));
        for (key, part) in &one.parts {
            assert_eq!(Some(part), other.parts.get(key), "tick {}, {key:?}", now(&live));
        }
        for (who, stream) in &one.memories {
            assert_eq!(Some(stream), other.memories.get(who), "tick {}, {who:?}", now(&live));
        }
        assert_eq!(one, other, "tick {}", now(&live));
        if now(&live) % 83 == 5 {
            at.insert(now(&live), one);
        }
        lived::live_ticks(&mut live, 1);
        lived::live_ticks(&mut shown, 1);
    }
    assert!(at.len() > 5 && at.values().next_back().is_some_and(|seen| seen.talks > 0), "something was to be seen");
    // Back and forth.
    for (n, (tick, was)) in at.iter().rev().chain(&at).enumerate() {
        towns::seek(shown.world_mut(), *tick).expect("shown");
        assert_eq!(&seen(shown.world()), was, "jump {n}, to tick {tick}");
        lived::live_ticks(&mut shown, 7);
    }
    for (tick, was) in at.iter().rev() {
        let save = Save::read(&path).expect("a save");
        towns::show(shown.world_mut(), save, *tick).expect("shown");
        assert_eq!(&seen(shown.world()), was, "opened at tick {tick}");
    }
}

#[test]
fn measures_papers_and_reasons_are_read_from_the_save() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("a.town");
    let mut live = lived_day(&path, 5.0);
    towns::finish(live.world_mut()).expect("written");
    let (mut again, end) = headless::replay(&path, 2, &lived::data()).expect("to be lived again");
    newspaper::plugin(&mut again);
    let of_lived = evaluation::lived(&mut again, end, &rules::answer, 2, &headless::live).expect("measured");
    let of_saved = evaluation::of_save(&path, &lived::data(), &rules::answer, 2).expect("measured");
    let [one, other] = [&of_lived, &of_saved].map(|one| serde_json::to_value(one).expect("JSON"));
    assert_eq!(one, other);
    let paper = newspaper::Paper::of(again.world(), 1).expect("a paper").text();
    let told = Command::cargo_bin("smallville").expect("built").arg("paper").arg(&path).output().expect("run");
    assert_eq!(String::from_utf8_lossy(&told.stdout), paper);
}

#[test]
fn a_question_is_in_the_save_as_it_was_asked() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("a.town");
    let save = Some(path.clone());
    let mut live = open(&Options { experiment: eventful(), save, ..options("three_friends", 3) });
    live.insert_resource(Provenance::with_room(usize::MAX));
    live_until_hour(&mut live, 4.0);
    towns::finish(live.world_mut()).expect("written");
    assert_eq!(now(&live), tick(&live, 4.0));
    let archive = towns::asked_before(Some(&path), Provenance::default());
    let journal = live.world().resource::<smallville::journal::Journal>();
    assert!(journal.answers.len() > 100);
    for (_, id) in journal.answers.keys() {
        let kept = live.world().resource::<Provenance>().get(*id).expect("it was kept");
        assert_eq!(archive.get(*id), Some(kept));
    }
}
