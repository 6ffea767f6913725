//! What can be found on the timeline: talks, news, reactions, conclusions, and things that are out of order.

use bevy_egui::egui::Color32;

use super::Wish;
use crate::{
    chronicle::{Event, EventKind},
    clock::AgentId,
    language::condition::ConditionKind,
    town::{Recorded, TownError},
    view::panels::widgets::{GOLD, PLUM, RED, TEAL, WOOD},
};

/// What a mark is of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum MarkKind {
    /// A talk begins.
    Talk,
    /// Somebody hears something that matters to them.
    News,
    /// Somebody sets out to do something about what they noticed.
    Reaction,
    /// Somebody concludes something from what they remember.
    Reflection,
    /// Something is out of order.
    Trouble,
}

impl MarkKind {
    /// All, from the upper lane to the lower.
    pub const ALL: [Self; 5] = [Self::Talk, Self::News, Self::Reaction, Self::Reflection, Self::Trouble];

    /// In words, for many.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Talk => "talks",
            Self::News => "news",
            Self::Reaction => "reactions",
            Self::Reflection => "reflections",
            Self::Trouble => "trouble",
        }
    }

    /// Its colour.
    pub const fn colour(self) -> Color32 {
        match self {
            Self::Talk => TEAL,
            Self::News => PLUM,
            Self::Reaction => GOLD,
            Self::Reflection => WOOD,
            Self::Trouble => RED,
        }
    }
}

/// A moment that one may want to see.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Mark {
    /// When.
    pub tick: u64,
    /// What.
    pub kind: MarkKind,
    /// Who has to do with it.
    pub who: Vec<AgentId>,
}

impl Mark {
    /// To see it.
    pub fn wish(&self) -> Wish {
        Wish::Mark(self.tick, self.who.first().copied())
    }
}

/// All marks of a town, in the order of time.
pub(super) fn read(recorded: &mut Recorded) -> Result<Vec<Mark>, TownError> {
    let (events, reflections) = recorded.marks(&["TalkBegan", "WasTold", "SetOut", "Became"])?;
    let concluded = |(tick, who)| Mark { tick, kind: MarkKind::Reflection, who: vec![who] };
    let mut all: Vec<Mark> =
        events.into_iter().filter_map(mark).chain(reflections.into_iter().map(concluded)).collect();
    all.sort_by_key(|mark| (mark.tick, mark.kind));
    // Of one reflection come several conclusions.
    all.dedup();
    Ok(all)
}

fn mark(event: Event) -> Option<Mark> {
    let own: Vec<AgentId> = event.who.into_iter().collect();
    let (kind, who) = match event.kind {
        EventKind::TalkBegan { members } => (MarkKind::Talk, members),
        EventKind::WasTold { .. } => (MarkKind::News, own),
        EventKind::SetOut { .. } => (MarkKind::Reaction, own),
        EventKind::Became { kind, .. } if kind != ConditionKind::Empty && !kind.is_harmless() => {
            (MarkKind::Trouble, own)
        }
        _ => return None,
    };
    Some(Mark { tick: event.at, kind, who })
}

/// The next mark after a tick, or the last before it: of this person, or of anybody.
pub(super) fn beside(all: &[Mark], now: u64, of: Option<AgentId>, later: bool) -> Option<&Mark> {
    let theirs = |mark: &&Mark| of.is_none_or(|who| mark.who.contains(&who));
    if later {
        all[all.partition_point(|mark| mark.tick <= now)..].iter().find(theirs)
    } else {
        all[..all.partition_point(|mark| mark.tick < now)].iter().rfind(theirs)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_next_mark_is_of_somebody_or_of_anybody() {
        let mark = |tick, who| Mark { tick, kind: MarkKind::Talk, who: vec![AgentId(who)] };
        let all = [mark(10, 1), mark(20, 2), mark(30, 1)];
        let found = |now, of: Option<u32>, later| beside(&all, now, of.map(AgentId), later).map(|mark| mark.tick);
        assert_eq!(found(10, None, true), Some(20));
        assert_eq!(found(10, Some(1), true), Some(30));
        assert_eq!(found(30, Some(1), true), None);
        assert_eq!(
            [found(30, None, false), found(30, Some(1), false), found(10, None, false)],
            [Some(20), Some(10), None]
        );
    }
}
