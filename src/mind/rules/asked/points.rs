//! On what point of a matter a question turns, by how it begins; and questions about oneself that have a turn of their own.

use super::{super::beliefs::Beliefs, Asked, Matter, Point, matter::matter};
use crate::language::{lexicon::lex, text::content};

/// A kind of things is named in so many words: `kind of music`.
const KIND: usize = 3;

/// The point, by the small words of a question, and the same between spaces.
pub fn point(small: &[String], padded: &str) -> Point {
    let begins = |section: &str| lex().opens(section, padded);
    // "To whom ..?", "At what time ..?"
    let led = small.len() > 1 && lex().is("before.noun", &small[0]);
    let first = small[usize::from(led)].as_str();
    match first {
        "who" | "whose" | "whom" => Point::Who,
        "when" => Point::When,
        "where" => Point::Where,
        "why" => Point::Why,
        _ if ["what time", "what day", "at what time", "on what day", "on which day", "which day"]
            .iter()
            .any(|start| padded.starts_with(&format!(" {start} "))) =>
        {
            Point::When
        }
        _ if padded.starts_with(" how long ") || padded.starts_with(" since when ") => Point::Long,
        _ if begins("ask.number") => Point::Number,
        _ if lex().hit("ask.all", padded).is_some() || matches!(first, "what" | "which" | "how") => Point::All,
        _ => Point::Whether,
    }
}

/// The noun of the kind that is asked for, and after it what is of that kind: "Which language ..?".
pub fn kind(padded: &str) -> Vec<String> {
    let mut words = padded.split_whitespace().skip_while(|word| lex().is("before.noun", word));
    let asks = words.next().is_some_and(|word| matches!(word, "what" | "which"));
    let Some(noun) = words.next().filter(|_| asks) else { return Vec::new() };
    let Some(of_it) = lex().map("kinds").get(noun) else { return Vec::new() };
    [noun].into_iter().chain(of_it.split(", ")).map(str::to_owned).collect()
}

/// The stem of what is to be counted: "How many customers ..?".
pub fn counted(padded: &str) -> Option<String> {
    let mut words = padded.split_whitespace().skip_while(|word| lex().is("before.noun", word));
    let asks = words.next() == Some("how") && matches!(words.next(), Some("many" | "much"));
    // of "tax returns" it is the last that counts
    let noun: Vec<String> =
        words.take_while(|word| !lex().is("aux", word) && !lex().is("modal", word)).map(str::to_owned).collect();
    content(noun.get(noun.len().saturating_sub(1)..)?).into_iter().next().filter(|_| asks)
}

/// Words that only say what is measured: "how far", "how long".
pub fn measure(point: Point, stem: &str) -> bool {
    matches!(point, Point::Number | Point::Long)
        && matches!(stem, "far" | "long" | "old" | "big" | "tall" | "high" | "fast")
}

/// Questions about oneself.
pub fn of_oneself(head: &Beliefs, tokens: &[String], padded: &str, named: Option<&str>) -> Option<Asked> {
    let says = |section: &str| lex().hit(section, padded).is_some();
    let alone = named.is_none();
    let asks_what = ["what", "where", "who"].iter().any(|word| padded.starts_with(&format!(" {word} ")));
    let asks_when =
        [" when ", " what time ", " at what time ", " how late "].iter().any(|word| padded.starts_with(word));
    match () {
        () if alone && says("ask.bed") && asks_when => Some(Asked::Bed),
        () if alone && says("ask.before") && asks_what => Some(Asked::Before),
        () if alone && says("ask.origin") && padded.starts_with(" where ") => Some(Asked::Origin),
        () => taste(head, tokens, padded),
    }
}

/// What one likes, or whether one likes something. Of a person one is asked otherwise, unless one has said so outright.
fn taste(head: &Beliefs, tokens: &[String], padded: &str) -> Option<Asked> {
    for (section, pro) in [("ask.tastes.pro", true), ("ask.tastes.con", false)] {
        let whole = |opener: &String| {
            padded
                .strip_prefix(' ')
                .and_then(|words| words.strip_prefix(opener.as_str()))
                .is_some_and(|rest| matches!(rest.trim(), "" | "most" | "best" | "about" | "at all" | "in particular"))
        };
        if lex().list(section).iter().any(whole) {
            return Some(Asked::Tastes(pro));
        }
    }
    // "What music do you like?"
    let rest = padded.strip_prefix(" what ").or_else(|| padded.strip_prefix(" which ")).unwrap_or_default();
    let of_kind = lex().list("ask.fond").iter().find_map(|turn| rest.split_once(&format!(" {turn} ")));
    if let Some((kind, after)) = of_kind
        && matches!(after.trim(), "" | "most" | "best")
        && (1..=KIND).contains(&kind.split_whitespace().count())
    {
        let words = tokens.iter().skip(1).take(kind.split_whitespace().count()).cloned().collect();
        return Some(Asked::Fond(matter(head, words, Point::All)));
    }
    for (section, pro) in [("ask.taste.pro", true), ("ask.taste.con", false)] {
        let opener = lex().list(section).iter().find(|opener| padded.starts_with(&format!(" {opener} ")));
        let Some(opener) = opener else { continue };
        let rest = tokens.get(opener.split(' ').count()..)?.to_vec();
        let asked: Matter = matter(head, rest, Point::All);
        let person = asked.named.iter().any(|name| head.names.is_person(name));
        let something = !asked.stems.is_empty() || !asked.named.is_empty();
        // Whom one loves is nobody's business.
        if something && !(person && padded.contains(" love ")) {
            return Some(Asked::Taste(asked, pro));
        }
    }
    None
}
