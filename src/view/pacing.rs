//! Adapts the speed of time to the player and the model. At speed 1 a line stays on the screen until it can be read.
//! Time is paused while the player chooses or writes, runs at walking pace while they talk, and slowly while somebody
//! waits for them. While an answer is late, the closer its question is to timing out, the slower time runs:
//! otherwise a slow model would always time out, and the fallback would run the town.
//!
//! Rule: this changes when ticks run, never what they do.

use std::collections::BTreeSet;

use bevy::{ecs::system::SystemParam, prelude::*};

use super::{
    avatar::{PlayerState, join_page::JoinPage, speak::SpeechBox, use_menu::UseMenu, walk::PredictedStep},
    camera::Viewpoint,
    people::Figure,
    preferences::Settings,
    scene::TownState,
    speech::{Heard, Speech},
    speed::{SPEEDS, ticks_per_second},
};
use crate::{
    agent::components::{
        Avatar,
        talk::{InTalk, Talks},
    },
    clock::{AgentId, Calendar, Driver, Now, Pace},
    exchange::Thinking,
    mind::{
        Ask,
        question::{Question, Utter},
    },
    schedule::TownResources,
};

/// The least share of its speed at which the town still goes on while somebody reads.
const MIN: f64 = 0.01;
/// The share of its speed at which the town goes on while somebody waits for the player's answer.
const WAITED_FOR: f64 = 0.15;
/// The share of speed 1 that is left just before somebody gives up on an answer.
const IMPATIENT: f64 = 0.1;
/// The same while a line to the player is late: their patience lasts most of a minute then.
const TO_YOU: f64 = 0.04;

/// Is time slowed because an answer is late?
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Slowed(pub bool);

/// The share of `speed` (ticks a second) at which a line ends no sooner than it has been read: it still takes so many
/// ticks, and needs so many seconds.
fn share_to_read(ticks: f64, seconds: f64, speed: f64) -> f64 {
    if seconds > 0.0 { (ticks.max(0.0) / seconds / speed).clamp(MIN, 1.0) } else { 1.0 }
}

/// Slows the town down while lines on the screen are to be read.
fn ease_for_reading(
    speech: Res<Speech>,
    people: Query<(&AgentId, &Figure)>,
    (look, settings): (Res<Viewpoint>, Res<Settings>),
    now: Res<Now>,
    mut driver: ResMut<Driver>,
) {
    let Some(speed) = driver.speed.filter(|speed| *speed > 0.0 && speech.aloud) else {
        driver.ease = 1.0;
        return;
    };
    let corner = look.corner().as_vec2() / look.factor();
    let window = Rect::from_corners(corner, corner + look.extent());
    let heard = people.iter().filter(|(_, figure)| window.contains(figure.crown * Vec2::new(1.0, -1.0)));
    let lines = heard.filter_map(|(who, _)| speech.of(*who).filter(|line| !line.draft && now.0 <= line.until));
    let shares = lines.map(|line| {
        // The tick before `now` has been lived; its last line is said when `until` begins.
        let ticks = line.until as f64 - now.0 as f64 + 1.0 - driver.owed;
        share_to_read(ticks, line.unread(settings.reading_speed), speed)
    });
    driver.ease = shares.fold(1.0, f64::min);
}

/// What the player is about.
#[derive(SystemParam)]
struct Player<'w> {
    you: Res<'w, PlayerState>,
    ahead: Res<'w, PredictedStep>,
    speak: Res<'w, SpeechBox>,
    arrive: Res<'w, JoinPage>,
    hand: Res<'w, UseMenu>,
}

/// Stops time while the player chooses or writes, and slows it while they talk; while they walk it is never slow.
fn ease_for_player(
    Player { you, ahead, speak, arrive, hand }: Player,
    (now, talks, calendar): (Res<Now>, Res<Talks>, Res<Calendar>),
    people: Query<(&InTalk, &Avatar)>,
    mut driver: ResMut<Driver>,
) {
    let own = you.entity.and_then(|entity| people.get(entity).ok());
    // What they have sent waits until somebody can hear it.
    let about_to = own.is_some_and(|(_, avatar)| !avatar.lines.is_empty());
    if arrive.pauses_time() || hand.is_open() || speak.pauses_time(you.talks || about_to) {
        driver.ease = 0.0;
        return;
    }
    let Some((company, _)) = own else { return };
    let Some(talk) = company.0.and_then(|id| talks.open.get(&id)) else {
        driver.ease = if ahead.walking() { 1.0 } else { driver.ease };
        return;
    };
    if talk.lines.last().is_some_and(|line| Some(line.by) != you.id && line.until <= now.0) {
        driver.ease = driver.ease.min(WAITED_FOR);
    }
    // Whatever speed was chosen: at sixty minutes a second every talk is over before one has read its first line.
    if let Some(speed) = driver.speed.filter(|speed| *speed > 0.0) {
        driver.ease = driver.ease.min(ticks_per_second(SPEEDS[0], &calendar) / speed);
    }
}

