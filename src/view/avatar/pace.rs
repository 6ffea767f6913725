//! Time is kind near the player: it stands while they write, is slow while somebody waits for their answer, and is
//! never slow while they walk.
//!
//! Rule: this changes when ticks run, never what they do.

use bevy::prelude::*;

use super::{You, speak::Speak, walk::Ahead};
use crate::{
    agent::dialogue::{Company, Talks},
    clock::{Driver, Now},
    view::speech::Heard,
};

/// The share of its speed at which the town goes on while somebody waits for the player's answer.
const WAITED_FOR: f64 = 0.15;

fn be_kind(
    (you, ahead, speak): (Res<You>, Res<Ahead>, Res<Speak>),
    (now, talks): (Option<Res<Now>>, Option<Res<Talks>>),
    people: Query<&Company>,
    driver: Option<ResMut<Driver>>,
) {
    let (Some(now), Some(talks), Some(mut driver)) = (now, talks, driver) else { return };
    if you.id.is_none() {
        return;
    }
    if speak.open && !speak.text.trim().is_empty() {
        driver.ease = 0.0;
        return;
    }
    if ahead.walking() && !you.talks {
        driver.ease = 1.0;
        return;
    }
    let talk = you.entity.and_then(|entity| people.get(entity).ok()).and_then(|company| talks.open.get(&company.0?));
    let waits = talk.is_some_and(|talk| {
        let last = talk.lines.last();
        last.is_some_and(|line| Some(line.by) != you.id && line.until <= now.0)
    });
    if waits {
        driver.ease = driver.ease.min(WAITED_FOR);
    }
}

/// Adds the kindness.
pub fn plugin(app: &mut App) {
    app.add_systems(Update, be_kind.after(Heard));
}
