//! A goal that asks for a change of mind: reached if somebody who was against a person comes to speak well of them, and
//! not by itself.

use smallville::{
    study::{goals::Goals, newspaper},
    town::TownInfo,
};

use super::{voices::answered, *};

/// A town that counts its goals, and the place of the one about a mind.
fn counted() -> (App, usize) {
    let mut app = town("harbour", 1);
    newspaper::plugin(&mut app);
    let goals = &app.world().resource::<TownInfo>().goals;
    let place = goals.iter().position(|goal| goal.minds.is_some()).expect("there is such a goal");
    (app, place)
}

fn standing(app: &App, place: usize) -> (u32, bool) {
    let one = &app.world().resource::<Goals>().all[place];
    assert_eq!(one.wanted, 1);
    (one.now, one.reached.is_some())
}

#[test]
fn a_mind_that_is_left_alone_does_not_change() {
    let (mut app, place) = counted();
    for time in ["06:01", "09:00", "14:00"] {
        until(&mut app, time);
        assert_eq!(standing(&app, place), (0, false), "at {time}");
    }
}

#[test]
fn who_is_brought_to_think_well_of_somebody_has_changed_their_mind() {
    let (mut app, place) = counted();
    until(&mut app, "06:10");
    let ask = "ask Pavel Dorn: What do you think of Henrik Vass?";
    let opinion = app.world().resource::<TownInfo>().goals[place].opinion.clone().expect("it says how");
    assert_eq!(opinion.says(&answered(&app, ask).0), Some(false));
    let before = state_hash(app.world_mut());
    let lines = [
        "voice Pavel Dorn: you like Henrik Vass",
        "tell Pavel Dorn: Henrik Vass helped Pavel Dorn to carry the boxes.",
        "voice Pavel Dorn: Henrik Vass is a good and honest man",
        "voice Pavel Dorn: you trust Henrik Vass",
        "voice Pavel Dorn: you admire Henrik Vass",
    ];
    let mut reached = Vec::new();
    for (line, time) in lines.into_iter().zip(["06:14", "06:18", "06:22", "06:26", "06:30"]) {
        done(&mut app, line).unwrap_or_else(|why| panic!("{why}"));
        until(&mut app, time);
        let (words, _) = answered(&app, ask);
        let (now, done) = standing(&app, place);
        assert_eq!(now == 1, opinion.says(&words) == Some(true), "what is counted is what is said: {words}");
        reached.push(done);
    }
    assert_eq!(
        (reached.first(), reached.last()),
        (Some(&false), Some(&true)),
        "it takes more than a word: {reached:?}"
    );
    assert_ne!(before, state_hash(app.world_mut()));
}

#[test]
fn to_count_minds_leaves_no_trace() {
    let (mut counted, _) = counted();
    let mut plain = town("harbour", 1);
    for app in [&mut counted, &mut plain] {
        done(app, "voice Pavel Dorn: you like Henrik Vass").unwrap_or_else(|why| panic!("{why}"));
        until(app, "07:00");
    }
    assert_eq!(state_hash(counted.world_mut()), state_hash(plain.world_mut()));
}
