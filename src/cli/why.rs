//! `smallville why`.

use std::path::PathBuf;

use clap::Args;

use super::value;

/// A moment of somebody.
#[derive(Args, Debug, Clone)]
pub struct Why {
    /// The save.
    #[arg(value_name = "F.town")]
    pub save: PathBuf,
    /// Who: a full name, or how it begins.
    #[arg(long, value_name = "NAME")]
    pub agent: String,
    /// When; nothing: at the end of the save.
    #[arg(long, value_name = "\"YYYY-MM-DD HH:MM\"", value_parser = value::date_time)]
    pub at: Option<jiff::civil::DateTime>,
    /// Without the prompts.
    #[arg(long)]
    pub brief: bool,
}
