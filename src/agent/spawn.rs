//! People move in: a scenario and its map become a town that can live its first tick.

use crate::{
    agent::{
        access::Entrances,
        acquaintances::{Acquaintances, Directory},
        agenda::{Agenda, Need, words},
        cast,
        plan::Routines,
        prelude::*,
        scenario::Scenario,
    },
    mind::question::Named,
    world::{EndState, Fault, Role, Use},
};

/// Makes the town of `scenario` on `map`: places, objects, people, all in their beds.
///
/// # Errors
/// What is wrong with the people, all of it.
pub fn spawn_town(world: &mut World, scenario: &Scenario, map: TownMap, seed: u64) -> Result<(), Vec<Fault>> {
    let faults = cast::check(&scenario.people, &map);
    if !faults.is_empty() {
        return Err(faults);
    }
    world.insert_resource(Calendar { start: scenario.start, tick_seconds: scenario.tick_seconds });
    world.insert_resource(Seed(seed));
    world.insert_resource(Ways::new(&map));
    world.insert_resource(Entrances::new(&map));
    Objects::spawn(world, &map);
    world.insert_resource(map.clone());
    let people = || (0..).map(AgentId).zip(scenario.people.iter().map(|one| &one.persona));
    let named = |one: &Persona| Named { name: one.name.clone(), pronouns: one.pronouns.clone() };
    world.insert_resource(Names(people().map(|(id, one)| (id, one.name.clone())).collect()));
    world.insert_resource(Directory::new(people().map(|(id, one)| (id, named(one)))));
    people().for_each(|(id, one)| move_in(world, id, one, &map));
    Ok(())
}

fn move_in(world: &mut World, id: AgentId, persona: &Persona, map: &TownMap) {
    let (Some(home), Some(bed)) = (cast::home(persona, map), cast::bed(persona, map)) else { return };
    let entity = world.resource::<Objects>().entity(bed);
    let free =
        |spot: &SpotId, state: &ObjectState| map.spot(*spot).role != Role::Staff && !state.taken(*spot, map.crowd);
    let Some(mut state) = world.get_mut::<ObjectState>(entity) else { return };
    let Some(spot) = map.spots_of(bed).find(|spot| free(spot, &state)) else { return };
    state.uses.push(Use { by: id, spot, state: "occupied".into(), since: 0, leaves: EndState::default() });
    let at = map.spot(spot).at;
    let arena = map.object(bed).arena;
    let mut known = KnownPlaces::default();
    let work = persona.work.iter().flat_map(|work| &work.places);
    for name in ["home".to_string()].iter().chain(&persona.rooms).chain(work).chain(&persona.places) {
        cast::arenas(name, persona, map).into_iter().for_each(|arena| known.learn(arena, map));
    }
    let mut memory = MemoryStream::default();
    let nobody = String::new();
    let acquaintances = persona.people.iter().map(|other| (&other.knows, 4, false, &nobody));
    let needs = (1..).zip(&persona.needs).map(|(n, need)| {
        let terms = need.terms();
        let told = Memory::observed(words::needed(&persona.name, &terms), 0, need.importance);
        Need { n, terms, memory: memory.remember(told) }
    });
    let agenda = Agenda { needs: needs.collect(), ..Agenda::default() };
    let seeds = persona.memories.iter().map(|seed| (&seed.text, seed.importance, seed.secret, &seed.by));
    for (text, importance, secret, by) in acquaintances.chain(seeds) {
        let source = Some(by.clone()).filter(|by| !by.is_empty());
        memory.remember(Memory { secret, source, ..Memory::observed(text.clone(), 0, importance) });
    }
    let action = CurrentAction {
        object: Some(bed),
        spot: Some(spot),
        state: "occupied".into(),
        phase: Phase::Doing { since: 0 },
        asleep: true,
        begun: Minute(0),
        fresh: false,
        ..CurrentAction::unplanned("sleeping".into(), "😴", at, arena, 0)
    };
    let entity = embody(world, (id, persona, home), (at, arena), (action, memory));
    let facing = map.spot(spot).facing;
    world.entity_mut(entity).insert((facing, Posture::Lie, Using(Some((bed, spot))), known, agenda));
}

/// Somebody is there from now on: with what they are doing, what they remember, and all that comes of living.
pub(super) fn embody(
    world: &mut World,
    (id, persona, home): (AgentId, &Persona, Home),
    (at, arena): (Tile, ArenaId),
    (action, memory): (CurrentAction, MemoryStream),
) -> Entity {
    let before = memory.all().len() as u32;
    let drive = ReflectionDrive { counted: before, judged: before, ..ReflectionDrive::default() };
    let body = (
        (id, persona.clone(), home, Name::new(persona.name.clone()), at, Facing::default()),
        (Whereabouts(arena), Posture::default(), Path::default(), Using::default(), action),
        (KnownPlaces::default(), memory, DayPlan::default(), Thinking::default()),
        (persona.attention, Percepts::default(), Errand::default(), Approach::default(), InTalk::default()),
        (RecentPercepts::default(), Reactions::default(), Routines::default()),
        (drive, SelfImage::default(), Relations::default(), Agenda::default(), Acquaintances::default()),
    );
    world.spawn(body).id()
}
