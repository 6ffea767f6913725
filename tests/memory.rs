//! People who remember: what comes of a day is weighed, looked back upon and pointed to.

#[path = "lived/mod.rs"]
mod lived;

use std::collections::BTreeSet;

use bevy::prelude::*;
use lived::live_until_hour as live;
use smallville::{
    agent::{
        ablation::Ablation,
        acquaintances::{Acquaintances, Directory},
        components::{ReflectionDrive, Relations, SelfImage},
        persona::Persona,
        reflection::ReflectionSettings,
    },
    clock::{AgentId, Roster},
    exchange::Minds,
    journal::Tally,
    memory::{MemoryKind, MemoryStream},
    mind::{
        Ask,
        client::{AsyncClient, Outcome},
        question::{AskMyself, Conclude, Insight, Insights, MyQuestions, Question},
        rules,
    },
};

/// Half a day, from half past six.
const HOURS: f64 = 11.0;

fn town(seed: u64) -> App {
    let mut app = lived::town("three_friends", seed);
    // Three people see little of each other in half a day.
    app.insert_resource(ReflectionSettings { threshold: 20, ..ReflectionSettings::default() });
    app
}

fn streams(app: &mut App) -> Vec<MemoryStream> {
    let people: Vec<Entity> = app.world().resource::<Roster>().0.values().copied().collect();
    people.iter().filter_map(|one| app.world().get::<MemoryStream>(*one).cloned()).collect()
}

fn asked(app: &App, purpose: &str) -> u64 {
    app.world().resource::<Tally>().answers_by_question().get(purpose).copied().unwrap_or_default()
}

/// How deep a reflection stands over what was seen: 1 if it rests on no other reflection.
fn depth(stream: &MemoryStream, place: u32) -> u32 {
    let Some(memory) = stream.get(place).filter(|memory| memory.kind == MemoryKind::Reflection) else { return 0 };
    1 + memory.evidence.iter().map(|place| depth(stream, *place)).max().unwrap_or(0)
}

/// The built-in mind, but it concludes from whatever it is shown, its own conclusions first.
fn brooding(ask: &Ask) -> Outcome {
    let write = |text: Result<String, serde_json::Error>| Ok(smallville::mind::Reply(text.expect("plain data")));
    match ask.purpose.as_str() {
        AskMyself::PURPOSE => write(serde_json::to_string(&MyQuestions {
            questions: ["What do I do?", "Whom do I see?", "What do I conclude?"].map(str::to_string).to_vec(),
        })),
        Conclude::PURPOSE => {
            let question: Conclude = serde_json::from_str(&ask.inputs).expect("a question");
            let mut shown = question.memories;
            shown.sort_by_key(|memory| !memory.own);
            let because: Vec<u32> = shown.iter().filter_map(|memory| memory.n).take(3).collect();
            let insight = Insight { text: format!("It comes to this, the {}th time.", ask.id.count), because };
            let insights = if insight.because.len() < 2 { vec![] } else { vec![insight] };
            write(serde_json::to_string(&Insights { insights }))
        }
        _ => rules::answer(ask),
    }
}

