//! Talk in world time (paper, section 4.3.2): whose turn it is, lines that take their time, and the end.
//!
//! | file | concern |
//! |---|---|
//! | `approach` | walking up to somebody, and the opening of a talk |
//! | `memories` | what comes to mind about the other, and what is kept of a talk |
//! | `ask` | the next line and what is kept, as questions |
//! | `settle` | what a line asks for, promises or settles, for each who hears it |
//!
//! Rules: nobody talks while asleep or in two talks at once, a line takes time, and a pair that has talked waits a
//! while.

mod approach;
mod ask;
mod memories;
mod settle;

use bevy::ecs::query::QueryData;
use rand::RngExt;

use self::settle::{Line, unread};
use crate::{
    agent::{agenda::Agenda, prelude::*},
    language::{cues::is_goodbye, script::text_width},
    mind::question::{Spoken, TalkAct, Utter},
};

/// The most lines of a talk.
pub const LONGEST_TALK: usize = 30;
/// How many of their own lines an agent remembers word for word.
pub const OWN_LINES: usize = 150;

/// Adds talk.
pub fn plugin(app: &mut App) {
    app.init_town_resource::<Talks>().add_plugins((ask::plugin, settle::plugin));
    app.add_observer(memories::store_talk).add_observer(memories::store_bare_talk);
    let systems = (
        continue_talks.in_set(TickStep::ContinueTalks),
        approach::answer_hail.in_set(TickStep::AnswerHail),
        approach::approach_partner.in_set(TickStep::ApproachPartner),
    );
    app.add_systems(Tick, systems);
}

/// Characters spoken per tick.
const SPEECH: usize = 40;
/// Ticks that the shortest line takes.
const SHORTEST: u64 = 3;
/// Least and most minutes until a pair that has talked may talk again.
const COOL: (u32, u32) = (150, 300);
/// Minutes by which one may be late for what the plan says before one walks off.
const LATE: u32 = 10;
/// Minutes before an engagement at which one leaves for it.
const AHEAD: u32 = 5;
/// Ticks of silence of a player after which the others leave.
const SILENCE: u64 = 36;
/// The same for somebody who has said goodbye.
const PARTING: u64 = 15;

/// Somebody who talks, or may.
#[derive(QueryData)]
#[query_data(mutable)]
struct Participant {
    person: Person,
    posture: &'static Posture,
    errand: &'static Errand,
    agenda: &'static mut Agenda,
    plan: &'static DayPlan,
    relations: &'static Relations,
    image: &'static SelfImage,
    percepts: &'static Percepts,
    action: &'static mut CurrentAction,
    path: &'static mut Path,
    facing: &'static mut Facing,
    approach: &'static mut Approach,
    in_talk: &'static mut InTalk,
    cooldowns: &'static mut Cooldowns,
    dialogue: &'static mut DialogueState,
    ended_talks: &'static mut EndedTalks,
    memory: &'static mut MemoryStream,
    thinking: &'static mut Thinking,
    avatar: Option<&'static mut Avatar>,
    newcomer: Option<&'static Newcomer>,
}

/// What the next tick of a talk is.
enum Turn {
    Wait,
    Say { by: AgentId, words: String, end: bool, acts: Vec<TalkAct> },
    Over(Ending),
}

fn continue_talks(town: Town, mut talks: ResMut<Talks>, mut people: Query<Participant>) -> Result {
    let ids: Vec<TalkId> = talks.open.keys().copied().collect();
    for id in ids {
        let Some(talk) = talks.open.get_mut(&id) else { continue };
        remove_leaving((id, talk), &town, &mut people);
        match turn(talk, &town, &people) {
            Turn::Wait => {}
            Turn::Say { by, words, end, acts } => {
                say(talk, (by, words, end), &town, &mut people);
                settle_line((id, talk), &acts, &town, &mut people);
            }
            Turn::Over(ending) => {
                let Some(mut talk) = talks.open.remove(&id) else { continue };
                talk.ended = Some(talk.ended.unwrap_or(town.now.0));
                talk.ending = ending;
                talk.members.iter().for_each(|me| end_for_member((id, &talk), *me, &town, &mut people));
                talks.over.push((id, talk));
            }
        }
    }
    Ok(())
}

