//! The command line: a contract, scripts rely on it. Data goes to stdout, progress and logs to stderr.

mod asking;
mod saves;
mod value;

use std::{path::PathBuf, process::ExitCode};

use clap::{
    Args, CommandFactory, FromArgMatches, Parser, Subcommand, ValueEnum, error::ErrorKind, parser::ValueSource,
};

use crate::{agent::scenario::Faculty, language::locale, mind::Choice, town::Experiment};
pub use asking::{Asking, AtCap};
pub use saves::{Compare, Console, Export, Fork, Interview, Replay, Talks, Torture, Why};
pub use value::{CommandAt, Moment, Seeds};
use value::{on_or_off, share, speed, words};

/// Smallville: a little town of people who live by their own memory.
#[derive(Parser, Debug)]
#[command(version, about)]
pub struct Cli {
    /// Folder with assets/, maps/ and prompts/ whose files go before those inside the program, and after those of the
    /// user's own folder for data.
    #[arg(long, global = true, value_name = "DIR")]
    pub data: Option<PathBuf>,
    /// Folder for the saves of the window. Default: `smallville/saves` in the user's data folder.
    #[arg(long, global = true, value_name = "DIR")]
    pub saves: Option<PathBuf>,
    /// What to do; nothing: open the title, or with arguments a town.
    #[command(subcommand)]
    pub command: Option<Command>,
    /// For opening the town.
    #[command(flatten)]
    pub play: Play,
}

impl Cli {
    /// Reads the arguments; where they make no sense the program ends.
    pub fn read() -> Self {
        let matches = Self::command().get_matches();
        let is_of_play =
            |id: &str| !["data", "saves"].contains(&id) && matches.value_source(id) == Some(ValueSource::CommandLine);
        // Before the command they would count for nothing.
        if let Some(name) = matches.subcommand_name()
            && matches.ids().any(|id| is_of_play(id.as_str()))
        {
            let why = format!("before {name} only --data and --saves can stand: write the other options behind it");
            Self::command().error(ErrorKind::ArgumentConflict, why).exit()
        }
        Self::from_arg_matches(&matches).unwrap_or_else(|error| error.exit())
    }
}

/// What can be done.
#[derive(Subcommand, Debug)]
pub enum Command {
    /// Open the town in a window.
    Play(Play),
    /// Run a town for some hours, without a window.
    Run(Run),
    /// Replay a save and measure it: who knows what and whom, and how news spread.
    Evaluate(Evaluate),
    /// Run several seeds, measure each, and compare them with the scenario's limits.
    Study(Study),
    /// Measure how long a town would wait for a slow mind, on a virtual clock.
    Rehearse(Rehearse),
    /// Print the prompts that a language model would get for somebody: the last question of each kind.
    Prompts(Prompts),
    /// Print the evening paper of a day of a save: what happened, what people did, what is talked about.
    Paper(Paper),
    /// Print why somebody did what they did at a moment of a save: what they noticed, what came to mind, the question, the
    /// answer.
    Why(Why),
    /// Read console commands from the keyboard or a file, one per line; `help` lists them.
    Console(Console),
    /// Interview somebody of a save; the save stays as it is.
    Interview(Interview),
    /// Fork a save: the town as it stood at a moment, in a new file to go on in.
    Fork(Fork),
    /// Watch a save in the window: play it, go to any moment, go on from there. With --headless live it again from its
    /// journal, and name the first tick and part that differ.
    Replay(Replay),
    /// Print what was said in a save, talk by talk: when, where, who to whom, in which words.
    Talks(Talks),
    /// Export a save: as one page that plays it in any browser, or as tables, a graph of relations and movements for other
    /// programs.
    Export(Export),
    /// Compare two saves: where they part, and what came of it for news, relations, days and talks.
    Compare(Compare),
    /// Put saves to the test: what saving costs, whether a town lives again as it was, and whether kills, full disks and
    /// damage lose anything. Takes an hour at full size.
    Torture(Torture),
    /// Check scenarios, maps and prompts, and report every fault with file, line and what to do.
    Check {
        /// A scenario's id or folder, a .tmx, or a folder of prompts. Default: every scenario and prompt.
        #[arg(value_parser = words)]
        what: Option<String>,
    },
    /// Allow a folder's smallville.toml, as it is now, to name servers and the variables of keys.
    Trust {
        /// The file. Default: smallville.toml in the current folder.
        #[arg(value_name = "F.toml")]
        file: Option<PathBuf>,
    },
    /// Report what works on this machine: display, GPU, data.
    Doctor,
}

