//! Commands that look at the town or steer the program. With those of [`crate::command::ROWS`] these are all there are.
//! And what they are given: the town that a line is about, and their arguments.

use std::path::PathBuf;

use bevy::prelude::*;
use jiff::{SignedDuration, civil::DateTime};

use super::{
    Outcome, memories, news, people,
    steer::{self, ProgramCommand},
    talks, things, town,
};
use crate::{
    agent::{
        acquaintances::Directory,
        resolve::{self, Somebody},
    },
    clock::{AgentId, Calendar, Minute, Now},
    command::{
        ROWS,
        Takes::{self, Cell, Command, Number, OneOf, Person, Span, Time, Words},
        Usage, cell, cut, quoted,
    },
    mind::question::TimeOfDay,
    world::{ObjectId, ObjectState, Objects, Tile, TownMap},
};

/// The longest that is lived at a word, in minutes.
const LONGEST: u32 = 366 * 1440;
/// The sorts of memories, as one asks for them.
const KINDS: &[&str] = &["observations", "reflections", "dialogue", "plans", "all"];

/// What follows the name of a command.
#[derive(Default)]
pub(super) struct Arguments<'a> {
    /// Whoever is named.
    pub somebody: Option<Somebody>,
    /// Which of its words was given, as the table spells it; empty: none.
    pub choice: &'static str,
    pub cell: Tile,
    pub number: f64,
    pub tick: u64,
    /// All other words.
    pub rest: &'a str,
}

impl Arguments<'_> {
    /// The same, where a name may not be left out.
    pub fn who(&self) -> Result<&Somebody, String> {
        self.somebody.as_ref().ok_or_else(|| "it is not said who: write a name; `where` lists everybody".into())
    }
}

/// A command that leaves the town as it is.
pub(super) struct Row {
    usage: Usage,
    run: fn(&Town, &Arguments) -> Result<Outcome, String>,
}

const fn row(
    line: &'static str,
    takes: &'static [Takes],
    help: &'static str,
    run: fn(&Town, &Arguments) -> Result<Outcome, String>,
) -> Row {
    Row { usage: Usage { line, takes, help }, run }
}

/// Those that look, then those that steer, in the order in which help lists them.
const TABLE: &[Row] = &[
    row(
        "schedule|plan NAME [day|hourly|steps]",
        &[Person, OneOf(&["day", "hourly", "steps"])],
        "somebody's day as they have planned it",
        people::schedule,
    ),
    row("all-schedules", &[], "everybody's day", people::all_schedules),
    row("where [NAME]", &[Person], "where somebody is and what they do; or everybody", people::whereabouts),
    row(
        "memory|memories NAME [observations|reflections|dialogue|plans|all] [WORDS]",
        &[Person, OneOf(KINDS), Words],
        "the newest memories; or those that have these words, then what the words would bring to mind",
        memories::memory,
    ),
    row("tree|knows NAME", &[Person], "what somebody knows of the town, as last seen", people::tree),
    row("chats|talks [NAME]", &[Person], "the last talks, line by line: of the town, or of somebody", talks::chats),
    row(
        "relations|relation NAME",
        &[Person],
        "what others are to somebody, and what was agreed upon",
        people::relations,
    ),
    row(
        "tile X Y | <address> [events|details]",
        &[Cell, OneOf(&["events", "details"])],
        "what stands in a cell, and what goes on there",
        things::tile,
    ),
    row("events", &[], "what is out of the ordinary, under way, or fixed for today", town::events),
    row(
        "news [follow \"WORDS\" [from NAME]]",
        &[OneOf(&["follow"]), Words],
        "the news in this town and who has heard it; or how far other news has spread, and from whom to whom",
        news::news,
    ),
    row("time", &[], "date and time, and how fast it goes", |town, _| town::time(town.world).map(Outcome::Said)),
    row("find WORDS", &[Words], "people, places and things of that name, and where they are", steer::find),
    row("seed", &[], "which town this is", |town, _| town::seed(town.world).map(Outcome::Said)),
    row("cost|tokens", &[], "what the answers have taken so far", town::cost),
    row("doctor", &[], "what is wrong with this town, if anything", town::doctor),
    row("help|?|commands [COMMAND]", &[Command], "all commands, or one of them", help),
    row("pause", &[], "pauses or resumes time", |_, _| steers(ProgramCommand::Pause)),
    row("speed GAME-MINUTES-A-SECOND", &[Number], "how fast time goes", steer::speed),
    row("until HH:MM | YYYY-MM-DD HH:MM", &[Time], "runs until a time, then pauses", steer::up_to),
    row("run|live 10m | 2h | TICKS", &[Span], "runs for that long, then pauses", steer::up_to),
    row("follow [NAME]", &[Person], "keeps the camera on somebody, or lets go", steer::follow),
    row(
        "save [F.town]",
        &[Words],
        "writes the save now, or goes on in a new one; in the window the town is saved each minute",
        |_, arguments| steers(ProgramCommand::Save(path(arguments))),
    ),
    row(
        "load F.town",
        &[Words],
        "opens a save in place of this town, whose own save is written first",
        |_, arguments| {
            let path = path(arguments).ok_or("write load and a file, such as load monday.town")?;
            steers(ProgramCommand::Load(path))
        },
    ),
    row("quit|exit|finish", &[], "ends the program; a save that is kept is written", |_, _| {
        steers(ProgramCommand::Quit)
    }),
];

