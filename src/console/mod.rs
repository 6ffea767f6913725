//! The console: one line in, one result out; the same in the window, without one, and for `--command-at`.
//!
//! Commands are of three sorts. What changes the *town* is a [`Command`] (a row of [`ROWS`](crate::command::ROWS)): it
//! enters by [`crate::exchange::CommandQueue`] at the next tick, is journaled and replayed. What *looks* at the town gets
//! it to read and no more; what *steers* the program is done by whoever reads the line: both are rows of `table`.
//! Completion and help read the same rows.
//!
//! | file | concern |
//! |---|---|
//! | `table` | commands that look or steer, and what they are given |
//! | `execute` | commands that change the town: checked, and done; memories from a file, questions without a trace |
//! | `things`, `people`, `talks`, `memories`, `news`, `town` | what each command does |
//! | `steer` | time, camera, saves |
//! | `complete` | what may follow what has been typed |

mod complete;
mod execute;
mod memories;
mod news;
mod people;
mod steer;
mod table;
mod talks;
mod things;
mod town;

use std::collections::VecDeque;

use bevy::prelude::*;

pub use self::{
    complete::{Suggestion, complete},
    execute::{Spoken, answer, execute, memories_of, resolve_names},
    news::watch,
    steer::{ProgramCommand, save},
    table::{usage, usages},
    talks::{ToldLine, ToldTalk},
    town::{seed, time},
};
use crate::{
    agent::resolve::Known,
    command::{Command, clean, cut},
    exchange::{CommandHandler, CommandResult, Ticket},
    mind::Ask,
};

/// Maximum number of results kept until they are taken.
const KEPT: usize = 200;

/// What a line comes to.
#[derive(Clone, Debug, PartialEq)]
pub enum Outcome {
    /// An answer.
    Said(String),
    /// These enter the town at the next tick that is lived.
    Enters(Vec<Command>),
    /// The program is to do something; and what is said about it.
    Program(ProgramCommand, String),
    /// A mind is to be asked this, outside of the town; it leaves no trace. And who is asked, by name.
    Asks(Box<Ask>, String),
}

/// What came of the last commands that somebody waits for, oldest first. No part of the town.
#[derive(Resource, Clone, Debug, Default)]
pub struct Results(VecDeque<(Ticket, Result<String, String>)>);

impl Results {
    /// The oldest result of a ticket, taken out.
    pub fn take(&mut self, ticket: Ticket) -> Option<Result<String, String>> {
        let at = self.0.iter().position(|(one, _)| *one == ticket)?;
        self.0.remove(at).map(|(_, result)| result)
    }
}

/// Lets the town execute commands.
pub fn plugin(app: &mut App) {
    app.insert_resource(CommandHandler(execute)).init_resource::<Results>().add_observer(note_result);
}

fn note_result(done: On<CommandResult>, mut results: ResMut<Results>) {
    results.0.extend(done.ticket.map(|ticket| (ticket, done.result.clone())));
    if results.0.len() > KEPT {
        results.0.pop_front();
    }
}

/// Reads a console line and decides what to do with it. Leaves no trace; an empty line gives an empty answer.
///
/// # Errors
/// One sentence about what is wrong with it, and what to write instead.
pub fn read(world: &World, line: &str) -> Result<Outcome, String> {
    let line = clean(line)?;
    if line.is_empty() {
        return Ok(Outcome::Said(String::new()));
    }
    let (verb, rest) = cut(&line);
    if let Some(row) = table::find(verb) {
        return row.run(world, rest);
    }
    match usage(verb) {
        None => Err(format!("{}; help lists them all", table::unknown(verb))),
        Some(usage) if usage.name() == "tell" && execute::is_file(world, rest)? => memories_of(world, rest),
        Some(_) => begin(world, Command::read(&line, &Known(world))?),
    }
}

/// Checks a command and decides how to run it: it enters the town, unless it is a question that leaves no memory.
///
/// # Errors
/// One sentence about what is wrong with it.
pub fn begin(world: &World, command: Command) -> Result<Outcome, String> {
    match resolve_names(world, command)? {
        Command::Ask(inquiry) if !inquiry.remembered => {
            let ask = crate::agent::voices::traceless(world, &inquiry)?;
            Ok(Outcome::Asks(Box::new(ask), inquiry.to))
        }
        command => Ok(Outcome::Enters(vec![command])),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_name_is_one_commands() {
        let mut names: Vec<&str> = usages().flat_map(|usage| usage.names()).collect();
        names.sort_unstable();
        let all = names.len();
        names.dedup();
        assert_eq!(all, names.len(), "two commands have one name");
        assert!(usages().all(|usage| !usage.help.is_empty() && !usage.help.ends_with('.')));
    }
}
