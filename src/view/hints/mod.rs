//! Hints: what one can do, said once and when it is useful, in a small plate below the clock. What the player has done
//! already is not told. Each hint can be dismissed, all can be turned off, and F1 brings them all back.
//!
//! | file | concern |
//! |---|---|
//! | `told` | the table of hints: when each is useful, and its words (pure) |
//!
//! Rule: keys are named as the table of keys names them; a hint whose key is not in the table is not given.

mod told;

use bevy::{ecs::system::SystemParam, prelude::*, time::Real};
use bevy_egui::{EguiPrimaryContextPass, egui};
use egui::{Align2, Button, vec2};
use serde::{Deserialize, Serialize};

use self::told::{Facts, HINTS, Hint, due};
use super::{
    Selected,
    avatar::PlayerState,
    goals, hud,
    keys::bind::Bindings,
    overlays::Overlay,
    panels::{
        PanelsDrawn,
        widgets::{INK, coloured, faint, plate, small},
    },
    preferences::PreferencesFile,
    scene::Scene,
    speed::chosen,
    stage::Stage,
    title::Menu,
};
use crate::{
    clock::{AgentId, Calendar, Driver},
    command::Command,
    journal::Journal,
    schedule::TownResources,
    town::Recorded,
    world::{ObjectId, Tile, TownMap},
};

/// The table in the player's file.
const SECTION: &str = "hints";
/// Seconds for which a hint is shown at most, and seconds between two.
const SHOWN: f32 = 30.0;
const BETWEEN: f32 = 7.0;
/// How far below the plates at the top it would like to stand, in points: reasons for the pace come and go there.
const BELOW: f32 = 36.0;
/// Tiles within which somebody is near enough to be spoken to.
const NEAR: i32 = 5;

/// What the player's file keeps of them.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
struct Given {
    /// Ids of hints that were given.
    given: Vec<String>,
    /// Did the player turn them off?
    off: bool,
}

/// Which have been given, and the one that is shown.
#[derive(Resource, Clone, Debug, Default)]
pub struct Hints {
    saved: Given,
    now: Option<&'static Hint>,
    /// Seconds for which it has been shown, and until the next one may come.
    shown: f32,
    pause: f32,
}

impl Hints {
    /// Gives them all again.
    pub fn restart(&mut self) {
        *self = Self::default();
    }

    /// Is there any that will not come again by itself?
    pub fn any_given(&self) -> bool {
        self.saved.off || !self.saved.given.is_empty()
    }

    fn finish(&mut self) {
        self.saved.given.extend(self.now.take().map(|hint| hint.id.to_owned()));
        self.pause = BETWEEN;
    }
}

/// What hints are given by.
#[derive(SystemParam)]
struct Player<'w, 's> {
    time: Res<'w, Time<Real>>,
    you: Res<'w, PlayerState>,
    selected: Res<'w, Selected>,
    menu: Res<'w, Menu>,
    driver: Res<'w, Driver>,
    calendar: Res<'w, Calendar>,
    journal: Res<'w, Journal>,
    people: Query<'w, 's, (&'static AgentId, &'static Tile)>,
}

impl Player<'_, '_> {
    /// Brings `facts` up to date. What the player did in the town is in its journal.
    fn update(&self, facts: &mut Facts) {
        let (you, commands) = (&self.you, &self.journal.commands);
        for command in commands.range(facts.read..).flat_map(|(_, commands)| commands) {
            facts.walked |= matches!(command, Command::Goto(_) | Command::Step(_));
            facts.sent |= matches!(command, Command::Goto(_));
            facts.used |= matches!(command, Command::Use { .. });
        }
        facts.read = commands.last_key_value().map_or(0, |(tick, _)| tick + 1);
        facts.commanded = !commands.is_empty();
        facts.seconds += self.time.delta_secs().min(0.5);
        facts.person = self.selected.0.is_some();
        facts.selected |= facts.person;
        facts.sped |= chosen(&self.driver, &self.calendar) != Some(0);
        (facts.joined, facts.talks) = (you.id.is_some(), you.talks);
        let near = |tile: &Tile| (tile.x - you.at.x).abs().max((tile.y - you.at.y).abs()) <= NEAR;
        facts.company = facts.joined && self.people.iter().any(|(id, tile)| Some(*id) != you.id && near(tile));
    }
}

