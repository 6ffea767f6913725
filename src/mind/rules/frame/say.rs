//! Saying a frame: from whose point of view, to whom, when.

use super::{Form, Frame, shift::shift};
use crate::language::{
    text::{Names, Pronoun, PronounMap, ing, past, third, tokens},
    time::{EpochMinute, to_spoken_dates},
};

/// From whose point of view something is said.
pub struct View<'a> {
    /// Who is "I"; empty in what is written down.
    pub me: &'a str,
    /// Who is "you"; empty in a note to oneself.
    pub you: &'a str,
    /// When it is said.
    pub now: EpochMinute,
    /// Whom and what one knows by name.
    pub names: &'a Names,
    /// What people are called by.
    pub prons: &'a PronounMap,
    /// For memory: absolute dates and full names.
    pub record: bool,
    /// Among those who know the place: "the cafe" will do.
    pub local: bool,
    /// Spoken of already: a pronoun will do for them.
    pub known: Option<&'a str>,
}

/// A place as it is spoken of: nobody says "at the cafe: counter" aloud, nor a whole name where "the cafe" will do.
pub fn spoken(place: &str, names: &Names) -> String {
    let place = place.split_once(": ").map_or(place, |(sector, _)| sector);
    let Some((before, name)) = place.split_once(' ') else { return place.to_owned() };
    let name = name.strip_prefix("the ").filter(|name| names.is_place(name)).unwrap_or(name);
    match names.nickname(name) {
        Some(nick) if nick == "the park" => format!("in {nick}"),
        Some(nick) if nick == "the square" || nick == "the quay" || nick == "the pier" => format!("on {nick}"),
        Some(nick) => format!("{before} {nick}"),
        None => place.to_owned(),
    }
}

impl View<'_> {
    /// What somebody goes by.
    pub fn pronoun(&self, who: &str) -> Pronoun {
        self.prons.get(who).copied().unwrap_or(Pronoun::They)
    }
}

impl Frame {
    /// "managed baking as planned" is a note to oneself; one says "finished baking".
    pub fn finished(&self) -> Frame {
        let noted = self.verb == "manage" && self.rest.ends_with(&["as".to_owned(), "planned".to_owned()]);
        let rest = self.rest.get(..self.rest.len().saturating_sub(2)).filter(|rest| noted && !rest.is_empty());
        match rest {
            Some(rest) => Frame { verb: "finish".into(), rest: rest.to_vec(), ..self.clone() },
            None => self.clone(),
        }
    }

    /// A clause without a full stop: `Klaus is writing on rents at the library tomorrow`.
    pub fn say(&self, view: &View) -> String {
        let mut parts = vec![self.subject_said(view)];
        let silent = |adverb: &&String| !matches!(adverb.as_str(), "secretly" | "currently");
        let adverbs: Vec<String> = self.adv.iter().filter(silent).cloned().collect();
        match &self.aux {
            Some(aux) => {
                // "is stuck since Monday" is a note; one says "has been"
                let since = self.form == Form::Copula && aux == "is" && self.rest.iter().any(|word| word == "since");
                let aux = if since && !view.record { "has been" } else { aux };
                let aux = self.agree(view, aux);
                let (first, rest) = aux.split_once(' ').map_or((aux, None), |(first, rest)| (first, Some(rest)));
                parts.push(first.to_owned());
                parts.extend(self.neg.then(|| "not".to_owned()));
                parts.extend(adverbs);
                parts.extend(rest.map(str::to_owned));
            }
            None => parts.extend(adverbs),
        }
        let bare = self.subj == view.me || self.person && self.subj == view.you;
        match self.form {
            Form::Copula => {}
            Form::Ing => parts.push(ing(&self.verb)),
            Form::Part | Form::Base => parts.push(self.verb.clone()),
            Form::Past => parts.push(past(&self.verb)),
            Form::Present if bare => parts.push(self.verb.clone()),
            Form::Present => parts.push(third(&self.verb)),
        }
        if !self.rest.is_empty() {
            let rest = if view.record { self.rest.clone() } else { to_spoken_dates(&self.rest, view.now) };
            parts.push(shift(&rest, self, view));
        }
        parts.extend(self.place.as_ref().map(|place| match place.split_once(": ") {
            _ if view.record => place.clone(),
            _ if view.local => spoken(place, view.names),
            // nobody says "at the cafe: counter" aloud
            Some((sector, _)) => sector.to_owned(),
            None => place.clone(),
        }));
        let when = self.when.as_ref().map(|when| if view.record { when.write() } else { when.say(view.now) });
        parts.extend(when.filter(|when| !when.is_empty()));
        parts.join(" ")
    }

    fn subject_said(&self, view: &View) -> String {
        if !self.person {
            return shift(&view.names.merge(&tokens(&self.subj)), self, view);
        }
        let pronoun = view.pronoun(&self.subj);
        if self.subj == view.me {
            "I".to_owned()
        } else if self.subj == view.you {
            "you".to_owned()
        } else if view.known == Some(self.subj.as_str()) && pronoun != Pronoun::They {
            pronoun.of(0).to_owned()
        } else if view.record {
            self.subj.clone()
        } else {
            view.names.short(&self.subj)
        }
    }

    /// The auxiliary as it agrees with "I" or "you".
    fn agree<'a>(&self, view: &View, aux: &'a str) -> &'a str {
        let me = self.subj == view.me;
        let you = self.person && self.subj == view.you;
        match aux {
            "is" if me => "am",
            "is" if you => "are",
            "was" if you => "were",
            "has" if me || you => "have",
            "does" if me || you => "do",
            "has been" if me || you => "have been",
            _ => aux,
        }
    }
}