/// The program is to do this, and nothing is said about it.
fn steers(steer: ProgramCommand) -> Result<Outcome, String> {
    Ok(Outcome::Program(steer, String::new()))
}

fn path(arguments: &Arguments) -> Option<PathBuf> {
    Some(arguments.rest).filter(|rest| !rest.is_empty()).map(PathBuf::from)
}

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
        let town = Town::of(world)?;
        (self.run)(&town, &town.arguments(&self.usage, rest)?)
    }
}

/// That there is no such command.
pub(super) fn unknown(verb: &str) -> String {
    let near = resolve::nearest(verb, usages().map(|usage| usage.name().to_string()));
    format!("there is no command {}{}", quoted(verb), resolve::or_near(&near))
}

fn help(_: &Town, arguments: &Arguments) -> Result<Outcome, String> {
    if !arguments.rest.is_empty() {
        let usage = usage(arguments.rest).ok_or_else(|| unknown(arguments.rest))?;
        let also = usage.names().skip(1).collect::<Vec<_>>().join(", ");
        let also = if also.is_empty() { also } else { format!(" (also: {also})") };
        return Ok(Outcome::Said(format!("{usage}\n  {}{also}", usage.help)));
    }
    let all: Vec<(String, &str)> = usages().map(|usage| (usage.to_string(), usage.help)).collect();
    let wide = all.iter().map(|(usage, _)| usage.chars().count()).filter(|wide| *wide <= 40).max().unwrap_or(0);
    said(&all.iter().map(|(usage, help)| format!("{usage:wide$}  {help}")).collect::<Vec<_>>())
}

/// A town to be looked at.
pub(super) struct Town<'a> {
    pub world: &'a World,
    pub map: &'a TownMap,
    pub calendar: Calendar,
    pub now: u64,
    pub minute: Minute,
}

impl<'a> Town<'a> {
    /// The town that is open.
    pub fn of(world: &'a World) -> Result<Self, String> {
        let (map, calendar) = (resource::<TownMap>(world)?, *resource::<Calendar>(world)?);
        let now = world.get_resource::<Now>().map_or(0, |now| now.0);
        Ok(Self { world, map, calendar, now, minute: calendar.minute(now) })
    }

