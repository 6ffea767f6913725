//! Decide: own wishes first, then meetings, then talk. Chained: each sees what the one before settled.

use bevy::prelude::*;

use super::{
    Doing, Memory, Tile, Wish,
    questions::{React, Reaction, Utter},
    senses::Percepts,
};
use smallville::{
    clock::{Active, AgentId, Now, Roster, Seed},
    exchange::Thinking,
    schedule::{Tick, TickSystems},
};

/// Adds the phase.
pub fn plugin(app: &mut App) {
    app.add_systems(Tick, (settle, meet, converse).chain().in_set(TickSystems::Decide));
}

fn settle(
    (now, active, seed): (Res<Now>, Res<Active>, Res<Seed>),
    mut people: Query<(&AgentId, &Tile, &Percepts, &mut Doing, &mut Wish)>,
) {
    let mut people = people.iter_many_mut(&active.0);
    while let Some((id, at, percepts, mut doing, mut wish)) = people.fetch_next() {
        match *doing {
            Doing::Talk { .. } => continue,
            Doing::Dwell { until } if now.0 >= until => {
                if let Some(to) = wish.place.take() {
                    *doing = Doing::Walk { to, errand: None };
                }
            }
            Doing::Walk { to, errand: None } if to == *at => {
                let until = now.0 + 12 + seed.draw(*id, now.0, "stay") % 48;
                *doing = Doing::Dwell { until };
            }
            _ => {}
        }
        if let Some(Reaction::Fix(thing)) = wish.reaction {
            wish.reaction = None;
            if let Some((_, to)) = percepts.fires.iter().find(|(one, _)| *one == thing) {
                *doing = Doing::Walk { to: *to, errand: Some(thing) };
            }
        }
    }
}

/// Two may want the same third: who has the lower number goes first.
fn meet(
    (now, active, roster): (Res<Now>, Res<Active>, Res<Roster>),
    mut people: Query<(&AgentId, &Percepts, &mut Doing, &mut Wish, &mut Memory, &mut Thinking)>,
) -> Result {
    for &entity in &active.0 {
        let (me, percepts, doing, mut wish, ..) = people.get_mut(entity)?;
        let Some(Reaction::TalkTo(other)) = wish.reaction.take() else {
            continue;
        };
        let free = percepts.people.iter().any(|(id, ..)| *id == other) && !matches!(*doing, Doing::Talk { .. });
        let (me, Some(partner)) = (*me, roster.0.get(&other).copied()) else { continue };
        if !free || matches!(people.get(partner)?.2, Doing::Talk { .. }) {
            continue;
        }
        for (one, with, mine) in [(entity, other, true), (partner, me, false)] {
            let (_, _, mut doing, mut wish, mut memory, mut thinking) = people.get_mut(one)?;
            *doing = Doing::Talk { with, turn: 0, mine, heard: None, until: now.0, over: false };
            wish.reaction = None;
            // Whatever it wondered about, it talks now: a late answer is dropped.
            thinking.withdraw::<React>();
            memory.met.insert(with, now.0);
        }
    }
    Ok(())
}

fn converse(
    (now, active, roster, seed): (Res<Now>, Res<Active>, Res<Roster>, Res<Seed>),
    mut people: Query<(&AgentId, &mut Doing, &mut Wish, &mut Memory, &mut Thinking)>,
) -> Result {
    for &entity in &active.0 {
        let (id, mut doing, mut wish, _, mut thinking) = people.get_mut(entity)?;
        let Doing::Talk { with, turn, mine, until, over, .. } = *doing else {
            continue;
        };
        let me = *id;
        let Some(&partner) = roster.0.get(&with) else {
            *doing = Doing::Dwell { until: now.0 }; // vanished
            continue;
        };
        if over {
            if now.0 >= until {
                thinking.withdraw::<Utter>();
                *doing = Doing::Dwell { until: now.0 + 6 + seed.draw(me, now.0, "stay") % 24 };
            }
            continue;
        }
        let Some(line) = wish.line.take().filter(|_| mine) else {
            continue;
        };
        let (turn, until, over) = (turn + 1, now.0 + line.ticks(), line.end);
        let heard = Some(line.words.clone());
        for (one, with, mine, heard) in [(entity, with, false, None), (partner, me, true, heard)] {
            let (_, mut doing, _, mut memory, _) = people.get_mut(one)?;
            *doing = Doing::Talk { with, turn, mine, heard, until, over };
            memory.lines.push((now.0, me, line.words.clone()));
            memory.news.extend(line.news.clone());
        }
    }
    Ok(())
}
