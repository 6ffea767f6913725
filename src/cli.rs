//! The command line: a contract, scripts rely on it. Data goes to stdout, progress and logs to stderr.

mod console;
mod value;
mod why;

use std::{path::PathBuf, process::ExitCode};

use clap::{Args, Parser, Subcommand, ValueEnum};

use crate::{
    language::locale,
    mind::{Caps, Choice, Price},
    town::{Asked, Experiment},
};
pub use console::{Console, Interview};
pub use value::{CommandAt, Seeds};
use value::{dollars, on_or_off, share};
pub use why::Why;

/// Smallville: a little town of people who live by their own memory.
#[derive(Parser, Debug)]
#[command(version, about, args_conflicts_with_subcommands = true)]
pub struct Cli {
    /// Folder with assets/, maps/ and prompts/ whose files go before those inside the program, and after those of the
    /// user's own folder for data.
    #[arg(long, global = true, value_name = "DIR")]
    pub data: Option<PathBuf>,
    /// Folder for the saves that the window makes; nothing: `smallville/saves` in the user's own folder for data.
    #[arg(long, global = true, value_name = "DIR")]
    pub saves: Option<PathBuf>,
    /// What to do; nothing: open the title, or with arguments a town.
    #[command(subcommand)]
    pub command: Option<Command>,
    /// For opening the town.
    #[command(flatten)]
    pub play: Play,
}

/// What can be done.
#[derive(Subcommand, Debug)]
pub enum Command {
    /// Open the town in a window.
    Play(Play),
    /// Live some hours without a window.
    Run(Run),
    /// Live a save again and measure what became of it: who knows what and whom, and by which way.
    Evaluate(Evaluate),
    /// Live several seeds and count what became of the people's days.
    Study(Study),
    /// How long a town would wait for a slow mind, on a virtual clock.
    Rehearse(Rehearse),
    /// Print what a language model would be asked for somebody: of each kind of question the last, in words.
    Prompts(Prompts),
    /// Print the evening paper of a day of a save: what happened, who was at what, what is talked about.
    Paper(Paper),
    /// Print why somebody did what they did at a moment of a save: what they noticed, what came to mind, the question, the
    /// answer.
    Why(Why),
    /// Commands from the keyboard or a file, a line each, without a window; `help` lists them.
    Console(Console),
    /// Ask somebody of a save; the save stays as it is.
    Interview(Interview),
    /// Look for faults in a scenario, a map or a folder of prompts; all at once, with file, line and what to do.
    Check {
        /// A scenario's id or folder, a .tmx, or a folder of prompts; nothing: every scenario and prompt there is.
        what: Option<String>,
    },
    /// What works here: display, GPU, data.
    Doctor,
}

/// Which town.
#[derive(Args, Debug, Clone)]
pub struct Which {
    /// A scenario's id, or its folder.
    #[arg(long, value_name = "ID|DIR")]
    pub scenario: Option<String>,
    /// Takes the place of the scenario's seed.
    #[arg(long)]
    pub seed: Option<u64>,
    /// Go on from a save.
    #[arg(long, value_name = "F.town")]
    pub load: Option<PathBuf>,
    /// Keep what happens in a save.
    #[arg(long, value_name = "F.town")]
    pub save: Option<PathBuf>,
    /// Who answers, and what it may take.
    #[command(flatten)]
    pub asking: Asking,
    /// lockstep: time stands while answers are missing; live: it goes on. Not given: lockstep without a window, and in it
    /// live if a language model answers.
    #[arg(long, value_enum)]
    pub pace: Option<PaceName>,
    /// What is changed about the scenario.
    #[command(flatten)]
    pub change: Change,
    /// Threads for the mind and for heavy work; nothing: as many as there are cores.
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=64))]
    pub threads: Option<u16>,
}

/// What is changed about a scenario, to see what comes of it.
#[derive(Args, Debug, Clone, Default)]
pub struct Change {
    /// So many people: the first of the cast, or the cast again under other names, with room for all.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub agents: Option<u32>,
    /// How much of the usual talk there is, from 0 to 1.
    #[arg(long, value_name = "SHARE", value_parser = share)]
    pub talk: Option<f64>,
    /// Leave somebody out, by full name; may be given again.
    #[arg(long, value_name = "NAME")]
    pub absent: Vec<String>,
    /// Do without: kinds of memory that nobody can recall, or talk; may be given again.
    #[arg(long, value_enum, value_name = "WHAT")]
    pub without: Vec<Without>,
    /// Do again without thinking what was thought out before: fewer questions. Off unless a language model answers.
    #[arg(long, value_name = "on|off", value_parser = on_or_off)]
    pub routines: Option<bool>,
    /// How many residents at most stand in one talk, 2 to 5; a talk with a player in it has room for five. Not given: 2.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(2..=5))]
    pub together: Option<u32>,
    /// The language that people think and talk in: a name, or a code such as zh. A language model speaks it; rules speak
    /// English. Not given: what smallville.toml says, else English.
    #[arg(long, value_name = "LANGUAGE", value_parser = locale::named)]
    pub language: Option<String>,
    /// Do something to the town at a date and time; may be given again.
    #[arg(long, value_name = "\"YYYY-MM-DD HH:MM COMMAND\"")]
    pub command_at: Vec<CommandAt>,
}

