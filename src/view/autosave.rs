//! Saves while one plays: by itself each minute, by one key, by the menu. What cannot be written is said, and the town
//! goes on.

use std::time::Duration;

use bevy::{prelude::*, time::common_conditions::on_real_timer};

use super::{
    Notice,
    home::Home,
    panels::telling::{clock, day},
    scene::Scene,
    thumbnails::{self, Thumbnail},
    title::{Confirmation, ConfirmedAction, Menu},
    travel::{PendingTravel, TravelTarget},
};
use crate::{
    clock::{Calendar, Now},
    exchange::Minds,
    journal::Journal,
    save::Save,
    schedule::TownResources,
    town::{self, OpenSave, RefusedCommands, TownInfo},
};

/// Real time between two writings.
const INTERVAL: Duration = Duration::from_secs(60);

/// What is to be saved or loaded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SaveRequest {
    /// The town as it stands, into a file of its own.
    Save,
    /// Saves the town over the last quick save.
    Quick,
    /// Goes back to the quick save, after a confirmation if anything has happened since.
    Back,
    /// Goes back to the quick save without asking.
    Again,
}

/// The tick at which the town was last saved by hand; `None`: it was not.
#[derive(Resource, Clone, Copy, Debug, Default)]
pub struct LastManualSave(pub Option<u64>);

/// Since which tick all would be lost if the town were left `now`; `None`: nothing would. `begins`: the first tick that
/// was lived anew.
pub fn unsaved(keeping: Option<&OpenSave>, by_hand: Option<u64>, begins: u64, now: u64) -> Option<u64> {
    let kept = match keeping {
        // It is written as it is left.
        Some(keeping) if keeping.trouble.is_none() => now,
        Some(keeping) => keeping.kept,
        None => begins,
    };
    Some(kept.max(by_hand.unwrap_or_default())).filter(|kept| *kept < now)
}

/// Real time between two copies of the save.
const COPIED: Duration = Duration::from_secs(600);

/// Copies the save that the town goes on in, beside the game: nobody waits for it.
fn back_up(home: Res<Home>, keeping: Res<OpenSave>) {
    let (shelf, file) = (home.shelf.clone(), keeping.path.clone());
    let copied = std::thread::Builder::new().name("backup".into()).spawn(move || shelf.copy_before(&file));
    if let Err(why) = copied {
        tracing::warn!("no thread could be started to copy the save: {why}");
    }
}

/// Requests of keys and menus, done at the end of the frame.
#[derive(Resource, Default, Debug)]
pub struct SaveRequests(pub Vec<SaveRequest>);

fn process_requests(world: &mut World) {
    let requests = std::mem::take(&mut world.resource_mut::<SaveRequests>().0);
    for request in requests {
        let said = match request {
            SaveRequest::Back => back(world, false),
            SaveRequest::Again => back(world, true),
            SaveRequest::Save | SaveRequest::Quick => save(world, request == SaveRequest::Quick),
        };
        let said = said.unwrap_or_else(|why| format!("Not saved: {why}"));
        if !said.is_empty() {
            world.write_message(Notice(said));
        }
    }
}

fn save(world: &mut World, quick: bool) -> Result<String, String> {
    if *world.resource::<State<Scene>>() != Scene::Town {
        return Err("there is no town to save".into());
    }
    if world.contains_resource::<town::Recorded>() {
        return Err("this town is shown as it was recorded: go on from here first".into());
    }
    let home = world.get_resource::<Home>().cloned().ok_or("there is no folder for saves")?;
    home.shelf.make().map_err(|trouble| trouble.to_string())?;
    let when = world.resource::<Calendar>().date_time(world.resource::<Now>().0);
    let file = if quick { home.shelf.quick() } else { home.shelf.still(world.resource::<TownInfo>(), when) };
    town::copy(world, &file).map_err(|trouble| trouble.to_string())?;
    home.shelf.keep_thumbnail(&file, &world.resource::<Thumbnail>().0);
    tracing::info!(target: "screen", tick = world.resource::<Now>().0, quick, "saved");
    world.resource_mut::<LastManualSave>().0 = Some(world.resource::<Now>().0);
    let at = told(when);
    Ok(if quick { format!("Saved: {at}. F9 comes back here.") } else { format!("Saved: {at}.") })
}

