//! What was asked of somebody, promised or settled. Each of those who heard it has it for themselves: two may have it
//! differently, and nothing but talk makes them agree.

use serde::{Deserialize, Serialize};

use super::Agenda;
use crate::{
    agent::prelude::*,
    mind::question::{Doer, Does, Terms},
};

/// Who is to do something, as whoever says it sees it.
pub fn doers(who: Doer, by: AgentId, to: AgentId) -> Vec<AgentId> {
    match who {
        Doer::Me => vec![by],
        Doer::You => vec![to],
        Doer::Both => vec![by, to],
    }
}

/// Agreements that somebody keeps at most; of those that nothing hangs on any more the oldest go.
const KEPT: usize = 60;

/// What was done by a line: where it stands among the lines of a talk, and which of that line's acts it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct LineId {
    /// The talk.
    pub talk: TalkId,
    /// Zero-based.
    pub line: u32,
    /// Zero-based.
    pub act: u32,
}

/// How something stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Standing {
    /// Asked, and not answered.
    Open,
    /// It is to be.
    Agreed,
    /// The one who was asked said no.
    Declined,
    /// Taken back by one of the two.
    Cancelled(AgentId),
    /// Its time has come, and the two met.
    Kept,
    /// Its time has come, and this one was not there.
    Broken(AgentId),
}

/// Something that one asked of another, offered, promised or settled with them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Agreement {
    /// The owner's number for it, from 1.
    pub n: u32,
    /// The words that began it: by this those who heard them know that they mean the same.
    pub origin: LineId,
    /// Who asked, offered or promised.
    pub by: AgentId,
    /// To whom it was said.
    pub to: AgentId,
    /// Who is to do it: one of the two, or both.
    pub doers: Vec<AgentId>,
    /// What is to be done, as the owner has it.
    pub terms: Terms,
    /// The owner's need that it meets, by its number; 0: none.
    pub need: u32,
    /// How it stands.
    pub standing: Standing,
    /// What it takes the place of, once it is agreed.
    pub replaces: Option<u32>,
    /// The words that left it as it stands, and by whom they were said.
    pub said: (AgentId, String),
    /// The tick at which they were said.
    pub at: u64,
    /// In which talk.
    pub said_in: TalkId,
    /// Is there a memory yet that tells how it stands?
    pub told: bool,
    /// The place in the stream of the memory that tells of it.
    pub memory: Option<u32>,
    /// From when until when and where, if that can be known.
    pub hours: Option<(Minute, Minute, ArenaId)>,
    /// The minute in its time at which the owner was there first.
    pub there: Option<Minute>,
    /// The minute in its time at which the owner saw the other first.
    pub met: Option<Minute>,
}

/// What a line did, as it reached one of those who heard it.
pub struct Heard<'a> {
    /// What.
    pub does: Does,
    /// Which act it is.
    pub line: LineId,
    /// What it is about; `None`: nothing that was said before.
    pub about: Option<LineId>,
    /// Who said it.
    pub by: AgentId,
    /// To whom.
    pub to: AgentId,
    /// Who is to do it.
    pub doers: &'a [AgentId],
    /// What it says of it.
    pub terms: &'a Terms,
    /// Which of the speaker's needs it is about; 0: none, or it is not the speaker who hears it.
    pub need: u32,
    /// In these words.
    pub words: &'a str,
    /// The tick.
    pub at: u64,
}

impl Agreement {
    /// Is it between these two?
    pub fn is_between(&self, one: AgentId, other: AgentId) -> bool {
        one != other && [self.by, self.to].contains(&one) && [self.by, self.to].contains(&other)
    }

    /// Is this one of the two it is between?
    pub fn is_party(&self, who: AgentId) -> bool {
        [self.by, self.to].contains(&who)
    }

    /// The other of the two it is between.
    pub fn other(&self, me: AgentId) -> AgentId {
        if self.by == me { self.to } else { self.by }
    }

    /// Whether it may still come to something.
    pub fn is_pending(&self) -> bool {
        matches!(self.standing, Standing::Open | Standing::Agreed)
    }

    /// Whether its time is over at `now`.
    pub fn is_over(&self, now: Minute) -> bool {
        self.hours.is_some_and(|(_, until, _)| until <= now)
    }

    /// Whether it is agreed and binds somebody to be somewhere, or another to come to them.
    pub fn binds(&self, me: AgentId) -> bool {
        self.standing == Standing::Agreed && self.is_party(me)
    }

    fn stands(&mut self, standing: Standing, heard: &Heard) {
        self.standing = standing;
        self.said = (heard.by, heard.words.to_owned());
        (self.at, self.said_in, self.told) = (heard.at, heard.line.talk, false);
    }
}

