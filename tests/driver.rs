//! When ticks run.
mod common;

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use bevy::{prelude::*, time::TimeUpdateStrategy};
use common::{
    town::{Memory, Plan, Wish, builtin},
    *,
};
use smallville::{
    clock::{Blocked, Diverged, Driver, Ended, Now, Pace},
    exchange::{Minds, Source, Thinking, look, run_until},
    mind::client::AsyncClient,
    schedule::{PreTick, Tick, TickSystems},
};

#[test]
#[should_panic(expected = "ambiguous")]
fn an_ambiguous_pair_is_an_error() {
    let mut app = usual(lockstep(), pool(1));
    let wake = |mut wishes: Query<&mut Wish>| wishes.iter_mut().for_each(|mut wish| wish.place = None);
    app.add_systems(Tick, wake.in_set(TickSystems::Act));
    let lull = |mut wishes: Query<&mut Wish>| wishes.iter_mut().for_each(|mut wish| wish.line = None);
    app.add_systems(Tick, lull.in_set(TickSystems::Act));
    let _ = run_until(&mut app, 1);
}

/// A pool that answers nothing until the gate is open.
fn gated() -> (Arc<AtomicBool>, Source) {
    let gate = Arc::new(AtomicBool::new(false));
    let shut = gate.clone();
    let answer = move |ask: &_| {
        while !shut.load(Ordering::Relaxed) {
            std::thread::sleep(Duration::from_millis(1));
        }
        builtin::answer(ask)
    };
    (gate, Source::Mind(Box::new(AsyncClient::pool(answer, 2))))
}

#[test]
fn a_frame_never_waits_and_time_stands() {
    let (gate, source) = gated();
    let mut app = usual(lockstep(), source);
    app.world_mut().resource_mut::<Driver>().until = 60;
    app.update();
    let stood = now(&app);
    assert!(stood < 60 && ended(&app) == Ended::Waiting);
    // If a frame waited for the answer, this loop would never end: the gate opens after it.
    for _ in 0..1000 {
        app.update();
    }
    assert_eq!((now(&app), ended(&app)), (stood, Ended::Waiting));
    gate.store(true, Ordering::Relaxed);
    assert_eq!(finish(app, 60), finish(usual(lockstep(), pool(1)), 60));
}

#[test]
fn time_that_stood_still_is_not_made_up_for() {
    let (gate, source) = gated();
    let mut app = usual(Driver { speed: Some(10.0), until: 1000, ..lockstep() }, source);
    app.insert_resource(TimeUpdateStrategy::ManualDuration(Duration::from_millis(100)));
    for _ in 0..50 {
        app.update();
    }
    let stood = now(&app);
    assert!(stood < 30, "{stood}");
    gate.store(true, Ordering::Relaxed);
    std::thread::sleep(Duration::from_millis(20));
    app.update();
    app.update();
    assert!(now(&app) <= stood + 3, "the one that was owed, and one a frame");
}

#[test]
fn a_pause_is_a_pause_even_when_a_tick_is_owed() {
    let (gate, source) = gated();
    let mut app = usual(Driver { speed: Some(10.0), until: 1000, ..lockstep() }, source);
    app.insert_resource(TimeUpdateStrategy::ManualDuration(Duration::from_millis(100)));
    (0..50).for_each(|_| app.update());
    let stood = now(&app);
    assert_eq!((ended(&app), app.world().resource::<Driver>().owed), (Ended::Waiting, 1.0));
    app.world_mut().resource_mut::<Driver>().speed = Some(0.0);
    gate.store(true, Ordering::Relaxed);
    app.world_mut().resource_mut::<Minds>().wait(Duration::from_secs(60));
    (0..5).for_each(|_| app.update());
    assert_eq!(now(&app), stood);
}

#[test]
fn a_tick_may_change_how_ticks_run() {
    let mut app = usual(Driver { until: 100, ..Driver::new(Pace::Live) }, pool(1));
    let halt = |now: Res<Now>, mut driver: ResMut<Driver>| {
        if now.0 == 7 {
            driver.speed = Some(0.0);
        }
    };
    app.add_systems(Tick, halt.in_set(TickSystems::Move));
    app.update();
    assert_eq!((now(&app), app.world().resource::<Driver>().speed), (8, Some(0.0)));
}

#[test]
fn in_live_time_goes_on() {
    let silent = Slow { silent: 100, ..Slow::up_to(0, 0) };
    let mut app = usual(Driver::new(Pace::Live), wire(silent, 4));
    run_until(&mut app, 300).unwrap();
    let world = app.world_mut();
    let spoke = |memory: &Memory| !memory.lines.is_empty();
    assert!(world.query::<&Memory>().iter(world).any(spoke), "the built-in mind spoke");
}

#[test]
fn speed_is_ticks_per_second_of_real_time() {
    for (speed, frame, expected) in [(0.0, 100, 0), (10.0, 100, 20), (40.0, 25, 20), (5.0, 100, 10), (20.0, 100, 40)] {
        let driver = Driver { speed: Some(speed), until: 1000, ..Driver::new(Pace::Live) };
        let mut app = usual(driver, pool(1));
        app.insert_resource(TimeUpdateStrategy::ManualDuration(Duration::from_millis(frame)));
        app.update(); // the first frame has no length
        for _ in 0..20 {
            app.update();
        }
        let lived = now(&app);
        assert!(lived.abs_diff(expected) <= 1, "speed {speed}: {lived} ticks, not {expected}");
    }
}

#[test]
fn who_waits_for_something_else_holds_the_tick_too() {
    #[derive(Resource)]
    struct Reading(u32);
    let mut app = usual(lockstep(), pool(1));
    let read = |mut reading: ResMut<Reading>, mut held: ResMut<Blocked>| {
        held.0 |= reading.0 > 0;
        reading.0 = reading.0.saturating_sub(1);
    };
    app.insert_resource(Reading(30)).add_systems(PreTick, read.after(look));
    app.world_mut().resource_mut::<Driver>().until = 10;
    for _ in 0..30 {
        app.update();
        assert_eq!(now(&app), 0);
    }
    assert_eq!(finish(app, 50), finish(usual(lockstep(), pool(1)), 50), "and nobody in the town knows");
}

#[test]
fn a_town_that_is_astray_stays_as_it_is() {
    let mut app = usual(lockstep(), pool(1));
    run_until(&mut app, 10).unwrap();
    app.insert_resource(Diverged(Some("the floor is gone".into())));
    assert_eq!(run_until(&mut app, 20).unwrap_err(), "the floor is gone");
    assert_eq!(now(&app), 10);
}

#[test]
fn a_town_without_people_or_without_a_mind() {
    run_until(&mut empty(&Plan::default(), lockstep(), Source::Cassette(default())), 10).unwrap();
    let mut app = peopled(&Plan::default(), lockstep(), pool(1));
    app.insert_resource(Minds::default());
    assert!(run_until(&mut app, 100).unwrap_err().contains("no mind is connected"));
}

#[test]
fn thinking_is_plain_data() {
    let mut app = usual(lockstep(), pool(1));
    run_until(&mut app, 50).unwrap();
    let world = app.world_mut();
    for thinking in world.query::<&Thinking>().iter(world) {
        let text = serde_json::to_string(thinking).unwrap();
        assert_eq!(serde_json::from_str::<Thinking>(&text).unwrap(), *thinking);
    }
}
