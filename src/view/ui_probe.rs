//! Tells the log what is on the screen, for whoever tries the window from outside (`tests/play`): each change once, under
//! the target `screen`, and never what somebody types. At the level `debug` also where everything is that can be clicked.

use std::{collections::BTreeMap, time::Duration};

use bevy::{prelude::*, time::common_conditions::on_real_timer, window::PrimaryWindow};
use bevy_egui::{EguiContext, EguiOutput, EguiPostUpdateSet, PrimaryEguiContext, egui};
use egui::accesskit::{Node, Role};

use super::{
    Following, Selected, TILE,
    avatar::{PlayerState, speak::SpeechBox},
    camera::Viewpoint,
    dock::Dock,
    keys::{all, bind::Bindings},
    overlays::Overlays,
    panels::telling::short_place,
    people::{Bodies, Overhead, stands},
    preferences::Settings,
    scene::Scene,
    speed::{chosen, paused},
    story::Story,
};
use crate::{
    agent::{
        components::{
            action::Posture,
            talk::{TalkId, Talks},
        },
        persona::{Names, Whereabouts},
    },
    clock::{AgentId, Calendar, Driver},
    world::{TownMap, map::Object},
};

/// Time between two looks at where everything is.
const INTERVAL: Duration = Duration::from_millis(300);
/// Most letters that are told of a part.
const LONG: usize = 60;

/// Tells a line, unless it is what was told last in this scene.
fn tell(In(line): In<String>, scene: Res<State<Scene>>, mut before: Local<String>) {
    if !line.is_empty() && (*before != line || scene.is_changed()) {
        tracing::info!(target: "screen", "{line}");
        *before = line;
    }
}

/// Somebody's full name; empty: nobody.
fn name(names: &Names, who: Option<AgentId>) -> &str {
    who.and_then(|who| names.0.get(&who)).map_or("", String::as_str)
}

/// Who is selected, and whether the camera stays with them.
fn selected(selected: Res<Selected>, following: Res<Following>, names: Res<Names>) -> String {
    format!("selected who={:?} follows={}", name(&names, selected.0), following.0)
}

/// What lies over the town beside panels.
fn boxes(overlays: Res<Overlays>, story: Res<Story>) -> String {
    let mut open: Vec<String> = overlays.open().iter().map(|one| format!("{one:?}").to_lowercase()).collect();
    open.extend(story.is_on().then(|| "story".into()));
    format!("boxes open={open:?}")
}

/// How fast time goes.
fn pace(driver: Res<Driver>, calendar: Res<Calendar>) -> String {
    let speed = chosen(&driver, &calendar).map_or(0, |place| place + 1);
    format!("time stands={} speed={speed}", paused(&driver))
}

/// The window: in pixels, and whether it has the keys.
fn window(window: Single<&Window, With<PrimaryWindow>>) -> String {
    let size = window.physical_size();
    format!("window width={} height={} focused={}", size.x, size.y, window.focused)
}

/// What the player has set.
fn set(settings: Res<Settings>, bindings: Res<Bindings>) -> String {
    let own = all().filter(|key| !bindings.usual(key));
    let keys: Vec<_> = own.map(|key| format!("{}: {}", key.name, bindings.label(key))).collect();
    format!("settings words={:?} palette={:?} keys={keys:?}", settings.size, settings.palette)
}

/// Who the player is, in which room, and whether they stand, sit or lie.
fn you(you: Res<PlayerState>, bodies: Query<(&Whereabouts, &Posture)>, names: Res<Names>, map: Res<TownMap>) -> String {
    match you.entity.and_then(|entity| bodies.get(entity).ok()) {
        Some((at, posture)) => {
            let (name, place) = (name(&names, you.id), short_place(&map, at.0));
            format!("you name={name:?} place={place:?} posture={posture:?}")
        }
        None => "you are nobody".into(),
    }
}

/// Who would hear what the player says.
fn hears(speak: Res<SpeechBox>, names: Res<Names>) -> String {
    format!("hears to={:?}", name(&names, speak.whom()))
}

/// Who talks with whom, the one who began it first.
fn talks(talks: Res<Talks>, names: Res<Names>, mut before: Local<BTreeMap<TalkId, Vec<AgentId>>>) {
    before.retain(|id, _| talks.open.contains_key(id));
    for (id, talk) in &talks.open {
        if before.insert(*id, talk.members.clone()).as_ref() != Some(&talk.members) {
            let members: Vec<&str> = talk.members.iter().map(|id| name(&names, Some(*id))).collect();
            tracing::info!(target: "screen", ?members, "talk");
        }
    }
}

