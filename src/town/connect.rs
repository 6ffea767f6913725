//! From what was chosen to a way to a mind.

use std::{path::PathBuf, sync::Arc};

use super::Trouble;
use crate::{
    config::{Config, Data},
    journal::QuestionHash,
    mind::{
        Ask, Choice, Phrasing, Price, builtin,
        cassette::{Cassette, Recorder},
        line::{Ear, Line, Playing, Pool, Taping, Wire},
        server::{Server, Settings, at_most},
    },
    prompt::Prompts,
    thought::{Budget, Caps},
};

/// Which mind, and what it may take.
#[derive(Clone, Debug, Default)]
pub struct Asked {
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
    /// What tokens cost, in place of what the configuration says.
    pub price: Option<Price>,
}

/// A way to a mind.
pub struct Connected {
    /// The line.
    pub line: Box<dyn Line>,
    /// What may be spent.
    pub budget: Budget,
    /// Does a question without an answer stop the town?
    pub strict: bool,
    /// The prompts in use if it is a language model, to be looked at again while the town lives.
    pub prompts: Option<Arc<Prompts>>,
}

impl Asked {
    /// What is asked in the end: the command line, else the configuration, else the built-in mind.
    ///
    /// # Errors
    /// One sentence about the configuration.
    pub fn choice(&self) -> Result<(Choice, Config), Trouble> {
        let config = Config::find(self.config.as_deref()).map_err(Trouble::Plain)?;
        let written = config.mind.as_deref().map(str::parse).transpose().map_err(Trouble::Plain)?;
        Ok((self.mind.clone().or(written).unwrap_or_default(), config))
    }

    /// Connects to the mind. A save that is played needs none and gets the built-in one for what comes after it.
    ///
    /// # Errors
    /// One sentence: a server that cannot be asked, prompts with faults, a cap on money without a price.
    pub fn connect(&self, threads: usize, data: &Data) -> Result<Connected, Trouble> {
        let (choice, config) = self.choice()?;
        let price = self.price.or(config.price);
        if self.caps.usd.is_some() && price.is_none() {
            let why = "--cap-usd needs a price: give --price-in and --price-out in US dollars for a million tokens, \
                       or [price] in smallville.toml";
            return Err(Trouble::Plain(why.into()));
        }
        let budget = Budget::new(self.caps, price);
        let hash = |ask: &Ask| QuestionHash::of(ask).to_string();
        let mut prompts = None;
        let (line, strict): (Box<dyn Line>, bool) = match &choice {
            Choice::Builtin | Choice::Save(_) => (Box::new(Pool::open(builtin::answer, threads.max(1))), false),
            Choice::Tape(file) => {
                let cassette = Cassette::read(file).map_err(Trouble::Plain)?;
                (Box::new(Playing::new(cassette, hash)), !self.fall_through)
            }
            Choice::Server(_) | Choice::Configured => {
                let settings = self.settings(&choice, &config)?;
                let words = Prompts::open(data).map_err(|faults| Trouble::Plain(crate::prompt::list(&faults)))?;
                let words = Arc::new(words);
                prompts = Some(words.clone());
                let ear = Arc::new(Ear::default());
                let server = Server::new(&settings, words.clone()).map_err(Trouble::Plain)?.heard_by(ear.clone());
                let (by, slots) = (server.by(), settings.slots());
                let most =
                    move |ask: &Ask| words.phrase(ask).map(|prompt| at_most(&settings, &prompt)).unwrap_or_default();
                (Box::new(Wire::open_heard(server, by, slots, ear).with_at_most(Box::new(most))), false)
            }
        };
        let line: Box<dyn Line> = match &self.record {
            Some(file) => Box::new(Taping::new(line, Recorder::append(file).map_err(Trouble::Plain)?, hash)),
            None => line,
        };
        Ok(Connected { line, budget, strict, prompts })
    }

    /// The servers that are asked.
    fn settings(&self, choice: &Choice, config: &Config) -> Result<Settings, Trouble> {
        let variable = |name: &str| std::env::var(name).ok();
        let mut settings = match (choice, &config.models) {
            (Choice::Server(word), configured) => {
                let named = Settings::named(word, variable).map_err(Trouble::Plain)?;
                match configured {
                    // Time limits and manners of the configuration hold for whatever server is named.
                    Some(own) => Settings { servers: named.servers, ..own.clone() },
                    None => named,
                }
            }
            (_, Some(own)) => own.clone(),
            (_, None) => {
                let why = "--mind configured asks the servers of smallville.toml, and it names none under [models]";
                return Err(Trouble::Plain(why.into()));
            }
        };
        if let Some(model) = &self.model {
            settings.servers.iter_mut().for_each(|server| server.model.clone_from(model));
        }
        Ok(settings)
    }
}
