//! Time, size, and what breaks off: every question ends.

use std::{
    net::TcpStream,
    sync::atomic::Ordering,
    time::{Duration, Instant},
};

use smallville::mind::{
    Mind,
    client::{AsyncClient, By, Client},
    llm::Settings,
};
use tokio::task::JoinSet;

use super::{
    asked::{FITS, ask, block, in_a_process_of_its_own, once, reply, server, settings, why},
    stage::{Act, Stage, said},
};

/// Why there is no answer, and after how many seconds.
fn ends(settings: &Settings) -> (String, f64) {
    let began = Instant::now();
    let why = why(&once(settings));
    (why, began.elapsed().as_secs_f64())
}

#[test]
fn nobody_at_home_is_known_at_once() {
    let at = Stage::new(|_, _| Act::Hang).at;
    std::thread::sleep(Duration::from_millis(50));
    let (why, seconds) = ends(&settings(&format!("http://{at}/v1")));
    assert!(why.contains("cannot be reached") && why.contains("refused"), "{why}");
    assert!(seconds < 1.0, "{seconds}");
}

#[test]
fn a_door_at_which_nobody_opens_is_left() {
    let settings = block(async {
        let socket = tokio::net::TcpSocket::new_v4().unwrap();
        socket.bind("127.0.0.1:0".parse().unwrap()).unwrap();
        let listener = socket.listen(1).unwrap();
        let at = listener.local_addr().unwrap();
        // A row of callers whom nobody takes in: the next finds no place to stand.
        let mut row = Vec::new();
        while let Ok(caller) = TcpStream::connect_timeout(&at, Duration::from_millis(100)) {
            row.push(caller);
            assert!(row.len() < 100);
        }
        let mut settings = settings(&format!("http://{at}/v1"));
        settings.retry.times = 0;
        let began = Instant::now();
        let came = server(&settings).answer(&ask("utterance")).await;
        assert!(why(&came).contains("cannot be reached"), "{}", why(&came));
        assert!((0.4..1.0).contains(&began.elapsed().as_secs_f64()), "{:?}", began.elapsed());
        settings
    });
    assert!(settings.limits.connect_s < 1.0);
}

#[test]
fn silence_ends_whenever_it_sets_in() {
    let stage = Stage::new(|_, _| Act::Hang);
    let (why, seconds) = ends(&settings(&stage.url()));
    assert!(why.contains("took too long"), "{why}");
    assert!((1.9..2.5).contains(&seconds), "{seconds}");
    assert_eq!(stage.calls(), 1, "whoever takes so long once is not asked again");

    let stage = Stage::new(|_, _| Act::Drip(Duration::from_secs(60), b"{}".to_vec()));
    let (why, seconds) = ends(&settings(&stage.url()));
    assert!(why.contains("fell silent"), "{why}");
    assert!(seconds < 1.0, "{seconds}");
}

#[test]
fn drops_that_never_end_do() {
    let body = said(FITS, "stop").to_string().into_bytes();
    let stage = Stage::new(move |_, _| Act::Drip(Duration::from_millis(100), body.clone()));
    let (why, seconds) = ends(&settings(&stage.url()));
    assert!(why.contains("not done in time"), "{why}");
    assert!((1.9..2.5).contains(&seconds), "{seconds}");
}

#[test]
fn a_model_may_take_its_time_before_it_begins() {
    let stage = Stage::new(|_, _| Act::Late(Duration::from_millis(900), Box::new(Act::words(FITS))));
    let came = once(&settings(&stage.url()));
    assert_eq!(reply(&came)["words"], "Good morning.");
    assert!(came.usage.millis >= 900, "{}", came.usage.millis);
}

#[test]
fn what_breaks_off_is_asked_for_again() {
    for act in [Act::BreakOff(200), Act::HangUp, Act::Raw(b"HTTP/1.1 200".to_vec())] {
        let stage = Stage::new(move |n, _| if n == 0 { act.clone() } else { Act::words(FITS) });
        assert_eq!(reply(&once(&settings(&stage.url())))["words"], "Good morning.");
        assert_eq!(stage.calls(), 2);
    }
    let stage = Stage::new(|_, _| Act::BreakOff(503));
    let (why, _) = ends(&settings(&stage.url()));
    assert!(why.contains("503"), "the status is kept: {why}");
}

