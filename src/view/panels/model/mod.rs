//! The panel of minds: which one answers, whether it works, what it would take, and what it took.
//!
//! | file | concern |
//! |---|---|
//! | `form` | who answers, costs, the forecast, what came of a test |
//! | `servers` | the servers, one of them in full; where embeddings come from |
//! | `field` | a label with a field; fields for words and numbers |
//! | `trial` | what the test button does |
//! | `spent` | what the answers took, by question, person and hour, and how much of each cap |
//! | `table` | the table of it |
//! | `background` | what takes its time, on a thread |
//! | [`words`] | what is said of servers and questions (pure) |
//!
//! Rule: what the fields mean is read by [`Draft`]; a key is never typed, shown or kept here, only the name of the
//! variable that holds it.

mod background;
mod field;
mod form;
mod servers;
mod spent;
mod table;
mod trial;
pub mod words;

use std::{
    collections::BTreeMap,
    path::{Path, PathBuf},
};

use bevy::{ecs::system::InMut, prelude::*};
use bevy_egui::egui;
use egui::Ui;

use self::{
    background::Background,
    trial::Trial,
    words::{Tested, Tone},
};
use super::widgets::{choose, list};
use crate::{
    clock::Pace,
    config::Config,
    data::Data,
    exchange::Minds,
    journal::Tally,
    schedule::TownResources,
    town::{Connected, MindSetup, Options, TownError},
    view::{
        mind_settings::{Draft, Entry},
        names::Folk,
    },
};

/// Its parts.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Tab {
    /// Who answers.
    #[default]
    Who,
    /// What it took.
    Spent,
}

/// What is in use, and what a new mind is connected with.
#[derive(Resource, Clone, Debug)]
pub struct InUse {
    wanted: MindSetup,
    /// Where settings are kept.
    file: PathBuf,
    threads: usize,
    data: Data,
    /// Was it asked that time stands while a language model thinks?
    patient: bool,
}

impl InUse {
    /// As a town was opened.
    ///
    /// # Errors
    /// As [`crate::town::MindOptions::wanted`].
    pub fn new(options: &Options, data: &Data) -> Result<Self, TownError> {
        let wanted = options.asked.wanted()?;
        let patient = wanted.is_networked() && !options.live;
        let file = Config::path(options.asked.config.as_deref());
        Ok(Self { wanted, file, threads: options.threads, data: data.clone(), patient })
    }

    /// Where settings are kept.
    pub fn file(&self) -> &Path {
        &self.file
    }

    /// How many servers share the load; none while rules answer.
    pub fn servers(&self) -> usize {
        if self.wanted.is_networked() { self.wanted.models.servers.len() } else { 0 }
    }

    fn pace(&self) -> Pace {
        if self.wanted.is_networked() && !self.patient { Pace::Live } else { Pace::Lockstep }
    }
}

/// A server that was tested.
#[derive(Default)]
struct Met {
    models: Vec<String>,
    /// Did it do what it will be asked for?
    well: bool,
}

/// What the panel remembers.
#[derive(Resource, Default)]
pub struct Page {
    tab: Tab,
    /// `None` until it was opened once.
    draft: Option<Draft>,
    /// The field below which models are listed.
    listing: Option<egui::Id>,
    /// What tests have shown, by URL.
    met: BTreeMap<String, Met>,
    /// The test that is under way, and what to say while it is.
    test: Option<(String, Background<Result<Tested, String>>)>,
    change: Option<Background<Result<(MindSetup, Connected), String>>>,
    /// What came of the last thing that was done.
    said: Vec<(Tone, String)>,
    table: spent::Sheet,
}

/// Draws the panel.
pub fn draw(
    InMut(ui): InMut<Ui>,
    mut page: ResMut<Page>,
    (in_use, minds, tally): (Res<InUse>, Res<Minds>, Res<Tally>),
    folk: Folk,
) {
    choose(ui, &mut page.tab, &[(Tab::Who, "Who answers"), (Tab::Spent, "What it takes")]);
    ui.add_space(4.0);
    match page.tab {
        Tab::Who => form::draw(ui, &mut page, &in_use, &minds, folk.people.iter().count()),
        Tab::Spent => {
            let (bottom, gap) = (ui.max_rect().bottom(), ui.spacing().item_spacing.y);
            list(ui, "spent", gap, |ui| spent::draw(ui, &mut page.table, (&tally, &minds), &folk, bottom));
        }
    }
}

impl Page {
    /// The models that a server is known to have.
    fn known(&self, entry: &Entry) -> &[String] {
        self.met.get(entry.base()).map_or(&[], |met| &met.models)
    }

    fn say(&mut self, tone: Tone, words: impl Into<String>) {
        self.said = vec![(tone, words.into())];
    }

    fn say_faults(&mut self, faults: Vec<String>) {
        self.said = faults.into_iter().map(|why| (Tone::Bad, why)).collect();
    }

    fn test(&mut self, draft: &Draft, in_use: &InUse) {
        self.said.clear();
        match Trial::of(draft, &in_use.wanted.models) {
            Ok(trial) => self.test = Some((trial.what(), Background::run(move || trial.run()))),
            Err(why) => self.say(Tone::Bad, why),
        }
    }

    fn change(&mut self, draft: &Draft, in_use: &InUse) {
        self.said.clear();
        match draft.read() {
            Ok(wanted) => {
                let (threads, data) = (in_use.threads, in_use.data.clone());
                self.change = Some(Background::run(move || {
                    let connected = wanted.connect(threads, &data).map_err(|trouble| trouble.to_string())?;
                    Ok((wanted, connected))
                }));
            }
            Err(faults) => self.say_faults(faults),
        }
    }

    fn keep(&mut self, draft: &Draft, file: &Path) {
        match draft.kept().map(|kept| kept.write(file)) {
            Ok(Ok(())) => {
                self.say(Tone::Good, format!("Kept in {}; it counts from the next start.", file.display()));
            }
            Ok(Err(why)) => self.say(Tone::Bad, words::full(&why)),
            Err(faults) => self.say_faults(faults),
        }
    }
}

/// Takes up what has come back.
fn arrive(world: &mut World) {
    let Some(mut page) = world.remove_resource::<Page>() else { return };
    if let Some(back) = page.test.as_mut().and_then(|(_, test)| test.poll()) {
        page.test = None;
        match back {
            Some(Ok(tested)) => {
                page.said = words::found(&tested);
                let well = tested.well();
                if let Some(found) = tested.finding {
                    page.met.insert(found.url, Met { models: found.models, well });
                }
            }
            Some(Err(why)) => page.say(Tone::Bad, why),
            None => page.say(Tone::Bad, "The test broke down; more is on the terminal."),
        }
    }
    if let Some(back) = page.change.as_mut().and_then(Background::poll) {
        page.change = None;
        match back {
            Some(Ok((wanted, connected))) => {
                page.say(Tone::Good, words::from_now(&wanted));
                let mut in_use = world.resource_mut::<InUse>();
                in_use.wanted = wanted;
                let pace = in_use.pace();
                connected.take_over(world, pace);
            }
            Some(Err(why)) => page.say(Tone::Bad, words::full(&why)),
            None => page.say(Tone::Bad, "The change broke down; more is on the terminal."),
        }
    }
    world.insert_resource(page);
}

/// Adds what happens behind the panel.
pub(super) fn plugin(app: &mut App) {
    app.init_town_resource::<Page>().add_systems(Update, arrive.run_if(resource_exists::<InUse>));
}
