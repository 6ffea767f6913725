//! Hints: what one can do, said once and when it is of use, in a small plate below the clock. Whoever does it by
//! themselves is not told; each can be waved away, all can be turned off, and all come again if wished (F1).
//!
//! | file | concern |
//! |---|---|
//! | `told` | which there are, when each is of use, and in what words (pure) |
//!
//! Rule: keys are named as the table of keys names them; a hint about something that has no key there is not given.

mod told;

use bevy::{ecs::system::SystemParam, prelude::*, time::Real};
use bevy_egui::{EguiPrimaryContextPass, egui};
use egui::{Align2, Button, RichText, vec2};
use serde::{Deserialize, Serialize};

use self::told::{Facts, HINTS, Hint, due};
use super::{
    Selected,
    avatar::You,
    dock::Dock,
    goals, hud,
    keys::bind::Bindings,
    overlays::{GAP, Overlay, Overlays},
    panels::{
        PanelsDrawn, Paper,
        style::{INK, WORDS, faint, plate},
    },
    preferences::PreferencesFile,
    scene::Scene,
    speed::chosen,
    title::Menu,
};
use crate::{
    clock::{AgentId, Calendar, Driver},
    command::Command,
    journal::Journal,
    schedule::TownResources,
    world::{ObjectId, Tile, TownMap},
};

/// What the player's file calls them.
const SECTION: &str = "hints";
/// Seconds for which one is shown at most, and seconds between two.
const LONG: f32 = 30.0;
const BETWEEN: f32 = 7.0;
/// How far below the plates at the top it would like to stand, in points: reasons for the pace come and go there.
const BELOW: f32 = 36.0;
/// Tiles within which somebody is near enough to be spoken to.
const NEAR: i32 = 5;

/// Which have been given.
#[derive(Resource, Clone, Debug, Default)]
pub struct Hints {
    seen: Vec<String>,
    off: bool,
    read: bool,
    now: Option<&'static Hint>,
    shown: f32,
    pause: f32,
}

impl Hints {
    /// Gives them all again.
    pub fn again(&mut self) {
        (self.seen, self.off, self.now, self.pause) = (Vec::new(), false, None, 0.0);
    }

    /// Is there any that will not come again by itself?
    pub fn any_given(&self) -> bool {
        self.off || !self.seen.is_empty()
    }

    fn done(&mut self) {
        if let Some(hint) = self.now.take() {
            self.seen.push(hint.id.to_owned());
        }
        self.pause = BETWEEN;
    }
}

/// What the player's file keeps of them.
#[derive(Default, Serialize, Deserialize)]
#[serde(default)]
struct Kept {
    given: Vec<String>,
    off: bool,
}

/// What hints are given by.
#[derive(SystemParam)]
struct Player<'w, 's> {
    time: Res<'w, Time<Real>>,
    you: Res<'w, You>,
    selected: Res<'w, Selected>,
    menu: Res<'w, Menu>,
    driver: Res<'w, Driver>,
    calendar: Res<'w, Calendar>,
    journal: Res<'w, Journal>,
    people: Query<'w, 's, (&'static AgentId, &'static Tile)>,
}

impl Player<'_, '_> {
    /// Brings `facts` up to now. What the player did in the town stands in its journal.
    fn look(&self, facts: &mut Facts) {
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

fn look(mut hints: ResMut<Hints>, mut facts: ResMut<Facts>, mut own: ResMut<PreferencesFile>, player: Player) {
    if !hints.read {
        let Kept { given, off } = own.section(SECTION);
        *hints = Hints { seen: given, off, read: true, ..Hints::default() };
    }
    player.look(&mut facts);
    // What cannot be done any more is not offered; it may come again.
    hints.now.take_if(|hint| !(hint.still)(&facts));
    if hints.off || player.menu.open || player.you.busy {
        return;
    }
    let seconds = player.time.delta_secs().min(0.5);
    hints.pause -= seconds;
    if let Some(hint) = hints.now {
        hints.shown += seconds;
        if (hint.done)(&facts) || hints.shown > LONG {
            hints.done();
        }
    } else if hints.pause <= 0.0 {
        // What one has found out is not told.
        for hint in HINTS.iter().filter(|hint| (hint.done)(&facts)) {
            if !hints.seen.iter().any(|seen| seen == hint.id) {
                hints.seen.push(hint.id.to_owned());
            }
        }
        hints.now = due(&facts, &hints.seen);
        hints.shown = 0.0;
    }
    own.put(SECTION, Kept { given: hints.seen.clone(), off: hints.off });
}

fn draw(
    paper: Paper,
    mut hints: ResMut<Hints>,
    (menu, you): (Res<Menu>, Res<You>),
    (map, dock, bindings, mut plates): (Res<TownMap>, Res<Dock>, Res<Bindings>, ResMut<Overlays>),
) {
    let (Some(mut paper), Some(hint)) = (paper.filter(|_| !menu.open && !you.busy), hints.now) else { return };
    // A stove, if there is one: everybody has an idea of what burns there.
    let stove = map.objects.iter().position(|object| object.kind == "stove").unwrap_or_default();
    let thing = map.objects.get(stove).map(|_| map.address(ObjectId(stove as u16))).unwrap_or_default();
    let Some(words) = hint.words(&bindings, &thing) else { return };
    let ctx = paper.get_mut().clone();
    let wide = (dock.clear.width() - 40.0).clamp(160.0, 430.0);
    let (head, _) = plates.between(dock.clear);
    let at = (Align2::CENTER_TOP, egui::pos2(dock.clear.center().x, head + BELOW));
    // Whom the player is, and what they say, is never hidden.
    let own = plates.own;
    let (mut next, mut never) = (false, false);
    plates.show(&ctx, Overlay::Hint, at, (dock.clear.shrink(GAP), own.as_slice()), |ui| {
        plate().show(ui, |ui| {
            ui.set_max_width(wide);
            ui.add(egui::Label::new(RichText::new(words).color(INK)).wrap());
            ui.horizontal(|ui| {
                ui.spacing_mut().button_padding = vec2(6.0, 1.0);
                next = ui.add(Button::new(RichText::new("Got it").size(12.0).color(WORDS))).clicked();
                never =
                    ui.add(Button::new(faint("No hints")).frame(false)).on_hover_text("F1 brings them back").clicked();
            });
        });
    });
    if next || never {
        hints.done();
        hints.off |= never;
    }
}

/// Adds the hints.
pub fn plugin(app: &mut App) {
    app.init_resource::<Hints>().init_town_resource::<Facts>();
    app.add_systems(Update, look.run_if(in_state(Scene::Town))).add_systems(
        EguiPrimaryContextPass,
        draw.after(PanelsDrawn).after(hud::draw_notes).after(goals::draw).run_if(in_state(Scene::Town)),
    );
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_given_can_be_forgotten() {
        let mut hints = Hints { now: Some(&HINTS[0]), ..Hints::default() };
        hints.done();
        assert_eq!(hints.seen, [HINTS[0].id]);
        assert!(hints.any_given() && !Hints::default().any_given());
        hints.again();
        assert!(!hints.any_given());
    }
}
