//! A new town: which scenario, which seed, how many people, and who answers for them.

use bevy::prelude::*;
use bevy_egui::{egui, input::EguiWantsInput};
use egui::{Align2, Button, DragValue, Key, Order, RichText, ScrollArea, TextEdit, Ui, vec2};

use super::{
    Page, Title,
    rows::{choice_card, navigate},
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
        panels::{Context, Shown, model::servers::presets, widgets::*},
        travel::{PendingTravel, TravelTarget},
    },
};

/// Most people that the page offers; the command line takes more.
const MAX: u32 = 300;
/// From this number on a map is crowded and a town slow.
const CROWD: u32 = 100;
/// Most letters of a scenario's description.
const ABOUT: usize = 260;

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
pub(super) struct NewTown {
    scenarios: Vec<Scenario>,
    /// How many scenarios cannot be read.
    faults: usize,
    chosen: usize,
    seed: String,
    people: u32,
    who: Who,
    /// The servers of `smallville.toml` in a line, if it has a say.
    configured: Option<String>,
    entry: Entry,
    /// Why the town cannot be begun.
    fault: String,
    scroll: bool,
}

impl NewTown {
    /// With all scenarios, the largest first: the smallest are for trying things out.
    pub(super) fn new(home: &Home) -> Self {
        let (found, faults): (Vec<_>, Vec<_>) =
            home.data.scenarios().into_iter().map(|id| Scenario::open(&id, &home.data)).partition(Result::is_ok);
        let mut page = Self { faults: faults.len(), ..Self::default() };
        page.scenarios.extend(found.into_iter().flatten());
        page.scenarios.sort_by(|a, b| b.people.len().cmp(&a.people.len()).then_with(|| a.id.cmp(&b.id)));
        if let Ok(wanted) = home.options.asked.wanted() {
            let servers = &wanted.models.servers;
            let named = |server: &Endpoint| format!("{} {}", server.model, server.place()).trim().to_owned();
            let names: Vec<_> = servers.iter().map(named).collect();
            let is_configured = wanted.choice == Choice::Configured || !servers.is_empty();
            page.configured = is_configured.then(|| short_line(&names.join(", "), ABOUT));
            page.entry = servers.first().map(Entry::of).unwrap_or_default();
            page.who = match wanted.choice {
                Choice::Configured => Who::Configured,
                Choice::Server(_) => Who::Server,
                _ => Who::Rules,
            };
        }
        page.choose(0);
        page
    }

    fn choose(&mut self, n: usize) {
        let Some(scenario) = self.scenarios.get(n) else { return };
        (self.chosen, self.seed, self.scroll) = (n, scenario.seed.to_string(), true);
        self.people = scenario.people.len() as u32;
    }

    /// What the town is to be opened with.
    fn options(&self, home: &Home) -> Result<(Options, String), String> {
        let scenario = self.scenarios.get(self.chosen).ok_or("There is no scenario to begin.")?;
        let seed = self.seed.trim().parse::<u64>();
        let seed = seed.map_err(|_| "The seed is a whole number, such as 1. The same seed gives the same town.")?;
        let MindOptions { config, caps, price, .. } = home.options.asked.clone();
        let mut asked = MindOptions { config, caps, price, ..MindOptions::default() };
        asked.mind = Some(match self.who {
            Who::Rules => Choice::Builtin,
            Who::Configured => Choice::Configured,
            Who::Server => {
                let named = self.entry.preset().unwrap_or(self.entry.url.trim());
                named.parse().map_err(|_| "Write the server's URL, such as http://127.0.0.1:8080/v1.")?
            }
        });
        if self.who == Who::Server {
            asked.model = Some(self.entry.model.trim().to_string()).filter(|model| !model.is_empty());
        }
        let wanted = asked.wanted().map_err(|trouble| trouble.to_string())?;
        let networked = wanted.is_networked();
        let experiment = Experiment {
            agents: Some(self.people).filter(|people| *people as usize != scenario.people.len()),
            // As on the command line: a language model is not asked again what it has decided before.
            routines: networked.then_some(true),
            language: wanted.language.clone(),
            ..Experiment::default()
        };
        let options = Options {
            scenario: scenario.id.clone(),
            seed: Some(seed),
            threads: home.options.threads,
            save: Some(home.shelf.fresh(&scenario.id)),
            live: networked,
            experiment,
            asked,
            ..Options::default()
        };
        Ok((options, short_line(&scenario.name, 60)))
    }
}

/// A number by chance.
fn random_seed() -> u64 {
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    1 + now.map_or(0, |since| u64::from(since.subsec_nanos()) / 7 + since.as_secs()) % 9999
}

