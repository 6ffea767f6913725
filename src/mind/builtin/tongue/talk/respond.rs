//! Answering the acts of the last line.

use super::*;

pub(super) fn respond(t: &mut Turn, acts: &[Act], cold: bool) -> Option<String> {
    let h = t.h;
    let mut out: Vec<String> = vec![];
    let has_invite = acts.iter().any(|a| matches!(a, Act::Invite));
    let ask_coming = acts.iter().any(|a| matches!(a, Act::Ask(Ask::Coming)));
    if acts.iter().any(|a| matches!(a, Act::Help(_))) {
        let when = acts.iter().find_map(|a| if let Act::Tell(s) = a { s.frame.when.clone() } else { None });
        out.push(help_answer(t, cold, when));
    } else if has_invite || ask_coming {
        if let Some(ev) = latest_event(t) {
            let known = h.knows_self(&ev);
            if !known && t.dice.unit() < 0.35 && !cold {
                let n = noun(&ev);
                let r = t.p("react.event", &[("evn", &n)]);
                if !r.ends_with('?') {
                    out.push(r);
                }
            }
            let a = go_answer(t, &ev);
            if a.is_empty() {
                out.push(t.p("react.plain", &[]));
            }
            out.push(a);
        } else {
            let g = t.h.sit.doing.clone();
            out.push(t.p("hedge", &[("g", &g)]));
        }
    } else {
        let open = t.mine.iter().any(|m| matches!(m, Act::Invite | Act::Help(_) | Act::Ask(Ask::Coming)));
        let answered = open && acts.iter().any(|a| matches!(a, Act::Accept | Act::Decline | Act::Hedge));
        for a in acts.iter().filter(|_| open) {
            match a {
                Act::Accept => {
                    let s = if t.mine.iter().any(|m| matches!(m, Act::Help(_)))
                        && !t.mine.iter().any(|m| matches!(m, Act::Thanks))
                        && t.mine
                            .iter()
                            .rev()
                            .find(|m| matches!(m, Act::Help(_) | Act::Invite))
                            .is_some_and(|m| matches!(m, Act::Help(_)))
                    {
                        "help.thanks"
                    } else {
                        "ok.accept"
                    };
                    if out.is_empty() {
                        out.push(t.p(s, &[]));
                    }
                }
                Act::Decline => {
                    let s = if t
                        .mine
                        .iter()
                        .rev()
                        .find(|m| matches!(m, Act::Help(_) | Act::Invite))
                        .is_some_and(|m| matches!(m, Act::Help(_)))
                    {
                        "help.pity"
                    } else {
                        "ok.decline"
                    };
                    if out.is_empty() {
                        out.push(t.p(s, &[]));
                    }
                }
                Act::Hedge if out.is_empty() => out.push(t.p("ok.hedge", &[])),
                _ => {}
            }
        }
        if !answered {
            if let Some(Act::Ask(q)) = acts.iter().find(|a| matches!(a, Act::Ask(q) if !matches!(q, Ask::Other(_) | Ask::Small))).or(acts.iter().find(|a| matches!(a, Act::Ask(q) if !(matches!(q, Ask::Small) && acts.iter().any(|a| matches!(a, Act::Tell(_))))))) { let r = answer(t, q); if !r.is_empty() { out.push(r); } }
            else if let Some(Act::Tell(s)) = acts.iter().filter(|a| matches!(a, Act::Tell(_))).max_by_key(|a| if let Act::Tell(s) = a { (s.frame.event.is_some() as u8) * 3 + u8::from(s.frame.worth_keeping(5)) * 4 + s.frame.persons().len() as u8 } else { 0 }) { let r = react(t, s, cold); out.push(r); }
            else if acts.iter().any(|a| matches!(a, Act::Thanks)) { out.push(t.p("welcome", &[])); }
            else if acts.iter().any(|a| matches!(a, Act::Phatic)) && t.theirs.len() <= 4 && t.dice.unit() < 0.8 { let mine = content(&split(&h.sit.doing)); let l = content(&split(t.recent.last().map_or("", |s| s.as_str()))); let k = if overlap(&mine, &l) >= 0.5 { "react.phatic" } else { "small.back" }; out.push(t.p(k, &[])); }
            else if acts.iter().any(|a| matches!(a, Act::Remark(_))) && !acts.iter().any(|a| matches!(a, Act::Greet)) && t.dice.unit() < 0.45 { out.push(t.p("remark.back", &[])); }
        }
    }
    out.retain(|s| !s.is_empty());
    (!out.is_empty()).then(|| out.join(" "))
}
