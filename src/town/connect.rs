//! Connects the chosen mind: options and configuration into a client.

use std::{path::PathBuf, sync::Arc};

use bevy::prelude::World;

use super::{ActivePrompts, TownError};
use crate::{
    clock::{Driver, Pace},
    command::Command,
    config::{Config, Found, Ignored},
    data::Data,
    exchange::{Budget, CommandQueue, Minds},
    journal::{QuestionHash, Tally},
    memory::embedding_store::EmbeddingStore,
    mind::{
        Ask, Builtin, Caps, Choice, Mind, Price,
        cassette::{Cassette, Recorder},
        client::{AsyncClient, By, Client, PlaybackClient},
        llm::{CompositeMind, Embeddings, Server, Settings},
        question::{Embed, Question},
        rules,
    },
    prompt::Prompts,
};

/// Which mind, and what it may take.
#[derive(Clone, Debug, Default)]
pub struct MindOptions {
    /// Who answers; `None`: what `smallville.toml` says, else the built-in mind.
    pub mind: Option<Choice>,
    /// The model, in place of what variables and configuration say.
    pub model: Option<String>,
    /// The configuration file.
    pub config: Option<PathBuf>,
    /// Where answers are written down.
    pub record: Option<PathBuf>,
    /// Does the built-in mind step in where a cassette has no answer?
    pub fall_through: bool,
    /// The most that may be taken.
    pub caps: Caps,
    /// Whether the town stops there, instead of going on with the built-in mind.
    pub stop_at_cap: bool,
    /// What tokens cost, in place of what the configuration says.
    pub price: Option<Price>,
}

/// A way to a mind.
pub struct Connected {
    /// The way to it.
    pub client: Box<dyn Client>,
    /// Where its answers are written down.
    pub recorder: Option<Recorder>,
    /// What may be spent.
    pub budget: Budget,
    /// Does a question without an answer stop the town?
    pub strict: bool,
    /// Is there a server of embeddings?
    pub rows: bool,
    /// The prompts in use if it is a language model, to be looked at again while the town lives.
    pub prompts: Option<Arc<Prompts>>,
}

impl Connected {
    /// Makes it the mind of a town that lives: what is open goes to it, its limits hold from here on, and what was
    /// spent stays spent. Routines are part of a town and stay as they were.
    pub fn take_over(self, world: &mut World, pace: Pace) {
        let Self { client, recorder, budget, rows, prompts, .. } = self;
        // Whether a server is asked for rows is said as a command, as at the beginning: it stands in the journal.
        if world.resource::<EmbeddingStore>().is_on() != rows {
            world.resource_mut::<CommandQueue>().push(Command::Embeddings(rows));
        }
        let mut minds = world.resource_mut::<Minds>();
        minds.connect(client);
        minds.record_to(recorder);
        minds.renew_budget(budget.caps, budget.price);
        world.insert_resource(ActivePrompts(prompts));
        world.resource_mut::<Driver>().pace = pace;
        // What went wrong with another mind is no news of this one.
        world.resource_mut::<Tally>().trouble = None;
    }
}

/// A way to a mind that takes its time, with a server of embeddings beside it if there is one.
fn open(mind: impl Mind, by: By, slots: usize, embeddings: Option<Embeddings>) -> Box<dyn Client> {
    match embeddings {
        Some(embeddings) => {
            let slots = slots + embeddings.slots();
            Box::new(AsyncClient::open(CompositeMind { mind, embeddings }, by, slots))
        }
        None => Box::new(AsyncClient::open(mind, by, slots)),
    }
}

impl MindOptions {
    /// What is asked in the end: the command line, else the configuration, else the built-in mind.
    ///
    /// # Errors
    /// One sentence about the configuration or the server's name.
    pub fn wanted(&self) -> Result<MindSetup, TownError> {
        let Found { config, file, ignored } = Config::find(self.config.as_deref())?;
        let written = config.mind.as_deref().map(str::parse).transpose()?;
        let choice = self.mind.clone().or(written).unwrap_or_default();
        let mut models = config.models.unwrap_or_default();
        if let Choice::Server(word) = &choice {
            // Time limits and manners of the configuration hold for whatever server is named.
            let named = Settings::named(word, |name| std::env::var(name).ok())?;
            models.servers = named.servers;
            models.embeddings = models.embeddings.or(named.embeddings);
        }
        // With the built-in mind only the file names a server: no variable alone sends anything anywhere.
        if matches!(choice, Choice::Server(_) | Choice::Configured) {
            models = models.with_embeddings(|name| std::env::var(name).ok());
        }
        if let Some(model) = &self.model {
            models.servers.iter_mut().for_each(|server| server.model.clone_from(model));
        }
        Ok(MindSetup {
            choice,
            models,
            caps: self.caps.or(config.caps),
            stop_at_cap: self.stop_at_cap,
            price: self.price.or(config.price),
            language: config.language,
            settings: file,
            ignored,
            record: self.record.clone(),
            fall_through: self.fall_through,
        })
    }

    /// Connects to the mind. A save that is played needs none and gets the built-in one for what comes after it.
    ///
    /// # Errors
    /// As [`MindSetup::connect`].
    pub fn connect(&self, threads: usize, data: &Data) -> Result<Connected, TownError> {
        self.wanted()?.connect(threads, data)
    }
}

