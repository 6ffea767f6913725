//! What a person does to the town: a typed value for each command, written and read as one line of text.
//!
//! Text is only at the keyboard and in the journal; everybody else makes and matches [`Command`]s. To add one: a variant,
//! an arm in [`Display`](fmt::Display) and a row in [`ROWS`] here, and an arm in `src/console/execute.rs` that does it.
//!
//! | file | concern |
//! |---|---|
//! | `read` | how a command is written, and the parts of a line: names, addresses, words |
//! | `inquiry` | the two commands with many parts: `ask` and `join` |

mod inquiry;
mod read;

use std::{fmt, str::FromStr};

use serde::{Deserialize, Serialize};

use self::{
    Takes::{Named, OneOf, Person, Thing, Words},
    read::{addressed, nothing},
};
pub use self::{
    inquiry::{Arrival, Inquiry},
    read::{LONGEST, LONGEST_WORDS, Names, Takes, Usage, cell, clean, cut, lacks_state, quoted, set_line, unquoted},
};
use crate::{
    language::condition::ConditionKind,
    mind::question::TimeOfDay,
    world::{Facing, Tile},
};

/// Something a person does to the town. Names and addresses are as they were written: who and what is meant is looked up
/// when it is done.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub enum Command {
    /// A thing is in a state from now on.
    Set {
        /// Its address.
        thing: String,
        /// The state in words.
        state: String,
        /// What the state is.
        kind: ConditionKind,
    },
    /// The thing of this address, or everything, is as it rests.
    Reset(Option<String>),
    /// A strong thought arrives in somebody's head.
    Voice {
        /// In whose.
        to: String,
        /// What it says.
        words: String,
    },
    /// Somebody is given a memory.
    Tell {
        /// Who.
        to: String,
        /// What they remember.
        memory: String,
    },
    /// Somebody is asked something.
    Ask(Inquiry),
    /// Somebody means to do something today, or tomorrow if that time is past.
    GivePlan {
        /// Who.
        to: String,
        /// When it begins.
        from: TimeOfDay,
        /// When it ends.
        until: TimeOfDay,
        /// What, with `at PLACE` behind it if it is not at home.
        what: String,
    },
    /// The player comes to town.
    Join(Arrival),
    /// The player takes over somebody of this name.
    Possess(String),
    /// The player leaves town, or lets go of whom they took over.
    Leave,
    /// The player walks somewhere.
    Goto(Destination),
    /// The player takes one step.
    Step(Facing),
    /// The player uses a thing.
    Use {
        /// Its address, or a part of it.
        thing: String,
        /// What for; empty: what it offers first.
        deed: String,
    },
    /// The player says something.
    Say {
        /// To whom; `None`: to whoever is near.
        to: Option<String>,
        /// What.
        words: String,
    },
    /// The player leaves the talk.
    Bye,
    /// From now on memories are compared by a server's embeddings, or by the built-in ones.
    Embeddings(bool),
}

/// Where to go.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Destination {
    /// To a cell.
    Tile(Tile),
    /// To a room or a thing, by its address.
    Address(String),
    /// To a person, room or thing of this name.
    Name(String),
}

/// A command of the town.
pub struct Row {
    /// How it is written.
    pub usage: Usage,
    read: Read,
    /// A whole line, for tests.
    pub example: &'static str,
}

/// Reads what follows the name.
type Read = fn(&dyn Names, &Usage, &str) -> Result<Command, String>;

const fn row(
    line: &'static str,
    takes: &'static [Takes],
    help: &'static str,
    read: Read,
    example: &'static str,
) -> Row {
    Row { usage: Usage { line, takes, help }, read, example }
}

