//! Minds for talk: the built-in one, but for some of its answers.

use bevy::prelude::*;
use smallville::{
    exchange::{Minds, Source},
    mind::{
        Ask, Builtin, MindError, Reply,
        client::AsyncClient,
        question::{AfterAnswer, AfterTalk, Promise, Question, Utter, UtterAnswer},
        rules,
    },
};

/// Takes the place of the town's mind; where this one has no answer, nobody has.
pub fn connect(app: &mut App, mind: Builtin) {
    app.insert_resource(Minds::new(Source::Mind(Box::new(AsyncClient::pool(mind, 2)))).with_fallback(mind));
}

fn say(words: String, end: bool) -> Result<Reply, MindError> {
    serde_json::to_string(&UtterAnswer { words, end }).map(Reply).map_err(|why| MindError(why.to_string()))
}

fn question<Q: Question>(ask: &Ask) -> Result<Q, MindError> {
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
    promising(ask, |question| Promise { what: "ask the new neighbour to tea".into(), ..today(question) })
}

/// Two lines, and each promises the other a hand, today.
pub fn lending(ask: &Ask) -> Result<Reply, MindError> {
    promising(ask, |question| Promise {
        what: format!("help {} to carry chairs", question.other.name),
        place: "Town Square".into(),
        ..today(question)
    })
}

fn today(question: &AfterTalk) -> Promise {
    let [what, place, from, until] = [const { String::new() }; 4];
    Promise { line: 1, what, place, date: question.now.iso.clone(), from, until }
}

/// Two lines, and whoever began promises something for the afternoon.
pub fn agreeing(ask: &Ask) -> Result<Reply, MindError> {
    promising(ask, |question| Promise {
        what: "look at the river".into(),
        place: "Town Square".into(),
        from: "16:00".into(),
        until: "17:00".into(),
        ..today(question)
    })
}

fn promising(ask: &Ask, promise: fn(&AfterTalk) -> Promise) -> Result<Reply, MindError> {
    match ask.purpose.as_str() {
        Utter::PURPOSE => {
            let lines = question::<Utter>(ask)?.lines.len();
            say(["Shall we look at the river at four?", "Yes, on the square."][lines.min(1)].into(), lines > 0)
        }
        AfterTalk::PURPOSE => {
            let question: AfterTalk = question(ask)?;
            let line = question.lines.iter().position(|line| line.who == question.me.name).unwrap_or(0) as u32 + 1;
            let promise = Promise { line, ..promise(&question) };
            let summary = format!("{} and {} talked about the river.", question.me.name, question.other.name);
            let answer = AfterAnswer { summary, agreed: vec![promise], ..AfterAnswer::default() };
            serde_json::to_string(&answer).map(Reply).map_err(|why| MindError(why.to_string()))
        }
        _ => rules::answer(ask),
    }
}