impl Agenda {
    /// What of this number stands there.
    pub fn agreement(&self, n: u32) -> Option<&Agreement> {
        self.agreements.iter().find(|one| one.n == n)
    }

    /// What an act of somebody's own line is about that names no number: for an answer, what was asked of them last in
    /// this talk and not answered; else what was agreed between them and `to` last.
    pub fn meant(&self, me: AgentId, to: AgentId, does: Does, talk: TalkId) -> Option<&Agreement> {
        let open = |one: &&Agreement| one.standing == Standing::Open && one.by == to && one.to == me;
        let mut newest = self.agreements.iter().rev();
        match does {
            Does::Propose => None,
            Does::Accept | Does::Decline => newest.find(|one| open(one) && one.origin.talk == talk),
            Does::Change | Does::Cancel => {
                newest.find(|one| one.is_between(me, to) && one.standing == Standing::Agreed)
            }
        }
    }

    /// A line that one heard or said settles something; which agreement of one's own it is about. `None`: it tells one
    /// nothing, since one does not know what it is about.
    pub fn hear(&mut self, heard: &Heard) -> Option<u32> {
        let known = heard.about.and_then(|about| self.agreements.iter().position(|one| one.origin == about));
        let same = |one: &Agreement| {
            let alike = one.terms.what.eq_ignore_ascii_case(&heard.terms.what);
            (one.by, one.to) == (heard.by, heard.to) && alike && one.standing == Standing::Open
        };
        let asked_again = || self.agreements.iter().rposition(same);
        let at = match heard.does {
            // What is agreed and is to be otherwise, if the other says yes.
            Does::Propose if known.is_some_and(|at| self.agreements[at].standing == Standing::Agreed) => None,
            Does::Propose => known.or_else(asked_again),
            _ => known,
        };
        let standing = match heard.does {
            Does::Propose => Standing::Open,
            Does::Accept | Does::Change => Standing::Agreed,
            Does::Decline => Standing::Declined,
            Does::Cancel => Standing::Cancelled(heard.by),
        };
        let Some(at) = at else {
            let mut terms = known.map(|at| self.agreements[at].terms.clone()).unwrap_or_default();
            terms.merge(heard.terms);
            let idle = matches!(heard.does, Does::Change | Does::Cancel) || terms.what.is_empty();
            return (!idle).then(|| self.enter(terms, standing, known, heard));
        };
        let one = &mut self.agreements[at];
        // Whoever says yes to a yes that hangs on something grants that.
        let conditional = one.standing == Standing::Agreed && one.said.0 != heard.by;
        if conditional && heard.does == Does::Accept && heard.terms.condition.is_empty() {
            one.terms.condition.clear();
        }
        one.terms.merge(heard.terms);
        if heard.need > 0 {
            one.need = heard.need;
        }
        one.stands(standing, heard);
        let (n, replaces) = (one.n, one.replaces);
        if standing == Standing::Agreed
            && let Some(old) = replaces.and_then(|n| self.agreements.iter_mut().find(|one| one.n == n))
        {
            old.stands(Standing::Cancelled(heard.by), heard);
            old.told = true;
        }
        Some(n)
    }

    fn enter(&mut self, terms: Terms, standing: Standing, replaces: Option<usize>, heard: &Heard) -> u32 {
        self.count += 1;
        self.agreements.push(Agreement {
            n: self.count,
            origin: heard.line,
            by: heard.by,
            to: heard.to,
            doers: heard.doers.to_vec(),
            terms,
            need: heard.need,
            standing,
            replaces: replaces.map(|at| self.agreements[at].n),
            said: (heard.by, heard.words.to_owned()),
            at: heard.at,
            said_in: heard.line.talk,
            told: false,
            memory: None,
            hours: None,
            there: None,
            met: None,
        });
        if self.agreements.len() > KEPT
            && let Some(old) = self.agreements.iter().position(|one| one.standing != Standing::Agreed)
        {
            self.agreements.remove(old);
        }
        self.count
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ANN: AgentId = AgentId(1);
    const BO: AgentId = AgentId(2);
    const TALK: TalkId = TalkId { by: ANN, count: 0 };

    fn line(line: u32) -> LineId {
        LineId { talk: TALK, line, act: 0 }
    }

    fn terms(what: &str, from: &str) -> Terms {
        Terms { what: what.into(), from: from.into(), ..Terms::default() }
    }

    fn heard(does: Does, n: u32, about: Option<u32>, terms: &Terms) -> Heard<'_> {
        let (by, to) = if n.is_multiple_of(2) { (ANN, BO) } else { (BO, ANN) };
        let about = about.map(line);
        Heard { does, line: line(n), about, by, to, doers: &[BO], terms, need: 0, words: "So.", at: u64::from(n) }
    }

