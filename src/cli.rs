//! The command line: a contract, scripts rely on it. Data goes to stdout, progress and logs to stderr.

use std::{path::PathBuf, process::ExitCode, str::FromStr};

use clap::{Args, Parser, Subcommand, ValueEnum};

/// Smallville: a little town of people who live by their own memory.
#[derive(Parser, Debug)]
#[command(version, about, args_conflicts_with_subcommands = true)]
pub struct Cli {
    /// Folder with assets/ and maps/ that goes before what came with the program.
    #[arg(long, global = true, value_name = "DIR")]
    pub data: Option<PathBuf>,
    /// What to do; nothing: open the town.
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
    /// Live several seeds and count what became of the people's days.
    Study(Study),
    /// Look for faults in a scenario or a map; all at once, with file, line and what to do.
    Check {
        /// A scenario's id or folder, or a .tmx; nothing: every scenario there is.
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
    /// Who answers: `builtin`, or `cassette:F.town` for the answers recorded in a save.
    #[arg(long, default_value = "builtin", value_name = "MIND")]
    pub mind: MindName,
    /// lockstep: time stands while answers are missing; live: it goes on.
    #[arg(long, value_enum, default_value_t = PaceName::Lockstep)]
    pub pace: PaceName,
    /// Threads for the mind and for heavy work; nothing: as many as there are cores.
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=64))]
    pub threads: Option<u16>,
}

/// `--pace`.
#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub enum PaceName {
    /// Time stands while answers are missing.
    Lockstep,
    /// Time goes on.
    Live,
}

/// `--mind`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MindName {
    /// Rules of our own.
    Builtin,
    /// The answers of a save.
    Cassette(PathBuf),
}

impl FromStr for MindName {
    type Err = String;
    fn from_str(text: &str) -> Result<Self, String> {
        match text.split_once(':') {
            None if text == "builtin" => Ok(Self::Builtin),
            Some(("cassette", file)) if !file.is_empty() => Ok(Self::Cassette(file.into())),
            _ => Err(format!("{text:?} is no mind known here; take builtin or cassette:F.town")),
        }
    }
}

/// For the window.
#[derive(Args, Debug, Clone)]
pub struct Play {
    /// Which town.
    #[command(flatten)]
    pub which: Which,
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
    /// Print one JSON object.
    #[arg(long)]
    pub json: bool,
}

/// A row of seeds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Seeds {
    /// The first.
    pub from: u64,
    /// The last.
    pub to: u64,
}

impl FromStr for Seeds {
    type Err = String;
    fn from_str(text: &str) -> Result<Self, String> {
        let bad = || format!("{text:?} is no row of seeds; write it as 1..5, or a single 7");
        let (from, to) = text.split_once("..").unwrap_or((text, text));
        let (from, to) = (from.parse().map_err(|_| bad())?, to.parse().map_err(|_| bad())?);
        if from <= to && to - from < 1000 { Ok(Self { from, to }) } else { Err(bad()) }
    }
}

/// Says what went wrong and gives the exit code for it.
pub fn failed(what: impl std::fmt::Display) -> ExitCode {
    eprintln!("smallville: {what}");
    ExitCode::from(1)
}
