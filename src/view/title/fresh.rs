//! A new town: which scenario, which seed, how many people, and who answers for them.

use bevy::prelude::*;
use bevy_egui::{egui, input::EguiWantsInput};
use egui::{Align2, Button, DragValue, Key, Order, RichText, ScrollArea, TextEdit, Ui, vec2};

use super::{
    Page, Title,
    rows::{card, follow},
};
use crate::{
    agent::Scenario,
    mind::{
        Choice,
        llm::{Endpoint, PRESETS},
    },
    town::{Experiment, MindOptions, Options},
    view::{
        home::Home,
        keys::presses,
        mind_settings::Entry,
        panels::{Paper, Shown, model::servers::presets, widgets::*},
        travel::{Go, Next},
    },
};

/// Most people that the page offers; the command line takes more.
const MOST: u32 = 300;
/// From so many on a map is crowded and a town slow.
const MANY: u32 = 100;
/// Most letters of what a scenario says about itself.
const ABOUT: usize = 260;

/// A scenario that can be begun.
struct Town {
    id: String,
    name: String,
    about: String,
    people: u32,
    seed: u64,
}

/// Who answers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Who {
    #[default]
    Rules,
    /// As `smallville.toml` says.
    Configured,
    /// A server known by name, or by its URL.
    Server,
}

/// The page, as filled in.
#[derive(Default)]
pub(super) struct Fresh {
    towns: Vec<Town>,
    faults: usize,
    chosen: usize,
    seed: String,
    people: u32,
    who: Who,
    configured: bool,
    /// The servers of `smallville.toml`, in a line.
    servers: String,
    entry: Entry,
    said: String,
    scroll: bool,
}

impl Fresh {
    /// With the scenarios there are; `the_ville` first, since it is what one comes for.
    pub(super) fn new(home: &Home) -> Self {
        let mut all = Self::default();
        for id in home.data.scenarios() {
            match Scenario::open(&id, &home.data) {
                Ok(one) => all.towns.push(Town {
                    id,
                    name: tame(&one.name, 60),
                    about: tame(&one.about, ABOUT),
                    people: one.people.len() as u32,
                    seed: one.seed,
                }),
                Err(_) => all.faults += 1,
            }
        }
        // The largest first: the smallest are for trying things out.
        all.towns.sort_by(|a, b| b.people.cmp(&a.people).then_with(|| a.id.cmp(&b.id)));
        if let Ok(wanted) = home.options.asked.wanted() {
            all.configured = wanted.choice == Choice::Configured || !wanted.models.servers.is_empty();
            let named = |server: &Endpoint| format!("{} {}", server.model, server.place()).trim().to_owned();
            let names: Vec<_> = wanted.models.servers.iter().map(named).collect();
            all.servers = tame(&names.join(", "), ABOUT);
            all.entry = wanted.models.servers.first().map(Entry::of).unwrap_or_default();
            all.who = match wanted.choice {
                Choice::Configured => Who::Configured,
                Choice::Server(_) => Who::Server,
                _ => Who::Rules,
            };
        }
        all.choose(0);
        all
    }

    fn choose(&mut self, n: usize) {
        let Some(town) = self.towns.get(n) else { return };
        (self.chosen, self.seed, self.people) = (n, town.seed.to_string(), town.people);
        self.scroll = true;
    }

