//! `smallville why F.town --agent NAME`: why somebody did what they did at a moment, as text.

use bevy::{ecs::system::SystemState, prelude::*};

use crate::{
    agent::resolve::person,
    cli,
    clock::Calendar,
    data::Data,
    exchange::Provenance,
    headless,
    mind::Phrasing,
    prompt::{Prompts, list},
    save::Save,
    town::{
        self, TownError, TownInfo,
        why::{Explainer, Topic},
    },
};

/// Runs the command.
///
/// # Errors
/// Why nothing can be told of that moment.
pub fn command(args: &cli::Why, data: &Data) -> Result<bool, TownError> {
    let (mut app, end) = headless::recorded(&args.save, 1, data)?;
    let prompts = Prompts::open(&app.world().resource::<TownInfo>().prompts);
    let prompts = prompts.map_err(|faults| TownError::Message(list(&faults)))?;
    app.insert_resource(town::asked_before(Some(&args.save), Provenance::default()));
    let who = person(app.world(), &args.agent)?.id;
    let calendar = *app.world().resource::<Calendar>();
    let at = match args.at {
        Some(at) => calendar.tick_at(at).filter(|at| *at < end),
        None => end.checked_sub(1),
    };
    let at = at.ok_or_else(|| {
        let [first, last] = [0, end].map(|tick| calendar.date_time(tick).strftime("%Y-%m-%d %H:%M"));
        let file = args.save.display();
        TownError::Message(match end {
            0 => format!("nothing has been lived in {file} yet, so there is nothing to tell"),
            _ => format!(
                "{file} goes from {first} to {last}: take a time from its beginning on and before its end for --at"
            ),
        })
    })?;
    // To the end: what came of that moment may have been answered later.
    town::show(app.world_mut(), Save::read(&args.save)?, end)?;
    let world = app.world_mut();
    let mut state = SystemState::<Explainer>::new(world);
    let looking = state.get(world).map_err(|error| TownError::Message(error.to_string()))?;
    let why = looking.why(who, Topic::Moment(at)).ok_or_else(|| {
        TownError::Message(format!("{} did nothing yet at {}", looking.name(who), calendar.date_time(at)))
    })?;
    let phrasing: Option<&dyn Phrasing> = (!args.brief).then_some(&prompts as &dyn Phrasing);
    crate::terminal::print(&looking.tell(&why, phrasing));
    Ok(true)
}
