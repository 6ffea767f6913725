//! The panel of minds: which one answers, whether it works, what it would cost, and what it has cost.
//!
//! | file | content |
//! |---|---|
//! | `form` | who answers, costs, the forecast, messages; its fields |
//! | [`servers`] | the servers, one of them in full; where embeddings come from |
//! | `trial` | the test of a server, and its result in sentences |
//! | `spent` | what the answers cost, by question, person and hour, and how much of each cap is spent |
//!
//! Rule: [`Draft`] reads the fields. A key is never typed, shown or saved here, only the name of the variable that
//! holds it.

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
use super::widgets::{Outcome, choose, list, sentence, short_line};
use crate::{
    clock::Pace,
    config::Config,
    data::Data,
    exchange::Minds,
    journal::Tally,
    mind::{
        Choice,
        llm::{Endpoint, Finding},
    },
    schedule::TownResources,
    town::{Connected, MindSetup, Options, TownError},
    view::{
        mind_settings::{Draft, Entry},
        names::TownView,
    },
};

/// Most letters of a model's name.
const NAME: usize = 60;

/// Its sections.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
enum Section {
    /// Who answers.
    #[default]
    Form,
    /// What the answers cost.
    Spent,
}

/// The mind in use, and what a new one is connected with.
#[derive(Resource, Clone, Debug)]
pub struct InUse {
    wanted: MindSetup,
    /// Where settings are saved.
    file: PathBuf,
    threads: usize,
    data: Data,
    /// Does time stand still while a language model thinks?
    patient: bool,
}

impl InUse {
    /// As the town was opened.
    ///
    /// # Errors
    /// As [`crate::town::MindOptions::wanted`].
    pub fn new(options: &Options, data: &Data) -> Result<Self, TownError> {
        let wanted = options.asked.wanted()?;
        let patient = wanted.is_networked() && !options.live;
        let file = Config::path(options.asked.config.as_deref());
        Ok(Self { wanted, file, threads: options.threads, data: data.clone(), patient })
    }

    /// Where settings are saved.
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
struct TestedServer {
    models: Vec<String>,
    /// Did it do everything it will be asked for?
    works: bool,
}

/// What the panel remembers.
#[derive(Resource, Default)]
pub struct Page {
    section: Section,
    /// `None` until the panel is opened.
    draft: Option<Draft>,
    /// The field below which models are listed.
    listing: Option<egui::Id>,
    /// Results of tests, by URL.
    tested: BTreeMap<String, TestedServer>,
    /// The test that is under way, and what to say meanwhile.
    test: Option<(String, Background<Result<Tested, String>>)>,
    change: Option<Background<Result<(MindSetup, Connected), String>>>,
    /// What came of the last thing that was done.
    messages: Vec<Outcome>,
    table: spent::Sheet,
}

/// Draws the panel.
pub fn draw(
    InMut(ui): InMut<Ui>,
    mut page: ResMut<Page>,
    (in_use, minds, tally): (Res<InUse>, Res<Minds>, Res<Tally>),
    folk: TownView,
) {
    ui.horizontal(|ui| {
        choose(ui, &mut page.section, &[("Who answers", Section::Form), ("What it costs", Section::Spent)])
    });
    ui.add_space(4.0);
    match page.section {
        Section::Form => form::draw(ui, &mut page, &in_use, &minds, folk.people.iter().count()),
        Section::Spent => {
            let (bottom, gap) = (ui.max_rect().bottom(), ui.spacing().item_spacing.y);
            list(ui, "spent", gap, |ui| spent::draw(ui, &mut page.table, (&tally, &minds), &folk, bottom));
        }
    }
}

impl Page {
    /// The models that a server is known to have.
    fn models(&self, entry: &Entry) -> &[String] {
        self.tested.get(entry.base()).map_or(&[], |tested| &tested.models)
    }

    fn start_test(&mut self, draft: &Draft, in_use: &InUse) {
        self.messages.clear();
        match Trial::of(draft, &in_use.wanted.models) {
            Ok(trial) => self.test = Some((trial.what(), Background::run(move || trial.run()))),
            Err(why) => self.messages = vec![Outcome::bad(why)],
        }
    }

