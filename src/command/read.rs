//! How a command is written, what people are told of it, and the parts of a line: names, addresses, words.

use std::fmt;

use super::{Command, Destination};
use crate::{
    language::{
        clean::{one_line, short_line},
        condition::ConditionKind,
    },
    mind::question::TimeOfDay,
    world::{Facing, Tile},
};

/// Letters of a line, at most.
pub const LONGEST: usize = 20_000;
/// Letters of what is said at once, at most.
pub const LONGEST_WORDS: usize = 2000;
/// Letters of a state, at most; longer ones are cut.
const LONGEST_STATE: usize = 10_000;
/// The steps there are, as they are written.
const STEPS: [(Facing, [&str; 3]); 4] = [
    (Facing::Up, ["north", "n", "up"]),
    (Facing::Right, ["east", "e", "right"]),
    (Facing::Down, ["south", "s", "down"]),
    (Facing::Left, ["west", "w", "left"]),
];

/// Finds names at the beginning of what a person types, where no mark says how far they go.
pub trait Names {
    /// Somebody's full name, and what follows it; `None`: nobody is called like any beginning of the line.
    ///
    /// # Errors
    /// Several people are called so.
    fn person<'a>(&self, _line: &'a str) -> Result<Option<(String, &'a str)>, String> {
        Ok(None)
    }

    /// As much of the line as names a thing, and what follows it; `None`: no thing can be known.
    ///
    /// # Errors
    /// No beginning of the line does, with the nearest addresses.
    fn thing<'a>(&self, _line: &'a str) -> Result<Option<(&'a str, &'a str)>, String> {
        Ok(None)
    }
}

/// Nobody and nothing is known.
impl Names for () {}

/// A line without invisible characters, and with single blanks.
///
/// # Errors
/// It is too long.
pub fn clean(text: &str) -> Result<String, String> {
    match text.chars().nth(LONGEST) {
        Some(_) => Err(format!("a line has at most {LONGEST} letters: write less")),
        None => Ok(one_line(text)),
    }
}

/// The first word, and what follows it.
pub fn cut(line: &str) -> (&str, &str) {
    let (first, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    (first, rest.trim())
}

/// Without the quotation marks around the whole of it.
pub fn unquoted(words: &str) -> &str {
    let words = words.trim();
    let inner = |open: char, close: char| {
        let inner = words.strip_prefix(open)?.strip_suffix(close)?;
        (!inner.contains([open, close])).then_some(inner.trim())
    };
    inner('"', '"').or_else(|| inner('“', '”')).or_else(|| inner('\'', '\'')).unwrap_or(words)
}

/// Where the colon after a name is: the first that is not one of a time such as 16:00.
pub(super) fn colon(text: &str) -> Option<usize> {
    let digit = |c: Option<char>| c.is_some_and(|c| c.is_ascii_digit());
    let clock = |at: usize| digit(text[..at].chars().next_back()) && digit(text[at + 1..].chars().next());
    text.match_indices(':').map(|(at, _)| at).find(|at| !clock(*at))
}

pub(super) fn nothing(usage: &Usage, rest: &str) -> Result<(), String> {
    if rest.is_empty() { Ok(()) } else { Err(usage.too_much(rest)) }
}

/// Whatever is written, if anything is.
pub(super) fn words(usage: &Usage, rest: &str) -> Result<String, String> {
    if rest.is_empty() { Err(format!("nothing follows {}: write {usage}", usage.name())) } else { Ok(rest.into()) }
}

/// What is said: words, and not too many.
pub(super) fn said(usage: &Usage, words: &str) -> Result<String, String> {
    match () {
        () if !words.chars().any(char::is_alphanumeric) => Err(format!("nothing is said: write {usage}")),
        () if words.chars().nth(LONGEST_WORDS).is_some() => {
            Err(format!("that is too long: at most {LONGEST_WORDS} letters"))
        }
        () => Ok(words.into()),
    }
}

/// To whom and what: `NAME: words`, or `NAME words` where the names are known, perhaps in quotation marks.
fn whom<'a>(names: &dyn Names, usage: &Usage, rest: &'a str) -> Result<(String, &'a str), String> {
    if rest.is_empty() || rest.starts_with(':') {
        return Err(format!("it is not said who: write {usage}"));
    }
    if let Some((name, words)) = names.person(rest)? {
        let marked = rest[..rest.len() - words.len()].contains(':');
        return Ok((name, if marked { words } else { unquoted(words) }));
    }
    let at = colon(rest)
        .ok_or_else(|| format!("there is no name of anybody here at its beginning, and no colon: write {usage}"))?;
    Ok((rest[..at].trim().into(), rest[at + 1..].trim()))
}

pub(super) fn addressed(names: &dyn Names, usage: &Usage, rest: &str) -> Result<(String, String), String> {
    let (name, words) = whom(names, usage, rest)?;
    Ok((name, said(usage, words)?))
}

