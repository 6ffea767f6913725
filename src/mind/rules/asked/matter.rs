//! A matter: what a question turns on, less the words of asking.

use super::{
    super::beliefs::Beliefs,
    Asked, Point,
    points::{counted, kind, measure},
    search::plain,
};
use crate::language::{
    lexicon::lex,
    text::{content, is_cap},
    time::{self, DAY, When},
};

/// Something that may be known: the stems that must stand in a memory of it.
#[derive(Clone, PartialEq, Debug)]
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
    /// What is to be counted, as a stem.
    pub counted: Option<String>,
    /// All its words in small letters, between spaces.
    pub words: String,
}

impl Matter {
    /// All that is known of something with these stems, of one's own.
    pub fn of(stems: Vec<String>) -> Self {
        let words = format!(" {} ", stems.join(" "));
        Self {
            stems,
            must: Vec::new(),
            named: Vec::new(),
            when: None,
            point: Point::All,
            own: false,
            mine: true,
            kind: Vec::new(),
            counted: None,
            words,
        }
    }
}

/// How well somebody is to be known.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum How {
    /// Met or dealt with.
    Know,
    /// Known of, be it by hearsay.
    Heard,
}

/// Days, from and to, both included.
pub type Window = (u32, u32);

/// `Do you know X?`, `Who is X?`, `Have you met X?`, `Have you heard of X?`, `Tell me about X.`
pub fn person_asked_for(head: &Beliefs, tokens: &[String], padded: &str) -> Option<Asked> {
    let hit = |section: &str| {
        lex().list(section).iter().filter(|opener| padded.contains(&format!(" {opener} "))).max_by_key(|o| o.len())
    };
    let (opener, how) = match (hit("ask.heard.of"), hit("ask.know")) {
        (Some(opener), _) => (opener, How::Heard),
        (None, Some(opener)) => (opener, How::Know),
        (None, None) => return None,
    };
    let at = padded.find(&format!(" {opener} "))?;
    let before = padded[..at].split_whitespace().count();
    let rest = tokens.get(before + opener.split(' ').count()..)?;
    let rest: Vec<&String> = rest.iter().filter(|word| !lex().is("ask.filler", &word.to_lowercase())).collect();
    match rest.as_slice() {
        [one] if head.names.is_person(one) => Some(Asked::Person((*one).clone(), how)),
        [one] if head.names.is_place(one) => None,
        [_, ..]
            if rest.len() <= 4 && rest.iter().all(|word| is_cap(word) && !lex().is("events", &word.to_lowercase())) =>
        {
            let name: Vec<&str> = rest.iter().map(|word| word.as_str()).collect();
            Some(Asked::Person(name.join(" "), how))
        }
        _ => None,
    }
}

/// `Ann's mill burned, did you see it?`, `Did you see the mill burn?`: whether one knows of what happened.
pub fn witnessed(head: &Beliefs, tokens: &[String], small: &[String], padded: &str) -> Option<Matter> {
    let witness = lex().list("ask.witness").iter().find(|asked| padded.ends_with(&format!(" {asked} ")))?;
    let before = small.len().checked_sub(witness.split(' ').count()).filter(|before| *before > 2)?;
    Some(matter(head, tokens[..before].to_vec(), Point::Whether))
}

/// Capitals in a row that are no name I know.
pub fn unknown_name(tokens: &[String]) -> Option<String> {
    let capital =
        |word: &String| is_cap(word) && word.chars().count() > 1 && !lex().is("notname", &word.to_lowercase());
    let start = (1..tokens.len()).find(|&i| capital(&tokens[i]))?;
    let end = (start..tokens.len()).find(|&i| !capital(&tokens[i])).unwrap_or(tokens.len());
    Some(tokens[start..end].join(" "))
}

