//! Same town and same journal: same town again, however it was run.
mod common;

use std::{
    collections::HashSet,
    sync::{Arc, Mutex},
    thread::ThreadId,
    time::Duration,
};

use bevy::prelude::*;
use common::{
    town::{Memory, Plan, builtin, snapshot::Snapshot},
    *,
};
use smallville::{
    clock::{Driver, Ended, Pace},
    exchange::{CommandQueue, CommandResult, Minds, Recording, Source, run_until},
    journal::{By, Journal, Tally},
    mind::client::AsyncClient,
};

#[test]
fn the_town_is_worth_testing() {
    let mut app = usual(lockstep(), pool(1));
    run_until(&mut app, END).unwrap();
    let tally = app.world().resource::<Tally>().clone();
    let asked = |purpose: &str| tally.by_question[purpose].answers;
    assert!(asked("utter") > 100 && asked("where") > 100 && asked("react") > 100, "{tally:?}");
    let knows = |memory: &&Memory| memory.news.iter().any(|news| news.contains("well"));
    let world = app.world_mut();
    assert!(world.query::<&Memory>().iter(world).filter(knows).count() > 1, "whispered news spread by talk");
    assert_ne!(finish(usual(lockstep(), pool(1)), END - 1).0, finish(usual(lockstep(), pool(1)), END).0);
    assert_eq!((tally.model, tally.usage.calls, tally.fallbacks), (0, 0, 0));
    assert_eq!(tally.builtin, app.world().resource::<Journal>().answers.len() as u64);
}

#[test]
fn who_answers_first_does_not_matter_in_lockstep() {
    let reference = finish(usual(lockstep(), pool(1)), END);
    for (salt, slots) in [(1, 64), (2, 7), (3, 1)] {
        let slow = wire(Slow::up_to(if slots == 1 { 0 } else { 2 }, salt), slots);
        let run = finish(usual(lockstep(), slow), END);
        assert_eq!(run.0, reference.0, "salt {salt}, {slots} slots");
        let answers = |journal: &Journal| -> Vec<_> {
            journal.answers.iter().map(|(key, entry)| (*key, entry.reply.clone(), entry.question)).collect()
        };
        assert_eq!(answers(&run.1), answers(&reference.1), "only who answered differs");
        assert!(run.1.answers.values().all(|entry| entry.by == By::Model("toy".into())));
    }
}

#[test]
fn threads_do_not_matter_and_several_work() {
    let reference = finish(usual(lockstep(), pool(1)), END);
    let threads = Arc::<Mutex<HashSet<ThreadId>>>::default();
    let seen = threads.clone();
    let pool = AsyncClient::pool(
        move |ask| {
            seen.lock().unwrap().insert(std::thread::current().id());
            // A thread that has something to do leaves the next question to another one.
            std::thread::sleep(Duration::from_micros(100));
            builtin::answer(ask)
        },
        4,
    );
    let run = finish(usual(lockstep(), Source::Mind(Box::new(pool))), END);
    assert_eq!(run, reference);
    assert!(threads.lock().unwrap().len() > 1);
}

#[test]
fn frames_do_not_matter() {
    let reference = finish(usual(lockstep(), pool(1)), END);
    let tight = Driver { budget: Some(Duration::ZERO), until: END, ..lockstep() };
    let (mut app, mut frames) = (usual(tight, pool(2)), 0);
    while ended(&app) != Ended::Done {
        app.update();
        frames += 1;
    }
    assert!(frames > END, "{frames} frames: a tick each");
    assert_eq!(outcome(&mut app), reference);
}

/// Everything that can go wrong with a mind, at once.
fn wretched(ms: u64, salt: u64) -> Slow {
    Slow { fails: 10, babbles: 10, panics: 2, ..Slow::up_to(ms, salt) }
}

fn whys(journal: &Journal, what: &str) -> usize {
    journal.answers.values().filter(|entry| entry.why.iter().any(|why| why.contains(what))).count()
}

#[test]
fn a_replay_needs_no_mind() {
    let run = finish(usual(lockstep(), wire(wretched(3, 5), 16)), END);
    for what in ["overloaded", "cannot be read", "a hole in the mind"] {
        assert!(whys(&run.1, what) > 0, "{what}");
    }
    let mut app = replay(&Plan::default(), &run.1, END);
    run_until(&mut app, END).unwrap();
    assert_eq!(outcome(&mut app), run, "and its journal, with who answered and why");
    assert_eq!(run.1.hash(), app.world().resource::<Journal>().hash());
    let tally = app.world().resource::<Tally>();
    assert_eq!((tally.builtin, tally.model, tally.sent), (0, 0, 0), "nobody was asked");
    assert_eq!(tally.cassette + tally.unanswered, run.1.answers.len() as u64);
}

