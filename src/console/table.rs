//! Commands that look at the town or steer the program. With those of [`crate::command::ROWS`] these are all there are.

use bevy::prelude::*;

use Run::{Either, Look};

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

const fn row(
    names: &'static [&'static str],
    arguments: &'static str,
    takes: &'static [Takes],
    help: &'static str,
    run: Run,
) -> Row {
    Row { usage: Usage { names, arguments, takes, help }, run }
}

/// Those that look, then those that steer, in the order in which help lists them.
const TABLE: &[Row] = &[
    row(
        &["schedule", "plan"],
        "NAME [day|hourly|steps]",
        &[Person, Of(&["day", "hourly", "steps"])],
        "somebody's day as they have planned it",
        Look(people::schedule),
    ),
    row(&["all-schedules"], "", &[], "everybody's day", Look(people::all_schedules)),
    row(&["where"], "[NAME]", &[Person], "where somebody is and what they do; or everybody", Look(people::whereabouts)),
    row(
        &["memory", "memories"],
        "NAME [observations|reflections|dialogue|plans|all] [WORDS]",
        &[Person, Of(KINDS), Words],
        "the newest memories; or those that have these words, then what the words would bring to mind",
        Look(memories::memory),
    ),
    row(&["tree", "knows"], "NAME", &[Person], "what somebody knows of the town, as last seen", Look(people::tree)),
    row(&["chats", "talks"], "NAME", &[Person], "whom somebody has talked with, and when", Look(people::chats)),
    row(
        &["relations", "relation"],
        "NAME",
        &[Person],
        "what others are to somebody, and what was agreed upon",
        Look(people::relations),
    ),
    row(
        &["tile"],
        "X Y | <address> [events|details]",
        &[Words],
        "what stands in a cell, and what goes on there",
        Look(things::tile),
    ),
    row(
        &["events"],
        "",
        &[],
        "what is out of the ordinary, under way, or fixed for today",
        Look(|world, _| town::events(world)),
    ),
    row(
        &["news"],
        "[follow \"WORDS\" [from NAME]]",
        &[Words],
        "what travels in this town, and who has heard it; or how far something else has come, from whom to whom",
        Either(news::news),
    ),
    row(&["time"], "", &[], "date and time, and how fast it goes", Look(|world, _| town::time(world))),
    row(
        &["find"],
        "WORDS",
        &[Words],
        "people, places and things of that name, and where they are",
        Either(steer::find),
    ),
    row(&["seed"], "", &[], "which town this is", Look(|world, _| town::seed(world))),
    row(&["cost", "tokens"], "", &[], "what the answers have taken so far", Look(|world, _| town::cost(world))),
    row(&["doctor"], "", &[], "what is wrong with this town, if anything", Look(|world, _| town::doctor(world))),
    row(
        &["help", "?", "commands"],
        "[COMMAND]",
        &[Command],
        "all commands, or one of them",
        Look(|_, rest| help(rest)),
    ),
    row(&["pause"], "", &[], "time stands, or goes on", Run::Steer(|_, _| Ok((Steer::Pause, String::new())))),
    row(&["speed"], "GAME-MINUTES-A-SECOND", &[Word], "how fast time goes", Run::Steer(|_, rest| steer::speed(rest))),
    row(
        &["until"],
        "HH:MM | YYYY-MM-DD HH:MM",
        &[Word, Word],
        "lives up to a time, then stands",
        Run::Steer(steer::until),
    ),
    row(&["run", "live"], "10m | 2h | TICKS", &[Word, Word], "lives so long, then stands", Run::Steer(steer::run)),
    row(&["follow"], "[NAME]", &[Person], "keeps the camera on somebody, or lets go", Run::Steer(steer::follow)),
    row(
        &["save"],
        "[F.town]",
        &[Words],
        "writes the save now, or goes on in a new one; in the window the town is saved each minute",
        Run::Steer(|_, rest| Ok((Steer::Save((!rest.is_empty()).then(|| rest.into())), String::new()))),
    ),
    row(
        &["load"],
        "F.town",
        &[Words],
        "opens a save in place of this town, which is saved first",
        Run::Steer(|_, rest| match rest {
            "" => Err("write load and a file, such as load monday.town".into()),
            path => Ok((Steer::Load(path.into()), String::new())),
        }),
    ),
    row(
        &["quit", "exit", "finish"],
        "",
        &[],
        "ends the program; a save that is kept is written",
        Run::Steer(|_, _| Ok((Steer::Quit, String::new()))),
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
pub(super) fn find(name: &str) -> Option<&'static Row> {
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
