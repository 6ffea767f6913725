//! All commands. What is here runs, completes and is told by help; nothing else is a command.

use bevy::prelude::*;

use super::{
    Outcome, Row,
    Takes::{Command, File, Named, Of, Person, Place, Thing, Word, Words},
    memories, news, people, steer, things, town, voices,
};
use crate::{
    agent::{avatar, embeddings, resolve as near, voices as said},
    memory::embedding_store::EmbeddingStore,
};

/// The sorts of memories, as one asks for them.
const KINDS: &[&str] = &["observations", "reflections", "dialogue", "plans", "all"];

/// A command that only looks.
macro_rules! looks {
    ($name:literal, $also:expr, $usage:literal, $takes:expr, $look:expr, $help:literal) => {
        Row {
            name: $name,
            also: $also,
            usage: $usage,
            help: $help,
            takes: $takes,
            begin: |world, rest| $look(world, rest).map(Outcome::Said),
            does: None,
        }
    };
}

/// A command that steers the program.
macro_rules! steers {
    ($name:literal, $also:expr, $usage:literal, $takes:expr, $steer:expr, $help:literal) => {
        Row {
            name: $name,
            also: $also,
            usage: $usage,
            help: $help,
            takes: $takes,
            begin: |world, rest| $steer(world, rest).map(|(steer, said)| Outcome::Steers(steer, said)),
            does: None,
        }
    };
}

/// A command that changes the town: what is wrong with it is said at once, and it enters as it was typed.
macro_rules! changes {
    ($name:literal, $also:expr, $usage:literal, $takes:expr, $check:expr, $does:expr, $help:literal) => {
        Row {
            name: $name,
            also: $also,
            usage: $usage,
            help: $help,
            takes: $takes,
            begin: |world, rest| $check(world, rest).map(|()| Outcome::Enters(vec![format!("{} {rest}", $name)])),
            does: Some($does),
        }
    };
}

/// A command of the avatar: whether it can be done shows when it is.
macro_rules! enters {
    ($name:literal, $also:expr, $usage:literal, $takes:expr, $does:expr, $help:literal) => {
        changes!($name, $also, $usage, $takes, |_: &World, _: &str| Ok::<(), String>(()), $does, $help)
    };
}

