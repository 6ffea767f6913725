//! Talk in world time, on the real map: who meets, what they say and how long it takes, and what they keep of it.

#[path = "../lived/mod.rs"]
mod lived;

mod agreements;
mod minds;
mod town;

use std::collections::BTreeSet;

use bevy::prelude::*;
use lived::live_until_hour as live;
use smallville::{
    agent::{
        KnownPlaces, Whereabouts,
        ablation::Ablation,
        agenda::Agenda,
        components::{
            action::{CurrentAction, Path},
            plan::DayPlan,
            talk::{Approach, Approaching, DialogueState, InTalk, Talk, TalkId, Talks, Utterance},
        },
        dialogue::LONGEST_TALK,
        state_hash,
    },
    clock::{AgentId, Calendar, Now, Roster},
    memory::{MemoryKind, MemoryStream},
    mind::question::TimeOfDay,
    world::{ArenaId, Tile, TownMap},
};
use town::{names, sociable, three_friends};

fn over(app: &App) -> Vec<(TalkId, Talk)> {
    app.world().resource::<Talks>().over.clone()
}

fn of<T: Component>(app: &App, id: AgentId) -> &T {
    let entity = app.world().resource::<Roster>().0[&id];
    app.world().get::<T>(entity).expect("they have it")
}

fn ticks(app: &App) -> u64 {
    app.world().resource::<Now>().0
}

#[test]
fn people_meet_talk_and_remember() {
    let mut app = three_friends(3, 2);
    sociable(&mut app);
    live(&mut app, 9.0);
    let (names, talks) = (names(&app), over(&app));
    assert!(talks.len() >= 2, "{} talks", talks.len());
    let calendar = *app.world().resource::<Calendar>();
    for (id, talk) in &talks {
        assert_eq!((talk.members.len(), talk.members[0]), (2, id.by));
        assert!(talk.lines.len() <= LONGEST_TALK && talk.ended.is_some());
        let mut free = talk.began + 3;
        for (n, line) in talk.lines.iter().enumerate() {
            assert_eq!(line.by, talk.members[n % 2], "lines alternate, and who began says the first");
            let long = line.until - line.from;
            assert!(line.from >= free, "one speaks at a time");
            assert!(long >= 3 && long as usize * 40 >= line.words.chars().count(), "{long} ticks: {}", line.words);
            free = line.until;
        }
        if talk.lines.len() < 3 || talk.ended.unwrap() + 60 > ticks(&app) {
            continue;
        }
        for (me, other) in [(talk.members[0], talk.members[1]), (talk.members[1], talk.members[0])] {
            let kept: Vec<_> = { of::<MemoryStream>(&app, me).all().iter() }
                .filter(|memory| memory.with.as_ref() == Some(&names[&other]))
                .filter(|memory| (talk.ended.unwrap()..talk.ended.unwrap() + 30).contains(&memory.created))
                .collect();
            assert!(!kept.is_empty(), "{} remembers nothing of a talk with {}", names[&me], names[&other]);
            assert!(kept.iter().all(|memory| memory.kind == MemoryKind::Dialogue));
        }
    }
    // What somebody said is never remembered as seen.
    let said: BTreeSet<&str> = talks.iter().flat_map(|(_, talk)| &talk.lines).map(|line| line.words.as_str()).collect();
    for id in names.keys() {
        for memory in of::<MemoryStream>(&app, *id).all() {
            let told = memory.text.contains(" told ") && memory.created > 0 && memory.source.is_none();
            assert!(!told || memory.kind != MemoryKind::Observation, "{memory:?}");
            assert!(memory.source.is_some() || !said.contains(memory.text.as_str()), "{memory:?}");
        }
    }
    // A pair that has talked waits.
    for (n, (_, talk)) in talks.iter().enumerate() {
        let pair = |talk: &Talk| talk.members.iter().copied().collect::<BTreeSet<_>>();
        let before = talks[..n].iter().rev().find(|(_, other)| pair(other) == pair(talk));
        let Some((_, before)) = before else { continue };
        assert!(talk.began >= before.ended.unwrap() + calendar.ticks(60), "they have hardly parted");
    }
}

