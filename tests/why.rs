//! Why did she do that? What is told of it is what was: the chain from a deed back to what was noticed, what came to mind,
//! the question and the answer. And looking changes nothing.

#[path = "lived/mod.rs"]
mod lived;

use std::path::PathBuf;

use assert_cmd::Command;
use bevy::{ecs::system::SystemState, prelude::*};
use smallville::{
    agent::{reflection::ReflectionSettings, state_hash},
    chronicle::{Because, Chronicle},
    clock::{AgentId, Calendar},
    exchange::Provenance,
    journal::Journal,
    memory::{FoundBy, MemoryKind},
    mind::question::{Question, React},
    prompt::Prompts,
    town::{
        Experiment, Options,
        why::{Explainer, Link, Topic, Why},
    },
};

const FIRE: &str = "set <Isabella Rodriguez's apartment: main room: stove> is burning";
const WHO: &str = "Isabella Rodriguez";

fn opened(options: Options, trail: Option<Provenance>) -> App {
    let mut app = lived::open(&options);
    if let Some(trail) = trail {
        app.insert_resource(trail);
    }
    app
}

/// A morning with a fire at ten past seven.
fn fire(save: Option<PathBuf>, load: Option<PathBuf>) -> Options {
    let at = jiff::civil::date(2023, 2, 13).at(7, 10, 0, 0);
    let commands = if load.is_some() { Vec::new() } else { vec![(at, FIRE.to_string())] };
    let experiment = Experiment { commands, ..Experiment::default() };
    Options { scenario: "the_ville".into(), threads: 2, experiment, save, load, ..Options::default() }
}

fn live(app: &mut App, minutes: u32) -> u64 {
    lived::live_ticks(app, app.world().resource::<Calendar>().ticks(minutes));
    lived::now(app)
}

fn look<T>(app: &mut App, look: impl FnOnce(&Explainer) -> T) -> T {
    let mut state = SystemState::<Explainer>::new(app.world_mut());
    look(&state.get(app.world_mut()).expect("all that is looked at is there"))
}

fn hashes(app: &mut App) -> (String, String) {
    (state_hash(app.world_mut()), app.world().resource::<Journal>().hash())
}

fn named(app: &mut App, name: &str) -> AgentId {
    look(app, |looking| *looking.names.0.iter().find(|(_, one)| *one == name).expect("somebody of this name").0)
}

fn errand(app: &mut App, who: AgentId) -> u64 {
    let chronicle = app.world().resource::<Chronicle>();
    let errand = chronicle.activities(who).find(|(_, deed)| matches!(deed.because, Because::Errand(_)));
    errand.expect("something was done about the fire").0.at
}

fn link<'a>(why: &'a Why, title: &str) -> &'a Link {
    let found = why.links.iter().find(|link| link.title.starts_with(title));
    found.unwrap_or_else(|| panic!("no {title:?} in {:#?}", why.links))
}

/// What is told of who put the fire out.
fn is_told(app: &mut App) {
    let who = named(app, WHO);
    let tick = errand(app, who);
    let why = look(app, |looking| looking.why(who, Topic::Moment(tick + 1))).expect("a chain");
    assert!(why.what.contains("stove"), "{}", why.what);
    let did = &link(&why, "did").text;
    assert!(did.contains(" · ") && !did.contains(": "), "{did}: a place as people say it");
    assert!(link(&why, "saw").text.contains("stove") && link(&why, "saw").text.contains("burning"), "{why:#?}");
    assert_eq!(link(&why, "came from outside").text, FIRE);
    let thought = link(&why, "thought about it").thought.as_ref().expect("a thought");
    assert_eq!(thought.purpose, React::PURPOSE);
    assert!(thought.asked < thought.answered.expect("it was answered") && thought.answered <= Some(tick));
    assert!(thought.by().contains("built-in"), "{}", thought.by());
    assert!(
        thought.answer.iter().any(|(name, text)| name == "chose" && text.contains("stove")),
        "{:?}",
        thought.answer
    );

    // The memories, with the scores as they were.
    let scored: Vec<_> = thought.retrieved.iter().filter_map(|one| one.0.parts()).collect();
    assert!(
        !scored.is_empty() && thought.retrieved.iter().any(|one| one.0.by == FoundBy::Newest),
        "{:#?}",
        thought.retrieved
    );
    for [recency, importance, relevance, sum] in scored {
        assert!((recency + importance + relevance - sum).abs() < 1e-3 && sum <= 3.0);
    }
    let question: React = serde_json::from_str(&thought.ask.as_ref().expect("it was kept").inputs).expect("a question");
    assert_eq!(question.memories.len(), thought.retrieved.len(), "all that the question carried, and nothing else");
    for memory in &question.memories {
        assert!(thought.retrieved.iter().any(|one| one.1.text == memory.text), "{} is not among them", memory.text);
    }
    let prompts = Prompts::open(&lived::data()).expect("prompts");
    let prompt = thought.prompt(&prompts).expect("a prompt");
    assert!(prompt.user.contains("stove") && prompt.system.contains(WHO));
}

