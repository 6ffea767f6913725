//! From plain sentences to light frames and back. A frame keeps its words, so that what is hardly understood can
//! still be said.

mod clause;
pub mod event;
mod kept;
mod leadin;
mod parse;
mod say;
mod sense;
mod shift;
mod worth;

pub use self::{
    leadin::strip_leadins,
    parse::{parse, read},
    say::{View, spoken},
    shift::shift,
};

use std::cell::OnceCell;

use crate::language::{
    lexicon::lex,
    text::{Names, PronounMap, Tokens, content, overlap, tokens},
    time::{EpochMinute, When},
};

/// What a sentence is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Class {
    /// Something with a time to which people come.
    Event,
    /// What somebody is after.
    Aim,
    /// Whom or what somebody likes.
    Like,
    /// Whom or what somebody dislikes.
    Dislike,
    /// Whom somebody loves.
    Love,
    /// What somebody needs.
    Need,
    /// What somebody does for a living, studies, keeps.
    Work,
    /// Whom somebody knows.
    Know,
    /// Whom somebody met.
    Met,
    /// What somebody thinks.
    Think,
    /// Where somebody lives.
    Home,
    /// Who is whose wife, friend, neighbour.
    Kin,
    /// What ails somebody.
    Trouble,
    /// What somebody is doing.
    Doing,
    /// What somebody is.
    State,
    /// That somebody told something.
    Told,
    /// Anything else.
    #[default]
    Other,
}

/// How the verb stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Form {
    /// No verb but `is`.
    #[default]
    Copula,
    /// `writes`.
    Present,
    /// `wrote`.
    Past,
    /// `is writing`.
    Ing,
    /// `has written`.
    Part,
    /// `can write`.
    Base,
}

/// One clause, in its own words.
#[derive(Clone, Debug, Default)]
pub struct Frame {
    /// Whom or what it is about.
    pub subj: String,
    /// Whether that is a person by full name.
    pub person: bool,
    /// `is`, `has`, `could`.
    pub aux: Option<String>,
    /// Not so.
    pub neg: bool,
    /// `often`, `still`.
    pub adv: Vec<String>,
    /// The plain verb; empty for a copula.
    pub verb: String,
    /// How the verb stands.
    pub form: Form,
    /// All that follows, names as single tokens.
    pub rest: Tokens,
    /// `at Hobbs Cafe`.
    pub place: Option<String>,
    /// Day and hours.
    pub when: Option<When>,
    /// What it is about.
    pub class: Class,
    /// Kept to oneself.
    pub secret: bool,
    /// `a Valentine's Day party`.
    pub event: Option<String>,
    /// Persons in `rest`.
    pub about: Vec<String>,
    /// Its stems, worked out when they are first asked for. Nobody asks before the frame is complete, and a copy, which
    /// may be changed, begins without them.
    pub stems: Stems,
}

/// The stems by which a frame is compared with others.
#[derive(Default, Debug)]
pub struct Stems(OnceCell<(Vec<String>, Vec<String>)>);

impl Clone for Stems {
    fn clone(&self) -> Self {
        Self::default()
    }
}

/// A sentence of memory or talk: who said it to whom, and the frame inside.
#[derive(Clone, Debug)]
pub struct Said {
    /// Who said it, if it was told.
    pub from: Option<String>,
    /// To whom.
    pub to: Option<String>,
    /// What.
    pub frame: Frame,
}

/// Who speaks to whom, when: what turns "I", "you", "she", "tomorrow" into names and days.
pub struct Deixis<'a> {
    /// Who says "I".
    pub me: &'a str,
    /// Who is "you"; empty in a note to oneself.
    pub you: &'a str,
    /// When.
    pub now: EpochMinute,
    /// Whom and what one knows by name.
    pub names: &'a Names,
    /// What people are called by.
    pub prons: &'a PronounMap,
    /// Whom "she" means.
    pub last: Option<String>,
}

impl Frame {
    /// The stems that make this frame this frame, for "have I said that already".
    pub fn key(&self) -> Vec<String> {
        self.stems().0.clone()
    }

    /// The stems of what follows the verb.
    pub fn of_rest(&self) -> &[String] {
        &self.stems().1
    }

    /// All its stems: the key, and what follows the verb.
    pub fn words(&self) -> Vec<String> {
        [self.stems().0.as_slice(), self.of_rest()].concat()
    }

    /// The key, and the stems of the rest.
    fn stems(&self) -> &(Vec<String>, Vec<String>) {
        self.stems.0.get_or_init(|| {
            let rest = content(&self.rest);
            let key = match &self.event {
                Some(event) => content(&[std::slice::from_ref(&self.subj), tokens(event).as_slice()].concat()),
                None => {
                    let mut key = [rest.as_slice(), &content(&[self.subj.clone(), self.verb.clone()])].concat();
                    key.sort();
                    key.dedup();
                    key
                }
            };
            (key, rest)
        })
    }

    /// The day on which it is, if that is known.
    pub fn day(&self) -> Option<u32> {
        self.when.as_ref().and_then(|when| when.day)
    }

    /// "is new in town", and no more.
    pub fn of_newcomer(&self) -> bool {
        self.person && !self.neg && self.form == Form::Copula && self.rest == ["new", "in", "town"]
    }

    /// "has decided to run for mayor" as "plans to run for mayor".
    pub fn resolved(&mut self) {
        let decided = self.form == Form::Part && self.verb == "decided" && !self.neg;
        if decided && self.rest.first().is_some_and(|word| word == "to") {
            (self.verb, self.aux, self.form, self.class) = ("plan".into(), None, Form::Present, Class::Aim);
        }
    }

    /// Whether two frames say the same thing.
    pub fn same(&self, other: &Frame) -> bool {
        if let (Some(event), Some(another)) = (&self.event, &other.event) {
            let day = |frame: &Frame| frame.when.as_ref().map(|when| when.day);
            let one = self.subj == other.subj || !self.person || !other.person || day(self) == day(other);
            return one && overlap(&content(&tokens(event)), &content(&tokens(another))) > 0.45;
        }
        self.subj == other.subj && self.neg == other.neg && overlap(&self.stems().0, &other.stems().0) > 0.67
    }

    /// Everybody named in it.
    pub fn persons(&self) -> Vec<String> {
        let mut names = self.about.clone();
        if self.person {
            names.insert(0, self.subj.clone());
        }
        names.dedup();
        names
    }

    /// Lasts longer than the moment: a thesis, not a cup of coffee.
    pub fn lasting(&self) -> bool {
        self.class != Class::Doing || lex().contains("project", &self.verb) || self.when.is_some()
    }
}
