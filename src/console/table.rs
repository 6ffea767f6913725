//! Commands that look at the town or steer the program. With those of [`crate::command::ROWS`] these are all there are.

use bevy::prelude::*;

use super::{
    Outcome, memories, news, people,
    steer::{self, Steer},
    things, town,
};
use crate::{
    agent::resolve,
    command::{
        ROWS,
        Takes::{self, Command, Of, Person, Word, Words},
        Usage, cut, quoted,
    },
};

/// The sorts of memories, as one asks for them.
const KINDS: &[&str] = &["observations", "reflections", "dialogue", "plans", "all"];

/// What a row does with what follows its name.
enum Run {
    Look(fn(&World, &str) -> Result<String, String>),
    Steer(fn(&World, &str) -> Result<(Steer, String), String>),
    Either(fn(&World, &str) -> Result<Outcome, String>),
}

/// A command that leaves the town as it is.
pub(super) struct Row {
    usage: Usage,
    run: Run,
}

const fn look(usage: Usage, run: fn(&World, &str) -> Result<String, String>) -> Row {
    Row { usage, run: Run::Look(run) }
}

const fn steer(usage: Usage, run: fn(&World, &str) -> Result<(Steer, String), String>) -> Row {
    Row { usage, run: Run::Steer(run) }
}

/// Those that look, then those that steer, in the order in which help lists them.
const TABLE: &[Row] = &[
    look(
        Usage {
            names: &["schedule", "plan"],
            arguments: "NAME [day|hourly|steps]",
            takes: &[Person, Of(&["day", "hourly", "steps"])],
            help: "somebody's day as they have planned it",
        },
        people::schedule,
    ),
    look(
        Usage { names: &["all-schedules"], arguments: "", takes: &[], help: "everybody's day" },
        people::all_schedules,
    ),
    look(
        Usage {
            names: &["where"],
            arguments: "[NAME]",
            takes: &[Person],
            help: "where somebody is and what they do; or everybody",
        },
        people::whereabouts,
    ),
    look(
        Usage {
            names: &["memory", "memories"],
            arguments: "NAME [observations|reflections|dialogue|plans|all] [WORDS]",
            takes: &[Person, Of(KINDS), Words],
            help: "the newest memories; or those that have these words, then what the words would bring to mind",
        },
        memories::memory,
    ),
    look(
        Usage {
            names: &["tree", "knows"],
            arguments: "NAME",
            takes: &[Person],
            help: "what somebody knows of the town, as last seen",
        },
        people::tree,
    ),
    look(
        Usage {
            names: &["chats", "talks"],
            arguments: "NAME",
            takes: &[Person],
            help: "whom somebody has talked with, and when",
        },
        people::chats,
    ),
    look(
        Usage {
            names: &["relations", "relation"],
            arguments: "NAME",
            takes: &[Person],
            help: "what others are to somebody, and what was agreed upon",
        },
        people::relations,
    ),
    look(
        Usage {
            names: &["tile"],
            arguments: "X Y | <address> [events|details]",
            takes: &[Words],
            help: "what stands in a cell, and what goes on there",
        },
        things::tile,
    ),
    look(
        Usage {
            names: &["events"],
            arguments: "",
            takes: &[],
            help: "what is out of the ordinary, under way, or fixed for today",
        },
        |world, _| town::events(world),
    ),
    Row {
        usage: Usage {
            names: &["news"],
            arguments: "[follow \"WORDS\" [from NAME]]",
            takes: &[Words],
            help: "what travels in this town, and who has heard it; or how far something else has come, from whom to whom",
        },
        run: Run::Either(news::news),
    },
    look(
        Usage { names: &["time"], arguments: "", takes: &[], help: "date and time, and how fast it goes" },
        |world, _| town::time(world),
    ),
    Row {
        usage: Usage {
            names: &["find"],
            arguments: "WORDS",
            takes: &[Words],
            help: "people, places and things of that name, and where they are",
        },
        run: Run::Either(steer::find),
    },
    look(Usage { names: &["seed"], arguments: "", takes: &[], help: "which town this is" }, |world, _| {
        town::seed(world)
    }),
    look(
        Usage { names: &["cost", "tokens"], arguments: "", takes: &[], help: "what the answers have taken so far" },
        |world, _| town::cost(world),
    ),
    look(
        Usage { names: &["doctor"], arguments: "", takes: &[], help: "what is wrong with this town, if anything" },
        |world, _| town::doctor(world),
    ),
    look(
        Usage {
            names: &["help", "?", "commands"],
            arguments: "[COMMAND]",
            takes: &[Command],
            help: "all commands, or one of them",
        },
        |_, rest| help(rest),
    ),
    steer(Usage { names: &["pause"], arguments: "", takes: &[], help: "time stands, or goes on" }, |_, _| {
        Ok((Steer::Pause, String::new()))
    }),
    steer(
        Usage { names: &["speed"], arguments: "GAME-MINUTES-A-SECOND", takes: &[Word], help: "how fast time goes" },
        |_, rest| steer::speed(rest),
    ),
    steer(
        Usage {
            names: &["until"],
            arguments: "HH:MM | YYYY-MM-DD HH:MM",
            takes: &[Word, Word],
            help: "lives up to a time, then stands",
        },
        steer::until,
    ),
    steer(
        Usage {
            names: &["run", "live"],
            arguments: "10m | 2h | TICKS",
            takes: &[Word, Word],
            help: "lives so long, then stands",
        },
        steer::run,
    ),
    steer(
        Usage {
            names: &["follow"],
            arguments: "[NAME]",
            takes: &[Person],
            help: "keeps the camera on somebody, or lets go",
        },
        steer::follow,
    ),
    steer(
        Usage {
            names: &["save"],
            arguments: "[F.town]",
            takes: &[Words],
            help: "writes the save now, or goes on in a new one; in the window the town is saved each minute",
        },
        |_, rest| Ok((Steer::Save((!rest.is_empty()).then(|| rest.into())), String::new())),
    ),
    steer(
        Usage {
            names: &["load"],
            arguments: "F.town",
            takes: &[Words],
            help: "opens a save in place of this town, which is saved first",
        },
        |_, rest| match rest {
            "" => Err("write load and a file, such as load monday.town".into()),
            path => Ok((Steer::Load(path.into()), String::new())),
        },
    ),
    steer(
        Usage {
            names: &["quit", "exit", "finish"],
            arguments: "",
            takes: &[],
            help: "ends the program; a save that is kept is written",
        },
        |_, _| Ok((Steer::Quit, String::new())),
    ),
];

