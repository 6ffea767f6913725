//! What one has in mind while answering: facts read from sentences, relations, what is news to whom.
mod go;
mod relation;
mod salience;

use std::rc::Rc;

pub use self::{go::Go, salience::bare};
use super::{
    dice::Dice,
    frame::*,
    overheard::overheard,
    phrases::{Voice, Ways},
    tuning,
};
use crate::language::{importance::importance, lexicon::lex, text::*, time::*};

/// A decision that weighs so much was made for good.
const RESOLVED: u8 = 9;

/// How a memory came to be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// Seen or done.
    Observation,
    /// Thought, or always known.
    Reflection,
    /// Meant to be done.
    Plan,
    /// Said.
    Dialogue,
}
/// A memory, in sentences.
#[derive(Clone, Debug)]
pub struct Memory {
    /// Its number, where evidence is asked for.
    pub n: Option<u32>,
    /// Kept to oneself, whatever its words.
    pub secret: bool,
    /// When it was made; 0 for what was always known.
    pub at: Minute,
    /// How it came to be.
    pub kind: Kind,
    /// 1 to 10.
    pub importance: u8,
    /// Its sentences.
    pub text: String,
    /// Who said it, if not oneself.
    pub from: Option<String>,
}
/// Who one is.
#[derive(Clone, Debug, Default)]
pub struct Persona {
    /// The full name.
    pub name: String,
    /// In years.
    pub age: u32,
    /// A few words.
    pub traits: String,
    /// How one talks: `Short and dry`.
    pub manner: String,
    /// The whole sentence on it: `Short and dry, says no first`.
    pub voice: String,
    /// Sentences on one's life.
    pub background: String,
    /// Sentences on what one is after.
    pub aim: String,
    /// Sentences on one's habits.
    pub lifestyle: String,
}
/// When and where one is, and what goes on.
#[derive(Clone, Debug, Default)]
pub struct Situation {
    /// The minute it is.
    pub now: Minute,
    /// how readily one passes on what others said; 0 = the usual 0.6
    pub relay: f32,
    /// my own nature (`Me::nature`): without it a decision hangs on how the names are spelt
    pub seed: u64,
    /// the lines said so far: names one hears for the first time
    pub heard: Vec<String>,
    /// Where.
    pub place: String,
    /// What one does oneself.
    pub doing: String,
    /// What the other does.
    pub other_doing: String,
    /// my plan from now on: (from, to, text)
    pub plan: Vec<(Minute, Minute, String)>,
}

/// One sentence of memory, understood.
#[derive(Clone, Debug)]
pub struct Fact {
    /// The number of the memory it was read from.
    pub n: Option<u32>,
    /// What it says, and who said it to whom.
    pub said: Rc<Said>,
    /// When it was remembered; 0 for what was always known.
    pub at: Minute,
    /// How much it weighs, 1 to 10.
    pub imp: u8,
    /// Who told it, if not oneself.
    pub from: Option<String>,
    /// How it came to be.
    pub kind: Kind,
    /// The sentence.
    pub text: String,
    /// my own words to somebody: proof that they know
    pub outgoing: bool,
}
impl Fact {
    /// What it says.
    pub fn f(&self) -> &Frame {
        &self.said.frame
    }
}
/// What somebody is to one.
#[derive(Clone, Debug, Default)]
pub struct Relation {
    /// Known in person.
    pub met: bool,
    /// 0 to 3.
    pub close: f32,
    /// Below 0 for those one does not care for.
    pub warm: f32,
    /// Loved, openly or not.
    pub love: bool,
    /// Of the family.
    pub kin: bool,
    /// When one talked to them last.
    pub last_talk: Option<Minute>,
    /// The sentence that says why.
    pub why: Option<String>,
}

/// Whether a word can tell what somebody goes by.
fn tells_pronoun(word: &str) -> bool {
    let small = word.to_lowercase();
    let pronoun = matches!(small.as_str(), "he" | "his" | "him" | "himself" | "she" | "her" | "herself");
    pronoun || lex().is("kin.she", &small) || lex().is("kin.he", &small)
}

