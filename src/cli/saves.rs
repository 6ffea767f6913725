//! Commands about a save: `console`, `interview`, `why`, `fork`, `replay`, `talks`, `export`, `compare`, `torture`.

use std::path::PathBuf;

use clap::Args;

use super::{
    Asking, Which,
    value::{self, Moment},
};

/// Commands without a window.
#[derive(Args, Debug, Clone)]
pub struct Console {
    /// A save to go on from, as with --load.
    #[arg(value_name = "F.town", conflicts_with = "load")]
    pub file: Option<PathBuf>,
    /// Which town.
    #[command(flatten)]
    pub which: Which,
}

/// Somebody, asked.
#[derive(Args, Debug, Clone)]
pub struct Interview {
    /// The save.
    #[arg(value_name = "F.town")]
    pub save: PathBuf,
    /// A full name, or a part of it.
    #[arg(long, value_name = "NAME", value_parser = value::words)]
    pub agent: String,
    /// Who asks, such as "a news reporter". Default: a stranger.
    #[arg(long = "as", value_name = "ROLE", value_parser = value::words)]
    pub role: Option<String>,
    /// The question. Default: lines from stdin.
    #[arg(value_name = "QUESTION", value_parser = value::words)]
    pub question: Option<String>,
    /// Who answers.
    #[command(flatten)]
    pub asking: Asking,
}

/// A moment of a town, to go on from.
#[derive(Args, Debug, Clone)]
pub struct Fork {
    /// The save; it stays as it is.
    #[arg(value_name = "F.town")]
    pub save: PathBuf,
    /// When. Default: the end of the save.
    #[arg(long, value_name = "\"YYYY-MM-DD HH:MM\"", value_parser = value::date_time)]
    pub at: Option<jiff::civil::DateTime>,
    /// The new save.
    #[arg(long, value_name = "G.town")]
    pub out: PathBuf,
}

/// What was said.
#[derive(Args, Debug, Clone)]
pub struct Talks {
    /// The save.
    #[arg(value_name = "F.town")]
    pub save: PathBuf,
    /// Only talks with this person: a full name, or its beginning; repeatable: talks with all of them.
    #[arg(long, value_name = "NAME", value_parser = value::words)]
    pub person: Vec<String>,
    /// Only talks at places with this in their address; capitals do not matter.
    #[arg(long, value_name = "TEXT", value_parser = value::words)]
    pub place: Option<String>,
    /// Only talks in which somebody says this; capitals do not matter.
    #[arg(long, value_name = "TEXT", value_parser = value::words)]
    pub words: Option<String>,
    /// Only talks that began then or later: a date and time, or an hour of the clock, of each day.
    #[arg(long, value_name = "\"YYYY-MM-DD HH:MM\"|HH:MM")]
    pub from: Option<Moment>,
    /// Only talks that began before: as --from.
    #[arg(long, value_name = "\"YYYY-MM-DD HH:MM\"|HH:MM")]
    pub until: Option<Moment>,
    /// Print one JSON object.
    #[arg(long)]
    pub json: bool,
}

/// A save, for a browser or other programs. Without any of the formats, --out has all of them.
#[derive(Args, Debug, Clone)]
pub struct Export {
    /// The save; it stays as it is.
    #[arg(value_name = "F.town")]
    pub save: PathBuf,
    /// One page that plays it in any browser; it replaces a file of this name.
    #[arg(long, value_name = "OUT.html")]
    pub html: Option<PathBuf>,
    /// The folder to write: a new one, or one with nothing in it.
    #[arg(long, value_name = "DIR", required_unless_present = "html")]
    pub out: Option<PathBuf>,
    /// Write each table as CSV.
    #[arg(long, requires = "out")]
    pub csv: bool,
    /// Write each table as lines of JSON.
    #[arg(long, requires = "out")]
    pub jsonl: bool,
    /// Write who knows whom and what they feel, as relations.graphml.
    #[arg(long, requires = "out")]
    pub graphml: bool,
    /// Write who went where and when, as movement.csv.
    #[arg(long, requires = "out")]
    pub movement: bool,
}

/// Two saves of one town, or of two.
#[derive(Args, Debug, Clone)]
pub struct Compare {
    /// A save.
    #[arg(value_name = "A.town")]
    pub a: PathBuf,
    /// Another.
    #[arg(value_name = "B.town")]
    pub b: PathBuf,
    /// Print one JSON object.
    #[arg(long)]
    pub json: bool,
    /// Draw both into this file: how the news spread, and who did something else when.
    #[arg(long, value_name = "OUT.svg|OUT.png", value_parser = value::picture)]
    pub picture: Option<PathBuf>,
}

/// A town, seen again or lived again.
#[derive(Args, Debug, Clone)]
pub struct Replay {
    /// The save.
    #[arg(value_name = "F.town")]
    pub save: PathBuf,
    /// Without a window: live it again, and compare each saved state with what comes about.
    #[arg(long)]
    pub headless: bool,
    /// Print one JSON object.
    #[arg(long, requires = "headless")]
    pub json: bool,
}

/// A moment of somebody.
#[derive(Args, Debug, Clone)]
pub struct Why {
    /// The save.
    #[arg(value_name = "F.town")]
    pub save: PathBuf,
    /// A full name, or its beginning.
    #[arg(long, value_name = "NAME", value_parser = value::words)]
    pub agent: String,
    /// When. Default: the end of the save.
    #[arg(long, value_name = "\"YYYY-MM-DD HH:MM\"", value_parser = value::date_time)]
    pub at: Option<jiff::civil::DateTime>,
    /// Leave out the prompts.
    #[arg(long)]
    pub brief: bool,
}

/// Saves, put to the test.
#[derive(Args, Debug, Clone)]
pub struct Torture {
    /// Which town: an id, a folder or a file of a scenario.
    #[arg(long, value_name = "SCENARIO", default_value = "the_ville", value_parser = value::words)]
    pub scenario: String,
    /// The seed.
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// Game hours of the town.
    #[arg(long, value_name = "H", default_value_t = 48.0)]
    pub hours: f64,
    /// How many kills and full disks; five times as many damaged files.
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    pub times: u32,
    /// Print one JSON array.
    #[arg(long)]
    pub json: bool,
}
