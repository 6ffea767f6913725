//! What the panel *Why?* shows. It is looked up again only when the town has gone on.

use std::{collections::BTreeMap, sync::Arc};

use bevy::prelude::*;

use crate::{
    clock::AgentId,
    mind::{Phrasing, Prompt, QuestionId},
    town::why::{Explainer, Moment, Thought, Topic, Why},
};

/// Seconds between two look-ups while the town goes on.
const AGAIN: f64 = 0.5;
/// Steps back, and prompts, that are remembered.
const MAX_BACK: usize = 50;

/// What the panel inspects, and what was found.
#[derive(Resource, Default)]
pub struct Inspector {
    who: Option<AgentId>,
    /// `None`: what they do now, whatever that is.
    of: Option<Topic>,
    /// What was inspected before.
    back: Vec<(AgentId, Option<Topic>)>,
    /// What was found.
    pub(super) why: Option<Arc<Why>>,
    /// What they have done since, while somebody still reads.
    newer: Option<Arc<Why>>,
    /// Somebody clicked or scrolled: it stays while the town goes on.
    pinned: bool,
    pub(super) scrolled: bool,
    /// The panel scrolls to the top.
    pub(super) top: bool,
    /// Everything this person decided, oldest first.
    pub(super) moments: Vec<Moment>,
    prompts: BTreeMap<QuestionId, Result<Arc<Prompt>, String>>,
    selected: Option<AgentId>,
    /// The tick of the last look-up, and the second from which it is repeated; `None`: at once.
    found: Option<(u64, f64)>,
    /// The panel shall open.
    requested: bool,
}

impl Inspector {
    /// Asks why; the panel opens.
    pub fn ask(&mut self, who: AgentId, of: Option<Topic>) {
        if let Some(before) = self.who.map(|who| (who, self.of)).filter(|before| *before != (who, of)) {
            self.back.push(before);
            let over = self.back.len().saturating_sub(MAX_BACK);
            self.back.drain(..over);
        }
        self.turn_to(who, of);
        self.requested = true;
    }

    /// Has anything been asked since the last call?
    pub fn take_request(&mut self) -> bool {
        std::mem::take(&mut self.requested)
    }

    fn turn_to(&mut self, who: AgentId, of: Option<Topic>) {
        if self.who.replace(who) != Some(who) {
            self.moments.clear();
        }
        self.inspect(of);
    }

    /// Turns to the selected person, if the selection has changed or nobody is inspected yet.
    pub(super) fn follow_selection(&mut self, selected: Option<AgentId>) {
        let other = std::mem::replace(&mut self.selected, selected) != selected;
        if (other || self.who.is_none())
            && let Some(who) = selected.filter(|who| self.who != Some(*who))
        {
            self.back.clear();
            self.turn_to(who, None);
        }
    }

    /// Who is inspected.
    pub fn who(&self) -> Option<AgentId> {
        self.who
    }

    /// What of them; `None`: what they do now.
    pub fn of(&self) -> Option<Topic> {
        self.of
    }

    /// Is there a way back?
    pub(super) fn can_go_back(&self) -> bool {
        !self.back.is_empty()
    }

    /// Returns to what was inspected before.
    pub(super) fn go_back(&mut self) {
        if let Some((who, of)) = self.back.pop() {
            self.turn_to(who, of);
        }
    }

    /// Inspects another moment of the same person.
    pub(super) fn inspect(&mut self, of: Option<Topic>) {
        (self.of, self.found, self.newer, self.pinned) = (of, None, None, false);
        // A moment that is returned to keeps its scroll position.
        self.top = of.is_none();
    }

    /// Keeps it as it is while the town goes on.
    pub(super) fn pin(&mut self) {
        self.pinned = true;
    }

    /// Does it stay as it is, though it is about what they do now?
    pub(super) fn is_pinned(&self) -> bool {
        self.of.is_none() && (self.pinned || self.scrolled || self.newer.is_some())
    }

    /// The panel was closed: it will open with whoever is selected then, and what they do.
    pub fn reset(&mut self, selected: Option<AgentId>) {
        self.selected = selected;
        if self.who.take().is_some() {
            (self.scrolled, self.why) = (false, None);
            self.back.clear();
            self.moments.clear();
            self.inspect(None);
        }
    }

    /// What they have done since, in a sentence.
    pub(super) fn newer(&self) -> Option<&str> {
        self.newer.as_ref().map(|why| why.what.as_str())
    }

