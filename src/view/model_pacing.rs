//! The town waits for its model: while an answer is late, time goes no faster than at speed 1, and the slower the nearer
//! somebody is to giving it up. Else a model that takes seconds would never be heard, and rules would live here instead.
//! For what is said to the player it all but stands: nobody minds who watches the words come.
//!
//! Rule: this changes when ticks run, never what they do.

use std::collections::BTreeSet;

use bevy::prelude::*;

use super::{
    scene::TownState,
    speech::Heard,
    speed::{SPEEDS, ticks_per_second},
};
use crate::{
    agent::components::{avatar::Avatar, talk::Company},
    clock::{Calendar, Driver, Now, Pace},
    exchange::Thinking,
    mind::{
        Ask,
        question::{Question, Utter},
    },
    schedule::TownResources,
};

/// Is time slowed because an answer is late?
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Slowed(pub bool);

/// The share of speed 1 that is left just before somebody gives up.
const LEAST: f64 = 0.1;

/// The share of speed 1 that is left while a line to the player is late: their patience lasts most of a minute then.
const TO_YOU: f64 = 0.04;

/// The speed at which an answer can still come, in ticks a second: `first` is speed 1, `used` how much of their patience
/// the most impatient has used, 0 to 1; `to_you`: a line to the player is among what is late.
fn patient(first: f64, used: f64, to_you: bool) -> f64 {
    let share = 1.0 - (1.0 - LEAST) * used.clamp(0.0, 1.0);
    first * if to_you { TO_YOU } else { share }
}

fn wait(
    people: Query<(&Thinking, &Company)>,
    own: Query<&Company, With<Avatar>>,
    (now, calendar, mut driver): (Res<Now>, Res<Calendar>, ResMut<Driver>),
    mut slowed: ResMut<Slowed>,
) {
    let late = |thinking: &Thinking| {
        let late = thinking.open().filter(|ask| ask.due < now.0);
        let used = late.map(|ask| (now.0 - ask.due) as f64 / ask.give_up.saturating_sub(ask.due).max(1) as f64);
        used.reduce(f64::max)
    };
    let yours: BTreeSet<_> = own.iter().filter_map(|company| company.0).collect();
    let speaks = |ask: &Ask| ask.purpose == Utter::PURPOSE && ask.due < now.0;
    let to_you = people
        .iter()
        .any(|(thinking, company)| company.0.is_some_and(|talk| yours.contains(&talk)) && thinking.open().any(speaks));
    let used =
        people.iter().filter_map(|(thinking, _)| late(thinking)).reduce(f64::max).filter(|_| driver.pace == Pace::Live);
    let wanted = driver.speed.filter(|speed| *speed > 0.0);
    let first = ticks_per_second(SPEEDS[0], &calendar);
    let eased = used.zip(wanted).map(|(used, speed)| patient(first, used, to_you) / speed);
    slowed.set_if_neq(Slowed(eased.is_some_and(|eased| eased < 1.0)));
    if let Some(eased) = eased {
        driver.ease = driver.ease.min(eased);
    }
}

/// Adds the waiting.
pub fn plugin(app: &mut App) {
    app.init_town_resource::<Slowed>().add_systems(Update, wait.after(Heard).run_if(in_state(TownState::Open)));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearer_somebody_gives_up_the_slower_it_goes() {
        assert_eq!(patient(6.0, 0.0, false), 6.0);
        assert!((patient(6.0, 0.5, false) - 3.3).abs() < 1e-9);
        assert!((patient(6.0, 1.0, false) - 0.6).abs() < 1e-9);
        // Ten seconds of patience at speed 1 become more than twenty.
        let (mut ticks, mut seconds) = (0.0, 0.0);
        while ticks < 60.0 {
            ticks += patient(6.0, ticks / 60.0, false) / 60.0;
            seconds += 1.0 / 60.0;
        }
        assert!((20.0..40.0).contains(&seconds), "{seconds}");
        // The two seconds for which a line is waited for become a good part of a minute if it is for the player.
        assert!((40.0..60.0).contains(&(12.0 / patient(6.0, 0.5, true))));
    }
}
