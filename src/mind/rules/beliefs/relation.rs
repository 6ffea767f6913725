//! What somebody is to oneself, read from sentences.

use super::*;

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
        let done_to_me = lex().is("gestured", &plain_of(&frame.verb)) && frame.about.contains(&self.me.name);
        let told = fact.from.as_deref().filter(|from| *from != self.me.name && frame.subj != self.me.name);
        told.filter(|from| !done_to_me || *from != frame.subj)
    }

    /// What `who` is to me, read from my sentences.
    pub fn relation(&self, who: &str) -> Relation {
        let mut r = Relation::default();
        let me = &self.me.name;
        let mut talks = 0;
        for f in &self.facts {
            let fr = f.f();
            let mine = fr.subj == *me && fr.about.iter().any(|a| a == who) && f.from.is_none();
            let theirs = fr.subj == who && f.from.is_none();
            if !mine && !theirs {
                continue;
            }
            let low = format!(" {} ", fr.rest.join(" ").to_lowercase());
            let of_me = mine || fr.about.iter().any(|a| a == me);
            if mine && fr.class == Class::Love {
                r.love = true;
                r.warm += 2.0;
                r.met = true;
            }
            if fr.class == Class::Kin && of_me {
                r.met = true;
                r.why = Some(f.text.clone());
                if lex().list("close").iter().any(|k| low.contains(&format!(" {k} "))) {
                    r.kin = true;
                    r.close = 3.0;
                    r.warm += 1.0;
                } else if low.contains("friend") || low.contains("mate") {
                    r.close =
                        r.close.max(if low.contains("close friend") || low.contains("old friend") { 2.6 } else { 2.0 });
                    r.warm += 0.8;
                } else {
                    r.close = r.close.max(1.2);
                }
            }
            if mine && fr.class == Class::Like {
                r.warm += 1.0;
                r.met = true;
                r.why = Some(f.text.clone());
                r.close = r.close.max(1.0);
            }
            if mine && fr.class == Class::Dislike {
                r.warm -= 2.2;
                r.met = true;
                r.why = Some(f.text.clone());
            }
            // by sight, by hearsay, never: that is not to have met
            let apart = fr.adv.iter().any(|adverb| adverb == "never")
                || ["by sight", "only from", " of ", "through"].iter().any(|mark| low.contains(mark));
            if theirs && of_me && low.contains("acquaintance") || mine && fr.verb == "talked" && !apart && !fr.neg {
                r.met = true;
                r.close = r.close.max(0.7);
            }
            if mine && matches!(fr.class, Class::Know | Class::Met) && !fr.neg && !(apart && fr.class == Class::Know) {
                r.met = true;
                r.close = r.close.max(if fr.class == Class::Know { 1.0 } else { 0.5 });
            }
            if mine && (low.contains("pleasant") || low.contains("good talk") || low.contains("warm")) {
                talks += 1;
                r.warm += 0.25;
                r.met = true;
                r.last_talk = r.last_talk.max(Some(f.at));
            } else if mine && (low.contains("talked") || fr.verb == "talk" || fr.verb == "have") {
                talks += 1;
                r.met = true;
                r.last_talk = r.last_talk.max(Some(f.at));
            }
            if mine && low.contains("curt") {
                r.warm -= 0.6;
            }
            if mine && lex().list("bad").iter().any(|b| low.contains(&format!(" {b} "))) && fr.class == Class::Think {
                r.warm -= 1.2;
            }
            // hard words that were taken back weigh no more
            if mine && fr.verb == "forgiven" && !fr.neg {
                r.warm += FORGIVEN;
            }
            if (theirs || mine) && fr.class != Class::Doing {
                for g in lex().list("good") {
                    if low.contains(&format!(" {g} ")) {
                        r.warm += 0.5;
                        if r.why.is_none() {
                            r.why = Some(f.text.clone());
                        }
                        break;
                    }
                }
            }
            if theirs && of_me && matches!(fr.class, Class::Dislike) {
                r.warm -= 1.0;
            }
        }
        if r.met {
            r.close = (r.close + talks as f32 * 0.12).clamp(0.5, 3.0);
        }
        r
    }
}