#[test]
fn a_day_is_weighed_summed_up_and_reflected_upon() {
    let mut app = town(3);
    let seeds: Vec<usize> = streams(&mut app).iter().map(|stream| stream.all().len()).collect();
    live(&mut app, HOURS);
    let mut reflections = 0;
    for (stream, seeds) in streams(&mut app).iter().zip(seeds) {
        assert!(stream.all().len() > seeds + 10, "hardly anything is remembered");
        for (place, memory) in stream.all().iter().enumerate() {
            assert!(memory.importance <= 10 && memory.accessed >= memory.created, "{memory:?}");
            if memory.kind != MemoryKind::Reflection || memory.created == 0 {
                continue;
            }
            let evidence: BTreeSet<u32> = memory.evidence.iter().copied().collect();
            assert!(!evidence.is_empty(), "it rests on nothing: {memory:?}");
            // What one thinks of somebody after a talk rests on that talk alone.
            let after_talk =
                evidence.iter().all(|one| stream.get(*one).is_some_and(|one| one.kind == MemoryKind::Dialogue));
            assert!(evidence.len() >= 2 || after_talk, "it rests on one memory: {memory:?}");
            reflections += u32::from(evidence.len() >= 2);
            assert!(evidence.iter().all(|one| (*one as usize) < place), "on earlier ones: {memory:?} at {place}");
            let touched = evidence.iter().filter_map(|one| stream.get(*one));
            assert!({ touched }.all(|one| one.accessed > one.created || one.created > 0), "{memory:?}");
        }
    }
    assert!(reflections > 0, "nobody reflected");
    for purpose in ["importance", "self_summary", "ask_myself", "insights"] {
        assert!(asked(&app, purpose) > 0, "nobody was asked: {purpose}");
    }
    assert_eq!(app.world().resource::<Tally>().unanswered, 0);
    let mut people = app.world_mut().query::<(&SelfImage, &ReflectionDrive, &MemoryStream)>();
    for (image, drive, stream) in people.iter(app.world()) {
        assert!(image.summary.as_ref().is_some_and(|summary| summary.len() > 20), "{image:?}");
        assert_eq!(drive.counted as usize, stream.all().len(), "everything is counted");
    }
}

#[test]
fn reflections_on_reflections_make_a_tree() {
    let mut app = town(3);
    app.world_mut().resource_mut::<Minds>().connect(Box::new(AsyncClient::pool(brooding, 1)));
    live(&mut app, HOURS);
    let streams = streams(&mut app);
    let depths = streams.iter().flat_map(|stream| (0..stream.all().len() as u32).map(|place| depth(stream, place)));
    assert!(depths.max() >= Some(2), "no reflection rests on another");
    let all = streams.iter().flat_map(MemoryStream::all);
    let mut texts: Vec<&str> =
        all.filter(|one| one.kind == MemoryKind::Reflection).map(|one| one.text.as_str()).collect();
    let count = texts.len();
    texts.sort_unstable();
    texts.dedup();
    assert!(count > 3, "{texts:?}");
}

#[test]
fn without_reflection_nobody_reflects() {
    let mut app = town(3);
    app.insert_resource(Ablation { without: [MemoryKind::Reflection].into(), ..Ablation::default() });
    live(&mut app, HOURS / 2.0);
    assert_eq!((asked(&app, "ask_myself"), asked(&app, "insights")), (0, 0));
    let all = streams(&mut app);
    // What one thinks of somebody after a talk is kept, and cannot be recalled.
    let concluded = |one: &&smallville::memory::Memory| one.kind == MemoryKind::Reflection && one.evidence.len() >= 2;
    assert_eq!(all.iter().flat_map(MemoryStream::all).filter(concluded).count(), 0);
    assert!(asked(&app, "importance") > 0, "the rest goes on");
}

#[test]
fn somebody_one_has_to_do_with_is_thought_about_once() {
    let mut app = town(3);
    let (me, entity) = app.world().resource::<Roster>().0.iter().map(|(id, one)| (*id, *one)).next().expect("somebody");
    let other = app.world().get::<Persona>(entity).and_then(|one| one.people.first()).map(|one| one.name.clone());
    let directory = app.world().resource::<Directory>().clone();
    let other = other.and_then(|name| directory.find(&name)).filter(|other| *other != me).expect("they know somebody");
    app.world_mut().get_mut::<Relations>(entity).expect("an agent").want(other);
    live(&mut app, 0.1);
    let relation = app.world().get::<Relations>(entity).expect("an agent").0[&other].clone();
    assert!(!relation.relation.is_empty() && relation.evidence > 0 && !relation.wanted, "{relation:?}");
    let before = asked(&app, "relationship");
    app.world_mut().get_mut::<Relations>(entity).expect("an agent").want(other);
    live(&mut app, 0.2);
    assert_eq!(asked(&app, "relationship"), before, "there is nothing new about them");
    let circle = app.world().get::<Acquaintances>(entity).expect("an agent");
    assert!(circle.get(other).is_some_and(|one| one.met) && circle.get(AgentId(99)).is_none());
}