/// Which town.
#[derive(Args, Debug, Clone)]
pub struct Which {
    /// A scenario's id, or a folder.
    #[arg(long, value_name = "ID|DIR", value_parser = words)]
    pub scenario: Option<String>,
    /// Replaces the scenario's seed.
    #[arg(long)]
    pub seed: Option<u64>,
    /// Go on from a save.
    #[arg(long, value_name = "F.town")]
    pub load: Option<PathBuf>,
    /// Go on with scenario, map and prompts as they are now, not as they were when the save began.
    #[arg(long)]
    pub edited: bool,
    /// Write a save.
    #[arg(long, value_name = "F.town")]
    pub save: Option<PathBuf>,
    /// Who answers, and what it may take.
    #[command(flatten)]
    pub asking: Asking,
    /// Whether time waits for answers. Default: lockstep without a window; in the window, live if a language model
    /// answers.
    #[arg(long, value_enum)]
    pub pace: Option<PaceName>,
    /// What is changed about the scenario.
    #[command(flatten)]
    pub change: Change,
    /// Threads for the mind and for heavy work. Default: the number of cores.
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=64))]
    pub threads: Option<u16>,
}

/// What is changed about a scenario, to see what comes of it.
#[derive(Args, Debug, Clone, Default)]
pub struct Change {
    /// Number of people: the first of the cast, or copies of the cast under other names, with room for all.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub agents: Option<u32>,
    /// How much of the usual talk there is, from 0 to 1.
    #[arg(long, value_name = "SHARE", value_parser = share)]
    pub talk: Option<f64>,
    /// Leave somebody out, by full name; repeatable.
    #[arg(long, value_name = "NAME", value_parser = words)]
    pub absent: Vec<String>,
    /// Leave out talk, or a kind of memory that nobody can recall; repeatable.
    #[arg(long, value_enum, value_name = "WHAT")]
    pub without: Vec<Faculty>,
    /// Repeat earlier decisions without asking again. Default: on if a language model answers, else off.
    #[arg(long, value_name = "on|off", value_parser = on_or_off)]
    pub routines: Option<bool>,
    /// Maximum number of residents in one conversation, 2 to 5; with a player in it there is room for five. Default: 2.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(2..=5))]
    pub together: Option<u32>,
    /// The language that people think and talk in: a name, or a code such as zh. A language model speaks it; the
    /// built-in mind speaks English. Default: what smallville.toml says, else English.
    #[arg(long, value_name = "LANGUAGE", value_parser = locale::named)]
    pub language: Option<String>,
    /// Run a console command at a date and time; repeatable.
    #[arg(long, value_name = "\"YYYY-MM-DD HH:MM COMMAND\"")]
    pub command_at: Vec<CommandAt>,
}

