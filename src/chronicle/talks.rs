//! What is said and done in talks: each line is read once, when it begins to be said.

use super::{
    Chronicle,
    event::{Act, Event, EventKind},
};
use crate::{
    agent::{
        components::{Ending, Talk, TalkId, Talks},
        persona::Names,
    },
    clock::AgentId,
    mind::line_act::{LineAct, line_acts},
};

/// Hard words among so many of the last lines were not made up for.
const NEAR: usize = 4;

/// A talk that is under way.
#[derive(Debug, Default)]
pub(super) struct OpenTalk {
    /// Lines before this one have been read.
    read: usize,
    /// What was done so far.
    pub acts: Vec<Act>,
}

impl Chronicle {
    /// Reads what has begun to be said, and which talks are over. `english`: are the lines in English?
    pub(super) fn read_talks(&mut self, talks: &Talks, names: &Names, english: bool, now: u64) {
        for (id, talk) in talks.over.iter().skip(self.known.talks_over) {
            self.read_lines(*id, talk, names, english, now);
            let open = self.talks.remove(id).unwrap_or_default();
            if !talk.lines.is_empty() {
                self.end(*id, talk, &open.acts, now);
            }
        }
        self.known.talks_over = talks.over.len();
        for (id, talk) in &talks.open {
            self.read_lines(*id, talk, names, english, now);
        }
    }

    fn read_lines(&mut self, id: TalkId, talk: &Talk, names: &Names, english: bool, now: u64) {
        let mut open = self.talks.remove(&id).unwrap_or_default();
        let event = |who: AgentId, kind| Event { at: now, who: Some(who), place: talk.arena, kind };
        if open.read == 0 && !talk.lines.is_empty() {
            self.push(event(id.by, EventKind::TalkBegan { members: talk.participants().into_iter().collect() }));
        }
        for (n, line) in talk.lines.iter().enumerate().skip(open.read) {
            let mut acts = if english { understood(talk, n, names) } else { Vec::new() };
            // Whoever says no has been asked before.
            let asks = |act: LineAct| matches!(act, LineAct::Invites | LineAct::Asks);
            let asked = open.acts.iter().any(|one| one.by != line.by && asks(one.act));
            acts.retain(|act| asked || *act != LineAct::Declines);
            open.acts.extend(acts.iter().map(|act| Act { by: line.by, line: n, act: *act }));
            let to = talk.members.iter().copied().filter(|one| *one != line.by).collect();
            let fallback = self.known.fallback_lines.get(&line.by).cloned();
            self.push(event(line.by, EventKind::Said { talk: id, to, words: line.words.clone(), acts, fallback }));
        }
        open.read = talk.lines.len();
        self.talks.insert(id, open);
    }

    fn end(&mut self, id: TalkId, talk: &Talk, acts: &[Act], now: u64) {
        let lines = talk.lines.len();
        let near = |one: &&Act| one.act == LineAct::Scolds && one.line + NEAR >= lines;
        let hard = acts.iter().rev().find(near).map(|one| one.by);
        let anger = hard.filter(|_| !matches!(talk.ending, Ending::Urgent(_)));
        let members = talk.participants().into_iter().collect();
        let kind = EventKind::TalkEnded { members, lines, ending: talk.ending, anger };
        self.push(Event { at: now, who: Some(id.by), place: talk.arena, kind });
    }
}

/// What the line of this place does.
fn understood(talk: &Talk, n: usize, names: &Names) -> Vec<LineAct> {
    let name = |id: AgentId| names.0.get(&id).map_or("", String::as_str);
    let Some(line) = talk.lines.get(n) else { return Vec::new() };
    let before = talk.lines[..n].iter().rev().map(|line| line.by).find(|by| *by != line.by);
    let to = before.or_else(|| talk.members.iter().copied().find(|one| *one != line.by)).map_or("", name);
    let people: Vec<&str> = names.0.values().map(String::as_str).collect();
    line_acts(name(line.by), to, &line.words, &people)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::agent::components::talk::Utterance;

    const ANN: AgentId = AgentId(1);
    const BO: AgentId = AgentId(2);
    const ID: TalkId = TalkId { by: ANN, count: 0 };

    fn talk(lines: &[(AgentId, &str)]) -> Talk {
        let line = |(by, words): &(AgentId, &str)| Utterance { by: *by, words: (*words).into(), from: 0, until: 3 };
        Talk { members: vec![ANN, BO], lines: lines.iter().map(line).collect(), ..Talk::default() }
    }

    fn names() -> Names {
        Names([(ANN, "Ann Lee".to_owned()), (BO, "Bo Carr".to_owned())].into())
    }

    fn ended(lines: &[(AgentId, &str)], ending: Ending) -> (Option<AgentId>, usize) {
        let (mut chronicle, talk) = (Chronicle::default(), Talk { ending, ..talk(lines) });
        chronicle.read_talks(&Talks { over: vec![(ID, talk)], ..Talks::default() }, &names(), true, 5);
        match chronicle.events().last().map(|event| event.kind.clone()) {
            Some(EventKind::TalkEnded { anger, lines, .. }) => (anger, lines),
            other => panic!("no end: {other:?}"),
        }
    }

    #[test]
    fn an_invitation_and_its_refusal_are_seen_once_each() {
        let no = "I would love to, but I can't make it.";
        let mut lines = vec![(BO, no), (ANN, "I'm holding a concert at Old Hall tomorrow at six. Will you come?")];
        let mut chronicle = Chronicle::default();
        let mut read = |lines: &[(AgentId, &str)], now| {
            let talks = Talks { open: [(ID, talk(lines))].into(), over: Vec::new() };
            chronicle.read_talks(&talks, &names(), true, now);
            let acts = chronicle.acts(ID).iter().map(|one| (one.by, one.act)).collect::<Vec<_>>();
            (acts, chronicle.events().len())
        };
        assert_eq!(read(&lines[..1], 1), (vec![], 2), "nobody had asked before");
        assert_eq!(read(&lines, 4), (vec![(ANN, LineAct::Invites)], 3));
        lines.push((BO, no));
        let both = vec![(ANN, LineAct::Invites), (BO, LineAct::Declines)];
        assert_eq!((read(&lines, 8), read(&lines, 9)), ((both.clone(), 4), (both, 4)));
        chronicle.read_talks(&Talks { over: vec![(ID, talk(&lines))], ..Talks::default() }, &names(), true, 10);
        assert!(chronicle.acts(ID).is_empty());
    }

    #[test]
    fn lines_in_another_language_are_not_read_as_english() {
        let mut chronicle = Chronicle::default();
        let talks = Talks { open: [(ID, talk(&[(ANN, "You are a liar!")]))].into(), over: Vec::new() };
        chronicle.read_talks(&talks, &names(), false, 1);
        assert!(chronicle.acts(ID).is_empty() && chronicle.events().len() == 2);
    }

    #[test]
    fn only_hard_words_that_were_not_made_up_for_make_a_quarrel() {
        let (hard, soft) = ((BO, "You are a liar!"), (ANN, "So it is."));
        assert_eq!(ended(&[soft, hard], Ending::Said), (Some(BO), 2));
        assert_eq!(ended(&[soft], Ending::Said), (None, 1));
        assert_eq!(ended(&[hard, soft, soft, soft, soft], Ending::Said), (None, 5), "they have gone on since");
        assert_eq!(ended(&[soft, hard], Ending::Urgent(ANN)), (None, 2), "a fire explains why somebody goes");
        assert_eq!(ended(&[soft, hard], Ending::Expected(ANN)), (Some(BO), 2));
    }
}
