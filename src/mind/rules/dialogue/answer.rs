//! Answers to questions about oneself.

use super::*;

/// How often one who is asked how they are says what they are at.
const SAYS_WHY: f32 = 0.45;
/// How often an answer gives the question back.
const GIVES_BACK: f32 = 0.35;
/// A plan of so many words stands alone.
const LONG_PLAN: usize = 9;

/// The answer to a question put to me in talk.
pub(super) fn answer(t: &mut Turn, ask: &Ask) -> String {
    match ask {
        Ask::HowAre => how_i_am(t),
        Ask::Doing => what_i_do(t),
        Ask::Yourself | Ask::Name => who_i_am(t),
        Ask::Progress(topic) => how_far(t, topic),
        Ask::Why => why(t),
        Ask::Plans => plans(t),
        Ask::Past => what_i_did(t),
        Ask::Back => back(t),
        Ask::Coming => match latest_event(t).or_else(|| t.h.events().first().map(|fact| fact.f().clone())) {
            Some(event) => go_answer(t, &event),
            None => t.p("dontknow", &[]),
        },
        Ask::Here => here(t),
        Ask::Hard => hard(t),
        Ask::Better => t.p("ans.trouble", &[]),
        Ask::Story => of_story(t),
        Ask::Seen(who) => seen(t, who),
        Ask::Fares(who) => fares(t, who),
        Ask::Small => t.p("small.back", &[]),
        Ask::Love(topic) => love(t, topic),
        Ask::Know(who) => know(t, who),
        Ask::Opinion(topic) => match topic.iter().find(|word| t.h.names.is_person(word)).cloned() {
            Some(who) => opinion(t, &who),
            None => about(t, topic, None),
        },
        Ask::When(topic) => about(t, topic, Some("when")),
        Ask::Where(topic) => about(t, topic, Some("where")),
        Ask::Who(topic) => about(t, topic, Some("who")),
        Ask::Heard(topic) if topic.iter().all(|word| lex().is("empty", word)) && shaken(t).is_some() => {
            shaken(t).map(|fact| tell_shaken(t, &fact)).unwrap_or_default()
        }
        Ask::Heard(topic) if topic.iter().all(|word| lex().is("empty", word)) => match best_news(t) {
            Some((fact, _)) => share(t, &fact),
            None => match story(t, true) {
                Some(fact) => tell_story(t, &fact),
                None => t.p("nonews", &[]),
            },
        },
        Ask::Other(topic) if vague(t, topic) => t.p("ans.vague", &[]),
        Ask::Heard(topic) | Ask::Like(topic) | Ask::Other(topic) => about(t, topic, None),
    }
}

/// Facts of mine of these classes that one may tell.
pub(super) fn own<'h>(h: &'h Beliefs<'_>, classes: &[Class]) -> Vec<&'h Fact> {
    let tells = |fact: &&Fact| {
        let frame = fact.f();
        let seen = fact.kind == Kind::Observation && fact.at > 0 && frame.form == Form::Ing;
        frame.subj == h.me.name
            && fact.from.is_none()
            && fact.said.to.is_none()
            && !frame.secret
            && frame.lasting()
            && !seen
            && frame.form != Form::Past
            && classes.contains(&frame.class)
            && !unsaid(frame)
            && !h.me.lifestyle.contains(&fact.text)
            && !bare(frame)
    };
    h.facts.iter().filter(tells).collect()
}

fn how_i_am(t: &mut Turn) -> String {
    let h = t.h;
    let trouble = own(h, &[Class::Trouble]).into_iter().find(|fact| !t.said(fact.f()) && !h.knows(&t.other, fact.f()));
    if let Some(fact) = trouble.filter(|_| t.rel.close > 0.8 && t.dice.clone().unit() < SAYS_WHY) {
        let clause = t.clause(fact.f());
        t.told.push(fact.f().clone());
        return t.p("ans.bad", &[("r", &clause)]);
    }
    let words = t.p("ans.plain", &[]);
    if let Some((fact, done)) = lately(t, &[]).filter(|_| t.dice.unit() < SAYS_WHY) {
        return format!("{words} {}", tell_progress(t, fact, &done, false));
    }
    give_back(t, words)
}