impl Change {
    /// As the town takes it.
    pub fn experiment(&self) -> Experiment {
        Experiment {
            agents: self.agents,
            talk: self.talk,
            absent: self.absent.clone(),
            without: self.without.iter().map(|one| one.name().to_owned()).collect(),
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
    /// Time stands still while answers are missing.
    Lockstep,
    /// Time goes on.
    Live,
}

/// For the window.
#[derive(Args, Debug, Clone)]
pub struct Play {
    /// Which town.
    #[command(flatten)]
    pub which: Which,
    /// Begin with the title, as without any arguments.
    #[arg(long, conflicts_with_all = ["load", "save", "until"])]
    pub title: bool,
    /// Do not save automatically. Otherwise the town is saved in the folder of saves if --save names no file, except
    /// with --until or a cassette.
    #[arg(long, conflicts_with_all = ["save", "title"])]
    pub no_save: bool,
    /// Play up to this date and time as fast as possible, print what `run` prints, and quit.
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
    #[arg(long, default_value_t = 1.0, hide = true, value_parser = speed)]
    pub speed: f64,
}

/// Without a window.
#[derive(Args, Debug, Clone)]
pub struct Run {
    /// Which town.
    #[command(flatten)]
    pub which: Which,
    /// Game hours to run, from the beginning of the scenario.
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
    /// Write pictures to this folder, as SVG and PNG.
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
}

/// A town and a slow mind.
#[derive(Args, Debug, Clone)]
pub struct Rehearse {
    /// A scenario's id, or a folder.
    #[arg(long, default_value = "the_ville", value_name = "ID|DIR", value_parser = words)]
    pub scenario: String,
    /// Replaces the scenario's seed.
    #[arg(long)]
    pub seed: Option<u64>,
    /// Game hours to run.
    #[arg(long, default_value_t = 12.0)]
    pub hours: f64,
    /// Milliseconds for one answer.
    #[arg(long, default_value_t = 200, value_parser = clap::value_parser!(u64).range(1..=600_000))]
    pub latency_ms: u64,
    /// Number of answers in parallel.
    #[arg(long, default_value_t = 16, value_parser = clap::value_parser!(u32).range(1..))]
    pub slots: u32,
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
    /// A scenario's id, or a folder.
    #[arg(long, default_value = "the_ville", value_name = "ID|DIR", value_parser = words)]
    pub scenario: String,
    /// Game hours to run each seed.
    #[arg(long, default_value_t = 48.0)]
    pub hours: f64,
    /// From..to, both included, or a single seed.
    #[arg(long, default_value = "1..5")]
    pub seeds: Seeds,
    /// What is changed about the scenario.
    #[command(flatten)]
    pub change: Change,
    /// Run each seed unchanged and with each change that the scenario names, and compare the two.
    #[arg(long, conflicts_with = "out")]
    pub experiments: bool,
    /// Only the experiment of this name; repeatable.
    #[arg(long, requires = "experiments", value_name = "ID", value_parser = words)]
    pub only: Vec<String>,
    /// Number of seeds to run in parallel.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=64))]
    pub jobs: Option<u16>,
    /// Print one JSON object.
    #[arg(long)]
    pub json: bool,
    /// Write pictures of each seed to this folder.
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
}

/// A day, as its paper tells it.
#[derive(Args, Debug, Clone)]
pub struct Paper {
    /// The save.
    #[arg(value_name = "F.town")]
    pub save: PathBuf,
    /// Which day, counted from 1. Default: the last.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub day: Option<u32>,
}

/// Somebody's questions, in words.
#[derive(Args, Debug, Clone)]
pub struct Prompts {
    /// A full name, or its beginning.
    #[arg(long, value_name = "NAME", value_parser = words)]
    pub agent: String,
    /// A scenario's id, or a folder.
    #[arg(long, value_name = "ID|DIR", value_parser = words)]
    pub scenario: Option<String>,
    /// Replaces the scenario's seed.
    #[arg(long)]
    pub seed: Option<u64>,
    /// Use the town of a save, as it is at its end.
    #[arg(long, value_name = "F.town")]
    pub load: Option<PathBuf>,
    /// Game hours to run first, with the built-in mind. Default: to the end of the save, or 6.
    #[arg(long)]
    pub hours: Option<f64>,
    /// What is changed about the scenario.
    #[command(flatten)]
    pub change: Change,
    /// Only this kind of question.
    #[arg(long, value_name = "QUESTION", value_parser = words)]
    pub question: Option<String>,
    /// Print one JSON object.
    #[arg(long)]
    pub json: bool,
}

/// Says what went wrong and gives the exit code for it.
pub fn failed(what: impl std::fmt::Display) -> ExitCode {
    crate::complain!("smallville: {what}");
    ExitCode::from(1)
}
