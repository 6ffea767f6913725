//! What is worth seeing, for how long, and when to go on. Pure.

use std::collections::BTreeMap;

use crate::{
    agent::components::talk::{Ending, TalkId},
    chronicle::EventKind,
    clock::AgentId,
    language::{condition::ConditionKind, speech_act::SpeechAct},
    world::{ArenaId, ObjectId},
};

/// What a talk is worth at least.
pub(super) const TALK: f32 = 30.0;
/// What a talk is worth more by what is done in it.
pub(super) fn act(act: SpeechAct) -> f32 {
    match act {
        SpeechAct::Asks => 10.0,
        SpeechAct::Invites => 22.0,
        SpeechAct::Dislikes => 26.0,
        SpeechAct::Declines => 32.0,
        SpeechAct::Scolds => 42.0,
    }
}

/// The score of a person because of an event about them: they refused something, came to resent somebody, or parted in
/// anger. `None`: the event adds nothing.
pub(super) fn parted(event: &EventKind) -> Option<f32> {
    match event {
        EventKind::Settled { refused: true, .. } => Some(46.0),
        EventKind::Resents { .. } => Some(56.0),
        EventKind::TalkEnded { anger: Some(_), .. } | EventKind::TalkEnded { ending: Ending::WalkedOff(_), .. } => {
            Some(66.0)
        }
        _ => None,
    }
}

/// What somebody is worth who does something about what they noticed.
pub(super) const ERRAND: f32 = 50.0;
/// Seconds that the camera stays with anything at least.
const MIN: f32 = 6.0;
/// Seconds that it stays once what was looked at is over, so that the last word can be read.
const LAST: f32 = 2.5;
/// Seconds after which another is looked at as well where nothing is on.
const IDLE: f32 = 25.0;
/// The camera moves on only to something that scores this much higher.
const MORE: f32 = 12.0;
/// Seconds after which what is looked at, and no talk, is worth half.
const HALF: f32 = 14.0;
/// The share of what a place is worth where it is only looked at for want of anything else.
const QUIET: f32 = 0.15;

/// What can be looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum What {
    /// Some who talk.
    Talk(TalkId),
    /// A thing out of the ordinary.
    Thing(ObjectId),
    /// Somebody.
    Person(AgentId),
    /// A place and all who are there.
    Place(ArenaId),
}

/// Something that could be looked at.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Shot {
    pub what: What,
    pub worth: f32,
    pub words: String,
}

/// What a condition is worth.
pub(super) fn danger(kind: ConditionKind) -> f32 {
    match kind {
        ConditionKind::Burning | ConditionKind::Smoking => 100.0,
        ConditionKind::Leaking | ConditionKind::Broken => 65.0,
        _ => 20.0,
    }
}

/// What a place is worth where so many are awake, and so many talk.
pub(super) fn crowd(awake: usize, talks: usize) -> f32 {
    // Of two crowds the larger is not looked at for ever.
    (awake as f32 * 4.0).min(40.0) + talks as f32 * 6.0
}

/// A place as it is looked at where nothing is on: less than anything that is.
pub(super) fn quiet(place: Shot) -> Shot {
    Shot { worth: place.worth * QUIET, words: format!("all is quiet · {}", place.words), ..place }
}

/// What is looked at, and what has been.
#[derive(Debug, Default)]
pub(super) struct Choice {
    now: Option<Shot>,
    /// Seconds since it was gone to.
    since: f32,
    /// Seconds since it is no longer there.
    over: f32,
    /// For how long each has been looked at, of late.
    seen: BTreeMap<What, f32>,
}

impl Choice {
    pub(super) fn now(&self) -> Option<&Shot> {
        self.now.as_ref()
    }

    /// Time passes: what is looked at becomes known, all else is forgotten slowly.
    pub(super) fn pass(&mut self, seconds: f32) {
        self.since += seconds;
        self.over += seconds;
        let now = self.now.as_ref().map(|shot| shot.what);
        for (what, seen) in &mut self.seen {
            *seen += if Some(*what) == now { seconds } else { -seconds * 0.2 };
        }
        self.seen.retain(|_, seen| *seen > 0.0);
    }

    /// What it is worth still.
    fn left(&self, shot: &Shot) -> f32 {
        match shot.what {
            // Whoever begins to read a talk reads it to its end.
            What::Talk(_) => shot.worth,
            what => shot.worth * 0.5f32.powf(self.seen.get(&what).copied().unwrap_or_default() / HALF),
        }
    }

