//! What is looked at, and what was found. Found again only when the town has gone on.

use std::{collections::BTreeMap, sync::Arc};

use bevy::prelude::*;

use crate::{
    clock::AgentId,
    mind::{Phrasing, Prompt, QuestionId},
    town::why::{Explainer, Moment, Of, Thought, Why},
};

/// Seconds after which what was found is looked for again, if the town has gone on.
const AGAIN: f64 = 0.5;
/// So many steps back are remembered.
const MOST_BACK: usize = 50;

/// What the panel looks at.
#[derive(Resource, Default)]
pub struct Glass {
    who: Option<AgentId>,
    /// `None`: what they do now, whatever that is.
    of: Option<Of>,
    /// Where one came from by clicking on.
    back: Vec<(AgentId, Option<Of>)>,
    /// What was found.
    pub(super) why: Option<Arc<Why>>,
    /// What they do since, while somebody still reads.
    newer: Option<Arc<Why>>,
    /// Somebody clicked on it, or scrolled: it stays, though the town goes on.
    held: bool,
    pub(super) scrolled: bool,
    /// What is new is read from its beginning.
    pub(super) top: bool,
    /// All that this person decided, oldest first.
    pub(super) moments: Vec<Moment>,
    prompts: BTreeMap<QuestionId, Result<Arc<Prompt>, String>>,
    selected: Option<AgentId>,
    /// The tick of what was found, and the second from which it is looked for again; `None`: at once.
    found: Option<(u64, f64)>,
    /// Somebody asked: the panel shall open.
    pub(super) wanted: bool,
}

impl Glass {
    /// Asks why; the panel opens.
    pub fn ask(&mut self, who: AgentId, of: Option<Of>) {
        if let Some(before) = self.who.map(|who| (who, self.of)).filter(|before| *before != (who, of)) {
            self.back.push(before);
            let over = self.back.len().saturating_sub(MOST_BACK);
            self.back.drain(..over);
        }
        self.turn(who, of);
        self.wanted = true;
    }

    /// Whether somebody has asked since this was last looked at.
    pub fn take_wanted(&mut self) -> bool {
        std::mem::take(&mut self.wanted)
    }

    fn turn(&mut self, who: AgentId, of: Option<Of>) {
        if self.who != Some(who) {
            self.moments.clear();
        }
        self.who = Some(who);
        self.step(of);
    }

    /// Somebody else was selected, or nobody is looked at yet: then it is about them.
    pub(super) fn follow(&mut self, selected: Option<AgentId>) {
        let other = std::mem::replace(&mut self.selected, selected) != selected;
        if (other || self.who.is_none())
            && let Some(who) = selected.filter(|who| self.who != Some(*who))
        {
            self.back.clear();
            self.turn(who, None);
        }
    }

    /// About whom.
    pub fn who(&self) -> Option<AgentId> {
        self.who
    }

    /// About what; `None`: what they do now.
    pub fn of(&self) -> Option<Of> {
        self.of
    }

    /// Is there a way back?
    pub(super) fn came_from_elsewhere(&self) -> bool {
        !self.back.is_empty()
    }

    /// Goes where one came from.
    pub(super) fn back(&mut self) {
        if let Some((who, of)) = self.back.pop() {
            self.turn(who, of);
        }
    }

    /// Goes to another moment of the same person.
    pub(super) fn step(&mut self, of: Option<Of>) {
        (self.of, self.found, self.newer, self.held) = (of, None, None, false);
        // A moment that is come back to is found as it was left.
        self.top = of.is_none();
    }

    /// It stays as it is while the town goes on.
    pub(super) fn hold(&mut self) {
        self.held = true;
    }

    /// Does it stay as it is, though it is about what they do now?
    pub(super) fn holds(&self) -> bool {
        self.of.is_none() && (self.held || self.scrolled || self.newer.is_some())
    }

    /// The panel is closed: when it opens again, it is about who is selected then, and what they do.
    pub fn let_go(&mut self, selected: Option<AgentId>) {
        self.selected = selected;
        if self.who.take().is_some() {
            (self.scrolled, self.why) = (false, None);
            self.back.clear();
            self.moments.clear();
            self.step(None);
        }
    }

    /// What they do since they did what is read about, in a sentence.
    pub(super) fn newer(&self) -> Option<&str> {
        self.newer.as_ref().map(|why| why.what.as_str())
    }