/// What a question turns on: its words less those of asking, and the time apart.
pub fn matter(head: &Beliefs, mut tokens: Vec<String>, point: Point) -> Matter {
    let small = |tokens: &[String]| format!(" {} ", tokens.join(" ").to_lowercase());
    let whole = small(&tokens);
    let of_knowing = |word: &str| whole.contains(&format!(" you {word} "));
    let own = lex().list("ask.mine").iter().any(|opener| whole.starts_with(&format!(" {opener} ")))
        && !["know", "hear", "heard", "been"].iter().any(|word| of_knowing(word));
    let stands = |word: &str| tokens.iter().any(|token| token.eq_ignore_ascii_case(word));
    let (past, mine) = (stands("did"), stands("you") || stands("your"));
    let openers = lex().list("ask.opener").iter();
    let padded = small(&tokens);
    if let Some(opener) =
        openers.filter(|opener| padded.starts_with(&format!(" {opener} "))).max_by_key(|opener| opener.len())
    {
        tokens.drain(..opener.split(' ').count().min(tokens.len()));
    }
    let mut when = time::take(&mut tokens, head.sit.now);
    // "What did you bake on Friday?" is about the Friday before
    let today = head.sit.now / DAY;
    if let Some(when) = when.as_mut().filter(|_| past)
        && let Some(day) = when.day.filter(|day| *day > today && *day >= 7)
    {
        when.day = Some(day - 7);
    }
    let of_me = |word: &&String| !matches!(word.to_lowercase().as_str(), "you" | "your" | "yourself");
    let name = |word: &&String| head.names.is_person(word) || head.names.is_place(word);
    let named: Vec<String> = tokens.iter().filter(name).cloned().collect();
    let words: Vec<String> = tokens.iter().filter(of_me).filter(|word| !name(word)).cloned().collect();
    let events: Vec<String> = words.iter().filter(|word| lex().is("events", &word.to_lowercase())).cloned().collect();
    let kind = kind(&whole);
    let of_kind = content(&kind.iter().take(1).cloned().collect::<Vec<_>>());
    let idle = |stem: &String| lex().has_stem("ask.empty", stem) || of_kind.contains(stem) || measure(point, stem);
    let stems = content(&plain(words)).into_iter().filter(|stem| !idle(stem)).collect();
    let kind = kind.into_iter().skip(1).collect();
    Matter {
        stems,
        must: content(&events),
        named,
        when,
        point,
        own,
        mine,
        kind,
        counted: counted(&whole),
        words: whole,
    }
}

/// The part of the day that a question speaks of, in minutes.
pub fn hours(tokens: &[String], padded: &str, now: time::Minute) -> Option<(u32, u32)> {
    let said = |words: &[&str]| words.iter().any(|word| padded.contains(&format!(" {word} ")));
    match () {
        () if said(&["tonight", "evening", "night"]) => Some((17 * 60, DAY)),
        () if said(&["afternoon"]) => Some((12 * 60, 18 * 60)),
        () if said(&["morning"]) => Some((5 * 60, 12 * 60)),
        () => {
            let when = time::take(&mut tokens.to_vec(), now)?;
            let from = when.from?;
            // "at six" of an afternoon is six in the evening
            let late = from < 12 * 60 && from + 12 * 60 > now % DAY && from <= now % DAY;
            let from = if late { from + 12 * 60 } else { from };
            Some((from, when.to.filter(|to| *to > from).unwrap_or(from + 1)))
        }
    }
}

/// The days that a question speaks of.
pub fn window(tokens: &[String], now: time::Minute) -> Option<Window> {
    let padded = format!(" {} ", tokens.join(" ").to_lowercase());
    let today = now / DAY;
    if padded.contains(" last night ") {
        return Some((today.saturating_sub(1), today.saturating_sub(1)));
    }
    if padded.contains(" this week ") || padded.contains(" last days ") || padded.contains(" lately ") {
        return Some((today.saturating_sub(6), today));
    }
    let mut words = tokens.to_vec();
    let asks_past = words.first().is_some_and(|word| word.eq_ignore_ascii_case("what")) && padded.contains(" did ");
    let day = time::take(&mut words, now)?.day?;
    // "What did you do on Friday?" is about the Friday before
    let day = if asks_past && day > today { day.saturating_sub(7) } else { day };
    Some((day, day))
}

/// The house or room that is asked for: `Where is Hobbs Cafe?`, `Where is the pharmacy?`.
pub fn named_place(head: &Beliefs, tokens: &[String], padded: &str) -> Option<String> {
    let opens = |opener: &&String| padded.starts_with(&format!(" {opener} "));
    let opener = lex().list("ask.way").iter().filter(opens).max_by_key(|opener| opener.len())?;
    let rest = tokens.get(opener.split(' ').count()..)?.iter();
    let idle = |word: &str| matches!(word, "the" | "nearest" | "next") || lex().is("ask.filler", word);
    let rest: Vec<&String> = rest.filter(|word| !idle(&word.to_lowercase())).collect();
    let [one] = rest.as_slice() else { return None };
    if head.names.is_place(one) {
        return Some((*one).clone());
    }
    let noun = one.to_lowercase();
    let named = |place: &&String| place.to_lowercase().rsplit([':', ' ']).next() == Some(noun.as_str());
    let all: Vec<&String> = head.names.places().iter().filter(named).collect();
    let house = |place: &str| place.split(": ").next().unwrap_or_default().to_owned();
    let near = all.iter().find(|place| house(place) == house(head.sit.place));
    let alone = |first: &&String| all.iter().all(|place| house(place) == house(first));
    near.copied().or_else(|| all.first().copied().filter(alone)).cloned()
}