/// `Monday 13 February, 09:20`.
fn told(when: jiff::civil::DateTime) -> String {
    format!("{}, {}", day(when.date()), clock(when))
}

/// What is asked before one goes back to a save; `None`: nothing has happened since.
fn question(world: &World, save: &Save) -> Option<Confirmation> {
    let (played, calendar) = (world.get_resource::<TownInfo>()?, world.get_resource::<Calendar>()?);
    let (now, meta) = (world.get_resource::<Now>()?.0, save.meta());
    let same = played.meta.differs(meta).is_none();
    let lived = world.get_resource::<Journal>()?;
    if same && meta.tick == now && save.journal().is_ok_and(|journal| journal.hash() == lived.before(now).hash()) {
        return None;
    }
    let head = match same {
        true => format!("Back to {}?", told(calendar.date_time(meta.tick))),
        false => "To the quick save of another town?".into(),
    };
    let by_hand = world.get_resource::<LastManualSave>().and_then(|by_hand| by_hand.0);
    let lost = unsaved(world.get_resource::<OpenSave>(), by_hand, played.begins, now);
    let words = match lost {
        None => format!("This town, at {}, stays as it is in the list of saved towns.", told(calendar.date_time(now))),
        Some(since) => {
            format!("This town is not saved by itself: all since {} is lost.", told(calendar.date_time(since)))
        }
    };
    Some(Confirmation { head, words, yes: "Back to the quick save", then: ConfirmedAction::Back })
}

fn back(world: &mut World, sure: bool) -> Result<String, String> {
    let Some(home) = world.get_resource::<Home>().cloned() else { return Ok(String::new()) };
    let file = home.shelf.quick();
    if !file.exists() {
        return Ok("There is no quick save yet: F5 makes one.".into());
    }
    let save = match Save::read(&file) {
        Ok(save) => save,
        Err(fault) => return Ok(format!("The quick save cannot be opened: {fault}")),
    };
    match question(world, &save).filter(|_| !sure) {
        Some(question) => world.resource_mut::<Menu>().ask(question),
        None => {
            let scenario = save.meta().scenario.clone();
            drop(save);
            let options = home.from_save(file, &scenario);
            let town = TravelTarget::Town(Box::new(options), "Back to the quick save".into());
            world.resource_mut::<PendingTravel>().to(town);
        }
    }
    Ok(String::new())
}

/// That the town is not saved, and since when, as long as it is so.
pub fn unsaved_words(trouble: Option<&str>, kept: u64, calendar: &Calendar) -> Option<String> {
    trouble.map(|why| format!("Not saved since {}: {why}", told(calendar.date_time(kept))))
}

/// A save that cannot be written is no end of the game; the screen says it as long as it is so, and the terminal once.
fn tell_of_save(keeping: Res<OpenSave>, mut said: Local<Option<String>>) {
    if *said == keeping.trouble {
        return;
    }
    said.clone_from(&keeping.trouble);
    if let Some(why) = &keeping.trouble {
        crate::complain!("smallville: {why}");
    }
}

/// Answers that are not recorded any more.
fn tell_of_recording(mut minds: ResMut<Minds>, mut notices: MessageWriter<Notice>) {
    if let Some(why) = minds.bypass_change_detection().take_unrecorded() {
        crate::complain!("smallville: {why}");
        notices.write(Notice(why));
    }
}

/// A command that was refused says why in the terminal too.
fn tell_of_refusal(refused: Res<RefusedCommands>) {
    if let Some(why) = refused.0.last() {
        crate::complain!("smallville: {why}");
    }
}

