//! Coming to town: as a newcomer with a name, a sentence and a look, or as somebody who lives here; and leaving.

use bevy::{ecs::system::SystemParam, prelude::*};
use bevy_egui::{EguiPrimaryContextPass, egui};
use egui::{Align2, Button, Label, RichText, ScrollArea, TextEdit, Ui};

use super::{
    Acting, PlayerState,
    mirror::Mirror,
    name::{self, Namesake, namesake},
};
use crate::{
    agent::{
        avatar::{self, Departed},
        components::Newcomer,
        persona::Names,
    },
    clock::AgentId,
    command::{Arrival, Command},
    exchange::{CommandQueue, CommandResult, Ticket},
    schedule::TownResources,
    town::Recorded,
    view::{
        Selected, TILE,
        camera::Viewpoint,
        keys::Keyboard,
        overlays::{AddOverlay, Overlay},
        panels::{
            PanelsDrawn, Shown, Tab,
            mind::PersonPage,
            pictures::Icons,
            widgets::{FAINT, GLOW, INK, RED, SMALL, bold, sentence, sheet},
        },
        scene::Scene,
        speed::TimeControl,
        stage::Stage,
    },
    world::{Tile, TownMap},
};

/// So many who left are offered, the newest first.
const EARLIER: usize = 3;
const PRONOUNS: [&str; 3] = ["they", "she", "he"];
/// Width of a field, in points.
const WRITTEN: f32 = 300.0;

/// The page on which one comes to town.
#[derive(Resource, Default)]
pub struct JoinPage {
    /// Is it shown?
    pub open: bool,
    name: String,
    story: String,
    /// Place in [`PRONOUNS`].
    pronouns: usize,
    mirror: Mirror,
    /// What is wrong with it.
    fault: String,
    /// What the town has not answered yet: until then the page stays, as it may be refused.
    asked: Option<Ticket>,
    focus: bool,
}

impl JoinPage {
    /// Opens it, with its first field ready, or closes it.
    pub fn toggle(&mut self) {
        (self.open, self.focus) = (!self.open, !self.open);
        self.fault.clear();
        self.asked = None;
    }

    /// Does time stand for it? Not while the town is to answer what was asked for here.
    pub fn pauses_time(&self) -> bool {
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

fn keys(keyboard: Keyboard, (you, recorded): (Res<PlayerState>, Option<Res<Recorded>>), mut arrive: ResMut<JoinPage>) {
    if !you.busy && recorded.is_none() && keyboard.just_pressed("come or go") {
        arrive.toggle();
    }
}

/// The page for a newcomer while it is drawn.
struct Form<'a> {
    arrive: &'a mut JoinPage,
    departed: &'a Departed,
    /// Who is called as is written.
    same: Option<Namesake>,
    /// One of the buttons has the keys.
    held: bool,
    /// What is asked for.
    command: Option<Command>,
}

impl Form<'_> {
    /// Draws it, with room at its sides or not, at most so many points high; keys count only if `mine`.
    fn draw(&mut self, ui: &mut Ui, icons: &mut Icons, (wide, tall, mine): (bool, f32, bool)) {
        bold(ui, "Come to town", 19.0, INK);
        ui.label(RichText::new("You live among them: they see you, talk to you, and remember you.").color(FAINT));
        ui.add_space(6.0);
        ScrollArea::both().id_salt("newcomer").max_height(tall - 150.0).show(ui, |ui| {
            ui.horizontal_top(|ui| {
                ui.vertical(|ui| self.held |= self.arrive.mirror.preview(ui, icons));
                ui.add_space(10.0);
                ui.vertical(|ui| {
                    self.words(ui);
                    ui.add_space(8.0);
                    self.arrive.mirror.rows(ui, wide);
                });
            });
        });
        ui.add_space(6.0);
        // Who has the keys of another button means that one.
        let entered = mine && !self.held && ui.input(|input| input.key_pressed(egui::Key::Enter));
        let come = match &self.same {
            Some(Namesake::Earlier(name)) => format!("  Come back as {name}  "),
            _ => "  Come to town  ".into(),
        };
        if ui.add(Button::new(RichText::new(come).size(16.0).color(INK)).fill(GLOW)).clicked() || entered {
            self.come(ui);
        }
        ui.separator();
        // Those who came before and left, but for who is offered already: a click brings one of them back.
        let names = self.departed.0.values().rev().map(|gone| &gone.persona.name);
        let others = names.filter(|name| self.same != Some(Namesake::Earlier((*name).clone()))).take(EARLIER);
        ui.horizontal_wrapped(|ui| {
            for name in others {
                let back = Button::new(format!("Come back as {name}")).truncate();
                if ui.add(back).on_hover_text(name).clicked() {
                    self.command = Some(come_back(name));
                }
            }
        });
    }

