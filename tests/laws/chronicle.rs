//! The chronicle is for whoever looks on: nothing that decides reads it.

use smallville::schedule::{TickStep, TickSystems};

use super::{none, source::Source};

/// Who may read it: they come after the tick, or are steps of Record.
const READERS: [&str; 5] = ["chronicle", "save", "study", "town", "view"];

/// Where a source reads the chronicle and must not.
fn broken(source: &Source) -> Vec<String> {
    let own = source.module().first().copied().unwrap_or_default().to_owned();
    let reads: Vec<usize> = ["chronicle", "Chronicle"].iter().flat_map(|word| source.words(word)).collect();
    let mut faults = Vec::new();
    if !READERS.contains(&own.as_str()) {
        let is_module = |at: &usize| source.bare[..*at].ends_with("pub mod ");
        let places = reads.iter().filter(|at| !is_module(at)).map(|at| source.place(*at));
        faults.extend(places.map(|place| format!("{place}: {own} decides, and reads no chronicle")));
    } else if !reads.is_empty() {
        // What was recorded is put in place before it is read.
        let late = [TickSystems::PlayBack, TickSystems::Record];
        let early = TickStep::ALL.iter().filter(|(phase, _)| !late.contains(phase));
        let early = early.map(|(_, step)| format!("TickStep::{step:?})"));
        let used = early.filter(|step| source.bare.contains(step.as_str()));
        faults.extend(used.map(|step| format!("{}: {step}: no step before Record reads the chronicle", source.path)));
    }
    if !["chronicle", "language", "mind", "study", "view"].contains(&own.as_str()) {
        let places = source.words("speech_act").into_iter().map(|at| source.place(at));
        faults
            .extend(places.map(|place| format!("{place}: what a line does is for the chronicle, and for no decision")));
    }
    faults
}

#[test]
fn nothing_that_decides_reads_the_chronicle() {
    let sources = Source::all();
    none(&sources.iter().flat_map(broken).collect::<Vec<_>>());
    let readers = sources.iter().filter(|source| !source.words("Chronicle").is_empty()).count();
    assert!(readers > 8, "only {readers} files read it: is it called otherwise now?");
}

#[test]
fn a_step_that_reads_too_early_is_caught() {
    let bad = [
        ("src/agent/a.rs", "use crate::chronicle::event;"),
        ("src/mind/a.rs", "fn f(all: &Chronicle) {}"),
        ("src/study/a.rs", "fn f(app: &mut App, c: Chronicle) { app.add_systems(Tick, a.in_set(TickStep::Walk)); }"),
        ("src/exchange/a.rs", "use crate::language::speech_act::speech_acts;"),
    ];
    for (path, text) in bad {
        assert_eq!(broken(&Source::new(path, text)).len(), 1, "{path}: {text}");
    }
    none(&broken(&Source::new(
        "src/study/a.rs",
        "fn f(app: &mut App, c: Chronicle) { app.add_systems(Tick, a.in_set(TickStep::CountGoals)); }",
    )));
}
