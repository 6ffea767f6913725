//! The console without a window: lines from stdin, an answer to each on stdout. What is refused goes to stderr.

use std::{
    io::{BufRead, IsTerminal, Read},
    time::Duration,
};

use bevy::prelude::*;

use super::{app, cores, live};
use crate::{
    agent::{resolve::person, voices},
    cli::Interview,
    clock::Now,
    command::{Command, Inquiry, LONGEST, clean},
    console::{self, Outcome, ProgramCommand, Results},
    data::Data,
    exchange::{CommandQueue, Minds, Ticket, ask_out_of_band, poll_out_of_band, run_until},
    mind::Ask,
    town::{self, OpenSave, Options, TownError, TownInfo},
};

/// Bytes of a line that are read at most; what is longer is no command.
const MAX: u64 = 4 * LONGEST as u64 + 16;

/// Ticks that somebody who asked in the town waits for the answer, at most.
const ANSWERED: u64 = 70;

/// Why another town is not opened in place of one that would be lost.
const UNKEPT: &str = "this town is kept in no save and would be lost: write save and a file first, such as save \
    monday.town";

/// Reads lines until there are no more, or `quit`. Says whether all were done.
///
/// # Errors
/// Why the town cannot be opened, or at the end not be saved.
pub fn converse(options: &Options, data: &Data) -> Result<bool, TownError> {
    let mut app = opened(options, data)?;
    let mut all_done = true;
    read_lines("> ", |line| {
        // A town that cannot go on or be written can still be looked at and saved elsewhere.
        match obey(&mut app, line, options, data).unwrap_or_else(|trouble| Done::Refused(trouble.to_string())) {
            Done::Said(words) => say(&words),
            Done::Refused(why) => {
                all_done = false;
                crate::complain!("{why}");
            }
            Done::Opened(other) => app = *other,
            Done::Quit => return false,
        }
        // Whoever thinks about the next line may be gone before it.
        town::keep_now(app.world_mut());
        true
    });
    town::finish(app.world_mut())?;
    Ok(all_done)
}

/// Reads lines from stdin until there are no more, or `each` says false. Where somebody types, `prompt` asks for one.
fn read_lines(prompt: &str, mut each: impl FnMut(&str) -> bool) {
    let mut input = std::io::stdin().lock();
    let typed = std::io::stdin().is_terminal();
    loop {
        if typed {
            crate::terminal::print(prompt);
        }
        let mut line = Vec::new();
        if !matches!((&mut input).take(MAX).read_until(b'\n', &mut line), Ok(1..)) {
            return;
        }
        // What is too long is no line; the rest of it is none either.
        if !line.ends_with(b"\n") && input.skip_until(b'\n').is_err() || !each(&String::from_utf8_lossy(&line)) {
            return;
        }
    }
}

fn say(words: &str) {
    if !words.is_empty() {
        crate::say!("{words}");
    }
}

/// What became of a line.
pub enum Done {
    /// This is said.
    Said(String),
    /// It was not done, for this reason.
    Refused(String),
    /// Another town is open now.
    Opened(Box<App>),
    /// The end.
    Quit,
}

/// A town, lived up to where it begins anew.
///
/// # Errors
/// Why it cannot be opened or lived.
fn opened(options: &Options, data: &Data) -> Result<App, TownError> {
    let mut app = app(options, data)?;
    let begins = app.world().resource::<TownInfo>().begins;
    if begins > 0 {
        live(&mut app, begins)?;
    }
    Ok(app)
}

/// Does one line. What changes the town enters with the next tick, which is lived for it.
///
/// # Errors
/// The town cannot go on.
pub fn obey(app: &mut App, line: &str, options: &Options, data: &Data) -> Result<Done, TownError> {
    match console::read(app.world(), line) {
        Err(why) => Ok(Done::Refused(why)),
        Ok(Outcome::Said(words)) => Ok(Done::Said(words)),
        Ok(Outcome::Enters(commands)) => enter(app, commands),
        Ok(Outcome::Program(steer, words)) => steered(app, steer, words, options, data),
        Ok(Outcome::Asks(ask, name)) => Ok(match aside(app.world_mut(), &ask) {
            Ok(words) => Done::Said(format!("{name}: {words}")),
            Err(why) => Done::Refused(why),
        }),
    }
}

/// What somebody answers outside of the town.
///
/// # Errors
/// Not even the built-in mind had an answer.
fn aside(world: &mut World, ask: &Ask) -> Result<String, String> {
    let came = ask_out_of_band(world, ask.clone()).map(|id| {
        loop {
            // Every question sent comes to an end.
            match poll_out_of_band(world, ask, id) {
                Some(came) => return came.outcome.map_err(|why| why.0),
                None => world.resource_mut::<Minds>().wait(Duration::from_millis(100)),
            }
        }
    });
    let spoken = console::answer(ask, came)?;
    if let Some(why) = spoken.why {
        crate::complain!("the built-in mind answers, because {why}");
    }
    Ok(spoken.words)
}

