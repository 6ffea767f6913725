//! The console: one line in, one result out; the same in the window, without one, and by `--command-at`.
//!
//! One table, [`COMMANDS`], runs the commands, completes what is typed and tells the help. Of three sorts: what changes
//! the *town* enters by [`crate::exchange::CommandQueue`] at the next tick, is journaled and replayed; what *looks* at it gets
//! the town to read and no more, so that it cannot leave a trace; what *steers* the program is done by whoever reads the
//! line.
//!
//! | file | concern |
//! |---|---|
//! | `table` | the commands |
//! | `things`, `people`, `memories`, `news`, `town` | what each command does |
//! | `voices` | inner voices, memories, questions |
//! | `steer` | time, camera, saves |
//! | `complete` | what may follow what has been typed |

mod complete;
mod memories;
mod news;
mod people;
mod steer;
mod table;
mod things;
mod town;
mod voices;

use std::collections::VecDeque;

use bevy::prelude::*;

pub use self::{
    complete::{Offer, complete},
    steer::Steer,
    table::{COMMANDS, row},
    voices::{Spoken, answer},
};
use crate::{
    agent::{resolve as near, voices::Inquiry},
    exchange::{CommandHandler, Obeyed},
    journal::Command,
    language::clean,
    mind::Ask,
};

/// A longer line is no command.
pub const LONGEST: usize = 20_000;
/// So many answers are kept for whoever shows them.
const KEPT: usize = 200;

/// What a word of a command is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Takes {
    /// An object, by its address.
    Thing,
    /// A room or a building.
    Place,
    /// Somebody, by name.
    Person,
    /// The same, with a colon behind.
    Named,
    /// One of these words.
    Of(&'static [&'static str]),
    /// A file.
    File,
    /// The name of a command.
    Command,
    /// One word.
    Word,
    /// Anything.
    Words,
}

/// What a line comes to.
#[derive(Clone, Debug, PartialEq)]
pub enum Outcome {
    /// An answer.
    Said(String),
    /// These lines enter the town at the next tick that is lived.
    Enters(Vec<String>),
    /// The program is to do something; and what is said about it.
    Steers(Steer, String),
    /// A mind is to be asked this, outside of the town; it leaves no trace.
    Asks(Box<Ask>, Inquiry),
}

/// What becomes of a line, from the town and what follows the command's name.
pub type Begin = fn(&World, &str) -> Result<Outcome, String>;
/// What a line does to the town when it enters.
pub type Does = fn(&mut World, &str) -> Result<String, String>;

/// A command.
#[derive(Clone, Copy)]
pub struct Row {
    /// Its name.
    pub name: &'static str,
    /// Other names for it.
    pub also: &'static [&'static str],
    /// What follows the name, as help tells it.
    pub usage: &'static str,
    /// What it does, in a line.
    pub help: &'static str,
    /// What follows it, word by word, for completion.
    pub takes: &'static [Takes],
    /// What becomes of a line.
    pub begin: Begin,
    /// What it does to the town; `None`: it only looks, or steers.
    pub does: Option<Does>,
}

/// What came of the last lines that entered the town, oldest first; for whoever shows it, no part of the town.
#[derive(Resource, Clone, Debug, Default)]
pub struct Heard(pub VecDeque<(String, Result<String, String>)>);

/// Lets the town obey.
pub fn plugin(app: &mut App) {
    app.insert_resource(CommandHandler(obey)).init_resource::<Heard>().add_observer(hear);
}

fn hear(obeyed: On<Obeyed>, mut heard: ResMut<Heard>) {
    heard.0.push_back((obeyed.command.line.clone(), obeyed.result.clone()));
    if heard.0.len() > KEPT {
        heard.0.pop_front();
    }
}

/// A line without what nobody sees, and without what stands around it.
pub fn clean(line: &str) -> String {
    clean::line(line.chars().take(LONGEST + 1), usize::MAX)
}

fn cut(line: &str) -> (&str, &str) {
    let (verb, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    (verb, rest.trim())
}

fn unknown(verb: &str) -> String {
    let names = COMMANDS.iter().map(|row| row.name.to_string());
    let near = near::or_near(&near::nearest(verb, names));
    format!("there is no command {}{near}; help lists them all", near::quoted(verb))
}

/// What becomes of a line that somebody typed. Leaves no trace; a line that is empty comes to nothing.
///
/// # Errors
/// One sentence about what is wrong with it, and what to write instead.
pub fn read(world: &World, line: &str) -> Result<Outcome, String> {
    if line.chars().nth(LONGEST).is_some() {
        return Err(format!("a line has at most {LONGEST} letters"));
    }
    let line = clean(line);
    if line.is_empty() {
        return Ok(Outcome::Said(String::new()));
    }
    let (verb, rest) = cut(&line);
    match row(verb) {
        Some(row) => table::counted(world, row, rest).and_then(|()| (row.begin)(world, rest)),
        None => Err(unknown(verb)),
    }
}

/// Does what a line says that has entered the town.
///
/// # Errors
/// One sentence about what is wrong with it, and what to write instead.
pub fn obey(world: &mut World, command: &Command) -> Result<String, String> {
    let line = clean(&command.line);
    let (verb, rest) = cut(&line);
    match row(verb) {
        Some(row @ Row { does: Some(does), .. }) => {
            table::counted(world, row, rest)?;
            does(world, rest)
        }
        Some(row) => Err(format!("{} changes nothing in the town: it is for the console alone", row.name)),
        None => Err(unknown(verb)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_name_is_one_commands() {
        let mut names: Vec<&str> =
            COMMANDS.iter().flat_map(|row| [row.name].into_iter().chain(row.also.iter().copied())).collect();
        names.sort_unstable();
        let all = names.len();
        names.dedup();
        assert_eq!(all, names.len(), "two commands have one name");
        assert!(COMMANDS.iter().all(|row| !row.help.is_empty() && !row.help.ends_with('.')));
    }

    #[test]
    fn a_line_is_cleaned() {
        assert_eq!(clean("  ti\u{0}me\u{202e}\n"), "ti me");
        assert_eq!(clean(&"x".repeat(1_000_000)).len(), LONGEST + 1);
    }
}
