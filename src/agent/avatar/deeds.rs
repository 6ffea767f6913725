//! What goes on by itself about an avatar: standing still after a walk, putting right what takes a while, and what is
//! remembered of what was done.

use bevy::prelude::*;

use super::{
    follow::idle,
    hands::is_bed,
    walk::{LOOKS, STANDS, WALKS},
};
use crate::{
    agent::{
        components::{Avatar, CurrentAction, EndedTalks, Newcomer, Path, Phase, Posture},
        persona::{Names, Persona, Whereabouts},
        wording::thing,
    },
    clock::Now,
    memory::{Kind, Memory, MemoryStream},
    world::{ArenaId, ObjectState, Objects, Tile, TownMap},
};

/// Ticks that it takes to put something right.
const MENDING: u64 = 12;
/// Ticks of doing something after which it is remembered as done.
const DONE: u64 = 6;
/// How much what one did oneself matters, until somebody judges.
const IMPORTANCE: u8 = 3;

/// What is done lying, where it is done in a bed.
const LYING: [&str; 2] = ["lying", "napping"];

/// Words of others that are kept of a talk, at most.
const WORDS: usize = 12;

/// What a newcomer keeps of a talk: they have no mind to sum it up, so it is the words.
pub(super) fn keep_talks(now: Res<Now>, names: Res<Names>, mut people: Query<Keeper, With<Newcomer>>) {
    for (persona, mut parted, mut memory) in &mut people {
        if parted.0.is_empty() {
            continue;
        }
        for past in parted.0.drain(..) {
            let with = names.name(past.with);
            let lines = past.lines.into_iter().map(|line| (line.who, line.words));
            for one in kept_of_talk(&persona.name, &with, lines, now.0) {
                memory.remember(one);
            }
        }
    }
}

/// What `me` keeps of a talk with somebody: that it was, and what the others said.
pub(super) fn kept_of_talk(
    me: &str,
    with: &str,
    lines: impl Iterator<Item = (String, String)>,
    now: u64,
) -> Vec<Memory> {
    let keep = |text: String, source: Option<String>| Memory {
        kind: Kind::Dialogue,
        source,
        with: Some(with.to_string()),
        ..Memory::observed(text, now, IMPORTANCE)
    };
    let first = keep(format!("{me} talked with {with}."), None);
    let theirs = lines.filter(|(who, _)| who != me).take(WORDS);
    let said = theirs.map(|(who, words)| keep(format!("{who} said: \"{words}\""), Some(who)));
    [first].into_iter().chain(said).collect()
}

type Keeper<'a> = (&'a Persona, &'a mut EndedTalks, &'a mut MemoryStream);
type Who<'a> = (&'a Persona, &'a Tile, &'a Whereabouts, &'a Path);

pub(super) fn go_on(
    (now, map, objects): (Res<Now>, Res<TownMap>, Res<Objects>),
    mut things: Query<&mut ObjectState>,
    mut people: Query<(Who, &mut Avatar, &mut CurrentAction, &mut Posture, &mut MemoryStream)>,
) {
    for ((persona, at, here, path), mut avatar, mut action, mut posture, mut memory) in &mut people {
        let name = &persona.name;
        if action.what == WALKS && path.cells.is_empty() && *at == action.goal {
            action.what = STANDS.into();
            action.emoji = LOOKS.into();
            if here.0 != avatar.told && here.0 != ArenaId::OUTDOORS {
                memory.remember(Memory::observed(format!("{name} went to {}.", map.arena_name(here.0)), now.0, 2));
                avatar.told = here.0;
            }
        }
        let Phase::Doing { since } = action.phase else { continue };
        let Some(object) = action.object else {
            avatar.done.clear();
            continue;
        };
        // One may lie awake.
        let lying = action.asleep || LYING.iter().any(|word| action.what.starts_with(word));
        let lies = lying && is_bed(map.object(object));
        if lies && *posture == Posture::Sit {
            *posture = Posture::Lie;
        }
        let whole = format!("{} {object:?}", action.what);
        let amiss = things.get(objects.entity(object)).is_ok_and(|state| state.condition.is_some());
        if avatar.mends == Some(object) && (!amiss || now.0 >= since + MENDING) {
            if let Ok(mut state) = things.get_mut(objects.entity(object))
                && let Some(condition) = state.condition.take()
            {
                if state.left == 0 {
                    state.refill(map.object(object));
                }
                let text = format!("{name} saw to {}, which was {}.", thing(object, &map), condition.what);
                memory.remember(Memory::observed(text, now.0, IMPORTANCE + 2));
            }
            // What is right again is let go of.
            avatar.mends = None;
            avatar.done.clear();
            *action = idle(*at, here.0, now.0);
        } else if avatar.mends.is_none() && now.0 >= since + DONE && avatar.done != whole {
            let text = format!("{name} was {} at {}.", action.what, map.arena_name(here.0));
            memory.remember(Memory::observed(text, now.0, IMPORTANCE));
            avatar.done = whole;
        }
    }
}
