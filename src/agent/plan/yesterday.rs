//! What somebody did the day before, as a plan for the next one looks back on it.

use crate::agent::prelude::*;

/// Characters of it; a prompt cuts longer texts, in the middle of a word if need be.
const MAX: usize = 560;

/// What one did oneself between two minutes, and not what one saw or heard: the last of it, in order.
pub fn yesterday(memory: &MemoryStream, (from, until): (Minute, Minute), town: &Town) -> String {
    let lived = memory.between(town.calendar.tick(from), town.calendar.tick(until));
    let allowed = |memory: &Memory| town.ablation.allow(memory.kind);
    let own = lived.filter(|memory| memory.source.is_none() && memory.importance > 1 && allowed(memory));
    whole_within(MAX, &own.map(|memory| memory.text.as_str()).collect::<Vec<_>>())
}

/// The last of these that fit into so many characters, whole, each once.
fn whole_within(most: usize, texts: &[&str]) -> String {
    let (mut kept, mut room) = (Vec::new(), most);
    for text in texts.iter().rev().filter(|text| !text.is_empty()) {
        if kept.contains(text) {
            continue;
        }
        let Some(left) = room.checked_sub(text.chars().count() + 1) else { break };
        room = left;
        kept.push(*text);
    }
    kept.reverse();
    kept.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_that_fit_stay_whole() {
        assert_eq!(whole_within(10, &["Swept.", "Ate.", "Ate.", "Read."]), "Read.");
        assert_eq!(whole_within(11, &["Swept.", "Ate.", "Read.", "Ate."]), "Read. Ate.");
        assert_eq!(whole_within(3, &["Swept."]), "");
    }
}
