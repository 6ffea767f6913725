//! To whom one writes, as people come and go: whom the box was opened to, as long as something is written or may be any
//! moment.

use bevy::prelude::*;

use super::Speak;
use crate::{
    agent::{
        avatar::hears,
        components::talk::{Company, Talks},
        persona::Names,
    },
    clock::AgentId,
    view::panels::telling::sentence,
};

/// Who would hear what is written, and, if they cannot, who could instead. `to`: whom it was meant for; `bound`: something
/// is written or a talk with them shown; they are one of the talk one is in (`in_talk`), or have left just that one (`same`),
/// or are near (`there`).
fn meant(
    to: Option<AgentId>,
    (bound, in_talk, same, there): (bool, bool, bool, bool),
    nearest: Option<AgentId>,
) -> (Option<AgentId>, Option<Option<AgentId>>) {
    match to {
        Some(_) if in_talk => (to, None),
        // The others of the talk are still spoken to.
        Some(_) if same => (nearest, None),
        Some(_) if bound => (to, (!there).then_some(nearest)),
        _ => (nearest, None),
    }
}

/// Is whom one writes to still there?
pub(super) fn keep_whom(world: &mut World, entity: Entity) {
    let company = world.get::<Company>(entity).and_then(|company| company.0);
    let talk = company.filter(|id| world.resource::<Talks>().open.contains_key(id));
    let Speak { to, of, .. } = *world.resource::<Speak>();
    let bound = { world.resource::<Speak>() }.stays() || world.resource::<Speak>().parted.is_some();
    let is_member = |to: AgentId| talk.is_some_and(|id| world.resource::<Talks>().open[&id].members.contains(&to));
    let (in_talk, same) = (to.is_some_and(is_member), talk.is_some() && of == talk);
    let name = to.and_then(|to| world.resource::<Names>().0.get(&to).cloned());
    let nearest = hears(world, entity, None);
    let near = match &name {
        Some(_) if talk.is_some() && !in_talk => {
            let names = &world.resource::<Names>().0;
            let other = nearest.as_ref().ok().and_then(|other| names.get(other)).map_or("somebody", String::as_str);
            Err(format!("{other} speaks to you"))
        }
        Some(name) => hears(world, entity, Some(name)).map(|_| ()),
        None => Err(String::new()),
    };
    let unheard = world.resource::<Speak>().whom().is_none();
    let mut speak = world.resource_mut::<Speak>();
    (speak.to, speak.lost) = meant(to, (bound, in_talk, same, near.is_ok()), nearest.as_ref().ok().copied());
    speak.of = if bound && !in_talk && !same { of } else { talk };
    let why = match speak.lost {
        Some(_) => near.err(),
        None => nearest.err().filter(|_| speak.to.is_none()),
    };
    speak.alone = why.map(|why| sentence(&why));
    // What Enter did not say is not said by itself, so that nobody hears what was written for somebody else.
    if let Some(to) = speak.whom().filter(|_| unheard && speak.told.is_some()) {
        let name = world.resource::<Names>().0.get(&to);
        let told = name.map(|name| format!("{name} hears you now: Enter says it"));
        world.resource_mut::<Speak>().told = told;
    }
}

#[cfg(test)]
mod tests {
    use super::super::follow_talk;
    use super::*;
    use crate::{
        agent::{
            components::talk::{Talk, TalkId},
            persona::Whereabouts,
        },
        clock::{Now, Roster},
        world::{Facing, Tile},
    };

    const MEI: AgentId = AgentId(2);
    const EDDY: AgentId = AgentId(3);

    /// A town in which the player (1) has opened the box beside Mei Lin, and Eddy Lin is near.
    fn town() -> (World, Entity) {
        let mut world = World::new();
        world.init_resource::<Roster>();
        world.init_resource::<Talks>();
        world.init_resource::<Time<Real>>();
        world.insert_resource(Now(2));
        let names = [(AgentId(1), "Juno Reed"), (MEI, "Mei Lin"), (EDDY, "Eddy Lin")];
        world.insert_resource(Names(names.map(|(id, name)| (id, name.to_string())).into()));
        let all = names.map(|(id, _)| {
            let at = (Tile::new(id.0 as i32, 1), Facing::default(), Whereabouts::default());
            world.spawn((id, at, Company::default())).id()
        });
        world.insert_resource(Speak { open: true, ..Speak::default() });
        (world, all[0])
    }

    #[test]
    fn words_are_for_whom_they_were_written_for() {
        let [john, mei] = [Some(AgentId(2)), Some(AgentId(3))];
        assert_eq!(meant(None, (true, false, false, false), mei), (mei, None), "whoever comes first");
        assert_eq!(meant(john, (false, false, false, true), mei), (mei, None), "nothing is written: who is nearest");
        assert_eq!(meant(john, (true, false, false, true), mei), (john, None), "another comes nearer");
        assert_eq!(meant(john, (true, false, false, false), mei), (john, Some(mei)), "he goes, and she hears nothing");
        assert_eq!(meant(john, (true, false, true, true), mei), (mei, None), "he left the talk that goes on");
        assert_eq!(meant(john, (true, true, true, true), mei), (john, None));
    }

    #[test]
    fn who_is_about_to_write_does_not_write_to_whoever_comes_up() {
        let (mut world, entity) = town();
        let pass = |world: &mut World, seconds: f32| {
            let time = std::time::Duration::from_secs_f32(seconds);
            world.resource_mut::<Time<Real>>().advance_by(time);
            follow_talk(world, entity);
            keep_whom(world, entity);
            let speak = world.resource::<Speak>();
            (speak.to, speak.whom(), speak.alone.clone())
        };
        assert_eq!(pass(&mut world, 0.1).1, Some(MEI));
        // Eddy Lin speaks to the player.
        let talk = Talk { members: vec![EDDY, AgentId(1)], ..Talk::default() };
        let id = TalkId { by: EDDY, count: 0 };
        world.resource_mut::<Talks>().open.insert(id, talk);
        world.entity_mut(entity).insert(Company(Some(id)));
        let told = Some("Eddy Lin speaks to you".to_string());
        assert_eq!(pass(&mut world, 0.1), (Some(MEI), None, told.clone()), "it is told before the box turns");
        world.resource_mut::<Speak>().text = "Mei, ".into();
        assert_eq!(pass(&mut world, 9.0), (Some(MEI), None, told), "what is written is for her");
        let mut speak = world.resource_mut::<Speak>();
        assert_eq!(speak.enter(false), None);
        speak.text.clear();
        assert_eq!(pass(&mut world, 0.1).1, Some(EDDY), "nothing is written");
    }
}
