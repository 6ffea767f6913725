//! What one has in mind while answering: facts read from sentences, relations, what is news to whom.

mod gather;
mod go;
mod relation;
mod salience;

use std::{cell::RefCell, collections::BTreeMap, rc::Rc};

pub use self::{
    gather::{Memory, minute},
    go::Go,
    relation::Relation,
    salience::bare,
};
use super::{
    dice::Dice,
    frame::{Class, Deixis, Form, Frame, Said, View, read},
    overheard::overheard,
    phrases::Voice,
};
use crate::{
    language::{
        importance::importance,
        kin,
        text::{Names, Pronoun, PronounMap, sentences, split, statements, tokens},
        time::EpochMinute,
    },
    mind::question::{Me, Spoken, Stretch},
};

/// A decision that weighs so much was made for good.
const RESOLVED: u8 = 9;

/// How a memory came to be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// Seen or done.
    Observation,
    /// Thought, or always known.
    Reflection,
    /// Said.
    Dialogue,
}

/// One sentence of memory, understood.
#[derive(Clone, Debug)]
pub struct Fact {
    /// The number of the memory it was read from.
    pub n: Option<u32>,
    /// What it says, and who said it to whom.
    pub said: Rc<Said>,
    /// When it was remembered; 0 for what was always known.
    pub at: EpochMinute,
    /// How much it weighs, 1 to 10.
    pub imp: u8,
    /// Who told it, if not oneself.
    pub from: Option<String>,
    /// How it came to be.
    pub kind: Kind,
    /// The sentence.
    pub text: String,
    /// My own words to somebody: proof that they know.
    pub outgoing: bool,
}

impl Fact {
    /// What it says.
    pub fn f(&self) -> &Frame {
        &self.said.frame
    }
}

/// What a word tells somebody to go by, as a pronoun.
fn pronoun_of(small: &str) -> Option<Pronoun> {
    match small {
        "he" | "his" | "him" | "himself" => Some(Pronoun::He),
        "she" | "her" | "herself" => Some(Pronoun::She),
        _ => None,
    }
}

/// All that one has in mind for one answer.
pub struct Beliefs<'a> {
    /// Who one is.
    pub me: &'a Me,
    /// The minute it is.
    pub now: EpochMinute,
    /// Where one is.
    pub place: &'a str,
    /// What one does.
    pub doing: &'a str,
    /// Who stands there; empty: nobody.
    pub other: &'a str,
    /// What the other does.
    pub other_doing: &'a str,
    /// The rest of today's plan.
    pub plan: &'a [Stretch],
    /// What was remembered.
    pub memories: Vec<Memory>,
    /// Whom and what one knows by name.
    pub names: Names,
    /// What people are called by.
    pub prons: PronounMap,
    /// All memories, understood.
    pub facts: Vec<Fact>,
    /// How one talks.
    pub voice: Voice,
    /// The talk so far.
    heard: &'a [Spoken],
    /// What people are to one, worked out when it is first asked.
    relations: RefCell<BTreeMap<String, Relation>>,
}

