//! `smallville evaluate F.town`: a save is lived again, and then everybody is asked.

use std::path::Path;

use bevy::prelude::*;

use super::{
    asking::Answers,
    evaluation::{self, Evaluation},
    watch,
};
use crate::{
    cli::Evaluate,
    data::Data,
    headless,
    mind::{Choice, rules},
    town::TownError,
};

/// Runs the command.
///
/// # Errors
/// Why the save cannot be measured.
pub fn command(args: &Evaluate, data: &Data) -> Result<bool, TownError> {
    if args.mind != Choice::Builtin {
        let why = "a cassette has no answers to an interview; only --mind builtin can be asked here";
        return Err(why.to_owned().into());
    }
    let evaluation = of_save(&args.save, data, &rules::answer, headless::cores())?;
    if let Some(folder) = &args.out {
        super::pictures::write(&evaluation, folder)?;
    }
    headless::print(args.json, &evaluation, || evaluation.to_string())?;
    Ok(true)
}

/// Lives a save again from its journal, and measures it.
///
/// # Errors
/// Why the save cannot be lived again.
pub fn of_save(save: &Path, data: &Data, answers: Answers, threads: usize) -> Result<Evaluation, TownError> {
    let (mut app, end) = headless::replay(save, threads, data)?;
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
