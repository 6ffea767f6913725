//! Opens a town: scenario, map, save and a client of a mind put together, the same with and without a window.

mod backups;
mod connect;
mod edited;
mod experiment;
mod files;
mod past;
mod recorded;
mod refused;
mod report;
mod save_file;
mod save_library;
pub mod why;

use std::{
    path::{Path, PathBuf},
    sync::Arc,
};

use self::past::{Past, bring_journal};
pub use self::{
    connect::{Connected, MindOptions, MindSetup},
    experiment::Experiment,
    recorded::{Recorded, seek, show},
    refused::{Refusal, RefusedCommands},
    report::report,
    save_file::{OpenSave, copy, finish, go_on_in, keep_now, leave, save_as},
    save_library::{SaveEntry, SaveLibrary},
};
use crate::{
    agent::{
        self, Scenario,
        prelude::*,
        scenario::{Expect, Goal, News, check_places},
        state::SaveApp,
        voices::Honest,
    },
    chronicle::{self, Chronicle},
    clock::{self, Driver, Pace},
    command::Command,
    config::Config,
    data::{Data, Files},
    exchange::{self, CommandQueue, Minds, Provenance, Recording, Source},
    journal::Journal,
    mind::Choice,
    prompt::Prompts,
    save::{Meta, Save, SaveError, SavedQuestions},
    schedule::{self, TickStep},
    world::Fault,
};

/// What to play.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// A scenario's id or folder.
    pub scenario: String,
    /// Takes the place of the scenario's seed.
    pub seed: Option<u64>,
    /// Threads for the mind.
    pub threads: usize,
    /// A save to go on from.
    pub load: Option<PathBuf>,
    /// Whether it goes on with the files of scenario, map and prompts as they are now, not as they were when it began.
    pub edited: bool,
    /// Whether the town of the save is only shown as it was recorded, from this tick on.
    pub show: Option<u64>,
    /// Where to keep what happens.
    pub save: Option<PathBuf>,
    /// A save whose answers are played without any mind.
    pub cassette: Option<PathBuf>,
    /// What a late answer does.
    pub live: bool,
    /// What is changed about the scenario.
    pub experiment: Experiment,
    /// Which mind, and what it may take.
    pub asked: MindOptions,
}