/// Every command, in the order in which help tells them.
pub const COMMANDS: &[Row] = &[
    changes!(
        "set",
        &[],
        "<Sector: room: object> is STATE",
        &[Thing, Words],
        things::check_set,
        things::set,
        "makes a thing be so, and says who is near enough to notice"
    ),
    changes!(
        "reset",
        &[],
        "<Sector: room: object> | everything",
        &[Thing],
        things::check_reset,
        things::reset,
        "puts a thing back as it rests"
    ),
    Row {
        name: "voice",
        also: &["whisper"],
        usage: "NAME: A SENTENCE",
        help: "arrives in a head as a strong thought of their own, and is heeded",
        takes: &[Named, Words],
        begin: voices::begin_voice,
        does: Some(said::voice),
    },
    Row {
        name: "tell",
        also: &[],
        usage: "NAME: A MEMORY | FILE",
        help: "gives a memory, or all those of a file",
        takes: &[Named, Words],
        begin: voices::begin_tell,
        does: Some(said::tell),
    },
    Row {
        name: "ask",
        also: &["interview"],
        usage: "NAME [as ROLE] [remembered] [in character|honestly]: A QUESTION",
        help: "asks somebody; it leaves no trace unless it is to be remembered",
        takes: &[Named, Words],
        begin: voices::begin_ask,
        does: Some(said::ask),
    },
    Row {
        name: "give-plan",
        also: &[],
        usage: "NAME: HH:MM-HH:MM WHAT at PLACE",
        help: "they mean to do that then, today or tomorrow",
        takes: &[Named, Words],
        begin: voices::begin_plan,
        does: Some(said::give_plan),
    },
    enters!(
        "join",
        &[],
        "NAME; she|he|they; who you are; look PARTS",
        &[Words],
        avatar::join,
        "you come to town as a newcomer, or back to it as one who left"
    ),
    enters!("possess", &[], "NAME", &[Person], avatar::possess, "you take somebody over"),
    enters!("leave", &[], "", &[], avatar::leave, "you leave town, or let go of whom you took over"),
    enters!(
        "goto",
        &["walk"],
        "X Y | <address> | NAME",
        &[Thing],
        avatar::walk,
        "you walk there; after somebody until you stand beside them"
    ),
    enters!(
        "step",
        &[],
        "north|east|south|west",
        &[Of(&["north", "east", "south", "west"])],
        avatar::step,
        "you take one step"
    ),
    enters!(
        "use",
        &[],
        "<address> | THING [WHAT FOR]",
        &[Thing, Words],
        avatar::use_thing,
        "you go to a thing and use it"
    ),
    enters!("say", &[], "WORDS | to NAME: WORDS", &[Words], avatar::say, "you say something to whoever is near"),
    enters!("bye", &[], "", &[], avatar::bye, "you leave the talk"),
    looks!(
        "schedule",
        &["plan"],
        "NAME [day|hourly|steps]",
        &[Person, Of(&["day", "hourly", "steps"])],
        people::schedule,
        "somebody's day as they have planned it"
    ),
    looks!("all-schedules", &[], "", &[], people::all_schedules, "everybody's day"),
    looks!("where", &[], "[NAME]", &[Person], people::whereabouts, "where somebody is and what they do; or everybody"),
    looks!(
        "memory",
        &["memories"],
        "NAME [observations|reflections|dialogue|plans|all] [WORDS]",
        &[Person, Of(KINDS), Words],
        memories::memory,
        "the newest memories; or those that have these words, then what the words would bring to mind"
    ),
    looks!("tree", &["knows"], "NAME", &[Person], people::tree, "what somebody knows of the town, as last seen"),
    looks!("chats", &["talks"], "NAME", &[Person], people::chats, "whom somebody has talked with, and when"),
    looks!(
        "relations",
        &["relation"],
        "NAME",
        &[Person],
        people::relations,
        "what others are to somebody, and what was agreed upon"
    ),
    looks!(
        "tile",
        &[],
        "X Y | <address> [events|details]",
        &[Words],
        things::tile,
        "what stands in a cell, and what goes on there"
    ),
    looks!("events", &[], "", &[], town::events, "what is out of the ordinary, under way, or fixed for today"),
    Row {
        name: "news",
        also: &[],
        usage: "[follow \"WORDS\" [from NAME]]",
        help: "what travels in this town, and who has heard it; or how far something else has come, from whom to whom",
        takes: &[Words],
        begin: news::news,
        does: None,
    },
    looks!("time", &[], "", &[], town::time, "date and time, and how fast it goes"),
    Row {
        name: "find",
        also: &[],
        usage: "WORDS",
        help: "people, places and things of that name, and where they are",
        takes: &[Words],
        begin: |world, rest| {
            let (steer, said) = steer::find(world, rest)?;
            Ok(match steer {
                Some(steer) => Outcome::Steers(steer, said),
                None => Outcome::Said(said),
            })
        },
        does: None,
    },
    looks!("seed", &[], "", &[], town::seed, "which town this is"),
    looks!("cost", &["tokens"], "", &[], town::cost, "what the answers have taken so far"),
    looks!("doctor", &[], "", &[], town::doctor, "what is wrong with this town, if anything"),
    looks!("help", &["?", "commands"], "[COMMAND]", &[Command], help, "all commands, or one of them"),
    steers!("pause", &[], "", &[], steer::pause, "time stands, or goes on"),
    steers!("speed", &[], "GAME-MINUTES-A-SECOND", &[Word], steer::speed, "how fast time goes"),
    steers!("until", &[], "HH:MM | YYYY-MM-DD HH:MM", &[Word, Word], steer::until, "lives up to a time, then stands"),
    steers!("run", &["live"], "10m | 2h | TICKS", &[Word, Word], steer::run, "lives so long, then stands"),
    steers!("follow", &[], "[NAME]", &[Person], steer::follow, "keeps the camera on somebody, or lets go"),
    steers!(
        "save",
        &[],
        "[F.town]",
        &[File],
        steer::save,
        "writes the save now, or goes on in a new one; in the window the town is saved each minute"
    ),
    steers!("load", &[], "F.town", &[File], steer::load, "opens a save in place of this town, which is saved first"),
    steers!("quit", &["exit", "finish"], "", &[], steer::quit, "ends the program; a save that is kept is written"),
    changes!(
        "embeddings",
        &[],
        "on|off",
        &[Of(&["on", "off"])],
        |_: &World, rest: &str| embeddings::switched(&format!("{} {rest}", embeddings::COMMAND))
            .map(drop)
            .ok_or_else(usage),
        embeddings,
        "by which rows memories are compared; the town says so itself when it begins"
    ),
];

