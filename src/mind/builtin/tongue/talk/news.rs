//! What is worth telling, and how it is told.

use super::*;

pub fn best_news(t: &mut Turn) -> Option<(Fact, f32)> {
    let mut c: Vec<(&Fact, f32)> =
        t.h.facts
            .iter()
            .filter(|f| !t.said(f.f()))
            // with what one needs oneself one asks for a hand, and does not only tell of it
            .filter(|f| f.f().class != Class::Need || f.f().subj != t.h.me.name)
            .map(|f| (f, t.h.salience(f, &t.other, &t.rel)))
            .filter(|x| x.1 > 0.1)
            .collect();
    for x in &mut c {
        x.1 *= 0.6 + 0.8 * t.h.steady(&[t.h.number(x.0.f()), u64::from(t.h.sit.now)]).unit();
    }
    c.sort_by(|a, b| b.1.total_cmp(&a.1));
    c.first().map(|x| (x.0.clone(), x.1))
}

pub fn share(t: &mut Turn, f: &Fact) -> String {
    let h = t.h;
    let fr = f.f();
    // said is said: a line that goes on must not bring it up again
    t.told.push(fr.clone());
    let c = t.clause(fr);
    // "X told me that she ...": a pronoun only where the source is named first; before it, the listener would take it for another
    let mut fp = c.clone();
    if f.from.as_deref() == Some(&fr.subj) && fr.event.is_none() {
        let mut v = h.view(&t.other);
        v.known = Some(&fr.subj);
        fp = fr.say(&v);
    }
    if fr.subj == h.me.name {
        let sec =
            if matches!(fr.class, Class::Dislike | Class::Think) || fr.class == Class::Like && !fr.about.is_empty() {
                "share.opinion"
            } else if matches!(fr.class, Class::Aim | Class::Trouble | Class::Need | Class::Event)
                || f.at > 0
                || f.kind == Kind::Observation
            {
                "share.own"
            } else {
                "share.me"
            };
        return t.p(sec, &[("f", &c)]);
    }
    if fr.class == Class::Doing && f.from.is_none() && fr.person && fr.when.is_none() && f.at > 0 {
        let (x, he, him) = t.x(&fr.subj);
        if let Some(g) = gerund(fr, &h.view(&t.other)) {
            return t.p("share.seen", &[("x", &x), ("g", &g), ("he", &he), ("him", &him)]);
        }
    }
    match h.source(f).filter(|s| *s != t.other) {
        Some(s) => {
            let src = h.names.short(s);
            let same = s == f.f().subj;
            t.p(if same { "share.src.self" } else { "share.src" }, &[("f", &c), ("fp", &fp), ("src", &src)])
        }
        None => t.p("share.plain", &[("f", &c)]),
    }
}
