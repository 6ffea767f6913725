//! What is asked for, promised and called off in talk: one record for each of those who heard it, one memory, and what
//! came of it in the end.

use bevy::prelude::*;
use smallville::{
    agent::{
        agenda::{Agenda, Agreement, Standing},
        components::plan::DayPlan,
        persona::Names,
    },
    clock::{AgentId, Calendar},
    memory::MemoryStream,
    mind::{
        Ask, MindError, Reply,
        question::{Doer, Does, Question, TalkAct, Utter},
        rules,
    },
};

use super::{
    lived::live_until_hour as live,
    minds::{self, question, settle},
    of, over,
    town::{names, sociable, three_friends},
};

/// The first who talked, and the one they talked with.
fn pair(app: &App) -> (AgentId, AgentId) {
    let (_, talk) = over(app).into_iter().next().expect("they talked in the morning");
    (talk.members[0], talk.members[1])
}

fn agreements(app: &App, who: AgentId) -> &[Agreement] {
    &of::<Agenda>(app, who).agreements
}

/// Memories that still come to mind, name this other and say this.
fn told(app: &App, (who, other): (AgentId, AgentId), words: &str) -> Vec<String> {
    let name = &names(app)[&other];
    let says = |text: &str| text.contains(words) && text.contains(name.as_str());
    let all = of::<MemoryStream>(app, who).all().iter().filter(|one| !one.is_superseded());
    all.filter(|one| says(&one.text)).map(|one| one.text.clone()).collect()
}

#[test]
fn two_who_did_as_agreed_remember_it_in_place_of_the_promise() {
    let mut app = three_friends(3, 2);
    minds::connect(&mut app, minds::agreeing);
    sociable(&mut app);
    live(&mut app, 9.0);
    let (me, other) = pair(&app);
    for two in [(me, other), (other, me)] {
        let promises = told(&app, two, "agreed to look at the river");
        assert_eq!(promises.len(), 1, "one memory for one fact: {promises:?}");
        assert!(promises[0].contains(" and ") && promises[0].contains("Town Square"), "{promises:?}");
    }
    live(&mut app, 11.0);
    let kept = agreements(&app, me)[0].clone();
    assert!(matches!(kept.standing, Standing::Kept | Standing::Broken(_)), "its time is over: {kept:?}");
    let words = if kept.standing == Standing::Kept { "as agreed" } else { "agreed with" };
    let two = (me, other);
    assert_eq!(told(&app, two, words).len(), 1, "{:?}", told(&app, two, "agreed"));
    assert!(told(&app, two, "agreed to look at the river").is_empty(), "what came of it has taken its place");
}

/// Two lines: whoever begins needs a hand and does not say where; the other says yes.
fn in_need(ask: &Ask) -> Result<Reply, MindError> {
    match ask.purpose.as_str() {
        Utter::PURPOSE => {
            let question = question::<Utter>(ask)?;
            let what = format!("lend {} a hand", question.me.name);
            let asks = TalkAct { does: Does::Propose, who: Doer::You, what, need: 1, ..TalkAct::default() };
            match question.lines.len() {
                0 => settle("Could you lend me a hand with that?".into(), false, vec![asks]),
                _ => {
                    let yes = TalkAct { does: Does::Accept, about: 1, ..TalkAct::default() };
                    settle("Of course.".into(), true, vec![yes])
                }
            }
        }
        _ => rules::answer(ask),
    }
}

#[test]
fn a_need_that_somebody_promised_to_meet_is_met_and_has_its_place() {
    let mut app = three_friends(3, 2);
    minds::connect(&mut app, in_need);
    sociable(&mut app);
    live(&mut app, 4.0);
    let (me, other) = pair(&app);
    let agenda = of::<Agenda>(&app, me);
    let (need, one) = (&agenda.needs[0], &agenda.agreements[0]);
    assert_eq!((one.need, one.standing), (need.n, Standing::Agreed), "{one:?}");
    assert_eq!(
        (&one.terms.place, &one.terms.date),
        (&need.terms.place, &need.terms.date),
        "the need says where and when"
    );
    let calendar = *app.world().resource::<Calendar>();
    let names_of = app.world().resource::<Names>();
    let now = calendar.minute(super::ticks(&app));
    let open = agenda.open_needs(me, now, &calendar, names_of);
    assert!(open[0].met.contains(&names(&app)[&other]), "{open:?}");
    assert!(told(&app, (me, me), "needs somebody").is_empty(), "{:?}", told(&app, (me, me), "needs somebody"));
    // The other heard no place, and says so rather than invent one.
    let theirs = of::<Agenda>(&app, other).agreements.iter().find(|one| one.by == me).expect("they heard it");
    assert_eq!((theirs.terms.place.as_str(), theirs.settled(other, names_of).place.as_str()), ("", ""));
}

/// Four lines: asked, agreed, called off, a pity.
fn fickle(ask: &Ask) -> Result<Reply, MindError> {
    match ask.purpose.as_str() {
        Utter::PURPOSE => {
            let question = question::<Utter>(ask)?;
            let acts = |act: TalkAct| vec![act];
            match question.lines.len() {
                0 => minds::agreeing(ask),
                1 => {
                    let yes = TalkAct { does: Does::Accept, place: "Town Square".into(), ..TalkAct::default() };
                    settle("Yes, on the square.".into(), false, acts(yes))
                }
                2 => settle(
                    "No, wait, I can't after all.".into(),
                    false,
                    acts(TalkAct { does: Does::Cancel, ..TalkAct::default() }),
                ),
                _ => settle("A pity.".into(), true, Vec::new()),
            }
        }
        _ => rules::answer(ask),
    }
}

#[test]
fn what_is_called_off_is_in_nobody_s_day() {
    let mut app = three_friends(3, 2);
    minds::connect(&mut app, fickle);
    sociable(&mut app);
    live(&mut app, 7.0);
    let (me, other) = pair(&app);
    for (who, with) in [(me, other), (other, me)] {
        let agenda = of::<Agenda>(&app, who);
        assert_eq!(agenda.agreements[0].standing, Standing::Cancelled(me), "{agenda:?}");
        assert!(agenda.engagements.iter().all(|one| !one.what.contains("river")), "{agenda:?}");
        let parts = &of::<DayPlan>(&app, who).parts;
        assert!(parts.iter().all(|part| !part.what.contains("river")), "{parts:?}");
        assert!(!told(&app, (who, with), "after all").is_empty(), "that it was called off is remembered");
        assert!(told(&app, (who, with), "agreed to look").is_empty(), "nothing is meant any more");
    }
}
