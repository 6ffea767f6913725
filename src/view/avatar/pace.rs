//! Time is kind near the player: it stands while they choose who to be or what to do, while they write, and as soon as they have opened the box to somebody in reach,
//! goes at walking pace while they talk, is slow while somebody waits for their answer, and is never slow while they walk.
//!
//! Rule: this changes when ticks run, never what they do.

use bevy::{ecs::system::SystemParam, prelude::*};

use super::{You, join_page::Arrive, speak::Speak, use_menu::Hand, walk::Ahead};
use crate::{
    agent::components::{
        avatar::Avatar,
        talk::{Company, Talks},
    },
    clock::{Calendar, Driver, Now},
    view::{
        console::Line,
        speech::Heard,
        speed::{SPEEDS, ticks_per_second},
    },
};

/// The share of its speed at which the town goes on while somebody waits for the player's answer.
const WAITED_FOR: f64 = 0.15;
/// The same while the console hides them from the player.
const HIDDEN: f64 = 0.03;

/// What the player is about.
#[derive(SystemParam)]
pub(super) struct Doing<'w> {
    you: Res<'w, You>,
    ahead: Res<'w, Ahead>,
    speak: Res<'w, Speak>,
    arrive: Res<'w, Arrive>,
    hand: Res<'w, Hand>,
    line: Res<'w, Line>,
}

pub(super) fn be_kind(
    Doing { you, ahead, speak, arrive, hand, line }: Doing,
    (now, talks, calendar): (Res<Now>, Res<Talks>, Res<Calendar>),
    people: Query<(&Company, Option<&Avatar>)>,
    mut driver: ResMut<Driver>,
) {
    if arrive.stands() || hand.is_open() {
        driver.ease = 0.0;
        return;
    }
    if you.id.is_none() {
        return;
    }
    let own = you.entity.and_then(|entity| people.get(entity).ok());
    // What they have sent waits until somebody can hear it.
    let about_to = own.and_then(|(_, avatar)| avatar).is_some_and(|avatar| !avatar.lines.is_empty());
    if speak.holds(you.talks || about_to) {
        driver.ease = 0.0;
        return;
    }
    if ahead.walking() && !you.talks {
        driver.ease = 1.0;
        return;
    }
    let talk = own.and_then(|(company, _)| talks.open.get(&company.0?));
    let waits = talk.is_some_and(|talk| {
        let last = talk.lines.last();
        last.is_some_and(|line| Some(line.by) != you.id && line.until <= now.0)
    });
    if waits {
        driver.ease = driver.ease.min(if line.open { HIDDEN } else { WAITED_FOR });
    }
    // Whatever speed was chosen: at sixty minutes a second every talk is over before one has read its first line.
    if let (Some(_), Some(speed)) = (talk, driver.speed.filter(|speed| *speed > 0.0)) {
        driver.ease = driver.ease.min(ticks_per_second(SPEEDS[0], &calendar) / speed);
    }
}

/// Adds the kindness.
pub fn plugin(app: &mut App) {
    app.add_systems(Update, be_kind.after(Heard).run_if(resource_exists::<Driver>));
}
