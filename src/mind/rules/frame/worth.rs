//! What is worth keeping of what somebody says: a positive list. What fits none of it is small talk, whatever its words.

use super::{
    Class, Form, Frame,
    event::{named, visited},
};
use crate::language::{
    lexicon::lex,
    text::{Names, lemma_and_tense, split},
};

impl Frame {
    /// Whether it is worth keeping when somebody says it.
    pub fn worth_keeping(&self, importance: u8) -> bool {
        let event = self.event.is_some();
        if self.of_newcomer() {
            return true;
        }
        if self.aux.as_deref().is_some_and(|aux| lex().contains("modal", aux)) && !event {
            return false;
        }
        if self.grave() {
            return true;
        }
        if !self.person && !matches!(self.class, Class::Event | Class::Trouble) {
            return false;
        }
        let vague = |word: &String| lex().contains("vague", &word.to_lowercase());
        if self.rest.iter().any(vague) && !matches!(self.class, Class::Think | Class::Aim) {
            return false;
        }
        // "hopes to finish a novel" is an aim, "hopes you have a nice day" and "wants to hear more" are manners
        let wish = matches!(self.verb.as_str(), "hope" | "want" | "plan" | "decide" | "intend" | "promise" | "wish");
        let deed = self.rest.first().is_some_and(|word| word == "to")
            && self.rest.get(1).is_some_and(|verb| !lex().contains("light", verb));
        if wish && !deed && !event {
            return false;
        }
        let words = self.of_rest().len() + usize::from(self.place.is_some());
        match self.class {
            Class::Event | Class::Love => true,
            Class::Like | Class::Dislike => !self.about.is_empty() || words >= 2,
            Class::Think => !self.about.is_empty() && words >= 2 || words >= 4,
            Class::Aim | Class::Need | Class::Trouble | Class::Work | Class::Kin | Class::Home => {
                words > usize::from(self.form == Form::Copula)
            }
            Class::Doing => self.lasting() && words >= 1,
            Class::State => words >= 2 && importance >= 5,
            Class::Other => {
                let says_much =
                    words >= 2 && self.form != Form::Past && self.aux.is_none() && !lex().contains("light", &self.verb);
                says_much || self.when.is_some()
            }
            Class::Know | Class::Met | Class::Told => false,
        }
    }

    /// Whether it shakes a life, and is kept however short it is and of whomever: "my sister is ill".
    pub fn grave(&self) -> bool {
        let last = self.rest.last().is_some_and(|word| lex().contains("grave.last", word));
        last || lex().find("grave", &self.small()).is_some()
    }

    /// Whether that is a thing to be glad of.
    pub fn glad(&self) -> bool {
        !self.neg && lex().find("gladnews", &self.small()).is_some()
    }

    /// Verb and rest in small letters with a space at both ends; people in it are "me".
    fn small(&self) -> String {
        let plain = lemma_and_tense(&self.verb).map_or_else(|| self.verb.clone(), |(plain, _)| plain);
        let rest = self.rest.iter().filter(|word| *word != "'s");
        let rest = rest.map(|word| if self.about.contains(word) { "me".into() } else { word.to_lowercase() });
        format!(" {plain} {} ", rest.collect::<Vec<_>>().join(" "))
    }

    /// The event inside "X agreed to come to Y's party at P on D". Who invites need not be the host: only "Y's party"
    /// says whose it is.
    pub fn inner_event(&self, names: &Names) -> Option<Frame> {
        if !matches!(self.verb.as_str(), "agree" | "invite" | "decline" | "go" | "come") {
            return None;
        }
        let (host, words) = visited(&self.rest).filter(|(host, _)| names.is_person(host))?;
        let event = named(&self.rest[words]);
        Some(Frame {
            subj: host.clone(),
            person: true,
            aux: Some("is".to_owned()),
            verb: "hold".to_owned(),
            form: Form::Ing,
            rest: split(&event),
            place: self.place.clone(),
            when: self.when.clone(),
            class: Class::Event,
            secret: self.secret,
            event: Some(event),
            ..Frame::default()
        })
    }
}
