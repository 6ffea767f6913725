//! What a question wants to know. It may be put in any words, by anybody: residents, a player, a reporter. One reader for
//! all of them.

mod bare;
mod matter;
mod points;
mod search;

pub use self::{
    bare::bare,
    matter::{How, Matter, Window},
    search::{Found, bound, enough, facts, open, plain, search, share},
};

use self::{
    matter::{hours, matter, named_place, person_asked_for, unknown_name, window, witnessed},
    points::{of_oneself, point},
};
use super::beliefs::Beliefs;
use crate::language::{
    lexicon::lex,
    text::{content, is_punct, split},
    time::DAY,
};

/// On what point a question turns.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Point {
    /// Whether it is so.
    Whether,
    /// All that is known of it.
    All,
    /// Who.
    Who,
    /// With whom.
    With,
    /// When.
    When,
    /// Where.
    Where,
    /// Why.
    Why,
    /// How many, how much, how far.
    Number,
    /// Since when, or for how long.
    Long,
    /// Who said so.
    Source,
    /// Whether that is certain.
    Sure,
    /// What was meant.
    Meaning,
}

/// What is asked.
#[derive(Clone, PartialEq, Debug)]
pub enum Asked {
    /// How one is.
    HowAre,
    /// What one is doing.
    Doing,
    /// What one means to do: on which days, and between which minutes of a day if that was asked.
    Plans(Window, Option<(u32, u32)>),
    /// What one did.
    Done(Window),
    /// What is new.
    News,
    /// How something comes along; with the stems of what, none for what was just spoken of.
    Progress(Vec<String>),
    /// What brings one here.
    Here,
    /// "And you?"
    Back,
    /// Nothing but a yes: "Nice here, isn't it?"
    Small,
    /// Who one is.
    Yourself,
    /// What one is called.
    Name,
    /// Whether one is a human.
    Nature,
    /// How old one is.
    Age,
    /// What one is like.
    Like,
    /// Where one lives.
    Home,
    /// Where one works.
    Workplace,
    /// Whom one is closest to.
    Friend,
    /// When one gets up.
    Rise,
    /// What one studies.
    Studies,
    /// When one goes to bed.
    Bed,
    /// What one was before.
    Before,
    /// Where one comes from.
    Origin,
    /// Whether one likes something, or dislikes it if that was asked.
    Taste(Matter, bool),
    /// What of a kind one likes.
    Fond(Matter),
    /// What one likes, or dislikes.
    Tastes(bool),
    /// Whom one loves, or whether one loves somebody.
    Love(Option<String>),
    /// Whether one knows somebody.
    Person(String, How),
    /// What one thinks of somebody.
    Opinion(String),
    /// How somebody is.
    Fares(String),
    /// What somebody does.
    Theirs(String),
    /// When one saw somebody last.
    LastSeen(String),
    /// What somebody told one.
    ToldBy(String),
    /// With whom one has talked.
    Talked(Window),
    /// Whether somebody comes to something.
    TheyCome(String),
    /// Who comes to something of one's own.
    Guests,
    /// Whether one comes oneself.
    Coming(Matter),
    /// What one has promised somebody.
    Promised(String),
    /// Where a place is.
    Way(String),
    /// Anything else that may be known.
    Matter(Matter),
    /// Nothing that could be known.
    Nothing,
}

/// Reads one question. `last` is who was spoken of before: "she" is that one.
pub fn read(head: &Beliefs, question: &str, last: Option<&str>) -> Asked {
    let mut tokens: Vec<String> =
        head.names.merge(split(question)).into_iter().filter(|word| !is_punct(word)).collect();
    // "What's", "who's": only there it cannot be an owner
    if tokens.len() > 1 && tokens[1] == "'s" && lex().is("questionwords", &tokens[0].to_lowercase()) {
        tokens[1] = "is".into();
    }
    let is_named = |tokens: &[String]| tokens.iter().any(|word| head.names.is_person(word));
    if let Some(who) = last.filter(|_| !is_named(&tokens)) {
        let pronoun = |word: &&mut String| matches!(word.as_str(), "him" | "her" | "them");
        if let Some(word) = tokens.iter_mut().rev().find(pronoun) {
            who.clone_into(word);
        }
    }
    if tokens.is_empty() {
        return Asked::Nothing;
    }
    let small: Vec<String> = tokens.iter().map(|word| word.to_lowercase()).collect();
    let padded = format!(" {} ", small.join(" "));
    let named: Option<String> =
        tokens.iter().find(|word| head.names.is_person(word) && **word != head.me.name).cloned();
    let question = Question { head, tokens, small, padded, named };
    question
        .of_small_talk()
        .or_else(|| question.of_oneself())
        .or_else(|| question.of_somebody())
        .or_else(|| question.of_life())
        .unwrap_or_else(|| question.of_a_matter())
}

