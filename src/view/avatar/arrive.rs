//! Coming to town: as a newcomer with a name, a sentence and a look, or as somebody who lives here; and leaving.

use bevy::prelude::*;
use bevy_egui::{EguiPrimaryContextPass, egui, input::EguiWantsInput};
use egui::{Align2, RichText, ScrollArea};

use super::{Acting, You, mirror::Mirror, tell};
use crate::{
    agent::{
        avatar::{Arrival, Departed, LONGEST_NAME, Newcomer},
        persona::Names,
    },
    clock::{AgentId, Calendar, Driver},
    schedule::OfTown,
    thought::Doorstep,
    view::scene::in_town,
    view::{
        Selected, TILE,
        camera::Look,
        keys::{
            bind::Bindings,
            layers::{Layer, Layers},
        },
        panels::{
            PanelsDrawn, Paper,
            pictures::Icons,
            style::{FAINT, GLOW, INK, RED, SMALL, heavy, sheet},
        },
        plates::{Plate, Plates},
        speed::{Tempo, paused},
    },
    world::{Footing, Tile, TownMap},
};

/// So many who left are offered, the newest first.
const EARLIER: usize = 3;

/// The page on which one comes to town.
#[derive(Resource)]
pub struct Arrive {
    /// Is it shown?
    pub open: bool,
    name: String,
    story: String,
    pronouns: &'static str,
    mirror: Mirror,
    /// What is wrong with it.
    fault: String,
    focus: bool,
}

impl Default for Arrive {
    fn default() -> Self {
        let (name, story, fault) = Default::default();
        Self { open: false, name, story, pronouns: "they", mirror: Mirror::default(), fault, focus: false }
    }
}

impl Arrive {
    /// Opens it, with its first field ready, or closes it.
    pub fn toggle(&mut self) {
        (self.open, self.focus) = (!self.open, !self.open);
        self.fault.clear();
    }
}

fn keys(
    (keys, wants, bindings): (Res<ButtonInput<KeyCode>>, Res<EguiWantsInput>, Res<Bindings>),
    (you, mut arrive, layers): (Res<You>, ResMut<Arrive>, Res<Layers>),
) {
    if layers.has_keys(Layer::Arrival) && keys.just_pressed(KeyCode::Escape) {
        arrive.open = false;
        return;
    }
    if !you.busy && !wants.wants_keyboard_input() && bindings.just_pressed(&keys, "come or go") {
        arrive.toggle();
    }
}

/// The open ground next to a place: nobody comes to town in somebody's bedroom.
fn outdoors(map: &TownMap, at: Tile) -> Tile {
    let open = |n: &usize| map.footing[*n] == Footing::Free && map.arena_at[*n].is_none_or(|id| !map.arena(id).indoor);
    // Not behind a house either, where nobody would see them.
    let seen = |cell: &Tile| (1..3).all(|dy| map.footing(Tile::new(cell.x, cell.y + dy)) == Footing::Free);
    let cells = (0..map.footing.len()).filter(open).map(|n| map.tile(n)).filter(|cell| !map.is_door(*cell));
    let cells = cells.filter(seen);
    cells.min_by_key(|cell| (cell.steps(at), *cell)).unwrap_or(at)
}

/// The page for a newcomer, with room at its sides or not, at most so many points high, and whether keys are meant for it; the line that brings them to town, once it is asked for.
fn newcomer(
    ui: &mut egui::Ui,
    arrive: &mut Arrive,
    icons: &mut Icons,
    at: Tile,
    (wide, tall, mine): (bool, f32, bool),
) -> Option<String> {
    heavy(ui, "Come to town", 19.0, INK);
    ui.label(RichText::new("You live among them: they see you, talk to you, and remember you.").color(FAINT));
    ui.add_space(6.0);
    let mut held = false;
    ScrollArea::both().id_salt("newcomer").max_height(tall - 150.0).show(ui, |ui| {
        ui.horizontal_top(|ui| {
            ui.vertical(|ui| held |= arrive.mirror.preview(ui, icons));
            ui.add_space(10.0);
            ui.vertical(|ui| {
                held |= words(ui, arrive);
                ui.add_space(8.0);
                arrive.mirror.rows(ui, wide);
            });
        });
    });
    if !arrive.fault.is_empty() {
        ui.label(RichText::new(&arrive.fault).color(RED));
    }
    ui.add_space(6.0);
    // Who has the keys of another button means that one.
    let entered = mine && !held && ui.input(|input| input.key_pressed(egui::Key::Enter));
    let come = egui::Button::new(RichText::new("  Come to town  ").size(16.0).color(INK)).fill(GLOW);
    if !ui.add(come).clicked() && !entered {
        return None;
    }
    let story = arrive.story.trim().to_string();
    let look = arrive.mirror.look(ui).to_string();
    let arrival = Arrival { name: arrive.name.clone(), pronouns: arrive.pronouns.into(), story, look, at: Some(at) };
    let line = arrival.line();
    match Arrival::read(line.strip_prefix("join ").unwrap_or_default()) {
        Ok(_) => Some(line),
        Err(why) => {
            arrive.fault = why;
            None
        }
    }
}