/// "And you?", unless I have asked already.
fn give_back(t: &mut Turn, words: String) -> String {
    let asked = t.mine.iter().any(|act| matches!(act, Act::Ask(_)));
    if asked || words.ends_with('?') || t.dice.unit() >= GIVES_BACK {
        return words;
    }
    format!("{words} {}", t.p("ask.back", &[]))
}

fn what_i_do(t: &mut Turn) -> String {
    if let Some((fact, done)) = lately(t, &[]) {
        return tell_progress(t, fact, &done, false);
    }
    let facts: Vec<&Fact> = own(t.h, &[Class::Doing, Class::Aim])
        .into_iter()
        .filter(|fact| !t.said(fact.f()) && fact.f().when.is_none() && !t.h.knows(&t.other, fact.f()))
        .collect();
    let Some(fact) = t.dice.pick(&facts).copied() else { return t.p("ans.now", &[]) };
    let clause = t.clause(fact.f());
    t.told.push(fact.f().clone());
    if let Some(wish) = wish(fact.f(), &t.h.view(&t.other)) {
        return t.p("share.aim", &[("f", &clause), ("w", &wish)]);
    }
    t.p("ans.doing", &[("r", &clause)])
}

fn who_i_am(t: &mut Turn) -> String {
    let told = |t: &Turn, fact: &Fact| t.said(fact.f()) || t.h.knows(&t.other, fact.f());
    let classes = [Class::Work, Class::Doing, Class::State, Class::Other];
    let first = t.h.facts.iter().find(|fact| fact.f().subj == t.h.me.name && t.h.me.background.starts_with(&fact.text));
    let facts: Vec<&Fact> = first
        .into_iter()
        .chain(own(t.h, &classes))
        .filter(|fact| {
            let frame = fact.f();
            fact.at == 0 && frame.when.is_none() && t.h.me.background.contains(&fact.text) && !told(t, fact)
        })
        .take(3)
        .collect();
    let Some(fact) = facts.first() else { return t.p("ans.told", &[]) };
    // in a few words first; the rest if one is asked again
    let short = shortly(fact.f());
    let clause = t.clause(if t.said(&short) { fact.f() } else { &short });
    t.told.push(short);
    t.p("ans.job", &[("r", &clause)])
}

/// How something comes along: what was done of it today, what is known of it, or how it feels.
fn how_far(t: &mut Turn, topic: &[String]) -> String {
    let h = t.h;
    // "How's it going?" after I spoke of something is about that
    let last_told = t.told.iter().rev().find(|frame| frame.subj == h.me.name).map(Frame::key);
    let topic = if topic.is_empty() { last_told.unwrap_or_default() } else { topic.to_vec() };
    if let Some((fact, done)) = lately(t, &topic) {
        return tell_progress(t, fact, &done, true);
    }
    let of_it = |fact: &&Fact| overlap(&content(&fact.f().rest), &topic) >= 0.3;
    let classes = [Class::Aim, Class::Doing, Class::Work, Class::Event, Class::Trouble, Class::Other];
    let facts = own(h, &classes);
    let subject = facts.iter().filter(|fact| of_it(fact)).max_by_key(|fact| fact.imp).map(|fact| h.number(fact.f()));
    let day = u64::from(h.sit.now / DAY);
    let good = h.steady(&[subject.unwrap_or_default(), day]).unit() < tuning::GOES_WELL;
    let words = t.p(if good { "ans.progress.good" } else { "ans.progress.bad" }, &[]);
    // something of it that was not said yet makes the answer one's own
    let more = h.facts.iter().filter(|fact| {
        let frame = fact.f();
        frame.subj == h.me.name && fact.from.is_none() && fact.said.to.is_none() && !frame.secret
    });
    let more = more.filter(|fact| {
        of_it(fact) && !unsaid(fact.f()) && !concluded(t, fact) && !bare(fact.f()) && fact.f().class != Class::Need
    });
    let more: Vec<&Fact> = more
        .filter(|fact| !t.said(fact.f()) && !h.knows(&t.other, fact.f()) && progress(h, fact).is_none())
        .filter(|fact| fact.f().form != Form::Past || fact.at == 0)
        .collect();
    let Some(fact) = t.dice.pick(&more).copied().filter(|_| t.dice.clone().unit() < 0.6) else { return words };
    let clause = t.clause(fact.f());
    t.told.push(fact.f().clone());
    if words.ends_with('?') { words } else { format!("{words} {}.", cap(&clause)) }
}

