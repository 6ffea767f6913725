//! The panel of minds: which one answers, whether it works, what it would take, and what it took.
//!
//! | file | concern |
//! |---|---|
//! | `form` | who answers, costs, the forecast, what came of a test; its fields |
//! | [`servers`] | the servers, one of them in full; where embeddings come from |
//! | `trial` | what the test button does, and what is said of it |
//! | `spent` | what the answers took, by question, person and hour, and how much of each cap |
//!
//! Rule: what the fields mean is read by [`Draft`]; a key is never typed, shown or kept here, only the name of the
//! variable that holds it.

mod form;
pub mod servers;
mod spent;
mod trial;

use std::{
    collections::BTreeMap,
    path::{Path, PathBuf},
    thread::{self, JoinHandle},
    time::{Duration, Instant},
};

use bevy::{ecs::system::InMut, prelude::*};
use bevy_egui::egui;
use egui::Ui;

use self::trial::{Tested, Trial};
use super::widgets::{choose, list, sentence, tame};
use crate::{
    clock::Pace,
    config::Config,
    data::Data,
    exchange::Minds,
    journal::Tally,
    mind::{Choice, llm::Endpoint},
    schedule::TownResources,
    town::{Connected, MindSetup, Options, TownError},
    view::{
        mind_settings::{Draft, Entry},
        names::Folk,
    },
};

/// Most letters of a model's name.
const NAME: usize = 60;

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
    ui.horizontal(|ui| choose(ui, &mut page.tab, &[("Who answers", Tab::Who), ("What it takes", Tab::Spent)]));
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
            Ok(Err(why)) => self.say(Tone::Bad, full(&why)),
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
                page.said = tested.told();
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
                page.say(Tone::Good, who_answers(&wanted));
                let mut in_use = world.resource_mut::<InUse>();
                in_use.wanted = wanted;
                let pace = in_use.pace();
                connected.take_over(world, pace);
            }
            Some(Err(why)) => page.say(Tone::Bad, full(&why)),
            None => page.say(Tone::Bad, "The change broke down; more is on the terminal."),
        }
    }
    world.insert_resource(page);
}

/// Adds what happens behind the panel.
pub(super) fn plugin(app: &mut App) {
    app.init_town_resource::<Page>().add_systems(Update, arrive.run_if(resource_exists::<InUse>));
}

/// How a sentence is meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Tone {
    /// It went well.
    Good,
    /// Something to know.
    Plain,
    /// Something is wrong.
    Bad,
}

/// With a capital in front and a stop behind.
fn full(words: &str) -> String {
    let words = sentence(words.trim());
    if words.ends_with(['.', '?', '!']) { words } else { words + "." }
}

/// Who answers, in words.
fn who_answers(wanted: &MindSetup) -> String {
    let named = |server: &Endpoint| {
        let model = if server.model.is_empty() { "the first model".into() } else { tame(&server.model, NAME) };
        format!("{model} at {}", tame(&server.place(), 80))
    };
    let who = match wanted.models.servers.as_slice() {
        [one] if wanted.is_networked() => named(one),
        [one, more @ ..] if wanted.is_networked() => format!("{} and {} more", named(one), more.len()),
        _ if matches!(wanted.choice, Choice::Save(_) | Choice::Tape(_)) => "a recording".into(),
        _ => "the built-in mind".into(),
    };
    let at = wanted.models.embeddings.as_ref();
    let at = at.map_or_else(String::new, |one| format!("; embeddings are made at {}", tame(&one.place(), 80)));
    let ignored = wanted.ignored.as_ref().map_or_else(String::new, |why| format!(" {}", full(&why.to_string())));
    format!("Who answers now: {who}{at}.{ignored}")
}

/// What takes its time, on a thread of its own: a frame only looks whether it is done. Dropped, it ends by itself, and
/// nobody hears of it.
struct Background<T> {
    began: Instant,
    /// `None`: no thread could be started, or its result has been taken.
    thread: Option<JoinHandle<T>>,
}

impl<T: Send + 'static> Background<T> {
    /// Begins it.
    fn run(work: impl FnOnce() -> T + Send + 'static) -> Self {
        Self { began: Instant::now(), thread: thread::Builder::new().name("background".into()).spawn(work).ok() }
    }

    /// What came of it: `None` while it is under way, `Some(None)` if it broke down. Never blocks.
    fn poll(&mut self) -> Option<Option<T>> {
        let done = self.thread.as_ref().is_none_or(JoinHandle::is_finished);
        done.then(|| self.thread.take()?.join().ok())
    }

    /// For how long it has been under way.
    fn since(&self) -> Duration {
        self.began.elapsed()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use super::*;

    fn wait<T: Send + 'static>(work: &mut Background<T>) -> Option<T> {
        loop {
            if let Some(back) = work.poll() {
                return back;
            }
            thread::sleep(Duration::from_millis(1));
        }
    }

    #[test]
    fn it_comes_back_or_broke_down() {
        assert_eq!(wait(&mut Background::run(|| 7)), Some(7));
        let hook = std::panic::take_hook();
        std::panic::set_hook(Box::new(|_| {}));
        assert_eq!(wait(&mut Background::<u32>::run(|| panic!("as a test"))), None);
        std::panic::set_hook(hook);
    }

    #[test]
    fn looking_does_not_wait() {
        let (go, gate) = mpsc::channel::<()>();
        let mut work = Background::run(move || gate.recv().is_ok());
        assert_eq!(work.poll(), None);
        go.send(()).unwrap();
        assert_eq!(wait(&mut work), Some(true));
    }

    #[test]
    fn all_who_answer_are_named() {
        let server = |model: &str| Endpoint { url: "http://a/v1".into(), model: model.into(), ..Endpoint::default() };
        let mut wanted = MindSetup { choice: Choice::Configured, ..MindSetup::default() };
        wanted.models.servers = vec![server("x")];
        assert_eq!(who_answers(&wanted), "Who answers now: x at http://a.");
        wanted.models.servers.push(server(""));
        wanted.models.servers.push(server("z"));
        wanted.models.embeddings = Some(server("rows"));
        assert!(
            who_answers(&wanted).ends_with("and 2 more; embeddings are made at http://a."),
            "{}",
            who_answers(&wanted)
        );
        assert_eq!(who_answers(&MindSetup::default()), "Who answers now: the built-in mind.");
    }
}
