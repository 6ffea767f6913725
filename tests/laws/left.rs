//! Nothing of a town is there when the next one opens: what belongs to one says so (`schedule::TownResources`).

use super::{none, source::Source};

/// Where all that is kept belongs to a town.
const OF_TOWNS: [&str; 7] = ["clock", "world", "memory", "journal", "exchange", "agent", "chronicle"];
/// What belongs to the program: what commands and answers are, not which came.
const OF_THE_PROGRAM: [&str; 2] = ["CommandHandler", "Kinds"];

fn broken(source: &Source) -> Vec<String> {
    if !source.module().first().is_some_and(|first| OF_TOWNS.contains(first)) {
        return Vec::new();
    }
    let kept = source.bare.match_indices("init_resource::<").filter(|(at, begin)| {
        let name = source.bare[at + begin.len()..].split('>').next().unwrap_or_default();
        !OF_THE_PROGRAM.contains(&name)
    });
    let told = |at| {
        format!(
            "{}: init_resource of a town's own: write init_town_resource, or the next town finds it",
            source.place(at)
        )
    };
    kept.map(|(at, _)| told(at)).collect()
}

#[test]
fn whatever_belongs_to_a_town_says_so() {
    none(&Source::all().iter().flat_map(broken).collect::<Vec<_>>());
}

#[test]
fn a_resource_that_would_stay_is_seen() {
    let of = |path: &str| broken(&Source::new(path, "fn a(app: &mut App) { app.init_resource::<Fires>(); }")).len();
    assert_eq!((of("src/agent/fires.rs"), of("src/view/fires.rs")), (1, 0));
}
