//! The check for invention is itself checked: whoever claims what they cannot know is caught, every time.

use smallville::{
    mind::{Ask, MindError, Reply, question::InterviewAnswer, rules},
    study::evaluation::Evaluation,
};

use super::town::{Mind, friends, measured};

fn say(words: &str, known: bool) -> Result<Reply, MindError> {
    let answer = InterviewAnswer { answer: words.into(), known, evidence: Vec::new() };
    serde_json::to_string(&answer).map(Reply).map_err(|why| MindError(why.to_string()))
}

/// Claims everything, by the mark.
fn boaster(_: &Ask) -> Result<Reply, MindError> {
    say("It is well known to me.", true)
}

/// Claims everything in words, and says by the mark that it does not.
fn smooth_talker(_: &Ask) -> Result<Reply, MindError> {
    say("Yes, I know all about it.", false)
}

/// Knows nothing.
fn blank(_: &Ask) -> Result<Reply, MindError> {
    say("I don't know.", false)
}

/// Breaks down.
fn broken(_: &Ask) -> Result<Reply, MindError> {
    Err(MindError("gone".into()))
}

fn town(mind: Mind) -> Evaluation {
    measured(friends(Default::default()).unwrap_or_else(|trouble| panic!("{trouble}")), 0.1, mind)
}

#[test]
fn every_planted_claim_is_caught() {
    for mind in [boaster as Mind, smooth_talker] {
        let all = town(mind);
        // One of three knows of the one piece of news that is left here; the other two made it up.
        let news = &all.news[0];
        assert_eq!((all.news.len(), news.claims, news.invented, news.informed_end), (1, 3, 2, 1));
        assert_eq!(
            news.inventors.iter().map(|one| one.agent.as_str()).collect::<Vec<_>>(),
            ["Klaus Mueller", "Maria Lopez"]
        );
        // Two of the three have never met: each makes the other up. The others know each other from before.
        assert_eq!((all.acquaintance.answers, all.acquaintance.invented), (6, 2));
        let pair = |one: &str, two: &str| (one.to_string(), two.to_string());
        let made_up = [pair("Isabella Rodriguez", "Klaus Mueller"), pair("Klaus Mueller", "Isabella Rodriguez")];
        assert_eq!(all.acquaintance.inventions, made_up);
        assert!((all.density_end - 2.0 / 3.0).abs() < 1e-9, "what is made up makes no tie: {}", all.density_end);
    }
}

#[test]
fn who_says_nothing_knows_nothing_and_invents_nothing() {
    for mind in [blank as Mind, broken] {
        let all = town(mind);
        let news = &all.news[0];
        assert_eq!((news.claims, news.invented, news.informed_end, news.silent.len()), (0, 0, 0, 1));
        assert_eq!((all.acquaintance.invented, all.density_end), (0, 0.0));
    }
}

#[test]
fn the_built_in_mind_knows_who_knows() {
    let all = town(rules::answer);
    let news = &all.news[0];
    assert_eq!((news.informed_start, news.informed_end, news.invented), (1, 1, 0), "{:?}", news.inventors);
    assert_eq!((all.acquaintance.answers, all.acquaintance.invented), (6, 0), "{:?}", all.acquaintance.inventions);
}

#[test]
fn to_be_measured_leaves_no_trace() {
    let plain = |measure: bool| {
        let mut app = friends(Default::default()).unwrap_or_else(|trouble| panic!("{trouble}"));
        let end = 360;
        if measure {
            let live: smallville::study::evaluation::Live = &smallville::headless::live;
            let lived = smallville::study::evaluation::lived(&mut app, end, &(boaster as Mind), 2, live);
            lived.unwrap_or_else(|trouble| panic!("{trouble}"));
        } else {
            smallville::headless::live(&mut app, end).unwrap_or_else(|trouble| panic!("{trouble}"));
        }
        smallville::agent::state_hash(app.world_mut())
    };
    assert_eq!(plain(true), plain(false));
}
