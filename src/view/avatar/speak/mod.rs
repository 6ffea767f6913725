//! The player's speech box, with the last lines of the current talk; `draw` paints it.
//!
//! Text is only for the person it was written to: while there are letters in the field, or the talk with them is shown,
//! it goes to nobody else. If they cannot hear it, Enter keeps the text and the box says why. Once open, the box stays
//! until the player closes it, even when the talk is over, so that typed letters never act as keys. Text written before
//! the other has answered waits for the answer: the town lets a player speak out of turn, and that would discard what
//! the other was about to say.

mod draw;
#[cfg(test)]
mod tests;

use bevy::prelude::*;
use bevy_egui::{EguiPrimaryContextPass, input::EguiWantsInput};

use super::{Acting, PlayerState, use_menu::UseMenu};
use crate::{
    agent::{
        avatar::hears,
        components::{
            Avatar,
            talk::{InTalk, Talk, TalkId, Talks},
        },
        persona::Names,
    },
    clock::{AgentId, Now},
    command::Command,
    exchange::{CommandQueue, CommandResult},
    schedule::TownResources,
    view::{
        Notice,
        keys::bind::Bindings,
        overlays::{AddOverlay, Overlay},
        panels::{
            PanelsDrawn,
            widgets::{WHOLE, sentence, short_line},
        },
        scene::Scene,
        speech::{Heard, Speech, overhear},
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
pub struct SpeechBox {
    /// Is it shown?
    pub open: bool,
    text: String,
    /// It wants the keys with the next frame.
    focus: bool,
    /// For whom it is. Stays the same for as long as something is written, or a talk with them is shown.
    to: Option<AgentId>,
    /// Why nobody, or not who is meant, hears anything; `None`: they do.
    unheard: Option<String>,
    /// Who could hear it instead.
    instead: Option<AgentId>,
    /// Seconds until it turns, by itself and if nothing is written, to whoever has spoken to the player meanwhile.
    turns: f32,
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

impl SpeechBox {
    /// Who hears what is said now; `None`: nobody, or the box is closed.
    pub fn whom(&self) -> Option<AgentId> {
        self.to.filter(|_| self.open && self.unheard.is_none())
    }

    fn writes(&self) -> bool {
        !self.text.trim().is_empty()
    }

    /// Is it for somebody, whether they hear it or not? There are letters, or there may be any moment.
    fn stays(&self) -> bool {
        self.writes() || self.turns > 0.0
    }

    /// Does time stand for what is to be said? From the moment it is opened with somebody in reach, until that is said
    /// or the box closed; in a talk, or after one, from the first letter on. `talks`: they are in a talk, or about to be.
    pub fn pauses_time(&self, talks: bool) -> bool {
        let waits = self.pending.is_some() || self.held.is_some();
        self.whom().is_some() && !waits && (self.writes() || !talks && self.parted.is_none())
    }

    /// Turns to somebody, or to whoever is nearest; what is shown of a talk that is over goes.
    fn turn_to(&mut self, other: Option<AgentId>) {
        (self.to, self.focus, self.turns) = (other, true, 0.0);
        (self.unheard, self.instead, self.told, self.parted) = (None, None, None, None);
    }

    /// Closes the box; nothing is kept of what was written.
    fn close(&mut self) {
        self.turn_to(None);
        (self.open, self.focus) = (false, false);
        self.text.clear();
    }

    /// Enter was pressed: what is said now, and to whom. Else the words stay and it is told why, or, where an answer is
    /// awaited (`awaits`), they wait for it.
    fn enter(&mut self, awaits: bool) -> Option<(AgentId, String)> {
        self.told = match self.whom() {
            None => Some(self.unheard.clone().unwrap_or_else(|| "Nobody is near enough to hear you".into())),
            Some(_) if self.held.is_some() => Some("What you said before is still to be said".into()),
            Some(_) => None,
        };
        let to = self.to.filter(|_| self.told.is_none())?;
        let said = (to, std::mem::take(&mut self.text).trim().to_string());
        if awaits || self.pending.is_some() {
            self.held = Some(said);
            return None;
        }
        Some(said)
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
    let you = *world.resource::<PlayerState>();
    let Some(entity) = you.entity else {
        let mut speak = world.resource_mut::<SpeechBox>();
        speak.close();
        (speak.pending, speak.held) = (None, None);
        return;
    };
    let keys = world.resource::<ButtonInput<KeyCode>>();
    // In the menu of what can be done Enter chooses.
    let enter = keys.any_just_pressed([KeyCode::Enter, KeyCode::NumpadEnter]);
    let free = if world.resource::<UseMenu>().is_open() { !enter } else { !you.busy };
    let asked = free
        && !world.resource::<EguiWantsInput>().wants_keyboard_input()
        && world.resource::<Bindings>().just_pressed(keys, "talk");
    follow_talk(world, entity);
    if asked {
        // It opens even where nobody hears, and says why: who begins to type at once has no words become keys.
        let mut speak = world.resource_mut::<SpeechBox>();
        speak.turn_to(None);
        speak.open = true;
        // Nobody comes by where time stands.
        let alone = hears(world, entity, None).is_err();
        at_walking_pace(world, alone);
        tracing::info!(target: "screen", "speech box");
    }
    if world.resource::<SpeechBox>().pending.is_some() {
        // Nor is anything said there.
        at_walking_pace(world, true);
    }
    if world.resource::<SpeechBox>().open {
        keep_whom(world, entity);
    }
    pass_on(world, entity);
}

/// The talk somebody is in, while it is open.
fn talk_of(world: &World, entity: Entity) -> Option<&Talk> {
    world.get::<InTalk>(entity)?.0.and_then(|id| world.resource::<Talks>().open.get(&id))
}

/// Notes that a talk began or is over.
fn follow_talk(world: &mut World, entity: Entity) {
    let talk = world.get::<InTalk>(entity).and_then(|company| company.0);
    let now = world.resource::<Now>().0;
    let seconds = world.resource::<Time<Real>>().delta_secs();
    let over = world.resource::<Talks>().over.iter().rev().take(8);
    // Of a talk in which nothing was said there is nothing to tell.
    let over: Vec<TalkId> = over.filter(|(_, talk)| !talk.lines.is_empty()).map(|(id, _)| *id).collect();
    let mut speak = world.resource_mut::<SpeechBox>();
    speak.pending.take_if(|(_, at)| now > *at + 1);
    speak.turns = (speak.turns - seconds).max(0.0);
    match (std::mem::replace(&mut speak.talk, talk), talk) {
        (Some(id), None) => speak.parted = over.contains(&id).then_some((id, LINGERS)),
        (None, Some(_)) => {
            speak.parted = None;
            if speak.open {
                speak.turns = TURNS;
            } else {
                // Whoever is spoken to at sixty minutes a second would miss it.
                at_walking_pace(world, false);
            }
        }
        _ if !speak.open => drop(speak.parted.take_if(|(_, left)| {
            *left -= seconds;
            *left <= 0.0
        })),
        _ => {}
    }
}

/// Slows time down to walking pace, so that the player can talk; with `even`, a pause ends as well.
fn at_walking_pace(world: &mut World, even: bool) {
    let slow = |In(even): In<bool>, mut time: TimeControl| time.at_walking_pace(even);
    drop(world.run_system_cached_with(slow, even));
}

/// To whom one writes, as people come and go: whom the box was opened to, as long as something is written or may be any
/// moment, or a talk with them is shown; else who is nearest.
fn keep_whom(world: &mut World, entity: Entity) {
    let (speak, names) = (world.resource::<SpeechBox>(), world.resource::<Names>());
    let (bound, unheard) = (speak.stays() || speak.parted.is_some(), speak.whom().is_none());
    let (talk, nearest) = (talk_of(world, entity), hears(world, entity, None));
    let in_talk = |to: &AgentId| talk.is_some_and(|talk| talk.members.contains(to));
    let (to, heard) = match speak.to.filter(|to| bound || in_talk(to)) {
        Some(to) if in_talk(&to) => (Some(to), Ok(to)),
        Some(to) if talk.is_some() => {
            let other = nearest.as_ref().map_or("somebody", |other| names.get(*other));
            (Some(to), Err(format!("{other} speaks to you")))
        }
        Some(to) => (Some(to), hears(world, entity, Some(names.get(to)))),
        None => (nearest.clone().ok(), nearest.clone()),
    };
    // What Enter did not say is not said by itself, so that nobody hears what was written for somebody else.
    let now_heard = heard.as_ref().ok().filter(|_| unheard && speak.told.is_some());
    let now_heard = now_heard.map(|to| format!("{} hears you now: Enter says it", names.get(*to)));
    let mut speak = world.resource_mut::<SpeechBox>();
    speak.to = to;
    (speak.unheard, speak.instead) = (heard.err().map(|why| sentence(&why)), nearest.ok());
    if now_heard.is_some() {
        speak.told = now_heard;
    }
}

/// Who has still to answer to what `me` said last.
fn awaited(talk: &Talk, me: AgentId, names: &Names) -> Option<AgentId> {
    let asked = talk.ended.is_none() && talk.lines.last().is_some_and(|line| line.by == me);
    let next = talk.next(|one| names.first_name(one), |one| one == me, true);
    next.filter(|one| asked && *one != me)
}

/// Says what has waited once it was answered; if the talk is over, gives it back.
fn pass_on(world: &mut World, entity: Entity) {
    let (speak, names) = (world.resource::<SpeechBox>(), world.resource::<Names>());
    let Some((to, words)) = speak.held.clone() else { return };
    let sent = speak.pending.is_some() || world.get::<Avatar>(entity).is_some_and(|avatar| !avatar.lines.is_empty());
    let Some(&me) = world.get::<AgentId>(entity).filter(|_| !sent) else { return };
    let talk = talk_of(world, entity).filter(|talk| talk.ended.is_none() && talk.members.contains(&to));
    if talk.is_some_and(|talk| awaited(talk, me, names).is_some()) {
        return;
    }
    let (goes_on, now, name) = (talk.is_some(), world.resource::<Now>().0, names.name(to));
    let mut speak = world.resource_mut::<SpeechBox>();
    (speak.held, speak.told) = (None, None);
    if goes_on {
        speak.pending = Some((words.clone(), now));
        world.resource_mut::<CommandQueue>().push(Command::Say { to: Some(name), words });
    } else if speak.open {
        speak.give_back(&words, "The talk is over".into());
    } else {
        world.write_message(Notice(format!("The talk was over before you said: {words}")));
    }
}

/// What the player said is seen over their head before the town has it.
fn echo(
    (you, speak, now): (Res<PlayerState>, Res<SpeechBox>, Res<Now>),
    avatars: Query<(&AgentId, &Avatar, &InTalk)>,
    mut speech: ResMut<Speech>,
) {
    let Some((&id, avatar, company)) = you.entity.and_then(|entity| avatars.get(entity).ok()) else { return };
    let talk = company.0.unwrap_or(TalkId { by: id, count: u32::MAX });
    if let Some(words) = avatar.lines.front().or(speak.pending.as_ref().map(|(words, _)| words)) {
        speech.murmur(id, talk, &short_line(words, WHOLE), now.0);
    }
}

/// Adds speaking.
pub fn plugin(app: &mut App) {
    app.init_town_resource::<SpeechBox>()
        .add_overlay(Overlay::Speech, |speak: &SpeechBox| speak.open, SpeechBox::close)
        .add_systems(Update, keys.in_set(Acting).run_if(resource_exists::<Talks>))
        .add_systems(Update, echo.in_set(Heard).after(overhear))
        .add_systems(EguiPrimaryContextPass, draw::draw.after(PanelsDrawn).run_if(in_state(Scene::Town)));
}
