//! What is happening anywhere in the town, newest first, at the screen's edge; a click goes there.
//!
//! | file | concern |
//! |---|---|
//! | `tell` | what is told of the chronicle, in which words |
//! | `draw` | the plate at the lower edge |
//! | `wording` | names and days in brief, and what is one thing told twice |

mod draw;
pub mod tell;
mod wording;

use std::collections::VecDeque;

use bevy::prelude::*;
use bevy_egui::EguiPrimaryContextPass;

use self::wording::{alike, of_note};
use super::{
    panels::PanelsDrawn,
    scene::{Scene, TownState},
};
use crate::{
    clock::{AgentId, driver::drive},
    schedule::TownResources,
    world::Tile,
};

/// So many are kept.
const KEPT: usize = 300;

/// Among so many of the last nothing is told again.
const LATELY: usize = 12;

/// Something that happened.
#[derive(Clone, Debug, Default)]
pub struct Entry {
    /// How many had been told with it.
    pub n: u64,
    /// The tick.
    pub at: u64,
    /// As a picture.
    pub sign: &'static str,
    /// In words, on one line.
    pub text: String,
    /// Whom a click selects.
    pub who: Option<AgentId>,
    /// Where a click goes, if it selects nobody.
    pub tile: Option<Tile>,
    /// Height of its row in points; 0: it has not been measured.
    pub high: f32,
}

/// What happened, newest first.
#[derive(Resource, Clone, Debug, Default)]
pub struct Ticker {
    events: VecDeque<Entry>,
    /// How many have been told in all.
    told: u64,
}

impl Ticker {
    /// Tells something, unless that was told of late; of two ways to tell it that which stands out is kept. `names`: of
    /// people.
    fn tell(&mut self, event: Entry, names: &[&str]) {
        let said = |one: &Entry| {
            one.text.ends_with(&event.text)
                || event.text.ends_with(&one.text)
                || alike((one.sign, &one.text), (event.sign, &event.text), names)
        };
        if let Some(told) = self.events.iter_mut().take(LATELY).find(|one| said(one)) {
            if of_note(event.sign).is_some() && of_note(told.sign).is_none() {
                *told = Entry { n: told.n, ..event };
            }
            return;
        }
        self.told += 1;
        // What was noticed late, as of a day that is lived again, stands at its hour.
        let place = self.events.iter().take(LATELY).position(|one| one.at <= event.at).unwrap_or_default();
        self.events.insert(place, Entry { n: self.told, ..event });
        self.events.truncate(KEPT);
    }
}

/// Adds the ticker.
pub fn plugin(app: &mut App) {
    app.init_town_resource::<Ticker>()
        .init_town_resource::<tell::Told>()
        .add_systems(Update, tell::tell.after(drive).run_if(in_state(TownState::Open)))
        .add_systems(EguiPrimaryContextPass, draw::draw.in_set(PanelsDrawn).run_if(in_state(Scene::Town)));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_told_twice_in_a_row() {
        let mut ticker = Ticker::default();
        let mut tell = |text: &str| {
            ticker.tell(Entry { sign: "📰", text: text.into(), ..Entry::default() }, &[]);
            ticker.events.len()
        };
        assert_eq!(tell("Ada agreed to come."), 1);
        assert_eq!(tell("Ada to Carl: Ada agreed to come."), 1);
        assert_eq!(tell("Carl is glad."), 2);
    }
}