    /// What the town is to be opened with.
    fn options(&self, home: &Home) -> Result<(Options, String), String> {
        let town = self.towns.get(self.chosen).ok_or("There is no scenario to begin.")?;
        let seed = self.seed.trim().parse::<u64>();
        let seed = seed.map_err(|_| "The seed is a whole number, such as 1. The same seed gives the same town.")?;
        let given = &home.options.asked;
        let mut asked = MindOptions {
            config: given.config.clone(),
            caps: given.caps,
            price: given.price,
            ..MindOptions::default()
        };
        match self.who {
            Who::Rules => asked.mind = Some(Choice::Builtin),
            Who::Configured => asked.mind = Some(Choice::Configured),
            Who::Server => {
                let named = self.entry.preset().unwrap_or(self.entry.url.trim());
                asked.mind = Some(named.parse().map_err(|_| "Write the server's URL, as http://127.0.0.1:8080/v1.")?);
                asked.model = Some(self.entry.model.trim().to_string()).filter(|model| !model.is_empty());
            }
        }
        let wanted = asked.wanted().map_err(|trouble| trouble.to_string())?;
        let networked = wanted.is_networked();
        let experiment = Experiment {
            agents: Some(self.people).filter(|people| *people != town.people),
            // As on the command line: a language model is spared what was thought out before.
            routines: networked.then_some(true),
            language: wanted.language.clone(),
            ..Experiment::default()
        };
        let options = Options {
            scenario: town.id.clone(),
            seed: Some(seed),
            threads: home.options.threads,
            save: Some(home.shelf.fresh(&town.id)),
            live: networked,
            experiment,
            asked,
            ..Options::default()
        };
        Ok((options, town.name.clone()))
    }
}

/// Some number nobody has thought of.
fn dice() -> u64 {
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    1 + now.map_or(0, |since| u64::from(since.subsec_nanos()) / 7 + since.as_secs()) % 9999
}

/// Draws it.
pub(super) fn draw(
    paper: Paper,
    mut title: ResMut<Title>,
    mut next: ResMut<Next>,
    (shown, wants): (Res<Shown>, Res<EguiWantsInput>),
    home: Res<Home>,
) {
    let Some(mut paper) = paper.filter(|_| title.page == Page::Fresh) else { return };
    let ctx = paper.get_mut().clone();
    let whole = ctx.content_rect();
    let fresh = &mut title.fresh;
    let (mut begin, mut back) = (false, false);
    // As the frame began: Esc has already taken the keys from the field that it was meant for.
    if !shown.settings && !wants.wants_keyboard_input() {
        let mut to = fresh.chosen;
        let done = follow(&presses(&ctx), &mut to, &vec![true; fresh.towns.len()]);
        if to != fresh.chosen {
            fresh.choose(to);
        }
        (begin, back) = (done == Some(Key::Enter), done == Some(Key::Escape));
    }
    let (wide, tall) = ((whole.width() - 32.0).min(620.0), (whole.height() - 48.0).min(620.0));
    // From the top: what unfolds in it moves no button from under the mouse.
    let top = ((whole.height() - tall) / 2.0).max(16.0);
    page(&ctx, "fresh", (Align2::CENTER_TOP, vec2(0.0, top), Order::Middle), wide - 32.0, |ui| {
        heavy(ui, "New town", 22.0, INK);
        ui.add_space(4.0);
        ScrollArea::vertical().id_salt("fresh").max_height(tall - 132.0).show(ui, |ui| {
            ui.set_width(ui.available_width());
            towns(ui, fresh);
            ui.add_space(8.0);
            numbers(ui, fresh);
            ui.add_space(8.0);
            minds(ui, fresh);
        });
        ui.add_space(4.0);
        if !fresh.said.is_empty() {
            ui.label(RichText::new(&fresh.said).color(RED));
        }
        ui.add_space(2.0);
        ui.horizontal(|ui| {
            begin |= ui.add(Button::new(RichText::new("  Begin  ").size(16.0).color(INK)).fill(GLOW)).clicked();
            back |= ui.add(Button::new(RichText::new("Back").size(16.0))).clicked();
        });
    });
    if back {
        title.page = Page::Front;
    } else if begin {
        match title.fresh.options(&home) {
            Ok((options, name)) => next.to(Go::Town(Box::new(options), name)),
            Err(why) => title.fresh.said = why,
        }
    }
}

