//! The importance of new memories: from their words at once, from the mind a little later.

use super::{SLOW, Thinker};
use crate::{
    agent::{prelude::*, wording},
    language::importance::importance,
    memory::FoundBy,
    mind::question::{Recalled, Weigh},
};

/// Memories whose words score less are routine sights; the mind is not asked about them.
const WORTH_ASKING: u8 = 3;
/// What a mere sight weighs.
const SIGHT: u8 = 1;
/// What weighs this much by its words waits only so many minutes for in_talk, the rest longer: its provisional weight
/// holds meanwhile.
const PRESSING: u8 = 6;
const PRESSING_WAITS: u32 = 15;
/// New memories of one question: so many are enough to ask, and so many it takes.
const ENOUGH: usize = 8;
const BATCH: usize = 10;
/// Minutes after which one is judged even without in_talk.
const WAITS: u32 = 240;

/// Counts what has come: its provisional weight is the heavier of what whoever remembered it gave it and of what its
/// words say.
pub fn count_importance(town: Town, mut people: Query<(&Persona, &mut MemoryStream, &mut ReflectionDrive)>) {
    let mut people = people.iter_many_mut(&town.active.0);
    while let Some((persona, mut memory, mut drive)) = people.fetch_next() {
        let end = memory.all().len() as u32;
        for place in drive.counted..end {
            let Some(one) = memory.get(place) else { continue };
            if one.created == 0 {
                continue; // From before the town began: it has been thought over.
            }
            // In another language a word of ours means nothing.
            let by_words = if town.ablation.english() { importance(&one.text, &persona.name) } else { 0 };
            let (given, counts) = (one.importance, one.kind != MemoryKind::Reflection);
            // A mere sight, of somebody going about their day, is nothing to weigh, unless its words press.
            let sight = given == SIGHT && one.kind == MemoryKind::Observation && one.source.is_none();
            let least = if sight { PRESSING } else { WORTH_ASKING };
            let weight = if by_words >= least { given.max(by_words) } else { given };
            if weight != given {
                memory.set_importance(place, weight);
            }
            if counts {
                drive.sum += u32::from(weight);
            }
        }
        if drive.counted < end {
            drive.counted = end;
        }
    }
}

/// Puts new memories before the mind, several at a time.
pub fn ask_importance(town: Town, mut people: Query<Thinker, Without<Newcomer>>) {
    let (patience, soon) = (town.ticks(WAITS), town.ticks(PRESSING_WAITS));
    let mut people = people.iter_many_mut(&town.active.0);
    while let Some(mut one) = people.fetch_next() {
        let small = |one: &Memory| one.importance < WORTH_ASKING || one.created == 0 || one.importance_fixed;
        let first = one.drive.judged;
        let skipped = one.memory.all().iter().skip(first as usize).take_while(|memory| small(memory)).count() as u32;
        if skipped > 0 {
            one.drive.judged = first + skipped;
        }
        let new = one.memory.all().iter().enumerate().skip(one.drive.judged as usize);
        let mut new = new.filter(|(_, memory)| !small(memory)).take(BATCH).peekable();
        let Some(oldest) = new.peek().map(|(_, memory)| memory.created) else { continue };
        if one.thinking.about::<Weigh>() {
            continue;
        }
        let batch: Vec<(usize, &Memory)> = new.collect();
        let presses = |memory: &Memory| memory.importance >= PRESSING && memory.created + soon <= town.now.0;
        let pressing = batch.iter().any(|(_, memory)| presses(memory));
        if batch.len() < ENOUGH && !pressing && oldest + patience > town.now.0 {
            continue;
        }
        let shown = |(n, memory): &(usize, &Memory)| Recalled {
            n: Some(*n as u32 + 1),
            ..wording::recalled(memory, &town.calendar)
        };
        let question = Weigh {
            language: town.language(),
            me: one.person.me(&one.image, &town),
            close: close(one.person.persona),
            memories: batch.iter().map(shown).collect(),
        };
        let last = batch.last().map_or(one.drive.judged, |(n, _)| *n as u32 + 1);
        let came = batch.iter().map(|(n, _)| Retrieved::by(FoundBy::Judged, *n as u32)).collect();
        one.ask(&town, SLOW, &question, came);
        one.drive.judged = last;
    }
}

/// Words for those who are close.
const CLOSE: &str = "wife husband son daughter mother father parents sister brother married partner girlfriend boyfriend \
    fiancé fiancée friend friends loves love roommate colleague grandmother";

/// Those close to somebody, with what they are, from the cast file.
fn close(persona: &Persona) -> String {
    let near = persona.people.iter().filter(|other| {
        let mut words = other.knows.split(|c: char| !c.is_alphabetic());
        words.any(|word| CLOSE.split(' ').any(|close| close == word.to_lowercase()))
    });
    let near: Vec<String> =
        near.take(6).map(|other| format!("{} ({})", other.name, other.knows.trim().trim_end_matches('.'))).collect();
    near.join(", ")
}

pub(super) fn store_scores(
    on: On<Answered<Weigh>>,
    mut people: Query<(&mut MemoryStream, &mut ReflectionDrive)>,
) -> Result {
    let (mut memory, mut drive) = people.get_mut(on.entity)?;
    for (shown, score) in on.question.memories.iter().zip(&on.answer.scores) {
        let Some(place) = shown.n.and_then(|n| n.checked_sub(1)) else { continue };
        memory.set_importance(place, *score);
        if !shown.own {
            let less = drive.sum.saturating_sub(u32::from(shown.importance));
            drive.sum = less + u32::from(*score);
        }
    }
    Ok(())
}
