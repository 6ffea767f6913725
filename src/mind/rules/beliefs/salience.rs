//! What is worth telling to whom.

use super::*;

impl Beliefs<'_> {
    /// Facts whose frame is about a person, newest and heaviest first.
    pub fn about(&self, who: &str) -> Vec<&Fact> {
        let mut v: Vec<&Fact> = self.facts.iter().filter(|f| f.f().subj == who && !f.outgoing).collect();
        v.sort_by_key(|f| {
            std::cmp::Reverse((f.imp as u32 * 200) + f.at.saturating_sub(self.sit.now.saturating_sub(5 * DAY)) / 8)
        });
        v
    }
    /// Does `you` know this already, as far as I can remember?
    pub fn knows(&self, you: &str, fr: &Frame) -> bool {
        fr.subj == you
            || self.facts.iter().any(|f| {
                f.f().same(fr)
                    && (f.from.as_deref() == Some(you)
                        || f.said.to.as_deref() == Some(you)
                        || (f.said.from.as_deref() == Some(you)))
            })
            || (fr.event.is_some()
                && self.facts.iter().any(|f| {
                    f.f().verb == "invite"
                        && f.f().persons().iter().any(|p| p == you)
                        && overlap(f.f().of_rest(), &fr.key()) > 0.6
                }))
    }
    /// Events that are not over, each once, as fully as it is known.
    pub fn events(&self) -> Vec<&Fact> {
        let mut out: Vec<&Fact> = vec![];
        for f in self.facts.iter().filter(|f| f.f().class == Class::Event && !f.f().secret) {
            if f.f().when.as_ref().and_then(When::end).is_some_and(|e| e < self.sit.now) {
                continue;
            }
            if let Some(o) = out.iter_mut().find(|o| o.f().same(f.f())) {
                let full = |x: &Fact| {
                    x.f().place.is_some() as u8 + x.f().when.is_some() as u8 * 2 + (x.f().subj == self.me.name) as u8
                };
                if full(f) > full(o) {
                    *o = f;
                }
            } else {
                out.push(f);
            }
        }
        out
    }
    /// Whether it is over.
    pub fn past(&self, frame: &Frame) -> bool {
        frame.when.as_ref().and_then(When::end).is_some_and(|end| end <= self.sit.now)
    }
    /// Whether it has begun, or is over; a day without an hour has begun with its noon.
    pub fn begun(&self, frame: &Frame) -> bool {
        frame.when.as_ref().and_then(When::start).is_some_and(|start| start <= self.sit.now)
    }
    /// salience = importance x freshness x novelty to the listener x relevance to them x leave to tell
    pub fn salience(&self, fact: &Fact, you: &str, rel: &Relation) -> f32 {
        let fr = fact.f();
        if fr.secret || fact.outgoing || fr.subj == you || fr.neg && fr.class == Class::Know {
            return 0.0;
        }
        if matches!(fr.class, Class::Home | Class::Know | Class::Met | Class::Told | Class::Kin)
            || lex().is("bookkeeping", &fr.verb)
            || fr.verb == "have" && fr.subj == self.me.name && fr.when.is_none()
        {
            return 0.0;
        }
        // what one thinks of somebody is not told to their face, and "it" alone says nothing to another
        let thought = matches!(fr.class, Class::Think | Class::Dislike | Class::Like | Class::Love);
        if thought && fr.about.iter().any(|about| about == you) || bare(fr) || self.me.lifestyle.contains(&fact.text) {
            return 0.0;
        }
        // nor is what one has concluded about them; and what one feels is for those close to one
        let concluded = fact.kind == Kind::Reflection && fact.at > 0 && fr.event.is_none();
        if concluded && (rel.close < 2.0 || fr.about.iter().any(|about| about == you)) {
            return 0.0;
        }
        if self.knows(you, fr) {
            return 0.0;
        }
        if self.past(fr) || fr.class == Class::Need && self.begun(fr) || fr.event.is_some() && self.begun(fr) {
            return 0.0;
        }
        let mine = fr.subj == self.me.name;
        if mine && fact.kind == Kind::Observation && fact.at > 0 && fr.form == Form::Ing {
            return 0.0;
        }
        if !fr.lasting() && (mine || self.sit.now.saturating_sub(fact.at) > 200) {
            return 0.0;
        }
        // those close to me know what I do and how I live
        if mine
            && fact.at == 0
            && fact.kind == Kind::Reflection
            && matches!(fr.class, Class::Work | Class::State | Class::Other | Class::Like | Class::Doing)
            && (rel.close >= 1.0 || self.me.lifestyle.contains(&fact.text))
        {
            return 0.0;
        }
        if mine && fact.at == 0 && rel.close >= 2.0 && fact.imp < 7 && fr.event.is_none() {
            return 0.0;
        }
        let age = (self.sit.now.saturating_sub(fact.at)) as f32 / 60.0;
        let fresh = if fact.at == 0 || fr.class == Class::Event || mine { 0.8 } else { 0.97f32.powf(age).max(0.25) };
        let to_come = fr
            .when
            .as_ref()
            .and_then(When::start)
            .map_or(1.0, |s| if s > self.sit.now && s - self.sit.now < 2 * DAY { 1.3 } else { 1.0 });
        let mut leave = 1.0;
        if matches!(fr.class, Class::Love) {
            leave = if rel.close >= 2.0 { tuning::TELLS_LOVE } else { 0.0 };
        }
        if matches!(fr.class, Class::Dislike) {
            leave = if rel.close >= 1.5 && !fr.about.iter().any(|a| a == you) { tuning::TELLS_DISLIKE } else { 0.0 };
        }
        if matches!(fr.class, Class::Trouble) && mine && rel.close < 1.0 {
            leave = 0.3;
        }
        if fr.about.iter().any(|a| a == you) && !mine {
            leave *= 0.4;
        }
        if rel.warm < -0.5 {
            leave *= 0.25;
        }
        if mine && matches!(fr.class, Class::Work | Class::State | Class::Like | Class::Doing) {
            leave *= 0.45;
        }
        if !fr.person && fr.class != Class::Event && fr.class != Class::Trouble {
            leave *= 0.3;
        }
        if fr.class == Class::Doing && !mine {
            leave *= 0.5;
        }
        // That one goes somewhere oneself is for those who care where one goes; that one may go is nothing to tell.
        if fr.class != Class::Event && sense::event_in(&fr.rest).is_some() {
            leave *= match fr.aux.as_deref() {
                Some("may") => 0.0,
                _ if rel.close >= tuning::RELAY_CLOSE => tuning::TELLS_GOING,
                _ => tuning::TELLS_GOING / 3.0,
            };
        }
        let relevant = 1.0
            + 0.5
                * f32::from(u8::from(fr.persons().iter().any(|p| {
                    p != you
                        && p != &self.me.name
                        && self.facts.iter().any(|g| {
                            g.f().class == Class::Kin
                                && g.f().persons().contains(p)
                                && g.f().persons().iter().any(|q| q == you)
                        })
                })));
        let told = self.facts.iter().filter(|g| g.outgoing && g.f().same(fr)).count();
        if !mine {
            leave *= match () {
                // of somebody whom nobody here knows yet everybody speaks
                () if self.newcomer(&fr.subj) => 1.0,
                () if self.sit.relay > 0.0 => self.sit.relay,
                () => tuning::RELAY,
            };
            if !fr.worth_keeping(fact.imp) && fr.class != Class::Doing {
                return 0.0;
            }
        }
        if !mine && fact.at == 0 {
            leave *= 0.6;
        } // old knowledge is no news
        if !mine && !rel.met {
            leave *= 0.3;
        }
        if !mine && self.voice.t <= 0 {
            leave *= 0.6;
        } // not everyone carries tales
        if !mine && fr.persons().iter().all(|p| !self.relation(p).met) {
            leave *= 0.7;
        }
        let tired = if mine { 0.95f32 } else { 0.8f32 }.powi(told as i32);
        fact.imp as f32 / 10.0 * fresh * to_come * leave * relevant * tired
    }
}

/// Does it speak of something by a bare pronoun, so that it means nothing by itself?
pub fn bare(frame: &Frame) -> bool {
    frame.rest.iter().any(|word| matches!(word.as_str(), "it" | "them")) && frame.event.is_none()
}