/// `NAME: 14:00-15:30 read at PLACE`.
pub(super) fn plan(names: &dyn Names, usage: &Usage, rest: &str) -> Result<Command, String> {
    let (to, words) = addressed(names, usage, rest)?;
    let bad = || format!("write {usage}");
    let (times, what) = words.split_once(char::is_whitespace).ok_or_else(bad)?;
    let (from, until) = times.split_once(['-', '–']).ok_or_else(bad)?;
    let (from, until) = (from.parse::<TimeOfDay>()?, until.parse::<TimeOfDay>()?);
    if from.until(until) == 0 {
        return Err(format!("the plan ends as it begins: write {usage}, with a later end"));
    }
    let mut what = what.trim().trim_end_matches(['.', ' ']);
    while let Some(deed) = what.strip_prefix("to ") {
        what = deed.trim();
    }
    if what.is_empty() { Err(bad()) } else { Ok(Command::GivePlan { to, from, until, what: what.into() }) }
}

/// `WORDS`, `to NAME: WORDS`, or `to NAME WORDS` where the names are known.
pub(super) fn speech(names: &dyn Names, usage: &Usage, rest: &str) -> Result<(Option<String>, String), String> {
    let (to, words) = match rest.strip_prefix("to ").map(|line| whom(names, usage, line)) {
        Some(Ok((name, words))) => (Some(name), words),
        _ if is_quoted(rest) => (None, rest[1..rest.len() - 1].trim()),
        _ => (None, rest),
    };
    if words.is_empty() { Err(format!("nothing is said: write {usage}")) } else { Ok((to, words.into())) }
}

fn is_quoted(words: &str) -> bool {
    words.len() > 1 && words.starts_with('"') && words.ends_with('"')
}

/// Would these words be read as something else than words?
pub(super) fn needs_quotes(words: &str) -> bool {
    words.starts_with("to ") || is_quoted(words)
}

fn bare(address: &str) -> String {
    one_line(&address.replace(['<', '>'], ""))
}

/// An address in `<>`, and what follows it.
fn address(rest: &str) -> Option<(String, &str)> {
    let (address, rest) = rest.strip_prefix('<')?.split_once('>')?;
    Some((bare(address), rest.trim()))
}

/// `<address> words`, or `thing words` where the things are known.
pub(super) fn thing(names: &dyn Names, usage: &Usage, rest: &str) -> Result<(String, String), String> {
    if rest.is_empty() {
        return Err(format!("it is not said what: write {usage}"));
    }
    let (thing, words) = match (address(rest), names.thing(rest)?) {
        (Some(parts), _) => parts,
        (None, Some((thing, words))) => (bare(thing), words),
        (None, None) => return Err(format!("there is no <address> in it: write {usage}")),
    };
    Ok((thing, words.to_lowercase()))
}

/// The line that sets a thing, up to its state.
pub fn set_line(thing: &str) -> String {
    format!("set <{thing}> is ")
}

/// Is it a line that sets a thing, and says nothing yet of its state?
pub fn lacks_state(line: &str) -> bool {
    let thing = line.strip_prefix("set ").and_then(|rest| address(rest.trim()));
    thing.is_some_and(|(_, state)| state == "is")
}

/// `<address> is STATE`: words that a person typed are classified here, a kind in `[]` is taken as it is.
pub(super) fn state(names: &dyn Names, usage: &Usage, rest: &str) -> Result<Command, String> {
    let bad = || format!("it is not said how it is to be: write {usage}, or ... is normal");
    let plain = || rest.split_once(" is ").or_else(|| rest.split_once(" to "));
    let (thing, state) = match address(rest) {
        Some(parts) => parts,
        None if rest.is_empty() => return Err(bad()),
        None => match (names.thing(rest)?, plain()) {
            (Some((thing, state)), _) | (None, Some((thing, state))) => (bare(thing), state),
            (None, None) => return Err(format!("there is no <address> in it: write {usage}")),
        },
    };
    let state = state.strip_prefix("is ").or_else(|| state.strip_prefix("to ")).unwrap_or(state).trim();
    let marked = state.strip_suffix(']').and_then(|state| state.rsplit_once(" ["));
    let marked = marked.and_then(|(state, kind)| Some((state.trim(), ConditionKind::named(kind)?)));
    let (state, kind) =
        marked.unwrap_or_else(|| (state, ConditionKind::named(state).unwrap_or_else(|| ConditionKind::of(state))));
    match state {
        "" | "is" | "to" => Err(bad()),
        state => {
            let state = state.chars().take(LONGEST_STATE).collect::<String>().trim_end().to_string();
            Ok(Command::Set { thing, state, kind })
        }
    }
}

/// An address, with or without `<>`; `None`: everything.
pub(super) fn thing_or_everything(usage: &Usage, rest: &str) -> Result<Option<String>, String> {
    match bare(rest).as_str() {
        "everything" => Ok(None),
        "" => Err(format!("it is not said what: write {usage}")),
        thing => Ok(Some(thing.into())),
    }
}

