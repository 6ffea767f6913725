//! Coming to town: as a newcomer with a name, a sentence and a look, or as somebody who lives here; and leaving.

use bevy::prelude::*;
use bevy_egui::{EguiPrimaryContextPass, egui, input::EguiWantsInput};
use egui::{Align2, RichText, ScrollArea};

use super::{
    Acting, You, gate,
    mirror::Mirror,
    name::{self, Namesake, namesake},
    oneself::{Own, own},
};
use crate::{
    agent::{
        avatar::{self, Departed},
        components::avatar::Newcomer,
        persona::Names,
    },
    clock::{AgentId, Calendar, Driver},
    command::{Arrival, Command},
    exchange::{CommandQueue, CommandResult, Ticket},
    schedule::TownResources,
    view::{
        Selected, TILE,
        camera::Look,
        dock::{Dock, Tab as Panel},
        keys::bind::Bindings,
        overlays::{AddOverlay, Overlay, Overlays, TakesKeys},
        panels::{
            PanelsDrawn, Paper, Shown,
            mind::Tab,
            pictures::Icons,
            style::{FAINT, GLOW, INK, RED, SMALL, heavy, sheet},
            telling::sentence,
        },
        scene::Scene,
        speed::{Tempo, paused},
    },
    world::{Tile, TownMap},
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
    /// What the town has not answered yet: until then the page stays, as it may be refused.
    asked: Option<Ticket>,
    focus: bool,
}

impl Default for Arrive {
    fn default() -> Self {
        let (name, story, fault) = Default::default();
        Self { open: false, name, story, pronouns: "they", mirror: Mirror::default(), fault, asked: None, focus: false }
    }
}

impl Arrive {
    /// Opens it, with its first field ready, or closes it.
    pub fn toggle(&mut self) {
        (self.open, self.focus) = (!self.open, !self.open);
        self.fault.clear();
        self.asked = None;
    }

    /// Does time stand for it? Not while the town is to answer what was asked for here.
    pub fn stands(&self) -> bool {
        self.open && self.asked.is_none()
    }

    /// The town has answered: if it was asked for here, the page closes, or says why not. True: it has said so.
    pub(super) fn answered(&mut self, done: &CommandResult) -> bool {
        if !self.open || self.asked.is_none() || self.asked != done.ticket {
            return false;
        }
        self.asked = None;
        self.fault.clear();
        match &done.result {
            Ok(_) => self.open = false,
            // Another name is written at once.
            Err(why) => (self.fault, self.focus) = (sentence(why), true),
        }
        done.result.is_err()
    }
}

impl TakesKeys for Arrive {
    const OVERLAY: Overlay = Overlay::Arrival;

    fn is_open(&self) -> bool {
        self.open
    }

    fn escape(&mut self) {
        self.open = false;
    }
}

fn keys(
    (keys, wants, bindings): (Res<ButtonInput<KeyCode>>, Res<EguiWantsInput>, Res<Bindings>),
    (you, mut arrive): (Res<You>, ResMut<Arrive>),
) {
    if !you.busy && !wants.wants_keyboard_input() && bindings.just_pressed(&keys, "come or go") {
        arrive.toggle();
    }
}

/// The page for a newcomer, with room at its sides or not, at most so many points high, and whether keys are meant for it; the command that brings them to town, once it is asked for.
fn newcomer(
    ui: &mut egui::Ui,
    arrive: &mut Arrive,
    icons: &mut Icons,
    (same, at): (Option<&Namesake>, &dyn Fn() -> Tile),
    (wide, tall, mine): (bool, f32, bool),
) -> Option<Command> {
    heavy(ui, "Come to town", 19.0, INK);
    ui.label(RichText::new("You live among them: they see you, talk to you, and remember you.").color(FAINT));
    ui.add_space(6.0);
    let (mut held, mut command) = (false, None);
    ScrollArea::both().id_salt("newcomer").max_height(tall - 150.0).show(ui, |ui| {
        ui.horizontal_top(|ui| {
            ui.vertical(|ui| held |= arrive.mirror.preview(ui, icons));
            ui.add_space(10.0);
            ui.vertical(|ui| {
                held |= words(ui, arrive, same, &mut command);
                ui.add_space(8.0);
                arrive.mirror.rows(ui, wide);
            });
        });
    });
    ui.add_space(6.0);
    // Who has the keys of another button means that one.
    let entered = mine && !held && ui.input(|input| input.key_pressed(egui::Key::Enter));
    let back = match same {
        Some(Namesake::Earlier(name)) => Some(name),
        _ => None,
    };
    let come = back.map_or("  Come to town  ".into(), |name| format!("  Come back as {name}  "));
    let come = egui::Button::new(RichText::new(come).size(16.0).color(INK)).fill(GLOW);
    if !ui.add(come).clicked() && !entered {
        return command;
    }
    if let Some(name) = back {
        return Some(come_back(name, at()));
    }
    if let Some(Namesake::Resident(_)) = same {
        // It is said below the name.
        arrive.focus = true;
        return command;
    }
    if let Some(why) = name::fault(&arrive.name) {
        (arrive.fault, arrive.focus) = (why.into(), true);
        return command;
    }
    let story = arrive.story.trim().to_string();
    let look = arrive.mirror.look(ui).to_string();
    let arrival =
        Arrival { name: name::cut(&arrive.name), pronouns: arrive.pronouns.into(), story, look, at: Some(at()) };
    match avatar::check(&arrival) {
        Ok(_) => Some(Command::Join(arrival)),
        Err(why) => {
            arrive.fault = sentence(&why);
            None
        }
    }
}