/// The commands enter with the next tick. Who asked somebody waits for the answer, which comes within a few ticks.
fn enter(app: &mut App, commands: Vec<Command>) -> Result<Done, TownError> {
    let asks = matches!(commands[..], [Command::Ask(_)]);
    let mut queue = app.world_mut().resource_mut::<CommandQueue>();
    let tickets: Vec<Ticket> = commands.into_iter().map(|command| queue.push(command)).collect();
    live_a_tick(app)?;
    let take = |app: &mut App, ticket: &Ticket| app.world_mut().resource_mut::<Results>().take(*ticket);
    let (mut said, mut refused) = (Vec::new(), Vec::new());
    for result in tickets.iter().filter_map(|ticket| take(app, ticket)) {
        match result {
            Ok(words) => said.push(words),
            Err(why) => refused.push(why),
        }
    }
    say(&said.join("\n"));
    for _ in 0..if asks && refused.is_empty() { ANSWERED } else { 0 } {
        if let Some(Ok(answer)) = tickets.first().and_then(|ticket| take(app, ticket)) {
            return Ok(Done::Said(answer));
        }
        live_a_tick(app)?;
    }
    Ok(if refused.is_empty() { Done::Said(String::new()) } else { Done::Refused(refused.join("\n")) })
}

fn live_a_tick(app: &mut App) -> Result<(), TownError> {
    let next = app.world().resource::<Now>().0 + 1;
    run_until(app, next).map_err(TownError::Message)
}

fn steered(app: &mut App, steer: ProgramCommand, words: String, old: &Options, data: &Data) -> Result<Done, TownError> {
    Ok(match steer {
        ProgramCommand::Until(tick) => {
            live(app, tick)?;
            Done::Said(console::time(app.world()).unwrap_or(words))
        }
        ProgramCommand::Save(path) => match console::save(app.world_mut(), path.as_deref()) {
            Ok(said) => Done::Said(said),
            Err(why) => Done::Refused(why),
        },
        ProgramCommand::Load(path) => {
            let world = app.world();
            match world.get_resource::<OpenSave>() {
                Some(keeping) if town::is_same_file(&keeping.path, &path) => {
                    town::finish(app.world_mut())?;
                    let file = path.display();
                    return Ok(Done::Said(format!(
                        "this town is kept in {file}: all of it is written, and it goes on"
                    )));
                }
                Some(_) => town::finish(app.world_mut())?,
                None if world.resource::<Now>().0 > world.resource::<TownInfo>().begins => {
                    return Ok(Done::Refused(UNKEPT.into()));
                }
                None => {}
            }
            let other = Options {
                load: Some(path),
                scenario: String::new(),
                seed: None,
                save: None,
                cassette: None,
                experiment: town::Experiment::default(),
                ..old.clone()
            };
            match opened(&other, data) {
                Ok(new) => Done::Opened(Box::new(new)),
                Err(trouble) => Done::Refused(trouble.to_string()),
            }
        }
        ProgramCommand::Quit => Done::Quit,
        ProgramCommand::Pause | ProgramCommand::Speed(_) | ProgramCommand::Follow(_) => {
            Done::Refused("there is no window here: time goes by run and until alone".into())
        }
        ProgramCommand::Show(_) | ProgramCommand::Watch(_) => Done::Said(words),
    })
}

/// `smallville interview F.town --agent NAME`: questions to somebody of a save, as it stands at its end. The save stays
/// as it is.
///
/// # Errors
/// The save cannot be opened, nobody is called so, or there is no question.
pub fn interview(args: &Interview, data: &Data) -> Result<bool, TownError> {
    let asked = args.asking.asked();
    if let Ok(wanted) = asked.wanted() {
        wanted.tell_settings();
    }
    let options = Options { load: Some(args.save.clone()), threads: cores(), asked, ..Options::default() };
    let mut app = opened(&options, data)?;
    let one = person(app.world(), &args.agent)?;
    let mut ask = |question: &str| {
        let mut inquiry = Inquiry::new(&one.name, clean(question)?);
        inquiry.role = args.role.clone().unwrap_or(inquiry.role);
        let ask = voices::traceless(app.world(), &inquiry)?;
        aside(app.world_mut(), &ask).map_err(TownError::Message)
    };
    if let Some(question) = &args.question {
        crate::say!("{}", ask(question)?);
        return Ok(true);
    }
    read_lines(&format!("{}> ", one.name), |line| {
        if !line.trim().is_empty() {
            match ask(line) {
                Ok(words) => crate::say!("{words}"),
                Err(trouble) => crate::complain!("{trouble}"),
            }
        }
        true
    });
    Ok(true)
}
