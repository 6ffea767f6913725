//! Minds for talk: the built-in one, but for some of its answers.

use bevy::prelude::*;
use smallville::{
    exchange::{Minds, Source},
    mind::{
        Ask, Builtin, MindError, Reply,
        client::AsyncClient,
        question::{AfterTalk, Doer, Does, Question, TalkAct, Utter, UtterAnswer},
        rules,
    },
};

/// Takes the place of the town's mind; where this one has no answer, nobody has.
pub fn connect(app: &mut App, mind: Builtin) {
    app.insert_resource(Minds::new(Source::Mind(Box::new(AsyncClient::pool(mind, 2)))).with_fallback(mind));
}

fn say(words: String, end: bool) -> Result<Reply, MindError> {
    settle(words, end, Vec::new())
}

pub fn settle(words: String, end: bool, acts: Vec<TalkAct>) -> Result<Reply, MindError> {
    serde_json::to_string(&UtterAnswer { words, end, acts }).map(Reply).map_err(|why| MindError(why.to_string()))
}

pub fn question<Q: Question>(ask: &Ask) -> Result<Q, MindError> {
    serde_json::from_str(&ask.inputs).map_err(|why| MindError(why.to_string()))
}

/// Never comes to an end.
pub fn endless(ask: &Ask) -> Result<Reply, MindError> {
    match ask.purpose.as_str() {
        Utter::PURPOSE => say(format!("And another thing, number {}.", question::<Utter>(ask)?.lines.len()), false),
        _ => rules::answer(ask),
    }
}

/// Says one thing and then finds no words, nor knows what to keep of it.
pub fn speechless(ask: &Ask) -> Result<Reply, MindError> {
    match ask.purpose.as_str() {
        Utter::PURPOSE if question::<Utter>(ask)?.lines.is_empty() => say("Well.".into(), false),
        Utter::PURPOSE | AfterTalk::PURPOSE => Err(MindError("no words".into())),
        _ => rules::answer(ask),
    }
}

/// Two lines, and each promises to ask somebody else to something, today, without a word of when and where.
pub fn vague(ask: &Ask) -> Result<Reply, MindError> {
    promising(ask, |question| TalkAct { what: "ask the new neighbour to tea".into(), ..today(question) })
}

/// Two lines, and each promises the other a hand, today.
pub fn lending(ask: &Ask) -> Result<Reply, MindError> {
    promising(ask, |question| TalkAct {
        what: format!("help {} to carry chairs", question.other.name),
        place: "Town Square".into(),
        ..today(question)
    })
}

fn today(question: &Utter) -> TalkAct {
    TalkAct { does: Does::Accept, who: Doer::Me, date: question.now.iso.clone(), ..TalkAct::default() }
}

fn promising(ask: &Ask, promise: fn(&Utter) -> TalkAct) -> Result<Reply, MindError> {
    match ask.purpose.as_str() {
        Utter::PURPOSE => {
            let question = question::<Utter>(ask)?;
            let lines = question.lines.len();
            settle(["I will.", "So will I."][lines.min(1)].into(), lines > 0, vec![promise(&question)])
        }
        _ => rules::answer(ask),
    }
}

/// Two lines: whoever begins asks the other to look at the river with them in the afternoon, and the other says yes and
/// where.
pub fn agreeing(ask: &Ask) -> Result<Reply, MindError> {
    match ask.purpose.as_str() {
        Utter::PURPOSE => {
            let question = question::<Utter>(ask)?;
            let [from, until] = ["16:00", "17:00"].map(String::from);
            let what = format!("look at the river with {}", question.other.name);
            let asks = TalkAct { does: Does::Propose, who: Doer::Both, what, from, until, ..today(&question) };
            match question.lines.len() {
                0 => settle("Shall we look at the river at four?".into(), false, vec![asks]),
                _ => {
                    let yes = TalkAct { does: Does::Accept, place: "Town Square".into(), ..TalkAct::default() };
                    settle("Yes, on the square.".into(), true, vec![yes])
                }
            }
        }
        _ => rules::answer(ask),
    }
}