/// Which mind in the end, with everything about it.
#[derive(Clone, Debug, Default)]
pub struct MindSetup {
    /// Who answers.
    pub choice: Choice,
    /// The servers that are asked if it is a language model, and how.
    pub models: Settings,
    /// The most that may be taken.
    pub caps: Caps,
    /// Whether the town stops there.
    pub stop_at_cap: bool,
    /// What tokens cost.
    pub price: Option<Price>,
    /// The language that the configuration names for people to think and talk in.
    pub language: Option<String>,
    /// The configuration that counts; `None`: there is none.
    pub settings: Option<PathBuf>,
    /// What it says and what does not count.
    pub ignored: Option<Ignored>,
    /// Where answers are written down.
    pub record: Option<PathBuf>,
    /// Does the built-in mind step in where a cassette has no answer?
    pub fall_through: bool,
}

impl MindSetup {
    /// Says on stderr which configuration counts, and what of it does not.
    pub fn tell_settings(&self) {
        if let Some(file) = &self.settings {
            crate::complain!("smallville: settings of {}", file.display());
        }
        if let Some(ignored) = &self.ignored {
            crate::complain!("smallville: {ignored}");
        }
    }

    /// Is a language model asked?
    pub fn is_networked(&self) -> bool {
        matches!(self.choice, Choice::Server(_) | Choice::Configured)
    }

    /// Connects to the mind. Reads the prompts and may take a second.
    ///
    /// # Errors
    /// One sentence: a server that cannot be asked, prompts with faults, a cap on money without a price.
    pub fn connect(&self, threads: usize, data: &Data) -> Result<Connected, TownError> {
        if self.caps.usd.is_some() && self.price.is_none() {
            let why = "--cap-usd needs a price: give --price-in and --price-out in US dollars for a million tokens, \
                       or [price] in smallville.toml";
            return Err(TownError::Message(why.into()));
        }
        let budget = Budget::new(self.caps, self.price).stopping(self.stop_at_cap);
        let hash = |ask: &Ask| QuestionHash::of(ask).to_string();
        let (mut prompts, mut rows) = (None, false);
        let (client, strict): (Box<dyn Client>, bool) = match &self.choice {
            Choice::Builtin => {
                let embeddings = Embeddings::new(&self.models)?;
                rows = embeddings.is_some();
                let client: Box<dyn Client> = match embeddings {
                    None => Box::new(AsyncClient::pool(rules::answer, threads.max(1))),
                    some => open(rules::answer as Builtin, By::Builtin, 1, some),
                };
                (client, false)
            }
            Choice::Save(_) => (Box::new(AsyncClient::pool(rules::answer, threads.max(1))), false),
            Choice::Tape(file) => {
                let cassette = Cassette::read(file)?;
                rows = cassette.has(Embed::PURPOSE);
                (Box::new(PlaybackClient::new(cassette, hash)), !self.fall_through)
            }
            Choice::Server(_) | Choice::Configured => {
                let settings = &self.models;
                if settings.servers.is_empty() {
                    let why = "--mind configured asks the servers of smallville.toml, and it names none under [models]";
                    return Err(TownError::Message(why.into()));
                }
                let words = Prompts::open(data).map_err(|faults| TownError::Message(crate::data::list(&faults)))?;
                let words = Arc::new(words);
                prompts = Some(words.clone());
                let server = Server::new(settings, words)?;
                let by = server.by();
                let embeddings = Embeddings::new(settings)?;
                rows = embeddings.is_some();
                (open(server, by, settings.slots(), embeddings), false)
            }
        };
        let recorder = self.record.as_deref().map(Recorder::append).transpose()?;
        Ok(Connected { client, recorder, budget, strict, rows, prompts })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn builtin() -> MindSetup {
        MindSetup { caps: Caps { calls: Some(7), ..Caps::default() }, ..MindSetup::default() }
    }

    #[test]
    fn another_mind_takes_over_a_town_that_lives() {
        let mut world = World::new();
        world.init_resource::<Minds>();
        world.init_resource::<EmbeddingStore>();
        world.init_resource::<CommandQueue>();
        world.insert_resource(Driver::new(Pace::Lockstep));
        world.insert_resource(Tally { trouble: Some((3, "it was busy".into())), ..Tally::default() });
        let connected = || builtin().connect(1, &Data::only("nowhere")).unwrap_or_else(|why| panic!("{why}"));
        connected().take_over(&mut world, Pace::Live);
        assert_eq!(world.resource::<Minds>().budget().caps, builtin().caps);
        assert_eq!(world.resource::<Driver>().pace, Pace::Live);
        assert_eq!(world.resource::<Tally>().trouble, None);
        assert_eq!(world.resource::<CommandQueue>().waiting().count(), 0, "rows were off and are off");
        Connected { rows: true, ..connected() }.take_over(&mut world, Pace::Lockstep);
        assert!(world.resource::<CommandQueue>().waiting().eq([&Command::Embeddings(true)]));
    }

    #[test]
    fn a_cap_on_money_needs_a_price() {
        let dear = MindSetup { caps: Caps { usd: Some(1.0), ..Caps::default() }, ..MindSetup::default() };
        let why = dear.connect(1, &Data::only("nowhere")).map(|_| ()).unwrap_err().to_string();
        assert!(why.contains("needs a price"), "{why}");
    }
}