    #[test]
    fn what_is_asked_and_answered_is_one_thing() {
        let mut agenda = Agenda::default();
        assert_eq!(agenda.hear(&heard(Does::Propose, 0, None, &terms("fetch rope", "14:00"))), Some(1));
        assert_eq!(agenda.meant(BO, ANN, Does::Accept, TALK).map(|one| one.n), Some(1), "a bare yes answers it");
        assert_eq!(agenda.hear(&heard(Does::Accept, 1, Some(0), &terms("", "15:00"))), Some(1));
        let one = &agenda.agreements[0];
        assert_eq!((one.standing, one.terms.from.as_str(), agenda.agreements.len()), (Standing::Agreed, "15:00", 1));
        agenda.hear(&heard(Does::Cancel, 3, Some(0), &Terms::default()));
        assert_eq!(agenda.agreements[0].standing, Standing::Cancelled(BO));
    }

    #[test]
    fn another_hour_that_is_only_asked_for_changes_nothing_until_it_is_agreed() {
        let mut agenda = Agenda::default();
        agenda.hear(&heard(Does::Accept, 1, None, &terms("fetch rope", "14:00")));
        assert_eq!(agenda.hear(&heard(Does::Propose, 2, Some(1), &terms("", "16:00"))), Some(2));
        let hours = |agenda: &Agenda| {
            let all = agenda.agreements.iter().map(|one| (one.terms.from.clone(), one.standing));
            all.collect::<Vec<_>>()
        };
        let (two, four) = ("14:00".to_owned(), "16:00".to_owned());
        assert_eq!(hours(&agenda), [(two.clone(), Standing::Agreed), (four.clone(), Standing::Open)]);
        agenda.hear(&heard(Does::Accept, 3, Some(2), &Terms::default()));
        assert_eq!(hours(&agenda), [(two, Standing::Cancelled(BO)), (four, Standing::Agreed)]);
    }

    #[test]
    fn a_condition_is_granted_by_a_yes_of_the_other() {
        let mut agenda = Agenda::default();
        agenda.hear(&heard(Does::Propose, 0, None, &terms("carry chairs", "16:00")));
        let if_free = Terms { condition: "he need not wash up".into(), ..Terms::default() };
        agenda.hear(&heard(Does::Accept, 1, Some(0), &if_free));
        assert_eq!(agenda.agreements[0].terms.condition, "he need not wash up");
        agenda.hear(&heard(Does::Accept, 3, Some(0), &Terms::default()));
        assert_eq!(agenda.agreements[0].terms.condition, "he need not wash up", "not by himself");
        agenda.hear(&heard(Does::Accept, 2, Some(0), &Terms::default()));
        assert_eq!(agenda.agreements[0].terms.condition, "");
    }

    #[test]
    fn who_only_hears_it_is_not_bound() {
        let (mut agenda, cat) = (Agenda::default(), AgentId(3));
        agenda.hear(&heard(Does::Propose, 0, None, &terms("fetch rope", "14:00")));
        agenda.hear(&heard(Does::Accept, 1, Some(0), &Terms::default()));
        let one = &agenda.agreements[0];
        assert!(one.binds(ANN) && one.binds(BO) && !one.binds(cat));
        let names = Names([(ANN, "Ann Lee".to_owned()), (BO, "Bo Carr".to_owned())].into());
        assert_eq!(one.settled(cat, &names).how, "agreed between Ann Lee and Bo Carr");
        assert!(agenda.meant(cat, ANN, Does::Accept, TALK).is_none(), "nobody asked them");
    }

    #[test]
    fn a_yes_to_what_one_has_not_heard_tells_nothing() {
        let mut agenda = Agenda::default();
        assert_eq!(agenda.hear(&heard(Does::Accept, 1, Some(0), &Terms::default())), None);
        assert_eq!(agenda.hear(&heard(Does::Cancel, 1, None, &terms("sing", ""))), None);
        assert_eq!(agenda.hear(&heard(Does::Decline, 1, Some(0), &terms("sing", ""))), Some(1));
    }

    #[test]
    fn who_asks_twice_has_asked_for_one_thing() {
        let mut agenda = Agenda::default();
        agenda.hear(&heard(Does::Propose, 0, None, &terms("Fetch rope", "")));
        agenda.hear(&heard(Does::Propose, 2, None, &terms("fetch rope", "14:00")));
        assert_eq!((agenda.agreements.len(), agenda.agreements[0].terms.from.as_str()), (1, "14:00"));
    }
}
