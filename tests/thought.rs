//! The seam by itself: made-up questions, a made-up mind, no town.

use std::{
    sync::{
        Arc, Mutex,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use bevy::prelude::*;
use serde::{Deserialize, Serialize};
use smallville::{
    clock::{self, AgentId, Driver, Now, Pace, Roster, Seed, hash_of},
    exchange::{self, Answered, AskApp, Minds, Source, Thinking, Unanswered, run_until},
    journal::{By, Entry, Journal, QuestionHash, Tally},
    mind::{
        Ask, MindError, QuestionId, Reply, TokenUsage,
        client::{Client, Outcome, Response},
        question::{Listed, Question},
    },
    schedule,
};

#[derive(Serialize, Deserialize)]
struct Count(u32);
impl Listed for Count {}
impl Question for Count {
    const PURPOSE: &'static str = "count";
    const LABEL: &'static str = "count";
    type Answer = u32;
    fn admits(&self, answer: &u32) -> Result<(), String> {
        (*answer < 10).then_some(()).ok_or_else(|| "too many".into())
    }
}
#[derive(Serialize, Deserialize)]
struct Other;
impl Listed for Other {}
impl Question for Other {
    const PURPOSE: &'static str = "other";
    const LABEL: &'static str = "other";
    type Answer = u32;
    fn admits(&self, _: &u32) -> Result<(), String> {
        Ok(())
    }
}

type Heard = Vec<(u32, &'static str, Option<u32>)>;

/// What was delivered, in order: agent, question, answer.
#[derive(Resource, Default)]
struct Hearing(Heard);

/// Gives back all at once, last first: nothing may depend on who answered first.
struct Backwards {
    asks: Vec<Ask>,
    mind: fn(&Ask) -> Outcome,
    let_go: Arc<Mutex<Vec<QuestionId>>>,
    by: By,
}
impl Client for Backwards {
    fn by(&self) -> By {
        self.by.clone()
    }
    fn send_within(&mut self, ask: Ask, _: u32) {
        self.asks.push(ask);
    }
    fn cancel(&mut self, id: QuestionId) {
        self.let_go.lock().unwrap().push(id);
    }
    fn collect(&mut self) -> Vec<(QuestionId, Response)> {
        let silent = |ask: &Ask| (self.mind)(ask) == says("silence");
        let (kept, done): (Vec<_>, Vec<_>) = self.asks.drain(..).partition(silent);
        self.asks = kept;
        done.into_iter().rev().map(|ask| (ask.id, (self.mind)(&ask).into())).collect()
    }
    fn wait(&mut self, _: Duration) {}
}

fn line(mind: fn(&Ask) -> Outcome) -> Backwards {
    Backwards { asks: vec![], mind, let_go: Arc::default(), by: By::Model("backwards".into()) }
}

fn seam(pace: Pace, mind: fn(&Ask) -> Outcome, fallback: fn(&Ask) -> Outcome) -> App {
    seam_on(pace, line(mind), fallback)
}

fn seam_on(pace: Pace, line: impl Client, fallback: fn(&Ask) -> Outcome) -> App {
    let mut app = App::new();
    app.add_plugins((MinimalPlugins, schedule::plugin, clock::plugin, exchange::plugin))
        .insert_resource(Minds::new(Source::Mind(Box::new(line))).with_fallback(fallback))
        .insert_resource(Driver::new(pace))
        .insert_resource(Seed(1))
        .init_resource::<Hearing>()
        .add_question::<Count>()
        .add_question::<Other>();
    app.add_observer(|on: On<Answered<Count>>, ids: Query<&AgentId>, mut heard: ResMut<Hearing>| -> Result {
        heard.0.push((ids.get(on.entity)?.0, "count", Some(on.answer)));
        Ok(())
    });
    app.add_observer(|on: On<Unanswered<Count>>, ids: Query<&AgentId>, mut heard: ResMut<Hearing>| -> Result {
        heard.0.push((ids.get(on.entity)?.0, "count", None));
        Ok(())
    });
    // This answer makes the agent lose interest in the other question.
    app.add_observer(
        |on: On<Answered<Other>>, mut all: Query<(&AgentId, &mut Thinking)>, mut heard: ResMut<Hearing>| -> Result {
            let (id, mut thinking) = all.get_mut(on.entity)?;
            thinking.withdraw::<Count>();
            heard.0.push((id.0, "other", Some(on.answer)));
            Ok(())
        },
    );
    for n in 0..3 {
        app.world_mut().spawn((AgentId(n), Thinking::default()));
    }
    app
}

/// Asks as a system would, now; nobody waits any longer two ticks after it is due.
fn ask<Q: Question>(app: &mut App, agent: u32, due: u64, question: Q) -> bool {
    let world = app.world_mut();
    let (now, seed) = (*world.resource::<Now>(), *world.resource::<Seed>());
    let entity = world.resource::<Roster>().0[&AgentId(agent)];
    let mut thinking = world.get_mut::<Thinking>(entity).unwrap();
    thinking.ask(seed, AgentId(agent), now, due, due + 2, &question)
}
fn heard(app: &mut App, tick: u64) -> Heard {
    run_until(app, tick).unwrap();
    app.world().resource::<Hearing>().0.clone()
}
fn says(text: &str) -> Outcome {
    Ok(Reply(text.into()))
}
fn entry(app: &App) -> Entry {
    app.world().resource::<Journal>().answers.values().next().unwrap().as_ref().clone()
}
fn tally(app: &App) -> &Tally {
    app.world().resource()
}

#[test]
fn answers_come_by_due_then_agent_then_count_and_not_before() {
    let mut app = seam(Pace::Lockstep, |_| says("3"), |_| says("4"));
    for (agent, due) in [(2, 5), (0, 9), (1, 5)] {
        assert!(ask(&mut app, agent, due, Count(0)));
    }
    assert_eq!(heard(&mut app, 5), []);
    let first = [(1, "count", Some(3)), (2, "count", Some(3))];
    assert_eq!(heard(&mut app, 6), first);
    assert_eq!(heard(&mut app, 10), [first[0], first[1], (0, "count", Some(3))]);
    let entry = entry(&app);
    assert_eq!((entry.by, entry.why, entry.asked), (By::Model("backwards".into()), None, 0));
    assert_eq!((tally(&app).model, tally(&app).sent, tally(&app).by_question["count"].answers), (3, 3, 3));
}

#[test]
fn one_of_a_purpose_several_of_an_agent() {
    let mut app = seam(Pace::Lockstep, |_| says("3"), |_| says("4"));
    assert!(ask(&mut app, 0, 5, Count(0)) && ask(&mut app, 0, 5, Other));
    assert!(!ask(&mut app, 0, 5, Count(1)));
    // Asked first, answered first; the second answer withdraws nothing that is still open.
    assert_eq!(heard(&mut app, 6), [(0, "count", Some(3)), (0, "other", Some(3))]);
    assert!(ask(&mut app, 0, 9, Count(1)), "answered, so it may be asked again");
}

#[test]
fn what_was_withdrawn_is_dropped() {
    let mut app = seam(Pace::Lockstep, |_| says("3"), |_| says("4"));
    assert!(ask(&mut app, 0, 5, Other) && ask(&mut app, 0, 5, Count(0)));
    assert_eq!(heard(&mut app, 7), [(0, "other", Some(3))]);
    assert_eq!(tally(&app).dropped, 1);
    let answers = app.world().resource::<Journal>().answers.len();
    assert_eq!(answers, 1, "what did not enter is not in the journal");
}

#[test]
fn who_is_gone_gets_no_answer_and_the_mind_is_told() {
    let line = line(|_| says("silence"));
    let let_go = line.let_go.clone();
    let mut app = seam_on(Pace::Lockstep, line, |_| says("4"));
    assert!(ask(&mut app, 1, 5, Count(0)));
    run_until(&mut app, 2).unwrap();
    let gone = app.world().resource::<Roster>().0[&AgentId(1)];
    app.world_mut().despawn(gone);
    assert_eq!(heard(&mut app, 7), []);
    assert_eq!(*let_go.lock().unwrap(), [QuestionId { agent: 1, count: 0 }]);
}

#[test]
fn the_built_in_mind_steps_in() {
    let minds: [(fn(&Ask) -> Outcome, &str); 4] = [
        (|_| Err(MindError("down".into())), "down"),
        (|_| says("12"), "too many"),
        (|_| says("\"twelve\""), "cannot be read"),
        (|_| Err(MindError("x".repeat(10_000))), "xxx"),
    ];
    for (mind, why) in minds {
        let mut app = seam(Pace::Lockstep, mind, |_| says("4"));
        ask(&mut app, 0, 5, Count(0));
        assert_eq!(heard(&mut app, 6), [(0, "count", Some(4))], "{why}");
        let said = entry(&app).why.unwrap();
        assert!(entry(&app).by == By::Builtin && said.contains(why) && said.len() < 1000, "{said}");
        let tally = tally(&app);
        assert_eq!((tally.builtin, tally.model, tally.fallbacks, tally.sent), (1, 0, 1, 1));
        assert!(tally.trouble.as_ref().unwrap().1.contains(why));
    }
}

#[test]
fn the_built_in_mind_steps_in_on_a_thread_of_its_own() {
    fn elsewhere(_: &Ask) -> Outcome {
        says(if std::thread::current().name() == Some("mind") { "4" } else { "5" })
    }
    let mut app = seam(Pace::Lockstep, |_| Err(MindError("down".into())), elsewhere);
    ask(&mut app, 0, 5, Count(0));
    assert_eq!(heard(&mut app, 6), [(0, "count", Some(4))], "it failed");
    let mut app = seam(Pace::Live, |_| says("silence"), elsewhere);
    ask(&mut app, 0, 5, Count(0));
    run_until(&mut app, 3).unwrap();
    std::thread::sleep(Duration::from_millis(300));
    assert_eq!(heard(&mut app, 8), [(0, "count", Some(4))], "it was late");
}

#[test]
fn sometimes_nobody_has_an_answer() {
    let fallbacks: [fn(&Ask) -> Outcome; 2] = [|_| says("13"), |_| panic!("a hole in the rules")];
    for fallback in fallbacks {
        let mut app = seam(Pace::Lockstep, |_| says("12"), fallback);
        ask(&mut app, 0, 5, Count(0));
        assert_eq!(heard(&mut app, 6), [(0, "count", None)]);
        assert_eq!((entry(&app).reply, tally(&app).unanswered), (None, 1));
        assert!(entry(&app).why.unwrap().contains("and the built-in mind"));
    }
}

#[test]
fn in_live_one_gives_up_and_a_late_answer_is_nobodys() {
    // The silent mind speaks at last, long after.
    static SPEAK: AtomicBool = AtomicBool::new(false);
    let mut app =
        seam(Pace::Live, |_| if SPEAK.load(Ordering::Relaxed) { says("3") } else { says("silence") }, |_| says("4"));
    ask(&mut app, 0, 5, Count(0));
    assert_eq!(heard(&mut app, 7), [], "due at 5, but one waits till 7");
    assert_eq!(heard(&mut app, 8), [(0, "count", Some(4))]);
    SPEAK.store(true, Ordering::Relaxed);
    assert_eq!(heard(&mut app, 20).len(), 1);
    assert_eq!((tally(&app).dropped, tally(&app).given_up), (1, 1));
    assert_eq!(app.world().resource::<Journal>().answers.keys().next().unwrap().0, 7);
}

#[test]
fn what_a_question_took_that_was_given_up_is_counted_when_it_is_known() {
    struct Dear {
        line: Backwards,
        gone: Vec<(QuestionId, TokenUsage)>,
    }
    impl Client for Dear {
        fn by(&self) -> By {
            self.line.by()
        }
        fn send_within(&mut self, ask: Ask, _: u32) {
            self.line.send(ask);
        }
        fn max_usage(&self, _: &Ask) -> TokenUsage {
            TokenUsage { calls: 8, ..TokenUsage::default() }
        }
        fn cancel(&mut self, id: QuestionId) {
            self.gone.push((id, TokenUsage { calls: 2, tokens_in: 30, ..TokenUsage::default() }));
        }
        fn collect(&mut self) -> Vec<(QuestionId, Response)> {
            let gone = |(id, usage)| (id, Response { usage, ..Outcome::Err(MindError("cancelled".into())).into() });
            self.gone.drain(..).map(gone).chain(self.line.collect()).collect()
        }
        fn wait(&mut self, _: Duration) {}
    }
    let line = Dear { line: line(|_| says("silence")), gone: vec![] };
    let mut app = seam_on(Pace::Live, line, |_| says("4"));
    ask(&mut app, 0, 5, Count(0));
    assert_eq!(heard(&mut app, 10), [(0, "count", Some(4))]);
    let (lost, spent) = (tally(&app).lost.clone(), tally(&app).spent());
    assert_eq!((lost.calls, lost.tokens_in, spent.calls, tally(&app).usage.calls), (2, 30, 2, 0));
    assert_eq!(app.world().resource::<Minds>().budget().spent().calls, 2, "not the 8 that were set aside");
}

#[test]
fn in_live_a_late_answer_counts_when_it_comes() {
    static SPEAK: AtomicBool = AtomicBool::new(false);
    let mut app =
        seam(Pace::Live, |_| if SPEAK.load(Ordering::Relaxed) { says("3") } else { says("silence") }, |_| says("4"));
    ask(&mut app, 0, 5, Count(0));
    assert_eq!(heard(&mut app, 6), []);
    SPEAK.store(true, Ordering::Relaxed);
    assert_eq!(heard(&mut app, 7), [(0, "count", Some(3))]);
}

#[test]
fn an_unknown_question_stops_the_town_with_a_sentence() {
    #[derive(Serialize, Deserialize)]
    struct Odd;
    impl Listed for Odd {}
    impl Question for Odd {
        const PURPOSE: &'static str = "odd";
        const LABEL: &'static str = "odd";
        type Answer = ();
        fn admits(&self, (): &()) -> Result<(), String> {
            Ok(())
        }
    }
    let mut app = seam(Pace::Lockstep, |_| says("null"), |_| says("null"));
    ask(&mut app, 0, 5, Odd);
    let fault = run_until(&mut app, 9).unwrap_err();
    assert!(fault.contains("does not know, \"odd\"") && fault.contains("tick 5"), "{fault}");
}

#[test]
fn dice_belong_to_the_question() {
    let mut app = seam(Pace::Lockstep, |_| says("3"), |_| says("4"));
    for agent in [0, 1] {
        ask(&mut app, agent, 5, Count(0));
        ask(&mut app, agent, 5, Other);
    }
    let world = app.world_mut();
    let mut dice: Vec<u64> =
        world.query::<&Thinking>().iter(world).flat_map(|one| one.open().map(|ask| ask.dice)).collect();
    assert_eq!(Seed(1).draw(AgentId(0), 0, "count"), dice[0]);
    dice.sort_unstable();
    dice.dedup();
    assert_eq!(dice.len(), 4);
}

#[test]
fn hashes_are_of_what_is_said() {
    let id = QuestionId { agent: 0, count: 0 };
    let (purpose, inputs) = ("count".into(), "0".into());
    let one = Ask { id, purpose, inputs, asked: 0, due: 5, give_up: 5, dice: 0 };
    let other = Ask { inputs: "1".into(), ..one.clone() };
    assert_ne!(QuestionHash::of(&one), QuestionHash::of(&other));
    let text = QuestionHash::of(&one).to_string();
    assert_eq!(text.parse(), Ok(QuestionHash::of(&one)));
    for bad in ["", "xyz", &text[1..], &format!("+{}", &text[1..])] {
        assert!(bad.parse::<QuestionHash>().is_err(), "{bad:?}");
    }
    // Of plain JSON, so that anybody can check it.
    assert_eq!(hash_of(&[1, 2]), blake3::hash(b"[1,2]").to_hex().to_string());
    assert_eq!(Journal::default().hash(), hash_of(&Journal::default()));
}
