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