fn load(mut hints: ResMut<Hints>, own: Res<PreferencesFile>) {
    hints.saved = own.section(SECTION);
}

/// Chooses the hint that is shown.
fn choose(mut hints: ResMut<Hints>, mut facts: ResMut<Facts>, mut own: ResMut<PreferencesFile>, player: Player) {
    player.update(&mut facts);
    // What cannot be done any more is not offered; it may come again.
    hints.now.take_if(|hint| !(hint.still)(&facts));
    if hints.saved.off || player.menu.open || player.you.busy {
        return;
    }
    let seconds = player.time.delta_secs().min(0.5);
    hints.pause -= seconds;
    if let Some(hint) = hints.now {
        hints.shown += seconds;
        if (hint.done)(&facts) || hints.shown > SHOWN {
            hints.finish();
        }
    } else if hints.pause <= 0.0 {
        // What the player has found out already is not told.
        for hint in HINTS.iter().filter(|hint| (hint.done)(&facts)) {
            if !hints.saved.given.iter().any(|given| given == hint.id) {
                hints.saved.given.push(hint.id.to_owned());
            }
        }
        hints.now = due(&facts, &hints.saved.given);
        hints.shown = 0.0;
    }
    own.put(SECTION, &hints.saved);
}

fn draw(
    mut stage: Stage,
    mut hints: ResMut<Hints>,
    (menu, you, map, bindings): (Res<Menu>, Res<PlayerState>, Res<TownMap>, Res<Bindings>),
) {
    let Some(hint) = hints.now.filter(|_| !menu.open && !you.busy) else { return };
    // A stove, if there is one: it is known to burn.
    let stove = map.objects.iter().position(|object| object.kind == "stove").unwrap_or_default();
    let thing = map.objects.get(stove).map(|_| map.address(ObjectId(stove as u16))).unwrap_or_default();
    let Some(words) = hint.words(&bindings, &thing) else { return };
    // It never covers the player's figure and what they say.
    let (ctx, clear, room, player) = (stage.ctx(), stage.clear(), stage.room(), stage.overlays.own);
    let (head, _) = stage.overlays.between(clear);
    let at = (Align2::CENTER_TOP, egui::pos2(clear.center().x, head + BELOW));
    let (mut next, mut never) = (false, false);
    stage.overlays.show(&ctx, Overlay::Hint, at, (room, player.as_slice()), |ui| {
        plate().show(ui, |ui| {
            ui.set_max_width((clear.width() - 40.0).clamp(160.0, 430.0));
            coloured(ui, words, INK);
            ui.horizontal(|ui| {
                ui.spacing_mut().button_padding = vec2(6.0, 1.0);
                next = ui.add(small("Got it")).clicked();
                let off = ui.add(Button::new(faint("No hints")).frame(false));
                never = off.on_hover_text("F1 brings them back").clicked();
            });
        });
    });
    if next || never {
        hints.finish();
        hints.saved.off |= never;
    }
}

/// Adds the hints.
pub fn plugin(app: &mut App) {
    app.init_resource::<Hints>().init_town_resource::<Facts>().add_systems(Startup, load);
    app.add_systems(Update, choose.run_if(in_state(Scene::Town))).add_systems(
        EguiPrimaryContextPass,
        draw.after(PanelsDrawn)
            .after(hud::draw_notes)
            .after(goals::draw)
            .run_if(in_state(Scene::Town))
            .run_if(not(resource_exists::<Recorded>)),
    );
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_given_can_be_forgotten() {
        let mut hints = Hints { now: Some(&HINTS[0]), ..Hints::default() };
        hints.finish();
        assert_eq!(hints.saved.given, [HINTS[0].id]);
        assert!(hints.any_given() && !Hints::default().any_given());
        hints.restart();
        assert!(!hints.any_given());
    }
}
