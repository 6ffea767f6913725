//! The box one speaks from, with the last lines of the talk one is in.
//!
//! What is written goes to whom it was written for, or nowhere: if they are gone, the box says so and Enter turns to who
//! is near before anything is said. Once open it stays until the player closes it, also when the talk is over, so that
//! nobody's words become keys.
//!
//! | file | concern |
//! |---|---|
//! | `draw` | the box itself |

mod draw;

use bevy::prelude::*;
use bevy_egui::{EguiPrimaryContextPass, input::EguiWantsInput};

use super::{Acting, You, hand::Hand};
use crate::{
    agent::{
        avatar::{Avatar, hears},
        dialogue::{Company, TalkId, Talks},
        persona::Names,
    },
    clock::{AgentId, Calendar, Driver, Now},
    schedule::OfTown,
    view::{
        keys::bind::Bindings,
        panels::{PanelsDrawn, telling::sentence},
        scene::in_town,
        speech::{Heard, Speech},
        speed::{SPEEDS, Tempo, paused, ticks_per_second},
        tame::{WHOLE, tame},
    },
};

/// Seconds of the player's for which a talk that is over is still shown where the box was not open.
const LINGERS: f32 = 5.0;

/// The box one speaks from.
#[derive(Resource, Clone, Debug, Default)]
pub struct Speak {
    /// Is it shown?
    pub open: bool,
    /// What has been written.
    pub text: String,
    /// It wants the keys with the next frame.
    focus: bool,
    /// To whom it would be said. Stays the same for as long as something is written.
    to: Option<AgentId>,
    /// They cannot hear it any more; with whoever could instead.
    lost: Option<Option<AgentId>>,
    /// Why nobody would hear anything; `None`: somebody would.
    alone: Option<String>,
    /// Words that the town has not said yet, and the tick in which they were written.
    pending: Option<(String, u64)>,
    /// The talk of the frame before.
    talk: Option<TalkId>,
    /// A talk that is over, and the seconds for which it is still shown: they count while the box is closed.
    parted: Option<(TalkId, f32)>,
}

impl Speak {
    /// Who would hear what is said now; `None`: nobody, or the box is closed.
    pub fn whom(&self) -> Option<AgentId> {
        self.to.filter(|_| self.open && self.lost.is_none())
    }

    /// Is something written in it?
    pub fn writes(&self) -> bool {
        !self.text.trim().is_empty()
    }

    /// Does time stand for what is to be said? From the moment it is opened with somebody in reach, until that is said
    /// or the box closed; in a talk, or after one, from the first letter on. `talks`: they are in a talk, or about to be.
    pub fn holds(&self, talks: bool) -> bool {
        let heard = self.open && self.to.is_some() && self.lost != Some(None) && self.pending.is_none();
        heard && (self.writes() || !talks && self.parted.is_none())
    }

    /// Closes the box; nothing is kept of what was written.
    fn close(&mut self) {
        (self.open, self.parted, self.to, self.lost, self.alone) = (false, None, None, None, None);
        self.text.clear();
    }
}

/// Opens the box, closes it after its talk, and notes to whom one would speak.
fn keys(world: &mut World) {
    let you = *world.resource::<You>();
    let Some(entity) = you.entity else {
        let mut speak = world.resource_mut::<Speak>();
        speak.close();
        speak.pending = None;
        return;
    };
    let pressed = |world: &World| {
        let keys = world.resource::<ButtonInput<KeyCode>>();
        // In the menu of what can be done Enter chooses.
        let chooses = keys.any_just_pressed([KeyCode::Enter, KeyCode::NumpadEnter]);
        let chooses = chooses && world.resource::<Hand>().is_open();
        !chooses && world.resource::<Bindings>().just_pressed(keys, "talk")
    };
    let free = !you.busy || world.resource::<Hand>().is_open();
    let asked = free && !world.resource::<EguiWantsInput>().wants_keyboard_input() && pressed(world);
    follow_talk(world, entity);
    if asked {
        // It opens even where nobody hears, and says why: who begins to type at once has no words become keys.
        let near = hears(world, entity, None).is_ok();
        let mut speak = world.resource_mut::<Speak>();
        (speak.open, speak.focus, speak.to, speak.lost, speak.parted) = (true, true, None, None, None);
        // Nobody comes by where time stands.
        at_walking_pace(world, !near);
        tracing::info!(target: "screen", "speech box");
    }
    if world.resource::<Speak>().pending.is_some() {
        // Nor is anything said there.
        at_walking_pace(world, true);
    }
    if world.resource::<Speak>().open {
        keep_whom(world, entity);
    }
}