impl Beliefs<'_> {
    /// All of it read and understood.
    #[must_use]
    pub fn read(mut self) -> Self {
        let me = self.me;
        for memory in &self.memories {
            self.names.learn(&memory.text);
            memory.by.iter().for_each(|by| self.names.person(by));
        }
        self.names.learn(&me.background);
        self.names.learn(&me.aim);
        for line in self.heard {
            self.names.learn(&line.words);
            self.names.learn_first(&line.words);
        }
        let own = format!("{} {} {}", me.background, me.aim, me.lifestyle);
        let memories = std::mem::take(&mut self.memories);
        memories.iter().for_each(|memory| self.learn_pronoun(&memory.text, None));
        sentences(&own).iter().for_each(|sentence| self.learn_pronoun(sentence, Some(&me.name)));
        for sentence in statements(&own).iter() {
            let known = Memory::always_known("", importance(sentence, "").max(3));
            self.add(sentence, &known, Some(me.name.clone()), (&me.name, ""));
        }
        for memory in &memories {
            let mut last = None;
            if let Some((by, to, words)) = overheard(&memory.text) {
                let said = statements(&self.names.expand_nicknames(words));
                for sentence in said.iter().filter(|sentence| !sentence.ends_with('?')) {
                    last = self.add(sentence, memory, last, (by, to));
                }
                continue;
            }
            for sentence in statements(&memory.text).iter() {
                last = self.add(sentence, memory, last, (&me.name, ""));
            }
        }
        self.memories = memories;
        self
    }

    /// Learns from a text what somebody goes by: `who`, or the one it speaks of.
    fn learn_pronoun(&mut self, text: &str, who: Option<&str>) {
        let tokens = tokens(text);
        let tells = |word: &String| {
            let small = word.to_lowercase();
            pronoun_of(&small).or_else(|| kin::pronoun(&small)).is_some()
        };
        if !tokens.iter().any(tells) {
            return;
        }
        let words = self.names.merge(tokens.as_slice());
        let small: Vec<String> = words.iter().map(|word| word.to_lowercase()).collect();
        let first = words.first().filter(|word| self.names.is_person(word));
        // "his wife Mei Lin", "Mei Lin is John Lin's wife"
        for (at, word) in small.iter().enumerate() {
            let Some(pronoun) = kin::pronoun(word) else { continue };
            let next = words.get(at + 1).filter(|next| self.names.is_person(next));
            let subject = first.filter(|_| at < 6 && words.get(1).is_some_and(|word| word == "is"));
            if let Some(name) = next.or(subject) {
                self.prons.insert(name.clone(), pronoun);
            }
        }
        let mut people: Vec<&str> =
            words.iter().map(String::as_str).filter(|word| self.names.is_person(word)).collect();
        people.dedup();
        let told = words.get(1).is_some_and(|word| word == "told");
        let spoken_of = match people.as_slice() {
            // "X told me that Y ... her": ambiguous unless Y only
            [_, other] if told => Some(*other),
            [one] if first.is_some() => Some(*one),
            _ => None,
        };
        if let Some((who, pronoun)) = who.or(spoken_of).zip(small.iter().find_map(|word| pronoun_of(word))) {
            self.prons.entry(who.to_owned()).or_insert(pronoun);
        }
    }

    /// A sentence of a memory, as said by one to another: who they are is meant by "I" and "you". `last` is who was
    /// spoken of before; gives who is now.
    fn add(&mut self, text: &Rc<str>, m: &Memory, last: Option<String>, (by, to): (&str, &str)) -> Option<String> {
        let (n, at, imp, kind) = (m.n, m.made, m.importance, m.kind());
        let now = if at == 0 { self.now } else { at };
        let d = Deixis { me: by, you: to, now, names: &self.names, prons: &self.prons, last };
        let Some(mut said) = read(text, &d) else { return d.last };
        let about = if said.frame.person && said.from.is_none() { Some(said.frame.subj.clone()) } else { d.last };
        if m.secret && !said.frame.secret {
            Rc::make_mut(&mut said).frame.secret = true;
        }
        // what one has made up one's mind to is what one plans
        if said.from.is_none() && said.frame.subj == self.me.name && at > 0 && imp >= RESOLVED {
            Rc::make_mut(&mut said).frame.resolved();
        }
        if !to.is_empty() {
            // small talk that was overheard is nothing to go by
            let small = matches!(said.frame.class, Class::State | Class::Other | Class::Like | Class::Think);
            let idle = || small && said.frame.when.is_none() || !said.frame.worth_keeping(imp);
            // but for "has decided to ..", which is no small talk
            let decided = said.frame.form == Form::Part && said.frame.rest.first().is_some_and(|word| word == "to");
            if !decided && idle() {
                return about;
            }
            // what was overheard was told to somebody else, who knows it now
            if said.to.is_none() {
                Rc::make_mut(&mut said).to = Some(to.to_owned());
            }
        }
        let outgoing = said.from.as_deref() == Some(self.me.name.as_str()) && said.to.is_some();
        let from = said.from.clone().filter(|from| *from != self.me.name);
        let from = from.or_else(|| m.teller(&self.me.name).map(str::to_owned));
        let inner = said.frame.inner_event(&self.names);
        let beside = self.named_beside(text).filter(|_| to.is_empty() && from.is_none());
        let beside = beside.and_then(|text| read(&text, &Deixis { last: None, ..d }));
        let fact = Fact { n, said, at, imp, from, kind, text: text.to_string(), outgoing };
        if let Some(frame) = inner {
            let said = Rc::new(Said { frame, ..(*fact.said).clone() });
            self.facts.push(Fact { said, imp: imp.max(6), ..fact.clone() });
        }
        if let Some(said) = beside {
            self.facts.push(Fact { said, ..fact.clone() });
        }
        self.facts.push(fact);
        about
    }

    /// What I know of myself at first hand.
    pub fn own(&self) -> impl Iterator<Item = &Fact> {
        self.facts.iter().filter(|fact| fact.f().subj == self.me.name && fact.from.is_none())
    }

    /// The same, as far as anybody may hear it: no secret, and nothing that was said to somebody.
    pub fn own_open(&self) -> impl Iterator<Item = &Fact> {
        self.own().filter(|fact| fact.said.to.is_none() && !fact.f().secret)
    }

    /// As I say something to `you`.
    pub fn view<'b>(&'b self, you: &'b str) -> View<'b> {
        View {
            me: &self.me.name,
            you,
            now: self.now,
            names: &self.names,
            prons: &self.prons,
            record: false,
            local: false,
            known: None,
        }
    }
    /// What somebody goes by.
    pub fn pron(&self, who: &str) -> Pronoun {
        self.prons.get(who).copied().unwrap_or(Pronoun::They)
    }
    /// Dice that fall the same way whenever I throw them about this: keys are numbers, never how a name is spelt.
    pub fn steady(&self, about: &[u64]) -> Dice {
        Dice::steady(self.me.nature, about)
    }
    /// A number for what a frame says, whoever and whatever is named in it: its time, and its words but for the names.
    pub fn number(&self, frame: &Frame) -> u64 {
        let words = match &frame.event {
            Some(event) => split(event),
            None => frame.rest.clone(),
        };
        let plain = |word: &&String| word.chars().all(char::is_lowercase) && !self.names.is_person(word);
        let letters = words.iter().filter(plain).flat_map(|word| word.bytes());
        let hash = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3);
        let word =
            frame.verb.bytes().filter(|_| frame.event.is_none()).chain(letters).fold(0xcbf2_9ce4_8422_2325, hash);
        let day = frame.when.as_ref().and_then(|when| when.day).unwrap_or_default();
        let from = frame.when.as_ref().and_then(|when| when.from).unwrap_or_default();
        word ^ (u64::from(day) << 16) ^ u64::from(from)
    }
}