/// One frame a tick, with a person at the keyboard.
fn live_by_hand(app: &mut App, end: u64) {
    app.world_mut().resource_mut::<Driver>().until = end;
    for frames in 1.. {
        app.update();
        if ended(app) == Ended::Done {
            return;
        }
        if frames % 100 == 0 {
            let fire = command(&format!("set <{}> is burning", frames % 5 * 8));
            app.world_mut().resource_mut::<CommandQueue>().push(fire);
        }
    }
}

#[test]
fn a_live_town_can_be_replayed() {
    let live = Driver { budget: Some(Duration::ZERO), ..Driver::new(Pace::Live) };
    let mind = Late { fails: 5, babbles: 5, silent: 5, ..Late::up_to(12) };
    let mut app = peopled(&Plan::default(), live, Source::Mind(Box::new(mind)));
    live_by_hand(&mut app, END);
    let run = outcome(&mut app);
    for what in ["no answer came in time", "overloaded", "cannot be read"] {
        assert!(whys(&run.1, what) > 0, "{what}");
    }
    let reactions = run.1.answers.iter().filter(|(_, entry)| entry.purpose == "react" && entry.why.is_none());
    let waits: Vec<u64> = reactions.map(|((tick, _), entry)| tick - entry.asked).collect();
    assert!(waits.contains(&3) && waits.contains(&9), "some are late: {waits:?}");
    assert_eq!(run.1.commands.len(), 5);
    let mut again = replay(&Plan::default(), &run.1, END);
    run_until(&mut again, END).unwrap();
    assert_eq!(outcome(&mut again), run);
    // And the journal survives being written down.
    let text = serde_json::to_string(&run.1).unwrap();
    assert_eq!(serde_json::from_str::<Journal>(&text).unwrap().hash(), run.1.hash());
}

#[test]
fn a_live_town_on_a_real_thread_can_be_replayed() {
    let live = Driver { budget: Some(Duration::ZERO), ..Driver::new(Pace::Live) };
    let mind = Slow { silent: 5, ..wretched(5, 6) };
    let mut app = peopled(&Plan::default(), live, wire(mind, 12));
    live_by_hand(&mut app, END);
    let run = outcome(&mut app);
    let mut again = replay(&Plan::default(), &run.1, END);
    run_until(&mut again, END).unwrap();
    assert_eq!(outcome(&mut again), run, "whenever the answers came");
}

#[test]
fn a_live_town_loaded_in_its_middle_has_the_same_past() {
    let live = || Driver { budget: Some(Duration::ZERO), ..Driver::new(Pace::Live) };
    let mind = || Box::new(Late { silent: 5, ..Late::up_to(12) });
    let mut app = peopled(&Plan::default(), live(), Source::Mind(mind()));
    live_by_hand(&mut app, 250);
    let past = outcome(&mut app);
    let source = Source::Load(Recording::new(past.1.clone(), 250), mind());
    let mut app = peopled(&Plan::default(), live(), source);
    run_until(&mut app, 250).unwrap();
    assert_eq!(outcome(&mut app), past);
    run_until(&mut app, END).unwrap();
    let journal = outcome(&mut app).1;
    assert!(journal.answers.len() > past.1.answers.len());
    assert!(past.1.answers.iter().all(|(key, entry)| journal.answers.get(key) == Some(entry)));
}

#[test]
fn a_load_goes_on_where_the_recording_ends() {
    let reference = finish(usual(lockstep(), pool(1)), END);
    for middle in [1, 137, 231, 395] {
        let (_, half) = finish(usual(lockstep(), pool(2)), middle);
        let line = Box::new(AsyncClient::pool(builtin::answer, 2));
        let source = Source::Load(Recording::new(half, middle), line);
        // The commands set down for later are given again, as the command line does; the earlier ones are known.
        let run = finish(usual(lockstep(), source), END);
        assert_eq!(run, reference, "from tick {middle}");
    }
}

#[test]
fn a_town_goes_on_from_a_snapshot_in_the_middle_of_thoughts() {
    let reference = finish(usual(lockstep(), pool(1)), END).0;
    for middle in [1, 137, 395] {
        let mut app = usual(lockstep(), wire(Slow::up_to(3, 3), 8));
        run_until(&mut app, middle).unwrap();
        let snapshot = Snapshot::take(app.world_mut());
        assert!(snapshot.open_questions() > 5, "tick {middle}");
        let text = serde_json::to_string(&snapshot).unwrap();
        drop(app); // answers under way are lost: they never entered
        let read: Snapshot = serde_json::from_str(&text).unwrap();
        let mut app = empty(&Plan::default(), lockstep(), pool(2));
        read.restore(app.world_mut());
        assert_eq!(Snapshot::take(app.world_mut()), snapshot);
        run_until(&mut app, END).unwrap();
        assert_eq!(state_hash(app.world_mut()), reference, "from tick {middle}");
    }
}