/// Who leaves a talk of more than two leaves the others to it.
fn remove_leaving((id, talk): (TalkId, &mut Talk), town: &Town, people: &mut Query<Participant>) {
    let now = town.now.0;
    if talk.members.len() > 2 && talk.ended.is_none() {
        let goes = |id: &&AgentId| {
            let one = town.entity(**id).and_then(|entity| people.get(entity).ok());
            one.is_none_or(|one| one.errand.0.is_some() || called_away(&one, talk, town))
        };
        let going: Vec<AgentId> = talk.members.iter().filter(goes).copied().collect();
        talk.leaving.extend(going.into_iter().map(|who| (who, now)));
    }
    let due = |talk: &Talk| talk.leaving.iter().find(|(_, from)| *from <= now).map(|(who, _)| *who);
    while let Some(me) = due(talk) {
        end_for_member((id, talk), me, town, people);
        talk.members.retain(|one| *one != me);
        talk.leaving.retain(|(one, _)| *one != me);
    }
}

fn turn(talk: &Talk, town: &Town, people: &Query<Participant>) -> Turn {
    let now = town.now.0;
    let member = |id: &AgentId| town.entity(*id).and_then(|entity| people.get(entity).ok());
    let all: Vec<_> = talk.members.iter().filter_map(|id| Some((*id, member(id)?))).collect();
    // Danger does not wait for the end of a sentence, and nobody talks to one who is no longer there.
    if let Some((who, _)) = all.iter().find(|(_, one)| one.errand.0.is_some()) {
        return Turn::Over(Ending::Urgent(*who));
    }
    if all.len() < talk.members.len().max(2) {
        return Turn::Over(Ending::Said);
    }
    // Whom a player guides speaks when the player likes.
    let guided = |id: AgentId| member(&id).is_some_and(|one| one.avatar.is_some());
    if let Some(ended) = talk.ended.filter(|ended| now >= *ended) {
        let left = talk.members.iter().copied().find(|id| guided(*id)).filter(|_| ended < talk.said());
        return Turn::Over(left.map_or(Ending::Said, Ending::WalkedOff));
    }
    if talk.ended.is_some() || now < talk.said() {
        return Turn::Wait;
    }
    if let Some((who, _)) = all.iter().find(|(_, one)| called_away(one, talk, town)) {
        return Turn::Over(Ending::Expected(*who));
    }
    // What they have for somebody else is nothing for these.
    let meant = |avatar: &Avatar| avatar.to.is_none_or(|to| talk.members.contains(&to));
    let line = |id: &AgentId| {
        let avatar = member(id)?.avatar.filter(|avatar| meant(avatar))?;
        avatar.lines.front().map(|words| (*id, words.clone()))
    };
    if let Some((by, words)) = talk.members.iter().find_map(line) {
        return Turn::Say { by, words, end: false, acts: Vec::new() };
    }
    let first = |id: AgentId| town.names.first_name(id);
    let leaves = talk.lines.last().is_some_and(|line| !guided(line.by) && is_goodbye(&line.words));
    let patient = now < talk.said() + if leaves { PARTING } else { SILENCE };
    let Some(by) = talk.next(first, guided, patient) else { return Turn::Over(Ending::Said) };
    match member(&by).and_then(|one| one.dialogue.next.clone()) {
        None if guided(by) && !patient => Turn::Over(Ending::Said),
        None => Turn::Wait,
        Some(NextLine::Line { words, end, acts }) => Turn::Say { by, words, end, acts },
        Some(NextLine::Silence) => Turn::Over(Ending::Said),
    }
}

/// Does life call somebody out of a talk: bedtime, a part of the day elsewhere, an engagement? What was due before the
/// talk began does not, and nothing calls whom a player guides.
fn called_away(one: &ParticipantReadOnlyItem, talk: &Talk, town: &Town) -> bool {
    let (began, now) = (town.calendar.minute(talk.began), town.minute());
    let due = |at: Minute, late: u32| at > began && at.0 + late <= now.0;
    let bed = || one.plan.bedtime().is_some_and(|bedtime| due(bedtime, LATE));
    let elsewhere = || one.plan.part(now).is_some_and(|part| part.place != talk.arena && due(part.from, LATE));
    let soon = |at: Minute| due(Minute(at.0.saturating_sub(AHEAD)), 0);
    let engaged =
        || one.agenda.engagements.iter().any(|one| one.place != talk.arena && soon(one.from) && now < one.until);
    one.avatar.is_none() && (bed() || elsewhere() || engaged())
}