    /// Reads what follows a command.
    ///
    /// # Errors
    /// It is not what the command takes, or more.
    fn arguments<'b>(&self, usage: &Usage, mut rest: &'b str) -> Result<Arguments<'b>, String> {
        let mut read = Arguments::default();
        let alone = usage.takes.len() == 1;
        for take in usage.takes {
            let why = |why: String| format!("{why}; write {usage}");
            let no = |what: &str| match rest {
                "" => format!("nothing follows {}: write {usage}", usage.name()),
                _ => format!("{} is no {what}: write {usage}", quoted(rest)),
            };
            match take {
                Person if rest.is_empty() => {}
                Person if alone => {
                    (read.somebody, rest) = (Some(resolve::person(self.world, rest).map_err(why)?), "");
                }
                Person => {
                    let (one, after) = resolve::leading(self.world, rest)?;
                    (read.somebody, rest) = (Some(one), after);
                }
                OneOf(words) => {
                    let (first, after) = cut(rest);
                    let is = |word: &str| word.eq_ignore_ascii_case(first) || word.strip_suffix('s') == Some(first);
                    if let Some(word) = words.iter().find(|word| is(word)) {
                        (read.choice, rest) = (word, after);
                    }
                }
                Cell => (read.cell, rest) = self.cell(rest).map_err(why)?,
                Number => {
                    let (first, after) = cut(rest);
                    (read.number, rest) = (first.parse().map_err(|_| no("number"))?, after);
                }
                Time => (read.tick, rest) = self.time(rest).ok_or_else(|| no("time to come"))?,
                Span => {
                    let (first, after) = cut(rest);
                    (read.tick, rest) = (self.now + self.span(first).ok_or_else(|| no("time to live"))?, after);
                }
                Command => (read.rest, rest) = cut(rest),
                _ => (read.rest, rest) = (rest, ""),
            }
        }
        if rest.is_empty() { Ok(read) } else { Err(usage.too_much(rest)) }
    }

    /// The cell that is meant by `X Y`, or by the address of a thing, and what follows it.
    fn cell<'b>(&self, rest: &'b str) -> Result<(Tile, &'b str), String> {
        let map = self.map;
        let (at, rest) = match cell(rest) {
            Some(found) => found,
            None if rest.is_empty() => return Err("it is not said where".into()),
            None => {
                let (address, after) = resolve::leading_thing(map, rest)?;
                let cells = &map.object(resolve::thing(map, address)?).cells;
                (*cells.first().ok_or("it stands nowhere")?, after)
            }
        };
        match map.index(at) {
            Some(_) => Ok((at, rest)),
            None => Err(format!("{at} is not on the map, which ends at ({}, {})", map.width - 1, map.height - 1)),
        }
    }

    /// The tick of a time, `09:00` or `2023-02-14 09:00`, and what follows it.
    fn time<'b>(&self, rest: &'b str) -> Option<(u64, &'b str)> {
        let (first, after) = cut(rest);
        if let Ok(time) = first.parse::<TimeOfDay>() {
            return Some((self.calendar.tick(Minute(self.minute.0 + 1).next(time)), after));
        }
        let (second, after) = cut(after);
        let when = format!("{first}T{second}").parse::<DateTime>().ok()?;
        let minute = self.calendar.minute_at(when).filter(|minute| minute.0 <= LONGEST)?;
        Some((self.calendar.tick(minute), after))
    }

    /// So many ticks: `10m`, `2h`, `90s`, `60`.
    fn span(&self, text: &str) -> Option<u64> {
        let long = || text.parse::<SignedDuration>().ok().and_then(|long| u64::try_from(long.as_secs()).ok());
        let ticks = || Some(long()?.div_ceil(u64::from(self.calendar.tick_seconds.max(1))));
        let ticks = text.parse().ok().or_else(ticks)?;
        (1..=self.calendar.ticks(LONGEST)).contains(&ticks).then_some(ticks)
    }

    /// A component of somebody, who may have left.
    pub fn part<T: Component>(&self, one: &Somebody) -> Result<&'a T, String> {
        self.world.get::<T>(one.entity).ok_or_else(|| format!("{} is gone; `where` lists who is there", one.name))
    }

    /// Somebody's name.
    pub fn name(&self, id: AgentId) -> &'a str {
        let directory = self.world.get_resource::<Directory>();
        directory.and_then(|all| all.get(id)).map_or("somebody", |one| one.name.as_str())
    }

    /// How a thing is.
    pub fn state(&self, id: ObjectId) -> Option<&'a ObjectState> {
        let entity = self.world.get_resource::<Objects>()?.entities.get(usize::from(id.0))?;
        self.world.get(*entity)
    }

    /// All things there are.
    pub fn things(&self) -> impl Iterator<Item = ObjectId> + use<> {
        (0..self.map.objects.len()).map(|n| ObjectId(n as u16))
    }

    /// The date and the time of a tick: `13 Feb 08:10`.
    pub fn when(&self, tick: u64) -> String {
        self.calendar.date_time(tick).strftime("%-d %b %H:%M").to_string()
    }
}

/// What every town has.
pub(super) fn resource<T: Resource>(world: &World) -> Result<&T, String> {
    world.get_resource().ok_or_else(|| "there is no town yet: begin one, or load a save".into())
}

/// An answer of several lines.
pub(super) fn said(lines: &[String]) -> Result<Outcome, String> {
    Ok(Outcome::Said(lines.join("\n")))
}
