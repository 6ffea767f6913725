//! Which kind of question it is, by the turns of phrase that mark each kind.

use super::Ask;
use crate::mind::builtin::tongue::lexicon::lex;

/// The kind of a question: `small` is its words between spaces, `topic` what it is about, `person` whom.
pub fn kind(small: &str, topic: Vec<String>, person: Option<String>) -> Ask {
    let says = |section: &str| lex().hit(section, small).is_some();
    let know = person.filter(|_| says("q.know") && !says("q.know.what"));
    match know {
        _ if lex().is("q.back", small.trim()) => Ask::Back,
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
