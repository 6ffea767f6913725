//! What templates can do with a value beside showing it: the smaller turns of English, and names.

use minijinja::{Environment, Error, ErrorKind, Value};

use super::clean::clean;
use crate::language::script::is_of_word;

/// Puts the filters into the engine. None of them makes a safe string.
pub fn add_to(engine: &mut Environment) {
    engine.add_filter("at", at);
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

/// `herself`, by the pronouns of a person.
fn oneself(pronouns: &Value) -> Result<&'static str, Error> {
    Ok(match given(pronouns)? {
        "she" => "herself",
        "he" => "himself",
        _ => "themselves",
    })
}

/// Of these people the names of which a part was said in these lines and the whole was not, as `Isabella = Isabella
/// Rodriguez`. Two with the same first name both stand there.
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
