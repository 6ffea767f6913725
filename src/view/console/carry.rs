//! Executes console requests: queries, town commands, program commands, questions. Results are noted as they arrive.

use std::path::Path;

use bevy::{app::AppExit, prelude::*};

use super::{ConsoleInput, line::ConsoleRequest};
use crate::{
    clock::{Calendar, Driver, Now},
    console::{self, Outcome, ProgramCommand, Spoken},
    exchange::{CommandQueue, CommandResult, ask_out_of_band, poll_out_of_band},
    mind::{Ask, QuestionId, Reply},
    view::{
        Following, Selected,
        camera::Viewpoint,
        home::Home,
        panels::news::Spreading,
        speed::{SPEEDS, TimeControl, paused, ticks_per_second},
        travel::{self, PendingTravel, SaveReplay},
    },
};

/// What is under way for the console.
#[derive(Resource, Default)]
pub struct Under {
    /// Questions to people whose answers are on their way: the number of the note, who was asked, and what.
    asked: Vec<(u64, String, Ask, QuestionId)>,
}

/// Time goes on up to this tick, and what the end was before.
#[derive(Resource, Default)]
pub struct Until(Option<(u64, u64)>);

/// The town is left: what was said in it goes with it.
pub fn forget(mut line: ResMut<ConsoleInput>) {
    line.turn();
}

/// What came of a command of the console that entered the town.
pub fn hear(done: On<CommandResult>, mut line: ResMut<ConsoleInput>) {
    let past = line.past.iter().find(|past| past.ticket.is_some() && past.ticket == done.ticket);
    if let Some(number) = past.map(|past| past.number) {
        line.answer(number, done.result.clone());
    }
}

/// Does what is to be done this frame.
pub fn run_requests(world: &mut World) {
    world.resource_scope(|world, mut line: Mut<ConsoleInput>| {
        world.resource_scope(|world, mut under: Mut<Under>| {
            greet(world, &mut line);
            if line.open && !line.is_offered() {
                let offers = if line.text.trim().is_empty() { vec![] } else { console::complete(world, &line.text) };
                line.offer(offers);
            }
            if std::mem::take(&mut line.completes) {
                line.take(None);
            }
            if let Some((number, request)) = line.request.take() {
                run(world, &mut line, &mut under, (number, request));
            }
            answered(world, &mut line, &mut under);
            stop(world, &mut line);
        });
    });
}

/// Says once which town this is, when it has lived up to where it goes on.
fn greet(world: &World, line: &mut ConsoleInput) {
    if !line.greeted
        && !world.contains_resource::<SaveReplay>()
        && let Ok(town) = console::seed(world)
    {
        line.greeted = true;
        line.tell(format!("this is {town}"));
    }
}

fn run(world: &mut World, line: &mut ConsoleInput, under: &mut Under, (number, request): (u64, ConsoleRequest)) {
    let (typed, outcome) = match request {
        ConsoleRequest::Typed(typed) => (typed.clone(), console::read(world, &typed)),
        ConsoleRequest::Command(command) => (command.to_string(), console::begin(world, command)),
        ConsoleRequest::Memories(file) => (format!("tell {file}"), console::memories_of(world, &file)),
    };
    let answer = match outcome {
        Err(why) => Some(Err(why)),
        Ok(Outcome::Said(words)) => Some(Ok(words)),
        Ok(Outcome::Enters(commands)) => {
            let mut queue = world.resource_mut::<CommandQueue>();
            if let [command] = &commands[..] {
                let ticket = Some(queue.push(command.clone()));
                line.note(number, command.to_string(), None);
                line.past.back_mut().into_iter().for_each(|past| past.ticket = ticket);
                return;
            }
            // Of a file it is told how many they are.
            let many = commands.into_iter().map(|command| queue.push(command)).count();
            Some(Ok(format!("{many} memories are given")))
        }
        // The built-in mind answers at once, a server when it has.
        Ok(Outcome::Asks(ask, name)) => match ask_out_of_band(world, (*ask).clone()) {
            None => Some(spoken(&name, &ask, None)),
            Some(id) => {
                under.asked.push((number, name, *ask, id));
                None
            }
        },
        Ok(Outcome::Program(steer, words)) => {
            let goes = matches!(steer, ProgramCommand::Load(_));
            let answer = steered(world, steer, words);
            if goes && answer.is_ok() {
                line.hide();
            }
            Some(answer)
        }
    };
    line.note(number, typed, answer);
}