#[test]
fn a_fire_is_put_out_for_reasons() {
    let folder = tempfile::tempdir().expect("a folder");
    let save = folder.path().join("fire.town");
    let mut unseen = opened(fire(Some(save.clone()), None), None);
    live(&mut unseen, 120);
    smallville::town::finish(unseen.world_mut()).expect("it is saved");
    assert!(!unseen.world().contains_resource::<Provenance>(), "no question is kept where nobody looks");

    // The same town, looked at all the time.
    let mut seen = opened(fire(None, None), Some(Provenance::default()));
    for _ in 0..12 {
        live(&mut seen, 10);
        let who = named(&mut seen, WHO);
        let prompts = Prompts::open(&lived::data()).expect("prompts");
        look(&mut seen, |looking| {
            for moment in looking.moments(who, 0) {
                let why = looking.why(who, moment.of).unwrap_or_else(|| panic!("nothing about {moment:?}"));
                assert!(!looking.tell(&why, Some(&prompts)).is_empty());
            }
        });
    }
    assert_eq!(hashes(&mut seen), hashes(&mut unseen), "looking changes nothing");
    is_told(&mut seen);

    // What somebody overheard leads to the line.
    let overheard = look(&mut seen, |looking| {
        let everyone = looking.names.0.keys().copied();
        let memories =
            everyone.flat_map(|who| (0..looking.stream(who).map_or(0, |all| all.all().len())).map(move |n| (who, n)));
        let heard = |(who, n): &(AgentId, usize)| {
            let memory = &looking.stream(*who).expect("a stream").all()[*n];
            memory.created > 0 && memory.kind == MemoryKind::Observation && memory.source.is_some()
        };
        let leads = |(who, n): (AgentId, usize)| {
            let why = looking.why(who, Topic::Memory(n as u32)).expect("a chain");
            why.links.iter().any(|link| link.title.starts_with("overheard") && link.on.is_some())
        };
        let all: Vec<bool> = memories.filter(heard).map(leads).collect();
        (all.iter().filter(|one| **one).count(), all.len())
    });
    assert!(overheard.0 > 0 && overheard.0 == overheard.1, "{overheard:?} lead to a line");

    // The past of a save is there, and nothing is lived again.
    let trail = smallville::town::asked_before(Some(&save), Provenance::default());
    let mut loaded = opened(fire(None, Some(save.clone())), Some(trail));
    is_told(&mut loaded);
    assert_eq!(hashes(&mut loaded), hashes(&mut unseen));

    // And on the command line.
    let why = |arguments: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_smallville"));
        let out = command.current_dir(env!("CARGO_MANIFEST_DIR")).arg("why").arg(&save).args(arguments).output();
        out.expect("the program runs")
    };
    let at = ["--agent", "Isabella", "--at", "2023-02-13 07:12"];
    let told = String::from_utf8(why(&at).stdout).expect("text");
    for words in
        ["== saw, where they live", "is burning", FIRE, "recency + importance + relevance", "-- the prompt", "chose: "]
    {
        assert!(told.contains(words), "{words:?} is missing:\n{told}");
    }
    let brief = String::from_utf8(why(&[&at[..], &["--brief"]].concat()).stdout).expect("text");
    assert!(brief.len() < told.len() && !brief.contains("-- the prompt"));
    for (bad, words) in [
        (["--agent", "Nobody", "--at", "2023-02-13 07:12"], "nobody called"),
        (["--agent", "Isabella", "--at", "2023-02-14 07:12"], "from its beginning on and before its end"),
    ] {
        let out = why(&bad);
        let said = String::from_utf8_lossy(&out.stderr).into_owned();
        assert!(out.status.code() == Some(1) && said.contains(words), "{said}");
    }
    assert_eq!(why(&["--agent", "Isabella", "--at", "noon"]).status.code(), Some(2));
}