/// The last line reaches those who hear it, with what it does; a player's is still to be read.
fn settle_line((id, talk): (TalkId, &Talk), acts: &[TalkAct], town: &Town, people: &mut Query<Participant>) {
    let Some(Utterance { by, words, .. }) = talk.lines.last() else { return };
    let first = |id: AgentId| town.names.first_name(id);
    let Some(to) = talk.called(*by, words, first).or_else(|| talk.partner(*by)) else { return };
    let speaker = town.entity(*by).and_then(|entity| people.get_mut(entity).ok());
    if let Some(mut avatar) = speaker.and_then(|one| one.avatar) {
        avatar.unread.push(unread(talk, id, to, &town.names));
        return;
    }
    let n = talk.lines.len() as u32 - 1;
    Line { talk: id, n, by: *by, words, to, hearers: &talk.members }.settles(acts, town, people);
}

fn say(talk: &mut Talk, (by, words, end): (AgentId, String, bool), town: &Town, people: &mut Query<Participant>) {
    let now = town.now.0;
    let long = (text_width(&words).div_ceil(SPEECH) as u64).max(SHORTEST);
    talk.lines.push(Utterance { by, words, from: now, until: now + long });
    if end {
        talk.say_goodbye(by, now + long);
    }
    if talk.lines.len() >= LONGEST_TALK {
        talk.ended = Some(now + long);
    }
    let entity = |id: &AgentId| town.entity(*id);
    let Some(speaker) = entity(&by) else { return };
    let mut guided = false;
    if let Ok(mut one) = people.get_mut(speaker) {
        one.dialogue.next = None;
        guided = one.avatar.as_mut().is_some_and(|avatar| avatar.lines.pop_front().is_some());
    }
    // A player does not wait for their turn: what another was about to say was meant as an answer to something else.
    for id in talk.members.iter().filter(|id| guided && **id != by) {
        if let Some(mut one) = entity(id).and_then(|entity| people.get_mut(entity).ok()) {
            one.dialogue.next = None;
            one.thinking.withdraw::<Utter>();
        }
    }
    // All turn to whoever speaks, and whoever speaks to whom they speak to.
    let Some(there) = people.get(speaker).ok().map(|one| *one.person.at) else { return };
    let partner =
        talk.partner(by).as_ref().and_then(entity).and_then(|other| people.get(other).ok()).map(|one| *one.person.at);
    for id in &talk.members {
        let Some(mut one) = entity(id).and_then(|entity| people.get_mut(entity).ok()) else { continue };
        let to = if *id == by { partner } else { Some(there) };
        if let Some(to) = to {
            one.posture.turn_to(&mut one.facing, *one.person.at, to);
        }
    }
}

/// Somebody goes on with their day, with the talk to think over.
fn end_for_member((id, talk): (TalkId, &Talk), me: AgentId, town: &Town, people: &mut Query<Participant>) {
    let now = town.now.0;
    let Some(mut one) = town.entity(me).and_then(|entity| people.get_mut(entity).ok()) else { return };
    one.in_talk.0 = None;
    one.thinking.withdraw::<Utter>();
    let minutes = town.seed.dice(me, now, "talked enough").random_range(COOL.0..=COOL.1);
    for other in talk.members.iter().filter(|other| **other != me) {
        one.cooldowns.0.insert(*other, now + town.ticks(minutes));
    }
    let own = talk.lines.iter().filter(|line| line.by == me).map(|line| line.words.clone());
    let lines = Memo::make_mut(&mut one.dialogue.lines);
    lines.extend(own);
    lines.drain(..lines.len().saturating_sub(OWN_LINES));
    one.dialogue.next = None;
    let recollection = one.dialogue.recollection.take().unwrap_or_default();
    if let Some(with) = talk.partner(me).filter(|_| !talk.lines.is_empty()) {
        let lines = talk.lines.iter().map(|line| Spoken { who: town.names.name(line.by), words: line.words.clone() });
        let (lines, began, ended, arena) = (lines.collect(), talk.began, now, talk.arena);
        one.ended_talks.0.push(EndedTalk {
            talk: Some(id),
            with,
            lines,
            began,
            ended,
            arena,
            recollection,
            asked: false,
        });
    }
    if one.action.what.starts_with("talking with ") {
        one.action.what = "looking about".into();
        one.action.emoji = "💭".into();
    }
    // Back to what one has in hand.
    if let Some(spot) = one.action.spot.filter(|_| one.action.is_doing()) {
        *one.facing = town.map.spot(spot).facing;
    }
}
