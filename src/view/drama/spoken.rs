//! What is done by the lines of talks that are under way. Each line is understood once.

use std::collections::BTreeMap;

use crate::{
    agent::components::talk::{Talk, TalkId, Talks},
    clock::AgentId,
    mind::rules::dialogue_act::{Deed, deeds},
};

/// What somebody did by a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Deeds {
    /// Who.
    pub by: AgentId,
    /// The place of the line in the talk.
    pub line: usize,
    /// What.
    pub deed: Deed,
}

/// All talks that are under way.
#[derive(Default)]
pub struct Spoken(BTreeMap<TalkId, (usize, Vec<Deeds>)>);

impl Spoken {
    /// What was done so far, oldest first.
    pub(super) fn of(&self, talk: TalkId) -> &[Deeds] {
        self.0.get(&talk).map_or(&[], |(_, all)| all)
    }

    /// Listens to what has begun to be said by tick `now`.
    pub(super) fn hear(&mut self, talks: &Talks, names: &[(AgentId, &str)], now: u64) {
        self.0.retain(|id, _| talks.open.contains_key(id));
        for (id, talk) in &talks.open {
            self.listen(*id, talk, names, now);
        }
    }

    /// Listens to the rest of a talk that is over; all that was done in it.
    pub(super) fn end(&mut self, id: TalkId, talk: &Talk, names: &[(AgentId, &str)]) -> Vec<Deeds> {
        self.listen(id, talk, names, u64::MAX);
        self.0.remove(&id).map(|(_, all)| all).unwrap_or_default()
    }

    fn listen(&mut self, id: TalkId, talk: &Talk, names: &[(AgentId, &str)], now: u64) {
        let (heard, all) = self.0.entry(id).or_default();
        while let Some(line) = talk.lines.get(*heard).filter(|line| line.from <= now) {
            let found = understood(talk, *heard, names);
            // To say no one has to be asked first.
            let asked = all.iter().any(|one| one.by != line.by && matches!(one.deed, Deed::Invites | Deed::Asks));
            let counts = |deed: &Deed| asked || *deed != Deed::Declines;
            all.extend(found.into_iter().filter(counts).map(|deed| Deeds { by: line.by, line: *heard, deed }));
            *heard += 1;
        }
    }
}

fn understood(talk: &Talk, n: usize, names: &[(AgentId, &str)]) -> Vec<Deed> {
    let name = |id: AgentId| names.iter().find(|(one, _)| *one == id).map_or("", |(_, name)| *name);
    let Some(line) = talk.lines.get(n) else { return Vec::new() };
    let before = talk.lines[..n].iter().rev().map(|line| line.by).find(|by| *by != line.by);
    let to = before.or_else(|| talk.members.iter().copied().find(|one| *one != line.by)).map_or("", name);
    let people: Vec<&str> = names.iter().map(|(_, name)| *name).collect();
    deeds(name(line.by), to, &line.words, &people)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::agent::components::talk::Utterance;

    #[test]
    fn an_invitation_and_its_refusal_are_seen_once_each() {
        let line =
            |by: u32, words: &str, from| Utterance { by: AgentId(by), words: words.into(), from, until: from + 3 };
        let id = TalkId { by: AgentId(1), count: 0 };
        let no = "I would love to, but I can't make it.";
        let lines = vec![
            line(2, no, 1),
            line(1, "I'm holding a concert at Old Hall tomorrow at six. Will you come?", 4),
            line(2, no, 8),
        ];
        let talk = Talk { members: vec![AgentId(1), AgentId(2)], lines, ..Talk::default() };
        let talks = Talks { open: BTreeMap::from([(id, talk)]), over: Vec::new() };
        let names = [(AgentId(1), "Ann Lee"), (AgentId(2), "Bo Carr")];
        let mut spoken = Spoken::default();
        let seen = |spoken: &Spoken| spoken.of(id).iter().map(|one| (one.by.0, one.deed)).collect::<Vec<_>>();
        spoken.hear(&talks, &names, 5);
        assert_eq!(seen(&spoken), [(1, Deed::Invites)], "nobody had asked before, and the rest is not said yet");
        spoken.hear(&talks, &names, 9);
        spoken.hear(&talks, &names, 10);
        assert_eq!(seen(&spoken), [(1, Deed::Invites), (2, Deed::Declines)]);
        spoken.hear(&Talks::default(), &names, 11);
        assert!(spoken.of(id).is_empty());
    }
}
