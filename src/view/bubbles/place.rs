//! Where bubbles are drawn: over their heads, moved apart where they would cover one another.

use std::collections::BTreeMap;

use bevy::prelude::*;
use bevy_egui::EguiContexts;

use super::{Bubble, CLEAR, Form, TAIL_SIDE, Tail};
use crate::{
    clock::AgentId,
    view::{
        Z_LABELS,
        aim::Overhead,
        bubble_layout::{Wish, settle},
        camera::Viewpoint,
        people::Figure,
        speech::{Speech, paint},
    },
};

/// From the head to the body of a bubble of words.
const TAIL: f32 = 7.0;
/// How fast a bubble moves to its place, world pixels a second.
const MOVING: f32 = 160.0;

/// Once a frame.
pub(super) fn place(
    mut bubbles: Query<(Entity, &mut Bubble, &mut Transform, &mut Visibility), Without<Tail>>,
    mut tails: Query<(&Tail, &mut Transform)>,
    people: Query<(&AgentId, &Figure)>,
    (mut speech, mut overhead): (ResMut<Speech>, ResMut<Overhead>),
    look: Res<Viewpoint>,
    mut egui: EguiContexts,
    time: Res<Time<Real>>,
) {
    let real = look.factor();
    let points = egui.ctx_mut().map_or(1.0, |ctx| ctx.pixels_per_point());
    let mut ready: Vec<_> = (bubbles.iter_mut())
        .filter_map(|(entity, bubble, at, seen)| {
            let (who, figure) = people.get(bubble.of).ok()?;
            Some((entity, *who, figure.crown, bubble, at, seen))
        })
        .collect();
    let form = |bubble: &Bubble| bubble.drawn.as_ref().map(|drawn| drawn.form);
    // A tag keeps its size on the screen, and so do words.
    let scale = |bubble: &Bubble| if form(bubble) == Some(Form::Tag) { 1.0 / real } else { 1.0 };
    let wishes: Vec<Wish> = (ready.iter())
        .map(|(_, _, crown, bubble, ..)| {
            let (size, gap, side) = match bubble.words {
                Some(words) => (words * points / real, TAIL, paint::MOUTH * points / real),
                None => (bubble.size * scale(bubble), 2.0, TAIL_SIDE * scale(bubble)),
            };
            let corner = *crown + Vec2::new(-size.x / 2.0, gap);
            let body = Rect { min: corner, max: corner + size };
            let slide = (size.x / 2.0 - side).max(0.0);
            Wish {
                body,
                head: *crown,
                slide,
                words: bubble.words.is_some(),
                off: bubble.off.unwrap_or_default(),
                room: speech.room.filter(|room| room.contains(*crown)),
            }
        })
        .collect();
    let offs = settle(&wishes);
    let mut aside = BTreeMap::new();
    overhead.0.clear();
    for (((entity, who, crown, bubble, at, seen), wish), off) in ready.iter_mut().zip(&wishes).zip(offs) {
        let scale = scale(bubble);
        let step = Vec2::splat(MOVING * time.delta_secs() * scale);
        // What has just appeared stands where it belongs; only what is in the way of others moves there.
        let off = bubble.off.map_or(off, |now| now + (off - now).clamp(-step, step));
        bubble.off = Some(off);
        let body = Rect { min: wish.body.min + off, max: wish.body.max + off };
        overhead.0.push((*who, body));
        if bubble.words.is_some() {
            speech.boxes.insert(*who, body);
        }
        let rise = if form(bubble) == Some(Form::Whole) { 2.0 - CLEAR } else { 2.0 };
        let depth = Z_LABELS - crown.y.clamp(-8000.0, 0.0) * 0.005;
        let corner = *crown + Vec2::new(off.x.round(), rise + off.y.round());
        let wanted = Transform::from_translation(corner.extend(depth)).with_scale(Vec3::new(scale, scale, 1.0));
        at.set_if_neq(wanted);
        seen.set_if_neq(if bubble.drawn.is_some() { Visibility::Inherited } else { Visibility::Hidden });
        aside.insert(*entity, off.x.round());
    }
    // Words in front of plates, and of those the southern ones.
    overhead.0.sort_by(|a, b| {
        let words = |one: &(AgentId, Rect)| speech.boxes.contains_key(&one.0);
        words(a).cmp(&words(b)).then(b.1.min.y.total_cmp(&a.1.min.y)).then(a.0.cmp(&b.0))
    });
    for (tail, mut at) in &mut tails {
        let by = aside.get(&tail.of).copied().unwrap_or_default();
        at.set_if_neq(Transform::from_translation(tail.at - Vec3::X * by));
    }
}