#[test]
fn what_was_agreed_is_done_at_its_place_and_time() {
    let mut app = three_friends(3, 2);
    minds::connect(&mut app, minds::agreeing);
    sociable(&mut app);
    live(&mut app, 7.0);
    let first = over(&app).first().map(|(_, talk)| talk.clone()).expect("they talked in the morning");
    let me = first.members[0];
    let agenda = of::<Agenda>(&app, me);
    assert_eq!(agenda.engagements.len(), 1, "{agenda:?}");
    let (from, until, place) = (agenda.engagements[0].from, agenda.engagements[0].until, agenda.engagements[0].place);
    assert_eq!((from.time_of_day(), until.time_of_day()), (TimeOfDay(16 * 60), TimeOfDay(17 * 60)));
    let plan = of::<DayPlan>(&app, me);
    let part = plan.parts.iter().find(|part| part.from == from).expect("a part of its own");
    assert!(part.what.contains("look at the river") && (part.until, part.place) == (until, place), "{part:?}");
    assert!(plan.parts.windows(2).all(|pair| pair[0].until == pair[1].from), "the day has no gaps");
    let stream = of::<MemoryStream>(&app, me);
    let promise = stream.all().iter().find(|one| one.kind == MemoryKind::Plan).expect("it is remembered as meant");
    assert!(promise.text.contains("on 13 February from 16:00 to 17:00"), "{}", promise.text);
    let learned = of::<KnownPlaces>(&app, me).0.contains_key(&place);
    assert!(learned, "a place one was told of is known");
    live(&mut app, 10.0);
    let (action, there) = (of::<CurrentAction>(&app, me), of::<Whereabouts>(&app, me).0);
    let map = app.world().resource::<TownMap>();
    assert_eq!(map.arena_name(there), map.arena_name(place), "at 16:30 they are there, doing: {}", action.what);
}

#[test]
fn a_promise_without_an_hour_is_a_slot_once_or_not_at_all() {
    for (mind, has_slot) in [(minds::vague as fn(&_) -> _, false), (minds::lending, true)] {
        let mut app = three_friends(3, 2);
        minds::connect(&mut app, mind);
        sociable(&mut app);
        live(&mut app, 3.0);
        let talk = over(&app).first().map(|(_, talk)| talk.clone()).expect("they talked in the morning");
        let me = talk.members[0];
        let meant = of::<MemoryStream>(&app, me).all().iter().filter(|memory| memory.kind == MemoryKind::Plan).count();
        assert!(meant > 0, "it is remembered as meant");
        let promised = |what: &str| what.contains("chairs") || what.contains("neighbour");
        let parts = of::<DayPlan>(&app, me).parts.clone();
        let slot: Vec<_> = parts.iter().filter(|part| promised(&part.what)).collect();
        let different: BTreeSet<&str> = slot.iter().map(|part| part.what.as_str()).collect();
        assert_eq!((slot.len(), slot.is_empty()), (different.len(), !has_slot), "{slot:?}");
        assert!(slot.iter().all(|part| part.from.0 % 5 == 0 && part.until.0 % 5 == 0), "{slot:?}");
    }
}

/// Two talk for long, and the third comes up to them: how many stand in that talk in the end.
fn crowd(together: usize) -> usize {
    let mut app = three_friends(3, 2);
    app.world_mut().resource_mut::<Ablation>().together = together;
    minds::connect(&mut app, minds::endless);
    sociable(&mut app);
    let open = |app: &App| {
        let talk = app.world().resource::<Talks>().open.first_key_value();
        talk.map(|(id, talk)| (*id, talk.clone())).filter(|(_, talk)| talk.members.len() == 2)
    };
    let began = (1..600).find(|minute| {
        live(&mut app, f64::from(*minute) / 60.0);
        open(&app).is_some()
    });
    let (id, talk) = began.and_then(|_| open(&app)).expect("a talk has begun");
    let (with, third) = (talk.members[0], *names(&app).keys().find(|id| !talk.members.contains(id)).expect("a third"));
    // Beside them, with nothing to do there but talk.
    let (at, since, entity) = (*of::<Tile>(&app, with), ticks(&app), app.world().resource::<Roster>().0[&third]);
    let mut one = app.world_mut().entity_mut(entity);
    one.insert((at, Whereabouts(talk.arena), Path::default()));
    one.insert(Approach(Some(Approaching { with, topic: String::new(), since })));
    live(&mut app, f64::from(began.unwrap_or_default()) / 60.0 + 0.5);
    let talks = over(&app);
    let (_, talk) = talks.iter().find(|(other, _)| *other == id).expect("it is over");
    let spoke: BTreeSet<AgentId> = talk.lines.iter().map(|line| line.by).collect();
    assert_eq!(spoke.len(), talk.members.len(), "who joins speaks too: {talk:?}");
    assert!(talk.lines.len() <= LONGEST_TALK, "a third makes it no longer");
    talk.members.len()
}

#[test]
fn a_third_joins_where_there_is_room() {
    assert_eq!((crowd(2), crowd(3)), (2, 3));
}

#[test]
fn nobody_talks_for_ever() {
    let mut app = three_friends(3, 2);
    minds::connect(&mut app, minds::endless);
    sociable(&mut app);
    live(&mut app, 4.0);
    let talks = over(&app);
    assert!(talks.iter().any(|(_, talk)| talk.lines.len() == LONGEST_TALK), "{talks:?}");
    assert!(talks.iter().all(|(_, talk)| talk.lines.len() <= LONGEST_TALK));
}

