//! The town's state as data, part by part: everything that the next tick depends on. It is hashed, saved and put back.
//!
//! Agents are known by their id and objects by their number, so the order of entities does not matter. What is derived
//! from a part is made again: percepts of one tick, built-in embeddings.

mod restore;
mod watch;

use bevy::ecs::{
    change_detection::{ComponentTicks, Tick as ChangeTick},
    component::ComponentId,
    world::{EntityRef, EntityWorldMut},
};
use serde::{Serialize, de::DeserializeOwned};

pub use self::{
    restore::{apply, forget, lacking, restore, upgraded},
    watch::Watch,
};
use crate::{
    agent::{
        acquaintances::Acquaintances, agenda::Agenda, avatar::Departed, components::Newcomer, plan::Routines,
        prelude::*,
    },
    exchange::CommandQueue,
};

/// Whose a part of the state is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Owner {
    /// Nobody's: a resource.
    Town,
    /// An object's.
    Object(ObjectId),
    /// A person's.
    Agent(AgentId),
}

impl Owner {
    /// A part of this owner in words, such as `the day plan of Maria Lopez`; a number where nobody knows the name.
    pub fn part(self, name: &str, world: Option<&World>) -> String {
        let known = |id| world.and_then(|world| world.get_resource::<Names>()?.0.get(&id).cloned());
        let whose = match self {
            Self::Town => "the town".into(),
            Self::Object(id) => {
                world.map_or(format!("object {}", id.0), |world| world.resource::<TownMap>().address(id))
            }
            Self::Agent(id) => known(id).unwrap_or_else(|| format!("person {}", id.0)),
        };
        format!("the {} of {whose}", name.replace('_', " "))
    }
}

/// A part as it is stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// Whose it is.
    pub owner: Owner,
    /// Which it is.
    pub name: String,
    /// The version of its type, see [`Stored::version`].
    pub version: u32,
    /// JSON.
    pub body: Vec<u8>,
}

/// A component that is stored. The tables below are the whole state: what is not in them is not saved and not hashed.
pub struct Stored {
    /// Its name in saves.
    pub name: &'static str,
    /// To be raised when a body that was written before can no longer be read, means something else, or would be written
    /// otherwise. Without a way to it from an older one, reading refuses that in one sentence.
    pub version: u32,
    /// The way: makes a body of an older version one of this.
    upgrade: Option<fn(u32, &[u8]) -> serde_json::Result<Vec<u8>>>,
    /// Whether it can be seen by whoever looks on: each of its changes is recorded, so that any tick can be shown.
    pub seen: bool,
    /// Whether somebody may be without it.
    optional: bool,
    /// Its type's name in Rust.
    pub type_name: fn() -> &'static str,
    /// Its type's number in a world; `None`: nobody has had one there.
    component: fn(&World) -> Option<ComponentId>,
    /// Finds those that were touched.
    look: fn(&mut World) -> watch::Look,
    /// Writes it as JSON.
    write: fn(EntityRef, &mut Vec<u8>),
    /// Gives it to an entity.
    read: fn(&mut EntityWorldMut, &[u8]) -> serde_json::Result<()>,
    /// Takes it from an entity.
    remove: fn(&mut EntityWorldMut),
}

const fn stored<C: Component + Serialize + DeserializeOwned>(name: &'static str, version: u32) -> Stored {
    Stored {
        name,
        version,
        upgrade: None,
        seen: false,
        optional: false,
        type_name: std::any::type_name::<C>,
        component: |world| world.component_id::<C>(),
        look: watch::look::<C>,
        write: |entity, to| entity.get::<C>().into_iter().for_each(|component| write_json(component, to)),
        read: |entity, body| {
            entity.insert(serde_json::from_slice::<C>(body)?);
            Ok(())
        },
        remove: |entity| {
            entity.remove::<C>();
        },
    }
}

/// One whose every change is recorded.
const fn seen<C: Component + Serialize + DeserializeOwned>(name: &'static str, version: u32) -> Stored {
    Stored { seen: true, ..stored::<C>(name, version) }
}

/// A body that can still be read, as it is written today.
fn rewritten<C: Serialize + DeserializeOwned>(body: &[u8]) -> serde_json::Result<Vec<u8>> {
    serde_json::to_vec(&serde_json::from_slice::<C>(body)?)
}

/// An agenda of those engagements.
fn engagements(body: &[u8]) -> serde_json::Result<Vec<u8>> {
    serde_json::to_vec(&Agenda { engagements: serde_json::from_slice(body)?, ..Agenda::default() })
}

fn write_json(value: &impl Serialize, to: &mut Vec<u8>) {
    serde_json::to_writer(to, value).expect("plain data, with text or numbers for keys");
}