/// Why: as one says it of a wish, or of one's work.
fn why(t: &mut Turn) -> String {
    let me = t.h.me.name.clone();
    let aim = t.told.iter().rev().find(|frame| frame.subj == me).is_some_and(|frame| sort_of(frame) == Sort::Aim);
    t.p(if aim { "ans.why.aim" } else { "ans.why" }, &[])
}

/// What is next today, and what I have promised.
fn plans(t: &mut Turn) -> String {
    let now = t.h.sit.now;
    let next = |part: &&(Minute, Minute, String)| part.0 > now;
    let mut plans: Vec<String> =
        t.h.sit
            .plan
            .iter()
            .filter(next)
            .filter_map(|part| plan_said(&by_first_names(t, &part.2), Some((part.0 + 15) / 30 * 30)))
            .take(2)
            .collect();
    let me = &t.h.me.name;
    let promised = t.h.facts.iter().find(|fact| {
        let frame = fact.f();
        let to_come = frame.when.as_ref().and_then(When::start).is_some_and(|start| start > now && start < now + DAY);
        frame.subj == *me
            && fact.from.is_none()
            && to_come
            && matches!(sort_of(frame), Sort::Going | Sort::Event)
            && frame.aux.as_deref() != Some("may")
            && !frame.neg
    });
    // where one goes matters to those one is close to
    if let Some(fact) = promised.filter(|fact| fact.f().event.is_some() || t.rel.close >= tuning::RELAY_CLOSE) {
        let clause = t.clause(fact.f());
        plans.insert(0, clause);
    }
    plans.retain(|plan| !t.recent.iter().rev().take(14).any(|line| line.contains(plan.as_str())));
    let Some(first) = plans.first() else { return t.p("ans.plans.none", &[]) };
    let one = first.split(' ').count() > LONG_PLAN;
    let said = plans[..plans.len().min(if one { 1 } else { 2 })].join(", and then ");
    t.p("ans.plans", &[("r", &said)])
}

/// What was done of late.
fn what_i_did(t: &mut Turn) -> String {
    if let Some(fact) = shaken(t) {
        return tell_shaken(t, &fact);
    }
    if let Some((fact, done)) = lately(t, &[]) {
        return tell_progress(t, fact, &done, false);
    }
    match story(t, true) {
        Some(fact) => tell_story(t, &fact),
        None => t.p("ans.plain", &[]),
    }
}

/// "And you?": what I have asked myself.
fn back(t: &mut Turn) -> String {
    let mine = |act: &&Act| matches!(act, Act::Ask(ask) if !matches!(ask, Ask::Back | Ask::Small));
    let Some(Act::Ask(ask)) = t.mine.iter().rev().find(mine).cloned() else { return how_i_am(t) };
    match ask {
        Ask::Here | Ask::HowAre | Ask::Doing | Ask::Plans | Ask::Yourself | Ask::Past | Ask::Opinion(_) => {
            answer(t, &ask)
        }
        _ => what_i_do(t),
    }
}

fn love(t: &mut Turn, topic: &[String]) -> String {
    let who = topic.iter().find(|word| t.h.names.is_person(word)).cloned();
    match who {
        Some(who) if t.h.relation(&who).kin => opinion(t, &who),
        Some(who) => {
            let (x, he, him) = t.x(&who);
            let section = if t.h.relation(&who).love { "love.dodge" } else { "love.no" };
            t.p(section, &[("x", &x), ("he", &he), ("him", &him)])
        }
        None => t.p("love.no", &[("x", "anybody")]),
    }
}

/// A question of which nothing is known, from somebody one knows.
fn vague(t: &Turn, topic: &[String]) -> bool {
    let known = |fact: &Fact| !fact.outgoing && overlap(&fact.f().key(), topic) >= 0.9;
    !topic.iter().any(|word| t.h.names.is_person(word))
        && !t.h.facts.iter().any(known)
        && t.h.names.is_person(&t.other)
        && t.rel.met
}
