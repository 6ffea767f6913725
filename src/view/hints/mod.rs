//! Hints: what one can do, said once and when it is of use, in a small plate below the clock. Whoever does it by
//! themselves is not told; each can be waved away, all can be turned off, and all come again if wished (F1).
//!
//! | file | concern |
//! |---|---|
//! | `told` | which there are, when each is of use, and in what words (pure) |
//!
//! Rule: keys are named as the table of keys names them; a hint about something that has no key there is not given.

mod told;

use bevy::{prelude::*, time::Real};
use bevy_egui::{EguiPrimaryContextPass, egui};
use egui::{Align2, Button, RichText, vec2};
use toml::{Table, Value};

use self::told::{Facts, HINTS, Hint, due};
use super::{
    Selected,
    avatar::{Acting, You},
    dock::Dock,
    goals, hud,
    keys::bind::Bindings,
    overlays::{GAP, Overlay, Overlays},
    panels::{
        PanelsDrawn, Paper,
        style::{INK, WORDS, faint, plate},
    },
    preferences::Own,
    scene::Scene,
    speed::chosen,
    title::Menu,
};
use crate::{
    clock::{AgentId, Calendar, Driver},
    command::Command,
    exchange::CommandQueue,
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

    fn section(&self) -> Table {
        let seen = self.seen.iter().map(|id| Value::String(id.clone())).collect();
        Table::from_iter([("given".to_owned(), Value::Array(seen)), ("off".to_owned(), Value::Boolean(self.off))])
    }

    fn of(section: &Table) -> Self {
        let seen = section.get("given").and_then(Value::as_array).into_iter().flatten();
        let seen = seen.filter_map(Value::as_str).filter(|id| HINTS.iter().any(|hint| hint.id == *id));
        let off = section.get("off").and_then(Value::as_bool).unwrap_or_default();
        Self { seen: seen.map(str::to_owned).collect(), off, read: true, ..Self::default() }
    }
}

/// What the player has done in this town.
#[derive(Resource, Clone, Debug, Default)]
struct Done {
    seconds: f32,
    from: Option<Tile>,
    walked: bool,
    sent: bool,
    used: bool,
    selected: bool,
    speeds: bool,
    commands: usize,
}

fn look(
    mut hints: ResMut<Hints>,
    mut done: ResMut<Done>,
    (mut own, time): (ResMut<Own>, Res<Time<Real>>),
    (you, selected): (Res<You>, Res<Selected>),
    (driver, calendar, journal): (Option<Res<Driver>>, Option<Res<Calendar>>, Option<Res<Journal>>),
    menu: Res<Menu>,
    (hand, doorstep): (Res<super::avatar::use_menu::Hand>, Option<Res<CommandQueue>>),
    people: Query<(&AgentId, &Tile)>,
) {
    if !hints.read {
        *hints = Hints::of(&own.section(SECTION));
    }
    let seconds = time.delta_secs().min(0.5);
    done.seconds += seconds;
    done.selected |= selected.0.is_some();
    done.used |= hand.is_open();
    done.sent |= doorstep.is_some_and(|doorstep| doorstep.waiting().any(|command| matches!(command, Command::Goto(_))));
    if let (Some(driver), Some(calendar)) = (driver.as_deref(), calendar.as_deref()) {
        done.speeds |= chosen(driver, calendar) != Some(0);
    }
    if you.id.is_some() {
        let from = *done.from.get_or_insert(you.at);
        done.walked |= from != you.at;
    } else {
        done.from = None;
    }
    done.commands = journal.map_or(0, |journal| journal.commands.len());
    let near = |tile: &Tile| (tile.x - you.at.x).abs().max((tile.y - you.at.y).abs()) <= NEAR;
    let facts = Facts {
        seconds: done.seconds,
        selected: done.selected,
        person: selected.0.is_some(),
        joined: you.id.is_some(),
        walked: done.walked,
        sent: done.sent,
        talks: you.talks,
        company: you.id.is_some() && people.iter().any(|(id, tile)| Some(*id) != you.id && near(tile)),
        used: done.used,
        commanded: done.commands > 0,
        sped: done.speeds,
    };
    // What cannot be done any more is not offered; it may come again.
    hints.now.take_if(|hint| !(hint.still)(&facts));
    if hints.off || menu.open || you.busy {
        return;
    }
    hints.pause -= seconds;
    if let Some(hint) = hints.now {
        hints.shown += seconds;
        if (hint.done)(&facts) || hints.shown > LONG {
            hints.done();
        }
    } else if hints.pause <= 0.0 {
        // What one has found out is not told.
        let known: Vec<&str> = HINTS.iter().filter(|hint| (hint.done)(&facts)).map(|hint| hint.id).collect();
        let new: Vec<String> =
            known.iter().filter(|id| !hints.seen.iter().any(|seen| seen == *id)).map(|id| (*id).to_owned()).collect();
        hints.seen.extend(new);
        hints.now = due(&facts, &hints.seen);
        hints.shown = 0.0;
    }
    own.put(SECTION, hints.section());
}

fn draw(
    paper: Paper,
    mut hints: ResMut<Hints>,
    (menu, you): (Res<Menu>, Res<You>),
    (map, dock, bindings, mut plates): (Option<Res<TownMap>>, Res<Dock>, Res<Bindings>, ResMut<Overlays>),
) {
    let (Some(mut paper), Some(hint), Some(map)) = (paper, hints.now, map) else { return };
    // A stove, if there is one: everybody has an idea of what burns there.
    let stove = map.objects.iter().position(|object| object.kind == "stove").unwrap_or_default();
    let thing = map.objects.get(stove).map(|_| map.address(ObjectId(stove as u16))).unwrap_or_default();
    let Some(words) = hint.words(&bindings, &thing).filter(|_| !menu.open && !you.busy) else {
        return;
    };
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
    app.init_resource::<Hints>().init_town_resource::<Done>();
    // What a click has asked for stands on the doorstep until the next frame.
    app.add_systems(Update, look.after(Acting).run_if(in_state(Scene::Town))).add_systems(
        EguiPrimaryContextPass,
        draw.after(PanelsDrawn).after(hud::draw).after(goals::draw).run_if(in_state(Scene::Town)),
    );
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_given_is_remembered_and_can_be_forgotten() {
        let mut hints = Hints { now: Some(&HINTS[0]), ..Hints::default() };
        hints.done();
        let again = Hints::of(&hints.section());
        assert_eq!(again.seen, [HINTS[0].id]);
        assert!(again.any_given() && !Hints::default().any_given());
        let mut off = Hints { off: true, ..again };
        assert!(Hints::of(&off.section()).off);
        off.again();
        assert!(!off.any_given());
    }

    #[test]
    fn nonsense_in_the_file_is_left_out() {
        let section: Table = "given = [\"look\", 3, \"no such hint\"]\noff = \"yes\"".parse().expect("it is TOML");
        let hints = Hints::of(&section);
        assert_eq!((hints.seen, hints.off), (vec!["look".to_owned()], false));
        assert!(Hints::of(&"given = 7".parse().expect("it is TOML")).seen.is_empty());
    }
}
