//! `smallville console` and `smallville interview`.

use std::path::PathBuf;

use clap::Args;

use super::{Asking, Which};

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
