//! Memories from a file, and answers to questions that leave no trace.

use std::{fs::File, io::Read, path::Path};

use bevy::prelude::*;

use super::Outcome;
use crate::{
    agent::{resolve, voices::history},
    mind::{
        Ask, Reply,
        question::{Interview, read},
        rules,
    },
};

/// More of a file is not read, in bytes.
const LARGEST: u64 = 4_000_001;

/// Whether a file follows `tell`, and not somebody's name.
///
/// # Errors
/// It can be neither.
pub(super) fn is_file(world: &World, rest: &str) -> Result<bool, String> {
    if !rest.contains(": ") && path(rest).is_file() {
        return Ok(true);
    }
    match rest.contains(':') || resolve::beginning(world, rest)?.is_some() {
        true => Ok(false),
        false => {
            let rest = resolve::quoted(rest);
            Err(format!("there is no file {rest}: write tell NAME: a memory, or tell and a file"))
        }
    }
}

fn path(text: &str) -> &Path {
    Path::new(text.trim().trim_matches('"'))
}

/// The commands that give the memories of a file: living them again needs no file.
///
/// # Errors
/// Each fault of the file with its line.
pub fn memories_of(world: &World, file: &str) -> Result<Outcome, String> {
    let (path, mut bytes) = (path(file), Vec::new());
    let all = File::open(path).and_then(|file| file.take(LARGEST).read_to_end(&mut bytes));
    all.map_err(|why| format!("{} cannot be read: {why}", path.display()))?;
    history::commands(world, &bytes).map(Outcome::Enters)
}

/// An answer to somebody who asks from outside.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spoken {
    /// In these words.
    pub words: String,
    /// They know the main thing asked.
    pub known: bool,
    /// Why the built-in mind answered in place of another one.
    pub why: Option<String>,
}

/// What a mind's reply says; where there is none that fits, the built-in mind's.
///
/// # Errors
/// Not even that one had an answer.
pub fn answer(ask: &Ask, came: Option<Result<Reply, String>>) -> Result<Spoken, String> {
    let spoken = |reply: &Reply, why| {
        let (_, answer) = read::<Interview>(ask, reply)?;
        Ok::<Spoken, String>(Spoken { words: answer.answer, known: answer.known, why })
    };
    let why = match came.map(|came| came.and_then(|reply| spoken(&reply, None))) {
        Some(Ok(spoken)) => return Ok(spoken),
        Some(Err(why)) => Some(resolve::short(&why, 300)),
        None => None,
    };
    let own = rules::answer(ask).map_err(|why| why.0)?;
    spoken(&own, why)
}