/// The share of speed 1 at which an answer can still come: `used` is how much of their patience the most impatient has
/// used, 0 to 1; `to_you`: a line to the player is among what is late.
fn patient(used: f64, to_you: bool) -> f64 {
    if to_you { TO_YOU } else { 1.0 - (1.0 - IMPATIENT) * used.clamp(0.0, 1.0) }
}

fn ease_for_model(
    people: Query<(&Thinking, &InTalk, Has<Avatar>)>,
    (now, calendar, mut driver): (Res<Now>, Res<Calendar>, ResMut<Driver>),
    mut slowed: ResMut<Slowed>,
) {
    let yours: BTreeSet<_> = people.iter().filter(|(.., you)| *you).filter_map(|(_, company, _)| company.0).collect();
    let tick = now.0;
    let late = people.iter().flat_map(|(thinking, company, _)| {
        let near = company.0.is_some_and(|talk| yours.contains(&talk));
        thinking.open().filter(move |ask| ask.due < tick).map(move |ask| (ask, near && ask.purpose == Utter::PURPOSE))
    });
    let late: Vec<(&Ask, bool)> = late.collect();
    let used = |ask: &Ask| (now.0 - ask.due) as f64 / ask.give_up.saturating_sub(ask.due).max(1) as f64;
    let used = late.iter().map(|(ask, _)| used(ask)).reduce(f64::max).filter(|_| driver.pace == Pace::Live);
    let wanted = driver.speed.filter(|speed| *speed > 0.0);
    let eased = used.zip(wanted).map(|(used, speed)| {
        patient(used, late.iter().any(|(_, to_you)| *to_you)) * ticks_per_second(SPEEDS[0], &calendar) / speed
    });
    slowed.set_if_neq(Slowed(eased.is_some_and(|eased| eased < 1.0)));
    driver.ease = driver.ease.min(eased.unwrap_or(1.0));
}

/// Adds what slows time down.
pub fn plugin(app: &mut App) {
    app.init_town_resource::<Slowed>().add_systems(
        Update,
        (ease_for_reading, ease_for_player, ease_for_model).chain().after(Heard).run_if(in_state(TownState::Open)),
    );
}

#[cfg(test)]
mod tests {
    use super::*;
    use bevy::ecs::system::RunSystemOnce;

    #[test]
    fn a_line_takes_as_long_as_it_takes_to_read() {
        // Three ticks at six a second would be over in half a second.
        assert_eq!(share_to_read(3.0, 4.0, 6.0), 0.125);
        assert_eq!((share_to_read(9.0, -1.0, 1.0), share_to_read(0.0, 5.0, 6.0)), (1.0, MIN));
        // However the frames fall, the line takes what it needs.
        let (mut ticks, mut seconds, mut took) = (3.0, 4.0, 0.0);
        while ticks > 1e-9 {
            let frame = 1.0 / 60.0;
            ticks -= 6.0 * share_to_read(ticks, seconds, 6.0) * frame;
            (seconds, took) = (seconds - frame, took + frame);
        }
        assert!((3.9..4.5).contains(&took), "{took}");
    }

    #[test]
    fn the_nearer_somebody_gives_up_the_slower_it_goes() {
        assert_eq!(patient(0.0, false), 1.0);
        assert!((patient(0.5, false) - 0.55).abs() < 1e-9 && (patient(1.0, false) - 0.1).abs() < 1e-9);
        // The two seconds for which a line is waited for become a good part of a minute if it is for the player.
        assert!((40.0..60.0).contains(&(12.0 / (6.0 * patient(0.5, true)))));
    }

    #[test]
    fn time_stands_while_one_chooses() {
        let mut world = World::new();
        world.init_resource::<crate::clock::Roster>();
        world.insert_resource(PlayerState { id: Some(AgentId(1)), ..PlayerState::default() });
        world.init_resource::<PredictedStep>();
        world.init_resource::<SpeechBox>();
        world.init_resource::<JoinPage>();
        world.init_resource::<Talks>();
        world.insert_resource(Now(1));
        world.insert_resource(Calendar { start: jiff::civil::date(2023, 2, 13).at(6, 30, 0, 0), tick_seconds: 10 });
        let mut ease = |hand: UseMenu| {
            world.insert_resource(hand);
            world.insert_resource(Driver::new(Pace::Live));
            assert!(world.run_system_once(ease_for_player).is_ok());
            world.resource::<Driver>().ease
        };
        assert_eq!([ease(UseMenu::of_rows(2)), ease(UseMenu::default())], [0.0, 1.0]);
    }
}
