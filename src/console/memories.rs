//! Looking into memories: `memory`. What has the words first, then what would come to mind.

use super::{
    Outcome,
    people::remembered,
    table::{Arguments, Town, said},
};
use crate::{
    agent::{resolve, scenario::mentions},
    command::unquoted,
    memory::{Memory, MemoryKind, MemoryKinds, MemoryStream, Query, embedding_store::EmbeddingStore},
};

/// Maximum number of memories listed.
const MEMORIES: usize = 20;
/// Maximum number of related memories listed after those that contain the words.
const BESIDES: usize = 8;

/// `memory NAME [observations|reflections|dialogue|plans|all] [words]`.
pub(super) fn memory(town: &Town, arguments: &Arguments) -> Result<Outcome, String> {
    let one = arguments.who()?;
    let stream: &MemoryStream = town.part(one)?;
    let (kinds, about) = (kinds(arguments.choice), unquoted(arguments.rest));
    let of_kind = |memory: &&Memory| kinds.has(memory.kind);
    let count = stream.all().iter().filter(of_kind).count();
    let head = format!("{} remembers {count} things;", one.name);
    let line = |memory: &Memory| remembered(town, memory);
    if about.is_empty() {
        let mut lines: Vec<String> = stream.all().iter().rev().filter(of_kind).take(MEMORIES).map(line).collect();
        lines.push(format!("{head} the newest:"));
        lines.reverse();
        return said(&lines);
    }
    let having: Vec<usize> = having(stream, kinds, about);
    let quoted = resolve::quoted(about);
    let mut lines = vec![match having.len() {
        0 => format!("{head} none has the words {quoted}"),
        all if all > MEMORIES => format!("{head} {all} have the words {quoted}, of these the newest first:"),
        all => format!("{head} {all} with the words {quoted}, the newest first:"),
    }];
    let shown = having.len().min(MEMORIES);
    lines.extend(having[..shown].iter().map(|place| line(&stream.all()[*place])));
    let more = if having.is_empty() { MEMORIES } else { BESIDES };
    let rows = town.world.get_resource::<EmbeddingStore>();
    let tick_seconds = town.calendar.tick_seconds;
    // What a thought of these words would bring, the best first.
    let hits = stream.retrieve(&Query { about, now: town.now, tick_seconds, limit: more + shown, kinds, rows });
    let besides = hits.iter().map(|hit| hit.index as usize).filter(|place| !having.contains(place)).take(more);
    let besides: Vec<String> = besides.map(|place| line(&stream.all()[place])).collect();
    if !besides.is_empty() {
        lines.push("comes to mind:".into());
        lines.extend(besides);
    }
    said(&lines)
}

/// Indices of the memories that contain all these words, each at the start of a word and ignoring case; newest first.
fn having(stream: &MemoryStream, kinds: MemoryKinds, about: &str) -> Vec<usize> {
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

/// The sorts of memories that a word stands for.
fn kinds(word: &str) -> MemoryKinds {
    match word {
        "observations" => MemoryKinds::only(MemoryKind::Observation),
        "reflections" => MemoryKinds::only(MemoryKind::Reflection),
        "dialogue" => MemoryKinds::only(MemoryKind::Dialogue),
        "plans" => MemoryKinds::only(MemoryKind::Plan),
        _ => MemoryKinds::ALL,
    }
}