/// What a person consists of. The memory stream is apart: it only grows, so it is saved by what is new.
pub const OF_AGENTS: &[Stored] = &[
    seen::<Persona>("persona", 1),
    seen::<Home>("home", 1),
    stored::<Attention>("attention", 1),
    seen::<Tile>("tile", 1),
    seen::<Facing>("facing", 1),
    seen::<Whereabouts>("whereabouts", 1),
    seen::<Posture>("posture", 1),
    seen::<Using>("using", 1),
    stored::<Path>("path", 1),
    seen::<CurrentAction>("action", 1),
    // The first version, as that of routines and errands, wrote also what is as it is mostly.
    Stored { upgrade: Some(|_, body| rewritten::<DayPlan>(body)), ..seen::<DayPlan>("day_plan", 2) },
    Stored { upgrade: Some(|_, body| rewritten::<Routines>(body)), ..stored::<Routines>("routines", 2) },
    // The first version had engagements and nothing else.
    Stored { upgrade: Some(|_, body| engagements(body)), ..seen::<Agenda>("agenda", 2) },
    Stored { upgrade: Some(|_, body| rewritten::<Errand>(body)), ..seen::<Errand>("errand", 2) },
    stored::<Reactions>("reactions", 1),
    stored::<RecentPercepts>("recent_percepts", 1),
    // The first version did not keep apart how a thing looked while somebody was at it.
    Stored { upgrade: Some(|_, body| rewritten::<KnownPlaces>(body)), ..stored::<KnownPlaces>("known_places", 2) },
    stored::<Thinking>("thinking", 1),
    stored::<ReflectionDrive>("reflection_drive", 1),
    seen::<SelfImage>("self_image", 1),
    seen::<Relations>("relations", 1),
    seen::<Acquaintances>("acquaintances", 1),
    seen::<Approach>("approach", 1),
    seen::<InTalk>("in_talk", 1),
    stored::<Cooldowns>("cooldowns", 1),
    seen::<DialogueState>("dialogue", 1),
    stored::<EndedTalks>("ended_talks", 1),
    Stored { optional: true, ..seen::<Avatar>("avatar", 1) },
    Stored { optional: true, ..seen::<Newcomer>("newcomer", 1) },
];

/// What an object consists of.
pub const OF_OBJECTS: &[Stored] = &[seen::<ObjectState>("state", 1)];

/// A resource that is stored.
pub struct StoredResource {
    /// Its name in saves.
    pub name: &'static str,
    /// As [`Stored::version`].
    pub version: u32,
    /// As [`Stored::seen`].
    seen: bool,
    /// Whether it is hashed.
    hashed: bool,
    /// When it was changed; `None`: there is none.
    changed: fn(&World) -> Option<ComponentTicks>,
    /// Writes it as JSON.
    write: fn(&World, &mut Vec<u8>),
    /// Puts it into the world.
    read: fn(&mut World, &[u8]) -> serde_json::Result<()>,
}

const fn resource<R: Resource + Serialize + DeserializeOwned + Default>(
    name: &'static str,
    version: u32,
) -> StoredResource {
    StoredResource {
        name,
        version,
        seen: false,
        hashed: true,
        changed: |world| world.get_resource_change_ticks::<R>(),
        write: |world, to| world.get_resource::<R>().into_iter().for_each(|resource| write_json(resource, to)),
        read: |world, body| {
            world.insert_resource(serde_json::from_slice::<R>(body)?);
            Ok(())
        },
    }
}

/// What belongs to nobody. Commands that are set down for later are saved and not hashed: a replay has them from the
/// start, a town that is lived has not.
pub const OF_TOWN: &[StoredResource] = &[
    StoredResource { seen: true, ..resource::<Talks>("talks", 1) },
    resource::<Departed>("departed", 1),
    resource::<EmbeddingStore>("embeddings", 1),
    StoredResource { hashed: false, ..resource::<CommandQueue>("commands", 1) },
];

/// Resources that are saved and no part of the state: notes for whoever looks on. Nothing that is hashed hangs on them.
#[derive(Resource, Default)]
struct SavedNotes(Vec<StoredResource>);

/// Whether this part of the town is a note and no part of the state.
pub fn is_note(name: &str) -> bool {
    OF_TOWN.iter().all(|one| one.name != name)
}

/// Has resources saved.
pub trait SaveApp {
    /// Saves a resource of one town beside its state, under this name and version; see [`Stored::version`].
    fn save_resource<R: Resource + Serialize + DeserializeOwned + Default>(
        &mut self,
        name: &'static str,
        version: u32,
    ) -> &mut Self;
}

