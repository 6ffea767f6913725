//! Commands about a save: `console`, `interview`, `why`, `export`, `fork`, `replay`.

use std::path::PathBuf;

use clap::Args;

use super::{Asking, Which, value};

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
    #[arg(long, value_name = "NAME")]
    pub agent: String,
    /// Who asks, such as "a news reporter". Default: a stranger.
    #[arg(long = "as", value_name = "ROLE")]
    pub role: Option<String>,
    /// The question. Default: lines from stdin.
    #[arg(value_name = "QUESTION")]
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

/// A save, to be looked at in a browser.
#[derive(Args, Debug, Clone)]
pub struct Export {
    /// The save; it stays as it is.
    #[arg(value_name = "F.town")]
    pub save: PathBuf,
    /// The page to write; it replaces a file of this name.
    #[arg(long, value_name = "OUT.html")]
    pub html: PathBuf,
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
    #[arg(long, value_name = "NAME")]
    pub agent: String,
    /// When. Default: the end of the save.
    #[arg(long, value_name = "\"YYYY-MM-DD HH:MM\"", value_parser = value::date_time)]
    pub at: Option<jiff::civil::DateTime>,
    /// Leave out the prompts.
    #[arg(long)]
    pub brief: bool,
}
