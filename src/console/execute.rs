//! Commands that change the town: what is wrong with one is said before it enters, and each is done in its tick.
//! Beside them memories from a file, and answers to questions that leave no trace.

use std::path::Path;

use bevy::prelude::*;

use super::{Outcome, table::resource, things};
use crate::{
    agent::{
        avatar, resolve,
        voices::{self, history},
    },
    command::{Command, Inquiry},
    data,
    language::clean::short_line,
    memory::embedding_store::EmbeddingStore,
    mind::{
        Ask, Reply,
        question::{Interview, read},
        rules,
    },
    world::TownMap,
};

/// The command with full names and whole addresses, before it enters the town. What the player does is looked at when it
/// is done.
///
/// # Errors
/// One sentence about what is wrong with it, and what to write instead.
pub fn resolve_names(world: &World, command: Command) -> Result<Command, String> {
    let full = |name: &str| resolve::person(world, name).map(|one| one.name);
    let whole = |thing: &str| {
        let map = resource::<TownMap>(world)?;
        Ok::<_, String>(map.address(resolve::thing(map, thing)?).trim_matches(['<', '>']).to_string())
    };
    Ok(match command {
        Command::Set { thing, state, kind } => Command::Set { thing: whole(&thing)?, state, kind },
        Command::Reset(Some(thing)) => Command::Reset(Some(whole(&thing)?)),
        Command::Voice { to, words } => Command::Voice { to: full(&to)?, words },
        Command::Tell { to, memory } => Command::Tell { to: full(&to)?, memory },
        // What enters the town says how it is answered, so that it is lived again the same whatever is set.
        Command::Ask(inquiry) => {
            let honest = inquiry.honest.unwrap_or(voices::Honest::of(world).0);
            let honest = if honest { inquiry.honest } else { Some(false) };
            Command::Ask(Inquiry { to: full(&inquiry.to)?, honest, ..inquiry })
        }
        Command::GivePlan { to, from, until, what } => {
            let (one, ..) = voices::place_of_plan(world, &to, &what)?;
            Command::GivePlan { to: one.name, from, until, what }
        }
        other => other,
    })
}

/// Does a command that has entered the town.
///
/// # Errors
/// One sentence about what is wrong with it, and what to do instead.
pub fn execute(world: &mut World, command: &Command) -> Result<String, String> {
    match command {
        Command::Set { thing, state, kind } => things::set(world, thing, state, *kind),
        Command::Reset(thing) => things::reset(world, thing.as_deref()),
        Command::Voice { to, words } => voices::voice(world, to, words),
        Command::Tell { to, memory } => voices::tell(world, to, memory),
        Command::Ask(inquiry) => voices::ask(world, inquiry),
        Command::GivePlan { to, from, until, what } => voices::give_plan(world, to, (*from, *until), what),
        Command::Join(arrival) => avatar::join(world, arrival),
        Command::Possess(name) => avatar::possess(world, name),
        Command::Leave => avatar::leave(world),
        Command::Goto(destination) => avatar::walk(world, destination),
        Command::Step(facing) => avatar::step(world, *facing),
        Command::Use { thing, deed } => avatar::use_thing(world, thing, deed),
        Command::Say { to, words } => avatar::say(world, to.as_deref(), words),
        Command::Bye => avatar::bye(world),
        Command::Embeddings(on) => {
            world.resource_mut::<EmbeddingStore>().switch(*on);
            Ok(embeddings(*on))
        }
    }
}

/// By whose embeddings memories are compared.
pub(super) fn embeddings(of_server: bool) -> String {
    format!("memories are compared by {}", if of_server { "a server's embeddings" } else { "our own embeddings" })
}

/// Maximum number of bytes read from a file.
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
    let path = path(file);
    let bytes = data::File::on_disk(path).bytes(LARGEST);
    let bytes = bytes.map_err(|why| format!("{} {why}; {}", path.display(), why.advice()))?;
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
        Some(Err(why)) => Some(short_line(&why, 300)),
        None => None,
    };
    let own = rules::answer(ask).map_err(|why| why.0)?;
    spoken(&own, why)
}