#[test]
fn what_is_no_http_is_no_answer() {
    for noise in
        [&b"\x15\x03\x01\x00\x02\x02\x28"[..], b"SSH-2.0-OpenSSH_9.9\r\n", b"\r\n\r\n\r\n", b"HTTP/9.9 abc\r\n\r\n"]
    {
        let noise = noise.to_vec();
        let stage = Stage::new(move |_, _| Act::Raw(noise.clone()));
        let (why, seconds) = ends(&settings(&stage.url()));
        assert!(seconds < 2.5 && !why.is_empty(), "{why}");
    }
}

#[test]
fn a_flood_is_stopped_at_its_limit() {
    in_a_process_of_its_own("limits::a_flood", &[]);
}

/// Memory is of a whole process, and other tests have theirs.
#[test]
#[ignore = "run by a_flood_is_stopped_at_its_limit"]
fn a_flood() {
    let before = resident_kb();
    let stage = Stage::new(|_, _| Act::Flood(50 << 20));
    let (why, _) = ends(&settings(&stage.url()));
    assert!(why.contains("longer than 1048576 bytes"), "{why}");
    assert_eq!(stage.calls(), 1);
    let more = resident_kb().saturating_sub(before);
    assert!(more < 32 << 10, "{more} kB more");
}

/// 0 where it cannot be told.
fn resident_kb() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    line.and_then(|line| line.split_whitespace().next()?.parse().ok()).unwrap_or(0)
}

#[test]
fn no_more_than_its_slots_are_asked_of_a_server_at_a_time() {
    let stage = Stage::new(|_, _| Act::Late(Duration::from_millis(100), Box::new(Act::words(FITS))));
    let mut settings = settings(&stage.url());
    settings.servers[0].slots = 3;
    let server = server(&settings);
    block(async {
        let mut tasks = JoinSet::new();
        for _ in 0..12 {
            let server = server.clone();
            tasks.spawn(async move { server.answer(&ask("utterance")).await.outcome.is_ok() });
        }
        assert!(tasks.join_all().await.into_iter().all(|well| well));
    });
    assert_eq!(stage.most.load(Ordering::SeqCst), 3);
}

#[test]
fn who_is_let_go_leaves_no_task_behind() {
    let stage = Stage::new(|_, _| Act::Hang);
    let mut settings = settings(&stage.url());
    settings.servers[0].slots = 1;
    settings.limits.whole_s = 30.0;
    let server = server(&settings);
    block(async {
        for _ in 0..3 {
            let went = tokio::time::timeout(Duration::from_millis(100), server.answer(&ask("utterance"))).await;
            assert!(went.is_err());
        }
    });
    assert_eq!(stage.calls(), 3, "each had the slot");
}

#[test]
fn through_a_wire_every_question_comes_back_and_a_dropped_one_leaves_at_once() {
    let stage = Stage::new(|n, _| match n % 4 {
        3 => Act::words("no"),
        _ => Act::Late(Duration::from_millis(10), Box::new(Act::words(FITS))),
    });
    let mut settings = settings(&stage.url());
    settings.servers[0].slots = 4;
    let server = server(&settings);
    let mut wire = AsyncClient::open(server.clone(), server.by(), settings.slots());
    assert_eq!(wire.by(), By::Model("small".into()));
    for count in 0..40 {
        let mut ask = ask("utterance");
        (ask.id.count, ask.due) = (count, u64::from(count));
        wire.send(ask);
    }
    let (mut came, began) = (Vec::new(), Instant::now());
    while came.len() < 40 {
        wire.wait(Duration::from_millis(50));
        came.extend(wire.collect().into_iter().map(|(id, came)| (id.count, came)));
        assert!(began.elapsed() < Duration::from_secs(20), "{} came", came.len());
    }
    came.sort_by_key(|(count, _)| *count);
    assert!(came.iter().map(|(count, _)| *count).eq(0..40));
    assert!(came.iter().all(|(_, came)| came.by == Some(By::Model("small".into())) && came.usage.calls > 0));
    assert!(came.iter().filter(|(_, came)| came.outcome.is_ok()).count() > 30);

    let hang = Stage::new(|_, _| Act::Hang);
    let server = super::asked::server(&super::asked::settings(&hang.url()));
    let mut wire = AsyncClient::open(server.clone(), server.by(), 4);
    wire.send(ask("utterance"));
    std::thread::sleep(Duration::from_millis(100));
    let began = Instant::now();
    drop(wire);
    assert!(began.elapsed() < Duration::from_millis(200));
}