/// A question in words.
struct Question<'a, 'h> {
    head: &'a Beliefs<'h>,
    /// Names joined, without marks.
    tokens: Vec<String>,
    /// The same in small letters.
    small: Vec<String>,
    /// The same between spaces.
    padded: String,
    /// Whom it names first.
    named: Option<String>,
}

impl Question<'_, '_> {
    fn says(&self, section: &str) -> bool {
        lex().hit(section, &self.padded).is_some()
    }

    /// Whether it is about nothing but the turn of phrase itself.
    fn idle(&self) -> bool {
        let idle = |stem: &String| lex().has_stem("ask.empty", stem) || lex().has_stem("ask.idle", stem);
        self.named.is_none() && content(&self.tokens).iter().all(idle)
    }

    /// What only keeps a talk going.
    fn of_small_talk(&self) -> Option<Asked> {
        let says = |section: &str| self.says(section);
        let small = self.padded.trim();
        match () {
            () if back(small) => Some(Asked::Back),
            () if lex().list("tagq").iter().any(|tag| small.ends_with(tag.as_str())) => Some(Asked::Small),
            () if says("q.here") => Some(Asked::Here),
            () if self.idle() && says("q.howare") => Some(Asked::HowAre),
            () if self.fares() => self.named.clone().map(Asked::Fares),
            () if self.progress() => Some(Asked::Progress(self.topic())),
            () if !self.idle() => None,
            () if says("q.yourself") => Some(Asked::Yourself),
            () if says("q.plans") => Some(self.plans(self.hours())),
            () if says("q.doing") => Some(Asked::Doing),
            () if says("q.news") => Some(Asked::News),
            () => None,
        }
    }

    /// "How is Ann?", but not "How is Ann's book?"
    fn fares(&self) -> bool {
        let Some(who) = &self.named else { return false };
        let rest: Vec<&String> = self.tokens.iter().skip_while(|word| *word != who).skip(1).collect();
        self.padded.contains(" how is ") && rest.iter().all(|word| lex().is("q.fares", &word.to_lowercase()))
    }

    /// "How is the book coming along?", "Any further with it?"
    fn progress(&self) -> bool {
        self.says("q.progress") || self.padded.contains(" how is ") && self.small.last().is_some_and(|it| it == "going")
    }

    /// The stems of what it is about, without those of asking.
    fn topic(&self) -> Vec<String> {
        let asking = content(lex().list("q.progress"));
        content(&self.tokens)
            .into_iter()
            .filter(|stem| !asking.contains(stem) && !lex().has_stem("ask.empty", stem))
            .collect()
    }

    fn today(&self) -> u32 {
        self.head.sit.now / DAY
    }

    fn window(&self) -> Option<Window> {
        window(&self.tokens, self.head.sit.now)
    }

    fn hours(&self) -> Option<(u32, u32)> {
        hours(&self.tokens, &self.padded, self.head.sit.now)
    }

    fn lately(&self) -> Window {
        self.window().unwrap_or((self.today().saturating_sub(1), self.today()))
    }

    fn plans(&self, hours: Option<(u32, u32)>) -> Asked {
        let today = self.today();
        let day = self.window().or(hours.map(|_| (today, today)));
        Asked::Plans(day.unwrap_or((today, today.saturating_add(14))), hours)
    }

    fn of_oneself(&self) -> Option<Asked> {
        if let Some(event) = witnessed(self.head, &self.tokens, &self.small, &self.padded) {
            return Some(Asked::Matter(event));
        }
        if self.says("ask.nature") {
            return Some(Asked::Nature);
        }
        if let Some(own) = of_oneself(self.head, &self.tokens, &self.padded, self.named.as_deref()) {
            return Some(own);
        }
        if let Some(place) = named_place(self.head, &self.tokens, &self.padded) {
            return Some(Asked::Way(place));
        }
        if self.named.is_some() {
            return None;
        }
        let of_me = [
            ("ask.age", Asked::Age),
            ("ask.like", Asked::Like),
            ("ask.home", Asked::Home),
            ("ask.workplace", Asked::Workplace),
            ("ask.friend", Asked::Friend),
            ("ask.studies", Asked::Studies),
            ("ask.rise", Asked::Rise),
        ];
        let found = of_me.into_iter().find(|(section, _)| self.says(section)).map(|(_, asked)| asked);
        let event = || self.small.iter().any(|word| lex().is("events", word));
        match found {
            Some(asked) => Some(asked),
            None if self.says("ask.guests") && event() => Some(Asked::Guests),
            None if self.says("ask.talked") => Some(Asked::Talked(self.lately())),
            None => None,
        }
    }