/// Notes that a talk began or is over.
fn follow_talk(world: &mut World, entity: Entity) {
    let talk = world.get::<Company>(entity).and_then(|company| company.0);
    let now = world.resource::<Now>().0;
    let seconds = world.resource::<Time<Real>>().delta_secs();
    let talks = world.resource::<Talks>();
    let said = |id: TalkId| talks.over.iter().rev().take(8).any(|(over, talk)| *over == id && !talk.lines.is_empty());
    let over = world.resource::<Speak>().talk.filter(|id| said(*id));
    let mut speak = world.resource_mut::<Speak>();
    speak.pending.take_if(|(_, at)| now > *at + 1);
    let before = std::mem::replace(&mut speak.talk, talk);
    match (before, talk) {
        // Of a talk in which nothing was said there is nothing to tell.
        (Some(_), None) => speak.parted = over.map(|id| (id, LINGERS)),
        (None, Some(_)) => {
            speak.parted = None;
            if !speak.open {
                // Whoever is spoken to at sixty minutes a second would miss it.
                at_walking_pace(world, false);
            }
            return;
        }
        _ => {}
    }
    if !speak.open {
        speak.parted.take_if(|(_, left)| {
            *left -= seconds;
            *left <= 0.0
        });
    }
}

/// Is whom one writes to still there? As long as nothing is written, it is for whoever would hear it.
fn keep_whom(world: &mut World, entity: Entity) {
    let to = world.resource::<Speak>().to;
    let talk = world.get::<Company>(entity).and_then(|company| company.0);
    let members = talk.and_then(|id| world.resource::<Talks>().open.get(&id)).map(|talk| &talk.members);
    let in_talk = to.is_some_and(|to| members.is_some_and(|members| members.contains(&to)));
    let name = to.and_then(|to| world.resource::<Names>().0.get(&to).cloned());
    let there = in_talk || name.is_some_and(|name| hears(world, entity, Some(&name)).is_ok());
    let writes = world.resource::<Speak>().writes();
    let kept = there && (writes || in_talk);
    let nearest = if kept { Ok(None) } else { hears(world, entity, None).map(Some) };
    let mut speak = world.resource_mut::<Speak>();
    speak.alone = nearest.as_ref().err().map(|why| sentence(why));
    let nearest = nearest.unwrap_or_default();
    if kept {
        speak.lost = None;
    } else if writes && speak.to.is_some() {
        speak.lost = Some(nearest);
    } else {
        (speak.to, speak.lost) = (nearest, None);
    }
}

/// Nobody can be talked to at sixty minutes a second; nor, if `even` a pause ends, where time stands.
fn at_walking_pace(world: &mut World, even: bool) {
    let Some(calendar) = world.get_resource::<Calendar>().copied() else { return };
    world.resource_scope(|world, mut tempo: Mut<Tempo>| {
        let Some(mut driver) = world.get_resource_mut::<Driver>() else { return };
        let walking = ticks_per_second(SPEEDS[0], &calendar);
        if driver.speed.is_none_or(|speed| speed > walking) || even && paused(&driver) {
            tempo.choose(0, &mut driver, &calendar);
        }
    });
}

/// What the player said is seen over their head before the town has it.
fn echo(
    you: Res<You>,
    speak: Res<Speak>,
    avatars: Query<(&Avatar, &Company)>,
    mut speech: ResMut<Speech>,
    now: Res<Now>,
) {
    let Some(((avatar, company), id)) = you.entity.and_then(|entity| avatars.get(entity).ok()).zip(you.id) else {
        return;
    };
    let waiting = avatar.lines.front().or(speak.pending.as_ref().map(|(words, _)| words));
    let talk = company.0.unwrap_or(TalkId { by: id, count: u32::MAX });
    if let Some(words) = waiting {
        speech.murmur(id, talk, &tame(words, WHOLE), now.0);
    }
}

/// Adds speaking.
pub fn plugin(app: &mut App) {
    app.of_town::<Speak>()
        .add_systems(Update, keys.in_set(Acting).run_if(resource_exists::<Talks>))
        .add_systems(
            Update,
            echo.in_set(Heard).after(crate::view::speech::draft::overhear).run_if(resource_exists::<Now>),
        )
        .add_systems(EguiPrimaryContextPass, draw::draw.after(PanelsDrawn).run_if(in_town));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_stands_from_the_moment_the_box_is_open_to_somebody() {
        let near = Some(AgentId(2));
        let mut speak = Speak { open: true, ..Speak::default() };
        assert!(!speak.holds(false), "nobody is in reach: it goes on, and brings somebody");
        speak.to = near;
        assert!(speak.holds(false), "before the first letter");
        assert!(!speak.holds(true), "in a talk others have their turn");
        speak.text = "Hello".into();
        assert!(speak.holds(true));
        speak.lost = Some(None);
        assert!(!speak.holds(true), "nobody hears it");
        (speak.lost, speak.pending) = (None, Some(("Hello".into(), 1)));
        assert!(!speak.holds(false), "what was sent must be said");
    }

    #[test]
    fn after_a_talk_time_goes_on_until_more_is_written() {
        let parted = Some((TalkId { by: AgentId(1), count: 0 }, LINGERS));
        let mut speak = Speak { open: true, to: Some(AgentId(2)), parted, ..Speak::default() };
        assert!(!speak.holds(false));
        speak.text = "And".into();
        assert!(speak.holds(false));
        speak.close();
        assert!(!speak.holds(false) && speak.parted.is_none());
    }
}
