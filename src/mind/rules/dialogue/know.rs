//! Whether one knows somebody, and what one can say of them.

use super::*;

/// From this closeness on one knows somebody well.
const WELL: f32 = 1.5;

/// The answer to "do you know ..?".
pub(super) fn know(t: &mut Turn, who: &str) -> String {
    let relation = t.h.relation(who);
    let (x, he, him) = t.x(who);
    let told = |fact: &&Fact| {
        let frame = fact.f();
        let fits = !matches!(frame.class, Class::Love | Class::Event | Class::Dislike);
        !frame.secret && frame.lasting() && fits && !unsaid(frame)
    };
    let mut view = t.h.view(&t.other);
    view.known = Some(who);
    let why = t.h.about(who).into_iter().find(told).map(|fact| fact.f().say(&view)).unwrap_or_default();
    let section = match () {
        () if !relation.met && why.is_empty() => "dontknow.x",
        () if relation.warm < tuning::COLD => "dislike",
        () if relation.met && relation.close >= WELL => "know.well",
        () if relation.met => "know.some",
        () => "know.heard",
    };
    t.p(section, &[("x", x.as_str()), ("he", &he), ("him", &him), ("r", &why)])
}