/// A part is told as `[Button|Ask|410,220|60x24]`: kind, words, and its middle and size in pixels of the window.
fn part(kind: &str, words: &str, middle: Vec2, size: Vec2) -> String {
    let plain = |c: char| if c.is_control() || "[]|".contains(c) { ' ' } else { c };
    let words: String = words.chars().map(plain).take(LONG).collect();
    format!("[{kind}|{}|{:.0},{:.0}|{:.0}x{:.0}]", words.trim(), middle.x, middle.y, size.x, size.y)
}

/// The words on a part; of a field what stands in it while it is empty, and nothing that was typed.
fn words(node: &Node) -> Option<&str> {
    match node.role() {
        Role::TextInput | Role::MultilineTextInput => Some(node.placeholder().unwrap_or("a field")),
        Role::Label => node.value(),
        _ => node.label(),
    }
}

/// Buttons and words of panels and boxes.
fn parts(context: Single<(&mut EguiContext, &EguiOutput), With<PrimaryEguiContext>>) -> String {
    let (mut context, output) = context.into_inner();
    let ctx = context.get_mut();
    ctx.enable_accesskit();
    let Some(update) = &output.platform_output.accesskit_update else { return String::new() };
    let (whole, scale) = (ctx.content_rect(), output.pixels_per_point);
    let seen = |node: &Node| {
        let (words, at) = (words(node).filter(|words| !words.is_empty())?, node.bounds()?);
        let (low, high) = (Vec2::new(at.x0 as f32, at.y0 as f32), Vec2::new(at.x1 as f32, at.y1 as f32));
        let middle = (low + high) / 2.0;
        let told = || part(&format!("{:?}", node.role()), words, middle * scale, (high - low) * scale);
        whole.contains(egui::pos2(middle.x, middle.y)).then(told)
    };
    let mut parts: Vec<String> = update.nodes.iter().filter_map(|(_, node)| seen(node)).collect();
    parts.sort_unstable();
    format!("parts {}", parts.concat())
}

/// People and things of the town that a click would mean.
fn town_parts(
    mut context: Single<&mut EguiContext, With<PrimaryEguiContext>>,
    (look, dock, overhead): (Res<Viewpoint>, Res<Dock>, Res<Overhead>),
    people: Query<Bodies>,
    (names, map): (Res<Names>, Res<TownMap>),
) -> String {
    let ctx = context.get_mut();
    let free = dock.clear.shrink(12.0);
    // A place of the town in the window, if nothing lies over it.
    let seen = |world: Vec2| {
        let at = look.on_screen(world);
        let point = egui::pos2(at.x, at.y) / ctx.pixels_per_point();
        let over = ctx.layer_id_at(point).is_some_and(|layer| layer.order != egui::Order::Background);
        (free.contains(point) && !over).then_some(at)
    };
    let meant = |world: Vec2| overhead.at(world, people.iter().map(stands));
    let size = Vec2::splat(TILE * look.factor());
    let person = |(id, feet): (AgentId, Vec2)| {
        let middle = feet + Vec2::new(0.0, TILE * 0.6);
        let name = names.0.get(&id).filter(|_| meant(middle) == Some(id))?;
        Some(part("person", name, seen(middle)?, size))
    };
    let thing = |object: &Object| {
        let cell = object.cells.first()?;
        let middle = Vec2::new(cell.x as f32 + 0.5, -(cell.y as f32 + 0.5)) * TILE;
        let at = seen(middle).filter(|_| meant(middle).is_none())?;
        Some(part("thing", &object.name, at, size))
    };
    let people = people.iter().map(stands).filter_map(person);
    let mut parts: Vec<String> = people.chain(map.objects.iter().filter_map(thing)).collect();
    parts.sort_unstable();
    format!("town parts {}", parts.concat())
}

/// Adds the probe.
pub fn plugin(app: &mut App) {
    let wanted = || tracing::enabled!(target: "screen", tracing::Level::DEBUG);
    let lines = (selected.pipe(tell), boxes.pipe(tell), pace.pipe(tell), you.pipe(tell), hears.pipe(tell), talks);
    app.add_systems(Last, (lines.run_if(in_state(Scene::Town)), window.pipe(tell), set.pipe(tell)));
    app.add_systems(
        PostUpdate,
        parts.pipe(tell).after(EguiPostUpdateSet::ProcessOutput).run_if(wanted).run_if(on_real_timer(INTERVAL)),
    )
    .add_systems(
        Last,
        town_parts.pipe(tell).run_if(wanted).run_if(in_state(Scene::Town)).run_if(on_real_timer(INTERVAL)),
    );
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
