//! The tick of the real town: in the declared order, and with no pair of systems whose order is left to chance.

use bevy::prelude::*;
use smallville::{
    clock::Now,
    data::Data,
    headless,
    schedule::{Tick, TickStep, TickSystems},
    town::Options,
};

use super::{none, root, source::Source};

/// What came in turn: phases, and steps.
#[derive(Resource, Default)]
struct Seen(Vec<TickSystems>, Vec<TickStep>);

fn the_ville() -> App {
    let options = Options { scenario: "the_ville".into(), threads: 1, ..Options::default() };
    headless::app(&options, &Data::only(root())).unwrap_or_else(|trouble| panic!("{trouble}"))
}

#[test]
fn phases_and_steps_come_in_the_declared_order() {
    let mut app = the_ville();
    app.init_resource::<Seen>();
    // Nobody plays back a town that is lived.
    let lived = TickStep::ALL.iter().filter(|(phase, _)| *phase != TickSystems::PlayBack);
    let (mut phases, steps): (Vec<TickSystems>, Vec<TickStep>) = lived.copied().unzip();
    phases.dedup();
    // Where within its phase or step a watching system runs does not matter.
    for &phase in &phases {
        let watch = move |mut seen: ResMut<Seen>| seen.0.push(phase);
        app.add_systems(Tick, watch.in_set(phase).ambiguous_with_all());
    }
    for &step in &steps {
        let watch = move |mut seen: ResMut<Seen>| seen.1.push(step);
        app.add_systems(Tick, watch.in_set(step).ambiguous_with_all());
    }
    // That no pair is ambiguous is seen when the schedule is first built: it would panic here.
    headless::live(&mut app, 2).unwrap_or_else(|trouble| panic!("{trouble}"));
    assert_eq!(app.world().resource::<Now>().0, 2);
    let seen = app.world().resource::<Seen>();
    assert_eq!(seen.0, [phases.clone(), phases].concat());
    assert_eq!(seen.1, [steps.clone(), steps].concat());
}

#[test]
#[should_panic(expected = "ambiguous")]
fn a_pair_left_to_chance_is_an_error_in_the_real_town() {
    let mut app = the_ville();
    let first = |mut tiles: Query<&mut smallville::world::Tile>| tiles.iter_mut().for_each(|mut at| at.x += 0);
    app.add_systems(Tick, first.in_set(TickSystems::Move));
    let _ = headless::live(&mut app, 1);
}

#[test]
fn every_step_holds_one_system() {
    let sources = Source::all();
    let outside = sources.iter().filter(|source| source.path != "src/schedule.rs");
    let used: Vec<&str> = outside.flat_map(|source| source.bare.split("TickStep::").skip(1)).collect();
    assert_eq!(used.len(), TickStep::ALL.len());
    for (_, step) in TickStep::ALL {
        let own = format!("{step:?})");
        assert_eq!(used.iter().filter(|after| after.starts_with(&own)).count(), 1, "{step:?}");
    }
}

/// Where systems are ordered outside `src/schedule.rs`. The window orders its own schedules, each frame its own.
fn orders(source: &Source) -> Vec<String> {
    const ORDERING: [&str; 9] = [
        ".chain()",
        ".chain_ignore_deferred()",
        ".before(",
        ".after(",
        ".before_ignore_deferred(",
        ".after_ignore_deferred(",
        ".configure_sets(",
        ".ambiguous_with(",
        ".ambiguous_with_all()",
    ];
    let has_systems = ["add_systems", "configure_sets", "in_set"].iter().any(|word| !source.words(word).is_empty());
    if !has_systems || source.path == "src/schedule.rs" || source.path.starts_with("src/view") {
        return Vec::new();
    }
    let mut faults = Vec::new();
    for (call, at) in ORDERING.iter().flat_map(|call| source.bare.match_indices(call).map(|(at, call)| (call, at))) {
        let before = &source.bare[..at];
        let statement = &before[before.rfind(';').map_or(0, |end| end + 1)..];
        let method_of_ours = !call.ends_with("()") && source.bare[at + call.len()..].starts_with(')');
        if !method_of_ours && !statement.contains("add_systems(Update") {
            faults.push(format!("{}: `{call}`: the order of a tick stands in src/schedule.rs alone", source.place(at)));
        }
    }
    faults
}

#[test]
fn nobody_else_orders_a_tick() {
    none(&Source::all().iter().flat_map(orders).collect::<Vec<_>>());
    let bad = [
        "fn f(app: &mut App) { app.add_systems(Tick, (a, b).chain().in_set(TickStep::Walk)); }",
        "fn f() {\n let late = a.after(b);\n app.add_systems(Tick, late); }",
        "fn f() { app.configure_sets(Tick, A.ambiguous_with_all()); }",
        "fn f() { app.add_systems(PreTick, look.before(read)); }",
    ];
    for (text, faults) in bad.iter().zip([1, 1, 2, 1]) {
        assert_eq!(orders(&Source::new("src/agent/a.rs", text)).len(), faults, "{text}");
    }
    let good = "fn f() { a.iter().chain(b); self.before(); app.add_systems(Update, a.after(b)); } // .after(drive)";
    none(&orders(&Source::new("src/agent/a.rs", good)));
}
