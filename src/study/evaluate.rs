//! `smallville evaluate F.town`: a save is lived again, and then everybody is asked.

use std::{path::Path, process::ExitCode};

use bevy::prelude::*;

use super::{
    asking::Answers,
    evaluation::{self, Evaluation},
    watch,
};
use crate::{
    cli::{Evaluate, failed},
    data::Data,
    headless,
    mind::{Choice, rules},
    town::{Options, TownError},
};

/// Runs the command.
pub fn command(args: &Evaluate, data: &Data) -> ExitCode {
    if args.mind != Choice::Builtin {
        return failed("a cassette has no answers to an interview; only --mind builtin can be asked here");
    }
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let evaluation = match of_save(&args.save, data, &rules::answer, threads) {
        Ok(evaluation) => evaluation,
        Err(trouble) => return failed(trouble),
    };
    if let Some(folder) = &args.out
        && let Err(trouble) = super::pictures::write(&evaluation, folder)
    {
        return failed(trouble);
    }
    if args.json {
        match serde_json::to_string(&evaluation) {
            Ok(text) => crate::say!("{text}"),
            Err(error) => return failed(error),
        }
    } else {
        crate::terminal::print(&super::table::of(&evaluation));
    }
    ExitCode::SUCCESS
}

/// Lives a save again from its journal, and measures it.
///
/// # Errors
/// Why the save cannot be lived again.
pub fn of_save(save: &Path, data: &Data, answers: Answers, threads: usize) -> Result<Evaluation, TownError> {
    let options = Options { cassette: Some(save.to_path_buf()), threads, ..Options::default() };
    let mut app = headless::app(&options, data)?;
    let end = app.world().resource::<crate::town::TownInfo>().begins;
    lived(&mut app, end, answers, threads, &headless::live)
}

/// Lives a town up to a tick.
pub type Live<'a> = &'a dyn Fn(&mut App, u64) -> Result<(), TownError>;

/// Lives a town that stands at its beginning up to tick `end`, and measures it.
///
/// # Errors
/// Why the town cannot go on.
pub fn lived(app: &mut App, end: u64, answers: Answers, threads: usize, live: Live) -> Result<Evaluation, TownError> {
    watch::plugin(app);
    let before = evaluation::before(app, answers, threads);
    live(app, end)?;
    Ok(evaluation::evaluate(app, before, answers, threads))
}