/// Real time between two thumbnails.
const SHOWN: Duration = Duration::from_secs(20);

/// Adds saving.
pub fn plugin(app: &mut App) {
    let can_be_seen = in_state(Scene::Town).and_then(|menu: Res<Menu>| !menu.open);
    let thumbnail = thumbnails::take
        .run_if(on_real_timer(SHOWN))
        .run_if(can_be_seen)
        .run_if(resource_exists::<Home>)
        .run_if(not(resource_exists::<town::Recorded>));
    app.init_town_resource::<LastManualSave>()
        .init_town_resource::<Thumbnail>()
        .add_systems(Update, thumbnail)
        .init_resource::<SaveRequests>()
        .add_systems(
            Update,
            back_up.run_if(on_real_timer(COPIED)).run_if(resource_exists::<OpenSave>).run_if(resource_exists::<Home>),
        )
        .add_systems(Update, town::keep_now.run_if(on_real_timer(INTERVAL)).run_if(resource_exists::<OpenSave>))
        .add_systems(
            Last,
            (
                process_requests,
                tell_of_save.run_if(resource_exists_and_changed::<OpenSave>),
                tell_of_recording.run_if(resource_exists_and_changed::<Minds>),
                tell_of_refusal.run_if(resource_exists_and_changed::<RefusedCommands>),
            ),
        );
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_saved_is_lost_since_it_was_last() {
        assert_eq!(unsaved(None, None, 0, 60), Some(0));
        assert_eq!(unsaved(None, Some(40), 0, 60), Some(40));
        assert_eq!(unsaved(None, Some(60), 0, 60), None);
        assert_eq!(unsaved(None, None, 60, 60), None, "nothing was lived anew");
    }

    #[test]
    fn that_nothing_is_saved_is_said_as_long_as_it_is_so() {
        let calendar = Calendar { start: jiff::civil::date(2023, 2, 13).at(6, 30, 0, 0), tick_seconds: 10 };
        let words = unsaved_words(Some("the disk is full"), 2880, &calendar);
        assert_eq!(words.as_deref(), Some("Not saved since Monday 13 February, 14:30: the disk is full"));
        assert_eq!(unsaved_words(None, 2880, &calendar), None);
    }

    #[test]
    fn one_goes_back_without_a_question_only_where_nothing_happened() {
        let folder = tempfile::tempdir().expect("there is a folder");
        let mut save = Save::create(&folder.path().join("a.town"), &Default::default()).expect("it can be written");
        let mut journal = Journal::default();
        save.append(&journal, 6, &Default::default()).expect("it can be written");
        let mut world = World::new();
        world.insert_resource(Calendar { start: jiff::civil::date(2023, 2, 13).at(6, 30, 0, 0), tick_seconds: 10 });
        world.insert_resource(TownInfo {
            name: "A".into(),
            meta: save.meta().clone(),
            files: Default::default(),
            prompts: crate::data::Data::built_in(),
            begins: 0,
            from: None,
            news: vec![],
            expect: Default::default(),
            goals: vec![],
            people: vec![],
        });
        world.insert_resource(journal.clone());
        world.insert_resource(Now(6));
        assert_eq!(question(&world, &save), None);
        world.insert_resource(Now(366));
        let asked = question(&world, &save).expect("an hour is lost");
        assert_eq!(asked.head, "Back to Monday 13 February, 06:31?");
        assert!(asked.words.contains("all since Monday 13 February, 06:30 is lost"), "{}", asked.words);
        world.insert_resource(LastManualSave(Some(366)));
        let asked = question(&world, &save).expect("it is another hour all the same");
        assert!(asked.words.contains("07:31, stays"), "{}", asked.words);
        // The same hour of the same town, lived otherwise.
        journal.commands.insert(3, vec![]);
        journal.commands.insert(4, vec![crate::command::Command::Leave]);
        world.insert_resource(journal);
        world.insert_resource(Now(6));
        assert!(question(&world, &save).is_some());
    }
}
