//! To whom one writes, what Enter does, and what waits for an answer.

use super::*;
use crate::{
    agent::{components::talk::Utterance, persona::Whereabouts},
    clock::Roster,
    world::{Facing, Tile},
};

#[test]
fn time_stands_from_the_moment_the_box_is_open_to_somebody() {
    let near = Some(AgentId(2));
    let mut speak = SpeechBox { open: true, ..SpeechBox::default() };
    assert!(!speak.pauses_time(false), "nobody is in reach: it goes on, and brings somebody");
    speak.to = near;
    assert!(speak.pauses_time(false), "before the first letter");
    assert!(!speak.pauses_time(true), "in a talk others have their turn");
    speak.text = "Hello".into();
    assert!(speak.pauses_time(true));
    speak.unheard = Some("They are too far".into());
    assert!(!speak.pauses_time(true), "who is meant does not hear it");
    (speak.unheard, speak.pending) = (None, Some(("Hello".into(), 1)));
    assert!(!speak.pauses_time(false), "what was sent must be said");
    (speak.pending, speak.held) = (None, near.map(|one| (one, "And?".into())));
    assert!(!speak.pauses_time(true), "so must be the answer to it");
}

#[test]
fn after_a_talk_time_goes_on_until_more_is_written() {
    let parted = Some((TalkId { by: AgentId(1), count: 0 }, LINGERS));
    let mut speak = SpeechBox { open: true, to: Some(AgentId(2)), parted, ..SpeechBox::default() };
    assert!(!speak.pauses_time(false));
    speak.text = "And".into();
    assert!(speak.pauses_time(false));
    speak.close();
    assert!(!speak.pauses_time(false) && speak.parted.is_none());
}

#[test]
fn enter_says_it_or_tells_why_not() {
    let john = Some(AgentId(2));
    let mut speak = SpeechBox { open: true, text: " Hello ".into(), ..SpeechBox::default() };
    speak.unheard = Some("Nobody is near".into());
    assert_eq!((speak.enter(false), speak.text.as_str()), (None, " Hello "), "the words stay");
    assert_eq!(speak.told.as_deref(), Some("Nobody is near"));
    (speak.to, speak.instead) = (john, Some(AgentId(3)));
    assert_eq!((speak.enter(false), speak.to), (None, john), "nobody else hears it");
    speak.turn_to(Some(AgentId(3)));
    assert_eq!(speak.enter(false), Some((AgentId(3), "Hello".into())), "unless the player says so");
    assert!(speak.told.is_none() && speak.text.is_empty());
}

#[test]
fn what_is_written_before_an_answer_waits_for_it() {
    let mut speak = SpeechBox { open: true, to: Some(AgentId(2)), text: "And you?".into(), ..SpeechBox::default() };
    assert_eq!(speak.enter(true), None);
    assert_eq!(speak.held, Some((AgentId(2), "And you?".into())));
    speak.text = "Well?".into();
    assert_eq!(speak.enter(false), None);
    assert!(speak.told.is_some() && speak.text == "Well?", "one thing after the other");
}

#[test]
fn what_the_town_refused_is_in_the_field_again() {
    let mut speak = SpeechBox { open: true, pending: Some(("Hello".into(), 1)), ..SpeechBox::default() };
    let refused = |line: &str| CommandResult {
        tick: 1,
        ticket: None,
        command: line.parse().expect("a command"),
        result: Err("Ann is asleep".into()),
    };
    assert!(!speak.answered(&refused("step north")));
    assert!(speak.answered(&refused("say to Ann Lee: Hello")));
    assert_eq!((speak.text.as_str(), speak.told.as_deref()), ("Hello", Some("Ann is asleep")));
}

const TALK: TalkId = TalkId { by: AgentId(1), count: 0 };

fn line(by: u32, from: u64) -> Utterance {
    Utterance { by: AgentId(by), words: "Well.".into(), from, until: from + 3 }
}

