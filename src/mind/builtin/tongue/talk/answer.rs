//! Answers to questions.

use super::*;

/// Answer a question put to me, in talk or in an interview.
pub fn answer(t: &mut Turn, q: &Ask) -> String {
    let h = t.h;
    let me = h.me.name.clone();
    let now = h.sit.now;
    let other = t.other.clone();
    let v = h.view(&other);
    let own = |c: &[Class]| -> Vec<&Fact> {
        h.facts
            .iter()
            .filter(|f| {
                f.f().subj == me
                    && f.from.is_none()
                    && f.said.to.is_none()
                    && !f.f().secret
                    && f.f().lasting()
                    && !(f.kind == Kind::Observation && f.at > 0 && f.f().form == Form::Ing)
                    && !lex().is("bookkeeping", &f.f().verb)
                    && f.f().form != Form::Past
                    && c.contains(&f.f().class)
                    && !h.me.lifestyle.contains(&f.text)
                    && !bare(f.f())
            })
            .collect()
    };
    match q {
        Ask::HowAre => {
            let big: Option<&Fact> = own(&[Class::Trouble, Class::Aim, Class::Event, Class::Need, Class::Doing])
                .into_iter()
                .filter(|f| !t.said(f.f()) && !h.past(f.f()))
                // where one goes matters to those one is close to
                .filter(|f| t.rel.close >= temper::RELAY_CLOSE || sense::event_in(&f.f().rest).is_none())
                .max_by_key(|f| f.imp as u32 * 10 + t.dice.clone().below(25) as u32);
            match big {
                Some(f) if f.f().class == Class::Trouble && (t.rel.close > 0.8) => {
                    let r = t.clause(f.f());
                    t.p("ans.bad", &[("r", &r)])
                }
                Some(f) if t.dice.unit() < 0.6 => {
                    let r = t.clause(f.f());
                    t.p("ans.good", &[("r", &r)])
                }
                _ => t.p("ans.plain", &[]),
            }
        }
        Ask::Doing | Ask::Yourself | Ask::Name => {
            let c: Vec<&Fact> = own(&[Class::Work, Class::Doing, Class::Aim, Class::Other])
                .into_iter()
                .filter(|f| !t.said(f.f()) && f.f().when.is_none())
                .collect();
            let c: Vec<&Fact> = if matches!(q, Ask::Doing) { c } else { c.into_iter().filter(|f| f.at == 0).collect() };
            if c.is_empty() {
                return if matches!(q, Ask::Doing) { t.p("ans.plain", &[]) } else { t.p("ans.told", &[]) };
            }
            let i = t.dice.below(c.len().min(6));
            let mut r = t.clause(c[i].f());
            if !matches!(q, Ask::Doing) && c.len() > 1 && t.dice.unit() < 0.5 {
                let j = (i + 1) % c.len();
                r = format!("{r}, and {}", t.clause(c[j].f()));
            }
            if matches!(q, Ask::Doing) { t.p("ans.doing", &[("r", &r)]) } else { t.p("ans.fact", &[("r", &r)]) }
        }
        Ask::Progress(topic) => {
            let f = own(&[Class::Aim, Class::Doing, Class::Work, Class::Event, Class::Other])
                .into_iter()
                .max_by_key(|f| (overlap(&f.f().key(), topic) * 100.0) as u32);
            let Some(f) = f.filter(|f| topic.is_empty() || overlap(&f.f().key(), topic) >= 0.3) else {
                return t.p("small.back", &[]);
            };
            let g = gerund(f.f(), &v).unwrap_or_else(|| h.sit.doing.clone());
            // how far it has come is what was done of it
            let step = h.facts.iter().rev().find(|x| {
                let done = x.f().subj == me && x.from.is_none() && x.said.to.is_none() && x.f().form == Form::Past;
                let lately = x.at > 0 && x.at + 2 * DAY > now;
                let of_it = overlap(&content(&x.f().rest), &content(&f.f().rest)) >= 0.3;
                let small = lex().is("bookkeeping", &x.f().verb) || x.f().verb == "have" || x.f().event.is_some();
                done && lately && of_it && !small && !x.f().secret && !t.said(x.f())
            });
            if let Some(step) = step {
                let r = t.clause(step.f());
                return t.p("ans.fact", &[("r", &r)]);
            }
            let good = h.steady(&[h.number(f.f()), u64::from(now / DAY)]).unit() < temper::GOES_WELL;
            let more = own(&[Class::Doing, Class::Trouble, Class::Need, Class::Other])
                .into_iter()
                .find(|x| {
                    !t.said(x.f())
                        && !std::ptr::eq(*x, f)
                        && overlap(&content(&x.f().rest), &content(&f.f().rest)) > 0.3
                })
                .map(|x| t.clause(x.f()))
                .unwrap_or_default();
            if !more.is_empty() && t.dice.unit() < 0.5 {
                return t.p("ans.fact", &[("r", &more)]);
            }
            t.p(if good { "ans.progress.good" } else { "ans.progress.bad" }, &[("g", &g), ("r", &more)])
        }
        Ask::Why => {
            let r = own(&[Class::Like, Class::Think, Class::State, Class::Aim])
                .into_iter()
                .find(|f| !t.said(f.f()))
                .map(|f| t.clause(f.f()))
                .unwrap_or_default();
            t.p("ans.why", &[("r", &r)])
        }
        Ask::Plans => {
            let mut p: Vec<String> = h
                .sit
                .plan
                .iter()
                .filter(|p| p.0 > now)
                .take(2)
                .map(|p| format!("I'm {} at {}", p.2, say_hour(p.0 % DAY)))
                .collect();
            if let Some(f) = h.facts.iter().find(|f| {
                f.f().subj == me
                    && f.f().verb == "agree"
                    && f.f().when.as_ref().and_then(When::start).is_some_and(|s| s > now)
            }) {
                p.insert(0, t.clause(f.f()));
            } else if let Some(f) = own(&[Class::Event]).first()
                && f.f().when.as_ref().and_then(When::start).is_some_and(|s| s > now)
            {
                p.insert(0, t.clause(f.f()));
            }
            if p.is_empty() {
                let r = own(&[Class::Aim]).into_iter().next().map(|f| t.clause(f.f())).unwrap_or_default();
                return t.p("ans.plans.none", &[("r", &r)]);
            }
            p.retain(|x| !t.recent.iter().rev().take(14).any(|r| r.contains(x.as_str())));
            if p.is_empty() {
                return t.p("ans.told", &[]);
            }
            let long = p[0].split(' ').count() > 9;
            let r = p[..p.len().min(if long { 1 } else { 2 })].join(", and ");
            t.p("ans.plans", &[("r", &r)])
        }
        Ask::Past => {
            let mut c: Vec<&Fact> = h
                .facts
                .iter()
                .filter(|f| {
                    f.at > 0
                        && f.at + 2 * DAY > now
                        && f.f().persons().contains(&me)
                        && f.said.to.is_none()
                        && !f.f().secret
                        && f.f().when.is_none()
                        && (matches!(f.f().form, Form::Past)
                            || f.f().class == Class::Doing && f.kind == Kind::Observation && f.f().subj == me)
                })
                .collect();
            c.sort_by_key(|f| std::cmp::Reverse((f.imp, f.at)));
            let mut picked: Vec<&Fact> = vec![];
            for f in &c {
                if picked.len() < 2 && !picked.iter().any(|p| p.f().verb == f.f().verb) {
                    picked.push(f);
                }
            }
            let r: Vec<String> = picked
                .iter()
                .map(|f| {
                    let mut g = f.f().clone();
                    if g.class == Class::Doing {
                        g.aux = Some("was".into());
                    }
                    g.say(&v)
                })
                .collect();
            if r.is_empty() {
                return t.p("ans.plain", &[]);
            }
            let r = r.join(", and ");
            t.p("ans.past", &[("r", &r)])
        }
        Ask::Coming => {
            if let Some(ev) = latest_event(t).or_else(|| h.events().first().map(|f| f.f().clone())) {
                go_answer(t, &ev)
            } else {
                t.p("dontknow", &[])
            }
        }
        Ask::Small => t.p("small.back", &[]),
        Ask::Love(topic) => {
            let x = topic.iter().find(|x| h.names.is_person(x)).cloned();
            match x {
                Some(x) if h.relation(&x).kin => opinion(t, &x),
                Some(x) => {
                    let (xs, he, him) = t.x(&x);
                    let l = h.relation(&x).love;
                    t.p(if l { "love.dodge" } else { "love.no" }, &[("x", &xs), ("he", &he), ("him", &him)])
                }
                None => t.p("love.no", &[("x", "anybody")]),
            }
        }
        Ask::Know(x) => {
            let r = h.relation(x);
            let (xs, he, him) = t.x(x);
            let about = h
                .about(x)
                .into_iter()
                .find(|f| {
                    !f.f().secret
                        && f.f().lasting()
                        && !lex().is("bookkeeping", &f.f().verb)
                        && !matches!(f.f().class, Class::Love | Class::Event)
                        && (f.f().class != Class::Dislike)
                })
                .map(|f| {
                    let mut v = h.view(&other);
                    v.known = Some(x);
                    f.f().say(&v)
                })
                .unwrap_or_default();
            let sl = [("x", xs.as_str()), ("he", &he), ("him", &him), ("r", &about)];
            if !r.met && about.is_empty() {
                t.p("dontknow.x", &sl)
            } else if r.warm < temper::COLD {
                t.p("dislike", &sl)
            } else if r.met && r.close >= 1.5 {
                t.p("know.well", &sl)
            } else if r.met {
                t.p("know.some", &sl)
            } else {
                t.p("know.heard", &sl)
            }
        }
        Ask::Opinion(topic) => {
            let Some(x) = topic.iter().find(|x| h.names.is_person(x)).cloned() else { return about(t, topic, None) };
            opinion(t, &x)
        }
        Ask::When(topic) => about(t, topic, Some("when")),
        Ask::Where(topic) => about(t, topic, Some("where")),
        Ask::Who(topic) => about(t, topic, Some("who")),
        Ask::Heard(topic) => {
            if topic.iter().filter(|w| !lex().is("empty", w)).count() == 0 {
                match best_news(t) {
                    Some((f, _)) => share(t, &f),
                    None => t.p("nonews", &[]),
                }
            } else {
                about(t, topic, None)
            }
        }
        Ask::Other(topic)
            if !topic.iter().any(|x| h.names.is_person(x))
                && !h.facts.iter().any(|f| !f.outgoing && overlap(&f.f().key(), topic) >= 0.9)
                && h.names.is_person(&other)
                && t.rel.met =>
        {
            t.p("ans.vague", &[])
        }
        Ask::Like(topic) | Ask::Other(topic) => about(t, topic, None),
    }
}
