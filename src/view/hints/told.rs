//! The table of hints: when each is useful, and its words. Pure.

use bevy::prelude::Resource;

use crate::view::keys::{self, bind::Bindings};

/// What the player is doing and has done in this town.
#[derive(Resource, Clone, Copy, Debug, Default)]
pub(super) struct Facts {
    /// The journal has been read up to this tick.
    pub read: u64,
    /// Seconds of real time in this town.
    pub seconds: f32,
    /// Somebody has been selected.
    pub selected: bool,
    /// Somebody is selected.
    pub person: bool,
    /// The player has an avatar in the town.
    pub joined: bool,
    /// The avatar has walked.
    pub walked: bool,
    /// It was sent somewhere by a click.
    pub sent: bool,
    /// It is in a talk.
    pub talks: bool,
    /// Somebody is near it.
    pub company: bool,
    /// It has used a thing.
    pub used: bool,
    /// There are commands in the journal.
    pub commanded: bool,
    /// The speed has been changed.
    pub sped: bool,
}

/// A hint.
#[derive(Debug)]
pub(super) struct Hint {
    /// Its name in the player's file.
    pub id: &'static str,
    /// Its words. `{…}` is replaced by the keys of the first row of the table of keys whose description contains this
    /// text, `[thing]` by the address of a thing in this town.
    words: &'static str,
    /// When it is useful.
    when: fn(&Facts) -> bool,
    /// When it is no longer needed.
    pub done: fn(&Facts) -> bool,
    /// As long as it can be followed; otherwise it disappears, and may come again.
    pub still: fn(&Facts) -> bool,
}

/// All hints, in order of priority.
pub(super) const HINTS: &[Hint] = &[
    Hint {
        id: "look",
        words: "Everybody here lives by their own memory. Click on somebody to see what they are doing; drag to look \
                around.",
        when: |facts| facts.seconds > 3.0,
        done: |facts| facts.selected,
        still: |_| true,
    },
    Hint {
        id: "walk",
        words: "You are in town. Click on the ground to walk there, or walk with {walk, if}.",
        when: |facts| facts.joined,
        done: |facts| facts.sent,
        still: |facts| facts.joined,
    },
    Hint {
        id: "talk",
        words: "Somebody is near you. {talk to}: say something. They answer, and remember it. If they are talking \
                already, you join in.",
        when: |facts| facts.company && facts.walked,
        done: |facts| facts.talks,
        still: |facts| facts.joined,
    },
    Hint {
        id: "use",
        words: "{use what}: use what is in front of you, such as a stove or a bed, or put out a fire.",
        when: |facts| facts.joined && facts.walked && facts.seconds > 40.0,
        done: |facts| facts.used,
        still: |facts| facts.joined,
    },
    Hint {
        id: "why",
        words: "Why do they do that? {why}: what they saw, what they remembered, what they were asked and what they \
                answered.",
        when: |facts| facts.person && facts.seconds > 15.0,
        done: |_| false,
        still: |facts| facts.person,
    },
    Hint {
        id: "join",
        words: "{come to town}: come to town yourself, as a newcomer or as somebody who lives here.",
        when: |facts| facts.seconds > 30.0 && !facts.joined,
        done: |facts| facts.joined,
        still: |facts| !facts.joined,
    },
    Hint {
        id: "speed",
        words: "One second is one game minute. {speed:} makes time faster, {pause, and} stops it.",
        when: |facts| facts.seconds > 50.0,
        done: |facts| facts.sped,
        still: |_| true,
    },
    Hint {
        id: "story",
        words: "{follow the story}: the camera goes by itself to what is worth seeing.",
        when: |facts| facts.seconds > 75.0 && !facts.joined,
        done: |_| false,
        still: |facts| !facts.joined,
    },
    Hint {
        id: "fire",
        words: "Right-click on a thing to change it, or press {console} and write “set [thing] is burning”. See who \
                notices.",
        when: |facts| facts.seconds > 95.0,
        done: |facts| facts.commanded && !facts.joined,
        still: |_| true,
    },
    Hint {
        id: "save",
        words: "{close what} opens the menu. The town saves itself every minute; {quick save:} keeps a moment to come \
                back to.",
        when: |facts| facts.seconds > 130.0,
        done: |_| false,
        still: |_| true,
    },
];

