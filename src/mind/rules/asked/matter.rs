//! What may be asked; and a matter: what a question turns on, less the words of asking, and the point of it that is
//! asked for.

use super::{super::beliefs::Beliefs, longest, padded, search::plain};
use crate::language::{
    lexicon::lex,
    text::{content, is_capitalized},
    time::{self, DAY, EpochMinute, When},
};

/// On what point a question turns.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Point {
    /// Whether it is so.
    Whether,
    /// All that is known of it.
    #[default]
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

/// Something that may be known: the stems that must stand in a memory of it.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Matter {
    /// The stems of its words.
    pub stems: Vec<String>,
    /// Stems without which it is another matter: the kind of an event.
    pub must: Vec<String>,
    /// People and places named in it.
    pub named: Vec<String>,
    /// When, if that was said.
    pub when: Option<When>,
    /// On what point it turns.
    pub point: Point,
    /// It is about what oneself did.
    pub own: bool,
    /// Whoever is asked is asked about themselves.
    pub mine: bool,
    /// One of these must be in the answer: what is of the kind asked for; empty: of any kind.
    pub kind: Vec<String>,
    /// All its words in small letters, between spaces.
    pub words: String,
}

/// Days, from and to, both included.
pub type Window = (u32, u32);

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
    /// Something of one's own life: the list of words of which one stands in it.
    Life(&'static str),
    /// What one likes, or dislikes if that was asked.
    Taste(Matter, bool),
    /// Whom one loves, or whether one loves somebody.
    Love(Option<String>),
    /// Whether one knows somebody; whether to have heard of them will do.
    Person(String, bool),
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
    /// Who comes to something of one's own, or whether somebody comes.
    Guests(Option<String>),
    /// Whether one comes oneself.
    Coming(Matter),
    /// What one has promised somebody.
    Promised(String),
    /// Where a place is.
    Directions(String),
    /// Anything else that may be known.
    Matter(Matter),
    /// Nothing that could be known.
    Nothing,
}

/// The words that a question begins with: "To whom ..?" begins with "whom".
fn begins(padded: &str) -> Vec<&str> {
    padded.split_whitespace().skip_while(|word| lex().contains("before.noun", word)).collect()
}

/// The point, by how a question begins.
pub fn point(padded: &str) -> Point {
    match begins(padded).as_slice() {
        ["who" | "whose" | "whom", ..] => Point::Who,
        ["when", ..] | ["what" | "which", "time" | "day", ..] => Point::When,
        ["where", ..] => Point::Where,
        ["why", ..] => Point::Why,
        ["how", "long", ..] | ["since", "when", ..] => Point::Long,
        _ if lex().starts_with("ask.number", padded) => Point::Number,
        ["what" | "which" | "how", ..] => Point::All,
        _ if lex().find("ask.all", padded).is_some() => Point::All,
        _ => Point::Whether,
    }
}

/// Capitals in a row that are no name I know.
pub fn unknown_name(tokens: &[String]) -> Option<String> {
    let capital = |one: &&String| {
        is_capitalized(one) && one.chars().count() > 1 && !lex().contains("notname", &one.to_lowercase())
    };
    let name: Vec<String> =
        tokens.iter().skip(1).skip_while(|word| !capital(word)).take_while(capital).cloned().collect();
    (!name.is_empty()).then(|| name.join(" "))
}

/// Takes the time out. "What did you bake on Friday?" is about the Friday before.
pub fn take(tokens: &mut Vec<String>, now: EpochMinute) -> Option<When> {
    let past = tokens.iter().any(|word| word.eq_ignore_ascii_case("did"));
    let mut when = time::extract_time(tokens, now)?;
    when.day = when.day.map(|day| if past && day > now / DAY { day.saturating_sub(7) } else { day });
    Some(when)
}

/// What a question turns on: its words less those of asking, and the time apart.
pub fn matter(head: &Beliefs, tokens: &[String], point: Point) -> Matter {
    let words = padded(tokens);
    let knows = ["know", "hear", "heard", "been"].iter().any(|word| words.contains(&format!(" you {word} ")));
    let begins = begins(&words);
    // "Which language ..?": its noun, and what is of that kind
    let noun = match begins.as_slice() {
        ["what" | "which", noun, ..] => Some(*noun).filter(|noun| lex().map("kinds").contains_key(*noun)),
        _ => None,
    };
    let kind = noun.map(|noun| lex().map("kinds")[noun].split(", ").map(str::to_owned).collect()).unwrap_or_default();
    let opener = longest("ask.opener", |opener| words.starts_with(opener)).map_or(0, |words| words.split(' ').count());
    let mut rest = tokens.get(opener..).unwrap_or_default().to_vec();
    let when = take(&mut rest, head.now);
    let (named, rest): (Vec<String>, Vec<String>) =
        rest.into_iter().partition(|word| head.names.is_person(word) || head.names.is_place(word));
    let must: Vec<String> = rest.iter().filter(|one| head.is_event(one)).cloned().collect();
    let measures = |stem: &str| matches!(stem, "far" | "long" | "old" | "big" | "tall" | "high" | "fast");
    let of_kind = content(&noun.map(str::to_owned).into_iter().collect::<Vec<_>>());
    let idle = |stem: &String| {
        lex().has_stem("ask.empty", stem)
            || of_kind.contains(stem)
            || matches!(point, Point::Number | Point::Long) && measures(stem)
    };
    Matter {
        stems: content(&plain(rest)).into_iter().filter(|stem| !idle(stem)).collect(),
        must: content(&must),
        named,
        when,
        point,
        own: lex().starts_with("ask.mine", &words) && !knows,
        mine: words.contains(" you ") || words.contains(" your "),
        kind,
        words,
    }
}
