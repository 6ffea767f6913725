//! An answer in words: each field of it in a line, with the numbers of options and places resolved where it is known what
//! they stand for.

use serde_json::Value;

use crate::{
    agent::ablation::ENGLISH,
    mind::{
        Ask, Reply,
        question::{Piece, PlanDay, PlanHours, PlanSteps, Question, React, TimeOfDay, WhereAndLook, read},
    },
};

/// What the field is called in which the reason stands.
pub const BECAUSE: &str = "because";

/// What was answered, field by field; empty fields are left out.
pub fn words(purpose: &str, reply: &str, ask: Option<&Ask>) -> Vec<(String, String)> {
    let reply = Reply(reply.to_string());
    let told = ask.and_then(|ask| match purpose {
        React::PURPOSE => reaction(ask, &reply),
        PlanDay::PURPOSE => day(ask, &reply),
        WhereAndLook::PURPOSE => places(ask, &reply),
        PlanHours::PURPOSE => {
            read::<PlanHours>(ask, &reply).ok().map(|(asked, told)| pieces(asked.part.from, &told.hours))
        }
        PlanSteps::PURPOSE => steps(ask, &reply),
        _ => None,
    });
    told.unwrap_or_else(|| plain(&reply.0))
}

fn row(name: &str, text: impl Into<String>) -> (String, String) {
    (name.to_string(), text.into())
}

fn filled(rows: Vec<(String, String)>) -> Vec<(String, String)> {
    rows.into_iter().filter(|(_, text)| !text.trim().is_empty()).collect()
}

fn reaction(ask: &Ask, reply: &Reply) -> Option<Vec<(String, String)>> {
    let (question, answer) = read::<React>(ask, reply).ok()?;
    let option = question.options.iter().find(|option| option.n == answer.option);
    let others = question.options.iter().filter(|option| option.n != answer.option);
    let others: Vec<&str> = others.map(|option| option.text.as_str()).collect();
    let place = |n: &u32| {
        let mut all = question.places.iter().flat_map(|place| place.objects.iter().map(move |one| (place, one)));
        all.find(|(_, one)| one.n == *n).map(|(place, one)| format!("{} ({})", one.name, place.name))
    };
    let places: Vec<String> = answer.places.iter().filter_map(place).collect();
    let minutes = if answer.minutes > 0 { format!("{} minutes", answer.minutes) } else { String::new() };
    Some(filled(vec![
        row("chose", option.map_or("", |option| &option.text)),
        row(BECAUSE, answer.why),
        row("what", format!("{} {}", answer.what, answer.emoji)),
        row("at", places.join(", then ")),
        row("for", minutes),
        row("leaves it", answer.leaves),
        row("could also have", others.join("; ")),
    ]))
}

fn day(ask: &Ask, reply: &Reply) -> Option<Vec<(String, String)>> {
    let (question, answer) = read::<PlanDay>(ask, reply).ok()?;
    let mut from = answer.wake;
    let mut rows = vec![row("rises", answer.wake.to_string())];
    for part in &answer.parts {
        let place = question.places.iter().find(|place| place.n == part.place).map(|place| place.name.as_str());
        let at = place.map(|name| format!(" · {name}")).unwrap_or_default();
        rows.push(row(&format!("{from}–{}", part.until), format!("{}{at}", part.what)));
        from = part.until;
    }
    rows.push(row("gives up", answer.drops));
    Some(filled(rows))
}

/// `09:00–09:10`: what is done then.
fn pieces(mut from: TimeOfDay, all: &[Piece]) -> Vec<(String, String)> {
    let mut rows = Vec::new();
    for piece in all {
        rows.push(row(&format!("{from}–{}", piece.until), &piece.what));
        from = piece.until;
    }
    rows
}

fn steps(ask: &Ask, reply: &Reply) -> Option<Vec<(String, String)>> {
    let (question, answer) = read::<PlanSteps>(ask, reply).ok()?;
    let mut rows = pieces(question.part.from, &answer.steps);
    rows.push(row("by the end", answer.result));
    Some(filled(rows))
}

fn places(ask: &Ask, reply: &Reply) -> Option<Vec<(String, String)>> {
    let (question, answer) = read::<WhereAndLook>(ask, reply).ok()?;
    let named = |n: u32| {
        let mut all = question.places.iter().flat_map(|place| place.objects.iter().map(move |one| (place, one)));
        let found = all.find(|(_, one)| one.n == n);
        found.map_or("on the spot".into(), |(place, one)| format!("{} ({})", one.name, place.name))
    };
    let steps = std::iter::once(&question.step).chain(&question.then);
    let placed = std::iter::once(answer.first()).chain(answer.then.iter().cloned());
    let (which, then) = if question.language == ENGLISH { (", meanwhile ", ", afterwards ") } else { (": ", " → ") };
    let told = steps.zip(placed).map(|(step, one)| {
        let quoted =
            |before: &str, said: &str| if said.is_empty() { String::new() } else { format!("{before}“{said}”") };
        let (state, leaves) = (quoted(which, &one.state), quoted(then, &one.leaves));
        row(
            &format!("{}–{}", step.from, step.until),
            format!("{}: {}{state}{leaves} {}", step.what, named(one.place), one.emoji),
        )
    });
    Some(told.collect())
}

/// Any answer.
fn plain(reply: &str) -> Vec<(String, String)> {
    match serde_json::from_str(reply) {
        Ok(Value::Object(fields)) => filled(
            fields
                .iter()
                .flat_map(|(name, value)| match value {
                    Value::Array(all) if all.iter().any(Value::is_object) => {
                        all.iter().map(|one| (name.replace('_', " "), line(one))).collect()
                    }
                    _ => vec![(name.replace('_', " "), line(value))],
                })
                .collect(),
        ),
        _ => vec![row("answer", reply)],
    }
}

fn line(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(text) => text.clone(),
        Value::Array(all) => all.iter().map(line).collect::<Vec<_>>().join(", "),
        Value::Object(fields) => {
            let told = fields.iter().map(|(name, value)| (name.replace('_', " "), line(value)));
            let told = told.filter(|(_, text)| !text.is_empty()).map(|(name, text)| format!("{name}: {text}"));
            told.collect::<Vec<_>>().join(" · ")
        }
        other => other.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_answer_is_told() {
        let rows = words("steps", r#"{"steps":[{"until":"08:05","what":"rising"}],"so_far":"","n":3}"#, None);
        let rows: Vec<(&str, &str)> = rows.iter().map(|(a, b)| (a.as_str(), b.as_str())).collect();
        assert_eq!(rows, [("n", "3"), ("steps", "until: 08:05 · what: rising")]);
        assert_eq!(words("x", "no JSON", None), [("answer".to_string(), "no JSON".to_string())]);
    }
}
