//! What in the town's talks is worth turning round for: invitations, requests, refusals, hard words; and what those who
//! talked keep of it.
//!
//! | file | concern |
//! |---|---|
//! | [`spoken`] | what is done by the lines of a talk that is under way |
//! | [`parting`] | how a talk came to its end (pure) |
//! | [`kept`] | what came of talks: refusals and hard feelings, as the journal and the people have them |
//!
//! Rule: found by looking on; nothing in the town knows that it is seen. What a line does is understood by the built-in
//! mind, what came of a talk is what the people themselves keep of it.

pub mod kept;
pub mod parting;
pub mod spoken;

use std::collections::{BTreeMap, VecDeque};

use bevy::prelude::*;

pub use self::{
    kept::{After, Sort},
    parting::{Ending, Reason},
    spoken::Deeds,
};
use crate::{
    agent::{
        Persona,
        agenda::Agenda,
        components::{
            avatar::Avatar,
            plan::DayPlan,
            reaction::Errand,
            reflection::Relations,
            talk::{Talk, TalkId, Talks},
        },
        dialogue::is_due,
    },
    clock::{AgentId, Calendar, Now, driver::drive},
    journal::Journal,
    schedule::OfTown,
};

/// So many ends of talks are known still.
const ENDS: usize = 60;
/// After more ticks than this nobody can tell any more why somebody went.
const SEEN: u64 = 12;

/// What has been seen.
#[derive(Resource, Default)]
pub struct Drama {
    spoken: spoken::Spoken,
    kept: kept::Kept,
    /// How many talks that are over have been looked at; `None`: none yet.
    over: Option<usize>,
    ends: VecDeque<(TalkId, Ending)>,
}

impl Drama {
    /// What was done so far in a talk that is under way, by whom, oldest first.
    pub fn of(&self, talk: TalkId) -> &[Deeds] {
        self.spoken.of(talk)
    }

    /// How a talk ended that was over a little while ago.
    pub fn end(&self, talk: TalkId) -> Option<Ending> {
        self.ends.iter().find(|(id, _)| *id == talk).map(|(_, end)| *end)
    }

    /// What came of talks, numbered from 0, those from `from` on that are still known; and how many there have been.
    pub fn since(&self, from: usize) -> (impl Iterator<Item = &After>, usize) {
        self.kept.since(from)
    }

    /// Looks at the talks that are over since the last time.
    fn part(&mut self, talks: &Talks, names: &[(AgentId, &str)], town: &Town) {
        let from = self.over.replace(talks.over.len()).unwrap_or(talks.over.len());
        for (id, talk) in talks.over.iter().skip(from).filter(|(_, talk)| !talk.lines.is_empty()) {
            let deeds = self.spoken.end(*id, talk, names);
            let end = parting::ending(talk, &deeds, |who| town.reason(talk, who), |who| town.guided(who));
            let named = |who: AgentId| names.iter().find(|(id, _)| *id == who).map_or("somebody", |(_, name)| *name);
            let other = |who: AgentId| talk.members.iter().copied().find(|one| *one != who);
            let told = match end {
                Ending::Anger(by) => {
                    other(by).map(|with| (by, with, format!("{} and {} part in anger", named(by), named(with))))
                }
                Ending::WalkedOff(by) => other(by)
                    .map(|with| (by, with, format!("{} leaves {} standing in mid-sentence", named(by), named(with)))),
                _ => None,
            };
            if let Some((who, with, words)) = told {
                let tick = talk.ended.unwrap_or(town.now).min(town.now);
                self.kept.add(After { tick, who, with: Some(with), sort: Sort::Quarrel, words });
            }
            self.ends.push_front((*id, end));
        }
        self.ends.truncate(ENDS);
    }
}

/// What of the town says why somebody goes.
struct Town<'a> {
    now: u64,
    calendar: Calendar,
    people: BTreeMap<AgentId, Busy<'a>>,
}

type Busy<'a> = (Option<&'a Errand>, Option<&'a DayPlan>, Option<&'a Agenda>, bool);

impl Town<'_> {
    fn reason(&self, talk: &Talk, who: AgentId) -> Option<Reason> {
        let Some((errand, plan, agenda, _)) = self.people.get(&who) else { return Some(Reason::Gone) };
        let ended = talk.ended.unwrap_or(self.now).min(self.now);
        let minute = self.calendar.minute(ended);
        // What was begun later is another matter.
        let urgent = errand.and_then(|errand| errand.0.as_ref()).is_some_and(|doing| doing.from.0 <= minute.0 + 1);
        let due = || plan.zip(*agenda).is_some_and(|both| is_due(both, talk, self.calendar.minute(talk.began), minute));
        if urgent {
            Some(Reason::Errand)
        } else if due() {
            Some(Reason::Plan)
        } else {
            // Why somebody went long ago is not known.
            (ended + SEEN < self.now).then_some(Reason::Gone)
        }
    }

    fn guided(&self, who: AgentId) -> bool {
        self.people.get(&who).is_some_and(|(.., guided)| *guided)
    }
}

/// Before whoever tells of it in the same frame.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Seen;

type Watched = (&'static AgentId, &'static Persona, &'static Relations);
type Doing =
    (&'static AgentId, Option<&'static Errand>, Option<&'static DayPlan>, Option<&'static Agenda>, Has<Avatar>);

fn watch(
    (now, calendar): (Option<Res<Now>>, Option<Res<Calendar>>),
    (talks, journal): (Option<Res<Talks>>, Option<Res<Journal>>),
    people: Query<Watched>,
    busy: Query<Doing>,
    mut drama: ResMut<Drama>,
) {
    let ((Some(now), Some(calendar)), (Some(talks), Some(journal))) = ((now, calendar), (talks, journal)) else {
        return;
    };
    if people.is_empty() || drama.kept.has_seen(now.0) {
        return;
    }
    let mut names: Vec<(AgentId, &str)> = people.iter().map(|(id, one, _)| (*id, one.name.as_str())).collect();
    names.sort_unstable();
    let mut feelings: Vec<(AgentId, &Relations)> = people.iter().map(|(id, _, all)| (*id, all)).collect();
    feelings.sort_by_key(|(id, _)| *id);
    let people = busy.iter().map(|(id, errand, plan, agenda, guided)| (*id, (errand, plan, agenda, guided))).collect();
    drama.part(&talks, &names, &Town { now: now.0, calendar: *calendar, people });
    let Drama { spoken, kept, .. } = &mut *drama;
    spoken.hear(&talks, &names, now.0);
    kept.look(&journal, &talks, &feelings, now.0);
}

/// Adds the onlooker.
pub fn plugin(app: &mut App) {
    app.of_town::<Drama>().add_systems(Update, watch.in_set(Seen).after(drive));
}
