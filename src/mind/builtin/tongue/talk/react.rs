//! What one says to what one is told.

use super::*;

pub(super) fn react(t: &mut Turn, s: &Said, cold: bool) -> String {
    let f = s.frame.clone();
    let h = t.h;
    if cold {
        return if t.dice.unit() < 0.5 { t.p("react.plain", &[]) } else { String::new() };
    }
    // do I know it already, and from whom?
    if let Some(k) = h.facts.iter().find(|k| k.f().same(&f) && k.from.is_some()).cloned()
        && f.subj != h.me.name
    {
        let from = k.from.unwrap();
        if from == t.other {
            if t.dice.unit() < 0.6 {
                return t.p("react.known.self", &[]);
            }
        } else {
            let src = h.names.short(&from);
            return t.p("react.known", &[("src", &src)]);
        }
    }
    let coin = t.dice.unit() < 0.5;
    if f.subj == h.me.name {
        return t.p(if coin { "react.phatic" } else { "remark.back" }, &[]);
    }
    if f.event.is_some() && !h.knows_self(&f) {
        let n = noun(&f);
        let mut r = t.p("react.event", &[("evn", &n)]);
        if !r.ends_with('?') && f.subj != h.me.name && f.when.as_ref().is_some_and(|w| w.from.is_some()) {
            let a = go_answer(t, &f);
            r = format!("{r} {a}");
        }
        return r;
    }
    if f.subj == t.other && f.class != Class::Need && (f.when.is_some() && f.event.is_none() || !f.lasting()) {
        let d = gerund(&f, &h.view(&t.other)).unwrap_or_default();
        return t.p("react.plan", &[("g", &d)]);
    }
    if f.subj == t.other {
        // an opinion of theirs about somebody: give mine
        if matches!(f.class, Class::Think | Class::Like | Class::Dislike)
            && let Some(x) = f.about.iter().find(|a| **a != h.me.name && **a != t.other).cloned()
        {
            let (xs, he, him) = t.x(&x);
            let r = h.relation(&x);
            let bad = f.class == Class::Dislike || f.rest.iter().any(|w| lex().is("bad", w));
            if !r.met {
                return t.p("neutral", &[("x", &xs), ("he", &he), ("him", &him)]);
            }
            let sec = match (bad, r.warm > temper::FOND, r.warm < temper::COLD) {
                (true, true, _) => "disagree.good",
                (true, _, true) => "agree.bad",
                (false, _, true) => "disagree.bad",
                (false, true, _) => "agree.good",
                _ => "neutral",
            };
            return t.p(sec, &[("x", &xs), ("he", &he), ("him", &him)]);
        }
        if f.class == Class::Trouble {
            return t.p("react.trouble.you", &[]);
        }
        if t.rel.love && t.dice.unit() < 0.8 {
            return t.p("react.love", &[]);
        }
        // in common?
        if let Some(c) = h
            .facts
            .iter()
            .find(|g| {
                g.f().subj == h.me.name
                    && g.from.is_none()
                    && !g.f().secret
                    && g.f().class == f.class
                    && g.f().verb == f.verb
                    && overlap(&content(&g.f().rest), &content(&f.rest)) >= 0.5
                    && !t.said(g.f())
            })
            .cloned()
            && t.dice.unit() < 0.6
        {
            let c = t.clause(c.f());
            return t.p("common", &[("f", &c)]);
        }
        let r = t.p(
            if matches!(f.class, Class::Aim | Class::Doing | Class::Event) {
                "react.you.good"
            } else {
                "react.you.plain"
            },
            &[],
        );
        if t.dice.unit() < 0.5
            && !t.mine.iter().any(|a| matches!(a, Act::Ask(Ask::Why | Ask::Progress(_))))
            && matches!(f.class, Class::Aim | Class::Work | Class::Doing)
            && !r.ends_with('?')
            && t.mine.iter().filter(|a| matches!(a, Act::Ask(_))).count() < 3
        {
            let q = t.p(if f.class == Class::Aim { "ask.more.aim" } else { "ask.more" }, &[]);
            return if r.len() > 60 { q } else { format!("{r} {q}") };
        }
        return r;
    }
    if f.person {
        let r = h.relation(&f.subj);
        let (x, he, him) = t.x(&f.subj);
        let sl = [("x", x.as_str()), ("he", &he), ("him", &him)];
        if t.rel.close >= 0.8 && f.class == Class::State && r.met {
            return opinion(t, &f.subj);
        }
        if f.class == Class::Need {
            return t.p("react.need", &sl);
        }
        let sec = if f.class == Class::Doing && f.verb != "run" || !f.lasting() || f.form == Form::Past {
            "react.seen"
        } else if f.class == Class::Trouble {
            "react.trouble"
        } else if r.warm < temper::COLD {
            "react.aim.bad"
        } else if r.warm > 0.9 {
            "react.aim.good"
        } else {
            "react.aim.plain"
        };
        return t.p(sec, &sl);
    }
    t.p("react.plain", &[])
}

impl Head<'_> {
    /// Whether I know this already.
    pub fn knows_self(&self, f: &Frame) -> bool {
        self.facts.iter().any(|g| g.f().same(f))
    }
}