/// The plain verb of its past.
fn plain_of(verb: &str) -> String {
    finite(verb).map_or_else(|| verb.to_owned(), |(plain, _)| plain)
}

/// All that one has in mind for one answer.
pub struct Beliefs<'a> {
    /// Who one is.
    pub me: &'a Persona,
    /// Where and when.
    pub sit: &'a Situation,
    /// What was remembered.
    pub memories: &'a [Memory],
    /// Whom and what one knows by name.
    pub names: Names,
    /// What people are called by.
    pub prons: Prons,
    /// All memories, understood.
    pub facts: Vec<Fact>,
    /// How one talks.
    pub voice: Voice,
    /// The places one knows.
    pub places: &'a [String],
}
impl<'a> Beliefs<'a> {
    /// Reads everything once.
    pub fn new(
        me: &'a Persona,
        sit: &'a Situation,
        memories: &'a [Memory],
        places: &'a [String],
        others: &[&str],
        seen: &Prons,
    ) -> Self {
        let mut names = Names::of(&[""; 0], places);
        names.person(&me.name);
        for o in others {
            names.person(o);
        }
        for m in memories {
            names.learn(&m.text);
            if let Some(f) = &m.from {
                names.person(f);
            }
        }
        names.learn(&me.background);
        names.learn(&me.aim);
        for l in &sit.heard {
            names.learn(l);
            names.learn_first(l);
        }
        let mut h = Beliefs {
            me,
            sit,
            memories,
            names,
            prons: seen.clone(),
            facts: vec![],
            voice: Voice {
                nature: sit.seed,
                ways: Ways::of(&me.voice),
                ..Voice::of(&me.name, &format!("{}, {}", me.traits, me.manner), me.age)
            },
            places,
        };
        h.learn_prons();
        let own = format!("{} {} {}", me.background, me.aim, me.lifestyle);
        for s in statements(&own).iter() {
            let imp = importance(s, "").max(3);
            let own = Memory {
                n: None,
                secret: false,
                at: 0,
                kind: Kind::Reflection,
                importance: imp,
                text: String::new(),
                from: None,
            };
            h.add(s, &own, Some(me.name.clone()));
        }
        for m in memories {
            let mut last = None;
            if let Some((by, to, words)) = overheard(&m.text) {
                for s in statements(&h.names.unnick(words)).iter().filter(|s| !s.ends_with('?')) {
                    last = h.add_as(s, m, last, (by, to));
                }
                continue;
            }
            for s in statements(&m.text).iter() {
                last = h.add(s, m, last);
            }
        }
        h
    }
    pub(super) fn learn_prons(&mut self) {
        let own = sentences(&format!("{} {} {}", self.me.background, self.me.aim, self.me.lifestyle));
        let texts = self.memories.iter().map(|m| (m.text.as_str(), None));
        for (t, subj) in texts.chain(own.iter().map(|s| (s.as_str(), Some(self.me.name.clone())))) {
            let tokens = tokens(t);
            if !tokens.iter().any(|word| tells_pronoun(word)) {
                continue;
            }
            let w = self.names.merge(tokens.as_slice());
            let ppl: Vec<&String> = w.iter().filter(|x| self.names.is_person(x)).collect();
            // "his wife Mei Lin", "Mei Lin is John Lin's wife"
            for (i, x) in w.iter().enumerate() {
                let l = x.to_lowercase();
                let g = if lex().is("kin.she", &l) {
                    Some(Pron::She)
                } else if lex().is("kin.he", &l) {
                    Some(Pron::He)
                } else {
                    None
                };
                if let Some(g) = g {
                    if let Some(n) = w.get(i + 1).filter(|n| self.names.is_person(n)) {
                        self.prons.insert(n.clone(), g);
                    } else if self.names.is_person(&w[0]) && w.get(1).is_some_and(|x| x == "is") && i < 6 {
                        self.prons.insert(w[0].clone(), g);
                    }
                }
            }
            let who = subj.or_else(|| {
                let mut p = ppl.clone();
                p.dedup();
                let f = p.first().filter(|_| self.names.is_person(&w[0])).map(|s| s.to_string());
                // "X told me that Y ... her": ambiguous unless Y only
                if w.get(1).is_some_and(|x| x == "told") {
                    if p.len() == 2 && self.names.is_person(p[1]) {
                        Some(p[1].to_string())
                    } else if p.len() == 1 {
                        f
                    } else {
                        None
                    }
                } else if p.len() == 1 {
                    f
                } else {
                    None
                }
            });
            if let Some(who) = who {
                for x in &w {
                    match x.to_lowercase().as_str() {
                        "he" | "his" | "him" | "himself" => {
                            self.prons.entry(who.clone()).or_insert(Pron::He);
                            break;
                        }
                        "she" | "her" | "herself" => {
                            self.prons.entry(who.clone()).or_insert(Pron::She);
                            break;
                        }
                        _ => {}
                    }
                }
            }
        }
    }
    fn add(&mut self, s: &Rc<str>, m: &Memory, last: Option<String>) -> Option<String> {
        let me = self.me;
        self.add_as(s, m, last, (&me.name, ""))
    }