    /// Goes on to the best, if it is so much better, or if there is nothing more to be seen here.
    pub(super) fn choose(&mut self, shots: &[Shot]) {
        let best = shots.iter().max_by(|a, b| self.left(a).total_cmp(&self.left(b)).then_with(|| b.what.cmp(&a.what)));
        let Some(best) = best else {
            self.now = None;
            return;
        };
        let here = self.now.as_ref().and_then(|now| shots.iter().find(|shot| shot.what == now.what));
        if here.is_some() {
            self.over = 0.0;
        }
        let stay = match here {
            Some(here) => {
                let more = if here.worth < TALK && self.since > IDLE { 0.5 } else { MORE };
                best.what == here.what || self.since < MIN || self.left(best) < self.left(here) + more
            }
            // Where much begins and ends quickly one would else only jump about.
            None => self.now.is_some() && (self.since < MIN || self.over < LAST),
        };
        if stay {
            if let Some(here) = here {
                self.now = Some(here.clone());
            }
            return;
        }
        self.seen.entry(best.what).or_insert(0.01);
        (self.now, self.since) = (Some(best.clone()), 0.0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shot(what: What, worth: f32) -> Shot {
        Shot { what, worth, words: String::new() }
    }

    fn talk(n: u32) -> What {
        What::Talk(TalkId { by: AgentId(n), count: 0 })
    }

    #[test]
    fn a_fire_goes_before_a_talk_and_a_talk_is_read_to_its_end() {
        let mut choice = Choice::default();
        let (one, two, fire) = (shot(talk(1), 40.0), shot(talk(2), 45.0), shot(What::Thing(ObjectId(3)), 100.0));
        choice.choose(std::slice::from_ref(&one));
        choice.pass(60.0);
        choice.choose(&[one.clone(), two.clone()]);
        assert_eq!(choice.now().map(|shot| shot.what), Some(one.what), "a little better is not enough");
        choice.choose(&[one.clone(), two.clone(), fire.clone()]);
        assert_eq!(choice.now().map(|shot| shot.what), Some(fire.what));
        choice.choose(&[one.clone(), two.clone()]);
        assert_eq!(choice.now().map(|shot| shot.what), Some(fire.what), "one stays a moment");
        choice.pass(5.0);
        choice.choose(&[one.clone(), two.clone()]);
        assert_eq!(choice.now().map(|shot| shot.what), Some(fire.what), "and a moment more");
        choice.pass(2.0);
        choice.choose(&[one, two.clone()]);
        assert_eq!(choice.now().map(|shot| shot.what), Some(two.what));
    }

    #[test]
    fn a_fire_that_goes_on_burning_is_not_all_one_sees() {
        let mut choice = Choice::default();
        let (fire, news) = (shot(What::Thing(ObjectId(3)), 100.0), shot(talk(1), 65.0));
        choice.choose(&[fire.clone(), news.clone()]);
        for _ in 0..60 {
            choice.pass(0.5);
            choice.choose(&[fire.clone(), news.clone()]);
        }
        assert_eq!(choice.now().map(|shot| shot.what), Some(news.what));
        choice.choose(&[]);
        assert!(choice.now().is_none());
    }

    #[test]
    fn nobody_is_looked_at_for_ever_of_whom_there_is_nothing_to_be_told() {
        let mut choice = Choice::default();
        let (one, two) = (shot(What::Person(AgentId(1)), 7.0), shot(What::Person(AgentId(2)), 6.0));
        choice.choose(&[one.clone(), two.clone()]);
        let mut look = |seconds| {
            choice.pass(seconds);
            choice.choose(&[one.clone(), two.clone()]);
            choice.now().map(|shot| shot.what)
        };
        assert_eq!([look(10.0), look(10.0), look(10.0)], [Some(one.what), Some(one.what), Some(two.what)]);
    }

    #[test]
    fn of_places_the_fullest_is_looked_at_and_then_another() {
        let place = |n, many| shot(What::Place(ArenaId(n)), crowd(many, 0));
        let (cafe, park) = (place(3, 9), place(4, 6));
        let mut choice = Choice::default();
        choice.choose(&[park.clone(), cafe.clone()]);
        assert_eq!(choice.now().map(|shot| shot.what), Some(cafe.what));
        for _ in 0..60 {
            choice.pass(0.5);
            choice.choose(&[park.clone(), cafe.clone()]);
        }
        assert_eq!(choice.now().map(|shot| shot.what), Some(park.what));
        assert!(crowd(2, 2) > crowd(4, 0), "where there is talk there is more to see");
    }

    #[test]
    fn where_nothing_is_on_one_looks_where_most_are_and_says_so() {
        let place = |n, many| quiet(Shot { words: "pub".into(), ..shot(What::Place(ArenaId(n)), crowd(many, 0)) });
        let mut choice = Choice::default();
        choice.choose(&[place(1, 2), place(2, 9), place(3, 1)]);
        let seen = choice.now().cloned().expect("something is looked at");
        assert_eq!((seen.what, seen.words.as_str()), (What::Place(ArenaId(2)), "all is quiet · pub"));
        // Whatever is on goes before the fullest place.
        let (full, talk) = (quiet(shot(What::Place(ArenaId(1)), crowd(99, 9))), shot(talk(1), TALK));
        choice.pass(MIN);
        choice.choose(&[full, talk.clone()]);
        assert_eq!(choice.now().map(|shot| shot.what), Some(talk.what));
    }
}