/// Brings somebody back who left.
fn come_back(name: &str, at: Tile) -> Command {
    Command::Join(Arrival { name: name.into(), at: Some(at), ..Arrival::default() })
}

/// Those who came before and left, but for who is offered already: a click brings one of them back.
fn earlier(ui: &mut egui::Ui, departed: &Departed, same: Option<&Namesake>, at: &dyn Fn() -> Tile) -> Option<Command> {
    let mut chosen = None;
    let names = departed.0.values().rev().map(|gone| &gone.persona.name);
    let others = names.filter(|name| same.is_none_or(|same| *same != Namesake::Earlier((*name).clone())));
    ui.horizontal_wrapped(|ui| {
        for name in others.take(EARLIER) {
            let back = egui::Button::new(format!("Come back as {name}")).truncate();
            if ui.add(back).on_hover_text(name).clicked() {
                chosen = Some(come_back(name, at()));
            }
        }
    });
    chosen
}

/// Name, what is to be said of it, sentence and pronouns. True: one of the buttons has the keys.
fn words(ui: &mut egui::Ui, arrive: &mut Arrive, same: Option<&Namesake>, command: &mut Option<Command>) -> bool {
    let mut held = false;
    egui::Grid::new("newcomer").num_columns(2).spacing([10.0, 6.0]).show(ui, |ui| {
        ui.label("Name");
        let field = egui::TextEdit::singleline(&mut arrive.name).char_limit(name::MOST).hint_text("Juno Reed");
        let field = ui.add(field.desired_width(300.0));
        if std::mem::take(&mut arrive.focus) {
            field.request_focus();
        }
        if field.changed() {
            arrive.fault.clear();
        }
        ui.end_row();
        let length = name::length(&arrive.name);
        if same.is_some() || length.is_some() || !arrive.fault.is_empty() {
            ui.label("");
            ui.vertical(|ui| {
                ui.set_max_width(300.0);
                if let Some(length) = length {
                    ui.add(egui::Label::new(RichText::new(length).color(FAINT)).wrap());
                }
                held |= told(ui, same, &arrive.fault, command);
            });
            ui.end_row();
        }
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

/// What is to be said of the name: whose it is, or what is wrong with it. True: a button of it has the keys.
fn told(ui: &mut egui::Ui, same: Option<&Namesake>, fault: &str, command: &mut Option<Command>) -> bool {
    match same {
        Some(Namesake::Earlier(name)) => {
            let words = format!("{name} was here before: come back as who you were, with the same looks.");
            ui.add(egui::Label::new(RichText::new(words).color(FAINT)).wrap());
            false
        }
        Some(Namesake::Resident(name)) => {
            let words = format!("{name} lives here already: take another name, or");
            ui.add(egui::Label::new(RichText::new(words).color(RED)).wrap());
            let be = ui.add(egui::Button::new(format!("Be {name} for a while")).truncate());
            if be.clicked() {
                *command = Some(Command::Possess(name.clone()));
            }
            be.has_focus()
        }
        None if fault.is_empty() => false,
        None => {
            ui.add(egui::Label::new(RichText::new(fault).color(RED)).wrap());
            false
        }
    }
}

fn draw(
    paper: Paper,
    (mut arrive, you, mut selected): (ResMut<Arrive>, Res<You>, ResMut<Selected>),
    (mut shown, mut dock): (ResMut<Shown>, ResMut<Dock>),
    (look, mut icons, names, departed): (Res<Look>, ResMut<Icons>, Option<Res<Names>>, Res<Departed>),
    (newcomers, people, map): (Query<&AgentId, With<Newcomer>>, Query<&Tile, With<AgentId>>, Option<Res<TownMap>>),
    (mut tempo, driver, calendar): (ResMut<Tempo>, Option<ResMut<Driver>>, Option<Res<Calendar>>),
    (doorstep, mut plates): (Option<ResMut<CommandQueue>>, ResMut<Overlays>),
) {
    let (Some(mut paper), Some(names)) = (paper.filter(|_| arrive.open && !plates.covered()), names) else { return };
    let mine = plates.has_keys(Overlay::Arrival);
    let ctx = paper.get_mut().clone();
    let middle = Tile::new((look.middle.x / TILE) as i32, (look.middle.y / TILE) as i32);
    let gate =
        || map.as_deref().map_or(middle, |map| gate::near(map, middle, &people.iter().copied().collect::<Vec<_>>()));
    let same = namesake(&name::cut(&arrive.name), &names, &departed);
    let whole = ctx.content_rect();
    let (wide, tall) = ((whole.width() - 40.0).min(720.0), whole.height() - 24.0);
    let mut command = None;
    let at = (Align2::CENTER_CENTER, whole.center());
    plates.show(&ctx, Overlay::Arrival, at, (whole, &[]), |ui| {
        sheet().show(ui, |ui| {
            ui.set_width(if you.id.is_some() { 430.0 } else { wide });
            if let Some(id) = you.id {
                let name = names.0.get(&id).cloned().unwrap_or_default();
                let new = newcomers.iter().any(|one| *one == id);
                match own(ui, &name, new, mine) {
                    Some(Own::Look) => {
                        // The camera stays with them, as they are.
                        (selected.0, shown.tab, arrive.open) = (Some(id), Tab::Agenda, false);
                        dock.unfold(Panel::Person);
                    }
                    Some(Own::Leave) => command = Some(Command::Leave),
                    Some(Own::Stay) => arrive.open = false,
                    None => {}
                }
                return;
            }
            command = newcomer(ui, &mut arrive, &mut icons, (same.as_ref(), &gate), (wide > 700.0, tall, mine));
            ui.separator();
            command = command.take().or_else(|| earlier(ui, &departed, same.as_ref(), &gate));
            match selected.0.and_then(|id| names.0.get(&id)) {
                Some(name) => {
                    let be = egui::Button::new(format!("Or be {name} for a while")).truncate();
                    if ui.add(be).on_hover_text(name).clicked() {
                        command = Some(Command::Possess(name.clone()));
                    }
                }
                None => {
                    let hint = "Or click on somebody first, to be them for a while";
                    ui.label(RichText::new(hint).size(SMALL).color(FAINT));
                }
            }
        });
    });
    if let Some(command) = command {
        // One thing at a time: what was asked for is not answered twice.
        if arrive.asked.is_none() {
            arrive.asked = doorstep.map(|mut doorstep| doorstep.push(command));
        }
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
    app.init_town_resource::<Arrive>()
        .add_overlay::<Arrive>()
        .add_systems(Update, self::keys.in_set(Acting))
        .add_systems(EguiPrimaryContextPass, draw.after(PanelsDrawn).run_if(in_state(Scene::Town)));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_that_was_refused_stays_and_says_why() {
        let mut queue = CommandQueue::default();
        let [other, first, second] = [(); 3].map(|()| queue.push(Command::Leave));
        let done = |ticket, result| CommandResult { tick: 1, ticket: Some(ticket), command: Command::Leave, result };
        let mut arrive = Arrive { open: true, asked: Some(first), ..Arrive::default() };
        assert!(!arrive.answered(&done(other, Err("a wall".into()))), "that was not asked for here");
        assert!(arrive.answered(&done(first, Err("ann is what people call Ann Lee".into()))));
        assert!(arrive.open && arrive.focus && arrive.fault.starts_with("Ann is") && arrive.asked.is_none());
        assert!(arrive.stands(), "time stands while one looks for another name");
        arrive.asked = Some(second);
        assert!(!arrive.stands(), "what was asked for is to be done");
        assert!(!arrive.answered(&done(second, Ok(String::new()))));
        assert!(!arrive.open && arrive.fault.is_empty() && !arrive.stands());
    }
}
