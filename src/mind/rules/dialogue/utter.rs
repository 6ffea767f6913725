//! One line: an answer to the last one, then at most one thing of one's own, or a leave.

use super::*;

/// A line of talk.
pub(super) struct Utterance {
    /// What is said.
    pub words: String,
    /// Whether the speaker leaves.
    pub end: bool,
}

/// A plan that begins within so many minutes is a reason to go.
const SOON: Minute = 20;
/// A line shorter than this wants something more.
const SHORT: usize = 36;
/// What presses more than this is said even before one leaves.
const PRESSES: f32 = 0.75;
/// How often a word to what was told stands alone, so that the other may go on.
const LETS_GO_ON: f32 = 0.25;
/// A line of so many words is a short one, and how often one adds a name to it.
const BRIEF: usize = 14;
const NAMES: f32 = 0.4;
/// How often a name is left out where it was said in one's line before.
const UNNAMED: f32 = 0.85;
/// How often one lets others go on who have told something.
const LISTENS: f32 = 0.75;
/// How often one brings something up after an answer.
const GOES_ON: f32 = 0.8;

/// The next line to `other` after `talk`; `mine_lately` are my lines of other talks.
pub(super) fn utterance(h: &Beliefs, other: &str, talk: &[Line], mine_lately: &[String], seed: u64) -> Utterance {
    let mut t = Turn::new(h, other, talk, mine_lately, seed);
    let stance = Stance { cold: t.rel.warm < tuning::COLD, stranger: !t.rel.met };
    let mut end = false;
    let mut out = match () {
        () if talk.is_empty() => opening(&mut t, stance),
        () if t.last.iter().any(|act| matches!(act, Act::Bye)) => {
            end = true;
            last_word(&mut t, stance)
        }
        // who has taken leave goes, with a word to what came after it
        () if took_leave(&t) => {
            end = true;
            last_word(&mut t, stance)
        }
        () => reply(&mut t, stance, talk),
    };
    out.retain(|part| !part.is_empty());
    if out.is_empty() {
        out.push(t.p("bye", &[]));
        end = true;
    }
    let line = once_by_name(&out.join(" "), &t.o());
    let line = if talk.is_empty() || end { line } else { seldom_by_name(&mut t, line) };
    let line = phrases::finish(&line, &h.voice);
    let asked =
        t.last.iter().any(|act| matches!(act, Act::Ask(Ask::Opinion(_) | Ask::Plans | Ask::Other(_) | Ask::Coming)));
    // yes and no are said plainly
    let plain = talk.is_empty() || end || out.len() == 1 && line.len() < SHORT;
    let words = if plain { line } else { h.voice.ways.touch(&line, (&t.o(), asked), &t.recent, &mut t.dice) };
    Utterance { words, end }
}

/// Goodbye, after a word to what came with theirs.
fn last_word(t: &mut Turn, stance: Stance) -> Vec<String> {
    let last = t.last.clone();
    let wants = |act: &Act| matches!(act, Act::Ask(_) | Act::Invite | Act::Help(_) | Act::Accept);
    let mut out: Vec<String> = Vec::new();
    if last.iter().any(wants) {
        out.extend(respond(t, &last, stance.cold).filter(|words| !words.ends_with('?')));
    }
    out.push(farewell(t, stance.cold));
    out
}

/// A line in the middle of a talk.
fn reply(t: &mut Turn, stance: Stance, talk: &[Line]) -> Vec<String> {
    let h = t.h;
    // who has come to a talk of others has just been heard for the first time
    let third = talk.iter().any(|line| line.0 != h.me.name && line.0 != t.other);
    let came = talk.iter().position(|line| third && line.0 == t.other).unwrap_or(0);
    let joins = third && came + 1 == talk.len();
    let my_lines = talk[came..].iter().filter(|line| line.0 == h.me.name).count();
    let soon = h.sit.plan.iter().find(|part| part.0 > h.sit.now && part.0 <= h.sit.now + SOON).cloned();
    let leaving = my_lines as f32 + 1.0 >= worth(t, stance, soon.is_some());
    let mut out: Vec<String> = Vec::new();
    let mut last = t.last.clone();
    if talk.len() == 1 || joins {
        let greeting = greeting_back(t, stance);
        if stance.stranger && greeting.is_some() {
            // what they do is answered by what I do; the rest can wait
            last.retain(|act| {
                matches!(act, Act::Invite | Act::Help(_) | Act::Ask(Ask::HowAre | Ask::Plans | Ask::Here))
            });
        }
        out.extend(greeting);
    }
    let answered = last.iter().any(|act| matches!(act, Act::Ask(_) | Act::Help(_) | Act::Invite));
    let answer = respond(t, &last, stance.cold);
    let answers = answer.is_some();
    out.extend(answer);
    let tells = hear_myself(t, &out);
    // who has just told something small has not done yet
    let theirs = |act: &Act| matches!(act, Act::Tell(said) if said.frame.subj == t.other && listens(&said.frame));
    let tells = tells || answers && !answered && last.iter().any(theirs) && t.dice.unit() < LISTENS;
    // a question waits for its answer: nothing comes after it, least of all a goodbye
    if out.last().is_some_and(|part| sentences(part).iter().rev().take(2).any(|one| one.ends_with('?'))) {
        return out;
    }
    let said = out.join(" ");
    let words = |text: &str| text.split(' ').count();
    let brings = initiative(t, stance.cold, leaving, tells).filter(|one| {
        out.is_empty() || words(&said) + words(&one.0) <= tuning::LINE_WORDS || one.1 >= tuning::OWN_EVENT
    });
    match brings {
        Some((own, press)) if press > PRESSES => out.push(own),
        _ if leaving || stance.cold && my_lines > 0 => out.push(leave(t, stance.cold, soon.as_ref())),
        // they told something and have not been asked: let them go on
        _ if answers && !answered && said.len() > SHORT && t.dice.unit() < LETS_GO_ON => {}
        // what I was asked I have told: it is their turn
        _ if tells && said.len() >= SHORT => {}
        _ if tells && answered && !t.mine.iter().any(|act| matches!(act, Act::Ask(_))) => {
            out.push(t.p("ask.back", &[]));
        }
        _ if tells => out.push(ask_after_them(t)),
        Some((own, _)) if !answers || said.len() < SHORT || t.dice.unit() < GOES_ON => out.push(own),
        _ if !answers || said.len() < SHORT => {
            let words = if my_lines < 4 { filler(t) } else { leave(t, stance.cold, soon.as_ref()) };
            out.push(words);
        }
        _ => {}
    }
    out
}