    /// Who asks to come to town does, or is told why not.
    fn come(&mut self, ui: &Ui) {
        let arrive = &mut *self.arrive;
        let arrival = Arrival {
            name: name::cut(&arrive.name),
            pronouns: PRONOUNS[arrive.pronouns].into(),
            story: arrive.story.trim().into(),
            look: arrive.mirror.look(ui).to_string(),
            at: None,
        };
        match (&self.same, avatar::check(&arrival)) {
            (Some(Namesake::Earlier(name)), _) => self.command = Some(come_back(name)),
            // It is said below the name.
            (Some(Namesake::Resident(_)), _) => arrive.focus = true,
            (None, Ok(_)) => self.command = Some(Command::Join(arrival)),
            (None, Err(why)) => (arrive.fault, arrive.focus) = (sentence(&why), true),
        }
    }

    /// Name, what is to be said of it, sentence and pronouns.
    fn words(&mut self, ui: &mut Ui) {
        egui::Grid::new("newcomer").num_columns(2).spacing([10.0, 6.0]).show(ui, |ui| {
            ui.label("Name");
            let field = TextEdit::singleline(&mut self.arrive.name).char_limit(name::MAX).hint_text("Juno Reed");
            let field = ui.add(field.desired_width(WRITTEN));
            if std::mem::take(&mut self.arrive.focus) {
                field.request_focus();
            }
            if field.changed() {
                self.arrive.fault.clear();
            }
            ui.end_row();
            let length = name::length(&self.arrive.name);
            if self.same.is_some() || length.is_some() || !self.arrive.fault.is_empty() {
                ui.label("");
                ui.vertical(|ui| {
                    ui.set_max_width(WRITTEN);
                    let mut say = |words: &str, colour| ui.add(Label::new(RichText::new(words).color(colour)).wrap());
                    length.iter().for_each(|length| drop(say(length, FAINT)));
                    match &self.same {
                        None => drop(say(&self.arrive.fault, RED)),
                        Some(Namesake::Earlier(name)) => {
                            let back = "was here before: come back as who you were, with the same looks.";
                            say(&format!("{name} {back}"), FAINT);
                        }
                        Some(Namesake::Resident(name)) => {
                            say(&format!("{name} lives here already: take another name, or"), RED);
                            let be = ui.add(Button::new(format!("Be {name} for a while")).truncate());
                            self.held |= be.has_focus();
                            if be.clicked() {
                                self.command = Some(Command::Possess(name.clone()));
                            }
                        }
                    }
                });
                ui.end_row();
            }
            ui.label("Who you are");
            let hint = "a painter who has just moved here";
            let field = TextEdit::singleline(&mut self.arrive.story).char_limit(300).hint_text(hint);
            ui.add(field.desired_width(WRITTEN));
            ui.end_row();
            ui.label("Called");
            ui.horizontal(|ui| {
                for (n, one) in PRONOUNS.into_iter().enumerate() {
                    self.held |= ui.selectable_value(&mut self.arrive.pronouns, n, one).has_focus();
                }
            });
            ui.end_row();
        });
    }
}

/// Brings somebody back who left.
fn come_back(name: &str) -> Command {
    Command::Join(Arrival { name: name.into(), ..Arrival::default() })
}

/// What one may do about oneself.
#[derive(Clone, Copy)]
enum Deed {
    Look,
    Leave,
    Stay,
}

/// The page of who is in town, a newcomer or not: what they chose. Enter looks at oneself, unless another button has the
/// keys.
fn oneself(ui: &mut Ui, name: &str, new: bool, mine: bool) -> Option<Deed> {
    bold(ui, &format!("You are {name}"), 19.0, INK);
    let (what, end) = match new {
        true => ("If you leave town, people remember you; you may come back later as who you are.", "Leave town"),
        false => ("Let go, and they go back to their own day and remember what they did.", "Let them go"),
    };
    ui.label(RichText::new(what).color(FAINT));
    ui.add_space(6.0);
    let (mut done, mut held) = (None, false);
    ui.horizontal(|ui| {
        let look = Button::new(RichText::new("Look at yourself").color(INK)).fill(GLOW);
        let all = [(Deed::Look, look), (Deed::Leave, Button::new(end)), (Deed::Stay, Button::new("Stay"))];
        for (deed, button) in all {
            let mut button = ui.add(button);
            if let Deed::Look = deed {
                button = button.on_hover_text("What you have agreed to, remember, and think of others (Enter)");
            }
            held |= button.has_focus();
            done = done.or(button.clicked().then_some(deed));
        }
    });
    let entered = mine && !held && ui.input(|input| input.key_pressed(egui::Key::Enter));
    done.or(entered.then_some(Deed::Look))
}

