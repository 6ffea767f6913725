//! Where everything is that can be seen and clicked: buttons and words of panels by what stands on them, people by name,
//! things by address. Only if the log asks for it (`RUST_LOG=screen=debug`); else it costs nothing.
//!
//! A part is told as `[kind|words|X,Y|WxH]`: its middle and its size in pixels of the window. What is typed into a field
//! is never told, only what stands in it while it is empty.

use bevy::{prelude::*, time::Real};
use bevy_egui::{EguiContext, EguiOutput, EguiPostUpdateSet, PrimaryEguiContext, egui};
use egui::accesskit::{Node, Role};

use crate::{
    agent::persona::Names,
    clock::AgentId,
    view::{
        TILE,
        aim::{Bodies, Overhead, stands},
        camera::Look,
        dock::Dock,
        panels::Paper,
        scene::Scene,
    },
    world::TownMap,
};

/// Seconds between two looks.
const EVERY: f32 = 0.3;
/// Most letters that are told of a part.
const LONG: usize = 60;

/// Does the log want it?
fn wanted() -> bool {
    tracing::enabled!(target: "screen", tracing::Level::DEBUG)
}

/// What was told last, and when it was looked again.
#[derive(Default)]
struct Told {
    left: f32,
    words: String,
}

impl Told {
    /// Is it time to look again?
    fn due(&mut self, time: &Time<Real>) -> bool {
        self.left -= time.delta_secs();
        if self.left > 0.0 {
            return false;
        }
        self.left = EVERY;
        true
    }

    /// Are these other parts than before? In an order of their own.
    fn are(&mut self, mut parts: Vec<String>) -> bool {
        parts.sort_unstable();
        let words = parts.concat();
        let new = words != self.words;
        self.words = words;
        new
    }
}

/// `[Button|Ask|410,220|60x24]`.
fn part(kind: &str, words: &str, middle: Vec2, size: Vec2) -> String {
    let plain = |c: char| if c.is_control() || "[]|".contains(c) { ' ' } else { c };
    let words: String = words.chars().map(plain).take(LONG).collect();
    format!("[{kind}|{}|{:.0},{:.0}|{:.0}x{:.0}]", words.trim(), middle.x, middle.y, size.x, size.y)
}

/// What stands on a part; nothing of what was typed.
fn words(node: &Node) -> Option<&str> {
    match node.role() {
        Role::TextInput | Role::MultilineTextInput => Some(node.placeholder().unwrap_or("a field")),
        Role::Label => node.value(),
        _ => node.label(),
    }
}

/// The parts of panels and boxes.
fn panels(
    mut contexts: Query<(&mut EguiContext, &EguiOutput), With<PrimaryEguiContext>>,
    time: Res<Time<Real>>,
    mut told: Local<Told>,
) {
    let Ok((mut context, output)) = contexts.single_mut() else { return };
    let ctx = context.get_mut();
    ctx.enable_accesskit();
    if !told.due(&time) {
        return;
    }
    let Some(update) = &output.platform_output.accesskit_update else { return };
    let (whole, scale) = (ctx.content_rect(), f64::from(output.pixels_per_point));
    let seen = |node: &Node| {
        let (words, at) = (words(node).filter(|words| !words.is_empty())?, node.bounds()?);
        let middle = egui::pos2((at.x0 + at.x1) as f32 / 2.0, (at.y0 + at.y1) as f32 / 2.0);
        let pixels = |x: f64, y: f64| Vec2::new((x * scale) as f32, (y * scale) as f32);
        let kind = format!("{:?}", node.role());
        let size = pixels(at.x1 - at.x0, at.y1 - at.y0);
        whole.contains(middle).then(|| part(&kind, words, pixels(middle.x.into(), middle.y.into()), size))
    };
    if told.are(update.nodes.iter().filter_map(|(_, node)| seen(node)).collect()) {
        tracing::debug!(target: "screen", "parts {}", told.words);
    }
}

/// People and things that a click would mean.
fn town(
    paper: Paper,
    (look, dock, overhead): (Res<Look>, Res<Dock>, Res<Overhead>),
    people: Query<Bodies>,
    (names, map): (Res<Names>, Res<TownMap>),
    time: Res<Time<Real>>,
    mut told: Local<Told>,
) {
    let Some(mut paper) = paper.filter(|_| told.due(&time)) else { return };
    let ctx = paper.get_mut();
    let free = dock.clear.shrink(12.0);
    // A place of the town in the window, if nothing lies over it.
    let seen = |world: Vec2| {
        let at = (Vec2::new(world.x, -world.y) * look.factor() - look.corner().as_vec2()) / look.scale;
        let point = egui::pos2(at.x, at.y) / ctx.zoom_factor();
        let over = ctx.layer_id_at(point).is_some_and(|layer| layer.order != egui::Order::Background);
        (free.contains(point) && !over).then_some(at * look.scale)
    };
    let meant = |world: Vec2| overhead.at(world, people.iter().map(stands));
    let size = Vec2::splat(TILE * look.factor());
    let person = |(id, feet): (AgentId, Vec2)| {
        let middle = feet + Vec2::new(0.0, TILE * 0.6);
        let name = names.0.get(&id).filter(|_| meant(middle) == Some(id))?;
        Some(part("person", name, seen(middle)?, size))
    };
    let mut parts: Vec<String> = people.iter().map(stands).filter_map(person).collect();
    for object in &map.objects {
        let Some(cell) = object.cells.first() else { continue };
        let middle = Vec2::new(cell.x as f32 + 0.5, -(cell.y as f32 + 0.5)) * TILE;
        if let Some(at) = seen(middle).filter(|_| meant(middle).is_none()) {
            parts.push(part("thing", &object.name, at, size));
        }
    }
    if told.are(parts) {
        tracing::debug!(target: "screen", "town parts {}", told.words);
    }
}

/// Adds telling of parts.
pub(super) fn plugin(app: &mut App) {
    app.add_systems(PostUpdate, panels.after(EguiPostUpdateSet::ProcessOutput).run_if(wanted))
        .add_systems(Last, town.run_if(wanted).run_if(in_state(Scene::Town)));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_typed_is_not_told() {
        let mut field = Node::new(Role::TextInput);
        field.set_value("a secret");
        field.set_placeholder("Find by name");
        assert_eq!(words(&field), Some("Find by name"));
        let mut label = Node::new(Role::Label);
        label.set_value("In the town");
        assert_eq!(words(&label), Some("In the town"));
    }

    #[test]
    fn a_part_stays_on_one_line() {
        let told = part("Button", " A\n[b]|c ", Vec2::new(10.4, 20.0), Vec2::new(5.0, 6.0));
        assert_eq!(told, "[Button|A  b  c|10,20|5x6]");
    }
}