/// Whether it is something after which one does not begin with something of one's own.
pub(super) fn listens(frame: &Frame) -> bool {
    matches!(sort_of(frame), Sort::Deed | Sort::Worry | Sort::Loss | Sort::Feud | Sort::Aim | Sort::Progress)
}

/// How many lines of mine this talk is worth to me.
fn worth(t: &Turn, stance: Stance, soon: bool) -> f32 {
    if stance.cold {
        return 2.0;
    }
    let (h, voice) = (t.h, &t.h.voice);
    let chance = h.steady(&[u64::from(h.sit.now / 30)]).unit() * tuning::TALK_CHANCE;
    let mut worth = tuning::TALK_LINES + t.rel.close * 0.6 + voice.t as f32 * 0.25 + t.rel.warm.clamp(0.0, 2.0) * 0.3
        - voice.y as f32 * 0.15
        + chance;
    worth -= if soon { 1.2 } else { 0.0 };
    worth += if t.rel.love { 1.0 } else { 0.0 };
    worth.clamp(if soon { 2.0 } else { tuning::TALK_LINES }, tuning::MOST_LINES)
}

/// What I have just said counts as said; whether I told something of my own.
fn hear_myself(t: &mut Turn, parts: &[String]) -> bool {
    let mut topic = None;
    let acts = dialogue_act::acts(t.h, &t.h.me.name, &t.other, &parts.join(" "), &mut topic);
    let mut tells = false;
    for act in acts {
        if let Act::Tell(said) = act {
            tells |= said.frame.subj == t.h.me.name && said.frame.worth_keeping(5);
            t.told.push(said.frame);
        }
    }
    tells
}

/// Nobody says the other's name in line after line.
fn seldom_by_name(t: &mut Turn, line: String) -> String {
    let name = t.o();
    let lately = t.recent[t.recent.len() - t.words.len()..]
        .iter()
        .rev()
        .skip(1)
        .step_by(2)
        .take(2)
        .any(|said| said.contains(&name));
    if !lately {
        return by_name(t, line);
    }
    if t.dice.unit() >= UNNAMED {
        return line;
    }
    ['.', '?', '!', ':', ',']
        .iter()
        .fold(line, |line, mark| line.replace(&format!(", {name}{mark}"), &mark.to_string()))
}

/// A short line is said to somebody: "That's no small thing, Ann."
fn by_name(t: &mut Turn, line: String) -> String {
    let name = t.o();
    let spoken = !t.named || line.contains(&name) || line.split(' ').count() > BRIEF || t.dice.unit() >= NAMES;
    let marks = ['.', '?', '!'];
    let Some(end) = line.find(marks).filter(|_| !spoken) else { return line };
    // after a greeting of one word, or dots, it would not fit
    if line[..end].split(' ').count() < 2 || line[end..].starts_with("..") {
        return line;
    }
    format!("{}, {name}{}", &line[..end], &line[end..])
}

/// Nobody says the other's name twice in one breath.
pub(super) fn once_by_name(line: &str, name: &str) -> String {
    let Some(at) = line.find(name) else { return line.to_owned() };
    let (head, tail) = line.split_at(at + name.len());
    let mut tail = tail.to_owned();
    for mark in ["!", "?", ".", ":", ","] {
        tail = tail.replace(&format!(", {name}{mark}"), mark);
    }
    format!("{head}{tail}")
}