/// How every command is written, in the order in which help lists them.
pub fn usages() -> impl Iterator<Item = &'static Usage> {
    ROWS.iter().map(|row| &row.usage).chain(TABLE.iter().map(|row| &row.usage))
}

/// How the command of a name is written; capitals do not matter.
pub fn usage(name: &str) -> Option<&'static Usage> {
    usages().find(|usage| usage.is_called(name))
}

/// The command of a name that leaves the town as it is.
pub(super) fn row(name: &str) -> Option<&'static Row> {
    TABLE.iter().find(|row| row.usage.is_called(name))
}

impl Row {
    pub(super) fn run(&self, world: &World, rest: &str) -> Result<Outcome, String> {
        count(world, &self.usage, rest)?;
        match self.run {
            Run::Look(look) => look(world, rest).map(Outcome::Said),
            Run::Steer(steer) => steer(world, rest).map(|(steer, said)| Outcome::Steers(steer, said)),
            Run::Either(run) => run(world, rest),
        }
    }
}

/// Whether no more follows a command than it takes.
///
/// # Errors
/// There are more words; or, where a name ends the line, nobody is called so.
fn count(world: &World, usage: &Usage, mut rest: &str) -> Result<(), String> {
    for (n, take) in usage.takes.iter().enumerate() {
        rest = match take {
            // These see to it themselves.
            Words | Takes::Thing | Takes::Named => return Ok(()),
            _ if rest.is_empty() => return Ok(()),
            Person if n + 1 == usage.takes.len() => {
                let whole = resolve::person(world, rest);
                return whole.map(drop).map_err(|why| format!("{why}; write {usage}"));
            }
            Person => match resolve::leading(world, rest) {
                Ok((_, rest)) => rest,
                Err(_) => return Ok(()),
            },
            Word | Of(_) | Command => cut(rest).1,
        };
    }
    if rest.is_empty() { Ok(()) } else { Err(usage.too_much(rest)) }
}

fn help(rest: &str) -> Result<String, String> {
    if !rest.is_empty() {
        let usage = usage(rest).ok_or_else(|| {
            let near = resolve::nearest(rest, usages().map(|usage| usage.name().to_string()));
            format!("there is no command {}{}", quoted(rest), resolve::or_near(&near))
        })?;
        let also = usage.names[1..].join(", ");
        let also = if also.is_empty() { also } else { format!(" (also: {also})") };
        return Ok(format!("{usage}\n  {}{also}", usage.help));
    }
    let all: Vec<(String, &str)> = usages().map(|usage| (usage.to_string(), usage.help)).collect();
    let wide = all.iter().map(|(usage, _)| usage.chars().count()).filter(|wide| *wide <= 40).max().unwrap_or(0);
    let lines = all.iter().map(|(usage, help)| format!("{usage:wide$}  {help}"));
    Ok(lines.collect::<Vec<_>>().join("\n"))
}