    fn of_somebody(&self) -> Option<Asked> {
        let who = self.named.clone()?;
        let they = format!(" {} ", who.to_lowercase());
        let follows = |word: &str| self.padded.contains(&format!("{they}{word} "));
        let begins = |does: &str| self.padded.starts_with(&format!(" {does}{they}"));
        let event = || self.small.iter().any(|word| lex().is("events", word));
        match () {
            () if self.says("ask.told") || follows("say") || follows("tell") => Some(Asked::ToldBy(who)),
            () if ["coming", "come", "going", "be there"].into_iter().any(follows) && event() => {
                Some(Asked::TheyCome(who))
            }
            () if self.says("ask.promised") => Some(Asked::Promised(who)),
            () if self.says("ask.last") && !self.says("ask.heard.of") && !follows("'s") && !self.of_an_event() => {
                Some(Asked::LastSeen(who))
            }
            () if ["what is", "what does", "what are", "where does"].into_iter().any(begins)
                && self.says("ask.theirs")
                || self.padded.starts_with(&format!(" what does{they}do "))
                || self.padded.starts_with(&format!(" what is{they}doing ")) =>
            {
                Some(Asked::Theirs(who))
            }
            () => None,
        }
    }

    /// "Have you seen Ann's shop burn?", "Did you see it?": not whether one saw Ann.
    fn of_an_event(&self) -> bool {
        [" it ", " that ", " this "].iter().any(|word| self.padded.contains(word))
    }

    fn of_life(&self) -> Option<Asked> {
        if self.says("ask.name") {
            return Some(Asked::Name);
        }
        if self.says("ask.love") {
            return Some(Asked::Love(self.named.clone()));
        }
        if self.says("ask.opinion")
            && let Some(who) = self.named.clone().or_else(|| unknown_name(&self.tokens))
        {
            return Some(Asked::Opinion(who));
        }
        if let Some(who) = person_asked_for(self.head, &self.tokens, &self.padded) {
            return Some(who);
        }
        if self.says("ask.coming") && point(&self.small, &self.padded) == Point::Whether {
            return Some(Asked::Coming(matter(self.head, self.tokens.clone(), Point::Whether)));
        }
        let of_me = self.says("ask.of.you") && self.named.is_none();
        // "What did you bake?" asks for more than for a day
        let of_one_thing = || {
            let asked = matter(self.head, self.tokens.clone(), Point::All);
            !asked.stems.is_empty() && !search(self.head, &asked).memories.is_empty()
        };
        if self.says("ask.done") && of_me && !of_one_thing() {
            return Some(Asked::Done(self.lately()));
        }
        let (today, hours) = (self.today(), self.hours());
        let day = self.window().or(hours.map(|_| (today, today)));
        let ahead = day.is_some_and(|(from, until)| from > today || until == today && hours.is_some());
        // "What will you do for the poor?" asks for more than for a day
        let beyond = [" for the ", " about "].iter().any(|word| self.padded.contains(word)) && !of_one_thing();
        if of_me && !beyond && (self.says("ask.plans") || self.says("ask.doing") && ahead) {
            return Some(self.plans(hours));
        }
        match () {
            () if self.says("ask.howare") => Some(Asked::HowAre),
            () if self.says("ask.yourself") => Some(Asked::Yourself),
            () if self.says("ask.doing") => Some(Asked::Doing),
            () => None,
        }
    }

    fn of_a_matter(&self) -> Asked {
        let point = point(&self.small, &self.padded);
        let matter = matter(self.head, self.tokens.clone(), point);
        // "What is going on tomorrow?" has no word of its own: the day is all that counts
        if matter.stems.is_empty() && matter.named.is_empty() && matter.when.is_none() && matter.kind.is_empty() {
            Asked::Nothing
        } else {
            Asked::Matter(matter)
        }
    }
}

/// "And you?", with a name behind it or not.
fn back(small: &str) -> bool {
    let named = |turn: &String| {
        small.strip_prefix(turn.as_str()).is_some_and(|rest| rest.starts_with(' ') && !rest[1..].contains(' '))
    };
    // "you" alone stands for itself: "you know" does not
    lex().is("q.back", small) || lex().list("q.back").iter().any(|turn| turn.contains(' ') && named(turn))
}
