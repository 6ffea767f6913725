//! What stands behind a line of one's own: what it said, and what one remembers of that.

use super::super::{
    beliefs::{Beliefs, Fact, Kind},
    dialogue_act::{Act, Line},
    frame::{Deixis, Frame, parse},
};
use crate::language::text::{content, overlap};

/// One looks back over so many of one's own lines for something that was said.
const LOOKS_BACK: usize = 3;
/// A remark of so many words told something.
const WORDY: usize = 5;
/// So much of its words must stand in a memory of it.
const ALIKE: f32 = 0.6;

/// What one said last, and where one has it from.
pub struct Behind<'h> {
    /// What was said.
    pub frame: Frame,
    /// The memory of it that knows most.
    pub fact: Option<&'h Fact>,
    /// Who told it, by full name.
    pub source: Option<String>,
}

/// How one knows something.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Knows {
    /// It is about oneself.
    Own,
    /// Somebody told it.
    Told,
    /// Whoever asks told it themselves.
    You,
    /// Seen.
    Seen,
    /// Known for long.
    Known,
    /// Nobody knows.
    Nowhere,
}

impl<'h> Behind<'h> {
    /// What is behind one's last lines.
    ///
    /// # Errors
    /// They told nothing that was understood: true if they told something all the same.
    pub fn of(head: &'h Beliefs<'_>, other: &str, lines: &[Line]) -> Result<Self, bool> {
        let me = head.me.name.as_str();
        let mut said = None;
        for line in lines.iter().rev().filter(|line| line.who == me).take(LOOKS_BACK) {
            said = line.told().rfind(|said| !said.frame.secret).cloned();
            if said.is_some() {
                break;
            }
            // What was said before something else is not what is asked about.
            if line.acts.iter().any(|act| matches!(act, Act::Remark(text) if text.split(' ').count() >= WORDY)) {
                return Err(true);
            }
        }
        let Some(said) = said else { return Err(false) };
        let fact = nearest(head, &said.frame);
        let theirs = lines.iter().filter(|line| line.who == other);
        let theirs = theirs.flat_map(Line::told).any(|told| told.frame.same(&said.frame));
        let source = said.from.clone().filter(|from| from != me);
        let source = source.or_else(|| fact.and_then(|fact| head.source(fact)).map(str::to_owned));
        let source = source.or_else(|| theirs.then(|| other.to_owned())).filter(|_| said.frame.subj != me);
        Ok(Self { frame: said.frame, fact, source })
    }

    /// How one knows it.
    pub fn knows(&self, me: &str, other: &str) -> Knows {
        match (&self.source, self.fact) {
            _ if self.frame.subj == me => Knows::Own,
            (Some(source), _) if source == other => Knows::You,
            (Some(_), _) => Knows::Told,
            (None, Some(fact)) if fact.kind == Kind::Observation && fact.at > 0 => Knows::Seen,
            (None, Some(_)) => Knows::Known,
            (None, None) => Knows::Nowhere,
        }
    }

    /// The frame that knows most of it: of memory, else as it was said.
    pub fn fullest(&self) -> &Frame {
        self.fact.map_or(&self.frame, Fact::f)
    }

    /// Something of it that the line has, or the memory.
    pub fn part<T>(&self, of: impl Fn(&Frame) -> Option<T>) -> Option<T> {
        of(&self.frame).or_else(|| self.fact.and_then(|fact| of(fact.f())))
    }
}

/// The words of a frame by which it is known again.
fn words(frame: &Frame) -> Vec<String> {
    let mut all = frame.key();
    all.extend(content(&frame.rest));
    all
}

/// How much two frames say the same, 0 to 1.
pub fn likeness(one: &Frame, other: &Frame) -> f32 {
    if one.same(other) {
        1.0
    } else {
        overlap(&words(one), &words(other)) * f32::from(u8::from(one.subj == other.subj))
    }
}

/// The fact of memory that says it, the one that knows most: who told it, when, where.
fn nearest<'h>(head: &'h Beliefs<'_>, frame: &Frame) -> Option<&'h Fact> {
    let score = |fact: &Fact| {
        let known = fact.f();
        let more = f32::from(u8::from(known.when.is_some()) + u8::from(known.place.is_some()));
        let sourced = if head.source(fact).is_some() { 0.15 } else { 0.0 };
        let verb = if known.verb == frame.verb && known.form == frame.form { 0.3 } else { 0.0 };
        likeness(frame, known) + verb + sourced + more * 0.05 + f32::from(fact.imp) * 0.001
    };
    let open = head.facts.iter().filter(|fact| !fact.f().secret && !fact.outgoing);
    let like = open.filter(|fact| likeness(frame, fact.f()) >= ALIKE);
    like.max_by(|a, b| score(a).total_cmp(&score(b)))
}

/// A sentence of memory as I say it to somebody; nothing if it is not understood.
pub fn retold(head: &Beliefs, other: &str, sentence: &str, about: &str) -> Option<String> {
    let last = Some(about.to_owned()).filter(|who| head.names.is_person(who));
    let me = head.me.name.as_str();
    let deixis = Deixis { me, you: "", now: head.sit.now, names: &head.names, prons: &head.prons, last };
    let said = parse(sentence, &deixis)?;
    (!said.frame.secret).then(|| said.frame.say(&head.view(other)))
}