/// `--without`.
#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub enum Without {
    /// Nobody talks.
    Talk,
    /// What was seen, heard or done is not recalled.
    Observation,
    /// Nothing is concluded.
    Reflection,
    /// What was meant to be done is not recalled.
    Planning,
}

impl Change {
    /// As the town takes it.
    pub fn experiment(&self) -> Experiment {
        let names = self.without.iter().filter_map(ValueEnum::to_possible_value);
        Experiment {
            agents: self.agents,
            talk: self.talk,
            absent: self.absent.clone(),
            without: names.map(|name| name.get_name().to_string()).collect(),
            routines: self.routines,
            together: self.together,
            language: self.language.clone(),
            commands: self.command_at.iter().map(|one| (one.when, one.line.clone())).collect(),
        }
    }
}

/// `--pace`.
#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub enum PaceName {
    /// Time stands while answers are missing.
    Lockstep,
    /// Time goes on.
    Live,
}

/// Who answers, and what it may take.
#[derive(Args, Debug, Clone, Default)]
pub struct Asking {
    /// Who answers: `builtin`; `ollama`, `lmstudio`, `llamacpp`, `vllm`, `openai` or the URL of another server that
    /// speaks as OpenAI's does; `configured`, the servers of smallville.toml; `cassette:F` for recorded answers (F.town or
    /// F.jsonl). Not given: what smallville.toml says, else `builtin`.
    #[arg(long, value_name = "MIND")]
    pub mind: Option<Choice>,
    /// The language model, by the name that the server has for it.
    #[arg(long, value_name = "MODEL")]
    pub model: Option<String>,
    /// Another configuration than smallville.toml here or in the user's configuration folder.
    #[arg(long, value_name = "F.toml")]
    pub config: Option<PathBuf>,
    /// Write each answer down, a line of JSON each, to be played with --mind cassette:F.jsonl.
    #[arg(long, value_name = "F.jsonl")]
    pub record: Option<PathBuf>,
    /// Where a cassette has no answer, let the built-in mind answer instead of stopping with the question.
    #[arg(long)]
    pub fall_through: bool,
    /// At most so many requests; then the built-in mind carries on.
    #[arg(long, value_name = "N")]
    pub cap_calls: Option<u64>,
    /// At most so many tokens, sent and received.
    #[arg(long, value_name = "N")]
    pub cap_tokens: Option<u64>,
    /// At most so many US dollars, by the price.
    #[arg(long, value_name = "X", value_parser = dollars)]
    pub cap_usd: Option<f64>,
    /// What a million tokens that are sent cost, in US dollars.
    #[arg(long, value_name = "X", value_parser = dollars, requires = "price_out")]
    pub price_in: Option<f64>,
    /// What a million tokens that come back cost, in US dollars.
    #[arg(long, value_name = "X", value_parser = dollars, requires = "price_in")]
    pub price_out: Option<f64>,
}

impl Asking {
    /// As the town takes it.
    pub fn asked(&self) -> Asked {
        Asked {
            mind: self.mind.clone(),
            model: self.model.clone(),
            config: self.config.clone(),
            record: self.record.clone(),
            fall_through: self.fall_through,
            caps: Caps { calls: self.cap_calls, tokens: self.cap_tokens, usd: self.cap_usd },
            price: self.price_in.zip(self.price_out).map(|(input, output)| Price { input, output }),
        }
    }
}

/// For the window.
#[derive(Args, Debug, Clone)]
pub struct Play {
    /// Which town.
    #[command(flatten)]
    pub which: Which,
    /// Begin with the title, as without any argument.
    #[arg(long, conflicts_with_all = ["load", "save", "until"])]
    pub title: bool,
    /// Do not keep the town by itself. Else it is kept in the folder of saves if --save names no file; not with --until or
    /// a cassette.
    #[arg(long, conflicts_with_all = ["save", "title"])]
    pub no_save: bool,
    /// Play up to this date and time as fast as it goes, print what `run` prints, and quit.
    #[arg(long, value_name = "\"YYYY-MM-DD HH:MM\"")]
    pub until: Option<String>,
    /// Print one JSON object at the end (with --until).
    #[arg(long, requires = "until")]
    pub json: bool,
    /// Save a picture of the window after so many frames and quit.
    #[arg(long, hide = true, value_name = "FILE.png")]
    pub shot: Option<PathBuf>,
    /// Frames before --shot.
    #[arg(long, hide = true, default_value_t = 60)]
    pub frames: u32,
    /// Game minutes a second.
    #[arg(long, default_value_t = 1.0, hide = true)]
    pub speed: f64,
}

