//! The box one speaks from, with the last lines of the talk one is in.
//!
//! What is written goes to whom it was written for, or nowhere: as long as there are letters in the field, or the talk with
//! them is on show, it is for nobody else. If they cannot hear it, Enter keeps the words and the box says why. Once open it
//! stays until the player closes it, also when the talk is over, so that nobody's words become keys.
//!
//! | file | concern |
//! |---|---|
//! | `draw` | the box itself |
//! | `wait` | what is written before the other has answered waits for the answer |
//! | `whom` | to whom one writes, as people come and go |

mod draw;
mod wait;
mod whom;

use bevy::prelude::*;
use bevy_egui::{EguiPrimaryContextPass, input::EguiWantsInput};

use super::{Acting, You, use_menu::Hand};
use crate::{
    agent::{
        avatar::hears,
        components::{
            avatar::Avatar,
            talk::{Company, TalkId, Talks},
        },
    },
    clock::{AgentId, Now},
    command::Command,
    exchange::CommandResult,
    schedule::TownResources,
    view::{
        keys::bind::Bindings,
        overlays::{AddOverlay, Overlay},
        panels::{PanelsDrawn, telling::sentence},
        sanitize::{WHOLE, tame},
        scene::Scene,
        speech::{Heard, Speech},
        speed::TimeControl,
    },
};

/// Seconds of the player's for which a talk that is over is still shown where the box was not open.
const LINGERS: f32 = 5.0;
/// Seconds of the player's for which the box stays with whom it was opened to when somebody else speaks to them: who is
/// about to write does not write to the wrong one.
const TURNS: f32 = 2.5;

/// The box one speaks from.
#[derive(Resource, Clone, Debug, Default)]
pub struct Speak {
    /// Is it shown?
    pub open: bool,
    /// What has been written.
    pub text: String,
    /// It wants the keys with the next frame.
    focus: bool,
    /// To whom it would be said. Stays the same for as long as something is written, or a talk with them is shown.
    to: Option<AgentId>,
    /// The talk in which they were spoken to; what was written in it is not for those of another one.
    of: Option<TalkId>,
    /// They cannot hear it any more; with whoever could instead.
    lost: Option<Option<AgentId>>,
    /// Seconds until it turns, by itself and if nothing is written, to whoever has spoken to the player meanwhile.
    turns: f32,
    /// Why nobody, or not who is meant, would hear anything; `None`: they would.
    alone: Option<String>,
    /// Why Enter said nothing, until more is written.
    told: Option<String>,
    /// Words that wait until the other has answered to what was said before, and to whom they are said then.
    held: Option<(AgentId, String)>,
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

    /// Is it for somebody, whether they hear it or not? There are letters, or there may be any moment.
    fn stays(&self) -> bool {
        self.writes() || self.turns > 0.0
    }

    /// Does time stand for what is to be said? From the moment it is opened with somebody in reach, until that is said
    /// or the box closed; in a talk, or after one, from the first letter on. `talks`: they are in a talk, or about to be.
    pub fn holds(&self, talks: bool) -> bool {
        let waits = self.pending.is_some() || self.held.is_some();
        self.whom().is_some() && !waits && (self.writes() || !talks && self.parted.is_none())
    }

    /// Nobody is meant yet.
    fn forget_whom(&mut self) {
        (self.to, self.of, self.lost, self.alone, self.told, self.parted) = (None, None, None, None, None, None);
        self.turns = 0.0;
    }

    /// Closes the box; nothing is kept of what was written.
    fn close(&mut self) {
        self.open = false;
        self.forget_whom();
        self.text.clear();
    }

    /// The player turns to somebody else; what is shown of a talk that is over goes.
    fn turn_to(&mut self, other: AgentId, talk: Option<TalkId>) {
        self.forget_whom();
        (self.to, self.of, self.focus) = (Some(other), talk, true);
    }

    /// Enter was pressed: what is said now, and to whom. Else the words stay and it is told why, or, where an answer is
    /// awaited (`awaits`), they wait for it.
    fn enter(&mut self, awaits: bool) -> Option<(AgentId, String)> {
        self.told = match self.whom() {
            None => Some(self.alone.clone().unwrap_or_else(|| "Nobody is near enough to hear you".into())),
            Some(_) if self.held.is_some() => Some("What you said before is still to be said".into()),
            Some(_) => None,
        };
        let to = self.to.filter(|_| self.told.is_none())?;
        let words = std::mem::take(&mut self.text).trim().to_string();
        if awaits || self.pending.is_some() {
            self.held = Some((to, words));
            return None;
        }
        Some((to, words))
    }

    /// Words that were not said are in the field again, before what has been written since, and it is told why.
    fn give_back(&mut self, words: &str, why: String) {
        self.text = format!("{words} {}", self.text).trim_end().to_string();
        self.told = Some(why);
    }

    /// The town has answered; true: words were refused and the box says why.
    pub(super) fn answered(&mut self, done: &CommandResult) -> bool {
        let (Err(why), Command::Say { to: Some(_), words }, true) = (&done.result, &done.command, self.open) else {
            return false;
        };
        self.pending.take_if(|(sent, _)| sent == words);
        self.give_back(words, sentence(why));
        true
    }
}