#[test]
fn lines_memories_and_plans_have_their_reasons() {
    let options = Options { scenario: "three_friends".into(), threads: 2, ..Options::default() };
    let mut app = opened(options, Some(Provenance::default()));
    // Three people see little of each other in a day.
    app.insert_resource(ReflectionSettings { threshold: 20, ..default() });
    live(&mut app, 14 * 60);
    let everyone: Vec<AgentId> = look(&mut app, |looking| looking.names.0.keys().copied().collect());
    let (mut lines, mut plans, mut kept, mut trees, mut judged) = (0, 0, 0, 0, 0);
    look(&mut app, |looking| {
        for &who in &everyone {
            for moment in looking.moments(who, 0) {
                let why = looking.why(who, moment.of).expect("a chain");
                let thoughts: Vec<_> = why.links.iter().filter_map(|link| link.thought.as_deref()).collect();
                match moment.of {
                    Topic::Line(talk, n) => {
                        let said = &looking.talk(talk).expect("a talk").lines[n].words;
                        let answer = &thoughts.first().expect("somebody thought of it").answer;
                        assert!(answer.iter().any(|(_, words)| words.trim() == said), "{said} is not in {answer:?}");
                        lines += 1;
                    }
                    Topic::Moment(_) if why.links.iter().any(|link| link.title == "a step of this hour") => plans += 1,
                    _ => {}
                }
            }
            let stream = looking.stream(who).expect("a stream");
            for (place, memory) in stream.all().iter().enumerate() {
                let why = looking.why(who, Topic::Memory(place as u32)).expect("a chain");
                let below = why.links.iter().filter(|link| link.title == "rests on").count();
                assert_eq!(below, memory.evidence.len());
                trees += usize::from(below > 1);
                judged += usize::from(why.links.iter().any(|link| link.title.starts_with("judged")));
                if memory.kind == MemoryKind::Dialogue && memory.created > 0 {
                    kept += usize::from(why.links.iter().any(|link| link.title == "thought a talk over"));
                }
            }
        }
    });
    assert!(lines > 5 && plans > 20 && kept > 2, "{lines} lines, {plans} steps, {kept} memories of talks");
    assert!(judged > 5, "{judged} memories were judged");
    assert!(trees > 0, "nobody concluded anything in a day");
}

#[test]
fn what_had_to_go_is_said() {
    let options = Options { scenario: "three_friends".into(), threads: 2, ..Options::default() };
    let mut app = opened(options, Some(Provenance::with_room(40_000)));
    live(&mut app, 120);
    let trail = app.world().resource::<Provenance>();
    assert!(trail.gone().is_some() && trail.size() <= 40_000, "{} bytes", trail.size());
    let prompts = Prompts::open(&lived::data()).expect("prompts");
    let first = app.world().resource::<Journal>().answers.keys().next().expect("answers").1;
    let thought = look(&mut app, |looking| looking.thought(first)).expect("its answer is in the journal");
    assert!(thought.ask.is_none() && thought.retrieved.is_empty() && thought.answered.is_some());
    assert!(thought.prompt(&prompts).is_err_and(|why| why.contains("was not kept")));
    assert!(!thought.answer.is_empty());
}

/// Seconds that this process has spent computing, all threads together; 0 where the system does not say.
fn spent() -> f64 {
    let stat = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let after = stat.rsplit(')').next().unwrap_or_default();
    let ticks = after.split_whitespace().skip(11).take(2).filter_map(|field| field.parse::<f64>().ok());
    ticks.sum::<f64>() / 100.0
}

/// `cargo test --test why -- --ignored --nocapture`
#[test]
#[ignore = "a measurement"]
fn a_day_with_and_without_a_trail() {
    for kept in [false, true, false, true] {
        let options = Options { scenario: "the_ville".into(), threads: 1, ..Options::default() };
        let mut app = opened(options, kept.then(|| Provenance::with_room(usize::MAX)));
        let before = spent();
        live(&mut app, 17 * 60);
        let took = spent() - before;
        match app.world().get_resource::<Provenance>() {
            Some(trail) => {
                let keys: Vec<_> = app.world().resource::<Journal>().answers.keys().map(|(_, id)| *id).collect();
                let whole: usize = keys.iter().filter_map(|id| trail.get(*id)).map(|kept| kept.ask.inputs.len()).sum();
                let (mb, whole) = (trail.size() as f64 / 1e6, whole as f64 / 1e6);
                println!("with: {took:.1} s, {} questions, {whole:.1} MB as {mb:.1} MB", trail.len());
            }
            None => println!("without: {took:.1} s"),
        }
    }
}