/// Without a window.
#[derive(Args, Debug, Clone)]
pub struct Run {
    /// Which town.
    #[command(flatten)]
    pub which: Which,
    /// Game hours to live, from the beginning of the scenario.
    #[arg(long, default_value_t = 24.0)]
    pub hours: f64,
    /// Print one JSON object.
    #[arg(long)]
    pub json: bool,
}

/// A save, measured.
#[derive(Args, Debug, Clone)]
pub struct Evaluate {
    /// The save.
    #[arg(value_name = "F.town")]
    pub save: PathBuf,
    /// Who answers for the people: `builtin`.
    #[arg(long, default_value = "builtin", value_name = "MIND")]
    pub mind: Choice,
    /// Print one JSON object.
    #[arg(long)]
    pub json: bool,
    /// Put pictures into this folder, each as SVG and PNG.
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
}

/// A town and a slow mind.
#[derive(Args, Debug, Clone)]
pub struct Rehearse {
    /// A scenario's id, or its folder.
    #[arg(long, default_value = "the_ville", value_name = "ID|DIR")]
    pub scenario: String,
    /// Takes the place of the scenario's seed.
    #[arg(long)]
    pub seed: Option<u64>,
    /// Game hours to live.
    #[arg(long, default_value_t = 12.0)]
    pub hours: f64,
    /// Milliseconds that one answer takes.
    #[arg(long, default_value_t = 200, value_parser = clap::value_parser!(u64).range(1..=600_000))]
    pub latency_ms: u64,
    /// Answers at a time.
    #[arg(long, default_value_t = 16)]
    pub slots: usize,
    /// What is changed about the scenario.
    #[command(flatten)]
    pub change: Change,
    /// Print one JSON object.
    #[arg(long)]
    pub json: bool,
}

/// Several seeds.
#[derive(Args, Debug, Clone)]
pub struct Study {
    /// A scenario's id, or its folder.
    #[arg(long, default_value = "the_ville", value_name = "ID|DIR")]
    pub scenario: String,
    /// Game hours of each.
    #[arg(long, default_value_t = 48.0)]
    pub hours: f64,
    /// From..to, both included.
    #[arg(long, default_value = "1..5")]
    pub seeds: Seeds,
    /// What is changed about the scenario.
    #[command(flatten)]
    pub change: Change,
    /// Live each seed as it is and with each change that the scenario names, and compare the two.
    #[arg(long, conflicts_with = "out")]
    pub experiments: bool,
    /// Of these only those of this name; may be given again.
    #[arg(long, requires = "experiments", value_name = "ID")]
    pub only: Vec<String>,
    /// Seeds lived at a time.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=64))]
    pub jobs: Option<u16>,
    /// Print one JSON object.
    #[arg(long)]
    pub json: bool,
    /// Put pictures of each seed into this folder.
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
}

/// A day, as its paper tells it.
#[derive(Args, Debug, Clone)]
pub struct Paper {
    /// The save.
    #[arg(value_name = "F.town")]
    pub save: PathBuf,
    /// Which day of the town, counted from 1; nothing: the last.
    #[arg(long, value_name = "N")]
    pub day: Option<u32>,
}

/// Somebody's questions, in words.
#[derive(Args, Debug, Clone)]
pub struct Prompts {
    /// Whose: a full name, or how it begins.
    #[arg(long, value_name = "NAME")]
    pub agent: String,
    /// A scenario's id, or its folder.
    #[arg(long, value_name = "ID|DIR")]
    pub scenario: Option<String>,
    /// Takes the place of the scenario's seed.
    #[arg(long)]
    pub seed: Option<u64>,
    /// The town of a save, as it stands at its end.
    #[arg(long, value_name = "F.town")]
    pub load: Option<PathBuf>,
    /// Game hours that are lived first, with the built-in mind; nothing: to the end of the save, or 6.
    #[arg(long)]
    pub hours: Option<f64>,
    /// What is changed about the scenario.
    #[command(flatten)]
    pub change: Change,
    /// Only this kind of question.
    #[arg(long, value_name = "QUESTION")]
    pub question: Option<String>,
    /// Print one JSON object.
    #[arg(long)]
    pub json: bool,
}

/// Says what went wrong and gives the exit code for it.
pub fn failed(what: impl std::fmt::Display) -> ExitCode {
    eprintln!("smallville: {what}");
    ExitCode::from(1)
}
