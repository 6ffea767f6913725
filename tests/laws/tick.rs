//! The tick of the real town: in the declared order, and with no pair of systems whose order is left to chance.

use bevy::prelude::*;
use smallville::{
    clock::Now,
    data::Data,
    headless,
    schedule::{Tick, TickSystems},
    town::Options,
};

use super::root;

#[derive(Resource, Default)]
struct Seen(Vec<&'static str>);

fn the_ville() -> App {
    let options = Options { scenario: "the_ville".into(), threads: 1, ..Options::default() };
    headless::app(&options, &Data::only(root())).unwrap_or_else(|trouble| panic!("{trouble}"))
}

/// A system for each phase that says when it was its turn.
macro_rules! watch {
    ($app:ident, $($phase:ident),*) => {
        $({
            let watch = |mut seen: ResMut<Seen>| seen.0.push(stringify!($phase));
            // Where in its phase it comes does not matter.
            $app.add_systems(Tick, watch.in_set(TickSystems::$phase).ambiguous_with_all());
        })*
        const PHASES: &[&str] = &[$(stringify!($phase)),*];
    };
}

#[test]
fn the_phases_come_in_the_declared_order() {
    let mut app = the_ville();
    app.init_resource::<Seen>();
    watch!(app, Clock, Receive, Perceive, Remember, Decide, Act, Move, Ask, Record);
    // That no pair is ambiguous is seen when the schedule is first built: it would panic here.
    headless::live(&mut app, 2).unwrap_or_else(|trouble| panic!("{trouble}"));
    assert_eq!(app.world().resource::<Now>().0, 2);
    assert_eq!(app.world().resource::<Seen>().0, [PHASES, PHASES].concat());
}

#[test]
#[should_panic(expected = "ambiguous")]
fn a_pair_left_to_chance_is_an_error_in_the_real_town() {
    let mut app = the_ville();
    let first = |mut tiles: Query<&mut smallville::world::Tile>| tiles.iter_mut().for_each(|mut at| at.x += 0);
    app.add_systems(Tick, first.in_set(TickSystems::Move));
    let _ = headless::live(&mut app, 1);
}
