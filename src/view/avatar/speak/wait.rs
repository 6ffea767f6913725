//! What is written before the other has answered waits for the answer. In the town a player does not wait for their turn,
//! and what they say would take away what the other was about to say.

use bevy::prelude::*;

use super::Speak;
use crate::{
    agent::{
        components::{
            avatar::Avatar,
            talk::{Company, Talk, Talks},
        },
        persona::Names,
    },
    clock::{AgentId, Now},
    command::Command,
    exchange::CommandQueue,
    view::Notice,
};

/// What somebody is called in their own talk.
pub(super) fn first_name(names: &Names, id: AgentId) -> String {
    let name = names.0.get(&id).and_then(|name| name.split_whitespace().next());
    name.unwrap_or("Somebody").to_string()
}

/// Who has still to answer to what `me` said last.
pub(super) fn awaited(talk: &Talk, me: AgentId, names: &Names) -> Option<AgentId> {
    let asked = talk.ended.is_none() && talk.lines.last().is_some_and(|line| line.by == me);
    let next = talk.next(|one| first_name(names, one), |one| one == me, true);
    next.filter(|one| asked && *one != me)
}

/// Who else is speaking at tick `now`.
pub(super) fn speaks(talk: &Talk, me: AgentId, now: u64) -> Option<AgentId> {
    talk.lines.last().filter(|line| line.by != me && now < line.until).map(|line| line.by)
}

/// Says what has waited once it was answered; if the talk is over, gives it back.
pub(super) fn pass_on(world: &mut World, entity: Entity) {
    let speak = world.resource::<Speak>();
    let Some((to, words)) = speak.held.clone() else { return };
    let sent = speak.pending.is_some() || world.get::<Avatar>(entity).is_some_and(|avatar| !avatar.lines.is_empty());
    let Some(&me) = world.get::<AgentId>(entity).filter(|_| !sent) else { return };
    let names = world.resource::<Names>();
    let talk = world.get::<Company>(entity).and_then(|company| world.resource::<Talks>().open.get(&company.0?));
    let talk = talk.filter(|talk| talk.ended.is_none() && talk.members.contains(&to));
    if talk.is_some_and(|talk| awaited(talk, me, names).is_some()) {
        return;
    }
    let (goes_on, now) = (talk.is_some(), world.resource::<Now>().0);
    let name = names.0.get(&to).cloned().unwrap_or_default();
    let mut speak = world.resource_mut::<Speak>();
    (speak.held, speak.told) = (None, None);
    if goes_on {
        speak.pending = Some((words.clone(), now));
        world.resource_mut::<CommandQueue>().push(Command::Say { to: Some(name), words });
    } else if speak.open {
        speak.give_back(&words, "The talk is over".into());
    } else {
        world.write_message(Notice(format!("The talk was over before you said: {words}")));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        agent::components::talk::{TalkId, Utterance},
        clock::Roster,
    };

    const TALK: TalkId = TalkId { by: AgentId(1), count: 0 };

    fn line(by: u32, from: u64) -> Utterance {
        Utterance { by: AgentId(by), words: "Well.".into(), from, until: from + 3 }
    }

    /// A town in which the player (1) talks with Ann Lee (2), and has another line for her.
    fn town() -> (World, Entity) {
        let mut world = World::new();
        world.init_resource::<Roster>();
        world.insert_resource(Names([(AgentId(1), "Juno Reed".into()), (AgentId(2), "Ann Lee".into())].into()));
        let talk = Talk { members: vec![AgentId(1), AgentId(2)], lines: vec![line(1, 0)], ..Talk::default() };
        world.insert_resource(Talks { open: [(TALK, talk)].into(), over: vec![] });
        world.init_resource::<CommandQueue>();
        world.init_resource::<Messages<Notice>>();
        world.insert_resource(Now(2));
        let held = Some((AgentId(2), "And you?".into()));
        world.insert_resource(Speak { open: true, held, ..Speak::default() });
        let entity = world.spawn((AgentId(1), Avatar::default(), Company(Some(TALK)))).id();
        (world, entity)
    }

    fn said(world: &World) -> Vec<String> {
        world.resource::<CommandQueue>().waiting().map(Command::to_string).collect()
    }

    #[test]
    fn it_is_said_when_the_other_has_answered() {
        let (mut world, entity) = town();
        pass_on(&mut world, entity);
        assert!(said(&world).is_empty() && world.resource::<Speak>().held.is_some());
        let mut talks = world.resource_mut::<Talks>();
        talks.open.get_mut(&TALK).into_iter().for_each(|talk| talk.lines.push(line(2, 3)));
        assert_eq!(speaks(&talks.open[&TALK], AgentId(1), 4), Some(AgentId(2)));
        pass_on(&mut world, entity);
        assert_eq!(said(&world), ["say to Ann Lee: And you?"]);
        pass_on(&mut world, entity);
        assert_eq!(said(&world).len(), 1, "once");
    }

    #[test]
    fn after_the_talk_it_is_in_the_field_again() {
        let (mut world, entity) = town();
        world.resource_mut::<Talks>().open.clear();
        pass_on(&mut world, entity);
        let speak = world.resource::<Speak>();
        assert_eq!((speak.text.as_str(), speak.told.as_deref()), ("And you?", Some("The talk is over")));
        assert!(said(&world).is_empty() && speak.held.is_none());
    }
}