    /// As said by one to another: who they are is meant by "I" and "you".
    fn add_as(&mut self, s: &Rc<str>, m: &Memory, last: Option<String>, (me, you): (&str, &str)) -> Option<String> {
        let (n, at, imp, kind) = (m.n, m.at, m.importance, m.kind);
        let d = Deixis {
            me,
            you,
            now: if at == 0 { self.sit.now } else { at },
            names: &self.names,
            prons: &self.prons,
            last: last.clone(),
        };
        let mut about = last;
        if let Some(mut said) = read(s, &d) {
            if said.frame.person && said.from.is_none() {
                about = Some(said.frame.subj.clone());
            }
            if m.secret && !said.frame.secret {
                Rc::make_mut(&mut said).frame.secret = true;
            }
            // what one has made up one's mind to is what one plans
            if said.from.is_none() && said.frame.subj == self.me.name && at > 0 && imp >= RESOLVED {
                Rc::make_mut(&mut said).frame.resolved();
            }
            // small talk that was overheard is nothing to go by
            let small = matches!(said.frame.class, Class::State | Class::Other | Class::Like | Class::Think);
            let idle = || small && said.frame.when.is_none() || !said.frame.worth_keeping(imp);
            // but for "has decided to ..", which is no small talk
            let decided = said.frame.form == Form::Part && said.frame.rest.first().is_some_and(|word| word == "to");
            if !you.is_empty() && !decided && idle() {
                return about;
            }
            // what was overheard was told to somebody else, who knows it now
            if said.to.is_none() && !you.is_empty() {
                Rc::make_mut(&mut said).to = Some(you.to_owned());
            }
            let outgoing = said.from.as_deref() == Some(self.me.name.as_str()) && said.to.is_some();
            let from = said.from.clone().filter(|f| *f != self.me.name).or(m.from.clone());
            if let Some(e) = said.frame.inner_event(&self.names) {
                let said = Rc::new(Said { frame: e, ..(*said).clone() });
                self.facts.push(Fact {
                    n,
                    said,
                    at,
                    imp: imp.max(6),
                    from: from.clone(),
                    kind,
                    text: s.to_string(),
                    outgoing,
                });
            }
            self.facts.push(Fact { n, said, at, imp, from, kind, text: s.to_string(), outgoing });
        }
        about
    }
    /// As I say something to `you`.
    pub fn view<'b>(&'b self, you: &'b str) -> View<'b> {
        View {
            me: &self.me.name,
            you,
            now: self.sit.now,
            names: &self.names,
            prons: &self.prons,
            record: false,
            local: false,
            known: None,
        }
    }
    /// What somebody goes by.
    pub fn pron(&self, who: &str) -> Pron {
        self.prons.get(who).copied().unwrap_or(Pron::They)
    }
    /// Dice that fall the same way whenever I throw them about this: keys are numbers, never how a name is spelt.
    pub fn steady(&self, about: &[u64]) -> Dice {
        Dice::steady(self.sit.seed, about)
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
