//! Lines that a language model is still thinking of, word by word: of talks that one looks at. They are grey until the
//! answer is whole and accepted; then they are said like any other, or something else is.

use std::collections::BTreeSet;

use bevy::prelude::*;

use super::{Line, Speech, tame};
use crate::{
    agent::{
        components::{
            avatar::Avatar,
            talk::{Company, NextLine, Talks, Voice},
        },
        persona::Whereabouts,
    },
    clock::{AgentId, Now},
    exchange::{Minds, Thinking},
    mind::question::{Question, Utter},
    view::{Selected, sanitize::WHOLE},
    world::ArenaId,
};

/// Tells the mind whose lines are wanted as they come, and lays out what has come.
pub fn overhear(
    (minds, talks, now, selected): (Res<Minds>, Res<Talks>, Res<Now>, Res<Selected>),
    people: Query<(&AgentId, &Company, &Thinking, &Voice)>,
    places: Query<(&AgentId, &Company, &Whereabouts, Has<Avatar>)>,
    mut speech: ResMut<Speech>,
) {
    let Some(streamed) = minds.streamed() else {
        speech.drafts.clear();
        return;
    };
    let speech = &mut *speech;
    let looked_at = people.iter().find(|(who, ..)| Some(**who) == selected.0).and_then(|(_, company, ..)| company.0);
    let on_screen = speech.lines.values().map(|line| line.talk).filter(|_| speech.aloud);
    // One's own talk, also while nobody says anything; and whoever is in the room, as they may be spoken to with the next
    // tick, and that very tick asks for what they say to it.
    let own = || places.iter().filter(|(.., is_avatar)| *is_avatar);
    let own_talks = own().filter_map(|(_, company, ..)| company.0);
    let watched: BTreeSet<_> = looked_at.into_iter().chain(on_screen).chain(own_talks).collect();
    let members = watched.iter().filter_map(|id| talks.open.get(id)).flat_map(|talk| &talk.members);
    let rooms: BTreeSet<ArenaId> = own().map(|(_, _, here, _)| here.0).collect();
    let near = places.iter().filter(|(_, _, here, _)| rooms.contains(&here.0)).map(|(id, ..)| id);
    streamed.listen_to(members.chain(near).map(|one| one.0).collect());
    let before = std::mem::take(&mut speech.drafts);
    for (who, company, thinking, voice) in &people {
        let Some(talk) = company.0.filter(|talk| watched.contains(talk)) else { continue };
        let open = thinking.open().find(|ask| ask.purpose == Utter::PURPOSE);
        let words = match &voice.next {
            Some(NextLine::Line { words, .. }) => Some(words.clone()),
            _ => open.and_then(|ask| streamed.so_far(ask.id)),
        };
        let Some(words) = words else { continue };
        let words = tame(&words, WHOLE);
        let kept = before.get(who).filter(|line| line.words == words).cloned();
        let fresh = || {
            let line = Line::new(talk, words.clone(), (now.0, now.0), true);
            Line { page: line.pages.len().saturating_sub(1), ..line }
        };
        speech.drafts.insert(*who, kept.unwrap_or_else(fresh));
    }
}
