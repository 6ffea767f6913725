//! Keys and clicks become steps. The step is seen in the same frame; the town counts it from the next tick. A click in a
//! panel sends the player to somebody, as `goto NAME` does in the console.

use bevy::{ecs::system::SystemParam, prelude::*};

use super::{Acting, PlayerState, speak::SpeechBox, use_menu::UseMenu};
use crate::{
    clock::{AgentId, Driver, Now},
    command::{Command, Destination},
    exchange::CommandQueue,
    schedule::TownResources,
    view::{
        Clicked, Notice,
        keys::{Keyboard, bind::Bindings},
        overlays::{Overlay, Overlays},
        speed::{TimeControl, paused},
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
pub struct PredictedStep {
    /// The cell it leads to, and the tick in which it counts.
    step: Option<(Tile, u64)>,
    /// The way that was chosen last, of several that are held.
    last: usize,
    /// Seconds since a step was asked for.
    pub idle: f32,
}

impl PredictedStep {
    /// Where the player is to be drawn, if that is not where the town has them.
    pub fn predicted_tile(&self) -> Option<Tile> {
        self.step.map(|(tile, _)| tile)
    }

    /// Has the player just walked?
    pub fn walking(&self) -> bool {
        self.idle < WALKING
    }
}

fn steps(
    keyboard: Keyboard,
    (mut you, mut ahead): (ResMut<PlayerState>, ResMut<PredictedStep>),
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
    you.camera_follows = true;
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
    (mut you, mut ahead): (ResMut<PlayerState>, ResMut<PredictedStep>),
    (speak, overlays, mut hand): (Res<SpeechBox>, Res<Overlays>, ResMut<UseMenu>),
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
        you.camera_follows = true;
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
    app.init_town_resource::<PredictedStep>().add_systems(Update, (steps, clicks).chain().in_set(Acting).run_if(town));
}

/// What a panel needs to send the player to somebody.
#[derive(SystemParam)]
pub struct Seek<'w> {
    you: ResMut<'w, PlayerState>,
    queue: ResMut<'w, CommandQueue>,
    pause: Paused<'w>,
}

/// Nobody walks where time stands: the pause stays as the player set it, and they are told how it ends.
#[derive(SystemParam)]
struct Paused<'w> {
    driver: Option<Res<'w, Driver>>,
    bindings: Res<'w, Bindings>,
    notices: MessageWriter<'w, Notice>,
}

impl Paused<'_> {
    /// The player has been sent somewhere.
    fn set_out(&mut self) {
        if self.driver.as_deref().is_some_and(paused) {
            let words = format!("Paused: {} goes on, and you set out", self.bindings.named("pause"));
            self.notices.write(Notice(words));
        }
    }
}

impl Seek<'_> {
    /// Is the player in town, and somebody else than this one?
    pub fn can(&self, who: AgentId) -> bool {
        self.you.id.is_some_and(|you| you != who)
    }

    /// Is the player in town as this one?
    pub fn is_you(&self, who: AgentId) -> bool {
        self.you.id == Some(who)
    }

    /// Sends them to whoever is called so.
    pub fn go_to(&mut self, name: &str) {
        self.queue.push(Command::Goto(Destination::Name(name.into())));
        self.you.camera_follows = true;
        self.pause.set_out();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bevy::ecs::system::RunSystemOnce;

    #[test]
    fn who_is_in_town_goes_after_others_by_a_command() {
        let mut world = World::new();
        world.insert_resource(PlayerState::default());
        world.init_resource::<CommandQueue>();
        world.init_resource::<Bindings>();
        world.init_resource::<Messages<Notice>>();
        world.insert_resource(Driver { speed: Some(0.0), ..Driver::new(crate::clock::Pace::Live) });
        let can = |seek: Seek| [1, 2].map(|who| seek.can(AgentId(who)));
        assert_eq!(world.run_system_once(can).ok(), Some([false, false]));
        world.resource_mut::<PlayerState>().id = Some(AgentId(1));
        assert_eq!(world.run_system_once(can).ok(), Some([false, true]));
        assert!(world.run_system_once(|mut seek: Seek| seek.go_to("Ann Lee")).is_ok());
        let goes = Command::Goto(Destination::Name("Ann Lee".into()));
        assert!(world.resource::<CommandQueue>().waiting().eq([&goes]));
        assert!(world.resource::<PlayerState>().camera_follows);
        assert_eq!(world.resource::<Driver>().speed, Some(0.0), "the pause is the player's");
        let told: Vec<Notice> = world.resource_mut::<Messages<Notice>>().drain().collect();
        assert!(told.iter().any(|notice| notice.0.starts_with("Paused: Space goes on")));
    }
}