impl Hint {
    /// Its words, with keys and the address of a thing filled in; `None`: there is no such key.
    pub(super) fn words(&self, bindings: &Bindings, thing: &str) -> Option<String> {
        let mut told = String::new();
        let mut rest = self.words;
        while let Some((before, after)) = rest.split_once('{') {
            let (row, after) = after.split_once('}')?;
            let mut rows = keys::all().skip_while(|key| !key.does.to_lowercase().contains(row));
            // Related keys are in the rows below, without a description.
            let first = rows.next()?;
            let all = std::iter::once(first).chain(rows.take_while(|key| key.does.is_empty()));
            let name = |key| bindings.of(key).first().map_or_else(|| bindings.label(key), |chord| chord.label());
            let names: Vec<String> = all.map(name).collect();
            told += before;
            told += &names.join(" ");
            rest = after;
        }
        Some((told + rest).replace("[thing]", thing))
    }
}

/// The first hint that is useful and has not been given.
pub(super) fn due(facts: &Facts, given: &[String]) -> Option<&'static Hint> {
    let new = |hint: &&Hint| !given.iter().any(|id| id == hint.id);
    let words = |hint: &Hint| hint.words(&Bindings::default(), "").is_some();
    HINTS.iter().filter(new).find(|hint| (hint.when)(facts) && !(hint.done)(facts) && words(hint))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hints_come_one_after_another_and_when_they_are_of_use() {
        let mut facts = Facts::default();
        assert!(due(&facts, &[]).is_none());
        facts.seconds = 5.0;
        let first = due(&facts, &[]).map(|hint| hint.id);
        assert_eq!(first, Some("look"));
        let given = ["look".to_owned()];
        assert!(due(&facts, &given).is_none(), "one at a time");
        facts.joined = true;
        assert_eq!(due(&facts, &given).map(|hint| hint.id), Some("walk"));
        (facts.walked, facts.sent) = (true, true);
        assert!(due(&facts, &given).is_none(), "what one does is not told");
    }

    #[test]
    fn what_is_for_the_player_goes_when_they_leave_town() {
        let hint = |id: &str| HINTS.iter().find(|hint| hint.id == id).expect("it is there");
        let mut facts = Facts { joined: true, walked: true, company: true, ..Facts::default() };
        assert!((hint("talk").when)(&facts) && (hint("talk").still)(&facts));
        (facts.joined, facts.company) = (false, false);
        assert!(["walk", "talk", "use"].iter().all(|id| !(hint(id).still)(&facts)));
        assert!((hint("look").still)(&facts));
    }

    #[test]
    fn who_walks_with_keys_is_told_of_the_click() {
        let facts = Facts { joined: true, walked: true, ..Facts::default() };
        let hint = due(&facts, &[]).expect("there is one");
        assert_eq!(hint.id, "walk");
        assert!(hint.words(&Bindings::default(), "").expect("it has keys").contains("Click on the ground"));
    }

    #[test]
    fn of_several_keys_each_is_named_once() {
        let words = |id: &str| {
            let hint = HINTS.iter().find(|hint| hint.id == id).expect("it is there");
            hint.words(&Bindings::default(), "<a: b: c>").expect("it has keys")
        };
        assert!(words("walk").contains("W A S D"), "{}", words("walk"));
        assert!(words("speed").contains("1 2 3 4 5 makes"), "{}", words("speed"));
    }

    #[test]
    fn keys_are_named_as_their_table_names_them() {
        for id in ["walk", "talk", "use", "join", "speed", "save", "story"] {
            let hint = HINTS.iter().find(|hint| hint.id == id).expect("it is there");
            let words = hint
                .words(&Bindings::default(), "")
                .unwrap_or_else(|| panic!("a key that {id} names is not in the table"));
            assert!(!words.contains(['{', '}']), "{words}");
        }
    }
}