/// Those who came before and left: a click brings one of them back.
fn earlier(ui: &mut egui::Ui, departed: &Departed, at: Tile) -> Option<String> {
    let mut chosen = None;
    ui.horizontal_wrapped(|ui| {
        for gone in departed.0.values().rev().take(EARLIER) {
            let name = &gone.persona.name;
            let back = egui::Button::new(format!("Come back as {name}")).truncate();
            if ui.add(back).on_hover_text(name).clicked() {
                chosen = Some(format!("join {name}; at {} {}", at.x, at.y));
            }
        }
    });
    chosen
}

/// Name, sentence and pronouns. True: one of the buttons has the keys.
fn words(ui: &mut egui::Ui, arrive: &mut Arrive) -> bool {
    let mut held = false;
    egui::Grid::new("newcomer").num_columns(2).spacing([10.0, 6.0]).show(ui, |ui| {
        ui.label("Name");
        let field = egui::TextEdit::singleline(&mut arrive.name).char_limit(LONGEST_NAME).hint_text("Juno Reed");
        let field = ui.add(field.desired_width(300.0));
        if std::mem::take(&mut arrive.focus) {
            field.request_focus();
        }
        ui.end_row();
        ui.label("Who you are");
        let hint = "a painter who has just moved here";
        let field = egui::TextEdit::singleline(&mut arrive.story).char_limit(300).hint_text(hint);
        ui.add(field.desired_width(300.0));
        ui.end_row();
        ui.label("Called");
        ui.horizontal(|ui| {
            for one in ["she", "he", "they"] {
                held |= ui.selectable_value(&mut arrive.pronouns, one, one).has_focus();
            }
        });
        ui.end_row();
    });
    held
}

fn draw(
    paper: Paper,
    (mut arrive, you, selected): (ResMut<Arrive>, Res<You>, Res<Selected>),
    (look, mut icons, names, departed): (Res<Look>, ResMut<Icons>, Option<Res<Names>>, Res<Departed>),
    (newcomers, map): (Query<&AgentId, With<Newcomer>>, Option<Res<TownMap>>),
    (mut tempo, driver, calendar): (ResMut<Tempo>, Option<ResMut<Driver>>, Option<Res<Calendar>>),
    (mut doorstep, mut plates, layers): (Option<ResMut<Doorstep>>, ResMut<Plates>, Res<Layers>),
) {
    let (Some(mut paper), Some(names)) = (paper.filter(|_| arrive.open && !layers.covered()), names) else { return };
    let mine = layers.has_keys(Layer::Arrival);
    let ctx = paper.get_mut().clone();
    let middle = Tile::new((look.middle.x / TILE) as i32, (look.middle.y / TILE) as i32);
    let middle = map.as_deref().map_or(middle, |map| outdoors(map, middle));
    let whole = ctx.content_rect();
    let (wide, tall) = ((whole.width() - 40.0).min(720.0), whole.height() - 24.0);
    let mut line = None;
    let at = (Align2::CENTER_CENTER, whole.center());
    plates.show(&ctx, Plate::Arrival, at, (whole, &[]), |ui| {
        sheet().show(ui, |ui| {
            ui.set_width(if you.id.is_some() { 430.0 } else { wide });
            if let Some(id) = you.id {
                let name = names.0.get(&id).cloned().unwrap_or_default();
                let new = newcomers.iter().any(|one| *one == id);
                heavy(ui, &format!("You are {name}"), 19.0, INK);
                let (what, how) = match new {
                    true => (
                        "If you leave town, people remember you; you may come back later as who you are.",
                        "Leave town",
                    ),
                    false => ("Let go, and they go back to their own day and remember what they did.", "Let them go"),
                };
                ui.label(RichText::new(what).color(FAINT));
                ui.add_space(6.0);
                ui.horizontal(|ui| {
                    if ui.button(how).clicked() {
                        line = Some("leave".to_string());
                    }
                    if ui.button("Stay").clicked() {
                        arrive.open = false;
                    }
                });
                return;
            }
            line = newcomer(ui, &mut arrive, &mut icons, middle, (wide > 700.0, tall, mine));
            ui.separator();
            line = line.take().or_else(|| earlier(ui, &departed, middle));
            match selected.0.and_then(|id| names.0.get(&id)) {
                Some(name) => {
                    let be = egui::Button::new(format!("Or be {name} for a while")).truncate();
                    if ui.add(be).on_hover_text(name).clicked() {
                        line = Some(format!("possess {name}"));
                    }
                }
                None => {
                    let hint = "Or click on somebody first, to be them for a while";
                    ui.label(RichText::new(hint).size(SMALL).color(FAINT));
                }
            }
        });
    });
    if let Some(line) = line {
        tell(doorstep.as_deref_mut(), line);
        arrive.open = false;
        // Nobody arrives where time stands.
        if let (Some(mut driver), Some(calendar)) = (driver, calendar)
            && paused(&driver)
        {
            tempo.toggle_pause(&mut driver, &calendar);
        }
    }
}

/// Adds coming and going.
pub fn plugin(app: &mut App) {
    app.of_town::<Arrive>()
        .add_systems(Update, self::keys.in_set(Acting))
        .add_systems(EguiPrimaryContextPass, draw.after(PanelsDrawn).run_if(in_town));
}