/// The town that somebody comes to.
#[derive(SystemParam)]
struct Town<'w, 's> {
    you: Res<'w, PlayerState>,
    look: Res<'w, Viewpoint>,
    names: Res<'w, Names>,
    departed: Res<'w, Departed>,
    map: Res<'w, TownMap>,
    newcomers: Query<'w, 's, &'static AgentId, With<Newcomer>>,
    people: Query<'w, 's, &'static Tile, With<AgentId>>,
}

impl Town<'_, '_> {
    /// Where a newcomer arrives: near where the camera looks.
    fn gate(&self) -> Tile {
        let middle = Tile::new((self.look.middle.x / TILE) as i32, (self.look.middle.y / TILE) as i32);
        name::gate(&self.map, middle, &self.people.iter().copied().collect::<Vec<_>>())
    }
}

fn draw(
    mut stage: Stage,
    town: Town,
    (mut arrive, mut selected): (ResMut<JoinPage>, ResMut<Selected>),
    (mut shown, mut icons): (ResMut<Shown>, ResMut<Icons>),
    (mut time, mut queue): (TimeControl, ResMut<CommandQueue>),
) {
    let Some(ctx) = stage.context().filter(|_| arrive.open) else { return };
    let mine = stage.overlays.has_keys(Overlay::Arrival);
    let same = namesake(&name::cut(&arrive.name), &town.names, &town.departed);
    let whole = ctx.content_rect();
    let (wide, tall) = ((whole.width() - 40.0).min(720.0), whole.height() - 24.0);
    let mut command = None;
    let at = (Align2::CENTER_CENTER, whole.center());
    stage.overlays.show(&ctx, Overlay::Arrival, at, (whole, &[]), |ui| {
        sheet().show(ui, |ui| {
            ui.set_width(if town.you.id.is_some() { 430.0 } else { wide });
            if let Some(id) = town.you.id {
                match oneself(ui, town.names.get(id), town.newcomers.iter().any(|one| *one == id), mine) {
                    Some(Deed::Look) => {
                        // The camera stays with them, as they are.
                        (selected.0, shown.page, arrive.open) = (Some(id), PersonPage::Agenda, false);
                        stage.dock.unfold(Tab::Person);
                    }
                    Some(Deed::Leave) => command = Some(Command::Leave),
                    Some(Deed::Stay) => arrive.open = false,
                    None => {}
                }
                return;
            }
            let mut form = Form { arrive: &mut arrive, departed: &town.departed, same, held: false, command: None };
            form.draw(ui, &mut icons, (wide > 700.0, tall, mine));
            command = form.command;
            match selected.0.and_then(|id| town.names.0.get(&id)) {
                Some(name) => {
                    let be = Button::new(format!("Or be {name} for a while")).truncate();
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
    let Some(mut command) = command else { return };
    if let Command::Join(arrival) = &mut command {
        arrival.at = Some(town.gate());
    }
    // One thing at a time: what was asked for is not answered twice.
    if arrive.asked.is_none() {
        arrive.asked = Some(queue.push(command));
    }
    // Nobody arrives where time stands.
    if time.paused() {
        time.toggle_pause();
    }
}

/// Adds coming and going.
pub fn plugin(app: &mut App) {
    app.init_town_resource::<JoinPage>()
        .add_overlay(Overlay::Arrival, |page: &JoinPage| page.open, |page| page.open = false)
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
        let mut arrive = JoinPage { open: true, asked: Some(first), ..JoinPage::default() };
        assert!(!arrive.answered(&done(other, Err("a wall".into()))), "that was not asked for here");
        assert!(arrive.answered(&done(first, Err("ann is what people call Ann Lee".into()))));
        assert!(arrive.open && arrive.focus && arrive.fault.starts_with("Ann is") && arrive.asked.is_none());
        assert!(arrive.pauses_time(), "time stands while one looks for another name");
        arrive.asked = Some(second);
        assert!(!arrive.pauses_time(), "what was asked for is to be done");
        assert!(!arrive.answered(&done(second, Ok(String::new()))));
        assert!(!arrive.open && arrive.fault.is_empty() && !arrive.pauses_time());
    }
}
