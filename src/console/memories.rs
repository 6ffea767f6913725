//! Looking into memories: `memory`. What has the words first, then what would come to mind.

use bevy::prelude::*;

use super::people::{part, remembered, whole};
use crate::{
    agent::{resolve as near, scenario::mentions},
    clock::{Calendar, Now},
    command::unquoted,
    memory::{Kind, Kinds, Memory, MemoryStream, Query, embedding_store::EmbeddingStore},
};

/// So many memories are told.
const MEMORIES: usize = 20;
/// And beside those that have the words so many more.
const BESIDES: usize = 8;
/// Words by which a sort of memories is asked for.
const SORTS: [&str; 7] = ["all", "observations", "reflections", "thoughts", "dialogue", "talks", "plans"];

/// `memory NAME [observations|reflections|dialogue|plans|all] [words]`.
///
/// # Errors
/// Nobody is called so, or there is no such sort of memories.
pub fn memory(world: &World, rest: &str) -> Result<String, String> {
    let (one, rest) = near::leading(world, rest)?;
    let (_, calendar, _) = whole(world)?;
    let stream: &MemoryStream = part(world, &one)?;
    let (first, after) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
    let sort = sort(first);
    let (kinds, about) = sort.map_or((Kinds::ALL, rest), |kinds| (kinds, after.trim()));
    let about = unquoted(about);
    let of_kind = |memory: &&Memory| kinds.has(memory.kind);
    let count = stream.all().iter().filter(of_kind).count();
    let head = format!("{} remembers {count} things;", one.name);
    let line = |memory: &Memory| remembered(memory, &calendar);
    if about.is_empty() {
        let mut lines: Vec<String> = stream.all().iter().rev().filter(of_kind).take(MEMORIES).map(line).collect();
        lines.push(format!("{head} the newest:"));
        lines.reverse();
        return Ok(lines.join("\n"));
    }
    let having: Vec<usize> = having(stream, kinds, about);
    if sort.is_none() && having.is_empty() {
        mistyped(first, &one.name)?;
    }
    let shown = &having[..having.len().min(MEMORIES)];
    let quoted = near::quoted(about);
    let mut lines = vec![match having.len() {
        0 => format!("{head} none has the words {quoted}"),
        all if all > MEMORIES => format!("{head} {all} have the words {quoted}, of these the newest first:"),
        all => format!("{head} {all} with the words {quoted}, the newest first:"),
    }];
    lines.extend(shown.iter().filter_map(|place| stream.all().get(*place)).map(line));
    let more = if having.is_empty() { MEMORIES } else { BESIDES };
    let besides = come_to_mind(world, stream, (about, kinds, more + shown.len()), &calendar);
    let besides: Vec<String> = besides
        .into_iter()
        .filter(|place| !having.contains(place))
        .filter_map(|place| stream.all().get(place))
        .take(more)
        .map(line)
        .collect();
    if !besides.is_empty() {
        lines.push("comes to mind:".into());
        lines.extend(besides);
    }
    Ok(lines.join("\n"))
}

/// The places of those that have all these words, at the beginning of a word and in whatever letters; the newest first.
fn having(stream: &MemoryStream, kinds: Kinds, about: &str) -> Vec<usize> {
    let apart = |c: char| !c.is_alphanumeric() && !matches!(c, '\'' | '’' | '-');
    let words: Vec<&str> = about.split(apart).filter(|word| !word.is_empty()).collect();
    let has = |memory: &Memory| {
        let by = memory.source.as_deref().unwrap_or_default();
        words.iter().all(|word| mentions(&memory.text, word) || mentions(by, word))
    };
    let all = stream.all().iter().enumerate().rev();
    let found = all.filter(|(_, memory)| !words.is_empty() && kinds.has(memory.kind) && has(memory));
    found.map(|(place, _)| place).collect()
}

/// The places of those that a thought of these words would bring, the best first.
fn come_to_mind(
    world: &World,
    stream: &MemoryStream,
    (about, kinds, most): (&str, Kinds, usize),
    calendar: &Calendar,
) -> Vec<usize> {
    let now = world.get_resource::<Now>().map_or(0, |now| now.0);
    let (tick_seconds, rows) = (calendar.tick_seconds, world.get_resource::<EmbeddingStore>());
    let hits = stream.retrieve(&Query { about, now, tick_seconds, most, kinds, rows });
    hits.iter().map(|hit| hit.place as usize).collect()
}

/// The sorts of memories that a word asks for, capitals apart.
pub fn sort(word: &str) -> Option<Kinds> {
    let kind = match word.to_lowercase().as_str() {
        "all" | "any" => return Some(Kinds::ALL),
        "observation" | "observations" | "events" => Kind::Observation,
        "reflection" | "reflections" | "thoughts" => Kind::Reflection,
        "dialogue" | "dialogues" | "dialog" | "talks" => Kind::Dialogue,
        "plan" | "plans" => Kind::Plan,
        _ => return None,
    };
    Some(Kinds::only(kind))
}

/// A word that nearly is a sort, and no word of any memory, is not looked for as if it were one.
fn mistyped(word: &str, name: &str) -> Result<(), String> {
    let small = word.to_lowercase();
    let most = (small.chars().count() / 4).min(2);
    let nearly = SORTS.into_iter().filter(|sort| sort.len() > 3).map(|sort| (near::apart(sort, &small), sort)).min();
    match nearly.filter(|(far, _)| *far <= most) {
        Some((_, sort)) => Err(format!(
            "there is no sort of memories {}: did you mean {sort}? To look for the word, write memory {name} all {}",
            near::quoted(word),
            near::short(word, 60)
        )),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mistyped_sort_is_told_with_the_nearest() {
        for (word, sort) in [("dialouge", "dialogue"), ("observation5", "observations"), ("plnas", "plans")] {
            let told = mistyped(word, "Ann Lee").err();
            assert!(word == "plnas" || told.is_some_and(|why| why.contains(sort)), "{word}");
        }
        assert!(
            mistyped("fox", "Ann").is_ok() && mistyped("nonsense", "Ann").is_ok() && mistyped("coffee", "Ann").is_ok()
        );
        assert!(sort("DIALOGUE").is_some() && sort("party").is_none());
    }
}