/// Every command of the town, in the order in which help lists them.
pub const ROWS: &[Row] = &[
    row(
        "set <Sector: room: object> is STATE",
        &[Thing, Words],
        "makes a thing be so, and says who is near enough to notice",
        read::state,
        "set <Old Mill: kitchen: stove> is on fire [burning]",
    ),
    row(
        "reset <Sector: room: object> | everything",
        &[Thing],
        "puts a thing back as it rests",
        |_, usage, rest| read::thing_or_everything(usage, rest).map(Command::Reset),
        "reset <Old Mill: kitchen: stove>",
    ),
    row(
        "voice|whisper NAME: A SENTENCE",
        &[Named, Words],
        "arrives in a head as a strong thought of their own, and is heeded",
        |names, usage, rest| addressed(names, usage, rest).map(|(to, words)| Command::Voice { to, words }),
        "voice Ann Lee: you will run for mayor at 16:00",
    ),
    row(
        "tell NAME: A MEMORY | FILE",
        &[Named, Words],
        "gives a memory, or all those of a file",
        |names, usage, rest| addressed(names, usage, rest).map(|(to, memory)| Command::Tell { to, memory }),
        "tell Ann Lee: the bridge is closed",
    ),
    row(
        "ask|interview NAME [as ROLE] [remembered] [in character|honestly]: A QUESTION",
        &[Named, Words],
        "asks somebody; it leaves no trace unless it is to be remembered",
        |names, usage, rest| Inquiry::read(names, usage, rest).map(Command::Ask),
        "ask Ann Lee as a news reporter, in character, remembered: how old are you?",
    ),
    row(
        "give-plan NAME: HH:MM-HH:MM WHAT at PLACE",
        &[Named, Words],
        "they mean to do that then, today or tomorrow",
        read::plan,
        "give-plan Ann Lee: 14:00-15:30 read at Old Mill: loft",
    ),
    row(
        "join NAME; she|he|they; who you are; look PARTS",
        &[Words],
        "you come to town as a newcomer, or back to it as one who left",
        |_, _, rest| Arrival::read(rest).map(Command::Join),
        "join Juno Reed; she; a painter; look hair=bob:black; at 3 4",
    ),
    row(
        "possess NAME",
        &[Person],
        "you take somebody over",
        |_, usage, rest| read::words(usage, rest).map(Command::Possess),
        "possess Ann Lee",
    ),
    row(
        "leave",
        &[],
        "you leave town, or let go of whom you took over",
        |_, usage, rest| nothing(usage, rest).map(|()| Command::Leave),
        "leave",
    ),
    row(
        "goto|walk X Y | <address> | NAME",
        &[Thing],
        "you walk there; after somebody until you stand beside them",
        |_, usage, rest| read::destination(usage, rest).map(Command::Goto),
        "goto <Old Mill: loft>",
    ),
    row(
        "step north|east|south|west",
        &[OneOf(&["north", "east", "south", "west"])],
        "you take one step",
        |_, usage, rest| read::direction(usage, rest).map(Command::Step),
        "step north",
    ),
    row(
        "use <address> | THING [WHAT FOR]",
        &[Thing, Words],
        "you go to a thing and use it",
        |names, usage, rest| read::thing(names, usage, rest).map(|(thing, deed)| Command::Use { thing, deed }),
        "use <Old Mill: kitchen: stove> cook",
    ),
    row(
        "say WORDS | to NAME: WORDS",
        &[Words],
        "you say something to whoever is near",
        |names, usage, rest| read::speech(names, usage, rest).map(|(to, words)| Command::Say { to, words }),
        "say to Ann Lee: good morning",
    ),
    row("bye", &[], "you leave the talk", |_, usage, rest| nothing(usage, rest).map(|()| Command::Bye), "bye"),
    row(
        "embeddings on|off",
        &[OneOf(&["on", "off"])],
        "by whose embeddings memories are compared; the town says so itself when it begins",
        |_, usage, rest| read::switch(usage, rest).map(Command::Embeddings),
        "embeddings on",
    ),
];

impl Command {
    /// Reads a line in which `names` may stand without marks around them.
    ///
    /// # Errors
    /// What is wrong with it, and what to write instead.
    pub fn read(line: &str, names: &dyn Names) -> Result<Self, String> {
        let line = clean(line)?;
        let (verb, rest) = cut(&line);
        match ROWS.iter().find(|row| row.usage.is_called(verb)) {
            Some(row) => (row.read)(names, &row.usage, rest),
            None => Err(format!("{} is no command that changes the town", quoted(verb))),
        }
    }
}

/// Reads a line of the journal, or a whole one that somebody typed: names end with a colon, addresses stand in `<>`.
impl FromStr for Command {
    type Err = String;
    fn from_str(line: &str) -> Result<Self, String> {
        Self::read(line, &())
    }
}

/// The line that reads as this command.
impl fmt::Display for Command {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Set { thing, state, kind } => {
                write!(f, "{}{state}", set_line(thing))?;
                if state != kind.name() { write!(f, " [{}]", kind.name()) } else { Ok(()) }
            }
            Self::Reset(Some(thing)) => write!(f, "reset <{thing}>"),
            Self::Reset(None) => f.write_str("reset everything"),
            Self::Voice { to, words } => write!(f, "voice {to}: {words}"),
            Self::Tell { to, memory } => write!(f, "tell {to}: {memory}"),
            Self::Ask(inquiry) => write!(f, "ask {inquiry}"),
            Self::GivePlan { to, from, until, what } => write!(f, "give-plan {to}: {from}-{until} {what}"),
            Self::Join(arrival) => write!(f, "join {arrival}"),
            Self::Possess(name) => write!(f, "possess {name}"),
            Self::Leave => f.write_str("leave"),
            Self::Goto(Destination::Tile(at)) => write!(f, "goto {} {}", at.x, at.y),
            Self::Goto(Destination::Address(address)) => write!(f, "goto <{address}>"),
            Self::Goto(Destination::Name(name)) => write!(f, "goto {name}"),
            Self::Step(facing) => write!(f, "step {}", read::compass(*facing)),
            Self::Use { thing, deed } if deed.is_empty() => write!(f, "use <{thing}>"),
            Self::Use { thing, deed } => write!(f, "use <{thing}> {deed}"),
            Self::Say { to: Some(name), words } => write!(f, "say to {name}: {words}"),
            Self::Say { to: None, words } if read::needs_quotes(words) => write!(f, "say \"{words}\""),
            Self::Say { to: None, words } => write!(f, "say {words}"),
            Self::Bye => f.write_str("bye"),
            Self::Embeddings(on) => write!(f, "embeddings {}", if *on { "on" } else { "off" }),
        }
    }
}

impl From<Command> for String {
    fn from(command: Command) -> Self {
        command.to_string()
    }
}

impl TryFrom<String> for Command {
    type Error = String;
    fn try_from(line: String) -> Result<Self, String> {
        line.parse()
    }
}