impl SaveApp for App {
    fn save_resource<R: Resource + Serialize + DeserializeOwned + Default>(
        &mut self,
        name: &'static str,
        version: u32,
    ) -> &mut Self {
        let note = StoredResource { hashed: false, ..resource::<R>(name, version) };
        self.world_mut().get_resource_or_init::<SavedNotes>().0.push(note);
        self
    }
}

/// What belongs to nobody, in order.
fn of_town(world: &World) -> impl Iterator<Item = &StoredResource> {
    let notes = world.get_resource::<SavedNotes>();
    OF_TOWN.iter().chain(notes.into_iter().flat_map(|notes| &notes.0))
}

/// A part as it stands.
pub struct Standing<'a> {
    /// Whose it is.
    pub owner: Owner,
    /// Which it is.
    pub name: &'static str,
    /// The version of its type.
    pub version: u32,
    /// Whether it is hashed.
    pub hashed: bool,
    /// What it is; `None`: nobody has touched it since.
    pub value: Option<Value<'a>>,
}

/// What a part is.
pub enum Value<'a> {
    /// A component of an entity.
    Component(EntityRef<'a>, &'a Stored),
    /// A resource.
    Resource(&'a World, &'a StoredResource),
}

impl Value<'_> {
    /// Writes it as JSON behind what is there.
    pub fn write(&self, to: &mut Vec<u8>) {
        match self {
            Self::Component(entity, kind) => (kind.write)(*entity, to),
            Self::Resource(world, kind) => (kind.write)(world, to),
        }
    }
}

/// Which parts are looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Parts {
    /// All of them.
    All,
    /// Those of which each change is recorded.
    Seen,
    /// The others.
    Unseen,
}

/// Calls `each` with every part but memory streams, always in the same order. Of those that nobody has touched since a
/// change tick the value is left out.
pub fn for_each_part(world: &World, which: Parts, since: Option<ChangeTick>, mut each: impl FnMut(Standing)) {
    let now = world.read_change_tick();
    let touched = |ticks: ComponentTicks| since.is_none_or(|since| ticks.is_changed(since, now));
    let wanted = |seen: bool| match which {
        Parts::All => true,
        Parts::Seen => seen,
        Parts::Unseen => !seen,
    };
    for kind in of_town(world).filter(|one| wanted(one.seen)) {
        let StoredResource { name, version, hashed, changed, .. } = kind;
        let Some(ticks) = changed(world) else { continue };
        let value = touched(ticks).then_some(Value::Resource(world, kind));
        each(Standing { owner: Owner::Town, name, version: *version, hashed: *hashed, value });
    }
    // Looking a type up takes longer than looking at it.
    let known = |kinds: &'static [Stored]| -> Vec<(&Stored, ComponentId)> {
        let kinds = kinds.iter().filter(|one| wanted(one.seen));
        kinds.filter_map(|one| Some((one, (one.component)(world)?))).collect()
    };
    let (of_objects, of_agents) = (known(OF_OBJECTS), known(OF_AGENTS));
    let objects = world.get_resource::<Objects>().into_iter().flat_map(|objects| &objects.entities);
    let objects = objects.zip(0..).map(|(entity, n)| (Owner::Object(ObjectId(n)), *entity, &of_objects));
    let people = world.resource::<Roster>().0.iter().map(|(id, entity)| (Owner::Agent(*id), *entity, &of_agents));
    for (owner, entity, kinds) in objects.chain(people) {
        let Ok(entity) = world.get_entity(entity) else { continue };
        for (kind, component) in kinds {
            let Some(ticks) = entity.get_change_ticks_by_id(*component) else { continue };
            let value = touched(ticks).then_some(Value::Component(entity, kind));
            each(Standing { owner, name: kind.name, version: kind.version, hashed: true, value });
        }
    }
}

/// The hash of the town between two ticks.
pub fn state_hash(world: &World) -> String {
    let mut hasher = blake3::Hasher::new();
    let (now, Seed(seed)) = (world.resource::<Now>().0, *world.resource::<Seed>());
    hasher.update(&now.to_le_bytes()).update(&seed.to_le_bytes());
    let mut body = Vec::new();
    for_each_part(world, Parts::All, None, |Standing { owner, name, hashed, value, .. }| {
        if let (Some(value), true) = (value, hashed) {
            body.clear();
            value.write(&mut body);
            hasher.update(format!("{owner:?} {name} {} ", body.len()).as_bytes()).update(&body);
        }
    });
    for (id, entity) in &world.resource::<Roster>().0 {
        body.clear();
        let Some(stream) = world.get::<MemoryStream>(*entity) else { continue };
        write_json(stream, &mut body);
        hasher.update(format!("{id:?} memory {} ", body.len()).as_bytes()).update(&body);
    }
    hasher.finalize().to_hex().to_string()
}
