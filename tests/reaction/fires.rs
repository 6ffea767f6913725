//! A fire that burns in sight is nobody's old news.

use bevy::prelude::*;
use smallville::{
    agent::components::{Errand, Reactions},
    world::{ObjectId, ObjectState, Objects},
};

use super::{asked, at_home, live, live_until, map, minute, of, people, say, sees, thing, town};

/// The stove of somebody's home, which they have before their eyes, and another thing in the same room.
fn two_things_in_sight(app: &mut App, who: Entity) -> (ObjectId, ObjectId) {
    let stove = at_home(app, who, |object| object.kind == "stove").expect("a stove");
    let kitchen = map(app).object(stove).arena;
    assert!(sees(app, who, stove));
    let other = at_home(app, who, |object| object.kind == "fridge" && object.arena == kitchen).expect("a fridge");
    (stove, other)
}

#[test]
fn a_fire_in_sight_is_never_old_news() {
    let mut app = town("three_friends", 2);
    let who = people(&app)[0];
    let (stove, _) = two_things_in_sight(&mut app, who);
    let line = format!("set {} is burning", map(&app).address(stove));
    say(&mut app, &line);
    assert!(live_until(&mut app, 1, |app| of::<Errand>(app, who).0.is_some()), "begins");
    // Whatever it is that calls somebody away, more often than anything else is thought about.
    for _ in 0..4 {
        app.world_mut().get_mut::<Errand>(who).expect("everyone has it").0 = None;
        let began = minute(&app);
        assert!(live_until(&mut app, 1, |app| of::<Errand>(app, who).is_about(stove)), "begins again");
        assert!(minute(&app).0 <= began.0 + 7, "it burns before their eyes");
    }
    assert!(live_until(&mut app, 1, |app| thing(app, stove).condition.is_none()), "it is put out");
    let after = of::<Reactions>(&app, who).thoughts.clone();
    live(&mut app, 60);
    assert_eq!(asked(&app, who).iter().filter(|one| one.noticed.state == "burning").count(), 0, "{after:?}");
}

#[test]
fn one_fire_is_put_out_after_the_other() {
    let mut app = town("three_friends", 2);
    let who = people(&app)[0];
    let (stove, fridge) = two_things_in_sight(&mut app, who);
    let entity = app.world().resource::<Objects>().entity(fridge);
    app.world_mut().get_mut::<ObjectState>(entity).expect("a state").left = 0;
    // The one that holds something, of which nothing is left, burns first.
    for (object, first) in [(fridge, true), (stove, false)] {
        let line = format!("set {} is burning", map(&app).address(object));
        say(&mut app, &line);
        if first {
            assert!(live_until(&mut app, 1, |app| of::<Errand>(app, who).is_about(fridge)), "begins");
        }
    }
    let mut stays = true;
    assert!(live_until(&mut app, 1, |app| {
        let burns = thing(app, fridge).condition.is_some();
        stays &= !burns || of::<Errand>(app, who).is_about(fridge);
        !burns
    }));
    assert!(stays, "nobody leaves one fire for another");
    assert!(live_until(&mut app, 1, |app| thing(app, stove).condition.is_none()), "then the other");
}
