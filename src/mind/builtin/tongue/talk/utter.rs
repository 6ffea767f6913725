//! One line: an answer to the last one, then at most one thing of one's own, or a leave.

use super::*;

/// A line of talk.
pub struct Utterance {
    /// What is said.
    pub words: String,
    /// Whether the speaker leaves.
    pub end: bool,
}

/// The next line to `other` after `talk`; `mine_lately` are my lines of other talks.
pub fn utterance(h: &Head, other: &str, talk: &[Line], mine_lately: &[String], seed: u64) -> Utterance {
    let mut t = Turn::new(h, other, talk, mine_lately, seed);
    let my_lines = talk.iter().filter(|l| l.0 == h.me.name).count();
    let cold = t.rel.warm < temper::COLD;
    let stranger = !t.rel.met;
    let mut out: Vec<String> = vec![];
    let mut end = false;
    // how many lines of mine this talk is worth to me
    let soon = h.sit.plan.iter().find(|p| p.0 > h.sit.now && p.0 <= h.sit.now + 20).cloned();
    let mut worth = temper::TALK_LINES + t.rel.close * 0.6 + h.voice.t as f32 * 0.25 + t.rel.warm.clamp(0.0, 2.0) * 0.3
        - h.voice.y as f32 * 0.15
        + h.steady(&[u64::from(h.sit.now / 30)]).unit() * temper::TALK_CHANCE;
    if cold {
        worth = temper::COLD_LINES;
    }
    if soon.is_some() {
        worth -= 1.2;
    }
    if t.rel.love {
        worth += 1.0;
    }
    let leaving = my_lines as f32 + 1.0
        >= worth.clamp(if soon.is_some() || cold { 2.0 } else { temper::TALK_LINES }, temper::MOST_LINES);
    let last = t.last.clone();

    if talk.is_empty() {
        let g = if cold {
            "greet.cold"
        } else if stranger {
            "greet.stranger"
        } else if t.rel.close >= 1.8 {
            "greet.close"
        } else {
            "greet.known"
        };
        out.push(t.p(g, &[]));
        if cold {
            out.push(t.p("open.doing", &[]));
        } else if stranger {
            let s = t.self_line();
            out.push(t.p("intro", &[("self", &s)]));
            let q = t.p("ask.yourself", &[]);
            if !out[1].ends_with('?') {
                out.push(q);
            }
        } else {
            let host = own_event(&mut t).filter(|_| t.dice.unit() < temper::INVITES_AT_ONCE);
            let ask = follow_up(&mut t);
            let r = t.dice.unit();
            match ask {
                _ if host.is_some() => out.extend(host),
                Some(a) if r < 0.55 => out.push(a),
                _ if r < 0.72 => {
                    out.push(t.p(if h.sit.other_doing.is_empty() { "open.place" } else { "open.doing" }, &[]));
                    if t.dice.unit() < 0.6 {
                        out.push(t.p("howare", &[]));
                    }
                }
                _ if r < 0.86 => {
                    out.push(t.p("open.place", &[]));
                    if t.dice.unit() < 0.5 {
                        out.push(t.p("ask.doing", &[]));
                    }
                }
                _ => out.push(t.p("howare", &[])),
            }
        }
    } else if last.iter().any(|a| matches!(a, Act::Bye)) {
        // a last word to what came with the goodbye
        let answers = last.iter().any(|a| matches!(a, Act::Ask(_) | Act::Invite | Act::Help(_) | Act::Accept));
        out.extend(respond(&mut t, &last, cold).filter(|_| answers));
        let w = agreed_when(&t);
        let x = t
            .told
            .iter()
            .rev()
            .find(|f| f.person && f.subj != h.me.name && f.subj != *other && t.rel.close >= 0.8)
            .map(|f| t.x(&f.subj))
            .unwrap_or_default();
        let g = {
            let v = h.view(other);
            t.told
                .iter()
                .filter(|f| f.subj == *other && f.lasting() && f.worth_keeping(5) && f.when.is_none())
                .find_map(|f| gerund(f, &v))
                .unwrap_or_default()
        };
        let evn = t.told.iter().rev().find(|f| f.event.is_some()).map(noun).unwrap_or_default();
        let b = match w {
            Some(w) if !cold => t.p("bye.seeyou", &[("when", &w)]),
            _ => t.p(if cold { "bye.cold" } else { "bye" }, &[("x", &x.0), ("him", &x.2), ("g", &g), ("evn", &evn)]),
        };
        out.push(b);
        end = true;
    } else {
        if talk.len() == 1 {
            let g = if cold {
                "greet.cold"
            } else if stranger {
                "greet.stranger"
            } else if t.rel.close >= 1.8 {
                "greet.close"
            } else {
                "greet.known"
            };
            let intro = last.iter().any(|a| matches!(a, Act::Tell(s) if s.frame.subj == *other && (s.frame.rest.is_empty() || s.frame.class == Class::State)) || matches!(a, Act::Ask(Ask::Yourself)));
            if stranger && intro {
                let s = t.self_line();
                out.push(t.p("intro.back", &[("self", &s)]));
            } else if t.dice.unit() < 0.75 || cold {
                out.push(t.p(g, &[]));
            }
        }
        let introduced = !out.is_empty() && stranger && talk.len() == 1;
        if let Some(r) = respond(&mut t, if introduced { &[] } else { &last }, cold) {
            out.push(r);
        }
        // what I have just said counts as said
        let mut tp = t.topic.clone();
        for a in hear::acts(h, &h.me.name, other, &out.join(" "), &mut tp) {
            if let Act::Tell(s) = a {
                t.told.push(s.frame);
            }
        }
        let asked = out.last().is_some_and(|s| s.ends_with('?'));
        let words = |text: &str| text.split(' ').count();
        let before = words(&out.join(" "));
        let fits = |s: &(String, f32)| {
            out.is_empty() || before + words(&s.0) <= temper::LINE_WORDS || s.1 >= temper::OWN_EVENT
        };
        let said_all = initiative(&mut t, cold, leaving, asked).filter(fits);
        match said_all {
            Some(s)
                if (!leaving || s.1 > 0.75)
                    && !(asked && !s.0.ends_with('?') && s.1 < 0.5)
                    && (out.is_empty() || s.1 > 0.6 || out.concat().len() < 110 && t.dice.unit() < 0.85) =>
            {
                out.push(s.0)
            }
            _ if !leaving && !asked && out.concat().len() < 60 && my_lines < 4 => {
                let q = filler(&mut t);
                out.push(q);
            }
            _ if leaving || (out.concat().len() < 18 && my_lines >= 2) => {
                let l = leave(&mut t, cold, soon.as_ref());
                out.push(l);
            }
            Some(s) if out.is_empty() || out.concat().len() < 24 => out.push(s.0),
            _ => {
                if out.is_empty() || out.concat().len() < 24 {
                    let l = leave(&mut t, cold, soon.as_ref());
                    out.push(l);
                }
            }
        }
    }
    out.retain(|s| !s.is_empty());
    if out.is_empty() {
        let l = if my_lines == 0 { t.p("howare", &[]) } else { leave(&mut t, cold, soon.as_ref()) };
        out.push(l);
    }
    if out.concat().is_empty() {
        out.push(t.p("bye", &[]));
        end = true;
    }
    // nobody says the other's name twice in one breath
    let o = h.names.short(other);
    let mut line = out.join(" ");
    if let Some(i) = line.find(&o) {
        let (a, b) = line.split_at(i + o.len());
        let b = b
            .replace(&format!(", {o}!"), "!")
            .replace(&format!(", {o}?"), "?")
            .replace(&format!(", {o}."), ".")
            .replace(&format!(", {o}:"), ":")
            .replace(&format!(", {o},"), ",");
        line = format!("{a}{b}");
    }
    Utterance { words: grammar::finish(&line, &h.voice), end }
}