fn towns(ui: &mut Ui, fresh: &mut Fresh) {
    let mut chosen = None;
    for (n, town) in fresh.towns.iter().enumerate() {
        let here = n == fresh.chosen;
        let card = card(ui, here, &mut fresh.scroll, |ui| {
            ui.horizontal(|ui| {
                heavy(ui, &town.name, 16.0, if here { INK } else { WORDS });
                ui.label(faint(format!("{} people", town.people)));
            });
            if !town.about.is_empty() {
                ui.add(egui::Label::new(faint(&town.about)).wrap());
            }
        });
        let card = ui.interact(card.rect, ui.id().with(("town", n)), egui::Sense::click());
        if card.on_hover_cursor(egui::CursorIcon::PointingHand).clicked() {
            chosen = Some(n);
        }
    }
    if fresh.faults > 0 {
        ui.label(faint(format!("Scenarios with faults: {}. `smallville check` tells them.", fresh.faults)));
    }
    if let Some(n) = chosen {
        fresh.choose(n);
    }
}

/// Height of a row of buttons: words before them stand at their middle.
const ROW: f32 = 25.0;

fn numbers(ui: &mut Ui, fresh: &mut Fresh) {
    ui.spacing_mut().interact_size.y = ROW;
    ui.horizontal_wrapped(|ui| {
        ui.label("Seed");
        let field = TextEdit::singleline(&mut fresh.seed).desired_width(84.0).char_limit(20).background_color(SHADE);
        ui.add(field).on_hover_text("The same seed gives the same town.");
        if ui.button("Another").on_hover_text("A seed by chance").clicked() {
            fresh.seed = dice().to_string();
        }
        ui.add_space(16.0);
        ui.label("People");
        let cast = fresh.towns.get(fresh.chosen).map_or(1, |town| town.people);
        let most = MOST.max(cast);
        let hint = "Fewer: the first of the cast. More: the cast again under other names, with room for all.";
        let people = DragValue::new(&mut fresh.people).range(1..=most).speed(0.2);
        ui.add(people).on_hover_text(format!("1 to {most}: drag, or click and type. {hint}"));
        let hint = format!("{cast}, as many as the cast has");
        if fresh.people != cast && ui.button("As usual").on_hover_text(hint).clicked() {
            fresh.people = cast;
        }
    });
    if fresh.people >= MANY {
        let words = "More people than the map was drawn for: houses are crowded, and time goes slowly.";
        ui.label(RichText::new(words).size(SMALL).color(RED));
    }
}

fn minds(ui: &mut Ui, fresh: &mut Fresh) {
    ui.spacing_mut().interact_size.y = ROW;
    ui.label("Who answers for the people");
    let ways = [
        (Who::Rules, "built-in", "Rules of our own: no network, no key, no cost"),
        (Who::Configured, "as configured", "The servers of smallville.toml"),
        (
            Who::Server,
            "a language model",
            "A program on this machine, such as Ollama or LM Studio, or a service online",
        ),
    ];
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = 4.0;
        for (who, name, hint) in ways {
            if (who != Who::Configured || fresh.configured) && pick(ui, name, fresh.who == who, hint) {
                fresh.who = who;
            }
        }
    });
    let said = match fresh.who {
        Who::Rules => "Word lists, habits, small grammars and dice. You can change to a language model later: F2.",
        Who::Configured => &fresh.servers,
        Who::Server => {
            if fresh.entry.is_blank() {
                fresh.entry.turn_to(PRESETS[0].name);
            }
            ui.horizontal_wrapped(|ui| presets(ui, &mut fresh.entry));
            ui.horizontal_wrapped(|ui| {
                ui.label("URL");
                ui.add(TextEdit::singleline(&mut fresh.entry.url).desired_width(240.0).background_color(SHADE));
                ui.label("Model");
                let model = TextEdit::singleline(&mut fresh.entry.model).desired_width(150.0).background_color(SHADE);
                ui.add(model.hint_text(RichText::new("its first").color(FAINT)));
            });
            if let Some((name, false)) = fresh.entry.key_held() {
                let words = format!("It wants a key in the variable {name}, and there is none.");
                ui.label(RichText::new(words).color(RED));
            }
            "A test of the server, its price and caps: F2, once the town is open."
        }
    };
    ui.add(egui::Label::new(faint(said)).wrap());
}
