//! Which kind of question it is, by the turns of phrase that mark each kind.

use super::{Ask, content};
use crate::language::lexicon::lex;

/// The kind of a question: `small` is its words between spaces, `topic` what it is about, `person` whom.
pub fn kind(small: &str, topic: Vec<String>, person: Option<String>) -> Ask {
    let says = |section: &str| lex().hit(section, small).is_some();
    // "How is Ann?", but not "How is Ann's book?"
    let idle = content(lex().list("q.fares"));
    let alone = || topic.iter().skip(1).all(|stem| idle.contains(stem) || lex().is("q.fares", stem));
    let fares = person.clone().filter(|who| small.contains(" how is ") && topic.first() == Some(who) && alone());
    // "Did you see it?", "Have you seen Ann's shop burn?": not whether one saw Ann
    let event = [" it ", " that ", " this ", " 's "].iter().any(|word| small.contains(word));
    let seen = person.clone().filter(|_| says("q.seen") && !event);
    let know = person.filter(|_| says("q.know") && !says("q.know.what"));
    match know {
        _ if fares.is_some() => Ask::Fares(fares.unwrap_or_default()),
        _ if seen.is_some() => Ask::Seen(seen.unwrap_or_default()),
        _ if ["q.story", "q.story.good", "q.story.bad", "q.story.feud", "q.story.loss", "q.story.peace"]
            .into_iter()
            .any(says) =>
        {
            Ask::Story
        }
        _ if says("q.better") => Ask::Better,
        _ if says("q.hard") => Ask::Hard,
        _ if says("q.here") => Ask::Here,
        _ if back(small.trim()) => Ask::Back,
        _ if says("tagq") => Ask::Small,
        _ if says("q.progress.first") => Ask::Progress(topic),
        _ if says("q.howare") => Ask::HowAre,
        _ if says("q.love") => Ask::Love(topic),
        Some(who) => Ask::Know(who),
        None if says("q.name") => Ask::Name,
        None if says("q.yourself") => Ask::Yourself,
        None if says("q.opinion") => Ask::Opinion(topic),
        None if says("q.past") => Ask::Past,
        None if says("q.plans") => Ask::Plans,
        None if says("q.doing") => Ask::Doing,
        None if says("q.heard") => Ask::Heard(topic),
        None if small.starts_with(" who ") => Ask::Who(topic),
        None if small.starts_with(" when ") || says("q.when") => Ask::When(topic),
        None if small.starts_with(" where ") || says("q.where") => Ask::Where(topic),
        None if says("q.progress") => Ask::Progress(topic),
        None if small.starts_with(" why ") || says("q.why") => Ask::Why,
        None if says("q.like") => Ask::Like(topic),
        None => Ask::Other(topic),
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