/// Why a town cannot be opened, run or saved.
#[derive(Debug, thiserror::Error)]
pub enum TownError {
    /// Faults in the files of the scenario or its map.
    #[error("{}", .0.iter().map(Fault::to_string).collect::<Vec<_>>().join("\n"))]
    Faults(Vec<Fault>),
    /// One sentence.
    #[error("{0}")]
    Message(String),
    /// The save cannot be read or written.
    #[error(transparent)]
    Save(#[from] SaveError),
}

impl From<String> for TownError {
    fn from(message: String) -> Self {
        Self::Message(message)
    }
}

impl From<Vec<Fault>> for TownError {
    fn from(faults: Vec<Fault>) -> Self {
        Self::Faults(faults)
    }
}

/// What is being played, for the screen and for `--json`.
#[derive(Resource, Clone, Debug)]
pub struct TownInfo {
    /// The scenario's name for people.
    pub name: String,
    /// What a save knows of it.
    pub meta: Meta,
    /// The files of its scenario, its map and its prompts, as it began with them.
    pub files: Arc<Files>,
    /// Where its prompts are read: a town that goes on keeps those that it began with.
    pub prompts: Data,
    /// The first tick that is lived anew: 0, or the end of the save that was loaded.
    pub begins: u64,
    /// The save that it goes on from.
    pub from: Option<PathBuf>,
    /// What travels, for measures.
    pub news: Vec<News>,
    /// What is expected of the town, for a study.
    pub expect: Expect,
    /// What the scenario offers a player to try.
    pub goals: Vec<Goal>,
    /// Who lived here at the beginning, by number.
    pub people: Vec<String>,
}

impl TownInfo {
    /// The number of somebody who lived here at the beginning, by full name.
    pub fn named(&self, name: &str) -> Option<AgentId> {
        self.people.iter().position(|one| one == name).map(|n| AgentId(n as u32))
    }
}

/// The prompts in use, if a language model is asked.
#[derive(Resource, Clone, Default)]
pub struct ActivePrompts(pub Option<Arc<Prompts>>);

impl ActivePrompts {
    /// Takes prompts that were edited meanwhile; what is wrong with them is said once, and the last good ones stay.
    pub fn look_again(&self) {
        let Some(prompts) = &self.0 else { return };
        if prompts.reload_if_changed() {
            match prompts.fault() {
                Some(why) => tracing::warn!("{why}; the prompts from before stay"),
                None => tracing::info!("the prompts were read again"),
            }
        }
    }
}

/// What a save calls the notes of the chronicle.
const CHRONICLE: &str = "chronicle";

/// Everything of the simulation but its time and people.
pub fn plugin(app: &mut App) {
    app.add_plugins((schedule::plugin, clock::plugin, exchange::plugin, agent::plugin, chronicle::plugin));
    app.add_plugins(refused::plugin);
    app.save_resource::<Chronicle>(CHRONICLE, 1);
    app.add_systems(Tick, save_file::record.in_set(TickStep::GatherRows).run_if(resource_exists::<OpenSave>));
    app.add_systems(Tick, recorded::play_back.in_set(TickStep::ShowRecorded));
    app.add_systems(Update, save_file::autosave.after(clock::driver::drive).run_if(resource_exists::<OpenSave>));
}

/// Opens a town in `app`, which has [`plugin`]; its driver stands still until told otherwise.
///
/// # Errors
/// Faults of the files, or one sentence about the save.
pub fn open(app: &mut App, options: &Options, data: &Data) -> Result<(), TownError> {
    open_in(app.world_mut(), options, data)
}

/// As [`open`], into a world that has no town, or none any more: see [`leave`].
///
/// # Errors
/// As [`open`]; what has been put into the world by then is for [`leave`] to take out.
pub fn open_in(world: &mut World, options: &Options, data: &Data) -> Result<(), TownError> {
    let from = options.load.as_deref().or(options.cassette.as_deref());
    let loaded = from.map(Save::read).transpose()?;
    let which = match (&loaded, options.scenario.as_str()) {
        (Some(save), "") => save.meta().scenario.clone(),
        (None, "") => "the_ville".to_string(),
        (_, given) => given.to_string(),
    };
    // A town goes on with the files that it began with, unless others are named.
    let edited = loaded.as_ref().filter(|_| options.edited);
    let begun = loaded.as_ref().filter(|_| options.scenario.is_empty() && edited.is_none());
    let begun = begun.map(|save| save.files().map(|files| data.with_saved(files))).transpose()?;
    let files_of_town = begun.as_ref().unwrap_or(data);
    let (mut scenario, mut map, files) = files::read(&which, files_of_town)?;
    let files = Arc::new(files);
    let lost = check_places(&scenario.news, &map, &scenario.file);
    if !lost.is_empty() {
        return Err(TownError::Faults(lost));
    }
    let mut settings = loaded.as_ref().map(|save| save.meta().settings.clone()).unwrap_or_default();
    let experiment = options.experiment.or_as(&settings);
    let begins = match edited {
        Some(save) => edited::begin(save, options, (&scenario, &map), data, &mut settings)?,
        None => loaded.as_ref().map_or(0, |save| save.meta().tick),
    };
    world.insert_resource(experiment.apply(&mut scenario, &mut map)?);
    let seed = options.seed.or(loaded.as_ref().map(|save| save.meta().seed)).unwrap_or(scenario.seed);
    let numbers = map.numbers();
    loaded.iter().for_each(|save| save.on_map(numbers));
    agent::spawn_town(world, &scenario, map, seed)?;
    let mut meta = Meta {
        scenario: scenario.id.clone(),
        name: scenario.name.clone(),
        scenario_hash: files::hash(&scenario, &files),
        seed,
        agents: scenario.people.len() as u32,
        version: env!("CARGO_PKG_VERSION").into(),
        start: scenario.start.to_string(),
        tick_seconds: scenario.tick_seconds,
        tick: 0,
        label: None,
        settings: edited::with_note(experiment.settings(), &settings),
    };
    let same = |save: &&Save| edited.is_none() && files::are_those_of(save, begun.is_some(), (&scenario, &meta), data);
    if let Some(save) = loaded.as_ref().filter(same) {
        meta.scenario_hash.clone_from(&save.meta().scenario_hash);
    }
    let other = loaded.as_ref().filter(|_| edited.is_none()).and_then(|save| save.meta().differs(&meta));
    if let Some((what, file)) = other.zip(from) {
        let file = file.display();
        let advice = match options.scenario.as_str() {
            "" => {
                "the number of people, the seed and the settings are part of a save, so leave out what asks for others"
            }
            _ => "leave out --scenario to go on with the files it was made with, or add --edited to go on with these",
        };
        return Err(TownError::Message(format!("{file} was made with {what}: {advice}")));
    }
    if options.cassette.is_some() {
        edited::refuse_to_replay(&meta, from)?;
    }
    let calendar = *world.resource::<Calendar>();
    let (mut recording, mut stood) = (None, None);
    if let Some(save) = &loaded {
        let is_lived_again = options.cassette.is_some() || options.show.is_some();
        let (lived, past) = match is_lived_again {
            true => (save.recording()?.asked_in(Arc::new(SavedQuestions(save.path().to_path_buf()))), None),
            false => Past::read(save, begins, options.save.is_some())?,
        };
        if let Some(mut past) = past {
            stood = past.stood.take();
            past.put(world, lived.journal())
                .map_err(|why| SaveError::Damaged(save.path().display().to_string(), why))?;
            if edited.is_some() {
                edited::apply(world, &scenario);
            }
        }
        recording = Some(lived);
    }
    if let (Some(save), Some(path)) = (edited, options.save.as_deref()) {
        save.fork_as(begins, path, &meta, &files)?;
    }
    if let (Some(save), Some(lived), Some(path), Some(from)) =
        (&loaded, &recording, options.save.as_deref(), options.load.as_deref())
        && !is_same_file(path, from)
        && edited.is_none()
    {
        // What is there may be nothing but a beginning of the same town; all that was recorded of it goes along.
        if Save::resume(path, &meta, lived.journal(), begins)?.is_some() && Save::is_in_use(path) {
            return Err(SaveError::InUse(path.display().to_string()).into());
        }
        save.copy_to(path)?;
    }
    if let (Some(at), Some(recording), Some(save)) = (options.show, &recording, loaded) {
        bring_journal(world, recording.journal().clone());
        recorded::show(world, save, at)?;
    }
    experiment.set_down(world, calendar, begins)?;
    // Who plays a save needs nobody.
    let shown = options.load.as_ref().filter(|_| options.show.is_some());
    let asked = match options.cassette.as_ref().or(shown) {
        Some(file) => MindOptions { mind: Some(Choice::Save(file.clone())), ..options.asked.clone() },
        None => options.asked.clone(),
    };
    let Connected { client, recorder, budget, strict, rows, prompts } =
        asked.connect(options.threads, files_of_town)?;
    if let Some((save, record)) = options.save.as_deref().zip(asked.record.as_deref())
        && is_same_file(save, record)
    {
        let file = save.display();
        return Err(TownError::Message(format!("{file} cannot be both: name another file with --save or --record")));
    }
    let config = Config::find(asked.config.as_deref())?.config;
    world.insert_resource(Honest(config.honest.unwrap_or(true)));
    // That a server of embeddings is asked from here on, or none, is said as a command: it stands in the journal.
    let switched = |command: &Command| if let Command::Embeddings(on) = command { Some(*on) } else { None };
    let before = recording.iter().flat_map(Recording::commands).filter_map(switched).last().unwrap_or_default();
    if options.cassette.is_none() && shown.is_none() && rows != before {
        world.resource_mut::<CommandQueue>().push(Command::Embeddings(rows));
    }
    if let Some(path) = options.save.as_deref() {
        let save = match &recording {
            Some(lived) if options.load.is_some() => {
                Save::create_or_resume(path, &meta, &files, lived.journal(), begins)?
            }
            _ => Save::create_or_resume(path, &meta, &files, &Journal::default(), 0)?,
        };
        OpenSave::open(save, world, stood)?;
    }
    let source = match (recording, &options.cassette) {
        // Nobody asks.
        (Some(recording), _) if options.show.is_some() => Source::Cassette(recording),
        (Some(recording), Some(_)) => Source::Cassette(recording),
        (Some(recording), None) => Source::Load(recording, client),
        (None, _) => Source::Mind(client),
    };
    let mut minds = Minds::new(source).with_budget(budget);
    minds.record_to(recorder);
    let minds = if strict { minds.strict() } else { minds };
    world.insert_resource(ActivePrompts(prompts));
    let pace = if options.live { Pace::Live } else { Pace::Lockstep };
    world.insert_resource(minds);
    world.insert_resource(Driver::new(pace));
    world.insert_resource(TownInfo {
        name: scenario.name,
        meta,
        files,
        prompts: files_of_town.clone(),
        begins,
        from: options.load.clone(),
        news: scenario.news,
        expect: scenario.expect,
        goals: scenario.goals,
        people: scenario.people.iter().map(|one| one.persona.name.clone()).collect(),
    });
    tracing::info!(target: "screen", scenario = world.resource::<TownInfo>().meta.scenario, "town");
    Ok(())
}

/// The questions of a town that is opened, for whoever asks why: those of the save that it goes on from, and in `kept`
/// those that come.
pub fn asked_before(load: Option<&Path>, kept: Provenance) -> Provenance {
    match load {
        Some(save) => kept.with_archive(Arc::new(SavedQuestions(save.to_path_buf()))),
        None => kept,
    }
}

/// Whether two paths lead to one file that is there.
pub fn is_same_file(one: &Path, other: &Path) -> bool {
    let real = |path: &Path| path.canonicalize().ok();
    real(one).is_some_and(|one| real(other) == Some(one))
}

/// Every fault of a scenario, its people and its map.
pub fn check_scenario(which: &str, data: &Data) -> Vec<Fault> {
    let (scenario, mut faults) = Scenario::look(which, data);
    let Some(scenario) = scenario else { return faults };
    match TownMap::read(&scenario.map, data) {
        Ok(map) => {
            faults.extend(agent::cast::check(&scenario.people, &map));
            faults.extend(check_places(&scenario.news, &map, &scenario.file));
        }
        Err(of_map) => faults.extend(of_map),
    }
    faults
}
