//! Whom the camera keeps: who is followed or the player, in the middle of what panels leave free; and making way for a
//! panel that would cover who is selected.

use bevy::prelude::*;

use super::{
    super::{Feet, Following, Selected, TILE, avatar::You},
    Look,
};
use crate::clock::AgentId;

/// Logical pixels between whoever is selected and the panels.
const BESIDE: f32 = 40.0;
/// Seconds that the view takes at most to make way for a panel.
const GLIDE: f32 = 1.0;

/// What the panels leave free of the window, in physical pixels: whoever is followed stands in the middle of it, and
/// whoever is selected is not left behind a panel.
#[derive(Resource, Clone, Copy, Debug, PartialEq)]
pub struct Room(pub Rect);

impl Default for Room {
    fn default() -> Self {
        Self(Rect::new(0.0, 0.0, 1.0, 1.0))
    }
}

pub(in super::super) fn follow(
    mut look: ResMut<Look>,
    (selected, following, room): (Res<Selected>, Res<Following>, Res<Room>),
    people: Query<(&AgentId, &Feet)>,
    time: Res<Time<bevy::time::Real>>,
    you: Res<You>,
    mut before: Local<(Room, Option<AgentId>, f32)>,
) {
    let (was, whom, glide) = &mut *before;
    let kept = if following.0 { selected.0 } else { you.id.filter(|_| you.kept) };
    let meant = kept.or(selected.0);
    let feet = people.iter().find(|(id, _)| Some(**id) == meant).map(|(_, feet)| feet.0);
    let Some(feet) = feet else {
        (*was, *whom, *glide) = (*room, None, 0.0);
        return;
    };
    let seconds = time.delta_secs().min(0.1);
    let mut now = *look;
    let at = Vec2::new(feet.x, -feet.y - TILE * 0.5);
    let on_screen = at * now.factor() - now.corner().as_vec2();
    let goal = if kept.is_some() {
        now.middle + (on_screen - Vec2::new(room.0.center().x, now.window.y as f32 / 2.0)) / now.factor()
    } else {
        // A panel that opens over somebody, or beside whom somebody was just selected, makes way once.
        let window = Rect::from_corners(Vec2::ZERO, now.window.as_vec2());
        let seen = if *whom == meant { was.0 } else { window };
        if (*whom != meant || *was != *room) && seen.contains(on_screen) {
            *glide = GLIDE;
        }
        let by = into(on_screen, room.0.inflate(-BESIDE.min(room.0.half_size().min_element()) * now.scale));
        *glide = if by == Vec2::ZERO { 0.0 } else { *glide - seconds };
        now.middle + by / now.factor()
    };
    (*was, *whom) = (*room, meant);
    if kept.is_none() && *glide <= 0.0 {
        return;
    }
    // Eases in from afar, then keeps step.
    now.middle = now.middle.lerp(goal, 1.0 - (-8.0 * seconds).exp());
    if now.middle.distance(goal) * now.factor() < 1.0 {
        now.middle = goal;
    }
    now.keep();
    look.set_if_neq(now);
}

/// How far a point lies outside of a room.
fn into(at: Vec2, room: Rect) -> Vec2 {
    at - at.clamp(room.min, room.max.max(room.min))
}
