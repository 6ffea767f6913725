//! Which parts of the state somebody has touched. Each tick asks, so it is found by going through the columns of
//! components, and not from part to part.

use bevy::ecs::{
    change_detection::{ContiguousRef, Tick as ChangeTick},
    world::EntityRef,
};

use super::{OF_AGENTS, OF_OBJECTS, Owner, Standing, Stored, Value, of_town};
use crate::agent::prelude::*;

/// Finds whose component was touched since the world's last change tick; gives how many there are.
pub(super) type Look = Box<dyn FnMut(&World, &mut Vec<Entity>) -> usize + Send + Sync>;

/// [`Look`] for a component.
pub(super) fn look<C: Component>(world: &mut World) -> Look {
    let mut all = world.query::<(Entity, Ref<C>)>();
    Box::new(move |world, found| {
        let mut count = 0;
        for (entities, components) in all.contiguous_iter(world).expect("what is stored lies in tables") {
            let (_, ticks) = ContiguousRef::split(components);
            count += entities.len();
            found.extend(
                entities.iter().zip(ticks.is_changed_iter()).filter(|(_, touched)| *touched).map(|(one, _)| one),
            );
        }
        count
    })
}

/// Watches all parts that can be seen.
#[derive(Default)]
pub struct Watch(Vec<(&'static Stored, Look)>);

impl Watch {
    /// Calls `each` with every part that somebody has touched since a change tick; gives how many parts there are.
    pub fn touched(&mut self, world: &mut World, since: ChangeTick, mut each: impl FnMut(Standing)) -> usize {
        if self.0.is_empty() {
            let kinds = OF_OBJECTS.iter().chain(OF_AGENTS).filter(|kind| kind.seen);
            self.0 = kinds.map(|kind| (kind, (kind.look)(world))).collect();
        }
        world.last_change_tick_scope(since, |world| self.look(world, since, &mut each))
    }

    fn look(&mut self, world: &World, since: ChangeTick, each: &mut impl FnMut(Standing)) -> usize {
        let now = world.read_change_tick();
        for kind in of_town(world).filter(|one| one.seen) {
            if (kind.changed)(world).is_some_and(|ticks| ticks.is_changed(since, now)) {
                let value = Some(Value::Resource(world, kind));
                each(Standing {
                    owner: Owner::Town,
                    name: kind.name,
                    version: kind.version,
                    hashed: kind.hashed,
                    value,
                });
            }
        }
        let (mut count, mut found) = (0, Vec::new());
        for (kind, look) in &mut self.0 {
            count += look(world, &mut found);
            let owned = found.drain(..).filter_map(|one| {
                let one = world.entity(one);
                let agent = one.get::<AgentId>().map(|id| Owner::Agent(*id));
                Some((agent.or_else(|| one.get::<ObjectId>().map(|id| Owner::Object(*id)))?, one))
            });
            let mut owned: Vec<(Owner, EntityRef)> = owned.collect();
            owned.sort_unstable_by_key(|(owner, _)| *owner);
            for (owner, one) in owned {
                let value = Some(Value::Component(one, kind));
                each(Standing { owner, name: kind.name, version: kind.version, hashed: true, value });
            }
        }
        count
    }
}
