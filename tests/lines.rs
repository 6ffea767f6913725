//! The lines to minds by themselves.

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::{Duration, Instant},
};

use smallville::mind::{
    Ask, Mind, QuestionId, Reply, TokenUsage,
    client::{AsyncClient, By, Client, Outcome, Response, SimulatedClient, StreamedLines},
    question::{Question, Utter},
};

fn says(text: &str) -> Outcome {
    Ok(Reply(text.into()))
}

fn question(count: u32, due: u64) -> Ask {
    let (purpose, inputs) = ("count".into(), "0".into());
    Ask { id: QuestionId { agent: 0, count }, purpose, inputs, asked: 0, due, give_up: due, dice: 0 }
}

fn responses(line: &mut impl Client, n: usize) -> Vec<(QuestionId, Response)> {
    let (mut came, began) = (vec![], Instant::now());
    while came.len() < n {
        line.wait(Duration::from_millis(20));
        came.extend(line.collect());
        assert!(began.elapsed() < Duration::from_secs(60), "only {} of {n} came", came.len());
    }
    came
}

fn gather(line: &mut impl Client, n: usize) -> Vec<(u32, Outcome)> {
    responses(line, n).into_iter().map(|(id, came)| (id.count, came.outcome)).collect()
}

/// Answers with the question's own count; stumbles over every seventh.
fn echo(ask: &Ask) -> Outcome {
    assert!(ask.id.count % 7 != 3, "stumbled");
    says(&ask.id.count.to_string())
}

struct Echo;
impl Mind for Echo {
    async fn answer_within(&self, ask: &Ask, _: u32) -> Response {
        tokio::task::yield_now().await;
        echo(ask).into()
    }
}

#[test]
fn every_question_comes_back_once_and_a_panic_costs_one_answer() {
    fn check(mut line: impl Client) {
        (0..100).for_each(|n| line.send(question(n, 5)));
        let mut came = gather(&mut line, 100);
        came.sort_by_key(|(count, _)| *count);
        for (n, (count, outcome)) in (0..).zip(came) {
            assert_eq!(count, n);
            match outcome {
                Err(why) => assert!(n % 7 == 3 && why.0.contains("stumbled"), "{why}"),
                Ok(reply) => assert_eq!(reply.0, n.to_string()),
            }
        }
        assert!(line.collect().is_empty());
    }
    check(AsyncClient::pool(echo, 3));
    check(AsyncClient::open(Echo, By::Cassette, 3));
    check(SimulatedClient::new(echo, 3, 1).0);
}

#[test]
fn the_most_urgent_is_answered_first_and_what_was_let_go_need_not_be() {
    fn check(mut line: impl Client, gate: &AtomicBool) {
        line.send(question(0, 0)); // holds the only slot
        [(1, 9), (2, 3), (3, 6), (4, 1)].into_iter().for_each(|(count, due)| line.send(question(count, due)));
        line.cancel(question(3, 6).id);
        gate.store(true, Ordering::Relaxed);
        let answered = gather(&mut line, 5).into_iter().filter(|(_, outcome)| outcome.is_ok());
        assert_eq!(answered.map(|(count, _)| count).collect::<Vec<_>>(), [0, 4, 2, 1]);
    }
    fn shut(gate: &AtomicBool) -> bool {
        !gate.load(Ordering::Relaxed)
    }
    struct Gated(Arc<AtomicBool>);
    impl Mind for Gated {
        async fn answer_within(&self, _: &Ask, _: u32) -> Response {
            while shut(&self.0) {
                tokio::time::sleep(Duration::from_millis(1)).await;
            }
            says("0").into()
        }
    }
    let gate = Arc::new(AtomicBool::new(false));
    check(AsyncClient::open(Gated(gate.clone()), By::Cassette, 1), &gate);
    let gate = Arc::new(AtomicBool::new(false));
    let mine = gate.clone();
    let answer = move |_: &Ask| {
        while shut(&mine) {
            std::thread::sleep(Duration::from_millis(1));
        }
        says("0")
    };
    check(AsyncClient::pool(answer, 1), &gate);
}