/// Draws the page.
pub(super) fn draw(
    mut context: Context,
    mut title: ResMut<Title>,
    mut next: ResMut<PendingTravel>,
    (shown, wants): (Res<Shown>, Res<EguiWantsInput>),
    home: Res<Home>,
) {
    if title.page != Page::NewTown {
        return;
    }
    let ctx = context.get_mut().clone();
    let whole = ctx.content_rect();
    let form = &mut title.new_town;
    let (mut begin, mut back) = (false, false);
    // As the frame began: Esc has already taken the keys from the field that it was meant for.
    if !shown.settings && !wants.wants_keyboard_input() {
        let mut to = form.chosen;
        let key = navigate(&presses(&ctx), &mut to, &vec![true; form.scenarios.len()]);
        if to != form.chosen {
            form.choose(to);
        }
        (begin, back) = (key == Some(Key::Enter), key == Some(Key::Escape));
    }
    let (wide, tall) = ((whole.width() - 32.0).min(620.0), (whole.height() - 48.0).min(620.0));
    // From the top, so that what unfolds in it moves no button under the mouse.
    let top = ((whole.height() - tall) / 2.0).max(16.0);
    page(&ctx, "new town", (Align2::CENTER_TOP, vec2(0.0, top), Order::Middle), wide - 32.0, |ui| {
        bold(ui, "New town", 22.0, INK);
        ui.add_space(4.0);
        ScrollArea::vertical().id_salt("form").max_height(tall - 132.0).show(ui, |ui| {
            ui.set_width(ui.available_width());
            draw_scenarios(ui, form);
            ui.spacing_mut().interact_size.y = ROW;
            ui.add_space(8.0);
            draw_numbers(ui, form);
            ui.add_space(8.0);
            draw_minds(ui, form);
        });
        ui.add_space(4.0);
        if !form.fault.is_empty() {
            coloured(ui, &form.fault, RED);
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
        match title.new_town.options(&home) {
            Ok((options, name)) => next.to(TravelTarget::Town(Box::new(options), name)),
            Err(why) => title.new_town.fault = why,
        }
    }
}

fn draw_scenarios(ui: &mut Ui, form: &mut NewTown) {
    let mut chosen = None;
    for (n, scenario) in form.scenarios.iter().enumerate() {
        let is_chosen = n == form.chosen;
        let card = choice_card(ui, is_chosen, &mut form.scroll, |ui| {
            ui.horizontal(|ui| {
                bold(ui, &short_line(&scenario.name, 60), 16.0, if is_chosen { INK } else { WORDS });
                ui.label(faint(format!("{} people", scenario.people.len())));
            });
            if !scenario.about.is_empty() {
                ui.label(faint(short_line(&scenario.about, ABOUT)));
            }
        });
        let card = ui.interact(card.rect, ui.id().with(("scenario", n)), egui::Sense::click());
        if card.on_hover_cursor(egui::CursorIcon::PointingHand).clicked() {
            chosen = Some(n);
        }
    }
    if form.faults > 0 {
        ui.label(faint(format!("Scenarios with faults: {}. `smallville check` lists them.", form.faults)));
    }
    if let Some(n) = chosen {
        form.choose(n);
    }
}

/// Height of a line of buttons, in points: labels before them are centred on it.
const ROW: f32 = 25.0;

fn draw_numbers(ui: &mut Ui, form: &mut NewTown) {
    ui.horizontal_wrapped(|ui| {
        ui.label("Seed");
        let seed = TextEdit::singleline(&mut form.seed).desired_width(84.0).char_limit(20).background_color(SHADE);
        ui.add(seed).on_hover_text("The same seed gives the same town.");
        if ui.button("Another").on_hover_text("A random seed").clicked() {
            form.seed = random_seed().to_string();
        }
        ui.add_space(16.0);
        ui.label("People");
        let cast = form.scenarios.get(form.chosen).map_or(1, |scenario| scenario.people.len() as u32);
        let most = MAX.max(cast);
        let hint = "Fewer: the first of the cast. More: the cast again under other names, with room for all.";
        let people = DragValue::new(&mut form.people).range(1..=most).speed(0.2);
        ui.add(people).on_hover_text(format!("1 to {most}: drag, or click and type. {hint}"));
        let hint = format!("{cast}, as many as the cast has");
        if form.people != cast && ui.button("Default").on_hover_text(hint).clicked() {
            form.people = cast;
        }
    });
    if form.people >= CROWD {
        let words = "More people than the map was made for: houses are crowded, and time passes slowly.";
        coloured(ui, RichText::new(words).size(SMALL), RED);
    }
}

fn draw_minds(ui: &mut Ui, form: &mut NewTown) {
    ui.label("Who answers for the people");
    let program = "A program on this machine, such as Ollama or LM Studio, or a service online";
    let ways = [
        (Who::Rules, "built-in", "Built-in rules: no network, no key, no cost"),
        (Who::Configured, "as configured", "The servers in smallville.toml"),
        (Who::Server, "a language model", program),
    ];
    flow(ui, |ui| {
        for (who, name, hint) in ways {
            if (who != Who::Configured || form.configured.is_some()) && pick(ui, name, form.who == who, hint) {
                form.who = who;
            }
        }
    });
    let note = match form.who {
        Who::Rules => "Word lists, habits, small grammars and dice. You can change to a language model later: F2.",
        Who::Configured => form.configured.as_deref().unwrap_or_default(),
        Who::Server => {
            if form.entry.is_blank() {
                form.entry.turn_to(PRESETS[0].name);
            }
            ui.horizontal_wrapped(|ui| presets(ui, &mut form.entry));
            ui.horizontal_wrapped(|ui| {
                ui.label("URL");
                ui.add(TextEdit::singleline(&mut form.entry.url).desired_width(240.0).background_color(SHADE));
                ui.label("Model");
                let model = field(&mut form.entry.model, "its first").desired_width(150.0);
                ui.add(model.background_color(SHADE));
            });
            if let Some((name, false)) = form.entry.key_held() {
                coloured(ui, format!("It needs a key in the variable {name}, which is not set."), RED);
            }
            "To test the server, and to set its price and caps, press F2 once the town is open."
        }
    };
    ui.label(faint(note));
}