/// What somebody has answered, in words.
fn spoken(name: &str, ask: &Ask, came: Option<Result<Reply, String>>) -> Result<String, String> {
    let Spoken { words, why, .. } = console::answer(ask, came)?;
    let why = why.map(|why| format!("\n(the built-in mind answered, because {why})"));
    Ok(format!("{name}: {words}{}", why.unwrap_or_default()))
}

/// Answers that have come.
fn answered(world: &mut World, line: &mut ConsoleInput, under: &mut Under) {
    under.asked.retain(|(number, name, ask, id)| {
        let Some(came) = poll_out_of_band(world, ask, *id) else { return true };
        line.answer(*number, spoken(name, ask, Some(came.outcome.map_err(|why| why.0))));
        false
    });
}

fn steered(world: &mut World, steer: ProgramCommand, words: String) -> Result<String, String> {
    match steer {
        ProgramCommand::Pause => {
            let toggled = world.run_system_cached(|mut time: TimeControl| {
                time.toggle_pause();
                time.paused()
            });
            let stands = toggled.map_err(|why| why.to_string())?;
            return Ok(if stands { "time is paused" } else { "time goes on" }.into());
        }
        ProgramCommand::Speed(minutes) => {
            let ticks = minutes * ticks_per_second(1, world.resource::<Calendar>());
            world.resource_mut::<Driver>().speed = Some(ticks);
        }
        ProgramCommand::Until(tick) => {
            let calendar = *world.resource::<Calendar>();
            let under_way = world.resource::<Until>().0;
            let mut driver = world.resource_mut::<Driver>();
            let before = under_way.map_or(driver.until, |(_, before)| before);
            driver.until = tick.min(before);
            driver.speed = Some(ticks_per_second(SPEEDS[SPEEDS.len() - 1], &calendar));
            world.resource_mut::<Until>().0 = Some((tick, before));
        }
        ProgramCommand::Follow(who) => {
            world.resource_mut::<Following>().0 = who.is_some();
            if let Some(one) = who {
                world.resource_mut::<Selected>().0 = Some(one.id);
            }
        }
        ProgramCommand::Show(tile) => {
            world.resource_mut::<Following>().0 = false;
            world.resource_mut::<Viewpoint>().go_to(tile);
        }
        ProgramCommand::Save(path) => {
            let said = console::save(world, path.as_deref())?;
            let on = path.map(|path| format!(": from here on the town is kept in {}", path.display()));
            return Ok(said.replacen("saved", &format!("saved{}", on.unwrap_or_default()), 1));
        }
        ProgramCommand::Load(path) => return load(world, &path),
        ProgramCommand::Watch(news) => {
            let also = world.resource_mut::<Spreading>().follow(*news).err();
            return Ok(format!("{words}\n{}", also.as_deref().unwrap_or("the panel of news has it from here on, too")));
        }
        ProgramCommand::Quit => drop(world.write_message(AppExit::Success)),
    }
    Ok(words)
}

/// Opens a save in place of this town, which is written first, as on quitting; a file with a fault changes nothing.
fn load(world: &mut World, name: &Path) -> Result<String, String> {
    let home = world.get_resource::<Home>().cloned().ok_or("there is no folder for saves")?;
    let kept = home.shelf.look(home.shelf.meant(name));
    if let Some(why) = kept.fault {
        return Err(why);
    }
    world.resource_mut::<PendingTravel>().open(&kept, travel::Opening::GoOn, &home);
    Ok(format!("opening {} from {}", kept.name, kept.file.display()))
}

/// Time that went on up to a tick stands again.
fn stop(world: &mut World, line: &mut ConsoleInput) {
    let Some((tick, before)) = world.resource::<Until>().0 else { return };
    let now = world.resource::<Now>().0;
    let mut driver = world.resource_mut::<Driver>();
    if now >= tick {
        (driver.until, driver.speed) = (before, Some(0.0));
        world.resource_mut::<Until>().0 = None;
        line.tell(console::time(world).unwrap_or_default());
    } else if paused(&driver) {
        // Whoever stops it on the way has it as they want it.
        driver.until = before;
        world.resource_mut::<Until>().0 = None;
    }
}