/// The command of a name, capitals apart.
pub fn row(name: &str) -> Option<&'static Row> {
    let is = |one: &str| one.eq_ignore_ascii_case(name);
    COMMANDS.iter().find(|row| is(row.name) || row.also.iter().any(|other| is(other)))
}

/// Whether no more follows a command than it takes: words after the last of them are refused, with what to write.
///
/// # Errors
/// There are more words; or, where a name ends the line, nobody is called so.
pub fn counted(world: &World, row: &Row, rest: &str) -> Result<(), String> {
    let mut rest = rest.trim();
    for (n, take) in row.takes.iter().enumerate() {
        let last = n + 1 == row.takes.len();
        rest = match take {
            // These see to it themselves.
            Words | File | Thing | Place | Named => return Ok(()),
            _ if rest.is_empty() => return Ok(()),
            Person if last => {
                let whole = near::person(world, rest);
                return whole.map(drop).map_err(|why| format!("{why}; write {}", written(row)));
            }
            Person => match near::leading(world, rest) {
                Ok((_, rest)) => rest,
                Err(_) => return Ok(()),
            },
            Word | Of(_) | Command => rest.split_once(char::is_whitespace).map_or("", |(_, rest)| rest.trim()),
        };
    }
    if rest.is_empty() {
        return Ok(());
    }
    Err(format!("{} is too much: write {} ({})", near::quoted(rest), written(row), row.help))
}

fn usage() -> String {
    format!("write {} or {}", embeddings::switch(true), embeddings::switch(false))
}

/// Not for people: the town says so itself when it begins, by the mind it was given.
fn embeddings(world: &mut World, rest: &str) -> Result<String, String> {
    let on = embeddings::switched(&format!("{} {rest}", embeddings::COMMAND)).ok_or_else(usage)?;
    world.resource_mut::<EmbeddingStore>().switch(on);
    Ok(format!("memories are compared by {}", if on { "the rows of a server" } else { "the built-in rows" }))
}

fn help(_: &World, rest: &str) -> Result<String, String> {
    if !rest.is_empty() {
        let row = row(rest).ok_or_else(|| {
            let near = near::nearest(rest, COMMANDS.iter().map(|row| row.name.to_string()));
            format!("there is no command {}{}", near::quoted(rest), near::or_near(&near))
        })?;
        let also = if row.also.is_empty() { String::new() } else { format!(" (also: {})", row.also.join(", ")) };
        return Ok(format!("{}\n  {}{also}", written(row), row.help));
    }
    let wide = COMMANDS.iter().map(|row| written(row).chars().count()).filter(|wide| *wide <= 40).max().unwrap_or(0);
    let line = |row: &Row| format!("{:wide$}  {}", written(row), row.help);
    Ok(COMMANDS.iter().map(line).collect::<Vec<_>>().join("\n"))
}

/// `schedule NAME [day|hourly]`.
fn written(row: &Row) -> String {
    format!("{} {}", row.name, row.usage).trim_end().to_string()
}
