//! Commands that speak to somebody: `voice`, `tell`, `ask`, `give-plan`. What is wrong is said before anything enters.

use std::{fs::File, io::Read, path::Path};

use bevy::prelude::*;

use super::Outcome;
use crate::{
    agent::{
        resolve,
        voices::{self, Honest, Inquiry, addressed, history},
    },
    mind::{
        Ask, Reply,
        question::{Interview, read},
        rules,
    },
};

/// More of a file is not read, in bytes.
const LARGEST: u64 = 4_000_001;

/// `voice NAME: sentence`.
///
/// # Errors
/// What is wrong with it.
pub fn begin_voice(world: &World, rest: &str) -> Result<Outcome, String> {
    let (one, said) = addressed(world, rest, voices::VOICE)?;
    Ok(Outcome::Enters(vec![format!("voice {}: {said}", one.name)]))
}

/// `tell NAME: memory`, or `tell FILE`: what enters are the memories, so that living it again needs no file.
///
/// # Errors
/// What is wrong with it; of a file each fault with its line.
pub fn begin_tell(world: &World, rest: &str) -> Result<Outcome, String> {
    let path = Path::new(rest.trim().trim_matches('"'));
    if !rest.contains(": ") && path.is_file() {
        let mut bytes = Vec::new();
        let all = File::open(path).and_then(|file| file.take(LARGEST).read_to_end(&mut bytes));
        all.map_err(|why| format!("{} cannot be read: {why}", path.display()))?;
        return history::lines(world, &bytes).map(Outcome::Enters);
    }
    let nobody = voices::colon(rest).is_none() && resolve::beginning(world, rest).is_ok_and(|one| one.is_none());
    if nobody {
        return Err(format!(
            "there is no file {}: write tell NAME: a memory, or tell and a file",
            resolve::quoted(rest)
        ));
    }
    let (one, said) = addressed(world, rest, "tell NAME: a memory, or tell and a file")?;
    Ok(Outcome::Enters(vec![format!("tell {}: {said}", one.name)]))
}

/// `ask NAME [as ROLE] [remembered] [in character|honestly]: question`.
///
/// # Errors
/// What is wrong with it.
pub fn begin_ask(world: &World, rest: &str) -> Result<Outcome, String> {
    let inquiry = Inquiry::read(world, rest, Honest::of(world))?;
    if inquiry.remembered {
        return Ok(Outcome::Enters(vec![inquiry.line()]));
    }
    let ask = voices::traceless(world, &inquiry)?;
    Ok(Outcome::Asks(Box::new(ask), inquiry))
}

/// `give-plan NAME: 14:00-15:30 what at PLACE`.
///
/// # Errors
/// What is wrong with it.
pub fn begin_plan(world: &World, rest: &str) -> Result<Outcome, String> {
    voices::plan(world, rest)?;
    Ok(Outcome::Enters(vec![format!("give-plan {rest}")]))
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