/// A cell, as `X Y` or `X, Y`, and what follows it.
pub fn cell(rest: &str) -> Option<(Tile, &str)> {
    let (x, rest) = rest.trim().split_once([',', ' '])?;
    let (y, rest) = cut(rest.trim_start_matches([',', ' ']));
    Some((Tile::new(x.parse().ok()?, y.trim_end_matches(',').parse().ok()?), rest))
}

/// A cell and nothing else.
pub(super) fn tile(rest: &str) -> Option<Tile> {
    cell(rest).filter(|(_, more)| more.is_empty()).map(|(tile, _)| tile)
}

pub(super) fn destination(usage: &Usage, rest: &str) -> Result<Destination, String> {
    Ok(match (tile(rest), address(rest)) {
        (Some(tile), _) => Destination::Tile(tile),
        (None, Some((place, _))) => Destination::Address(place),
        (None, None) => Destination::Name(words(usage, rest)?),
    })
}

pub(super) fn direction(usage: &Usage, rest: &str) -> Result<Facing, String> {
    let (word, more) = cut(rest);
    nothing(usage, more)?;
    let step = STEPS.iter().find(|(_, words)| words.iter().any(|one| one.eq_ignore_ascii_case(word)));
    step.map(|(facing, _)| *facing).ok_or_else(|| format!("{} is no direction: write {usage}", quoted(word)))
}

pub(super) fn compass(facing: Facing) -> &'static str {
    STEPS.iter().find(|(one, _)| *one == facing).map_or("north", |(_, words)| words[0])
}

pub(super) fn switch(usage: &Usage, rest: &str) -> Result<bool, String> {
    match rest {
        "on" => Ok(true),
        "off" => Ok(false),
        _ => Err(format!("write {usage}")),
    }
}

/// What a word of a command is, for reading and completion.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Takes {
    /// An object, by its address.
    Thing,
    /// Somebody, by name.
    Person,
    /// The same, with a colon behind.
    Named,
    /// One of these words, or none of them.
    OneOf(&'static [&'static str]),
    /// The name of a command.
    Command,
    /// A cell, as `X Y`, or as the address of a thing that stands there.
    Cell,
    /// A number.
    Number,
    /// A time to come, `HH:MM` or `YYYY-MM-DD HH:MM`.
    Time,
    /// A time from now: `10m`, `2h`, or ticks.
    Span,
    /// Anything.
    Words,
}

/// How a command is written. It shows itself as `schedule NAME [day|hourly|steps]`.
#[derive(Clone, Copy, Debug)]
pub struct Usage {
    /// Its names with `|` between them, the usual one first, and what follows.
    pub line: &'static str,
    /// What follows its name, word by word.
    pub takes: &'static [Takes],
    /// What it does, in a line.
    pub help: &'static str,
}

impl Usage {
    /// Its names, the usual one first.
    pub fn names(&self) -> impl Iterator<Item = &'static str> {
        cut(self.line).0.split('|')
    }

    /// Its usual name.
    pub fn name(&self) -> &'static str {
        self.names().next().unwrap_or_default()
    }

    /// Is it called so? Capitals do not matter.
    pub fn is_called(&self, name: &str) -> bool {
        self.names().any(|one| one.eq_ignore_ascii_case(name))
    }

    /// That these words are more than the command takes.
    pub fn too_much(&self, words: &str) -> String {
        format!("{} is too much: write {self} ({})", quoted(words), self.help)
    }
}

impl fmt::Display for Usage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(format!("{} {}", self.name(), cut(self.line).1).trim_end())
    }
}

/// What somebody wrote, short enough to be said back.
pub fn quoted(text: &str) -> String {
    format!("\"{}\"", short_line(text, 60))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_colon_of_a_time_parts_nothing() {
        assert_eq!(colon("Ann: at 16:00"), Some(3));
        assert_eq!((colon("Ann at 16:00"), colon("16:00 then: x")), (None, Some(10)));
        assert_eq!((unquoted("\"go at 16:00\""), unquoted("\"a\" and \"b\"")), ("go at 16:00", "\"a\" and \"b\""));
    }

    #[test]
    fn a_line_is_begun_until_something_is_said() {
        assert!(lacks_state(&set_line("A: b: c")) && lacks_state("set <A: b: c> is"));
        for other in ["", "set ", "set <A: b", "set <A: b: c> is burning", "ask Ann: is", "reset <A: b: c>"] {
            assert!(!lacks_state(other), "{other}");
        }
    }

    #[test]
    fn a_line_is_cleaned() {
        assert_eq!(clean("  ti\u{0}me\u{202e}\n").as_deref(), Ok("ti me"));
        assert!(clean(&"x".repeat(1_000_000)).is_err());
    }
}