/// Opens the box, closes it after its talk, and notes to whom one would speak.
fn keys(world: &mut World) {
    let you = *world.resource::<You>();
    let Some(entity) = you.entity else {
        let mut speak = world.resource_mut::<Speak>();
        speak.close();
        (speak.pending, speak.held) = (None, None);
        return;
    };
    let (keys, chooses) = (world.resource::<ButtonInput<KeyCode>>(), world.resource::<Hand>().is_open());
    // In the menu of what can be done Enter chooses.
    let enter = keys.any_just_pressed([KeyCode::Enter, KeyCode::NumpadEnter]);
    let free = if chooses { !enter } else { !you.busy };
    let asked = free
        && !world.resource::<EguiWantsInput>().wants_keyboard_input()
        && world.resource::<Bindings>().just_pressed(keys, "talk");
    follow_talk(world, entity);
    if asked {
        // It opens even where nobody hears, and says why: who begins to type at once has no words become keys.
        let near = hears(world, entity, None).is_ok();
        let mut speak = world.resource_mut::<Speak>();
        speak.forget_whom();
        (speak.open, speak.focus) = (true, true);
        // Nobody comes by where time stands.
        at_walking_pace(world, !near);
        tracing::info!(target: "screen", "speech box");
    }
    if world.resource::<Speak>().pending.is_some() {
        // Nor is anything said there.
        at_walking_pace(world, true);
    }
    if world.resource::<Speak>().open {
        whom::keep_whom(world, entity);
    }
    wait::pass_on(world, entity);
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
    speak.turns = (speak.turns - seconds).max(0.0);
    let before = std::mem::replace(&mut speak.talk, talk);
    match (before, talk) {
        // Of a talk in which nothing was said there is nothing to tell.
        (Some(_), None) => speak.parted = over.map(|id| (id, LINGERS)),
        (None, Some(_)) => {
            speak.parted = None;
            if speak.open {
                speak.turns = TURNS;
            } else {
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

/// Nobody can be talked to at sixty minutes a second; nor, if `even` a pause ends, where time stands.
fn at_walking_pace(world: &mut World, even: bool) {
    let slow = |In(even): In<bool>, mut time: TimeControl| time.at_walking_pace(even);
    drop(world.run_system_cached_with(slow, even));
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
    app.init_town_resource::<Speak>()
        .add_overlay(Overlay::Speech, |speak: &Speak| speak.open, Speak::close)
        .add_systems(Update, keys.in_set(Acting).run_if(resource_exists::<Talks>))
        .add_systems(Update, echo.in_set(Heard).after(crate::view::speech::draft::overhear))
        .add_systems(EguiPrimaryContextPass, draw::draw.after(PanelsDrawn).run_if(in_state(Scene::Town)));
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
        speak.lost = Some(Some(AgentId(3)));
        assert!(!speak.holds(true), "who is meant does not hear it");
        (speak.lost, speak.pending) = (None, Some(("Hello".into(), 1)));
        assert!(!speak.holds(false), "what was sent must be said");
        (speak.pending, speak.held) = (None, near.map(|one| (one, "And?".into())));
        assert!(!speak.holds(true), "so must be the answer to it");
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

    #[test]
    fn enter_says_it_or_tells_why_not() {
        let john = Some(AgentId(2));
        let mut speak = Speak { open: true, text: " Hello ".into(), ..Speak::default() };
        speak.alone = Some("Nobody is near".into());
        assert_eq!((speak.enter(false), speak.text.as_str()), (None, " Hello "), "the words stay");
        assert_eq!(speak.told.as_deref(), Some("Nobody is near"));
        (speak.to, speak.lost) = (john, Some(Some(AgentId(3))));
        assert_eq!((speak.enter(false), speak.to), (None, john), "nobody else hears it");
        speak.turn_to(AgentId(3), None);
        assert_eq!(speak.enter(false), Some((AgentId(3), "Hello".into())), "unless the player says so");
        assert!(speak.told.is_none() && speak.text.is_empty());
    }

    #[test]
    fn what_is_written_before_an_answer_waits_for_it() {
        let mut speak = Speak { open: true, to: Some(AgentId(2)), text: "And you?".into(), ..Speak::default() };
        assert_eq!(speak.enter(true), None);
        assert_eq!(speak.held, Some((AgentId(2), "And you?".into())));
        speak.text = "Well?".into();
        assert_eq!(speak.enter(false), None);
        assert!(speak.told.is_some() && speak.text == "Well?", "one thing after the other");
    }

    #[test]
    fn what_the_town_refused_is_in_the_field_again() {
        let mut speak = Speak { open: true, pending: Some(("Hello".into(), 1)), ..Speak::default() };
        let refused = |line: &str| CommandResult {
            tick: 1,
            ticket: None,
            command: line.parse().expect("a command"),
            result: Err("Ann is asleep".into()),
        };
        assert!(!speak.answered(&refused("step north")));
        assert!(speak.answered(&refused("say to Ann Lee: Hello")));
        assert_eq!((speak.text.as_str(), speak.told.as_deref()), ("Hello", Some("Ann is asleep")));
    }
}
