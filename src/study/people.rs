//! The people of a town as they stand, taken out of it to be looked at: nothing done to them reaches the town.

use bevy::prelude::*;

use crate::{
    agent::{
        KnownPlaces, Persona, Whereabouts,
        ablation::Ablation,
        acquaintances::{Acquaintances, Directory},
        components::{
            action::CurrentAction,
            reflection::{Relations, SelfImage},
        },
        recall::known,
    },
    clock::{AgentId, Calendar, Now, Roster, Seed},
    memory::{Memory, MemoryStream},
    mind::question::{Known, Me, Moment},
    world::TownMap,
};

/// Somebody, with all they remember.
pub struct Inhabitant {
    /// Their number.
    pub id: AgentId,
    /// Full name.
    pub name: String,
    /// As a question has them.
    pub me: Me,
    /// Where and when they are.
    pub now: Moment,
    /// The names they know.
    pub known: Known,
    /// All they remember, oldest first.
    pub stream: MemoryStream,
    /// Where in it others stand.
    pub circle: Acquaintances,
    /// For how many others they feel something.
    pub feelings: usize,
}

impl Inhabitant {
    /// Their memories, oldest first.
    pub fn memories(&self) -> &[Memory] {
        self.stream.all()
    }
}

/// The whole town at one moment.
pub struct Folk {
    /// Everybody, by number.
    pub people: Vec<Inhabitant>,
    /// The tick.
    pub now: u64,
    /// The town's time.
    pub calendar: Calendar,
    /// Everybody's name, to be found in a question.
    pub directory: Directory,
    /// The town's chance.
    pub seed: Seed,
    /// What an experiment leaves out.
    pub conditions: Ablation,
}

type Body = (
    (&'static AgentId, &'static Persona, &'static Whereabouts, &'static CurrentAction),
    (&'static KnownPlaces, &'static MemoryStream, &'static SelfImage, &'static Acquaintances, &'static Relations),
);

impl Folk {
    /// As they stand now.
    pub fn of(world: &mut World) -> Self {
        let (now, calendar) = (world.resource::<Now>().0, *world.resource::<Calendar>());
        let (seed, conditions) = (*world.resource::<Seed>(), world.resource::<Ablation>().clone());
        let everyone: Vec<Entity> = world.resource::<Roster>().0.values().copied().collect();
        let mut query = world.query::<Body>();
        let (map, directory) = (world.resource::<TownMap>(), world.resource::<Directory>().clone());
        let minute = calendar.minute(now);
        let date = calendar.date(minute);
        let mut people = Vec::new();
        for ((id, persona, here, action), (places, stream, image, circle, relations)) in
            query.iter_many(world, &everyone)
        {
            // Before the first tick nobody has read their own memory yet.
            let mut circle = circle.clone();
            circle.read(*id, persona, stream, &directory);
            people.push(Inhabitant {
                id: *id,
                name: persona.name.clone(),
                me: persona.me(image.summary.clone(), seed.nature(*id)),
                now: Moment {
                    date: date.strftime("%A %-d %B").to_string(),
                    iso: date.to_string(),
                    time: minute.time_of_day(),
                    place: map.arena_name(here.0),
                    doing: action.what.clone(),
                    until: None,
                },
                known: known(&circle, places, &directory, map),
                stream: stream.clone(),
                circle,
                feelings: relations.0.values().filter(|other| !other.feeling.is_empty()).count(),
            });
        }
        Self { people, now, calendar, directory, seed, conditions }
    }
}
