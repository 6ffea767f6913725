//! Keys and clicks become steps. The step is seen in the same frame; the town counts it from the next tick.

use bevy::prelude::*;

use super::{Acting, You, seek::Paused, speak::Speak, use_menu::Hand};
use crate::{
    clock::{Driver, Now},
    command::{Command, Destination},
    exchange::CommandQueue,
    schedule::TownResources,
    view::{
        Clicked,
        keys::Keyboard,
        overlays::{Overlay, Overlays},
        speed::TimeControl,
    },
    world::{Facing, Footing, Tile, TownMap},
};

/// Ways; the keys that lead there are rows of the table of keys, by the same names.
const WAYS: [(Facing, &str); 4] =
    [(Facing::Up, "north"), (Facing::Right, "east"), (Facing::Down, "south"), (Facing::Left, "west")];
/// Seconds after the last step for which one counts as walking.
const WALKING: f32 = 0.35;

/// The step that the town has not taken yet.
#[derive(Resource, Clone, Copy, Debug, Default)]
pub struct Ahead {
    /// The cell it leads to, and the tick in which it counts.
    step: Option<(Tile, u64)>,
    /// The way that was chosen last, of several that are held.
    last: usize,
    /// Seconds since a step was asked for.
    pub idle: f32,
}

impl Ahead {
    /// Where the player is to be drawn, if that is not where the town has them.
    pub fn seen_at(&self) -> Option<Tile> {
        self.step.map(|(tile, _)| tile)
    }

    /// Has the player just walked?
    pub fn walking(&self) -> bool {
        self.idle < WALKING
    }
}

fn steps(
    keyboard: Keyboard,
    (mut you, mut ahead): (ResMut<You>, ResMut<Ahead>),
    (now, map, mut time): (Res<Now>, Res<TownMap>, TimeControl),
    mut queue: ResMut<CommandQueue>,
    real: Res<Time<Real>>,
) {
    ahead.idle += real.delta_secs();
    if ahead.step.is_some_and(|(_, at)| now.0 > at) {
        ahead.step = None;
    }
    let with_another = keyboard.ctrl() || keyboard.keys.pressed(KeyCode::AltLeft);
    if you.id.is_none() || you.busy || with_another || keyboard.typing() {
        return;
    }
    // The way that was chosen last wins; in a slow frame a key may be up again already.
    if let Some(just) = WAYS.iter().position(|(_, name)| keyboard.just_pressed(name)) {
        ahead.last = just;
    }
    let held = |n: &usize| keyboard.held(WAYS[*n].1);
    let Some(way) = [ahead.last].into_iter().chain(0..WAYS.len()).find(held) else { return };
    let facing = WAYS[way].0;
    ahead.idle = 0.0;
    you.kept = true;
    if time.chosen() != Some(0) {
        time.choose(0);
    }
    // One step a tick.
    if ahead.step.is_some() || queue.waiting().any(|command| matches!(command, Command::Step(_))) {
        return;
    }
    queue.push(Command::Step(facing));
    let to = you.at.toward(facing);
    let open = map.index(to).is_some() && map.footing(to) != Footing::Blocked;
    ahead.step = Some((if open { to } else { you.at }, now.0));
}

/// A click on the ground or on a thing: there one goes.
fn clicks(
    mut clicked: MessageReader<Clicked>,
    (mut you, mut ahead): (ResMut<You>, ResMut<Ahead>),
    (speak, overlays, mut hand): (Res<Speak>, Res<Overlays>, ResMut<Hand>),
    (map, mut pause): (Res<TownMap>, Paused),
    mut queue: ResMut<CommandQueue>,
) {
    // Who has something to say and nobody to hear it may walk up to somebody.
    let seeks = overlays.top() == Some(Overlay::Speech) && speak.whom().is_none() && !you.talks;
    // A click beside the menu of what can be done closes it, and is the click that it is.
    let leaves = overlays.top() == Some(Overlay::Hand);
    for click in clicked.read() {
        if leaves {
            hand.close();
        }
        // Who looks at somebody else's doings is not sent across the town by it.
        let (Some(tile), None, false) = (click.tile, click.on, click.elsewhere) else { continue };
        if you.id.is_none() || you.busy && !seeks && !leaves {
            continue;
        }
        you.kept = true;
        ahead.idle = 0.0;
        // The head of a tall thing is painted over what lies behind it: who clicks there means the thing.
        let thing = click.thing.filter(|thing| !map.object(*thing).cells.contains(&tile));
        let to = thing.map_or(Destination::Tile(tile), |thing| {
            Destination::Address(map.address(thing).trim_matches(['<', '>']).into())
        });
        queue.push(Command::Goto(to));
        pause.set_out();
    }
}

/// Adds walking.
pub fn plugin(app: &mut App) {
    let town = resource_exists::<TownMap>.and_then(resource_exists::<Driver>);
    app.init_town_resource::<Ahead>().add_systems(Update, (steps, clicks).chain().in_set(Acting).run_if(town));
}