/// A town in which the player (1) talks with Ann Lee (2), and has another line for her.
fn talking() -> (World, Entity) {
    let mut world = World::new();
    world.init_resource::<Roster>();
    world.insert_resource(Names([(AgentId(1), "Juno Reed".into()), (AgentId(2), "Ann Lee".into())].into()));
    let talk = Talk { members: vec![AgentId(1), AgentId(2)], lines: vec![line(1, 0)], ..Talk::default() };
    world.insert_resource(Talks { open: [(TALK, talk)].into(), over: vec![] });
    world.init_resource::<CommandQueue>();
    world.init_resource::<Messages<Notice>>();
    world.insert_resource(Now(2));
    let held = Some((AgentId(2), "And you?".into()));
    world.insert_resource(SpeechBox { open: true, held, ..SpeechBox::default() });
    let entity = world.spawn((AgentId(1), Avatar::default(), InTalk(Some(TALK)))).id();
    (world, entity)
}

fn said(world: &World) -> Vec<String> {
    world.resource::<CommandQueue>().waiting().map(Command::to_string).collect()
}

#[test]
fn it_is_said_when_the_other_has_answered() {
    let (mut world, entity) = talking();
    pass_on(&mut world, entity);
    assert!(said(&world).is_empty() && world.resource::<SpeechBox>().held.is_some());
    let mut talks = world.resource_mut::<Talks>();
    talks.open.get_mut(&TALK).into_iter().for_each(|talk| talk.lines.push(line(2, 3)));
    pass_on(&mut world, entity);
    assert_eq!(said(&world), ["say to Ann Lee: And you?"]);
    pass_on(&mut world, entity);
    assert_eq!(said(&world).len(), 1, "once");
}

#[test]
fn after_the_talk_it_is_in_the_field_again() {
    let (mut world, entity) = talking();
    world.resource_mut::<Talks>().open.clear();
    pass_on(&mut world, entity);
    let speak = world.resource::<SpeechBox>();
    assert_eq!((speak.text.as_str(), speak.told.as_deref()), ("And you?", Some("The talk is over")));
    assert!(said(&world).is_empty() && speak.held.is_none());
}

const IDA: AgentId = AgentId(2);
const TAM: AgentId = AgentId(3);

/// A town in which the player (1) has opened the box beside Ida Brook, and Tam Brook is near.
fn town() -> (World, Entity) {
    let mut world = World::new();
    world.init_resource::<Roster>();
    world.init_resource::<Talks>();
    world.init_resource::<Time<Real>>();
    world.insert_resource(Now(2));
    let names = [(AgentId(1), "Juno Reed"), (IDA, "Ida Brook"), (TAM, "Tam Brook")];
    world.insert_resource(Names(names.map(|(id, name)| (id, name.to_string())).into()));
    let all = names.map(|(id, _)| {
        let at = (Tile::new(id.0 as i32, 1), Facing::default(), Whereabouts::default());
        world.spawn((id, at, InTalk::default())).id()
    });
    world.insert_resource(SpeechBox { open: true, ..SpeechBox::default() });
    (world, all[0])
}

#[test]
fn who_is_about_to_write_does_not_write_to_whoever_comes_up() {
    let (mut world, entity) = town();
    let pass = |world: &mut World, seconds: f32| {
        let time = std::time::Duration::from_secs_f32(seconds);
        world.resource_mut::<Time<Real>>().advance_by(time);
        follow_talk(world, entity);
        keep_whom(world, entity);
        let speak = world.resource::<SpeechBox>();
        (speak.to, speak.whom(), speak.unheard.clone())
    };
    assert_eq!(pass(&mut world, 0.1).1, Some(IDA));
    // Tam Brook speaks to the player.
    let talk = Talk { members: vec![TAM, AgentId(1)], ..Talk::default() };
    let id = TalkId { by: TAM, count: 0 };
    world.resource_mut::<Talks>().open.insert(id, talk);
    world.entity_mut(entity).insert(InTalk(Some(id)));
    let told = Some("Tam Brook speaks to you".to_string());
    assert_eq!(pass(&mut world, 0.1), (Some(IDA), None, told.clone()), "it is told before the box turns");
    world.resource_mut::<SpeechBox>().text = "Ida, ".into();
    assert_eq!(pass(&mut world, 9.0), (Some(IDA), None, told), "what is written is for her");
    let mut speak = world.resource_mut::<SpeechBox>();
    assert_eq!(speak.enter(false), None);
    speak.text.clear();
    assert_eq!(pass(&mut world, 0.1).1, Some(TAM), "nothing is written");
}