#[test]
fn a_mind_without_words_ends_the_talk() {
    let mut app = three_friends(3, 2);
    minds::connect(&mut app, minds::speechless);
    sociable(&mut app);
    live(&mut app, 4.0);
    let talks = over(&app);
    assert!(!talks.is_empty() && talks.iter().all(|(_, talk)| talk.lines.len() == 1), "{talks:?}");
    for id in names(&app).keys() {
        assert!(of::<InTalk>(&app, *id).0.is_none() || !app.world().resource::<Talks>().open.is_empty());
        let kept = of::<MemoryStream>(&app, *id).all().iter().any(|memory| memory.text.contains(" talked with "));
        let talked = talks.iter().any(|(_, talk)| talk.members.contains(id));
        assert_eq!(kept, talked, "that there was a talk is remembered all the same");
    }
}

#[test]
fn three_can_talk() {
    let mut app = three_friends(3, 2);
    live(&mut app, 3.0);
    let ids: Vec<AgentId> = names(&app).into_keys().collect();
    let id = TalkId { by: ids[0], count: of::<DialogueState>(&app, ids[0]).begun };
    let now = ticks(&app);
    let talk = Talk {
        members: ids.clone(),
        lines: vec![],
        topic: String::new(),
        began: now,
        ended: None,
        arena: ArenaId::OUTDOORS,
        ..Talk::default()
    };
    app.world_mut().resource_mut::<Talks>().open.insert(id, talk);
    for one in &ids {
        let entity = app.world().resource::<Roster>().0[one];
        app.world_mut().get_mut::<InTalk>(entity).expect("they have one").0 = Some(id);
    }
    minds::connect(&mut app, minds::endless);
    live(&mut app, 3.5);
    let talk = over(&app).into_iter().find(|(other, _)| *other == id).map(|(_, talk)| talk);
    let talk = talk.or_else(|| app.world().resource::<Talks>().open.get(&id).cloned()).expect("it went on");
    let speakers: BTreeSet<AgentId> = talk.lines.iter().take(3).map(|line| line.by).collect();
    assert_eq!(speakers.len(), 3, "each has a turn: {:?}", talk.lines);
}

#[test]
fn of_three_who_says_goodbye_goes_alone() {
    let mut app = three_friends(3, 2);
    live(&mut app, 3.0);
    let ids: Vec<AgentId> = names(&app).into_keys().collect();
    let id = TalkId { by: ids[0], count: of::<DialogueState>(&app, ids[0]).begun };
    let now = ticks(&app);
    let line = |by: AgentId, words: &str, from| Utterance { by, words: words.into(), from, until: from + 3 };
    let said =
        [(0, "Good morning, you two."), (1, "Good morning."), (2, "Good morning."), (0, "I have to go. Goodbye!")];
    let lines =
        { said.iter().zip([0, 3, 6, 9]) }.map(|((by, words), from)| line(ids[*by], words, now + from)).collect();
    let (members, arena) = (ids.clone(), ArenaId::OUTDOORS);
    let talk = Talk { members, lines, began: now, arena, ..Talk::default() };
    app.world_mut().resource_mut::<Talks>().open.insert(id, talk);
    for one in &ids {
        let entity = app.world().resource::<Roster>().0[one];
        app.world_mut().get_mut::<InTalk>(entity).expect("they have one").0 = Some(id);
    }
    live(&mut app, 3.5);
    let talk = over(&app).into_iter().find(|(other, _)| *other == id).map(|(_, talk)| talk).expect("it is over by now");
    let after = || talk.lines.iter().skip(4);
    assert_eq!(talk.members, ids[1..], "who said goodbye is gone: {:?}", talk.lines);
    assert!(after().count() >= 3 && after().all(|line| line.by != ids[0]), "the others went on: {:?}", talk.lines);
    for one in &ids {
        let kept = of::<MemoryStream>(&app, *one).all().iter().any(|memory| memory.kind == MemoryKind::Dialogue);
        assert!(kept, "{one:?} remembers it");
    }
}

#[test]
fn without_talk_nobody_talks() {
    let mut app = three_friends(3, 2);
    app.insert_resource(Ablation { talk: 0.0, ..Ablation::default() });
    sociable(&mut app);
    live(&mut app, 5.0);
    assert!(over(&app).is_empty() && app.world().resource::<Talks>().open.is_empty());
}

#[test]
fn any_number_of_threads_gives_the_same_town() {
    let [one, four] = [1, 4].map(|threads| {
        let mut app = three_friends(5, threads);
        sociable(&mut app);
        live(&mut app, 4.0);
        (state_hash(app.world_mut()), over(&app).len())
    });
    assert!(one.1 > 0);
    assert_eq!(one, four);
}