    /// Shows what was found; if somebody still `reads` something else that they did, it waits.
    fn receive(&mut self, found: Option<Arc<Why>>, reads: bool) {
        let same = |a: &Arc<Why>, b: &Arc<Why>| (a.tick, &a.what) == (b.tick, &b.what);
        let other = self.why.as_ref().zip(found.as_ref()).is_some_and(|(shown, new)| !same(shown, new));
        // What was just asked for is shown at once.
        if other && reads && self.of.is_none() && self.found.is_some() {
            self.newer = found;
        } else {
            (self.why, self.newer) = (found, None);
        }
    }

    /// Looks up what led to it, if that is not known yet or the town has gone on. `under`: the cursor is on the panel.
    pub(super) fn update(&mut self, explainer: &Explainer, seconds: f64, under: bool) {
        let reads = under || self.pinned || self.scrolled;
        if !reads && let Some(newer) = self.newer.take() {
            self.why = Some(newer);
        }
        let (Some(who), now) = (self.who, explainer.now.0) else { return };
        if self.found.is_some_and(|(tick, again)| tick == now || seconds < again) {
            return;
        }
        let of = self.of.unwrap_or(Topic::Moment(now));
        self.receive(explainer.why(who, of).map(Arc::new), reads);
        let since = self.moments.last().map_or(0, |last| last.tick);
        self.moments.retain(|one| one.tick < since);
        self.moments.extend(explainer.moments(who, since));
        self.found = Some((now, seconds + AGAIN));
    }

    /// The prompt of a question; written once.
    pub(super) fn prompt(&mut self, thought: &Thought, phrasing: &dyn Phrasing) -> Result<Arc<Prompt>, String> {
        if self.prompts.len() > MAX_BACK {
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
            Some(Arc::new(Why { who: AgentId(1), name, of: Topic::Moment(tick), tick, what: what.into(), links }))
        };
        let mut inspector = Inspector { who: Some(AgentId(1)), ..Inspector::default() };
        let shown = |inspector: &Inspector| inspector.why.as_ref().map(|why| why.tick);
        inspector.receive(why(1, "reads"), true);
        assert_eq!(shown(&inspector), Some(1), "there was nothing before it");
        inspector.found = Some((1, 0.0));
        inspector.receive(why(2, "cooks"), true);
        assert_eq!((shown(&inspector), inspector.newer()), (Some(1), Some("cooks")));
        inspector.receive(why(2, "cooks"), false);
        assert_eq!((shown(&inspector), inspector.newer()), (Some(2), None));
        inspector.receive(why(3, "eats"), true);
        inspector.inspect(None);
        inspector.receive(why(3, "eats"), true);
        assert_eq!((shown(&inspector), inspector.newer()), (Some(3), None), "it was asked for");
    }

    #[test]
    fn another_selection_unpins() {
        let (ann, bo) = (AgentId(1), AgentId(2));
        let mut inspector = Inspector::default();
        inspector.follow_selection(Some(ann));
        inspector.pin();
        assert!(inspector.is_pinned());
        inspector.follow_selection(Some(ann));
        assert!(inspector.is_pinned(), "nobody else was selected");
        inspector.follow_selection(Some(bo));
        assert!(!inspector.is_pinned());
        inspector.pin();
        inspector.inspect(None);
        assert!(!inspector.is_pinned(), "the button says so");
        inspector.ask(bo, Some(Topic::Moment(3)));
        inspector.pin();
        inspector.reset(Some(ann));
        assert!(!inspector.is_pinned() && inspector.of().is_none() && !inspector.can_go_back());
        inspector.ask(bo, Some(Topic::Moment(3)));
        inspector.follow_selection(Some(ann));
        assert_eq!(inspector.who(), Some(bo), "it was asked about");
        inspector.reset(Some(ann));
        inspector.follow_selection(Some(ann));
        assert_eq!(inspector.who(), Some(ann), "it was opened");
    }

    #[test]
    fn one_finds_the_way_back() {
        let (ann, bo) = (AgentId(1), AgentId(2));
        let mut inspector = Inspector::default();
        inspector.follow_selection(Some(ann));
        assert_eq!((inspector.who(), inspector.of(), inspector.can_go_back()), (Some(ann), None, false));
        inspector.ask(ann, Some(Topic::Memory(3)));
        inspector.ask(bo, Some(Topic::Moment(9)));
        assert!(inspector.take_request() && !inspector.take_request());
        inspector.follow_selection(Some(ann));
        assert_eq!(inspector.who(), Some(bo), "who is selected has not changed");
        inspector.go_back();
        assert_eq!((inspector.who(), inspector.of()), (Some(ann), Some(Topic::Memory(3))));
        inspector.go_back();
        assert_eq!((inspector.of(), inspector.can_go_back()), (None, false));
        inspector.follow_selection(Some(bo));
        assert_eq!((inspector.who(), inspector.of()), (Some(bo), None));
    }
}
