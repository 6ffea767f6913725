//! What is in use looks so until its user is done, and no longer; what others see of an act is what can be seen.

use super::*;
use smallville::{
    agent::{
        components::{
            Memo,
            percept::{Percepts, Subject},
            plan::{Hour, Part, Step, Target},
        },
        known_places::KnownPlaces,
    },
    language::condition::ConditionKind,
};

/// Somebody who cooks, and at what.
fn cook(app: &mut App) -> (Entity, ObjectId) {
    let everyone = people(app);
    let mut found = None;
    assert!(live_until(app, 16, |app| {
        let cooks = |who: &Entity| {
            let action = of::<CurrentAction>(app, *who);
            let stove = action.object.filter(|id| map(app).object(*id).kind == "stove")?;
            matches!(action.phase, Phase::Doing { .. }).then_some((*who, stove))
        };
        found = everyone.iter().find_map(cooks);
        found.is_some()
    }));
    found.expect("somebody cooks")
}

/// A step of five minutes: what is done, at what, how that looks, and what it is then.
type Planned<'a> = (&'a str, Option<ObjectId>, &'a str, EndState);

/// From the next minute on somebody does this and nothing else, an hour after the other.
fn plan(app: &mut App, who: Entity, hours: &[&[Planned]]) {
    let place = of::<Whereabouts>(app, who).0;
    let from = Minute(minute(app).0 + 1);
    let mut at = from;
    let hour = |steps: &&[Planned]| {
        let from = at;
        let steps = steps.iter().map(|(what, object, state, leaves)| {
            let begin = at;
            at = Minute(at.0 + 5);
            let (emoji, leaves) = ("🍲".into(), leaves.clone());
            let target = Target { object: *object, state: (*state).into(), leaves, emoji, ..Target::default() };
            Step { target: Some(target), ..Step::new(begin, at, what) }
        });
        let steps = steps.collect();
        Hour { steps, ..Hour::new(from, at, "what is planned") }
    };
    let hours: Vec<Hour> = hours.iter().map(hour).collect();
    let now = Minute(from.0 - 1);
    let bare = Part { from: now, until: from, what: "a minute".into(), place, hours: Vec::new() };
    let part = Part { from, until: at, what: "what is planned".into(), place, hours };
    let mut plan = app.world_mut().get_mut::<DayPlan>(who).expect("everyone has one");
    plan.parts = vec![Memo::new(bare), Memo::new(part)];
    live(app, 6);
}

fn shows(app: &App, id: ObjectId) -> &str {
    thing(app, id).shows(map(app).object(id))
}

/// How somebody takes this thing to look.
fn known(app: &App, who: Entity, id: ObjectId) -> &str {
    of::<KnownPlaces>(app, who).0[&map(app).object(id).arena][&id].looks(now(app))
}

const NOTHING: fn() -> EndState = EndState::default;

#[test]
fn soup_cooks_on_until_its_cook_is_done() {
    let mut app = town("three_friends", 3);
    let (who, stove) = cook(&mut app);
    let lit = || EndState::of("simmering", ConditionKind::Lit);
    plan(
        &mut app,
        who,
        &[
            &[("setting the soup to cook", Some(stove), "steaming", lit()), ("cutting bread", None, "", NOTHING())],
            &[("reading", None, "", NOTHING())],
        ],
    );
    assert_eq!(shows(&app, stove), "steaming");
    live(&mut app, 36);
    assert_eq!((of::<CurrentAction>(&app, who).what.as_str(), shows(&app, stove)), ("cutting bread", "simmering"));
    assert!(thing(&app, stove).uses.is_empty() && thing(&app, stove).kind().is_harmless());
    assert_eq!(known(&app, who, stove), "simmering");
    live(&mut app, 30);
    let rest = map(&app).object(stove).rest.clone();
    assert_eq!((of::<CurrentAction>(&app, who).what.as_str(), shows(&app, stove)), ("reading", rest.as_str()));
    assert_eq!(known(&app, who, stove), rest);
    for one in people(&app) {
        assert!(of::<Errand>(&app, one).0.is_none(), "nobody puts out a soup");
    }
}

#[test]
fn nobody_clears_away_what_they_go_on_with() {
    let mut app = town("three_friends", 3);
    let (who, stove) = cook(&mut app);
    let wiped = EndState::of("wiped", ConditionKind::AtRest);
    let mopped = EndState::of("being mopped", ConditionKind::Other);
    plan(
        &mut app,
        who,
        &[&[
            ("wiping the stove", Some(stove), "half wiped", wiped),
            ("setting pots out on it", Some(stove), "covered with pots", NOTHING()),
            ("mopping before it", Some(stove), "being mopped", mopped),
            ("reading", None, "", NOTHING()),
        ]],
    );
    let mut seen = vec![shows(&app, stove).to_owned()];
    for _ in 0..3 {
        live(&mut app, 31);
        seen.push(shows(&app, stove).to_owned());
    }
    assert_eq!(seen, ["half wiped", "covered with pots", "being mopped", "wiped"]);
}

#[test]
fn an_act_is_seen_and_not_what_it_is_about() {
    let mut app = town("three_friends", 3);
    let (who, _) = cook(&mut app);
    let writes = ("writing about the moonstones", None, "", NOTHING());
    plan(&mut app, who, &[&[writes.clone(), writes]]);
    assert_eq!(of::<CurrentAction>(&app, who).what, "writing about the moonstones");
    // Somebody else stands beside them.
    let (place, at) = (*of::<Whereabouts>(&app, who), *of::<Tile>(&app, who));
    let other = people(&app).into_iter().find(|one| *one != who).expect("three live here");
    let mut moved = app.world_mut().entity_mut(other);
    moved.insert((place, Tile { x: at.x + 1, ..at }));
    moved.get_mut::<CurrentAction>().expect("everyone has it").asleep = false;
    live(&mut app, 1);
    let id = *of::<AgentId>(&app, who);
    let percepts = &of::<Percepts>(&app, other).0;
    let seen = percepts.iter().find(|one| one.subject == Subject::Agent(id)).expect("they are seen");
    assert_eq!(seen.state, "writing");
    let told = of::<MemoryStream>(&app, other).all().iter().any(|memory| memory.text.contains("moonstones"));
    assert!(!told && seen.memory.is_some());
}
