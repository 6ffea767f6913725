//! Saves while one plays: by itself each minute, by one key, by the menu. What cannot be written is said, and the town
//! goes on.

use std::path::Path;

use bevy::{prelude::*, time::Real};

use super::{
    Notice,
    panels::telling::{clock, day},
    scene::Scene,
    travel::{Go, Home, Next},
};
use crate::{
    clock::{Calendar, Now},
    save::Save,
    town::{self, Keeping, Played, Refused},
};

/// Seconds of real time between two writings.
const EVERY: f32 = 60.0;

/// What is to be saved or loaded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wish {
    /// The town as it stands, into a file of its own.
    Save,
    /// The same over the last that was saved so.
    Quick,
    /// Back to that.
    Back,
}

/// Wishes of keys and menus, done at the end of the frame.
#[derive(Resource, Default, Debug)]
pub struct Wishes(pub Vec<Wish>);

/// From now on the town is kept among the player's saves, as one that was begun at the title; where that cannot be, it is
/// said, and the town is played all the same. `loaded`: the save that it was opened from.
pub fn by_itself(world: &mut World, loaded: Option<&Path>) {
    let Some(shelf) = world.get_resource::<Home>().map(|home| home.shelf.clone()) else { return };
    let scenario = world.resource::<Played>().meta.scenario.clone();
    let kept = shelf.make().and_then(|()| match loaded.map(|file| (file, shelf.goes_on(file, &scenario))) {
        Some((file, goes_on)) if file == goes_on => town::go_on_in(world, file),
        Some((_, fresh)) => town::save_as(world, &fresh),
        None => town::save_as(world, &shelf.fresh(&scenario)),
    });
    if let Err(trouble) = kept {
        eprintln!("smallville: {trouble}");
        world.write_message(Notice(format!("The town is not saved by itself: {trouble}")));
    }
}

fn each_minute(world: &mut World, mut since: Local<f32>) {
    *since += world.get_resource::<Time<Real>>().map_or(0.0, Time::delta_secs);
    if *since >= EVERY {
        *since = 0.0;
        if world.contains_resource::<Keeping>() {
            town::keep_now(world);
        }
    }
}

fn grant(world: &mut World) {
    let wishes = std::mem::take(&mut world.resource_mut::<Wishes>().0);
    for wish in wishes {
        let said = match wish {
            Wish::Back => back(world),
            Wish::Save | Wish::Quick => save(world, wish == Wish::Quick),
        };
        let said = said.unwrap_or_else(|why| format!("Not saved: {why}"));
        if !said.is_empty() {
            world.write_message(Notice(said));
        }
    }
}

fn save(world: &mut World, quick: bool) -> Result<String, String> {
    if *world.resource::<Scene>() == Scene::Title || !world.contains_resource::<Played>() {
        return Err("there is no town to save".into());
    }
    let home = world.get_resource::<Home>().cloned().ok_or("there is no folder for saves")?;
    home.shelf.make().map_err(|trouble| trouble.to_string())?;
    let when = world.resource::<Calendar>().date_time(world.resource::<Now>().0);
    let file = if quick { home.shelf.quick() } else { home.shelf.still(world.resource::<Played>(), when) };
    town::copy(world, &file).map_err(|trouble| trouble.to_string())?;
    let at = format!("{}, {}", day(when.date()), clock(when));
    Ok(if quick { format!("Saved: {at}. F9 comes back here.") } else { format!("Saved: {at}.") })
}

fn back(world: &mut World) -> Result<String, String> {
    let Some(home) = world.get_resource::<Home>().cloned() else { return Ok(String::new()) };
    let file = home.shelf.quick();
    if !file.exists() {
        return Ok("There is no quick save yet: F5 makes one.".into());
    }
    match Save::read(&file).map(|save| save.meta().scenario.clone()) {
        Ok(scenario) => {
            let options = home.from_save(file, &scenario);
            world.resource_mut::<Next>().to(Go::Town(Box::new(options), "Back to the quick save".into()));
            Ok(String::new())
        }
        Err(fault) => Ok(format!("The quick save cannot be opened: {fault}")),
    }
}

/// A save that cannot be written is no end of the game, but must be known.
fn tell_of_save(keeping: Res<Keeping>, mut notices: MessageWriter<Notice>, mut said: Local<Option<String>>) {
    if *said == keeping.trouble {
        return;
    }
    said.clone_from(&keeping.trouble);
    if let Some(why) = &keeping.trouble {
        eprintln!("smallville: {why}");
        notices.write(Notice(format!("The town is not saved: {why}")));
    }
}

/// A command that was refused says why in the terminal too.
fn tell_of_refusal(refused: Res<Refused>) {
    if let Some(why) = refused.0.last() {
        eprintln!("smallville: {why}");
    }
}

/// Adds saving.
pub fn plugin(app: &mut App) {
    app.init_resource::<Wishes>().add_systems(Update, each_minute).add_systems(
        Last,
        (
            grant,
            tell_of_save.run_if(resource_exists_and_changed::<Keeping>),
            tell_of_refusal.run_if(resource_exists_and_changed::<Refused>),
        ),
    );
}
