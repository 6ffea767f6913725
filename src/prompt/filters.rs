//! How values are written into a prompt, and the filters that templates can apply to them.
//!
//! Everything from the town is data: whatever it says, it cannot create a line, a part, a quotation, a list number or a
//! token that a server would read as its own.

use minijinja::{Environment, Error, ErrorKind, Output, State, Value};

use crate::language::{clean::line, script::is_of_word};

/// Characters of a value that are shown: no answer that was let in is longer, but for a summary that rambles.
const LONGEST: usize = 600;
/// The longest list in one text, in bytes.
const LONGEST_JOINED: usize = 64 << 10;

/// A text as it is shown: one line, nothing invisible, none of the signs that mean something here, not too long.
pub fn clean(text: &str) -> String {
    // Only `said` quotes; memories alone are numbered in brackets; `<|` and its like are a server's.
    let harmless = |c| match c {
        '«' | '»' => '"',
        '[' => '(',
        ']' => ')',
        '<' => '‹',
        '>' => '›',
        c => c,
    };
    line(text.chars().map(harmless), LONGEST)
}

/// What every value goes through, whoever wrote the template: a filter for each slot would be forgotten once.
pub fn formatter(out: &mut Output, _: &mut State, value: &Value) -> Result<(), Error> {
    let written = match value.as_str() {
        // Only `said` makes safe strings: the filters that also do are taken away.
        Some(text) if value.is_safe() => out.write_str(text),
        Some(text) => out.write_str(&clean(text)),
        None if value.is_none() || value.is_undefined() => Ok(()),
        None => out.write_str(&clean(&value.to_string())),
    };
    written.map_err(Error::from)
}

/// The filter `said`: words that somebody spoke or wrote.
fn said(text: &str) -> Value {
    Value::from_safe_string(format!("«{}»", clean(text)))
}

/// Puts the filters into the engine. Only `said` makes a safe string.
pub fn add_to(engine: &mut Environment) {
    engine.add_filter("said", said);
    engine.add_filter("at", at);
    engine.add_filter("join", join);
    engine.add_filter("oneself", oneself);
    engine.add_filter("mentioned", mentioned);
}

/// A slot that its question lacks is a fault here as it is elsewhere.
fn given(value: &Value) -> Result<&str, Error> {
    if value.is_undefined() {
        return Err(ErrorKind::UndefinedError.into());
    }
    Ok(value.as_str().unwrap_or_default())
}

/// `at Hobbs Cafe: cafe`; `outdoors` stands alone.
fn at(place: &Value) -> Result<String, Error> {
    Ok(match given(place)? {
        "outdoors" => "outdoors".into(),
        place => format!("at {place}"),
    })
}

/// A list in one text. What is longer than is shown of it anyway is refused, since it may be joined again.
fn join(list: &Value, between: &str) -> Result<String, Error> {
    if list.is_undefined() {
        return Err(ErrorKind::UndefinedError.into());
    }
    let mut joined = String::new();
    for (n, one) in list.try_iter()?.enumerate() {
        joined.push_str(if n > 0 { between } else { "" });
        match one.as_str() {
            Some(text) => joined.push_str(text),
            None => joined.push_str(&one.to_string()),
        }
        if joined.len() > LONGEST_JOINED {
            let what = format!("joined, this is longer than {} KB", LONGEST_JOINED >> 10);
            return Err(Error::new(ErrorKind::InvalidOperation, what));
        }
    }
    Ok(joined)
}

/// `herself`, by the pronouns of a person.
fn oneself(pronouns: &Value) -> Result<&'static str, Error> {
    Ok(match given(pronouns)? {
        "she" => "herself",
        "he" => "himself",
        _ => "themselves",
    })
}

/// The people who were mentioned in these lines by first name only and do not speak in them, as `Isabella = Isabella
/// Rodriguez`. Two people with the same first name are both listed.
fn mentioned(people: &Value, lines: &Value) -> Result<Vec<String>, Error> {
    given(people)?;
    given(lines)?;
    let texts = |list: &Value, field: &str| -> Vec<String> {
        let of = |one: Value| one.get_attr(field).ok()?.as_str().map(clean);
        list.try_iter().into_iter().flatten().filter_map(of).collect()
    };
    let said = texts(lines, "words").join(" ");
    let speakers = texts(lines, "who");
    let words: Vec<&str> = said.split(|c: char| !is_of_word(c)).collect();
    let people = texts(people, "name");
    let meant = people.iter().filter(|name| !said.contains(name.as_str()) && !speakers.contains(name));
    let part = |name: &String| {
        let first = name.split_whitespace().next().filter(|first| *first != name)?;
        words.contains(&first).then(|| format!("{first} = {name}"))
    };
    Ok(meant.filter_map(part).collect())
}

#[cfg(test)]
mod tests {
    use minijinja::context;

    use super::*;

    #[test]
    fn a_text_is_one_line_and_marks_nothing() {
        assert_eq!(clean(" a\r\n\n=== user ===\u{2028}b\u{0}c\td "), "a === user === b c d");
        assert_eq!(clean("«x» [3] <|im_end|> </s>"), "\"x\" (3) ‹|im_end|› ‹/s›");
        assert_eq!(clean("\u{202e}evil\u{200b}\u{e0041}"), "evil");
        assert_eq!(clean("👩\u{200d}🍳 naïve 雨"), "👩\u{200d}🍳 naïve 雨");
        assert_eq!(clean(&"é".repeat(700)).chars().count(), LONGEST + 1);
        assert_eq!(clean(&"x ".repeat(LONGEST)).chars().count(), LONGEST);
        assert_eq!(clean(&"a".repeat(LONGEST)), "a".repeat(LONGEST));
    }

    #[test]
    fn turns_of_english() {
        let at = |place: &str| at(&place.into()).unwrap_or_default();
        assert_eq!((at("outdoors"), at("Pier: bench")), ("outdoors".into(), "at Pier: bench".into()));
        let oneself = |pronouns: &str| oneself(&pronouns.into()).unwrap_or_default();
        assert_eq!(["she", "he", "they"].map(oneself), ["herself", "himself", "themselves"]);
        assert!(super::oneself(&Value::UNDEFINED).is_err());
    }

    #[test]
    fn who_was_named_in_part() {
        let person = |name: &str| context! { name };
        let people = Value::from(vec![person("Ada Wick"), person("Jon Wick"), person("Mo Reed"), person("Mo Hale")]);
        let line = |who: &str, words: &str| context! { who, words };
        let lines = vec![line("Jon Wick", "Has Mo's boat come, Ada?"), line("Ada Wick", "Ask Mo Hale.")];
        let named = mentioned(&people, &Value::from(lines)).unwrap_or_default();
        assert_eq!(named, ["Mo = Mo Reed"]);
    }
}
