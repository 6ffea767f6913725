//! What somebody is to oneself, read from sentences.

use super::{Beliefs, Fact};
use crate::{
    language::{
        kin::says_kin,
        lexicon::lex,
        text::{is_stop_word, lemma_and_tense, tokens},
        time::EpochMinute,
    },
    mind::rules::frame::Class,
};

/// How much warmer one is to somebody whom one has forgiven.
const FORGIVEN: f32 = 1.8;

impl Beliefs<'_> {
    /// Has somebody come to town of late, as far as I know?
    pub fn newcomer(&self, who: &str) -> bool {
        self.facts.iter().any(|fact| fact.f().subj == who && fact.f().of_newcomer())
    }
    /// Who told me this, if it is not about myself: what I do myself nobody needs to have told me.
    pub fn source<'f>(&self, fact: &'f Fact) -> Option<&'f str> {
        let frame = fact.f();
        // what they did to me by their words nobody told me
        let plain = lemma_and_tense(&frame.verb).map_or_else(|| frame.verb.clone(), |(plain, _)| plain);
        let done_to_me = lex().contains("gestured", &plain) && frame.about.contains(&self.me.name);
        let told = fact.from.as_deref().filter(|from| *from != self.me.name && frame.subj != self.me.name);
        told.filter(|from| !done_to_me || *from != frame.subj)
    }

    /// What a sentence of mine says of somebody beside all else: "is her niece" of "visits her niece Ann Lee".
    pub(super) fn named_beside(&self, text: &str) -> Option<String> {
        let (me, own) = (&self.me.name, self.pron(&self.me.name).of(2));
        text.to_lowercase().split(' ').find(|word| *word == own || *word == "my")?;
        let words = self.names.merge(&tokens(text));
        let person = |word: &String| self.names.is_person(word);
        let named = words.windows(3).enumerate().find(|(at, three)| {
            // after somebody else was named, "her" may be theirs
            let mine = three[0].to_lowercase() == own && words[..*at].iter().all(|word| word == me || !person(word));
            let role = three[1].chars().all(|letter| letter.is_lowercase() || letter == '-');
            let light = is_stop_word(&three[1]) || lex().contains("npend", &three[1]);
            let role = role && !light && lemma_and_tense(&three[1]).is_none();
            (mine || three[0].eq_ignore_ascii_case("my")) && role && person(&three[2]) && three[2] != *me
        });
        named.map(|(_, three)| format!("{} is {me}'s {}.", three[2], three[1]))
    }

    /// What `who` is to me, read from my sentences.
    pub fn relation(&self, who: &str) -> Relation {
        let known = self.relations.borrow().get(who).cloned();
        known.unwrap_or_else(|| {
            let relation = self.relate(who);
            self.relations.borrow_mut().insert(who.to_owned(), relation.clone());
            relation
        })
    }

    fn relate(&self, who: &str) -> Relation {
        let mut r = Relation::default();
        let mut talks = 0;
        for fact in self.facts.iter().filter(|fact| fact.from.is_none()) {
            let frame = fact.f();
            let named = |who: &str| frame.about.iter().any(|about| about == who);
            let (mine, theirs) = (frame.subj == self.me.name && named(who), frame.subj == who);
            if !mine && !theirs {
                continue;
            }
            let of_me = mine || named(&self.me.name);
            let low = format!(" {} ", frame.rest.join(" ").to_lowercase());
            let says = |section: &str| lex().find(section, &low).is_some();
            let has = |words: &[&str]| words.iter().any(|word| low.contains(word));
            // by sight, by hearsay, never: that is not to have met
            let apart =
                frame.adv.iter().any(|adverb| adverb == "never") || has(&["by sight", "only from", " of ", "through"]);
            let told = mine && !frame.neg;
            // what it says one is to the other: how close, how warm
            let (close, warm) = match frame.class {
                Class::Kin if of_me && says_kin(&frame.rest) => (3.0, 1.0),
                Class::Kin if of_me && has(&["close friend", "old friend"]) => (2.6, 0.8),
                Class::Kin if of_me && has(&["friend", "mate"]) => (2.0, 0.8),
                Class::Kin if of_me => (1.2, 0.0),
                Class::Love if mine => (0.0, 2.0),
                Class::Like if mine => (1.0, 1.0),
                Class::Dislike if mine => (0.0, -2.2),
                Class::Dislike if of_me => (0.0, -1.0),
                Class::Think if mine && says("bad") => (0.0, -1.2),
                Class::Know if told && !apart => (1.0, 0.0),
                Class::Met if told => (0.5, 0.0),
                _ => (0.0, 0.0),
            };
            r.close = r.close.max(close);
            r.warm += warm;
            r.love |= mine && frame.class == Class::Love;
            r.kin |= of_me && frame.class == Class::Kin && says_kin(&frame.rest);
            if of_me && frame.class == Class::Kin || mine && matches!(frame.class, Class::Like | Class::Dislike) {
                r.met = true;
                r.why = Some(fact.text.clone());
            }
            r.met |= close > 0.0 || mine && frame.class == Class::Love;
            if theirs && of_me && has(&["acquaintance"]) || told && frame.verb == "talked" && !apart {
                r.met = true;
                r.close = r.close.max(0.7);
            }
            let pleasant = has(&["pleasant", "good talk", "warm"]);
            if mine && (pleasant || has(&["talked"]) || matches!(frame.verb.as_str(), "talk" | "have")) {
                talks += 1;
                r.warm += if pleasant { 0.25 } else { 0.0 };
                r.met = true;
                r.last_talk = r.last_talk.max(Some(fact.at));
            }
            // who lets one wait is thought less of
            if theirs && of_me && has(&["as agreed"]) {
                r.warm -= if frame.neg { 0.6 } else { 0.2 };
            }
            if mine && has(&["curt"]) {
                r.warm -= 0.6;
            }
            // hard words that were taken back weigh no more
            if told && frame.verb == "forgiven" {
                r.warm += FORGIVEN;
            }
            if frame.class != Class::Doing && says("good") {
                r.warm += 0.5;
                r.why.get_or_insert_with(|| fact.text.clone());
            }
        }
        if r.met {
            r.close = (r.close + talks as f32 * 0.12).clamp(0.5, 3.0);
        }
        r
    }
}

/// What somebody is to one.
#[derive(Clone, Debug, Default)]
pub struct Relation {
    /// Known in person.
    pub met: bool,
    /// 0 to 3.
    pub close: f32,
    /// Below 0 for those one does not care for.
    pub warm: f32,
    /// Loved, openly or not.
    pub love: bool,
    /// Of the family.
    pub kin: bool,
    /// When one talked to them last.
    pub last_talk: Option<EpochMinute>,
    /// The sentence that says why.
    pub why: Option<String>,
}