#[test]
fn a_mind_can_be_changed_in_the_middle_of_thoughts() {
    let reference = finish(usual(lockstep(), pool(1)), END).0;
    let mut app = usual(lockstep(), wire(Slow::up_to(3, 3), 8));
    run_until(&mut app, 200).unwrap();
    app.world_mut().resource_mut::<Minds>().connect(Box::new(AsyncClient::pool(builtin::answer, 1)));
    assert_eq!(finish(app, END).0, reference);
}

#[test]
fn another_town_is_noticed() {
    let (_, journal) = finish(usual(lockstep(), pool(1)), 100);
    let fault = run_until(&mut replay(&Plan { seed: 8, ..default() }, &journal, 100), 100).unwrap_err();
    assert!(fault.contains("diverged at tick") && fault.contains("agent") && fault.contains("question"), "{fault}");
}

#[test]
fn every_tampering_is_noticed() {
    let (_, journal) = finish(usual(lockstep(), pool(1)), 150);
    let n = journal.answers.len();
    for (nth, what) in [(n / 3, 0), (n / 2, 1), (n / 2, 2), (n - 1, 0), (n / 4, 3)] {
        let mut other = journal.clone();
        let key = *other.answers.keys().nth(nth).unwrap();
        match what {
            0 => drop(other.answers.remove(&key)),
            1 => Arc::make_mut(other.answers.get_mut(&key).unwrap()).question.0 ^= 1,
            2 => {
                let entry = other.answers.remove(&key).unwrap();
                other.answers.insert((key.0 + 40, key.1), entry);
            }
            _ => Arc::make_mut(other.answers.get_mut(&key).unwrap()).reply.as_mut().unwrap().0 = "{".into(),
        }
        let mut app = replay(&Plan::default(), &other, 150);
        app.insert_resource(CommandQueue::default());
        let fault = run_until(&mut app, 200).unwrap_err();
        assert!(fault.contains("tick") && fault.contains("agent"), "{fault}");
        assert_eq!(ended(&app), Ended::Diverged);
        let stood = now(&app);
        app.update();
        assert_eq!(now(&app), stood, "no tick runs any more");
    }
}

#[test]
fn beyond_its_end_a_cassette_names_the_question() {
    let (_, journal) = finish(usual(lockstep(), pool(1)), 100);
    let mut app = replay(&Plan::default(), &journal, 100);
    run_until(&mut app, 100).unwrap();
    let fault = run_until(&mut app, 200).unwrap_err();
    assert!(fault.contains("ends at tick 100") && !fault.contains('{'), "{fault}");
}

#[test]
fn a_command_enters_once_and_every_time_again() {
    #[derive(Resource, Default)]
    struct Told(Vec<(u64, String, bool)>);
    let watch = |app: &mut App| {
        app.init_resource::<Told>();
        app.add_observer(|on: On<CommandResult>, mut told: ResMut<Told>| {
            told.0.push((on.tick, on.command.to_string(), on.result.is_ok()));
        });
    };
    let mut app = peopled(&Plan::default(), lockstep(), pool(1));
    watch(&mut app);
    run_until(&mut app, 20).unwrap();
    let mut queue = app.world_mut().resource_mut::<CommandQueue>();
    let given = ["possess 4", "bye"].map(|line| queue.push(command(line)));
    assert_ne!(given[0], given[1], "each asking has a ticket of its own");
    // Set down for a tick that is past: as soon as may be, too.
    queue.set_down(3, command("set <8> is burning"));
    // A line that reads as nothing is not done.
    queue.push(smallville::command::Command::Possess(String::new()));
    run_until(&mut app, 60).unwrap();
    let told = app.world().resource::<Told>().0.clone();
    let mut expected =
        vec![(20, "set <8> is burning", true), (20, "possess 4", true), (20, "bye", false), (20, "possess ", false)];
    let written = |(tick, line, fine): &(u64, &str, bool)| (*tick, (*line).to_owned(), *fine);
    assert_eq!(told, expected.iter().map(written).collect::<Vec<_>>());
    let run = outcome(&mut app);
    assert_eq!(run.1.commands.keys().copied().collect::<Vec<_>>(), [20]);
    let mut again = replay(&Plan::default(), &run.1, 60);
    watch(&mut again);
    // What somebody says to a recording waits for its end.
    again.world_mut().resource_mut::<CommandQueue>().push(command("set <0> is burning"));
    run_until(&mut again, 60).unwrap();
    expected.pop();
    assert_eq!(again.world().resource::<Told>().0, expected.iter().map(written).collect::<Vec<_>>());
    assert_eq!(outcome(&mut again), run);
}