#[test]
fn a_line_that_is_listened_to_goes_first() {
    struct Gated(Arc<AtomicBool>, Arc<StreamedLines>);
    impl Mind for Gated {
        async fn answer_within(&self, _: &Ask, _: u32) -> Response {
            while !self.0.load(Ordering::Relaxed) {
                tokio::time::sleep(Duration::from_millis(1)).await;
            }
            says("0").into()
        }
        fn streamed(&self) -> Arc<StreamedLines> {
            self.1.clone()
        }
    }
    let (gate, streamed) = (Arc::new(AtomicBool::new(false)), Arc::new(StreamedLines::default()));
    streamed.listen_to([7].into());
    let mut line = AsyncClient::open(Gated(gate.clone(), streamed), By::Cassette, 1);
    for (count, due) in [(0, 0), (1, 5), (2, 2), (4, 1)] {
        line.send(question(count, due));
    }
    let of_seven = QuestionId { agent: 7, count: 3 };
    line.send(Ask { id: of_seven, purpose: Utter::PURPOSE.into(), ..question(3, 9) });
    std::thread::sleep(Duration::from_millis(50)); // the last is surely in the queue
    gate.store(true, Ordering::Relaxed);
    let order: Vec<u32> = gather(&mut line, 5).into_iter().map(|(count, _)| count).collect();
    let place = |count: u32| order.iter().position(|one| *one == count);
    assert!(place(3) < place(2) && place(4) < place(2) && place(2) < place(1), "{order:?}");
}

#[test]
fn what_was_let_go_frees_its_slot() {
    struct Choosy(Arc<AtomicBool>);
    impl Mind for Choosy {
        async fn answer_within(&self, ask: &Ask, _: u32) -> Response {
            self.0.store(true, Ordering::Relaxed);
            if ask.id.count == 0 { std::future::pending().await } else { says("1").into() }
        }
        fn cancelled_usage(&self, _: &Ask) -> TokenUsage {
            TokenUsage { calls: 1, ..TokenUsage::default() }
        }
    }
    let begun = Arc::new(AtomicBool::new(false));
    let mut line = AsyncClient::open(Choosy(begun.clone()), By::Cassette, 1);
    line.send(question(0, 0)); // would hold the only slot for ever
    while !begun.load(Ordering::Relaxed) {
        std::thread::sleep(Duration::from_millis(1));
    }
    line.send(question(1, 5));
    line.cancel(question(0, 0).id);
    let came = responses(&mut line, 2);
    let told = |count: u32| came.iter().find(|(id, _)| id.count == count).map(|(_, response)| response).unwrap();
    assert_eq!(told(1).outcome, says("1"));
    assert!(told(0).outcome.is_err() && told(0).usage.calls == 1, "what it took is known");
}

#[test]
fn dropping_a_line_ends_its_threads() {
    struct Kept {
        _it: Arc<()>,
    }
    impl Mind for Kept {
        async fn answer_within(&self, _: &Ask, _: u32) -> Response {
            std::future::pending().await
        }
    }
    let kept = Arc::new(());
    let mut wire = AsyncClient::open(Kept { _it: kept.clone() }, By::Cassette, 2);
    let held = kept.clone();
    let mut pool = AsyncClient::pool(move |_| says(&Arc::strong_count(&held).to_string()), 4);
    (0..5).for_each(|n| wire.send(question(n, 1)));
    (0..5).for_each(|n| pool.send(question(n, 1)));
    drop((wire, pool));
    let began = Instant::now();
    while Arc::strong_count(&kept) > 1 {
        assert!(began.elapsed() < Duration::from_secs(60), "a thread lives on");
        std::thread::sleep(Duration::from_millis(1));
    }
}