    /// Takes what was found: at once, or not before whoever `reads` another one of theirs has done so.
    fn take(&mut self, found: Option<Arc<Why>>, reads: bool) {
        let same = |a: &Arc<Why>, b: &Arc<Why>| (a.tick, &a.what) == (b.tick, &b.what);
        let other = self.why.as_ref().zip(found.as_ref()).is_some_and(|(shown, new)| !same(shown, new));
        // What was asked for is shown; what only went on waits.
        if other && reads && self.of.is_none() && self.found.is_some() {
            self.newer = found;
        } else {
            (self.why, self.newer) = (found, None);
        }
    }

    /// Finds what led to it, if that is not known yet or the town has gone on. `under`: the cursor is on it.
    pub(super) fn look(&mut self, looking: &Explainer, seconds: f64, under: bool) {
        let reads = under || self.held || self.scrolled;
        if !reads && let Some(newer) = self.newer.take() {
            self.why = Some(newer);
        }
        let (Some(who), now) = (self.who, looking.now.0) else { return };
        if let Some((tick, again)) = self.found
            && (tick == now || seconds < again)
        {
            return;
        }
        let of = self.of.unwrap_or(Of::Moment(now));
        self.take(looking.why(who, of).map(Arc::new), reads);
        let since = self.moments.last().map_or(0, |last| last.tick);
        self.moments.retain(|one| one.tick < since);
        self.moments.extend(looking.moments(who, since));
        self.found = Some((now, seconds + AGAIN));
    }

    /// The prompt of a question; written once.
    pub(super) fn prompt(&mut self, thought: &Thought, phrasing: &dyn Phrasing) -> Result<Arc<Prompt>, String> {
        if self.prompts.len() > MOST_BACK {
            self.prompts.clear();
        }
        self.prompts.entry(thought.id).or_insert_with(|| thought.prompt(phrasing).map(Arc::new)).clone()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_read_stays() {
        let why = |tick: u64, what: &str| {
            let (name, links) = (String::new(), vec![]);
            Some(Arc::new(Why { who: AgentId(1), name, of: Of::Moment(tick), tick, what: what.into(), links }))
        };
        let mut glass = Glass { who: Some(AgentId(1)), ..Glass::default() };
        let shown = |glass: &Glass| glass.why.as_ref().map(|why| why.tick);
        glass.take(why(1, "reads"), true);
        assert_eq!(shown(&glass), Some(1), "there was nothing before it");
        glass.found = Some((1, 0.0));
        glass.take(why(2, "cooks"), true);
        assert_eq!((shown(&glass), glass.newer()), (Some(1), Some("cooks")));
        glass.take(why(2, "cooks"), false);
        assert_eq!((shown(&glass), glass.newer()), (Some(2), None));
        glass.take(why(3, "eats"), true);
        glass.step(None);
        glass.take(why(3, "eats"), true);
        assert_eq!((shown(&glass), glass.newer()), (Some(3), None), "it was asked for");
    }

    #[test]
    fn it_lets_go_of_what_was_read() {
        let (ann, bo) = (AgentId(1), AgentId(2));
        let mut glass = Glass::default();
        glass.follow(Some(ann));
        glass.hold();
        assert!(glass.holds());
        glass.follow(Some(ann));
        assert!(glass.holds(), "nobody else was selected");
        glass.follow(Some(bo));
        assert!(!glass.holds());
        glass.hold();
        glass.step(None);
        assert!(!glass.holds(), "the button says so");
        glass.ask(bo, Some(Of::Moment(3)));
        glass.hold();
        glass.let_go(Some(ann));
        assert!(!glass.holds() && glass.of().is_none() && !glass.came_from_elsewhere());
        glass.ask(bo, Some(Of::Moment(3)));
        glass.follow(Some(ann));
        assert_eq!(glass.who(), Some(bo), "it was asked about");
        glass.let_go(Some(ann));
        glass.follow(Some(ann));
        assert_eq!(glass.who(), Some(ann), "it was opened");
    }

    #[test]
    fn one_finds_the_way_back() {
        let (ann, bo) = (AgentId(1), AgentId(2));
        let mut glass = Glass::default();
        glass.follow(Some(ann));
        assert_eq!((glass.who(), glass.of(), glass.came_from_elsewhere()), (Some(ann), None, false));
        glass.ask(ann, Some(Of::Memory(3)));
        glass.ask(bo, Some(Of::Moment(9)));
        assert!(glass.take_wanted() && !glass.take_wanted());
        glass.follow(Some(ann));
        assert_eq!(glass.who(), Some(bo), "who is selected has not changed");
        glass.back();
        assert_eq!((glass.who(), glass.of()), (Some(ann), Some(Of::Memory(3))));
        glass.back();
        assert_eq!((glass.of(), glass.came_from_elsewhere()), (None, false));
        glass.follow(Some(bo));
        assert_eq!((glass.who(), glass.of()), (Some(bo), None));
    }
}
