//! What is worth telling, and how it is told.

use super::*;

/// How much less what somebody else is after is worth telling.
const OTHERS_AIMS: f32 = 0.5;
/// How much more what somebody is or means to do who has just come to town.
const OF_NEWCOMERS: f32 = 1.5;
/// To those one is not so close to nobody says what they think of others, nor what ails them.
const CONFIDES: f32 = 1.2;

/// What nobody tells just so: promises, what is done by the body, what anybody got done today.
fn tellable(t: &Turn, fact: &Fact) -> bool {
    let (h, frame) = (t.h, fact.f());
    let sort = sort_of(frame);
    // what concerns the two of us they know; an appointment of mine is no news
    let theirs = frame.about.contains(&t.other) && frame.event.is_none();
    // what one thinks of somebody is for those one is close to
    let heart = matches!(sort, Sort::View | Sort::Worry);
    let intimate = heart && frame.subj == h.me.name && t.rel.close < CONFIDES;
    // nor what one has concluded of others, nor what those who know me know, nor what others do for a living
    let concluded = concluded(t, fact);
    let known = sort == Sort::Job && !frame.of_newcomer() && (t.rel.met || frame.subj != h.me.name);
    let plan = sort == Sort::Plan && frame.event.is_none();
    let on_the_way = frame.form == Form::Copula && frame.rest.iter().any(|word| word == "way");
    let thing = !frame.person && frame.event.is_none() && sort != Sort::Loss;
    let doing = frame.class == Class::Doing && !frame.lasting() && frame.subj != h.me.name;
    !(theirs || intimate || concluded || known || plan || on_the_way || thing || doing)
        && !unsaid(frame)
        && !got_done(fact)
        && passes_on(fact).is_none()
}

/// What one has concluded of others, or of the other: it is not said aloud, and never to their face.
pub(super) fn concluded(t: &Turn, fact: &Fact) -> bool {
    let frame = fact.f();
    let thought = fact.kind == Kind::Reflection && fact.at > 0;
    frame.event.is_none() && (thought && sort_of(frame) != Sort::Aim || frame.about.contains(&t.other))
}

/// Whether it says how far somebody came with what they did.
pub(super) fn got_done(fact: &Fact) -> bool {
    lex().pairs("progress").iter().any(|(pattern, _)| done_by(fact, &fact.f().subj, pattern))
}

/// `X got through .. and is content with it`
fn done_by(fact: &Fact, who: &str, pattern: &str) -> bool {
    let Some((before, _)) = pattern.split_once('*') else { return false };
    let said = fact.text.find(who).map(|at| fact.text[at + who.len()..].trim_start()).unwrap_or_default();
    let rest = said.strip_prefix(before.trim_end()).unwrap_or_default();
    rest.trim_start().split(' ').next().is_some_and(|word| word.ends_with("ing"))
}

/// The heaviest thing the other has not heard of, and how much it presses.
pub fn best_news(t: &mut Turn) -> Option<(Fact, f32)> {
    let mut c: Vec<(&Fact, f32)> =
        t.h.facts
            .iter()
            .filter(|f| !t.said(f.f()) && tellable(t, f))
            // what one is after oneself one tells those who ask
            .filter(|f| {
                f.f().subj != t.h.me.name
                    || resolved(f)
                    || !matches!(sort_of(f.f()), Sort::Aim | Sort::Job | Sort::Progress | Sort::Taste)
            })
            // with what one needs oneself one asks for a hand, and does not only tell of it
            .filter(|f| f.f().class != Class::Need || f.f().subj != t.h.me.name)
            .map(|f| (f, t.h.salience(f, &t.other, &t.rel)))
            .filter(|x| x.1 > 0.1)
            .collect();
    for x in &mut c {
        // what others are after is news of the smaller sort
        let others = x.0.f().subj != t.h.me.name && sort_of(x.0.f()) == Sort::Aim;
        x.1 *= match others {
            _ if t.h.newcomer(&x.0.f().subj) => OF_NEWCOMERS,
            true => OTHERS_AIMS,
            false => 1.0,
        };
        x.1 *= 0.6 + 0.8 * t.h.steady(&[t.h.number(x.0.f()), u64::from(t.h.sit.now)]).unit();
    }
    c.sort_by(|a, b| b.1.total_cmp(&a.1));
    c.first().map(|x| (x.0.clone(), x.1))
}

/// Whether it is something that I have newly made up my mind to, for good: that is news.
fn resolved(fact: &Fact) -> bool {
    fact.at > 0 && fact.imp >= 9 && fact.f().verb == "plan" && fact.from.is_none()
}

/// What somebody who is new in town means to do, as they have said, to go with the news of them.
fn says_of_themselves(t: &mut Turn, who: &str) -> Option<String> {
    let theirs = |fact: &&Fact| {
        let frame = fact.f();
        let kind = matches!(frame.class, Class::Aim | Class::Event | Class::Work) && !frame.secret;
        frame.subj == who && kind && !fact.outgoing && !t.said(frame) && !t.h.knows(&t.other, frame)
    };
    let fact = t.h.facts.iter().filter(theirs).max_by_key(|fact| (fact.imp, fact.at))?.clone();
    let mut view = t.h.view(&t.other);
    view.known = Some(who);
    let clause = event_clause(fact.f()).unwrap_or_else(|| fact.f().clone()).say(&view);
    Some(format!(" {}.", cap(&clause)))
}

/// In words.
pub fn share(t: &mut Turn, f: &Fact) -> String {
    let h = t.h;
    let fr = f.f();
    let c = t.clause(fr);
    // "X told me that she ...": a pronoun only where the source is named first; before it, the listener would take it for another
    let mut fp = c.clone();
    if f.from.as_deref() == Some(&fr.subj) && fr.event.is_none() {
        let mut v = h.view(&t.other);
        v.known = Some(&fr.subj);
        fp = fr.say(&v);
    }
    if fr.subj == h.me.name {
        let opinion =
            matches!(fr.class, Class::Dislike | Class::Think) || fr.class == Class::Like && !fr.about.is_empty();
        let news = matches!(fr.class, Class::Aim | Class::Trouble | Class::Need | Class::Event)
            || f.at > 0
            || f.kind == Kind::Observation;
        if let Some(wish) = wish(fr, &h.view(&t.other)).filter(|_| sort_of(fr) == Sort::Aim) {
            return t.p("share.aim", &[("f", &c), ("w", &wish)]);
        }
        let sec = match () {
            () if opinion => "share.opinion",
            () if matches!(sort_of(fr), Sort::Loss | Sort::Worry) => "share.worry",
            () if news => "share.own",
            () => "share.me",
        };
        return t.p(sec, &[("f", &c)]);
    }
    if fr.of_newcomer() && f.from.is_none() {
        let (x, he, him) = t.x(&fr.subj);
        let x = if t.h.names.is_person(&fr.subj) { fr.subj.clone() } else { x };
        let words = t.p("share.newcomer", &[("f", &c), ("x", &x), ("he", &he), ("him", &him)]);
        return words + &says_of_themselves(t, &fr.subj).unwrap_or_default();
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