    fn start_change(&mut self, draft: &Draft, in_use: &InUse) {
        self.messages.clear();
        match draft.read() {
            Ok(wanted) => {
                let (threads, data) = (in_use.threads, in_use.data.clone());
                self.change = Some(Background::run(move || {
                    let connected = wanted.connect(threads, &data).map_err(|trouble| trouble.to_string())?;
                    Ok((wanted, connected))
                }));
            }
            Err(faults) => self.messages = faults.into_iter().map(Outcome::bad).collect(),
        }
    }

    fn save(&mut self, draft: &Draft, file: &Path) {
        let saved = draft.saved().and_then(|saved| saved.write(file).map_err(|why| vec![full(&why)]));
        self.messages = match saved {
            Ok(()) => vec![Outcome::good(format!("Saved in {}, for the next start.", file.display()))],
            Err(faults) => faults.into_iter().map(Outcome::bad).collect(),
        };
    }

    /// Takes the result of the test, if it has arrived.
    fn poll_test(&mut self) {
        let Some(result) = self.test.as_mut().and_then(|(_, test)| test.poll()) else { return };
        self.test = None;
        self.messages = match result {
            Some(Ok(tested)) => {
                let (messages, works) = (tested.messages(), tested.works());
                if let Some(Finding { url, models, .. }) = tested.finding {
                    self.tested.insert(url, TestedServer { models, works });
                }
                messages
            }
            Some(Err(why)) => vec![Outcome::bad(why)],
            None => vec![Outcome::bad("The test failed. The terminal says why.")],
        };
    }

    /// Takes the new mind, if it is connected.
    fn poll_change(&mut self) -> Option<(MindSetup, Connected)> {
        let result = self.change.as_mut().and_then(Background::poll)?;
        self.change = None;
        match result {
            Some(Ok((wanted, connected))) => {
                self.messages = vec![Outcome::good(who_answers(&wanted))];
                return Some((wanted, connected));
            }
            Some(Err(why)) => self.messages = vec![Outcome::bad(full(&why))],
            None => self.messages = vec![Outcome::bad("The change failed. The terminal says why.")],
        }
        None
    }
}

/// Takes what has arrived from the background.
fn poll(world: &mut World) {
    let mut page = world.resource_mut::<Page>();
    page.poll_test();
    let Some((wanted, connected)) = page.poll_change() else { return };
    let mut in_use = world.resource_mut::<InUse>();
    in_use.wanted = wanted;
    let pace = in_use.pace();
    connected.take_over(world, pace);
}

/// Adds what the panel remembers, and its background work.
pub(super) fn plugin(app: &mut App) {
    app.init_town_resource::<Page>().add_systems(Update, poll.run_if(resource_exists::<InUse>));
}

/// A sentence, with a capital letter and a full stop.
fn full(words: &str) -> String {
    let words = sentence(words.trim());
    if words.ends_with(['.', '?', '!']) { words } else { words + "." }
}

/// Who answers, in words.
fn who_answers(wanted: &MindSetup) -> String {
    let named = |server: &Endpoint| {
        let model = if server.model.is_empty() { "the first model".into() } else { short_line(&server.model, NAME) };
        format!("{model} at {}", short_line(&server.place(), 80))
    };
    let who = match wanted.models.servers.as_slice() {
        [one] if wanted.is_networked() => named(one),
        [one, more @ ..] if wanted.is_networked() => format!("{} and {} more", named(one), more.len()),
        _ if matches!(wanted.choice, Choice::Save(_) | Choice::Tape(_)) => "a recording".into(),
        _ => "the built-in mind".into(),
    };
    let at = wanted.models.embeddings.as_ref();
    let at = at.map_or_else(String::new, |one| format!("; embeddings are made at {}", short_line(&one.place(), 80)));
    let ignored = wanted.ignored.as_ref().map_or_else(String::new, |why| format!(" {}", full(&why.to_string())));
    format!("Who answers now: {who}{at}.{ignored}")
}

/// Slow work on a thread of its own; a frame only looks whether it is done. Dropped, its result is lost.
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

    /// Its result: `None` while it is under way, `Some(None)` if it panicked. Never blocks.
    fn poll(&mut self) -> Option<Option<T>> {
        let done = self.thread.as_ref().is_none_or(JoinHandle::is_finished);
        done.then(|| self.thread.take()?.join().ok())
    }

    /// For how long it has been under way.
    fn elapsed(&self) -> Duration {
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
    fn it_gives_a_result_or_has_panicked() {
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
