//! Who answers the people of a town, and what it may take.

use std::{ffi::OsStr, path::PathBuf};

use clap::{Arg, Args, Command, ValueEnum, builder::TypedValueParser, error::ErrorKind};

use super::value::{dollars, words};
use crate::{
    mind::{Caps, Choice, Price},
    town::MindOptions,
};

/// Reads `--mind`. What is wrong is not said again as it stands: there may be a secret in it.
#[derive(Clone)]
struct ReadMind;

impl TypedValueParser for ReadMind {
    type Value = Choice;

    fn parse_ref(&self, command: &Command, _: Option<&Arg>, value: &OsStr) -> Result<Choice, clap::Error> {
        value.to_string_lossy().parse().map_err(|why: String| {
            clap::Error::raw(ErrorKind::ValueValidation, format!("--mind: {why}\n")).with_cmd(command)
        })
    }
}

/// `--at-cap`.
#[derive(ValueEnum, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum AtCap {
    /// The built-in mind carries on.
    #[default]
    Rules,
    /// The run ends, with a save if there is one: it goes on with --load.
    Stop,
}

/// Who answers, and what it may take.
#[derive(Args, Debug, Clone, Default)]
pub struct Asking {
    /// Who answers: `builtin`; `ollama`, `lmstudio`, `llamacpp`, `vllm`, `openai` or the URL of another server that
    /// speaks the OpenAI protocol; `configured`, the servers of smallville.toml; `cassette:F` for recorded answers
    /// (F.town or F.jsonl). Default: what smallville.toml says, else `builtin`.
    #[arg(long, value_name = "MIND", value_parser = ReadMind)]
    pub mind: Option<Choice>,
    /// The language model, by its name on the server.
    #[arg(long, value_name = "MODEL", value_parser = words)]
    pub model: Option<String>,
    /// Configuration to use in place of smallville.toml here or in the user's configuration folder.
    #[arg(long, value_name = "F.toml")]
    pub config: Option<PathBuf>,
    /// Record every answer as a line of JSON, to be played with --mind cassette:F.jsonl.
    #[arg(long, value_name = "F.jsonl")]
    pub record: Option<PathBuf>,
    /// Let the built-in mind answer where a cassette has no answer, instead of stopping.
    #[arg(long)]
    pub fall_through: bool,
    /// Maximum number of requests.
    #[arg(long, value_name = "N")]
    pub cap_calls: Option<u64>,
    /// Maximum number of tokens, sent and received.
    #[arg(long, value_name = "N")]
    pub cap_tokens: Option<u64>,
    /// Maximum cost in US dollars; needs a price.
    #[arg(long, value_name = "X", value_parser = dollars)]
    pub cap_usd: Option<f64>,
    /// What happens when one of these is reached.
    #[arg(long, value_enum, default_value_t)]
    pub at_cap: AtCap,
    /// Price of a million input tokens, in US dollars.
    #[arg(long, value_name = "X", value_parser = dollars, requires = "price_out")]
    pub price_in: Option<f64>,
    /// Price of a million output tokens, in US dollars.
    #[arg(long, value_name = "X", value_parser = dollars, requires = "price_in")]
    pub price_out: Option<f64>,
}

impl Asking {
    /// As the town takes it.
    pub fn asked(&self) -> MindOptions {
        MindOptions {
            mind: self.mind.clone(),
            model: self.model.clone(),
            config: self.config.clone(),
            record: self.record.clone(),
            fall_through: self.fall_through,
            caps: Caps { calls: self.cap_calls, tokens: self.cap_tokens, usd: self.cap_usd },
            stop_at_cap: self.at_cap == AtCap::Stop,
            price: self.price_in.zip(self.price_out).map(|(input, output)| Price { input, output }),
        }
    }
}
